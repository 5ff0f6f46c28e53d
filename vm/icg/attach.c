/* Inserted code that the VM makes itself: bodies that count, attached like those that were
 * extracted. */
#include "icg/internal.h"
#include "ir/traits.h"

static struct node *placeholder_at(struct node *place) {
    struct node *placeholder = icg_new_placeholder(place);
    if (place->kind == NODE_placeholder) placeholder->extra = place->extra;
    if (node_is_end(place)) {
        node_insert_before(place, placeholder);
    } else {
        node_insert_after(place, placeholder);
    }
    return placeholder;
}

static struct icg *count_body(struct icg_set *set, enum icg_place place, struct count *cell,
                              const char *name, struct node **count) {
    struct graph *body = icg_body_of_node(set, NODE_count, count);
    (*count)->extra.counter.cell = cell;
    (*count)->extra.counter.name = name;
    return icg_new(set, place, body);
}

static struct icg *attach_count(struct icg_set *set, struct node *anchor, enum icg_place place,
                                struct count *cell, const char *name, struct node **count) {
    struct icg *icg = count_body(set, place, cell, name, count);
    icg_attach(set, icg, place == ICG_HERE ? placeholder_at(anchor) : anchor);
    return icg;
}

struct icg *icg_attach_counter(struct icg_set *set, struct node *anchor, enum icg_place place,
                               struct count *cell, const char *name) {
    struct node *count;
    return attach_count(set, anchor, place, cell, name, &count);
}

struct icg *icg_attach_counter_at(struct icg_set *set, struct node *placeholder, struct count *cell,
                                  const char *name) {
    struct node *count;
    struct icg *icg = count_body(set, ICG_HERE, cell, name, &count);
    icg_attach(set, icg, placeholder);
    return icg;
}

struct node *icg_entry_placeholder(struct graph *graph) {
    return icg_placeholder_before(graph->entry->first);
}

struct icg *icg_attach_entry_counter(struct icg_set *set, struct graph *graph, struct count *cell,
                                     const char *name) {
    return icg_attach_counter_at(set, icg_entry_placeholder(graph), cell, name);
}

static void attach_entry(struct icg_set *set, struct node *placeholder, uint32_t frame) {
    struct node *enter;
    struct graph *body = icg_body_of_node(set, NODE_enter_context, &enter);
    enter->extra.integer = frame;
    icg_attach(set, icg_new(set, ICG_HERE, body), placeholder);
}

void icg_attach_entry(struct icg_set *set, struct graph *graph, uint32_t frame) {
    attach_entry(set, icg_entry_placeholder(graph), frame);
}

void icg_attach_entry_behind(struct icg_set *set, struct node *node, uint32_t frame) {
    attach_entry(set, placeholder_at(node), frame);
}

struct node *icg_value(struct icg_set *set, struct icg *icg, struct node *value) {
    if (node_kind_is_shared(value->kind))
        return graph_constant(icg->body, value->kind, value->extra);
    return icg_weak_edge(set, icg, value);
}

/* A long, in front of [place]. */
static struct node *bytes_of(struct icg_set *set, struct icg *icg, struct node *place,
                             const struct icg_size *size) {
    struct graph *body = icg->body;
    struct node *length = icg_value(set, icg, size->length);
    struct node *bytes = node_new(body, NODE_convert, TYPE_LONG, 1, &length);
    node_insert_before(place, bytes);
    const struct {
        enum node_kind kind;
        struct node *operand;
    } steps[] = {
        {NODE_shl, graph_int(body, size->shift)},
        {NODE_add, graph_long(body, size->addend)},
        {NODE_and, graph_long(body, size->mask)},
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        bytes =
            node_new(body, steps[i].kind, TYPE_LONG, 2, (struct node *[]){bytes, steps[i].operand});
        node_insert_before(place, bytes);
    }
    return bytes;
}

struct icg *icg_attach_size_counter(struct icg_set *set, struct node *anchor, struct count *cell,
                                    const char *name, const struct icg_size *size) {
    struct node *count;
    struct icg *icg = attach_count(set, anchor, ICG_PRED, cell, name, &count);
    node_add_input(count, bytes_of(set, icg, count, size));
    return icg;
}

