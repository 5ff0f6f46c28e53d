/* Specs on several VMs: what became of each on each, as text and as a page. */
#ifndef HARNESS_COMPARE_H
#define HARNESS_COMPARE_H

#include <stdio.h>

#include "harness/vms.h"

enum compared_state {
#define STATE(name, text, meaning) STATE_##name,
#include "harness/compared_states.def"
#undef STATE
    STATE_COUNT
};

struct compared_cell {
    const char *test; /* its name there; NULL: none has come */
    enum compared_state state;
    const char *why; /* one line; "" where it holds */
};

struct compared_row {
    const char *name;            /* of the test on the first VM that has it */
    struct compared_cell *cells; /* by VM */
};

struct compared_vms {
    const struct vm_identity *const *vms;
    uint32_t vm_count;
    struct {
        struct compared_row *items;
        uint32_t count, capacity;
    } rows; /* in the order of the tests */
};

const char *compared_state_text(enum compared_state state);
const char *compared_state_meaning(enum compared_state state);
void compare_print(const struct compared_vms *comparison, FILE *out);
void compare_print_html(const struct compared_vms *comparison, FILE *out);

#endif
