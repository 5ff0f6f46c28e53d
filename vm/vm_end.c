/* The end of the VM, as vm.h has it. */
#include "vm_internal.h"

void vm_at_end(struct vm *vm, int (*end)(void *context, int status), void *context) {
    vm->end.run = end;
    vm->end.context = context;
}

void vm_tell_counters(struct vm *vm) {
    struct vm_statistics now;
    vm_statistics(vm, &now);
    const double values[] = {
#define STATISTIC(type, member, meaning) (double)now.member,
#include "statistics.def"
#undef STATISTIC
    };
    event_send(&vm->runtime.notices,
               &(struct event){.kind = EVENT_counters,
                               .frequency = -1,
                               .values = values,
                               .value_count = sizeof values / sizeof *values});
}

/* The last that is told. */
static void tell_end(struct vm *vm, int status) {
    if (!vm->has_started) return;
    vm->has_started = false;
    vm_tell_counters(vm);
    event_send(&vm->runtime.notices,
               &(struct event){.kind = EVENT_shut_down, .amount = status, .frequency = -1});
}

int vm_end(struct vm *vm, int status) {
    struct vm_end *end = &vm->end;
    pthread_mutex_lock(&end->mutex);
    if (end->run && end->status < 0) end->status = end->run(end->context, status);
    if (end->run) status = end->status;
    tell_end(vm, status);
    pthread_mutex_unlock(&end->mutex);
    return status;
}
