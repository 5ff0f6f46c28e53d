/* Rules that count each thread's every n-th event alone: what they count is, on average over the seeds, what an exact rule
 * counts in the same run. The seeds are fixed: each check holds or does not. */
#include <check.h>
#include <math.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "vm_fixture.h"

#define KEYS(...)                                                                                  \
    .keys = (const enum vm_key[]){__VA_ARGS__},                                                    \
    .key_count = sizeof((enum vm_key[]){__VA_ARGS__}) / sizeof(enum vm_key)

enum { MOST_SEEDS = 300, NEVER = 1 << 20 };
/* Each has a rule of its own in all code of the program, and the sanitizers look for other things than a bias. */
#ifdef __SANITIZE_ADDRESS__
enum { SEEDS = 8 };
#else
enum { SEEDS = 40 };
#endif

/* What all rules of a run counted of one row; the first rule is the exact one. */
struct estimate {
    char *row;
    int64_t amounts[1 + MOST_SEEDS][VM_AMOUNTS];
};

struct run {
    const char *text; /* of the class T; T.f(0), T.f(1) ... are called */
    int calls, threshold, seeds, every;
    struct vm_options options;
    struct vm_profile *profile;
    VEC(struct estimate) estimates;
};

static void add_text(struct strbuf *out, const struct vm_row *row) {
    for (size_t i = 0; i < row->rule->key_count; i++) {
        const struct vm_key_of_row *key = &row->keys[row->rule->keys[i]];
        if (key->position) position_format(key->position, out);
        strbuf_addf(out, " %s %d", key->text ? key->text : "-", (int)key->number);
    }
}

static struct estimate *estimate_of(struct run *run, const char *row) {
    vec_each(struct estimate, estimate, &run->estimates) {
        if (strcmp(estimate->row, row) == 0) return estimate;
    }
    struct estimate made = {.row = memory_duplicate(row)};
    vec_push(&run->estimates, made);
    return &run->estimates.items[run->estimates.count - 1];
}

static void add_row(void *context, const struct vm_row *row) {
    struct run *run = context;
    struct strbuf text = STRBUF_INIT;
    add_text(&text, row);
    struct estimate *estimate = estimate_of(run, strbuf_text(&text));
    size_t rule = vm_profile_rule(run->profile, row);
    for (int i = 0; i < VM_AMOUNTS; i++) estimate->amounts[rule][i] += row->amounts[i];
    strbuf_release(&text);
}

static void finish(struct run *run) {
    vec_each(struct estimate, estimate, &run->estimates) memory_free(estimate->row);
    vec_release(&run->estimates);
}

/* The rule once exactly, and once with each seed. */
static void execute(struct run *run, const struct vm_rule *rule) {
    struct diag diag = DIAG_INIT;
    struct vm_rule rules[1 + MOST_SEEDS];
    struct fixture f = {.options = run->options, .threshold = run->threshold};
    begin(&f, run->text);
    for (int i = 0; i <= run->seeds; i++) {
        rules[i] = *rule;
        rules[i].every = i ? run->every : 1;
        rules[i].seed = (uint64_t)i;
    }
    run->profile = vm_profile_begin(f.vm, rules, (size_t)run->seeds + 1, &diag);
    ck_assert_msg(run->profile, "%s", diag.message);
    for (int i = 0; i < run->calls; i++) call(&f, "T.f", i);
    vm_profile_each(run->profile, 0, vm_profile_marks(run->profile) + 1, add_row, run);
    end(&f);
}

/* Of the mean over the seeds: events are as likely to count as others, and those of a row may come in any order, so that the
 * variance of one estimate is at most n times what it estimates. */
