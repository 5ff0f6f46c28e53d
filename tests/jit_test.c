/* The VM as its embedders see it, from Java source to compiled code and back: what gets compiled,
 * what happens when a guard fails, and that it all means the same. */
#include "base/check_run.h"
#include <stdlib.h>
#include <string.h>

#include "runtime/class.h"
#include "runtime/stack.h"
#include "vm.h"

struct heard {
    int counts[EVENT_KIND_COUNT];
    enum reason last_reason[EVENT_KIND_COUNT];
    int64_t last_amount[EVENT_KIND_COUNT];
};

static void hear(void *context, const struct event *event) {
    struct heard *heard = context;
    heard->counts[event->kind]++;
    heard->last_reason[event->kind] = event->reason;
    heard->last_amount[event->kind] = event->amount;
}

struct fixture {
    struct vm *vm;
    struct heard heard;
    struct vm_options options;
};

static void begin(struct fixture *f, const char *text) {
    struct diag diag = DIAG_INIT;
    char message[1400];
    if (!f->options.heap_bytes) f->options = vm_options_default();
    f->options.compile_threshold = 20;
    f->vm = vm_create(&f->options, &diag);
    ck_assert_msg(f->vm, "%s", diag_format(&diag, message, sizeof message));
    vm_listen(f->vm, (struct event_sink){hear, &f->heard});
    struct java_source source = {"T.java", text, strlen(text), 1, 1};
    ck_assert_msg(vm_define_sources(f->vm, &source, 1, &diag), "%s",
                  diag_format(&diag, message, sizeof message));
}

static void end(struct fixture *f) { vm_destroy(f->vm); }

static struct method *method(struct fixture *f, const char *name) {
    struct diag diag = DIAG_INIT;
    struct method *found = vm_find_method(f->vm, name, &diag);
    ck_assert_msg(found, "%s", diag.message);
    return found;
}

static int call(struct fixture *f, const char *name, int argument) {
    struct vm_result result = vm_call(f->vm, method(f, name), (union value[]){{.i = argument}});
    ck_assert(!result.threw);
    return result.value.i;
}

static void warm_up(struct fixture *f, const char *name, int argument) {
    for (int i = 0; i < 100 && !vm_is_compiled(method(f, name)); i++) call(f, name, argument);
    ck_assert(vm_is_compiled(method(f, name)));
    memset(&f->heard, 0, sizeof f->heard);
}

static int interpreted(struct fixture *f, const char *name, int argument) {
    return vm_call_interpreted(f->vm, method(f, name), (union value[]){{.i = argument}}).value.i;
}

/* The name of the exception that the call throws, "" when it returns. */
static const char *exception_of(struct fixture *f, const char *name, int argument) {
    struct vm_result result = vm_call(f->vm, method(f, name), (union value[]){{.i = argument}});
    return result.threw ? vm_class_name(vm_object_class(result.value.r)) : "";
}

/* --- threads --- */

START_TEST(probes_that_several_threads_hit_count_exactly) {
    struct fixture f = {0};
    begin(&f, "class T extends Thread {"
              "    static int hit(int x) { Probe.hit(\"hit\"); return x + 1; }"
              "    public void run() { int x = 0; for (int i = 0; i < 100000; i++) x = hit(x); }"
              "    static int all(int count) {"
              "        try {"
              "            Thread[] threads = new Thread[count];"
              "            for (int i = 0; i < count; i++) (threads[i] = new T()).start();"
              "            for (int i = 0; i < count; i++) threads[i].join();"
              "            return count;"
              "        } catch (InterruptedException e) {"
              "            return 0;"
              "        }"
              "    }"
              "}");
    ck_assert_int_eq(call(&f, "T.all", 4), 4);
    ck_assert_int_gt(vm_compilation_count(method(&f, "T.hit")), 0);
    ck_assert_int_eq(*vm_counter(f.vm, "hit"), 400000);
    end(&f);
}
END_TEST

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

/* --- limits --- */

static const char limits[] =
    "class T {"
    "    static Object keep;"
    "    static int depth(int x) { return depth(x + 1) + 1; }"
    "    static int deep(int x) { try { return depth(x); } catch (StackOverflowError e) { return "
    "-1; } }"
    "    static int take(int x) { long[] a = new long[x]; keep = a; return a.length; }"
    "    static int full(int x) { try { return take(x); } catch (OutOfMemoryError e) { return -1; "
    "} }"
    "}";

