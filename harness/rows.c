#include "harness/rows.h"

#include <inttypes.h>
#include <string.h>

#include "assertions/site.h"
#include "base/die.h"
#include "base/vec.h"
#include "harness/expectation_kind.h"
#include "harness/listen.h"

/* --- the rules --- */

enum vm_point site_point(enum site_kind kind) {
    switch (kind) {
    case SITE_ALLOCATION: return POINT_new;
    case SITE_LOCK: return POINT_lock;
    case SITE_CALL: return POINT_call;
    case SITE_KIND_COUNT: break;
    }
    UNREACHABLE();
}

static enum site_kind kind_at(enum vm_point point) {
    enum site_kind kind = 0;
    while (site_point(kind) != point) kind++;
    return kind;
}

static struct vm_rule rule_of_sites(enum vm_point point, const char *in, struct place place) {
    static const enum vm_key keys[] = {BY_path, BY_kind, BY_class},
                             of_calls[] = {BY_path, BY_kind, BY_callee, BY_receiver};
    bool is_call = point == POINT_call;
    return (struct vm_rule){.point = point,
                            .anchor = VM_HERE,
                            .in = in,
                            .keys = is_call ? of_calls : keys,
                            .key_count = is_call ? 4 : 3,
                            .place = place};
}

static bool has_rule_of_sites(const struct spec_rules *rules, const struct vm_rule *wanted) {
    bool is_there = false;
    vec_each(struct vm_rule, rule, rules)
        is_there |= !rule->hit && rule->point == wanted->point && !strcmp(rule->in, wanted->in);
    return is_there;
}

struct spec_rules rows_rules(struct arena *arena, const struct spec *spec,
                             const struct target_method *target) {
    struct spec_rules rules = {0};
    vec_each(struct vm_rule, rule, &spec->rules) arena_vec_push(arena, &rules, *rule);
    vec_each(struct spec_expectation, expectation, &spec->expectations) {
        const struct site_expectation *site = expectation->site;
        if (!site || !site_expectation_divides(site)) continue;
        struct vm_rule rule =
            rule_of_sites(site_point(expectation->kind->assertion->sites->kind),
                          site->in_method ? site->in_method : target->name, expectation->place);
        if (!has_rule_of_sites(&rules, &rule)) arena_vec_push(arena, &rules, rule);
    }
    return rules;
}

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

/* Equal in the keys that the rule of the spec has, whatever the target adds to them. */
static bool is_of(const struct row_tally *tally, size_t number, const struct vm_rule *rule,
                  const struct vm_row *row) {
    bool is_same = tally->rule == number;
    for (size_t i = 0; is_same && i < rule->key_count; i++)
        is_same = is_same_key(&tally->row.keys[rule->keys[i]], &row->keys[rule->keys[i]]);
    return is_same;
}

static struct row_tally *tally_of(struct rule_rows *rows, size_t number, const struct vm_row *row) {
    const struct vm_rule *rule = &rows->rules->items[number];
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
    if (rows->rules->items[number].key_count)
        tally_of(rows, number, row)->now += row->amounts[VM_AMOUNT_COUNT];
}

static void read(struct rule_rows *rows) {
    if (!rows->hits) return;
    vec_each(struct row_tally, tally, &rows->tallies) tally->now = 0;
    memset(rows->hits, 0, rows->rules->count * sizeof *rows->hits);
    rows->target->each_row(rows->target, read_row, rows);
}

/* --- calls --- */

void rows_begin(struct rule_rows *rows, const struct program *program, int64_t iterations,
                struct arena *arena) {
    *rows = (struct rule_rows){.target = program->target,
                               .rules = &program->rules,
                               .arena = arena,
                               .iterations = iterations};
    if (program->counts_by_rules)
        rows->hits = ARENA_ARRAY(arena, struct count_split, program->rules.count);
}

void rows_begin_call(struct rule_rows *rows) {
    read(rows);
    vec_each(struct row_tally, tally, &rows->tallies) tally->before = tally->now;
}

void rows_end_call(struct rule_rows *rows, int64_t execution) {
    read(rows);
    vec_each(struct row_tally, tally, &rows->tallies) {
        int64_t hits = tally->now - tally->before;
        tally->total += hits;
        tally->per_execution[execution] = (int32_t)hits;
    }
}

/* --- the observation --- */

static const char *key_text(enum vm_key key, const struct vm_key_of_row *value,
                            struct arena *arena) {
    switch (key_value(key)) {
    case VM_KEY_TEXT: return value->text ? value->text : "-";
    case VM_KEY_NUMBER: return arena_format(arena, "%" PRId64, value->number);
    case VM_KEY_FLAG: return value->number ? "true" : "false";
    case VM_KEY_SITE: {
        if (!value->position) return "-";
        struct origin origin = listen_origin(arena, value->position);
        return origin_text(&origin, arena);
    }
    case VM_KEY_CONTEXT: break; /* rules_read admits none */
    }
    UNREACHABLE();
}

static const char *row_key(const struct vm_rule *rule, const struct vm_row *row,
                           struct arena *arena) {
    const char *text = NULL;
    for (size_t i = 0; i < rule->key_count; i++) {
        const char *one = key_text(rule->keys[i], &row->keys[rule->keys[i]], arena);
        text = text ? arena_format(arena, "%s, %s", text, one) : one;
    }
    return text;
}

static struct row_observation row_seen(const struct vm_rule *rule, const struct row_tally *tally,
                                       struct arena *arena) {
    const struct vm_row *row = &tally->row;
    struct row_observation seen = {
        .counter = rule->hit, .hits = tally->total, .per_execution = tally->per_execution};
    if (rule->hit) {
        seen.key = row_key(rule, row, arena);
        return seen;
    }
    enum vm_key subject = rule->point == POINT_call ? BY_callee : BY_class;
    seen.kind = kind_at(rule->point);
    seen.in = rule->in;
    if (row->keys[BY_path].position)
        seen.origin = listen_origin(arena, row->keys[BY_path].position);
    seen.subject = key_text(subject, &row->keys[subject], arena);
    seen.way = key_text(BY_kind, &row->keys[BY_kind], arena);
    seen.receiver = key_text(BY_receiver, &row->keys[BY_receiver], arena);
    return seen;
}

void rows_put(const struct rule_rows *rows, struct observation *out) {
    struct row_observation *seen =
        ARENA_ARRAY(rows->arena, struct row_observation, rows->tallies.count);
    out->rows = seen;
    vec_each(struct row_tally, tally, &rows->tallies) {
        const struct vm_rule *rule = &rows->rules->items[tally->rule];
        if (tally->total) seen[out->row_count++] = row_seen(rule, tally, rows->arena);
    }
}
