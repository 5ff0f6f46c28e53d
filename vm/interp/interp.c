/* INTERP: the loop, one case per row of opcodes.def. What takes more than a line is in objects.c
 * and calls.c.
 *
 * [top], [locals] and [pc] are the registers of the machine. LEAVE writes them back to the frame
 * before anything that may throw, collect or call; ENTER takes them up again. A local or stack slot
 * keeps an int in .i, so its upper half is undefined; long and double use the first of their two
 * slots. References stay in slots: a C variable of the loop would keep its object alive for as long
 * as the method runs, because the collector scans the C stack. */
#include "interp/execute.h"

#include <string.h>

#include "base/die.h"
#include "classfile/arithmetic.h"
#include "classfile/bytes.h"
#include "classfile/opcodes.h"

#define LEAVE() (frame->bci = (int)(pc - code), frame->top = top)
#define ENTER() (top = frame->top)
#define NEXT(length)                                                                               \
    {                                                                                              \
        pc += (length);                                                                            \
        continue;                                                                                  \
    }
#define TRY(length, call)                                                                          \
    {                                                                                              \
        LEAVE();                                                                                   \
        if (!(call)) goto thrown;                                                                  \
        ENTER();                                                                                   \
        NEXT(length)                                                                               \
    }
#define PUSH(field, value, slots, length)                                                          \
    {                                                                                              \
        top->field = (value);                                                                      \
        top += (slots);                                                                            \
        NEXT(length)                                                                               \
    }
#define LOAD(field, local, slots, length) PUSH(field, locals[local].field, slots, length)
#define STORE(field, local, slots, length)                                                         \
    {                                                                                              \
        top -= (slots);                                                                            \
        locals[local].field = top->field;                                                          \
        NEXT(length)                                                                               \
    }
/* [a] and [b] are the operands, the result replaces them. */
#define BINARY(field, in, slots, out, out_slots, operation)                                        \
    {                                                                                              \
        in b = top[-(slots)].field, a = top[-2 * (slots)].field;                                   \
        top += (out_slots)-2 * (slots);                                                            \
        top[-(out_slots)].out = (operation);                                                       \
        NEXT(1)                                                                                    \
    }
#define UNARY(field, in, slots, out, out_slots, operation)                                         \
    {                                                                                              \
        in a = top[-(slots)].field;                                                                \
        top += (out_slots) - (slots);                                                              \
        top[-(out_slots)].out = (operation);                                                       \
        NEXT(1)                                                                                    \
    }
#define DIVIDE(field, in, slots, operation)                                                        \
    {                                                                                              \
        if (top[-(slots)].field == 0) {                                                            \
            LEAVE();                                                                               \
            throw_division_by_zero(thread);                                                        \
            goto thrown;                                                                           \
        }                                                                                          \
        BINARY(field, in, slots, field, slots, operation)                                          \
    }
#define SHIFT_LONG(operation)                                                                      \
    {                                                                                              \
        int32_t b = (--top)->i;                                                                    \
        int64_t a = top[-2].j;                                                                     \
        top[-2].j = (operation);                                                                   \
        NEXT(1)                                                                                    \
    }
/* The operands are popped already. */
#define BRANCH(condition)                                                                          \
    {                                                                                              \
        bool is_taken = (condition);                                                               \
        if (activation->profile) count_branch(activation->profile, (int)(pc - code), is_taken);    \
        if (!is_taken) NEXT(3)                                                                     \
        JUMP(read_s16(pc + 1))                                                                     \
    }
#define JUMP(distance)                                                                             \
    {                                                                                              \
        int32_t offset = (distance);                                                               \
        pc += offset;                                                                              \
        if (offset <= 0 && take_back_edge(activation) && top == frame->stack) goto loop;           \
        continue;                                                                                  \
    }
/* Array and index lie at top[-[below]], and at top[0] when they were found good. */
#define ELEMENT(below)                                                                             \
    top -= (below);                                                                                \
    if (!top[0].r || (uint32_t)top[1].i >= (uint32_t)((struct array *)top[0].r)->length) {         \
        LEAVE();                                                                                   \
        throw_element(thread, (struct array *)top[0].r, top[1].i);                                 \
        goto thrown;                                                                               \
    }
