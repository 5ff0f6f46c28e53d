/* Tokens to trees (JLS 19). What the subset leaves out is recognised and refused. */
#ifndef FRONTEND_PARSER_H
#define FRONTEND_PARSER_H

#include "frontend/compiler.h"

struct parser {
    struct compiler *compiler;
    const struct java_source *source;
    struct token *tokens; /* >> is split where it closes two lists of type arguments */
    uint32_t count, next;
    int depth; /* of nested syntax */
};

void parse_unit(struct compiler *compiler, const struct java_source *source,
                struct compilation_unit *unit);

/* ---- shared by parser*.c */

const struct token *parser_token(const struct parser *parser);
const struct token *parser_peek(const struct parser *parser, uint32_t distance);
bool parser_is(const struct parser *parser, enum token_kind kind);
bool parser_is_word(const struct parser *parser, const char *identifier);
bool parser_take(struct parser *parser, enum token_kind kind); /* if it is there */
struct place parser_expect(struct parser *parser, enum token_kind kind);
const char *parser_identifier(struct parser *parser);
/* "... expected" after the last token, as javac places it. */
_Noreturn void parser_fail_expected(struct parser *parser, const char *what);
_Noreturn void parser_fail_start(struct parser *parser, const char *of);
_Noreturn void parser_refuse(struct parser *parser, const char *what);

/* Around every construct that nests: what is nested too deeply is refused before the C stack ends.
 */
void parser_enter(struct parser *parser);
void parser_leave(struct parser *parser);

/* ---- parse_type.c */
bool token_is_primitive(enum token_kind kind);
struct type_syntax_list parse_type_arguments(struct parser *parser);
struct type_parameters parse_type_parameters(struct parser *parser); /* none without a < */
/* Past a type at [distance], type arguments included; 0 when there is none. */
uint32_t parser_skip_type(const struct parser *parser, uint32_t distance);
/* A type, with brackets when [with_dimensions]. */
struct type_syntax *parse_type(struct parser *parser, bool with_dimensions);
uint32_t parse_brackets(struct parser *parser);
struct type_syntax *type_syntax_with(struct parser *parser, const struct type_syntax *syntax,
                                     uint32_t more_dimensions);
/* Whether a type and an identifier start here: a declaration of a variable. */
bool parser_at_declaration(const struct parser *parser);

/* ---- parse_expression.c, parse_lambda.c */
struct expression *expression_new(struct parser *parser, enum expression_kind kind,
                                  struct place place);
struct expression *parse_expression(struct parser *parser);
struct expression *parse_variable_initializer(struct parser *parser);
struct expression_list parse_arguments(struct parser *parser);
bool parser_at_lambda(const struct parser *parser);
struct expression *parse_lambda(struct parser *parser);
/* From the :: on; the type is in [left] or, when that is NULL, in [syntax]. */
struct expression *parse_reference(struct parser *parser, struct expression *left,
                                   struct type_syntax *syntax);
/* Whether a type with arguments or brackets and then :: start here. */
bool parser_at_type_reference(const struct parser *parser);

struct statement *parse_block(struct parser *parser);
struct variable *variable_new(struct parser *parser, uint16_t access);

/* Modifiers and annotations before a declaration. */
uint16_t parse_modifiers(struct parser *parser, struct place *override);
void parser_skip_annotations(struct parser *parser);
void check_modifiers(struct parser *parser, struct place place, uint16_t access, uint16_t allowed);
void check_method_modifiers(struct parser *parser, struct place place, uint16_t access,
                            uint16_t allowed);

/* ---- parse_class.c */
bool parser_at_class(const struct parser *parser);
void parser_refuse_unknown_class(struct parser *parser);
struct class_declaration *parse_class(struct parser *parser, uint16_t access,
                                      const struct class_declaration *outer);
struct class_declaration *parse_local_class(struct parser *parser);
struct class_declaration *parse_anonymous_class(struct parser *parser, struct place place);

#endif
