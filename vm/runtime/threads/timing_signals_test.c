/* What the handler of the timer's signal notes, where the test says which unit's code it interrupts; and whom the timer sends it. */
#include "runtime/timing_windows.h"

#include <signal.h>

#include "base/check_run.h"
#include "base/clock.h"
#include "base/intern.h"
#include "runtime/stack.h"
#include "runtime/testing.h"

enum { UNITS = 4 };

static struct testing testing;
static struct thread *thread = &testing.runtime.main;
static struct timing *timing;
static const struct timed_unit *units[UNITS];
static const struct timed_unit *interrupted; /* NULL: no unit's code */
static struct call_site calls;               /* whose code is called from there */

static const struct timed_unit *find_unit(const void *address) {
    (void)address;
    return interrupted;
}

static const struct call_site *find_call_site(const void *return_address) {
    return return_address == &calls ? &calls : NULL;
}

static void begin(const struct vm_timing_options *options) {
    static const char *const names[UNITS] = {"T.a()V", "T.b()V", "T.c()V", "T.d()V"};
    struct diag diag = DIAG_INIT;
    interrupted = NULL;
    testing_start(&testing, NULL, 4 << 20);
    testing.runtime.find_unit = find_unit;
    testing.runtime.find_call_site = find_call_site;
    timing = timing_begin(&testing.runtime, options, &diag);
    ck_assert_msg(timing != NULL, "%s", diag.message);
    for (int i = 0; i < UNITS; i++)
        units[i] = timing_unit(
            timing, &(struct timed_unit){.part = TIMED_compiled,
                                         .name = intern(names[i]),
                                         .compilation = i + 1,
                                         .poll_count = 1,
                                         .poll_cells = cells_make(&testing.runtime.cells, 2)});
}

static void setup(void) { begin(&(struct vm_timing_options){.waits_to_restart = true}); }
static void setup_ticking(void) { begin(&(struct vm_timing_options){.every_ms = 1}); }

static void teardown(void) {
    timing_windows_end(timing);
    testing_stop(&testing);
}

/* The timer sends the signal while the thread is in the unit's code. */
static void interrupt(const struct timed_unit *unit) {
    interrupted = unit;
    __atomic_store_n(&thread->clock.window.is_asked, true, __ATOMIC_RELEASE);
    raise(SIGPROF);
}

static int64_t windows_of(const struct timed_unit *unit) {
    return cell_read(&thread->cells, unit->cells + TIMED_WINDOWS);
}

static int64_t placed_at_stamps(const struct timed_unit *unit) {
    return cell_read(&thread->cells, unit->poll_cells + unit->poll_count);
}

START_TEST(a_window_is_of_the_unit_that_was_interrupted) {
    timing_enter_compiled(thread);
    for (int i = 0; i < UNITS_OF_WINDOWS; i++)
        for (int k = 0; k <= i; k++) interrupt(units[i]);
    ck_assert_int_eq(windows_of(units[0]), 0);
    timing_window_leave(thread, units[UNITS - 1]);
    for (int i = 0; i < UNITS_OF_WINDOWS; i++) ck_assert_int_eq(windows_of(units[i]), i + 1);
    ck_assert_int_eq(windows_of(units[UNITS - 1]), 0);
    ck_assert_int_eq(timing_windows_begun(timing), UNITS_OF_WINDOWS * (UNITS_OF_WINDOWS + 1) / 2);
    ck_assert(!timing_window_is_open(thread));
}
END_TEST

/* The last of them has the windows of those that are not. */
START_TEST(no_window_is_lost_of_more_units_than_are_kept) {
    timing_enter_compiled(thread);
    for (int i = 0; i < UNITS; i++) interrupt(units[i]);
    timing_window_leave(thread, units[0]);
    int64_t windows = 0;
    for (int i = 0; i < UNITS; i++) windows += windows_of(units[i]);
    ck_assert_int_eq(windows, UNITS);
    ck_assert_int_eq(windows_of(units[0]), 1);
    ck_assert_int_gt(windows_of(units[UNITS - 1]), 0);
}
END_TEST

START_TEST(what_is_no_units_code_is_the_next_stamps) {
    timing_enter_compiled(thread);
    interrupt(NULL);
    timing_window_leave(thread, units[1]);
    ck_assert_int_eq(windows_of(units[1]), 1);
    calls.unit = units[2];
    interrupt(NULL);
    timing_window_enter(thread, units[0], &calls); /* who calls it ran */
    ck_assert_int_eq(windows_of(units[2]), 1);
    interrupt(NULL);
    timing_window_enter(thread, units[0], NULL); /* not compiled code: it has begun itself */
    ck_assert_int_eq(windows_of(units[0]), 1);
}
END_TEST

