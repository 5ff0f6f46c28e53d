/* What a target can tell, clause by clause. A clause is a kind of expectation, or of those about sites one of its parts:
 * "deoptimizations", "allocation.rate". */
#ifndef ASSERTIONS_EVIDENCE_H
#define ASSERTIONS_EVIDENCE_H

#include "assertions/expectation.h"

/* The clauses that the expectation asks for; the list is in [arena]. */
typedef VEC(const char *) clause_list;
clause_list expectation_clauses(const struct expectation *expectation, struct arena *arena);
/* Why nothing can be told about the clause; NULL: something can. */
const char *clause_missing(const struct observation *observation, const char *clause,
                           struct arena *arena);
/* NULL: it is not known how the clause is told. */
const struct evidence_observation *clause_evidence(const struct observation *observation,
                                                   const char *clause);
const char *evidence_text(enum evidence_kind kind);
bool evidence_of_text(const char *text, enum evidence_kind *kind);
/* "allocation"; the kind's name. */
const char *assertion_name(const struct assertion *assertion);
/* All clauses that there are, in the order of assertions.def; NULL past the end. In [arena]. */
const char *clause_at(size_t index, struct arena *arena);

#endif
