/* Calls that are sampled in windows: the shares of edges are, on average over the seeds, those of all calls; the same seed gives
 * the same samples, interpreted and compiled; a call of any kind has its edge. The seeds are fixed. */
#define _GNU_SOURCE /* sched_getaffinity, pthread_getaffinity_np */
#include <check.h>
#include <math.h>
#include <sched.h>
#include <string.h>

#include "base/rng.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "runtime/windows.h"
#include "vm_fixture.h"
#include "vm_internal.h"

enum { NEVER = 1 << 20, MOST_EDGES = 40 };

struct edge {
    char *name; /* "callee < caller:bci" */
    double count;
};

/* What one run sampled. */
struct sampled {
    VEC(struct edge) edges;
    struct vm_sampling sampling;
};

/* A run of T.f(0), T.f(1) ..., with these methods not inlined. */
struct run {
    const char *text, *const *apart;
    int calls, threshold, rules; /* two: all entries count, too; three: what is inferred, too */
    struct vm_sampling_options sampling;
};

static void release(struct sampled *sampled) {
    vec_each(struct edge, edge, &sampled->edges) memory_free(edge->name);
    vec_release(&sampled->edges);
}

struct reading {
    struct vm_profile *profile;
    struct sampled *of_rule;
};

static void add_row(void *context, const struct vm_row *row) {
    const struct reading *reading = context;
    const struct vm_key_of_row *key = &row->keys[BY_context];
    const struct position *at =
        key->context ? vm_context_path(reading->profile, key->context) : key->position;
    struct strbuf name = STRBUF_INIT;
    strbuf_addf(&name, "%s%s", row->keys[BY_inlined].number ? "inlined " : "",
                at ? at->method : "-");
    for (const struct position *call = at ? at->caller : NULL; call; call = call->caller)
        strbuf_addf(&name, " < %s:%d", call->method, call->bci);
    if (row->keys[BY_class].text) strbuf_addf(&name, " on %s", row->keys[BY_class].text);
    struct edge edge = {memory_duplicate(strbuf_text(&name)),
                        (double)row->amounts[VM_AMOUNT_COUNT]};
    strbuf_release(&name);
    struct sampled *sampled = &reading->of_rule[vm_profile_rule(reading->profile, row)];
    vec_push(&sampled->edges, edge);
}

static void begin_sampling(struct fixture *f, const struct run *run) {
    struct diag diag = DIAG_INIT;
    begin(f, run->text);
    for (const char *const *name = run->apart; *name; name++)
        vm_direct(f->vm, method(f, *name), VM_NEVER_INLINE);
    ck_assert_msg(vm_sample_calls(f->vm, &run->sampling, &diag), "%s", diag.message);
}

static void execute_rules(const struct run *run, const struct vm_rule *rules, int count,
                          bool evicts, struct sampled *out) {
    struct diag diag = DIAG_INIT;
    struct fixture f = {.threshold = run->threshold, .options = vm_options_default()};
    f.options.evict_always = evicts;
    begin_sampling(&f, run);
    struct vm_profile *profile = vm_profile_begin(f.vm, rules, (size_t)count, &diag);
    ck_assert_msg(profile, "%s", diag.message);
    for (int i = 0; i < run->calls; i++) call(&f, "T.f", i);
    vm_join_threads(f.vm);
    out->sampling = vm_sampling(f.vm);
    vm_profile_each(profile, 0, vm_profile_marks(profile) + 1, add_row,
                    &(struct reading){profile, out});
    ck_assert(run->threshold == NEVER || f.heard.counts[EVENT_compiled] > 0);
    end(&f);
}

/* By contexts of so many levels; all levels: by class, too. [out]: one for each rule. */
static void execute_in(const struct run *run, int levels, bool evicts, struct sampled *out) {
    static const enum vm_key keys[] = {BY_context, BY_class}, inlined[] = {BY_context, BY_inlined};
    const struct vm_rule rules[] = {
        {.point = POINT_sample,
         .anchor = VM_HERE,
         .keys = keys,
         .key_count = levels == VM_ALL_LEVELS ? 2 : 1,
         .levels = levels},
        {.point = POINT_entry, .keys = inlined, .key_count = 2, .levels = levels},
        {.point = POINT_inferred, .anchor = VM_HERE, .keys = keys, .key_count = 1, .levels = 1}};
    execute_rules(run, rules, run->rules, evicts, out);
}

static void execute(const struct run *run, struct sampled *out) { execute_in(run, 1, false, out); }

static double count_of(const struct sampled *sampled, const char *name) {
    vec_each(struct edge, edge, &sampled->edges) {
        if (strcmp(edge->name, name) == 0) return edge->count;
    }
    return 0;
}

static double sum_of(const struct sampled *sampled) {
    double sum = 0;
    vec_each(struct edge, edge, &sampled->edges) sum += edge->count;
    return sum;
}

/* --- shares --- */

/* Six calls a round, so that strides of 3 and windows of 12 meet the same ones again and again. */
static const char six[] =
    "class T { static int a(int k) { return k + 1; } static int b(int k) { return k + 2; }"
    "  static int c(int k) { return k + 3; }"
    "  static int f(int n) { int s = n;"
    "    for (int i = 0; i < 50; i++) s = a(s) + b(s) + c(s) + b(s + 1) + c(s + 1) + c(s + 2);"
    "    return s; } }";
static const char *const six_apart[] = {"T.a", "T.b", "T.c", "T.f", NULL};
static const struct {
    const char *edge;
    double share;
} six_shares[] = {
    {"T.a(I)I < T.f(I)I:11", 1}, {"T.b(I)I < T.f(I)I:15", 1}, {"T.c(I)I < T.f(I)I:20", 1},
    {"T.b(I)I < T.f(I)I:27", 1}, {"T.c(I)I < T.f(I)I:34", 1}, {"T.c(I)I < T.f(I)I:41", 1},
};

