/* What another code cache would have done with the needs of a run. A need is known where the run compiled: a cache that is at
 * least as large is replayed truly, but for code that frames held in place. */
#ifndef HISTORY_REPLAY_H
#define HISTORY_REPLAY_H

#include "history/history.h"

enum retention_policy {
#define POLICY(name, words, key) POLICY_##name,
#include "history/policies.def"
#undef POLICY
    POLICY_COUNT
};

struct replay {
    double capacity, threshold, recover; /* bytes, percents */
    enum retention_policy policy;
};

struct replayed {
    int64_t compilations, unneeded, releases;
    double seconds;   /* of compiling */
    double most_held; /* bytes */
};

const char *policy_name(enum retention_policy policy);
/* Does the file say what the policy goes by? */
bool policy_is_known(const struct history *history, enum retention_policy policy);
const char *policy_words(enum retention_policy policy);
struct replayed history_replay(const struct history *history, const struct replay *replay);
/* The smallest cache, in whole pages, in which nothing is compiled that had been there; none that is smaller than what the run
 * shows: its own, or all that it ever held. */
double history_recommended(const struct history *history);
/* What the file says of the cache, or the defaults. */
struct replay history_cache(const struct history *history);

/* Has the file the events that replaying needs? */
bool history_can_be_replayed(const struct history *history);
/* Other sizes and retentions that say something of the run: where code was evicted, its own size, two and four times as much, with all
 * retentions that are known; and at last [recommended] bytes. */
struct replay_listener {
    void (*receive)(void *context, const struct replay *replay, const struct replayed *replayed);
    void *context;
};
void history_replay_others(const struct history *history, double recommended,
                           const struct replay_listener *tell);

#endif
