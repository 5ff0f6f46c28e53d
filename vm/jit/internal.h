/* What the files of jit/ share: one compilation at work. Internal to this room. */
#ifndef JIT_INTERNAL_H
#define JIT_INTERNAL_H

#include "build/build.h"
#include "icg/icg.h"
#include "ir/compilation.h"
#include "jit/jit.h"
#include "tally/tally.h"

/* A call whose kind a rule asks for. */
struct rule_call {
    const struct position *position; /* the node's */
    const char *named;
    struct met_rule met;
    uint32_t frame; /* of its bytecode's method */
};

/* A bytecode whose samples are decided before it is known how it is carried out: in a flag. */
struct rule_flag {
    const struct spot *spot;
    const struct position *position;
    int flag;
};

/* A compilation of one method, from bytecode to a graph that the back end takes. */
struct job {
    struct build_environment environment; /* comes first: compilation.environment points to it */
    struct jit *jit;
    struct method *method;
    int loop_bci;    /* -1: the method as a whole */
    int64_t lessons; /* jit->lessons when it began */
    struct executions executions;
    enum reason why; /* it is compiled */
    double phase_seconds, generator_seconds;
    struct arena arena;
    struct compilation compilation;
    struct icg_set *inserted;
    struct machine_code machine;          /* until it is installed */
    bool keeps_graphs;                    /* for jit->graph_sink */
    const struct step_listener *observer; /* NULL: nobody */
    const struct trace_sink *trace;       /* NULL: nobody */
    struct edit_listener listener;        /* attaches the VM's own probes */
    VEC(struct rule_call) calls;          /* whose kinds rules ask for */
    VEC(struct rule_flag) flags;          /* of samples whose kinds rules ask for */
    VEC(struct inlined_start *) inlined;  /* methods, by inferred.c */
    VEC(struct inferred_poll) polls;
    int nodes, nodes_of_whole; /* after the last step, and the last that is no part */
    int steps;                 /* observed so far */
};

/* Reports a guard that failed, with its reason or another. */
void guard_tell(const struct deoptimization_site *site, enum event_kind kind, enum reason reason,
                const struct position *origin, const char *subject, int64_t amount);

/* The method as a whole; nothing is compiled yet; [sink] hears the decisions. */
void job_init(struct job *job, struct jit *jit, struct method *method,
              const struct event_sink *sink);
void job_release(struct job *job);
/* Builds, optimises, lowers and splices. False when it was given up: compilation.bailout says why.
 */
bool job_run(struct job *job);

/* Compiles what got hot, unless that was done meanwhile. With the jit's lock. */
void compile_hot_method(struct jit *jit, struct method *method);
void compile_hot_loop(struct jit *jit, struct method *method, int bci);

/* background.c: with the option [background] what gets hot is compiled by a thread of its own,
 * which the first request starts. */
void background_init(struct jit *jit);
/* Compiles later; of a loop when [loop_bci] is not negative. */
void background_request(struct thread *thread, struct jit *jit, struct method *method,
                        int loop_bci);
/* Is the caller the compiler's thread? */
bool background_is_current(const struct jit *jit);
/* backend_generate by the compiler's thread, which holds the jit's lock once: it is outside Java
 * and without the lock meanwhile. May not come back. */
bool background_generate(struct job *job, const struct backend_options *options, struct diag *diag);
/* The compiler's thread may end while it is at this job; NULL: it is done. */
void background_hold(const struct jit *jit, struct job *job);
/* Between two phases the compiler's thread stops when it is asked to. May not come back. */
void background_poll(const struct jit *jit);
/* The thread has ended. */
void background_release(struct jit *jit);
/* Waits for the code generator, and keeps it from beginning again. */
void background_close(struct jit *jit);

/* "method", or "loop". */
const char *code_kind(int loop_bci);

/* Of a method or of a loop: the code is not entered any more, for this reason of a guard. */
void code_invalidate(struct jit *jit, struct method_code *code, enum reason reason);

/* The code is not entered any more, and goes when it must. Of code that is valid. The reason is why it will be compiled again. */
void code_reset(struct jit *jit, struct method_code *code, enum reason reason);

/* placed.c: tells jit->code_sink, if anybody listens. */
void placed_tell(struct jit *jit, const struct method_code *code, bool is_gone);

