/* What files in each format say, and which outputs are refused. What foreign programs make of them: tests/formats_test.sh. */
#include "base/check_run.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/intern.h"
#include "base/memory.h"
#include "formats/beside.h"
#include "formats/compare.h"
#include "formats/formats.h"
#include "formats/json.h"
#include "formats/names.h"
#include "formats/stack.h"
#include "formats/testing.h"

/* What the format writes; to be freed. */
static char *written(const char *format, const struct profile_tables *profile) {
    char *text = NULL;
    size_t size;
    const char *path;
    struct diag diag = DIAG_INIT;
    char name[64];
    snprintf(name, sizeof name, "%s:x", format);
    const struct profile_format *found = format_of_output(name, &path, &diag);
    ck_assert_ptr_nonnull(found);
    ck_assert(found->load(&diag));
    FILE *out = open_memstream(&text, &size);
    found->write(profile, out);
    fclose(out);
    return text;
}

static void check_written(const char *format, const char *table, const char *expected) {
    struct profile_tables profile = hand_made_alone(table);
    char *text = written(format, &profile);
    ck_assert_str_eq(text, expected);
    free(text);
}

static void check_holds(const char *format, const char *table, const char *part) {
    struct profile_tables profile = hand_made_alone(table);
    char *text = written(format, &profile);
    ck_assert_msg(strstr(text, part) != NULL, "no '%s' in:\n%s", part, text);
    free(text);
}

/* --- names --- */

START_TEST(methods_have_javas_types) {
    ck_assert_str_eq(java_name("a.A.foo(I[Ljava/lang/String;[[J)V"),
                     "a.A.foo(int, java.lang.String[], long[][])");
    ck_assert_str_eq(java_name("A.<init>()V"), "A.<init>()");
    ck_assert_str_eq(java_name("[Ljava/lang/Object;"), "java.lang.Object[]");
    ck_assert_str_eq(java_name("[[Z"), "boolean[][]");
}
END_TEST

