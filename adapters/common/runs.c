/* RUNS: equal neighbours are one entry. */
#include "adapters/common/runs.h"

void runs_add_times(json_t *runs, json_int_t times, json_t *value) {
    size_t count = json_array_size(runs);
    json_t *last = count ? json_array_get(runs, count - 1) : NULL;
    if (times == 0) {
        json_decref(value);
    } else if (last && json_equal(json_array_get(last, 1), value)) {
        json_t *so_far = json_array_get(last, 0);
        json_integer_set(so_far, json_integer_value(so_far) + times);
        json_decref(value);
    } else {
        json_array_append_new(runs, json_pack("[I, o]", times, value));
    }
}

void runs_add(json_t *runs, json_t *value) { runs_add_times(runs, 1, value); }

static void finish_current(struct count_runs *counts) {
    if (!counts->runs) counts->runs = json_array();
    if (!counts->count) return;
    runs_add_times(counts->runs, counts->current - counts->covered, json_integer(0));
    runs_add_times(counts->runs, 1, json_integer(counts->count));
    counts->covered = counts->current + 1;
    counts->count = 0;
}

void count_runs_add(struct count_runs *counts, json_int_t execution) {
    if (execution != counts->current) finish_current(counts);
    counts->current = execution;
    counts->count++;
}

json_t *count_runs_take(struct count_runs *counts, json_int_t executions) {
    finish_current(counts);
    runs_add_times(counts->runs, executions - counts->covered, json_integer(0));
    json_t *taken = counts->runs;
    *counts = (struct count_runs){0};
    return taken;
}

bool rows_init(struct row_cursor *rows, json_t *list) {
    *rows = (struct row_cursor){list, 0, 0, 0};
    if (!json_is_array(list)) return false;
    size_t index;
    json_t *run;
    json_array_foreach(list, index, run) {
        const json_t *times = json_array_get(run, 0);
        bool is_run = json_is_integer(times) && json_integer_value(times) >= 0 &&
                      json_is_array(json_array_get(run, 1));
        if (!is_run) return false;
        rows->total += json_integer_value(times);
    }
    return true;
}

json_t *rows_next(struct row_cursor *rows) {
    json_t *run;
    while ((run = json_array_get(rows->list, rows->run))) {
        if (rows->used < json_integer_value(json_array_get(run, 0))) {
            rows->used++;
            return json_array_get(run, 1);
        }
        rows->run++;
        rows->used = 0;
    }
    return NULL;
}
