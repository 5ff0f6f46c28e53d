/* PARSE EXPRESSION: operators by precedence climbing, then the primaries (JLS 15). */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/intern.h"
#include "base/utf8.h"
#include "frontend/parser.h"
#include "frontend/text.h"

static struct expression *parse_unary(struct parser *parser);

struct expression *expression_new(struct parser *parser, enum expression_kind kind,
                                  struct place place) {
    struct expression *expression = ARENA_NEW(parser->compiler->arena, struct expression);
    expression->kind = kind;
    expression->place = place;
    return expression;
}

/* ---- literals: their types are given by attribution, when String is known */

static struct expression *literal_new(struct parser *parser, enum java_type java) {
    struct expression *literal =
        expression_new(parser, EXPRESSION_LITERAL, parser_token(parser)->place);
    struct constant_value *value = ARENA_NEW(parser->compiler->arena, struct constant_value);
    value->java = java;
    literal->constant = value;
    return literal;
}

/* The digits in their radix; false when they exceed 64 bits, or the radix. */
static bool read_integer(struct parser *parser, const char *text, bool *is_decimal,
                         uint64_t *value) {
    int radix = 10;
    if (text[0] == '0' && text[1] == 'x')
        radix = 16, text += 2;
    else if (text[0] == '0' && text[1] == 'b')
        radix = 2, text += 2;
    else if (text[0] == '0' && text[1])
        radix = 8, text++;
    *is_decimal = radix == 10;
    char *end;
    errno = 0;
    *value = strtoull(text, &end, radix);
    if (*end)
        compile_error(parser->compiler, parser_token(parser)->place, "integer number too large: %s",
                      text);
    return errno == 0;
}

/* [is_negated]: the operand of a minus, where the smallest value is allowed. */
static struct expression *parse_integer(struct parser *parser, bool is_negated) {
    const struct token *token = parser_token(parser);
    bool is_long = token->kind == TOKEN_LONG_LITERAL, is_decimal;
    uint64_t value, largest = is_long ? INT64_MAX : INT32_MAX;
    bool fits = read_integer(parser, token->text, &is_decimal, &value);
    if (is_decimal)
        fits = fits && value <= largest + (is_negated ? 1 : 0);
    else
        fits = fits && value <= largest * 2 + 1;
    if (!fits) {
        const char *digits = token->text;
        if (!is_decimal && digits[1]) digits += digits[1] == 'x' || digits[1] == 'b' ? 2 : 1;
        compile_error(parser->compiler, token->place, "integer number too large: %s", digits);
    }
    struct expression *literal = literal_new(parser, is_long ? JAVA_LONG : JAVA_INT);
    struct constant_value *constant = (struct constant_value *)literal->constant;
    if (is_long)
        constant->long_value = (int64_t)value;
    else
        constant->integer = (int32_t)(uint32_t)value;
    parser->next++;
    return literal;
}

static bool has_nonzero_digit(const char *text) {
    bool is_hex = text[0] == '0' && text[1] == 'x';
    for (text += is_hex ? 2 : 0; *text && *text != (is_hex ? 'p' : 'e'); text++)
        if (*text != '0' && *text != '.') return true;
    return false;
}

static struct expression *parse_floating(struct parser *parser) {
    const struct token *token = parser_token(parser);
    bool is_float = token->kind == TOKEN_FLOAT_LITERAL;
    struct expression *literal = literal_new(parser, is_float ? JAVA_FLOAT : JAVA_DOUBLE);
    struct constant_value *constant = (struct constant_value *)literal->constant;
    double value = is_float ? (double)strtof(token->text, NULL) : strtod(token->text, NULL);
    if (isinf(value))
        compile_error(parser->compiler, token->place, "floating-point number too large");
    if (value == 0 && has_nonzero_digit(token->text))
        compile_error(parser->compiler, token->place, "floating-point number too small");
    if (is_float)
        constant->float_value = (float)value;
    else
        constant->double_value = value;
    parser->next++;
    return literal;
}

