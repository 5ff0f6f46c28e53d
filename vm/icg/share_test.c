/* Shared counts: on random flow graphs, with guards that fail, calls that throw or have not come back, loops, and places that count
 * by the way that was taken, what follows from few counters is what one counter a place counts. */
#include <stdio.h>
#include <stdlib.h>

#include "base/intern.h"
#include "base/rng.h"
#include "base/shares.h"
#include "icg/icg_testing.h"

enum { PLACES_AT_MOST = 400, BLOCKS_AT_MOST = 4000, ACTIVATIONS = 300 };

static struct cell_space space;
static struct cells thread;
static struct count cells[PLACES_AT_MOST];
static int64_t expected[PLACES_AT_MOST];
static struct node *places[PLACES_AT_MOST];
static int place_count;
static enum count_way way;

/* --- random graphs --- */

struct generator {
    struct rng rng;
    struct strbuf out;
    int names, places;
};

static void statements(struct generator *g, int depth);

static const char *amount(struct generator *g, const char *computed) {
    static const char *const words[] = {"", "4L", "four", "m"};
    uint64_t word = rng_below(&g->rng, 5);
    return word == 4 ? computed : words[word];
}

static void add_count_of(struct generator *g, const char *amount) {
    strbuf_addf(&g->out, "    count \"c\" %s\n", amount);
    g->places++;
}

static void add_count(struct generator *g, const char *computed) {
    add_count_of(g, amount(g, computed));
}

static void add_guard(struct generator *g) {
    int name = g->names++;
    strbuf_addf(&g->out, "    t%d = state @1\n    guard unresolved p t%d\n", name, name);
}

static void add_loop(struct generator *g, int depth) {
    int header = g->names++, body = g->names++, end = g->names++;
    int entry = g->names++;
    strbuf_addf(&g->out, "    goto b%d\nb%d:\n", entry, entry);
    add_count(g, "m");
    strbuf_addf(&g->out, "    goto b%d\nb%d from b%d b%dx:\n", header, header, entry, body);
    add_count(g, "m");
    strbuf_addf(&g->out, "    if p -> b%d b%d\nb%d:\n", body, end, body);
    statements(g, depth - 1);
    strbuf_addf(&g->out, "    goto b%dx\nb%dx:\n", body, body);
    add_count(g, "m");
    strbuf_addf(&g->out, "    goto b%d\nb%d:\n", header, end);
}

static void add_branch(struct generator *g, int depth) {
    int yes = g->names++, no = g->names++, end = g->names++;
    strbuf_addf(&g->out, "    if p -> b%d b%d\nb%d:\n", yes, no, yes);
    statements(g, depth - 1);
    strbuf_addf(&g->out, "    goto b%dx\nb%dx:\n    goto b%d\nb%d:\n", yes, yes, end, no);
    statements(g, depth - 1);
    strbuf_addf(&g->out, "    goto b%dx\nb%dx:\n    goto b%d\nb%d from b%dx b%dx:\n", no, no, end,
                end, yes, no);
}

static void add_call(struct generator *g) {
    int normal = g->names++, thrown = g->names++;
    strbuf_addf(&g->out,
                "    t%d = state @1\n    invoke static A.f()V t%d -> b%d b%d\nb%d:\n    e%d = "
                "exception\n    count \"c\"\n    unwind e%d\nb%d:\n",
                normal, normal, normal, thrown, thrown, thrown, thrown, normal);
    g->places++;
}

/* What the exception is made by is a call in machine code. */
static void add_failed_check(struct generator *g) {
    int n = g->names++;
    strbuf_addf(&g->out,
                "    if p -> f%d g%d\nf%d:\n    count \"c\"\n    e%d = implicitexception "
                "division_by_zero at A.h(I)V:1\n    unwind e%d\ng%d:\n",
                n, n, n, n, n, n);
    g->places++;
}

/* As inserted code asks which of two or three ways was taken, and counts; where all arms meet it may count once more. Where a guard
 * is in between it has to ask. */
