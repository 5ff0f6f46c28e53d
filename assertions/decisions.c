/* Finding decisions. A method may be compiled several times; the decisions of one compilation end
 * with its "compiled" or "bailed_out", and only those of the last one that succeeded speak about
 * the code that ran. */
#include "assertions/decisions.h"

#include <string.h>

enum { SHOWN = 3 };

const char *decision_kind_name(enum decision_kind kind) {
    static const char *const names[] = {
#define DECISION(name) #name,
#include "assertions/decisions.def"
#undef DECISION
    };
    return names[kind];
}

static bool is_kind(const struct decision *decision, enum decision_kind kind) {
    return strcmp(decision->kind, decision_kind_name(kind)) == 0;
}

bool name_matches(const char *pattern, const char *name) {
    if (!pattern) return true;
    if (!name) return false;
    size_t length = strlen(pattern);
    return strncmp(pattern, name, length) == 0 && (name[length] == '\0' || name[length] == '(');
}

struct span {
    uint32_t begin, end;
};

/* The decisions from the end of the last but one compilation of this root to the end of its last.
 */
static struct span last_compilation(const struct observation *observation, const char *root) {
    struct span span = {0, 0};
    uint32_t begin = 0;
    bool has_ended = false;
    for (uint32_t i = 0; i < observation->decision_count; i++) {
        const struct decision *decision = &observation->decisions[i];
        if (!decision->root || !name_matches(root, decision->root)) continue;
        if (is_kind(decision, DECISION_compiled)) span = (struct span){begin, i + 1};
        if (!is_kind(decision, DECISION_compiled) && !is_kind(decision, DECISION_bailed_out))
            continue;
        begin = i + 1;
        has_ended = true;
    }
    return has_ended ? span : (struct span){0, observation->decision_count};
}

static bool is_asked_for(const struct decision *decision, struct decision_query query) {
    if (!is_kind(decision, query.kind) || !name_matches(query.subject, decision->subject))
        return false;
    if (query.kind == DECISION_materialized) return true;
    return name_matches(query.method, decision->method) &&
           (query.line == 0 || query.line == decision->line);
}

static decision_list find_in(const struct observation *observation, const char *root,
                             struct decision_query query, struct arena *arena) {
    decision_list found = {0};
    struct span span = last_compilation(observation, root);
    for (uint32_t i = span.begin; i < span.end; i++) {
        const struct decision *decision = &observation->decisions[i];
        if (name_matches(root, decision->root) && is_asked_for(decision, query))
            arena_vec_push(arena, &found, decision);
    }
    return found;
}

decision_list find_decisions(const struct observation *observation, struct decision_query query,
                             struct arena *arena) {
    if (!query.method) query.method = observation->target;
    decision_list found = find_in(observation, observation->target, query, arena);
    if (found.count || name_matches(query.method, observation->target)) return found;
    return find_in(observation, query.method, query, arena);
}

static const char *place_text(const struct decision *decision, struct arena *arena) {
    if (decision->path) return arena_format(arena, " at %s", decision->path);
    if (!decision->method) return "";
    const char *text = decision->bci < 0
                           ? arena_format(arena, " in %s", decision->method)
                           : arena_format(arena, " at %s:%d", decision->method, decision->bci);
    return decision->line ? arena_format(arena, "%s (line %d)", text, decision->line) : text;
}

const char *decision_text(const struct decision *decision, struct arena *arena) {
    return arena_format(arena, "%s%s%s%s%s%s", decision->kind_text, decision->subject ? " " : "",
                        decision->subject ? decision->subject : "", place_text(decision, arena),
                        *decision->reason_text ? ": " : "", decision->reason_text);
}

const char *decisions_text(const decision_list *decisions, struct arena *arena) {
    const char *text = NULL;
    for (uint32_t i = 0; i < decisions->count && i < SHOWN; i++) {
        const char *one = decision_text(decisions->items[i], arena);
        text = text ? arena_format(arena, "%s; %s", text, one) : one;
    }
    if (decisions->count > SHOWN)
        text = arena_format(arena, "%s; and %u more", text, decisions->count - SHOWN);
    return text;
}

const char *target_decisions_text(const struct observation *observation, struct arena *arena) {
    static const enum decision_kind telling[] = {DECISION_materialized, DECISION_allocation_kept,
                                                 DECISION_virtualized,  DECISION_lock_kept,
                                                 DECISION_not_inlined,  DECISION_inlined};
    decision_list all = {0};
    for (size_t i = 0; i < sizeof telling / sizeof *telling; i++) {
        struct span span = last_compilation(observation, observation->target);
        for (uint32_t k = span.begin; k < span.end; k++)
            if (name_matches(observation->target, observation->decisions[k].root) &&
                is_kind(&observation->decisions[k], telling[i]))
                arena_vec_push(arena, &all, &observation->decisions[k]);
    }
    return decisions_text(&all, arena);
}