static void check_unbiased(const struct run *run, enum vm_amount amount, double largest) {
    ck_assert_int_gt(run->estimates.count, 0);
    vec_each(struct estimate, estimate, &run->estimates) {
        double exact = (double)estimate->amounts[0][amount], sum = 0;
        for (int i = 1; i <= run->seeds; i++) sum += (double)estimate->amounts[i][amount];
        double mean = sum / run->seeds;
        double deviation = sqrt(run->every * exact * largest / run->seeds);
        ck_assert_msg(fabs(mean - exact) <= 4.5 * deviation,
                      "%s: %g is estimated as %g, the standard deviation is %g", estimate->row,
                      exact, mean, deviation);
    }
}

static void check_exact(const struct run *run) {
    ck_assert_int_gt(run->estimates.count, 0);
    vec_each(struct estimate, estimate, &run->estimates) {
        for (int i = 1; i <= run->seeds; i++)
            ck_assert_mem_eq(estimate->amounts[0], estimate->amounts[i],
                             sizeof estimate->amounts[i]);
    }
}

/* A rule that would count all events else, by the context of no calls, too. */
static struct vm_rule sampled(const struct vm_rule *rule) {
    static enum vm_key keys[BY_COUNT];
    struct vm_rule made = *rule;
    made.every = 2;
    if (!rule_counts_all(&made)) return made;
    memcpy(keys, rule->keys, rule->key_count * sizeof *keys);
    keys[made.key_count++] = BY_context;
    made.keys = keys;
    made.levels = 0;
    return made;
}

/* Interpreted, compiled, and with every guard failing. */
static void check(const char *text, int calls, const struct vm_rule *asked) {
    const struct vm_rule made = sampled(asked), *rule = &made;
    for (int way = 0; way < 3; way++) {
        struct run run = {.text = text,
                          .calls = calls,
                          .threshold = way ? 10 : NEVER,
                          .seeds = SEEDS,
                          .every = 5,
                          .options = vm_options_default()};
        run.options.deoptimize_always = way == 2;
        execute(&run, rule);
        check_unbiased(&run, VM_AMOUNT_COUNT, 1);
        if (rule->amounts >> VM_AMOUNT_BYTES & 1) check_unbiased(&run, VM_AMOUNT_BYTES, 64);
        if (rule->amounts >> VM_AMOUNT_LENGTH & 1) check_unbiased(&run, VM_AMOUNT_LENGTH, 8);
        finish(&run);
    }
}

/* Where a sample would be dearer than a count. */
START_TEST(what_costs_an_addition_is_counted) {
    static const char text[] =
        "class T { int x; static Object o; static int g(int k) { return k + 1; }\n"
        "static synchronized int f(int k) { int n = 0; T t = new T(); if (k % 3 == 0) o = t;\n"
        "for (int i = 0; i < 20; i++) { if (i % 3 == 0) n += g(i); t.x += i;\n"
        "switch (k % 4) { case 0: n += 2; break; default: n++; } }\n"
        "int[] a = new int[k % 5]; return n + a.length + new int[2][k % 3].length + t.x; } }";
    const struct vm_rule rules[] = {
        {.point = POINT_new,
         .in = "T",
         .amounts = 1 << VM_AMOUNT_BYTES | 1 << VM_AMOUNT_LENGTH,
         KEYS(BY_site, BY_class, BY_kind, BY_tier)},
        {.point = POINT_call, .in = "T", KEYS(BY_site, BY_callee, BY_kind)},
        {.point = POINT_lock, .in = "T", KEYS(BY_site, BY_kind)},
        {.point = POINT_branch, .in = "T", KEYS(BY_site, BY_taken)},
        {.point = POINT_switch, .in = "T", KEYS(BY_path, BY_case, BY_thread)},
        {.point = POINT_block, .in = "T", KEYS(BY_site, BY_tier)},
        {.point = POINT_write, .in = "T", KEYS(BY_site)},
        {.point = POINT_entry, .in = "T", KEYS(BY_root, BY_inlined)}};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct run run = {.text = text,
                          .calls = 100,
                          .threshold = 10,
                          .seeds = 3,
                          .every = 7,
                          .options = vm_options_default()};
        execute(&run, &rules[i]);
        check_exact(&run);
        finish(&run);
    }
}
END_TEST

