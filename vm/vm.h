/* The VM as its embedders see it. One VM per process at a time; everything happens in the calling
 * thread. Strings that come out are interned or live as long as the VM. Functions that may fail
 * take a diag and return false or NULL. */
#ifndef VM_H
#define VM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "api/java.h"
#include "api/value.h"
#include "base/arena.h"
#include "base/count.h"
#include "base/diag.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/strbuf.h"
#include "directives.h"
#include "event/deaths.h"
#include "event/event.h"
#include "event/rule.h"
#include "event/sampling.h"
#include "event/timing.h"
#include "options.h"

struct vm;
struct method;
struct class;
struct object;
struct vm_profile;
struct context;

/* Starts a VM: loads the built-in class library, nothing of the user's. May be followed by fork(),
 * unless it compiles in the background and code has run. May fail: an option is out of its range,
 * there is no room for the heap. */
struct vm *vm_create(const struct vm_options *options, struct diag *diag);
void vm_destroy(struct vm *vm);
/* Loads the code generator, which the first compilation does otherwise: for a process whose
 * children compile. May fail. */
bool vm_load_code_generator(struct diag *diag);
/* Compiles a method of the class library now, to find out whether that works here. False when it
 * does not; the code generator's own messages are on the VM's and the process's error stream.
 */
bool vm_try_code_generator(struct vm *vm);

/* --- classes --- */

/* Compiles Java sources with the built-in frontend and defines their classes. */
bool vm_define_sources(struct vm *vm, const struct java_source *sources, size_t count,
                       struct diag *diag);
/* Defines one class from the bytes of its class file. */
bool vm_define_class(struct vm *vm, const char *name, const uint8_t *bytes, size_t size,
                     struct diag *diag);
/* Adds a directory of class files, or a jar, to search when a class is asked for. */
bool vm_add_class_path(struct vm *vm, const char *path, struct diag *diag);
/* The same for a part of a program's class path: as with java, what does not exist or is not a jar
 * is ignored. May fail: jars cannot be read. */
bool vm_search_class_path(struct vm *vm, const char *path, struct diag *diag);
/* Adds a jar, and those of its manifest's Class-Path that exist. [main_class] receives the
 * manifest's Main-Class. */
bool vm_add_program_jar(struct vm *vm, const char *path, const char **main_class,
                        struct diag *diag);

/* Of the option dump_classes: the first class file that could not be written, as an error; true:
 * all could so far. */
bool vm_classes_are_dumped(const struct vm *vm, struct diag *diag);
/* The directory; NULL: none. */
const char *vm_dump_directory_of_classes(const struct vm *vm);

/* By binary name "A", "a.b.C$D". The error suggests what the sources mean by a simple name (their
 * imports, java.lang, java.util), else the nearest name. Does not initialise. */
struct class *vm_find_class(struct vm *vm, const char *name, struct diag *diag);
/* By "A.foo", or "A.foo(Z)V" or "A.foo(boolean)" where it is overloaded. The error names the overloads or the nearest
 * method. */
struct method *vm_find_method(struct vm *vm, const char *name, struct diag *diag);
/* All classes that were defined by vm_define_* (not the class library), in order. */
size_t vm_defined_classes(struct vm *vm, struct class **out, size_t capacity);

/* Is it a method, "A.foo(Z)V", of the class library, or of a class that is not loaded? */
bool vm_is_of_library(struct vm *vm, const char *method);
const char *vm_class_name(const struct class *class);    /* "a.b.C" */
const char *vm_class_words(const struct class *class);   /* as rows have it: "a.b.C[]" */
const char *vm_method_name(const struct method *method); /* "A.foo(Z)V" */
/* Adds what tables call a method that rows name "A.foo(I)V": "A.foo(int)". */
void vm_add_java_name(struct strbuf *out, const char *method);
bool vm_method_is_static(const struct method *method);
int vm_method_line(const struct method *method); /* first line, 0 when not known */
/* Has it code in this line? Where its lines are not known, it may. */
bool vm_method_has_line(const struct method *method, int line);
/* Is there a call in this line (0: in any) that could lead to [callee]? By its name alone. */
bool vm_method_may_call(const struct method *caller, int line, const struct method *callee);
/* Of the class of a method, which is named as in events: the file's name without folders; NULL: it is not known. */
const char *vm_source_file(struct vm *vm, const char *method);
/* The number of the instruction at [bci], from 1 in the order of the code; -1: none begins there. */
int vm_method_instruction(const struct method *method, int bci);
/* A basic block, by the rule of the point block or, [ends_at_calls], of rules that say so: its first bytecode, and the
 * numbers of its first and last instruction. In their order, in [arena]; returns how many there are. */
