/* READ: what tallies counted as rows of the keys that their rules ask for. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/intern.h"
#include "base/memory.h"
#include "tally/tally.h"

/* Rows while they are summed up. */
struct table {
    struct vm_profile *profile;
    VEC(struct vm_row) rows;
    uint32_t *places; /* of rows, plus 1, by hash */
    uint32_t capacity;
};

/* --- equal rows are one --- */

static uint64_t row_hash(const struct vm_row *row) {
    uint64_t hash = hash_mix_pointer(0, row->rule);
    for (size_t i = 0; i < row->rule->key_count; i++) {
        const struct vm_key_of_row *key = &row->keys[row->rule->keys[i]];
        hash = hash_mix_pointer(hash_mix_pointer(hash, key->text), key->context);
        hash = position_hash(hash_mix(hash, (uint64_t)key->number), key->position);
    }
    return hash ^ hash >> 32;
}

static bool is_same_row(const struct vm_row *a, const struct vm_row *b) {
    if (a->rule != b->rule) return false;
    for (size_t i = 0; i < a->rule->key_count; i++) {
        const struct vm_key_of_row *x = &a->keys[a->rule->keys[i]], *y = &b->keys[a->rule->keys[i]];
        if (x->text != y->text || x->number != y->number || x->context != y->context ||
            !position_equal(x->position, y->position))
            return false;
    }
    return true;
}

static uint32_t *place_of(const struct table *table, const struct vm_row *row) {
    uint32_t i = (uint32_t)row_hash(row) & (table->capacity - 1);
    while (table->places[i] && !is_same_row(&table->rows.items[table->places[i] - 1], row))
        i = (i + 1) & (table->capacity - 1);
    return &table->places[i];
}

static void grow(struct table *table) {
    memory_free(table->places);
    table->capacity = table->capacity ? table->capacity * 2 : 256;
    table->places = memory_allocate(table->capacity * sizeof *table->places);
    for (uint32_t i = 0; i < table->rows.count; i++)
        *place_of(table, &table->rows.items[i]) = i + 1;
}

static void add_row(struct table *table, const struct vm_row *row) {
    bool is_zero = true;
    for (int amount = 0; amount < VM_AMOUNTS; amount++) is_zero &= row->amounts[amount] == 0;
    if (is_zero || !rule_condition_holds(row->rule->condition, row->keys)) return;
    if (table->rows.count * 2 >= table->capacity) grow(table);
    uint32_t *place = place_of(table, row);
    if (!*place) {
        vec_push(&table->rows, *row);
        *place = table->rows.count;
        return;
    }
    for (int amount = 0; amount < VM_AMOUNTS; amount++)
        table->rows.items[*place - 1].amounts[amount] += row->amounts[amount];
}

/* --- the keys of a tally --- */

static const struct position *outermost(const struct position *position) {
    while (position->caller) position = position->caller;
    return position;
}

static const char *case_text(int64_t edge) {
    return edge == TALLY_DEFAULT ? intern("default") : intern_format("%" PRId64, edge);
}

/* Of what does not differ between the tally's counts. */
static void set_keys(const struct tally *tally, struct vm_row *row) {
    const struct tally_key *key = &tally->key;
    const struct position *position = key->position;
    row->rule = key->rule;
    row->keys[BY_site].position = position ? &tally->site : NULL;
    row->keys[BY_path].position = position;
    if (position) {
        row->keys[BY_method].text = position->method;
        row->keys[BY_root].text = key->root ? key->root : outermost(position)->method;
    }
    row->keys[BY_inlined].number = position && position->caller;
    row->keys[BY_code].number = key->code;
    row->keys[BY_class].text = row->keys[BY_callee].text = key->subject;
    row->keys[BY_receiver].text = key->receiver;
    row->keys[BY_context].context = key->context;
    if (key->edge == TALLY_NO_EDGE) return;
    row->keys[BY_taken].number = key->edge == 1;
    row->keys[BY_case].text = case_text(key->edge);
}

