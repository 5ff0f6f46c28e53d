/* distribution: how the hits of several counters divide among them, or those of one among the keys that its probe counts
 * by. */
#include <string.h>

#include "assertions/decisions.h"
#include "assertions/portions.h"

static const struct distribution_expectation *wanted_of(const struct expectation *expectation) {
    return (const struct distribution_expectation *)expectation;
}

static void names(const struct expectation *expectation, name_list *names, struct arena *arena) {
    const struct distribution_expectation *wanted = wanted_of(expectation);
    add_name(names, NAME_COUNTER, wanted->counter, arena);
    for (uint32_t i = 0; !wanted->counter && i < wanted->portions.count; i++)
        add_name(names, NAME_COUNTER, wanted->portions.items[i].key, arena);
}

static struct portion_counts counts_of(const struct distribution_expectation *wanted,
                                       const struct observation *observation, struct arena *arena) {
    struct portion_counts counts = portion_counts_begin(observation, arena);
    for (uint32_t i = 0; !wanted->counter && i < wanted->portions.count; i++) {
        const char *name = wanted->portions.items[i].key;
        portion_counts_add(&counts, name, find_counter(observation, name)->per_execution, arena);
    }
    for (uint32_t i = 0; wanted->counter && i < observation->row_count; i++) {
        const struct row_observation *row = &observation->rows[i];
        if (row->counter && !strcmp(row->counter, wanted->counter))
            portion_counts_add(&counts, row->key, row->per_execution, arena);
    }
    return counts;
}

static const char *missing_evidence(const struct expectation *expectation,
                                    const struct observation *observation, struct arena *arena) {
    const char *missing = missing_executions(observation, arena);
    name_list counters = {0};
    names(expectation, &counters, arena);
    vec_each(struct needed_name, counter, &counters) {
        if (!missing) missing = missing_counter(observation, counter->text, arena);
    }
    return missing;
}

static struct verdict check(const struct expectation *expectation,
                            const struct observation *observation, struct arena *arena) {
    const struct distribution_expectation *wanted = wanted_of(expectation);
    const char *what = wanted->counter ? arena_format(arena, "share in %s", wanted->counter)
                                       : "share in the distribution";
    const char *missing = missing_evidence(expectation, observation, arena);
    struct portion_counts counts = {0};
    if (!missing) counts = counts_of(wanted, observation, arena);
    if (!missing && !counts.sum) missing = "nothing was counted, which has no shares";
    if (missing) return not_evaluated("distribution", "hits", missing, arena);
    struct answer answer;
    answer_begin(&answer, observation, arena);
    answer_add_portions(&answer, what, &wanted->portions, &counts);
    const char *divided = portion_counts_text(&counts, arena),
               *decisions = target_decisions_text(observation, arena);
    return answer_end(
        &answer, decisions ? arena_format(arena, "%s; %s", divided, decisions) : divided, NULL);
}

const struct assertion assertion_distribution = {
    .check = check, .names = names, .is_about_code = true};
