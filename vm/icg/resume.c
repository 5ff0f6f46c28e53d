/* What inserted code reads when the interpreter goes on: a frame state has the locals that the
 * program reads. When inserted code comes back, each guard's state gets those that inserted code
 * alone may read, as far as they can be had; one that is lost is told where the guard fails. */
#include "icg/internal.h"

#include "ir/frame_state.h"

/* One local of a state of [user]. */
struct resumed {
    struct node *user;
    const struct state_layout *layout; /* of its frame */
    int depth;                         /* of the frame, from the innermost */
    int slot;
    struct icg_weak weak;
};

struct resuming {
    struct icg_set *set;
    VEC(struct resumed *) locals;
};

static void read_locals(struct resuming *resuming, struct reading *reading, struct node *user) {
    int depth = 0;
    for (struct node *state = node_state(user); state; state = frame_state_caller(state), depth++) {
        const struct state_layout *layout = state->extra.state;
        for (const struct inserted_local *local = layout->inserted; local; local = local->next) {
            struct resumed *resumed = ARENA_NEW(resuming->set->arena, struct resumed);
            *resumed = (struct resumed){
                user, layout, depth, local->slot, {.source = local->value, .name = local->name}};
            arena_vec_push(resuming->set->arena, &resuming->locals, resumed);
            icg_read(reading, &resumed->weak, user);
        }
    }
}

struct resuming *icg_resume_begin(struct icg_set *set, struct reading *reading) {
    struct resuming *resuming = ARENA_NEW(set->arena, struct resuming);
    resuming->set = set;
    if (set->locals.count == 0) return resuming;
    vec_each(struct block *, block, &set->compilation->graph->blocks) {
        if ((*block)->is_dead) continue;
        block_each_node(node, *block) read_locals(resuming, reading, node);
    }
    return resuming;
}

/* The copy of a state, with the callers up to [depth] copied too, in which frame [depth] has the
 * value. */
static struct node *with_local(struct node *state, int depth, int slot, struct node *value) {
    struct node *copy = frame_state_clone(state);
    if (depth == 0) {
        node_set_input(copy, slot, value);
        return copy;
    }
    const struct state_layout *layout = copy->extra.state;
    int caller = layout->local_count + layout->stack_count + layout->lock_count;
    node_set_input(copy, caller, with_local(copy->inputs[caller], depth - 1, slot, value));
    return copy;
}

static struct node *without_local(const struct icg_set *set, const struct resumed *local) {
    struct node *copy = frame_state_clone(node_state(local->user));
    struct icg_loss loss = icg_loss_of(&local->weak, local->user->position);
    loss.state = local->layout;
    loss.slot = local->slot;
    struct lost_local *lost = ARENA_NEW(set->arena, struct lost_local);
    *lost = (struct lost_local){copy->extra.state->lost, set->loss_cell(set->loss_context, &loss)};
    copy->extra.state->lost = lost;
    return copy;
}

void icg_resume_end(struct resuming *resuming) {
    const struct icg_set *set = resuming->set;
    vec_each(struct resumed *, item, &resuming->locals) {
        const struct resumed *local = *item;
        struct node *state = node_state(local->user), *changed = NULL;
        if (local->weak.source)
            changed = with_local(state, local->depth, local->slot, local->weak.source);
        else if (local->weak.lost && set->loss_cell)
            changed = without_local(set, local);
        if (changed) node_set_state(local->user, changed);
    }
}
