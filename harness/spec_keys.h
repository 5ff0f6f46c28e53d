/* The spec language as sections of keys: rows of spec_keys.def; those of the kinds of expectations stand in their files
 * (e_*.c). */
#ifndef HARNESS_SPEC_KEYS_H
#define HARNESS_SPEC_KEYS_H

#include "sections/section.h"

#define SECTION(name, title, meaning) extern const struct section section_##name;
#include "harness/spec_keys.def"

/* The keys of a bound, which stand in other sections, too. */
#define BOUND_KEYS                                                                                 \
    SECTION_KEY(is, NUMBER, false, "", "the expected value"),                                      \
        SECTION_KEY(epsilon, NUMBER, false, "0", "of is: the tolerance on both sides"),            \
        SECTION_KEY(at_least, NUMBER, false, "", "the lowest value that is accepted"),             \
        SECTION_KEY(at_most, NUMBER, false, "", "the highest value that is accepted")
extern const struct section section_bound, section_shares;

#endif
