/* TEXT: types, methods and modules as java's messages name them. */
#include <string.h>

#include "base/intern.h"
#include "runtime/internal.h"

const char *binary_name_of(const char *internal_name) {
    char *name = memory_duplicate(internal_name);
    for (char *c = name; *c; c++)
        if (*c == '/') *c = '.';
    const char *interned = intern(name);
    memory_free(name);
    return interned;
}

static const char *const type_names[JAVA_TYPE_COUNT] = {
    [JAVA_INT] = "int",       [JAVA_LONG] = "long",       [JAVA_FLOAT] = "float",
    [JAVA_DOUBLE] = "double", [JAVA_BOOLEAN] = "boolean", [JAVA_BYTE] = "byte",
    [JAVA_CHAR] = "char",     [JAVA_SHORT] = "short",     [JAVA_VOID] = "void",
};

void text_add_type(struct strbuf *out, const char **descriptor) {
    int dimensions = 0;
    for (; **descriptor == '['; ++*descriptor) dimensions++;
    const char *class_name;
    enum java_type type = descriptor_next(descriptor, &class_name);
    strbuf_add_text(out, class_name ? binary_name_of(class_name) : type_names[type]);
    while (dimensions--) strbuf_add_text(out, "[]");
}

void text_add_method(struct strbuf *out, const char *class_name, const char *name,
                     const char *descriptor) {
    const char *cursor = strchr(descriptor, ')') + 1;
    text_add_type(out, &cursor);
    strbuf_add_char(out, ' ');
    if (class_name) strbuf_addf(out, "%s.", binary_name_of(class_name));
    strbuf_addf(out, "%s(", name);
    for (cursor = descriptor + 1; *cursor != ')';) {
        text_add_type(out, &cursor);
        if (*cursor != ')') strbuf_add_text(out, ", ");
    }
    strbuf_add_char(out, ')');
}

bool class_is_of_library(const struct class *class) {
    while (class_is_array(class) && class->element_class) class = class->element_class;
    return class_is_array(class) || !strncmp(class->name, "java/", 5);
}

const char *text_of_module(const struct class *class) {
    return class_is_of_library(class) ? "module java.base of loader 'bootstrap'"
                                      : "unnamed module of loader 'app'";
}

void text_add_modules(struct strbuf *out, const struct class *a, const struct class *b) {
    if (class_is_of_library(a) == class_is_of_library(b))
        strbuf_addf(out, "%s and %s are in %s", a->binary_name, b->binary_name, text_of_module(a));
    else
        strbuf_addf(out, "%s is in %s; %s is in %s", a->binary_name, text_of_module(a),
                    b->binary_name, text_of_module(b));
}
