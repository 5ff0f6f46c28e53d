/* The queue of a replay against a search through all that is in it. */
#include "history/eviction_queue.h"

#include "base/check_run.h"
#include "base/rng.h"

enum { CODES = 50, STEPS = 20000, KEYS = 8 };

/* By code; compiled is 0 where it is not in the queue. */
struct model {
    double keys[CODES];
    uint32_t compiled[CODES];
};

static bool goes_before(const struct model *model, uint32_t a, uint32_t b) {
    if (model->keys[a] != model->keys[b]) return model->keys[a] < model->keys[b];
    return model->compiled[a] < model->compiled[b];
}

static int64_t first_of(const struct model *model) {
    int64_t first = -1;
    for (uint32_t i = 0; i < CODES; i++)
        if (model->compiled[i] && (first < 0 || goes_before(model, i, (uint32_t)first))) first = i;
    return first;
}

static void change(struct model *model, struct eviction_queue *queue, uint32_t step,
                   struct rng *rng) {
    uint32_t code = (uint32_t)rng_below(rng, CODES);
    eviction_queue_remove(queue, code);
    model->compiled[code] = 0;
    if (rng_below(rng, 3) == 0) return;
    model->keys[code] = (double)rng_below(rng, KEYS);
    model->compiled[code] = step;
    eviction_queue_add(queue, (struct eviction_candidate){model->keys[code], step, code});
}

START_TEST(the_first_has_the_smallest_key_and_of_equals_is_the_oldest) {
    struct model model = {.compiled = {0}};
    struct eviction_queue queue = eviction_queue_new(CODES);
    struct rng rng;
    rng_init(&rng, 1);
    for (uint32_t step = 1; step <= STEPS; step++) {
        change(&model, &queue, step, &rng);
        int64_t first = first_of(&model);
        ck_assert_int_eq(queue.count == 0, first < 0);
        if (first >= 0) ck_assert_int_eq(eviction_queue_first(&queue), first);
    }
    eviction_queue_release(&queue);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("eviction queue");
    TCase *cases = tcase_create("eviction queue");
    tcase_add_test(cases, the_first_has_the_smallest_key_and_of_equals_is_the_oldest);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
