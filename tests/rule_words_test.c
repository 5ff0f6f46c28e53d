/* Every word of the tables of rules (points, anchors, keys, conditions, comparisons, kinds, amounts, keys of a rule) has a
 * rule in YAML here, and a program of which the number is known by hand: interpreted, and where its methods are compiled after
 * some calls. A new word without one fails. */
#include <check.h>

#include "base/strbuf.h"
#include "rules/rules.h"
#include "vm_fixture.h"

enum { CALLS = 100, THRESHOLD = 20, NEVER = 1 << 20 };
enum { MIXED = CALLS - THRESHOLD + 1 /* calls that compiled code runs */ };

/* What T.run(0), T.run(1) ... T.run(99) execute. */
static const char objects[] =
    "class T { static class A { int x; Object o; static Object last; }\n"
    "  static Object kept; static Object[] all = new Object[2]; static int n;\n"
    "  static int run(int k) { A a = new A(); a.x = k;\n"
    "    if (k % 2 == 0) kept = new int[3];\n"
    "    if (k % 10 == 0) kept = new byte[1 << 16];\n"
    "    if (k % 4 == 0) kept = all.clone();\n"
    "    return a.x; } }";
static const char calls[] =
    "class T { static abstract class A { abstract int g(int k); }\n"
    "  static class B extends A { int g(int k) { return k; } }\n"
    "  static class C extends A { int g(int k) { return 2; } }\n"
    "  static class D extends A { int g(int k) { return 3; } }\n"
    "  static A only = new B(), all[] = { new B(), new C(), new D() }; static int n;\n"
    "  static int small(int k) { n++; return k + 1; }\n"
    "  static int fac(int k) { return k < 2 ? 1 : k * fac(k - 1); }\n"
    "  static int run(int k) { return small(k) + only.g(k) + all[k % 3].g(k) + fac(9)\n"
    "    + (int) Math.sqrt(k); } }";
static const char locks[] =
    "class T { static class M { } static M mine = new M(), shared = new M(), held = new M();\n"
    "  static int n; static volatile boolean has; static Thread waiter;\n"
    "  static class Other extends Thread { public void run() { synchronized (shared) { n++; } } }\n"
    "  static class Holder extends Thread { public void run() { synchronized (held) { has = true;\n"
    "    while (waiter.getState() != Thread.State.BLOCKED) Thread.yield(); } } }\n"
    "  static void wait(int k) { Holder holder = new Holder(); has = false;\n"
    "    waiter = Thread.currentThread(); holder.start();\n"
    "    while (!has) Thread.yield();\n"
    "    synchronized (held) { n++; }\n"
    "    try { holder.join(); } catch (InterruptedException e) { } }\n"
    "  static void share() { Other other = new Other(); other.start();\n"
    "    try { other.join(); } catch (InterruptedException e) { } }\n"
    "  static int run(int k) { if (k == 0) share(); M own = new M();\n"
    "    synchronized (own) { n++; }\n"
    "    synchronized (mine) { synchronized (mine) { n++; } }\n"
    "    synchronized (shared) { n++; }\n"
    "    if (k == 10) wait(k);\n"
    "    return n; } }";
static const char branch[] = "class T { static int leaf(int k) { return k + 1; }\n"
                             "  static int run(int k) { return k % 4 == 0 ? leaf(k) : 1; } }";
static const char exceptions[] =
    "class T { static int n; static class E extends RuntimeException { }\n"
    "  static int f(int k) { if (k % 4 == 0) throw new E(); return k; }\n"
    "  static int run(int k) { try { return f(k); } catch (E e) { n++; return -1; } } }";
static const char jumps[] =
    "class T { static int n;\n"
    "  static int f(int k) { if (k % 4 == 0) n++; return n; }\n"
    "  static int run(int k) { f(k); for (int i = 0; i < k % 3; i++) n++;\n"
    "    switch (k % 5) { case 0: n++; break; case 1: n += 2; break; case 7: n += 3; break;\n"
    "      default: n += 4; }\n"
    "    return n; } }";
