/* Where control leaves compiled code: guards with their sites, calls, allocations. The runtime is
 * played by the test. */
#include "backend/testing.h"
#include "ir/cfg.h"

#include "ir/frame_state.h"
#include "ir/query.h"
#include "runtime/monitor.h"
#include "runtime/natives.h"

/* --- what the runtime was told --- */

static struct deoptimization_site *left_at;
static union value callee_arguments[8], callee_result;
static struct object *callee_throws;
static struct object slow_object;
static struct {
    void *class;
    int64_t size;
    int calls;
} slow;

static int64_t test_deoptimize(struct thread *thread, struct deoptimization_site *site) {
    left_at = site;
    return 4711;
}

static union value callee(struct thread *thread, struct method *method, union value *arguments) {
    memcpy(callee_arguments, arguments, sizeof(union value) * method->argument_count);
    thread->exception = callee_throws;
    return callee_result;
}

static void *test_allocate(struct thread *thread, void *class, int64_t size) {
    slow.class = class;
    slow.size = size;
    slow.calls++;
    return callee_throws ? NULL : &slow_object;
}

static void *test_allocate_array(struct thread *thread, void *class, int32_t length) {
    return test_allocate(thread, class, length);
}

static struct object *test_out_of_memory(struct thread *thread) { return callee_throws; }

static struct object *test_take_exception(struct thread *thread) {
    struct object *exception = thread->exception;
    thread->exception = NULL;
    return exception;
}
static int32_t test_stack_check(struct thread *thread, const void *stack_pointer,
                                struct object *receiver) {
    bool is_over = thread->native_end == (char *)UINTPTR_MAX;
    if (is_over) thread->exception = &slow_object;
    return is_over;
}

static int32_t test_monitor_enter(struct thread *thread, struct object *object) {
    object->lock_word = 1;
    return 2;
}

static void test_monitor_exit(struct thread *thread, struct object *object) {
    object->lock_word = 2;
}

static void begin(struct fixture *f) {
    fixture_begin(f);
    left_at = NULL;
    callee_throws = NULL;
    callee_result.bits = 0;
    memset(&slow, 0, sizeof slow);
    f->options.stubs[STUB_deoptimize] = test_deoptimize;
    f->options.stubs[STUB_allocate_object] = test_allocate;
    f->options.stubs[STUB_allocate_array] = test_allocate_array;
    f->options.stubs[STUB_out_of_memory] = test_out_of_memory;
    f->options.stubs[STUB_take_exception] = test_take_exception;
    f->options.stubs[STUB_stack_check] = test_stack_check;
    f->options.stubs[STUB_monitor_enter] = test_monitor_enter;
    f->options.stubs[STUB_monitor_exit] = test_monitor_exit;
}

static struct meta_method test_method = {.name = "t", .full_name = "T.t()V"};

static struct node *state_of(struct fixture *f, int bci, int local_count,
                             struct node *const *locals, struct node *caller) {
    struct state_layout layout = {
        .method = &test_method, .bci = bci, .local_count = (uint16_t)local_count};
    return frame_state_new(f->graph, &layout, locals, caller);
}

static struct node *guard(struct fixture *f, struct block *block, struct node *condition,
                          struct node *state, enum reason reason) {
    struct node *node =
        append(block, NODE_guard, TYPE_VOID, 2, (struct node *[]){condition, state});
    node->extra.guard.reason = reason;
    return node;
}

/* --- guards --- */

START_TEST(a_guard_that_holds_does_nothing_and_one_that_fails_hands_over_the_live_values) {
    struct fixture f;
    begin(&f);
    struct node *flag = parameter(&f, TYPE_INT, 0), *real = parameter(&f, TYPE_DOUBLE, 1);
    struct node *sum =
        append(f.graph->entry, NODE_add, TYPE_DOUBLE, 2, (struct node *[]){real, real});
    struct node *locals[] = {flag, NULL, sum, NULL, graph_long(f.graph, -5)};
    guard(&f, f.graph->entry, flag, state_of(&f, 9, 5, locals, NULL), REASON_null_pointer);
    end_return(f.graph->entry, graph_int(f.graph, 1));
    generate(&f);

    ck_assert_int_eq(run(&f, (union value){.i = 1}, (union value){.d = 1.5}).i, 1);
    ck_assert_ptr_null(left_at);
    ck_assert_int_eq(run(&f, (union value){.i = 0}, (union value){.d = 1.5}).j, 4711);
    ck_assert_ptr_nonnull(left_at);
    ck_assert_int_eq(left_at->reason, REASON_null_pointer);
    ck_assert_int_eq(left_at->frame_count, 1);
    const struct site_frame *frame = &left_at->frames[0];
    ck_assert_int_eq(frame->bci, 9);
    ck_assert_int_eq(frame->local_count, 5);
    ck_assert_int_eq(frame->slots[0].kind, LOCATION_VALUE);
    ck_assert_int_eq(f.thread->deoptimization_values[frame->slots[0].index].i, 0);
    ck_assert_int_eq(frame->slots[1].kind, LOCATION_DEAD);
    ck_assert_double_eq(f.thread->deoptimization_values[frame->slots[2].index].d, 3.0);
    ck_assert_int_eq(frame->slots[4].kind, LOCATION_CONSTANT);
    ck_assert_int_eq(frame->slots[4].constant.j, -5);
    fixture_end(&f);
}
END_TEST

