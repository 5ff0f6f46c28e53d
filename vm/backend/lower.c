/* Lowering: allocations and locks become low nodes, announced through edit_expand so that dynamic
 * queries can ask which path was taken.
 *
 *     new C:            top = thread.tlab.top;  end = top + size
 *                       if (end <= thread.tlab.limit)
 *                           { thread.tlab.top = end;  top.class = C;  fast = top }
 *                       else
 *                           { slow = call allocate_object(C, size);  leave when slow is null }
 *                       phi(fast, slow)
 *
 *     enter o:          word = o.lock_word
 *                       if ((word & ~count) == thread.bias)
 *                           { o.lock_word = word + 1;  quick = word != thread.bias }
 *                       else
 *                           { called = call monitor_enter(o) }
 *                       how it was taken: phi(quick, called)
 *
 *     exit o:           the same, where (word - 1) & ~count must be thread.bias
 *
 * Memory in a TLAB is zero already. When the heap is full the frame state takes the allocation back
 * to the interpreter, which throws; see enum lowering for allocations without a state. */
#include "backend/backend.h"

#include "base/die.h"
#include "runtime/monitor.h"

enum { ALLOCATION_TLAB, ALLOCATION_HEAP }; /* CompilerDecision's values */

/* Whose operations are lowered: an allocation without a frame state that finds the heap full leaves
 * the program's method with OutOfMemoryError, and yields null in inserted code, which tests for it.
 */
enum lowering { LOWER_PROGRAM, LOWER_INSERTED };

static const double slow_path_probability = 0.001;

/* Where the nodes of an expansion go: in front of the node that is lowered, or at the end of a
 * block of its own. */
struct lowering_builder {
    struct graph *graph;
    struct block *block;
    const struct position *position;
    struct node *first;
    enum lowering lowering;
};

static struct node *place(struct lowering_builder *builder, struct node *node) {
    node->position = builder->position;
    node_append(builder->block, node);
    if (!builder->first) builder->first = node;
    return node;
}

static struct node *make(struct lowering_builder *builder, enum node_kind kind, enum node_type type,
                         struct node *a, struct node *b) {
    struct node *inputs[2] = {a, b};
    return place(builder, node_new(builder->graph, kind, type, b ? 2 : a ? 1 : 0, inputs));
}

static struct node *address_of(struct graph *graph, const struct meta_class *class) {
    struct node *node = node_new(graph, NODE_address, TYPE_ADDRESS, 0, NULL);
    node->extra.address.pointer = class->runtime;
    node->extra.address.text = class->name;
    return node;
}

static struct node *load(struct lowering_builder *builder, enum node_type type, struct node *base,
                         enum java_type memory, int32_t offset) {
    struct node *node = make(builder, NODE_raw_load, type, base, NULL);
    node->extra.memory.type = memory;
    node->extra.memory.offset = offset;
    return node;
}

static void store(struct lowering_builder *builder, struct node *base, enum java_type memory,
                  int32_t offset, struct node *value) {
    struct node *node = make(builder, NODE_raw_store, TYPE_VOID, base, value);
    node->extra.memory.type = memory;
    node->extra.memory.offset = offset;
}

static struct node *compare(struct lowering_builder *builder, enum condition condition,
                            struct node *a, struct node *b) {
    struct node *node = make(builder, NODE_compare, TYPE_INT, a, b);
    node->extra.condition = condition;
    return node;
}

static struct node *call_stub(struct lowering_builder *builder, enum stub stub, enum node_type type,
                              int count, struct node *const *arguments) {
    struct node *node = node_new(builder->graph, NODE_runtime_call, type, count, arguments);
    node->extra.stub = stub;
    return place(builder, node);
}

static void end_with_goto(struct block *from, struct block *to) {
    struct node *end = node_new(from->graph, NODE_goto, TYPE_VOID, 0, NULL);
    block_end(from, end, 1, (struct block *[]){to}, (double[]){1});
}

