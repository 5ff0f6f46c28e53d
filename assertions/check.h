/* What the assertions share: an answer that grows part by part, bounds on numbers, and what counts
 * as missing evidence. */
#ifndef ASSERTIONS_CHECK_H
#define ASSERTIONS_CHECK_H

#include "assertions/assertion.h"

/* One part of an expectation ("rate", "is", "because" are parts) and what became of it. */
struct part {
    enum verdict_kind kind;
    const char *what;     /* "rate of allocated" */
    const char *expected; /* "0.8 ± 0.02" */
    const char *observed; /* with both counts and the interval */
    const char *value; /* the observed value alone, for the one-line summary; NULL: as observed */
};

/* The parts so far. The verdict is the worst of theirs; its texts show the red parts, or all when
 * none is red. */
struct answer {
    struct arena *arena;
    const struct observation *observation;
    VEC(struct part) parts; /* in the arena */
    VEC(struct part)
    untold; /* that the target says it cannot tell: what fails besides is the verdict */
    double false_alarm, miss;
    struct chance riskiest;
    const char *unknown_risk; /* as in a verdict */
    int64_t hits, trials, iterations_needed;
};

void answer_begin(struct answer *answer, const struct observation *observation,
                  struct arena *arena);
void answer_add(struct answer *answer, struct part part);
struct verdict answer_end(const struct answer *answer, const char *because, const char *where);

/* A verdict without evidence. */
struct verdict not_evaluated(const char *what, const char *expected, const char *because,
                             struct arena *arena);

/* Why executions of compiled code say nothing: never compiled, none measured, fewer than asked.
 * NULL when they do. */
const char *missing_executions(const struct observation *observation, struct arena *arena);

const char *bound_text(const struct bound *bound, struct arena *arena);
/* The bound on one of [by] parts. */
struct bound bound_scaled_down(struct bound bound, double by);
/* Compares a number that chance plays no part in. */
bool bound_accepts(const struct bound *bound, double value);

/* Hits among trials. The trials need not be independent: [units] of them are, those that draw for
 * themselves. A trial hits [whole] times or once more, unless [is_spread]: then there is no
 * interval. */
struct proportion {
    int64_t hits, trials, units;
    int64_t whole;
    bool is_spread;
    int64_t most;             /* hits in one trial, when spread */
    const char *is_spread_by; /* else, what makes it so; NULL: several hits at once */
};

/* Adds the part "[what] within [bound]", with its probabilities, its counts and its interval. */
void answer_add_rate(struct answer *answer, const char *what, const struct bound *bound,
                     const struct proportion *proportion);

/* Adds the part "[what] within [bound]", for what the compiler believes from its profile of the
 * calls before it compiled. [source]: of the belief. */
void answer_add_belief(struct answer *answer, const char *what, const struct bound *bound,
                       double belief, const char *source);
/* Adds the part "[what] within [bound]" of a mean whose distribution is not known. */
void answer_add_mean(struct answer *answer, const char *what, const struct bound *bound,
                     int64_t total, const char *unit);

/* Adds the error probabilities of a bound on all hits of a counter. */
void answer_add_count_risk(struct answer *answer, const struct bound *bound,
                           const struct counter_observation *counter);

/* Does chance play a part in this run? */
bool observation_is_drawn(const struct observation *observation);

/* The name of a rate's or count's counter. */
void counter_names(const struct expectation *expectation, name_list *names, struct arena *arena);

const struct counter_observation *find_counter(const struct observation *observation,
                                               const char *name);
/* Why a counter says nothing: "no counter is called 'x'; there are: a, b", or its probe is in no
 * code that ran. NULL when it does. */
const char *missing_counter(const struct observation *observation, const char *name,
                            struct arena *arena);
/* Where its hits come from, other than compiled code in the target's thread: "of 100 hits 30
 * interpreted"; NULL: nowhere else. */
const char *counter_sources(const struct counter_observation *counter, struct arena *arena);
/* That, and what was decided in the target. */
const char *counter_because(const struct observation *observation,
                            const struct counter_observation *counter, struct arena *arena);
struct proportion counter_proportion(const struct counter_observation *counter, int64_t executions);
/* The part that [hits] are of all that was counted, so often in each execution. Executions draw, each for all that it
 * counts; where they do not count equally much, or nothing, there is no interval. */
struct proportion part_proportion(int64_t hits, int64_t all, const int32_t *per_execution,
                                  int64_t executions);

#endif
