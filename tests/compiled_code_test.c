/* Compiled code does what the interpreter does: calls, exceptions, type tests, limits, the stack.
 */
#include "runtime/stack.h"
#include "tests/vm_fixture.h"

/* --- calls --- */

static const char many_arguments[] =
    "class T {"
    "    double mixed(int a, double b, long c, float d, Object e, byte f, double g, char h, short "
    "i,"
    "                 boolean j, double k, float l, double m, float n, double o, double p, int q) {"
    "        return a + 2 * b + 3 * c + 4 * d + (e == this ? 5 : 0) + 6 * f + 7 * g + 8 * h + 9 * i"
    "            + (j ? 10 : 0) + 11 * k + 12 * l + 13 * m + 14 * n + 15 * o + 16 * p + 17 * q;"
    "    }"
    "    static float half(double d, long l) { return (float) (d / 2 + l); }"
    "    static long twice(float f) { return (long) (f * 2); }"
    "    static void nothing(int x, Object o) { if (o == null) last = x; }"
    "    static int last;"
    "    static int f(int x) {"
    "        nothing(x, null);"
    "        T t = new T();"
    "        double d = t.mixed(x, x + 1, x + 2, x + 3, t, (byte) x, x * 0.5, (char) x, (short) -x,"
    "                           x > 3, 1.5, 2.5f, x, -x, 1e3, x / 3.0, -x);"
    "        return (int) d * 31 + (int) half(d, x) + (int) twice((float) d) + last;"
    "    }"
    "}";

/* [_i]: who is compiled; the rest is interpreted and called from there. */
START_TEST(arguments_and_results_pass_between_compiled_and_interpreted_code) {
    struct fixture f = {0};
    static const char *const names[] = {"T.f", "T.mixed", "T.half", "T.twice", "T.nothing"};
    begin(&f, many_arguments);
    for (int i = 0; i < 5; i++) {
        unsigned directives = VM_NEVER_INLINE;
        if (_i >> i & 1) directives |= VM_NEVER_COMPILE;
        vm_direct(f.vm, method(&f, names[i]), directives);
    }
    for (int i = 0; i < 60; i++) {
        union value argument = {.i = i % 7};
        int expected = vm_call_interpreted(f.vm, method(&f, "T.f"), &argument).value.i;
        ck_assert_int_eq(call(&f, "T.f", i % 7), expected);
    }
    for (int i = 0; i < 5; i++)
        ck_assert_int_eq(vm_is_compiled(method(&f, names[i])), !(_i >> i & 1));
    end(&f);
}
END_TEST

static const char interfaces[] = "interface I { int f(int x); }"
                                 "class A implements I { public int f(int x) { return x + 1; } }"
                                 "class B implements I { public int f(int x) { return x * 2; } }"
                                 "class C implements I { public int f(int x) { return x - 3; } }"
                                 "class T {"
                                 "    static I[] all = {new A(), new B(), new C()};"
                                 "    static int f(int x) { return all[x % 3].f(x); }"
                                 "}";

START_TEST(an_interface_call_enters_what_each_receiver_implements) {
    struct fixture f = {0};
    begin(&f, interfaces);
    for (int i = 0; i < 90; i++) {
        int x = i < 50 ? 0 : i % 9;
        ck_assert_int_eq(call(&f, "T.f", x), x % 3 == 0 ? x + 1 : x % 3 == 1 ? x * 2 : x - 3);
    }
    end(&f);
}
END_TEST

/* --- exceptions --- */

static const char usual_exceptions[] =
    "class A { int y = 3; }"
    "class T {"
    "    static int[] a = new int[4]; static Object[] s = new String[2]; static A none;"
    "    static int f(int x) {"
    "        int where = 1;"
    "        try {"
    "            int r = a[x & 7]; where = 2; r += 7 / (x & 3); where = 3;"
    "            if ((x & 8) != 0) r += none.y;"
    "            where = 4; s[0] = (x & 16) != 0 ? (Object) new A() : \"\";"
    "            where = 5; r += new int[(x & 32) - 1 + (~x & 32)].length;"
    "            if ((x & 64) != 0) where = new int[-1].length;"
    "            return r;"
    "        } catch (ArrayIndexOutOfBoundsException e) { return where + e.getMessage().length();"
    "        } catch (ArithmeticException e) { return where * 100 + e.getMessage().length();"
    "        } catch (NullPointerException e) { return where * 1000;"
    "        } catch (ArrayStoreException e) { return where * 10000 + e.getMessage().length();"
    "        } catch (NegativeArraySizeException e) { return where * 100000 + "
    "e.getMessage().length();"
    "        } finally { a[0]++; }"
    "    }"
    "    static int passes(int x) { try { return g(x); } catch (RuntimeException e) { return -x; } "
    "}"
    "    static int g(int x) { return 12 / (x % 5); }"
    "}";

