/* The tree of calling contexts as embedders see it: what has a node, and that it is the same tree
 * whoever executes the program. */
#include "tests/vm_fixture.h"

#include "tests/random_java.h"

struct tree {
    struct fixture f;
    struct strbuf text; /* a line a node: depth, bytecode, method, calls */
};

static void start(struct tree *tree, const char *program,
                  const struct vm_context_options *options) {
    struct diag diag = DIAG_INIT;
    begin(&tree->f, program);
    ck_assert_msg(vm_keep_contexts(tree->f.vm, options, &diag), "%s", diag.message);
}

static void write_tree(const struct vm *vm, const struct context *context, int depth,
                       struct strbuf *out) {
    struct vm_context told = vm_context(vm, context);
    if (told.name)
        strbuf_addf(out, "%*s%d %s %lld%s", 2 * (depth - 1), "", told.bci, told.name,
                    (long long)told.calls, told.is_native ? " native" : "");
    if (told.name && told.mark) strbuf_addf(out, " + %lld", (long long)told.mark);
    if (told.name) strbuf_add_char(out, '\n');
    struct arena arena;
    arena_init(&arena);
    const struct context *const *children;
    size_t count = vm_context_children(vm, context, &arena, &children);
    for (size_t i = 0; i < count; i++) {
        ck_assert_ptr_eq(vm_context(vm, children[i]).parent, context);
        write_tree(vm, children[i], depth + 1, out);
    }
    arena_release(&arena);
}

static const char *tree_text(struct tree *tree) {
    strbuf_clear(&tree->text);
    write_tree(tree->f.vm, vm_contexts(tree->f.vm), 0, &tree->text);
    return strbuf_text(&tree->text);
}

static void finish(struct tree *tree) {
    end(&tree->f);
    strbuf_release(&tree->text);
}

static void assert_tree(const char *program, const struct vm_context_options *options,
                        const char *expected) {
    struct tree tree = {0};
    start(&tree, program, options);
    call(&tree.f, "T.f", 3);
    ck_assert_str_eq(tree_text(&tree), expected);
    finish(&tree);
}

static const struct vm_context_options all = {0};

/* --- what has a node --- */

/* The paper's Figure 1; its bytecode positions count instructions. */
static const char figure_1[] =
    "interface Shape { float area(); }"
    "class Square implements Shape {"
    "  final float a;"
    "  public Square(float a) { super(); this.a = a; }"
    "  public float area() { return a*a; } }"
    "class Composite implements Shape {"
    "  final Shape x, y;"
    "  public Composite(Shape x, Shape y) { super(); this.x = x; this.y = y; }"
    "  public float area() { float a1 = x.area(); float a2 = y.area(); return a1 + a2; } }"
    "class T {"
    "  static int f(int n) { main(null); return n; }"
    "  static void main(String[] args) {"
    "    Shape s1 = new Square(2); Shape s2 = new Composite(s1, s1);"
    "    sumAreas(new Shape[] { s1, s2, s1 }); }"
    "  static float sumAreas(Shape[] ss) { float sum = 0; int i = 0;"
    "    while (true) { if (i >= ss.length) return sum; else sum += ss[i++].area(); } } }";

START_TEST(figure_1_gives_figure_2) {
    assert_tree(figure_1, &all,
                "-1 T.f(I)I 1\n"
                "  1 T.main([Ljava/lang/String;)V 1\n"
                "    5 Square.<init>(F)V 1\n"
                "      1 java.lang.Object.<init>()V 1\n"
                "    15 Composite.<init>(LShape;LShape;)V 1\n"
                "      1 java.lang.Object.<init>()V 1\n"
                "    35 T.sumAreas([LShape;)F 1\n"
                "      19 Composite.area()F 1\n"
                "        4 Square.area()F 1\n"
                "        14 Square.area()F 1\n"
                "      19 Square.area()F 2\n");
}
END_TEST