struct vm_block {
    int bci, first, last;
};
size_t vm_method_blocks(const struct method *method, bool ends_at_calls, struct arena *arena,
                        const struct vm_block **blocks);
const struct method_shape *vm_method_shape(const struct method *method);
/* Does it have bytecode? Abstract and native methods do not. */
bool vm_method_has_code(const struct method *method);
bool vm_method_is_abstract(const struct method *method);
/* The string constants of all classes loaded so far; returns how many there are. */
size_t vm_string_constants(struct vm *vm, const char **out, size_t capacity);
/* The names by which the classes that were defined by vm_define_* hit counters, each once,
 * in [arena]; NULL where the name is made as the program runs. Returns how many there are. */
size_t vm_hit_names(struct vm *vm, struct arena *arena, const char *const **names);
/* Instance bytes of a class. */
size_t vm_class_size(const struct class *class);
/* May a variable of the type of this internal name ("A", "java/lang/Object", "[LA;") hold an object
 * of the class? */
bool vm_class_fits(struct vm *vm, struct class *class, const char *internal_name);

/* --- running --- */

struct vm_result {
    bool threw;
    union value value; /* or the exception, in r */
};

/* Calls a method; the receiver comes first in [arguments]. Objects in arguments must be protected
 * or fresh. */
struct vm_result vm_call(struct vm *vm, struct method *method, const union value *arguments);
/* Calls it in so many threads at once, each of which ends with its call; returns when all have, and how many there was room
 * for. The objects in arguments are all threads'. */
size_t vm_call_together(struct vm *vm, struct method *method, const union value *arguments,
                        size_t count, struct vm_result *results);
/* How often the interpreter has entered the method, vm_call_interpreted aside. */
int64_t vm_interpreted_calls(const struct method *method);
/* Calls it in the interpreter only, callees too, without touching profiles: the value oracle. */
struct vm_result vm_call_interpreted(struct vm *vm, struct method *method,
                                     const union value *arguments);

/* --- where the program is --- */

/* A Java frame of the calling thread. */
struct vm_frame {
    const char *method; /* "A.foo(Z)V" */
    int line;           /* 0: not known */
    int loop_line; /* of the innermost loop around it; 0: it is in none, or that is not known */
    bool is_compiled, is_of_library;
};
/* Innermost first; how many there are, [capacity] at most. For what vm_watch calls. */
size_t vm_frames(struct vm *vm, struct vm_frame *out, size_t capacity);
/* For signal handlers in the main thread: the same, without loops, while it waits or runs what
 * touches no object; else none. */
size_t vm_frames_outside(struct vm *vm, struct vm_frame *out, size_t capacity);
/* Likewise: does it wait for a lock that another thread holds? */
bool vm_waits_to_lock(const struct vm *vm);

struct vm_watcher {
    /* The program ends the process (System.exit), which goes on when this returns. */
    void (*halts)(void *context, int status);
    /* The program came to a safepoint after vm_ask_to_stop, in the thread that calls. */
    void (*stopped)(void *context);
    void *context;
};
void vm_watch(struct vm *vm, const struct vm_watcher *watcher);
/* For signal handlers. */
void vm_ask_to_stop(struct vm *vm);
/* For signal handlers: the method that is being compiled, and in which phase; NULL: none is. */
const char *vm_compiling(const struct vm *vm, const char **phase);
/* For signal handlers: garbage is being collected. */
bool vm_is_collecting(const struct vm *vm);
/* For signal handlers: the native method that the main thread is in; false: none is known. */
bool vm_native_method(const struct vm *vm, const char **class_name, const char **name);

