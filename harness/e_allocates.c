/* allocates: bytes, or a map of bytes and objects. */
#include "harness/e_read.h"

#include "assertions/a_allocates.h"

bool read_allocates(struct spec_reader *reader, const struct yaml_node *map,
                    struct yaml_node *value, struct spec_expectation *out) {
    struct allocates_expectation *wanted = ARENA_NEW(reader->arena, struct allocates_expectation);
    *wanted = (struct allocates_expectation){{&assertion_allocates}, BOUND_NONE, BOUND_NONE};
    out->expectation = &wanted->base;
    if (value->kind == YAML_SCALAR && yaml_to_number(value, &wanted->bytes.is))
        return check_violable(reader, value, &wanted->bytes, MEASURE_NUMBER);
    if (value->kind != YAML_MAP)
        return diag_error(reader->diag, value->place,
                          "'allocates' must be a number of bytes, or a map of bytes and objects, "
                          "not %s",
                          yaml_kind_text(value));
    bool is_fine = section_check(value, SECTION_allocated, reader->diag);
    is_fine &= read_bound(reader, yaml_get(value, "bytes"), MEASURE_NUMBER, &wanted->bytes);
    is_fine &= read_bound(reader, yaml_get(value, "objects"), MEASURE_NUMBER, &wanted->objects);
    return is_fine &&
           (bound_is_given(&wanted->bytes) || bound_is_given(&wanted->objects) ||
            diag_error(reader->diag, map->place, "this expects nothing: say bytes or objects"));
}
