/* WRITE CLASS: a class's fields, methods, initialisers, accessors and bridges to a class file. */
#include <string.h>

#include "base/intern.h"
#include "frontend/generate.h"

enum { CLASS_FILE_VERSION = 50, ACC_BRIDGE = 0x0040 };

static struct generator generator_new(struct compiler *compiler, struct class_symbol *class,
                                      const struct method *method, struct place place) {
    struct generator g = {.compiler = compiler, .class = class, .method = method};
    emitter_init(&g.emitter, compiler, place);
    return g;
}

static void add_method(struct generator *g, uint16_t access, const char *name,
                       const char *descriptor, const struct type_list *exceptions, bool has_code) {
    struct member_info info = {.access = access, .name = name, .descriptor = descriptor};
    if (has_code) info.code = emitter_finish(&g->emitter);
    if (exceptions && exceptions->count) {
        const char **names = ARENA_ARRAY(g->compiler->arena, const char *, exceptions->count);
        for (uint32_t i = 0; i < exceptions->count; i++)
            names[i] = exceptions->items[i]->class->name;
        info.exception_count = (uint16_t)exceptions->count;
        info.exceptions = names;
    }
    class_writer_add_method(&g->compiler->writer, &info);
}

/* ---- fields and initialisers */

static void write_field(struct compiler *compiler, const struct variable *field) {
    struct class_writer *writer = &compiler->writer;
    const struct value *value = field->constant;
    uint16_t constant = 0;
    if (value && value->java == JAVA_REFERENCE)
        constant = class_writer_string(writer, value->text);
    else if (value && value->java == JAVA_LONG)
        constant = class_writer_long(writer, value->long_value);
    else if (value && value->java == JAVA_FLOAT)
        constant = class_writer_float(writer, value->float_value);
    else if (value && value->java == JAVA_DOUBLE)
        constant = class_writer_double(writer, value->double_value);
    else if (value)
        constant = class_writer_integer(writer, value->integer);
    class_writer_add_field(writer, field->access, field->name, field->type->descriptor, constant);
}

static void generate_field(struct generator *g, const struct variable *field) {
    struct emitter *e = &g->emitter;
    bool is_static = field->access & ACC_STATIC;
    if (is_static && field->constant) return; /* the virtual machine sets it */
    emitter_set_line(e, field->place);
    if (!is_static) emit_load(e, JAVA_REFERENCE, 0);
    generate_initializer(g, field->initializer, field->type);
    emit_field(e, is_static ? OP_putstatic : OP_putfield, g->class->name, field->name,
               field->type->descriptor);
}

static void generate_initializers(struct generator *g, bool are_static) {
    const struct class_declaration *declaration = g->class->declaration;
    for (uint32_t i = 0; i < declaration->members.count; i++) {
        const struct member_declaration *member = declaration->members.items[i];
        if (((member->access & ACC_STATIC) != 0) != are_static) continue;
        if (member->kind == MEMBER_FIELD && member->initializer)
            generate_field(g, member->variable);
        if (member->kind == MEMBER_INITIALIZER) generate_statement(g, member->body);
    }
}

/* $assertionsDisabled = !Outermost.class.desiredAssertionStatus() */
static void generate_assertion_status(struct generator *g) {
    struct emitter *e = &g->emitter;
    struct label *is_false = label_new(e), *end = label_new(e);
    emit_class(e, OP_ldc, class_outermost(g->class)->name);
    emit_invoke(e, OP_invokevirtual, "java/lang/Class", "desiredAssertionStatus", "()Z");
    emit_jump(e, OP_ifne, is_false);
    emit(e, OP_iconst_1);
    emit_jump(e, OP_goto, end);
    e->depth = 0;
    label_place(e, is_false);
    emit(e, OP_iconst_0);
    label_place(e, end);
    emit_field(e, OP_putstatic, g->class->name, "$assertionsDisabled", "Z");
}

static void write_static_initializer(struct compiler *compiler, struct class_symbol *class) {
    struct generator g = generator_new(compiler, class, NULL, class->place);
    emitter_set_line(&g.emitter, class->place);
    if (class->has_assertions) {
        class_writer_add_field(&compiler->writer, ACC_STATIC | ACC_FINAL | ACC_SYNTHETIC,
                               "$assertionsDisabled", "Z", 0);
        generate_assertion_status(&g);
    }
    generate_initializers(&g, true);
    if (emitter_position(&g.emitter) == 0) return;
    emit(&g.emitter, OP_return);
    add_method(&g, ACC_STATIC, "<clinit>", "()V", NULL, true);
}

/* ---- methods */

