/* One node of a text graph: its kind, what nodes.def calls extra, its inputs (resolved when the
 * whole graph was read), its successors and its position. */
#include <stdlib.h>

#include "base/intern.h"
#include "ir/links.h"
#include "ir/parsing.h"
#include "ir/words.h"

#define INPUTS_AT_MOST 10000

/* --- extra --- */

static int one_of(struct parsing *p, const char *what, const char *const *words, int count) {
    struct graph_token token = parsing_word(p, what);
    int index = word_index(token.text, words, count);
    if (index >= 0) return index;
    parsing_fail(p, token.place, "'%s' is not %s", token.text, what);
    return 0;
}

static const char *quoted(struct parsing *p) {
    if (p->token.kind != GRAPH_TOKEN_STRING) {
        parsing_fail(p, p->token.place, "a text in quotes is missing");
        return "";
    }
    const char *text = p->token.text;
    parsing_next(p);
    return text;
}

static struct meta_class *class_word(struct parsing *p) {
    return parsing_class(p, parsing_word(p, "a class"));
}

static void integer_extra(struct parsing *p, enum node_kind kind, union node_extra *extra) {
    int64_t low = INT32_MIN, high = INT32_MAX;
    if (kind == NODE_const_long) low = INT64_MIN, high = INT64_MAX;
    if (kind == NODE_parameter) low = 0, high = 255;
    if (kind == NODE_placeholder && p->token.kind != GRAPH_TOKEN_WORD) return;
    parsing_integer(p, low, high, &extra->integer);
}

static void receivers_extra(struct parsing *p, union node_extra *extra) {
    int64_t count = 0;
    if (!parsing_accept(p, "-")) extra->call.profiled_class = class_word(p);
    if (parsing_real(p, &extra->call.profiled_share) && parsing_integer(p, 0, INT32_MAX, &count)) {
        extra->call.receiver_count = (int)count;
    }
}

static void sampled_receivers_extra(struct parsing *p, union node_extra *extra) {
    extra->call.has_sampled_receivers = true;
    if (!parsing_accept(p, "-")) extra->call.other_class = class_word(p);
    parsing_real(p, &extra->call.other_share);
}

static void call_extra(struct parsing *p, union node_extra *extra) {
    extra->call.kind =
        (enum invoke_kind)one_of(p, "a kind of call", invoke_words, INVOKE_INTERFACE + 1);
    extra->call.method =
        parsing_method(p, parsing_word(p, "a method"), extra->call.kind == INVOKE_STATIC);
    if (parsing_accept(p, "profile")) receivers_extra(p, extra);
    if (parsing_accept(p, "sampled")) parsing_real(p, &extra->call.sampled);
    if (parsing_accept(p, "other")) sampled_receivers_extra(p, extra);
}

static void keys_extra(struct parsing *p, union node_extra *extra) {
    VEC(int32_t) keys = {0};
    while (p->token.kind == GRAPH_TOKEN_WORD && word_is_integer(p->token.text) &&
           keys.count < INPUTS_AT_MOST) {
        int64_t key = 0;
        if (!parsing_integer(p, INT32_MIN, INT32_MAX, &key)) return;
        arena_vec_push(p->arena, &keys, (int32_t)key);
    }
    extra->keys.keys = keys.items;
    extra->keys.count = (int32_t)keys.count;
}

static void guard_extra(struct parsing *p, union node_extra *extra) {
    struct graph_token token = parsing_word(p, "a reason");
    if (p->diag->is_set) return;
    if (!reason_of_name(token.text, &extra->guard.reason)) {
        parsing_fail(p, token.place, "there is no reason '%s'", token.text);
    }
}

static void virtual_extra(struct parsing *p, union node_extra *extra) {
    int64_t length = 0, number = 0;
    extra->virtual_object.class = class_word(p);
    if (!parsing_integer(p, 0, INPUTS_AT_MOST, &length)) return;
    if (!parsing_integer(p, 0, INT32_MAX - 1, &number)) return;
    extra->virtual_object.length = (int32_t)length;
    extra->virtual_object.number = (uint32_t)number;
    if (number >= p->graph->next_virtual_number) {
        p->graph->next_virtual_number = (uint32_t)number + 1;
    }
}

static void memory_extra(struct parsing *p, union node_extra *extra) {
    int64_t offset = 0;
    extra->memory.type = parsing_java_type(p);
    parsing_integer(p, INT32_MIN, INT32_MAX, &offset);
    extra->memory.offset = (int32_t)offset;
}

