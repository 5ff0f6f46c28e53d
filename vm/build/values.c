/* VALUES: the abstract frame, and the frame states made of it.
 *
 * A frame state holds the locals that the base program may still read, so that it depends neither
 * on probes nor on values that are dead. States of inserted code are empty: inserted code never
 * resumes in the interpreter. */
#include "build/builder.h"

#include "base/die.h"
#include "base/intern.h"
#include "ir/traits.h"

static node_list list_copy(struct builder *builder, const node_list *list) {
    node_list copy = {ARENA_ARRAY(&builder->scratch, struct node *, list->count + 1), list->count,
                      list->count};
    if (list->count) memcpy(copy.items, list->items, list->count * sizeof *list->items);
    return copy;
}

struct values values_new(struct builder *builder) {
    return (struct values){
        .locals = ARENA_ARRAY(&builder->scratch, struct node *, builder->code->max_locals + 1),
        .stack = ARENA_ARRAY(&builder->scratch, struct node *, builder->code->max_stack + 1),
    };
}

struct values values_copy(struct builder *builder, const struct values *values) {
    struct values copy = values_new(builder);
    memcpy(copy.locals, values->locals, builder->code->max_locals * sizeof *copy.locals);
    memcpy(copy.stack, values->stack, builder->code->max_stack * sizeof *copy.stack);
    copy.depth = values->depth;
    copy.locks = list_copy(builder, &values->locks);
    copy.checked = list_copy(builder, &values->checked);
    return copy;
}

static bool is_wide_type(enum node_type type) { return type == TYPE_LONG || type == TYPE_DOUBLE; }

void push_value(struct builder *builder, struct node *node) {
    struct values *now = &builder->now;
    builder->has_pushed = true;
    now->stack[now->depth++] = node;
    if (is_wide_type(node->type)) now->stack[now->depth++] = NULL;
}

struct node *pop_value(struct builder *builder, enum node_type type) {
    struct values *now = &builder->now;
    now->depth -= 1 + is_wide_type(type);
    struct node *node = now->stack[now->depth];
    ASSERT(node && node->type == type, "bci %u finds no such value", builder->bci);
    return node;
}

/* The class file's, where it has one. */
static const char *local_name(const struct builder *builder, int index) {
    const struct code *code = builder->code;
    for (uint32_t i = 0; i < code->local_count; i++) {
        const struct local_variable *local = &code->locals[i];
        if (local->slot == index && builder->bci - local->start < local->length)
            return intern(local->name);
    }
    return intern_format("local %d", index);
}

struct node *local_get(struct builder *builder, int index, enum java_type type) {
    struct node *value = builder->now.locals[index];
    ASSERT(value && value->type == node_type_of_java(type), "local %d is dead at bci %u", index,
           builder->bci);
    if (builder->at->in_region) {
        struct inserted_read read = {value, local_name(builder, index)};
        arena_vec_push(builder->arena, &builder->graph->inserted_reads, read);
    }
    return value;
}

void local_set(struct builder *builder, int index, struct node *value) {
    struct node **locals = builder->now.locals;
    if (index > 0 && locals[index - 1] && is_wide_type(locals[index - 1]->type))
        locals[index - 1] = NULL;
    locals[index] = value;
    if (is_wide_type(value->type)) locals[index + 1] = NULL;
}

bool is_known_not_null(const struct builder *builder, const struct node *node) {
    if (node_kind_gives(node->kind) != GIVES_any) return true;
    for (uint32_t i = 0; i < builder->now.checked.count; i++)
        if (builder->now.checked.items[i] == node) return true;
    return false;
}

void remember_not_null(struct builder *builder, struct node *node) {
    arena_vec_push(&builder->scratch, &builder->now.checked, node);
}

