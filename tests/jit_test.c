/* The JIT as its embedders see it, from Java source to compiled code and back: what gets compiled,
 * what happens when a guard fails, and that it all means the same. */
#include "tests/vm_fixture.h"

#include <unistd.h>

/* --- what gets compiled --- */

static const char simple[] = "class T { static int f(int x) { return x * 3 + 1; }"
                             "          static int g(int x) { return f(x) + f(x + 1); } }";

START_TEST(a_hot_method_is_compiled_and_means_the_same) {
    struct fixture f = {0};
    begin(&f, simple);
    ck_assert_int_eq(call(&f, "T.f", 5), 16);
    ck_assert(!vm_is_compiled(method(&f, "T.f")));
    for (int i = 0; i < 30; i++) ck_assert_int_eq(call(&f, "T.f", i), i * 3 + 1);
    ck_assert(vm_is_compiled(method(&f, "T.f")));
    ck_assert_int_eq(vm_compilation_count(method(&f, "T.f")), 1);
    ck_assert_int_eq(f.heard.counts[EVENT_compiled], 1);
    ck_assert_int_gt(f.heard.last_amount[EVENT_compiled], 0);
    end(&f);
}
END_TEST

START_TEST(java_goes_on_while_a_hot_method_is_compiled_in_the_background) {
    struct fixture f = {.options = vm_options_default()};
    f.options.background = true;
    begin(&f, simple);
    struct method *hot = method(&f, "T.g");
    int calls = 0, right = 0;
    for (; !vm_is_compiled(hot); calls++) { /* nothing of Check's, which reads the environment */
        struct vm_result result = vm_call(f.vm, hot, (union value[]){{.i = calls}});
        right += result.value.i == 6 * calls + 5;
    }
    ck_assert_int_eq(right, calls);
    ck_assert_int_gt(calls, 20);
    ck_assert_int_eq(call(&f, "T.g", 7), 47);
    ck_assert_int_eq(vm_compilation_count(method(&f, "T.g")), 1);
    end(&f);
}
END_TEST

START_TEST(a_vm_ends_while_its_background_compiler_has_work) {
    struct fixture f = {.options = vm_options_default()};
    f.options.background = true;
    begin(&f, simple);
    for (int i = 0; i < 25; i++) call(&f, "T.g", i);
    end(&f);
}
END_TEST

static const char environment[] =
    "class T { static int g(int x) { return System.getenv().size(); } }";

START_TEST(the_environment_that_java_sees_is_not_changed_by_the_code_generator) {
    struct fixture f = {0};
    begin(&f, environment);
    int size = call(&f, "T.g", 0);
    warm_up(&f, "T.g", 0);
    ck_assert_int_eq(call(&f, "T.g", 0), size);
    end(&f);
}
END_TEST

static const char shared_probe[] =
    "class T { static int f(int x) { Probe.hit(\"p\"); return x; }"
    "          static int g(int n) { for (int i = 0; i < n; i++) f(i); return n; } }"
    "class Other extends Thread { static Other other;"
    "    public void run() { T.g(3000000); }"
    "    static int start(int x) { other = new Other(); other.start(); return x; }"
    "    static int join(int x) {"
    "        try { other.join(); } catch (InterruptedException e) { return -1; } return x; } }";

START_TEST(code_that_is_older_than_the_first_thread_counts_exactly) {
    struct fixture f = {.options = vm_options_default()};
    f.options.background = _i; /* it may be made when the thread starts */
    begin(&f, shared_probe);
    for (int i = 0; i < 25; i++) call(&f, "T.g", 100);
    const struct count *counter = vm_counter(f.vm, "p");
    int64_t before = count_value(counter);
    call(&f, "Other.start", 0);
    call(&f, "T.g", 3000000);
    call(&f, "Other.join", 0);
    ck_assert_int_eq(count_value(counter) - before, 6000000);
    end(&f);
}
END_TEST

