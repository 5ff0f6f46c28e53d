/* The reader against the writer, and against everything that is not a class file. */
#define _GNU_SOURCE /* memmem */
#include "classfile/classfile.h"

#include "base/check_run.h"
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "classfile/bytes.h"
#include "classfile/disasm.h"
#include "classfile/opcodes.h"
#include "classfile/writer.h"

static struct arena arena;
static struct diag diag;

static void set_up(void) {
    arena_init(&arena);
    memset(&diag, 0, sizeof diag);
}

static void tear_down(void) { arena_release(&arena); }

static const struct classfile *read_file(const uint8_t *bytes, size_t size) {
    diag.is_set = false;
    const struct classfile *file = classfile_read(&arena, "T.class", bytes, size, &diag);
    ck_assert(diag.is_set == !file);
    return file;
}

/* A class with one static method ()V of this code, four locals, and constants of every kind:
 * returns its bytes. */
struct built {
    uint8_t *bytes;
    size_t size;
};

static const struct handler any_handler = {0, 1, 1, "java/lang/Exception"};
static const struct line_entry lines[] = {{0, 10}, {1, 12}};

static struct built build(const uint8_t *code_bytes, uint32_t length) {
    struct class_writer writer;
    struct built built;
    class_writer_init(&writer, 50, ACC_PUBLIC | ACC_SUPER, "a/T", "java/lang/Object");
    class_writer_add_interface(&writer, "java/lang/Runnable");
    class_writer_set_source_file(&writer, "T.java");
    class_writer_add_field(&writer, ACC_STATIC | ACC_FINAL, "x", "I",
                           class_writer_integer(&writer, 7));
    class_writer_add_field(&writer, ACC_STATIC | ACC_FINAL, "y", "J",
                           class_writer_long(&writer, INT64_MIN));
    class_writer_add_field(&writer, ACC_STATIC | ACC_FINAL, "f", "F",
                           class_writer_float(&writer, 1.5f));
    class_writer_add_field(&writer, ACC_STATIC | ACC_FINAL, "d", "D",
                           class_writer_double(&writer, -0.0));
    class_writer_add_field(&writer, ACC_STATIC | ACC_FINAL, "s", "Ljava/lang/String;",
                           class_writer_string(&writer, "text"));
    class_writer_member(&writer, CONSTANT_FIELD, "a/T", "x", "I");
    class_writer_member(&writer, CONSTANT_METHOD, "a/T", "m", "()V");
    class_writer_member(&writer, CONSTANT_INTERFACE_METHOD, "java/lang/Runnable", "run", "()V");
    struct code code = {.max_stack = 4,
                        .max_locals = 4,
                        .length = length,
                        .bytes = code_bytes,
                        .handler_count = length > 1 ? 1 : 0,
                        .handlers = &any_handler,
                        .line_count = length > 1 ? 2 : 0,
                        .lines = lines};
    const char *exceptions[] = {"java/io/IOException"};
    struct member_info method = {.access = ACC_STATIC,
                                 .name = "m",
                                 .descriptor = "()V",
                                 .code = &code,
                                 .exception_count = 1,
                                 .exceptions = exceptions};
    class_writer_add_method(&writer, &method);
    built.bytes = class_writer_finish(&writer, &arena, &built.size);
    ck_assert_ptr_nonnull(built.bytes);
    class_writer_release(&writer);
    return built;
}

static const uint8_t plain_code[] = {
    OP_iconst_0, OP_istore_3, OP_iload_3, OP_tableswitch, /* at 3, operands at 4 */
    0,           0,           0,          22,
    0,           0,           0,          1,
    0,           0,           0,          2,
    0,           0,           0,          21,
    0,           0,           0,          22, /* 25, low 1, high 2: 24, 25 */
    OP_nop,      OP_wide,     OP_iinc,    0,
    3,           0,           1,          OP_return,
};

