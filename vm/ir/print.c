/* Graph to text (docs/graph-text.md). Computes its own order, so that a graph can be printed
 * whatever state it is in; the numbers of nodes and blocks come from that order alone. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "ir/flow.h"
#include "ir/frame_state.h"
#include "ir/links.h"
#include "ir/print.h"
#include "ir/text.h"
#include "ir/traits.h"
#include "ir/words.h"

#define NESTING_AT_MOST 6 /* of expressions: phis go in circles */

/* --- order, numbers and names --- */

static bool is_inline(const struct node *node) {
    return node->kind == NODE_const_int || node->kind == NODE_const_long ||
           node->kind == NODE_const_null;
}

/* A phi that nobody uses tells inserted code which path was taken. */
static bool is_skipped(const struct printing *p, const struct node *node) {
    if (!p->options->without_placeholders) return false;
    return node->kind == NODE_placeholder || (node->kind == NODE_phi && !node->uses.count);
}

static void number_node(struct printing *p, const struct node *node) {
    if (node->type != TYPE_VOID && !p->names[node->id]) p->numbers[node->id] = ++p->next_number;
    p->is_listed[node->id] = true;
    arena_vec_push(&p->arena, &p->nodes, node);
}

static void number_floating(struct printing *p, const struct node *user) {
    for (int i = 0; i < user->input_count; i++) {
        const struct node *input = user->inputs[i];
        if (!input || node_kind_placement(input->kind) != PLACEMENT_floating) continue;
        if (is_inline(input) || p->is_listed[input->id]) continue;
        if (node_is_state(input) && !p->options->with_states) continue;
        number_floating(p, input);
        number_node(p, input);
    }
}

static int compare_parameters(const void *a, const void *b) {
    int64_t left = (*(const struct node *const *)a)->extra.integer;
    int64_t right = (*(const struct node *const *)b)->extra.integer;
    return (left > right) - (left < right);
}

static void number_parameters(struct printing *p) {
    vec_each(struct node *, node, &p->graph->floating) {
        if ((*node)->kind != NODE_parameter || (*node)->is_dead || (*node)->uses.count == 0) {
            continue;
        }
        arena_vec_push(&p->arena, &p->nodes, *node);
    }
    if (p->nodes.count > 1) {
        qsort(p->nodes.items, p->nodes.count, sizeof *p->nodes.items, compare_parameters);
    }
    p->parameter_count = p->nodes.count;
    vec_clear(&p->nodes); /* and in again, in their order */
    for (uint32_t i = 0; i < p->parameter_count; i++) number_node(p, p->nodes.items[i]);
}

static void take_names(struct printing *p) {
    p->names = ARENA_ARRAY(&p->arena, const char *, p->graph->next_node_id);
    p->block_names = ARENA_ARRAY(&p->arena, const char *, p->graph->next_block_id);
    if (!p->options->names) return;
    vec_each(struct text_name, entry, &p->options->names->entries) {
        const struct node *node = entry->node;
        const struct block *block = entry->block;
        if (node && !node->is_dead && node->graph == p->graph) p->names[node->id] = entry->name;
        if (block && !block->is_dead && block->graph == p->graph)
            p->block_names[block->id] = entry->name;
    }
}

void printing_begin(struct printing *p, const struct graph *graph,
                    const struct print_options *options, struct strbuf *out) {
    *p = (struct printing){.graph = graph, .options = options, .out = out, .nesting = -1};
    arena_init(&p->arena);
    p->numbers = ARENA_ARRAY(&p->arena, uint32_t, graph->next_node_id);
    p->is_listed = ARENA_ARRAY(&p->arena, bool, graph->next_node_id);
    p->block_numbers = ARENA_ARRAY(&p->arena, int, graph->next_block_id);
    take_names(p);
    struct flow flow = flow_order(graph, &p->arena);
    p->blocks = flow.blocks;
    p->block_count = flow.count;
    number_parameters(p);
    for (int i = 0; i < p->block_count; i++) {
        p->block_numbers[p->blocks[i]->id] = i;
        block_each_node(node, p->blocks[i]) {
            if (is_skipped(p, node)) continue;
            number_floating(p, node);
            number_node(p, node);
        }
    }
}

