/* CONSTANT: the arithmetic of Java on values known to the compiler. */
#include "frontend/constant.h"

#include <math.h>
#include <string.h>

#include "base/die.h"
#include "base/intern.h"
#include "classfile/arithmetic.h"
#include "frontend/text.h"

static struct constant_value *value_new(struct compiler *compiler, enum java_type java) {
    struct constant_value *value = ARENA_NEW(compiler->arena, struct constant_value);
    value->java = java;
    return value;
}

static const struct constant_value *value_integer(struct compiler *compiler, enum java_type java,
                                                  int32_t integer) {
    struct constant_value *value = value_new(compiler, java);
    value->integer = integer;
    return value;
}

bool value_is_true(const struct constant_value *value) {
    return value && value->java == JAVA_BOOLEAN && value->integer;
}

/* ---- conversions */

static int64_t to_long(const struct constant_value *value) {
    if (value->java == JAVA_LONG) return value->long_value;
    if (value->java == JAVA_FLOAT) return double_to_long((double)value->float_value);
    if (value->java == JAVA_DOUBLE) return double_to_long(value->double_value);
    return value->integer;
}

static int32_t to_int(const struct constant_value *value) {
    if (value->java == JAVA_FLOAT) return double_to_int((double)value->float_value);
    if (value->java == JAVA_DOUBLE) return double_to_int(value->double_value);
    return (int32_t)(uint32_t)(uint64_t)to_long(value);
}

static double to_double(const struct constant_value *value) {
    if (value->java == JAVA_DOUBLE) return value->double_value;
    if (value->java == JAVA_FLOAT) return (double)value->float_value;
    return value->java == JAVA_LONG ? (double)value->long_value : (double)value->integer;
}

static float to_float(const struct constant_value *value) {
    if (value->java == JAVA_DOUBLE) return (float)value->double_value;
    if (value->java == JAVA_FLOAT) return value->float_value;
    return value->java == JAVA_LONG ? (float)value->long_value : (float)value->integer;
}

const struct constant_value *
value_convert(struct compiler *compiler, const struct constant_value *value, enum java_type java) {
    if (value->java == java) return value;
    struct constant_value *converted = value_new(compiler, java);
    switch (java) {
    case JAVA_BYTE: converted->integer = (int8_t)to_int(value); break;
    case JAVA_SHORT: converted->integer = (int16_t)to_int(value); break;
    case JAVA_CHAR: converted->integer = (uint16_t)to_int(value); break;
    case JAVA_INT: converted->integer = to_int(value); break;
    case JAVA_LONG: converted->long_value = to_long(value); break;
    case JAVA_FLOAT: converted->float_value = to_float(value); break;
    case JAVA_DOUBLE: converted->double_value = to_double(value); break;
    case JAVA_BOOLEAN:
    case JAVA_REFERENCE: return value;
    case JAVA_VOID:
    case JAVA_TYPE_COUNT: BUG("no type of values");
    }
    return converted;
}

bool constant_fits(const struct constant_value *value, enum java_type java) {
    int32_t integer = value->integer;
    bool is_int = value->java == JAVA_INT || value->java == JAVA_SHORT ||
                  value->java == JAVA_CHAR || value->java == JAVA_BYTE;
    if (!is_int) return false;
    if (java == JAVA_BYTE) return integer == (int8_t)integer;
    if (java == JAVA_SHORT) return integer == (int16_t)integer;
    return java == JAVA_CHAR && integer == (uint16_t)integer;
}

/* ---- operators */

const struct constant_value *fold_unary(struct compiler *compiler, enum token_kind operator,
                                        const struct constant_value * operand) {
    struct constant_value *result = value_new(compiler, operand->java);
    *result = *operand;
    if (operator== TOKEN_PLUS) return result;
    if (operator== TOKEN_NOT) {
        result->integer = !operand->integer;
    } else if (operator== TOKEN_COMPLEMENT) {
        if (operand->java == JAVA_LONG)
            result->long_value = ~operand->long_value;
        else
            result->integer = ~operand->integer;
    } else if (operand->java == JAVA_LONG) {
        result->long_value = long_neg(operand->long_value);
    } else if (operand->java == JAVA_FLOAT) {
        result->float_value = -operand->float_value;
    } else if (operand->java == JAVA_DOUBLE) {
        result->double_value = -operand->double_value;
    } else {
        result->integer = int_neg(operand->integer);
    }
    return result;
}

/* In 64 bits for int too, whose results are then cut to 32. */
static int64_t fold_integers(enum token_kind operator, int64_t left, int64_t right, bool is_long) {
    int32_t integer = (int32_t)left, distance = (int32_t)right;
    switch ((int)operator) {
    case TOKEN_PLUS: return long_add(left, right);
    case TOKEN_MINUS: return long_sub(left, right);
    case TOKEN_STAR: return long_mul(left, right);
    case TOKEN_SLASH: return long_div(left, right);
    case TOKEN_PERCENT: return long_rem(left, right);
    case TOKEN_AND: return left & right;
    case TOKEN_OR: return left | right;
    case TOKEN_XOR: return left ^ right;
    case TOKEN_SHIFT_LEFT: return is_long ? long_shl(left, distance) : int_shl(integer, distance);
    case TOKEN_SHIFT_RIGHT: return is_long ? long_shr(left, distance) : int_shr(integer, distance);
    case TOKEN_SHIFT_RIGHT_UNSIGNED:
        return is_long ? long_ushr(left, distance) : int_ushr(integer, distance);
    }
    UNREACHABLE();
}