static struct expression *parse_literal(struct parser *parser) {
    const struct token *token = parser_token(parser);
    if (token->kind == TOKEN_INT_LITERAL || token->kind == TOKEN_LONG_LITERAL)
        return parse_integer(parser, false);
    if (token->kind == TOKEN_FLOAT_LITERAL || token->kind == TOKEN_DOUBLE_LITERAL)
        return parse_floating(parser);
    struct expression *literal;
    if (token->kind == TOKEN_NULL) {
        literal = expression_new(parser, EXPRESSION_LITERAL, token->place);
    } else if (token->kind == TOKEN_STRING_LITERAL) {
        literal = literal_new(parser, JAVA_REFERENCE);
        ((struct constant_value *)literal->constant)->text = token->text;
    } else {
        bool is_char = token->kind == TOKEN_CHAR_LITERAL;
        const char *cursor = token->text;
        literal = literal_new(parser, is_char ? JAVA_CHAR : JAVA_BOOLEAN);
        ((struct constant_value *)literal->constant)->integer =
            is_char ? (int32_t)modified_utf8_next(&cursor) : token->kind == TOKEN_TRUE;
    }
    parser->next++;
    return literal;
}

/* ---- primaries */

struct expression_list parse_arguments(struct parser *parser) {
    struct expression_list arguments = {0};
    parser_expect(parser, TOKEN_LEFT_PARENTHESIS);
    if (parser_take(parser, TOKEN_RIGHT_PARENTHESIS)) return arguments;
    do {
        struct expression *argument = parse_expression(parser);
        arena_vec_push(parser->compiler->arena, &arguments, argument);
    } while (parser_take(parser, TOKEN_COMMA));
    if (!parser_take(parser, TOKEN_RIGHT_PARENTHESIS)) parser_fail_expected(parser, "')' or ','");
    return arguments;
}

static struct expression *parse_array_initializer(struct parser *parser) {
    struct expression *array = expression_new(parser, EXPRESSION_ARRAY_INITIALIZER,
                                              parser_expect(parser, TOKEN_LEFT_BRACE));
    parser_enter(parser);
    while (!parser_is(parser, TOKEN_RIGHT_BRACE)) {
        struct expression *element = parse_variable_initializer(parser);
        arena_vec_push(parser->compiler->arena, &array->arguments, element);
        if (!parser_take(parser, TOKEN_COMMA)) break;
    }
    parser_expect(parser, TOKEN_RIGHT_BRACE);
    parser_leave(parser);
    return array;
}

struct expression *parse_variable_initializer(struct parser *parser) {
    return parser_is(parser, TOKEN_LEFT_BRACE) ? parse_array_initializer(parser)
                                               : parse_expression(parser);
}

static struct expression *parse_new_array(struct parser *parser, struct expression *new) {
    new->kind = EXPRESSION_NEW_ARRAY;
    uint32_t dimensions = parse_brackets(parser);
    if (dimensions) {
        new->syntax = type_syntax_with(parser, new->syntax, dimensions);
        if (!parser_is(parser, TOKEN_LEFT_BRACE))
            compile_error(parser->compiler, parser_token(parser)->place, "array dimension missing");
        new->right = parse_array_initializer(parser);
        return new;
    }
    while (parser_is(parser, TOKEN_LEFT_BRACKET) &&
           parser_peek(parser, 1)->kind != TOKEN_RIGHT_BRACKET) {
        parser->next++;
        struct expression *length = parse_expression(parser);
        arena_vec_push(parser->compiler->arena, &new->arguments, length);
        parser_expect(parser, TOKEN_RIGHT_BRACKET);
    }
    new->syntax =
        type_syntax_with(parser, new->syntax, new->arguments.count + parse_brackets(parser));
    if (parser_is(parser, TOKEN_LEFT_BRACE))
        parser_fail_expected(parser, "';'"); /* both a length and an initialiser */
    return new;
}

static struct expression *parse_new(struct parser *parser) {
    struct expression *new =
        expression_new(parser, EXPRESSION_NEW, parser_expect(parser, TOKEN_NEW));
    if (parser_is(parser, TOKEN_LESS)) new->type_arguments = parse_type_arguments(parser);
    new->syntax = parse_type(parser, false);
    if (parser_is(parser, TOKEN_LEFT_BRACKET)) return parse_new_array(parser, new);
    if (!parser_is(parser, TOKEN_LEFT_PARENTHESIS) || new->syntax->primitive != JAVA_REFERENCE)
        parser_fail_expected(parser,
                             new->syntax->primitive == JAVA_REFERENCE ? "'(' or '['" : "'['");
    new->arguments = parse_arguments(parser);
    if (parser_is(parser, TOKEN_LEFT_BRACE))
        new->body = parse_anonymous_class(parser, new->syntax->place);
    return new;
}

