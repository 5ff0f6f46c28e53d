/* SVG FLAME GRAPH: stacks as a tree of boxes; a box is as wide as the amount of its frame and all that it calls, and stands on
 * its caller. What would be narrower than a quarter of a pixel, or higher than the picture may be, is left out: its caller's
 * box is as wide as before. */
#include <inttypes.h>
#include <stdlib.h>

#include "formats/names.h"
#include "formats/sums.h"
#include "formats/svg.h"

enum { BOX_HEIGHT = 17, DEEPEST = 150 };
static const double narrowest = 0.25, character_width = 6.7;

/* A key without padding: numbered by its bytes. */
struct flame_key {
    const char *name;
    uint32_t caller; /* NO_INDEX: the bottom */
    int32_t line;
    uint32_t is_inlined, is_place;
};

struct flame_node {
    const struct flame_key *key;
    int64_t amount;
    double x; /* where the next callee begins */
    int depth;
};

struct flames {
    struct sums nodes;
    enum profile_column_kind kind; /* of the amounts */
    int64_t total;
    uint64_t turn;
};

static void add_stack(void *context, const struct stack *stack, int64_t amount) {
    struct flames *flames = context;
    struct flame_key key = {.caller = NO_INDEX};
    flames->turn++;
    flames->total = add_amounts(flames->total, amount);
    for (uint32_t i = 0; i < stack->frames.count && i < DEEPEST; i++) {
        const struct stack_frame *frame = &stack->frames.items[i];
        key.name = frame->name;
        key.line = frame->line;
        key.is_inlined = frame->is_inlined;
        key.is_place = frame->is_place;
        sums_add(&flames->nodes, &key, sizeof key, 0, amount, flames->turn);
        key.caller = indexes_of(&flames->nodes.keys, &key, sizeof key);
    }
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
static int list_nodes(const struct flames *flames, struct flame_node *nodes) {
    int deepest = 0;
    for (uint32_t index = 0; index < flames->nodes.keys.count; index++) {
        const struct flame_key *key = index_bytes(&flames->nodes.keys, index);
        int depth = key->caller == NO_INDEX ? 0 : nodes[key->caller].depth + 1;
        nodes[index] = (struct flame_node){key, *sums_of(&flames->nodes, index), 0, depth};
        if (depth > deepest) deepest = depth;
    }
    return deepest;
}

static double draw_all(struct strbuf *out, const struct flames *flames, double y) {
    uint32_t count = flames->nodes.keys.count;
    struct flame_node *nodes = memory_allocate((count + 1) * sizeof *nodes);
    double bottom = y + (list_nodes(flames, nodes) + 1) * BOX_HEIGHT, next = SVG_MARGIN;
    double unit = (SVG_WIDTH - 2.0 * SVG_MARGIN) / (double)(flames->total ? flames->total : 1);
    for (uint32_t i = 0; i < count; i++) {
        struct flame_node *node = &nodes[i];
        double *x = node->key->caller == NO_INDEX ? &next : &nodes[node->key->caller].x;
        struct svg_box box = {*x, bottom - (node->depth + 1) * BOX_HEIGHT,
                              (double)node->amount * unit, BOX_HEIGHT - 1};
        node->x = *x;
        *x += box.width;
        if (box.width >= narrowest) draw(out, flames, node, &box);
    }
    memory_free(nodes);
    return bottom;
}

double svg_flame_graph(struct strbuf *out, const struct profile_table *table, double y) {
    struct flames flames = {.kind = table->columns[table->main].kind};
    sums_init(&flames.nodes, 1);
    stack_each(&(struct amount){.table = table, .column = table->main}, STACK_ALL_FRAMES, add_stack,
               &flames);
    y = draw_all(out, &flames, y);
    sums_release(&flames.nodes);
    return y;
}
