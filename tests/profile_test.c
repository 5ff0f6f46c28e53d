/* What rules count while a program is interpreted, as an embedder sees it: for each point a small program, its exact rows,
 * and the program's own count of the same. */
#include <check.h>
#include <stdarg.h>
#include <sys/resource.h>

#include "base/strbuf.h"
#include "vm_fixture.h"

static struct fixture f;
static struct vm_profile *profile;
static struct strbuf rows;

static void begin_rules(const char *text, const struct vm_rule *rules, size_t count) {
    struct diag diag = DIAG_INIT;
    f = (struct fixture){.options = vm_options_default(), .threshold = 1 << 20};
    f.options.interpret_only = true;
    begin(&f, text);
    profile = vm_profile_begin(f.vm, rules, count, &diag);
    ck_assert_msg(profile, "%s", diag.message);
}

#define KEYS(...)                                                                                  \
    .keys = (const enum vm_key[]){__VA_ARGS__},                                                    \
    .key_count = sizeof((enum vm_key[]){__VA_ARGS__}) / sizeof(enum vm_key)
static const struct vm_condition is_native = {
    .kind = VM_COMPARES, .key = BY_kind, .comparison = VM_EQUAL, .text = "NATIVE"};
static const struct vm_condition is_by_bytecode = {
    .kind = VM_NONE_OF, .parts = (const struct vm_condition *const[]){&is_native}, .part_count = 1};
/* The program is the class T, whose run(int) is called. */
#define BEGIN(text, ...)                                                                           \
    begin_rules(text, (const struct vm_rule[]){__VA_ARGS__},                                       \
                sizeof((const struct vm_rule[]){__VA_ARGS__}) / sizeof(struct vm_rule))

static void finish(void) {
    strbuf_release(&rows);
    end(&f);
}

static void add_key(const struct vm_key_of_row *key, enum vm_key which) {
    switch (key_value(which)) {
    case VM_KEY_TEXT: strbuf_addf(&rows, "%s ", key->text ? key->text : "-"); break;
    case VM_KEY_NUMBER:
    case VM_KEY_FLAG: strbuf_addf(&rows, "%d ", (int)key->number); break;
    case VM_KEY_SITE:
        position_format(key->position, &rows);
        strbuf_add_char(&rows, ' ');
        break;
    case VM_KEY_CONTEXT: break;
    }
}

static void add_row(void *context, const struct vm_row *row) {
    (void)context;
    for (size_t i = 0; i < row->rule->key_count; i++)
        add_key(&row->keys[row->rule->keys[i]], row->rule->keys[i]);
    strbuf_addf(&rows, "%d", (int)row->amounts[VM_AMOUNT_COUNT]);
    if (row->rule->amounts & 1U << VM_AMOUNT_BYTES)
        strbuf_addf(&rows, " %d bytes", (int)row->amounts[VM_AMOUNT_BYTES]);
    if (row->rule->amounts & 1U << VM_AMOUNT_LENGTH)
        strbuf_addf(&rows, " %d long", (int)row->amounts[VM_AMOUNT_LENGTH]);
    strbuf_add_char(&rows, '\n');
}

static const char *rows_now(void) {
    strbuf_clear(&rows);
    vm_profile_each(profile, 0, vm_profile_marks(profile) + 1, add_row, NULL);
    return strbuf_text(&rows);
}

static int run(int argument) { return call(&f, "T.run(I)I", argument); }

START_TEST(an_entry_counts_once_also_where_a_loop_goes_back_to_the_first_bytecode) {
    BEGIN("class T {\n"
          "  static int n;\n"
          "  static void f(int i) { while (i-- > 0) n++; }\n"
          "  static int run(int k) { for (int i = 0; i < k; i++) f(3); return n; }\n"
          "}",
          {.point = POINT_entry, .in = "T", KEYS(BY_method)});
    ck_assert_int_eq(run(5), 15);
    ck_assert_str_eq(rows_now(), "T.f(I)V 5\nT.run(I)I 1\n");
    finish();
}
END_TEST

