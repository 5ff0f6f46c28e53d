/* GENERATE ENUM: what the compiler adds to an enum (JLS 8.9.3): values, valueOf and the array of
 * all constants. */
#include "base/intern.h"
#include "frontend/generate.h"

static const char values_field[] = "$VALUES";

int32_t enum_ordinal(const struct variable *constant) {
    const struct class_symbol *class = constant->owner;
    int32_t ordinal = 0;
    for (uint32_t i = 0; class->fields.items[i] != constant; i++)
        if (class->fields.items[i]->access & ACC_ENUM) ordinal++;
    return ordinal;
}

static const char *array_descriptor(const struct code_generator *g) {
    return type_array(g->compiler, &g->class->type)->descriptor;
}

void generate_enum_constants(struct code_generator *g) {
    struct code_emitter *e = &g->emitter;
    const struct class_symbol *class = g->class;
    int32_t count = 0;
    for (uint32_t i = 0; i < class->fields.count; i++)
        if (class->fields.items[i]->access & ACC_ENUM) count++;
    emit_integer(e, count);
    emit_new_array(e, &class->type);
    for (uint32_t i = 0, index = 0; i < class->fields.count; i++) {
        const struct variable *field = class->fields.items[i];
        if (!(field->access & ACC_ENUM)) continue;
        emit(e, OP_dup);
        emit_integer(e, (int32_t)index++);
        emit_field(e, OP_getstatic, class->name, field->name, class->type.descriptor);
        emit(e, OP_aastore);
    }
    emit_field(e, OP_putstatic, class->name, values_field, array_descriptor(g));
}

/* return (E[]) $VALUES.clone() */
void generate_values(struct code_generator *g) {
    struct code_emitter *e = &g->emitter;
    const char *descriptor = array_descriptor(g);
    emit_field(e, OP_getstatic, g->class->name, values_field, descriptor);
    emit_invoke(e, OP_invokevirtual, descriptor, "clone", "()Ljava/lang/Object;");
    emit_class(e, OP_checkcast, descriptor);
    emit(e, OP_areturn);
}

/* return (E) Enum.valueOf(E.class, name) */
void generate_value_of(struct code_generator *g) {
    struct code_emitter *e = &g->emitter;
    emit_class(e, OP_ldc, g->class->name);
    emit_load(e, JAVA_REFERENCE, 0);
    emit_invoke(e, OP_invokestatic, "java/lang/Enum", "valueOf",
                "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;");
    emit_class(e, OP_checkcast, g->class->name);
    emit(e, OP_areturn);
}