static struct expression *call_new(struct parser *parser, struct place place,
                                   struct expression *left, const char *name) {
    struct expression *call = expression_new(parser, EXPRESSION_CALL, place);
    call->left = left;
    call->name = name;
    call->arguments = parse_arguments(parser);
    return call;
}

/* this or super, alone or as a constructor call. */
static struct expression *parse_self(struct parser *parser) {
    const struct token *token = parser_token(parser);
    bool is_this = token->kind == TOKEN_THIS;
    struct expression *self =
        expression_new(parser, is_this ? EXPRESSION_THIS : EXPRESSION_SUPER, token->place);
    parser->next++;
    if (parser_is(parser, TOKEN_LEFT_PARENTHESIS)) {
        struct expression *call = call_new(parser, token->place, self, intern("<init>"));
        call->is_constructor_call = true;
        return call;
    }
    if (!is_this && !parser_is(parser, TOKEN_DOT) && !parser_is(parser, TOKEN_DOUBLE_COLON))
        parser_fail_expected(parser, "'.'");
    return self;
}

/* int.class, int[].class; the array of a named class is found at the name. */
static struct expression *parse_class_literal(struct parser *parser, struct type_syntax *syntax) {
    struct place place = parser_expect(parser, TOKEN_DOT);
    struct expression *literal = expression_new(parser, EXPRESSION_CLASS_LITERAL, place);
    parser_expect(parser, TOKEN_CLASS);
    literal->syntax = syntax;
    return literal;
}

static bool at_named_array_class(const struct parser *parser) {
    uint32_t distance = 0;
    for (;; distance += 2) {
        if (parser_peek(parser, distance)->kind != TOKEN_IDENTIFIER) return false;
        if (parser_peek(parser, distance + 1)->kind != TOKEN_DOT) break;
    }
    distance++;
    return parser_peek(parser, distance)->kind == TOKEN_LEFT_BRACKET &&
           parser_peek(parser, distance + 1)->kind == TOKEN_RIGHT_BRACKET;
}

static bool at_class_literal(const struct parser *parser) {
    uint32_t distance = 0;
    for (;; distance += 2) {
        if (parser_peek(parser, distance)->kind != TOKEN_IDENTIFIER) return false;
        if (parser_peek(parser, distance + 1)->kind != TOKEN_DOT) return false;
        if (parser_peek(parser, distance + 2)->kind == TOKEN_CLASS) return true;
    }
}

static struct expression *parse_name(struct parser *parser) {
    const struct token *token = parser_token(parser);
    if (parser_peek(parser, 1)->kind == TOKEN_ARROW) return parse_lambda(parser);
    if (parser_at_type_reference(parser))
        return parse_reference(parser, NULL, parse_type(parser, true));
    if (at_class_literal(parser) || at_named_array_class(parser))
        return parse_class_literal(parser, parse_type(parser, true));
    parser->next++;
    if (parser_is(parser, TOKEN_LEFT_PARENTHESIS))
        return call_new(parser, token->place, NULL, token->text);
    struct expression *name = expression_new(parser, EXPRESSION_NAME, token->place);
    name->name = token->text;
    return name;
}

/* What can follow a cast to a class: no + and -, which would be binary (JLS 15.16). */
static bool starts_operand(enum token_kind kind) {
    switch ((int)kind) {
    case TOKEN_IDENTIFIER:
    case TOKEN_INT_LITERAL:
    case TOKEN_LONG_LITERAL:
    case TOKEN_FLOAT_LITERAL:
    case TOKEN_DOUBLE_LITERAL:
    case TOKEN_CHAR_LITERAL:
    case TOKEN_STRING_LITERAL:
    case TOKEN_TRUE:
    case TOKEN_FALSE:
    case TOKEN_NULL:
    case TOKEN_NEW:
    case TOKEN_THIS:
    case TOKEN_SUPER:
    case TOKEN_SWITCH:
    case TOKEN_NOT:
    case TOKEN_COMPLEMENT:
    case TOKEN_LEFT_PARENTHESIS: return true;
    }
    return token_is_primitive(kind) || kind == TOKEN_VOID;
}

