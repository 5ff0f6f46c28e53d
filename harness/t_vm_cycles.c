/* The target `vm`: cycles of methods, as windows divide them. */
#include "harness/t_vm.h"

struct cycles_read {
    struct arena *arena;
    struct {
        struct cycles_observation *items;
        uint32_t count, capacity;
    } rows;
};

static bool is_of_method(const struct vm_timed *timed) {
    return timed->part == TIMED_interpreted || timed->part == TIMED_compiled ||
           timed->part == TIMED_on_stack || timed->part == TIMED_native;
}

/* The unit's row of the method, which is made if there is none: from [first] on they are the unit's. */
static struct cycles_observation *row_of(struct cycles_read *read, uint32_t first, const char *unit,
                                         const char *method) {
    for (uint32_t i = first; i < read->rows.count; i++)
        if (read->rows.items[i].method == method) return &read->rows.items[i];
    arena_vec_push(read->arena, &read->rows,
                   ((struct cycles_observation){.unit = unit, .method = method}));
    return &read->rows.items[read->rows.count - 1];
}

static void add_unit(void *context, const struct vm_timed *timed) {
    struct cycles_read *read = context;
    uint32_t first = read->rows.count;
    double divided = (double)timed->divided, exact = (double)(timed->own - timed->divided);
    if (!is_of_method(timed)) return;
    if (!timed->share_count) {
        struct cycles_observation *row = row_of(read, first, timed->name, timed->name);
        row->timed = exact;
        row->divided = divided;
    }
    for (size_t i = 0; i < timed->share_count; i++) {
        const struct vm_timed_share *share = &timed->shares[i];
        const char *method = share->position ? share->position->method : NULL;
        struct cycles_observation *row = row_of(read, first, timed->name, method);
        row->timed += share->share * exact;
        row->divided += share->share * divided;
    }
}

static size_t cycles(struct target *target, struct arena *arena,
                     const struct cycles_observation **rows, int64_t *windows) {
    struct cycles_read read = {.arena = arena};
    vm_time_each(t_vm_of(target), false, add_unit, &read);
    *rows = read.rows.items;
    *windows = vm_timing(t_vm_of(target)).windows;
    return read.rows.count;
}

void t_vm_fill_cycles(struct target *target) {
    target->cycles_profiler = profiler_cycles.name;
    target->cycles = cycles;
}