static void state_extra(struct parsing *p, union node_extra *extra) {
    struct graph_token token = parsing_word(p, "method@bci");
    const char *at = strrchr(token.text, '@');
    if (!at || !word_is_integer(at + 1) || strlen(at) > 6) {
        parsing_fail(p, token.place, "'%s' is not a method@bci", token.text);
        return;
    }
    extra->state = ARENA_NEW(p->arena, struct state_layout);
    extra->state->bci = atoi(at + 1);
    extra->state->method = p->graph->method;
    struct graph_token method = token;
    method.text = intern_bytes(token.text, (size_t)(at - token.text));
    if (*method.text && strcmp(method.text, "-") != 0) {
        extra->state->method = parsing_method(p, method, true);
    }
}

static union node_extra parse_extra(struct parsing *p, enum node_kind kind) {
    union node_extra extra = {0};
    int64_t number = 0;
    switch (node_kind_extra(kind)) {
    case EXTRA_none: break;
    case EXTRA_integer: integer_extra(p, kind, &extra); break;
    case EXTRA_region:
        extra.region.place = one_of(p, "pred, succ or here", icg_place_words, 3);
        break;
    case EXTRA_real:
        parsing_real(p, &extra.real);
        if (kind == NODE_const_float) extra.real = (double)(float)extra.real;
        break;
    case EXTRA_condition:
        extra.condition =
            (enum condition)one_of(p, "a condition", condition_words, COND_NOT_BELOW + 1);
        break;
    case EXTRA_type: extra.type = parsing_java_type(p); break;
    case EXTRA_class: extra.class = class_word(p); break;
    case EXTRA_field: extra.field = parsing_field(p, parsing_word(p, "a field")); break;
    case EXTRA_object: extra.object.text = quoted(p); break;
    case EXTRA_guard: guard_extra(p, &extra); break;
    case EXTRA_call: call_extra(p, &extra); break;
    case EXTRA_query:
        extra.query.kind = (enum query_kind)one_of(p, "a query", query_words, QUERY_COUNT);
        break;
    case EXTRA_counter: extra.counter.name = quoted(p); break;
    case EXTRA_state: state_extra(p, &extra); break;
    case EXTRA_virtual: virtual_extra(p, &extra); break;
    case EXTRA_keys: keys_extra(p, &extra); break;
    case EXTRA_address: extra.address.text = quoted(p); break;
    case EXTRA_memory: memory_extra(p, &extra); break;
    case EXTRA_stub:
        parsing_integer(p, 0, INT32_MAX, &number);
        extra.stub = (int)number;
        break;
    }
    return extra;
}

/* --- inputs --- */

static bool at_input(const struct parsing *p) {
    return p->token.kind == GRAPH_TOKEN_WORD && !token_is(p, "->") && !token_is(p, "at");
}

static int parse_inputs(struct parsing *p, struct node *node) {
    int count = 0;
    while (at_input(p) && count++ < INPUTS_AT_MOST) {
        arena_vec_push(p->arena, &p->pending, (struct pending_input){node, p->token});
        parsing_next(p);
    }
    return count;
}

static bool at_state_word(const struct parsing *p) {
    static const char *const words[] = {"locals", "stack",   "locks",
                                        "caller", "objects", "after_call"};
    return word_index(p->token.text, words, sizeof words / sizeof *words) >= 0;
}

static int parse_section(struct parsing *p, struct node *state, const char *word) {
    int count = 0;
    if (!parsing_accept(p, word)) return 0;
    while (at_input(p) && !at_state_word(p) && count < INPUTS_AT_MOST) {
        arena_vec_push(p->arena, &p->pending, (struct pending_input){state, p->token});
        parsing_next(p);
        count++;
    }
    return count;
}

static void parse_state(struct parsing *p, struct node *state) {
    struct state_layout *layout = state->extra.state;
    if (!layout) return;
    layout->local_count = (uint16_t)parse_section(p, state, "locals");
    layout->stack_count = (uint16_t)parse_section(p, state, "stack");
    layout->lock_count = (uint16_t)parse_section(p, state, "locks");
    struct place place = p->token.place;
    int callers = parse_section(p, state, "caller");
    if (callers > 1) parsing_fail(p, place, "a frame has one caller");
    layout->has_caller = callers == 1;
    layout->object_count = (uint16_t)parse_section(p, state, "objects");
    layout->after_call = parsing_accept(p, "after_call");
}

