/* FRONTEND: the order of a compilation. Everything is parsed, then every class is declared, checked
 * and analysed before the first is written, so that an error leaves no classes. */
#include "base/intern.h"
#include "frontend/frontend.h"

#include <stdarg.h>
#include <stdio.h>

#include "frontend/compiler.h"
#include "frontend/lexer.h"
#include "frontend/parser.h"
#include "frontend/passes.h"

struct java_options java_options_default(void) {
    return (struct java_options){.line_numbers = true};
}

_Noreturn void compile_error(struct compiler *compiler, struct place place, const char *format,
                             ...) {
    char message[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    diag_error(compiler->diag, place, "%s", message);
    longjmp(compiler->on_error, 1);
}

_Noreturn void compile_refuse(struct compiler *compiler, struct place place, const char *what) {
    compile_error(
        compiler, place,
        "%s not supported by the built-in frontend; compile this file with javac and give "
        "its class files as the class path",
        what);
}

struct strbuf *compiler_text(struct compiler *compiler) {
    strbuf_clear(&compiler->text);
    return &compiler->text;
}

static void tell_imports(const struct compiler *compiler) {
    for (size_t i = 0; i < compiler->unit_count; i++) {
        vec_each(struct import, import, &compiler->units[i].imports) {
            if (import->member) continue;
            const char *name = import->name ? import->name : intern_format("%s/", import->package);
            arena_vec_push(compiler->arena, &compiler->out->imports, name);
        }
    }
}

static void compile_all(struct compiler *compiler, const struct java_source *sources) {
    for (size_t i = 0; i < compiler->unit_count; i++)
        parse_unit(compiler, &sources[i], &compiler->units[i]);
    tell_imports(compiler);
    declare_classes(compiler);
    check_bounds(compiler);
    for (uint32_t i = 0; i < compiler->classes.count; i++)
        check_class(compiler, compiler->classes.items[i]);
    for (uint32_t i = 0; i < compiler->classes.count; i++)
        attribute_class(compiler, compiler->classes.items[i]);
    for (uint32_t i = 0; i < compiler->classes.count; i++) {
        analyse_flow(compiler, compiler->classes.items[i]);
        analyse_assignment(compiler, compiler->classes.items[i]);
    }
    check_captured_uses(compiler);
    for (uint32_t i = 0; i < compiler->classes.count; i++)
        write_class(compiler, compiler->classes.items[i]);
}

bool java_compile(struct arena *arena, const struct java_source *sources, size_t count,
                  const struct java_class_path *path, const struct java_options *options,
                  struct diag *diag, struct java_classes *out) {
    struct compiler *compiler = ARENA_NEW(arena, struct compiler);
    compiler->arena = arena;
    compiler->diag = diag;
    compiler->path = path;
    compiler->options = options;
    compiler->out = out;
    compiler->unit_count = count;
    compiler->units = ARENA_ARRAY(arena, struct compilation_unit, count);
    uint32_t before = out->count;
    if (setjmp(compiler->on_error) == 0)
        compile_all(compiler, sources);
    else
        out->count = before;
    if (compiler->is_writing) class_writer_release(&compiler->writer);
    class_table_release(compiler);
    type_table_release(compiler);
    strbuf_release(&compiler->text);
    return !diag->is_set;
}

static void find_foreign_brace(struct compiler *compiler, const struct java_source *source) {
    uint32_t count;
    int open = 0;
    const struct token *tokens = lexer_read(compiler, source, &count);
    for (uint32_t i = 0; i < count; i++) {
        open += (tokens[i].kind == TOKEN_LEFT_BRACE) - (tokens[i].kind == TOKEN_RIGHT_BRACE);
        if (open < 0)
            compile_error(compiler, tokens[i].place, "no '{' is open that '}' could close");
    }
}

bool java_closes_own_braces(struct arena *arena, const struct java_source *source,
                            struct diag *diag) {
    struct compiler *compiler = ARENA_NEW(arena, struct compiler);
    compiler->arena = arena;
    compiler->diag = diag;
    if (setjmp(compiler->on_error) == 0) find_foreign_brace(compiler, source);
    strbuf_release(&compiler->text);
    return !diag->is_set;
}
