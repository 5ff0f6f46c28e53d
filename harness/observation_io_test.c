/* An observation survives the pipe, and a torn one is noticed. */
#include "harness/observation_io.h"

#include "base/check_run.h"
#include <math.h>
#include <string.h>

static struct observation sample(void) {
    static const int32_t hits[] = {1, 0, 2};
    static const double values[] = {1, 0, 1};
    static const struct counter_observation counters[] = {
        {.name = "allocated", .total = 3, .on_stack = 2, .interpreted = 1, .per_execution = hits}};
    static const struct loss_observation losses[] = {{"allocated", "it reads 'k'", 7}};
    static const struct cycles_observation cycles[] = {{"A.foo(Z)V", NULL, 1.5, 2.5}};
    static const struct edge_observation edges[] = {{"A.foo(Z)V", 5, 3, "A.bar()V", 7, 70, 9, 2}};
    static const struct lives_observation lives[] = {{"A.foo(Z)V", 3, "A", 64, 9, 5, 2}};
    static const struct probe_observation probes[] = {
        {"allocated", "A.foo(Z)V", "probe 'allocated' is anchored to new A", true},
        {NULL, "A.bar()V", "the probe stands HERE", false}};
    static const struct argument_observation arguments[] = {
        {values, "likely: 0.8", 0.8, true, true}, {values, "7", NAN, false, false}};
    static const struct code_place callers[] = {{"A.foo(Z)V", 7, 6, true}};
    static const struct site_observation sites[] = {
        {.kind = SITE_ALLOCATION,
         .origin = {{"A.make()V", 4, 3, false}, 1, callers},
         .subject = "A",
         .maker = MAKER_NATIVE,
         .native = "A.make()V",
         .counts_effect_alone = true,
         .is_compiled = true,
         .reached = 3,
         .effective = 2,
         .bytes = 16},
        {.kind = SITE_CALL,
         .origin = {.at = {"A.foo(Z)V", 9, 5, false}},
         .subject = "A.bar()V",
         .reached = 3,
         .effective = 2,
         .inlined = 1}};
    static const struct decision decisions[] = {{.kind = DECISION_materialized,
                                                 .method = "A.foo(Z)V",
                                                 .origin = {{"A.make()V", 4, 3, false}, 1, callers},
                                                 .callee = "A.bar()V",
                                                 .frequency = 0.8}};
    static const double believed[] = {0.8, 1};
    static const char *const kinds[] = {"new", "loadfield"};
    static const int32_t nodes[] = {1, 7};
    static const struct step_observation steps[] = {
        {"build", believed, believed, believed, nodes},
        {"escape", believed + 1, believed, believed, nodes}};
    static const struct outcome outcomes[] = {{.kind = OUTCOME_THREW, .text = "E", .message = NULL},
                                              {.kind = OUTCOME_REAL, .real = -0.0},
                                              {.kind = OUTCOME_NULL}};
    return (struct observation){.target = "A.foo(Z)V",
                                .was_compiled = true,
                                .executions = 3,
                                .counter_count = 1,
                                .counters = counters,
                                .loss_count = 1,
                                .losses = losses,
                                .lives_count = 1,
                                .lives = lives,
                                .cycles_count = 1,
                                .cycles = cycles,
                                .edge_count = 1,
                                .edges = edges,
                                .windows = 77,
                                .probe_count = 2,
                                .probes = probes,
                                .argument_count = 2,
                                .arguments = arguments,
                                .site_count = 2,
                                .sites = sites,
                                .decision_count = 1,
                                .decisions = decisions,
                                .step_count = 2,
                                .node_kind_count = 2,
                                .node_kinds = kinds,
                                .steps = steps,
                                .outcome_count = 3,
                                .outcomes = outcomes,
                                .output = ""};
}

static bool read(struct arena *arena, const char *bytes, size_t length, struct observation *out) {
    struct codec codec = codec_reader(arena, bytes, length);
    *out = (struct observation){0};
    observation_code(&codec, out);
    return !codec.failed && codec.cursor == codec.end;
}

