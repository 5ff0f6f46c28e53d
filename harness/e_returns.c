/* returns: a constant, or a map that says what was thrown or returned. */
#include "harness/e_read.h"

#include <math.h>

#include "assertions/a_returns.h"

static bool read_outcome_map(struct spec_reader *reader, struct yaml_node *map,
                             struct spec_expectation *expectation, struct outcome *out) {
    if (!section_check(map, SECTION_outcome, reader->diag)) return false;
    const struct yaml_node *throws = yaml_get(map, "throws"), *object = yaml_get(map, "object");
    const struct yaml_node *message = yaml_get(map, "message");
    if (!throws == !object)
        return diag_error(reader->diag, map->place, "an outcome is 'throws' or 'object'");
    if (message && !throws)
        return diag_error(reader->diag, message->place, "'message' goes with 'throws'");
    out->kind = throws ? OUTCOME_THREW : OUTCOME_OBJECT;
    out->text = name_of(reader, expectation, throws ? throws : object);
    out->message = message ? message->text : NULL;
    return true;
}

static void outcome_of_constant(const struct spec_value *constant, struct outcome *out) {
    switch (constant->kind) {
    case SPEC_NULL: out->kind = OUTCOME_NULL; break;
    case SPEC_BOOLEAN:
    case SPEC_INTEGER: out->kind = OUTCOME_INTEGER; break;
    case SPEC_REAL: out->kind = OUTCOME_REAL; break;
    case SPEC_TEXT: out->kind = OUTCOME_TEXT; break;
    }
    out->is_boolean = constant->kind == SPEC_BOOLEAN;
    out->integer = constant->integer;
    out->real = copysign(constant->real, *constant->text == '-' ? -1 : 1); /* -0 is a number too */
    out->text = constant->text;
}

bool read_returns(struct spec_reader *reader, const struct yaml_node *map, struct yaml_node *value,
                  struct spec_expectation *out) {
    struct outcome *outcome = ARENA_NEW(reader->arena, struct outcome);
    struct returns_expectation *wanted = ARENA_NEW(reader->arena, struct returns_expectation);
    *wanted = (struct returns_expectation){{&assertion_returns}, outcome};
    out->expectation = &wanted->base;
    if (value->kind == YAML_MAP) return read_outcome_map(reader, value, out, outcome);
    if (value->kind == YAML_LIST)
        return diag_error(reader->diag, value->place,
                          "'returns' must be a constant or a map, not a list");
    struct spec_value constant = spec_value_of(value);
    outcome_of_constant(&constant, outcome);
    return true;
}