void printing_end(struct printing *p) { arena_release(&p->arena); }

/* --- nodes --- */

static void print_quoted(struct strbuf *out, const char *text) {
    strbuf_add_char(out, '"');
    for (const char *c = text ? text : ""; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        if (byte == '"' || byte == '\\') {
            strbuf_addf(out, "\\%c", byte);
        } else if (byte < ' ' || byte == 127) {
            strbuf_addf(out, "\\x%02x", byte);
        } else {
            strbuf_add_char(out, *c);
        }
    }
    strbuf_add_char(out, '"');
}

static void print_real(struct strbuf *out, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (isfinite(value)) {
        strbuf_addf(out, "%.17g", value);
    } else {
        strbuf_addf(out, "bits 0x%016" PRIx64, bits);
    }
}

static const char *class_name(const struct meta_class *class) { return class ? class->name : "-"; }

static void print_call(struct strbuf *out, const struct node *node) {
    strbuf_addf(out, " %s %s", invoke_words[node->extra.call.kind],
                node->extra.call.method->full_name);
    if (node->extra.call.receiver_count > 0) {
        strbuf_addf(out, " profile %s %.17g %d", class_name(node->extra.call.profiled_class),
                    node->extra.call.profiled_share, node->extra.call.receiver_count);
    }
    if (node->extra.call.sampled > 0) strbuf_addf(out, " sampled %.17g", node->extra.call.sampled);
    if (node->extra.call.has_sampled_receivers)
        strbuf_addf(out, " other %s %.17g", class_name(node->extra.call.other_class),
                    node->extra.call.other_share);
}

static void print_keys(struct strbuf *out, const struct node *node) {
    for (int i = 0; i < node->extra.keys.count; i++) {
        strbuf_addf(out, " %d", node->extra.keys.keys[i]);
    }
}

static void print_text(struct strbuf *out, const char *text) {
    strbuf_add_char(out, ' ');
    print_quoted(out, text);
}

static void print_extra(struct strbuf *out, const struct node *node) {
    switch (node_kind_extra(node->kind)) {
    case EXTRA_none:
    case EXTRA_state: break;
    case EXTRA_integer: strbuf_addf(out, " %" PRId64, node->extra.integer); break;
    case EXTRA_region: strbuf_addf(out, " %s", icg_place_words[node->extra.region.place]); break;
    case EXTRA_real:
        strbuf_add_char(out, ' ');
        print_real(out, node->extra.real);
        break;
    case EXTRA_condition: strbuf_addf(out, " %s", condition_words[node->extra.condition]); break;
    case EXTRA_type: strbuf_addf(out, " %s", java_type_words[node->extra.type]); break;
    case EXTRA_class: strbuf_addf(out, " %s", class_name(node->extra.class)); break;
    case EXTRA_field: strbuf_addf(out, " %s", node->extra.field->full_name); break;
    case EXTRA_object: print_text(out, node->extra.object.text); break;
    case EXTRA_guard: strbuf_addf(out, " %s", reason_name(node->extra.guard.reason)); break;
    case EXTRA_call: print_call(out, node); break;
    case EXTRA_query: strbuf_addf(out, " %s", query_words[node->extra.query.kind]); break;
    case EXTRA_counter: print_text(out, node->extra.counter.name); break;
    case EXTRA_virtual:
        strbuf_addf(out, " %s %d %u", class_name(node->extra.virtual_object.class),
                    node->extra.virtual_object.length, node->extra.virtual_object.number);
        break;
    case EXTRA_keys: print_keys(out, node); break;
    case EXTRA_address: print_text(out, node->extra.address.text); break;
    case EXTRA_memory:
        strbuf_addf(out, " %s %d", java_type_words[node->extra.memory.type],
                    node->extra.memory.offset);
        break;
    case EXTRA_stub: strbuf_addf(out, " %d", node->extra.stub); break;
    }
}

