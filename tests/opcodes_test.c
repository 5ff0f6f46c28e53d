/* Every instruction of the Java virtual machine but jsr and ret, in all its forms, gives the same
 * result in the interpreter and in compiled code. The programs are text, one row each: mnemonics
 * with their operands, constants by name (@int), labels (a:), and handlers (catch from to target).
 * A test says which opcode no program has. */
#include <math.h>
#include <stdlib.h>

#include "base/bitset.h"
#include "classfile/bytes.h"
#include "classfile/opcodes.h"
#include "classfile/writer.h"
#include "tests/vm_fixture.h"

/* The locals that all programs start with: int 0, long 1, float 3, double 4, reference 6. */
#define MAIN "(IJFDLjava/lang/Object;)I"

struct row {
    const char *text;
    int expected; /* for the first arguments below */
};

/* Adds ten times the top to the int below it: digits of a stack, from the top. */
#define F " bipush 10 imul iadd "
/* Leaves 1 or 0. */
#define TAKEN(branch) branch " t iconst_0 ireturn t: iconst_1 ireturn"

static const struct row rows[] = {
    /* constants */
    {"iconst_m1 iconst_0 iadd iconst_1 iadd iconst_2 iadd iconst_3 iadd iconst_4 iadd iconst_5 "
     "iadd bipush -100 iadd sipush 1000 iadd iload_0 iadd ireturn",
     921},
    {"lconst_0 lconst_1 ladd l2i fconst_0 fconst_1 fadd fconst_2 fadd f2i iadd dconst_0 dconst_1 "
     "dadd d2i iadd ireturn",
     5},
    {"ldc @int ldc_w @int iadd ldc @float f2i iadd ldc_w @float f2i iadd ldc2_w @long l2i iadd "
     "ldc2_w @double d2i iadd ldc @string invokevirtual @length iadd ireturn",
     2006},
    {"ldc @class ldc_w @class " TAKEN("if_acmpeq"), 1},
    {"aconst_null nop " TAKEN("ifnull"), 1},
    /* locals */
    {"iload_0 istore 7 iload 7 istore_0 iload_0 istore_1 iload_1 istore_2 iload_2 istore_3 iload_3 "
     "ireturn",
     7},
    {"lload_1 lstore 8 lload 8 lstore_0 lload_0 lstore_1 lload_1 lstore_2 lload_2 lstore_3 lload_3 "
     "l2i ireturn",
     5},
    {"fload_3 fstore 7 fload 7 fstore_0 fload_0 fstore_1 fload_1 fstore_2 fload_2 fstore_3 fload_3 "
     "f2i ireturn",
     2},
    {"dload 4 dstore 8 dload 8 dstore_0 dload_0 dstore_1 dload_1 dstore_2 dload_2 dstore_3 dload_3 "
     "d2i ireturn",
     -3},
    {"aload 6 astore 7 aload 7 astore_0 aload_0 astore_1 aload_1 astore_2 aload_2 astore_3 aload_3 "
     "aload 6 " TAKEN("if_acmpeq"),
     1},
    {"iinc 0 -5 iload_0 ireturn", 2},
    {"iload_0 wide istore 300 wide iinc 300 1000 wide iload 300 ireturn", 1007},
    {"lload_1 wide lstore 300 wide lload 300 l2i fload_3 wide fstore 302 wide fload 302 f2i iadd "
     "dload 4 wide dstore 304 wide dload 304 d2i iadd aload 6 wide astore 306 wide aload 306 pop "
     "ireturn",
     4},
    /* arrays */
    {"iconst_3 newarray 10 dup iconst_1 iload_0 iastore iconst_1 iaload ireturn", 7},
    {"iconst_3 newarray 11 dup iconst_1 lload_1 lastore iconst_1 laload l2i ireturn", 5},
    {"iconst_3 newarray 6 dup iconst_1 fload_3 fastore iconst_1 faload f2i ireturn", 2},
    {"iconst_3 newarray 7 dup iconst_1 dload 4 dastore iconst_1 daload d2i ireturn", -3},
    {"iconst_3 newarray 8 dup iconst_1 sipush 200 bastore iconst_1 baload ireturn", -56},
    {"iconst_3 newarray 4 dup iconst_1 iconst_3 bastore iconst_1 baload ireturn", 1},
    {"iconst_3 newarray 5 dup iconst_1 iconst_m1 castore iconst_1 caload ireturn", 65535},
    {"iconst_3 newarray 9 dup iconst_1 ldc @big sastore iconst_1 saload ireturn", -31072},
    {"iconst_2 anewarray @object dup iconst_0 aload 6 aastore iconst_0 aaload aload 6 " TAKEN(
         "if_acmpeq"),
     1},
    {"iload_0 newarray 10 arraylength ireturn", 7},
    {"iconst_2 iload_0 multianewarray @ints2 2 iconst_1 aaload arraylength ireturn", 7},
    {"iload_0 multianewarray @ints2 1 arraylength ireturn", 7},
    /* the stack */
    {"iload_0 iconst_1 pop ireturn", 7},
    {"iload_0 iconst_1 iconst_2 pop2 ireturn", 7},
    {"iload_0 lload_1 pop2 ireturn", 7},
    {"iload_0 dup" F "ireturn", 77},
    {"iconst_1 iload_0 dup_x1" F F "ireturn", 717},
    {"iconst_1 iconst_2 iload_0 dup_x2" F F F "ireturn", 7217},
    {"lload_1 iload_0 dup_x2 istore 7 l2i iload 7" F F "ireturn", 757},
    {"iconst_1 iload_0 dup2" F F F "ireturn", 7171},
    {"lload_1 dup2 ladd l2i ireturn", 10},
    {"dload 4 dup2 dmul d2i ireturn", 12},
    {"iconst_1 iconst_2 iload_0 dup2_x1" F F F F "ireturn", 72172},
    {"iconst_1 lload_1 dup2_x1 l2i" F "istore 7 l2i iload 7" F "ireturn", 515},
    {"iconst_1 iconst_2 iconst_3 iload_0 dup2_x2" F F F F F "ireturn", 732173},
    {"iconst_1 iconst_2 lload_1 dup2_x2 l2i" F F "istore 7 l2i iload 7" F "ireturn", 5215},
    {"lload_1 iconst_1 iload_0 dup2_x2 istore 7 istore 8 l2i iload 8 iload 7" F F F F "ireturn",
     71571},
    {"lload_1 ldc2_w @long dup2_x2 lsub lsub l2i ireturn", 9},
    {"iconst_1 iload_0 swap" F "ireturn", 17},
    {"fload_3 iload_0 swap f2i" F "ireturn", 27},
    /* int arithmetic */
    {"iload_0 iconst_3 iadd ireturn", 10},
    {"iload_0 iconst_3 isub ireturn", 4},
    {"iload_0 iconst_3 imul ireturn", 21},
    {"bipush 100 iload_0 idiv ireturn", 14},
    {"bipush 100 iload_0 irem ireturn", 2},
    {"ldc @least iload_0 bipush 8 isub idiv ireturn", INT32_MIN}, /* by -1 */
    {"ldc @least iload_0 bipush 8 isub irem ireturn", 0},
    {"iload_0 ineg ireturn", -7},
    {"iconst_3 iload_0 ishl ireturn", 384},
    {"iload_0 ineg iconst_1 ishr ireturn", -4},
    {"iload_0 ineg bipush 28 iushr ireturn", 15},
    {"iconst_1 bipush 33 ishl ireturn", 2},
    {"iload_0 iconst_3 iand ireturn", 3},
    {"iload_0 bipush 8 ior ireturn", 15},
    {"iload_0 iconst_3 ixor ireturn", 4},
    /* long arithmetic */
    {"lload_1 iconst_3 i2l ladd l2i ireturn", 8},
    {"lload_1 iconst_3 i2l lsub l2i ireturn", 2},
    {"lload_1 iconst_3 i2l lmul l2i ireturn", 15},
    {"lload_1 iconst_3 i2l ldiv l2i ireturn", -1431655764},
    {"lload_1 iconst_3 i2l lrem l2i ireturn", 1},
    {"lload_1 lneg l2i ireturn", -5},
    {"lload_1 iload_0 lshl bipush 40 lushr l2i ireturn", 1},
    {"lload_1 lneg bipush 33 lshr l2i ireturn", -2},
    {"lload_1 lneg bipush 60 lushr l2i ireturn", 15},
    {"lload_1 bipush 65 lshl l2i ireturn", 10},
    {"lload_1 iconst_3 i2l land l2i ireturn", 1},
    {"lload_1 iconst_3 i2l lor l2i ireturn", 7},
    {"lload_1 iconst_3 i2l lxor l2i ireturn", 6},
    /* float and double arithmetic */
    {"fload_3 fconst_2 fadd fconst_2 fmul ldc @float fmul f2i ireturn", 22},
    {"fload_3 fconst_2 fsub fconst_2 fmul ldc @float fmul f2i ireturn", 2},
    {"fload_3 fconst_2 fdiv fconst_2 fmul ldc @float fmul f2i ireturn", 6},
    {"fload_3 fconst_2 frem fconst_2 fmul ldc @float fmul f2i ireturn", 2},
    {"fload_3 fneg fconst_2 fmul f2i ireturn", -5},
    {"dload 4 ldc2_w @double dadd d2i ireturn", -13},
    {"dload 4 ldc2_w @double dsub d2i ireturn", 6},
    {"dload 4 ldc2_w @double dmul d2i ireturn", 34},
    {"ldc2_w @double dload 4 ddiv d2i ireturn", 2},
    {"ldc2_w @double dload 4 drem d2i ireturn", -2},
    {"dload 4 dneg d2i ireturn", 3},
    /* conversions */
    {"iload_0 i2l l2i i2f f2i i2d d2i ireturn", 7},
    {"lload_1 l2f f2l l2d d2l bipush 33 lshr l2i ireturn", 1},
    {"fload_3 f2d d2f fconst_2 fmul f2i ireturn", 5},
    {"sipush 200 iload_0 iadd i2b ireturn", -49},
    {"iload_0 ineg i2c ireturn", 65529},
    {"ldc @big iload_0 iadd i2s ireturn", -31065},
    {"ldc @nan f2i ldc2_w @huge d2i ior ireturn", INT32_MAX},
    {"ldc2_w @huge d2l bipush 40 lushr l2i ireturn", (1 << 23) - 1},
    /* comparisons */
    {"lload_1 ldc2_w @long lcmp ireturn", 1},
    {"ldc2_w @long lload_1 lcmp ireturn", -1},
    {"lload_1 lload_1 lcmp ireturn", 0},
    {"lload_1 ldc2_w @long lcmp " TAKEN("ifgt"), 1},
    {"fload_3 fconst_2 fcmpl ireturn", 1},
    {"fload_3 fconst_2 fcmpg ireturn", 1},
    {"fload_3 ldc @nan fcmpl ireturn", -1},
    {"fload_3 ldc @nan fcmpg ireturn", 1},
    {"fload_3 ldc @nan fcmpl " TAKEN("iflt"), 1},
    {"fload_3 ldc @nan fcmpg " TAKEN("ifle"), 0},
    {"fconst_0 fload_3 fload_3 fsub fneg fcmpg ireturn", 0}, /* 0 and -0 */
    {"dload 4 dconst_1 dcmpl ireturn", -1},
    {"dload 4 dconst_1 dcmpg ireturn", -1},
    {"dload 4 ldc @nan f2d dcmpl ireturn", -1},
    {"dload 4 ldc @nan f2d dcmpg ireturn", 1},
    {"dload 4 ldc @nan f2d dcmpg " TAKEN("ifge"), 1},
    /* branches */
    {"iload_0 " TAKEN("ifeq"), 0},
    {"iload_0 " TAKEN("ifne"), 1},
    {"iload_0 " TAKEN("iflt"), 0},
    {"iload_0 " TAKEN("ifge"), 1},
    {"iload_0 " TAKEN("ifgt"), 1},
    {"iload_0 " TAKEN("ifle"), 0},
    {"iload_0 iconst_3 " TAKEN("if_icmpeq"), 0},
    {"iload_0 iconst_3 " TAKEN("if_icmpne"), 1},
    {"iload_0 iconst_3 " TAKEN("if_icmplt"), 0},
    {"iload_0 iconst_3 " TAKEN("if_icmpge"), 1},
    {"iload_0 iconst_3 " TAKEN("if_icmpgt"), 1},
    {"iload_0 iconst_3 " TAKEN("if_icmple"), 0},
    {"aload 6 ldc @string " TAKEN("if_acmpne"), 1},
    {"aload 6 " TAKEN("ifnonnull"), 1},
    {"goto a b: iload_0 ireturn a: goto_w b", 7},
    {"iconst_0 istore 7 a: iinc 7 3 iinc 0 -1 iload_0 ifle b goto_w a b: iload 7 ireturn", 21},
    {"iload_0 tableswitch 6 8 d a b a a: iconst_1 ireturn b: iconst_2 ireturn d: iconst_3 ireturn",
     2},
    {"iload_0 lookupswitch 3 d -7 a 0 a 7 b a: iconst_1 ireturn b: iconst_2 ireturn d: iconst_3 "
     "ireturn",
     2},
    {"iload_0 lookupswitch 0 d d: iconst_3 ireturn", 3},
    /* members */
    {"lload_1 invokestatic @long_of l2i ireturn", 5},
    {"fload_3 invokestatic @float_of f2i ireturn", 2},
    {"dload 4 invokestatic @double_of d2i ireturn", -3},
    {"aload 6 invokestatic @object_of aload 6 " TAKEN("if_acmpeq"), 1},
    {"iload_0 invokestatic @put getstatic @static ireturn", 7},
    {"new @T dup invokespecial @new dup iload_0 putfield @field getfield @field ireturn", 7},
    {"aload 6 checkcast @sequence invokeinterface @sequence_length 1 ireturn", 4},
    {"iload_0 invokedynamic @concat invokevirtual @length ireturn", 1},
    {"aload 6 instanceof @T ifne a aload 6 instanceof @sequence ireturn a: iconst_5 ireturn", 1},
    {"a: new @exception dup invokespecial @new_exception athrow b: pop iload_0 ireturn catch a b b",
     7},
    {"aload 6 monitorenter iload_0 aload 6 monitorexit ireturn", 7},
};
enum { ROWS = sizeof rows / sizeof *rows };

