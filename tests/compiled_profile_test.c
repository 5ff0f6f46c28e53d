/* What rules count in compiled code: what they count of the same program when it is interpreted. */
#include <check.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "vm_fixture.h"
#include "vm_internal.h"

/* --- rows as text --- */

static void add_key(struct strbuf *out, const struct vm_key_of_row *key, enum vm_key which) {
    switch (key_value(which)) {
    case VM_KEY_TEXT: strbuf_addf(out, "%s ", key->text ? key->text : "-"); break;
    case VM_KEY_NUMBER:
    case VM_KEY_FLAG: strbuf_addf(out, "%d ", (int)key->number); break;
    case VM_KEY_SITE:
        position_format(key->position, out);
        strbuf_add_char(out, ' ');
        break;
    case VM_KEY_CONTEXT: break;
    }
}

static void add_row(void *context, const struct vm_row *row) {
    struct strbuf *out = context;
    strbuf_addf(out, "%s: ", point_name(row->rule->point));
    for (size_t i = 0; i < row->rule->key_count; i++)
        add_key(out, &row->keys[row->rule->keys[i]], row->rule->keys[i]);
    strbuf_addf(out, "%d", (int)row->amounts[VM_AMOUNT_COUNT]);
    for (enum vm_amount amount = VM_AMOUNT_BYTES; amount < VM_AMOUNTS; amount++)
        if (row->rule->amounts >> amount & 1) strbuf_addf(out, " %d", (int)row->amounts[amount]);
    strbuf_add_char(out, '\n');
}

/* --- runs --- */

struct program {
    const char *text; /* of the class T; T.f(0), T.f(1) ... are called */
    int calls;
    struct vm_options options;
};

#define NEVER (1 << 20)

static struct vm_profile *begin_rules(struct fixture *f, const struct vm_rule *rules,
                                      size_t count) {
    struct diag diag = DIAG_INIT;
    struct vm_profile *profile = vm_profile_begin(f->vm, rules, count, &diag);
    ck_assert_msg(profile, "%s", diag.message);
    return profile;
}

static void run(const struct program *program, int threshold, const struct vm_rule *rules,
                size_t count, struct strbuf *rows) {
    struct fixture f = {.options = program->options, .threshold = threshold};
    begin(&f, program->text);
    struct vm_profile *profile = begin_rules(&f, rules, count);
    for (int i = 0; i < program->calls; i++) call(&f, "T.f", i);
    struct vm_statistics statistics;
    vm_statistics(f.vm, &statistics);
    ck_assert_int_eq(statistics.failed_probes, 0);
    vm_profile_each(profile, 0, 1, add_row, rows);
    end(&f);
}

#define KEYS(...)                                                                                  \
    .keys = (const enum vm_key[]){__VA_ARGS__},                                                    \
    .key_count = sizeof((enum vm_key[]){__VA_ARGS__}) / sizeof(enum vm_key)
#define COUNT(rules) (sizeof(rules) / sizeof *(rules))

/* Each point of bytecode by all that its executions differ in. */
static const struct vm_rule all[] = {
    {.point = POINT_new,
     .in = "T*",
     .amounts = 1 << VM_AMOUNT_BYTES | 1 << VM_AMOUNT_LENGTH,
     KEYS(BY_site)},
    {.point = POINT_call, .in = "T*", KEYS(BY_site, BY_callee)},
    {.point = POINT_entry, .in = "T*", KEYS(BY_site)},
    {.point = POINT_exit, .in = "T*", KEYS(BY_site)},
    {.point = POINT_unwind, .in = "T*", KEYS(BY_site)},
    {.point = POINT_block, .in = "T*", KEYS(BY_site)},
    {.point = POINT_branch, .in = "T*", KEYS(BY_site, BY_taken)},
    {.point = POINT_switch, .in = "T*", KEYS(BY_site, BY_case)},
    {.point = POINT_loop, .in = "T*", KEYS(BY_site)},
    {.point = POINT_lock, .in = "T*", KEYS(BY_site)},
    {.point = POINT_unlock, .in = "T*", KEYS(BY_site)},
    {.point = POINT_read, .in = "T*", KEYS(BY_site)},
    {.point = POINT_write, .in = "T*", KEYS(BY_site)},
    {.point = POINT_check, .in = "T*", KEYS(BY_site)},
    {.point = POINT_throw, .in = "T*", KEYS(BY_site)},
    {.point = POINT_catch, .in = "T*", KEYS(BY_site)},
};

/* By lines: the first that differs. */
static void check_equal(const char *compiled, const char *interpreted) {
    while (*compiled || *interpreted) {
        size_t a = strcspn(compiled, "\n"), b = strcspn(interpreted, "\n");
        ck_assert_msg(a == b && memcmp(compiled, interpreted, a) == 0,
                      "compiled '%.*s', interpreted '%.*s'", (int)a, compiled, (int)b, interpreted);
        compiled += a + (compiled[a] != 0);
        interpreted += b + (interpreted[b] != 0);
    }
}

/* --- what is told --- */

struct told {
    enum vm_point point;
    char site[80], value[40];
    int64_t edge, bytes;
    const char *class, *old; /* interned; NULL: null, or not allocated */
};

struct told_all {
    VEC(struct told) items;
};

static const char *class_of(struct object *object) {
    return object ? vm_class_words(vm_object_class(object)) : NULL;
}

static void write_value(const struct vm_happening *happening, char *out, size_t size) {
    switch (happening->value_type) {
    case JAVA_VOID:
    case JAVA_TYPE_COUNT: break;
    case JAVA_REFERENCE: break; /* may not be allocated */
    case JAVA_LONG: snprintf(out, size, "%lld", (long long)happening->value.j); break;
    case JAVA_FLOAT: snprintf(out, size, "%a", (double)happening->value.f); break;
    case JAVA_DOUBLE: snprintf(out, size, "%a", happening->value.d); break;
    case JAVA_INT:
    case JAVA_BOOLEAN:
    case JAVA_BYTE:
    case JAVA_CHAR:
    case JAVA_SHORT: snprintf(out, size, "%d", happening->value.i); break;
    }
}

