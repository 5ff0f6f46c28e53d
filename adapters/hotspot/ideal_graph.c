/* IDEAL GRAPH: one element a line, but for a property, whose text and end tag stand on the lines after it. */
#include "adapters/hotspot/ideal_graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/hotspot/hidden_names.h"
#include "adapters/hotspot/log_element.h"

/* The phases whose graphs are kept. */
#define PARSED    "After Parsing"
#define OF_LOOPS  "PhaseIdealLoop" /* with a number, or "iterations" */
#define JUDGED    "Iter GVN after EA"
#define CHOSEN    "Before matching"
#define SCHEDULED "Global code motion"

static void node_release(struct ideal_node *node) {
    memory_free(node->name);
    memory_free(node->type);
    memory_free(node->spec);
    memory_free(node->places);
}

static void graph_release(struct ideal_graph *graph) {
    vec_each(struct ideal_node, node, &graph->nodes) node_release(node);
    vec_release(&graph->nodes);
    vec_release(&graph->edges);
}

void ideal_compilation_free(struct ideal_compilation *compilation) {
    if (!compilation) return;
    graph_release(&compilation->parsed);
    graph_release(&compilation->judged);
    vec_each(struct ideal_graph, graph, &compilation->of_loops) graph_release(graph);
    vec_release(&compilation->of_loops);
    graph_release(&compilation->chosen);
    graph_release(&compilation->scheduled);
    json_decref(compilation->steps);
    memory_free(compilation->method);
    memory_free(compilation);
}

/* --- properties --- */

static void set_text(char **text, const char *value) {
    memory_free(*text);
    *text = memory_duplicate(value);
}

/* "static void a.b.C.name(jboolean)" */
static void set_method(struct ideal_compilation *compilation, const char *text) {
    struct strbuf name = STRBUF_INIT, whole = STRBUF_INIT;
    size_t end = strcspn(text, "("), begin = end;
    while (begin && text[begin - 1] != ' ') begin--;
    strbuf_add(&name, text + begin, end - begin);
    add_hidden_names(&whole, strbuf_text(&name));
    set_text(&compilation->method, strbuf_text(&whole));
    strbuf_release(&name);
    strbuf_release(&whole);
}

static void count_node(json_t *nodes, const char *name) {
    json_int_t count = json_integer_value(json_object_get(nodes, name));
    json_object_set_new(nodes, name, json_integer(count + 1));
}

static void set_property(struct ideal_reader *reader, const char *name, const char *text) {
    if (!reader->is_in_node) {
        if (reader->compilation && !reader->nodes && !reader->compilation->method &&
            strcmp(name, "name") == 0)
            set_method(reader->compilation, text);
        return;
    }
    if (strcmp(name, "name") == 0) count_node(reader->nodes, text);
    if (!reader->graph) return;
    struct ideal_node *node = &vec_last(&reader->graph->nodes);
    if (strcmp(name, "name") == 0)
        set_text(&node->name, text);
    else if (strcmp(name, "type") == 0)
        set_text(&node->type, text);
    else if (strcmp(name, "bci") == 0)
        set_text(&node->places, text);
    else if (strcmp(name, "dump_spec") == 0)
        set_text(&node->spec, text);
    else if (strcmp(name, "idx") == 0)
        node->index = atoi(text);
    else if (strcmp(name, "old_node_idx") == 0)
        node->old_index = atoi(text);
    else if (strcmp(name, "block") == 0)
        node->block = atoi(text);
    else if (strcmp(name, "idom") == 0)
        node->dominator = atoi(text);
    else if (strcmp(name, "frequency") == 0)
        node->frequency = atof(text);
}

/* --- elements --- */

/* Instructions have but notes of their places, which may be those of another node. */
static void find_places(struct ideal_compilation *compilation) {
    vec_each(struct ideal_node, node, &compilation->scheduled.nodes) {
        const char *places = "";
        if (strncmp(node->name, "Call", 4) != 0) continue;
        vec_each(const struct ideal_node, old, &compilation->chosen.nodes)
            if (old->index >= 0 && old->index == node->old_index) places = old->places;
        set_text(&node->places, places);
    }
}

static void end_graph(struct ideal_reader *reader) {
    if (reader->graph && reader->graph == &reader->compilation->scheduled)
        find_places(reader->compilation);
    reader->graph = NULL;
    reader->nodes = NULL;
    json_decref(reader->met);
    reader->met = NULL;
    reader->is_in_node = false;
}

/* Of a phase that C2 prints again the last graph counts. */
static json_t *begin_step(struct ideal_compilation *compilation, const char *name) {
    json_t *step = json_pack("{s:s, s:{}}", "step", name, "nodes");
    if (!step) return NULL;
    for (size_t i = 0; i < json_array_size(compilation->steps); i++) {
        const json_t *known = json_array_get(compilation->steps, i);
        if (!strcmp(json_string_value(json_object_get(known, "step")), name))
            json_array_remove(compilation->steps, i--);
    }
    json_array_append_new(compilation->steps, step);
    return json_object_get(step, "nodes");
}

