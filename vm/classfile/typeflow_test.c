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
    if (!strcmp(name, "A") || !strcmp(name, "B")) return intern("Base");
    if (!strcmp(name, "Exception")) return intern("java/lang/Throwable");
    return strcmp(name, "java/lang/Object") ? intern("java/lang/Object") : NULL;
}

static enum answer is_assignable(void *context, const char *from, const char *to) {
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

static enum answer is_foreign_protected(void *context, const struct constant *member) {
    return strcmp(member->member.name, "guarded") ? ANSWER_NO : ANSWER_YES;
}

static const struct class_hierarchy hierarchy = {NULL, is_assignable, common_superclass,
                                                 is_foreign_protected};

static void set_up(void) {
    arena_init(&arena);
    class_writer_init(&writer, 52, ACC_SUPER, "T", "A");
    class_writer_add_field(&writer, 0, "own", "I", 0);
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

int main(void) {
    Suite *suite = suite_create("typeflow");
    TCase *cases = tcase_create("typeflow");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, frames_are_found_written_and_read_back);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
