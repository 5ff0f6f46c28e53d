/* What a spec expects, one struct for all kinds: the kind (assertions.def) says which fields
 * matter. The harness makes it from YAML, expectation_check() answers it from an observation;
 * nothing else is consulted. */
#ifndef ASSERTIONS_EXPECTATION_H
#define ASSERTIONS_EXPECTATION_H

#include <math.h>

#include "assertions/observation.h"
#include "assertions/verdict.h"

enum assertion_kind {
#define ASSERTION(name, file, meaning) ASSERTION_##name,
#include "assertions/assertions.def"
#undef ASSERTION
    ASSERTION_KIND_COUNT
};

/* A bound on a number: exactly (is, epsilon 0), within an epsilon, at least, at most, or a range.
 * NaN: not given. */
struct bound {
    double is, epsilon, at_least, at_most;
};
#define BOUND_NONE                                                                                 \
    (struct bound) { NAN, 0, NAN, NAN }

enum ledger_column { LEDGER_ARGUMENT, LEDGER_RETURNED };

/* What the compiler must have decided: words of the spec language ("removed", "not inlined", ...),
 * see each assertion's file; NULL when not given. */
struct expectation {
    enum assertion_kind kind;
    const char *subject;   /* counter's name; or site's class or callee "A.bar"; NULL: any */
    const char *in_method; /* site's method "A.foo" or "A.foo(Z)V"; NULL: the target */
    int line;              /* site's line in the target's source; 0: any */
    int first_line;        /* of the Java text that the spec counts lines in; 0: of the file */
    int nth;               /* of the sites that match, in bytecode order, from 1; 0: all */
    const struct via *via; /* calls through which the site was inlined, from the outside in */
    uint32_t via_count;
    struct bound rate;      /* rate, or count where the kind counts */
    struct bound predicted; /* what the compiler believed */
    struct bound share;     /* calls: executions in which the inlined code ran */
    struct bound bytes;     /* bytes per execution */
    const char *is;         /* decision word */
    const char *because;    /* reason's name (reasons.def) */
    enum ledger_column ledger_column;
    int ledger_argument;  /* from 0 */
    double ledger_equals; /* the execution counts as "true" when the column has this value; default
                             1 */
    const struct outcome *returns; /* returns: the outcome of every execution, as the spec wrote it:
                                      numbers are INTEGER or REAL */
    int64_t compiled_by_call;      /* compilations: -1 not given */
};

/* Is it about the counter that it names? */
bool expectation_counts(const struct expectation *expectation);

/* Pure. Memory of the verdict is in [arena]. */
struct verdict expectation_check(const struct expectation *expectation,
                                 const struct observation *observation, struct arena *arena);

/* The kinds of decisions (decisions.def, a set of bits) whose reason [because] speaks of; 0: none.
 */
unsigned expectation_reasoned(const struct expectation *expectation);

/* Before anything runs: the chance that a correct compiler goes red with this many executions, and
 * the executions or the epsilon that would bring it below [limit] (0: none would). The expected
 * rate is taken for the odds of a draw that each execution makes on its own; where a run draws
 * nothing, there is nothing to ask. 0 for exact assertions. Bounds without an expected rate (at
 * least, at most) go red by chance with at most STAT_DECISION_RISK. */
struct false_alarm {
    double probability;
    int64_t iterations_needed;
    double epsilon_needed;
};
struct false_alarm expectation_false_alarm(const struct expectation *expectation,
                                           int64_t executions, double limit);
/* The same for what the compiler is to believe, which it knows from a profile of so many calls:
 * [iterations_needed] are calls. */
struct false_alarm expectation_belief_alarm(const struct expectation *expectation, int64_t calls,
                                            double limit);

#endif
