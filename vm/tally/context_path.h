/* Calling contexts as the keys of rows tell them: chains of positions, the method first, then the calls that led to it. */
#ifndef TALLY_CONTEXT_PATH_H
#define TALLY_CONTEXT_PATH_H

#include "tally/tally.h"

/* [levels]: so many calls, VM_ALL_LEVELS: all. Made once for all levels, which share their callers; as long as the profile. */
const struct position *context_path(struct vm_profile *profile, const struct context *context,
                                    int levels);
/* The same as text, as position_format writes it; nothing of a root. Nothing is kept. */
void context_format(const struct context *context, int levels, struct strbuf *out);
void context_paths_release(struct vm_profile *profile);

#endif
