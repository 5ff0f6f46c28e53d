/* BASE TEST: arenas, vectors, text, names, diagnostics, random numbers. */
#include "base/cells.h"
#include "base/check_run.h"
#include <stdlib.h>

#include "base/bitset.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/json_text.h"
#include "base/modified_utf8.h"
#include "base/rng.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xml_text.h"

START_TEST(an_arena_gives_zeroed_memory_that_stays_in_place) {
    struct arena arena;
    arena_init(&arena);
    char *blocks[1000];
    for (int i = 0; i < 1000; i++) {
        size_t size = (size_t)(i * 37 % 5000);
        blocks[i] = arena_allocate(&arena, size + 1);
        ck_assert_uint_eq((uintptr_t)blocks[i] % 16, 0);
        int bits = 0;
        for (size_t j = 0; j <= size; j++) bits |= blocks[i][j];
        ck_assert_int_eq(bits, 0);
        memset(blocks[i], i & 0x7f, size + 1);
    }
    for (int i = 0; i < 1000; i++) ck_assert_int_eq(blocks[i][i * 37 % 5000], i & 0x7f);
    ck_assert_str_eq(arena_format(&arena, "%s-%d", "a", 7), "a-7");
    ck_assert_str_eq(arena_copy_text(&arena, "abcdef", 3), "abc");
    arena_release(&arena);
}
END_TEST

START_TEST(pages_are_zeroed_and_not_there_when_there_is_no_room) {
    const size_t size = (size_t)64 << 20;
    char *pages = memory_map(size);
    ck_assert_ptr_nonnull(pages);
    for (size_t i = 0; i < size; i += size / 8) ck_assert_int_eq(pages[i], 0);
    pages[size - 1] = 1;
    memory_unmap(pages, size);
    ck_assert_ptr_null(memory_map((size_t)1 << 60));
}
END_TEST

START_TEST(a_vector_keeps_order_under_insertion_and_removal) {
    VEC(int) v = {0};
    for (int i = 0; i < 100; i++) vec_push(&v, i);
    vec_insert(&v, 50, -1);
    ck_assert_uint_eq(v.count, 101);
    ck_assert_int_eq(v.items[50], -1);
    ck_assert_int_eq(v.items[51], 50);
    vec_remove(&v, 50);
    ck_assert_int_eq(vec_pop(&v), 99);
    int sum = 0;
    vec_each(int, item, &v) sum += *item;
    ck_assert_int_eq(sum, 98 * 99 / 2);
    vec_release(&v);
}
END_TEST

START_TEST(a_vector_in_an_arena_grows) {
    struct arena arena;
    arena_init(&arena);
    VEC(int) v = {0};
    for (int i = 0; i < 1000; i++) arena_vec_push(&arena, &v, i);
    for (int i = 0; i < 1000; i++) ck_assert_int_eq(v.items[i], i);
    arena_release(&arena);
}
END_TEST

START_TEST(text_grows_and_is_handed_over) {
    struct strbuf buffer = STRBUF_INIT;
    ck_assert_str_eq(strbuf_text(&buffer), "");
    strbuf_add(&buffer, NULL, 0);
    ck_assert_str_eq(strbuf_text(&buffer), "");
    for (int i = 0; i < 500; i++) strbuf_addf(&buffer, "%d,", i % 10);
    strbuf_add_char(&buffer, '!');
    ck_assert_uint_eq(buffer.length, 1001);
    char *text = strbuf_detach(&buffer);
    ck_assert_int_eq(text[1000], '!');
    ck_assert_uint_eq(buffer.length, 0);
    memory_free(text);
}
END_TEST

START_TEST(equal_names_are_the_same_pointer) {
    char text[] = "java/lang/Object";
    ck_assert_ptr_eq(intern(text), intern("java/lang/Object"));
    ck_assert_ptr_eq(intern_bytes(text, 4), intern("java"));
    ck_assert_ptr_eq(intern_format("%s.%s", "A", "foo"), intern("A.foo"));
    ck_assert_ptr_ne(intern("A"), intern("B"));
    ck_assert_ptr_eq(intern_utf8_of_modified("a\xed\xa0\xbd\xed\xb8\x80\xc3\xa9"),
                     intern("a\xf0\x9f\x98\x80\xc3\xa9"));
    ck_assert_ptr_eq(intern_utf8_of_modified("\xed\xb8\x80\xed\xa0\xbd"
                                             "a\xc0\x80"
                                             "b"),
                     intern("??a"));
}
END_TEST

