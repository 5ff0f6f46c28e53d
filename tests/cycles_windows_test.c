/* Windows of time: what they estimate, and clocks that are none. */
#include "tests/cycles_fixture.h"

static const char *const piece_names[][2] = {
    {"T.loop(I)I"},
    {"T.caller(I)I", "T.leaf(I)I"},
    {"T.copy([BI)V", "java.lang.System.arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V"},
};
enum { PIECE_COUNT = sizeof piece_names / sizeof *piece_names };

static struct vm_timed piece_of(const struct accounts *accounts, int piece) {
    struct vm_timed sum = {0};
    for (int i = 0; i < 2 && piece_names[piece][i]; i++) {
        struct vm_timed one = sum_of(accounts, piece_names[piece][i], ANY_PART);
        sum.own += one.own;
        sum.error += one.error;
    }
    return sum;
}

static int64_t took(struct fixture *f, int piece) {
    return vm_call(f->vm, method(f, "T.took"), (union value[]){{.i = piece}}).value.j;
}

/* What the VM did while the pieces ran, perhaps. */
static int64_t inside(const struct accounts *accounts) {
    return sum_of(accounts, NULL, TIMED_stamps).own + sum_of(accounts, NULL, TIMED_compiler).own +
           sum_of(accounts, NULL, TIMED_interpreted).own;
}

/* What the program measures has the calls of the clock in it, and what the VM did meanwhile. */
START_TEST(windows_divide_as_the_program_measures) {
    int threads = _i % 2 ? 8 : 1;
    struct fixture f = {0};
    struct vm_result results[MOST_THREADS];
    begin_timed_so(&f, PIECES, false, 0);
    static const char *const apart[] = {"T.loop", "T.leaf", "T.caller", "T.copy", "T.add"};
    for (int i = 0; i < 5; i++)
        if (i != 1 || _i < 2) vm_direct(f.vm, method(&f, apart[i]), VM_NEVER_INLINE);
    if (_i >= 2) vm_direct(f.vm, method(&f, "T.leaf"), VM_ALWAYS_INLINE);
    for (int i = 0; i < 20; i++) call(&f, "T.run", 10);
    int64_t all = 0, told = 0;
    vm_call(f.vm, method(&f, "T.restart"), NULL);
    vm_time_restart(f.vm);
    while (vm_timing(f.vm).windows < 1000)
        vm_call_together(f.vm, method(&f, "T.run"), (union value[]){{.i = 100}}, (size_t)threads,
                         results);
    struct accounts *accounts = read_accounts_of_all(&f);
    for (int i = 0; i < PIECE_COUNT; i++) {
        all += took(&f, i);
        told += piece_of(accounts, i).own;
    }
    for (int i = 0; i < PIECE_COUNT; i++) {
        struct vm_timed piece = piece_of(accounts, i);
        double share = (double)piece.own / (double)told, error = piece.error / (double)told;
        double expected = (double)took(&f, i) / (double)all;
        ck_assert_double_gt(error, 0);
        ck_assert_double_lt(error, 0.05);
        ck_assert_msg(
            fabs(share - expected) < 4 * error + 0.02 + (double)inside(accounts) / (double)all,
            "%s: %.3f, %.3f expected, error %.3f", piece_names[i][0], share, expected, error);
    }
    memory_free(accounts);
    end(&f);
}
END_TEST

static void run_windows(struct fixture *f, int64_t windows) {
    while (vm_timing(f->vm).windows < windows) call(f, "T.run", 1);
}

/* How far a part of the time may be off. */
static const double off = 0.15;

