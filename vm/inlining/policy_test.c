/* The policy: each verdict with its reason. */
#include "build/testing.h"
#include "directives.h"
#include "inlining/inlining.h"
#include "ir/cfg.h"
#include "ir/query.h"

#include "base/check_run.h"

static struct build_test test;
static struct inline_limits limits;

static void set_up(void) {
    build_test_begin(&test);
    limits = inline_limits_of(&test.compilation);
}

static void tear_down(void) { build_test_end(&test); }

/* int g(int): as many additions as asked for */
static void write_callee(uint16_t access, int additions) {
    int argument = access & ACC_STATIC ? OP_iload_0 : OP_iload_1;
    build_test_method(&test, access, "g", "(I)I", 2, access & ACC_STATIC ? 1 : 2);
    op(&test, argument);
    for (int i = 0; i < additions; i++) op(&test, argument), op(&test, OP_iadd);
    op(&test, OP_ireturn);
}

/* static int f(int n) { return n != 0 ? g(n) : n; } */
static void write_static_caller(void) {
    build_test_method(&test, ACC_STATIC, "f", "(I)I", 1, 1);
    op(&test, OP_iload_0);
    uint32_t otherwise = branch(&test, OP_ifeq);
    op(&test, OP_iload_0), op_member(&test, OP_invokestatic, "T", "g", "(I)I");
    op(&test, OP_ireturn);
    land(&test, otherwise);
    op(&test, OP_iload_0), op(&test, OP_ireturn);
}

static struct inline_decision decide(void) {
    struct graph *graph = build_test_graph(&test, "f");
    struct node *invoke = graph_find(graph, NODE_invoke);
    ck_assert_ptr_nonnull(invoke);
    return inline_decide(&test.compilation, invoke, &limits);
}

static void expect_decision(struct inline_decision decision, bool yes, enum reason reason) {
    ck_assert_str_eq(reason_name(decision.reason), reason_name(reason));
    ck_assert(decision.yes == yes);
    ck_assert((decision.graph != NULL) == yes);
}

static void expect(bool yes, enum reason reason) { expect_decision(decide(), yes, reason); }

/* The call is this part of all sampled calls. */
static void expect_of_share(double share, bool yes, enum reason reason) {
    struct node *invoke = graph_find(build_test_graph(&test, "f"), NODE_invoke);
    invoke->extra.call.sampled = share;
    expect_decision(inline_decide(&test.compilation, invoke, &limits), yes, reason);
}

static void static_call(int additions) {
    write_callee(ACC_STATIC, additions);
    write_static_caller();
    build_test_resolve(&test);
}

START_TEST(a_trivial_callee_is_inlined) {
    static_call(0);
    expect(true, REASON_trivial_size);
}
END_TEST

START_TEST(a_callee_that_fits_the_budget_is_inlined) {
    static_call(50);
    expect(true, REASON_within_budget);
}
END_TEST

START_TEST(a_trivial_callee_is_nothing_special_without_its_rule) {
    static_call(0);
    test.compilation.rule_disabled[RULE_inline_trivial] = true;
    expect(true, REASON_within_budget);
}
END_TEST

START_TEST(a_big_callee_is_not_inlined_unless_it_must_be) {
    static_call(50);
    limits.callee_size = 20;
    expect(false, REASON_callee_too_big);
    build_test_find(&test, "g")->directives = VM_ALWAYS_INLINE;
    expect(true, REASON_always_inline);
}
END_TEST

/* Up to 20 nodes, of a tenth of the calls up to 120, and in proportion between. */
START_TEST(the_size_of_callees_grows_with_the_share_of_the_call_up_to_a_bound) {
    static_call(60);
    limits.callee_size = 20;
    limits.hot_callee_size = 120;
    limits.hot_share = 0.1;
    expect_of_share(0, false, REASON_callee_too_big);
    expect_of_share(0.03, false, REASON_callee_too_big);
    expect_of_share(0.06, true, REASON_hot_call);
    expect_of_share(0.5, true, REASON_hot_call);
    limits.hot_callee_size = 50;
    expect_of_share(0.5, false, REASON_callee_too_big);
    limits.callee_size = 80;
    expect_of_share(0.5, true, REASON_within_budget);
}
END_TEST

START_TEST(a_graph_that_has_grown_takes_no_more_callees) {
    static_call(50);
    limits.caller_size = 40;
    expect(false, REASON_graph_too_big);
}
END_TEST

START_TEST(a_trivial_callee_is_not_inlined_once_the_graph_has_grown_large) {
    static_call(0);
    limits.largest_size = limits.caller_size = 3;
    expect(false, REASON_graph_too_big);
    build_test_find(&test, "g")->directives = VM_ALWAYS_INLINE;
    expect(true, REASON_always_inline);
}
END_TEST

START_TEST(never_inline_is_obeyed) {
    static_call(0);
    build_test_find(&test, "g")->directives = VM_NEVER_INLINE;
    expect(false, REASON_never_inline);
}
END_TEST

