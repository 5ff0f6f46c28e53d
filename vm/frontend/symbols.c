/* SYMBOLS: types, and the text of symbols in messages. */
#include "frontend/symbols.h"

#include <string.h>

#include "base/die.h"
#include "base/intern.h"
#include "frontend/compiler.h"
#include "frontend/passes.h"

bool type_is_primitive(const struct type *type) { return type->kind == TYPE_PRIMITIVE; }

bool type_is_reference(const struct type *type) {
    return type->kind == TYPE_NULL || type->kind == TYPE_CLASS || type->kind == TYPE_ARRAY;
}

bool type_is_numeric(const struct type *type) {
    return type->kind == TYPE_PRIMITIVE && type->java != JAVA_BOOLEAN;
}

bool type_is_integral(const struct type *type) {
    return type_is_numeric(type) && type->java != JAVA_FLOAT && type->java != JAVA_DOUBLE;
}

bool type_is(const struct type *type, enum java_type java) {
    return (type->kind == TYPE_PRIMITIVE || type->kind == TYPE_VOID) && type->java == java;
}

bool type_is_class(const struct type *type, const char *internal_name) {
    return type->kind == TYPE_CLASS && strcmp(type->class->name, internal_name) == 0;
}

struct type *type_primitive(struct compiler *compiler, enum java_type java) {
    ASSERT(java != JAVA_REFERENCE, "no primitive type");
    struct type *type = &compiler->primitives[java];
    if (!type->descriptor) {
        type->kind = java == JAVA_VOID ? TYPE_VOID : TYPE_PRIMITIVE;
        type->java = java;
        char letter = java_type_letter(java);
        type->descriptor = intern_bytes(&letter, 1);
    }
    return type;
}

struct type *type_null(struct compiler *compiler) {
    struct type *type = &compiler->primitives[JAVA_REFERENCE];
    type->kind = TYPE_NULL;
    type->java = JAVA_REFERENCE;
    return type;
}

struct type *type_array(struct compiler *compiler, struct type *element) {
    if (element->array) return element->array;
    struct type *array = ARENA_NEW(compiler->arena, struct type);
    array->kind = TYPE_ARRAY;
    array->java = JAVA_REFERENCE;
    array->element = element;
    array->descriptor = intern_format("[%s", element->descriptor);
    return element->array = array;
}

struct type *type_known(struct compiler *compiler, const char *internal_name) {
    return &class_known(compiler, internal_name)->type;
}

struct type *type_object(struct compiler *compiler) {
    return type_known(compiler, "java/lang/Object");
}

struct type *type_string(struct compiler *compiler) {
    return type_known(compiler, "java/lang/String");
}

struct type *type_of_descriptor(struct compiler *compiler, const char **cursor) {
    if (**cursor == '[') {
        (*cursor)++;
        return type_array(compiler, type_of_descriptor(compiler, cursor));
    }
    const char *class_name;
    enum java_type java = descriptor_next(cursor, &class_name);
    return class_name ? &class_referenced(compiler, class_name)->type
                      : type_primitive(compiler, java);
}

const char *primitive_class_name(enum java_type java) {
    static const char *const names[JAVA_TYPE_COUNT] = {
        [JAVA_INT] = "java/lang/Integer",     [JAVA_LONG] = "java/lang/Long",
        [JAVA_FLOAT] = "java/lang/Float",     [JAVA_DOUBLE] = "java/lang/Double",
        [JAVA_BOOLEAN] = "java/lang/Boolean", [JAVA_BYTE] = "java/lang/Byte",
        [JAVA_CHAR] = "java/lang/Character",  [JAVA_SHORT] = "java/lang/Short",
        [JAVA_VOID] = "java/lang/Void",
    };
    return names[java];
}

/* ---- subtypes */

static bool widens_to(enum java_type from, enum java_type to) {
    /* JLS 4.10.1: each number type and the ones above it. */
    static const int8_t rank[JAVA_TYPE_COUNT] = {
        [JAVA_BYTE] = 1, [JAVA_SHORT] = 2, [JAVA_INT] = 3,
        [JAVA_LONG] = 4, [JAVA_FLOAT] = 5, [JAVA_DOUBLE] = 6,
    };
    if (from == to) return true;
    if (from == JAVA_CHAR) return rank[to] >= 3;
    return rank[from] && rank[to] && rank[from] < rank[to];
}

static bool array_is_subtype(struct compiler *compiler, const struct type *type,
                             const struct type *super) {
    if (super->kind == TYPE_CLASS)
        return type_is_class(super, "java/lang/Object") ||
               type_is_class(super, "java/lang/Cloneable") ||
               type_is_class(super, "java/io/Serializable");
    if (super->kind != TYPE_ARRAY) return false;
    if (type_is_primitive(type->element) || type_is_primitive(super->element))
        return type->element == super->element;
    return type_is_subtype(compiler, type->element, super->element);
}

bool type_is_subtype(struct compiler *compiler, const struct type *type, const struct type *super) {
    if (type == super) return true;
    switch (type->kind) {
    case TYPE_PRIMITIVE: return super->kind == TYPE_PRIMITIVE && widens_to(type->java, super->java);
    case TYPE_VOID: return false;
    case TYPE_NULL: return type_is_reference(super);
    case TYPE_CLASS:
        return super->kind == TYPE_CLASS && class_is_subclass(type->class, super->class);
    case TYPE_ARRAY: return array_is_subtype(compiler, type, super);
    }
    UNREACHABLE();
}

/* ---- text */

const char *type_text(struct compiler *compiler, const struct type *type) {
    static const char *const names[JAVA_TYPE_COUNT] = {
        [JAVA_INT] = "int",       [JAVA_LONG] = "long",       [JAVA_FLOAT] = "float",
        [JAVA_DOUBLE] = "double", [JAVA_BOOLEAN] = "boolean", [JAVA_BYTE] = "byte",
        [JAVA_CHAR] = "char",     [JAVA_SHORT] = "short",     [JAVA_VOID] = "void",
    };
    switch (type->kind) {
    case TYPE_PRIMITIVE:
    case TYPE_VOID: return names[type->java];
    case TYPE_NULL: return "<null>";
    case TYPE_CLASS: return type->class->simple_name;
    case TYPE_ARRAY:
        return arena_format(compiler->arena, "%s[]", type_text(compiler, type->element));
    }
    UNREACHABLE();
}

const char *types_text(struct compiler *compiler, const struct type_list *types) {
    const char *text = "";
    for (uint32_t i = 0; i < types->count; i++)
        text = arena_format(compiler->arena, "%s%s%s", text, i ? "," : "",
                            type_text(compiler, types->items[i]));
    return text;
}

const char *method_text(struct compiler *compiler, const struct method *method) {
    bool is_constructor = *method->name == '<';
    return arena_format(compiler->arena, "%s(%s)",
                        is_constructor ? method->owner->simple_name : method->name,
                        types_text(compiler, &method->parameters));
}

const char *class_text(struct compiler *compiler, const struct class_symbol *class) {
    return arena_format(compiler->arena, "%s %s", class_is_interface(class) ? "interface" : "class",
                        class->simple_name);
}
