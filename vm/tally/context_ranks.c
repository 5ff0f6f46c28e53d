/* CONTEXT RANKS: contexts of one depth are ordered when those less deep are; then all are, by their methods, stably. */
#define _GNU_SOURCE
#include "tally/context_ranks.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/vec.h"
#include "context/context.h"
#include "tally/context_path.h"

enum { NO_CALLER = UINT32_MAX };

struct ranked {
    const struct context *context;
    uint32_t caller; /* its number, less than its own */
    uint32_t method; /* by name; of roots 0 */
    int32_t bci;     /* of roots their kind */
    uint32_t rank;   /* of its depth */
};

struct ranked_method {
    const struct context_method *method;
    const char *name;
    uint32_t rank;
};

struct ranking {
    VEC(struct ranked) nodes;
    VEC(struct ranked_method) methods;
    VEC(const struct context *) unknown;
    uint32_t *places, *method_places; /* of nodes, of methods, plus 1, by hash */
    uint32_t place_count, method_place_count;
};

/* --- numbers of contexts and methods --- */

static uint32_t first_place(const void *pointer, uint32_t place_count) {
    return (uint32_t)(hash_mix_pointer(0, pointer) >> 32) & (place_count - 1);
}

static uint32_t *place_of(const struct ranking *ranking, const struct context *context) {
    uint32_t i = first_place(context, ranking->place_count);
    while (ranking->places[i] && ranking->nodes.items[ranking->places[i] - 1].context != context)
        i = (i + 1) & (ranking->place_count - 1);
    return &ranking->places[i];
}

static uint32_t *place_of_method(const struct ranking *ranking,
                                 const struct context_method *method) {
    uint32_t i = first_place(method, ranking->method_place_count);
    while (ranking->method_places[i] &&
           ranking->methods.items[ranking->method_places[i] - 1].method != method)
        i = (i + 1) & (ranking->method_place_count - 1);
    return &ranking->method_places[i];
}

static uint32_t *larger(uint32_t *places, uint32_t *count) {
    memory_free(places);
    *count = *count ? *count * 2 : 64;
    return memory_allocate(*count * sizeof *places);
}

static void make_room(struct ranking *ranking) {
    if (ranking->nodes.count * 2 < ranking->place_count) return;
    ranking->places = larger(ranking->places, &ranking->place_count);
    for (uint32_t i = 0; i < ranking->nodes.count; i++)
        *place_of(ranking, ranking->nodes.items[i].context) = i + 1;
}

static void make_room_for_method(struct ranking *ranking) {
    if (ranking->methods.count * 2 < ranking->method_place_count) return;
    ranking->method_places = larger(ranking->method_places, &ranking->method_place_count);
    for (uint32_t i = 0; i < ranking->methods.count; i++)
        *place_of_method(ranking, ranking->methods.items[i].method) = i + 1;
}

static uint32_t number_of_method(struct ranking *ranking, const struct context *context) {
    const struct context_method *method = context->link.method;
    make_room_for_method(ranking);
    uint32_t *place = place_of_method(ranking, method);
    if (*place) return *place - 1;
    vec_push(&ranking->methods, (struct ranked_method){method, context_method_name(context), 0});
    return (*place = ranking->methods.count) - 1;
}

static void add_node(struct ranking *ranking, const struct context *context, uint32_t caller) {
    struct ranked node = {.context = context, .caller = caller, .bci = context->link.bci};
    make_room(ranking);
    if (caller == NO_CALLER)
        node.bci = context->kind;
    else
        node.method = number_of_method(ranking, context);
    vec_push(&ranking->nodes, node);
    *place_of(ranking, context) = ranking->nodes.count;
}

static uint32_t number_of(struct ranking *ranking, const struct context *context) {
    uint32_t number = NO_CALLER;
    for (; context; context = context->parent) {
        make_room(ranking);
        uint32_t known = *place_of(ranking, context);
        if (known) number = known - 1;
        if (known) break;
        vec_push(&ranking->unknown, context);
    }
    while (ranking->unknown.count) {
        add_node(ranking, vec_pop(&ranking->unknown), number);
        number = ranking->nodes.count - 1;
    }
    return number;
}

/* --- methods, by name --- */

static int name_order(const void *left, const void *right) {
    const struct ranked_method *const *a = left, *const *b = right;
    return strcmp((*a)->name, (*b)->name);
}

/* Methods of one name are one, and come behind the roots. */
static uint32_t rank_methods(struct ranking *ranking) {
    uint32_t count = ranking->methods.count, rank = 0;
    struct ranked_method **sorted = memory_allocate((count + 1) * sizeof *sorted);
    for (uint32_t i = 0; i < count; i++) sorted[i] = &ranking->methods.items[i];
    qsort(sorted, count, sizeof *sorted, name_order);
    for (uint32_t i = 0; i < count; i++) {
        rank += i == 0 || strcmp(sorted[i - 1]->name, sorted[i]->name) != 0;
        sorted[i]->rank = rank;
    }
    memory_free(sorted);
    vec_each(struct ranked, node, &ranking->nodes) {
        if (node->caller != NO_CALLER) node->method = ranking->methods.items[node->method].rank;
    }
    return rank + 1;
}