START_TEST(the_first_error_sticks_with_its_place) {
    struct diag diag = DIAG_INIT;
    char line[200];
    ck_assert(!diag_error(&diag, (struct place){"a.yaml", 3, 7}, "cannot open '%s'", "b"));
    diag_error(&diag, (struct place){"c.yaml", 1, 1}, "later");
    ck_assert_str_eq(diag_format(&diag, line, sizeof line), "a.yaml:3:7: cannot open 'b'");
    struct diag no_place = DIAG_INIT;
    diag_error(&no_place, (struct place){0}, "no tests");
    ck_assert_str_eq(diag_format(&no_place, line, sizeof line), "no tests");
}
END_TEST

START_TEST(the_nearest_word_is_suggested_and_a_far_one_is_not) {
    const char *words[] = {"iterations", "epsilon", "expect"};
    ck_assert_str_eq(diag_nearest("iteration", words, 3), "iterations");
    ck_assert_str_eq(diag_nearest("epsilom", words, 3), "epsilon");
    ck_assert_ptr_null(diag_nearest("zzzzzz", words, 3));
}
END_TEST

START_TEST(the_same_seed_draws_the_same_numbers) {
    struct rng a, b;
    rng_init(&a, 42), rng_init(&b, 42);
    for (int i = 0; i < 100; i++) ck_assert_uint_eq(rng_next(&a), rng_next(&b));
    rng_init(&b, 43);
    ck_assert_uint_ne(rng_next(&a), rng_next(&b));
    /* First output of the reference implementation, seeded by splitmix64 from 0. */
    rng_init(&a, 0);
    ck_assert_uint_eq(rng_next(&a), UINT64_C(0x99ec5f36cb75f2b4));
    /* FNV-1a of "a", from its published test vectors. */
    ck_assert_uint_eq(rng_seed_of_name("a"), UINT64_C(0xaf63dc4c8601ec8c));
}
END_TEST

START_TEST(odds_are_exact_at_the_ends_and_close_in_between) {
    struct rng rng;
    rng_init(&rng, 1);
    int hits = 0;
    int never = 0, always = 0, too_large = 0;
    for (int i = 0; i < 100000; i++) {
        never += rng_likely(&rng, 0);
        always += rng_likely(&rng, 1);
        hits += rng_likely(&rng, 0.8);
        too_large += rng_below(&rng, 7) >= 7;
    }
    ck_assert_int_eq(never, 0);
    ck_assert_int_eq(always, 100000);
    ck_assert_int_eq(too_large, 0);
    ck_assert_int_gt(hits, 79000);
    ck_assert_int_lt(hits, 81000);
}
END_TEST

/* Intervals around 4 that have gone on for ever end at each moment with the same odds. */
START_TEST(the_rest_of_an_interval_ends_anywhere) {
    enum { MEAN = 4, MOMENTS = 20, ROWS = 20000 };
    int ends[MOMENTS + 1] = {0};
    struct rng rng;
    rng_init(&rng, 1);
    for (int row = 0; row < ROWS; row++)
        for (int64_t at = rng_rest(&rng, MEAN); at <= MOMENTS; at += rng_around(&rng, MEAN))
            ends[at]++;
    for (int at = 1; at <= MOMENTS; at++)
        ck_assert_msg(abs(ends[at] - ROWS / MEAN) < 5 * 61, "%d at %d", ends[at], at);
}
END_TEST

START_TEST(a_set_has_what_was_added_and_not_removed) {
    struct arena arena;
    arena_init(&arena);
    struct bitset set = bitset_new(&arena, 200);
    for (uint32_t i = 0; i < 200; i += 3) bitset_add(&set, i);
    bitset_remove(&set, 63);
    for (uint32_t i = 0; i < 200; i++) ck_assert_int_eq(bitset_has(&set, i), i % 3 == 0 && i != 63);
    arena_release(&arena);
}
END_TEST

