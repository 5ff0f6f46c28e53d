/* What rules tell of classes in compiled code, also of objects that are not allocated. */
#include "compiled_profile.h"

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

int main(void) {
    Suite *suite = suite_create("classes in compiled profiles");
    TCase *same = tcase_create("as interpreted");
    suite_add_tcase(suite, same);
    tcase_set_timeout(same, 60);
    tcase_add_test(same, classes_of_objects_that_are_not_allocated);
    tcase_add_test(same, classes_of_objects_in_fields_of_objects_that_are_not_allocated);
    tcase_add_test(same, classes_in_fields_of_objects_that_go_after_the_load);
    tcase_add_test(same, classes_in_fields_of_objects_that_others_store_in);
    tcase_add_test(same, classes_in_fields_of_one_of_two_objects);
    tcase_add_test(same, branches_on_objects_that_are_not_allocated);
    tcase_add_test(same, branches_on_classes_of_objects_that_are_not_allocated);
    tcase_add_test(same, classes_that_only_the_execution_tells);
    return check_run(suite);
}
