/* SVG FLAME GRAPH: stacks as a tree of boxes; a box is as wide as the amount of its frame and all that it calls, and stands on
 * its caller. What would be narrower than a quarter of a pixel, or higher than the picture may be, is left out: its caller's
 * box is as wide as before. */
#include <inttypes.h>
#include <stdlib.h>

#include "formats/names.h"
#include "formats/stack_tree.h"
#include "formats/svg.h"

enum { BOX_HEIGHT = 17, DEEPEST = 150 };
static const double narrowest = 0.25, character_width = 6.7;

/* A key without padding: numbered by its bytes. */
struct flame_key {
    const char *name;
    int32_t line;
    uint32_t is_inlined;
    uint64_t is_place;
};

struct flame_node {
    const struct flame_key *key;
    int64_t amount;
    double x; /* where the next callee begins */
    int depth;
};

struct flames {
    struct indexes keys;
    struct stack_tree stacks;
    enum profile_column_kind kind; /* of the amounts */
    int64_t total;
};

static uint32_t key_of(void *user, const struct stack_frame *frame) {
    struct flames *flames = user;
    const struct flame_key key = {frame->name, frame->line, frame->is_inlined, frame->is_place};
    return indexes_of(&flames->keys, &key, sizeof key);
}

/* By the name: a method has one colour. */
static const char *class_of(const struct flame_key *key) {
    static const char *const colours[] = {"c0", "c1", "c2", "c3"};
    unsigned hash = 5381;
    if (!key->is_place) return "key";
    if (key->is_inlined) return "inlined";
    for (const char *c = key->name; *c && *c != '('; c++) hash = hash * 33 + (unsigned char)*c;
    return colours[hash / 7 % 4];
}

/* As much of it as the box has room for, whole characters of UTF-8. */
static void label(struct strbuf *out, const struct svg_box *box, const char *text) {
    size_t room = (size_t)(box->width / character_width), length = 0, count = 0;
    if (room < 3) return;
    for (; text[length]; length++)
        if (((unsigned char)text[length] & 0xc0) != 0x80 && count++ == room) break;
    struct strbuf part = STRBUF_INIT;
    strbuf_add(&part, text, length);
    svg_text(out, box->x + 2, box->y + BOX_HEIGHT - 5, NULL, NULL, strbuf_text(&part));
    strbuf_release(&part);
}

static void draw(struct strbuf *out, const struct flames *flames, const struct flame_node *node,
                 const struct svg_box *box) {
    struct stack_frame frame = {
        .name = node->key->name, .line = node->key->line, .is_place = node->key->is_place};
    struct strbuf text = STRBUF_INIT;
    stack_frame_add(&text, &frame);
    size_t length = text.length;
    strbuf_addf(&text, "%s: ", node->key->is_inlined ? ", inlined" : "");
    amount_add_text(&text, flames->kind, node->amount);
    strbuf_addf(&text, " (%.2f %%)", 100.0 * (double)node->amount / (double)flames->total);
    svg_bar(out, box, class_of(node->key), node->amount, strbuf_text(&text));
    text.length = length;
    text.bytes[length] = 0;
    label(out, box, strbuf_text(&text));
    strbuf_release(&text);
}

/* Callers come before their callees. */
static struct flame_node *make_nodes(struct flames *flames, const struct amount *amount) {
    stack_tree_add(&flames->stacks, amount);
    uint32_t count = flames->stacks.nodes.count;
    struct flame_node *nodes = memory_allocate((count + 1) * sizeof *nodes);
    int64_t *self = stack_tree_self(&flames->stacks, amount);
    int64_t *total = stack_tree_total(&flames->stacks, self);
    for (uint32_t i = 0; i < count; i++) {
        struct stack_node frame = stack_tree_at(&flames->stacks, i);
        int depth = frame.caller == NO_NODE ? 0 : nodes[frame.caller].depth + 1;
        nodes[i] = (struct flame_node){index_bytes(&flames->keys, frame.frame), total[i], 0, depth};
        flames->total = add_amounts(flames->total, self[i]);
    }
    memory_free(self);
    memory_free(total);
    return nodes;
}

static int count_levels(const struct flames *flames, const struct flame_node *nodes) {
    int levels = 1;
    for (uint32_t i = 0; i < flames->stacks.nodes.count; i++)
        if (nodes[i].depth < DEEPEST && nodes[i].depth >= levels) levels = nodes[i].depth + 1;
    return levels;
}

static double draw_all(struct strbuf *out, const struct flames *flames, struct flame_node *nodes,
                       double y) {
    double bottom = y + count_levels(flames, nodes) * BOX_HEIGHT, next = SVG_MARGIN;
    double unit = (SVG_WIDTH - 2.0 * SVG_MARGIN) / (double)(flames->total ? flames->total : 1);
    for (uint32_t i = 0; i < flames->stacks.nodes.count; i++) {
        struct flame_node *node = &nodes[i];
        uint32_t caller = stack_tree_at(&flames->stacks, i).caller;
        double *x = caller == NO_NODE ? &next : &nodes[caller].x;
        struct svg_box box = {*x, bottom - (node->depth + 1) * BOX_HEIGHT,
                              (double)node->amount * unit, BOX_HEIGHT - 1};
        node->x = *x;
        *x += box.width;
        if (box.width >= narrowest && node->depth < DEEPEST) draw(out, flames, node, &box);
    }
    return bottom;
}

double svg_flame_graph(struct strbuf *out, const struct profile_table *table, double y) {
    struct flames flames = {.kind = table->columns[table->main].kind};
    indexes_init(&flames.keys);
    stack_tree_init(&flames.stacks, key_of, &flames);
    struct flame_node *nodes =
        make_nodes(&flames, &(struct amount){.table = table, .column = table->main});
    y = draw_all(out, &flames, nodes, y);
    memory_free(nodes);
    stack_tree_release(&flames.stacks);
    indexes_release(&flames.keys);
    return y;
}
