/* XML STREAM: libxml2's parser, fed piece by piece; the first error is kept and ends the reading. */
#include "trees/xml_stream.h"

#include <errno.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <stdlib.h>
#include <string.h>

#include "base/library.h"

#define SAX_FUNCTIONS(FUNCTION)                                                                    \
    FUNCTION(xmlCreatePushParserCtxt)                                                              \
    FUNCTION(xmlCtxtUseOptions)                                                                    \
    FUNCTION(xmlFreeParserCtxt)                                                                    \
    FUNCTION(xmlParseChunk)                                                                        \
    FUNCTION(xmlSAX2GetLineNumber)                                                                 \
    FUNCTION(xmlStopParser)

static struct {
#define POINTER(name) __typeof__(&name) name;
    SAX_FUNCTIONS(POINTER)
#undef POINTER
} xml;

static const struct library_function functions[] = {
#define ROW(name) {#name, (void **)&xml.name},
    SAX_FUNCTIONS(ROW)
#undef ROW
};

bool xml_error(struct xml_stream *stream, const char *format, ...) {
    struct strbuf text = STRBUF_INIT;
    va_list args;
    va_start(args, format);
    strbuf_addf_list(&text, format, args);
    va_end(args);
    struct place place = {stream->file, xml.xmlSAX2GetLineNumber(stream->parser), 0};
    diag_error(stream->diag, place, "%s", strbuf_text(&text));
    strbuf_release(&text);
    return false;
}

/* --- what the parser calls; it may go on a little when it is told to stop --- */

static void stop_unless(struct xml_stream *stream, bool goes_on) {
    if (!goes_on) xml.xmlStopParser(stream->parser);
}

static void begin_element(void *context, const xmlChar *name, const xmlChar *prefix,
                          const xmlChar *uri, int namespace_count, const xmlChar **namespaces,
                          int attribute_count, int defaulted_count, const xmlChar **attributes) {
    struct xml_stream *stream = context;
    if (stream->diag->is_set) return;
    strbuf_clear(&stream->text);
    stream->name = (const char *)name;
    stream->attributes = attributes;
    stream->attribute_count = attribute_count;
    bool goes_on = stream->begin(stream, stream->context);
    stream->depth++;
    stop_unless(stream, goes_on);
}

static void end_element(void *context, const xmlChar *name, const xmlChar *prefix,
                        const xmlChar *uri) {
    struct xml_stream *stream = context;
    if (stream->diag->is_set) return;
    stream->name = (const char *)name;
    stream->depth--;
    stop_unless(stream, stream->end(stream, stream->context));
    strbuf_clear(&stream->text);
}

static void add_text(void *context, const xmlChar *text, int length) {
    struct xml_stream *stream = context;
    strbuf_add(&stream->text, (const char *)text, (size_t)length);
}

static void refuse_entities(void *context, const xmlChar *name, const xmlChar *external,
                            const xmlChar *system) {
    struct xml_stream *stream = context;
    stop_unless(stream, xml_error(stream, "document types and their entities are not read"));
}

static void hear_error(void *context, xmlErrorPtr error) {
    struct xml_stream *stream = context;
    if (error->level < XML_ERR_ERROR) return;
    int length = error->message ? (int)strcspn(error->message, "\n") : 0;
    struct place place = {stream->file, error->line, 0};
    if (error->code == XML_ERR_DOCUMENT_EMPTY) /* libxml2 has a sentence that is not true */
        diag_error(stream->diag, place, "not XML: it does not begin with an element");
    else
        diag_error(stream->diag, place, "not XML: %.*s", length, length ? error->message : "");
}

static xmlSAXHandler handlers = {
    .initialized = XML_SAX2_MAGIC,
    .startElementNs = begin_element,
    .endElementNs = end_element,
    .characters = add_text,
    .cdataBlock = add_text,
    .internalSubset = refuse_entities,
    .serror = hear_error,
};

/* --- reading --- */

