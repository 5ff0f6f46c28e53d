/* Checks maps of a spec against spec_keys.def and prints the reference from it. */
#include "harness/spec_keys.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "assertions/expectation.h"
#include "event/event.h"
#include "base/strbuf.h"
#include "harness/spec.h"

struct key {
    enum section section;
    const char *name;
    enum key_type type;
    bool is_required;
    const char *default_text, *meaning;
};

static const struct key keys[] = {
#define KEY(section, name, type, required, default_text, meaning)                                  \
    {SECTION_##section, #name, KEY_##type, required, default_text, meaning},
#include "harness/spec_keys.def"
};
enum { KEYS = sizeof keys / sizeof *keys };

static const struct {
    const char *name, *title, *meaning;
} sections[SECTION_COUNT] = {
#define SECTION(name, title, meaning) {#name, title, meaning},
#include "harness/spec_keys.def"
};

static const char *const type_texts[KEY_TYPE_COUNT] = {
    [KEY_TEXT] = "text",
    [KEY_SENTENCE] = "text",
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

bool unknown_error(struct diag *diag, struct place place, const char *what, const char *word,
                   const char *const *candidates, size_t count) {
    const char *nearest = diag_nearest(word, candidates, count);
    if (nearest)
        return diag_error(diag, place, "unknown %s '%s', did you mean '%s'?", what, word, nearest);
    struct strbuf all = STRBUF_INIT;
    for (size_t i = 0; i < count && count <= 16; i++)
        strbuf_addf(&all, "%s%s", i ? ", " : "; known are ", candidates[i]);
    diag_error(diag, place, "unknown %s '%s'%s", what, word, strbuf_text(&all));
    strbuf_release(&all);
    return false;
}

static const struct key *key_find(enum section section, const char *name) {
    for (size_t i = 0; i < KEYS; i++)
        if (keys[i].section == section && strcmp(keys[i].name, name) == 0) return &keys[i];
    return NULL;
}

/* Those that are supported come first. */
static size_t key_names(enum section section, const char **names, size_t *supported) {
    size_t count = 0;
    for (int planned = 0; planned < 2; planned++) {
        for (size_t i = 0; i < KEYS; i++)
            if (keys[i].section == section && (keys[i].type == KEY_UNSUPPORTED) == planned)
                names[count++] = keys[i].name;
        if (!planned) *supported = count;
    }
    return count;
}

static bool unknown_key(enum section section, const struct yaml_node *key, struct diag *diag) {
    const char *names[KEYS], *what = section == SECTION_expect ? "kind of expectation" : "key";
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

/* What stands there, as the author sees it. */
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
    if (type == KEY_SENTENCE && boolean_meant(value))
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

static bool type_error(const struct key *key, const struct yaml_node *value, struct diag *diag) {
    char found[80], cure[40];
    return diag_error(diag, value->place, "'%s' must be %s, not %s%s", key->name,
                      type_texts[key->type], found_text(value, found, sizeof found),
                      cure_text(key->type, value, cure, sizeof cure));
}

static bool takes_site(enum section section) {
    return section == SECTION_allocation || section == SECTION_lock || section == SECTION_call;
}

static bool pair_check(const struct yaml_pair *pair, enum section section, struct diag *diag) {
    const struct key *key = key_find(section, pair->key->text);
    if (!key && takes_site(section) && key_find(SECTION_site, pair->key->text))
        return diag_error(diag, pair->key->place,
                          "'%s' narrows the place: write it there, %s: { of: ..., %s: ... }",
                          pair->key->text, sections[section].name, pair->key->text);
    if (!key) return unknown_key(section, pair->key, diag);
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

static bool check_required(const struct yaml_node *map, enum section section, struct diag *diag) {
    bool is_fine = true;
    for (size_t i = 0; i < KEYS; i++)
        if (keys[i].section == section && keys[i].is_required && !has_key(map, keys[i].name))
            is_fine = diag_error(diag, map->place, "%s needs '%s': %s", sections[section].title,
                                 keys[i].name, keys[i].meaning);
    return is_fine;
}

static void drop_empty_pairs(struct yaml_node *map) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < map->pair_count; i++)
        if (map->pairs[i].value) map->pairs[kept++] = map->pairs[i];
    map->pair_count = kept;
}

bool section_check(struct yaml_node *node, enum section section, struct diag *diag) {
    if (node->kind != YAML_MAP)
        return diag_error(diag, node->place, "%s must be a map, not %s%s", sections[section].title,
                          yaml_kind_text(node),
                          section == SECTION_spec ? ": write target, run and expect" : "");
    bool is_fine = true;
    for (uint32_t i = 0; i < node->pair_count; i++) {
        const struct yaml_node *value = node->pairs[i].value;
        if (!value->is_wrong && pair_check(&node->pairs[i], section, diag)) continue;
        node->pairs[i].value = NULL;
        is_fine = false;
    }
    is_fine &= check_required(node, section, diag);
    drop_empty_pairs(node);
    return is_fine;
}

/* The key of [map] that says what kind it is, though it is not the first; NULL when none does. */
static const char *later_kind(const struct yaml_node *map, enum section section) {
    for (uint32_t i = 1; i < map->pair_count; i++)
        if (key_find(section, map->pairs[i].key->text)) return map->pairs[i].key->text;
    return NULL;
}

bool section_check_first_key(const struct yaml_node *node, enum section section,
                             struct diag *diag) {
    if (node->kind != YAML_MAP || !node->pair_count)
        return diag_error(diag, node->place, "%s must be a map that starts with its kind, not %s",
                          section == SECTION_expect ? "an expectation" : "an argument",
                          yaml_kind_text(node));
    const struct yaml_pair *first = &node->pairs[0];
    const char *kind = key_find(section, first->key->text) ? NULL : later_kind(node, section);
    if (kind)
        return diag_error(diag, first->key->place, "the kind comes first: write '%s' before '%s'",
                          kind, first->key->text);
    return pair_check(first, section, diag);
}

bool section_of_name(const char *name, enum section *section) {
    for (int i = 0; i < SECTION_COUNT; i++)
        if (strcmp(sections[i].name, name) == 0) {
            *section = (enum section)i;
            return true;
        }
    return false;
}

/* --- the reference --- */

static void print_words(FILE *out, const char *kind) {
    bool is_first = true;
    static const struct {
        const char *kind, *word, *meaning;
    } words[] = {
#define DECISION_WORD(kind, word, meaning) {#kind, word, meaning},
#include "harness/decision_words.def"
#undef DECISION_WORD
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i].kind, kind)) continue;
        fprintf(out, "%s`%s` (%s)", is_first ? "\n`is` is one of " : ", ", words[i].word,
                words[i].meaning);
        is_first = false;
    }
    if (!is_first) fprintf(out, ".\n");
}

