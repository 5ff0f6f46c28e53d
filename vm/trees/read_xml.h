/* Reads what tree_write_xml wrote, or another tool in the same shape (tree.xsd). */
#ifndef TREES_READ_XML_H
#define TREES_READ_XML_H

#include <stdio.h>

#include "base/diag.h"
#include "trees/tree.h"

/* Into a tree that tree_init made. False with the file and line of the first mistake: it is cut
 * short, is something else, has another version, more nodes than TREE_LIMIT, or counts that
 * contradict each other. */
bool tree_read(struct tree *tree, const char *path, struct diag *diag);
/* The same of an open file; [name] is for messages. */
bool tree_read_stream(struct tree *tree, FILE *file, const char *name, struct diag *diag);

#endif
