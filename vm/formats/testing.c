/* TESTING: profiles made by hand. */
#include "formats/testing.h"

#include <string.h>

#include "base/die.h"

#define TEXT(value)                                                                                \
    {                                                                                              \
        { .text = (value) }                                                                        \
    }
#define NUMBER(value)                                                                              \
    {                                                                                              \
        { .number = (value) }                                                                      \
    }
#define SHARE(value)                                                                               \
    {                                                                                              \
        { .share = (value) }                                                                       \
    }
#define PLACE(value)                                                                               \
    {                                                                                              \
        { .frame = &(value) }                                                                      \
    }
#define NOTHING                                                                                    \
    {                                                                                              \
        { 0 }                                                                                      \
    }
#define ROW(...)        ((const struct profile_cell[]){__VA_ARGS__})
#define ROWS(name, ...) static const struct profile_cell *const name##_rows[] = {__VA_ARGS__};
#define COUNT_OF(array) (sizeof(array) / sizeof *(array))
#define TABLE(table, words, keys, main_column, most, ...)                                          \
    {                                                                                              \
        .name = #table, .meaning = words, .columns = table##_columns,                              \
        .column_count = COUNT_OF(table##_columns), .key_count = keys, .rows = table##_rows,        \
        .row_count = COUNT_OF(table##_rows), .main = main_column, .top = most,                     \
        .totals = table##_totals, __VA_ARGS__                                                      \
    }

/* --- main calls run, which inlined add, which inlined the constructor of Box --- */

static const struct profile_frame main_frame = {
    "demo.Main.main([Ljava/lang/String;)V", "Main.java", 4, 7, false, NULL};
static const struct profile_frame run_frame = {
    "demo.Main.run(IJ)Ljava/util/List;", "Main.java", 12, 15, false, &main_frame};
static const struct profile_frame add_frame = {
    "demo.Bag.add(Ljava/lang/Object;[[I)Z", "Bag.java", 3, 21, true, &run_frame};
static const struct profile_frame box_frame = {
    "demo.Box.<init>(I)V", "Box.java", 5, 9, true, &add_frame};
static const struct profile_frame box_again = {
    "demo.Box.<init>(I)V", "Box.java", 5, 9, true, &run_frame};
static const struct profile_frame native_frame = {
    "java.lang.Object.clone()Ljava/lang/Object;", NULL, -1, 0, false, &run_frame};
/* A recursion, of two levels. */
static const struct profile_frame fib_frame = {"demo.Main.fib(I)I", "Main.java", 8, 30, false,
                                               &main_frame};
static const struct profile_frame fib_below = {"demo.Main.fib(I)I", "Main.java", 8, 30, false,
                                               &fib_frame};

static const struct profile_column allocations_columns[] = {
    {"mark", "Mark", "the interval", PROFILE_TEXT},
    {"path", "Path", NULL, PROFILE_PATH},
    {"class", "Class", NULL, PROFILE_TEXT},
    {"kind", "Kind", NULL, PROFILE_TEXT},
    {"inlined", "Inlined", NULL, PROFILE_FLAG},
    {"count", "Objects", "objects that were made", PROFILE_COUNT},
    {"bytes", "Bytes", "their bytes", PROFILE_BYTES},
};
ROWS(allocations, /* by bytes */
     ROW(TEXT("iteration 1"), PLACE(box_frame), TEXT("demo.Box"), TEXT("TLAB"), NUMBER(1),
         NUMBER(1000), NUMBER(16000)),
     ROW(TEXT("iteration 15"), PLACE(box_frame), TEXT("demo.Box"), TEXT("ELIMINATED"), NUMBER(1),
         NUMBER(500), NUMBER(8000)),
     ROW(TEXT("iteration 15"), PLACE(box_again), TEXT("demo.Box"), TEXT("HEAP"), NUMBER(1),
         NUMBER(2), NUMBER(4096)),
     ROW(TEXT("iteration 1"), PLACE(native_frame), TEXT("[I"), TEXT("NATIVE"), NUMBER(0), NUMBER(3),
         NUMBER(1024)),
     ROW(TEXT("iteration 1"), PLACE(fib_below), TEXT("[Ljava/lang/String;"), NOTHING, NUMBER(0),
         NUMBER(10), NUMBER(240)),
     ROW(TEXT("iteration 1"), PLACE(fib_frame), TEXT("[Ljava/lang/String;"), NOTHING, NUMBER(0),
         NUMBER(5), NUMBER(120)),
     ROW(TEXT("iteration 1"), NOTHING, TEXT("java.lang.Thread"), TEXT("NATIVE"), NUMBER(0),
         NUMBER(1), NUMBER(96)))
static const struct profile_cell allocations_totals[] = {
    NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NUMBER(1521), NUMBER(29576)};
static const char *const allocations_notes[] = {"3 sites were never executed",
                                                "all of them in <clinit>"};

/* --- sites alone --- */

static const struct profile_frame first_site = {
    "demo.Main.run(IJ)Ljava/util/List;", "Main.java", 3, 12, false, NULL};
static const struct profile_frame second_site = {
    "demo.Main.run(IJ)Ljava/util/List;", "Main.java", 9, 12, false, NULL};
static const struct profile_column calls_columns[] = {
    {"site", "Site", NULL, PROFILE_SITE},
    {"callee", "Callee", NULL, PROFILE_TEXT},
    {"calls", "Calls", NULL, PROFILE_COUNT},
    {"single", "One class", "share of calls of the most frequent class", PROFILE_SHARE},
    {"receivers", "Receivers", NULL, PROFILE_LIST},
};
ROWS(calls,
     ROW(PLACE(first_site), TEXT("java.util.List.get(I)Ljava/lang/Object;"), NUMBER(75),
         SHARE(2.0 / 3), TEXT("demo.A 67 %, demo.B 33 %")),
     ROW(PLACE(second_site), TEXT("demo.Main.twice(D)D"), NUMBER(25), SHARE(1), NOTHING))
static const struct profile_cell calls_totals[] = {NOTHING, NOTHING, NUMBER(100), NOTHING, NOTHING};

/* --- no place --- */

static const struct profile_column switches_columns[] = {
    {"thread", "Thread", NULL, PROFILE_TEXT},
    {"case", "Case", NULL, PROFILE_ORDINAL},
    {"count", "Count", NULL, PROFILE_COUNT},
};
ROWS(switches, ROW(TEXT("main"), NUMBER(-5), NUMBER(40)), ROW(TEXT("main"), NUMBER(7), NUMBER(2)),
     ROW(TEXT("worker 1"), NUMBER(7), NUMBER(1)))
static const struct profile_cell switches_totals[] = {NOTHING, NOTHING, NUMBER(43)};

static const struct profile_column ages_columns[] = {
    {"age", "Age", "the logarithm of bytes", PROFILE_ORDINAL},
    {"standard", "Standard", NULL, PROFILE_COUNT},
    {"aware", "Aware", NULL, PROFILE_COUNT},
};
ROWS(ages, ROW(NUMBER(4), NUMBER(100), NUMBER(3)), ROW(NUMBER(5), NUMBER(60), NUMBER(20)),
     ROW(NUMBER(9), NUMBER(0), NUMBER(11)))
static const struct profile_cell ages_totals[] = {NOTHING, NUMBER(160), NUMBER(34)};

static const struct profile_column waits_columns[] = {
    {"site", "Site", NULL, PROFILE_SITE},
    {"thread", "Thread", NULL, PROFILE_TEXT},
    {"count", "Count", NULL, PROFILE_COUNT},
    {"waited_ns", "Waited", "until others had left the monitor", PROFILE_TIME},
};
ROWS(waits, ROW(PLACE(first_site), TEXT("worker 1"), NUMBER(2), NUMBER(12345678901)),
     ROW(PLACE(first_site), TEXT("main"), NUMBER(1), NUMBER(51300)),
     ROW(PLACE(second_site), TEXT("main"), NUMBER(7), NUMBER(0)))
static const struct profile_cell waits_totals[] = {NOTHING, NOTHING, NUMBER(10),
                                                   NUMBER(12345730201)};

/* --- rows of rules with keys of their own --- */

static const struct profile_column mixed_columns[] = {
    {"class", "Class", NULL, PROFILE_TEXT},
    {"taken", "Taken", NULL, PROFILE_FLAG},
    {"code", "Code", NULL, PROFILE_ORDINAL},
    {"count", "Count", NULL, PROFILE_COUNT},
};
ROWS(mixed, ROW(TEXT("demo.Box"), NUMBER(PROFILE_NO_NUMBER), NUMBER(0), NUMBER(4)),
     ROW(NOTHING, NUMBER(0), NUMBER(PROFILE_NO_NUMBER), NUMBER(2)),
     ROW(NOTHING, NUMBER(PROFILE_NO_NUMBER), NUMBER(PROFILE_NO_NUMBER), NUMBER(1)))
static const struct profile_cell mixed_totals[] = {NOTHING, NOTHING, NOTHING, NUMBER(7)};

/* --- hard to write --- */

static const struct profile_frame quoted_frame = {
    "odd.\"Q\\uote\".a b;c<&>'`{}|$()V", "we \"ird\".java", 0, 1, false, NULL};
static const struct profile_frame lambda_frame = {
    "odd.Caf\xc3\xa9$$Lambda$1/0x7f.lambda$main$0(Lodd/\xe6\x97\xa5\xe6\x9c\xac;)V",
    "Caf\xc3\xa9.java",
    0,
    2,
    false,
    &quoted_frame};
static const struct profile_frame pair_frame =
    {/* beyond U+FFFF as class files have it; then no character */
     "odd.\xed\xa0\xbd\xed\xb8\x80.\xff()V", NULL, -1, 0, true, &lambda_frame};
static const struct profile_frame unlike_frame = {"not a method(", NULL,  70000,
                                                  2147483647,      false, &quoted_frame};
static const struct profile_column hostile_columns[] = {
    {"path", "Path", NULL, PROFILE_PATH},
    {"mark", "Mark, \"quoted\"", "a <b> & c", PROFILE_TEXT},
    {"count", "Count", NULL, PROFILE_COUNT},
};
ROWS(hostile, ROW(PLACE(pair_frame), TEXT("two\nlines\tand; more 15"), NUMBER(9000000000000000000)),
     ROW(PLACE(lambda_frame), TEXT("=1+1,\"x\""), NUMBER(200000000000000000)),
     ROW(PLACE(unlike_frame), TEXT(""), NUMBER(1)), ROW(PLACE(quoted_frame), NOTHING, NUMBER(0)))
static const struct profile_cell hostile_totals[] = {NOTHING, NOTHING, NUMBER(9200000000000000001)};

static const struct profile_column nothing_columns[] = {
    {"site", "Site", NULL, PROFILE_SITE},
    {"count", "Count", NULL, PROFILE_COUNT},
};
static const struct profile_cell nothing_totals[] = {NOTHING, NUMBER(0)};

static const struct profile_table tables[] = {
    TABLE(allocations, "objects by path", 5, 6, 5, .notes = allocations_notes,
          .note_count = COUNT_OF(allocations_notes)),
    TABLE(calls, "calls by site", 2, 2, 20, .note_count = 0),
    TABLE(switches, "cases by thread", 2, 2, 20, .note_count = 0),
    TABLE(ages, "objects by age", 1, 1, 20, .note_count = 0),
    TABLE(waits, "waits by site", 2, 3, 20, .note_count = 0),
    TABLE(mixed, "what rules count", 3, 3, 20, .note_count = 0),
    TABLE(hostile, "names & <amounts> that are \"hard\"", 2, 2, 20, .note_count = 0),
    {.name = "nothing",
     .meaning = "no rows",
     .columns = nothing_columns,
     .column_count = COUNT_OF(nothing_columns),
     .key_count = 1,
     .main = 1,
     .top = 20,
     .totals = nothing_totals},
};

static const char *const marks[] = {"iteration 1", "iteration 15"};

const struct profile_tables hand_made = {"demo.Main \"an argument\"", marks, COUNT_OF(marks),
                                         tables, COUNT_OF(tables)};

struct profile_tables hand_made_alone(const char *name) {
    struct profile_tables alone = hand_made;
    for (size_t i = 0; i < COUNT_OF(tables); i++)
        if (strcmp(tables[i].name, name) == 0) {
            alone.tables = &tables[i];
            alone.table_count = 1;
            return alone;
        }
    BUG("no table is called %s", name);
}
