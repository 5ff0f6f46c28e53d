/* The state that all rooms above share: heap, classes, well-known names, threads. One runtime a
 * process. */
#ifndef RUNTIME_RUNTIME_H
#define RUNTIME_RUNTIME_H

#include <stdio.h>

#include "base/arena.h"
#include "base/count.h"
#include "base/diag.h"
#include "base/vec.h"
#include "event/rule.h"
#include "heap/heap.h"
#include "options.h"
#include "runtime/class.h"
#include "runtime/monitor.h"
#include "runtime/thread.h"

struct call_site;    /* stack.h */
struct context_tree; /* contexts.h */
struct timing;       /* timing.h */

/* Classes and members that the VM knows by name (runtime/known.def). */
struct known_classes {
#define KNOWN_CLASS(field, name) struct class *field;
#include "runtime/known.def"
#undef KNOWN_CLASS
};

/* Exceptions that the VM throws (runtime/known_errors.def). */
enum known_error {
#define KNOWN_ERROR(error, name) ERROR_##error,
#include "runtime/known_errors.def"
#undef KNOWN_ERROR
};

/* Fields of the class library that the VM reads and writes. */
struct known_fields {
    struct field *string_value;        /* private final char[] value, in UTF-16 */
    struct field *throwable_message;   /* private String message */
    struct field *throwable_backtrace; /* private long[] backtrace */
    struct field *throwable_cause;     /* private Throwable cause */
    /* Of java.lang.ref, once Reference and ReferenceQueue are linked. */
    struct field *referent, *queue, *next, *queue_head;
};

/* Finds the bytes of a class by internal name; false when there is none. Bytes live as long as the
 * runtime. */
typedef bool (*class_source)(void *context, const char *internal_name, const uint8_t **bytes,
                             size_t *size);

struct counter {
    const char *name; /* interned */
    struct count hits;
};

/* Why an object is made: the VM or a native needs it; the interpreter executes a bytecode that asks
 * for it; one that compiled code had virtual exists from now on. */
enum making { MADE_BY_VM, MADE_BY_BYTECODE, MADE_AGAIN };

/* What rules may name and is no place in bytecode: an object is made otherwise than by a bytecode or compiled code, a native
 * is called, the monitor of a synchronized one is entered or left, a class begins to be initialised, a thread begins to run. So is
 * how long a thread waited for a monitor. */
/* Cells that a happening adds to. */
struct happening_cells {
    bool is_all;                        /* it does nothing else */
    uint8_t count, amounts[MADE_CELLS]; /* enum vm_amount: of the object */
    uint32_t items[MADE_CELLS];
};

struct happening {
    enum vm_point point;
    const struct class *class;   /* made, locked, or initialised */
    const struct method *native; /* whose frame is the newest */
    const struct method *
        entered; /* synchronized: its frame is none yet; NULL: the newest frame's bytecode is meant */
    const struct call_site *inlined;  /* the start of a method that is inlined in the code */
    int inlined_in;                   /* of this frame, the newest is 1; else NULL and 0 */
    const struct stack_record *stack; /* on which it happened; NULL: the thread's, as it is now */
    struct object *object;            /* made, locked, or a native's receiver */
    enum lock_type lock;              /* how a monitor was entered */
    int64_t waited; /* nanoseconds until then: this is told, not that it was entered; 0: it is */
    int64_t more;   /* it stands for so many of its like that nobody saw, too */
    struct happening_cells *cells; /* are written down there; NULL: nobody asks */
};

