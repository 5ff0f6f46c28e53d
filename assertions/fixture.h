/* Observations for the tests: a run of A.foo(Z)V, compiled at call 500, with as many executions as
 * asked. */
#ifndef ASSERTIONS_FIXTURE_H
#define ASSERTIONS_FIXTURE_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "assertions/a_ledger.h"
#include "base/check_run.h"

static struct arena test_arena;

static void set_up(void) { arena_init(&test_arena); }
static void tear_down(void) { arena_release(&test_arena); }

static inline struct observation observation_of(int64_t executions) {
    return (struct observation){
        .target = "A.foo(Z)V",
        .target_line = 2,
        .warm_up_calls = 500,
        .was_compiled = true,
        .compiled_at_call = 500,
        .executions = executions,
        .executions_asked = executions,
        .compiled_bytes_by_sites = -1,
    };
}

/* Argument 0 is drawn: true in the first [taken] executions. */
static inline void add_draws(struct observation *observation, int64_t taken) {
    double *values = ARENA_ARRAY(&test_arena, double, observation->executions);
    for (int64_t i = 0; i < taken; i++) values[i] = 1;
    struct argument_observation *argument = ARENA_NEW(&test_arena, struct argument_observation);
    *argument = (struct argument_observation){values, "likely: 0.8", 0.8, true, false};
    observation->arguments = argument;
    observation->argument_count = 1;
    observation->is_profile_drawn = true;
}

/* A counter that is hit once in each of the first [hits] executions. */
static inline int32_t *add_counter(struct observation *observation, const char *name,
                                   int64_t hits) {
    int32_t *per_execution = ARENA_ARRAY(&test_arena, int32_t, observation->executions);
    for (int64_t i = 0; i < hits; i++) per_execution[i] = 1;
    struct counter_observation *counter = ARENA_NEW(&test_arena, struct counter_observation);
    *counter =
        (struct counter_observation){.name = name, .total = hits, .per_execution = per_execution};
    observation->counters = counter;
    observation->counter_count = 1;
    return per_execution;
}

static inline void add_site(struct observation *observation, enum site_kind kind,
                            const char *subject, int64_t reached, int64_t effective) {
    struct site_observation *sites =
        ARENA_ARRAY(&test_arena, struct site_observation, observation->site_count + 1);
    for (uint32_t i = 0; i < observation->site_count; i++) sites[i] = observation->sites[i];
    sites[observation->site_count++] = (struct site_observation){
        .kind = kind,
        .origin = {.at = {"A.foo(Z)V", 0, 3, false}},
        .subject = subject,
        .is_compiled = reached > 0,
        .reached = reached,
        .effective = effective,
        .bytes = kind == SITE_ALLOCATION ? 16 * effective : 0,
    };
    observation->sites = sites;
}

static inline struct decision *add_decision(struct observation *observation,
                                            enum decision_kind kind, const char *kind_text,
                                            const char *subject, const char *reason,
                                            const char *reason_text) {
    struct decision *decisions =
        ARENA_ARRAY(&test_arena, struct decision, observation->decision_count + 1);
    for (uint32_t i = 0; i < observation->decision_count; i++)
        decisions[i] = observation->decisions[i];
    bool has_origin =
        kind != DECISION_compiled && kind != DECISION_bailed_out && kind != DECISION_deoptimized;
    struct decision *added = &decisions[observation->decision_count++];
    *added = (struct decision){
        .kind = kind,
        .kind_text = kind_text,
        .reason = reason,
        .reason_text = reason_text,
        .root = "A.foo(Z)V",
        .phase = "escape",
        .method = "A.foo(Z)V",
        .bci = 0,
        .line = 3,
        .origin = {.at = {has_origin ? "A.foo(Z)V" : NULL, 0, 3, false}},
        .subject = subject,
        .frequency = -1,
        .execution = -1,
    };
    observation->decisions = decisions;
    return added;
}

static inline void add_compiled(struct observation *observation) {
    struct decision *decision =
        add_decision(observation, DECISION_compiled, "compiled", NULL, "none", "");
    decision->bci = -1;
    decision->line = 0;
}

static inline struct counter_expectation hits_of(const struct assertion *assertion,
                                                 const char *counter) {
    return (struct counter_expectation){{assertion}, counter, BOUND_NONE};
}

static inline struct ledger_expectation ledger_of(int argument) {
    return (struct ledger_expectation){
        .base = {&assertion_ledger}, .counter = "allocated", .argument = argument, .equals = 1};
}

static inline struct site_expectation site_of(const struct assertion *assertion,
                                              const char *subject) {
    return (struct site_expectation){
        .base = {assertion},
        .subject = subject,
        .rate = BOUND_NONE,
        .predicted = BOUND_NONE,
        .bytes = BOUND_NONE,
        .share = BOUND_NONE,
    };
}

#define check(expectation, observation)                                                            \
    expectation_check(&(expectation)->base, observation, &test_arena)

#define ck_assert_verdict(verdict, name)                                                           \
    ck_assert_msg((verdict).kind == VERDICT_##name, "%s: %s", verdict_text((verdict).kind),        \
                  (verdict).summary)

static inline int run_tests(const char *name, void (*add)(TCase *tests)) {
    Suite *suite = suite_create(name);
    TCase *tests = tcase_create(name);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_set_timeout(tests, 120);
    add(tests);
    suite_add_tcase(suite, tests);
    return check_run(suite);
}

#endif
