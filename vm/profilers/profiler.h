/* A profiler: rules, and the columns of the table that is made of what they count. Each is a file of its own, which
 * includes nothing of the VM but vm.h, and a row of profilers.def. */
#ifndef PROFILERS_PROFILER_H
#define PROFILERS_PROFILER_H

#include "profilers/table.h"
#include "vm.h"

struct profiling;
struct profiling_options;

enum { PROFILER_TOP = 20 }; /* what fits a screen */

struct profile_places;

/* Rows that have equal keys: they become one row of the table. */
struct profile_group {
    const struct profile_cell *cells;    /* of that row; its keys come first. NULL: of all rows */
    const struct profile_cell *interval; /* values summed over all rows of its interval */
    double squares;                      /* likewise: of the main value of each */
    const struct vm_row *const
        *rows; /* kept for profilers with a value to compute, or a table to distribute; else NULL */
    size_t row_count;
};

/* A column of values: a sum over a group's rows, the share of one sum in another, or what [compute] says. */
struct profiler_value {
    const char *name, *header, *meaning;
    enum profile_column_kind kind;
    enum vm_amount amount; /* of a sum */
    enum vm_kind of_kind;  /* which rows a sum adds up: those of the kind; KIND_none: of any */
    bool (*takes)(const struct vm_row *row); /* likewise; NULL: all */
    enum vm_key
        split; /* what [of_kind] and [takes] look at, or the parts of a share: where the table is by
                                this key, it has no such column. BY_COUNT: nothing */
    bool (*is_there)(const struct profiling *profiling); /* is there such a column? NULL: yes */
    const char *part, *whole; /* of a share: names of columns further left */
    void (*compute)(const struct profiling *profiling, const struct profile_group *group,
                    struct profile_cell *cell); /* NULL: a sum or a share */
};

struct profiler {
    const char *name, *meaning;
    const struct vm_rule
        *rules; /* beside their own keys they have [needs], and what the table is by */
    size_t rule_count;
    const enum vm_key *by, *needs; /* when nothing else is asked for; whatever is asked for */
    size_t by_count, need_count;
    /* While nothing else is asked for, rules count by their own keys alone; and a rule whose point lacks a key counts without
     * it. Rows have none of the others. */
    bool counts_by_rule;
    bool lacks_keys; /* likewise a rule whose point lacks a key counts without it */
    const struct profiler_value *values;
    size_t value_count;
    size_t main; /* of the values: what rows are sorted by, the largest first. It has no split */
    const enum vm_key *sort; /* rows are sorted by this key instead; NULL: they are not */
    int levels;              /* of contexts, where nothing else is asked for; 0: all */
    size_t top;              /* rows that are printed where a person reads */
    const struct vm_rule
        *told; /* further rules, of which nothing is counted: what they tell is all */
    size_t told_count;
    const enum vm_key *
        keys; /* that the table can be by, of those that its points have; every event counts. NULL: all */
    size_t keys_count;
    bool is_in_trees; /* trees of contexts have what it counts */
    /* Before the program; NULL where it failed, else what the functions of its rules are given. NULL: there is nothing to do */
    void *(*begin)(struct profiling *profiling, struct diag *diag);
    /* What was so far does not count any more, in what it counts beside its rules. NULL: there is nothing to do */
    void (*restart)(struct profiling *profiling);
    void (*end)(struct profiling *profiling); /* behind the program; NULL: there is nothing to do */
    /* What begin made, when the VM is gone. NULL: there is nothing to do */
    void (*release)(struct profiling *profiling);
    /* Rows that no rule counted. NULL: there are none */
    void (*each)(struct profiling *profiling, void (*tell)(void *context, const struct vm_row *row),
                 void *context);
    /* Hears the VM's events while the program runs, in the thread that sends them. NULL: none */
    void (*hear)(struct profiling *profiling, const struct event *event);
    bool (*takes)(const struct vm_row *row); /* what belongs into the table; NULL: all */
    /* Adds notes to the table, which is complete else; [groups] are its rows, and behind them all together. NULL: there are none */
    void (*conclude)(const struct profiling *profiling, const struct profile_group *groups,
                     struct profile_table *table);
    /* Makes a further table, of what [whole], all rows together, is made up of. NULL: there is none */
    void (*distribute)(const struct profiling *profiling, const struct profile_group *whole,
                       struct profile_table *table);
};

