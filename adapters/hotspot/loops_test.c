/* Loops of bytecode; and what follows of them from pieces of C2's graphs, as a fastdebug build of HotSpot 17.0.19 prints them. */
#include "base/check_run.h"

#include "adapters/hotspot/graph_loops.h"
#include "adapters/hotspot/loops.h"
#include "base/file.h"

/* --- bytecode --- */

static void expect_loops(const unsigned char *code, size_t length,
                         const struct bytecode_loop *expected, size_t count) {
    struct bytecode_loops loops = bytecode_loops_find(code, (int)length);
    ck_assert_int_eq(loops.items.count, count);
    for (size_t i = 0; i < count; i++) {
        ck_assert_int_eq(loops.items.items[i].start, expected[i].start);
        ck_assert_int_eq(loops.items.items[i].end, expected[i].end);
        ck_assert_int_eq(loops.items.items[i].header, expected[i].header);
    }
    vec_release(&loops.items);
}

#define EXPECT_LOOPS(code, ...)                                                                    \
    do {                                                                                           \
        static const struct bytecode_loop expected[] = {__VA_ARGS__};                              \
        expect_loops(code, sizeof code, expected, sizeof expected / sizeof *expected);             \
    } while (0)

#define GOTO(offset) 167, (unsigned char)((offset) >> 8), (unsigned char)(offset)
#define IFEQ(offset) 153, (unsigned char)((offset) >> 8), (unsigned char)(offset)
#define NOP          0
#define RETURN       177

START_TEST(a_loop_is_between_its_header_and_the_last_branch_back) {
    static const unsigned char two_ways_back[] = {NOP, IFEQ(10), IFEQ(-4 + 1), GOTO(-6), RETURN};
    EXPECT_LOOPS(two_ways_back, {1, 7, 1});
    static const unsigned char nested[] = {NOP, IFEQ(12), IFEQ(6), GOTO(-3), GOTO(-9), RETURN};
    EXPECT_LOOPS(nested, {1, 10, 1}, {4, 7, 4});
    static const unsigned char endless[] = {GOTO(0)};
    EXPECT_LOOPS(endless, {0, 0, 0});
}
END_TEST

START_TEST(a_loop_whose_condition_stands_behind_its_body_is_entered_there) {
    static const unsigned char code[] = {GOTO(4), NOP, IFEQ(-1), RETURN};
    EXPECT_LOOPS(code, {3, 4, 4});
    static const unsigned char entered_twice[] = {IFEQ(4), NOP, IFEQ(-1), RETURN};
    EXPECT_LOOPS(entered_twice, {3, 4, -1});
}
END_TEST

START_TEST(switches_and_wide_instructions_have_their_lengths) {
    static const unsigned char code[] = {NOP, 170, 0, 0, 255, 255, 255, 255, 0, 0, 0,     0,
                                         0,   0,   0, 1, 0,   0,   0,   23,  0, 0, 0,     29,
                                         196, 132, 0, 1, 0,   1,   196, 21,  0, 1, RETURN};
    EXPECT_LOOPS(code, {0, 1, 0});
    static const unsigned char wide[] = {196, 132, 0, 1, 0, 167, NOP, NOP, RETURN};
    expect_loops(wide, sizeof wide, NULL, 0);
    static const unsigned char lookup[] = {171, 0, 0, 0, 0, 0, 0, 20, 0, 0,       0,
                                           1,   0, 0, 0, 9, 0, 0, 0,  0, GOTO(0), RETURN};
    EXPECT_LOOPS(lookup, {0, 0, 0}, {20, 20, 20});
}
END_TEST

START_TEST(damaged_code_ends_where_it_is_damaged) {
    static const unsigned char bytes[] = {NOP, 170, 0, 0, 0, 171, 196, 132, 167, 255};
    for (size_t from = 0; from < sizeof bytes; from++)
        for (size_t length = 0; from + length <= sizeof bytes; length++) {
            struct bytecode_loops loops = bytecode_loops_find(bytes + from, (int)length);
            vec_release(&loops.items);
        }
    static const unsigned char huge[] = {170, 0, 0, 0, 0,   0,   0,   0,
                                         128, 0, 0, 0, 127, 255, 255, 255};
    expect_loops(huge, sizeof huge, NULL, 0);
}
END_TEST

