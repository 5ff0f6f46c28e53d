/* rate, count: a bound on the hits of a counter. */
#include "harness/e_read.h"

static bool read_hits(struct spec_reader *reader, const struct yaml_node *map,
                      const struct yaml_node *value, const struct assertion *assertion,
                      enum measure measure, struct spec_expectation *out) {
    struct counter_expectation *wanted = ARENA_NEW(reader->arena, struct counter_expectation);
    *wanted =
        (struct counter_expectation){.base = {assertion}, .counter = name_of(reader, out, value)};
    out->expectation = &wanted->base;
    return read_bound_keys(reader, map, measure, &wanted->hits);
}

bool read_rate(struct spec_reader *reader, const struct yaml_node *map, struct yaml_node *value,
               struct spec_expectation *out) {
    return read_hits(reader, map, value, &assertion_rate, MEASURE_RATE, out);
}

bool read_count(struct spec_reader *reader, const struct yaml_node *map, struct yaml_node *value,
                struct spec_expectation *out) {
    return read_hits(reader, map, value, &assertion_count, MEASURE_NUMBER, out);
}
