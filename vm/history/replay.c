/* REPLAY: each need is met by what the cache has, or compiled; above the threshold code goes until as much is recovered as is
 * wanted: all that was replaced, then by the policy. */
#include "history/replay.h"

#include <math.h>

#include "base/hash.h"
#include "history/eviction_queue.h"

enum { PAGE = 4096, NEVER = INT32_MAX };

/* One piece of code that the cache has, or has not when [bytes] is 0. */
struct replayed_code {
    uint32_t bytes;
    bool was_evicted;
    int64_t links;
    double executions; /* of a compilation of it, on average */
    uint32_t compiled, needed, drawn;
    int32_t next; /* need */
};

struct cache {
    const struct history *history;
    struct replay replay;
    struct replayed_code *residents; /* by code */
    struct eviction_queue queue;     /* all of them but the one that runs */
    int32_t *next;                   /* by need: the next of the same code */
    double held, replaced;           /* which is held until the next release */
    struct replayed result;
};

static const struct {
    const char *name, *words;
} policies[] = {
#define POLICY(name, words, key) {#name, words},
#include "history/policies.def"
#undef POLICY
};

const char *policy_name(enum retention_policy policy) { return policies[policy].name; }
bool policy_is_known(const struct history *history, enum retention_policy policy) {
    return policy != POLICY_executions || history->has_executions;
}

const char *policy_words(enum retention_policy policy) { return policies[policy].words; }

static double key_of(enum retention_policy policy, const struct replayed_code *resident) {
    switch (policy) {
#define POLICY(name, words, key)                                                                   \
    case POLICY_##name:                                                                            \
        return key;
#include "history/policies.def"
#undef POLICY
    case POLICY_COUNT: break;
    }
    return 0;
}

static int32_t *next_needs(const struct history *history) {
    uint32_t count = history->needs.count;
    int32_t *next = memory_allocate(sizeof *next * ((size_t)count + 1)),
            *last = memory_allocate(sizeof *last * ((size_t)history->codes.count + 1));
    for (uint32_t i = 0; i < history->codes.count; i++) last[i] = NEVER;
    for (uint32_t i = count; i-- > 0;) {
        uint32_t code = history->needs.items[i].code;
        next[i] = last[code];
        last[code] = (int32_t)i;
    }
    memory_free(last);
    return next;
}

static void evict(struct cache *cache, uint32_t code) {
    struct replayed_code *resident = &cache->residents[code];
    eviction_queue_remove(&cache->queue, code);
    cache->held -= resident->bytes;
    resident->bytes = 0;
    resident->was_evicted = true;
}

static void release(struct cache *cache) {
    double wanted = cache->held - cache->replay.capacity * cache->replay.recover / 100;
    cache->held -= cache->replaced;
    cache->replaced = 0;
    while (cache->queue.count && (cache->held > wanted || cache->held > cache->replay.capacity))
        evict(cache, eviction_queue_first(&cache->queue));
    cache->result.releases++;
}

static void keep(struct cache *cache, uint32_t code) {
    const struct replayed_code *resident = &cache->residents[code];
    eviction_queue_add(&cache->queue,
                       (struct eviction_candidate){key_of(cache->replay.policy, resident),
                                                   resident->compiled, code});
}

static void compile(struct cache *cache, uint32_t number, const struct need *need) {
    struct replayed_code *resident = &cache->residents[need->code];
    cache->result.compilations++;
    cache->result.unneeded += resident->was_evicted && !need->is_lost;
    cache->result.seconds += (double)need->seconds;
    cache->held += (double)need->bytes;
    cache->replaced += (double)resident->bytes;
    resident->bytes = need->bytes;
    resident->was_evicted = false;
    resident->compiled = number;
    resident->drawn = (uint32_t)(hash_mix(hash_mix(1, number), need->code) >> 32);
}

