/* COMPARE: rows are the same when their keys are, whatever their order; frames are compared by method and bytecode, outwards. */
#include "formats/compare.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/frames.h"
#include "formats/names.h"
#include "formats/row_key.h"
#include "formats/sums.h"

enum { ROWS_SHOWN = 20, CALLERS_SHOWN = 3 };

/* --- may they be compared? --- */

static const struct profile_table *find_table(const struct profile_tables *profile,
                                              const char *name) {
    for (size_t i = 0; i < profile->table_count; i++)
        if (strcmp(profile->tables[i].name, name) == 0) return &profile->tables[i];
    return NULL;
}

static void add_profilers(struct strbuf *out, const struct profile_tables *profile) {
    if (!profile->table_count) strbuf_add_text(out, "nothing");
    for (size_t i = 0; i < profile->table_count; i++)
        strbuf_addf(out, "%s%s", i ? ", " : "", profile->tables[i].name);
}

static void add_keys(struct strbuf *out, const struct profile_table *table) {
    if (!table->key_count) strbuf_add_text(out, "nothing");
    for (size_t i = 0; i < table->key_count; i++)
        strbuf_addf(out, "%s%s", i ? ", " : "", table->columns[i].name);
}

static bool have_equal_keys(const struct profile_table *a, const struct profile_table *b) {
    if (a->key_count != b->key_count) return false;
    for (size_t i = 0; i < a->key_count; i++)
        if (a->columns[i].kind != b->columns[i].kind ||
            strcmp(a->columns[i].name, b->columns[i].name) != 0)
            return false;
    return true;
}

static bool check_profilers(const struct compared_profile *first,
                            const struct compared_profile *second, struct diag *diag) {
    bool are_equal = first->tables.table_count == second->tables.table_count;
    for (size_t i = 0; i < first->tables.table_count; i++)
        are_equal &= find_table(&second->tables, first->tables.tables[i].name) != NULL;
    for (size_t i = 0; i < second->tables.table_count; i++)
        are_equal &= find_table(&first->tables, second->tables.tables[i].name) != NULL;
    if (are_equal) return true;
    struct strbuf a = STRBUF_INIT, b = STRBUF_INIT;
    add_profilers(&a, &first->tables);
    add_profilers(&b, &second->tables);
    diag_error(diag, (struct place){0},
               "cannot compare profiles of other profilers: '%s' is of %s, '%s' of %s", first->name,
               strbuf_text(&a), second->name, strbuf_text(&b));
    strbuf_release(&a);
    strbuf_release(&b);
    return false;
}

static bool check_keys(const struct compared_profile *first, const struct compared_profile *second,
                       const struct profile_table *table, struct diag *diag) {
    const struct profile_table *other = find_table(&second->tables, table->name);
    if (have_equal_keys(table, other)) return true;
    struct strbuf a = STRBUF_INIT, b = STRBUF_INIT;
    add_keys(&a, table);
    add_keys(&b, other);
    diag_error(diag, (struct place){0},
               "cannot compare %s by other keys: '%s' is by %s, '%s' by %s", table->name,
               first->name, strbuf_text(&a), second->name, strbuf_text(&b));
    strbuf_release(&a);
    strbuf_release(&b);
    return false;
}

/* A context of two calls is none of one call, whatever it begins with. */
static bool check_levels(const struct compared_profile *first,
                         const struct compared_profile *second, const struct profile_table *table,
                         struct diag *diag) {
    const struct profile_table *other = find_table(&second->tables, table->name);
    if (!table->levels || !other->levels || strcmp(table->levels, other->levels) == 0) return true;
    return diag_error(diag, (struct place){0},
                      "cannot compare %s by other contexts: --levels of '%s' is %s, of '%s' %s",
                      table->name, first->name, table->levels, second->name, other->levels);
}

