/* What is inlined has its cycles: own, total, by path, and by blocks that are counted. */
#include "profilers/cycles_of_methods.h"
#include "tests/cycles_fixture.h"

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

/* The clock of a thread takes ten times as long on one machine as on another. Where each activation is timed by it, T.N, by which loops
 * are longer, is larger there: [text] is the class from there on. It is asked of the system, and signals of the last microseconds come when
 * that returns: so what is executed between two stamps takes a hundred, or what comes first there has too few ticks. */
static void begin_stretched(struct fixture *f, const char *text, bool times_each,
                            enum timed_calls calls) {
    enum { READS = 200 };
    const double usual = 150e-9;
    char stretched[2000];
    double start = clock_seconds();
    for (int i = 0; i < READS; i++) time_on_processor();
    double times = (clock_seconds() - start) / READS / usual;
    int n = !times_each || times < 1 ? 1 : times > 30 ? 30 : (int)ceil(times);
    snprintf(stretched, sizeof stretched, "class T { static final int N = %d; %s", n, text);
    begin_with_calls(f, stretched, times_each, calls);
}

/* One round of a loop: each operation waits for the one before, so compilers have no choice of how long it takes. (y * 31 and y * 33 took
 * three cycles or four, by what else was in the unit.) */
#define ROUND "{ y ^= y << 13; y ^= y >>> 17; y ^= y << 5; }"

/* Two loops of equal rounds, one three times as long, one half the time: both modes, inlined or not, once one inside the other. */
START_TEST(what_is_inlined_has_its_cycles) {
    struct fixture f = {0};
    begin_stretched(&f,
                    "static int a(int y) { for (int i = 0; i < 10000 * N; i++)" ROUND "return y; }"
                    "static int b(int y) { for (int i = 0; i < 30000 * N; i++)" ROUND
                    "    return (y & 1) == 0 ? y : a(y); }"
                    "static int run(int n) { for (int i = 0; i < 5; i++) n = b(n); return n; } }",
                    _i & 1, TIMED_CALLS_of_nothing);
    vm_direct(f.vm, method(&f, "T.a"), _i & 2 ? VM_NEVER_INLINE : VM_ALWAYS_INLINE);
    vm_direct(f.vm, method(&f, "T.b"), _i & 4 ? VM_NEVER_INLINE : VM_ALWAYS_INLINE);
    run_until_divided(&f, 300, 0);
    run_until_found(&f, "T.run", 7);
    struct accounts *accounts = read_accounts_of_all(&f);
    double a = own_of_method(accounts, "T.a(I)I"), b = own_of_method(accounts, "T.b(I)I");
    double error = sum_of(accounts, NULL, TIMED_compiled).error / (a + b);
    ck_assert_double_eq_tol(a / (a + b), 1. / 7, 0.1 + 4 * error);
    ck_assert_double_lt(own_of_method(accounts, "T.run(I)I"), 0.15 * (a + b));
    memory_free(accounts);
    end(&f);
}
END_TEST

/* A leaf, the loop around it and the method that calls these, each inlined or not: while one is on the stack so are those that call
 * it, and the time of compiled code is all of theirs. */
