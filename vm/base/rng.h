/* Seeded random numbers: xoshiro256** (Blackman, Vigna 2018), seeded through splitmix64. The same
 * seed gives the same numbers on every machine. */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stdbool.h>
#include <stdint.h>

struct rng {
    uint64_t state[4];
};

void rng_init(struct rng *rng, uint64_t seed);
uint64_t rng_next(struct rng *rng);
/* Uniform in [0, bound); bound > 0. */
uint64_t rng_below(struct rng *rng, uint64_t bound);
/* Uniform from 1 to 2 * mean - 1; mean > 0. */
int64_t rng_around(struct rng *rng, int64_t mean);
/* What is left at any moment of an endless row of such intervals: the smaller of two different numbers from 1 to 2 * mean. */
int64_t rng_rest(struct rng *rng, int64_t mean);
/* Uniform in [0, 1), 53 bits. */
double rng_unit(struct rng *rng);
/* True with [probability]; exact at 0 and 1. */
bool rng_likely(struct rng *rng, double probability);
/* The first of independent trials that hits, from 1 on, where each does so with [probability] > 0: the geometric distribution. */
int64_t rng_first_hit(struct rng *rng, double probability);
/* A seed from a name: FNV-1a, 64 bits. */
uint64_t rng_seed_of_name(const char *name);

#endif
