/* BRIDGES: methods that have the descriptor of what is overridden and call what overrides it. */
#include "frontend/generate.h"

struct bridges {
    const char **items; /* names followed by descriptors */
    uint32_t count, capacity;
};

static bool has_member(const struct class_symbol *class, const struct bridges *bridges,
                       const struct method_symbol *method) {
    const struct method_symbol *own = class_first_method(class, method->name);
    for (; own; own = own->next_of_name)
        if (own->descriptor == method->descriptor) return true;
    for (uint32_t i = 0; i < bridges->count; i += 2)
        if (bridges->items[i] == method->name && bridges->items[i + 1] == method->descriptor)
            return true;
    return false;
}

/* What the target takes where the inherited method's descriptor says less. */
static void load_arguments(struct code_generator *g, const struct method_symbol *inherited,
                           const struct method_symbol *target) {
    int slot = 1;
    for (uint32_t i = 0; i < inherited->parameters.count; i++) {
        struct type *from = type_erasure(g->compiler, inherited->parameters.items[i]);
        emit_load(&g->emitter, from->java, slot);
        generate_checkcast(g, from, target->parameters.items[i]);
        slot += java_type_slots(from->java);
    }
}

/* JLS 8.4.8.3, JVMS 5.4.5: a method that overrides one with another descriptor does so through a
 * method of the old one. */
static void write_bridge(struct compiler *compiler, struct class_symbol *class,
                         const struct method_symbol *inherited,
                         const struct method_symbol *target) {
    struct code_generator g = generator_new(compiler, class, NULL, class->place);
    struct code_emitter *e = &g.emitter;
    bool is_own = target->owner == class, is_interface = symbol_is_interface(class);
    bool is_default = symbol_is_interface(target->owner);
    emitter_set_line(e, class->place);
    reserve_parameters(e, inherited->descriptor, false);
    emit_load(e, JAVA_REFERENCE, 0);
    load_arguments(&g, inherited, target);
    if (is_own)
        emit_invoke(e, is_interface ? OP_invokeinterface : OP_invokevirtual, class->name,
                    target->name, target->descriptor);
    else if (is_default)
        emit_invoke(e, OP_invokevirtual, class->name, target->name, target->descriptor);
    else
        emit_invoke(e, OP_invokespecial, class->super->name, target->name, target->descriptor);
    emit_return(e, inherited->result->java);
    uint16_t access = target->access & (ACC_PUBLIC | ACC_PROTECTED);
    generator_add_method(&g, access | ACC_SYNTHETIC | ACC_BRIDGE, inherited->name,
                         inherited->descriptor, target, true);
}

static bool needs_bridge(const struct class_symbol *class, const struct method_symbol *inherited,
                         const struct method_symbol *target) {
    if (!target || target->descriptor == inherited->descriptor) return false;
    if (inherited->access & (ACC_STATIC | ACC_PRIVATE) || *inherited->name == '<') return false;
    if (target->owner == class) return true;
    /* An inherited method that implements an interface's: unless the super class has the bridge. */
    return !symbol_is_interface(class) && symbol_is_interface(inherited->owner) &&
           !(target->access & ACC_ABSTRACT) &&
           !class_is_subclass(target->owner, inherited->owner) &&
           !class_is_subclass(class->super, inherited->owner);
}

void write_bridges(struct compiler *compiler, struct class_symbol *class) {
    struct class_list all = class_supertypes(compiler, class);
    struct bridges bridges = {0};
    for (uint32_t i = 1; i < all.count; i++) {
        for (uint32_t j = 0; j < all.items[i]->methods.count; j++) {
            const struct method_symbol *inherited = all.items[i]->methods.items[j];
            if (inherited->access & (ACC_STATIC | ACC_PRIVATE)) continue;
            const struct method_symbol *target = find_implementation(compiler, class, inherited);
            if (!needs_bridge(class, inherited, target) || has_member(class, &bridges, inherited))
                continue;
            arena_vec_push(compiler->arena, &bridges, inherited->name);
            arena_vec_push(compiler->arena, &bridges, inherited->descriptor);
            write_bridge(compiler, class, inherited, target);
        }
    }
}