/* --- programs --- */

/* [end] is called once before the VM ends, however it does: threads and hooks have ended, System.exit or halt, a signal,
 * vm_destroy. No Java code runs any more, but for that of a thread that could not be stopped in time. Returns the status
 * with which the process is to exit; [status] is the program's. */
void vm_at_end(struct vm *vm, int (*end)(void *context, int status), void *context);

/* Runs the main method of a class as `java` does and returns the exit status: 1 when it cannot be
 * run or ends with an exception, which is printed on the error stream. Returns when all threads but
 * daemons have ended and the shutdown hooks have run; daemons are stopped then. */
int vm_run_main(struct vm *vm, const char *class_name, char *const *arguments, int count);

/* Has the program started a thread? Then its runs are not repeatable. */
bool vm_has_started_threads(const struct vm *vm);
/* Waits until no thread runs that the program started, daemons left out. */
void vm_join_threads(struct vm *vm);

/* Has the allocation that fail_allocation chose failed? */
bool vm_allocation_failed(const struct vm *vm);

/* A new object through its constructor without parameters; NULL with [diag] when there is none or
 * it threw. */
struct object *vm_new_object(struct vm *vm, struct class *class, struct diag *diag);
struct object *vm_new_string(struct vm *vm, const char *utf8);
/* [type] is the element type; for references [element_class] is its class. Elements are set with
 * vm_array_set. */
struct object *vm_new_array(struct vm *vm, enum java_type type, struct class *element_class,
                            int32_t length);
void vm_array_set(struct object *array, int32_t index, union value value);
/* Keeps an object alive and in place until vm_destroy. */
void vm_protect(struct vm *vm, struct object *object);

struct class *vm_object_class(const struct object *object);
bool vm_object_is_string(struct vm *vm, const struct object *object);
/* UTF-8 of a java.lang.String, in [arena]. */
const char *vm_string_text(const struct object *string, struct arena *arena);
/* getMessage() of a Throwable, NULL when null. */
const char *vm_exception_message(struct vm *vm, struct object *exception, struct arena *arena);
/* What happened, in one line: "java.lang.X: message, in A.f()V (line 5); caused by ...". The place
 * is the innermost of the program's own. */
const char *vm_exception_story(struct vm *vm, struct object *exception, struct arena *arena);

/* --- the compiler --- */

void vm_direct(struct vm *vm, struct method *method, enum vm_directive directive);

/* When called, only the methods named by vm_compile_only are compiled as roots. */
void vm_compile_only(struct vm *vm, struct method *method);

/* Is there valid compiled code that the next call will enter? (The harness's isMethodCompiled.) */
bool vm_is_compiled(const struct method *method);
/* Compilations of this method so far, as a root. */
int vm_compilation_count(const struct method *method);
/* Why the last compilation of this method as a root was given up; REASON_none when it was not. */
enum reason vm_bailout_reason(const struct method *method);

/* Phases (ir/phases.def) and single rules by name, and sabotages (ir/sabotages.def): the known
 * performance bugs that specs must catch. Unknown names are errors with a suggestion. */
bool vm_disable(struct vm *vm, const char *phase_or_rule, struct diag *diag);
bool vm_sabotage(struct vm *vm, const char *name, struct diag *diag);
/* Is this a limit of the compiler's policy with a value, such as "callee_size=300"? vm_disable
 * accepts these, too. */
bool vm_is_limit_setting(const char *text);
/* The limits of the compiler's policy (ir/limits.def); false past the end. */
bool vm_list_limits(size_t index, const char **name, double *value, const char **meaning);
/* Names and meanings for --help; returns false past the end. */
bool vm_list_phases(size_t index, const char **name, const char **meaning);
bool vm_list_rules(size_t index, const char **name, const char **meaning);
/* The steps that are traced, in the order in which they run: "build", phases, and phases once more ("gvn 2"). */
bool vm_list_steps(size_t index, const char **name, const char **meaning);
/* The kinds of nodes of a graph that is traced. */
bool vm_list_node_kinds(size_t index, const char **name, const char **meaning);
/* Phases, then rules. */
bool vm_list_disableable(size_t index, const char **name, const char **meaning);
bool vm_list_sabotages(size_t index, const char **name, const char **meaning);

