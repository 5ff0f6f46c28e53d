/* PARSE STATEMENT: blocks and statements (JLS 14). */
#include <string.h>

#include "base/intern.h"
#include "frontend/parser.h"

static struct statement *parse_statement(struct parser *parser);
static void parse_block_statement(struct parser *parser, struct statement_list *statements);

static struct statement *statement_new(struct parser *parser, enum statement_kind kind,
                                       struct place place) {
    struct statement *statement = ARENA_NEW(parser->compiler->arena, struct statement);
    statement->kind = kind;
    statement->place = place;
    return statement;
}

/* A statement that starts with the current token, which is taken. */
static struct statement *statement_start(struct parser *parser, enum statement_kind kind) {
    struct place place = parser_token(parser)->place;
    parser->next++;
    return statement_new(parser, kind, place);
}

struct statement *parse_block(struct parser *parser) {
    struct statement *block =
        statement_new(parser, STATEMENT_BLOCK, parser_expect(parser, TOKEN_LEFT_BRACE));
    while (!parser_is(parser, TOKEN_RIGHT_BRACE)) {
        if (parser_is(parser, TOKEN_END)) parser_fail_expected(parser, "'}'");
        parse_block_statement(parser, &block->statements);
    }
    block->end = parser_expect(parser, TOKEN_RIGHT_BRACE);
    return block;
}

static struct expression *parse_condition(struct parser *parser) {
    parser_expect(parser, TOKEN_LEFT_PARENTHESIS);
    struct expression *condition = parse_expression(parser);
    parser_expect(parser, TOKEN_RIGHT_PARENTHESIS);
    return condition;
}

/* ---- local variables */

/* The type of a local variable, or var. */
static struct type_syntax *parse_local_type(struct parser *parser) {
    bool is_var = parser_is_word(parser, "var") && parser_peek(parser, 1)->kind == TOKEN_IDENTIFIER;
    struct type_syntax *syntax = parse_type(parser, true);
    syntax->is_var = is_var;
    return syntax;
}

/* Declarators after the type, up to but without what ends them. */
static void parse_declarators(struct parser *parser, const struct type_syntax *syntax,
                              uint16_t access, struct statement_list *statements) {
    do {
        struct place place = parser_token(parser)->place;
        struct statement *local = statement_new(parser, STATEMENT_LOCAL, place);
        local->variable = variable_new(parser, access);
        local->syntax = type_syntax_with(parser, syntax, parse_brackets(parser));
        if (parser_take(parser, TOKEN_ASSIGN))
            local->expression = parse_variable_initializer(parser);
        arena_vec_push(parser->compiler->arena, statements, local);
    } while (parser_take(parser, TOKEN_COMMA));
}

static uint16_t parse_local_modifiers(struct parser *parser) {
    const struct token *token = parser_token(parser);
    uint16_t access = parse_modifiers(parser, NULL);
    if (access & ~ACC_FINAL)
        compile_error(parser->compiler, token->place, "illegal start of expression");
    return access;
}

static void parse_local(struct parser *parser, struct statement_list *statements) {
    uint16_t access = parse_local_modifiers(parser);
    struct type_syntax *syntax = parse_local_type(parser);
    parse_declarators(parser, syntax, access, statements);
    parser_expect(parser, TOKEN_SEMICOLON);
}

/* ---- expressions as statements */

static bool is_statement_expression(const struct expression *expression) {
    if (expression->is_parenthesized) return false;
    return expression->kind == EXPRESSION_CALL || expression->kind == EXPRESSION_NEW ||
           expression->kind == EXPRESSION_INCREMENT || expression->kind == EXPRESSION_ASSIGN ||
           expression->kind == EXPRESSION_COMPOUND;
}

static struct statement *parse_expression_statement(struct parser *parser) {
    struct expression *expression = parse_expression(parser);
    if (!is_statement_expression(expression))
        compile_error(parser->compiler, expression->place, "not a statement");
    struct statement *statement = statement_new(parser, STATEMENT_EXPRESSION, expression->place);
    statement->expression = expression;
    return statement;
}

/* ---- loops */

static struct statement *parse_for_each(struct parser *parser, struct statement *loop,
                                        uint16_t access) {
    loop->kind = STATEMENT_FOR_EACH;
    loop->syntax = parse_local_type(parser);
    loop->variable = variable_new(parser, access);
    parser_expect(parser, TOKEN_COLON);
    loop->expression = parse_expression(parser);
    parser_expect(parser, TOKEN_RIGHT_PARENTHESIS);
    loop->body = parse_statement(parser);
    return loop;
}

