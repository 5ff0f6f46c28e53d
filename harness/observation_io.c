/* Field by field, in the order of assertions/observation.h. */
#include "harness/observation_io.h"

static void code_counter(struct codec *codec, struct counter_observation *counter,
                         uint32_t executions) {
    codec_text(codec, &counter->name);
    codec_value(codec, counter->total);
    codec_value(codec, counter->on_stack);
    codec_value(codec, counter->interpreted);
    codec_value(codec, counter->elsewhere);
    codec_plain_array(codec, counter->per_execution, executions);
}

static void code_probe(struct codec *codec, struct probe_observation *probe) {
    codec_text(codec, &probe->counter);
    codec_text(codec, &probe->method);
    codec_text(codec, &probe->text);
    codec_value(codec, probe->was_entered);
}

static void code_loss(struct codec *codec, struct loss_observation *loss) {
    codec_text(codec, &loss->counter);
    codec_text(codec, &loss->text);
    codec_value(codec, loss->failures);
}

static void code_argument(struct codec *codec, struct argument_observation *argument,
                          uint32_t executions) {
    codec_plain_array(codec, argument->values, executions);
    codec_text(codec, &argument->generator);
    codec_value(codec, argument->odds);
    codec_value(codec, argument->is_drawn);
    codec_value(codec, argument->is_float);
}

static void code_place(struct codec *codec, struct code_place *place) {
    codec_text(codec, &place->method);
    codec_value(codec, place->bci);
    codec_value(codec, place->line);
    codec_value(codec, place->is_below_hidden);
}

static void code_origin(struct codec *codec, struct origin *origin) {
    code_place(codec, &origin->at);
    codec_count(codec, &origin->caller_count);
    codec_items(codec, origin->callers, origin->caller_count);
    for (uint32_t i = 0; i < origin->caller_count && !codec->failed; i++)
        code_place(codec, (struct code_place *)&origin->callers[i]);
}

static void code_row(struct codec *codec, struct row_observation *row, uint32_t executions) {
    codec_text(codec, &row->counter);
    codec_text(codec, &row->key);
    codec_value(codec, row->kind);
    codec_text(codec, &row->in);
    code_origin(codec, &row->origin);
    codec_text(codec, &row->subject);
    codec_text(codec, &row->way);
    codec_text(codec, &row->receiver);
    codec_value(codec, row->hits);
    codec_plain_array(codec, row->per_execution, executions);
}

static void code_site(struct codec *codec, struct site_observation *site) {
    codec_value(codec, site->kind);
    codec_value(codec, site->maker);
    code_origin(codec, &site->origin);
    codec_text(codec, &site->subject);
    codec_text(codec, &site->native);
    codec_value(codec, site->is_compiled);
    codec_value(codec, site->counts_effect_alone);
    codec_value(codec, site->reached);
    codec_value(codec, site->effective);
    codec_value(codec, site->inlined);
    codec_value(codec, site->bytes);
}

static void code_context(struct codec *codec, struct context_observation *context, uint32_t index,
                         uint32_t executions) {
    codec_text(codec, &context->method);
    codec_value(codec, context->line);
    codec_value(codec, context->caller);
    codec_value(codec, context->calls);
    if (context->calls) codec_plain_array(codec, context->per_execution, executions);
    codec->failed |= context->caller < -1 || context->caller >= (int32_t)index;
}

static void code_lives(struct codec *codec, struct lives_observation *lives) {
    codec_text(codec, &lives->method);
    codec_value(codec, lives->line);
    codec_text(codec, &lives->subject);
    codec_value(codec, lives->younger_than);
    codec_value(codec, lives->made);
    codec_value(codec, lives->younger);
    codec_value(codec, lives->alive);
}

static void code_cycles(struct codec *codec, struct cycles_observation *cycles) {
    codec_text(codec, &cycles->unit);
    codec_text(codec, &cycles->method);
    codec_value(codec, cycles->timed);
    codec_value(codec, cycles->divided);
}

static void code_edge(struct codec *codec, struct edge_observation *edge) {
    codec_text(codec, &edge->caller);
    codec_value(codec, edge->bci);
    codec_value(codec, edge->line);
    codec_text(codec, &edge->callee);
    codec_value(codec, edge->samples);
    codec_value(codec, edge->calls);
    codec_value(codec, edge->inferred);
    codec_value(codec, edge->most);
}

static void code_decision(struct codec *codec, struct decision *decision) {
    codec_value(codec, decision->kind);
    codec_text(codec, &decision->kind_text);
    codec_text(codec, &decision->reason);
    codec_text(codec, &decision->reason_text);
    codec_text(codec, &decision->root);
    codec_text(codec, &decision->phase);
    codec_text(codec, &decision->method);
    codec_value(codec, decision->bci);
    codec_value(codec, decision->line);
    codec_text(codec, &decision->subject);
    codec_text(codec, &decision->path);
    code_origin(codec, &decision->origin);
    codec_text(codec, &decision->callee);
    codec_value(codec, decision->amount);
    codec_value(codec, decision->frequency);
    codec_value(codec, decision->execution);
    codec_value(codec, decision->call);
}

