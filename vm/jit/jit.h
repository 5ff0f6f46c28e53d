/* Decides what is compiled and when, keeps the code, and deoptimises when a guard fails. */
#ifndef JIT_JIT_H
#define JIT_JIT_H

#include "backend/backend.h"
#include "base/count.h"
#include "base/rng.h"
#include "base/strbuf.h"
#include "inlining/inlining.h"
#include "jit/executions.h"
#include "jit/sites.h"
#include "jit/pipeline.h"
#include "runtime/runtime.h"

struct resident; /* cache.c */

/* A loop whose code is gone: why it is compiled again. */
struct lost_loop {
    const struct method *method;
    int bci;
    enum reason reason;
};

struct code_cache {
    struct rng rng;
    int64_t releases, evictions, recompilations;
    int64_t most_bytes; /* taken at the most */
    double seconds;
    bool has_told_size;
    VEC(struct lost_loop) lost_loops;
};

struct method_code {
    struct machine_code machine;
    double born;               /* clock_seconds() */
    struct resident *resident; /* while code is released */
    struct method *method;
    int compilation;
    int64_t lessons; /* that were learned when its compilation began */
    struct executions executions;
    bool is_valid;
    int loop_bci;                  /* where it is entered; -1: at the method's start */
    struct method_code *next;      /* all code of the jit, newest first */
    struct method_code *next_loop; /* of the method */
};

/* Inserted code that fails whenever it should run, since it reads a value that is lost. */
struct jit_loss {
    bool is_resumed;            /* in the interpreter, behind a guard that failed */
    const char *name;           /* of the local; NULL: not known */
    const char *phase;          /* that took it; NULL: none */
    bool is_written;            /* other inserted code wrote it */
    struct position position;   /* where the inserted code begins, or the guard is */
    VEC(const char *) counters; /* that it would have incremented */
    struct count failures;
};

struct jit {
    struct runtime *runtime;
    struct background *background; /* NULL: the thread that finds a method hot compiles it */
    struct lock lock;              /* of all that compiles, installs and invalidates */
    struct meta_world world;
    struct backend_options backend;
    bool phase_disabled[PHASE_COUNT];
    bool rule_disabled[RULE_COUNT];
    bool sabotaged[SABOTAGE_COUNT];
    double limits[LIMIT_COUNT];
    VEC(struct method *) compile_only; /* empty: every hot method */
    bool strips_inserted_code;         /* once all is optimised */
    unsigned probes;                   /* enum vm_site_probe bits */
    struct jit_sites sites;
    struct code_cache cache;
    struct execution_counters executions;
    VEC(struct jit_loss *) losses; /* in the world's arena */
    struct method_code *codes;
    struct trace_sink trace;      /* of what is compiled to be installed */
    struct graph_sink graph_sink; /* likewise */
    struct code_sink code_sink;
    struct phase_sink phase_sink; /* likewise, and of what is explained */
    int64_t lessons;              /* that failing guards taught: trust.c */
    int64_t compilations, bailouts, deoptimizations, rematerialized_bytes, code_bytes;
    double phase_seconds, backend_seconds;
    const struct compilation *at_work; /* NULL: none */
    bool has_told_failure;             /* of the code generator */
};

void jit_init(struct jit *jit, struct runtime *runtime);
void jit_release(struct jit *jit);
/* runtime->on_hot. */
void jit_on_hot(struct thread *thread, struct method *method);
/* runtime->on_loop. */
method_entry jit_on_loop(struct thread *thread, struct method *method, int bci);
/* Compiles and installs now; false when it bailed out (method->bailout says why). */
bool jit_compile(struct jit *jit, struct method *method);
/* Compiles without installing; [observer] sees each graph.
 * REASON_none, or why it was given up. */
enum reason jit_explain(struct jit *jit, struct method *method,
                        const struct step_listener *observer);
/* runtime->on_mark_told: events tell how often code was entered until now, where that is counted. */
void jit_tell_executions(struct thread *thread);
/* From now on what is entered belongs to the working set, where executions are counted. */
void jit_mark_executions(struct jit *jit);
struct executed_set jit_executions_since_mark(struct jit *jit);
/* runtime->on_poll_work: releases code. */
void jit_on_poll_work(struct thread *thread);
/* runtime->on_exit: waits for the compilation under way in the background; no other is begun. */
void jit_on_exit(void);
/* The compiled code is not entered any more; the method is interpreted, and may get hot again. */
void jit_invalidate(struct jit *jit, struct method *method);
/* From now on allocations outside compiled code are sites, too. */
void made_watch(struct jit *jit);
/* From now on: what is compiled then has places for all its statements, and is the same code. */
void jit_watch_code(struct jit *jit, struct code_sink sink);
/* runtime->find_unit. */
const struct timed_unit *jit_find_unit(const void *address, int32_t *share);
/* runtime->find_call_site. */
const struct call_site *jit_find_call_site(const void *return_address);

#endif
