/* Calls that are sampled in windows: the shares of edges are, on average over the seeds, those of all calls; the same seed gives
 * the same samples, interpreted and compiled; a call of any kind has its edge. The seeds are fixed. */
#include "tests/sampled_calls.h"

/* --- shares --- */

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
    out->sampling = vm_sampling(f.vm); /* of all seeds */
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

/* --- errors --- */

/* Two methods that are called by turns, each so often that windows hardly see both. */
static const char phases[] = "class T { static int sum; static void first(int k) { sum += k; }"
                             "  static void second(int k) { sum ^= k; }"
                             "  static int f(int n) { for (int i = 0; i < 10; i++) {"
                             "      for (int k = 0; k < 50; k++) first(i);"
                             "      for (int k = 0; k < 100; k++) second(i); }"
                             "    return sum; } }";
static const struct {
    struct vm_sampling_options sampling;
    double least, most; /* of the independent calls that a sample is worth */
} of_windows[] = {{{.every_polls = 40, .window = 1, .stride = 1}, 0.95, 1},
                  {{.every_polls = 40, .window = 4, .stride = 1}, 0.25, 0.35},
                  {{.every_polls = 500, .window = 16, .stride = 2}, 0.06, 0.12}};

/* By what a run's samples are said to be worth, shares are off as much as they are. */
START_TEST(shares_are_off_as_much_as_windows_say) {
    enum { SEEDS = 400 };
    const struct run run = {phases, figure1_apart, 8, NEVER, 1, of_windows[_i].sampling};
    double sum = 0, squares = 0, calls = 0;
    struct sampled *sampled = memory_allocate(SEEDS * sizeof *sampled);
    execute_seeds(&run, SEEDS, sampled);
    for (int seed = 0; seed < SEEDS; seed++) {
        double share = count_of_method(&sampled[seed], "T.first") / sum_of(&sampled[seed]);
        sum += share;
        squares += share * share;
        calls += sum_of(&sampled[seed]);
        release(&sampled[seed]);
    }
    double share = sum / SEEDS, apart = (squares - sum * share) / (SEEDS - 1);
    double independent =
        vm_independent_calls(&sampled->sampling, share * share + (1 - share) * (1 - share));
    memory_free(sampled);
    ck_assert_double_gt(independent / calls, of_windows[_i].least);
    ck_assert_double_le(independent / calls, of_windows[_i].most);
    double said = share * (1 - share) / (independent / SEEDS);
    ck_assert_msg(apart > 0.75 * said && apart < 1.33 * said, "%g, not %g", apart, said);
}
END_TEST

/* By turns: each window sees both as often. */
static void assert_two_edges(const char *text, const char *const *apart) {
    struct run run = {text, apart, 4, NEVER, 1, {.every_polls = 40, .window = 10, .stride = 1}};
    struct sampled sampled = {0};
    execute(&run, &sampled);
    double calls = sum_of(&sampled);
    ck_assert_double_ge(vm_independent_calls(&sampled.sampling, 0.5), 0.95 * calls);
    release(&sampled);
}

/* One method in two places, by turns. */
START_TEST(calls_in_two_places_are_two_edges) {
    static const char places[] = "class T { static int sum; static void g(int k) { sum += k; }"
                                 "  static int f(int n) { for (int i = 0; i < 500; i++) {"
                                 "      g(i); g(i + 1); } return sum; } }";
    static const char *const apart[] = {"T.g", "T.f", NULL};
    assert_two_edges(places, apart);
}
END_TEST

/* Two methods in one place, by turns. */
START_TEST(calls_of_two_methods_in_one_place_are_two_edges) {
    static const char text[] =
        "abstract class A { static int sum; abstract void g(int k); }"
        "class B extends A { void g(int k) { sum += k; } }"
        "class C extends A { void g(int k) { sum ^= k; } }"
        "class T { static int f(int n) { A even = new B(), odd = new C();"
        "  for (int i = 0; i < 1000; i++) { A a = (i & 1) == 0 ? even : odd; a.g(i); }"
        "  return n; } }";
    static const char *const apart[] = {"B.g", "C.g", "T.f", NULL};
    assert_two_edges(text, apart);
}
END_TEST

