/* Loops with one entry. */
#ifndef IR_ENTRIES_H
#define IR_ENTRIES_H

#include "ir/node.h"

/* A loop that is entered over several edges gets a block before its header where they meet. Needs
 * cfg; leaves it stale when it returns true. */
bool graph_separate_loop_entries(struct graph *graph);

#endif
