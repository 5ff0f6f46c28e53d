/* The runtime's objects without an interpreter: strings, arrays, monitors, mirrors, and what is a
 * root. */
#include "base/check_run.h"
#include <stdlib.h>
#include <string.h>

#include "base/intern.h"
#include "runtime/resolve.h"
#include "runtime/testing.h"

static struct testing testing;
static struct thread *thread = &testing.runtime.main;
static const struct known_classes *known = &testing.runtime.known;

static void setup(void) { testing_start(&testing, NULL, 4 << 20); }

static void teardown(void) { testing_stop(&testing); }

/* Overwrites what calls have left below the caller's frame. */
__attribute__((noinline)) static void forget_stack(void) {
    volatile char frame[32 * 1024];
    for (size_t i = 0; i < sizeof frame; i++) frame[i] = 0;
}
/* --- strings, arrays, monitors, mirrors */

START_TEST(strings_are_utf_16_whatever_they_are_made_from) {
    /* NUL, a-umlaut, euro, and U+1F600 as two surrogates of three bytes each */
    const char modified[] = "a\xc0\x80\xc3\xa4\xe2\x82\xac\xed\xa0\xbd\xed\xb8\x80";
    struct object *string = string_new_utf8(thread, modified, sizeof modified - 1);
    int32_t length;
    const uint16_t *chars = string_chars(string, &length);
    const uint16_t expected[] = {'a', 0, 0xe4, 0x20ac, 0xd83d, 0xde00};
    ck_assert_int_eq(length, 6);
    ck_assert_mem_eq(chars, expected, sizeof expected);
    const char utf8[] = "a\0\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80";
    ck_assert_mem_eq(string_utf8(string, &testing.arena), utf8, sizeof utf8);
    struct object *same = string_new_utf8(thread, "\xf0\x9f\x98\x80", 4);
    ck_assert_mem_eq(string_chars(same, &length), expected + 4, 4);
    const uint16_t lone[] = {'x', 0xdc00, 0xd800};
    ck_assert_str_eq(string_utf8(string_new_utf16(thread, lone, 3), &testing.arena), "x??");
    ck_assert_str_eq(string_utf8(string_new_utf16(thread, NULL, 0), &testing.arena), "");
}
END_TEST

START_TEST(a_string_is_interned_once) {
    struct object *literal = string_intern_utf8(thread, "abc", 3);
    ck_assert_ptr_eq(string_intern_utf8(thread, "abc", 3), literal);
    struct object *other = string_new_utf8(thread, "abc", 3);
    ck_assert_ptr_ne(other, literal);
    ck_assert_ptr_eq(string_intern(thread, other), literal);
}
END_TEST

__attribute__((noinline)) static uintptr_t intern_hidden(void) {
    return ~(uintptr_t)string_intern_utf8(thread, "hidden", 6);
}

START_TEST(an_interned_string_lives_on) {
    uintptr_t hidden = intern_hidden();
    forget_stack();
    heap_collect(&testing.runtime.heap, &thread->tlab);
    struct object *literal = (struct object *)~hidden;
    ck_assert_ptr_eq(heap_object_at(&testing.runtime.heap, literal), literal);
    ck_assert_ptr_eq(string_intern_utf8(thread, "hidden", 6), literal);
}
END_TEST

static struct object *intern_as_program(const char *text) {
    return string_intern(thread, string_new_utf8(thread, text, strlen(text)));
}

/* Where collectors that look at the stack afterwards see no more of it. */
__attribute__((noinline)) static uintptr_t intern_program_and_literal(void) {
    intern_as_program("used");
    intern_as_program("kept");
    return ~(uintptr_t)string_intern_utf8(thread, "kept", 4);
}

START_TEST(a_string_that_a_program_interned_is_forgotten_with_its_last_use_unless_it_is_a_literal) {
    uintptr_t kept = intern_program_and_literal();
    forget_stack();
    heap_collect(&testing.runtime.heap, &thread->tlab);
    struct object *used = string_new_utf8(thread, "used", 4);
    ck_assert_ptr_eq(string_intern(thread, used), used);
    ck_assert_ptr_eq(intern_as_program("kept"), (struct object *)~kept);
}
END_TEST

