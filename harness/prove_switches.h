/* Of specs that say nothing of what they rely on, on a VM with an adapter: which switches of its compiler turn them red. */
#ifndef HARNESS_PROVE_SWITCHES_H
#define HARNESS_PROVE_SWITCHES_H

#include "harness/run_command.h"

struct silent_test {
    const struct test *test;
    bool is_green;
};

typedef VEC(struct silent_test) silent_tests;

/* One result a file, in the order of [tests]. The plan's order has the tests of a file together. */
enum exit_code prove_switches(const struct cli *cli, const silent_tests *tests, struct arena *arena,
                              struct reports *reports);

#endif