START_TEST(a_site_lists_inlined_frames_from_the_inside_out_and_virtual_objects_once) {
    struct fixture f;
    begin(&f);
    struct meta_field x = {.name = "x", .type = JAVA_INT, .offset = 16},
                      next = {.name = "next", .offset = 24};
    next.type = JAVA_REFERENCE;
    struct meta_class class = {.name = "A", .runtime = &class};
    arena_vec_push(&f.arena, &class.fields, &x);
    arena_vec_push(&f.arena, &class.fields, &next);
    struct node *object = node_new(f.graph, NODE_virtual_object, TYPE_REFERENCE, 0, NULL);
    object->extra.virtual_object.class = &class;
    object->extra.virtual_object.length = 2;
    struct node *flag = parameter(&f, TYPE_INT, 0);
    struct node *entries[] = {object, flag, object};
    struct node *object_state = node_new(f.graph, NODE_object_state, TYPE_STATE, 3, entries);
    object_state->extra.integer = 2;
    struct node *outer = state_of(&f, 3, 1, &object, NULL),
                *inner = state_of(&f, 8, 1, &object, outer);
    frame_state_add_object(inner, object_state);
    frame_state_add_object(outer, object_state);
    struct node *end = node_new(f.graph, NODE_deoptimize, TYPE_VOID, 1, &inner);
    end->extra.guard.reason = REASON_unreached_branch;
    block_end(f.graph->entry, end, 0, NULL, NULL);
    generate(&f);

    run(&f, (union value){.i = 42}, (union value){.i = 0});
    ck_assert_int_eq(left_at->frame_count, 2);
    ck_assert_int_eq(left_at->frames[0].bci, 8);
    ck_assert_int_eq(left_at->frames[1].bci, 3);
    ck_assert_int_eq(left_at->object_count, 1);
    const struct site_object *made = &left_at->objects[0];
    ck_assert_int_eq(made->lock_count, 2);
    ck_assert_int_eq(made->offsets[1], 24);
    ck_assert_int_eq(f.thread->deoptimization_values[made->entries[0].index].i, 42);
    ck_assert_int_eq(made->entries[1].kind, LOCATION_OBJECT);
    ck_assert_int_eq(left_at->frames[1].slots[0].kind, LOCATION_OBJECT);
    fixture_end(&f);
}
END_TEST

/* Two guards whose states have the caller in common, and a third that has nothing in common. */
START_TEST(guards_that_share_their_way_out_are_told_apart) {
    struct fixture f;
    begin(&f);
    struct node *first = parameter(&f, TYPE_INT, 0), *second = parameter(&f, TYPE_INT, 1);
    struct block *entry = f.graph->entry;
    struct node *sum = append(entry, NODE_add, TYPE_INT, 2, (struct node *[]){first, second});
    struct node *outer = state_of(&f, 3, 2, (struct node *[]){second, sum}, NULL);
    guard(&f, entry, first, state_of(&f, 7, 1, &first, outer), REASON_null_pointer);
    guard(&f, entry, second, state_of(&f, 8, 1, &sum, outer), REASON_null_pointer);
    guard(&f, entry, sum, state_of(&f, 9, 1, &first, NULL), REASON_null_pointer);
    end_return(entry, graph_int(f.graph, 1));
    generate(&f);

    static const struct {
        int32_t first, second, bci, local;
    } ways[] = {{0, 5, 7, 0}, {6, 0, 8, 6}, {4, -4, 9, 4}};
    for (int i = 0; i < 3; i++) {
        run(&f, (union value){.i = ways[i].first}, (union value){.i = ways[i].second});
        const struct site_frame *frame = &left_at->frames[0];
        const union value *values = f.thread->deoptimization_values;
        ck_assert_int_eq(frame->bci, ways[i].bci);
        ck_assert_int_eq(values[frame->slots[0].index].i, ways[i].local);
        if (left_at->frame_count == 1) continue;
        frame = &left_at->frames[1];
        ck_assert_int_eq(values[frame->slots[0].index].i, ways[i].second);
        ck_assert_int_eq(values[frame->slots[1].index].i, ways[i].first + ways[i].second);
    }
    ck_assert_int_eq(run(&f, (union value){.i = 1}, (union value){.i = 2}).i, 1);
    fixture_end(&f);
}
END_TEST