/* Compiles [method] now and writes its graph after every phase to [out]: the explain command. */
bool vm_explain(struct vm *vm, struct method *method, FILE *out, struct diag *diag);

/* --- profiling --- */

/* From now on what happens is counted by the rules (event/rule.h), which are copied; by the program's own counts, whatever
 * code runs it. Before any code of the program has run. May fail: a rule contradicts itself, its statements do not compile,
 * code was compiled already.
 *
 * Statements of a rule see, as parameters that nobody else sees: Object object, and receiver, which is the same; Object
 * value and old, boxed where they are primitive, null where the point has none; String site. They may use the classes of
 * the program and of the library. What they and a rule's function are given is the program's: in compiled code an object that it
 * does not allocate is null. A value that it did not keep is not made up: the call counts as a failed probe. */
struct vm_profile *vm_profile_begin(struct vm *vm, const struct vm_rule *rules, size_t count,
                                    struct diag *diag);
/* Directly behind vm_profile_begin: its rules are ordinary program code from now on, as if the program's bytecode had been
 * changed: calls, in compiled code, that no optimisation may remove and that objects which a rule looks at escape into. What
 * rules count is what such a program does. May fail: a rule has statements. */
bool vm_profile_perturb(struct vm *vm, struct diag *diag);
/* Ends an interval. Any thread. Beyond 1000 marks, intervals go on (vm_profile_marks_left_out). */
void vm_profile_mark(struct vm_profile *profile, const char *text);
/* How many marks there are, and their texts; behind the last one is what rows say of the interval that it begins. */
size_t vm_profile_marks(struct vm_profile *profile);
int64_t vm_profile_marks_left_out(struct vm_profile *profile);
const char *vm_profile_mark_text(struct vm_profile *profile, size_t mark);
/* The rows of what was counted from one mark to another: 0 is the beginning, 1 the first mark, one
 * more than there are marks is now. In the order of the rules, then by their keys; what is 0 is left
 * out. A row is borrowed by its receiver for the length of the call; its texts and positions live as
 * long as the VM. */
void vm_profile_each(struct vm_profile *profile, size_t from, size_t to,
                     void (*tell)(void *context, const struct vm_row *row), void *context);
/* The same for who has no room for all rows: what [rule] counted by contexts in the whole run, in pieces that are to be added
 * up, in no order. Of rules without a condition and without kinds. */
void vm_profile_each_in_context(struct vm_profile *profile, size_t rule,
                                void (*tell)(void *context, const struct context *node,
                                             const struct position *site, int64_t count),
                                void *context);
/* A context of all levels as rows tell those of fewer. It is made when it is asked for, takes 150 bytes, and lives as long as
 * the VM. NULL: no method runs, or [context] is NULL. */
const struct position *vm_context_path(struct vm_profile *profile, const struct context *context);
/* The name of its method; NULL: none runs. */
const char *vm_context_method(const struct context *context);
/* One call of it: [call], which has no caller, led to the context. Returns the calling one; NULL: it is not known or, where
 * [call] has no method, none of the program's. */
const struct context *vm_context_call(const struct context *context, struct position *call);
/* Which of the rules that vm_profile_begin was given the row is of. */
size_t vm_profile_rule(const struct vm_profile *profile, const struct vm_row *row);
/* The first rule with filters that have named nothing that was run so far; NULL: there is none. [is_of] receives whether its
 * `of` names nothing, while its `in` does. */
const struct vm_rule *vm_profile_unmet(struct vm_profile *profile, bool *is_of);
/* That filter with the package that it lacks, "a.b.A.foo" for "A.foo"; NULL: that would name nothing that was run, either. */
const char *vm_profile_meant(const struct vm_profile *profile, const struct vm_rule *unmet,
                             bool is_of);