/* While a loop is compiled the other thread comes to want a collection, at the code's entry. */
static const char collected_loop[] = "class T extends Thread { static volatile boolean over;"
                                     "    public void run() { while (!over) new T(); }"
                                     "    static int g(int n) throws Exception {"
                                     "        T other = new T(); other.start();"
                                     "        int[] kept = new int[n];"
                                     "        for (int i = 0; i < n; i++) kept[i] = 1;"
                                     "        int sum = 0;"
                                     "        for (int i = 0; i < n; i++) sum += kept[i];"
                                     "        over = true; other.join(); return sum; } }";

START_TEST(what_a_loop_uses_is_kept_while_another_thread_collects_at_its_entry) {
    struct fixture f = {.options = vm_options_default()};
    f.options.collect_always = true;
    f.options.loop_threshold = 1000;
    begin(&f, collected_loop);
    ck_assert_int_eq(call(&f, "T.g", 3000), 3000);
    end(&f);
}
END_TEST

START_TEST(a_thread_of_interpreted_code_is_interpreted) {
    struct fixture f = {.options = vm_options_default()};
    f.options.interpret_only = true;
    begin(&f, shared_probe);
    call(&f, "Other.start", 0);
    call(&f, "Other.join", 0);
    ck_assert_int_eq(f.heard.counts[EVENT_compiled], 0);
    end(&f);
}
END_TEST

static const char allocating[] =
    "class T extends Thread { static byte[] kept;"
    "    public void run() { for (int i = 0; i < 1000; i++) kept = new byte[984]; }"
    "    static int g(int x) throws Exception { T t = new T(); t.start(); t.join(); return x; } }";

START_TEST(what_a_thread_that_ended_allocated_is_told) {
    struct fixture f = {.options = vm_options_default()};
    f.options.interpret_only = true;
    begin(&f, allocating);
    call(&f, "T.g", 0);
    int64_t before = vm_allocated_bytes(f.vm);
    for (int i = 0; i < 10; i++) call(&f, "T.g", 0);
    ck_assert_int_ge(vm_allocated_bytes(f.vm) - before, 10 * 1000 * 1000);
    ck_assert_int_lt(vm_allocated_bytes(f.vm) - before, 11 * 1000 * 1000);
    ck_assert_int_eq(vm_compiled_bytes(f.vm), 0);
    end(&f);
}
END_TEST

static const char reader[] =
    "class T extends Thread {"
    "    public void run() { try { System.in.read(); } catch (java.io.IOException e) { } }"
    "    static int g(int x) { T t = new T(); t.setDaemon(true); t.start(); return x; } }";

START_TEST(a_vm_ends_while_a_daemon_reads) {
    struct fixture f = {0};
    int ends[2];
    ck_assert(pipe(ends) == 0 && dup2(ends[0], STDIN_FILENO) == STDIN_FILENO);
    begin(&f, reader);
    call(&f, "T.g", 0);
    usleep(20000); /* it reads by now, most probably: it must end either way */
    end(&f);
    close(ends[1]);
}
END_TEST

START_TEST(never_compile_is_a_reason) {
    struct fixture f = {0};
    begin(&f, simple);
    vm_direct(f.vm, method(&f, "T.f"), VM_NEVER_COMPILE);
    for (int i = 0; i < 100; i++) call(&f, "T.f", i);
    ck_assert(!vm_is_compiled(method(&f, "T.f")));
    ck_assert_int_eq(vm_bailout_reason(method(&f, "T.f")), REASON_never_compile);
    end(&f);
}
END_TEST

START_TEST(compile_only_leaves_other_methods_to_the_interpreter) {
    struct fixture f = {0};
    begin(&f, simple);
    vm_compile_only(f.vm, method(&f, "T.g"));
    for (int i = 0; i < 100; i++) call(&f, "T.g", i);
    ck_assert(vm_is_compiled(method(&f, "T.g")));
    ck_assert(!vm_is_compiled(method(&f, "T.f")));
    end(&f);
}
END_TEST