enum node_type entry_type(const struct builder *builder, const struct flow_block *block, int slot) {
    static const enum node_type types[] = {
        [SLOT_TOP] = TYPE_VOID,
        [SLOT_INT] = TYPE_INT,
        [SLOT_FLOAT] = TYPE_FLOAT,
        [SLOT_LONG] = TYPE_LONG,
        [SLOT_DOUBLE] = TYPE_DOUBLE,
        [SLOT_SECOND] = TYPE_VOID,
        [SLOT_NULL] = TYPE_REFERENCE,
        [SLOT_UNINITIALIZED_THIS] = TYPE_REFERENCE,
        [SLOT_UNINITIALIZED] = TYPE_REFERENCE,
        [SLOT_REFERENCE] = TYPE_REFERENCE,
    };
    const struct typeflow *flow = builder->flow.types;
    uint32_t index = (uint32_t)block->index;
    int locals = builder->code->max_locals;
    return types[slot < locals ? typeflow_local(flow, index, (uint32_t)slot)
                               : typeflow_operand(flow, index, (uint32_t)(slot - locals))];
}

/* --- frame states --- */

/* Adds what [live_everywhere] has beyond [live], both of the locals. */
static void add_inserted_locals(struct builder *builder, struct state_layout *layout,
                                const struct bitset *live, const struct bitset *live_everywhere) {
    for (int i = 0; i < layout->local_count; i++) {
        struct node *value = builder->now.locals[i];
        bool is_inserted =
            bitset_has(live_everywhere, (uint32_t)i) && !bitset_has(live, (uint32_t)i);
        if (!value || !is_inserted) continue;
        struct inserted_local *local = ARENA_NEW(builder->arena, struct inserted_local);
        *local = (struct inserted_local){layout->inserted, i, value, local_name(builder, i)};
        layout->inserted = local;
        arena_vec_push(builder->arena, &builder->graph->inserted_locals, local);
    }
}

struct live_locals {
    struct bitset program, everywhere;
};

/* Inserted code resumes nowhere: its states hold the locks alone, which a failing check leaves. */
static struct node *make_state(struct builder *builder, const struct live_locals *live, int depth,
                               bool after_call) {
    const struct values *now = &builder->now;
    bool is_empty = builder->at->in_region;
    struct state_layout layout = {
        .method = builder->graph->method,
        .bci = (int)builder->bci,
        .local_count = builder->code->max_locals,
        .stack_count = (uint16_t)(is_empty ? 0 : depth),
        .lock_count = (uint16_t)now->locks.count,
        .after_call = after_call,
    };
    int count = layout.local_count + layout.stack_count + layout.lock_count;
    struct node **slots = ARENA_ARRAY(&builder->scratch, struct node *, count + 1);
    for (uint32_t i = 0; !is_empty && i < layout.local_count; i++)
        if (bitset_has(&live->program, i)) slots[i] = now->locals[i];
    if (!is_empty) add_inserted_locals(builder, &layout, &live->program, &live->everywhere);
    for (int i = 0; i < layout.stack_count; i++) slots[layout.local_count + i] = now->stack[i];
    for (int i = 0; i < layout.lock_count; i++)
        slots[layout.local_count + layout.stack_count + i] = now->locks.items[i];
    struct node *state = frame_state_new(builder->graph, &layout, slots, NULL);
    state->position = builder->position;
    return state;
}

static struct live_locals live_before(const struct builder *builder, uint32_t bci) {
    return (struct live_locals){flow_live_before(&builder->flow, bci, false),
                                flow_live_before(&builder->flow, bci, true)};
}

struct node *state_before(struct builder *builder) {
    if (builder->state) return builder->state;
    struct live_locals live = live_before(builder, builder->bci);
    ASSERT(!builder->has_pushed, "the stack before bci %u is lost", builder->bci);
    builder->state = make_state(builder, &live, builder->depth_before, false);
    return builder->state;
}

/* The callee may throw: what the handlers read is live too. */
struct node *state_after_call(struct builder *builder) {
    const struct code *code = builder->code;
    struct live_locals live = {bitset_new(&builder->scratch, code->max_locals),
                               bitset_new(&builder->scratch, code->max_locals)};
    struct live_locals after = live_before(builder, builder->next);
    bitset_add_all(&live.program, &after.program);
    bitset_add_all(&live.everywhere, &after.everywhere);
    for (int i = -1; (i = code_next_handler(code, i + 1, builder->bci)) >= 0;) {
        const struct flow_block *handler = flow_block_at(&builder->flow, code->handlers[i].target);
        bitset_add_all(&live.program, &handler->live);
        bitset_add_all(&live.everywhere, &handler->live_everywhere);
    }
    return make_state(builder, &live, builder->now.depth, true);
}
