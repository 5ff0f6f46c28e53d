/* A target: a VM that runs the calls of a test and reports what its compiler did. All that the
 * harness knows of a VM goes through these functions; targets.def names those that there are.
 *
 * One target per process, with one VM at a time; all functions are called in the thread that
 * started it, except those for signal handlers. A process with a target that has started may fork.
 * What comes out is borrowed and lives until [end], unless it is said to be in an arena. What may
 * fail takes a diag and returns false or NULL. */
#ifndef HARNESS_TARGET_H
#define HARNESS_TARGET_H

#include <stdio.h>

#include "assertions/observation.h"
#include "base/count.h"
#include "api/java.h"
#include "event/event.h"
#include "event/rule_rows.h"
#include "harness/spec.h"

struct target_settings {
    FILE *out, *err;        /* what the program prints; the caller's, open until [end] */
    bool collects_always;   /* stress: a collection at every allocation */
    size_t tlab_bytes;      /* of an allocation buffer; 0: the target decides */
    int failing_allocation; /* stress: the n-th slow allocation fails, from 1; 0: none */
};

/* A list of names that specs and the command line may use. */
enum target_names {
    TARGET_PHASES,
    TARGET_RULES,
    TARGET_SWITCHES, /* phases, then rules: what can be disabled */
    TARGET_SABOTAGES,
    TARGET_STEPS,      /* of the compiler, in their order */
    TARGET_NODE_KINDS, /* of its graphs */
    TARGET_NAMES_COUNT
};

/* A block of Java; borrowed until the classes are defined. */
struct target_source {
    const char *file, *text;
    size_t length;                /* of the text, in bytes */
    int first_line, first_column; /* where in the file it starts, from 1 */
};

enum target_directive { TARGET_NEVER_INLINE, TARGET_ALWAYS_INLINE, TARGET_NEVER_COMPILE };

/* Of a call, with the receiver. */
enum { TARGET_MOST_ARGUMENTS = 256, TARGET_MOST_THREADS = 64 };

struct target_class;
struct target_object;

struct target_method {
    const char *name; /* "A.foo(Z)V" */
    int line;         /* its first; 0: not known */
    bool is_static;
    bool has_code; /* neither abstract nor native */
    bool is_abstract;
    const struct method_shape *shape;
};

union target_value {
    int32_t i; /* boolean, byte, char, short, int */
    int64_t j;
    float f;
    double d;
    struct target_object *r; /* alive while it is on the stack of the calling thread */
};

struct target_result {
    bool threw;
    union target_value value; /* or the exception, in r */
};

/* An operation of the program and who carries it out: see site_observation. */
struct target_site {
    enum site_kind kind;
    enum site_maker maker;
    const struct position *position;
    const char *subject;           /* class or callee */
    const char *native;            /* the method that made it; NULL: none did */
    enum reason reason;            /* why it is allocated, where the compiler has no hand in it */
    bool is_compiled;              /* optimised code had it */
    const struct count *reached;   /* live: executions of the bytecode; NULL: not counted */
    const struct count *effective; /* live */
    const struct count *inlined;   /* live; NULL for other than calls */
    const struct count *bytes;     /* live; NULL for other than allocations */
};

/* A node of the calling-context tree. */
struct target_context {
    const char *method;
    int line;       /* of the call, in the caller; 0: not known, or no bytecode did */
    int32_t caller; /* its number; -1: it was called from outside */
};

/* Objects of a class that a bytecode made since [begin_measurement]. */
struct target_lives {
    const char *method;
    int line;            /* 0: not known */
    const char *subject; /* class */
    int64_t made, younger, alive;
};

/* Handed out to Java since the start; of the program is what no probe allocated. */
struct target_allocated {
    int64_t bytes,
        compiled_bytes;    /* all; of these, to compiled code at the program's allocations */
    int64_t program_bytes; /* of all */
    int64_t objects;       /* of the program, but for those that compiled code was handed */
};

/* Counts since the start. */
struct target_totals {
    int64_t deoptimizations;
    int64_t evictions, recompilations; /* of code, and of methods whose code had been evicted */
    int64_t most_cache_bytes;
    int64_t executed_codes, executed_bytes; /* since [begin_measurement], as observations have it */
    int64_t failed_probes;                  /* times that a probe did not run to its end */
};