static void print_generators(FILE *out) {
    fprintf(out, "\n| generator | example | meaning |\n|---|---|---|\n");
#define GENERATOR(name, example, meaning)                                                          \
    fprintf(out, "| `%s` | `%s` | %s |\n", #name, example, meaning);
#include "harness/generators.def"
#undef GENERATOR
}

/* The default and the range of a key that is an option of the VM are its own. */
static void print_key(FILE *out, const struct key *key) {
    struct strbuf standard = STRBUF_INIT, range = STRBUF_INIT;
    const struct vm_options defaults = vm_options_default();
    strbuf_add_text(&standard, key->is_required ? "required" : key->default_text);
    for (enum vm_option option = 0; option < VM_OPTION_COUNT; option++) {
        if (key->section != SECTION_options || strcmp(key->name, vm_option_rows[option].name))
            continue;
        vm_option_add_value(&standard, &defaults, option);
        vm_option_add_range(&range, option);
    }
    fprintf(out, "| `%s` | %s | %s | %s%s%s%s |\n", key->name, type_texts[key->type],
            strbuf_text(&standard), key->meaning, range.length ? " (" : "", strbuf_text(&range),
            range.length ? ")" : "");
    strbuf_release(&standard);
    strbuf_release(&range);
}

static void print_section(FILE *out, enum section section) {
    fprintf(out, "\n## %s\n\n%s\n\n", sections[section].title, sections[section].meaning);
    fprintf(out, "| key | value | default | meaning |\n|---|---|---|---|\n");
    for (size_t i = 0; i < KEYS; i++) {
        const struct key *key = &keys[i];
        if (key->section == section && key->type != KEY_UNSUPPORTED) print_key(out, key);
    }
    const char *separator = "\nNot supported yet: ";
    for (size_t i = 0; i < KEYS; i++) {
        if (keys[i].section != section || keys[i].type != KEY_UNSUPPORTED) continue;
        fprintf(out, "%s`%s` (%s)", separator, keys[i].name, keys[i].meaning);
        separator = ", ";
    }
    if (strcmp(separator, ", ") == 0) fprintf(out, ".\n");
    if (section == SECTION_argument) print_generators(out);
    print_words(out, sections[section].name);
}

void reason_decisions(enum reason reason, struct strbuf *out) {
    for (int kind = 0; kind < EVENT_KIND_COUNT; kind++)
        if (reason_is_of(reason, (enum event_kind)kind))
            strbuf_addf(out, "%s%s", out->length ? ", " : "",
                        event_kind_text((enum event_kind)kind));
}

static void print_reasons(FILE *out) {
    fprintf(out, "\n## Reasons\n\nWhat `because` may say, and of which decisions.\n\n"
                 "| reason | meaning | of |\n|---|---|---|\n");
    for (int reason = 1; reason < REASON_COUNT; reason++) {
        struct strbuf kinds = STRBUF_INIT;
        reason_decisions((enum reason)reason, &kinds);
        fprintf(out, "| `%s` | %s | %s |\n", reason_name((enum reason)reason),
                reason_text((enum reason)reason), strbuf_text(&kinds));
        strbuf_release(&kinds);
    }
}

void spec_reference_print(FILE *out) {
    fprintf(out, "# The spec language\n\nPrinted by `jittest spec-reference` from "
                 "`harness/spec_keys.def` and `vm/options.def`; do not edit.\n");
    for (int section = 0; section < SECTION_COUNT; section++)
        print_section(out, (enum section)section);
    print_reasons(out);
}