/* --- graphs --- */

#define PROPERTY(name, value) "<p name='" name "'>\n" value "</p>\n"
#define NODE(id, name, more)                                                                       \
    "<node id='" id "'>\n<properties>\n" PROPERTY("name", name) PROPERTY("idx", id) more           \
        "</properties>\n</node>\n"
#define AT(bcis)               PROPERTY("bci", bcis)
#define WAS(id)                PROPERTY("old_node_idx", id)
#define IN_BLOCK(block, share) PROPERTY("block", block) PROPERTY("frequency", share)
#define EDGE(from, to, index)  "<edge from='" from "' to='" to "' index='" index "'/>\n"
#define GRAPH(name, nodes, edges)                                                                  \
    "<graph name='" name "'>\n<nodes>\n" nodes "</nodes>\n<edges>\n" edges "</edges>\n</graph>\n"
#define GROUP(parsed, chosen, edges, scheduled)                                                    \
    "<group>\n<properties>\n" PROPERTY("name", "static jint A.foo(jint)") "</properties>\n" GRAPH( \
        "After Parsing", parsed, "") GRAPH("Before matching", chosen, edges)                       \
        GRAPH("Global code motion", scheduled, "") "</group>\n"

/* A.foo(I)I has a loop at 4 to 20 around one at 8 to 12, calls A.bar(I)I at 16, which has one at 0 to 9, and has one at 24 to
 * 28 that is entered at several places. */
static const struct bytecode_loop of_foo[] = {{4, 20, 4}, {8, 12, 8}, {24, 28, -1}},
                                  of_bar[] = {{0, 9, 0}};

static const struct bytecode_loops *loops_of(void *context, const char *method) {
    struct bytecode_loops *loops = context;
    return strcmp(method, "A.foo(I)I") == 0 ? &loops[0] : &loops[1];
}

static struct log_task *task_of_foo(void) {
    struct log_task *task = memory_allocate(sizeof *task);
    task->number = 7;
    task->method = memory_duplicate("A.foo(I)I");
    struct log_decision inlined = {.kind = LOG_INLINED, .subject = memory_duplicate("A.bar(I)I")};
    log_places_add(&inlined.at, "A.foo(I)I", 16);
    vec_push(&task->decisions, inlined);
    return task;
}

static void add_told(struct strbuf *told, const struct log_decision *decision) {
    static const char *const words[] = {[LOG_LOOP_PEELED] = "peeled",
                                        [LOG_LOOP_UNROLLED] = "unrolled",
                                        [LOG_LOOP_UNSWITCHED] = "unswitched",
                                        [LOG_LOOP_KEPT] = "kept",
                                        [LOG_LOOP_REMOVED] = "removed"};
    strbuf_add_text(told, words[decision->kind]);
    if (decision->amount) strbuf_addf(told, " (%ld)", decision->amount);
    vec_each(const struct log_place, place, &decision->at.places)
        strbuf_addf(told, " %d", place->bci);
    if (decision->frequency >= 0) strbuf_addf(told, ": %g", decision->frequency);
    strbuf_add_text(told, "; ");
}

/* "unrolled (4) 8 20: 0.5; " for each: how many copies, where from the inside out, how often it is expected. [graphs]: of one
 * compilation. */
static void expect_told(struct log_task *task, const char *graphs, size_t size,
                        const struct log_loop_words *words, uint32_t count,
                        loops_of_method *loops_of_any, void *context, const char *expected) {
    struct ideal_reader reader = {0};
    struct strbuf told = STRBUF_INIT;
    ideal_reader_add(&reader, graphs, size);
    ck_assert_uint_eq(reader.done.count, 1);
    add_loops(task, reader.done.items[0]);
    task->knows_changes = true;
    add_loop_changes(task, reader.done.items[0], words, count);
    struct loop_decisions decisions = decide_loops(task, loops_of_any, context);
    vec_each(const struct log_decision, decision, &decisions.items) add_told(&told, decision);
    ck_assert_str_eq(strbuf_text(&told), expected);
    strbuf_release(&told);
    loop_decisions_release(&decisions);
    ideal_reader_release(&reader);
}

