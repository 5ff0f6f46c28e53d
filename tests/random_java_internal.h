/* Between random_java.c and random_probes.c. Internal to these. */
#ifndef TESTS_RANDOM_JAVA_INTERNAL_H
#define TESTS_RANDOM_JAVA_INTERNAL_H

#include "base/rng.h"
#include "base/vec.h"
#include "tests/random_java.h"

enum kind { KIND_INT, KIND_LONG, KIND_DOUBLE, KIND_BOOLEAN, KIND_NODE, KIND_ARRAY, KIND_COUNT };

struct variable {
    enum kind kind;
    char name[16];
    bool is_fixed; /* loop counters are never assigned */
};

struct generator {
    const struct random_java_options *options;
    struct rng rng;
    struct strbuf *out;
    VEC(struct variable) scope;
    int indent, budget, next_name, loop_depth, probes;
    bool in_helper; /* helpers call nobody, so that there is no recursion */
    bool in_probe;  /* what inserted code reads, it does not change */
    bool in_node;   /* inserted code of Node makes none and calls none, for the same reason */
};

static inline uint32_t below(struct generator *g, uint32_t bound) {
    return (uint32_t)rng_below(&g->rng, bound);
}
static inline bool chance(struct generator *g, double p) { return rng_likely(&g->rng, p); }
static inline void text(struct generator *g, const char *words) { strbuf_add_text(g->out, words); }

/* A variable of this kind in scope, or NULL. */
const struct variable *any_variable(struct generator *g, enum kind kind, bool assignable);
void expression(struct generator *g, enum kind kind, int depth);
void wrapped(struct generator *g, const char *before, enum kind kind, const char *after, int depth);

/* The classes that intricate probes use. */
extern const char random_probe_classes[];
/* Intricate probes, or none, each on a line of its own; such a line is empty in a program that is
 * to have none. */
void intricate_probes(struct generator *g, double probability);

#endif