static const struct {
    const char *name, *descriptor, *text;
} helpers[] = {
    {"long_of", "(J)J", "lload_0 lreturn"},
    {"float_of", "(F)F", "fload_0 freturn"},
    {"double_of", "(D)D", "dload_0 dreturn"},
    {"object_of", "(Ljava/lang/Object;)Ljava/lang/Object;", "aload_0 areturn"},
    {"put", "(I)V", "iload_0 putstatic @static return"},
};
enum { HELPERS = sizeof helpers / sizeof *helpers };

/* --- constants --- */

static struct class_writer writer;

static uint16_t method_of(const char *class, const char *name, const char *descriptor) {
    return class_writer_member(&writer, CONSTANT_METHOD, class, name, descriptor);
}

static uint16_t concatenation(void) {
    uint16_t bootstrap =
        method_of("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants",
                  "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/"
                  "MethodType;Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/invoke/CallSite;");
    uint16_t recipe = class_writer_string(&writer, "\1");
    struct bootstrap_method method = {.handle = class_writer_method_handle(&writer, 6, bootstrap),
                                      .argument_count = 1,
                                      .arguments = &recipe};
    return class_writer_invoke_dynamic(&writer, class_writer_add_bootstrap(&writer, &method),
                                       "makeConcatWithConstants", "(I)Ljava/lang/String;");
}