/* A probe that the program wrote. */
struct target_probe {
    struct probe_observation seen;
    const char *source_file; /* of its class, without folders; NULL: not known */
    int line;                /* 0: not known */
    enum vm_point
        point; /* of the operation that it is anchored to: new, call or lock; POINT_COUNT: another, or none */
    int bci;           /* of that operation, without inserted code; -1: none */
    bool is_plain;     /* it hits the counter where the method is compiled, and does nothing else */
    const char *fault; /* why it cannot be where it asks to be, with the cure; NULL: it can */
};

/* Receivers; nothing is sent where [receive] is NULL. What is received is borrowed for the length
 * of the call. */
struct target_listener {
    struct event_sink events;
    struct trace_sink beliefs; /* of the compiler, after each step of a compilation */
    struct graph_sink graphs;  /* of what is compiled, without inserted code */
};

/* Of a class that was defined. */
struct target_class_file {
    const char *name; /* "a.b.C$D" */
    const uint8_t *bytes;
    size_t size;
};

/* A Java frame. */
struct target_frame {
    const char *method; /* "A.foo(Z)V" */
    int line;           /* 0: not known */
    int loop_line;      /* of the innermost loop around it; 0: none, or not known */
    bool is_compiled, is_of_library;
};

enum { TARGET_MOST_FRAMES = 64 };

/* Where the calling thread is, as far as it is known. */
struct target_stand {
    const char *compiling, *phase;            /* method, and phase or NULL; NULL: none is */
    bool is_collecting;                       /* garbage */
    const char *native_class, *native_method; /* that it is in; NULL: in none */
    bool waits_to_lock;
    struct target_frame frames[TARGET_MOST_FRAMES]; /* innermost first */
    size_t frame_count;
};

struct target_watcher {
    /* The program ends the process, which goes on when this returns. */
    void (*halts)(void *context, int status);
    /* The program came to a safepoint after [ask_to_stop], in the thread that calls. */
    void (*stopped)(void *context);
    void *context;
};

struct target {
    /* --- what is known without a VM --- */

    /* False past the end. */
    bool (*list_names)(enum target_names which, size_t index, const char **name,
                       const char **meaning);
    /* Numbers of the compiler's policy; false past the end. */
    bool (*list_limits)(size_t index, const char **name, double *value, const char **meaning);
    /* Is this a limit with a value, such as "callee_size=300"? [disable] accepts these, too. */
    bool (*is_limit_setting)(const char *text);
    /* Profilers that are built in; false past the end. */
    bool (*list_profilers)(size_t index, const char **name, const char **meaning);
    /* The profiler that [end_lives] needs. */
    const char *lifetimes_profiler;
    /* The profiler that [cycles] needs. */
    const char *cycles_profiler;
    /* Those that [call_graph] needs: of samples, and of all calls where they are asked for. */
    const char *call_graph_profiler, *all_calls_profiler;
    /* Edges of a file of such a profiler, with their calls, in [arena]. May fail. */
    bool (*read_call_graph)(const char *path, struct arena *arena,
                            const struct edge_observation **edges, size_t *count,
                            struct diag *diag);
    /* Lifetimes are told apart in steps: the longest step up to so many bytes, and the next; 0: there is none. */
    int64_t (*lifetime_step)(int64_t bytes, int64_t *next);
    /* Invocations before a method is compiled, where a spec does not say. */
    int64_t (*default_threshold)(void);

    /* --- the VM: everything below is for a target that has started --- */

    /* [asked]: the options of a spec; NULL: none. May fail. */
    bool (*start)(struct target *target, const struct target_settings *settings,
                  const struct compiler_spec *asked, struct diag *diag);
    /* Frees all that it handed out. May be started again. */
    void (*end)(struct target *target);
    /* Loads what the first compilation would load: for a process whose children compile. May fail.
     */
    bool (*load_compiler)(struct target *target, struct diag *diag);
    /* Compiles something, to find out whether that works here; why it does not is on the process's
     * error stream. */
    bool (*try_compiler)(struct target *target);

    /* --- loading --- */