/* Short ones that are called in turn. */
START_TEST(what_calls_nothing_has_the_total_of_its_own_time) {
    static const char *const apart[] = {"T.one", "T.two", "T.three", "T.run", NULL};
    struct fixture f = {0};
    begin_timed_so(
        &f,
        "class T {"
        "static int one(int y) { for (int i = 0; i < 10; i++) y = y * 31 + i; return y; }"
        "static int two(int y) { for (int i = 0; i < 40; i++) y = y * 31 + i; return y; }"
        "static int three(int y) { return one(y) ^ two(y); }"
        "static int run(int n) {"
        "    for (int i = 0; i < 20000; i++) n += one(i) + three(n) + two(i);"
        "    return n; } }",
        false, 0);
    for (int i = 0; apart[i]; i++) vm_direct(f.vm, method(&f, apart[i]), VM_NEVER_INLINE);
    warm_up_all(&f, (const char *const[5]){"T.one", "T.two", "T.three", "T.run"}, 1);
    vm_time_restart(f.vm);
    run_windows(&f, 16000);
    struct accounts *accounts = read_accounts_of_all(&f);
    for (int i = 0; i < 2; i++) {
        struct vm_timed leaf = sum_of(accounts, i ? "T.two(I)I" : "T.one(I)I", ANY_PART);
        double ratio = (double)leaf.total / (double)leaf.own;
        ck_assert_msg(fabs(ratio - 1) < off, "%s: %.3f of its own", i ? "T.two" : "T.one", ratio);
    }
    memory_free(accounts);
    end(&f);
}
END_TEST

/* Nobody is told when its windows begin or end, until it is read: it is in the loop all the time. */
START_TEST(a_loop_that_meets_no_stamp_has_a_window_for_each_tick) {
    struct fixture f = {.options = vm_options_default()};
    f.options.loop_threshold = 1000;
    begin_timed_so(
        &f,
        "class W extends Thread { int x = 1;"
        "  public void run() { while (T.goes) x = x * 31 + 7; } }"
        "class T { static volatile boolean goes = true;"
        "  static int run(int n) { if (n == 1) new W().start(); goes = n == 1; return n; } }",
        false, 0);
    call(&f, "T.run", 1);
    spend(200000000);
    vm_time_restart(f.vm);
    spend(1000000000); /* also where other programs have most of the processors */
    struct accounts *accounts = read_accounts_of_all(&f);
    struct vm_timed loop = sum_of(accounts, "W.run()V", ANY_PART),
                    rest = sum_of(accounts, "(compiled)", ANY_PART);
    ck_assert_int_gt(vm_timing(f.vm).windows, 100);
    ck_assert_double_gt((double)loop.own, 50e6);
    ck_assert_double_gt((double)loop.total, 0.8 * (double)loop.own);
    ck_assert_int_eq(rest.own, 0);
    memory_free(accounts);
    call(&f, "T.run", 2);
    vm_join_threads(f.vm);
    end(&f);
}
END_TEST

/* Loops of equal steps, so that what each takes is known exactly; the shortest takes many times what a stamp does under
 * ThreadSanitizer. */
#define STEPS                                                                                      \
    "class T {"                                                                                    \
    "static int rare(int y) { for (int i = 0; i < 9000; i++) y = y * 31 + i; return y; }"          \
    "static int some(int y) { for (int i = 0; i < 45000; i++) y = y * 31 + i; return y; }"         \
    "static int most(int y) { for (int i = 0; i < 90000; i++) y = y * 31 + i; return y; }"         \
    "static int run(int n) { for (int i = 0; i < 16; i++) n = most(some(rare(n))); return n; } }"

static const struct steps {
    const char *name, *full_name;
    double share;
} steps[] = {{"T.rare", "T.rare(I)I", 3. / 48},
             {"T.some", "T.some(I)I", 15. / 48},
             {"T.most", "T.most(I)I", 30. / 48}};
enum { STEP_METHODS = sizeof steps / sizeof *steps };

/* Of the three methods. */
static double share_of_steps(const struct accounts *accounts, int method, double *error) {
    double all = 0;
    for (int i = 0; i < STEP_METHODS; i++)
        all += (double)sum_of(accounts, steps[i].full_name, ANY_PART).own;
    struct vm_timed sum = sum_of(accounts, steps[method].full_name, ANY_PART);
    *error = sum.error / all;
    return (double)sum.own / all;
}

