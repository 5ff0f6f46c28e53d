/* Of specs that say nothing of what they rely on, on a VM with an adapter: which switches of its compiler turn them red. All are
 * turned together first. A group of switches without which the VM tells of the test what it told with them, but for the size of
 * code, plays no role; any other is halved, also a green one (one switch may hide what another does), down to single switches. */
#ifndef HARNESS_PROVE_SWITCHES_H
#define HARNESS_PROVE_SWITCHES_H

#include "harness/run_command.h"

struct silent_test {
    const struct test *test;
    bool is_green;
    const char *told; /* of it, as it is: bytes to compare */
    size_t told_length;
};

typedef VEC(struct silent_test) silent_tests;

void add_silent_test(silent_tests *tests, struct arena *arena, const struct test *test,
                     const struct judgement *judgement);

/* One result a file, in the order of [tests]. The plan's order has the tests of a file together. */
enum exit_code prove_switches(const struct cli *cli, const silent_tests *tests, struct arena *arena,
                              struct reports *reports);

#endif
