/* TRANSLATE: bytecode, which the verifier has passed, to the interpreter's instructions. */
#include "interp/translate.h"

#include "classfile/bytes.h"
#include "classfile/regions.h"
#include "interp/execute.h"

/* By opcode; what is not there is refused by the verifier, or decoded by its own case. */
static const uint16_t operations[] = {
#define SAME(opcode, ...)     [OP_##opcode] = DO_##opcode,
#define AS(opcode, operation) [OP_##opcode] = DO_##operation,
#define QUICK(operation, ...)
#define MEMBER(kind, ...)
#include "interp/operations.def"
#undef SAME
#undef AS
#undef QUICK
#undef MEMBER
};

struct translator {
    struct method *method;
    const struct code *code;
    struct translation *translation;
    int32_t row_count;
};

static void push_constant(struct instruction *out, enum java_type type, union value value) {
    out->operation = java_type_slots(type) == 1 ? DO_push : DO_push_wide;
    out->constant = value;
}

/* The small constants that are an opcode each. */
static void translate_literal(struct instruction *out, enum opcode opcode) {
    union value value = {.bits = 0};
    if (opcode <= OP_aconst_null) {
        push_constant(out, JAVA_REFERENCE, value);
    } else if (opcode <= OP_iconst_5) {
        value.i = (int32_t)opcode - OP_iconst_0;
        push_constant(out, JAVA_INT, value);
    } else if (opcode <= OP_lconst_1) {
        value.j = opcode - OP_lconst_0;
        push_constant(out, JAVA_LONG, value);
    } else if (opcode <= OP_fconst_2) {
        value.f = (float)(opcode - OP_fconst_0);
        push_constant(out, JAVA_FLOAT, value);
    } else {
        value.d = opcode - OP_dconst_0;
        push_constant(out, JAVA_DOUBLE, value);
    }
}

/* Strings and classes are left to be resolved when they are executed. */
static void translate_load_constant(struct translator *translator, struct instruction *out,
                                    uint16_t index) {
    const struct constant *constant = &translator->method->class->file->constants[index];
    out->operation = DO_ldc;
    if (constant->tag == CONSTANT_INTEGER)
        push_constant(out, JAVA_INT, (union value){.i = constant->integer});
    else if (constant->tag == CONSTANT_FLOAT)
        push_constant(out, JAVA_FLOAT, (union value){.f = constant->float_value});
    else if (constant->tag == CONSTANT_LONG)
        push_constant(out, JAVA_LONG, (union value){.j = constant->long_value});
    else if (constant->tag == CONSTANT_DOUBLE)
        push_constant(out, JAVA_DOUBLE, (union value){.d = constant->double_value});
}

static struct class *array_class_of_code(struct runtime *runtime, uint8_t array_type) {
    static const enum java_type types[] = {
        [ARRAY_TYPE_BOOLEAN] = JAVA_BOOLEAN, [ARRAY_TYPE_CHAR] = JAVA_CHAR,
        [ARRAY_TYPE_FLOAT] = JAVA_FLOAT,     [ARRAY_TYPE_DOUBLE] = JAVA_DOUBLE,
        [ARRAY_TYPE_BYTE] = JAVA_BYTE,       [ARRAY_TYPE_SHORT] = JAVA_SHORT,
        [ARRAY_TYPE_INT] = JAVA_INT,         [ARRAY_TYPE_LONG] = JAVA_LONG,
    };
    return class_array_of(runtime->primitives[types[array_type]]);
}

static bool returns_narrow(enum java_type type) {
    return type == JAVA_BOOLEAN || type == JAVA_BYTE || type == JAVA_CHAR || type == JAVA_SHORT;
}

static int32_t instruction_distance(const struct translator *translator,
                                    const struct instruction *from, uint32_t target) {
    const struct translation *translation = translator->translation;
    return (int32_t)(translation->instructions + translation->index[target] - from);
}

/* Those that delimit inserted code; markers in it mean nothing more. */
static void translate_marker(const struct translator *translator, struct instruction *out) {
    const struct code *code = translator->code;
    const struct code_region *region = code_region_at(code, out->bci);
    if (!region) return;
    uint32_t next = out->bci + instruction_length(code, out->bci);
    if (out->bci == region->start + instruction_length(code, region->start))
        out->operation = DO_region_begin;
    else if (next == region->end)
        out->operation = DO_region_end;
}

static void translate_local(const struct translator *translator, struct instruction *out,
                            const struct local_access *access) {
    const uint8_t *bytes = translator->code->bytes + out->bci;
    bool is_wide = bytes[0] == OP_wide;
    out->operation = operations[bytes[is_wide]];
    out->local = access->index;
    if (bytes[is_wide] == OP_iinc) out->amount = is_wide ? read_s16(bytes + 4) : read_s8(bytes + 2);
}

/* What has operands, or none that matter before the instruction runs. */
static void translate_other(struct translator *translator, struct instruction *out) {
    const uint8_t *bytes = translator->code->bytes + out->bci;
    enum opcode opcode = bytes[0];
    out->operation = operations[opcode];
    uint32_t target;
    if (opcode >= OP_aconst_null && opcode <= OP_dconst_1)
        translate_literal(out, opcode);
    else if (opcode == OP_bipush)
        push_constant(out, JAVA_INT, (union value){.i = read_s8(bytes + 1)});
    else if (opcode == OP_sipush)
        push_constant(out, JAVA_INT, (union value){.i = read_s16(bytes + 1)});
    else if (opcode >= OP_ldc && opcode <= OP_ldc2_w)
        translate_load_constant(translator, out, opcode == OP_ldc ? bytes[1] : read_u16(bytes + 1));
    else if (opcode == OP_newarray)
        out->class = array_class_of_code(translator->method->class->runtime, bytes[1]);
    else if (opcode == OP_ireturn && returns_narrow(translator->method->shape->return_type))
        out->operation = DO_ireturn_narrow;
    else if (opcode == OP_invokestatic)
        translate_marker(translator, out);
    else if (opcode != OP_tableswitch && opcode != OP_lookupswitch &&
             instruction_targets(translator->code, out->bci, &target))
        out->distance = instruction_distance(translator, out, target);
}

