/* Rules that count by calling contexts: the same counts whoever executes the program, and those of the tree itself. */
#include "base/strbuf.h"
#include "tests/vm_fixture.h"

enum { NEVER = 1 << 20 };

#define KEYS(...)                                                                                  \
    .keys = (const enum vm_key[]){__VA_ARGS__},                                                    \
    .key_count = sizeof((enum vm_key[]){__VA_ARGS__}) / sizeof(enum vm_key)
#define COUNT(array) (sizeof(array) / sizeof *(array))

struct run {
    struct vm_options options;
    const struct vm_context_options *contexts; /* NULL: what the rules ask for */
    const char *program;
    const struct vm_rule *rules;
    size_t rule_count;
    int calls;
};

/* --- rows as text --- */

static struct vm_profile *begun; /* the last that start() began */

static void add_position(struct strbuf *out, const struct position *position) {
    strbuf_addf(out, " %s", position ? position->method : "-");
    if (position && position->bci >= 0) strbuf_addf(out, ":%d", position->bci);
    while (position && (position = position->caller))
        strbuf_addf(out, " < %s:%d", position->method, position->bci);
}

static void add_row(void *context, const struct vm_row *row) {
    struct strbuf *out = context;
    strbuf_add_text(out, point_name(row->rule->point));
    for (size_t i = 0; i < row->rule->key_count; i++) {
        const struct vm_key_of_row *key = &row->keys[row->rule->keys[i]];
        if (key->text) strbuf_addf(out, " %s", key->text);
        if (key_value(row->rule->keys[i]) >= VM_KEY_SITE)
            add_position(out, key->context ? vm_context_path(begun, key->context) : key->position);
    }
    strbuf_addf(out, " %lld\n", (long long)row->amounts[VM_AMOUNT_COUNT]);
}

static struct vm_profile *start(struct fixture *f, const struct run *run) {
    struct diag diag = DIAG_INIT;
    begin(f, run->program);
    if (run->contexts)
        ck_assert_msg(vm_keep_contexts(f->vm, run->contexts, &diag), "%s", diag.message);
    struct vm_profile *profile = vm_profile_begin(f->vm, run->rules, run->rule_count, &diag);
    ck_assert_msg(profile, "%s", diag.message);
    return begun = profile;
}

static void rows_of(const struct run *run, int threshold, struct strbuf *rows) {
    struct fixture f = {.options = run->options, .threshold = threshold};
    struct vm_profile *profile = start(&f, run);
    for (int i = 0; i < run->calls; i++) call(&f, "T.f", i);
    if (threshold < NEVER) ck_assert_int_gt(f.heard.counts[EVENT_compiled], 0);
    vm_profile_each(profile, 0, 1, add_row, rows);
    end(&f);
}

static void assert_rows(const struct run *run, const char *expected) {
    struct strbuf rows = STRBUF_INIT;
    rows_of(run, NEVER, &rows);
    ck_assert_str_eq(strbuf_text(&rows), expected);
    strbuf_release(&rows);
}

static void assert_same(const struct run *run) {
    struct strbuf interpreted = STRBUF_INIT, compiled = STRBUF_INIT;
    rows_of(run, NEVER, &interpreted);
    rows_of(run, 3, &compiled);
    ck_assert_str_eq(strbuf_text(&compiled), strbuf_text(&interpreted));
    strbuf_release(&interpreted);
    strbuf_release(&compiled);
}

static struct run run_of(const char *program, const struct vm_rule *rules, size_t count) {
    return (struct run){.options = vm_options_default(),
                        .program = program,
                        .rules = rules,
                        .rule_count = count,
                        .calls = 30};
}

/* --- what a row says --- */

static const char two_callers[] = "class T { static int h(int n) { return n > 1 ? n : -n; }"
                                  "          static int g(int n) { return h(n) + h(n + 1); }"
                                  "          static int f(int n) { return g(n) + h(n); } }";

static const struct vm_rule entries[] = {
    {.point = POINT_entry, .in = "T.h", .levels = VM_ALL_LEVELS, KEYS(BY_context)}};

START_TEST(a_context_is_the_calls_that_led_there) {
    struct run run = run_of(two_callers, entries, COUNT(entries));
    run.calls = 2;
    assert_rows(&run, "entry T.h(I)I < T.f(I)I:5 2\n"
                      "entry T.h(I)I < T.g(I)I:1 < T.f(I)I:1 2\n"
                      "entry T.h(I)I < T.g(I)I:7 < T.f(I)I:1 2\n");
}
END_TEST

