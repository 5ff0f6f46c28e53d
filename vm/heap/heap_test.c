/* The heap with objects of its own: nothing that is reachable is lost, nothing that is not stays
 * for long, every byte is accounted for. */
#include "heap/heap.h"

#include "base/check_run.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/vec.h"
#include "heap/layout.h"

struct kind {
    int dummy;
};

struct object {
    const struct kind *class;
    uint32_t size, reference_count;
    uint64_t number;
    struct object *references[];
};

static struct kind node_kind, weak_kind; /* of the second, the first reference is weak */
static VEC(struct object *) exact;       /* exact roots */
static VEC(const void *) ambiguous;      /* ambiguous roots */
static int64_t reclaimed;
static struct vm_options options;
static struct heap heap;
static _Thread_local struct tlab tlab;
static _Thread_local int64_t handed_out;

/* Threads that share the heap, at the end of this file. */
enum { MUTATORS = 4, MUTATOR_ROOTS = 16 };
struct mutator {
    pthread_t thread;
    uint64_t index;
    struct tlab *tlab;
    int64_t handed_out;
    struct object *roots[MUTATOR_ROOTS];
};
static struct mutator mutators[MUTATORS];

static size_t node_size(const struct object *object) { return object->size; }

static size_t trace_node(struct heap *of, struct object *object) {
    bool is_weak = object->class == &weak_kind;
    for (uint32_t i = is_weak; i < object->reference_count; i++)
        heap_mark(of, object->references[i]);
    if (is_weak) heap_judge_later(of, object);
    return object->size;
}

static void judge_node(struct heap *of, struct object *object) {
    struct object *referent = object->references[0];
    if (referent && !heap_is_marked(of, referent)) object->references[0] = NULL;
}

static void trace_test_roots(struct heap *of, void *context) {
    for (uint32_t i = 0; i < exact.count; i++) heap_mark(of, exact.items[i]);
    heap_mark_range(of, ambiguous.items, ambiguous.items + ambiguous.count);
    for (int i = 0; i < MUTATORS; i++)
        for (int k = 0; k < MUTATOR_ROOTS; k++) heap_mark(of, mutators[i].roots[k]);
}

static void count_reclaimed(void *context, const struct heap_collection *collection) {
    reclaimed += collection->reclaimed;
}

static void start(struct vm_options wanted) {
    options = wanted;
    struct heap_callbacks callbacks = {.object_size = node_size,
                                       .trace_object = trace_node,
                                       .judge_reference = judge_node,
                                       .trace_roots = trace_test_roots,
                                       .collected = count_reclaimed};
    heap_init(&heap, &options, &callbacks);
    tlab = (struct tlab){0};
    handed_out = reclaimed = 0;
}

static void finish(void) {
    heap_check(&heap);
    ck_assert_int_eq(heap_allocated_bytes(&heap, &tlab), handed_out);
    heap_release(&heap);
    vec_release(&exact);
    vec_release(&ambiguous);
}

static struct object *try_node(uint32_t references, uint32_t extra) {
    size_t size = sizeof(struct object) + references * sizeof(struct object *) + extra;
    size = (size + GRANULE_BYTES - 1) & ~(size_t)(GRANULE_BYTES - 1);
    struct object *object = heap_allocate(&heap, &tlab, size);
    if (!object) return NULL;
    for (size_t i = 0; i < size; i++)
        if (((char *)object)[i]) ck_abort_msg("memory that is not zero");
    *object =
        (struct object){.class = &node_kind, .size = (uint32_t)size, .reference_count = references};
    handed_out += (int64_t)size;
    return object;
}

static struct object *new_node(uint32_t references, uint32_t extra) {
    struct object *object = try_node(references, extra);
    if (!object) ck_abort_msg("the heap is full");
    return object;
}

START_TEST(a_small_object_is_a_bump_of_the_tlab) {
    start((struct vm_options){.heap_bytes = 1 << 20});
    struct object *first = new_node(0, 0), *second = new_node(0, 0);
    ck_assert_ptr_eq((char *)first + first->size, second);
    ck_assert_int_eq(heap.statistics.slow_allocations, 1);
    finish();
}
END_TEST

