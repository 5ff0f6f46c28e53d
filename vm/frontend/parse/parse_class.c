/* PARSE CLASS: classes, interfaces, enums and their members (JLS 8, 9). */
#include <string.h>

#include "base/intern.h"
#include "frontend/parser.h"

enum {
    VISIBILITY = ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED,
    FIELD_MODIFIERS = VISIBILITY | ACC_STATIC | ACC_FINAL | ACC_VOLATILE | ACC_TRANSIENT,
    METHOD_MODIFIERS = VISIBILITY | ACC_STATIC | ACC_FINAL | ACC_ABSTRACT | ACC_SYNCHRONIZED |
                       ACC_NATIVE | ACC_STRICT,
    INTERFACE_FIELD_MODIFIERS = ACC_PUBLIC | ACC_STATIC | ACC_FINAL,
    INTERFACE_METHOD_MODIFIERS = ACC_PUBLIC | ACC_PRIVATE | ACC_ABSTRACT | ACC_STATIC | ACC_STRICT,
    CLASS_MODIFIERS = ACC_PUBLIC | ACC_FINAL | ACC_ABSTRACT | ACC_STRICT,
    NESTED_MODIFIERS = CLASS_MODIFIERS | ACC_PRIVATE | ACC_PROTECTED | ACC_STATIC,
    ENUM_MODIFIERS = ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED | ACC_STATIC | ACC_STRICT,
    LOCAL_CLASS_MODIFIERS = ACC_FINAL | ACC_ABSTRACT | ACC_STRICT,
};

static struct member_declaration *member_new(struct parser *parser, enum member_kind kind,
                                             struct class_declaration *class, uint16_t access) {
    struct member_declaration *member =
        ARENA_NEW(parser->compiler->arena, struct member_declaration);
    member->kind = kind;
    member->access = access;
    member->place = parser_token(parser)->place;
    arena_vec_push(parser->compiler->arena, &class->members, member);
    return member;
}

static void parse_types(struct parser *parser, struct type_syntax_list *types) {
    do {
        struct type_syntax *type = parse_type(parser, false);
        arena_vec_push(parser->compiler->arena, types, type);
    } while (parser_take(parser, TOKEN_COMMA));
}

static void parse_parameter(struct parser *parser, struct member_declaration *member) {
    uint16_t access = parse_modifiers(parser, NULL);
    check_modifiers(parser, parser_token(parser)->place, access, ACC_FINAL);
    struct type_syntax *type = parse_type(parser, true);
    if (member->is_variable_arity)
        compile_error(parser->compiler,
                      member->parameters.items[member->parameters.count - 1]->place,
                      "varargs parameter must be the last parameter");
    if (parser_take(parser, TOKEN_ELLIPSIS)) {
        member->is_variable_arity = true;
        type = type_syntax_with(parser, type, 1);
    }
    struct variable *variable = variable_new(parser, access);
    variable->is_parameter = true;
    type = type_syntax_with(parser, type, parse_brackets(parser));
    arena_vec_push(parser->compiler->arena, &member->parameters, variable);
    arena_vec_push(parser->compiler->arena, &member->parameter_types, type);
}

static void parse_parameters(struct parser *parser, struct member_declaration *member) {
    parser_expect(parser, TOKEN_LEFT_PARENTHESIS);
    if (parser_take(parser, TOKEN_RIGHT_PARENTHESIS)) return;
    do parse_parameter(parser, member);
    while (parser_take(parser, TOKEN_COMMA));
    if (!parser_take(parser, TOKEN_RIGHT_PARENTHESIS))
        parser_fail_expected(parser, "',', ')', or '['");
}