static bool check_amounts(const struct compared_profile *first,
                          const struct compared_profile *second, const struct profile_table *table,
                          struct diag *diag) {
    const struct profile_table *other = find_table(&second->tables, table->name);
    const struct profile_column *a = &table->columns[table->main],
                                *b = &other->columns[other->main];
    if (strcmp(a->name, b->name) != 0)
        return diag_error(diag, (struct place){0},
                          "cannot compare %s by other amounts: '%s' is of %s, '%s' of %s",
                          table->name, first->name, a->name, second->name, b->name);
    return (profile_column_is_sum(a->kind) && profile_column_is_sum(b->kind)) ||
           diag_error(diag, (struct place){0}, "cannot compare %s: '%s' is no amount", table->name,
                      a->name);
}

static bool check(const struct compared_profile *first, const struct compared_profile *second,
                  struct diag *diag) {
    if (!check_profilers(first, second, diag)) return false;
    for (size_t i = 0; i < first->tables.table_count; i++)
        if (!check_keys(first, second, &first->tables.tables[i], diag) ||
            !check_levels(first, second, &first->tables.tables[i], diag) ||
            !check_amounts(first, second, &first->tables.tables[i], diag))
            return false;
    return true;
}

/* --- rows by their keys --- */

struct matched_row {
    const struct profile_table *table; /* that has it */
    size_t row;
    double shares[2];
};

struct matching {
    struct frames frames;
    struct sums amounts; /* of the one and the other */
    VEC(struct matched_row) rows;
};

static void match_rows(struct matching *matching, const struct profile_table *table, size_t column,
                       size_t which) {
    struct strbuf key = STRBUF_INIT;
    for (size_t row = 0; row < table->row_count; row++) {
        row_key_bytes(&key, &matching->frames, table, row);
        uint32_t known = matching->rows.count;
        const char *bytes = strbuf_text(&key);
        if (indexes_of(&matching->amounts.keys, bytes, key.length) == known)
            vec_push(&matching->rows, (struct matched_row){table, row, {0}});
        sums_add(&matching->amounts, bytes, key.length, which, table->rows[row][column].number);
    }
    strbuf_release(&key);
}

static void share_out(struct matching *matching, size_t which, int64_t total) {
    for (uint32_t i = 0; i < matching->rows.count; i++)
        matching->rows.items[i].shares[which] =
            (double)sums_of(&matching->amounts, i)[which] / (double)total;
}

static double difference(const struct matched_row *row) { return row->shares[1] - row->shares[0]; }

static int more_different(const void *left, const void *right) {
    const struct matched_row *a = left, *b = right;
    double by = fabs(difference(b)) - fabs(difference(a));
    if (by != 0) return by > 0 ? 1 : -1;
    return a->table == b->table  ? (a->row < b->row ? -1 : a->row > b->row)
           : a->table < b->table ? -1
                                 : 1;
}

/* --- what is printed --- */

static void print_row(const struct matched_row *row, FILE *out) {
    struct strbuf text = STRBUF_INIT;
    for (size_t i = 0; i < row->table->key_count; i++) {
        if (i) strbuf_add_text(&text, ", ");
        cell_add_text(&text, row->table->columns[i].kind, &row->table->rows[row->row][i],
                      CALLERS_SHOWN);
    }
    fprintf(out, "  %9.2f %%  %9.2f %%  %+9.2f %%  %s\n", 100 * row->shares[0],
            100 * row->shares[1], 100 * difference(row), strbuf_text(&text));
    strbuf_release(&text);
}

static void print_rows(struct matching *matching, const struct profile_table *table, FILE *out) {
    struct strbuf keys = STRBUF_INIT;
    uint32_t different = 0;
    if (matching->rows.count)
        qsort(matching->rows.items, matching->rows.count, sizeof *matching->rows.items,
              more_different);
    while (different < matching->rows.count && difference(&matching->rows.items[different]) != 0)
        different++;
    if (!different) return;
    add_keys(&keys, table);
    fprintf(out, "  %11s  %11s  %11s  %s\n", "first", "second", "difference", strbuf_text(&keys));
    for (uint32_t i = 0; i < different && i < ROWS_SHOWN; i++)
        print_row(&matching->rows.items[i], out);
    if (different > ROWS_SHOWN)
        fprintf(out, "  ... and %" PRIu32 " more rows that differ\n", different - ROWS_SHOWN);
    strbuf_release(&keys);
}