START_TEST(what_an_exact_root_reaches_survives) {
    start((struct vm_options){.heap_bytes = 1 << 20});
    struct object *root = new_node(1, 0);
    vec_push(&exact, root);
    root->references[0] = new_node(0, 0);
    root->references[0]->number = 42;
    heap_collect(&heap, &tlab);
    for (int i = 0; i < 100; i++) new_node(0, 100);
    ck_assert_uint_eq(root->references[0]->number, 42);
    finish();
}
END_TEST

START_TEST(garbage_is_reclaimed_and_its_lines_are_used_again) {
    start((struct vm_options){.heap_bytes = 1 << 20});
    for (int i = 0; i < 100000; i++) new_node(0, (uint32_t)i % 300);
    ck_assert_int_gt(heap.statistics.collections, 5);
    ck_assert_int_le(heap.statistics.bytes_in_blocks, 1 << 20);
    int64_t before = handed_out;
    heap_collect(&heap, &tlab);
    ck_assert_int_eq(reclaimed, before);
    finish();
}
END_TEST

START_TEST(holes_between_survivors_are_used_again) {
    start((struct vm_options){.heap_bytes = 1 << 20});
    for (int i = 0; i < 1000; i++) { /* one survivor in every 640 bytes */
        vec_push(&exact, new_node(0, 100));
        new_node(0, 512 - 32);
    }
    int64_t used = heap.statistics.bytes_in_blocks;
    heap_collect(&heap, &tlab);
    for (int i = 0; i < 1000; i++) vec_push(&exact, new_node(0, 100));
    ck_assert_int_le(heap.statistics.bytes_in_blocks, used);
    for (uint32_t i = 0; i < exact.count; i++) ck_assert_ptr_eq(exact.items[i]->class, &node_kind);
    finish();
}
END_TEST

START_TEST(an_address_inside_an_object_keeps_it) {
    start((struct vm_options){.heap_bytes = 1 << 20});
    for (uint32_t offset = 0; offset <= 240; offset += 5) {
        new_node(0, 40);
        struct object *object = new_node(1, 200);
        object->references[0] = new_node(0, 0);
        object->references[0]->number = offset;
        if (offset < object->size) vec_push(&ambiguous, (char *)object + offset);
    }
    uint32_t count = ambiguous.count;
    for (int round = 0; round < 3; round++) {
        heap_collect(&heap, &tlab);
        for (int i = 0; i < 2000; i++) new_node(0, 64);
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t offset = i * 5;
        struct object *object = (struct object *)((const char *)ambiguous.items[i] - offset);
        ck_assert_uint_eq(object->references[0]->number, offset);
    }
    finish();
}
END_TEST

START_TEST(an_address_just_past_an_object_does_not_keep_it) {
    start((struct vm_options){.heap_bytes = 1 << 20});
    struct object *object = new_node(0, 40);
    vec_push(&ambiguous, (char *)object + object->size);
    heap_collect(&heap, &tlab);
    ck_assert_ptr_null(heap_object_at(&heap, object));
    finish();
}
END_TEST

START_TEST(a_word_that_is_no_address_keeps_nothing) {
    start((struct vm_options){.heap_bytes = 1 << 20});
    struct object *object = new_node(0, 0);
    vec_push(&ambiguous, NULL);
    vec_push(&ambiguous, (void *)1);
    vec_push(&ambiguous, (void *)~(uintptr_t)0);
    vec_push(&ambiguous, (char *)object + 4096);
    vec_push(&ambiguous, &heap);
    heap_collect(&heap, &tlab);
    ck_assert_int_eq(reclaimed, object->size);
    finish();
}
END_TEST

