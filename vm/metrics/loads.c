/* LOADS: from the last node to the first, the methods below each; then from the first on, what of
 * them has been loaded. */
#include <string.h>

#include "metrics/cross.h"

/* Different methods with their blocks; more than the cache has are one kind of set. */
struct method_set {
    uint32_t blocks;
    bool is_too_large;
    VEC(uint32_t) methods;
};

struct load_finder {
    struct method_loads *loads;
    const struct method_cache *cache;
    const struct tree *tree;
    const struct dump_code *const *codes;
    struct method_set *sets; /* by node; empty again when its parent has it */
    bool *fits;              /* by node: all methods below it, and its own */
};

/* Native methods have no code to load. */
static uint32_t blocks_of(const struct load_finder *finder, uint32_t method) {
    uint32_t bytes = finder->cache->block_bytes, length = finder->codes[method]->length;
    return (length + bytes - 1) / bytes;
}

static void add_method(const struct load_finder *finder, struct method_set *set, uint32_t method) {
    uint32_t blocks = blocks_of(finder, method);
    if (set->is_too_large || !blocks) return;
    vec_each(uint32_t, there, &set->methods)
        if (*there == method) return;
    set->blocks += blocks;
    set->is_too_large = set->blocks > finder->cache->blocks;
    vec_push(&set->methods, method);
}

static void merge(const struct load_finder *finder, struct method_set *into,
                  struct method_set *from) {
    vec_each(uint32_t, method, &from->methods) add_method(finder, into, *method);
    into->is_too_large |= from->is_too_large;
    vec_release(&from->methods);
}

/* Returns of a child find the method that called it, unless it was dropped in between. */
static void meet_parent(const struct load_finder *finder, uint32_t index) {
    const struct tree_node *node = &finder->tree->nodes.items[index];
    struct method_set *set = &finder->sets[index];
    add_method(finder, set, node->method);
    finder->fits[index] = !set->is_too_large;
    if (node->parent == TREE_NONE) {
        vec_release(&set->methods);
        return;
    }
    add_method(finder, set, finder->tree->nodes.items[node->parent].method);
    finder->loads->return_misses[index] = set->is_too_large;
    merge(finder, &finder->sets[node->parent], set);
}

/* Everything below [root] fits: each method's first calls miss, as many as there are calls of the
 * root. [left] has how many of a method may still miss, if its mark is the root's. */
static void load_region(const struct load_finder *finder, uint32_t root, uint64_t *left,
                        uint32_t *marks) {
    const struct tree_node *nodes = finder->tree->nodes.items;
    for (uint32_t i = root; i < nodes[root].end; i++) {
        uint32_t method = nodes[i].method;
        if (marks[method] != root + 1) left[method] = nodes[root].calls;
        marks[method] = root + 1;
        uint64_t misses = nodes[i].calls < left[method] ? nodes[i].calls : left[method];
        left[method] -= misses;
        finder->loads->call_misses[i] = misses;
    }
}

static void find_in_blocks(struct load_finder *finder, struct arena *arena) {
    const struct tree *tree = finder->tree;
    uint32_t count = tree->nodes.count;
    finder->sets = memory_allocate(count * sizeof *finder->sets + 1);
    finder->fits = ARENA_ARRAY(arena, bool, count + 1);
    uint64_t *left = ARENA_ARRAY(arena, uint64_t, tree->methods.count + 1);
    uint32_t *marks = ARENA_ARRAY(arena, uint32_t, tree->methods.count + 1);
    for (uint32_t i = count; i-- > 0;) meet_parent(finder, i);
    for (uint32_t i = 0; i < count;) {
        if (finder->fits[i])
            load_region(finder, i, left, marks);
        else
            finder->loads->call_misses[i] = tree->nodes.items[i].calls;
        i = finder->fits[i] ? tree->nodes.items[i].end : i + 1;
    }
    memory_free(finder->sets);
}

void method_loads_find(struct method_loads *loads, const struct method_cache *cache,
                       const struct tree *tree, const struct dump_code *const *codes,
                       struct arena *arena) {
    uint32_t count = tree->nodes.count;
    loads->call_misses = ARENA_ARRAY(arena, uint64_t, count + 1);
    loads->return_misses = ARENA_ARRAY(arena, bool, count + 1);
    struct load_finder finder = {loads, cache, tree, codes, NULL, NULL};
    switch (cache->regime) {
    case CACHE_HITS: return;
    case CACHE_BLOCKS: find_in_blocks(&finder, arena); return;
    case CACHE_MISSES:
        for (uint32_t i = 0; i < count; i++) {
            loads->call_misses[i] = tree->nodes.items[i].calls;
            loads->return_misses[i] = true;
        }
    }
}