/* --- type, successors, position --- */

static enum node_type type_of_input(struct parsing *p, uint32_t first, uint32_t index) {
    if (first + index >= p->pending.count) return TYPE_VOID;
    const char *text = p->pending.items[first + index].name.text;
    struct text_name *name = parsing_name(p, text);
    if (name && name->node) return name->node->type;
    if (!strcmp(text, "null")) return TYPE_REFERENCE;
    if (word_is_integer(text)) return TYPE_INT;
    size_t length = strlen(text);
    if (length > 1 && text[length - 1] == 'L') return TYPE_LONG;
    return TYPE_VOID;
}

static enum node_type derived_type(struct parsing *p, enum node_kind kind,
                                   const union node_extra *extra, uint32_t first_input) {
    if (p->diag->is_set) return TYPE_VOID;
    switch (node_kind_extra(kind)) {
    case EXTRA_field: return node_type_of_java(extra->field->type);
    case EXTRA_type: return node_type_of_java(extra->type);
    case EXTRA_memory: return node_type_of_java(extra->memory.type);
    case EXTRA_call: return node_type_of_java(extra->call.method->return_type);
    case EXTRA_query: return extra->query.kind == QUERY_ROOT_NAME ? TYPE_REFERENCE : TYPE_INT;
    case EXTRA_integer:
        if (kind == NODE_parameter && p->graph->method &&
            extra->integer < p->graph->method->argument_count) {
            return node_type_of_java(p->graph->method->argument_types[extra->integer]);
        }
        return TYPE_VOID;
    case EXTRA_none:
        if (kind == NODE_convert) return TYPE_VOID;
        return type_of_input(p, first_input, kind == NODE_select);
    case EXTRA_real:
    case EXTRA_condition:
    case EXTRA_class:
    case EXTRA_object:
    case EXTRA_guard:
    case EXTRA_counter:
    case EXTRA_state:
    case EXTRA_virtual:
    case EXTRA_keys:
    case EXTRA_address:
    case EXTRA_stub:
    case EXTRA_region: break;
    }
    return TYPE_VOID;
}

static void set_type(struct parsing *p, struct node *node, struct graph_token type,
                     uint32_t first) {
    if (node_kind_result(node->kind) != 'Q' || p->diag->is_set) return;
    if (type.text) {
        int index = word_index(type.text, type_words, TYPE_COUNT);
        if (index <= TYPE_VOID || index == TYPE_STATE) {
            parsing_fail(p, type.place, "'%s' is no type of a value", type.text);
        } else {
            node->type = (enum node_type)index;
        }
        return;
    }
    node->type = derived_type(p, node->kind, &node->extra, first);
    bool may_be_void = node->kind == NODE_invoke || node->kind == NODE_runtime_call;
    if (node->type == TYPE_VOID && !may_be_void) {
        parsing_fail(p, p->token.place, "the type of %s is missing", node_kind_text(node->kind));
    }
}

static struct block *named_block(struct parsing *p, struct graph_token token) {
    struct text_name *name = parsing_name(p, token.text);
    if (!name) {
        name = parsing_add_name(p, token);
        if (name) name->block = block_new(p->graph);
    }
    if (name && !name->block) {
        parsing_fail(p, token.place, "'%s' is not a block", token.text);
    }
    return name ? name->block : NULL;
}

struct edge_list {
    VEC(struct block *) blocks;
    VEC(double) probabilities; /* negative: not given */
};

static void parse_edges(struct parsing *p, struct edge_list *edges) {
    bool needs_more = parsing_accept(p, "->");
    while (needs_more || (p->token.kind == GRAPH_TOKEN_WORD && !token_is(p, "at"))) {
        needs_more = false;
        struct graph_token token = parsing_word(p, "a block");
        double probability = -1;
        if (p->diag->is_set) return;
        if (parsing_accept(p, ":")) {
            struct place place = p->token.place;
            if (!parsing_real(p, &probability)) return;
            if (!(probability >= 0 && probability <= 1)) {
                parsing_fail(p, place, "a probability lies between 0 and 1");
                return;
            }
        }
        struct block *block = named_block(p, token);
        if (!block || edges->blocks.count >= INPUTS_AT_MOST) return;
        arena_vec_push(p->arena, &edges->blocks, block);
        arena_vec_push(p->arena, &edges->probabilities, probability);
    }
}