static const char initialisers[] = "class A { static int x = g(); static int g() { return 5; } }"
                                   "class B { static { T.h(); } }"
                                   "class T { static int h() { return 1; }"
                                   "          static int f(int n) { new B(); return A.x + A.x; } }";

START_TEST(class_initialisers_hang_where_they_were_asked_for) {
    assert_tree(initialisers, &all,
                "-1 T.f(I)I 1\n"
                "  0 B.<clinit>()V 1\n"
                "    0 T.h()I 1\n"
                "  4 B.<init>()V 1\n"
                "    1 java.lang.Object.<init>()V 1\n"
                "  8 A.<clinit>()V 1\n"
                "    0 A.g()I 1\n");
}
END_TEST

static const char callback[] =
    "enum E { A }"
    "class T { static int f(int n) { return E.class.getEnumConstants().length; } }";

/* The line of the tree that ends with this, with all that is above it. */
static bool has_line(const char *text, const char *line) {
    const char *at = strstr(text, line);
    return at && (at == text || at[-1] == ' ' || at[-1] == '\n');
}

START_TEST(natives_have_nodes_and_what_they_call_has_no_bytecode) {
    struct tree tree = {0};
    start(&tree, callback, &all);
    call(&tree.f, "T.f", 0);
    ck_assert(strstr(tree_text(&tree), " native\n") != NULL);
    ck_assert(has_line(tree_text(&tree), "-1 E.values()[LE; 1\n"));
    finish(&tree);
}
END_TEST

START_TEST(without_natives_what_they_call_hangs_at_the_call_of_the_native) {
    struct tree tree = {0};
    start(&tree, callback, &(struct vm_context_options){.without_natives = true});
    call(&tree.f, "T.f", 0);
    ck_assert(!strstr(tree_text(&tree), "native"));
    ck_assert(strstr(tree_text(&tree), "E.values()[LE; 1\n") != NULL);
    ck_assert(!has_line(tree_text(&tree), "-1 E.values()[LE; 1\n"));
    finish(&tree);
}
END_TEST

START_TEST(what_a_method_throws_leaves_its_callers_where_they_are) {
    assert_tree("class T { static int g(int n) { return n > 0 ? n / (n - n) : h(n); }"
                "          static int h(int n) { return n; }"
                "          static int f(int n) { int s = 0;"
                "            for (int i = 0; i < n; i++) try { s += g(i); }"
                "            catch (ArithmeticException e) { s += h(s); } return s; } }",
                &all,
                "-1 T.f(I)I 1\n"
                "  11 T.g(I)I 3\n"
                "    13 T.h(I)I 1\n"
                "  22 T.h(I)I 2\n");
}
END_TEST

/* --- options --- */

static const char recursion[] =
    "class T { static int g(int n) { return n == 0 ? 0 : g(n - 1) + h(n); }"
    "          static int h(int n) { return n > 1 ? g(n - 2) : 0; }"
    "          static int f(int n) { return g(n) + g(1); } }";

START_TEST(recursion_folds_onto_the_innermost_equal_method) {
    assert_tree(recursion, &(struct vm_context_options){.fold_recursion = true},
                "-1 T.f(I)I 1\n"
                "  1 T.g(I)I 7\n"
                "    15 T.h(I)I 4\n"
                "  5 T.g(I)I 2\n"
                "    15 T.h(I)I 1\n");
}
END_TEST

START_TEST(without_call_sites_a_caller_has_one_node_a_method) {
    assert_tree(recursion,
                &(struct vm_context_options){.without_call_sites = true, .fold_recursion = true},
                "-1 T.f(I)I 1\n"
                "  -1 T.g(I)I 9\n"
                "    -1 T.h(I)I 5\n");
}
END_TEST

START_TEST(one_level_counts_the_calls_of_each_method) {
    assert_tree(recursion, &(struct vm_context_options){.levels = 1},
                "-1 T.f(I)I 1\n"
                "-1 T.g(I)I 9\n"
                "-1 T.h(I)I 5\n");
}
END_TEST

