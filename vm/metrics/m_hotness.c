/* HOTNESS: of methods and of basic blocks, by the instructions that they executed, in all contexts.
 * What was never executed is not among them. */
#include "metrics/metrics.h"

void metric_method_hotness(struct metric_input *input, struct strbuf *out) {
    uint64_t *weights = ARENA_ARRAY(&input->arena, uint64_t, input->graph.methods.count);
    uint32_t count = 0;
    vec_each(struct graph_method, method, &input->graph.methods)
        if (method->instructions) weights[count++] = method->instructions;
    metric_add_hotness(out, "methods", weights, count);
}

void metric_block_hotness(struct metric_input *input, struct strbuf *out) {
    uint64_t *weights = ARENA_ARRAY(&input->arena, uint64_t, input->graph.blocks.count);
    uint32_t count = 0;
    vec_each(struct graph_block, each, &input->graph.blocks) {
        const struct tree_block *block = &each->block;
        if (block->executions)
            weights[count++] = block->executions * (block->last - block->first + 1);
    }
    metric_add_hotness(out, "blocks", weights, count);
}
