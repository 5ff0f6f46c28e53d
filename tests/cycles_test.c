/* Where time goes: accounts add up to the threads' time, methods get what they take, and everything that begins ends. The clock
 * of the programs is the one that charges, so what they measure bounds what is charged, however loaded the machine is. */
#include "tests/vm_fixture.h"

#include <math.h>

#include "base/clock.h"

enum { MOST_UNITS = 4000, MOST_THREADS = 8 };

struct accounts {
    struct vm_timed units[MOST_UNITS];
    int count;
};

static void keep(void *context, const struct vm_timed *timed) {
    struct accounts *accounts = context;
    ck_assert_int_lt(accounts->count, MOST_UNITS);
    accounts->units[accounts->count++] = *timed;
}

static void begin_with(struct fixture *f, const char *text,
                       const struct vm_timing_options *options) {
    struct diag diag = DIAG_INIT;
    begin(f, text);
    ck_assert_msg(vm_time(f->vm, options, &diag), "%s", diag.message);
}

/* In windows, or each activation. */
static void begin_timed_so(struct fixture *f, const char *text, bool times_each, int threshold) {
    begin_with(f, text,
               &(struct vm_timing_options){.times_each = times_each,
                                           .threshold = threshold,
                                           .uses_monotonic_clock = true,
                                           .every_ms = 0.2});
}

static void begin_timed(struct fixture *f, const char *text, int threshold) {
    begin_timed_so(f, text, true, threshold);
}

static struct accounts *read_accounts(struct fixture *f) {
    struct accounts *accounts = memory_allocate(sizeof *accounts);
    vm_time_each(f->vm, true, false, keep, accounts);
    return accounts;
}

static struct accounts *read_accounts_of_all(struct fixture *f) {
    struct accounts *accounts = memory_allocate(sizeof *accounts);
    vm_time_each(f->vm, false, false, keep, accounts);
    return accounts;
}

#define ANY_PART TIMED_PARTS

static bool is_of(const struct vm_timed *unit, const char *name, enum timed_part part) {
    return (!name || strcmp(unit->name, name) == 0) && (part == ANY_PART || unit->part == part);
}

static struct vm_timed sum_of(const struct accounts *accounts, const char *name,
                              enum timed_part part) {
    struct vm_timed sum = {0};
    for (int i = 0; i < accounts->count; i++) {
        const struct vm_timed *unit = &accounts->units[i];
        if (!is_of(unit, name, part)) continue;
        sum.own += unit->own;
        sum.error = sqrt(sum.error * sum.error + unit->error * unit->error);
        sum.total += unit->total;
        sum.activations += unit->activations;
    }
    return sum;
}

/* What natives and the VM took that a method may have waited for; not what the embedder's thread did. */
static int64_t others(const struct accounts *accounts) {
    int64_t sum = 0;
    for (int i = 0; i < accounts->count; i++) {
        const struct vm_timed *unit = &accounts->units[i];
        bool is_of_method = unit->part == TIMED_interpreted || unit->part == TIMED_compiled ||
                            unit->part == TIMED_on_stack || unit->part == TIMED_vm;
        if (!is_of_method && strcmp(unit->thread, "main") != 0) sum += unit->own;
    }
    return sum;
}

static int64_t read_long(struct fixture *f, const char *name) {
    struct vm_result result = vm_call(f->vm, method(f, name), (union value[]){{.i = 0}});
    ck_assert(!result.threw);
    return result.value.j;
}

/* --- what they add up to --- */

#define BUSY                                                                                       \
    "static long inner, outer;"                                                                    \
    "static synchronized void add(long in, long out) { inner += in; outer += out; }"               \
    "static long inner(int n) { return inner; } static long outer(int n) { return outer; }"        \
    "static long busy(int n) { long t = System.nanoTime(); int x = n;"                             \
    "    for (int i = 0; i < n; i++) x = x * 31 + i;"                                              \
    "    return System.nanoTime() - t - (x == 42 ? 1 : 0); }"                                      \
    "static int run(int n) { long t = System.nanoTime(), in = busy(n);"                            \
    "    add(in, System.nanoTime() - t); return 1; }"

START_TEST(accounts_add_up_to_the_time_that_passed) {
    struct fixture f = {0};
    int64_t before = clock_nanoseconds();
    begin_timed_so(&f, "class T { " BUSY "}", _i, 0);
    int64_t begun = clock_nanoseconds();
    for (int i = 0; i < 200; i++) call(&f, "T.run", 1000);
    int64_t ended = clock_nanoseconds();
    struct accounts *accounts = read_accounts(&f);
    int64_t all = sum_of(accounts, NULL, ANY_PART).own;
    ck_assert_int_ge(all, ended - begun);
    ck_assert_int_le(all, clock_nanoseconds() - before);
    memory_free(accounts);
    end(&f);
}
END_TEST

static int64_t time_of_thread(const struct accounts *accounts, const char *thread) {
    int64_t sum = 0;
    for (int i = 0; i < accounts->count; i++)
        if (accounts->units[i].thread == thread) sum += accounts->units[i].own;
    return sum;
}

/* How many threads but the main one have rows; all of each one's add up to what it took. */
static int check_threads(const struct accounts *accounts, int64_t least, int64_t most) {
    int threads = 0;
    for (int i = 0; i < accounts->count; i++) {
        const char *thread = accounts->units[i].thread;
        bool is_first = strcmp(thread, "main") != 0;
        for (int k = 0; k < i && is_first; k++) is_first = accounts->units[k].thread != thread;
        if (!is_first) continue;
        int64_t time = time_of_thread(accounts, thread);
        ck_assert_msg(time >= least && time <= most, "%s: %lld", thread, (long long)time);
        threads++;
    }
    return threads;
}