START_TEST(what_is_written_is_read_back) {
    static const uint8_t code[] = {OP_nop, OP_nop, OP_return};
    struct built built = build(code, sizeof code);
    const struct classfile *file = read_file(built.bytes, built.size);
    ck_assert_msg(file != NULL, "%s", diag.message);
    ck_assert_str_eq(file->name, "a/T");
    ck_assert_str_eq(file->super_name, "java/lang/Object");
    ck_assert_str_eq(file->source_file, "T.java");
    ck_assert_int_eq(file->major, 50);
    ck_assert_int_eq(file->interface_count, 1);
    ck_assert_str_eq(file->interfaces[0], "java/lang/Runnable");
    ck_assert_int_eq(file->field_count, 5);
    ck_assert_int_eq(file->fields[0].constant->integer, 7);
    ck_assert(file->fields[1].constant->long_value == INT64_MIN);
    ck_assert(file->fields[2].constant->float_value == 1.5f);
    ck_assert(1 / file->fields[3].constant->double_value < 0);
    ck_assert_str_eq(file->fields[4].constant->name, "text");
    const struct member_info *method = &file->methods[0];
    ck_assert_str_eq(method->name, "m");
    ck_assert_str_eq(method->exceptions[0], "java/io/IOException");
    ck_assert_int_eq(method->code->length, 3);
    ck_assert_str_eq(method->code->handlers[0].catch_class, "java/lang/Exception");
    ck_assert_int_eq(code_line(method->code, 0), 10);
    ck_assert_int_eq(code_line(method->code, 2), 12);
}
END_TEST

START_TEST(nests_signatures_and_bootstrap_methods_are_read_back) {
    struct class_writer writer;
    class_writer_init(&writer, 55, ACC_PUBLIC | ACC_SUPER, "a/T", "java/lang/Object");
    class_writer_set_signature(&writer, "Ljava/lang/Object;");
    class_writer_add_nest_member(&writer, "a/T$1");
    class_writer_add_inner_class(&writer, &(struct inner_class){.name = "a/T$1", .access = 8});
    uint16_t member = class_writer_member(&writer, CONSTANT_METHOD, "a/B", "make", "()V");
    uint16_t arguments[] = {class_writer_method_type(&writer, "()V"),
                            class_writer_integer(&writer, 5)};
    struct bootstrap_method bootstrap = {class_writer_method_handle(&writer, 6, member), 2,
                                         arguments};
    uint16_t site = class_writer_invoke_dynamic(
        &writer, class_writer_add_bootstrap(&writer, &bootstrap), "run", "(I)V");
    size_t size;
    const uint8_t *bytes = class_writer_finish(&writer, &arena, &size);
    class_writer_release(&writer);
    const struct classfile *file = read_file(bytes, size);
    ck_assert_msg(file != NULL, "%s", diag.message);
    ck_assert_str_eq(file->signature, "Ljava/lang/Object;");
    ck_assert_str_eq(file->nest_members[0], "a/T$1");
    ck_assert_ptr_null(file->inner_classes[0].outer_name);
    ck_assert_str_eq(file->constants[site].dynamic.descriptor, "(I)V");
    const struct bootstrap_method *read =
        &file->bootstraps[file->constants[site].dynamic.bootstrap];
    ck_assert_int_eq(file->constants[read->handle].handle.kind, 6);
    ck_assert_str_eq(file->constants[file->constants[read->handle].handle.index].member.name,
                     "make");
    ck_assert_str_eq(file->constants[read->arguments[0]].name, "()V");
    ck_assert_int_eq(file->constants[read->arguments[1]].integer, 5);
}
END_TEST

START_TEST(equal_constants_are_written_once) {
    struct class_writer writer;
    class_writer_init(&writer, 50, ACC_SUPER, "T", "java/lang/Object");
    uint16_t first = class_writer_member(&writer, CONSTANT_METHOD, "T", "m", "()V");
    uint32_t count = writer.next_constant;
    ck_assert_int_eq(class_writer_member(&writer, CONSTANT_METHOD, "T", "m", "()V"), first);
    ck_assert_int_eq(writer.next_constant, count);
    ck_assert_int_ne(class_writer_float(&writer, 0.0f), class_writer_float(&writer, -0.0f));
    ck_assert_int_ne(class_writer_integer(&writer, 0), class_writer_float(&writer, 0.0f));
    class_writer_release(&writer);
}
END_TEST

