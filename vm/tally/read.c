/* READ: what tallies counted as rows of the keys that their rules ask for. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/intern.h"
#include "base/memory.h"
#include "context/counts.h"
#include "runtime/runtime.h"
#include "tally/context_path.h"
#include "tally/context_ranks.h"

/* The rows of a rule while they are summed up: of each its keys, then its amounts, a word each. There are as many as there are
 * contexts, of which programs have millions. */
struct counted_rows {
    const struct vm_rule *rule;
    int64_t *words;
    uint32_t width, count, capacity;
    uint32_t *places; /* of rows, plus 1, by hash */
    uint32_t place_count;
};

struct table {
    struct vm_profile *profile;
    struct counted_rows *rows;    /* by rule */
    struct position_list path;    /* of the innermost calls of a context */
    const struct tally **by_cell; /* whose it is; NULL: no rule counts by contexts */
};

enum { MOST_WORDS = BY_COUNT + VM_AMOUNTS };

/* --- words --- */

static bool is_position(const struct vm_rule *rule, enum vm_key key) {
    return key_value(key) == VM_KEY_SITE ||
           (key_value(key) == VM_KEY_CONTEXT && rule->levels != VM_ALL_LEVELS);
}

static const struct position *position_in(int64_t word) {
    return (const struct position *)(intptr_t)word;
}

static const char *text_in(int64_t word) { return (const char *)(intptr_t)word; }

static const struct context *context_in(int64_t word) {
    return (const struct context *)(intptr_t)word;
}

static int64_t word_of_key(const struct vm_rule *rule, enum vm_key which,
                           const struct vm_key_of_row *key) {
    if (is_position(rule, which)) return (intptr_t)key->position;
    if (key_value(which) == VM_KEY_TEXT) return (intptr_t)key->text;
    return key_value(which) == VM_KEY_CONTEXT ? (intptr_t)key->context : key->number;
}

static void set_key(const struct vm_rule *rule, enum vm_key which, int64_t word,
                    struct vm_key_of_row *key) {
    if (is_position(rule, which))
        key->position = position_in(word);
    else if (key_value(which) == VM_KEY_TEXT)
        key->text = text_in(word);
    else if (key_value(which) == VM_KEY_CONTEXT)
        key->context = context_in(word);
    else
        key->number = word;
}

static uint32_t width_of(const struct vm_rule *rule) {
    uint32_t width = (uint32_t)rule->key_count;
    for (int amount = 0; amount < VM_AMOUNTS; amount++)
        width += rule_sums(rule, (enum vm_amount)amount);
    return width;
}

static void pack(const struct vm_row *row, int64_t *words) {
    const struct vm_rule *rule = row->rule;
    for (size_t i = 0; i < rule->key_count; i++)
        *words++ = word_of_key(rule, rule->keys[i], &row->keys[rule->keys[i]]);
    for (int amount = 0; amount < VM_AMOUNTS; amount++)
        if (rule_sums(rule, (enum vm_amount)amount)) *words++ = row->amounts[amount];
}

static struct vm_row unpack(const struct vm_rule *rule, const int64_t *words) {
    struct vm_row row = {.rule = rule};
    for (size_t i = 0; i < rule->key_count; i++)
        set_key(rule, rule->keys[i], *words++, &row.keys[rule->keys[i]]);
    for (int amount = 0; amount < VM_AMOUNTS; amount++)
        if (rule_sums(rule, (enum vm_amount)amount)) row.amounts[amount] = *words++;
    return row;
}

/* --- equal rows are one --- */

static uint64_t hash_of(const struct vm_rule *rule, const int64_t *words) {
    uint64_t hash = 0;
    for (size_t i = 0; i < rule->key_count; i++)
        hash = is_position(rule, rule->keys[i]) ? position_hash(hash, position_in(words[i]))
                                                : hash_mix(hash, (uint64_t)words[i]);
    return hash ^ hash >> 32;
}

static bool has_keys(const struct vm_rule *rule, const int64_t *a, const int64_t *b) {
    for (size_t i = 0; i < rule->key_count; i++) {
        if (a[i] == b[i]) continue;
        if (!is_position(rule, rule->keys[i]) ||
            !position_equal(position_in(a[i]), position_in(b[i])))
            return false;
    }
    return true;
}

static int64_t *words_at(const struct counted_rows *rows, uint32_t row) {
    return rows->words + (size_t)row * rows->width;
}

