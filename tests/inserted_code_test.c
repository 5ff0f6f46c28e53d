/* Inserted code in compiled code: it counts exactly, changes no decision and never harms the
 * program. */
#include "tests/vm_fixture.h"

static const char probed[] =
    "class A { int x; void bar() {} }"
    "class T { static int f(int i) {"
    "    A a = new A();"
    "    DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);"
    "    if (CompilerDecision.isMethodCompiled()) Probe.hit(\"allocated\");"
    "    DelimitationAPI.instrumentationEnd();"
    "    if (i > 0) a.bar();"
    "    return i; } }";

START_TEST(inserted_code_follows_the_allocation) {
    struct fixture f = {0};
    begin(&f, probed);
    vm_direct(f.vm, method(&f, "A.bar"), VM_NEVER_INLINE);
    for (int i = 0; i < 40; i++) call(&f, "T.f", i % 2);
    ck_assert(vm_is_compiled(method(&f, "T.f")));
    int64_t before = count_value(vm_counter(f.vm, "allocated")), bytes = vm_allocated_bytes(f.vm);
    for (int i = 0; i < 50; i++) call(&f, "T.f", i % 5 == 0);
    ck_assert_int_eq(count_value(vm_counter(f.vm, "allocated")) - before, 10);
    struct diag diag = DIAG_INIT;
    ck_assert_int_eq(vm_allocated_bytes(f.vm) - bytes,
                     10 * (int64_t)vm_class_size(vm_find_class(f.vm, "A", &diag)));
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
        if (strcmp(site.position->method, "T.f(I)I") != 0) continue;
        if (site.kind == VM_PROBE_ALLOCATIONS) allocation = site;
        if (site.kind == VM_PROBE_CALLS && strstr(site.subject, "bar")) bar = site;
    }
    ck_assert_str_eq(allocation.subject, "A");
    int64_t reached = count_value(allocation.reached),
            effective = count_value(allocation.effective), calls = count_value(bar.effective),
            bytes = count_value(allocation.bytes);
    for (int i = 0; i < 50; i++) call(&f, "T.f", i % 5 == 0);
    ck_assert_int_eq(count_value(allocation.reached) - reached, 50);
    ck_assert_int_eq(count_value(allocation.effective) - effective, 10);
    ck_assert_int_eq(count_value(allocation.bytes) - bytes, 160);
    ck_assert_int_eq(count_value(bar.effective) - calls, 10);
    end(&f);
}
END_TEST

static int64_t failed_probes(const struct fixture *f) {
    struct vm_statistics statistics;
    vm_statistics(f->vm, &statistics);
    return statistics.failed_probes;
}

/* The nth allocation site (from 0) of the method's bytecode that is inlined into T.f; its kind is 0
 * when there is none. */
static struct vm_site inlined_allocation(struct vm *vm, const char *name, int nth) {
    struct vm_site site;
    for (size_t i = 0; vm_list_sites(vm, i, &site); i++) {
        const struct position *caller = site.position->caller;
        if (site.kind != VM_PROBE_ALLOCATIONS || strcmp(site.position->method, name) != 0) continue;
        if (caller && strcmp(caller->method, "T.f(I)I") == 0 && nth-- == 0) return site;
    }
    return (struct vm_site){0};
}

START_TEST(sites_of_one_bytecode_count_by_the_calls_they_were_inlined_through) {
    struct fixture f = {0};
    begin(&f,
          "class A { static A kept; static A make() { return new A(); } }"
          "class T { static int f(int i) { A a = A.make(); A b = A.make(); if (i > 0) A.kept = b;"
          "return i; } }");
    vm_probe_sites(f.vm, VM_PROBE_ALLOCATIONS);
    vm_compile_only(f.vm, method(&f, "T.f"));
    for (int i = 0; i < 40; i++) call(&f, "T.f", i % 2);
    struct vm_site a = inlined_allocation(f.vm, "A.make()LA;", 0),
                   b = inlined_allocation(f.vm, "A.make()LA;", 1);
    ck_assert(a.is_compiled && b.is_compiled);
    ck_assert_int_lt(a.position->caller->bci, b.position->caller->bci);
    int64_t reached = count_value(b.reached), effective = count_value(b.effective);
    for (int i = 0; i < 50; i++) call(&f, "T.f", i % 5 == 0);
    ck_assert_int_eq(count_value(a.effective), 0);
    ck_assert_int_eq(count_value(b.reached) - reached, 50);
    ck_assert_int_eq(count_value(b.effective) - effective, 10);
    end(&f);
}
END_TEST

