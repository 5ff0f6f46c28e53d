/* Random programs with random inserted code: the program that is left is the one without the
 * inserted code, node for node; and put back, after loops were peeled, the inserted code counts
 * what it counted in place. */
#include "base/check_run.h"
#include <stdio.h>
#include <stdlib.h>

#include "base/bitset.h"
#include "base/rng.h"
#include "icg/icg.h"
#include "ir/cfg.h"
#include "ir/edit.h"
#include "ir/evaluate.h"
#include "ir/fold.h"
#include "ir/testing.h"

enum { VALUES_AT_MOST = 24 };

struct generator {
    struct rng base, inserted; /* apart, so that the program does not depend on what is inserted */
    bool with_regions;
    struct strbuf out;
    int next_name;
    int block;                  /* number of the current one */
    int newest;                 /* value of the current block; 0: none */
    int values[VALUES_AT_MOST]; /* names that are there: v<number> */
    int count;
    int turn; /* whose place the next one takes when there are too many */
};

static void line(struct generator *g, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void line(struct generator *g, const char *format, ...) {
    va_list args;
    va_start(args, format);
    strbuf_add_text(&g->out, "    ");
    strbuf_addf_list(&g->out, format, args);
    strbuf_add_char(&g->out, '\n');
    va_end(args);
}

/* One of the newest, more often than not. */
static int some_value(struct generator *g, struct rng *rng) {
    uint64_t newest = g->count < 4 || rng_likely(rng, 0.4) ? (uint64_t)g->count : 4;
    return g->values[(uint64_t)g->count - 1 - rng_below(rng, newest)];
}

static void add_value(struct generator *g, int name) {
    if (g->count < VALUES_AT_MOST) {
        g->values[g->count++] = name;
    } else {
        g->values[2 + g->turn++ % (VALUES_AT_MOST - 2)] = name;
    }
}

static void operation(struct generator *g, struct rng *rng) {
    static const char *const kinds[] = {"add", "sub", "mul"};
    int a = some_value(g, rng), b = some_value(g, rng), name = g->next_name++;
    line(g, "v%d = %s v%d v%d", name, kinds[rng_below(rng, 3)], a, b);
    add_value(g, name);
    g->newest = name;
}

static int condition(struct generator *g, struct rng *rng) {
    int a = some_value(g, rng), b = some_value(g, rng), name = g->next_name++;
    line(g, "v%d = compare %s v%d v%d", name, rng_likely(rng, 0.5) ? "lt" : "eq", a, b);
    return name;
}

static void start_block(struct generator *g, int name) {
    strbuf_addf(&g->out, "b%d:\n", name);
    g->block = name;
    g->newest = 0;
}

static void start_merge(struct generator *g, int name, int first, int second) {
    strbuf_addf(&g->out, "b%d from b%d b%d:\n", name, first, second);
    g->block = name;
    g->newest = 0;
}

static void statements(struct generator *g, struct rng *rng, int depth);

static void region(struct generator *g) {
    struct generator saved = *g;
    struct rng *rng = &g->inserted;
    int inside = g->next_name++, behind = g->next_name++;
    line(g, "goto b%d", inside);
    start_block(g, inside);
    if (saved.newest && rng_likely(rng, 0.5))
        line(g, "icgbegin pred v%d", saved.newest);
    else
        line(g, "icgbegin here");
    bool was_with_regions = g->with_regions;
    g->with_regions = false;
    statements(g, rng, 1);
    int seen = condition(g, rng), yes = g->next_name++, no = g->next_name++, end = g->next_name++;
    line(g, "if v%d -> b%d b%d", seen, yes, no);
    start_block(g, yes);
    line(g, "count \"inserted\"");
    line(g, "goto b%d", end);
    start_block(g, no);
    line(g, "goto b%d", end);
    start_merge(g, end, yes, no);
    g->with_regions = was_with_regions;
    line(g, "icgend");
    line(g, "goto b%d", behind);
    start_block(g, behind);
    memcpy(g->values, saved.values, sizeof g->values);
    g->count = saved.count;
    g->turn = saved.turn;
}

static void maybe_region(struct generator *g) {
    if (g->with_regions && rng_likely(&g->inserted, 0.4)) region(g);
}

static void branch(struct generator *g, struct rng *rng, int depth) {
    int c = condition(g, rng);
    int yes = g->next_name++, no = g->next_name++, merge = g->next_name++, phi = g->next_name++;
    line(g, "if v%d -> b%d b%d", c, yes, no);
    int ends[2], results[2];
    for (int arm = 0; arm < 2; arm++) {
        int values[VALUES_AT_MOST], count = g->count;
        memcpy(values, g->values, sizeof values);
        start_block(g, arm ? no : yes);
        statements(g, rng, depth - 1);
        ends[arm] = g->block;
        results[arm] = some_value(g, rng);
        line(g, "goto b%d", merge);
        memcpy(g->values, values, sizeof values);
        g->count = count;
    }
    start_merge(g, merge, ends[0], ends[1]);
    line(g, "v%d: int = phi v%d v%d", phi, results[0], results[1]);
    add_value(g, phi);
}

static void loop(struct generator *g, struct rng *rng, int depth) {
    int header = g->next_name++, latch = g->next_name++, out = g->next_name++;
    int index = g->next_name++, carried = g->next_name++, next = g->next_name++;
    int last = g->next_name++, before = g->block, initial = some_value(g, rng);
    line(g, "goto b%d", header);
    start_merge(g, header, before, latch);
    line(g, "v%d: int = phi 0 v%d", index, next);
    line(g, "v%d: int = phi v%d v%d", carried, initial, last);
    add_value(g, index);
    add_value(g, carried);
    statements(g, rng, depth - 1);
    line(g, "v%d = add v%d 1", next, index);
    line(g, "v%d = add v%d 0", last, some_value(g, rng));
    int test = g->next_name++;
    line(g, "v%d = compare lt v%d %d", test, next, (int)rng_below(rng, 4));
    line(g, "if v%d -> b%d b%d", test, latch, out);
    start_block(g, latch);
    maybe_region(g);
    line(g, "goto b%d", header);
    /* The back edge comes from where the latch ended. */
    if (g->block != latch) {
        char old[64], with[64];
        snprintf(old, sizeof old, "b%d from b%d b%d:\n", header, before, latch);
        snprintf(with, sizeof with, "b%d from b%d b%d:\n", header, before, g->block);
        char *text = strbuf_detach(&g->out), *at = strstr(text, old);
        strbuf_add(&g->out, text, (size_t)(at - text));
        strbuf_add_text(&g->out, with);
        strbuf_add_text(&g->out, at + strlen(old));
        memory_free(text);
    }
    start_block(g, out);
}

static void statements(struct generator *g, struct rng *rng, int depth) {
    maybe_region(g);
    for (uint64_t n = rng_below(rng, 4); n > 0; n--) {
        uint64_t kind = rng_below(rng, 6);
        if (kind <= 1)
            operation(g, rng);
        else if (kind <= 3)
            line(g, "count \"base\"");
        else if (depth == 0)
            operation(g, rng);
        else if (kind == 4)
            branch(g, rng, depth);
        else
            loop(g, rng, depth);
        maybe_region(g);
    }
}

static char *generate(uint64_t seed, bool with_regions) {
    struct generator g = {
        .with_regions = with_regions, .next_name = 2, .values = {0, 1}, .count = 2};
    rng_init(&g.base, seed);
    rng_init(&g.inserted, seed + 1000000);
    strbuf_add_text(&g.out, "graph\nv0: int = parameter 0\nv1: int = parameter 1\n");
    start_block(&g, g.next_name++);
    for (int i = 0; i < 4; i++) statements(&g, &g.base, 3);
    line(&g, "return v%d", some_value(&g, &g.base));
    return strbuf_detach(&g.out);
}

/* --- the properties --- */

static struct icg_set *set;

static void extract(struct graph *graph) { edit_built(graph); }

static char *base_text(uint64_t seed, bool with_regions, bool discard) {
    char *source = generate(seed, with_regions);
    struct graph_test test;
    graph_test_begin(&test, source);
    set = icg_install(&test.compilation, discard);
    ck_assert_int_eq(graph_test_run(&test, extract), REASON_none);
    struct print_options options = {.without_placeholders = true, .with_frequencies = true};
    char *text = memory_duplicate(graph_test_text(&test, &options));
    graph_test_end(&test);
    memory_free(source);
    return text;
}

START_TEST(the_program_that_is_left_is_the_one_without_inserted_code) {
    for (uint64_t seed = 0; seed < 400; seed++) {
        char *without = base_text(seed, false, false);
        char *with = base_text(seed, true, false);
        char *discarded = base_text(seed, true, true);
        ck_assert_str_eq(with, without);
        ck_assert_str_eq(discarded, without);
        memory_free(without);
        memory_free(with);
        memory_free(discarded);
    }
}
END_TEST

static void peel_some(struct graph *graph) {
    struct block_copy copy;
    for (int i = graph->order_count; i-- > 0;) {
        if (!block_is_loop_header(graph->order[i])) continue;
        edit_peel_loop(graph->order[i], &copy);
        return;
    }
}

/* Inserted code goes with its anchor. */
static bool is_pure_and_no_anchor(const struct node *node) {
    return node_kind_placement(node->kind) == PLACEMENT_pure && !icg_of(set, node);
}

/* What the program alone does not need goes, phis that keep each other included. */
static void drop_what_is_not_needed(struct graph *graph) {
    struct bitset needed = bitset_new(graph->compilation->arena, graph->next_node_id);
    VEC(struct node *) work = {0}, going = {0};
    for (int i = 0; i < graph->order_count; i++) {
        block_each_node(node, graph->order[i]) {
            if (!is_pure_and_no_anchor(node)) vec_push(&work, node);
        }
    }
    while (work.count > 0) {
        struct node *node = vec_pop(&work);
        if (bitset_has(&needed, node->id)) continue;
        bitset_add(&needed, node->id);
        for (int i = 0; i < node->input_count; i++) vec_push(&work, node->inputs[i]);
    }
    for (int i = 0; i < graph->order_count; i++) {
        block_each_node(node, graph->order[i]) {
            if (!bitset_has(&needed, node->id)) vec_push(&going, node);
        }
    }
    edit_eliminate_all(going.items, (int)going.count);
    vec_release(&going);
    vec_release(&work);
}

static void fold_values(struct graph *graph) {
    for (int i = 0; i < graph->order_count; i++) {
        struct node *next;
        for (struct node *node = graph->order[i]->first; node; node = next) {
            next = node->next;
            struct node *value =
                is_pure_and_no_anchor(node) ? fold_value(node, node->inputs) : NULL;
            if (value) edit_replace_and_eliminate(node, value);
        }
    }
}

enum { PEEL = 1, DROP = 2, FOLD = 4 };

static void run(struct graph_test *test, void (*phase)(struct graph *graph)) {
    ck_assert_int_eq(graph_test_run(test, phase), REASON_none);
}

static struct count failures;

/* Is there inserted code that fails? In these programs everything can be had again. */
static bool has_failures(const struct graph *graph) {
    for (int i = 0; i < graph->order_count; i++) {
        block_each_node(node, graph->order[i]) {
            if (node->kind == NODE_count && node->extra.counter.cell == &failures) return true;
        }
    }
    return false;
}

static void assert_counts_stay(uint64_t seed, int rounds, int what) {
    char *source = generate(seed, true);
    struct graph_test before, after;
    graph_test_begin(&before, source);
    graph_test_begin(&after, source);
    set = icg_install(&after.compilation, false);
    icg_set_failure_counter(set, &failures);
    run(&after, extract);
    for (int i = 0; i < rounds; i++) {
        if (what & DROP) run(&after, drop_what_is_not_needed);
        if (what & PEEL) run(&after, peel_some);
        if (what & FOLD) run(&after, fold_values);
    }
    run(&after, phase_splice);
    for (int32_t p = -2; p < 4; p++) {
        int32_t arguments[] = {p, 3 - 2 * p};
        struct evaluation a = graph_evaluate(before.graph, arguments, 100000);
        struct evaluation b = graph_evaluate(after.graph, arguments, 100000);
        ck_assert(a.is_finished && b.is_finished);
        ck_assert_int_eq(a.result, b.result);
        ck_assert_msg(a.counts == b.counts, "seed %d, %d rounds of %d: %d and %d in\n%s", (int)seed,
                      rounds, what, a.counts, b.counts, source);
    }
    ck_assert_msg(!has_failures(after.graph), "seed %d fails", (int)seed);
    graph_test_end(&after);
    graph_test_end(&before);
    memory_free(source);
}

START_TEST(spliced_code_counts_what_it_counted_in_place) {
    for (uint64_t seed = 0; seed < 400; seed++) assert_counts_stay(seed, 0, 0);
}
END_TEST

START_TEST(spliced_code_counts_the_same_after_peeling) {
    for (uint64_t seed = 0; seed < 200; seed++) {
        for (int peelings = 1; peelings < 4; peelings++) assert_counts_stay(seed, peelings, PEEL);
    }
}
END_TEST

START_TEST(spliced_code_counts_the_same_when_the_program_lost_what_it_reads) {
    for (uint64_t seed = 0; seed < 400; seed++) assert_counts_stay(seed, 1, DROP);
    for (uint64_t seed = 0; seed < 400; seed++) assert_counts_stay(seed, 1, FOLD);
}
END_TEST

START_TEST(spliced_code_counts_the_same_after_losses_and_peelings) {
    for (uint64_t seed = 0; seed < 150; seed++) {
        for (int rounds = 1; rounds < 4; rounds++) {
            assert_counts_stay(seed, rounds, DROP | PEEL);
            assert_counts_stay(seed, rounds, FOLD | PEEL);
            assert_counts_stay(seed, rounds, DROP | PEEL | FOLD);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("random inserted code");
    TCase *tcase = tcase_create("random inserted code");
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, the_program_that_is_left_is_the_one_without_inserted_code);
    tcase_add_test(tcase, spliced_code_counts_what_it_counted_in_place);
    tcase_add_test(tcase, spliced_code_counts_the_same_after_peeling);
    tcase_add_test(tcase, spliced_code_counts_the_same_when_the_program_lost_what_it_reads);
    tcase_add_test(tcase, spliced_code_counts_the_same_after_losses_and_peelings);
    suite_add_tcase(suite, tcase);
    return check_run(suite);
}