struct runtime {
    const struct vm_options *options;
    struct arena arena; /* classes and everything that lives as long */
    struct heap heap;
    struct known_classes known;
    struct class *classes;        /* newest first */
    struct loaded_classes *table; /* by name */
    struct class *primitives[JAVA_TYPE_COUNT];
    VEC(struct class_path_entry) class_path;
    uint32_t trusted_sources;       /* of class_path, the first ones: the class library's */
    struct string_table *strings;   /* interned java.lang.Strings; roots */
    VEC(struct object *) protected; /* roots of the embedder */
    VEC(struct counter *) counters; /* Probe.hit; addresses are stable */
    struct cell_space cells;        /* of counters */
    struct vm_profile *profile;     /* tally's: rules, and what they count; NULL: there are none */
    struct context_tree *contexts;  /* calling contexts; NULL: they are not kept */
    struct timing *timing;          /* where the threads' time goes; NULL: nobody asks */
    struct count failed_probes;     /* inserted code that ended early */
    int64_t allocated_bytes; /* by interpreter, natives, deoptimisation and probes, of threads that
                                ended: all but compiled code itself */
    int64_t allocated_objects, probe_bytes; /* likewise: see thread.h */
    struct thread main;
    struct world world;
    struct monitor_table *monitors; /* NULL: none was inflated */
    struct lock class_lock;         /* loading, linking, interning of strings */
    struct lock heap_lock;          /* of the heap's slow paths */
    struct event_sink sink;
    struct event_sink notices; /* hears those of notices.def; called by any thread */
    bool has_enqueued;         /* the collection under way put references into queues */
    uint32_t hidden_class_count;
    uint32_t next_hash;             /* identity hashes are a seeded sequence, not addresses */
    const char *const *environment; /* of the process, as the VM found it: libgccjit changes it */
    struct known_fields fields;
    struct object *out_of_memory; /* thrown when there is no room for another; a root */
    bool is_out_of_memory;        /* an OutOfMemoryError is being made */
    struct diag *boot_diag;       /* while booting: where errors go that would be exceptions */

    /* Callbacks into the rooms above, set in vm.c only. */
    method_entry interpret;     /* first value of method->entry */
    const void *compiled_entry; /* first value of method->compiled_entry */
    void (*on_hot)(struct thread *thread, struct method *method); /* heat ran out */
    /* Compiled code for the loop at [bci], which takes the locals as arguments and returns what the
     * method returns; NULL: go on interpreting. */
    method_entry (*on_loop)(struct thread *thread, struct method *method, int bci);
    /* The program ends the process with this status, in the thread that asked for it; a thread was
     * asked to stop and has come to a poll. NULL: not reported. */
    void (*on_halt)(struct thread *thread, int status);
    void (*on_poll)(struct thread *thread);
    /* At a poll, when [has_poll_work] is set. */
    void (*on_poll_work)(struct thread *thread);
    void (*on_mark_told)(struct thread *thread); /* jit's: the event of a mark was sent */
    bool has_poll_work;                          /* atomic */
    /* The program was handed an object otherwise than by an allocation of compiled code; a native
     * is about to be called, whose frame is the newest. NULL: not reported. Must not allocate. */
    void (*on_made)(struct thread *thread, const struct object *object, enum making making);
    void (*on_native)(struct thread *thread, const struct method *native);
    struct method
        *naive_probe; /* that rules call as ordinary program code; NULL: they are inserted code */
    /* At a point that a rule asks for (runtime_tells). Must neither allocate nor throw. */
    void (*on_happening)(struct thread *thread, const struct happening *happening);
    uint32_t told_points;    /* set of enum vm_point */
    struct windows *windows; /* in which calls are sampled; NULL: they are not */
    bool samples_wait;       /* until they are read: all that rules want of them is known then */
    int sampled_levels;      /* calls of their contexts that rules ask for; VM_ALL_LEVELS */
    int64_t released_codes;  /* atomic: how often addresses of code became free for other code */
    struct sampled_graph
        *sampled; /* interp's: what the inliner reads of sampled calls; NULL: it reads none */
    /* Of a sample that stands for [weight]: a method was entered on this object (NULL: on none, or it is not known). NULL: nobody takes it */
    void (*on_sample)(struct thread *thread, const struct object *receiver, int64_t weight);
    bool measures_waits; /* for monitors: a rule sums that */
    /* A class was defined by these bytes; NULL: not reported. The classes are locked: nothing may be
     * loaded. */
    void (*on_define)(struct runtime *runtime, const struct class *class, const uint8_t *bytes,
                      size_t size);
    /* The program ends an interval of the profile. */
    void (*on_mark)(struct vm_profile *profile, const char *text);
    /* The process is about to exit, the world stands still; NULL: not reported. */
    void (*on_exit)(void);
    /* What follows then: returns the exit status. NULL: it is the program's. */
    int (*on_end)(struct runtime *runtime, int status);
    /* Whose code a signal has interrupted before the address; NULL: none that is timed. [share]: of the unit, that what took time there is
     * of; -1: of none. Handlers of signals may call it. */
    const struct timed_unit *(*find_unit)(const void *address, int32_t *share);
    /* Which call of compiled code returns there; NULL: none, the address is other code's. */
    const struct call_site *(*find_call_site)(const void *return_address);
    const char *code; /* where that code lies; NULL: nobody asks */
    size_t code_size;
    bool leaves_out_inserted_code; /* of the classes that are defined from now on */
};

