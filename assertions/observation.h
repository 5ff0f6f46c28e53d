/* What was seen of one run. The harness fills it; the assertions read it and nothing else. Plain
 * data: it can be sent through a pipe and made by a simulation. All memory is in the arena it was
 * made in. */
#ifndef ASSERTIONS_OBSERVATION_H
#define ASSERTIONS_OBSERVATION_H

#include "assertions/origin.h"

/* A named counter of the target, over the measured executions. */
struct counter_observation {
    const char *name;
    int64_t total;
    int64_t on_stack;             /* of these, by compiled code that was entered at a loop */
    int64_t interpreted;          /* of these */
    int64_t elsewhere;            /* of these, in other threads than the target's */
    const int32_t *per_execution; /* observation.executions entries: hits in each execution */
};

/* Executions are recorded of those below SITE_KIND_COUNT; of loops there are decisions alone. */
enum site_kind { SITE_ALLOCATION, SITE_LOCK, SITE_CALL, SITE_KIND_COUNT, SITE_LOOP };

/* Executions that a rule counted, and that were equal in the keys that it counts by. */
struct row_observation {
    const char *counter; /* that the rule hits; NULL: it counts at sites */
    const char *key;     /* "Square"; of several keys "Square, TLAB"; "-" where there is none */
    /* of sites: */
    enum site_kind kind;
    const char *in; /* the method whose sites are counted, as the rule names it */
    struct origin origin;
    const char *subject;  /* class or callee */
    const char *way;      /* how it was carried out: "TLAB"; "-": nothing says how */
    const char *receiver; /* of calls: its class; "-": there is none */
    int64_t hits;
    const int32_t *per_execution; /* observation.executions entries */
};

/* A method as it was called through certain others: a node of the calling-context tree. Callers come first. */
struct context_observation {
    const char *method;
    int line;       /* of the call, in the caller; 0: not known, or no bytecode did */
    int32_t caller; /* index into observation.contexts; -1: it was called from outside */
    int64_t calls;
    const int32_t *per_execution; /* observation.executions entries; NULL: there were no calls */
};

/* Objects of a class that a bytecode made while measured, and how many died young. */
struct lives_observation {
    const char *method;
    int line;             /* 0: not known */
    const char *subject;  /* class */
    int64_t younger_than; /* bytes that are asked for after it is made */
    int64_t made;
    int64_t younger, alive; /* of these: died younger; alive when the measurement ended */
};

/* Cycles that a method took while measured, in code of its own or inlined. */
struct cycles_observation {
    const char
        *unit; /* the method whose code it is: of a compilation, in the interpreter, a native */
    const char *method; /* whose bytecode it comes from; NULL: of no bytecode, but of probes */
    double timed;       /* as they were timed */
    double divided;     /* of all that windows divide: what they saw of it */
};

/* Calls of a method by a bytecode while measured. */
struct edge_observation {
    const char *caller; /* NULL: it was called from outside, or by the VM */
    int bci, line;      /* of the call; -1 and 0: there is none */
    const char *callee;
    int64_t samples,
        calls; /* not inlined: each sample stands for as many; calls: where all are counted */
    int64_t inferred; /* inlined, and run with samples */
    int64_t most;     /* sampled and inferred ones of one sample, at most; 0: it is not told */
};

/* A probe that the target wrote. */
struct probe_observation {
    const char *counter; /* that it hits by name; NULL: none */
    const char *method;  /* "A.foo(Z)V": whose code holds it */
    const char *text;    /* "probe 'allocated' is anchored to new A at line 5" */
    bool was_entered;    /* its method was called while measured, or has code of its own */
};

/* A probe that did not run (how often: failures), because it reads a value that the compiler lost.
 */
struct loss_observation {
    const char *counter; /* that it hits by name; NULL: none */
    const char *text;    /* "the probe at line 5 reads 'k', which ..." */
    int64_t failures;
};

/* What an argument was in each measured execution. Booleans are 0 and 1. */
struct argument_observation {
    const double *values;
    const char *generator; /* as the spec wrote it: "likely: 0.8" */
    double odds;           /* of likely; NaN for other generators */
    bool is_drawn;         /* chance chose the values: likely, uniform, choose */
    bool is_float;         /* the spec's 0.1 is the float */
};

/* A set of kinds of sites. */
#define PROFILE_OF(site) (1u << (site))

/* Who carries an operation out. Compiled code: all that the compiler decides about. Allocations of
 * a bytecode are also carried out by the interpreter, and by deoptimisation where compiled code had
 * the object virtual; what a native or the VM allocates belongs to the bytecode that called it or
 * threw. */
enum site_maker {
    MAKER_COMPILED_CODE,
    MAKER_INTERPRETER,
    MAKER_DEOPTIMIZATION,
    MAKER_NATIVE,
    MAKER_VM
};

/* An operation of the program that the compiler decided about, with how often it was reached and
 * took effect in compiled code. An allocation takes effect when memory is handed out, a lock when
 * it is acquired, a call when it is made. */
struct site_observation {
    enum site_kind kind;
    enum site_maker maker;
    struct origin origin;
    const char *subject;      /* class of the object, or the callee "A.bar()V" */
    const char *native;       /* the method that made it; NULL: none did */
    bool is_compiled;         /* optimised code had it */
    bool counts_effect_alone; /* reached is not counted separately: it equals effective */
    int64_t reached;          /* executions of the bytecode */
    int64_t effective;        /* times it took effect */
    int64_t inlined;          /* calls: times the callee's inlined code was entered */
    int64_t bytes;            /* allocations: handed out in all */
};

