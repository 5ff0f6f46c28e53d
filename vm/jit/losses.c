/* Values that inserted code reads and the compiler lost: what is told of them, and how often the
 * inserted code failed for it. They outlive the compilation; one that is lost again in the next is
 * the same. */
#include "jit/internal.h"

#include <string.h>

static bool is_counter(const struct jit *jit, const struct node *node) {
    return node->kind == NODE_count && node->extra.counter.cell != &jit->runtime->failed_probes;
}

static bool is_same(const struct jit_loss *a, const struct jit_loss *b) {
    if (a->position.method != b->position.method || a->position.bci != b->position.bci ||
        a->phase != b->phase || a->is_written != b->is_written || a->is_resumed != b->is_resumed ||
        a->counters.count != b->counters.count)
        return false;
    for (uint32_t i = 0; i < a->counters.count; i++)
        if (a->counters.items[i] != b->counters.items[i]) return false;
    return a->name == b->name;
}

static void add_counters(struct jit *jit, const struct graph *body, struct jit_loss *loss) {
    vec_each(struct block *, block, &body->blocks) {
        block_each_node(node, *block) {
            if (is_counter(jit, node))
                arena_vec_push(&jit->world.arena, &loss->counters, node->extra.counter.name);
        }
    }
}

struct count *losses_add(void *context, const struct icg_loss *loss) {
    struct jit *jit = context;
    struct arena *arena = &jit->world.arena;
    struct jit_loss *made = ARENA_NEW(arena, struct jit_loss);
    *made = (struct jit_loss){.name = loss->name,
                              .phase = loss->phase,
                              .is_written = loss->is_written,
                              .is_resumed = !loss->body};
    if (loss->position) made->position = *loss->position;
    made->position.caller = NULL;
    if (loss->body) add_counters(jit, loss->body, made);
    vec_each(struct jit_loss *, known, &jit->losses) {
        if (is_same(*known, made)) return &(*known)->failures;
    }
    vec_push(&jit->losses, made);
    return &made->failures;
}
