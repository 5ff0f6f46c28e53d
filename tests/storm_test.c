/* STORM TEST: recompilation ends, whatever a program goes on to do wrong.
 *
 * Random methods do what may throw: with null, with classes that are not there, whose initialiser
 * fails, that are cast to what they are not, with indices out of bounds; caught, and from one phase
 * of the run to the next another mix of it. Each method may be compiled a handful of times, and
 * computes what the interpreter computes. A storm ends with the compilation that is one too many:
 * the seconds that all this takes bound nothing.
 *
 * RANDOM_PROGRAMS says how many programs (default 12), RANDOM_SEED where they start (default 1). */
#include "base/check_run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "class_image.h"
#include "vm.h"
#include "frontend/frontend.h"

enum { METHODS = 3, OPERATIONS = 6, PHASES = 5, CALLS = 300, THRESHOLD = 10 };
/* Of one operation: what it needs is not resolved, and still is not; when only what was seen is
 * compiled, the branch to it comes before. */
enum { LESSONS = 2, PRUNED_LESSONS = 3, MANY_COMPILATIONS = 200 };

static long environment_number(const char *name, long otherwise) {
    const char *text = getenv(name);
    return text ? strtol(text, NULL, 10) : otherwise;
}

/* --- programs --- */

/* Each is right when [bit] of x is 0. Missing is compiled with, and not there when it runs. */
static const char *const operations[] = {
    "s += (x & BIT) == 0 ? a.v : n.v;",
    "s += ((x & BIT) == 0 ? a : n).virtual(x);",
    "s += ((x & BIT) == 0 ? i : ni).inter(x);",
    "s += ((x & BIT) == 0 ? (Object) a : no).hashCode() * 0;",
    "s += no.hashCode() * 0;",
    "s += ni.inter(x);",
    "if ((x & BIT) != 0) s += new Missing().v;",
    "if ((x & BIT) != 0) s += Missing.count();",
    "if ((x & BIT) != 0) s += Missing.counter;",
    "if ((x & BIT) != 0 && (Object) a instanceof Missing) s++;",
    "if ((x & BIT) != 0) s += ((Missing) (Object) a).v;",
    "if ((x & BIT) != 0) s += new Missing[2].length;",
    "if ((x & BIT) != 0) s += Fails.count();",
    "if ((x & BIT) != 0) s += new Fails().v;",
    "s += ((A) ((x & BIT) == 0 ? (Object) a : \"text\")).v;",
    "s += ints[(x & BIT) == 0 ? 1 : -1];",
    "s += new int[(x & BIT) == 0 ? 3 : -3].length;",
    "s += 100 / (x & BIT ^ BIT);",
    "objects[0] = (x & BIT) == 0 ? (Object) a : \"text\";",
    "synchronized ((x & BIT) == 0 ? (Object) a : no) { s++; }",
    "if ((x & BIT) != 0) throw x > 0 ? nt : new RuntimeException();",
    "s += callee(x & BIT, n);",
    "s += ((x & BIT) == 0 ? a : b).virtual(x);",
    "for (int k = 0; k < 30; k++) s += (x & BIT) == 0 ? k : ints[k - 3];",
};

static const char classes[] =
    "interface I { int inter(int x); }\n"
    "class A implements I { int v = 3; int virtual(int x) { return x & 7; }\n"
    "    public int inter(int x) { return x & 3; } }\n"
    "class B extends A { int virtual(int x) { return 11; } }\n"
    "class Missing { int v; static int counter = 5; static int count() { return 2; } }\n"
    "class Fails { static int zero; static int one = 1 / zero; int v;\n"
    "    static int count() { return 3; } }\n"
    "class T {\n"
    "    static A a = new A(), b = new B(), n; static I i = new A(), ni; static Object no;\n"
    "    static int[] ints = new int[2]; static Object[] objects = new A[1];\n"
    "    static RuntimeException nt;\n"
    "    static int callee(int x, A p) { if (x != 0) return p.virtual(x); return 1; }\n";

