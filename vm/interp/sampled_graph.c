/* SAMPLED GRAPH: calls in a hash table by the caller's name and the bytecode, each with its receivers. */
#include "interp/sampled_graph.h"

#include <pthread.h>
#include <string.h>

#include "base/hash.h"
#include "base/intern.h"
#include "base/memory.h"
#include "base/vec.h"
#include "interp/profile.h"
#include "runtime/runtime.h"
#include "runtime/stack.h"
#include "runtime/thread.h"

struct receiver {
    const char *name;
    struct class *class; /* NULL: it was recorded */
    double samples;
};

struct call {
    struct call *next; /* of the same hash */
    const char *caller;
    int32_t bci, interpreted;
    double samples;
    VEC(struct receiver) receivers;
};

enum { BUCKETS = 4096 };

struct sampled_graph {
    pthread_mutex_t mutex; /* a leaf: nothing is called with it */
    struct call *buckets[BUCKETS];
    double samples;
    bool is_recorded;
};

struct sampled_graph *sampled_graph_new(void) {
    struct sampled_graph *graph = memory_allocate(sizeof *graph);
    *graph = (struct sampled_graph){.mutex = PTHREAD_MUTEX_INITIALIZER};
    return graph;
}

void sampled_graph_release(struct sampled_graph *graph) {
    if (!graph) return;
    for (int i = 0; i < BUCKETS; i++) {
        while (graph->buckets[i]) {
            struct call *call = graph->buckets[i];
            graph->buckets[i] = call->next;
            vec_release(&call->receivers);
            memory_free(call);
        }
    }
    memory_free(graph);
}

/* --- with the mutex --- */

static struct call **bucket_of(struct sampled_graph *graph, const char *caller, int bci) {
    return &graph->buckets[hash_mix((uint64_t)(uintptr_t)caller, (uint64_t)bci) % BUCKETS];
}

static struct call *find(struct sampled_graph *graph, const char *caller, int bci) {
    struct call *call = *bucket_of(graph, caller, bci);
    while (call && (call->caller != caller || call->bci != bci)) call = call->next;
    return call;
}

static struct call *find_or_add(struct sampled_graph *graph, const char *caller, int bci) {
    struct call *call = find(graph, caller, bci), **bucket = bucket_of(graph, caller, bci);
    if (call) return call;
    call = memory_allocate(sizeof *call);
    *call = (struct call){.next = *bucket, .caller = caller, .bci = bci, .interpreted = -1};
    return *bucket = call;
}

static void add_receiver(struct call *call, const char *name, struct class *class, double samples) {
    vec_each(struct receiver, receiver, &call->receivers) {
        if (receiver->name != name || receiver->class != class) continue;
        receiver->samples += samples;
        return;
    }
    vec_push(&call->receivers, ((struct receiver){name, class, samples}));
}

static struct call *add(struct sampled_graph *graph, const char *caller, int bci, double samples) {
    struct call *call = find_or_add(graph, caller, bci);
    call->samples += samples;
    graph->samples += samples;
    return call;
}

/* --- adding --- */

void sampled_graph_record(struct sampled_graph *graph, const struct vm_recorded_call *recorded) {
    pthread_mutex_lock(&graph->mutex);
    graph->is_recorded = true;
    struct call *call = add(graph, intern(recorded->caller), recorded->bci, recorded->samples);
    if (recorded->receiver) add_receiver(call, intern(recorded->receiver), NULL, recorded->samples);
    pthread_mutex_unlock(&graph->mutex);
}

static int32_t executions_in_interpreter(const struct method *method, int bci) {
    const struct profile *profile = profile_made(method);
    const struct profile_row *row = profile ? profile_row(profile, bci) : NULL;
    return row ? profile_read(&row->taken) : 0;
}

void sampled_graph_take(struct thread *thread, const struct object *receiver, int64_t weight) {
    struct sampled_graph *graph = thread->runtime->sampled;
    struct stack_walk walk;
    struct stack_entry callee, caller;
    stack_walk_begin(&walk, thread);
    if (graph->is_recorded || !stack_walk_next(&walk, &callee) || !stack_walk_next(&walk, &caller))
        return;
    if (!caller.method->code) return;
    int32_t interpreted = executions_in_interpreter(caller.method, caller.bci);
    pthread_mutex_lock(&graph->mutex);
    struct call *call = add(graph, method_full_name(caller.method), caller.bci, (double)weight);
    if (receiver) add_receiver(call, receiver->class->name, receiver->class, (double)weight);
    if (caller.is_compiled) call->interpreted = interpreted;
    pthread_mutex_unlock(&graph->mutex);
}

/* --- reading --- */

static bool is_more(const struct sampled_receiver *a, const struct sampled_receiver *b) {
    if (!a->name || !b->name) return a->name != NULL;
    return a->share > b->share || (a->share == b->share && strcmp(a->name, b->name) < 0);
}

static void order_receivers(const struct call *call, struct sampled_call *out) {
    out->receiver_count = (int)call->receivers.count;
    vec_each(const struct receiver, receiver, &call->receivers) {
        struct sampled_receiver next = {receiver->name, receiver->class,
                                        receiver->samples / call->samples};
        for (int i = 0; i < SAMPLED_RECEIVERS; i++) {
            struct sampled_receiver *place = &out->receivers[i], before = *place;
            if (!is_more(&next, place)) continue;
            *place = next;
            next = before;
        }
    }
}

bool sampled_graph_read(struct runtime *runtime, const char *caller, int bci,
                        struct sampled_call *out) {
    struct sampled_graph *graph = runtime->sampled;
    if (!graph) return false;
    pthread_mutex_lock(&graph->mutex);
    const struct call *call = find(graph, caller, bci);
    *out = (struct sampled_call){.is_recorded = graph->is_recorded};
    if (call) {
        out->samples = call->samples;
        out->weight = call->samples / graph->samples;
        out->interpreted = call->interpreted;
        order_receivers(call, out);
    }
    pthread_mutex_unlock(&graph->mutex);
    for (int i = 0; i < SAMPLED_RECEIVERS; i++) {
        struct sampled_receiver *receiver = &out->receivers[i];
        if (receiver->name && !receiver->class)
            receiver->class = class_loaded(runtime, receiver->name);
    }
    return call != NULL;
}
