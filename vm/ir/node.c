/* Nodes: what the table says of their kinds, making them, their inputs and use lists, their places
 * in blocks. */
#include "ir/node.h"

#include "base/die.h"
#include "ir/compilation.h"
#include "ir/links.h"
#include "ir/traits.h"

struct kind_row {
    const char *text, *signature;
    char result;
    enum node_placement placement;
    enum node_extra_kind extra;
    enum node_commutes commutes;
    enum node_requires requires;
    enum memory reads, writes;
    enum node_again again;
    enum node_gives gives;
    int cycles;
};

static const struct kind_row rows[NODE_KIND_COUNT] = {
    [NODE_none] = {.text = "none", .signature = "", .result = '-'},
#define NODE(name, text, result, inputs, placement, extra, commutes, requires, reads, writes,      \
             again, gives, cycles)                                                                 \
    [NODE_##name] = {text,                                                                         \
                     inputs,                                                                       \
                     #result[0],                                                                   \
                     PLACEMENT_##placement,                                                        \
                     EXTRA_##extra,                                                                \
                     COMMUTES_##commutes,                                                          \
                     REQUIRES_##requires,                                                          \
                     MEMORY_##reads,                                                               \
                     MEMORY_##writes,                                                              \
                     AGAIN_##again,                                                                \
                     GIVES_##gives,                                                                \
                     cycles},
#include "ir/nodes.def"
#undef NODE
};

const char *node_kind_text(enum node_kind kind) { return rows[kind].text; }
enum node_kind node_kind_of_text(const char *text) {
    for (int kind = NODE_none + 1; kind < NODE_KIND_COUNT; kind++)
        if (strcmp(rows[kind].text, text) == 0) return (enum node_kind)kind;
    return NODE_none;
}
const char *node_kind_signature(enum node_kind kind) { return rows[kind].signature; }
char node_kind_result(enum node_kind kind) { return rows[kind].result; }
enum node_placement node_kind_placement(enum node_kind kind) { return rows[kind].placement; }
bool node_kind_is_of_program(enum node_kind kind) {
    bool is_of_inserted_code = kind >= NODE_placeholder && kind <= NODE_context;
    return kind != NODE_none && kind < NODE_thread && !is_of_inserted_code;
}
enum node_extra_kind node_kind_extra(enum node_kind kind) { return rows[kind].extra; }
enum node_commutes node_kind_commutes(enum node_kind kind) { return rows[kind].commutes; }
enum node_requires node_kind_requires(enum node_kind kind) { return rows[kind].requires; }
enum memory node_kind_reads(enum node_kind kind) { return rows[kind].reads; }
enum memory node_kind_writes(enum node_kind kind) { return rows[kind].writes; }
enum node_again node_kind_again(enum node_kind kind) { return rows[kind].again; }
enum node_gives node_kind_gives(enum node_kind kind) { return rows[kind].gives; }
int node_kind_cycles(enum node_kind kind) { return rows[kind].cycles; }

enum node_type node_type_of_java(enum java_type type) {
    switch (java_stack_type(type)) {
    case JAVA_INT:
    case JAVA_BOOLEAN:
    case JAVA_BYTE:
    case JAVA_CHAR:
    case JAVA_SHORT: return TYPE_INT;
    case JAVA_LONG: return TYPE_LONG;
    case JAVA_FLOAT: return TYPE_FLOAT;
    case JAVA_DOUBLE: return TYPE_DOUBLE;
    case JAVA_REFERENCE: return TYPE_REFERENCE;
    case JAVA_VOID:
    case JAVA_TYPE_COUNT: break;
    }
    return TYPE_VOID;
}

static enum node_type result_type(enum node_kind kind, enum node_type given) {
    switch (rows[kind].result) {
    case 'I':
    case 'Z': return TYPE_INT;
    case 'J': return TYPE_LONG;
    case 'F': return TYPE_FLOAT;
    case 'D': return TYPE_DOUBLE;
    case 'R': return TYPE_REFERENCE;
    case 'A': return TYPE_ADDRESS;
    case 'S': return TYPE_STATE;
    case 'V': return TYPE_VOID;
    default: return given;
    }
}

/* --- making --- */

struct arena *graph_arena(const struct graph *graph) {
    return graph->compilation->arena;
}

struct graph *graph_new(struct compilation *compilation, struct meta_method *method) {
    struct graph *graph = ARENA_NEW(compilation->arena, struct graph);
    graph->compilation = compilation;
    graph->method = method;
    graph->next_node_id = graph->next_block_id = 1;
    graph->entry = block_new(graph);
    return graph;
}

static void link_use(struct node *user, struct node *value) {
    if (value) arena_vec_push(graph_arena(user->graph), &value->uses, user);
}

