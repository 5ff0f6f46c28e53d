/* For the room's tests: a compilation without a runtime, small graphs, and running them. */
#ifndef BACKEND_TESTING_H
#define BACKEND_TESTING_H

#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "backend/backend.h"
#include "backend/bridge.h"
#include "base/check_run.h"
#include "ir/verify.h"

struct fixture {
    struct arena arena;
    struct meta_world world;
    struct compilation compilation;
    struct graph *graph;
    struct vm_options vm;
    struct backend_options options;
    struct thread *thread;
    struct machine_code code;
    struct method method; /* enters the code, with the parameters that the graph has */
};

static double test_fmod(struct thread *thread, double a, double b) { return fmod(a, b); }
static float test_fmodf(struct thread *thread, float a, float b) { return fmodf(a, b); }

static inline void fixture_begin(struct fixture *f) {
    *f = (struct fixture){0};
    arena_init(&f->arena);
    meta_world_init(&f->world);
    f->compilation = (struct compilation){.arena = &f->arena, .world = &f->world, .root = "T.t()V"};
    f->graph = f->compilation.graph = graph_new(&f->compilation, NULL);
    f->vm.optimization_level = 2;
    f->options.vm = &f->vm;
    f->options.stubs[STUB_fmod_double] = test_fmod;
    f->options.stubs[STUB_fmod_float] = test_fmodf;
    f->thread = memory_allocate(sizeof *f->thread);
}

static inline void fixture_end(struct fixture *f) {
    machine_code_release(&f->code, true);
    memory_free(f->thread);
    meta_world_release(&f->world);
    arena_release(&f->arena);
}

/* The shape that the back end gives a graph without a method. */
static inline void describe_method(struct fixture *f) {
    struct method_shape *shape = ARENA_NEW(&f->arena, struct method_shape);
    enum java_type *parameters = ARENA_ARRAY(&f->arena, enum java_type, 255);
    shape->parameters = parameters;
    f->method.shape = shape;
    static const enum java_type types[] = {
        [TYPE_VOID] = JAVA_VOID,    [TYPE_INT] = JAVA_INT,       [TYPE_LONG] = JAVA_LONG,
        [TYPE_FLOAT] = JAVA_FLOAT,  [TYPE_DOUBLE] = JAVA_DOUBLE, [TYPE_REFERENCE] = JAVA_REFERENCE,
        [TYPE_ADDRESS] = JAVA_LONG, [TYPE_STATE] = JAVA_VOID,
    };
    f->method.access = ACC_STATIC;
    shape->return_type = JAVA_LONG;
    for (uint32_t i = 0; i < f->graph->floating.count; i++) {
        const struct node *node = f->graph->floating.items[i];
        if (node->is_dead || node->kind != NODE_parameter) continue;
        if (shape->parameter_count <= node->extra.integer)
            shape->parameter_count = (uint8_t)(node->extra.integer + 1);
        parameters[node->extra.integer] = types[node->type];
    }
    for (uint32_t i = 0; i < f->graph->blocks.count; i++) {
        const struct node *end = f->graph->blocks.items[i]->last;
        if (end && end->kind == NODE_return)
            shape->return_type = types[end->input_count ? end->inputs[0]->type : TYPE_VOID];
    }
}

static inline void generate(struct fixture *f) {
    struct diag diag = DIAG_INIT;
    graph_check(f->graph, "test");
    ck_assert_msg(backend_generate(f->graph, &f->options, &f->code, &diag) &&
                      machine_code_load(&f->code, &diag),
                  "%s", diag.message);
    describe_method(f);
    f->method.compiled_entry = f->code.entry;
}

static inline union value run(struct fixture *f, union value a, union value b) {
    union value arguments[] = {a, b};
    return bridge_to_compiled(&f->method)(f->thread, &f->method, arguments);
}

static inline struct node *parameter(struct fixture *f, enum node_type type, int number) {
    struct node *node = node_new(f->graph, NODE_parameter, type, 0, NULL);
    node->extra.integer = number;
    return node;
}

static inline struct node *append(struct block *block, enum node_kind kind, enum node_type type,
                                  int count, struct node *const *inputs) {
    struct node *node = node_new(block->graph, kind, type, count, inputs);
    node_append(block, node);
    return node;
}

static inline void end_return(struct block *block, struct node *value) {
    struct node *end = node_new(block->graph, NODE_return, TYPE_VOID, value ? 1 : 0, &value);
    block_end(block, end, 0, NULL, NULL);
}

static inline void end_goto(struct block *block, struct block *to) {
    block_end(block, node_new(block->graph, NODE_goto, TYPE_VOID, 0, NULL), 1, &to, NULL);
}

static inline void end_if(struct block *block, struct node *condition, struct block *yes,
                          struct block *no) {
    struct node *end = node_new(block->graph, NODE_if, TYPE_VOID, 1, &condition);
    block_end(block, end, 2, (struct block *[]){yes, no}, (double[]){0.5, 0.5});
}

#endif