static bool at_for_each(const struct parser *parser) {
    struct parser ahead = *parser;
    if (!parser_at_declaration(&ahead)) return false;
    while (ahead.tokens[ahead.next].kind != TOKEN_END) {
        enum token_kind kind = ahead.tokens[ahead.next++].kind;
        if (kind == TOKEN_COLON) return true;
        if (kind == TOKEN_SEMICOLON || kind == TOKEN_ASSIGN) return false;
    }
    return false;
}

static void parse_expression_statements(struct parser *parser, struct statement_list *statements) {
    do {
        struct statement *statement = parse_expression_statement(parser);
        arena_vec_push(parser->compiler->arena, statements, statement);
    } while (parser_take(parser, TOKEN_COMMA));
}

static struct statement *parse_for(struct parser *parser) {
    struct statement *loop = statement_start(parser, STATEMENT_FOR);
    parser_expect(parser, TOKEN_LEFT_PARENTHESIS);
    bool is_declaration = parser_is(parser, TOKEN_FINAL) || parser_is(parser, TOKEN_AT);
    uint16_t access = parse_local_modifiers(parser);
    if (at_for_each(parser)) return parse_for_each(parser, loop, access);
    if (is_declaration || parser_at_declaration(parser)) {
        struct type_syntax *syntax = parse_local_type(parser);
        parse_declarators(parser, syntax, access, &loop->statements);
    } else if (!parser_is(parser, TOKEN_SEMICOLON)) {
        parse_expression_statements(parser, &loop->statements);
    }
    parser_expect(parser, TOKEN_SEMICOLON);
    if (!parser_is(parser, TOKEN_SEMICOLON)) loop->expression = parse_expression(parser);
    parser_expect(parser, TOKEN_SEMICOLON);
    if (!parser_is(parser, TOKEN_RIGHT_PARENTHESIS))
        parse_expression_statements(parser, &loop->updates);
    parser_expect(parser, TOKEN_RIGHT_PARENTHESIS);
    loop->body = parse_statement(parser);
    return loop;
}

static struct statement *parse_do(struct parser *parser) {
    struct statement *loop = statement_start(parser, STATEMENT_DO);
    loop->body = parse_statement(parser);
    parser_expect(parser, TOKEN_WHILE);
    loop->expression = parse_condition(parser);
    parser_expect(parser, TOKEN_SEMICOLON);
    return loop;
}

/* ---- switch */

static void parse_case_label(struct parser *parser, struct switch_case *clause) {
    if (parser_take(parser, TOKEN_DEFAULT)) {
        clause->is_default = true;
    } else {
        parser_expect(parser, TOKEN_CASE);
        do {
            struct expression *label = parse_expression(parser);
            arena_vec_push(parser->compiler->arena, &clause->labels, label);
        } while (parser_take(parser, TOKEN_COMMA));
    }
    if (parser_is(parser, TOKEN_ARROW)) parser_refuse(parser, "switch rules are");
    if (!parser_take(parser, TOKEN_COLON)) parser_fail_expected(parser, "':' or '->'");
}

static struct statement *parse_switch(struct parser *parser) {
    struct statement *statement = statement_start(parser, STATEMENT_SWITCH);
    statement->expression = parse_condition(parser);
    parser_expect(parser, TOKEN_LEFT_BRACE);
    while (!parser_is(parser, TOKEN_RIGHT_BRACE)) {
        if (!parser_is(parser, TOKEN_CASE) && !parser_is(parser, TOKEN_DEFAULT))
            parser_fail_expected(parser, "case, default, or '}'");
        struct switch_case clause = {.place = parser_token(parser)->place};
        parse_case_label(parser, &clause);
        while (!parser_is(parser, TOKEN_CASE) && !parser_is(parser, TOKEN_DEFAULT) &&
               !parser_is(parser, TOKEN_RIGHT_BRACE) && !parser_is(parser, TOKEN_END))
            parse_block_statement(parser, &clause.statements);
        arena_vec_push(parser->compiler->arena, &statement->cases, clause);
    }
    statement->end = parser_expect(parser, TOKEN_RIGHT_BRACE);
    return statement;
}

/* ---- try */