START_TEST(a_method_that_is_inlined_has_a_total) {
    struct fixture f = {0};
    begin_stretched(
        &f,
        "static int leaf(int y) { for (int i = 0; i < 6000 * N; i++)" ROUND "return y; }"
        "static int middle(int y) { for (int i = 0; i < 6000 * N; i++)" ROUND
        "    return (y & 1) == 0 ? leaf(y) : leaf(y + 1); }"
        "static int run(int n) { for (int i = 0; i < 25; i++) n = middle(n); return n; } }",
        _i & 4, TIMED_CALLS_of_methods);
    vm_direct(f.vm, method(&f, "T.leaf"), _i & 1 ? VM_NEVER_INLINE : VM_ALWAYS_INLINE);
    vm_direct(f.vm, method(&f, "T.middle"), _i & 2 ? VM_NEVER_INLINE : VM_ALWAYS_INLINE);
    const char *leaf_apart = _i & 1 ? "T.leaf" : NULL, *middle_apart = _i & 2 ? "T.middle" : NULL;
    warm_up_all(&f, (const char *const[]){"T.run", leaf_apart, middle_apart, NULL, NULL}, 1);
    run_as_long_as(&f, 1000, "T.run", 1);
    run_until_found(&f, "T.run", 1);
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
    begin_stretched(
        &f,
        "static int leaf(int y) { for (int i = 0; i < 144000 * N; i++)" ROUND "return y; }"
        "static int beside(int y) { for (int i = 0; i < 16000 * N; i++)" ROUND "return y; }"
        "static int one(int y) { return leaf(beside(y)); }"
        "static int two(int y) { return leaf(beside(y)); }"
        "static int sum(int n) { for (int i = 0; i < 3; i++) n = two(one(one(one(n)))); return n; "
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
    run_until_found(&f, "T.run", 5);
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
    warm_up_all(&f, (const char *const[]){"T.run", "T.even", NULL, NULL, NULL}, 20);
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
                   "static int run(int n) { int y = n; for (int i = 0; i < 10000; i++)"
                   "    y = some(nothing(y, i), i); return y; } }",
                   _i & 1, 0);
    vm_direct(f.vm, method(&f, "T.nothing"), VM_ALWAYS_INLINE);
    vm_direct(f.vm, method(&f, "T.some"), VM_ALWAYS_INLINE);
    while (!vm_is_compiled(method(&f, "T.run"))) call(&f, "T.run", 1);
    vm_time_restart(f.vm);
    run_until_divided(&f, 300, 0);
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
START_TEST(blocks_that_are_counted_and_ticks_divide_as_blocks_are_executed) {
    struct fixture f = {0};
    struct diag diag = DIAG_INIT;
    begin(&f, "class T { static int left = 1;"
              "static int longer(int y) { for (int i = 0; i < 100; i++)" ROUND "return y; }"
              "static int shorter(int y) { for (int i = 0; i < 25; i++)" ROUND "return y; }"
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
    run_until_divided(&f, 500, 1);
    if (!(_i & 2)) run_until_found(&f, "T.run", 1);
    struct accounts *accounts = read_accounts_of_all(&f);
    struct division longer = division_of(accounts, "T.longer(I)I", "T.shorter(I)I");
    ck_assert_double_lt(longer.believed, 0.4); /* 0.21 */
    if (!(_i & 1)) check_total_is_not_below_own(accounts, "T.longer(I)I");
    ck_assert_double_gt(longer.counted, _i & 2 ? 0.95 : 0.9); /* 0.98 */
    memory_free(accounts);
    end(&f);
}
END_TEST

/* Of what windows divide, as the ticks alone have it. */
static double divided_by_ticks(const struct accounts *accounts, const char *name) {
    double divided = 0;
    for (int i = 0; i < accounts->count; i++) {
        const struct vm_timed *unit = &accounts->units[i];
        double of_it = 0, all = 0;
        for (size_t k = 0; k < unit->share_count; k++) {
            const struct vm_timed_share *share = &unit->shares[k];
            all += (double)share->ticks;
            if (share->position && strcmp(share->position->method, name) == 0)
                of_it += (double)share->ticks;
        }
        if (all > 0) divided += (double)unit->divided * of_it / all;
    }
    return divided;
}

static void check_windows_of_method(struct fixture *f, const char *name, double expected) {
    struct arena arena;
    const struct cycles_of_method *rows;
    double divided = 0;
    arena_init(&arena);
    size_t count = cycles_of_methods(f->vm, &arena, &rows);
    for (size_t i = 0; i < count; i++)
        if (rows[i].method && strcmp(rows[i].method, name) == 0) divided += rows[i].divided;
    arena_release(&arena);
    ck_assert_double_eq_tol(divided / expected, 1, 1e-9);
}

/* A read that misses caches waits longer than the steps beside it take, which are believed to take more. What uses it, twice, so that
 * it is no operand of an instruction there, does not wait. */
START_TEST(what_waits_for_memory_has_its_cycles) {
    struct fixture f = {0};
    begin_timed_so(&f,
                   "class T { static final int[] table = filled(1 << 22);"
                   /* What was never written would be one page of zeros. */
                   "static int[] filled(int n) { int[] a = new int[n];"
                   "    for (int i = 0; i < n; i++) a[i] = i; return a; }"
                   "static int step(int y)"
                   " { " ROUND ROUND ROUND ROUND ROUND " return y; }"
                   "static int read(int y) { return table[y >>> 10]; }"
                   "static int use(int x, int y) { return (x >>> 1 ^ x) + y; }"
                   "static int run(int n) { int y = n | 1; for (int i = 0; i < 100000; i++)"
                   "    { y = step(y); y = use(read(y), y); } return y; } }",
                   _i & 1, 0);
    const char *const inlined[] = {"T.step", "T.read", "T.use"};
    for (int i = 0; i < 3; i++) vm_direct(f.vm, method(&f, inlined[i]), VM_ALWAYS_INLINE);
    run_until_divided(&f, 100, 1);
    run_until_found(&f, "T.run", 1);
    struct accounts *accounts = read_accounts_of_all(&f);
    struct division read = division_of(accounts, "T.read(I)I", "T.step(I)I"),
                    use = division_of(accounts, "T.use(II)I", "T.read(I)I");
    ck_assert_double_lt(read.believed, 0.5);
    ck_assert_double_gt(read.counted, 0.65);
    ck_assert_double_lt(use.counted, 0.2);
    if (!(_i & 1))
        check_windows_of_method(&f, "T.read(I)I", divided_by_ticks(accounts, "T.read(I)I"));
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
    run_until_divided(&f, 25, 4000);
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

int main(void) {
    Suite *suite = suite_create("cycles of what is inlined");
    TCase *cases = tcase_create("cycles of what is inlined");
    tcase_set_timeout(cases, 120);
    tcase_add_loop_test(cases, what_is_inlined_has_its_cycles, 0, 8);
    tcase_add_loop_test(cases, a_method_that_is_inlined_has_a_total, 0, 8);
    tcase_add_loop_test(cases, a_path_has_a_total, 0, 8);
    tcase_add_loop_test(cases, totals_have_a_recursion_once, 0, 4);
    tcase_add_loop_test(cases, what_the_code_generator_removes_takes_nothing, 0, 2);
    tcase_add_loop_test(cases, blocks_that_are_counted_and_ticks_divide_as_blocks_are_executed, 0,
                        4);
    tcase_add_loop_test(cases, what_waits_for_memory_has_its_cycles, 0, 2);
    tcase_add_loop_test(cases, a_sort_comes_before_many_calls_of_empty_methods, 0, 4);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