/* --- bodies of several operations --- */

struct node *icg_compute(struct icg *icg, enum node_kind kind, enum node_type type, int count,
                         struct node *const *inputs) {
    struct node *node = node_new(icg->body, kind, type, count, inputs);
    struct block *entry = icg->body->entry;
    if (entry->last)
        node_insert_before(entry->last->previous, node);
    else
        node_append(entry, node);
    return node;
}

void icg_count_amount(struct icg *icg, struct node *amount) {
    node_add_input(icg->body->entry->last->previous, amount);
}

/* --- one counter of several --- */

static void count_in(struct block *block, struct block *exit, struct count *cell, const char *name,
                     struct node *amount) {
    struct graph *body = block->graph;
    if (cell) {
        struct node *count = node_new(body, NODE_count, TYPE_VOID, amount != NULL, &amount);
        count->extra.counter.cell = cell;
        count->extra.counter.name = name;
        node_append(block, count);
    }
    block_end(block, node_new(body, NODE_goto, TYPE_VOID, 0, NULL), 1, &exit, NULL);
}

/* Of an object that is not allocated its class is read where that is enough. */
static struct node *compared(struct icg_set *set, struct icg *icg, struct node *value,
                             const struct node *with) {
    struct node *read = icg_value(set, icg, value);
    if (read->kind != NODE_weak || value->type != TYPE_REFERENCE) return read;
    struct icg_weak *weak = &icg->weak.items[read->extra.integer];
    weak->keeps_class = with->kind == NODE_const_null;
    weak->is_compared = true;
    return read;
}

struct node *icg_comparison(struct icg_set *set, struct icg *icg, struct node *left,
                            struct node *right, enum condition condition) {
    if (node_kind_makes(left->kind) && node_kind_makes(right->kind))
        return graph_int(icg->body, (left == right) == (condition == COND_EQ));
    struct node *inputs[] = {compared(set, icg, left, right), compared(set, icg, right, left)};
    if (inputs[0]->kind == NODE_weak && inputs[1]->kind == NODE_weak) {
        int64_t first = inputs[0]->extra.integer, second = inputs[1]->extra.integer;
        icg->weak.items[first].compared_with = (int)(second - first);
        icg->weak.items[second].compared_with = (int)(first - second);
    }
    struct node *comparison = icg_compute(icg, NODE_compare, TYPE_INT, 2, inputs);
    comparison->extra.condition = condition;
    return comparison;
}

static struct node *selector_of(struct icg_set *set, struct icg *icg,
                                const struct icg_choice *choice) {
    if (choice->left && !choice->right) return icg_value(set, icg, choice->left);
    if (choice->left)
        return icg_comparison(set, icg, choice->left, choice->right, choice->condition);
    struct node *query = icg_compute(icg, NODE_query, TYPE_INT, 0, NULL);
    query->extra.query.kind = choice->query;
    return query;
}

struct icg *icg_attach_choice(struct icg_set *set, struct node *anchor, enum icg_place place,
                              const struct icg_choice *choice, const char *name) {
    struct graph *body = graph_new(set->compilation, NULL);
    struct block *exit = block_new(body);
    block_end(exit, node_new(body, NODE_return, TYPE_VOID, 0, NULL), 0, NULL, NULL);
    struct icg *icg = icg_new(set, place, body);
    struct node *selector = selector_of(set, icg, choice);
    int count = choice->count;
    struct node *end = node_new(body, NODE_switch, TYPE_VOID, 1, &selector);
    end->extra.keys.keys = choice->keys;
    end->extra.keys.count = count;
    struct block **arms = ARENA_ARRAY(set->arena, struct block *, count + 1);
    for (int i = 0; i <= count; i++) arms[i] = block_new(body);
    block_end(body->entry, end, count + 1, arms, NULL);
    struct node *amount = choice->size ? bytes_of(set, icg, end, choice->size) : NULL;
    for (int i = 0; i <= count; i++)
        count_in(arms[i], exit, i < count ? choice->cells[i] : choice->otherwise, name, amount);
    icg_attach(set, icg, anchor);
    return icg;
}

/* --- calls --- */

