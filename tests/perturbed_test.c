/* The same rules as ordinary program code (vm_profile_perturb): what happens is counted as before, and the compiler does
 * something else. What the paper's sections 4.1 and 4.3 show, of programs that are known. */
#include <check.h>

#include "vm_fixture.h"

#define KEYS(...)                                                                                  \
    .keys = (const enum vm_key[]){__VA_ARGS__},                                                    \
    .key_count = sizeof((enum vm_key[]){__VA_ARGS__}) / sizeof(enum vm_key)

enum { CALLS = 500 };

struct counted {
    int64_t all, by_kind[KIND_COUNT], bytes;
    int64_t allocated; /* bytes, by compiled code */
};

static void add_row(void *context, const struct vm_row *row) {
    struct counted *counted = context;
    const char *text = row->keys[BY_kind].text;
    enum vm_kind kind = KIND_none;
    if (text && strcmp(text, kind_name(KIND_none)) != 0)
        ck_assert(kind_of_name(text, row->rule->point, &kind));
    counted->all += row->amounts[VM_AMOUNT_COUNT];
    counted->by_kind[kind] += row->amounts[VM_AMOUNT_COUNT];
    counted->bytes += row->amounts[VM_AMOUNT_BYTES];
}

/* T.f(0), T.f(1) ... under one rule; [limit]: of the compiler's policy, or NULL. */
static struct counted run(const char *text, const struct vm_rule *rule, const char *limit,
                          bool is_perturbed) {
    struct fixture f = {0};
    struct diag diag = DIAG_INIT;
    struct counted counted = {0};
    begin(&f, text);
    struct vm_profile *profile = vm_profile_begin(f.vm, rule, 1, &diag);
    ck_assert_msg(profile, "%s", diag.message);
    if (is_perturbed) ck_assert(vm_profile_perturb(f.vm, &diag));
    if (limit) ck_assert(vm_disable(f.vm, limit, &diag));
    for (int i = 0; i < CALLS; i++) call(&f, "T.f", i);
    ck_assert(vm_is_compiled(method(&f, "T.f")));
    vm_profile_each(profile, 0, 1, add_row, &counted);
    counted.allocated = vm_compiled_bytes(f.vm);
    end(&f);
    return counted;
}

START_TEST(objects_that_a_rule_looks_at_escape) {
    static const char text[] = "class A { int x; A(int x) { this.x = x; } }"
                               "class T { static A some; static int f(int i) { A a = new A(i);"
                               "if (i % 5 == 0) { some = a; return i; } return a.x; } }";
    const struct vm_rule rule = {
        .point = POINT_new, .of = "A", .amounts = 1 << VM_AMOUNT_BYTES, KEYS(BY_kind)};
    struct counted aware = run(text, &rule, NULL, false), naive = run(text, &rule, NULL, true);
    ck_assert_int_eq(aware.all, CALLS);
    ck_assert_int_eq(naive.all, CALLS);
    ck_assert_int_eq(naive.bytes, aware.bytes);
    ck_assert_int_gt(aware.by_kind[KIND_allocation_ELIMINATED], CALLS / 2);
    ck_assert_int_eq(naive.by_kind[KIND_allocation_ELIMINATED], 0);
    ck_assert_int_gt(naive.allocated, 2 * aware.allocated);
}
END_TEST

START_TEST(objects_that_no_rule_looks_at_are_removed_as_before) {
    static const char text[] = "class A { int x; A(int x) { this.x = x; } }"
                               "class T { static int f(int i) { A a = new A(i); return a.x; } }";
    const struct vm_rule rules[] = {{.point = POINT_block, KEYS(BY_site)},
                                    {.point = POINT_write, .of = "A", KEYS(BY_class)}};
    for (int i = 0; i < 2; i++) {
        struct counted aware = run(text, &rules[i], NULL, false);
        struct counted naive = run(text, &rules[i], NULL, true);
        ck_assert_int_eq(naive.all, aware.all);
        ck_assert_int_gt(naive.all, 0);
        ck_assert_int_eq(naive.allocated, 0);
    }
}
END_TEST

