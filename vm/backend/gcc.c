/* Short words for libgccjit: types, constants, memory, calls. Nothing here knows nodes. */
#include "backend/emit.h"

#include <stddef.h>
#include <stdio.h>

static gcc_jit_type *type_of(gcc_jit_context *context, enum gcc_jit_types type) {
    return gcc_jit_context_get_type(context, type);
}

void gcc_types_init(struct gcc_types *types, gcc_jit_context *context) {
    types->none = type_of(context, GCC_JIT_TYPE_VOID);
    types->int8 = type_of(context, GCC_JIT_TYPE_INT8_T);
    types->uint8 = type_of(context, GCC_JIT_TYPE_UINT8_T);
    types->int16 = type_of(context, GCC_JIT_TYPE_INT16_T);
    types->uint16 = type_of(context, GCC_JIT_TYPE_UINT16_T);
    types->int32 = type_of(context, GCC_JIT_TYPE_INT32_T);
    types->uint32 = type_of(context, GCC_JIT_TYPE_UINT32_T);
    types->int64 = type_of(context, GCC_JIT_TYPE_INT64_T);
    types->uint64 = type_of(context, GCC_JIT_TYPE_UINT64_T);
    types->float32 = type_of(context, GCC_JIT_TYPE_FLOAT);
    types->float64 = type_of(context, GCC_JIT_TYPE_DOUBLE);
    types->bytes = gcc_jit_type_get_pointer(type_of(context, GCC_JIT_TYPE_CHAR));
    types->truth = type_of(context, GCC_JIT_TYPE_BOOL);
    types->c_long = type_of(context, GCC_JIT_TYPE_LONG);

    types->of_node[TYPE_VOID] = types->of_node[TYPE_STATE] = types->none;
    types->of_node[TYPE_INT] = types->int32;
    types->of_node[TYPE_LONG] = types->int64;
    types->of_node[TYPE_FLOAT] = types->float32;
    types->of_node[TYPE_DOUBLE] = types->float64;
    types->of_node[TYPE_REFERENCE] = types->of_node[TYPE_ADDRESS] = types->bytes;

    types->in_memory[JAVA_BOOLEAN] = types->uint8;
    types->in_memory[JAVA_BYTE] = types->int8;
    types->in_memory[JAVA_CHAR] = types->uint16;
    types->in_memory[JAVA_SHORT] = types->int16;
    types->in_memory[JAVA_INT] = types->int32;
    types->in_memory[JAVA_LONG] = types->int64;
    types->in_memory[JAVA_FLOAT] = types->float32;
    types->in_memory[JAVA_DOUBLE] = types->float64;
    types->in_memory[JAVA_REFERENCE] = types->bytes;
    for (int i = 0; i < JAVA_TYPE_COUNT; i++)
        if (types->in_memory[i])
            types->to_memory[i] = gcc_jit_type_get_pointer(types->in_memory[i]);
}

gcc_jit_rvalue *gcc_int(struct emitter *e, int32_t value) {
    return gcc_jit_context_new_rvalue_from_int(e->context, e->types.int32, value);
}

gcc_jit_rvalue *gcc_long(struct emitter *e, int64_t value) {
    return gcc_jit_context_new_rvalue_from_long(e->context, e->types.int64, value);
}

/* By their bits: libgccjit takes no NaN payloads. */
gcc_jit_rvalue *gcc_float(struct emitter *e, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    gcc_jit_rvalue *constant =
        gcc_jit_context_new_rvalue_from_long(e->context, e->types.uint32, (long)bits);
    return gcc_jit_context_new_bitcast(e->context, NULL, constant, e->types.float32);
}

gcc_jit_rvalue *gcc_double(struct emitter *e, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    gcc_jit_rvalue *constant =
        gcc_jit_context_new_rvalue_from_long(e->context, e->types.uint64, (long)bits);
    return gcc_jit_context_new_bitcast(e->context, NULL, constant, e->types.float64);
}

