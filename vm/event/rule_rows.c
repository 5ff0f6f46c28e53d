#include "event/rule_rows.h"

#include <string.h>

#include "base/vec.h"
#include "event/event.h"

/* --- reading --- */

static void add_hits(struct count_split *hits, const struct vm_row *row) {
    const char *tier = row->keys[BY_tier].text;
    int64_t more = row->amounts[VM_AMOUNT_COUNT];
    if (strcmp(tier, tier_name(VM_COMPILED)) == 0) hits->compiled += more;
    if (strcmp(tier, tier_name(VM_ON_STACK)) == 0) hits->on_stack += more;
    if (strcmp(tier, tier_name(VM_INTERPRETED)) == 0) hits->interpreted += more;
}

static bool is_same_key(const struct vm_key_of_row *a, const struct vm_key_of_row *b) {
    return a->text == b->text && a->number == b->number && a->context == b->context &&
           position_equal(a->position, b->position);
}

/* Equal in the keys that the rule itself has, whatever is told beside them. */
static bool is_of(const struct row_tally *tally, size_t number, const struct vm_rule *rule,
                  const struct vm_row *row) {
    bool is_same = tally->rule == number;
    for (size_t i = 0; is_same && i < rule->key_count; i++)
        is_same = is_same_key(&tally->row.keys[rule->keys[i]], &row->keys[rule->keys[i]]);
    return is_same;
}

static struct row_tally *tally_of(struct rule_rows *rows, size_t number, const struct vm_row *row) {
    const struct vm_rule *rule = &rows->rules[number];
    uint32_t count = rows->tallies.count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = (rows->next + i) % count;
        if (!is_of(&rows->tallies.items[at], number, rule, row)) continue;
        rows->next = at;
        return &rows->tallies.items[at];
    }
    struct row_tally tally = {.rule = number, .row = *row};
    tally.per_execution = ARENA_ARRAY(rows->arena, int32_t, rows->iterations);
    arena_vec_push(rows->arena, &rows->tallies, tally);
    return &rows->tallies.items[count];
}

static void read_row(void *context, size_t number, const struct vm_row *row) {
    struct rule_rows *rows = context;
    add_hits(&rows->hits[number], row);
    if (rows->rules[number].key_count)
        tally_of(rows, number, row)->now += row->amounts[VM_AMOUNT_COUNT];
}

static void read(struct rule_rows *rows) {
    if (!rows->hits) return;
    vec_each(struct row_tally, tally, &rows->tallies) tally->now = 0;
    memset(rows->hits, 0, rows->rule_count * sizeof *rows->hits);
    rows->each(rows->source, read_row, rows);
}

/* --- calls --- */

void rule_rows_begin(struct rule_rows *rows) {
    if (rows->each) rows->hits = ARENA_ARRAY(rows->arena, struct count_split, rows->rule_count);
}

void rule_rows_restart(struct rule_rows *rows, int64_t iterations) {
    bool has_room = iterations <= rows->iterations;
    if (!has_room) rows->iterations = iterations;
    vec_each(struct row_tally, tally, &rows->tallies) {
        tally->total = 0;
        if (has_room)
            memset(tally->per_execution, 0, (size_t)iterations * sizeof *tally->per_execution);
        else
            tally->per_execution = ARENA_ARRAY(rows->arena, int32_t, iterations);
    }
}

void rule_rows_begin_call(struct rule_rows *rows) {
    read(rows);
    vec_each(struct row_tally, tally, &rows->tallies) tally->before = tally->now;
}

void rule_rows_end_call(struct rule_rows *rows, int64_t execution) {
    read(rows);
    vec_each(struct row_tally, tally, &rows->tallies) {
        int64_t hits = tally->now - tally->before;
        tally->total += hits;
        tally->per_execution[execution] = (int32_t)hits;
    }
}

void rule_rows_add_hits(const struct rule_rows *rows, const char *counter,
                        struct count_split *hits) {
    for (size_t i = 0; rows->hits && i < rows->rule_count; i++) {
        const struct count_split *more = &rows->hits[i];
        if (!rows->rules[i].hit || strcmp(rows->rules[i].hit, counter) != 0) continue;
        hits->compiled += more->compiled;
        hits->on_stack += more->on_stack;
        hits->interpreted += more->interpreted;
        hits->elsewhere += more->elsewhere;
    }
}