    /* A phase or rule by name, or a limit's new value; a known performance bug. May fail. */
    bool (*disable)(struct target *target, const char *name, struct diag *diag);
    bool (*sabotage)(struct target *target, const char *name, struct diag *diag);
    /* From now on classes are defined as if nothing had been inserted into their methods, and no
     * sites are probed. */
    void (*leave_out_inserted_code)(struct target *target);
    /* A directory of class files, or a jar. May fail. */
    bool (*add_class_path)(struct target *target, const char *path, struct diag *diag);
    bool (*define_sources)(struct target *target, const struct target_source *sources, size_t count,
                           struct diag *diag);
    /* Loads what classes of the class path the program's classes name, and these; initialises none. */
    void (*load_named)(struct target *target);
    /* Of what [define_sources] defined, with its inserted code or without; without, also of loaded classes of the class path that
     * have some. In [arena]. May fail. */
    bool (*class_files)(struct target *target, bool has_inserted_code, struct arena *arena,
                        const struct target_class_file **files, size_t *count, struct diag *diag);
    /* By "A" or "a.b.C$D"; does not initialise. The error suggests what may be meant. */
    struct target_class *(*find_class)(struct target *target, const char *name, struct diag *diag);
    /* By "A.foo", or "A.foo(Z)V" where it is overloaded. */
    struct target_method *(*find_method)(struct target *target, const char *name,
                                         struct diag *diag);
    /* Has it code in this line? NULL: of no method that is known. */
    bool (*has_line)(struct target *target, const struct target_method *method, int line);
    /* Is there a call in this line (0: in any) that could lead to [callee]? NULL: of no method that is known. */
    bool (*may_call)(struct target *target, const struct target_method *caller, int line,
                     const struct target_method *callee);
    /* Is it a method of the VM's own class library? By "A.foo(Z)V". */
    bool (*is_of_library)(struct target *target, const char *method);
    const char *(*class_name)(struct target *target, const struct target_class *class);
    /* May a variable of the type of this internal name ("A", "[LA;") hold an object of the class?
     */
    bool (*class_fits)(struct target *target, struct target_class *class,
                       const char *internal_name);
    /* The compiler knows hot calls and receivers from a file that [read_call_graph] reads, too, instead of the profile. May fail. */
    bool (*inline_by)(struct target *target, const char *path, struct diag *diag);
    void (*direct)(struct target *target, struct target_method *method,
                   enum target_directive directive);
    /* When called, only the methods so named are compiled as roots. */
    void (*compile_only)(struct target *target, struct target_method *method);
    /* Counts at the sites of these kinds (PROFILE_OF) in all that is compiled from now on.
     */
    void (*probe_sites)(struct target *target, unsigned profile);
    /* These rules are counted from before the program's first call, and what these profilers count, with samples drawn by the seed. May
     * fail. */
    bool (*count_by_rules)(struct target *target, const struct vm_rule *rules, size_t count,
                           const struct spec_profilers *profilers, uint64_t seed,
                           struct diag *diag);
    /* The tables of the profilers, of what was counted since [begin_measurement], as people read them. */
    void (*print_tables)(struct target *target, FILE *out);
    /* Objects live to here, if not longer; how many places made some. Rules count, with the profiler of lifetimes. */
    size_t (*end_lives)(struct target *target);
    /* Of a place; [younger]: of those that died before so many bytes, which are a step, were asked for. */
    struct target_lives (*lives)(struct target *target, size_t place, int64_t younger_than);
    /* Cycles of methods since [begin_measurement], in [arena]; how many rows. Rules count, with the profiler of cycles. */
    size_t (*cycles)(struct target *target, struct arena *arena,
                     const struct cycles_observation **rows, int64_t *windows);
    /* Calls that are not inlined since [begin_measurement], in [arena]; how many edges. Rules count, with those profilers. */
    size_t (*call_graph)(struct target *target, struct arena *arena,
                         const struct edge_observation **edges);
    /* Calling contexts are kept from before the program's first call. May fail. */
    bool (*keep_contexts)(struct target *target, struct diag *diag);
    /* How many there are by now; their numbers stay, and callers come first. */
    size_t (*contexts)(struct target *target);
    struct target_context (*context)(struct target *target, size_t number);
    /* So far, by all threads. */
    int64_t (*context_calls)(struct target *target, size_t number);
    /* One whose filters have named nothing that ran; NULL: there is none. [is_of]: its filter `of` has not, while `in` has. */
    const struct vm_rule *(*unmet_rule)(struct target *target, bool *is_of);

    /* --- drawing values: fresh objects, alive while they are on the caller's stack --- */

    /* Through the constructor without parameters; NULL with [diag] when there is none or it threw.
     */
    struct target_object *(*new_object)(struct target *target, struct target_class *class,
                                        struct diag *diag);
    struct target_object *(*new_string)(struct target *target, const char *utf8);
    /* [type] of the elements; of references, [class] is theirs. */
    struct target_object *(*new_array)(struct target *target, enum java_type type,
                                       struct target_class *class, int32_t length);
    void (*array_set)(struct target *target, struct target_object *array, int32_t index,
                      union target_value value);