static void add_interval(void *context, const struct vm_row *row) {
    int64_t *intervals = context;
    intervals[row->rule->key_count] = row->rule->every;
}

START_TEST(rows_say_of_what_interval_they_are) {
    struct diag diag = DIAG_INIT;
    struct fixture f = {.options = vm_options_default(), .threshold = 10};
    const struct vm_rule rules[] = {
        {.point = POINT_entry, .every = 9, KEYS(BY_site)},
        {.point = POINT_entry, .every = 9, KEYS(BY_site, BY_context)},
        {.point = POINT_unwind, .every = 9, KEYS(BY_site, BY_method, BY_class)},
        {.point = POINT_unwind, .every = 9, KEYS(BY_site, BY_method, BY_root, BY_tier)},
        {.point = POINT_unwind,
         .of = "Throwable",
         .every = 9,
         KEYS(BY_site, BY_method, BY_root, BY_tier, BY_code)}};
    int64_t intervals[6] = {0};
    begin(&f, "class T { static void g(int k) { throw new IllegalStateException(); }\n"
              "static int f(int k) { for (int i = 0; i < 100; i++) try { g(k); } catch\n"
              "(RuntimeException e) { } return k; } }");
    struct vm_profile *profile = vm_profile_begin(f.vm, rules, 5, &diag);
    ck_assert_msg(profile, "%s", diag.message);
    call(&f, "T.f", 1);
    vm_profile_each(profile, 0, vm_profile_marks(profile) + 1, add_interval, intervals);
    end(&f);
    ck_assert_int_eq(intervals[1], 1);
    ck_assert_int_eq(intervals[2], 9);
    ck_assert_int_eq(intervals[3], 9);
    ck_assert_int_eq(intervals[4], 1);
    ck_assert(!rule_counts_all(&rules[4]));
}
END_TEST

START_TEST(branches_and_switches) {
    static const char text[] =
        "class T { static int f(int k) { int n = 0; for (int i = 0; i < 20; i++) {\n"
        "if (i % 3 == 0) n++; switch (k % 4) { case 0: n += 2; break; case 1: case 2: n--; break;\n"
        "default: n += 3; } } return n; } }";
    check(text, 60, &(struct vm_rule){.point = POINT_branch, .in = "T", KEYS(BY_site, BY_taken)});
    check(text, 60, &(struct vm_rule){.point = POINT_switch, .in = "T", KEYS(BY_site, BY_case)});
    check(text, 60, &(struct vm_rule){.point = POINT_block, .in = "T", KEYS(BY_site)});
    check(text, 60, &(struct vm_rule){.point = POINT_loop, .in = "T", KEYS(BY_tier)});
}
END_TEST

START_TEST(objects_and_arrays) {
    static const char text[] =
        "class T { int x; static Object o; static int f(int k) { T a = new T(); if (k % 3 == 0) o "
        "= a;\n"
        "int[] b = new int[k % 7]; long[][] c = new long[3][k % 4]; a.x = b.length;\n"
        "return a.x + c.length; } }";
    check(text, 150,
          &(struct vm_rule){.point = POINT_new,
                            .in = "T",
                            .amounts = 1 << VM_AMOUNT_BYTES | 1 << VM_AMOUNT_LENGTH,
                            KEYS(BY_site, BY_class)});
    check(text, 150,
          &(struct vm_rule){
              .point = POINT_new, .anchor = VM_SUCC, .in = "T", KEYS(BY_site, BY_class)});
}
END_TEST