static uint16_t constant_named(const char *name) {
    for (int i = 0; i < HELPERS; i++)
        if (!strcmp(name, helpers[i].name)) return method_of("T", name, helpers[i].descriptor);
#define IS(text) (!strcmp(name, text))
    if (IS("int")) return class_writer_integer(&writer, 1000);
    if (IS("big")) return class_writer_integer(&writer, 100000);
    if (IS("least")) return class_writer_integer(&writer, INT32_MIN);
    if (IS("float")) return class_writer_float(&writer, 2.5f);
    if (IS("nan")) return class_writer_float(&writer, NAN);
    if (IS("long")) return class_writer_long(&writer, (INT64_C(1) << 32) + 7);
    if (IS("double")) return class_writer_double(&writer, -9.75);
    if (IS("huge")) return class_writer_double(&writer, 1e300);
    if (IS("string")) return class_writer_string(&writer, "word");
    if (IS("class") || IS("T")) return class_writer_class(&writer, "T");
    if (IS("object")) return class_writer_class(&writer, "java/lang/Object");
    if (IS("ints2")) return class_writer_class(&writer, "[[I");
    if (IS("sequence")) return class_writer_class(&writer, "java/lang/CharSequence");
    if (IS("exception")) return class_writer_class(&writer, "java/lang/RuntimeException");
    if (IS("new_exception")) return method_of("java/lang/RuntimeException", "<init>", "()V");
    if (IS("new")) return method_of("T", "<init>", "()V");
    if (IS("super")) return method_of("java/lang/Object", "<init>", "()V");
    if (IS("length")) return method_of("java/lang/String", "length", "()I");
    if (IS("sequence_length"))
        return class_writer_member(&writer, CONSTANT_INTERFACE_METHOD, "java/lang/CharSequence",
                                   "length", "()I");
    if (IS("static")) return class_writer_member(&writer, CONSTANT_FIELD, "T", "s", "I");
    if (IS("field")) return class_writer_member(&writer, CONSTANT_FIELD, "T", "x", "I");
    if (IS("concat")) return concatenation();
#undef IS
    ck_abort_msg("no constant @%s", name);
    return 0;
}

