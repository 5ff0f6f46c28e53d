/* lifetimes: a class, an age, and the share that dies younger. */
#include <inttypes.h>

#include "harness/e_read.h"
#include "harness/target.h"

static const struct section_key keys_of_lifetimes[] = {
    SECTION_KEY(lifetimes, TEXT, true, "", "the class of the objects: A, int[]"),
    SECTION_KEY(in, TEXT, false, "any", "the method whose bytecode makes them"),
    SECTION_KEY(younger_than, ORDINAL, true, "",
                "an age in bytes: of what bytecode asks for after the object is made, also where "
                "compiled code allocates nothing; a power of two from 16 to 2^40, or a step of an "
                "eighth between two"),
    SECTION_KEY(share, BOUND, true, "",
                "of the objects that are allocated: those that die younger"),
    CONTROL_KEY,
};

static const char *steps_text(struct arena *arena, int64_t below, int64_t above) {
    if (!above) return "they are up to 2^40";
    if (!below) return arena_format(arena, "write %" PRId64, above);
    return arena_format(arena, "write %" PRId64 " or %" PRId64, below, above);
}

static bool read_lifetimes(struct spec_reader *reader, const struct yaml_node *map,
                           struct yaml_node *value, struct spec_expectation *out) {
    struct lifetimes_expectation *wanted = ARENA_NEW(reader->arena, struct lifetimes_expectation);
    const struct yaml_node *age = yaml_get(map, "younger_than");
    *wanted = (struct lifetimes_expectation){{&assertion_lifetimes},
                                             name_of(reader, out, value),
                                             name_of(reader, out, yaml_get(map, "in")),
                                             0,
                                             BOUND_NONE};
    out->expectation = &wanted->base;
    if (reader->is_damaged) return false;
    int64_t bytes = 0, next = 0;
    yaml_to_integer(age, &bytes);
    int64_t step = the_target()->lifetime_step(bytes, &next);
    wanted->younger_than = bytes;
    if (step != bytes)
        return diag_error(reader->diag, age->place, "lifetimes are not told apart at %s bytes: %s",
                          age->text, steps_text(reader->arena, step, next));
    return read_bound(reader, yaml_get(map, "share"), MEASURE_SHARE, &wanted->share);
}

EXPECTATION_KIND(
    lifetimes, read_lifetimes, NULL,
    "Which share of the objects of a class dies young, as the profiler `lifetimes` tells it, which "
    "is chosen by this. Of the objects that bytecode makes once measuring has begun, those count "
    "that are really allocated, in whatever code and thread: one that compiled code eliminates "
    "has no lifetime. An object dies when it was last reachable, or last used where the stack "
    "alone refers to it; one that is alive at the end has not died younger. The share is that of "
    "this run, without an interval.");
