/* Call sites on hand-made classes: what is linked, what is refused, and that it is refused again.
 */
#include "dynamic/dynamic.h"

#include "base/check_run.h"
#include <string.h>

#include "base/intern.h"
#include "classfile/opcodes.h"
#include "runtime/resolve.h"
#include "runtime/testing.h"

#define BOOTSTRAP_TYPE                                                                             \
    "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;"      \
    "[Ljava/lang/Object;)Ljava/lang/invoke/CallSite;"
#define LAMBDAS "java/lang/invoke/LambdaMetafactory"
#define CONCATS "java/lang/invoke/StringConcatFactory"

enum { INVOKE_STATIC = 6 };

static struct testing testing;
static struct thread *thread = &testing.runtime.main;
static struct class_writer writer; /* of class Host */

static void setup(void) {
    testing_start(&testing, NULL, 16 << 20);
    class_writer_init(&writer, 61, ACC_PUBLIC | ACC_SUPER, "I", "java/lang/Object");
    writer.access = ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT;
    testing_add(&testing, "I", &writer);
    class_writer_init(&writer, 61, ACC_PUBLIC | ACC_SUPER, "Host", "java/lang/Object");
}

static void teardown(void) { testing_stop(&testing); }

static uint16_t handle(uint8_t kind, enum constant_tag tag, const char *class_name,
                       const char *name, const char *descriptor) {
    return class_writer_method_handle(
        &writer, kind, class_writer_member(&writer, tag, class_name, name, descriptor));
}

/* A method of Host with the call site at bci 0, and once more. */
static void add_site(const char *method, const char *factory, const char *factory_name,
                     const char *name, const char *descriptor, const uint16_t *arguments,
                     uint16_t count) {
    struct bootstrap_method bootstrap = {
        .handle = handle(INVOKE_STATIC, CONSTANT_METHOD, factory, factory_name, BOOTSTRAP_TYPE),
        .argument_count = count,
        .arguments = arguments};
    uint16_t index = class_writer_invoke_dynamic(
        &writer, class_writer_add_bootstrap(&writer, &bootstrap), name, descriptor);
    uint8_t high = (uint8_t)(index >> 8), low = (uint8_t)index;
    uint8_t code[] = {OP_invokedynamic, high, low, 0, 0, OP_pop,
                      OP_invokedynamic, high, low, 0, 0, OP_return};
    testing_add_code(&writer, ACC_STATIC, method, "()V", code, sizeof code);
}

static struct method *site_method(const char *name) {
    struct class *host = testing_load(&testing, "Host");
    return class_declared_method(host, intern(name), intern("()V"));
}

static void done(void) {
    uint8_t code[] = {OP_return};
    testing_add_code(&writer, ACC_PRIVATE | ACC_STATIC, "body", "(J)V", code, sizeof code);
    testing_add_code(&writer, ACC_PRIVATE | ACC_STATIC, "body", "(JJ)V", code, sizeof code);
    testing_add(&testing, "Host", &writer);
}

/* An I whose method "run" of [erased], known as [type], calls Host.body of [target]. */
static void add_lambda_of(const char *target, const char *method, const char *site,
                          const char *erased, const char *type) {
    uint16_t arguments[] = {class_writer_method_type(&writer, erased),
                            handle(INVOKE_STATIC, CONSTANT_METHOD, "Host", "body", target),
                            class_writer_method_type(&writer, type)};
    add_site(method, LAMBDAS, "metafactory", "run", site, arguments, 3);
}

static void add_lambda(const char *method, const char *site, const char *erased, const char *type) {
    add_lambda_of("(J)V", method, site, erased, type);
}

static const char *link_error(const char *method) {
    ck_assert_ptr_null(dynamic_link(thread, site_method(method), 0));
    ck_assert_ptr_null(dynamic_linked(site_method(method), 0));
    return testing_exception(&testing);
}