static void unlink_use(struct node *user, struct node *value) {
    if (!value) return;
    for (uint32_t i = value->uses.count; i-- > 0;) {
        if (value->uses.items[i] != user) continue;
        value->uses.items[i] = vec_last(&value->uses);
        value->uses.count--;
        return;
    }
    BUG("node %u does not know its use by node %u", value->id, user->id);
}

static void reserve_inputs(struct node *node, int count) {
    if (count <= node->input_capacity) return;
    ASSERT(count <= UINT16_MAX, "node %u has too many inputs", node->id);
    int capacity = node->input_capacity ? node->input_capacity * 2 : count;
    if (capacity < count) capacity = count;
    if (capacity > UINT16_MAX) capacity = UINT16_MAX;
    struct node **inputs = ARENA_ARRAY(graph_arena(node->graph), struct node *, capacity);
    if (node->input_count) memcpy(inputs, node->inputs, node->input_count * sizeof *inputs);
    node->inputs = inputs;
    node->input_capacity = (uint16_t)capacity;
}

struct node *node_new(struct graph *graph, enum node_kind kind, enum node_type type,
                      int input_count, struct node *const *inputs) {
    struct node *node = ARENA_NEW(graph_arena(graph), struct node);
    node->id = graph->next_node_id++;
    node->kind = kind;
    node->type = result_type(kind, type);
    node->graph = graph;
    reserve_inputs(node, input_count);
    for (int i = 0; i < input_count; i++) node_add_input(node, inputs[i]);
    if (rows[kind].placement == PLACEMENT_floating) {
        arena_vec_push(graph_arena(graph), &graph->floating, node);
    }
    return node;
}

struct node *node_copy(struct node *node) {
    struct node *copy =
        node_new(node->graph, node->kind, node->type, node->input_count, node->inputs);
    copy->extra = node->extra;
    copy->position = node->position;
    if (node->kind == NODE_frame_state) { /* its counts may change alone */
        copy->extra.state = ARENA_NEW(graph_arena(node->graph), struct state_layout);
        *copy->extra.state = *node->extra.state;
    }
    return copy;
}

/* --- shared constants --- */

static uint64_t constant_bits(const struct node *node) {
    uint64_t bits = (uint64_t)node->extra.integer;
    if (rows[node->kind].extra == EXTRA_real) memcpy(&bits, &node->extra.real, sizeof bits);
    return bits;
}

static uint32_t constant_hash(enum node_kind kind, uint64_t bits) {
    uint64_t hash = (bits ^ ((uint64_t)kind << 56)) * UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)(hash >> 32);
}

static struct node **constant_slot(struct graph *graph, enum node_kind kind, uint64_t bits) {
    uint32_t mask = graph->constant_capacity - 1;
    struct node **dead = NULL;
    for (uint32_t i = constant_hash(kind, bits) & mask;; i = (i + 1) & mask) {
        struct node **slot = &graph->constants[i];
        if (!*slot) return dead ? dead : slot;
        if ((*slot)->is_dead) {
            if (!dead) dead = slot;
        } else if ((*slot)->kind == kind && constant_bits(*slot) == bits) {
            return slot;
        }
    }
}

static void constants_grow(struct graph *graph) {
    if ((graph->constant_count + 1) * 2 <= graph->constant_capacity) return;
    struct node **old = graph->constants;
    uint32_t old_capacity = graph->constant_capacity;
    graph->constant_capacity = old_capacity ? old_capacity * 2 : 16;
    graph->constants = ARENA_ARRAY(graph_arena(graph), struct node *, graph->constant_capacity);
    graph->constant_count = 0;
    for (uint32_t i = 0; i < old_capacity; i++) {
        if (!old[i] || old[i]->is_dead) continue;
        *constant_slot(graph, old[i]->kind, constant_bits(old[i])) = old[i];
        graph->constant_count++;
    }
}

struct node *graph_constant(struct graph *graph, enum node_kind kind, union node_extra extra) {
    constants_grow(graph);
    struct node probe = {.kind = kind, .extra = extra};
    struct node **slot = constant_slot(graph, kind, constant_bits(&probe));
    if (*slot && !(*slot)->is_dead) return *slot;
    if (!*slot) graph->constant_count++;
    struct node *node = node_new(graph, kind, TYPE_VOID, 0, NULL);
    node->extra = extra;
    *slot = node;
    return node;
}

struct node *constant_adopt(struct graph *graph, struct node *node) {
    if (!node_kind_is_shared(node->kind)) return node;
    constants_grow(graph);
    struct node **slot = constant_slot(graph, node->kind, constant_bits(node));
    if (*slot && !(*slot)->is_dead) return *slot;
    if (!*slot) graph->constant_count++;
    return *slot = node;
}