START_TEST(blocks_count_by_their_first_bytecode) {
    BEGIN("class T {\n"
          "  static int run(int k) {\n"
          "    int n = 0;\n"
          "    for (int i = 0; i < k; i++)\n"
          "      if (i % 2 == 0)\n"
          "        n++;\n"
          "    return n;\n"
          "  }\n"
          "}",
          {.point = POINT_block, .in = "T.run", KEYS(BY_site)});
    ck_assert_int_eq(run(7), 4);
    ck_assert_str_eq(rows_now(), "T.run(I)I:0 (line 3) 1\n"
                                 "T.run(I)I:4 (line 4) 8\n"
                                 "T.run(I)I:9 (line 5) 7\n"
                                 "T.run(I)I:15 (line 6) 4\n"
                                 "T.run(I)I:18 (line 4) 7\n"
                                 "T.run(I)I:24 (line 7) 1\n");
    finish();
}
END_TEST

START_TEST(calls_count_by_the_method_that_the_bytecode_names_and_by_the_class_of_the_receiver) {
    BEGIN("class T {\n"
          "  static int n;\n"
          "  static class A { int f() { n++; return 1; } }\n"
          "  static class B extends A { int f() { n += 10; return 2; } }\n"
          "  static long g(long a, double b) { return a; }\n"
          "  static int run(int k) {\n"
          "    A a = new A(), b = new B(), none = null;\n"
          "    for (int i = 0; i < k; i++) (i % 3 == 0 ? b : a).f();\n"
          "    try { none.f(); } catch (NullPointerException e) { g(1, 2); }\n"
          "    return n;\n"
          "  }\n"
          "}",
          {.point = POINT_call, .in = "T.run", KEYS(BY_callee, BY_receiver)});
    ck_assert_int_eq(run(7), 34);
    ck_assert_str_eq(rows_now(), "T$A.<init>()V T$A 1\n"
                                 "T$A.f()I - 1\n"
                                 "T$A.f()I T$A 4\n"
                                 "T$A.f()I T$B 3\n"
                                 "T$B.<init>()V T$B 1\n"
                                 "T.g(JD)J - 1\n");
    finish();
}
END_TEST

START_TEST(objects_and_arrays_count_with_their_bytes_and_lengths) {
    BEGIN("class T {\n"
          "  long x;\n"
          "  static int run(int k) {\n"
          "    for (int i = 0; i < k; i++) new T();\n"
          "    for (int i = 0; i < k; i++) { int[] a = new int[i]; }\n"
          "    String[] s = new String[k];\n"
          "    int[][][] m = new int[2][3][], n = new int[2][0][5];\n"
          "    try { m[0][0] = new int[-k]; } catch (NegativeArraySizeException e) { }\n"
          "    return 0;\n"
          "  }\n"
          "}",
          {.point = POINT_new,
           .in = "T.run",
           .condition = &is_by_bytecode,
           .amounts = 1 << VM_AMOUNT_BYTES | 1 << VM_AMOUNT_LENGTH,
           KEYS(BY_class)});
    run(4);
    ck_assert_str_eq(rows_now(), "T 4 128 bytes 0 long\n"
                                 "int[] 4 160 bytes 6 long\n"
                                 "int[][] 4 192 bytes 6 long\n"
                                 "int[][][] 2 96 bytes 4 long\n"
                                 "java.lang.String[] 1 64 bytes 4 long\n");
    finish();
}
END_TEST

START_TEST(what_natives_and_the_vm_make_is_native_at_the_bytecode_that_asks_for_it) {
    BEGIN("class T {\n"
          "  static int run(int k) throws Exception {\n"
          "    int[] a = { 1, 2, 3 };\n"
          "    for (int i = 0; i < k; i++) a = a.clone();\n"
          "    try { a[k] = 0; } catch (ArrayIndexOutOfBoundsException e) { }\n"
          "    return a.length;\n"
          "  }\n"
          "}",
          {.point = POINT_new,
           .in = "T.run",
           .amounts = 1 << VM_AMOUNT_LENGTH,
           KEYS(BY_site, BY_kind, BY_class)});
    int64_t before = vm_allocated(f.vm).objects;
    ck_assert_int_eq(run(3), 3);
    ck_assert_int_eq(vm_allocated(f.vm).objects - before, 8);
    ck_assert_str_eq(
        rows_now(),
        "T.run(I)I:1 (line 3) - int[] 1 3 long\n"
        "T.run(I)I:24 (line 4) NATIVE int[] 3 9 long\n"
        "T.run(I)I:40 (line 5) NATIVE char[] 1 34 long\n"
        "T.run(I)I:40 (line 5) NATIVE java.lang.ArrayIndexOutOfBoundsException 1 0 long\n"
        "T.run(I)I:40 (line 5) NATIVE java.lang.String 1 0 long\n"
        "T.run(I)I:40 (line 5) NATIVE long[] 1 1 long\n");
    finish();
}
END_TEST