START_TEST(a_site_of_a_callee_that_was_not_inlined_is_not_compiled) {
    struct fixture f = {0};
    struct strbuf source = STRBUF_INIT;
    strbuf_add_text(&source, "class A { int x; static int big(int i) { A a = new A();");
    for (int i = 0; i < 200; i++) strbuf_addf(&source, "i = i * 31 + (i >> %d);", i % 30 + 1);
    strbuf_add_text(&source, "a.x = i; return a.x; } }"
                             "class T { static int f(int i) { return A.big(i); } }");
    begin(&f, strbuf_text(&source));
    vm_probe_sites(f.vm, VM_PROBE_ALLOCATIONS);
    vm_compile_only(f.vm, method(&f, "T.f"));
    for (int i = 0; i < 40; i++) call(&f, "T.f", i);
    struct vm_site site = inlined_allocation(f.vm, "A.big(I)I", 0);
    ck_assert(site.kind && !site.is_compiled);
    strbuf_release(&source);
    end(&f);
}
END_TEST

static struct vm_site call_of_f(struct vm *vm) {
    struct vm_site site;
    for (size_t i = 0; vm_list_sites(vm, i, &site); i++)
        if (site.kind == VM_PROBE_CALLS && strcmp(site.position->method, "T.f(I)I") == 0)
            return site;
    return (struct vm_site){0};
}

START_TEST(a_call_counts_what_ran_its_inlined_callee_and_what_was_called) {
    struct fixture f = {0};
    begin(&f, "abstract class S { abstract int a(); } class A extends S { int a() { return 1; } }"
              "class B extends S { int a() { return 2; } }"
              "class T { static S[] all = { new A(), new B() };"
              "static int f(int i) { return all[i].a(); } }");
    vm_probe_sites(f.vm, VM_PROBE_CALLS);
    vm_compile_only(f.vm, method(&f, "T.f"));
    for (int i = 0; !vm_is_compiled(method(&f, "T.f")); i++) call(&f, "T.f", i % 20 == 0);
    struct vm_site site = call_of_f(f.vm);
    int64_t reached = count_value(site.reached), called = count_value(site.effective),
            inlined = count_value(site.inlined);
    for (int i = 0; i < 50; i++) call(&f, "T.f", i % 5 == 0);
    ck_assert_int_eq(count_value(site.reached) - reached, 50);
    ck_assert_int_eq(count_value(site.effective) - called, 10);
    ck_assert_int_eq(count_value(site.inlined) - inlined, 40);
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
    vm_compile_only(f.vm, method(&f, "T.f"));
    int calls = 0;
    for (; calls < 40 && !vm_is_compiled(method(&f, "T.f")); calls++)
        ck_assert_int_eq(call(&f, "T.f", 5), 6);
    ck_assert(vm_is_compiled(method(&f, "T.f")));
    ck_assert_int_eq(failed_probes(&f), calls);
    ck_assert_int_eq(call(&f, "T.f", 5), 6);
    ck_assert_int_eq(failed_probes(&f), calls + 1);
    ck_assert_int_eq(f.heard.counts[EVENT_deoptimized], 0);
    end(&f);
}
END_TEST

/* BEGIN and END stand for the markers. */
static void add_with_markers(struct strbuf *out, const char *java, const char *place) {
    for (; *java; java++) {
        bool begins = !strncmp(java, "BEGIN", 5), ends = !strncmp(java, "END", 3);
        if (begins)
            strbuf_addf(out, "DelimitationAPI.instrumentationBegin(DelimitationAPI.%s);", place);
        else if (ends)
            strbuf_add_text(out, "DelimitationAPI.instrumentationEnd();");
        else
            strbuf_add_char(out, *java);
        java += begins ? 4 : ends ? 2 : 0;
    }
}

