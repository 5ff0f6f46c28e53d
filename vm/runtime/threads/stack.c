/* STACK: two chains merged by address, that of the interpreter's frames and that of the C frames,
 * among which the return addresses tell the compiled ones. */
#include "runtime/stack.h"

#include <stdint.h>

void stack_walk_begin_from(struct stack_walk *walk, const struct thread *thread,
                           const void *native) {
    *walk = (struct stack_walk){.thread = thread, .frame = thread->frame};
    if (thread->runtime->find_call_site) walk->native = native;
}

/* The frame of the function that saved the registers. */
void stack_walk_begin_outside(struct stack_walk *walk, const struct thread *thread) {
    enum { FRAME_POINTER = 1 };
    stack_walk_begin_from(walk, thread, (const void *)thread->context.registers[FRAME_POINTER]);
}

/* [native], or NULL: it is no frame pointer further out than [inner]. */
static char *const *frame_beyond(const struct thread *thread, const void *inner,
                                 char *const *native) {
    bool is_frame = (const void *)native > inner && (char *)(native + 2) <= thread->native_base &&
                    (uintptr_t)native % sizeof *native == 0;
    return is_frame ? native : NULL;
}

/* The frame around [native], or NULL at the chain's end: what the C library's start-up code left in
 * the register is no frame pointer. */
static char *const *outer(const struct thread *thread, char *const *native) {
    return frame_beyond(thread, native, (char *const *)native[0]);
}

/* Goes out to the next compiled frame that has a call site, unless the interpreter's next frame is
 * inside of it. */
static void find_compiled(struct stack_walk *walk) {
    const struct runtime *runtime = walk->thread->runtime;
    while (walk->native && !walk->site) {
        if (walk->frame && (char *)walk->frame->native < (char *)walk->native) return;
        walk->site = runtime->find_call_site(walk->native[1]);
        walk->native = outer(walk->thread, walk->native);
    }
}

static bool is_interpreters(const struct stack_walk *walk) {
    return walk->frame && (!walk->native || (char *)walk->frame->native < (char *)walk->native);
}

uint32_t stack_words(const struct thread *thread, int frames, uintptr_t *out, uint32_t room,
                     const char **next) {
    struct stack_walk walk;
    uint32_t count = 0;
    stack_walk_begin(&walk, thread);
    for (; frames > 0 && count + 2 <= room && (walk.frame || walk.native); frames--) {
        if (is_interpreters(&walk)) {
            out[count++] = (uintptr_t)walk.frame->method;
            out[count++] = walk.frame->bci ? (uintptr_t)*walk.frame->bci : 0;
            walk.frame = walk.frame->caller;
        } else {
            out[count++] = (uintptr_t)walk.native[1];
            walk.native = outer(thread, walk.native);
        }
    }
    *next = (const char *)(is_interpreters(&walk) ? walk.frame->native : walk.native);
    return count;
}

__attribute__((noinline)) const char *stack_innermost_code(const struct thread *thread) {
    const struct runtime *runtime = thread->runtime;
    const struct frame *frame = thread->frame;
    while (frame && !frame->locals) frame = frame->caller;
    const char *limit = frame ? frame->native : thread->native_base;
    char *const *native = *(char *const **)__builtin_frame_address(0);
    for (; native && (const char *)native < limit; native = outer(thread, native))
        if ((uintptr_t)native[1] - (uintptr_t)runtime->code < runtime->code_size) return native[1];
    return NULL;
}

/* Reads what may be no frames, red zones of the sanitizer included. */
__attribute__((no_sanitize("address", "undefined", "thread"))) const struct timed_unit *
stack_interrupted_unit(const struct thread *thread, const void *stack_pointer,
                       const void *frame_pointer, int32_t *share) {
    const struct timed_unit *unit = NULL;
    char *const *native = frame_beyond(thread, stack_pointer, frame_pointer);
    while (native && !unit) {
        unit = thread->runtime->find_unit(native[1], share);
        native = frame_beyond(thread, native, (char *const *)native[0]);
    }
    return unit;
}

bool stack_walk_next(struct stack_walk *walk, struct stack_entry *out) {
    if (walk->recorded) {
        if (walk->recorded == walk->end) return false;
        *out = *walk->recorded++;
        return true;
    }
    if (!walk->site) find_compiled(walk);
    if (walk->site) {
        *out = (struct stack_entry){.method = walk->site->method,
                                    .bci = walk->site->bci,
                                    .site = walk->site,
                                    .is_compiled = true,
                                    .is_on_stack = walk->site->is_on_stack,
                                    .is_below_hidden = walk->site->is_below_hidden};
        walk->site = walk->site->caller;
    } else if (walk->frame) {
        int bci = walk->frame->bci ? *walk->frame->bci : 0;
        *out =
            (struct stack_entry){.method = walk->frame->method, .bci = bci, .frame = walk->frame};
        walk->frame = walk->frame->caller;
    } else {
        return false;
    }
    return true;
}