static void code_step(struct codec *codec, struct step_observation *step,
                      const struct observation *run) {
    codec_text(codec, &step->name);
    codec_plain_array(codec, step->counters, run->counter_count);
    codec_plain_array(codec, step->reached, run->site_count);
    codec_plain_array(codec, step->effective, run->site_count);
    codec_plain_array(codec, step->nodes, run->node_kind_count);
}

static void code_outcome(struct codec *codec, struct outcome *outcome) {
    codec_value(codec, outcome->kind);
    codec_value(codec, outcome->integer);
    codec_value(codec, outcome->real);
    codec_text(codec, &outcome->text);
    codec_text(codec, &outcome->message);
}

void outcomes_code(struct codec *codec, struct outcomes *outcomes) {
    codec_count(codec, &outcomes->count);
    codec_items(codec, outcomes->items, outcomes->count);
    for (uint32_t i = 0; i < outcomes->count && !codec->failed; i++)
        code_outcome(codec, &outcomes->items[i]);
}

static void code_evidence(struct codec *codec, struct evidence_observation *evidence) {
    codec_text(codec, &evidence->clause);
    codec_value(codec, evidence->kind);
    codec_text(codec, &evidence->how);
}

static void code_run(struct codec *codec, struct observation *run) {
    codec_text(codec, &run->vm);
    codec_text(codec, &run->target);
    codec_value(codec, run->target_line);
    codec_value(codec, run->warm_up_calls);
    codec_value(codec, run->was_compiled);
    codec_value(codec, run->compiled_at_call);
    codec_value(codec, run->is_profile_drawn);
    codec_text(codec, &run->not_compiled_because);
    codec_value(codec, run->warm_up_throws);
    codec_text(codec, &run->first_throw);
    codec_value(codec, run->executions);
    codec_value(codec, run->executions_asked);
    codec_value(codec, run->deoptimizations);
    codec_value(codec, run->evictions);
    codec_value(codec, run->recompilations);
    codec_value(codec, run->most_cache_bytes);
    codec_value(codec, run->windows);
    codec_value(codec, run->executed_codes);
    codec_value(codec, run->executed_bytes);
    codec_value(codec, run->allocated_bytes);
    codec_value(codec, run->program_bytes);
    codec_value(codec, run->program_objects);
    codec_value(codec, run->compiled_bytes);
    codec_value(codec, run->compiled_bytes_by_sites);
    codec_text(codec, &run->mismatch);
    codec_value(codec, run->is_no_function);
    codec_text(codec, &run->output);
}

#define CODE_ALL(items, count_field, ...)                                                          \
    codec_count(codec, &run->count_field);                                                         \
    codec_items(codec, run->items, run->count_field);                                              \
    for (uint32_t i = 0; i < run->count_field && !codec->failed; i++) __VA_ARGS__

void observation_code(struct codec *codec, struct observation *run) {
    code_run(codec, run);
    uint32_t executions = (uint32_t)run->executions;
    CODE_ALL(evidence, evidence_count,
             code_evidence(codec, (struct evidence_observation *)&run->evidence[i]));
    CODE_ALL(counters, counter_count,
             code_counter(codec, (struct counter_observation *)&run->counters[i], executions));
    CODE_ALL(rows, row_count, code_row(codec, (struct row_observation *)&run->rows[i], executions));
    CODE_ALL(contexts, context_count,
             code_context(codec, (struct context_observation *)&run->contexts[i], i, executions));
    CODE_ALL(lives, lives_count, code_lives(codec, (struct lives_observation *)&run->lives[i]));
    CODE_ALL(cycles, cycles_count,
             code_cycles(codec, (struct cycles_observation *)&run->cycles[i]));
    CODE_ALL(edges, edge_count, code_edge(codec, (struct edge_observation *)&run->edges[i]));
    CODE_ALL(probes, probe_count, code_probe(codec, (struct probe_observation *)&run->probes[i]));
    CODE_ALL(losses, loss_count, code_loss(codec, (struct loss_observation *)&run->losses[i]));
    CODE_ALL(arguments, argument_count,
             code_argument(codec, (struct argument_observation *)&run->arguments[i], executions));
    CODE_ALL(sites, site_count, code_site(codec, (struct site_observation *)&run->sites[i]));
    CODE_ALL(decisions, decision_count,
             code_decision(codec, (struct decision *)&run->decisions[i]));
    CODE_ALL(node_kinds, node_kind_count, codec_text(codec, (const char **)&run->node_kinds[i]));
    CODE_ALL(steps, step_count, code_step(codec, (struct step_observation *)&run->steps[i], run));
    CODE_ALL(outcomes, outcome_count, code_outcome(codec, (struct outcome *)&run->outcomes[i]));
}
