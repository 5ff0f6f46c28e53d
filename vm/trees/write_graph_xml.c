/* WRITE GRAPH XML: methods with their sites, whose targets are named and not nested. */
#include "base/strbuf.h"
#include "trees/call_graph.h"
#include "trees/writers.h"
#include "trees/xml_parts.h"

static void add_edge(struct strbuf *text, const struct tree *tree, const struct call_graph *graph,
                     const struct graph_method *method, uint32_t index) {
    const struct graph_edge *edge = &graph->edges.items[method->first_edge + index];
    bool begins = index == 0 || edge[-1].number != edge->number || edge[-1].bci != edge->bci;
    bool ends = index + 1 == method->edge_count || edge[1].number != edge->number ||
                edge[1].bci != edge->bci;
    if (begins)
        strbuf_addf(text, "    <callsite instruction=\"%d\" bci=\"%d\">\n", edge->number,
                    edge->bci);
    strbuf_add_text(text, "      <target");
    xml_add_method_attributes(text, &tree->methods.items[edge->callee]);
    strbuf_add_text(text, ">\n");
    xml_add_count(text, 4, "executionCount", edge->calls);
    strbuf_add_text(text, "      </target>\n");
    if (ends) strbuf_add_text(text, "    </callsite>\n");
}

static void add_method(struct strbuf *text, const struct tree *tree, const struct call_graph *graph,
                       const struct graph_method *method) {
    strbuf_add_text(text, "  <method");
    xml_add_method_attributes(text, &tree->methods.items[method->method]);
    strbuf_add_text(text, ">\n");
    xml_add_count(text, 2, "executionCount", method->calls);
    if (tree->has_blocks) xml_add_count(text, 2, "executedInstructions", method->instructions);
    for (uint32_t i = 0; i < method->edge_count; i++) add_edge(text, tree, graph, method, i);
    for (uint32_t i = 0; i < method->block_count; i++)
        xml_add_block(text, 2, &graph->blocks.items[method->first_block + i].block);
    strbuf_add_text(text, "  </method>\n");
}

void tree_write_graph_xml(const struct tree *tree, FILE *out) {
    struct call_graph graph;
    struct strbuf text = STRBUF_INIT;
    call_graph_make(&graph, tree);
    strbuf_add_text(&text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<callGraph");
    xml_add_root_attributes(&text, tree);
    strbuf_add_text(&text, ">\n");
    vec_each(struct graph_method, method, &graph.methods) {
        add_method(&text, tree, &graph, method);
        fwrite(strbuf_text(&text), 1, text.length, out);
        strbuf_clear(&text);
    }
    fputs("</callGraph>\n", out);
    strbuf_release(&text);
    call_graph_release(&graph);
}
