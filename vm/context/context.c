/* CONTEXT: nodes of the calling-context tree, found and made. Links and nodes never change once
 * they can be seen, and go when the tree does: a chain grows at its head. Who loses the race to add
 * to a chain searches again. */
#include "context/context.h"

#include <stddef.h>

#include "base/handover.h"
#include "base/memory.h"
#include "classfile/opcodes.h"
#include "context/counts.h"

/* --- methods --- */

static bool is_call(enum opcode opcode) {
    return opcode >= OP_invokevirtual && opcode <= OP_invokedynamic;
}

static uint32_t count_calls(const struct code *code) {
    uint32_t count = 0;
    for (uint32_t bci = 0; bci < code->length; bci += instruction_length(code, bci))
        count += is_call(code->bytes[bci]);
    return count;
}

static void number_calls(struct context_method *made, const struct code *code) {
    uint16_t *slot_at = memory_allocate(code->length * sizeof *slot_at), count = 0;
    for (uint32_t bci = 0; bci < code->length; bci += instruction_length(code, bci)) {
        if (!is_call(code->bytes[bci])) continue;
        slot_at[bci] = ++count;
        made->ends[count] = (struct context_link){.bci = (int32_t)bci, .slot = count};
    }
    made->slot_at = slot_at;
}

struct context_method *context_method_new(struct context_tree *tree, void *method,
                                          const struct code *code, bool is_native) {
    uint32_t slots = 1 + (code ? count_calls(code) : 0);
    struct context_method *made =
        memory_allocate(sizeof *made + slots * sizeof(struct context_link));
    made->method = method;
    made->is_native = is_native;
    made->slot_count = slots;
    made->ends[0] = (struct context_link){.bci = CONTEXT_NO_CALL};
    if (code) number_calls(made, code);
    return made;
}

static void drop_method(struct context_method *method) {
    memory_free((void *)method->slot_at);
    memory_free(method);
}