enum parenthesis { PARENTHESIS_CAST, PARENTHESIS_GROUP };

static enum parenthesis classify_parenthesis(const struct parser *parser) {
    bool is_primitive = token_is_primitive(parser_peek(parser, 1)->kind);
    uint32_t distance = parser_skip_type(parser, 1);
    if (distance == 0) return PARENTHESIS_GROUP;
    bool is_array = parser_peek(parser, distance - 1)->kind == TOKEN_RIGHT_BRACKET;
    while (!is_primitive && parser_peek(parser, distance)->kind == TOKEN_AND) {
        distance = parser_skip_type(parser, distance + 1);
        if (distance == 0) return PARENTHESIS_GROUP;
    }
    if (parser_peek(parser, distance)->kind != TOKEN_RIGHT_PARENTHESIS) return PARENTHESIS_GROUP;
    if (is_primitive && !is_array) return PARENTHESIS_CAST;
    return is_array || starts_operand(parser_peek(parser, distance + 1)->kind) ? PARENTHESIS_CAST
                                                                               : PARENTHESIS_GROUP;
}

static struct expression *parse_cast(struct parser *parser, struct place place) {
    struct expression *cast = expression_new(parser, EXPRESSION_CAST, place);
    parser->next++;
    cast->syntax = parse_type(parser, true);
    while (parser_take(parser, TOKEN_AND)) {
        struct type_syntax *more = parse_type(parser, false);
        arena_vec_push(parser->compiler->arena, &cast->syntax->more, more);
    }
    parser_expect(parser, TOKEN_RIGHT_PARENTHESIS);
    cast->left = parser_at_lambda(parser) ? parse_lambda(parser) : parse_unary(parser);
    return cast;
}

static struct expression *parse_parenthesized(struct parser *parser) {
    struct place place = parser_token(parser)->place;
    if (parser_at_lambda(parser)) return parse_lambda(parser);
    if (classify_parenthesis(parser) == PARENTHESIS_CAST) return parse_cast(parser, place);
    parser->next++;
    struct expression *inside = parse_expression(parser);
    parser_expect(parser, TOKEN_RIGHT_PARENTHESIS);
    inside->is_parenthesized = true;
    return inside;
}

static struct expression *parse_void_class(struct parser *parser) {
    struct type_syntax *syntax = ARENA_NEW(parser->compiler->arena, struct type_syntax);
    syntax->place = parser_token(parser)->place;
    syntax->primitive = JAVA_VOID;
    if (parser_peek(parser, 1)->kind != TOKEN_DOT) parser_fail_start(parser, "expression");
    parser->next++;
    return parse_class_literal(parser, syntax);
}

static struct expression *parse_primary(struct parser *parser) {
    enum token_kind kind = parser_token(parser)->kind;
    if (kind >= TOKEN_INT_LITERAL && kind <= TOKEN_STRING_LITERAL) return parse_literal(parser);
    if (kind == TOKEN_TRUE || kind == TOKEN_FALSE || kind == TOKEN_NULL)
        return parse_literal(parser);
    if (kind == TOKEN_IDENTIFIER) return parse_name(parser);
    if (kind == TOKEN_THIS || kind == TOKEN_SUPER) return parse_self(parser);
    if (kind == TOKEN_NEW) return parse_new(parser);
    if (kind == TOKEN_LEFT_PARENTHESIS) return parse_parenthesized(parser);
    if (kind == TOKEN_VOID) return parse_void_class(parser);
    if (kind == TOKEN_SWITCH) parser_refuse(parser, "switch expressions are");
    if (kind == TOKEN_UNDERSCORE) parser_identifier(parser);
    if (token_is_primitive(kind)) {
        struct type_syntax *syntax = parse_type(parser, true);
        if (parser_is(parser, TOKEN_DOUBLE_COLON)) return parse_reference(parser, NULL, syntax);
        if (!parser_is(parser, TOKEN_DOT)) parser_fail_expected(parser, "'.class'");
        return parse_class_literal(parser, syntax);
    }
    parser_fail_start(parser, "expression");
}

