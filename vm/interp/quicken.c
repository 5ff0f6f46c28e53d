/* QUICKEN: resolved instructions get operations that need neither the pool nor a check whether a
 * class is initialised. What cannot be quick, as volatile fields, stays as it is. */
#include "interp/execute.h"

/* One thread at a time, and once: readers see the old operation, or the new one with all that the
 * instruction holds. */
static void rewrite(struct activation *activation, enum operation operation,
                    const struct instruction *operands) {
    if (!activation_may_quicken(activation)) return;
    const struct translation *translation = translation_made(activation->frame.method);
    struct instruction *first = translation->instructions;
    struct instruction *place = &first[activation_pc(activation) - first];
    struct lock *lock = &activation->thread->runtime->class_lock;
    lock_enter(activation->thread, lock);
    if (place->operation != operation) {
        place->constant = operands->constant;
        __atomic_store_n(&place->operation, operation, __ATOMIC_RELEASE);
    }
    lock_leave(activation->thread, lock);
}

void quicken_constant(struct activation *activation, struct object *constant) {
    rewrite(activation, DO_push, &(struct instruction){.constant.r = constant});
}

void quicken_class(struct activation *activation, enum operation operation, struct class *class) {
    rewrite(activation, operation, &(struct instruction){.class = class});
}

/* The four accesses of a kind follow each other as their opcodes do. */
static enum operation field_operation(enum opcode opcode, enum java_type type) {
    static const enum operation first[] = {
        [JAVA_BOOLEAN] = DO_getstatic_boolean,
        [JAVA_BYTE] = DO_getstatic_byte,
        [JAVA_CHAR] = DO_getstatic_char,
        [JAVA_SHORT] = DO_getstatic_short,
        [JAVA_INT] = DO_getstatic_int,
        [JAVA_FLOAT] = DO_getstatic_int,
        [JAVA_LONG] = DO_getstatic_long,
        [JAVA_DOUBLE] = DO_getstatic_long,
        [JAVA_REFERENCE] = DO_getstatic_reference,
    };
    return first[type] + (opcode - OP_getstatic);
}

void quicken_field(struct activation *activation, struct field *field) {
    if (field->access & ACC_VOLATILE) return;
    if (field->cell && !class_is_initialized(field->class)) return;
    enum operation operation = field_operation(*activation_bytes(activation), field->type);
    struct instruction operands = {.cell = field->cell};
    if (!field->cell) operands.offset = field->offset;
    rewrite(activation, operation, &operands);
}

void quicken_invoke(struct activation *activation, struct method *method) {
    enum operation operation = DO_call_interface;
    enum opcode opcode = *activation_bytes(activation);
    if (opcode == OP_invokestatic || opcode == OP_invokedynamic) {
        if (!class_is_initialized(method->class)) return;
        operation = DO_call_static;
    } else if (opcode == OP_invokespecial) {
        operation = DO_call_special;
        method = special_method(activation->frame.method->class, method);
    } else if (method->access & (ACC_FINAL | ACC_PRIVATE)) {
        operation = DO_call_final;
    } else if (method->vtable_index >= 0) {
        operation = DO_call_virtual;
    }
    rewrite(activation, operation, &(struct instruction){.method = method});
}
