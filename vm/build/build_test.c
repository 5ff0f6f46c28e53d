/* The builder: bytecode in, graph out. */
#include "build/testing.h"

#include "base/check_run.h"

#include "classfile/bytes.h"
#include "ir/cfg.h"
#include "ir/frame_state.h"
#include "ir/query.h"
#include "runtime/resolve.h"

static struct build_test test;

static void set_up(void) { build_test_begin(&test); }
static void tear_down(void) { build_test_end(&test); }

static struct graph *build(const char *name) {
    struct graph *graph = build_test_graph(&test, name);
    ck_assert_msg(graph, "not built: %s", reason_text(test.why_not));
    return graph;
}

static void method(uint16_t access, const char *descriptor, uint16_t max_stack,
                   uint16_t max_locals) {
    build_test_method(&test, access, "f", descriptor, max_stack, max_locals);
}

static int guards(const struct graph *graph, enum reason reason) {
    int count = 0;
    for (int i = 0; i < graph->order_count; i++)
        block_each_node(node, graph->order[i])
            count += node->kind == NODE_guard && node->extra.guard.reason == reason;
    return count;
}

static int calls(const struct graph *graph, enum invoke_kind kind) {
    int count = 0;
    for (int i = 0; i < graph->order_count; i++)
        block_each_node(node, graph->order[i])
            count += node->kind == NODE_invoke && node->extra.call.kind == kind;
    return count;
}

/* --- values and joins --- */

START_TEST(arithmetic_becomes_one_block) {
    method(ACC_STATIC, "(II)I", 2, 2);
    op(&test, OP_iload_0), op(&test, OP_iload_1), op(&test, OP_iadd), op(&test, OP_ireturn);
    struct graph *graph = build("f");
    ck_assert_int_eq(graph->order_count, 1);
    struct node *sum = graph_find(graph, NODE_add);
    ck_assert_int_eq(sum->inputs[0]->extra.integer, 0);
    ck_assert_int_eq(sum->inputs[1]->extra.integer, 1);
}
END_TEST

/* int s = 0; while (n > 0) { s += n; n--; } return s + k; */
static void write_loop(void) {
    method(ACC_STATIC, "(II)I", 2, 3);
    op(&test, OP_iconst_0), op(&test, OP_istore_2);
    uint32_t head = bci(&test);
    op(&test, OP_iload_0);
    uint32_t done = branch(&test, OP_ifle);
    op(&test, OP_iload_2), op(&test, OP_iload_0), op(&test, OP_iadd), op(&test, OP_istore_2);
    op(&test, OP_iinc), op(&test, 0), op(&test, 0xff);
    branch_to(&test, OP_goto, head);
    land(&test, done);
    op(&test, OP_iload_2), op(&test, OP_iload_1), op(&test, OP_iadd), op(&test, OP_ireturn);
}

START_TEST(a_loop_has_phis_for_what_it_writes_and_one_entry) {
    write_loop();
    struct graph *graph = build("f");
    struct block *header = graph_find(graph, NODE_phi)->block;
    ck_assert(block_is_loop_header(header));
    ck_assert_uint_eq(header->predecessors.count, 2);
    ck_assert(!edge_is_back_edge(header->predecessors.items[0], header));
    ck_assert(edge_is_back_edge(header->predecessors.items[1], header));
    ck_assert_int_eq(graph_count(graph, NODE_phi), 2);
}
END_TEST

START_TEST(odds_of_branches_come_from_the_profile) {
    write_loop();
    build_test_run(&test, "f", (union value[]){{.i = 9}, {.i = 0}}, 2);
    struct graph *graph = build("f");
    struct block *header = graph_find(graph, NODE_phi)->block;
    ck_assert_double_eq_tol(header->frequency, 10, 1e-6);
}
END_TEST

/* int f(int a, boolean b) { int c; if (b) c = a; else c = 1; return c; }   with or without a
 * different else */
START_TEST(a_merge_has_a_phi_only_where_values_differ) {
    method(ACC_STATIC, "(II)I", 2, 3);
    op(&test, OP_iload_1);
    uint32_t other = branch(&test, OP_ifeq);
    op(&test, OP_iload_0), op(&test, OP_istore_2);
    uint32_t end = branch(&test, OP_goto);
    land(&test, other);
    op(&test, OP_iconst_1), op(&test, OP_istore_2);
    land(&test, end);
    op(&test, OP_iload_2), op(&test, OP_iload_0), op(&test, OP_iadd), op(&test, OP_ireturn);
    struct graph *graph = build("f");
    ck_assert_int_eq(graph_count(graph, NODE_phi), 1);
    ck_assert_int_eq(graph->order_count, 4);
}
END_TEST

START_TEST(a_long_comparison_and_its_branch_are_one_compare) {
    method(ACC_STATIC, "(JJ)I", 4, 4);
    op(&test, OP_lload_0), op(&test, OP_lload_2), op(&test, OP_lcmp);
    uint32_t other = branch(&test, OP_ifge);
    op(&test, OP_iconst_1), op(&test, OP_ireturn);
    land(&test, other);
    op(&test, OP_iconst_0), op(&test, OP_ireturn);
    struct graph *graph = build("f");
    ck_assert_int_eq(graph_count(graph, NODE_compare_three), 0);
    ck_assert_int_eq(graph_find(graph, NODE_compare)->extra.condition, COND_GE);
    ck_assert_int_eq(graph_find(graph, NODE_compare)->inputs[0]->type, TYPE_LONG);
}
END_TEST

