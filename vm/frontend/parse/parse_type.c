/* PARSE TYPE: types, their arguments, and type parameters (JLS 4.5, 8.1.2). */
#include <string.h>

#include "base/intern.h"
#include "frontend/parser.h"

bool token_is_primitive(enum token_kind kind) {
    return kind == TOKEN_BOOLEAN || kind == TOKEN_BYTE || kind == TOKEN_CHAR ||
           kind == TOKEN_SHORT || kind == TOKEN_INT || kind == TOKEN_LONG || kind == TOKEN_FLOAT ||
           kind == TOKEN_DOUBLE;
}

static enum java_type primitive_of(enum token_kind kind) {
    return kind == TOKEN_BOOLEAN ? JAVA_BOOLEAN
           : kind == TOKEN_BYTE  ? JAVA_BYTE
           : kind == TOKEN_CHAR  ? JAVA_CHAR
           : kind == TOKEN_SHORT ? JAVA_SHORT
           : kind == TOKEN_INT   ? JAVA_INT
           : kind == TOKEN_LONG  ? JAVA_LONG
           : kind == TOKEN_FLOAT ? JAVA_FLOAT
           : kind == TOKEN_VOID  ? JAVA_VOID
                                 : JAVA_DOUBLE;
}

uint32_t parse_brackets(struct parser *parser) {
    uint32_t dimensions = 0;
    while (parser_is(parser, TOKEN_LEFT_BRACKET) &&
           parser_peek(parser, 1)->kind == TOKEN_RIGHT_BRACKET) {
        parser->next += 2;
        dimensions++;
    }
    return dimensions;
}

struct type_syntax *type_syntax_with(struct parser *parser, const struct type_syntax *syntax,
                                     uint32_t more_dimensions) {
    struct type_syntax *copy = ARENA_NEW(parser->compiler->arena, struct type_syntax);
    *copy = *syntax;
    copy->dimensions += more_dimensions;
    return copy;
}

/* The > that closes a list: of >> and >>> one character is taken. */
static void expect_greater(struct parser *parser) {
    static const struct {
        enum token_kind whole, rest;
    } splits[] = {{TOKEN_SHIFT_RIGHT, TOKEN_GREATER},
                  {TOKEN_SHIFT_RIGHT_UNSIGNED, TOKEN_SHIFT_RIGHT},
                  {TOKEN_GREATER_EQUAL, TOKEN_ASSIGN},
                  {TOKEN_SHIFT_RIGHT_ASSIGN, TOKEN_GREATER_EQUAL}};
    struct token *token = &parser->tokens[parser->next];
    for (size_t i = 0; i < sizeof splits / sizeof *splits; i++)
        if (token->kind == splits[i].whole) {
            token->kind = splits[i].rest;
            token->place.column++;
            return;
        }
    if (!parser_take(parser, TOKEN_GREATER)) parser_fail_expected(parser, "> or ','");
}

static struct type_syntax *parse_argument(struct parser *parser) {
    if (!parser_is(parser, TOKEN_QUESTION)) {
        struct type_syntax *argument = parse_type(parser, true);
        if (argument->primitive != JAVA_REFERENCE && argument->dimensions == 0)
            compile_error(parser->compiler, argument->place,
                          "unexpected type; required: reference; found: %s",
                          token_text((parser_token(parser) - 1)->kind));
        return argument;
    }
    struct type_syntax *wildcard = ARENA_NEW(parser->compiler->arena, struct type_syntax);
    wildcard->place = parser_token(parser)->place;
    wildcard->is_wildcard = true;
    parser->next++;
    bool is_super = parser_is(parser, TOKEN_SUPER);
    if (is_super || parser_is(parser, TOKEN_EXTENDS)) {
        parser->next++;
        wildcard->wildcard = is_super ? WILDCARD_SUPER : WILDCARD_EXTENDS;
        wildcard->bound = parse_type(parser, true);
    }
    return wildcard;
}

struct type_syntax_list parse_type_arguments(struct parser *parser) {
    struct type_syntax_list arguments = {0};
    parser_expect(parser, TOKEN_LESS);
    parser_enter(parser);
    do {
        parser_skip_annotations(parser);
        struct type_syntax *argument = parse_argument(parser);
        arena_vec_push(parser->compiler->arena, &arguments, argument);
    } while (parser_take(parser, TOKEN_COMMA));
    expect_greater(parser);
    parser_leave(parser);
    return arguments;
}

