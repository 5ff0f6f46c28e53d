/* PARSER: compilation units, classes and members; the helpers that all of the parser uses. */
#include "frontend/parser.h"

#include <string.h>

#include "base/intern.h"
#include "base/strbuf.h"

const struct token *parser_token(const struct parser *parser) {
    return &parser->tokens[parser->next];
}

/* The last token is END, and nothing looks further. */
const struct token *parser_peek(const struct parser *parser, uint32_t distance) {
    uint32_t left = parser->count - 1 - parser->next;
    return parser_token(parser) + (distance < left ? distance : left);
}

bool parser_is(const struct parser *parser, enum token_kind kind) {
    return parser_token(parser)->kind == kind;
}

bool parser_is_word(const struct parser *parser, const char *identifier) {
    const struct token *token = parser_token(parser);
    return token->kind == TOKEN_IDENTIFIER && strcmp(token->text, identifier) == 0;
}

bool parser_take(struct parser *parser, enum token_kind kind) {
    if (!parser_is(parser, kind)) return false;
    if (kind != TOKEN_END) parser->next++;
    return true;
}

_Noreturn void parser_fail_expected(struct parser *parser, const char *what) {
    const struct token *token = parser_token(parser);
    struct place place = parser->next > 0 ? token[-1].end : token->place;
    if (token->kind == TOKEN_END)
        compile_error(parser->compiler, place, "reached end of file while parsing");
    compile_error(parser->compiler, place, "%s expected", what);
}

_Noreturn void parser_fail_start(struct parser *parser, const char *of) {
    const struct token *token = parser_token(parser);
    if (token->kind == TOKEN_END)
        compile_error(parser->compiler, token->place, "reached end of file while parsing");
    compile_error(parser->compiler, token->place, "illegal start of %s", of);
}

_Noreturn void parser_refuse(struct parser *parser, const char *what) {
    compile_refuse(parser->compiler, parser_token(parser)->place, what);
}

struct place parser_expect(struct parser *parser, enum token_kind kind) {
    struct place place = parser_token(parser)->place;
    if (!parser_take(parser, kind))
        parser_fail_expected(parser,
                             arena_format(parser->compiler->arena, "'%s'", token_text(kind)));
    return place;
}

const char *parser_identifier(struct parser *parser) {
    const struct token *token = parser_token(parser);
    if (token->kind != TOKEN_IDENTIFIER) {
        if (token->kind == TOKEN_END) parser_fail_expected(parser, "<identifier>");
        if (token->kind == TOKEN_UNDERSCORE)
            compile_error(
                parser->compiler, token->place,
                "as of release 9, '_' is a keyword, and may not be used as an identifier");
        parser_fail_expected(parser, "<identifier>");
    }
    parser->next++;
    return token->text;
}

void parser_enter(struct parser *parser) {
    enum { DEEPEST = 1000 };
    if (++parser->depth > DEEPEST)
        compile_error(parser->compiler, parser_token(parser)->place, "code nested too deeply");
}

void parser_leave(struct parser *parser) { parser->depth--; }

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