START_TEST(a_call_site_is_a_static_method_of_its_type_in_a_class_of_its_own) {
    add_lambda("m", "(J)LI;", "()V", "()V");
    done();
    struct method *method = site_method("m");
    ck_assert_ptr_null(dynamic_linked(method, 0));
    struct method *target = dynamic_link(thread, method, 0);
    ck_assert_ptr_nonnull(target);
    ck_assert(method_is_static(target));
    ck_assert_str_eq(target->descriptor, "(J)LI;");
    ck_assert_str_eq(target->class->binary_name, "Host$$Lambda$1/0x0000000000000001");
    ck_assert(class_is_subtype(target->class, testing_load(&testing, "I")));
    ck_assert_ptr_eq(dynamic_linked(method, 0), target);
    ck_assert_ptr_eq(dynamic_link(thread, method, 0), target);
}
END_TEST

START_TEST(each_instruction_is_a_site_of_its_own) {
    enum { SECOND = 6 };
    add_lambda("m", "(J)LI;", "()V", "()V");
    done();
    struct method *first = dynamic_link(thread, site_method("m"), 0);
    ck_assert_ptr_null(dynamic_linked(site_method("m"), SECOND));
    ck_assert_ptr_ne(dynamic_link(thread, site_method("m"), SECOND), first);
}
END_TEST

START_TEST(nothing_finds_a_hidden_class_by_the_name_that_java_gives_it) {
    add_lambda("m", "(J)LI;", "()V", "()V");
    done();
    dynamic_link(thread, site_method("m"), 0);
    ck_assert_ptr_null(class_load(thread, "Host$$Lambda$1"));
}
END_TEST

START_TEST(arguments_are_unboxed_and_widened) {
    static const char *const types[][2] = {
        {"(I)V", "(I)V"},
        {"(C)V", "(C)V"},
        {"(Ljava/lang/Object;)V", "(Ljava/lang/Integer;)V"},
        {"(Ljava/lang/Object;)V", "(Ljava/lang/Object;)V"},
    };
    for (int i = 0; i < 4; i++)
        add_lambda_of("(JJ)V", intern_format("m%d", i), "(J)LI;", types[i][0], types[i][1]);
    done();
    for (int i = 0; i < 4; i++)
        ck_assert_ptr_nonnull(dynamic_link(thread, site_method(intern_format("m%d", i)), 0));
}
END_TEST

START_TEST(a_value_that_cannot_be_converted_is_refused) {
    add_lambda("narrowing", "()LI;", "(D)V", "(D)V");
    add_lambda("boolean", "()LI;", "(Z)V", "(Z)V");
    add_lambda("boxed", "()LI;", "(Ljava/lang/Object;)V", "(Ljava/lang/Boolean;)V");
    add_lambda("result", "()LI;", "(J)I", "(J)I");
    add_lambda("class", "()LHost;", "(J)V", "(J)V");
    add_lambda("array", "()[LI;", "(J)V", "(J)V");
    done();
    static const char *const methods[] = {"narrowing", "boolean", "boxed",
                                          "result",    "class",   "array"};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        ck_assert_str_eq(link_error(methods[i]), "java.lang.BootstrapMethodError: bootstrap method "
                                                 "initialization exception");
}
END_TEST

START_TEST(other_bootstrap_methods_say_what_is_supported) {
    static const char expected[] =
        "java.lang.BootstrapMethodError: bootstrap method a.B.make is not supported; those of "
        "LambdaMetafactory, StringConcatFactory, ObjectMethods and SwitchBootstraps are";
    add_site("m", "a/B", "make", "run", "()LI;", NULL, 0);
    done();
    ck_assert_str_eq(link_error("m"), expected);
    ck_assert_str_eq(link_error("m"), expected);
}
END_TEST

START_TEST(a_site_that_failed_fails_again_whatever_has_changed) {
    uint16_t arguments[] = {class_writer_method_type(&writer, "()V"),
                            handle(INVOKE_STATIC, CONSTANT_METHOD, "Late", "body", "()V"),
                            class_writer_method_type(&writer, "()V")};
    add_site("m", LAMBDAS, "metafactory", "run", "()LI;", arguments, 3);
    done();
    ck_assert_str_eq(link_error("m"), "java.lang.NoClassDefFoundError: Late");
    class_writer_init(&writer, 61, ACC_PUBLIC | ACC_SUPER, "Late", "java/lang/Object");
    uint8_t code[] = {OP_return};
    testing_add_code(&writer, ACC_PUBLIC | ACC_STATIC, "body", "()V", code, sizeof code);
    testing_add(&testing, "Late", &writer);
    testing_load(&testing, "Late");
    ck_assert_str_eq(link_error("m"), "java.lang.NoClassDefFoundError: Late");
}
END_TEST

