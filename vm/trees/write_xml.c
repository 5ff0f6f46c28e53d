/* WRITE XML: the tree, shaped as Figure 5 of the paper about JP2. */
#include "base/strbuf.h"
#include "trees/walk.h"
#include "trees/writers.h"
#include "trees/xml_parts.h"

#define WRITER(name, word, ending, meaning) {word, ending, meaning, tree_write_##name},
const struct tree_writer tree_writers[TREE_WRITERS] = {
#include "trees/writers.def"
};
#undef WRITER

struct xml_writing {
    const struct tree *tree;
    FILE *out;
    struct strbuf text;
};

/* A site stands around its methods: each level of calls is two of elements. */
static uint32_t level_of(uint32_t depth) { return 2 * depth + 1; }

static void flush(struct xml_writing *writing) {
    fwrite(strbuf_text(&writing->text), 1, writing->text.length, writing->out);
    strbuf_clear(&writing->text);
}

static void enter(void *context, const struct tree_node *node, uint32_t depth) {
    struct xml_writing *writing = context;
    struct strbuf *text = &writing->text;
    uint32_t level = level_of(depth);
    xml_add_indent(text, level);
    strbuf_add_text(text, "<method");
    xml_add_method_attributes(text, tree_node_method(writing->tree, node));
    if (node->is_folded) strbuf_add_text(text, " folded=\"true\"");
    strbuf_add_text(text, ">\n");
    xml_add_count(text, level + 1, "executionCount", node->calls);
    if (node->folded) xml_add_count(text, level + 1, "foldedCount", node->folded);
    if (writing->tree->has_blocks)
        xml_add_count(text, level + 1, "executedInstructions",
                      tree_node_instructions(writing->tree, node));
    flush(writing);
}

static void leave(void *context, const struct tree_node *node, uint32_t depth) {
    struct xml_writing *writing = context;
    uint32_t level = level_of(depth);
    tree_each_block(writing->tree, node, block) xml_add_block(&writing->text, level + 1, block);
    xml_add_indent(&writing->text, level);
    strbuf_add_text(&writing->text, "</method>\n");
    flush(writing);
}

static void begin_site(void *context, const struct tree_node *node, uint32_t depth) {
    struct xml_writing *writing = context;
    xml_add_indent(&writing->text, level_of(depth) - 1);
    strbuf_addf(&writing->text, "<callsite instruction=\"%d\" bci=\"%d\">\n", node->number,
                node->bci);
}

static void end_site(void *context, const struct tree_node *node, uint32_t depth) {
    struct xml_writing *writing = context;
    xml_add_indent(&writing->text, level_of(depth) - 1);
    strbuf_add_text(&writing->text, "</callsite>\n");
}

void tree_write_xml(const struct tree *tree, FILE *out) {
    struct xml_writing writing = {tree, out, STRBUF_INIT};
    struct tree_walker walker = {enter, leave, begin_site, end_site, &writing};
    strbuf_add_text(&writing.text,
                    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<callingContextTree");
    xml_add_root_attributes(&writing.text, tree);
    strbuf_add_text(&writing.text, ">\n");
    tree_walk(tree, &walker);
    strbuf_add_text(&writing.text, "</callingContextTree>\n");
    flush(&writing);
    strbuf_release(&writing.text);
}