static void hear_told(void *context, const struct vm_happening *happening) {
    struct told_all *told_so_far = context;
    struct told told = {.point = happening->rule->point,
                        .edge = happening->edge,
                        .bytes = happening->bytes,
                        .class = class_of(happening->object),
                        .old = class_of(happening->old.r)};
    struct strbuf site = STRBUF_INIT;
    struct position innermost = *happening->position;
    innermost.caller = NULL;
    position_format(&innermost, &site);
    snprintf(told.site, sizeof told.site, "%s", strbuf_text(&site));
    strbuf_release(&site);
    write_value(happening, told.value, sizeof told.value);
    vec_push(&told_so_far->items, told);
}

static void run_told(const struct program *program, int threshold, const struct vm_rule *rules,
                     size_t count, struct told_all *out) {
    struct vm_rule telling[count];
    struct strbuf rows = STRBUF_INIT;
    for (size_t i = 0; i < count; i++) {
        telling[i] = rules[i];
        telling[i].tell = hear_told;
        telling[i].tell_context = out;
    }
    run(program, threshold, telling, count, &rows);
    strbuf_release(&rows);
}

static bool is_same_or_null(const char *compiled, const char *interpreted) {
    return !compiled || (interpreted && strcmp(compiled, interpreted) == 0);
}

/* One after the other. */
static void check_told(const struct program *program, const struct vm_rule *rules, size_t count) {
    struct told_all interpreted = {0}, compiled = {0};
    run_told(program, NEVER, rules, count, &interpreted);
    run_told(program, 20, rules, count, &compiled);
    for (uint32_t i = 0; i < compiled.items.count && i < interpreted.items.count; i++) {
        const struct told *a = &compiled.items.items[i], *b = &interpreted.items.items[i];
        ck_assert_msg(
            a->point == b->point && !strcmp(a->site, b->site) && !strcmp(a->value, b->value) &&
                a->edge == b->edge && a->bytes == b->bytes && is_same_or_null(a->class, b->class) &&
                is_same_or_null(a->old, b->old),
            "compiled: %s %s %s edge %lld %lld bytes, interpreted: %s %s %s edge %lld "
            "%lld bytes",
            point_name(a->point), a->site, a->value, (long long)a->edge, (long long)a->bytes,
            point_name(b->point), b->site, b->value, (long long)b->edge, (long long)b->bytes);
    }
    ck_assert_uint_eq(compiled.items.count, interpreted.items.count);
    vec_release(&interpreted.items);
    vec_release(&compiled.items);
}

static void check_same(const struct program *program, const struct vm_rule *rules, size_t count) {
    check_told(program, rules, count);
    struct strbuf interpreted = STRBUF_INIT, compiled = STRBUF_INIT;
    run(program, NEVER, rules, count, &interpreted);
    run(program, 20, rules, count, &compiled);
    ck_assert(interpreted.length > 0);
    check_equal(strbuf_text(&compiled), strbuf_text(&interpreted));
    strbuf_release(&interpreted);
    strbuf_release(&compiled);
}

static void check(const char *text) {
    check_same(&(struct program){text, 100, vm_options_default()}, all, COUNT(all));
}

/* --- points --- */

START_TEST(blocks_branches_and_loops) {
    check("class T { static int f(int k) { int n = 0;\n"
          "for (int i = 0; i < k; i++) if (i % 3 == 0) n++; else n += 2;\n"
          "long l = k; while (l > 3) { l /= 2; if (l == 7) n--; }\n"
          "double d = k; if (d > 50.5) n++;\n"
          "if (k == 77) n = -n; return n; } }");
}
END_TEST

START_TEST(switches_with_cases_that_go_the_same_way) {
    check("class T { static int f(int k) { int n = 0; switch (k % 9) { case 0: n = 1; break;\n"
          "case 1: case 2: n = 5; case 3: n += 7; break; case 4: default: n = 9; }\n"
          "switch (k * 1000) { case 0: return 3; case 5000: n++; break; case 7000: n--; }\n"
          "switch (k) { default: n++; } return n; } }");
}
END_TEST

START_TEST(calls_that_are_inlined_or_not) {
    check("class T { static abstract class A { int y = 2; abstract int g(int x); }\n"
          "static class B extends A { int g(int x) { return x + 1; } }\n"
          "static class C extends A { int g(int x) { return h(x) * 2; } }\n"
          "static int h(int x) { return x < 3 ? x : h(x - 1) + T.i(x); }\n"
          "static int i(int x) { return (int) Math.sqrt(x); }\n"
          "static A[] all = new A[100];\n"
          "static { for (int i = 0; i < 100; i++) all[i] = i == 49 ? new C() : new B(); }\n"
          "static int f(int k) { A a = all[k]; return a.g(a.y) + a.g(k % 7) + h(k % 5); } }");
}
END_TEST

START_TEST(objects_and_arrays_also_those_that_are_not_allocated) {
    check("class T { int x; T t; T(int x) { this.x = x; }\n"
          "static Object o; static int f(int k) { T a = new T(k), b = new T(1); b.t = a;\n"
          "if (k % 10 == 3) o = b; int[] c = new int[k % 4], d = new int[3]; d[1] = c.length;\n"
          "Object[] e = new String[k % 3]; long[][] m = new long[k % 3][2];\n"
          "int[][][] n = new int[2][k % 4][k % 2];\n"
          "return b.t.x + d[1] + e.length + m.length + n[1].length; } }");
}
END_TEST

START_TEST(locks_of_objects_and_methods) {
    check("class T { int x; synchronized int add(int n) { if (n == 40) throw new Error(); return x "
          "+= n; }\n"
          "static synchronized int two(int n) { return n * 2; }\n"
          "static T shared = new T(); static int f(int k) { T mine = new T(); int n = 0;\n"
          "synchronized (mine) { synchronized (mine) { n += k; } }\n"
          "synchronized (shared) { n += shared.x; }\n"
          "try { n += shared.add(k) + mine.add(k) + two(k); } catch (Error e) { n--; }\n"
          "return n; } }");
}
END_TEST

/* Which nothing implements: what they throw leaves the monitor, too. */
#define SYNCHRONIZED_NATIVES                                                                       \
    "class T { static synchronized native int g(); synchronized native int h();\n"                 \
    "static T t = new T(); static int f(int k) { int n = 0;\n"                                     \
    "try { g(); } catch (UnsatisfiedLinkError e) { n++; }\n"                                       \
    "try { t.h(); } catch (UnsatisfiedLinkError e) { n++; }\n"                                     \
    "synchronized (t) { try { t.h(); } catch (UnsatisfiedLinkError e) { n++; } }\n"                \
    "return n; } }"

