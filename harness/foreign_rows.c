/* FOREIGN ROWS: rules, and the rows that they counted, in the order of docs/protocol.md. */
#include <string.h>

#include "base/vec.h"
#include "harness/foreign.h"
#include "rules/rule_json.h"

bool foreign_takes(const struct foreign *foreign, const char *what) {
    const json_t *takes = json_object_get(foreign->hello, "takes");
    bool is_taken = false;
    for (size_t i = 0; i < json_array_size(takes); i++) {
        const char *one = json_string_value(json_array_get(takes, i));
        is_taken |= one && !strcmp(one, what);
    }
    return is_taken;
}

json_t *foreign_json_of_rules(const struct foreign *foreign) {
    json_t *rules = json_array();
    vec_each(struct vm_rule, rule, &foreign->rules)
        json_array_append_new(rules, json_of_rule(rule));
    return rules;
}

/* By its number; NULL: none was asked for that has it. */
static const struct vm_rule *rule_of(const struct foreign *foreign, const json_t *number) {
    json_int_t rule = json_integer_value(number);
    bool is_one = json_is_integer(number) && rule >= 0 && rule < foreign->rules.count;
    return is_one ? &foreign->rules.items[rule] : NULL;
}

/* --- keys --- */

static struct position *position_of(struct foreign *foreign, const json_t *at) {
    struct position *position = ARENA_NEW(foreign->arena, struct position);
    *position = (struct position){.method = foreign_text(foreign, at, "method"),
                                  .bci = (int)json_integer_value(json_object_get(at, "bci")),
                                  .line = (int)json_integer_value(json_object_get(at, "line")),
                                  .is_below_hidden = json_is_true(json_object_get(at, "hidden"))};
    return position;
}

/* NULL: it is no site. */
static const struct position *site_of(struct foreign *foreign, const json_t *site) {
    const json_t *callers = json_object_get(site, "callers");
    struct position *innermost = position_of(foreign, json_object_get(site, "at")),
                    *last = innermost;
    bool is_site = last->method && json_is_array(callers);
    for (size_t i = 0; is_site && i < json_array_size(callers); i++) {
        struct position *caller = position_of(foreign, json_array_get(callers, i));
        is_site = caller->method != NULL;
        last->caller = caller;
        last = caller;
    }
    return is_site ? innermost : NULL;
}

/* False: it is nothing that the key can be. */
static bool key_of(struct foreign *foreign, enum vm_key key, const json_t *told,
                   struct vm_key_of_row *out) {
    const char *text = json_string_value(told);
    *out = (struct vm_key_of_row){0};
    switch (key_value(key)) {
    case VM_KEY_TEXT:
        out->text = text ? arena_copy_text(foreign->arena, text, strlen(text)) : NULL;
        return text || json_is_null(told);
    case VM_KEY_NUMBER: out->number = json_integer_value(told); return json_is_integer(told);
    case VM_KEY_FLAG: out->number = json_is_true(told); return json_is_boolean(told);
    case VM_KEY_SITE:
        if (!json_is_null(told)) out->position = site_of(foreign, told);
        return json_is_null(told) || out->position;
    case VM_KEY_CONTEXT: break;
    }
    return false;
}

/* --- rows --- */

static void read_keys(struct foreign *foreign, const json_t *told, const struct vm_rule *rule,
                      struct row_tally *out) {
    const json_t *keys = json_object_get(told, "keys");
    if (json_array_size(keys) != rule->key_count)
        adapter_fault(&foreign->adapter, told, "told a row of %zu keys, of a rule with %zu",
                      json_array_size(keys), rule->key_count);
    for (size_t i = 0; i < rule->key_count; i++)
        if (!key_of(foreign, rule->keys[i], json_array_get(keys, i), &out->row.keys[rule->keys[i]]))
            adapter_fault(&foreign->adapter, told, "told a row whose key '%s' is none",
                          key_name(rule->keys[i]));
}

static struct row_tally tally_of(struct foreign *foreign, const json_t *told) {
    const struct vm_rule *rule = rule_of(foreign, json_object_get(told, "rule"));
    if (!rule) adapter_fault(&foreign->adapter, told, "told a row of no rule that was asked for");
    struct row_tally tally = {.rule = (size_t)(rule - foreign->rules.items)};
    read_keys(foreign, told, rule, &tally);
    tally.per_execution = ARENA_ARRAY(foreign->arena, int32_t, foreign->executions + 1);
    return tally;
}

/* A row has the same number in each chunk. */
static void add_row(struct foreign *foreign, const json_t *told, size_t number, int64_t from,
                    int64_t count, struct rule_rows *rows) {
    if (rows->tallies.count == number)
        arena_vec_push(foreign->arena, &rows->tallies, tally_of(foreign, told));
    struct row_tally *tally = &rows->tallies.items[number];
    tally->total += foreign_add_runs(foreign, told, "hits", from, count, tally->per_execution);
}

void foreign_put_rows(struct foreign *foreign, struct observation *out) {
    struct rule_rows rows = {
        .rules = foreign->rules.items, .rule_count = foreign->rules.count, .arena = foreign->arena};
    int64_t from = 0;
    for (size_t i = 0; i < json_array_size(foreign->observed); i++) {
        const json_t *chunk = json_array_get(foreign->observed, i),
                     *list = json_object_get(chunk, "rows");
        int64_t count = json_integer_value(json_object_get(chunk, "executions"));
        for (size_t k = 0; k < json_array_size(list); k++)
            add_row(foreign, json_array_get(list, k), k, from, count, &rows);
        from += count;
    }
    rows_put(&rows, out);
}

/* --- what named nothing --- */

bool foreign_check_rules(const struct foreign *foreign) {
    const json_t *unmet = json_object_get(foreign->decisions, "unmet"),
                 *number = json_object_get(unmet, "rule");
    if (!unmet || json_is_null(unmet)) return true;
    const char *filter = json_string_value(json_object_get(unmet, "filter"));
    const struct vm_rule *rule = rule_of(foreign, number);
    bool is_of = filter && !strcmp(filter, "of"), is_in = filter && !strcmp(filter, "in");
    if (!rule || !((is_of && rule->of) || (is_in && rule->in)))
        adapter_fault(&foreign->adapter, unmet, "told of a rule that was not asked for");
    return program_check_unmet(rule, is_of, foreign->diag);
}
