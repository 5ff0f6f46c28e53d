/* Text inside of XML, of elements and of attributes in double quotes. */
#ifndef BASE_XML_TEXT_H
#define BASE_XML_TEXT_H

#include "base/strbuf.h"

/* What XML cannot say, control characters and bytes that are no UTF-8 (names of class files may have
 * both), becomes a backslash, a u and hexadecimal digits: equal names stay equal. */
void xml_add_text(struct strbuf *out, const char *text);
/* The same, interned, as who reads the XML gets it: without markup. Most texts stay what they are. */
const char *xml_read_text(const char *text);

#endif
