/* One compilation: build, then the pipeline. */
#include "jit/internal.h"

#include <string.h>

#include "base/clock.h"
#include "base/die.h"
#include "base/intern.h"
#include "base/shares.h"
#include "classfile/regions.h"
#include "ir/cfg.h"
#include "ir/query.h"
#include "ir/text.h"

void job_init(struct job *job, struct jit *jit, struct method *method,
              const struct event_sink *sink) {
    *job = (struct job){.jit = jit, .method = method, .loop_bci = -1, .lessons = jit->lessons};
    arena_init(&job->arena);
    job->environment.runtime = jit->runtime;
    struct compilation *compilation = &job->compilation;
    compilation->arena = &job->arena;
    compilation->world = &jit->world;
    compilation->sink = sink;
    compilation->root = method_full_name(method);
    compilation->number = (int)(jit->compilations + jit->bailouts) + 1;
    compilation->environment = &job->environment;
    memcpy(compilation->phase_disabled, jit->phase_disabled, sizeof jit->phase_disabled);
    memcpy(compilation->rule_disabled, jit->rule_disabled, sizeof jit->rule_disabled);
    compilation->limits = jit->limits;
    memcpy(compilation->sabotaged, jit->sabotaged, sizeof jit->sabotaged);
}

void job_release(struct job *job) {
    if (job->jit->at_work == &job->compilation) job->jit->at_work = NULL;
    machine_code_release(&job->machine, false);
    if (job->compilation.graph) shares_free(job->compilation.graph->flow);
    arena_release(&job->arena);
}

static void graph_built(void *context, struct graph *graph) {
    probes_attach(context, graph);
    rules_attach(context, graph);
    inferred_attach(context, graph);
    contexts_attach(context, graph);
}

/* Interned, so that the runtime keeps it alive. */
static void *string_object(void *context, const char *text) {
    return string_intern_utf8(thread_current(), text, strlen(text));
}

static void install_inserted_code(struct job *job) {
    job->inserted = icg_install(&job->compilation, false);
    if (job->jit->strips_inserted_code) icg_strip(job->inserted);
    icg_set_failure_counter(job->inserted, &job->jit->runtime->failed_probes);
    icg_set_loss_cells(job->inserted, losses_add, job->jit);
    if (job->jit->runtime->profile)
        icg_set_cells(job->inserted, &job->jit->runtime->cells, rules_counter_name());
    icg_set_strings(job->inserted, string_object, job->jit->runtime);
    /* Inserted code leaves each new graph first; then the VM's own probes go in. */
    job->listener = (struct edit_listener){.context = job, .built = graph_built};
    compilation_listen(&job->compilation, &job->listener);
}

static void trace_counter(void *context, const struct icg_belief *belief) {
    const struct job *job = context;
    struct trace trace = {.root = method_full_name(job->method),
                          .counter = belief->count->extra.counter.cell,
                          .frequency = belief->frequency};
    job->trace->receive(job->trace->context, &trace);
}

/* Of the program: where inserted code was anchored is none of its nodes. */
static void trace_nodes(const struct job *job, const struct graph *graph) {
    int counts[NODE_KIND_COUNT];
    graph_count_kinds(graph, counts);
    for (int kind = 0; kind < NODE_KIND_COUNT; kind++) {
        if (!node_kind_is_of_program((enum node_kind)kind)) continue;
        struct trace trace = {.root = method_full_name(job->method),
                              .node_kind = node_kind_text((enum node_kind)kind),
                              .nodes = counts[kind]};
        job->trace->receive(job->trace->context, &trace);
    }
}

/* Control-flow facts are computed after each step. */
static void trace_step(struct job *job, const char *step, struct graph *graph) {
    if (!job->trace) return;
    struct trace opening = {.root = method_full_name(job->method), .step = step};
    job->trace->receive(job->trace->context, &opening);
    icg_forecast(job->inserted, graph, trace_counter, job);
    trace_nodes(job, graph);
}

/* Where the bytecode is in the method without inserted code. */
static int program_bci(const struct meta_method *method, int bci) {
    return (int)code_program_bci(((struct method *)method->runtime)->code, (uint32_t)bci);
}

static int program_locals(const struct meta_method *method) {
    return code_program(((struct method *)method->runtime)->code)->max_locals;
}

/* The program's graph, from which inserted code is unlinked. */
static void keep_graph(const struct job *job, const char *step, const struct graph *graph) {
    if (!job->keeps_graphs) return;
    const struct graph_sink *sink = &job->jit->graph_sink;
    struct print_options options = {.with_frequencies = true,
                                    .with_states = true,
                                    .without_placeholders = true,
                                    .state_bci = program_bci,
                                    .state_locals = program_locals};
    struct strbuf text = STRBUF_INIT;
    graph_print(graph, &options, &text);
    sink->receive(sink->context, method_full_name(job->method), step, strbuf_text(&text));
    strbuf_release(&text);
}

void job_tell_step(struct job *job, const struct step_done *done, const struct graph *graph) {
    const struct phase_sink *sink = &job->jit->phase_sink;
    if (!sink->receive) return;
    struct phase_run run = {.root = method_full_name(job->method),
                            .compilation = job->compilation.number,
                            .step = done->name,
                            .is_part = done->is_part,
                            .seconds = done->seconds,
                            .nodes_before = done->is_part ? job->nodes : job->nodes_of_whole,
                            .nodes_after = graph_size(graph)};
    job->nodes = run.nodes_after;
    if (!done->is_part) job->nodes_of_whole = run.nodes_after;
    sink->receive(sink->context, &run);
}

/* Beliefs are told of the program's graph, and of rounds once they are over. */
static void observe(void *context, const struct step_done *done, struct graph *graph) {
    struct job *job = context;
    background_poll(job->jit);
    job->steps++;
    dump_step(job, done->name, graph);
    job_tell_step(job, done, graph);
    if (job->observer && job->observer->after_step)
        job->observer->after_step(job->observer->context, done, graph);
    if (!done->is_part && done->step < STEP_lower) trace_step(job, done->name, graph);
    if (done->step == STEP_polls) inferred_take(job, graph);
    if (done->step == STEP_lower) keep_graph(job, "lowered", graph);
}

static struct graph *build(struct job *job, const struct step_listener *listener) {
    struct compilation *compilation = &job->compilation;
    double start = clock_seconds();
    compilation->phase = PHASE_build;
    struct graph *graph = job->loop_bci < 0
                              ? build_graph(compilation, job->method, NULL, NULL)
                              : build_loop_graph(compilation, job->method, job->loop_bci);
    compilation->graph = graph;
    cfg_compute(graph);
    struct step_done done = {STEP_build, phase_name(PHASE_build), false, clock_seconds() - start};
    listener->after_step(listener->context, &done, graph);
    return graph;
}

bool job_run(struct job *job) {
    struct compilation *compilation = &job->compilation;
    die_set_context(method_full_name(job->method));
    job->jit->at_work = compilation;
    bool done = setjmp(compilation->give_up) == 0;
    if (done) {
        install_inserted_code(job);
        struct step_listener listener = {observe, job};
        struct graph *graph = build(job, &listener);
        pipeline_run(graph, STAGE_optimize, &listener);
        probes_mark_compiled(job, graph);
        keep_graph(job, "optimised", graph);
        pipeline_run(graph, STAGE_lower, &listener);
    }
    die_set_context(NULL);
    return done;
}