static struct expression *parse_selector(struct parser *parser, struct expression *left) {
    struct place dot = parser_expect(parser, TOKEN_DOT);
    enum token_kind kind = parser_token(parser)->kind;
    if (kind == TOKEN_NEW || kind == TOKEN_THIS || kind == TOKEN_SUPER) {
        struct expression *qualified = kind == TOKEN_NEW ? parse_new(parser) : parse_self(parser);
        struct expression *self = qualified->kind == EXPRESSION_CALL ? qualified->left : qualified;
        self->left = left;
        return qualified;
    }
    struct type_syntax_list type_arguments = {0};
    if (kind == TOKEN_LESS) type_arguments = parse_type_arguments(parser);
    const char *name = parser_identifier(parser);
    if (parser_is(parser, TOKEN_LEFT_PARENTHESIS)) {
        struct expression *call = call_new(parser, dot, left, name);
        call->type_arguments = type_arguments;
        return call;
    }
    if (type_arguments.count) parser_fail_expected(parser, "'('");
    struct expression *select = expression_new(parser, EXPRESSION_SELECT, dot);
    select->left = left;
    select->name = name;
    return select;
}

/* A chain a.b.c or a + b + c is a tree as deep as it is long. */
static void check_chain(struct parser *parser, uint32_t length) {
    enum { LONGEST = 3000 };
    if (length > LONGEST)
        compile_error(parser->compiler, parser_token(parser)->place, "expression too long");
}

static struct expression *parse_postfix(struct parser *parser) {
    struct expression *expression = parse_primary(parser);
    for (uint32_t length = 0;; length++) {
        check_chain(parser, length);
        const struct token *token = parser_token(parser);
        if (token->kind == TOKEN_DOT) {
            expression = parse_selector(parser, expression);
        } else if (token->kind == TOKEN_LEFT_BRACKET) {
            struct expression *index =
                expression_new(parser, EXPRESSION_INDEX, parser_expect(parser, token->kind));
            index->left = expression;
            index->right = parse_expression(parser);
            parser_expect(parser, TOKEN_RIGHT_BRACKET);
            expression = index;
        } else if (token->kind == TOKEN_INCREMENT || token->kind == TOKEN_DECREMENT) {
            struct expression *increment =
                expression_new(parser, EXPRESSION_INCREMENT, token->place);
            increment->operator= token->kind;
            increment->is_postfix = true;
            increment->left = expression;
            parser->next++;
            expression = increment;
        } else if (token->kind == TOKEN_DOUBLE_COLON) {
            expression = parse_reference(parser, expression, NULL);
        } else {
            return expression;
        }
    }
}

/* ---- operators */

static struct expression *parse_unary_nested(struct parser *parser) {
    const struct token *token = parser_token(parser);
    enum token_kind kind = token->kind;
    bool is_increment = kind == TOKEN_INCREMENT || kind == TOKEN_DECREMENT;
    bool is_unary =
        kind == TOKEN_PLUS || kind == TOKEN_MINUS || kind == TOKEN_NOT || kind == TOKEN_COMPLEMENT;
    if (!is_increment && !is_unary) return parse_postfix(parser);
    parser->next++;
    enum token_kind next = parser_token(parser)->kind;
    struct expression *unary = expression_new(
        parser, is_increment ? EXPRESSION_INCREMENT : EXPRESSION_UNARY, token->place);
    unary->operator= kind;
    bool is_negative =
        kind == TOKEN_MINUS && (next == TOKEN_INT_LITERAL || next == TOKEN_LONG_LITERAL);
    unary->left = is_negative ? parse_integer(parser, true) : parse_unary(parser);
    return unary;
}

static struct expression *parse_unary(struct parser *parser) {
    parser_enter(parser);
    struct expression *unary = parse_unary_nested(parser);
    parser_leave(parser);
    return unary;
}

static int binary_precedence(enum token_kind kind) {
    switch ((int)kind) {
    case TOKEN_OR_OR: return 1;
    case TOKEN_AND_AND: return 2;
    case TOKEN_OR: return 3;
    case TOKEN_XOR: return 4;
    case TOKEN_AND: return 5;
    case TOKEN_EQUAL:
    case TOKEN_NOT_EQUAL: return 6;
    case TOKEN_LESS:
    case TOKEN_GREATER:
    case TOKEN_LESS_EQUAL:
    case TOKEN_GREATER_EQUAL:
    case TOKEN_INSTANCEOF: return 7;
    case TOKEN_SHIFT_LEFT:
    case TOKEN_SHIFT_RIGHT:
    case TOKEN_SHIFT_RIGHT_UNSIGNED: return 8;
    case TOKEN_PLUS:
    case TOKEN_MINUS: return 9;
    case TOKEN_STAR:
    case TOKEN_SLASH:
    case TOKEN_PERCENT: return 10;
    }
    return 0;
}

