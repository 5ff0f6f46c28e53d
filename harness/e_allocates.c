/* allocates: bytes, or a map of bytes and objects. */
#include "harness/e_read.h"

#include "assertions/a_allocates.h"

static const struct section_key keys_of_allocated[] = {
    SECTION_KEY(bytes, BOUND, false, "", "with headers, as the allocator hands them out"),
    SECTION_KEY(objects, BOUND, false, "", "arrays are objects, too"),
};

static const struct section section_allocated = {
    "allocated", "allocated", "How much an execution allocates.", SECTION_KEYS(keys_of_allocated)};

static const struct section_key keys_of_allocates[] = {
    SECTION_KEY(allocates, VALUE, true, "", "how much"),
};

static bool read_allocates(struct spec_reader *reader, const struct yaml_node *map,
                           struct yaml_node *value, struct spec_expectation *out) {
    struct allocates_expectation *wanted = ARENA_NEW(reader->arena, struct allocates_expectation);
    *wanted = (struct allocates_expectation){{&assertion_allocates}, BOUND_NONE, BOUND_NONE};
    out->expectation = &wanted->base;
    double number;
    if (yaml_to_number(value, &number))
        return read_bound(reader, value, MEASURE_NUMBER, &wanted->bytes);
    if (value->kind != YAML_MAP)
        return diag_error(reader->diag, value->place,
                          "'allocates' must be a number of bytes, or a map of bytes and objects, "
                          "not %s",
                          yaml_kind_text(value));
    bool is_fine = section_check(value, &section_allocated, reader->diag);
    is_fine &= read_bound(reader, yaml_get(value, "bytes"), MEASURE_NUMBER, &wanted->bytes);
    is_fine &= read_bound(reader, yaml_get(value, "objects"), MEASURE_NUMBER, &wanted->objects);
    return is_fine &&
           (bound_is_given(&wanted->bytes) || bound_is_given(&wanted->objects) ||
            diag_error(reader->diag, map->place, "this expects nothing: say bytes or objects"));
}

EXPECTATION_KIND(
    allocates, read_allocates, &section_allocated,
    "What a measured execution allocates as a whole, on average: the target, its callees, natives "
    "and the VM, but neither probes nor what they call. It is the sum over all sites of "
    "allocations, those of the interpreter and of deoptimisation included. A number means bytes "
    "(0: nothing is allocated); otherwise a map of the section allocated.");