static const struct {
    const char *body;
    int result, failed, hits;
} throwing_probes[] = {
    {"try { BEGIN if (i > 0) throw new RuntimeException(); END } catch (RuntimeException e) { "
     "i = -9; } "
     "return i + 1;",
     6, 1, 0},
    {"BEGIN deep(i); END return i + 1;", 6, 1, 0},
    {"BEGIN try { deep(i); } catch (IllegalStateException e) { Probe.hit(\"p\"); } END "
     "return i + 1;",
     6, 0, 1},
    {"BEGIN try { deep(i); } finally { Probe.hit(\"p\"); } END return i + 1;", 6, 1, 1},
    {"BEGIN synchronized (T.class) { deep(i); } END "
     "return Thread.holdsLock(T.class) ? -1 : i + 1;",
     6, 1, 0},
    {"BEGIN BEGIN deep(i); END Probe.hit(\"p\"); END return i + 1;", 6, 1, 0},
    {"for (int k = 0; k < 3; k++) { BEGIN Probe.hit(\"p\"); deep(k); END i++; } return i;", 8, 3,
     3},
    {"try { BEGIN deep(i); END deep(i); } catch (IllegalStateException e) { return 1; } "
     "return 2;",
     1, 1, 0},
    {"for (int k = 0; k < 3000; k++) { BEGIN deep(k); END i++; } return i;", 3005, 3000, 0},
    {"return i + inner(i);", 11, 1, 0},
    {"int r = 0; for (int k = 0; k < 30; k++) { BEGIN deep(k); END r = r + (i + compiled(k)); } "
     "return r;",
     180, 30, 0},
};

/* What the interpreter makes of a probe that throws, and of the program around it. */
START_TEST(what_inserted_code_throws_does_not_reach_the_program_in_the_interpreter) {
    struct strbuf text = STRBUF_INIT;
    add_with_markers(&text, throwing_probes[_i].body, "HERE");
    struct fixture f = {0};
    char program[2000];
    snprintf(program, sizeof program,
             "class T { static void deep(int i) { throw new IllegalStateException(\"\" + i); }"
             "static int compiled(int i) { return one(i + 1); }"
             "static int one(int i) { int a = i * 2, b = a + 1; return b - a; }"
             "static int inner(int i) {"
             "    DelimitationAPI.instrumentationBegin(DelimitationAPI.HERE); deep(i);"
             "    DelimitationAPI.instrumentationEnd(); return i + 1; }"
             "static int f(int i) { %s } }",
             strbuf_text(&text));
    begin(&f, program);
    vm_direct(f.vm, method(&f, "T.f"), VM_NEVER_COMPILE);
    vm_direct(f.vm, method(&f, "T.one"), VM_NEVER_COMPILE);
    for (int n = 1; n < 20; n++) {
        ck_assert_int_eq(call(&f, "T.f", 5), throwing_probes[_i].result);
        ck_assert_int_eq(failed_probes(&f), n * throwing_probes[_i].failed);
        ck_assert_int_eq(count_value(vm_counter(f.vm, "p")), n * throwing_probes[_i].hits);
    }
    end(&f);
    strbuf_release(&text);
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
    ck_assert_int_eq(count_value(vm_counter(f.vm, "kept")), 0);
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
    int64_t counted = count_value(site.bytes), allocated = vm_compiled_bytes(f.vm);
    ck_assert_int_eq(call(&f, "T.f", 1 << 30), -1);
    ck_assert_int_eq(count_value(site.bytes) - counted, vm_compiled_bytes(f.vm) - allocated);
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
    const struct count *got = vm_counter(f.vm, "got");
    /* A stale word on the stack may have kept garbage alive that the next collection finds. */
    struct vm_statistics statistics = {0};
    for (int round = 0; round < 10 && !statistics.failed_probes; round++) {
        call(&f, "T.fill", 1);
        ck_assert_int_eq(call(&f, "T.f", 5), 6);
        vm_statistics(f.vm, &statistics);
    }
    int64_t before = count_value(got);
    check_probe_fails(&f);
    ck_assert_int_eq(count_value(got), before);
    call(&f, "T.empty", 1);
    ck_assert_int_eq(call(&f, "T.f", 5), 6);
    ck_assert_int_eq(count_value(got), before + 1);
    end(&f);
}
END_TEST

/* --- what the program reads --- */

