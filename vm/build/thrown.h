/* How likely the instructions of a method throw, and handlers handle it, as the interpreter has counted. */
#ifndef BUILD_THROWN_H
#define BUILD_THROWN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

struct method;
struct profile_throws;

/* Probabilities in [0, 1]; 0: it was never seen. */
struct throw_odds {
    double null;  /* what it works on is null */
    double other; /* where that is not so: any other exception, its callee's included */
};

struct throws {
    const struct method *method;
    const struct throw_odds
        *odds; /* by bci, the code's length included; what inserted code throws has none */
    const struct profile_throws *counts; /* a copy: others may count meanwhile */
};

struct throws throws_find(struct arena *arena, const struct method *method);

bool throws_seen(const struct throws *throws, uint32_t bci);
/* What is thrown at [bci] has come to this handler of the table, which covers it: probability that it handles it. */
double throws_handled(const struct throws *throws, int handler, uint32_t bci);

#endif