/* From now on the time of each thread is charged to what it does (event/timing.h): stamps of the clock are taken where methods
 * begin and end, interpreted, compiled and native ones, around slow paths of the runtime, and where the VM compiles, collects
 * or waits. They are put into compiled code when all about it is decided. Once, and before any code of the program has run.
 * May fail: the threshold is negative, or code was compiled already. */
bool vm_time(struct vm *vm, const struct vm_timing_options *options, struct diag *diag);
/* What each thread, or all together, spent in each unit until now; what is 0 is left out. Likewise in each interval, where marks
 * are kept; those of the same name are one. What is told is borrowed for the length of the call; its texts live as long as the
 * VM. What windows divide, they divide more precisely for all threads and intervals together; where they have not met a
 * thread, it is told as a whole. */
void vm_time_each(struct vm *vm, bool by_thread, bool by_mark,
                  void (*tell)(void *context, const struct vm_timed *timed), void *context);
struct vm_timing vm_timing(struct vm *vm);
/* What is told of all threads together, and the windows, count from now on; of single threads all is told. Where windows have
 * waited for this they open now, unless there is no thread for their timer. */
void vm_time_restart(struct vm *vm);
/* From now on calls are sampled in windows (event/sampling.h): rules at the point `sample` count them. Once, and before the
 * profile begins. Nothing else changes, neither decisions nor machine code. May fail: an option makes no sense, the timer has
 * no thread. */
bool vm_sample_calls(struct vm *vm, const struct vm_sampling_options *options, struct diag *diag);
struct vm_sampling vm_sampling(const struct vm *vm);
/* The inliner knows hot calls and receivers from these, which another run sampled, instead of the interpreter's profile: what it
 * decides is repeatable. Before any code of the program has run. */
void vm_inline_by_recorded_calls(struct vm *vm, const struct vm_recorded_call *calls, size_t count);

/* From now on each object that is made has a stamp, and [watcher] is told which objects a collection found dead. Once, and
 * before any code of the program has run. What a stack or a register seems to refer to is found dead later, if at all.
 * May fail: there is no room for the stamps. */
bool vm_watch_deaths(struct vm *vm, const struct vm_deaths *watcher, struct diag *diag);
/* Where deaths are watched; NULL: the object was there before, and has none. Any thread, at any time. */
struct vm_stamp *vm_stamp(struct vm *vm, struct object *object);
/* Collects once more and tells of all that is left as survivors; nothing is told from then on. Nothing where the process leaves though a
 * thread has not stopped: then it is not known what is left. */
void vm_end_lives(struct vm *vm);
/* The references in an object that keep others alive, NULL left out. In the watcher's functions, or in what a rule
 * tells while no other thread runs. */
void vm_each_reference(struct vm *vm, struct object *object,
                       void (*visit)(void *context, struct object *referred), void *context);
/* What it takes in the heap. */
int64_t vm_object_bytes(const struct object *object);

/* --- observing --- */

void vm_listen(struct vm *vm, struct event_sink sink);
/* What happens to the VM as a whole (event/notices.def). [sink] is called by any thread, at any time. */
void vm_listen_to_notices(struct vm *vm, struct event_sink sink);
/* Of the calling thread, in the order in which they began: 0 is the main thread; -1: none of the VM's. */
int64_t vm_thread_number(void);

/* How often the compiler believes that counters (vm_counter, vm_list_sites) are incremented, after
 * each step of a compilation that is to be installed; "build" is the first. */
void vm_trace(struct vm *vm, struct trace_sink sink);

/* Every row of the pipeline (ir/phases.def) as it runs, from "build" to "generate". */
void vm_watch_phases(struct vm *vm, struct phase_sink sink);

/* The graphs of what is compiled to be installed, "optimised" and "lowered", without inserted code;
 * bytecodes are where they would be without it. */
void vm_keep_graphs(struct vm *vm, struct graph_sink sink);

/* Machine code as it comes and goes, with its bytecodes; bridges between compiled and interpreted code, too. What is compiled afterwards has places for more than its calls, and is the
 * same code. */
