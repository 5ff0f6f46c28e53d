#include "base/shares.h"

#include "base/memory.h"

void shares_free(struct count_shares *shares) {
    if (!shares) return;
    memory_free(shares->counted);
    memory_free(shares->active);
    memory_free(shares->term_ends);
    memory_free(shares->terms);
    vec_release(&shares->targets);
    memory_free(shares);
}

static void compute(const struct count_shares *shares, int64_t *variables) {
    uint32_t first = shares->counted_count + shares->exit_count, term = 0;
    for (uint32_t i = 0; i < shares->computed_count; i++) {
        int64_t value = 0;
        for (; term < shares->term_ends[i]; term++)
            value += variables[shares->terms[term].variable] * shares->terms[term].sign;
        variables[first + i] = value;
    }
}

void shares_add(const struct count_shares *shares, uint32_t cells, int64_t *values) {
    uint32_t count = shares->counted_count + shares->exit_count + shares->computed_count;
    int64_t *variables = memory_allocate(sizeof *variables * (count + 1));
    for (uint32_t i = 0; i < shares->counted_count; i++) {
        uint32_t cell = shares->counted[i].cell + shares->way;
        variables[i] = cell < cells ? values[cell] : 0;
    }
    for (uint32_t i = 0; i < shares->exit_count; i++)
        variables[shares->counted_count + i] = shares->active[i];
    compute(shares, variables);
    vec_each(const struct share_target, target, &shares->targets) {
        uint32_t cell = target->count->cell + shares->way;
        if (cell < cells) values[cell] += variables[target->variable] * target->amount;
    }
    memory_free(variables);
}
