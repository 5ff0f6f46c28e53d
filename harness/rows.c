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
    case SITE_KIND_COUNT:
    case SITE_LOOP: break;
    }
    UNREACHABLE();
}

enum site_kind site_kind_at(enum vm_point point) {
    enum site_kind kind = 0;
    while (kind < SITE_KIND_COUNT && site_point(kind) != point) kind++;
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

/* --- calls --- */

static void tell_rows(void *target, row_receiver *tell, void *context) {
    ((struct target *)target)->each_row(target, tell, context);
}

struct rule_rows rows_begin(const struct program *program, int64_t iterations,
                            struct arena *arena) {
    struct rule_rows rows = {.rules = program->rules.items,
                             .rule_count = program->rules.count,
                             .each = program->counts_by_rules ? tell_rows : NULL,
                             .source = program->target,
                             .arena = arena,
                             .iterations = iterations};
    rule_rows_begin(&rows);
    return rows;
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
    seen.kind = site_kind_at(rule->point);
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
        const struct vm_rule *rule = &rows->rules[tally->rule];
        if (tally->total) seen[out->row_count++] = row_seen(rule, tally, rows->arena);
    }
}

/* A rule that named nothing that ran is an error before this. */
static struct probe_observation probe_of_rule(const struct vm_rule *rule, const char *method,
                                              struct arena *arena) {
    const char *where = rule->anchor == VM_HERE ? "is at each execution of" : "is anchored to";
    return (struct probe_observation){
        .counter = rule->hit,
        .method = method,
        .text = arena_format(arena, "the probe '%s' of line %d %s '%s'", rule->hit,
                             rule->place.line, where, point_name(rule->point)),
        .was_entered = true};
}

void rows_put_probes(const struct spec_rules *rules, const char *method, struct arena *arena,
                     struct probe_observation *out) {
    for (uint32_t i = 0; i < rules->count; i++)
        out[i] = probe_of_rule(&rules->items[i], method, arena);
}
