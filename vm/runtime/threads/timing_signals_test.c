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
/* What handlers read: raise is declared as what calls nothing here. */
static const struct timed_unit *volatile interrupted; /* NULL: no unit's code */
static volatile int32_t interrupted_share;            /* -1: the code is of none */
static const struct timed_unit *volatile caller; /* where all return addresses of its stack are */
static volatile int asked;                       /* so often since */
static struct call_site calls;                   /* whose code is called from there */

enum { SHARES = 3 };

static const struct timed_unit *find_unit(const void *address, int32_t *share) {
    (void)address;
    const struct timed_unit *unit = asked++ ? caller : interrupted;
    if (unit) *share = interrupted_share;
    return unit;
}

static const struct call_site *find_call_site(const void *return_address) {
    return return_address == &calls ? &calls : NULL;
}

static void begin(const struct vm_timing_options *options) {
    static const char *const names[UNITS] = {"T.a()V", "T.b()V", "T.c()V", "T.d()V"};
    struct diag diag = DIAG_INIT;
    interrupted = NULL;
    interrupted_share = -1;
    caller = NULL;
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
                                         .share_count = SHARES,
                                         .tick_cells = cells_make(&testing.runtime.cells, SHARES)});
}

static void setup(void) { begin(&(struct vm_timing_options){.waits_to_restart = true}); }
static void setup_each(void) {
    begin(&(struct vm_timing_options){.waits_to_restart = true, .times_each = true});
}
static void setup_ticking(void) { begin(&(struct vm_timing_options){.every_ms = 1}); }

static void teardown(void) {
    timing_windows_end(timing);
    testing_stop(&testing);
}

/* The timer sends the signal while the thread is in the unit's code. */
static void interrupt(const struct timed_unit *unit) {
    interrupted = unit;
    asked = 0;
    __atomic_store_n(&thread->clock.window.is_asked, true, __ATOMIC_RELEASE);
    raise(SIGPROF);
}

/* In C code, twice; the stack says that it was called from there. */
static void interrupt_called_by(const struct timed_unit *unit) {
    caller = unit;
    interrupt(NULL);
    interrupt(NULL);
    caller = NULL;
}

static int64_t windows_of(const struct timed_unit *unit) {
    return cell_read(&thread->cells, unit->cells + TIMED_WINDOWS);
}

static int64_t ticks_of(const struct timed_unit *unit, uint32_t share) {
    return cell_read(&thread->cells, unit->tick_cells + share);
}

static int64_t all_ticks(void) {
    int64_t ticks = 0;
    for (int i = 0; i < UNITS; i++)
        for (uint32_t share = 0; share < SHARES; share++) ticks += ticks_of(units[i], share);
    return ticks;
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

START_TEST(a_tick_is_of_the_share_whose_code_was_interrupted) {
    timing_enter_compiled(thread);
    interrupted_share = 2;
    interrupt(units[0]);
    interrupt(units[1]);
    interrupt(units[1]);
    interrupted_share = -1;
    interrupt(units[1]);
    ck_assert_int_eq(ticks_of(units[0], 2), 1);
    ck_assert_int_eq(ticks_of(units[1], 2), 2);
    ck_assert_int_eq(ticks_of(units[1], 0), 1);
    timing_window_leave(thread, units[2]);
    ck_assert_int_eq(all_ticks(), 4);
}
END_TEST

/* If the stamp agrees: frame pointers may lead elsewhere. */
START_TEST(a_tick_in_c_code_is_of_the_share_that_called_it) {
    timing_enter_compiled(thread);
    interrupted_share = 1;
    interrupt_called_by(units[1]);
    timing_window_leave(thread, units[0]);
    ck_assert_int_eq(windows_of(units[0]), 2);
    ck_assert_int_eq(all_ticks(), 0);
    interrupt_called_by(units[1]);
    timing_window_leave(thread, units[1]);
    ck_assert_int_eq(windows_of(units[1]), 2);
    ck_assert_int_eq(ticks_of(units[1], 1), 2);
    interrupt_called_by(NULL);
    timing_window_leave(thread, units[1]);
    ck_assert_int_eq(all_ticks(), 2);
}
END_TEST

/* Nothing is noted: the stamp finds no window open. */
static void check_none_opens(void) {
    ck_assert(!timing_window_is_open(thread));
    ck_assert_int_eq(all_ticks(), 0);
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

/* --- where each activation is timed --- */

START_TEST(a_tick_is_of_the_unit_that_is_charged) {
    int64_t *before = timing_switch(timing, thread, units[0]->cells + TIMED_OWN);
    interrupted_share = 2;
    interrupt(units[1]); /* which a stamp has not charged yet */
    interrupt(NULL);
    ck_assert_int_eq(all_ticks(), 0);
    interrupt(units[0]);
    interrupted_share = -1; /* in a stamp */
    interrupt(units[0]);
    ck_assert_int_eq(ticks_of(units[0], 2), 1);
    ck_assert_int_eq(all_ticks(), 1);
    ck_assert(!timing_window_is_open(thread));
    timing_restore(timing, thread, before);
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
    tcase_add_test(cases, a_tick_is_of_the_share_whose_code_was_interrupted);
    tcase_add_test(cases, a_tick_in_c_code_is_of_the_share_that_called_it);
    tcase_add_test(cases, what_is_not_charged_to_compiled_code_has_no_window);
    tcase_add_test(cases, a_stamp_has_no_window);
    tcase_add_test(cases, signals_of_others_are_no_windows);
    suite_add_tcase(suite, cases);
    TCase *ticking = tcase_create("ticks");
    tcase_add_checked_fixture(ticking, setup_ticking, teardown);
    tcase_add_test(ticking, a_thread_that_does_not_run_has_no_windows);
    suite_add_tcase(suite, ticking);
    TCase *each = tcase_create("each activation");
    tcase_add_checked_fixture(each, setup_each, teardown);
    tcase_add_test(each, a_tick_is_of_the_unit_that_is_charged);
    suite_add_tcase(suite, each);
    return check_run(suite);
}
