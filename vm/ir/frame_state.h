/* Frame states: NODE_frame_state, the interpreter's frame at a bytecode (state_layout in node.h).
 * Shared by several users; a phase that wants another one for one user clones it
 * (frame_state_clone) and sets it there. */
#ifndef IR_FRAME_STATE_H
#define IR_FRAME_STATE_H

#include "ir/node.h"

struct node *frame_state_new(struct graph *graph, const struct state_layout *layout,
                             struct node *const *slots, struct node *caller);
struct node *frame_state_clone(struct node *state); /* not the caller's */
struct node **frame_state_locals(const struct node *state);
struct node **frame_state_stack(const struct node *state);
struct node **frame_state_locks(const struct node *state);
struct node *frame_state_caller(const struct node *state); /* NULL in the root method */
/* Object states of the virtual objects that this state and its callers mention. */
struct node *frame_state_object(const struct node *state, int index);
void frame_state_add_object(struct node *state, struct node *object_state);

#endif
