/* TRANSLATE: one bytecode to nodes. Arithmetic and the stack here; the rest where it belongs. */
#include "build/builder.h"

#include "classfile/bytes.h"

/* The order of the typed opcodes: int, long, float, double, reference. */
static enum node_type type_of_group(int index) { return node_type_of_java((enum java_type)index); }

static void binary(struct builder *builder, int op) {
    static const enum node_kind kinds[] = {NODE_add, NODE_sub, NODE_mul, NODE_div, NODE_rem};
    enum node_type type = type_of_group((op - OP_iadd) % 4);
    enum node_kind kind = kinds[(op - OP_iadd) / 4];
    struct node *right = pop_value(builder, type), *left = pop_value(builder, type);
    bool is_integer = type == TYPE_INT || type == TYPE_LONG;
    bool may_divide_by_zero = is_integer && (kind == NODE_div || kind == NODE_rem) &&
                              !(node_is_constant(right) && right->extra.integer != 0);
    if (may_divide_by_zero) {
        struct node *zero = graph_default(builder->graph, type);
        emit_check(builder, emit_compare(builder, COND_NE, right, zero), REASON_division_by_zero,
                   NULL, NULL);
    }
    push_value(builder, emit_binary(builder, kind, type, left, right));
}

static void negate(struct builder *builder, int op) {
    enum node_type type = type_of_group(op - OP_ineg);
    push_value(builder, emit_unary(builder, NODE_neg, type, pop_value(builder, type)));
}

/* ishl, lshl, ishr, lshr, iushr, lushr */
static void shift(struct builder *builder, int op) {
    static const enum node_kind kinds[] = {NODE_shl, NODE_shr, NODE_ushr};
    enum node_type type = type_of_group((op - OP_ishl) % 2);
    struct node *count = pop_value(builder, TYPE_INT), *value = pop_value(builder, type);
    push_value(builder, emit_binary(builder, kinds[(op - OP_ishl) / 2], type, value, count));
}

/* iand, land, ior, lor, ixor, lxor */
static void logic(struct builder *builder, int op) {
    static const enum node_kind kinds[] = {NODE_and, NODE_or, NODE_xor};
    enum node_type type = type_of_group((op - OP_iand) % 2);
    struct node *right = pop_value(builder, type), *left = pop_value(builder, type);
    push_value(builder, emit_binary(builder, kinds[(op - OP_iand) / 2], type, left, right));
}

static enum node_type type_of_letter(char letter) {
    return letter == 'J'   ? TYPE_LONG
           : letter == 'F' ? TYPE_FLOAT
           : letter == 'D' ? TYPE_DOUBLE
                           : TYPE_INT;
}

static void convert(struct builder *builder, int op) {
    enum node_type from = type_of_letter(opcode_pops((enum opcode)op)[0]);
    enum node_type to = type_of_letter(opcode_pushes((enum opcode)op)[0]);
    push_value(builder, emit_unary(builder, NODE_convert, to, pop_value(builder, from)));
}

static void narrow(struct builder *builder, enum java_type type) {
    push_value(builder, narrowed(builder, pop_value(builder, TYPE_INT), type));
}

static void increment(struct builder *builder, bool is_wide) {
    const uint8_t *bytes = builder->code->bytes + builder->bci;
    int index = is_wide ? read_u16(bytes + 2) : bytes[1];
    int amount = is_wide ? read_s16(bytes + 4) : read_s8(bytes + 2);
    struct node *value = local_get(builder, index, JAVA_INT);
    struct node *step = graph_int(builder->graph, amount);
    local_set(builder, index, emit_binary(builder, NODE_add, TYPE_INT, value, step));
}

static void access_local(struct builder *builder) {
    struct local_access access;
    instruction_local_access(builder->code, builder->bci, &access);
    if (access.writes)
        local_set(builder, access.index, pop_value(builder, node_type_of_java(access.type)));
    else
        push_value(builder, local_get(builder, access.index, access.type));
}

/* The shuffles move slots, whatever they hold: the picture gives the new order, 'a' being the top
 * before. */
static void shuffle(struct builder *builder, int taken, const char *picture) {
    struct values *now = &builder->now;
    int given = (int)strlen(picture);
    struct node *old[4] = {NULL};
    for (int i = 0; i < taken; i++) old[i] = now->stack[now->depth - 1 - i];
    now->depth -= taken;
    for (int i = 0; i < given; i++) now->stack[now->depth++] = old[picture[i] - 'a'];
    builder->has_pushed = true;
}