static void expect_changes(const char *graphs, const struct log_loop_words *words, uint32_t count,
                           const char *expected) {
    struct bytecode_loops loops[2] = {0};
    struct compilation_log log = {0};
    for (size_t i = 0; i < 3; i++) vec_push(&loops[0].items, of_foo[i]);
    vec_push(&loops[1].items, of_bar[0]);
    vec_push(&log.tasks, task_of_foo());
    expect_told(log.tasks.items[0], graphs, strlen(graphs), words, count, loops_of, loops,
                expected);
    vec_release(&loops[0].items);
    vec_release(&loops[1].items);
    compilation_log_release(&log);
}

static const struct bytecode_loops *loops_of_all(void *context, const char *method) {
    return context;
}

/* The log and the graphs of one compilation, one after the other; of the graphs what is control. */
START_TEST(a_recorded_compilation_tells_what_became_of_its_loop) {
    struct strbuf text = STRBUF_INIT;
    struct diag diag = DIAG_INIT;
    ck_assert(file_read(SOURCE_DIR "/tests/hotspot_logs/c2_17_fastdebug_loop.log", &text,
                        (struct place){0}, &diag));
    struct compilation_log log = {0};
    struct log_reader reader;
    log_reader_init(&reader, &log);
    log_reader_add(&reader, strbuf_text(&text), text.length);
    log_reader_release(&reader);
    ck_assert_uint_eq(log.tasks.count, 1);
    struct bytecode_loops loops = {0};
    vec_push(&loops.items, ((struct bytecode_loop){4, 21, 4}));
    expect_told(log.tasks.items[0], strbuf_text(&text), text.length, log.loop_words.items,
                log.loop_words.count, loops_of_all, &loops, "unrolled (4) 4; kept 4; ");
    vec_release(&loops.items);
    compilation_log_release(&log);
    strbuf_release(&text);
}
END_TEST

static void expect_decisions(const char *graphs, const char *expected) {
    expect_changes(graphs, NULL, 0, expected);
}

#define ALL_PARSED                                                                                 \
    NODE("1", "SafePoint", AT("20 "))                                                              \
    NODE("2", "SafePoint", AT("12 ")) NODE("3", "If", AT("9 16 ")) NODE("4", "SafePoint", AT("28 "))

/* The head's own note is of what stands behind the loop. */
#define LOOP(head, kind, spec, bcis, end, back, out)                                               \
    NODE(head, kind, PROPERTY("dump_spec", spec) AT("30 "))                                        \
    NODE(end, "If", AT(bcis)) NODE(back, "IfTrue", AT(bcis)) NODE(out, "IfFalse", "")
#define LOOP_EDGES(before, head, last, end, back, out)                                             \
    EDGE(head, head, "0")                                                                          \
    EDGE(before, head, "1")                                                                        \
    EDGE(back, head, "2") EDGE(last, end, "0") EDGE(end, back, "0") EDGE(end, out, "0")

#define START                      NODE("5", "Start", "")
#define START_IN_CODE              NODE("5", "Start", IN_BLOCK("1", "0.1"))
#define LEFT(id, kind, was, share) NODE(id, kind, WAS(was) IN_BLOCK(id, share))

#define OUTER       LOOP("10", "Loop", "", "4 ", "13", "14", "15")
#define OUTER_EDGES EDGE("5", "5", "0") LOOP_EDGES("5", "10", "22", "13", "14", "15")
#define INNER       LOOP("11", "CountedLoop", "", "8 ", "20", "21", "22")
#define INNER_EDGES LOOP_EDGES("10", "11", "11", "20", "21", "22")

START_TEST(a_loop_is_kept_where_its_branches_are_in_one_and_else_removed) {
    expect_decisions(GROUP(ALL_PARSED, START OUTER INNER, OUTER_EDGES INNER_EDGES,
                           START_IN_CODE LEFT("40", "Loop", "10", "0.5")
                               LEFT("41", "CountedLoop", "11", "1.0")),
                     "kept 4: 5; kept 8: 10; removed 0 16; ");
    expect_decisions(GROUP(ALL_PARSED, START, "", START_IN_CODE),
                     "removed 4; removed 8; removed 0 16; ");
    expect_decisions(GROUP(ALL_PARSED, START LOOP("10", "Loop", "", "9 16 ", "13", "14", "15"),
                           LOOP_EDGES("5", "10", "10", "13", "14", "15"), START_IN_CODE),
                     "removed 4; removed 8; kept 0 16; ");
}
END_TEST

