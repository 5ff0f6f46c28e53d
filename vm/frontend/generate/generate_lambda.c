/* GENERATE LAMBDA: a call site of LambdaMetafactory, which makes the object from a method of this
 * class that has the body (its parameters: what is captured, then those of the lambda). */
#include <string.h>

#include "base/intern.h"
#include "base/strbuf.h"
#include "frontend/generate.h"

enum {
    REF_INVOKE_VIRTUAL = 5,
    REF_INVOKE_STATIC = 6,
    REF_INVOKE_SPECIAL = 7,
    REF_NEW_INVOKE_SPECIAL = 8,
    REF_INVOKE_INTERFACE = 9
};

static const char metafactory[] = "java/lang/invoke/LambdaMetafactory";

static void add_types(struct code_generator *g, struct strbuf *out, const struct lambda *lambda) {
    for (uint32_t i = 0; i < lambda->captured.count; i++)
        strbuf_add_text(out, erased_descriptor(g->compiler, lambda->captured.items[i]->type));
}

/* Of the method with the body. */
static const char *body_descriptor(struct code_generator *g, const struct lambda *lambda) {
    struct strbuf *out = compiler_text(g->compiler);
    strbuf_add_text(out, "(");
    add_types(g, out, lambda);
    for (uint32_t i = 0; i < lambda->parameter_erasures.count; i++)
        strbuf_add_text(out, erased_descriptor(g->compiler, lambda->parameter_erasures.items[i]));
    strbuf_addf(out, ")%s", erased_descriptor(g->compiler, lambda->result));
    return intern(strbuf_text(out));
}

/* Of the call site: what is captured gives the object. */
static const char *site_descriptor(struct code_generator *g, const struct lambda *lambda) {
    struct strbuf *out = compiler_text(g->compiler);
    strbuf_add_text(out, "(");
    if (lambda->captures_this) strbuf_add_text(out, g->class->type.descriptor);
    add_types(g, out, lambda);
    strbuf_addf(out, ")%s", erased_descriptor(g->compiler, lambda->target));
    return intern(strbuf_text(out));
}

/* Of the interface's method, as the lambda's own types have it. */
static const char *instantiated_descriptor(struct code_generator *g, const struct lambda *lambda) {
    struct strbuf *out = compiler_text(g->compiler);
    strbuf_add_text(out, "(");
    for (uint32_t i = 0; i < lambda->parameter_erasures.count; i++)
        strbuf_add_text(out, erased_descriptor(g->compiler, lambda->parameter_erasures.items[i]));
    strbuf_addf(out, ")%s", erased_descriptor(g->compiler, lambda->result));
    return intern(strbuf_text(out));
}

/* How a method reference's own method is called. */
static uint16_t direct_handle(struct code_generator *g, const struct expression *call) {
    struct class_writer *writer = &g->compiler->writer;
    const struct method_symbol *method = call->method;
    bool is_new = call->kind == EXPRESSION_NEW;
    bool is_object = strcmp(method->owner->name, "java/lang/Object") == 0;
    const char *class = is_new || is_object ? method->owner->name : call->site->class->name;
    bool is_interface = !is_new && !is_object && symbol_is_interface(call->site->class);
    uint8_t kind = is_new                         ? REF_NEW_INVOKE_SPECIAL
                   : method->access & ACC_STATIC  ? REF_INVOKE_STATIC
                   : method->access & ACC_PRIVATE ? REF_INVOKE_SPECIAL
                   : is_interface                 ? REF_INVOKE_INTERFACE
                                                  : REF_INVOKE_VIRTUAL;
    return class_writer_method_handle(
        writer, kind,
        class_writer_member(writer, is_interface ? CONSTANT_INTERFACE_METHOD : CONSTANT_METHOD,
                            class, method->name, method->descriptor));
}

static uint16_t body_handle(struct code_generator *g, const struct lambda *lambda) {
    if (reference_is_direct(g->compiler, lambda)) return direct_handle(g, lambda->expression);
    bool is_interface = symbol_is_interface(g->class);
    uint8_t kind = !lambda->captures_this ? REF_INVOKE_STATIC
                   : is_interface         ? REF_INVOKE_INTERFACE
                                          : REF_INVOKE_SPECIAL;
    struct class_writer *writer = &g->compiler->writer;
    return class_writer_method_handle(
        writer, kind,
        class_writer_member(writer, is_interface ? CONSTANT_INTERFACE_METHOD : CONSTANT_METHOD,
                            g->class->name, lambda->name, body_descriptor(g, lambda)));
}

/* ---- what altMetafactory is told beyond the method */

enum { FLAG_SERIALIZABLE = 1, FLAG_MARKERS = 2, FLAG_BRIDGES = 4, MOST_ARGUMENTS = 64 };

struct extras {
    int32_t flags;
    uint32_t marker_count, bridge_count;
    uint16_t markers[MOST_ARGUMENTS], bridges[MOST_ARGUMENTS]; /* constants */
};