/* How far the number of those of [samples] that have a share lies from its mean, in the mean (de Moivre), also where both are not
 * whole. */
static double mean_deviation(double samples, double share) {
    double above = floor(samples * share) + 1, below = samples - above;
    if (share <= 0 || share >= 1 || below <= -1) return 0;
    return 2 * above *
           exp(lgamma(samples + 1) - lgamma(above + 1) - lgamma(below + 1) + above * log(share) +
               (below + 1) * log1p(-share));
}

/* What the overlap would be, in the mean, if samples were independent of each other and each event as likely as any: half of what
 * estimates of shares lie off. */
static double ceiling(const struct matching *matching, double first, double second) {
    double sum = 0, samples = first > 0 && second > 0 ? 1 / (1 / first + 1 / second)
                              : first > 0             ? first
                                                      : second;
    vec_each(const struct matched_row, row, &matching->rows) {
        double share = first > 0 && second > 0
                           ? (row->shares[0] * first + row->shares[1] * second) / (first + second)
                           : row->shares[first > 0];
        sum += mean_deviation(samples, share) / samples / 2;
    }
    return fmax(0, 1 - sum);
}

static int64_t samples_of(const struct profile_table *table) {
    return table->is_sampled ? table->totals[table->main].number : 0;
}

static int64_t independent(const struct profile_table *table) {
    return table->is_sampled && table->independent ? table->independent : samples_of(table);
}

static void print_ceiling(const struct matching *matching, const struct profile_table *table,
                          const struct profile_table *other, FILE *out) {
    int64_t first = independent(table), second = independent(other);
    if (!first && !second) return;
    fprintf(out, "; the ceiling, for ");
    if (first) fprintf(out, "%" PRId64, first);
    if (second) fprintf(out, "%s%" PRId64, first ? " and " : "", second);
    fprintf(out, " independent samples, is %.2f %%",
            100 * ceiling(matching, (double)first, (double)second));
}

static void print_ceiling_of_all(const struct matching *matching, const struct profile_table *table,
                                 const struct profile_table *other, FILE *out) {
    int64_t first = samples_of(table), second = samples_of(other);
    if (first == independent(table) && second == independent(other)) return;
    fprintf(out, "  were all samples independent, the ceiling would be %.2f %%\n",
            100 * ceiling(matching, (double)first, (double)second));
}

/* One amount of the one table, and that of the other. */
struct compared_column {
    const struct profile_table *tables[2];
    size_t columns[2];
};

static int64_t total_of(const struct compared_column *column, size_t which) {
    return column->tables[which]->totals[column->columns[which]].number;
}

/* Of which neither is 0. */
static void match(struct matching *matching, const struct compared_column *column) {
    *matching = (struct matching){0};
    frames_init(&matching->frames);
    matching->frames.has_places_alone = true;
    sums_init(&matching->amounts, 2);
    for (size_t which = 0; which < 2; which++)
        match_rows(matching, column->tables[which], column->columns[which], which);
    for (size_t which = 0; which < 2; which++) share_out(matching, which, total_of(column, which));
}

static void matching_release(struct matching *matching) {
    frames_release(&matching->frames);
    sums_release(&matching->amounts);
    vec_release(&matching->rows);
}

static double overlap_of(const struct matching *matching) {
    double overlap = 0;
    vec_each(const struct matched_row, row, &matching->rows)
        overlap += row->shares[0] < row->shares[1] ? row->shares[0] : row->shares[1];
    return overlap;
}

static void print_part(const struct compared_column *whole, const struct compared_column *part,
                       FILE *out) {
    struct matching matching;
    fprintf(out, "  %s: %.2f %% and %.2f %%", part->tables[0]->columns[part->columns[0]].name,
            100.0 * (double)total_of(part, 0) / (double)total_of(whole, 0),
            100.0 * (double)total_of(part, 1) / (double)total_of(whole, 1));
    if (total_of(part, 0) > 0 && total_of(part, 1) > 0) {
        match(&matching, part);
        fprintf(out, ", overlap %.2f %%", 100 * overlap_of(&matching));
        matching_release(&matching);
    }
    fputc('\n', out);
}

