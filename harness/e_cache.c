/* evictions, recompilations, occupancy, working_set: bounds on what the code cache does. */
#include "harness/e_read.h"

#include "assertions/a_cache.h"

static const struct section_key keys_of_evictions[] = {
    SECTION_KEY(evictions, BOUND, true, "", "how many"),
};

static const struct section_key keys_of_recompilations[] = {
    SECTION_KEY(recompilations, BOUND, true, "", "how many"),
};

static const struct section_key keys_of_occupancy[] = {
    SECTION_KEY(occupancy, BOUND, true, "", "how many bytes"),
};

static const struct section_key keys_of_working_set[] = {
    SECTION_KEY(working_set, BOUND, true, "", "how many methods and loops"),
    SECTION_KEY(bytes, BOUND, false, "", "how many bytes of code they have"),
};

static bool read_cache(struct spec_reader *reader, struct yaml_node *value,
                       const struct assertion *assertion, struct spec_expectation *out) {
    struct cache_expectation *wanted = ARENA_NEW(reader->arena, struct cache_expectation);
    *wanted = (struct cache_expectation){{assertion}, BOUND_NONE, BOUND_NONE};
    out->expectation = &wanted->base;
    return read_bound(reader, value, MEASURE_COUNT, &wanted->bound);
}

static bool read_evictions(struct spec_reader *reader, const struct yaml_node *map,
                           struct yaml_node *value, struct spec_expectation *out) {
    (void)map;
    return read_cache(reader, value, &assertion_evictions, out);
}

static bool read_recompilations(struct spec_reader *reader, const struct yaml_node *map,
                                struct yaml_node *value, struct spec_expectation *out) {
    (void)map;
    return read_cache(reader, value, &assertion_recompilations, out);
}

static bool read_occupancy(struct spec_reader *reader, const struct yaml_node *map,
                           struct yaml_node *value, struct spec_expectation *out) {
    (void)map;
    return read_cache(reader, value, &assertion_occupancy, out);
}

static bool read_working_set(struct spec_reader *reader, const struct yaml_node *map,
                             struct yaml_node *value, struct spec_expectation *out) {
    if (!read_cache(reader, value, &assertion_working_set, out)) return false;
    struct cache_expectation *wanted = (struct cache_expectation *)out->expectation;
    return read_bound(reader, yaml_get(map, "bytes"), MEASURE_COUNT, &wanted->bytes);
}

EXPECTATION_KIND(evictions, read_evictions, NULL,
                 "Methods and loops whose code was evicted from the code cache while measured "
                 "(`compiler.code_cache`).");

EXPECTATION_KIND(recompilations, read_recompilations, NULL,
                 "Compilations, while measured, of methods and loops whose code had been evicted.");

EXPECTATION_KIND(occupancy, read_occupancy, NULL,
                 "The most bytes that the code cache had at a time, from the start to the end of "
                 "the measured executions.");

EXPECTATION_KIND(
    working_set, read_working_set, NULL,
    "Methods and loops whose compiled code was entered while measured (inlined ones are "
    "part of what they are inlined in), and the bytes of their code: of each the "
    "greatest that it had.");
