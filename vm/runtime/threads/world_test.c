/* What is left of the VM's locks when all threads end. */
#include "base/check_run.h"

#include "runtime/testing.h"

static struct testing testing;
static struct thread *thread = &testing.runtime.main;
static int begun, taken; /* atomic */

static void setup(void) { testing_start(&testing, NULL, 4 << 20); }
static void teardown(void) { testing_stop(&testing); }

static void take_lock(struct thread *other) {
    __atomic_add_fetch(&begun, 1, __ATOMIC_RELAXED);
    lock_enter(other, &testing.runtime.heap_lock);
    __atomic_add_fetch(&taken, 1, __ATOMIC_RELAXED);
    lock_leave(other, &testing.runtime.heap_lock);
}

static void take_lock_and_poll(struct thread *other) {
    take_lock(other);
    while (!thread_is_asked_to_stop(other)) continue;
    thread_poll(other);
    __atomic_add_fetch(&taken, 100, __ATOMIC_RELAXED); /* never: it has ended */
}

/* One after the other comes back to Java with the lock, and leaves it. */
START_TEST(who_waits_for_a_lock_when_all_is_over_leaves_it_before_it_ends) {
    enum { THREADS = 3 };
    struct world *world = &testing.runtime.world;
    begun = taken = 0;
    lock_enter(thread, &testing.runtime.heap_lock);
    for (int i = 0; i < THREADS; i++)
        ck_assert_ptr_nonnull(
            thread_start_task(&testing.runtime, "other", _i ? take_lock_and_poll : take_lock));
    while (__atomic_load_n(&begun, __ATOMIC_RELAXED) < THREADS) continue;
    world_stop(thread); /* who has begun is outside where it waits */
    pthread_mutex_lock(&world->lock);
    world->is_over = true;
    pthread_mutex_unlock(&world->lock);
    world_resume(thread);
    lock_leave(thread, &testing.runtime.heap_lock);
    pthread_mutex_lock(&world->lock);
    while (world->threads != thread || thread->next)
        pthread_cond_wait(&world->changed, &world->lock);
    world->is_over = false;
    pthread_mutex_unlock(&world->lock);
    ck_assert_int_eq(taken, THREADS);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("world");
    TCase *cases = tcase_create("world");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_loop_test(cases, who_waits_for_a_lock_when_all_is_over_leaves_it_before_it_ends, 0,
                        2);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
