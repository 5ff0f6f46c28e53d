/* Text to graph (docs/graph-text.md): declarations, then one graph. Names may be used before they
 * are defined, so inputs are resolved at the end; then the verifier has the last word. */
#include <errno.h>
#include <stdlib.h>

#include "ir/parsing.h"
#include "ir/verify.h"

static void end_line(struct parsing *p) {
    if (p->token.kind != GRAPH_TOKEN_NEWLINE && p->token.kind != GRAPH_TOKEN_END) {
        parsing_fail(p, p->token.place, "'%s' is too much here", p->token.text);
    }
}

static void skip_newlines(struct parsing *p) {
    while (p->token.kind == GRAPH_TOKEN_NEWLINE) parsing_next(p);
}

/* --- lines --- */

static void block_head(struct parsing *p, struct graph_token name) {
    struct text_name *entry = parsing_name(p, name.text);
    bool is_first = p->block == NULL;
    if (!entry) {
        entry = parsing_add_name(p, name);
        if (entry) entry->block = is_first ? p->graph->entry : block_new(p->graph);
    }
    if (!entry || !entry->block || entry->block->first || entry->block->scratch) {
        parsing_fail(p, name.place, "'%s' is defined twice", name.text);
        return;
    }
    p->block = entry->block;
    p->block->scratch = 1; /* defined */
    if (parsing_accept(p, "from")) {
        struct from_list list = {.block = p->block, .place = name.place};
        while (p->token.kind == GRAPH_TOKEN_WORD) {
            arena_vec_push(p->arena, &list.blocks, p->token);
            parsing_next(p);
        }
        arena_vec_push(p->arena, &p->from_lists, list);
    }
    parsing_expect(p, ":");
}

static void line(struct parsing *p) {
    struct graph_token first = p->token;
    if (first.kind != GRAPH_TOKEN_WORD) {
        parsing_fail(p, first.place, "a block or node is missing");
        return;
    }
    struct parsing before = *p;
    parsing_next(p);
    if (token_is(p, "from")) {
        block_head(p, first);
    } else if (parsing_accept(p, "=")) {
        parsing_node(p, first, (struct graph_token){0});
    } else if (token_is(p, ":")) {
        parsing_next(p);
        if (p->token.kind == GRAPH_TOKEN_WORD) {
            struct graph_token type = parsing_word(p, "a type");
            if (parsing_expect(p, "=")) parsing_node(p, first, type);
        } else {
            *p = before;
            parsing_next(p);
            block_head(p, first);
        }
    } else {
        *p = before;
        parsing_node(p, (struct graph_token){0}, (struct graph_token){0});
    }
}

static void graph_head(struct parsing *p) {
    struct meta_method *method = NULL;
    if (p->token.kind == GRAPH_TOKEN_WORD) {
        method = parsing_method(p, parsing_word(p, "a method"), true);
    }
    p->graph = graph_new(p->compilation, method);
    end_line(p);
}

static void read_lines(struct parsing *p) {
    parsing_next(p);
    for (skip_newlines(p); p->token.kind != GRAPH_TOKEN_END; skip_newlines(p)) {
        if (p->graph) {
            line(p);
        } else if (parsing_accept(p, "graph")) {
            graph_head(p);
        } else if (!parsing_declaration(p)) {
            parsing_fail(p, p->token.place, "a declaration or 'graph' is missing");
        }
        end_line(p);
    }
}

/* --- when all is read --- */

static struct node *literal(struct parsing *p, struct graph_token token) {
    const char *text = token.text;
    struct graph *graph = p->graph;
    if (!strcmp(text, "null")) return graph_null(graph);
    if (!strchr("-0123456789", *text)) return NULL;
    char *end;
    errno = 0;
    long long integer = strtoll(text, &end, 10);
    if (errno == 0 && end != text && !*end && integer >= INT32_MIN && integer <= INT32_MAX) {
        return graph_int(graph, (int32_t)integer);
    }
    if (errno == 0 && end != text && !strcmp(end, "L")) return graph_long(graph, integer);
    double real = strtod(text, &end);
    if (end != text && !*end && strpbrk(text, ".e")) return graph_double(graph, real);
    if (end != text && !strcmp(end, "f")) return graph_float(graph, (float)real);
    return NULL;
}

static void resolve_inputs(struct parsing *p) {
    vec_each(struct pending_input, pending, &p->pending) {
        struct graph_token token = pending->name;
        struct text_name *name = parsing_name(p, token.text);
        struct node *input = name ? name->node : literal(p, token);
        bool is_dead_slot = !strcmp(token.text, "-") && (pending->node->kind == NODE_frame_state ||
                                                         pending->node->kind == NODE_object_state);
        if (!input && !is_dead_slot) {
            parsing_fail(p, token.place, "there is no value '%s'", token.text);
            return;
        }
        if (pending->node->kind == NODE_icg_begin)
            pending->node->extra.region.anchor = input;
        else
            node_add_input(pending->node, input);
    }
}

/* Inputs are not there yet: phis need no care. */
static void order_predecessors(struct parsing *p, struct from_list *list) {
    struct block *block = list->block;
    bool fits = list->blocks.count == block->predecessors.count;
    for (uint32_t i = 0; fits && i < list->blocks.count; i++) {
        struct text_name *name = parsing_name(p, list->blocks.items[i].text);
        int index = name && name->block ? block_predecessor_index(block, name->block) : -1;
        fits = index >= (int)i;
        if (!fits) break;
        block->predecessors.items[index] = block->predecessors.items[i];
        block->predecessors.items[i] = name->block;
    }
    if (!fits) parsing_fail(p, list->place, "these are not the blocks that go there");
}

static void check_blocks(struct parsing *p) {
    vec_each(struct text_name, name, &p->names.entries) {
        if (!name->block || name->block->scratch) continue;
        parsing_fail(p, name->place, "block '%s' is not defined", name->name);
    }
}

static void check_graph(struct parsing *p, struct place place) {
    struct strbuf problem = STRBUF_INIT;
    if (!p->diag->is_set && !graph_verify(p->graph, &problem)) {
        parsing_fail(p, place, "%s", strbuf_text(&problem));
    }
    strbuf_release(&problem);
}

static void finish(struct parsing *p) {
    struct place end = {p->file, p->line, p->column};
    if (!p->graph) {
        parsing_fail(p, end, "there is no graph");
        return;
    }
    if (p->unknown_classes.count > 0) {
        struct graph_token unknown = p->unknown_classes.items[0];
        parsing_fail(p, unknown.place, "class %s is not declared", unknown.text);
        return;
    }
    check_blocks(p);
    vec_each(struct from_list, list, &p->from_lists) {
        if (!p->diag->is_set) order_predecessors(p, list);
    }
    if (!p->diag->is_set) resolve_inputs(p);
    check_graph(p, end);
}

struct graph *graph_parse_named(struct compilation *compilation, const char *file, const char *text,
                                struct text_names *names, struct diag *diag) {
    struct parsing p = {
        .compilation = compilation,
        .arena = compilation->arena,
        .diag = diag,
        .file = file,
        .cursor = text,
        .line = 1,
        .column = 1,
    };
    read_lines(&p);
    if (!diag->is_set) finish(&p);
    if (names) *names = p.names;
    return diag->is_set ? NULL : p.graph;
}

struct graph *graph_parse(struct compilation *compilation, const char *file, const char *text,
                          struct diag *diag) {
    return graph_parse_named(compilation, file, text, NULL, diag);
}
