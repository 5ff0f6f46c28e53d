/* A walk over blocks with a table of values. */
#include "ir/evaluate.h"

#include "base/die.h"

static bool holds(enum condition condition, int32_t a, int32_t b) {
    switch (condition) {
    case COND_EQ: return a == b;
    case COND_NE: return a != b;
    case COND_LT: return a < b;
    case COND_GE: return a >= b;
    case COND_GT: return a > b;
    case COND_LE: return a <= b;
    case COND_BELOW: return (uint32_t)a < (uint32_t)b;
    case COND_NOT_BELOW: return (uint32_t)a >= (uint32_t)b;
    }
    UNREACHABLE();
}

static int32_t input(const struct node *node, int index, const int32_t *values,
                     const int32_t *arguments) {
    const struct node *value = node->inputs[index];
    if (value->kind == NODE_const_int) return (int32_t)value->extra.integer;
    if (value->kind == NODE_parameter) return arguments[value->extra.integer];
    return values[value->id];
}

static int32_t compute(const struct node *node, const int32_t *values, const int32_t *arguments) {
#define INPUT(i) input(node, i, values, arguments)
    if (node->kind == NODE_add) return (int32_t)((uint32_t)INPUT(0) + (uint32_t)INPUT(1));
    if (node->kind == NODE_sub) return (int32_t)((uint32_t)INPUT(0) - (uint32_t)INPUT(1));
    if (node->kind == NODE_mul) return (int32_t)((uint32_t)INPUT(0) * (uint32_t)INPUT(1));
    if (node->kind == NODE_compare) return holds(node->extra.condition, INPUT(0), INPUT(1));
    if (node->kind == NODE_select) return INPUT(0) ? INPUT(1) : INPUT(2);
    if (node->kind == NODE_if || node->kind == NODE_switch) return branch_taken(node, INPUT(0));
    return 0;
}

static void enter(const struct block *block, int from, int32_t *values, const int32_t *arguments,
                  int32_t *scratch) {
    for (struct node *phi = block->first; phi->kind == NODE_phi; phi = phi->next) {
        scratch[phi->id] = input(phi, from, values, arguments);
    }
    for (struct node *phi = block->first; phi->kind == NODE_phi; phi = phi->next) {
        values[phi->id] = scratch[phi->id];
    }
}

struct evaluation graph_evaluate(const struct graph *graph, const int32_t *arguments, int steps) {
    struct evaluation out = {0};
    int32_t *values = memory_allocate(graph->next_node_id * sizeof *values);
    int32_t *scratch = memory_allocate(graph->next_node_id * sizeof *scratch);
    const struct block *block = graph->entry;
    while (block && out.steps++ < steps) {
        const struct block *next = NULL;
        block_each_node(node, block) {
            if (node->kind == NODE_phi) continue;
            values[node->id] = compute(node, values, arguments);
            out.counts += node->kind == NODE_count;
            if (!node_is_end(node)) continue;
            out.is_finished = block->successor_count == 0;
            if (node->kind == NODE_return && node->input_count > 0) {
                out.result = input(node, 0, values, arguments);
            }
            if (!out.is_finished) next = block->successors[values[node->id]];
        }
        if (next) {
            enter(next, block_predecessor_index(next, block), values, arguments, scratch);
        }
        block = next;
    }
    memory_free(values);
    memory_free(scratch);
    return out;
}
