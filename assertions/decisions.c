/* Finding decisions. A method may be compiled several times; the decisions of one compilation end
 * with its "compiled" or "bailed_out", and only those of the last one that succeeded speak about
 * the code that ran. */
#include "assertions/decisions.h"

#include <string.h>

enum { SHOWN = 3 };

static bool is_of(const struct decision *decision, unsigned kinds) {
    return kinds >> decision->kind & 1;
}

/* From the end of the last but one compilation of a root to the end of its last. */
struct span {
    const char *root;
    uint32_t next, begin, end;
    bool has_ended;
};

typedef VEC(struct span) span_list;

static struct span *span_of(span_list *spans, const char *root, struct arena *arena) {
    vec_each(struct span, span, spans)
        if (strcmp(span->root, root) == 0) return span;
    arena_vec_push(arena, spans, (struct span){.root = root});
    return &vec_last(spans);
}

static span_list last_compilations(const struct observation *observation, struct arena *arena) {
    span_list spans = {0};
    for (uint32_t i = 0; i < observation->decision_count; i++) {
        const struct decision *decision = &observation->decisions[i];
        if (!decision->root) continue;
        struct span *span = span_of(&spans, decision->root, arena);
        if (decision->kind == DECISION_compiled) span->begin = span->next, span->end = i + 1;
        if (!is_of(decision, DECISION_BIT(compiled) | DECISION_BIT(bailed_out))) continue;
        span->next = i + 1;
        span->has_ended = true;
    }
    vec_each(struct span, span, &spans)
        if (!span->has_ended) span->end = observation->decision_count;
    return spans;
}

/* A decision of the VM's own belongs to no compilation, even if compiled code caused it. */
static bool is_of_vm(const struct decision *decision) {
    return !decision->phase && decision->kind == DECISION_allocation_kept;
}

decision_list find_decisions(const struct observation *observation, unsigned kinds,
                             struct arena *arena) {
    span_list spans = last_compilations(observation, arena);
    decision_list found = {0};
    for (uint32_t i = 0; i < observation->decision_count; i++) {
        const struct decision *decision = &observation->decisions[i];
        if (!decision->root || !is_of(decision, kinds)) continue;
        const struct span *span = span_of(&spans, decision->root, arena);
        if (is_of_vm(decision) || (i >= span->begin && i < span->end))
            arena_vec_push(arena, &found, decision);
    }
    return found;
}

decision_list decisions_of(const decision_list *decisions, unsigned kinds, struct arena *arena) {
    decision_list some = {0};
    for (uint32_t i = 0; i < decisions->count; i++)
        if (is_of(decisions->items[i], kinds)) arena_vec_push(arena, &some, decisions->items[i]);
    return some;
}

/* Did it happen elsewhere than the operation that it is about has its bytecode? */
static bool is_elsewhere(const struct decision *decision) {
    const struct code_place *at = &decision->origin.at;
    return at->method && decision->method &&
           (strcmp(at->method, decision->method) != 0 || at->bci != decision->bci);
}

static const char *place_text(const struct decision *decision, struct arena *arena) {
    if (decision->path) return arena_format(arena, " at %s", decision->path);
    if (!decision->method) return "";
    struct code_place place = {decision->method, decision->bci, decision->line, false};
    return arena_format(arena, decision->bci < 0 ? " in %s" : " at %s",
                        code_place_text(&place, arena));
}

static const char *source_text(const struct decision *decision, struct arena *arena) {
    if (!is_elsewhere(decision)) return "";
    return arena_format(arena, " of %s", origin_text(&decision->origin, arena));
}

static const char *callee_text(const struct decision *decision, struct arena *arena) {
    bool is_other =
        decision->callee && decision->subject && strcmp(decision->callee, decision->subject) != 0;
    return is_other ? arena_format(arena, " (%s)", decision->callee) : "";
}

const char *decision_text(const struct decision *decision, struct arena *arena) {
    return arena_format(arena, "%s%s%s%s%s%s%s%s", decision->kind_text,
                        decision->subject ? " " : "", decision->subject ? decision->subject : "",
                        callee_text(decision, arena), source_text(decision, arena),
                        place_text(decision, arena), *decision->reason_text ? ": " : "",
                        decision->reason_text);
}

const char *decision_of_site_text(const struct decision *decision, struct arena *arena) {
    return arena_format(arena, "%s%s%s%s%s", decision->kind_text, callee_text(decision, arena),
                        is_elsewhere(decision) ? place_text(decision, arena) : "",
                        *decision->reason_text ? ": " : "", decision->reason_text);
}

const char *decisions_text(const decision_list *decisions, struct arena *arena) {
    VEC(const char *) told = {0};
    const char *text = NULL;
    for (uint32_t i = 0, k; i < decisions->count; i++) {
        const char *one = decision_text(decisions->items[i], arena);
        for (k = 0; k < told.count && strcmp(told.items[k], one) != 0; k++) {}
        if (k == told.count) arena_vec_push(arena, &told, one);
    }
    for (uint32_t i = 0; i < told.count && i < SHOWN; i++)
        text = i ? arena_format(arena, "%s; %s", text, told.items[i]) : told.items[i];
    if (told.count > SHOWN) text = arena_format(arena, "%s; and %u more", text, told.count - SHOWN);
    return text;
}

const char *target_decisions_text(const struct observation *observation, struct arena *arena) {
    static const unsigned telling[] = {DECISION_BIT(materialized),
                                       DECISION_BIT(allocation_kept),
                                       DECISION_BIT(virtualized),
                                       DECISION_BIT(lock_kept),
                                       DECISION_BIT(virtual) | DECISION_BIT(not_inlined),
                                       DECISION_BIT(guarded) | DECISION_BIT(inlined)};
    decision_list all = {0};
    for (size_t i = 0; i < sizeof telling / sizeof *telling; i++) {
        decision_list found = find_decisions(observation, telling[i], arena);
        for (uint32_t k = 0; k < found.count; k++)
            if (name_matches(observation->target, found.items[k]->root))
                arena_vec_push(arena, &all, found.items[k]);
    }
    return decisions_text(&all, arena);
}
