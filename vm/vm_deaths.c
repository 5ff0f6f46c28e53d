/* Watching objects die, as vm.h has it. */
#include <errno.h>

#include "vm_internal.h"

bool vm_watch_deaths(struct vm *vm, const struct vm_deaths *watcher, struct diag *diag) {
    bool is_watched = heap_watch_deaths(&vm->runtime.heap, watcher);
    if (!is_watched)
        diag_error(diag, (struct place){0}, "cannot reserve stamps for a heap of %zu bytes: %s",
                   vm->options.heap_bytes, strerror(ENOMEM));
    return is_watched;
}

struct vm_stamp *vm_stamp(struct vm *vm, struct object *object) {
    return heap_stamp(&vm->runtime.heap, object);
}

/* Few stale references are left where the collector's own frames will be. */
void vm_end_lives(struct vm *vm) {
    if (!thread_current())
        return; /* the process leaves at last: who does not stop cannot be collected under */
    stack_clear(STACK_CLEARED);
    heap_end_lives(&vm->runtime.heap, &vm_thread(vm)->tlab);
}

void vm_each_reference(struct vm *vm, struct object *object,
                       void (*visit)(void *context, struct object *referred), void *context) {
    heap_each_reference(&vm->runtime.heap, object, visit, context);
}

int64_t vm_object_bytes(const struct object *object) { return (int64_t)object_size(object); }
