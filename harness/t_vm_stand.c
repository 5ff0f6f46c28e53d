/* The target `vm`: where its thread stands. */
#include "harness/t_vm.h"

static void put_frames(const struct vm_frame *frames, size_t count, struct target_stand *out) {
    for (size_t i = 0; i < count; i++)
        out->frames[i] =
            (struct target_frame){frames[i].method, frames[i].line, frames[i].loop_line,
                                  frames[i].is_compiled, frames[i].is_of_library};
    out->frame_count = count;
}

static void stands(struct target *target, struct target_stand *out) {
    struct vm_frame frames[TARGET_MOST_FRAMES];
    *out = (struct target_stand){0};
    put_frames(frames, vm_frames(t_vm_of(target), frames, TARGET_MOST_FRAMES), out);
}

static void stands_in_handler(struct target *target, struct target_stand *out) {
    struct vm *vm = t_vm_of(target);
    struct vm_frame frames[TARGET_MOST_FRAMES];
    *out = (struct target_stand){0};
    out->compiling = vm_compiling(vm, &out->phase);
    out->is_collecting = !out->compiling && vm_is_collecting(vm);
    if (out->compiling || out->is_collecting) return;
    put_frames(frames, vm_frames_outside(vm, frames, TARGET_MOST_FRAMES), out);
    if (!vm_native_method(vm, &out->native_class, &out->native_method)) out->native_class = NULL;
    out->waits_to_lock = vm_waits_to_lock(vm);
}

static void watch(struct target *target, const struct target_watcher *watcher) {
    vm_watch(t_vm_of(target),
             &(struct vm_watcher){watcher->halts, watcher->stopped, watcher->context});
}

static void ask_to_stop(struct target *target) { vm_ask_to_stop(t_vm_of(target)); }

void t_vm_fill_stand(struct target *target) {
    target->watch = watch;
    target->stands = stands;
    target->stands_in_handler = stands_in_handler;
    target->ask_to_stop = ask_to_stop;
}
