/* Descriptors: what is well formed, and what a method's shape says. */
#include "classfile/descriptor.h"

#include "base/check_run.h"
#include <stdlib.h>
#include <string.h>

#include "base/intern.h"
#include "base/strbuf.h"

START_TEST(a_field_descriptor_is_one_type) {
    ck_assert(descriptor_is_field("I"));
    ck_assert(descriptor_is_field("[[J"));
    ck_assert(descriptor_is_field("Ljava/lang/String;"));
    ck_assert(descriptor_is_field("[La/B$C;"));
    const char *wrong[] = {"",       "V",    "II",   "[",     "L;",    "Ljava", "X",
                           "La//b;", "L/a;", "La/;", "La.b;", "La[b;", "()V",   "[V"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_msg(!descriptor_is_field(wrong[i]), "%s", wrong[i]);
}
END_TEST

START_TEST(a_method_descriptor_has_parameters_and_a_result) {
    ck_assert(descriptor_is_method("()V"));
    ck_assert(descriptor_is_method("(IJ[Ljava/lang/String;)D"));
    const char *wrong[] = {"", "(", "()", "V", "(V)V", "()VV", "(I", "()II", "(L)V", "I"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_msg(!descriptor_is_method(wrong[i]), "%s", wrong[i]);
}
END_TEST

START_TEST(a_method_takes_at_most_255_slots) {
    struct strbuf text = STRBUF_INIT;
    strbuf_add_text(&text, "(");
    for (int i = 0; i < 127; i++) strbuf_add_text(&text, "J");
    strbuf_add_text(&text, "I)V");
    ck_assert(descriptor_is_method(strbuf_text(&text)));
    strbuf_clear(&text);
    strbuf_add_text(&text, "(");
    for (int i = 0; i < 128; i++) strbuf_add_text(&text, "J");
    strbuf_add_text(&text, ")V");
    ck_assert(!descriptor_is_method(strbuf_text(&text)));
    strbuf_release(&text);
}
END_TEST

START_TEST(an_array_has_at_most_255_dimensions) {
    char text[300];
    memset(text, '[', sizeof text);
    strcpy(text + 255, "I");
    ck_assert(descriptor_is_field(text));
    text[255] = '[';
    strcpy(text + 256, "I");
    ck_assert(!descriptor_is_field(text));
}
END_TEST

START_TEST(the_shape_of_a_method_gives_types_classes_and_slots) {
    const struct method_shape *shape =
        method_shape_of(intern("(IJ[I[[Ljava/lang/String;Ljava/lang/Object;Z)Ljava/lang/Long;"));
    ck_assert_int_eq(shape->parameter_count, 6);
    ck_assert_int_eq(shape->parameter_slots, 7);
    ck_assert_int_eq(shape->parameters[0], JAVA_INT);
    ck_assert_int_eq(shape->parameters[1], JAVA_LONG);
    ck_assert_int_eq(shape->parameters[2], JAVA_REFERENCE);
    ck_assert_int_eq(shape->parameters[5], JAVA_BOOLEAN);
    ck_assert_ptr_null(shape->parameter_classes[0]);
    ck_assert_str_eq(shape->parameter_classes[2], "[I");
    ck_assert_str_eq(shape->parameter_classes[3], "[[Ljava/lang/String;");
    ck_assert_str_eq(shape->parameter_classes[4], "java/lang/Object");
    ck_assert_int_eq(shape->return_type, JAVA_REFERENCE);
    ck_assert_str_eq(shape->return_class, "java/lang/Long");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("descriptor");
    TCase *cases = tcase_create("descriptor");
    tcase_add_test(cases, a_field_descriptor_is_one_type);
    tcase_add_test(cases, a_method_descriptor_has_parameters_and_a_result);
    tcase_add_test(cases, a_method_takes_at_most_255_slots);
    tcase_add_test(cases, an_array_has_at_most_255_dimensions);
    tcase_add_test(cases, the_shape_of_a_method_gives_types_classes_and_slots);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
