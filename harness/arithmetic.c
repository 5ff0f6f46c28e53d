/* Recursive descent, as deep as the parentheses. */
#include "harness/arithmetic.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 32 };

struct arithmetic_reader {
    const char *cursor;
    arithmetic_lookup *lookup;
    const void *context;
    int operators, depth;
    bool is_wrong, is_nameless, is_inexact;
};

/* Where doubles have gaps between whole numbers. */
static double seen(struct arithmetic_reader *in, double value) {
    in->is_inexact |= fabs(value) >= 0x1p53 && isfinite(value);
    return value;
}

static double wrong(struct arithmetic_reader *in) {
    in->is_wrong = true;
    return 0;
}

static double read_name(struct arithmetic_reader *in) {
    bool is_braced = in->cursor[1] == '{';
    const char *name = in->cursor + 1 + is_braced;
    size_t length = 0;
    double value = 0;
    while (isalnum((unsigned char)name[length]) || name[length] == '_') length++;
    if (!length || (is_braced && name[length] != '}')) return wrong(in);
    in->is_nameless |= !in->lookup(in->context, name, length, &value);
    in->cursor = name + length + is_braced;
    return seen(in, value);
}

static double read_number(struct arithmetic_reader *in) {
    char *end;
    size_t length = strspn(in->cursor, "0123456789.eE");
    double value = strtod(in->cursor, &end);
    if (!length || end == in->cursor || !isdigit((unsigned char)*in->cursor)) return wrong(in);
    in->cursor = end;
    return seen(in, value);
}

static double read_sum(struct arithmetic_reader *in);

static double read_parentheses(struct arithmetic_reader *in) {
    if (++in->depth > DEEPEST) return wrong(in);
    in->cursor++;
    double value = read_sum(in);
    in->depth--;
    if (in->is_wrong || *in->cursor != ')') return wrong(in);
    in->cursor++;
    return value;
}

static double read_operand(struct arithmetic_reader *in) {
    bool is_negative = *in->cursor == '-';
    in->cursor += is_negative;
    double value = *in->cursor == '$'   ? read_name(in)
                   : *in->cursor == '(' ? read_parentheses(in)
                                        : read_number(in);
    return is_negative ? -value : value;
}

/* Takes " + " of the two operators; 0 when neither stands here. */
static char take_operator(struct arithmetic_reader *in, const char *either) {
    const char *at = in->cursor;
    if (at[0] != ' ' || !at[1] || !strchr(either, at[1]) || at[2] != ' ') return 0;
    in->cursor += 3;
    in->operators++;
    return at[1];
}

static double read_product(struct arithmetic_reader *in) {
    double value = read_operand(in);
    char operator;
    while (!in->is_wrong && (operator= take_operator(in, "*/"))) {
        double other = read_operand(in);
        value = seen(in, operator== '*' ? value * other : value / other);
    }
    return value;
}

static double read_sum(struct arithmetic_reader *in) {
    double value = read_product(in);
    char operator;
    while (!in->is_wrong && (operator= take_operator(in, "+-"))) {
        double other = read_product(in);
        value = seen(in, operator== '+' ? value + other : value - other);
    }
    return value;
}

enum arithmetic_end arithmetic_evaluate(const char *text, arithmetic_lookup *lookup,
                                        const void *context, double *out) {
    struct arithmetic_reader in = {.cursor = text, .lookup = lookup, .context = context};
    *out = read_sum(&in);
    if (in.is_wrong || *in.cursor || !in.operators) return ARITHMETIC_NONE;
    if (in.is_nameless) return ARITHMETIC_NO_NUMBER;
    if (!isfinite(*out)) return ARITHMETIC_NOT_FINITE;
    return in.is_inexact ? ARITHMETIC_NOT_EXACT : ARITHMETIC_DONE;
}