static const char memory[] =
    "class T { static class A { int x; A next; } static class B extends A { }\n"
    "  static A a = new A(), b = new B(), last; static Object[] all = new A[2];\n"
    "  static int[] ints = new int[4]; static int n, olds;\n"
    "  static int run(int k) { A at = k % 4 == 0 ? b : a; at.x = k; n += at.x;\n"
    "    at.next = a; last = at; ints[k & 3] = k; n += ints[0]; all[1] = at;\n"
    "    Object o = at; if (o instanceof B) n++; A c = (A) o; return c.x; } }";
static const char others[] =
    "class T { static class Late { static int x = 5; } static int n;\n"
    "  static class Two extends Thread { public void run() { n++; } }\n"
    "  static int run(int k) { System.nanoTime(); if (k == 30) n += Late.x;\n"
    "    if (k == 60) { Thread two = new Two(); two.setName(\"two\"); two.start();\n"
    "      try { two.join(); } catch (InterruptedException e) { } }\n"
    "    return n; } }";
/* The receiver that is new at the 91st call leaves compiled code. */
static const char left[] =
    "class T { static class A { int g() { return 1; } } static class B extends A { int g() {\n"
    "  return 2; } } static A a = new A(), b = new B(); static class P { int x; }\n"
    "  static int run(int k) { P p = new P(); p.x = k; A at = k == 90 ? b : a;\n"
    "    return at.g() + p.x; } }";
/* The first call is entered at its loop. */
static const char loop[] = "class T { static int n; static int run(int k) { if (k == 0)\n"
                           "    for (int i = 0; i < 1000; i++) n++;\n"
                           "  return n; } }";

enum { POSITIVE = -1, SOME = -2 /* fewer than the first number */ };

