/* Sampled calls, for embedders. */
#include "runtime/windows.h"
#include "vm_internal.h"

bool vm_sample_calls(struct vm *vm, const struct vm_sampling_options *options, struct diag *diag) {
    return windows_begin(&vm->runtime, options, diag);
}

struct vm_sampling vm_sampling(const struct vm *vm) {
    return windows_read(vm->runtime.windows);
}
