/* What a spec expects. Each kind of expectation (assertions.def) has a struct of its own, which starts
 * with a struct expectation and holds what the kind needs to know; kinds of the same shape share one.
 * The harness makes it from YAML, expectation_check() answers it from an observation; nothing else is
 * consulted. */
#ifndef ASSERTIONS_EXPECTATION_H
#define ASSERTIONS_EXPECTATION_H

#include <math.h>

#include "assertions/observation.h"
#include "assertions/verdict.h"
#include "base/vec.h"

struct assertion;

#define ASSERTION(name, meaning) extern const struct assertion assertion_##name;
#include "assertions/assertions.def"

struct expectation {
    const struct assertion *assertion; /* its kind */
};

/* A bound on a number: exactly (is, epsilon 0), within an epsilon, at least, at most, or a range.
 * NaN: not given. */
struct bound {
    double is, epsilon, at_least, at_most;
};
#define BOUND_NONE                                                                                 \
    (struct bound) { NAN, 0, NAN, NAN }
bool bound_is_given(const struct bound *bound);
/* Does its tolerance reach from 0 to [most], so that it says nothing of a number in between? */
bool bound_is_everything(const struct bound *bound, double most);

/* How what was counted divides: the share of each key. */
struct portion {
    const char *key; /* "Square", "TLAB" */
    struct bound share;
};
struct portions {
    const struct portion *items;
    uint32_t count;
    const struct bound *others; /* of all keys that are not named, together; NULL: not given */
};

/* rate, count: hits of a counter. */
struct counter_expectation {
    struct expectation base;
    const char *counter;
    struct bound hits; /* per execution, or in all */
};

/* ratio: hits of a counter per hit of another. */
struct ratio_expectation {
    struct expectation base;
    const char *counter, *to;
    struct bound hits;
};

/* distribution: of the hits of several counters, whose names are the keys; or of one, by the keys that its probe counts
 * by. */
struct distribution_expectation {
    struct expectation base;
    const char *counter; /* NULL: several */
    struct portions portions;
};

/* contexts: calls of the last method of a path, each of which calls the next. */
struct contexts_expectation {
    struct expectation base;
    const struct via *path; /* from the outside in; a line is that of the call of the next */
    uint32_t length;
    struct bound rate;  /* calls per execution */
    struct bound share; /* of all calls of the last method */
};

/* lifetimes: of the objects of a class that are allocated while measured, those that die young. */
struct lifetimes_expectation {
    struct expectation base;
    const char *subject;   /* class */
    const char *in_method; /* that makes them; NULL: any */
    int64_t younger_than;  /* bytes that are asked for after it is made */
    struct bound share;
};

/* hot: cycles of a method while measured. */
struct hot_expectation {
    struct expectation base;
    const char *method;
    struct bound share;       /* of its bytecode, inlined or not, in the cycles of all methods */
    struct bound unit;        /* of its own code, with what is inlined there */
    const char *const *above; /* methods whose shares are smaller */
    uint32_t above_count;
};

/* call_graph: an edge of the graph of sampled calls, or the graph beside another. */
struct call_graph_expectation {
    struct expectation base;
    const char *text;       /* as the spec wrote it: "A.foo -> A.bar", "exact", a file */
    const struct via *path; /* of the edge: caller and callee; NULL: it is about the graph */
    struct bound share;     /* of the edge in all samples */
    struct bound inferred;  /* of all calls of the edge, sampled ones and inferred ones */
    struct bound overlap;   /* with the reference */
    const struct edge_observation *reference; /* with calls; NULL: all calls of the same run */
    uint32_t reference_count;
};

/* node: nodes of a kind in the graph of the compilation that made the target's code. */
struct node_expectation {
    struct expectation base;
    const char *kind;  /* as the compiler calls it */
    const char *after; /* the step; NULL: the last */
    /* Steps that come before it: where it was left out, the last of them that ran counts. */
    const char *const *before;
    uint32_t before_count;
    struct bound count;
};

