/* STACK TREE: rows share frames, so the known part of a stack is found by the frame's address and the keys in front of it. Stacks
 * are as deep as the program's: there is no recursion here. */
#include "formats/stack_tree.h"

/* Without padding: numbered by its bytes. */
struct known_frame {
    const struct profile_frame *frame;
    uint64_t below; /* the node of the keys in front of it */
};

void stack_tree_init(struct stack_tree *tree,
                     uint32_t (*number)(void *user, const struct stack_frame *frame), void *user) {
    *tree = (struct stack_tree){.number = number, .user = user};
    indexes_init(&tree->nodes);
    indexes_init(&tree->known);
}

void stack_tree_release(struct stack_tree *tree) {
    indexes_release(&tree->nodes);
    indexes_release(&tree->known);
    stack_release(&tree->outer);
    stack_release(&tree->inner);
    vec_release(&tree->of_known);
    vec_release(&tree->unknown);
}

struct stack_node stack_tree_at(const struct stack_tree *tree, uint32_t node) {
    return *(const struct stack_node *)index_bytes(&tree->nodes, node);
}

static uint32_t add_frame(struct stack_tree *tree, uint32_t caller,
                          const struct stack_frame *frame) {
    const struct stack_node node = {tree->number(tree->user, frame), caller};
    return indexes_of(&tree->nodes, &node, sizeof node);
}

static uint32_t add_frames(struct stack_tree *tree, uint32_t caller, const struct stack *stack) {
    vec_each(const struct stack_frame, frame, &stack->frames)
        caller = add_frame(tree, caller, frame);
    return caller;
}

static uint32_t add_place(struct stack_tree *tree, uint32_t below,
                          const struct profile_frame *frame) {
    uint32_t node = below;
    for (; frame; frame = frame->caller) {
        const struct known_frame key = {frame, below};
        uint32_t known = indexes_find(&tree->known, &key, sizeof key);
        if (known != NO_INDEX) {
            node = tree->of_known.items[known];
            break;
        }
        vec_push(&tree->unknown, frame);
    }
    while (tree->unknown.count) {
        frame = vec_pop(&tree->unknown);
        const struct stack_frame made = stack_frame_of(frame);
        const struct known_frame key = {frame, below};
        node = add_frame(tree, node, &made);
        indexes_of(&tree->known, &key, sizeof key);
        vec_push(&tree->of_known, node);
    }
    return node;
}

uint32_t stack_tree_node(struct stack_tree *tree, const struct profile_table *table, size_t row) {
    const struct profile_frame *frame = stack_ends_of_row(table, row, &tree->outer, &tree->inner);
    uint32_t node = add_frames(tree, NO_NODE, &tree->outer);
    node = add_place(tree, node, frame);
    return add_frames(tree, node, &tree->inner);
}

/* --- amounts --- */

static bool has_amount(const struct amount *amount, size_t row) {
    return amount->table->rows[row][amount->column].number > 0;
}

void stack_tree_add(struct stack_tree *tree, const struct amount *amount) {
    for (size_t row = 0; row < amount->table->row_count; row++)
        if (has_amount(amount, row)) stack_tree_node(tree, amount->table, row);
}

int64_t *stack_tree_self(struct stack_tree *tree, const struct amount *amount) {
    int64_t *self = memory_allocate((tree->nodes.count + 1) * sizeof *self);
    for (size_t row = 0; row < amount->table->row_count; row++) {
        if (!has_amount(amount, row)) continue;
        uint32_t node = stack_tree_node(tree, amount->table, row);
        self[node] = add_amounts(self[node], amount->table->rows[row][amount->column].number);
    }
    return self;
}

int64_t *stack_tree_total(const struct stack_tree *tree, const int64_t *self) {
    uint32_t count = tree->nodes.count;
    int64_t *total = memory_allocate((count + 1) * sizeof *total);
    for (uint32_t node = count; node-- > 0;) {
        uint32_t caller = stack_tree_at(tree, node).caller;
        total[node] = add_amounts(total[node], self[node]);
        if (caller != NO_NODE) total[caller] = add_amounts(total[caller], total[node]);
    }
    return total;
}

/* --- outermost --- */

struct stack_visit {
    uint32_t *first, *next; /* callee, sibling */
    uint32_t root;          /* the first */
    uint32_t *active;       /* by value: on the stack so often */
};

static void list_callees(const struct stack_tree *tree, struct stack_visit *walk) {
    walk->root = NO_NODE;
    for (uint32_t node = tree->nodes.count; node-- > 0;) {
        uint32_t caller = stack_tree_at(tree, node).caller;
        uint32_t *first = caller == NO_NODE ? &walk->root : &walk->first[caller];
        walk->next[node] = *first;
        *first = node;
    }
}

static void visit_all(const struct stack_tree *tree, const struct stack_visit *walk,
                      const uint32_t *values, bool *is_outermost) {
    uint32_t node = walk->root;
    while (node != NO_NODE) {
        is_outermost[node] = walk->active[values[node]]++ == 0;
        if (walk->first[node] != NO_NODE) {
            node = walk->first[node];
            continue;
        }
        while (node != NO_NODE) {
            walk->active[values[node]]--;
            if (walk->next[node] != NO_NODE) {
                node = walk->next[node];
                break;
            }
            node = stack_tree_at(tree, node).caller;
        }
    }
}

bool *stack_tree_outermost(const struct stack_tree *tree, const uint32_t *values, uint32_t count) {
    uint32_t nodes = tree->nodes.count;
    bool *is_outermost = memory_allocate(nodes + 1);
    struct stack_visit walk = {.first = memory_allocate((nodes + 1) * sizeof(uint32_t)),
                               .next = memory_allocate((nodes + 1) * sizeof(uint32_t)),
                               .active = memory_allocate((count + 1) * sizeof(uint32_t))};
    for (uint32_t i = 0; i < nodes; i++) walk.first[i] = NO_NODE;
    list_callees(tree, &walk);
    visit_all(tree, &walk, values, is_outermost);
    memory_free(walk.first);
    memory_free(walk.next);
    memory_free(walk.active);
    return is_outermost;
}