/* Again and again, from a restart each, and in the mean of all rounds the estimate is near. */
START_TEST(intervals_hold_what_is_known_nine_times_in_ten) {
    enum { ROUNDS = 200, WINDOWS = 200 };
    struct fixture f = {0};
    begin_timed_so(&f, STEPS, false, 0);
    for (int i = 0; i < STEP_METHODS; i++)
        vm_direct(f.vm, method(&f, steps[i].name), VM_NEVER_INLINE);
    run_windows(&f, WINDOWS);
    int holding[STEP_METHODS] = {0};
    double apart[STEP_METHODS] = {0};
    for (int round = 0; round < ROUNDS; round++) {
        vm_time_restart(f.vm);
        ck_assert_int_eq(vm_timing(f.vm).windows, 0);
        run_windows(&f, WINDOWS);
        struct accounts *accounts = read_accounts_of_all(&f);
        for (int i = 0; i < STEP_METHODS; i++) {
            double error, share = share_of_steps(accounts, i, &error) - steps[i].share;
            holding[i] += fabs(share) <= TIMED_INTERVAL * error;
            apart[i] += share / ROUNDS;
        }
        memory_free(accounts);
    }
    for (int i = 0; i < STEP_METHODS; i++) {
        double error = sqrt(steps[i].share * (1 - steps[i].share) / (ROUNDS * WINDOWS));
        ck_assert_msg(holding[i] >= ROUNDS * 9 / 10, "%s: %d of %d", steps[i].name, holding[i],
                      ROUNDS);
        ck_assert_msg(fabs(apart[i]) < 5 * error, "%s: %.4f", steps[i].name, apart[i]);
    }
    end(&f);
}
END_TEST

/* What was before the restart does not count, and windows wait for it. */
START_TEST(accounts_begin_at_a_restart) {
    struct fixture f = {0};
    struct diag diag = DIAG_INIT;
    begin(&f, PIECES);
    ck_assert(vm_time(f.vm,
                      &(struct vm_timing_options){
                          .uses_monotonic_clock = true, .every_ms = 0.2, .waits_to_restart = true},
                      &diag));
    for (int i = 0; i < 20; i++) call(&f, "T.run", 100);
    ck_assert_int_eq(vm_timing(f.vm).windows, 0);
    int64_t before = clock_nanoseconds();
    vm_time_restart(f.vm);
    struct accounts *accounts = read_accounts_of_all(&f);
    ck_assert_int_le(sum_of(accounts, NULL, ANY_PART).own, clock_nanoseconds() - before);
    ck_assert_int_eq(sum_of(accounts, "T.run(I)I", ANY_PART).activations, 0);
    memory_free(accounts);
    for (int calls = 1; vm_timing(f.vm).windows < 100; calls++) {
        call(&f, "T.run", 10);
        accounts = read_accounts_of_all(&f);
        int64_t all = sum_of(accounts, NULL, ANY_PART).own;
        ck_assert_int_eq(sum_of(accounts, "T.run(I)I", ANY_PART).activations, calls);
        ck_assert_int_ge(sum_of(accounts, "T.run(I)I", ANY_PART).own, 0);
        ck_assert_int_le(all, clock_nanoseconds() - before);
        memory_free(accounts);
    }
    end(&f);
}
END_TEST

/* Three steps of four are the caller's own, in between two hundred calls. */
START_TEST(callers_and_callees_have_their_own) {
    struct fixture f = {0};
    begin_timed_so(
        &f,
        "class T { static int step(int y, int n) { for (int i = 0; i < n; i++) y = y * 31 + i;"
        "    return y; }"
        "static int leaf(int y) { return step(y, 500); }"
        "static int caller(int y) { for (int i = 0; i < 1000; i++)"
        "    { y = step(y, 1500); y = leaf(y); } return y; }"
        "static int run(int n) { for (int i = 0; i < 100; i++) n = caller(n); return n; } }",
        false, 0);
    vm_direct(f.vm, method(&f, "T.step"), VM_ALWAYS_INLINE);
    vm_direct(f.vm, method(&f, "T.leaf"), VM_NEVER_INLINE);
    vm_direct(f.vm, method(&f, "T.caller"), VM_NEVER_INLINE);
    while (vm_timing(f.vm).windows < 1000) call(&f, "T.run", 1);
    struct accounts *accounts = read_accounts_of_all(&f);
    struct vm_timed leaf = sum_of(accounts, "T.leaf(I)I", TIMED_compiled);
    struct vm_timed caller = sum_of(accounts, "T.caller(I)I", TIMED_compiled);
    double all = (double)(leaf.own + caller.own);
    ck_assert_double_eq_tol((double)leaf.own / all, 0.25,
                            0.02 + 4 * (leaf.error + caller.error) / all);
    ck_assert_int_gt(caller.total, leaf.total);
    ck_assert_int_gt(caller.total, caller.own + leaf.own / 2);
    memory_free(accounts);
    end(&f);
}
END_TEST