/* --- the assembler --- */

enum { CODE_BYTES = 256, JUMPS = 16 };

struct program {
    char text[400];
    char *cursor; /* NULL: at the end */
    uint8_t bytes[CODE_BYTES];
    uint32_t length;
    int32_t labels[128]; /* by letter */
    struct {
        char label;
        uint32_t at, from;
        bool is_wide;
    } jumps[JUMPS];
    int jump_count;
    struct handler handler;
    bool has_handler;
};

static const char *next_word(struct program *program) {
    const char *word = strtok_r(NULL, " ", &program->cursor);
    ck_assert(word != NULL);
    return word;
}

static int next_number(struct program *program) { return atoi(next_word(program)); }

static void emit(struct program *program, int bytes, uint32_t value) {
    while (bytes--) program->bytes[program->length++] = (uint8_t)(value >> 8 * bytes);
}

static void emit_jump(struct program *program, uint32_t from, bool is_wide) {
    ck_assert_int_lt(program->jump_count, JUMPS);
    int i = program->jump_count++;
    program->jumps[i].label = *next_word(program);
    program->jumps[i].at = program->length;
    program->jumps[i].from = from;
    program->jumps[i].is_wide = is_wide;
    emit(program, is_wide ? 4 : 2, 0);
}

static void emit_switch(struct program *program, uint32_t from, bool is_table) {
    while (program->length % 4) emit(program, 1, 0);
    int low = next_number(program), high = is_table ? next_number(program) : low;
    emit_jump(program, from, true);
    emit(program, 4, (uint32_t)low);
    if (is_table) emit(program, 4, (uint32_t)high);
    for (int i = 0; i < (is_table ? high - low + 1 : low); i++) {
        if (!is_table) emit(program, 4, (uint32_t)next_number(program));
        emit_jump(program, from, true);
    }
}

