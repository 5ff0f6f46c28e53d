/* What the compiler does is what it does with the source without probes: when, which events, which
 * graphs. In the sources here, a line that begins with '~' is inserted code, and empty in the twin
 * that they are compared with. */
#include "event/account.h"
#include "tests/vm_fixture.h"

static void hear_event(void *context, const struct event *event) {
    account_add_event(context, event);
}

static void hear_graph(void *context, const char *root, const char *step, const char *text) {
    account_add_graph(context, root, step, text);
}

static void write_source(const char *text, bool with_probes, struct strbuf *out) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        bool is_inserted = *text == '~';
        if (!is_inserted || with_probes) strbuf_add(out, text + is_inserted, length - is_inserted);
        strbuf_add_char(out, '\n');
        text += length + (text[length] == '\n');
    }
}

struct thresholds {
    int method, small_method, loop; /* as in vm_options */
};

/* Calls T.f(0), T.f(1), ... */
static void run(const char *text, const struct thresholds *thresholds, int calls, bool with_probes,
                struct account *out) {
    struct fixture f = {.options = vm_options_default(), .threshold = thresholds->method};
    f.options.heap_bytes = 32 << 20;
    f.options.small_threshold = thresholds->small_method;
    f.options.loop_threshold = thresholds->loop;
    struct strbuf source = STRBUF_INIT;
    write_source(text, with_probes, &source);
    begin(&f, strbuf_text(&source));
    vm_listen(f.vm, (struct event_sink){hear_event, out});
    vm_keep_graphs(f.vm, (struct graph_sink){hear_graph, out});
    for (out->call = 1; out->call <= calls; out->call++) call(&f, "T.f", (int)out->call - 1);
    end(&f);
    strbuf_release(&source);
}

static void check(const char *text, const struct thresholds *thresholds, int calls) {
    struct account with = {0}, without = {0};
    struct strbuf difference = STRBUF_INIT;
    run(text, thresholds, calls, true, &with);
    run(text, thresholds, calls, false, &without);
    ck_assert(without.text.length > 0);
    ck_assert_msg(account_compare(strbuf_text(&with.text), strbuf_text(&without.text), &difference),
                  "%s", strbuf_text(&difference));
    strbuf_release(&difference);
    account_release(&with);
    account_release(&without);
}

/* --- rules that call functions, and that run statements --- */

static void ignore(void *context, const struct vm_happening *happening) {}

static void begin_rules(struct fixture *f, const struct java_source *java) {
    struct vm_rule rules[POINT_COUNT];
    struct diag diag = DIAG_INIT;
    for (enum vm_point point = 0; point < POINT_COUNT; point++)
        rules[point] = (struct vm_rule){.point = point, .in = "T*", .tell = ignore, .java = java};
    ck_assert(vm_sample_calls(f->vm, &(struct vm_sampling_options){.every_polls = 10}, &diag));
    ck_assert_msg(vm_profile_begin(f->vm, rules, POINT_COUNT, &diag), "%s", diag.message);
}

static void begin_timing(struct fixture *f, const struct vm_timing_options *options) {
    struct diag diag = DIAG_INIT;
    ck_assert_msg(vm_time(f->vm, options, &diag), "%s", diag.message);
}

/* What watches the program. */
struct watch {
    bool has_rules;
    const struct java_source *java;         /* that they run; NULL: none */
    const struct vm_timing_options *timing; /* NULL: it is not timed */
};

static void run_watched(const char *text, const struct watch *watch, struct account *out) {
    struct fixture f = {.options = vm_options_default(), .threshold = 50};
    begin(&f, text);
    if (watch->has_rules) begin_rules(&f, watch->java);
    if (watch->timing) begin_timing(&f, watch->timing);
    vm_listen(f.vm, (struct event_sink){hear_event, out});
    vm_keep_graphs(f.vm, (struct graph_sink){hear_graph, out});
    for (out->call = 1; out->call <= 200; out->call++) call(&f, "T.f", (int)out->call - 1);
    end(&f);
}