#define COPIES(spec)                                                                               \
    GROUP(ALL_PARSED,                                                                              \
          START LOOP("10", "CountedLoop", " inner stride: 1 pre of N11", "8 ", "13", "14", "15")   \
              NODE("16", "OuterStripMinedLoop", "") NODE("17", "IfTrue", "")                       \
                  LOOP("11", "CountedLoop", spec, "8 ", "20", "21", "22"),                         \
          LOOP_EDGES("5", "10", "10", "13", "14", "15") EDGE("15", "16", "1")                      \
              EDGE("17", "16", "2") EDGE("22", "17", "0")                                          \
                  LOOP_EDGES("16", "11", "11", "20", "21", "22"),                                  \
          START_IN_CODE LEFT("40", "CountedLoop", "10", "0.25")                                    \
              LEFT("41", "CountedLoop", "11", "0.5")                                               \
                  LEFT("42", "OuterStripMinedLoop", "16", "0.125"))

START_TEST(copies_of_a_loop_are_one_and_expected_together_but_for_what_is_around_the_main_one) {
    expect_decisions(COPIES(" inner main of N11"), "removed 4; kept 8: 5; removed 0 16; ");
    expect_decisions(COPIES(""), "removed 4; kept 8: 5; removed 0 16; ");
    expect_decisions(COPIES(" inner post of N12"), "removed 4; kept 8: 7.5; removed 0 16; ");
    expect_decisions(GROUP(ALL_PARSED,
                           START LOOP("10", "Loop", "", "8 ", "13", "14", "15")
                               LOOP("11", "Loop", "", "8 ", "20", "21", "22"),
                           LOOP_EDGES("5", "10", "10", "13", "14", "15")
                               LOOP_EDGES("15", "11", "11", "20", "21", "22"),
                           START_IN_CODE LEFT("40", "Loop", "10", "0.25")
                               LEFT("41", "Loop", "11", "0.5")),
                     "removed 4; kept 8: 7.5; removed 0 16; ");
}
END_TEST

START_TEST(where_a_loop_is_not_known_none_is_said_to_be_removed) {
    expect_decisions(GROUP(ALL_PARSED,
                           START LOOP("10", "Loop", "", "40 ", "13", "14", "15")
                               LOOP("11", "Loop", "", "8 ", "20", "21", "22"),
                           LOOP_EDGES("5", "10", "10", "13", "14", "15")
                               LOOP_EDGES("15", "11", "11", "20", "21", "22"),
                           START_IN_CODE),
                     "kept 8; ");
    expect_decisions(GROUP(ALL_PARSED, START LOOP("10", "Region", "", "8 ", "13", "14", "15"),
                           LOOP_EDGES("5", "10", "10", "13", "14", "15"), START_IN_CODE),
                     "");
    expect_decisions(GROUP(ALL_PARSED, "", "", ""), "");
}
END_TEST

START_TEST(of_two_loops_in_each_other_that_seem_one_the_outer_may_be_the_one_around_it) {
    expect_decisions(GROUP(ALL_PARSED,
                           START LOOP("10", "Loop", "", "8 ", "13", "14", "15")
                               LOOP("11", "Loop", "", "8 ", "20", "21", "22"),
                           OUTER_EDGES INNER_EDGES,
                           START_IN_CODE LEFT("40", "Loop", "10", "0.5")
                               LEFT("41", "Loop", "11", "1.0")),
                     "kept 8: 10; removed 0 16; ");
}
END_TEST

START_TEST(a_loop_that_was_not_parsed_is_not_told) {
    expect_decisions(GROUP(NODE("1", "SafePoint", AT("20 ")), START, "", START_IN_CODE),
                     "removed 4; ");
}
END_TEST