static void print_operation(struct printing *p, const struct node *node);

static void print_nested(struct printing *p, const struct node *node) {
    if (p->nesting == NESTING_AT_MOST) {
        strbuf_add_text(p->out, "...");
        return;
    }
    p->nesting++;
    strbuf_add_char(p->out, '(');
    print_operation(p, node);
    strbuf_add_char(p->out, ')');
    p->nesting--;
}

static void print_name(struct printing *p, const struct node *node) {
    if (!node) {
        strbuf_add_text(p->out, "-");
    } else if (node->kind == NODE_const_int) {
        strbuf_addf(p->out, "%" PRId64, node->extra.integer);
    } else if (node->kind == NODE_const_long) {
        strbuf_addf(p->out, "%" PRId64 "L", node->extra.integer);
    } else if (node->kind == NODE_const_null) {
        strbuf_add_text(p->out, "null");
    } else if (p->names[node->id]) {
        strbuf_add_text(p->out, p->names[node->id]);
    } else if (p->nesting >= 0) {
        print_nested(p, node);
    } else {
        strbuf_addf(p->out, "%c%u", node_is_state(node) ? 's' : 'v', p->numbers[node->id]);
    }
}

static void print_inputs(struct printing *p, struct node *const *inputs, int count) {
    for (int i = 0; i < count; i++) {
        if (inputs[i] && inputs[i]->kind == NODE_frame_state && !p->options->with_states) continue;
        strbuf_add_char(p->out, ' ');
        print_name(p, inputs[i]);
    }
}

static void print_section(struct printing *p, const char *word, struct node *const *inputs,
                          int count) {
    if (count == 0) return;
    strbuf_addf(p->out, " %s", word);
    print_inputs(p, inputs, count);
}

static int locals_of(const struct printing *p, const struct state_layout *layout) {
    bool is_asked = layout->method && p->options->state_locals;
    int locals = is_asked ? p->options->state_locals(layout->method) : layout->local_count;
    return locals < layout->local_count ? locals : layout->local_count;
}

static void print_state(struct printing *p, const struct node *state) {
    const struct state_layout *layout = state->extra.state;
    bool is_moved = layout->method && p->options->state_bci;
    int bci = is_moved ? p->options->state_bci(layout->method, layout->bci) : layout->bci;
    bool is_graphs = p->options->names && layout->method == p->graph->method;
    const char *method = layout->method ? layout->method->full_name : "-";
    strbuf_addf(p->out, " %s@%d", is_graphs ? "" : method, bci);
    print_section(p, "locals", frame_state_locals(state), locals_of(p, layout));
    print_section(p, "stack", frame_state_stack(state), layout->stack_count);
    print_section(p, "locks", frame_state_locks(state), layout->lock_count);
    int rest = layout->local_count + layout->stack_count + layout->lock_count;
    print_section(p, "caller", state->inputs + rest, layout->has_caller);
    print_section(p, "objects", state->inputs + rest + layout->has_caller, layout->object_count);
    if (layout->after_call) strbuf_add_text(p->out, " after_call");
}

static void print_block_name(const struct printing *p, const struct block *block) {
    if (p->block_names[block->id])
        strbuf_add_text(p->out, p->block_names[block->id]);
    else
        strbuf_addf(p->out, "b%d", p->block_numbers[block->id]);
}

static void print_successors(struct printing *p, const struct block *block) {
    if (block->successor_count == 0) return;
    strbuf_add_text(p->out, " ->");
    for (int i = 0; i < block->successor_count; i++) {
        strbuf_add_char(p->out, ' ');
        print_block_name(p, block->successors[i]);
        if (block->successor_count > 1 && !p->options->without_shares)
            strbuf_addf(p->out, ":%.17g", block->probabilities[i]);
    }
}