void vm_watch_code(struct vm *vm, struct code_sink sink);

/* From now on classes are defined as if nothing had been inserted into their methods, and no sites
 * are probed: what the compiler does then is what it does with the program alone. */
void vm_leave_out_inserted_code(struct vm *vm);
/* The class file of a class that vm_define_sources or vm_define_class defined. */
struct vm_class_file {
    const char *name; /* "a.b.C$D" */
    const uint8_t *bytes;
    size_t size;
};
/* Loads classes of the class path that classes of the program name, and what these name; none is initialised. */
void vm_load_named(struct vm *vm);
/* All of them, in the order in which they were defined; where inserted code is left out with those of the class path that were
 * loaded and have some. In [arena]. May fail where inserted code is left out. */
bool vm_class_files(struct vm *vm, bool has_inserted_code, struct arena *arena,
                    const struct vm_class_file **files, size_t *count, struct diag *diag);
/* From now on inserted code takes part in compilations until all is optimised and is then taken out: machine code is that of
 * the program alone, and neither counts, probes nor keeps contexts. For holding it against that of a run without inserted code. */
void vm_strip_inserted_code(struct vm *vm);
/* Has a class that is loaded inserted code, are sites probed, or does the program count by rules? */
bool vm_has_inserted_code(struct vm *vm);

/* Named counters of Probe.hit(name). The slot is stable; it is created with 0 when the name is new.
 */
const struct count *vm_counter(struct vm *vm, const char *name);
bool vm_list_counters(struct vm *vm, size_t index, const char **name, int64_t *value);

/* Probes the VM inserts by itself, as inserted code graphs, into every method it compiles from now
 * on: a counter that follows the operation (took effect) and one that stays at its bytecode
 * (reached); of calls, also one where the callee's code was inlined. A site is a bytecode that was
 * inlined through certain calls: its copies and recompilations share their counters. */
void vm_probe_sites(struct vm *vm, unsigned probes);
/* Where allocations are probed: from now on those outside compiled code are counted, too, at the
 * bytecode that causes them. */
void vm_probe_other_makers(struct vm *vm);

struct vm_site {
    enum vm_site_probe kind;
    const struct position *position;
    enum vm_maker maker;
    const char *subject; /* class or callee */
    const char *native;  /* the method that made it; NULL where none did */
    enum reason reason;  /* why it is allocated, where the compiler has no hand in it */
    bool is_compiled;    /* optimised code had it: it was not folded away, nor left uninlined */
    const struct count *reached;   /* live: executions of the bytecode; NULL: not counted */
    const struct count *effective; /* live */
    const struct count *inlined; /* likewise: entries of inlined code; NULL for other than calls */
    const struct count *bytes;   /* likewise: all that an allocation was given; NULL for others */
};
bool vm_list_sites(struct vm *vm, size_t index, struct vm_site *site);

/* --- calling contexts --- */

struct vm_context_options {
    bool without_call_sites; /* one node for each (caller's node, method) */
    bool without_natives;    /* what they call hangs under their callers */
    bool fold_recursion;     /* a method that calls itself, through whatever, goes on in its node */
    uint32_t levels;         /* so many innermost methods make a context; 0: all */
    uint64_t most_nodes; /* 0: no limit. Contexts beyond it count at their callers, as marks, and
                              * share one node a method */
};

/* Keeps the tree of calling contexts from now on, one for all threads. May fail: Java runs already,
 * code was compiled, the options contradict, or a profile that samples contexts has begun. */
bool vm_keep_contexts(struct vm *vm, const struct vm_context_options *options, struct diag *diag);

/* A node: a method as it was called from a bytecode of another. Nodes live as long as the VM. */
struct context;
/* Its children are what was called from outside: main, threads, class initialisers before them. */
const struct context *vm_contexts(const struct vm *vm);
/* The parent of the one node of each method that was called where no node was made, since there
 * were too many; NULL: that did not happen. Their calls are, in sum, the marks of the tree. */
const struct context *vm_contexts_beyond_limit(const struct vm *vm);