/* From the parameters on; the name has been read. */
static void parse_method_rest(struct parser *parser, struct member_declaration *member) {
    parse_parameters(parser, member);
    if (member->kind == MEMBER_METHOD) {
        uint32_t dimensions = parse_brackets(parser);
        if (dimensions) member->syntax = type_syntax_with(parser, member->syntax, dimensions);
    }
    if (parser_take(parser, TOKEN_THROWS)) parse_types(parser, &member->exceptions);
    if (parser_is(parser, TOKEN_DEFAULT)) parser_refuse(parser, "annotation types are");
    if (parser_is(parser, TOKEN_LEFT_BRACE)) {
        member->body = parse_block(parser);
    } else if (!parser_take(parser, TOKEN_SEMICOLON)) {
        parser_fail_expected(parser, "'{' or ';'");
    }
    bool is_bodiless = member->access & (ACC_ABSTRACT | ACC_NATIVE);
    struct compiler *compiler = parser->compiler;
    if (is_bodiless && member->body)
        compile_error(compiler, member->place, "%s methods cannot have a body",
                      member->access & ACC_ABSTRACT ? "abstract" : "native");
    if (!is_bodiless && !member->body)
        compile_error(compiler, member->place, "missing method body, or declare abstract");
}

static void parse_field_rest(struct parser *parser, struct class_declaration *class,
                             struct member_declaration *member, const struct type_syntax *type) {
    bool is_interface = class->access & ACC_INTERFACE;
    for (;;) {
        member->syntax = type_syntax_with(parser, type, parse_brackets(parser));
        if (parser_take(parser, TOKEN_ASSIGN))
            member->initializer = parse_variable_initializer(parser);
        else if (is_interface)
            parser_fail_expected(parser, "=");
        if (!parser_take(parser, TOKEN_COMMA)) break;
        member = member_new(parser, MEMBER_FIELD, class, member->access);
        member->name = parser_identifier(parser);
    }
    if (!parser_take(parser, TOKEN_SEMICOLON)) parser_fail_expected(parser, "';'");
}

static void parse_constructor(struct parser *parser, struct class_declaration *class,
                              uint16_t access, const struct type_parameters *type_parameters) {
    struct member_declaration *member = member_new(parser, MEMBER_CONSTRUCTOR, class, access);
    member->type_parameters = *type_parameters;
    member->name = intern("<init>");
    if (class->access & ACC_INTERFACE) parser_fail_expected(parser, "<identifier>");
    check_modifiers(parser, member->place, access, VISIBILITY);
    const char *name = parser_identifier(parser);
    if (!class->name || strcmp(name, class->name) != 0)
        compile_error(parser->compiler, member->place,
                      "invalid method declaration; return type required");
    parse_method_rest(parser, member);
}

/* ---- enum constants: fields whose initialisers make the instances */

static void parse_constant(struct parser *parser, struct class_declaration *class) {
    enum { CONSTANT_ACCESS = ACC_PUBLIC | ACC_STATIC | ACC_FINAL | ACC_ENUM };
    parser_skip_annotations(parser);
    struct member_declaration *member = member_new(parser, MEMBER_FIELD, class, CONSTANT_ACCESS);
    struct expression *new = expression_new(parser, EXPRESSION_NEW, member->place);
    member->name = parser_identifier(parser);
    member->initializer = new;
    if (parser_is(parser, TOKEN_LEFT_PARENTHESIS)) new->arguments = parse_arguments(parser);
    if (parser_is(parser, TOKEN_LEFT_BRACE))
        new->body = parse_anonymous_class(parser, member->place);
    if (new->body) new->body->access |= ACC_ENUM;
}

static void parse_constants(struct parser *parser, struct class_declaration *class) {
    while (parser_is(parser, TOKEN_IDENTIFIER) || parser_is(parser, TOKEN_AT)) {
        parse_constant(parser, class);
        if (!parser_take(parser, TOKEN_COMMA)) break;
    }
    if (parser_is(parser, TOKEN_RIGHT_BRACE)) return;
    if (!parser_take(parser, TOKEN_SEMICOLON)) parser_fail_expected(parser, "',', '}', or ';'");
}