static void print_position(struct strbuf *out, const struct position *position) {
    if (position) strbuf_add_text(out, " at");
    for (; position; position = position->caller) {
        strbuf_addf(out, " %s:%d:%d", position->method, position->bci, position->line);
        if (position->caller) strbuf_add_text(out, " <");
    }
}

static void print_operation(struct printing *p, const struct node *node) {
    strbuf_add_text(p->out, node_kind_text(node->kind));
    if (node->kind == NODE_switch) print_inputs(p, node->inputs, node->input_count);
    print_extra(p->out, node);
    if (node->kind == NODE_switch) {
        /* its keys are numbers, so the value came first */
    } else if (node->kind == NODE_frame_state) {
        print_state(p, node);
    } else {
        print_inputs(p, node->inputs, node->input_count);
    }
    if (node_is_end(node)) print_successors(p, node->block);
}

void print_node(struct printing *p, const struct node *node) {
    if (node->type != TYPE_VOID) {
        print_name(p, node);
        if (node_kind_result(node->kind) == 'Q')
            strbuf_addf(p->out, ": %s", type_words[node->type]);
        strbuf_add_text(p->out, " = ");
    }
    print_operation(p, node);
    if (p->options->with_positions) print_position(p->out, node->position);
}

static void print_line(struct printing *p, const struct node *node) {
    strbuf_add_text(p->out, node->block ? "    " : "        ");
    print_node(p, node);
    strbuf_add_char(p->out, '\n');
}

static void print_block_head(struct printing *p, const struct block *block) {
    print_block_name(p, block);
    if (block->predecessors.count > 1) {
        strbuf_add_text(p->out, " from");
        vec_each(struct block *, predecessor, &block->predecessors) {
            strbuf_add_char(p->out, ' ');
            print_block_name(p, *predecessor);
        }
    }
    strbuf_add_char(p->out, ':');
    if (p->options->with_frequencies) strbuf_addf(p->out, " # %.6g", block->frequency);
    strbuf_add_char(p->out, '\n');
}

/* Those of one block, or of all, which then has a head. */
static void print_blocks(struct printing *p, const struct block *only) {
    const struct block *block = NULL;
    for (uint32_t i = p->parameter_count; i < p->nodes.count; i++) {
        /* Floating nodes are listed in front of their first user, in its block. */
        uint32_t user = i;
        while (!p->nodes.items[user]->block) user++;
        if (only && p->nodes.items[user]->block != only) continue;
        if (p->nodes.items[user]->block != block && !only) {
            print_block_head(p, p->nodes.items[user]->block);
        }
        block = p->nodes.items[user]->block;
        print_line(p, p->nodes.items[i]);
    }
}

void graph_print(const struct graph *graph, const struct print_options *options,
                 struct strbuf *out) {
    struct printing p;
    printing_begin(&p, graph, options, out);
    if (options->with_declarations) print_declarations(&p);
    strbuf_add_text(out, "graph");
    if (graph->method) strbuf_addf(out, " %s", graph->method->full_name);
    strbuf_add_char(out, '\n');
    for (uint32_t i = 0; i < p.parameter_count; i++) print_line(&p, p.nodes.items[i]);
    print_blocks(&p, NULL);
    printing_end(&p);
}

void graph_print_block(const struct block *block, const struct print_options *options,
                       struct strbuf *out) {
    struct printing p;
    printing_begin(&p, block->graph, options, out);
    print_blocks(&p, block);
    printing_end(&p);
}

void graph_print_expression(const struct graph *graph, const struct node *node,
                            const struct print_options *options, struct strbuf *out) {
    struct printing p;
    printing_begin(&p, graph, options, out);
    p.nesting = 0;
    if (is_inline(node))
        print_name(&p, node);
    else
        print_operation(&p, node);
    printing_end(&p);
}