START_TEST(locks_of_synchronized_natives) { check(SYNCHRONIZED_NATIVES); }
END_TEST

/* Of one class at two bytecodes, and of many at one; by natives that call Java, and natives that this calls. */
static const char natives_that_make_objects[] =
    "import java.lang.reflect.Array;\n"
    "class T implements Cloneable { static class U { int[] own = T.b.clone(); public U() {\n"
    "own = own.clone(); } }\n"
    "static long[] a = new long[5]; static int[] b = new int[3]; static T t = new T();\n"
    "static Object[] c = new String[2], d = new Object[7];\n"
    "Object copy() throws CloneNotSupportedException { return clone(); }\n"
    "static Object[] g(Object[] x) { return x.clone(); }\n"
    "static int h(int[] x) { return a.clone().length + x.clone().length + a.clone().length; }\n"
    "static int f(int k) throws ReflectiveOperationException, CloneNotSupportedException {\n"
    "int n = 0;\n"
    "for (int i = 0; i < 40; i++) {\n"
    "n += h(b) + g(i % 3 == 0 ? c : d).length;\n"
    "n += h(b) + g(d).length + (t.copy() == t ? 1 : 0);\n"
    "n += Array.getLength(Array.newInstance(i % 2 == 0 ? String.class : T.class, i % 4));\n"
    "n += U.class.getConstructor().newInstance().own.length; }\n"
    "return n; } }";

START_TEST(objects_that_natives_make_for_compiled_code) { check(natives_that_make_objects); }
END_TEST

static void check_counted(struct vm_profile *profile, const char *expected) {
    struct strbuf rows = STRBUF_INIT;
    vm_profile_each(profile, 0, 1, add_row, &rows);
    ck_assert_str_eq(strbuf_text(&rows), expected);
    strbuf_release(&rows);
}

static int asked; /* how often it was looked up where something happens */
static void (*look_up)(struct thread *thread, const struct happening *happening);
static void count_and_look_up(struct thread *thread, const struct happening *happening) {
    asked++;
    look_up(thread, happening);
}

/* Once for each place and class, however often. */
START_TEST(who_called_a_native_from_compiled_code_is_looked_up_once) {
    const struct vm_rule rule = {
        .point = POINT_new, .in = "T*", .amounts = 1 << VM_AMOUNT_BYTES, KEYS(BY_site)};
    struct fixture f = {.options = vm_options_default()};
    begin(&f, "class T { static long[] a = new long[5];\n"
              "static int f(int k) { int n = 0;\n"
              "for (int i = 0; i < k; i++) n += a.clone().length + a.clone().length;\n"
              "return n; } }");
    struct vm_profile *profile = begin_rules(&f, &rule, 1);
    look_up = f.vm->runtime.on_happening;
    f.vm->runtime.on_happening = count_and_look_up;
    for (int i = 0; i < 30; i++) call(&f, "T.f", 10);
    ck_assert(vm_is_compiled(method(&f, "T.f")));
    asked = 0;
    call(&f, "T.f", 1000);
    ck_assert_int_eq(asked, 0);
    check_counted(profile, "new: T.<clinit>()V:1 (line 1) 1 80\n"
                           "new: T.f(I)I:13 (line 3) 1300 104000\n"
                           "new: T.f(I)I:23 (line 3) 1300 104000\n");
    end(&f);
}
END_TEST

static int entered_by_code, calling_java;
static void look_at_natives(struct thread *thread, const struct method *native) {
    const struct runtime *runtime = thread->runtime;
    const struct frame *frame = thread->frame;
    uintptr_t from = frame->entered_by ? (uintptr_t)frame->entered_by[1] : 0;
    entered_by_code += from - (uintptr_t)runtime->code < runtime->code_size;
    for (frame = frame->caller; frame; frame = frame->caller) {
        ck_assert_ptr_null(frame->entered_by);
        calling_java += !frame->locals;
    }
}

/* getEnumConstants() calls values(), which calls clone(). */
START_TEST(what_entered_a_native_is_not_told_while_it_calls_java) {
    const struct vm_rule rule = {.point = POINT_new, .in = "T.*", KEYS(BY_site)};
    struct fixture f = {.options = vm_options_default()};
    begin(&f, "class T { static int f(int k) { int n = 0; for (int i = 0; i < k; i++)\n"
              "n += E.class.getEnumConstants().length; return n; } }\n"
              "enum E { A, B }");
    begin_rules(&f, &rule, 1);
    for (int i = 0; i < 300; i++) call(&f, "T.f", 10);
    ck_assert(vm_is_compiled(method(&f, "T.f")) && vm_is_compiled(method(&f, "E.values")));
    f.vm->runtime.on_native = look_at_natives;
    call(&f, "T.f", 10);
    ck_assert_int_eq(calling_java, 10);
    ck_assert_int_eq(entered_by_code, 20);
    end(&f);
}
END_TEST

/* Compiled code calls the interpreter: what returns into the code is the same for both natives. */
START_TEST(natives_that_the_interpreter_calls_inside_compiled_code) {
    const struct vm_rule rule = {.point = POINT_new, .in = "T.g", KEYS(BY_site)};
    struct fixture f = {.options = vm_options_default()};
    begin(&f,
          "class T { static long[] a = new long[5];\n"
          "static int g() { return a.clone().length\n"
          "+ a.clone().length; }\n"
          "static int f(int k) { int n = 0; for (int i = 0; i < k; i++) n += g(); return n; } }");
    struct vm_profile *profile = begin_rules(&f, &rule, 1);
    vm_direct(f.vm, method(&f, "T.g"), VM_NEVER_INLINE | VM_NEVER_COMPILE);
    for (int i = 0; i < 30; i++) call(&f, "T.f", 10);
    ck_assert(vm_is_compiled(method(&f, "T.f")));
    call(&f, "T.f", 1000);
    check_counted(profile, "new: T.g()I:3 (line 2) 1300\nnew: T.g()I:13 (line 3) 1300\n");
    end(&f);
}
END_TEST

