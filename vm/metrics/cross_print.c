/* CROSS PRINT: an estimate as text; cycles are rounded. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "metrics/cross.h"
#include "trees/walk.h"
#include "trees/xml_parts.h"

const char *cross_view_name(enum cross_view view) {
    static const char *const names[] = {
        [CROSS_PROGRAM] = "program", [CROSS_METHOD] = "method", [CROSS_CONTEXT] = "context"};
    return names[view];
}

static double share(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

/* --- methods --- */

struct method_cycles {
    const struct tree_method *method;
    double cycles;
    uint64_t calls;
};

static int by_cycles(const void *a, const void *b) {
    const struct method_cycles *left = a, *right = b;
    if (left->cycles != right->cycles) return left->cycles < right->cycles ? 1 : -1;
    return tree_compare_methods(left->method, right->method);
}

static void print_methods(struct strbuf *out, const struct cross_estimate *estimate,
                          const struct tree *tree) {
    uint32_t count = tree->methods.count;
    struct method_cycles *rows = memory_allocate(count * sizeof *rows + 1);
    for (uint32_t i = 0; i < count; i++) rows[i].method = &tree->methods.items[i];
    for (uint32_t i = 0; i < tree->nodes.count; i++) {
        struct method_cycles *row = &rows[tree->nodes.items[i].method];
        row->cycles += estimate->cycles[i];
        row->calls += tree->nodes.items[i].calls;
    }
    qsort(rows, count, sizeof *rows, by_cycles);
    strbuf_add_text(out, "        cycles   share        calls method\n");
    for (uint32_t i = 0; i < count; i++) {
        strbuf_addf(out, "%14.0f %6.2f%% %12" PRIu64 " ", rows[i].cycles,
                    share(rows[i].cycles, estimate->sum), rows[i].calls);
        tree_add_method_text(out, rows[i].method);
        strbuf_add_char(out, '\n');
    }
    memory_free(rows);
}

/* --- contexts --- */

struct context_printing {
    struct strbuf *out;
    const struct cross_estimate *estimate;
    const struct tree *tree;
    double *all; /* by node: with what it calls */
};

static void print_context(void *context, const struct tree_node *node, uint32_t depth) {
    struct context_printing *printing = context;
    uint32_t index = (uint32_t)(node - printing->tree->nodes.items);
    strbuf_addf(printing->out, "%14.0f %14.0f %12" PRIu64 " %5u ", printing->all[index],
                printing->estimate->cycles[index], node->calls, depth + 1);
    xml_add_indent(printing->out, depth);
    if (node->parent != TREE_NONE) strbuf_addf(printing->out, "@%d ", node->bci);
    tree_add_method_text(printing->out, tree_node_method(printing->tree, node));
    strbuf_add_char(printing->out, '\n');
}

static void print_contexts(struct strbuf *out, const struct cross_estimate *estimate,
                           const struct tree *tree) {
    uint32_t count = tree->nodes.count;
    struct context_printing printing = {out, estimate, tree,
                                        memory_allocate(count * sizeof(double) + 1)};
    for (uint32_t i = count; i-- > 0;) {
        uint32_t parent = tree->nodes.items[i].parent;
        printing.all[i] += estimate->cycles[i];
        if (parent != TREE_NONE) printing.all[parent] += printing.all[i];
    }
    strbuf_add_text(out, "        cycles         itself        calls depth context\n");
    tree_walk(tree, &(struct tree_walker){.enter = print_context, .context = &printing});
    memory_free(printing.all);
}

/* --- the program --- */

static void print_unknown(struct strbuf *out, const struct cross_estimate *estimate) {
    const char *separator = "not in the model, 0 cycles each: ";
    for (enum opcode opcode = 0; opcode < OPCODE_COUNT; opcode++) {
        if (!estimate->unknown[opcode]) continue;
        strbuf_addf(out, "%s%s %" PRIu64, separator, opcode_name(opcode),
                    estimate->unknown[opcode]);
        separator = ", ";
    }
    if (separator[0] == ',') strbuf_add_char(out, '\n');
}

void cross_print(struct strbuf *out, const struct cross_estimate *estimate,
                 const struct cycle_model *model, const struct method_cache *cache,
                 const struct tree *tree, enum cross_view view) {
    strbuf_addf(out, "%s, with a method cache ", model->name);
    cache_add_text(out, cache);
    strbuf_addf(out, "\ninstructions %" PRIu64 "\ncycles %.0f\n", estimate->instructions,
                estimate->sum);
    print_unknown(out, estimate);
    switch (view) {
    case CROSS_PROGRAM:
    case CROSS_VIEWS: break;
    case CROSS_METHOD: print_methods(out, estimate, tree); break;
    case CROSS_CONTEXT: print_contexts(out, estimate, tree); break;
    }
}
