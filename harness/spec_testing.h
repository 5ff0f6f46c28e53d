/* What the tests of specs share: a spec is read from a text, and is refused with a message or is
 * right. */
#ifndef HARNESS_SPEC_TESTING_H
#define HARNESS_SPEC_TESTING_H

#include <stdlib.h>
#include <string.h>

#include "base/check_run.h"
#include "harness/spec.h"

static struct arena arena;
static struct specs specs;
static struct diag error;
static char message[2048];

static inline void set_up(void) { arena_init(&arena); }

static inline void tear_down(void) { arena_release(&arena); }

static inline bool load(const char *text) {
    error = (struct diag)DIAG_INIT;
    specs = (struct specs){0};
    bool is_fine = spec_load_text(&arena, "s.yaml", "s", text, strlen(text), &error, &specs);
    diag_format(&error, message, sizeof message);
    ck_assert_int_eq(is_fine, !error.is_set);
    return is_fine;
}

static inline const struct spec *load_good(const char *text) {
    ck_assert_msg(load(text), "%s", message);
    return &specs.items[0];
}

#define ck_assert_refuses(text, expected)                                                          \
    do {                                                                                           \
        ck_assert_msg(!load(text), "accepted: %s", text);                                          \
        ck_assert_str_eq(message, expected);                                                       \
    } while (0)

#define TARGET        "target: { java: 'class A {}' }\n"
#define RUN           "run: { call: A.foo, iterations: 10 }\n"
#define EXPECT        "expect: [{ rate: hits, is: 1 }]\n"
#define EXPECTS(text) TARGET RUN "expect:\n  - " text "\n"

/* The expectation, whose kind has the struct of this name. */
#define AS(kind, spec_expectation)                                                                 \
    ((const struct kind##_expectation *)(spec_expectation)->expectation)

static inline const struct spec_expectation *expects(const char *text) {
    return &load_good(text)->expectations.items[0];
}

/* All errors, a line each. */
static inline const char *all_errors(const char *text) {
    struct diags all = {.arena = &arena};
    struct strbuf lines = STRBUF_INIT;
    error = (struct diag){.all = &all};
    ck_assert(!spec_load_text(&arena, "s.yaml", "s", text, strlen(text), &error, &specs));
    for (uint32_t i = 0; i < all.count; i++) {
        diag_format(all.items[i], message, sizeof message);
        strbuf_addf(&lines, "%s\n", message);
    }
    const char *copy = arena_copy_text(&arena, strbuf_text(&lines), lines.length);
    strbuf_release(&lines);
    return copy;
}

static inline int run_spec_tests(const char *name, void (*add)(TCase *tests)) {
    Suite *suite = suite_create(name);
    TCase *tests = tcase_create(name);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    add(tests);
    suite_add_tcase(suite, tests);
    return check_run(suite);
}

#endif
