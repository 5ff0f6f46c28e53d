/* The VM's own probes: at each allocation, lock or call of a graph, a counter that follows the
 * operation and one that stays where the bytecode was; and in a callee's graph, one that counts for
 * its call where it is inlined. A site is a bytecode with the calls that it was inlined through;
 * all copies of it, peeled or recompiled, share its counters. */
#include "jit/internal.h"

#include <string.h>

#include "base/intern.h"

static const char *subject_of(const struct node *node) {
    if (node->kind == NODE_invoke) return node->extra.call.method->full_name;
    const struct node *made = node->kind == NODE_monitor_enter ? node->inputs[0] : node;
    if (made->kind == NODE_new || made->kind == NODE_new_array) return made->extra.class->name;
    return intern("java.lang.Object");
}

/* --- sites --- */
static uint64_t hash_of(enum jit_probe kind, const struct position *position) {
    uint64_t hash = (uint64_t)kind;
    for (; position; position = position->caller) {
        hash = (hash ^ (uint64_t)(uintptr_t)position->method) * UINT64_C(0x9E3779B97F4A7C15);
        hash = (hash ^ (uint64_t)position->bci) * UINT64_C(0x9E3779B97F4A7C15);
    }
    return hash;
}

/* Outlives the compilation. */
static const struct position *kept_position(struct jit *jit, const struct position *position) {
    if (!position) return NULL;
    struct position *kept = ARENA_NEW(&jit->world.arena, struct position);
    *kept = *position;
    kept->caller = kept_position(jit, position->caller);
    return kept;
}

static bool is_site(const struct jit_site *site, enum jit_probe kind, uint64_t hash,
                    const struct position *position) {
    return site->hash == hash && site->kind == kind && position_equal(site->position, position);
}

static struct jit_site *site_of(struct jit *jit, enum jit_probe kind, const struct node *node) {
    const char *subject = subject_of(node);
    uint64_t hash = hash_of(kind, node->position);
    vec_each(struct jit_site *, site, &jit->sites) {
        if (is_site(*site, kind, hash, node->position) && (*site)->subject == subject) return *site;
    }
    struct jit_site *site = memory_allocate(sizeof *site);
    *site = (struct jit_site){.kind = kind,
                              .hash = hash,
                              .position = kept_position(jit, node->position),
                              .subject = subject};
    vec_push(&jit->sites, site);
    return site;
}

/* "bar(I)V" of "A.bar(I)V" */
static const char *without_class(const char *method) {
    const char *end = strchr(method, '('), *name = end;
    while (name > method && name[-1] != '.') name--;
    return name;
}

/* The call that the graph may be inlined at: what it names has the callee's name and types. NULL
 * when there is none. */
static struct jit_site *call_of(const struct jit *jit, const struct graph *graph) {
    uint64_t hash = hash_of(JIT_PROBE_CALLS, graph->call);
    const char *callee = without_class(graph->method->full_name);
    vec_each(struct jit_site *, site, &jit->sites) {
        if (is_site(*site, JIT_PROBE_CALLS, hash, graph->call) &&
            strcmp(without_class((*site)->subject), callee) == 0)
            return *site;
    }
    return NULL;
}

/* --- counters --- */
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

static void attach_to_callee(struct job *job, struct graph *graph) {
    struct jit_site *site = call_of(job->jit, graph);
    if (site) icg_attach_entry_counter(job->inserted, graph, &site->inlined, intern("inlined"));
}

void probes_attach(struct job *job, struct graph *graph) {
    if (!job->jit->probes) return;
    if (graph->call && job->jit->probes & JIT_PROBE_CALLS) attach_to_callee(job, graph);
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

static void mark_compiled(void *context, const struct count *cell, double frequency) {
    const struct jit *jit = context;
    vec_each(struct jit_site *, site, &jit->sites) {
        if (&(*site)->reached == cell) (*site)->is_compiled = true;
    }
}

void probes_mark_compiled(struct job *job, const struct graph *graph) {
    if (job->jit->probes) icg_forecast(job->inserted, graph, mark_compiled, job->jit);
}