START_TEST(the_bytes_of_all_that_is_made_are_what_the_allocator_handed_out) {
    BEGIN(
        "class T {\n"
        "  static Object kept;\n"
        "  static int run(int k) throws Exception {\n"
        "    StringBuilder b = new StringBuilder();\n"
        "    for (int i = 0; i < k; i++) b.append(i).append(' ').append(i * 0.5);\n"
        "    int[][] m = new int[k][k];\n"
        "    for (int i = 0; i < k; i++) m[i] = m[i].clone();\n"
        "    Runnable r = () -> { kept = \"a\" + k + b; };\n"
        "    r.run();\n"
        "    try { Class.forName(\"none.Such\"); } catch (ClassNotFoundException e) { kept = e; }\n"
        "    try { m[k] = null; } catch (RuntimeException e) { kept = e.getMessage(); }\n"
        "    Thread t = new Thread(() -> kept = new T[9]);\n"
        "    t.start(); t.join();\n"
        "    return 0;\n"
        "  }\n"
        "}",
        {.point = POINT_new, .amounts = 1 << VM_AMOUNT_BYTES});
    struct vm_allocated before = vm_allocated(f.vm);
    run(5);
    struct vm_allocated after = vm_allocated(f.vm);
    struct strbuf expected = STRBUF_INIT;
    strbuf_addf(&expected, "%d %d bytes\n", (int)(after.objects - before.objects),
                (int)(after.program_bytes - before.program_bytes));
    ck_assert_str_eq(rows_now(), strbuf_text(&expected));
    strbuf_release(&expected);
    finish();
}
END_TEST

START_TEST(each_entry_ends_with_an_exit_or_with_an_exception_that_leaves) {
    BEGIN("class T {\n"
          "  static int f(int i) {\n"
          "    try { if (i == 0) throw new RuntimeException(); return f(i - 1) + 1; }\n"
          "    finally { if (i == 2) return 7; }\n"
          "  }\n"
          "  static int run(int k) { return f(k); }\n"
          "}",
          {.point = POINT_entry, .in = "T.f", KEYS(BY_method)},
          {.point = POINT_exit, .in = "T.f", KEYS(BY_site)},
          {.point = POINT_unwind, .in = "T.f", KEYS(BY_site, BY_class)},
          {.point = POINT_catch, .in = "T", KEYS(BY_site, BY_class)},
          {.point = POINT_throw, .in = "T", KEYS(BY_site, BY_class)});
    ck_assert_int_eq(run(5), 10);
    ck_assert_str_eq(rows_now(), "T.f(I)I 6\n"
                                 "T.f(I)I:30 (line 4) 3\n"
                                 "T.f(I)I:39 (line 4) 1\n"
                                 "T.f(I)I:41 (line 4) java.lang.RuntimeException 2\n"
                                 "T.f(I)I:31 (line 4) java.lang.RuntimeException 3\n"
                                 "T.f(I)I:11 (line 3) java.lang.RuntimeException 1\n"
                                 "T.f(I)I:41 (line 4) java.lang.RuntimeException 2\n");
    finish();
}
END_TEST

START_TEST(an_overflow_leaves_each_method_that_was_entered) {
    BEGIN("class T {\n"
          "  static int n;\n"
          "  static int deep(int i) { n++; return deep(i + 1) + 1; }\n"
          "  static int run(int k) {\n"
          "    try { deep(0); } catch (StackOverflowError e) { }\n"
          "    return n;\n"
          "  }\n"
          "}",
          {.point = POINT_entry, .in = "T.deep"},
          {.point = POINT_unwind, .in = "T.deep", .of = "java.lang.StackOverflowError"},
          {.point = POINT_unwind, .in = "T.deep", .of = "java.lang.Exception"});
    int entered = run(0);
    ck_assert_int_gt(entered, 500);
    char expected[64];
    snprintf(expected, sizeof expected, "%d\n%d\n", entered, entered);
    ck_assert_str_eq(rows_now(), expected);
    bool is_of;
    ck_assert_ptr_eq(vm_profile_unmet(profile, &is_of)->of, "java.lang.Exception");
    ck_assert(is_of);
    finish();
}
END_TEST