    /* --- calling --- */

    /* The receiver comes first in [arguments]. */
    struct target_result (*call)(struct target *target, struct target_method *method,
                                 const union target_value *arguments);
    /* In so many threads at once, with the same arguments; returns when all have ended. How many there was room for. */
    size_t (*call_together)(struct target *target, struct target_method *method,
                            const union target_value *arguments, size_t count,
                            struct target_result *results);
    /* In the interpreter only, callees too, without touching profiles: the value oracle. */
    struct target_result (*interpret)(struct target *target, struct target_method *method,
                                      const union target_value *arguments);
    /* Texts are interned or in [arena]. */
    struct outcome (*outcome)(struct target *target, enum java_type return_type,
                              struct target_result result, struct arena *arena);
    /* What was thrown, in a line: "java.lang.X: message, in A.f()V (line 5)"; in [arena]. */
    const char *(*story)(struct target *target, struct target_result result, struct arena *arena);
    /* Is there valid compiled code that the next call will enter? */
    bool (*is_compiled)(struct target *target, const struct target_method *method);
    /* Why its last compilation as a root was given up; REASON_none: it was not. */
    enum reason (*bailout_reason)(struct target *target, const struct target_method *method);
    /* How often the interpreter has entered it by [call]. */
    int64_t (*interpreted_calls)(struct target *target, const struct target_method *method);
    /* Has the allocation that settings.failing_allocation chose failed? */
    bool (*allocation_failed)(struct target *target);
    bool (*has_started_threads)(struct target *target);

    /* --- counting --- */

    /* Of Probe.hit(name): live, at the same place until [end]; made with 0 when the name is new. */
    const struct count *(*counter)(struct target *target, const char *name);
    /* All counters, in the order they were made; false past the end. */
    bool (*list_counters)(struct target *target, size_t index, const char **name,
                          const struct count **hits);
    /* What the rules counted so far, by their keys and the tier; [rule] is the number of the rule, whose row is borrowed for
     * the length of the call. Its texts and positions live until [end]. */
    void (*each_row)(struct target *target, row_receiver *tell, void *context);
    /* All sites, in the order they were found; false past the end. */
    bool (*list_sites)(struct target *target, size_t index, struct target_site *site);
    struct target_allocated (*allocated)(struct target *target);
    struct target_totals (*totals)(struct target *target);
    /* The calls from now on are measured: they decide what was entered (probe_observation), and
     * where allocations are probed, those outside compiled code are counted, too. */
    void (*begin_measurement)(struct target *target);
    /* Has a class that is loaded inserted code, or are sites probed? */
    bool (*has_inserted_code)(struct target *target);
    /* What the program wrote, and what of it was lost, in [arena]; how many there are. [root]: what
     * is called from outside. */
    size_t (*probes)(struct target *target, const struct target_method *root, struct arena *arena,
                     const struct target_probe **probes);
    size_t (*losses)(struct target *target, struct arena *arena,
                     const struct loss_observation **losses);
    /* The names by which the classes that were defined hit counters, each once, in [arena]; NULL where the name
     * is made as the program runs. How many there are. */
    size_t (*hit_names)(struct target *target, struct arena *arena, const char *const **names);
    /* The string constants of all classes loaded so far; how many there are. */
    size_t (*string_constants)(struct target *target, const char **out, size_t capacity);

    /* --- listening and explaining --- */

    /* From now on. The listener is copied. */
    void (*listen)(struct target *target, const struct target_listener *listener);
    /* Compiles the method and writes its graph after every phase. May fail. */
    bool (*explain)(struct target *target, struct target_method *method, FILE *out,
                    struct diag *diag);

    /* --- where the program is --- */

    void (*watch)(struct target *target, const struct target_watcher *watcher);
    /* Exact, for functions that [watch] calls; fills the frames only. */
    void (*stands)(struct target *target, struct target_stand *out);
    /* For signal handlers: what can be read safely there. Frames have no loops. */
    void (*stands_in_handler)(struct target *target, struct target_stand *out);
    /* For signal handlers. */
    void (*ask_to_stop)(struct target *target);
};

/* The target of this process: the first row of targets.def, unless another was chosen. */
struct target *the_target(void);
/* The row of this name; false: there is none. Before anything is started. */
bool target_choose(const char *name);

#define TARGET(name) struct target *target_##name(void);
#define ADAPTER(name)
#include "harness/targets.def"

#endif