gcc_jit_rvalue *gcc_pointer(struct emitter *e, const void *pointer) {
    return gcc_jit_context_new_rvalue_from_ptr(e->context, e->types.bytes, (void *)pointer);
}

gcc_jit_rvalue *gcc_cast(struct emitter *e, gcc_jit_rvalue *value, gcc_jit_type *type) {
    return gcc_jit_context_new_cast(e->context, NULL, value, type);
}

gcc_jit_rvalue *gcc_unary(struct emitter *e, enum gcc_jit_unary_op op, gcc_jit_type *type,
                          gcc_jit_rvalue *a) {
    return gcc_jit_context_new_unary_op(e->context, NULL, op, type, a);
}

gcc_jit_rvalue *gcc_binary(struct emitter *e, enum gcc_jit_binary_op op, gcc_jit_type *type,
                           gcc_jit_rvalue *a, gcc_jit_rvalue *b) {
    return gcc_jit_context_new_binary_op(e->context, NULL, op, type, a, b);
}

gcc_jit_rvalue *gcc_compare(struct emitter *e, enum gcc_jit_comparison op, gcc_jit_rvalue *a,
                            gcc_jit_rvalue *b) {
    return gcc_jit_context_new_comparison(e->context, NULL, op, a, b);
}

gcc_jit_rvalue *gcc_truth(struct emitter *e, gcc_jit_rvalue *truth) {
    return gcc_cast(e, truth, e->types.int32);
}

gcc_jit_rvalue *gcc_add_bytes(struct emitter *e, gcc_jit_rvalue *base, gcc_jit_rvalue *offset) {
    gcc_jit_lvalue *place = gcc_jit_context_new_array_access(e->context, NULL, base, offset);
    return gcc_jit_lvalue_get_address(place, NULL);
}

gcc_jit_lvalue *gcc_memory(struct emitter *e, gcc_jit_rvalue *base, int64_t offset,
                           enum java_type type) {
    gcc_jit_rvalue *address = offset ? gcc_add_bytes(e, base, gcc_long(e, offset)) : base;
    return gcc_jit_rvalue_dereference(gcc_cast(e, address, e->types.to_memory[type]), NULL);
}

gcc_jit_rvalue *gcc_load_changing(struct emitter *e, gcc_jit_rvalue *base, int32_t offset) {
    gcc_jit_function *load = gcc_jit_context_get_builtin_function(e->context, "__atomic_load_4");
    gcc_jit_type *any = gcc_jit_context_get_type(e->context, GCC_JIT_TYPE_VOID);
    any = gcc_jit_type_get_pointer(gcc_jit_type_get_volatile(gcc_jit_type_get_const(any)));
    gcc_jit_rvalue *arguments[] = {gcc_cast(e, gcc_add_bytes(e, base, gcc_long(e, offset)), any),
                                   gcc_int(e, __ATOMIC_RELAXED)};
    return gcc_cast(e, gcc_jit_context_new_call(e->context, NULL, load, 2, arguments),
                    e->types.int32);
}

static void add_asm(struct emitter *e, const char *code) {
    gcc_jit_extended_asm *instruction = gcc_jit_block_add_extended_asm(e->block, NULL, code);
    gcc_jit_extended_asm_set_volatile_flag(instruction, 1);
    gcc_jit_extended_asm_add_clobber(instruction, "memory");
}

void gcc_barrier(struct emitter *e) { add_asm(e, ""); }

void gcc_full_barrier(struct emitter *e) { add_asm(e, "lock orl $0, (%%rsp)"); }

gcc_jit_rvalue *gcc_load_pointer(struct emitter *e, gcc_jit_rvalue *base, int64_t offset) {
    return gcc_jit_lvalue_as_rvalue(gcc_memory(e, base, offset, JAVA_REFERENCE));
}

gcc_jit_rvalue *gcc_load_number(struct emitter *e, gcc_jit_rvalue *base, int64_t offset) {
    return gcc_cast(e, gcc_jit_lvalue_as_rvalue(gcc_memory(e, base, offset, JAVA_INT)),
                    e->types.int64);
}