/* The first graph of loops has the outer one; the next the inner one, whose head was 50 and is 11. */
#define CHANGED(last)                                                                              \
    "<group>\n<properties>\n" PROPERTY("name", "static jint A.foo(jint)") "</properties>\n" GRAPH( \
        "After Parsing", ALL_PARSED, "")                                                           \
        GRAPH("PhaseIdealLoop 1", START OUTER, LOOP_EDGES("5", "10", "10", "13", "14", "15"))      \
            GRAPH("PhaseIdealLoop iterations", START INNER,                                        \
                  LOOP_EDGES("5", "11", "11", "20", "21", "22"))                                   \
                GRAPH("Before matching", last, "") "</group>\n"

START_TEST(what_was_done_to_a_loop_is_told_of_the_one_that_a_graph_then_has) {
    static const struct log_loop_words words[] = {
        {LOG_LOOP_PEELED, 1, 10, 99, 7},     {LOG_LOOP_PEELED, 1, 10, 99, 7},
        {LOG_LOOP_UNSWITCHED, 0, 10, 14, 7}, {LOG_LOOP_UNROLLED, 4, 50, 21, 7},
        {LOG_LOOP_UNROLLED, 2, 11, 21, 7},   {LOG_LOOP_UNROLLED, 16, 10, 14, 6},
        {LOG_LOOP_PEELED, 1, 11, 21, -1},    {LOG_LOOP_PEELED, 1, 60, 61, 7}};
    expect_changes(
        CHANGED(START), words, sizeof words / sizeof *words,
        "peeled (1) 4; peeled (1) 4; unswitched 4; removed 4; unrolled (4) 8; removed 8; "
        "removed 0 16; ");
}
END_TEST

#define CHANGED_AT(bcis, of_branch)                                                                \
    "<group>\n<properties>\n" PROPERTY("name", "static jint A.foo(jint)") "</properties>\n" GRAPH( \
        "After Parsing", ALL_PARSED, "")                                                           \
        GRAPH("PhaseIdealLoop 1",                                                                  \
              START LOOP("10", "Loop", "", bcis, "13", "14", "15")                                 \
                  NODE("22", "If", AT(of_branch)),                                                 \
              OUTER_EDGES EDGE("10", "22", "0")) GRAPH("Before matching", START, "") "</group>\n"

START_TEST(where_a_loop_that_was_changed_is_not_known_no_loop_is_told) {
    static const struct log_loop_words words[] = {{LOG_LOOP_PEELED, 1, 10, 14, 7}};
    expect_changes(CHANGED_AT("4 ", "12 "), words, 1,
                   "peeled (1) 4; removed 4; removed 8; removed 0 16; ");
    expect_changes(CHANGED_AT("40 ", "40 "), words, 1, "");
    expect_changes(CHANGED_AT("4 ", "3 17 "), words, 1, ""); /* nothing is inlined at 17 */
    expect_changes(CHANGED_AT("40 ", "40 "), words, 0, "removed 4; removed 8; removed 0 16; ");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("loops");
    TCase *bytecode = tcase_create("bytecode"), *graphs = tcase_create("pieces of graphs");
    tcase_add_test(bytecode, a_recorded_compilation_tells_what_became_of_its_loop);
    tcase_add_test(bytecode, a_loop_is_between_its_header_and_the_last_branch_back);
    tcase_add_test(bytecode, a_loop_whose_condition_stands_behind_its_body_is_entered_there);
    tcase_add_test(bytecode, switches_and_wide_instructions_have_their_lengths);
    tcase_add_test(bytecode, damaged_code_ends_where_it_is_damaged);
    tcase_add_test(graphs, a_loop_is_kept_where_its_branches_are_in_one_and_else_removed);
    tcase_add_test(
        graphs, copies_of_a_loop_are_one_and_expected_together_but_for_what_is_around_the_main_one);
    tcase_add_test(graphs, where_a_loop_is_not_known_none_is_said_to_be_removed);
    tcase_add_test(graphs,
                   of_two_loops_in_each_other_that_seem_one_the_outer_may_be_the_one_around_it);
    tcase_add_test(graphs, a_loop_that_was_not_parsed_is_not_told);
    tcase_add_test(graphs, what_was_done_to_a_loop_is_told_of_the_one_that_a_graph_then_has);
    tcase_add_test(graphs, where_a_loop_that_was_changed_is_not_known_no_loop_is_told);
    suite_add_tcase(suite, bytecode);
    suite_add_tcase(suite, graphs);
    return check_run(suite);
}