/* --- cells --- */
enum { ADDERS = 8, ADDS = 20000 };

static struct cell_space space;

static int64_t cell_sum(uint32_t cell) {
    struct cell_sums sums;
    cells_read(&space, cell, 1, &sums);
    return sums.all;
}

static uint32_t made[3];

static void *add(void *unused) {
    struct cells cells = {0};
    ck_assert(cells_attach(&space, &cells));
    for (int i = 0; i < ADDS; i++) cell_add(&cells, made[i % 3], i % 3 + 1);
    cells_detach(&space, &cells);
    ck_assert_ptr_null(cells.chunks[0]);
    return NULL;
}

/* As the clock's, which are bytes times executions. */
START_TEST(what_is_no_utf_8_is_told_by_its_digits) {
    static const char text[] =
        "\"\\\n\x7f\xc3\xa9\xf0\x9f\x98\x80 \xc0\x80\xed\xa0\x80\xf5\xff\xe2\x82";
    struct strbuf json = STRBUF_INIT, xml = STRBUF_INIT;
    json_add_text(&json, text);
    xml_add_text(&xml, text);
    ck_assert_str_eq(strbuf_text(&json),
                     "\"\\\"\\\\\\u000a\x7f\xc3\xa9\xf0\x9f\x98\x80 \\\\u00c0\\\\u0080"
                     "\\\\u00ed\\\\u00a0\\\\u0080\\\\u00f5\\\\u00ff\\\\u00e2\\\\u0082\"");
    ck_assert_str_eq(strbuf_text(&xml),
                     "&quot;\\&#10;\x7f\xc3\xa9\xf0\x9f\x98\x80 \\u00c0\\u0080\\u00ed\\u00a0"
                     "\\u0080\\u00f5\\u00ff\\u00e2\\u0082");
    strbuf_release(&json);
    strbuf_release(&xml);
}
END_TEST

START_TEST(sums_that_do_not_fit_are_the_most_that_does) {
    struct cells cells[2] = {0};
    int64_t all[CELL_FIRST_CHUNK + 1];
    cell_space_init(&space);
    uint32_t cell = cells_make(&space, 1);
    for (int i = 0; i < 2; i++) ck_assert(cells_attach(&space, &cells[i]));
    for (int i = 0; i < 3; i++) cell_add(&cells[0], cell, INT64_MAX / 2);
    ck_assert_int_eq(cell_read(&cells[0], cell), INT64_MAX);
    cell_add(&cells[1], cell, INT64_MAX);
    ck_assert_int_eq(cell_sum(cell), INT64_MAX);
    cells_sum(&space, cell + 1, all);
    ck_assert_int_eq(all[cell], INT64_MAX);
    for (int i = 0; i < 2; i++) cells_detach(&space, &cells[i]);
    ck_assert_int_eq(cell_sum(cell), INT64_MAX);
    cell_space_release(&space);
    ck_assert_int_eq(saturated_product(INT64_C(1) << 40, 1 << 23), INT64_MAX);
    ck_assert_int_eq(saturated_sum(INT64_MIN, -1), INT64_MIN);
}
END_TEST

START_TEST(threads_that_add_and_end_while_cells_are_made_lose_nothing) {
    cell_space_init(&space);
    struct cells main_thread = {0};
    ck_assert(cells_attach(&space, &main_thread));
    for (int i = 0; i < 3; i++) made[i] = cells_make(&space, 1);
    pthread_t threads[ADDERS];
    for (int i = 0; i < ADDERS; i++) pthread_create(&threads[i], NULL, add, NULL);
    uint32_t last = 0;
    for (int i = 0; i < 5000; i++) last = cells_make(&space, 3);
    cell_add(&main_thread, last + 2, 7);
    cell_add(&main_thread, made[0], 5);
    for (int i = 0; i < ADDERS; i++) pthread_join(threads[i], NULL);
    int64_t each = ADDERS * (ADDS / 3);
    ck_assert_int_eq(cell_sum(made[0]), 5 + each + ADDERS);
    ck_assert_int_eq(cell_sum(made[1]), 2 * (each + ADDERS));
    ck_assert_int_eq(cell_sum(made[2]), 3 * each);
    ck_assert_int_eq(cell_sum(last + 2), 7);
    struct cell_sums sums[3];
    cells_read(&space, last, 3, sums);
    ck_assert_int_eq(sums[0].all, 0);
    ck_assert_int_eq(sums[2].first, 7);
    cells_read(&space, made[0], 1, sums);
    ck_assert_int_eq(sums[0].first, 5);
    cell_space_release(&space);
}
END_TEST