/* Does a rule ask for the point where it is no place in bytecode? */
static inline bool runtime_tells(const struct runtime *runtime, enum vm_point point) {
    return runtime->told_points >> point & 1;
}

/* Of calls that are inlined and run with what is sampled. */
static inline bool runtime_infers(const struct runtime *runtime) {
    return runtime_tells(runtime, POINT_inferred) || runtime_tells(runtime, POINT_believed);
}

struct class_path_entry {
    class_source find;
    void *context;
};

/* The calling thread is the main Java thread from here on. Set [interpret] before booting. The
 * options outlive the runtime. */
void runtime_init(struct runtime *runtime, const struct vm_options *options);
void runtime_release(struct runtime *runtime);
/* Loads the known classes from the class path; false with [diag] when one is missing or broken. */
bool runtime_boot(struct runtime *runtime, struct diag *diag);
/* Bytes handed out so far, and how many of them to others than compiled code. */
struct allocated {
    int64_t all, uncompiled;
    int64_t probes;  /* of the uncompiled ones */
    int64_t objects; /* uncompiled ones, but for those of probes */
};
struct allocated runtime_allocated(struct runtime *runtime);
struct counter *runtime_counter(struct runtime *runtime,
                                const char *name); /* made with 0 when new */

/* --- loading and linking (loader.c, link.c); all may collect and may throw: NULL or false with
 * thread->exception - */

/* Classes are searched in the order in which their sources were added. */
void runtime_add_class_path(struct runtime *runtime, class_source find, void *context);
/* What the sources added so far give is trusted. */
void runtime_trust_class_path(struct runtime *runtime);
/* By internal name; array classes too. Throws NoClassDefFoundError. */
struct class *class_load(struct thread *thread, const char *internal_name);
/* Already loaded? NULL when not. */
struct class *class_loaded(struct runtime *runtime, const char *internal_name);
/* Defines a class from bytes. [name] NULL: what the bytes say. Throws ClassFormatError,
 * LinkageError... */
struct class *class_define(struct thread *thread, const char *name, const uint8_t *bytes,
                           size_t size);
/* A hidden class (JVMS 5.4.4 does not know them; java.lang.invoke does): its code accesses what the
 * host's code may. The bytes are trusted. [name] is class_hidden_name's, "a/Host$$Lambda$1+0x1":
 * nothing else names it. */
struct class *class_define_hidden(struct thread *thread, struct class *host, const char *name,
                                  const uint8_t *bytes, size_t size);
/* A name that no class has. Interned. */
const char *class_hidden_name(const struct class *host, const char *kind);
/* Type-checks the class's code, and that of its supertypes before, once; trusted classes only when
 * all are to be verified. Throws VerifyError, or NoClassDefFoundError when a class that decides is
 * missing. Initialisation does it first. */
bool class_verify(struct thread *thread, struct class *class);
/* Gives code that is made from a method of the class the frames that StackMapTable must have. May fail, or throw. */
struct member_info;
struct code;
struct diag;
bool class_make_frames(struct thread *thread, struct class *class, const struct member_info *method,
                       struct code *code, struct diag *diag);
bool class_initialize(struct thread *thread, struct class *class);
static inline bool class_is_initialized(const struct class *class) {
    return class_state(class) == CLASS_INITIALIZED;
}

/* --- allocation (allocate.c); may collect, throw OutOfMemoryError --- */

struct object *object_make(struct thread *thread, struct class *class, enum making making);
/* The two halves of object_make, for objects that natives take for whole: nobody is told of it before it has what they read. */
struct object *object_allocate(struct thread *thread, struct class *class);
void object_tell_made(struct thread *thread, struct object *object, enum making making);
/* Throws NegativeArraySizeException too. [class] is the array's class. */
struct array *array_make(struct thread *thread, struct class *array_class, int32_t length,
                         enum making making);