/* What a profiler does in one run. */
struct profiling {
    const struct profiler *profiler;
    struct vm *vm;
    struct vm_profile *profile;
    struct arena *arena;
    size_t first_rule; /* among the rules of the profile */
    enum vm_key by[BY_COUNT];
    size_t by_count;
    int64_t every;           /* the longest interval of its rules that are sampled; 0: none is */
    bool counts_all_instead; /* of a rule that was to be sampled */
    bool counts_all_for_trees;
    int levels;                              /* of contexts, unless its rules say themselves */
    const struct profiling_options *options; /* from when it begins */
    void *state;                             /* from begin */
    struct profile_places *places;           /* while tables are made */
    struct arena *hearing;                   /* for what is heard */
    void *heard; /* the profiler's own, in that arena; NULL: nothing was heard */
};

/* One row to a thing that they count; as YAML names their rooms' tables. */
#define PROFILER(name) extern const struct profiler profiler_##name;
#include "profilers/profilers.def"
#undef PROFILER

#define ARRAY_COUNT(array) (sizeof(array) / sizeof *(array))

/* Of a struct profiler, whose file calls its tables by the names of the members. */
#define PROFILER_ARRAYS                                                                            \
    .rules = rules, .rule_count = ARRAY_COUNT(rules), .by = by, .by_count = ARRAY_COUNT(by),       \
    .needs = needs, .need_count = ARRAY_COUNT(needs), .values = values,                            \
    .value_count = ARRAY_COUNT(values)

bool key_is_among(const enum vm_key *keys, size_t count, enum vm_key key);
bool profiling_is_by(const struct profiling *profiling, enum vm_key key);
/* The number of the first interval that this mark ends; of none: the last, which is ended by none. */
size_t profiling_interval(const struct profiling *profiling, const char *mark);
/* By a key that tells methods that were inlined apart from their root. */
bool profiling_is_by_bytecode(const struct profiling *profiling);

/* Of rows: for the [takes] of values. Compares what the table of keys names. */
bool row_is_of_kind(const struct vm_row *row, enum vm_kind kind);
bool row_is_interpreted(const struct vm_row *row);

/* The array, of [count] items in an arena, with room for one more. */
void *profile_array_with_room(struct arena *arena, void *items, size_t count, size_t size);

/* --- parts of a group's count, most first --- */

struct profile_part {
    const char *text; /* interned; NULL: none is known */
    int64_t count;
};

struct profile_parts {
    struct profile_part *items;
    size_t count;
    int64_t sum;
};

void profile_parts_add(struct arena *arena, struct profile_parts *parts, const char *text,
                       int64_t count);
void profile_parts_sort(struct profile_parts *parts);
/* By a key that is a text; sorted. */
struct profile_parts profile_parts_by(struct arena *arena, const struct profile_group *group,
                                      enum vm_key key);
/* "A 75.0 %, B 25.0 %", and how many more than [most] there are. */
const char *profile_parts_text(struct arena *arena, const struct profile_parts *parts, size_t most);

/* --- what is said below a table --- */

/* Adds a line. */
void profile_table_note(struct arena *arena, struct profile_table *table, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* From tick to tick; 0 or less where there was none, or the clock stood still or went back. */
const char *timer_reached(struct arena *arena, double milliseconds);
/* A row's keys as texts. */
const char *profile_group_name(const struct profiling *profiling,
                               const struct profile_group *group);

#endif
