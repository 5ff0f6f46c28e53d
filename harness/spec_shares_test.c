/* Expectations with shares by key, and ratios, as specs write them. */
#include "harness/spec_testing.h"

START_TEST(a_ratio_has_two_counters_and_a_bound) {
    const struct ratio_expectation *ratio =
        AS(ratio, expects(EXPECTS("{ ratio: a, to: b, is: 0.2, epsilon: 0.1 }")));
    ck_assert_str_eq(ratio->counter, "a");
    ck_assert_str_eq(ratio->to, "b");
    ck_assert_double_eq(ratio->hits.is, 0.2);
    ck_assert_double_eq(ratio->hits.epsilon, 0.1);
    ck_assert_refuses(EXPECTS("{ ratio: a, is: 1 }"),
                      "s.yaml:4:5: ratio needs 'to': the counter that it is divided by");
    ck_assert_refuses(EXPECTS("{ ratio: a, to: a, is: 1 }"),
                      "s.yaml:4:21: the ratio of 'a' to itself is 1");
    ck_assert_refuses(EXPECTS("{ ratio: a, to: b }"),
                      "s.yaml:4:5: a bound is missing: is (with epsilon), at_least or at_most");
}
END_TEST

START_TEST(a_distribution_names_counters_or_the_keys_of_one) {
    const struct distribution_expectation *several =
        AS(distribution, expects(EXPECTS("{ distribution: { a: 0.8, b: { at_most: 0.3 }, epsilon: "
                                         "0.1 } }")));
    ck_assert_ptr_null(several->counter);
    ck_assert_uint_eq(several->portions.count, 2);
    ck_assert_str_eq(several->portions.items[0].key, "a");
    ck_assert_double_eq(several->portions.items[0].share.epsilon, 0.1);
    ck_assert_double_eq(several->portions.items[1].share.at_most, 0.3);
    const struct distribution_expectation *keys =
        AS(distribution, expects(EXPECTS("{ distribution: a, is: { 1: 0.5, others: 0, epsilon: "
                                         "0.1 } }")));
    ck_assert_str_eq(keys->counter, "a");
    ck_assert_str_eq(keys->portions.items[0].key, "1");
    ck_assert_double_eq(keys->portions.others->is, 0);
    ck_assert_double_eq(keys->portions.others->epsilon, 0);
    const struct distribution_expectation *all =
        AS(distribution, expects(EXPECTS("{ distribution: a, is: Square }")));
    ck_assert_str_eq(all->portions.items[0].key, "Square");
    ck_assert_double_eq(all->portions.items[0].share.is, 1);
}
END_TEST

START_TEST(shares_that_cannot_be_are_refused) {
    ck_assert_refuses(EXPECTS("{ distribution: { a: 0.8, b: 0.3 } }"),
                      "s.yaml:4:21: the shares add up to 1.1 at least, which is more than all");
    ck_assert_refuses(EXPECTS("{ distribution: { a: 1.5, b: 0 } }"),
                      "s.yaml:4:26: no share is above 1, so this never holds");
    ck_assert_refuses(EXPECTS("{ distribution: { a: many, b: 0 } }"),
                      "s.yaml:4:26: a share must be a number or a map (see bound), not text");
    ck_assert_refuses(EXPECTS("{ distribution: { a: 0.5, b: 0.5, epsilon: 0.5 } }"),
                      "s.yaml:4:26: 0.5 ± 0.5 admits everything from never to every time: use a "
                      "smaller 'epsilon'");
    ck_assert_refuses(EXPECTS("{ distribution: { a: 0.5, b: 0.5, epsilon: -1 } }"),
                      "s.yaml:4:48: 'epsilon' is a number from 0, not -1");
    ck_assert_refuses(EXPECTS("{ distribution: { a: 1 } }"),
                      "s.yaml:4:21: one counter alone is all of it: name several, or write "
                      "distribution: counter and 'is' for the keys that its probe counts by");
    ck_assert_refuses(EXPECTS("{ distribution: { a: 0.5, b: 0.5, others: 0 } }"),
                      "s.yaml:4:47: the shares are of the counters named: there are no others");
    ck_assert_refuses(EXPECTS("{ distribution: a }"),
                      "s.yaml:4:5: this expects nothing: say 'is', the keys and their shares");
    ck_assert_refuses(EXPECTS("{ distribution: [a] }"),
                      "s.yaml:4:21: 'distribution' must be a map of counters and shares, or a "
                      "counter, not a list");
    ck_assert_refuses(EXPECTS("{ distribution: a, is: {} }"), "s.yaml:4:28: no share is named");
    ck_assert_refuses(EXPECTS("{ distribution: { a: 0.5, b: 0.5 }, is: { b: 1 } }"),
                      "s.yaml:4:45: 'is' is of one counter: these have their shares already");
}
END_TEST

