/* Classes without an interpreter: their shape, what loads, links and is initialised, and what does
 * not. */
#include "base/check_run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/intern.h"
#include "classfile/bytes.h"
#include "runtime/internal.h"
#include "runtime/testing.h"

static struct testing testing;
static struct thread *thread = &testing.runtime.main;
static const struct known_classes *known = &testing.runtime.known;

static char log_text[1000];  /* methods that were called */
static const char *throwing; /* the class whose initialiser throws */

static union value log_call(struct thread *of, struct method *method, union value *arguments) {
    snprintf(log_text + strlen(log_text), sizeof log_text - strlen(log_text), "%s ",
             method->class->name);
    if (throwing && !strcmp(throwing, method->class->name)) throw_division_by_zero(of);
    return (union value){.bits = 0};
}

static void setup(void) {
    log_text[0] = 0;
    throwing = NULL;
    testing_start(&testing, log_call, 4 << 20);
}

static void teardown(void) { testing_stop(&testing); }

static void begin(struct class_writer *writer, uint16_t access, const char *name,
                  const char *super) {
    class_writer_init(writer, 52, access, name, super);
}

static void begin_class(struct class_writer *writer, const char *name, const char *super) {
    begin(writer, ACC_PUBLIC | ACC_SUPER, name, super);
}

static void begin_interface(struct class_writer *writer, const char *name) {
    begin(writer, ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT, name, "java/lang/Object");
}

static void add_method(struct class_writer *writer, uint16_t access, const char *name) {
    const uint8_t code[] = {0xb1}; /* return */
    if (access & ACC_ABSTRACT)
        class_writer_add_method(
            writer, &(struct member_info){.access = access, .name = name, .descriptor = "()V"});
    else
        testing_add_code(writer, access, name, "()V", code, sizeof code);
}

static struct method *method_of(const char *class, const char *name) {
    return class_find_method(testing_load(&testing, class), intern(name), intern("()V"));
}

static struct field *field_of(const char *class, const char *name, const char *descriptor) {
    return class_find_field(testing_load(&testing, class), intern(name), intern(descriptor));
}

static void add_class(const char *name, const char *super) {
    struct class_writer writer;
    begin_class(&writer, name, super);
    testing_add(&testing, name, &writer);
}

/* --- shape */

START_TEST(fields_follow_those_of_the_superclass_each_on_a_multiple_of_its_size) {
    struct class_writer writer;
    begin_class(&writer, "A", "java/lang/Object");
    class_writer_add_field(&writer, 0, "z", "Z", 0);
    class_writer_add_field(&writer, 0, "j", "J", 0);
    class_writer_add_field(&writer, 0, "i", "I", 0);
    class_writer_add_field(&writer, ACC_STATIC, "s", "J", 0);
    testing_add(&testing, "A", &writer);
    begin_class(&writer, "B", "A");
    class_writer_add_field(&writer, 0, "r", "LA;", 0);
    class_writer_add_field(&writer, 0, "c", "C", 0);
    testing_add(&testing, "B", &writer);
    ck_assert_uint_eq(field_of("A", "j", "J")->offset, 16);
    ck_assert_uint_eq(field_of("A", "i", "I")->offset, 24);
    ck_assert_uint_eq(field_of("A", "z", "Z")->offset, 28);
    ck_assert_uint_eq(testing_load(&testing, "A")->instance_size, 32);
    ck_assert_uint_eq(field_of("B", "r", "LA;")->offset, 32);
    ck_assert_uint_eq(field_of("B", "c", "C")->offset, 40);
    ck_assert_uint_eq(field_of("B", "z", "Z")->offset, 28);
    ck_assert_uint_eq(testing_load(&testing, "B")->instance_size, 48);
    ck_assert_int_eq(testing_load(&testing, "B")->reference_count, 1);
    ck_assert_ptr_nonnull(field_of("A", "s", "J")->cell);
    ck_assert_str_eq(field_full_name(field_of("B", "r", "LA;")), "B.r");
}
END_TEST

static void add_fields(const char *name, const char *super, int count) {
    struct class_writer writer;
    begin_class(&writer, name, super);
    for (int i = 0; i < count; i++)
        class_writer_add_field(&writer, 0, arena_format(&testing.arena, "%s%d", name, i), "LA;", 0);
    testing_add(&testing, name, &writer);
}

