/* What the XML of trees and of call graphs share. */
#ifndef TREES_XML_PARTS_H
#define TREES_XML_PARTS_H

#include "base/strbuf.h"
#include "trees/tree.h"

/* A line so deep inside; deeper than some levels is no further to the right, so that the file of a
 * deep recursion does not grow with the square of its depth. */
void xml_add_indent(struct strbuf *out, uint32_t depth);
/* ' declaringClass="LDemo;" name="main" params="[Ljava/lang/String;" return="V"' */
void xml_add_method_attributes(struct strbuf *out, const struct tree_method *method);
/* "<name>count</name>" on a line of its own. */
void xml_add_count(struct strbuf *out, uint32_t depth, const char *name, uint64_t count);
void xml_add_block(struct strbuf *out, uint32_t depth, const struct tree_block *block);
/* ' version="1" blocks="calls"' */
void xml_add_root_attributes(struct strbuf *out, const struct tree *tree);

#endif