static bool is_this_call(const struct statement *statement) {
    return statement->kind == STATEMENT_EXPRESSION && statement->expression->is_constructor_call &&
           statement->expression->left->kind == EXPRESSION_THIS;
}

static bool is_constructor_call(const struct statement *statement) {
    return statement->kind == STATEMENT_EXPRESSION && statement->expression->is_constructor_call;
}

/* The initialisers run after the super class's constructor (JLS 12.5). */
static void generate_constructor_body(struct generator *g, const struct statement *body) {
    struct statement_list rest = body->statements;
    bool has_call = rest.count > 0 && is_constructor_call(rest.items[0]);
    bool calls_this = has_call && is_this_call(rest.items[0]);
    if (has_call) {
        generate_statement(g, rest.items[0]);
        rest.items++;
        rest.count--;
    }
    if (!calls_this) generate_initializers(g, false);
    generate_statements(g, &rest);
}

static void write_method(struct compiler *compiler, struct class_symbol *class,
                         const struct member_declaration *member) {
    const struct method *method = member->method;
    struct generator g = generator_new(compiler, class, method, member->place);
    struct emitter *e = &g.emitter;
    if (!(method->access & ACC_STATIC)) emit_local(e, &class->type);
    for (uint32_t i = 0; i < member->parameters.count; i++)
        member->parameters.items[i]->slot = emit_local(e, member->parameters.items[i]->type);
    if (member->body && member->kind == MEMBER_CONSTRUCTOR)
        generate_constructor_body(&g, member->body);
    else if (member->body)
        generate_statement(&g, member->body);
    if (member->body && e->alive) {
        emitter_set_line(e, member->body->end);
        emit(e, OP_return);
    }
    add_method(&g, (uint16_t)(method->access & ~ACC_STRICT), method->name, method->descriptor,
               &method->exceptions, member->body != NULL);
}

/* ---- accessors and bridges */

