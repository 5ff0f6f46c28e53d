/* What the interpreter, natives, deoptimisation and the VM allocate is counted at the bytecode that
 * asks for it: together with what compiled code allocates that is all. */
#include "tests/vm_fixture.h"

/* Each has T.f(int), which allocates by others than compiled code. */
static const char *const programs[] = {
    /* clone of arrays and objects */
    "class P implements Cloneable { int v; Object copy() { try { return clone(); } catch "
    "(CloneNotSupportedException e) { return null; } } }"
    "class T { static Object o; static int[] a = new int[7]; static int f(int i) {"
    "    o = a.clone(); if (i > 0) o = new P().copy(); return i; } }",
    "enum E { A, B, C } class T { static int f(int i) {"
    "    return E.values().length + E.valueOf(\"B\").ordinal() + i; } }",
    "class P { int v; public P() { v = 3; } } class T { static Object o;"
    "static int f(int i) { try { o = P.class.newInstance(); } catch (Exception e) { return 1; }"
    "    o = java.lang.reflect.Array.newInstance(P.class, 3, 2);"
    "    o = java.lang.reflect.Array.newInstance(int.class, i); return i; } }",
    "class T { static String s; static Integer n; static int f(int i) {"
    "    s = \"a\" + i + Float.toString(i * 0.5f) + Double.toString(i); n = i * 1000;"
    "    s = s.intern(); return s.length() + n; } }",
    /* exceptions of the VM, caught and not */
    "class T { static int[] a = new int[2]; static Object o = \"s\"; static T t;"
    "static int g(int i) { switch (i) { case 0: return a[7]; case 1: return 1 / (i - 1);"
    "    case 2: return ((Integer) o).intValue(); case 3: return new int[-1].length;"
    "    case 4: Object[] x = new String[1]; x[0] = t; return t.hashCode(); default: return i; } }"
    "static int f(int i) { try { return g(i); } catch (RuntimeException e) { return -1; } } }",
    "class T { static Object o; static int f(int i) { Runnable r = () -> { o = new int[i][3][2]; };"
    "    r.run(); o = r; int[][] deep = { { i }, { 1, 2 } }; return deep[1].length; } }",
    /* virtual objects of code that is left */
    "class P { int a; P next; P(int a, P next) { this.a = a; this.next = next; } }"
    "class T { static int[] a = new int[5]; static P make(int i, P p) { return new P(i, p); }"
    "static int f(int i) { P p = make(i, make(2, null)); try { p.a += a[i * 2]; } catch "
    "(ArrayIndexOutOfBoundsException e) { return p.a + p.next.a; } return p.a; } }",
    /* other threads, classes that are initialised late, a loop that is entered when it is hot */
    "class T extends Thread { static int[] a = new int[3]; Object o; public void run() {"
    "    o = a.clone(); o = new T[2]; o = Float.toString(0.5f); }"
    "static int f(int i) { T t = new T(); t.start(); try { t.join(); } catch (InterruptedException"
    "    e) { return -1; } return i; } }",
    "class A { static int[] a = new int[3].clone(); static int n = a.length; }"
    "class B { static Object o = \"b\" + A.n; static void g() {} }"
    "class T { static Object o; static int f(int i) { if (i == 4) B.g(); o = String.format("
    "    \"%5d|%s\", i, \"x\"); return i; } }",
    "class P { int v; } class T { static Object o; static int[] a = new int[9]; static int f(int "
    "i) {"
    "    int r = 0; for (int k = 0; k < i * 20; k++) { P p = new P(); p.v = k; o = a.clone();"
    "    try { r += a[k % 11] + p.v; } catch (ArrayIndexOutOfBoundsException e) { o = p; } }"
    "    return r; } }",
    /* a probe whose calls allocate */
    "class T { static Object o; static int noise(int i) { return new int[i + 1].clone().length; }"
    "static int f(int i) { o = new T();"
    "    DelimitationAPI.instrumentationBegin(DelimitationAPI.HERE);"
    "    if (noise(i) > 1) Probe.hit(\"n\" + i);"
    "    DelimitationAPI.instrumentationEnd(); return i; } }",
};

enum {
    PROGRAMS = sizeof programs / sizeof *programs,
    DEOPTIMIZE_ALWAYS = 1,
    INTERPRETED = 2,
    LOOPS_ENTERED = 4
};