START_TEST(compiled_code_throws_when_the_stack_ends) {
    struct fixture f = {0};
    begin(&f, limits);
    for (int i = 0; i < 30; i++) ck_assert_int_eq(call(&f, "T.deep", 0), -1);
    ck_assert(vm_is_compiled(method(&f, "T.depth")));
    end(&f);
}
END_TEST

START_TEST(compiled_code_throws_when_the_heap_is_full) {
    struct fixture f = {.options = vm_options_default()};
    f.options.heap_bytes = 16 << 20;
    begin(&f, limits);
    warm_up(&f, "T.full", 10);
    ck_assert_int_eq(call(&f, "T.full", 10), 10);
    ck_assert_int_eq(call(&f, "T.full", 100 << 20), -1);
    ck_assert_int_eq(call(&f, "T.full", 10), 10);
    end(&f);
}
END_TEST

/* Lists that fill the heap and are dropped: one stale word anywhere on the stacks would keep all.
 */
static const char full_heap[] =
    "class N { N next; } class W { W next; long a, b; } class T {"
    "  static int f(int i) { N h = null; int c = 0;"
    "    try { while (true) { N q = new N(); q.next = h; h = q; } }"
    "    catch (OutOfMemoryError e) { for (N n = h; n != null; n = n.next) c++; h = null; }"
    "    return use(i, c); }"
    "  static int g(int i) { W h = null; int c = 0;"
    "    try { while (true) { W q = new W(); q.next = h; h = q; } }"
    "    catch (OutOfMemoryError e) { for (W n = h; n != null; n = n.next) c++; h = null; }"
    "    return use(i, c); }"
    "  static int h(int i) { Object[] h = null; int c = 0;"
    "    try { while (true) { Object[] q = new Object[5]; q[0] = h; h = q; } }"
    "    catch (OutOfMemoryError e) {"
    "      for (Object[] n = h; n != null; n = (Object[]) n[0]) c++; h = null; }"
    "    return use(i, c); }"
    "  static N kept;"
    "  static int use(int i, int c) { String s = \"\" + i;"
    "    for (int k = 0; k < 2000; k++) { int[] a = new int[500]; s = \"\" + k + a.length; }"
    "    kept = new N(); return s.length() == 7 ? c : -1; } }";

START_TEST(a_list_that_filled_the_heap_can_be_dropped) {
    static const char *const names[] = {"T.f", "T.g", "T.h"};
    static const int sizes[] = {32, 48, 80};
    struct fixture f = {.options = vm_options_default()};
    f.options.heap_bytes = (size_t)(16 << 20) - (size_t)(_i / 2) * 123456;
    begin(&f, full_heap);
    for (int round = 0; round < 9; round++) {
        const char *name = names[round % 3];
        struct method *filler = method(&f, name);
        union value argument = {.i = round};
        struct vm_result result = _i % 2 ? vm_call(f.vm, filler, &argument)
                                         : vm_call_interpreted(f.vm, filler, &argument);
        ck_assert_msg(!result.threw, "%s, round %d", name, round);
        size_t held = (size_t)result.value.i * (size_t)sizes[round % 3];
        ck_assert_msg(held > f.options.heap_bytes / 10 * 9, "%s, round %d: only %zu bytes", name,
                      round, held);
    }
    end(&f);
}
END_TEST

static const char soft[] =
    "import java.lang.ref.SoftReference; class T { static Object sink;"
    "  static SoftReference make(int n) {"
    "    return n > 0 ? make(n - 1) : new SoftReference(new int[1000]); }"
    "  static int work() { for (int k = 0; k < 200000; k++) sink = new int[100]; return 0; }"
    "  static int f(int i) { SoftReference s = make(50); work();"
    "    if (s.refersTo(null)) return 1;"
    "    try { sink = null; while (true) sink = new Object[] {sink, null, null, null}; }"
    "    catch (OutOfMemoryError e) { sink = null; }"
    "    return s.refersTo(null) ? 2 : 3; } }";