/* cache.c, with the jit's lock, in Java. The code space has the options' size. */
void cache_init(struct jit *jit);
/* Loads the job's code; without room for it releases other code. REASON_none, or why it cannot be loaded. */
enum reason cache_load(struct job *job, struct diag *diag);
/* Code was installed: at the next poll something is released when the cache is filled up to its threshold. */
void cache_watch(struct jit *jit);
/* Stops the world and releases code until so many bytes are free in one piece, and as many as are to be recovered at least; or all
 * that may be released. */
void cache_release(struct jit *jit, size_t needed, enum reason reason);
/* runtime->on_poll_work, without the lock. */
void cache_poll(struct thread *thread);

/* trust.c, with the jit's lock. Could this failure of the guard, which is counted, cost a method
 * its code? A cheap test. */
bool trust_may_be_lost(const struct jit *jit, const struct deoptimization_site *site);
/* Is [code], which contains the guard, to be discarded? The answer is remembered. */
bool trust_is_lost(struct jit *jit, struct deoptimization_site *site,
                   const struct method_code *code);

/* made.c: an object that [maker] made for the bytecode; [native]: that was called there, or NULL.
 */
void made_count(struct thread *thread, enum vm_maker maker, const struct position *position,
                const struct object *object, const struct method *native);

/* probes.c: attaches the counters that jit->probes asks for to the operations of a graph just
 * built. */
void probes_attach(struct job *job, struct graph *graph);
/* The sites that are still in the optimised graph are compiled. */
void probes_mark_compiled(struct job *job, const struct graph *graph);

/* inferred.c: of a graph just built, and of the lowered one, where a rule counts what is inlined and runs with samples. */
void inferred_attach(struct job *job, struct graph *graph);
void inferred_take(struct job *job, struct graph *graph);

/* Of all counters of rules. */
const char *rules_counter_name(void);
/* As array_size computes them, for inserted code. */
struct icg_size bytes_of_array(const struct class *class, struct node *length);
/* rules.c: likewise, for rules for profiling. */
void rules_attach(struct job *job, struct graph *graph);

/* Where a rule meets a bytecode in compiled code. */
struct rule_place {
    struct job *job;
    const struct met_rule *met;
    const struct vm_rule *rule;
    uint32_t frame; /* of the bytecode's method */
};
struct tally_key rule_key_at(const struct rule_place *at, int64_t edge);
/* Of a branch or switch whose way is known there; else TALLY_NO_EDGE. */
int64_t rule_edge_at(const struct rule_place *at);
/* Of the point's operation. */
enum icg_place rule_place_of(const struct rule_place *at);
struct icg_call rule_kinds(enum vm_point point);
/* NULL: nothing in the callee asks for it. */
struct node *rule_receiver_of(const struct graph *callee);
/* tells.c: where the rule calls a function, that call. What is attached to the same place later counts before it. */
void tells_attach_here(const struct rule_place *at);
/* Behind what the operation has already. */
void tells_attach_operation(const struct rule_place *at);
/* Of a rule that asks for kinds, and a call that may be inlined. */
void tells_attach_inlined(const struct rule_place *at, struct graph *callee);
/* contexts.c: attaches what keeps the calling contexts of a graph just built; behind all else, so
 * that it comes first. */
void contexts_attach(struct job *job, struct graph *graph);

/* losses.c: icg_set_loss_cells', [context] being the jit. */
struct count *losses_add(void *context, const struct icg_loss *loss);

/* A step is over: reports it to jit->phase_sink. */
void job_tell_step(struct job *job, const struct step_done *done, const struct graph *graph);

/* dump.c: is this method to be dumped? */
bool dump_is_wanted(const struct job *job);
/* Writes the graph as "NNN-method-SS-step.txt" and ".dot" to dump_directory, if that
 * is asked for. */
void dump_step(struct job *job, const char *step, const struct graph *graph);

/* stubs.c and deoptimize.c: the functions of backend/stubs.def. */
void stubs_fill(void *stubs[STUB_COUNT]);
uint64_t deoptimize(struct thread *thread, struct deoptimization_site *site);
uint64_t deoptimize_many(struct thread *thread, struct deoptimization_site *site,
                         union value *live);
float deoptimize_float(struct thread *thread, struct deoptimization_site *site);
double deoptimize_double(struct thread *thread, struct deoptimization_site *site);
/* The one jit of the process. */
struct jit *jit_current(void);

#endif