static void parse_catch(struct parser *parser, struct statement *statement) {
    struct catch_clause clause = {.place = parser_token(parser)->place};
    parser_expect(parser, TOKEN_CATCH);
    parser_expect(parser, TOKEN_LEFT_PARENTHESIS);
    uint16_t access = parse_local_modifiers(parser);
    do {
        struct type_syntax *syntax = parse_type(parser, false);
        arena_vec_push(parser->compiler->arena, &clause.syntaxes, syntax);
    } while (parser_take(parser, TOKEN_OR));
    if (clause.syntaxes.count > 1) access |= ACC_FINAL;
    clause.variable = variable_new(parser, access);
    clause.variable->is_parameter = true;
    parser_expect(parser, TOKEN_RIGHT_PARENTHESIS);
    clause.body = parse_block(parser);
    arena_vec_push(parser->compiler->arena, &statement->catches, clause);
}

/* A declaration, or the name of a variable that is effectively final. */
static void parse_resource(struct parser *parser, struct statement *statement) {
    struct place place = parser_token(parser)->place;
    bool is_declaration = parser_is(parser, TOKEN_FINAL) || parser_at_declaration(parser);
    struct statement *resource =
        statement_new(parser, is_declaration ? STATEMENT_LOCAL : STATEMENT_EXPRESSION, place);
    if (is_declaration) {
        uint16_t access = parse_local_modifiers(parser) | ACC_FINAL;
        resource->syntax = parse_local_type(parser);
        resource->place = parser_token(parser)->place;
        resource->variable = variable_new(parser, access);
        parser_expect(parser, TOKEN_ASSIGN);
    }
    resource->expression = parse_expression(parser);
    arena_vec_push(parser->compiler->arena, &statement->statements, resource);
}

static void parse_resources(struct parser *parser, struct statement *statement) {
    parser_expect(parser, TOKEN_LEFT_PARENTHESIS);
    do parse_resource(parser, statement);
    while (parser_take(parser, TOKEN_SEMICOLON) && !parser_is(parser, TOKEN_RIGHT_PARENTHESIS));
    parser_expect(parser, TOKEN_RIGHT_PARENTHESIS);
}

static struct statement *parse_try(struct parser *parser) {
    struct statement *statement = statement_start(parser, STATEMENT_TRY);
    if (parser_is(parser, TOKEN_LEFT_PARENTHESIS)) parse_resources(parser, statement);
    statement->body = parse_block(parser);
    while (parser_is(parser, TOKEN_CATCH)) parse_catch(parser, statement);
    if (parser_take(parser, TOKEN_FINALLY)) statement->otherwise = parse_block(parser);
    if (statement->catches.count == 0 && !statement->otherwise && !statement->statements.count)
        compile_error(parser->compiler, statement->place,
                      "'try' without 'catch', 'finally' or resource declarations");
    return statement;
}

/* ---- the others */

static struct statement *parse_if(struct parser *parser) {
    struct statement *statement = statement_start(parser, STATEMENT_IF);
    statement->expression = parse_condition(parser);
    statement->body = parse_statement(parser);
    if (parser_take(parser, TOKEN_ELSE)) statement->otherwise = parse_statement(parser);
    return statement;
}

static struct statement *parse_guarded(struct parser *parser, enum statement_kind kind) {
    struct statement *statement = statement_start(parser, kind);
    statement->expression = parse_condition(parser);
    statement->body = kind == STATEMENT_WHILE ? parse_statement(parser) : parse_block(parser);
    return statement;
}

static struct statement *parse_jump(struct parser *parser, enum statement_kind kind) {
    struct statement *statement = statement_start(parser, kind);
    if (parser_is(parser, TOKEN_IDENTIFIER)) statement->label = parser_identifier(parser);
    parser_expect(parser, TOKEN_SEMICOLON);
    return statement;
}

static struct statement *parse_return(struct parser *parser, enum statement_kind kind) {
    struct statement *statement = statement_start(parser, kind);
    if (kind == STATEMENT_THROW || !parser_is(parser, TOKEN_SEMICOLON))
        statement->expression = parse_expression(parser);
    parser_expect(parser, TOKEN_SEMICOLON);
    return statement;
}

static struct statement *parse_assert(struct parser *parser) {
    struct statement *statement = statement_start(parser, STATEMENT_ASSERT);
    statement->expression = parse_expression(parser);
    if (parser_take(parser, TOKEN_COLON)) statement->detail = parse_expression(parser);
    parser_expect(parser, TOKEN_SEMICOLON);
    return statement;
}

static struct statement *parse_labeled(struct parser *parser) {
    struct statement *statement =
        statement_new(parser, STATEMENT_LABELED, parser_token(parser)->place);
    statement->label = parser_identifier(parser);
    parser_expect(parser, TOKEN_COLON);
    statement->body = parse_statement(parser);
    return statement;
}

