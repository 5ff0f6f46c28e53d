/* call_graph: shares of edges, what is inferred of them, and overlaps with what they say; and that random call graphs, sampled, are decided wrongly as rarely as
 * announced. Seeds are fixed. */
#include "assertions/fixture.h"

#include "assertions/stat.h"
#include "base/rng.h"

static struct observation run_of_edges(const struct edge_observation *edges, uint32_t count) {
    struct observation observation = observation_of(100);
    observation.edges = edges;
    observation.edge_count = count;
    return observation;
}

/* 1000 samples of 10000 calls. */
static struct observation usual_run(void) {
    static const struct edge_observation edges[] = {
        {"T.run(I)I", 4, 7, "T.leaf(I)I", 500, 5000, 0, 1},
        {"T.run(I)I", 9, 8, "T.leaf(I)I", 100, 1200, 0, 1},
        {"T.run(I)I", 9, 8, "T.other()V", 250, 2400, 0, 1},
        {"T.leaf(I)I", 2, 3, "T.other()V", 150, 1300, 0, 1},
        {NULL, -1, 0, "T.run(I)I", 0, 100, 0, 1}};
    return run_of_edges(edges, 5);
}

static struct call_graph_expectation edge(const struct via *path) {
    return (struct call_graph_expectation){.base = {&assertion_call_graph},
                                           .text = "the edge",
                                           .path = path,
                                           .share = BOUND_NONE,
                                           .inferred = BOUND_NONE,
                                           .overlap = BOUND_NONE};
}

/* --- verdicts --- */

START_TEST(a_share_is_of_all_samples) {
    static const struct via in_line[] = {{"T.run", 8}, {"T.leaf", 0}},
                            any[] = {{"T.run", 0}, {"T.leaf", 0}};
    struct observation observation = usual_run();
    struct call_graph_expectation expectation = edge(in_line);
    expectation.share = (struct bound){0.1, 0.06, NAN, NAN};
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.summary, "share of the edge is 0.1, expected 0.1 ± 0.06");
    ck_assert_str_eq(verdict.observed,
                     "0.1, 99.99999 % interval [0.05676, 0.1587], of 1000 samples");
    ck_assert_int_eq(verdict.hits, 100);
    ck_assert_int_eq(verdict.trials, 1000);
    ck_assert_double_eq(verdict.false_alarm, 2 * STAT_DECISION_RISK);
    expectation = edge(any);
    expectation.share = (struct bound){NAN, 0, NAN, 0.5};
    ck_assert_verdict(check(&expectation, &observation), FAIL);
    expectation.share = (struct bound){NAN, 0, 0.5, NAN};
    ck_assert_verdict(check(&expectation, &observation), PASS);
}
END_TEST

START_TEST(near_a_bound_it_says_how_many_samples_would_decide) {
    static const struct via path[] = {{"T.run", 0}, {"T.other", 0}};
    struct observation observation = usual_run();
    struct call_graph_expectation expectation = edge(path);
    expectation.share.at_least = 0.2;
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, UNDECIDED);
    int64_t samples = stat_trials_to_exclude(0.25, 0.2, STAT_DECISION_LEVEL);
    ck_assert_int_eq(verdict.iterations_needed, (samples + 9) / 10);
    ck_assert(strstr(verdict.observed, " samples would decide at this value, in some "));
    expectation.share.at_least = 0.25;
    verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, UNDECIDED);
    ck_assert(strstr(verdict.observed, "; it is too near to decide"));
}
END_TEST

START_TEST(an_overlap_is_the_sum_of_the_smaller_shares) {
    struct observation observation = usual_run();
    struct call_graph_expectation expectation = edge(NULL);
    expectation.overlap.at_least = 0.86;
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.observed,
                     "0.97, 99.99999 % interval [0.8783, 1], of 1000 samples, of which as many "
                     "independent ones would reach 0.9787 in the mean");
    static const struct edge_observation half[] = {{"T.run(I)I", 4, 7, "T.leaf(I)I", 0, 20, 0, 1},
                                                   {"T.gone(I)I", 4, 7, "T.leaf(I)I", 0, 20, 0, 1}};
    expectation.reference = half;
    expectation.reference_count = 2;
    verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary, "overlap with the edge is 0.5, expected at least 0.86");
    expectation.overlap.at_least = 0.45;
    verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, UNDECIDED);
    ck_assert_int_gt(verdict.iterations_needed, 100);
}
END_TEST