/* Eight levels of three calls each: 9840 in all. */
static const char calls_of_calls[] =
    "class T { static int n;"
    "          static int f(int x) { a(); a(); a(); return n + x; }"
    "          static void a() { b(); b(); b(); } static void b() { c(); c(); c(); }"
    "          static void c() { d(); d(); d(); } static void d() { e(); e(); e(); }"
    "          static void e() { g(); g(); g(); } static void g() { h(); h(); h(); }"
    "          static void h() { i(); i(); i(); } static void i() { n++; } }";

START_TEST(trivial_callees_that_multiply_are_inlined_until_the_graph_is_large) {
    struct fixture f = {.options = vm_options_default()};
    f.options.optimization_level = 0;
    begin(&f, calls_of_calls);
    vm_compile_only(f.vm, method(&f, "T.f"));
    for (int k = 1; k <= 30; k++) ck_assert_int_eq(call(&f, "T.f", k), 6561 * k + k);
    ck_assert(vm_is_compiled(method(&f, "T.f")));
    ck_assert_int_gt(f.heard.counts[EVENT_inlined], 300);
    ck_assert_int_lt(f.heard.counts[EVENT_inlined], 3000);
    end(&f);
}
END_TEST

START_TEST(an_interpreted_call_leaves_heat_and_profile_alone) {
    struct fixture f = {0};
    begin(&f, simple);
    union value argument = {.i = 1};
    for (int i = 0; i < 100; i++) vm_call_interpreted(f.vm, method(&f, "T.f"), &argument);
    ck_assert(!vm_is_compiled(method(&f, "T.f")));
    end(&f);
}
END_TEST

/* --- guards that fail --- */

static const char throwing[] =
    "class A { int v = 7; }"
    "class T {"
    "    static A a = new A(); static int[] array = new int[3]; static Object object = new A(), "
    "other = \"\";"
    "    static int npe(int x) { A b = x == 0 ? null : a; return b.v; }"
    "    static int bounds(int x) { return array[x]; }"
    "    static int division(int x) { return 10 / x; }"
    "    static int cast(int x) { Object o = x == 0 ? other : object; return ((A) o).v; }"
    "    static int size(int x) { return new int[x].length; }"
    "    static int caught(int x) { try { return 10 / x; } catch (ArithmeticException e) { return "
    "-1; } }"
    "    static int inner(int x) { return 10 / x; }"
    "    static int outer(int x) { int y = x + 1; int z = inner(x) + y; return z; }"
    "    static int handler(int x) { int y = x + 5; try { return outer(x); } catch "
    "(ArithmeticException e) { return y; } }"
    "}";

static const struct {
    const char *method, *exception;
    int good, bad;
    enum reason reason;
} failures[] = {
    {"T.npe", "java.lang.NullPointerException", 1, 0, REASON_null_pointer},
    {"T.bounds", "java.lang.ArrayIndexOutOfBoundsException", 1, -1, REASON_array_bounds},
    {"T.division", "java.lang.ArithmeticException", 1, 0, REASON_division_by_zero},
    {"T.cast", "java.lang.ClassCastException", 1, 0, REASON_class_cast},
    {"T.size", "java.lang.NegativeArraySizeException", 1, -1, REASON_negative_length},
};

START_TEST(a_failing_check_throws_in_the_interpreter_and_the_code_stays) {
    struct fixture f = {0};
    begin(&f, throwing);
    const char *name = failures[_i].method;
    warm_up(&f, name, failures[_i].good);
    ck_assert_str_eq(exception_of(&f, name, failures[_i].bad), failures[_i].exception);
    ck_assert_int_eq(f.heard.counts[EVENT_deoptimized], 1);
    ck_assert_int_eq(f.heard.last_reason[EVENT_deoptimized], failures[_i].reason);
    ck_assert(vm_is_compiled(method(&f, name)));
    end(&f);
}
END_TEST