static void add_operation(struct strbuf *out, const char *operation, unsigned bit) {
    for (const char *at; (at = strstr(operation, "BIT")); operation = at + 3)
        strbuf_addf(out, "%.*s%u", (int)(at - operation), operation, bit);
    strbuf_add_text(out, operation);
}

static void make_program(struct rng *rng, struct strbuf *out) {
    strbuf_add_text(out, classes);
    for (int m = 0; m < METHODS; m++) {
        strbuf_addf(out, "    static int f%d(int x) {\n        int s = 0;\n", m);
        for (unsigned bit = 0; bit < OPERATIONS; bit++) {
            strbuf_add_text(out, "        try { ");
            add_operation(out, operations[rng_below(rng, sizeof operations / sizeof *operations)],
                          1u << bit);
            strbuf_addf(out, " } catch (Throwable e) { s -= %u; }\n", bit + 1);
        }
        strbuf_add_text(out, "        return s;\n    }\n");
    }
    strbuf_add_text(out, "}\n");
}

/* --- a VM with them --- */

static const struct classfile *find_classfile(void *context, const char *name) {
    const struct class_image_entry *entry = class_image_find(name);
    struct diag ignored = DIAG_INIT;
    return entry ? classfile_read(context, name, entry->bytes, entry->size, &ignored) : NULL;
}

struct run {
    struct vm *vm;
    struct arena arena;
    struct strbuf source;
    struct method *methods[METHODS];
    int compilations[METHODS], most_compilations;
    int deoptimizations, kept;
    enum reason kept_because;
};

static void hear(void *context, const struct event *event) {
    struct run *run = context;
    run->deoptimizations += event->kind == EVENT_deoptimized;
    if (event->kind == EVENT_code_kept) {
        run->kept++;
        run->kept_because = event->reason;
    }
    for (int m = 0; m < METHODS && run->methods[m] && event->kind == EVENT_compiled; m++) {
        run->compilations[m] += event->root == vm_method_name(run->methods[m]);
        ck_assert_msg(run->compilations[m] <= run->most_compilations,
                      "f%d is compiled %d times in\n%s", m, run->compilations[m],
                      strbuf_text(&run->source));
    }
}

static void define_all_but_missing(struct run *run) {
    struct diag diag = DIAG_INIT;
    struct java_source source = {"T.java", strbuf_text(&run->source), run->source.length, 1, 1,
                                 NULL};
    struct java_class_path path = {find_classfile, &run->arena};
    struct java_options options = java_options_default();
    struct java_classes made = {0};
    ck_assert_msg(java_compile(&run->arena, &source, 1, &path, &options, &diag, &made), "%s\n%s",
                  diag.message, source.text);
    for (uint32_t i = 0; i < made.count; i++) {
        const struct java_class *class = &made.items[i];
        if (!strcmp(class->name, "Missing")) continue;
        ck_assert_msg(vm_define_class(run->vm, class->name, class->bytes, class->size, &diag), "%s",
                      diag.message);
    }
}

/* The program is run->source; run->most_compilations of each method, or many. */
static void run_begin(struct run *run, const struct vm_options *options, int methods) {
    struct diag diag = DIAG_INIT;
    if (!run->most_compilations) run->most_compilations = MANY_COMPILATIONS;
    arena_init(&run->arena);
    run->vm = vm_create(options, &diag);
    ck_assert_msg(run->vm, "%s", diag.message);
    define_all_but_missing(run);
    for (int m = 0; m < methods; m++) {
        char name[16];
        snprintf(name, sizeof name, "T.f%d", m);
        run->methods[m] = vm_find_method(run->vm, name, &diag);
        ck_assert_ptr_nonnull(run->methods[m]);
    }
    vm_listen(run->vm, (struct event_sink){hear, run});
}

static struct vm_options quick_options(void) {
    struct vm_options options = vm_options_default();
    options.compile_threshold = THRESHOLD;
    options.optimization_level = 0;
    return options;
}