/* A field or a method: both start with a type and a name. */
static void parse_typed_member(struct parser *parser, struct class_declaration *class,
                               uint16_t access, struct place override,
                               const struct type_parameters *type_parameters, bool is_default) {
    bool is_interface = class->access & ACC_INTERFACE;
    struct type_syntax *type;
    if (parser_is(parser, TOKEN_VOID)) {
        type = ARENA_NEW(parser->compiler->arena, struct type_syntax);
        type->place = parser_token(parser)->place;
        type->primitive = JAVA_VOID;
        parser->next++;
    } else {
        type = parse_type(parser, true);
    }
    struct member_declaration *member = member_new(parser, MEMBER_FIELD, class, access);
    member->name = parser_identifier(parser);
    member->override = override;
    if (parser_is(parser, TOKEN_LEFT_PARENTHESIS)) {
        member->kind = MEMBER_METHOD;
        member->syntax = type;
        member->type_parameters = *type_parameters;
        if (is_interface && !(access & ACC_PRIVATE)) member->access |= ACC_PUBLIC;
        if (is_interface && !is_default && !(access & (ACC_PRIVATE | ACC_STATIC)))
            member->access |= ACC_ABSTRACT;
        check_method_modifiers(parser, member->place, access,
                               is_interface ? INTERFACE_METHOD_MODIFIERS : METHOD_MODIFIERS);
        parse_method_rest(parser, member);
        return;
    }
    if (type->primitive == JAVA_VOID) parser_fail_expected(parser, "'('");
    if (override.line)
        compile_error(parser->compiler, override,
                      "annotation type not applicable to this kind of declaration");
    check_modifiers(parser, member->place, access,
                    is_interface ? INTERFACE_FIELD_MODIFIERS : FIELD_MODIFIERS);
    if (is_interface) member->access |= INTERFACE_FIELD_MODIFIERS;
    parse_field_rest(parser, class, member, type);
}

bool parser_at_class(const struct parser *parser) {
    return parser_is(parser, TOKEN_CLASS) || parser_is(parser, TOKEN_INTERFACE) ||
           parser_is(parser, TOKEN_ENUM);
}

void parser_refuse_unknown_class(struct parser *parser) {
    if (parser_is(parser, TOKEN_AT) && parser_peek(parser, 1)->kind == TOKEN_INTERFACE)
        parser_refuse(parser, "annotation types are");
    bool is_name_next = parser_peek(parser, 1)->kind == TOKEN_IDENTIFIER;
    enum token_kind third = parser_peek(parser, 2)->kind;
    if (parser_is_word(parser, "record") && is_name_next &&
        (third == TOKEN_LEFT_PARENTHESIS || third == TOKEN_LESS))
        parser_refuse(parser, "records are");
    if (parser_is_word(parser, "sealed")) {
        enum token_kind next = parser_peek(parser, 1)->kind;
        if (next == TOKEN_CLASS || next == TOKEN_INTERFACE || next == TOKEN_ABSTRACT)
            parser_refuse(parser, "sealed classes are");
    }
}

static void parse_initializer(struct parser *parser, struct class_declaration *class,
                              uint16_t access) {
    struct member_declaration *member = member_new(parser, MEMBER_INITIALIZER, class, access);
    if (class->access & ACC_INTERFACE)
        compile_error(parser->compiler, member->place, "initializers not allowed in interfaces");
    check_modifiers(parser, member->place, access, ACC_STATIC);
    member->body = parse_block(parser);
}

static void parse_member(struct parser *parser, struct class_declaration *class) {
    struct place override = {0};
    if (parser_take(parser, TOKEN_SEMICOLON)) return;
    parser_refuse_unknown_class(parser);
    uint16_t access = parse_modifiers(parser, &override);
    bool is_default = class->access & ACC_INTERFACE && parser_take(parser, TOKEN_DEFAULT);
    if (is_default) access |= parse_modifiers(parser, &override);
    parser_refuse_unknown_class(parser);
    if (parser_at_class(parser)) {
        if (override.line)
            compile_error(parser->compiler, override,
                          "annotation type not applicable to this kind of declaration");
        struct class_declaration *nested = parse_class(parser, access, class);
        arena_vec_push(parser->compiler->arena, &class->nested, nested);
        return;
    }
    if (parser_is(parser, TOKEN_LEFT_BRACE)) {
        parse_initializer(parser, class, access);
        return;
    }
    struct type_parameters type_parameters = parse_type_parameters(parser);
    if (parser_is(parser, TOKEN_IDENTIFIER) &&
        parser_peek(parser, 1)->kind == TOKEN_LEFT_PARENTHESIS) {
        parse_constructor(parser, class, access, &type_parameters);
    } else if (parser_is(parser, TOKEN_VOID) || parser_is(parser, TOKEN_IDENTIFIER) ||
               token_is_primitive(parser_token(parser)->kind)) {
        parse_typed_member(parser, class, access, override, &type_parameters, is_default);
    } else {
        parser_fail_start(parser, "type");
    }
}