START_TEST(without_samples_nothing_is_evaluated) {
    static const struct edge_observation none = {"T.run(I)I", 4, 7, "T.leaf(I)I", 0, 10, 0, 1},
                                         some = {"T.run(I)I", 4, 7, "T.leaf(I)I", 10, 0, 0, 1};
    struct observation observation = run_of_edges(&none, 1);
    struct call_graph_expectation expectation = edge(NULL);
    expectation.overlap.at_least = 0.5;
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.because, "no call was sampled while measured: more iterations are "
                                      "needed, or all calls are inlined");
    observation = run_of_edges(&some, 1);
    verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.because, "the graph that it is compared with has no calls");
    observation = usual_run();
    observation.executions = 99;
    ck_assert_verdict(check(&expectation, &observation), NOT_EVALUATED);
}
END_TEST

static const struct via run_to_leaf[] = {{"T.run", 0}, {"T.leaf", 0}};

START_TEST(what_is_inferred_is_a_part_of_the_calls_of_an_edge) {
    static const struct edge_observation edges[] = {
        {"T.run(I)I", 4, 7, "T.leaf(I)I", 300, 0, 0, 4},
        {"T.run(I)I", 9, 8, "T.leaf(I)I", 0, 0, 900, 3},
        {"T.other()V", 9, 8, "T.leaf(I)I", 0, 0, 5000, 9}};
    struct observation observation = run_of_edges(edges, 3);
    struct call_graph_expectation expectation = edge(run_to_leaf);
    expectation.inferred = (struct bound){0.75, 0.15, NAN, NAN};
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.summary, "inferred part of the edge is 0.75, expected 0.75 ± 0.15");
    ck_assert_str_eq(verdict.observed, "0.75, 99.99999 % interval [0.6021, 0.8662], of 1200 calls, "
                                       "of which up to 4 are of one sample");
    ck_assert_int_eq(verdict.hits, 900);
    ck_assert_int_eq(verdict.trials, 1200);
    ck_assert_double_eq(verdict.false_alarm, 2 * STAT_PARTIAL_DECISION_RISK);
    expectation.inferred = (struct bound){NAN, 0, NAN, 0.5};
    ck_assert_verdict(check(&expectation, &observation), FAIL);
    expectation.inferred.at_most = 0.8;
    verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, UNDECIDED);
    int64_t calls = 4 * stat_trials_to_exclude(0.75, 0.8, STAT_DECISION_LEVEL);
    ck_assert_int_eq(verdict.iterations_needed, (calls + 11) / 12);
    ck_assert(strstr(verdict.observed, " calls would decide at this value, in some "));
}
END_TEST

START_TEST(nothing_is_inferred_of_an_edge_that_was_not_called) {
    static const struct edge_observation none = {"T.run(I)I", 4, 7, "T.other(I)I", 10, 0, 0, 1},
                                         inlined = {"T.run(I)I", 4, 7, "T.leaf(I)I", 0, 0, 90, 1},
                                         untold = {"T.run(I)I", 4, 7, "T.leaf(I)I", 90, 0, 0, 0};
    struct observation observation = run_of_edges(&none, 1);
    struct call_graph_expectation expectation = edge(run_to_leaf);
    expectation.inferred.at_least = 0.5;
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.because,
                     "no call of the edge was sampled while measured, and none was inferred: more "
                     "iterations are needed, or there is no such call");
    observation = run_of_edges(&inlined, 1);
    ck_assert_verdict(check(&expectation, &observation), PASS);
    observation = run_of_edges(&untold, 1);
    observation.vm = "a machine";
    verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.because, "the adapter of a machine does not tell what it infers");
}
END_TEST

/* --- simulation --- */