/* a < b is "fcmpg, ifge else": the jump is taken when unordered, so the opposite condition decides.
 */
START_TEST(an_unordered_comparison_goes_where_java_sends_it) {
    method(ACC_STATIC, "(FF)I", 2, 2);
    op(&test, OP_fload_0), op(&test, OP_fload_1), op(&test, OP_fcmpg);
    uint32_t other = branch(&test, OP_ifge);
    op(&test, OP_iconst_1), op(&test, OP_ireturn);
    land(&test, other);
    op(&test, OP_iconst_0), op(&test, OP_ireturn);
    struct graph *graph = build("f");
    struct node *compare = graph_find(graph, NODE_compare);
    ck_assert_int_eq(compare->extra.condition, COND_LT);
    struct block *when_less = compare->block->successors[0];
    ck_assert_int_eq(when_less->last->inputs[0]->extra.integer, 1);
}
END_TEST

START_TEST(cases_that_go_to_the_default_are_no_cases) {
    method(ACC_STATIC, "(I)I", 1, 1);
    op(&test, OP_iload_0);
    uint32_t start = bci(&test); /* 1: two bytes of padding */
    static const int32_t operands[] = {29, 0, 2, 27, 29, 27};
    op(&test, OP_tableswitch), op(&test, 0), op(&test, 0);
    for (int i = 0; i < 6; i++)
        for (int shift = 24; shift >= 0; shift -= 8) op(&test, operands[i] >> shift & 0xff);
    ck_assert_uint_eq(bci(&test) - start, 27);
    op(&test, OP_iconst_1), op(&test, OP_ireturn); /* 28 = 1 + 27 */
    op(&test, OP_iconst_0), op(&test, OP_ireturn); /* 30 = 1 + 29 */
    build_test_run(&test, "f", (union value[]){{.i = 0}}, 3);
    build_test_run(&test, "f", (union value[]){{.i = 7}}, 1);
    struct graph *graph = build("f");
    struct node *node = graph_find(graph, NODE_switch);
    ck_assert_int_eq(node->extra.keys.count, 2);
    ck_assert_int_eq(node->extra.keys.keys[1], 2);
    ck_assert_double_eq(node->block->probabilities[0], 0.75);
    ck_assert_double_eq(node->block->probabilities[2], 0.25);
}
END_TEST

/* --- checks --- */

START_TEST(an_object_is_checked_for_null_once) {
    method(ACC_STATIC, "(LT;)I", 2, 1);
    for (int i = 0; i < 2; i++) op(&test, OP_aload_0), op_member(&test, OP_getfield, "T", "x", "I");
    op(&test, OP_iadd), op(&test, OP_ireturn);
    build_test_resolve(&test);
    struct graph *graph = build("f");
    ck_assert_int_eq(guards(graph, REASON_null_pointer), 1);
    ck_assert_int_eq(graph_count(graph, NODE_load_field), 2);
}
END_TEST

START_TEST(the_receiver_is_never_null) {
    method(0, "()I", 1, 1);
    op(&test, OP_aload_0), op_member(&test, OP_getfield, "T", "x", "I"), op(&test, OP_ireturn);
    build_test_resolve(&test);
    ck_assert_int_eq(graph_count(build("f"), NODE_guard), 0);
}
END_TEST

START_TEST(an_index_is_compared_unsigned_with_the_length) {
    method(ACC_STATIC, "([II)I", 2, 2);
    op(&test, OP_aload_0), op(&test, OP_iload_1), op(&test, OP_iaload), op(&test, OP_ireturn);
    struct graph *graph = build("f");
    ck_assert_int_eq(guards(graph, REASON_null_pointer), 1);
    ck_assert_int_eq(guards(graph, REASON_array_bounds), 1);
    struct node *load = graph_find(graph, NODE_load_element);
    ck_assert_int_eq(load->previous->inputs[0]->extra.condition, COND_BELOW);
}
END_TEST

START_TEST(only_a_divisor_that_may_be_zero_is_checked) {
    method(ACC_STATIC, "(II)I", 2, 2);
    op(&test, OP_iload_0), op(&test, OP_iconst_3), op(&test, OP_idiv);
    op(&test, OP_iload_1), op(&test, OP_irem), op(&test, OP_ireturn);
    ck_assert_int_eq(guards(build("f"), REASON_division_by_zero), 1);
}
END_TEST

