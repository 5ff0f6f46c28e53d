/* A decision that was made by one phase and contradicted by a later one: the paper's first bug was
 * of this kind. */
#include "harness/blame.h"

#include <string.h>

#include "assertions/decisions.h"

/* Decisions that undo another. */
static const struct contradiction {
    enum decision_kind made, undone;
} contradictions[] = {
    {DECISION_virtualized, DECISION_materialized},
    {DECISION_virtualized, DECISION_allocation_kept},
    {DECISION_lock_removed, DECISION_lock_kept},
};

static decision_list find(const struct expectation *expectation,
                          const struct observation *observation, enum decision_kind kind,
                          struct arena *arena) {
    bool is_site = expectation->kind == ASSERTION_allocation || expectation->kind == ASSERTION_lock;
    struct decision_query query = {.kind = kind,
                                   .method = expectation->in_method,
                                   .subject = is_site ? expectation->subject : NULL};
    return find_decisions(observation, query, arena);
}

static const char *undone_later(const struct decision *made, const decision_list *undone,
                                struct arena *arena) {
    for (uint32_t i = 0; i < undone->count; i++) {
        const struct decision *decision = undone->items[i];
        if (decision < made || !decision->phase || !made->phase ||
            strcmp(decision->phase, made->phase) == 0)
            continue;
        if (made->subject && decision->subject && strcmp(made->subject, decision->subject))
            continue;
        return arena_format(arena, "it held after phase %s (%s), until phase %s: %s", made->phase,
                            decision_text(made, arena), decision->phase,
                            decision_text(decision, arena));
    }
    return NULL;
}

const char *blame(const struct expectation *expectation, const struct observation *observation,
                  struct arena *arena) {
    for (size_t i = 0; i < sizeof contradictions / sizeof *contradictions; i++) {
        decision_list made = find(expectation, observation, contradictions[i].made, arena);
        decision_list undone = find(expectation, observation, contradictions[i].undone, arena);
        for (uint32_t k = made.count; k-- > 0;) {
            const char *text = undone_later(made.items[k], &undone, arena);
            if (text) return text;
        }
    }
    return NULL;
}
