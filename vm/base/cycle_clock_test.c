#include "base/cycle_clock.h"

#include <math.h>

#include "base/check_run.h"

/* A counter that goes on twice as fast as the monotonic clock; of some readings in a row the first is late. */
enum { BETWEEN_LATE_ONES = 3 };
static int readings;

static int64_t late_counter(void) {
    enum { LATE = 400000 }; /* nanoseconds */
    int64_t begun = clock_nanoseconds();
    while (readings % BETWEEN_LATE_ONES == 0 && clock_nanoseconds() - begun < LATE) {}
    readings++;
    return 2 * clock_nanoseconds();
}

START_TEST(an_interruption_between_two_readings_changes_no_rate) {
    readings = _i;
    struct cycle_clock clock = cycle_clock_begin(false, late_counter);
    ck_assert(clock.reads_counter);
    ck_assert_double_le(fabs(clock.rate / 2e9 - 1), 0.01);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("cycle clock");
    TCase *cases = tcase_create("clocks");
    tcase_add_loop_test(cases, an_interruption_between_two_readings_changes_no_rate, 0,
                        BETWEEN_LATE_ONES);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
