/* The operations that an expectation names, each with what is known about it: its executions, and
 * the decisions about it. A decision belongs to the operation that it is about, whatever else has
 * the same class. */
#ifndef ASSERTIONS_SITES_H
#define ASSERTIONS_SITES_H

#include "assertions/decisions.h"
#include "assertions/expectation.h"

struct site {
    const struct origin *origin;
    const char *subject;                     /* class or callee; NULL when not known */
    const struct site_observation *observed; /* NULL: executions were not recorded */
    decision_list decisions;
};

/* Memory is in an arena. */
typedef VEC(struct site) site_list;

/* In bytecode order. Those that the interpreter or deoptimisation carries out do not count: words
 * are about compiled code, and about what natives and the VM do for it. Of those that match, the
 * ones that were reached; where there are none, or one is asked for by its number, those in code
 * that ran or was made for the target; else all. [decided]: set of kinds of decisions about such
 * sites. */
site_list find_sites(const struct site_expectation *expectation,
                     const struct observation *observation, enum site_kind kind, unsigned decided,
                     struct arena *arena);
/* All of a kind for which there is evidence. */
site_list all_sites(const struct observation *observation, enum site_kind kind, unsigned decided,
                    struct arena *arena);

/* " by the interpreter": who carries it out; empty for compiled code. */
const char *site_maker_text(const struct site_observation *observed, struct arena *arena);

/* What a spec calls the recording of their executions: "profile: [allocations]". */
const char *site_profile_text(enum site_kind kind);

/* Are words and rates about it? */
bool site_is_decided(const struct site_observation *observed);

int64_t site_reached(const struct site *site);
int64_t site_effective(const struct site *site);

#endif