/* More than windows have room for. */
START_TEST(a_window_of_many_edges_counts_all) {
    enum { EDGES = 40 };
    static const char *const apart[] = {"T.f", NULL};
    struct strbuf text = STRBUF_INIT;
    strbuf_addf(&text, "class T { static int sum; static int f(int n) {"
                       " for (int i = 0; i < 100; i++) {");
    for (int i = 0; i < EDGES; i++) strbuf_addf(&text, " g%d();", i);
    strbuf_addf(&text, " } return sum; }");
    for (int i = 0; i < EDGES; i++) strbuf_addf(&text, " static void g%d() { sum++; }", i);
    strbuf_addf(&text, " }");
    struct run run = {
        strbuf_text(&text), apart, 2, NEVER, 1, {.every_polls = 400, .window = EDGES, .stride = 1}};
    struct sampled sampled = {0};
    execute(&run, &sampled);
    ck_assert_int_gt(sampled.sampling.windows, 2);
    ck_assert_int_ge(sampled.sampling.edge_squares,
                     (sampled.sampling.windows - 1) * EDGES); /* the last one may be open */
    release(&sampled);
    strbuf_release(&text);
}
END_TEST

START_TEST(what_alternates_in_windows_is_worth_no_more_than_its_samples) {
    struct vm_sampling seen = {
        .calls = 100, .weighted = 100, .edge_squares = 100, .window_squares = 200};
    ck_assert_double_eq(vm_independent_calls(&seen, 0.5), 100);
    seen.weighted = 200; /* each window stands for two */
    ck_assert_double_eq(vm_independent_calls(&seen, 0.5), 50);
    seen.edge_squares = 600; /* five in a row, say, of ten */
    seen.window_squares = 1000;
    ck_assert_double_eq(vm_independent_calls(&seen, 0.5), 50);
    ck_assert_double_eq(vm_independent_calls(&seen, 0), 100.0 * 100 / 600);
    ck_assert_double_eq(vm_independent_calls(&(struct vm_sampling){0}, 0), 0);
}
END_TEST

/* --- the same again --- */

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

/* --- what is inlined --- */

static const char inlining[] =
    "class T { int v; T(int v) { this.v = v; } int get() { return v; }"
    "  static int each(int k) { return k * 3; } static int some(int k) { return k ^ 5; }"
    "  static int both(int k) { return each(k) + (k % 4 == 0 ? some(k) : 1); }"
    "  static int other(int k) { return k * 7; }"
    "  static int apart(int k) { return each(k) - 1; }"
    "  static int f(int n) { int s = n; T t = new T(n);"
    "    for (int i = 0; i < 100; i++) {"
    "      s += both(i) + t.get();"
    "      for (int k = 0; k < i % 3; k++) s ^= some(k);"
    "      if (i % 5 == 1) s ^= other(i);"
    "      if (i % 10 == 0) s += apart(i); }"
    "    return s; } }";
static const char *const inlining_apart[] = {"T.apart", "T.f", NULL};
static const char *const inlined_edges[] = {
    "T.both(I)I < T.f(I)I:",    "T.get()I < T.f(I)I:",   "T.each(I)I < T.both(I)I:",
    "T.some(I)I < T.both(I)I:", "T.some(I)I < T.f(I)I:", "T.each(I)I < T.apart(I)I:",
    "T.other(I)I < T.f(I)I:"};
/* Nearly all: of two branches one behind the other, one is told apart. Before f is compiled, both has no loop around it. */
static const bool is_believed[] = {false, false, false, false, false, false, true};