START_TEST(two_levels_tell_the_caller_and_the_call) {
    assert_tree(recursion, &(struct vm_context_options){.levels = 2},
                "-1 T.f(I)I 1\n"
                "  1 T.g(I)I 1\n"
                "  5 T.g(I)I 1\n"
                "-1 T.g(I)I 0\n"
                "  11 T.g(I)I 5\n"
                "  15 T.h(I)I 5\n"
                "-1 T.h(I)I 0\n"
                "  8 T.g(I)I 2\n");
}
END_TEST

START_TEST(contexts_beyond_the_limit_count_at_their_callers_and_by_method) {
    struct tree tree = {0};
    start(&tree, recursion, &(struct vm_context_options){.most_nodes = 3});
    ck_assert_ptr_null(vm_contexts_beyond_limit(tree.f.vm));
    call(&tree.f, "T.f", 3);
    ck_assert_str_eq(tree_text(&tree), "-1 T.f(I)I 1 + 3\n"
                                       "  1 T.g(I)I 1 + 4\n"
                                       "    11 T.g(I)I 1 + 5\n");
    strbuf_clear(&tree.text);
    write_tree(tree.f.vm, vm_contexts_beyond_limit(tree.f.vm), 0, &tree.text);
    ck_assert_str_eq(strbuf_text(&tree.text), "-1 T.g(I)I 7\n"
                                              "-1 T.h(I)I 5\n");
    struct vm_context_totals totals = vm_context_totals(tree.f.vm);
    ck_assert_int_eq(totals.nodes, 3);
    ck_assert_int_eq(totals.refused, 4);
    ck_assert_int_eq(totals.marks, 12);
    finish(&tree);
}
END_TEST

struct sums {
    int64_t calls, marks;
};

static void add_sums(const struct vm *vm, const struct context *context, struct sums *sums) {
    struct vm_context told = vm_context(vm, context);
    struct arena arena;
    arena_init(&arena);
    const struct context *const *children;
    size_t count = vm_context_children(vm, context, &arena, &children);
    sums->calls += told.calls;
    sums->marks += told.mark;
    for (size_t i = 0; i < count; i++) add_sums(vm, children[i], sums);
    arena_release(&arena);
}

/* What is beyond the limit is counted twice: at the method, and at the caller that has a node.
 * Returns the calls of all. */
static int64_t assert_marks(const struct vm *vm) {
    const struct context *limit = vm_contexts_beyond_limit(vm);
    struct sums tree = {0}, beyond = {0};
    add_sums(vm, vm_contexts(vm), &tree);
    if (limit) add_sums(vm, limit, &beyond);
    ck_assert_int_eq(tree.marks, beyond.calls);
    ck_assert_int_eq(tree.marks, vm_context_totals(vm).marks);
    ck_assert_int_eq(beyond.marks, 0);
    return tree.calls + beyond.calls;
}

START_TEST(whatever_the_limit_no_call_is_lost) {
    struct tree whole = {0};
    start(&whole, recursion, &all);
    call(&whole.f, "T.f", 4);
    char *text = memory_duplicate(tree_text(&whole));
    int64_t calls = assert_marks(whole.f.vm), nodes = vm_context_totals(whole.f.vm).nodes;
    finish(&whole);
    for (int64_t most = 1; most <= nodes; most++) {
        struct tree tree = {0};
        start(&tree, recursion, &(struct vm_context_options){.most_nodes = (uint64_t)most});
        call(&tree.f, "T.f", 4);
        ck_assert_int_eq(vm_context_totals(tree.f.vm).nodes, most);
        ck_assert_int_eq(assert_marks(tree.f.vm), calls);
        ck_assert_int_eq(strcmp(tree_text(&tree), text) == 0, most == nodes);
        ck_assert_int_eq(vm_contexts_beyond_limit(tree.f.vm) == NULL, most == nodes);
        finish(&tree);
    }
    memory_free(text);
}
END_TEST