START_TEST(a_guard_resumes_before_its_instruction_with_live_locals_only) {
    method(ACC_STATIC, "(III)I", 3, 3);
    op(&test, OP_iload_0), op(&test, OP_iload_1), op(&test, OP_iload_2), op(&test, OP_idiv);
    op(&test, OP_iload_1), op(&test, OP_iadd), op(&test, OP_iadd), op(&test, OP_ireturn);
    struct node *state = node_state(graph_find(build("f"), NODE_guard));
    ck_assert_int_eq(state->extra.state->bci, 3);
    ck_assert_int_eq(state->extra.state->stack_count, 3);
    ck_assert_ptr_null(frame_state_locals(state)[0]);
    ck_assert_ptr_nonnull(frame_state_locals(state)[1]);
    ck_assert_ptr_null(frame_state_locals(state)[2]);
}
END_TEST

START_TEST(a_local_that_only_a_handler_reads_stays_alive_in_its_range) {
    method(ACC_STATIC, "(II)I", 2, 2);
    op(&test, OP_iconst_1), op(&test, OP_iload_1), op(&test, OP_idiv), op(&test, OP_ireturn);
    handler(&test, 0, 4, NULL);
    op(&test, OP_pop), op(&test, OP_iload_0), op(&test, OP_ireturn);
    struct node *state = node_state(graph_find(build("f"), NODE_guard));
    ck_assert_ptr_nonnull(frame_state_locals(state)[0]);
}
END_TEST

/* --- what is not there yet --- */

static enum reason leaving_reason(const struct graph *graph) {
    struct node *end = graph_find(graph, NODE_deoptimize);
    return end ? end->extra.guard.reason : REASON_none;
}

START_TEST(an_unresolved_constant_leaves_compiled_code) {
    method(ACC_STATIC, "()I", 1, 0);
    op_member(&test, OP_getstatic, "T", "y", "I"), op(&test, OP_ireturn);
    struct graph *graph = build("f");
    ck_assert_int_eq(leaving_reason(graph), REASON_unresolved);
    ck_assert_int_eq(graph_count(graph, NODE_return), 0);
    build_test_run(&test, "f", NULL, 1);
    ck_assert_int_eq(graph_count(build("f"), NODE_load_static), 1);
}
END_TEST

START_TEST(a_class_that_is_not_initialized_leaves_compiled_code) {
    method(ACC_STATIC, "()Ljava/lang/Object;", 2, 0);
    op_new(&test, "U"), op(&test, OP_areturn);
    struct class *class = build_test_find(&test, "f")->class;
    for (uint16_t i = 1; i < class->file->constant_count; i++)
        if (class->file->constants[i].tag == CONSTANT_CLASS)
            resolve_class(&test.runtime.main, class, i);
    ck_assert_int_eq(leaving_reason(build("f")), REASON_uninitialized_class);
    class_loaded(&test.runtime, "U")->state = CLASS_ERRONEOUS;
    ck_assert_int_eq(leaving_reason(build("f")), REASON_failed_class);
}
END_TEST

START_TEST(an_arm_that_was_never_taken_is_pruned_when_asked_for) {
    write_loop();
    build_test_run(&test, "f", (union value[]){{.i = 0}, {.i = 0}}, 200);
    ck_assert_int_eq(leaving_reason(build("f")), REASON_none);
    test.options.prune_unreached_branches = true;
    ck_assert_int_eq(leaving_reason(build("f")), REASON_unreached_branch);
    test.compilation.rule_disabled[RULE_prune_branches] = true;
    ck_assert_int_eq(leaving_reason(build("f")), REASON_none);
}
END_TEST

/* --- calls and exceptions --- */

static void write_callee(uint16_t access) {
    build_test_method(&test, access, "g", "(I)I", 1, access & ACC_STATIC ? 1 : 2);
    op(&test, OP_iconst_1), op(&test, OP_ireturn);
}

START_TEST(the_state_after_a_call_has_neither_arguments_nor_result) {
    write_callee(ACC_STATIC);
    method(ACC_STATIC, "(I)I", 2, 1);
    op(&test, OP_iload_0), op(&test, OP_iload_0);
    op_member(&test, OP_invokestatic, "T", "g", "(I)I"), op(&test, OP_iadd), op(&test, OP_ireturn);
    build_test_resolve(&test);
    struct node *invoke = graph_find(build("f"), NODE_invoke);
    struct node *state = node_state(invoke);
    ck_assert(state->extra.state->after_call);
    ck_assert_int_eq(state->extra.state->stack_count, 1);
    ck_assert_int_eq(state->extra.state->bci, 2);
    ck_assert_int_eq(invoke->extra.call.kind, INVOKE_STATIC);
    ck_assert_int_eq(invoke->block->successors[1]->first->kind, NODE_exception_object);
}
END_TEST

START_TEST(a_callees_exception_is_tested_against_the_handlers_and_unwinds_otherwise) {
    write_callee(ACC_STATIC);
    method(ACC_STATIC, "(I)I", 1, 1);
    op(&test, OP_iload_0), op_member(&test, OP_invokestatic, "T", "g", "(I)I"),
        op(&test, OP_ireturn);
    handler(&test, 0, 4, "java/lang/NullPointerException");
    op(&test, OP_pop), op(&test, OP_iconst_2), op(&test, OP_ireturn);
    build_test_resolve(&test);
    struct graph *graph = build("f");
    ck_assert_int_eq(graph_count(graph, NODE_instance_of), 1);
    ck_assert_int_eq(graph_count(graph, NODE_unwind), 1);
    ck_assert_int_eq(graph_count(graph, NODE_return), 2);
}
END_TEST