START_TEST(a_method_that_is_never_compiled_is_not_inlined_either) {
    static_call(0);
    build_test_find(&test, "g")->directives = VM_NEVER_COMPILE | VM_ALWAYS_INLINE;
    expect(false, REASON_never_compile);
}
END_TEST

START_TEST(a_method_without_bytecode_is_not_inlined) {
    static_call(0);
    build_test_find(&test, "g")->code = NULL;
    expect(false, REASON_native_callee);
}
END_TEST

START_TEST(a_callee_that_cannot_be_built_is_not_inlined) {
    build_test_method(&test, ACC_STATIC, "g", "(I)I", 1, 1);
    op(&test, OP_iconst_0), op_u8(&test, OP_newarray, 10), op(&test, OP_monitorenter);
    op(&test, OP_iconst_0), op(&test, OP_ireturn);
    write_static_caller();
    build_test_resolve(&test);
    expect(false, REASON_callee_not_compilable);
}
END_TEST

START_TEST(a_call_that_the_profile_finds_rare_is_cold) {
    static_call(50);
    build_test_run(&test, "f", (union value[]){{.i = 0}}, 500);
    build_test_run(&test, "f", (union value[]){{.i = 1}}, 1);
    expect(false, REASON_cold_call);
    expect_of_share(0.01, true, REASON_within_budget);
}
END_TEST

START_TEST(a_method_is_not_inlined_into_itself) {
    build_test_method(&test, ACC_STATIC, "f", "(I)I", 1, 1);
    op(&test, OP_iload_0), op_member(&test, OP_invokestatic, "T", "f", "(I)I");
    op(&test, OP_ireturn);
    build_test_resolve(&test);
    expect(false, REASON_recursive);
}
END_TEST

/* Positions do not name methods of hidden classes. */
START_TEST(a_method_of_a_hidden_class_is_not_inlined_into_itself) {
    build_test_method(&test, ACC_STATIC, "g", "(I)I", 1, 1);
    op(&test, OP_iload_0), op_member(&test, OP_invokestatic, "T", "g", "(I)I");
    op(&test, OP_ireturn);
    write_static_caller();
    build_test_resolve(&test);
    struct graph *graph = build_test_graph(&test, "f");
    test.class->host = test.class;
    struct node *invoke = graph_find(graph, NODE_invoke);
    struct inline_decision decision = inline_decide(&test.compilation, invoke, &limits);
    ck_assert(decision.yes);
    inline_graft(&test.compilation, invoke, &decision);
    struct node *inlined = graph_find(graph, NODE_invoke);
    ck_assert_ptr_ne(inlined, invoke);
    decision = inline_decide(&test.compilation, inlined, &limits);
    ck_assert(!decision.yes);
    ck_assert_int_eq(decision.reason, REASON_recursive);
}
END_TEST

START_TEST(nested_calls_are_inlined_to_a_depth) {
    static_call(0);
    limits.depth = 0;
    expect(false, REASON_too_deep);
}
END_TEST

/* --- virtual calls --- */

/* static int f(T t) { return t.g(1); } */
static void virtual_call(void) {
    write_callee(0, 0);
    build_test_method(&test, ACC_STATIC, "f", "(LT;)I", 2, 1);
    op(&test, OP_aload_0), op(&test, OP_iconst_1);
    op_member(&test, OP_invokevirtual, "T", "g", "(I)I"), op(&test, OP_ireturn);
    build_test_resolve(&test);
}

static void run_with_receiver(void) {
    struct object *receiver = object_new(&test.runtime.main, test.class);
    build_test_run(&test, "f", (union value[]){{.r = receiver}}, 3);
}

START_TEST(a_receiver_that_was_never_seen_gives_no_target) {
    virtual_call();
    expect(false, REASON_no_profile);
}
END_TEST

START_TEST(one_receiver_class_in_the_profile_is_guarded) {
    virtual_call();
    run_with_receiver();
    struct inline_decision decision = decide();
    ck_assert(decision.yes);
    ck_assert_int_eq(decision.reason, REASON_monomorphic_profile);
    ck_assert_ptr_eq(decision.guarded_class, test.class);
    ck_assert_ptr_eq(decision.target, build_test_find(&test, "g"));
}
END_TEST

START_TEST(no_receiver_is_guarded_without_the_rule) {
    virtual_call();
    run_with_receiver();
    test.compilation.rule_disabled[RULE_inline_virtual] = true;
    expect(false, REASON_abstract_callee);
}
END_TEST

START_TEST(several_receiver_classes_leave_the_call_virtual) {
    virtual_call();
    run_with_receiver();
    struct node *invoke = graph_find(build_test_graph(&test, "f"), NODE_invoke);
    invoke->extra.call.profiled_share = 0.5;
    invoke->extra.call.receiver_count = 2;
    struct inline_decision decision = inline_decide(&test.compilation, invoke, &limits);
    ck_assert(!decision.yes);
    ck_assert_int_eq(decision.reason, REASON_polymorphic_profile);
}
END_TEST

