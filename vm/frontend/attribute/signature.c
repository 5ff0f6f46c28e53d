/* SIGNATURE: generic types as class files have them (JVMS 4.7.9.1), read and written. What is read
 * may be wrong, since nothing checks it before: then the erased types stay. */
#include <string.h>

#include "base/die.h"
#include "base/intern.h"
#include "base/strbuf.h"
#include "frontend/passes.h"

struct signature_reader {
    struct compiler *compiler;
    const char *next;
    const struct type_list *own;   /* type parameters of the method, or NULL */
    const struct type_list *class; /* those of the class */
    bool is_bad;
};

static struct type *read_type(struct signature_reader *in);

static bool take(struct signature_reader *in, char c) {
    if (*in->next != c) return false;
    in->next++;
    return true;
}

static struct type *bad(struct signature_reader *in) {
    in->is_bad = true;
    in->next += strlen(in->next);
    return type_object(in->compiler);
}

static struct type *find_variable(const struct type_list *parameters, const char *name) {
    for (uint32_t i = parameters ? parameters->count : 0; i-- > 0;)
        if (parameters->items[i]->name == name) return parameters->items[i];
    return NULL;
}

static struct type *read_variable(struct signature_reader *in) {
    size_t length = strcspn(in->next, ";");
    const char *name = intern_bytes(in->next, length);
    in->next += length;
    if (!take(in, ';')) return bad(in);
    struct type *type = find_variable(in->own, name);
    if (!type) type = find_variable(in->class, name);
    return type ? type : bad(in); /* of the method around a local class */
}

static struct type *read_argument(struct signature_reader *in) {
    if (take(in, '*')) return type_wildcard(in->compiler, WILDCARD_ANY, NULL);
    if (take(in, '+')) return type_wildcard(in->compiler, WILDCARD_EXTENDS, read_type(in));
    if (take(in, '-')) return type_wildcard(in->compiler, WILDCARD_SUPER, read_type(in));
    return read_type(in);
}

static struct type *read_class(struct signature_reader *in) {
    struct type_list arguments = {0};
    const char *name = "";
    for (;;) {
        size_t length = strcspn(in->next, "<;.");
        name = intern_format("%s%.*s", name, (int)length, in->next);
        in->next += length;
        if (take(in, '<'))
            while (*in->next && !take(in, '>')) {
                struct type *argument = read_argument(in);
                arena_vec_push(in->compiler->arena, &arguments, argument);
            }
        if (take(in, ';')) break;
        if (!take(in, '.')) return bad(in);
        name = intern_format("%s$", name);
    }
    struct class_symbol *class = class_referenced(in->compiler, name);
    if (arguments.count != class->parameters.count) return &class->type;
    return type_parameterized(in->compiler, class, &arguments);
}

static struct type *read_type(struct signature_reader *in) {
    if (take(in, '[')) return type_array(in->compiler, read_type(in));
    if (take(in, 'T')) return read_variable(in);
    if (take(in, 'L')) return read_class(in);
    if (!strchr("BCDFIJSZV", *in->next) || !*in->next) return bad(in);
    return type_of_descriptor(in->compiler, &in->next);
}

static void skip_type(struct signature_reader *in) {
    while (take(in, '[')) continue;
    bool is_named = *in->next == 'L' || *in->next == 'T';
    int depth = 0;
    for (; is_named && *in->next && (depth > 0 || *in->next != ';'); in->next++) {
        if (*in->next == '<') depth++;
        if (*in->next == '>') depth--;
    }
    if (*in->next) in->next++;
}

/* Past the parameters; their names are added to [parameters]. */
static void read_names(struct signature_reader *in, struct type_list *parameters) {
    if (!take(in, '<')) return;
    while (*in->next && !take(in, '>')) {
        size_t length = strcspn(in->next, ":");
        struct type *parameter = type_variable_new(in->compiler, intern_bytes(in->next, length));
        arena_vec_push(in->compiler->arena, parameters, parameter);
        in->next += length;
        while (take(in, ':'))
            if (*in->next != ':') skip_type(in);
    }
}