START_TEST(calls_by_receiver) {
    static const char text[] =
        "class T { static class A { int y = 2; int g(int k) { return y + k; } }\n"
        "static class B extends A { int g(int k) { return y * k; } }\n"
        "static class C extends A { int g(int k) { return k; } }\n"
        "static A[] all = { new A(), new B(), new C(), new B() };\n"
        "static int f(int k) { int n = all[k % 4].g(k); A mine = new B();\n"
        "return n + mine.g(3) + (int) Math.sqrt(k); } }";
    check(text, 200,
          &(struct vm_rule){.point = POINT_call, .in = "T.f", KEYS(BY_callee, BY_receiver)});
    check(text, 200,
          &(struct vm_rule){.point = POINT_call,
                            .anchor = VM_PRED,
                            .in = "T.f",
                            KEYS(BY_callee, BY_receiver, BY_kind)});
    check(text, 200,
          &(struct vm_rule){
              .point = POINT_call, .anchor = VM_PRED, .in = "T.f", KEYS(BY_callee, BY_kind)});
    check(text, 200, &(struct vm_rule){.point = POINT_read, .of = "T$A", KEYS(BY_site)});
}
END_TEST

START_TEST(exceptions_and_locks) {
    static const char text[] =
        "class T { static T shared = new T();\n"
        "static void g(int k) { if (k % 2 == 0) throw new IllegalStateException(); }\n"
        "static int f(int k) { int n = 0; synchronized (shared) { n++; }\n"
        "Object[] a = k % 3 == 0 ? new String[1] : new Object[1];\n"
        "try { g(k); a[0] = shared; } catch (IllegalStateException e) { n++; }\n"
        "catch (ArrayStoreException e) { n += 2; } return n; } }";
    check(text, 150, &(struct vm_rule){.point = POINT_catch, .in = "T*", KEYS(BY_class)});
    check(text, 150, &(struct vm_rule){.point = POINT_unwind, .in = "T*", KEYS(BY_class)});
    check(text, 150, &(struct vm_rule){.point = POINT_check, .in = "T*", KEYS(BY_class)});
    check(text, 150,
          &(struct vm_rule){.point = POINT_lock, .anchor = VM_PRED, .in = "T*", KEYS(BY_kind)});
    check(text, 150, &(struct vm_rule){.point = POINT_native, KEYS(BY_callee)});
}
END_TEST

/* --- what is eliminated, too --- */

/* A row whose text says so, or NULL. */
static const struct estimate *estimate_with(const struct run *run, const char *a, const char *b) {
    vec_each(struct estimate, estimate, &run->estimates) {
        if (strstr(estimate->row, a) && strstr(estimate->row, b)) return estimate;
    }
    return NULL;
}

static struct run compiled_run(const char *text) {
    return (struct run){.text = text,
                        .calls = 300,
                        .threshold = 10,
                        .seeds = SEEDS,
                        .every = 7,
                        .options = vm_options_default()};
}

/* Also of the exact rule, so that what is not there is not there for a reason. */
static void check_never(const char *text, const struct vm_rule *rule, const char *site,
                        const char *kind) {
    struct run run = compiled_run(text);
    const struct vm_rule made = sampled(rule);
    execute(&run, &made);
    const struct estimate *estimate = estimate_with(&run, site, kind);
    ck_assert(estimate_with(&run, site, ""));
    if (estimate) {
        for (int i = 0; i <= run.seeds; i++)
            ck_assert_msg(estimate->amounts[i][VM_AMOUNT_COUNT] == 0, "%s: %d with seed %d",
                          estimate->row, (int)estimate->amounts[i][VM_AMOUNT_COUNT], i);
    }
    finish(&run);
}

