/* Monitors of two threads: how each acquisition goes, and what is left in the object. */
#include "base/check_run.h"

#include "runtime/monitor.h"
#include "runtime/testing.h"

static struct testing testing;
static struct thread *thread = &testing.runtime.main;
static struct object *object;
static enum lock_type seen; /* by the other thread */

static void setup(void) {
    testing_start(&testing, NULL, 4 << 20);
    object = object_new(thread, testing.runtime.known.object);
}

static void teardown(void) { testing_stop(&testing); }

static void in_another_thread(void (*task)(struct thread *)) {
    struct world *world = &testing.runtime.world;
    ck_assert_ptr_nonnull(thread_start_task(&testing.runtime, "other", task));
    native_context_save(&thread->context);
    pthread_mutex_lock(&world->lock);
    thread_went_outside_locked(thread);
    while (world->threads != thread) pthread_cond_wait(&world->changed, &world->lock);
    thread_enter_java_locked(thread);
    pthread_mutex_unlock(&world->lock);
}

static void lock_once(struct thread *other) {
    seen = monitor_enter(other, object);
    monitor_exit(other, object);
}

static void check_tag(uint32_t tag) { ck_assert_uint_eq(object->lock_word & LOCK_TAG_MASK, tag); }

START_TEST(a_lock_stays_biased_until_another_thread_wants_it_and_is_thin_then) {
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(monitor_enter(thread, object), LOCK_BIASED);
        ck_assert(monitor_exit(thread, object));
        check_tag(LOCK_TAG_BIASED);
    }
    in_another_thread(lock_once);
    ck_assert_int_eq(seen, LOCK_CAS);
    ck_assert_uint_eq(object->lock_word, LOCK_TAG_THIN); /* nobody's */
    ck_assert_int_eq(monitor_enter(thread, object), LOCK_CAS);
    ck_assert_int_eq(monitor_enter(thread, object), LOCK_RECURSIVE);
    check_tag(LOCK_TAG_THIN);
    ck_assert(monitor_exit(thread, object) && monitor_exit(thread, object));
    ck_assert_uint_eq(object->lock_word, LOCK_TAG_THIN);
}
END_TEST

START_TEST(a_class_whose_objects_lose_their_biases_gets_none) {
    int biased = 0;
    for (int i = 0; i < 100; i++) {
        object = object_new(thread, testing.runtime.known.object);
        biased += monitor_enter(thread, object) == LOCK_BIASED;
        monitor_exit(thread, object);
        in_another_thread(lock_once);
    }
    ck_assert_int_gt(biased, 1);
    ck_assert_int_lt(biased, 100);
    object = object_new(thread, testing.runtime.known.object);
    ck_assert_int_eq(monitor_enter(thread, object), LOCK_CAS);
}
END_TEST

/* More often than a lock word counts; [_i]: thin, not biased. */
START_TEST(a_lock_is_left_as_often_as_it_was_entered_however_often) {
    enum { DEPTH = (LOCK_COUNT_MASK / LOCK_COUNT_ONE) + 10 };
    ck_assert_int_eq(monitor_enter(thread, object), LOCK_BIASED);
    ck_assert(monitor_exit(thread, object));
    if (_i) in_another_thread(lock_once);
    monitor_enter(thread, object);
    for (int i = 1; i < DEPTH; i++) {
        ck_assert_int_eq(monitor_enter(thread, object), LOCK_RECURSIVE);
        ck_assert(monitor_is_owner(thread, object));
    }
    check_tag(LOCK_TAG_INFLATED);
    for (int i = 0; i < DEPTH; i++) ck_assert(monitor_exit(thread, object));
    ck_assert(!monitor_is_owner(thread, object));
    in_another_thread(lock_once);
    ck_assert_int_eq(seen, LOCK_CAS);
}
END_TEST

START_TEST(who_waits_gets_the_lock_back_as_deep_as_before) {
    for (int i = 0; i < 3; i++) monitor_enter(thread, object);
    ck_assert(monitor_wait(thread, object, 1000));
    check_tag(LOCK_TAG_INFLATED);
    for (int i = 0; i < 3; i++) {
        ck_assert(monitor_is_owner(thread, object));
        ck_assert(monitor_exit(thread, object));
    }
    ck_assert(!monitor_is_owner(thread, object));
}
END_TEST

START_TEST(a_collection_deflates_what_nobody_uses) {
    monitor_enter(thread, object);
    ck_assert(monitor_wait(thread, object, 1000));
    heap_collect(&testing.runtime.heap, &thread->tlab);
    check_tag(LOCK_TAG_INFLATED);
    ck_assert(monitor_exit(thread, object));
    heap_collect(&testing.runtime.heap, &thread->tlab);
    ck_assert_uint_eq(object->lock_word, LOCK_TAG_THIN);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("monitor");
    TCase *cases = tcase_create("monitor");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, a_lock_stays_biased_until_another_thread_wants_it_and_is_thin_then);
    tcase_add_test(cases, a_class_whose_objects_lose_their_biases_gets_none);
    tcase_add_loop_test(cases, a_lock_is_left_as_often_as_it_was_entered_however_often, 0, 2);
    tcase_add_test(cases, who_waits_gets_the_lock_back_as_deep_as_before);
    tcase_add_test(cases, a_collection_deflates_what_nobody_uses);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