START_TEST(too_many_constants_are_refused) {
    struct class_writer writer;
    size_t size;
    class_writer_init(&writer, 50, ACC_SUPER, "T", "java/lang/Object");
    for (int i = 0; i < 65536; i++) class_writer_integer(&writer, i);
    ck_assert_ptr_null(class_writer_finish(&writer, &arena, &size));
    ck_assert_str_eq(writer.exceeded, "too many constants");
    class_writer_release(&writer);
}
END_TEST

START_TEST(a_file_cut_anywhere_is_refused) {
    struct built built = build(plain_code, sizeof plain_code);
    const struct classfile *whole = read_file(built.bytes, built.size);
    ck_assert_msg(whole != NULL, "%s", diag.message);
    for (size_t size = 0; size < built.size; size++) {
        uint8_t *cut = memory_allocate(size);
        memcpy(cut, built.bytes, size);
        ck_assert_ptr_null(read_file(cut, size));
        ck_assert_ptr_nonnull(strstr(diag.message, "at offset"));
        memory_free(cut);
    }
}
END_TEST

START_TEST(a_changed_byte_never_breaks_the_reader_or_the_printer) {
    struct built built = build(plain_code, sizeof plain_code);
    struct rng rng;
    rng_init(&rng, 1);
    for (size_t i = 0; i < built.size; i++) {
        for (int round = 0; round < 16; round++) {
            struct arena scratch;
            arena_init(&scratch);
            uint8_t *changed = memory_allocate(built.size);
            memcpy(changed, built.bytes, built.size);
            changed[i] = (uint8_t)(round < 8 ? changed[i] ^ 1u << round : rng_next(&rng));
            struct diag ignored = DIAG_INIT;
            const struct classfile *file =
                classfile_read(&scratch, "T.class", changed, built.size, &ignored);
            memory_free(changed);
            struct strbuf text = STRBUF_INIT;
            if (file) disasm_class(&text, file);
            strbuf_release(&text);
            arena_release(&scratch);
        }
    }
}
END_TEST

/* At the second instruction. */
static void assert_faulty(const uint8_t *code, uint32_t length, const char *what) {
    struct built built = build(code, length);
    const struct classfile *file = read_file(built.bytes, built.size);
    ck_assert_msg(file, "%s, wanted the fault: %s", diag.message, what);
    const struct code_fault *fault = file->methods[0].code->fault;
    ck_assert_msg(fault, "accepted; wanted: %s", what);
    ck_assert_str_eq(fault->what, what);
    ck_assert_uint_eq(fault->bci, 1);
}

#define ASSERT_FAULTY(message, ...)                                                                \
    do {                                                                                           \
        static const uint8_t code_bytes[] = {__VA_ARGS__};                                         \
        assert_faulty(code_bytes, sizeof code_bytes, message);                                     \
    } while (0)