/* Of the [index]th branch in the graph's order. */
static double odds_of_branch(const struct graph *graph, int index) {
    for (int i = 0; i < graph->order_count; i++)
        if (graph->order[i]->last->kind == NODE_if && index-- == 0)
            return graph->order[i]->probabilities[0];
    return -1;
}

static struct array *new_ints(int length) {
    return array_new(&test.runtime.main, class_load(&test.runtime.main, "[I"), length);
}

/* Loads a[i], where a handler for what is out of bounds stands behind one for something else. */
static void write_load_with_handlers(const char *behind) {
    method(ACC_STATIC, "([II)I", 2, 2);
    op(&test, OP_aload_0), op(&test, OP_iload_1), op(&test, OP_iaload), op(&test, OP_ireturn);
    handler(&test, 0, 4, "java/lang/LinkageError");
    op(&test, OP_pop), op(&test, OP_iconst_1), op(&test, OP_ireturn);
    handler(&test, 0, 4, behind);
    op(&test, OP_pop), op(&test, OP_iconst_2), op(&test, OP_ireturn);
    build_test_find(&test, "f");
}

static void load_elements(struct array *array, int index, int times) {
    union value arguments[] = {{.r = array ? &array->object : NULL}, {.i = index}};
    build_test_run(&test, "f", arguments, times);
}

START_TEST(odds_of_what_throws_and_handles_come_from_the_profile) {
    write_load_with_handlers("java/lang/ArrayIndexOutOfBoundsException");
    struct array *array = new_ints(2);
    load_elements(array, 1, 30);
    load_elements(array, 2, 10);
    struct graph *graph = build("f");
    ck_assert_int_eq(graph_count(graph, NODE_guard), 1); /* that it is not null */
    ck_assert_double_eq(odds_of_branch(graph, 0), 0.75);
    ck_assert_double_eq(odds_of_branch(graph, 1), 0); /* a LinkageError */
    ck_assert_double_eq(odds_of_branch(graph, 2), 1);
    load_elements(NULL, 1, 1);
    graph = build("f");
    ck_assert_int_eq(graph_count(graph, NODE_guard), 0);
    ck_assert_double_eq_tol(odds_of_branch(graph, 0), 40. / 41, 1e-9);
    ck_assert_double_eq_tol(graph->order[1]->probabilities[0], 0.75, 1e-9);
}
END_TEST

START_TEST(what_no_handler_caught_unwinds) {
    write_load_with_handlers("java/lang/LinkageError");
    load_elements(new_ints(2), 2, 10);
    struct graph *graph = build("f");
    ck_assert_double_eq(odds_of_branch(graph, 0), 0);
    ck_assert_double_eq(odds_of_branch(graph, 1), 0);
    ck_assert_double_eq(odds_of_branch(graph, 2), 0);
}
END_TEST

/* if (i == 0) return 0; return a[i]: how often the load is executed follows from the branch. */
START_TEST(executions_behind_a_branch_are_those_of_the_branch) {
    method(ACC_STATIC, "([II)I", 2, 2);
    op(&test, OP_iload_1);
    uint32_t zero = branch(&test, OP_ifeq);
    op(&test, OP_aload_0), op(&test, OP_iload_1), op(&test, OP_iaload), op(&test, OP_ireturn);
    land(&test, zero);
    op(&test, OP_iconst_0), op(&test, OP_ireturn);
    build_test_find(&test, "f");
    struct array *array = new_ints(2);
    load_elements(array, 0, 10);
    load_elements(array, 1, 30);
    load_elements(array, 2, 10);
    struct graph *graph = build("f");
    ck_assert_double_eq(odds_of_branch(graph, 0), 0.2);
    ck_assert_double_eq(odds_of_branch(graph, 1), 0.75);
}
END_TEST

/* return a[i] == 0 ? 0 : 1: what the branch counts has not thrown before. */
START_TEST(executions_in_front_of_a_branch_are_more_by_what_is_thrown) {
    method(ACC_STATIC, "([II)I", 2, 2);
    op(&test, OP_aload_0), op(&test, OP_iload_1), op(&test, OP_iaload);
    uint32_t zero = branch(&test, OP_ifeq);
    op(&test, OP_iconst_1), op(&test, OP_ireturn);
    land(&test, zero);
    op(&test, OP_iconst_0), op(&test, OP_ireturn);
    build_test_find(&test, "f");
    struct array *array = new_ints(2);
    load_elements(array, 1, 30);
    load_elements(array, 2, 10);
    ck_assert_double_eq(odds_of_branch(build("f"), 0), 0.75);
}
END_TEST

