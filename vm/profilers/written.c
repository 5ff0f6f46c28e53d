/* WRITTEN: a profiler of a file as one like those of the table: keys among its columns are what its table is by, amounts are its
 * values. */
#include "profilers/profilers.h"

static const struct {
    const char *name;
    enum profile_column_kind kind;
} amounts[VM_AMOUNTS] = {[VM_AMOUNT_COUNT] = {"count", PROFILE_COUNT},
                         [VM_AMOUNT_BYTES] = {"bytes", PROFILE_BYTES},
                         [VM_AMOUNT_LENGTH] = {"length", PROFILE_LENGTH},
                         [VM_AMOUNT_WAITED] = {"waited", PROFILE_TIME},
                         [VM_AMOUNT_CLOCK] = {"clock", PROFILE_BYTES}};

static struct profiler_value value_of(enum vm_amount amount) {
    return (struct profiler_value){.name = amounts[amount].name,
                                   .header = amounts[amount].name,
                                   .kind = amounts[amount].kind,
                                   .amount = amount,
                                   .split = BY_COUNT};
}

static bool is_counted(const struct vm_row *row) { return !row->rule->only_acts; }

const struct profiler *profiler_written(struct arena *arena, const struct profiler_file *read) {
    const struct profiler_print *print = &read->print;
    struct profiler *profiler = ARENA_NEW(arena, struct profiler);
    enum vm_key *by = ARENA_ARRAY(arena, enum vm_key, print->column_count);
    struct profiler_value *values = ARENA_ARRAY(arena, struct profiler_value, print->column_count);
    *profiler =
        (struct profiler){.name = read->name,
                          .meaning = *read->meaning ? read->meaning : read->rules->place.file,
                          .rules = read->rules,
                          .rule_count = read->rule_count,
                          .by = by,
                          .counts_by_rule = true,
                          .takes = is_counted,
                          .values = values,
                          .top = print->top ? print->top : SIZE_MAX};
    for (size_t i = 0; i < print->column_count; i++) {
        const struct profiler_column *column = &print->columns[i];
        bool is_sort = i == print->sort;
        if (column->is_amount) {
            if (is_sort) profiler->main = profiler->value_count;
            values[profiler->value_count++] = value_of(column->amount);
        } else {
            by[profiler->by_count++] = column->key;
            if (is_sort) profiler->sort = &column->key;
        }
    }
    return profiler;
}
