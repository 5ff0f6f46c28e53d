/* The Java frames of the calling thread, innermost first: the interpreter's, and those of compiled
 * code with what was inlined there. Works anywhere inside the VM, in natives and in what compiled
 * code calls too. Never allocates, never collects, never throws; what it walks must not return
 * meanwhile.
 *
 * All C code of the VM and all compiled code keeps frame pointers. An interpreter frame knows an
 * address in its C frame, which places it among the others. */
#ifndef RUNTIME_STACK_H
#define RUNTIME_STACK_H

#include "runtime/runtime.h"

struct call_site;

/* Calls that are inlined in compiled code, and run with a poll. */
struct inlined_calls {
    uint32_t count;
    struct inlined_callee {
        const struct call_site *start; /* the callee's first bytecode */
        double until;     /* how often it and those before it are called with one such poll */
        bool is_believed; /* by odds of branches */
    } items[];
};

/* A call in compiled code, seen from the method that the bytecode is in; [caller] is the call
 * through which that method was inlined, NULL in the method that was compiled. */
struct call_site {
    struct method *method;
    int bci;
    const struct call_site *caller;
    const struct call_site *hidden; /* code of hidden classes between this call and its callee */
    bool is_below_hidden;
    bool is_on_stack;                    /* of code that is entered at a loop */
    int compilation;                     /* the number of that code's */
    const struct inlined_calls *inlined; /* that run with this poll, or call; NULL: none */
    int32_t *active; /* how many frames are here, for who counts them; NULL: nobody does */
    const struct timed_unit *unit; /* of that code, where it is timed; else NULL */
    int32_t share;                 /* of the unit: this call, from 1; 0: none */
};

static inline enum vm_point inlined_callee_point(const struct inlined_callee *callee) {
    return callee->is_believed ? POINT_believed : POINT_inferred;
}

struct stack_walk {
    const struct thread *thread;
    const struct stack_entry *recorded, *end; /* not yet told; NULL: the thread's stack is walked */
    const struct frame *frame;                /* of the interpreter, not yet told */
    char *const *native;                      /* frame pointer: the C frame reached */
    const struct call_site *site;             /* of the compiled frame reached, not yet told */
};

struct stack_entry {
    struct method *method;
    int bci; /* of the instruction that is executed: a call, in all but the innermost frame */
    const struct call_site *site; /* of compiled code; NULL: it is interpreted */
    const struct frame *frame;    /* of the interpreter, or of a native; NULL: it is compiled */
    bool is_compiled;
    bool is_on_stack;     /* compiled, and entered at a loop */
    bool is_below_hidden; /* it calls an inlined method of a hidden class, which is not told */
};

/* The innermost entries of a walk, by which it can be repeated when its frames are gone. */
struct stack_record {
    uint32_t count;
    struct stack_entry entries[]; /* without their frames */
};

/* [native]: the frame pointer of a function that does not return before the walk ends. */
void stack_walk_begin_from(struct stack_walk *walk, const struct thread *thread,
                           const void *native);
/* Of another thread, which is outside Java and does not come back meanwhile. */
void stack_walk_begin_outside(struct stack_walk *walk, const struct thread *thread);

/* What begins a walk has no frame of its own, in no build: it would be gone when the walk goes on. */
#define IN_WALKERS_FRAME static inline __attribute__((always_inline))

IN_WALKERS_FRAME void stack_walk_begin(struct stack_walk *walk, const struct thread *thread) {
    stack_walk_begin_from(walk, thread, __builtin_frame_address(0));
}
/* Of the calling thread, or another one as above. */
IN_WALKERS_FRAME void stack_walk_begin_of(struct stack_walk *walk, const struct thread *thread) {
    if (thread == thread_current())
        stack_walk_begin(walk, thread);
    else
        stack_walk_begin_outside(walk, thread);
}
/* The same where [recorded] is NULL. */
IN_WALKERS_FRAME void stack_walk_begin_at(struct stack_walk *walk, const struct thread *thread,
                                          const struct stack_record *recorded) {
    if (recorded)
        *walk = (struct stack_walk){.thread = thread,
                                    .recorded = recorded->entries,
                                    .end = recorded->entries + recorded->count};
    else
        stack_walk_begin_of(walk, thread);
}
/* False behind the outermost frame. */
bool stack_walk_next(struct stack_walk *walk, struct stack_entry *out);

/* The same of all that is left of its frame, with what is inlined there. */
static inline bool stack_walk_next_frame(struct stack_walk *walk) {
    struct stack_entry entry;
    bool is_any = false;
    while (stack_walk_next(walk, &entry)) {
        is_any = true;
        if (!entry.site || !entry.site->caller) break;
    }
    return is_any;
}

/* So many of the calling thread's newest frames, of C too, as they lie there: the address that each returns to; of the interpreter's
 * the method and the bytecode. While no code is released, a walk of stacks with the same words tells the same of these frames. Writes
 * at most [room] words, two or more, and returns how many. [next]: the first frame that is left; NULL: none is. */
uint32_t stack_words(const struct thread *thread, int frames, uintptr_t *out, uint32_t room,
                     const char **next);

/* Whose code, and which share of it, called the C code that a signal has interrupted, by what was in the thread's registers. That may be
 * another unit where the C code keeps no frame pointer. NULL: none did. */
const struct timed_unit *stack_interrupted_unit(const struct thread *thread,
                                                const void *stack_pointer,
                                                const void *frame_pointer, int32_t *share);

/* Where the calling thread's innermost call in compiled code returns to; NULL: there is none, or the interpreter executes a bytecode
 * inside of it. While no code is released, the first bytecode of a walk follows from it. */
const char *stack_innermost_code(const struct thread *thread);
/* The same at once, of a native that compiled code called and that calls nothing now; else NULL, or somewhere in C code. */
static inline const char *stack_entry_of_native(const struct thread *thread) {
    const struct frame *frame = thread->frame;
    return frame && frame->entered_by ? frame->entered_by[1] : NULL;
}

#endif
