/* SYMBOLS: types, and the text of symbols in messages. */
#include "frontend/symbols.h"

#include <string.h>

#include "base/die.h"
#include "base/intern.h"
#include "frontend/inference.h"
#include "frontend/passes.h"

bool type_is_primitive(const struct type *type) { return type->kind == KIND_PRIMITIVE; }

bool type_is_reference(const struct type *type) {
    return type->kind != KIND_PRIMITIVE && type->kind != KIND_VOID;
}

bool type_is_numeric(const struct type *type) {
    return type->kind == KIND_PRIMITIVE && type->java != JAVA_BOOLEAN;
}

bool type_is_integral(const struct type *type) {
    return type_is_numeric(type) && type->java != JAVA_FLOAT && type->java != JAVA_DOUBLE;
}

bool type_is(const struct type *type, enum java_type java) {
    return (type->kind == KIND_PRIMITIVE || type->kind == KIND_VOID) && type->java == java;
}

bool type_is_class(const struct type *type, const char *internal_name) {
    return type->kind == KIND_CLASS && strcmp(type->class->name, internal_name) == 0;
}

struct type *type_primitive(struct compiler *compiler, enum java_type java) {
    ASSERT(java != JAVA_REFERENCE, "no primitive type");
    struct type *type = &compiler->primitives[java];
    if (!type->descriptor) {
        type->kind = java == JAVA_VOID ? KIND_VOID : KIND_PRIMITIVE;
        type->java = java;
        char letter = java_type_letter(java);
        type->descriptor = intern_bytes(&letter, 1);
    }
    return type;
}

struct type *type_null(struct compiler *compiler) {
    struct type *type = &compiler->primitives[JAVA_REFERENCE];
    type->kind = KIND_NULL;
    type->java = JAVA_REFERENCE;
    return type;
}

struct type *type_array(struct compiler *compiler, struct type *element) {
    if (element->array) return element->array;
    struct type *array = ARENA_NEW(compiler->arena, struct type);
    array->kind = KIND_ARRAY;
    array->java = JAVA_REFERENCE;
    array->element = element;
    array->is_open = element->is_open;
    if (element->descriptor) array->descriptor = intern_format("[%s", element->descriptor);
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

/* ---- text */

static const char *bounds_text(struct compiler *compiler, const struct type *type) {
    const char *text = "INT#1";
    if (type->kind == KIND_INTERSECTION) return text;
    return type->bounds.count ? type_text(compiler, type->bounds.items[0]) : "Object";
}

static const char *class_type_text(struct compiler *compiler, const struct type *type) {
    const struct class_symbol *class = type->class;
    const char *name = class->simple_name;
    if (class->is_anonymous) {
        const struct type *super =
            class->interface_types.count ? class->interface_types.items[0] : class->super_type;
        return arena_format(compiler->arena, "<anonymous %s>", type_text(compiler, super));
    }
    uint32_t count = type->arguments.count, around = count ? count - class->own_parameters : 0;
    if (around) {
        struct type_list outer = {type->arguments.items, around, around};
        name = arena_format(compiler->arena, "%s.%s",
                            type_text(compiler, type_parameterized(compiler, class->outer, &outer)),
                            name);
    }
    if (count == around) return name;
    struct type_list own = {type->arguments.items + around, count - around, count - around};
    return arena_format(compiler->arena, "%s<%s>", name, types_text(compiler, &own));
}

const char *type_text(struct compiler *compiler, const struct type *type) {
    static const char *const names[JAVA_TYPE_COUNT] = {
        [JAVA_INT] = "int",       [JAVA_LONG] = "long",       [JAVA_FLOAT] = "float",
        [JAVA_DOUBLE] = "double", [JAVA_BOOLEAN] = "boolean", [JAVA_BYTE] = "byte",
        [JAVA_CHAR] = "char",     [JAVA_SHORT] = "short",     [JAVA_VOID] = "void",
    };
    switch (type->kind) {
    case KIND_PRIMITIVE:
    case KIND_VOID: return names[type->java];
    case KIND_NULL: return "<null>";
    case KIND_CLASS: return class_type_text(compiler, type);
    case KIND_ARRAY:
        return arena_format(compiler->arena, "%s[]", type_text(compiler, type->element));
    case KIND_VARIABLE: return type->name;
    case KIND_INTERSECTION: return bounds_text(compiler, type);
    case KIND_WILDCARD:
        if (type->wildcard == WILDCARD_ANY) return "?";
        return arena_format(compiler->arena, "? %s %s",
                            type->wildcard == WILDCARD_SUPER ? "super" : "extends",
                            type_text(compiler, type->bound));
    case KIND_INFERENCE: {
        const struct type *known = inference_prune((struct type *)type);
        return known == type ? type->inference->declared->name : type_text(compiler, known);
    }
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

const char *method_text(struct compiler *compiler, const struct method_symbol *method) {
    bool is_constructor = *method->name == '<';
    const char *parameters = types_text(compiler, &method->parameters);
    size_t length = strlen(parameters);
    if (method->is_variable_arity && length > 2) /* its array is shown as T... */
        parameters = arena_format(compiler->arena, "%.*s...", (int)length - 2, parameters);
    const char *type_parameters =
        method->type_parameters.count
            ? arena_format(compiler->arena, "<%s>", types_text(compiler, &method->type_parameters))
            : "";
    return arena_format(compiler->arena, "%s%s(%s)", type_parameters,
                        is_constructor ? method->owner->simple_name : method->name, parameters);
}

const char *class_text(struct compiler *compiler, const struct class_symbol *class) {
    const char *word = symbol_is_interface(class) ? "interface"
                       : class->access & ACC_ENUM ? "enum"
                                                  : "class";
    const struct type *type = class->this_type ? class->this_type : &class->type;
    return arena_format(compiler->arena, "%s %s", word, type_text(compiler, type));
}
