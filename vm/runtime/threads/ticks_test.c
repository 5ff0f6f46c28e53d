#include "runtime/ticks.h"

#include "base/check_run.h"
#include "base/clock.h"

/* Calls of the function: which ticks have come by then. */
struct calls {
    int64_t wanted, ticks;
    int count;
};

static int64_t count_call(void *context, int64_t ticks) {
    struct calls *calls = context;
    __atomic_add_fetch(&calls->ticks, ticks, __ATOMIC_RELAXED);
    __atomic_add_fetch(&calls->count, 1, __ATOMIC_RELEASE);
    return calls->wanted;
}

static void await_calls(const struct calls *calls, int count) {
    while (__atomic_load_n(&calls->count, __ATOMIC_ACQUIRE) < count) sched_yield();
}

static void begin(struct ticks *ticks, double every_ms, bool is_fixed, struct calls *calls) {
    ck_assert(ticks_begin(ticks, every_ms, is_fixed, 1, count_call, calls));
}

START_TEST(the_function_is_called_after_as_many_ticks_as_it_says) {
    enum { CALLS = 20, EVERY_MS = 1 };
    struct calls calls = {.wanted = _i};
    struct ticks ticks;
    double start = clock_seconds();
    begin(&ticks, EVERY_MS, true, &calls);
    await_calls(&calls, CALLS);
    double took = clock_seconds() - start;
    ticks_end(&ticks);
    ck_assert_int_eq(calls.ticks, 1 + (calls.count - 1) * calls.wanted);
    ck_assert_double_ge(took * 1000 / EVERY_MS, (double)(1 + (CALLS - 1) * calls.wanted) * 0.999);
}
END_TEST

/* Nobody waits for more than some dozens. */
START_TEST(many_ticks_are_several_calls) {
    struct calls calls = {.wanted = INT64_MAX};
    struct ticks ticks;
    begin(&ticks, 0.1, false, &calls);
    await_calls(&calls, 4);
    ticks_end(&ticks);
    ck_assert_int_gt(calls.ticks, calls.count);
    ck_assert_int_lt(calls.ticks, 1000 * (int64_t)calls.count);
}
END_TEST

START_TEST(who_wakes_them_has_the_next_tick) {
    enum { EVERY_MS = 50 };
    struct calls calls = {.wanted = 60};
    struct ticks ticks;
    begin(&ticks, EVERY_MS, _i, &calls);
    await_calls(&calls, 1);
    for (int i = 0; i < 3; i++) {
        int64_t before = __atomic_load_n(&calls.ticks, __ATOMIC_RELAXED);
        ticks_wake(&ticks);
        await_calls(&calls, 2 + i);
        ck_assert_int_lt(__atomic_load_n(&calls.ticks, __ATOMIC_RELAXED) - before, 60);
    }
    ticks_end(&ticks);
}
END_TEST

START_TEST(they_end_while_many_are_waited_for) {
    struct calls calls = {.wanted = 60};
    struct ticks ticks;
    begin(&ticks, 1, true, &calls);
    await_calls(&calls, 1);
    ticks_end(&ticks);
    begin(&ticks, 1e6, true, &calls);
    ticks_end(&ticks);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("ticks");
    TCase *cases = tcase_create("ticks");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, the_function_is_called_after_as_many_ticks_as_it_says, 1, 4);
    tcase_add_test(cases, many_ticks_are_several_calls);
    tcase_add_loop_test(cases, who_wakes_them_has_the_next_tick, 0, 2);
    tcase_add_test(cases, they_end_while_many_are_waited_for);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
