/* BLOCK SIZE: in instructions, of the blocks that were executed. */
#include <inttypes.h>

#include "metrics/metrics.h"

void metric_block_size(struct metric_input *input, struct strbuf *out) {
    uint64_t blocks = 0, size = 0, executions = 0;
    vec_each(struct graph_block, each, &input->graph.blocks) {
        if (!each->block.executions) continue;
        blocks++;
        size += each->block.last - each->block.first + 1;
        executions += each->block.executions;
    }
    strbuf_addf(out, "blocks %" PRIu64 "\nexecutions %" PRIu64 "\ninstructions of a block ", blocks,
                executions);
    metric_add_ratio(out, size, blocks);
    strbuf_add_text(out, "\ninstructions of an execution ");
    metric_add_ratio(out, input->instructions, executions);
    strbuf_add_char(out, '\n');
}
