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

START_TEST(what_a_point_does_not_offer_is_null) {
    static const enum vm_point points[] = {POINT_new,    POINT_call,   POINT_read,
                                           POINT_branch, POINT_switch, POINT_throw,
                                           POINT_catch,  POINT_check,  POINT_write};
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        begin_rule("class T {\n"
                   "  static int seen; int x; static long l = 5; int[] a = { 7 };\n"
                   "  static int run(int k) {\n"
                   "    Object o = new T(); T t = (T) o; t.x = t.a[0] + (int) l; t.x = k;\n"
                   "    switch (t.x) { case 3: l++; case 4: t.a[0] = 1; }\n"
                   "    try { throw new RuntimeException(); } catch (RuntimeException e) { }\n"
                   "    return k > 2 ? seen : -1;\n"
                   "  }\n"
                   "}",
                   (struct vm_rule){.point = points[i], .in = "T.run"},
                   points[i] == POINT_write ? "if (old != null) T.seen++;"
                                            : "if (value != null || old != null) T.seen++;");
        ck_assert_msg(run(3) == 0, "%s has a value", point_name(points[i]));
        ck_assert_int_gt(counted(), 0);
        end(&f);
    }
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

/* Natives read the class of a Class, and what a String is made of. */
START_TEST(objects_that_are_not_whole_yet_can_be_looked_at) {
    begin_rule("class T { static int classes, interned;\n"
               "  static class A { }\n"
               "  static int run(int k) {\n"
               "    Class c = A.class; String s = new String(new char[] {'a'});\n"
               "    return \"\".length() * 100 + classes * 10 + interned; } }",
               (struct vm_rule){.point = POINT_new},
               "if (object instanceof Class && ((Class) object).getName().equals(\"T$A\"))\n"
               "    T.classes++;\n"
               "if (object instanceof String) {\n"
               "    ((String) object).intern();\n"
               "    T.interned++;\n"
               "}");
    ck_assert_int_eq(run(0), 11); /* the literal is whole, the new one is not */
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

/* --- in compiled code --- */

enum { CALLS = 100 };

/* What T.run(0), T.run(1) ... return last. */
static int run_hot(const char *program, struct vm_rule rule, const char *text) {
    struct java_source java = statements(text);
    struct diag diag = DIAG_INIT;
    int result = 0;
    f = (struct fixture){.threshold = 20};
    begin(&f, program);
    rule.java = &java;
    profile = vm_profile_begin(f.vm, &rule, 1, &diag);
    ck_assert_msg(profile, "%s", diag.message);
    for (int i = 0; i < CALLS; i++) result = run(i);
    ck_assert_int_gt(f.heard.counts[EVENT_compiled], 0);
    return result;
}

static int64_t failed(void) {
    struct vm_statistics statistics;
    vm_statistics(f.vm, &statistics);
    return statistics.failed_probes;
}

START_TEST(compiled_code_hands_over_values_of_every_type) {
    const char *program =
        "class T { static int n; int x; Object o; long l; float f; double d; boolean z; char c;\n"
        "  static T t = new T(); static Object s;\n"
        "  static int seen() { return n; }\n"
        "  static int run(int k) {\n"
        "    t.x = -k; t.l = -1L - k; t.f = k + 0.5f; t.d = k * 2.5; t.z = k % 2 == 0;\n"
        "    t.c = (char) (k + 65); t.o = t; s = \"text\"; return seen(); } }";
    const char *text =
        "Object[] all = { T.t.x, T.t.l, T.t.f, T.t.d, T.t.z, T.t.c, T.t.o, T.s };\n"
        "int k = -T.t.x;\n"
        "boolean is = value instanceof Integer ? receiver == T.t : true;\n"
        "if (value instanceof Long) is = (Long) value == -1L - k;\n"
        "if (value instanceof Float) is = (Float) value == k + 0.5f;\n"
        "if (value instanceof Double) is = (Double) value == k * 2.5;\n"
        "if (value instanceof Boolean) is = (Boolean) value == (k % 2 == 0);\n"
        "if (value instanceof Character) is = (Character) value == (char) (k + 65);\n"
        "if (value instanceof T) is = receiver == value && old == (k == 0 ? null : value);\n"
        "if (value instanceof String) is = value == \"text\" && receiver == null;\n"
        "if (is) T.n++;";
    ck_assert_int_eq(run_hot(program, (struct vm_rule){.point = POINT_write, .in = "T.run"}, text),
                     CALLS * 8);
    ck_assert_int_eq(counted(), CALLS * 8);
    ck_assert_int_eq(failed(), 0);
    end(&f);
}
END_TEST

START_TEST(an_object_that_is_not_allocated_is_null_and_stays_so) {
    const char *program = "class T { static int nulls, objects; static Object kept; int x;\n"
                          "  static int nulls() { return nulls; }\n"
                          "  static int run(int k) { T t = new T(); t.x = k;\n"
                          "    if (k == 98) kept = t; return nulls() + 0 * t.x; } }";
    struct vm_rule rule = {.point = POINT_new, .in = "T.run"};
    int nulls = run_hot(program, rule, "if (object == null) T.nulls++; else T.objects++;");
    ck_assert_int_gt(nulls, CALLS / 2);
    ck_assert_int_eq(counted(), CALLS);
    ck_assert_int_eq(failed(), 0);
    end(&f);
}
END_TEST

START_TEST(nothing_that_statements_do_is_an_event_of_compiled_code) {
    const char *program =
        "class T { static int n; static int[] twice(int k) { n++; return new int[k]; }\n"
        "  static int n() { return n; }\n"
        "  static int run(int k) { twice(1); twice(k); return n(); } }";
    run_hot(program, (struct vm_rule){.point = POINT_call, .of = "T.twice"},
            "for (int i = 0; i < 3; i++) T.twice(4);");
    ck_assert_int_eq(run(1), (CALLS + 1) * 8);
    ck_assert_int_eq(counted(), (CALLS + 1) * 2);
    end(&f);
}
END_TEST

START_TEST(what_goes_wrong_in_statements_stays_there_in_compiled_code) {
    const char *program =
        "class T { static int n; static int n() { return n; } static void f(int k) { n++;\n"
        "    if (k % 3 == 0) throw new IllegalStateException(); }\n"
        "  static int run(int k) {\n"
        "    try { f(k); } catch (IllegalStateException e) { return -n(); } return n(); } }";
    int last =
        run_hot(program, (struct vm_rule){.point = POINT_unwind, .in = "T.f"},
                "T.n += object == null || object instanceof IllegalStateException ? 1 : 100;\n"
                "int[] none = null; none[0] = 1;");
    ck_assert_int_eq(last, -(CALLS + 34));
    ck_assert_int_eq(counted(), 34);
    ck_assert_int_eq(failed(), 34);
    end(&f);
}
END_TEST

START_TEST(statements_that_overflow_the_stack_end_alone) {
    const char *program =
        "class T { static int n; static int deep(int k) { n++; return deep(k + 1) + 1; }\n"
        "  static int run(int k) { return k; } }";
    ck_assert_int_eq(run_hot(program, (struct vm_rule){.point = POINT_exit, .in = "T.run"},
                             "if ((int) value > 97) T.deep(0);"),
                     CALLS - 1);
    ck_assert_int_eq(failed(), 2);
    end(&f);
}
END_TEST

START_TEST(garbage_may_be_collected_while_compiled_code_waits) {
    const char *program =
        "class T { static Object last; static int n; int x; T(int x) { this.x = x; }\n"
        "  static T keep(T t) { return t; }\n"
        "  static int run(int k) { T a = keep(new T(k)), b = new T(k + 1);\n"
        "    int[] c = new int[] {k}; return a.x + b.x + c[0] - 3 * k - 1; } }";
    ck_assert_int_eq(
        run_hot(program, (struct vm_rule){.point = POINT_new, .in = "T.run"},
                "for (int i = 0; i < 50; i++) T.last = new int[10000];\n"
                "if (object instanceof T && ((T) object).x > 1000) throw new Error();"),
        0);
    struct vm_statistics statistics;
    vm_statistics(f.vm, &statistics);
    ck_assert_int_gt(statistics.collections, 0);
    ck_assert_int_eq(failed(), 0);
    end(&f);
}
END_TEST

static struct vm_condition compares(enum vm_key key, const char *text) {
    return (struct vm_condition){VM_COMPARES, .key = key, .text = text};
}

START_TEST(conditions_hold_for_what_runs_statements) {
    const char *program =
        "class T { static int n; static Object o; int x; static int n() { return n; }\n"
        "  static int run(int k) { T t = new T(); t.x = k; if (k % 2 == 0) o = t;\n"
        "    return n() + t.x * 0; } }";
    struct vm_condition is_tlab = compares(BY_kind, "TLAB");
    struct vm_rule rule = {
        .point = POINT_new, .anchor = VM_PRED, .in = "T.run", .condition = &is_tlab};
    run_hot(program, rule, "T.n += object != null ? 1 : 1000;");
    int64_t allocated = run(1);
    ck_assert_int_eq(allocated, counted());
    ck_assert_int_gt(allocated, 30);
    ck_assert_int_lt(allocated, 50);
    end(&f);

    struct vm_condition is_compiled = compares(BY_tier, "compiled");
    rule = (struct vm_rule){.point = POINT_entry, .in = "T.run", .condition = &is_compiled};
    run_hot(program, rule, "T.n++;");
    ck_assert_int_eq(run(1), counted());
    ck_assert_int_lt(counted(), CALLS);
    end(&f);
}
END_TEST

START_TEST(inlined_calls_run_statements_where_kinds_are_asked_for) {
    const char *program = "class T { static int n; static int n() { return n; } int x;\n"
                          "  int small(int k) { return k + x; } static class U extends T { int "
                          "small(int k) { return 1; } }\n"
                          "  static T t = new T(), u = new U();\n"
                          "  static int run(int k) { int m = t.small(k); return n() + 0 * m; } }";
    struct vm_condition is_inlined = compares(BY_kind, "GUARDED");
    struct vm_rule rule = {
        .point = POINT_call, .anchor = VM_SUCC, .of = "T.small", .condition = &is_inlined};
    run_hot(program, rule, "T.n += receiver == T.t ? 1 : 1000;");
    ck_assert_int_eq(run(1), counted());
    ck_assert_int_gt(counted(), CALLS / 2);
    end(&f);
}
END_TEST

START_TEST(sites_have_the_calls_that_they_were_inlined_through) {
    const char *program = "class T { static int n; static String site = \"\"; static int[] a;\n"
                          "  static void make(int k) { a = new int[k]; }\n"
                          "  static int run(int k) { make(k); return n; } }";
    run_hot(program, (struct vm_rule){.point = POINT_new, .in = "T.make"},
            "if (!T.site.equals(site)) { T.site = site; T.n++; }\n"
            "if (T.n == 2 && !site.equals(\"T.make(I)V:1 (line 2) < T.run(I)I:1 (line 3)\"))\n"
            "  throw new Error(site);");
    ck_assert_int_eq(run(1), 2);
    ck_assert_int_eq(failed(), 0);
    end(&f);
}
END_TEST

START_TEST(natives_that_compiled_code_carries_out_itself_run_statements) {
    const char *program =
        "class T { static int n; static int n(int k) { return n; }\n"
        "  static int f(int k) { throw new IllegalStateException(); }\n"
        "  static int run(int k) {\n"
        "    try { return f(k); } catch (IllegalStateException e) { return k; } } }";
    struct vm_rule rule = {.point = POINT_native, .in = "java.lang.Throwable"};
    ck_assert_int_eq(run_hot(program, rule, "T.n++;"), CALLS - 1);
    ck_assert_int_eq(call(&f, "T.n", 0), CALLS);
    ck_assert_int_eq(counted(), CALLS);
    end(&f);
}
END_TEST

/* --- contexts --- */

static const enum vm_key by_context[] = {BY_context};

#define BY_CONTEXTS(number) .keys = by_context, .key_count = 1, .levels = (number)

/* Every call of T.run must see what is expected. */
static const char two_callers[] =
    "class T { static String seen = \"\"; static int n; static int[] a;\n"
    "  static int n(int k) { return n; } static void make(int k) { a = new int[k]; }\n"
    "  static void twice(int k) { make(k); make(k + 1); }\n"
    "  static int run(int k) { seen = \"\"; twice(k); make(k);\n"
    "    if (!seen.equals(EXPECTED)) return -1; return n; }\n"
    "  static final String EXPECTED = \"%s\"; }";
static const char see_context[] = "T.n++; T.seen += context + \";\";";

/* Interpreted, and then in code that inlines all of it. */
static void assert_contexts(struct vm_rule rule, const char *expected) {
    char program[2000];
    snprintf(program, sizeof program, two_callers, expected);
    begin_rule(program, rule, see_context);
    ck_assert_int_eq(run(1), 3);
    end(&f);
    ck_assert_int_eq(run_hot(program, rule, see_context), 3 * CALLS);
    ck_assert_int_gt(f.heard.counts[EVENT_inlined], 0);
    ck_assert_int_eq(counted(), 3 * CALLS);
    ck_assert_int_eq(failed(), 0);
    end(&f);
}

START_TEST(contexts_are_the_calls_that_led_there) {
    struct vm_rule rule = {.point = POINT_new, .in = "T.make", BY_CONTEXTS(VM_ALL_LEVELS)};
    assert_contexts(rule, "T.make(I)V < T.twice(I)V:1 (line 3) < T.run(I)I:6 (line 4);"
                          "T.make(I)V < T.twice(I)V:7 (line 3) < T.run(I)I:6 (line 4);"
                          "T.make(I)V < T.run(I)I:10 (line 4);");
    rule.anchor = VM_PRED;
    assert_contexts(rule, "T.make(I)V < T.twice(I)V:1 (line 3) < T.run(I)I:6 (line 4);"
                          "T.make(I)V < T.twice(I)V:7 (line 3) < T.run(I)I:6 (line 4);"
                          "T.make(I)V < T.run(I)I:10 (line 4);");
}
END_TEST

START_TEST(contexts_have_the_levels_of_their_rule) {
    struct vm_rule rule = {.point = POINT_entry, .in = "T.make", BY_CONTEXTS(1)};
    assert_contexts(rule, "T.make(I)V < T.twice(I)V:1 (line 3);"
                          "T.make(I)V < T.twice(I)V:7 (line 3);"
                          "T.make(I)V < T.run(I)I:10 (line 4);");
    rule.levels = 0;
    assert_contexts(rule, "T.make(I)V;T.make(I)V;T.make(I)V;");
}
END_TEST

START_TEST(rules_that_do_not_count_by_contexts_see_none) {
    struct vm_rule rule = {.point = POINT_new, .in = "T.make"};
    assert_contexts(rule, "null;null;null;");

    struct java_source java = statements("T.n += context == null ? 1 : 100;");
    struct diag diag = DIAG_INIT;
    f = (struct fixture){.threshold = 20};
    begin(&f, two_callers);
    ck_assert(vm_keep_contexts(f.vm, &(struct vm_context_options){0}, &diag));
    rule.java = &java;
    ck_assert(vm_profile_begin(f.vm, &rule, 1, &diag));
    for (int i = 0; i < CALLS; i++) run(i);
    ck_assert_int_eq(call(&f, "T.n", 0), 3 * CALLS);
    end(&f);
}
END_TEST

START_TEST(calls_that_are_inlined_have_the_context_of_their_caller) {
    static const enum vm_key keys[] = {BY_kind, BY_context};
    struct vm_rule rule = {.point = POINT_call, .anchor = VM_SUCC, .in = "T.twice", .of = "T.make"};
    rule.keys = keys;
    rule.key_count = 2;
    rule.levels = VM_ALL_LEVELS;
    char program[2000];
    snprintf(program, sizeof program, two_callers,
             "T.twice(I)V < T.run(I)I:6 (line 4);T.twice(I)V < T.run(I)I:6 (line 4);");
    ck_assert_int_eq(run_hot(program, rule, see_context), 2 * CALLS);
    ck_assert_int_gt(f.heard.counts[EVENT_inlined], 0);
    end(&f);
}
END_TEST

START_TEST(contexts_of_recursions_and_exceptions_are_those_of_the_frame) {
    const char *program =
        "class T { static String seen = \"\"; static int n, before;\n"
        "  static int down(int k) { if (k == 0) throw new IllegalStateException();\n"
        "    try { return down(k - 1); } finally { n++; } }\n"
        "  static int depth(String s) { int d = 0;\n"
        "    for (int i = s.indexOf(\" < T.down\"); i >= 0; i = s.indexOf(\" < T.down\", i + 1)) "
        "d++;\n"
        "    return d; }\n"
        "  static int run(int k) { seen = \"\";\n"
        "    try { down(3); } catch (IllegalStateException e) { }\n"
        "    return seen.equals(\"3 2 1 0 \") ? 1 : -1; } }";
    const char *text = "T.seen += T.depth(context) + \" \";\n"
                       "if (!context.endsWith(\" < T.run(I)I:6 (line 8)\")) throw new Error();";
    struct vm_rule rule = {.point = POINT_unwind, .in = "T.down", BY_CONTEXTS(VM_ALL_LEVELS)};
    begin_rule(program, rule, text);
    ck_assert_int_eq(run(0), 1);
    ck_assert_int_eq(failed(), 0);
    end(&f);
    ck_assert_int_eq(run_hot(program, rule, text), 1);
    ck_assert_int_eq(failed(), 0);
    end(&f);
}
END_TEST

START_TEST(kinds_are_no_condition_where_the_bytecode_is) {
    struct vm_condition is_tlab = compares(BY_kind, "TLAB");
    struct vm_rule rule = {.point = POINT_new, .condition = &is_tlab};
    struct diag diag = DIAG_INIT;
    ck_assert(!try_rule("class T { }", rule, "int a;", &diag));
    ck_assert_str_eq(diag.message,
                     "how a bytecode is carried out is known where it is: statements that run on a "
                     "condition on kinds need 'after' or 'before', not 'at' or 'on'");
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
    tcase_add_test(cases, what_a_point_does_not_offer_is_null);
    tcase_add_test(cases, nothing_that_statements_do_is_an_event);
    tcase_add_test(cases, what_statements_throw_ends_them_and_is_counted);
    tcase_add_test(cases, an_exception_on_its_way_stays_on_it);
    tcase_add_test(cases, objects_that_are_not_whole_yet_can_be_looked_at);
    tcase_add_test(cases, garbage_may_be_collected_while_they_run);
    tcase_add_test(cases, compiled_code_hands_over_values_of_every_type);
    tcase_add_test(cases, an_object_that_is_not_allocated_is_null_and_stays_so);
    tcase_add_test(cases, nothing_that_statements_do_is_an_event_of_compiled_code);
    tcase_add_test(cases, what_goes_wrong_in_statements_stays_there_in_compiled_code);
    tcase_add_test(cases, statements_that_overflow_the_stack_end_alone);
    tcase_add_test(cases, garbage_may_be_collected_while_compiled_code_waits);
    tcase_add_test(cases, conditions_hold_for_what_runs_statements);
    tcase_add_test(cases, inlined_calls_run_statements_where_kinds_are_asked_for);
    tcase_add_test(cases, sites_have_the_calls_that_they_were_inlined_through);
    tcase_add_test(cases, natives_that_compiled_code_carries_out_itself_run_statements);
    tcase_add_test(cases, contexts_are_the_calls_that_led_there);
    tcase_add_test(cases, contexts_have_the_levels_of_their_rule);
    tcase_add_test(cases, rules_that_do_not_count_by_contexts_see_none);
    tcase_add_test(cases, calls_that_are_inlined_have_the_context_of_their_caller);
    tcase_add_test(cases, contexts_of_recursions_and_exceptions_are_those_of_the_frame);
    tcase_add_test(cases, kinds_are_no_condition_where_the_bytecode_is);
    tcase_add_test(cases, statements_that_do_not_compile_are_shown_where_they_stand);
    return check_run(suite);
}
