/* What is read from logs of HotSpot's compilers, on pieces of such logs. */
#include "base/check_run.h"

#include "adapters/hotspot/compilation_log.h"
#include "adapters/hotspot/hidden_names.h"

static void read_log(struct compilation_log *log, const char *text) {
    struct log_reader reader;
    log_reader_init(&reader, log);
    log_reader_add(&reader, text, strlen(text));
    log_reader_release(&reader);
}

/* A task of A.foo(ZI)LA; which calls A.bar()V at 5. */
#define HEAD                                                                                       \
    "<task compile_id='7' method='A foo (ZI)LA;' bytes='9' count='6784'>\n"                        \
    "<klass id='1' name='A' flags='1'/>\n<type id='2' name='boolean'/>\n"                          \
    "<type id='3' name='int'/>\n<type id='4' name='void'/>\n"                                      \
    "<klass id='5' name='[Ljava.lang.Object;' flags='1'/>\n"                                       \
    "<method id='10' holder='1' name='foo' return='1' arguments='2 3' flags='8'/>\n"               \
    "<method id='11' holder='1' name='bar' return='4' flags='8'/>\n"                               \
    "<method id='12' holder='1' name='&lt;init&gt;' return='4' arguments='5' flags='8'/>\n"        \
    "<parse method='10'>\n<bc code='184' bci='5'/>\n"
#define TAIL "</parse>\n<task_done success='1' nmsize='264' count='6784' stamp='0.1'/>\n</task>\n"

static const struct log_decision *decision_at(const struct compilation_log *log, uint32_t index) {
    ck_assert_int_eq(log->tasks.count, 1);
    ck_assert_int_gt(log->tasks.items[0]->decisions.count, index);
    return &log->tasks.items[0]->decisions.items[index];
}

static void expect_decision(const char *text, uint32_t index, enum log_decision_kind kind,
                            const char *subject, const char *reason, uint32_t places) {
    struct compilation_log log = {.highest_level = 4};
    read_log(&log, text);
    const struct log_decision *decision = decision_at(&log, index);
    ck_assert_int_eq(decision->kind, kind);
    ck_assert_str_eq(decision->subject, subject);
    if (reason) ck_assert_str_eq(decision->reason, reason);
    ck_assert_int_eq(decision->at.places.count, places);
    compilation_log_release(&log);
}

START_TEST(a_task_is_a_compilation_of_a_method_with_its_size) {
    struct compilation_log log = {.call = 9, .highest_level = 4};
    read_log(&log, HEAD TAIL);
    const struct log_task *task = compilation_log_newest(&log, "A.foo(ZI)LA;", 4);
    ck_assert_ptr_nonnull(task);
    ck_assert_int_eq(task->bytes, 264);
    ck_assert_int_eq(task->call, 9);
    ck_assert_ptr_null(compilation_log_newest(&log, "A.foo(ZI)LA;", 1));
    ck_assert_int_eq(compilation_log_level(&log, "A.foo(ZI)LA;"), 4);
    compilation_log_release(&log);
}
END_TEST

START_TEST(a_task_that_fails_has_the_words_of_the_compiler) {
    struct compilation_log log = {.highest_level = 4};
    read_log(&log, "<task compile_id='7' method='A foo ()V'>\n"
                   "<failure reason='cannot parse method' phase='compile'/>\n"
                   "<task_done success='0' nmsize='0'/>\n</task>\n");
    ck_assert_ptr_null(compilation_log_newest(&log, "A.foo()V", 4));
    ck_assert_str_eq(log.tasks.items[0]->failure, "cannot parse method");
    compilation_log_release(&log);
}
END_TEST

START_TEST(a_level_that_is_not_told_is_the_highest_of_the_jvm) {
    struct compilation_log log = {.highest_level = 1};
    read_log(&log, HEAD TAIL);
    ck_assert_ptr_nonnull(compilation_log_newest(&log, "A.foo(ZI)LA;", 1));
    compilation_log_release(&log);
}
END_TEST

START_TEST(code_that_is_entered_at_a_loop_is_not_the_methods) {
    struct compilation_log log = {.highest_level = 4};
    read_log(&log, "<task compile_id='7' method='A foo ()V' osr_bci='3'>\n"
                   "<task_done success='1' nmsize='8'/>\n</task>\n");
    ck_assert_ptr_null(compilation_log_newest(&log, "A.foo()V", 4));
    ck_assert_int_eq(compilation_log_level(&log, "A.foo()V"), 0);
    compilation_log_release(&log);
}
END_TEST