/* Code of one method lies where that of the other lay, and its call returns to the same address. */
START_TEST(natives_that_code_calls_where_other_code_was_released) {
    const struct vm_rule rule = {.point = POINT_new, .in = "T.*", KEYS(BY_site)};
    struct fixture f = {.options = vm_options_default()};
    f.options.evict_always = true;
    begin(&f, "class T { static long[] a;\n"
              "static int f(int k) { int n = 0; for (int i = 0; i < k; i++)\n"
              "n += a.clone().length; return n; }\n"
              "static int g(int k) { int n = 0; for (int i = 0; i < k; i++)\n"
              "n += a.clone().length; return n; }\n"
              "static int make(int k) { a = new long[k]; return k; } }");
    struct vm_profile *profile = begin_rules(&f, &rule, 1);
    call(&f, "T.make", 5);
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 30; i++) call(&f, "T.f", 10);
        for (int i = 0; i < 30; i++) call(&f, "T.g", 10);
    }
    ck_assert_int_gt(f.vm->runtime.released_codes, 0);
    check_counted(profile, "new: T.f(I)I:13 (line 3) 1200\n"
                           "new: T.g(I)I:13 (line 5) 1200\n"
                           "new: T.make(I)I:1 (line 6) 1\n");
    end(&f);
}
END_TEST

/* One bytecode, interpreted and in the code of three methods, on objects of two classes. */
START_TEST(natives_count_for_the_code_and_the_receiver) {
    const struct vm_rule rule = {
        .point = POINT_native, .in = "T.h", KEYS(BY_root, BY_code, BY_receiver)};
    const struct program program = {"class T { static class U { }\n"
                                    "static Object[] all = {new T(), new U()};\n"
                                    "static int h(Object o) { return o.hashCode(); }\n"
                                    "static int a(Object o) { return h(o); }\n"
                                    "static int b(Object o) { return h(o); }\n"
                                    "static int f(int k) {\n"
                                    "for (int i = 0; i < 50; i++) { a(all[k]); b(all[k]); }\n"
                                    "return 0; } }",
                                    2, vm_options_default()};
    struct strbuf rows = STRBUF_INIT;
    run(&program, 20, &rule, 1, &rows);
    ck_assert_str_eq(strbuf_text(&rows), "native: T.a(Ljava/lang/Object;)I 2 T 31\n"
                                         "native: T.a(Ljava/lang/Object;)I 2 T$U 50\n"
                                         "native: T.b(Ljava/lang/Object;)I 3 T 31\n"
                                         "native: T.b(Ljava/lang/Object;)I 3 T$U 50\n"
                                         "native: T.h(Ljava/lang/Object;)I 0 T 19\n"
                                         "native: T.h(Ljava/lang/Object;)I 1 T 19\n");
    strbuf_release(&rows);
}
END_TEST

START_TEST(exceptions_of_bytecodes_calls_and_throws) {
    check("class T { int x; static int[] none, five = new int[5]; static Object o = \"s\";\n"
          "static int g(int k) { if (k % 4 == 0) throw new IllegalStateException(); return k; }\n"
          "static int d(int k) { return 100 / (k % 6); }\n"
          "static int f(int k) { int n = 0; T t = k % 3 == 0 ? null : new T();\n"
          "try { n += t.x; t.x = n; } catch (NullPointerException e) { n++; }\n"
          "try { n += five[k % 7]; } catch (ArrayIndexOutOfBoundsException e) { n += 2; }\n"
          "try { n += g(k); } catch (RuntimeException e) { n += 3; }\n"
          "try { n += d(k); } catch (ArithmeticException e) { n += 4; }\n"
          "try { Object[] a = new String[1]; a[0] = k % 5 == 0 ? (Object) \"s\" : new T(); }\n"
          "catch (ArrayStoreException e) { n += 5; }\n"
          "try { Object p = k % 8 == 0 ? new T() : o; String s = (String) p; if (p instanceof T) "
          "n++; }\n"
          "catch (ClassCastException e) { n += 6; } finally { n++; }\n"
          "try { five = new int[5 - k % 7]; } catch (NegativeArraySizeException e) { five = new "
          "int[5]; }\n"
          "return n; } }");
}
END_TEST

START_TEST(loops_that_are_entered_on_the_stack) {
    check_same(&(struct program){"class T { int x; static int f(int k) { int n = 0;\n"
                                 "for (int i = 0; i < 3000; i++) { T t = new T(); t.x = i;\n"
                                 "for (int j = 0; j < i % 4; j++) n += t.x ^ j; }\n"
                                 "return n; } }",
                                 4, vm_options_default()},
               all, COUNT(all));
}
END_TEST

/* --- classes --- */

static const struct vm_rule by_class[] = {
    {.point = POINT_new,
     .in = "T*",
     .amounts = 1 << VM_AMOUNT_BYTES | 1 << VM_AMOUNT_LENGTH,
     KEYS(BY_site, BY_class)},
    {.point = POINT_new, .in = "T*", .of = "long[]", KEYS(BY_site)},
    {.point = POINT_call, .in = "T*", KEYS(BY_site, BY_receiver)},
    {.point = POINT_lock, .in = "T*", KEYS(BY_site, BY_class)},
    {.point = POINT_unlock, .in = "T*", KEYS(BY_site, BY_class)},
    {.point = POINT_read, .in = "T*", KEYS(BY_site, BY_class)},
    {.point = POINT_write, .in = "T*", KEYS(BY_site, BY_class)},
    {.point = POINT_check, .in = "T*", KEYS(BY_site, BY_class)},
    {.point = POINT_check, .in = "T*", .of = "T$B", KEYS(BY_site)},
    {.point = POINT_throw, .in = "T*", KEYS(BY_site, BY_class)},
    {.point = POINT_catch, .in = "T*", KEYS(BY_site, BY_class)},
    {.point = POINT_unwind, .in = "T*", KEYS(BY_site, BY_class)},
};

static void check_classes(const char *text) {
    check_same(&(struct program){text, 100, vm_options_default()}, by_class, COUNT(by_class));
}

START_TEST(classes_of_objects_that_are_not_allocated) {
    check_classes(
        "class T { int x; static class A { int y; int g(int k) { return y + k; } }\n"
        "static class B extends A { int g(int k) { return y * k; } }\n"
        "static synchronized int f(int k) { A a = new A(), b = new B(); a.y = k; b.y = 2;\n"
        "int n; synchronized (b) { n = a.g(k) + b.g(k); } synchronized (a) { n++; }\n"
        "char[] c = k % 3 == 0 ? new char[2] : new char[k]; if (k > 0) c[0] = 'x';\n"
        "long[][] m = new long[2][k % 3]; n += m[1].length;\n"
        "Object o = b; if (o instanceof B) n += ((B) o).y; return n + c.length; } }");
}
END_TEST