START_TEST(sites_divide_by_kind_and_calls_by_receiver) {
    const struct site_expectation *site =
        expects(EXPECTS("{ call: A.foo -> A.bar, kind: { GUARDED: 0.9, VIRTUAL: { at_most: 0.2 }, "
                        "epsilon: 0.05 }, receivers: Square }"))
            ->site;
    ck_assert_str_eq(site->ways.items[0].key, "GUARDED");
    ck_assert_double_eq(site->ways.items[0].share.epsilon, 0.05);
    ck_assert_double_eq(site->ways.items[1].share.at_most, 0.2);
    ck_assert_str_eq(site->receivers.items[0].key, "Square");
    ck_assert_str_eq(expects(EXPECTS("{ lock: A, kind: BIASED }"))->site->ways.items[0].key,
                     "BIASED");
    ck_assert_refuses(EXPECTS("{ allocation: A, kind: CAS }"),
                      "s.yaml:4:28: unknown kind 'CAS'; known are TLAB, HEAP, ELIMINATED, NATIVE, "
                      "REMATERIALISED");
    ck_assert_refuses(EXPECTS("{ lock: A, kind: { BAISED: 1 } }"),
                      "s.yaml:4:24: unknown kind 'BAISED', did you mean 'BIASED'?");
    ck_assert_refuses(
        EXPECTS("{ lock: A, kind: [BIASED] }"),
        "s.yaml:4:22: shares must be a map of keys and shares, or one key, not a list");
    ck_assert_refuses(EXPECTS("{ allocation: A, receivers: Square }"),
                      "s.yaml:4:22: unknown key 'receivers'; known are allocation, is, because, "
                      "rate, predicted, bytes, kind, control");
}
END_TEST

START_TEST(contexts_are_a_path_with_a_rate_or_share) {
    const struct contexts_expectation *contexts =
        AS(contexts, expects(EXPECTS("{ contexts: A.foo -> A.bar, share: 0.5 }")));
    ck_assert_uint_eq(contexts->length, 2);
    ck_assert_str_eq(contexts->path[0].method, "A.foo");
    ck_assert_str_eq(contexts->path[1].method, "A.bar");
    ck_assert_double_eq(contexts->share.is, 0.5);
    contexts = AS(contexts, expects(EXPECTS("{ contexts: [A.foo, A.bar, B.baz], rate: 2 }")));
    ck_assert_uint_eq(contexts->length, 3);
    ck_assert(expectation_needs_contexts(&contexts->base));
    ck_assert_refuses(EXPECTS("{ contexts: A.foo, rate: 1 }"),
                      "s.yaml:4:17: a path has a caller and a callee at least: write 'T.f -> T.g'");
    ck_assert_refuses(EXPECTS("{ contexts: A.foo -> A.bar }"),
                      "s.yaml:4:5: this expects nothing: say rate or share");
    ck_assert_refuses(EXPECTS("{ contexts: A.foo -> , rate: 1 }"),
                      "s.yaml:4:17: a step of 'contexts' is missing: write 'T.f -> T.g', or a list "
                      "of methods");
    ck_assert_refuses(EXPECTS("{ contexts: A.foo:99 -> A.bar, rate: 1 }"),
                      "s.yaml:4:17: there is no line 99: the Java text has 1 lines");
}
END_TEST

START_TEST(lifetimes_have_an_age_and_a_share) {
    const struct lifetimes_expectation *lifetimes =
        AS(lifetimes,
           expects(
               EXPECTS("{ lifetimes: A, in: A.foo, younger_than: 64, share: { at_least: 0.9 } }")));
    ck_assert_str_eq(lifetimes->subject, "A");
    ck_assert_str_eq(lifetimes->in_method, "A.foo");
    ck_assert_int_eq(expectation_age(&lifetimes->base), 64);
    ck_assert_double_eq(lifetimes->share.at_least, 0.9);
    ck_assert_refuses(
        EXPECTS("{ lifetimes: A, younger_than: 64 }"),
        "s.yaml:4:5: lifetimes needs 'share': of the objects that are allocated: those that die "
        "younger");
    ck_assert_refuses(
        EXPECTS("{ lifetimes: A, share: 1 }"),
        "s.yaml:4:5: lifetimes needs 'younger_than': an age in bytes: of what bytecode asks for "
        "after the object is made, also where compiled code allocates nothing; a power of two from "
        "16 to 2^40, or a step of an eighth between two");
    ck_assert_refuses(EXPECTS("{ lifetimes: A, younger_than: 100, share: 1 }"),
                      "s.yaml:4:35: lifetimes are not told apart at 100 bytes: write 96 or 112");
    ck_assert_refuses(EXPECTS("{ lifetimes: A, younger_than: 7, share: 1 }"),
                      "s.yaml:4:35: lifetimes are not told apart at 7 bytes: write 16");
    ck_assert_refuses(EXPECTS("{ lifetimes: A, younger_than: 64, share: 2 }"),
                      "s.yaml:4:46: no share is above 1, so this never holds");
}
END_TEST

