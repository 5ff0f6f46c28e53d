/* ledger: a counter against a column of the draws. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "assertions/a_ledger.h"
#include "harness/e_read.h"
#include "harness/program.h"

/* As the spec says what the column is held against. */
struct written_ledger {
    struct ledger_expectation expected;
    struct spec_value equals;
    struct place equals_place;
};

static const struct section_key keys_of_ledger[] = {
    SECTION_KEY(ledger, TEXT, true, "", "the counter's name, as in Probe.hit(name)"),
    SECTION_KEY(exactly_when, TEXT, true, "", "argument N (from 0), or returned"),
    SECTION_KEY(
        equals, VALUE, false, "true",
        "the value that demands a hit: true, false, a number, or a character where the column "
        "is a char"),
    CONTROL_KEY,
};

static bool read_ledger(struct spec_reader *reader, const struct yaml_node *map,
                        struct yaml_node *value, struct spec_expectation *out) {
    const struct yaml_node *when = yaml_get(map, "exactly_when"), *equals = yaml_get(map, "equals");
    int end = 0;
    if (!when) return false;
    struct written_ledger *written = ARENA_NEW(reader->arena, struct written_ledger);
    struct ledger_expectation *wanted = &written->expected;
    *written = (struct written_ledger){
        {.base = {&assertion_ledger}, .counter = name_of(reader, out, value), .equals = 1},
        {.kind = SPEC_BOOLEAN, .integer = 1, .real = 1, .text = "true"},
        when->place};
    out->expectation = &wanted->base;
    if (strcmp(when->text, "returned") == 0)
        wanted->column = LEDGER_RETURNED;
    else if (sscanf(when->text, "argument %d%n", &wanted->argument, &end) != 1 || when->text[end] ||
             wanted->argument < 0)
        return diag_error(reader->diag, when->place,
                          "'exactly_when' must be 'argument N' (from 0) or 'returned', not '%s'",
                          when->text);
    if (!equals) return true;
    if (equals->kind == YAML_SCALAR) written->equals = spec_value_of(equals);
    bool is_char = written->equals.kind == SPEC_TEXT && strlen(equals->text) == 1;
    if (equals->kind != YAML_SCALAR || written->equals.kind == SPEC_NULL ||
        (written->equals.kind == SPEC_TEXT && !is_char))
        return diag_error(reader->diag, equals->place,
                          "'equals' must be true, false, a number or a character, not %s",
                          yaml_kind_text(equals));
    written->equals_place = equals->place;
    wanted->equals = is_char ? *equals->text : written->equals.real;
    return true;
}

/* The type of a ledger's column; JAVA_VOID where there is none. */
static enum java_type column_type(const struct program *program,
                                  const struct ledger_expectation *expected) {
    const struct method_shape *shape = program->method->shape;
    if (expected->column == LEDGER_RETURNED) return shape->return_type;
    return expected->argument < shape->parameter_count ? shape->parameters[expected->argument]
                                                       : JAVA_VOID;
}

/* What a ledger's column is held against is a value of its type, and none that another value of a
 * long may be taken for. 1 and 0 are true and false. */
static bool fits(const struct spec_expectation *expectation, const struct program *program,
                 const struct spec *spec, struct diag *diag) {
    const struct written_ledger *written = (const struct written_ledger *)expectation->expectation;
    const struct ledger_expectation *expected = &written->expected;
    const struct spec_value *equals = &written->equals;
    enum java_type type = column_type(program, expected);
    const char *method = program->method->name;
    if (expected->column == LEDGER_ARGUMENT && expected->argument >= (int)spec->run.arguments.count)
        return diag_error(diag, expectation->place,
                          "there is no argument %d: %s takes %u, counted from 0",
                          expected->argument, method, spec->run.arguments.count);
    if (type == JAVA_REFERENCE || type == JAVA_VOID)
        return diag_error(
            diag, expectation->place, "a ledger compares numbers, and %s %s is not one",
            expected->column == LEDGER_RETURNED ? "what is returned by" : "that argument of",
            method);
    bool is_word = equals->kind == SPEC_BOOLEAN && type != JAVA_FLOAT && type != JAVA_DOUBLE;
    bool is_bit = type == JAVA_BOOLEAN && (equals->real == 0 || equals->real == 1);
    if (!is_word && !is_bit && !constant_is_of(equals, type, NULL))
        return diag_error(diag, written->equals_place,
                          "'%s' is not a value of type %s: say in 'equals' which one demands a hit",
                          equals->text, value_type_text(type));
    return fabs(expected->equals) < 0x1p53 || type != JAVA_LONG ||
           diag_error(
               diag, written->equals_place,
               "a ledger cannot tell longs of 9007199254740992 (2 to the 53) and more apart");
}

EXPECTATION_KIND(ledger, read_ledger, NULL,
                 "A counter against what the harness drew, execution by execution: no tolerance, "
                 "no false alarm.",
                 .fits = fits);
