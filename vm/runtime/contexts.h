/* The calling contexts of the runtime's threads, while they are kept (runtime->contexts). Who calls
 * leaves the call's slot in thread->call_site; who is called keeps its node in its frame. */
#ifndef RUNTIME_CONTEXTS_H
#define RUNTIME_CONTEXTS_H

#include "context/context.h"
#include "runtime/runtime.h"

/* From now on. Before the first frame. */
void contexts_keep(struct runtime *runtime, const struct context_options *options);
void contexts_release(struct runtime *runtime);

/* The method as the tree knows it, made on first use. There is one tree: that of the runtime, or one of its profile. */
struct context_method *method_in_tree(struct context_tree *tree, struct method *method);
struct context_method *method_contexts(struct runtime *runtime, struct method *method);

/* The VM itself is about to call the method. */
void contexts_call(struct thread *thread, struct method *method);
/* The method, called from thread->call_site, begins: its node. */
struct context *contexts_enter(struct thread *thread, struct method *method);
/* The same, called from there. */
struct context *contexts_enter_at(struct thread *thread, struct context_link **slot,
                                  struct method *method);
/* The same for a native: the slot of what it calls. */
struct context_link **contexts_enter_native(struct thread *thread, struct method *method);
/* The context of a position in the code that was left (thread->left), inlined or not; NULL: it is not known. */
struct context *contexts_at(const struct thread *thread, const struct position *position);
/* What the caller, in inserted code or not, calls at [bci] is called from there. */
struct context_link **contexts_slot(const struct thread *thread, struct context *caller,
                                    int32_t bci);

#endif
