/* Values during an analysis: what a node is, wherever it is defined, and here. */
#include "escape/analysis.h"

struct node_info *analysis_node(struct analysis *analysis, const struct node *node) {
    while (analysis->nodes.count <= node->id)
        arena_vec_push(analysis->arena, &analysis->nodes, (struct node_info){0});
    return &analysis->nodes.items[node->id];
}

struct node *analysis_raw(struct analysis *analysis, struct node *node) {
    for (;;) {
        struct node *alias = analysis_node(analysis, node)->alias;
        if (!alias) return node;
        node = alias;
    }
}

struct virtual_object *analysis_object(struct analysis *analysis, const struct node *value) {
    return value->kind == NODE_virtual_object ? analysis_node(analysis, value)->object : NULL;
}

struct node *analysis_value(struct analysis *analysis, const struct block_state *state,
                            struct node *node) {
    struct node *raw = analysis_raw(analysis, node);
    struct virtual_object *object = analysis_object(analysis, raw);
    if (!object) return raw;
    const struct object_state *known = block_state_get(state, object);
    return known && known->materialized ? known->materialized : raw;
}

struct virtual_object *analysis_virtual(struct analysis *analysis, const struct block_state *state,
                                        struct node *node) {
    return analysis_object(analysis, analysis_value(analysis, state, node));
}

struct virtual_object *analysis_new_object(struct analysis *analysis, struct node *of,
                                           struct meta_class *class, int length) {
    struct graph *graph = analysis->graph;
    struct virtual_object *object = ARENA_NEW(analysis->arena, struct virtual_object);
    object->number = analysis->objects.count;
    object->class = class;
    object->length = length;
    object->is_array = class->is_array;
    object->token = node_new(graph, NODE_virtual_object, TYPE_REFERENCE, 0, NULL);
    object->token->extra.virtual_object.class = class;
    object->token->extra.virtual_object.length = length;
    object->token->extra.virtual_object.number = graph->next_virtual_number++;
    arena_vec_push(analysis->arena, &analysis->objects, object);
    analysis_node(analysis, object->token)->object = object;
    analysis_node(analysis, of)->object = object;
    return object;
}

struct effect *analysis_effect(struct analysis *analysis, effect_list *list, enum effect_kind kind,
                               struct node *node) {
    arena_vec_push(analysis->arena, list, (struct effect){.kind = kind, .node = node});
    return &vec_last(list);
}

bool analysis_reaches(const struct analysis *analysis, const struct block *from,
                      const struct block *to) {
    const struct block_info *info = &analysis->blocks[from->id];
    return info->out && (!info->only_successor || info->only_successor == to);
}