/* The same text again: bounds may mention any of the names. */
static void read_bounds(struct signature_reader *in, struct type **parameters) {
    if (!take(in, '<')) return;
    while (*in->next && !take(in, '>')) {
        in->next += strcspn(in->next, ":");
        while (take(in, ':')) {
            if (*in->next == ':') continue; /* no class among the bounds */
            struct type *bound = read_type(in);
            arena_vec_push(in->compiler->arena, &(*parameters)->bounds, bound);
        }
        parameters++;
    }
}

void signature_read_class(struct compiler *compiler, struct class_symbol *class) {
    const char *text = class->file->signature;
    struct signature_reader in = {
        .compiler = compiler, .next = text ? text : "", .class = &class->parameters};
    if (class->is_inner && class->outer)
        for (uint32_t i = 0; i < class->outer->parameters.count; i++)
            arena_vec_push(compiler->arena, &class->parameters, class->outer->parameters.items[i]);
    uint32_t around = class->parameters.count;
    read_names(&in, &class->parameters);
    class->own_parameters = class->parameters.count - around;
    class->this_type = type_parameterized(compiler, class, &class->parameters);
    if (!text) return;
    in.next = text;
    read_bounds(&in, class->parameters.items + around);
    class->super_type = read_type(&in);
    while (*in.next) {
        struct type *interface = read_type(&in);
        arena_vec_push(compiler->arena, &class->interface_types, interface);
    }
    bool is_other = in.is_bad || class->interface_types.count != class->interfaces.count ||
                    (class->super && class->super_type->class != class->super);
    for (uint32_t i = 0; i < class->interfaces.count && !is_other; i++)
        is_other = class->interface_types.items[i]->class != class->interfaces.items[i];
    if (is_other) class->super_type = NULL;
}

void signature_read_method(struct compiler *compiler, struct method_symbol *method,
                           const char *text) {
    struct signature_reader in = {
        .compiler = compiler, .next = text, .class = &method->owner->parameters};
    struct type_list parameters = {0}, thrown = {0};
    in.own = &method->type_parameters;
    read_names(&in, &method->type_parameters);
    in.next = text;
    read_bounds(&in, method->type_parameters.items);
    if (!take(&in, '(')) return;
    while (*in.next && !take(&in, ')')) {
        struct type *parameter = read_type(&in);
        arena_vec_push(compiler->arena, &parameters, parameter);
    }
    struct type *result = read_type(&in);
    while (take(&in, '^')) {
        struct type *type = read_type(&in);
        arena_vec_push(compiler->arena, &thrown, type);
    }
    if (in.is_bad || parameters.count != method->parameters.count) return;
    method->parameters = parameters;
    method->result = result;
    if (thrown.count) method->exceptions = thrown;
}

void signature_read_field(struct compiler *compiler, struct variable *field, const char *text) {
    struct signature_reader in = {
        .compiler = compiler, .next = text, .class = &field->owner->parameters};
    struct type *type = read_type(&in);
    if (!in.is_bad) field->type = type;
}

/* ---- writing */

static void write_type(struct strbuf *out, const struct type *type);

static void write_arguments(struct strbuf *out, const struct type *type, uint32_t first,
                            uint32_t end) {
    if (first == end) return;
    strbuf_add_text(out, "<");
    for (uint32_t i = first; i < end; i++) {
        const struct type *argument = type->arguments.items[i];
        bool is_wildcard = argument->kind == KIND_WILDCARD;
        if (is_wildcard)
            strbuf_add_text(out, argument->wildcard == WILDCARD_ANY       ? "*"
                                 : argument->wildcard == WILDCARD_EXTENDS ? "+"
                                                                          : "-");
        if (!is_wildcard || argument->bound)
            write_type(out, is_wildcard ? argument->bound : argument);
    }
    strbuf_add_text(out, ">");
}

/* Without the semicolon: the first [end] arguments belong to the class and those around it. */
static void write_class_type(struct strbuf *out, const struct class_symbol *class,
                             const struct type *type, uint32_t end) {
    uint32_t around = end - class->own_parameters;
    if (around > 0) {
        write_class_type(out, class->outer, type, around);
        strbuf_addf(out, ".%s", class->simple_name);
    } else {
        strbuf_addf(out, "L%s", class->name);
    }
    write_arguments(out, type, around, end);
}