/* What was decided, or happened (decisions.def). */
enum decision_kind {
#define DECISION(name) DECISION_##name,
#include "assertions/decisions.def"
#undef DECISION
    DECISION_KIND_COUNT
};

/* A decision of the compiler, or a run-time event, as the target reports it. */
struct decision {
    enum decision_kind kind;
    const char *kind_text;             /* "materialised" */
    const char *reason;                /* "passed_to_call" */
    const char *reason_text;           /* "it is passed to a call" */
    const char *root, *phase, *method; /* NULL when not known */
    int bci, line;
    const char *subject;  /* NULL when there is none */
    const char *path;     /* the inlined position, formatted; NULL when not inlined */
    struct origin origin; /* the operation that it is about, wherever it happened */
    const char *callee;   /* calls: the method that runs; NULL when not known */
    int64_t amount;
    double frequency;  /* as the compiler believes; -1 when not known */
    int64_t execution; /* number of the measured execution during which it happened, from 0; -1
                          before */
    int64_t
        call; /* number of the call during which it happened, from 1 and with warm-up; 0 before */
};

/* Believed never to happen, but still in the program. */
#define STEP_STILL_THERE 1e-9

/* What there was after one step of the compiler's work: how often per call of the target a counter is incremented, a site
 * is reached and takes effect, as the compiler believed; and how many nodes its graph had of each kind. */
struct step_observation {
    const char *name;                  /* "build", then as in vm/ir/phases.def */
    const double *counters;            /* observation.counter_count entries */
    const double *reached, *effective; /* observation.site_count entries each */
    const int32_t *nodes;              /* observation.node_kind_count entries */
};

enum evidence_kind {
#define EVIDENCE(name, text, meaning) EVIDENCE_##name,
#include "assertions/evidence.def"
#undef EVIDENCE
};

/* How well the target can tell a clause (evidence.h). */
struct evidence_observation {
    const char *clause; /* "allocation.rate" */
    enum evidence_kind kind;
    const char *how; /* a sentence; of none: why not */
};

/* How an execution ended. */
struct outcome {
    enum {
        OUTCOME_VOID,
        OUTCOME_INTEGER, /* of every integral type but char, and of boolean */
        OUTCOME_CHAR,    /* in [integer] */
        OUTCOME_FLOAT,   /* in [real] */
        OUTCOME_REAL,
        OUTCOME_TEXT,
        OUTCOME_NULL,
        OUTCOME_OBJECT,
        OUTCOME_THREW
    } kind;
    bool is_boolean; /* of a spec: true or false, not 1 or 0 */
    int64_t integer;
    double real;
    const char *text;    /* the string, or the class of the object or exception */
    const char *message; /* of the exception; NULL when it has none */
};

struct observation {
    const char
        *vm; /* that ran it: "OpenJDK 64-Bit Server VM 17.0.15"; NULL: the one of this repository */
    uint32_t evidence_count; /* 0: every clause can be told */
    const struct evidence_observation *evidence;
    const char *target; /* "A.foo(Z)V" */
    int target_line;
    int64_t warm_up_calls;
    bool was_compiled;
    int64_t compiled_at_call;         /* from 1; 0 when it never was */
    bool is_profile_drawn;            /* chance chose the arguments of the warm-up */
    const char *not_compiled_because; /* bailout's text, or NULL */
    int64_t warm_up_throws;           /* warm-up calls that threw */
    const char *first_throw;  /* "call 1 threw java.lang.X: why, in A.foo(Z)V (line 3)"; NULL: no
                                 call threw */
    int64_t executions;       /* measured: started in compiled code that stayed valid */
    int64_t executions_asked; /* iterations that the spec asked for */

    uint32_t counter_count, argument_count, site_count, decision_count, outcome_count, step_count,
        probe_count, loss_count, row_count, context_count, lives_count, cycles_count, edge_count;
    const struct counter_observation *counters;
    const struct row_observation *rows;
    const struct context_observation *contexts; /* all that there are */
    const struct lives_observation *lives;      /* for each age that an expectation asks for */
    const struct cycles_observation *cycles;    /* of all methods, where an expectation asks */
    const struct edge_observation *edges;       /* of the call graph, where an expectation asks */
    int64_t windows;                            /* of cycles: that closed while measured */
    const struct probe_observation *probes;
    const struct loss_observation *losses;
    const struct argument_observation *arguments;
    const struct site_observation *sites;
    const struct decision *decisions;     /* in the order they were made */
    uint32_t node_kind_count;             /* those that the compiler has, or told of */
    const char *const *node_kinds;        /* as it calls them */
    const struct step_observation *steps; /* of the compilation that made the target's code */
    const struct outcome *outcomes; /* one per measured execution, or one when all were equal */

    int64_t evictions, recompilations; /* of code, while measured */
    int64_t most_cache_bytes;          /* that the code cache had, ever */
    /* Methods and loops whose compiled code was entered while measured, and its bytes: the greatest of each. Known where an
     * expectation asks. */
    int64_t executed_codes, executed_bytes;
    int64_t deoptimizations; /* fired while measured, in an execution that they cut short, too */
    int64_t allocated_bytes; /* handed out by the allocator during the measured executions */
    int64_t program_bytes;   /* of these, all but what probes allocated */
    int64_t program_objects; /* likewise */
    int64_t compiled_bytes;  /* of these, by compiled code at allocations of the program */
    int64_t compiled_bytes_by_sites; /* the same as the sites counted it; -1 when not probed */
    const char *
        mismatch; /* interpreted and compiled runs disagreed: what differed; NULL when they agree */
    bool is_no_function; /* the mismatch is no fault of compiled code: interpreted runs differ, too
                          */
    const char *output;  /* what the target printed while measured */
};

#endif
