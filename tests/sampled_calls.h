/* What the tests of sampled calls have in common: one run under a rule, or more, and the edges that were sampled. */
#ifndef TESTS_SAMPLED_CALLS_H
#define TESTS_SAMPLED_CALLS_H

#include <check.h>
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "runtime/windows.h"
#include "tests/vm_fixture.h"
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
    int calls, threshold,
        rules; /* two: all entries count, too; four: what is inferred, and believed, too */
    struct vm_sampling_options sampling;
};

static inline void release(struct sampled *sampled) {
    vec_each(struct edge, edge, &sampled->edges) memory_free(edge->name);
    vec_release(&sampled->edges);
}

struct reading {
    struct vm_profile *profile;
    struct sampled *of_rule;
};

static inline void add_row(void *context, const struct vm_row *row) {
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

static inline void begin_sampling(struct fixture *f, const struct run *run) {
    struct diag diag = DIAG_INIT;
    begin(f, run->text);
    for (const char *const *name = run->apart; *name; name++)
        vm_direct(f->vm, method(f, *name), VM_NEVER_INLINE);
    ck_assert_msg(vm_sample_calls(f->vm, &run->sampling, &diag), "%s", diag.message);
}

static inline void execute_rules(const struct run *run, const struct vm_rule *rules, int count,
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
static inline void execute_in(const struct run *run, int levels, bool evicts, struct sampled *out) {
    static const enum vm_key keys[] = {BY_context, BY_class}, inlined[] = {BY_context, BY_inlined};
    const struct vm_rule rules[] = {
        {.point = POINT_sample,
         .anchor = VM_HERE,
         .keys = keys,
         .key_count = levels == VM_ALL_LEVELS ? 2 : 1,
         .levels = levels},
        {.point = POINT_entry, .keys = inlined, .key_count = 2, .levels = levels},
        {.point = POINT_inferred, .anchor = VM_HERE, .keys = keys, .key_count = 1, .levels = 1},
        {.point = POINT_believed, .anchor = VM_HERE, .keys = keys, .key_count = 1, .levels = 1}};
    execute_rules(run, rules, run->rules, evicts, out);
}

static inline void execute(const struct run *run, struct sampled *out) {
    execute_in(run, 1, false, out);
}

static inline double count_of(const struct sampled *sampled, const char *name) {
    vec_each(struct edge, edge, &sampled->edges) {
        if (strcmp(edge->name, name) == 0) return edge->count;
    }
    return 0;
}

static inline double sum_of(const struct sampled *sampled) {
    double sum = 0;
    vec_each(struct edge, edge, &sampled->edges) sum += edge->count;
    return sum;
}

static inline double count_of_method(const struct sampled *sampled, const char *method) {
    double sum = 0;
    vec_each(struct edge, edge, &sampled->edges) {
        if (strncmp(edge->name, method, strlen(method)) == 0) sum += edge->count;
    }
    return sum;
}

static inline void assert_equal(const struct sampled *one, const struct sampled *other) {
    ck_assert_int_gt(one->edges.count, 0);
    ck_assert_int_eq(one->edges.count, other->edges.count);
    vec_each(struct edge, edge, &one->edges) {
        ck_assert_msg(count_of(other, edge->name) == edge->count, "%s: %g and %g", edge->name,
                      edge->count, count_of(other, edge->name));
    }
}

/* Six calls a round, so that strides of 3 and windows of 12 meet the same ones again and again. */
static const char six[] =
    "class T { static int a(int k) { return k + 1; } static int b(int k) { return k + 2; }"
    "  static int c(int k) { return k + 3; }"
    "  static int f(int n) { int s = n;"
    "    for (int i = 0; i < 50; i++) s = a(s) + b(s) + c(s) + b(s + 1) + c(s + 1) + c(s + 2);"
    "    return s; } }";
static const char *const six_apart[] = {"T.a", "T.b", "T.c", "T.f", NULL};
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

static const char threads[] =
    "class W extends Thread { int n; static int g(int k) { return k > 0 ? T.h(k) + g(k - 1) : 0; }"
    "  public void run() { for (int i = 0; i < 2000; i++) n += g(4); } }"
    "class T { static int h(int k) { return k * 3; }"
    "  static int f(int n) { W[] all = new W[4];"
    "    for (int i = 0; i < 4; i++) { all[i] = new W(); all[i].start(); }"
    "    for (int i = 0; i < 4; i++) try { all[i].join(); } catch (InterruptedException e) { }"
    "    return n; } }";
static const char *const threads_apart[] = {"T.h", "W.g", NULL};

static const char loop_with_call[] = "class T { static int g(int s, int i) { return s << 1 + i; }"
                                     "  static int f(int n) {"
                                     "    int s = n;"
                                     "    for (int i = 0; i < 1000; i++) s ^= g(s, i);"
                                     "    return s; } }";
static const char loop_alone[] = "class T { static int f(int n) {"
                                 "    int s = n;"
                                 "    for (int i = 0; i < 1000; i++) s ^= s << 1 + i;"
                                 "    return s; } }";

#endif
