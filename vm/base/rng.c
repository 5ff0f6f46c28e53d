/* RNG: xoshiro256**. */
#include "base/rng.h"

#include <math.h>

static uint64_t rotate_left(uint64_t x, int k) { return x << k | x >> (64 - k); }

void rng_init(struct rng *rng, uint64_t seed) {
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        rng->state[i] = z ^ z >> 31;
    }
}

uint64_t rng_next(struct rng *rng) {
    uint64_t *s = rng->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0], s[3] ^= s[1], s[1] ^= s[2], s[0] ^= s[3], s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

uint64_t rng_below(struct rng *rng, uint64_t bound) {
    uint64_t reject_below = -bound % bound, x;
    do x = rng_next(rng);
    while (x < reject_below);
    return x % bound;
}

int64_t rng_around(struct rng *rng, int64_t mean) {
    return 1 + (int64_t)rng_below(rng, 2 * (uint64_t)mean - 1);
}

int64_t rng_rest(struct rng *rng, int64_t mean) {
    int64_t a = (int64_t)rng_below(rng, 2 * (uint64_t)mean);
    int64_t b = (int64_t)rng_below(rng, 2 * (uint64_t)mean - 1);
    if (b >= a) b++;
    return 1 + (a < b ? a : b);
}

double rng_unit(struct rng *rng) { return (double)(rng_next(rng) >> 11) * 0x1p-53; }

bool rng_likely(struct rng *rng, double probability) { return rng_unit(rng) < probability; }

int64_t rng_first_hit(struct rng *rng, double probability) {
    if (probability >= 1) return 1;
    return 1 + (int64_t)(log1p(-rng_unit(rng)) / log1p(-probability));
}

uint64_t rng_seed_of_name(const char *name) {
    uint64_t hash = 0xcbf29ce484222325;
    for (; *name; name++) hash = (hash ^ (unsigned char)*name) * 0x100000001b3;
    return hash;
}
