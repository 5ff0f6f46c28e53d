/* What probes read when the interpreter goes on behind a failing check: the value, or a loss that
 * names the probes that it may spoil. */
#include "tests/vm_fixture.h"

#include "base/strbuf.h"

/* Compiled with either sign, nothing that f(1) does not do as well has failed yet. */
static void begin_compiled(struct fixture *f, const char *text) {
    begin(f, text);
    vm_compile_only(f->vm, method(f, "T.f"));
    for (int i = 0; i < 100 && !vm_is_compiled(method(f, "T.f")); i++)
        call(f, "T.f", i % 2 ? 7 : 1);
    ck_assert(vm_is_compiled(method(f, "T.f")));
    memset(&f->heard, 0, sizeof f->heard);
}

static int64_t hits(const struct fixture *f, const char *name) {
    return count_value(vm_counter(f->vm, name));
}

static int64_t failed_probes(const struct fixture *f) {
    struct vm_statistics statistics;
    vm_statistics(f->vm, &statistics);
    return statistics.failed_probes;
}

/* How many losses there were, and which counters they name, as in "1 a b". */
static const char *losses_of(const struct fixture *f, struct arena *arena) {
    const struct vm_loss *losses;
    size_t count = vm_losses(f->vm, arena, &losses);
    struct strbuf names = STRBUF_INIT;
    for (size_t i = 0; i < count; i++)
        strbuf_addf(&names, " %s", losses[i].counter ? losses[i].counter : "-");
    const char *text = arena_format(arena, "%lld%s", count ? (long long)losses[0].failures : 0LL,
                                    strbuf_text(&names));
    strbuf_release(&names);
    return text;
}

#define BEGIN       "DelimitationAPI.instrumentationBegin(DelimitationAPI.HERE);"
#define END         "DelimitationAPI.instrumentationEnd();"
#define PROBE(name) BEGIN "if (k == -1) Probe.hit(\"" name "\");" END
/* 'k' is a field, differently stored on two ways, of an object that objects hold which are not allocated, either. */
#define LOST                                                                                       \
    "P p = new P(); p.n = new P(); p.n.n = new P(); if (i > 5) p.n.n.x = i * 3;"                   \
    "else p.n.n.x = i - 1; int k = p.n.n.x;"

START_TEST(a_loss_behind_a_failing_check_names_the_counters_of_the_probes_that_may_read_it) {
    static const struct {
        const char *body, *losses;
    } rows[] = {
        {LOST "try { return 10 / i; } catch (ArithmeticException e) { " PROBE("a") " return 1; }",
         "1 a"},
        {LOST "try { return 10 / i; } catch (ArithmeticException e) { " PROBE("a") PROBE("b")
             PROBE("a") " k = i; " PROBE("c") " return k; }",
         "1 a b"},
        {LOST "try { return inner(i); } catch (ArithmeticException e) { " PROBE("a") " return 1; }",
         "1 a"},
        {LOST "try { return 10 / i; } catch (ArithmeticException e) { " BEGIN "tell(k);" END
              " return 1; }",
         "1 -"},
        {LOST
         "try { return 10 / i; } catch (ArithmeticException e) { k = 3; " PROBE("a") " return k; }",
         "0"},
        {LOST "int m = p.n.n.x + i; p.n.n.x = i; if (i < 5) p.n.n.x = 4; int n = p.n.n.x;"
              "try { return 10 / i; } catch (ArithmeticException e) { " BEGIN
              "if (k == n) Probe.hit(\"a\");" END " return m; }",
         "1 a a"},
        {"P p = new P(); p.x = i; try { return 10 / i; } catch (ArithmeticException e) { " BEGIN
         "if (p == null) Probe.hit(\"null\");" END " return 1; }",
         "0"},
    };
    char text[2000];
    snprintf(text, sizeof text,
             "class P { int x; P n; } class T { static int inner(int i) { return 10 / i; }"
             "static void tell(int k) { if (k == -1) Probe.hit(\"told\"); }"
             "static int f(int i) { %s } }",
             rows[_i].body);
    struct fixture f = {0};
    begin_compiled(&f, text);
    struct arena arena;
    arena_init(&arena);
    call(&f, "T.f", 0);
    ck_assert_int_eq(f.heard.counts[EVENT_deoptimized], 1);
    ck_assert_str_eq(losses_of(&f, &arena), rows[_i].losses);
    arena_release(&arena);
    end(&f);
}
END_TEST

START_TEST(a_loss_in_compiled_code_names_the_counters_of_the_probe_alone) {
    struct fixture f = {0};
    begin_compiled(&f, "class P { int x; P n; } class T { static int[] some = new int[3];"
                       "static int f(int i) { " LOST BEGIN
                       "if (k < some.length) Probe.hit(\"a\"); else Probe.hit(\"a\");" END
                       "return i; } }");
    struct arena arena;
    arena_init(&arena);
    ck_assert_str_eq(strchr(losses_of(&f, &arena), ' '), " a");
    arena_release(&arena);
    end(&f);
}
END_TEST

