/* The code that a replayed cache has, in the order in which it goes: a binary heap that knows where each piece stands, so that a
 * release costs what it evicts and not what the cache holds. */
#ifndef HISTORY_EVICTION_QUEUE_H
#define HISTORY_EVICTION_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

/* The smallest key goes first, of equals the oldest; no two were compiled at once. */
struct eviction_candidate {
    double key;
    uint32_t compiled, code;
};

struct eviction_queue {
    struct eviction_candidate *items;
    uint32_t count;
    uint32_t *places; /* by code: its place in items and 1; 0: it is not there */
};

/* For codes below [codes]. Release with eviction_queue_release. */
struct eviction_queue eviction_queue_new(uint32_t codes);
void eviction_queue_release(struct eviction_queue *queue);
/* Its code is not there yet. */
void eviction_queue_add(struct eviction_queue *queue, struct eviction_candidate candidate);
/* Nothing where it is not there. */
void eviction_queue_remove(struct eviction_queue *queue, uint32_t code);
/* The first to go: of a queue that is not empty. */
uint32_t eviction_queue_first(const struct eviction_queue *queue);

#endif
