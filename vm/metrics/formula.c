/* FORMULA: recursive descent to a tree; parentheses nest as deep as DEEPEST. */
#include "metrics/formula.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/intern.h"

enum formula_kind {
    NUMBER,
    NAME,
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    MINIMUM,
    MAXIMUM,
    CEILING,
    FLOOR
};
enum { DEEPEST = 50 };

struct formula {
    enum formula_kind kind;
    double number;
    size_t name;
    const struct formula *left, *right; /* right: NULL where there is one operand */
};

static const struct {
    const char *name;
    enum formula_kind kind;
    int arguments;
} formula_functions[] = {
    {"min", MINIMUM, 2}, {"max", MAXIMUM, 2}, {"ceil", CEILING, 1}, {"floor", FLOOR, 1}};
enum { FUNCTIONS = sizeof formula_functions / sizeof *formula_functions };

struct formula_reader {
    struct arena *arena;
    const char *text, *at;
    const struct formula_names *names;
    struct place place;
    struct diag *diag;
    int depth;
};

static const struct formula *read_sum(struct formula_reader *reader);

static const struct formula *fail(struct formula_reader *reader, const char *what) {
    diag_error(reader->diag, reader->place, "%s at '%.20s' of '%s'", what,
               *reader->at ? reader->at : "the end", reader->text);
    return NULL;
}

static void skip_space(struct formula_reader *reader) { reader->at += strspn(reader->at, " \t\n"); }

static bool accept(struct formula_reader *reader, char c) {
    skip_space(reader);
    if (*reader->at != c) return false;
    reader->at++;
    return true;
}

static const struct formula *make(struct formula_reader *reader, struct formula formula) {
    struct formula *made = ARENA_NEW(reader->arena, struct formula);
    *made = formula;
    return made;
}

static const struct formula *combine(struct formula_reader *reader, enum formula_kind kind,
                                     const struct formula *left, const struct formula *right) {
    if (!left || !right) return NULL;
    return make(reader, (struct formula){.kind = kind, .left = left, .right = right});
}

static const struct formula *read_function(struct formula_reader *reader, int index) {
    struct formula made = {.kind = formula_functions[index].kind, .left = read_sum(reader)};
    if (made.left && formula_functions[index].arguments == 2) {
        if (!accept(reader, ',')) return fail(reader, "',' is missing");
        if (!(made.right = read_sum(reader))) return NULL;
    }
    if (made.left && !accept(reader, ')')) return fail(reader, "')' is missing");
    return made.left ? make(reader, made) : NULL;
}

static const struct formula *unknown_name(struct formula_reader *reader, const char *word) {
    const char *candidates[64];
    size_t count = 0;
    for (size_t i = 0; i < reader->names->count && count < 60; i++)
        candidates[count++] = reader->names->items[i].text;
    for (int i = 0; i < FUNCTIONS; i++) candidates[count++] = formula_functions[i].name;
    const char *nearest = diag_nearest(word, candidates, count);
    diag_error(reader->diag, reader->place, "'%s' is no constant here%s%s%s", word,
               nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
    return NULL;
}

static const struct formula *read_word(struct formula_reader *reader) {
    const char *start = reader->at;
    while (isalnum((unsigned char)*reader->at) || *reader->at == '_') reader->at++;
    const char *word = intern_bytes(start, (size_t)(reader->at - start));
    for (size_t i = 0; i < reader->names->count; i++)
        if (strcmp(reader->names->items[i].text, word) == 0)
            return make(reader, (struct formula){.kind = NAME, .name = i});
    for (int i = 0; i < FUNCTIONS; i++)
        if (strcmp(formula_functions[i].name, word) == 0)
            return accept(reader, '(') ? read_function(reader, i) : fail(reader, "'(' is missing");
    return unknown_name(reader, word);
}

static const struct formula *read_number(struct formula_reader *reader) {
    size_t length = strspn(reader->at, "0123456789.");
    char *end;
    const char *text = intern_bytes(reader->at, length);
    double number = strtod(text, &end);
    if (*end || !isfinite(number)) return fail(reader, "no number");
    reader->at += length;
    return make(reader, (struct formula){.kind = NUMBER, .number = number});
}

static const struct formula *read_inner(struct formula_reader *reader) {
    if (accept(reader, '(')) {
        const struct formula *inner = read_sum(reader);
        return !inner || accept(reader, ')') ? inner : fail(reader, "')' is missing");
    }
    if (isdigit((unsigned char)*reader->at)) return read_number(reader);
    if (isalpha((unsigned char)*reader->at)) return read_word(reader);
    return fail(reader, "a number or a name is missing");
}

static const struct formula *read_factor(struct formula_reader *reader) {
    if (++reader->depth > DEEPEST) return fail(reader, "nested too deeply");
    const struct formula *inner = read_inner(reader);
    reader->depth--;
    return inner;
}

static const struct formula *read_product(struct formula_reader *reader) {
    const struct formula *product = read_factor(reader);
    while (product) {
        if (accept(reader, '*'))
            product = combine(reader, MULTIPLY, product, read_factor(reader));
        else if (accept(reader, '/'))
            product = combine(reader, DIVIDE, product, read_factor(reader));
        else
            break;
    }
    return product;
}

static const struct formula *read_sum(struct formula_reader *reader) {
    const struct formula *sum = read_product(reader);
    while (sum) {
        if (accept(reader, '+'))
            sum = combine(reader, ADD, sum, read_product(reader));
        else if (accept(reader, '-'))
            sum = combine(reader, SUBTRACT, sum, read_product(reader));
        else
            break;
    }
    return sum;
}

const struct formula *formula_read(struct arena *arena, const char *text,
                                   const struct formula_names *names, struct place place,
                                   struct diag *diag) {
    struct formula_reader reader = {arena, text, text, names, place, diag, 0};
    const struct formula *formula =
        strlen(text) > 2000 ? fail(&reader, "too long") : read_sum(&reader);
    skip_space(&reader);
    return formula && *reader.at ? fail(&reader, "an operator is missing") : formula;
}

double formula_value(const struct formula *formula, const struct formula_names *names) {
    if (formula->kind == NUMBER) return formula->number;
    if (formula->kind == NAME) return names->items[formula->name].value;
    double left = formula_value(formula->left, names);
    double right = formula->right ? formula_value(formula->right, names) : 0;
    switch (formula->kind) {
    case NUMBER:
    case NAME: break;
    case ADD: return left + right;
    case SUBTRACT: return left - right;
    case MULTIPLY: return left * right;
    case DIVIDE: return right == 0 ? INFINITY : left / right;
    case MINIMUM: return fmin(left, right);
    case MAXIMUM: return fmax(left, right);
    case CEILING: return ceil(left);
    case FLOOR: return floor(left);
    }
    return 0;
}

bool formula_uses(const struct formula *formula, size_t name) {
    if (formula->kind == NUMBER) return false;
    if (formula->kind == NAME) return formula->name == name;
    return formula_uses(formula->left, name) ||
           (formula->right && formula_uses(formula->right, name));
}
