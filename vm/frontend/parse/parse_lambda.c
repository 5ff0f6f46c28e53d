/* PARSE LAMBDA: lambdas and method references (JLS 15.27, 15.13). */
#include "base/intern.h"
#include "frontend/parser.h"

static uint32_t after_parentheses(const struct parser *parser) {
    int depth = 0;
    for (uint32_t distance = 0;; distance++) {
        enum token_kind kind = parser_peek(parser, distance)->kind;
        if (kind == TOKEN_LEFT_PARENTHESIS) depth++;
        if (kind == TOKEN_RIGHT_PARENTHESIS && --depth == 0) return distance + 1;
        if (kind == TOKEN_END) return distance;
    }
}

/* (), (a, (a), (int a and the like: cheap to tell from most expressions in parentheses. */
static bool may_be_parameters(const struct parser *parser) {
    enum token_kind first = parser_peek(parser, 1)->kind, second = parser_peek(parser, 2)->kind;
    if (first == TOKEN_RIGHT_PARENTHESIS || first == TOKEN_FINAL || first == TOKEN_AT) return true;
    if (first == TOKEN_IDENTIFIER && (second == TOKEN_COMMA || second == TOKEN_RIGHT_PARENTHESIS))
        return true;
    uint32_t after = parser_skip_type(parser, 1);
    return after && parser_peek(parser, after)->kind == TOKEN_IDENTIFIER;
}

bool parser_at_lambda(const struct parser *parser) {
    if (parser_is(parser, TOKEN_IDENTIFIER)) return parser_peek(parser, 1)->kind == TOKEN_ARROW;
    return parser_is(parser, TOKEN_LEFT_PARENTHESIS) && may_be_parameters(parser) &&
           parser_peek(parser, after_parentheses(parser))->kind == TOKEN_ARROW;
}

static void parse_parameter(struct parser *parser, struct lambda *lambda) {
    struct arena *arena = parser->compiler->arena;
    uint16_t access = parse_modifiers(parser, NULL);
    check_modifiers(parser, parser_token(parser)->place, access, ACC_FINAL);
    enum token_kind next = parser_peek(parser, 1)->kind;
    bool is_implicit = next == TOKEN_COMMA || next == TOKEN_RIGHT_PARENTHESIS;
    if (!is_implicit) {
        bool is_var = parser_is_word(parser, "var");
        struct type_syntax *syntax = parse_type(parser, true);
        if (!is_var) arena_vec_push(arena, &lambda->parameter_types, syntax);
    }
    struct variable *parameter = variable_new(parser, access);
    arena_vec_push(arena, &lambda->parameters, parameter);
}

static void parse_parameters(struct parser *parser, struct lambda *lambda) {
    if (parser_is(parser, TOKEN_IDENTIFIER)) {
        struct variable *parameter = variable_new(parser, 0);
        arena_vec_push(parser->compiler->arena, &lambda->parameters, parameter);
        return;
    }
    parser_expect(parser, TOKEN_LEFT_PARENTHESIS);
    if (parser_take(parser, TOKEN_RIGHT_PARENTHESIS)) return;
    do parse_parameter(parser, lambda);
    while (parser_take(parser, TOKEN_COMMA));
    parser_expect(parser, TOKEN_RIGHT_PARENTHESIS);
    if (lambda->parameter_types.count && lambda->parameter_types.count != lambda->parameters.count)
        parser_fail_expected(parser, "<identifier>");
}

struct expression *parse_lambda(struct parser *parser) {
    struct expression *expression =
        expression_new(parser, EXPRESSION_LAMBDA, parser_token(parser)->place);
    struct lambda *lambda = ARENA_NEW(parser->compiler->arena, struct lambda);
    expression->lambda = lambda;
    parser_enter(parser);
    parse_parameters(parser, lambda);
    for (uint32_t i = 0; i < lambda->parameters.count; i++)
        lambda->parameters.items[i]->is_parameter = true;
    expression->place = lambda->place = parser_expect(parser, TOKEN_ARROW);
    if (parser_is(parser, TOKEN_LEFT_BRACE))
        lambda->body = parse_block(parser);
    else
        lambda->expression = parse_expression(parser);
    parser_leave(parser);
    return expression;
}

bool parser_at_type_reference(const struct parser *parser) {
    uint32_t after = parser_skip_type(parser, 0);
    if (!after || parser_peek(parser, after)->kind != TOKEN_DOUBLE_COLON) return false;
    enum token_kind last = parser_peek(parser, after - 1)->kind;
    return last != TOKEN_IDENTIFIER;
}

struct expression *parse_reference(struct parser *parser, struct expression *left,
                                   struct type_syntax *syntax) {
    struct expression *reference =
        expression_new(parser, EXPRESSION_REFERENCE, parser_expect(parser, TOKEN_DOUBLE_COLON));
    if (parser_is(parser, TOKEN_LESS)) reference->type_arguments = parse_type_arguments(parser);
    reference->left = left;
    reference->syntax = syntax;
    reference->lambda = ARENA_NEW(parser->compiler->arena, struct lambda);
    reference->lambda->is_reference = true;
    reference->lambda->place = reference->place;
    reference->is_new_reference = parser_take(parser, TOKEN_NEW);
    reference->name = reference->is_new_reference ? intern("<init>") : parser_identifier(parser);
    return reference;
}
