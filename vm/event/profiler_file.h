/* What a file of a profiler says (read by rules/rules.h, a profiler by profilers/profilers.h): plain data. */
#ifndef EVENT_PROFILER_FILE_H
#define EVENT_PROFILER_FILE_H

#include "event/rule.h"

struct profiler_column {
    bool is_amount;
    enum vm_key key;       /* of keys */
    enum vm_amount amount; /* of amounts */
};

/* The table that people read. Columns may leave keys of rules out: rows that are equal in the rest are one. */
struct profiler_print {
    const struct profiler_column *columns; /* no two equal, one an amount at least */
    size_t column_count;
    size_t sort; /* the column: keys upwards, amounts downwards */
    size_t top;  /* 0: all rows */
};

struct profiler_file {
    const char *name, *meaning; /* "": none was given */
    const struct vm_rule *rules;
    size_t rule_count; /* 1 at least, one of them counts */
    struct profiler_print print;
};

#endif
