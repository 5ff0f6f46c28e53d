/* contexts: a path of callers, how often and which share. */
#include "harness/e_read.h"

static const struct section_key keys_of_contexts[] = {
    SECTION_KEY(
        contexts, VALUE, true, "",
        "the path, from the outside in, as T.f -> T.g -> T.h, or a list: each calls the "
        "next; T.f:12 is the call in line 12 of T.f, counted from the first line of the Java text"),
    SECTION_KEY(rate, BOUND, false, "", "calls of the last method by this path, per execution"),
    SECTION_KEY(share, BOUND, false, "", "of all calls of the last method"),
    CONTROL_KEY,
};

static bool read_contexts(struct spec_reader *reader, const struct yaml_node *map,
                          struct yaml_node *value, struct spec_expectation *out) {
    struct contexts_expectation *wanted = ARENA_NEW(reader->arena, struct contexts_expectation);
    *wanted = (struct contexts_expectation){{&assertion_contexts}, NULL, 0, BOUND_NONE, BOUND_NONE};
    out->expectation = &wanted->base;
    bool is_fine = read_steps(reader, "contexts", value, out);
    wanted->path = out->steps.items;
    wanted->length = out->steps.count;
    is_fine &= read_bound(reader, yaml_get(map, "rate"), MEASURE_RATE, &wanted->rate);
    is_fine &= read_bound(reader, yaml_get(map, "share"), MEASURE_SHARE, &wanted->share);
    if (!is_fine || reader->is_damaged) return false;
    if (wanted->length < 2)
        return diag_error(reader->diag, value->place,
                          "a path has a caller and a callee at least: write 'T.f -> T.g'");
    return bound_is_given(&wanted->rate) || bound_is_given(&wanted->share) ||
           diag_error(reader->diag, map->place, "this expects nothing: say rate or share");
}

EXPECTATION_KIND(contexts, read_contexts, NULL,
                 "Calls of a method through a path of callers, whatever code runs them: the "
                 "interpreter, compiled code, or code that was inlined, in any thread. The first "
                 "method of the path may be called from anywhere.");