static const struct sample {
    const char *rule, *program;
    int64_t interpreted, mixed; /* the last amount that the rule sums: of all rows */
    const char *rows;           /* keys of each mixed row; NULL: not compared */
} samples[] = {
    {"at: new, in: T.run, count: []", objects, 185, 185, NULL},
    {"on: new, in: T.run, of: T$A, count: []", objects, 100, 100, NULL},
    {"HERE: new, in: T.run, of: \"int[]\", count: [class]", objects, 50, 50, "int[]"},
    {"after: new, in: T.run, of: T$A, count: []", objects, 100, 19, NULL},
    {"PRED: new, in: T.run, if: compiled, count: []", objects, 0, 40 + 8 + 20, NULL},
    {"SUCC: new, in: T.run, if: interpreted, count: []", objects, 185, 19 + 10 + 2 + 5, NULL},
    {"at: new, in: T.run, if: kind == ELIMINATED, count: [kind]", objects, 0, MIXED, "ELIMINATED"},
    {"after: new, in: T.run, if: kind == TLAB, count: [class]", objects, 0, 40, "int[]"},
    {"after: new, in: T.run, if: kind == HEAP, count: [class]", objects, 0, 8, "byte[]"},
    {"at: new, in: T.run, if: kind == NATIVE, count: [class]", objects, 25, 25,
     "java.lang.Object[]"},
    {"at: new, in: T.run, of: \"int[]\", sum: length", objects, 150, 150, NULL},
    {"at: new, in: T.run, of: T$A, sum: bytes", objects, 3200, 3200, NULL},
    {"at: new, in: T.run, of: T$A, if: mark == half, count: mark", objects, 50, 50, "half"},
    {"at: new, in: T.run, of: T$A, every: 7, count: [site]", objects, 100, 100, NULL},
    {"at: new, in: T.run, of: T$A, every: 5, count: context", objects, POSITIVE, POSITIVE, NULL},
    {"at: new, in: T.run, of: T$A, count: [], hit: made", objects, 100, 100, NULL},
    {"at: exit, in: T.run, count: [], do: |\n          T.n++;\n", objects, 100, 100, NULL},
    {"at: new, in: T.run, of: T$A, if: tier != interpreted and code > 0, count: []", objects, 0,
     MIXED, NULL},
    {"at: new, in: T.run, of: T$A, if: not (code <= 0 or root == T.f), count: []", objects, 0,
     MIXED, NULL},
    {"at: new, in: T.run, of: T$A, if: code < 1, count: code", objects, 100, 19, "0"},

    {"before: call, in: T.run, of: T.small, count: []", calls, 100, 19, NULL},
    {"at: call, in: T.run, of: T.small, if: kind == INLINED, count: callee", calls, 0, MIXED,
     "T.small(I)I"},
    {"at: call, in: T.run, of: T$A.g, if: kind == GUARDED, count: receiver", calls, 0, MIXED,
     "T$B"},
    {"at: call, in: T.run, of: T$A.g, if: kind == VIRTUAL, count: receiver", calls, 0, MIXED,
     "T$B\nT$C\nT$D"},
    {"at: call, in: T.fac, of: T.fac, count: []", calls, 800, 800, NULL},
    {"at: call, of: T.fac, if: kind == DIRECT, count: callee", calls, 0, POSITIVE, "T.fac(I)I"},
    {"at: call, of: java.lang.Math.sqrt, if: kind == ELIMINATED, count: callee", calls, 0, MIXED,
     "java.lang.Math.sqrt(D)D"},
    {"at: entry, in: T.small, if: inlined and root == T.run, count: root", calls, 0, MIXED,
     "T.run(I)I"},
    {"at: entry, in: T.small, count: method", calls, 100, 100, "T.small(I)I"},
    {"at: entry, in: T.small, if: compiled, count: path", calls, 0, MIXED,
     "T.small(I)I:0 (line 6) < T.run(I)I:1 (line 8)"},
    {"at: entry, in: T.small, if: compiled, count: site", calls, 0, MIXED,
     "T.small(I)I:0 (line 6)"},
    {"at: entry, in: T.small, if: compiled, count: inlined", calls, 0, MIXED, "1"},
    {"at: entry, in: T.small, count: context, levels: 1", calls, 100, 100,
     "T.small(I)I < T.run(I)I:1 (line 8)"},
    {"at: entry, in: T.small, count: context, levels: 0", calls, 100, 100, "T.small(I)I"},
    {"at: entry, in: T.small, count: context, levels: all", calls, 100, 100,
     "T.small(I)I < T.run(I)I:1 (line 8)"},
    {"at: sample, in: T.fac, count: []", calls, POSITIVE, POSITIVE, NULL},
    {"at: poll, in: T.fac, if: interpreted, count: []", calls, 900, SOME, NULL},
    {"at: inferred, in: T.small, count: []", calls, 0, POSITIVE, NULL},
    {"at: believed, in: T.leaf, count: []", branch, 0, POSITIVE, NULL},

    {"at: lock, in: T.run, count: []", locks, 400, 400, NULL},
    {"at: unlock, in: T.run, of: T$M, count: [class]", locks, 400, 400, "T$M"},
    {"at: lock, in: T.run, if: kind == ELIMINATED, count: []", locks, 0, MIXED, NULL},
    {"at: lock, in: T.run, if: kind == BIASED, count: []", locks, 0, MIXED, NULL},
    {"at: lock, in: T.run, if: kind == RECURSIVE, count: []", locks, 0, MIXED, NULL},
    {"at: lock, in: T.run, if: kind == CAS, count: []", locks, 0, MIXED, NULL},
    {"at: lock, in: T.wait, sum: waited", locks, POSITIVE, POSITIVE, NULL},
    {"at: lock, in: T.wait, count: thread", locks, 1, 1, NULL},

    {"at: entry, in: T.f, count: []", exceptions, 100, 100, NULL},
    {"at: exit, in: T.f, count: []", exceptions, 75, 75, NULL},
    {"at: throw, in: T.f, of: T$E, count: class", exceptions, 25, 25, "T$E"},
    {"at: unwind, in: T.f, of: T$E, count: class", exceptions, 25, 25, "T$E"},
    {"at: catch, in: T.run, of: T$E, count: class", exceptions, 25, 25, "T$E"},

    {"at: branch, in: T.f, count: []", jumps, 100, 100, NULL},
    {"at: branch, in: T.f, if: taken, count: taken", jumps, 75, 75, "1"},
    {"at: block, in: T.f, count: []", jumps, 225, 225, NULL},
    {"at: block, in: T.run, blocks: calls, count: []", jumps, POSITIVE, POSITIVE, NULL},
    {"at: loop, in: T.run, count: []", jumps, 99, 99, NULL},
    {"at: switch, in: T.run, count: case", jumps, 100, 100, "0\n1\ndefault"},
    {"at: switch, in: T.run, if: case == default, count: case", jumps, 60, 60, "default"},

    {"at: read, in: T.run, of: T$A, count: []", memory, 200, 200, NULL},
    {"at: read, in: T.run, of: \"int[]\", count: class", memory, 100, 100, "int[]"},
    {"before: write, in: T.run, of: T, count: []", memory, 325, 325, NULL},
    {"at: write, in: T.run, of: T$A, count: []", memory, 200, 200, NULL},
    {"at: check, in: T.run, of: T$B, count: class", memory, 75, 75, "T$B"},

    {"at: native, of: java.lang.System.nanoTime, count: callee", others, 100, 100,
     "java.lang.System.nanoTime()J"},
    {"at: initialize, of: T$Late, count: class", others, 1, 1, "T$Late"},
    {"at: thread, count: thread", others, 1, 1, "two"},
    {"at: entry, in: T$Two.run, if: thread == two, count: []", others, 1, 1, NULL},
    {"at: new, in: T.run, of: T$Two, sum: clock", others, POSITIVE, POSITIVE, NULL},

    {"at: deoptimize, in: T.run, count: []", left, 0, 1, NULL},
    {"at: rematerialize, in: T.run, of: T$P, count: class", left, 0, 1, "T$P"},
    {"at: new, in: T.run, of: T$P, if: kind == REMATERIALISED, count: class", left, 0, 1, "T$P"},
    {"at: new, in: T.run, of: T$P, count: []", left, 100, 100, NULL},

    {"at: loop, in: T.run, count: []", loop, 1000, 1000, NULL},
    {"at: loop, in: T.run, if: tier == on-stack, count: tier", loop, 0, SOME, "on-stack"},
    {"at: loop, in: T.run, if: tier == interpreted or code >= 1, count: []", loop, 1000, 1000,
     NULL},
};
enum { SAMPLES = sizeof samples / sizeof *samples };

