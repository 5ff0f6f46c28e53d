/* A Java thread: pending exception, allocation buffer, interpreter stack. Compiled code receives it
 * as its first parameter and uses the offsets below. */
#ifndef RUNTIME_THREAD_H
#define RUNTIME_THREAD_H

#include <setjmp.h>
#include <stddef.h>

#include "api/value.h"
#include "base/cells.h"
#include "heap/heap.h"
#include "runtime/windows.h"
#include "runtime/world.h"

struct context;
struct deoptimization_site;
struct context_link;
struct method;

/* An activation of the interpreter; frames form a chain from the newest. Locals and operand stack
 * lie in the thread's stack memory; the collector scans conservatively from the first local to
 * [top]. */
struct frame {
    struct frame *caller;
    struct method *method;
    union value *locals; /* slots as in the class file: long and double take two; NULL: a native */
    union value *top;    /* first free slot of the operand stack; natives: NULL */
    const uint16_t *bci; /* of the current instruction; natives: NULL */
    const void *native;  /* in the C frame that executes it, which may execute its callers too */
    union {              /* while calling contexts are kept */
        struct context *context;
        struct context_link **call_site; /* natives: of what they call */
    };
    struct context_link **called_at; /* natives, likewise: the call; others: NULL */
    /* Natives: frame pointer of what entered them, a bridge or C code; NULL: the interpreter, or they call Java now. Others: NULL. */
    char *const *entered_by;
};

/* A part of the C stack that is not scanned: frames of the interpreter, which hold no reference
 * that is not in a slot too. The chain goes outwards; it differs from that of the frames while
 * compiled code of a loop stands in for one. */
struct native_gap {
    const void *low, *high; /* [low] is NULL while the interpreter does not run there */
    struct native_gap *outer;
};

/* What a thread outside Java waits for: Thread.State. */
enum thread_wait { WAIT_NOT, WAIT_TO_ENTER, WAIT_FOREVER, WAIT_WITH_LIMIT };

enum { MADE_PLACES = 64, MADE_CELLS = 4 };

/* What is added to where the VM, or a native, makes an object of the class for the call in compiled code that returns there. */
struct made_place {
    const char *code; /* NULL: none is known */
    const struct class *made;
    int64_t count;
    int64_t *words[MADE_CELLS];
    uint8_t amounts[MADE_CELLS]; /* enum vm_amount: of the object */
};

enum { DEOPTIMIZATION_VALUES = 1024 };

enum { INSERTED_CODE = 1 << 16 };

/* Between two stamps one unit runs, the end of that which was stamped last, and the begin of that which is stamped next. */
enum { UNITS_OF_WINDOWS = 3 };

/* Moments of the thread's time in compiled code, of which stamps tell which units ran (timing_windows.h). */
struct timed_window {
    /* Where units begin and end, compiled code calls the VM while this is not 0. The signal's handler sets it, as it does what
     * follows, and nobody but the thread. */
    int32_t is_open;
    struct seen_unit {
        const struct timed_unit *unit; /* NULL: the one that the next stamp tells */
        int32_t windows;               /* that opened in it; 0: it is none */
    } seen[UNITS_OF_WINDOWS];
    struct {
        const struct timed_unit *unit;
        int32_t share;
    } called; /* likewise, where that called C code, if it is of the unit that the stamp tells */
    bool is_stamping;      /* none opens */
    bool is_asked;         /* atomic: the timer sent the signal */
    pthread_t native;      /* to which it sends it */
    clockid_t processor;   /* the time that the thread has had on processors */
    int64_t used, checked; /* that, and the time, at the last tick: the timer's own */
    VEC(struct stacked_method {
        const struct method *method;
        const struct timed_unit *
            unit; /* of the outermost activation that compiled code has; NULL: the interpreter's is further out */
        bool is_inlined; /* it has none of its own */
    })
    stack; /* when it began */
    VEC(struct stacked_call {
        const struct timed_unit *unit;
        int32_t share;
    })
    calls; /* likewise, in units but the one that ran */
};

/* What the thread's time is charged to, while it is measured (timing.h). */
struct thread_clock {
    int64_t *account;                 /* one of its cells; NULL: it is not measured */
    int64_t last;                     /* when it was charged */
    int64_t begun, begun_nanoseconds; /* the thread, by its clock and the monotonic one */
    int64_t *inside;                  /* outside Java: the account when it went there */
    int64_t *mutator;                 /* while it collects: the account before */
    int64_t *
        compiled; /* the account of all compiled code, where windows divide it; NULL: each activation is timed */
    struct timed_window window;
};

/* What others want of a thread, in one word: to stop, and to sample calls at entries of methods or at these and in loops. Loops look at the
 * word, entries at native_limit, which follows from it. */
