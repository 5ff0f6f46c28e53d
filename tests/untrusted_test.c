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
    ck_assert_int_gt(right, count / 50);
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

int main(void) {
    Suite *suite = suite_create("untrusted");
    TCase *cases = tcase_create("untrusted");
    tcase_set_timeout(cases, 600);
    tcase_add_test(cases, damaged_classes_of_the_library_are_refused_or_interpreted);
    tcase_add_test(cases, damaged_classes_of_the_library_are_refused_or_compiled);
    tcase_add_test(cases, the_class_library_is_right);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
