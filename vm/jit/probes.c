/* The VM's own probes: at each allocation, lock or call of a graph, a counter that follows the
 * operation and one that stays where the bytecode was. A site is a bytecode; all copies of it,
 * inlined or recompiled, share its counters. */
#include "jit/internal.h"

#include "base/intern.h"

static const char *subject_of(const struct node *node) {
    if (node->kind == NODE_invoke) return node->extra.call.method->full_name;
    const struct node *made = node->kind == NODE_monitor_enter ? node->inputs[0] : node;
    if (made->kind == NODE_new || made->kind == NODE_new_array) return made->extra.class->name;
    return intern("java.lang.Object");
}

static struct jit_site *site_of(struct jit *jit, enum jit_probe kind, const struct node *node) {
    const struct position *position = node->position;
    const char *subject = subject_of(node);
    vec_each(struct jit_site *, site, &jit->sites) {
        if ((*site)->kind == kind && (*site)->method == position->method &&
            (*site)->bci == position->bci && (*site)->subject == subject)
            return *site;
    }
    struct jit_site *site = memory_allocate(sizeof *site);
    *site = (struct jit_site){.kind = kind,
                              .method = position->method,
                              .bci = position->bci,
                              .line = position->line,
                              .subject = subject};
    vec_push(&jit->sites, site);
    return site;
}

static unsigned probe_of(const struct node *node) {
    if (node->kind == NODE_new || node->kind == NODE_new_array) return JIT_PROBE_ALLOCATIONS;
    if (node->kind == NODE_monitor_enter) return JIT_PROBE_LOCKS;
    if (node->kind == NODE_invoke) return JIT_PROBE_CALLS;
    return 0;
}

/* array_size and object_align, as inserted code computes them. */
static struct icg_size size_of(const struct node *node) {
    if (node->kind == NODE_new)
        return (struct icg_size){.length = graph_int(node->graph, 0),
                                 .addend = (int64_t)object_align(node->extra.class->instance_size),
                                 .mask = -1};
    return (struct icg_size){
        .length = node->inputs[0],
        .shift = __builtin_ctz((unsigned)java_type_size(node->extra.class->element_type)),
        .addend = ARRAY_SIZE_ADDEND,
        .mask = -OBJECT_ALIGNMENT,
    };
}

/* A call counts when it is made, whether or not it comes back; the others when they have happened.
 */
static void attach(struct job *job, struct node *node, enum jit_probe kind) {
    struct jit_site *site = site_of(job->jit, kind, node);
    enum icg_place place = kind == JIT_PROBE_CALLS ? ICG_SUCC : ICG_PRED;
    icg_attach_counter(job->inserted, node, place, &site->effective, intern("effective"));
    icg_attach_counter(job->inserted, node, ICG_HERE, &site->reached, intern("reached"));
    if (kind != JIT_PROBE_ALLOCATIONS) return;
    struct icg_size size = size_of(node);
    icg_attach_size_counter(job->inserted, node, &site->bytes, intern("bytes"), &size);
}

void probes_attach(struct job *job, struct graph *graph) {
    if (!job->jit->probes) return;
    VEC(struct node *) found = {0}; /* attaching changes the graph */
    for (uint32_t i = 0; i < graph->blocks.count; i++) {
        struct block *block = graph->blocks.items[i];
        if (block->is_dead) continue;
        block_each_node(node, block) if ((probe_of(node) & job->jit->probes) && node->position)
            arena_vec_push(&job->arena, &found, node);
    }
    for (uint32_t i = 0; i < found.count; i++)
        attach(job, found.items[i], (enum jit_probe)probe_of(found.items[i]));
}
