/* EVICTION QUEUE: children of the item at i stand at 2 i + 1 and 2 i + 2, and go after it. */
#include "history/eviction_queue.h"

#include "base/memory.h"

struct eviction_queue eviction_queue_new(uint32_t codes) {
    size_t room = (size_t)codes + 1;
    struct eviction_queue queue = {.items = memory_allocate(sizeof *queue.items * room),
                                   .places = memory_allocate(sizeof *queue.places * room)};
    return queue;
}

void eviction_queue_release(struct eviction_queue *queue) {
    memory_free(queue->items);
    memory_free(queue->places);
}

static bool goes_before(const struct eviction_candidate *a, const struct eviction_candidate *b) {
    return a->key != b->key ? a->key < b->key : a->compiled < b->compiled;
}

static void put(struct eviction_queue *queue, uint32_t place, struct eviction_candidate candidate) {
    queue->items[place] = candidate;
    queue->places[candidate.code] = place + 1;
}

static void rise(struct eviction_queue *queue, uint32_t place) {
    struct eviction_candidate candidate = queue->items[place];
    while (place) {
        uint32_t parent = (place - 1) / 2;
        if (!goes_before(&candidate, &queue->items[parent])) break;
        put(queue, place, queue->items[parent]);
        place = parent;
    }
    put(queue, place, candidate);
}

static void sink(struct eviction_queue *queue, uint32_t place) {
    struct eviction_candidate candidate = queue->items[place];
    for (uint32_t child; (child = 2 * place + 1) < queue->count; place = child) {
        if (child + 1 < queue->count && goes_before(&queue->items[child + 1], &queue->items[child]))
            child++;
        if (!goes_before(&queue->items[child], &candidate)) break;
        put(queue, place, queue->items[child]);
    }
    put(queue, place, candidate);
}

void eviction_queue_add(struct eviction_queue *queue, struct eviction_candidate candidate) {
    put(queue, queue->count, candidate);
    rise(queue, queue->count++);
}

void eviction_queue_remove(struct eviction_queue *queue, uint32_t code) {
    if (!queue->places[code]) return;
    uint32_t place = queue->places[code] - 1;
    queue->places[code] = 0;
    if (place == --queue->count) return;
    put(queue, place, queue->items[queue->count]);
    sink(queue, place);
    rise(queue, place);
}

uint32_t eviction_queue_first(const struct eviction_queue *queue) { return queue->items[0].code; }
