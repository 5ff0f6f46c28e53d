/* The embedding API: names and their suggestions, errors in words, objects for arguments, classes
 * from directories. */
#define _XOPEN_SOURCE 700
#include "base/check_run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "classfile/absent.h"
#include "frontend/frontend.h"
#include "runtime/class.h"
#include "vm.h"

static struct vm *vm;
static struct diag diag;

static void start(void) {
    struct vm_options options = vm_options_default();
    diag = (struct diag)DIAG_INIT;
    vm = vm_create(&options, &diag);
    ck_assert_msg(vm, "%s", diag.message);
}

static void stop(void) { vm_destroy(vm); }

static bool define(const char *text) {
    struct java_source source = {"T.java", text, strlen(text), 1, 1, NULL};
    return vm_define_sources(vm, &source, 1, &diag);
}

static const char program[] =
    "abstract class Shape { abstract int area(); }"
    "class Square extends Shape { int side = 3; int area() { return side * side; } }"
    "class Picky { Picky(int x) {} }"
    "class Failing { Failing() { throw new IllegalStateException(\"not now\"); } }"
    "class Broken { static int x = 1 / Integer.parseInt(\"0\"); static int f() { return x; } }"
    "class T {"
    "    static int f(int x) { return x; } static int f(long x) { return 2; }"
    "    static int length(String s) { return s.length(); }"
    "    static int sum(int[] a) { int s = 0; for (int x : a) s += x; return s; }"
    "    static int first(Shape[] a) { return a[0].area(); }"
    "    static int fail(String s) { throw new IllegalArgumentException(s); }"
    "}";

static struct method *find(const char *name) {
    struct method *method = vm_find_method(vm, name, &diag);
    ck_assert_msg(method, "%s", diag.message);
    return method;
}

static struct vm_result call(const char *name, union value argument) {
    return vm_call(vm, find(name), &argument);
}

#define ck_assert_error(text)                                                                      \
    ck_assert_msg(strstr(diag.message, text), "the message is: %s", diag.message)

/* --- names --- */

static const char together[] =
    "class C {"
    "    static int n; static Object last;"
    "    static synchronized int next(int from) { last = new int[from]; return from + n++; }"
    "    static int fail(int i) { throw new IllegalStateException(\"no \" + i); }"
    "}";

START_TEST(threads_that_call_together_end_with_their_calls) {
    enum { THREADS = 8, ROUNDS = 50 };
    struct vm_result results[THREADS];
    ck_assert(define(together));
    struct method *next = vm_find_method(vm, "C.next", &diag);
    vm_call(vm, next, (union value[]){{.i = 100}});
    int64_t alone = vm_allocated_bytes(vm), sum = 0;
    vm_call(vm, next, (union value[]){{.i = 100}});
    int64_t before = vm_allocated_bytes(vm), each = before - alone;
    for (int i = 0; i < ROUNDS; i++) {
        size_t made = vm_call_together(vm, next, (union value[]){{.i = 100}}, THREADS, results);
        ck_assert_uint_eq(made, THREADS);
        for (int k = 0; k < THREADS; k++) {
            ck_assert(!results[k].threw);
            sum += results[k].value.i;
        }
    }
    int64_t calls = THREADS * ROUNDS;
    ck_assert_int_eq(sum, 102 * calls + calls * (calls - 1) / 2);
    ck_assert_int_eq(vm_allocated_bytes(vm) - before, calls * each);
    ck_assert(vm_has_started_threads(vm));
}
END_TEST

START_TEST(nothing_is_compiled_for_threads_that_call_together_where_all_is_interpreted) {
    struct vm_options only = vm_options_default();
    only.interpret_only = true;
    only.compile_threshold = 2;
    struct vm *interpreter = vm_create(&only, &diag);
    struct java_source source = {"C.java", together, sizeof together - 1, 1, 1, NULL};
    ck_assert(vm_define_sources(interpreter, &source, 1, &diag));
    struct method *next = vm_find_method(interpreter, "C.next", &diag);
    struct vm_result results[2];
    for (int i = 0; i < 20; i++)
        vm_call_together(interpreter, next, (union value[]){{.i = 1}}, 2, results);
    ck_assert(!vm_is_compiled(next));
    vm_destroy(interpreter);
}
END_TEST

