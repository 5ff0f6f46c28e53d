/* Checks maps against their sections. */
#include "sections/section.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/strbuf.h"

static const char *const type_texts[KEY_TYPE_COUNT] = {
    [KEY_TEXT] = "text",
    [KEY_SENTENCE] = "text",
    [KEY_SENTENCE_OR_MAP] = "text, or a map (see skip)",
    [KEY_WORD] = "a word",
    [KEY_NAMES] = "a name or a list of names",
    [KEY_NAMES_OR_NONE] = "a name or a list of names, or a map (see relies_on)",
    [KEY_JAVA] = "text",
    [KEY_BOOLEAN] = "true or false",
    [KEY_COUNT] = "an integer from 0",
    [KEY_ORDINAL] = "an integer from 1",
    [KEY_NUMBER] = "a number",
    [KEY_BOUND] = "a number or a map (see bound)",
    [KEY_LIST] = "a list",
    [KEY_MAP] = "a map",
    [KEY_VALUE] = "a value",
    [KEY_UNSUPPORTED] = "not supported yet",
};

const char *key_type_text(enum key_type type) { return type_texts[type]; }

/* Candidates that a message can list. */
enum { FEW = 32 };

bool unknown_error(struct diag *diag, struct place place, const char *what, const char *word,
                   const char *const *candidates, size_t count) {
    const char *nearest = diag_nearest(word, candidates, count);
    if (nearest)
        return diag_error(diag, place, "unknown %s '%s', did you mean '%s'?", what, word, nearest);
    struct strbuf all = STRBUF_INIT;
    for (size_t i = 0; i < count && count <= FEW; i++)
        strbuf_addf(&all, "%s%s", i ? ", " : "; known are ", candidates[i]);
    diag_error(diag, place, "unknown %s '%s'%s", what, word, strbuf_text(&all));
    strbuf_release(&all);
    return false;
}

static const struct section_key *key_find(const struct section *section, const char *name) {
    for (size_t i = 0; i < section->key_count; i++)
        if (strcmp(section->keys[i].name, name) == 0) return &section->keys[i];
    return NULL;
}

/* Those that are supported come first. */
static size_t key_names(const struct section *section, const char **names, size_t *supported) {
    size_t count = 0;
    for (int planned = 0; planned < 2; planned++) {
        for (size_t i = 0; i < section->key_count; i++)
            if ((section->keys[i].type == KEY_UNSUPPORTED) == planned)
                names[count++] = section->keys[i].name;
        if (!planned) *supported = count;
    }
    return count;
}

static bool unknown_key(const struct section *section, const char *what,
                        const struct yaml_node *key, struct diag *diag) {
    const char *names[section->key_count];
    size_t supported, count = key_names(section, names, &supported);
    bool is_near = diag_nearest(key->text, names, count) != NULL;
    return unknown_error(diag, key->place, what, key->text, names, is_near ? count : supported);
}

static bool is_names(const struct yaml_node *value) {
    if (value->kind == YAML_SCALAR) return value->length > 0 && !yaml_is_null(value);
    if (value->kind != YAML_LIST) return false;
    for (uint32_t i = 0; i < value->item_count; i++)
        if (value->items[i]->kind != YAML_SCALAR || !is_names(value->items[i])) return false;
    return true;
}

static bool is_text(const struct yaml_node *value) {
    return value->kind == YAML_SCALAR && value->length > 0 && !yaml_is_null(value);
}

/* "true" or "false" where an author who writes this means it; else NULL. */
static const char *boolean_meant(const struct yaml_node *value) {
    static const struct {
        const char *word, *meaning;
    } words[] = {{"true", "true"},   {"yes", "true"}, {"on", "true"},   {"y", "true"},
                 {"false", "false"}, {"no", "false"}, {"off", "false"}, {"n", "false"}};
    for (size_t i = 0; value->kind == YAML_SCALAR && i < sizeof words / sizeof *words; i++)
        if (strcasecmp(value->text, words[i].word) == 0) return words[i].meaning;
    return NULL;
}

static bool value_has_type(const struct yaml_node *value, enum key_type type) {
    int64_t integer;
    double number;
    bool boolean;
    switch (type) {
    case KEY_TEXT:
    case KEY_WORD:
    case KEY_JAVA: return is_text(value);
    case KEY_SENTENCE: return is_text(value) && !boolean_meant(value);
    case KEY_SENTENCE_OR_MAP: return value->kind == YAML_MAP || value_has_type(value, KEY_SENTENCE);
    case KEY_NAMES: return is_names(value);
    case KEY_NAMES_OR_NONE: return value->kind == YAML_MAP || is_names(value);
    case KEY_BOOLEAN: return yaml_to_bool(value, &boolean);
    case KEY_COUNT: return yaml_to_integer(value, &integer) && integer >= 0;
    case KEY_ORDINAL: return yaml_to_integer(value, &integer) && integer >= 1;
    case KEY_NUMBER: return yaml_to_number(value, &number);
    case KEY_BOUND: return value->kind == YAML_MAP || yaml_to_number(value, &number);
    case KEY_LIST: return value->kind == YAML_LIST;
    case KEY_MAP: return value->kind == YAML_MAP;
    case KEY_VALUE:
    case KEY_UNSUPPORTED:
    case KEY_TYPE_COUNT: return true;
    }
    return true;
}

