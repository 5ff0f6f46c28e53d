/* What rules counted during the calls of a measurement: hits of counters, and rows by the keys of rules that have some, by call.
 * Who keeps the counts tells them, with the tier beside each rule's own keys. */
#ifndef EVENT_RULE_ROWS_H
#define EVENT_RULE_ROWS_H

#include "base/count.h"
#include "event/rule.h"

struct row_tally {
    size_t rule;
    struct vm_row row;          /* its keys */
    int64_t before, now, total; /* of the measured calls */
    int32_t *per_execution;
};

typedef void row_receiver(void *context, size_t rule, const struct vm_row *row);

struct rule_rows {
    const struct vm_rule *rules;
    size_t rule_count;
    /* Tells all that was counted so far; NULL: nothing is counted. A row is borrowed, what it names is not. */
    void (*each)(void *source, row_receiver *tell, void *context);
    void *source;
    struct arena *arena;
    int64_t iterations;       /* that there is room for */
    struct count_split *hits; /* by rule, so far; NULL: nothing is counted */
    struct {
        struct row_tally *items;
        uint32_t count, capacity;
    } tallies;
    uint32_t next; /* where the next row is likely to be: rows keep their order */
};

/* The members up to [iterations] are the caller's. */
void rule_rows_begin(struct rule_rows *rows);
/* The calls that follow are counted from 0, the rows that there are stay. */
void rule_rows_restart(struct rule_rows *rows, int64_t iterations);
void rule_rows_begin_call(struct rule_rows *rows);
/* Of a call that is measured. */
void rule_rows_end_call(struct rule_rows *rows, int64_t execution);
/* Adds what rules hit the counter of this name with, as of the last read. */
void rule_rows_add_hits(const struct rule_rows *rows, const char *counter,
                        struct count_split *hits);

#endif