void context_method_keep(struct context_tree *tree, struct context_method *method) {
    method->next = __atomic_load_n(&tree->methods, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&tree->methods, &method->next, method, true,
                                        __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {}
}

struct context_method *context_method_publish(struct context_tree *tree,
                                              struct context_method **where,
                                              struct context_method *made) {
    struct context_method *known = NULL;
    if (__atomic_compare_exchange_n(where, &known, made, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE)) {
        context_method_keep(tree, made);
        return made;
    }
    drop_method(made);
    return known;
}

/* --- chains --- */

struct call_place {
    struct context *owner;
    uint32_t slot;
    int32_t bci;
};

struct chain {
    struct context_link *head, *found, *end; /* [end] only when nothing was found */
};

static struct chain search(struct context_link **slot, int32_t bci,
                           const struct context_method *method) {
    struct chain chain = {.head = context_first(slot)};
    for (struct context_link *link = chain.head;; link = link->next) {
        if (!link->method) {
            chain.end = link;
            return chain;
        }
        if (link->method != method || link->bci != bci) continue;
        chain.found = link;
        return chain;
    }
}

static struct context *owner_of(struct context_link **slot, const struct context_link *end) {
    return (struct context *)((char *)(slot - end->slot) - offsetof(struct context, slots));
}

struct context *context_of_slot(struct context_link **slot, int32_t *bci) {
    const struct context_link *end = context_first(slot);
    while (end->method) end = end->next;
    *bci = end->bci;
    return owner_of(slot, end);
}

/* Puts [link] in front of the chain, unless there is one like it meanwhile: that is returned. */
static struct context_link *put(struct context_link **slot, struct context_link *link) {
    for (;;) {
        struct chain chain = search(slot, link->bci, link->method);
        if (chain.found) return chain.found;
        link->next = chain.head;
        if (__atomic_compare_exchange_n(slot, &chain.head, link, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_RELAXED))
            return link;
    }
}

/* --- nodes --- */

size_t context_bytes(const struct context *context) {
    return sizeof *context + context->link.method->slot_count * sizeof *context->slots;
}

void context_add_bytes(struct context_tree *tree, size_t bytes) {
    __atomic_fetch_add(&tree->bytes, bytes, __ATOMIC_RELAXED);
}

static struct context *make(struct context_tree *tree, struct context *parent, int32_t bci,
                            struct context_method *method, enum context_kind kind) {
    struct context *context =
        memory_allocate(sizeof *context + method->slot_count * sizeof *context->slots);
    struct cell_place place = cell_place(cells_make(tree->cells, 1));
    context->link = (struct context_link){.method = method, .node = context, .bci = bci};
    context->parent = parent;
    context->row = &context_no_row;
    context->chunk = context_chunk(place.chunk);
    context->word = place.index;
    context->depth = parent ? parent->depth + 1 : 0;
    context->kind = kind;
    for (uint32_t i = 0; i < method->slot_count; i++) context->slots[i] = &method->ends[i];
    handover_publish(tree);
    return context;
}

/* The one node of the method, of a kind whose contexts are not told apart. */
static struct context *shared(struct context_tree *tree, enum context_kind kind,
                              struct context_method *method) {
    struct context *known = __atomic_load_n(&method->shared[kind], __ATOMIC_ACQUIRE);
    if (known) return known;
    struct context *root = tree->roots[kind];
    struct context *made = make(tree, root, CONTEXT_NO_CALL, method, kind);
    struct context_link *link = put(root->slots, &made->link);
    if (link->node != made)
        memory_free(made);
    else
        context_add_bytes(tree, context_bytes(made));
    __atomic_store_n(&method->shared[kind], link->node, __ATOMIC_RELEASE);
    return link->node;
}

static bool takes_another(struct context_tree *tree) {
    uint64_t most = tree->options.most_nodes;
    uint64_t count = __atomic_fetch_add(&tree->node_count, 1, __ATOMIC_RELAXED);
    if (!most || count < most) return true;
    __atomic_fetch_sub(&tree->node_count, 1, __ATOMIC_RELAXED);
    return false;
}

/* The node that is at home at this place, made if there may be one more. */
static struct context *at_home(struct context_tree *tree, const struct call_place *place,
                               struct context_method *method) {
    struct context *owner = place->owner;
    struct context_link **slot = &owner->slots[place->slot];
    if (owner->kind != CONTEXT_OF_PROGRAM) return shared(tree, owner->kind, method);
    struct chain chain = search(slot, place->bci, method);
    if (chain.found) return chain.found->node;
    if (!takes_another(tree)) return shared(tree, CONTEXT_BEYOND_LIMIT, method);
    struct context *made = make(tree, owner, place->bci, method, CONTEXT_OF_PROGRAM);
    struct context_link *link = put(slot, &made->link);
    if (link == &made->link) {
        context_add_bytes(tree, context_bytes(made));
        return made;
    }
    __atomic_fetch_sub(&tree->node_count, 1, __ATOMIC_RELAXED);
    memory_free(made);
    return link->node;
}

/* --- where a context is at home --- */

static struct context *folded(const struct context_tree *tree, struct context *caller,
                              const struct context_method *method) {
    if (!tree->options.fold_recursion) return NULL;
    while (caller && caller->link.method != method) caller = caller->parent;
    return caller;
}

/* Without its outermost method. */
static struct context *shortened(struct context_tree *tree, const struct context *context) {
    struct context *root = tree->roots[CONTEXT_OF_PROGRAM];
    if (context->depth <= 1) return root;
    struct context *owner = shortened(tree, context->parent);
    int32_t bci = owner == root ? CONTEXT_NO_CALL : context->link.bci;
    struct call_place place = {owner, 0, bci};
    if (!tree->options.without_call_sites) place.slot = context_slot_at(owner->link.method, bci);
    return at_home(tree, &place, context->link.method);
}

static struct call_place home_of(struct context_tree *tree, const struct call_place *call) {
    struct call_place home = *call;
    uint32_t levels = tree->options.levels;
    if (levels && call->owner->kind == CONTEXT_OF_PROGRAM && call->owner->depth == levels)
        home.owner = shortened(tree, call->owner);
    bool is_outermost = home.owner != call->owner && !home.owner->parent;
    if (tree->options.without_call_sites || is_outermost) {
        home.slot = 0;
        home.bci = CONTEXT_NO_CALL;
    }
    return home;
}

static bool is_same(const struct call_place *a, const struct call_place *b) {
    return a->owner == b->owner && a->slot == b->slot && a->bci == b->bci;
}

static struct context_method *alias_of(struct context_tree *tree, struct context_method *method) {
    struct context_method *known = __atomic_load_n(&method->alias, __ATOMIC_ACQUIRE);
    if (known) return known;
    return context_method_publish(
        tree, &method->alias, context_method_new(tree, method->method, NULL, method->is_native));
}

/* What is called there beyond the limit is not told apart by more. */
static int32_t bci_of_slot(const struct call_place *call) {
    return call->slot ? call->bci : CONTEXT_NO_CALL;
}

/* Puts a link at the call to a node that is at home elsewhere. Returns the node that the call leads
 * to: another thread's, where that was first and, near the limit, was given another one. */
static struct context *refer(struct context_tree *tree, const struct call_place *call,
                             struct context *context) {
    bool has_node = context->kind != CONTEXT_BEYOND_LIMIT;
    struct context_method *method = context->link.method;
    struct context_link *made = memory_allocate(sizeof *made);
    *made = (struct context_link){has_node ? method : alias_of(tree, method), context, NULL,
                                  has_node ? call->bci : bci_of_slot(call), 0};
    struct context_link *link = put(&call->owner->slots[call->slot], made);
    if (link != made) {
        memory_free(made);
        return link->node;
    }
    context_add_bytes(tree, sizeof *made);
    bool is_refused = !has_node && call->owner->kind == CONTEXT_OF_PROGRAM;
    if (is_refused) __atomic_fetch_add(&tree->refused, 1, __ATOMIC_RELAXED);
    return context;
}

static const struct context_link *known_at(const struct call_place *call,
                                           const struct context_method *method) {
    struct context_link **slot = &call->owner->slots[call->slot];
    const struct context_method *alias = __atomic_load_n(&method->alias, __ATOMIC_ACQUIRE);
    const struct context_link *known = search(slot, call->bci, method).found;
    return known || !alias ? known : search(slot, bci_of_slot(call), alias).found;
}

static struct context *find(struct context_tree *tree, const struct call_place *call,
                            struct context_method *method) {
    const struct context_link *known = known_at(call, method);
    if (known) return known->node;
    struct call_place home = *call;
    struct context *context = method->is_of_inserted ? shared(tree, CONTEXT_OF_INSERTED, method)
                                                     : folded(tree, call->owner, method);
    if (!context) {
        home = home_of(tree, call);
        context = at_home(tree, &home, method);
    }
    bool is_there = is_same(&home, call) && context->parent == call->owner;
    return is_there ? context : refer(tree, call, context);
}

uint32_t context_mark(struct context_tree *tree, struct context *context) {
    uint32_t known = __atomic_load_n(&context->mark, __ATOMIC_ACQUIRE);
    if (known) return known;
    uint32_t made = cells_make(tree->cells, 1); /* is not 0: the roots' cells are before it */
    return __atomic_compare_exchange_n(&context->mark, &known, made, false, __ATOMIC_ACQ_REL,
                                       __ATOMIC_ACQUIRE)
               ? made
               : known;
}

struct context *context_find(struct context_tree *tree, const struct cells *cells,
                             struct context **last, struct context_link **slot,
                             struct context_method *method) {
    for (const struct context_link *link = context_first(slot); link->method; link = link->next)
        if (link->method == method) return link->node;
    struct call_place call;
    call.owner = context_of_slot(slot, &call.bci);
    call.slot = (uint32_t)(slot - call.owner->slots);
    struct context *context = find(tree, &call, method);
    if (context->kind == CONTEXT_BEYOND_LIMIT) {
        if (call.owner->kind == CONTEXT_OF_PROGRAM) *last = call.owner;
        cell_add(cells, context_mark(tree, *last), 1);
    }
    return context;
}

struct context *context_child(struct context_tree *tree, struct context *caller, int32_t bci,
                              struct context_method *method) {
    struct call_place call = {caller, context_slot_at(caller->link.method, bci), bci};
    return find(tree, &call, method);
}

/* --- the tree --- */

void context_tree_init(struct context_tree *tree, struct cell_space *cells,
                       const struct context_options *options) {
    *tree = (struct context_tree){.cells = cells, .options = *options};
    context_rows_init(&tree->rows);
    tree->of_roots = context_method_new(tree, NULL, NULL, false);
    context_method_keep(tree, tree->of_roots);
    for (int i = 0; i < CONTEXT_KINDS; i++)
        tree->roots[i] = make(tree, NULL, CONTEXT_NO_CALL, tree->of_roots, (enum context_kind)i);
    tree->parts = make(tree, NULL, CONTEXT_NO_CALL, tree->of_roots, CONTEXT_OF_PROGRAM);
}

/* Those at home in its slots come onto the list; the other links go. */
static void take_apart(struct context *context, struct context_link **list) {
    for (uint32_t i = 0; i < context->link.method->slot_count; i++) {
        struct context_link *next;
        for (struct context_link *link = context->slots[i]; link->method; link = next) {
            next = link->next;
            if (link == &link->node->link) {
                link->next = *list;
                *list = link;
            } else {
                memory_free(link);
            }
        }
    }
}

void context_tree_release(struct context_tree *tree) {
    struct context_link *list = &tree->parts->link;
    context_rows_release(&tree->rows);
    for (int i = 0; i < CONTEXT_KINDS; i++) {
        tree->roots[i]->link.next = list;
        list = &tree->roots[i]->link;
    }
    while (list) {
        struct context *context = list->node;
        list = list->next;
        take_apart(context, &list);
        memory_free(context);
    }
    while (tree->methods) {
        struct context_method *method = tree->methods;
        tree->methods = method->next;
        drop_method(method);
    }
}

static int64_t sum_of(const struct context_tree *tree, uint32_t cell) {
    struct cell_sums sums;
    cells_read(tree->cells, cell, 1, &sums);
    return sums.all;
}

int64_t context_calls(const struct context_tree *tree, const struct context *context) {
    return sum_of(tree, context_cell(context));
}

int64_t context_calls_without_node(const struct context_tree *tree, const struct context *context) {
    uint32_t mark = __atomic_load_n(&context->mark, __ATOMIC_ACQUIRE);
    return mark ? sum_of(tree, mark) : 0;
}