START_TEST(missing_and_misplaced_static_arguments_are_refused) {
    uint16_t text = class_writer_string(&writer, "\1"), number = class_writer_integer(&writer, 1);
    add_site("none", LAMBDAS, "metafactory", "run", "()LI;", NULL, 0);
    add_site("kind", LAMBDAS, "metafactory", "run", "()LI;", (uint16_t[]){text, text, text}, 3);
    add_site("recipe", CONCATS, "makeConcatWithConstants", "x", "()Ljava/lang/String;", &number, 1);
    add_site("few", CONCATS, "makeConcatWithConstants", "x", "()Ljava/lang/String;", &text, 1);
    add_site("result", CONCATS, "makeConcat", "x", "(I)I", NULL, 0);
    add_site("record", "java/lang/runtime/ObjectMethods", "bootstrap", "toString", "(LHost;)I",
             &text, 1);
    add_site("switch", "java/lang/runtime/SwitchBootstraps", "typeSwitch", "x", "(II)I", NULL, 0);
    done();
    static const char *const methods[] = {"none",   "kind",   "recipe", "few",
                                          "result", "record", "switch"};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        ck_assert_str_eq(link_error(methods[i]), "java.lang.BootstrapMethodError: bootstrap method "
                                                 "initialization exception");
}
END_TEST

START_TEST(constants_that_are_computed_cannot_be_loaded) {
    uint16_t type = class_writer_method_type(&writer, "()V");
    uint16_t method = handle(INVOKE_STATIC, CONSTANT_METHOD, "Host", "body", "(J)V");
    done();
    struct class *host = testing_load(&testing, "Host");
    ck_assert_ptr_null(resolve_string(thread, host, type));
    ck_assert_str_eq(testing_exception(&testing),
                     "java.lang.BootstrapMethodError: ldc of a method type is not supported: there "
                     "are no method handles as objects");
    ck_assert_ptr_null(resolve_string(thread, host, method));
    ck_assert_str_eq(testing_exception(&testing),
                     "java.lang.BootstrapMethodError: ldc of a method handle is not supported: "
                     "there are no method handles as objects");
}
END_TEST

START_TEST(string_concatenation_takes_values_and_constants_of_all_types) {
    uint16_t arguments[] = {class_writer_string(&writer, "a\1\2\1b\2\2\2\2"),
                            class_writer_string(&writer, "\1"),
                            class_writer_integer(&writer, 7),
                            class_writer_long(&writer, 8),
                            class_writer_double(&writer, 0.5),
                            class_writer_class(&writer, "I")};
    add_site("m", CONCATS, "makeConcatWithConstants", "x", "(J[C)Ljava/lang/String;", arguments, 6);
    done();
    ck_assert_ptr_nonnull(dynamic_link(thread, site_method("m"), 0));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("dynamic");
    TCase *cases = tcase_create("dynamic");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_test(cases, a_call_site_is_a_static_method_of_its_type_in_a_class_of_its_own);
    tcase_add_test(cases, each_instruction_is_a_site_of_its_own);
    tcase_add_test(cases, nothing_finds_a_hidden_class_by_the_name_that_java_gives_it);
    tcase_add_test(cases, arguments_are_unboxed_and_widened);
    tcase_add_test(cases, a_value_that_cannot_be_converted_is_refused);
    tcase_add_test(cases, other_bootstrap_methods_say_what_is_supported);
    tcase_add_test(cases, a_site_that_failed_fails_again_whatever_has_changed);
    tcase_add_test(cases, missing_and_misplaced_static_arguments_are_refused);
    tcase_add_test(cases, constants_that_are_computed_cannot_be_loaded);
    tcase_add_test(cases, string_concatenation_takes_values_and_constants_of_all_types);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
