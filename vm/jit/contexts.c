/* Calling contexts of what is compiled: inserted code says where the callees that are inlined
 * begin, and the natives that became nodes. */
#include "jit/internal.h"

#include "base/intern.h"
#include "classfile/intrinsics.h"
#include "classfile/opcodes.h"

/* A native that the builder makes nodes of, and whose place in the tree is its own. */
struct replaced {
    enum node_kind kind;
    enum intrinsic intrinsic;
    const char *class, *name, *descriptor;
};

static const struct replaced natives[] = {
    {NODE_sqrt, INTRINSIC_sqrt, "java/lang/Math", "sqrt", "(D)D"},
    {NODE_stack_trace, INTRINSIC_stack_trace, "java/lang/Throwable", "walkStack", "()[J"},
};

static const struct replaced *replaced_by(const struct node *node) {
    for (size_t i = 0; i < sizeof natives / sizeof *natives; i++)
        if (natives[i].kind == node->kind) return &natives[i];
    return NULL;
}

/* Code of a hidden class is at its caller's position: there the one such call is meant. */
static int bci_of(const struct method *method, const struct node *node,
                  const struct replaced *native) {
    if (!method->class->host) return node->position->bci;
    const struct code *code = method->code;
    uint32_t bci = 0;
    while (bci < code->length &&
           code_intrinsic(method->class->file->constants, code, bci) != native->intrinsic)
        bci += instruction_length(code, bci);
    return (int)bci;
}

static void attach_native(struct job *job, struct node *node, const struct replaced *native) {
    struct compilation *compilation = &job->compilation;
    const struct graph *graph = node->graph;
    struct class *class = class_load(thread_current(), intern(native->class));
    struct method *method =
        class_declared_method(class, intern(native->name), intern(native->descriptor));
    uint32_t number = compilation_add_frame(compilation, build_meta_method(compilation, method));
    struct compiled_frame *frame = compilation_frame(compilation, number);
    frame->caller = graph->frame;
    frame->bci = bci_of(graph->method->runtime, node, native);
    icg_attach_entry_behind(job->inserted, node, number);
}

static void attach_natives(struct job *job, struct graph *graph) {
    VEC(struct node *) found = {0}; /* attaching changes the graph */
    vec_each(struct block *, block, &graph->blocks) {
        if ((*block)->is_dead) continue;
        block_each_node(node, *block)
            if (replaced_by(node)) arena_vec_push(&job->arena, &found, node);
    }
    vec_each(struct node *, node, &found) attach_native(job, *node, replaced_by(*node));
}

void contexts_attach(struct job *job, struct graph *graph) {
    const struct context_tree *tree = job->jit->backend.contexts;
    if (!tree) return;
    if (!tree->options.without_natives) attach_natives(job, graph);
    if (graph->call) icg_attach_entry(job->inserted, graph, graph->frame);
}