START_TEST(guards_of_the_same_state_share_the_stores) {
    size_t sizes[2];
    for (int many = 0; many < 2; many++) {
        struct fixture f;
        begin(&f);
        struct node *flag = parameter(&f, TYPE_INT, 0), *locals[40];
        for (int i = 0; i < 40; i++)
            locals[i] = append(f.graph->entry, NODE_add, TYPE_INT, 2,
                               (struct node *[]){flag, graph_int(f.graph, i)});
        struct node *state = state_of(&f, 0, 40, locals, NULL);
        for (int i = 0; i < (many ? 40 : 1); i++)
            guard(&f, f.graph->entry, locals[i], state, REASON_null_pointer);
        end_return(f.graph->entry, graph_int(f.graph, 1));
        generate(&f);
        sizes[many] = f.code.image.code_bytes;
        fixture_end(&f);
    }
    ck_assert_uint_lt(sizes[1], 4 * sizes[0]); /* each with its own stores: 40 times */
}
END_TEST

START_TEST(under_stress_a_guard_that_holds_fails_once) {
    struct fixture f;
    begin(&f);
    f.vm.deoptimize_always = true;
    struct node *flag = parameter(&f, TYPE_INT, 0);
    guard(&f, f.graph->entry, flag, state_of(&f, 0, 1, &flag, NULL), REASON_null_pointer);
    end_return(f.graph->entry, graph_int(f.graph, 1));
    generate(&f);
    ck_assert_int_eq(run(&f, (union value){.i = 1}, (union value){.i = 0}).j, 4711);
    left_at->has_failed = 1;
    ck_assert_int_eq(run(&f, (union value){.i = 1}, (union value){.i = 0}).i, 1);
    fixture_end(&f);
}
END_TEST

static int64_t sum_of_values;
static int64_t test_deoptimize_many(struct thread *thread, struct deoptimization_site *site,
                                    union value *values) {
    for (int i = 0; i < site->value_count; i++) sum_of_values += values[i].i;
    return 4712;
}

START_TEST(more_live_values_than_the_thread_can_take_lie_in_the_frame) {
    struct fixture f;
    begin(&f);
    f.options.stubs[STUB_deoptimize_many] = test_deoptimize_many;
    struct node *flag = parameter(&f, TYPE_INT, 0), *locals[DEOPTIMIZATION_VALUES + 1];
    for (int i = 0; i <= DEOPTIMIZATION_VALUES; i++)
        locals[i] = append(f.graph->entry, NODE_add, TYPE_INT, 2,
                           (struct node *[]){flag, graph_int(f.graph, i)});
    guard(&f, f.graph->entry, flag, state_of(&f, 0, DEOPTIMIZATION_VALUES + 1, locals, NULL),
          REASON_null_pointer);
    end_return(f.graph->entry, graph_int(f.graph, 1));
    generate(&f);
    ck_assert_int_eq(run(&f, (union value){.i = 1}, (union value){.i = 0}).i, 1);
    ck_assert_int_eq(run(&f, (union value){.i = 0}, (union value){.i = 0}).i, 4712);
    ck_assert_int_eq(sum_of_values, DEOPTIMIZATION_VALUES * (DEOPTIMIZATION_VALUES + 1) / 2);
    fixture_end(&f);
}
END_TEST

/* --- calls --- */

/* Interpreted: compiled code reaches it through a bridge. */
static struct method callee_method(enum java_type result, bool is_static) {
    static const enum java_type parameters[] = {JAVA_INT, JAVA_DOUBLE};
    static struct method_shape shape;
    shape = (struct method_shape){.parameter_count = is_static ? 2 : 1,
                                  .return_type = result,
                                  .parameters = is_static ? parameters : parameters + 1};
    return (struct method){.entry = callee,
                           .compiled_entry = bridge_find,
                           .access = is_static ? ACC_STATIC : 0,
                           .argument_count = 2,
                           .shape = &shape};
}

