/* The spec language as a table (spec_keys.def), the check of a map against its section, and the
 * printed reference. */
#ifndef HARNESS_SPEC_KEYS_H
#define HARNESS_SPEC_KEYS_H

#include <stdio.h>

#include "event/event.h"
#include "harness/yaml_tree.h"

enum section {
#define SECTION(name, title, meaning) SECTION_##name,
#include "harness/spec_keys.def"
    SECTION_COUNT
};

enum key_type {
    KEY_TEXT,
    KEY_SENTENCE,
    KEY_WORD,
    KEY_NAMES,
    KEY_NAMES_OR_NONE,
    KEY_JAVA,
    KEY_BOOLEAN,
    KEY_COUNT,
    KEY_ORDINAL,
    KEY_NUMBER,
    KEY_BOUND,
    KEY_LIST,
    KEY_MAP,
    KEY_VALUE,
    KEY_UNSUPPORTED,
    KEY_TYPE_COUNT,
    /* As options.def has them. */
    KEY_FLAG = KEY_BOOLEAN,
    KEY_BYTES = KEY_COUNT
};

/* Is [node] a map whose keys are all of the section, each of its type, none that is required
 * missing? Tells all that is wrong and takes it out of the map, so that the reading goes on with
 * what is right. Maps inside are checked when they are read. */
bool section_check(struct yaml_node *node, enum section section, struct diag *diag);
/* The section of the kind of expectation or argument named by a first key; false with an error for
 * other names. */
bool section_check_first_key(const struct yaml_node *node, enum section section, struct diag *diag);
bool section_of_name(const char *name, enum section *section);

/* "unknown X 'y'" with a suggestion when a candidate is near, and all candidates when they are few.
 */
bool unknown_error(struct diag *diag, struct place place, const char *what, const char *word,
                   const char *const *candidates, size_t count);

/* Adds "materialised, allocation kept": the decisions that may have the reason. */
void reason_decisions(enum reason reason, struct strbuf *out);

/* The reference of the spec language, in Markdown. */
void spec_reference_print(FILE *out);

#endif