START_TEST(levels_add_up_what_is_equal_in_the_innermost_calls) {
    struct vm_rule rules[] = {entries[0], entries[0]};
    struct run run = run_of(two_callers, rules, 2);
    run.calls = 2;
    rules[0].levels = 0;
    rules[1].levels = 1;
    assert_rows(&run, "entry T.h(I)I 6\n"
                      "entry T.h(I)I < T.f(I)I:5 2\n"
                      "entry T.h(I)I < T.g(I)I:1 2\n"
                      "entry T.h(I)I < T.g(I)I:7 2\n");
}
END_TEST

START_TEST(contexts_beyond_the_limit_are_told_below_the_last_that_has_a_node) {
    const struct vm_context_options options = {.most_nodes = 2};
    struct run run = run_of(two_callers, entries, COUNT(entries));
    run.contexts = &options;
    run.calls = 2;
    assert_rows(&run,
                "entry T.h(I)I < (beyond the limit of contexts):-1 < T.f(I)I:-1 2\n"
                "entry T.h(I)I < (beyond the limit of contexts):-1 < T.g(I)I:-1 < T.f(I)I:1 4\n");
}
END_TEST

/* --- the order of rows: by the method, how deep it is, and the calls, the innermost first --- */

static const char many_callers[] =
    "class T { static int a(int n) { return n > 0 ? b(n - 1) + a(n - 1) + b(n - 1) : 0; }"
    "          static int b(int n) { return n > 0 ? n % 2 == 0 ? b(n - 1) : a(n - 1) + c(n - 1) : "
    "1; }"
    "          static int c(int n) { return n > 0 ? a(n - 1) - b(n - 2) : 2; }"
    "          static int f(int n) { return a(n % 9) + c(n % 9) + a(n % 8); } }";

static int depth_of(const struct position *position) {
    int depth = 0;
    for (; position; position = position->caller) depth++;
    return depth;
}

static int order_of(const struct position *a, const struct position *b) {
    int order = strcmp(a->method, b->method);
    if (order == 0) order = depth_of(a) - depth_of(b);
    while (order == 0 && (a = a->caller, b = b->caller, a && b)) {
        order = strcmp(a->method, b->method);
        if (order == 0) order = a->bci - b->bci;
    }
    return order;
}

struct told_rows {
    const struct position *last;
    int count;
};

static void assert_is_behind(void *context, const struct vm_row *row) {
    struct told_rows *told = context;
    const struct position *path = vm_context_path(begun, row->keys[BY_context].context);
    if (told->last) ck_assert_int_lt(order_of(told->last, path), 0);
    told->last = path;
    told->count++;
}

START_TEST(rows_are_in_the_order_of_their_contexts) {
    struct vm_rule rule = {
        .point = POINT_entry, .in = "T*", .levels = VM_ALL_LEVELS, KEYS(BY_context)};
    struct run run = run_of(many_callers, &rule, 1);
    struct fixture f = {.options = run.options, .threshold = NEVER};
    struct told_rows told = {0};
    struct vm_profile *profile = start(&f, &run);
    for (int i = 0; i < run.calls; i++) call(&f, "T.f", i);
    vm_profile_each(profile, 0, 1, assert_is_behind, &told);
    ck_assert_int_gt(told.count, 3000);
    end(&f);
}
END_TEST

/* --- one rule, two engines --- */