/* One VM for all seeds: calls of T.f, for each seed as if it were the first, and an interval of the profile. */
static void execute_seeds(const struct run *run, int seeds, struct sampled *out) {
    static const enum vm_key keys[] = {BY_context};
    static const struct vm_rule rule = {
        .point = POINT_sample, .anchor = VM_HERE, .keys = keys, .key_count = 1, .levels = 1};
    struct diag diag = DIAG_INIT;
    struct fixture f = {.threshold = run->threshold};
    begin_sampling(&f, run);
    struct vm_profile *profile = vm_profile_begin(f.vm, &rule, 1, &diag);
    ck_assert_msg(profile, "%s", diag.message);
    for (int seed = 0; seed < seeds; seed++) {
        f.vm->runtime.windows->options.seed = (uint64_t)seed;
        thread_current()->windows =
            (struct thread_windows){.known = thread_current()->windows.known};
        for (int i = 0; i < run->calls; i++) call(&f, "T.f", i);
        vm_profile_mark(profile, "");
    }
    ck_assert_int_eq(vm_profile_marks_left_out(profile), 0);
    for (int seed = 0; seed < seeds; seed++)
        vm_profile_each(profile, (size_t)seed, (size_t)seed + 1, add_row,
                        &(struct reading){profile, &out[seed]});
    ck_assert(run->threshold == NEVER || f.heard.counts[EVENT_compiled] > 0);
    end(&f);
}

/* The furthest that the mean over the seeds lies from the share, in standard errors of that mean. */
static double bias(const struct vm_sampling_options *options, int threshold, int seeds) {
    enum { EDGES = sizeof six_shares / sizeof *six_shares };
    double sums[EDGES] = {0}, squares[EDGES] = {0}, worst = 0;
    const struct run run = {six, six_apart, 4, threshold, 1, *options};
    struct sampled *sampled = memory_allocate((size_t)seeds * sizeof *sampled);
    execute_seeds(&run, seeds, sampled);
    for (int seed = 0; seed < seeds; seed++) {
        for (int i = 0; i < EDGES; i++) {
            double share = count_of(&sampled[seed], six_shares[i].edge) / sum_of(&sampled[seed]);
            sums[i] += share;
            squares[i] += share * share;
        }
        release(&sampled[seed]);
    }
    memory_free(sampled);
    for (int i = 0; i < EDGES; i++) {
        double mean = sums[i] / seeds, exact = 50 / (6 * 50 + 1.0);
        double variance = (squares[i] - sums[i] * mean) / (seeds - 1);
        worst = fmax(worst, fabs(mean - exact) / sqrt(fmax(variance, 1e-12) / seeds));
    }
    return worst;
}

/* Each way to skip, with random strides and fixed ones, interpreted and compiled. */
START_TEST(no_edge_is_preferred) {
    struct vm_sampling_options options = {.every_polls = 36, .window = 4};
    options.skip = _i < 2 ? VM_SKIP_random : _i < 4 ? VM_SKIP_round_robin : VM_SKIP_fixed;
    ck_assert_double_lt(bias(&options, _i % 2 ? 10 : NEVER, 200), 4.5);
}
END_TEST

/* Every sixth call opens a window, and every third of a window is a sample. */
START_TEST(what_is_fixed_meets_the_same_edges) {
    struct vm_sampling_options options = {
        .every_polls = 36, .window = 4, .is_fixed = true, .skip = VM_SKIP_fixed};
    ck_assert_double_gt(bias(&options, NEVER, 100), 20);
}
END_TEST

/* --- adversaries --- */

/* Figure 1 of the paper: what does not call takes long, then one method is called, then another: who samples after ticks sees the first.
 * The calls repeat every second, so strides and windows of even length see one of them again and again. */
static const char figure1[] = "class T { static int sum; static void first(int k) { sum += k; }"
                              "  static void second(int k) { sum ^= k; }"
                              "  static int f(int n) { for (int i = 0; i < 100; i++) {"
                              "      for (int k = 0; k < 20; k++) sum = sum * 31 + k;"
                              "      first(i); second(i); }"
                              "    return sum; } }";
static const char *const figure1_apart[] = {"T.first", "T.second", "T.f", NULL};

/* A program of as many methods, each called so often in a row, in an order that the seed gives. */
enum { METHODS = 8, CALLS_EACH = 10 };

static void random_program(uint64_t seed, struct strbuf *out, int *calls) {
    struct rng rng;
    rng_init(&rng, seed);
    strbuf_addf(out, "class T { static int s;");
    for (int i = 0; i < METHODS; i++) strbuf_addf(out, " static void m%d() { s += %d; }", i, i);
    strbuf_addf(out, " static int f(int n) { for (int i = 0; i < 12; i++) {");
    for (int i = 0; i < METHODS; i++) calls[i] = 0;
    for (int i = 0; i < METHODS * 2; i++) {
        int method = (int)rng_below(&rng, METHODS), times = 1 + (int)rng_below(&rng, CALLS_EACH);
        strbuf_addf(out, " for (int k = 0; k < %d; k++) m%d();", times, method);
        calls[method] += 12 * times;
    }
    strbuf_addf(out, " } return s; } }");
}

static double count_of_method(const struct sampled *sampled, const char *method) {
    double sum = 0;
    vec_each(struct edge, edge, &sampled->edges) {
        if (strncmp(edge->name, method, strlen(method)) == 0) sum += edge->count;
    }
    return sum;
}

