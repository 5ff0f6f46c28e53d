/* GENERATE CALL: methods and constructors. */
#include <string.h>

#include "frontend/generate.h"

/* The last arguments in an array. */
static void generate_rest(struct code_generator *g, const struct expression *call, uint32_t first) {
    struct code_emitter *e = &g->emitter;
    struct type *element = call->element_type;
    emit_integer(e, (int32_t)(call->arguments.count - first));
    emit_new_array(e, element);
    for (uint32_t i = first; i < call->arguments.count; i++) {
        emit(e, OP_dup);
        emit_integer(e, (int32_t)(i - first));
        generate_value(g, call->arguments.items[i], element);
        emit_array_store(e, element);
    }
}

static void generate_arguments(struct code_generator *g, const struct expression *call) {
    const struct method_symbol *method = call->method;
    uint32_t plain = call->is_variable_arity ? method->parameters.count - 1 : call->arguments.count;
    for (uint32_t i = 0; i < plain; i++)
        generate_value(g, call->arguments.items[i], method->parameters.items[i]);
    if (call->is_variable_arity) generate_rest(g, call, plain);
}

/* The class through which the method is named (JLS 13.1). */
static const char *method_class(const struct expression *call) {
    const struct method_symbol *method = call->method;
    bool is_clone = strcmp(method->name, "clone") == 0;
    if (call->site->kind == KIND_ARRAY)
        return is_clone ? call->site->descriptor : method->owner->name;
    if (strcmp(method->owner->name, "java/lang/Object") == 0) return method->owner->name;
    return call->site->class->name;
}

static bool is_interface_method(const struct expression *call) {
    return call->site->kind == KIND_CLASS && symbol_is_interface(call->site->class) &&
           strcmp(call->method->owner->name, "java/lang/Object") != 0;
}

static enum opcode call_opcode(const struct expression *call) {
    const struct method_symbol *method = call->method;
    if (method->access & ACC_STATIC) return OP_invokestatic;
    if (call->left && call->left->kind == EXPRESSION_SUPER) return OP_invokespecial;
    if (method->access & ACC_PRIVATE) return OP_invokespecial;
    return is_interface_method(call) ? OP_invokeinterface : OP_invokevirtual;
}

/* The instance around an inner class's; one that is written is checked for null. */
static void generate_around(struct code_generator *g, const struct expression *call,
                            const struct expression *written) {
    struct code_emitter *e = &g->emitter;
    if (!call->method->owner->is_inner) return;
    if (!written) {
        generate_outer(g, call->around);
        return;
    }
    generate_expression(g, written);
    emit(e, OP_dup);
    emit_invoke(e, OP_invokevirtual, "java/lang/Object", "getClass", "()Ljava/lang/Class;");
    emit(e, OP_pop);
}

/* The call of <init> on the object on the stack. An accessor takes nulls behind the arguments. */
static void generate_init(struct code_generator *g, const struct expression *call,
                          const struct expression *around) {
    struct code_emitter *e = &g->emitter;
    const char *descriptor = constructor_descriptor(g, call->method);
    generate_around(g, call, around);
    generate_arguments(g, call);
    generate_captured(g, call->method->owner);
    if (call->accessor) {
        for (const char *c = call->accessor->descriptor + strlen(descriptor); *c; c++)
            if (*c == ';') emit(e, OP_aconst_null);
        descriptor = call->accessor->descriptor;
    }
    emitter_set_line(e, call->place);
    emit_invoke(e, OP_invokespecial, call->method->owner->name, "<init>", descriptor);
}

/* this(...) passes on what is hidden, super(...) what the super class's part needs. */
static void generate_constructor_call(struct code_generator *g, const struct expression *call) {
    struct code_emitter *e = &g->emitter;
    const struct class_symbol *callee = call->method->owner;
    bool is_enum = g->class->access & ACC_ENUM;
    emit_load(e, JAVA_REFERENCE, 0);
    if (is_enum) {
        emit_load(e, JAVA_REFERENCE, 1);
        emit_load(e, JAVA_INT, 2);
    }
    if (callee == g->class && callee->is_inner) {
        emit_load(e, JAVA_REFERENCE, g->outer_slot);
        generate_arguments(g, call);
        generate_captured(g, callee);
        emitter_set_line(e, call->place);
        emit_invoke(e, OP_invokespecial, callee->name, "<init>",
                    constructor_descriptor(g, call->method));
        return;
    }
    generate_init(g, call, call->left->left);
}

static void generate_receiver(struct code_generator *g, const struct expression *call) {
    bool is_static = call->method->access & ACC_STATIC;
    bool has_left = call->left && call->left->names == NAMES_VALUE;
    if (is_static) {
        if (has_left && call->left->kind != EXPRESSION_SUPER) generate_discarded(g, call->left);
    } else if (has_left) {
        generate_expression(g, call->left);
        if (call->left->kind != EXPRESSION_SUPER)
            generate_checkcast(g, call->left->type, call->site);
    } else {
        generate_outer(g, call->around);
    }
}

void generate_call(struct code_generator *g, const struct expression *call) {
    if (call->is_constructor_call) {
        generate_constructor_call(g, call);
        return;
    }
    generate_receiver(g, call);
    generate_arguments(g, call);
    emitter_set_line(&g->emitter, call->place);
    generate_invocation(g, call);
}

void generate_invocation(struct code_generator *g, const struct expression *call) {
    struct code_emitter *e = &g->emitter;
    if (call->accessor)
        emit_call(e, OP_invokestatic, symbol_is_interface(call->accessor->host),
                  call->accessor->host->name, call->accessor->name, call->accessor->descriptor);
    else
        emit_call(e, call_opcode(call), is_interface_method(call), method_class(call),
                  call->method->name, call->method->descriptor);
}

void generate_new(struct code_generator *g, const struct expression *new) {
    struct code_emitter *e = &g->emitter;
    emit_type(e, OP_new, new->type);
    emit(e, OP_dup);
    if (new->enum_constant) {
        struct constant_value name = {.java = JAVA_REFERENCE, .text = new->enum_constant};
        emit_value(e, &name);
        emit_integer(e, new->ordinal);
    }
    generate_init(g, new, new->left);
}
