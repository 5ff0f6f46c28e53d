#include "base/rng.h"

#include <math.h>

#include "base/check_run.h"

/* The mean, and how often it is the first, as the geometric distribution has them. */
START_TEST(the_first_hit_is_as_far_as_hits_are_rare) {
    static const double probabilities[] = {1, 0.9, 0.5, 0.1, 0.001};
    enum { DRAWS = 100000 };
    const double probability = probabilities[_i];
    struct rng rng;
    rng_init(&rng, 3);
    double sum = 0, firsts = 0;
    for (int i = 0; i < DRAWS; i++) {
        int64_t hit = rng_first_hit(&rng, probability);
        ck_assert_int_ge(hit, 1);
        sum += (double)hit;
        firsts += hit == 1;
    }
    double error = sqrt((1 - probability) / DRAWS);
    ck_assert_double_le(fabs(sum / DRAWS * probability - 1), 4 * error);
    ck_assert_double_le(fabs(firsts / DRAWS - probability), 4 * error * sqrt(probability));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("random numbers");
    TCase *cases = tcase_create("numbers");
    tcase_add_loop_test(cases, the_first_hit_is_as_far_as_hits_are_rare, 0, 5);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