static void check_watched(const struct watch *watch) {
    static const char text[] =
        "class T { int x; T next; static T kept; static Object[] all = new Object[8];\n"
        "static int twice(T t) { synchronized (t) { return t.x * 2; } }\n"
        "static int f(int k) { T t = new T(); t.x = k; int n = 0; int[] a = new int[3];\n"
        "for (int i = 0; i < 4; i++) { T u = new T(); u.next = t; n += twice(u.next) + a[i % 3]; "
        "}\n"
        "if (k % 50 == 49) { kept = t; all[k % 8] = t; }\n"
        "try { if (k % 7 == 0) throw new IllegalStateException(); n += all[k % 9] == t ? 1 : 0; }\n"
        "catch (RuntimeException e) { n++; } switch (k % 3) { case 0: n++; } return n; } }";
    struct account with = {0}, without = {0};
    struct strbuf difference = STRBUF_INIT;
    run_watched(text, watch, &with);
    run_watched(text, &(struct watch){0}, &without);
    ck_assert(without.text.length > 0);
    ck_assert_msg(account_compare(strbuf_text(&with.text), strbuf_text(&without.text), &difference),
                  "%s", strbuf_text(&difference));
    strbuf_release(&difference);
    account_release(&with);
    account_release(&without);
}

START_TEST(rules_that_call_functions_change_no_decision) {
    check_watched(&(struct watch){.has_rules = true});
}
END_TEST

START_TEST(rules_that_run_statements_change_no_decision) {
    static const char statements[] = "if (object instanceof T && ((T) object).x == -1) new T();\n"
                                     "Object[] more = { object, receiver, value, old, site };";
    check_watched(&(struct watch){
        true, &(struct java_source){"r.yaml", statements, sizeof statements - 1, 1, 1, NULL},
        NULL});
}
END_TEST

/* In windows, each activation, and these above a threshold alone, with counts of blocks and without. */
START_TEST(timing_changes_no_decision) {
    const struct vm_timing_options options = {.times_each = _i / 2 > 0,
                                              .threshold = _i / 2 > 1 ? 80 : 0,
                                              .counts_blocks = _i % 2 > 0,
                                              .every_ms = 0.1};
    check_watched(&(struct watch){.timing = &options});
}
END_TEST

#define BEGIN "\n~DelimitationAPI.instrumentationBegin(DelimitationAPI.HERE);"
#define END   "DelimitationAPI.instrumentationEnd();\n"

#define BIG                                                                                        \
    "static int n, g;"                                                                             \
    "static void big(int x) { g += x; g ^= x * 3; g += x / 7; g -= x & 5; g += x | 9; g ^= x; }"

START_TEST(a_loop_in_inserted_code_heats_nothing) {
    check("class T { " BIG "static int f(int i) {" BEGIN
          "for (int q = 0; q < 50; q++) Probe.hit(\"h\");" END
          "if (++n > 60) big(i); return i; } }",
          &(struct thresholds){.method = 100}, 400);
}
END_TEST

START_TEST(what_inserted_code_calls_is_not_heated) {
    check("class T { " BIG "static int twice(int i) { return 2 * i; }"
          "static int f(int i) {" BEGIN "for (int q = 0; q < 9; q++) g -= twice(twice(q));"
          "if (CompilerDecision.isMethodCompiled()) twice(i);" END
          "if (i % 4 == 0) n += twice(i); return i; } }",
          &(struct thresholds){.method = 100}, 1200);
}
END_TEST

START_TEST(inserted_code_enters_no_profile) {
    check("class A { int m() { return 1; } } class B extends A { int m() { return 2; } }"
          "class T { static A a = new A(), b = new B(); static int get(A a) { return a.m(); }"
          "static int f(int i) {" BEGIN "get(b); if (i > 3) { a = new A(); }" END
          "return get(a); } }",
          &(struct thresholds){.method = 100}, 400);
}
END_TEST