/* The fault of the first probe that has one; NULL: none. */
static const char *first_fault(struct fixture *f, struct arena *arena) {
    const struct vm_probe *probes;
    size_t count = vm_probes(f->vm, method(f, "T.f"), arena, &probes);
    ck_assert_int_gt(count, 0);
    for (size_t i = 0; i < count; i++)
        if (probes[i].fault) return probes[i].fault;
    return NULL;
}

static const struct {
    const char *program;
    const char *fault; /* NULL: none */
} influences[] = {
    {"static int f(int i) { int k = 0; BEGIN k = 7; END return k + i; }",
     "the probe at line 1 writes a local, which is read after it at line 1"},
    {"static int f(int i) { int n = 0; while (i > 0) { i--; BEGIN n++; END } return i; }",
     "the probe at line 1 writes a local, which is read after it at line 1"},
    {"static int f(int i) { BEGIN int k = 7; END BEGIN int m = 7; m++; END int n = i; return n; }",
     NULL},
    {"static int k; static int f(int i) { BEGIN k++; Probe.hit(\"p\"); END return k; }",
     "probe 'p' writes T.k, which T.f reads at line 1"},
    {"static int k; static int f(int i) { BEGIN k++; END return i; }", NULL},
    {"static int k; static int f(int i) { BEGIN k++; END return i; } static int n() { return k; }",
     NULL},
    {"static int k; static int f(int i) { BEGIN k++; END return i; } "
     "public String toString() { return \"\" + k; }",
     "the probe at line 1 writes T.k, which T.toString reads at line 1"},
    {"static int k; static int f(int i) { BEGIN k++; END return g(i); } "
     "static int g(int i) { return i + k; }",
     "the probe at line 1 writes T.k, which T.g reads at line 1"},
    {"static int k; static int f(int i) { BEGIN g(); END return i; } static void g() { k++; }",
     NULL},
    {"static int k; static int f(int i) { BEGIN g(); END return k; } static void g() { k++; }",
     "the probe at line 1 writes T.k, which T.f reads at line 1"},
    {"static int k; static int f(int i) { BEGIN k++; END Runnable r = () -> g(k); r.run(); "
     "return i; } static void g(int i) { }",
     "the probe at line 1 writes T.k, which T.lambda$f$0 reads at line 1"},
    {"int x; T next; T(int x) { this.x = x; } static int f(int i) { T t = new T(i); "
     "BEGIN T own = new T(3); own.x = 4; END return t.x; }",
     NULL},
    {"int x; T next; T(int x) { this.x = x; } static int f(int i) { T t = new T(i); "
     "BEGIN t.x = 4; END return t.x; }",
     "the probe at line 1 writes T.x, which T.f reads at line 1"},
    {"int x; static int f(int i) { U u = new U(); T t = u; BEGIN u.x = 4; END return t.x; } "
     "} class U extends T {",
     "the probe at line 1 writes T.x, which T.f reads at line 1"},
    {"static int k; static int f(int i) { BEGIN k++; END I o = new U(); return o.g(); } "
     "} interface I { int g(); } class U implements I { public int g() { return T.k; }",
     "the probe at line 1 writes T.k, which U.g reads at line 1"},
    {"static int k; static int f(int i) { BEGIN k++; END return i; } "
     "} class U extends Thread { public void run() { T.f(T.k); }",
     "the probe at line 1 writes T.k, which U.run reads at line 1"},
    {"static int f(int i) { int[] a = new int[3]; BEGIN a[0] = 1; END return a[0]; }",
     "the probe at line 1 writes an element of an array of the program"},
    {"static int f(int i) { BEGIN int[] a = new int[3]; a[0] = 1; END return i; }", NULL},
    {"static int[] a; static int f(int i) { BEGIN a[0] = 1; END return i; }", NULL},
    {"static int[] a; static int f(int i) { BEGIN a[0] = 1; END int[] b = a; return b[0]; }",
     "the probe at line 1 writes an element of T.a, which T.f reads at line 1"},
};
static const struct {
    const char *program;
    const char *fault; /* NULL: none */
} early[] = {
    {"int x; T(int x) { this.x = x; } static int f(int i) { T t = new T(i); BEGIN "
     "if (t.x > 0) Probe.hit(\"p\"); END return i; }",
     "probe 'p' is anchored to new T at line 1 and reads T.x before line 1 writes it"},
    {"int x; T(int x) { this.x = x; } int x() { return x; } static int f(int i) { T t = new T(i); "
     "BEGIN t.x(); END return i; }",
     "the probe at line 1 is anchored to new T at line 1 and reads T.x before line 1 writes it"},
    {"int x, y; T(int x) { this.x = x; } static int f(int i) { T t = new T(i); "
     "BEGIN int k = t.y; END return i; }",
     NULL},
    {"int x; T(int x) { this.x = x; } static int f(int i) { T t = new T(i); BEGIN "
     "if (t != null) Probe.hit(\"p\"); END return i; }",
     NULL},
    {"static int f(int i) { int[] a = {i, 2}; BEGIN if (a[1] > 0) Probe.hit(\"p\"); END return i; "
     "}",
     "probe 'p' is anchored to new int[] at line 1 and reads an element of an array before it is "
     "filled"},
    {"static int f(int i) { int[][] a = new int[2][i]; BEGIN if (a[1] != null) Probe.hit(\"p\"); "
     "END return i; }",
     "probe 'p' is anchored to new int[][] at line 1 and reads an element of an array before it is "
     "filled"},
    {"static int f(int i) { int[] a = {i, 2}; BEGIN int[] b = new int[1]; "
     "if (b[0] < a.length) Probe.hit(\"p\"); END return i; }",
     NULL},
};
enum { EARLY = sizeof early / sizeof *early };

