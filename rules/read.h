/* Shared by the files that read rules from their tree; only they include this. */
#ifndef RULES_READ_H
#define RULES_READ_H

#include <assert.h>

#include "rules/rules.h"
#include "sections/section.h"

#define SECTION(name, title, meaning) extern const struct section section_##name;
#include "rules/rule_keys.def"

struct rules_reader {
    struct arena *arena;
    struct diag *diag;
    enum rules_of whose;
};

/* Texts that candidates of a message are gathered in. */
struct rule_words {
    const char *items[64];
    size_t count;
};
static_assert(POINT_COUNT <= 64 && BY_COUNT + VM_AMOUNTS <= 64 && KIND_COUNT <= 64, "");

/* The condition that a scalar says of executions of [point]; NULL with an error. */
const struct vm_condition *condition_read(struct rules_reader *reader, const struct yaml_node *node,
                                          enum vm_point point);

/* The index-th of a name or a list of names; NULL: there are no more. */
const struct yaml_node *name_at_index(const struct yaml_node *names, uint32_t index);
/* False with an error: it stands before in the same names. */
bool name_is_first(struct rules_reader *reader, const struct yaml_node *names, uint32_t index,
                   const char *of);

bool print_read(struct rules_reader *reader, struct yaml_node *node, const struct vm_rule *rules,
                size_t count, struct profiler_print *out);

/* For the reference. */
const char *condition_word(size_t index, const char **meaning); /* NULL: there are no more */
bool key_is_comparable(enum vm_key key);

#endif