/* for (;;) i += a[i], which no branch counts: it goes back as often as the method does. */
START_TEST(executions_of_a_loop_without_a_branch_are_those_of_the_method) {
    method(ACC_STATIC, "([II)I", 3, 2);
    uint32_t head = bci(&test);
    op(&test, OP_iload_1), op(&test, OP_aload_0), op(&test, OP_iload_1), op(&test, OP_iaload);
    op(&test, OP_iadd), op(&test, OP_istore_1);
    branch_to(&test, OP_goto, head);
    build_test_find(&test, "f");
    struct array *array = new_ints(3);
    for (int i = 0; i < 3; i++) ((int32_t *)array->elements)[i] = 1;
    load_elements(array, 0, 10);
    ck_assert_double_eq(odds_of_branch(build("f"), 0), 0.75);
}
END_TEST

START_TEST(throwing_a_new_object_finds_its_handler_without_a_test) {
    method(ACC_STATIC, "()I", 2, 0);
    op_new(&test, "java/lang/LinkageError");
    uint32_t start = bci(&test);
    op(&test, OP_athrow);
    handler(&test, start, start + 1, "java/lang/NullPointerException");
    op(&test, OP_pop), op(&test, OP_iconst_1), op(&test, OP_ireturn);
    handler(&test, start, start + 1, "java/lang/LinkageError");
    op(&test, OP_pop), op(&test, OP_iconst_2), op(&test, OP_ireturn);
    build_test_resolve(&test);
    struct graph *graph = build("f");
    ck_assert_int_eq(graph_count(graph, NODE_instance_of), 0);
    ck_assert_int_eq(graph_find(graph, NODE_return)->inputs[0]->extra.integer, 2);
}
END_TEST

START_TEST(a_virtual_call_carries_what_the_profile_saw) {
    write_callee(0);
    method(ACC_STATIC, "(LT;)I", 2, 1);
    op(&test, OP_aload_0), op(&test, OP_iconst_1);
    op_member(&test, OP_invokevirtual, "T", "g", "(I)I"), op(&test, OP_ireturn);
    build_test_find(&test, "f");
    struct object *receiver = object_new(&test.runtime.main, test.class);
    build_test_run(&test, "f", (union value[]){{.r = receiver}}, 3);
    struct node *invoke = graph_find(build("f"), NODE_invoke);
    ck_assert_int_eq(invoke->extra.call.kind, INVOKE_VIRTUAL);
    ck_assert_str_eq(invoke->extra.call.profiled_class->name, "T");
    ck_assert_double_eq(invoke->extra.call.profiled_share, 1);
    ck_assert_int_eq(invoke->extra.call.receiver_count, 1);
}
END_TEST

START_TEST(a_virtual_call_of_a_new_object_has_one_target) {
    write_callee(0);
    build_test_constructor(&test);
    method(ACC_STATIC, "()I", 2, 0);
    op_new(&test, "T"), op(&test, OP_iconst_1);
    op_member(&test, OP_invokevirtual, "T", "g", "(I)I"), op(&test, OP_ireturn);
    build_test_resolve(&test);
    struct graph *graph = build("f");
    ck_assert_int_eq(graph_count(graph, NODE_invoke), 2);
    ck_assert_int_eq(calls(graph, INVOKE_SPECIAL), 2);
}
END_TEST

/* --- monitors --- */

START_TEST(a_synchronized_method_unlocks_before_it_returns_and_unwinds) {
    write_callee(ACC_STATIC);
    method(ACC_SYNCHRONIZED, "(I)I", 1, 2);
    op(&test, OP_iload_1), op_member(&test, OP_invokestatic, "T", "g", "(I)I"),
        op(&test, OP_ireturn);
    build_test_resolve(&test);
    struct graph *graph = build("f");
    ck_assert_int_eq(graph_count(graph, NODE_monitor_enter), 1);
    ck_assert_int_eq(graph_count(graph, NODE_monitor_exit), 2);
    struct node *state = node_state(graph_find(graph, NODE_invoke));
    ck_assert_int_eq(state->extra.state->lock_count, 1);
    ck_assert_int_eq(frame_state_locks(state)[0]->kind, NODE_parameter);
    ck_assert_int_eq(graph_find(graph, NODE_unwind)->previous->kind, NODE_monitor_exit);
}
END_TEST

START_TEST(a_static_synchronized_method_locks_its_class) {
    method(ACC_STATIC | ACC_SYNCHRONIZED, "()V", 0, 0);
    op(&test, OP_return);
    struct node *enter = graph_find(build("f"), NODE_monitor_enter);
    ck_assert_int_eq(enter->inputs[0]->kind, NODE_const_object);
    ck_assert_ptr_eq(enter->inputs[0]->extra.object.pointer, test.class->mirror);
}
END_TEST

START_TEST(monitors_that_are_not_balanced_are_not_compiled) {
    method(ACC_STATIC, "(LT;)V", 1, 1);
    op(&test, OP_aload_0), op(&test, OP_monitorenter), op(&test, OP_return);
    ck_assert_ptr_null(build_test_graph(&test, "f"));
    ck_assert_int_eq(test.why_not, REASON_unbalanced_monitors);
}
END_TEST

