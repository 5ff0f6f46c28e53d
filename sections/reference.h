/* References of languages, as Markdown, from their sections. */
#ifndef SECTIONS_REFERENCE_H
#define SECTIONS_REFERENCE_H

#include <stdio.h>

#include "sections/section.h"

/* Title, meaning, a table of the keys, and what is planned. [add], which may be NULL, adds what else is known of a key: its
 * default and its range. */
void section_print_reference(FILE *out, const struct section *section,
                             void (*add)(const struct section *section,
                                         const struct section_key *key, struct strbuf *standard,
                                         struct strbuf *range));

#endif