START_TEST(soft_references_are_cleared_before_memory_runs_out_and_not_earlier) {
    struct fixture f = {.options = vm_options_default()};
    f.options.heap_bytes = 16 << 20;
    f.options.interpret_only = _i;
    begin(&f, soft);
    ck_assert_int_eq(call(&f, "T.f", 1), 2);
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
    int64_t counted = *site.bytes, allocated = vm_compiled_bytes(f.vm);
    for (int i = 0; i < 100; i++) call(&f, "T.f", i);
    ck_assert_int_gt(*site.bytes, counted);
    ck_assert_int_eq(vm_compiled_bytes(f.vm) - allocated, *site.bytes - counted);
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
    ck_assert_ptr_nonnull(strstr(text, "--- after spliced\n"));
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

static const char probed[] =
    "class A { int x; void bar() {} }"
    "class T { static int f(int i) {"
    "    A a = new A();"
    "    DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);"
    "    if (CompilerDecision.isMethodCompiled()) Probe.hit(\"allocated\");"
    "    DelimitationAPI.instrumentationEnd();"
    "    if (i > 0) a.bar();"
    "    return i; } }";

START_TEST(inserted_code_follows_the_allocation_and_changes_no_decision) {
    struct fixture f = {0};
    begin(&f, probed);
    vm_direct(f.vm, method(&f, "A.bar"), VM_NEVER_INLINE);
    for (int i = 0; i < 40; i++) call(&f, "T.f", i % 2);
    ck_assert(vm_is_compiled(method(&f, "T.f")));
    int64_t before = *vm_counter(f.vm, "allocated"), bytes = vm_allocated_bytes(f.vm);
    for (int i = 0; i < 50; i++) call(&f, "T.f", i % 5 == 0);
    ck_assert_int_eq(*vm_counter(f.vm, "allocated") - before, 10);
    struct diag diag = DIAG_INIT;
    ck_assert_int_eq(vm_allocated_bytes(f.vm) - bytes,
                     10 * (int64_t)vm_class_size(vm_find_class(f.vm, "A", &diag)));
    struct strbuf difference = STRBUF_INIT;
    ck_assert_msg(vm_is_unperturbed(f.vm, method(&f, "T.f"), &difference), "%s",
                  strbuf_text(&difference));
    end(&f);
}
END_TEST

START_TEST(site_probes_count_what_was_reached_and_what_took_effect) {
    struct fixture f = {0};
    begin(&f, "class A { void bar() {} } class T { static int f(int i) { A a = new A(); if (i > 0) "
              "a.bar(); return i; } }");
    vm_probe_sites(f.vm, VM_PROBE_ALLOCATIONS | VM_PROBE_CALLS);
    vm_direct(f.vm, method(&f, "A.bar"), VM_NEVER_INLINE);
    for (int i = 0; i < 40; i++) call(&f, "T.f", i % 2);
    struct vm_site site, allocation = {0}, bar = {0};
    for (size_t i = 0; vm_list_sites(f.vm, i, &site); i++) {
        if (strcmp(site.method, "T.f(I)I") != 0) continue;
        if (site.kind == VM_PROBE_ALLOCATIONS) allocation = site;
        if (site.kind == VM_PROBE_CALLS && strstr(site.subject, "bar")) bar = site;
    }
    ck_assert_str_eq(allocation.subject, "A");
    int64_t reached = *allocation.reached, effective = *allocation.effective,
            calls = *bar.effective, bytes = *allocation.bytes;
    for (int i = 0; i < 50; i++) call(&f, "T.f", i % 5 == 0);
    ck_assert_int_eq(*allocation.reached - reached, 50);
    ck_assert_int_eq(*allocation.effective - effective, 10);
    ck_assert_int_eq(*allocation.bytes - bytes, 160);
    ck_assert_int_eq(*bar.effective - calls, 10);
    end(&f);
}
END_TEST

START_TEST(what_goes_wrong_in_inserted_code_ends_it_and_is_counted) {
    struct fixture f = {0};
    begin(&f, "class T { static int[] none; static int f(int i) {"
              "    DelimitationAPI.instrumentationBegin(DelimitationAPI.HERE);"
              "    if (none[i] > 0) Probe.hit(\"p\");"
              "    DelimitationAPI.instrumentationEnd();"
              "    return i + 1; } }");
    struct vm_statistics before, after;
    vm_compile_only(f.vm, method(&f, "T.f"));
    /* The interpreter runs inserted code as what it is: Java. */
    ck_assert_str_eq(exception_of(&f, "T.f", 1), "java.lang.NullPointerException");
    for (int i = 0; i < 40 && !vm_is_compiled(method(&f, "T.f")); i++) exception_of(&f, "T.f", 1);
    ck_assert(vm_is_compiled(method(&f, "T.f")));
    vm_statistics(f.vm, &before);
    ck_assert_int_eq(call(&f, "T.f", 5), 6);
    vm_statistics(f.vm, &after);
    ck_assert_int_eq(after.failed_probes - before.failed_probes, 1);
    ck_assert_int_eq(f.heard.counts[EVENT_deoptimized], 0);
    end(&f);
}
END_TEST

/* Calls compiled T.f, whose probe must end early without a trace in the program. */
static void check_probe_fails(struct fixture *f) {
    struct vm_statistics before, after;
    vm_statistics(f->vm, &before);
    memset(&f->heard, 0, sizeof f->heard);
    ck_assert_int_eq(call(f, "T.f", 5), 6);
    vm_statistics(f->vm, &after);
    ck_assert_int_eq(after.failed_probes - before.failed_probes, 1);
    ck_assert_int_eq(f->heard.counts[EVENT_deoptimized], 0);
}

START_TEST(inserted_code_that_ends_early_leaves_its_locks) {
    struct fixture f = {0};
    begin(&f, "class T { static int[] none; static Object lock = new Object();"
              "static int f(int i) {"
              "    DelimitationAPI.instrumentationBegin(DelimitationAPI.HERE);"
              "    if (CompilerDecision.isMethodCompiled()) synchronized (lock) {"
              "        if (none[i] > 0) Probe.hit(\"p\"); }"
              "    DelimitationAPI.instrumentationEnd();"
              "    synchronized (lock) {"
              "        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);"
              "        if (CompilerDecision.getLockType() == CompilerDecision.RECURSIVE)"
              "            Probe.hit(\"kept\");"
              "        DelimitationAPI.instrumentationEnd();"
              "        return i + 1; } } }");
    warm_up(&f, "T.f", 5);
    check_probe_fails(&f);
    ck_assert_int_eq(*vm_counter(f.vm, "kept"), 0);
    end(&f);
}
END_TEST

START_TEST(an_allocation_that_fails_is_not_counted) {
    static const char *const allocations[] = {"new byte[i]", "new byte[4 << 20]", "new N(kept)"};
    char text[800];
    snprintf(text, sizeof text,
             "class N { N next; long a, b, c; N(N next) { this.next = next; } }"
             "class T { static N kept; static Object last;"
             "static Object make(int i) { return %s; }"
             "static int f(int i) { try { while (true) { Object o = make(i);"
             "    if (o instanceof N) kept = (N) o; last = o; if (i < 100) return 1; } }"
             "    catch (OutOfMemoryError e) { kept = null; last = null; return -1; } } }",
             allocations[_i]);
    struct fixture f = {.options = vm_options_default()};
    f.options.heap_bytes = 3 << 20;
    begin(&f, text);
    vm_direct(f.vm, method(&f, "T.f"), VM_NEVER_COMPILE);
    vm_direct(f.vm, method(&f, "T.make"), VM_NEVER_INLINE);
    vm_probe_sites(f.vm, VM_PROBE_ALLOCATIONS);
    for (int i = 0; i < 40; i++) call(&f, "T.f", 10);
    ck_assert(vm_is_compiled(method(&f, "T.make")));
    struct vm_site site;
    ck_assert(vm_list_sites(f.vm, 0, &site));
    int64_t counted = *site.bytes, allocated = vm_compiled_bytes(f.vm);
    ck_assert_int_eq(call(&f, "T.f", 1 << 30), -1);
    ck_assert_int_eq(*site.bytes - counted, vm_compiled_bytes(f.vm) - allocated);
    end(&f);
}
END_TEST

START_TEST(inserted_code_that_finds_the_heap_full_ends) {
    static const char *const allocations[] = {"new Cell()", "new long[4]", "new long[i]",
                                              "new long[20000]"};
    char text[1400];
    snprintf(text, sizeof text,
             "class Cell { Cell next; long a, b, c, d; }"
             "class T { static Cell cells; static Object got;"
             "static int fill(int i) {"
             "    try { while (true) { Cell cell = new Cell(); cell.next = cells; cells = cell; } }"
             "    catch (OutOfMemoryError e) { return i; } }"
             "static int empty(int i) { cells = null; return i; }"
             "static int f(int i) {"
             "    DelimitationAPI.instrumentationBegin(DelimitationAPI.HERE);"
             "    if (CompilerDecision.isMethodCompiled()) { got = %s; Probe.hit(\"got\"); }"
             "    DelimitationAPI.instrumentationEnd();"
             "    return i + 1; } }",
             allocations[_i]);
    struct fixture f = {.options = vm_options_default()};
    f.options.heap_bytes = 1 << 20;
    begin(&f, text);
    vm_direct(f.vm, method(&f, "T.fill"), VM_NEVER_COMPILE);
    warm_up(&f, "T.f", 5);
    const int64_t *got = vm_counter(f.vm, "got");
    /* A stale word on the stack may have kept garbage alive that the next collection finds. */
    struct vm_statistics statistics = {0};
    for (int round = 0; round < 10 && !statistics.failed_probes; round++) {
        call(&f, "T.fill", 1);
        ck_assert_int_eq(call(&f, "T.f", 5), 6);
        vm_statistics(f.vm, &statistics);
    }
    int64_t before = *got;
    check_probe_fails(&f);
    ck_assert_int_eq(*got, before);
    call(&f, "T.empty", 1);
    ck_assert_int_eq(call(&f, "T.f", 5), 6);
    ck_assert_int_eq(*got, before + 1);
    end(&f);
}
END_TEST

/* --- calls --- */

static const char many_arguments[] =
    "class T {"
    "    double mixed(int a, double b, long c, float d, Object e, byte f, double g, char h, short "
    "i,"
    "                 boolean j, double k, float l, double m, float n, double o, double p, int q) {"
    "        return a + 2 * b + 3 * c + 4 * d + (e == this ? 5 : 0) + 6 * f + 7 * g + 8 * h + 9 * i"
    "            + (j ? 10 : 0) + 11 * k + 12 * l + 13 * m + 14 * n + 15 * o + 16 * p + 17 * q;"
    "    }"
    "    static float half(double d, long l) { return (float) (d / 2 + l); }"
    "    static long twice(float f) { return (long) (f * 2); }"
    "    static void nothing(int x, Object o) { if (o == null) last = x; }"
    "    static int last;"
    "    static int f(int x) {"
    "        nothing(x, null);"
    "        T t = new T();"
    "        double d = t.mixed(x, x + 1, x + 2, x + 3, t, (byte) x, x * 0.5, (char) x, (short) -x,"
    "                           x > 3, 1.5, 2.5f, x, -x, 1e3, x / 3.0, -x);"
    "        return (int) d * 31 + (int) half(d, x) + (int) twice((float) d) + last;"
    "    }"
    "}";

/* [_i]: who is compiled; the rest is interpreted and called from there. */
START_TEST(arguments_and_results_pass_between_compiled_and_interpreted_code) {
    struct fixture f = {0};
    static const char *const names[] = {"T.f", "T.mixed", "T.half", "T.twice", "T.nothing"};
    begin(&f, many_arguments);
    for (int i = 0; i < 5; i++) {
        unsigned directives = VM_NEVER_INLINE;
        if (_i >> i & 1) directives |= VM_NEVER_COMPILE;
        vm_direct(f.vm, method(&f, names[i]), directives);
    }
    for (int i = 0; i < 60; i++) {
        union value argument = {.i = i % 7};
        int expected = vm_call_interpreted(f.vm, method(&f, "T.f"), &argument).value.i;
        ck_assert_int_eq(call(&f, "T.f", i % 7), expected);
    }
    for (int i = 0; i < 5; i++)
        ck_assert_int_eq(vm_is_compiled(method(&f, names[i])), !(_i >> i & 1));
    end(&f);
}
END_TEST

static const char interfaces[] = "interface I { int f(int x); }"
                                 "class A implements I { public int f(int x) { return x + 1; } }"
                                 "class B implements I { public int f(int x) { return x * 2; } }"
                                 "class C implements I { public int f(int x) { return x - 3; } }"
                                 "class T {"
                                 "    static I[] all = {new A(), new B(), new C()};"
                                 "    static int f(int x) { return all[x % 3].f(x); }"
                                 "}";

START_TEST(an_interface_call_enters_what_each_receiver_implements) {
    struct fixture f = {0};
    begin(&f, interfaces);
    for (int i = 0; i < 90; i++) {
        int x = i < 50 ? 0 : i % 9;
        ck_assert_int_eq(call(&f, "T.f", x), x % 3 == 0 ? x + 1 : x % 3 == 1 ? x * 2 : x - 3);
    }
    end(&f);
}
END_TEST

/* --- exceptions --- */

static const char usual_exceptions[] =
    "class A { int y = 3; }"
    "class T {"
    "    static int[] a = new int[4]; static Object[] s = new String[2]; static A none;"
    "    static int f(int x) {"
    "        int where = 1;"
    "        try {"
    "            int r = a[x & 7]; where = 2; r += 7 / (x & 3); where = 3;"
    "            if ((x & 8) != 0) r += none.y;"
    "            where = 4; s[0] = (x & 16) != 0 ? (Object) new A() : \"\";"
    "            where = 5; r += new int[(x & 32) - 1 + (~x & 32)].length;"
    "            if ((x & 64) != 0) where = new int[-1].length;"
    "            return r;"
    "        } catch (ArrayIndexOutOfBoundsException e) { return where + e.getMessage().length();"
    "        } catch (ArithmeticException e) { return where * 100 + e.getMessage().length();"
    "        } catch (NullPointerException e) { return where * 1000;"
    "        } catch (ArrayStoreException e) { return where * 10000 + e.getMessage().length();"
    "        } catch (NegativeArraySizeException e) { return where * 100000 + "
    "e.getMessage().length();"
    "        } finally { a[0]++; }"
    "    }"
    "    static int passes(int x) { try { return g(x); } catch (RuntimeException e) { return -x; } "
    "}"
    "    static int g(int x) { return 12 / (x % 5); }"
    "}";

START_TEST(exceptions_that_the_profile_saw_stay_in_compiled_code) {
    struct fixture f = {0};
    begin(&f, usual_exceptions);
    for (int i = 0; i < 4000; i++) {
        call(&f, "T.f", i);
        call(&f, "T.passes", i);
    }
    memset(&f.heard, 0, sizeof f.heard);
    for (int x = 0; x < 128; x++) {
        ck_assert_int_eq(call(&f, "T.f", x), interpreted(&f, "T.f", x));
        ck_assert_int_eq(call(&f, "T.passes", x), interpreted(&f, "T.passes", x));
    }
    ck_assert(vm_is_compiled(method(&f, "T.f")));
    ck_assert_int_eq(f.heard.counts[EVENT_deoptimized], 0);
    end(&f);
}
END_TEST

START_TEST(code_is_compiled_again_when_an_exception_becomes_usual) {
    struct fixture f = {0};
    begin(&f, usual_exceptions);
    for (int i = 0; i < 100; i++) call(&f, "T.passes", 1);
    ck_assert_int_eq(f.heard.counts[EVENT_deoptimized], 0);
    for (int i = 0; i < 400; i++) ck_assert_int_eq(call(&f, "T.passes", 5), -5);
    ck_assert_int_eq(f.heard.counts[EVENT_deoptimized], 50);
    ck_assert_int_eq(vm_compilation_count(method(&f, "T.passes")), 2);
    end(&f);
}
END_TEST

static const char endless[] =
    "class T {"
    "    static int depth;"
    "    static int a(int n, double d, Object o) { depth++; return n == 0 ? 1 : b(n - 1, o) + 1; }"
    "    static int b(int n, Object o) { return n == 0 ? 2 : a(n - 1, n * 0.5, o) + 1; }"
    "    static int top(int n) {"
    "        depth = 0;"
    "        try { return a(n, 1, new T()); }"
    "        catch (StackOverflowError e) { return depth > 1000 ? -1 : -2; }"
    "    }"
    "}";

/* [_i]: who is compiled. */
START_TEST(a_stack_overflow_is_survived_wherever_it_happens) {
    struct fixture f = {0};
    begin(&f, endless);
    static const char *const names[] = {"T.a", "T.b", "T.top"};
    for (int i = 0; i < 3; i++)
        if (_i >> i & 1) vm_direct(f.vm, method(&f, names[i]), VM_NEVER_COMPILE | VM_NEVER_INLINE);
    for (int i = 0; i < 50; i++) ck_assert_int_eq(call(&f, "T.top", 10), 11);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(call(&f, "T.top", 1 << 30), -1);
        ck_assert_int_eq(call(&f, "T.top", 9), 11);
    }
    end(&f);
}
END_TEST

