/* The embedding API's text for where a program is and what it threw there. */
#include "vm_internal.h"

#include "base/intern.h"
#include "classfile/blocks.h"
#include "interp/profile.h"
#include "runtime/internal.h"
#include "runtime/stack.h"
#include "runtime/stack_trace.h"

enum { MOST_CAUSES = 4 };

int64_t vm_interpreted_calls(const struct method *method) {
    const struct profile *profile = profile_made(method);
    return profile ? profile_read(&profile->invocations) : 0;
}

/* --- exceptions --- */

/* ", in A.f (line 5)": the innermost frame of the program's own, or the innermost. */
static void add_place(struct strbuf *out, const struct kept_trace *trace) {
    const struct method *method = NULL;
    int bci = 0;
    for (int32_t i = 0; trace && i < trace->count; i++) {
        const struct method *at = stack_trace_method(trace->frames[i]);
        if (method && class_is_of_library(at->class)) continue;
        method = at;
        bci = stack_trace_bci(trace->frames[i]);
        if (!class_is_of_library(at->class)) break;
    }
    if (!method) return;
    int line = method_line(method, bci);
    strbuf_addf(out, ", in %s", method_full_name(method));
    if (line) strbuf_addf(out, " (line %d)", line);
}

/* As the exception tells it: some override getCause. */
static struct object *cause_of(struct vm *vm, struct object *exception) {
    struct method *declared = class_find_method(vm->runtime.known.throwable, intern("getCause"),
                                                intern("()Ljava/lang/Throwable;"));
    struct method *method = class_select_method(exception->class, declared);
    struct vm_result result = vm_call_interpreted(vm, method, (union value[]){{.r = exception}});
    return result.threw || result.value.r == exception ? NULL : result.value.r;
}

const char *vm_exception_story(struct vm *vm, struct object *exception, struct arena *arena) {
    struct strbuf out = STRBUF_INIT;
    for (int i = 0; exception && i < MOST_CAUSES; i++) {
        const char *message = vm_exception_message(vm, exception, arena);
        strbuf_addf(&out, "%s%s%s%s", i ? "; caused by " : "", exception->class->binary_name,
                    message ? ": " : "", message ? message : "");
        add_place(&out, stack_trace_copy(exception, arena));
        exception = cause_of(vm, exception);
    }
    const char *copy = arena_copy_text(arena, strbuf_text(&out), out.length);
    strbuf_release(&out);
    return copy;
}

/* --- frames --- */

/* The start of the innermost loop around [bci], by the branches that go back; -1: there is none. */
static int loop_around(const struct method *method, uint32_t bci) {
    struct arena arena;
    arena_init(&arena);
    struct code_blocks blocks = code_blocks_find(&arena, method->code, NULL);
    int header = -1;
    for (uint32_t i = 0; i < blocks.count; i++) {
        const struct code_block *block = &blocks.items[i];
        for (uint32_t s = 0; s < block->successor_count; s++) {
            uint32_t start = blocks.items[block->successors[s]].start;
            bool is_around = start <= block->start && start <= bci && bci < block->end;
            if (is_around && (int)start > header) header = (int)start;
        }
    }
    arena_release(&arena);
    return header;
}

static struct vm_frame frame_of(const struct stack_entry *entry, bool with_loop) {
    const struct method *method = entry->method;
    bool has_code = with_loop && method->code;
    int header = has_code ? loop_around(method, (uint32_t)entry->bci) : -1;
    return (struct vm_frame){.method = method_full_name(method),
                             .line = method_line(method, entry->bci),
                             .loop_line = header < 0 ? 0 : method_line(method, header),
                             .is_compiled = entry->is_compiled,
                             .is_of_library = class_is_of_library(method->class)};
}

static size_t walk_frames(struct stack_walk *walk, bool with_loops, struct vm_frame *out,
                          size_t capacity) {
    struct stack_entry entry;
    size_t count = 0;
    while (count < capacity && stack_walk_next(walk, &entry))
        if (!entry.method->class->host) out[count++] = frame_of(&entry, with_loops);
    return count;
}

size_t vm_frames(struct vm *vm, struct vm_frame *out, size_t capacity) {
    struct stack_walk walk;
    stack_walk_begin(&walk, thread_current());
    return walk_frames(&walk, true, out, capacity);
}

static bool main_is_outside(const struct vm *vm) {
    return vm->runtime.main.is_outside && thread_current() == &vm->runtime.main;
}

size_t vm_frames_outside(struct vm *vm, struct vm_frame *out, size_t capacity) {
    struct stack_walk walk;
    if (!main_is_outside(vm)) return 0;
    stack_walk_begin_outside(&walk, &vm->runtime.main);
    return walk_frames(&walk, false, out, capacity);
}

bool vm_waits_to_lock(const struct vm *vm) {
    return main_is_outside(vm) && vm->runtime.main.wait == WAIT_TO_ENTER;
}

/* --- watching --- */

static void halts(struct thread *thread, int status) {
    const struct vm_watcher *watcher = &vm_of(thread->runtime)->watcher;
    if (watcher->halts) watcher->halts(watcher->context, status);
}

static void stopped(struct thread *thread) {
    const struct vm_watcher *watcher = &vm_of(thread->runtime)->watcher;
    if (watcher->stopped) watcher->stopped(watcher->context);
}

void vm_watch(struct vm *vm, const struct vm_watcher *watcher) {
    vm->watcher = *watcher;
    vm->runtime.on_halt = halts;
}

void vm_ask_to_stop(struct vm *vm) {
    vm->runtime.on_poll = stopped;
    thread_ask_from_signal(vm_thread(vm));
}

const char *vm_compiling(const struct vm *vm, const char **phase) {
    const struct compilation *compilation = vm->jit.at_work;
    if (!compilation) return NULL;
    *phase = phase_name(compilation->phase);
    return compilation->root;
}

bool vm_is_collecting(const struct vm *vm) { return heap_is_collecting(&vm->runtime.heap); }

bool vm_native_method(const struct vm *vm, const char **class_name, const char **name) {
    const struct frame *frame = vm->runtime.main.frame;
    if (!frame || !frame->method->native) return false;
    *class_name = frame->method->class->binary_name;
    *name = frame->method->name;
    return true;
}
