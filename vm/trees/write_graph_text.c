/* WRITE GRAPH TEXT: a line a method, and under it one for each callee of each of its call sites. */
#include <inttypes.h>

#include "base/strbuf.h"
#include "trees/call_graph.h"
#include "trees/writers.h"

static void add_edge(struct strbuf *text, const struct tree *tree, const struct graph_edge *edge,
                     bool has_blocks) {
    strbuf_addf(text, "%12" PRIu64 "%*s   @%d ", edge->calls, has_blocks ? 15 : 0, "", edge->bci);
    tree_add_method_text(text, &tree->methods.items[edge->callee]);
    strbuf_add_char(text, '\n');
}

void tree_write_graph_text(const struct tree *tree, FILE *out) {
    struct call_graph graph;
    struct strbuf text = STRBUF_INIT;
    call_graph_make(&graph, tree);
    fprintf(out, "%12s%s method, and what it calls, after @ and the bci\n", "calls",
            tree->has_blocks ? "   instructions" : "");
    vec_each(struct graph_method, method, &graph.methods) {
        strbuf_addf(&text, "%12" PRIu64, method->calls);
        if (tree->has_blocks) strbuf_addf(&text, " %14" PRIu64, method->instructions);
        strbuf_add_char(&text, ' ');
        tree_add_method_text(&text, &tree->methods.items[method->method]);
        strbuf_add_char(&text, '\n');
        for (uint32_t i = 0; i < method->edge_count; i++)
            add_edge(&text, tree, &graph.edges.items[method->first_edge + i], tree->has_blocks);
        fwrite(strbuf_text(&text), 1, text.length, out);
        strbuf_clear(&text);
    }
    strbuf_release(&text);
    call_graph_release(&graph);
}
