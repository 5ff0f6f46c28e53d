/* returns: a constant, or a map that says what was thrown or returned. */
#include <math.h>

#include "assertions/a_returns.h"
#include "harness/e_read.h"
#include "harness/program.h"

static const struct section_key keys_of_outcome[] = {
    SECTION_KEY(throws, TEXT, false, "", "the class of the exception"),
    SECTION_KEY(message, TEXT, false, "any", "of throws: its message"),
    SECTION_KEY(object, TEXT, false, "",
                "the class of the object returned: A, java.lang.String, int[], A[][]"),
};

static const struct section section_outcome = {
    "outcome", "outcome", "How a call ended, where a constant does not say it.",
    SECTION_KEYS(keys_of_outcome)};

static const struct section_key keys_of_returns[] = {
    SECTION_KEY(returns, VALUE, true, "", "the outcome"),
};

static bool read_outcome_map(struct spec_reader *reader, struct yaml_node *map,
                             struct spec_expectation *expectation, struct outcome *out) {
    if (!section_check(map, &section_outcome, reader->diag)) return false;
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

static bool read_returns(struct spec_reader *reader, const struct yaml_node *map,
                         struct yaml_node *value, struct spec_expectation *out) {
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

/* A constant is a value that the target can return. */
static bool fits(const struct spec_expectation *expectation, const struct program *program,
                 const struct spec *spec, struct diag *diag) {
    const struct outcome *outcome =
        ((const struct returns_expectation *)expectation->expectation)->outcome;
    enum java_type type = program->method->shape->return_type;
    if (outcome->kind == OUTCOME_OBJECT || outcome->kind == OUTCOME_THREW) return true;
    bool is_null = outcome->kind == OUTCOME_NULL;
    struct spec_value constant = {.kind = outcome->kind == OUTCOME_TEXT   ? SPEC_TEXT
                                          : outcome->kind == OUTCOME_REAL ? SPEC_REAL
                                          : outcome->is_boolean           ? SPEC_BOOLEAN
                                                                          : SPEC_INTEGER,
                                  .integer = outcome->integer,
                                  .text = outcome->text};
    if (type == JAVA_REFERENCE ? is_null || outcome->kind == OUTCOME_TEXT
        : type == JAVA_VOID
            ? is_null
            : !is_null && (type == JAVA_BOOLEAN || constant_is_of(&constant, type, NULL)))
        return true;
    if (type == JAVA_REFERENCE)
        return diag_error(diag, expectation->place,
                          "%s: %s returns an object: expect { object: its class }, null, or a text "
                          "in quotes",
                          expectation->text, program->method->name);
    return diag_error(diag, expectation->place, "%s is not a value of type %s, which %s returns",
                      expectation->text, value_type_text(type), program->method->name);
}

EXPECTATION_KIND(
    returns, read_returns, &section_outcome,
    "What every measured call returned or threw: a constant, or a map of the section outcome. "
    "Nothing (`returns:`) is null, or void; a char is its character or code; NaN, Infinity and "
    "-Infinity are numbers; -0.0 is not 0.0; 0.1 is a float where a float is returned.",
    .fits = fits);