START_TEST(branches_switches_and_loops_count_by_what_they_do) {
    BEGIN("class T {\n"
          "  static int n;\n"
          "  static Object o;\n"
          "  static void f(int i, long l, Object p) {\n"
          "    if (i < 2) n++;\n"
          "    if (l > 2) n++;\n"
          "    if (p == o) n++;\n"
          "    if (p == null) n++;\n"
          "    switch (i) { case 0: n++; break; case 1: case 2: n += 2; break; default: n += 3; }\n"
          "    switch (i * 1000) { case 0: n++; break; case 2000: n += 2; }\n"
          "    do { n++; } while (i-- > 0);\n"
          "  }\n"
          "  static int run(int k) {\n"
          "    for (int i = -1; i < k; i++) f(i, i, i == 3 ? null : \"\");\n"
          "    return n;\n"
          "  }\n"
          "}",
          {.point = POINT_branch, .in = "T.f", KEYS(BY_site, BY_taken)},
          {.point = POINT_switch, .in = "T.f", KEYS(BY_site, BY_case)},
          {.point = POINT_loop, .in = "T.f", KEYS(BY_site)});
    run(5);
    ck_assert_str_eq(rows_now(), "T.f(IJLjava/lang/Object;)V:2 (line 5) 0 3\n"
                                 "T.f(IJLjava/lang/Object;)V:2 (line 5) 1 3\n"
                                 "T.f(IJLjava/lang/Object;)V:18 (line 6) 0 2\n"
                                 "T.f(IJLjava/lang/Object;)V:18 (line 6) 1 4\n"
                                 "T.f(IJLjava/lang/Object;)V:33 (line 7) 0 1\n"
                                 "T.f(IJLjava/lang/Object;)V:33 (line 7) 1 5\n"
                                 "T.f(IJLjava/lang/Object;)V:45 (line 8) 0 1\n"
                                 "T.f(IJLjava/lang/Object;)V:45 (line 8) 1 5\n"
                                 "T.f(IJLjava/lang/Object;)V:175 (line 11) 0 6\n"
                                 "T.f(IJLjava/lang/Object;)V:175 (line 11) 1 10\n"
                                 "T.f(IJLjava/lang/Object;)V:57 (line 9) 0 1\n"
                                 "T.f(IJLjava/lang/Object;)V:57 (line 9) 1 1\n"
                                 "T.f(IJLjava/lang/Object;)V:57 (line 9) 2 1\n"
                                 "T.f(IJLjava/lang/Object;)V:57 (line 9) default 3\n"
                                 "T.f(IJLjava/lang/Object;)V:119 (line 10) 0 1\n"
                                 "T.f(IJLjava/lang/Object;)V:119 (line 10) 2000 1\n"
                                 "T.f(IJLjava/lang/Object;)V:119 (line 10) default 4\n"
                                 "T.f(IJLjava/lang/Object;)V:175 (line 11) 10\n");
    finish();
}
END_TEST

START_TEST(locks_and_unlocks_are_as_many_whatever_throws) {
    BEGIN("class T {\n"
          "  int x;\n"
          "  synchronized int f(int i) { if (i % 2 == 0) throw new RuntimeException(); return x += "
          "i; }\n"
          "  static synchronized int g(int i) { return i; }\n"
          "  int h(int i) { synchronized (this) { synchronized (\"\") { return i / (i - 2); } } }\n"
          "  static int run(int k) {\n"
          "    T t = new T(), none = null;\n"
          "    int n = 0;\n"
          "    for (int i = 0; i < k; i++) {\n"
          "      try { n += t.f(i) + g(i); } catch (RuntimeException e) { n += 100; }\n"
          "      try { n += t.h(i); } catch (ArithmeticException e) { n += 1000; }\n"
          "    }\n"
          "    return n;\n"
          "  }\n"
          "}",
          {.point = POINT_lock, KEYS(BY_method, BY_class), .in = "T"},
          {.point = POINT_unlock, KEYS(BY_site, BY_class), .in = "T"});
    run(5);
    ck_assert_str_eq(rows_now(), "T.f(I)I T 5\n"
                                 "T.g(I)I java.lang.Class 2\n"
                                 "T.h(I)I T 5\n"
                                 "T.h(I)I java.lang.String 5\n"
                                 "T.f(I)I:13 (line 3) T 3\n"
                                 "T.f(I)I:25 (line 3) T 2\n"
                                 "T.g(I)I:1 (line 4) java.lang.Class 2\n"
                                 "T.h(I)I:17 (line 5) java.lang.String 4\n"
                                 "T.h(I)I:19 (line 5) T 4\n"
                                 "T.h(I)I:26 (line 5) java.lang.String 1\n"
                                 "T.h(I)I:32 (line 5) T 1\n");
    finish();
}
END_TEST