START_TEST(a_class_may_have_more_references_than_one_class_file_can_declare) {
    enum { EACH = 32000, CLASSES = 3 };
    add_fields("A", "java/lang/Object", EACH);
    add_fields("B", "A", EACH);
    add_fields("C", "B", EACH);
    const struct class *class = testing_load(&testing, "C");
    ck_assert_int_eq(class->reference_count, CLASSES * EACH);
    ck_assert_uint_eq(class->reference_offsets[class->reference_count - 1] + 8, class->fields_end);
}
END_TEST

START_TEST(a_method_takes_over_the_slot_of_the_one_it_overrides) {
    struct class_writer writer;
    begin_class(&writer, "A", "java/lang/Object");
    add_method(&writer, ACC_PUBLIC, "f");
    add_method(&writer, ACC_PRIVATE, "p");
    add_method(&writer, ACC_STATIC, "s");
    testing_add(&testing, "A", &writer);
    begin_class(&writer, "B", "A");
    add_method(&writer, ACC_PUBLIC, "g");
    add_method(&writer, ACC_PUBLIC, "f");
    add_method(&writer, ACC_PRIVATE, "p");
    testing_add(&testing, "B", &writer);
    struct class *a = testing_load(&testing, "A"), *b = testing_load(&testing, "B");
    struct method *f = method_of("A", "f");
    ck_assert_int_eq(f->vtable_index, method_of("B", "f")->vtable_index);
    ck_assert_int_eq(b->vtable_size, a->vtable_size + 1);
    ck_assert_int_eq(method_of("A", "p")->vtable_index, -1);
    ck_assert_ptr_eq(class_select_method(a, f), f);
    ck_assert_ptr_eq(class_select_method(b, f), method_of("B", "f"));
    ck_assert_ptr_eq(class_select_method(b, method_of("A", "p")), method_of("A", "p"));
    ck_assert_str_eq(method_full_name(f), "A.f()V");
    ck_assert_ptr_eq(class_select_method(class_array_of(a),
                                         class_find_method(b, intern("answer"), intern("()I"))),
                     class_find_method(known->object, intern("answer"), intern("()I")));
}
END_TEST

START_TEST(a_package_private_method_is_overridden_in_its_package_only) {
    struct class_writer writer;
    begin_class(&writer, "p/A", "java/lang/Object");
    add_method(&writer, 0, "f");
    testing_add(&testing, "p/A", &writer);
    begin_class(&writer, "q/B", "p/A");
    add_method(&writer, 0, "f");
    testing_add(&testing, "q/B", &writer);
    struct method *f = method_of("p/A", "f");
    ck_assert_ptr_eq(class_select_method(testing_load(&testing, "q/B"), f), f);
    ck_assert(class_same_package(testing_load(&testing, "p/A"), testing_load(&testing, "p/A")));
    ck_assert(!class_same_package(testing_load(&testing, "p/A"), testing_load(&testing, "q/B")));
}
END_TEST

START_TEST(an_interface_method_selects_the_class_first_then_the_most_specific_default) {
    struct class_writer writer;
    begin_interface(&writer, "I");
    add_method(&writer, ACC_PUBLIC, "f");
    add_method(&writer, ACC_PUBLIC | ACC_ABSTRACT, "g");
    testing_add(&testing, "I", &writer);
    begin_interface(&writer, "J");
    class_writer_add_interface(&writer, "I");
    add_method(&writer, ACC_PUBLIC, "f");
    testing_add(&testing, "J", &writer);
    begin_class(&writer, "A", "java/lang/Object");
    class_writer_add_interface(&writer, "I");
    class_writer_add_interface(&writer, "J");
    testing_add(&testing, "A", &writer);
    begin_class(&writer, "B", "A");
    add_method(&writer, ACC_PUBLIC, "f");
    testing_add(&testing, "B", &writer);
    struct class *a = testing_load(&testing, "A"), *b = testing_load(&testing, "B");
    struct method *f = method_of("I", "f");
    for (int twice = 0; twice < 2; twice++) {
        ck_assert_ptr_eq(class_select_method(a, f), method_of("J", "f"));
        ck_assert_ptr_eq(class_select_method(b, f), method_of("B", "f"));
        ck_assert_ptr_null(class_select_method(b, method_of("I", "g")));
    }
    ck_assert_ptr_eq(class_find_method(a, intern("f"), intern("()V")), method_of("J", "f"));
    ck_assert(class_is_subtype(b, testing_load(&testing, "I")));
    throw_abstract_method(thread, b, method_of("I", "g"), NULL);
    ck_assert_str_eq(
        testing_exception(&testing),
        "java.lang.AbstractMethodError: Receiver class B does not define or inherit an "
        "implementation of the resolved method 'abstract void g()' of interface I.");
}
END_TEST