struct vm_context {
    const struct context *parent; /* NULL: a root */
    const struct method *method;  /* NULL: of a root */
    const char *name;             /* "A.foo(Z)V" */
    int bci,
        line; /* of the call, in the parent's method; -1 and 0: no bytecode did, or not known */
    int64_t calls; /* until now, by all threads; -1: it is of a sample, and contexts are not kept */
    bool is_native;
    int64_t mark; /* calls below it in contexts beyond the limit, which are not in [calls] */
};
struct vm_context vm_context(const struct vm *vm, const struct context *context);
/* Ordered by bytecode, then name; in [arena]. Returns how many there are. */
size_t vm_context_children(const struct vm *vm, const struct context *context, struct arena *arena,
                           const struct context *const **children);

struct vm_context_totals {
    int64_t nodes;
    int64_t refused; /* contexts beyond the limit that a node of the tree called */
    int64_t marks;   /* calls in contexts beyond the limit */
    int64_t bytes;   /* of the tree, without the counts, which each thread has for itself */
};
/* All 0: contexts are not kept. */
struct vm_context_totals vm_context_totals(const struct vm *vm);

/* Bytes the allocator has handed out to Java since the VM started (TLAB and slow path,
 * rematerialised objects too). */
int64_t vm_allocated_bytes(struct vm *vm);
/* Of these, what compiled code was handed at the allocations of the program: neither the
 * interpreter, natives, rematerialised objects, nor probes that allocate. */
int64_t vm_compiled_bytes(struct vm *vm);
/* The same, with what belongs to the program and not to its probes; as of now. */
struct vm_allocated {
    int64_t bytes, compiled_bytes;
    int64_t program_bytes; /* of bytes, all but what probes allocated */
    int64_t objects;       /* of the program, without those of compiled code, which sites count */
};
struct vm_allocated vm_allocated(struct vm *vm);
int64_t vm_rematerialized_bytes(struct vm *vm);

/* A probe that a target wrote: inserted code of the classes that were loaded. */
struct vm_probe {
    const char *counter; /* that it hits by name; NULL: none. One that hits several is several */
    const char *method;  /* "A.foo(Z)V" */
    const char *source_file; /* of its class, without folders; NULL when not known */
    int line;                /* 0 when not known */
    const char *text;        /* "probe 'a' is anchored to new A at line 5" */
    bool was_entered; /* its method was interpreted since vm_mark_entries, or has been compiled */
    enum vm_point
        point; /* of the operation that it is anchored to: new, call or lock; POINT_COUNT: another, or none */
    int bci;           /* of that operation, without inserted code; -1: it is anchored to none */
    bool is_plain;     /* it hits the counter where the method is compiled, and does nothing else */
    const char *fault; /* it cannot be where it asks to be, or the program reads what it writes: in
                          words, with the cure; else NULL */
};
/* Calls from now on decide what was entered (vm_probe). */
void vm_mark_entries(struct vm *vm);
/* With the option count_executions: methods, and loops that are entered on their own, whose compiled code was entered since
 * vm_mark_executions, evicted code too; and its bytes, of each the greatest that it had. Without: 0. */
struct vm_executed {
    int64_t codes, bytes;
};
void vm_mark_executions(struct vm *vm);
struct vm_executed vm_executed(struct vm *vm);
/* All of them, in [arena]; returns how many. [root]: what is called from outside. */
size_t vm_probes(struct vm *vm, const struct method *root, struct arena *arena,
                 const struct vm_probe **probes);

/* A probe that failed in compiled code since it reads a value that the compiler lost. */
struct vm_loss {
    const char
        *counter; /* that the probe hits by name; NULL: none. One that hits several is several */
    const char *text; /* "the probe at line 5 reads 'k', which phase dce removed; ..." */
    int64_t failures; /* so often, until now */
};
size_t vm_losses(struct vm *vm, struct arena *arena, const struct vm_loss **losses);

struct vm_statistics {
#define STATISTIC(type, member, meaning) type member;
#include "statistics.def"
#undef STATISTIC
};
void vm_statistics(struct vm *vm, struct vm_statistics *out);

#endif