START_TEST(the_interpreter_s_frame_has_the_handlers_of_the_method) {
    struct fixture f = {0};
    begin(&f, throwing);
    warm_up(&f, "T.caught", 5);
    ck_assert_int_eq(call(&f, "T.caught", 0), -1);
    ck_assert_int_eq(call(&f, "T.caught", 5), 2);
    end(&f);
}
END_TEST

START_TEST(inlined_frames_are_rebuilt_from_the_inside_out) {
    struct fixture f = {0};
    begin(&f, throwing);
    warm_up(&f, "T.handler", 5);
    ck_assert_int_eq(call(&f, "T.handler", 5), 8);
    ck_assert_int_eq(call(&f, "T.handler", 0), 5);
    ck_assert_int_ge(f.heard.counts[EVENT_deoptimized], 1);
    end(&f);
}
END_TEST

static const char receivers[] =
    "class A { int v() { return 1; } }  class B extends A { int v() { return 2; } }"
    "class T { static A a = new A(), b = new B();"
    "          static int f(int x) { A r = x == 0 ? a : b; return r.v(); } }";

START_TEST(a_wrong_belief_invalidates_the_code_until_the_method_is_hot_again) {
    struct fixture f = {0};
    begin(&f, receivers);
    warm_up(&f, "T.f", 0);
    ck_assert_int_eq(call(&f, "T.f", 1), 2);
    if (f.heard.counts[EVENT_deoptimized]) {
        ck_assert_int_eq(f.heard.last_reason[EVENT_deoptimized], REASON_receiver_type);
        ck_assert(!vm_is_compiled(method(&f, "T.f")));
    }
    for (int i = 0; i < 100; i++) ck_assert_int_eq(call(&f, "T.f", i % 2), i % 2 + 1);
    ck_assert(vm_is_compiled(method(&f, "T.f")));
    int deoptimized = f.heard.counts[EVENT_deoptimized];
    for (int i = 0; i < 100; i++) ck_assert_int_eq(call(&f, "T.f", i % 2), i % 2 + 1);
    ck_assert_int_eq(f.heard.counts[EVENT_deoptimized], deoptimized);
    end(&f);
}
END_TEST

/* --- virtual objects --- */

static const char virtual_objects[] =
    "class P { int a; long b; P next; P(int a, long b) { this.a = a; this.b = b; } }"
    "class T {"
    "    static int[] array = new int[4];"
    "    static int f(int i) {"
    "        P p = new P(i, 5L); P q = new P(i * 2, 6L); p.next = q; q.next = p;"
    "        int v = array[i];"
    "        return v + p.next.a + (int) q.next.b + p.a;"
    "    }"
    "    static int g(int i) { try { return f(i); } catch (ArrayIndexOutOfBoundsException e) { "
    "return -1; } }"
    "    static int h(int i) {"
    "        P p = new P(i, 1L);"
    "        try { p.a += array[i]; } catch (ArrayIndexOutOfBoundsException e) { return p.a + "
    "1000; }"
    "        return p.a;"
    "    }"
    "    static int locked(int i) {"
    "        P p = new P(i, 1L);"
    "        synchronized (p) { try { p.a += array[i]; } catch (ArrayIndexOutOfBoundsException e) "
    "{ p.a = -7; } }"
    "        return p.a;"
    "    }"
    "}";

START_TEST(an_object_that_exists_in_frame_states_only_is_made_when_the_guard_fails) {
    struct fixture f = {0};
    begin(&f, virtual_objects);
    warm_up(&f, "T.h", 2);
    int64_t before = vm_allocated_bytes(f.vm);
    ck_assert_int_eq(call(&f, "T.h", 3), 3);
    ck_assert_int_eq(vm_allocated_bytes(f.vm), before);
    ck_assert_int_eq(call(&f, "T.h", 9), 1009);
    ck_assert_int_eq(f.heard.counts[EVENT_rematerialized], 1);
    ck_assert_int_eq(vm_rematerialized_bytes(f.vm), f.heard.last_amount[EVENT_rematerialized]);
    end(&f);
}
END_TEST