START_TEST(what_the_vm_calls_beyond_the_limit_counts_at_its_caller) {
    struct tree tree = {0};
    start(&tree, callback, &(struct vm_context_options){.most_nodes = 1});
    call(&tree.f, "T.f", 0);
    ck_assert_int_gt(assert_marks(tree.f.vm), 3);
    struct vm_context_totals totals = vm_context_totals(tree.f.vm);
    char expected[64];
    snprintf(expected, sizeof expected, "-1 T.f(I)I 1 + %lld\n", (long long)totals.marks);
    ck_assert_str_eq(tree_text(&tree), expected);
    finish(&tree);
    start(&tree, initialisers, &(struct vm_context_options){.most_nodes = 1});
    call(&tree.f, "T.f", 0);
    ck_assert_str_eq(tree_text(&tree), "-1 T.f(I)I 1 + 6\n");
    assert_marks(tree.f.vm);
    ck_assert_int_eq(vm_context_totals(tree.f.vm).refused, 3);
    finish(&tree);
}
END_TEST

/* The error of vm_keep_contexts, "" when there is none. */
static const char *refusal(struct fixture *f, const struct vm_context_options *options) {
    static struct diag diag;
    diag = (struct diag)DIAG_INIT;
    return vm_keep_contexts(f->vm, options, &diag) ? "" : diag.message;
}

START_TEST(contexts_are_kept_once_and_before_anything_is_compiled) {
    struct fixture f = {0};
    begin(&f, recursion);
    ck_assert_str_eq(
        refusal(&f, &(struct vm_context_options){.levels = 2, .fold_recursion = true}),
        "calling contexts cannot be kept: recursion is folded, or contexts have so many levels, "
        "not both");
    ck_assert_str_eq(refusal(&f, &all), "");
    ck_assert_str_eq(refusal(&f, &all), "calling contexts cannot be kept: they are kept already");
    end(&f);
    begin(&f, recursion);
    warm_up(&f, "T.f", 3);
    ck_assert_str_eq(refusal(&f, &all), "calling contexts cannot be kept: code that does not know "
                                        "of them was compiled");
    end(&f);
}
END_TEST

/* --- whoever executes --- */

static void run(struct tree *tree, const char *program, const struct vm_options *options,
                const struct vm_context_options *contexts) {
    *tree = (struct tree){.f = {.options = *options, .threshold = 3}};
    start(tree, program, contexts);
    for (int round = 0; round < 6; round++)
        for (int i = 0; i < random_java_argument_count; i++) {
            const struct random_arguments *arguments = &random_java_arguments[i];
            union value values[] = {{.i = arguments->a}, {.i = arguments->b}, {.i = arguments->c}};
            vm_call(tree->f.vm, method(&tree->f, "T.run"), values);
        }
    assert_marks(tree->f.vm);
    tree_text(tree);
    const struct context *limit = vm_contexts_beyond_limit(tree->f.vm);
    if (limit) write_tree(tree->f.vm, limit, 0, &tree->text);
}

static void compare(uint64_t seed, const struct vm_context_options *contexts) {
    struct strbuf program = STRBUF_INIT;
    random_java(seed, &(struct random_java_options){.statements = 30}, &program);
    struct vm_options options = vm_options_default();
    options.interpret_only = true;
    struct tree expected, got;
    run(&expected, strbuf_text(&program), &options, contexts);
    char *text = memory_duplicate(strbuf_text(&expected.text));
    finish(&expected);
    options.interpret_only = false;
    options.loop_threshold = 10;
    options.optimization_level = 0;
    for (int stress = 0; stress < 2; stress++) {
        options.deoptimize_always = stress;
        run(&got, strbuf_text(&program), &options, contexts);
        ck_assert_int_gt(got.f.heard.counts[EVENT_compiled], 0);
        ck_assert_msg(!strcmp(strbuf_text(&got.text), text), "seed %llu: %s instead of %s",
                      (unsigned long long)seed, strbuf_text(&got.text), text);
        finish(&got);
    }
    memory_free(text);
    strbuf_release(&program);
}