/* So many times that who calls it and asks for the time takes little of that. */
enum { TIMES = 10000 };

static int64_t time_alone(struct fixture *f, int which) {
    int64_t begun = time_on_processor();
    vm_call(f->vm, method(f, "T.alone"), (union value[]){{.i = TIMES}, {.i = which}});
    return time_on_processor() - begun;
}

/* Shorter than a stamp, and others that meet none for a while, in turn: nothing is measured between stamps. What each takes is measured
 * while it runs alone, now and then; so in the mean it is the same part of those times, and of the whole. */
START_TEST(units_of_some_nanoseconds_have_their_own) {
    static const char *const apart[] = {"T.leaf", "T.calls", "T.loop", NULL};
    struct fixture f = {0};
    double alone[2] = {0};
    begin_with(&f,
               "class T { static int leaf(int y) { return y * 31 + 7; }"
               "static int calls(int y) { for (int i = 0; i < 60; i++) y = leaf(y); return y; }"
               "static int loop(int y) { for (int i = 0; i < 300; i++) y = y * 31 + i; return y; }"
               "static int alone(int n, int which) {"
               "    int y = 1; for (int i = 0; i < n; i++) y = which == 0 ? calls(y) : loop(y);"
               "    return y; }"
               "static int run(int n) { int y = 1;"
               "    for (int i = 0; i < n; i++) y = loop(calls(y)); return y; } }",
               &(struct vm_timing_options){.every_ms = 0.2, .waits_to_restart = true});
    for (int i = 0; apart[i]; i++) vm_direct(f.vm, method(&f, apart[i]), VM_NEVER_INLINE);
    warm_up_all(&f, (const char *const[5]){"T.leaf", "T.calls", "T.loop", "T.run"}, 1);
    for (int i = 0; i < 100; i++) time_alone(&f, i % 2);
    vm_time_restart(f.vm);
    while (vm_timing(f.vm).windows < 16000) {
        for (int i = 0; i < 2; i++) alone[i] += (double)time_alone(&f, i);
        call(&f, "T.run", TIMES);
    }
    struct accounts *accounts = read_accounts_of_all(&f);
    struct vm_timed leaf = sum_of(accounts, "T.leaf(I)I", ANY_PART),
                    calls = sum_of(accounts, "T.calls(I)I", ANY_PART),
                    loop = sum_of(accounts, "T.loop(I)I", ANY_PART);
    double all = (double)(leaf.own + calls.own + loop.own);
    double share = (double)loop.own / all, expected = alone[1] / (alone[0] + alone[1]);
    ck_assert_msg(fabs(share - expected) < 0.02 + 4 * loop.error / all, "%.3f, %.3f expected",
                  share, expected);
    memory_free(accounts);
    end(&f);
}
END_TEST

START_TEST(mistakes_about_windows_are_told) {
    struct fixture f = {0};
    struct diag diag = DIAG_INIT;
    begin(&f, "class T { static int f(int n) { return n; } }");
    ck_assert(!vm_time(f.vm, &(struct vm_timing_options){.every_ms = 1e-9}, &diag));
    ck_assert_str_eq(diag.message, "compiled code cannot be timed in windows: they are 0.001 to "
                                   "1000000 ms apart");
    end(&f);
}
END_TEST

/* --- clocks that are none --- */

/* From when they go wrong, and how often they were read since. The timer reads them, too. */
static _Atomic int64_t wrong_since, reads;

static bool is_wrong(int64_t now) { return wrong_since && now > wrong_since; }

static int64_t stands_still(void) {
    int64_t now = clock_nanoseconds();
    return is_wrong(now) ? wrong_since : now;
}
static int64_t goes_back_once(void) {
    int64_t now = clock_nanoseconds();
    return is_wrong(now) ? now - (INT64_C(1) << 60) : now;
}
static int64_t goes_back_often(void) {
    int64_t now = clock_nanoseconds();
    return is_wrong(now) && ++reads % 7 == 0 ? now - 1000000 : now;
}
static int64_t leaps_ahead(void) {
    int64_t now = clock_nanoseconds();
    return is_wrong(now) ? now + (INT64_C(1) << 61) : now;
}
static int64_t leaps_to_and_fro(void) {
    int64_t now = clock_nanoseconds();
    bool is_far = ++reads % 11 == 0;
    return is_wrong(now) && is_far ? now + (INT64_C(1) << 50) : now;
}