START_TEST(classes_of_objects_in_fields_of_objects_that_are_not_allocated) {
    check_classes("class T { static class B { int y; int g(int k) { return h(k) + y; }\n"
                  "int h(int k) { return y * k; } }\n"
                  "static class A { final B b = new B(); B[] all = { b, new B() }; }\n"
                  "static int f(int k) { A a = new A(); a.b.y = k; int n = a.b.g(k);\n"
                  "synchronized (a.b) { n += a.all[1].g(2); } return n + a.b.g(1); } }");
}
END_TEST

/* Nothing uses what is loaded but the rules: the load is gone before its object is. */
START_TEST(classes_in_fields_of_objects_that_go_after_the_load) {
    check_classes(
        "class T { int z; static class B { int y; }\n"
        "static class A { B b; Object o; synchronized void nop() {} }\n"
        "static void locks() { A a = new A(); a.b = new B(); a.nop(); boolean is = a.b instanceof "
        "B;\n"
        "a.nop(); a.b = null; a.nop(); is = a.b instanceof B; }\n"
        "static void paths(int k, T t) { A a = new A(); if (k % 3 == 0) t.z++; else a.o = new "
        "B();\n"
        "if (k % 7 == 0) a.o = t; boolean is = a.o instanceof B; }\n"
        "static void loop(int k) { A a = new A(); a.o = \"s\"; for (int i = 0; i < k % 5; i++) {\n"
        "boolean is = a.o instanceof B; if (i == 1) a.o = new B(); if (i == 2) a.o = new A(); }\n"
        "boolean is = a.o instanceof A; }\n"
        "static void each(int k) { for (int i = 0; i < k % 5; i++) { A a = new A();\n"
        "if (i != 2) a.o = new B(); a.nop(); boolean is = a.o instanceof B; } }\n"
        "static void elements(int k, T t) { Object[] a = new Object[3]; a[1] = new B(); a[2] = t;\n"
        "synchronized (a) { t.z++; } boolean is = a[1] instanceof B; is = a[2] instanceof B;\n"
        "is = a[0] instanceof B; }\n"
        "static int f(int k) { T t = new T(); locks(); paths(k, t); loop(k); each(k);\n"
        "elements(k, t); return t.z; } }");
}
END_TEST

/* Stored through another name, in a part of what merged, in an older one, before it is allocated. */
START_TEST(classes_in_fields_of_objects_that_others_store_in) {
    check_classes(
        "class T { static class B { }\n"
        "static class A { Object o; synchronized void nop() {} }\n"
        "static A kept; static int z;\n"
        "static void merged(int k) { A a = new A(), b = new A(); a.o = \"s\";\n"
        "A p = k % 2 == 0 ? a : b; p.o = new B(); p.nop(); boolean is = a.o instanceof B; }\n"
        "static void made(int k) { A a = new A(), b = new A(); a.o = \"s\";\n"
        "A p = k % 2 == 0 ? a : b; p.nop(); p.o = new B(); kept = p; boolean is = a.o instanceof "
        "B; }\n"
        "static void held(int k) { A h = new A(), a = new A(), b = new A(); a.o = \"s\";\n"
        "A p = k % 2 == 0 ? a : b; h.o = p; h.nop(); ((A) h.o).o = new B(); h.nop();\n"
        "boolean is = a.o instanceof B; }\n"
        "static void older(int k) { A old = null; for (int i = 0; i < k % 6; i++) { A a = new "
        "A();\n"
        "a.o = i % 2 == 0 ? (Object) \"s\" : new B(); if (i == 0) old = a; a.nop(); old.o = i;\n"
        "a.nop(); boolean is = a.o instanceof B; is = old.o instanceof B; } }\n"
        "static void partly(int k) { A a = new A(); a.o = \"s\"; if (k % 3 == 0) { kept = a;\n"
        "kept.o = new B(); } a.nop(); boolean is = a.o instanceof B; }\n"
        "static void thrown(int k) { A a = new A(); a.o = \"s\"; try { if (k % 4 == 0) a.o = new "
        "B();\n"
        "z = 7 / (k % 5); a.o = null; } catch (ArithmeticException e) { z++; } a.nop();\n"
        "boolean is = a.o instanceof B; }\n"
        "static void element(int k) { Object[] a = new Object[2]; a[k & 1] = \"s\";\n"
        "synchronized (a) { z++; } boolean is = a[0] instanceof B; }\n"
        "static int f(int k) { merged(k); made(k); held(k); older(k); partly(k); thrown(k);\n"
        "element(k); return z; } }");
}
END_TEST

/* Which of two objects is loaded from, the way tells. */
START_TEST(classes_in_fields_of_one_of_two_objects) {
    check_classes(
        "class T { static class B { }\n"
        "static class A { Object o; A next; synchronized void nop() {} }\n"
        "static class C extends A { }\n"
        "static A kept; static int z;\n"
        "static void fresh(int k) { boolean is = (k % 2 == 0 ? new A() : new C()).o instanceof B; "
        "}\n"
        "static void stored(int k) { A a = new A(); a.o = \"s\"; A b = new C(); if (k % 3 == 0) "
        "a.o = new B();\n"
        "b.o = a; A p = k % 2 == 0 ? a : b; boolean is = p.o instanceof B; p.o = null; is = p.o "
        "instanceof B; }\n"
        "static void nested(int k) { A a = new A(); a.o = new B();\n"
        "A p = k % 2 == 0 ? a : k % 3 == 0 ? new C() : new A(); boolean is = p.o instanceof B; }\n"
        "static void kept(int k) { A a = new A(); if (k % 5 == 0) kept = a; a.o = new B();\n"
        "A p = k % 2 == 0 ? a : new C(); boolean is = p.o instanceof B; }\n"
        "static void loop(int k) { boolean v = k % 2 == 0; for (int i = 0; i < 5; i++) {\n"
        "boolean is = (v ? new C() : new A()).o instanceof B; v = new A() == null; } }\n"
        "static void each(int k) { A p = new A(); for (int i = 0; i < k % 6; i++) {\n"
        "A n = new C(); n.o = i % 2 == 0 ? (Object) \"s\" : new B(); p = i % 3 == 0 ? p : n;\n"
        "boolean is = p.o instanceof B; } }\n"
        "static int f(int k) { fresh(k); stored(k); nested(k); kept(k); loop(k); each(k); return "
        "z; } }");
}
END_TEST

