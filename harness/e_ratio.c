/* ratio: a bound on the hits of a counter per hit of another. */
#include "harness/e_read.h"

#include <string.h>

static const struct section_key keys_of_ratio[] = {
    SECTION_KEY(ratio, TEXT, true, "", "the counter's name, as in Probe.hit(name) or hit: name"),
    SECTION_KEY(to, TEXT, true, "", "the counter that it is divided by"),
    BOUND_KEYS,
    CONTROL_KEY,
};

static bool read_ratio(struct spec_reader *reader, const struct yaml_node *map,
                       struct yaml_node *value, struct spec_expectation *out) {
    struct ratio_expectation *wanted = ARENA_NEW(reader->arena, struct ratio_expectation);
    const struct yaml_node *to = yaml_get(map, "to");
    *wanted = (struct ratio_expectation){
        {&assertion_ratio}, name_of(reader, out, value), name_of(reader, out, to), BOUND_NONE};
    out->expectation = &wanted->base;
    if (to && strcmp(to->text, value->text) == 0)
        return diag_error(reader->diag, to->place, "the ratio of '%s' to itself is 1", to->text);
    return read_bound_keys(reader, map, MEASURE_RATE, &wanted->hits);
}

EXPECTATION_KIND(ratio, read_ratio, NULL,
                 "Hits of a counter per hit of another, both as `rate` counts them. The interval "
                 "is exact where each hit of the other comes with a fixed number of hits, and "
                 "perhaps one more, as where it counts a part of the other's events; otherwise "
                 "there is none, and its risk is not known.");