START_TEST(reads_and_writes_count_by_the_class_that_they_name_or_of_the_array) {
    BEGIN("class T {\n"
          "  static long s; int i; double d; T next;\n"
          "  static int run(int k) {\n"
          "    T t = new T(), none = null;\n"
          "    long[] a = new long[k]; Object[] o = new String[k]; boolean[] b = new boolean[2];\n"
          "    for (int i = 0; i < k; i++) { t.i += i; t.d = i; a[i] = t.i; s += a[i]; o[i] = "
          "\"\"; }\n"
          "    t.next = t;\n"
          "    b[0] = b[1];\n"
          "    try { none.i++; } catch (NullPointerException e) { }\n"
          "    try { none.d = 1; } catch (NullPointerException e) { }\n"
          "    try { a[k]++; } catch (ArrayIndexOutOfBoundsException e) { }\n"
          "    try { o[0] = t; } catch (ArrayStoreException e) { }\n"
          "    return t.i;\n"
          "  }\n"
          "}",
          {.point = POINT_read, .in = "T.run", KEYS(BY_class)},
          {.point = POINT_write, .in = "T.run", KEYS(BY_class)},
          {.point = POINT_check, .in = "T.run", KEYS(BY_class)},
          {.point = POINT_write, .of = "java.lang.*[]", .in = "T.run"});
    ck_assert_int_eq(run(4), 6);
    ck_assert_str_eq(rows_now(), "T 14\n"
                                 "boolean[] 1\n"
                                 "long[] 5\n"
                                 "T 14\n"
                                 "boolean[] 1\n"
                                 "java.lang.String[] 5\n"
                                 "long[] 4\n"
                                 "T 1\n"
                                 "java.lang.String 4\n"
                                 "5\n");
    finish();
}
END_TEST

START_TEST(classes_begin_once_also_when_their_initialisers_throw) {
    BEGIN("class T {\n"
          "  static int n;\n"
          "  static class A { static int x; static { n++; } }\n"
          "  static class B extends A { static int y; static { n += 10; } }\n"
          "  static class C { static int z = 1 / (n - n); }\n"
          "  static int run(int k) {\n"
          "    for (int i = 0; i < k; i++) B.y++;\n"
          "    for (int i = 0; i < k; i++) try { n += C.z; } catch (Error e) { n += 100; }\n"
          "    return n;\n"
          "  }\n"
          "}",
          {.point = POINT_initialize, .of = "T*", KEYS(BY_site, BY_class)},
          {.point = POINT_entry, .in = "T$*", KEYS(BY_method)},
          {.point = POINT_unwind, .in = "T$*", KEYS(BY_method, BY_class)});
    ck_assert_int_eq(run(3), 311);
    ck_assert_str_eq(rows_now(), " T 1\n"
                                 "T.run(I)I:7 (line 7) T$A 1\n"
                                 "T.run(I)I:7 (line 7) T$B 1\n"
                                 "T.run(I)I:31 (line 8) T$C 1\n"
                                 "T$A.<clinit>()V 1\n"
                                 "T$B.<clinit>()V 1\n"
                                 "T$C.<clinit>()V 1\n"
                                 "T$C.<clinit>()V java.lang.ArithmeticException 1\n");
    finish();
}
END_TEST

START_TEST(natives_count_where_bytecode_asks_for_them) {
    BEGIN(
        "class T {\n"
        "  static int run(int k) {\n"
        "    Object o = new T();\n"
        "    int n = 0;\n"
        "    for (int i = 0; i < k; i++) n += o.hashCode() == System.identityHashCode(o) ? 1 : 0;\n"
        "    return n;\n"
        "  }\n"
        "}",
        {.point = POINT_native, .in = "T.run", KEYS(BY_site, BY_callee, BY_receiver)});
    ck_assert_int_eq(run(3), 3);
    ck_assert_str_eq(
        rows_now(),
        "T.run(I)I:19 (line 5) java.lang.Object.hashCode()I T 3\n"
        "T.run(I)I:23 (line 5) java.lang.System.identityHashCode(Ljava/lang/Object;)I - 3\n");
    finish();
}
END_TEST