static void meet(struct cache *cache, uint32_t number, const struct need *need) {
    struct replayed_code *resident = &cache->residents[need->code];
    if (need->bytes > cache->replay.capacity) return; /* stays interpreted */
    eviction_queue_remove(&cache->queue, need->code); /* it runs */
    if (!resident->bytes || need->is_lost) compile(cache, number, need);
    resident->needed = number;
    resident->next = cache->next[number];
    if (cache->held > cache->replay.capacity * cache->replay.threshold / 100) release(cache);
    keep(cache, need->code);
    if (cache->held > cache->result.most_held) cache->result.most_held = cache->held;
}

struct replayed history_replay(const struct history *history, const struct replay *replay) {
    size_t codes = (size_t)history->codes.count + 1;
    struct cache cache = {.history = history,
                          .replay = *replay,
                          .residents = memory_allocate(sizeof *cache.residents * codes),
                          .queue = eviction_queue_new(history->codes.count),
                          .next = next_needs(history)};
    for (uint32_t i = 0; i < history->codes.count; i++) {
        const struct code_history *code = history->codes.items[i];
        cache.residents[i].links = code->links;
        if (code->compilations)
            cache.residents[i].executions = code->executions / (double)code->compilations;
    }
    for (uint32_t i = 0; i < history->needs.count; i++) meet(&cache, i, &history->needs.items[i]);
    memory_free(cache.residents);
    eviction_queue_release(&cache.queue);
    memory_free(cache.next);
    return cache.result;
}

struct replay history_cache(const struct history *history) {
    return (struct replay){.capacity =
                               isnan(history->capacity) ? history->most_held : history->capacity,
                           .threshold = isnan(history->threshold) ? 90 : history->threshold,
                           .recover = isnan(history->recover) ? 25 : history->recover};
}

static double largest_need(const struct history *history) {
    uint32_t largest = 1;
    for (uint32_t i = 0; i < history->needs.count; i++)
        if (history->needs.items[i].bytes > largest) largest = history->needs.items[i].bytes;
    return (double)largest;
}

/* Below that a need is not known each time: the run had room for what it needed again. */
static double least_known(const struct history *history, const struct replay *replay) {
    double room = history->most_held * 100 / replay->threshold, largest = largest_need(history);
    double least = history->totals.evictions && replay->capacity < room ? replay->capacity : room;
    return least > largest ? least : largest;
}

double history_recommended(const struct history *history) {
    struct replay replay = history_cache(history);
    int64_t too_few = (int64_t)ceil(least_known(history, &replay) / PAGE) - 1;
    replay.capacity = 1e15;
    double most = history_replay(history, &replay).most_held;
    int64_t enough = (int64_t)ceil(most * 100 / replay.threshold / PAGE);
    if (enough <= too_few) enough = too_few + 1;
    while (enough - too_few > 1) {
        int64_t pages = (enough + too_few) / 2;
        replay.capacity = (double)pages * PAGE;
        *(history_replay(history, &replay).unneeded ? &too_few : &enough) = pages;
    }
    return (double)enough * PAGE;
}

bool history_can_be_replayed(const struct history *history) {
    return history->kinds[EVENT_compiled] && !history_lacks(history, EVENT_evicted);
}

static void tell_replayed(const struct history *history, const struct replay *replay,
                          const struct replay_listener *tell) {
    struct replayed replayed = history_replay(history, replay);
    tell->receive(tell->context, replay, &replayed);
}

void history_replay_others(const struct history *history, double recommended,
                           const struct replay_listener *tell) {
    struct replay replay = history_cache(history);
    double capacity = replay.capacity;
    bool is_told = false;
    for (int times = 1; times <= 4 && history->totals.evictions; times *= 2)
        for (replay.policy = 0; replay.policy < POLICY_COUNT; replay.policy++) {
            if (!policy_is_known(history, replay.policy)) continue;
            replay.capacity = capacity * times;
            tell_replayed(history, &replay, tell);
            is_told |= replay.policy == POLICY_links && replay.capacity == recommended;
        }
    replay.policy = POLICY_links;
    replay.capacity = recommended;
    if (!is_told) tell_replayed(history, &replay, tell);
}
