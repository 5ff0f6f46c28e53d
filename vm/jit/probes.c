/* The VM's own probes: at each allocation, lock or call of a graph, a counter that follows the
 * operation and one that stays where the bytecode was; and in a callee's graph, one that counts for
 * its call where it is inlined. */
#include "jit/internal.h"

#include "base/intern.h"
#include "ir/fold.h"
#include "ir/query.h"
#include "ir/traits.h"

/* As the method declares what it takes or returns; NULL: it is a primitive. */
static const char *declared_class(const struct node *value) {
    bool is_parameter = value->kind == NODE_parameter;
    const struct meta_method *meta = is_parameter ? value->graph->method : value->extra.call.method;
    const struct method_shape *shape = ((const struct method *)meta->runtime)->shape;
    return is_parameter ? shape->parameter_classes[value->extra.integer - !meta->is_static]
                        : shape->return_class;
}

/* NULL: the array's class is not known, as behind a cast. */
static const char *element_name(struct arena *arena, const char *array) {
    size_t length = array ? strlen(array) : 0;
    bool is_array = length > 2 && !strcmp(array + length - 2, "[]");
    return is_array ? arena_copy_text(arena, array, length - 2) : NULL;
}

/* A name for people, which decides nothing: the verifier lets any object pass for an interface. NULL: it is not known. */
static const char *class_name(struct arena *arena, const struct node *value) {
    const struct meta_class *known = value_class(value);
    if (known) return known->name;
    if (value->kind == NODE_load_element)
        return element_name(arena, class_name(arena, value->inputs[0]));
    bool is_declared =
        value->kind == NODE_invoke || (value->kind == NODE_parameter && !value->graph->is_loop);
    const char *declared = is_declared ? declared_class(value) : NULL;
    return declared ? class_words(arena, declared) : NULL;
}

static const char *subject_of(struct arena *arena, const struct node *node) {
    if (node->kind == NODE_invoke) return invoke_named(node);
    if (node_kind_makes(node->kind)) return node->extra.class->name;
    const char *locked = class_name(arena, node->inputs[0]);
    return intern(locked ? locked : "java.lang.Object");
}

/* --- counters --- */

/* No counter of a program is called by it, whatever its letters are. */
static const char reached_name[] = "reached";

static unsigned probe_of(const struct node *node) {
    if (node_kind_makes(node->kind)) return VM_PROBE_ALLOCATIONS;
    if (node->kind == NODE_monitor_enter) return VM_PROBE_LOCKS;
    if (node->kind == NODE_invoke) return VM_PROBE_CALLS;
    return 0;
}

static struct icg_size size_of(const struct node *node) {
    const struct class *class = node->extra.class->runtime;
    if (node->kind != NODE_new) return bytes_of_array(class, node->inputs[0]);
    return (struct icg_size){.length = graph_int(node->graph, 0),
                             .addend = (int64_t)object_align(class->instance_size),
                             .mask = -1};
}

/* A call counts when it is made, whether or not it comes back; the others when they have happened.
 */
static void attach(struct job *job, struct node *node, enum vm_site_probe kind) {
    struct jit_site *site = sites_find(&job->jit->sites, kind, VM_COMPILED_CODE, node->position,
                                       subject_of(&job->arena, node));
    enum icg_place place = kind == VM_PROBE_CALLS ? ICG_SUCC : ICG_PRED;
    icg_attach_counter(job->inserted, node, place, &site->effective, intern("effective"));
    icg_attach_counter(job->inserted, node, ICG_HERE, &site->reached, reached_name);
    if (kind != VM_PROBE_ALLOCATIONS) return;
    struct icg_size size = size_of(node);
    icg_attach_size_counter(job->inserted, node, &site->bytes, intern("bytes"), &size);
}

static void attach_to_callee(struct job *job, struct graph *graph) {
    struct jit_site *site = sites_call_of(&job->jit->sites, graph->call, graph->method->full_name);
    if (site) icg_attach_entry_counter(job->inserted, graph, &site->inlined, intern("inlined"));
}

void probes_attach(struct job *job, struct graph *graph) {
    if (!job->jit->probes) return;
    if (graph->call && job->jit->probes & VM_PROBE_CALLS) attach_to_callee(job, graph);
    VEC(struct node *) found = {0}; /* attaching changes the graph */
    for (uint32_t i = 0; i < graph->blocks.count; i++) {
        struct block *block = graph->blocks.items[i];
        if (block->is_dead) continue;
        block_each_node(node, block)
            if ((probe_of(node) & job->jit->probes) && node->position)
                arena_vec_push(&job->arena, &found, node);
    }
    for (uint32_t i = 0; i < found.count; i++)
        attach(job, found.items[i], (enum vm_site_probe)probe_of(found.items[i]));
}

static void mark_compiled(void *unused, const struct icg_belief *belief) {
    if (belief->count->extra.counter.name != reached_name) return;
    const struct count *cell = belief->count->extra.counter.cell;
    struct jit_site *site =
        (struct jit_site *)((char *)(uintptr_t)cell - offsetof(struct jit_site, reached));
    __atomic_store_n(&site->is_compiled, true, __ATOMIC_RELAXED);
}

void probes_mark_compiled(struct job *job, const struct graph *graph) {
    if (job->jit->probes) icg_forecast(job->inserted, graph, mark_compiled, NULL);
}