static _Noreturn void fail_orphan(struct parser *parser) {
    const struct token *token = parser_token(parser);
    struct compiler *compiler = parser->compiler;
    switch ((int)token->kind) {
    case TOKEN_ELSE: compile_error(compiler, token->place, "'else' without 'if'");
    case TOKEN_CATCH: compile_error(compiler, token->place, "'catch' without 'try'");
    case TOKEN_FINALLY: compile_error(compiler, token->place, "'finally' without 'try'");
    }
    compile_error(compiler, token->place, "orphaned %s", token_text(token->kind));
}

/* NULL when the token starts no statement but perhaps an expression. */
static struct statement *parse_keyword_statement(struct parser *parser) {
    switch ((int)parser_token(parser)->kind) {
    case TOKEN_LEFT_BRACE: return parse_block(parser);
    case TOKEN_SEMICOLON: return statement_start(parser, STATEMENT_EMPTY);
    case TOKEN_IF: return parse_if(parser);
    case TOKEN_WHILE: return parse_guarded(parser, STATEMENT_WHILE);
    case TOKEN_SYNCHRONIZED: return parse_guarded(parser, STATEMENT_SYNCHRONIZED);
    case TOKEN_DO: return parse_do(parser);
    case TOKEN_FOR: return parse_for(parser);
    case TOKEN_SWITCH: return parse_switch(parser);
    case TOKEN_RETURN: return parse_return(parser, STATEMENT_RETURN);
    case TOKEN_THROW: return parse_return(parser, STATEMENT_THROW);
    case TOKEN_BREAK: return parse_jump(parser, STATEMENT_BREAK);
    case TOKEN_CONTINUE: return parse_jump(parser, STATEMENT_CONTINUE);
    case TOKEN_TRY: return parse_try(parser);
    case TOKEN_ASSERT: return parse_assert(parser);
    case TOKEN_ELSE:
    case TOKEN_CATCH:
    case TOKEN_FINALLY:
    case TOKEN_CASE:
    case TOKEN_DEFAULT: fail_orphan(parser);
    }
    return NULL;
}

/* What may stand where no declaration may: the body of an if or a loop. */
static struct statement *parse_statement_nested(struct parser *parser) {
    struct statement *statement = parse_keyword_statement(parser);
    if (statement) return statement;
    if (parser_is(parser, TOKEN_IDENTIFIER) && parser_peek(parser, 1)->kind == TOKEN_COLON)
        return parse_labeled(parser);
    if (parser_at_declaration(parser) || parser_is(parser, TOKEN_FINAL))
        compile_error(parser->compiler, parser_token(parser)->place,
                      "variable declaration not allowed here");
    statement = parse_expression_statement(parser);
    parser_expect(parser, TOKEN_SEMICOLON);
    return statement;
}

static struct statement *parse_statement(struct parser *parser) {
    parser_enter(parser);
    struct statement *statement = parse_statement_nested(parser);
    parser_leave(parser);
    return statement;
}

static bool at_local_class(const struct parser *parser) {
    struct parser ahead = *parser;
    uint32_t distance = 0;
    if (parser_is(&ahead, TOKEN_AT)) parser_skip_annotations(&ahead);
    parser = &ahead;
    for (;; distance++) {
        enum token_kind kind = parser_peek(parser, distance)->kind;
        if (kind == TOKEN_CLASS || kind == TOKEN_INTERFACE || kind == TOKEN_ENUM) return true;
        if (kind != TOKEN_ABSTRACT && kind != TOKEN_FINAL && kind != TOKEN_STATIC &&
            kind != TOKEN_STRICTFP)
            return false;
    }
}

static void parse_block_statement(struct parser *parser, struct statement_list *statements) {
    if (at_local_class(parser)) {
        struct statement *local =
            statement_new(parser, STATEMENT_CLASS, parser_token(parser)->place);
        local->class = parse_local_class(parser);
        arena_vec_push(parser->compiler->arena, statements, local);
        return;
    }
    if (parser_is(parser, TOKEN_FINAL) || parser_is(parser, TOKEN_AT) ||
        parser_at_declaration(parser)) {
        parse_local(parser, statements);
        return;
    }
    if (parser_is_word(parser, "yield") && parser_peek(parser, 1)->kind != TOKEN_ASSIGN &&
        parser_peek(parser, 1)->kind != TOKEN_DOT)
        parser_refuse(parser, "switch expressions are");
    struct statement *statement = parse_statement(parser);
    arena_vec_push(parser->compiler->arena, statements, statement);
}