static void run_end(struct run *run) {
    vm_destroy(run->vm);
    strbuf_release(&run->source);
    arena_release(&run->arena);
}

static void call(struct run *run, int m, int x) {
    union value argument = {.i = x};
    struct vm_result got = vm_call(run->vm, run->methods[m], &argument);
    struct vm_result expected = vm_call_interpreted(run->vm, run->methods[m], &argument);
    ck_assert_msg(got.threw == expected.threw && (got.threw || got.value.i == expected.value.i),
                  "f%d(%d): interpreted %d, else %d in\n%s", m, x, expected.value.i, got.value.i,
                  strbuf_text(&run->source));
}

/* Bits that are 1 in a phase are so in most of its calls, and never before. */
static void go_through_phases(struct run *run, uint64_t seed) {
    struct rng rng;
    rng_init(&rng, seed);
    uint64_t wrong = 0;
    for (int phase = 0; phase < PHASES; phase++) {
        for (int i = 0; i < CALLS; i++)
            for (int m = 0; m < METHODS; m++)
                call(run, m, (int)(rng_likely(&rng, 0.9) ? wrong : rng_next(&rng) & wrong));
        wrong |= rng_next(&rng) & rng_next(&rng) & ((1u << OPERATIONS) - 1);
    }
}

START_TEST(a_method_is_compiled_a_handful_of_times_whatever_throws_in_it) {
    uint64_t seed = (uint64_t)(environment_number("RANDOM_SEED", 1) + _i);
    struct vm_options options = quick_options();
    options.prune_unreached_branches = _i % 2;
    options.loop_threshold = _i % 3 ? 0 : 100;
    struct run run = {0};
    struct rng rng;
    rng_init(&rng, seed);
    int lessons = options.prune_unreached_branches ? PRUNED_LESSONS : LESSONS;
    run.most_compilations = 1 + OPERATIONS * lessons;
    make_program(&rng, &run.source);
    run_begin(&run, &options, METHODS);
    go_through_phases(&run, seed);
    run_end(&run);
}
END_TEST

/* --- one at a time --- */

static void run_begin_with(struct run *run, const char *text) {
    struct vm_options options = quick_options();
    *run = (struct run){0};
    strbuf_add_text(&run->source, text);
    run_begin(run, &options, 1);
}

static const char null_receivers[] =
    "interface I { int inter(long x); }"
    "class A implements I { public int inter(long x) { return 5; } int virtual(int x) { return x; "
    "} }"
    "class T { static Object o; static A a; static I i;"
    "    static int fill(int x) { o = a = new A(); i = a; return x; }"
    "    static int f0(int x) {"
    "        return (x & 3) == 0 ? o.hashCode() * 0 : (x & 3) == 1 ? a.virtual(x) : i.inter(7L); } "
    "}";

START_TEST(a_call_that_only_ever_saw_null_throws_in_compiled_code) {
    struct run run;
    run_begin_with(&run, null_receivers);
    for (int i = 0; i < 100; i++) call(&run, 0, i);
    int before = run.deoptimizations;
    for (int i = 0; i < 1000; i++) call(&run, 0, i);
    ck_assert_int_eq(run.deoptimizations, before);
    ck_assert_int_eq(run.compilations[0], 1);
    ck_assert_int_eq(run.kept, 0);
    run_end(&run);
}
END_TEST

START_TEST(its_first_receiver_links_it) {
    struct run run;
    struct diag diag = DIAG_INIT;
    run_begin_with(&run, null_receivers);
    for (int i = 0; i < 100; i++) call(&run, 0, i);
    ck_assert_int_eq(run.compilations[0], 1);
    vm_call(run.vm, vm_find_method(run.vm, "T.fill", &diag), (union value[]){{.i = 0}});
    for (int i = 0; i < 100; i++) call(&run, 0, i);
    int before = run.deoptimizations;
    for (int i = 0; i < 1000; i++) call(&run, 0, i);
    ck_assert_int_eq(run.deoptimizations, before);
    ck_assert_int_le(run.compilations[0], 4);
    run_end(&run);
}
END_TEST

