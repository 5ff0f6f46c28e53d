/* FOREIGN EVIDENCE: what `hello` says of clauses and reasons. */
#include <string.h>

#include "assertions/assertion.h"
#include "assertions/evidence.h"
#include "harness/foreign.h"

/* What a table says of the clause; false: nothing. [told]: the message that it is in. */
static bool read_evidence(const struct foreign *foreign, const char *clause, json_t *told,
                          struct evidence_observation *out) {
    json_t *entry = json_object_get(json_object_get(told, "evidence"), clause), *value;
    const char *key, *how = NULL;
    json_object_foreach(entry, key, value) {
        if (evidence_of_text(key, &out->kind)) how = json_string_value(value);
    }
    if (entry && !how)
        adapter_fault(&foreign->adapter, told, "did not say how '%s' is told", clause);
    if (how) out->how = arena_copy_text(foreign->arena, how, strlen(how));
    return how != NULL;
}

static struct evidence_observation evidence_of(const struct foreign *foreign, const char *clause) {
    struct evidence_observation evidence = {clause, EVIDENCE_none, NULL};
    if (!read_evidence(foreign, clause, foreign->hello, &evidence))
        evidence.how = arena_format(foreign->arena, "the adapter of %s does not tell it",
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
        struct evidence_observation evidence = evidence_of(foreign, clause);
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

/* What a measurement says of its own evidence is stronger. */
void foreign_weaken_evidence(struct foreign *foreign, struct observation *out) {
    struct evidence_observation *all = (struct evidence_observation *)out->evidence;
    for (size_t chunk = 0; chunk < json_array_size(foreign->observed); chunk++)
        for (uint32_t i = 0; i < out->evidence_count; i++)
            read_evidence(foreign, all[i].clause, json_array_get(foreign->observed, chunk),
                          &all[i]);
}

void foreign_strengthen_evidence(struct foreign *foreign, struct observation *out) {
    struct evidence_observation *all = (struct evidence_observation *)out->evidence;
    const json_t *told = json_object_get(json_array_get(foreign->observed, 0), "evidence");
    for (uint32_t i = 0; i < out->evidence_count; i++)
        if (all[i].kind == EVIDENCE_estimate && json_object_get(told, all[i].clause))
            all[i] = (struct evidence_observation){
                all[i].clause, EVIDENCE_counted,
                arena_format(foreign->arena, "%s, which are whole objects of one class",
                             all[i].how)};
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
