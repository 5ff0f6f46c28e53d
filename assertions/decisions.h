/* Finding decisions in an observation: those of the code that ran, about the thing that an
 * expectation names. */
#ifndef ASSERTIONS_DECISIONS_H
#define ASSERTIONS_DECISIONS_H

#include "assertions/observation.h"
#include "base/vec.h"

enum decision_kind {
#define DECISION(name) DECISION_##name,
#include "assertions/decisions.def"
#undef DECISION
    DECISION_KIND_COUNT
};

const char *decision_kind_name(enum decision_kind kind);

/* Items are in the observation; the vector is in an arena. */
typedef VEC(const struct decision *) decision_list;

/* "A.foo" names "A.foo(Z)V" and its overloads, "A.foo(Z)V" itself only; NULL names everything. */
bool name_matches(const char *pattern, const char *name);

struct decision_query {
    enum decision_kind kind;
    const char *method;  /* whose code the decision is about; NULL: the target */
    const char *subject; /* class or callee; NULL: any */
    int line;            /* 0: any */
};

/* Decisions of the last compilation of the target; where it decided nothing of the kind, of the
 * last compilations of the method itself, for the target may call it. Materialisations are placed
 * where the object came to exist, not where it was allocated: they are looked for in the whole
 * compilation, and [line] does not narrow them. */
decision_list find_decisions(const struct observation *observation, struct decision_query query,
                             struct arena *arena);

/* "materialised A at A.foo(Z)V:17 (line 9): it is passed to a call" */
const char *decision_text(const struct decision *decision, struct arena *arena);
/* The first few, joined; NULL when there are none. */
const char *decisions_text(const decision_list *decisions, struct arena *arena);
/* What the compiler decided in the target that a counter may have to do with; NULL when nothing is
 * known. */
const char *target_decisions_text(const struct observation *observation, struct arena *arena);

#endif
