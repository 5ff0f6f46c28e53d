/* What was counted is what there was: bytes of allocations by kind are those that the allocator handed out, to the byte, and
 * the calls of the nodes of a method in the tree of contexts are its entries. Whatever code runs, and wherever the heap gets
 * full. */
#include <check.h>

#include "tests/random_java.h"
#include "vm_fixture.h"

enum { PROGRAMS = 15, ROUNDS = 8 };

struct sums {
    int64_t by_kind[KIND_COUNT]; /* bytes */
    int64_t objects, eliminated, eliminated_bytes, bytes;
};

static void add_row(void *context, const struct vm_row *row) {
    struct sums *sums = context;
    const char *text = row->keys[BY_kind].text;
    enum vm_kind kind = KIND_none;
    if (text && strcmp(text, kind_name(KIND_none)) != 0)
        ck_assert(kind_of_name(text, POINT_new, &kind));
    ck_assert_int_ge(row->amounts[VM_AMOUNT_COUNT], 0);
    ck_assert_int_ge(row->amounts[VM_AMOUNT_BYTES], 0);
    sums->by_kind[kind] += row->amounts[VM_AMOUNT_BYTES];
    sums->objects += row->amounts[VM_AMOUNT_COUNT];
    sums->bytes += row->amounts[VM_AMOUNT_BYTES];
    if (kind != KIND_allocation_ELIMINATED) return;
    sums->eliminated += row->amounts[VM_AMOUNT_COUNT];
    sums->eliminated_bytes += row->amounts[VM_AMOUNT_BYTES];
}

static struct vm_profile *count_bytes(struct fixture *f) {
    static const enum vm_key keys[] = {BY_kind};
    const struct vm_rule rule = {
        .point = POINT_new, .amounts = 1 << VM_AMOUNT_BYTES, .keys = keys, .key_count = 1};
    struct diag diag = DIAG_INIT;
    struct vm_profile *profile = vm_profile_begin(f->vm, &rule, 1, &diag);
    ck_assert_msg(profile, "%s", diag.message);
    return profile;
}

/* [before]: what the allocator had handed out when the profile began. */
static struct sums check_bytes(struct fixture *f, struct vm_profile *profile, int64_t before,
                               const char *what, uint64_t number) {
    struct sums sums = {0};
    vm_profile_each(profile, 0, 1, add_row, &sums);
    int64_t handed_out = vm_allocated_bytes(f->vm) - before;
    ck_assert_msg(sums.bytes - sums.eliminated_bytes == handed_out,
                  "%s %llu: %lld bytes counted, without %lld eliminated ones; %lld handed out",
                  what, (unsigned long long)number, (long long)(sums.bytes - sums.eliminated_bytes),
                  (long long)sums.eliminated_bytes, (long long)handed_out);
    return sums;
}

/* --- programs --- */

static void call_random(struct fixture *f) {
    struct method *run = method(f, "T.run");
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < random_java_argument_count; i++) {
            const struct random_arguments *arguments = &random_java_arguments[i];
            vm_call(f->vm, run,
                    (union value[]){{.i = arguments->a}, {.i = arguments->b}, {.i = arguments->c}});
        }
}

static void begin_random(struct fixture *f, uint64_t seed) {
    struct strbuf text = STRBUF_INIT;
    random_java(seed, &(struct random_java_options){.statements = 30}, &text);
    begin(f, strbuf_text(&text));
    strbuf_release(&text);
}

START_TEST(bytes_by_kind_are_those_that_the_allocator_handed_out) {
    struct fixture f = {.options = vm_options_default(), .threshold = _i % 2 ? 20 : 2};
    f.options.loop_threshold = 10;
    f.options.deoptimize_always = _i % 3 == 1;
    f.options.collect_always = _i % 5 == 4;
    f.options.prune_unreached_branches = _i % 4 == 3;
    begin_random(&f, 7000 + (uint64_t)_i);
    struct vm_profile *profile = count_bytes(&f);
    int64_t before = vm_allocated_bytes(f.vm);
    call_random(&f);
    check_bytes(&f, profile, before, "seed", 7000 + (uint64_t)_i);
    end(&f);
}
END_TEST

/* Objects that are made where one of them escapes, and where a guard fails; outside of try blocks, where
 * nothing would move. */
static const char fills[] =
    "class P { Object a, b, c; P(Object a, Object b) { this.a = a; this.b = b; } }"
    "class T { static Object[] kept = new Object[4];"
    "static int take(P p) { return p.a == p.b ? 1 : 2; }"
    "static int make(int i) { P x = new P(null, null); P y = new P(x, x); long[] z = new long[9];"
    "  P all = new P(y, x); all.c = z; x.a = all; z[3] = i;"
    "  if (i % 3 == 0) { kept[i & 3] = all; return 3; }"
    "  if (i % 7 == 0) z[i % 14 + 1] = 1 / (i % 14);" /* fails now and then */
    "  return take(y) + (int) z[3]; }"
    "static int f(int i) { return make(i); } }";

