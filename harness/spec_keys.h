/* The spec language as sections of keys, and the check of a map against its section. Sections are
 * rows of spec_keys.def; those of the kinds of expectations stand in their files (e_*.c). */
#ifndef HARNESS_SPEC_KEYS_H
#define HARNESS_SPEC_KEYS_H

#include "harness/yaml_tree.h"

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

struct spec_key {
    const char *name;
    enum key_type type;
    bool is_required;
    const char *default_text, *meaning;
};

#define SPEC_KEY(name, type, is_required, default_text, meaning)                                   \
    { #name, KEY_##type, is_required, default_text, meaning }

struct section {
    const char *name, *title, *meaning;
    const struct spec_key *keys;
    size_t key_count;
    const struct section *part; /* of the value of its first key, where that is a map; NULL: none */
    bool narrows_a_place;       /* as a part */
};

#define SECTION_KEYS(its_keys) .keys = its_keys, .key_count = sizeof its_keys / sizeof *its_keys

#define SECTION(name, title, meaning) extern const struct section section_##name;
#include "harness/spec_keys.def"

/* The keys of a bound, which stand in other sections, too. */
#define BOUND_KEYS                                                                                 \
    SPEC_KEY(is, NUMBER, false, "", "the expected value"),                                         \
        SPEC_KEY(epsilon, NUMBER, false, "0", "of is: the tolerance on both sides"),               \
        SPEC_KEY(at_least, NUMBER, false, "", "the lowest value that is accepted"),                \
        SPEC_KEY(at_most, NUMBER, false, "", "the highest value that is accepted")
extern const struct section section_bound;

/* Is [node] a map whose keys are all of the section, each of its type, none that is required
 * missing? Reports all that is wrong and takes it out of the map, so that reading continues with
 * the rest. Maps inside are checked when they are read. */
bool section_check(struct yaml_node *node, const struct section *section, struct diag *diag);
/* Is [node] a map whose first key, which says what kind of expectation or argument it is, is one of
 * the section? False with an error for other names. */
bool section_check_first_key(const struct yaml_node *node, const struct section *section,
                             struct diag *diag);

/* "unknown X 'y'" with a suggestion when a candidate is near, and all candidates when they are few.
 */
bool unknown_error(struct diag *diag, struct place place, const char *what, const char *word,
                   const char *const *candidates, size_t count);

const char *key_type_text(enum key_type type);

#endif