/* How far the samples of the method lie from its share of the calls, over all seeds, in standard errors. */
static double bias_of(const struct run *run, const char *method, double share, int seeds) {
    double sum = 0, squares = 0;
    struct sampled *sampled = memory_allocate((size_t)seeds * sizeof *sampled);
    execute_seeds(run, seeds, sampled);
    for (int seed = 0; seed < seeds; seed++) {
        double off = count_of_method(&sampled[seed], method) - share * sum_of(&sampled[seed]);
        sum += off;
        squares += off * off;
        release(&sampled[seed]);
    }
    memory_free(sampled);
    double mean = sum / seeds, variance = (squares - sum * mean) / (seeds - 1);
    return fabs(mean) / sqrt(fmax(variance, 1e-12) / seeds);
}

/* Windows as far apart as the period, twice, and as the stride. */
static const struct vm_sampling_options against_periods[] = {
    {.every_polls = 2, .window = 1, .stride = 1},  {.every_polls = 2, .window = 2, .stride = 2},
    {.every_polls = 16, .window = 8, .stride = 2}, {.every_polls = 30, .window = 4, .stride = 4},
    {.every_polls = 10, .window = 1, .stride = 1}, {.every_polls = 7, .window = 16, .stride = 6}};
enum { PERIODS = sizeof against_periods / sizeof *against_periods };

START_TEST(no_period_of_a_program_suits_the_windows) {
    struct run run = {figure1, figure1_apart, 2, NEVER, 1, against_periods[_i]};
    ck_assert_double_lt(bias_of(&run, "T.first", 200 / 402.0, 1000), 4.5);
}
END_TEST

START_TEST(a_fixed_stride_meets_one_of_two_calls) {
    struct run run = {figure1, figure1_apart, 2, NEVER, 1, against_periods[2]};
    run.sampling.is_fixed = true;
    run.sampling.skip = VM_SKIP_fixed;
    ck_assert_double_gt(bias_of(&run, "T.first", 200 / 402.0, 100), 20);
}
END_TEST

START_TEST(random_call_graphs_are_sampled_without_bias) {
    static const char *const apart[] = {"T.m0", "T.m1", "T.m2", "T.m3", "T.m4",
                                        "T.m5", "T.m6", "T.m7", "T.f",  NULL};
    struct strbuf text = STRBUF_INIT;
    int calls[METHODS], sum = 1, most = 0;
    random_program((uint64_t)_i, &text, calls);
    for (int i = 0; i < METHODS; i++) sum += calls[i];
    for (int i = 1; i < METHODS; i++) most = calls[i] > calls[most] ? i : most;
    struct run run = {strbuf_text(&text), apart, 1, NEVER, 1, against_periods[_i % PERIODS]};
    char method[16];
    snprintf(method, sizeof method, "T.m%d", most);
    ck_assert_double_lt(bias_of(&run, method, (double)calls[most] / sum, 250), 4.5);
    strbuf_release(&text);
}
END_TEST

/* --- the same again --- */

static void assert_equal(const struct sampled *one, const struct sampled *other) {
    ck_assert_int_gt(one->edges.count, 0);
    ck_assert_int_eq(one->edges.count, other->edges.count);
    vec_each(struct edge, edge, &one->edges) {
        ck_assert_msg(count_of(other, edge->name) == edge->count, "%s: %g and %g", edge->name,
                      edge->count, count_of(other, edge->name));
    }
}

START_TEST(the_same_seed_gives_the_same_samples_in_both_engines) {
    struct run run = {six, six_apart, 20, NEVER, 1, {.every_polls = 50, .seed = 7}};
    struct sampled first = {0}, second = {0}, compiled = {0}, other = {0};
    execute(&run, &first);
    execute(&run, &second);
    assert_equal(&first, &second);
    run.threshold = 5;
    execute(&run, &compiled);
    assert_equal(&first, &compiled);
    run.sampling.seed = 8;
    execute(&run, &other);
    bool differs = false;
    vec_each(struct edge, edge, &first.edges) {
        differs |= count_of(&other, edge->name) != edge->count;
    }
    ck_assert(differs);
    release(&first);
    release(&second);
    release(&compiled);
    release(&other);
}
END_TEST

/* --- every call --- */

static const char kinds[] =
    "class P { static int made = T.g(3); static int x(int k) { return k + made; } }"
    "interface I { int of(int k); }"
    "class A implements I { public int of(int k) { return k + 1; } }"
    "class B implements I { public int of(int k) { return k + 2; } }"
    "class T { static int g(int k) { return k + 1; }"
    "  static int fails(int k) { if (k % 2 == 0) throw new RuntimeException(); return k; }"
    "  static int deep(int k) { return k > 0 ? deep(k - 1) + 1 : 0; }"
    "  static synchronized int locked(int k) { return k; }"
    "  static int f(int n) { int s = n; int[] array = new int[4];"
    "    I i = n % 2 == 0 ? new A() : new B(); I l = k -> k + n;"
    "    for (int k = 0; k < 10; k++) { s += i.of(k) + l.of(k) + P.x(k) + locked(k) + deep(k % 3);"
    "      try { s += fails(k); } catch (RuntimeException e) { s++; }"
    "      System.arraycopy(array, 0, array, 1, 2); }"
    "    return s; } }";
static const char *const kinds_apart[] = {"T.g",  "T.fails", "T.deep", "T.locked",     "T.f",
                                          "A.of", "B.of",    "P.x",    "T.lambda$f$0", NULL};

/* Not inlined in either engine. */
static bool is_of_test(const char *edge) {
    return edge[0] && edge[1] == '.' && strchr("ABPT", edge[0]) && !strstr(edge, "init>");
}

