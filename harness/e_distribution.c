/* distribution: the shares of several counters, or of one by its probe's keys. */
#include "harness/e_read.h"

static const struct section_key keys_of_distribution[] = {
    SECTION_KEY(distribution, VALUE, true, "",
                "a map of counters and their shares (see shares); or a counter that a probe counts "
                "by keys (`count`)"),
    SECTION_KEY(is, VALUE, false, "", "of one counter: the keys and their shares (see shares)"),
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
    return read_portions(reader, is, NULL, &wanted->portions);
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
    return has_keys || diag_error(diag, spec_place_of(expectation, wanted->counter),
                                  "no probe counts '%s' by keys, which would have shares: write "
                                  "'count: receiver', or another key, at a probe of 'probes'",
                                  wanted->counter);
}

EXPECTATION_KIND(distribution, read_distribution, NULL,
                 "How hits divide: among several counters, or those of one among the keys that its "
                 "probe counts by (`count`), as the classes of receivers or the cases of a switch.",
                 .fits = fits);