START_TEST(malformed_code_is_read_with_its_first_fault) {
    ASSERT_FAULTY("malformed instruction", OP_nop, 202);
    ASSERT_FAULTY("malformed instruction", OP_nop, OP_sipush, 1);
    ASSERT_FAULTY("branch to no instruction", OP_nop, OP_goto, 0, 1, OP_return);
    ASSERT_FAULTY("branch to no instruction", OP_nop, OP_goto, 0, 4);
    ASSERT_FAULTY("branch to no instruction", OP_nop, OP_goto, 0xff, 0xf0);
    ASSERT_FAULTY("local variable beyond max_locals", OP_nop, OP_iload, 4);
    ASSERT_FAULTY("local variable beyond max_locals", OP_nop, OP_lload_3);
    ASSERT_FAULTY("local variable beyond max_locals", OP_nop, OP_dstore_3);
    ASSERT_FAULTY("wrong constant", OP_nop, OP_new, 0, 0);
    ASSERT_FAULTY("wrong constant", OP_nop, OP_ldc, 1);
    ASSERT_FAULTY("wrong constant", OP_nop, OP_getstatic, 0xff, 0xff);
    ASSERT_FAULTY("unknown element type", OP_nop, OP_newarray, 3);
    ASSERT_FAULTY("malformed instruction", OP_nop, OP_wide, OP_nop, 0, 0);
    ASSERT_FAULTY("malformed instruction", OP_nop, OP_tableswitch, 0, 0, /* low > high */
                  0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 4);
    ASSERT_FAULTY("malformed instruction", OP_nop, OP_lookupswitch, 0, 0, /* count < 0 */
                  0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff);
    ASSERT_FAULTY("malformed instruction", OP_nop, OP_tableswitch, 0, 0, /* 2^32 targets */
                  0, 0, 0, 0, 0x80, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff);
    ASSERT_FAULTY("unsorted matches", OP_nop, OP_lookupswitch, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0,
                  0, 5, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0);
    static const uint8_t handler_inside[] = {OP_bipush, OP_return, OP_return};
    struct built inside = build(handler_inside, sizeof handler_inside);
    ck_assert_ptr_null(read_file(inside.bytes, inside.size));
    ck_assert_ptr_nonnull(strstr(diag.message, "handler that lies on no instruction"));
    static const uint8_t nothing[1];
    struct built empty = build(nothing, 0);
    ck_assert_ptr_null(read_file(empty.bytes, empty.size));
    ck_assert_ptr_nonnull(strstr(diag.message, "code of 0 bytes"));
}
END_TEST

START_TEST(instructions_have_the_lengths_of_the_specification) {
    struct code code = {.length = sizeof plain_code, .bytes = plain_code};
    ck_assert_int_eq(instruction_length(&code, 0), 1);
    ck_assert_int_eq(instruction_length(&code, 3), 21);
    ck_assert_int_eq(instruction_length(&code, 25), 6);
    ck_assert_int_eq(instruction_length(&code, sizeof plain_code), 0);
    ck_assert_str_eq(opcode_name(OP_jsr_w), "jsr_w");
    ck_assert_int_eq(OP_jsr_w, 201);
    ck_assert_int_eq(OP_invokevirtual, 182);
    ck_assert_int_eq(OP_iinc, 132);
    ck_assert_str_eq(opcode_pops(OP_lastore), "AIJ");
    ck_assert(opcode_ends_block(OP_areturn) && !opcode_ends_block(OP_getstatic));
}
END_TEST

START_TEST(the_disassembler_names_targets_and_constants) {
    struct built built = build(plain_code, sizeof plain_code);
    const struct classfile *file = read_file(built.bytes, built.size);
    struct strbuf text = STRBUF_INIT;
    disasm_class(&text, file);
    ck_assert_ptr_nonnull(
        strstr(strbuf_text(&text), "static final s:Ljava/lang/String; = \"text\""));
    ck_assert_ptr_nonnull(strstr(strbuf_text(&text), "    3: tableswitch 1:24 2:25 default:25\n"));
    ck_assert_ptr_nonnull(strstr(strbuf_text(&text), "   25: wide iinc 3 1\n"));
    ck_assert_ptr_nonnull(strstr(strbuf_text(&text), "0 to 1: java/lang/Exception at 1\n"));
    strbuf_release(&text);
}
END_TEST

/* --- flags and special methods --- */

static const uint8_t return_code[] = {OP_return};
static const struct code returning = {
    .max_locals = 2, .length = sizeof return_code, .bytes = return_code};

/* What is said of a class with these flags and one method; "" when it is read. */
static const char *judge(uint16_t major, uint16_t access, uint16_t method_access, const char *name,
                         const char *descriptor) {
    struct class_writer writer;
    class_writer_init(&writer, major, access, "T", "java/lang/Object");
    bool has_code = !(method_access & (ACC_ABSTRACT | ACC_NATIVE));
    class_writer_add_method(&writer, &(struct member_info){.access = method_access,
                                                           .name = name,
                                                           .descriptor = descriptor,
                                                           .code = has_code ? &returning : NULL});
    size_t size;
    const uint8_t *bytes = class_writer_finish(&writer, &arena, &size);
    class_writer_release(&writer);
    return read_file(bytes, size) ? "" : arena_format(&arena, "%s", diag.message);
}

