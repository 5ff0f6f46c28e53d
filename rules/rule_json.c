/* Both directions of each word stand in one table. */
#include "rules/rule_json.h"

#include <string.h>

static const char *const anchors[] = {[VM_HERE] = "HERE", [VM_PRED] = "PRED", [VM_SUCC] = "SUCC"};

static const char *const signs[] = {
#define COMPARISON(sign, comparison, orders) [VM_##comparison] = sign,
#include "rules/comparisons.def"
#undef COMPARISON
};

static const char *const joins[] = {
    [VM_ALL_OF] = "all", [VM_ANY_OF] = "any", [VM_NONE_OF] = "none"};

enum {
    ANCHORS = sizeof anchors / sizeof *anchors,
    SIGNS = sizeof signs / sizeof *signs,
    JOINS = sizeof joins / sizeof *joins
};

/* --- to JSON --- */

static json_t *json_of_condition(const struct vm_condition *condition);

static json_t *json_of_compared(const struct vm_condition *condition) {
    switch (key_value(condition->key)) {
    case VM_KEY_NUMBER: return json_integer(condition->number);
    case VM_KEY_FLAG: return json_boolean(condition->number);
    case VM_KEY_TEXT:
    case VM_KEY_SITE:
    case VM_KEY_CONTEXT: break;
    }
    return json_string(condition->text);
}

static json_t *json_of_parts(const struct vm_condition *condition) {
    json_t *parts = json_array();
    for (size_t i = 0; i < condition->part_count; i++)
        json_array_append_new(parts, json_of_condition(condition->parts[i]));
    return parts;
}

static json_t *json_of_condition(const struct vm_condition *condition) {
    if (condition->kind != VM_COMPARES)
        return json_pack("{s:o}", joins[condition->kind], json_of_parts(condition));
    return json_pack("{s:s,s:s,s:o}", "key", key_name(condition->key), "sign",
                     signs[condition->comparison], "value", json_of_compared(condition));
}

static json_t *json_of_keys(const struct vm_rule *rule) {
    json_t *keys = json_array();
    for (size_t i = 0; i < rule->key_count; i++)
        json_array_append_new(keys, json_string(key_name(rule->keys[i])));
    return keys;
}

static json_t *json_of_java(const struct java_source *java) {
    return json_pack("{s:s,s:i,s:i,s:s%}", "file", java->file, "line", java->first_line, "column",
                     java->first_column, "text", java->text, java->length);
}

json_t *json_of_rule(const struct vm_rule *rule) {
    return json_pack("{s:s,s:s,s:s*,s:s*,s:o*,s:o,s:b,s:s*,s:o*}", "point", point_name(rule->point),
                     "anchor", anchors[rule->anchor], "in", rule->in, "of", rule->of, "if",
                     rule->condition ? json_of_condition(rule->condition) : NULL, "keys",
                     json_of_keys(rule), "blocks_end_at_calls", rule->ends_blocks_at_calls, "hit",
                     rule->hit, "do", rule->java ? json_of_java(rule->java) : NULL);
}

/* --- from JSON --- */

struct rule_json {
    struct arena *arena;
    struct diag *diag;
};

static bool wrong(const struct rule_json *reader, const char *what, const json_t *json) {
    char *text = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
    diag_error(reader->diag, (struct place){0}, "%s of a rule is not known: %.200s", what,
               text ? text : "it is missing");
    free(text);
    return false;
}

/* The number of the word; [count]: it is none. */
static size_t word_of(const json_t *json, const char *const *words, size_t count) {
    const char *word = json_string_value(json);
    size_t i = 0;
    while (i < count && !(word && strcmp(words[i], word) == 0)) i++;
    return i;
}

/* NULL: there is none. */
static const char *text_of(const struct rule_json *reader, const json_t *json) {
    const char *text = json_string_value(json);
    return text ? arena_copy_text(reader->arena, text, json_string_length(json)) : NULL;
}

static bool read_key(const struct rule_json *reader, const json_t *json, enum vm_key *out) {
    const char *name = json_string_value(json);
    return (name && key_of_name(name, out) && key_value(*out) != VM_KEY_CONTEXT) ||
           wrong(reader, "a key", json);
}