#define ELEMENT_AT(type) (((type *)((struct array *)top[0].r)->elements)[top[1].i])
#define ARRAY_LOAD(field, type, slots)                                                             \
    {                                                                                              \
        ELEMENT(2)                                                                                 \
        PUSH(field, ELEMENT_AT(type), slots, 1)                                                    \
    }
#define ARRAY_STORE(field, type, slots)                                                            \
    {                                                                                              \
        ELEMENT(2 + (slots))                                                                       \
        ELEMENT_AT(type) = (type)top[2].field;                                                     \
        NEXT(1)                                                                                    \
    }
/* dup and its kin: the assignments, in order, then [pushed] slots more. */
#define SHUFFLE(pushed, ...)                                                                       \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
        top += (pushed);                                                                           \
        NEXT(1)                                                                                    \
    }
#define RETURN(slots)                                                                              \
    {                                                                                              \
        LEAVE();                                                                                   \
        return top[-(slots)];                                                                      \
    }

static void count_branch(struct profile *profile, int bci, bool is_taken) {
    struct profile_row *row = profile_row(profile, bci);
    profile_count(is_taken ? &row->taken : &row->not_taken);
}

/* Ten iterations of loops make a method as hot as one invocation. */
static void count_back_edge(struct profile *profile) {
    profile_count(&profile->back_edges);
    if (profile_read(&profile->back_edges) % 10 != 0) return;
    int32_t heat = __atomic_load_n(&profile->method->heat, __ATOMIC_RELAXED);
    if (heat > 1) __atomic_store_n(&profile->method->heat, heat - 1, __ATOMIC_RELAXED);
}

/* True when compiled code may go on from here. */
static bool take_back_edge(struct activation *activation) {
    if (activation->profile) count_back_edge(activation->profile);
    if (thread_is_asked_to_stop(activation->thread)) thread_poll(activation->thread);
    const struct profile *profile = activation->profile;
    return profile && profile_read(&profile->back_edges) >
                          __atomic_load_n(&profile->loop_limit, __ATOMIC_RELAXED);
}

static method_entry find_loop(struct activation *activation) {
    struct thread *thread = activation->thread;
    return thread->runtime->on_loop(thread, activation->frame.method, activation->frame.bci);
}

static struct class *array_class_of_code(struct thread *thread, uint8_t array_type) {
    static const enum java_type types[] = {
        [ARRAY_TYPE_BOOLEAN] = JAVA_BOOLEAN, [ARRAY_TYPE_CHAR] = JAVA_CHAR,
        [ARRAY_TYPE_FLOAT] = JAVA_FLOAT,     [ARRAY_TYPE_DOUBLE] = JAVA_DOUBLE,
        [ARRAY_TYPE_BYTE] = JAVA_BYTE,       [ARRAY_TYPE_SHORT] = JAVA_SHORT,
        [ARRAY_TYPE_INT] = JAVA_INT,         [ARRAY_TYPE_LONG] = JAVA_LONG,
    };
    return class_array_of(thread->runtime->primitives[types[array_type]]);
}

static bool new_reference_array(struct activation *activation, uint16_t index) {
    struct class *element =
        resolve_class(activation->thread, activation->frame.method->class, index);
    return element && execute_new_array(activation, class_array_of(element));
}

static bool enter_monitor(struct activation *activation) {
    struct object *object = (--activation->frame.top)->r;
    if (object)
        monitor_enter(activation->thread, object);
    else
        throw_null_pointer(activation->thread);
    return object != NULL;
}

static bool exit_monitor(struct activation *activation) {
    struct object *object = (--activation->frame.top)->r;
    if (object) return monitor_exit(activation->thread, object);
    throw_null_pointer(activation->thread);
    return false;
}

static void throw_element(struct thread *thread, const struct array *array, int32_t index) {
    if (array)
        throw_array_index(thread, index, array->length);
    else
        throw_null_pointer(thread);
}

static void throw_reference(struct thread *thread, struct object *exception) {
    if (exception)
        throw_object(thread, exception);
    else
        throw_null_pointer(thread);
}

/* Where the pending exception is handled in this frame, which then has it alone on its stack; or
 * -1. */
