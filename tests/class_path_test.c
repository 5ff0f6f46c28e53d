/* Class paths with jars: classes found there, the manifest, several jars, and jars that are not
 * what they should be. */
#define _XOPEN_SOURCE 700
#include "base/check_run.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zip.h>

#include "base/rng.h"
#include "frontend/frontend.h"
#include "manifest.h"
#include "vm.h"

static struct vm *vm;
static struct arena arena;
static struct diag diag;
static char directory[] = "/tmp/class-path-test-XXXXXX";

static void start(void) {
    struct vm_options options = vm_options_default();
    diag = (struct diag)DIAG_INIT;
    arena_init(&arena);
    vm = vm_create(&options, &diag);
    ck_assert_msg(vm, "%s", diag.message);
    strcpy(directory + strlen(directory) - 6, "XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(directory));
}

static void stop(void) {
    vm_destroy(vm);
    static const char *const names[] = {"a.jar", "b.jar"};
    for (int i = 0; i < 2; i++) remove(arena_format(&arena, "%s/%s", directory, names[i]));
    ck_assert_int_eq(rmdir(directory), 0);
    arena_release(&arena);
}

static const struct classfile *no_class(void *context, const char *name) { return NULL; }

/* Classes that need no other: their superclass is themselves' only one, java.lang.Object. */
static struct java_classes compile(const char *text) {
    static const char object[] = "package java.lang; public class Object { public Object() {} }";
    struct java_source sources[] = {{"T.java", text, strlen(text), 1, 1, NULL},
                                    {"Object.java", object, strlen(object), 1, 1, NULL}};
    struct java_class_path path = {no_class, NULL};
    struct java_options options = java_options_default();
    struct java_classes classes = {0};
    ck_assert_msg(java_compile(&arena, sources, 2, &path, &options, &diag, &classes), "%s",
                  diag.message);
    return classes;
}

static void add_entry(zip_t *archive, const char *name, const void *bytes, size_t size) {
    zip_source_t *source = zip_source_buffer(archive, bytes, size, 0);
    ck_assert_ptr_nonnull(source);
    ck_assert_int_ge(zip_file_add(archive, name, source, 0), 0);
}

/* A jar in the directory with the classes of a source, and a manifest unless it is NULL. */
static const char *write_jar(const char *name, const char *java, const char *manifest) {
    const char *path = arena_format(&arena, "%s/%s", directory, name);
    zip_t *archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, NULL);
    ck_assert_ptr_nonnull(archive);
    struct java_classes classes = compile(java);
    for (uint32_t i = 0; i < classes.count; i++)
        add_entry(archive, arena_format(&arena, "%s.class", classes.items[i].name),
                  classes.items[i].bytes, classes.items[i].size);
    if (manifest) add_entry(archive, "META-INF/MANIFEST.MF", manifest, strlen(manifest));
    ck_assert_int_eq(zip_close(archive), 0);
    return path;
}

static int32_t call(const char *name) {
    struct method *method = vm_find_method(vm, name, &diag);
    ck_assert_msg(method, "%s", diag.message);
    struct vm_result result = vm_call(vm, method, NULL);
    ck_assert(!result.threw);
    return result.value.i;
}

START_TEST(classes_are_found_in_jars_in_the_order_of_the_path) {
    const char *a = write_jar("a.jar", "class A { static int f() { return 1; } }", NULL);
    const char *b = write_jar(
        "b.jar",
        "class A { static int f() { return 2; } } class B { static int f() { return 3; } }", NULL);
    ck_assert(vm_add_class_path(vm, a, &diag) && vm_add_class_path(vm, b, &diag));
    ck_assert_int_eq(call("A.f"), 1);
    ck_assert_int_eq(call("B.f"), 3);
}
END_TEST

START_TEST(a_program_jar_names_its_main_class_and_the_jars_it_needs) {
    const char *main_class;
    const char *a = write_jar("a.jar", "class A { static int f() { return 1; } }",
                              "Manifest-Version: 1.0\r\nMain-Class: p.Ma\r\n in\r\n"
                              "Class-Path: missing.jar b.jar\r\n\r\n");
    write_jar("b.jar", "class B { static int f() { return 3; } }", NULL);
    ck_assert_msg(vm_add_program_jar(vm, a, &main_class, &diag), "%s", diag.message);
    ck_assert_str_eq(main_class, "p.Main");
    ck_assert_int_eq(call("B.f"), 3);
}
END_TEST