enum { EDGES = 40, SAMPLES = 20000, SIMULATED = 40 };

/* The first edge has the rest of what the others leave; these have Zipf's shares of [others], or equal ones. */
struct graph {
    double others;
    bool is_zipf;
};
static const struct graph graphs[] = {{0.7, true}, {0.7, false}, {0.95, true}, {0.95, false}};
enum { GRAPHS = sizeof graphs / sizeof *graphs };

static void shares_of(const struct graph *graph, double *shares) {
    double sum = 0;
    for (int i = 1; i < EDGES; i++) sum += shares[i] = graph->is_zipf ? 1.0 / i : 1;
    for (int i = 1; i < EDGES; i++) shares[i] *= graph->others / sum;
    shares[0] = 1 - graph->others;
}

/* Samples of a graph, beside the calls of another: the first edge has [moved] more there, and all others less. */
static void draw(const struct graph *graph, double moved, struct rng *rng,
                 struct edge_observation *edges) {
    double shares[EDGES];
    shares_of(graph, shares);
    for (int i = 0; i < EDGES; i++) {
        double calls = i ? shares[i] * (1 - moved / graph->others) : shares[0] + moved;
        edges[i] =
            (struct edge_observation){"T.run()V", i, 1, "T.a()V", 0, llround(calls * 1e9), 0, 1};
    }
    for (int i = 0; i < SAMPLES; i++) {
        double at = rng_unit(rng);
        int which = 0;
        while (which < EDGES - 1 && (at -= shares[which]) >= 0) which++;
        edges[which].samples++;
    }
}

struct verdicts {
    int counts[VERDICT_KIND_COUNT];
};

static struct verdicts simulate(const struct call_graph_expectation *expectation,
                                const struct graph *graph, double moved, uint64_t seed) {
    struct verdicts verdicts = {{0}};
    struct rng rng;
    rng_init(&rng, seed);
    for (int run = 0; run < SIMULATED; run++) {
        struct edge_observation edges[EDGES];
        struct arena arena;
        arena_init(&arena);
        draw(graph, moved, &rng, edges);
        edges[0].line = 2;
        struct observation observation = run_of_edges(edges, EDGES);
        verdicts.counts[expectation_check(&expectation->base, &observation, &arena).kind]++;
        arena_release(&arena);
    }
    return verdicts;
}

/* The overlap is 1 - [moved]. */
START_TEST(an_overlap_raises_no_false_alarm_and_misses_nothing) {
    const struct graph *graph = &graphs[_i];
    struct call_graph_expectation same = edge(NULL), most = same, lower = same;
    same.overlap.at_least = 0.9;
    most.overlap.at_most = 0.9;
    lower.overlap.at_least = 0.7;
    ck_assert_int_eq(simulate(&same, graph, 0, 1).counts[VERDICT_PASS], SIMULATED);
    ck_assert_int_eq(simulate(&same, graph, 0.1, 2).counts[VERDICT_UNDECIDED], SIMULATED);
    ck_assert_int_eq(simulate(&most, graph, 0.1, 3).counts[VERDICT_UNDECIDED], SIMULATED);
    ck_assert_int_eq(simulate(&same, graph, 0.2, 4).counts[VERDICT_FAIL], SIMULATED);
    ck_assert_int_eq(simulate(&lower, graph, 0.2, 5).counts[VERDICT_PASS], SIMULATED);
}
END_TEST

START_TEST(a_share_raises_no_false_alarm_and_misses_nothing) {
    static const struct via first[] = {{"T.run", 2}, {"T.a", 0}};
    const struct graph *graph = &graphs[_i];
    double share = 1 - graph->others;
    struct call_graph_expectation least = edge(first), most = least, low = least, high = least;
    least.share.at_least = most.share.at_most = share;
    low.share.at_least = share * 0.7;
    high.share.at_least = share * 1.3;
    ck_assert_int_eq(simulate(&least, graph, 0, 1).counts[VERDICT_UNDECIDED], SIMULATED);
    ck_assert_int_eq(simulate(&most, graph, 0, 2).counts[VERDICT_UNDECIDED], SIMULATED);
    ck_assert_int_eq(simulate(&low, graph, 0, 3).counts[VERDICT_PASS], SIMULATED);
    ck_assert_int_eq(simulate(&high, graph, 0, 4).counts[VERDICT_FAIL], SIMULATED);
}
END_TEST

