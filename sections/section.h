/* The language of a YAML file as sections of keys, and the check of a map against its section. */
#ifndef SECTIONS_SECTION_H
#define SECTIONS_SECTION_H

#include "sections/yaml_tree.h"

enum key_type {
    KEY_TEXT,
    KEY_SENTENCE,
    KEY_SENTENCE_OR_MAP,
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
    KEY_TYPE_COUNT
};

struct section_key {
    const char *name;
    enum key_type type;
    bool is_required;
    const char *default_text, *meaning;
};

#define SECTION_KEY(name, type, is_required, default_text, meaning)                                \
    { #name, KEY_##type, is_required, default_text, meaning }

struct section {
    const char *name, *title, *meaning;
    const struct section_key *keys;
    size_t key_count;
    const struct section *part; /* of the value of its first key, where that is a map; NULL: none */
    bool narrows_a_place;       /* as a part */
};

#define SECTION_KEYS(its_keys) .keys = its_keys, .key_count = sizeof its_keys / sizeof *its_keys

/* Is [node] a map whose keys are all of the section, each of its type, none that is required
 * missing? Reports all that is wrong and takes it out of the map, so that reading continues with
 * the rest. Maps inside are checked when they are read. */
bool section_check(struct yaml_node *node, const struct section *section, struct diag *diag);
/* Is [node] a map whose first key, which says what kind it is of, is one of the section? False with an error for other
 * names. [item] and [kind] are for messages: "an expectation", "kind of expectation". */
bool section_check_first_key(const struct yaml_node *node, const struct section *section,
                             const char *item, const char *kind, struct diag *diag);

/* "unknown X 'y'" with a suggestion when a candidate is near, and all candidates when they are few.
 */
bool unknown_error(struct diag *diag, struct place place, const char *what, const char *word,
                   const char *const *candidates, size_t count);

const char *key_type_text(enum key_type type);

#endif