static void add_choice(struct generator *g) {
    int n = g->names++, key = (int)rng_below(&g->rng, 3);
    uint64_t stop = rng_below(&g->rng, 5), counts = rng_below(&g->rng, 3);
    const char *same = rng_likely(&g->rng, 0.5) ? amount(g, "m") : NULL;
    char sum[32];
    snprintf(sum, sizeof sum, "w%d", n);
    strbuf_addf(&g->out, "    if p -> y%d n%d\ny%d:\n", n, n, n);
    statements(g, 0);
    strbuf_addf(&g->out, "    goto y%dx\ny%dx:\n    if p -> u%d v%d\n", n, n, n, n);
    for (const char *from = "uvn"; *from; from++) {
        strbuf_addf(&g->out, "%c%d:\n", *from, n);
        add_count_of(g, same ? same : amount(g, "m"));
        if (rng_likely(&g->rng, 0.2)) add_guard(g);
        strbuf_addf(&g->out, "    goto c%d\n", n);
    }
    strbuf_addf(&g->out, "c%d from u%d v%d n%d:\n    k%d: int = phi %d 1 0\n", n, n, n, n, n, key);
    strbuf_addf(&g->out, "    l%d: long = phi m 3L m\n    %s: long = add l%d m\n", n, sum, n);
    if (stop == 0) add_guard(g);
    while (counts-- > 0) add_count(g, sum);
    if (stop == 1) add_guard(g);
    strbuf_addf(&g->out, "    switch k%d 0 1 -> a%d b%d e%d\n", n, n, n, n);
    for (const char *arm = "abe"; *arm; arm++) {
        strbuf_addf(&g->out, "%c%d:\n", *arm, n);
        add_count(g, sum);
        strbuf_addf(&g->out, "    goto m%d\n", n);
    }
    strbuf_addf(&g->out, "m%d from a%d b%d e%d:\n", n, n, n, n);
    add_count(g, sum);
}

static void statement(struct generator *g, int depth) {
    switch (rng_below(&g->rng, depth > 0 ? 8 : 5)) {
    case 7: add_choice(g); break;
    case 0:
    case 1: add_count(g, "m"); break;
    case 2: add_guard(g); break;
    case 3: add_call(g); break;
    case 4: add_failed_check(g); break;
    case 5: add_branch(g, depth); break;
    case 6: add_loop(g, depth); break;
    }
}

static void statements(struct generator *g, int depth) {
    for (uint64_t i = rng_below(&g->rng, 4); i > 0; i--) statement(g, depth);
}

/* --- running it --- */

/* The thread is still there when it returns. */
static void stay(const struct node *node) {
    const struct node_share *share = node_share_of(node);
    if (share) node->graph->flow->active[share->variable]++;
}

static void leave(const struct node *node) {
    const struct node_share *share = node_share_of(node);
    if (share) count_add(&thread, &node->graph->flow->counted[share->variable], way, 1);
}

/* Through which predecessor each block was entered last, by id. */
static int entered[BLOCKS_AT_MOST];

static int64_t value_of(const struct node *node) {
#define INPUT(i) value_of(node->inputs[i])
    if (node->kind == NODE_parameter) return 5;
    if (node->kind == NODE_phi) return INPUT(entered[node->block->id]);
    if (node->kind == NODE_convert) return INPUT(0);
    if (node->kind == NODE_add) return INPUT(0) + INPUT(1);
    ck_assert(node->kind == NODE_const_int || node->kind == NODE_const_long);
    return node->extra.integer;
#undef INPUT
}

static struct block *enter(const struct block *block, uint64_t taken) {
    struct block *next = block->successors[taken];
    ck_assert_uint_lt(next->id, BLOCKS_AT_MOST);
    entered[next->id] = block_predecessor_index(next, block);
    return next;
}

/* The successor that is taken; NULL: control leaves the graph. */
static struct block *run_block(const struct block *block, struct rng *rng) {
    block_each_node(node, block) {
        if (node->kind == NODE_count)
            count_add(&thread, node->extra.counter.cell, way,
                      node->input_count ? value_of(node->inputs[0]) : 1);
        bool may_leave = node->kind == NODE_guard || node->kind == NODE_invoke ||
                         node->kind == NODE_poll || node_calls_runtime(node);
        if (!may_leave || !rng_likely(rng, 0.03)) continue;
        if (node->kind == NODE_guard)
            leave(node);
        else
            stay(node);
        return NULL;
    }
    if (block->successor_count == 0) return NULL;
    uint64_t taken = 0;
    if (block->last->kind == NODE_if) taken = rng_below(rng, 2);
    if (block->last->kind == NODE_switch)
        taken = (uint64_t)branch_taken(block->last, value_of(block->last->inputs[0]));
    if (block->last->kind == NODE_invoke) taken = rng_likely(rng, 0.1);
    return enter(block, taken);
}

static void run(uint64_t seed) {
    struct rng rng;
    rng_init(&rng, seed);
    for (int i = 0; i < ACTIVATIONS; i++)
        for (struct block *at = test.graph->entry; at;) at = run_block(at, &rng);
}

static int counters(void) { return graph_count(test.graph, NODE_count); }

static double cost(void) { return graph_frequency(test.graph, NODE_count); }

/* --- the property --- */