/* An end inside of elements would be told in words about what comes behind the document. */
static void end_document(struct xml_stream *stream) {
    if (stream->diag->is_set) return;
    if (stream->depth)
        xml_error(stream, "the file is cut short: %u elements are open at its end", stream->depth);
    else
        xml.xmlParseChunk(stream->parser, NULL, 0, 1);
}

static void read_chunks(struct xml_stream *stream, FILE *file) {
    char bytes[16384];
    size_t count;
    while (!stream->diag->is_set && (count = fread(bytes, 1, sizeof bytes, file)) > 0)
        xml.xmlParseChunk(stream->parser, bytes, (int)count, 0);
    if (ferror(file))
        diag_error(stream->diag, (struct place){0}, "cannot read '%s': %s", stream->file,
                   strerror(errno));
    else if (ftell(file) == 0)
        xml_error(stream, "not XML: the file is empty");
    end_document(stream);
}

bool xml_read(struct xml_stream *stream, FILE *file, const char *name, struct diag *diag) {
    static struct library library = {"XML", LIBXML_FILE, functions,
                                     sizeof functions / sizeof *functions, false};
    if (!library_load(&library, diag)) return false;
    stream->file = name;
    stream->diag = diag;
    stream->depth = 0;
    stream->text = stream->value = (struct strbuf)STRBUF_INIT;
    stream->parser = xml.xmlCreatePushParserCtxt(&handlers, stream, NULL, 0, NULL);
    if (!stream->parser) abort(); /* out of memory */
    xml.xmlCtxtUseOptions(stream->parser, XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_NOENT);
    read_chunks(stream, file);
    xml.xmlFreeParserCtxt(stream->parser);
    strbuf_release(&stream->text);
    strbuf_release(&stream->value);
    return !diag->is_set;
}

/* --- attributes and text --- */

/* The parser has five texts of an attribute: its name, prefix, namespace, and where its value begins
 * and ends. */
const char *xml_attribute(struct xml_stream *stream, const char *name) {
    const char *const *texts = stream->attributes;
    for (int i = 0; i < stream->attribute_count; i++, texts += 5) {
        if (strcmp(texts[0], name) != 0) continue;
        strbuf_clear(&stream->value);
        strbuf_add(&stream->value, texts[3], (size_t)(texts[4] - texts[3]));
        return strbuf_text(&stream->value);
    }
    return NULL;
}

const char *xml_need(struct xml_stream *stream, const char *name) {
    const char *value = xml_attribute(stream, name);
    if (!value) xml_error(stream, "<%s> has no %s", stream->name, name);
    return value;
}

/* Digits and nothing else, but white space around them. */
static bool read_digits(const char *text, uint64_t *out) {
    static const char white[] = " \t\r\n";
    text += strspn(text, white);
    size_t digits = strspn(text, "0123456789");
    if (!digits || text[digits + strspn(text + digits, white)]) return false;
    for (*out = 0; digits; digits--)
        if (__builtin_mul_overflow(*out, 10, out) ||
            __builtin_add_overflow(*out, (uint64_t)(*text++ - '0'), out))
            return false;
    return true;
}

bool xml_attribute_number(struct xml_stream *stream, const char *name, int64_t least, int64_t most,
                          int64_t *out) {
    const char *text = xml_need(stream, name);
    if (!text) return false;
    bool is_negative = *text == '-';
    uint64_t number;
    bool is_number = read_digits(text + is_negative, &number) && number <= INT64_MAX;
    *out = is_number ? is_negative ? -(int64_t)number : (int64_t)number : 0;
    return (is_number && *out >= least && *out <= most) ||
           xml_error(stream, "%s of <%s> is a number from %lld to %lld, not '%.40s'", name,
                     stream->name, (long long)least, (long long)most, text);
}

bool xml_text_number(struct xml_stream *stream, uint64_t *out) {
    return read_digits(strbuf_text(&stream->text), out) ||
           xml_error(stream, "<%s> is a count, not '%.40s'", stream->name,
                     strbuf_text(&stream->text));
}
