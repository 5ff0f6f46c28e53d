/* What a profiler prints: columns that its rules have, chosen or all. */
#include <string.h>

#include "rules/read.h"

enum { COLUMNS = BY_COUNT + VM_AMOUNTS };

struct columns {
    struct profiler_column items[COLUMNS];
    size_t count;
};

static const char *column_name(const struct profiler_column *column) {
    return column->is_amount ? amount_name(column->amount) : key_name(column->key);
}

static size_t column_find(const struct columns *columns, const char *name) {
    size_t i = 0;
    while (i < columns->count && strcmp(column_name(&columns->items[i]), name) != 0) i++;
    return i;
}

static void column_add(struct columns *columns, struct profiler_column column) {
    if (column_find(columns, column_name(&column)) == columns->count)
        columns->items[columns->count++] = column;
}

/* Keys in the order in which rules have them, then amounts. */
static void columns_of_rules(const struct vm_rule *rules, size_t count, struct columns *out) {
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < rules[i].key_count; k++)
            column_add(out, (struct profiler_column){.key = rules[i].keys[k]});
    for (int amount = 0; amount < VM_AMOUNTS; amount++)
        for (size_t i = 0; i < count; i++)
            if (rules[i].amounts >> amount & 1)
                column_add(out, (struct profiler_column){.is_amount = true,
                                                         .amount = (enum vm_amount)amount});
}

static bool is_name_of_column(const char *name) {
    enum vm_key key;
    enum vm_amount amount;
    return key_of_name(name, &key) || amount_of_name(name, &amount);
}

/* The column of [known] that the node names; its count with an error. */
static size_t column_named(struct rules_reader *reader, const struct yaml_node *node,
                           const struct columns *known, const char *missing) {
    struct rule_words names = {.count = 0};
    size_t found = column_find(known, node->text);
    if (found < known->count) return found;
    if (is_name_of_column(node->text)) {
        diag_error(reader->diag, node->place, missing, node->text);
        return found;
    }
    for (size_t i = 0; i < known->count; i++)
        names.items[names.count++] = column_name(&known->items[i]);
    unknown_error(reader->diag, node->place, "column", node->text, names.items, names.count);
    return found;
}

static bool read_columns(struct rules_reader *reader, const struct yaml_node *names,
                         const struct columns *known, struct columns *out) {
    bool is_fine = true, has_amount = false;
    const struct yaml_node *name;
    for (uint32_t i = 0; (name = name_at_index(names, i)); i++) {
        size_t column = column_named(reader, name, known, "no rule counts by '%s' or sums it");
        is_fine &= column < known->count && name_is_first(reader, names, i, "columns");
        if (!is_fine) continue;
        column_add(out, known->items[column]);
        has_amount |= known->items[column].is_amount;
    }
    return !is_fine || has_amount
               ? is_fine
               : diag_error(reader->diag, names->place, "'columns' has no amount: add count");
}

static size_t first_amount(const struct columns *columns) {
    size_t i = 0;
    while (!columns->items[i].is_amount) i++;
    return i;
}

static bool read_sort(struct rules_reader *reader, const struct yaml_node *node,
                      const struct columns *columns, size_t *out) {
    size_t count = column_find(columns, amount_name(VM_AMOUNT_COUNT));
    *out = count < columns->count ? count : first_amount(columns);
    if (node) *out = column_named(reader, node, columns, "'%s' is not among the columns");
    return *out < columns->count;
}

bool print_read(struct rules_reader *reader, struct yaml_node *node, const struct vm_rule *rules,
                size_t count, struct profiler_print *out) {
    struct columns known = {.count = 0}, chosen = {.count = 0};
    bool is_fine = !node || section_check(node, &section_print, reader->diag);
    const struct yaml_node *columns = node ? yaml_get(node, "columns") : NULL;
    const struct yaml_node *top = node ? yaml_get(node, "top") : NULL;
    int64_t rows = 0;
    columns_of_rules(rules, count, &known);
    if (!columns) chosen = known;
    if (columns && !read_columns(reader, columns, &known, &chosen)) return false;
    if (top) yaml_to_integer(top, &rows);
    struct profiler_column *copy = ARENA_ARRAY(reader->arena, struct profiler_column, chosen.count);
    memcpy(copy, chosen.items, chosen.count * sizeof *copy);
    *out = (struct profiler_print){copy, chosen.count, .top = (size_t)rows};
    return read_sort(reader, node ? yaml_get(node, "sort") : NULL, &chosen, &out->sort) && is_fine;
}