static const struct wrong_clock {
    int64_t (*read)(void);
    bool is_bent;
} wrong_clocks[] = {{stands_still, false},
                    {goes_back_once, true},
                    {goes_back_often, true},
                    {leaps_ahead, true},
                    {leaps_to_and_fro, true}};
enum { WRONG_CLOCKS = sizeof wrong_clocks / sizeof *wrong_clocks };

/* What a clock may say that is none is never charged. */
START_TEST(no_clock_makes_figures_that_cannot_be) {
    const struct wrong_clock *clock = &wrong_clocks[_i % WRONG_CLOCKS];
    struct fixture f = {0};
    struct diag diag = DIAG_INIT;
    struct vm_result results[2];
    wrong_since = reads = 0;
    int64_t begun = clock_nanoseconds();
    begin(&f, PIECES);
    ck_assert(vm_time(f.vm,
                      &(struct vm_timing_options){.times_each = _i >= WRONG_CLOCKS,
                                                  .every_ms = 0.2,
                                                  .counter = clock->read},
                      &diag));
    for (int i = 0; i < 20; i++) call(&f, "T.run", 10);
    wrong_since = clock_nanoseconds();
    for (int i = 0; i < 4; i++)
        vm_call_together(f.vm, method(&f, "T.run"), (union value[]){{.i = 300}}, 2, results);
    struct accounts *accounts = read_accounts(&f);
    struct vm_timing timing = vm_timing(f.vm);
    int64_t most = clock_nanoseconds() - begun, all = 0;
    for (int i = 0; i < accounts->count; i++) {
        const struct vm_timed *unit = &accounts->units[i];
        ck_assert_msg(unit->own >= 0 && unit->total >= 0, "%s: %lld, %lld", unit->name,
                      (long long)unit->own, (long long)unit->total);
        ck_assert_int_le(unit->total, 2 * most);
        all += unit->own;
    }
    ck_assert_int_le(all, 10 * most); /* of the main thread, and of twice four */
    ck_assert_int_eq(timing.bent > 0, clock->is_bent);
    if (!clock->is_bent) ck_assert_double_lt(timing.drift, -0.01);
    memory_free(accounts);
    end(&f);
}
END_TEST

static int64_t never_starts(void) { return 42; }

START_TEST(a_counter_that_never_starts_is_none) {
    struct fixture f = {0};
    struct diag diag = DIAG_INIT;
    begin(&f, PIECES);
    ck_assert(vm_time(f.vm, &(struct vm_timing_options){.counter = never_starts}, &diag));
    int64_t before = clock_nanoseconds();
    for (int i = 0; i < 20; i++) call(&f, "T.run", 10);
    struct accounts *accounts = read_accounts(&f);
    ck_assert(!vm_timing(f.vm).reads_counter);
    ck_assert_int_ge(sum_of(accounts, NULL, ANY_PART).own, clock_nanoseconds() - before - 50000000);
    memory_free(accounts);
    end(&f);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("windows of cycles");
    TCase *cases = tcase_create("windows of cycles");
    tcase_set_timeout(cases, 120);
    tcase_add_loop_test(cases, windows_divide_as_the_program_measures, 0, 4);
    tcase_add_test(cases, what_calls_nothing_has_the_total_of_its_own_time);
    tcase_add_test(cases, a_loop_that_meets_no_stamp_has_a_window_for_each_tick);
    tcase_add_test(cases, intervals_hold_what_is_known_nine_times_in_ten);
    tcase_add_test(cases, accounts_begin_at_a_restart);
    tcase_add_test(cases, callers_and_callees_have_their_own);
    tcase_add_loop_test(cases, units_of_some_nanoseconds_have_their_own, 0, HANDLERS_FIND_UNITS);
    tcase_add_test(cases, mistakes_about_windows_are_told);
    tcase_add_loop_test(cases, no_clock_makes_figures_that_cannot_be, 0, 2 * WRONG_CLOCKS);
    tcase_add_test(cases, a_counter_that_never_starts_is_none);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
