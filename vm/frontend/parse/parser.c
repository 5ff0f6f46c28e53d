/* PARSER: compilation units and modifiers; the helpers that all of the parser uses. */
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

/* Those that say nothing about what a program does; others could be looked for at run time. */
static bool is_known_annotation(const char *name) {
    static const char *const known[] = {"Override", "FunctionalInterface", "SuppressWarnings",
                                        "SafeVarargs", "Deprecated"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i], name) == 0) return true;
    return false;
}

static void skip_parentheses(struct parser *parser) {
    int depth = 0;
    do {
        if (parser_is(parser, TOKEN_END)) parser_fail_expected(parser, "')'");
        if (parser_is(parser, TOKEN_LEFT_PARENTHESIS)) depth++;
        if (parser_is(parser, TOKEN_RIGHT_PARENTHESIS)) depth--;
        parser->next++;
    } while (depth > 0);
}

/* [override] is set to the place of an @Override; NULL where javac would not allow it. */
static void parse_annotation(struct parser *parser, struct place *override) {
    const struct token *name = parser_peek(parser, 1);
    if (name->kind != TOKEN_IDENTIFIER || !is_known_annotation(name->text))
        parser_refuse(parser, "annotations other than those of java.lang are");
    if (strcmp(name->text, "Override") == 0) {
        if (!override)
            compile_error(parser->compiler, parser_token(parser)->place,
                          "annotation type not applicable to this kind of declaration");
        *override = parser_token(parser)->place;
    }
    parser->next += 2;
    if (parser_is(parser, TOKEN_LEFT_PARENTHESIS)) skip_parentheses(parser);
}

void parser_skip_annotations(struct parser *parser) {
    while (parser_is(parser, TOKEN_AT)) parse_annotation(parser, NULL);
}

uint16_t parse_modifiers(struct parser *parser, struct place *override) {
    uint16_t access = 0;
    for (;;) {
        const struct token *token = parser_token(parser);
        uint16_t flag = modifier_of(token->kind);
        if (token->kind == TOKEN_AT && parser_peek(parser, 1)->kind == TOKEN_INTERFACE)
            parser_refuse(parser, "annotation types are");
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

void check_modifiers(struct parser *parser, struct place place, uint16_t access, uint16_t allowed) {
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

void check_method_modifiers(struct parser *parser, struct place place, uint16_t access,
                            uint16_t allowed) {
    static const struct conflict conflicts[] = {
        {ACC_ABSTRACT, ACC_PRIVATE}, {ACC_ABSTRACT, ACC_STATIC},       {ACC_ABSTRACT, ACC_FINAL},
        {ACC_ABSTRACT, ACC_NATIVE},  {ACC_ABSTRACT, ACC_SYNCHRONIZED}, {ACC_ABSTRACT, ACC_STRICT},
        {ACC_NATIVE, ACC_STRICT},
    };
    check_modifiers(parser, place, access, allowed);
    check_conflicts(parser, place, access, conflicts, sizeof conflicts / sizeof *conflicts);
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
    bool is_static = parser_take(parser, TOKEN_STATIC);
    struct import import = {.place = parser_token(parser)->place};
    import.name = parse_slashed_name(parser);
    const char *slash = strrchr(import.name, '/');
    import.place = parser->tokens[parser->next - (slash ? 2 : 1)].place;
    if (parser_take(parser, TOKEN_DOT)) {
        parser_expect(parser, TOKEN_STAR);
        if (is_static) {
            import.member = intern("*");
        } else {
            import.package = import.name;
            import.name = NULL;
        }
    } else if (!slash) {
        parser_fail_expected(parser, "'.'");
    } else if (is_static) {
        import.member = intern(slash + 1);
        import.name = intern_bytes(import.name, (size_t)(slash - import.name));
    }
    parser_expect(parser, TOKEN_SEMICOLON);
    arena_vec_push(parser->compiler->arena, &unit->imports, import);
}

static void parse_top_level_class(struct parser *parser, struct compilation_unit *unit) {
    parser_refuse_unknown_class(parser);
    uint16_t access = parse_modifiers(parser, NULL);
    parser_refuse_unknown_class(parser);
    if (!parser_at_class(parser)) {
        if (parser_is(parser, TOKEN_END)) parser_fail_expected(parser, "");
        compile_error(parser->compiler, parser_token(parser)->place,
                      "class, interface, enum, or record expected");
    }
    struct class_declaration *class = parse_class(parser, access, NULL);
    arena_vec_push(parser->compiler->arena, &unit->classes, class);
}

/* Annotations stand before a package only in files that declare nothing else. */
static void parser_find_package(struct parser *parser) {
    struct parser ahead = *parser;
    parse_modifiers(&ahead, NULL);
    if (parser_is(&ahead, TOKEN_PACKAGE)) parser_refuse(parser, "annotations of packages are");
}

void parse_unit(struct compiler *compiler, const struct java_source *source,
                struct compilation_unit *unit) {
    struct parser parser = {.compiler = compiler, .source = source};
    parser.tokens = lexer_read(compiler, source, &parser.count);
    unit->source = source;
    unit->package = "";
    parser_refuse_unknown_class(&parser);
    if (parser_is(&parser, TOKEN_AT)) parser_find_package(&parser);
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