START_TEST(eight_threads_lose_nothing) {
    BEGIN("class T implements Runnable {\n"
          "  int n;\n"
          "  int step(int i) { return i % 3 == 0 ? 2 : 1; }\n"
          "  public void run() { for (int i = 0; i < 3000; i++) n += step(i); }\n"
          "  static int run(int k) throws Exception {\n"
          "    Thread[] threads = new Thread[k];\n"
          "    T[] all = new T[k];\n"
          "    for (int i = 0; i < k; i++) (threads[i] = new Thread(all[i] = new T())).start();\n"
          "    int sum = 0;\n"
          "    for (int i = 0; i < k; i++) { threads[i].join(); sum += all[i].n; }\n"
          "    return sum;\n"
          "  }\n"
          "}",
          {.point = POINT_branch, .in = "T.step", KEYS(BY_taken)},
          {.point = POINT_call, .in = "T.run()V", KEYS(BY_receiver)}, {.point = POINT_thread});
    ck_assert_int_eq(run(8), 32000);
    ck_assert_str_eq(rows_now(), "0 8000\n1 16000\nT 24000\n8\n");
    finish();
}
END_TEST

START_TEST(threads_count_apart_also_when_they_have_ended_and_between_marks) {
    BEGIN("class T implements Runnable {\n"
          "  int n;\n"
          "  void step() { n++; }\n"
          "  public void run() { for (int i = 0; i < 100; i++) step(); }\n"
          "  static int run(int k) throws Exception {\n"
          "    T t = new T();\n"
          "    Thread thread = new Thread(t, k + \"th\");\n"
          "    thread.start(); thread.join();\n"
          "    t.step();\n"
          "    return t.n;\n"
          "  }\n"
          "}",
          {.point = POINT_entry, .in = "T.step", KEYS(BY_thread)},
          {.point = POINT_entry, .in = "T.step", KEYS(BY_mark, BY_thread)});
    ck_assert_int_eq(run(5), 101);
    vm_profile_mark(profile, "one");
    ck_assert_int_eq(run(5), 101);
    ck_assert_int_eq(run(6), 101);
    ck_assert_str_eq(rows_now(), "5th 200\n"
                                 "6th 100\n"
                                 "main 3\n"
                                 "end 5th 100\n"
                                 "end 6th 100\n"
                                 "end main 2\n"
                                 "one 5th 100\n"
                                 "one main 1\n");
    finish();
}
END_TEST

START_TEST(locks_count_once_they_are_taken) {
    BEGIN("class T {\n"
          "  static void lock(Object o) { synchronized (o) { } }\n"
          "  static int run(int k) throws Exception {\n"
          "    Object o = new Object();\n"
          "    for (int i = 0; i < k; i++) lock(o);\n"
          "    Thread thread = new Thread(() -> lock(o));\n"
          "    synchronized (o) {\n"
          "      thread.start();\n"
          "      while (thread.getState() != Thread.State.BLOCKED) Thread.yield();\n"
          "      Profile.mark(\"waits\");\n"
          "    }\n"
          "    thread.join();\n"
          "    Profile.mark(\"has it\");\n"
          "    for (int i = 0; i < k; i++) {\n"
          "      try { lock(null); } catch (NullPointerException e) { k--; }\n"
          "    }\n"
          "    return k;\n"
          "  }\n"
          "}",
          {.point = POINT_lock, .in = "T.lock", KEYS(BY_mark, BY_class)});
    ck_assert_int_eq(run(4), 2);
    ck_assert_str_eq(rows_now(), "has it java.lang.Object 1\n"
                                 "waits java.lang.Object 4\n");
    finish();
}
END_TEST

