/* A kind of expectation, as specs write it: what e_x.c exports as kind_x. */
#ifndef HARNESS_EXPECTATION_KIND_H
#define HARNESS_EXPECTATION_KIND_H

#include "harness/spec_keys.h"
#include "harness/spec_read.h"

struct program;

struct expectation_kind {
    struct section section; /* its first key is the kind's name */
    const struct assertion *assertion;
    /* Makes [out]->expectation from the map and the value of its first key. False: with an error. */
    bool (*read)(struct spec_reader *reader, const struct yaml_node *map, struct yaml_node *value,
                 struct spec_expectation *out);
    /* May the program, which is loaded, be expected this of? False: with an error; NULL: it may. */
    bool (*fits)(const struct spec_expectation *expectation, const struct program *program,
                 const struct spec *spec, struct diag *diag);
};

enum {
#define ASSERTION(name, meaning) EXPECTATION_##name,
#include "assertions/assertions.def"
    EXPECTATION_KIND_COUNT
};
/* In the order of assertions.def. */
extern const struct expectation_kind *const expectation_kinds[EXPECTATION_KIND_COUNT];

#define ASSERTION(name, meaning) extern const struct expectation_kind kind_##name;
#include "assertions/assertions.def"

#endif