/* Both ways lead to the same code: what is compared is all that tells them apart. */
static const struct vm_rule branches[] = {
    {.point = POINT_branch, .in = "T*", KEYS(BY_site, BY_taken)},
};

START_TEST(branches_on_objects_that_are_not_allocated) {
    check_same(&(struct program){"class T { int x; T next; T(int x) { this.x = x; }\n"
                                 "synchronized T link(T n) { next = n; return this; }\n"
                                 "static int made(int k) { if (k % 2 == 0) {\n"
                                 "if (new T(k) == null || true) { int v = 6; }\n"
                                 "if (new T(k) == new T(k) || true) { int v = 7; }\n"
                                 "k = new T(k).link(new T(100)).x; } return k; }\n"
                                 "static int perhaps(int k) { T t = k % 3 == 0 ? null : new T(k);\n"
                                 "if (k % 2 == 0) { if (t == null || true) { int v = 6; }\n"
                                 "if (t != null || true) { int v = 7; }\n"
                                 "k = new T(k).link(new T(100)).x; } return k; }\n"
                                 "static int f(int k) { return made(k) + perhaps(k); } }",
                                 100, vm_options_default()},
               branches, COUNT(branches));
}
END_TEST

START_TEST(branches_on_classes_of_objects_that_are_not_allocated) {
    check_same(
        &(struct program){
            "class T { int x; T next; T(int x) { this.x = x; }\n"
            "static class S extends T { S(int x) { super(x); } }\n"
            "static T kept; static int z;\n"
            "static void made(int k) { T t = new T(k); if (t instanceof S && 0.0 == 1.0) { if (k < "
            "0) z++; }\n"
            "else { int v = 7; } Object s = new S(k); if (s instanceof S || k < -5) { int v = 6; } "
            "}\n"
            "static void one(int k) { T t = k % 2 == 0 ? new T(k) : new S(k);\n"
            "if (t instanceof S) { int v = 6; } if (!(t instanceof S) || true) { int v = 7; } }\n"
            "static void perhaps(int k) { T t = k % 3 == 0 ? null : new S(k); if (t instanceof S) "
            "{ int v = 6; }\n"
            "t = k % 4 == 0 ? kept : new T(k); if (t instanceof S) { int v = 6; } }\n"
            "static void loop(int k) { T t = null; for (int i = 0; i < k % 6; i++) {\n"
            "if (t instanceof S) { int v = 6; } t = i % 2 == 0 ? new S(i) : i % 3 == 0 ? kept : "
            "new T(i); } }\n"
            "static void array(int k) { Object o = new int[3]; if (o instanceof int[]) { int v = "
            "6; }\n"
            "o = k % 2 == 0 ? new T[2] : new S[2]; if (o instanceof S[]) { int v = 6; } }\n"
            "static int f(int k) { kept = k % 5 == 0 ? new S(k) : k % 7 == 0 ? null : new T(k);\n"
            "made(k); one(k); perhaps(k); loop(k); array(k); return z; } }",
            100, vm_options_default()},
        branches, COUNT(branches));
}
END_TEST

START_TEST(classes_that_only_the_execution_tells) {
    check_classes(
        "class T { static class A { int y = 2; int g(int k) { return y + k; }\n"
        "synchronized void t(int k) { if (k % 2 == 0) throw new IllegalStateException(); } }\n"
        "static class B extends A { int g(int k) { return y * k; } }\n"
        "static class C extends A { int g(int k) { return k; } }\n"
        "static A[] all = { new A(), new B(), new C(), null, new B() };\n"
        "static RuntimeException[] thrown = { new IllegalStateException(), new "
        "NullPointerException() };\n"
        "static int f(int k) { A a = all[k % 5]; int n = 0; Object o = a;\n"
        "try { n += a.g(k); a.t(k); } catch (RuntimeException e) { n++; }\n"
        "try { throw thrown[k % 2]; } catch (IllegalStateException e) { n += 2; }\n"
        "catch (RuntimeException e) { n += 3; }\n"
        "Object[] array = k % 2 == 0 ? new A[3] : new Object[3]; array[1] = a;\n"
        "if (a instanceof B) n += 5; if (o != null) synchronized (o) { n++; } return n; } }");
}
END_TEST

/* --- kinds --- */

static void check_rows_of(const char *text, int calls, int threshold, const struct vm_rule *rule,
                          const char *expected) {
    struct strbuf rows = STRBUF_INIT;
    run(&(struct program){text, calls, vm_options_default()}, threshold, rule, 1, &rows);
    ck_assert_str_eq(strbuf_text(&rows), expected);
    strbuf_release(&rows);
}

static void check_rows(const char *text, const struct vm_rule *rule, const char *expected) {
    check_rows_of(text, 100, 20, rule, expected);
}

START_TEST(one_of_two_objects_that_are_not_allocated_has_their_class) {
    static const char text[] =
        "class T { int x; T(int x) { this.x = x; } synchronized T link(T n) { return this; }\n"
        "static class S extends T { S(int x) { super(x + 1); } }\n"
        "static T sink; static int[] data;\n"
        "static int body(int a, int b, boolean c) {\n"
        "T v = (c ? new T(b) : new T(a)).link(new S(b)); b++;\n"
        "try { switch (b % v.x & 3) { case 1: int r = data[a];\n"
        "case 2: T w = new S(b).link(c ? v.link(new S(b)) : v); } }\n"
        "finally { sink = v; } return a; }\n"
        "static int f(int k) { data = new int[3];\n"
        "try { return body(k, 2 * k, k == 1); } catch (RuntimeException e) { return 1; } } }";
    const struct vm_rule rule = {.point = POINT_lock, .in = "T.link", KEYS(BY_class)};
    check_rows_of(text, 2, 1, &rule, "lock: T 3\nlock: T$S 1\n");
}
END_TEST

