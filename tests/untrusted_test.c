/* UNTRUSTED TEST: damaged class files are refused, or run without breaking the VM. ci/fuzz does the
 * same with coverage feedback.
 *
 * MUTATIONS and COMPILED_MUTATIONS say how many inputs there are, MUTATION_SEED where they start
 * (default 1). */
#include "base/check_run.h"
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "class_image.h"
#include "classfile/opcodes.h"
#include "classfile/writer.h"
#include "runtime/internal.h"
#include "untrusted.h"
#include "vm.h"

static long environment_number(const char *name, long otherwise) {
    const char *text = getenv(name);
    return text ? strtol(text, NULL, 10) : otherwise;
}

static void run_damaged_classes(long count, bool is_compiled) {
    long seed = environment_number("MUTATION_SEED", 1), right = 0;
    untrusted_start(NULL, is_compiled);
    for (long i = 0; i < count; i++) {
        struct rng rng;
        rng_init(&rng, (uint64_t)(seed + i));
        const struct class_image_entry *entry = &class_image[rng_below(&rng, class_image_count)];
        uint8_t *bytes = memory_allocate(entry->size);
        memcpy(bytes, entry->bytes, entry->size);
        for (uint64_t turn = 1 + rng_below(&rng, 3); turn > 0; turn--)
            class_mutate(bytes, entry->size, &rng);
        if (class_is_plausible(bytes, entry->size)) {
            struct judgement judgement = untrusted_judge(bytes, entry->size, true);
            ck_assert_msg(!judgement.is_broken, "seed %ld: %s breaks the VM", seed + i,
                          entry->name);
            right += judgement.is_right;
        }
        memory_free(bytes);
    }
    ck_assert_int_ge(right, count / 50);
}

START_TEST(damaged_classes_of_the_library_are_refused_or_interpreted) {
    run_damaged_classes(environment_number("MUTATIONS", 1000), false);
}
END_TEST

START_TEST(damaged_classes_of_the_library_are_refused_or_compiled) {
    run_damaged_classes(environment_number("COMPILED_MUTATIONS", 20), true);
}
END_TEST

START_TEST(the_class_library_is_right) {
    struct vm_options options = vm_options_default();
    struct diag diag = DIAG_INIT;
    options.verify_all = true;
    struct vm *vm = vm_create(&options, &diag);
    ck_assert_msg(vm != NULL, "%s", diag.message);
    struct thread *thread = thread_current();
    for (size_t i = 0; i < class_image_count; i++) {
        struct class *class = class_load(thread, class_image[i].name);
        ck_assert_msg(class && class_verify(thread, class), "%s", class_image[i].name);
    }
    vm_destroy(vm);
}
END_TEST

/* --- interfaces, which the verifier takes as Object --- */

static const char shapes[] =
    "interface Shape { int area(); }"
    "class Square implements Shape { int side = 3; public int area() { return side * side; } }"
    "class Stone { long weight = 7; }";

/* Pass.as makes a Shape of any object, by saying so. */
static const char user[] =
    "class T {"
    "    static int call(Shape s) { return s.area(); }"
    "    static boolean is(Shape s) { return s instanceof Shape; }"
    "    static void store(Shape[] a, Shape s) { a[0] = s; }"
    "    static int f(int n) {"
    "        Shape good = new Square(), bad = Pass.as(new Stone());"
    "        int found = 0;"
    "        for (int i = 0; i < n; i++) {"
    "            found += call(good) - 9;"
    "            if (is(bad)) found += 1000;"
    "            try { call(bad); } catch (IncompatibleClassChangeError e) { found++; }"
    "            try { store(new Shape[1], bad); } catch (ArrayStoreException e) { found++; }"
    "        }"
    "        return found;"
    "    }"
    "}";

static void define_impostor(struct vm *vm, struct diag *diag) {
    static const uint8_t bytes[] = {OP_aload_0, OP_areturn};
    const struct code code = {
        .max_stack = 1, .max_locals = 1, .length = sizeof bytes, .bytes = bytes};
    const struct member_info method = {.access = ACC_PUBLIC | ACC_STATIC,
                                       .name = "as",
                                       .descriptor = "(Ljava/lang/Object;)LShape;",
                                       .code = &code};
    struct class_writer writer;
    struct arena arena;
    size_t size;
    arena_init(&arena);
    class_writer_init(&writer, 52, ACC_PUBLIC | ACC_SUPER, "Pass", "java/lang/Object");
    class_writer_add_method(&writer, &method);
    const uint8_t *file = class_writer_finish(&writer, &arena, &size);
    struct java_source first = {"Shape.java", shapes, strlen(shapes), 1, 1, NULL};
    struct java_source last = {"T.java", user, strlen(user), 1, 1, NULL};
    bool is_defined = vm_define_sources(vm, &first, 1, diag) &&
                      vm_define_class(vm, "Pass", file, size, diag) &&
                      vm_define_sources(vm, &last, 1, diag);
    ck_assert_msg(is_defined, "%s", diag->message);
    class_writer_release(&writer);
    arena_release(&arena);
}

START_TEST(an_object_that_passes_for_an_interface_is_found_out_where_it_is_used) {
    for (int threshold = 0; threshold <= 2; threshold += 2) {
        struct vm_options options = vm_options_default();
        struct diag diag = DIAG_INIT;
        options.compile_threshold = threshold;
        struct vm *vm = vm_create(&options, &diag);
        define_impostor(vm, &diag);
        struct method *method = vm_find_method(vm, "T.f", &diag);
        ck_assert_msg(method != NULL, "%s", diag.message);
        for (int turn = 0; turn < 3; turn++)
            ck_assert_int_eq(vm_call(vm, method, &(union value){.i = 50}).value.i, 100);
        vm_destroy(vm);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("untrusted");
    TCase *cases = tcase_create("untrusted");
    tcase_set_timeout(cases, 600);
    tcase_add_test(cases, damaged_classes_of_the_library_are_refused_or_interpreted);
    tcase_add_test(cases, damaged_classes_of_the_library_are_refused_or_compiled);
    tcase_add_test(cases, the_class_library_is_right);
    tcase_add_test(cases, an_object_that_passes_for_an_interface_is_found_out_where_it_is_used);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
