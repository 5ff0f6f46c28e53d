/* The sections of the spec language. */
#include "harness/spec_keys.h"

/* As options.def calls them. */
#define KEY_FLAG      KEY_BOOLEAN
#define KEY_BYTES     KEY_COUNT
#define KEY_RETENTION KEY_WORD

#define SECTION(name, title, meaning) static const struct section_key keys_of_##name[] = {
#define KEY(name, type, required, default_text, meaning)                                           \
    SECTION_KEY(name, type, required, default_text, meaning),
#define END()                                                                                      \
    }                                                                                              \
    ;
#include "harness/spec_keys.def"

#define SECTION(name, title, meaning)                                                              \
    const struct section section_##name = {#name, title, meaning, SECTION_KEYS(keys_of_##name)};
#include "harness/spec_keys.def"
