/* The code space: first fit, holes that become one, the capacity, owners, and what freed code becomes. */
#include "backend/code_space.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check_run.h"
#include "base/rng.h"

enum { CAPACITY = 16 * 1024, PIECES = 64 };

static void start(void) { code_space_set_capacity(CAPACITY); }

START_TEST(the_lowest_hole_that_suffices_is_taken) {
    char *a = code_space_allocate(100), *b = code_space_allocate(64), *c = code_space_allocate(1);
    ck_assert_ptr_eq(b, a + 128);
    ck_assert_ptr_eq(c, b + 64);
    code_space_release(a, 100, false);
    ck_assert_ptr_eq(code_space_allocate(129), c + 64);
    ck_assert_ptr_eq(code_space_allocate(128), a);
}
END_TEST

START_TEST(holes_beside_each_other_become_one) {
    char *pieces[3];
    for (int i = 0; i < 3; i++) pieces[i] = code_space_allocate(64);
    char *behind = code_space_allocate(64);
    code_space_release(pieces[0], 64, false);
    code_space_release(pieces[2], 64, false);
    ck_assert_int_eq(code_space_state().holes, 3);
    code_space_release(pieces[1], 64, false);
    ck_assert_int_eq(code_space_state().holes, 2);
    ck_assert_ptr_eq(code_space_allocate(192), pieces[0]);
    code_space_release(behind, 64, false);
    ck_assert_int_eq(code_space_state().holes, 1);
}
END_TEST

START_TEST(no_more_is_taken_than_the_capacity) {
    ck_assert_ptr_null(code_space_allocate(CAPACITY + 1));
    char *all = code_space_allocate(CAPACITY);
    ck_assert_ptr_nonnull(all);
    ck_assert_ptr_null(code_space_allocate(1));
    ck_assert_ptr_nonnull(code_space_allocate_for_good(1));
    ck_assert_uint_eq(code_space_state().used, CAPACITY);
    ck_assert_int_eq(code_space_state().holes, 0);
    code_space_release(all, CAPACITY, false);
    ck_assert_uint_eq(code_space_state().largest_hole, CAPACITY);
    code_space_set_capacity(0);
    ck_assert_ptr_null(code_space_allocate(1));
}
END_TEST

START_TEST(an_address_belongs_to_its_owner_alone) {
    int first, second;
    char *a = code_space_allocate(100), *b = code_space_allocate(100);
    code_space_own(a, 100, &first);
    code_space_own(b, 100, &second);
    ck_assert_ptr_eq(code_space_owner(a + 99), &first);
    ck_assert_ptr_eq(code_space_owner(b), &second);
    ck_assert_ptr_null(code_space_owner(b + 128));
    ck_assert_ptr_null(code_space_owner(&first));
    code_space_release(a, 100, false);
    ck_assert_ptr_null(code_space_owner(a));
    ck_assert_ptr_eq(code_space_owner(b), &second);
}
END_TEST

START_TEST(code_that_is_released_is_overwritten_and_its_neighbour_is_not) {
    char bytes[64];
    char *a = code_space_allocate(64), *b = code_space_allocate(64);
    memset(bytes, 7, sizeof bytes);
    ck_assert(code_space_write(a, bytes, 64) && code_space_write(b, bytes, 64));
    code_space_release(a, 64, true);
    for (int i = 0; i < 64; i++) ck_assert_int_eq((unsigned char)a[i], 0xcc);
    for (int i = 0; i < 64; i++) ck_assert_int_eq(b[i], 7);
}
END_TEST

/* As the system sees it: a read of our own would be the sanitizer's. */
static bool is_readable(const void *memory) {
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    bool done = write(ends[1], memory, 1) == 1;
    close(ends[0]);
    close(ends[1]);
    return done;
}

START_TEST(pages_that_are_free_cannot_be_read) {
    char bytes[8192] = {0};
    char *a = code_space_allocate(sizeof bytes);
    ck_assert(code_space_write(a, bytes, sizeof bytes));
    ck_assert(is_readable(a));
    code_space_release(a, sizeof bytes, false);
    ck_assert(!is_readable(a));
}
END_TEST

/* Against a plain table of granules. */
START_TEST(random_pieces_never_overlap_and_all_comes_back) {
    struct rng rng;
    struct {
        char *memory;
        size_t size;
        unsigned char value;
    } pieces[PIECES] = {{NULL, 0, 0}};
    char bytes[2048];
    rng_init(&rng, (uint64_t)_i);
    for (int step = 0; step < 600; step++) {
        int i = (int)rng_below(&rng, PIECES);
        if (pieces[i].memory) {
            memset(bytes, pieces[i].value, pieces[i].size);
            ck_assert_mem_eq(pieces[i].memory, bytes, pieces[i].size);
            code_space_release(pieces[i].memory, pieces[i].size, rng_likely(&rng, 0.5));
            pieces[i].memory = NULL;
            continue;
        }
        pieces[i].size = 1 + rng_below(&rng, rng_likely(&rng, 0.1) ? sizeof bytes : 300);
        pieces[i].value = (unsigned char)step;
        pieces[i].memory = code_space_allocate(pieces[i].size);
        struct code_space_state state = code_space_state();
        if (!pieces[i].memory) {
            ck_assert_uint_lt(state.largest_hole, pieces[i].size);
            continue;
        }
        memset(bytes, pieces[i].value, pieces[i].size);
        ck_assert(code_space_write(pieces[i].memory, bytes, pieces[i].size));
        size_t used = 0;
        for (int k = 0; k < PIECES; k++)
            if (pieces[k].memory)
                used += (pieces[k].size + CODE_GRANULE - 1) / CODE_GRANULE * CODE_GRANULE;
        ck_assert_uint_eq(state.used, used);
    }
    for (int i = 0; i < PIECES; i++) code_space_release(pieces[i].memory, pieces[i].size, false);
    ck_assert_uint_eq(code_space_state().used, 0);
    ck_assert_uint_eq(code_space_state().largest_hole, CAPACITY);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("code_space");
    TCase *cases = tcase_create("code_space");
    tcase_add_checked_fixture(cases, start, NULL);
    tcase_add_test(cases, the_lowest_hole_that_suffices_is_taken);
    tcase_add_test(cases, holes_beside_each_other_become_one);
    tcase_add_test(cases, no_more_is_taken_than_the_capacity);
    tcase_add_test(cases, an_address_belongs_to_its_owner_alone);
    tcase_add_test(cases, code_that_is_released_is_overwritten_and_its_neighbour_is_not);
    tcase_add_test(cases, pages_that_are_free_cannot_be_read);
    tcase_add_loop_test(cases, random_pieces_never_overlap_and_all_comes_back, 0, 5);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