/* Loads the parameters of a descriptor from slot [slot] on, the last [left_out] of them not. */
static void load_parameters(struct emitter *e, const char *descriptor, int slot, int left_out) {
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

static void reserve_parameters(struct emitter *e, const char *descriptor, bool is_static) {
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
                   field->type->descriptor);
        emit_return(e, field->type->java);
        return;
    case ACCESS_SET:
        load_parameters(e, accessor->descriptor, 0, 0);
        emit_field(e, is_static ? OP_putstatic : OP_putfield, host, field->name,
                   field->type->descriptor);
        emit_return(e, JAVA_VOID);
        return;
    case ACCESS_CALL:
        load_parameters(e, accessor->descriptor, 0, 0);
        emit_invoke(e,
                    is_static                      ? OP_invokestatic
                    : method->access & ACC_PRIVATE ? OP_invokespecial
                                                   : OP_invokevirtual,
                    host, method->name, method->descriptor);
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

static void write_accessor(struct compiler *compiler, struct class_symbol *class,
                           const struct accessor *accessor) {
    struct generator g = generator_new(compiler, class, NULL, class->place);
    bool is_new = accessor->kind == ACCESS_NEW;
    emitter_set_line(&g.emitter, class->place);
    reserve_parameters(&g.emitter, accessor->descriptor, !is_new);
    generate_accessor(&g.emitter, accessor);
    add_method(&g, ACC_SYNTHETIC | (is_new ? 0 : ACC_STATIC), accessor->name, accessor->descriptor,
               accessor->method ? &accessor->method->exceptions : NULL, true);
}

struct bridges {
    const char **items; /* names followed by descriptors */
    uint32_t count, capacity;
};

static bool has_member(const struct class_symbol *class, const struct bridges *bridges,
                       const struct method *method) {
    for (uint32_t i = 0; i < class->methods.count; i++)
        if (class->methods.items[i]->name == method->name &&
            class->methods.items[i]->descriptor == method->descriptor)
            return true;
    for (uint32_t i = 0; i < bridges->count; i += 2)
        if (bridges->items[i] == method->name && bridges->items[i + 1] == method->descriptor)
            return true;
    return false;
}

/* JLS 8.4.8.3, JVMS 5.4.5: a method that overrides one with another result type does so through a
 * method of the old descriptor. */
static void write_bridge(struct compiler *compiler, struct class_symbol *class,
                         const struct method *inherited, const struct method *target) {
    struct generator g = generator_new(compiler, class, NULL, class->place);
    struct emitter *e = &g.emitter;
    emitter_set_line(e, class->place);
    reserve_parameters(e, inherited->descriptor, false);
    emit_load(e, JAVA_REFERENCE, 0);
    load_parameters(e, inherited->descriptor, 1, 0);
    bool is_own = target->owner == class;
    emit_invoke(e, is_own ? OP_invokevirtual : OP_invokespecial,
                is_own ? class->name : class->super->name, target->name, target->descriptor);
    emit_return(e, inherited->result->java);
    uint16_t access = target->access & (ACC_PUBLIC | ACC_PROTECTED);
    add_method(&g, access | ACC_SYNTHETIC | ACC_BRIDGE, inherited->name, inherited->descriptor,
               &target->exceptions, true);
}

static bool needs_bridge(const struct class_symbol *class, const struct method *inherited,
                         const struct method *target) {
    if (!target || target->descriptor == inherited->descriptor) return false;
    if (inherited->access & (ACC_STATIC | ACC_PRIVATE) || *inherited->name == '<') return false;
    if (target->owner == class) return true;
    /* An inherited method that implements an interface's: unless the super class has the bridge. */
    return class_is_interface(inherited->owner) && !(target->access & ACC_ABSTRACT) &&
           !class_is_interface(target->owner) && !class_is_subclass(class->super, inherited->owner);
}

static void write_bridges(struct compiler *compiler, struct class_symbol *class) {
    struct class_list all = class_supertypes(compiler, class);
    struct bridges bridges = {0};
    for (uint32_t i = 1; i < all.count; i++) {
        for (uint32_t j = 0; j < all.items[i]->methods.count; j++) {
            const struct method *inherited = all.items[i]->methods.items[j];
            const struct method *target = find_implementation(compiler, class, inherited);
            if (!needs_bridge(class, inherited, target) || has_member(class, &bridges, inherited))
                continue;
            arena_vec_push(compiler->arena, &bridges, inherited->name);
            arena_vec_push(compiler->arena, &bridges, inherited->descriptor);
            write_bridge(compiler, class, inherited, target);
        }
    }
}

/* ---- the class */

static void add_inner_class(struct class_writer *writer, const struct class_symbol *class) {
    struct inner_class inner = {class->name, class->outer->name, class->simple_name,
                                (uint16_t)(class->access & ~ACC_STRICT)};
    class_writer_add_inner_class(writer, &inner);
}

static void write_inner_classes(struct class_writer *writer, const struct class_symbol *class) {
    for (const struct class_symbol *c = class; c->outer; c = c->outer) add_inner_class(writer, c);
    for (uint32_t i = 0; i < class->nested.count; i++)
        add_inner_class(writer, class->nested.items[i]);
}

static void write_members(struct compiler *compiler, struct class_symbol *class) {
    const struct class_declaration *declaration = class->declaration;
    for (uint32_t i = 0; i < class->fields.count; i++)
        write_field(compiler, class->fields.items[i]);
    for (uint32_t i = 0; i < declaration->members.count; i++) {
        const struct member_declaration *member = declaration->members.items[i];
        if (member->kind == MEMBER_METHOD || member->kind == MEMBER_CONSTRUCTOR)
            write_method(compiler, class, member);
    }
    if (!class_is_interface(class)) write_bridges(compiler, class);
    for (uint32_t i = 0; i < class->accessors.count; i++)
        write_accessor(compiler, class, class->accessors.items[i]);
    write_static_initializer(compiler, class);
}

static uint16_t class_access(const struct class_symbol *class) {
    uint16_t access = class->access & (ACC_PUBLIC | ACC_FINAL | ACC_ABSTRACT | ACC_INTERFACE);
    if (class->access & ACC_PROTECTED) access |= ACC_PUBLIC;
    return class_is_interface(class) ? access : access | ACC_SUPER;
}

void write_class(struct compiler *compiler, struct class_symbol *class) {
    struct class_writer *writer = &compiler->writer;
    const char *super = class->super ? class->super->name : NULL;
    class_writer_init(writer, CLASS_FILE_VERSION, class_access(class), class->name, super);
    compiler->is_writing = true;
    const char *file = class->unit->source->file, *slash = strrchr(file, '/');
    class_writer_set_source_file(writer, slash ? slash + 1 : file);
    for (uint32_t i = 0; i < class->interfaces.count; i++)
        class_writer_add_interface(writer, class->interfaces.items[i]->name);
    write_members(compiler, class);
    write_inner_classes(writer, class);
    struct java_class written = {.name = class->name};
    written.bytes = class_writer_finish(writer, compiler->arena, &written.size);
    if (!written.bytes) compile_error(compiler, class->place, "%s", writer->exceeded);
    class_writer_release(writer);
    compiler->is_writing = false;
    arena_vec_push(compiler->arena, compiler->out, written);
}