/* Each point, by what tells its executions apart, in its context. */
static const struct vm_rule all[] = {
#define BY(point_, ...)                                                                            \
    { .point = POINT_##point_, .in = "T*", .levels = VM_ALL_LEVELS, KEYS(BY_context, __VA_ARGS__) }
    BY(new, BY_site, BY_class),
    BY(call, BY_site, BY_callee, BY_receiver),
    BY(entry, BY_site),
    BY(exit, BY_site),
    BY(unwind, BY_site, BY_class),
    BY(block, BY_site),
    BY(branch, BY_site, BY_taken),
    BY(switch, BY_site, BY_case),
    BY(loop, BY_site),
    BY(lock, BY_site, BY_class),
    BY(unlock, BY_site, BY_class),
    BY(read, BY_site, BY_class),
    BY(write, BY_site, BY_class),
    BY(check, BY_site, BY_class),
    BY(throw, BY_site, BY_class),
    BY(catch, BY_site, BY_class),
#undef BY
};

static const char *const programs[] = {
    /* inlined at several places */
    two_callers,
    /* virtual calls, and guards for a class */
    "class T { static class A { int v = 2; int m() { return v; } }"
    "  static class B extends A { int m() { return v + 1; } }"
    "  static int call(A a) { return a.m() + a.m(); }"
    "  static int f(int n) { A a = new A(), b = new B(); int s = 0;"
    "    for (int i = 0; i < 40; i++) s += call(n > 20 && i % 3 == 0 ? b : a); return s; } }",
    /* exceptions out of inlined callees, made by code and by the VM */
    "class T { static int[] a = new int[3];"
    "  static int g(int n) { if (n % 4 == 0) throw new RuntimeException(); return a[n % 5]; }"
    "  static int f(int n) { int s = 0; for (int i = 0; i < n; i++)"
    "    try { s += g(i); } catch (ArrayIndexOutOfBoundsException e) { s++; }"
    "    catch (RuntimeException e) { s--; } return s; } }",
    /* recursion */
    "class T { static int g(int n) { return n < 2 ? n : g(n - 1) + g(n - 2); }"
    "  static int f(int n) { return g(n % 9); } }",
    /* reads that a loop does not change, in an inlined callee */
    "class T { int k = 3; static T t = new T(); int get() { return k; }"
    "  static int f(int n) { int s = 0; T x = t;"
    "    for (int i = 0; i < 100; i++) s += i % 3 == 0 ? x.get() : i; return s; } }",
    /* locks, switches, objects that do not escape */
    "class T { int v; synchronized int add(int n) { v += n; return v; }"
    "  static int pick(int n) { switch (n) { case 1: return 4; case 5: return 2; default: return "
    "0; } }"
    "  static int f(int n) { T t = new T(); for (int i = 0; i < 20; i++) t.add(pick(i % 7));"
    "    synchronized (t) { return t.v; } } }",
};

START_TEST(compiled_code_counts_in_the_contexts_of_the_interpreter) {
    struct run run = run_of(programs[_i], all, COUNT(all));
    assert_same(&run);
    run.options.loop_threshold = 10;
    assert_same(&run);
    run.options.deoptimize_always = true;
    assert_same(&run);
    run.options.prune_unreached_branches = true;
    assert_same(&run);
}
END_TEST

START_TEST(trees_of_other_shapes_count_the_same) {
    static const struct vm_context_options ways[] = {{.without_natives = true},
                                                     {.fold_recursion = true},
                                                     {.without_call_sites = true},
                                                     {.levels = 2},
                                                     {.most_nodes = 5}};
    for (int i = 0; i < 2; i++) {
        struct run run = run_of(programs[_i], all, COUNT(all));
        run.contexts = &ways[(_i + 2 * i) % (int)COUNT(ways)];
        run.options.deoptimize_always = i;
        assert_same(&run);
    }
}
END_TEST

/* The probe follows the operation: to where the object escapes from the frame that made it. */
START_TEST(what_moved_counts_in_the_context_where_it_came_from) {
    const struct vm_rule rules[] = {{.point = POINT_new,
                                     .anchor = VM_PRED,
                                     .of = "T",
                                     .levels = VM_ALL_LEVELS,
                                     KEYS(BY_context, BY_kind)},
                                    {.point = POINT_call,
                                     .in = "T.*",
                                     .anchor = VM_HERE,
                                     .levels = 1,
                                     KEYS(BY_context, BY_kind)}};
    struct strbuf rows = STRBUF_INIT;
    struct run run = run_of("class T { static Object kept; int n; T(int n) { this.n = n; }"
                            "  static T make(int n) { return new T(n); }"
                            "  static int f(int n) { int s = 0;"
                            "    for (int i = 0; i < 100; i++) { T t = make(i); s += t.n;"
                            "      if (i == 50) kept = t; } return s; } }",
                            rules, COUNT(rules));
    rows_of(&run, 2, &rows);
    const char *made = strstr(strbuf_text(&rows), "new T.make(I)LT; < T.f(I)I:11 TLAB ");
    ck_assert_msg(made, "%s", strbuf_text(&rows));
    ck_assert_int_lt(strtol(strstr(made, "TLAB ") + 5, NULL, 10), 1000);
    ck_assert(strstr(made, "call T.make(I)LT; < T.f(I)I:11 INLINED 2999\n"));
    strbuf_release(&rows);
}
END_TEST

/* More classes than a row has counts for, at a call that is not inlined, in code that is entered at a loop, too. */
static const char many_classes[] = "class T { static class A { int m() { return 1; } }"
                                   "  static class B extends A { int m() { return 2; } } static "
                                   "class C extends A { int m() { return 3; } }"
                                   "  static class D extends A { int m() { return 4; } } static "
                                   "class E extends A { int m() { return 5; } }"
                                   "  static class F extends A { int m() { return 6; } } static "
                                   "class G extends A { int m() { return 7; } }"
                                   "  static class H extends A { int m() { return 8; } } static "
                                   "class I extends A { int m() { return 9; } }"
                                   "  static class J extends A { int m() { return 10; } } static "
                                   "class K extends A { int m() { return 11; } }"
                                   "  static A[] all = { new A(), new B(), new C(), new D(), new "
                                   "E(), new F(), new G(), new H(), new I(), new J(), new K() };"
                                   "  static int g(int n) { int s = 0; for (int i = 0; i < n; i++) "
                                   "s += all[i % 11].m(); return s; }"
                                   "  static int f(int n) { return g(n * 7) + g(60); } }";

START_TEST(each_of_many_classes_counts_in_its_context) {
    const struct vm_rule rules[] = {
        {.point = POINT_call, .in = "T.g", .levels = VM_ALL_LEVELS, KEYS(BY_context, BY_receiver)}};
    struct run run = run_of(many_classes, rules, COUNT(rules));
    assert_same(&run);
    run.options.loop_threshold = 10;
    assert_same(&run);
}
END_TEST

START_TEST(code_that_was_entered_at_a_loop_says_so_of_classes_in_contexts) {
    const struct vm_rule rules[] = {{.point = POINT_call,
                                     .anchor = VM_PRED,
                                     .in = "T.g",
                                     KEYS(BY_context, BY_receiver, BY_tier, BY_kind)}};
    struct run run = run_of(many_classes, rules, COUNT(rules));
    struct strbuf rows = STRBUF_INIT;
    run.options.loop_threshold = 10;
    run.calls = 1;
    rows_of(&run, 100, &rows);
    ck_assert_msg(strstr(strbuf_text(&rows), "T$A on-stack VIRTUAL 5\n") &&
                      strstr(strbuf_text(&rows), "T$K on-stack VIRTUAL 4\n"),
                  "%s", strbuf_text(&rows));
    ck_assert_msg(!strstr(strbuf_text(&rows), " compiled "), "%s", strbuf_text(&rows));
    strbuf_release(&rows);
}
END_TEST

/* Below `other` nobody asked for the nodes of the inlined callees before: none was interpreted there, and what they count needs
 * none. */
START_TEST(exceptions_of_the_vm_count_in_the_contexts_of_inlined_callees) {
    const struct vm_rule rules[] = {
        {.point = POINT_throw, .levels = VM_ALL_LEVELS, KEYS(BY_context)},
        {.point = POINT_new, .in = "T*", .levels = VM_ALL_LEVELS, KEYS(BY_context)}};
    struct run run =
        run_of("class T { static int[] a = new int[3];"
               "  static int g(int n) { return a[n]; }"
               "  static int h(int n) { return g(n) + g(n + 1); }"
               "  static int run() { int s = 0; for (int i = 0; i < 9; i++)"
               "    try { s += h(i & 3); } catch (ArrayIndexOutOfBoundsException e) { s++; }"
               "    return s; }"
               "  static int other() { return run(); }"
               "  static int f(int n) { return n < 25 ? run() : other(); } }",
               rules, COUNT(rules));
    assert_same(&run);
    run.options.loop_threshold = 10;
    assert_same(&run);
}
END_TEST

/* Which events are samples is up to their order alone, which both engines have. */
START_TEST(samples_count_in_the_contexts_of_the_interpreter) {
    struct vm_rule rules[COUNT(all)];
    for (size_t i = 0; i < COUNT(all); i++) {
        rules[i] = all[i];
        rules[i].every = 3;
    }
    struct run run = run_of(programs[_i], rules, COUNT(all));
    assert_same(&run);
    run.options.deoptimize_always = true;
    assert_same(&run);
}
END_TEST

/* Through what positions do not name, what natives call, class initialisers, and compiled code that is left. */
static const char *const winding[] = {
    "class T { interface F { int at(int k); } int v; static int g(int k) { return new T().v + k; }"
    "  static int twice(F a, int k) { return a.at(k) + a.at(k + 1); }"
    "  static int f(int n) { int s = 0; F a = k -> g(k) + 1; for (int i = 0; i < 50; i++)"
    "    s += twice(a, i) + twice(T::g, i); return s; } }",
    "class T { static int made; T() { made++; g(made); } static void g(int k) { if (k % 3 == 0) "
    "made++; }"
    "  static class Late { static int v = 3; static { g(v); } }"
    "  static int f(int n) throws Exception { T t = null; for (int i = 0; i < 4; i++)"
    "    t = T.class.getDeclaredConstructor().newInstance(); if (n == 12) made += Late.v;"
    "    return made; } }",
    "class T { int v; T next; static T kept; static T make(int k) { T t = new T(); t.v = k; return "
    "t; }"
    "  static T pair(int k) { T t = make(k); t.next = make(k + 1); return t; }"
    "  static int f(int n) { int s = 0; for (int i = 0; i < 30; i++) { T t = pair(i);"
    "    if (i == n) kept = t; s += t.v + t.next.v; } return s; } }",
};

/* Those that compiled code alone has, too. */
static const struct vm_rule of_compiled[] = {
    {.point = POINT_deoptimize, .levels = VM_ALL_LEVELS, KEYS(BY_context)},
    {.point = POINT_rematerialize, .levels = VM_ALL_LEVELS, KEYS(BY_context, BY_class)},
    {.point = POINT_new, .in = "T*", .levels = VM_ALL_LEVELS, KEYS(BY_context, BY_kind)},
    {.point = POINT_new, .anchor = VM_PRED, .in = "T*", .levels = 2, KEYS(BY_context, BY_kind)},
    {.point = POINT_call, .in = "T*", .levels = VM_ALL_LEVELS, KEYS(BY_context, BY_kind)},
    {.point = POINT_lock, .in = "T*", .levels = 1, KEYS(BY_context, BY_kind)},
    {.point = POINT_native, .levels = 3, KEYS(BY_context, BY_callee)},
    {.point = POINT_initialize, .levels = VM_ALL_LEVELS, KEYS(BY_context, BY_class)},
};

/* Of the same samples: in contexts that are kept, and in those that are found on the stack. */
static void assert_found(const char *program, const struct vm_options *options, int threshold) {
    static const struct vm_context_options kept;
    struct vm_rule rules[COUNT(all) + COUNT(of_compiled)];
    struct strbuf expected = STRBUF_INIT, found = STRBUF_INIT;
    for (size_t i = 0; i < COUNT(rules); i++) {
        rules[i] = i < COUNT(all) ? all[i] : of_compiled[i - COUNT(all)];
        rules[i].every = 2;
    }
    struct run run = run_of(program, rules, COUNT(rules));
    run.options = *options;
    rows_of(&run, threshold, &found);
    run.contexts = &kept;
    rows_of(&run, threshold, &expected);
    ck_assert_str_eq(strbuf_text(&found), strbuf_text(&expected));
    strbuf_release(&expected);
    strbuf_release(&found);
}

START_TEST(samples_find_the_contexts_that_would_be_kept) {
    bool is_winding = _i >= (int)COUNT(programs);
    const char *program = is_winding ? winding[_i - (int)COUNT(programs)] : programs[_i];
    struct vm_options options = vm_options_default();
    assert_found(program, &options, NEVER);
    assert_found(program, &options, 3);
    options.loop_threshold = 10;
    assert_found(program, &options, 3);
    options.deoptimize_always = true;
    assert_found(program, &options, 3);
}
END_TEST

START_TEST(samples_are_of_paths_that_were_executed) {
    struct vm_rule rule = all[0];
    struct strbuf exact = STRBUF_INIT, sampled = STRBUF_INIT;
    struct run run = run_of(winding[2], &rule, 1);
    rows_of(&run, 3, &exact);
    rule.every = 5;
    rows_of(&run, 3, &sampled);
    int rows = 0;
    for (char *row = sampled.bytes, *end; *row; row = end + 1, rows++) {
        end = strchr(row, '\n');
        *end = '\0';
        *strrchr(row, ' ') = '\0';
        ck_assert_msg(strstr(strbuf_text(&exact), row), "%s is not in %s", row,
                      strbuf_text(&exact));
    }
    ck_assert_int_ge(rows, 2);
    strbuf_release(&exact);
    strbuf_release(&sampled);
}
END_TEST

START_TEST(contexts_of_samples_are_not_kept) {
    struct diag diag = DIAG_INIT;
    struct vm_rule rule = entries[0];
    struct fixture f = {.options = vm_options_default(), .threshold = 3};
    struct run run = run_of(two_callers, &rule, 1);
    rule.every = 2;
    start(&f, &run);
    ck_assert_int_eq(vm_context_totals(f.vm).nodes, 0);
    ck_assert(!vm_keep_contexts(f.vm, &(struct vm_context_options){0}, &diag));
    ck_assert_str_eq(diag.message, "calling contexts cannot be kept: a profile has begun that "
                                   "finds those of its samples by itself");
    end(&f);
}
END_TEST

/* --- against the tree --- */

struct entered {
    struct vm *vm;
    struct vm_profile *profile;
    int64_t sum;
    int rows;
};

static void check_calls(void *context, const struct vm_row *row) {
    struct entered *entered = context;
    struct vm_context node = vm_context(entered->vm, row->keys[BY_context].context);
    ck_assert_int_eq(row->amounts[VM_AMOUNT_COUNT], node.calls);
    ck_assert_str_eq(vm_context_path(entered->profile, row->keys[BY_context].context)->method,
                     node.name);
    entered->sum += node.calls;
    entered->rows++;
}

static int64_t calls_below(const struct vm *vm, const struct context *context) {
    struct arena arena;
    arena_init(&arena);
    const struct context *const *children;
    size_t count = vm_context_children(vm, context, &arena, &children);
    struct vm_context told = vm_context(vm, context);
    int64_t sum = told.is_native || !told.name ? 0 : told.calls;
    for (size_t i = 0; i < count; i++) sum += calls_below(vm, children[i]);
    arena_release(&arena);
    return sum;
}

START_TEST(the_calls_of_a_node_are_its_entries) {
    const struct vm_rule rules[] = {
        {.point = POINT_entry, .levels = VM_ALL_LEVELS, KEYS(BY_context)}};
    struct run run = run_of(programs[_i], rules, COUNT(rules));
    struct fixture f = {.options = run.options, .threshold = 5};
    struct vm_profile *profile = start(&f, &run);
    struct entered entered = {.vm = f.vm, .profile = profile};
    for (int i = 0; i < 60; i++) call(&f, "T.f", i);
    vm_profile_each(profile, 0, 1, check_calls, &entered);
    ck_assert_int_gt(entered.rows, 1);
    ck_assert_int_eq(entered.sum, calls_below(f.vm, vm_contexts(f.vm)));
    end(&f);
}
END_TEST

/* --- threads --- */

static const char threads[] =
    "class W extends Thread { int n; W(int n) { this.n = n; }"
    "  static int g(int k) { return k > 0 ? T.h(k) + g(k - 1) : 0; }"
    "  public void run() { for (int i = 0; i < 2000; i++) n += g(4); } }"
    "class T { static int h(int k) { return k > 2 ? k * 3 : k; }"
    "  static int f(int n) { W[] all = new W[8];"
    "    for (int i = 0; i < 8; i++) { all[i] = new W(i); all[i].start(); }"
    "    for (int i = 0; i < 8; i++) try { all[i].join(); } catch (InterruptedException e) { }"
    "    return n; } }";

START_TEST(eight_threads_that_count_by_contexts_lose_nothing) {
    const struct vm_rule rules[] = {
        {.point = POINT_block, .in = "T.h", .levels = 1, KEYS(BY_context, BY_site)},
        {.point = POINT_call, .in = "W.g", .of = "T.h", .levels = 0, KEYS(BY_context)}};
    struct strbuf rows = STRBUF_INIT;
    struct run run = run_of(threads, rules, COUNT(rules));
    run.calls = 1;
    struct fixture f = {.options = run.options};
    struct vm_profile *profile = start(&f, &run);
    call(&f, "T.f", 3);
    vm_join_threads(f.vm);
    ck_assert_int_gt(f.heard.counts[EVENT_compiled], 0);
    vm_profile_each(profile, 0, 1, add_row, &rows);
    ck_assert_str_eq(strbuf_text(&rows), "block T.h(I)I < W.g(I)I:5 T.h(I)I:0 64000\n"
                                         "block T.h(I)I < W.g(I)I:5 T.h(I)I:5 32000\n"
                                         "block T.h(I)I < W.g(I)I:5 T.h(I)I:11 32000\n"
                                         "block T.h(I)I < W.g(I)I:5 T.h(I)I:12 64000\n"
                                         "call W.g(I)I 64000\n");
    strbuf_release(&rows);
    end(&f);
}
END_TEST

/* A thread draws by its number and the rule, so that both runs sample the same. */
START_TEST(samples_of_eight_threads_find_their_contexts) {
    static const struct vm_context_options kept;
    struct vm_rule rules[] = {{.point = POINT_block,
                               .in = "T.h",
                               .levels = VM_ALL_LEVELS,
                               .every = 7,
                               KEYS(BY_context, BY_site, BY_thread)},
                              {.point = POINT_call,
                               .in = "W.g",
                               .of = "T.h",
                               .levels = 3,
                               .every = 7,
                               KEYS(BY_context, BY_kind)}};
    struct strbuf rows[2] = {STRBUF_INIT, STRBUF_INIT};
    for (int i = 0; i < 2; i++) {
        struct run run = run_of(threads, rules, 1);
        run.contexts = i ? &kept : NULL;
        struct fixture f = {.options = run.options};
        struct vm_profile *profile = start(&f, &run);
        call(&f, "T.f", 3);
        vm_join_threads(f.vm);
        vm_profile_each(profile, 0, 1, add_row, &rows[i]);
        end(&f);
    }
    ck_assert(strstr(strbuf_text(&rows[0]), " < W.run()V:"));
    ck_assert_str_eq(strbuf_text(&rows[0]), strbuf_text(&rows[1]));
    strbuf_release(&rows[0]);
    strbuf_release(&rows[1]);
}
END_TEST

int main(void) {
    enum { PROGRAMS = COUNT(programs) };
    TCase *cases = tcase_create("counts by contexts");
    tcase_set_timeout(cases, 600);
    tcase_set_tags(cases, ONE_THREAD);
    tcase_add_test(cases, a_context_is_the_calls_that_led_there);
    tcase_add_test(cases, levels_add_up_what_is_equal_in_the_innermost_calls);
    tcase_add_test(cases, contexts_beyond_the_limit_are_told_below_the_last_that_has_a_node);
    tcase_add_test(cases, rows_are_in_the_order_of_their_contexts);
    tcase_add_loop_test(cases, compiled_code_counts_in_the_contexts_of_the_interpreter, 0,
                        PROGRAMS);
    tcase_add_loop_test(cases, trees_of_other_shapes_count_the_same, 0, PROGRAMS);
    tcase_add_test(cases, each_of_many_classes_counts_in_its_context);
    tcase_add_test(cases, code_that_was_entered_at_a_loop_says_so_of_classes_in_contexts);
    tcase_add_test(cases, exceptions_of_the_vm_count_in_the_contexts_of_inlined_callees);
    tcase_add_loop_test(cases, samples_count_in_the_contexts_of_the_interpreter, 0, PROGRAMS);
    tcase_add_loop_test(cases, samples_find_the_contexts_that_would_be_kept, 0,
                        PROGRAMS + COUNT(winding));
    tcase_add_test(cases, samples_are_of_paths_that_were_executed);
    tcase_add_test(cases, contexts_of_samples_are_not_kept);
    tcase_add_test(cases, what_moved_counts_in_the_context_where_it_came_from);
    tcase_add_loop_test(cases, the_calls_of_a_node_are_its_entries, 0, PROGRAMS);
    TCase *of_threads = tcase_create("threads");
    tcase_set_timeout(of_threads, 600);
    tcase_add_test(of_threads, samples_of_eight_threads_find_their_contexts);
    tcase_add_test(of_threads, eight_threads_that_count_by_contexts_lose_nothing);
    Suite *suite = suite_create("context_counts");
    suite_add_tcase(suite, cases);
    suite_add_tcase(suite, of_threads);
    return check_run(suite);
}