START_TEST(inserted_code_resolves_nothing_for_the_program) {
    check("class A { int x; static A s = new A(); int get(int i) { return i > 300 ? s.x : 3; } }"
          "class T { static A a = new A(), b; static Object o; static int f(int v) {" BEGIN
          "if (A.s.x + a.get(500) > 100) Probe.hit(\"p\"); o = \"literal\"; b = new A();" END
          "if (v > 250) { int t = A.s.x; b = new A(); return t + v + \"literal\".length(); }"
          "return v + a.get(v); } }",
          &(struct thresholds){.method = 100}, 400);
}
END_TEST

START_TEST(the_bytes_of_inserted_code_make_no_method_larger) {
    check("class T { static int f(int i) {" BEGIN
          "if (CompilerDecision.isMethodCompiled()) Probe.hit(\"h\");" END BEGIN
          "if (CompilerDecision.isMethodCompiled()) Probe.hit(\"h\");" END BEGIN
          "if (CompilerDecision.isMethodCompiled()) Probe.hit(\"h\");" END "return i + 1; } }",
          &(struct thresholds){.method = 100, .small_method = 200}, 400);
}
END_TEST

START_TEST(no_method_is_too_big_for_its_inserted_code) {
    struct strbuf text = STRBUF_INIT;
    strbuf_add_text(&text, "class T { static int g; static int f(int i) {" BEGIN "{");
    for (int k = 0; k < 1500; k++) strbuf_addf(&text, "int q%d = g; g = q%d;", k, k);
    strbuf_add_text(&text, "}" END "return i + 1; } }");
    check(strbuf_text(&text), &(struct thresholds){.method = 100}, 200);
    strbuf_release(&text);
}
END_TEST

START_TEST(inserted_code_that_throws_goes_on_heating_nothing) {
    check("class T { " BIG "static int[] none; static int f(int i) { try {" BEGIN
          "try { for (int q = 0; q < 50; q++) if (none[q] > 0) big(q); }"
          "catch (NullPointerException e) { Probe.hit(\"thrown\"); }" END
          "big(i); } finally { n++; } return i; } }",
          &(struct thresholds){.method = 100}, 400);
}
END_TEST

START_TEST(a_local_that_inserted_code_alone_reads_is_dead) {
    check("class T { static int[] data = new int[9]; static int f(int n) { int k = n * 7;"
          "int s = data[n % 9] / (n + 1);" BEGIN "if (k > 3) Probe.hit(\"h\");" END
          "for (int i = 0; i < 3; i++) { s += data[(n + i) % 9];" BEGIN
          "if (k > i) Probe.hit(\"h\");" END "} return s; } }",
          &(struct thresholds){.method = 100}, 300);
}
END_TEST

#define HIT "if (CompilerDecision.isMethodCompiled()) Probe.hit(\"h\");"

/* How often compiled T.f hits the counter in 50 calls with 0 to 9. */
static void check_hits(const char *text, const char *counter, int times) {
    struct fixture f = {.options = vm_options_default()};
    struct strbuf source = STRBUF_INIT;
    write_source(text, true, &source);
    begin(&f, strbuf_text(&source));
    for (int i = 0; i < 100; i++) call(&f, "T.f", i % 10);
    ck_assert(vm_is_compiled(method(&f, "T.f")));
    int64_t before = count_value(vm_counter(f.vm, counter));
    for (int i = 0; i < 50; i++)
        ck_assert_int_eq(call(&f, "T.f", i % 10), interpreted(&f, "T.f", i % 10));
    ck_assert_int_eq(count_value(vm_counter(f.vm, counter)) - before, times);
    end(&f);
    strbuf_release(&source);
}