START_TEST(kinds_of_allocations) {
    static const char text[] =
        "class T { int x; static Object o; static T last; static int f(int k) {\n"
        "T never = new T(); never.x = k; T always = new T(); o = always;\n"
        "T some = new T(); if (k % 3 == 0) o = some;\n"
        "int[] small = new int[4]; small[1] = k; int[] large = new int[k % 9]; o = large;\n"
        "long[][] both = new long[3][k % 4]; long[][] kept = new long[2][3]; o = kept;\n"
        "T carried = new T(); for (int i = 0; i < 5; i++) { if (i == k % 7) o = carried;\n"
        "carried = new T(); carried.x = i; }\n"
        "return never.x + small[1] + both.length + carried.x; } }";
    check(text, 150,
          &(struct vm_rule){.point = POINT_new,
                            .in = "T",
                            .amounts = 1 << VM_AMOUNT_BYTES | 1 << VM_AMOUNT_LENGTH,
                            KEYS(BY_site, BY_class, BY_kind)});
    check(text, 150, &(struct vm_rule){.point = POINT_new, .in = "T", KEYS(BY_kind, BY_tier)});
}
END_TEST

START_TEST(all_or_nothing_is_eliminated) {
    const struct vm_rule made = {.point = POINT_new, .in = "T", KEYS(BY_site, BY_tier, BY_kind)};
    check_never("class T { static Object o; static int f(int k) { o = new T(); return k; } }",
                &made, "T.f", "ELIMINATED");
    check_never("class T { static Object o; static int f(int k) { int[] a = new int[k];\n"
                "o = a; o = new int[2][k]; return k; } }",
                &made, "T.f", "ELIMINATED");
    check_never("class T { int x; static int f(int k) { T t = new T(); t.x = k; return t.x; } }",
                &made, "T.f", "TLAB");
    const struct vm_rule locked = {.point = POINT_lock, .in = "T*", KEYS(BY_site, BY_kind)};
    check_never("class T { static T shared = new T(); synchronized int g(int k) { return k; }\n"
                "static int f(int k) { synchronized (shared) { return shared.g(k); } } }",
                &locked, "T", "ELIMINATED");
    const struct vm_rule called = {.point = POINT_call, .in = "T.f", KEYS(BY_callee, BY_kind)};
    check_never("class T { static int g(int k) { return k + 1; }\n"
                "static int f(int k) { return g(k) + g(k + 1); } }",
                &called, "T.g", "ELIMINATED");
}
END_TEST

START_TEST(kinds_of_locks) {
    static const char text[] =
        "class T { static T shared = new T(); int n; static int depth;\n"
        "synchronized int up(int k) { n += k; return n; }\n"
        "static synchronized int g(int k) { return k + depth; }\n"
        "static int f(int k) { T mine = new T(); int s = mine.up(k) + shared.up(1) + g(k);\n"
        "synchronized (shared) { s += shared.up(2); } synchronized (mine) { s++; }\n"
        "try { T none = k % 5 == 0 ? null : shared; synchronized (none) { s++; } }\n"
        "catch (NullPointerException e) { s--; } return s; } }";
    check(text, 150, &(struct vm_rule){.point = POINT_lock, .in = "T*", KEYS(BY_site, BY_kind)});
    check(text, 150, &(struct vm_rule){.point = POINT_lock, .in = "T*", KEYS(BY_class, BY_kind)});
}
END_TEST

START_TEST(kinds_of_calls) {
    static const char text[] =
        "class T { static class A { int y = 2; int g(int k) { return y + k; } }\n"
        "static class B extends A { int g(int k) { return y * k; } }\n"
        "static class C extends A { int g(int k) { return k; } }\n"
        "static class D extends A { int g(int k) { throw new IllegalStateException(); } }\n"
        "static A[] all = { new A(), new B(), new C(), new D(), null };\n"
        "static int twice(int k) { return k == 0 ? 0 : 2 + twice(k - 1); }\n"
        "static int h(A a, int k) { return a.g(k) + twice(k % 4); }\n"
        "static int f(int k) { int n = 0; A mine = new B();\n"
        "try { n += h(all[k % 5], k); } catch (RuntimeException e) { n++; }\n"
        "return n + mine.g(3) + h(mine, k) + (int) Math.sqrt(k); } }";
    check(text, 200,
          &(struct vm_rule){.point = POINT_call, .in = "T*", KEYS(BY_site, BY_callee, BY_kind)});
    check(
        text, 200,
        &(struct vm_rule){.point = POINT_call, .in = "T*", KEYS(BY_callee, BY_receiver, BY_kind)});
}
END_TEST

