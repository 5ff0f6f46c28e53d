/* Sampling: of the events of a rule each thread's every n-th counts (vm_rule.every), by n. How many events pass until the next
 * one is drawn from a generator of the thread and the rule: each number from 1 to 2 n - 1 is as likely, and the first one comes
 * as if they had been drawn for ever, so that every event counts with the probability 1 / n and what is counted is what
 * happened, on average. Which events those are does not depend on what they are of. */
#ifndef TALLY_SAMPLE_H
#define TALLY_SAMPLE_H

#include "runtime/runtime.h"
#include "tally/tally.h"

/* Before any thread counts: the cells that the rule needs. */
void sampler_make(struct vm_profile *profile, size_t rule);
/* The cell that compiled code takes events off; below 0 it asks sample_due. */
uint32_t sampler_countdown(const struct vm_profile *profile, const struct vm_rule *rule);

/* [events] have happened: how many are counted for them. */
int64_t sample_take(struct thread *thread, const struct vm_rule *rule, int64_t events);
/* The same where they were taken off already. */
int64_t sample_due(struct thread *thread, const struct vm_rule *rule);

#endif
