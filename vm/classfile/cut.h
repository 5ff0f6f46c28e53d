/* Between regions.c and cut.c. Internal to this room. */
#ifndef CLASSFILE_CUT_H
#define CLASSFILE_CUT_H

#include "classfile/regions.h"

/* Fills in the program and the bcis of [regions], which are closed. False when a branch does not
 * reach any more: switches are padded otherwise. */
bool code_cut(struct arena *arena, const struct code *code, uint16_t parameter_slots,
              struct code_regions *regions);

#endif
