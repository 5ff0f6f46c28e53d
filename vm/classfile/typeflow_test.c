/* Typeflow: what it infers, what it refuses and why; and the frames it gives, written and read. */
#include "classfile/typeflow.h"

#include "base/check_run.h"
#include <string.h>

#include "base/intern.h"
#include "classfile/opcodes.h"
#include "classfile/writer.h"

static struct arena arena;
static struct class_writer writer;

/* A world of Base, A and B below it, I an interface, and T, the class under test, below A. */
static const char *super_of(const char *name) {
    if (!strcmp(name, "T")) return intern("A");
    if (!strcmp(name, "A") || !strcmp(name, "B") || *name == 'C') return intern("Base");
    if (!strcmp(name, "Exception")) return intern("java/lang/Throwable");
    return strcmp(name, "java/lang/Object") ? intern("java/lang/Object") : NULL;
}

static enum hierarchy_answer is_assignable(void *context, const char *from, const char *to) {
    if (!strcmp(to, "Missing") || !strcmp(from, "Missing")) return ANSWER_FAILED;
    if (!strcmp(to, "I")) return ANSWER_YES;
    for (; from; from = super_of(from))
        if (from == to) return ANSWER_YES;
    return ANSWER_NO;
}

static const char *common_superclass(void *context, const char *a, const char *b) {
    while (is_assignable(context, a, b) != ANSWER_YES || !strcmp(b, "I")) b = super_of(b);
    return b;
}

static enum hierarchy_answer is_foreign_protected(void *context, const struct constant *member) {
    return strcmp(member->member.name, "guarded") ? ANSWER_NO : ANSWER_YES;
}

static const struct class_hierarchy hierarchy = {NULL, is_assignable, common_superclass,
                                                 is_foreign_protected};

/* Constants of the class under test, by index as add_constants makes them. */
static struct {
    uint16_t own_field, a_field, a_guarded, own_constructor, super_constructor, base_constructor;
    uint16_t a_make, a_class, missing_class, i_call, a_method, b_special, b_array;
} at;

static void add_constants(void) {
    enum constant_tag method = CONSTANT_METHOD, field = CONSTANT_FIELD;
    at.own_field = class_writer_member(&writer, field, "T", "own", "I");
    at.a_field = class_writer_member(&writer, field, "A", "x", "LA;");
    at.a_guarded = class_writer_member(&writer, method, "A", "guarded", "()V");
    at.own_constructor = class_writer_member(&writer, method, "T", "<init>", "()V");
    at.super_constructor = class_writer_member(&writer, method, "A", "<init>", "()V");
    at.base_constructor = class_writer_member(&writer, method, "Base", "<init>", "()V");
    at.a_make = class_writer_member(&writer, method, "B", "<init>", "()V");
    at.a_class = class_writer_class(&writer, "B");
    at.i_call = class_writer_member(&writer, CONSTANT_INTERFACE_METHOD, "I", "call", "()V");
    at.a_method = class_writer_member(&writer, method, "A", "m", "(J)LA;");
    at.b_special = class_writer_member(&writer, method, "B", "m", "()V");
    at.b_array = class_writer_class(&writer, "[LB;");
}

static void set_up(void) {
    arena_init(&arena);
    class_writer_init(&writer, 52, ACC_SUPER, "T", "A");
    class_writer_add_field(&writer, 0, "own", "I", 0);
    add_constants();
}

static void tear_down(void) {
    class_writer_release(&writer);
    arena_release(&arena);
}

static const struct classfile *finish(void) {
    size_t size;
    const uint8_t *bytes = class_writer_finish(&writer, &arena, &size);
    struct diag diag = DIAG_INIT;
    const struct classfile *file = classfile_read(&arena, "T.class", bytes, size, &diag);
    ck_assert_msg(file != NULL, "%s", diag.message);
    return file;
}

/* --- frames --- */