/* --- types --- */

static const char types[] =
    "interface I {} interface J extends I {}"
    "class A {} class B extends A implements I {} class C extends B implements J {}"
    "class D extends C {} class E extends D {} class F extends E {} class G extends F {}"
    "class H extends G {} class K extends H {} final class L extends K {}"
    "class T {"
    "    static Object[] all = {null, new Object(), new A(), new B(), new C(), new D(), new E(),"
    "        new F(), new G(), new H(), new K(), new L(), new int[1], new A[1], new L[1], new I[1],"
    "        new int[1][1], new B[1][1], \"\"};"
    "    static int f(int i) {"
    "        Object o = all[i];"
    "        int r = 0;"
    "        if (o instanceof A) r |= 1; if (o instanceof C) r |= 2; if (o instanceof H) r |= 4;"
    "        if (o instanceof K) r |= 8; if (o instanceof L) r |= 16; if (o instanceof I) r |= 32;"
    "        if (o instanceof J) r |= 64; if (o instanceof int[]) r |= 128;"
    "        if (o instanceof A[]) r |= 256; if (o instanceof L[]) r |= 512;"
    "        if (o instanceof I[]) r |= 1024; if (o instanceof Object[]) r |= 2048;"
    "        if (o instanceof A[][]) r |= 4096; if (o instanceof String) r |= 8192;"
    "        if (o instanceof G) r |= 16384; if (o instanceof F) r |= 32768;"
    "        try { A[] a = (A[]) o; r |= 1 << 20; } catch (ClassCastException e) { r |= 1 << 21; }"
    "        return r;"
    "    }"
    "    static int each(int x) { int r = x; for (int i = 0; i < all.length; i++) r = r * 31 + "
    "f(i);"
    "        return r; }"
    "}";

