/* Calling contexts as the keys of rows tell them: chains of positions, the method first, then the calls that led to it. */
#ifndef TALLY_CONTEXT_PATH_H
#define TALLY_CONTEXT_PATH_H

#include "tally/tally.h"

struct position_list {
    struct position *items;
    uint32_t count, capacity;
};

/* Of all levels; NULL of a root. Made once for all contexts, which share their callers; as long as the profile. */
const struct position *context_path(struct vm_profile *profile, const struct context *context);
/* Of so many calls, VM_ALL_LEVELS: all; NULL of a root. In [list], whose contents it replaces. */
const struct position *context_innermost(const struct context *context, int levels,
                                         struct position_list *list);
/* What stands in rows for a context beyond the limit, of the method of [node]: below its innermost caller that has a node, and
 * marked. One for all that are alike; as long as the profile. */
const struct context *context_beyond(struct vm_profile *profile, struct context *last,
                                     const struct context *node);
/* NULL of a root. */
const char *context_method_name(const struct context *context);
/* One call of them: [call], which is without a caller, led to the context. Returns the caller; NULL: what led there is not known,
 * or, where [call] has no method, none of the program's. */
const struct context *context_call(const struct context *context, struct position *call);
/* The same as text, as position_format writes it; nothing of a root. Nothing is kept. */
void context_format(const struct context *context, int levels, struct strbuf *out);
void context_paths_release(struct vm_profile *profile);

#endif