START_TEST(what_expects_lifetimes_has_their_profiler) {
    ck_assert_uint_eq(load_good(TARGET RUN EXPECT)->profilers.count, 0);
    specs.count = 0;
    ck_assert_uint_eq(load_good(EXPECTS("{ lifetimes: A, younger_than: 64, share: 1 }\n"
                                        "  - { lifetimes: A, younger_than: 32, share: 0 }"))
                          ->profilers.count,
                      1);
}
END_TEST

START_TEST(a_call_graph_has_edges_with_shares_or_an_overlap) {
    const struct call_graph_expectation *graph =
        AS(call_graph,
           expects(EXPECTS("{ call_graph: 'A.foo:1 -> A.bar', share: { at_least: 0.5 } }")));
    ck_assert_str_eq(graph->path[0].method, "A.foo");
    ck_assert_int_eq(graph->path[0].line, 1);
    ck_assert_str_eq(graph->path[1].method, "A.bar");
    ck_assert_double_eq(graph->share.at_least, 0.5);
    ck_assert(expectation_needs_call_graph(&graph->base));
    ck_assert(!expectation_needs_all_calls(&graph->base));

    graph = AS(call_graph, expects(EXPECTS("{ call_graph: exact, overlap: { at_least: 0.9 } }")));
    ck_assert_double_eq(graph->overlap.at_least, 0.9);
    ck_assert_ptr_null(graph->reference);
    ck_assert(expectation_needs_all_calls(&graph->base));
    ck_assert_refuses(EXPECTS("{ call_graph: none.json, overlap: { at_least: 0.9 } }"),
                      "s.yaml:4:19: cannot open 'none.json': No such file or directory");
    ck_assert_refuses(EXPECTS("{ call_graph: exat, overlap: { at_least: 0.9 } }"),
                      "s.yaml:4:19: cannot open 'exat': No such file or directory; did you mean "
                      "'exact'?");
    ck_assert_refuses(EXPECTS("{ call_graph: A.foo -> A.bar }"),
                      "s.yaml:4:5: this expects nothing: say share, inferred or overlap");
    ck_assert_refuses(EXPECTS("{ call_graph: A.foo, share: { at_least: 0.5 } }"),
                      "s.yaml:4:19: an edge has a caller and a callee: write 'A.foo -> A.bar'");
    ck_assert_refuses(
        EXPECTS("{ call_graph: A.foo -> A.bar, share: 0.5 }"),
        "s.yaml:4:42: what is sampled is an estimate: give 'epsilon', 'at_least' or 'at_most'");
    ck_assert_refuses(EXPECTS("{ call_graph: A.foo -> A.bar, overlap: { at_least: 0.5 } }"),
                      "s.yaml:4:19: an edge has a share; an overlap is with 'exact' or a file");
    ck_assert_refuses(
        EXPECTS("{ call_graph: exact, overlap: { at_least: 0.5 }, share: { at_least: 0.5 } }"),
        "s.yaml:4:5: share and inferred are of an edge and overlap of the whole graph: these are "
        "two expectations");
    graph = AS(call_graph, expects(EXPECTS("{ call_graph: 'A.foo -> A.bar', inferred: { is: 0.5, "
                                           "epsilon: 0.1 }, share: { at_least: 0.1 } }")));
    ck_assert_double_eq(graph->inferred.is, 0.5);
    ck_assert_double_eq(graph->share.at_least, 0.1);
    ck_assert(!expectation_needs_all_calls(&graph->base));
    ck_assert_refuses(EXPECTS("{ call_graph: A.foo -> A.bar, inferred: { at_least: 1.5 } }"),
                      "s.yaml:4:45: no share is above 1, so this never holds");
    ck_assert_refuses(EXPECTS("{ call_graph: A.foo -> A.bar, inferred: { at_least: 1 } }"),
                      "s.yaml:4:57: what is sampled is an estimate, whose interval never ends at "
                      "1, so this never holds: expect less");
    ck_assert_refuses(EXPECTS("{ call_graph: A.foo -> A.bar, share: { at_most: 0 } }"),
                      "s.yaml:4:53: what is sampled is an estimate, whose interval never ends at "
                      "0, so this never holds: expect more");
    ck_assert_refuses(EXPECTS("{ call_graph: exact, overlap: { at_least: 1 } }"),
                      "s.yaml:4:47: what is sampled is an estimate, whose interval never ends at "
                      "1, so this never holds: expect less");
    ck_assert_refuses(EXPECTS("{ call_graph: exact, inferred: { at_most: 0.5 } }"),
                      "s.yaml:4:19: an edge has a caller and a callee: write 'A.foo -> A.bar'");
    ck_assert_refuses(EXPECTS("{ call_graph: [a, b], overlap: { at_least: 0.5 } }"),
                      "s.yaml:4:19: an overlap is with 'exact' or a file, not a list");
}
END_TEST

