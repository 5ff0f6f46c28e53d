/* The tree by itself: many threads that ask for the same contexts at the same time. */
#include "context/context.h"

#include <pthread.h>

#include "base/check_run.h"

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

int main(void) {
    TCase *cases = tcase_create("tree");
    tcase_add_test(cases, threads_that_race_to_make_a_node_agree_on_one);
    tcase_add_loop_test(cases, threads_that_race_to_the_limit_make_no_more_nodes_and_lose_no_call,
                        0, 5);
    Suite *suite = suite_create("calling contexts");
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