static void translate_row(struct translator *translator, struct instruction *out) {
    enum opcode opcode = translator->code->bytes[out->bci];
    if (!profile_has_row(opcode)) return;
    if (opcode_operands(opcode) == OPERANDS_branch16)
        out->branch_row = translator->row_count++;
    else
        out->row = translator->row_count++;
}

static uint32_t probe_count(const struct translation *translation, uint32_t bci,
                            enum spot_place place) {
    struct spot *spots;
    return spots_at(translation->spots, bci, place, &spots) > 0;
}

/* Is the method timed as it begins, or where it returns? */
static bool is_stamped(const struct translator *translator, uint32_t bci, enum operation stamp) {
    if (!translator->method->class->runtime->timing) return false;
    uint8_t opcode = translator->code->bytes[bci];
    return stamp == DO_stamp_entry || (opcode >= OP_ireturn && opcode <= OP_return);
}

static struct instruction *translate_stamp(const struct translator *translator,
                                           struct instruction *out, uint32_t bci,
                                           enum operation stamp) {
    if (!is_stamped(translator, bci, stamp)) return out;
    *out = (struct instruction){.bci = (uint16_t)bci, .operation = (uint16_t)stamp};
    return out + 1;
}

/* One for all rules that meet the bytecode there. */
static struct instruction *translate_probe(const struct translator *translator,
                                           struct instruction *out, uint32_t bci,
                                           enum spot_place place) {
    struct spot *spots;
    uint32_t count = spots_at(translator->translation->spots, bci, place, &spots);
    if (!count) return out;
    *out = (struct instruction){
        .bci = (uint16_t)bci, .operation = DO_probe, .spot_count = count, .spots = spots};
    return out + 1;
}

static void translate_instruction(struct translator *translator, struct instruction *out,
                                  uint32_t bci) {
    struct local_access access;
    out->bci = (uint16_t)bci;
    if (instruction_local_access(translator->code, bci, &access))
        translate_local(translator, out, &access);
    else
        translate_other(translator, out);
    translate_row(translator, out);
}

static void translate(struct translator *translator) {
    const struct code *code = translator->code;
    struct instruction *out = translator->translation->instructions;
    out = translate_stamp(translator, out, 0, DO_stamp_entry);
    out = translate_probe(translator, out, 0, SPOT_ENTRY);
    for (uint32_t bci = 0; bci < code->length; bci += instruction_length(code, bci)) {
        out = translate_probe(translator, out, bci, SPOT_BEFORE);
        out = translate_stamp(translator, out, bci, DO_stamp_return);
        translate_instruction(translator, out++, bci);
        out = translate_probe(translator, out, bci, SPOT_AFTER);
        out = translate_probe(translator, out, bci, SPOT_LOCKED);
    }
}

/* Numbers the instructions; how many there are. */
static uint32_t lay_out(const struct translator *translator) {
    const struct translation *translation = translator->translation;
    const struct code *code = translator->code;
    uint32_t count = is_stamped(translator, 0, DO_stamp_entry);
    count += probe_count(translation, 0, SPOT_ENTRY);
    for (uint32_t bci = 0; bci < code->length; bci += instruction_length(code, bci)) {
        translation->index[bci] = count;
        count += probe_count(translation, bci, SPOT_BEFORE) + 1;
        count += is_stamped(translator, bci, DO_stamp_return);
        count += probe_count(translation, bci, SPOT_AFTER);
        count += probe_count(translation, bci, SPOT_LOCKED);
    }
    return count;
}

static struct translation *translation_new(struct method *method) {
    const struct code *code = method->code;
    struct runtime *runtime = method->class->runtime;
    struct arena *arena = &runtime->arena;
    struct translation *translation = ARENA_NEW(arena, struct translation);
    *translation = (struct translation){
        .index = ARENA_ARRAY(arena, uint32_t, code->length),
        .spots = runtime->profile ? spots_of(runtime->profile, method) : NULL,
        .argument_slots = (uint16_t)(method->shape->parameter_slots + !method_is_static(method)),
        .local_slots = code->max_locals,
        .rest_slots = ACTIVATION_SLOTS + code->max_stack + 1,
    };
    if (translation_keeps_monitor(method, translation)) translation->local_slots++;
    translation->growth = translation->local_slots + translation->rest_slots;
    translation->growth -= translation->argument_slots;
    if (method->access & ACC_SYNCHRONIZED) translation->growth = INT32_MAX;
    struct translator translator = {.method = method, .code = code, .translation = translation};
    translation->instructions = ARENA_ARRAY(arena, struct instruction, lay_out(&translator));
    translate(&translator);
    return translation;
}

void translations_drop(struct runtime *runtime) {
    for (struct class *class = runtime->classes; class; class = class->next)
        for (int i = 0; i < class->method_count; i++) class->methods[i].translation = NULL;
}

const struct translation *translation_of(struct method *method) {
    if (!translation_made(method)) {
        struct lock *lock = &method->class->runtime->class_lock;
        lock_enter(thread_current(), lock);
        if (!method->translation)
            __atomic_store_n(&method->translation, translation_new(method), __ATOMIC_RELEASE);
        lock_leave(thread_current(), lock);
    }
    return translation_made(method);
}