static enum opcode opcode_named(const char *name) {
    for (int i = 0; i < OPCODE_COUNT; i++)
        if (!strcmp(opcode_name((enum opcode)i), name)) return (enum opcode)i;
    ck_abort_msg("no instruction %s", name);
    return OPCODE_COUNT;
}

static void emit_constant(struct program *program, int bytes) {
    emit(program, bytes, constant_named(next_word(program) + 1));
}

static void emit_instruction(struct program *program, enum opcode opcode) {
    uint32_t from = program->length;
    emit(program, 1, opcode);
    switch (opcode_operands(opcode)) {
    case OPERANDS_none: break;
    case OPERANDS_byte:
    case OPERANDS_local8:
    case OPERANDS_array_type: emit(program, 1, (uint32_t)next_number(program)); break;
    case OPERANDS_short: emit(program, 2, (uint32_t)next_number(program)); break;
    case OPERANDS_constant8: emit_constant(program, 1); break;
    case OPERANDS_constant16: emit_constant(program, 2); break;
    case OPERANDS_iinc:
        emit(program, 1, (uint32_t)next_number(program));
        emit(program, 1, (uint32_t)next_number(program));
        break;
    case OPERANDS_branch16: emit_jump(program, from, false); break;
    case OPERANDS_branch32: emit_jump(program, from, true); break;
    case OPERANDS_invokeinterface:
        emit_constant(program, 2);
        emit(program, 2, (uint32_t)next_number(program) << 8);
        break;
    case OPERANDS_invokedynamic: emit_constant(program, 2), emit(program, 2, 0); break;
    case OPERANDS_multianewarray:
        emit_constant(program, 2);
        emit(program, 1, (uint32_t)next_number(program));
        break;
    case OPERANDS_tableswitch:
    case OPERANDS_lookupswitch: emit_switch(program, from, opcode == OP_tableswitch); break;
    case OPERANDS_wide: {
        enum opcode widened = opcode_named(next_word(program));
        emit(program, 1, widened);
        emit(program, 2, (uint32_t)next_number(program));
        if (widened == OP_iinc) emit(program, 2, (uint32_t)next_number(program));
        break;
    }
    }
}