enum thread_request {
    REQUEST_STOP = 1,
    REQUEST_LOOPS = 2,
    REQUEST_ENTRIES = 4,
    REQUEST_WINDOW = 8, /* to open a window of a time; no poll passes until it has */
    REQUESTS_AT_LOOPS = REQUEST_STOP | REQUEST_LOOPS,
    REQUESTS_NOT_PASSED = REQUEST_STOP | REQUEST_WINDOW
};

/* What compiled code reads most is nearest: its instructions are shorter then. */
struct thread {
    struct tlab tlab;         /* at offset 0: compiled code allocates */
    struct object *exception; /* pending */
    struct runtime *runtime;
    struct frame *frame;                          /* newest interpreter frame, NULL */
    struct native_gap *gap;                       /* innermost, NULL */
    union value *stack, *stack_top, *stack_limit; /* memory of interpreter frames */
    char *native_limit;                           /* C stack: below this, call thread_overflowed */
    char *native_end;                             /* C stack: below this, StackOverflowError */
    int32_t requests;                             /* enum thread_request; atomic */
    struct thread_windows windows;                /* calls are sampled */
    size_t stack_bytes;
    size_t native_bytes;        /* of the C stack, of a thread started here */
    char *native_base;          /* C stack's outermost address to scan */
    uintptr_t out_of_memory_at; /* how deep the C stack was when memory ran out; 0: not since the
                                   last stack_forget */
    volatile bool is_asked_for_good; /* by thread_ask_from_signal */
    int64_t compiling;               /* atomic: nanoseconds on processors, in which it compiled */
    struct frame *loop; /* the interpreter's newest that entered compiled code of a loop, not in the
                           chain meanwhile; NULL: none, or that code was left and it goes on */
    int32_t interpret_only; /* > 0: method->entry is ignored, profiles are left alone. Inserted
                               code, and what it calls, adds INSERTED_CODE each */
    bool runs_naive_code;   /* what a rule runs as ordinary program code */
    struct cells cells;     /* its counts */
    struct thread_clock clock;
    struct context_link **call_site; /* while calling contexts are kept: from where the method that
                                        begins is called */
    struct context_link *called;     /* what [call_site] points to where the VM calls */
    struct context *left;            /* of the compiled method that a failing guard leaves */
    struct context *last_context;    /* the last caller that had a node where there are too many */
    union value deoptimization_values[DEOPTIMIZATION_VALUES]; /* live values a failing guard hands
                                                                 over; roots */

    uint32_t bias;       /* the lock word of an object biased to this thread and not locked */
    uint16_t id;         /* in lock words; from 1 */
    uint64_t number;     /* of the threads that began before it */
    bool is_outside;     /* of Java; see world.h */
    bool is_daemon;      /* nobody waits for its end */
    bool is_interrupted; /* guarded by world.lock, as what follows */
    enum thread_wait wait;
    int64_t waited;      /* for the monitor that it entered last, in nanoseconds, until
                                      that is told (monitor_tell_wait); 0: it did not wait */
    int64_t waits_since; /* for [awaited], of which what was before is told; 0: nobody asks */
    const struct monitor *awaited; /* while it waits to enter it; else NULL */
    const struct method *entered; /* the synchronized one whose lock it takes, in the interpreter */
    int64_t allocated_bytes;      /* like runtime->allocated_bytes */
    int64_t allocated_objects;    /* these, without probes' */
    int64_t probe_bytes;          /* of allocated_bytes, what probes allocated */
    struct object *java;          /* its java.lang.Thread; a root; NULL: not asked for yet */
    const char *name;             /* while it has none; NULL: Java started it */
    pthread_t native;             /* set when it runs */
    struct native_context context; /* of a thread outside */
    struct made_place made_places[MADE_PLACES];
    const struct deoptimization_site
        *left_site;             /* jit's: compiled code is being left there; NULL */
    int stops;                  /* how often it has stopped the world */
    struct thread *next;        /* in the world */
    pthread_cond_t wake;        /* to wait for, outside, with world.lock */
    struct thread *next_waiter; /* of the monitor it wants to enter, or waits on */
    bool is_notified;
    bool awaits_reference;         /* in a queue */
    struct thread *outer;          /* the one that was current before: of a test's other VM */
    jmp_buf *end;                  /* where it ends when the VM does; NULL: the main thread */
    void (*task)(struct thread *); /* what it runs, in Java; NULL: the main thread */
};