START_TEST(cells_made_together_lie_together_and_no_two_share_a_word) {
    cell_space_init(&space);
    struct cells thread = {0};
    ck_assert(cells_attach(&space, &thread));
    for (uint32_t next = 0, i = 1; i < 300; i++) {
        uint32_t first = cells_make(&space, i);
        ck_assert_uint_ge(first, next);
        next = first + i;
        ck_assert_ptr_eq(cell_word(&thread, first) + i - 1, cell_word(&thread, next - 1));
        for (uint32_t cell = first; cell < next; cell++) {
            ck_assert_int_eq(cell_read(&thread, cell), 0);
            cell_add(&thread, cell, 1);
        }
    }
    cell_space_release(&space);
}
END_TEST

START_TEST(cells_near_a_thread_are_in_it_until_there_is_no_room) {
    cell_space_init(&space);
    struct cells thread = {0}, other = {0};
    ck_assert(cells_attach(&space, &thread) && cells_attach(&space, &other));
    uint32_t before = cells_make(&space, 1);
    uint32_t most = cells_make_near(&space, CELL_FIRST_CHUNK - 1);
    uint32_t two = cells_make_near(&space, 2), last = cells_make_near(&space, 1);
    uint32_t none = cells_make_near(&space, 1);
    ck_assert_ptr_eq(cell_word(&thread, most), &thread.near[0]);
    ck_assert_ptr_eq(cell_word(&thread, last), &thread.near[CELL_FIRST_CHUNK - 1]);
    ck_assert_uint_eq(cell_place(two).chunk, cell_place(before).chunk);
    ck_assert_uint_eq(cell_place(none).chunk, cell_place(before).chunk);
    cell_add(&thread, last, 3);
    cell_add(&other, last, 4);
    cells_detach(&space, &other);
    ck_assert_int_eq(cell_sum(last), 7);
    ck_assert_int_eq(cell_sum(before) + cell_sum(two) + cell_sum(none), 0);
    cell_space_release(&space);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("base");
    TCase *all = tcase_create("base");
    tcase_add_test(all, an_arena_gives_zeroed_memory_that_stays_in_place);
    tcase_add_test(all, pages_are_zeroed_and_not_there_when_there_is_no_room);
    tcase_add_test(all, a_vector_keeps_order_under_insertion_and_removal);
    tcase_add_test(all, a_vector_in_an_arena_grows);
    tcase_add_test(all, text_grows_and_is_handed_over);
    tcase_add_test(all, equal_names_are_the_same_pointer);
    tcase_add_test(all, the_first_error_sticks_with_its_place);
    tcase_add_test(all, the_nearest_word_is_suggested_and_a_far_one_is_not);
    tcase_add_test(all, the_same_seed_draws_the_same_numbers);
    tcase_add_test(all, odds_are_exact_at_the_ends_and_close_in_between);
    tcase_add_test(all, the_rest_of_an_interval_ends_anywhere);
    tcase_add_test(all, a_set_has_what_was_added_and_not_removed);
    tcase_add_test(all, threads_that_add_and_end_while_cells_are_made_lose_nothing);
    tcase_add_test(all, cells_made_together_lie_together_and_no_two_share_a_word);
    tcase_add_test(all, cells_near_a_thread_are_in_it_until_there_is_no_room);
    tcase_add_test(all, what_is_no_utf_8_is_told_by_its_digits);
    tcase_add_test(all, sums_that_do_not_fit_are_the_most_that_does);
    suite_add_tcase(suite, all);
    return check_run(suite);
}