START_TEST(virtual_objects_that_point_to_each_other_are_made_together) {
    struct fixture f = {0};
    begin(&f, virtual_objects);
    warm_up(&f, "T.g", 2);
    ck_assert_int_eq(call(&f, "T.g", 3), 3 + 6 + 5);
    ck_assert_int_eq(call(&f, "T.g", 4), -1);
    ck_assert_int_eq(call(&f, "T.g", 3), 3 + 6 + 5);
    end(&f);
}
END_TEST

START_TEST(a_lock_that_was_removed_is_taken_when_the_guard_fails) {
    struct fixture f = {0};
    begin(&f, virtual_objects);
    warm_up(&f, "T.locked", 2);
    ck_assert_int_eq(call(&f, "T.locked", 2), 2);
    ck_assert_int_eq(call(&f, "T.locked", 100), -7);
    end(&f);
}
END_TEST

/* --- loops --- */

static const char loops[] =
    "class T {"
    "    int x;"
    "    static int sum(int n) {"
    "        long s = 0; double d = 0.5; float f = 2; int[] a = new int[10]; T t = new T();"
    "        for (int i = 0; i < n; i++) {"
    "            for (int k = 0; k < 3; k++) { s += i * k; t.x ^= k + i; }"
    "            a[i % 10] += i; d += 0.25; f = -f;"
    "            if (i % 500 == 499) {"
    "                try { s += a[i]; } catch (ArrayIndexOutOfBoundsException e) { d *= 2; }"
    "            }"
    "        }"
    "        return (int) s + (int) d + (int) f + a[3] + t.x;"
    "    }"
    "    static int locked(int n) {"
    "        T t = new T();"
    "        synchronized (t) { for (int i = 0; i < n; i++) t.x += i; }"
    "        return t.x;"
    "    }"
    "    static synchronized int ofMethod(int n) { int s = 0; while (n > 0) s += n--; return s; }"
    "    static int inlined(int n) {"
    "        int s = 0;"
    "        for (int i = 0; i < n; i++) s += twice(new int[3], i % 1000 == 999 ? 3 : i % 3);"
    "        return s;"
    "    }"
    "    static int twice(int[] a, int i) {"
    "        try { return at(a, i) + at(a, i); } catch (RuntimeException e) { return 7; }"
    "    }"
    "    static int at(int[] a, int i) { a[i] = i; return a[i]; }"
    "}";

/* [_i]: stress. */
START_TEST(a_loop_is_entered_while_it_runs) {
    struct fixture f = {.options = vm_options_default()};
    f.options.loop_threshold = 50;
    f.options.deoptimize_always = _i & 1;
    f.options.collect_always = _i & 2;
    begin(&f, loops);
    ck_assert_int_eq(call(&f, "T.sum", 3000), interpreted(&f, "T.sum", 3000));
    ck_assert_int_gt(f.heard.counts[EVENT_compiled], 0);
    ck_assert_int_gt(f.heard.counts[EVENT_deoptimized], 0);
    ck_assert(!vm_is_compiled(method(&f, "T.sum")));
    ck_assert_int_eq(call(&f, "T.inlined", 5000), interpreted(&f, "T.inlined", 5000));
    end(&f);
}
END_TEST

START_TEST(a_loop_is_not_entered_unless_that_is_asked_for) {
    struct fixture f = {0};
    begin(&f, loops);
    call(&f, "T.sum", 3000);
    ck_assert_int_eq(f.heard.counts[EVENT_compiled], 0);
    end(&f);
}
END_TEST

