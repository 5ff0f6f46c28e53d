/* What windows tell, where it is known what they should: intervals of simulated windows hold the exact share. Seeds are fixed. */
#include "runtime/timing_windows.h"

#include <math.h>

#include "base/check_run.h"
#include "base/rng.h"

/* Parts of the time that are one unit's. */
static const double parts[] = {0.5, 0.1, 0.02, 0.2, 0.95};
enum { PARTS = sizeof parts / sizeof *parts };

static struct timing_division draw(double part, struct rng *rng, int windows,
                                   int64_t words[TIMED_CELLS]) {
    words[TIMED_WINDOWS] = 0;
    for (int i = 0; i < windows; i++) words[TIMED_WINDOWS] += rng_likely(rng, part);
    return (struct timing_division){.compiled = 1e9, .windows = windows};
}

START_TEST(intervals_hold_the_exact_share_nine_times_in_ten) {
    enum { RUNS = 1000 };
    static const int windows[] = {30, 200, 1000, 10000};
    double part = parts[_i % PARTS];
    struct rng rng;
    int holding = 0;
    double sum = 0;
    rng_init(&rng, (uint64_t)_i);
    for (int run = 0; run < RUNS; run++) {
        int64_t words[TIMED_CELLS];
        double error;
        struct timing_division division = draw(part, &rng, windows[_i / PARTS], words);
        double own = timing_divide(&division, words, &error), exact = part * division.compiled;
        holding += fabs(own - exact) <= TIMED_INTERVAL * error;
        sum += own;
    }
    ck_assert_int_ge(holding, RUNS * 93 / 100);
    if (windows[_i / PARTS] == 10000) ck_assert_int_le(holding, RUNS * 97 / 100);
    ck_assert_double_eq_tol(sum / RUNS / 1e9, part, 0.01);
}
END_TEST

/* What is in no window may have had a part of what lies between. */
START_TEST(what_no_window_met_has_an_interval) {
    int64_t words[TIMED_CELLS] = {0};
    struct timing_division division = {.compiled = 1e6, .windows = 300};
    double error;
    ck_assert_double_eq(timing_divide(&division, words, &error), 0);
    ck_assert_double_gt(TIMED_INTERVAL * error,
                        1e6 * 0.01); /* of 1 %, 300 windows miss all 1 time in 20 */
    ck_assert_double_lt(TIMED_INTERVAL * error, 1e6 * 0.03);
}
END_TEST

START_TEST(one_window_tells_next_to_nothing) {
    int64_t words[TIMED_CELLS] = {0};
    struct timing_division division = {.compiled = 1e6, .windows = 1};
    double error;
    words[TIMED_WINDOWS] = 1;
    ck_assert_double_eq(timing_divide(&division, words, &error), 1e6);
    ck_assert_double_gt(TIMED_INTERVAL * error, 1e6 * 0.75);
}
END_TEST

/* --- programs --- */

/* The time line of a program: of the first [time] cycles, how many were the unit's. */
struct time_line {
    double end;
    double period, part, offset; /* the unit runs in the first part of each period */
    VEC(double) turns;           /* or it begins here, ends there, begins again ... */
};

enum { TICK = 2500000 }; /* cycles from one to the next, in the mean */

static void make_periodic(struct time_line *line, struct rng *rng, double period, double part) {
    line->period = period;
    line->part = part;
    line->offset = (double)rng_below(rng, (uint64_t)period);
}