START_TEST(arrays_are_subtypes_as_their_elements_are) {
    add_class("A", "java/lang/Object");
    add_class("B", "A");
    struct class *b_array = testing_load(&testing, "[LB;"),
                 *a_array = testing_load(&testing, "[LA;");
    ck_assert(class_is_subtype(b_array, a_array));
    ck_assert(!class_is_subtype(a_array, b_array));
    ck_assert(class_is_subtype(b_array, known->object));
    ck_assert(class_is_subtype(b_array, known->cloneable));
    ck_assert(class_is_subtype(testing_load(&testing, "[[LB;"), testing_load(&testing, "[[LA;")));
    ck_assert(class_is_subtype(testing_load(&testing, "[[I"), class_array_of(known->object)));
    ck_assert(!class_is_subtype(testing_load(&testing, "[I"), class_array_of(known->object)));
    ck_assert(!class_is_subtype(testing_load(&testing, "[I"), testing_load(&testing, "[J")));
    ck_assert_ptr_eq(testing_load(&testing, "[I"),
                     class_array_of(testing.runtime.primitives[JAVA_INT]));
    ck_assert_str_eq(class_array_of(b_array)->binary_name, "[[LB;");
}
END_TEST

/* --- loading */

START_TEST(a_class_that_is_not_there_is_not_found) {
    ck_assert_ptr_null(class_load(thread, "a/B"));
    ck_assert_str_eq(testing_exception(&testing), "java.lang.NoClassDefFoundError: a/B");
    ck_assert_ptr_null(class_load(thread, "[La/B;"));
    ck_assert_str_eq(testing_exception(&testing), "java.lang.NoClassDefFoundError: [La/B;");
    add_class("A", "Missing");
    ck_assert_ptr_null(class_load(thread, "A"));
    ck_assert_str_eq(testing_exception(&testing), "java.lang.NoClassDefFoundError: Missing");
}
END_TEST

START_TEST(broken_bytes_and_wrong_names_are_no_class) {
    ck_assert_ptr_null(class_define(thread, "A", (const uint8_t *)"\xca\xfe\xba", 3));
    ck_assert(strstr(testing_exception(&testing), "java.lang.ClassFormatError: "));
    struct class_writer writer;
    begin_class(&writer, "B", "java/lang/Object");
    testing_add(&testing, "C", &writer);
    ck_assert_ptr_null(class_load(thread, "C"));
    ck_assert_str_eq(testing_exception(&testing),
                     "java.lang.NoClassDefFoundError: C (wrong name: B)");
}
END_TEST

