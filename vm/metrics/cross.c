/* CROSS: cycles of each node: its instructions by the executions of their blocks; calls by what was
 * called there. */
#include "metrics/cross.h"

#include <math.h>
#include <string.h>

struct crossing {
    struct cross_estimate *estimate;
    const struct cycle_model *model;
    const struct tree *tree;
    const struct dump_code *const *codes;
    struct method_loads loads;
    double fixed[OPCODE_COUNT]; /* cycles of what depends on no method */
    uint64_t *called;           /* by number of an instruction: calls that its targets got */
    struct diag *diag;
};

/* 0 with an error, where the model's formula gives no number from 0. */
static double cycles_of(const struct crossing *crossing, enum opcode opcode, uint32_t length,
                        bool misses) {
    double cycles = model_cycles(crossing->model, opcode, length, misses);
    char where[64] = "";
    if (isfinite(cycles) && cycles >= 0) return cycles;
    if (length) snprintf(where, sizeof where, ", where a method of %u bytes is loaded", length);
    diag_error(crossing->diag, crossing->model->places[opcode],
               "the cycles of '%s' are %g, and not a number from 0%s", opcode_name(opcode), cycles,
               where);
    return 0;
}

/* Was the node called by this instruction, and not an initialiser or loader on its behalf? */
static bool is_called_by(const struct crossing *crossing, const struct tree_node *node,
                         const struct dump_instruction *instruction) {
    const char *name = tree_node_method(crossing->tree, node)->name;
    if (instruction->opcode == OP_invokedynamic) return strcmp(name, "<clinit>") != 0;
    return instruction->callee == name;
}

static double load_cycles(const struct crossing *crossing, enum opcode opcode, uint32_t method,
                          uint64_t executions, uint64_t misses) {
    uint32_t length = crossing->codes[method]->length;
    return (double)misses * cycles_of(crossing, opcode, length, true) +
           (double)(executions - misses) * cycles_of(crossing, opcode, length, false);
}

/* The calls of a node's children, in its own cycles. */
static void add_calls(struct crossing *crossing, uint32_t index) {
    const struct tree_node *nodes = crossing->tree->nodes.items;
    const struct dump_code *code = crossing->codes[nodes[index].method];
    for (uint32_t i = index + 1; i < nodes[index].end; i = nodes[i].end) {
        if (nodes[i].number < 1 || (uint32_t)nodes[i].number > code->instructions.count) continue;
        const struct dump_instruction *call = &code->instructions.items[nodes[i].number - 1];
        if (!call->callee || !crossing->model->depends[call->opcode] ||
            !is_called_by(crossing, &nodes[i], call))
            continue;
        crossing->called[nodes[i].number] += nodes[i].calls;
        crossing->estimate->cycles[index] +=
            load_cycles(crossing, (enum opcode)call->opcode, nodes[i].method, nodes[i].calls,
                        crossing->loads.call_misses[i]);
    }
}

/* Executions of a call that entered nothing load nothing. */
static double call_cycles(struct crossing *crossing, enum opcode opcode, uint32_t number,
                          uint64_t executions) {
    uint64_t called = crossing->called[number];
    crossing->called[number] = 0;
    uint64_t rest = executions > called ? executions - called : 0;
    return (double)rest * cycles_of(crossing, opcode, 0, false);
}

static double return_cycles(const struct crossing *crossing, enum opcode opcode, uint32_t index,
                            uint64_t executions) {
    uint32_t parent = crossing->tree->nodes.items[index].parent;
    if (parent == TREE_NONE) return (double)executions * cycles_of(crossing, opcode, 0, false);
    bool misses = crossing->loads.return_misses[index];
    return load_cycles(crossing, opcode, crossing->tree->nodes.items[parent].method, executions,
                       misses ? executions : 0);
}

static double instruction_cycles(struct crossing *crossing, uint32_t index, uint32_t number,
                                 uint64_t executions) {
    const struct tree_node *node = &crossing->tree->nodes.items[index];
    const struct dump_instruction *instruction =
        &crossing->codes[node->method]->instructions.items[number - 1];
    enum opcode opcode = (enum opcode)instruction->opcode;
    crossing->estimate->instructions += executions;
    if (!crossing->model->cycles[opcode]) crossing->estimate->unknown[opcode] += executions;
    if (!crossing->model->depends[opcode]) return (double)executions * crossing->fixed[opcode];
    return instruction->callee ? call_cycles(crossing, opcode, number, executions)
                               : return_cycles(crossing, opcode, index, executions);
}

static void estimate_node(struct crossing *crossing, uint32_t index) {
    const struct tree *tree = crossing->tree;
    const struct tree_node *node = &tree->nodes.items[index];
    double *cycles = &crossing->estimate->cycles[index];
    add_calls(crossing, index);
    tree_each_block(tree, node, block) {
        for (uint32_t number = block->first; number <= block->last; number++)
            *cycles += instruction_cycles(crossing, index, number, block->executions);
    }
    crossing->estimate->sum += *cycles;
}

bool cross_estimate(struct cross_estimate *estimate, const struct cycle_model *model,
                    const struct method_cache *cache, const struct tree *tree,
                    const struct dump_code *const *codes, struct arena *arena, struct diag *diag) {
    *estimate =
        (struct cross_estimate){.cycles = ARENA_ARRAY(arena, double, tree->nodes.count + 1)};
    struct crossing crossing = {estimate, model, tree, codes, {0}, {0}, NULL, diag};
    uint32_t longest = 0;
    for (uint32_t i = 0; i < tree->methods.count; i++)
        if (codes[i]->instructions.count > longest) longest = codes[i]->instructions.count;
    crossing.called = ARENA_ARRAY(arena, uint64_t, longest + 1);
    for (enum opcode opcode = 0; opcode < OPCODE_COUNT; opcode++)
        if (model->cycles[opcode] && !model->depends[opcode])
            crossing.fixed[opcode] = cycles_of(&crossing, opcode, 0, false);
    method_loads_find(&crossing.loads, cache, tree, codes, arena);
    for (uint32_t i = 0; i < tree->nodes.count; i++) estimate_node(&crossing, i);
    return !diag->is_set;
}