static long most_kilobytes(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

START_TEST(marks_keep_nothing_of_threads_that_have_ended) {
    BEGIN("class T implements Runnable {\n"
          "  public void run() { }\n"
          "  static int run(int k) throws Exception {\n"
          "    for (int i = 0; i < k; i++) {\n"
          "      Thread thread = new Thread(new T());\n"
          "      thread.start(); thread.join();\n"
          "    }\n"
          "    return k;\n"
          "  }\n"
          "}",
          {.point = POINT_entry, .in = "T.run()V", KEYS(BY_mark)},
          {.point = POINT_thread, KEYS(BY_thread)});
    ck_assert_int_eq(run(100), 100);
    long before = most_kilobytes();
    for (int i = 0; i < 400; i++) vm_profile_mark(profile, i ? "more" : "first");
    ck_assert_int_lt(most_kilobytes() - before, 100000);
    ck_assert_int_eq(run(7), 7);
    ck_assert(strstr(rows_now(), "end 7\nfirst 100\n"));
    finish();
}
END_TEST

/* By the name that it has when the interval ends, and what it counted before counts no second time. */
START_TEST(a_thread_whose_name_changes_counts_in_each_interval_alone) {
    BEGIN("class T {\n"
          "  static void step() { }\n"
          "  static int run(int k) {\n"
          "    Thread.currentThread().setName(k + \"th\");\n"
          "    for (int i = 0; i < k; i++) step();\n"
          "    return k;\n"
          "  }\n"
          "}",
          {.point = POINT_entry, .in = "T.step", KEYS(BY_mark, BY_thread)});
    ck_assert_int_eq(run(5), 5);
    vm_profile_mark(profile, "one");
    ck_assert_int_eq(run(6), 6);
    vm_profile_mark(profile, "two");
    ck_assert_int_eq(run(5), 5);
    ck_assert_str_eq(rows_now(), "end 5th 5\n"
                                 "one 5th 5\n"
                                 "two 6th 6\n");
    finish();
}
END_TEST

START_TEST(lambdas_and_hidden_classes_count_as_any_code) {
    BEGIN("class T {\n"
          "  static int n;\n"
          "  static int run(int k) {\n"
          "    for (int i = 0; i < k; i++) { int j = i; Runnable r = () -> n += j; r.run(); }\n"
          "    return (\"\" + n + 'x' + 1L).length();\n"
          "  }\n"
          "}",
          {.point = POINT_entry, .in = "T*", KEYS(BY_method)},
          {.point = POINT_call, .in = "T*", KEYS(BY_callee)});
    ck_assert_int_eq(run(4), 3);
    ck_assert_str_eq(
        rows_now(),
        "T$$Lambda$1/0x0000000000000001.<init>(I)V 4\n"
        "T$$Lambda$1/0x0000000000000001.make-lambda(I)Ljava/lang/Runnable; 4\n"
        "T$$Lambda$1/0x0000000000000001.run()V 4\n"
        "T.lambda$run$0(I)V 4\n"
        "T.run(I)I 1\n"
        "T$$Lambda$1/0x0000000000000001.<init>(I)V 4\n"
        "T.lambda$run$0(I)V 4\n"
        "invokedynamic.run(I)Ljava/lang/Runnable; 4\n"
        "java.lang.Object.<init>()V 4\n"
        "java.lang.Runnable.run()V 4\n"
        "java.lang.String.length()I 1\n"
        "java.lang.StringBuilder.<init>()V 1\n"
        "java.lang.StringBuilder.append(C)Ljava/lang/StringBuilder; 1\n"
        "java.lang.StringBuilder.append(I)Ljava/lang/StringBuilder; 1\n"
        "java.lang.StringBuilder.append(J)Ljava/lang/StringBuilder; 1\n"
        "java.lang.StringBuilder.append(Ljava/lang/String;)Ljava/lang/StringBuilder; 1\n"
        "java.lang.StringBuilder.toString()Ljava/lang/String; 1\n");
    finish();
}
END_TEST

static int calls;

static void note_compilation(void *context, const struct event *event) {
    if (event->kind == EVENT_compiled)
        strbuf_addf(context, "%s after %d calls\n", event->root, calls);
}

static void add_compilations(const struct vm_rule *rules, size_t count, struct strbuf *out) {
    struct diag diag = DIAG_INIT;
    f = (struct fixture){0};
    begin(&f, "class T {\n"
              "  int x;\n"
              "  static int s, d;\n"
              "  synchronized int g(int i) { return x += i; }\n"
              "  static int h(int i) { if (i % 3 == 0) throw new RuntimeException(); return i; }\n"
              "  static int run(int k) {\n"
              "    T t = new T();\n"
              "    for (int i = 0; i < 7; i++)\n"
              "      try { s += h(i + k) + t.g(i); } catch (RuntimeException e) { s++; }\n"
              "    return s;\n"
              "  }\n"
              "  static int deep(int i) { d = i; return deep(i + 1) + 1; }\n"
              "  static int over(int k) {\n"
              "    try { deep(0); } catch (StackOverflowError e) { }\n"
              "    return d;\n"
              "  }\n"
              "}");
    const struct vm_sampling_options sampling = {.every_polls = 100};
    if (count) ck_assert(vm_sample_calls(f.vm, &sampling, &diag));
    if (count) ck_assert_ptr_nonnull(vm_profile_begin(f.vm, rules, count, &diag));
    vm_listen(f.vm, (struct event_sink){note_compilation, out});
    for (calls = 0; calls < 60; calls++) run(calls);
    strbuf_addf(out, "%d deep\n", interpreted(&f, "T.over", 0));
    end(&f);
}

START_TEST(every_rule_leaves_when_methods_are_compiled_and_how_deep_the_stack_goes_as_it_is) {
    struct vm_rule all[POINT_COUNT] = {0};
    struct strbuf without = STRBUF_INIT, with = STRBUF_INIT;
    for (int i = 0; i < POINT_COUNT; i++) all[i].point = (enum vm_point)i;
    add_compilations(all, 0, &without);
    add_compilations(all, POINT_COUNT, &with);
    ck_assert_ptr_nonnull(strstr(strbuf_text(&without), "T.run(I)I after"));
    ck_assert_str_eq(strbuf_text(&with), strbuf_text(&without));
    strbuf_release(&without);
    strbuf_release(&with);
}
END_TEST

START_TEST(what_nobody_counts_by_is_an_error) {
    struct diag diag = DIAG_INIT;
    f = (struct fixture){0};
    begin(&f, "class T { static int run(int k) { return k; } }");
    ck_assert_ptr_null(vm_profile_begin(
        f.vm, &(struct vm_rule){.point = POINT_entry, .levels = -2, KEYS(BY_context)}, 1, &diag));
    ck_assert_str_eq(diag.message, "levels are 0 or more, or all");
    diag = (struct diag)DIAG_INIT;
    ck_assert_ptr_null(
        vm_profile_begin(f.vm, &(struct vm_rule){.point = POINT_entry, .every = -1}, 1, &diag));
    ck_assert_str_eq(diag.message, "'every' is a number from 1 to 2147483647");
    const struct vm_condition eliminated = {
        .kind = VM_COMPARES, .key = BY_kind, .comparison = VM_EQUAL, .text = "ELIMINATED"};
    const struct vm_condition *parts[] = {&eliminated};
    const struct vm_condition both = {.kind = VM_ALL_OF, .parts = parts, .part_count = 1};
    diag = (struct diag)DIAG_INIT;
    ck_assert_ptr_null(vm_profile_begin(
        f.vm,
        &(struct vm_rule){.point = POINT_new, .anchor = VM_PRED, .condition = &both, KEYS(BY_site)},
        1, &diag));
    ck_assert_str_eq(diag.message, "PRED and SUCC follow what is carried out, which is never "
                                   "ELIMINATED: ask HERE");
    end(&f);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("profile");
    TCase *tc = tcase_create("profile");
    tcase_set_timeout(tc, 600);
    suite_add_tcase(suite, tc);
    tcase_add_test(tc, an_entry_counts_once_also_where_a_loop_goes_back_to_the_first_bytecode);
    tcase_add_test(tc, blocks_count_by_their_first_bytecode);
    tcase_add_test(
        tc, calls_count_by_the_method_that_the_bytecode_names_and_by_the_class_of_the_receiver);
    tcase_add_test(tc, objects_and_arrays_count_with_their_bytes_and_lengths);
    tcase_add_test(tc, what_natives_and_the_vm_make_is_native_at_the_bytecode_that_asks_for_it);
    tcase_add_test(tc, the_bytes_of_all_that_is_made_are_what_the_allocator_handed_out);
    tcase_add_test(tc, each_entry_ends_with_an_exit_or_with_an_exception_that_leaves);
    tcase_add_test(tc, an_overflow_leaves_each_method_that_was_entered);
    tcase_add_test(tc, branches_switches_and_loops_count_by_what_they_do);
    tcase_add_test(tc, locks_and_unlocks_are_as_many_whatever_throws);
    tcase_add_test(tc, reads_and_writes_count_by_the_class_that_they_name_or_of_the_array);
    tcase_add_test(tc, classes_begin_once_also_when_their_initialisers_throw);
    tcase_add_test(tc, natives_count_where_bytecode_asks_for_them);
    tcase_add_test(tc, eight_threads_lose_nothing);
    tcase_add_test(tc, threads_count_apart_also_when_they_have_ended_and_between_marks);
    tcase_add_test(tc, locks_count_once_they_are_taken);
    tcase_add_test(tc, marks_keep_nothing_of_threads_that_have_ended);
    tcase_add_test(tc, a_thread_whose_name_changes_counts_in_each_interval_alone);
    tcase_add_test(tc, lambdas_and_hidden_classes_count_as_any_code);
    tcase_add_test(
        tc, every_rule_leaves_when_methods_are_compiled_and_how_deep_the_stack_goes_as_it_is);
    tcase_add_test(tc, what_nobody_counts_by_is_an_error);
    return check_run(suite);
}
