#include "base/java_names.h"

#include <string.h>

static const char *primitive_name(char letter) {
    switch (letter) {
    case 'B': return "byte";
    case 'C': return "char";
    case 'D': return "double";
    case 'F': return "float";
    case 'I': return "int";
    case 'J': return "long";
    case 'S': return "short";
    case 'V': return "void";
    case 'Z': return "boolean";
    }
    return NULL;
}

/* The text behind a class's internal name and its ';'; NULL: there is none. */
static const char *add_class(struct strbuf *out, const char *name) {
    size_t length = strcspn(name, ";[(). ");
    if (!length || name[length] != ';') return NULL;
    for (size_t i = 0; i < length; i++) strbuf_add_char(out, name[i] == '/' ? '.' : name[i]);
    return name + length + 1;
}

const char *java_add_type(struct strbuf *out, const char *type) {
    size_t dimensions = strspn(type, "[");
    type += dimensions;
    const char *primitive = primitive_name(*type);
    if (primitive && dimensions && *type == 'V') return NULL;
    if (primitive)
        strbuf_add_text(out, primitive), type++;
    else if (*type == 'L')
        type = add_class(out, type + 1);
    else
        return NULL;
    while (dimensions--) strbuf_add_text(out, "[]");
    return type;
}

const char *java_add_parameters(struct strbuf *out, const char *descriptor) {
    const char *separator = "";
    strbuf_add_char(out, '(');
    for (descriptor++; *descriptor && *descriptor != ')'; separator = ", ") {
        strbuf_add_text(out, separator);
        if (*descriptor == 'V' || !(descriptor = java_add_type(out, descriptor))) return NULL;
    }
    strbuf_add_char(out, ')');
    struct strbuf result = STRBUF_INIT;
    descriptor = *descriptor ? java_add_type(&result, descriptor + 1) : NULL;
    strbuf_release(&result);
    return descriptor;
}

bool pattern_names(const char *pattern, const char *text, size_t length) {
    const char *end = text + length, *star = NULL, *behind = NULL;
    while (text < end)
        if (*pattern == '*')
            star = pattern++, behind = text;
        else if (*pattern == *text)
            pattern++, text++;
        else if (star)
            pattern = star + 1, text = ++behind;
        else
            return false;
    return !pattern[strspn(pattern, "*")];
}

static void add_without_spaces(struct strbuf *out, const char *text) {
    for (; *text; text++)
        if (*text != ' ') strbuf_add_char(out, *text);
}

bool java_parameters_are(const char *pattern, const char *descriptor) {
    size_t length = strlen(pattern);
    if (!length || *pattern != '(' || pattern[length - 1] != ')') return false;
    struct strbuf spaced = STRBUF_INIT, words = STRBUF_INIT, wanted = STRBUF_INIT;
    const char *end = java_add_parameters(&spaced, descriptor);
    add_without_spaces(&words, strbuf_text(&spaced));
    add_without_spaces(&wanted, pattern);
    bool is_named =
        end && !*end && pattern_names(strbuf_text(&wanted), strbuf_text(&words), words.length);
    strbuf_release(&spaced);
    strbuf_release(&words);
    strbuf_release(&wanted);
    return is_named;
}

void java_add_name(struct strbuf *out, const char *name) {
    struct strbuf words = STRBUF_INIT;
    const char *open = strchr(name, '(');
    const char *end = NULL;
    if (*name == '[')
        end = java_add_type(&words, name);
    else if (open && open > name) {
        strbuf_add(&words, name, (size_t)(open - name));
        end = java_add_parameters(&words, open);
    }
    strbuf_add_text(out, end && !*end ? strbuf_text(&words) : name);
    strbuf_release(&words);
}