static void find_places(void) {
    place_count = 0;
    for (int i = 0; i < test.graph->order_count; i++) {
        block_each_node(node, test.graph->order[i]) {
            if (node->kind != NODE_count) continue;
            ck_assert_int_lt(place_count, PLACES_AT_MOST);
            cells[place_count] = count_make(&space);
            node->extra.counter.cell = &cells[place_count];
            places[place_count++] = node;
        }
    }
}

static int64_t *sums(void) {
    int64_t *values = calloc(space.used + 1, sizeof *values);
    cells_sum(&space, space.used, values);
    return values;
}

/* Code of a loop counts in a way of its own. */
static void begin_graph(const char *text, bool is_loop) {
    cell_space_init(&space);
    thread = (struct cells){0};
    cells_attach(&space, &thread);
    ck_assert_int_eq(begin(text), REASON_none);
    ck_assert_int_eq(graph_test_run(&test, phase_polls), REASON_none);
    icg_set_cells(set, &space, intern("c"));
    test.graph->is_loop = is_loop;
    way = is_loop ? COUNT_ON_STACK : COUNT_COMPILED;
    find_places();
}

static void end_graph(void) {
    shares_free(test.graph->flow);
    graph_test_end(&test);
    cell_space_release(&space);
}

/* Runs it, shares its counts, and runs the same again. */
static void check(uint64_t seed, const char *text) {
    run(seed);
    int64_t *values = sums();
    for (int i = 0; i < place_count; i++) expected[i] = values[cells[i].cell + way];
    free(values);
    ck_assert_int_eq(graph_test_run(&test, phase_jump_threading), REASON_none);
    ck_assert_int_eq(graph_test_run(&test, phase_share), REASON_none);
    run(seed);
    values = sums();
    if (test.graph->flow) shares_add(test.graph->flow, space.used, values);
    for (int i = 0; i < place_count; i++)
        ck_assert_msg(values[cells[i].cell + way] == 2 * expected[i],
                      "seed %d, place %d: %d and then %d\n%s", (int)seed, i, (int)expected[i],
                      (int)(values[cells[i].cell + way] - expected[i]), text);
    free(values);
}

#define PROGRAM                                                                                    \
    A_CLASS "method static A.h(I)V\n"                                                              \
            "graph A.h(I)V\np: int = parameter 0\na:\n"                                            \
            "    m: long = convert p\n    four: long = convert 4\n"

START_TEST(what_follows_is_what_one_counter_a_place_counts) {
    for (uint64_t seed = _i * 50; seed < (uint64_t)_i * 50 + 50; seed++) {
        struct generator g = {.out = STRBUF_INIT};
        rng_init(&g.rng, seed);
        strbuf_add_text(&g.out, PROGRAM);
        while (g.places < 5) statement(&g, 3);
        strbuf_add_text(&g.out, "    return\n");
        begin_graph(strbuf_text(&g.out), seed % 2);
        double before = cost();
        check(seed, strbuf_text(&g.out));
        ck_assert_msg(cost() <= before + 1e-9, "seed %d: %f is more than %f", (int)seed, cost(),
                      before);
        end_graph();
        strbuf_release(&g.out);
    }
}
END_TEST

START_TEST(a_block_is_counted_once_whatever_guards_are_in_it) {
    begin_graph(PROGRAM
                "    s = state @1\n    count \"c\"\n    guard unresolved p s\n    count \"c\"\n"
                "    guard unresolved p s\n    count \"c\"\n    return\n",
                false);
    check(1, "three counts");
    ck_assert_int_eq(counters(), 1);
    end_graph();
}
END_TEST

START_TEST(a_call_that_does_not_throw_is_counted_with_what_follows) {
    begin_graph(PROGRAM "    count \"c\"\n    s = state @1\n    invoke static A.f()V s -> b bad\n"
                        "bad:\n    e = exception\n    unwind e\n"
                        "b:\n    count \"c\"\n    return\n",
                false);
    double before = cost();
    check(1, "a call");
    ck_assert_double_lt(cost(), 0.6 * before);
    end_graph();
}
END_TEST

#define TWO_WAYS                                                                                   \
    PROGRAM                                                                                        \
    "    if p -> b:0.9 c:0.1\nb:\n    goto d\nc:\n    goto d\n"                                    \
    "d from b c:\n    k: int = phi 0 1\n    w: long = add m 3L\n"
#define COUNTED_BY_WAY                                                                             \
    "    switch k 0 -> x y\nx:\n    count \"c\" w\n    count \"c\" four\n    goto z\n"             \
    "y:\n    count \"c\" w\n    count \"c\" four\n    goto z\n"                                    \
    "z from x y:\n    count \"c\" w\n    count \"c\"\n    return\n"