/* Each poll opens a window of one sample: what is left are natives, which no rule counts at entries. */
START_TEST(each_call_that_is_not_inlined_is_a_poll) {
    struct run run = {kinds,          kinds_apart, 40,
                      _i ? 5 : NEVER, 2,           {.every_polls = 1, .window = 1, .stride = 1}};
    struct sampled rules[2] = {0};
    execute(&run, rules);
    vec_each(struct edge, edge, &rules[1].edges) {
        if (is_of_test(edge->name))
            ck_assert_msg(count_of(&rules[0], edge->name) == edge->count, "%s: %g of %g",
                          edge->name, count_of(&rules[0], edge->name), edge->count);
    }
    static const struct {
        const char *edge;
        double count;
    } others[] = {
        {"java.lang.System.arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V < T.f(I)I:110", 400},
        {"P.<clinit>()V < T.f(I)I:69", 1},
        {"T.g(I)I < P.<clinit>()V:1", 1},
        {"T.lambda$f$0(II)I < T$$Lambda$1/0x0000000000000001.of(I)I:5", 400},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert_msg(count_of(&rules[0], others[i].edge) == others[i].count, "%s: %g",
                      others[i].edge, count_of(&rules[0], others[i].edge));
    release(&rules[0]);
    release(&rules[1]);
}
END_TEST

/* Where contexts are kept, each sample asks for its own; else those of a stack that was there before add to what that one did. */
static void assert_known(struct run *run, int levels, bool evicts) {
    struct sampled known = {0}, asked[2] = {0};
    execute_in(run, levels, evicts, &known);
    run->rules = 2;
    execute_in(run, levels, evicts, asked);
    assert_equal(&asked[0], &known);
    release(&known);
    release(&asked[0]);
    release(&asked[1]);
}

START_TEST(stacks_that_are_known_count_as_those_that_are_not) {
    static const int levels[] = {1, 3, VM_ALL_LEVELS};
    struct run run = {kinds, kinds_apart,
                      20,    _i % 2 ? 5 : NEVER,
                      1,     {.every_polls = 2, .window = 3, .stride = 2}};
    assert_known(&run, levels[_i / 2], false);
}
END_TEST

START_TEST(receivers_of_the_same_stack_are_told_apart) {
    static const char *const apart[] = {"A.of", "T.f", NULL};
    struct run run = {
        "class A { int of(int k) { return k; } } class B extends A { }"
        "class T { static int f(int n) { int s = 0; A a = n % 2 == 0 ? new A() : new B();"
        "    for (int i = 0; i < 20; i++) s += a.of(i);"
        "    return s; } }",
        apart,
        20,
        _i ? 5 : NEVER,
        1,
        {.every_polls = 2, .window = 3, .stride = 2}};
    assert_known(&run, VM_ALL_LEVELS, false);
}
END_TEST

/* The one caller has the addresses of the other then. */
static const char in_turn[] =
    "interface I { int go(int k); }"
    "class A implements I { public int go(int k) { return T.leaf(k) * 3; } }"
    "class B implements I { public int go(int k) { return T.leaf(k) * 5; } }"
    "class T { static int leaf(int k) { return k + 1; }"
    "  static int f(int n) { int s = 0; I callee = n % 2 == 0 ? new A() : new B();"
    "    for (int i = 0; i < 100; i++) s += callee.go(i);"
    "    return s; } }";
static const char *const in_turn_apart[] = {"T.leaf", "A.go", "B.go", "T.f", NULL};

START_TEST(stacks_of_code_that_is_released_are_forgotten) {
    struct run run = {
        in_turn, in_turn_apart, 8, 20, 1, {.every_polls = 2, .window = 3, .stride = 2}};
    assert_known(&run, 1, true);
}
END_TEST

/* --- what is inlined --- */

static const char inlining[] =
    "class T { int v; T(int v) { this.v = v; } int get() { return v; }"
    "  static int each(int k) { return k * 3; } static int some(int k) { return k ^ 5; }"
    "  static int both(int k) { return each(k) + (k % 4 == 0 ? some(k) : 1); }"
    "  static int apart(int k) { return each(k) - 1; }"
    "  static int f(int n) { int s = n; T t = new T(n);"
    "    for (int i = 0; i < 100; i++) {"
    "      s += both(i) + t.get();"
    "      for (int k = 0; k < i % 3; k++) s ^= some(k);"
    "      if (i % 10 == 0) s += apart(i); }"
    "    return s; } }";
static const char *const inlining_apart[] = {"T.apart", "T.f", NULL};
static const char *const inlined_edges[] = {
    "T.both(I)I < T.f(I)I:",    "T.get()I < T.f(I)I:",   "T.each(I)I < T.both(I)I:",
    "T.some(I)I < T.both(I)I:", "T.some(I)I < T.f(I)I:", "T.each(I)I < T.apart(I)I:"};

/* One poll in ten is a sample. The branches are as likely all the time as the compiler found them, so what it believes is so. */
START_TEST(calls_that_are_inlined_are_inferred_without_bias) {
    enum { SEEDS = 12 };
    double inferred[sizeof inlined_edges / sizeof *inlined_edges] = {0};
    for (int seed = 0; seed < SEEDS; seed++) {
        struct run run = {
            inlining, inlining_apart,
            300,      20,
            3,        {.every_polls = 10, .window = 1, .stride = 1, .has_loops = true}};
        struct sampled rules[3] = {0};
        run.sampling.seed = (uint64_t)seed;
        execute(&run, rules);
        for (size_t i = 0; i < sizeof inlined_edges / sizeof *inlined_edges; i++) {
            char name[64];
            snprintf(name, sizeof name, "inlined %s", inlined_edges[i]);
            double exact = count_of_method(&rules[1], name);
            ck_assert_msg(exact > 1000, "%s is inlined %g times", inlined_edges[i], exact);
            inferred[i] += 10 * count_of_method(&rules[2], inlined_edges[i]) / exact / SEEDS;
        }
        ck_assert_int_eq(rules[0].sampling.inferred, (int64_t)sum_of(&rules[2]));
        ck_assert_int_ge(rules[0].sampling.squares, rules[0].sampling.inferred);
        for (int rule = 0; rule < 3; rule++) release(&rules[rule]);
    }
    for (size_t i = 0; i < sizeof inlined_edges / sizeof *inlined_edges; i++)
        ck_assert_msg(fabs(inferred[i] - 1) < 0.05, "%s: %g", inlined_edges[i], inferred[i]);
}
END_TEST

static double count_behind(const struct sampled *sampled, const char *method, const char *caller) {
    double count = 0;
    vec_each(struct edge, edge, &sampled->edges) {
        bool is_it = strncmp(edge->name, method, strlen(method)) == 0 && strstr(edge->name, caller);
        if (is_it) count += edge->count;
    }
    return count;
}

/* The same code is behind both: what is inlined there has the contexts of who calls it. */
START_TEST(calls_that_are_inlined_have_the_callers_of_their_poll) {
    static const char text[] =
        "class T { static int leaf(int k) { return k * 3; }"
        "  static int each(int n) { int s = n; for (int i = 0; i < 50; i++) s ^= leaf(s + i); "
        "return s; }"
        "  static int one(int k) { return each(k); }"
        "  static int two(int k) { return each(k) + each(k + 1) + each(k + 2); }"
        "  static int f(int k) { return one(k) - two(k); } }";
    static const char *const apart[] = {"T.each", "T.one", "T.two", "T.f", NULL};
    static const enum vm_key keys[] = {BY_context};
    const struct vm_rule rule = {.point = POINT_inferred,
                                 .anchor = VM_HERE,
                                 .keys = keys,
                                 .key_count = 1,
                                 .levels = _i ? 2 : VM_ALL_LEVELS};
    struct run run = {
        text, apart, 400, 20, 1, {.every_polls = 10, .window = 1, .stride = 1, .has_loops = true}};
    struct sampled sampled = {0};
    execute_rules(&run, &rule, 1, false, &sampled);
    double one = count_behind(&sampled, "T.leaf(I)I <", "T.one(I)I"),
           two = count_behind(&sampled, "T.leaf(I)I <", "T.two(I)I");
    ck_assert_msg(one > 500 && fabs(two / one - 3) < 0.5, "%g and %g", one, two);
    release(&sampled);
}
END_TEST

/* Entered while it runs, and interpreted before. */
START_TEST(the_entry_of_a_loop_is_no_call) {
    static const struct vm_sampling_options options = {.every_polls = 1, .window = 1, .stride = 1};
    struct fixture f = {.options = vm_options_default()};
    struct diag diag = DIAG_INIT;
    f.options.loop_threshold = 500;
    begin(&f, "class T { static int f(int n) { int s = n;"
              "    for (int i = 0; i < 100000; i++) s ^= s << 1 + i;"
              "    return s; } }");
    ck_assert(vm_sample_calls(f.vm, &options, &diag));
    call(&f, "T.f", 1);
    ck_assert_int_gt(f.heard.counts[EVENT_compiled], 0);
    ck_assert_int_eq(vm_sampling(f.vm).samples, 1);
    end(&f);
}
END_TEST

/* --- threads --- */

static const char threads[] =
    "class W extends Thread { int n; static int g(int k) { return k > 0 ? T.h(k) + g(k - 1) : 0; }"
    "  public void run() { for (int i = 0; i < 2000; i++) n += g(4); } }"
    "class T { static int h(int k) { return k * 3; }"
    "  static int f(int n) { W[] all = new W[4];"
    "    for (int i = 0; i < 4; i++) { all[i] = new W(); all[i].start(); }"
    "    for (int i = 0; i < 4; i++) try { all[i].join(); } catch (InterruptedException e) { }"
    "    return n; } }";
static const char *const threads_apart[] = {"T.h", "W.g", NULL};

START_TEST(each_thread_has_windows_of_its_own) {
    struct run run = {threads, threads_apart, 1, 50, 1, {.every_polls = 10}};
    struct sampled sampled = {0};
    execute(&run, &sampled);
    double outer = count_of(&sampled, "W.g(I)I < W.run()V:15"),
           inner = count_of(&sampled, "W.g(I)I < W.g(I)I:11"),
           h = count_of(&sampled, "T.h(I)I < W.g(I)I:5");
    ck_assert_msg(h > 1000 && fabs(inner / h - 1) < 0.1 && fabs(outer * 4 / h - 1) < 0.1,
                  "%g %g %g", outer, inner, h);
    ck_assert_int_eq(sampled.sampling.ticks, 0);
    release(&sampled);
}
END_TEST

/* --- the timer --- */

START_TEST(a_timer_opens_windows_while_the_program_runs) {
    struct vm_sampling_options options = {.every_ms = 0.05, .window = 3};
    struct fixture f = {.threshold = _i ? 5 : NEVER};
    struct diag diag = DIAG_INIT;
    begin(&f, six);
    ck_assert(vm_sample_calls(f.vm, &options, &diag));
    for (int64_t i = 0; vm_sampling(f.vm).samples < 200; i++) {
        ck_assert_int_lt(i, 100000000);
        call(&f, "T.f", (int)(i % 100));
    }
    struct vm_sampling sampling = vm_sampling(f.vm);
    ck_assert_int_ge(sampling.ticks, sampling.windows);
    ck_assert_int_ge(sampling.windows * 3, sampling.samples);
    end(&f);
}
END_TEST

/* --- time --- */

/* Of a machine on which nothing takes any but what Java asks for, samples, and who reads its clock, in nanoseconds. Ticks follow what
 * Java asks for. */
static struct machine {
    struct windows *windows;
    int64_t now, reading;
    int64_t until_tick;
    struct rng random;
} machine;
enum { TICKS_APART = 100000, A_SAMPLE = 500, A_READING = 60 };

static int64_t read_machine(void) { return machine.now += machine.reading; }

static union value work(struct thread *thread, union value *arguments) {
    (void)thread;
    int64_t left = arguments[0].i;
    for (; left >= machine.until_tick;
         machine.until_tick = rng_around(&machine.random, TICKS_APART)) {
        machine.now += machine.until_tick;
        left -= machine.until_tick;
        windows_tick(machine.windows);
    }
    machine.now += left;
    machine.until_tick -= left;
    return (union value){.j = 0};
}

static void take_time(void *context, const struct vm_happening *happening) {
    (void)context;
    (void)happening;
    machine.now += A_SAMPLE;
}

static double machine_seconds(clockid_t unused) {
    (void)unused;
    return (double)machine.now * 1e-9;
}

/* What is sampled in as many calls of T.f, with T.work, while who reads the clock takes so long, for so much of the time; 0: any. The
 * timer has no tick of its own. */
static void execute_on_machine(const struct run *run, int64_t reading, double most_share,
                               struct sampled *out) {
    static const enum vm_key keys[] = {BY_context};
    static const struct vm_rule rule = {.point = POINT_sample,
                                        .anchor = VM_HERE,
                                        .keys = keys,
                                        .key_count = 1,
                                        .levels = 1,
                                        .tell = take_time};
    struct diag diag = DIAG_INIT;
    struct vm_sampling_options options = run->sampling;
    struct fixture f = {.threshold = run->threshold};
    options.every_ms = 1e6;
    options.is_fixed = true;
    begin(&f, run->text);
    for (const char *const *name = run->apart; *name; name++)
        vm_direct(f.vm, method(&f, *name), VM_NEVER_INLINE);
    method(&f, "T.work")->native = work;
    ck_assert_msg(vm_sample_calls(f.vm, &options, &diag), "%s", diag.message);
    machine = (struct machine){
        .windows = f.vm->runtime.windows, .reading = A_READING, .until_tick = TICKS_APART};
    rng_init(&machine.random, 5);
    if (options.window_us > 0)
        windows_use_clock(
            machine.windows,
            (struct cycle_clock){.counter = read_machine, .reads_counter = true, .rate = 1e9});
    machine.reading = reading;
    machine.windows->processor_seconds = machine_seconds;
    machine.windows->most_share = most_share;
    struct vm_profile *profile = vm_profile_begin(f.vm, &rule, 1, &diag);
    ck_assert_msg(profile, "%s", diag.message);
    for (int i = 0; i < run->calls; i++) call(&f, "T.f", i);
    vm_profile_each(profile, 0, 1, add_row, &(struct reading){profile, out});
    out->sampling = vm_sampling(f.vm);
    end(&f);
}

/* Nearly all calls are dense's: while they are made, and while others are far apart, windows of as many samples see the same number. */
static const char *const apart_in_phases[] = {"T.dense", "T.sparse", NULL};

static const char in_phases[] = "class T { static native void work(int nanoseconds);\n"
                                "static void dense() { work(20); }\n"
                                "static void sparse() { work(10000); }\n"
                                "static int f(int k) {\n"
                                "for (int i = 0; i < 20000; i++) dense();\n"
                                "for (int i = 0; i < 1000; i++) sparse();\n"
                                "return k; } }";

START_TEST(windows_of_a_time_see_calls_where_they_are) {
    struct run run = {in_phases, apart_in_phases,
                      20,        20,
                      1,         {.window = _i ? 16 : 0, .window_us = _i ? 0 : 3, .stride = 3}};
    struct sampled sampled = {0};
    execute_on_machine(&run, A_READING, 0, &sampled);
    double dense = count_of_method(&sampled, "T.dense()V <"),
           samples = dense + count_of_method(&sampled, "T.sparse()V <"), share = dense / samples;
    /* From dense's poll to work's none passes, of which two nanoseconds are told. */
    double told = 20000 * 20 / 22.0;
    ck_assert_msg(_i ? share < 0.3 : fabs(share - told / (told + 1000)) < 0.01, "%g of %g samples",
                  share, samples);
    /* Of 20 calls of f, 3 % of the time is in windows, and each third call there is a sample. */
    if (!_i) ck_assert_double_lt(fabs(samples / (20 * (told + 1000) * 0.03 / 3) - 1), 0.15);
    release(&sampled);
}
END_TEST

/* Sparse's calls are further apart than a window is long: those that would pass after it are no part of the next one. */
START_TEST(what_passes_ends_with_the_next_tick) {
    struct run run = {in_phases, apart_in_phases, 1200, 20, 1, {.window_us = 3, .stride = 100}};
    struct sampled sampled = {0};
    execute_on_machine(&run, A_READING, 0, &sampled);
    double dense = count_of_method(&sampled, "T.dense()V <"),
           sparse = count_of_method(&sampled, "T.sparse()V <");
    ck_assert_msg(fabs(20 * sparse / dense - 1) < 0.2, "%g and %g", dense, sparse);
    release(&sampled);
}
END_TEST

/* They would take a quarter of the time while dense's calls are made, and little while sparse's are. What is opened stands for what
 * is not, so that the shares are those of all calls. */
START_TEST(windows_take_as_much_time_as_they_may) {
    const double most = 0.003, told = 20000 * 20 / 22.0;
    struct run run = {
        in_phases, apart_in_phases, 300, 20, 1, {.window_us = 3, .stride = 3, .seed = 1}};
    struct sampled all = {0}, sampled = {0};
    execute_on_machine(&run, A_READING, 0, &all);
    execute_on_machine(&run, A_READING, most, &sampled);
    double dense = count_of_method(&sampled, "T.dense()V <"),
           share = dense / (dense + count_of_method(&sampled, "T.sparse()V <")),
           program = 300 * (20000 * 20.0 + 1000 * 10000),
           timer = (double)(sampled.sampling.windows * A_READING), /* when it asks */
        took = 1 - (program + timer) / (double)machine.now;
    ck_assert_msg(fabs(share - told / (told + 1000)) < 0.01, "%g", share);
    ck_assert_msg(fabs(took / most - 1) < 0.2, "%g", took);
    ck_assert_double_lt(fabs(sum_of(&sampled) / sum_of(&all) - 1), 0.15);
    ck_assert_int_lt(sampled.sampling.samples * 5, all.sampling.samples);
    release(&all);
    release(&sampled);
}
END_TEST

START_TEST(who_says_how_often_has_all_windows) {
    struct vm_sampling_options options = {.every_ms = _i};
    struct fixture f = {.threshold = NEVER};
    struct diag diag = DIAG_INIT;
    begin(&f, six);
    ck_assert(vm_sample_calls(f.vm, &options, &diag));
    ck_assert_int_eq(f.vm->runtime.windows->most_share > 0, _i == 0);
    end(&f);
}
END_TEST

/* One reading in seven is interrupted: the way is what no poll exceeds by much, and polls cost what they usually do. */
static int64_t read_interrupted(void) {
    static int64_t readings;
    return machine.now += ++readings % 7 ? A_READING : 100 * A_READING;
}

START_TEST(interruptions_are_no_part_of_what_polls_cost) {
    struct vm_sampling_options options = {.every_ms = 1e6, .is_fixed = true};
    struct fixture f = {.threshold = NEVER};
    struct diag diag = DIAG_INIT;
    begin(&f, six);
    ck_assert(vm_sample_calls(f.vm, &options, &diag));
    struct windows *windows = f.vm->runtime.windows;
    windows_use_clock(
        windows,
        (struct cycle_clock){.counter = read_interrupted, .reads_counter = true, .rate = 1e9});
    ck_assert_int_ge(windows->way, 100 * A_READING);
    ck_assert_int_le(windows->usual_way, 2 * A_READING);
    end(&f);
}
END_TEST

/* By more than dense's calls take: two nanoseconds are told of each poll, so that a window of three microseconds has 1500 at most. */
START_TEST(windows_end_where_the_way_to_a_poll_was_shorter_than_measured) {
    struct run run = {in_phases, apart_in_phases, 5, 20, 1, {.window_us = 3, .stride = 1}};
    struct sampled sampled = {0};
    execute_on_machine(&run, A_READING / 2, 0, &sampled);
    double each = count_of_method(&sampled, "T.dense()V <") / (5 * 20000 * 20.0 / TICKS_APART);
    ck_assert_msg(each > 400 && each <= 1500, "%g samples of dense a window", each);
    release(&sampled);
}
END_TEST

static const char loop_alone[] = "class T { static int f(int n) {"
                                 "    int s = n;"
                                 "    for (int i = 0; i < 1000; i++) s ^= s << 1 + i;"
                                 "    return s; } }";

/* The processor that a thread was on is left to it, where there is another. */
START_TEST(the_timer_runs_beside_the_thread) {
    struct vm_sampling_options options = {.every_ms = 1e6, .is_fixed = true};
    struct fixture f = {.threshold = NEVER};
    struct diag diag = DIAG_INIT;
    cpu_set_t all, timer, expected;
    begin(&f, loop_alone);
    ck_assert(vm_sample_calls(f.vm, &options, &diag));
    ck_assert_int_eq(sched_getaffinity(0, sizeof all, &all), 0);
    struct windows *windows = f.vm->runtime.windows;
    for (int processor = 0; processor < CPU_SETSIZE; processor++) {
        if (!CPU_ISSET(processor, &all)) continue;
        thread_current()->windows.processor = 1 + processor;
        windows_tick(windows);
        expected = all;
        if (CPU_COUNT(&all) > 1) CPU_CLR(processor, &expected);
        pthread_getaffinity_np(windows->timer.thread, sizeof timer, &timer);
        ck_assert(CPU_EQUAL(&timer, &expected));
    }
    windows_run_beside(windows, &all); /* threads are everywhere */
    pthread_getaffinity_np(windows->timer.thread, sizeof timer, &timer);
    ck_assert(CPU_EQUAL(&timer, &all));
    end(&f);
}
END_TEST

/* --- back edges --- */

static const char *const loop_apart[] = {"T.f", NULL};

/* Interpreted and compiled; each of so many rounds is a sample, but for those that loops were unrolled by. */
START_TEST(back_edges_are_polls_where_that_is_asked_for) {
    struct run run = {
        loop_alone, loop_apart,
        50,         _i % 2 ? 5 : NEVER,
        1,          {.every_polls = 1, .window = 1, .stride = 1, .has_loops = _i < 2}};
    struct sampled sampled = {0};
    execute(&run, &sampled);
    int64_t rounds = 50 * 1000, loops = sampled.sampling.loop_samples;
    ck_assert_int_eq(sampled.sampling.samples, 50);
    if (_i == 0) ck_assert_int_eq(loops, rounds);
    if (_i == 1) ck_assert(loops > rounds / 10 && loops <= rounds);
    if (_i > 1) ck_assert_int_eq(loops, 0);
    release(&sampled);
}
END_TEST

/* The thread is in one call all the time. */
START_TEST(a_loop_without_calls_has_samples_of_the_timer) {
    struct vm_sampling_options options = {.every_ms = 0.05, .has_loops = true};
    struct fixture f = {.threshold = _i ? 5 : NEVER};
    struct diag diag = DIAG_INIT;
    begin(&f, loop_alone);
    ck_assert(vm_sample_calls(f.vm, &options, &diag));
    for (int64_t i = 0; vm_sampling(f.vm).loop_samples < 200; i++) {
        ck_assert_int_lt(i, 100000000);
        call(&f, "T.f", (int)(i % 100));
    }
    end(&f);
}
END_TEST

/* --- what makes no sense --- */

static const struct {
    struct vm_sampling_options options;
    const char *message;
} refused[] = {
    {{.every_ms = -1}, "calls cannot be sampled: ticks are 0.001 to 1000000 ms apart"},
    {{.every_ms = 1e7}, "calls cannot be sampled: ticks are 0.001 to 1000000 ms apart"},
    {{.every_polls = -1}, "calls cannot be sampled: windows open after 1 to 1000000000 polls"},
    {{.window = -1}, "calls cannot be sampled: a window has 1 to 1000000000 samples"},
    {{.window_us = -1}, "calls cannot be sampled: a window takes 0.1 to 1000000 microseconds"},
    {{.window_us = 2e6}, "calls cannot be sampled: a window takes 0.1 to 1000000 microseconds"},
    {{.window_us = 1000},
     "calls cannot be sampled: a window takes less time than there is from tick to tick"},
    {{.window_us = 3, .window = 16},
     "calls cannot be sampled: a window takes a time, with a timer, or has samples"},
    {{.window_us = 3, .every_polls = 5},
     "calls cannot be sampled: a window takes a time, with a timer, or has samples"},
    {{.stride = -3}, "calls cannot be sampled: a stride is 1 to 1000000000 polls"},
};

START_TEST(options_that_make_no_sense_are_refused) {
    struct fixture f = {.threshold = NEVER};
    struct diag diag = DIAG_INIT;
    begin(&f, six);
    ck_assert(!vm_sample_calls(f.vm, &refused[_i].options, &diag));
    ck_assert_str_eq(diag.message, refused[_i].message);
    end(&f);
}
END_TEST

START_TEST(calls_are_sampled_once_and_before_a_rule_counts_them) {
    static const struct vm_rule rule = {.point = POINT_sample, .anchor = VM_HERE};
    static const struct vm_sampling_options options = {.every_polls = 1};
    struct fixture f = {.threshold = NEVER};
    struct diag none = DIAG_INIT, twice = DIAG_INIT;
    begin(&f, six);
    ck_assert(!vm_profile_begin(f.vm, &rule, 1, &none));
    ck_assert_str_eq(none.message, "calls are not sampled: no rule can be there");
    ck_assert(vm_sample_calls(f.vm, &options, &twice));
    ck_assert(!vm_sample_calls(f.vm, &options, &twice));
    ck_assert_str_eq(twice.message, "calls cannot be sampled: they are already");
    end(&f);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sampled calls");
    TCase *cases = tcase_create("cases");
    tcase_set_timeout(cases, 600);
    tcase_add_loop_test(cases, no_edge_is_preferred, 0, 5);
    tcase_add_test(cases, what_is_fixed_meets_the_same_edges);
    tcase_add_loop_test(cases, no_period_of_a_program_suits_the_windows, 0, PERIODS);
    tcase_add_test(cases, a_fixed_stride_meets_one_of_two_calls);
    tcase_add_loop_test(cases, random_call_graphs_are_sampled_without_bias, 0, 4);
    tcase_add_test(cases, the_same_seed_gives_the_same_samples_in_both_engines);
    tcase_add_loop_test(cases, each_call_that_is_not_inlined_is_a_poll, 0, 2);
    tcase_add_test(cases, each_thread_has_windows_of_its_own);
    tcase_add_loop_test(cases, a_timer_opens_windows_while_the_program_runs, 0, 2);
    tcase_add_loop_test(cases, back_edges_are_polls_where_that_is_asked_for, 0, 4);
    tcase_add_loop_test(cases, a_loop_without_calls_has_samples_of_the_timer, 0, 2);
    tcase_add_loop_test(cases, options_that_make_no_sense_are_refused, 0,
                        sizeof refused / sizeof *refused);
    tcase_add_test(cases, calls_are_sampled_once_and_before_a_rule_counts_them);
    suite_add_tcase(suite, cases);
    TCase *known = tcase_create("known");
    tcase_set_timeout(known, 600);
    tcase_add_loop_test(known, stacks_that_are_known_count_as_those_that_are_not, 0, 6);
    tcase_add_loop_test(known, receivers_of_the_same_stack_are_told_apart, 0, 2);
    tcase_add_test(known, stacks_of_code_that_is_released_are_forgotten);
    suite_add_tcase(suite, known);
    TCase *time = tcase_create("time");
    tcase_set_timeout(time, 600);
    tcase_add_loop_test(time, windows_of_a_time_see_calls_where_they_are, 0, 2);
    tcase_add_test(time, what_passes_ends_with_the_next_tick);
    tcase_add_test(time, windows_take_as_much_time_as_they_may);
    tcase_add_loop_test(time, who_says_how_often_has_all_windows, 0, 2);
    tcase_add_test(time, interruptions_are_no_part_of_what_polls_cost);
    tcase_add_test(time, windows_end_where_the_way_to_a_poll_was_shorter_than_measured);
    tcase_add_test(time, the_timer_runs_beside_the_thread);
    suite_add_tcase(suite, time);
    TCase *compiled = tcase_create("compiled");
    tcase_set_timeout(compiled, 600);
    tcase_add_test(compiled, calls_that_are_inlined_are_inferred_without_bias);
    tcase_add_loop_test(compiled, calls_that_are_inlined_have_the_callers_of_their_poll, 0, 2);
    tcase_add_test(compiled, the_entry_of_a_loop_is_no_call);
    suite_add_tcase(suite, compiled);
    return check_run(suite);
}