static double fold_doubles(enum token_kind operator, double left, double right) {
    switch ((int)operator) {
    case TOKEN_PLUS: return left + right;
    case TOKEN_MINUS: return left - right;
    case TOKEN_STAR: return left * right;
    case TOKEN_SLASH: return left / right;
    case TOKEN_PERCENT: return fmod(left, right);
    }
    UNREACHABLE();
}

static float fold_floats(enum token_kind operator, float left, float right) {
    switch ((int)operator) {
    case TOKEN_PLUS: return left + right;
    case TOKEN_MINUS: return left - right;
    case TOKEN_STAR: return left * right;
    case TOKEN_SLASH: return left / right;
    case TOKEN_PERCENT: return fmodf(left, right);
    }
    UNREACHABLE();
}

#define COMPARE(operator, left, right)                                                             \
    ((operator) == TOKEN_EQUAL        ? (left) == (right)                                          \
     : (operator) == TOKEN_NOT_EQUAL  ? (left) != (right)                                          \
     : (operator) == TOKEN_LESS       ? (left) < (right)                                           \
     : (operator) == TOKEN_LESS_EQUAL ? (left) <= (right)                                          \
     : (operator) == TOKEN_GREATER    ? (left) > (right)                                           \
                                      : (left) >= (right))

static const struct constant_value *fold_comparison(struct compiler *compiler,
                                                    enum token_kind operator,
                                                    const struct constant_value * left,
                                                    const struct constant_value *right) {
    bool result;
    if (left->java == JAVA_REFERENCE)
        result = (left->text == right->text) == (operator== TOKEN_EQUAL);
    else if (left->java == JAVA_FLOAT || left->java == JAVA_DOUBLE)
        result = COMPARE(operator, to_double(left), to_double(right));
    else
        result = COMPARE(operator, to_long(left), to_long(right));
    return value_integer(compiler, JAVA_BOOLEAN, result);
}

const struct constant_value *fold_binary(struct compiler *compiler, enum token_kind operator,
                                         const struct constant_value * left,
                                         const struct constant_value *right) {
    bool is_comparison =
    operator== TOKEN_EQUAL || operator== TOKEN_NOT_EQUAL || operator== TOKEN_LESS || operator==
        TOKEN_LESS_EQUAL ||
        operator== TOKEN_GREATER ||
        operator== TOKEN_GREATER_EQUAL;
    if (is_comparison) return fold_comparison(compiler, operator, left, right);
    if (operator== TOKEN_AND_AND)
        return value_integer(compiler, JAVA_BOOLEAN, left->integer & right->integer);
    if (operator== TOKEN_OR_OR)
        return value_integer(compiler, JAVA_BOOLEAN, left->integer | right->integer);
    struct constant_value *result = value_new(compiler, left->java);
    if (left->java == JAVA_DOUBLE) {
        result->double_value = fold_doubles(operator, left->double_value, right->double_value);
    } else if (left->java == JAVA_FLOAT) {
        result->float_value = fold_floats(operator, left->float_value, right->float_value);
    } else {
        bool is_long = left->java == JAVA_LONG;
        int64_t a = to_long(left), b = to_long(right);
        if (b == 0 && (operator== TOKEN_SLASH || operator== TOKEN_PERCENT)) return NULL;
        int64_t folded = fold_integers(operator, a, b, is_long);
        if (is_long)
            result->long_value = folded;
        else
            result->integer = (int32_t)(uint32_t)(uint64_t)folded;
    }
    return result;
}

static void add_value(struct strbuf *out, const struct constant_value *value) {
    switch (value->java) {
    case JAVA_BOOLEAN: strbuf_add_text(out, value->integer ? "true" : "false"); return;
    case JAVA_CHAR: modified_utf8_add(out, (uint32_t)value->integer); return;
    case JAVA_BYTE:
    case JAVA_SHORT:
    case JAVA_INT: strbuf_addf(out, "%d", value->integer); return;
    case JAVA_LONG: strbuf_addf(out, "%lld", (long long)value->long_value); return;
    case JAVA_FLOAT: java_add_float(out, value->float_value); return;
    case JAVA_DOUBLE: java_add_double(out, value->double_value); return;
    case JAVA_REFERENCE: strbuf_add_text(out, value->text); return;
    case JAVA_VOID:
    case JAVA_TYPE_COUNT: break;
    }
    UNREACHABLE();
}

const struct constant_value *fold_concat(struct compiler *compiler,
                                         const struct constant_value *left,
                                         const struct constant_value *right) {
    struct strbuf text = STRBUF_INIT;
    add_value(&text, left);
    add_value(&text, right);
    struct constant_value *result = value_new(compiler, JAVA_REFERENCE);
    result->text = intern(strbuf_text(&text));
    strbuf_release(&text);
    return result;
}
