/* TEMPLATE: sources with repeated lines, expanded before they are compiled. The expansion goes line
 * by line and remembers which line of the template each one came from. */
#include "frontend/template.h"

#include <string.h>

#include "base/strbuf.h"

static const struct primitive {
    const char *type, *title, *box;
} primitives[] = {
    {"boolean", "Boolean", "Boolean"}, {"byte", "Byte", "Byte"},
    {"char", "Char", "Character"},     {"short", "Short", "Short"},
    {"int", "Int", "Integer"},         {"long", "Long", "Long"},
    {"float", "Float", "Float"},       {"double", "Double", "Double"},
};

enum { PRIMITIVE_COUNT = sizeof primitives / sizeof *primitives };

struct template_expansion {
    struct arena *arena;
    const struct java_source *template;
    struct diag *diag;
    int line; /* of [cursor], from 1 */
    const char *cursor, *end;
    const struct primitive *types[PRIMITIVE_COUNT]; /* of the block around it */
    int type_count;
    struct strbuf text;
    struct {
        int *items;
        uint32_t count, capacity;
    } lines;
};

static bool fail(struct template_expansion *expansion, const char *message) {
    struct place place = {expansion->template->file, expansion->line, 1};
    return diag_error(expansion->diag, place, "%s", message);
}

/* With its line end, when it has one. */
static size_t line_length(const struct template_expansion *expansion) {
    size_t left = (size_t)(expansion->end - expansion->cursor);
    const char *end = memchr(expansion->cursor, '\n', left);
    return end ? (size_t)(end - expansion->cursor) + 1 : left;
}

static void next_line(struct template_expansion *expansion) {
    expansion->cursor += line_length(expansion);
    expansion->line++;
}

static bool at_directive(const struct template_expansion *expansion, const char *name) {
    size_t length = strlen(name);
    return (size_t)(expansion->end - expansion->cursor) >= length &&
           !memcmp(expansion->cursor, name, length) &&
           (expansion->cursor + length == expansion->end || expansion->cursor[length] == ' ' ||
            expansion->cursor[length] == '\n');
}

static const struct primitive *find_primitive(const char *name, size_t length) {
    for (int i = 0; i < PRIMITIVE_COUNT; i++)
        if (strlen(primitives[i].type) == length && !memcmp(primitives[i].type, name, length))
            return &primitives[i];
    return NULL;
}

static bool has_type(const struct template_expansion *expansion, const struct primitive *type) {
    for (int i = 0; i < expansion->type_count; i++)
        if (expansion->types[i] == type) return true;
    return false;
}

/* The types of the "#for" at the cursor. */
static bool read_types(struct template_expansion *expansion) {
    const char *cursor = expansion->cursor + strlen("#for");
    const char *end = expansion->cursor + line_length(expansion);
    expansion->type_count = 0;
    while (cursor < end) {
        while (cursor < end && (*cursor == ' ' || *cursor == '\n')) cursor++;
        const char *start = cursor;
        while (cursor < end && *cursor != ' ' && *cursor != '\n') cursor++;
        if (cursor == start) break;
        const struct primitive *type = find_primitive(start, (size_t)(cursor - start));
        if (!type) return fail(expansion, "#for knows the primitive types only");
        if (has_type(expansion, type)) return fail(expansion, "#for names a type twice");
        expansion->types[expansion->type_count++] = type;
    }
    return expansion->type_count || fail(expansion, "#for names no type");
}

/* What a word of the template stands for; NULL: itself. */
static const char *meaning(const struct primitive *type, const char *text, size_t left,
                           size_t *length) {
    const struct {
        const char *word, *meaning;
    } words[] = {{"$type", type->type}, {"$Type", type->title}, {"$Box", type->box}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        *length = strlen(words[i].word);
        if (left >= *length && !memcmp(text, words[i].word, *length)) return words[i].meaning;
    }
    return NULL;
}

/* The line at the cursor; [type]: of its block, NULL outside of all. */
static void add_line(struct template_expansion *expansion, const struct primitive *type) {
    size_t count = line_length(expansion), length;
    for (size_t i = 0; i < count;) {
        const char *text = expansion->cursor + i;
        const char *instead = type ? meaning(type, text, count - i, &length) : NULL;
        if (instead) {
            strbuf_add_text(&expansion->text, instead);
            i += length;
        } else {
            strbuf_add_char(&expansion->text, *text);
            i++;
        }
    }
    arena_vec_push(expansion->arena, &expansion->lines, expansion->line);
    next_line(expansion);
}

static bool expand_for(struct template_expansion *expansion, const struct primitive *type) {
    while (expansion->cursor < expansion->end && !at_directive(expansion, "#end")) {
        if (at_directive(expansion, "#for")) return fail(expansion, "a #for inside another");
        add_line(expansion, type);
    }
    return expansion->cursor < expansion->end || fail(expansion, "a #for without #end");
}

static bool expand_block(struct template_expansion *expansion) {
    if (!read_types(expansion)) return false;
    next_line(expansion);
    struct template_expansion start = *expansion;
    for (int i = 0; i < expansion->type_count; i++) {
        expansion->cursor = start.cursor;
        expansion->line = start.line;
        if (!expand_for(expansion, expansion->types[i])) return false;
    }
    next_line(expansion);
    return true;
}

static bool expand(struct template_expansion *expansion) {
    while (expansion->cursor < expansion->end) {
        if (at_directive(expansion, "#end")) return fail(expansion, "an #end without #for");
        if (!at_directive(expansion, "#for"))
            add_line(expansion, NULL);
        else if (!expand_block(expansion))
            return false;
    }
    arena_vec_push(expansion->arena, &expansion->lines, expansion->line); /* of the text's end */
    return true;
}

bool java_template_expand(struct arena *arena, const struct java_source *template,
                          struct java_source *out, struct diag *diag) {
    struct template_expansion expansion = {.arena = arena,
                                           .template = template,
                                           .diag = diag,
                                           .line = 1,
                                           .cursor = template->text,
                                           .end = template->text + template->length};
    bool expanded = expand(&expansion);
    if (expanded) {
        const char *text = strbuf_text(&expansion.text);
        *out = (struct java_source){template->file,
                                    arena_copy_text(arena, text, expansion.text.length),
                                    expansion.text.length,
                                    1,
                                    1,
                                    expansion.lines.items};
    }
    strbuf_release(&expansion.text);
    return expanded;
}