/* In java's words. */
START_TEST(a_class_of_another_version_says_which) {
    static const struct {
        uint16_t major, minor;
        const char *message;
    } rows[] = {
        {62, 0,
         "A has been compiled by a more recent version of the Java Runtime (class file version "
         "62.0), this version of the Java Runtime only recognizes class file versions up to 61.0"},
        {44, 0, "A (class file version 44.0) was compiled with an invalid major version"},
        {56, 1, "A (class file version 56.1) was compiled with an invalid non-zero minor version"},
        {61, 65535,
         "Preview features are not enabled for A (class file version 61.65535). Try running with "
         "'--enable-preview'"},
        {60, 65535,
         "A (class file version 60.65535) was compiled with preview features that are "
         "unsupported. This version of the Java Runtime only recognizes preview features for "
         "class file version 61.65535"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t bytes[] = {0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 0, 0, 1};
        write_u16(bytes + 4, rows[i].minor), write_u16(bytes + 6, rows[i].major);
        ck_assert_ptr_null(class_define(thread, "A", bytes, sizeof bytes));
        const char *exception = testing_exception(&testing);
        ck_assert(strstr(exception, "java.lang.UnsupportedClassVersionError: "));
        ck_assert_str_eq(strstr(exception, ": ") + 2, rows[i].message);
    }
}
END_TEST

START_TEST(a_class_is_not_its_own_superclass) {
    add_class("A", "B");
    add_class("B", "A");
    ck_assert_ptr_null(class_load(thread, "A"));
    ck_assert_str_eq(testing_exception(&testing), "java.lang.ClassCircularityError: A");
}
END_TEST

START_TEST(a_class_is_defined_once) {
    add_class("A", "java/lang/Object");
    testing_load(&testing, "A");
    const struct testing_class *bytes = &vec_last(&testing.classes);
    ck_assert_ptr_null(class_define(thread, NULL, bytes->bytes, bytes->size));
    ck_assert_str_eq(
        testing_exception(&testing),
        "java.lang.LinkageError: loader 'app' attempted duplicate class definition for A.");
}
END_TEST

START_TEST(supertypes_must_be_what_they_are_used_as) {
    struct class_writer writer;
    begin(&writer, ACC_PUBLIC | ACC_FINAL | ACC_SUPER, "F", "java/lang/Object");
    testing_add(&testing, "F", &writer);
    add_class("A", "F");
    add_class("B", "java/lang/Cloneable");
    begin_class(&writer, "C", "java/lang/Object");
    class_writer_add_interface(&writer, "java/lang/Object");
    testing_add(&testing, "C", &writer);
    ck_assert_ptr_null(class_load(thread, "A"));
    ck_assert_str_eq(
        testing_exception(&testing),
        "java.lang.IncompatibleClassChangeError: class A cannot inherit from final class F");
    ck_assert_ptr_null(class_load(thread, "B"));
    ck_assert_str_eq(testing_exception(&testing),
                     "java.lang.IncompatibleClassChangeError: class B has "
                     "interface java.lang.Cloneable as super class");
    ck_assert_ptr_null(class_load(thread, "C"));
    ck_assert_str_eq(testing_exception(&testing),
                     "java.lang.IncompatibleClassChangeError: class C can not implement "
                     "java.lang.Object, because it is not an interface (java.lang.Object is in "
                     "module java.base of loader 'bootstrap')");
}
END_TEST

START_TEST(a_final_method_is_not_overridden) {
    struct class_writer writer;
    begin_class(&writer, "A", "java/lang/Object");
    add_method(&writer, ACC_PUBLIC | ACC_FINAL, "f");
    testing_add(&testing, "A", &writer);
    begin_class(&writer, "B", "A");
    add_method(&writer, ACC_PUBLIC, "f");
    testing_add(&testing, "B", &writer);
    ck_assert_ptr_null(class_load(thread, "B"));
    ck_assert_str_eq(testing_exception(&testing), "java.lang.IncompatibleClassChangeError: class B "
                                                  "overrides final method A.f()V");
}
END_TEST

/* --- resolution */

/* Class U in package p with one constant that names a member of X. */
static uint16_t user_of(enum constant_tag tag, const char *holder, const char *name,
                        const char *descriptor, const char *user) {
    struct class_writer writer;
    begin_class(&writer, user, "java/lang/Object");
    uint16_t index = class_writer_member(&writer, tag, holder, name, descriptor);
    testing_add(&testing, user, &writer);
    return index;
}

static void add_members(void) {
    struct class_writer writer;
    begin_class(&writer, "X", "java/lang/Object");
    class_writer_add_field(&writer, ACC_PRIVATE, "hidden", "I", 0);
    class_writer_add_field(&writer, ACC_PUBLIC, "x", "I", 0);
    class_writer_add_field(&writer, ACC_PUBLIC | ACC_STATIC, "s", "I", 0);
    add_method(&writer, ACC_PUBLIC, "f");
    add_method(&writer, ACC_PROTECTED, "g");
    add_method(&writer, ACC_PUBLIC | ACC_STATIC, "t");
    testing_add(&testing, "X", &writer);
}

static const char *field_error(const char *name, const char *user, bool is_static) {
    uint16_t index = user_of(CONSTANT_FIELD, "X", name, "I", user);
    ck_assert_ptr_null(resolve_field(thread, testing_load(&testing, user), index, is_static));
    return testing_exception(&testing);
}

START_TEST(fields_resolve_or_say_why_not) {
    add_members();
    uint16_t index = user_of(CONSTANT_FIELD, "X", "x", "I", "U");
    struct class *user = testing_load(&testing, "U");
    ck_assert_ptr_null(resolved_field(user, index));
    struct field *field = resolve_field(thread, user, index, false);
    ck_assert_ptr_eq(field, field_of("X", "x", "I"));
    ck_assert_ptr_eq(resolved_field(user, index), field);
    ck_assert_ptr_null(resolve_field(thread, user, index, true));
    ck_assert_str_eq(testing_exception(&testing),
                     "java.lang.IncompatibleClassChangeError: Expected static field X.x");
    ck_assert_str_eq(field_error("s", "U1", false),
                     "java.lang.IncompatibleClassChangeError: Expected non-static field X.s");
    ck_assert_str_eq(field_error("none", "U2", false), "java.lang.NoSuchFieldError: none");
    ck_assert_str_eq(
        field_error("hidden", "U3", false),
        "java.lang.IllegalAccessError: class U3 tried to access private field X.hidden "
        "(U3 and X are in unnamed module of loader 'app')");
}
END_TEST

static const char *method_error(enum constant_tag tag, const char *name, const char *descriptor,
                                const char *user, bool is_static) {
    uint16_t index = user_of(tag, "X", name, descriptor, user);
    ck_assert_ptr_null(resolve_method(thread, testing_load(&testing, user), index,
                                      is_static ? OP_invokestatic : OP_invokespecial));
    return testing_exception(&testing);
}

START_TEST(methods_resolve_or_say_why_not) {
    add_members();
    uint16_t index = user_of(CONSTANT_METHOD, "X", "f", "()V", "U");
    struct class *user = testing_load(&testing, "U");
    ck_assert_ptr_eq(resolve_method(thread, user, index, OP_invokevirtual), method_of("X", "f"));
    ck_assert_ptr_null(resolved_method(user, index)); /* it depends on the receiver, too */
    resolved_method_keep(user, index, method_of("X", "f"));
    ck_assert_ptr_eq(resolved_method(user, index), method_of("X", "f"));
    ck_assert_str_eq(method_error(CONSTANT_METHOD, "f", "()V", "U1", true),
                     "java.lang.IncompatibleClassChangeError: Expected static method 'void X.f()'");
    ck_assert_str_eq(method_error(CONSTANT_METHOD, "t", "()V", "U2", false),
                     "java.lang.IncompatibleClassChangeError: Expecting non-static method 'void "
                     "X.t()'");
    ck_assert_str_eq(method_error(CONSTANT_METHOD, "f", "(I[Ljava/lang/String;)LX;", "U3", false),
                     "java.lang.NoSuchMethodError: 'X X.f(int, java.lang.String[])'");
    ck_assert_str_eq(
        method_error(CONSTANT_INTERFACE_METHOD, "f", "()V", "U4", false),
        "java.lang.IncompatibleClassChangeError: Method 'void X.f()' must be Methodref constant");
    ck_assert_str_eq(method_error(CONSTANT_METHOD, "g", "()V", "q/U5", false),
                     "java.lang.IllegalAccessError: class q.U5 tried to access protected method "
                     "'void X.g()' (q.U5 and X are in unnamed module of loader 'app')");
}
END_TEST

/* [member] is what O calls a member of its nest. */
static const char *nest_access(const char *member) {
    struct class_writer writer;
    begin_class(&writer, "O$A", "java/lang/Object");
    writer.major = 55; /* the first that knows nests */
    class_writer_set_nest_host(&writer, "O");
    class_writer_add_field(&writer, ACC_PRIVATE, "x", "I", 0);
    testing_add(&testing, "O$A", &writer);
    begin_class(&writer, "O", "java/lang/Object");
    writer.major = 55;
    class_writer_add_nest_member(&writer, member);
    uint16_t index = class_writer_member(&writer, CONSTANT_FIELD, "O$A", "x", "I");
    testing_add(&testing, "O", &writer);
    resolve_field(thread, testing_load(&testing, "O"), index, false);
    return testing_exception(&testing);
}

START_TEST(a_constructor_is_not_inherited) {
    add_class("NoConstructor", "java/lang/Object");
    uint16_t index = user_of(CONSTANT_METHOD, "NoConstructor", "<init>", "()V", "U");
    ck_assert_ptr_null(
        resolve_method(thread, testing_load(&testing, "U"), index, OP_invokespecial));
    ck_assert_str_eq(
        testing_exception(&testing),
        "java.lang.NoSuchMethodError: NoConstructor: method 'void <init>()' not found");
}
END_TEST

START_TEST(a_member_of_a_class_that_is_there_by_name_only_says_so) {
    static const char name[] = "java/util/logging/Logger";
    static const char note[] = "; the class library knows java.util.logging.Logger by name only: "
                               "nothing is logged; System.err is there";
    static const struct {
        enum constant_tag tag;
        const char *member, *descriptor, *user, *told;
    } rows[] = {
        {CONSTANT_METHOD, "<init>", "()V", "U1",
         "java.lang.NoSuchMethodError: java.util.logging.Logger: method 'void <init>()' not found"},
        {CONSTANT_METHOD, "log", "(I)V", "U2",
         "java.lang.NoSuchMethodError: 'void java.util.logging.Logger.log(int)'"},
        {CONSTANT_FIELD, "level", "I", "U3", "java.lang.NoSuchFieldError: level"},
    };
    add_class(name, "java/lang/Object");
    for (int i = 0; i < 3; i++) {
        uint16_t index =
            user_of(rows[i].tag, name, rows[i].member, rows[i].descriptor, rows[i].user);
        struct class *user = testing_load(&testing, rows[i].user);
        char told[256];
        if (rows[i].tag == CONSTANT_FIELD)
            resolve_field(thread, user, index, false);
        else
            resolve_method(thread, user, index, OP_invokespecial);
        snprintf(told, sizeof told, "%s%s", rows[i].told, note);
        ck_assert_str_eq(testing_exception(&testing), told);
    }
}
END_TEST

START_TEST(final_fields_are_stored_by_their_initialisers_alone) {
    struct class_writer writer;
    begin_class(&writer, "X", "java/lang/Object");
    writer.major = 53;
    class_writer_add_field(&writer, ACC_PUBLIC | ACC_FINAL, "x", "I", 0);
    class_writer_add_field(&writer, ACC_PUBLIC | ACC_STATIC | ACC_FINAL, "y", "I", 0);
    uint16_t x = class_writer_member(&writer, CONSTANT_FIELD, "X", "x", "I");
    uint16_t y = class_writer_member(&writer, CONSTANT_FIELD, "X", "y", "I");
    add_method(&writer, ACC_PUBLIC, "<init>");
    add_method(&writer, ACC_PUBLIC, "f");
    testing_add(&testing, "X", &writer);
    ck_assert_ptr_nonnull(resolve_field_to_store(thread, method_of("X", "<init>"), x, false));
    ck_assert_ptr_null(resolve_field_to_store(thread, method_of("X", "f"), x, false));
    ck_assert_str_eq(testing_exception(&testing),
                     "java.lang.IllegalAccessError: Update to non-static final field X.x attempted "
                     "from a different method (f) than the initializer method <init> ");
    ck_assert_ptr_null(resolve_field_to_store(thread, method_of("X", "<init>"), y, true));
    ck_assert_str_eq(testing_exception(&testing),
                     "java.lang.IllegalAccessError: Update to static final field X.y attempted "
                     "from a different method (<init>) than the initializer method <clinit> ");
    uint16_t index = user_of(CONSTANT_FIELD, "X", "x", "I", "U");
    struct class *user = testing_load(&testing, "U");
    struct method other = {.class = user, .name = intern("<init>")};
    ck_assert_ptr_nonnull(resolve_field(thread, user, index, false));
    ck_assert_ptr_null(resolve_field_to_store(thread, &other, index, false));
    ck_assert_str_eq(testing_exception(&testing),
                     "java.lang.IllegalAccessError: Update to non-static final field X.x attempted "
                     "from a different class (U) than the field's declaring class");
}
END_TEST

static const char *selection_error(const char *class, const char *interface, bool linked) {
    struct class *receiver = testing_load(&testing, class);
    ck_assert_ptr_null(class_select_or_throw(thread, receiver, method_of(interface, "f"), linked));
    return testing_exception(&testing);
}

START_TEST(a_method_that_cannot_be_selected_says_why) {
    struct class_writer writer;
    static const char *const interfaces[] = {"I", "J"};
    for (int i = 0; i < 2; i++) {
        begin_interface(&writer, interfaces[i]);
        add_method(&writer, ACC_PUBLIC, "f");
        testing_add(&testing, interfaces[i], &writer);
    }
    begin_class(&writer, "Both", "java/lang/Object");
    for (int i = 0; i < 2; i++) class_writer_add_interface(&writer, interfaces[i]);
    testing_add(&testing, "Both", &writer);
    begin_class(&writer, "Hidden", "java/lang/Object");
    class_writer_add_interface(&writer, "I");
    add_method(&writer, 0, "f");
    testing_add(&testing, "Hidden", &writer);
    add_class("Neither", "java/lang/Object");
    for (int linked = 0; linked < 2; linked++)
        ck_assert_str_eq(selection_error("Both", "I", linked),
                         "java.lang.AbstractMethodError: Receiver class Both does not define or "
                         "inherit an implementation of the resolved method 'void f()' of interface "
                         "I.");
    ck_assert_str_eq(selection_error("Hidden", "I", false),
                     "java.lang.IllegalAccessError: 'void Hidden.f()'");
    ck_assert_str_eq(selection_error("Hidden", "I", true), "java.lang.IllegalAccessError");
    ck_assert_str_eq(selection_error("Neither", "I", false),
                     "java.lang.IncompatibleClassChangeError: Class Neither does not implement the "
                     "requested interface I");
}
END_TEST

/* I: default f; J extends I, with this f; a class of both. */
static struct method *inherited_from_both(const char *class, uint16_t access_of_j, bool j_extends) {
    struct class_writer writer;
    begin_interface(&writer, "I");
    add_method(&writer, ACC_PUBLIC, "f");
    testing_add(&testing, "I", &writer);
    begin_interface(&writer, "J");
    if (j_extends) class_writer_add_interface(&writer, "I");
    add_method(&writer, access_of_j, "f");
    testing_add(&testing, "J", &writer);
    begin_class(&writer, class, "java/lang/Object");
    class_writer_add_interface(&writer, "I");
    class_writer_add_interface(&writer, "J");
    testing_add(&testing, class, &writer);
    return method_of(class, "f");
}

START_TEST(a_class_with_two_default_methods_has_one_that_refuses) {
    struct method *method = inherited_from_both("C", ACC_PUBLIC, false);
    ck_assert_str_eq(method->class->name, "C");
    ck_assert_str_eq(method->refusal->message, "Conflicting default methods: I.f J.f");
    ck_assert_ptr_eq(method_of("C", "f"), method);
    ck_assert_ptr_eq(class_select_method(method->class, method), method);
    ck_assert_ptr_null(class_select_method(method->class, method_of("I", "f")));
}
END_TEST

START_TEST(a_class_whose_default_method_became_abstract_again_has_one_that_refuses) {
    struct method *method = inherited_from_both("C", ACC_PUBLIC | ACC_ABSTRACT, true);
    ck_assert_str_eq(method->refusal->message, "Method C.f()V is abstract");
}
END_TEST

START_TEST(a_subclass_implements_what_its_superclass_refuses) {
    struct method *refused = inherited_from_both("C", ACC_PUBLIC, false);
    struct class_writer writer;
    begin_class(&writer, "D", "C");
    add_method(&writer, ACC_PUBLIC, "f");
    testing_add(&testing, "D", &writer);
    struct class *d = testing_load(&testing, "D");
    ck_assert_ptr_eq(class_select_method(d, refused), method_of("D", "f"));
}
END_TEST

START_TEST(classes_of_one_nest_see_each_others_private_members) {
    ck_assert_str_eq(nest_access("O$A"), "");
}
END_TEST

START_TEST(a_nest_is_what_both_its_host_and_its_member_say) {
    ck_assert_str_eq(nest_access("O$B"),
                     "java.lang.IllegalAccessError: class O tried to access private field O$A.x "
                     "(O and O$A are in unnamed module of loader 'app'), (Type O$A (loader: 'app') "
                     "is not a nest member of type O (loader: 'app'): current type is not listed "
                     "as a nest member)");
}
END_TEST

START_TEST(invokespecial_of_a_superclass_method_starts_at_the_direct_superclass) {
    struct class_writer writer;
    const char *names[] = {"A", "B", "C"}, *supers[] = {"java/lang/Object", "A", "B"};
    for (int i = 0; i < 3; i++) {
        begin_class(&writer, names[i], supers[i]);
        add_method(&writer, ACC_PUBLIC, "f");
        testing_add(&testing, names[i], &writer);
    }
    struct method *f = method_of("A", "f");
    ck_assert_ptr_eq(special_method(testing_load(&testing, "C"), f), method_of("B", "f"));
    ck_assert_ptr_eq(special_method(testing_load(&testing, "A"), f), f);
    ck_assert_ptr_eq(special_method(testing_load(&testing, "B"), method_of("B", "f")),
                     method_of("B", "f"));
}
END_TEST

/* --- initialisation */

static void add_initialized(const char *name, const char *super, const char *interface) {
    struct class_writer writer;
    begin_class(&writer, name, super);
    if (interface) class_writer_add_interface(&writer, interface);
    add_method(&writer, ACC_STATIC, "<clinit>");
    testing_add(&testing, name, &writer);
}

static void add_initialized_interface(const char *name, bool has_default) {
    struct class_writer writer;
    begin_interface(&writer, name);
    add_method(&writer, ACC_STATIC, "<clinit>");
    if (has_default) add_method(&writer, ACC_PUBLIC, "f");
    testing_add(&testing, name, &writer);
}

START_TEST(a_superclass_and_interfaces_with_defaults_are_initialised_first_and_once) {
    add_initialized_interface("I", false);
    add_initialized_interface("J", true);
    add_initialized("A", "java/lang/Object", "I");
    add_initialized("B", "A", "J");
    struct class *b = testing_load(&testing, "B");
    ck_assert(!class_is_initialized(b));
    ck_assert(class_initialize(thread, b));
    ck_assert(class_initialize(thread, b));
    ck_assert_str_eq(log_text, "A J B ");
    ck_assert(class_is_initialized(b));
    ck_assert(!class_is_initialized(testing_load(&testing, "I")));
}
END_TEST

START_TEST(an_initialiser_that_throws_makes_its_class_unusable) {
    add_initialized("A", "java/lang/Object", NULL);
    add_initialized("B", "A", NULL);
    struct class *a = testing_load(&testing, "A"), *b = testing_load(&testing, "B");
    throwing = "A";
    ck_assert(!class_initialize(thread, b));
    struct object *error = thread->exception;
    ck_assert_str_eq(testing_exception(&testing), "java.lang.ExceptionInInitializerError");
    const struct field *exception =
        class_find_field(error->class, intern("exception"), intern("Ljava/lang/Throwable;"));
    struct object *cause = *(struct object **)object_at(error, exception->offset);
    ck_assert_str_eq(cause->class->name, "java/lang/ArithmeticException");
    ck_assert(!class_initialize(thread, a));
    ck_assert_str_eq(testing_exception(&testing),
                     "java.lang.NoClassDefFoundError: Could not initialize class A");
    ck_assert(!class_initialize(thread, b));
    ck_assert_str_eq(testing_exception(&testing),
                     "java.lang.NoClassDefFoundError: Could not initialize class B");
    ck_assert_str_eq(log_text, "A ");
}
END_TEST

START_TEST(constants_are_there_before_the_initialiser_runs) {
    struct class_writer writer;
    begin_class(&writer, "A", "java/lang/Object");
    class_writer_add_field(&writer, ACC_STATIC, "j", "J", class_writer_long(&writer, -5));
    class_writer_add_field(&writer, ACC_STATIC, "b", "B", class_writer_integer(&writer, -1));
    class_writer_add_field(&writer, ACC_STATIC, "s", "Ljava/lang/String;",
                           class_writer_string(&writer, "text"));
    testing_add(&testing, "A", &writer);
    class_initialize(thread, testing_load(&testing, "A"));
    ck_assert_int_eq(field_of("A", "j", "J")->cell->j, -5);
    ck_assert_int_eq(memory_load(field_of("A", "b", "B")->cell, JAVA_BYTE).i, -1);
    struct object *text = field_of("A", "s", "Ljava/lang/String;")->cell->r;
    ck_assert_str_eq(string_utf8(text, &testing.arena), "text");
    ck_assert_ptr_eq(text, string_intern_utf8(thread, "text", 4));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("linking");
    TCase *cases = tcase_create("linking");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, fields_follow_those_of_the_superclass_each_on_a_multiple_of_its_size);
    tcase_add_test(cases, a_class_may_have_more_references_than_one_class_file_can_declare);
    tcase_add_test(cases, a_method_takes_over_the_slot_of_the_one_it_overrides);
    tcase_add_test(cases, a_package_private_method_is_overridden_in_its_package_only);
    tcase_add_test(cases,
                   an_interface_method_selects_the_class_first_then_the_most_specific_default);
    tcase_add_test(cases, arrays_are_subtypes_as_their_elements_are);
    tcase_add_test(cases, a_class_that_is_not_there_is_not_found);
    tcase_add_test(cases, broken_bytes_and_wrong_names_are_no_class);
    tcase_add_test(cases, a_class_of_another_version_says_which);
    tcase_add_test(cases, a_class_is_not_its_own_superclass);
    tcase_add_test(cases, a_class_is_defined_once);
    tcase_add_test(cases, supertypes_must_be_what_they_are_used_as);
    tcase_add_test(cases, a_final_method_is_not_overridden);
    tcase_add_test(cases, fields_resolve_or_say_why_not);
    tcase_add_test(cases, methods_resolve_or_say_why_not);
    tcase_add_test(cases, a_constructor_is_not_inherited);
    tcase_add_test(cases, a_member_of_a_class_that_is_there_by_name_only_says_so);
    tcase_add_test(cases, final_fields_are_stored_by_their_initialisers_alone);
    tcase_add_test(cases, a_method_that_cannot_be_selected_says_why);
    tcase_add_test(cases, a_class_with_two_default_methods_has_one_that_refuses);
    tcase_add_test(cases, a_class_whose_default_method_became_abstract_again_has_one_that_refuses);
    tcase_add_test(cases, a_subclass_implements_what_its_superclass_refuses);
    tcase_add_test(cases, classes_of_one_nest_see_each_others_private_members);
    tcase_add_test(cases, a_nest_is_what_both_its_host_and_its_member_say);
    tcase_add_test(cases, invokespecial_of_a_superclass_method_starts_at_the_direct_superclass);
    tcase_add_test(cases, a_superclass_and_interfaces_with_defaults_are_initialised_first_and_once);
    tcase_add_test(cases, an_initialiser_that_throws_makes_its_class_unusable);
    tcase_add_test(cases, constants_are_there_before_the_initialiser_runs);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