START_TEST(code_that_is_not_entrant_any_more_has_no_level) {
    struct compilation_log log = {.highest_level = 4};
    read_log(&log, HEAD TAIL "<make_not_entrant thread='1' compile_id='7' compiler='c2'/>\n");
    ck_assert_int_eq(compilation_log_level(&log, "A.foo(ZI)LA;"), 0);
    compilation_log_release(&log);
}
END_TEST

START_TEST(a_call_is_inlined_or_not_at_its_bytecode_for_a_reason) {
    expect_decision(HEAD "<call method='11'/>\n<inline_fail reason='too big'/>\n" TAIL, 0,
                    LOG_NOT_INLINED, "A.bar()V", "too big", 1);
    expect_decision(HEAD "<call method='12'/>\n<inline_success reason='inline (hot)'/>\n" TAIL, 0,
                    LOG_INLINED, "A.<init>([Ljava/lang/Object;)V", "inline (hot)", 1);
}
END_TEST

START_TEST(what_is_inlined_has_its_callers) {
    struct compilation_log log = {.highest_level = 4};
    read_log(&log, HEAD "<call method='11'/>\n<inline_success reason='x'/>\n<parse method='11'>\n"
                        "<bc code='184' bci='2'/>\n<call method='12'/>\n"
                        "<inline_fail reason='y'/>\n</parse>\n" TAIL);
    const struct log_decision *decision = decision_at(&log, 1);
    ck_assert_int_eq(decision->at.places.count, 2);
    ck_assert_str_eq(decision->at.places.items[0].method, "A.bar()V");
    ck_assert_int_eq(decision->at.places.items[0].bci, 2);
    ck_assert_str_eq(decision->at.places.items[1].method, "A.foo(ZI)LA;");
    ck_assert_int_eq(decision->at.places.items[1].bci, 5);
    compilation_log_release(&log);
}
END_TEST

START_TEST(a_call_that_the_receiver_decides_is_guarded_or_virtual) {
    expect_decision(HEAD "<call method='11' virtual='1' receiver='1'/>\n<call method='12'/>\n"
                         "<inline_success reason='x'/>\n<predicted_call bci='5'/>\n" TAIL,
                    0, LOG_GUARDED, "A.bar()V", "receiver", 1);
    expect_decision(HEAD "<call method='11' virtual='1'/>\n"
                         "<inline_fail reason='virtual call'/>\n" TAIL,
                    0, LOG_VIRTUAL, "A.bar()V", "virtual call", 1);
    expect_decision(HEAD "<call method='11' instr='invokeinterface'/>\n"
                         "<inline_fail reason='no static binding'/>\n" TAIL,
                    0, LOG_VIRTUAL, "A.bar()V", "no static binding", 1);
}
END_TEST

START_TEST(a_guarded_call_has_what_the_bytecode_names_and_what_is_inlined) {
    struct compilation_log log = {.highest_level = 4};
    read_log(&log, HEAD "<call method='11' virtual='1' receiver='1'/>\n<call method='12'/>\n"
                        "<inline_success reason='x'/>\n" TAIL);
    ck_assert_str_eq(decision_at(&log, 0)->callee, "A.<init>([Ljava/lang/Object;)V");
    compilation_log_release(&log);
}
END_TEST

START_TEST(an_intrinsic_takes_the_place_of_the_native_method) {
    expect_decision(HEAD "<call method='11'/>\n<inline_fail reason='native method'/>\n"
                         "<intrinsic id='_hashCode' nodes='3'/>\n" TAIL,
                    0, LOG_INLINED, "A.bar()V", "intrinsic", 1);
}
END_TEST

START_TEST(what_is_inlined_late_stands_at_its_call) {
    expect_decision(HEAD "<call method='11'/>\n<inline_success reason='x'/>\n</parse>\n"
                         "<late_inline method='11' inline_id='3'>\n<jvms bci='5' method='10'/>\n"
                         "</late_inline>\n<inline_fail reason='z'/>\n"
                         "<task_done success='1'/>\n</task>\n",
                    0, LOG_NOT_INLINED, "A.bar()V", "z", 1);
    expect_decision(HEAD "<call method='11'/>\n<inline_success reason='x'/>\n</parse>\n"
                         "<late_inline method='11'>\n<jvms bci='5' method='10'/>\n</late_inline>\n"
                         "<parse method='11'>\n<bc code='184' bci='2'/>\n<call method='12'/>\n"
                         "<inline_fail reason='y'/>\n" TAIL,
                    1, LOG_NOT_INLINED, "A.<init>([Ljava/lang/Object;)V", "y", 2);
}
END_TEST

