/* What a test counts by rules and by profilers, which share one profile: of those who measure single calls of a method, in this
 * process or for an adapter's conversation. */
#ifndef PROFILERS_COUNTING_H
#define PROFILERS_COUNTING_H

#include "event/rule_rows.h"
#include "profilers/profilers.h"

struct counting {
    struct vm *vm;
    struct arena *arena;        /* as long as the VM */
    struct vm_profile *profile; /* NULL: nothing is counted by rules */
    struct profilings profilings;
    struct arena hearing;
};

void counting_init(struct counting *counting, struct vm *vm, struct arena *arena);
void counting_release(struct counting *counting);

/* From before the program's first call. Rules count executions, by the tier beside their own keys. [seed]: of samples. May fail. */
bool counting_begin(struct counting *counting, const struct vm_rule *rules, size_t count,
                    const struct profiler *const *profilers, size_t profiler_count, uint64_t seed,
                    struct diag *diag);
/* What is counted by profilers from now on is measured. */
void counting_restart(struct counting *counting);
/* What the rules counted so far; the number of a rule is that of counting_begin. */
void counting_each_row(struct counting *counting, row_receiver *tell, void *context);
/* The first rule, of profilers, too, whose filters have named nothing that ran; NULL: there is none. [is_of]: its filter `of` has
 * not, while `in` has. [number]: of a rule of counting_begin, else as many as those are. */
const struct vm_rule *counting_unmet(const struct counting *counting, bool *is_of, size_t *number);
/* Tells what an event was to the profilers that listen; counting_hears says whether one does. */
bool counting_hears(const struct counting *counting);
void counting_hear(struct counting *counting, const struct event *event);

#endif
