/* Sampled calls, for embedders. */
#include "interp/sampled_graph.h"
#include "runtime/windows.h"
#include "vm_internal.h"

bool vm_sample_for_inliner(struct vm *vm, struct diag *diag) {
    /* What is compiled in the first seconds reads them, and hardly anything is compiled later: waking the timer goes on costing. */
    enum { FADES_AFTER = 500 };
    struct vm_sampling_options options = {0};
    if (!vm->options.sampled_inlining) return true;
    vm->runtime.sampled = sampled_graph_new();
    vm->runtime.on_sample = sampled_graph_take;
    options.every_polls = vm->options.sampled_every;
    if (options.every_polls)
        options.window = options.stride = 1;
    else /* more than a profile has */
        options.window_us = 3, options.stride = 3;
    return vm->samples_for_inliner = windows_begin(&vm->runtime, &options, FADES_AFTER, diag);
}

/* These windows are the inliner's, too. */
bool vm_sample_calls(struct vm *vm, const struct vm_sampling_options *options, struct diag *diag) {
    if (vm->samples_for_inliner) windows_end(&vm->runtime);
    vm->samples_for_inliner = false;
    return windows_begin(&vm->runtime, options, 0, diag);
}

/* What is recorded is all that is read: nothing is sampled for it. */
void vm_inline_by_recorded_calls(struct vm *vm, const struct vm_recorded_call *calls,
                                 size_t count) {
    if (!vm->runtime.sampled) vm->runtime.sampled = sampled_graph_new();
    for (size_t i = 0; i < count; i++) {
        struct vm_recorded_call call = calls[i];
        if (call.receiver) call.receiver = vm_internal_name(call.receiver);
        if (call.caller) sampled_graph_record(vm->runtime.sampled, &call);
    }
}

struct vm_sampling vm_sampling(const struct vm *vm) {
    return windows_read(vm->runtime.windows);
}