static const char guards_in_a_loop[] =
    "class T { static int h(int x) { return x + 1; }"
    "          static int g(int[] a, int i) { int x = a[i]; return h(x) + a[i + 1]; }"
    "          static int f(int n) { int[] a = new int[n + 1]; int s = 0;"
    "            for (int i = 0; i < n; i++) s += g(a, i); return s; } }";

START_TEST(a_loop_that_is_left_in_an_inlined_callee_goes_on_in_its_contexts) {
    struct tree tree = {.f = {.options = vm_options_default(), .threshold = 1000000}};
    tree.f.options.loop_threshold = 10;
    tree.f.options.deoptimize_always = true;
    start(&tree, guards_in_a_loop, &all);
    call(&tree.f, "T.f", 1000);
    ck_assert_int_gt(tree.f.heard.counts[EVENT_deoptimized], 2);
    ck_assert_str_eq(tree_text(&tree), "-1 T.f(I)I 1\n"
                                       "  18 T.g([II)I 1000\n"
                                       "    5 T.h(I)I 1000\n");
    finish(&tree);
}
END_TEST

static const char five_receivers[] =
    "abstract class S { abstract int m(int i); }"
    "class A extends S { int m(int i) { return i; } }"
    "class B extends S { int m(int i) { return i + 1; } }"
    "class C extends S { int m(int i) { return i + 2; } }"
    "class D extends S { int m(int i) { return i + 3; } }"
    "class E extends S { int m(int i) { return i + 4; } }"
    "class T { static S[] all = { new A(), new B(), new C(), new D(), new E() };"
    "  static int g(S s, int i) { return s.m(i); }"
    "  static int f(int n) { int s = 0;"
    "    for (int i = 0; i < 100; i++) s += g(all[i * i % 7 % 5], i); return s; } }";

START_TEST(a_call_of_many_methods_has_a_context_for_each) {
    struct tree tree = {.f = {.options = vm_options_default(), .threshold = 10}};
    tree.f.options.interpret_only = _i == 0;
    start(&tree, five_receivers, &all);
    for (int i = 0; i < 40; i++) call(&tree.f, "T.f", i);
    static const char *const methods[] = {"A", "B", "C", "E"};
    static const int calls[] = {15, 29, 28, 28}; /* of each hundred: squares modulo 7 */
    char line[64];
    for (int i = 0; i < 4; i++) {
        snprintf(line, sizeof line, "2 %s.m(I)I %d\n", methods[i], 40 * calls[i]);
        ck_assert_msg(strstr(tree_text(&tree), line) != NULL, "no '%s' in %s", line,
                      tree_text(&tree));
    }
    ck_assert_int_eq(tree.f.heard.counts[EVENT_compiled] > 0, _i);
    finish(&tree);
}
END_TEST

static long environment_number(const char *name, long otherwise) {
    const char *text = getenv(name);
    return text ? strtol(text, NULL, 10) : otherwise;
}

START_TEST(random_programs_have_the_same_tree_interpreted_and_compiled) {
    static const struct vm_context_options ways[] = {{0},
                                                     {.without_natives = true},
                                                     {.fold_recursion = true},
                                                     {.without_call_sites = true},
                                                     {.levels = 3},
                                                     {.most_nodes = 1},
                                                     {.most_nodes = 12}};
    long first = environment_number("RANDOM_SEED", 1);
    long count = environment_number("RANDOM_PROGRAMS", 14);
    for (long i = 0; i < count; i++)
        compare((uint64_t)(first + i), &ways[i % (long)(sizeof ways / sizeof *ways)]);
}
END_TEST

/* --- threads --- */