START_TEST(what_is_written_is_read) {
    struct observation written = sample(), back;
    struct strbuf bytes = STRBUF_INIT;
    struct arena arena;
    arena_init(&arena);
    struct codec codec = codec_writer(&bytes);
    observation_code(&codec, &written);
    ck_assert(read(&arena, bytes.bytes, bytes.length, &back));
    ck_assert_str_eq(back.target, "A.foo(Z)V");
    ck_assert_str_eq(back.output, "");
    ck_assert_ptr_null(back.mismatch);
    ck_assert_int_eq(back.counters[0].on_stack, 2);
    ck_assert_int_eq(back.counters[0].interpreted, 1);
    ck_assert_int_eq(back.counters[0].per_execution[2], 2);
    ck_assert_str_eq(back.probes[0].counter, "allocated");
    ck_assert_uint_eq(back.lives_count, 1);
    ck_assert_str_eq(back.lives[0].method, "A.foo(Z)V");
    ck_assert_str_eq(back.lives[0].subject, "A");
    ck_assert_int_eq(back.lives[0].line, 3);
    ck_assert_int_eq(back.lives[0].younger_than, 64);
    ck_assert_int_eq(back.lives[0].made, 9);
    ck_assert_int_eq(back.lives[0].younger, 5);
    ck_assert_int_eq(back.lives[0].alive, 2);
    ck_assert_uint_eq(back.cycles_count, 1);
    ck_assert_str_eq(back.cycles[0].unit, "A.foo(Z)V");
    ck_assert_ptr_null(back.cycles[0].method);
    ck_assert_double_eq(back.cycles[0].timed, 1.5);
    ck_assert_double_eq(back.cycles[0].divided, 2.5);
    ck_assert_uint_eq(back.edge_count, 1);
    ck_assert_str_eq(back.edges[0].caller, "A.foo(Z)V");
    ck_assert_int_eq(back.edges[0].bci, 5);
    ck_assert_int_eq(back.edges[0].line, 3);
    ck_assert_str_eq(back.edges[0].callee, "A.bar()V");
    ck_assert_int_eq(back.edges[0].samples, 7);
    ck_assert_int_eq(back.edges[0].calls, 70);
    ck_assert_int_eq(back.windows, 77);
    ck_assert_str_eq(back.losses[0].counter, "allocated");
    ck_assert_str_eq(back.losses[0].text, "it reads 'k'");
    ck_assert_int_eq(back.losses[0].failures, 7);
    ck_assert_str_eq(back.probes[0].method, "A.foo(Z)V");
    ck_assert(back.probes[0].was_entered && !back.probes[1].was_entered);
    ck_assert_str_eq(back.probes[1].text, "the probe stands HERE");
    ck_assert_double_eq(back.arguments[0].odds, 0.8);
    ck_assert(back.arguments[0].is_drawn && !back.arguments[1].is_drawn);
    ck_assert(back.arguments[0].is_float && !back.arguments[1].is_float);
    ck_assert_int_eq(back.decisions[0].kind, DECISION_materialized);
    ck_assert_str_eq(back.steps[1].name, "escape");
    ck_assert_double_eq(back.steps[1].counters[0], 1);
    ck_assert_double_eq(back.steps[1].effective[1], 1);
    ck_assert_ptr_null(back.outcomes[0].message);
    ck_assert(signbit(back.outcomes[1].real));
    struct strbuf again = STRBUF_INIT;
    codec = codec_writer(&again);
    observation_code(&codec, &back);
    ck_assert_uint_eq(again.length, bytes.length);
    ck_assert_mem_eq(again.bytes, bytes.bytes, bytes.length);
    arena_release(&arena);
    strbuf_release(&bytes), strbuf_release(&again);
}
END_TEST

START_TEST(every_torn_end_is_noticed) {
    struct observation written = sample(), back;
    struct strbuf bytes = STRBUF_INIT;
    struct codec codec = codec_writer(&bytes);
    observation_code(&codec, &written);
    for (size_t length = 0; length < bytes.length; length++) {
        struct arena arena;
        arena_init(&arena);
        ck_assert(!read(&arena, bytes.bytes, length, &back));
        arena_release(&arena);
    }
    strbuf_release(&bytes);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("observation_io");
    TCase *test_case = tcase_create("observation_io");
    tcase_add_test(test_case, what_is_written_is_read);
    tcase_add_test(test_case, every_torn_end_is_noticed);
    suite_add_tcase(suite, test_case);
    return check_run(suite);
}
