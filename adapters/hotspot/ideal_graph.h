/* C2's graphs as a debug build prints them for its visualizer (-XX:PrintIdealGraphFile), of each compilation those that
 * answers follow from. */
#ifndef ADAPTERS_HOTSPOT_IDEAL_GRAPH_H
#define ADAPTERS_HOTSPOT_IDEAL_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "base/strbuf.h"
#include "base/vec.h"

struct ideal_node {
    int id;
    char *name, *type,
        *spec; /* as C2 has them, owned; what is longer than 127 characters is cut off in [spec] */
    char *places; /* bytecode indices from the inside out, "0 14 "; owned */
    int index,
        old_index; /* its number, and that of the node that it was before instructions were chosen; or -1 */
    int block;        /* -1 before the graph is scheduled */
    int dominator;    /* of a node that begins a block: the block that dominates it; or -1 */
    double frequency; /* of its block, as a share of the most frequent one's; or -1 */
};

struct ideal_edge {
    int from, to, index; /* node [to] has [from] as input [index] */
};

struct ideal_graph {
    VEC(struct ideal_node) nodes;
    VEC(struct ideal_edge) edges;
};

/* What one attempt to compile printed. */
struct ideal_compilation {
    char *method;              /* "a.b.C.name", without its descriptor */
    struct ideal_graph parsed; /* before anything was done */
    struct ideal_graph judged; /* by escape analysis */
    struct ideal_graph chosen; /* right before its instructions are */
    struct ideal_graph scheduled;
    VEC(struct ideal_graph) of_loops; /* after each time that loops were looked at */
    json_t *steps; /* after each phase: {"step": "After Parsing", "nodes": {"AddI": 2}} */
};

struct ideal_reader {
    VEC(struct ideal_compilation *) done;  /* in the order in which they ended; owned */
    struct ideal_compilation *compilation; /* that is being read, or NULL */
    struct ideal_graph *graph; /* that is being read; NULL: none of those that are kept */
    json_t *met;               /* numbers of its nodes so far */
    json_t *nodes;             /* of the graph that is being read: how many of each name; or NULL */
    bool is_in_node;
    struct strbuf line, property, text;
};

void ideal_reader_add(struct ideal_reader *reader, const char *bytes, size_t size);
/* Forgets what has ended. */
void ideal_reader_forget(struct ideal_reader *reader);
void ideal_reader_release(struct ideal_reader *reader);
void ideal_compilation_free(struct ideal_compilation *compilation);

const struct ideal_node *ideal_node_of(const struct ideal_graph *graph, int id);
/* NULL: it has none. */
const struct ideal_node *ideal_input(const struct ideal_graph *graph, const struct ideal_node *node,
                                     int index);

#endif
