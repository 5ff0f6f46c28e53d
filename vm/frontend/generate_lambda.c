/* GENERATE LAMBDA: a call site of LambdaMetafactory, which makes the object from a method of this
 * class that has the body (its parameters: what is captured, then those of the lambda). */
#include "base/intern.h"
#include "base/strbuf.h"
#include "frontend/generate.h"

enum {
    REF_INVOKE_VIRTUAL = 5,
    REF_INVOKE_STATIC = 6,
    REF_INVOKE_SPECIAL = 7,
    REF_INVOKE_INTERFACE = 9
};

static const char metafactory[] = "java/lang/invoke/LambdaMetafactory";

static void add_types(struct generator *g, struct strbuf *out, const struct lambda *lambda) {
    for (uint32_t i = 0; i < lambda->captured.count; i++)
        strbuf_add_text(out, erased_descriptor(g->compiler, lambda->captured.items[i]->type));
}

/* Of the method with the body. */
static const char *body_descriptor(struct generator *g, const struct lambda *lambda) {
    struct strbuf *out = compiler_text(g->compiler);
    strbuf_add_text(out, "(");
    add_types(g, out, lambda);
    for (uint32_t i = 0; i < lambda->parameter_erasures.count; i++)
        strbuf_add_text(out, erased_descriptor(g->compiler, lambda->parameter_erasures.items[i]));
    strbuf_addf(out, ")%s", erased_descriptor(g->compiler, lambda->result));
    return intern(strbuf_text(out));
}

/* Of the call site: what is captured gives the object. */
static const char *site_descriptor(struct generator *g, const struct lambda *lambda) {
    struct strbuf *out = compiler_text(g->compiler);
    strbuf_add_text(out, "(");
    if (lambda->captures_this) strbuf_add_text(out, g->class->type.descriptor);
    add_types(g, out, lambda);
    strbuf_addf(out, ")%s", erased_descriptor(g->compiler, lambda->target));
    return intern(strbuf_text(out));
}

/* Of the interface's method, as the lambda's own types have it. */
static const char *instantiated_descriptor(struct generator *g, const struct lambda *lambda) {
    struct strbuf *out = compiler_text(g->compiler);
    strbuf_add_text(out, "(");
    for (uint32_t i = 0; i < lambda->parameter_erasures.count; i++)
        strbuf_add_text(out, erased_descriptor(g->compiler, lambda->parameter_erasures.items[i]));
    strbuf_addf(out, ")%s", erased_descriptor(g->compiler, lambda->result));
    return intern(strbuf_text(out));
}

static uint16_t factory_handle(struct class_writer *writer) {
    return class_writer_method_handle(
        writer, REF_INVOKE_STATIC,
        class_writer_member(writer, CONSTANT_METHOD, metafactory, "metafactory",
                            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
                            "Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;"
                            "Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)"
                            "Ljava/lang/invoke/CallSite;"));
}

static uint16_t body_handle(struct generator *g, const struct lambda *lambda) {
    bool is_interface = class_is_interface(g->class);
    uint8_t kind = !lambda->captures_this ? REF_INVOKE_STATIC
                   : is_interface         ? REF_INVOKE_INTERFACE
                                          : REF_INVOKE_SPECIAL;
    struct class_writer *writer = &g->compiler->writer;
    return class_writer_method_handle(
        writer, kind,
        class_writer_member(writer, is_interface ? CONSTANT_INTERFACE_METHOD : CONSTANT_METHOD,
                            g->class->name, lambda->name, body_descriptor(g, lambda)));
}

static uint16_t add_bootstrap(struct generator *g, const struct lambda *lambda) {
    struct class_writer *writer = &g->compiler->writer;
    uint16_t *arguments = ARENA_ARRAY(g->compiler->arena, uint16_t, 3);
    arguments[0] = class_writer_method_type(writer, lambda->method->descriptor);
    arguments[1] = body_handle(g, lambda);
    arguments[2] = class_writer_method_type(writer, instantiated_descriptor(g, lambda));
    struct bootstrap_method bootstrap = {factory_handle(writer), 3, arguments};
    return class_writer_add_bootstrap(writer, &bootstrap);
}

/* What stands before the :: must be an object. */
static void generate_receiver(struct generator *g, const struct lambda *lambda) {
    struct emitter *e = &g->emitter;
    generate_expression(g, lambda->receiver_value);
    emit(e, OP_dup);
    emit_invoke(e, OP_invokevirtual, "java/lang/Object", "getClass", "()Ljava/lang/Class;");
    emit(e, OP_pop);
}

void generate_lambda(struct generator *g, const struct expression *expression) {
    struct emitter *e = &g->emitter;
    const struct lambda *lambda = expression->lambda;
    if (!e->alive) return;
    if (lambda->captures_this) emit_load(e, JAVA_REFERENCE, 0);
    for (uint32_t i = 0; i < lambda->captured.count; i++) {
        const struct variable *variable = lambda->captured.items[i];
        if (variable == lambda->receiver)
            generate_receiver(g, lambda);
        else
            generate_local_read(g, variable);
    }
    emitter_set_line(e, expression->place);
    emit_invoke_dynamic(e, add_bootstrap(g, lambda), lambda->method->name,
                        site_descriptor(g, lambda));
}

/* ---- the method with the body */

const char *generate_lambda_method(struct generator *g, const struct lambda *lambda) {
    struct emitter *e = &g->emitter;
    g->lambda = lambda;
    if (lambda->captures_this) emit_local(e, &g->class->type);
    for (uint32_t i = 0; i < lambda->captured.count; i++)
        lambda->captured.items[i]->slot = emit_local(e, lambda->captured.items[i]->type);
    for (uint32_t i = 0; i < lambda->parameters.count; i++)
        lambda->parameters.items[i]->slot = emit_local(e, lambda->parameters.items[i]->type);
    if (lambda->body) {
        generate_statement(g, lambda->body);
        if (e->alive) emitter_set_line(e, lambda->body->end);
    } else {
        emitter_set_line(e, lambda->expression->place);
        if (lambda->result->kind == TYPE_VOID)
            generate_discarded(g, lambda->expression);
        else
            generate_value(g, lambda->expression, lambda->result);
    }
    if (e->alive) emit_return(e, lambda->result->java);
    return body_descriptor(g, lambda);
}