/* Four calls and some sums: 'g' is inlined while its size is 25 at most. */
static const char calls[] = "class T { static int n; static int h(int i) { return n += i; }"
                            "static int g(int i) { return h(i) + h(i * 3) + h(i ^ 5) + h(i - 7); }"
                            "static int f(int i) { return g(i); } }";

START_TEST(the_size_of_rules_counts_for_inlining) {
    const struct vm_rule rule = {.point = POINT_call, .of = "T*", KEYS(BY_kind)};
    struct counted aware = run(calls, &rule, "callee_size=25", false);
    struct counted naive = run(calls, &rule, "callee_size=25", true);
    ck_assert_int_eq(aware.all, 5 * CALLS);
    ck_assert_int_eq(naive.all, 5 * CALLS);
    ck_assert_int_gt(naive.by_kind[KIND_call_DIRECT], aware.by_kind[KIND_call_DIRECT]);
    ck_assert_int_lt(naive.by_kind[KIND_call_INLINED], aware.by_kind[KIND_call_INLINED]);
}
END_TEST

START_TEST(what_perturbs_is_itself_no_call_and_no_native) {
    for (enum vm_point point = POINT_call; point < POINT_COUNT; point++) {
        if (point != POINT_call && point != POINT_native) continue;
        const struct vm_rule rule = {.point = point, KEYS(BY_callee)};
        struct counted aware = run(calls, &rule, NULL, false);
        struct counted naive = run(calls, &rule, NULL, true);
        ck_assert_int_eq(naive.all, aware.all);
    }
}
END_TEST

/* Statements with a loop, of calls in which an object is made. */
static const char stored[] = "class A { int x; A(int x) { this.x = x; } int get() { return x; } }"
                             "class T { static int sum; static Object seen; static void add(int n) "
                             "{ sum += n; } static int total(int i) { return sum; }"
                             "static int f(int i) { A a = new A(i); return a.get(); } }";

static void check_statements(bool is_perturbed) {
    struct fixture f = {0};
    struct diag diag = DIAG_INIT;
    begin(&f, stored);
    const char *text = "for (int k = 0; k < 50; k++) T.add(k); new A(1);";
    const struct java_source java = {"rule.yaml", text, strlen(text), 3, 7, NULL};
    const struct vm_rule rules[] = {{.point = POINT_exit, .in = "A.get", .java = &java},
                                    {.point = POINT_new, .of = "A", KEYS(BY_class)}};
    struct counted counted = {0};
    struct vm_profile *profile = vm_profile_begin(f.vm, rules, 2, &diag);
    ck_assert_msg(profile, "%s", diag.message);
    if (is_perturbed) ck_assert(vm_profile_perturb(f.vm, &diag));
    for (int i = 0; i < CALLS; i++) call(&f, "T.f", i);
    vm_profile_each(profile, 0, 1, add_row, &counted);
    ck_assert_int_eq(call(&f, "T.total", 0), CALLS * 49 * 25);
    ck_assert_int_eq(vm_is_compiled(method(&f, "T.add")), is_perturbed);
    ck_assert_int_eq(counted.all, CALLS * (is_perturbed ? 3 : 2));
    end(&f);
}

START_TEST(statements_of_a_rule_get_hot_where_they_are_ordinary_code) {
    check_statements(true);
    check_statements(false);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("perturbed");
    TCase *cases = tcase_create("perturbed");
    tcase_set_timeout(cases, 120);
    tcase_add_test(cases, objects_that_a_rule_looks_at_escape);
    tcase_add_test(cases, objects_that_no_rule_looks_at_are_removed_as_before);
    tcase_add_test(cases, the_size_of_rules_counts_for_inlining);
    tcase_add_test(cases, what_perturbs_is_itself_no_call_and_no_native);
    tcase_add_test(cases, statements_of_a_rule_get_hot_where_they_are_ordinary_code);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