static const struct {
    const char *text;
    int hits; /* in 50 calls */
} joins[] = {
    {"class A { int x; A(int x) { this.x = x; } }"
     "class T { static A sink; static int f(int n) { A o = null; if (n > 0) {"
     "    if (n > 3) o = new A(1); else o = new A(2);" BEGIN HIT END "} sink = o; return n; } }",
     45},
    {"class T { static int f(int n) { int s = 0; if (n > 0) {"
     "    if (n > 3) s = n * 3; else s = n / 7;" BEGIN "for (int q = 0; q < 3; q++)" HIT END BEGIN
     "if (s > 8) " HIT END "} return s; } }",
     3 * 45 + 30},
    {"class T { static int f(int n) { int s = 0; for (int i = 0; i < 4; i++) {" BEGIN HIT END
     "    for (int k = 0; k < n; k++) { if (k == 5) break; s += k; } } return s; } }",
     200},
    {"class T { static int f(int n) { int s = 0; outer: while (n > 0) { n--;"
     "    if (n == 3) s += 2; else if (n == 4) s += 3;" BEGIN HIT END
     "    while (n > 2) { n -= 2; if (n == 5) continue outer; s++; } } return s; } }",
     -1},
    {"class T { static int f(int n) { int s = n; switch (n) { case 1: s = 4; case 2: s += 3;" BEGIN
         HIT END "case 3: s *= 7; break; case 4: s = 1;" BEGIN HIT END
     "default: s++; }" BEGIN HIT END "return s; } }",
     10 + 5 + 50},
    {"class T { static int f(int n) { int s = 0; try { if (n > 4) s = 10 / (n - 7); else s = "
     "n;" BEGIN HIT END "} catch (ArithmeticException e) { s = 3;" BEGIN HIT END "}" BEGIN HIT END
     "return s; } }",
     50 + 50},
    {"class T { static int f(int n) { int s = 0; if (n > 3) { s = n * 3; if (n > 6) s++; } else "
     "{" BEGIN HIT END "} return s; } }",
     20},
    {"class T { static int f(int n) { int s = n; if (n > 4) {" BEGIN HIT END "} return s * 3; } }",
     25},
    {"class T { static int f(int n) { int s = n; for (int i = 0; i < 3; i++) {"
     "    if ((long) n * i > 8L) {" BEGIN "if (i == 2)" HIT END BEGIN HIT END "} } return s; } }",
     -1},
    {"class T { static int f(int n) { int s = n; switch (n) { case 1: s = 4; break; case 2:" BEGIN
         HIT END "s = 5; break; default:" BEGIN HIT END "} return s; } }",
     5 + 40},
    {"class T { static int f(int n) { int s = n; switch (n) { case 1: s = 4; break; case 2:" BEGIN
         HIT END "} return s; } }",
     5},
    {"class T { static int f(int n) { int s = n; switch (n) { case 1: s = 4; break; case 2:" BEGIN
         HIT END "case 300:" BEGIN "for (int q = 0; q < 2; q++)" HIT END "default:" BEGIN
     "if (s > 7) " HIT END "} return s; } }",
     5 + 2 * 5 + 10},
    {"class T { static int f(int n) { int s = n * 2; switch (s) { case 2:" BEGIN HIT END
     "break; case 4:" BEGIN HIT END "} return s + n; } }",
     10},
    {"class T { static int f(int n) { try {" BEGIN HIT END
     "} catch (RuntimeException e) { n /= 3; }"
     " return n * 3; } }",
     50},
    {"class T { static int f(int n) { try {" BEGIN HIT END
     "} catch (RuntimeException e) { n /= 3; }"
     " while (n > 3) n -= 2; return n; } }",
     50},
    {"class T { static int f(int n) { int s = n; switch (n & 3) { case 0: try { try {" BEGIN HIT END
     "} catch (Error e) { } finally {" BEGIN HIT END "} } catch (Error e) {" BEGIN HIT END
     "} case 1:" BEGIN HIT END "} return s; } }",
     2 * 15 + 30},
    {"class T { static int f(int n) { int s = n; switch (n) { case 1: s = 4; break; case 2:"
     " try { try {" BEGIN HIT END "} finally {" BEGIN HIT END "} } catch (Error e) { s = 2; }"
     " break; default: s++; } return s; } }",
     2 * 5},
    {"class T { static int f(int n) { int s = n; switch (n) { case 1: s = 4; break; case 2:"
     " try { try {" BEGIN HIT END "} finally {" BEGIN HIT END "} } catch (Error e) { s = 2; }"
     " break; } return s; } }",
     2 * 5},
    {"class T { static int f(int n) { int s = n; switch (n & 1) { case 1: try { try {" BEGIN HIT END
     "} catch (Error e) { } } catch (Error e) { s = 2; } default:" BEGIN HIT END "} return s; } }",
     25 + 50},
    {"class T { static int f(int n) { int s = n; for (int i = 0; i < 3; i++) switch (n + i) {"
     " case 5: s++; case 4:" BEGIN HIT END "} return s; } }",
     3 * 5 + 3 * 5},
};