static struct node *call_of(struct fixture *f, enum invoke_kind kind, struct method *method,
                            enum node_type result, enum node_type first) {
    struct meta_method *meta = ARENA_NEW(&f->arena, struct meta_method);
    meta->runtime = method;
    meta->full_name = "T.callee";
    meta->argument_count = method->argument_count;
    meta->argument_types = ARENA_ARRAY(&f->arena, enum java_type, 2);
    meta->argument_types[0] = first == TYPE_INT ? JAVA_INT : JAVA_REFERENCE;
    meta->argument_types[1] = JAVA_DOUBLE;
    meta->return_type = result == TYPE_INT    ? JAVA_INT
                        : result == TYPE_VOID ? JAVA_VOID
                                              : JAVA_FLOAT;
    struct node *inputs[] = {parameter(f, first, 0), parameter(f, TYPE_DOUBLE, 1), NULL};
    inputs[2] = state_of(f, 0, 0, NULL, NULL);
    struct node *call = node_new(f->graph, NODE_invoke, result, 3, inputs);
    call->extra.call.method = meta;
    call->extra.call.kind = kind;
    return call;
}

/* T f(int, double): returns the result, or -1 when the callee threw. */
static void compile_call(struct fixture *f, enum invoke_kind kind, struct method *method,
                         enum node_type result, enum node_type first) {
    struct block *normal = block_new(f->graph), *exceptional = block_new(f->graph);
    struct node *call = call_of(f, kind, method, result, first);
    block_end(f->graph->entry, call, 2, (struct block *[]){normal, exceptional}, (double[]){1, 0});
    end_return(normal, call);
    append(exceptional, NODE_exception_object, TYPE_REFERENCE, 0, NULL);
    end_return(exceptional,
               result == TYPE_FLOAT ? graph_float(f->graph, -1) : graph_int(f->graph, -1));
    generate(f);
}

START_TEST(a_call_passes_bits_and_returns_the_result) {
    struct fixture f;
    begin(&f);
    struct method method = callee_method(JAVA_FLOAT, true);
    compile_call(&f, INVOKE_STATIC, &method, TYPE_FLOAT, TYPE_INT);
    callee_result.f = 2.5f;
    ck_assert_float_eq(run(&f, (union value){.i = -3}, (union value){.d = 0.1}).f, 2.5f);
    ck_assert_int_eq(callee_arguments[0].i, -3);
    ck_assert_double_eq(callee_arguments[1].d, 0.1);
    fixture_end(&f);
}
END_TEST

START_TEST(a_naive_probe_is_a_call_to_the_compiler_alone) {
    for (int is_probe = 0; is_probe < 2; is_probe++) {
        struct fixture f;
        begin(&f);
        struct method method = callee_method(JAVA_VOID, true);
        struct block *normal = block_new(f.graph), *exceptional = block_new(f.graph);
        struct node *call = call_of(&f, INVOKE_STATIC, &method, TYPE_VOID, TYPE_INT);
        if (is_probe) method.native = native_profile_see;
        call->extra.call.is_inserted = true;
        block_end(f.graph->entry, call, 2, (struct block *[]){normal, exceptional},
                  (double[]){1, 0});
        end_return(normal, graph_int(f.graph, 7));
        append(exceptional, NODE_exception_object, TYPE_REFERENCE, 0, NULL);
        end_return(exceptional, graph_int(f.graph, -1));
        generate(&f);
        callee_throws = &slow_object;
        ck_assert_int_eq(run(&f, (union value){.i = 0}, (union value){.d = 0}).i,
                         is_probe ? 7 : -1);
        ck_assert_ptr_null(f.thread->exception);
        fixture_end(&f);
    }
}
END_TEST

START_TEST(an_exception_leads_to_the_exceptional_successor_which_takes_it) {
    struct fixture f;
    begin(&f);
    struct method method = callee_method(JAVA_INT, true);
    compile_call(&f, INVOKE_STATIC, &method, TYPE_INT, TYPE_INT);
    callee_throws = &slow_object;
    ck_assert_int_eq(run(&f, (union value){.i = 0}, (union value){.d = 0}).i, -1);
    ck_assert_ptr_null(f.thread->exception);
    fixture_end(&f);
}
END_TEST

START_TEST(a_virtual_call_enters_what_the_receiver_s_vtable_says) {
    struct fixture f;
    begin(&f);
    struct method declared = {.vtable_index = 1, .argument_count = 2},
                  selected = callee_method(JAVA_INT, false);
    struct method *vtable[] = {NULL, &selected};
    struct class class = {.vtable = vtable};
    struct object receiver = {.class = &class};
    compile_call(&f, INVOKE_VIRTUAL, &declared, TYPE_INT, TYPE_REFERENCE);
    callee_result.i = 77;
    ck_assert_int_eq(run(&f, (union value){.r = &receiver}, (union value){.d = 0}).i, 77);
    ck_assert_ptr_eq(callee_arguments[0].r, &receiver);
    fixture_end(&f);
}
END_TEST

