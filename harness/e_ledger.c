/* ledger: a counter against a column of the draws. */
#include "harness/e_read.h"

#include <stdio.h>
#include <string.h>

#include "assertions/a_ledger.h"

bool read_ledger(struct spec_reader *reader, const struct yaml_node *map, struct yaml_node *value,
                 struct spec_expectation *out) {
    const struct yaml_node *when = yaml_get(map, "exactly_when"), *equals = yaml_get(map, "equals");
    int end = 0;
    if (!when) return false;
    struct ledger_expectation *wanted = ARENA_NEW(reader->arena, struct ledger_expectation);
    *wanted = (struct ledger_expectation){
        .base = {&assertion_ledger}, .counter = name_of(reader, out, value), .equals = 1};
    out->expectation = &wanted->base;
    if (strcmp(when->text, "returned") == 0)
        wanted->column = LEDGER_RETURNED;
    else if (sscanf(when->text, "argument %d%n", &wanted->argument, &end) != 1 || when->text[end] ||
             wanted->argument < 0)
        return diag_error(reader->diag, when->place,
                          "'exactly_when' must be 'argument N' (from 0) or 'returned', not '%s'",
                          when->text);
    out->equals =
        (struct spec_value){.kind = SPEC_BOOLEAN, .integer = 1, .real = 1, .text = "true"};
    out->equals_place = when->place;
    if (!equals) return true;
    if (equals->kind == YAML_SCALAR) out->equals = spec_value_of(equals);
    bool is_char = out->equals.kind == SPEC_TEXT && strlen(equals->text) == 1;
    if (equals->kind != YAML_SCALAR || out->equals.kind == SPEC_NULL ||
        (out->equals.kind == SPEC_TEXT && !is_char))
        return diag_error(reader->diag, equals->place,
                          "'equals' must be true, false, a number or a character, not %s",
                          yaml_kind_text(equals));
    out->equals_place = equals->place;
    wanted->equals = is_char ? *equals->text : out->equals.real;
    return true;
}