static uint32_t label_at(struct program *program) {
    return (uint32_t)program->labels[(int)*next_word(program)];
}

static void assemble_word(struct program *program, const char *word) {
    if (word[1] == ':') {
        program->labels[(int)*word] = (int32_t)program->length;
    } else if (!strcmp(word, "catch")) {
        uint32_t start = label_at(program), limit = label_at(program), target = label_at(program);
        program->handler = (struct handler){start, limit, target, NULL};
        program->has_handler = true;
    } else {
        emit_instruction(program, opcode_named(word));
    }
}

static void assemble_program(struct program *program, const char *text) {
    *program = (struct program){0};
    ck_assert_uint_lt(strlen(text), sizeof program->text);
    strcpy(program->text, text);
    for (char *word = strtok_r(program->text, " ", &program->cursor); word;
         word = strtok_r(NULL, " ", &program->cursor))
        assemble_word(program, word);
    for (int i = 0; i < program->jump_count; i++) {
        int32_t target = program->labels[(int)program->jumps[i].label];
        uint32_t distance = (uint32_t)target - program->jumps[i].from;
        if (program->jumps[i].is_wide)
            write_u32(program->bytes + program->jumps[i].at, distance);
        else
            write_u16(program->bytes + program->jumps[i].at, (uint16_t)distance);
    }
}

static void add_program(const char *name, const char *descriptor, uint16_t access,
                        const char *text) {
    struct program program;
    assemble_program(&program, text);
    struct code code = {.max_stack = 12,
                        .max_locals = 310,
                        .length = program.length,
                        .bytes = program.bytes,
                        .handler_count = program.has_handler,
                        .handlers = &program.handler};
    class_writer_add_method(
        &writer, &(struct member_info){
                     .access = access, .name = name, .descriptor = descriptor, .code = &code});
}

/* --- the class --- */

static struct fixture fixture;
static struct arena arena;

static void make_class(void) {
    struct diag diag = DIAG_INIT;
    char name[16];
    size_t size;
    arena_init(&arena);
    class_writer_init(&writer, 52, ACC_PUBLIC | ACC_SUPER, "T", "java/lang/Object");
    class_writer_add_field(&writer, ACC_STATIC, "s", "I", 0);
    class_writer_add_field(&writer, 0, "x", "I", 0);
    add_program("<init>", "()V", ACC_PUBLIC, "aload_0 invokespecial @super return");
    for (int i = 0; i < HELPERS; i++)
        add_program(helpers[i].name, helpers[i].descriptor, ACC_STATIC, helpers[i].text);
    for (int i = 0; i < ROWS; i++) {
        snprintf(name, sizeof name, "f%d", i);
        add_program(name, MAIN, ACC_STATIC, rows[i].text);
    }
    const uint8_t *bytes = class_writer_finish(&writer, &arena, &size);
    begin(&fixture, "class U { }");
    ck_assert_msg(vm_define_class(fixture.vm, "T", bytes, size, &diag), "%s", diag.message);
}