START_TEST(type_tests_know_every_depth_interfaces_and_arrays) {
    struct fixture f = {0};
    begin(&f, types);
    vm_direct(f.vm, method(&f, "T.f"), VM_NEVER_INLINE);
    int expected = interpreted(&f, "T.each", 1);
    for (int i = 0; i < 60; i++) ck_assert_int_eq(call(&f, "T.each", 1), expected);
    ck_assert(vm_is_compiled(method(&f, "T.f")));
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

/* --- the stack --- */

static const char deep[] =
    "interface I { int at(int x); }"
    "class A implements I { public int at(int x) { T.probe(x); return x; } }"
    "class B implements I { public int at(int x) { return 1 + T.leaf(x); } }"
    "class T {"
    "    static I[] all = new I[3];"
    "    static native void probe(int x);"
    "    static int leaf(int x) { int y = x + 1; probe(y); return y; }"
    "    static int middle(int x, double d, long l) { return leaf(x) + (int) d + leaf((int) l); }"
    "    static int each(int x) {"
    "        int sum = 0;"
    "        for (int i = 0; i < all.length; i++) sum += all[i].at(x);"
    "        return sum;"
    "    }"
    "    static int caught(int x, int[] a) {"
    "        try { return middle(a[x], 1.5, 2); }"
    "        catch (ArrayIndexOutOfBoundsException e) { return leaf(3); }"
    "    }"
    "    static int top(int x) {"
    "        if (all[0] == null) { all[0] = new A(); all[1] = new B(); all[2] = new A(); }"
    "        return middle(x, 2.5, 7) + each(x) + caught(x, new int[2]) + caught(9, new int[2]);"
    "    }"
    "}";

static struct strbuf walked;

static union value walk_stack(struct thread *thread, union value *arguments) {
    struct stack_walk walk;
    struct stack_entry entry;
    stack_walk_begin(&walk, thread);
    while (stack_walk_next(&walk, &entry))
        strbuf_addf(&walked, "%s:%d ", vm_method_name(entry.method), entry.bci);
    strbuf_addf(&walked, "(%d)\n", arguments[0].i);
    return (union value){.j = 0};
}

/* The walks of one call, in memory of the test's. */
static char *walks_of(struct fixture *f, const char *name, bool interpret) {
    walked = (struct strbuf)STRBUF_INIT;
    union value argument = {.i = 1};
    struct vm_result result = interpret ? vm_call_interpreted(f->vm, method(f, name), &argument)
                                        : vm_call(f->vm, method(f, name), &argument);
    ck_assert(!result.threw);
    return strbuf_detach(&walked);
}

/* [_i]: which methods are compiled: all, some, inlined or not; under stress or not. */
START_TEST(the_stack_is_the_same_in_compiled_code) {
    struct fixture f = {.options = vm_options_default()};
    f.options.deoptimize_always = _i & 8;
    f.options.loop_threshold = _i & 1 ? 7 : 0;
    begin(&f, deep);
    method(&f, "T.probe")->native = walk_stack;
    if (_i & 1) vm_direct(f.vm, method(&f, "T.middle"), VM_NEVER_COMPILE | VM_NEVER_INLINE);
    if (_i & 2) vm_direct(f.vm, method(&f, "T.leaf"), VM_NEVER_INLINE);
    if (_i & 4) vm_direct(f.vm, method(&f, "T.each"), VM_NEVER_INLINE);
    char *expected = walks_of(&f, "T.top", true);
    ck_assert_ptr_nonnull(strstr(expected, "T.leaf(I)I:5 T.middle(IDJ)I:1 T.top(I)I:"));
    for (int i = 0; i < 100; i++) {
        char *walks = walks_of(&f, "T.top", false);
        ck_assert_str_eq(walks, expected);
        free(walks);
    }
    ck_assert(f.options.deoptimize_always || vm_is_compiled(method(&f, "T.top")));
    free(expected);
    end(&f);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("jit");
    TCase *cases = tcase_create("compiled code");
    tcase_set_timeout(cases, 120);
    tcase_add_test(cases, a_hot_method_is_compiled_and_means_the_same);
    tcase_add_test(cases, never_compile_is_a_reason);
    tcase_add_test(cases, compile_only_leaves_other_methods_to_the_interpreter);
    tcase_add_test(cases, an_interpreted_call_leaves_heat_and_profile_alone);
    tcase_add_loop_test(cases, a_failing_check_throws_in_the_interpreter_and_the_code_stays, 0,
                        sizeof failures / sizeof *failures);
    tcase_add_test(cases, the_interpreter_s_frame_has_the_handlers_of_the_method);
    tcase_add_test(cases, inlined_frames_are_rebuilt_from_the_inside_out);
    tcase_add_test(cases, a_wrong_belief_invalidates_the_code_until_the_method_is_hot_again);
    tcase_add_test(cases, an_object_that_exists_in_frame_states_only_is_made_when_the_guard_fails);
    tcase_add_test(cases, virtual_objects_that_point_to_each_other_are_made_together);
    tcase_add_test(cases, a_lock_that_was_removed_is_taken_when_the_guard_fails);
    tcase_add_test(cases, compiled_code_throws_when_the_stack_ends);
    tcase_add_test(cases, compiled_code_throws_when_the_heap_is_full);
    tcase_add_loop_test(cases, a_list_that_filled_the_heap_can_be_dropped, 0, 6);
    tcase_add_loop_test(cases, soft_references_are_cleared_before_memory_runs_out_and_not_earlier,
                        0, 2);
    tcase_add_loop_test(cases, results_are_the_same_when_everything_fails_or_collects, 0, 8);
    tcase_add_test(cases, no_object_is_made_twice_when_every_guard_fails);
    tcase_add_test(cases, explain_shows_the_graph_after_every_step);
    tcase_add_test(cases, what_is_switched_off_must_exist);
    tcase_add_test(cases, without_escape_analysis_objects_are_allocated);
    tcase_add_test(cases, inserted_code_follows_the_allocation_and_changes_no_decision);
    tcase_add_test(cases, site_probes_count_what_was_reached_and_what_took_effect);
    tcase_add_test(cases, what_goes_wrong_in_inserted_code_ends_it_and_is_counted);
    tcase_add_test(cases, inserted_code_that_ends_early_leaves_its_locks);
    tcase_add_loop_test(cases, an_allocation_that_fails_is_not_counted, 0, 3);
    tcase_add_loop_test(cases, inserted_code_that_finds_the_heap_full_ends, 0, 4);
    tcase_add_loop_test(cases, arguments_and_results_pass_between_compiled_and_interpreted_code, 0,
                        32);
    tcase_add_test(cases, an_interface_call_enters_what_each_receiver_implements);
    tcase_add_test(cases, exceptions_that_the_profile_saw_stay_in_compiled_code);
    tcase_add_test(cases, code_is_compiled_again_when_an_exception_becomes_usual);
    tcase_add_loop_test(cases, a_stack_overflow_is_survived_wherever_it_happens, 0, 8);
    tcase_add_test(cases, type_tests_know_every_depth_interfaces_and_arrays);
    tcase_add_loop_test(cases, a_loop_is_entered_while_it_runs, 0, 4);
    tcase_add_test(cases, a_loop_is_not_entered_unless_that_is_asked_for);
    tcase_add_test(cases, probes_that_several_threads_hit_count_exactly);
    tcase_add_loop_test(cases, a_loop_under_a_lock_is_interpreted_with_a_reason, 0, 2);
    tcase_add_loop_test(cases, the_stack_is_the_same_in_compiled_code, 0, 16);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