static const char threads[] =
    "class W extends Thread { int n; W(int n) { this.n = n; }"
    "  static int g(int k) { return k > 0 ? T.h(k) + g(k - 1) : 0; }"
    "  public void run() { for (int i = 0; i < 2000; i++) n += g(4); } }"
    "class T { static int h(int k) { return k * 3; }"
    "  static int f(int n) { W[] all = new W[8];"
    "    for (int i = 0; i < 8; i++) { all[i] = new W(i); all[i].start(); }"
    "    for (int i = 0; i < 8; i++) try { all[i].join(); } catch (InterruptedException e) { }"
    "    return n; } }";

START_TEST(eight_threads_in_one_tree_lose_nothing) {
    struct tree tree = {0};
    start(&tree, threads, &all);
    call(&tree.f, "T.f", 3);
    vm_join_threads(tree.f.vm);
    const char *text = tree_text(&tree);
    ck_assert(has_line(text, "-1 W.run()V 8\n"));
    ck_assert_msg(strstr(text, "W.g(I)I 16000\n    5 T.h(I)I 16000\n    11 W.g(I)I 16000\n"), "%s",
                  text);
    ck_assert_int_gt(tree.f.heard.counts[EVENT_compiled], 0);
    finish(&tree);
}
END_TEST

START_TEST(eight_threads_beyond_the_limit_lose_nothing) {
    struct tree tree = {0};
    start(&tree, threads, &(struct vm_context_options){.most_nodes = (uint64_t)_i});
    call(&tree.f, "T.f", 3);
    vm_join_threads(tree.f.vm);
    assert_marks(tree.f.vm);
    strbuf_clear(&tree.text);
    write_tree(tree.f.vm, vm_contexts_beyond_limit(tree.f.vm), 0, &tree.text);
    const char *text = strbuf_text(&tree.text);
    if (_i == 1) ck_assert_msg(has_line(text, "-1 W.g(I)I 80000\n"), "%s", text);
    if (_i == 1) ck_assert_msg(has_line(text, "-1 T.h(I)I 64000\n"), "%s", text);
    ck_assert_int_gt(tree.f.heard.counts[EVENT_compiled], 0);
    finish(&tree);
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("contexts");
    tcase_set_timeout(cases, 600);
    tcase_add_test(cases, figure_1_gives_figure_2);
    tcase_add_test(cases, class_initialisers_hang_where_they_were_asked_for);
    tcase_add_test(cases, natives_have_nodes_and_what_they_call_has_no_bytecode);
    tcase_add_test(cases, without_natives_what_they_call_hangs_at_the_call_of_the_native);
    tcase_add_test(cases, what_a_method_throws_leaves_its_callers_where_they_are);
    tcase_add_test(cases, recursion_folds_onto_the_innermost_equal_method);
    tcase_add_test(cases, without_call_sites_a_caller_has_one_node_a_method);
    tcase_add_test(cases, one_level_counts_the_calls_of_each_method);
    tcase_add_test(cases, two_levels_tell_the_caller_and_the_call);
    tcase_add_test(cases, contexts_beyond_the_limit_count_at_their_callers_and_by_method);
    tcase_add_test(cases, whatever_the_limit_no_call_is_lost);
    tcase_add_test(cases, what_the_vm_calls_beyond_the_limit_counts_at_its_caller);
    tcase_add_test(cases, contexts_are_kept_once_and_before_anything_is_compiled);
    tcase_add_test(cases, random_programs_have_the_same_tree_interpreted_and_compiled);
    tcase_add_loop_test(cases, a_call_of_many_methods_has_a_context_for_each, 0, 2);
    tcase_add_test(cases, a_loop_that_is_left_in_an_inlined_callee_goes_on_in_its_contexts);
    tcase_set_tags(cases, ONE_THREAD);
    TCase *of_threads = tcase_create("threads");
    tcase_set_timeout(of_threads, 600);
    tcase_add_test(of_threads, eight_threads_in_one_tree_lose_nothing);
    tcase_add_loop_test(of_threads, eight_threads_beyond_the_limit_lose_nothing, 1, 21);
    Suite *suite = suite_create("contexts");
    suite_add_tcase(suite, cases);
    suite_add_tcase(suite, of_threads);
    return check_run(suite);
}