START_TEST(frames_are_found_written_and_read_back) {
    static const uint8_t code_bytes[] = {
        OP_lconst_0, OP_lstore_2,                         /* 0 */
        OP_iload_0,  OP_ifle,     0,         13,          /* 2: at 3 to 16 */
        OP_lload_2,  OP_lconst_1, OP_ladd,   OP_lstore_2, /* 6 */
        OP_iinc,     0,           0xff,                   /* 10 */
        OP_goto,     0xff,        0xf5,                   /* 13: to 2 */
        OP_aload_1,  OP_areturn,                          /* 16 */
        OP_astore_1, OP_aload_1,  OP_athrow,              /* 18: handler */
    };
    struct handler handler = {6, 10, 18, "Exception"};
    struct code code = {.max_stack = 4,
                        .max_locals = 4,
                        .length = sizeof code_bytes,
                        .bytes = code_bytes,
                        .handler_count = 1,
                        .handlers = &handler};
    struct member_info method = {.access = ACC_STATIC,
                                 .name = "m",
                                 .descriptor = "(ILjava/lang/Object;)Ljava/lang/Object;",
                                 .code = &code};
    handler.catch_class = intern("Exception");
    struct classfile view = class_writer_view(&writer, &arena);
    struct diag diag = DIAG_INIT;
    enum typeflow_verdict verdict =
        typeflow_frames(&arena, &view, &method, &hierarchy, &diag, &code);
    ck_assert_msg(verdict == TYPEFLOW_RIGHT, "%s", diag.message);
    ck_assert_int_eq(code.frame_count, 3);
    class_writer_add_method(&writer, &method);
    const struct code *read = finish()->methods[0].code;
    ck_assert_int_eq(read->frame_count, 3);
    ck_assert_int_eq(read->frames[0].bci, 2);
    ck_assert_int_eq(read->frames[0].local_count, 3);
    ck_assert_int_eq(read->frames[0].locals[2].tag, VERIFY_LONG);
    ck_assert_int_eq(read->frames[1].bci, 16);
    ck_assert_int_eq(read->frames[2].stack_count, 1);
    ck_assert_str_eq(read->frames[2].stack[0].class_name, "Exception");
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(read->frames[i].local_count, code.frames[i].local_count);
        for (int k = 0; k < read->frames[i].local_count; k++)
            ck_assert(
                verification_type_equals(&read->frames[i].locals[k], &code.frames[i].locals[k]));
    }
}
END_TEST

/* --- rules --- */

#define CODE(...)  (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__})
#define U16(value) (uint8_t)((uint16_t)(value) >> 8), (uint8_t)(value)

enum { STATIC = ACC_STATIC, INSTANCE = 0 };

/* The verdict's message for a method of this code; "" when it is right. */
static const char *judge(uint16_t access, const char *name, const char *descriptor,
                         const struct handler *handler, const uint8_t *bytes, size_t length) {
    struct code code = {.max_stack = 4,
                        .max_locals = 6,
                        .length = (uint32_t)length,
                        .bytes = bytes,
                        .handler_count = handler ? 1 : 0,
                        .handlers = handler};
    struct member_info method = {
        .access = access, .name = name, .descriptor = descriptor, .code = &code};
    struct classfile view = class_writer_view(&writer, &arena);
    static const struct member_info own = {.name = "own", .descriptor = "I"};
    struct member_info field = {.name = intern(own.name), .descriptor = intern(own.descriptor)};
    view.field_count = 1;
    view.fields = &field;
    struct diag diag = DIAG_INIT;
    struct typeflow *flow;
    enum typeflow_verdict verdict =
        typeflow_analyze(&arena, &view, &method, &hierarchy, &diag, &flow);
    if (verdict == TYPEFLOW_STOPPED) return "stopped";
    return arena_format(&arena, "%s", diag.message);
}

#define IS_RIGHT(access, descriptor, ...)                                                          \
    ck_assert_str_eq(judge(access, "m", descriptor, NULL, CODE(__VA_ARGS__)), "")
#define IS_WRONG(text, access, descriptor, ...)                                                    \
    ck_assert_msg(strstr(judge(access, "m", descriptor, NULL, CODE(__VA_ARGS__)), text) != NULL,   \
                  "%s", judge(access, "m", descriptor, NULL, CODE(__VA_ARGS__)))
#define IS_RIGHT_CONSTRUCTOR(...)                                                                  \
    ck_assert_str_eq(judge(INSTANCE, "<init>", "()V", NULL, CODE(__VA_ARGS__)), "")
#define IS_WRONG_CONSTRUCTOR(text, ...)                                                            \
    ck_assert_ptr_nonnull(strstr(judge(INSTANCE, "<init>", "()V", NULL, CODE(__VA_ARGS__)), text))