static void as_often_as_ticks(struct time_line *line, struct rng *rng) {
    make_periodic(line, rng, TICK, 0.3);
}
static void as_often_as_half_of_ticks(struct time_line *line, struct rng *rng) {
    make_periodic(line, rng, 2 * TICK, 0.5);
}
static void as_long_as_a_phase(struct time_line *line, struct rng *rng) {
    make_periodic(line, rng, 5000, 0.3);
}
static void as_short_as_calls(struct time_line *line, struct rng *rng) {
    make_periodic(line, rng, 371, 0.25);
}
static void hardly_ever(struct time_line *line, struct rng *rng) {
    make_periodic(line, rng, 40 * TICK, 0.02);
}
static void in_the_beginning_alone(struct time_line *line, struct rng *rng) {
    make_periodic(line, rng, line->end, 0.4);
    line->offset = 0;
}
static void now_and_then(struct time_line *line, struct rng *rng) {
    for (double time = 0; time < line->end;) {
        time += (double)rng_around(rng, 9 * TICK / 2);
        vec_push(&line->turns, time);
        time += (double)rng_around(rng, TICK / 2);
        vec_push(&line->turns, time);
    }
}

static void (*const programs[])(struct time_line *line, struct rng *rng) = {
    as_often_as_ticks, as_often_as_half_of_ticks, as_long_as_a_phase, as_short_as_calls,
    hardly_ever,       in_the_beginning_alone,    now_and_then};
enum { PROGRAMS = sizeof programs / sizeof *programs };

static double until(const struct time_line *line, double time) {
    double sum = 0;
    for (uint32_t i = 0; i + 1 < line->turns.count && line->turns.items[i] < time; i += 2)
        sum += fmin(line->turns.items[i + 1], time) - line->turns.items[i];
    if (!line->period) return sum;
    double moved = time + line->offset, periods = floor(moved / line->period);
    return (periods * line->part + fmin(moved / line->period - periods, line->part)) * line->period;
}

/* As the timer and the threads do it. */
static struct timing_division watch(const struct time_line *line, struct rng *rng,
                                    int64_t words[TIMED_CELLS]) {
    struct timing_division division = {.compiled = line->end};
    words[TIMED_WINDOWS] = 0;
    for (double time = (double)rng_around(rng, TICK); time < line->end;
         time += (double)rng_around(rng, TICK)) {
        words[TIMED_WINDOWS] += until(line, time + 1) - until(line, time) > 0.5;
        division.windows++;
    }
    return division;
}

/* Whatever the program does to ticks and windows. */
START_TEST(intervals_hold_what_a_program_did_nine_times_in_ten) {
    enum { RUNS = 1000 };
    static const int windows[] = {50, 300, 2000};
    struct rng rng;
    int holding = 0;
    double apart = 0;
    rng_init(&rng, (uint64_t)_i);
    for (int run = 0; run < RUNS; run++) {
        int64_t words[TIMED_CELLS];
        struct time_line line = {.end = (double)windows[_i / PROGRAMS] * TICK};
        double error;
        programs[_i % PROGRAMS](&line, &rng);
        struct timing_division division = watch(&line, &rng, words);
        double exact = until(&line, line.end) - until(&line, 0),
               own = timing_divide(&division, words, &error);
        holding += fabs(own - exact) <= TIMED_INTERVAL * error;
        apart += (own - exact) / line.end / RUNS;
        vec_release(&line.turns);
    }
    ck_assert_msg(holding >= RUNS * 92 / 100, "%d of %d hold", holding, RUNS);
    ck_assert_double_eq_tol(apart, 0, 0.01);
}
END_TEST

/* --- what machine code says of units --- */

/* Of four bytecodes nothing is left of one, one takes as many cycles as it has instructions, one what its node takes, and the method as
 * a whole has no line; the first two are executed ten times as often. */
