/* WRITE METHOD: what all methods of a class file have in common, and the accessors through which other
 * classes reach private members. */
#include <string.h>

#include "base/intern.h"
#include "frontend/generate.h"

struct generator generator_new(struct compiler *compiler, struct class_symbol *class,
                                      const struct method *method, struct place place) {
    struct generator g = {.compiler = compiler, .class = class, .method = method};
    emitter_init(&g.emitter, compiler, place);
    return g;
}

void add_method(struct generator *g, uint16_t access, const char *name, const char *descriptor,
                const struct method *declared, bool has_code) {
    struct compiler *compiler = g->compiler;
    struct member_info info = {.access = access, .name = name, .descriptor = descriptor};
    if (has_code) info.code = emitter_finish(&g->emitter);
    if (declared && declared->exceptions.count) {
        uint32_t count = declared->exceptions.count;
        const char **names = ARENA_ARRAY(compiler->arena, const char *, count);
        for (uint32_t i = 0; i < count; i++)
            names[i] = type_erasure(compiler, declared->exceptions.items[i])->class->name;
        info.exception_count = (uint16_t)count;
        info.exceptions = names;
    }
    if (declared && !(access & ACC_SYNTHETIC)) info.signature = signature_of_method(compiler, declared);
    class_writer_add_method(&compiler->writer, &info);
}

/* ---- accessors */

void load_parameters(struct emitter *e, const char *descriptor, int slot, int left_out) {
    struct method_shape shape;
    descriptor_read_method(descriptor, &shape);
    for (int i = 0; i < shape.parameter_count - left_out; i++) {
        emit_load(e, shape.parameters[i], slot);
        slot += java_type_slots(shape.parameters[i]);
    }
}

static int parameter_count(const char *descriptor) {
    struct method_shape shape;
    descriptor_read_method(descriptor, &shape);
    return shape.parameter_count;
}

void reserve_parameters(struct emitter *e, const char *descriptor, bool is_static) {
    struct method_shape shape;
    descriptor_read_method(descriptor, &shape);
    e->next_local = e->max_locals = shape.parameter_slots + (is_static ? 0 : 1);
}

static void generate_accessor(struct emitter *e, const struct accessor *accessor) {
    const struct variable *field = accessor->variable;
    const struct method *method = accessor->method;
    const char *host = accessor->host->name;
    bool is_static = (field ? field->access : method->access) & ACC_STATIC;
    switch (accessor->kind) {
    case ACCESS_GET:
        load_parameters(e, accessor->descriptor, 0, 0);
        emit_field(e, is_static ? OP_getstatic : OP_getfield, host, field->name,
                   type_descriptor(e->compiler, field->type));
        emit_return(e, field->type->java);
        return;
    case ACCESS_SET:
        load_parameters(e, accessor->descriptor, 0, 0);
        emit_field(e, is_static ? OP_putstatic : OP_putfield, host, field->name,
                   type_descriptor(e->compiler, field->type));
        emit_return(e, JAVA_VOID);
        return;
    case ACCESS_CALL:
        load_parameters(e, accessor->descriptor, 0, 0);
        emit_call(e,
                  is_static                      ? OP_invokestatic
                  : method->access & ACC_PRIVATE ? OP_invokespecial
                                                 : OP_invokevirtual,
                  class_is_interface(accessor->host), host, method->name, method->descriptor);
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
    struct generator g = generator_new(compiler, class, NULL, class->place);
    bool is_new = accessor->kind == ACCESS_NEW;
    emitter_set_line(&g.emitter, class->place);
    reserve_parameters(&g.emitter, accessor->descriptor, !is_new);
    generate_accessor(&g.emitter, accessor);
    add_method(&g, ACC_SYNTHETIC | (is_new ? 0 : ACC_STATIC), accessor->name, accessor->descriptor,
               accessor->method, true);
}