/* One poll in ten is a sample. The branches are as likely all the time as the compiler found them, so what it believes is so. */
START_TEST(calls_that_are_inlined_are_inferred_without_bias) {
    enum { SEEDS = 12 };
    double inferred[sizeof inlined_edges / sizeof *inlined_edges] = {0};
    for (int seed = 0; seed < SEEDS; seed++) {
        struct run run = {
            inlining, inlining_apart,
            300,      20,
            4,        {.every_polls = 10, .window = 1, .stride = 1, .has_loops = true}};
        struct sampled rules[4] = {0};
        run.sampling.seed = (uint64_t)seed;
        execute(&run, rules);
        for (size_t i = 0; i < sizeof inlined_edges / sizeof *inlined_edges; i++) {
            char name[64];
            snprintf(name, sizeof name, "inlined %s", inlined_edges[i]);
            double exact = count_of_method(&rules[1], name);
            ck_assert_msg(exact > 1000, "%s is inlined %g times", inlined_edges[i], exact);
            double certain = count_of_method(&rules[2], inlined_edges[i]),
                   believed = count_of_method(&rules[3], inlined_edges[i]);
            ck_assert_msg((is_believed[i] ? certain : believed) <= 0.01 * (certain + believed),
                          "%s: %g of %g are believed", inlined_edges[i], believed,
                          certain + believed);
            inferred[i] += 10 * (certain + believed) / exact / SEEDS;
        }
        ck_assert_int_eq(rules[0].sampling.inferred,
                         (int64_t)(sum_of(&rules[2]) + sum_of(&rules[3])));
        ck_assert_int_ge(rules[0].sampling.edge_squares, rules[0].sampling.inferred);
        for (int rule = 0; rule < 4; rule++) release(&rules[rule]);
    }
    for (size_t i = 0; i < sizeof inlined_edges / sizeof *inlined_edges; i++)
        ck_assert_msg(fabs(inferred[i] - 1) < 0.05, "%s: %g", inlined_edges[i], inferred[i]);
}
END_TEST

/* Where all polls are samples: what runs as often as one of them is inferred so often, although branches and loops go otherwise than when
 * the code was compiled. */
START_TEST(calls_that_run_with_a_poll_are_all_inferred) {
    static const char text[] =
        "class T { static int first(int k) { return k * 3; } static int round(int k) { return k + "
        "7; }"
        "  static int before(int k) { return k ^ 5; } static int behind(int k) { return k * 9; }"
        "  static int inner(int k) { return k + 2; } static int last(int k) { return k ^ 3; }"
        "  static int apart(int k) { for (int i = 0; i < 3; i++) k ^= k << i; return k - 1; }"
        "  static int f(int n) { int s = first(n), limit = 1 + n / 100 * 8;"
        "    for (int i = 0; i < 40; i++) {"
        "      s += round(i);"
        "      if (i % 10 < limit) { s = before(s); s += apart(i); s += behind(s); }"
        "      for (int k = 0; k < limit; k++) s ^= inner(k); }"
        "    return last(s); } }";
    static const char *const apart[] = {"T.apart", "T.f", NULL};
    static const char *const methods[] = {"first", "round", "before", "behind", "inner", "last"};
    struct run run = {text, apart, 200,
                      20,   4,     {.every_polls = 1, .window = 1, .stride = 1, .has_loops = true}};
    struct sampled rules[4] = {0};
    execute(&run, rules);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        char method[32], inlined[64];
        snprintf(method, sizeof method, "T.%s(I)I <", methods[i]);
        snprintf(inlined, sizeof inlined, "inlined %s", method);
        double exact = count_of_method(&rules[1], inlined),
               inferred = count_of_method(&rules[2], method);
        ck_assert_double_ge(exact, 150);
        ck_assert_msg(inferred == exact, "%s %g of %g", method, inferred, exact);
    }
    for (int rule = 0; rule < 4; rule++) release(&rules[rule]);
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