enum { INFLUENCES = sizeof influences / sizeof *influences };

/* [place]: what BEGIN stands for. */
static void check_fault(const char *program, const char *place, const char *expected,
                        const char *cure) {
    struct strbuf text = STRBUF_INIT;
    strbuf_add_text(&text, "class T { T() { } ");
    add_with_markers(&text, program, place);
    strbuf_add_text(&text, " }");
    struct fixture f = {0};
    struct arena arena;
    arena_init(&arena);
    begin(&f, strbuf_text(&text));
    const char *fault = first_fault(&f, &arena);
    if (!expected) {
        ck_assert_msg(!fault, "%s: %s", program, fault);
    } else {
        ck_assert_msg(fault != NULL, "%s", program);
        ck_assert_str_eq(fault, arena_format(&arena, "%s; %s", expected, cure));
    }
    end(&f);
    arena_release(&arena);
    strbuf_release(&text);
}

START_TEST(a_probe_that_writes_what_the_program_reads_is_at_fault) {
    check_fault(influences[_i].program, "HERE", influences[_i].fault,
                "let it write only what probes alone read, or count with Probe.hit");
}
END_TEST

START_TEST(a_probe_of_an_allocation_that_reads_what_is_not_there_yet_is_at_fault) {
    check_fault(early[_i].program, "PRED", early[_i].fault,
                "write HERE: there it runs where it stands");
}
END_TEST

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
    ck_assert_int_eq(count_value(vm_counter(f.vm, "hit")), 400000);
    end(&f);
}
END_TEST

static const char counted_by_all[] =
    "class T extends Thread { static String name = \"computed\";"
    "    static void hit() { Probe.hit(\"hit\"); Probe.hit(name); }"
    "    public void run() { for (int i = 0; i < 1000; i++) hit(); }"
    "    static int f(int n) { for (int i = 0; i < n; i++) hit(); return n; }"
    "    static int threads(int n) throws Exception {"
    "        Thread[] all = new Thread[n];"
    "        for (int i = 0; i < n; i++) { all[i] = new T(); all[i].start(); }"
    "        f(500);"
    "        for (int i = 0; i < n; i++) all[i].join();"
    "        return n; } }";

static void check_count(struct fixture *f, const char *name, int64_t interpreted, int64_t compiled,
                        int64_t elsewhere) {
    struct count_split split = count_split(vm_counter(f->vm, name));
    ck_assert_int_eq(split.interpreted, interpreted);
    ck_assert_int_eq(split.compiled, compiled);
    ck_assert_int_eq(split.elsewhere, elsewhere);
    ck_assert_int_eq(count_value(vm_counter(f->vm, name)), interpreted + compiled + elsewhere);
}

