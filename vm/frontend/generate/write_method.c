/* WRITE METHOD: what all methods of a class file have in common, and the accessors through which
 * other classes reach private members. */
#include <string.h>

#include "base/die.h"
#include "base/intern.h"
#include "classfile/typeflow.h"
#include "frontend/generate.h"

struct code_generator generator_new(struct compiler *compiler, struct class_symbol *class,
                                    const struct method_symbol *method, struct place place) {
    struct code_generator g = {.compiler = compiler, .class = class, .method = method};
    emitter_init(&g.emitter, compiler, place);
    return g;
}

/* ---- frames */

static enum hierarchy_answer is_assignable(void *context, const char *from, const char *to) {
    struct class_symbol *super = class_referenced(context, to);
    if (symbol_is_interface(super)) return ANSWER_YES;
    return class_is_subclass(class_referenced(context, from), super) ? ANSWER_YES : ANSWER_NO;
}

static const char *common_superclass(void *context, const char *a, const char *b) {
    struct class_symbol *super = class_referenced(context, a),
                        *other = class_referenced(context, b);
    if (symbol_is_interface(super) || symbol_is_interface(other)) return intern("java/lang/Object");
    while (!class_is_subclass(other, super)) super = super->super;
    return super->name;
}

/* The fields that a constructor sets before the super class's. */
static void view_hidden_fields(struct code_generator *g, struct classfile *view) {
    const struct class_symbol *class = g->class;
    struct member_info *fields =
        ARENA_ARRAY(g->compiler->arena, struct member_info, class->captured.count + 1);
    if (class->is_inner) {
        struct member_info *field = &fields[view->field_count++];
        field->name = outer_field_name(class);
        field->descriptor = class->outer->type.descriptor;
    }
    for (uint32_t i = 0; i < class->captured.count; i++) {
        struct member_info *field = &fields[view->field_count++];
        field->name = captured_field_name(class->captured.items[i]);
        field->descriptor = erased_descriptor(g->compiler, class->captured.items[i]->type);
    }
    view->fields = fields;
}

/* StackMapTable, which javac has too: from the types that the code itself shows. */
static void add_frames(struct code_generator *g, const struct member_info *method,
                       struct code *code) {
    struct compiler *compiler = g->compiler;
    struct class_hierarchy hierarchy = {.context = compiler,
                                        .is_assignable = is_assignable,
                                        .common_superclass = common_superclass};
    struct classfile view = class_writer_view(&compiler->writer, compiler->arena);
    struct diag diag = DIAG_INIT;
    if (*method->name == '<') view_hidden_fields(g, &view);
    if (typeflow_frames(compiler->arena, &view, method, &hierarchy, &diag, code) != TYPEFLOW_RIGHT)
        BUG("%s.%s%s: %s", g->class->name, method->name, method->descriptor, diag.message);
}

void generator_add_method(struct code_generator *g, uint16_t access, const char *name,
                          const char *descriptor, const struct method_symbol *declared,
                          bool has_code) {
    struct compiler *compiler = g->compiler;
    struct member_info info = {.access = access, .name = name, .descriptor = descriptor};
    struct code *code = has_code ? emitter_finish(&g->emitter) : NULL;
    info.code = code;
    check_limits(compiler, g->class);
    if (code) add_frames(g, &info, code);
    if (declared && declared->exceptions.count) {
        uint32_t count = declared->exceptions.count;
        const char **names = ARENA_ARRAY(compiler->arena, const char *, count);
        for (uint32_t i = 0; i < count; i++)
            names[i] = type_erasure(compiler, declared->exceptions.items[i])->class->name;
        info.exception_count = (uint16_t)count;
        info.exceptions = names;
    }
    if (declared && !(access & ACC_SYNTHETIC))
        info.signature = signature_of_method(compiler, declared);
    class_writer_add_method(&compiler->writer, &info);
}

/* ---- accessors */

/* Loads the parameters of a descriptor from slot [slot] on, the last [left_out] of them not. */
static void load_parameters(struct code_emitter *e, const char *descriptor, int slot,
                            int left_out) {
    const struct method_shape *shape = method_shape_of(intern(descriptor));
    for (int i = 0; i < shape->parameter_count - left_out; i++) {
        emit_load(e, shape->parameters[i], slot);
        slot += java_type_slots(shape->parameters[i]);
    }
}

static int parameter_count(const char *descriptor) {
    const struct method_shape *shape = method_shape_of(intern(descriptor));
    return shape->parameter_count;
}

void reserve_parameters(struct code_emitter *e, const char *descriptor, bool is_static) {
    const struct method_shape *shape = method_shape_of(intern(descriptor));
    e->next_local = e->max_locals = shape->parameter_slots + (is_static ? 0 : 1);
}

static void generate_accessor(struct code_emitter *e, const struct accessor *accessor) {
    const struct variable *field = accessor->variable;
    const struct method_symbol *method = accessor->method;
    const char *host = accessor->host->name;
    bool is_static = (field ? field->access : method->access) & ACC_STATIC;
    switch (accessor->kind) {
    case ACCESS_GET:
        load_parameters(e, accessor->descriptor, 0, 0);
        emit_field(e, is_static ? OP_getstatic : OP_getfield, host, field->name,
                   erased_descriptor(e->compiler, field->type));
        emit_return(e, field->type->java);
        return;
    case ACCESS_SET:
        load_parameters(e, accessor->descriptor, 0, 0);
        emit_field(e, is_static ? OP_putstatic : OP_putfield, host, field->name,
                   erased_descriptor(e->compiler, field->type));
        emit_return(e, JAVA_VOID);
        return;
    case ACCESS_CALL:
        load_parameters(e, accessor->descriptor, 0, 0);
        emit_call(e,
                  is_static                      ? OP_invokestatic
                  : method->access & ACC_PRIVATE ? OP_invokespecial
                                                 : OP_invokevirtual,
                  symbol_is_interface(accessor->host), host, method->name, method->descriptor);
        emit_return(e, method->result->java);
        return;
    case ACCESS_NEW:
        emit_load(e, JAVA_REFERENCE, 0);
        load_parameters(e, accessor->descriptor, 1,
                        parameter_count(accessor->descriptor) -
                            parameter_count(method->descriptor));
        emit_invoke(e, OP_invokespecial, host, "<init>", method->descriptor);
        emit_return(e, JAVA_VOID);
        return;
    }
}

void write_accessor(struct compiler *compiler, struct class_symbol *class,
                    const struct accessor *accessor) {
    struct code_generator g = generator_new(compiler, class, NULL, class->place);
    bool is_new = accessor->kind == ACCESS_NEW;
    emitter_set_line(&g.emitter, class->place);
    reserve_parameters(&g.emitter, accessor->descriptor, !is_new);
    generate_accessor(&g.emitter, accessor);
    generator_add_method(&g, ACC_SYNTHETIC | (is_new ? 0 : ACC_STATIC), accessor->name,
                         accessor->descriptor, accessor->method, true);
}
