/* The tree by itself: many threads that ask for the same contexts at the same time. */
#include "context/context.h"

#include <pthread.h>

#include "base/check_run.h"
#include "context/counts.h"

enum { THREADS = 8, METHODS = 40, ROUNDS = METHODS };

static struct cell_space space;
static struct context_tree tree;
static struct context_method *methods[METHODS];
static pthread_barrier_t barrier;

/* All go down the same path, and then back to the root. */
static void *descend(void *unused) {
    struct cells cells = {0};
    ck_assert(cells_attach(&space, &cells));
    pthread_barrier_wait(&barrier);
    struct context *last = NULL;
    for (int round = 0; round < ROUNDS; round++) {
        struct context *context = tree.roots[CONTEXT_OF_PROGRAM];
        for (int i = 0; i < METHODS; i++)
            context =
                context_enter(&tree, &cells, &last, context->slots, methods[(i + round) % METHODS]);
    }
    cells_detach(&space, &cells);
    return unused;
}

static void begin(const struct context_options *options) {
    cell_space_init(&space);
    context_tree_init(&tree, &space, options);
    for (int i = 0; i < METHODS; i++) {
        methods[i] = context_method_new(&tree, NULL, NULL, false);
        context_method_keep(&tree, methods[i]);
    }
}

static void end(void) {
    context_tree_release(&tree);
    cell_space_release(&space);
}

static void run_threads(void) {
    pthread_t threads[THREADS];
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, descend, NULL), 0);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&barrier);
}

/* Nodes below [context], each of which must have been reached by all threads. */
static int count_below(struct context *context, int64_t calls) {
    int count = 0;
    for (struct context_link *link = context->slots[0]; link->method; link = link->next) {
        ck_assert_int_eq(context_calls(&tree, link->node), calls);
        for (struct context_link *other = link->next; other->method; other = other->next)
            ck_assert(other->method != link->method || other->bci != link->bci);
        count += 1 + count_below(link->node, calls);
    }
    return count;
}

START_TEST(threads_that_race_to_make_a_node_agree_on_one) {
    begin(&(struct context_options){0});
    run_threads();
    ck_assert_int_eq(count_below(tree.roots[CONTEXT_OF_PROGRAM], THREADS), METHODS * ROUNDS);
    ck_assert_uint_eq(tree.node_count, METHODS * ROUNDS);
    end();
}
END_TEST

/* Of the nodes below [context], and their marks with its own. */
static void add_calls(struct context *context, int64_t *calls, int64_t *marks) {
    *marks += context_calls_without_node(&tree, context);
    for (struct context_link *link = context->slots[0]; link->method; link = link->next) {
        if (link != &link->node->link) continue;
        *calls += context_calls(&tree, link->node);
        add_calls(link->node, calls, marks);
    }
}

START_TEST(threads_that_race_to_the_limit_make_no_more_nodes_and_lose_no_call) {
    static const uint64_t limits[] = {1, 2, 100, METHODS * ROUNDS - 1, METHODS * ROUNDS};
    begin(&(struct context_options){.most_nodes = limits[_i]});
    run_threads();
    ck_assert_uint_le(tree.node_count, limits[_i]);
    int64_t beyond = 0, calls = 0, marks = 0;
    for (int i = 0; i < METHODS; i++) {
        struct context *shared = methods[i]->shared[CONTEXT_BEYOND_LIMIT];
        if (shared) beyond += context_calls(&tree, shared);
    }
    add_calls(tree.roots[CONTEXT_OF_PROGRAM], &calls, &marks);
    ck_assert_int_eq(marks, beyond);
    ck_assert_int_eq(calls + beyond, THREADS * METHODS * ROUNDS);
    if (limits[_i] == METHODS * ROUNDS && !tree.refused) ck_assert_int_eq(marks, 0);
    end();
}
END_TEST

/* --- frames that were inlined --- */

enum { FRAMES = 4, CODES = 3, ENTRIES = 1000 };

/* Method 0 with the others inlined: 1 and 2 into 0, 3 into 2. */
static struct context_counts *codes[CODES];

static void compile(void) {
    static const uint32_t callers[FRAMES] = {0, 0, 0, 2};
    for (int code = 0; code < CODES; code++) {
        codes[code] = context_counts_new(&tree, FRAMES, FRAMES);
        for (uint32_t i = 0; i < FRAMES; i++) {
            codes[code]->frames[i] =
                (struct context_frame){methods[i], callers[i], CONTEXT_NO_CALL};
            codes[code]->cells[i] = (struct context_cell){i, CONTEXT_ENTRY};
        }
    }
}