enum { CLASS = ACC_PUBLIC | ACC_SUPER, INTERFACE = ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT };

#define IS_READ(...)          ck_assert_str_eq(judge(__VA_ARGS__), "")
#define IS_REFUSED(text, ...) ck_assert_ptr_nonnull(strstr(judge(__VA_ARGS__), text))

START_TEST(flags_stand_together_as_the_specification_says) {
    IS_READ(61, CLASS | ACC_ABSTRACT, ACC_ABSTRACT | ACC_PROTECTED, "m", "()V");
    IS_REFUSED("access flags", 61, CLASS | ACC_ABSTRACT | ACC_FINAL, 0, "m", "()V");
    IS_REFUSED("access flags", 61, ACC_INTERFACE, ACC_ABSTRACT | ACC_PUBLIC, "m", "()V");
    IS_REFUSED("access flags", 61, INTERFACE | ACC_SUPER, ACC_ABSTRACT | ACC_PUBLIC, "m", "()V");
    IS_REFUSED("access flags", 61, CLASS, ACC_PUBLIC | ACC_PRIVATE, "m", "()V");
    IS_REFUSED("access flags", 61, CLASS, ACC_ABSTRACT | ACC_FINAL, "m", "()V");
    IS_REFUSED("access flags", 60, CLASS, ACC_ABSTRACT | ACC_STRICT, "m", "()V");
    IS_READ(61, CLASS, ACC_ABSTRACT | ACC_STRICT, "m", "()V");
    IS_READ(52, INTERFACE, ACC_PUBLIC, "m", "()V");
    IS_READ(52, INTERFACE, ACC_PRIVATE | ACC_STATIC, "m", "()V");
    IS_REFUSED("access flags", 51, INTERFACE, ACC_PUBLIC, "m", "()V");
    IS_REFUSED("access flags", 52, INTERFACE, ACC_PROTECTED | ACC_ABSTRACT, "m", "()V");
}
END_TEST

START_TEST(an_interface_has_a_superclass_even_if_it_is_called_object) {
    struct class_writer writer;
    class_writer_init(&writer, 61, INTERFACE, "java/lang/Object", NULL);
    size_t size;
    const uint8_t *bytes = class_writer_finish(&writer, &arena, &size);
    class_writer_release(&writer);
    ck_assert_ptr_null(read_file(bytes, size));
    ck_assert_ptr_nonnull(strstr(diag.message, "without superclass"));
}
END_TEST

START_TEST(special_methods_look_as_they_must) {
    IS_READ(52, CLASS, ACC_PUBLIC, "<init>", "(I)V");
    IS_REFUSED("malformed descriptor", 52, CLASS, ACC_PUBLIC, "<init>", "()I");
    IS_REFUSED("access flags", 52, CLASS, ACC_STATIC, "<init>", "()V");
    IS_REFUSED("constructor of an interface", 52, INTERFACE, ACC_PUBLIC, "<init>", "()V");
    IS_READ(52, CLASS, ACC_STATIC, "<clinit>", "()V");
    IS_REFUSED("not static", 52, CLASS, 0, "<clinit>", "()V");
    IS_READ(50, CLASS, 0, "<clinit>", "()V");
    IS_REFUSED("malformed descriptor", 52, CLASS, ACC_STATIC, "<clinit>", "(I)V");
    char arguments[300] = "(";
    memset(arguments + 1, 'I', 255);
    strcpy(arguments + 256, ")V");
    IS_REFUSED("more than 255", 52, CLASS, ACC_NATIVE, "m", arguments);
    IS_READ(52, CLASS, ACC_NATIVE | ACC_STATIC, "m", arguments);
}
END_TEST

/* --- what depends on the version, and what may stand once */

static struct class_writer writer;

