/* SAMPLE: a rule has two cells: the events that pass before the next one that counts, and how many numbers were drawn. */
#include "tally/sample.h"

#include "base/hash.h"
#include "base/rng.h"

enum { LEFT, DRAWN, CELLS };

void sampler_make(struct vm_profile *profile, size_t rule) {
    if (!rule_counts_all(&profile->rules[rule]))
        profile->samplers[rule] = cells_make_near(profile->cells, CELLS);
}

uint32_t sampler_countdown(const struct vm_profile *profile, const struct vm_rule *rule) {
    return profile->samplers[rule - profile->rules] + LEFT;
}

/* Numbers of their own for each thread, rule, and number of the draw. */
static struct rng drawing(const struct thread *thread, const struct vm_rule *rule, uint32_t cell) {
    const struct vm_profile *profile = thread->runtime->profile;
    uint64_t seed =
        hash_mix(hash_mix(rule->seed, thread->number), (uint64_t)(rule - profile->rules));
    struct rng rng;
    rng_init(&rng, hash_mix(seed, (uint64_t)cell_read(&thread->cells, cell + DRAWN)));
    cell_add(&thread->cells, cell + DRAWN, 1);
    return rng;
}

int64_t sample_due(struct thread *thread, const struct vm_rule *rule) {
    const struct cells *cells = &thread->cells;
    uint32_t cell = sampler_countdown(thread->runtime->profile, rule);
    int64_t counted = 0;
    if (cell_read(cells, cell + DRAWN) == 0) {
        struct rng rng = drawing(thread, rule, cell);
        cell_add(cells, cell, rng_rest(&rng, rule->every) - 1);
    }
    for (; cell_read(cells, cell) < 0; counted += rule->every) {
        struct rng rng = drawing(thread, rule, cell);
        cell_add(cells, cell, rng_around(&rng, rule->every));
    }
    return counted;
}

int64_t sample_take(struct thread *thread, const struct vm_rule *rule, int64_t events) {
    if (rule->every <= 1) return events;
    uint32_t cell = sampler_countdown(thread->runtime->profile, rule);
    cell_add(&thread->cells, cell, -events);
    return cell_read(&thread->cells, cell) < 0 ? sample_due(thread, rule) : 0;
}