START_TEST(exceptions_that_the_profile_saw_stay_in_compiled_code) {
    struct fixture f = {0};
    begin(&f, usual_exceptions);
    for (int i = 0; i < 4000; i++) {
        call(&f, "T.f", i);
        call(&f, "T.passes", i);
    }
    memset(&f.heard, 0, sizeof f.heard);
    for (int x = 0; x < 128; x++) {
        ck_assert_int_eq(call(&f, "T.f", x), interpreted(&f, "T.f", x));
        ck_assert_int_eq(call(&f, "T.passes", x), interpreted(&f, "T.passes", x));
    }
    ck_assert(vm_is_compiled(method(&f, "T.f")));
    ck_assert_int_eq(f.heard.counts[EVENT_deoptimized], 0);
    end(&f);
}
END_TEST

START_TEST(code_is_compiled_again_when_an_exception_becomes_usual) {
    struct fixture f = {0};
    begin(&f, usual_exceptions);
    for (int i = 0; i < 100; i++) call(&f, "T.passes", 1);
    ck_assert_int_eq(f.heard.counts[EVENT_deoptimized], 0);
    for (int i = 0; i < 400; i++) ck_assert_int_eq(call(&f, "T.passes", 5), -5);
    ck_assert_int_eq(f.heard.counts[EVENT_deoptimized], 50);
    ck_assert_int_eq(vm_compilation_count(method(&f, "T.passes")), 2);
    end(&f);
}
END_TEST

static const char endless[] =
    "class T {"
    "    static int depth;"
    "    static int a(int n, double d, Object o) { depth++; return n == 0 ? 1 : b(n - 1, o) + 1; }"
    "    static int b(int n, Object o) { return n == 0 ? 2 : a(n - 1, n * 0.5, o) + 1; }"
    "    static int top(int n) {"
    "        depth = 0;"
    "        try { return a(n, 1, new T()); }"
    "        catch (StackOverflowError e) { return depth > 1000 ? -1 : -2; }"
    "    }"
    "}";

/* [_i]: who is compiled. */
START_TEST(a_stack_overflow_is_survived_wherever_it_happens) {
    struct fixture f = {0};
    begin(&f, endless);
    static const char *const names[] = {"T.a", "T.b", "T.top"};
    for (int i = 0; i < 3; i++)
        if (_i >> i & 1) vm_direct(f.vm, method(&f, names[i]), VM_NEVER_COMPILE | VM_NEVER_INLINE);
    for (int i = 0; i < 50; i++) ck_assert_int_eq(call(&f, "T.top", 10), 11);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(call(&f, "T.top", 1 << 30), -1);
        ck_assert_int_eq(call(&f, "T.top", 9), 11);
    }
    end(&f);
}
END_TEST

/* --- types --- */

static const char types[] =
    "interface I {} interface J extends I {}"
    "class A {} class B extends A implements I {} class C extends B implements J {}"
    "class D extends C {} class E extends D {} class F extends E {} class G extends F {}"
    "class H extends G {} class K extends H {} final class L extends K {}"
    "class T {"
    "    static Object[] all = {null, new Object(), new A(), new B(), new C(), new D(), new E(),"
    "        new F(), new G(), new H(), new K(), new L(), new int[1], new A[1], new L[1], new I[1],"
    "        new int[1][1], new B[1][1], \"\"};"
    "    static int f(int i) {"
    "        Object o = all[i];"
    "        int r = 0;"
    "        if (o instanceof A) r |= 1; if (o instanceof C) r |= 2; if (o instanceof H) r |= 4;"
    "        if (o instanceof K) r |= 8; if (o instanceof L) r |= 16; if (o instanceof I) r |= 32;"
    "        if (o instanceof J) r |= 64; if (o instanceof int[]) r |= 128;"
    "        if (o instanceof A[]) r |= 256; if (o instanceof L[]) r |= 512;"
    "        if (o instanceof I[]) r |= 1024; if (o instanceof Object[]) r |= 2048;"
    "        if (o instanceof A[][]) r |= 4096; if (o instanceof String) r |= 8192;"
    "        if (o instanceof G) r |= 16384; if (o instanceof F) r |= 32768;"
    "        try { A[] a = (A[]) o; r |= 1 << 20; } catch (ClassCastException e) { r |= 1 << 21; }"
    "        return r;"
    "    }"
    "    static int each(int x) { int r = x; for (int i = 0; i < all.length; i++) r = r * 31 + "
    "f(i);"
    "        return r; }"
    "}";

