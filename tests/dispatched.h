/* What the interpreter dispatches, counted by itself and not by rules: an interpreter of its own, which is linked instead of that
 * of the VM. Markers of inserted code, and what lies between them, are no instructions of the program, probes are none either. */
#ifndef TESTS_DISPATCHED_H
#define TESTS_DISPATCHED_H

#include <stdint.h>
#include <stdio.h>

#include "classfile/blocks.h"
#include "event/event.h"

/* From now on; before any code of the program has run. */
void dispatched_begin(void);
/* So often the block that begins there, by that rule, was executed. */
void dispatched_by_block(enum block_rule rule, const struct position *block, int64_t count);
/* Holds what was dispatched against the blocks: of those that end behind calls and what may throw, every instruction was
 * dispatched as often as its block was executed; of others the first, since an exception may end them. Prints each
 * instruction that was not, and returns how many were dispatched in all. */
int64_t dispatched_end(FILE *out);

#endif