/* A number, quoted or not? */
static bool number_meant(const struct yaml_node *value, double *number) {
    struct yaml_node unquoted = *value;
    unquoted.is_plain = true;
    return yaml_to_number(&unquoted, number);
}

/* What is there, as the author sees it. */
static const char *found_text(const struct yaml_node *value, char *buffer, size_t size) {
    double number;
    bool is_told = boolean_meant(value) || number_meant(value, &number);
    snprintf(buffer, size, !is_told || value->is_plain ? "%s" : "'%s' in quotes, which is text",
             is_told ? value->text : yaml_kind_text(value));
    return buffer;
}

/* ": write 100000" where it is plain what was meant, else "". */
static const char *cure_text(enum key_type type, const struct yaml_node *value, char *buffer,
                             size_t size) {
    double number;
    *buffer = 0;
    if ((type == KEY_SENTENCE || type == KEY_SENTENCE_OR_MAP) && boolean_meant(value))
        snprintf(buffer, size, ": write the reason, or leave it out");
    if (type == KEY_COUNT && number_meant(value, &number) && number >= 0x1p63)
        snprintf(buffer, size, ", which is too large");
    if (type == KEY_BOOLEAN && boolean_meant(value))
        snprintf(buffer, size, ": write %s", boolean_meant(value));
    double least = type == KEY_ORDINAL;
    if ((type == KEY_COUNT || type == KEY_ORDINAL) && number_meant(value, &number) &&
        number >= least && number < 1e15 && number == floor(number))
        snprintf(buffer, size, ": write %.0f", number);
    return buffer;
}

static bool type_error(const struct section_key *key, const struct yaml_node *value,
                       struct diag *diag) {
    char found[80], cure[40];
    return diag_error(diag, value->place, "'%s' must be %s, not %s%s", key->name,
                      key_type_text(key->type), found_text(value, found, sizeof found),
                      cure_text(key->type, value, cure, sizeof cure));
}

/* A key of the place that stands beside it. */
static bool is_of_place(const struct section *section, const char *key) {
    return section->part && section->part->narrows_a_place && key_find(section->part, key);
}

static bool pair_check(const struct yaml_pair *pair, const struct section *section,
                       const char *what, struct diag *diag) {
    const struct section_key *key = key_find(section, pair->key->text);
    if (!key && is_of_place(section, pair->key->text))
        return diag_error(diag, pair->key->place,
                          "'%s' narrows the place: write it there, %s: { of: ..., %s: ... }",
                          pair->key->text, section->name, pair->key->text);
    if (!key) return unknown_key(section, what, pair->key, diag);
    if (key->type == KEY_UNSUPPORTED)
        return diag_error(diag, pair->key->place, "'%s' is not supported yet (%s)", key->name,
                          key->meaning);
    return value_has_type(pair->value, key->type) || type_error(key, pair->value, diag);
}

static bool has_key(const struct yaml_node *map, const char *name) {
    for (uint32_t i = 0; i < map->pair_count; i++)
        if (strcmp(map->pairs[i].key->text, name) == 0) return true;
    return false;
}

static bool check_required(const struct yaml_node *map, const struct section *section,
                           struct diag *diag) {
    bool is_fine = true;
    for (size_t i = 0; i < section->key_count; i++) {
        const struct section_key *key = &section->keys[i];
        if (key->is_required && !has_key(map, key->name))
            is_fine = diag_error(diag, map->place, "%s needs '%s': %s", section->title, key->name,
                                 key->meaning);
    }
    return is_fine;
}

static void drop_empty_pairs(struct yaml_node *map) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < map->pair_count; i++)
        if (map->pairs[i].value) map->pairs[kept++] = map->pairs[i];
    map->pair_count = kept;
}

bool section_check(struct yaml_node *node, const struct section *section, struct diag *diag) {
    if (node->kind != YAML_MAP)
        return diag_error(diag, node->place, "%s must be a map, not %s", section->title,
                          yaml_kind_text(node));
    bool is_fine = true;
    for (uint32_t i = 0; i < node->pair_count; i++) {
        const struct yaml_node *value = node->pairs[i].value;
        if (!value->is_wrong && pair_check(&node->pairs[i], section, "key", diag)) continue;
        node->pairs[i].value = NULL;
        is_fine = false;
    }
    is_fine &= check_required(node, section, diag);
    drop_empty_pairs(node);
    return is_fine;
}

/* The key of [map] that says what kind it is, though it is not the first; NULL when none does. */
static const char *later_kind(const struct yaml_node *map, const struct section *section) {
    for (uint32_t i = 1; i < map->pair_count; i++)
        if (key_find(section, map->pairs[i].key->text)) return map->pairs[i].key->text;
    return NULL;
}

bool section_check_first_key(const struct yaml_node *node, const struct section *section,
                             const char *item, const char *kind, struct diag *diag) {
    if (node->kind != YAML_MAP || !node->pair_count)
        return diag_error(diag, node->place, "%s must be a map that starts with its kind, not %s",
                          item, yaml_kind_text(node));
    const struct yaml_pair *first = &node->pairs[0];
    const char *later = key_find(section, first->key->text) ? NULL : later_kind(node, section);
    if (later)
        return diag_error(diag, first->key->place, "the kind comes first: write '%s' before '%s'",
                          later, first->key->text);
    return pair_check(first, section, kind, diag);
}
