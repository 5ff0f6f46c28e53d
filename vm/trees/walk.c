/* WALK: children are sorted when their parent is entered, on one stack for all levels. */
#define _GNU_SOURCE
#include "trees/walk.h"

#include <stdlib.h>
#include <string.h>

struct tree_level {
    const struct tree_node *node; /* NULL: the roots' */
    uint32_t first, next, end;    /* of the children that wait */
};

struct tree_walking {
    const struct tree *tree;
    const struct tree_walker *walker;
    VEC(uint32_t) waiting;
    VEC(struct tree_level) levels;
};

int tree_compare_methods(const struct tree_method *a, const struct tree_method *b) {
    int order = strcmp(a->class_name, b->class_name);
    if (!order) order = strcmp(a->name, b->name);
    return order ? order : strcmp(a->descriptor, b->descriptor);
}

static int compare(const void *a, const void *b, void *context) {
    const struct tree *tree = context;
    const struct tree_node *left = &tree->nodes.items[*(const uint32_t *)a];
    const struct tree_node *right = &tree->nodes.items[*(const uint32_t *)b];
    if (left->number != right->number) return left->number < right->number ? -1 : 1;
    if (left->bci != right->bci) return left->bci < right->bci ? -1 : 1;
    return tree_compare_methods(tree_node_method(tree, left), tree_node_method(tree, right));
}

static void push_level(struct tree_walking *walk, const struct tree_node *node, uint32_t from,
                       uint32_t to) {
    struct tree_level level = {node, walk->waiting.count, walk->waiting.count, 0};
    for (uint32_t i = from; i < to; i = walk->tree->nodes.items[i].end) vec_push(&walk->waiting, i);
    level.end = walk->waiting.count;
    if (level.end > level.first)
        qsort_r(walk->waiting.items + level.first, level.end - level.first, sizeof(uint32_t),
                compare, (void *)walk->tree);
    vec_push(&walk->levels, level);
}

static bool is_same_site(const struct tree_walking *walk, uint32_t a, uint32_t b) {
    const struct tree_node *nodes = walk->tree->nodes.items;
    return nodes[a].bci == nodes[b].bci && nodes[a].number == nodes[b].number;
}

static void call(void (*function)(void *, const struct tree_node *, uint32_t),
                 const struct tree_walking *walk, const struct tree_node *node, uint32_t depth) {
    if (function) function(walk->walker->context, node, depth);
}

/* Behind child [done] of the innermost level. */
static void end_site(const struct tree_walking *walk, const struct tree_level *level,
                     uint32_t done) {
    const uint32_t *waiting = walk->waiting.items;
    bool is_last = done + 1 == level->end || !is_same_site(walk, waiting[done], waiting[done + 1]);
    if (level->node && is_last)
        call(walk->walker->site_ends, walk, &walk->tree->nodes.items[waiting[done]],
             walk->levels.count - 1);
}

static void begin_site(const struct tree_walking *walk, const struct tree_level *level,
                       uint32_t next) {
    const uint32_t *waiting = walk->waiting.items;
    bool is_first = next == level->first || !is_same_site(walk, waiting[next - 1], waiting[next]);
    if (level->node && is_first)
        call(walk->walker->site_begins, walk, &walk->tree->nodes.items[waiting[next]],
             walk->levels.count - 1);
}

static void leave(struct tree_walking *walk) {
    struct tree_level level = vec_pop(&walk->levels);
    walk->waiting.count = level.first;
    if (!level.node) return;
    call(walk->walker->leave, walk, level.node, walk->levels.count - 1);
    struct tree_level *parent = &vec_last(&walk->levels);
    end_site(walk, parent, parent->next - 1);
}

void tree_walk(const struct tree *tree, const struct tree_walker *walker) {
    struct tree_walking walk = {.tree = tree, .walker = walker};
    push_level(&walk, NULL, 0, tree->nodes.count);
    while (walk.levels.count) {
        struct tree_level *level = &vec_last(&walk.levels);
        if (level->next == level->end) {
            leave(&walk);
            continue;
        }
        begin_site(&walk, level, level->next);
        uint32_t index = walk.waiting.items[level->next++];
        const struct tree_node *node = &tree->nodes.items[index];
        call(walker->enter, &walk, node, walk.levels.count - 1);
        push_level(&walk, node, index + 1, node->end);
    }
    vec_release(&walk.waiting);
    vec_release(&walk.levels);
}
