/* compilations: how many, by which call, how the last one ended. */
#include "harness/e_read.h"

#include "assertions/a_compilations.h"

static const struct section_key keys_of_compilations[] = {
    SECTION_KEY(compilations, BOUND, true, "", "how many"),
    SECTION_KEY(by_call, ORDINAL, false, "", "compiled at this call at the latest"),
    SECTION_KEY(is, WORD, false, "", "what the compiler decided"),
    SECTION_KEY(because, WORD, false, "", "the reason of a bailout"),
    SECTION_KEY(on_stack, UNSUPPORTED, false, "", "replaced on the stack"),
};

static bool read_compilations(struct spec_reader *reader, const struct yaml_node *map,
                              struct yaml_node *value, struct spec_expectation *out) {
    struct compilations_expectation *wanted =
        ARENA_NEW(reader->arena, struct compilations_expectation);
    *wanted = (struct compilations_expectation){.base = {&assertion_compilations}, .by_call = -1};
    out->expectation = &wanted->base;
    if (yaml_get(map, "by_call")) yaml_to_integer(yaml_get(map, "by_call"), &wanted->by_call);
    bool is_fine = read_bound(reader, value, MEASURE_COUNT, &wanted->count);
    is_fine &= read_word(reader, yaml_get(map, "is"), &assertion_compilations, &wanted->is);
    return read_reason(reader, yaml_get(map, "because"), &wanted->base,
                       wanted->is ? wanted->is : "compilations", &wanted->because) &&
           is_fine;
}

EXPECTATION_KIND(compilations, read_compilations, NULL,
                 "How often and when the target was compiled.");