static void write_type(struct strbuf *out, const struct type *type) {
    switch (type->kind) {
    case KIND_PRIMITIVE:
    case KIND_VOID:
    case KIND_NULL: strbuf_add_text(out, type->descriptor); return;
    case KIND_ARRAY:
        strbuf_add_text(out, "[");
        write_type(out, type->element);
        return;
    case KIND_VARIABLE:
        if (type->is_captured)
            write_type(out, type->bounds.items[0]);
        else
            strbuf_addf(out, "T%s;", type->name);
        return;
    case KIND_CLASS:
        if (type->arguments.count == 0) {
            strbuf_add_text(out, type->class->type.descriptor);
            return;
        }
        write_class_type(out, type->class, type, type->arguments.count);
        strbuf_add_text(out, ";");
        return;
    case KIND_INTERSECTION: write_type(out, type->bounds.items[0]); return;
    case KIND_WILDCARD:
    case KIND_INFERENCE: break;
    }
    UNREACHABLE();
}

static void write_parameters(struct strbuf *out, const struct type_list *parameters,
                             uint32_t first) {
    if (first == parameters->count) return;
    strbuf_add_text(out, "<");
    for (uint32_t i = first; i < parameters->count; i++) {
        const struct type *parameter = parameters->items[i];
        strbuf_addf(out, "%s:", parameter->name);
        if (parameter->bounds.count == 0) strbuf_add_text(out, "Ljava/lang/Object;");
        for (uint32_t j = 0; j < parameter->bounds.count; j++) {
            const struct type *bound = parameter->bounds.items[j];
            bool is_interface = bound->kind == KIND_CLASS && symbol_is_interface(bound->class);
            if (is_interface || j > 0) strbuf_add_text(out, ":");
            write_type(out, bound);
        }
    }
    strbuf_add_text(out, ">");
}

static bool is_generic(const struct type *type) {
    if (type->kind == KIND_ARRAY) return is_generic(type->element);
    return type->kind == KIND_VARIABLE || type->arguments.count > 0;
}

static bool any_is_generic(const struct type_list *types) {
    for (uint32_t i = 0; i < types->count; i++)
        if (is_generic(types->items[i])) return true;
    return false;
}

const char *signature_of_class(struct compiler *compiler, const struct class_symbol *class) {
    if (class->own_parameters == 0 && !any_is_generic(&class->interface_types) &&
        !(class->super_type && is_generic(class->super_type)))
        return NULL;
    struct strbuf *out = compiler_text(compiler);
    write_parameters(out, &class->parameters, class->parameters.count - class->own_parameters);
    if (class->super_type) write_type(out, class->super_type);
    for (uint32_t i = 0; i < class->interface_types.count; i++)
        write_type(out, class->interface_types.items[i]);
    return intern(strbuf_text(out));
}

const char *signature_of_method(struct compiler *compiler, const struct method_symbol *method) {
    if (method->type_parameters.count == 0 && !any_is_generic(&method->parameters) &&
        !any_is_generic(&method->exceptions) && !is_generic(method->result))
        return NULL;
    struct strbuf *out = compiler_text(compiler);
    write_parameters(out, &method->type_parameters, 0);
    strbuf_add_text(out, "(");
    for (uint32_t i = 0; i < method->parameters.count; i++)
        write_type(out, method->parameters.items[i]);
    strbuf_add_text(out, ")");
    write_type(out, method->result);
    if (any_is_generic(&method->exceptions))
        for (uint32_t i = 0; i < method->exceptions.count; i++) {
            strbuf_add_text(out, "^");
            write_type(out, method->exceptions.items[i]);
        }
    return intern(strbuf_text(out));
}

const char *signature_of_type(struct compiler *compiler, const struct type *type) {
    if (!is_generic(type)) return NULL;
    struct strbuf *out = compiler_text(compiler);
    write_type(out, type);
    return intern(strbuf_text(out));
}