/* However few there are: the first one is as likely to count as any. */
START_TEST(few_events_of_long_intervals) {
    for (int way = 0; way < 2; way++) {
        struct run run = {
            .text =
                "class T { static int f(int k) { int n = 0; for (int i = 0; i < 25; i++) n += k;\n"
                "return n; } }",
            .calls = 1,
            .threshold = way ? 1 : NEVER,
            .seeds = MOST_SEEDS,
            .every = 50,
            .options = vm_options_default()};
        execute(&run, &(struct vm_rule){.point = POINT_loop, .in = "T", KEYS(BY_site, BY_context)});
        ck_assert_int_eq(run.estimates.items[0].amounts[0][VM_AMOUNT_COUNT], 25);
        check_unbiased(&run, VM_AMOUNT_COUNT, 1);
        finish(&run);
    }
}
END_TEST

/* Intervals are around n: of many events the estimates differ less than those of events that count independently. */
START_TEST(intervals_are_from_one_to_twice_as_long) {
    struct run run = {.text = "class T { static int f(int k) { int n = 0;\n"
                              "for (int i = 0; i < 9000; i++) n += i; return n; } }",
                      .calls = 1,
                      .threshold = NEVER,
                      .seeds = 200,
                      .every = 30,
                      .options = vm_options_default()};
    execute(&run, &(struct vm_rule){.point = POINT_loop, .in = "T", KEYS(BY_site, BY_context)});
    const struct estimate *estimate = &run.estimates.items[0];
    double squares = 0;
    for (int i = 1; i <= run.seeds; i++) {
        ck_assert_int_eq(estimate->amounts[i][VM_AMOUNT_COUNT] % 30, 0);
        squares += pow((double)estimate->amounts[i][VM_AMOUNT_COUNT] - 9000, 2);
    }
    double variance = squares / run.seeds, expected = 30.0 * 9000 / 3;
    ck_assert_msg(variance > expected / 1.5 && variance < expected * 1.5, "%g, expected %g",
                  variance, expected);
    finish(&run);
}
END_TEST

START_TEST(equal_seeds_sample_equally) {
    struct run runs[2];
    for (int i = 0; i < 2; i++) {
        runs[i] = (struct run){.text = "class T { static int f(int k) { int n = 0;\n"
                                       "for (int i = 0; i < k; i++) n += i; return n; } }",
                               .calls = 50,
                               .threshold = 10,
                               .seeds = 20,
                               .every = 7,
                               .options = vm_options_default()};
        execute(&runs[i],
                &(struct vm_rule){.point = POINT_block, .in = "T", KEYS(BY_tier, BY_context)});
    }
    ck_assert_int_eq(runs[0].estimates.count, runs[1].estimates.count);
    for (uint32_t i = 0; i < runs[0].estimates.count; i++)
        ck_assert_mem_eq(runs[0].estimates.items[i].amounts, runs[1].estimates.items[i].amounts,
                         sizeof runs[0].estimates.items[i].amounts);
    bool differs = false;
    const struct estimate *first = &runs[0].estimates.items[0];
    for (int i = 2; i <= 20; i++)
        differs |= first->amounts[i][VM_AMOUNT_COUNT] != first->amounts[1][VM_AMOUNT_COUNT];
    ck_assert(differs);
    finish(&runs[0]);
    finish(&runs[1]);
}
END_TEST