START_TEST(the_object_at_an_address_is_found_before_and_after_a_collection) {
    start((struct vm_options){.heap_bytes = 1 << 20});
    struct object *small = new_node(0, 100), *large = new_node(0, 100000);
    vec_push(&exact, small);
    vec_push(&exact, large);
    for (int round = 0; round < 2; round++) {
        ck_assert_ptr_eq(heap_object_at(&heap, (char *)small + 50), small);
        ck_assert_ptr_null(heap_object_at(&heap, (char *)small + small->size));
        ck_assert_ptr_eq(heap_object_at(&heap, (char *)large + 99999), large);
        ck_assert_ptr_null(heap_object_at(&heap, &heap));
        heap_collect(&heap, &tlab);
    }
    struct object *grown = new_node(0, 0);
    ck_assert_ptr_eq(heap_object_at(&heap, grown), grown);
    struct object *later = new_node(0, 0);
    ck_assert_ptr_eq(heap_object_at(&heap, later), later);
    finish();
}
END_TEST

START_TEST(large_objects_have_pages_of_their_own_and_give_them_back) {
    start((struct vm_options){.heap_bytes = 1 << 20});
    struct object *kept = new_node(0, 20000);
    kept->number = 7;
    vec_push(&exact, kept);
    for (int i = 0; i < 1000; i++) new_node(0, 50000);
    heap_collect(&heap, &tlab);
    ck_assert_uint_eq(kept->number, 7);
    ck_assert_int_eq(heap.statistics.bytes_large, 20480);
    finish();
}
END_TEST

START_TEST(the_limit_holds_for_small_and_for_large_objects) {
    start((struct vm_options){.heap_bytes = 1 << 20});
    struct object *object;
    while ((object = try_node(0, 1000))) vec_push(&exact, object);
    ck_assert_int_gt(handed_out, (1 << 20) * 9 / 10);
    ck_assert_ptr_null(try_node(0, 200000));
    ck_assert_int_le(heap.statistics.bytes_in_blocks + heap.statistics.bytes_large, 1 << 20);
    vec_clear(&exact);
    ck_assert_ptr_nonnull(try_node(0, 200000));
    ck_assert_ptr_null(try_node(0, 1 << 21));
    finish();
}
END_TEST

/* The live objects leave room for 60 others: each collection frees that, and no more. */
START_TEST(a_heap_that_is_all_but_full_is_full) {
    start((struct vm_options){.heap_bytes = 8 << 20});
    struct object *object;
    while ((object = try_node(0, 1000))) vec_push(&exact, object);
    exact.count -= 60;
    heap_collect(&heap, &tlab);
    int64_t before = heap.statistics.collections;
    int made = 0;
    while (made < 10000 && try_node(0, 1000)) made++;
    ck_assert_int_lt(made, 1000);
    ck_assert_int_lt(heap.statistics.collections - before, 20);
    exact.count /= 2;
    for (made = 0; made < 10000; made++) new_node(0, 1000);
    finish();
}
END_TEST

START_TEST(who_lifts_the_limit_always_gets_memory) {
    start((struct vm_options){.heap_bytes = 1 << 20});
    struct object *object;
    while ((object = try_node(0, 1000))) vec_push(&exact, object);
    heap.fail_after = 1;
    heap_lift_limit(&tlab);
    for (int i = 0; i < 3 * RESERVE_BYTES / 1000; i++) vec_push(&exact, new_node(0, 1000));
    vec_push(&exact, new_node(0, 100000));
    heap_restore_limit(&tlab);
    heap.fail_after = 0;
    while ((object = try_node(0, 1000))) vec_push(&exact, object);
    heap_check(&heap);
    vec_clear(&exact);
    while ((object = try_node(0, 1000))) vec_push(&exact, object);
    ck_assert_int_le(heap.statistics.bytes_in_blocks + heap.statistics.bytes_large, 1 << 20);
    finish();
}
END_TEST

START_TEST(a_fixed_tlab_serves_the_same_number_of_objects_every_time) {
    start((struct vm_options){.heap_bytes = 8 << 20, .tlab_bytes = 1000});
    for (int i = 0; i < 310 * 31; i++) new_node(0, 0); /* 992 / 32 = 31 */
    ck_assert_int_eq(heap.statistics.slow_allocations, 310);
    vec_push(&exact, new_node(0, 5000));
    ck_assert_int_eq(heap.statistics.slow_allocations, 311);
    heap_collect(&heap, &tlab);
    for (int i = 0; i < 310 * 31; i++) new_node(0, 0);
    ck_assert_int_eq(heap.statistics.slow_allocations, 621);
    finish();
}
END_TEST

