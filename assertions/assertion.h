/* A kind of expectation: what a_x.c exports as assertion_x. The functions get an expectation of
 * this kind; those that are NULL do not apply. */
#ifndef ASSERTIONS_ASSERTION_H
#define ASSERTIONS_ASSERTION_H

#include "assertions/expectation.h"

/* The bounds that chance decides; BOUND_NONE where it plays no part. */
struct drawn {
    struct bound hits; /* in [of] executions together */
    double of;
    struct bound share;     /* per execution */
    struct bound predicted; /* per call that is profiled */
};

struct property;
struct site_assertion;

struct assertion {
    struct verdict (*check)(const struct expectation *expectation,
                            const struct observation *observation, struct arena *arena);
    struct drawn (*drawn)(const struct expectation *expectation, int64_t executions);
    /* The number that the compiler has a belief about after each step (history.h); false when there
     * is none. */
    bool (*property)(const struct expectation *expectation, const struct observation *observation,
                     struct property *property, struct arena *arena);
    void (*names)(const struct expectation *expectation, name_list *names, struct arena *arena);
    const char *(*because)(const struct expectation *expectation);
    unsigned (*reasoned)(const struct expectation *expectation);
    /* The words that `is` may say; false past the end. */
    bool (*word)(const struct assertion *assertion, unsigned index, const char **word,
                 const char **meaning);
    const struct site_assertion *sites; /* of those about sites */
    unsigned profile; /* sites that must be recorded: PROFILE_OF(SITE_LOCK), ... */
    bool is_about_code;
    /* Of objects that die younger: bytes that the observation must know of. NULL: none */
    int64_t (*age)(const struct expectation *expectation);
    bool needs_contexts;   /* calling contexts must be kept */
    bool needs_cycles;     /* the time of methods must be divided by windows */
    bool needs_call_graph; /* calls must be sampled */
    bool (*needs_all_calls)(const struct expectation *expectation); /* and counted, all; NULL: no */
    bool needs_executions; /* of compiled code must be counted */
};

static inline void add_name(name_list *names, enum name_kind kind, const char *text,
                            struct arena *arena) {
    if (text) arena_vec_push(arena, names, ((struct needed_name){kind, text}));
}

#endif