static struct expression *parse_instanceof(struct parser *parser, struct expression *left,
                                           struct place place) {
    struct expression *test = expression_new(parser, EXPRESSION_INSTANCEOF, place);
    test->left = left;
    uint16_t access = parse_modifiers(parser, NULL);
    test->syntax = parse_type(parser, true);
    if (parser_is(parser, TOKEN_IDENTIFIER)) parser_refuse(parser, "patterns are");
    check_modifiers(parser, test->syntax->place, access, 0);
    return test;
}

static struct expression *parse_binary(struct parser *parser, int lowest) {
    struct expression *left = parse_unary(parser);
    for (uint32_t length = 0;; length++) {
        check_chain(parser, length);
        const struct token *token = parser_token(parser);
        int precedence = binary_precedence(token->kind);
        if (precedence < lowest || precedence == 0) return left;
        parser->next++;
        if (token->kind == TOKEN_INSTANCEOF) {
            left = parse_instanceof(parser, left, token->place);
            continue;
        }
        struct expression *binary = expression_new(parser, EXPRESSION_BINARY, token->place);
        binary->operator= token->kind;
        binary->left = left;
        binary->right = parse_binary(parser, precedence + 1);
        left = binary;
    }
}

/* += is PLUS; END for anything but a compound assignment. */
static enum token_kind compound_operator(enum token_kind kind) {
    switch ((int)kind) {
    case TOKEN_PLUS_ASSIGN: return TOKEN_PLUS;
    case TOKEN_MINUS_ASSIGN: return TOKEN_MINUS;
    case TOKEN_STAR_ASSIGN: return TOKEN_STAR;
    case TOKEN_SLASH_ASSIGN: return TOKEN_SLASH;
    case TOKEN_PERCENT_ASSIGN: return TOKEN_PERCENT;
    case TOKEN_AND_ASSIGN: return TOKEN_AND;
    case TOKEN_OR_ASSIGN: return TOKEN_OR;
    case TOKEN_XOR_ASSIGN: return TOKEN_XOR;
    case TOKEN_SHIFT_LEFT_ASSIGN: return TOKEN_SHIFT_LEFT;
    case TOKEN_SHIFT_RIGHT_ASSIGN: return TOKEN_SHIFT_RIGHT;
    case TOKEN_SHIFT_RIGHT_UNSIGNED_ASSIGN: return TOKEN_SHIFT_RIGHT_UNSIGNED;
    }
    return TOKEN_END;
}

static struct expression *parse_conditional(struct parser *parser) {
    if (parser_at_lambda(parser)) return parse_lambda(parser);
    struct expression *condition = parse_binary(parser, 1);
    const struct token *token = parser_token(parser);
    if (!parser_take(parser, TOKEN_QUESTION)) return condition;
    struct expression *conditional = expression_new(parser, EXPRESSION_CONDITIONAL, token->place);
    conditional->condition = condition;
    conditional->left = parse_expression(parser);
    parser_expect(parser, TOKEN_COLON);
    parser_enter(parser);
    conditional->right = parse_conditional(parser);
    parser_leave(parser);
    return conditional;
}

static struct expression *parse_assignment(struct parser *parser) {
    struct expression *left = parse_conditional(parser);
    const struct token *token = parser_token(parser);
    enum token_kind compound = compound_operator(token->kind);
    if (token->kind != TOKEN_ASSIGN && compound == TOKEN_END) return left;
    parser->next++;
    struct expression *assign = expression_new(
        parser, compound == TOKEN_END ? EXPRESSION_ASSIGN : EXPRESSION_COMPOUND, token->place);
    assign->operator= compound;
    assign->left = left;
    assign->right = parse_expression(parser);
    return assign;
}

struct expression *parse_expression(struct parser *parser) {
    parser_enter(parser);
    struct expression *expression = parse_assignment(parser);
    parser_leave(parser);
    return expression;
}