START_TEST(an_object_that_is_not_allocated_is_itself) {
    static const char text[] =
        "class Node { int x; Node next; Node(int x) { } }\n"
        "class T { Node sink;\n"
        "static int f(int k) { return k % 2 == 0 ? new T().run(0, 0) : 0; }\n"
        "int body(int a, int b) {\n"
        "if (sink == sink && -9223372036854775808L == 0L) throw new Error();\n"
        "try { if ((new int[2])[(-1) & 0] > 2) { if (b < a) throw new Error(); } } finally { b++; "
        "}\n"
        "return 0; }\n"
        "int run(int a, int b) { sink = new Node(a); int r = body(a, b); Node n = sink;\n"
        "for (int i = 0; i < 10 && n != null; i++, n = n.next) { } return r; } }";
    const struct vm_rule rule = {.point = POINT_branch, .in = "T.body", KEYS(BY_site)};
    check_rows(text, &rule,
               "branch: T.body(II)I:8 (line 5) 50\n"
               "branch: T.body(II)I:17 (line 6) 50\n");
}
END_TEST

START_TEST(allocations_tell_those_that_were_eliminated) {
    const struct vm_rule rule = {.point = POINT_new,
                                 .in = "T.f",
                                 .amounts = 1 << VM_AMOUNT_BYTES,
                                 KEYS(BY_class, BY_tier, BY_kind)};
    check_rows("class T { int x; static Object o; static int f(int k) { T t = new T(); t.x = k;\n"
               "if (k >= 95) { o = t; return k; } o = new long[k % 2 + 1]; return t.x; } }",
               &rule,
               "new: T compiled ELIMINATED 76 2432\n"
               "new: T compiled TLAB 5 160\n"
               "new: T interpreted - 19 608\n"
               "new: long[] compiled TLAB 76 3648\n"
               "new: long[] interpreted - 19 912\n");
}
END_TEST

/* 32 bytes each. */
START_TEST(the_clock_goes_on_for_objects_that_are_not_allocated) {
    static const char text[] =
        "class T { int x; static Object o; static int f(int k) { T t = new T(); t.x = k;\n"
        "if (k % 2 == 0) o = new T(); return t.x; } }";
    const struct vm_rule begun = {
        .point = POINT_entry, .in = "T.f", .amounts = 1 << VM_AMOUNT_CLOCK, KEYS(BY_tier)};
    const struct vm_rule made = {.point = POINT_new,
                                 .anchor = VM_PRED,
                                 .in = "T.f",
                                 .amounts = 1 << VM_AMOUNT_CLOCK | 1 << VM_AMOUNT_BYTES,
                                 KEYS(BY_tier, BY_kind)};
    /* T.f(k) begins at 32 k + 32 (k + 1) / 2. */
    check_rows(text, &begun,
               "entry: compiled 81 230048\n"
               "entry: interpreted 19 8352\n");
    /* Without its own bytes. Compiled code makes the one at the end of T.f(k), for even k from 20 on. */
    check_rows(text, &made,
               "new: compiled TLAB 40 1280 114560\n"
               "new: interpreted - 29 928 12992\n");
}
END_TEST

START_TEST(locks_tell_how_they_were_taken) {
    const struct vm_rule rule = {.point = POINT_lock, .in = "T.f", KEYS(BY_site, BY_tier, BY_kind)};
    check_rows(
        "class T { static T t = new T(); static int n; static int f(int k) { T m = new T();\n"
        "synchronized (m) { n++; }\n"
        "synchronized (t) { n++;\n"
        "synchronized (t) { n++; } } return n; } }",
        &rule,
        "lock: T.f(I)I:11 (line 2) compiled ELIMINATED 81\n"
        "lock: T.f(I)I:11 (line 2) interpreted - 19\n"
        "lock: T.f(I)I:35 (line 3) compiled BIASED 81\n"
        "lock: T.f(I)I:35 (line 3) interpreted - 19\n"
        "lock: T.f(I)I:49 (line 4) compiled RECURSIVE 81\n"
        "lock: T.f(I)I:49 (line 4) interpreted - 19\n");
}
END_TEST

START_TEST(synchronized_natives_lock_where_they_are_called) {
    const struct vm_rule locked = {
        .point = POINT_lock, .in = "T.f", KEYS(BY_class, BY_tier, BY_kind)};
    const struct vm_rule left = {.point = POINT_unlock, .in = "T.f", KEYS(BY_class, BY_tier)};
    check_rows(SYNCHRONIZED_NATIVES, &locked,
               "lock: T compiled BIASED 162\n"
               "lock: T compiled RECURSIVE 81\n"
               "lock: T interpreted - 57\n"
               "lock: java.lang.Class compiled BIASED 81\n"
               "lock: java.lang.Class interpreted - 19\n");
    check_rows(SYNCHRONIZED_NATIVES, &left,
               "unlock: T compiled 243\n"
               "unlock: T interpreted 57\n"
               "unlock: java.lang.Class compiled 81\n"
               "unlock: java.lang.Class interpreted 19\n");
}
END_TEST

START_TEST(kinds_are_the_same_in_front_of_an_operation_and_behind_it) {
    static const enum vm_anchor anchors[] = {VM_PRED, VM_SUCC};
    static const char text[] =
        "class T { static T t = new T(); static Object o; static int n; static int f(int k) {\n"
        "o = new T(); synchronized (t) { n++; } return n; } }";
    for (size_t i = 0; i < COUNT(anchors); i++) {
        const struct vm_rule made = {.point = POINT_new,
                                     .anchor = anchors[i],
                                     .in = "T.f",
                                     KEYS(BY_class, BY_tier, BY_kind)};
        const struct vm_rule locked = {.point = POINT_lock,
                                       .anchor = anchors[i],
                                       .in = "T.f",
                                       KEYS(BY_class, BY_tier, BY_kind)};
        check_rows(text, &made, "new: T compiled TLAB 81\nnew: T interpreted - 19\n");
        check_rows(text, &locked, "lock: T compiled BIASED 81\nlock: T interpreted - 19\n");
    }
}
END_TEST