/* Edges without a probability share what the others leave; a call returns, unless told otherwise.
 */
static void complete_probabilities(struct edge_list *edges, enum node_kind kind) {
    double given = 0;
    int missing = 0;
    vec_each(double, probability, &edges->probabilities) {
        if (*probability < 0)
            missing++;
        else
            given += *probability;
    }
    if (kind == NODE_invoke && missing == 2) {
        edges->probabilities.items[0] = 1;
        edges->probabilities.items[1] = 0;
        return;
    }
    vec_each(double, probability, &edges->probabilities) {
        if (*probability < 0) *probability = given < 1 ? (1 - given) / missing : 0;
    }
}

static void end_block(struct parsing *p, struct node *node) {
    struct edge_list edges = {0};
    parse_edges(p, &edges);
    if (p->diag->is_set) return;
    complete_probabilities(&edges, node->kind);
    block_end(p->block, node, (int)edges.blocks.count, edges.blocks.items,
              edges.probabilities.items);
}

static const struct position *parse_position(struct parsing *p) {
    struct position *innermost = NULL, **link = &innermost;
    if (!parsing_accept(p, "at")) return NULL;
    do {
        int64_t bci = 0, line = 0;
        struct position *position = ARENA_NEW(p->arena, struct position);
        position->method = parsing_word(p, "a method").text;
        if (!parsing_expect(p, ":") || !parsing_integer(p, -1, 65535, &bci)) return NULL;
        if (parsing_accept(p, ":") && !parsing_integer(p, 0, 65535, &line)) return NULL;
        position->bci = (int)bci;
        position->line = (int)line;
        *link = position;
        link = (struct position **)(uintptr_t)&position->caller;
    } while (parsing_accept(p, "<"));
    return innermost;
}

/* --- the line --- */

static void place_node(struct parsing *p, struct node *node, struct place place) {
    enum node_placement placement = node_kind_placement(node->kind);
    if (placement == PLACEMENT_floating) return;
    if (!p->block) {
        parsing_fail(p, place, "%s is not in a block", node_kind_text(node->kind));
    } else if (p->block->last && node_is_end(p->block->last)) {
        parsing_fail(p, place, "the block has ended before");
    } else if (node->kind == NODE_phi && p->block->last && p->block->last->kind != NODE_phi) {
        parsing_fail(p, place, "phis come first in a block");
    } else if (placement == PLACEMENT_end) {
        end_block(p, node);
    } else {
        node_append(p->block, node);
    }
}

static void name_node(struct parsing *p, struct graph_token name, struct node *node) {
    if (!name.text || p->diag->is_set) return;
    if (node->type == TYPE_VOID) {
        parsing_fail(p, name.place, "%s gives no value to name", node_kind_text(node->kind));
        return;
    }
    struct text_name *entry = parsing_add_name(p, name);
    if (entry) entry->node = node;
}

void parsing_node(struct parsing *p, struct graph_token name, struct graph_token type) {
    struct graph_token word = parsing_word(p, "a kind of node");
    enum node_kind kind = p->diag->is_set ? NODE_none : node_kind_of_text(word.text);
    if (kind == NODE_none) {
        parsing_fail(p, word.place, "there is no kind of node '%s'", word.text);
        return;
    }
    /* The keys of a switch are numbers, and so may be its value: the value comes first. */
    uint32_t first_input = p->pending.count;
    struct graph_token switched = p->token;
    if (kind == NODE_switch) parsing_word(p, "the value");
    union node_extra extra = parse_extra(p, kind);
    if (p->diag->is_set) return;
    struct node *node = node_kind_is_shared(kind) ? graph_constant(p->graph, kind, extra)
                                                  : node_new(p->graph, kind, TYPE_VOID, 0, NULL);
    node->extra = extra;
    if (kind == NODE_frame_state) {
        parse_state(p, node);
    } else if (kind == NODE_switch) {
        arena_vec_push(p->arena, &p->pending, (struct pending_input){node, switched});
    } else if (kind != NODE_goto) {
        parse_inputs(p, node);
    }
    set_type(p, node, type, first_input);
    if (p->diag->is_set) return;
    place_node(p, node, word.place);
    node->position = parse_position(p);
    name_node(p, name, node);
}
