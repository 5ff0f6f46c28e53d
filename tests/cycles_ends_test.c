/* However an activation ends, its time does, and timing changes no result. */
#include "tests/cycles_fixture.h"

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

int main(void) {
    Suite *suite = suite_create("cycles of what ends");
    TCase *cases = tcase_create("cycles of what ends");
    tcase_set_timeout(cases, 120);
    tcase_add_loop_test(cases, whatever_begins_ends, 0, 2 * LEAVING * WAYS);
    tcase_add_loop_test(cases, timing_changes_no_result, 0, 2 * LEAVING);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
