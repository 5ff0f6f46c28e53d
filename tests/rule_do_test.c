/* Statements that a rule runs: what they see, that nothing of theirs is an event, and that what goes wrong in them stays in
 * them. */
#include <check.h>

#include "base/strbuf.h"
#include "vm_fixture.h"

static struct fixture f;
static struct vm_profile *profile;

static struct java_source statements(const char *text) {
    return (struct java_source){"mine.yaml", text, strlen(text), 7, 11, NULL};
}

static bool try_rule(const char *program, struct vm_rule rule, const char *text,
                     struct diag *diag) {
    struct java_source java = statements(text);
    f = (struct fixture){.options = vm_options_default(), .threshold = 1 << 20};
    f.options.interpret_only = true;
    begin(&f, program);
    rule.java = &java;
    profile = vm_profile_begin(f.vm, &rule, 1, diag);
    return profile != NULL;
}

static void begin_rule(const char *program, struct vm_rule rule, const char *text) {
    struct diag diag = DIAG_INIT;
    ck_assert_msg(try_rule(program, rule, text, &diag), "%s", diag.message);
}

static int run(int argument) { return call(&f, "T.run", argument); }

static void add_count(void *context, const struct vm_row *row) {
    *(int64_t *)context += row->amounts[VM_AMOUNT_COUNT];
}

static int64_t counted(void) {
    int64_t sum = 0;
    vm_profile_each(profile, 0, 1, add_count, &sum);
    return sum;
}

START_TEST(statements_see_the_object_the_value_and_the_site) {
    begin_rule("class T {\n"
               "  static String seen = \"\";\n"
               "  int x; Object o; long l; double d; boolean z; char c;\n"
               "  static int run(int k) {\n"
               "    T t = new T();\n"
               "    t.x = k; t.o = \"text\"; t.l = -1; t.d = 2.5; t.z = true; t.c = 'q';\n"
               "    return seen.equals(\"5 text -1 2.5 true q T T.run(I)I:41 (line 6)\") ? 1 : 0;\n"
               "  }\n"
               "}",
               (struct vm_rule){.point = POINT_write, .in = "T.run"},
               "T.seen += (T.seen.isEmpty() ? \"\" : \" \") + value;\n"
               "if (value instanceof Character)\n"
               "    T.seen += \" \" + receiver.getClass().getName() + \" \" + site;");
    ck_assert_int_eq(run(5), 1);
    ck_assert_int_eq(counted(), 6);
    end(&f);
}
END_TEST

START_TEST(nothing_that_statements_do_is_an_event) {
    begin_rule("class T { static int n; static int[] twice(int k) { n++; return new int[k]; }\n"
               "  static int run(int k) { for (int i = 0; i < k; i++) twice(i); return n; } }",
               (struct vm_rule){.point = POINT_call, .in = "T"},
               "for (int i = 0; i < 3; i++) T.twice(4);");
    ck_assert_int_eq(run(10), 40);
    ck_assert_int_eq(counted(), 10);
    end(&f);
}
END_TEST

START_TEST(what_statements_throw_ends_them_and_is_counted) {
    begin_rule("class T { static int n; static void f() { n++; }\n"
               "  static int run(int k) { for (int i = 0; i < k; i++) f(); return n; } }",
               (struct vm_rule){.point = POINT_entry, .in = "T.f"},
               "if (T.n % 2 == 0) throw new RuntimeException(); T.n++; int[] none = null;\n"
               "none[0] = 1;");
    struct vm_statistics before, after;
    vm_statistics(f.vm, &before);
    ck_assert_int_eq(run(10), 19);
    vm_statistics(f.vm, &after);
    ck_assert_int_eq(counted(), 10);
    ck_assert_int_eq(after.failed_probes - before.failed_probes, 10);
    end(&f);
}
END_TEST

START_TEST(an_exception_on_its_way_stays_on_it) {
    begin_rule("class T { static int n; static void f() { throw new IllegalStateException(); }\n"
               "  static int run(int k) {\n"
               "    try { f(); } catch (IllegalStateException e) { return n; } return -1; } }",
               (struct vm_rule){.point = POINT_unwind, .in = "T.f"},
               "T.n++; if (object instanceof IllegalStateException) T.n++; throw new Error();");
    ck_assert_int_eq(run(1), 2);
    end(&f);
}
END_TEST

START_TEST(garbage_may_be_collected_while_they_run) {
    begin_rule("class T { static Object last; static int n;\n"
               "  static int run(int k) {\n"
               "    for (int i = 0; i < k; i++) { int[] a = new int[] {i, i + 1}; n += a[1]; }\n"
               "    return n; } }",
               (struct vm_rule){.point = POINT_new, .in = "T.run"},
               "for (int i = 0; i < 50; i++) T.last = new int[10000];\n"
               "if (((int[]) object).length != 2) T.n += 1000000;");
    ck_assert_int_eq(run(100), 5050);
    end(&f);
}
END_TEST

START_TEST(statements_that_do_not_compile_are_shown_where_they_stand) {
    struct diag diag = DIAG_INIT;
    char message[1400];
    ck_assert(!try_rule("class T { }", (struct vm_rule){.point = POINT_entry},
                        "int a = 1;\n  b = a;", &diag));
    ck_assert_str_eq(
        diag_format(&diag, message, sizeof message),
        "mine.yaml:8:13: cannot find symbol: variable b, location: class ProfileRule1");
    end(&f);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rule_do");
    TCase *cases = tcase_create("rule_do");
    suite_add_tcase(suite, cases);
    tcase_add_test(cases, statements_see_the_object_the_value_and_the_site);
    tcase_add_test(cases, nothing_that_statements_do_is_an_event);
    tcase_add_test(cases, what_statements_throw_ends_them_and_is_counted);
    tcase_add_test(cases, an_exception_on_its_way_stays_on_it);
    tcase_add_test(cases, garbage_may_be_collected_while_they_run);
    tcase_add_test(cases, statements_that_do_not_compile_are_shown_where_they_stand);
    return check_run(suite);
}