static struct method *selection;
static struct method *test_select(struct thread *thread, struct object *receiver,
                                  struct method *method, struct call_cache *cache) {
    if (!selection) thread->exception = &slow_object;
    return selection;
}

START_TEST(an_interface_call_asks_the_runtime_and_throws_when_it_finds_nothing) {
    struct fixture f;
    begin(&f);
    f.options.stubs[STUB_select_method] = test_select;
    struct method declared = {.vtable_index = -1, .argument_count = 2},
                  selected = callee_method(JAVA_INT, false);
    struct class class = {0};
    struct object receiver = {.class = &class};
    compile_call(&f, INVOKE_INTERFACE, &declared, TYPE_INT, TYPE_REFERENCE);
    callee_result.i = 78;
    selection = &selected;
    ck_assert_int_eq(run(&f, (union value){.r = &receiver}, (union value){.d = 0}).i, 78);
    selection = NULL;
    ck_assert_int_eq(run(&f, (union value){.r = &receiver}, (union value){.d = 0}).i, -1);
    fixture_end(&f);
}
END_TEST

START_TEST(code_that_only_had_to_stop_at_its_entry_goes_on) {
    struct fixture f;
    begin(&f);
    end_return(f.graph->entry, graph_int(f.graph, 1));
    generate(&f);
    f.thread->native_limit = (char *)UINTPTR_MAX;
    ck_assert_int_eq(run(&f, (union value){.i = 0}, (union value){.i = 0}).i, 1);
    ck_assert_ptr_null(f.thread->exception);
    fixture_end(&f);
}
END_TEST

START_TEST(code_that_runs_out_of_stack_throws_at_its_entry) {
    struct fixture f;
    begin(&f);
    end_return(f.graph->entry, graph_int(f.graph, 1));
    generate(&f);
    f.thread->native_limit = f.thread->native_end = (char *)UINTPTR_MAX;
    run(&f, (union value){.i = 0}, (union value){.i = 0});
    ck_assert_ptr_eq(f.thread->exception, &slow_object);
    fixture_end(&f);
}
END_TEST

/* --- allocation --- */

static struct meta_class allocated = {.name = "A", .instance_size = 20, .runtime = &allocated};
static struct meta_class chars = {
    .name = "char[]", .is_array = true, .element_type = JAVA_CHAR, .runtime = &chars};
static char buffer[8192] __attribute__((aligned(16)));

static void compile_new(struct fixture *f, bool has_state) {
    struct node *state = has_state ? state_of(f, 5, 0, NULL, NULL) : NULL;
    struct node *node =
        append(f->graph->entry, NODE_new, TYPE_REFERENCE, has_state ? 1 : 0, &state);
    node->extra.class = &allocated;
    end_return(f->graph->entry, node);
    phase_lower(f->graph);
    cfg_compute(f->graph);
    ck_assert_int_eq(graph_count(f->graph, NODE_new), 0);
    generate(f);
}

static struct object *make(struct fixture *f, int argument) {
    return run(f, (union value){.i = argument}, (union value){.i = 0}).r;
}

START_TEST(an_object_is_taken_from_the_allocation_buffer_while_it_fits) {
    struct fixture f;
    begin(&f);
    compile_new(&f, true);
    f.thread->tlab = (struct tlab){.top = buffer, .limit = buffer + 64};
    struct object *first = make(&f, 0), *second = make(&f, 0);
    ck_assert_ptr_eq(first, buffer);
    ck_assert_ptr_eq(second, buffer + 32);
    ck_assert_ptr_eq(first->class, &allocated);
    ck_assert_ptr_eq(f.thread->tlab.top, buffer + 64);
    ck_assert_int_eq(slow.calls, 0);
    ck_assert_ptr_eq(make(&f, 0), &slow_object);
    ck_assert_ptr_eq(slow.class, &allocated);
    ck_assert_int_eq(slow.size, 32);
    fixture_end(&f);
}
END_TEST