START_TEST(an_exception_ends_a_call_of_each_thread_alone) {
    struct vm_result results[3];
    struct arena arena;
    arena_init(&arena);
    ck_assert(define(together));
    vm_call_together(vm, vm_find_method(vm, "C.fail", &diag), (union value[]){{.i = 7}}, 3,
                     results);
    for (int i = 0; i < 3; i++) {
        ck_assert(results[i].threw);
        ck_assert_str_eq(vm_exception_message(vm, results[i].value.r, &arena), "no 7");
    }
    ck_assert(!vm_call(vm, vm_find_method(vm, "C.next", &diag), (union value[]){{.i = 1}}).threw);
    arena_release(&arena);
}
END_TEST

START_TEST(a_class_that_does_not_exist_has_a_suggestion) {
    ck_assert(define(program));
    ck_assert_ptr_null(vm_find_class(vm, "Sqare", &diag));
    ck_assert_error("class 'Sqare' does not exist; did you mean 'Square'?");
}
END_TEST

static void check_meant(const char *name, const char *meant) {
    diag = (struct diag)DIAG_INIT;
    ck_assert_ptr_null(vm_find_class(vm, name, &diag));
    char expected[256];
    snprintf(expected, sizeof expected, "class '%s' does not exist; did you mean '%s'?", name,
             meant);
    ck_assert_str_eq(diag.message, expected);
}

START_TEST(a_simple_name_means_what_the_sources_import) {
    ck_assert(define("import java.util.concurrent.*; import java.util.function.IntFunction;\n"
                     "class A { IntFunction<String> f; }"));
    check_meant("CountDownLatch", "java.util.concurrent.CountDownLatch");
    check_meant("IntFunction", "java.util.function.IntFunction");
    check_meant("ArrayList", "java.util.ArrayList");
    check_meant("IllegalStateException", "java.lang.IllegalStateException");
    check_meant("ArayList", "java.util.ArrayList");
    check_meant("B", "A");
}
END_TEST