/* In windows or not, interpreted or not. */
START_TEST(own_times_add_up_to_each_threads_time) {
    struct fixture f = {.options = vm_options_default(), .threshold = 20};
    f.options.interpret_only = _i & 2;
    begin_timed_so(&f,
                   "class T extends Thread { static long least = 1L << 60; static int loops;"
                   "static synchronized void done(long t) { if (t < least) least = t; }"
                   "static long least(int n) { return least; }"
                   "static int step(int x, int i) { return x * 31 + i; }"
                   "static int some(int x) { for (int i = 0; i < 1000; i++) x = step(x, i);"
                   "    return x; }"
                   "public void run() { long t = System.nanoTime(); int x = loops;"
                   "    for (int i = 0; i < loops; i++) x = some(x);"
                   "    done(System.nanoTime() - t + (x == 42 ? 1 : 0)); }"
                   "static int all(int n) throws InterruptedException { loops = n;"
                   "    T[] threads = new T[8];"
                   "    for (int i = 0; i < 8; i++) (threads[i] = new T()).start();"
                   "    for (T thread : threads) thread.join(); return 0; } }",
                   _i & 1, 0);
    vm_direct(f.vm, method(&f, "T.some"), VM_NEVER_INLINE);
    for (int i = 0; i < 30 && !(_i & 2); i++) call(&f, "T.some", 1);
    int64_t before = clock_nanoseconds();
    call(&f, "T.all", _i & 2 ? 300 : 10000);
    int64_t most = clock_nanoseconds() - before;
    struct accounts *accounts = read_accounts(&f);
    ck_assert_int_eq(check_threads(accounts, read_long(&f, "T.least"), most), MOST_THREADS);
    memory_free(accounts);
    end(&f);
}
END_TEST

/* --- what methods get --- */

struct bounds {
    int64_t inner, outer;
};

static struct bounds read_bounds(struct fixture *f) {
    return (struct bounds){read_long(f, "T.inner"), read_long(f, "T.outer")};
}

/* From one reading to the other, T.busy took at least what it measured itself, and at most what its caller measured; what it calls
 * and what the VM did meanwhile is not its own. */
static void check_busy(const struct accounts *from, const struct accounts *to,
                       const struct bounds *first, const struct bounds *last) {
    int64_t inner = last->inner - first->inner, outer = last->outer - first->outer;
    int64_t total =
        sum_of(to, "T.busy(I)J", ANY_PART).total - sum_of(from, "T.busy(I)J", ANY_PART).total;
    int64_t own = sum_of(to, "T.busy(I)J", ANY_PART).own - sum_of(from, "T.busy(I)J", ANY_PART).own;
    ck_assert_int_ge(total, inner);
    ck_assert_int_le(total, outer);
    ck_assert_int_le(own, outer);
    ck_assert_int_ge(own, inner - (others(to) - others(from)));
}

/* True when the bounds are narrow. */
static bool measure_busy(struct fixture *f, int calls, int n, int threads) {
    struct vm_result results[MOST_THREADS];
    struct accounts *from = read_accounts(f);
    struct bounds first = read_bounds(f);
    for (int i = 0; i < calls; i++)
        ck_assert_uint_eq(vm_call_together(f->vm, method(f, "T.run"), (union value[]){{.i = n}},
                                           (size_t)threads, results),
                          (size_t)threads);
    struct bounds last = read_bounds(f);
    struct accounts *to = read_accounts(f);
    check_busy(from, to, &first, &last);
    bool says_something = last.inner - first.inner > others(to) - others(from);
    memory_free(from);
    memory_free(to);
    return says_something;
}

static const struct busy_case {
    bool interprets, loops;
    int threads;
} busy_cases[] = {
    {.threads = 1}, {.interprets = true, .threads = 1}, {.loops = true, .threads = 1},
    {.threads = 8}, {.interprets = true, .threads = 8}, {.loops = true, .threads = 8},
};

START_TEST(a_method_gets_what_it_takes) {
    const struct busy_case *busy = &busy_cases[_i];
    struct fixture f = {.options = vm_options_default(), .threshold = busy->loops ? 1 << 30 : 20};
    f.options.interpret_only = busy->interprets;
    if (busy->loops) f.options.loop_threshold = 100;
    begin_timed(&f, "class T { " BUSY "}", 0);
    vm_direct(f.vm, method(&f, "T.busy"), VM_NEVER_INLINE);
    for (int i = 0; i < 100; i++) call(&f, "T.run", 1000);
    ck_assert_int_eq(vm_is_compiled(method(&f, "T.busy")), !busy->interprets && !busy->loops);
    int narrow = 0;
    for (int i = 0; i < 30 && !narrow; i++)
        narrow += measure_busy(&f, 1, busy->interprets ? 600000 : 10000000, busy->threads);
    ck_assert_int_gt(narrow, 0);
    end(&f);
}
END_TEST

/* --- windows --- */

/* Pieces of known length, as they measure themselves; some call nothing, one calls a method all the time, one is a native. What
 * takes twice as long as the shortest was interrupted: it took as long as that. */