START_TEST(when_the_heap_is_full_the_state_takes_the_allocation_back) {
    struct fixture f;
    begin(&f);
    compile_new(&f, true);
    callee_throws = &slow_object;
    ck_assert_int_eq(run(&f, (union value){.i = 0}, (union value){.i = 0}).j, 4711);
    ck_assert_int_eq(left_at->reason, REASON_out_of_memory);
    ck_assert_int_eq(left_at->frames[0].bci, 5);
    fixture_end(&f);
}
END_TEST

/* By a node that all who look for ways of the program know: polls and what is inferred behind them were wrong without it. */
START_TEST(when_the_heap_is_full_an_allocation_without_state_throws) {
    struct fixture f;
    begin(&f);
    compile_new(&f, false);
    const struct node *unwind = graph_find(f.graph, NODE_unwind);
    ck_assert_ptr_eq(unwind->block->first, unwind->inputs[0]);
    ck_assert_int_eq(unwind->inputs[0]->kind, NODE_implicit_exception);
    f.thread->tlab = (struct tlab){.top = buffer, .limit = buffer + 32};
    ck_assert_ptr_eq(make(&f, 0), buffer);
    callee_throws = &slow_object;
    make(&f, 0);
    ck_assert_ptr_eq(f.thread->exception, &slow_object);
    fixture_end(&f);
}
END_TEST

START_TEST(an_array_gets_its_length_and_a_long_one_the_slow_path) {
    struct fixture f;
    begin(&f);
    struct node *inputs[] = {parameter(&f, TYPE_INT, 0), state_of(&f, 0, 0, NULL, NULL)};
    struct node *node = append(f.graph->entry, NODE_new_array, TYPE_REFERENCE, 2, inputs);
    node->extra.class = &chars;
    end_return(f.graph->entry, node);
    phase_lower(f.graph);
    cfg_compute(f.graph);
    generate(&f);
    f.thread->tlab = (struct tlab){.top = buffer, .limit = buffer + sizeof buffer};
    struct array *array = (struct array *)make(&f, 5);
    ck_assert_ptr_eq(array, buffer);
    ck_assert_int_eq(array->length, 5);
    ck_assert_ptr_eq(f.thread->tlab.top, buffer + 48); /* 24 + 2 * 5 */
    make(&f, 0);
    ck_assert_ptr_eq(f.thread->tlab.top, buffer + 80);
    ck_assert_ptr_eq(make(&f, 3000), &slow_object);
    ck_assert_int_eq(slow.size, 3000);
    ck_assert_ptr_eq(make(&f, INT32_MAX), &slow_object);
    fixture_end(&f);
}
END_TEST

/* --- expansions --- */

static struct expansion heard;
static void hear(void *context, struct node *node, const struct expansion *expansion) {
    heard = *expansion;
    *(int *)context += 1;
}

START_TEST(lowering_announces_which_path_an_allocation_took) {
    struct fixture f;
    begin(&f);
    int count = 0;
    struct edit_listener listener = {.context = &count, .expanded = hear};
    compilation_listen(&f.compilation, &listener);
    struct node *state = state_of(&f, 0, 0, NULL, NULL);
    struct node *node = append(f.graph->entry, NODE_new, TYPE_REFERENCE, 1, &state);
    node->extra.class = &allocated;
    end_return(f.graph->entry, node);
    phase_lower(f.graph);
    cfg_compute(f.graph);
    graph_check(f.graph, "lower");
    ck_assert_int_eq(count, 1);
    ck_assert_int_eq(heard.merge->predecessors.count, 2);
    ck_assert_int_eq(heard.path_values[0], 0);
    ck_assert_int_eq(heard.path_values[1], 1);
    ck_assert_int_eq(heard.merge->predecessors.items[0]->last->previous->kind, NODE_as_reference);
    ck_assert_int_eq(heard.exit->kind, NODE_phi);
    phase_lower(f.graph);
    cfg_compute(f.graph);
    ck_assert_int_eq(count, 1);
    fixture_end(&f);
}
END_TEST

/* Takes or leaves the lock of its argument; an acquisition returns how. */
static void begin_lock(struct fixture *f, enum node_kind kind) {
    begin(f);
    int count = 0;
    struct edit_listener listener = {.context = &count, .expanded = hear};
    compilation_listen(&f->compilation, &listener);
    struct node *object = parameter(f, TYPE_REFERENCE, 0);
    append(f->graph->entry, kind, TYPE_VOID, 1, &object);
    end_return(f->graph->entry, graph_int(f->graph, 0));
    phase_lower(f->graph);
    cfg_compute(f->graph);
    graph_check(f->graph, "lower");
    ck_assert_int_eq(count, 1);
    if (heard.path) node_set_input(graph_find(f->graph, NODE_return), 0, heard.path);
    generate(f);
    f->thread->bias = 7 << LOCK_OWNER_SHIFT | LOCK_TAG_BIASED;
}