static void refuse_annotation(struct parser *parser) {
    if (parser_is(parser, TOKEN_AT)) parser_refuse(parser, "annotations are");
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

static void parse_qualified_name(struct parser *parser, struct type_syntax *syntax) {
    struct {
        const char **items;
        uint32_t count, capacity;
    } names = {0};
    do {
        const char *name = parser_identifier(parser);
        arena_vec_push(parser->compiler->arena, &names, name);
        if (parser_is(parser, TOKEN_LESS)) parser_refuse(parser, "generics are");
        syntax->place = parser->tokens[parser->next - (names.count > 1 ? 2 : 1)].place;
    } while (parser_is(parser, TOKEN_DOT) && parser_peek(parser, 1)->kind == TOKEN_IDENTIFIER &&
             parser_take(parser, TOKEN_DOT));
    syntax->names = names.items;
    syntax->name_count = names.count;
}

struct type_syntax *parse_type(struct parser *parser, bool with_dimensions) {
    struct type_syntax *syntax = ARENA_NEW(parser->compiler->arena, struct type_syntax);
    refuse_annotation(parser);
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

/* Past a type at [distance], generic arguments included; 0 when there is none. */
static uint32_t skip_type(const struct parser *parser, uint32_t distance) {
    if (token_is_primitive(parser_peek(parser, distance)->kind)) {
        distance++;
    } else {
        for (;; distance++) {
            if (parser_peek(parser, distance++)->kind != TOKEN_IDENTIFIER) return 0;
            if (parser_peek(parser, distance)->kind == TOKEN_LESS) {
                int depth = 0;
                do {
                    enum token_kind kind = parser_peek(parser, distance++)->kind;
                    bool is_argument = kind == TOKEN_IDENTIFIER || kind == TOKEN_COMMA ||
                                       kind == TOKEN_DOT || kind == TOKEN_QUESTION ||
                                       kind == TOKEN_EXTENDS || kind == TOKEN_SUPER ||
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
    uint32_t after = skip_type(parser, 0);
    return after && parser_peek(parser, after)->kind == TOKEN_IDENTIFIER;
}

struct variable *variable_new(struct parser *parser, uint16_t access) {
    struct variable *variable = ARENA_NEW(parser->compiler->arena, struct variable);
    variable->place = parser_token(parser)->place;
    variable->name = parser_identifier(parser);
    variable->access = access;
    return variable;
}

/* ---- modifiers */

static const struct {
    enum token_kind kind;
    uint16_t flag;
} modifiers[] = {
    {TOKEN_PUBLIC, ACC_PUBLIC},       {TOKEN_PRIVATE, ACC_PRIVATE},
    {TOKEN_PROTECTED, ACC_PROTECTED}, {TOKEN_STATIC, ACC_STATIC},
    {TOKEN_FINAL, ACC_FINAL},         {TOKEN_SYNCHRONIZED, ACC_SYNCHRONIZED},
    {TOKEN_VOLATILE, ACC_VOLATILE},   {TOKEN_TRANSIENT, ACC_TRANSIENT},
    {TOKEN_NATIVE, ACC_NATIVE},       {TOKEN_ABSTRACT, ACC_ABSTRACT},
    {TOKEN_STRICTFP, ACC_STRICT},
};

static uint16_t modifier_of(enum token_kind kind) {
    for (size_t i = 0; i < sizeof modifiers / sizeof *modifiers; i++)
        if (modifiers[i].kind == kind) return modifiers[i].flag;
    return 0;
}

static const char *modifier_name(uint16_t flag) {
    for (size_t i = 0; i < sizeof modifiers / sizeof *modifiers; i++)
        if (modifiers[i].flag == flag) return token_text(modifiers[i].kind);
    return "interface";
}

static void parse_annotation(struct parser *parser, struct place *override) {
    const struct token *name = parser_peek(parser, 1);
    bool is_known = name->kind == TOKEN_IDENTIFIER && strcmp(name->text, "Override") == 0;
    if (!is_known || !override || parser_peek(parser, 2)->kind == TOKEN_LEFT_PARENTHESIS)
        parser_refuse(parser, "annotations other than @Override on methods are");
    *override = parser_token(parser)->place;
    parser->next += 2;
}

uint16_t parse_modifiers(struct parser *parser, struct place *override) {
    uint16_t access = 0;
    for (;;) {
        const struct token *token = parser_token(parser);
        uint16_t flag = modifier_of(token->kind);
        if (token->kind == TOKEN_AT)
            parse_annotation(parser, override);
        else if (!flag)
            return access;
        else if (access & flag)
            compile_error(parser->compiler, token->place, "repeated modifier");
        else
            access |= flag, parser->next++;
    }
}

/* Both at once are an error, on a class or a member. */
struct conflict {
    uint16_t first, second;
};

static void check_conflicts(struct parser *parser, struct place place, uint16_t access,
                            const struct conflict *conflicts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint16_t first = conflicts[i].first, second = conflicts[i].second;
        if (!(access & first) || !(access & second)) continue;
        compile_error(parser->compiler, place, "illegal combination of modifiers: %s and %s",
                      modifier_name(first), modifier_name(second));
    }
}

static void check_modifiers(struct parser *parser, struct place place, uint16_t access,
                            uint16_t allowed) {
    static const struct conflict conflicts[] = {
        {ACC_PUBLIC, ACC_PROTECTED}, {ACC_PUBLIC, ACC_PRIVATE}, {ACC_PRIVATE, ACC_PROTECTED},
        {ACC_ABSTRACT, ACC_FINAL},   {ACC_FINAL, ACC_VOLATILE},
    };
    for (uint16_t flag = 1; flag && flag <= ACC_STRICT; flag = (uint16_t)(flag << 1))
        if (access & ~allowed & flag)
            compile_error(parser->compiler, place, "modifier %s not allowed here",
                          modifier_name(flag));
    check_conflicts(parser, place, access, conflicts, sizeof conflicts / sizeof *conflicts);
}

static void check_method_modifiers(struct parser *parser, struct place place, uint16_t access,
                                   uint16_t allowed) {
    static const struct conflict conflicts[] = {
        {ACC_ABSTRACT, ACC_PRIVATE}, {ACC_ABSTRACT, ACC_STATIC},       {ACC_ABSTRACT, ACC_FINAL},
        {ACC_ABSTRACT, ACC_NATIVE},  {ACC_ABSTRACT, ACC_SYNCHRONIZED}, {ACC_ABSTRACT, ACC_STRICT},
        {ACC_NATIVE, ACC_STRICT},
    };
    check_modifiers(parser, place, access, allowed);
    check_conflicts(parser, place, access, conflicts, sizeof conflicts / sizeof *conflicts);
}

/* ---- members */

enum {
    VISIBILITY = ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED,
    FIELD_MODIFIERS = VISIBILITY | ACC_STATIC | ACC_FINAL | ACC_VOLATILE | ACC_TRANSIENT,
    METHOD_MODIFIERS = VISIBILITY | ACC_STATIC | ACC_FINAL | ACC_ABSTRACT | ACC_SYNCHRONIZED |
                       ACC_NATIVE | ACC_STRICT,
    INTERFACE_FIELD_MODIFIERS = ACC_PUBLIC | ACC_STATIC | ACC_FINAL,
    INTERFACE_METHOD_MODIFIERS = ACC_PUBLIC | ACC_ABSTRACT,
    CLASS_MODIFIERS = ACC_PUBLIC | ACC_FINAL | ACC_ABSTRACT | ACC_STRICT,
    NESTED_MODIFIERS = CLASS_MODIFIERS | ACC_PRIVATE | ACC_PROTECTED | ACC_STATIC,
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
    if (parser_is(parser, TOKEN_ELLIPSIS)) parser_refuse(parser, "variable-arity methods are");
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
                              uint16_t access) {
    struct member_declaration *member = member_new(parser, MEMBER_CONSTRUCTOR, class, access);
    member->name = intern("<init>");
    if (class->access & ACC_INTERFACE) parser_fail_expected(parser, "<identifier>");
    check_modifiers(parser, member->place, access, VISIBILITY);
    if (strcmp(parser_identifier(parser), class->name) != 0)
        compile_error(parser->compiler, member->place,
                      "invalid method declaration; return type required");
    parse_method_rest(parser, member);
}

static void check_interface_method(struct parser *parser, uint16_t access) {
    if (access & ACC_STATIC) parser_refuse(parser, "static interface methods are");
    if (access & ACC_PRIVATE) parser_refuse(parser, "private interface methods are");
}

/* A field or a method: both start with a type and a name. */
static void parse_typed_member(struct parser *parser, struct class_declaration *class,
                               uint16_t access, struct place override) {
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
        if (is_interface) {
            check_interface_method(parser, access);
            member->access |= ACC_PUBLIC | ACC_ABSTRACT;
        }
        check_method_modifiers(parser, member->place, access,
                               is_interface ? INTERFACE_METHOD_MODIFIERS : METHOD_MODIFIERS);
        parse_method_rest(parser, member);
        return;
    }
    if (type->primitive == JAVA_VOID) parser_fail_expected(parser, "'('");
    if (override.line) parser_refuse(parser, "annotations other than @Override on methods are");
    check_modifiers(parser, member->place, access,
                    is_interface ? INTERFACE_FIELD_MODIFIERS : FIELD_MODIFIERS);
    if (is_interface) member->access |= INTERFACE_FIELD_MODIFIERS;
    parse_field_rest(parser, class, member, type);
}

static struct class_declaration *parse_class(struct parser *parser, uint16_t access,
                                             const struct class_declaration *outer);

static bool at_class(const struct parser *parser) {
    return parser_is(parser, TOKEN_CLASS) || parser_is(parser, TOKEN_INTERFACE);
}

static void refuse_unknown_class(struct parser *parser) {
    if (parser_is(parser, TOKEN_ENUM)) parser_refuse(parser, "enums are");
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

static void parse_member(struct parser *parser, struct class_declaration *class) {
    struct place override = {0};
    if (parser_take(parser, TOKEN_SEMICOLON)) return;
    refuse_unknown_class(parser);
    uint16_t access = parse_modifiers(parser, &override);
    refuse_unknown_class(parser);
    if (at_class(parser)) {
        if (override.line) parser_refuse(parser, "annotations other than @Override on methods are");
        struct class_declaration *nested = parse_class(parser, access, class);
        arena_vec_push(parser->compiler->arena, &class->nested, nested);
    } else if (parser_is(parser, TOKEN_LEFT_BRACE)) {
        struct member_declaration *member = member_new(parser, MEMBER_INITIALIZER, class, access);
        if (class->access & ACC_INTERFACE)
            compile_error(parser->compiler, member->place,
                          "initializers not allowed in interfaces");
        check_modifiers(parser, member->place, access, ACC_STATIC);
        member->body = parse_block(parser);
    } else if (parser_is(parser, TOKEN_LESS)) {
        parser_refuse(parser, "generics are");
    } else if (parser_is(parser, TOKEN_DEFAULT)) {
        parser_refuse(parser, "default methods are");
    } else if (parser_is(parser, TOKEN_IDENTIFIER) &&
               parser_peek(parser, 1)->kind == TOKEN_LEFT_PARENTHESIS) {
        parse_constructor(parser, class, access);
    } else if (parser_is(parser, TOKEN_VOID) || parser_is(parser, TOKEN_IDENTIFIER) ||
               token_is_primitive(parser_token(parser)->kind)) {
        parse_typed_member(parser, class, access, override);
    } else {
        parser_fail_start(parser, "type");
    }
}

static void parse_class_body(struct parser *parser, struct class_declaration *class) {
    parser_expect(parser, TOKEN_LEFT_BRACE);
    while (!parser_take(parser, TOKEN_RIGHT_BRACE)) {
        if (parser_is(parser, TOKEN_END)) parser_fail_expected(parser, "'}'");
        parse_member(parser, class);
    }
}

static uint16_t implied_modifiers(const struct class_declaration *class,
                                  const struct class_declaration *outer) {
    uint16_t implied = class->access & ACC_INTERFACE ? ACC_ABSTRACT : 0;
    if (outer && class->access & ACC_INTERFACE) implied |= ACC_STATIC;
    if (outer && outer->access & ACC_INTERFACE) implied |= ACC_STATIC | ACC_PUBLIC;
    return implied;
}

static struct class_declaration *parse_class(struct parser *parser, uint16_t access,
                                             const struct class_declaration *outer) {
    struct class_declaration *class = ARENA_NEW(parser->compiler->arena, struct class_declaration);
    bool is_interface = parser_is(parser, TOKEN_INTERFACE);
    struct place keyword = parser_token(parser)->place;
    parser->next++;
    class->place = parser_token(parser)->place;
    class->name = parser_identifier(parser);
    check_modifiers(parser, class->place, access, outer ? NESTED_MODIFIERS : CLASS_MODIFIERS);
    class->access = access | (is_interface ? ACC_INTERFACE : 0);
    class->access |= implied_modifiers(class, outer);
    if (outer && !(class->access & ACC_STATIC))
        compile_refuse(parser->compiler, keyword, "inner (non-static) classes are");
    if (parser_is(parser, TOKEN_LESS)) parser_refuse(parser, "generics are");
    if (parser_take(parser, TOKEN_EXTENDS)) {
        if (is_interface)
            parse_types(parser, &class->interfaces);
        else
            class->super = parse_type(parser, false);
    }
    if (!is_interface && parser_take(parser, TOKEN_IMPLEMENTS))
        parse_types(parser, &class->interfaces);
    if (parser_is_word(parser, "permits")) parser_refuse(parser, "sealed classes are");
    parser_enter(parser);
    parse_class_body(parser, class);
    parser_leave(parser);
    return class;
}

/* ---- units */

/* "a.b.c" as "a/b/c". */
static const char *parse_slashed_name(struct parser *parser) {
    struct strbuf *name = compiler_text(parser->compiler);
    strbuf_add_text(name, parser_identifier(parser));
    while (parser_is(parser, TOKEN_DOT) && parser_peek(parser, 1)->kind != TOKEN_STAR) {
        parser->next++;
        strbuf_addf(name, "/%s", parser_identifier(parser));
    }
    return intern(strbuf_text(name));
}

static void parse_import(struct parser *parser, struct compilation_unit *unit) {
    if (parser_is(parser, TOKEN_STATIC)) parser_refuse(parser, "static imports are");
    struct import import = {.place = parser_token(parser)->place};
    import.name = parse_slashed_name(parser);
    import.place = parser->tokens[parser->next - (strchr(import.name, '/') ? 2 : 1)].place;
    if (parser_take(parser, TOKEN_DOT)) {
        parser_expect(parser, TOKEN_STAR);
        import.package = import.name;
        import.name = NULL;
    } else if (!strchr(import.name, '/')) {
        parser_fail_expected(parser, "'.'");
    }
    parser_expect(parser, TOKEN_SEMICOLON);
    arena_vec_push(parser->compiler->arena, &unit->imports, import);
}

static void parse_top_level_class(struct parser *parser, struct compilation_unit *unit) {
    refuse_unknown_class(parser);
    uint16_t access = parse_modifiers(parser, NULL);
    refuse_unknown_class(parser);
    if (!at_class(parser)) {
        if (parser_is(parser, TOKEN_END)) parser_fail_expected(parser, "");
        compile_error(parser->compiler, parser_token(parser)->place,
                      "class, interface, enum, or record expected");
    }
    struct class_declaration *class = parse_class(parser, access, NULL);
    arena_vec_push(parser->compiler->arena, &unit->classes, class);
}

void parse_unit(struct compiler *compiler, const struct java_source *source,
                struct compilation_unit *unit) {
    struct parser parser = {.compiler = compiler, .source = source};
    parser.tokens = lexer_read(compiler, source, &parser.count);
    unit->source = source;
    unit->package = "";
    refuse_unknown_class(&parser);
    refuse_annotation(&parser);
    if (parser_take(&parser, TOKEN_PACKAGE)) {
        unit->package = parse_slashed_name(&parser);
        parser_expect(&parser, TOKEN_SEMICOLON);
    }
    unit->package = intern(unit->package);
    for (;;) {
        if (parser_take(&parser, TOKEN_SEMICOLON)) continue;
        if (!parser_take(&parser, TOKEN_IMPORT)) break;
        parse_import(&parser, unit);
    }
    while (!parser_is(&parser, TOKEN_END))
        if (!parser_take(&parser, TOKEN_SEMICOLON)) parse_top_level_class(&parser, unit);
}