START_TEST(an_irreducible_loop_is_not_compiled) {
    method(ACC_STATIC, "(I)V", 1, 1);
    op(&test, OP_iload_0);
    uint32_t into = branch(&test, OP_ifeq);
    uint32_t head = bci(&test);
    op(&test, OP_nop);
    land(&test, into);
    op(&test, OP_iload_0);
    branch_to(&test, OP_ifne, head);
    op(&test, OP_return);
    ck_assert_ptr_null(build_test_graph(&test, "f"));
    ck_assert_int_eq(test.why_not, REASON_irreducible_loop);
}
END_TEST

/* --- inserted code --- */

START_TEST(inserted_code_stands_between_its_marks_in_blocks_of_its_own) {
    method(ACC_STATIC, "()I", 2, 0);
    begin_region(&test, 0);
    op_member(&test, OP_invokestatic, "CompilerDecision", "isMethodCompiled", "()Z");
    uint32_t skip = branch(&test, OP_ifeq);
    op_literal(&test, "allocated"),
        op_member(&test, OP_invokestatic, "Probe", "hit", "(Ljava/lang/String;)V");
    land(&test, skip);
    end_region(&test);
    op(&test, OP_iconst_1), op(&test, OP_ireturn);
    struct graph *graph = build("f");
    struct node *begin = graph_find(graph, NODE_icg_begin), *end = graph_find(graph, NODE_icg_end);
    ck_assert_ptr_eq(begin, begin->block->first);
    ck_assert_uint_eq(begin->block->predecessors.count, 1);
    ck_assert_int_eq(end->next->kind, NODE_goto);
    ck_assert_uint_eq(end->block->successors[0]->predecessors.count, 1);
    ck_assert_int_eq(graph_find(graph, NODE_query)->extra.query.kind, QUERY_COMPILED);
    struct node *count = graph_find(graph, NODE_count);
    ck_assert_str_eq(count->extra.counter.name, "allocated");
    ck_assert_ptr_eq(count->extra.counter.cell, &runtime_counter(&test.runtime, "allocated")->hits);
}
END_TEST

static const struct node *anchor_in(struct graph *graph) {
    return graph_find(graph, NODE_icg_begin)->extra.region.anchor;
}

START_TEST(inserted_code_behind_a_constructor_hangs_on_the_allocation) {
    method(ACC_STATIC, "()V", 3, 0);
    op_new(&test, "T");
    begin_region(&test, 0);
    end_region(&test);
    op(&test, OP_pop), op(&test, OP_return);
    build_test_constructor(&test);
    build_test_resolve(&test);
    struct graph *graph = build("f");
    ck_assert_ptr_nonnull(anchor_in(graph));
    ck_assert_ptr_eq(anchor_in(graph), graph_find(graph, NODE_new));
}
END_TEST

START_TEST(inserted_code_hangs_on_the_node_behind_the_checks_of_its_operation) {
    method(ACC_STATIC, "(LT;)V", 2, 2);
    begin_region(&test, 1);
    end_region(&test);
    op(&test, OP_aload_0), op(&test, OP_iconst_3);
    op_member(&test, OP_putfield, "T", "x", "I");
    op(&test, OP_return);
    build_test_resolve(&test);
    struct graph *graph = build("f");
    ck_assert_ptr_nonnull(anchor_in(graph));
    ck_assert_ptr_eq(anchor_in(graph), graph_find(graph, NODE_store_field));
}
END_TEST

START_TEST(inserted_code_in_inserted_code_has_no_region_of_its_own) {
    method(ACC_STATIC, "()V", 2, 1);
    begin_region(&test, 2);
    begin_region(&test, 0);
    end_region(&test);
    end_region(&test);
    op(&test, OP_return);
    struct graph *graph = build("f");
    ck_assert_int_eq(graph_count(graph, NODE_icg_begin), 1);
    ck_assert_int_eq(graph_count(graph, NODE_icg_end), 1);
    ck_assert_int_eq(graph_find(graph, NODE_icg_begin)->extra.region.place, 2);
}
END_TEST

/* f(T t, int d): region { t.x }; 1 / d; t.x */
static void write_region_that_reads(bool base_reads_too) {
    method(ACC_STATIC, "(LT;I)I", 2, 2);
    op(&test, OP_iconst_1), op(&test, OP_iload_1), op(&test, OP_idiv);
    begin_region(&test, 2);
    op(&test, OP_aload_0), op_member(&test, OP_getfield, "T", "x", "I"), op(&test, OP_pop);
    end_region(&test);
    if (base_reads_too)
        op(&test, OP_pop), op(&test, OP_aload_0), op_member(&test, OP_getfield, "T", "x", "I");
    op(&test, OP_ireturn);
    build_test_resolve(&test);
}

START_TEST(inserted_code_keeps_nothing_alive_in_the_base_programs_frames) {
    write_region_that_reads(false);
    struct node *guard = graph_find(build("f"), NODE_guard);
    ck_assert_int_eq(guard->extra.guard.reason, REASON_division_by_zero);
    ck_assert_ptr_null(frame_state_locals(node_state(guard))[0]);
}
END_TEST

START_TEST(the_base_program_does_not_rely_on_checks_of_inserted_code) {
    write_region_that_reads(true);
    ck_assert_int_eq(guards(build("f"), REASON_null_pointer), 2);
}
END_TEST