START_TEST(the_rest_of_a_fixed_tlabs_line_is_empty_where_objects_were_before) {
    start((struct vm_options){.heap_bytes = 8 << 20, .tlab_bytes = 32});
    for (int i = 0; i < 1000; i++) {
        struct object *object = new_node(0, 200);
        memset(object->references, 0x41, object->size - sizeof *object);
    }
    heap_collect(&heap, &tlab);
    for (int i = 0; i < 1000; i++) {
        struct object *object = new_node(0, 0);
        ck_assert_ptr_eq(heap_object_at(&heap, object), object);
    }
    finish();
}
END_TEST

START_TEST(a_fixed_tlab_is_never_larger_than_its_block) {
    start((struct vm_options){.heap_bytes = 1 << 20, .tlab_bytes = 1 << 21});
    for (int i = 0; i < 10 * BLOCK_BYTES / 32; i++) new_node(0, 0);
    ck_assert_int_eq(heap.statistics.slow_allocations, 10);
    finish();
}
END_TEST

START_TEST(when_told_so_every_allocation_collects) {
    start((struct vm_options){.heap_bytes = 1 << 20, .collect_always = true});
    for (int i = 0; i < 500; i++) new_node(0, (uint32_t)i);
    ck_assert_int_eq(heap.statistics.collections, 500);
    finish();
}
END_TEST

START_TEST(under_stress_freed_memory_is_overwritten) {
    for (int stress = 0; stress < 2; stress++) {
        start((struct vm_options){.heap_bytes = 1 << 20, .collect_always = stress});
        struct object *node = new_node(0, 256);
        const void *class = node->class;
        heap_collect(&heap, &tlab);
        ck_assert_int_eq(node->class == class, !stress);
        finish();
    }
}
END_TEST

START_TEST(the_nth_slow_allocation_fails_when_told_so) {
    start((struct vm_options){.heap_bytes = 1 << 20, .collect_always = true});
    heap.fail_after = 3;
    ck_assert_ptr_nonnull(try_node(0, 0));
    ck_assert_ptr_nonnull(try_node(0, 0));
    ck_assert_ptr_null(try_node(0, 0));
    ck_assert_ptr_nonnull(try_node(0, 0));
    finish();
}
END_TEST

START_TEST(a_heap_that_emptied_gives_its_memory_back) {
    start((struct vm_options){.heap_bytes = 64 << 20, .heap_start = 1 << 20});
    vec_push(&exact, new_node(1, 0));
    for (int i = 0; i < 500000; i++) {
        struct object *node = new_node(1, 0);
        node->references[0] = exact.items[0];
        exact.items[0] = node;
    }
    int64_t full = heap.statistics.bytes_held;
    ck_assert_int_ge(full, 500000 * 32);
    exact.items[0] = NULL;
    heap_collect(&heap, &tlab);
    ck_assert_int_le(heap.statistics.bytes_held, 2 << 20);
    for (int i = 0; i < 500000; i++) new_node(1, 0);
    ck_assert_int_le(heap.statistics.bytes_held, 3 << 20);
    finish();
}
END_TEST

START_TEST(a_heap_is_not_collected_before_its_start_is_used_up) {
    start((struct vm_options){.heap_bytes = 64 << 20, .heap_start = 32 << 20});
    while (handed_out < 31 << 20) new_node(0, 100);
    ck_assert_int_eq(heap.statistics.collections, 0);
    while (handed_out < 33 << 20) new_node(0, 100);
    ck_assert_int_eq(heap.statistics.collections, 1);
    finish();
}
END_TEST

