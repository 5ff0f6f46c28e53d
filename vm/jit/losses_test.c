/* Which losses of values are one: those of which everything that is told is the same. */
#include "base/check_run.h"
#include "base/intern.h"
#include "ir/testing.h"
#include "jit/internal.h"

static struct graph_test test;
static struct runtime runtime;
static struct jit jit;

static void setup(void) {
    graph_test_begin(&test, "graph\na:\n    return 0\n");
    jit = (struct jit){.runtime = &runtime};
    arena_init(&jit.world.arena);
}

static void teardown(void) {
    vec_release(&jit.losses);
    arena_release(&jit.world.arena);
    graph_test_end(&test);
}

/* Bumps the counters that [names] has letters for. */
static const struct graph *body(const char *names) {
    struct graph *graph = graph_new(&test.compilation, NULL);
    for (; *names; names++) {
        struct node *count = node_new(graph, NODE_count, TYPE_VOID, 0, NULL);
        count->extra.counter.name = intern((char[]){*names, 0});
        node_append(graph->entry, count);
    }
    return graph;
}

struct told {
    const char *method;
    int bci;
    const char *name, *phase;
    bool is_written;
    const char *counters;
};

static struct count *lose(const struct told *told) {
    struct position caller = {.method = intern("T.caller")};
    struct position position = {
        .method = intern(told->method), .bci = told->bci, .caller = &caller};
    return losses_add(&jit, &(struct icg_loss){.name = intern(told->name),
                                               .phase = intern(told->phase),
                                               .is_written = told->is_written,
                                               .position = &position,
                                               .body = body(told->counters)});
}

static const struct told loss = {"T.f", 3, "k", "gvn", false, "ab"};

static const struct told others[] = {
    {"T.g", 3, "k", "gvn", false, "ab"}, {"T.f", 4, "k", "gvn", false, "ab"},
    {"T.f", 3, "m", "gvn", false, "ab"}, {"T.f", 3, "k", "dce", false, "ab"},
    {"T.f", 3, "k", "gvn", true, "ab"},  {"T.f", 3, "k", "gvn", false, "ac"},
    {"T.f", 3, "k", "gvn", false, "a"},
};

START_TEST(losses_of_which_something_else_is_told_are_counted_each_by_itself) {
    struct count *first = lose(&loss), *other = lose(&others[_i]);
    ck_assert_ptr_ne(other, first);
    ck_assert_ptr_eq(lose(&loss), first);
    ck_assert_ptr_eq(lose(&others[_i]), other);
    ck_assert_int_eq((int)jit.losses.count, 2);
    ck_assert_ptr_null(jit.losses.items[0]->position.caller);
}
END_TEST

START_TEST(a_counter_that_is_bumped_twice_is_told_once) {
    struct told twice = loss;
    twice.counters = "aba";
    ck_assert_ptr_eq(lose(&twice), lose(&loss));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("losses");
    TCase *all = tcase_create("losses");
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_add_loop_test(all, losses_of_which_something_else_is_told_are_counted_each_by_itself, 0,
                        sizeof others / sizeof *others);
    tcase_add_test(all, a_counter_that_is_bumped_twice_is_told_once);
    suite_add_tcase(suite, all);
    return check_run(suite);
}
