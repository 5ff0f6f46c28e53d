/* The writers of writers.def. A tree that is written may be read by others at the same time. What
 * cannot be written shows in ferror([out]). */
#ifndef TREES_WRITERS_H
#define TREES_WRITERS_H

#include <stdio.h>

#include "trees/tree.h"

#define WRITER(name, word, ending, meaning)                                                        \
    void tree_write_##name(const struct tree *tree, FILE *out);
#include "trees/writers.def"
#undef WRITER

struct tree_writer {
    const char *word, *ending, *meaning; /* [ending]: of files that are written so */
    void (*write)(const struct tree *tree, FILE *out);
};
enum tree_writer_kind {
#define WRITER(name, word, ending, meaning) TREE_WRITER_##name,
#include "trees/writers.def"
#undef WRITER
    TREE_WRITERS
};
extern const struct tree_writer tree_writers[TREE_WRITERS];

#endif
