/* Outcomes: comparison and text. */
#include "harness/outcome.h"

#include <math.h>
#include <string.h>

#include "base/die.h"

static bool text_equal(const char *a, const char *b) { return a && b ? strcmp(a, b) == 0 : a == b; }

bool outcome_equal(const struct outcome *a, const struct outcome *b) {
    if (a->kind != b->kind || a->integer != b->integer) return false;
    bool reals_equal =
        memcmp(&a->real, &b->real, sizeof a->real) == 0 || (isnan(a->real) && isnan(b->real));
    return reals_equal && text_equal(a->text, b->text) && text_equal(a->message, b->message);
}

const char *outcome_text(const struct outcome *outcome, struct arena *arena) {
    switch (outcome->kind) {
    case OUTCOME_VOID: return "returned";
    case OUTCOME_INTEGER: return arena_format(arena, "returned %lld", (long long)outcome->integer);
    case OUTCOME_CHAR:
        return arena_format(arena, "returned char %lld", (long long)outcome->integer);
    case OUTCOME_FLOAT: return arena_format(arena, "returned %.9g", outcome->real);
    case OUTCOME_REAL: return arena_format(arena, "returned %.17g", outcome->real);
    case OUTCOME_TEXT: return arena_format(arena, "returned \"%s\"", outcome->text);
    case OUTCOME_NULL: return "returned null";
    case OUTCOME_OBJECT: return arena_format(arena, "returned a %s", outcome->text);
    case OUTCOME_THREW:
        return arena_format(arena, "threw %s%s%s", outcome->text, outcome->message ? ": " : "",
                            outcome->message ? outcome->message : "");
    }
    UNREACHABLE();
}
