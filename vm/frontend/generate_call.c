/* GENERATE CALL: methods and constructors. */
#include <string.h>

#include "frontend/generate.h"

static void generate_arguments(struct generator *g, const struct expression *call) {
    for (uint32_t i = 0; i < call->arguments.count; i++)
        generate_value(g, call->arguments.items[i], call->method->parameters.items[i]);
}

/* The class through which the method is named (JLS 13.1). */
static const char *method_class(const struct expression *call) {
    const struct method *method = call->method;
    bool is_clone = strcmp(method->name, "clone") == 0;
    if (call->site->kind == TYPE_ARRAY)
        return is_clone ? call->site->descriptor : method->owner->name;
    if (strcmp(method->owner->name, "java/lang/Object") == 0) return method->owner->name;
    return call->site->class->name;
}

static enum opcode call_opcode(const struct generator *g, const struct expression *call) {
    const struct method *method = call->method;
    if (method->access & ACC_STATIC) return OP_invokestatic;
    if (call->left && call->left->kind == EXPRESSION_SUPER) return OP_invokespecial;
    if (method->access & ACC_PRIVATE) return OP_invokespecial;
    bool is_interface = call->site->kind == TYPE_CLASS && class_is_interface(call->site->class) &&
                        strcmp(method->owner->name, "java/lang/Object") != 0;
    return is_interface ? OP_invokeinterface : OP_invokevirtual;
}

/* The call of <init> on the object on the stack. An accessor takes nulls behind the arguments. */
static void generate_init(struct generator *g, const struct expression *call) {
    struct emitter *e = &g->emitter;
    const char *descriptor = call->method->descriptor;
    generate_arguments(g, call);
    if (call->accessor) {
        for (const char *c = call->accessor->descriptor + strlen(descriptor); *c; c++)
            if (*c == ';') emit(e, OP_aconst_null);
        descriptor = call->accessor->descriptor;
    }
    emitter_set_line(e, call->place);
    emit_invoke(e, OP_invokespecial, call->method->owner->name, "<init>", descriptor);
}

static void generate_constructor_call(struct generator *g, const struct expression *call) {
    emit_load(&g->emitter, JAVA_REFERENCE, 0);
    generate_init(g, call);
}

static void generate_receiver(struct generator *g, const struct expression *call) {
    bool is_static = call->method->access & ACC_STATIC;
    bool has_left = call->left && call->left->names == NAMES_VALUE;
    if (is_static) {
        if (has_left && call->left->kind != EXPRESSION_SUPER) generate_discarded(g, call->left);
    } else if (has_left) {
        generate_expression(g, call->left);
    } else {
        emit_load(&g->emitter, JAVA_REFERENCE, 0);
    }
}

void generate_call(struct generator *g, const struct expression *call) {
    struct emitter *e = &g->emitter;
    if (call->is_constructor_call) {
        generate_constructor_call(g, call);
        return;
    }
    generate_receiver(g, call);
    generate_arguments(g, call);
    emitter_set_line(e, call->place);
    if (call->accessor)
        emit_invoke(e, OP_invokestatic, call->accessor->host->name, call->accessor->name,
                    call->accessor->descriptor);
    else
        emit_invoke(e, call_opcode(g, call), method_class(call), call->method->name,
                    call->method->descriptor);
    if (call->site->kind == TYPE_ARRAY && call->type == call->site)
        emit_type(e, OP_checkcast, call->type);
}

void generate_new(struct generator *g, const struct expression *new) {
    struct emitter *e = &g->emitter;
    emit_type(e, OP_new, new->type);
    emit(e, OP_dup);
    generate_init(g, new);
}