START_TEST(nodes_take_what_machine_code_has_of_them) {
    struct timing timing = {.mutex = PTHREAD_MUTEX_INITIALIZER};
    struct position root = {.method = "T.f()V", .bci = -1}, removed = {.method = "T.f()V"},
                    spilled = {.method = "T.f()V", .bci = 3},
                    divided = {.method = "T.f()V", .bci = 7};
    struct vm_timed_share shares[] = {{.position = &root},
                                      {.position = &removed},
                                      {.position = &spilled},
                                      {.position = &divided}};
    struct timed_piece pieces[] = {{0, 0, 5}, {1, 1, 100}, {2, 1, 4}, {3, 0, 25}};
    const struct timed_block blocks[] = {{.frequency = 1, .loop = -1},
                                         {.frequency = 10, .loop = -1}};
    const struct timed_unit unit = {
        .shares = shares, .share_count = 4, .pieces = pieces, .piece_count = 4, .blocks = blocks};
    timing_weigh(&timing, &unit, (bool[]){false, true, true, true},
                 (struct timed_row[]){{2, 8}, {3, 12}, {2, 20}}, 3);
    double all = 5 + 10 * 7 + 25;
    ck_assert_double_eq_tol(shares[0].share, 5 / all, 1e-9);
    ck_assert_double_eq(shares[1].share, 0);
    ck_assert_double_eq_tol(shares[2].share, 70 / all, 1e-9);
    ck_assert_double_eq_tol(shares[3].share, 25 / all, 1e-9);
    ck_assert_double_eq_tol(shares[3].believed, 25 / all, 1e-9);
    ck_assert_double_eq_tol(pieces[2].cycles, 7, 1e-9);
}
END_TEST

/* Of a loop, what was moved out of it is executed once. */
START_TEST(code_outside_of_its_loop_takes_nothing) {
    struct timing timing = {.mutex = PTHREAD_MUTEX_INITIALIZER};
    struct position root = {.method = "T.f()V", .bci = -1},
                    hoisted = {.method = "T.f()V", .bci = 3},
                    outside = {.method = "T.f()V", .bci = 7},
                    inside = {.method = "T.f()V", .bci = 9};
    struct vm_timed_share shares[] = {
        {.position = &root}, {.position = &hoisted}, {.position = &outside}, {.position = &inside}};
    struct timed_piece pieces[] = {{1, 2, 1}, {2, 0, 2}, {3, 1, 3}};
    const struct timed_block blocks[] = {{.frequency = 1, .loop = -1, .outer = -1},
                                         {.frequency = 10, .loop = 1, .outer = -1},
                                         {.frequency = 100, .loop = 2, .outer = 1}};
    const struct timed_unit unit = {.shares = shares,
                                    .share_count = 4,
                                    .pieces = pieces,
                                    .piece_count = 3,
                                    .blocks = blocks,
                                    .block_count = 3};
    const struct timed_row rows[] = {{1, 8}, {2, 4}, {3, 8}, {-1, 4}, {1, 12}, {3, 16}};
    timing_weigh(&timing, &unit, (bool[]){false, true, true, true}, rows, 6);
    ck_assert_double_eq_tol(pieces[0].cycles, 3, 1e-9);
    ck_assert_double_eq_tol(pieces[1].cycles, 2, 1e-9);
    ck_assert_double_eq_tol(pieces[2].cycles, 6, 1e-9);
}
END_TEST

/* Where it takes more cycles, not where it has more nodes. */
START_TEST(a_bytecode_is_in_the_loop_that_has_most_of_it) {
    struct timing timing = {.mutex = PTHREAD_MUTEX_INITIALIZER};
    struct position root = {.method = "T.f()V", .bci = -1}, both = {.method = "T.f()V", .bci = 3};
    struct vm_timed_share shares[] = {{.position = &root}, {.position = &both}};
    struct timed_piece pieces[] = {{1, 0, 3}, {0, 0, 1}, {1, 1, 0.4}};
    const struct timed_block blocks[] = {{.frequency = 1, .loop = -1, .outer = -1},
                                         {.frequency = 10, .loop = 1, .outer = -1}};
    const struct timed_unit unit = {.shares = shares,
                                    .share_count = 2,
                                    .pieces = pieces,
                                    .piece_count = 3,
                                    .blocks = blocks,
                                    .block_count = 2};
    timing_weigh(&timing, &unit, (bool[]){false, true},
                 (struct timed_row[]){{1, 40}, {0, 4}, {1, 80}}, 3);
    ck_assert_double_eq_tol(pieces[0].cycles, 3 * 20 / 3.4, 1e-9); /* of the longer piece alone */
}
END_TEST

/* --- ticks that were placed --- */

