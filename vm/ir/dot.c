/* Graph to Graphviz: one record per block, edges with their probabilities. */
#include "ir/print.h"

static void add_escaped(struct strbuf *out, const char *text) {
    for (; *text; text++) {
        if (strchr("\"\\{}<>|", *text)) strbuf_add_char(out, '\\');
        strbuf_add_char(out, *text);
    }
}

static void dot_block(struct printing *p, int index, struct strbuf *out) {
    const struct block *block = p->blocks[index];
    strbuf_addf(out, "  b%d [label=\"{b%d  (%.4g)|", index, index, block->frequency);
    block_each_node(node, block) {
        struct strbuf line = STRBUF_INIT;
        p->out = &line;
        print_node(p, node);
        add_escaped(out, strbuf_text(&line));
        strbuf_add_text(out, "\\l");
        strbuf_release(&line);
    }
    strbuf_add_text(out, "}\"];\n");
    for (int i = 0; i < block->successor_count; i++) {
        strbuf_addf(out, "  b%d -> b%d [label=\"%.3g\"];\n", index,
                    p->block_numbers[block->successors[i]->id], block->probabilities[i]);
    }
}

void graph_print_dot(const struct graph *graph, struct strbuf *out) {
    struct print_options options = {0};
    struct printing p;
    printing_begin(&p, graph, &options, out);
    strbuf_add_text(out, "digraph {\n  node [shape=record fontname=monospace];\n");
    for (int i = 0; i < p.block_count; i++) dot_block(&p, i, out);
    strbuf_add_text(out, "}\n");
    printing_end(&p);
}
