/* Files of jitvm profile that are calling-context trees or call graphs (trees/writers.def), and not tables of profilers. */
#ifndef TOOLS_TREE_OUTPUT_H
#define TOOLS_TREE_OUTPUT_H

#include "tools/context_file.h"

struct tree_output {
    const char *path;
    const struct tree_writer *writer;
    FILE *file;
};

/* By an output as users name it: "run/tree.xml" by its end, which begins a word, "tree-xml:a.xml" by the word in front. False: it
 * is none of these. */
bool tree_output_of(const char *name, struct tree_output *out);
/* Makes the file, or empties it. May fail. */
bool tree_output_open(struct tree_output *output, struct diag *diag);
/* Writes and closes. May fail. */
bool tree_output_write(struct tree_output *output, const struct vm *vm,
                       const struct counted_blocks *blocks, struct diag *diag);

#endif