static uint32_t *place_of(const struct counted_rows *rows, const int64_t *words) {
    uint32_t i = (uint32_t)hash_of(rows->rule, words) & (rows->place_count - 1);
    while (rows->places[i] && !has_keys(rows->rule, words_at(rows, rows->places[i] - 1), words))
        i = (i + 1) & (rows->place_count - 1);
    return &rows->places[i];
}

static void grow(struct counted_rows *rows) {
    memory_free(rows->places);
    rows->place_count = rows->place_count ? rows->place_count * 2 : 256;
    rows->places = memory_allocate(rows->place_count * sizeof *rows->places);
    for (uint32_t i = 0; i < rows->count; i++) *place_of(rows, words_at(rows, i)) = i + 1;
}

/* Contexts of so many levels are made anew for each that is counted. */
static void keep_paths(const struct table *table, const struct vm_rule *rule, int64_t *words) {
    for (size_t i = 0; i < rule->key_count; i++)
        if (rule->keys[i] == BY_context && is_position(rule, BY_context))
            words[i] = (intptr_t)position_copy(&table->profile->arena, position_in(words[i]));
}

static void append(const struct table *table, struct counted_rows *rows, const int64_t *words) {
    if (rows->count == rows->capacity) {
        rows->capacity = rows->capacity ? rows->capacity * 2 : 64;
        rows->words =
            memory_resize(rows->words, (size_t)rows->capacity * rows->width * sizeof *rows->words);
    }
    int64_t *kept = words_at(rows, rows->count++);
    memcpy(kept, words, rows->width * sizeof *kept);
    keep_paths(table, rows->rule, kept);
}

static void add_row(struct table *table, const struct vm_row *row) {
    struct counted_rows *rows = &table->rows[row->rule - table->profile->rules];
    int64_t words[MOST_WORDS];
    if (!rule_condition_holds(row->rule->condition, row->keys)) return;
    if (rows->count * 2 >= rows->place_count) grow(rows);
    pack(row, words);
    uint32_t *place = place_of(rows, words);
    if (!*place) {
        append(table, rows, words);
        *place = rows->count;
        return;
    }
    int64_t *sums = words_at(rows, *place - 1);
    for (size_t i = row->rule->key_count; i < rows->width; i++)
        sums[i] = saturated_sum(sums[i], words[i]);
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
    if (key->edge == TALLY_NO_EDGE) return;
    row->keys[BY_taken].number = key->edge == 1;
    row->keys[BY_case].text = case_text(key->edge);
}

static bool condition_holds(const struct tally *tally, struct thread *thread, enum vm_tier tier,
                            enum vm_kind kind) {
    const struct vm_rule *rule = tally->key.rule;
    struct vm_row row = {0};
    set_keys(tally, &row);
    if (rule_condition_names(rule, BY_thread)) row.keys[BY_thread].text = tally_thread_name(thread);
    row.keys[BY_tier].text = tier_name(tier);
    row.keys[BY_kind].text = kind_name(kind);
    return rule_condition_holds(rule->condition, row.keys);
}

