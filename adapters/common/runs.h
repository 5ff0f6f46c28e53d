/* Lists of runs, [[times, value], ...]: what is told per execution, and the rows that are called with. */
#ifndef ADAPTERS_RUNS_H
#define ADAPTERS_RUNS_H

#include <jansson.h>
#include <stdbool.h>

/* One more [value], which is taken over, at the end of [runs]. */
void runs_add(json_t *runs, json_t *value);
/* So many times. */
void runs_add_times(json_t *runs, json_int_t times, json_t *value);

/* How often something happened in each execution. {0} is of no execution yet. */
struct count_runs {
    json_t *runs;
    json_int_t covered; /* executions in [runs] */
    json_int_t current; /* execution that [count] is of, from 0 */
    json_int_t count;
};

/* Once more in [execution], which never goes back. */
void count_runs_add(struct count_runs *counts, json_int_t execution);
/* The list for [executions] in all, which the caller owns. The counts are empty afterwards. */
json_t *count_runs_take(struct count_runs *counts, json_int_t executions);

/* A place in a list of runs of rows. */
struct row_cursor {
    json_t *list;
    size_t run;
    json_int_t used; /* of the run */
    json_int_t total;
};

/* False where [list] is no list of runs of arrays. It is borrowed. */
bool rows_init(struct row_cursor *rows, json_t *list);
/* NULL where all are used up. */
json_t *rows_next(struct row_cursor *rows);

#endif