static void start(struct fixture *f, const char *program, int how) {
    f->options = vm_options_default();
    f->options.optimization_level = how ? 0 : 2;
    f->options.deoptimize_always = how & DEOPTIMIZE_ALWAYS;
    if (how & LOOPS_ENTERED) f->options.loop_threshold = 50;
    begin(f, program);
    vm_probe_sites(f->vm, VM_PROBE_ALLOCATIONS);
    if (how & INTERPRETED) vm_direct(f->vm, method(f, "T.f"), VM_NEVER_COMPILE);
    for (int i = 0; i < 60; i++) call(f, "T.f", i % 3);
    vm_probe_other_makers(f->vm);
}

struct sums {
    int64_t bytes, objects, compiled_objects;
};

static struct sums sums_of(struct fixture *f) {
    struct sums sums = {0};
    struct vm_site site;
    for (size_t i = 0; vm_list_sites(f->vm, i, &site); i++) {
        int64_t objects = count_value(site.effective);
        sums.bytes += count_value(site.bytes);
        sums.objects += objects;
        if (site.maker == VM_COMPILED_CODE) sums.compiled_objects += objects;
    }
    return sums;
}

START_TEST(all_that_is_allocated_is_allocated_by_sites) {
    struct fixture f = {0};
    start(&f, programs[_i % PROGRAMS], _i / PROGRAMS);
    struct sums before = sums_of(&f);
    struct vm_allocated allocated = vm_allocated(f.vm);
    for (int i = 0; i < 40; i++) call(&f, "T.f", i % 6);
    struct sums after = sums_of(&f);
    struct vm_allocated now = vm_allocated(f.vm);
    int64_t compiled = after.compiled_objects - before.compiled_objects;
    ck_assert_int_gt(now.objects - allocated.objects + compiled, 0);
    ck_assert_int_eq(after.bytes - before.bytes, now.program_bytes - allocated.program_bytes);
    ck_assert_int_eq(after.objects - before.objects, now.objects - allocated.objects + compiled);
    end(&f);
}
END_TEST

START_TEST(what_probes_and_their_callees_allocate_is_not_the_programs) {
    struct fixture f = {0};
    start(&f, programs[PROGRAMS - 1], _i);
    struct sums before = sums_of(&f);
    for (int i = 0; i < 40; i++) call(&f, "T.f", i % 6);
    ck_assert_int_eq(sums_of(&f).objects - before.objects, 40);
    end(&f);
}
END_TEST

/* The site of this class at this bytecode's method, the [nth] in the order in which they were
 * found. */
static struct vm_site site_of(struct fixture *f, enum vm_maker maker, const char *name,
                              const char *class, int nth) {
    struct vm_site site;
    for (size_t i = 0; vm_list_sites(f->vm, i, &site); i++)
        if (site.maker == maker && strcmp(site.position->method, name) == 0 &&
            strcmp(site.subject, class) == 0 && nth-- == 0)
            return site;
    ck_abort_msg("no site of %s in %s", class, name);
}

static const char clones[] =
    "class A { static int[] copy(int[] a) { return a.clone(); } }"
    "class T { static Object o; static int[] a = new int[3]; static int f(int i) {"
    "    if (i == 1) o = A.copy(a);"
    "    if (i < 2) o = A.copy(a);"
    "    return i; } }";

START_TEST(an_allocation_of_a_native_belongs_to_the_call_and_its_inlined_path) {
    struct fixture f = {0};
    start(&f, clones, 0);
    ck_assert(vm_is_compiled(method(&f, "T.f")));
    for (int i = 0; i < 30; i++) call(&f, "T.f", i % 3);
    struct vm_site often = site_of(&f, VM_NATIVE, "A.copy([I)[I", "int[]", 0),
                   rarely = site_of(&f, VM_NATIVE, "A.copy([I)[I", "int[]", 1);
    ck_assert_int_eq(often.position->bci, 1);
    ck_assert_str_eq(often.position->caller->method, "T.f(I)I");
    ck_assert_str_eq(often.native, "java.lang.Object.clone()Ljava/lang/Object;");
    ck_assert_int_eq(often.reason, REASON_made_by_native);
    ck_assert_int_gt(often.position->caller->bci, rarely.position->caller->bci);
    ck_assert_int_eq(count_value(often.effective), 20);
    ck_assert_int_eq(count_value(often.reached), 20);
    ck_assert_int_eq(count_value(often.bytes), 20 * 48);
    ck_assert_int_eq(count_value(rarely.effective), 10);
    end(&f);
}
END_TEST