/* Of two ways: what they add up to is not counted, constant amounts are times the executions. */
START_TEST(ways_count_by_themselves_which_was_taken) {
    begin_graph(TWO_WAYS COUNTED_BY_WAY, false);
    check(1, "two ways");
    ck_assert_int_eq(graph_count(test.graph, NODE_switch), 0);
    ck_assert_int_eq(graph_count(test.graph, NODE_phi), 0);
    ck_assert_int_eq(counters(), 4);
    ck_assert_double_eq_tol(cost(), 2, 1e-9); /* w on either way, and either way */
    end_graph();
}
END_TEST

START_TEST(where_a_guard_is_in_between_the_way_is_asked_for) {
    begin_graph(TWO_WAYS "    s = state @1\n    guard unresolved p s\n" COUNTED_BY_WAY, false);
    check(1, "a guard");
    ck_assert_int_eq(graph_count(test.graph, NODE_switch), 1);
    end_graph();
}
END_TEST

/* Who stops on the way back has not come to what is counted behind it. */
START_TEST(the_way_back_to_a_loop_does_not_count_for_it) {
    begin_graph(PROGRAM "    goto h\nh from a l:\n    k: int = phi 0 1\n    switch k 0 -> x y\n"
                        "x:\n    count \"c\"\n    goto z\ny:\n    goto z\n"
                        "z from x y:\n    if p -> l e\nl:\n    goto h\ne:\n    return\n",
                false);
    check(1, "a loop");
    ck_assert_int_eq(graph_count(test.graph, NODE_switch), 1);
    end_graph();
}
END_TEST

/* Each step of it reads the one before twice: who looks at all ways through it does not come back. */
START_TEST(what_takes_many_steps_to_compute_is_no_matter) {
    enum { STEPS = 64 };
    struct strbuf text = STRBUF_INIT;
    strbuf_add_text(&text, TWO_WAYS "    x0: long = add m 0L\n");
    for (int i = 1; i <= STEPS; i++)
        strbuf_addf(&text, "    x%d: long = add x%d x%d\n", i, i - 1, i - 1);
    strbuf_addf(&text, "    count \"c\" x%d\n    switch k 0 -> x y\n", STEPS);
    for (const char *arm = "xy"; *arm; arm++)
        strbuf_addf(&text, "%c:\n    count \"c\" x%d\n    goto z\n", *arm, STEPS);
    strbuf_addf(&text, "z from x y:\n    count \"c\" x%d\n    return\n", STEPS);
    begin_graph(strbuf_text(&text), false);
    ck_assert_int_eq(graph_test_run(&test, phase_jump_threading), REASON_none);
    ck_assert_int_eq(graph_test_run(&test, phase_share), REASON_none);
    ck_assert_int_eq(graph_count(test.graph, NODE_switch), 1);
    ck_assert_int_eq(counters(), 3);
    end_graph();
    strbuf_release(&text);
}
END_TEST

START_TEST(a_choice_of_the_program_stays) {
    begin_graph(TWO_WAYS "    switch k 0 -> x y\nx:\n    goto z\ny:\n    goto z\n"
                         "z from x y:\n    count \"c\"\n    return\n",
                false);
    check(1, "the program's own");
    ck_assert_int_eq(graph_count(test.graph, NODE_switch), 1);
    end_graph();
}
END_TEST

START_TEST(counts_that_are_read_alone_stay) {
    begin_graph(PROGRAM "    count \"d\"\n    count \"c\"\n    return\n", false);
    check(1, "one is not shared");
    ck_assert(!places[0]->is_dead);
    ck_assert(places[1]->is_dead);
    end_graph();
}
END_TEST

START_TEST(without_cells_nothing_is_shared) {
    begin_graph(PROGRAM "    count \"c\"\n    count \"d\"\n    return\n", false);
    icg_set_cells(set, NULL, NULL);
    check(1, "no cells");
    ck_assert_ptr_null(test.graph->flow);
    ck_assert_int_eq(counters(), 2);
    end_graph();
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("share");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, what_follows_is_what_one_counter_a_place_counts, 0, 20);
    tcase_add_test(cases, a_block_is_counted_once_whatever_guards_are_in_it);
    tcase_add_test(cases, a_call_that_does_not_throw_is_counted_with_what_follows);
    tcase_add_test(cases, ways_count_by_themselves_which_was_taken);
    tcase_add_test(cases, where_a_guard_is_in_between_the_way_is_asked_for);
    tcase_add_test(cases, the_way_back_to_a_loop_does_not_count_for_it);
    tcase_add_test(cases, what_takes_many_steps_to_compute_is_no_matter);
    tcase_add_test(cases, a_choice_of_the_program_stays);
    tcase_add_test(cases, counts_that_are_read_alone_stay);
    tcase_add_test(cases, without_cells_nothing_is_shared);
    Suite *suite = suite_create("share");
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