START_TEST(a_jar_without_a_main_class_is_no_program) {
    const char *main_class;
    const char *a = write_jar("a.jar", "class A {}", NULL);
    ck_assert(!vm_add_program_jar(vm, a, &main_class, &diag));
    ck_assert_str_eq(diag.message, arena_format(&arena, "no main manifest attribute, in %s", a));
}
END_TEST

START_TEST(what_is_no_jar_is_refused_with_its_name) {
    const char *path = arena_format(&arena, "%s/a.jar", directory);
    ck_assert(!vm_add_class_path(vm, path, &diag));
    ck_assert_ptr_nonnull(strstr(diag.message, "No such file"));
    diag = (struct diag)DIAG_INIT;
    fclose(fopen(path, "w"));
    ck_assert(!vm_add_class_path(vm, path, &diag));
    ck_assert_str_eq(diag.message, arena_format(&arena, "cannot open jar '%s': it is empty", path));
    diag = (struct diag)DIAG_INIT;
    FILE *file = fopen(path, "w");
    fputs("not a zip archive at all", file);
    fclose(file);
    ck_assert(!vm_add_class_path(vm, path, &diag));
    ck_assert_str_eq(diag.message,
                     arena_format(&arena, "cannot open jar '%s': Not a zip archive", path));
}
END_TEST

/* Whatever bytes are wrong, the jar is refused or its class is found whole, missing or refused. */
START_TEST(damaged_jars_do_no_harm) {
    const char *path = write_jar("a.jar", "class A { static int f() { return 1; } }", NULL);
    FILE *file = fopen(path, "rb");
    char original[8192];
    size_t size = fread(original, 1, sizeof original, file);
    fclose(file);
    struct rng rng;
    rng_init(&rng, (uint64_t)_i);
    char *damaged = arena_copy_text(&arena, original, size);
    for (int i = 0; i < 4; i++)
        damaged[rng_below(&rng, (uint32_t)size)] = (char)rng_below(&rng, 256);
    file = fopen(path, "wb");
    fwrite(damaged, 1, size, file);
    fclose(file);
    if (!vm_add_class_path(vm, path, &diag)) return;
    struct class *class = vm_find_class(vm, "A", &diag);
    ck_assert((class != NULL) != diag.is_set);
}
END_TEST

static const char *value(const char *text, const char *name) {
    const char *found = manifest_value(&arena, text, strlen(text), name);
    return found ? found : "(none)";
}

START_TEST(a_manifest_is_read_with_any_line_ends_and_continuations) {
    ck_assert_str_eq(value("A: x\r\nB: y \r\n", "b"), "y");
    ck_assert_str_eq(value("A: x\rB:y\r", "B"), "y");
    ck_assert_str_eq(value("A: a\n b\n  c\nB: y", "A"), "ab c");
    ck_assert_str_eq(value("A: x\n\nName: q\nB: y\n", "B"), "(none)");
    ck_assert_str_eq(value("", "B"), "(none)");
    ck_assert_str_eq(value("Bx: y", "B"), "(none)");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("class path");
    TCase *tests = tcase_create("class path");
    tcase_add_checked_fixture(tests, start, stop);
    tcase_add_test(tests, classes_are_found_in_jars_in_the_order_of_the_path);
    tcase_add_test(tests, a_program_jar_names_its_main_class_and_the_jars_it_needs);
    tcase_add_test(tests, a_jar_without_a_main_class_is_no_program);
    tcase_add_test(tests, what_is_no_jar_is_refused_with_its_name);
    tcase_add_loop_test(tests, damaged_jars_do_no_harm, 0, 60);
    tcase_add_test(tests, a_manifest_is_read_with_any_line_ends_and_continuations);
    suite_add_tcase(suite, tests);
    return check_run(suite);
}