static void parse_class_body(struct parser *parser, struct class_declaration *class) {
    parser_enter(parser);
    parser_expect(parser, TOKEN_LEFT_BRACE);
    if (class->access & ACC_ENUM) parse_constants(parser, class);
    while (!parser_take(parser, TOKEN_RIGHT_BRACE)) {
        if (parser_is(parser, TOKEN_END)) parser_fail_expected(parser, "'}'");
        parse_member(parser, class);
    }
    parser_leave(parser);
}

static uint16_t implied_modifiers(const struct class_declaration *class,
                                  const struct class_declaration *outer) {
    uint16_t implied = class->access & ACC_INTERFACE ? ACC_ABSTRACT : 0;
    if (outer && class->access & (ACC_INTERFACE | ACC_ENUM)) implied |= ACC_STATIC;
    if (outer && outer->access & ACC_INTERFACE) implied |= ACC_STATIC | ACC_PUBLIC;
    return implied;
}

static struct class_declaration *parse_class_header(struct parser *parser, uint16_t access) {
    struct class_declaration *class = ARENA_NEW(parser->compiler->arena, struct class_declaration);
    bool is_interface = parser_is(parser, TOKEN_INTERFACE), is_enum = parser_is(parser, TOKEN_ENUM);
    parser->next++;
    class->place = parser_token(parser)->place;
    class->name = parser_identifier(parser);
    class->access = access | (is_interface ? ACC_INTERFACE : 0) | (is_enum ? ACC_ENUM : 0);
    if (!is_enum) class->type_parameters = parse_type_parameters(parser);
    if (!is_enum && parser_take(parser, TOKEN_EXTENDS)) {
        if (is_interface)
            parse_types(parser, &class->interfaces);
        else
            class->super = parse_type(parser, false);
    }
    if (!is_interface && parser_take(parser, TOKEN_IMPLEMENTS))
        parse_types(parser, &class->interfaces);
    if (parser_is_word(parser, "permits")) parser_refuse(parser, "sealed classes are");
    return class;
}

struct class_declaration *parse_class(struct parser *parser, uint16_t access,
                                      const struct class_declaration *outer) {
    struct class_declaration *class = parse_class_header(parser, access);
    uint16_t allowed = outer ? NESTED_MODIFIERS : CLASS_MODIFIERS;
    if (class->access & ACC_ENUM) allowed &= ENUM_MODIFIERS;
    check_modifiers(parser, class->place, access, allowed);
    class->access |= implied_modifiers(class, outer);
    parse_class_body(parser, class);
    return class;
}

struct class_declaration *parse_local_class(struct parser *parser) {
    uint16_t access = parse_modifiers(parser, NULL);
    if (!parser_is(parser, TOKEN_CLASS)) parser_refuse(parser, "local interfaces and enums are");
    struct class_declaration *class = parse_class_header(parser, access);
    check_modifiers(parser, class->place, access, LOCAL_CLASS_MODIFIERS);
    parse_class_body(parser, class);
    return class;
}

struct class_declaration *parse_anonymous_class(struct parser *parser, struct place place) {
    struct class_declaration *class = ARENA_NEW(parser->compiler->arena, struct class_declaration);
    class->place = place;
    parse_class_body(parser, class);
    return class;
}
