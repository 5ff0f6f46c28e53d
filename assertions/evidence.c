/* A target without a table of evidence tells everything. */
#include "assertions/evidence.h"

#include <string.h>

#include "assertions/assertion.h"
#include "assertions/site.h"

static const struct {
    const char *name;
    const struct assertion *assertion;
} kinds[] = {
#define ASSERTION(name, meaning) {#name, &assertion_##name},
#include "assertions/assertions.def"
};

enum { KINDS = sizeof kinds / sizeof *kinds };

static const char *const texts[] = {
#define EVIDENCE(name, text, meaning) [EVIDENCE_##name] = text,
#include "assertions/evidence.def"
#undef EVIDENCE
};

const char *assertion_name(const struct assertion *assertion) {
    size_t i = 0;
    while (kinds[i].assertion != assertion) i++;
    return kinds[i].name;
}

const char *evidence_text(enum evidence_kind kind) { return texts[kind]; }

bool evidence_of_text(const char *text, enum evidence_kind *kind) {
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (strcmp(texts[i], text)) continue;
        *kind = (enum evidence_kind)i;
        return true;
    }
    return false;
}

clause_list expectation_clauses(const struct expectation *expectation, struct arena *arena) {
    clause_list clauses = {0};
    const char *kind = assertion_name(expectation->assertion), *part;
    if (!expectation->assertion->sites) {
        arena_vec_push(arena, &clauses, kind);
        return clauses;
    }
    for (unsigned i = 0; (part = site_part_name(i)); i++)
        if (site_part_is_given((const struct site_expectation *)expectation, i))
            arena_vec_push(arena, &clauses, (const char *)arena_format(arena, "%s.%s", kind, part));
    return clauses;
}

const char *clause_at(size_t index, struct arena *arena) {
    for (size_t i = 0; i < KINDS; i++) {
        const char *part;
        if (!kinds[i].assertion->sites && index-- == 0) return kinds[i].name;
        for (unsigned k = 0; kinds[i].assertion->sites && (part = site_part_name(k)); k++)
            if (index-- == 0) return arena_format(arena, "%s.%s", kinds[i].name, part);
    }
    return NULL;
}

const struct evidence_observation *clause_evidence(const struct observation *observation,
                                                   const char *clause) {
    for (uint32_t i = 0; i < observation->evidence_count; i++)
        if (!strcmp(observation->evidence[i].clause, clause)) return &observation->evidence[i];
    return NULL;
}

const char *clause_missing(const struct observation *observation, const char *clause,
                           struct arena *arena) {
    const struct evidence_observation *evidence = clause_evidence(observation, clause);
    if (!observation->evidence_count || (evidence && evidence->kind != EVIDENCE_none)) return NULL;
    return evidence ? evidence->how
                    : arena_format(arena, "the adapter of %s does not say how it could be told",
                                   observation->vm);
}