enum {
    THREAD_TLAB_TOP = offsetof(struct thread, tlab.top),
    THREAD_TLAB_LIMIT = offsetof(struct thread, tlab.limit),
    THREAD_EXCEPTION = offsetof(struct thread, exception),
    THREAD_INTERPRET_ONLY = offsetof(struct thread, interpret_only),
    THREAD_DEOPTIMIZATION_VALUES = offsetof(struct thread, deoptimization_values),
    THREAD_NATIVE_LIMIT = offsetof(struct thread, native_limit),
    THREAD_NATIVE_END = offsetof(struct thread, native_end),
    THREAD_PASSES = offsetof(struct thread, windows.passes),
    THREAD_REQUESTS = offsetof(struct thread, requests),
    THREAD_CELLS = offsetof(struct thread, cells),
    THREAD_ACCOUNT = offsetof(struct thread, clock.account),
    THREAD_LAST_STAMP = offsetof(struct thread, clock.last),
    THREAD_WINDOW = offsetof(struct thread, clock.window.is_open),
    THREAD_CALL_SITE = offsetof(struct thread, call_site),
    THREAD_LEFT = offsetof(struct thread, left),
    THREAD_LOOP = offsetof(struct thread, loop),
    THREAD_BIAS = offsetof(struct thread, bias),
};

/* With so many slots for the interpreter's frames; the thread's runtime is set. False when there is no memory for these or for its
 * counts: then the thread holds nothing. */
bool thread_init(struct thread *thread, size_t slots);
void thread_release(struct thread *thread);
/* The calling thread is this one from here on: finds its C stack, of which Java uses so much at
 * most. */
void thread_attach(struct thread *thread, size_t native_bytes);

/* java.lang.Thread of the calling thread, made on demand; NULL when that threw. */
struct object *thread_java(struct thread *thread);
/* Its name, in the arena or for as long as the thread lives. */
const char *thread_name(struct thread *thread, struct arena *arena);
/* Its Java code has ended: passes a pending exception to its handler, and wakes the threads that
 * wait for its end. Runs Java; nothing is pending afterwards. */
void thread_finish(struct thread *thread);
/* Starts a thread that calls the run() of this java.lang.Thread, whose constructor asked for a
 * stack of so many bytes, or 0; false when there is no room. */
bool thread_start(struct thread *thread, struct object *java, bool is_daemon, int64_t stack_bytes);
/* Starts a daemon of the VM's own, which Java does not see unless it runs Java; NULL when there is
 * no room. */
struct thread *thread_start_task(struct runtime *runtime, const char *name,
                                 void (*task)(struct thread *));
/* Waits until no user thread runs but the caller. */
void threads_join(struct thread *thread);
/* All others end, where they come back to Java or wait; the caller alone is left. Those that wait
 * for a stream are interrupted by SIGURG. */
void threads_end(struct thread *thread);

static inline bool thread_is_asked(const struct thread *thread, int requests) {
    return __builtin_expect(__atomic_load_n(&thread->requests, __ATOMIC_RELAXED) & requests, 0);
}
static inline bool thread_is_asked_to_stop(const struct thread *thread) {
    return thread_is_asked(thread, REQUEST_STOP);
}

/* It is asked to stop, or calls are sampled. */
static inline bool thread_polls_at_entries(const struct thread *thread) {
    return __builtin_expect(
        __atomic_load_n(&thread->native_limit, __ATOMIC_RELAXED) == (char *)UINTPTR_MAX, 0);
}

/* Does it run inserted code, or what inserted code has called? */
static inline bool thread_runs_inserted_code(const struct thread *thread) {
    return thread->interpret_only >= INSERTED_CODE;
}

/* One of the polls of a window that nobody sees. Compiled code does the same by itself (backend/emit.c). */
static inline bool thread_passes_poll(struct thread *thread) {
    if (thread->windows.passes < 0) thread->windows.passes = 0;
    if (thread_is_asked(thread, REQUESTS_NOT_PASSED) || !thread->windows.passes ||
        thread_runs_inserted_code(thread))
        return false;
    thread->windows.passes--;
    return true;
}

/* Calls a method whatever executes it: its entry, or the interpreter when interpret_only. */
union value thread_call(struct thread *thread, struct method *method, union value *arguments);
/* The same for a call of the program, whose site is in thread->call_site already. */
union value thread_pass_call(struct thread *thread, struct method *method, union value *arguments);

/* Slots of the interpreter's stack beyond its limit: one half for frames that compiled code goes
 * on in, one for the making of a StackOverflowError. */
enum { STACK_RESERVE = 64 * 1024 };

/* Zeroes so many bytes, a multiple of 8, of the C stack below the caller's frame: what has been
 * left there could look like references in frames to come, which do not write all of their memory.
 */
void stack_clear(size_t size);
enum { STACK_CLEARED = 8 * 1024 }; /* more than frames of the VM or of the collector mostly take */
/* The same for what an OutOfMemoryError unwound: all that its handler drops must be garbage then.
 */
void stack_forget(struct thread *thread);

#endif
