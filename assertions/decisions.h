/* Finding decisions in an observation: those of the code that ran, about the thing that an
 * expectation names. */
#ifndef ASSERTIONS_DECISIONS_H
#define ASSERTIONS_DECISIONS_H

#include <assert.h>

#include "assertions/observation.h"
#include "base/vec.h"

/* Items are in the observation; the vector is in an arena. */
typedef VEC(const struct decision *) decision_list;

#define DECISION_BIT(name) (1u << DECISION_##name)
static_assert(DECISION_KIND_COUNT <= 32, "sets of kinds are bits of an unsigned");

/* Decisions of these kinds, of the last compilation of each root, and of the VM itself. */
decision_list find_decisions(const struct observation *observation, unsigned kinds,
                             struct arena *arena);
/* Those of them that are of these kinds. */
decision_list decisions_of(const decision_list *decisions, unsigned kinds, struct arena *arena);

/* "materialised A of A.foo(Z)V:0 (line 3) at A.foo(Z)V:17 (line 9): it is passed to a call" */
const char *decision_text(const struct decision *decision, struct arena *arena);
/* Likewise, without the operation that it is about: "materialised at A.foo(Z)V:17 (line 9): ..." */
const char *decision_of_site_text(const struct decision *decision, struct arena *arena);
/* The first few, each once, joined; NULL when there are none. */
const char *decisions_text(const decision_list *decisions, struct arena *arena);
/* What the compiler decided in the target that a counter may have to do with; NULL when nothing is
 * known. */
const char *target_decisions_text(const struct observation *observation, struct arena *arena);

#endif
