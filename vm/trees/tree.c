/* TREE: its arrays, the table of methods, and how it is built. */
#include "trees/tree.h"

#include <string.h>

#include "base/die.h"
#include "base/intern.h"
#include "base/strbuf.h"
#include <uthash.h>

struct method_key {
    const char *class_name, *name, *descriptor;
};

struct tree_method_entry {
    UT_hash_handle hh;
    struct method_key key;
    uint32_t index;
};

void tree_init(struct tree *tree) { *tree = (struct tree){.open = TREE_NONE}; }

void tree_release(struct tree *tree) {
    HASH_CLEAR(hh, tree->table);
    vec_each(struct tree_method, method, &tree->methods) memory_free(method->entry);
    vec_release(&tree->methods);
    vec_release(&tree->nodes);
    vec_release(&tree->blocks);
}

uint32_t tree_method(struct tree *tree, const char *class_name, const char *name,
                     const char *descriptor) {
    struct method_key key = {intern(class_name), intern(name), intern(descriptor)};
    struct tree_method_entry *entry;
    HASH_FIND(hh, tree->table, &key, sizeof key, entry);
    if (entry) return entry->index;
    entry = memory_allocate(sizeof *entry);
    entry->key = key;
    entry->index = tree->methods.count;
    HASH_ADD(hh, tree->table, key, sizeof key, entry);
    vec_push(&tree->methods, (struct tree_method){key.class_name, key.name, key.descriptor, entry});
    return entry->index;
}

struct tree_node *tree_enter(struct tree *tree, uint32_t method, int32_t bci, int32_t number,
                             uint64_t calls) {
    ASSERT(tree->nodes.count < TREE_LIMIT, "a tree of more than %d nodes", TREE_LIMIT);
    uint32_t index = tree->nodes.count;
    vec_push(
        &tree->nodes,
        (struct tree_node){
            .parent = tree->open, .method = method, .bci = bci, .number = number, .calls = calls});
    tree->open = index;
    return &tree->nodes.items[index];
}

void tree_add_block(struct tree *tree, struct tree_block block) {
    struct tree_node *node = &tree->nodes.items[tree->open];
    ASSERT(tree->blocks.count < TREE_LIMIT, "a tree of more than %d blocks", TREE_LIMIT);
    if (!node->block_count) node->first_block = tree->blocks.count;
    ASSERT(node->first_block + node->block_count == tree->blocks.count,
           "the blocks of a node are not added together");
    node->block_count++;
    tree->has_blocks = true;
    vec_push(&tree->blocks, block);
}

void tree_leave(struct tree *tree) {
    struct tree_node *node = &tree->nodes.items[tree->open];
    node->end = tree->nodes.count;
    tree->open = node->parent;
}

uint64_t tree_node_instructions(const struct tree *tree, const struct tree_node *node) {
    uint64_t sum = 0;
    tree_each_block(tree, node, block) sum += block->executions * (block->last - block->first + 1);
    return sum;
}

void tree_add_method_text(struct strbuf *out, const struct tree_method *method) {
    for (const char *c = method->class_name; *c; c++) strbuf_add_char(out, *c == '/' ? '.' : *c);
    strbuf_addf(out, ".%s%s", method->name, method->descriptor);
}