/* --- contexts --- */

static int number_order(int64_t a, int64_t b) { return (a > b) - (a < b); }

/* Of one depth. */
static int node_order(const struct ranking *ranking, const struct ranked *a,
                      const struct ranked *b) {
    int order = number_order(a->method, b->method);
    if (order || a->caller == NO_CALLER) return order ? order : number_order(a->bci, b->bci);
    const struct ranked *x = &ranking->nodes.items[a->caller];
    const struct ranked *y = &ranking->nodes.items[b->caller];
    order = number_order(x->method, y->method);
    if (order == 0) order = number_order(a->bci, b->bci);
    return order ? order : number_order(x->rank, y->rank);
}

static int number_of_node_order(const void *left, const void *right, void *context) {
    const struct ranking *ranking = context;
    return node_order(ranking, &ranking->nodes.items[*(const uint32_t *)left],
                      &ranking->nodes.items[*(const uint32_t *)right]);
}

static void rank_level(struct ranking *ranking, uint32_t *numbers, uint32_t count) {
    struct ranked *nodes = ranking->nodes.items;
    qsort_r(numbers, count, sizeof *numbers, number_of_node_order, ranking);
    for (uint32_t i = 1; i < count; i++) {
        struct ranked *last = &nodes[numbers[i - 1]], *node = &nodes[numbers[i]];
        node->rank = last->rank + (node_order(ranking, last, node) != 0);
    }
}

static uint32_t depth_of(const struct ranked *node) { return node->context->depth; }
static uint32_t method_of(const struct ranked *node) { return node->method; }

/* [numbers], stably, by what is less than [most]. Returns where each of these begins; the last is the end. */
static uint32_t *distribute(const struct ranking *ranking, uint32_t **numbers, uint32_t most,
                            uint32_t (*key)(const struct ranked *node)) {
    const struct ranked *nodes = ranking->nodes.items;
    uint32_t count = ranking->nodes.count;
    uint32_t *begin = memory_allocate((most + 2) * sizeof *begin);
    uint32_t *sorted = memory_allocate((count + 1) * sizeof *sorted);
    for (uint32_t i = 0; i < count; i++) begin[key(&nodes[i]) + 2]++;
    for (uint32_t i = 1; i <= most; i++) begin[i + 1] += begin[i];
    for (uint32_t i = 0; i < count; i++)
        sorted[begin[key(&nodes[(*numbers)[i]]) + 1]++] = (*numbers)[i];
    memory_free(*numbers);
    *numbers = sorted;
    return begin;
}

static void rank_levels(struct ranking *ranking, uint32_t **numbers) {
    uint32_t depths = 0;
    vec_each(struct ranked, node, &ranking->nodes) {
        if (depth_of(node) >= depths) depths = depth_of(node) + 1;
    }
    uint32_t *begin = distribute(ranking, numbers, depths, depth_of);
    for (uint32_t i = 0; i < depths; i++)
        rank_level(ranking, *numbers + begin[i], begin[i + 1] - begin[i]);
    memory_free(begin);
}

/* From ranks of a depth to ranks of all. */
static void rank_all(struct ranking *ranking, uint32_t methods) {
    struct ranked *nodes = ranking->nodes.items, *last = NULL;
    uint32_t count = ranking->nodes.count, rank = 0, last_rank = 0;
    uint32_t *numbers = memory_allocate((count + 1) * sizeof *numbers);
    for (uint32_t i = 0; i < count; i++) numbers[i] = i;
    rank_levels(ranking, &numbers);
    memory_free(distribute(ranking, &numbers, methods, method_of));
    for (uint32_t i = 0; i < count; i++) {
        struct ranked *node = &nodes[numbers[i]];
        bool is_equal = last && last->method == node->method && depth_of(last) == depth_of(node) &&
                        last_rank == node->rank;
        last_rank = node->rank;
        node->rank = rank += !is_equal;
        last = node;
    }
    memory_free(numbers);
}

uint32_t *context_ranks(const struct context *const *contexts, uint32_t count) {
    struct ranking ranking = {0};
    uint32_t *ranks = memory_allocate((count + 1) * sizeof *ranks);
    for (uint32_t i = 0; i < count; i++) ranks[i] = number_of(&ranking, contexts[i]);
    memory_free(ranking.places);
    memory_free(ranking.method_places);
    rank_all(&ranking, rank_methods(&ranking));
    for (uint32_t i = 0; i < count; i++)
        ranks[i] = contexts[i] ? ranking.nodes.items[ranks[i]].rank : 0;
    vec_release(&ranking.nodes);
    vec_release(&ranking.methods);
    vec_release(&ranking.unknown);
    return ranks;
}