/* Samples say that half of the receivers are of a class; of the rest as many as [other]. */
static struct node *sampled_call(double other) {
    virtual_call();
    run_with_receiver();
    struct node *invoke = graph_find(build_test_graph(&test, "f"), NODE_invoke);
    invoke->extra.call.profiled_share = 0.5;
    invoke->extra.call.receiver_count = 4;
    invoke->extra.call.sampled = 0.2;
    invoke->extra.call.has_sampled_receivers = true;
    invoke->extra.call.other_class = invoke->extra.call.profiled_class;
    invoke->extra.call.other_share = other;
    return invoke;
}

START_TEST(of_samples_a_receiver_of_two_fifths_is_tested_for) {
    struct node *invoke = sampled_call(0.45);
    struct inline_decision decision = inline_decide(&test.compilation, invoke, &limits);
    ck_assert(decision.yes && inline_keeps_call(invoke, &decision));
    ck_assert_int_eq(decision.reason, REASON_sampled_receivers);
    invoke->extra.call.profiled_share = 0.39;
    decision = inline_decide(&test.compilation, invoke, &limits);
    ck_assert(!decision.yes);
    ck_assert_int_eq(decision.reason, REASON_polymorphic_profile);
}
END_TEST

START_TEST(of_samples_a_second_receiver_of_two_fifths_is_tested_for) {
    struct node *invoke = sampled_call(0.45);
    ck_assert(inline_tries_other(invoke, &limits));
    ck_assert_double_eq(invoke->extra.call.profiled_share, 0.9);
    ck_assert_double_eq(invoke->extra.call.sampled, 0.1);
    ck_assert(!inline_tries_other(invoke, &limits));
}
END_TEST

START_TEST(of_samples_a_second_receiver_of_less_is_called) {
    ck_assert(!inline_tries_other(sampled_call(0.39), &limits));
}
END_TEST

START_TEST(a_receiver_whose_class_became_known_needs_no_guard) {
    write_callee(0, 0);
    build_test_method(&test, ACC_STATIC, "f", "()I", 2, 0);
    op_new(&test, "T"), op(&test, OP_iconst_1);
    op_member(&test, OP_invokevirtual, "T", "g", "(I)I"), op(&test, OP_ireturn);
    build_test_constructor(&test);
    build_test_resolve(&test);
    struct node *constructor = graph_find(build_test_graph(&test, "f"), NODE_invoke);
    struct node *invoke = constructor->block->successors[0]->last;
    ck_assert_str_eq(invoke->extra.call.method->name, "g");
    invoke->extra.call.kind = INVOKE_VIRTUAL; /* as if the object had come from an inlined callee */
    struct inline_decision decision = inline_decide(&test.compilation, invoke, &limits);
    ck_assert(decision.yes);
    ck_assert_int_eq(decision.reason, REASON_exact_receiver);
    ck_assert_ptr_null(decision.guarded_class);
    ck_assert_int_eq(invoke->extra.call.kind, INVOKE_SPECIAL);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("policy");
    TCase *cases = tcase_create("decisions");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, a_trivial_callee_is_inlined);
    tcase_add_test(cases, a_callee_that_fits_the_budget_is_inlined);
    tcase_add_test(cases, a_trivial_callee_is_nothing_special_without_its_rule);
    tcase_add_test(cases, a_big_callee_is_not_inlined_unless_it_must_be);
    tcase_add_test(cases, the_size_of_callees_grows_with_the_share_of_the_call_up_to_a_bound);
    tcase_add_test(cases, a_graph_that_has_grown_takes_no_more_callees);
    tcase_add_test(cases, a_trivial_callee_is_not_inlined_once_the_graph_has_grown_large);
    tcase_add_test(cases, never_inline_is_obeyed);
    tcase_add_test(cases, a_method_that_is_never_compiled_is_not_inlined_either);
    tcase_add_test(cases, a_method_without_bytecode_is_not_inlined);
    tcase_add_test(cases, a_callee_that_cannot_be_built_is_not_inlined);
    tcase_add_test(cases, a_call_that_the_profile_finds_rare_is_cold);
    tcase_add_test(cases, a_method_is_not_inlined_into_itself);
    tcase_add_test(cases, a_method_of_a_hidden_class_is_not_inlined_into_itself);
    tcase_add_test(cases, nested_calls_are_inlined_to_a_depth);
    tcase_add_test(cases, a_receiver_that_was_never_seen_gives_no_target);
    tcase_add_test(cases, one_receiver_class_in_the_profile_is_guarded);
    tcase_add_test(cases, no_receiver_is_guarded_without_the_rule);
    tcase_add_test(cases, of_samples_a_receiver_of_two_fifths_is_tested_for);
    tcase_add_test(cases, of_samples_a_second_receiver_of_two_fifths_is_tested_for);
    tcase_add_test(cases, of_samples_a_second_receiver_of_less_is_called);
    tcase_add_test(cases, several_receiver_classes_leave_the_call_virtual);
    tcase_add_test(cases, a_receiver_whose_class_became_known_needs_no_guard);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
