/* WRITE CLASS: a class's fields, methods, initialisers, accessors and bridges to a class file. */
#include <string.h>

#include "base/intern.h"
#include "frontend/generate.h"

enum { CLASS_FILE_VERSION = 52 };

/* ---- fields and initialisers */

static void write_field(struct compiler *compiler, const struct variable *field) {
    struct class_writer *writer = &compiler->writer;
    const struct constant_value *value = field->constant;
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
    class_writer_add_generic_field(writer, field->access, field->name,
                                   erased_descriptor(compiler, field->type), constant,
                                   signature_of_type(compiler, field->type));
}

static void generate_field(struct code_generator *g, const struct variable *field) {
    struct code_emitter *e = &g->emitter;
    bool is_static = field->access & ACC_STATIC;
    if (is_static && field->constant) return; /* the virtual machine sets it */
    emitter_set_line(e, field->place);
    if (!is_static) emit_load(e, JAVA_REFERENCE, 0);
    generate_initializer(g, field->initializer, field->type);
    emit_field(e, is_static ? OP_putstatic : OP_putfield, g->class->name, field->name,
               erased_descriptor(g->compiler, field->type));
}

static bool is_enum_class(const struct class_symbol *class) {
    return class->access & ACC_ENUM && !class->is_anonymous;
}

static void generate_initializers(struct code_generator *g, bool are_static) {
    const struct class_declaration *declaration = g->class->declaration;
    bool is_enum = are_static && is_enum_class(g->class); /* whose constants are not all made yet */
    for (uint32_t i = 0; i < declaration->members.count; i++) {
        const struct member_declaration *member = declaration->members.items[i];
        if (((member->access & ACC_STATIC) != 0) != are_static) continue;
        bool is_constant = member->access & ACC_ENUM;
        if (is_enum && !is_constant) {
            generate_enum_constants(g);
            is_enum = false;
        }
        if (member->kind == MEMBER_FIELD && member->initializer)
            generate_field(g, member->variable);
        if (member->kind == MEMBER_INITIALIZER) generate_statement(g, member->body);
    }
    if (is_enum) generate_enum_constants(g);
}