START_TEST(a_loss_names_the_local_and_what_took_it) {
    static const struct {
        const char *body, *text;
    } rows[] = {
        {LOST PROBE("a") "return i;", "reads 'local 2', which phase escape removed"},
        {LOST BEGIN "if (i == k) Probe.hit(\"a\");" END "return i;",
         "reads 'local 2', which phase escape removed"},
        {"int k = i, m = 0; if (i > 5) { " BEGIN "k = i * 2;" END
         "m = 1; } " PROBE("a") "return m;",
         "reads 'local 1', which another probe wrote"},
    };
    char text[1000];
    snprintf(text, sizeof text, "class P { int x; P n; } class T { static int f(int i) { %s } }",
             rows[_i].body);
    struct fixture f = {0};
    begin_compiled(&f, text);
    call(&f, "T.f", 7);
    struct arena arena;
    arena_init(&arena);
    const struct vm_loss *losses;
    ck_assert_uint_eq(vm_losses(f.vm, &arena, &losses), 1);
    ck_assert_str_eq(losses->counter, "a");
    ck_assert_msg(strstr(losses->text, rows[_i].text), "%s", losses->text);
    arena_release(&arena);
    end(&f);
}
END_TEST

/* How many losses there are for a counter. */
static int losses_for(const struct fixture *f, const char *counter) {
    struct arena arena;
    arena_init(&arena);
    const struct vm_loss *losses;
    size_t count = vm_losses(f->vm, &arena, &losses);
    int found = 0;
    for (size_t i = 0; i < count; i++)
        found += losses[i].counter && !strcmp(losses[i].counter, counter);
    arena_release(&arena);
    return found;
}

/* A callee that fails at the same place, for two callers' locals of the same number. */
#define TWO_CALLS(first, second)                                                                   \
    "static int f(int i) { { " LOST "try { inner(i); } catch (ArithmeticException e) { " first     \
    "return 1; } } { " LOST "try { inner(i - 1); } catch (ArithmeticException e) { " second        \
    "return 2; } } return 3; }"

START_TEST(losses_of_two_places_are_two) {
    static const struct {
        const char *body;
        int a, b;
    } rows[] = {
        {"static int f(int i) { " LOST PROBE("a") PROBE("a") "return i; }", 2, 0},
        {"static int f(int i) { " LOST PROBE("a") "return g(i); }"
                                                  "static int g(int i) { " LOST PROBE(
                                                      "a") "return i; }",
         2, 0},
        {TWO_CALLS(PROBE("a"), PROBE("a") PROBE("b")), 2, 1},
        {TWO_CALLS(PROBE("a"), PROBE("b")), 1, 1},
    };
    char text[2000];
    snprintf(text, sizeof text,
             "class P { int x; P n; } class T { static int inner(int i) { return 10 / i; } %s }",
             rows[_i].body);
    struct fixture f = {0};
    begin(&f, text);
    for (int failing = 0; failing < 2; failing++) {
        for (int i = 0; i < 100; i++) call(&f, "T.f", i % 2 ? 7 : 2);
        ck_assert(vm_is_compiled(method(&f, "T.f")));
        call(&f, "T.f", failing);
    }
    ck_assert_int_eq(losses_for(&f, "a"), rows[_i].a);
    ck_assert_int_eq(losses_for(&f, "b"), rows[_i].b);
    end(&f);
}
END_TEST

START_TEST(a_local_of_a_caller_is_put_into_the_frame_of_the_caller) {
    static const char *const bodies[] = {
        "int k = i * 3 - 1; try { return inner(i); } catch (ArithmeticException e) { " PROBE(
            "f") " return 1; }",
        "int k = i * 3 - 1; try { return outer(i); } catch (ArithmeticException e) { " PROBE(
            "f") " return 1; }",
        "int k = i * 3 - 1; try { return locked(i); } catch (ArithmeticException e) { " PROBE(
            "f") " return 1; }",
    };
    char text[2000];
    snprintf(text, sizeof text,
             "class T { static Object lock = new Object();"
             "static int locked(int j) { int a = 5, k = j + 7;"
             "    synchronized (lock) { return inner(j) + a; } }"
             "static int inner(int j) { int a = 5, k = j - 1; int q = 10;"
             "    try { q = q / j; } finally { " PROBE(
                 "inner") " } return q; }"
                          "static int outer(int j) { int a = 5, b = 6, k = j * 2 - 1;"
                          "    try { return inner(j); } finally { " PROBE(
                              "outer") " } }"
                                       "static int f(int i) { %s } }",
             bodies[_i]);
    struct fixture f = {0};
    begin_compiled(&f, text);
    call(&f, "T.f", 0);
    ck_assert_int_eq(f.heard.counts[EVENT_deoptimized], 1);
    ck_assert_int_eq(hits(&f, "f"), 1);
    ck_assert_int_eq(hits(&f, "inner"), 1);
    ck_assert_int_eq(hits(&f, "outer"), _i == 1);
    ck_assert_int_eq(failed_probes(&f), 0);
    end(&f);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("lost values");
    TCase *cases = tcase_create("lost values");
    tcase_add_loop_test(
        cases, a_loss_behind_a_failing_check_names_the_counters_of_the_probes_that_may_read_it, 0,
        7);
    tcase_add_loop_test(cases, a_loss_names_the_local_and_what_took_it, 0, 3);
    tcase_add_test(cases, a_loss_in_compiled_code_names_the_counters_of_the_probe_alone);
    tcase_add_loop_test(cases, losses_of_two_places_are_two, 0, 4);
    tcase_add_loop_test(cases, a_local_of_a_caller_is_put_into_the_frame_of_the_caller, 0, 3);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