static inline struct object *object_new(struct thread *thread, struct class *class) {
    return object_make(thread, class, MADE_BY_VM);
}
static inline struct array *array_new(struct thread *thread, struct class *array_class,
                                      int32_t length) {
    return array_make(thread, array_class, length, MADE_BY_VM);
}
/* multianewarray: [dimensions] lengths, in the interpreter. */
struct array *array_new_multi(struct thread *thread, struct class *array_class,
                              const int32_t *lengths, int dimensions);

/* --- strings (string.c) --- */

struct object *string_new_utf8(struct thread *thread, const char *modified_utf8, size_t length);
struct object *string_new_utf16(struct thread *thread, const uint16_t *chars, int32_t length);
/* The one object of a literal (JLS 3.10.5), kept for ever; that of String.intern, while it is used.
 */
struct object *string_intern_utf8(struct thread *thread, const char *modified_utf8, size_t length);
struct object *string_intern(struct thread *thread, struct object *string);
const uint16_t *string_chars(const struct object *string, int32_t *length);
/* Has its constructor run? Before, statements of rules may see it, and it has no characters. */
bool string_is_made(const struct object *string);
/* UTF-8 (not modified; lone surrogates become '?') into [out], at most STRING_BYTES_PER_CHAR a char
 * and no 0 at the end. How many bytes it is. */
enum { STRING_BYTES_PER_CHAR = 3 };
size_t string_encode(const struct object *string, char *out);
/* The same, ended by a 0. */
const char *string_utf8(const struct object *string, struct arena *arena);

/* --- exceptions (exception.c) --- */

/* Throws a new exception with a message (printf form; NULL: none); pending afterwards. */
void throw_new(struct thread *thread, enum known_error error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void throw_object(struct thread *thread, struct object *exception);
/* The same, of a class of the class library by its internal name. */
void throw_named(struct thread *thread, const char *internal_name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Is it of exactly this class? NULL is not. */
bool exception_is(const struct object *exception, enum known_error error);
/* Gives the pending exception a cause. */
void throw_because(struct thread *thread, struct object *cause);
/* ClassNotFoundException, or NoClassDefFoundError, of a class that is not on the class path. */
void throw_class_not_found(struct thread *thread, const char *internal_name);
void throw_no_class_definition(struct thread *thread, const char *internal_name);
/* The exception's message in UTF-8, or NULL. */
const char *exception_message(const struct object *exception, struct arena *arena);
/* The bci of the handler in [method] for [exception] thrown at [bci], or -1: of what inserted code
 * throws, one in the same inserted code. Pending afterwards is
 * what the handler throws instead because it may not name its class. */
int exception_handler(struct thread *thread, struct method *method, int bci,
                      struct object *exception);

/* The exceptions that instructions throw by themselves, with the messages that java gives. Used by
 * the interpreter. */
void throw_null_pointer(struct thread *thread);
void throw_array_index(struct thread *thread, int32_t index, int32_t length);
void throw_division_by_zero(struct thread *thread);
void throw_class_cast(struct thread *thread, struct class *from, struct class *to);
void throw_array_store(struct thread *thread, struct class *element);
void throw_negative_array_size(struct thread *thread, int32_t length);
/* [receiver] has no implementation of [method], but an abstract [selected] one, or NULL. */
void throw_abstract_method(struct thread *thread, const struct class *receiver,
                           const struct method *method, const struct method *selected);
/* The same where all that is known is what was selected. */
void throw_missing_implementation(struct thread *thread, const struct method *selected);
/* That of an interface's method is not public. */
void throw_inaccessible_implementation(struct thread *thread, const struct class *receiver,
                                       const struct method *method);
/* What a method with a refusal throws. */
void throw_refusal(struct thread *thread, const struct method *method);
void throw_unsatisfied_link(struct thread *thread, const struct method *method);
void throw_out_of_memory(struct thread *thread);
void throw_array_too_large(struct thread *thread);
void throw_stack_overflow(struct thread *thread);

uint32_t object_identity_hash(struct thread *thread, struct object *object);
/* java.lang.Class of a class; may collect. */
struct object *class_mirror(struct thread *thread, struct class *class);
struct class *mirror_class(const struct object *mirror);

#endif