START_TEST(hot_methods_have_a_share_or_an_order) {
    const struct hot_expectation *hot = AS(
        hot,
        expects(EXPECTS("{ hot: A.foo, share: { at_least: 0.5 }, unit: 0, above: [A.b, A.c] }")));
    ck_assert_str_eq(hot->method, "A.foo");
    ck_assert_double_eq(hot->share.at_least, 0.5);
    ck_assert_double_eq(hot->unit.is, 0);
    ck_assert_uint_eq(hot->above_count, 2);
    ck_assert_str_eq(hot->above[1], "A.c");
    ck_assert(expectation_needs_cycles(&hot->base));
    ck_assert_uint_eq(specs.items[0].profilers.count, 1);
    hot = AS(hot, expects(EXPECTS("{ hot: A.foo, above: A.b }")));
    ck_assert_str_eq(hot->above[0], "A.b");
    ck_assert_refuses(EXPECTS("{ hot: A.foo }"),
                      "s.yaml:4:5: this expects nothing: say share, unit or above");
    ck_assert_refuses(EXPECTS("{ hot: A.foo, share: 0.5 }"),
                      "s.yaml:4:26: a share of cycles is an estimate: give 'epsilon', 'at_least' "
                      "or 'at_most'");
    ck_assert_refuses(EXPECTS("{ hot: A.foo, share: 0 }"),
                      "s.yaml:4:26: a share of cycles is an estimate: give 'epsilon', 'at_least' "
                      "or 'at_most'");
    ck_assert_refuses(EXPECTS("{ hot: A.foo, share: { at_most: 0 } }"),
                      "s.yaml:4:37: a share of cycles is an estimate, whose interval never ends at "
                      "0, so this never holds: expect more");
    hot = AS(hot, expects(EXPECTS("{ hot: A.foo, unit: { at_most: 0 } }")));
    ck_assert_double_eq(hot->unit.at_most, 0);
    ck_assert_refuses(EXPECTS("{ hot: A.foo, share: { at_most: 1 } }"),
                      "s.yaml:4:37: no share is above 1: leave 'at_most' out, or expect less");
    ck_assert_refuses(EXPECTS("{ hot: A.foo, above: [A.b, A.foo] }"),
                      "s.yaml:4:32: no method is above itself: name others");
    ck_assert_refuses(EXPECTS("{ hot: A.foo, above: { b: 1 } }"),
                      "s.yaml:4:26: 'above' must be a name or a list of names, not a map");
}
END_TEST

START_TEST(measured_calls_are_made_by_so_many_threads) {
    ck_assert_int_eq(load_good(TARGET RUN EXPECT)->run.threads, 1);
    specs.count = 0;
    ck_assert_int_eq(
        load_good(TARGET "run: { call: A.foo, iterations: 10, threads: 64 }\n" EXPECT)->run.threads,
        64);
    ck_assert_refuses(TARGET "run: { call: A.foo, iterations: 10, threads: 65 }\n" EXPECT,
                      "s.yaml:2:46: 'threads' is 1 to 64, not 65");
    ck_assert_refuses(TARGET "run: { call: A.foo, iterations: 10, threads: many }\n" EXPECT,
                      "s.yaml:2:46: 'threads' must be an integer from 1, not text");
}
END_TEST

static void add(TCase *tests) {
    tcase_add_test(tests, measured_calls_are_made_by_so_many_threads);
    tcase_add_test(tests, lifetimes_have_an_age_and_a_share);
    tcase_add_test(tests, a_call_graph_has_edges_with_shares_or_an_overlap);
    tcase_add_test(tests, hot_methods_have_a_share_or_an_order);
    tcase_add_test(tests, what_expects_lifetimes_has_their_profiler);
    tcase_add_test(tests, contexts_are_a_path_with_a_rate_or_share);
    tcase_add_test(tests, sites_divide_by_kind_and_calls_by_receiver);
    tcase_add_test(tests, a_ratio_has_two_counters_and_a_bound);
    tcase_add_test(tests, a_distribution_names_counters_or_the_keys_of_one);
    tcase_add_test(tests, shares_that_cannot_be_are_refused);
}

int main(void) { return run_spec_tests("shares in specs", add); }