START_TEST(eliminated_objects_and_locks_stand_where_they_are_made_and_taken) {
    expect_decision(HEAD "</parse>\n<eliminate_allocation type='1'>\n<jvms bci='2' method='11'/>\n"
                         "<jvms bci='5' method='10'/>\n</eliminate_allocation>\n"
                         "<task_done success='1'/>\n</task>\n",
                    0, LOG_VIRTUALIZED, "A", NULL, 2);
    expect_decision(HEAD "</parse>\n<eliminate_lock class='unlock' kind='Nested'>\n"
                         "<jvms bci='7' method='10'/>\n</eliminate_lock>\n"
                         "<eliminate_lock class='lock' kind='NonEscObj'>\n"
                         "<jvms bci='3' method='10'/>\n</eliminate_lock>\n"
                         "<task_done success='1'/>\n</task>\n",
                    0, LOG_LOCK_REMOVED, "", "NonEscObj", 1);
}
END_TEST

START_TEST(code_is_left_where_a_thread_says_so_and_not_where_the_compiler_does) {
    struct compilation_log log = {.call = 3, .highest_level = 4};
    read_log(&log, HEAD "<uncommon_trap bci='5' reason='unstable_if' action='x'/>\n" TAIL
                        "<uncommon_trap thread='9' reason='null_check' action='y'>\n"
                        "<jvms bci='40' method='a.B foo (ZI)V' bytes='78'/>\n</uncommon_trap>\n"
                        "<deoptimized thread='9' reason='constraint' pc='0x1'>\n"
                        "<jvms bci='4' method='a.B foo (ZI)V' bytes='78'/>\n</deoptimized>\n");
    ck_assert_int_eq(log.exits.count, 2);
    const struct log_exit *left = &log.exits.items[0];
    ck_assert_str_eq(left->reason, "null_check");
    ck_assert_int_eq(left->call, 3);
    ck_assert_str_eq(left->at.places.items[0].method, "a.B.foo(ZI)V");
    ck_assert_int_eq(left->at.places.items[0].bci, 40);
    ck_assert_str_eq(log.exits.items[1].reason, "constraint");
    compilation_log_release(&log);
}
END_TEST