START_TEST(bytes_that_are_no_utf_8_are_replaced) {
    static const struct {
        const char *bytes;
        uint16_t chars[5];
    } rows[] = {
        {"a\xe2"
         "b",
         {'a', 0xfffd, 'b'}},
        {"\xe2\x82"
         "A",
         {0xfffd, 'A'}},
        {"\xf0\x9f\x98", {0xfffd}},
        {"\xff\x80\xc3\xa9", {0xfffd, 0xfffd, 0xe9}},
        {"\xf4\x90\x80\x80x", {0xfffd, 0xfffd, 0xfffd, 0xfffd, 'x'}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int32_t length, expected = 0;
        while (expected < 5 && rows[i].chars[expected]) expected++;
        struct object *string = string_new_utf8(thread, rows[i].bytes, strlen(rows[i].bytes));
        const uint16_t *chars = string_chars(string, &length);
        ck_assert_int_eq(length, expected);
        ck_assert_mem_eq(chars, rows[i].chars, (size_t)length * sizeof *chars);
    }
}
END_TEST

START_TEST(arrays_of_arrays_are_made_to_the_given_depth) {
    struct class *class = testing_load(&testing, "[[[I");
    struct array *array = array_new_multi(thread, class, (int32_t[]){2, 3}, 2);
    struct array *inner = ((struct array **)array->elements)[1];
    ck_assert_int_eq(array->length, 2);
    ck_assert_int_eq(inner->length, 3);
    ck_assert_str_eq(inner->object.class->name, "[[I");
    ck_assert_ptr_null(((struct array **)inner->elements)[2]);
    ck_assert_ptr_null(array_new_multi(thread, class, (int32_t[]){2, -3}, 2));
    ck_assert_str_eq(testing_exception(&testing), "java.lang.NegativeArraySizeException: -3");
}
END_TEST

__attribute__((noinline)) static void fill_heap(void) {
    struct class *objects = class_array_of(known->object);
    struct array *list = NULL, *next;
    while ((next = array_new(thread, objects, 1))) {
        ((struct array **)next->elements)[0] = list;
        list = next;
    }
}

START_TEST(the_heap_runs_out_with_an_error_that_can_be_caught) {
    struct class *bytes = testing_load(&testing, "[B");
    ck_assert_ptr_null(array_new(thread, bytes, INT32_MAX - 1));
    ck_assert_str_eq(testing_exception(&testing),
                     "java.lang.OutOfMemoryError: Requested array size exceeds VM limit");
    ck_assert_ptr_null(array_new(thread, bytes, INT32_MAX - 2));
    ck_assert_str_eq(testing_exception(&testing), "java.lang.OutOfMemoryError: Java heap space");
    fill_heap();
    ck_assert(exception_is(thread->exception, ERROR_out_of_memory));
    thread->exception = NULL;
    forget_stack();
    heap_collect(&testing.runtime.heap, &thread->tlab);
    ck_assert_ptr_nonnull(array_new(thread, bytes, 1 << 20));
}
END_TEST

START_TEST(a_monitor_counts_and_is_left_as_often_as_entered) {
    struct object *object = object_new(thread, known->object);
    ck_assert_int_eq(monitor_enter(thread, object), LOCK_BIASED);
    ck_assert_int_eq(monitor_enter(thread, object), LOCK_RECURSIVE);
    ck_assert(monitor_exit(thread, object));
    ck_assert(monitor_exit(thread, object));
    ck_assert(!monitor_exit(thread, object));
    ck_assert_str_eq(testing_exception(&testing),
                     "java.lang.IllegalMonitorStateException: current thread is not owner");
}
END_TEST

START_TEST(a_class_has_one_mirror_and_an_object_one_hash) {
    struct class *class = testing_load(&testing, "[I");
    struct object *mirror = class_mirror(thread, class);
    ck_assert_ptr_eq(class_mirror(thread, class), mirror);
    ck_assert_ptr_eq(mirror_class(mirror), class);
    ck_assert_ptr_eq(mirror->class, known->class);
    uint32_t hash = object_identity_hash(thread, mirror);
    ck_assert_uint_ne(hash, 0);
    ck_assert_uint_eq(object_identity_hash(thread, mirror), hash);
    ck_assert_uint_ne(object_identity_hash(thread, object_new(thread, known->object)), hash);
}
END_TEST

START_TEST(casts_fail_in_the_words_of_java) {
    struct class_writer writer;
    class_writer_init(&writer, 52, ACC_PUBLIC | ACC_SUPER, "a/A", "java/lang/Object");
    testing_add(&testing, "a/A", &writer);
    struct class *a = testing_load(&testing, "a/A");
    throw_class_cast(thread, known->string, testing_load(&testing, "[I"));
    ck_assert_str_eq(
        testing_exception(&testing),
        "java.lang.ClassCastException: class java.lang.String cannot be cast to class [I "
        "(java.lang.String and [I are in module java.base of loader 'bootstrap')");
    throw_class_cast(thread, class_array_of(a), known->string);
    ck_assert_str_eq(testing_exception(&testing),
                     "java.lang.ClassCastException: class [La.A; cannot be cast to class "
                     "java.lang.String ([La.A; is in unnamed module of loader 'app'; "
                     "java.lang.String is in module java.base of loader 'bootstrap')");
    throw_array_index(thread, 5, 3);
    ck_assert_str_eq(testing_exception(&testing),
                     "java.lang.ArrayIndexOutOfBoundsException: Index 5 "
                     "out of bounds for length 3");
}
END_TEST

/* --- roots */

/* The open TLAB would still serve; a collection retires it. */
static void collect_from_now_on(void) {
    testing.options.collect_always = true;
    heap_collect(&testing.runtime.heap, &thread->tlab);
}

__attribute__((noinline)) static void plant(struct object **root) {
    struct array *array = array_new(thread, class_array_of(known->object), 1);
    ((struct object **)array->elements)[0] = string_new_utf8(thread, "kept", 4);
    *root = &array->object;
}

__attribute__((noinline)) static void check_planted(struct object *const *root) {
    struct object *string = ((struct object **)((struct array *)*root)->elements)[0];
    ck_assert_ptr_eq(heap_object_at(&testing.runtime.heap, *root), *root);
    ck_assert_str_eq(string_utf8(string, &testing.arena), "kept");
}

START_TEST(statics_values_of_guards_and_the_interpreters_stack_are_roots) {
    struct class_writer writer;
    class_writer_init(&writer, 52, ACC_PUBLIC | ACC_SUPER, "A", "java/lang/Object");
    class_writer_add_field(&writer, ACC_STATIC, "o", "Ljava/lang/Object;", 0);
    testing_add(&testing, "A", &writer);
    struct frame frame = {.locals = thread->stack, .top = thread->stack + 2};
    thread->frame = &frame;
    vec_push(&testing.runtime.protected, NULL);
    struct object **roots[] = {
        &class_find_field(testing_load(&testing, "A"), intern("o"), intern("Ljava/lang/Object;"))
             ->cell->r,
        &thread->deoptimization_values[3].r, &thread->stack[1].r,
        &testing.runtime.protected.items[0], &thread->exception};
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) plant(roots[i]);
    forget_stack();
    collect_from_now_on();
    for (int i = 0; i < 200; i++) string_new_utf8(thread, "lost", 4);
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) check_planted(roots[i]);
    thread->frame = NULL;
    thread->exception = NULL;
}
END_TEST