/* Ends [from] with a branch; probability is that of [yes]. */
static void end_with_if(struct block *from, struct node *condition, struct block *yes,
                        struct block *no, double probability) {
    struct node *end = node_new(from->graph, NODE_if, TYPE_VOID, 1, &condition);
    end->position = condition->position;
    block_end(from, end, 2, (struct block *[]){yes, no}, (double[]){probability, 1 - probability});
}

/* Leaves compiled code when [object] is null: through the state, or with an error. */
static void leave_when_null(struct lowering_builder *slow, struct node *object,
                            struct node *state) {
    if (slow->lowering == LOWER_INSERTED) return;
    struct node *exists = compare(slow, COND_NE, object, graph_null(slow->graph));
    if (state) {
        struct node *guard = make(slow, NODE_guard, TYPE_VOID, exists, state);
        guard->extra.guard.reason = REASON_out_of_memory;
        return;
    }
    struct block *full = block_new(slow->graph), *rest = block_new(slow->graph);
    end_with_if(slow->block, exists, rest, full, 1 - slow_path_probability);
    struct lowering_builder thrower = {slow->graph, full, slow->position, NULL, slow->lowering};
    struct node *error =
        place(&thrower, node_new(slow->graph, NODE_implicit_exception, TYPE_REFERENCE, 0, NULL));
    error->extra.guard.reason = REASON_out_of_memory;
    block_end(full, node_new(slow->graph, NODE_unwind, TYPE_VOID, 1, &error), 0, NULL, NULL);
    slow->block = rest;
}

/* What precedes [node] stays in builder->block, which has no end yet; [node] comes first in the
 * block returned, which nothing enters yet. */
static struct block *cut_before(struct node *node, enum lowering lowering,
                                struct lowering_builder *before) {
    *before = (struct lowering_builder){node->graph, node->block, node->position, NULL, lowering};
    struct block *rest = block_split_before(node);
    block_remove_predecessor(rest, 0);
    edit_eliminate(before->block->last);
    return rest;
}

static void replace(struct node *node, struct node *by, const struct expansion *expansion) {
    edit_expand(node, expansion);
    edit_replace_and_eliminate(node, by);
}

/* Bumps the TLAB by [size] (a long) in front of [node] when [may_fit] (NULL: always tried) holds,
 * else calls the slow path. [length] is an array's, or NULL. */
static void allocate_inline(struct node *node, struct lowering_builder *before, struct block *rest,
                            struct node *may_fit, struct node *size, struct node *length) {
    struct graph *graph = node->graph;
    struct node *state = node_state(node), *class = address_of(graph, node->extra.class);
    struct node *thread = node_new(graph, NODE_thread, TYPE_ADDRESS, 0, NULL);

    struct node *top = load(before, TYPE_ADDRESS, thread, JAVA_REFERENCE, THREAD_TLAB_TOP);
    struct node *limit = load(before, TYPE_ADDRESS, thread, JAVA_REFERENCE, THREAD_TLAB_LIMIT);
    struct node *end = make(before, NODE_raw_add, TYPE_ADDRESS, top, size);
    struct node *fits = compare(before, COND_LE, end, limit);
    if (may_fit) fits = make(before, NODE_and, TYPE_INT, may_fit, fits);
    struct lowering_builder fast = {graph, block_new(graph), node->position, NULL,
                                    before->lowering};
    struct lowering_builder slow = {graph, block_new(graph), node->position, NULL,
                                    before->lowering};
    end_with_if(before->block, fits, fast.block, slow.block, 1 - slow_path_probability);

    store(&fast, thread, JAVA_REFERENCE, THREAD_TLAB_TOP, end);
    store(&fast, top, JAVA_REFERENCE, OBJECT_CLASS, class);
    if (length) store(&fast, top, JAVA_INT, ARRAY_LENGTH, length);
    struct node *quick = make(&fast, NODE_as_reference, TYPE_REFERENCE, top, NULL);
    end_with_goto(fast.block, rest);

    struct node *arguments[2] = {class, length ? length : size};
    struct node *called = call_stub(&slow, length ? STUB_allocate_array : STUB_allocate_object,
                                    TYPE_REFERENCE, 2, arguments);
    leave_when_null(&slow, called, state);
    end_with_goto(slow.block, rest);

    struct node *object =
        node_new(graph, NODE_phi, TYPE_REFERENCE, 2, (struct node *[]){quick, called});
    object->position = node->position;
    phi_append(rest, object);
    static const int path_values[] = {ALLOCATION_TLAB, ALLOCATION_HEAP};
    replace(node, object, &(struct expansion){before->first, object, rest, path_values, NULL});
}