static void start(uint16_t major) {
    class_writer_init(&writer, major, CLASS, "T", "java/lang/Object");
}

/* What is said of the class that was begun. */
static const char *judge_written(void) {
    size_t size;
    const uint8_t *bytes = class_writer_finish(&writer, &arena, &size);
    class_writer_release(&writer);
    return read_file(bytes, size) ? "" : arena_format(&arena, "%s", diag.message);
}

#define WRITTEN_IS_READ()        ck_assert_str_eq(judge_written(), "")
#define WRITTEN_IS_REFUSED(text) ck_assert_ptr_nonnull(strstr(judge_written(), text))

START_TEST(names_before_version_49_are_letters_and_digits) {
    static const char *const names[] = {"a-b", "1a", "a b"};
    for (int i = 0; i < 3; i++) {
        IS_REFUSED("malformed name", 48, CLASS, ACC_STATIC, names[i], "()V");
        IS_READ(49, CLASS, ACC_STATIC, names[i], "()V");
        start(48), class_writer_class(&writer, names[i]);
        WRITTEN_IS_REFUSED("malformed class name");
        start(49), class_writer_class(&writer, names[i]);
        WRITTEN_IS_READ();
    }
    IS_READ(48, CLASS, ACC_STATIC, "$a_1\xc3\xa9", "()V");
}
END_TEST

START_TEST(constants_are_those_of_their_version) {
    start(50), class_writer_method_type(&writer, "()V");
    WRITTEN_IS_REFUSED("method type in version 50");
    start(51), class_writer_method_type(&writer, "()V");
    WRITTEN_IS_READ();
    start(47), class_writer_utf8(&writer, "\xc1\x81"); /* 'A' in two bytes */
    WRITTEN_IS_READ();
    start(48), class_writer_utf8(&writer, "\xc1\x81");
    WRITTEN_IS_REFUSED("modified UTF-8");
    start(48), class_writer_utf8(&writer, "\xc0\x80");
    WRITTEN_IS_READ();
    start(48), class_writer_utf8(&writer, "\xe0\x80\x80");
    WRITTEN_IS_REFUSED("modified UTF-8");
}
END_TEST

START_TEST(special_methods_are_named_as_they_may_be_called) {
    start(61), class_writer_member(&writer, CONSTANT_METHOD, "T", "<clinit>", "()V");
    WRITTEN_IS_REFUSED("method '<clinit>' as a constant");
    start(61), class_writer_member(&writer, CONSTANT_METHOD, "T", "<init>", "()I");
    WRITTEN_IS_REFUSED("descriptor '()I'");
}
END_TEST

START_TEST(an_inner_class_stands_once_and_not_inside_itself) {
    struct inner_class row = {.name = "T$A", .outer_name = "T", .simple_name = "A"};
    start(61), class_writer_add_inner_class(&writer, &row);
    WRITTEN_IS_READ();
    start(61), class_writer_add_inner_class(&writer, &row),
        class_writer_add_inner_class(&writer, &row);
    WRITTEN_IS_REFUSED("twice");
    row.outer_name = "T$A";
    start(61), class_writer_add_inner_class(&writer, &row);
    WRITTEN_IS_REFUSED("inside itself");
}
END_TEST