__attribute__((noinline)) static uintptr_t plant_hidden(void) {
    struct object *object;
    plant(&object);
    return ~(uintptr_t)object;
}

/* The only reference is in a register that callees save, if they use it. */
#define COLLECT_WITH_REFERENCE_IN(name)                                                            \
    do {                                                                                           \
        uintptr_t hidden = plant_hidden();                                                         \
        forget_stack();                                                                            \
        register uintptr_t kept __asm__(name) = ~hidden;                                           \
        __asm__ volatile("" : "+r"(kept));                                                         \
        heap_collect(&testing.runtime.heap, &thread->tlab);                                        \
        kept = 0;                                                                                  \
        __asm__ volatile("" : "+r"(kept));                                                         \
        struct object *found = (struct object *)~hidden;                                           \
        check_planted(&found);                                                                     \
    } while (0)

START_TEST(registers_are_roots) {
    COLLECT_WITH_REFERENCE_IN("rbx");
    COLLECT_WITH_REFERENCE_IN("r12");
    COLLECT_WITH_REFERENCE_IN("r13");
    COLLECT_WITH_REFERENCE_IN("r14");
    COLLECT_WITH_REFERENCE_IN("r15");
}
END_TEST

START_TEST(the_c_stack_is_a_root) {
    collect_from_now_on();
    struct array *list = NULL;
    for (int i = 0; i < 300; i++) {
        struct array *next = array_new(thread, class_array_of(known->object), 2);
        ((struct array **)next->elements)[0] = list;
        ((struct object **)next->elements)[1] = string_new_utf8(thread, "kept", 4);
        list = next;
    }
    int length = 0;
    for (; list; list = ((struct array **)list->elements)[0], length++) {
        const char *text = string_utf8(((struct object **)list->elements)[1], &testing.arena);
        if (strcmp(text, "kept")) ck_abort_msg("'%s'", text);
    }
    ck_assert_int_eq(length, 300);
}
END_TEST