START_TEST(a_loop_under_a_lock_is_interpreted_with_a_reason) {
    struct fixture f = {.options = vm_options_default()};
    f.options.loop_threshold = 50;
    begin(&f, loops);
    const char *name = _i ? "T.ofMethod" : "T.locked";
    ck_assert_int_eq(call(&f, name, 3000), interpreted(&f, name, 3000));
    ck_assert_int_eq(f.heard.counts[EVENT_compiled], 0);
    ck_assert_int_gt(f.heard.counts[EVENT_bailed_out], 0);
    ck_assert_int_eq(f.heard.last_reason[EVENT_bailed_out], REASON_holds_locks);
    ck_assert_int_eq(vm_bailout_reason(method(&f, name)), REASON_none);
    end(&f);
}
END_TEST

/* --- stress --- */

START_TEST(results_are_the_same_when_everything_fails_or_collects) {
    struct fixture f = {.options = vm_options_default()};
    f.options.deoptimize_always = _i & 1;
    f.options.collect_always = _i & 2;
    f.options.prune_unreached_branches = _i & 4;
    begin(&f, virtual_objects);
    for (int i = 0; i < 60; i++) {
        ck_assert_int_eq(call(&f, "T.g", i % 5), i % 5 == 4 ? -1 : i % 5 * 3 + 5);
        ck_assert_int_eq(call(&f, "T.h", i % 5), i % 5 == 4 ? 1004 : i % 5);
        ck_assert_int_eq(call(&f, "T.locked", i % 5), i % 5 == 4 ? -7 : i % 5);
    }
    end(&f);
}
END_TEST

START_TEST(no_object_is_made_twice_when_every_guard_fails) {
    struct fixture f = {.options = vm_options_default()};
    f.options.deoptimize_always = true;
    f.options.tlab_bytes = 512;
    begin(&f, "class A { A next; } class T { static A kept;"
              "static int f(int i) { A a = new A(); a.next = kept; kept = a; return i; } }");
    vm_probe_sites(f.vm, VM_PROBE_ALLOCATIONS);
    warm_up(&f, "T.f", 1);
    struct vm_site site;
    ck_assert(vm_list_sites(f.vm, 0, &site));
    int64_t counted = count_value(site.bytes), allocated = vm_compiled_bytes(f.vm);
    for (int i = 0; i < 100; i++) call(&f, "T.f", i);
    ck_assert_int_gt(count_value(site.bytes), counted);
    ck_assert_int_eq(vm_compiled_bytes(f.vm) - allocated, count_value(site.bytes) - counted);
    end(&f);
}
END_TEST

/* --- looking inside --- */

START_TEST(explain_shows_the_graph_after_every_step) {
    struct fixture f = {0};
    begin(&f, virtual_objects);
    warm_up(&f, "T.h", 2);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    struct diag diag = DIAG_INIT;
    ck_assert(vm_explain(f.vm, method(&f, "T.h"), out, &diag));
    fclose(out);
    ck_assert_ptr_nonnull(strstr(text, "--- after build\n"));
    ck_assert_ptr_nonnull(strstr(text, "--- after escape\n"));
    ck_assert_ptr_nonnull(strstr(text, "--- after splice\n"));
    free(text);
    ck_assert_int_eq(vm_compilation_count(method(&f, "T.h")), 1);
    end(&f);
}
END_TEST

START_TEST(what_is_switched_off_must_exist) {
    struct fixture f = {0};
    begin(&f, simple);
    struct diag diag = DIAG_INIT;
    ck_assert(vm_disable(f.vm, "escape", &diag));
    ck_assert(vm_disable(f.vm, "fold_branches", &diag));
    ck_assert(!vm_disable(f.vm, "escapes", &diag));
    ck_assert_str_eq(diag.message,
                     "phase or rule 'escapes' does not exist; did you mean 'escape'?");
    end(&f);
}
END_TEST