static const char *const programs[] = {objects, calls,  locks,  branch, exceptions,
                                       jumps,   memory, others, left,   loop};

static struct arena arena;

static void set_up(void) { arena_init(&arena); }
static void tear_down(void) { arena_release(&arena); }

/* A rule in flow style, or, with statements, one on lines of its own. */
static const char *file_of(const struct sample *sample) {
    const char *statements = strstr(sample->rule, ", do: ");
    if (!statements) return arena_format(&arena, "profiler: p\nrules:\n  - { %s }\n", sample->rule);
    struct strbuf text = STRBUF_INIT;
    strbuf_add_text(&text, "profiler: p\nrules:\n  - ");
    for (const char *at = sample->rule; *at; at++)
        if (at < statements + 1 && *at == ',')
            strbuf_add_text(&text, "\n   ");
        else
            strbuf_add_char(&text, *at);
    const char *file = arena_format(&arena, "%s", strbuf_text(&text));
    strbuf_release(&text);
    return file;
}

static const struct vm_rule *rule_of(const struct sample *sample) {
    struct diag diag = DIAG_INIT;
    char message[1400];
    const char *text = file_of(sample);
    const struct profiler_file *file =
        profiler_read_text(&arena, "p.yaml", text, strlen(text), &diag);
    ck_assert_msg(file, "%s: %s", sample->rule, diag_format(&diag, message, sizeof message));
    return file->rules;
}

/* --- runs --- */

/* What a rule counted. */
struct counted {
    enum vm_amount amount;
    int64_t sum;
    struct strbuf rows;
};