/* The other interfaces of an intersection. */
static void add_markers(struct code_generator *g, const struct lambda *lambda,
                        struct extras *extras) {
    const struct type *wanted = lambda->wanted;
    for (uint32_t i = 0; wanted->kind == KIND_INTERSECTION && i < wanted->bounds.count; i++) {
        const struct class_symbol *class = type_member_class(g->compiler, wanted->bounds.items[i]);
        bool is_known = class == lambda->target->class ||
                        strcmp(class->name, "java/io/Serializable") == 0 ||
                        !symbol_is_interface(class);
        if (is_known || extras->marker_count == MOST_ARGUMENTS) continue;
        extras->markers[extras->marker_count++] =
            class_writer_class(&g->compiler->writer, class->name);
        extras->flags |= FLAG_MARKERS;
    }
    struct type *serializable = type_known(g->compiler, "java/io/Serializable");
    if (type_is_subtype(g->compiler, lambda->wanted, serializable))
        extras->flags |= FLAG_SERIALIZABLE;
}

/* The same method with other descriptors, which it overrides. */
static void add_bridges(struct code_generator *g, const struct lambda *lambda,
                        struct extras *extras) {
    struct class_list all = class_supertypes(g->compiler, lambda->target->class);
    for (uint32_t i = 0; i < all.count; i++) {
        const struct method_symbol *method = class_first_method(all.items[i], lambda->method->name);
        for (; method; method = method->next_of_name) {
            if (!(method->access & ACC_ABSTRACT) ||
                method->descriptor == lambda->method->descriptor ||
                extras->bridge_count == MOST_ARGUMENTS)
                continue;
            extras->bridges[extras->bridge_count++] =
                class_writer_method_type(&g->compiler->writer, method->descriptor);
            extras->flags |= FLAG_BRIDGES;
        }
    }
}

static uint16_t factory_handle(struct class_writer *writer, bool is_plain) {
    const char *descriptor = is_plain
                                 ? "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
                                   "Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;"
                                   "Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)"
                                   "Ljava/lang/invoke/CallSite;"
                                 : "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
                                   "Ljava/lang/invoke/MethodType;[Ljava/lang/Object;)"
                                   "Ljava/lang/invoke/CallSite;";
    return class_writer_method_handle(
        writer, REF_INVOKE_STATIC,
        class_writer_member(writer, CONSTANT_METHOD, metafactory,
                            is_plain ? "metafactory" : "altMetafactory", descriptor));
}

static uint16_t add_bootstrap(struct code_generator *g, const struct lambda *lambda) {
    struct class_writer *writer = &g->compiler->writer;
    struct extras extras = {0};
    add_markers(g, lambda, &extras);
    add_bridges(g, lambda, &extras);
    uint32_t count = 0;
    uint16_t *arguments =
        ARENA_ARRAY(g->compiler->arena, uint16_t, 6 + extras.marker_count + extras.bridge_count);
    arguments[count++] = class_writer_method_type(writer, lambda->method->descriptor);
    arguments[count++] = body_handle(g, lambda);
    arguments[count++] = class_writer_method_type(writer, instantiated_descriptor(g, lambda));
    if (extras.flags) arguments[count++] = class_writer_integer(writer, extras.flags);
    if (extras.flags & FLAG_MARKERS)
        arguments[count++] = class_writer_integer(writer, (int32_t)extras.marker_count);
    for (uint32_t i = 0; i < extras.marker_count; i++) arguments[count++] = extras.markers[i];
    if (extras.flags & FLAG_BRIDGES)
        arguments[count++] = class_writer_integer(writer, (int32_t)extras.bridge_count);
    for (uint32_t i = 0; i < extras.bridge_count; i++) arguments[count++] = extras.bridges[i];
    struct bootstrap_method bootstrap = {factory_handle(writer, extras.flags == 0), (uint16_t)count,
                                         arguments};
    return class_writer_add_bootstrap(writer, &bootstrap);
}

/* What stands before the :: must be an object. */
static void generate_receiver(struct code_generator *g, const struct lambda *lambda) {
    struct code_emitter *e = &g->emitter;
    generate_expression(g, lambda->receiver_value);
    emit(e, OP_dup);
    emit_invoke(e, OP_invokevirtual, "java/lang/Object", "getClass", "()Ljava/lang/Class;");
    emit(e, OP_pop);
}

void generate_lambda(struct code_generator *g, const struct expression *expression) {
    struct code_emitter *e = &g->emitter;
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

const char *generate_lambda_method(struct code_generator *g, const struct lambda *lambda) {
    struct code_emitter *e = &g->emitter;
    g->lambda = lambda;
    if (lambda->captures_this) emit_local(e, &g->class->type);
    for (uint32_t i = 0; i < lambda->captured.count; i++)
        emit_parameter(e, lambda->captured.items[i]);
    for (uint32_t i = 0; i < lambda->parameters.count; i++)
        emit_parameter(e, lambda->parameters.items[i]);
    if (lambda->body) {
        generate_statement(g, lambda->body);
        if (e->alive) emitter_set_line(e, lambda->body->end);
    } else {
        emitter_set_line(e, lambda->expression->place);
        if (lambda->result->kind == KIND_VOID)
            generate_discarded(g, lambda->expression);
        else
            generate_value(g, lambda->expression, lambda->result);
    }
    if (e->alive) emit_return(e, lambda->result->java);
    return body_descriptor(g, lambda);
}