/* Without the TLAB: arrays too long for it, and inserted code. [size] is what the stub takes: an
 * object's bytes or an array's length. */
static void allocate_slowly(struct node *node, struct lowering_builder *before, struct block *rest,
                            enum stub stub, struct node *size) {
    struct node *arguments[2] = {address_of(node->graph, node->extra.class), size};
    struct node *state = node_state(node);
    struct node *called = call_stub(before, stub, TYPE_REFERENCE, 2, arguments);
    leave_when_null(before, called, state);
    end_with_goto(before->block, rest);
    struct node *object = node_new(node->graph, NODE_phi, TYPE_REFERENCE, 1, &called);
    object->position = node->position;
    phi_append(rest,
               object); /* behind the check: what follows the allocation follows its success */
    struct node *path = graph_int(node->graph, ALLOCATION_HEAP);
    replace(node, object, &(struct expansion){before->first, object, NULL, NULL, path});
}

static void lower_new(struct node *node, enum lowering lowering) {
    struct lowering_builder before;
    struct block *rest = cut_before(node, lowering, &before);
    struct node *size =
        graph_long(node->graph, (int64_t)object_align(node->extra.class->instance_size));
    if (lowering == LOWER_INSERTED)
        allocate_slowly(node, &before, rest, STUB_allocate_probe_object, size);
    else
        allocate_inline(node, &before, rest, NULL, size, NULL);
}

static void lower_new_array(struct node *node, enum lowering lowering) {
    enum java_type element = node->extra.class->element_type;
    struct graph *graph = node->graph;
    /* Larger arrays always go to the slow path. */
    int32_t bytes = (int32_t)compilation_limit(graph->compilation, LIMIT_inline_array_bytes);
    int32_t largest = (bytes - ARRAY_ELEMENTS - 1) / java_type_size(element);
    struct node *length = node->inputs[0];
    struct lowering_builder before;
    struct block *rest = cut_before(node, lowering, &before);
    if (lowering == LOWER_INSERTED) {
        allocate_slowly(node, &before, rest, STUB_allocate_probe_array, length);
    } else if (length->kind == NODE_const_int && length->extra.integer > largest) {
        allocate_slowly(node, &before, rest, STUB_allocate_array, length);
    } else if (length->kind == NODE_const_int) {
        struct node *size =
            graph_long(graph, (int64_t)array_size(element, (int32_t)length->extra.integer));
        allocate_inline(node, &before, rest, NULL, size, length);
    } else {
        struct node *may_fit = compare(&before, COND_LE, length, graph_int(graph, largest));
        struct node *size = make(&before, NODE_convert, TYPE_LONG, length, NULL);
        size = make(&before, NODE_mul, TYPE_LONG, size, graph_long(graph, java_type_size(element)));
        size = make(&before, NODE_add, TYPE_LONG, size, graph_long(graph, ARRAY_SIZE_ADDEND));
        size = make(&before, NODE_and, TYPE_LONG, size, graph_long(graph, -OBJECT_ALIGNMENT));
        allocate_inline(node, &before, rest, may_fit, size, length);
    }
}