/* Frame i is entered i + 1 times, by each of the codes in turn; some are asked for their nodes meanwhile, and some settle. */
static void *execute(void *unused) {
    struct cells cells = {0};
    struct context *last = NULL;
    ck_assert(cells_attach(&space, &cells));
    pthread_barrier_wait(&barrier);
    for (int n = 0; n < ENTRIES; n++) {
        struct context_link **slot = tree.roots[CONTEXT_OF_PROGRAM]->slots;
        struct context *root = context_find(&tree, &cells, &last, slot, methods[0]);
        struct context_row *row = context_row(&tree, root, last, codes[n % CODES]);
        int64_t *words = context_row_words(&cells, row);
        for (int i = 0; i < FRAMES; i++)
            __atomic_store_n(&words[i], words[i] + i + 1, __ATOMIC_RELAXED);
        if (n % 100 == 50) context_frame_node(&tree, row, FRAMES - 1, &last);
        if (n % 250 == 100) context_settle(&tree);
        if (n % 250 == 200) context_settle_below(&tree, root);
    }
    cells_detach(&space, &cells);
    return unused;
}

static void run_code(const struct context_options *options) {
    pthread_t threads[THREADS];
    begin(options);
    compile();
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, execute, NULL), 0);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&barrier);
    context_settle(&tree);
}

static struct context *below(const struct context *context, int method) {
    const struct context_link *link = context->slots[0];
    while (link->method && link->method != methods[method]) link = link->next;
    return link->method ? link->node : NULL;
}

START_TEST(what_is_inlined_has_its_calls_at_its_node) {
    run_code(&(struct context_options){0});
    struct context *root = below(tree.roots[CONTEXT_OF_PROGRAM], 0);
    const struct context *const nodes[FRAMES] = {root, below(root, 1), below(root, 2),
                                                 below(below(root, 2), 3)};
    for (int i = 0; i < FRAMES; i++)
        ck_assert_int_eq(context_calls(&tree, nodes[i]), (int64_t)THREADS * ENTRIES * (i + 1));
    ck_assert_uint_eq(tree.node_count, FRAMES);
    end();
}
END_TEST

START_TEST(what_is_inlined_beyond_the_limit_counts_at_its_caller) {
    run_code(&(struct context_options){.most_nodes = (uint64_t)_i});
    int64_t beyond = 0, calls = 0, marks = 0;
    for (int i = 0; i < FRAMES; i++) {
        struct context *shared = methods[i]->shared[CONTEXT_BEYOND_LIMIT];
        if (shared) beyond += context_calls(&tree, shared);
    }
    add_calls(tree.roots[CONTEXT_OF_PROGRAM], &calls, &marks);
    ck_assert_int_eq(calls + beyond, THREADS * ENTRIES * (1 + 2 + 3 + 4));
    ck_assert_int_eq(marks, beyond);
    if (_i < FRAMES) ck_assert_int_gt(beyond, 0);
    end();
}
END_TEST

START_TEST(code_whose_caller_has_no_node_has_a_row_for_each_last_one_that_has) {
    begin(&(struct context_options){.most_nodes = 2});
    compile();
    struct cells cells = {0};
    ck_assert(cells_attach(&space, &cells));
    struct context *last = NULL, *callers[2];
    for (int i = 0; i < 2; i++)
        callers[i] =
            context_child(&tree, tree.roots[CONTEXT_OF_PROGRAM], CONTEXT_NO_CALL, methods[10 + i]);
    for (int n = 0; n < 30; n++) {
        struct context *root =
            context_find(&tree, &cells, &last, callers[n % 3 == 0]->slots, methods[0]);
        struct context_row *row = context_row(&tree, root, last, codes[0]);
        context_row_words(&cells, row)[3]++;
    }
    context_settle(&tree);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(context_calls_without_node(&tree, callers[i]), 2 * (i ? 10 : 20));
    cells_detach(&space, &cells);
    end();
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("tree");
    tcase_add_test(cases, threads_that_race_to_make_a_node_agree_on_one);
    tcase_add_loop_test(cases, threads_that_race_to_the_limit_make_no_more_nodes_and_lose_no_call,
                        0, 5);
    tcase_add_test(cases, what_is_inlined_has_its_calls_at_its_node);
    tcase_add_loop_test(cases, what_is_inlined_beyond_the_limit_counts_at_its_caller, 1,
                        FRAMES + 1);
    tcase_add_test(cases, code_whose_caller_has_no_node_has_a_row_for_each_last_one_that_has);
    Suite *suite = suite_create("calling contexts");
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