START_TEST(type_tests_know_every_depth_interfaces_and_arrays) {
    struct fixture f = {0};
    begin(&f, types);
    vm_direct(f.vm, method(&f, "T.f"), VM_NEVER_INLINE);
    int expected = interpreted(&f, "T.each", 1);
    for (int i = 0; i < 60; i++) ck_assert_int_eq(call(&f, "T.each", 1), expected);
    ck_assert(vm_is_compiled(method(&f, "T.f")));
    end(&f);
}
END_TEST

/* --- limits --- */

static const char limits[] =
    "class T {"
    "    static Object keep;"
    "    static int depth(int x) { return depth(x + 1) + 1; }"
    "    static int deep(int x) { try { return depth(x); } catch (StackOverflowError e) { return "
    "-1; } }"
    "    static int take(int x) { long[] a = new long[x]; keep = a; return a.length; }"
    "    static int full(int x) { try { return take(x); } catch (OutOfMemoryError e) { return -1; "
    "} }"
    "}";

START_TEST(compiled_code_throws_when_the_stack_ends) {
    struct fixture f = {0};
    begin(&f, limits);
    for (int i = 0; i < 30; i++) ck_assert_int_eq(call(&f, "T.deep", 0), -1);
    ck_assert(vm_is_compiled(method(&f, "T.depth")));
    end(&f);
}
END_TEST

/* Frames of more than a hundred slots, so that the interpreter's stack is full before the
 * C stack, and [f] finds no room in it where [r] did. */
#define TEN(letter)                                                                                \
    letter "0 = x, " letter "1 = x, " letter "2 = x, " letter "3 = x, " letter "4 = x, " letter    \
           "5 = x, " letter "6 = x, " letter "7 = x, " letter "8 = x, " letter "9 = x"
static const char at_the_end[] =
    "class T { static int begun, done, caught; static Object o = 7;"
    "  static int f(int x) {"
    "    long " TEN("a") ", " TEN("b") ", " TEN("c") ", " TEN("d") ", " TEN("e") ", " TEN(
        "g") ";"
             "    begun++; try { return ((Integer) o).intValue(); }"
             "    catch (ClassCastException e) { caught++; return 1; } finally { done++; } }"
             "  static int r(int x) {"
             "    long " TEN("a") ", " TEN("b") ", " TEN("c") ", " TEN("d") ", " TEN(
                 "e") ";"
                      "    return f(0) + r(x + 1); }"
                      "  static int warm(int x) { while (x-- > 0) f(1); return 0; }"
                      "  static int g(int x) { o = \"x\"; try { return r(x); } catch "
                      "(StackOverflowError e) {"
                      "    return begun - done; } } }";

START_TEST(compiled_code_goes_on_in_the_interpreter_though_the_stack_is_full) {
    struct fixture f = {.threshold = 20000};
    begin(&f, at_the_end);
    call(&f, "T.warm", 30000);
    ck_assert(vm_is_compiled(method(&f, "T.f")));
    ck_assert_int_eq(call(&f, "T.g", 0), 0);
    ck_assert_int_gt(f.heard.counts[EVENT_deoptimized], 2000);
    ck_assert(!vm_is_compiled(method(&f, "T.r")));
    end(&f);
}
END_TEST

START_TEST(compiled_code_throws_when_the_heap_is_full) {
    struct fixture f = {.options = vm_options_default()};
    f.options.heap_bytes = 16 << 20;
    begin(&f, limits);
    warm_up(&f, "T.full", 10);
    ck_assert_int_eq(call(&f, "T.full", 10), 10);
    ck_assert_int_eq(call(&f, "T.full", 100 << 20), -1);
    ck_assert_int_eq(call(&f, "T.full", 10), 10);
    end(&f);
}
END_TEST

/* Lists that fill the heap and are dropped: one stale word anywhere on the stacks would keep all.
 */
