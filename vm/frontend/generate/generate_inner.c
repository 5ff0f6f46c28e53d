/* GENERATE INNER: the instance around an inner class's, and the variables that a local class has
 * captured. Both come as hidden parameters of its constructors and are kept in fields; a
 * constructor itself uses the parameters, since its fields may not be there yet. */
#include <string.h>

#include "base/intern.h"
#include "frontend/generate.h"

const char *outer_field_name(const struct class_symbol *class) {
    int depth = 0;
    for (const struct class_symbol *c = class->outer; c->outer; c = c->outer) depth++;
    return intern_format("this$%d", depth);
}

const char *captured_field_name(const struct variable *variable) {
    return intern_format("val$%s", variable->name);
}

/* From the instance of [from] on the stack to the one of [to] around it. */
static void walk_out(struct code_generator *g, const struct class_symbol *from,
                     const struct class_symbol *to) {
    for (; from != to; from = from->outer)
        emit_field(&g->emitter, OP_getfield, from->name, outer_field_name(from),
                   from->outer->type.descriptor);
}

void generate_outer(struct code_generator *g, const struct class_symbol *class) {
    const struct class_symbol *from = g->class;
    if (class != from && g->outer_slot) {
        emit_load(&g->emitter, JAVA_REFERENCE, g->outer_slot);
        from = from->outer;
    } else {
        emit_load(&g->emitter, JAVA_REFERENCE, 0);
    }
    walk_out(g, from, class);
}

static int captured_slot(const struct code_generator *g, const struct variable *variable) {
    int slot = g->captured_slot;
    for (uint32_t i = 0; g->class->captured.items[i] != variable; i++)
        slot += java_type_slots(g->class->captured.items[i]->type->java);
    return slot;
}

void generate_local_read(struct code_generator *g, const struct variable *variable) {
    enum java_type java = variable->type->java;
    if (variable->home == g->class) {
        emit_load(&g->emitter, java, variable->slot);
        return;
    }
    const struct class_symbol *holder = g->class;
    while (!holder->is_local) holder = holder->outer;
    if (holder == g->class && g->captured_slot) {
        emit_load(&g->emitter, java, captured_slot(g, variable));
        return;
    }
    /* A class around the nearest local one may be where the variable was captured from. */
    generate_outer(g, holder);
    emit_field(&g->emitter, OP_getfield, holder->name, captured_field_name(variable),
               erased_descriptor(g->compiler, variable->type));
}

void generate_captured(struct code_generator *g, const struct class_symbol *class) {
    for (uint32_t i = 0; i < class->captured.count; i++)
        generate_local_read(g, class->captured.items[i]);
}

const char *constructor_descriptor(struct code_generator *g,
                                   const struct method_symbol *constructor) {
    const struct class_symbol *class = constructor->owner;
    if (class->captured.count == 0) return constructor->descriptor;
    struct strbuf *out = compiler_text(g->compiler);
    const char *end = strchr(constructor->descriptor, ')');
    strbuf_add(out, constructor->descriptor, (size_t)(end - constructor->descriptor));
    for (uint32_t i = 0; i < class->captured.count; i++)
        strbuf_add_text(out, erased_descriptor(g->compiler, class->captured.items[i]->type));
    strbuf_add_text(out, end);
    return intern(strbuf_text(out));
}

void generate_hidden_parameters(struct code_generator *g, const struct method_symbol *constructor) {
    const struct class_symbol *class = constructor->owner;
    if (class->access & ACC_ENUM) {
        emit_local(&g->emitter, type_object(g->compiler));
        emit_local(&g->emitter, type_primitive(g->compiler, JAVA_INT));
    }
    if (class->is_inner) g->outer_slot = emit_local(&g->emitter, &class->outer->type);
}

void generate_captured_parameters(struct code_generator *g) {
    g->captured_slot = g->emitter.next_local;
    for (uint32_t i = 0; i < g->class->captured.count; i++)
        emit_local(&g->emitter, g->class->captured.items[i]->type);
}

/* Before the super class's constructor, which may call what needs them. */
void generate_hidden_fields(struct code_generator *g) {
    struct code_emitter *e = &g->emitter;
    if (g->outer_slot) {
        emit_load(e, JAVA_REFERENCE, 0);
        emit_load(e, JAVA_REFERENCE, g->outer_slot);
        emit_field(e, OP_putfield, g->class->name, outer_field_name(g->class),
                   g->class->outer->type.descriptor);
    }
    for (uint32_t i = 0; i < g->class->captured.count; i++) {
        const struct variable *variable = g->class->captured.items[i];
        emit_load(e, JAVA_REFERENCE, 0);
        emit_load(e, variable->type->java, captured_slot(g, variable));
        emit_field(e, OP_putfield, g->class->name, captured_field_name(variable),
                   erased_descriptor(g->compiler, variable->type));
    }
}
