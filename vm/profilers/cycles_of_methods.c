#include "profilers/cycles_of_methods.h"

struct cycles_read {
    struct arena *arena;
    VEC(struct cycles_of_method) rows;
};

static bool is_of_method(const struct vm_timed *timed) {
    return timed->part == TIMED_interpreted || timed->part == TIMED_compiled ||
           timed->part == TIMED_on_stack || timed->part == TIMED_native;
}

/* The unit's row of the method, which is made if there is none: from [first] on they are the unit's. */
static struct cycles_of_method *row_of(struct cycles_read *read, uint32_t first, const char *unit,
                                       const char *method) {
    for (uint32_t i = first; i < read->rows.count; i++)
        if (read->rows.items[i].method == method) return &read->rows.items[i];
    arena_vec_push(read->arena, &read->rows,
                   ((struct cycles_of_method){.unit = unit, .method = method}));
    return &vec_last(&read->rows);
}

static int64_t ticks_of(const struct vm_timed *timed) {
    int64_t ticks = 0;
    for (size_t i = 0; i < timed->share_count; i++) ticks += timed->shares[i].ticks;
    return ticks;
}

/* Each window is as if it had not been known before how the unit's cycles are divided. */
static double part_of_windows(const struct vm_timed_share *share, int64_t ticks) {
    return ticks ? (double)share->ticks / (double)ticks : share->share;
}

static void add_unit(void *context, const struct vm_timed *timed) {
    struct cycles_read *read = context;
    uint32_t first = read->rows.count;
    double divided = (double)timed->divided, exact = (double)(timed->own - timed->divided);
    int64_t ticks = ticks_of(timed);
    if (!is_of_method(timed)) return;
    if (!timed->share_count) {
        struct cycles_of_method *row = row_of(read, first, timed->name, timed->name);
        row->timed = exact;
        row->divided = divided;
    }
    for (size_t i = 0; i < timed->share_count; i++) {
        const struct vm_timed_share *share = &timed->shares[i];
        if (!share->position) continue; /* what counts is no method's */
        struct cycles_of_method *row = row_of(read, first, timed->name, share->position->method);
        row->timed += share->share * exact;
        row->divided += part_of_windows(share, ticks) * divided;
    }
}

size_t cycles_of_methods(struct vm *vm, struct arena *arena, const struct cycles_of_method **rows) {
    struct cycles_read read = {.arena = arena};
    vm_time_each(vm, false, false, add_unit, &read);
    *rows = read.rows.items;
    return read.rows.count;
}
