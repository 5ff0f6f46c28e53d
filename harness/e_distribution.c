/* distribution: the shares of several counters, or of one by its probe's keys. */
#include <string.h>

#include "harness/e_read.h"
#include "harness/program.h"
#include "rules/rules.h"

static const struct section_key keys_of_distribution[] = {
    SECTION_KEY(distribution, VALUE, true, "",
                "a map of counters and their shares (see shares); or a counter that a probe counts "
                "by keys (`count`)"),
    SECTION_KEY(is, VALUE, false, "",
                "of one counter: the keys and their shares (see shares); one that no hit can have "
                "is an error"),
    CONTROL_KEY,
};

static bool read_counters(struct spec_reader *reader, const struct yaml_node *is,
                          struct yaml_node *map, struct spec_expectation *out,
                          struct distribution_expectation *wanted) {
    if (is)
        return diag_error(reader->diag, is->place,
                          "'is' is of one counter: these have their shares already");
    if (!read_portions(reader, map, NULL, &wanted->portions)) return false;
    name_portions(reader, out, map);
    if (wanted->portions.others)
        return diag_error(reader->diag, yaml_get(map, "others")->place,
                          "the shares are of the counters named: there are no others");
    return wanted->portions.count > 1 ||
           diag_error(reader->diag, map->place,
                      "one counter alone is all of it: name several, or write distribution: "
                      "counter and 'is' for the keys that its probe counts by");
}

static bool read_distribution(struct spec_reader *reader, const struct yaml_node *map,
                              struct yaml_node *value, struct spec_expectation *out) {
    struct distribution_expectation *wanted =
        ARENA_NEW(reader->arena, struct distribution_expectation);
    struct yaml_node *is = yaml_get(map, "is");
    *wanted = (struct distribution_expectation){.base = {&assertion_distribution}};
    out->expectation = &wanted->base;
    if (value->kind == YAML_MAP) return read_counters(reader, is, value, out, wanted);
    if (value->kind != YAML_SCALAR || yaml_is_null(value))
        return diag_error(reader->diag, value->place,
                          "'distribution' must be a map of counters and shares, or a counter, "
                          "not %s",
                          yaml_kind_text(value));
    wanted->counter = name_of(reader, out, value);
    if (!is)
        return diag_error(reader->diag, map->place,
                          "this expects nothing: say 'is', the keys and their shares");
    name_portions(reader, out, is);
    return read_portions(reader, is, NULL, &wanted->portions);
}

/* --- keys that no row can have would have a share of 0, whatever runs --- */

/* As rows name it, with its descriptor. */
static bool check_method(const struct program *program, const char *text, struct place place,
                         struct diag *diag) {
    struct diag error = DIAG_INIT;
    size_t length = strcspn(text, "(");
    if (memchr(text, '[', length)) return true; /* of an array */
    if (!program_check_method(program, text, place, diag)) return false;
    const char *name = program->target->find_method(program->target, text, &error)->name;
    const char *descriptor = strchr(name, '(');
    return strcmp(text + length, descriptor) == 0 ||
           diag_error(diag, place, "a key that is a method has its descriptor: write '%.*s%s'",
                      (int)length, text, descriptor);
}

/* Would a condition that asks for it contradict the rule, as ELIMINATED behind what is carried out? */
static bool check_asked(const struct vm_rule *rule, enum vm_key key, const char *text,
                        struct place place, struct diag *diag) {
    const struct vm_condition condition = {
        .kind = VM_COMPARES, .key = key, .comparison = VM_EQUAL, .text = text};
    struct vm_rule asked = *rule;
    struct arena arena;
    arena_init(&arena);
    asked.condition = &condition;
    const char *fault = rule_fault(&asked, &arena);
    if (fault) diag_error(diag, place, "%s", fault);
    arena_release(&arena);
    return !fault;
}

static bool check_key(const struct program *program, const struct vm_rule *rule, enum vm_key key,
                      const char *text, struct place place, struct diag *diag) {
    if (strcmp(text, "-") == 0) return true;
    if (key == BY_class || key == BY_receiver)
        return program_check_class(program, text, place, diag);
    if (key == BY_method || key == BY_root || key == BY_callee)
        return check_method(program, text, place, diag);
    return key_text_check(rule->point, key, text, place, diag) &&
           (key != BY_kind || check_asked(rule, key, text, place, diag));
}

/* Any text may be one of these, with commas in it. */
static bool has_free_text(const struct vm_rule *rule) {
    static const enum vm_key free_texts[] = {BY_site, BY_path, BY_thread, BY_mark};
    for (size_t i = 0; i < sizeof free_texts / sizeof *free_texts; i++)
        if (rule_has_key(rule, free_texts[i])) return true;
    return false;
}

static bool could_count(const struct program *program, const struct vm_rule *rule, const char *text,
                        struct place place, struct diag *diag) {
    char part[512];
    if (has_free_text(rule)) return true;
    for (size_t i = 0; i < rule->key_count; i++) {
        const char *end = i + 1 < rule->key_count ? strstr(text, ", ") : text + strlen(text);
        if (!end)
            return diag_error(diag, place,
                              "the probe counts by %zu keys, and a comma and a space stand between "
                              "them",
                              rule->key_count);
        snprintf(part, sizeof part, "%.*s", (int)(end - text), text);
        if (!check_key(program, rule, rule->keys[i], part, place, diag)) return false;
        text = end + strlen(", ") * (*end != 0);
    }
    return true;
}

/* Can a probe that hits the counter have such a key? */
static bool check_portion(const struct program *program, const struct spec *spec,
                          const char *counter, const char *text, struct place place,
                          struct diag *diag) {
    struct diag first = DIAG_INIT;
    vec_each(struct vm_rule, rule, &spec->rules) {
        bool counts = strcmp(rule->hit, counter) == 0 && rule->key_count;
        if (counts && could_count(program, rule, text, place, &first)) return true;
    }
    return diag_error(diag, first.place, "%s", first.message);
}

/* Do the probes that hit it count by keys? */
static bool fits(const struct spec_expectation *expectation, const struct program *program,
                 const struct spec *spec, struct diag *diag) {
    const struct distribution_expectation *wanted =
        (const struct distribution_expectation *)expectation->expectation;
    bool has_keys = !wanted->counter;
    vec_each(struct vm_rule, rule, &spec->rules) {
        if (wanted->counter && strcmp(rule->hit, wanted->counter) == 0)
            has_keys |= rule->key_count > 0;
    }
    if (!has_keys)
        return diag_error(diag, spec_place_of(expectation, wanted->counter),
                          "no probe counts '%s' by keys, which would have shares: write "
                          "'count: receiver', or another key, at a probe of 'probes'",
                          wanted->counter);
    bool is_fine = true;
    for (uint32_t i = 0; wanted->counter && i < wanted->portions.count; i++) {
        const char *key = wanted->portions.items[i].key;
        is_fine &= check_portion(program, spec, wanted->counter, key,
                                 spec_place_of(expectation, key), diag);
    }
    return is_fine;
}

EXPECTATION_KIND(distribution, read_distribution, NULL,
                 "How hits divide: among several counters, or those of one among the keys that its "
                 "probe counts by (`count`), as the classes of receivers or the cases of a switch.",
                 .fits = fits);