static void begin_graph(struct ideal_reader *reader, const struct log_element *element) {
    struct strbuf name = STRBUF_INIT;
    struct ideal_compilation *compilation = reader->compilation;
    end_graph(reader);
    if (compilation && log_element_get(element, "name", &name)) {
        reader->nodes = begin_step(compilation, strbuf_text(&name));
        reader->met = json_object();
        if (strcmp(strbuf_text(&name), PARSED) == 0) reader->graph = &compilation->parsed;
        if (strcmp(strbuf_text(&name), JUDGED) == 0) reader->graph = &compilation->judged;
        if (strcmp(strbuf_text(&name), CHOSEN) == 0) reader->graph = &compilation->chosen;
        if (strcmp(strbuf_text(&name), SCHEDULED) == 0) reader->graph = &compilation->scheduled;
    }
    if (reader->graph) graph_release(reader->graph);
    if (reader->nodes && strncmp(strbuf_text(&name), OF_LOOPS, sizeof OF_LOOPS - 1) == 0) {
        vec_push(&compilation->of_loops, (struct ideal_graph){0});
        reader->graph = &vec_last(&compilation->of_loops);
    }
    strbuf_release(&name);
}

/* A scheduled graph has its nodes twice. */
static bool is_met_again(struct ideal_reader *reader, int id) {
    char key[24];
    snprintf(key, sizeof key, "%d", id);
    bool is_known = json_object_get(reader->met, key) != NULL;
    if (!is_known) json_object_set_new(reader->met, key, json_true());
    return is_known;
}

static void begin_node(struct ideal_reader *reader, const struct log_element *element) {
    int id = log_element_integer(element, "id", -1);
    reader->is_in_node = !is_met_again(reader, id);
    if (!reader->is_in_node || !reader->graph) return;
    struct ideal_node node = {.id = id,
                              .name = memory_duplicate(""),
                              .type = memory_duplicate(""),
                              .spec = memory_duplicate(""),
                              .places = memory_duplicate(""),
                              .index = -1,
                              .old_index = -1,
                              .block = -1,
                              .dominator = -1,
                              .frequency = -1};
    vec_push(&reader->graph->nodes, node);
}

static void add_edge(struct ideal_reader *reader, const struct log_element *element) {
    struct ideal_edge edge = {log_element_integer(element, "from", -1),
                              log_element_integer(element, "to", -1),
                              log_element_integer(element, "index", -1)};
    vec_push(&reader->graph->edges, edge);
}

static void begin_compilation(struct ideal_reader *reader) {
    end_graph(reader);
    ideal_compilation_free(reader->compilation);
    reader->compilation = memory_allocate(sizeof *reader->compilation);
    reader->compilation->steps = json_array();
}

static void end_compilation(struct ideal_reader *reader) {
    if (!reader->compilation) return;
    end_graph(reader);
    vec_push(&reader->done, reader->compilation);
    reader->compilation = NULL;
}

/* Blocks list nodes, too, which are empty elements. */
static void read_element(struct ideal_reader *reader, const struct log_element *element) {
    bool is_end = element->is_end;
    if (log_element_is(element, "group"))
        is_end ? end_compilation(reader) : begin_compilation(reader);
    else if (log_element_is(element, "graph"))
        is_end ? end_graph(reader) : begin_graph(reader, element);
    else if (log_element_is(element, "p") && !is_end)
        log_element_get(element, "name", &reader->property);
    else if (!reader->nodes || element->is_empty)
        return log_element_is(element, "edge") && reader->graph ? add_edge(reader, element)
                                                                : (void)0;
    else if (log_element_is(element, "node"))
        is_end ? (void)(reader->is_in_node = false) : begin_node(reader, element);
}

static void end_property(struct ideal_reader *reader) {
    struct strbuf text = STRBUF_INIT;
    log_text_add(&text, strbuf_text(&reader->text), reader->text.length);
    set_property(reader, strbuf_text(&reader->property), strbuf_text(&text));
    strbuf_release(&text);
    strbuf_clear(&reader->property);
    strbuf_clear(&reader->text);
}

static void read_line(struct ideal_reader *reader) {
    static const char end[] = "</p>";
    struct log_element element;
    const char *line = strbuf_text(&reader->line);
    size_t length = reader->line.length, end_length = sizeof end - 1;
    if (!reader->property.length) {
        if (log_element_read(&element, line, length)) read_element(reader, &element);
        return;
    }
    bool is_last = length >= end_length && strcmp(line + length - end_length, end) == 0;
    strbuf_add(&reader->text, line, is_last ? length - end_length : length);
    if (is_last) end_property(reader);
}

void ideal_reader_add(struct ideal_reader *reader, const char *bytes, size_t size) {
    const char *end = bytes + size;
    while ((bytes = log_line_add(&reader->line, bytes, end))) {
        read_line(reader);
        strbuf_clear(&reader->line);
    }
}

void ideal_reader_forget(struct ideal_reader *reader) {
    vec_each(struct ideal_compilation *, compilation, &reader->done)
        ideal_compilation_free(*compilation);
    vec_clear(&reader->done);
}

void ideal_reader_release(struct ideal_reader *reader) {
    end_graph(reader);
    ideal_reader_forget(reader);
    vec_release(&reader->done);
    ideal_compilation_free(reader->compilation);
    strbuf_release(&reader->line);
    strbuf_release(&reader->property);
    strbuf_release(&reader->text);
    *reader = (struct ideal_reader){0};
}

/* --- questions --- */

const struct ideal_node *ideal_node_of(const struct ideal_graph *graph, int id) {
    vec_each(const struct ideal_node, node, &graph->nodes)
        if (node->id == id) return node;
    return NULL;
}

const struct ideal_node *ideal_input(const struct ideal_graph *graph, const struct ideal_node *node,
                                     int index) {
    vec_each(const struct ideal_edge, edge, &graph->edges)
        if (node && edge->to == node->id && edge->index == index)
            return ideal_node_of(graph, edge->from);
    return NULL;
}