/* Kind [i] when the answer is answers[i], else the last. */
static struct node *kind_of(struct graph *body, struct node *end, const struct icg_call *call) {
    struct node *kind = graph_int(body, call->kinds[call->kind_count - 1]);
    if (call->kind_count == 1) return kind;
    struct node *query = node_new(body, NODE_query, TYPE_INT, 0, NULL);
    query->extra.query.kind = call->query;
    node_insert_before(end, query);
    for (int i = 0; i < call->kind_count - 1; i++) {
        struct node *is_it = node_new(body, NODE_compare, TYPE_INT, 2,
                                      (struct node *[]){query, graph_int(body, call->answers[i])});
        is_it->extra.condition = COND_EQ;
        node_insert_before(end, is_it);
        kind = node_new(body, NODE_select, TYPE_INT, 3,
                        (struct node *[]){is_it, graph_int(body, call->kinds[i]), kind});
        node_insert_before(end, kind);
    }
    return kind;
}

/* In front of [place]. */
static struct node *context_of(struct graph *body, struct node *place, uint32_t frame) {
    struct node *context = node_new(body, NODE_context, TYPE_ADDRESS, 0, NULL);
    context->extra.integer = frame;
    node_insert_before(place, context);
    return context;
}

struct icg *icg_attach_call(struct icg_set *set, struct node *anchor, enum icg_place place,
                            const struct icg_call *call) {
    struct node *node;
    struct graph *body = icg_body_of_node(set, NODE_runtime_call, &node);
    struct icg *icg = icg_new(set, place, body);
    node->extra.stub = call->stub;
    node_add_input(node, icg_address(icg, call->address, call->text));
    node_add_input(node, call->object ? icg_value(set, icg, call->object) : graph_null(body));
    node_add_input(node, kind_of(body, node, call));
    node_add_input(node, graph_int(body, call->way));
    if (call->frame) node_add_input(node, graph_int(body, (int32_t)call->frame));
    if (call->object && !node_kind_is_shared(call->object->kind)) icg->by_class = call->by_class;
    icg_attach(set, icg, anchor);
    return icg;
}

static struct node *call_in(const struct icg *icg) { return icg->body->entry->last->previous; }

struct icg *icg_new_call(struct icg_set *set, enum icg_place place, int stub,
                         const struct position *position) {
    struct node *call;
    struct icg *icg = icg_new(set, place, icg_body_of_node(set, NODE_runtime_call, &call));
    call->extra.stub = stub;
    call->position = position;
    return icg;
}

struct icg *icg_new_flag(struct icg_set *set, int flag) {
    struct node *store;
    struct icg *icg = icg_new(set, ICG_HERE, icg_body_of_node(set, NODE_flag_store, &store));
    store->extra.integer = flag;
    return icg;
}

void icg_guard(struct icg_set *set, struct icg *icg, int flag, int value) {
    arena_vec_push(set->arena, &icg->guards, (struct icg_guard){flag, value});
}

void icg_add_argument(struct icg *icg, struct node *argument) {
    node_add_input(call_in(icg), argument);
}

struct node *icg_address(struct icg *icg, void *pointer, const char *text) {
    struct node *address = node_new(icg->body, NODE_address, TYPE_ADDRESS, 0, NULL);
    address->extra.address.pointer = pointer;
    address->extra.address.text = text;
    return address;
}

struct node *icg_context(struct icg *icg, uint32_t frame) {
    return context_of(icg->body, call_in(icg), frame);
}

struct node *icg_object(struct icg_set *set, struct icg *icg, struct node *object) {
    struct node *value = icg_value(set, icg, object);
    if (value->kind == NODE_weak) icg->weak.items[value->extra.integer].keeps_class = true;
    return value;
}

struct node *icg_kind(struct icg *icg, const struct icg_call *kinds) {
    return kind_of(icg->body, call_in(icg), kinds);
}

void icg_attach_made(struct icg_set *set, struct icg *icg, struct node *anchor) {
    icg_attach(set, icg, icg->place == ICG_HERE ? placeholder_at(anchor) : anchor);
}

struct node *icg_attach_before(struct icg_set *set, struct icg *icg, struct node *node) {
    struct node *placeholder = icg_placeholder_before(node);
    icg_attach(set, icg, placeholder);
    return placeholder;
}