/* Most rules have none, and no row is made for them: they are asked at each execution. */
bool tally_condition_holds(const struct tally *tally, struct thread *thread, enum vm_tier tier,
                           enum vm_kind kind) {
    return !tally->key.rule->condition || condition_holds(tally, thread, tier, kind);
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

/* A row of one amount; of objects of one size it gives their bytes, too. False: another does. */
static bool set_amount(const struct tally *tally, enum vm_amount amount, int64_t value,
                       struct vm_row *row) {
    bool is_bytes = tally->key.rule->amounts >> VM_AMOUNT_BYTES & 1 && tally->unit;
    if (is_bytes && amount == VM_AMOUNT_BYTES) return false;
    memset(row->amounts, 0, sizeof row->amounts);
    row->amounts[amount] = value;
    if (is_bytes && amount == VM_AMOUNT_COUNT) row->amounts[VM_AMOUNT_BYTES] = value * tally->unit;
    return true;
}

/* To be taken from a row that has it. */
static void negate(struct vm_row *row) {
    for (int i = 0; i < VM_AMOUNTS; i++) row->amounts[i] = -row->amounts[i];
}

/* Rows are sums: what a kind has counted is taken from the rest. Compiled code had executed the bytecode of an object that was
 * made when it was left: there it was not carried out. */
static void add_count(struct table *table, const struct tally *tally, uint32_t place, int64_t value,
                      struct vm_row *row) {
    const struct vm_rule *rule = tally->key.rule;
    enum count_way way = place % COUNT_WAYS;
    enum vm_kind kind;
    enum vm_amount amount;
    tally_part(tally, (int)(place / COUNT_WAYS), &kind, &amount);
    if (!set_amount(tally, amount, value, row)) return;
    row->keys[BY_tier].text = tier_name(tiers[way]);
    if (kind != KIND_none) {
        set_kind(row, kind);
        add_row(table, row);
        negate(row);
    }
    bool is_followed = rule->anchor != VM_HERE && way != COUNT_INTERPRETED;
    if (tally_has_kinds(rule) && is_followed && tally->key.kind == KIND_none) return;
    set_kind(row, kind_of_rest(tally, tiers[way]));
    add_row(table, row);
    if (rule->anchor != VM_HERE || tally->key.kind != KIND_allocation_REMATERIALISED) return;
    negate(row);
    set_kind(row, KIND_allocation_ELIMINATED);
    add_row(table, row);
}

/* Which rows are read: of what was counted in an interval, by one thread (NULL: all), of the rules that ask for that. */
struct interval_read {
    struct table *table;
    struct tally_interval interval;
    const char *mark, *thread;
    bool is_by_mark;
};

static bool is_read(const struct interval_read *reading, const struct tally *tally) {
    const struct vm_rule *rule = tally->key.rule;
    return rule_asks(rule, BY_mark) == reading->is_by_mark &&
           rule_asks(rule, BY_thread) == (reading->thread != NULL);
}

static struct vm_row row_of(const struct interval_read *reading, const struct tally *tally) {
    struct vm_row row = {0};
    set_keys(tally, &row);
    row.keys[BY_mark].text = reading->mark;
    row.keys[BY_thread].text = reading->thread;
    return row;
}

static void add_tally(const struct interval_read *reading, const struct tally *tally) {
    struct vm_row row = row_of(reading, tally);
    uint32_t places = (uint32_t)(tally_count_parts(tally) * COUNT_WAYS);
    for (uint32_t place = 0; place < places; place++) {
        int64_t value = value_between(&reading->interval, tally->counts[0].cell + place);
        if (value) add_count(reading->table, tally, place, value, &row);
    }
}

/* NULL: no tally's. */
static const struct tally *tally_of_cell(const struct table *table, uint32_t cell) {
    return cell >= CONTEXT_NO_CELL ? NULL : table->by_cell[cell];
}

static const struct context *node_counting(const struct vm_profile *profile,
                                           struct context_row *row, uint32_t index,
                                           struct context **last) {
    *last = row->last;
    return context_frame_node(profile->contexts, row, row->counts->cells[index].frame, last);
}

/* What a context counted of it. */
static void add_in_context(void *context, struct context_row *counted) {
    const struct interval_read *reading = context;
    for (uint32_t i = 0; i < counted->counts->count; i++) {
        uint32_t cell = counted->counts->cells[i].cell;
        const struct tally *tally = tally_of_cell(reading->table, cell);
        int64_t value = tally ? value_between(&reading->interval, counted->cell + i) : 0;
        if (!value || !is_read(reading, tally)) continue;
        struct context *last;
        const struct context *node = node_counting(reading->table->profile, counted, i, &last);
        if (node->kind == CONTEXT_BEYOND_LIMIT && last)
            node = context_beyond(reading->table->profile, last, node);
        struct vm_row row = row_of(reading, tally);
        int levels = tally->key.rule->levels;
        if (levels == VM_ALL_LEVELS)
            row.keys[BY_context].context = node;
        else
            row.keys[BY_context].position = context_innermost(node, levels, &reading->table->path);
        add_count(reading->table, tally, cell - tally->counts[0].cell, value, &row);
    }
}

static void add_interval(const struct interval_read *reading) {
    struct vm_profile *profile = reading->table->profile;
    vec_each(struct tally *, tally, &profile->items) {
        if (is_read(reading, *tally)) add_tally(reading, *tally);
    }
    if (reading->table->by_cell)
        context_each_row(profile->contexts, add_in_context, (void *)reading);
}

/* --- in order --- */

/* Texts are interned. */
static int text_order(const char *a, const char *b) {
    return a == b ? 0 : strcmp(a ? a : "", b ? b : "");
}

/* Contexts share what is made of their callers. */
static int position_order(const struct position *a, const struct position *b) {
    for (; a && b && a != b; a = a->caller, b = b->caller) {
        int order = text_order(a->method, b->method);
        if (order == 0) order = (a->bci > b->bci) - (a->bci < b->bci);
        if (order) return order;
    }
    return (a != NULL) - (b != NULL);
}

static bool is_context(const struct vm_rule *rule, enum vm_key key) {
    return key_value(key) == VM_KEY_CONTEXT && !is_position(rule, key);
}

static int key_order(const struct vm_rule *rule, enum vm_key key, int64_t a, int64_t b) {
    if (a == b) return 0;
    if (is_position(rule, key)) return position_order(position_in(a), position_in(b));
    if (key_value(key) == VM_KEY_TEXT) return text_order(text_in(a), text_in(b));
    return a > b ? 1 : -1;
}

struct ordered_rows {
    const struct counted_rows *rows;
    const uint32_t *ranks; /* of their contexts; NULL: they have none */
};

static int row_order(const void *left, const void *right, void *context) {
    const struct ordered_rows *ordered = context;
    const struct vm_rule *rule = ordered->rows->rule;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    const int64_t *x = words_at(ordered->rows, a), *y = words_at(ordered->rows, b);
    int order = 0;
    for (size_t i = 0; order == 0 && i < rule->key_count; i++)
        order = is_context(rule, rule->keys[i]) ? (ordered->ranks[a] > ordered->ranks[b]) -
                                                      (ordered->ranks[a] < ordered->ranks[b])
                                                : key_order(rule, rule->keys[i], x[i], y[i]);
    return order;
}

/* NULL: rows have no contexts. */
static uint32_t *ranks_of(const struct counted_rows *rows) {
    size_t key = 0;
    while (key < rows->rule->key_count && !is_context(rows->rule, rows->rule->keys[key])) key++;
    if (key == rows->rule->key_count) return NULL;
    const struct context **contexts = memory_allocate((rows->count + 1) * sizeof *contexts);
    for (uint32_t i = 0; i < rows->count; i++) contexts[i] = context_in(words_at(rows, i)[key]);
    uint32_t *ranks = context_ranks(contexts, rows->count);
    memory_free(contexts);
    return ranks;
}

static uint32_t *in_order(const struct counted_rows *rows) {
    uint32_t *numbers = memory_allocate((rows->count + 1) * sizeof *numbers);
    uint32_t *ranks = ranks_of(rows);
    for (uint32_t i = 0; i < rows->count; i++) numbers[i] = i;
    qsort_r(numbers, rows->count, sizeof *numbers, row_order, &(struct ordered_rows){rows, ranks});
    memory_free(ranks);
    return numbers;
}

/* --- the whole --- */

static struct tally_mark mark_at(const struct vm_profile *profile, size_t mark,
                                 const struct tally_mark *now) {
    if (mark == 0) return (struct tally_mark){0};
    return mark <= profile->marks.count ? profile->marks.items[mark - 1] : *now;
}

/* NULL: it was not there yet. */
static const int64_t *values_of_thread(const struct tally_mark *mark, uint64_t number) {
    vec_each(struct tally_thread, thread, &mark->threads) {
        if (thread->number == number) return thread->values;
    }
    return NULL;
}

static void add_thread(struct interval_read reading, const struct tally_mark *first,
                       const struct tally_thread *thread) {
    reading.thread = thread->name;
    reading.interval.to = thread->values;
    reading.interval.from = values_of_thread(first, thread->number);
    reading.interval.from_cells = reading.interval.from ? first->cells : 0;
    add_interval(&reading);
}

/* Of those that ended before the interval there is nothing in it. */
static void add_threads(const struct interval_read *reading, const struct tally_mark *first,
                        const struct tally_mark *last) {
    int64_t *values = memory_allocate(sizeof *values * (last->cells + 1));
    for (size_t i = first->ended; i < last->ended; i++) {
        struct tally_thread ended =
            tallies_sum_ended(reading->table->profile, i, last->cells, values);
        add_thread(*reading, first, &ended);
    }
    memory_free(values);
    vec_each(struct tally_thread, thread, &last->threads) add_thread(*reading, first, thread);
}

static void add_between(struct table *table, size_t from, size_t to, const struct tally_mark *now,
                        bool is_by_mark) {
    struct tally_mark first = mark_at(table->profile, from, now);
    struct tally_mark last = mark_at(table->profile, to, now);
    struct interval_read reading = {
        .table = table,
        .interval = {first.values, last.values, first.cells, last.cells},
        .mark = last.text,
        .is_by_mark = is_by_mark};
    add_interval(&reading);
    add_threads(&reading, &first, &last);
}

/* Where a rule counts by contexts: who reads rows may read nodes, too. */
static void find_cells(struct table *table, uint32_t cells) {
    const struct tally **by_cell = NULL;
    vec_each(struct tally *, tally, &table->profile->items) {
        if (!(*tally)->in_contexts) continue;
        if (!by_cell) by_cell = memory_allocate(cells * sizeof *by_cell);
        for (uint32_t i = 0; i < (*tally)->in_contexts->count; i++)
            by_cell[(*tally)->in_contexts->cells[i].cell] = *tally;
    }
    table->by_cell = by_cell;
    if (by_cell) context_settle(table->profile->contexts);
}

static void fill(struct table *table, size_t from, size_t to) {
    const struct vm_profile *profile = table->profile;
    struct tally_mark now = {.text = tallies_interval_name(profile, profile->marks.count)};
    tallies_sum(table->profile, &now);
    find_cells(table, now.cells);
    add_between(table, from, to, &now, false);
    for (size_t mark = from; mark < to; mark++) add_between(table, mark, mark + 1, &now, true);
    tally_mark_release(&now);
}

static bool is_nothing(const struct vm_row *row) {
    for (int amount = 0; amount < VM_AMOUNTS; amount++)
        if (row->amounts[amount]) return false;
    return true;
}

/* What was eliminated is a difference: of samples it may be below 0 where an object was made later than others of its site. */
static void floor_sampled(struct vm_row *row) {
    for (int amount = 0; row->rule->every > 1 && amount < VM_AMOUNTS; amount++)
        if (row->amounts[amount] < 0) row->amounts[amount] = 0;
}

static void tell_rows(struct counted_rows *rows,
                      void (*tell)(void *context, const struct vm_row *row), void *context) {
    uint32_t *numbers = in_order(rows);
    for (uint32_t i = 0; i < rows->count; i++) {
        struct vm_row row = unpack(rows->rule, words_at(rows, numbers[i]));
        floor_sampled(&row);
        if (!is_nothing(&row)) tell(context, &row);
    }
    memory_free(numbers);
}

void tallies_each(struct vm_profile *profile, size_t from, size_t to,
                  void (*tell)(void *context, const struct vm_row *row), void *context) {
    struct table table = {.profile = profile};
    table.rows = memory_allocate((profile->rule_count + 1) * sizeof *table.rows);
    for (size_t i = 0; i < profile->rule_count; i++)
        table.rows[i] = (struct counted_rows){.rule = &profile->rules[i],
                                              .width = width_of(&profile->rules[i])};
    tallies_stop(profile);
    fill(&table, from, to);
    tallies_go_on(profile);
    memory_free((void *)table.by_cell);
    for (size_t i = 0; i < profile->rule_count; i++) {
        memory_free(table.rows[i].places);
        if (i >= profile->own_rules) tell_rows(&table.rows[i], tell, context);
        memory_free(table.rows[i].words);
    }
    vec_release(&table.path);
    memory_free(table.rows);
}

/* --- pieces --- */

struct pieces {
    const struct table *table;
    const struct tally_mark *now;
    const struct vm_rule *rule;
    void (*tell)(void *context, const struct context *node, const struct position *site,
                 int64_t count);
    void *context;
};

static void tell_pieces(void *context, struct context_row *counted) {
    const struct pieces *pieces = context;
    for (uint32_t i = 0; i < counted->counts->count; i++) {
        const struct tally *tally = tally_of_cell(pieces->table, counted->counts->cells[i].cell);
        bool is_there =
            tally && tally->key.rule == pieces->rule && counted->cell + i < pieces->now->cells;
        int64_t value = is_there ? pieces->now->values[counted->cell + i] : 0;
        if (!value) continue;
        struct context *last;
        const struct context *node = node_counting(pieces->table->profile, counted, i, &last);
        pieces->tell(pieces->context, node, &tally->site, value);
    }
}

void tallies_each_in_context(struct vm_profile *profile, const struct vm_rule *rule,
                             void (*tell)(void *context, const struct context *node,
                                          const struct position *site, int64_t count),
                             void *context) {
    struct table table = {.profile = profile};
    struct tally_mark now = {0};
    struct pieces pieces = {&table, &now, rule, tell, context};
    tallies_stop(profile);
    tallies_sum(profile, &now);
    find_cells(&table, now.cells);
    if (table.by_cell) context_each_row(profile->contexts, tell_pieces, &pieces);
    tallies_go_on(profile);
    tally_mark_release(&now);
    memory_free((void *)table.by_cell);
}
