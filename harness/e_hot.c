/* hot: a method, its share of the cycles, and what it is above. */
#include <string.h>

#include "harness/e_read.h"

static const struct section_key keys_of_hot[] = {
    SECTION_KEY(hot, TEXT, true, "",
                "the method: A.foo, or A.foo(Z)V or A.foo(boolean) where it is overloaded"),
    SECTION_KEY(share, BOUND, false, "",
                "its bytecode's part of the cycles of all methods, in code of its own or inlined"),
    SECTION_KEY(unit, BOUND, false, "",
                "its own code's part, with what is inlined there: 0 says that it never ran as code "
                "of its own"),
    SECTION_KEY(above, NAMES, false, "", "methods whose shares are smaller: one, or a list"),
    CONTROL_KEY,
};

/* Only 0 of units is known exactly. */
static bool read_share(struct spec_reader *reader, const struct yaml_node *map, const char *key,
                       bool may_be_none, struct bound *out) {
    return read_estimate(reader, yaml_get(map, key), "a share of cycles", may_be_none, out);
}

static bool read_above(struct spec_reader *reader, const struct yaml_node *node,
                       struct spec_expectation *out, struct hot_expectation *wanted) {
    struct spec_texts others = {0};
    bool is_fine = true;
    spec_texts_add(reader, node, &others);
    const char **above = ARENA_ARRAY(reader->arena, const char *, others.count);
    for (uint32_t i = 0; i < others.count; i++) {
        above[i] = name_at(reader, out, others.items[i].text, others.items[i].place);
        if (strcmp(above[i], wanted->method) == 0)
            is_fine = diag_error(reader->diag, others.items[i].place,
                                 "no method is above itself: name others");
    }
    wanted->above = above;
    wanted->above_count = others.count;
    return is_fine;
}

static bool read_hot(struct spec_reader *reader, const struct yaml_node *map,
                     struct yaml_node *value, struct spec_expectation *out) {
    struct hot_expectation *wanted = ARENA_NEW(reader->arena, struct hot_expectation);
    *wanted = (struct hot_expectation){.base = {&assertion_hot},
                                       .method = name_of(reader, out, value),
                                       .share = BOUND_NONE,
                                       .unit = BOUND_NONE};
    out->expectation = &wanted->base;
    bool is_fine = read_share(reader, map, "share", false, &wanted->share);
    is_fine &= read_share(reader, map, "unit", true, &wanted->unit);
    is_fine &= read_above(reader, yaml_get(map, "above"), out, wanted);
    if (!is_fine || reader->is_damaged) return false;
    return bound_is_given(&wanted->share) || bound_is_given(&wanted->unit) || wanted->above_count ||
           diag_error(reader->diag, map->place, "this expects nothing: say share, unit or above");
}

EXPECTATION_KIND(
    hot, read_hot, NULL,
    "How much of the time a method takes, as the profiler `cycles` tells it in windows, which is "
    "chosen by this: of the cycles of all methods while measured, compiled, interpreted and native "
    "ones, in all threads; what the VM did besides is no method's. A share has an interval, which "
    "is valid however the windows are distributed: it is decided where the interval does not hold "
    "the bound, an order where two intervals do not meet; else it is UNDECIDED, with how many "
    "windows would decide. What is inlined is told apart as code of its own is: by the instruction "
    "that a window finds.");
