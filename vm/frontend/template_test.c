/* Templates: what they stand for, what is wrong in one, and whose lines are told. */
#include "frontend/template.h"

#include <check.h>
#include <string.h>

#include "base/check_run.h"
#include "classfile/classfile.h"

static struct arena arena;
static struct diag diag;
static struct java_source expanded;

static bool expand(const char *text) {
    struct java_source template = {"T.java.template", text, strlen(text), 1, 1, NULL};
    diag = (struct diag)DIAG_INIT;
    return java_template_expand(&arena, &template, &expanded, &diag);
}

static void setup(void) { arena_init(&arena); }
static void teardown(void) { arena_release(&arena); }

START_TEST(a_block_stands_for_each_of_its_types_in_turn) {
    ck_assert(expand("a $type\n#for int char\n$type $Type $Box $Types $other\n#end\nz"));
    ck_assert_str_eq(expanded.text, "a $type\n"
                                    "int Int Integer Ints $other\n"
                                    "char Char Character Chars $other\n"
                                    "z");
    ck_assert_uint_eq(expanded.length, strlen(expanded.text));
}
END_TEST

START_TEST(lines_are_those_of_the_template) {
    ck_assert(expand("1\n#for int long\n3\n4\n#end\n#for byte\n7\n#end\n9\n"));
    ck_assert_str_eq(expanded.text, "1\n3\n4\n3\n4\n7\n9\n");
    const int lines[] = {1, 3, 4, 3, 4, 7, 9, 10};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        ck_assert_int_eq(expanded.lines[i], lines[i]);
}
END_TEST

START_TEST(every_wrong_directive_is_told_with_its_line) {
    static const struct {
        const char *text, *told;
        int line;
    } rows[] = {
        {"\n#for int Integer\n#end", "#for knows the primitive types only", 2},
        {"#for void\n#end", "#for knows the primitive types only", 1},
        {"#for\n#end", "#for names no type", 1},
        {"#for int int int int int int int int int\n#end", "#for names a type twice", 1},
        {"#for int int\n#end", "#for names a type twice", 1},
        {"#for int\n#for long\n#end\n#end", "a #for inside another", 2},
        {"\n#for int\nx\n", "a #for without #end", 4},
        {"x\n#end\n", "an #end without #for", 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ck_assert_msg(!expand(rows[i].text), "accepted: %s", rows[i].text);
        ck_assert_str_eq(diag.message, rows[i].told);
        ck_assert_int_eq(diag.place.line, rows[i].line);
        ck_assert_str_eq(diag.file, "T.java.template");
    }
}
END_TEST

static bool compile(const char *text, struct java_classes *classes) {
    static const char object[] = "package java.lang;\npublic class Object {\n}\n";
    if (!expand(text)) return false;
    struct java_source sources[] = {{"Object.java", object, sizeof object - 1, 1, 1, NULL},
                                    expanded};
    struct java_options options = java_options_default();
    return java_compile(&arena, sources, 2, NULL, &options, &diag, classes);
}

START_TEST(an_error_is_told_of_the_templates_line) {
    struct java_classes classes = {0};
    ck_assert(
        !compile("class T {\n#for byte int\n    $type x($type i) {\n        return 1000;\n    }\n"
                 "#end\n}\n",
                 &classes));
    ck_assert_str_eq(diag.file, "T.java.template");
    ck_assert_int_eq(diag.place.line, 4);
    ck_assert_msg(strstr(diag.message, "lossy conversion from int to byte"), "%s", diag.message);
}
END_TEST

START_TEST(code_has_the_lines_of_the_template_and_its_name) {
    struct java_classes classes = {0};
    ck_assert_msg(compile("#for int long\nclass T$Box {\n    $type x($type i) {\n"
                          "        return i;\n    }\n}\n#end\n",
                          &classes),
                  "%s", diag.message);
    static const char *const names[] = {"java/lang/Object", "TInteger", "TLong"};
    ck_assert_uint_eq(classes.count, 3);
    for (uint32_t i = 1; i < classes.count; i++) {
        const struct classfile *class =
            classfile_read(&arena, "T", classes.items[i].bytes, classes.items[i].size, &diag);
        ck_assert_str_eq(class->name, names[i]);
        ck_assert_str_eq(class->source_file, "T.java.template");
        ck_assert_int_eq(code_line(class->methods[0].code, 0), 4);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("template");
    TCase *cases = tcase_create("template");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_test(cases, a_block_stands_for_each_of_its_types_in_turn);
    tcase_add_test(cases, lines_are_those_of_the_template);
    tcase_add_test(cases, every_wrong_directive_is_told_with_its_line);
    tcase_add_test(cases, an_error_is_told_of_the_templates_line);
    tcase_add_test(cases, code_has_the_lines_of_the_template_and_its_name);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
