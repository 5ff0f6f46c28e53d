/* FOREIGN EVIDENCE: what `hello` says of clauses and reasons. */
#include <string.h>

#include "assertions/assertion.h"
#include "assertions/evidence.h"
#include "harness/foreign.h"

static struct evidence_observation evidence_of(const struct foreign *foreign, const char *clause,
                                               const json_t *told) {
    json_t *table = json_object_get(foreign->hello, "evidence");
    struct evidence_observation evidence = {clause, EVIDENCE_none, NULL};
    const char *key, *how = NULL;
    json_t *value;
    json_object_foreach(json_object_get(table, clause), key, value) {
        if (evidence_of_text(key, &evidence.kind)) how = json_string_value(value);
    }
    if (json_object_get(table, clause) && !how)
        adapter_fault(&foreign->adapter, told, "did not say how '%s' is told", clause);
    evidence.how = how ? arena_copy_text(foreign->arena, how, strlen(how))
                       : arena_format(foreign->arena, "the adapter of %s does not tell it",
                                      json_string_value(json_object_get(foreign->hello, "vm")));
    return evidence;
}

/* Counters follow from the operations that their probes are anchored to, or are told. */
static bool is_of_counters(const char *clause) {
    static const char *const kinds[] = {"rate", "count", "ratio", "distribution", "ledger"};
    bool is_one = false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) is_one |= !strcmp(kinds[i], clause);
    return is_one;
}

void foreign_put_evidence(struct foreign *foreign, struct observation *out) {
    VEC(struct evidence_observation) all = {0};
    const char *clause;
    for (size_t i = 0; (clause = clause_at(i, foreign->arena)); i++) {
        struct evidence_observation evidence = evidence_of(foreign, clause, foreign->hello);
        if (is_of_counters(clause) && evidence.kind == EVIDENCE_none)
            evidence = (struct evidence_observation){
                clause, EVIDENCE_counted, "as the operation that the probe is anchored to"};
        arena_vec_push(foreign->arena, &all, evidence);
    }
    out->evidence = all.items;
    out->evidence_count = all.count;
    out->vm = arena_format(foreign->arena, "%s %s",
                           json_string_value(json_object_get(foreign->hello, "vm")),
                           json_string_value(json_object_get(foreign->hello, "version")));
}

bool foreign_reason(const struct foreign *foreign, const char *words, enum reason *reason) {
    json_t *reasons = json_object_get(foreign->hello, "reasons");
    const char *name = words ? json_string_value(json_object_get(reasons, words)) : NULL;
    for (int i = 0; name && i < REASON_COUNT; i++) {
        if (strcmp(reason_name((enum reason)i), name)) continue;
        *reason = (enum reason)i;
        return true;
    }
    return false;
}
