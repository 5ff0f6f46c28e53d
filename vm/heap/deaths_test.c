/* Stamps beside the heap, and deaths: each object dies once, with the stamp that it was given, and never while something
 * refers to it. */
#include "heap/heap.h"

#include <stdlib.h>
#include <string.h>

#include "base/check_run.h"
#include "base/rng.h"
#include "base/vec.h"
#include "heap/layout.h"

enum { REFERENCES = 4, ROOTS = 24, MOST_OBJECTS = 20000 };

struct object {
    const char *class;
    uint32_t size, number; /* numbers begin at 1 */
    bool is_weak;          /* is its first reference? */
    struct object *references[REFERENCES];
};

static struct vm_options options;
static struct heap heap;
static struct tlab tlab;
static struct object *roots[ROOTS];
static uint32_t made;
static bool is_dead[MOST_OBJECTS + 1], has_survived[MOST_OBJECTS + 1];
static uint32_t deaths, survivors, collections;

static size_t size_of(const struct object *object) { return object->size; }

static size_t trace(struct heap *of, struct object *object) {
    for (int i = object->is_weak; i < REFERENCES; i++) heap_mark(of, object->references[i]);
    if (object->is_weak) heap_judge_later(of, object);
    return object->size;
}

static void judge(struct heap *of, struct object *object) {
    struct object *referent = object->references[0];
    if (referent && !heap_is_marked(of, referent)) object->references[0] = NULL;
}

static void trace_roots(struct heap *of, void *context) {
    for (int i = 0; i < ROOTS; i++) heap_mark(of, roots[i]);
}

static void check_stamp(const struct object *object, const struct vm_stamp *stamp) {
    if (strcmp(object->class, "node")) ck_abort_msg("no object");
    if (stamp->made != object->number || stamp->used != ~stamp->made)
        ck_abort_msg("the stamp of another");
    if (is_dead[object->number] || has_survived[object->number]) ck_abort_msg("told before");
}

static void on_death(void *context, struct object *object, struct vm_stamp *stamp) {
    if (context != &deaths) ck_abort_msg("the context of another");
    check_stamp(object, stamp);
    is_dead[object->number] = true;
    deaths++;
}

static void on_all_dead(void *context) { collections++; }

static void on_survival(void *context, struct object *object, struct vm_stamp *stamp) {
    check_stamp(object, stamp);
    has_survived[object->number] = true;
    survivors++;
}

static const struct vm_deaths watcher = {
    .died = on_death, .all_died = on_all_dead, .survived = on_survival, .context = &deaths};

static void start_unwatched(struct vm_options wanted) {
    options = wanted;
    heap_init(&heap, &options,
              &(struct heap_callbacks){.object_size = size_of,
                                       .trace_object = trace,
                                       .judge_reference = judge,
                                       .trace_roots = trace_roots});
    tlab = (struct tlab){0};
    memset(roots, 0, sizeof roots);
    memset(is_dead, 0, sizeof is_dead);
    memset(has_survived, 0, sizeof has_survived);
    made = deaths = survivors = collections = 0;
}

static void start(struct vm_options wanted) {
    start_unwatched(wanted);
    ck_assert(heap_watch_deaths(&heap, &watcher));
}

static struct object *make_unstamped(size_t extra) {
    size_t size =
        (sizeof(struct object) + extra + GRANULE_BYTES - 1) & ~(size_t)(GRANULE_BYTES - 1);
    struct object *object = heap_allocate(&heap, &tlab, size);
    if (!object) ck_abort_msg("the heap is full");
    object->class = "node";
    object->size = (uint32_t)size;
    object->number = ++made;
    return object;
}

static struct object *make(size_t extra) {
    struct object *object = make_unstamped(extra);
    struct vm_stamp *stamp = heap_stamp(&heap, object);
    if (stamp->made || stamp->used) ck_abort_msg("a new object's stamp is not empty");
    *stamp = (struct vm_stamp){object->number, ~(uint64_t)object->number};
    return object;
}

static void collect(void) { heap_collect(&heap, &tlab); }