enum { OWN = 7 << LOCK_OWNER_SHIFT, OTHER = 8 << LOCK_OWNER_SHIFT };

START_TEST(the_owner_of_a_bias_takes_the_lock_in_place_and_others_ask_the_runtime) {
    static const struct {
        uint32_t before, after;
        int how;
    } rows[] = {
        {OWN | LOCK_TAG_BIASED, OWN | LOCK_COUNT_ONE | LOCK_TAG_BIASED, LOCK_BIASED},
        {OWN | LOCK_COUNT_ONE | LOCK_TAG_BIASED, OWN | 2 * LOCK_COUNT_ONE | LOCK_TAG_BIASED,
         LOCK_RECURSIVE},
        {OWN | LOCK_COUNT_MASK | LOCK_TAG_BIASED, 1, LOCK_CAS}, /* the next would be a carry */
        {OTHER | LOCK_TAG_BIASED, 1, LOCK_CAS},
        {OWN | LOCK_TAG_THIN, 1, LOCK_CAS},
        {0, 1, LOCK_CAS},
    };
    struct fixture f;
    begin_lock(&f, NODE_monitor_enter);
    ck_assert_int_eq(heard.path->kind, NODE_phi);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct object object = {.lock_word = rows[i].before};
        union value how = run(&f, (union value){.r = &object}, (union value){.i = 0});
        ck_assert_uint_eq(object.lock_word, rows[i].after);
        ck_assert_int_eq(how.i, rows[i].how);
    }
    fixture_end(&f);
}
END_TEST

START_TEST(the_owner_of_a_bias_leaves_the_lock_in_place_and_others_ask_the_runtime) {
    static const uint32_t rows[][2] = {
        {OWN | LOCK_COUNT_ONE | LOCK_TAG_BIASED, OWN | LOCK_TAG_BIASED},
        {OWN | LOCK_TAG_BIASED, 2}, /* it is not held */
        {OTHER | LOCK_TAG_BIASED, 2},
        {OTHER | LOCK_COUNT_ONE | LOCK_TAG_BIASED, 2},
        {OWN | LOCK_COUNT_ONE | LOCK_TAG_THIN, 2},
    };
    struct fixture f;
    begin_lock(&f, NODE_monitor_exit);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct object object = {.lock_word = rows[i][0]};
        run(&f, (union value){.r = &object}, (union value){.i = 0});
        ck_assert_uint_eq(object.lock_word, rows[i][1]);
    }
    fixture_end(&f);
}
END_TEST

/* --- control flow --- */

START_TEST(phis_of_a_loop_change_at_once) {
    struct fixture f;
    begin(&f);
    /* for (a = p0, b = 1, i = 0; i < 3; i++) { t = a; a = b; b = t; }  return a; */
    struct block *head = block_new(f.graph), *body = block_new(f.graph), *out = block_new(f.graph);
    struct node *first = parameter(&f, TYPE_INT, 0), *one = graph_int(f.graph, 1),
                *zero = graph_int(f.graph, 0);
    end_goto(f.graph->entry, head);
    struct node *a = node_new(f.graph, NODE_phi, TYPE_INT, 1, &first);
    struct node *b = node_new(f.graph, NODE_phi, TYPE_INT, 1, &one);
    struct node *i = node_new(f.graph, NODE_phi, TYPE_INT, 1, &zero);
    phi_append(head, a);
    phi_append(head, b);
    phi_append(head, i);
    struct node *more =
        append(head, NODE_compare, TYPE_INT, 2, (struct node *[]){i, graph_int(f.graph, 3)});
    more->extra.condition = COND_LT;
    end_if(head, more, body, out);
    struct node *next = append(body, NODE_add, TYPE_INT, 2, (struct node *[]){i, one});
    end_goto(body, head);
    node_add_input(a, b);
    node_add_input(b, a);
    node_add_input(i, next);
    end_return(out, a);
    generate(&f);
    ck_assert_int_eq(run(&f, (union value){.i = 5}, (union value){.i = 0}).i, 1);
    fixture_end(&f);
}
END_TEST