START_TEST(operands_have_the_types_that_instructions_take) {
    IS_RIGHT(STATIC, "(IJ)J", OP_lload_1, OP_iload_0, OP_lshl, OP_lreturn);
    IS_WRONG("expected int, found null", STATIC, "()I", OP_aconst_null, OP_ireturn);
    IS_WRONG("expected long, found double", STATIC, "(D)J", OP_dload_0, OP_lreturn);
    IS_WRONG("wrong return", STATIC, "()V", OP_iconst_0, OP_ireturn);
    IS_WRONG("underflow", STATIC, "()V", OP_pop, OP_return);
    IS_WRONG("overflow", STATIC, "()V", OP_lconst_0, OP_lconst_0, OP_iconst_0, OP_return);
    IS_WRONG("falls off", STATIC, "()V", OP_nop);
    IS_WRONG("jsr", STATIC, "()V", OP_jsr, U16(3), OP_return);
}
END_TEST

START_TEST(halves_of_longs_and_doubles_stay_together) {
    IS_RIGHT(STATIC, "(J)V", OP_lload_0, OP_dup2, OP_pop2, OP_pop2, OP_return);
    IS_WRONG("split", STATIC, "(J)V", OP_lload_0, OP_pop, OP_return);
    IS_WRONG("split", STATIC, "(JI)V", OP_iload_2, OP_lload_0, OP_dup_x2, OP_return);
    IS_WRONG("nothing usable", STATIC, "(JI)J", OP_iload_2, OP_istore_1, OP_lload_0, OP_lreturn);
    IS_WRONG("half of", STATIC, "(J)I", OP_iload_1, OP_ireturn);
}
END_TEST

START_TEST(where_control_meets_a_value_is_all_that_it_may_be) {
    /* (A, B, int): the third chooses one of the others */
#define CHOICE OP_iload_2, OP_ifeq, U16(7), OP_aload_0, OP_goto, U16(4), OP_aload_1
    IS_RIGHT(STATIC, "(LA;LB;I)LBase;", CHOICE, OP_areturn);
    IS_RIGHT(STATIC, "(LA;LB;I)LI;", CHOICE, OP_areturn);
    IS_WRONG("expected A, found A or B", STATIC, "(LA;LB;I)LA;", CHOICE, OP_areturn);
    IS_RIGHT(STATIC, "([LA;[LB;I)LBase;", CHOICE, OP_iconst_0, OP_aaload, OP_areturn);
    IS_WRONG("array of references", STATIC, "([LA;[II)LBase;", CHOICE, OP_iconst_0, OP_aaload,
             OP_areturn);
    IS_RIGHT(STATIC, "([LA;[II)I", CHOICE, OP_arraylength, OP_ireturn);
    IS_WRONG("mismatched stack", STATIC, "(LA;LB;I)V", OP_iload_2, OP_ifeq, U16(7), OP_aload_0,
             OP_goto, U16(4), OP_iload_2, OP_pop, OP_return);
    IS_WRONG("stack heights", STATIC, "(I)V", OP_iload_0, OP_ifeq, U16(4), OP_iconst_0, OP_return);
    IS_WRONG("nothing usable", STATIC, "(I)I", OP_iload_0, OP_ifeq, U16(5), OP_iconst_0,
             OP_istore_1, OP_iload_1, OP_ireturn);
}
END_TEST

START_TEST(arrays_are_assignable_as_their_elements_are) {
    IS_RIGHT(STATIC, "([LA;)[LBase;", OP_aload_0, OP_areturn);
    IS_RIGHT(STATIC, "([[I)[Ljava/lang/Object;", OP_aload_0, OP_areturn);
    IS_RIGHT(STATIC, "([I)Ljava/lang/Cloneable;", OP_aload_0, OP_areturn);
    IS_WRONG("expected I", STATIC, "([I)LI;", OP_aload_0, OP_areturn);
    IS_WRONG("expected [J", STATIC, "([I)[J", OP_aload_0, OP_areturn);
    IS_WRONG("expected [LA;", STATIC, "([LB;)[LA;", OP_aload_0, OP_areturn);
    IS_RIGHT(STATIC, "([Z)I", OP_aload_0, OP_iconst_0, OP_baload, OP_ireturn);
    IS_WRONG("expected [C", STATIC, "([S)I", OP_aload_0, OP_iconst_0, OP_caload, OP_ireturn);
    IS_RIGHT(STATIC, "(I)[[LB;", OP_iload_0, OP_anewarray, U16(at.b_array), OP_areturn);
}
END_TEST