static const char full_heap[] =
    "class N { N next; } class W { W next; long a, b; } class T {"
    "  static int f(int i) { N h = null; int c = 0;"
    "    try { while (true) { N q = new N(); q.next = h; h = q; } }"
    "    catch (OutOfMemoryError e) { for (N n = h; n != null; n = n.next) c++; h = null; }"
    "    return use(i, c); }"
    "  static int g(int i) { W h = null; int c = 0;"
    "    try { while (true) { W q = new W(); q.next = h; h = q; } }"
    "    catch (OutOfMemoryError e) { for (W n = h; n != null; n = n.next) c++; h = null; }"
    "    return use(i, c); }"
    "  static int h(int i) { Object[] h = null; int c = 0;"
    "    try { while (true) { Object[] q = new Object[5]; q[0] = h; h = q; } }"
    "    catch (OutOfMemoryError e) {"
    "      for (Object[] n = h; n != null; n = (Object[]) n[0]) c++; h = null; }"
    "    return use(i, c); }"
    "  static void fill(Object[] to) {"
    "    while (true) { Object[] q = new Object[5]; q[0] = to[0]; to[0] = q; } }"
    "  static int caught(int i) { Object[] h = new Object[1]; int c = 0;"
    "    try { if (i < 0) h[0] = new N(); else fill(h); } catch (OutOfMemoryError e) {"
    "      for (Object[] n = (Object[]) h[0]; n != null; n = (Object[]) n[0]) c++; h[0] = null; }"
    "    return i < 0 ? 0 : use(i, c); }"
    "  static N kept;"
    "  static int use(int i, int c) { String s = \"\" + i;"
    "    for (int k = 0; k < 2000; k++) { int[] a = new int[500]; s = \"\" + k + a.length; }"
    "    kept = new N(); return s.length() == 7 ? c : -1; } }";

START_TEST(a_list_that_filled_the_heap_can_be_dropped) {
    static const char *const names[] = {"T.f", "T.g", "T.h"};
    static const int sizes[] = {32, 48, 80};
    struct fixture f = {.options = vm_options_default()};
    f.options.heap_bytes = (size_t)(16 << 20) - (size_t)(_i % 6 / 2) * 123456;
    if (_i >= 6) f.options.loop_threshold = 1000; /* compiled code stands in for the loop's frame */
    begin(&f, full_heap);
    for (int round = 0; round < 9; round++) {
        const char *name = names[round % 3];
        struct method *filler = method(&f, name);
        union value argument = {.i = round};
        struct vm_result result = _i % 2 ? vm_call(f.vm, filler, &argument)
                                         : vm_call_interpreted(f.vm, filler, &argument);
        ck_assert_msg(!result.threw, "%s, round %d", name, round);
        size_t held = (size_t)result.value.i * (size_t)sizes[round % 3];
        ck_assert_msg(held > f.options.heap_bytes / 10 * 9, "%s, round %d: only %zu bytes", name,
                      round, held);
    }
    end(&f);
}
END_TEST

/* At first the guard behind the call fails, and the array that [h] is must be made. */
START_TEST(a_list_that_filled_the_heap_can_be_dropped_by_compiled_code) {
    struct fixture f = {.options = vm_options_default()};
    f.options.heap_bytes = 8 << 20;
    begin(&f, full_heap);
    for (int round = 0; round < 40; round++) {
        struct vm_result result =
            vm_call(f.vm, method(&f, "T.caught"), (union value[]){{.i = round}});
        ck_assert_msg(!result.threw, "round %d", round);
        ck_assert_int_gt(result.value.i * 80, (8 << 20) / 10 * 9);
    }
    ck_assert(vm_is_compiled(method(&f, "T.caught")));
    end(&f);
}
END_TEST

static const char taken_apart[] =
    "class B { long[] q = new long[30]; long a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p; B(int "
    "x) { a = x; p = 2 * x; } "
    "}"
    "class T { static Object[] kept = new Object[20000]; static int count; static Object hog;"
    "  static int f(int x) { B b = new B(x), c = new B(x + 1);"
    "    try { hog = new long[x]; }"
    "    catch (OutOfMemoryError e) { kept[count++] = b; kept[count++] = c; return -1; }"
    "    return (int) (b.a + c.p); }"
    "  static int fill(int x) { hog = null; long[][] all = new long[2000][]; int n = 0;"
    "    for (int size = 100000; size > 1; size /= 2)"
    "      try { while (true) { all[n] = new long[size]; n++; } } catch (OutOfMemoryError e) { }"
    "    for (int i = 0; i < 1500; i++) f(1 << 20);"
    "    all = null; long sum = 0;"
    "    for (int i = 0; i < count; i++) sum += ((B) kept[i]).a + ((B) kept[i]).p;"
    "    return (int) (sum / 3 / count - (1 << 20)) + count; } }";