gcc_jit_rvalue *gcc_to_bits(struct emitter *e, gcc_jit_rvalue *value, enum node_type type) {
    switch (type) {
    case TYPE_INT: return gcc_cast(e, gcc_cast(e, value, e->types.uint32), e->types.uint64);
    case TYPE_LONG: return gcc_cast(e, value, e->types.uint64);
    case TYPE_FLOAT: {
        gcc_jit_rvalue *bits =
            gcc_jit_context_new_bitcast(e->context, NULL, value, e->types.uint32);
        return gcc_cast(e, bits, e->types.uint64);
    }
    case TYPE_DOUBLE:
    case TYPE_REFERENCE:
    case TYPE_ADDRESS: return gcc_jit_context_new_bitcast(e->context, NULL, value, e->types.uint64);
    case TYPE_VOID:
    case TYPE_STATE: break;
    }
    UNREACHABLE();
}

gcc_jit_rvalue *gcc_from_bits(struct emitter *e, gcc_jit_rvalue *bits, enum node_type type) {
    switch (type) {
    case TYPE_INT: return gcc_cast(e, bits, e->types.int32);
    case TYPE_LONG: return gcc_cast(e, bits, e->types.int64);
    case TYPE_FLOAT:
        return gcc_jit_context_new_bitcast(e->context, NULL, gcc_cast(e, bits, e->types.uint32),
                                           e->types.float32);
    case TYPE_DOUBLE: return gcc_jit_context_new_bitcast(e->context, NULL, bits, e->types.float64);
    case TYPE_REFERENCE:
    case TYPE_ADDRESS: return gcc_jit_context_new_bitcast(e->context, NULL, bits, e->types.bytes);
    case TYPE_VOID:
    case TYPE_STATE: break;
    }
    UNREACHABLE();
}

gcc_jit_lvalue *gcc_local(struct emitter *e, gcc_jit_type *type) {
    return gcc_jit_function_new_local(e->function, NULL, type, "v");
}

/* --- calls --- */

static const struct stub_row {
    char result;
    const char *parameters;
    const char *name;
    enum timed_part charged; /* for its cycles, while threads are timed */
} stub_rows[STUB_COUNT] = {
#define STUB(name, result, parameters, charged) {#result[0], parameters, #name, TIMED_##charged},
#include "backend/stubs.def"
#undef STUB
};

static gcc_jit_type *type_of_letter(struct emitter *e, char letter) {
    switch (letter) {
    case 'I': return e->types.int32;
    case 'J': return e->types.int64;
    case 'B': return e->types.uint64;
    case 'F': return e->types.float32;
    case 'D': return e->types.float64;
    case 'A': return e->types.bytes;
    case 'V': return e->types.none;
    }
    BUG("stubs.def has no type '%c'", letter);
}

bool gcc_stub_takes_bits(enum stub stub, int argument) {
    return stub_rows[stub].parameters[argument] == 'B';
}

static gcc_jit_type *stub_type(struct emitter *e, enum stub stub) {
    if (!e->stub_types[stub]) {
        gcc_jit_type *parameters[8] = {e->types.bytes};
        int count = 1;
        for (const char *p = stub_rows[stub].parameters; *p; p++)
            parameters[count++] = type_of_letter(e, *p);
        e->stub_types[stub] = gcc_jit_context_new_function_ptr_type(
            e->context, NULL, type_of_letter(e, stub_rows[stub].result), count, parameters, 0);
    }
    return e->stub_types[stub];
}

gcc_jit_rvalue *gcc_call(struct emitter *e, gcc_jit_rvalue *function, int count,
                         gcc_jit_rvalue **arguments, const struct position *position) {
    e->call_location = gcc_location(e, position);
    e->is_calling = true;
    return gcc_jit_context_new_call_through_ptr(e->context, e->call_location, function, count,
                                                arguments);
}

gcc_jit_location *gcc_statement_location(struct emitter *e) {
    if (e->timing) return gcc_location(e, e->position);
    return e->options->is_located && e->position ? gcc_location(e, e->position) : NULL;
}