START_TEST(one_object_in_n_takes_the_slow_path_of_a_fixed_tlab) {
    size_t tlab_bytes = (size_t)_i * 240 + 64;
    start((struct vm_options){.heap_bytes = 16 << 20, .tlab_bytes = tlab_bytes});
    uint32_t size = new_node(1, 0)->size;
    int64_t served = (int64_t)(tlab_bytes / size), before = heap.statistics.slow_allocations;
    while (tlab.top + size <= tlab.limit) new_node(1, 0);
    for (int64_t i = 0; i < 100 * served; i++) new_node(1, 0);
    ck_assert_int_eq(heap.statistics.slow_allocations - before, 100);
    finish();
}
END_TEST

START_TEST(a_list_of_a_million_nodes_is_marked_without_recursion) {
    start((struct vm_options){.heap_bytes = 64 << 20});
    vec_push(&exact, NULL);
    for (int i = 0; i < 1000000; i++) {
        struct object *node = new_node(1, 0);
        node->references[0] = exact.items[0];
        exact.items[0] = node;
    }
    heap_collect(&heap, &tlab);
    int length = 0;
    for (struct object *node = exact.items[0]; node; node = node->references[0]) length++;
    ck_assert_int_eq(length, 1000000);
    finish();
}
END_TEST

/* A mutator at random, beside a model: numbers and edges of every object that was ever made. */
enum { MODEL_ROOTS = 24, MODEL_OBJECTS = 20000, MODEL_EDGES = 6 };

struct model {
    struct object *object;
    int edges[MODEL_EDGES], edge_count;
    bool is_weak, seen; /* reached by strong edges */
};
static struct model model[MODEL_OBJECTS];

static void model_check(int index) {
    if (index < 0 || model[index].seen) return;
    model[index].seen = true;
    struct object *object = model[index].object;
    ck_assert_ptr_eq(object->class, model[index].is_weak ? &weak_kind : &node_kind);
    ck_assert_uint_eq(object->number, (uint64_t)index);
    ck_assert_ptr_eq(heap_object_at(&heap, (char *)object + object->size - 1), object);
    for (int i = model[index].is_weak; i < model[index].edge_count; i++) {
        int edge = model[index].edges[i];
        ck_assert_ptr_eq(object->references[i], edge < 0 ? NULL : model[edge].object);
        model_check(edge);
    }
}

/* What is reached is referred to; what is not may be there, but nothing else is. Returns the number
 * of references that were cleared. */
static int model_check_weak(void) {
    int cleared = 0;
    for (int i = 0; i < MODEL_OBJECTS; i++) {
        if (!model[i].seen || !model[i].is_weak || model[i].edges[0] < 0) continue;
        const struct model *referent = &model[model[i].edges[0]];
        struct object *found = model[i].object->references[0];
        if (referent->seen || found) ck_assert_ptr_eq(found, referent->object);
        if (found) ck_assert_ptr_eq(heap_object_at(&heap, found), found);
        cleared += !found;
    }
    return cleared;
}

static void mutate(uint64_t seed, int steps) {
    struct rng rng;
    rng_init(&rng, seed);
    memset(model, 0, sizeof model);
    int roots[MODEL_ROOTS];
    for (int i = 0; i < MODEL_ROOTS; i++) {
        roots[i] = -1;
        vec_push(&exact, NULL);
        vec_push(&ambiguous, NULL);
    }
    for (int index = 0; index < steps; index++) {
        int root = (int)rng_below(&rng, MODEL_ROOTS);
        uint32_t edges = (uint32_t)rng_below(&rng, MODEL_EDGES + 1);
        uint32_t extra = rng_likely(&rng, 0.02) ? 20000 : (uint32_t)rng_below(&rng, 400);
        struct object *object = new_node(edges, extra);
        object->number = (uint64_t)index;
        struct model *made = &model[index];
        *made = (struct model){.object = object, .edge_count = (int)edges};
        made->is_weak = edges > 0 && rng_likely(&rng, 0.2);
        if (made->is_weak) object->class = &weak_kind;
        for (uint32_t i = 0; i < edges; i++) {
            int target = rng_likely(&rng, 0.3) ? -1 : roots[rng_below(&rng, MODEL_ROOTS)];
            made->edges[i] = target;
            object->references[i] = target < 0 ? NULL : model[target].object;
        }
        roots[root] = rng_likely(&rng, 0.1) ? -1 : index;
        bool is_exact = root % 2;
        size_t inside = rng_below(&rng, object->size);
        exact.items[root] = roots[root] >= 0 && is_exact ? object : NULL;
        ambiguous.items[root] = roots[root] >= 0 && !is_exact ? (char *)object + inside : NULL;
        if (rng_likely(&rng, 0.002)) heap_check(&heap);
        if (rng_likely(&rng, 0.005)) heap_collect(&heap, &tlab);
    }
    heap_collect(&heap, &tlab);
    heap_check(&heap);
    for (int i = 0; i < MODEL_ROOTS; i++) model_check(roots[i]);
    ck_assert_int_gt(model_check_weak(), 0);
}