START_TEST(new_objects_are_of_no_use_before_their_constructor) {
    IS_RIGHT(STATIC, "()LB;", OP_new, U16(at.a_class), OP_dup, OP_invokespecial, U16(at.a_make),
             OP_areturn);
    IS_WRONG("uninitialized object made at bci 0", STATIC, "()LB;", OP_new, U16(at.a_class),
             OP_areturn);
    IS_WRONG("constructor of A called for a B", STATIC, "()V", OP_new, U16(at.a_class),
             OP_invokespecial, U16(at.super_constructor), OP_return);
    IS_WRONG("expected an uninitialized", STATIC, "(LB;)V", OP_aload_0, OP_invokespecial,
             U16(at.a_make), OP_return);
    /* the object of the turn before */
    IS_WRONG("nothing usable", STATIC, "()V", OP_aconst_null, OP_astore_0, OP_new, U16(at.a_class),
             OP_aload_0, OP_pop, OP_astore_0, OP_goto, U16(-6));
}
END_TEST

START_TEST(a_constructor_calls_another_before_it_returns_or_uses_this) {
    IS_RIGHT_CONSTRUCTOR(OP_aload_0, OP_invokespecial, U16(at.super_constructor), OP_return);
    IS_RIGHT_CONSTRUCTOR(OP_aload_0, OP_invokespecial, U16(at.own_constructor), OP_return);
    IS_WRONG_CONSTRUCTOR("before it called", OP_return);
    IS_WRONG_CONSTRUCTOR("constructor of Base", OP_aload_0, OP_invokespecial,
                         U16(at.base_constructor), OP_return);
    IS_RIGHT_CONSTRUCTOR(OP_aload_0, OP_iconst_1, OP_putfield, U16(at.own_field), OP_aload_0,
                         OP_invokespecial, U16(at.super_constructor), OP_return);
    IS_WRONG_CONSTRUCTOR("uninitialized this", OP_aload_0, OP_getfield, U16(at.own_field), OP_pop,
                         OP_return);
    IS_WRONG_CONSTRUCTOR("uninitialized this", OP_aload_0, OP_aconst_null, OP_putfield,
                         U16(at.a_field), OP_return);
}
END_TEST

START_TEST(a_constructor_cannot_catch_its_way_around_another) {
    struct handler handler = {0, 4, 5, NULL};
    const char *message =
        judge(INSTANCE, "<init>", "()V", &handler,
              CODE(OP_aload_0, OP_invokespecial, U16(at.super_constructor), OP_return, OP_return));
    ck_assert_ptr_nonnull(strstr(message, "before it called"));
}
END_TEST

START_TEST(a_handler_sees_the_locals_before_each_instruction_that_it_covers) {
    struct handler handler = {2, 6, 7, NULL};
    /* 0: x = 0; 2: x = null; 4: x = 1; 6: return; 7: handler reads x as int */
    const uint8_t bytes[] = {OP_iconst_0, OP_istore_0, OP_aconst_null, OP_astore_0, OP_iconst_1,
                             OP_istore_0, OP_return,   OP_iload_0,     OP_pop2,     OP_return};
    ck_assert_ptr_nonnull(
        strstr(judge(STATIC, "m", "()V", &handler, bytes, sizeof bytes), "expected int"));
    handler.start = 4; /* x is null here still */
    ck_assert_ptr_nonnull(
        strstr(judge(STATIC, "m", "()V", &handler, bytes, sizeof bytes), "expected int"));
    handler = (struct handler){0, 2, 7, NULL};
    const uint8_t early[] = {OP_iconst_0, OP_istore_0, OP_iconst_0, OP_istore_0, OP_nop,
                             OP_nop,      OP_return,   OP_iload_0,  OP_return};
    ck_assert_ptr_nonnull(
        strstr(judge(STATIC, "m", "()V", &handler, early, sizeof early), "expected int"));
    handler = (struct handler){2, 6, 7, NULL};
    ck_assert_str_eq(judge(STATIC, "m", "()V", &handler, early, sizeof early), "");
}
END_TEST

START_TEST(what_is_caught_must_be_throwable) {
    struct handler handler = {0, 1, 1, intern("A")};
    const uint8_t bytes[] = {OP_return, OP_pop, OP_return};
    ck_assert_ptr_nonnull(
        strstr(judge(STATIC, "m", "()V", &handler, bytes, sizeof bytes), "not a Throwable"));
    handler.catch_class = intern("Exception");
    ck_assert_str_eq(judge(STATIC, "m", "()V", &handler, bytes, sizeof bytes), "");
    handler.catch_class = intern("Missing");
    ck_assert_str_eq(judge(STATIC, "m", "()V", &handler, bytes, sizeof bytes), "stopped");
}
END_TEST