START_TEST(a_limit_has_another_value) {
    struct fixture f = {0};
    begin(&f, virtual_objects);
    struct diag diag = DIAG_INIT;
    ck_assert(vm_is_limit_setting("virtual_fields=0"));
    ck_assert(!vm_is_limit_setting("virtual_fields"));
    ck_assert(!vm_is_limit_setting("virtual_fields="));
    ck_assert(!vm_is_limit_setting("virtual_fields=few"));
    ck_assert(!vm_is_limit_setting("virtual_fields=-1"));
    ck_assert(!vm_disable(f.vm, "virtual_field=0", &diag));
    ck_assert(vm_disable(f.vm, "virtual_fields=0", &diag));
    warm_up(&f, "T.h", 2);
    int64_t before = vm_allocated_bytes(f.vm);
    call(&f, "T.h", 3);
    ck_assert_int_gt(vm_allocated_bytes(f.vm), before);
    end(&f);
}
END_TEST

START_TEST(without_escape_analysis_objects_are_allocated) {
    struct fixture f = {0};
    begin(&f, virtual_objects);
    struct diag diag = DIAG_INIT;
    ck_assert(vm_disable(f.vm, "escape", &diag));
    warm_up(&f, "T.h", 2);
    int64_t before = vm_allocated_bytes(f.vm);
    call(&f, "T.h", 3);
    ck_assert_int_gt(vm_allocated_bytes(f.vm), before);
    end(&f);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("jit");
    TCase *cases = tcase_create("jit");
    tcase_set_timeout(cases, 120);
    tcase_add_test(cases, a_hot_method_is_compiled_and_means_the_same);
    tcase_add_test(cases, java_goes_on_while_a_hot_method_is_compiled_in_the_background);
    tcase_add_test(cases, a_vm_ends_while_its_background_compiler_has_work);
    tcase_add_test(cases, the_environment_that_java_sees_is_not_changed_by_the_code_generator);
    tcase_add_loop_test(cases, code_that_is_older_than_the_first_thread_counts_exactly, 0, 2);
    tcase_add_loop_test(cases, what_a_loop_uses_is_kept_while_another_thread_collects_at_its_entry,
                        0, 5);
    tcase_add_test(cases, a_thread_of_interpreted_code_is_interpreted);
    tcase_add_test(cases, what_a_thread_that_ended_allocated_is_told);
    tcase_add_test(cases, a_vm_ends_while_a_daemon_reads);
    tcase_add_test(cases, never_compile_is_a_reason);
    tcase_add_test(cases, compile_only_leaves_other_methods_to_the_interpreter);
    tcase_add_test(cases, trivial_callees_that_multiply_are_inlined_until_the_graph_is_large);
    tcase_add_test(cases, an_interpreted_call_leaves_heat_and_profile_alone);
    tcase_add_loop_test(cases, a_failing_check_throws_in_the_interpreter_and_the_code_stays, 0,
                        sizeof failures / sizeof *failures);
    tcase_add_test(cases, the_interpreter_s_frame_has_the_handlers_of_the_method);
    tcase_add_test(cases, inlined_frames_are_rebuilt_from_the_inside_out);
    tcase_add_test(cases, a_wrong_belief_invalidates_the_code_until_the_method_is_hot_again);
    tcase_add_test(cases, an_object_that_exists_in_frame_states_only_is_made_when_the_guard_fails);
    tcase_add_test(cases, virtual_objects_that_point_to_each_other_are_made_together);
    tcase_add_test(cases, a_lock_that_was_removed_is_taken_when_the_guard_fails);
    tcase_add_loop_test(cases, a_loop_is_entered_while_it_runs, 0, 4);
    tcase_add_test(cases, a_loop_is_not_entered_unless_that_is_asked_for);
    tcase_add_loop_test(cases, a_loop_under_a_lock_is_interpreted_with_a_reason, 0, 2);
    tcase_add_loop_test(cases, results_are_the_same_when_everything_fails_or_collects, 0, 8);
    tcase_add_test(cases, no_object_is_made_twice_when_every_guard_fails);
    tcase_add_test(cases, explain_shows_the_graph_after_every_step);
    tcase_add_test(cases, what_is_switched_off_must_exist);
    tcase_add_test(cases, without_escape_analysis_objects_are_allocated);
    tcase_add_test(cases, a_limit_has_another_value);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