START_TEST(a_random_graph_stays_as_it_was_made) {
    size_t tlab_bytes[] = {0, 0, 1024, 4000};
    start((struct vm_options){.heap_bytes = 16 << 20, .tlab_bytes = tlab_bytes[_i % 4]});
    mutate((uint64_t)_i, MODEL_OBJECTS);
    finish();
}
END_TEST

START_TEST(a_random_graph_survives_a_collection_at_every_allocation) {
    start((struct vm_options){.heap_bytes = 16 << 20, .collect_always = true});
    mutate((uint64_t)_i + 100, 1500);
    finish();
}
END_TEST

/* --- several threads: each stops where it polls, or wants the lock */

static pthread_mutex_t heap_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t world_lock = PTHREAD_MUTEX_INITIALIZER; /* guards what follows */
static pthread_cond_t world_changed = PTHREAD_COND_INITIALIZER;
static int running, parked;
static bool is_stopping;

static void park(int runs) {
    pthread_mutex_lock(&world_lock);
    running += runs;
    parked += runs == 0;
    pthread_cond_broadcast(&world_changed);
    pthread_mutex_unlock(&world_lock);
}

static void unpark(void) {
    pthread_mutex_lock(&world_lock);
    while (is_stopping) pthread_cond_wait(&world_changed, &world_lock);
    parked--;
    pthread_mutex_unlock(&world_lock);
}

static void enter_locked(void *context) {
    park(0);
    pthread_mutex_lock(&heap_lock);
    unpark();
}

static void leave_locked(void *context) { pthread_mutex_unlock(&heap_lock); }

static void stop_mutators(struct heap *of, void *context) {
    pthread_mutex_lock(&world_lock);
    is_stopping = true;
    while (parked < running - 1) pthread_cond_wait(&world_changed, &world_lock);
    pthread_mutex_unlock(&world_lock);
    for (int i = 0; i < MUTATORS; i++)
        if (mutators[i].tlab) heap_retire(of, mutators[i].tlab);
}

static void resume_mutators(void *context) {
    pthread_mutex_lock(&world_lock);
    is_stopping = false;
    pthread_cond_broadcast(&world_changed);
    pthread_mutex_unlock(&world_lock);
}

static void mutator_check(const struct mutator *self, const struct object *object) {
    for (int depth = 0; object && depth < 50; depth++) {
        if (object->class != &node_kind || object->number >> 32 != self->index)
            ck_abort_msg("an object of thread %d was overwritten", (int)self->index);
        object = object->reference_count ? object->references[0] : NULL;
    }
}