START_TEST(what_nothing_refers_to_any_more_dies_once) {
    start((struct vm_options){.heap_bytes = 1 << 20});
    roots[0] = make(0);
    roots[0]->references[1] = make(100);
    struct object *alone = make(0);
    collect();
    ck_assert(is_dead[alone->number]);
    ck_assert_uint_eq(deaths, 1);
    roots[0] = NULL;
    collect();
    collect();
    ck_assert_uint_eq(deaths, 3);
    ck_assert_uint_eq(collections, 3);
    heap_release(&heap);
}
END_TEST

static struct object *last_seen;
static void see(void *context, struct object *referred) {
    ++*(int *)context;
    last_seen = referred;
}

static struct object *dead_list[10];
static void keep_dead(void *context, struct object *object, struct vm_stamp *stamp) {
    dead_list[object->number - 1] = object;
}
static void check_dead_list(void *context) {
    for (int i = 1; i < 10; i++) {
        int seen = 0;
        heap_each_reference(&heap, dead_list[i], see, &seen);
        ck_assert_int_eq(seen, 1);
        ck_assert_ptr_eq(last_seen, dead_list[i - 1]);
        ck_assert_uint_eq(heap_stamp(&heap, last_seen)->made, (uint64_t)i);
    }
}

START_TEST(until_all_were_told_dead_objects_are_as_they_were) {
    start_unwatched((struct vm_options){.heap_bytes = 1 << 20});
    ck_assert(heap_watch_deaths(
        &heap, &(struct vm_deaths){.died = keep_dead, .all_died = check_dead_list}));
    for (int i = 0; i < 10; i++) {
        struct object *object = make((size_t)i * 2000);
        object->references[2] = roots[0];
        roots[0] = object;
    }
    roots[0] = NULL;
    collect();
    ck_assert_ptr_eq(last_seen, dead_list[8]);
    heap_release(&heap);
}
END_TEST

START_TEST(weak_references_are_none_that_keep_alive) {
    start((struct vm_options){.heap_bytes = 1 << 20});
    struct object *weak = make(0);
    weak->is_weak = true;
    weak->references[0] = make(0);
    weak->references[3] = make(0);
    int seen = 0;
    heap_each_reference(&heap, weak, see, &seen);
    ck_assert_int_eq(seen, 1);
    ck_assert_ptr_eq(last_seen, weak->references[3]);
    heap_release(&heap);
}
END_TEST

/* Also where lines and blocks are used again, and where memory went back to the system. */
START_TEST(a_new_object_has_an_empty_stamp) {
    start((struct vm_options){
        .heap_bytes = 8 << 20, .heap_start = 1 << 20, .tlab_bytes = _i ? 1024 : 0});
    for (int round = 0; round < 4; round++) {
        while (made < (uint32_t)(round + 1) * 4500) {
            struct object *object = make(made % 100 == 0 ? 20000 : made % 700);
            roots[made % 1000 ? 0 : made / 1000] = object;
        }
        collect();
    }
    ck_assert_uint_gt(collections, 10);
    memset(roots, 0, sizeof roots);
    collect();
    ck_assert_uint_eq(deaths, made);
    heap_release(&heap);
}
END_TEST

START_TEST(who_was_there_before_has_a_stamp_unless_it_is_large) {
    start_unwatched((struct vm_options){.heap_bytes = 1 << 20});
    roots[0] = make_unstamped(0);
    roots[1] = make_unstamped(BLOCK_BYTES);
    ck_assert(heap_watch_deaths(&heap, &watcher));
    roots[2] = make(BLOCK_BYTES);
    ck_assert_ptr_nonnull(heap_stamp(&heap, roots[0]));
    ck_assert_ptr_null(heap_stamp(&heap, roots[1]));
    collect();
    *heap_stamp(&heap, roots[0]) = (struct vm_stamp){1, ~UINT64_C(1)};
    memset(roots, 0, sizeof roots);
    collect();
    ck_assert_uint_eq(deaths, 2);
    heap_release(&heap);
}
END_TEST

static struct heap_statistics statistics_of_a_run(bool is_watched) {
    start_unwatched((struct vm_options){.heap_bytes = 4 << 20, .heap_start = 1 << 20});
    if (is_watched) heap_watch_deaths(&heap, &(struct vm_deaths){.context = NULL});
    for (int i = 0; i < 10000; i++)
        roots[i % ROOTS] =
            make_unstamped(i % 50 == 0 ? 4096 * 3 - sizeof(struct object) : (size_t)i % 300);
    struct heap_statistics statistics = heap.statistics;
    heap_release(&heap);
    return statistics;
}