struct run {
    const struct sample *samples[SAMPLES]; /* of one program */
    struct vm_rule rules[SAMPLES];
    struct counted counted[SAMPLES];
    size_t count;
    struct vm_profile *profile;
};

static void add_key(struct strbuf *out, struct vm_profile *profile, const struct vm_row *row,
                    enum vm_key key) {
    const struct vm_key_of_row *value = &row->keys[key];
    if (value->text)
        strbuf_add_text(out, value->text);
    else if (value->position)
        position_format(value->position, out);
    else if (value->context)
        position_format(vm_context_path(profile, value->context), out);
    else
        strbuf_addf(out, "%d", (int)value->number);
}

static void add_row(void *context, const struct vm_row *row) {
    struct run *run = context;
    struct counted *counted = &run->counted[vm_profile_rule(run->profile, row)];
    counted->sum += row->amounts[counted->amount];
    for (size_t i = 0; i < row->rule->key_count; i++) {
        if (counted->rows.length) strbuf_add_char(&counted->rows, '\n');
        add_key(&counted->rows, run->profile, row, row->rule->keys[i]);
    }
}

static enum vm_amount last_amount(const struct vm_rule *rule) {
    enum vm_amount last = VM_AMOUNT_COUNT;
    for (enum vm_amount amount = 0; amount < VM_AMOUNTS; amount++)
        if (rule_sums(rule, amount)) last = amount;
    return last;
}

static bool read_samples(struct run *run, const char *program) {
    bool has_windows = false;
    *run = (struct run){.count = 0};
    for (int i = 0; i < SAMPLES; i++) {
        if (samples[i].program != program) continue;
        run->samples[run->count] = &samples[i];
        run->rules[run->count] = *rule_of(&samples[i]);
        has_windows |= point_is_of_windows(run->rules[run->count].point);
        run->counted[run->count].amount = last_amount(&run->rules[run->count]);
        run->counted[run->count++].rows = (struct strbuf)STRBUF_INIT;
    }
    return has_windows;
}

static void execute(struct run *run, const char *program, int threshold, bool deoptimizes) {
    struct fixture f = {.options = vm_options_default(), .threshold = threshold};
    struct diag diag = DIAG_INIT;
    f.options.loop_threshold = threshold * 10;
    f.options.interpret_only = threshold == NEVER;
    f.options.deoptimize_always = deoptimizes;
    begin(&f, program);
    const struct vm_sampling_options by_polls = {.every_polls = 50};
    if (read_samples(run, program)) ck_assert(vm_sample_calls(f.vm, &by_polls, &diag));
    run->profile = vm_profile_begin(f.vm, run->rules, run->count, &diag);
    ck_assert_msg(run->profile, "%s", diag.message);
    for (int i = 0; i < CALLS; i++) {
        if (i == CALLS / 2) vm_profile_mark(run->profile, "half");
        call(&f, "T.run", i);
    }
    vm_profile_each(run->profile, 0, vm_profile_marks(run->profile) + 1, add_row, run);
    end(&f);
}

static void check_sum(const struct sample *sample, const char *mode, int64_t expected, int64_t sum,
                      struct strbuf *wrong) {
    bool is_met = expected == sum;
    if (expected == POSITIVE) is_met = sum > 0;
    if (expected == SOME) is_met = sum > 0 && sum < CALLS * 10;
    if (!is_met)
        strbuf_addf(wrong, "%s, %s: %lld instead of %lld\n", sample->rule, mode, (long long)sum,
                    (long long)expected);
}

START_TEST(a_rule_counts_what_its_program_executes) {
    static struct run interpreted, mixed, guards;
    struct strbuf wrong = STRBUF_INIT;
    execute(&interpreted, programs[_i], NEVER, false);
    execute(&mixed, programs[_i], THRESHOLD, false);
    execute(&guards, programs[_i], 2, true);
    for (size_t i = 0; i < mixed.count; i++) {
        const struct sample *sample = mixed.samples[i];
        const char *rows = strbuf_text(&mixed.counted[i].rows);
        check_sum(sample, "interpreted", sample->interpreted, interpreted.counted[i].sum, &wrong);
        check_sum(sample, "compiled", sample->mixed, mixed.counted[i].sum, &wrong);
        if (sample->interpreted == sample->mixed)
            check_sum(sample, "guards", sample->mixed, guards.counted[i].sum, &wrong);
        if (sample->rows && strcmp(sample->rows, rows) != 0)
            strbuf_addf(&wrong, "%s: %s\n", sample->rule, rows);
    }
    ck_assert_msg(!wrong.length, "%s", strbuf_text(&wrong));
}
END_TEST