/* The method, and two that are inlined: one of one bytecode, one of two. */
enum { PLACED_SHARES = 4 };
static const uint32_t placed_inlined_as[PLACED_SHARES] = {0, 1, 2, 2};

static void place(const double believed[PLACED_SHARES], const int64_t ticks[PLACED_SHARES],
                  struct vm_timed_share shares[PLACED_SHARES]) {
    struct vm_timed_share all[PLACED_SHARES] = {0};
    int64_t cells[1 + PLACED_SHARES] = {0};
    const struct timed_unit unit = {.shares = all,
                                    .share_count = PLACED_SHARES,
                                    .tick_cells = 1,
                                    .inlined_as = placed_inlined_as};
    for (int i = 0; i < PLACED_SHARES; i++) {
        all[i].share = all[i].believed = believed[i];
        shares[i] = all[i];
        cells[1 + i] = ticks[i];
    }
    timing_place(&unit, cells, shares);
}

START_TEST(ticks_divide_a_unit_that_is_not_as_believed) {
    struct vm_timed_share shares[PLACED_SHARES];
    place((const double[]){0, 0.1, 0.8, 0.1}, (const int64_t[]){0, 5000, 1000, 4000}, shares);
    ck_assert_double_eq_tol(shares[0].share, 0, 0.001);
    ck_assert_double_eq_tol(shares[1].share, 0.5, 0.001);
    ck_assert_double_eq_tol(shares[2].share, 0.1, 0.001);
    ck_assert_double_eq_tol(shares[3].share, 0.4, 0.001);
    ck_assert_double_eq(shares[3].believed, 0.1);
    ck_assert_int_eq(shares[3].ticks, 4000);
    ck_assert_double_eq_tol(shares[1].error, sqrt(0.5 * 0.5 / 10000), 0.0001);
    ck_assert_double_eq_tol(shares[2].inlined_error + shares[3].inlined_error, shares[1].error,
                            0.0001);
    ck_assert_double_eq_tol(shares[3].error - shares[3].inlined_error, 0.5 * sqrt(0.8 * 0.2 / 5000),
                            0.0003);
}
END_TEST

START_TEST(what_chance_explains_leaves_beliefs_alone) {
    struct vm_timed_share shares[PLACED_SHARES];
    place((const double[]){0.1, 0.3, 0.3, 0.3}, (const int64_t[]){11, 32, 29, 28}, shares);
    ck_assert_double_eq_tol(shares[0].share, 0.1, 1e-9);
    ck_assert_double_eq_tol(shares[1].share, 0.3, 1e-9);
    ck_assert_double_eq_tol(shares[3].share, 0.3, 1e-9);
    ck_assert_double_gt(shares[1].error, 0.04);
}
END_TEST

/* Few ticks are chance of each bytecode, and no chance of them all. */
START_TEST(what_is_inlined_is_known_before_its_bytecodes_are) {
    struct vm_timed_share shares[PLACED_SHARES];
    place((const double[]){0, 0.9, 0.05, 0.05}, (const int64_t[]){0, 0, 5, 5}, shares);
    ck_assert_double_lt(shares[1].share, 0.1);
    ck_assert_double_eq_tol(shares[2].share, shares[3].share, 1e-9);
    place((const double[]){0, 0.9, 0.05, 0.05}, (const int64_t[]){0, 0, 6, 4}, shares);
    ck_assert_double_eq_tol(shares[2].share, shares[3].share, 1e-9);
    ck_assert_double_gt(shares[2].share, 0.45);
}
END_TEST

START_TEST(what_was_believed_never_to_run_has_its_ticks) {
    struct vm_timed_share shares[PLACED_SHARES];
    place((const double[]){0.5, 0.5, 0, 0}, (const int64_t[]){1000, 200, 200, 600}, shares);
    ck_assert_double_eq_tol(shares[0].share, 0.5, 0.01);
    ck_assert_double_eq_tol(shares[1].share, 0.1, 0.01);
    ck_assert_double_eq_tol(shares[2].share, 0.1, 0.01);
    ck_assert_double_eq_tol(shares[3].share, 0.3, 0.01);
    ck_assert_double_ge(shares[3].error, sqrt(0.3 * 0.7 / 2000));
}
END_TEST