START_TEST(inserted_code_that_returns_is_not_closed) {
    method(ACC_STATIC, "()V", 1, 0);
    begin_region(&test, 1);
    op(&test, OP_return);
    ck_assert_ptr_null(build_test_graph(&test, "f"));
    ck_assert_int_eq(test.why_not, REASON_icg_not_closed);
}
END_TEST

START_TEST(inserted_code_left_by_a_jump_is_not_closed) {
    method(ACC_STATIC, "(I)V", 1, 1);
    begin_region(&test, 1);
    op(&test, OP_iload_0);
    uint32_t out = branch(&test, OP_ifeq);
    end_region(&test);
    land(&test, out);
    op(&test, OP_return);
    ck_assert_ptr_null(build_test_graph(&test, "f"));
    ck_assert_int_eq(test.why_not, REASON_icg_not_closed);
}
END_TEST

/* --- what typeflow knows --- */

START_TEST(code_of_wrong_types_is_not_compiled) {
    method(ACC_STATIC, "(F)I", 1, 1);
    op(&test, OP_iload_0), op(&test, OP_ireturn);
    ck_assert_ptr_null(build_test_graph(&test, "f"));
    ck_assert_int_eq(test.why_not, REASON_unsupported_bytecode);
}
END_TEST

/* A local that holds an int on one way and nothing on the other, in a merge where nobody reads it.
 */
START_TEST(a_slot_that_nothing_may_read_has_no_phi) {
    method(ACC_STATIC, "(I)I", 1, 2);
    op(&test, OP_iload_0);
    uint32_t skip = branch(&test, OP_ifeq);
    op(&test, OP_iconst_1), op(&test, OP_istore_1);
    land(&test, skip);
    op(&test, OP_iload_0), op(&test, OP_ireturn);
    ck_assert_int_eq(graph_count(build("f"), NODE_phi), 0);
}
END_TEST

/* f(I)J: long s = 0; [synchronized] while (n > 0) { s += n; n--; } return s; at the loop's bci. */
static uint32_t write_summing_loop(bool is_locked) {
    method(ACC_STATIC, "(ILjava/lang/Object;)J", 4, 4);
    op(&test, OP_lconst_0), op(&test, OP_lstore_2);
    if (is_locked) op(&test, OP_aload_1), op(&test, OP_monitorenter);
    uint32_t head = bci(&test);
    op(&test, OP_iload_0);
    uint32_t done = branch(&test, OP_ifle);
    op(&test, OP_lload_2), op(&test, OP_iload_0), op(&test, OP_i2l), op(&test, OP_ladd),
        op(&test, OP_lstore_2);
    op(&test, OP_iinc), op(&test, 0), op(&test, 0xff);
    branch_to(&test, OP_goto, head);
    land(&test, done);
    if (is_locked) op(&test, OP_aload_1), op(&test, OP_monitorexit);
    op(&test, OP_lload_2), op(&test, OP_lreturn);
    return head;
}

START_TEST(a_loop_is_entered_with_its_live_locals_as_parameters) {
    uint32_t head = write_summing_loop(false);
    struct graph *graph = build_test_loop(&test, "f", head);
    enum node_type types[4] = {TYPE_VOID, TYPE_VOID, TYPE_VOID, TYPE_VOID};
    vec_each(struct node *, node, &graph->floating)
        if ((*node)->kind == NODE_parameter) types[(*node)->extra.integer] = (*node)->type;
    ck_assert_int_eq(types[0], TYPE_INT);
    ck_assert_int_eq(types[1], TYPE_VOID);
    ck_assert_int_eq(types[2], TYPE_LONG);
    ck_assert_int_eq(types[3], TYPE_VOID);
}
END_TEST

START_TEST(a_loop_is_not_entered_where_monitors_are_held_or_no_loop_is) {
    uint32_t head = write_summing_loop(true);
    ck_assert_ptr_null(build_test_loop(&test, "f", head));
    ck_assert_int_eq(test.why_not, REASON_holds_locks);
    ck_assert_ptr_null(build_test_loop(&test, "f", 0));
    ck_assert_int_eq(test.why_not, REASON_not_a_loop);
}
END_TEST

/* --- arrays of arrays --- */

START_TEST(an_array_of_arrays_is_filled_by_a_loop) {
    method(ACC_STATIC, "(I)Ljava/lang/Object;", 2, 1);
    op(&test, OP_iload_0), op(&test, OP_iconst_2);
    op_class(&test, OP_multianewarray, "[[I"), op(&test, 2), op(&test, OP_areturn);
    build_test_resolve(&test);
    struct graph *graph = build("f");
    ck_assert_int_eq(graph_count(graph, NODE_new_array), 2);
    ck_assert_int_eq(guards(graph, REASON_negative_length), 1);
    ck_assert_int_eq(graph_find(graph, NODE_store_element)->block->loop_depth, 1);
    ck_assert_str_eq(graph_find(graph, NODE_new_array)->extra.class->name, "int[][]");
}
END_TEST