START_TEST(code_is_kept_where_compiling_again_teaches_nothing) {
    struct run run;
    run_begin_with(&run, "class Missing { int v; }"
                         "class T { static int f0(int x) {"
                         "    try { return new Missing().v; } catch (Error e) { return -1; } } }");
    for (int i = 0; i < 1000; i++) call(&run, 0, i);
    ck_assert_int_eq(run.compilations[0], 3);
    ck_assert_int_eq(run.kept, 1);
    ck_assert_int_eq(run.kept_because, REASON_nothing_learned);
    run_end(&run);
}
END_TEST

/* The k-th of so many constants is resolved when f0(k) is called. */
static void run_begin_with_constants(struct run *run, int count) {
    struct vm_options options = quick_options();
    *run = (struct run){0};
    for (int k = 0; k < count; k++)
        strbuf_addf(&run->source, "class C%d { static int get() { return %d; } }\n", k, k);
    strbuf_add_text(&run->source, "class T { static int f0(int x) {\n");
    for (int k = 0; k < count; k++)
        strbuf_addf(&run->source, "if (x == %d) return C%d.get();\n", k, k);
    strbuf_add_text(&run->source, "return -1; } }");
    run_begin(run, &options, 1);
}

START_TEST(a_method_is_patient_then_slow_then_keeps_its_code) {
    enum { SITES = 36, PATIENCE = 20, MOST = 32 };
    struct run run;
    struct diag diag = DIAG_INIT;
    run_begin_with_constants(&run, SITES);
    ck_assert_msg(vm_disable(run.vm, "method_lessons=32", &diag), "%s", diag.message);
    int k = 0;
    for (; k < PATIENCE + 3; k++) {
        for (int i = 0; i <= 8 + THRESHOLD; i++) call(&run, 0, k);
        int before = run.deoptimizations;
        call(&run, 0, k);
        ck_assert_int_eq(run.deoptimizations, before);
    }
    ck_assert_int_eq(run.compilations[0], PATIENCE + 3);
    for (; k < SITES; k++)
        for (int i = 0; i < 5000; i++) call(&run, 0, k);
    ck_assert_int_eq(run.compilations[0], MOST + 1);
    ck_assert_int_eq(run.kept, SITES - MOST - 1);
    ck_assert_int_eq(run.kept_because, REASON_compiled_too_often);
    run_end(&run);
}
END_TEST

/* A long method has many places that are reached late, each again and again. */
START_TEST(what_fails_often_enough_is_learned_late_rather_than_never) {
    enum { SITES = 35 };
    struct run run;
    run_begin_with_constants(&run, SITES);
    for (int k = 0; k < SITES; k++)
        for (int i = 0; i < 20000; i++) call(&run, 0, k);
    ck_assert_int_eq(run.kept, 0);
    int before = run.deoptimizations;
    for (int i = 0; i < 1000; i++) call(&run, 0, SITES - 1);
    ck_assert_int_eq(run.deoptimizations, before);
    run_end(&run);
}
END_TEST

int main(void) {
    int programs = (int)environment_number("RANDOM_PROGRAMS", 12);
    Suite *suite = suite_create("storms");
    TCase *all = tcase_create("recompilation");
    tcase_set_timeout(all, 0); /* none */
    tcase_add_loop_test(all, a_method_is_compiled_a_handful_of_times_whatever_throws_in_it, 0,
                        programs);
    tcase_add_test(all, a_call_that_only_ever_saw_null_throws_in_compiled_code);
    tcase_add_test(all, its_first_receiver_links_it);
    tcase_add_test(all, code_is_kept_where_compiling_again_teaches_nothing);
    tcase_add_test(all, a_method_is_patient_then_slow_then_keeps_its_code);
    tcase_add_test(all, what_fails_often_enough_is_learned_late_rather_than_never);
    suite_add_tcase(suite, all);
    return check_run(suite);
}