/* Two rows of a table of local variables take the place of five line numbers. */
static const char *judge_locals(const char *table, const uint16_t rows[2][5]) {
    static const uint8_t bytes[] = {OP_bipush, 5, OP_pop, OP_return};
    static const struct line_entry five[5] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}};
    const struct code code = {.max_stack = 1,
                              .max_locals = 2,
                              .length = sizeof bytes,
                              .bytes = bytes,
                              .line_count = 5,
                              .lines = five};
    start(61);
    uint16_t name = class_writer_utf8(&writer, table);
    uint16_t before = class_writer_utf8(&writer, "LineNumberTable");
    uint16_t texts[] = {class_writer_utf8(&writer, "x"), class_writer_utf8(&writer, "y"),
                        class_writer_utf8(&writer, "I")};
    class_writer_add_method(
        &writer, &(struct member_info){
                     .access = ACC_STATIC, .name = "m", .descriptor = "()V", .code = &code});
    size_t size;
    uint8_t *file = class_writer_finish(&writer, &arena, &size);
    class_writer_release(&writer);
    const uint8_t header[] = {(uint8_t)(before >> 8), (uint8_t)before, 0, 0, 0, 22, 0, 5};
    uint8_t *at = memmem(file, size, header, sizeof header);
    ck_assert_ptr_nonnull(at);
    write_u16(at, name), write_u16(at + 6, 2);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 5; k++)
            write_u16(at + 8 + 10 * i + 2 * k, k == 2 || k == 3 ? texts[rows[i][k]] : rows[i][k]);
    return read_file(file, size) ? "" : arena_format(&arena, "%s", diag.message);
}

/* A row: start, length, name (x, y), type (I), slot. */
#define LOCALS(table, ...) judge_locals(table, (const uint16_t[2][5]){__VA_ARGS__})

START_TEST(a_local_variable_stands_once_and_between_instructions) {
    ck_assert_str_eq(LOCALS("LocalVariableTable", {0, 4, 0, 2, 0}, {2, 2, 0, 2, 0}), "");
    ck_assert_str_eq(LOCALS("LocalVariableTable", {0, 4, 0, 2, 0}, {0, 4, 1, 2, 0}), "");
    ck_assert_ptr_nonnull(
        strstr(LOCALS("LocalVariableTable", {0, 4, 0, 2, 0}, {0, 4, 0, 2, 0}), "twice"));
    ck_assert_ptr_nonnull(
        strstr(LOCALS("LocalVariableTable", {1, 3, 0, 2, 0}, {0, 4, 1, 2, 0}), "no instruction"));
    ck_assert_ptr_nonnull(
        strstr(LOCALS("LocalVariableTable", {0, 4, 0, 2, 0}, {0, 1, 1, 2, 0}), "no instruction"));
    ck_assert_str_eq(LOCALS("LocalVariableTypeTable", {0, 4, 0, 2, 0}, {0, 4, 0, 2, 0}), "");
}
END_TEST

START_TEST(versions_of_other_javas_are_refused) {
    ck_assert(classfile_version_is_supported(45, 3));
    ck_assert(classfile_version_is_supported(61, 0));
    ck_assert(!classfile_version_is_supported(44, 0));
    ck_assert(!classfile_version_is_supported(62, 0));
    ck_assert(!classfile_version_is_supported(61, 65535));
    IS_REFUSED("version 62.0", 62, CLASS, 0, "m", "()V");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("classfile");
    TCase *cases = tcase_create("classfile");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, what_is_written_is_read_back);
    tcase_add_test(cases, nests_signatures_and_bootstrap_methods_are_read_back);
    tcase_add_test(cases, equal_constants_are_written_once);
    tcase_add_test(cases, flags_stand_together_as_the_specification_says);
    tcase_add_test(cases, an_interface_has_a_superclass_even_if_it_is_called_object);
    tcase_add_test(cases, special_methods_look_as_they_must);
    tcase_add_test(cases, names_before_version_49_are_letters_and_digits);
    tcase_add_test(cases, constants_are_those_of_their_version);
    tcase_add_test(cases, special_methods_are_named_as_they_may_be_called);
    tcase_add_test(cases, an_inner_class_stands_once_and_not_inside_itself);
    tcase_add_test(cases, a_local_variable_stands_once_and_between_instructions);
    tcase_add_test(cases, versions_of_other_javas_are_refused);
    tcase_add_test(cases, too_many_constants_are_refused);
    tcase_add_test(cases, a_file_cut_anywhere_is_refused);
    tcase_add_test(cases, a_changed_byte_never_breaks_the_reader_or_the_printer);
    tcase_add_test(cases, malformed_code_is_read_with_its_first_fault);
    tcase_add_test(cases, instructions_have_the_lengths_of_the_specification);
    tcase_add_test(cases, the_disassembler_names_targets_and_constants);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