/* Plain stores do: a bias is revoked with the world stopped, which it is not between a load and the
 * store behind it. Leaving a lock that is not held takes one from a count of 0, which leaves no
 * bias of this thread. */
static void lower_monitor(struct node *node, enum lowering lowering, int32_t step, enum stub stub,
                          enum node_type type) {
    struct graph *graph = node->graph;
    struct node *object = node->inputs[0];
    struct lowering_builder before;
    struct block *rest = cut_before(node, lowering, &before);
    struct node *thread = node_new(graph, NODE_thread, TYPE_ADDRESS, 0, NULL);

    struct node *word = load(&before, TYPE_INT, object, JAVA_INT, OBJECT_LOCK_WORD);
    struct node *bias = load(&before, TYPE_INT, thread, JAVA_INT, THREAD_BIAS);
    struct node *changed = make(&before, NODE_add, TYPE_INT, word, graph_int(graph, step));
    struct node *mask = graph_int(graph, ~(int32_t)LOCK_COUNT_INLINE_MASK);
    struct node *rest_of_word = make(&before, NODE_and, TYPE_INT, step < 0 ? changed : word, mask);
    struct node *is_mine = compare(&before, COND_EQ, rest_of_word, bias);
    struct lowering_builder fast = {graph, block_new(graph), node->position, NULL, lowering};
    struct lowering_builder slow = {graph, block_new(graph), node->position, NULL, lowering};
    end_with_if(before.block, is_mine, fast.block, slow.block, 1 - slow_path_probability);

    store(&fast, object, JAVA_INT, OBJECT_LOCK_WORD, changed);
    struct node *quick = type == TYPE_INT ? compare(&fast, COND_NE, word, bias) : NULL;
    end_with_goto(fast.block, rest);

    struct node *called = call_stub(&slow, stub, type, 1, &object);
    end_with_goto(slow.block, rest);

    struct node *path = NULL;
    if (type == TYPE_INT) {
        path = node_new(graph, NODE_phi, TYPE_INT, 2, (struct node *[]){quick, called});
        path->position = node->position;
        phi_append(rest, path);
    }
    edit_expand(node, &(struct expansion){before.first, path, rest, NULL, path});
    edit_eliminate(node);
}

static void lower_stack_trace(struct node *node) {
    struct node *call = node_new(node->graph, NODE_runtime_call, TYPE_REFERENCE, 0, NULL);
    call->extra.stub = STUB_stack_trace;
    call->position = node->position;
    node_insert_before(node, call);
    edit_replace_and_eliminate(node, call);
}

static enum stub enter_stub(enum lowering lowering) {
    return lowering == LOWER_INSERTED ? STUB_monitor_enter_probe : STUB_monitor_enter;
}

static void lower(struct node *node, enum lowering lowering) {
    if (node->kind == NODE_new) lower_new(node, lowering);
    if (node->kind == NODE_new_array) lower_new_array(node, lowering);
    if (node->kind == NODE_stack_trace) lower_stack_trace(node);
    if (node->kind == NODE_monitor_enter)
        lower_monitor(node, lowering, LOCK_COUNT_ONE, enter_stub(lowering), TYPE_INT);
    if (node->kind == NODE_monitor_exit)
        lower_monitor(node, lowering, -LOCK_COUNT_ONE, STUB_monitor_exit, TYPE_VOID);
}

void phase_lower(struct graph *graph) {
    enum lowering lowering = graph->compilation->is_spliced ? LOWER_INSERTED : LOWER_PROGRAM;
    for (uint32_t i = 0; i < graph->blocks.count; i++) {
        struct block *block = graph->blocks.items[i];
        if (block->is_dead) continue;
        /* Lowering an allocation moves the rest of its block to a new one, which comes later in the
         * list. */
        struct node *next;
        for (struct node *node = block->first; node && node->block == block; node = next) {
            next = node->next;
            lower(node, lowering);
        }
    }
}
