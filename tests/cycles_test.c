/* Where time goes: accounts add up to the threads' time, and methods get what they take, windows or not. */
#include "tests/cycles_fixture.h"

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
        ck_assert_msg(time >= least && time <= most, "%s: %lld, not %lld to %lld", thread,
                      (long long)time, (long long)least, (long long)most);
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

/* Who reads while threads end has each of them once. Nothing is compiled: libgccjit changes the environment, which Check reads. */
START_TEST(threads_that_end_meanwhile_are_told_once) {
    struct fixture f = {.threshold = INT32_MAX};
    begin_timed_so(&f,
                   "class T extends Thread { public void run() { }"
                   "static int start(int n) { for (int i = 0; i < n; i++) new T().start();"
                   "    return 0; } }",
                   true, 0);
    for (int round = 0; round < 40; round++) {
        call(&f, "T.start", 4);
        struct accounts *accounts = read_accounts(&f);
        for (int i = 0; i < accounts->count; i++)
            for (int k = 0; k < i; k++) {
                const struct vm_timed *one = &accounts->units[i], *other = &accounts->units[k];
                ck_assert_msg(one->part != TIMED_vm || other->part != TIMED_vm ||
                                  one->thread != other->thread,
                              "%s twice in round %d", one->thread, round);
            }
        memory_free(accounts);
    }
    vm_join_threads(f.vm);
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

struct reading {
    struct vm *vm;
    struct vm_statistics statistics;
};

static void *read_statistics(void *context) {
    struct reading *reading = context;
    vm_statistics(reading->vm, &reading->statistics);
    return NULL;
}

/* As when the process leaves though a thread has not stopped. */
START_TEST(a_thread_that_is_none_of_the_vms_reads_statistics) {
    struct fixture f = {0};
    begin(&f, "class T { static Object o; static int f(int n) { o = new int[n]; return 0; } }");
    for (int i = 0; i < 50; i++) call(&f, "T.f", 10);
    struct reading reading = {.vm = f.vm};
    struct vm_statistics expected;
    vm_statistics(f.vm, &expected);
    pthread_t reader;
    ck_assert_int_eq(pthread_create(&reader, NULL, read_statistics, &reading), 0);
    pthread_join(reader, NULL);
    ck_assert_int_gt(expected.allocated_bytes, 50 * 40);
    ck_assert_int_eq(reading.statistics.allocated_bytes, expected.allocated_bytes);
    ck_assert_int_eq(reading.statistics.interpreted_calls, expected.interpreted_calls);
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
    tcase_add_test(cases, threads_that_end_meanwhile_are_told_once);
    tcase_add_loop_test(cases, a_method_gets_what_it_takes, 0,
                        sizeof busy_cases / sizeof *busy_cases);
    tcase_add_test(cases, what_is_inlined_is_charged_to_where_it_is);
    tcase_add_loop_test(cases, activations_are_counted, 0, 3);
    tcase_add_test(cases, below_the_threshold_the_caller_is_charged);
    tcase_add_test(cases, waiting_is_apart);
    tcase_add_test(cases, collecting_and_compiling_are_apart);
    tcase_add_test(cases, a_thread_that_is_none_of_the_vms_reads_statistics);
    tcase_add_test(cases, mistakes_are_told);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