#define PIECES                                                                                     \
    "class T { static long[] took = new long[4], least = { 1L << 60, 1L << 60, 1L << 60, 0 };"     \
    "static synchronized void add(int k, long t) { if (t < least[k]) least[k] = t;"                \
    "    took[k] += t < 2 * least[k] ? t : least[k]; }"                                            \
    "static int loop(int y) { for (int i = 0; i < 20000; i++) y = y * 31 + i; return y; }"         \
    "static int leaf(int y) { for (int i = 0; i < 20; i++) y = y * 31 + i; return y; }"            \
    "static int caller(int y) { for (int i = 0; i < 1000; i++) y = leaf(y); return y; }"           \
    "static byte[] a = new byte[20000];"                                                           \
    "static void copy(byte[] b, int n) { for (int i = 0; i < n; i++) System.arraycopy(a, 0, b, "   \
    "    0, 20000); }"                                                                             \
    "static synchronized long took(int k) { return took[k]; }"                                     \
    "static int run(int n) { int y = n; byte[] b = new byte[20000]; for (int i = 0; i < n; i++) {" \
    "    long t = System.nanoTime(); y = loop(y); add(0, System.nanoTime() - t);"                  \
    "    t = System.nanoTime(); y = caller(y); add(1, System.nanoTime() - t);"                     \
    "    t = System.nanoTime(); copy(b, 10); add(2, System.nanoTime() - t); }"                     \
    "    return y; } }"

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
    int64_t before[PIECE_COUNT], all = 0, told = 0;
    for (int i = 0; i < PIECE_COUNT; i++) before[i] = took(&f, i);
    vm_time_restart(f.vm);
    while (vm_timing(f.vm).windows < 1000)
        vm_call_together(f.vm, method(&f, "T.run"), (union value[]){{.i = 100}}, (size_t)threads,
                         results);
    struct accounts *accounts = read_accounts_of_all(&f);
    for (int i = 0; i < PIECE_COUNT; i++) {
        all += took(&f, i) - before[i];
        told += piece_of(accounts, i).own;
    }
    for (int i = 0; i < PIECE_COUNT; i++) {
        struct vm_timed piece = piece_of(accounts, i);
        double share = (double)piece.own / (double)told, error = piece.error / (double)told;
        double expected = (double)(took(&f, i) - before[i]) / (double)all;
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

/* Loops of equal steps, so that what each takes is known exactly. */
#define STEPS                                                                                      \
    "class T {"                                                                                    \
    "static int rare(int y) { for (int i = 0; i < 3000; i++) y = y * 31 + i; return y; }"          \
    "static int some(int y) { for (int i = 0; i < 15000; i++) y = y * 31 + i; return y; }"         \
    "static int most(int y) { for (int i = 0; i < 30000; i++) y = y * 31 + i; return y; }"         \
    "static int run(int n) { for (int i = 0; i < 50; i++) n = most(some(rare(n))); return n; } }"

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

static void run_windows(struct fixture *f, int64_t windows) {
    while (vm_timing(f->vm).windows < windows) call(f, "T.run", 1);
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

START_TEST(mistakes_about_windows_are_told) {
    struct fixture f = {0};
    struct diag diag = DIAG_INIT, again = DIAG_INIT;
    begin(&f, "class T { static int f(int n) { return n; } }");
    ck_assert(!vm_time(f.vm, &(struct vm_timing_options){.every_ms = 1e-9}, &diag));
    ck_assert_str_eq(diag.message, "compiled code cannot be timed in windows: they are 0.001 to "
                                   "1000000 ms apart");
    ck_assert(!vm_time(f.vm, &(struct vm_timing_options){.window_us = -1}, &again));
    end(&f);
}
END_TEST

/* --- what is inlined --- */

static double own_of_method(const struct accounts *accounts, const char *name) {
    double own = 0;
    for (int i = 0; i < accounts->count; i++) {
        const struct vm_timed *unit = &accounts->units[i];
        double shares = 0;
        for (size_t k = 0; k < unit->share_count; k++) {
            const struct vm_timed_share *share = &unit->shares[k];
            shares += share->share;
            if (share->position && strcmp(share->position->method, name) == 0)
                own += share->share * (double)unit->own;
        }
        if (unit->share_count) ck_assert_double_eq_tol(shares, 1, 1e-9);
        ck_assert_int_eq(unit->share_count > 0,
                         unit->part == TIMED_compiled || unit->part == TIMED_on_stack);
    }
    return own;
}

/* Two loops of equal steps, one three times as long, one half the time: both modes, inlined or not, once one inside the other. */
START_TEST(what_is_inlined_has_its_cycles) {
    struct fixture f = {0};
    begin_timed_so(&f,
                   "class T { static int a(int y) { for (int i = 0; i < 1000; i++) y = y * 31 + i;"
                   "    return y; }"
                   "static int b(int y) { for (int i = 0; i < 3000; i++) y = y * 31 + i;"
                   "    return (y & 1) == 0 ? y : a(y); }"
                   "static int run(int n) { for (int i = 0; i < 100; i++) n = b(n); return n; } }",
                   _i & 1, 0);
    vm_direct(f.vm, method(&f, "T.a"), _i & 2 ? VM_NEVER_INLINE : VM_ALWAYS_INLINE);
    vm_direct(f.vm, method(&f, "T.b"), _i & 4 ? VM_NEVER_INLINE : VM_ALWAYS_INLINE);
    for (int i = 0; i < 2000; i++) call(&f, "T.run", i);
    struct accounts *accounts = read_accounts_of_all(&f);
    double a = own_of_method(accounts, "T.a(I)I"), b = own_of_method(accounts, "T.b(I)I");
    double error = sum_of(accounts, NULL, TIMED_compiled).error / (a + b);
    ck_assert_double_eq_tol(a / (a + b), 1. / 7, 0.1 + 4 * error);
    ck_assert_double_lt(own_of_method(accounts, "T.run(I)I"), 0.15 * (a + b));
    memory_free(accounts);
    end(&f);
}
END_TEST

/* Windows leave out when others run on the processor; where each activation is timed the clock has to. */
static int64_t time_on_processor(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static void begin_with_calls(struct fixture *f, const char *text, bool times_each,
                             enum timed_calls calls) {
    begin_with(f, text,
               &(struct vm_timing_options){.times_each = times_each,
                                           .calls = calls,
                                           .uses_monotonic_clock = !times_each,
                                           .counter = times_each ? time_on_processor : NULL,
                                           .every_ms = 0.2});
}

/* Until all of these are compiled; NULL: it is inlined. */
static void warm_up_all(struct fixture *f, const char *const names[5], int n) {
    for (int i = 0; i < 5; i++)
        while (names[i] && !vm_is_compiled(method(f, names[i]))) call(f, "T.run", n);
}

/* So many windows, or some time. */
static void run_as_long_as(struct fixture *f, int windows, const char *name, int n) {
    double until = clock_seconds() + 0.02;
    bool times_each = vm_timing(f->vm).options.times_each;
    vm_time_restart(f->vm);
    while (times_each ? clock_seconds() < until : vm_timing(f->vm).windows < windows)
        call(f, name, n);
}

static double time_of_compiled(const struct accounts *accounts) {
    double all = 0;
    for (int i = 0; i < accounts->count; i++)
        if (accounts->units[i].compilation) all += (double)accounts->units[i].own;
    return all;
}

/* A leaf, the loop around it and the method that calls these, each inlined or not: while one is on the stack so are those that call
 * it, and the time of compiled code is all of theirs. */
START_TEST(a_method_that_is_inlined_has_a_total) {
    struct fixture f = {0};
    begin_with_calls(
        &f,
        "class T { static int leaf(int y) { for (int i = 0; i < 12000; i++) y = y * 31 + i;"
        "    return y; }"
        "static int middle(int y) { for (int i = 0; i < 12000; i++) y = y * 33 + i;"
        "    return (y & 1) == 0 ? leaf(y) : leaf(y + 1); }"
        "static int run(int n) { for (int i = 0; i < 25; i++) n = middle(n); return n; } }",
        _i & 4, TIMED_CALLS_of_methods);
    vm_direct(f.vm, method(&f, "T.leaf"), _i & 1 ? VM_NEVER_INLINE : VM_ALWAYS_INLINE);
    vm_direct(f.vm, method(&f, "T.middle"), _i & 2 ? VM_NEVER_INLINE : VM_ALWAYS_INLINE);
    const char *leaf_apart = _i & 1 ? "T.leaf" : NULL, *middle_apart = _i & 2 ? "T.middle" : NULL;
    warm_up_all(&f, (const char *const[]){"T.run", leaf_apart, middle_apart, NULL, NULL}, 1);
    run_as_long_as(&f, 1000, "T.run", 1);
    struct accounts *accounts = read_accounts_of_all(&f);
    double all = time_of_compiled(accounts);
    double leaf = (double)sum_of(accounts, "T.leaf(I)I", ANY_PART).total / all,
           middle = (double)sum_of(accounts, "T.middle(I)I", ANY_PART).total / all,
           run = (double)sum_of(accounts, "T.run(I)I", ANY_PART).total / all;
    ck_assert_double_eq_tol(leaf, 0.5, 0.12);
    ck_assert_double_eq_tol(middle, 1, 0.07);
    ck_assert_double_eq_tol(run, 1, 0.01);
    memory_free(accounts);
    end(&f);
}
END_TEST

/* Cycles in what the method executes, as often as it is inlined: the paths whose innermost method it is, but for its beginning. */
static double total_of_paths(const struct accounts *accounts, const char *name) {
    double total = 0;
    for (int i = 0; i < accounts->count; i++)
        for (size_t k = 0; k < accounts->units[i].share_count; k++) {
            const struct vm_timed_share *share = &accounts->units[i].shares[k];
            bool is_its = share->position && strcmp(share->position->method, name) == 0;
            if (is_its && share->position->bci >= 0) total += (double)share->total;
        }
    return total;
}

/* The call of a leaf, on the one path of inlined calls or another, has the leaf's time, and that of the loop beside it has its own
 * alone; outside, the call that recurs has all of it once, and the one that ends the recursion. */
START_TEST(a_path_has_a_total) {
    struct fixture f = {0};
    begin_with_calls(
        &f,
        "class T { static int leaf(int y) { for (int i = 0; i < 14400; i++) y = y * 31 + i;"
        "    return y; }"
        "static int beside(int y) { for (int i = 0; i < 1600; i++) y = y * 33 + i; return y; }"
        "static int one(int y) { return leaf(beside(y)); }"
        "static int two(int y) { return leaf(beside(y)); }"
        "static int sum(int n) { for (int i = 0; i < 50; i++) n = two(one(one(one(n)))); return n; "
        "}"
        "static int run(int n) { return n == 0 ? sum(3) : run(n - 1) + 1; } }",
        _i & 4, TIMED_CALLS_of_paths);
    const char *leaf = _i & 1 ? "T.leaf" : NULL, *one = _i & 2 ? "T.one" : NULL;
    vm_direct(f.vm, method(&f, "T.leaf"), _i & 1 ? VM_NEVER_INLINE : VM_ALWAYS_INLINE);
    vm_direct(f.vm, method(&f, "T.beside"), VM_ALWAYS_INLINE);
    vm_direct(f.vm, method(&f, "T.one"), _i & 2 ? VM_NEVER_INLINE : VM_ALWAYS_INLINE);
    vm_direct(f.vm, method(&f, "T.two"), _i & 2 ? VM_NEVER_INLINE : VM_ALWAYS_INLINE);
    vm_direct(f.vm, method(&f, "T.sum"), VM_NEVER_INLINE);
    vm_direct(f.vm, method(&f, "T.run"), VM_NEVER_INLINE);
    warm_up_all(&f, (const char *const[]){"T.sum", "T.run", one, one ? "T.two" : NULL, leaf}, 5);
    run_as_long_as(&f, 1500, "T.run", 5);
    struct accounts *accounts = read_accounts_of_all(&f);
    double all = time_of_compiled(accounts);
    ck_assert_double_eq_tol(total_of_paths(accounts, "T.beside(I)I") / all, 0.1, 0.08);
    ck_assert_double_eq_tol(total_of_paths(accounts, "T.one(I)I") / all, 0.75, 0.08);
    ck_assert_double_eq_tol(total_of_paths(accounts, "T.two(I)I") / all, 0.25, 0.08);
    ck_assert_double_eq_tol(total_of_paths(accounts, "T.run(I)I") / all, 2, 0.04);
    memory_free(accounts);
    end(&f);
}
END_TEST

/* Two methods that call each other, the one inlined into the other, and all in the outermost calls of both: in either total once. */
START_TEST(totals_have_a_recursion_once) {
    struct fixture f = {0};
    bool is_by_path = _i & 2;
    begin_with_calls(&f,
                     "class T { static int even(int n) { return n < 2 ? n : odd(n - 1) + 1; }"
                     "static int odd(int n) { return even(n - 1) + even(n / 2); }"
                     "static int run(int n) { return even(n); } }",
                     _i & 1, is_by_path ? TIMED_CALLS_of_paths : TIMED_CALLS_of_methods);
    vm_direct(f.vm, method(&f, "T.odd"), VM_ALWAYS_INLINE);
    vm_direct(f.vm, method(&f, "T.even"), VM_NEVER_INLINE);
    warm_up_all(&f, (const char *const[]){"T.run", "T.even", NULL, NULL, NULL}, 150);
    run_as_long_as(&f, 300, "T.run", 150);
    struct accounts *accounts = read_accounts_of_all(&f);
    double all = time_of_compiled(accounts);
    if (!is_by_path)
        ck_assert_double_eq_tol((double)sum_of(accounts, "T.odd(I)I", ANY_PART).total / all, 0.9,
                                0.11);
    for (int i = 0; i < accounts->count; i++)
        for (size_t k = 0; k < accounts->units[i].share_count; k++)
            ck_assert_double_le((double)accounts->units[i].shares[k].total, 1.01 * all);
    memory_free(accounts);
    end(&f);
}
END_TEST

/* The code generator finds that nothing remains of a method's many operations, which nodes were for: its cycles are not the method's. */
START_TEST(what_the_code_generator_removes_takes_nothing) {
    struct fixture f = {0};
    begin_timed_so(&f,
                   "class T { static int nothing(int x, int k) { x ^= k; x ^= k; x ^= k; x ^= k;"
                   "    x ^= k; x ^= k; x ^= k; x ^= k; x ^= k; x ^= k; x ^= k; return x ^ k; }"
                   "static int some(int x, int k) { return x * 31 + k; }"
                   "static int run(int n) { int y = n; for (int i = 0; i < 1000; i++)"
                   "    y = some(nothing(y, i), i); return y; } }",
                   _i & 1, 0);
    vm_direct(f.vm, method(&f, "T.nothing"), VM_ALWAYS_INLINE);
    vm_direct(f.vm, method(&f, "T.some"), VM_ALWAYS_INLINE);
    while (!vm_is_compiled(method(&f, "T.run"))) call(&f, "T.run", 1);
    for (int i = 0; i < 2000; i++) call(&f, "T.run", i);
    struct accounts *accounts = read_accounts_of_all(&f);
    double nothing = own_of_method(accounts, "T.nothing(II)I"),
           some = own_of_method(accounts, "T.some(II)I");
    ck_assert_double_gt(some, 0);
    ck_assert_msg(nothing < some / 4, "%.0f, %.0f", nothing, some);
    memory_free(accounts);
    end(&f);
}
END_TEST

struct division {
    double counted, believed; /* the method's parts of both methods' cycles */
};

static struct division division_of(const struct accounts *accounts, const char *name,
                                   const char *other) {
    struct division of = {0}, all = {0};
    for (int i = 0; i < accounts->count; i++)
        for (size_t k = 0; k < accounts->units[i].share_count; k++) {
            const struct vm_timed_share *share = &accounts->units[i].shares[k];
            double own = (double)accounts->units[i].own;
            bool is_its = share->position && strcmp(share->position->method, name) == 0;
            if (!is_its && (!share->position || strcmp(share->position->method, other) != 0))
                continue;
            all.counted += share->share * own;
            all.believed += share->believed * own;
            if (!is_its) continue;
            of.counted += share->share * own;
            of.believed += share->believed * own;
        }
    return (struct division){of.counted / all.counted, of.believed / all.believed};
}

/* Of a method that is inlined. */
static void check_total_is_not_below_own(const struct accounts *accounts, const char *name) {
    double own = own_of_method(accounts, name),
           total = (double)sum_of(accounts, name, ANY_PART).total;
    ck_assert_double_gt(own, 0);
    ck_assert_msg(total > 0.95 * own, "%s: %.0f of %.0f", name, total, own);
}

/* One call of 16 was to the longer loop when the caller was compiled, then 15 of 16 are. */
START_TEST(blocks_that_are_counted_divide_as_they_are_executed) {
    struct fixture f = {0};
    struct diag diag = DIAG_INIT;
    begin(&f, "class T { static int left = 1;"
              "static int longer(int y) { for (int i = 0; i < 200; i++) y = y * 31 + i; return y; }"
              "static int shorter(int y) { for (int i = 0; i < 50; i++) y = y * 31 + i; return y; }"
              "static int run(int n) { int y = n; for (int i = 0; i < 160; i++)"
              "    y = i % 16 < left ? longer(y) : shorter(y); return y; }"
              "static int turn(int n) { left = 15; return 0; } }");
    const struct vm_timing_options options = {.times_each = _i & 1,
                                              .counts_blocks = _i & 2,
                                              .uses_monotonic_clock = true,
                                              .every_ms = 0.2};
    ck_assert(vm_time(f.vm, &options, &diag));
    vm_direct(f.vm, method(&f, "T.longer"), VM_ALWAYS_INLINE);
    vm_direct(f.vm, method(&f, "T.shorter"), VM_ALWAYS_INLINE);
    while (!vm_is_compiled(method(&f, "T.run"))) call(&f, "T.run", 1);
    call(&f, "T.turn", 0);
    vm_time_restart(f.vm);
    for (int i = 0; i < 500; i++) call(&f, "T.run", 1);
    struct accounts *accounts = read_accounts_of_all(&f);
    struct division longer = division_of(accounts, "T.longer(I)I", "T.shorter(I)I");
    ck_assert_double_lt(longer.believed, 0.4); /* 0.21 */
    if (!(_i & 1)) check_total_is_not_below_own(accounts, "T.longer(I)I");
    if (_i & 2)
        ck_assert_double_gt(longer.counted, 0.95); /* 0.98 */
    else
        ck_assert_double_eq(longer.counted, longer.believed);
    memory_free(accounts);
    end(&f);
}
END_TEST

/* Figure 5 of Burchell, Larose and Marr, "Towards realistic results for instrumentation-based profilers for JIT-compiled systems"
 * (MPLR 2024): a sort beside many calls of methods that do nothing. Whether they are inlined or not, in both modes, the sort has
 * most of the time, and the methods most of the activations. */
START_TEST(a_sort_comes_before_many_calls_of_empty_methods) {
    struct fixture f = {0};
    begin_timed_so(
        &f,
        "class Action { int id; void execute() {} }"
        "class ActionA extends Action { void execute() {} }"
        "class ActionB extends Action { void execute() {} }"
        "class T { static Action[] mix(int n) { Action[] mix = new Action[n]; int id = 7;"
        "    for (int i = 0; i < n; i++) { mix[i] = i % 3 == 0 ? new ActionA() : new ActionB();"
        "        id = id * 1103515245 + 12345; mix[i].id = id; } return mix; }"
        "static void sort(Action[] a) { for (int n = a.length; n > 1; n--)"
        "    for (int i = 1; i < n; i++) if (a[i - 1].id > a[i].id)"
        "        { Action t = a[i]; a[i] = a[i - 1]; a[i - 1] = t; } }"
        "static void execute(Action[] a) { for (int i = 0; i < a.length; i++) a[i].execute(); }"
        "static int run(int n) { Action[] a = mix(n); sort(a);"
        "    for (int i = 0; i < 50; i++) execute(a); return a[0].id; } }",
        _i & 1, 0);
    const char *const apart[] = {"T.sort", "T.execute", "ActionA.execute", "ActionB.execute"};
    for (int i = 0; i < (_i & 2 ? 2 : 4); i++)
        vm_direct(f.vm, method(&f, apart[i]), VM_NEVER_INLINE);
    for (int i = 0; i < 25; i++) call(&f, "T.run", 4000);
    struct accounts *accounts = read_accounts_of_all(&f);
    struct vm_timed sort = sum_of(accounts, "T.sort([LAction;)V", ANY_PART);
    double empty = own_of_method(accounts, "ActionA.execute()V") +
                   own_of_method(accounts, "ActionB.execute()V");
    ck_assert_double_gt((double)sort.own, 2 * empty);
    ck_assert_int_gt(sort.own, sum_of(accounts, "T.execute([LAction;)V", TIMED_compiled).own);
    if (!(_i & 2))
        ck_assert_int_gt(sum_of(accounts, "ActionA.execute()V", ANY_PART).activations,
                         1000 * sort.activations);
    memory_free(accounts);
    end(&f);
}
END_TEST

/* --- clocks that are none --- */

/* From when they go wrong, and how often they were read since. */
static int64_t wrong_since, reads;

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
    return is_wrong(now) && __atomic_add_fetch(&reads, 1, __ATOMIC_RELAXED) % 7 == 0 ? now - 1000000
                                                                                     : now;
}
static int64_t leaps_ahead(void) {
    int64_t now = clock_nanoseconds();
    return is_wrong(now) ? now + (INT64_C(1) << 61) : now;
}
static int64_t leaps_to_and_fro(void) {
    int64_t now = clock_nanoseconds();
    bool is_far = __atomic_add_fetch(&reads, 1, __ATOMIC_RELAXED) % 11 == 0;
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

/* A stamp was measured to take more than stamps do: what lies between two of them is then less than nothing, now more so and now
 * less, and compiled code's time stands. Its units have no more than all of it. */
static bool stamps_are_slow;
static int64_t slower_at_first(void) {
    static int64_t delays;
    int64_t reading = __atomic_add_fetch(&reads, 1, __ATOMIC_RELAXED);
    int64_t delay = stamps_are_slow ? 400 : reading % 7 * 40;
    return clock_nanoseconds() + __atomic_add_fetch(&delays, delay, __ATOMIC_RELAXED);
}

START_TEST(units_have_no_more_than_windows_saw) {
    struct fixture f = {0};
    stamps_are_slow = true;
    begin_with(&f,
               "class T { static int leaf(int y) { return y * 31 + 7; }"
               "static int run(int n) { for (int i = 0; i < 1000; i++) n = leaf(n);"
               "    for (int i = 0; i < 100000; i++) n = n * 33 + i; return n; } }",
               &(struct vm_timing_options){.counter = slower_at_first, .every_ms = 0.2});
    stamps_are_slow = false;
    vm_direct(f.vm, method(&f, "T.leaf"), VM_NEVER_INLINE);
    warm_up_all(&f, (const char *const[]){"T.run", "T.leaf", NULL, NULL, NULL}, 1);
    run_as_long_as(&f, 300, "T.run", 1);
    struct accounts *accounts = read_accounts_of_all(&f);
    double divisible = (double)accounts->units[0].divisible;
    ck_assert_double_eq_tol(time_of_compiled(accounts) / divisible, 1, 0.001);
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

/* --- in units --- */

/* Inlined, it is its caller's. */
START_TEST(what_is_inlined_is_charged_to_where_it_is) {
    struct fixture f = {0};
    begin_timed(&f, "class T { " BUSY "}", 0);
    vm_direct(f.vm, method(&f, "T.busy"), VM_ALWAYS_INLINE);
    warm_up(&f, "T.run", 10);
    struct accounts *from = read_accounts(&f);
    struct bounds first = read_bounds(&f);
    for (int i = 0; i < 3; i++) call(&f, "T.run", 10000000);
    struct bounds last = read_bounds(&f);
    struct accounts *to = read_accounts(&f);
    int64_t own =
        sum_of(to, "T.run(I)I", TIMED_compiled).own - sum_of(from, "T.run(I)I", TIMED_compiled).own;
    ck_assert_int_eq(sum_of(to, "T.busy(I)J", ANY_PART).own,
                     sum_of(from, "T.busy(I)J", ANY_PART).own);
    ck_assert_int_gt(10 * own, 9 * (last.inner - first.inner));
    memory_free(from);
    memory_free(to);
    end(&f);
}
END_TEST

START_TEST(activations_are_counted) {
    struct fixture f = {0};
    begin_timed_so(&f,
                   "class T { static int f(int n) { return n < 1 ? 0 : 1 + f(n - 1); }"
                   "static int g(int n) { return f(9); } }",
                   _i != 2, _i == 1 ? 1 << 30 : 0);
    vm_direct(f.vm, method(&f, "T.f"), VM_NEVER_INLINE);
    for (int i = 0; i < 100; i++) call(&f, "T.g", 0);
    struct accounts *accounts = read_accounts(&f);
    ck_assert_int_eq(sum_of(accounts, "T.f(I)I", ANY_PART).activations, 1000);
    ck_assert_int_eq(sum_of(accounts, "T.g(I)I", ANY_PART).activations, 100);
    ck_assert_int_gt(sum_of(accounts, "T.f(I)I", TIMED_compiled).activations, 0);
    ck_assert_int_gt(sum_of(accounts, "T.f(I)I", TIMED_interpreted).activations, 0);
    memory_free(accounts);
    end(&f);
}
END_TEST

START_TEST(below_the_threshold_the_caller_is_charged) {
    struct fixture f = {0};
    begin_timed(&f,
                "class T { static int f(int n) { return n + 1; }"
                "static int g(int n) { for (int i = 0; i < 1000; i++) n = f(n); return n; } }",
                80);
    vm_direct(f.vm, method(&f, "T.f"), VM_NEVER_INLINE);
    for (int i = 0; i < 100; i++) call(&f, "T.g", 0);
    struct accounts *accounts = read_accounts(&f);
    ck_assert_int_eq(sum_of(accounts, "T.f(I)I", ANY_PART).activations, 100000);
    ck_assert_int_eq(sum_of(accounts, "T.f(I)I", TIMED_compiled).own, 0);
    ck_assert_int_gt(sum_of(accounts, "T.g(I)I", TIMED_compiled).own, 0);
    memory_free(accounts);
    end(&f);
}
END_TEST

/* --- what begins ends --- */

static const char *const leaving[] = {
    /* exceptions, through frames of all kinds */
    "class T { static int n; static void fail(int k) { if (k == 0) throw new RuntimeException();"
    "    fail(k - 1); }"
    "static synchronized void locked(int k) { fail(k); }"
    "static int f(int k) { try { if (k % 3 == 0) fail(k % 5); else locked(k % 4); }"
    "    catch (RuntimeException e) { n++; } return n; } }",
    /* the VM's own exceptions, and natives that throw */
    "class T { static int[] a = new int[3]; static Object o = \"x\"; static int n;"
    "static int at(int k) { return a[k]; } static int by(int k) { return 7 / k; }"
    "static Integer cast() { return (Integer) o; }"
    "static int f(int k) { try { at(k % 5 + 2); } catch (RuntimeException e) { n++; }"
    "    try { by(k % 2); } catch (ArithmeticException e) { n++; }"
    "    try { cast(); } catch (ClassCastException e) { n++; }"
    "    try { System.arraycopy(a, 2, a, 0, 5); } catch (RuntimeException e) { n++; }"
    "    return n; } }",
    /* loops that are entered while they run, are left by exceptions, or by guards that fail */
    "class T { static int n; static int[] a = new int[100];"
    "static int g(int k) { int s = 0; for (int i = 0; i < 50 + k; i++) s += a[i]; return s; }"
    "static int f(int k) { try { n += g(k); } catch (RuntimeException e) { n++; } return n; } }",
    /* guards that fail in what is inlined */
    "class A { int m(int k) { return k; } } class B extends A { int m(int k) { return g(k) + 1; }"
    "    int g(int k) { return k / (k % 9 - 4); } }"
    "class T { static A a = new A(), b = new B(); static A some(int k) { return k > 60 ? b : a; }"
    "static int h(int k) { return some(k).m(k); }"
    "static int f(int k) { try { return h(k); } catch (ArithmeticException e) { return 0; } } }",
    /* recursion, also until the stack is full; class initialisers that throw */
    "class C { static { if (T.n >= 0) throw new Error(); } static int x; }"
    "class T { static int n; static int down(int k) { return k == 0 ? 0 : 1 + down(k - 1); }"
    "static int forever(int k) { return forever(k + 1) + 1; }"
    "static int f(int k) { try { n += C.x; } catch (Error e) { n++; }"
    "    if (k % 50 == 49) try { forever(0); } catch (StackOverflowError e) { n++; }"
    "    return down(k); } }",
    /* calls by natives, lambdas, garbage, locks */
    "class T { static Object kept; static int n; final int k; T(int k) { this.k = k; }"
    "public int hashCode() { return k; } public boolean equals(Object o) { return o == this; }"
    "static int f(int k) { java.util.HashMap<T, T> map = new java.util.HashMap<>();"
    "    for (int i = 0; i < 9; i++) { T t = new T(i); map.put(t, t); kept = new int[1000]; }"
    "    Runnable r = () -> { synchronized (T.class) { n += map.size(); } }; r.run();"
    "    if (k % 30 == 0) System.gc(); return n; } }",
};

static void run_all(struct fixture *f) {
    for (int i = 0; i < 150; i++) call(f, "T.f", i % 100);
}

static void spend(int64_t nanoseconds) {
    for (int64_t start = clock_nanoseconds(); clock_nanoseconds() - start < nanoseconds;) {}
}

/* When all have ended, nothing is charged but the VM, to whom the embedder's time is. */
static int64_t total_of_parts(const struct accounts *accounts) {
    int64_t total = 0;
    for (int i = 0; i < accounts->count; i++)
        for (size_t k = 0; k < accounts->units[i].share_count; k++)
            total += accounts->units[i].shares[k].total;
    return total;
}

static void check_all_ended(struct fixture *f) {
    enum { WHILE = 2000000 };
    struct accounts *from = read_accounts(f);
    int64_t parts = total_of_parts(from);
    spend(WHILE);
    struct accounts *to = read_accounts(f);
    ck_assert_int_eq(parts, total_of_parts(to));
    ck_assert_int_eq(from->count, to->count);
    for (int i = 0; i < to->count; i++) {
        const struct vm_timed *before = &from->units[i], *after = &to->units[i];
        ck_assert_int_eq(before->total, after->total);
        if (after->part == TIMED_vm && strcmp(after->thread, "main") == 0)
            ck_assert_int_ge(after->own - before->own, WHILE);
        else
            ck_assert_msg(after->own == before->own, "%s %s goes on", after->name,
                          timed_part_text(after->part));
    }
    memory_free(from);
    memory_free(to);
}

enum { LEAVING = sizeof leaving / sizeof *leaving, WAYS = 4 };

START_TEST(whatever_begins_ends) {
    struct fixture f = {.options = vm_options_default()};
    int way = _i % WAYS, program = _i / WAYS % LEAVING;
    f.options.interpret_only = way == 1;
    f.options.deoptimize_always = way == 2;
    f.options.loop_threshold = way == 3 ? 30 : 0;
    f.options.prune_unreached_branches = way != 0;
    begin_with(&f, leaving[program],
               &(struct vm_timing_options){.times_each = _i < LEAVING * WAYS,
                                           .threshold = way == 3 ? 80 : 0,
                                           .calls = way == 2   ? TIMED_CALLS_of_methods
                                                    : way == 3 ? TIMED_CALLS_of_paths
                                                               : TIMED_CALLS_of_nothing,
                                           .uses_monotonic_clock = true,
                                           .every_ms = 0.2});
    run_all(&f);
    check_all_ended(&f);
    end(&f);
}
END_TEST

/* Without timing, the same program gives the same. */
START_TEST(timing_changes_no_result) {
    struct fixture f = {0}, timed = {0};
    begin(&f, leaving[_i % LEAVING]);
    uint32_t expected = 0, found = 0;
    for (int i = 0; i < 150; i++) expected = expected * 31 + (uint32_t)call(&f, "T.f", i % 100);
    end(&f);
    begin_timed_so(&timed, leaving[_i % LEAVING], _i < LEAVING, 0);
    for (int i = 0; i < 150; i++) found = found * 31 + (uint32_t)call(&timed, "T.f", i % 100);
    ck_assert_uint_eq(found, expected);
    end(&timed);
}
END_TEST

/* --- who is charged else --- */

START_TEST(waiting_is_apart) {
    struct fixture f = {0};
    begin_timed(
        &f, "class T { static int f(int n) throws Exception { Thread.sleep(n); return 0; } }", 0);
    call(&f, "T.f", 30);
    struct accounts *accounts = read_accounts(&f);
    ck_assert_int_ge(sum_of(accounts, NULL, TIMED_waiting).own, 29000000);
    ck_assert_int_ge(sum_of(accounts, "T.f(I)I", ANY_PART).total, 29000000);
    memory_free(accounts);
    end(&f);
}
END_TEST

START_TEST(collecting_and_compiling_are_apart) {
    struct fixture f = {0};
    begin_timed(&f,
                "class T { static Object o; static int f(int n) { o = new int[n]; System.gc();"
                "return 0; } }",
                0);
    int64_t before = clock_nanoseconds();
    for (int i = 0; i < 50; i++) call(&f, "T.f", 10);
    struct accounts *accounts = read_accounts(&f);
    struct vm_statistics statistics;
    vm_statistics(f.vm, &statistics);
    double collector = (double)sum_of(accounts, NULL, TIMED_collector).own * 1e-9;
    double compiler = (double)sum_of(accounts, NULL, TIMED_compiler).own * 1e-9;
    ck_assert_double_gt(collector, 0);
    ck_assert_double_le(collector, (double)(clock_nanoseconds() - before) * 1e-9);
    ck_assert_double_ge(compiler, statistics.phase_seconds + statistics.backend_seconds);
    memory_free(accounts);
    end(&f);
}
END_TEST

START_TEST(mistakes_are_told) {
    struct fixture f = {0};
    struct diag diag = DIAG_INIT;
    begin(&f, "class T { static int f(int n) { return n; } }");
    ck_assert(
        !vm_time(f.vm, &(struct vm_timing_options){.times_each = true, .threshold = -1}, &diag));
    ck_assert_str_eq(diag.message, "a threshold of -1 cycles is less than none");
    ck_assert(
        vm_time(f.vm, &(struct vm_timing_options){.times_each = true}, &(struct diag)DIAG_INIT));
    struct diag again = DIAG_INIT;
    ck_assert(!vm_time(f.vm, &(struct vm_timing_options){.times_each = true}, &again));
    end(&f);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("cycles");
    TCase *cases = tcase_create("cycles");
    tcase_set_timeout(cases, 120);
    tcase_add_loop_test(cases, accounts_add_up_to_the_time_that_passed, 0, 2);
    tcase_add_loop_test(cases, own_times_add_up_to_each_threads_time, 0, 4);
    tcase_add_loop_test(cases, a_method_gets_what_it_takes, 0,
                        sizeof busy_cases / sizeof *busy_cases);
    tcase_add_loop_test(cases, windows_divide_as_the_program_measures, 0, 4);
    tcase_add_test(cases, intervals_hold_what_is_known_nine_times_in_ten);
    tcase_add_test(cases, accounts_begin_at_a_restart);
    tcase_add_test(cases, callers_and_callees_have_their_own);
    tcase_add_test(cases, mistakes_about_windows_are_told);
    tcase_add_loop_test(cases, what_is_inlined_has_its_cycles, 0, 8);
    tcase_add_loop_test(cases, a_method_that_is_inlined_has_a_total, 0, 8);
    tcase_add_loop_test(cases, a_path_has_a_total, 0, 8);
    tcase_add_loop_test(cases, totals_have_a_recursion_once, 0, 4);
    tcase_add_loop_test(cases, what_the_code_generator_removes_takes_nothing, 0, 2);
    tcase_add_loop_test(cases, blocks_that_are_counted_divide_as_they_are_executed, 0, 4);
    tcase_add_loop_test(cases, a_sort_comes_before_many_calls_of_empty_methods, 0, 4);
    tcase_add_loop_test(cases, no_clock_makes_figures_that_cannot_be, 0, 2 * WRONG_CLOCKS);
    tcase_add_test(cases, a_counter_that_never_starts_is_none);
    tcase_add_test(cases, units_have_no_more_than_windows_saw);
    tcase_add_test(cases, what_is_inlined_is_charged_to_where_it_is);
    tcase_add_loop_test(cases, activations_are_counted, 0, 3);
    tcase_add_test(cases, below_the_threshold_the_caller_is_charged);
    tcase_add_loop_test(cases, whatever_begins_ends, 0, 2 * LEAVING * WAYS);
    tcase_add_loop_test(cases, timing_changes_no_result, 0, 2 * LEAVING);
    tcase_add_test(cases, waiting_is_apart);
    tcase_add_test(cases, collecting_and_compiling_are_apart);
    tcase_add_test(cases, mistakes_are_told);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
