/* Rules that a spec is counted by, and what they counted during the measured calls: hits of counters, and rows by the keys
 * of rules that have some. */
#ifndef HARNESS_ROWS_H
#define HARNESS_ROWS_H

#include "harness/program.h"

/* The spec's own, then one for each method and kind of sites whose executions an expectation divides; those hit no
 * counter. */
struct spec_rules rows_rules(struct arena *arena, const struct spec *spec,
                             const struct target_method *target);
/* Where such sites are. */
enum vm_point site_point(enum site_kind kind);

struct row_tally {
    size_t rule;
    struct vm_row row;          /* its keys */
    int64_t before, now, total; /* of the measured calls */
    int32_t *per_execution;
};

struct rule_rows {
    struct target *target;
    const struct spec_rules *rules; /* the program's */
    struct arena *arena;
    int64_t iterations;
    struct count_split *hits; /* by rule, so far; NULL: nothing is counted */
    struct {
        struct row_tally *items;
        uint32_t count, capacity;
    } tallies;
    uint32_t next; /* where the next row is likely to be: rows keep their order */
};

void rows_begin(struct rule_rows *rows, const struct program *program, int64_t iterations,
                struct arena *arena);
void rows_begin_call(struct rule_rows *rows);
/* Of a call that is measured. */
void rows_end_call(struct rule_rows *rows, int64_t execution);
void rows_put(const struct rule_rows *rows, struct observation *out);

#endif
