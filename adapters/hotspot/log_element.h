/* One line of a log of -XX:+LogCompilation: an element of XML with its attributes. */
#ifndef ADAPTERS_HOTSPOT_LOG_ELEMENT_H
#define ADAPTERS_HOTSPOT_LOG_ELEMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

/* Borrows the line. */
struct log_element {
    const char *name;
    size_t name_length;
    const char *attributes, *end;
    bool is_end;   /* </name> */
    bool is_empty; /* <name/> */
};

/* Adds to [line] what is left of it, and returns what stands behind it; NULL: it does not end before [end]. */
const char *log_line_add(struct strbuf *line, const char *bytes, const char *end);
/* False where the line is no element. */
bool log_element_read(struct log_element *element, const char *line, size_t length);
bool log_element_is(const struct log_element *element, const char *name);
/* Replaces [value] by the attribute's, without entities; false, and empty, where there is none. */
bool log_element_get(const struct log_element *element, const char *attribute,
                     struct strbuf *value);
/* Text as it stands there, without entities. */
void log_text_add(struct strbuf *text, const char *at, size_t length);
bool log_element_has(const struct log_element *element, const char *attribute);
/* [otherwise] where it is missing or no number. */
double log_element_number(const struct log_element *element, const char *attribute,
                          double otherwise);
/* The same of whole numbers; one that is no int is no number. */
int log_element_integer(const struct log_element *element, const char *attribute, int otherwise);

#endif
