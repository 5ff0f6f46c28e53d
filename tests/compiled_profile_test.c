/* What rules count in compiled code: what they count of the same program when it is interpreted. */
#include "compiled_profile.h"

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