START_TEST(an_allocation_that_fails_counts_nothing_and_nothing_twice) {
    int failed = 0;
    for (int nth = 1; nth < 40; nth++) {
        struct fixture f = {.options = vm_options_default(), .threshold = 20};
        f.options.fail_allocation = nth + 40 * _i;
        f.options.tlab_bytes = 512; /* most take the slow path */
        f.options.heap_bytes = 8 << 20;
        begin(&f, fills);
        struct vm_profile *profile = count_bytes(&f);
        int64_t before = vm_allocated_bytes(f.vm);
        for (int i = 0; i < 300; i++) {
            struct vm_result result = vm_call(f.vm, method(&f, "T.f"), &(union value){.i = i});
            failed += result.threw;
        }
        struct sums sums = check_bytes(&f, profile, before, "failing allocation", (uint64_t)nth);
        ck_assert_int_gt(sums.eliminated, 0);
        failed += vm_allocation_failed(f.vm);
        end(&f);
    }
    ck_assert_int_gt(failed, 0);
}
END_TEST

START_TEST(a_full_heap_counts_what_it_gave) {
    static const char text[] =
        "class P { Object a, b; P(Object a, Object b) { this.a = a; this.b = b; } }"
        "class T { static P all; static int full; static int f(int i) {"
        "  try { for (int k = 0; k < 400; k++) { P x = new P(all, null); P y = new P(x, new int[k "
        "% 9]);"
        "    if (k % 4 != 0) all = y; else full += x == y.a ? 0 : 1; } }"
        "  catch (OutOfMemoryError e) { all = null; full++; } return full; } }";
    struct fixture f = {.options = vm_options_default(), .threshold = 5};
    f.options.heap_bytes = 2 << 20;
    f.options.loop_threshold = 50;
    begin(&f, text);
    struct vm_profile *profile = count_bytes(&f);
    int64_t before = vm_allocated_bytes(f.vm);
    int full = 0;
    for (int i = 0; i < 500; i++) full = call(&f, "T.f", i);
    ck_assert_int_gt(full, 2);
    check_bytes(&f, profile, before, "heap", 2);
    end(&f);
}
END_TEST

/* --- contexts --- */

struct entries {
    struct {
        const char *method;
        int64_t entries, calls;
    } items[4000];
    size_t count;
};

static void add(struct entries *entries, const char *method, int64_t count, int64_t calls) {
    size_t i = 0;
    while (i < entries->count && strcmp(entries->items[i].method, method) != 0) i++;
    if (i == entries->count) {
        ck_assert_uint_lt(i, sizeof entries->items / sizeof *entries->items);
        entries->items[entries->count++].method = method;
    }
    entries->items[i].entries += count;
    entries->items[i].calls += calls;
}

static void add_entry(void *context, const struct vm_row *row) {
    enum vm_key key = row->rule->keys[0];
    add(context, row->keys[key].text, row->amounts[VM_AMOUNT_COUNT], 0);
}

static void add_nodes(struct vm *vm, struct arena *arena, const struct context *node,
                      struct entries *entries) {
    struct vm_context told = vm_context(vm, node);
    if (told.method) add(entries, told.name, 0, told.calls);
    const struct context *const *children;
    size_t count = vm_context_children(vm, node, arena, &children);
    for (size_t i = 0; i < count; i++) add_nodes(vm, arena, children[i], entries);
}

START_TEST(calls_of_the_nodes_of_a_method_are_its_entries) {
    static struct entries entries;
    static const enum vm_key method_key[] = {BY_method}, callee_key[] = {BY_callee};
    const struct vm_rule rules[] = {
        {.point = POINT_entry, .keys = method_key, .key_count = 1},
        {.point = POINT_native, .keys = callee_key, .key_count = 1},
    };
    struct fixture f = {.options = vm_options_default(), .threshold = _i % 2 ? 20 : 3};
    struct diag diag = DIAG_INIT;
    f.options.loop_threshold = 10;
    f.options.deoptimize_always = _i % 3 == 1;
    begin_random(&f, 7100 + (uint64_t)_i);
    ck_assert(vm_keep_contexts(f.vm, &(struct vm_context_options){0}, &diag));
    struct vm_profile *profile = vm_profile_begin(f.vm, rules, 2, &diag);
    ck_assert_msg(profile, "%s", diag.message);
    call_random(&f);
    struct arena arena;
    arena_init(&arena);
    entries.count = 0;
    vm_profile_each(profile, 0, 1, add_entry, &entries);
    add_nodes(f.vm, &arena, vm_contexts(f.vm), &entries);
    ck_assert_uint_gt(entries.count, 5);
    for (size_t i = 0; i < entries.count; i++)
        ck_assert_msg(entries.items[i].entries == entries.items[i].calls,
                      "seed %d: %s has %lld entries, and nodes with %lld calls", 7100 + _i,
                      entries.items[i].method, (long long)entries.items[i].entries,
                      (long long)entries.items[i].calls);
    arena_release(&arena);
    end(&f);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sums");
    TCase *bytes = tcase_create("bytes"), *contexts = tcase_create("contexts");
    tcase_set_timeout(bytes, 240);
    tcase_set_timeout(contexts, 240);
    tcase_add_loop_test(bytes, bytes_by_kind_are_those_that_the_allocator_handed_out, 0, PROGRAMS);
    tcase_add_loop_test(bytes, an_allocation_that_fails_counts_nothing_and_nothing_twice, 0, 3);
    tcase_add_test(bytes, a_full_heap_counts_what_it_gave);
    tcase_add_loop_test(contexts, calls_of_the_nodes_of_a_method_are_its_entries, 0, PROGRAMS);
    suite_add_tcase(suite, bytes);
    suite_add_tcase(suite, contexts);
    return check_run(suite);
}