START_TEST(the_class_library_has_every_exception_that_the_vm_throws) {
    static const char *const names[] = {
#define KNOWN_ERROR(error, name) name,
#include "runtime/known_errors.def"
#undef KNOWN_ERROR
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        ck_assert_msg(vm_find_class(vm, names[i], &diag), "%s", diag.message);
}
END_TEST

START_TEST(a_suggestion_is_a_class_of_the_library_that_is_not_loaded) {
    ck_assert_ptr_null(vm_find_class(vm, "java.util.concurrent.CountDownLach", &diag));
    ck_assert_error("did you mean 'java.util.concurrent.CountDownLatch'?");
}
END_TEST

START_TEST(a_method_is_found_by_name_or_by_name_and_descriptor) {
    ck_assert(define(program));
    ck_assert_str_eq(vm_method_name(find("T.sum")), "T.sum([I)I");
    ck_assert_str_eq(vm_method_name(find("T.f(J)I")), "T.f(J)I");
    ck_assert_str_eq(vm_method_name(find("T.f(long)")), "T.f(J)I");
    ck_assert_ptr_null(vm_find_method(vm, "T.f", &diag));
    ck_assert_error("T.f(I)I, T.f(J)I");
}
END_TEST

START_TEST(a_method_that_does_not_exist_has_a_suggestion) {
    ck_assert(define(program));
    ck_assert_ptr_null(vm_find_method(vm, "T.lenght", &diag));
    ck_assert_error("did you mean 'T.length'?");
}
END_TEST

START_TEST(a_method_without_class_is_an_error) {
    ck_assert_ptr_null(vm_find_method(vm, "f", &diag));
    ck_assert_error("method 'f' has no class");
}
END_TEST

/* --- defining --- */

START_TEST(an_error_in_a_source_has_its_place) {
    ck_assert(!define("class T {\n    int f() { return x; }\n}"));
    ck_assert_int_eq(diag.place.line, 2);
    ck_assert_error("cannot find symbol");
}
END_TEST

START_TEST(a_class_that_is_there_by_name_only_says_so) {
    static const char *const bodies[] = {
        "Object o = new java.math.BigDecimal(\"1\");",
        "Object o = java.math.BigDecimal.valueOf(1);",
        "Object o = java.math.BigDecimal.ONE;",
        "java.math.BigDecimal d = null; d.negate();",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        char text[256];
        snprintf(text, sizeof text, "class T { static void f() { %s } }", bodies[i]);
        diag = (struct diag)DIAG_INIT;
        ck_assert_msg(!define(text), "%s", bodies[i]);
        ck_assert_error("cannot find symbol: ");
        ck_assert_error("BigDecimal; the class library knows java.math.BigDecimal by name only: "
                        "numbers have at most 64 bits");
    }
    diag = (struct diag)DIAG_INIT;
    ck_assert(!define("class T { Object o = new Integer(); }"));
    ck_assert_ptr_null(strstr(diag.message, "by name only"));
}
END_TEST

START_TEST(every_class_that_is_there_by_name_only_can_be_named) {
    for (int i = 0; i < absent_class_count; i++) {
        struct class *class = vm_find_class(vm, absent_classes[i].name, &diag);
        ck_assert_msg(class, "%s", diag.message);
        ck_assert_str_eq(class->super->name, absent_classes[i].super_name);
        ck_assert_int_eq(class->file->method_count, 0);
        ck_assert_uint_gt(strlen(absent_class_note(class->name)), strlen(class->name));
    }
    ck_assert_str_eq(absent_class_note("java/lang/Object"), "");
}
END_TEST

START_TEST(a_class_cannot_be_defined_twice) {
    ck_assert(define("class T {}"));
    ck_assert(!define("class T {}"));
    ck_assert_error("class T is defined already");
}
END_TEST

START_TEST(a_class_of_the_library_cannot_be_defined) {
    ck_assert(!define("class Probe {}"));
    ck_assert_error("class Probe is in the class library: give yours another name");
}
END_TEST

START_TEST(defined_classes_are_listed_in_order) {
    ck_assert(define(program));
    struct class *classes[16];
    ck_assert_uint_eq(vm_defined_classes(vm, classes, 16), 6);
    ck_assert_str_eq(vm_class_name(classes[0]), "Shape");
    ck_assert_str_eq(vm_class_name(classes[5]), "T");
}
END_TEST

START_TEST(garbage_is_no_class) {
    ck_assert(!vm_define_class(vm, "G", (const uint8_t *)"garbage", 7, &diag));
    ck_assert_error("java.lang.ClassFormatError");
}
END_TEST

START_TEST(a_directory_of_the_class_path_must_exist) {
    ck_assert(!vm_add_class_path(vm, "/nonexistent/classes", &diag));
    ck_assert_error("cannot open class path '/nonexistent/classes'");
}
END_TEST

static struct arena arena_of_classes;

static const struct classfile *find_library_class(void *context, const char *name) {
    char path[512];
    static uint8_t bytes[65536];
    snprintf(path, sizeof path, BUILD_DIR "/classlib/%s.class", name);
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return classfile_read(&arena_of_classes, name, bytes, size, &diag);
}

static void write_class(const char *text, const char *path) {
    arena_init(&arena_of_classes);
    struct java_source source = {"Lone.java", text, strlen(text), 1, 1, NULL};
    struct java_class_path library = {find_library_class, NULL};
    struct java_options options = java_options_default();
    struct java_classes classes = {0};
    bool done = java_compile(&arena_of_classes, &source, 1, &library, &options, &diag, &classes);
    ck_assert_msg(done, "%s", diag.message);
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    fwrite(classes.items[0].bytes, 1, classes.items[0].size, file);
    fclose(file);
    arena_release(&arena_of_classes);
}

START_TEST(classes_are_found_in_a_directory_of_the_class_path) {
    char directory[] = "vm_test_XXXXXX", path[64];
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/Lone.class", directory);
    write_class("class Lone { static int f(int x) { return x + 40; } }", path);
    ck_assert(vm_add_class_path(vm, directory, &diag));
    ck_assert_int_eq(call("Lone.f", (union value){.i = 2}).value.i, 42);
    remove(path);
    remove(directory);
}
END_TEST

/* --- running --- */

START_TEST(strings_and_arrays_can_be_passed) {
    ck_assert(define(program));
    ck_assert_int_eq(
        call("T.length", (union value){.r = vm_new_string(vm, "gr\xc3\xbc\xc3\x9f")}).value.i, 4);
    struct object *array = vm_new_array(vm, JAVA_INT, NULL, 3);
    for (int i = 0; i < 3; i++) vm_array_set(array, i, (union value){.i = i + 1});
    ck_assert_int_eq(call("T.sum", (union value){.r = array}).value.i, 6);
    struct object *shapes = vm_new_array(vm, JAVA_REFERENCE, vm_find_class(vm, "Shape", &diag), 1);
    vm_protect(vm, shapes);
    vm_array_set(shapes, 0,
                 (union value){.r = vm_new_object(vm, vm_find_class(vm, "Square", &diag), &diag)});
    ck_assert_int_eq(call("T.first", (union value){.r = shapes}).value.i, 9);
}
END_TEST

START_TEST(an_exception_is_a_result_with_its_message) {
    ck_assert(define(program));
    struct vm_result result = call("T.fail", (union value){.r = vm_new_string(vm, "oh")});
    ck_assert(result.threw);
    ck_assert_str_eq(vm_class_name(vm_object_class(result.value.r)),
                     "java.lang.IllegalArgumentException");
    struct arena arena;
    arena_init(&arena);
    ck_assert_str_eq(vm_exception_message(vm, result.value.r, &arena), "oh");
    arena_release(&arena);
    ck_assert(!call("T.f(I)I", (union value){.i = 1}).threw);
}
END_TEST

START_TEST(a_class_whose_initialiser_throws_throws_when_it_is_called) {
    ck_assert(define(program));
    struct vm_result result = vm_call(vm, find("Broken.f"), NULL);
    ck_assert(result.threw);
    ck_assert_str_eq(vm_class_name(vm_object_class(result.value.r)),
                     "java.lang.ExceptionInInitializerError");
}
END_TEST

START_TEST(what_cannot_be_made_says_why) {
    static const char *const rows[][2] = {
        {"Shape", "it is abstract"},
        {"Picky", "no constructor without parameters"},
        {"Failing", "java.lang.IllegalStateException: not now"},
    };
    ck_assert(define(program));
    ck_assert_ptr_null(vm_new_object(vm, vm_find_class(vm, rows[_i][0], &diag), &diag));
    ck_assert_error(rows[_i][1]);
}
END_TEST

START_TEST(a_class_fits_what_it_is_an_instance_of) {
    ck_assert(define(program));
    struct class *square = vm_find_class(vm, "Square", &diag);
    ck_assert(vm_class_fits(vm, square, "Shape"));
    ck_assert(vm_class_fits(vm, square, "java/lang/Object"));
    ck_assert(!vm_class_fits(vm, square, "T"));
    ck_assert(!vm_class_fits(vm, square, "[LShape;"));
    ck_assert(!vm_class_fits(vm, square, "Missing"));
}
END_TEST

START_TEST(the_lists_of_switches_end_and_have_meanings) {
    const char *name, *meaning;
    size_t count = 0;
    while (vm_list_disableable(count, &name, &meaning)) {
        ck_assert_str_ne(name, "");
        ck_assert_str_ne(meaning, "");
        count++;
    }
    ck_assert_uint_gt(count, 10);
    ck_assert(vm_list_sabotages(0, &name, &meaning));
    ck_assert(vm_sabotage(vm, name, &diag));
    ck_assert(!vm_sabotage(vm, "nothing_at_all", &diag));
}
END_TEST

/* --- options --- */

START_TEST(every_default_of_an_option_is_in_its_range) {
    struct vm_options defaults = vm_options_default(), programs = vm_options_for_programs();
    ck_assert_msg(vm_options_check(&defaults, &diag), "%s", diag.message);
    ck_assert_msg(vm_options_check(&programs, &diag), "%s", diag.message);
}
END_TEST

START_TEST(a_vm_is_not_made_with_an_option_out_of_its_range) {
    for (enum vm_option option = 0; option < VM_OPTION_COUNT; option++) {
        const struct vm_option_row *row = &vm_option_rows[option];
        if (row->type != VM_COUNT && row->type != VM_BYTES && row->type != VM_RETENTION) continue;
        struct vm_options options = vm_options_default();
        vm_option_set_number(&options, option, row->least);
        ck_assert_int_eq(vm_option_number(&options, option), row->least);
        ck_assert(vm_options_check(&options, &diag));
        vm_option_set_number(&options, option, row->least - 1);
        ck_assert(!vm_options_check(&options, &diag));
        ck_assert_error(row->name);
        diag.is_set = false;
    }
    struct vm_options options = vm_options_default();
    options.heap_bytes = 1024;
    ck_assert_ptr_null(vm_create(&options, &diag));
    ck_assert_str_eq(diag.message, "'heap_bytes' is 1048576 to 68719476736, not 1024");
}
END_TEST

START_TEST(options_are_told_in_units_and_with_the_range_that_is_their_own) {
    struct strbuf text = STRBUF_INIT;
    struct vm_options options = vm_options_default();
    vm_option_add_value(&text, &options, VM_OPTION_heap_bytes);
    strbuf_add_text(&text, ", ");
    vm_option_add_range(&text, VM_OPTION_heap_bytes);
    strbuf_add_text(&text, ", ");
    vm_option_add_range(&text, VM_OPTION_tlab_bytes);
    strbuf_add_text(&text, ", ");
    vm_option_add_range(&text, VM_OPTION_optimization_level);
    vm_option_add_range(&text, VM_OPTION_compile_threshold);
    vm_option_add_value(&text, &options, VM_OPTION_dump_method);
    strbuf_add_text(&text, ", ");
    vm_option_add_value(&text, &options, VM_OPTION_code_cache_retention);
    ck_assert_str_eq(strbuf_text(&text), "256 MiB, 1 MiB to 64 GiB, up to 32 KiB, 0 to 3, links");
    strbuf_release(&text);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("vm");
    TCase *cases = tcase_create("embedding");
    tcase_add_checked_fixture(cases, start, stop);
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, threads_that_call_together_end_with_their_calls);
    tcase_add_test(cases,
                   nothing_is_compiled_for_threads_that_call_together_where_all_is_interpreted);
    tcase_add_test(cases, an_exception_ends_a_call_of_each_thread_alone);
    tcase_add_test(cases, a_class_that_does_not_exist_has_a_suggestion);
    tcase_add_test(cases, a_simple_name_means_what_the_sources_import);
    tcase_add_test(cases, the_class_library_has_every_exception_that_the_vm_throws);
    tcase_add_test(cases, a_suggestion_is_a_class_of_the_library_that_is_not_loaded);
    tcase_add_test(cases, a_method_is_found_by_name_or_by_name_and_descriptor);
    tcase_add_test(cases, a_method_that_does_not_exist_has_a_suggestion);
    tcase_add_test(cases, a_method_without_class_is_an_error);
    tcase_add_test(cases, an_error_in_a_source_has_its_place);
    tcase_add_test(cases, a_class_that_is_there_by_name_only_says_so);
    tcase_add_test(cases, every_class_that_is_there_by_name_only_can_be_named);
    tcase_add_test(cases, a_class_cannot_be_defined_twice);
    tcase_add_test(cases, a_class_of_the_library_cannot_be_defined);
    tcase_add_test(cases, defined_classes_are_listed_in_order);
    tcase_add_test(cases, garbage_is_no_class);
    tcase_add_test(cases, a_directory_of_the_class_path_must_exist);
    tcase_add_test(cases, classes_are_found_in_a_directory_of_the_class_path);
    tcase_add_test(cases, strings_and_arrays_can_be_passed);
    tcase_add_test(cases, an_exception_is_a_result_with_its_message);
    tcase_add_test(cases, a_class_whose_initialiser_throws_throws_when_it_is_called);
    tcase_add_loop_test(cases, what_cannot_be_made_says_why, 0, 3);
    tcase_add_test(cases, a_class_fits_what_it_is_an_instance_of);
    tcase_add_test(cases, the_lists_of_switches_end_and_have_meanings);
    tcase_add_test(cases, every_default_of_an_option_is_in_its_range);
    tcase_add_test(cases, a_vm_is_not_made_with_an_option_out_of_its_range);
    tcase_add_test(cases, options_are_told_in_units_and_with_the_range_that_is_their_own);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