/* 3,000 objects of 152 bytes with arrays of 256 in a heap without room for one. */
START_TEST(objects_taken_apart_are_made_in_a_full_heap) {
    struct fixture f = {.options = vm_options_default()};
    f.options.heap_bytes = 4 << 20;
    begin(&f, taken_apart);
    warm_up(&f, "T.f", 10);
    ck_assert(vm_is_compiled(method(&f, "T.f")));
    ck_assert_int_eq(call(&f, "T.fill", 0), 3000);
    ck_assert_int_gt(vm_rematerialized_bytes(f.vm), 3000 * (152 + 256) - 1);
    ck_assert_int_eq(call(&f, "T.f", 10), 32);
    end(&f);
}
END_TEST

static const char made_late[] =
    "class A { long x, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p; A(int x) { this.x = x; } }"
    "class T { static Object lock = new Object(); static A sink; static int counter, caught;"
    "  static A[] kept = new A[2000]; static Object hog;"
    "  static int locked(int x) { synchronized (lock) {"
    "    A a = new A(x); counter += x; if ((x & 1) == 1) sink = a; return (int) a.x; } }"
    "  static int guarded(int x) {"
    "    try { A a = new A(x); counter += x; if ((x & 1) == 1) sink = a; return (int) a.x; }"
    "    catch (OutOfMemoryError e) { caught++; return -1; } }"
    "  static int full(int which) { hog = null; long[][] all = new long[2000][]; int n = 0;"
    "    for (int size = 100000; size > 1; size /= 2)"
    "      try { while (true) { all[n] = new long[size]; n++; } } catch (OutOfMemoryError e) { }"
    "    int failed = 0; caught = 0;"
    "    for (int i = 0; i < 1000; i++)"
    "      try { if (which == 0) locked(2 * i + 1); else guarded(2 * i + 1); kept[i] = sink; }"
    "      catch (OutOfMemoryError e) { failed++; }"
    "    all = null;"
    "    if (Thread.holdsLock(lock)) return -1;"
    "    return which == 0 ? failed - caught : caught - failed; } }";

/* [_i]: under a lock; in a try block. An object that becomes real behind what can be seen meets the
 * full heap, too. */
START_TEST(an_object_made_late_in_a_full_heap_passes_no_lock_and_no_handler) {
    struct fixture f = {.options = vm_options_default()};
    f.options.heap_bytes = 4 << 20;
    begin(&f, made_late);
    const char *name = _i ? "T.guarded" : "T.locked";
    warm_up(&f, name, 10);
    ck_assert(vm_is_compiled(method(&f, name)));
    ck_assert_int_gt(call(&f, "T.full", _i), 900);
    ck_assert_int_eq(call(&f, name, 10), 10);
    end(&f);
}
END_TEST

static const char soft[] =
    "import java.lang.ref.SoftReference; class T { static Object sink;"
    "  static SoftReference make(int n) {"
    "    return n > 0 ? make(n - 1) : new SoftReference(new int[1000]); }"
    "  static int work() { for (int k = 0; k < 200000; k++) sink = new int[100]; return 0; }"
    "  static int f(int i) { SoftReference s = make(50); work();"
    "    if (s.refersTo(null)) return 1;"
    "    try { sink = null; while (true) sink = new Object[] {sink, null, null, null}; }"
    "    catch (OutOfMemoryError e) { sink = null; }"
    "    return s.refersTo(null) ? 2 : 3; } }";

START_TEST(soft_references_are_cleared_before_memory_runs_out_and_not_earlier) {
    struct fixture f = {.options = vm_options_default()};
    f.options.heap_bytes = 16 << 20;
    f.options.interpret_only = _i;
    begin(&f, soft);
    ck_assert_int_eq(call(&f, "T.f", 1), 2);
    end(&f);
}
END_TEST

/* --- the stack --- */

static const char deep[] =
    "interface I { int at(int x); }"
    "class A implements I { public int at(int x) { T.probe(x); return x; } }"
    "class B implements I { public int at(int x) { return 1 + T.leaf(x); } }"
    "class T {"
    "    static I[] all = new I[3];"
    "    static native void probe(int x);"
    "    static int leaf(int x) { int y = x + 1; probe(y); return y; }"
    "    static int middle(int x, double d, long l) { return leaf(x) + (int) d + leaf((int) l); }"
    "    static int each(int x) {"
    "        int sum = 0;"
    "        for (int i = 0; i < all.length; i++) sum += all[i].at(x);"
    "        return sum;"
    "    }"
    "    static int caught(int x, int[] a) {"
    "        try { return middle(a[x], 1.5, 2); }"
    "        catch (ArrayIndexOutOfBoundsException e) { return leaf(3); }"
    "    }"
    "    static int top(int x) {"
    "        if (all[0] == null) { all[0] = new A(); all[1] = new B(); all[2] = new A(); }"
    "        return middle(x, 2.5, 7) + each(x) + caught(x, new int[2]) + caught(9, new int[2]);"
    "    }"
    "}";