START_TEST(inserted_code_at_a_join_leaves_one_join) {
    check(joins[_i].text, &(struct thresholds){.method = 100}, 300);
    if (joins[_i].hits >= 0) check_hits(joins[_i].text, "h", joins[_i].hits);
}
END_TEST

START_TEST(inserted_code_that_only_its_handler_leaves_takes_nothing_from_the_program) {
    static const char text[] =
        "class T { static int[] data = new int[9]; static int f(int n) { int k = data[n % 9];" BEGIN
        "try { if (true) throw new RuntimeException(); } catch (RuntimeException e) {" HIT "}" END
        "return k / (n + 1); } }";
    check(text, &(struct thresholds){.method = 100}, 300);
    check_hits(text, "h", 50);
}
END_TEST

START_TEST(a_handler_around_inserted_code_alone_keeps_nothing_alive) {
    static const char text[] = "class T { static int[] data = new int[9]; static int f(int n) {"
                               "int k = n * 7, s = data[n % 9]; try {" BEGIN HIT END
                               "} catch (RuntimeException e) { return k; } return s / (n + 1); } }";
    check(text, &(struct thresholds){.method = 100}, 300);
    check_hits(text, "h", 50);
}
END_TEST

START_TEST(locals_of_inserted_code_are_in_no_frame_of_the_program) {
    check("class T { static int[] data = new int[9]; static int f(int n) {" BEGIN
          "for (int q = 0; q < 3; q++)" HIT END "return data[n % 9] / (n + 1); } }",
          &(struct thresholds){.method = 100}, 300);
}
END_TEST

START_TEST(locks_of_inserted_code_keep_no_loop_from_being_entered) {
    check("class T { static int n; static Object o = new Object(); static int f(int k) { int s = "
          "k;" BEGIN
          "try { synchronized (o) { n++; } } catch (RuntimeException e) { Probe.hit(\"h\"); }" END
          "for (int i = 0; i < 60; i++) s += i ^ k; return s; } }",
          &(struct thresholds){.method = 1000, .loop = 300}, 40);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("unperturbed");
    TCase *cases = tcase_create("unperturbed");
    tcase_set_timeout(cases, 120);
    tcase_add_test(cases, rules_that_call_functions_change_no_decision);
    tcase_add_test(cases, rules_that_run_statements_change_no_decision);
    tcase_add_loop_test(cases, timing_changes_no_decision, 0, 6);
    tcase_add_test(cases, a_loop_in_inserted_code_heats_nothing);
    tcase_add_test(cases, what_inserted_code_calls_is_not_heated);
    tcase_add_test(cases, inserted_code_enters_no_profile);
    tcase_add_test(cases, inserted_code_resolves_nothing_for_the_program);
    tcase_add_test(cases, the_bytes_of_inserted_code_make_no_method_larger);
    tcase_add_test(cases, no_method_is_too_big_for_its_inserted_code);
    tcase_add_test(cases, inserted_code_that_throws_goes_on_heating_nothing);
    tcase_add_test(cases, a_local_that_inserted_code_alone_reads_is_dead);
    tcase_add_loop_test(cases, inserted_code_at_a_join_leaves_one_join, 0,
                        sizeof joins / sizeof *joins);
    tcase_add_test(cases,
                   inserted_code_that_only_its_handler_leaves_takes_nothing_from_the_program);
    tcase_add_test(cases, a_handler_around_inserted_code_alone_keeps_nothing_alive);
    tcase_add_test(cases, locals_of_inserted_code_are_in_no_frame_of_the_program);
    tcase_add_test(cases, locks_of_inserted_code_keep_no_loop_from_being_entered);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