/* Each thread draws by itself. */
START_TEST(eight_threads) {
    for (int way = 0; way < 2; way++) {
        struct run run = {
            .text =
                "class T { static class W extends Thread { int n; W(int k) { super(\"w\" + k); }\n"
                "public void run() { for (int i = 0; i < 300; i++) n += g(i); } }\n"
                "static int g(int i) { return i % 3 == 0 ? 1 : 2; }\n"
                "static int f(int k) throws Exception { W[] all = new W[8];\n"
                "for (int i = 0; i < 8; i++) { all[i] = new W(i); all[i].start(); }\n"
                "int n = 0; for (int i = 0; i < 8; i++) { all[i].join(); n += all[i].n; }\n"
                "return n; } }",
            .calls = 1,
            .threshold = way ? 10 : NEVER,
            .seeds = 50,
            .every = 20,
            .options = vm_options_default()};
        execute(&run,
                &(struct vm_rule){.point = POINT_entry, .in = "T.g", KEYS(BY_thread, BY_context)});
        ck_assert_int_eq(run.estimates.count, 8);
        bool differs = false;
        for (int i = 0; i < 8; i++) {
            const struct estimate *estimate = &run.estimates.items[i];
            ck_assert_int_eq(estimate->amounts[0][VM_AMOUNT_COUNT], 300);
            for (int seed = 1; seed <= run.seeds; seed++)
                differs |= estimate->amounts[seed][VM_AMOUNT_COUNT] !=
                           run.estimates.items[0].amounts[seed][VM_AMOUNT_COUNT];
        }
        ck_assert(differs);
        check_unbiased(&run, VM_AMOUNT_COUNT, 1);
        finish(&run);
    }
}
END_TEST

START_TEST(marks_cut_samples_into_intervals) {
    struct diag diag = DIAG_INIT;
    struct fixture f = {.options = vm_options_default(), .threshold = 10};
    const struct vm_rule rules[] = {
        {.point = POINT_loop, .in = "T", .every = 9, KEYS(BY_mark, BY_context)},
        {.point = POINT_loop, .in = "T", .every = 9, KEYS(BY_method, BY_context)}};
    begin(&f, "class T { static int f(int k) { int n = 0;\n"
              "for (int i = 0; i < 100; i++) n += i; return n; } }");
    struct run run = {.profile = vm_profile_begin(f.vm, rules, 2, &diag)};
    ck_assert_msg(run.profile, "%s", diag.message);
    for (int i = 0; i < 40; i++) {
        call(&f, "T.f", i);
        if (i % 10 == 9) vm_profile_mark(run.profile, "ten calls");
    }
    vm_profile_each(run.profile, 0, vm_profile_marks(run.profile) + 1, add_row, &run);
    ck_assert_int_eq(run.estimates.count, 2);
    int64_t intervals = run.estimates.items[0].amounts[0][VM_AMOUNT_COUNT];
    int64_t whole = run.estimates.items[1].amounts[1][VM_AMOUNT_COUNT];
    ck_assert_int_eq(intervals % 9, 0);
    ck_assert(intervals > 3500 && intervals < 4500);
    ck_assert(whole > 3500 && whole < 4500);
    finish(&run);
    end(&f);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sampled profile");
    TCase *all = tcase_create("all");
    suite_add_tcase(suite, all);
    tcase_set_timeout(all, 200);
    tcase_add_test(all, what_costs_an_addition_is_counted);
    tcase_add_test(all, rows_say_of_what_interval_they_are);
    tcase_add_test(all, branches_and_switches);
    tcase_add_test(all, objects_and_arrays);
    tcase_add_test(all, calls_by_receiver);
    tcase_add_test(all, exceptions_and_locks);
    tcase_add_test(all, kinds_of_allocations);
    tcase_add_test(all, all_or_nothing_is_eliminated);
    tcase_add_test(all, kinds_of_locks);
    tcase_add_test(all, kinds_of_calls);
    tcase_add_test(all, few_events_of_long_intervals);
    tcase_add_test(all, intervals_are_from_one_to_twice_as_long);
    tcase_add_test(all, equal_seeds_sample_equally);
    tcase_add_test(all, eight_threads);
    tcase_add_test(all, marks_cut_samples_into_intervals);
    return check_run(suite);
}