static bool read_compared(const struct rule_json *reader, const json_t *json,
                          struct vm_condition *out) {
    const json_t *value = json_object_get(json, "value");
    size_t sign = word_of(json_object_get(json, "sign"), signs, SIGNS);
    out->kind = VM_COMPARES;
    if (!read_key(reader, json_object_get(json, "key"), &out->key)) return false;
    enum vm_key_value is = key_value(out->key);
    bool is_fitting = is == VM_KEY_NUMBER ? json_is_integer(value)
                      : is == VM_KEY_FLAG ? json_is_boolean(value)
                                          : json_is_string(value);
    if (sign == SIGNS || !is_fitting) return wrong(reader, "the condition", json);
    out->comparison = (enum vm_comparison)sign;
    out->number = is == VM_KEY_FLAG ? json_is_true(value) : json_integer_value(value);
    out->text = text_of(reader, value);
    return true;
}

static const struct vm_condition *read_condition(const struct rule_json *reader,
                                                 const json_t *json);

static bool read_joined(const struct rule_json *reader, const json_t *parts,
                        struct vm_condition *out) {
    size_t count = json_array_size(parts);
    const struct vm_condition **read =
        ARENA_ARRAY(reader->arena, const struct vm_condition *, count);
    out->parts = read;
    out->part_count = count;
    for (size_t i = 0; i < count; i++)
        if (!(read[i] = read_condition(reader, json_array_get(parts, i)))) return false;
    return count || wrong(reader, "the condition", parts);
}

/* NULL with an error. */
static const struct vm_condition *read_condition(const struct rule_json *reader,
                                                 const json_t *json) {
    struct vm_condition *out = ARENA_NEW(reader->arena, struct vm_condition);
    *out = (struct vm_condition){0};
    for (size_t i = 0; i < JOINS; i++) {
        const json_t *parts = json_object_get(json, joins[i]);
        if (!parts) continue;
        out->kind = (enum vm_condition_kind)i;
        return read_joined(reader, parts, out) ? out : NULL;
    }
    return read_compared(reader, json, out) ? out : NULL;
}

static bool read_keys(const struct rule_json *reader, const json_t *list, struct vm_rule *out) {
    size_t count = json_array_size(list);
    enum vm_key *keys = ARENA_ARRAY(reader->arena, enum vm_key, count);
    for (size_t i = 0; i < count; i++)
        if (!read_key(reader, json_array_get(list, i), &keys[i])) return false;
    out->keys = keys;
    out->key_count = count;
    return json_is_array(list) || wrong(reader, "the list of keys", list);
}

static bool read_java(const struct rule_json *reader, const json_t *json, struct vm_rule *out) {
    const json_t *text = json_object_get(json, "text");
    struct java_source *java = ARENA_NEW(reader->arena, struct java_source);
    *java = (struct java_source){
        .file = text_of(reader, json_object_get(json, "file")),
        .text = text_of(reader, text),
        .length = json_string_length(text),
        .first_line = (int)json_integer_value(json_object_get(json, "line")),
        .first_column = (int)json_integer_value(json_object_get(json, "column"))};
    out->java = java;
    return (java->file && java->text && java->first_line > 0 && java->first_column > 0) ||
           wrong(reader, "what to do", json);
}

static bool is_whole(const struct rule_json *reader, const struct vm_rule *rule) {
    const char *fault = rule_fault(rule, reader->arena);
    return !fault || diag_error(reader->diag, (struct place){0}, "%s", fault);
}

bool rule_of_json(const json_t *json, struct arena *arena, struct vm_rule *out, struct diag *diag) {
    struct rule_json reader = {arena, diag};
    const json_t *point = json_object_get(json, "point"), *condition = json_object_get(json, "if"),
                 *java = json_object_get(json, "do");
    const char *name = json_string_value(point);
    size_t anchor = word_of(json_object_get(json, "anchor"), anchors, ANCHORS);
    *out = (struct vm_rule){.amounts = 1U << VM_AMOUNT_COUNT,
                            .in = text_of(&reader, json_object_get(json, "in")),
                            .of = text_of(&reader, json_object_get(json, "of")),
                            .hit = text_of(&reader, json_object_get(json, "hit")),
                            .ends_blocks_at_calls =
                                json_is_true(json_object_get(json, "blocks_end_at_calls"))};
    if (!name || !point_of_name(name, &out->point)) return wrong(&reader, "the point", point);
    if (anchor == ANCHORS) return wrong(&reader, "the anchor", json_object_get(json, "anchor"));
    out->anchor = (enum vm_anchor)anchor;
    if (condition && !(out->condition = read_condition(&reader, condition))) return false;
    return read_keys(&reader, json_object_get(json, "keys"), out) &&
           (!java || read_java(&reader, java, out)) && is_whole(&reader, out);
}
