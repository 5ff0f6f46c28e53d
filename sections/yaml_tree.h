/* A YAML file as a tree whose every node knows its place. One document per file; anchors, aliases
 * and tags are refused, because they make a file hard to read. All memory is in the arena given. */
#ifndef SECTIONS_YAML_TREE_H
#define SECTIONS_YAML_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/strbuf.h"

enum yaml_kind { YAML_SCALAR, YAML_LIST, YAML_MAP };

struct yaml_pair {
    struct yaml_node *key; /* a scalar, unique in its map */
    struct yaml_node *value;
};

struct yaml_node {
    enum yaml_kind kind;
    bool is_wrong; /* an error was reported for it already */
    struct place place;
    union {
        struct {
            const char *text; /* NUL-terminated, without inner NULs */
            size_t length;
            bool is_plain; /* neither quoted nor a block: 1 is a number, '1' is text */
            /* Where the text starts in the file and whether its lines are the file's lines, each
             * shifted by the same columns: true for literal blocks and for scalars of one line. */
            int text_line, text_column;
            bool keeps_lines;
        };
        struct {
            struct yaml_node **items;
            uint32_t item_count;
        };
        struct {
            struct yaml_pair *pairs;
            uint32_t pair_count;
        };
    };
};

/* What a file holds, for messages. */
struct yaml_content {
    const char *name;    /* "spec" */
    const char *keys;    /* that it needs: "target, run and expect" */
    const char *sharing; /* how a value is said once, where there is a way: ", or use matrix" */
};

/* NULL with an error in [diag] when reading cannot go on; after mistakes that reading can continue
 * from (a duplicate key, an anchor, a tag), the tree without them. [file] is borrowed by all
 * places. An empty file is an error. */
struct yaml_node *yaml_parse(struct arena *arena, const struct yaml_content *content,
                             const char *file, const char *bytes, size_t length, struct diag *diag);
/* Reads the whole file first. */
struct yaml_node *yaml_parse_file(struct arena *arena, const struct yaml_content *content,
                                  const char *file, struct diag *diag);

/* The value of this key; NULL when there is none, or no map. */
struct yaml_node *yaml_get(const struct yaml_node *map, const char *key);

/* Where the character at [offset] of a scalar's text stands in the file; the scalar's own place where its lines are not
 * the file's. */
struct place yaml_place_inside(const struct yaml_node *scalar, size_t offset);

/* "a list", "a map", "text", "a number", ... for messages. */
const char *yaml_kind_text(const struct yaml_node *node);

/* One line of flow style: "{in: A.foo, of: A}". */
void yaml_flow(const struct yaml_node *node, struct strbuf *out);

/* A scalar's meaning; false when it has another. Quoted scalars are text only. */
bool yaml_is_null(const struct yaml_node *node);
bool yaml_to_bool(const struct yaml_node *node, bool *out);
bool yaml_to_integer(const struct yaml_node *node, int64_t *out); /* decimal or 0x, optional sign */
bool yaml_to_number(const struct yaml_node *node, double *out);   /* finite decimal */

#endif