bool tally_condition_holds(const struct tally *tally, struct thread *thread, enum vm_tier tier,
                           enum vm_kind kind) {
    const struct vm_rule *rule = tally->key.rule;
    struct vm_row row = {0};
    if (!rule->condition) return true;
    set_keys(tally, &row);
    if (rule_condition_names(rule, BY_thread)) row.keys[BY_thread].text = tally_thread_name(thread);
    row.keys[BY_tier].text = tier_name(tier);
    row.keys[BY_kind].text = kind_name(kind);
    return rule_condition_holds(rule->condition, row.keys);
}

/* --- its counts --- */

struct tally_interval {
    const int64_t *from, *to;
    uint32_t from_cells, to_cells;
};

static int64_t value_between(const struct tally_interval *interval, uint32_t cell) {
    int64_t from = cell < interval->from_cells ? interval->from[cell] : 0;
    return cell < interval->to_cells ? interval->to[cell] - from : 0;
}

static const enum vm_tier tiers[COUNT_WAYS] = {[COUNT_COMPILED] = VM_COMPILED,
                                               [COUNT_ON_STACK] = VM_ON_STACK,
                                               [COUNT_INTERPRETED] = VM_INTERPRETED};

static void read_amounts(struct tally *tally, enum vm_kind kind, enum count_way way,
                         const struct tally_interval *interval, int64_t *amounts) {
    unsigned asked = tally->key.rule->amounts | 1U << VM_AMOUNT_COUNT;
    for (int amount = 0; amount < VM_AMOUNTS; amount++) {
        if (!(asked >> amount & 1)) continue;
        const struct count *count = tally_count(tally, kind, (enum vm_amount)amount);
        amounts[amount] = value_between(interval, count->cell + way);
    }
    if (asked >> VM_AMOUNT_BYTES & 1 && tally->unit)
        amounts[VM_AMOUNT_BYTES] = amounts[VM_AMOUNT_COUNT] * tally->unit;
}

static void set_kind(struct vm_row *row, enum vm_kind kind) {
    row->keys[BY_kind].text = kind_name(kind);
}

/* What was executed and not carried out in any way was eliminated; what the interpreter does has no kind. */
static enum vm_kind kind_of_rest(const struct tally *tally, enum vm_tier tier) {
    enum vm_kind kind = tally->key.kind;
    if (kind == KIND_none && tier != VM_INTERPRETED)
        kind_of_name("ELIMINATED", tally->key.rule->point, &kind);
    return kind;
}

static void add_tally_in_way(struct table *table, struct tally *tally, enum count_way way,
                             const struct tally_interval *interval, struct vm_row *row) {
    const struct vm_rule *rule = tally->key.rule;
    int64_t rest[VM_AMOUNTS] = {0};
    read_amounts(tally, KIND_none, way, interval, rest);
    row->keys[BY_tier].text = tier_name(tiers[way]);
    for (enum vm_kind kind = 0; tally_has_kinds(rule) && kind < KIND_COUNT; kind++) {
        if (!kind_is_of(kind, rule->point)) continue;
        memset(row->amounts, 0, sizeof row->amounts);
        read_amounts(tally, kind, way, interval, row->amounts);
        set_kind(row, kind);
        add_row(table, row);
        for (int amount = 0; amount < VM_AMOUNTS; amount++) rest[amount] -= row->amounts[amount];
    }
    bool is_followed = rule->anchor != VM_HERE && way != COUNT_INTERPRETED;
    if (tally_has_kinds(rule) && is_followed && tally->key.kind == KIND_none) return;
    set_kind(row, kind_of_rest(tally, tiers[way]));
    memcpy(row->amounts, rest, sizeof rest);
    add_row(table, row);
}

/* [thread]: the one that counted; NULL: all did. */
static void add_interval(struct table *table, const struct tally_interval *interval,
                         const char *mark, const char *thread, bool is_by_mark) {
    vec_each(struct tally *, tally, &table->profile->items) {
        if (rule_asks((*tally)->key.rule, BY_mark) != is_by_mark ||
            rule_asks((*tally)->key.rule, BY_thread) != (thread != NULL))
            continue;
        struct vm_row row = {0};
        set_keys(*tally, &row);
        row.keys[BY_mark].text = mark;
        row.keys[BY_thread].text = thread;
        for (int way = 0; way < COUNT_WAYS; way++)
            add_tally_in_way(table, *tally, (enum count_way)way, interval, &row);
    }
}

