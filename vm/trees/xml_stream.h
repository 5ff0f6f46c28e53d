/* An XML file as its elements, one after another, without the whole of it in memory: through libxml2,
 * which is loaded with the first file. Text counts in elements without others inside; comments and
 * processing instructions do not count; a document type declaration is refused, since entities can
 * grow without end. */
#ifndef TREES_XML_STREAM_H
#define TREES_XML_STREAM_H

#include <stdint.h>
#include <stdio.h>

#include "base/diag.h"
#include "base/strbuf.h"

struct xml_stream;

/* Called for each element, where it begins (it has attributes) and ends (it has text). False stops
 * the reading: an error was made. */
typedef bool (*xml_visit)(struct xml_stream *stream, void *context);

struct xml_stream {
    const char *file; /* for messages */
    struct diag *diag;
    xml_visit begin, end;
    void *context; /* handed to them */
    /* Of the element: */
    const char *name;
    const void *attributes; /* as the parser has them */
    int attribute_count;
    struct strbuf text, value;
    uint32_t depth; /* elements around it */
    void *parser;
};

/* Reads the whole file. False with an error: in the file, of a visit, or there is no libxml2.
 * begin, end and context are set before. */
bool xml_read(struct xml_stream *stream, FILE *file, const char *name, struct diag *diag);

/* The attribute of this name, valid until the next is asked for; NULL: there is none. */
const char *xml_attribute(struct xml_stream *stream, const char *name);
/* The same where it must be there: an error when it is not. */
const char *xml_need(struct xml_stream *stream, const char *name);
/* A decimal number in [least, most] of an attribute, or any count as the text of the element; false
 * with an error. */
bool xml_attribute_number(struct xml_stream *stream, const char *name, int64_t least, int64_t most,
                          int64_t *out);
bool xml_text_number(struct xml_stream *stream, uint64_t *out);
/* At the line that is being read; false. */
bool xml_error(struct xml_stream *stream, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
