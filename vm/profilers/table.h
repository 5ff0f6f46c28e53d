/* What a profiler found, as plain data: tables of columns and rows, from which the printed table and every file format
 * are made. All belongs to one arena, or lives as long as the VM.
 *
 * A writer of a format is given all tables of a run (struct profile_tables), one for each profiler that was asked for. It may
 * rely on this: the columns that are keys come before those that are values; no two rows have equal keys; rows are in the
 * order in which they are to be shown; a run that was cut by marks has a key column `mark`. */
#ifndef PROFILERS_TABLE_H
#define PROFILERS_TABLE_H

#include "vm.h"

/* A place, and where it was called from. */
struct profile_frame {
    const char *method;  /* "a.b.A.foo(I)V" */
    const char *file;    /* the source file of its class, without folders; NULL: not known */
    int bci;             /* -1: the method as a whole, or one without bytecode */
    unsigned line : 31;  /* 0: not known */
    bool is_inlined : 1; /* into the compilation of its caller */
    const struct profile_frame *caller; /* NULL: it is the outermost that is known */
};

#define PROFILE_NO_NUMBER INT64_MIN

enum profile_column_kind {
    PROFILE_TEXT,    /* a key: class, callee, thread ...; `text` */
    PROFILE_FLAG,    /* a key: `number` is 0 or 1 */
    PROFILE_ORDINAL, /* a key that is a number: code, case ...; `number` */
    PROFILE_SITE,    /* a key: `frame` without callers */
    PROFILE_PATH,    /* a key: `frame` and its callers, outwards: inlined paths and contexts */
    PROFILE_COUNT,   /* a value: executions; `number`. Values can be added up */
    PROFILE_BYTES,   /* a value, likewise */
    PROFILE_LENGTH,  /* a value, likewise: elements of arrays */
    PROFILE_TIME,    /* a value, likewise: nanoseconds */
    PROFILE_SHARE,   /* a value that cannot be added up: `share`, 0 to 1 */
    PROFILE_LIST,    /* a value that cannot be added up: `text`, as "A 60 %, B 40 %" */
};

struct profile_column {
    const char *name;    /* unique in its table, as "site", "tlab", "tlab_bytes": of files */
    const char *header;  /* of the printed table and of pictures, as "TLAB" */
    const char *meaning; /* a sentence without its period; NULL: the name says it */
    enum profile_column_kind kind;
};

/* By the kind of its column. */
struct profile_cell {
    union {
        int64_t number;   /* of a key, PROFILE_NO_NUMBER: there is none */
        const char *text; /* NULL: there is none, printed as "-" */
        double share;
        const struct profile_frame *frame; /* NULL: nowhere in a program */
    };
};

struct profile_table {
    const char *name;    /* of the profiler, "allocations" */
    const char *meaning; /* what its rows are, in words */
    const struct profile_column *columns;
    size_t column_count, key_count; /* the first key_count columns are keys */
    const struct profile_cell *const *rows;
    size_t row_count;
    size_t main;     /* the value column by which rows are sorted, and which pictures show */
    bool is_sampled; /* its main amount is of samples, drawn at random */
    int64_t
        independent; /* of such samples: so many, of one weight, are worth as much; 0: as many as the amount */
    const char *levels; /* of contexts that are keys: a number, or all; NULL: not told */
    size_t top;         /* rows that are printed where a person reads; files have all */
    const struct profile_cell
        *totals;              /* by column, over all rows; of values that can be added up */
    const char *const *notes; /* lines below the table: what else is to be said */
    size_t note_count;
};

struct profile_tables {
    const char *command;      /* the main class or jar, and its arguments */
    const char *const *marks; /* texts, in order */
    size_t mark_count;
    const struct profile_table *tables;
    size_t table_count;
};

static inline bool profile_column_is_key(enum profile_column_kind kind) {
    return kind <= PROFILE_PATH;
}

/* Printed as "-": a key that the rule of the row does not have, a place outside of the program, a list of nothing. */
static inline bool profile_cell_is_none(enum profile_column_kind kind,
                                        const struct profile_cell *cell) {
    switch (kind) {
    case PROFILE_TEXT:
    case PROFILE_LIST: return !cell->text;
    case PROFILE_FLAG:
    case PROFILE_ORDINAL: return cell->number == PROFILE_NO_NUMBER;
    case PROFILE_SITE:
    case PROFILE_PATH: return !cell->frame;
    case PROFILE_COUNT:
    case PROFILE_BYTES:
    case PROFILE_LENGTH:
    case PROFILE_TIME:
    case PROFILE_SHARE: return false;
    }
    return false;
}

/* Can values of the column be added up? */
static inline bool profile_column_is_sum(enum profile_column_kind kind) {
    return kind >= PROFILE_COUNT && kind <= PROFILE_TIME;
}

#endif