static int find_handler(struct activation *activation) {
    struct thread *thread = activation->thread;
    struct frame *frame = &activation->frame;
    struct object *exception = thread->exception;
    if (activation->profile)
        __atomic_store_n(&activation->profile->threw[frame->bci], true, __ATOMIC_RELAXED);
    thread->exception = NULL;
    frame->stack[0].r = exception; /* a root while catch classes are loaded */
    int target = exception_handler(thread, frame->method, frame->bci, exception);
    if (target < 0 || thread->exception) {
        if (!thread->exception) thread->exception = exception;
        return -1;
    }
    stack_forget(thread);
    frame->top = frame->stack + 1;
    /* What the failed computation left would stay alive: the collector scans the whole frame. */
    memset(frame->top, 0, frame->method->code->max_stack * sizeof *frame->top);
    return target;
}

union value execute(struct activation *activation) {
    struct thread *thread = activation->thread;
    struct frame *frame = &activation->frame;
    const uint8_t *code = frame->method->code->bytes, *pc = code + frame->bci;
    union value *locals = frame->locals, *top = frame->top;
    GAP_BEGINS(activation);
    if (thread->exception) goto thrown;

    for (;;) {
        switch ((enum opcode) * pc) {
        case OP_nop: NEXT(1)
        case OP_aconst_null: PUSH(r, NULL, 1, 1)
        case OP_iconst_m1:
        case OP_iconst_0:
        case OP_iconst_1:
        case OP_iconst_2:
        case OP_iconst_3:
        case OP_iconst_4:
        case OP_iconst_5: PUSH(i, *pc - OP_iconst_0, 1, 1)
        case OP_lconst_0:
        case OP_lconst_1: PUSH(j, *pc - OP_lconst_0, 2, 1)
        case OP_fconst_0:
        case OP_fconst_1:
        case OP_fconst_2: PUSH(f, (float)(*pc - OP_fconst_0), 1, 1)
        case OP_dconst_0:
        case OP_dconst_1: PUSH(d, *pc - OP_dconst_0, 2, 1)
        case OP_bipush: PUSH(i, read_s8(pc + 1), 1, 2)
        case OP_sipush: PUSH(i, read_s16(pc + 1), 1, 3)
        case OP_ldc: TRY(2, execute_load_constant(activation, pc[1]))
        case OP_ldc_w:
        case OP_ldc2_w: TRY(3, execute_load_constant(activation, read_u16(pc + 1)))

        case OP_iload: LOAD(i, pc[1], 1, 2)
        case OP_lload: LOAD(j, pc[1], 2, 2)
        case OP_fload: LOAD(f, pc[1], 1, 2)
        case OP_dload: LOAD(d, pc[1], 2, 2)
        case OP_aload: LOAD(r, pc[1], 1, 2)
        case OP_iload_0:
        case OP_iload_1:
        case OP_iload_2:
        case OP_iload_3: LOAD(i, *pc - OP_iload_0, 1, 1)
        case OP_lload_0:
        case OP_lload_1:
        case OP_lload_2:
        case OP_lload_3: LOAD(j, *pc - OP_lload_0, 2, 1)
        case OP_fload_0:
        case OP_fload_1:
        case OP_fload_2:
        case OP_fload_3: LOAD(f, *pc - OP_fload_0, 1, 1)
        case OP_dload_0:
        case OP_dload_1:
        case OP_dload_2:
        case OP_dload_3: LOAD(d, *pc - OP_dload_0, 2, 1)
        case OP_aload_0:
        case OP_aload_1:
        case OP_aload_2:
        case OP_aload_3: LOAD(r, *pc - OP_aload_0, 1, 1)
        case OP_iaload: ARRAY_LOAD(i, int32_t, 1)
        case OP_laload: ARRAY_LOAD(j, int64_t, 2)
        case OP_faload: ARRAY_LOAD(f, float, 1)
        case OP_daload: ARRAY_LOAD(d, double, 2)
        case OP_aaload: ARRAY_LOAD(r, struct object *, 1)
        case OP_baload: ARRAY_LOAD(i, int8_t, 1)
        case OP_caload: ARRAY_LOAD(i, uint16_t, 1)
        case OP_saload: ARRAY_LOAD(i, int16_t, 1)

        case OP_istore: STORE(i, pc[1], 1, 2)
        case OP_lstore: STORE(j, pc[1], 2, 2)
        case OP_fstore: STORE(f, pc[1], 1, 2)
        case OP_dstore: STORE(d, pc[1], 2, 2)
        case OP_astore: STORE(r, pc[1], 1, 2)
        case OP_istore_0:
        case OP_istore_1:
        case OP_istore_2:
        case OP_istore_3: STORE(i, *pc - OP_istore_0, 1, 1)
        case OP_lstore_0:
        case OP_lstore_1:
        case OP_lstore_2:
        case OP_lstore_3: STORE(j, *pc - OP_lstore_0, 2, 1)
        case OP_fstore_0:
        case OP_fstore_1:
        case OP_fstore_2:
        case OP_fstore_3: STORE(f, *pc - OP_fstore_0, 1, 1)
        case OP_dstore_0:
        case OP_dstore_1:
        case OP_dstore_2:
        case OP_dstore_3: STORE(d, *pc - OP_dstore_0, 2, 1)
        case OP_astore_0:
        case OP_astore_1:
        case OP_astore_2:
        case OP_astore_3: STORE(r, *pc - OP_astore_0, 1, 1)
        case OP_iastore: ARRAY_STORE(i, int32_t, 1)
        case OP_lastore: ARRAY_STORE(j, int64_t, 2)
        case OP_fastore: ARRAY_STORE(f, float, 1)
        case OP_dastore: ARRAY_STORE(d, double, 2)
        case OP_aastore:
            LEAVE();
            if (!execute_store_check(activation)) goto thrown;
            ARRAY_STORE(r, struct object *, 1)
        case OP_bastore:
            if (top[-3].r && top[-3].r->class->element_type == JAVA_BOOLEAN) top[-1].i &= 1;
            ARRAY_STORE(i, int8_t, 1)
        case OP_castore: ARRAY_STORE(i, uint16_t, 1)
        case OP_sastore: ARRAY_STORE(i, int16_t, 1)

        case OP_pop: top--; NEXT(1)
        case OP_pop2: top -= 2; NEXT(1)
        case OP_dup: SHUFFLE(1, top[0] = top[-1])
        case OP_dup_x1: SHUFFLE(1, top[0] = top[-1], top[-1] = top[-2], top[-2] = top[0])
        case OP_dup_x2:
            SHUFFLE(1, top[0] = top[-1], top[-1] = top[-2], top[-2] = top[-3], top[-3] = top[0])
        case OP_dup2: SHUFFLE(2, top[0] = top[-2], top[1] = top[-1])
        case OP_dup2_x1:
            SHUFFLE(2, top[1] = top[-1], top[0] = top[-2], top[-1] = top[-3], top[-2] = top[1],
                    top[-3] = top[0])
        case OP_dup2_x2:
            SHUFFLE(2, top[1] = top[-1], top[0] = top[-2], top[-1] = top[-3], top[-2] = top[-4],
                    top[-3] = top[1], top[-4] = top[0])
        case OP_swap: SHUFFLE(0, top[0] = top[-1], top[-1] = top[-2], top[-2] = top[0])

        case OP_iadd: BINARY(i, int32_t, 1, i, 1, int_add(a, b))
        case OP_ladd: BINARY(j, int64_t, 2, j, 2, long_add(a, b))
        case OP_fadd: BINARY(f, float, 1, f, 1, a + b)
        case OP_dadd: BINARY(d, double, 2, d, 2, a + b)
        case OP_isub: BINARY(i, int32_t, 1, i, 1, int_sub(a, b))
        case OP_lsub: BINARY(j, int64_t, 2, j, 2, long_sub(a, b))
        case OP_fsub: BINARY(f, float, 1, f, 1, a - b)
        case OP_dsub: BINARY(d, double, 2, d, 2, a - b)
        case OP_imul: BINARY(i, int32_t, 1, i, 1, int_mul(a, b))
        case OP_lmul: BINARY(j, int64_t, 2, j, 2, long_mul(a, b))
        case OP_fmul: BINARY(f, float, 1, f, 1, a *b)
        case OP_dmul: BINARY(d, double, 2, d, 2, a *b)
        case OP_idiv: DIVIDE(i, int32_t, 1, int_div(a, b))
        case OP_ldiv: DIVIDE(j, int64_t, 2, long_div(a, b))
        case OP_fdiv: BINARY(f, float, 1, f, 1, a / b)
        case OP_ddiv: BINARY(d, double, 2, d, 2, a / b)
        case OP_irem: DIVIDE(i, int32_t, 1, int_rem(a, b))
        case OP_lrem: DIVIDE(j, int64_t, 2, long_rem(a, b))
        case OP_frem: BINARY(f, float, 1, f, 1, fmodf(a, b))
        case OP_drem: BINARY(d, double, 2, d, 2, fmod(a, b))
        case OP_ineg: UNARY(i, int32_t, 1, i, 1, int_neg(a))
        case OP_lneg: UNARY(j, int64_t, 2, j, 2, long_neg(a))
        case OP_fneg: UNARY(f, float, 1, f, 1, -a)
        case OP_dneg: UNARY(d, double, 2, d, 2, -a)
        case OP_ishl: BINARY(i, int32_t, 1, i, 1, int_shl(a, b))
        case OP_lshl: SHIFT_LONG(long_shl(a, b))
        case OP_ishr: BINARY(i, int32_t, 1, i, 1, int_shr(a, b))
        case OP_lshr: SHIFT_LONG(long_shr(a, b))
        case OP_iushr: BINARY(i, int32_t, 1, i, 1, int_ushr(a, b))
        case OP_lushr: SHIFT_LONG(long_ushr(a, b))
        case OP_iand: BINARY(i, int32_t, 1, i, 1, a & b)
        case OP_land: BINARY(j, int64_t, 2, j, 2, a & b)
        case OP_ior: BINARY(i, int32_t, 1, i, 1, a | b)
        case OP_lor: BINARY(j, int64_t, 2, j, 2, a | b)
        case OP_ixor: BINARY(i, int32_t, 1, i, 1, a ^ b)
        case OP_lxor: BINARY(j, int64_t, 2, j, 2, a ^ b)
        case OP_iinc: locals[pc[1]].i = int_add(locals[pc[1]].i, read_s8(pc + 2)); NEXT(3)

        case OP_i2l: UNARY(i, int32_t, 1, j, 2, a)
        case OP_i2f: UNARY(i, int32_t, 1, f, 1, (float)a)
        case OP_i2d: UNARY(i, int32_t, 1, d, 2, a)
        case OP_l2i: UNARY(j, int64_t, 2, i, 1, (int32_t)a)
        case OP_l2f: UNARY(j, int64_t, 2, f, 1, (float)a)
        case OP_l2d: UNARY(j, int64_t, 2, d, 2, (double)a)
        case OP_f2i: UNARY(f, float, 1, i, 1, double_to_int(a))
        case OP_f2l: UNARY(f, float, 1, j, 2, double_to_long(a))
        case OP_f2d: UNARY(f, float, 1, d, 2, a)
        case OP_d2i: UNARY(d, double, 2, i, 1, double_to_int(a))
        case OP_d2l: UNARY(d, double, 2, j, 2, double_to_long(a))
        case OP_d2f: UNARY(d, double, 2, f, 1, (float)a)
        case OP_i2b: UNARY(i, int32_t, 1, i, 1, (int8_t)a)
        case OP_i2c: UNARY(i, int32_t, 1, i, 1, (uint16_t)a)
        case OP_i2s: UNARY(i, int32_t, 1, i, 1, (int16_t)a)

        case OP_lcmp: BINARY(j, int64_t, 2, i, 1, long_compare(a, b))
        case OP_fcmpl: BINARY(f, float, 1, i, 1, double_compare(a, b, -1))
        case OP_fcmpg: BINARY(f, float, 1, i, 1, double_compare(a, b, 1))
        case OP_dcmpl: BINARY(d, double, 2, i, 1, double_compare(a, b, -1))
        case OP_dcmpg: BINARY(d, double, 2, i, 1, double_compare(a, b, 1))
        case OP_ifeq: top--; BRANCH(top->i == 0)
        case OP_ifne: top--; BRANCH(top->i != 0)
        case OP_iflt: top--; BRANCH(top->i < 0)
        case OP_ifge: top--; BRANCH(top->i >= 0)
        case OP_ifgt: top--; BRANCH(top->i > 0)
        case OP_ifle: top--; BRANCH(top->i <= 0)
        case OP_if_icmpeq: top -= 2; BRANCH(top[0].i == top[1].i)
        case OP_if_icmpne: top -= 2; BRANCH(top[0].i != top[1].i)
        case OP_if_icmplt: top -= 2; BRANCH(top[0].i < top[1].i)
        case OP_if_icmpge: top -= 2; BRANCH(top[0].i >= top[1].i)
        case OP_if_icmpgt: top -= 2; BRANCH(top[0].i > top[1].i)
        case OP_if_icmple: top -= 2; BRANCH(top[0].i <= top[1].i)
        case OP_if_acmpeq: top -= 2; BRANCH(top[0].r == top[1].r)
        case OP_if_acmpne: top -= 2; BRANCH(top[0].r != top[1].r)
        case OP_ifnull: top--; BRANCH(top->r == NULL)
        case OP_ifnonnull: top--; BRANCH(top->r != NULL)
        case OP_goto: JUMP(read_s16(pc + 1))
        case OP_goto_w: JUMP(read_s32(pc + 1))
        case OP_tableswitch:
        case OP_lookupswitch: {
            uint32_t bci = (uint32_t)(pc - code);
            top--;
            JUMP((int32_t)(execute_switch(activation, bci, top->i) - bci))
        }

        case OP_ireturn:
            top[-1].i = int_narrow(top[-1].i, frame->method->shape->return_type);
            RETURN(1)
        case OP_freturn:
        case OP_areturn: RETURN(1)
        case OP_lreturn:
        case OP_dreturn: RETURN(2)
        case OP_return: return (union value){.j = 0};

        case OP_getstatic:
        case OP_putstatic:
        case OP_getfield:
        case OP_putfield: TRY(3, execute_field(activation, *pc, read_u16(pc + 1)))
        case OP_invokevirtual:
        case OP_invokespecial:
        case OP_invokestatic: TRY(3, execute_invoke(activation, (uint32_t)(pc - code)))
        case OP_invokeinterface: TRY(5, execute_invoke(activation, (uint32_t)(pc - code)))
        case OP_invokedynamic: TRY(5, execute_invoke_dynamic(activation, (uint32_t)(pc - code)))
        case OP_new: TRY(3, execute_new(activation, read_u16(pc + 1)))
        case OP_newarray: TRY(2, execute_new_array(activation, array_class_of_code(thread, pc[1])))
        case OP_anewarray: TRY(3, new_reference_array(activation, read_u16(pc + 1)))
        case OP_multianewarray: TRY(4, execute_multi_array(activation, read_u16(pc + 1), pc[3]))
        case OP_arraylength:
            if (!top[-1].r) {
                LEAVE();
                throw_null_pointer(thread);
                goto thrown;
            }
            top[-1].i = ((struct array *)top[-1].r)->length;
            NEXT(1)
        case OP_athrow:
            LEAVE();
            throw_reference(thread, top[-1].r);
            goto thrown;
        case OP_checkcast:
        case OP_instanceof: TRY(3, execute_type_check(activation, *pc, read_u16(pc + 1)))
        case OP_monitorenter: TRY(1, enter_monitor(activation))
        case OP_monitorexit: TRY(1, exit_monitor(activation))

        case OP_wide: {
            uint16_t local = read_u16(pc + 2);
            switch (pc[1]) {
            case OP_iload: LOAD(i, local, 1, 4)
            case OP_lload: LOAD(j, local, 2, 4)
            case OP_fload: LOAD(f, local, 1, 4)
            case OP_dload: LOAD(d, local, 2, 4)
            case OP_aload: LOAD(r, local, 1, 4)
            case OP_istore: STORE(i, local, 1, 4)
            case OP_lstore: STORE(j, local, 2, 4)
            case OP_fstore: STORE(f, local, 1, 4)
            case OP_dstore: STORE(d, local, 2, 4)
            case OP_astore: STORE(r, local, 1, 4)
            case OP_iinc: locals[local].i = int_add(locals[local].i, read_s16(pc + 4)); NEXT(6)
            default: UNREACHABLE(); /* wide ret */
            }
        }
        case OP_jsr:
        case OP_jsr_w:
        case OP_ret: /* refused by the verifier */
        case OPCODE_COUNT: UNREACHABLE();
        }
        UNREACHABLE();

    loop : {
        LEAVE();
        union value result;
        method_entry entry = find_loop(activation);
        if (!entry) continue;
        if (execute_loop(activation, entry, &result)) return result;
        pc = code + frame->bci;
        ENTER();
        if (!thread->exception) continue;
    }
    thrown : {
        int target = find_handler(activation);
        if (target < 0) return (union value){.j = 0};
        pc = code + target;
        ENTER();
    }
    }
}