START_TEST(interpreted_code_asks_for_itself) {
    struct fixture f = {0};
    start(&f, clones, INTERPRETED);
    vm_direct(f.vm, method(&f, "A.copy"), VM_NEVER_COMPILE);
    for (int i = 0; i < 30; i++)
        vm_call_interpreted(f.vm, method(&f, "T.f"), &(union value){.i = i % 3});
    struct vm_site site = site_of(&f, VM_NATIVE, "A.copy([I)[I", "int[]", 0);
    ck_assert_ptr_null(site.position->caller);
    ck_assert_int_eq(count_value(site.effective), 30);
    ck_assert_int_eq(count_value(site.reached), 30);
    end(&f);
}
END_TEST

START_TEST(bytecodes_that_allocate_are_the_interpreters_when_it_executes_them) {
    struct fixture f = {0};
    start(&f,
          "class P {} class T { static Object o; static int f(int i) {"
          "    o = new P(); o = new int[2]; o = new P[3]; o = new long[4][5]; return i; } }",
          INTERPRETED);
    for (int i = 0; i < 10; i++) call(&f, "T.f", i);
    static const struct {
        const char *class;
        int64_t objects;
    } made[] = {{"P", 10}, {"int[]", 10}, {"P[]", 10}, {"long[][]", 10}, {"long[]", 40}};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        struct vm_site site = site_of(&f, VM_INTERPRETER, "T.f(I)I", made[i].class, 0);
        ck_assert_int_eq(count_value(site.effective), made[i].objects);
        ck_assert_int_eq(site.reason, REASON_none);
    }
    end(&f);
}
END_TEST

START_TEST(an_exception_that_the_vm_makes_belongs_to_the_bytecode_that_throws) {
    struct fixture f = {0};
    start(&f,
          "class T { static int[] a = new int[2]; static int f(int i) {"
          "    try { return a[i]; } catch (ArrayIndexOutOfBoundsException e) { return -1; } } }",
          0);
    for (int i = 0; i < 30; i++) call(&f, "T.f", i % 3);
    struct vm_site site =
        site_of(&f, VM_ITSELF, "T.f(I)I", "java.lang.ArrayIndexOutOfBoundsException", 0);
    ck_assert_int_eq(site.position->bci, 4);
    ck_assert_int_eq(site.reason, REASON_made_by_vm);
    ck_assert_ptr_null(site.reached);
    ck_assert_int_eq(count_value(site.effective), 10);
    end(&f);
}
END_TEST

START_TEST(a_native_that_made_nothing_was_called_all_the_same) {
    struct fixture f = {0};
    start(&f,
          "class T { static Object o; static String[] names = { \"a\", new String(\"b\"), \"a\" };"
          "static int f(int i) { o = names[i].intern(); try { o = new Object[] { o }.clone();"
          "    if (i == 1) throw new RuntimeException(); } catch (RuntimeException e) { }"
          "    return i; } }",
          0);
    for (int i = 0; i < 30; i++) call(&f, "T.f", i % 3);
    struct vm_site site = site_of(&f, VM_NATIVE, "T.f(I)I", "java.lang.Object[]", 0);
    ck_assert_int_eq(count_value(site.reached), 30);
    end(&f);
}
END_TEST

/* --- rematerialised objects --- */

struct told {
    int count;
    struct {
        char method[64], caller[64], subject[64];
        int bci, caller_bci;
    } origins[8];
};

static void note(void *context, const struct event *event) {
    struct told *told = context;
    if (event->kind != EVENT_rematerialized || !event->origin) return;
    const struct position *caller = event->origin->caller;
    snprintf(told->origins[told->count].method, 64, "%s", event->origin->method);
    snprintf(told->origins[told->count].caller, 64, "%s", caller ? caller->method : "");
    snprintf(told->origins[told->count].subject, 64, "%s", event->subject);
    told->origins[told->count].caller_bci = caller ? caller->bci : -1;
    told->origins[told->count++].bci = event->origin->bci;
}