START_TEST(counters_are_made_once) {
    struct counter *counter = runtime_counter(&testing.runtime, "a");
    ck_assert_int_eq(count_value(&counter->hits), 0);
    for (int i = 0; i < 100; i++)
        count_add(&testing.runtime.main.cells,
                  &runtime_counter(&testing.runtime, intern_format("b%d", i))->hits,
                  COUNT_INTERPRETED, i);
    ck_assert_ptr_eq(runtime_counter(&testing.runtime, "a"), counter);
    ck_assert_int_eq(count_value(&runtime_counter(&testing.runtime, "b7")->hits), 7);
}
END_TEST

static bool find_nothing(void *context, const char *name, const uint8_t **bytes, size_t *size) {
    return false;
}

START_TEST(without_a_class_library_booting_says_what_is_missing) {
    static struct runtime bare;
    struct diag diag = DIAG_INIT;
    runtime_init(&bare, &(struct vm_options){.heap_bytes = 1 << 20});
    bare.interpret = testing.runtime.interpret;
    runtime_add_class_path(&bare, find_nothing, NULL);
    ck_assert(!runtime_boot(&bare, &diag));
    ck_assert_str_eq(diag.message, "java/lang/Object");
    runtime_release(&bare);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("runtime");
    TCase *cases = tcase_create("runtime");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, strings_are_utf_16_whatever_they_are_made_from);
    tcase_add_test(cases, a_string_is_interned_once);
    tcase_add_test(cases, an_interned_string_lives_on);
    tcase_add_test(
        cases,
        a_string_that_a_program_interned_is_forgotten_with_its_last_use_unless_it_is_a_literal);
    tcase_add_test(cases, bytes_that_are_no_utf_8_are_replaced);
    tcase_add_test(cases, arrays_of_arrays_are_made_to_the_given_depth);
    tcase_add_test(cases, the_heap_runs_out_with_an_error_that_can_be_caught);
    tcase_add_test(cases, a_monitor_counts_and_is_left_as_often_as_entered);
    tcase_add_test(cases, a_class_has_one_mirror_and_an_object_one_hash);
    tcase_add_test(cases, casts_fail_in_the_words_of_java);
    tcase_add_test(cases, statics_values_of_guards_and_the_interpreters_stack_are_roots);
    tcase_add_test(cases, registers_are_roots);
    tcase_add_test(cases, the_c_stack_is_a_root);
    tcase_add_test(cases, counters_are_made_once);
    tcase_add_test(cases, without_a_class_library_booting_says_what_is_missing);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
