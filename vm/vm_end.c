/* The end of the VM, as vm.h has it. */
#include "vm_internal.h"

void vm_at_end(struct vm *vm, int (*end)(void *context, int status), void *context) {
    vm->end.run = end;
    vm->end.context = context;
}

int vm_end(struct vm *vm, int status) {
    struct vm_end *end = &vm->end;
    if (!end->run) return status;
    pthread_mutex_lock(&end->mutex);
    if (end->status < 0) end->status = end->run(end->context, status);
    pthread_mutex_unlock(&end->mutex);
    return end->status;
}
