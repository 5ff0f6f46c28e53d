/* The target `vm`: cycles of methods, as windows divide them. */
#include "harness/t_vm.h"
#include "profilers/cycles_of_methods.h"

static size_t cycles(struct target *target, struct arena *arena,
                     const struct cycles_observation **rows, int64_t *windows) {
    const struct cycles_of_method *told;
    size_t count = cycles_of_methods(t_vm_of(target), arena, &told);
    struct cycles_observation *seen = ARENA_ARRAY(arena, struct cycles_observation, count);
    for (size_t i = 0; i < count; i++)
        seen[i] = (struct cycles_observation){told[i].unit, told[i].method, told[i].timed,
                                              told[i].divided};
    *rows = seen;
    *windows = vm_timing(t_vm_of(target)).windows;
    return count;
}

void t_vm_fill_cycles(struct target *target) {
    target->cycles_profiler = profiler_cycles.name;
    target->cycles = cycles;
}