START_TEST(no_tick_leaves_what_is_believed) {
    struct vm_timed_share shares[PLACED_SHARES];
    place((const double[]){0.1, 0.2, 0.3, 0.4}, (const int64_t[]){0, 0, 0, 0}, shares);
    for (int i = 0; i < PLACED_SHARES; i++) {
        ck_assert_double_eq_tol(shares[i].share, 0.1 * (i + 1), 1e-9);
        ck_assert_double_eq(shares[i].error, 0);
    }
}
END_TEST

/* Ticks of a known program, which is as it is believed, somewhat different, or altogether. */
START_TEST(intervals_hold_what_ticks_are_placed_by_nine_times_in_ten) {
    enum { RUNS = 1000 };
    static const double exact[PLACED_SHARES] = {0.05, 0.5, 0.2, 0.25};
    static const double believed[][PLACED_SHARES] = {
        {0.05, 0.5, 0.2, 0.25}, {0.05, 0.45, 0.22, 0.28}, {0.02, 0.1, 0.8, 0.08}};
    static const int ticks[] = {20, 100, 1000, 20000};
    struct rng rng;
    int holding[PLACED_SHARES] = {0}, of_inlined = 0;
    rng_init(&rng, (uint64_t)_i);
    for (int run = 0; run < RUNS; run++) {
        int64_t seen[PLACED_SHARES] = {0};
        for (int tick = 0; tick < ticks[_i / 3]; tick++) {
            double at = (double)rng_below(&rng, 1 << 30) / (1 << 30);
            int share = 0;
            while (share < PLACED_SHARES - 1 && at >= exact[share]) at -= exact[share++];
            seen[share]++;
        }
        struct vm_timed_share shares[PLACED_SHARES];
        place(believed[_i % 3], seen, shares);
        for (int i = 0; i < PLACED_SHARES; i++)
            holding[i] += fabs(shares[i].share - exact[i]) <= TIMED_INTERVAL * shares[i].error;
        of_inlined += fabs(shares[2].share + shares[3].share - exact[2] - exact[3]) <=
                      TIMED_INTERVAL * (shares[2].inlined_error + shares[3].inlined_error);
    }
    for (int i = 0; i < PLACED_SHARES; i++)
        ck_assert_msg(holding[i] >= RUNS * 90 / 100, "%d: %d", i, holding[i]);
    ck_assert_msg(of_inlined >= RUNS * 90 / 100, "%d of what is inlined", of_inlined);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("timing windows");
    TCase *cases = tcase_create("timing windows");
    tcase_set_timeout(cases, 120);
    tcase_add_loop_test(cases, intervals_hold_the_exact_share_nine_times_in_ten, 0, 4 * PARTS);
    tcase_add_test(cases, what_no_window_met_has_an_interval);
    tcase_add_test(cases, one_window_tells_next_to_nothing);
    tcase_add_loop_test(cases, intervals_hold_what_a_program_did_nine_times_in_ten, 0,
                        3 * PROGRAMS);
    tcase_add_test(cases, code_outside_of_its_loop_takes_nothing);
    tcase_add_test(cases, nodes_take_what_machine_code_has_of_them);
    tcase_add_test(cases, a_bytecode_is_in_the_loop_that_has_most_of_it);
    tcase_add_test(cases, ticks_divide_a_unit_that_is_not_as_believed);
    tcase_add_test(cases, what_chance_explains_leaves_beliefs_alone);
    tcase_add_test(cases, what_is_inlined_is_known_before_its_bytecodes_are);
    tcase_add_test(cases, what_was_believed_never_to_run_has_its_ticks);
    tcase_add_test(cases, no_tick_leaves_what_is_believed);
    tcase_add_loop_test(cases, intervals_hold_what_ticks_are_placed_by_nine_times_in_ten, 0, 12);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
