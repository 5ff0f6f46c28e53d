/* The graph of sampled calls, as the inliner reads it: how often a call is made in comparison with all others, and on objects of
 * which classes. Threads add their samples, or all were recorded in another run; names make the two one thing. */
#ifndef INTERP_SAMPLED_GRAPH_H
#define INTERP_SAMPLED_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "event/sampling.h"

struct class;
struct object;
struct runtime;
struct sampled_graph;
struct thread;

enum { SAMPLED_RECEIVERS = 2 };

/* A bytecode that calls. */
struct sampled_call {
    double samples, weight; /* of all samples: the part that are this call's */
    int receiver_count;     /* distinct classes; 0: none is known */
    struct sampled_receiver {
        const char *name;    /* as class files write it, interned */
        struct class *class; /* NULL: it is not loaded */
        double share;        /* of the call's samples */
    } receivers
        [SAMPLED_RECEIVERS]; /* the most frequent ones, in order; of as many samples, the first by name */
    bool is_recorded;
    int32_t
        interpreted; /* how often the interpreter had executed it when compiled code made the newest of these calls; -1: never */
};

struct sampled_graph *sampled_graph_new(void);
void sampled_graph_release(struct sampled_graph *graph);
/* Of another run; from now on none of this one are added. */
void sampled_graph_record(struct sampled_graph *graph, const struct vm_recorded_call *call);
/* A method was entered, whose frame is the newest, on this object (NULL: on none, or it is not known), which stands for [weight] such calls.
 * Any thread. */
void sampled_graph_take(struct thread *thread, const struct object *receiver, int64_t weight);
/* False: it has no samples. */
bool sampled_graph_read(struct runtime *runtime, const char *caller, int bci,
                        struct sampled_call *out);

#endif