START_TEST(who_is_watched_is_collected_no_more_often) {
    struct heap_statistics alone = statistics_of_a_run(false), watched = statistics_of_a_run(true);
    ck_assert_int_gt(alone.collections, 3);
    ck_assert_int_eq(alone.collections, watched.collections);
    ck_assert_int_eq(alone.slow_allocations, watched.slow_allocations);
    ck_assert_int_eq(alone.bytes_large, watched.bytes_large);
    ck_assert_int_eq(alone.bytes_held, watched.bytes_held);
}
END_TEST

START_TEST(those_alive_at_the_end_are_told_apart) {
    start((struct vm_options){.heap_bytes = 1 << 20});
    roots[0] = make(0);
    roots[1] = make(20000);
    roots[0]->references[0] = make(0);
    make(0);
    heap_end_lives(&heap, &tlab);
    ck_assert_uint_eq(survivors, 3);
    ck_assert_uint_eq(deaths, 1);
    memset(roots, 0, sizeof roots);
    collect();
    ck_assert_uint_eq(deaths, 1);
    heap_release(&heap);
}
END_TEST

/* --- a mutator at random */

static bool is_reached[MOST_OBJECTS + 1];

static void reach(const struct object *object) {
    if (!object || is_reached[object->number]) return;
    is_reached[object->number] = true;
    for (int i = object->is_weak; i < REFERENCES; i++) reach(object->references[i]);
}

static void reach_from_roots(void) {
    memset(is_reached, 0, sizeof is_reached);
    for (int i = 0; i < ROOTS; i++) reach(roots[i]);
}

static void mutate(struct rng *rng, uint32_t objects) {
    while (made < objects) {
        struct object *object = make(rng_likely(rng, 0.02) ? 20000 : rng_below(rng, 400));
        object->is_weak = rng_likely(rng, 0.1);
        for (int i = 0; i < REFERENCES; i++)
            if (rng_likely(rng, 0.6)) object->references[i] = roots[rng_below(rng, ROOTS)];
        roots[rng_below(rng, ROOTS)] = rng_likely(rng, 0.1) ? NULL : object;
        if (rng_likely(rng, 0.01)) collect();
        if (rng_likely(rng, 0.002)) heap_check(&heap);
    }
}

START_TEST(of_a_random_graph_exactly_what_is_not_reached_dies) {
    size_t tlab_bytes[] = {0, 0, 1024, 4000};
    bool is_stressed = _i >= 8;
    struct rng rng;
    rng_init(&rng, (uint64_t)_i);
    start((struct vm_options){.heap_bytes = 16 << 20,
                              .heap_start = 1 << 20,
                              .tlab_bytes = tlab_bytes[_i % 4],
                              .collect_always = is_stressed});
    mutate(&rng, is_stressed ? 1000 : MOST_OBJECTS);
    reach_from_roots();
    heap_end_lives(&heap, &tlab);
    for (uint32_t number = 1; number <= made; number++) {
        if (is_dead[number] == is_reached[number] || has_survived[number] != is_reached[number])
            ck_abort_msg("object %u: reached %d, dead %d, alive at the end %d", number,
                         is_reached[number], is_dead[number], has_survived[number]);
    }
    ck_assert_uint_eq(deaths + survivors, made);
    heap_release(&heap);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("deaths");
    TCase *cases = tcase_create("deaths");
    tcase_set_timeout(cases, 120);
    tcase_add_test(cases, what_nothing_refers_to_any_more_dies_once);
    tcase_add_test(cases, until_all_were_told_dead_objects_are_as_they_were);
    tcase_add_test(cases, weak_references_are_none_that_keep_alive);
    tcase_add_loop_test(cases, a_new_object_has_an_empty_stamp, 0, 2);
    tcase_add_test(cases, who_was_there_before_has_a_stamp_unless_it_is_large);
    tcase_add_test(cases, who_is_watched_is_collected_no_more_often);
    tcase_add_test(cases, those_alive_at_the_end_are_told_apart);
    tcase_add_loop_test(cases, of_a_random_graph_exactly_what_is_not_reached_dies, 0, 10);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