/* The column of the other table that has the name of this one; its column_count: none has. */
static size_t column_like(const struct profile_column *column, const struct profile_table *other) {
    size_t i = other->key_count;
    while (i < other->column_count && strcmp(other->columns[i].name, column->name) != 0) i++;
    return i;
}

/* What samples are made up of; first what both tell, then what one does. */
static void print_parts(const struct compared_column *whole, FILE *out) {
    static const char *const names[] = {"first", "second"};
    const struct profile_table *table = whole->tables[0], *other = whole->tables[1];
    for (size_t i = table->key_count; i < table->column_count; i++) {
        size_t k = column_like(&table->columns[i], other);
        if (i == whole->columns[0] || k == other->column_count ||
            !profile_column_is_sum(table->columns[i].kind))
            continue;
        print_part(whole, &(struct compared_column){{table, other}, {i, k}}, out);
    }
    for (size_t which = 0; which < 2; which++) {
        const struct profile_table *one = whole->tables[which], *two = whole->tables[!which];
        for (size_t i = one->key_count; i < one->column_count; i++) {
            const struct profile_column *column = &one->columns[i];
            if (!profile_column_is_sum(column->kind) ||
                column_like(column, two) < two->column_count)
                continue;
            fprintf(out, "  %s: %.2f %% of the %s\n", column->name,
                    100.0 * (double)one->totals[i].number / (double)total_of(whole, which),
                    names[which]);
        }
    }
}

static void compare_tables(const char *first, const struct profile_table *table, const char *second,
                           const struct profile_table *other, FILE *out) {
    const struct compared_column whole = {{table, other}, {table->main, other->main}};
    bool has_first = total_of(&whole, 0) > 0;
    if (!has_first || total_of(&whole, 1) <= 0) {
        fprintf(out, "%s: no overlap, since nothing was counted in '%s'\n", table->name,
                has_first ? second : first);
        return;
    }
    struct matching matching;
    match(&matching, &whole);
    fprintf(out, "%s: overlap %.2f %% of %s", table->name, 100 * overlap_of(&matching),
            table->columns[table->main].name);
    print_ceiling(&matching, table, other, out);
    fputc('\n', out);
    print_ceiling_of_all(&matching, table, other, out);
    if (table->is_sampled || other->is_sampled) print_parts(&whole, out);
    print_rows(&matching, table, out);
    matching_release(&matching);
}

/* The same program may run for longer in one of them, so that is no mistake. */
static void print_commands(const char *first, const char *second, FILE *out) {
    if (first && second && strcmp(first, second) != 0)
        fprintf(out, "the profiles are of two commands: '%s' and '%s'\n", first, second);
}

bool profiles_compare(const struct compared_profile *first, const struct compared_profile *second,
                      FILE *out, struct diag *diag) {
    if (!check(first, second, diag)) return false;
    print_commands(first->tables.command, second->tables.command, out);
    for (size_t i = 0; i < first->tables.table_count; i++) {
        const struct profile_table *table = &first->tables.tables[i];
        compare_tables(first->name, table, second->name, find_table(&second->tables, table->name),
                       out);
    }
    return true;
}

bool profile_compare_samples(const struct compared_profile *profile, FILE *out, struct diag *diag) {
    const struct profile_tables *tables = &profile->tables;
    const struct profile_table *sampled = NULL, *exact = NULL;
    for (size_t i = 0; i < tables->table_count; i++)
        *(tables->tables[i].is_sampled ? &sampled : &exact) = &tables->tables[i];
    if (tables->table_count != 2 || !sampled || !exact || !have_equal_keys(sampled, exact))
        return diag_error(diag, (struct place){0},
                          "'%s' is to have a table of samples and one of all events, by the same "
                          "keys, as `jitvm profile call_graph,entries --every-calls 100` writes it",
                          profile->name);
    compare_tables(sampled->name, sampled, exact->name, exact, out);
    return true;
}
