/* INSTRUCTIONS: what was executed, by opcode. Every instruction of a block was executed as often as
 * the block. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "metrics/metrics.h"

/* By opcode. */
static void count_opcodes(const struct metric_input *input, uint64_t *counts) {
    vec_each(struct graph_block, each, &input->graph.blocks) {
        const struct dump_code *code = input->codes[each->method];
        for (uint32_t i = each->block.first; i <= each->block.last; i++)
            counts[code->instructions.items[i - 1].opcode] += each->block.executions;
    }
}

struct opcode_count {
    const char *name;
    uint64_t count;
};

static int by_count(const void *a, const void *b) {
    const struct opcode_count *left = a, *right = b;
    if (left->count != right->count) return left->count < right->count ? 1 : -1;
    return strcmp(left->name, right->name);
}

void metric_instruction_mix(struct metric_input *input, struct strbuf *out) {
    uint64_t counts[OPCODE_COUNT] = {0};
    struct opcode_count sorted[OPCODE_COUNT];
    count_opcodes(input, counts);
    for (enum opcode opcode = 0; opcode < OPCODE_COUNT; opcode++)
        sorted[opcode] = (struct opcode_count){opcode_name(opcode), counts[opcode]};
    qsort(sorted, OPCODE_COUNT, sizeof *sorted, by_count);
    strbuf_addf(out, "instructions %" PRIu64 "\n", input->instructions);
    for (int i = 0; i < OPCODE_COUNT && sorted[i].count; i++) {
        strbuf_addf(out, "%s %" PRIu64 " ", sorted[i].name, sorted[i].count);
        metric_add_share(out, sorted[i].count, input->instructions);
        strbuf_add_char(out, '\n');
    }
}

void metric_allocation_density(struct metric_input *input, struct strbuf *out) {
    static const enum opcode allocations[] = {OP_new, OP_newarray, OP_anewarray, OP_multianewarray};
    enum { KINDS = sizeof allocations / sizeof *allocations };
    uint64_t counts[OPCODE_COUNT] = {0}, sum = 0;
    count_opcodes(input, counts);
    for (int i = 0; i < KINDS; i++) sum += counts[allocations[i]];
    strbuf_addf(out,
                "allocations %" PRIu64 "\ninstructions %" PRIu64 "\nin a thousand instructions ",
                sum, input->instructions);
    metric_add_ratio(out, sum * 1000, input->instructions);
    strbuf_add_char(out, '\n');
    for (int i = 0; i < KINDS; i++) {
        strbuf_addf(out, "%s %" PRIu64 " ", opcode_name(allocations[i]), counts[allocations[i]]);
        metric_add_share(out, counts[allocations[i]], sum);
        strbuf_add_char(out, '\n');
    }
}