/* --- words --- */

static bool is_of_word(char c) {
    return c == '_' || c == '-' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Is the word in the rule, and, where [before] says so, behind that? */
static bool has(const char *rule, const char *before, const char *word) {
    size_t length = strlen(word), behind = strlen(before);
    for (const char *at = rule; (at = strstr(at, word)); at++) {
        bool is_whole = (at == rule || !is_of_word(word[0]) || !is_of_word(at[-1])) &&
                        !(is_of_word(word[0]) && is_of_word(at[length]));
        bool is_behind = (size_t)(at - rule) >= behind && !strncmp(at - behind, before, behind);
        if (is_whole && is_behind) return true;
    }
    return false;
}

static void check_word(const char *table, const char *before, const char *word) {
    for (int i = 0; i < SAMPLES; i++)
        if (has(samples[i].rule, before, word)) return;
    ck_abort_msg("the %s '%s' has no rule here with a program of which the number is known", table,
                 word);
}

/* Kinds of different points have equal names. */
static void check_kind(enum vm_kind kind) {
    for (int i = 0; i < SAMPLES; i++)
        if (kind_is_of(kind, rule_of(&samples[i])->point) &&
            has(samples[i].rule, "kind == ", kind_name(kind)))
            return;
    ck_abort_msg("the kind '%s' has no rule here", kind_name(kind));
}

static void check_key(enum vm_key key) {
    for (int i = 0; i < SAMPLES; i++)
        if (rule_has_key(rule_of(&samples[i]), key)) return;
    ck_abort_msg("nothing is counted here by the key '%s'", key_name(key));
}

static void check_amount(enum vm_amount amount) {
    for (int i = 0; i < SAMPLES; i++)
        if (rule_sums(rule_of(&samples[i]), amount)) return;
    ck_abort_msg("the amount '%s' is not summed here", amount_name(amount));
}

START_TEST(every_word_has_a_rule) {
    for (enum vm_point point = 0; point < POINT_COUNT; point++)
        check_word("point", ": ", point_name(point));
    for (enum vm_key key = 0; key < BY_COUNT; key++) check_key(key);
    for (enum vm_kind kind = KIND_none + 1; kind < KIND_COUNT; kind++) check_kind(kind);
    for (enum vm_amount amount = 0; amount < VM_AMOUNTS; amount++) check_amount(amount);
    for (int tier = 0; tier < VM_TIERS; tier++)
        check_word("tier", "", tier_name((enum vm_tier)tier));
#define ANCHOR(word, anchor, side, meaning) check_word("anchor", "", #word ":");
#include "rules/anchors.def"
#undef ANCHOR
#define CONDITION(word, key, comparison, text, meaning) check_word("condition", "", #word);
#include "rules/conditions.def"
#undef CONDITION
#define COMPARISON(sign, comparison, orders) check_word("comparison", " ", sign " ");
#include "rules/comparisons.def"
#undef COMPARISON
#define KEY(name, type, required, default_text, meaning) check_word("key of a rule", "", #name ":");
#define SECTION(name, title, meaning)                    if (!strcmp(#name, "rule")) {
#define END()                                            }
#include "rules/rule_keys.def"
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rule words");
    TCase *words = tcase_create("words");
    suite_add_tcase(suite, words);
    tcase_add_checked_fixture(words, set_up, tear_down);
    tcase_set_timeout(words, 60);
    tcase_add_loop_test(words, a_rule_counts_what_its_program_executes, 0,
                        sizeof programs / sizeof *programs);
    tcase_add_test(words, every_word_has_a_rule);
    return check_run(suite);
}
