/* Which tests a run has, their names, their order, their seeds. */
#include "harness/plan.h"

#include "base/check_run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/rng.h"
#include "base/strbuf.h"
#include "harness/spec_files.h"

static struct arena arena;
static struct plan plan;
static struct diag diag;

static void write_spec(const char *name, const char *more) {
    write_file(name,
               "target: { java: 'class A {}' }\nrun: { call: A.foo, iterations: 10 }\n"
               "expect: [{ deoptimizations: 0 }]\n%s",
               more);
}

static void make_directory(const char *name) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    ck_assert_int_eq(mkdir(path, 0700), 0);
}

static void set_up(void) {
    directory_make();
    arena_init(&arena);
    plan = (struct plan){0};
    diag = (struct diag)DIAG_INIT;
    make_directory("specs");
    make_directory("specs/b");
    write_file("specs/b/two.yaml",
               "matrix: { p: [1, 2] }\nrelies_on: [x, y]\n"
               "target: { java: 'class A {}' }\nrun: { call: A.foo, iterations: 1$p }\n"
               "expect: [{ deoptimizations: 0 }]\n");
    write_spec("specs/b/one.yaml", "");
    write_spec("specs/a.yaml", "");
    write_spec("specs/.hidden.yaml", "");
    write_file("specs/notes.txt", "not a spec");
}

static void tear_down(void) {
    arena_release(&arena);
    directory_remove();
}

static bool collect(const char *name) {
    const char *path = arena_format(&arena, "%s%s%s", directory, *name ? "/" : "", name);
    return plan_collect(&arena, &path, 1, &diag, &plan);
}

static void ck_assert_names(const char *expected) {
    struct strbuf names = STRBUF_INIT;
    for (uint32_t i = 0; i < plan.count; i++)
        strbuf_addf(&names, "%s%s", i ? "; " : "", plan.items[i].name);
    ck_assert_str_eq(strbuf_text(&names), expected);
    strbuf_release(&names);
}

START_TEST(directories_are_walked_in_the_order_of_names) {
    ck_assert(collect("specs"));
    ck_assert_names("a; b/one; b/two [p=1]; b/two [p=2]");
    ck_assert_uint_eq(plan.items[0].seed, rng_seed_of_name("a"));
    ck_assert_uint_ne(plan.items[2].seed, plan.items[3].seed);
    plan_set_seed(&plan, 7);
    ck_assert_uint_eq(plan.items[3].seed, 7);
}
END_TEST

START_TEST(a_spec_has_the_same_name_however_it_is_reached) {
    ck_assert(collect("specs/b/one.yaml"));
    ck_assert(collect("specs/b"));
    ck_assert(collect("specs/b/../b/one.yaml"));
    ck_assert_names("b/one; b/two [p=1]; b/two [p=2]");
}
END_TEST

START_TEST(outside_specs_names_are_relative_to_the_path_given) {
    make_directory("c");
    write_spec("c/three.yaml", "");
    ck_assert(collect("c"));
    ck_assert_names("three");
    write_spec("three.yaml", "");
    ck_assert(collect("three.yaml"));
    ck_assert_uint_eq(plan.count, 2);
    ck_assert_ptr_nonnull(plan.items[1].errors);
    ck_assert_str_eq(
        plan.items[1].errors->items[0]->message,
        arena_format(&arena,
                     "another spec of this run is called 'three' ("
                     "%s/c/three.yaml): rename one of the files, or run each by itself",
                     directory));
}
END_TEST

START_TEST(a_spec_that_cannot_be_read_is_a_test_and_hides_no_other) {
    write_spec("specs/b/bad.yaml", "wat: 1\n");
    ck_assert(collect("specs"));
    ck_assert_names("a; b/bad; b/one; b/two [p=1]; b/two [p=2]");
    ck_assert_ptr_null(plan.items[1].spec);
    ck_assert_int_eq(plan.items[1].errors->items[0]->place.line, 4);
    ck_assert(!collect("specs/missing.yaml"));
}
END_TEST

START_TEST(a_profiler_beside_specs_is_none_and_is_told_so_when_it_is_named) {
    write_file("specs/b/mine.yaml", "profiler: mine\nrules: [{ at: call, count: [callee] }]\n");
    ck_assert(collect("specs"));
    ck_assert_names("a; b/one; b/two [p=1]; b/two [p=2]");
    plan = (struct plan){0};
    ck_assert(collect("specs/b/mine.yaml"));
    ck_assert_uint_eq(plan.count, 1);
    ck_assert_uint_eq(plan.items[0].errors->count, 1);
    ck_assert_str_eq(plan.items[0].errors->items[0]->message,
                     arena_format(&arena,
                                  "this is a profiler: specs name it ('profile: [mine.yaml]'), "
                                  "'jitvm profile %s/specs/b/mine.yaml' runs programs under it",
                                  directory));
}
END_TEST

static const char *in_directory(const char *name) {
    return arena_format(&arena, "%s/%s", directory, name);
}