static void set_up(void) {
    fixture = (struct fixture){.threshold = 8};
    make_class();
}

static void tear_down(void) {
    end(&fixture);
    class_writer_release(&writer);
    arena_release(&arena);
}

static struct method *program_method(int row) {
    char name[16];
    snprintf(name, sizeof name, "T.f%d", row);
    return method(&fixture, name);
}

/* The result, or that of the exception's class. */
static int64_t outcome(struct vm_result result) {
    return result.threw ? (int64_t)(intptr_t)vm_object_class(result.value.r) : result.value.i;
}

START_TEST(a_program_has_the_same_result_interpreted_and_compiled) {
    struct object *word = vm_new_string(fixture.vm, "text");
    vm_protect(fixture.vm, word);
    const union value arguments[][5] = {
        {{.i = 7}, {.j = (INT64_C(1) << 33) + 5}, {.f = 2.5f}, {.d = -3.5}, {.r = word}},
        {{.i = -7}, {.j = -1}, {.f = NAN}, {.d = NAN}, {.r = NULL}},
        {{.i = 0}, {.j = INT64_MIN}, {.f = -0.0f}, {.d = INFINITY}, {.r = word}},
    };
    struct method *program = program_method(_i);
    struct vm_result first = vm_call_interpreted(fixture.vm, program, arguments[0]);
    ck_assert_msg(!first.threw, "%s throws", rows[_i].text);
    ck_assert_msg(first.value.i == rows[_i].expected, "%s: %d", rows[_i].text, first.value.i);
    for (int i = 0; i < 100 && !vm_is_compiled(program); i++)
        vm_call(fixture.vm, program, arguments[0]);
    memset(&fixture.heard, 0, sizeof fixture.heard);
    vm_call(fixture.vm, program, arguments[0]);
    ck_assert_msg(!fixture.heard.counts[EVENT_deoptimized], "%s leaves compiled code",
                  rows[_i].text);
    for (int i = 0; i < 3; i++) {
        ck_assert_msg(vm_is_compiled(program), "%s is not compiled", rows[_i].text);
        int64_t expected = outcome(vm_call_interpreted(fixture.vm, program, arguments[i]));
        ck_assert_msg(outcome(vm_call(fixture.vm, program, arguments[i])) == expected,
                      "%s: compiled for arguments %d", rows[_i].text, i);
    }
}
END_TEST

/* --- none is missing --- */

static void note_opcodes(const struct code *code, struct bitset *plain, struct bitset *widened) {
    for (uint32_t bci = 0; bci < code->length; bci += instruction_length(code, bci)) {
        bitset_add(plain, code->bytes[bci]);
        if (code->bytes[bci] == OP_wide) bitset_add(widened, code->bytes[bci + 1]);
    }
}

START_TEST(there_is_a_program_with_each_opcode) {
    struct bitset plain = bitset_new(&arena, OPCODE_COUNT);
    struct bitset widened = bitset_new(&arena, OPCODE_COUNT);
    for (int i = 0; i < ROWS; i++) note_opcodes(program_method(i)->code, &plain, &widened);
    for (int i = 0; i < HELPERS; i++) {
        char name[32];
        snprintf(name, sizeof name, "T.%s", helpers[i].name);
        note_opcodes(method(&fixture, name)->code, &plain, &widened);
    }
    for (int i = 0; i < OPCODE_COUNT; i++) {
        if (i == OP_jsr || i == OP_jsr_w || i == OP_ret) continue;
        enum operand_format operands = opcode_operands((enum opcode)i);
        bool has_wide_form = operands == OPERANDS_local8 || operands == OPERANDS_iinc;
        ck_assert_msg(bitset_has(&plain, (uint32_t)i), "no %s", opcode_name((enum opcode)i));
        ck_assert_msg(!has_wide_form || bitset_has(&widened, (uint32_t)i), "no wide %s",
                      opcode_name((enum opcode)i));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("opcodes");
    TCase *cases = tcase_create("opcodes");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, a_program_has_the_same_result_interpreted_and_compiled, 0, ROWS);
    tcase_add_test(cases, there_is_a_program_with_each_opcode);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