/* allocation, call, lock: sites that the compiler decides about. What is NULL or 0 does not matter. */
struct site_expectation {
    struct expectation base;
    const char *subject;   /* class or callee "A.bar" */
    const char *in_method; /* "A.foo" or "A.foo(Z)V"; NULL: the target */
    int line;              /* in the target's source */
    int first_line;        /* of the Java text that the spec counts lines in; 0: of the file */
    int nth;               /* of the sites that match, in bytecode order, from 1; 0: all */
    struct via *via;       /* calls through which the site was inlined, from the outside in */
    uint32_t via_count;
    const char *is;            /* decision word: see each assertion's file */
    const char *because;       /* reason's name (reasons.def) */
    struct bound rate;         /* per execution of the site */
    struct bound predicted;    /* per call of the target, as the compiler believed */
    struct bound share;        /* calls: executions in which the inlined code ran */
    struct bound bytes;        /* per execution */
    struct portions ways;      /* of its executions: how they were carried out */
    struct portions receivers; /* calls: their classes */
};

bool portions_are_given(const struct portions *portions);
/* Does it ask how executions of the site were carried out, or for receivers? */
bool site_expectation_divides(const struct site_expectation *expectation);

/* Pure. Memory of the verdict is in [arena]. */
struct verdict expectation_check(const struct expectation *expectation,
                                 const struct observation *observation, struct arena *arena);

/* The reason that it asks for; NULL: none. */
const char *expectation_because(const struct expectation *expectation);
/* The kinds of decisions (decisions.def, a set of bits) whose reason it may ask for; 0: none. */
unsigned expectation_reasoned(const struct expectation *expectation);

/* The words that `is` may say in expectations of this kind, with what they mean; false past the end.
 */
bool assertion_word(const struct assertion *assertion, unsigned index, const char **word,
                    const char **meaning);

/* The sites that must be recorded for it (enum site_kind, a set of bits). */
unsigned expectation_profile(const struct expectation *expectation);

/* The lives of objects must be known for it, and how many ended before so many bytes; 0: they need not. */
int64_t expectation_age(const struct expectation *expectation);

/* Must calling contexts be kept for it? */
bool expectation_needs_contexts(const struct expectation *expectation);
bool expectation_needs_cycles(const struct expectation *expectation);
/* Must calls be sampled for it? Must all of them be counted beside? */
bool expectation_needs_call_graph(const struct expectation *expectation);
bool expectation_needs_all_calls(const struct expectation *expectation);
/* Must executions of compiled code be counted? */
bool expectation_needs_executions(const struct expectation *expectation);

/* Is it about what compiled code does? Outcomes, compilations and deoptimisations are not. */
bool expectation_is_about_code(const struct expectation *expectation);

/* What it names in the target. */
enum name_kind { NAME_COUNTER, NAME_CLASS, NAME_THROWABLE, NAME_METHOD };
struct needed_name {
    enum name_kind kind;
    const char *text; /* the pointer that the expectation holds */
};
typedef VEC(struct needed_name) name_list;
/* The list is in [arena]. */
name_list expectation_names(const struct expectation *expectation, struct arena *arena);
/* Of these, the counters that it is about. */
name_list expectation_counters(const struct expectation *expectation, struct arena *arena);

/* Before anything runs: the chance that a correct compiler goes red with this many executions, and
 * the executions or the epsilon that would bring it below [limit] (0: none would). The expected
 * rate is taken for the odds of a draw that each execution makes on its own; for a run without
 * draws this is not called. 0 for exact assertions. Bounds without an expected rate (at least, at
 * most) go red by chance with at most STAT_DECISION_RISK. */
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
/* The bound, when its tolerance reaches from no hit to one in each execution, so that it says
 * nothing. */
bool expectation_is_everything(const struct expectation *expectation, int64_t executions,
                               struct bound *bound);

#endif
