/* The target `vm`: how long objects lived. */
#include "harness/t_vm.h"
#include "profilers/lives.h"

static const struct lives *lives_in(const struct vm_target *self) {
    return profilings_of(&self->counting.profilings, &profiler_lifetimes)->state;
}

static int64_t lifetime_step(int64_t bytes, int64_t *next) {
    return bytes <= LIVES_LONGEST ? lives_step(bytes, next) : 0;
}

static size_t end_lives(struct target *target) {
    struct vm_target *self = (struct vm_target *)target;
    profiler_lifetimes.end(profilings_of(&self->counting.profilings, &profiler_lifetimes));
    return lives_in(self)->sites.count;
}

static struct target_lives lives_of_place(struct target *target, size_t place,
                                          int64_t younger_than) {
    const struct lives *lives = lives_in((struct vm_target *)target);
    const struct lives_site *site = lives->sites.items[place];
    const struct lives_sum *sum = lives_of_site(lives, site);
    struct target_lives seen = {site->method, site->line, site->class_name, 0, 0, 0};
    if (!sum) return seen;
    seen.made = sum->made;
    seen.younger = lives_younger(sum, younger_than);
    seen.alive = sum->alive;
    return seen;
}

void t_vm_fill_lifetimes(struct target *target) {
    target->lifetimes_profiler = profiler_lifetimes.name;
    target->lifetime_step = lifetime_step;
    target->end_lives = end_lives;
    target->lives = lives_of_place;
}