START_TEST(hidden_classes_have_numbers_by_their_names) {
    static const struct {
        const char *name, *expected;
    } names[] = {
        {"a.B$$Lambda$7/0x00007f27b2000a08 run ()V", "a.B$$Lambda/0x0000000000000001.run()V"},
        {"a.B$$Lambda/0x0000000061040ca8 run ()V", "a.B$$Lambda/0x0000000000000002.run()V"},
        {"C$$Lambda.0x12", "C$$Lambda/0x0000000000000001"},
        {"a.B$$Lambda$9/0x00007f27b2000a08 run ()V", "a.B$$Lambda/0x0000000000000001.run()V"},
        {"a.B$7/0x3", "a.B$7/0x0000000000000001"},
        {"/0x", "/0x0000000000000001"},
        {"A$7 b (La/B$7;)V", "A$7.b(La/B$7;)V"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *name = log_method_name(names[i].name);
        ck_assert_str_eq(name, names[i].expected);
        memory_free(name);
    }
    hidden_names_forget();
}
END_TEST

START_TEST(elements_that_are_not_known_are_counted) {
    struct compilation_log log = {.highest_level = 4};
    read_log(&log, "<novelty a='1'/>\n<novelty>\n</novelty>\ntext\n<writer thread='1'/>\n"
                   "<comment that='1/0 subword/long to 1/0 int/long'/>\n");
    ck_assert_int_eq(log.unknown.count, 1);
    ck_assert_str_eq(log.unknown.items[0].name, "novelty");
    ck_assert_int_eq(log.unknown.items[0].count, 2);
    compilation_log_release(&log);
}
END_TEST

START_TEST(numbers_that_are_none_are_not_there) {
    struct log_element element;
    static const char line[] = "<bc code='9e99' bci='x' count='1.5'/>";
    ck_assert(log_element_read(&element, line, strlen(line)));
    ck_assert_int_eq(log_element_integer(&element, "code", -1), -1);
    ck_assert_int_eq(log_element_integer(&element, "bci", -1), -1);
    ck_assert_double_eq(log_element_number(&element, "count", -1), 1.5);
}
END_TEST

#define NMETHOD(number, compiler) "<nmethod compile_id='" number "' compiler='" compiler "'/>\n"

START_TEST(what_is_printed_of_loops_is_of_the_code_of_c2_that_follows) {
    static const struct log_loop_words expected[] = {
        {LOG_LOOP_PEELED, 1, 12, 13, 5},     {LOG_LOOP_UNROLLED, 2, 162, 147, 5},
        {LOG_LOOP_UNROLLED, 4, 364, 147, 5}, {LOG_LOOP_UNSWITCHED, 0, 194, 177, 8},
        {LOG_LOOP_PEELED, 1, 1, 2, 8},       {LOG_LOOP_PEELED, 1, 20, 21, -1}};
    struct compilation_log log = {.highest_level = 4};
    read_log(
        &log,
        "Counted        Loop: N162/N147  counted [0,int),+1 (-1 iters) \n"
        "Loop: N0/N0  has_sfpt\n  Loop: N162/N147  limit_check\n"
        "Peel             Loop: N12/N13  sfpts={ 3 }\n"
        "PreMainPost    Loop: N162/N147  counted [0,int),+1 (29 iters)  has_sfpt\n"
        "Unroll 2       Loop: N162/N147  counted [int,int),+1 (29 iters)  main\n"
        "MaxUnroll  4     Loop: N364/N147  counted [0,4),+1 (5 iters)\n" NMETHOD(
            "4",
            "c1") "Unroll 4( 2)     Loop: N364/N147  counted [0,4),+2 (5 iters)\n"
                  "Peel \nUnroll 8 Loop: Nx\n" NMETHOD(
                      "5",
                      "c2") "Unswitch   1     Loop: N194/N177  counted [0,int),+1 (101 iters)\n"
                            "PeelMainPost     Loop: N1/N2  counted\n" NMETHOD(
                                "8", "c2") "PartialPeel      Loop: N20/N21 \n");
    ck_assert_int_eq(log.loop_words.count, sizeof expected / sizeof *expected);
    for (uint32_t i = 0; i < log.loop_words.count; i++) {
        const struct log_loop_words *words = &log.loop_words.items[i];
        ck_assert_int_eq(words->kind, expected[i].kind);
        ck_assert_int_eq(words->amount, expected[i].amount);
        ck_assert_int_eq(words->head, expected[i].head);
        ck_assert_int_eq(words->last, expected[i].last);
        ck_assert_int_eq(words->task, expected[i].task);
    }
    compilation_log_release(&log);
}
END_TEST

START_TEST(a_line_may_come_in_pieces) {
    struct compilation_log log = {.highest_level = 4};
    struct log_reader reader;
    log_reader_init(&reader, &log);
    static const char text[] = HEAD "<call method='11'/>\n<inline_fail reason='too big'/>\n" TAIL;
    for (const char *at = text; *at; at++) log_reader_add(&reader, at, 1);
    ck_assert_str_eq(decision_at(&log, 0)->reason, "too big");
    log_reader_release(&reader);
    compilation_log_release(&log);
}
END_TEST

START_TEST(a_file_of_a_thread_that_compiles_is_named) {
    struct compilation_log log = {.highest_level = 4};
    read_log(&log, "<thread_logfile thread='3' filename='/tmp/a.log'/>\n");
    ck_assert_str_eq(log.files.items[0], "/tmp/a.log");
    compilation_log_release(&log);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("log reader");
    TCase *tests = tcase_create("pieces of logs");
    tcase_add_test(tests, a_task_is_a_compilation_of_a_method_with_its_size);
    tcase_add_test(tests, a_task_that_fails_has_the_words_of_the_compiler);
    tcase_add_test(tests, a_level_that_is_not_told_is_the_highest_of_the_jvm);
    tcase_add_test(tests, code_that_is_entered_at_a_loop_is_not_the_methods);
    tcase_add_test(tests, code_that_is_not_entrant_any_more_has_no_level);
    tcase_add_test(tests, a_call_is_inlined_or_not_at_its_bytecode_for_a_reason);
    tcase_add_test(tests, what_is_inlined_has_its_callers);
    tcase_add_test(tests, a_call_that_the_receiver_decides_is_guarded_or_virtual);
    tcase_add_test(tests, a_guarded_call_has_what_the_bytecode_names_and_what_is_inlined);
    tcase_add_test(tests, an_intrinsic_takes_the_place_of_the_native_method);
    tcase_add_test(tests, what_is_inlined_late_stands_at_its_call);
    tcase_add_test(tests, eliminated_objects_and_locks_stand_where_they_are_made_and_taken);
    tcase_add_test(tests, code_is_left_where_a_thread_says_so_and_not_where_the_compiler_does);
    tcase_add_test(tests, hidden_classes_have_numbers_by_their_names);
    tcase_add_test(tests, elements_that_are_not_known_are_counted);
    tcase_add_test(tests, numbers_that_are_none_are_not_there);
    tcase_add_test(tests, what_is_printed_of_loops_is_of_the_code_of_c2_that_follows);
    tcase_add_test(tests, a_line_may_come_in_pieces);
    tcase_add_test(tests, a_file_of_a_thread_that_compiles_is_named);
    suite_add_tcase(suite, tests);
    return check_run(suite);
}
