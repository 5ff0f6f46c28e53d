/* Where time goes, as vm.h has it. */
#include "interp/translate.h"
#include "runtime/timing.h"
#include "vm_internal.h"

bool vm_time(struct vm *vm, const struct vm_timing_options *options, struct diag *diag) {
    struct place nowhere = {0};
    if (options->threshold < 0)
        return diag_error(diag, nowhere, "a threshold of %d cycles is less than none",
                          options->threshold);
    if (vm->runtime.timing || vm->jit.compilations || vm_thread(vm)->frame)
        return diag_error(diag, nowhere,
                          "time is measured once, from before any code of the program has run");
    translations_drop(&vm->runtime);
    return timing_begin(&vm->runtime, options, diag) != NULL;
}

void vm_time_each(struct vm *vm, bool by_thread, bool by_mark,
                  void (*tell)(void *context, const struct vm_timed *timed), void *context) {
    const struct vm_profile *profile = vm->runtime.profile;
    struct timing_apart apart = {.threads = by_thread};
    if (by_mark) apart.last_mark = tallies_interval_name(profile, profile->marks.count);
    timing_read(vm->runtime.timing, &apart, tell, context);
}

void vm_time_restart(struct vm *vm) { timing_restart(vm->runtime.timing); }

struct vm_timing vm_timing(struct vm *vm) {
    return timing_summary(vm->runtime.timing);
}
