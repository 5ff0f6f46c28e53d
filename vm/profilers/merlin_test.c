/* Merlin against brute force: a program that allocates, writes references and forgets, once as stamps and collections now and
 * then, once as a walk over the whole heap after every step. */
#include "profilers/merlin.h"

#include "base/check_run.h"
#include "base/rng.h"

enum { FIELDS = 3, ROOTS = 6, OBJECTS = 1500 };

struct object {
    int number;
    struct object *fields[FIELDS];
    struct vm_stamp stamp;
    bool is_reached, is_told;
    uint64_t last_reached; /* by brute force */
};

/* Object 0 is a root that always lives. */
static struct object objects[OBJECTS];
static int made, told;
static uint64_t now; /* bytes allocated so far */
static struct merlin merlin;

static struct vm_stamp *stamp_of(void *context, struct object *object) { return &object->stamp; }

static void each_field(void *context, struct object *object,
                       void (*visit)(void *visitor, struct object *referred), void *visitor) {
    for (int i = 0; i < FIELDS; i++)
        if (object->fields[i]) visit(visitor, object->fields[i]);
}

static struct object *make(uint64_t bytes) {
    struct object *object = &objects[made];
    *object = (struct object){.number = made++};
    now += bytes;
    object->stamp = (struct vm_stamp){.made = now, .used = now};
    object->last_reached = now;
    return object;
}

static void set_field(struct object *object, int field, struct object *value) {
    if (object->fields[field]) object->fields[field]->stamp.used = now;
    object->fields[field] = value;
}

static void start(void) {
    merlin = (struct merlin){.stamp = stamp_of, .each_reference = each_field};
    made = told = 0;
    now = 0;
}

static void reach(struct object *object) {
    if (object->is_reached) return;
    object->is_reached = true;
    object->last_reached = now;
    for (int i = 0; i < FIELDS; i++)
        if (object->fields[i]) reach(object->fields[i]);
}

static void reach_all(int roots) {
    for (int i = 0; i < made; i++) objects[i].is_reached = false;
    for (int i = 0; i < roots; i++) reach(&objects[i]);
}

static void check_death(void *context, struct object *object, const struct vm_stamp *stamp) {
    ck_assert(!object->is_told);
    object->is_told = true;
    told++;
    ck_assert_uint_eq(stamp->used, object->last_reached);
    ck_assert_uint_eq(stamp->made & MERLIN_MARK, 0);
}

static void collect(int roots) {
    reach_all(roots);
    for (int i = 0; i < made; i++)
        if (!objects[i].is_reached && !objects[i].is_told)
            merlin_add(&merlin, &objects[i], &objects[i].stamp);
    merlin_settle(&merlin, check_death, NULL);
}

START_TEST(who_is_dropped_takes_along_what_it_alone_held) {
    start();
    struct object *root = make(16), *list = make(16);
    set_field(root, 0, list);
    for (int i = 0; i < 5; i++) {
        set_field(list, 1, make(16));
        list = list->fields[1];
    }
    for (int i = 0; i < 10; i++) make(32);
    reach_all(1);
    set_field(root, 0, NULL);
    make(64);
    collect(1);
    ck_assert_int_eq(told, 6 + 10 + 1);
    ck_assert_uint_eq(list->stamp.used, now - 64);
    merlin_release(&merlin);
}
END_TEST

START_TEST(a_cycle_dies_when_the_last_reference_into_it_goes) {
    start();
    struct object *root = make(16), *a = make(16), *b = make(16);
    set_field(root, 0, a);
    set_field(root, 1, b);
    set_field(a, 0, b);
    set_field(b, 0, a);
    make(16);
    set_field(root, 0, NULL);
    make(16);
    reach_all(1);
    set_field(root, 1, NULL);
    uint64_t last = now;
    make(16);
    collect(1);
    ck_assert_uint_eq(a->stamp.used, last);
    ck_assert_uint_eq(b->stamp.used, last);
    merlin_release(&merlin);
}
END_TEST

/* A local variable holds [kept], and what [kept] refers to is known when that dies. */
START_TEST(what_outlives_who_refers_to_it_was_reachable_as_long) {
    start();
    struct object *root = make(16), *dead = make(16), *kept = make(16), *last = make(16);
    set_field(root, 0, dead);
    set_field(dead, 0, kept);
    set_field(kept, 0, last);
    make(16);
    reach_all(1);
    set_field(root, 0, NULL);
    make(16);
    merlin_add(&merlin, dead, &dead->stamp);
    merlin_settle(&merlin, check_death, NULL);
    ck_assert_int_eq(told, 1);
    ck_assert_uint_eq(kept->stamp.made & MERLIN_MARK, 0);
    collect(1);
    ck_assert_int_eq(told, 5);
    merlin_release(&merlin);
}
END_TEST

/* Neither deep recursion nor time that grows with the square of the length. */
START_TEST(a_long_list_is_settled_in_one_pass) {
    enum { LENGTH = 400000 };
    start();
    struct object *list = calloc(LENGTH, sizeof *list);
    for (int i = 0; i < LENGTH; i++) {
        list[i] = (struct object){.stamp = {1, (uint64_t)i * 16},
                                  .last_reached = (LENGTH - 1) * UINT64_C(16)};
        if (i) list[i].fields[0] = &list[i - 1];
        merlin_add(&merlin, &list[i], &list[i].stamp);
    }
    merlin_settle(&merlin, check_death, NULL);
    ck_assert_int_eq(told, LENGTH);
    free(list);
    merlin_release(&merlin);
}
END_TEST

static struct object *any_reached(struct rng *rng) {
    struct object *object;
    do object = &objects[rng_below(rng, (uint64_t)made)];
    while (!object->is_reached);
    return object;
}

/* An allocation lets time pass before what is made can be written anywhere. */
static void step(struct rng *rng) {
    struct object *value = NULL, *target = any_reached(rng);
    if (rng_likely(rng, 0.3))
        value = make(16 * (1 + rng_below(rng, 40)));
    else if (rng_likely(rng, 0.5))
        value = any_reached(rng);
    reach_all(ROOTS);
    if (!rng_likely(rng, 0.1)) set_field(target, (int)rng_below(rng, FIELDS), value);
    reach_all(ROOTS);
}

START_TEST(random_programs_die_as_brute_force_says) {
    struct rng rng;
    rng_init(&rng, (uint64_t)_i);
    start();
    for (int i = 0; i < ROOTS; i++) make(16);
    reach_all(ROOTS);
    double share = rng_unit(&rng) * 0.02;
    while (made < OBJECTS) {
        step(&rng);
        if (rng_likely(&rng, share)) collect(ROOTS);
    }
    for (int i = 0; i < ROOTS; i++)
        for (int k = 0; k < FIELDS; k++) set_field(&objects[i], k, NULL);
    collect(ROOTS);
    ck_assert_int_eq(told, OBJECTS - ROOTS);
    merlin_release(&merlin);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("merlin");
    TCase *cases = tcase_create("merlin");
    tcase_set_timeout(cases, 120);
    tcase_add_test(cases, who_is_dropped_takes_along_what_it_alone_held);
    tcase_add_test(cases, a_cycle_dies_when_the_last_reference_into_it_goes);
    tcase_add_test(cases, what_outlives_who_refers_to_it_was_reachable_as_long);
    tcase_add_test(cases, a_long_list_is_settled_in_one_pass);
    tcase_add_loop_test(cases, random_programs_die_as_brute_force_says, 0, 20);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