START_TEST(calls_take_what_their_descriptors_say) {
    IS_RIGHT(STATIC, "(LA;J)LA;", OP_aload_0, OP_lload_1, OP_invokevirtual, U16(at.a_method),
             OP_areturn);
    IS_WRONG("expected A, found B", STATIC, "(LB;J)LA;", OP_aload_0, OP_lload_1, OP_invokevirtual,
             U16(at.a_method), OP_areturn);
    IS_WRONG("expected long", STATIC, "(LA;I)LA;", OP_aload_0, OP_iload_1, OP_invokevirtual,
             U16(at.a_method), OP_areturn);
    IS_RIGHT(STATIC, "(LB;)V", OP_aload_0, OP_invokeinterface, U16(at.i_call), 1, 0, OP_return);
    IS_WRONG("expected I", STATIC, "(I)V", OP_iload_0, OP_invokeinterface, U16(at.i_call), 1, 0,
             OP_return);
    IS_WRONG("invokespecial of B", INSTANCE, "()V", OP_aload_0, OP_invokespecial, U16(at.b_special),
             OP_return);
    IS_RIGHT(STATIC, "(LT;)V", OP_aload_0, OP_invokevirtual, U16(at.a_guarded), OP_return);
    IS_WRONG("protected", STATIC, "(LA;)V", OP_aload_0, OP_invokevirtual, U16(at.a_guarded),
             OP_return);
}
END_TEST

START_TEST(code_that_is_not_reached_is_not_judged_and_has_no_frames) {
    IS_RIGHT(STATIC, "()V", OP_return, OP_pop, OP_ireturn);
    const uint8_t bytes[] = {OP_return, OP_pop, OP_return};
    struct code code = {.max_stack = 1, .length = sizeof bytes, .bytes = bytes};
    struct member_info method = {.access = STATIC, .name = "m", .descriptor = "()V", .code = &code};
    struct classfile view = class_writer_view(&writer, &arena);
    struct diag diag = DIAG_INIT;
    ck_assert_int_eq(typeflow_frames(&arena, &view, &method, &hierarchy, &diag, &code),
                     TYPEFLOW_WRONG);
    ck_assert_ptr_nonnull(strstr(diag.message, "cannot be reached"));
}
END_TEST

START_TEST(so_many_classes_meet_that_their_superclass_stands_for_them) {
    /* (int, C0, C1, ... C39): one more at each step, all below Base */
    uint8_t bytes[600];
    uint32_t length = 0;
    bytes[length++] = OP_aconst_null, bytes[length++] = OP_astore, bytes[length++] = 5;
    for (int i = 0; i < 40; i++) {
        uint16_t class = class_writer_class(&writer, arena_format(&arena, "C%d", i));
        const uint8_t step[] = {OP_iload_0,   OP_ifeq,    U16(9),    OP_aconst_null,
                                OP_checkcast, U16(class), OP_astore, 5};
        memcpy(bytes + length, step, sizeof step);
        length += sizeof step;
    }
    bytes[length++] = OP_aload, bytes[length++] = 5, bytes[length++] = OP_areturn;
    ck_assert_str_eq(judge(STATIC, "m", "(I)LBase;", NULL, bytes, length), "");
    ck_assert_ptr_nonnull(
        strstr(judge(STATIC, "m", "(I)LA;", NULL, bytes, length), "expected A, found Base"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("typeflow");
    TCase *cases = tcase_create("typeflow");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, frames_are_found_written_and_read_back);
    tcase_add_test(cases, operands_have_the_types_that_instructions_take);
    tcase_add_test(cases, halves_of_longs_and_doubles_stay_together);
    tcase_add_test(cases, where_control_meets_a_value_is_all_that_it_may_be);
    tcase_add_test(cases, arrays_are_assignable_as_their_elements_are);
    tcase_add_test(cases, new_objects_are_of_no_use_before_their_constructor);
    tcase_add_test(cases, a_constructor_calls_another_before_it_returns_or_uses_this);
    tcase_add_test(cases, a_constructor_cannot_catch_its_way_around_another);
    tcase_add_test(cases, a_handler_sees_the_locals_before_each_instruction_that_it_covers);
    tcase_add_test(cases, what_is_caught_must_be_throwable);
    tcase_add_test(cases, calls_take_what_their_descriptors_say);
    tcase_add_test(cases, code_that_is_not_reached_is_not_judged_and_has_no_frames);
    tcase_add_test(cases, so_many_classes_meet_that_their_superclass_stands_for_them);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