static struct graph *build_array_of_arrays(int dimensions) {
    char name[32] = "I";
    memset(name, '[', (size_t)dimensions);
    strcpy(name + dimensions, "I");
    method(ACC_STATIC, "(I)Ljava/lang/Object;", dimensions, 1);
    for (int i = 0; i < dimensions; i++) op(&test, OP_iload_0);
    op_class(&test, OP_multianewarray, name), op(&test, (uint8_t)dimensions);
    op(&test, OP_areturn);
    build_test_resolve(&test);
    return build_test_graph(&test, "f");
}

START_TEST(an_array_of_more_dimensions_than_loops_should_nest_is_not_compiled) {
    ck_assert_ptr_null(build_array_of_arrays(17));
    ck_assert_int_eq(test.why_not, REASON_too_many_dimensions);
}
END_TEST

START_TEST(an_array_of_as_many_dimensions_as_loops_may_nest_is_compiled) {
    struct graph *graph = build_array_of_arrays(16);
    ck_assert_ptr_nonnull(graph);
    ck_assert_int_eq(graph_count(graph, NODE_new_array), 16);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("build");
    TCase *cases = tcase_create("graphs");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, arithmetic_becomes_one_block);
    tcase_add_test(cases, a_loop_has_phis_for_what_it_writes_and_one_entry);
    tcase_add_test(cases, odds_of_branches_come_from_the_profile);
    tcase_add_test(cases, a_merge_has_a_phi_only_where_values_differ);
    tcase_add_test(cases, a_long_comparison_and_its_branch_are_one_compare);
    tcase_add_test(cases, an_unordered_comparison_goes_where_java_sends_it);
    tcase_add_test(cases, cases_that_go_to_the_default_are_no_cases);
    tcase_add_test(cases, an_object_is_checked_for_null_once);
    tcase_add_test(cases, the_receiver_is_never_null);
    tcase_add_test(cases, an_index_is_compared_unsigned_with_the_length);
    tcase_add_test(cases, only_a_divisor_that_may_be_zero_is_checked);
    tcase_add_test(cases, a_guard_resumes_before_its_instruction_with_live_locals_only);
    tcase_add_test(cases, a_local_that_only_a_handler_reads_stays_alive_in_its_range);
    tcase_add_test(cases, an_unresolved_constant_leaves_compiled_code);
    tcase_add_test(cases, a_class_that_is_not_initialized_leaves_compiled_code);
    tcase_add_test(cases, an_arm_that_was_never_taken_is_pruned_when_asked_for);
    tcase_add_test(cases, the_state_after_a_call_has_neither_arguments_nor_result);
    tcase_add_test(cases, a_callees_exception_is_tested_against_the_handlers_and_unwinds_otherwise);
    tcase_add_test(cases, odds_of_what_throws_and_handles_come_from_the_profile);
    tcase_add_test(cases, what_no_handler_caught_unwinds);
    tcase_add_test(cases, executions_behind_a_branch_are_those_of_the_branch);
    tcase_add_test(cases, executions_in_front_of_a_branch_are_more_by_what_is_thrown);
    tcase_add_test(cases, executions_of_a_loop_without_a_branch_are_those_of_the_method);
    tcase_add_test(cases, throwing_a_new_object_finds_its_handler_without_a_test);
    tcase_add_test(cases, a_virtual_call_carries_what_the_profile_saw);
    tcase_add_test(cases, a_virtual_call_of_a_new_object_has_one_target);
    tcase_add_test(cases, a_synchronized_method_unlocks_before_it_returns_and_unwinds);
    tcase_add_test(cases, a_static_synchronized_method_locks_its_class);
    tcase_add_test(cases, monitors_that_are_not_balanced_are_not_compiled);
    tcase_add_test(cases, an_irreducible_loop_is_not_compiled);
    tcase_add_test(cases, inserted_code_stands_between_its_marks_in_blocks_of_its_own);
    tcase_add_test(cases, inserted_code_behind_a_constructor_hangs_on_the_allocation);
    tcase_add_test(cases, inserted_code_hangs_on_the_node_behind_the_checks_of_its_operation);
    tcase_add_test(cases, inserted_code_in_inserted_code_has_no_region_of_its_own);
    tcase_add_test(cases, inserted_code_keeps_nothing_alive_in_the_base_programs_frames);
    tcase_add_test(cases, the_base_program_does_not_rely_on_checks_of_inserted_code);
    tcase_add_test(cases, inserted_code_that_returns_is_not_closed);
    tcase_add_test(cases, inserted_code_left_by_a_jump_is_not_closed);
    tcase_add_test(cases, code_of_wrong_types_is_not_compiled);
    tcase_add_test(cases, a_slot_that_nothing_may_read_has_no_phi);
    tcase_add_test(cases, a_loop_is_entered_with_its_live_locals_as_parameters);
    tcase_add_test(cases, a_loop_is_not_entered_where_monitors_are_held_or_no_loop_is);
    tcase_add_test(cases, an_array_of_arrays_is_filled_by_a_loop);
    tcase_add_test(cases, an_array_of_more_dimensions_than_loops_should_nest_is_not_compiled);
    tcase_add_test(cases, an_array_of_as_many_dimensions_as_loops_may_nest_is_compiled);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