/* Keeps every reference in its roots when it allocates. */
static void *run_mutator(void *argument) {
    struct mutator *self = argument;
    struct rng rng;
    rng_init(&rng, self->index);
    self->tlab = &tlab;
    for (uint64_t step = 0; step < 30000; step++) {
        park(0);
        unpark();
        uint32_t extra = rng_likely(&rng, 0.01) ? 20000 : (uint32_t)rng_below(&rng, 400);
        struct object *object = new_node((uint32_t)rng_below(&rng, 3), extra);
        object->number = self->index << 32 | step;
        for (uint32_t i = 0; i < object->reference_count; i++)
            if (rng_likely(&rng, 0.7))
                object->references[i] = self->roots[rng_below(&rng, MUTATOR_ROOTS)];
        struct object **root = &self->roots[rng_below(&rng, MUTATOR_ROOTS)];
        mutator_check(self, *root);
        *root = rng_likely(&rng, 0.1) ? NULL : object;
        if (rng_likely(&rng, 0.001)) heap_collect(&heap, &tlab);
    }
    heap_enter(&heap);
    heap_retire(&heap, &tlab);
    self->tlab = NULL;
    heap_leave(&heap);
    self->handed_out = handed_out;
    park(-1);
    return NULL;
}

START_TEST(threads_that_share_a_heap_lose_nothing) {
    start((struct vm_options){.heap_bytes = 32 << 20, .heap_start = 1 << 20});
    heap.callbacks.enter = enter_locked;
    heap.callbacks.leave = leave_locked;
    heap.callbacks.stop_world = stop_mutators;
    heap.callbacks.resume_world = resume_mutators;
    running = MUTATORS;
    for (int i = 0; i < MUTATORS; i++) {
        mutators[i].index = (uint64_t)(_i * MUTATORS + i + 1);
        pthread_create(&mutators[i].thread, NULL, run_mutator, &mutators[i]);
    }
    for (int i = 0; i < MUTATORS; i++) {
        pthread_join(mutators[i].thread, NULL);
        handed_out += mutators[i].handed_out;
        for (int k = 0; k < MUTATOR_ROOTS; k++) mutator_check(&mutators[i], mutators[i].roots[k]);
    }
    ck_assert_int_gt(heap.statistics.collections, MUTATORS);
    finish();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("heap");
    TCase *cases = tcase_create("heap");
    tcase_set_timeout(cases, 120);
    tcase_add_test(cases, a_small_object_is_a_bump_of_the_tlab);
    tcase_add_test(cases, what_an_exact_root_reaches_survives);
    tcase_add_test(cases, garbage_is_reclaimed_and_its_lines_are_used_again);
    tcase_add_test(cases, holes_between_survivors_are_used_again);
    tcase_add_test(cases, an_address_inside_an_object_keeps_it);
    tcase_add_test(cases, an_address_just_past_an_object_does_not_keep_it);
    tcase_add_test(cases, a_word_that_is_no_address_keeps_nothing);
    tcase_add_test(cases, the_object_at_an_address_is_found_before_and_after_a_collection);
    tcase_add_test(cases, large_objects_have_pages_of_their_own_and_give_them_back);
    tcase_add_test(cases, the_limit_holds_for_small_and_for_large_objects);
    tcase_add_test(cases, a_heap_that_is_all_but_full_is_full);
    tcase_add_test(cases, who_lifts_the_limit_always_gets_memory);
    tcase_add_test(cases, a_fixed_tlab_serves_the_same_number_of_objects_every_time);
    tcase_add_test(cases, the_rest_of_a_fixed_tlabs_line_is_empty_where_objects_were_before);
    tcase_add_test(cases, a_fixed_tlab_is_never_larger_than_its_block);
    tcase_add_test(cases, when_told_so_every_allocation_collects);
    tcase_add_test(cases, under_stress_freed_memory_is_overwritten);
    tcase_add_test(cases, the_nth_slow_allocation_fails_when_told_so);
    tcase_add_test(cases, a_heap_that_emptied_gives_its_memory_back);
    tcase_add_test(cases, a_heap_is_not_collected_before_its_start_is_used_up);
    tcase_add_loop_test(cases, one_object_in_n_takes_the_slow_path_of_a_fixed_tlab, 0, 20);
    tcase_add_test(cases, a_list_of_a_million_nodes_is_marked_without_recursion);
    tcase_add_loop_test(cases, a_random_graph_stays_as_it_was_made, 0, 8);
    tcase_add_loop_test(cases, a_random_graph_survives_a_collection_at_every_allocation, 0, 4);
    tcase_add_loop_test(cases, threads_that_share_a_heap_lose_nothing, 0, 4);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
