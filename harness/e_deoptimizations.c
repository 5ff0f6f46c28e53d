/* deoptimizations: how many, for which reason. */
#include "harness/e_read.h"

#include "assertions/a_deoptimizations.h"

static const struct section_key keys_of_deoptimizations[] = {
    SECTION_KEY(deoptimizations, BOUND, true, "", "how many"),
    SECTION_KEY(because, WORD, false, "any", "count only those for this reason"),
};

static bool read_deoptimizations(struct spec_reader *reader, const struct yaml_node *map,
                                 struct yaml_node *value, struct spec_expectation *out) {
    struct deoptimizations_expectation *wanted =
        ARENA_NEW(reader->arena, struct deoptimizations_expectation);
    wanted->base.assertion = &assertion_deoptimizations;
    out->expectation = &wanted->base;
    bool is_fine = read_bound(reader, value, MEASURE_COUNT, &wanted->count);
    return read_reason(reader, yaml_get(map, "because"), &wanted->base, "deoptimizations",
                       &wanted->because) &&
           is_fine;
}

EXPECTATION_KIND(deoptimizations, read_deoptimizations, NULL,
                 "Deoptimisations that fired while measured.");