static struct strbuf walked;

static union value walk_stack(struct thread *thread, union value *arguments) {
    struct stack_walk walk;
    struct stack_entry entry;
    stack_walk_begin(&walk, thread);
    while (stack_walk_next(&walk, &entry))
        strbuf_addf(&walked, "%s:%d ", vm_method_name(entry.method), entry.bci);
    strbuf_addf(&walked, "(%d)\n", arguments[0].i);
    return (union value){.j = 0};
}

/* The walks of one call, in memory of the test's. */
static char *walks_of(struct fixture *f, const char *name, bool interpret) {
    walked = (struct strbuf)STRBUF_INIT;
    union value argument = {.i = 1};
    struct vm_result result = interpret ? vm_call_interpreted(f->vm, method(f, name), &argument)
                                        : vm_call(f->vm, method(f, name), &argument);
    ck_assert(!result.threw);
    return strbuf_detach(&walked);
}

/* [_i]: which methods are compiled: all, some, inlined or not; under stress or not. */
START_TEST(the_stack_is_the_same_in_compiled_code) {
    struct fixture f = {.options = vm_options_default()};
    f.options.deoptimize_always = _i & 8;
    f.options.loop_threshold = _i & 1 ? 7 : 0;
    begin(&f, deep);
    method(&f, "T.probe")->native = walk_stack;
    if (_i & 1) vm_direct(f.vm, method(&f, "T.middle"), VM_NEVER_COMPILE | VM_NEVER_INLINE);
    if (_i & 2) vm_direct(f.vm, method(&f, "T.leaf"), VM_NEVER_INLINE);
    if (_i & 4) vm_direct(f.vm, method(&f, "T.each"), VM_NEVER_INLINE);
    char *expected = walks_of(&f, "T.top", true);
    ck_assert_ptr_nonnull(strstr(expected, "T.leaf(I)I:5 T.middle(IDJ)I:1 T.top(I)I:"));
    for (int i = 0; i < 100; i++) {
        char *walks = walks_of(&f, "T.top", false);
        ck_assert_str_eq(walks, expected);
        free(walks);
    }
    ck_assert(f.options.deoptimize_always || vm_is_compiled(method(&f, "T.top")));
    free(expected);
    end(&f);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("compiled code");
    TCase *cases = tcase_create("compiled code");
    tcase_set_timeout(cases, 120);
    tcase_add_loop_test(cases, arguments_and_results_pass_between_compiled_and_interpreted_code, 0,
                        32);
    tcase_add_test(cases, an_interface_call_enters_what_each_receiver_implements);
    tcase_add_test(cases, exceptions_that_the_profile_saw_stay_in_compiled_code);
    tcase_add_test(cases, code_is_compiled_again_when_an_exception_becomes_usual);
    tcase_add_loop_test(cases, a_stack_overflow_is_survived_wherever_it_happens, 0, 8);
    tcase_add_test(cases, type_tests_know_every_depth_interfaces_and_arrays);
    tcase_add_test(cases, compiled_code_throws_when_the_stack_ends);
    tcase_add_test(cases, compiled_code_throws_when_the_heap_is_full);
    tcase_add_test(cases, compiled_code_goes_on_in_the_interpreter_though_the_stack_is_full);
    tcase_add_test(cases, objects_taken_apart_are_made_in_a_full_heap);
    tcase_add_loop_test(cases, an_object_made_late_in_a_full_heap_passes_no_lock_and_no_handler, 0,
                        2);
    tcase_add_loop_test(cases, a_list_that_filled_the_heap_can_be_dropped, 0, 12);
    tcase_add_test(cases, a_list_that_filled_the_heap_can_be_dropped_by_compiled_code);
    tcase_add_loop_test(cases, soft_references_are_cleared_before_memory_runs_out_and_not_earlier,
                        0, 2);
    tcase_add_loop_test(cases, the_stack_is_the_same_in_compiled_code, 0, 16);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