struct node *graph_int(struct graph *graph, int32_t value) {
    return graph_constant(graph, NODE_const_int, (union node_extra){.integer = value});
}
struct node *graph_long(struct graph *graph, int64_t value) {
    return graph_constant(graph, NODE_const_long, (union node_extra){.integer = value});
}
struct node *graph_float(struct graph *graph, float value) {
    return graph_constant(graph, NODE_const_float, (union node_extra){.real = (double)value});
}
struct node *graph_double(struct graph *graph, double value) {
    return graph_constant(graph, NODE_const_double, (union node_extra){.real = value});
}
struct node *graph_null(struct graph *graph) {
    return graph_constant(graph, NODE_const_null, (union node_extra){.integer = 0});
}

struct node *graph_default(struct graph *graph, enum node_type type) {
    switch (type) {
    case TYPE_INT: return graph_int(graph, 0);
    case TYPE_LONG: return graph_long(graph, 0);
    case TYPE_FLOAT: return graph_float(graph, 0);
    case TYPE_DOUBLE: return graph_double(graph, 0);
    case TYPE_REFERENCE: return graph_null(graph);
    case TYPE_VOID:
    case TYPE_ADDRESS:
    case TYPE_STATE: break;
    }
    BUG("type %d has no default", (int)type);
}

/* --- inputs --- */

void node_add_input(struct node *node, struct node *input) {
    reserve_inputs(node, node->input_count + 1);
    node->inputs[node->input_count++] = input;
    link_use(node, input);
}

void node_set_input(struct node *node, int index, struct node *input) {
    struct node *old = node->inputs[index];
    if (old == input) return;
    node->inputs[index] = input;
    link_use(node, input);
    unlink_use(node, old);
}

void node_remove_input(struct node *node, int index) {
    unlink_use(node, node->inputs[index]);
    node->input_count--;
    memmove(node->inputs + index, node->inputs + index + 1,
            (size_t)(node->input_count - index) * sizeof *node->inputs);
}

void node_clear_inputs(struct node *node) {
    for (int i = 0; i < node->input_count; i++) unlink_use(node, node->inputs[i]);
    node->input_count = 0;
}

struct node *node_state(const struct node *node) {
    if (node_is_state(node) || node->input_count == 0) return NULL;
    struct node *last = node->inputs[node->input_count - 1];
    return last && last->kind == NODE_frame_state ? last : NULL;
}

void node_set_state(struct node *node, struct node *state) {
    struct node *old = node_state(node);
    ASSERT(old, "node %u (%s) has no frame state", node->id, node_kind_text(node->kind));
    node_set_input(node, node->input_count - 1, state);
    if (old != state) state_release(old);
}

/* --- places --- */

static void place_between(struct block *block, struct node *node, struct node *previous,
                          struct node *next) {
    ASSERT(!node->block, "node %u is placed already", node->id);
    ASSERT(rows[node->kind].placement != PLACEMENT_floating, "node %u (%s) floats", node->id,
           rows[node->kind].text);
    node->block = block;
    node->previous = previous;
    node->next = next;
    *(previous ? &previous->next : &block->first) = node;
    *(next ? &next->previous : &block->last) = node;
}

void node_unplace(struct node *node) {
    struct block *block = node->block;
    if (!block) return;
    *(node->previous ? &node->previous->next : &block->first) = node->next;
    *(node->next ? &node->next->previous : &block->last) = node->previous;
    node->block = NULL;
    node->previous = node->next = NULL;
}

void node_append(struct block *block, struct node *node) {
    ASSERT(!block->last || !node_is_end(block->last), "block %u has its end already", block->id);
    place_between(block, node, block->last, NULL);
}

void node_insert_before(struct node *place, struct node *node) {
    ASSERT(place->block, "node %u has no place", place->id);
    ASSERT(place->kind != NODE_phi || node->kind == NODE_phi, "only phis come before phis");
    place_between(place->block, node, place->previous, place);
}

void node_insert_after(struct node *place, struct node *node) {
    ASSERT(place->block, "node %u has no place", place->id);
    ASSERT(!node_is_end(place), "nothing comes behind the end of a block");
    if (place->kind == NODE_phi && node->kind != NODE_phi) {
        while (place->next && place->next->kind == NODE_phi) place = place->next;
    }
    place_between(place->block, node, place, place->next);
}

void phi_append(struct block *block, struct node *phi) {
    struct node *previous = NULL;
    struct node *next = block->first;
    while (next && next->kind == NODE_phi) {
        previous = next;
        next = next->next;
    }
    place_between(block, phi, previous, next);
}