/* The tick came in the unit that was interrupted last, and nothing tells a loop of it before the stamp. */
START_TEST(a_tick_is_placed_in_the_unit_that_was_interrupted) {
    timing_enter_compiled(thread);
    interrupt(units[0]);
    interrupt(units[1]);
    ck_assert(thread->requests & REQUEST_TICK);
    timing_window_leave(thread, units[2]);
    ck_assert_int_eq(placed_at_stamps(units[0]), 0);
    ck_assert_int_eq(placed_at_stamps(units[1]), 1);
    ck_assert_int_eq(placed_at_stamps(units[2]), 0);
    interrupt(NULL);
    timing_window_leave(thread, units[2]);
    ck_assert_int_eq(placed_at_stamps(units[2]), 1);
}
END_TEST

/* Nothing is noted: the stamp finds no window open. */
static void check_none_opens(void) {
    ck_assert(!timing_window_is_open(thread));
    ck_assert(!(thread->requests & REQUEST_TICK));
    timing_window_leave(thread, units[0]);
    ck_assert_int_eq(windows_of(units[0]), 0);
    ck_assert_int_eq(timing_windows_begun(timing), 0);
}

START_TEST(what_is_not_charged_to_compiled_code_has_no_window) {
    ck_assert_ptr_ne(thread->clock.account, thread->clock.compiled);
    interrupt(units[0]);
    int64_t *before = timing_enter_compiled(thread);
    check_none_opens();
    timing_restore(timing, thread, before);
}
END_TEST

START_TEST(a_stamp_has_no_window) {
    timing_enter_compiled(thread);
    thread->clock.window.is_stamping = true;
    interrupt(units[0]);
    thread->clock.window.is_stamping = false;
    check_none_opens();
    interrupt(units[1]);
    ck_assert(timing_window_is_open(thread));
}
END_TEST

START_TEST(signals_of_others_are_no_windows) {
    timing_enter_compiled(thread);
    interrupted = units[0];
    raise(SIGPROF);
    check_none_opens();
    interrupt(units[0]);
    raise(SIGPROF);
    timing_window_leave(thread, units[0]);
    ck_assert_int_eq(windows_of(units[0]), 1);
}
END_TEST

/* --- the timer --- */

static int64_t windows_until(int64_t nanoseconds, bool sleeps) {
    int64_t end = clock_nanoseconds() + nanoseconds, before = timing_windows_begun(timing);
    while (clock_nanoseconds() < end)
        if (sleeps) nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    timing_window_leave(thread, units[0]);
    return timing_windows_begun(timing) - before;
}

/* Which its account does not say: another program may have its processor. */
START_TEST(a_thread_that_does_not_run_has_no_windows) {
    enum { WHILE = 300000000 };
    timing_enter_compiled(thread);
    int64_t running = windows_until(WHILE, false), sleeping = windows_until(WHILE, true);
    double ticks = WHILE * 1e-6 / timing_windows_reached(timing);
    ck_assert_int_gt(running, 0);
    ck_assert_msg((double)sleeping < 0.1 * ticks, "%lld of %.0f ticks", (long long)sleeping, ticks);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("signals of the timer");
    TCase *cases = tcase_create("signals of the timer");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_test(cases, a_window_is_of_the_unit_that_was_interrupted);
    tcase_add_test(cases, no_window_is_lost_of_more_units_than_are_kept);
    tcase_add_test(cases, what_is_no_units_code_is_the_next_stamps);
    tcase_add_test(cases, a_tick_is_placed_in_the_unit_that_was_interrupted);
    tcase_add_test(cases, what_is_not_charged_to_compiled_code_has_no_window);
    tcase_add_test(cases, a_stamp_has_no_window);
    tcase_add_test(cases, signals_of_others_are_no_windows);
    suite_add_tcase(suite, cases);
    TCase *ticking = tcase_create("ticks");
    tcase_add_checked_fixture(ticking, setup_ticking, teardown);
    tcase_add_test(ticking, a_thread_that_does_not_run_has_no_windows);
    suite_add_tcase(suite, ticking);
    return check_run(suite);
}