/* --- in order --- */

static int text_order(const char *a, const char *b) { return strcmp(a ? a : "", b ? b : ""); }

static int position_order(const struct position *a, const struct position *b) {
    for (; a && b; a = a->caller, b = b->caller) {
        int order = text_order(a->method, b->method);
        if (order == 0) order = (a->bci > b->bci) - (a->bci < b->bci);
        if (order) return order;
    }
    return (a != NULL) - (b != NULL);
}

static int row_order(const void *left, const void *right) {
    const struct vm_row *a = left, *b = right;
    if (a->rule != b->rule) return a->rule < b->rule ? -1 : 1;
    for (size_t i = 0; i < a->rule->key_count; i++) {
        const struct vm_key_of_row *x = &a->keys[a->rule->keys[i]], *y = &b->keys[a->rule->keys[i]];
        int order = position_order(x->position, y->position);
        if (order == 0) order = text_order(x->text, y->text);
        if (order == 0) order = (x->number > y->number) - (x->number < y->number);
        if (order) return order;
    }
    return 0;
}

/* --- the whole --- */

static struct tally_mark mark_at(const struct vm_profile *profile, size_t mark,
                                 const struct tally_mark *now) {
    if (mark == 0) return (struct tally_mark){0};
    return mark <= profile->marks.count ? profile->marks.items[mark - 1] : *now;
}

/* NULL: it was not there yet. */
static const int64_t *values_of_thread(const struct tally_mark *mark, const char *name) {
    vec_each(struct tally_thread, thread, &mark->threads) {
        if (thread->name == name) return thread->values;
    }
    return NULL;
}

static void add_between(struct table *table, size_t from, size_t to, const struct tally_mark *now,
                        bool is_by_mark) {
    struct tally_mark first = mark_at(table->profile, from, now);
    struct tally_mark last = mark_at(table->profile, to, now);
    struct tally_interval interval = {first.values, last.values, first.cells, last.cells};
    add_interval(table, &interval, last.text, NULL, is_by_mark);
    vec_each(struct tally_thread, thread, &last.threads) {
        interval.to = thread->values;
        interval.from = values_of_thread(&first, thread->name);
        if (!interval.from) interval.from_cells = 0;
        add_interval(table, &interval, last.text, thread->name, is_by_mark);
        interval.from_cells = first.cells;
    }
}

static void fill(struct table *table, size_t from, size_t to) {
    struct tally_mark now = {.text = intern("end")};
    tallies_sum(table->profile, &now);
    add_between(table, from, to, &now, false);
    for (size_t mark = from; mark < to; mark++) add_between(table, mark, mark + 1, &now, true);
    tally_mark_release(&now);
}

/* A row has the keys of its rule alone. */
static void forget_other_keys(struct vm_row *row) {
    struct vm_row kept = {.rule = row->rule};
    memcpy(kept.amounts, row->amounts, sizeof kept.amounts);
    for (size_t i = 0; i < row->rule->key_count; i++)
        kept.keys[row->rule->keys[i]] = row->keys[row->rule->keys[i]];
    *row = kept;
}

void tallies_each(struct vm_profile *profile, size_t from, size_t to,
                  void (*tell)(void *context, const struct vm_row *row), void *context) {
    struct table table = {.profile = profile};
    tallies_stop(profile);
    fill(&table, from, to);
    tallies_go_on(profile);
    if (table.rows.count)
        qsort(table.rows.items, table.rows.count, sizeof *table.rows.items, row_order);
    vec_each(struct vm_row, row, &table.rows) {
        forget_other_keys(row);
        tell(context, row);
    }
    vec_release(&table.rows);
    memory_free(table.places);
}
