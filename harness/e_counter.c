/* rate, count: a bound on the hits of a counter. */
#include "harness/e_read.h"

static const struct section_key keys_of_rate[] = {
    SECTION_KEY(rate, TEXT, true, "", "the counter's name, as in Probe.hit(name)"),
    BOUND_KEYS,
    SECTION_KEY(per, UNSUPPORTED, false, "", "another denominator than the execution"),
    CONTROL_KEY,
};

static const struct section_key keys_of_count[] = {
    SECTION_KEY(count, TEXT, true, "", "the counter's name, as in Probe.hit(name)"),
    BOUND_KEYS,
    CONTROL_KEY,
};

static bool read_hits(struct spec_reader *reader, const struct yaml_node *map,
                      const struct yaml_node *value, const struct assertion *assertion,
                      enum measure measure, struct spec_expectation *out) {
    struct counter_expectation *wanted = ARENA_NEW(reader->arena, struct counter_expectation);
    *wanted =
        (struct counter_expectation){.base = {assertion}, .counter = name_of(reader, out, value)};
    out->expectation = &wanted->base;
    return read_bound_keys(reader, map, measure, &wanted->hits);
}

static bool read_rate(struct spec_reader *reader, const struct yaml_node *map,
                      struct yaml_node *value, struct spec_expectation *out) {
    return read_hits(reader, map, value, &assertion_rate, MEASURE_RATE, out);
}

static bool read_count(struct spec_reader *reader, const struct yaml_node *map,
                       struct yaml_node *value, struct spec_expectation *out) {
    return read_hits(reader, map, value, &assertion_count, MEASURE_COUNT, out);
}

EXPECTATION_KIND(rate, read_rate, NULL,
                 "Hits of a counter per measured execution, while it runs: from compiled and "
                 "interpreted code, in any thread; reports show them separately.");

EXPECTATION_KIND(count, read_count, NULL,
                 "Hits of a counter in all measured executions, while they run: from compiled and "
                 "interpreted code, in any thread; reports show them separately.");
