/* XML PARTS: elements of Figure 5 of the paper about JP2, with bcis beside. */
#include "trees/xml_parts.h"

#include <inttypes.h>
#include <string.h>

#include "base/xml_text.h"

enum { VERSION = 1, DEEPEST_INDENT = 40 };

void xml_add_indent(struct strbuf *out, uint32_t depth) {
    static const char spaces[] = "                                        "
                                 "                                        ";
    strbuf_add(out, spaces, 2 * (depth < DEEPEST_INDENT ? depth : DEEPEST_INDENT));
}

static void add_attribute(struct strbuf *out, const char *name, const char *value) {
    strbuf_addf(out, " %s=\"", name);
    xml_add_text(out, value);
    strbuf_add_char(out, '"');
}

void xml_add_method_attributes(struct strbuf *out, const struct tree_method *method) {
    strbuf_add_text(out, " declaringClass=\"L");
    xml_add_text(out, method->class_name);
    strbuf_add_text(out, ";\"");
    add_attribute(out, "name", method->name);
    const char *end = strrchr(method->descriptor, ')');
    struct strbuf parameters = STRBUF_INIT;
    strbuf_add(&parameters, method->descriptor + 1, (size_t)(end - method->descriptor - 1));
    add_attribute(out, "params", strbuf_text(&parameters));
    strbuf_release(&parameters);
    add_attribute(out, "return", end + 1);
}

void xml_add_count(struct strbuf *out, uint32_t depth, const char *name, uint64_t count) {
    xml_add_indent(out, depth);
    strbuf_addf(out, "<%s>%" PRIu64 "</%s>\n", name, count, name);
}

void xml_add_block(struct strbuf *out, uint32_t depth, const struct tree_block *block) {
    xml_add_indent(out, depth);
    strbuf_addf(out, "<basicBlock startInstruction=\"%u\" endInstruction=\"%u\" bci=\"%d\">\n",
                block->first, block->last, block->bci);
    xml_add_count(out, depth + 1, "executionCount", block->executions);
    xml_add_indent(out, depth);
    strbuf_add_text(out, "</basicBlock>\n");
}

void xml_add_root_attributes(struct strbuf *out, const struct tree *tree) {
    strbuf_addf(out, " version=\"%d\"", VERSION);
    if (tree->block_rule) add_attribute(out, "blocks", tree->block_rule);
    if (tree->classes) add_attribute(out, "classes", tree->classes);
}