/* [_i]: others count, too. */
START_TEST(counters_tell_what_code_counted_that_was_entered_at_a_loop) {
    struct fixture f = {.options = vm_options_default(), .threshold = 1 << 30};
    f.options.loop_threshold = 100;
    begin(&f, "class T extends Thread { static String name = \"computed\";"
              "    static void inlined() { Probe.hit(\"hit\"); }"
              "    public void run() { loop(1000); }"
              "    static int loop(int n) {"
              "        for (int i = 0; i < n; i++) { inlined(); Probe.hit(name); }"
              "        return n; }"
              "    static int thread(int n) throws Exception {"
              "        T t = new T(); t.start(); t.join(); return n; } }");
    if (_i) call(&f, "T.thread", 0);
    vm_compile_only(f.vm, method(&f, "T.loop"));
    const char *names[] = {"hit", "computed"};
    int64_t before[2][2];
    for (int i = 0; i < 2; i++) {
        struct count_split split = count_split(vm_counter(f.vm, names[i]));
        before[i][0] = split.interpreted, before[i][1] = split.elsewhere;
    }
    for (int i = 0; i < 3; i++) call(&f, "T.loop", 1000);
    if (_i) call(&f, "T.thread", 0);
    for (int i = 0; i < 2; i++) {
        struct count_split split = count_split(vm_counter(f.vm, names[i]));
        ck_assert_int_gt(split.on_stack, 2800);
        ck_assert_int_eq(split.on_stack + split.interpreted - before[i][0], 3000);
        ck_assert_int_eq(split.elsewhere - before[i][1], _i ? 1000 : 0);
        ck_assert_int_eq(split.compiled, 0);
    }
    end(&f);
}
END_TEST

START_TEST(counters_tell_who_counted) {
    struct fixture f = {0};
    begin(&f, counted_by_all);
    call(&f, "T.f", 10);
    check_count(&f, "hit", 10, 0, 0);
    check_count(&f, "computed", 10, 0, 0);
    for (int i = 0; i < 50; i++) call(&f, "T.f", 2);
    int64_t interpreted = count_split(vm_counter(f.vm, "hit")).interpreted;
    ck_assert_int_lt(interpreted, 110);
    check_count(&f, "hit", interpreted, 110 - interpreted, 0);
    check_count(&f, "computed", interpreted, 110 - interpreted, 0);
    call(&f, "T.threads", 4);
    for (int i = 0; i < 50; i++) call(&f, "T.f", 2);
    int64_t before = count_split(vm_counter(f.vm, "hit")).interpreted;
    call(&f, "T.threads", 4);
    check_count(&f, "hit", before, 110 + 2 * 500 + 100 - before, 8000);
    check_count(&f, "computed", before, 110 + 2 * 500 + 100 - before, 8000);
    end(&f);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("inserted code");
    TCase *cases = tcase_create("inserted code");
    tcase_set_timeout(cases, 120);
    tcase_add_test(cases, counters_tell_who_counted);
    tcase_add_loop_test(cases, counters_tell_what_code_counted_that_was_entered_at_a_loop, 0, 2);
    tcase_add_test(cases, inserted_code_follows_the_allocation);
    tcase_add_test(cases, site_probes_count_what_was_reached_and_what_took_effect);
    tcase_add_test(cases, sites_of_one_bytecode_count_by_the_calls_they_were_inlined_through);
    tcase_add_test(cases, a_site_of_a_callee_that_was_not_inlined_is_not_compiled);
    tcase_add_test(cases, a_call_counts_what_ran_its_inlined_callee_and_what_was_called);
    tcase_add_test(cases, what_goes_wrong_in_inserted_code_ends_it_and_is_counted);
    tcase_add_loop_test(cases,
                        what_inserted_code_throws_does_not_reach_the_program_in_the_interpreter, 0,
                        sizeof throwing_probes / sizeof *throwing_probes);
    tcase_add_test(cases, inserted_code_that_ends_early_leaves_its_locks);
    tcase_add_loop_test(cases, an_allocation_that_fails_is_not_counted, 0, 3);
    tcase_add_loop_test(cases, inserted_code_that_finds_the_heap_full_ends, 0, 4);
    tcase_add_loop_test(cases, a_probe_that_writes_what_the_program_reads_is_at_fault, 0,
                        INFLUENCES);
    tcase_add_loop_test(
        cases, a_probe_of_an_allocation_that_reads_what_is_not_there_yet_is_at_fault, 0, EARLY);
    tcase_add_test(cases, probes_that_several_threads_hit_count_exactly);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