/* Both call the same code: what is inlined there, and runs with rounds or with a call, has the contexts of who calls it. */
START_TEST(calls_that_are_inlined_have_the_callers_of_their_poll) {
    static const char text[] =
        "class T { static int leaf(int k) { return k * 3; } static int apart(int k) { return k; }"
        "  static int deepest(int k) { return apart(k) + 1; }"
        "  static int deeper(int k) { return deepest(k) * 3; }"
        "  static int deep(int k) { return deeper(k) + 2; }"
        "  static int before(int k) { return k ^ 7; }"
        "  static int each(int n) { int s = n; for (int i = 0; i < 50; i++) s ^= leaf(s + i);"
        "    for (int i = 0; i < 50; i++) if (i % 2 == 0) s ^= deep(before(s + i)); return s; }"
        "  static int one(int k) { return each(k); }"
        "  static int two(int k) { return each(k) + each(k + 1) + each(k + 2); }"
        "  static int f(int k) { return one(k) - two(k); } }";
    static const char *const apart[] = {"T.apart", "T.each", "T.one", "T.two", "T.f", NULL},
                             *const inlined[] = {"T.leaf(I)I <", "T.before(I)I <"};
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
    for (size_t i = 0; i < sizeof inlined / sizeof *inlined; i++) {
        double one = count_behind(&sampled, inlined[i], "T.one(I)I"),
               two = count_behind(&sampled, inlined[i], "T.two(I)I");
        ck_assert_msg(one > 500 && fabs(two / one - 3) < 0.5, "%s: %g and %g", inlined[i], one,
                      two);
    }
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

/* --- rounds of loops --- */

static const char *const loop_apart[] = {"T.f", NULL};

/* Interpreted and compiled; each of so many rounds is a sample, but for those that loops were unrolled by, and those in which compiled
 * code calls nothing. */
START_TEST(rounds_are_polls_where_that_is_asked_for) {
    struct run run = {_i == 4 ? loop_alone : loop_with_call,
                      loop_apart,
                      50,
                      _i % 2 || _i == 4 ? 5 : NEVER,
                      1,
                      {.every_polls = 1, .window = 1, .stride = 1, .has_loops = _i < 2 || _i == 4}};
    struct sampled sampled = {0};
    execute(&run, &sampled);
    int64_t rounds = 50 * 1000, loops = sampled.sampling.loop_samples;
    int64_t calls = _i == 4 ? 0 : _i % 2 ? 5 * 1000 : rounds;
    ck_assert_int_le(sampled.sampling.samples, 50 + calls);
    if (_i == 0) ck_assert_int_eq(loops, rounds);
    if (_i == 1) ck_assert(loops > rounds / 10 && loops <= rounds);
    if (_i == 2 || _i == 3) ck_assert_int_eq(loops, 0);
    if (_i == 4) ck_assert(loops > 0 && loops <= 5 * 1000);
    release(&sampled);
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
    tcase_add_loop_test(cases, shares_are_off_as_much_as_windows_say, 0,
                        (int)(sizeof of_windows / sizeof *of_windows));
    tcase_add_test(cases, calls_in_two_places_are_two_edges);
    tcase_add_test(cases, calls_of_two_methods_in_one_place_are_two_edges);
    tcase_add_test(cases, a_window_of_many_edges_counts_all);
    tcase_add_test(cases, what_alternates_in_windows_is_worth_no_more_than_its_samples);
    tcase_add_test(cases, the_same_seed_gives_the_same_samples_in_both_engines);
    tcase_add_loop_test(cases, each_call_that_is_not_inlined_is_a_poll, 0, 2);
    tcase_add_test(cases, each_thread_has_windows_of_its_own);
    tcase_add_loop_test(cases, rounds_are_polls_where_that_is_asked_for, 0, 5);
    suite_add_tcase(suite, cases);
    TCase *compiled = tcase_create("compiled");
    tcase_set_timeout(compiled, 600);
    tcase_add_test(compiled, calls_that_are_inlined_are_inferred_without_bias);
    tcase_add_test(compiled, calls_that_run_with_a_poll_are_all_inferred);
    tcase_add_loop_test(compiled, calls_that_are_inlined_have_the_callers_of_their_poll, 0, 2);
    tcase_add_test(compiled, the_entry_of_a_loop_is_no_call);
    suite_add_tcase(suite, compiled);
    return check_run(suite);
}