START_TEST(a_rematerialised_object_is_of_its_allocation_and_inlined_path) {
    struct fixture f = {0};
    struct told told = {0};
    start(&f, programs[6], 0);
    vm_listen(f.vm, (struct event_sink){note, &told});
    ck_assert_int_eq(call(&f, "T.f", 5), 7);
    ck_assert_int_eq(told.count, 2);
    for (int i = 0; i < 2; i++) {
        ck_assert_str_eq(told.origins[i].method, "T.make(ILP;)LP;");
        ck_assert_int_eq(told.origins[i].bci, 0);
        ck_assert_str_eq(told.origins[i].caller, "T.f(I)I");
        ck_assert_str_eq(told.origins[i].subject, "P");
    }
    ck_assert_int_ne(told.origins[0].caller_bci, told.origins[1].caller_bci);
    struct vm_site site = site_of(&f, VM_DEOPTIMIZATION, "T.make(ILP;)LP;", "P", 0);
    ck_assert_int_eq(count_value(site.effective), 1);
    ck_assert_int_eq(count_value(site.bytes), 32);
    end(&f);
}
END_TEST

START_TEST(a_rematerialised_object_that_was_merged_is_told_of_each_allocation) {
    struct fixture f = {0};
    struct told told = {0};
    start(&f,
          "class P { int a; P(int a) { this.a = a; } }"
          "class T { static int[] a = new int[3]; static int f(int i) {"
          "    P p; if (i == 1) p = new P(3); else p = new P(4);"
          "    try { p.a += a[i]; } catch (ArrayIndexOutOfBoundsException e) { return p.a; }"
          "    return p.a; } }",
          0);
    vm_listen(f.vm, (struct event_sink){note, &told});
    ck_assert_int_eq(call(&f, "T.f", 5), 4);
    ck_assert_int_eq(told.count, 2);
    ck_assert_int_ne(told.origins[0].bci, told.origins[1].bci);
    int64_t made = 0;
    struct vm_site site;
    for (size_t i = 0; vm_list_sites(f.vm, i, &site); i++)
        if (site.maker == VM_DEOPTIMIZATION) made += count_value(site.effective);
    ck_assert_int_eq(made, 1);
    end(&f);
}
END_TEST

START_TEST(a_rematerialised_array_has_its_class_as_written) {
    struct fixture f = {0};
    struct told told = {0};
    start(&f,
          "class T { static int[] a = new int[3]; static int f(int i) {"
          "    int[] p = { i, 2 };"
          "    try { p[0] += a[i]; } catch (ArrayIndexOutOfBoundsException e) { return p[0]; }"
          "    return p[1]; } }",
          0);
    vm_listen(f.vm, (struct event_sink){note, &told});
    ck_assert_int_eq(call(&f, "T.f", 5), 5);
    ck_assert_int_eq(told.count, 1);
    ck_assert_str_eq(told.origins[0].subject, "int[]");
    ck_assert_str_eq(told.origins[0].method, "T.f(I)I");
    end(&f);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("allocation sites");
    TCase *cases = tcase_create("allocation sites");
    tcase_set_timeout(cases, 120);
    tcase_add_loop_test(cases, all_that_is_allocated_is_allocated_by_sites, 0, 5 * PROGRAMS);
    tcase_add_loop_test(cases, what_probes_and_their_callees_allocate_is_not_the_programs, 0, 4);
    tcase_add_test(cases, an_allocation_of_a_native_belongs_to_the_call_and_its_inlined_path);
    tcase_add_test(cases, interpreted_code_asks_for_itself);
    tcase_add_test(cases, bytecodes_that_allocate_are_the_interpreters_when_it_executes_them);
    tcase_add_test(cases, an_exception_that_the_vm_makes_belongs_to_the_bytecode_that_throws);
    tcase_add_test(cases, a_native_that_made_nothing_was_called_all_the_same);
    tcase_add_test(cases, a_rematerialised_object_is_of_its_allocation_and_inlined_path);
    tcase_add_test(cases, a_rematerialised_object_that_was_merged_is_told_of_each_allocation);
    tcase_add_test(cases, a_rematerialised_array_has_its_class_as_written);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
