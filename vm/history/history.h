/* What the events of one run say of the code cache, the compiler and the collector (Tesone, Polito, Ducasse: Profiling Code Cache
 * Behaviour via Events, section 5). Made in one pass, in memory that depends on how much code there is and how often it was
 * compiled, not on how long the run was. */
#ifndef HISTORY_HISTORY_H
#define HISTORY_HISTORY_H

#include "base/vec.h"
#include "history/log.h"

/* Code of one compilation that the cache has. */
struct code_piece {
    int64_t compilation;
    double before, last; /* executions that were told at the mark, and last */
    bool is_new;         /* compiled after the mark, or told at it */
};

/* One method, or one loop of it that is entered on its own. */
struct code_history {
    const char *name;               /* interned */
    int bci;                        /* of a loop; -1: the method */
    int64_t compilations, unneeded; /* unneeded: of code that had been evicted */
    int64_t evictions;
    int64_t bytes; /* occupied, the greatest */
    int64_t call_caches;
    int64_t links;                 /* when it was evicted last */
    double seconds;                /* of all compilations */
    double evicted;                /* when, the last time */
    bool was_evicted;              /* and not compiled again */
    VEC(struct code_piece) pieces; /* of its code that the cache has */
    double executions;             /* of all of its code that was told of */
    double executions_after;       /* the mark, of code that is gone */
    bool is_wanted;                /* in the cache after the mark */
    int32_t period;                /* the last time of thrashing that it was part of; 0: none */
    uint32_t index;                /* in codes */
    struct code_history *next;     /* in its bucket */
};

/* A stretch of the run's time. */
struct history_step {
    double least, most, last; /* bytes of the cache; last is negative where nothing happened */
    int32_t releases, unneeded, compilations;
    double lost; /* seconds in compilations that were not needed, and in releases */
};

enum { HISTORY_STEPS = 512 };

/* Methods evicted and compiled again, each within the window. */
struct thrashing {
    double start, end;
    int64_t recompilations, releases;
    int32_t codes;          /* that were compiled again */
    double lost;            /* seconds, as above */
    int64_t later_releases; /* than the end: part of it when something is compiled again */
    double later_lost;
};

/* A compilation, for replaying with another cache. */
struct need {
    uint32_t code; /* index */
    uint32_t bytes;
    float seconds;
    bool is_lost; /* the code that was there had been invalidated */
};

struct history_totals {
    int64_t compilations, unneeded, loops, bailouts, unplaced, releases, evictions, recovered,
        collections, reclaimed, evicted_before;
    double code_bytes, compile_seconds, phase_seconds, generator_seconds, unneeded_seconds,
        release_seconds, longest_release, collect_seconds, longest_collection;
};

struct history_options {
    const char *mark; /* the working set begins there; NULL: where main is entered */
    double window;    /* seconds between eviction and compilation that make thrashing */
};

struct history {
    const char *file, *program; /* interned; program may be NULL */
    struct history_options options;
    double capacity, threshold, recover; /* NAN: the file does not say */
    struct arena arena;
    VEC(struct code_history *) codes; /* in the order in which they were first compiled */
    struct code_history **buckets;
    uint32_t bucket_count;
    VEC(struct need) needs;
    VEC(struct thrashing) thrashing;
    int32_t periods;                 /* of thrashing that began, short ones too */
    int64_t kinds[EVENT_KIND_COUNT]; /* how many */
    struct history_totals totals;
    struct history_step steps[HISTORY_STEPS];
    double step_seconds;    /* of one */
    double held, most_held; /* bytes that the cache has, by adding up */
    int64_t compared;       /* events that tell what the cache has */
    int64_t mismatches;     /* events that tell another number */
    double first_mismatch;
    bool has_executions; /* they were counted */
    int64_t unseen;      /* evictions of code whose compilation is not in the file */
    int64_t earlier;     /* events whose time is before that of one in front of them */
    bool is_marked;
    double marked, end;
    bool has_counters[2]; /* at the start, and at the end */
    double counters[2][LOG_MEMBER_COUNT];
    struct log_skipped skipped;
};

/* Adds the next run of the log; a file may have several, one behind the other. False with [diag] when there is none, or it is of
 * another version. [tell] hears each event first; NULL: nobody. */
struct log_listener {
    void (*receive)(void *context, const struct log_event *event);
    void *context;
};
bool history_read(struct history *history, const char *file, const struct history_options *options,
                  const struct log_listener *tell, struct diag *diag);
void history_release(struct history *history);

/* Of its code, after the mark. */
double code_history_executions(const struct code_history *code);

/* Methods and loops whose code was entered after the mark, those that were entered most first; where executions were not counted,
 * those whose code the cache had after the mark, those that were compiled most first. In the arena. */
struct working_set {
    struct code_history **codes;
    uint32_t count;
    int64_t bytes, pages, call_caches;
};
struct working_set history_working_set(struct history *history);

/* The file has no event of the kind, though the counters at the end say that there were. */
bool history_lacks(const struct history *history, enum event_kind kind);

/* Where two numbers differ that the VM and the events tell. */
struct history_difference {
    const char *name;
    double told, summed;
    bool is_seconds;
};
/* How many of [out], which has room for LOG_MEMBER_COUNT. Without counters at both ends: -1. */
int history_validate(const struct history *history, struct history_difference *out);

#endif