/* Polls, of which one in ten is a sample: the first [called] of a hundred call, and of these and all others each has so many calls
 * inlined behind it, in the mean. */
struct behind {
    int called;
    double after_call, else_;
};
static const struct behind inlinings[] = {{50, 0, 1}, {80, 0, 4.5}, {100, 2.25, 0}, {20, 3, 0.4}};
enum { INLININGS = sizeof inlinings / sizeof *inlinings };

static double inferred_part(const struct behind *behind) {
    double inferred = behind->called * behind->after_call + (100 - behind->called) * behind->else_;
    return inferred / (inferred + behind->called);
}

static struct verdicts simulate_inferred(const struct call_graph_expectation *expectation,
                                         const struct behind *behind, uint64_t seed) {
    struct verdicts verdicts = {{0}};
    struct rng rng;
    rng_init(&rng, seed);
    for (int run = 0; run < SIMULATED; run++) {
        struct edge_observation edge = {"T.run()V", 1, 1, "T.leaf()V", 0, 0, 0, 0};
        for (int poll = 0; poll < SAMPLES; poll++) {
            bool is_call = poll % 100 < behind->called;
            if (rng_below(&rng, 10)) continue;
            int64_t inferred =
                (int64_t)((is_call ? behind->after_call : behind->else_) + rng_unit(&rng));
            edge.samples += is_call;
            edge.inferred += inferred;
            if (is_call + inferred > edge.most) edge.most = is_call + inferred;
        }
        struct arena arena;
        arena_init(&arena);
        struct observation observation = run_of_edges(&edge, 1);
        verdicts.counts[expectation_check(&expectation->base, &observation, &arena).kind]++;
        arena_release(&arena);
    }
    return verdicts;
}

START_TEST(what_is_inferred_raises_no_false_alarm_and_misses_nothing) {
    const struct behind *behind = &inlinings[_i];
    double part = inferred_part(behind);
    struct call_graph_expectation least = edge(run_to_leaf), most = least, low = least,
                                  high = least;
    least.inferred.at_least = most.inferred.at_most = part;
    low.inferred.at_least = part - 0.2;
    high.inferred.at_least = fmin(1, part + 0.2);
    ck_assert_int_eq(simulate_inferred(&least, behind, 1).counts[VERDICT_UNDECIDED], SIMULATED);
    ck_assert_int_eq(simulate_inferred(&most, behind, 2).counts[VERDICT_UNDECIDED], SIMULATED);
    ck_assert_int_eq(simulate_inferred(&low, behind, 3).counts[VERDICT_PASS], SIMULATED);
    ck_assert_int_eq(simulate_inferred(&high, behind, 4).counts[VERDICT_FAIL], SIMULATED);
}
END_TEST

static void add_tests(TCase *tests) {
    tcase_add_test(tests, a_share_is_of_all_samples);
    tcase_add_test(tests, near_a_bound_it_says_how_many_samples_would_decide);
    tcase_add_test(tests, an_overlap_is_the_sum_of_the_smaller_shares);
    tcase_add_test(tests, without_samples_nothing_is_evaluated);
    tcase_add_test(tests, what_is_inferred_is_a_part_of_the_calls_of_an_edge);
    tcase_add_test(tests, nothing_is_inferred_of_an_edge_that_was_not_called);
    tcase_add_loop_test(tests, what_is_inferred_raises_no_false_alarm_and_misses_nothing, 0,
                        INLININGS);
    tcase_add_loop_test(tests, an_overlap_raises_no_false_alarm_and_misses_nothing, 0, GRAPHS);
    tcase_add_loop_test(tests, a_share_raises_no_false_alarm_and_misses_nothing, 0, GRAPHS);
}

int main(void) { return run_tests("call graph", add_tests); }
