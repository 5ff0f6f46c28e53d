/* How long profiles say that loops are which compiled code is entered at. */
#include "interp/testing.h"

enum { THRESHOLD = 10 };

static int entered;

/* The rest of the loop, and of the method. */
static union value run_rest(struct thread *of, struct method *of_method, union value *locals) {
    entered++;
    return (union value){.j = 0};
}

static method_entry find_code(struct thread *of, struct method *of_method, int bci) {
    if (!entered) of_method->profile->loop_limit = 0; /* it is installed */
    return run_rest;
}

static void begin(void) {
    setup();
    entered = 0;
    testing.options.loop_threshold = THRESHOLD;
    testing.runtime.on_loop = find_code;
}

/* while (0 < n) n--; */
static struct method *add_loop(void) {
    add("f", "(I)V",
        CODE(OP_goto, U16(6), OP_iinc, 0, 0xff, OP_iload_0, OP_ifgt, U16(-4), OP_return));
    done();
    return method("f");
}

START_TEST(rounds_of_a_loop_that_goes_on_in_compiled_code_are_forgotten) {
    struct method *f = add_loop();
    const struct profile_row *row = profile_row(profile_of(f), 7);
    call(f, 4);
    call(f, 30);
    ck_assert_int_eq(entered, 1);
    ck_assert_int_eq(row->taken, 4);
    ck_assert_int_eq(row->not_taken, 1);
}
END_TEST

START_TEST(then_its_branches_are_not_counted_any_more) {
    struct method *f = add_loop();
    const struct profile_row *row = profile_row(profile_of(f), 7);
    for (int i = 0; i < 3; i++) call(f, 4);
    for (int i = 0; i < 50; i++) call(f, 4);
    ck_assert_int_eq(entered, 51); /* behind the first round */
    ck_assert_int_eq(row->taken, 8);
    ck_assert_int_eq(row->not_taken, 2);
    call(f, 0);
    ck_assert_int_eq(row->not_taken, 2);
    profile_enter_loop(f->profile, 3, 3); /* by another thread, which had counted these before */
    ck_assert_int_eq(row->taken, 5);
}
END_TEST

START_TEST(each_entry_into_compiled_code_makes_the_method_hotter) {
    testing.options.compile_threshold = 1000;
    struct method *f = add_loop();
    for (int i = 0; i < 20; i++) call(f, 4);
    ck_assert_int_gt(entered, 10);
    ck_assert_int_eq(f->heat, 1000 - 20 - f->profile->back_edges / ROUNDS_AS_INVOCATION -
                                  entered * LOOP_ENTRY_AS_INVOCATIONS);
    profile_warm(f->profile, 1000);
    ck_assert_int_eq(f->heat, 1); /* the next invocation compiles */
}
END_TEST

/* What was never executed is compiled as if it never were. */
START_TEST(a_loop_that_has_not_ended_is_counted_further) {
    struct method *f = add_loop();
    const struct profile_row *row = profile_row(profile_of(f), 7);
    for (int i = 0; i < 20; i++) call(f, 100);
    ck_assert_int_eq(entered, 20);
    ck_assert_int_eq(row->taken, THRESHOLD + 20);
    ck_assert_int_eq(row->not_taken, 0);
    call(f, 0);
    ck_assert_int_eq(row->not_taken, 1);
    call(f, 100);
    call(f, 0);
    ck_assert_int_eq(row->taken, THRESHOLD + 20);
    ck_assert_int_eq(row->not_taken, 1);
}
END_TEST

/* do { k = n; while (--k >= 0) ; } while (--m > 0); */
START_TEST(loops_around_the_one_that_is_entered_are_settled_as_well) {
    add("f", "(III)V",
        CODE(OP_iload_1, OP_istore_2, OP_iinc, 2, 0xff, OP_iload_2, OP_ifge, U16(-4), OP_iinc, 0,
             0xff, OP_iload_0, OP_ifgt, U16(-13), OP_return));
    done();
    struct method *f = method("f");
    const struct profile_row *inner = profile_row(profile_of(f), 6),
                             *outer = profile_row(profile_of(f), 13);
    call(f, 2, 2, 0);
    for (int i = 0; i < 50; i++) call(f, 3, 2, 0);
    ck_assert_int_eq(entered, 50); /* the first at the outer loop */
    ck_assert_int_eq(inner->taken, 8);
    ck_assert_int_eq(inner->not_taken, 4);
    ck_assert_int_eq(outer->taken, 2);
    ck_assert_int_eq(outer->not_taken, 1);
}
END_TEST

/* for (; n > 0; n--) if (n % 4 == 0 && n == stop) break; */
START_TEST(what_is_not_in_each_round_is_not_forgotten_for_each) {
    add("f", "(II)V",
        CODE(OP_iload_0, OP_ifle, U16(20), OP_iload_0, OP_iconst_4, OP_irem, OP_ifne, U16(8),
             OP_iload_0, OP_iload_1, OP_if_icmpeq, U16(9), OP_iinc, 0, 0xff, OP_goto, U16(-18),
             OP_return));
    done();
    struct method *f = method("f");
    const struct profile_row *head = profile_row(profile_of(f), 1),
                             *stop = profile_row(profile_of(f), 12);
    call(f, 4, 4);
    call(f, 1, -1);
    call(f, 40, -1);
    ck_assert_int_eq(entered, 1);
    ck_assert_int_eq(head->taken, 1);
    ck_assert_int_eq(head->not_taken, 2);
    ck_assert_int_eq(stop->taken, 1);
    ck_assert_int_eq(stop->not_taken, 3);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("loop_lengths");
    TCase *cases = tcase_create("loop_lengths");
    tcase_add_checked_fixture(cases, begin, teardown);
    tcase_add_test(cases, rounds_of_a_loop_that_goes_on_in_compiled_code_are_forgotten);
    tcase_add_test(cases, then_its_branches_are_not_counted_any_more);
    tcase_add_test(cases, each_entry_into_compiled_code_makes_the_method_hotter);
    tcase_add_test(cases, a_loop_that_has_not_ended_is_counted_further);
    tcase_add_test(cases, loops_around_the_one_that_is_entered_are_settled_as_well);
    tcase_add_test(cases, what_is_not_in_each_round_is_not_forgotten_for_each);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
