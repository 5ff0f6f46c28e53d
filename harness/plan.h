/* Which tests a run has: every combination of every spec under the paths given, in the order of the
 * paths and, inside a directory, of the names. A spec that cannot be read is a test too: it is
 * reported as an error, the others run. */
#ifndef HARNESS_PLAN_H
#define HARNESS_PLAN_H

#include "harness/spec.h"

struct test {
    const char *name; /* unique */
    const char *file;
    const struct spec *spec;    /* NULL when it could not be read: */
    const struct diags *errors; /* then why, at least one; NULL otherwise */
    uint64_t seed;
    bool is_bare; /* every phase is disabled for this test, to see what holds without them */
    const struct spec_text
        *without; /* a phase or rule that is disabled for this test, to prove it; NULL: none */
    struct spec_texts turned; /* switches of its VM's compiler that it does without, together */
};

struct plan {
    struct test *items;
    uint32_t count, capacity;
    struct {
        struct file_id {
            uint64_t device, inode;
        } * items;
        uint32_t count, capacity;
    } files; /* that the tests are from */
};

/* Appends the tests of the spec files and directories [paths]. False when a path cannot be read. */
bool plan_collect(struct arena *arena, const char *const *paths, size_t count, struct diag *diag,
                  struct plan *plan);

/* Keeps the tests whose name contains [filter]; if there are none, those that match it as an
 * extended regular expression. False when it is not a valid one. */
bool plan_filter(struct plan *plan, const char *filter, struct diag *diag);

/* The seed of a spec is made from its name; this replaces all of them. */
void plan_set_seed(struct plan *plan, uint64_t seed);

/* For `prove`: the tests of each file are followed, for each thing that its spec relies on, by the
 * same tests with that thing disabled. */
void plan_add_proofs(struct arena *arena, struct plan *plan);

/* The switches of its VM's compiler (struct vm_identity). */
struct spec_texts plan_switches(struct arena *arena, const struct test *test);

/* Appends the test without [count] of the switches, from [from] on. */
void plan_add_turned(struct arena *arena, const struct test *test,
                     const struct spec_texts *switches, uint32_t from, uint32_t count,
                     struct plan *plan);

/* For `lint`: each test of a spec is followed by the same test with every phase disabled. */
void plan_add_bare(struct arena *arena, struct plan *plan);

/* A spec's name: its path without .yaml, relative to the last directory of that path that is called
 * "specs", else to [root] (a directory, or NULL for the file's own). */
const char *plan_spec_name(struct arena *arena, const char *file, const char *root);

#endif