START_TEST(what_only_resembles_a_name_stays) {
    static const char *const texts[] = {
        "",        "a",      "[",    "[X",       "[V",  "A.f(",    "A.f()",       "A.f(I",
        "A.f(V)V", "A.f(X)", "(I)V", "A.f(L;)V", "I)V", "A.f()Vx", "A.f(I)V (x)", "f (12 times)"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ck_assert_str_eq(java_name(texts[i]), texts[i]);
}
END_TEST

START_TEST(names_are_utf8) {
    ck_assert_str_eq(java_name("\xed\xa0\xbd\xed\xb8\x80.f(I)V"), "\xf0\x9f\x98\x80.f(int)");
    ck_assert_str_eq(java_name("a\xff"), "a\\u00ff");
}
END_TEST

/* --- outputs --- */

static const struct profile_format *chosen(const char *output) {
    const char *path;
    struct diag diag = DIAG_INIT;
    return format_of_output(output, &path, &diag);
}

START_TEST(a_format_is_chosen_by_extension_or_by_the_word_in_front) {
    const char *path;
    struct diag diag = DIAG_INIT;
    for (size_t i = 0; format_at(i); i++) {
        char name[64];
        snprintf(name, sizeof name, "dir.csv/a%s", format_at(i)->extension);
        ck_assert_ptr_eq(chosen(name), format_at(i));
        snprintf(name, sizeof name, "%s:b", format_at(i)->name);
        ck_assert_ptr_eq(format_of_output(name, &path, &diag), format_at(i));
        ck_assert_str_eq(path, "b");
    }
}
END_TEST

START_TEST(a_name_without_a_format_is_refused) {
    struct diag diag = DIAG_INIT;
    const char *path;
    ck_assert_ptr_null(format_of_output("dir.csv/a.jsn", &path, &diag));
    ck_assert_ptr_nonnull(
        strstr(diag.message,
               "cannot tell the format of 'dir.csv/a.jsn' by its name; did you mean '.json'?"));
    ck_assert_ptr_null(chosen("profile"));
    ck_assert_ptr_null(chosen(".json"));
}
END_TEST

START_TEST(what_cannot_be_opened_is_found_before_anything_is_written) {
    struct profile_output output;
    struct diag diag = DIAG_INIT;
    ck_assert(!output_open(&output, "/nowhere/a.json", &diag));
    ck_assert_str_eq(diag.message, "cannot write '/nowhere/a.json': No such file or directory");
}
END_TEST

START_TEST(a_full_disk_is_an_error_of_its_file_alone) {
    struct profile_output outputs[2];
    struct diag diag = DIAG_INIT;
    char good[] = "/tmp/formats_test.XXXXXX";
    close(mkstemp(good));
    char name[64], good_name[64];
    snprintf(good_name, sizeof good_name, "csv:%s", good);
    for (size_t i = 0; format_at(i); i++) {
        struct diag full = DIAG_INIT;
        snprintf(name, sizeof name, "%s:/dev/full", format_at(i)->name);
        ck_assert(output_open(&outputs[0], name, &diag));
        ck_assert(output_open(&outputs[1], good_name, &diag));
        ck_assert(!output_write(&outputs[0], &hand_made, &full));
        ck_assert_str_eq(full.message, "cannot write '/dev/full': No space left on device");
        ck_assert(output_write(&outputs[1], &hand_made, &diag));
        struct stat status;
        ck_assert(stat(good, &status) == 0 && status.st_size > 0);
    }
    unlink(good);
}
END_TEST

START_TEST(every_format_writes_a_profile_without_tables) {
    struct profile_tables none = {"Main", NULL, 0, NULL, 0};
    for (size_t i = 0; format_at(i); i++) free(written(format_at(i)->name, &none));
}
END_TEST

/* --- texts --- */

START_TEST(a_table_is_aligned) {
    check_written(
        "table", "calls",
        "calls: calls by site\n"
        "Site                                  Callee                   Calls  One class  "
        "Receivers\n"
        "demo.Main.run(int, long):3 (line 12)  java.util.List.get(int)     75    66.67 %  demo.A "
        "67 %, demo.B 33 %\n"
        "demo.Main.run(int, long):9 (line 12)  demo.Main.twice(double)     25   100.00 %  -\n"
        "total                                                            100\n");
}
END_TEST

START_TEST(people_are_shown_the_first_rows) {
    struct profile_tables profile = hand_made_alone("allocations");
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    format_print(&profile, false, out);
    fclose(out);
    ck_assert_ptr_nonnull(strstr(text, "\n... and 2 more rows\n"));
    ck_assert_ptr_nonnull(
        strstr(text, "29576\n3 sites were never executed\nall of them in <clinit>\n"));
    ck_assert_ptr_null(strstr(text, "java.lang.Thread"));
    free(text);
}
END_TEST

START_TEST(csv_quotes_what_needs_it) {
    check_written("csv", "hostile",
                  "path,mark,count\r\n"
                  "\"odd.\xf0\x9f\x98\x80.\\u00ff() < "
                  "odd.Caf\xc3\xa9$$Lambda$1/0x7f.lambda$main$0(odd.\xe6\x97\xa5\xe6\x9c\xac):0 "
                  "(line 2) < odd.\"\"Q\\uote\"\".a b;c<&>'`{}|$():0 (line 1)\",\"two\nlines\tand; "
                  "more 15\",9000000000000000000\r\n"
                  "\"odd.Caf\xc3\xa9$$Lambda$1/0x7f.lambda$main$0(odd.\xe6\x97\xa5\xe6\x9c\xac):0 "
                  "(line 2) < odd.\"\"Q\\uote\"\".a b;c<&>'`{}|$():0 (line "
                  "1)\",\"=1+1,\"\"x\"\"\",200000000000000000\r\n"
                  "\"not a method(:70000 (line 2147483647) < odd.\"\"Q\\uote\"\".a "
                  "b;c<&>'`{}|$():0 (line 1)\",,1\r\n"
                  "\"odd.\"\"Q\\uote\"\".a b;c<&>'`{}|$():0 (line 1)\",,0\r\n");
}
END_TEST

START_TEST(json_has_names_with_and_without_descriptors) {
    check_holds("json", "calls",
                "{\"name\": \"demo.Main.run(int, long)\", \"method\": "
                "\"demo.Main.run(IJ)Ljava/util/List;\", \"file\": \"Main.java\", \"bci\": 3, "
                "\"line\": 12, \"inlined\": false, \"caller\": null}");
    check_holds("json", "calls", "[1, \"demo.Main.twice(D)D\", 25, 1, null]");
    check_holds("json", "hostile", "\"two\\u000alines\\u0009and; more 15\"");
}
END_TEST

START_TEST(inlined_frames_are_marked) {
    check_holds("json", "allocations",
                "\"file\": \"Box.java\", \"bci\": 5, \"line\": 9, \"inlined\": true");
    check_holds("folded", "allocations",
                ";demo.Main.run(int, long) (line 15);demo.Box.<init>(int) (line 9)_[i];");
}
END_TEST

START_TEST(a_recursion_counts_once_in_what_is_below_it) {
    check_holds("dot", "allocations", "[self=0, total=360, label=\"demo.Main.fib(int)\"");
}
END_TEST

/* One row, of a recursion. */
static char *written_of_depth(const char *format, int depth) {
    static struct profile_frame frames[STACK_MOST_FRAMES + 8];
    static const struct profile_column columns[] = {
        {.name = "context", .header = "context", .kind = PROFILE_PATH},
        {.name = "calls", .header = "calls", .kind = PROFILE_COUNT}};
    for (int i = 0; i < depth; i++)
        frames[i] = (struct profile_frame){
            .method = "A.f()V", .bci = -1, .caller = i + 1 < depth ? &frames[i + 1] : NULL};
    struct profile_cell cells[2] = {0}, totals[2] = {0};
    const struct profile_cell *rows[] = {cells};
    cells[0].frame = frames;
    cells[1].number = totals[1].number = 7;
    const struct profile_table table = {.name = "contexts",
                                        .meaning = "calls",
                                        .columns = columns,
                                        .column_count = 2,
                                        .key_count = 1,
                                        .rows = rows,
                                        .row_count = 1,
                                        .main = 1,
                                        .totals = totals};
    return written(format, &(struct profile_tables){.tables = &table, .table_count = 1});
}

static int count_in(const char *text, const char *part) {
    int count = 0;
    while ((text = strstr(text, part))) count++, text++;
    return count;
}

START_TEST(deep_stacks_have_their_innermost_frames_and_say_so) {
    char *whole = written_of_depth("folded", STACK_MOST_FRAMES);
    ck_assert_ptr_null(strstr(whole, "further callers"));
    ck_assert_int_eq(count_in(whole, "A.f()"), STACK_MOST_FRAMES);
    char *cut = written_of_depth("folded", STACK_MOST_FRAMES + 5);
    ck_assert_int_eq(strncmp(cut, "further callers;A.f();", 22), 0);
    ck_assert_int_eq(count_in(cut, "A.f()"), STACK_MOST_FRAMES);
    ck_assert_ptr_nonnull(strstr(cut, " 7\n"));
    char *speedscope = written_of_depth("speedscope", STACK_MOST_FRAMES + 5);
    ck_assert_ptr_nonnull(strstr(speedscope, intern_format(STACKS_ARE_CUT, STACK_MOST_FRAMES)));
    ck_assert_ptr_nonnull(strstr(speedscope, "\"name\": \"further callers\""));
    char *csv = written_of_depth("csv", STACK_CSV_FRAMES + 5);
    ck_assert_int_eq(count_in(csv, "A.f()"), STACK_CSV_FRAMES);
    ck_assert_ptr_nonnull(strstr(csv, " < A.f() < ... and 5 more,7\r\n"));
    char *all = written_of_depth("json", STACK_MOST_FRAMES + 5);
    ck_assert_int_eq(count_in(all, "\"name\": \"A.f()\""), STACK_MOST_FRAMES + 5);
    free(whole);
    free(cut);
    free(speedscope);
    free(csv);
    free(all);
}
END_TEST

/* The one call of the recursion has the stack's amount once, however deep it is. */
START_TEST(a_call_that_a_stack_has_often_counts_once_in_callgrind) {
    char *text = written_of_depth("callgrind", STACK_MOST_FRAMES);
    ck_assert_ptr_nonnull(strstr(text, "calls=1 0\n0 7\n"));
    ck_assert_int_eq(count_in(text, "calls=1"), 1);
    free(text);
}
END_TEST

START_TEST(a_call_that_a_stack_has_often_counts_once_in_the_graph) {
    char *text = written_of_depth("dot", STACK_MOST_FRAMES);
    ck_assert_ptr_nonnull(strstr(text, "[self=7, total=7, "));
    ck_assert_ptr_nonnull(strstr(text, "n0_0 -> n0_0 [label=\"7\", "));
    free(text);
}
END_TEST

START_TEST(a_flame_graph_is_as_high_as_it_may_be) {
    char *text = written_of_depth("svg", STACK_MOST_FRAMES);
    ck_assert_int_eq(count_in(text, "<rect "), 150);
    free(text);
}
END_TEST

START_TEST(times_are_milliseconds_for_people_and_nanoseconds_in_files) {
    check_written("table", "waits",
                  "waits: waits by site\n"
                  "Site                                  Thread    Count        Waited\n"
                  "demo.Main.run(int, long):3 (line 12)  worker 1      2  12345.678 ms\n"
                  "demo.Main.run(int, long):3 (line 12)  main          1      0.051 ms\n"
                  "demo.Main.run(int, long):9 (line 12)  main          7             0\n"
                  "total                                              10  12345.730 ms\n");
    check_holds("csv", "waits", ",worker 1,2,12345678901\r\n");
    check_holds("json", "waits", "\"kind\": \"nanoseconds\"");
    check_holds("xml", "waits", "<number>51300</number>");
    check_holds("speedscope", "waits", "\"unit\": \"nanoseconds\"");
    check_holds("svg", "waits", ">12345.678 ms<");
    check_holds("svg", "waits", "data-amount=\"12345678901\"");
    check_holds("dot", "waits", "\\n0.051 ms (0.00 %)\"");
    check_holds("dot", "waits", "[self=12345678901, ");
}
END_TEST

START_TEST(keys_that_a_row_does_not_have_are_told_as_none) {
    check_written("table", "mixed",
                  "mixed: what rules count\n"
                  "Class     Taken  Code  Count\n"
                  "demo.Box      -     0      4\n"
                  "-            no     -      2\n"
                  "-             -     -      1\n"
                  "total                      7\n");
    check_written("csv", "mixed", "class,taken,code,count\r\ndemo.Box,,0,4\r\n,0,,2\r\n,,,1\r\n");
    check_holds("json", "mixed", "[\"demo.Box\", null, 0, 4]");
    check_holds("json", "mixed", "[null, false, null, 2]");
    check_holds("json", "mixed", "[null, null, null, 1]");
    check_holds("xml", "mixed", "<text>demo.Box</text><none/><number>0</number>");
    check_holds("xml", "mixed", "<none/><flag>false</flag><none/>");
    check_holds("folded", "mixed", "[demo.Box];[code 0] 4\n[not taken] 2\n[mixed] 1\n");
}
END_TEST

START_TEST(names_are_escaped_as_the_format_has_it) {
    check_holds("folded", "hostile", "odd.\"Q\\uote\".a b,c<&>'`{}|$() (line 1);");
    check_holds("dot", "hostile", "label=\"odd.\\\"Q\\\\uote\\\".a b;c<&amp;>'`{}|$()\"");
    check_holds("callgrind", "hostile", ") two lines and; more 15\n");
}
END_TEST

/* --- reading --- */

static bool read_text(struct arena *arena, const char *text, struct profile_tables *out,
                      struct diag *diag) {
    return profile_of_json(arena, "a.json", text, strlen(text), out, diag);
}

START_TEST(what_json_says_is_read_again) {
    struct arena arena;
    struct profile_tables again;
    struct diag diag = DIAG_INIT;
    char *text = written("json", &hand_made);
    arena_init(&arena);
    ck_assert_msg(read_text(&arena, text, &again, &diag), "%s", diag.message);
    char *second = written("json", &again);
    ck_assert_str_eq(second, text);
    free(text);
    free(second);
    arena_release(&arena);
}
END_TEST

START_TEST(files_of_version_1_are_read) {
    struct arena arena;
    struct profile_tables profile;
    struct diag diag = DIAG_INIT;
    struct strbuf text = STRBUF_INIT;
    arena_init(&arena);
    ck_assert(
        file_read(SOURCE_DIR "/tests/profiles/version_1.json", &text, (struct place){0}, &diag));
    ck_assert_msg(read_text(&arena, strbuf_text(&text), &profile, &diag), "%s", diag.message);
    ck_assert_uint_eq(profile.table_count, 6);
    ck_assert_str_eq(profile.tables[0].rows[3][1].frame->caller->caller->method,
                     "demo.Main.main([Ljava/lang/String;)V");
    strbuf_release(&text);
    arena_release(&arena);
}
END_TEST

/* The calls as JSON, with [from] replaced; NULL: all of it. */
static char *altered(const char *from, const char *to) {
    struct profile_tables profile = hand_made_alone("calls");
    struct strbuf text = STRBUF_INIT;
    char *original = written("json", &profile);
    char *found = from ? strstr(original, from) : original;
    ck_assert_msg(found, "no '%s' in:\n%s", from, original);
    strbuf_add(&text, original, (size_t)(found - original));
    strbuf_add_text(&text, to);
    if (from) strbuf_add_text(&text, found + strlen(from));
    free(original);
    return strbuf_detach(&text);
}

static const struct {
    const char *from, *to, *message;
} refused[] = {
    {NULL, "", "a.json:1: no profile of jitvm: '[' or '{' expected near end of file"},
    {NULL, "[]",
     "a.json: no profile of jitvm: it does not begin with \"format\": \"jittest-profile\""},
    {NULL, "{\"format\": \"other\"}",
     "a.json: no profile of jitvm: it does not begin with \"format\": \"jittest-profile\""},
    {"\"version\": 1", "\"version\": 2",
     "a.json: a profile of version 2; this jitvm reads version 1"},
    {"\"version\": 1", "\"version\": \"1\"", "a.json: no profile of jitvm: 'version' is no number"},
    {"\"frames\"", "\"flames\"", "a.json: no profile of jitvm: 'frames' is no list"},
    {"\"caller\": null", "\"caller\": 0", "a.json: no profile of jitvm: 'caller' is out of range"},
    {"\"bci\": 3", "\"bci\": -2", "a.json: no profile of jitvm: 'bci' is out of range"},
    {"\"line\": 12", "\"line\": 2147483648", "a.json: no profile of jitvm: 'line' is out of range"},
    {"\"kind\": \"site\"", "\"kind\": \"sight\"",
     "a.json: no profile of jitvm: no column is of the kind 'sight'"},
    {"\"keys\": 2", "\"keys\": 3",
     "a.json: no profile of jitvm: the column 'calls' is at the wrong side of 'keys'"},
    {"\"keys\": 2", "\"keys\": 6", "a.json: no profile of jitvm: 'keys' is out of range"},
    {"\"main\": \"calls\"", "\"main\": \"call\"",
     "a.json: no profile of jitvm: no column is called as 'main' says"},
    {"[1, \"demo", "[2, \"demo",
     "a.json: no profile of jitvm: row 1 of calls has another thing than a site as 'site'"},
    {", 25, 1, null]", ", 25, 1]",
     "a.json: no profile of jitvm: row 1 of calls does not have 5 cells"},
    {", 25, 1, null]", ", -25, 1, null]",
     "a.json: no profile of jitvm: row 1 of calls has another thing than a count as 'calls'"},
    {", 25, 1, null]", ", 26, 1, null]",
     "a.json: no profile of jitvm: the rows of calls do not sum to its total of 'calls'"},
    {"\"totals\": {\"calls\": 100}", "\"totals\": {}",
     "a.json: no profile of jitvm: 'calls' is no number"},
    {"\"notes\": []", "\"notes\": [1]", "a.json: no profile of jitvm: 'notes' has what is no text"},
};

START_TEST(what_is_no_profile_is_refused) {
    struct arena arena;
    struct profile_tables profile;
    struct diag diag = DIAG_INIT;
    char message[1400];
    char *text = altered(refused[_i].from, refused[_i].to);
    arena_init(&arena);
    ck_assert(!read_text(&arena, text, &profile, &diag));
    ck_assert_str_eq(diag_format(&diag, message, sizeof message), refused[_i].message);
    memory_free(text);
    arena_release(&arena);
}
END_TEST

START_TEST(what_is_cut_off_anywhere_is_refused) {
    struct profile_tables alone = hand_made_alone("calls"), profile;
    char *text = written("json", &alone);
    for (size_t size = 0; size + 2 < strlen(text);
         size++) { /* a newline is behind the last brace */
        struct arena arena;
        struct diag diag = DIAG_INIT;
        arena_init(&arena);
        ck_assert(!profile_of_json(&arena, "a.json", text, size, &profile, &diag));
        ck_assert(diag.is_set);
        arena_release(&arena);
    }
    free(text);
}
END_TEST

/* --- comparing --- */

static struct compared_profile compared(const char *name, const char *table) {
    return (struct compared_profile){name, hand_made_alone(table)};
}

static char *comparison(const struct compared_profile *a, const struct compared_profile *b) {
    char *text = NULL;
    size_t size;
    struct diag diag = DIAG_INIT;
    FILE *out = open_memstream(&text, &size);
    ck_assert_msg(profiles_compare(a, b, out, &diag), "%s", diag.message);
    fclose(out);
    return text;
}

START_TEST(overlap_sums_the_smaller_shares) {
    struct arena arena;
    struct diag diag = DIAG_INIT;
    struct compared_profile a = compared("a", "calls"), b = {"b", {0}};
    /* 75 and 25 of 100; 25 and 175 of 200, in the other order: 12.5 + 25 */
    char *rows = altered("[0, \"java.util.List.get(I)Ljava/lang/Object;\", 75,",
                         "[1, \"demo.Main.twice(D)D\", 175, 1, null],\n"
                         "[0, \"java.util.List.get(I)Ljava/lang/Object;\", 25,");
    char *last = strstr(rows, ",\n        [1, \"demo.Main.twice(D)D\", 25, 1, null]");
    ck_assert_ptr_nonnull(last);
    memset(last, ' ', strlen(",\n        [1, \"demo.Main.twice(D)D\", 25, 1, null]"));
    memcpy(strstr(rows, "\"calls\": 100"), "\"calls\": 200", 12);
    arena_init(&arena);
    ck_assert_msg(read_text(&arena, rows, &b.tables, &diag), "%s", diag.message);
    char *text = comparison(&a, &b);
    ck_assert_str_eq(
        text, "calls: overlap 37.50 % of calls\n"
              "        first       second   difference  site, callee\n"
              "      75.00 %      12.50 %     -62.50 %  demo.Main.run(int, long):3 (line 12), "
              "java.util.List.get(int)\n"
              "      25.00 %      87.50 %     +62.50 %  demo.Main.run(int, long):9 (line 12), "
              "demo.Main.twice(double)\n");
    free(text);
    memory_free(rows);
    arena_release(&arena);
}
END_TEST

START_TEST(a_profile_overlaps_with_itself) {
    static const char *const names[] = {"allocations", "switches", "ages", "hostile"};
    struct compared_profile a = compared("a", names[_i]), b = compared("b", names[_i]);
    char *text = comparison(&a, &b);
    ck_assert_ptr_nonnull(strstr(text, ": overlap 100.00 % of "));
    ck_assert_ptr_null(strstr(text, "difference"));
    free(text);
}
END_TEST

START_TEST(what_counted_nothing_has_no_overlap) {
    struct compared_profile a = compared("a.json", "nothing"), b = compared("b.json", "nothing");
    char *text = comparison(&a, &b);
    ck_assert_str_eq(text, "nothing: no overlap, since nothing was counted in 'a.json'\n");
    free(text);
}
END_TEST

static void check_not_compared(const struct compared_profile *a, const struct compared_profile *b,
                               const char *message) {
    struct diag diag = DIAG_INIT;
    ck_assert(!profiles_compare(a, b, stdout, &diag));
    ck_assert_str_eq(diag.message, message);
}

START_TEST(other_profilers_keys_and_amounts_are_refused) {
    struct compared_profile a = compared("a", "calls"), b = compared("b", "ages"), other = a;
    check_not_compared(&a, &b,
                       "cannot compare profiles of other profilers: 'a' is of calls, 'b' of ages");
    struct profile_table table = *a.tables.tables;
    other.name = "c";
    other.tables.tables = &table;
    table.key_count = 1;
    check_not_compared(&a, &other,
                       "cannot compare calls by other keys: 'a' is by site, callee, 'c' by site");
    table.key_count = 2;
    table.main = 3;
    check_not_compared(&a, &other,
                       "cannot compare calls by other amounts: 'a' is of calls, 'c' of single");
    check_not_compared(&other, &other, "cannot compare calls: 'single' is no amount");
}
END_TEST

/* --- beside --- */

START_TEST(two_profiles_are_one_with_the_rows_of_both) {
    struct arena arena;
    struct profile_tables own = hand_made_alone("calls"), other = own;
    struct profile_table fewer = own.tables[0], others = fewer;
    static const char *const notes[] = {"said by one", "said by both"};
    fewer.row_count = 1;
    fewer.notes = notes + 1;
    fewer.note_count = 1;
    others.notes = notes;
    others.note_count = 2;
    const struct profile_cell *rows[] = {others.rows[1], others.rows[0]};
    others.rows = rows;
    own.tables = &fewer;
    other.tables = &others;
    arena_init(&arena);
    struct profile_tables both = profiles_beside(&arena, &own, &other, "naive");
    char *text = written("csv", &both);
    ck_assert_str_eq(
        text, "site,callee,naive_calls,calls,naive_single,single,naive_receivers,receivers\r\n"
              "\"demo.Main.run(int, long):3 (line 12)\",java.util.List.get(int),75,75,"
              "0.66666666666666663,0.66666666666666663,\"demo.A 67 %, demo.B 33 %\","
              "\"demo.A 67 %, demo.B 33 %\"\r\n"
              "\"demo.Main.run(int, long):9 (line 12)\",demo.Main.twice(double),25,0,1,0,,\r\n");
    ck_assert_str_eq(both.tables[0].columns[both.tables[0].main].name, "calls");
    ck_assert_uint_eq(both.tables[0].note_count, 2);
    ck_assert_str_eq(both.tables[0].notes[0], "said by both");
    ck_assert_str_eq(both.tables[0].notes[1], "naive: said by one");
    free(text);
    arena_release(&arena);
}
END_TEST

static Suite *formats_suite(void) {
    Suite *suite = suite_create("formats");
    TCase *names = tcase_create("names");
    tcase_add_test(names, methods_have_javas_types);
    tcase_add_test(names, what_only_resembles_a_name_stays);
    tcase_add_test(names, names_are_utf8);
    suite_add_tcase(suite, names);
    TCase *outputs = tcase_create("outputs");
    tcase_add_test(outputs, a_format_is_chosen_by_extension_or_by_the_word_in_front);
    tcase_add_test(outputs, a_name_without_a_format_is_refused);
    tcase_add_test(outputs, what_cannot_be_opened_is_found_before_anything_is_written);
    tcase_add_test(outputs, a_full_disk_is_an_error_of_its_file_alone);
    tcase_add_test(outputs, every_format_writes_a_profile_without_tables);
    suite_add_tcase(suite, outputs);
    TCase *texts = tcase_create("texts");
    tcase_add_test(texts, a_table_is_aligned);
    tcase_add_test(texts, people_are_shown_the_first_rows);
    tcase_add_test(texts, csv_quotes_what_needs_it);
    tcase_add_test(texts, json_has_names_with_and_without_descriptors);
    tcase_add_test(texts, inlined_frames_are_marked);
    tcase_add_test(texts, a_recursion_counts_once_in_what_is_below_it);
    tcase_add_test(texts, deep_stacks_have_their_innermost_frames_and_say_so);
    tcase_add_test(texts, a_call_that_a_stack_has_often_counts_once_in_callgrind);
    tcase_add_test(texts, a_call_that_a_stack_has_often_counts_once_in_the_graph);
    tcase_add_test(texts, a_flame_graph_is_as_high_as_it_may_be);
    tcase_add_test(texts, times_are_milliseconds_for_people_and_nanoseconds_in_files);
    tcase_add_test(texts, keys_that_a_row_does_not_have_are_told_as_none);
    tcase_add_test(texts, names_are_escaped_as_the_format_has_it);
    suite_add_tcase(suite, texts);
    TCase *reading = tcase_create("reading");
    tcase_add_test(reading, what_json_says_is_read_again);
    tcase_add_test(reading, files_of_version_1_are_read);
    tcase_add_loop_test(reading, what_is_no_profile_is_refused, 0,
                        sizeof refused / sizeof *refused);
    tcase_add_test(reading, what_is_cut_off_anywhere_is_refused);
    suite_add_tcase(suite, reading);
    TCase *comparing = tcase_create("comparing");
    tcase_add_test(comparing, overlap_sums_the_smaller_shares);
    tcase_add_loop_test(comparing, a_profile_overlaps_with_itself, 0, 4);
    tcase_add_test(comparing, what_counted_nothing_has_no_overlap);
    tcase_add_test(comparing, other_profilers_keys_and_amounts_are_refused);
    suite_add_tcase(suite, comparing);
    TCase *beside = tcase_create("beside");
    tcase_add_test(beside, two_profiles_are_one_with_the_rows_of_both);
    suite_add_tcase(suite, beside);
    return suite;
}

int main(void) { return check_run(formats_suite()); }
