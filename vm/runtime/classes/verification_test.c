/* Verification in the runtime: when it happens, what it loads, what it throws. The rules themselves
 * are tested beside typeflow. */
#include "base/check_run.h"
#include <string.h>

#include "base/intern.h"
#include "classfile/opcodes.h"
#include "runtime/internal.h"
#include "runtime/testing.h"

static struct testing testing;
static struct thread *thread = &testing.runtime.main;
static struct class_writer writer;

#define CODE(...)  (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__})
#define U16(value) (uint8_t)((value) >> 8), (uint8_t)(value)

static union value ignore_call(struct thread *of, struct method *method, union value *arguments) {
    return (union value){.bits = 0};
}

static void begin(const char *name, const char *super) {
    class_writer_init(&writer, 52, ACC_PUBLIC | ACC_SUPER, name, super);
}

static void add(const char *descriptor, const uint8_t *bytes, size_t length) {
    testing_add_code(&writer, ACC_PUBLIC | ACC_STATIC, "f", descriptor, bytes, length);
}

static void set_up(void) {
    testing_start(&testing, ignore_call, 4 << 20);
    begin("T", "java/lang/Object");
}

static void tear_down(void) { testing_stop(&testing); }

static struct class *done(const char *name) {
    testing_add(&testing, name, &writer);
    return testing_load(&testing, name);
}

START_TEST(wrong_code_is_a_verify_error_at_each_use_of_its_class_and_not_before) {
    add("()I", CODE(OP_aconst_null, OP_ireturn));
    struct class *class = done("T");
    for (int i = 0; i < 2; i++) {
        ck_assert(!class_initialize(thread, class));
        ck_assert_str_eq(testing_exception(&testing),
                         "java.lang.VerifyError: bad type on operand stack: expected int, found "
                         "null in T.f()I at bci 1 (ireturn)");
    }
}
END_TEST

START_TEST(a_superclass_is_verified_before_its_subclass_is_initialized) {
    add("()I", CODE(OP_aconst_null, OP_ireturn));
    done("T");
    begin("S", "T");
    ck_assert(!class_initialize(thread, done("S")));
    ck_assert_ptr_nonnull(strstr(testing_exception(&testing), "VerifyError"));
}
END_TEST

START_TEST(a_class_that_decides_and_is_missing_is_not_found) {
    add("(LFirst;)LSecond;", CODE(OP_aload_0, OP_areturn));
    ck_assert(!class_initialize(thread, done("T")));
    ck_assert_str_eq(testing_exception(&testing), "java.lang.NoClassDefFoundError: Second");
}
END_TEST

START_TEST(what_is_passed_on_as_it_is_loads_no_class) {
    add("(LFirst;)Ljava/lang/Object;", CODE(OP_aload_0, OP_areturn));
    testing_add_code(&writer, ACC_STATIC, "g", "(LFirst;)LFirst;", CODE(OP_aload_0, OP_areturn));
    add("(LFirst;LSecond;I)Ljava/lang/Object;",
        CODE(OP_iload_2, OP_ifeq, U16(7), OP_aload_0, OP_goto, U16(4), OP_aload_1, OP_areturn));
    ck_assert(class_initialize(thread, done("T")));
    ck_assert_ptr_null(class_loaded(&testing.runtime, "First"));
}
END_TEST

START_TEST(classes_of_the_class_library_are_trusted_unless_all_are_verified) {
    add("()I", CODE(OP_aconst_null, OP_ireturn));
    struct class *class = done("T");
    class->is_trusted = true;
    testing.options.verify_all = true;
    ck_assert(!class_initialize(thread, class));
    testing_exception(&testing);
    testing.options.verify_all = false;
    ck_assert(class_initialize(thread, class));
}
END_TEST

START_TEST(a_protected_method_of_another_package_is_for_objects_of_the_own_class) {
    class_writer_release(&writer);
    class_writer_init(&writer, 52, ACC_PUBLIC | ACC_SUPER, "p/A", "java/lang/Object");
    testing_add_code(&writer, ACC_PROTECTED, "m", "()V", CODE(OP_return));
    done("p/A");
    begin("B", "p/A");
    uint16_t m = class_writer_member(&writer, CONSTANT_METHOD, "p/A", "m", "()V");
    add("(LB;)V", CODE(OP_aload_0, OP_invokevirtual, U16(m), OP_return));
    ck_assert(class_initialize(thread, done("B")));
    begin("C", "p/A");
    m = class_writer_member(&writer, CONSTANT_METHOD, "p/A", "m", "()V");
    add("(Lp/A;)V", CODE(OP_aload_0, OP_invokevirtual, U16(m), OP_return));
    ck_assert(!class_initialize(thread, done("C")));
    ck_assert_ptr_nonnull(strstr(testing_exception(&testing), "bad access to protected data"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("verification");
    TCase *cases = tcase_create("verification");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, wrong_code_is_a_verify_error_at_each_use_of_its_class_and_not_before);
    tcase_add_test(cases, a_superclass_is_verified_before_its_subclass_is_initialized);
    tcase_add_test(cases, a_class_that_decides_and_is_missing_is_not_found);
    tcase_add_test(cases, what_is_passed_on_as_it_is_loads_no_class);
    tcase_add_test(cases, classes_of_the_class_library_are_trusted_unless_all_are_verified);
    tcase_add_test(cases, a_protected_method_of_another_package_is_for_objects_of_the_own_class);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
