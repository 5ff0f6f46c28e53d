/* WRITE TEXT: a line a node: calls, instructions, then the call in its depth and its blocks. */
#include <inttypes.h>

#include "base/strbuf.h"
#include "trees/walk.h"
#include "trees/writers.h"
#include "trees/xml_parts.h"

struct text_writing {
    const struct tree *tree;
    FILE *out;
    struct strbuf text;
};

static void add_blocks(struct strbuf *text, const struct tree *tree, const struct tree_node *node) {
    const char *separator = " [";
    tree_each_block(tree, node, block) {
        strbuf_addf(text, "%s%" PRIu64, separator, block->executions);
        separator = ", ";
    }
    if (node->block_count) strbuf_add_char(text, ']');
}

static void enter(void *context, const struct tree_node *node, uint32_t depth) {
    struct text_writing *writing = context;
    struct strbuf *text = &writing->text;
    strbuf_addf(text, "%12" PRIu64, node->calls);
    if (writing->tree->has_blocks)
        strbuf_addf(text, " %14" PRIu64, tree_node_instructions(writing->tree, node));
    strbuf_addf(text, " %5u ", depth + 1);
    xml_add_indent(text, depth);
    if (node->parent != TREE_NONE) strbuf_addf(text, "@%d ", node->bci);
    tree_add_method_text(text, tree_node_method(writing->tree, node));
    add_blocks(text, writing->tree, node);
    if (node->folded)
        strbuf_addf(text, " (and %" PRIu64 " below it in contexts that had no room)", node->folded);
    if (node->is_folded) strbuf_add_text(text, " (all its contexts that had no room)");
    strbuf_add_char(text, '\n');
    fwrite(strbuf_text(text), 1, text->length, writing->out);
    strbuf_clear(text);
}

void tree_write_text(const struct tree *tree, FILE *out) {
    struct text_writing writing = {tree, out, STRBUF_INIT};
    struct tree_walker walker = {.enter = enter, .context = &writing};
    fprintf(out, "%12s%s depth context, each call after @ and its bci%s\n", "calls",
            tree->has_blocks ? "   instructions" : "",
            tree->has_blocks ? ", with executions of its blocks" : "");
    tree_walk(tree, &walker);
    strbuf_release(&writing.text);
}