/* To GCC a call is where the statement is that it stands in. */
static gcc_jit_location *take_call_location(struct emitter *e) {
    gcc_jit_location *location = e->call_location;
    e->call_location = NULL;
    return location ? location : gcc_statement_location(e);
}

/* A call that has something behind it is no tail call: it keeps the frame, for stack traces and
 * StackOverflowError. */
static void end_call(struct emitter *e) {
    if (e->is_calling)
        gcc_jit_extended_asm_set_volatile_flag(gcc_jit_block_add_extended_asm(e->block, NULL, ""),
                                               1);
    e->is_calling = false;
    gcc_emit_leave_slow_path(e);
}

gcc_jit_rvalue *gcc_call_stub(struct emitter *e, enum stub stub, gcc_jit_rvalue *const *arguments) {
    gcc_jit_rvalue *all[8] = {e->thread};
    int count = (int)strlen(stub_rows[stub].parameters);
    enum timed_part charged = stub_rows[stub].charged;
    if (e->timing && charged != TIMED_caller)
        gcc_emit_enter_slow_path(e, stub, stub_rows[stub].name, charged);
    for (int i = 0; i < count; i++) all[i + 1] = arguments[i];
    gcc_jit_rvalue *function = gcc_jit_context_new_rvalue_from_ptr(e->context, stub_type(e, stub),
                                                                   e->options->stubs[stub]);
    return gcc_call(e, function, count + 1, all, e->position);
}

/* --- control flow --- */

static gcc_jit_rvalue *gcc_zero(struct emitter *e, gcc_jit_type *type) {
    return type == e->types.bytes ? gcc_pointer(e, NULL) : gcc_jit_context_zero(e->context, type);
}

gcc_jit_block *gcc_block(struct emitter *e) {
    return gcc_jit_function_new_block(e->function, NULL);
}

void gcc_add(struct emitter *e, gcc_jit_lvalue *word, gcc_jit_rvalue *amount) {
    gcc_jit_block_add_assignment_op(e->block, gcc_statement_location(e), word,
                                    GCC_JIT_BINARY_OP_PLUS, amount);
}

void gcc_assign(struct emitter *e, gcc_jit_lvalue *to, gcc_jit_rvalue *value) {
    gcc_jit_block_add_assignment(e->block, take_call_location(e), to, value);
    end_call(e);
}

void gcc_branch(struct emitter *e, gcc_jit_rvalue *condition, double probability,
                gcc_jit_block *yes, gcc_jit_block *no) {
    gcc_jit_function *expect =
        gcc_jit_context_get_builtin_function(e->context, "__builtin_expect_with_probability");
    gcc_jit_rvalue *arguments[] = {
        gcc_cast(e, condition, e->types.c_long),
        gcc_jit_context_one(e->context, e->types.c_long),
        gcc_jit_context_new_rvalue_from_double(e->context, e->types.float64, probability),
    };
    gcc_jit_rvalue *expected = gcc_jit_context_new_call(e->context, NULL, expect, 3, arguments);
    gcc_jit_rvalue *truth = gcc_compare(e, GCC_JIT_COMPARISON_NE, expected,
                                        gcc_jit_context_zero(e->context, e->types.c_long));
    gcc_jit_block_end_with_conditional(e->block, gcc_statement_location(e), truth, yes, no);
}

void gcc_eval(struct emitter *e, gcc_jit_rvalue *call) {
    gcc_jit_block_add_eval(e->block, take_call_location(e), call);
    end_call(e);
}

void gcc_jump(struct emitter *e, gcc_jit_block *to) {
    gcc_jit_block_end_with_jump(e->block, NULL, to);
}

void gcc_return(struct emitter *e, gcc_jit_rvalue *value) {
    if (e->result == TYPE_VOID)
        gcc_jit_block_end_with_void_return(e->block, NULL);
    else
        gcc_jit_block_end_with_return(e->block, NULL,
                                      value ? value : gcc_zero(e, e->types.of_node[e->result]));
}