START_TEST(calls_tell_how_they_were_dispatched) {
    const struct vm_rule rule = {
        .point = POINT_call, .in = "T.f", KEYS(BY_callee, BY_receiver, BY_tier, BY_kind)};
    check_rows("class T { static abstract class A { abstract int g(int k); }\n"
               "static class B extends A { int g(int k) { return k; } }\n"
               "static class C extends A { int g(int k) { return 2; } }\n"
               "static class D extends A { int g(int k) { return 3; } }\n"
               "static A only = new B(), all[] = { new B(), new C(), new D() };\n"
               "static int small(int k) { return k + 1; }\n"
               "static int fac(int k) { return k < 2 ? 1 : k * fac(k - 1); }\n"
               "static int f(int k) { return small(k) + only.g(k) + all[k % 3].g(k) + fac(9)\n"
               "+ (int) Math.sqrt(k); } }",
               &rule,
               "call: T$A.g(I)I T$B compiled GUARDED 81\n"
               "call: T$A.g(I)I T$B compiled VIRTUAL 27\n"
               "call: T$A.g(I)I T$B interpreted - 26\n"
               "call: T$A.g(I)I T$C compiled VIRTUAL 27\n"
               "call: T$A.g(I)I T$C interpreted - 6\n"
               "call: T$A.g(I)I T$D compiled VIRTUAL 27\n"
               "call: T$A.g(I)I T$D interpreted - 6\n"
               "call: T.fac(I)I - compiled INLINED 81\n"
               "call: T.fac(I)I - interpreted - 19\n"
               "call: T.small(I)I - compiled INLINED 81\n"
               "call: T.small(I)I - interpreted - 19\n"
               "call: java.lang.Math.sqrt(D)D - compiled ELIMINATED 81\n"
               "call: java.lang.Math.sqrt(D)D - interpreted - 19\n");
}
END_TEST

/* --- reading while a function is told --- */

static void end_interval(void *context, const struct vm_happening *happening) {
    vm_profile_mark(*(struct vm_profile **)context, "return");
}

static void check_intervals(const char *text) {
    static struct vm_profile *profile;
    const struct vm_rule rules[] = {
        {.point = POINT_entry, .in = "T.f", KEYS(BY_tier)},
        {.point = POINT_block, .in = "T.f", KEYS(BY_site)},
        {.point = POINT_exit, .in = "T.f", .tell = end_interval, .tell_context = &profile},
    };
    struct fixture f = {.threshold = 20};
    begin(&f, text);
    profile = begin_rules(&f, rules, COUNT(rules));
    for (int i = 0; i < 60; i++) call(&f, "T.f", i);
    ck_assert(vm_is_compiled(method(&f, "T.f")));
    ck_assert_uint_eq(vm_profile_marks(profile), 60);
    for (size_t mark = 0; mark < 60; mark++) {
        struct strbuf rows = STRBUF_INIT;
        const char *entry = mark < 19 ? "entry: interpreted 1\n" : "entry: compiled 1\n";
        vm_profile_each(profile, mark, mark + 1, add_row, &rows);
        ck_assert_msg(strstr(strbuf_text(&rows), entry) &&
                          strstr(strbuf_text(&rows), "block: T.f(I)I:0 (line 1) 1\n"),
                      "interval %zu:\n%s", mark, strbuf_text(&rows));
        strbuf_release(&rows);
    }
    end(&f);
}

START_TEST(what_reads_while_it_is_told_sees_all_that_was_executed) {
    check_intervals("class T { static int f(int k) { return k + 1; } }");
    check_intervals("class T { static int n; static int f(int k) { if (k % 3 == 0) n++; else n--;\n"
                    "if (k % 2 == 0) n += 2; return n; } }");
    check_intervals("class T { static int f(int k) { try { n += g(k); } catch (Error e) { n++; }\n"
                    "return n; } static int n; static int g(int k) {\n"
                    "if (k == 3) throw new Error(); return k; } }");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("compiled profile");
    TCase *same = tcase_create("as interpreted");
    suite_add_tcase(suite, same);
    tcase_set_timeout(same, 60);
    tcase_add_test(same, blocks_branches_and_loops);
    tcase_add_test(same, switches_with_cases_that_go_the_same_way);
    tcase_add_test(same, calls_that_are_inlined_or_not);
    tcase_add_test(same, objects_and_arrays_also_those_that_are_not_allocated);
    tcase_add_test(same, locks_of_objects_and_methods);
    tcase_add_test(same, locks_of_synchronized_natives);
    tcase_add_test(same, objects_that_natives_make_for_compiled_code);
    tcase_add_test(same, who_called_a_native_from_compiled_code_is_looked_up_once);
    tcase_add_test(same, what_entered_a_native_is_not_told_while_it_calls_java);
    tcase_add_test(same, natives_that_the_interpreter_calls_inside_compiled_code);
    tcase_add_test(same, natives_that_code_calls_where_other_code_was_released);
    tcase_add_test(same, natives_count_for_the_code_and_the_receiver);
    tcase_add_test(same, exceptions_of_bytecodes_calls_and_throws);
    tcase_add_test(same, loops_that_are_entered_on_the_stack);
    tcase_add_test(same, classes_of_objects_that_are_not_allocated);
    tcase_add_test(same, classes_of_objects_in_fields_of_objects_that_are_not_allocated);
    tcase_add_test(same, classes_in_fields_of_objects_that_go_after_the_load);
    tcase_add_test(same, classes_in_fields_of_objects_that_others_store_in);
    tcase_add_test(same, classes_in_fields_of_one_of_two_objects);
    tcase_add_test(same, branches_on_objects_that_are_not_allocated);
    tcase_add_test(same, branches_on_classes_of_objects_that_are_not_allocated);
    tcase_add_test(same, classes_that_only_the_execution_tells);
    TCase *kinds = tcase_create("kinds");
    suite_add_tcase(suite, kinds);
    tcase_set_timeout(kinds, 60);
    tcase_add_test(kinds, allocations_tell_those_that_were_eliminated);
    tcase_add_test(kinds, the_clock_goes_on_for_objects_that_are_not_allocated);
    tcase_add_test(kinds, locks_tell_how_they_were_taken);
    tcase_add_test(kinds, one_of_two_objects_that_are_not_allocated_has_their_class);
    tcase_add_test(kinds, an_object_that_is_not_allocated_is_itself);
    tcase_add_test(kinds, synchronized_natives_lock_where_they_are_called);
    tcase_add_test(kinds, kinds_are_the_same_in_front_of_an_operation_and_behind_it);
    tcase_add_test(kinds, calls_tell_how_they_were_dispatched);
    TCase *reading = tcase_create("reading");
    suite_add_tcase(suite, reading);
    tcase_add_test(reading, what_reads_while_it_is_told_sees_all_that_was_executed);
    return check_run(suite);
}