static uint16_t constant_operand(const struct builder *builder, int op) {
    const uint8_t *operand = builder->code->bytes + builder->bci + 1;
    return op == OP_ldc ? *operand : read_u16(operand);
}

static void load_constant(struct builder *builder, int op) {
    struct graph *graph = builder->graph;
    const uint8_t *bytes = builder->code->bytes + builder->bci;
    if (op == OP_aconst_null)
        push_value(builder, graph_null(graph));
    else if (op <= OP_iconst_5)
        push_value(builder, graph_int(graph, op - OP_iconst_0));
    else if (op <= OP_lconst_1)
        push_value(builder, graph_long(graph, op - OP_lconst_0));
    else if (op <= OP_fconst_2)
        push_value(builder, graph_float(graph, (float)(op - OP_fconst_0)));
    else if (op <= OP_dconst_1)
        push_value(builder, graph_double(graph, op - OP_dconst_0));
    else if (op == OP_bipush)
        push_value(builder, graph_int(graph, read_s8(bytes + 1)));
    else if (op == OP_sipush)
        push_value(builder, graph_int(graph, read_s16(bytes + 1)));
    else if (!translate_hit(builder, constant_operand(builder, op)))
        translate_constant(builder, constant_operand(builder, op));
}

void translate_instruction(struct builder *builder) {
    int op = builder->code->bytes[builder->bci];
    bool is_wide = op == OP_wide;
    if (is_wide) op = builder->code->bytes[builder->bci + 1];
    switch (op) {
    case OP_nop: break;
    case OP_aconst_null ... OP_ldc2_w: load_constant(builder, op); break;
    case OP_iload ... OP_aload_3: access_local(builder); break;
    case OP_iaload ... OP_saload: translate_array(builder, op); break;
    case OP_istore ... OP_astore_3: access_local(builder); break;
    case OP_iastore ... OP_sastore: translate_array(builder, op); break;
    case OP_pop: shuffle(builder, 1, ""); break;
    case OP_pop2: shuffle(builder, 2, ""); break;
    case OP_dup: shuffle(builder, 1, "aa"); break;
    case OP_dup_x1: shuffle(builder, 2, "aba"); break;
    case OP_dup_x2: shuffle(builder, 3, "acba"); break;
    case OP_dup2: shuffle(builder, 2, "baba"); break;
    case OP_dup2_x1: shuffle(builder, 3, "bacba"); break;
    case OP_dup2_x2: shuffle(builder, 4, "badcba"); break;
    case OP_swap: shuffle(builder, 2, "ab"); break;
    case OP_iadd ... OP_drem: binary(builder, op); break;
    case OP_ineg ... OP_dneg: negate(builder, op); break;
    case OP_ishl ... OP_lushr: shift(builder, op); break;
    case OP_iand ... OP_lxor: logic(builder, op); break;
    case OP_iinc: increment(builder, is_wide); break;
    case OP_i2l ... OP_d2f: convert(builder, op); break;
    case OP_i2b: narrow(builder, JAVA_BYTE); break;
    case OP_i2c: narrow(builder, JAVA_CHAR); break;
    case OP_i2s: narrow(builder, JAVA_SHORT); break;
    case OP_lcmp ... OP_dcmpg: translate_compare(builder, op); break;
    case OP_ifeq ... OP_goto: translate_branch(builder, op); break;
    case OP_ifnull ... OP_goto_w: translate_branch(builder, op); break;
    case OP_tableswitch ... OP_lookupswitch: translate_switch(builder, op); break;
    case OP_ireturn ... OP_return: translate_return(builder, op); break;
    case OP_getstatic ... OP_putfield: translate_field(builder, op); break;
    case OP_invokevirtual ... OP_invokedynamic: translate_call(builder, op); break;
    case OP_new ... OP_anewarray: translate_new(builder, op); break;
    case OP_multianewarray: translate_new(builder, op); break;
    case OP_arraylength: translate_array(builder, op); break;
    case OP_athrow: translate_throw(builder); break;
    case OP_checkcast ... OP_instanceof: translate_type_test(builder, op); break;
    case OP_monitorenter ... OP_monitorexit: translate_monitor(builder, op); break;
    default: builder_fail(builder, REASON_unsupported_bytecode);
    }
}