START_TEST(a_switch_goes_to_its_key_or_its_default) {
    struct fixture f;
    begin(&f);
    static int32_t keys[] = {INT32_MIN, -1, 7};
    struct block *arms[4];
    for (int i = 0; i < 4; i++) arms[i] = block_new(f.graph);
    struct node *key = parameter(&f, TYPE_INT, 0);
    struct node *end = node_new(f.graph, NODE_switch, TYPE_VOID, 1, &key);
    end->extra.keys.keys = keys;
    end->extra.keys.count = 3;
    block_end(f.graph->entry, end, 4, arms, NULL);
    for (int i = 0; i < 4; i++) end_return(arms[i], graph_int(f.graph, i));
    generate(&f);
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(run(&f, (union value){.i = keys[i]}, (union value){.i = 0}).i, i);
    ck_assert_int_eq(run(&f, (union value){.i = 8}, (union value){.i = 0}).i, 3);
    fixture_end(&f);
}
END_TEST

/* 1: the counter's word is in the thread. */
START_TEST(a_counter_and_a_flag_of_inserted_code) {
    struct fixture f;
    begin(&f);
    struct cell_space space;
    cell_space_init(&space);
    ck_assert(cells_attach(&space, &f.thread->cells));
    cells_make(&space, 5000); /* far from the first */
    struct count cell = _i ? count_make_near(&space, COUNT_COMPILED) : count_make(&space);
    count_add(&f.thread->cells, &cell, COUNT_COMPILED, 40);
    f.graph->compilation->flag_count = 1;
    struct node *before = append(f.graph->entry, NODE_flag_load, TYPE_INT, 0, NULL);
    struct node *set = append(f.graph->entry, NODE_flag_store, TYPE_VOID, 1,
                              (struct node *[]){graph_int(f.graph, 5)});
    set->extra.integer = 0;
    struct node *count = append(f.graph->entry, NODE_count, TYPE_VOID, 0, NULL);
    count->extra.counter.cell = &cell;
    struct node *after = append(f.graph->entry, NODE_flag_load, TYPE_INT, 0, NULL);
    end_return(f.graph->entry,
               append(f.graph->entry, NODE_sub, TYPE_INT, 2, (struct node *[]){after, before}));
    generate(&f);
    for (int i = 1; i <= 3; i++) {
        ck_assert_int_eq(run(&f, (union value){.i = 0}, (union value){.i = 0}).i, 5);
        ck_assert_int_eq(count_split(&cell).compiled, 40 + i);
        ck_assert_int_eq(count_value(&cell), 40 + i);
    }
    cell_space_release(&space);
    fixture_end(&f);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("call");
    TCase *cases = tcase_create("leaving compiled code");
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases,
                   a_guard_that_holds_does_nothing_and_one_that_fails_hands_over_the_live_values);
    tcase_add_test(cases, a_site_lists_inlined_frames_from_the_inside_out_and_virtual_objects_once);
    tcase_add_test(cases, guards_that_share_their_way_out_are_told_apart);
    tcase_add_test(cases, guards_of_the_same_state_share_the_stores);
    tcase_add_test(cases, under_stress_a_guard_that_holds_fails_once);
    tcase_add_test(cases, more_live_values_than_the_thread_can_take_lie_in_the_frame);
    tcase_add_test(cases, a_call_passes_bits_and_returns_the_result);
    tcase_add_test(cases, a_naive_probe_is_a_call_to_the_compiler_alone);
    tcase_add_test(cases, an_exception_leads_to_the_exceptional_successor_which_takes_it);
    tcase_add_test(cases, a_virtual_call_enters_what_the_receiver_s_vtable_says);
    tcase_add_test(cases, an_interface_call_asks_the_runtime_and_throws_when_it_finds_nothing);
    tcase_add_test(cases, code_that_only_had_to_stop_at_its_entry_goes_on);
    tcase_add_test(cases, code_that_runs_out_of_stack_throws_at_its_entry);
    tcase_add_test(cases, an_object_is_taken_from_the_allocation_buffer_while_it_fits);
    tcase_add_test(cases, when_the_heap_is_full_the_state_takes_the_allocation_back);
    tcase_add_test(cases, when_the_heap_is_full_an_allocation_without_state_throws);
    tcase_add_test(cases, an_array_gets_its_length_and_a_long_one_the_slow_path);
    tcase_add_test(cases, lowering_announces_which_path_an_allocation_took);
    tcase_add_test(cases, the_owner_of_a_bias_takes_the_lock_in_place_and_others_ask_the_runtime);
    tcase_add_test(cases, the_owner_of_a_bias_leaves_the_lock_in_place_and_others_ask_the_runtime);
    tcase_add_test(cases, phis_of_a_loop_change_at_once);
    tcase_add_test(cases, a_switch_goes_to_its_key_or_its_default);
    tcase_add_loop_test(cases, a_counter_and_a_flag_of_inserted_code, 0, 2);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