struct type_parameters parse_type_parameters(struct parser *parser) {
    struct type_parameters parameters = {0};
    if (!parser_take(parser, TOKEN_LESS)) return parameters;
    do {
        struct type_parameter parameter = {.place = parser_token(parser)->place};
        parameter.name = parser_identifier(parser);
        if (parser_take(parser, TOKEN_EXTENDS)) {
            do {
                struct type_syntax *bound = parse_type(parser, true);
                arena_vec_push(parser->compiler->arena, &parameter.bounds, bound);
            } while (parser_take(parser, TOKEN_AND));
        }
        arena_vec_push(parser->compiler->arena, &parameters, parameter);
    } while (parser_take(parser, TOKEN_COMMA));
    expect_greater(parser);
    return parameters;
}

static void parse_qualified_name(struct parser *parser, struct type_syntax *syntax) {
    struct arena *arena = parser->compiler->arena;
    struct {
        const char **items;
        uint32_t count, capacity;
    } names = {0};
    struct {
        struct type_syntax_list *items;
        uint32_t count, capacity;
    } arguments = {0};
    do {
        struct type_syntax_list own = {0};
        uint32_t name_token = parser->next;
        const char *name = parser_identifier(parser);
        arena_vec_push(arena, &names, name);
        syntax->place = parser->tokens[name_token - (names.count > 1 ? 1 : 0)].place;
        if (parser_is(parser, TOKEN_LESS)) {
            if (parser_peek(parser, 1)->kind == TOKEN_GREATER) {
                syntax->is_diamond = true;
                parser->next += 2;
            } else {
                own = parse_type_arguments(parser);
            }
        }
        arena_vec_push(arena, &arguments, own);
    } while (parser_is(parser, TOKEN_DOT) && parser_peek(parser, 1)->kind == TOKEN_IDENTIFIER &&
             parser_take(parser, TOKEN_DOT));
    syntax->names = names.items;
    syntax->name_count = names.count;
    syntax->arguments = arguments.items;
}

struct type_syntax *parse_type(struct parser *parser, bool with_dimensions) {
    struct type_syntax *syntax = ARENA_NEW(parser->compiler->arena, struct type_syntax);
    parser_skip_annotations(parser);
    const struct token *token = parser_token(parser);
    syntax->place = token->place;
    syntax->primitive = JAVA_REFERENCE;
    if (token_is_primitive(token->kind)) {
        syntax->primitive = primitive_of(token->kind);
        parser->next++;
    } else if (token->kind == TOKEN_IDENTIFIER) {
        parse_qualified_name(parser, syntax);
    } else {
        parser_fail_expected(parser, "<identifier>");
    }
    if (with_dimensions) syntax->dimensions = parse_brackets(parser);
    return syntax;
}

/* Past a list <...> at [distance]; 0 when it cannot be one of type arguments. */
static uint32_t skip_type_arguments(const struct parser *parser, uint32_t distance) {
    int depth = 0;
    do {
        enum token_kind kind = parser_peek(parser, distance++)->kind;
        bool is_argument = kind == TOKEN_IDENTIFIER || kind == TOKEN_COMMA || kind == TOKEN_DOT ||
                           kind == TOKEN_QUESTION || kind == TOKEN_EXTENDS || kind == TOKEN_SUPER ||
                           kind == TOKEN_LEFT_BRACKET || kind == TOKEN_RIGHT_BRACKET ||
                           kind == TOKEN_AND || token_is_primitive(kind);
        if (kind == TOKEN_LESS)
            depth++;
        else if (kind == TOKEN_GREATER)
            depth--;
        else if (kind == TOKEN_SHIFT_RIGHT)
            depth -= 2;
        else if (kind == TOKEN_SHIFT_RIGHT_UNSIGNED)
            depth -= 3;
        else if (!is_argument)
            return 0;
    } while (depth > 0);
    return distance;
}

uint32_t parser_skip_type(const struct parser *parser, uint32_t distance) {
    if (token_is_primitive(parser_peek(parser, distance)->kind)) {
        distance++;
    } else {
        for (;; distance++) {
            if (parser_peek(parser, distance++)->kind != TOKEN_IDENTIFIER) return 0;
            if (parser_peek(parser, distance)->kind == TOKEN_LESS) {
                distance = skip_type_arguments(parser, distance);
                if (distance == 0) return 0;
            }
            if (parser_peek(parser, distance)->kind != TOKEN_DOT) break;
        }
    }
    while (parser_peek(parser, distance)->kind == TOKEN_LEFT_BRACKET &&
           parser_peek(parser, distance + 1)->kind == TOKEN_RIGHT_BRACKET)
        distance += 2;
    return distance;
}

bool parser_at_declaration(const struct parser *parser) {
    uint32_t after = parser_skip_type(parser, 0);
    return after && parser_peek(parser, after)->kind == TOKEN_IDENTIFIER;
}