/* $assertionsDisabled = !Outermost.class.desiredAssertionStatus() */
static void generate_assertion_status(struct code_generator *g) {
    struct code_emitter *e = &g->emitter;
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
    struct code_generator g = generator_new(compiler, class, NULL, class->place);
    emitter_set_line(&g.emitter, class->place);
    if (class->has_assertions) {
        class_writer_add_field(&compiler->writer, ACC_STATIC | ACC_FINAL | ACC_SYNTHETIC,
                               "$assertionsDisabled", "Z", 0);
        generate_assertion_status(&g);
    }
    generate_initializers(&g, true);
    if (emitter_position(&g.emitter) == 0) return;
    emit(&g.emitter, OP_return);
    generator_add_method(&g, ACC_STATIC, "<clinit>", "()V", NULL, true);
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
static void generate_constructor_body(struct code_generator *g, const struct statement *body) {
    struct statement_list rest = body->statements;
    bool has_call = rest.count > 0 && is_constructor_call(rest.items[0]);
    bool calls_this = has_call && is_this_call(rest.items[0]);
    if (!calls_this) generate_hidden_fields(g);
    if (has_call) {
        generate_statement(g, rest.items[0]);
        rest.items++;
        rest.count--;
    }
    if (!calls_this) generate_initializers(g, false);
    generate_statements(g, &rest);
}

static uint16_t method_access(const struct method_symbol *method) {
    uint16_t access = (uint16_t)(method->access & ~ACC_STRICT);
    if (method->is_variable_arity) access |= ACC_VARARGS;
    /* The class around calls it with what is captured, which no accessor knows. */
    if (*method->name == '<' && method->owner->is_local) access &= (uint16_t)~ACC_PRIVATE;
    return access;
}

static void write_method(struct compiler *compiler, struct class_symbol *class,
                         const struct member_declaration *member) {
    const struct method_symbol *method = member->method;
    struct code_generator g = generator_new(compiler, class, method, member->place);
    struct code_emitter *e = &g.emitter;
    bool is_constructor = member->kind == MEMBER_CONSTRUCTOR;
    const char *descriptor =
        is_constructor ? constructor_descriptor(&g, method) : method->descriptor;
    if (!(method->access & ACC_STATIC)) emit_local(e, &class->type);
    if (is_constructor) generate_hidden_parameters(&g, method);
    for (uint32_t i = 0; i < member->parameters.count; i++)
        emit_parameter(e, member->parameters.items[i]);
    if (is_constructor) generate_captured_parameters(&g);
    if (member->body && is_constructor)
        generate_constructor_body(&g, member->body);
    else if (member->body)
        generate_statement(&g, member->body);
    if (member->body && e->alive) {
        emitter_set_line(e, member->body->end);
        emit(e, OP_return);
    }
    generator_add_method(&g, method_access(method), method->name, descriptor, method,
                         member->body != NULL);
}

static void write_lambda(struct compiler *compiler, struct class_symbol *class,
                         const struct lambda *lambda) {
    struct code_generator g = generator_new(compiler, class, NULL, lambda->place);
    const char *descriptor = generate_lambda_method(&g, lambda);
    uint16_t access = ACC_PRIVATE | ACC_SYNTHETIC | (lambda->captures_this ? 0 : ACC_STATIC);
    generator_add_method(&g, access, lambda->name, descriptor, NULL, true);
}

static void write_enum_method(struct compiler *compiler, struct class_symbol *class,
                              const struct method_symbol *method) {
    struct code_generator g = generator_new(compiler, class, method, class->place);
    emitter_set_line(&g.emitter, class->place);
    reserve_parameters(&g.emitter, method->descriptor, true);
    if (method->parameters.count)
        generate_value_of(&g);
    else
        generate_values(&g);
    generator_add_method(&g, method->access, method->name, method->descriptor, method, true);
}

static void write_hidden_fields(struct compiler *compiler, const struct class_symbol *class) {
    struct class_writer *writer = &compiler->writer;
    if (is_enum_class(class))
        class_writer_add_field(writer, ACC_PRIVATE | ACC_STATIC | ACC_FINAL | ACC_SYNTHETIC,
                               "$VALUES",
                               type_array(compiler, (struct type *)&class->type)->descriptor, 0);
    if (class->is_inner)
        class_writer_add_field(writer, ACC_FINAL | ACC_SYNTHETIC, outer_field_name(class),
                               class->outer->type.descriptor, 0);
    for (uint32_t i = 0; i < class->captured.count; i++)
        class_writer_add_field(writer, ACC_FINAL | ACC_SYNTHETIC,
                               captured_field_name(class->captured.items[i]),
                               erased_descriptor(compiler, class->captured.items[i]->type), 0);
}

/* ---- the class */

static void add_inner_class(struct class_writer *writer, const struct class_symbol *class) {
    struct inner_class inner = {class->name, class->is_local ? NULL : class->outer->name,
                                class->is_anonymous ? NULL : class->simple_name,
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
    write_hidden_fields(compiler, class);
    for (uint32_t i = 0; i < declaration->members.count; i++) {
        const struct member_declaration *member = declaration->members.items[i];
        if (member->kind == MEMBER_METHOD || member->kind == MEMBER_CONSTRUCTOR)
            write_method(compiler, class, member);
    }
    for (uint32_t i = 0; i < class->methods.count; i++)
        if (!class->methods.items[i]->declaration)
            write_enum_method(compiler, class, class->methods.items[i]);
    write_bridges(compiler, class);
    for (uint32_t i = 0; i < class->accessors.count; i++)
        write_accessor(compiler, class, class->accessors.items[i]);
    write_static_initializer(compiler, class);
    for (uint32_t i = 0; i < class->lambdas.count; i++)
        write_lambda(compiler, class, class->lambdas.items[i]);
}

static uint16_t class_access(const struct class_symbol *class) {
    uint16_t access =
        class->access & (ACC_PUBLIC | ACC_FINAL | ACC_ABSTRACT | ACC_INTERFACE | ACC_ENUM);
    if (class->access & ACC_PROTECTED) access |= ACC_PUBLIC;
    return symbol_is_interface(class) ? access : access | ACC_SUPER;
}

void check_limits(struct compiler *compiler, const struct class_symbol *class) {
    if (compiler->writer.exceeded)
        compile_error(compiler, class->place, "%s", compiler->writer.exceeded);
}

void write_class(struct compiler *compiler, struct class_symbol *class) {
    struct class_writer *writer = &compiler->writer;
    const char *super = class->super ? class->super->name : NULL;
    class_writer_init(writer, CLASS_FILE_VERSION, class_access(class), class->name, super);
    compiler->is_writing = true;
    const char *file = class->unit->source->file, *slash = strrchr(file, '/');
    class_writer_set_source_file(writer, slash ? slash + 1 : file);
    const char *signature = signature_of_class(compiler, class);
    if (signature) class_writer_set_signature(writer, signature);
    for (uint32_t i = 0; i < class->interfaces.count; i++)
        class_writer_add_interface(writer, class->interfaces.items[i]->name);
    write_members(compiler, class);
    write_inner_classes(writer, class);
    struct java_class written = {.name = class->name};
    written.bytes = class_writer_finish(writer, compiler->arena, &written.size);
    check_limits(compiler, class);
    class_writer_release(writer);
    compiler->is_writing = false;
    arena_vec_push(compiler->arena, compiler->out, written);
}