static const char *error_of(const char *file) {
    for (uint32_t i = 0; i < plan.count; i++)
        if (strcmp(plan.items[i].file, in_directory(file)) == 0)
            return plan.items[i].errors ? plan.items[i].errors->items[0]->message : "fine";
    return "there is no such test";
}

static void check_cannot_open(const char *file, const char *why) {
    ck_assert_str_eq(error_of(file),
                     arena_format(&arena, "cannot open '%s': %s", in_directory(file), why));
}

START_TEST(an_entry_that_is_no_readable_file_is_an_error_of_its_own) {
    ck_assert_int_eq(symlink("nowhere", in_directory("specs/dangling")), 0);
    ck_assert_int_eq(symlink("loop.yaml", in_directory("specs/loop.yaml")), 0);
    ck_assert_int_eq(symlink("..", in_directory("specs/b/up")), 0);
    ck_assert_int_eq(mkfifo(in_directory("specs/b/pipe.yaml"), 0600), 0);
    ck_assert_int_eq(mkfifo(in_directory("specs/b/pipe"), 0600), 0);
    ck_assert(collect("specs"));
    ck_assert_uint_eq(plan.count, 4 + 4);
    check_cannot_open("specs/dangling", "No such file or directory");
    check_cannot_open("specs/loop.yaml", "Too many levels of symbolic links");
    ck_assert_str_eq(error_of("specs/b/up"),
                     "this link leads back to a directory that contains it");
    ck_assert_str_eq(error_of("specs/b/pipe.yaml"),
                     "this is not a file: a spec is a file or a link to one");
    ck_assert_str_eq(error_of("specs/b/one.yaml"), "fine");
    ck_assert(!collect("specs/dangling"));
}
END_TEST

START_TEST(filters_are_text_first_and_regular_expressions_else) {
    ck_assert(collect("specs"));
    ck_assert(plan_filter(&plan, "two [p=2]", &diag));
    ck_assert_names("b/two [p=2]");
    plan = (struct plan){0};
    ck_assert(collect("specs"));
    ck_assert(plan_filter(&plan, "^b/.*[e2]", &diag));
    ck_assert_names("b/one; b/two [p=2]");
    ck_assert(plan_filter(&plan, "zzz", &diag));
    ck_assert_uint_eq(plan.count, 0);
    ck_assert(!plan_filter(&plan, "(", &diag));
}
END_TEST

START_TEST(proofs_follow_the_tests_of_their_file) {
    write_spec("specs/a.yaml", "relies_on: x\nskip: not now\n");
    ck_assert(collect("specs"));
    plan_add_proofs(&arena, &plan);
    ck_assert_names(
        "a; b/one; b/two [p=1]; b/two [p=2]; b/two [p=1] without x; b/two [p=2] without x; "
        "b/two [p=1] without y; b/two [p=2] without y");
    ck_assert_str_eq(plan.items[7].without->text, "y");
    ck_assert_uint_eq(plan.items[7].seed, plan.items[3].seed);
}
END_TEST

START_TEST(combinations_that_rely_on_the_same_thing_are_one_proof) {
    write_file("specs/b/two.yaml",
               "matrix: { p: [1, 2], r: [x, y] }\nrelies_on: [z, $r, z]\n"
               "target: { java: 'class A {}' }\nrun: { call: A.foo, iterations: 1$p }\n"
               "expect: [{ deoptimizations: 0 }]\n");
    ck_assert(collect("specs/b/two.yaml"));
    plan_add_proofs(&arena, &plan);
    plan.items += 4;
    plan.count -= 4;
    ck_assert_names(
        "b/two [p=1, r=x] without z; b/two [p=1, r=y] without z; b/two [p=2, r=x] without z; "
        "b/two [p=2, r=y] without z; b/two [p=1, r=x] without x; b/two [p=2, r=x] without x; "
        "b/two [p=1, r=y] without y; b/two [p=2, r=y] without y");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("plan");
    TCase *test_case = tcase_create("plan");
    tcase_add_checked_fixture(test_case, set_up, tear_down);
    tcase_add_test(test_case, directories_are_walked_in_the_order_of_names);
    tcase_add_test(test_case, a_spec_has_the_same_name_however_it_is_reached);
    tcase_add_test(test_case, outside_specs_names_are_relative_to_the_path_given);
    tcase_add_test(test_case, a_spec_that_cannot_be_read_is_a_test_and_hides_no_other);
    tcase_add_test(test_case, a_profiler_beside_specs_is_none_and_is_told_so_when_it_is_named);
    tcase_add_test(test_case, an_entry_that_is_no_readable_file_is_an_error_of_its_own);
    tcase_add_test(test_case, filters_are_text_first_and_regular_expressions_else);
    tcase_add_test(test_case, proofs_follow_the_tests_of_their_file);
    tcase_add_test(test_case, combinations_that_rely_on_the_same_thing_are_one_proof);
    suite_add_tcase(suite, test_case);
    return check_run(suite);
}
