/* Class files as XML (classes.xsd), for queries that join them with profiles: methods, the
 * instructions of each with their bcis and mnemonics, its basic blocks by every rule. */
#ifndef CLASSFILE_CLASS_XML_H
#define CLASSFILE_CLASS_XML_H

#include "base/strbuf.h"
#include "classfile/classfile.h"

/* Any number of classes stand between the two. */
void classes_begin_xml(struct strbuf *out);
void class_add_xml(struct strbuf *out, const struct classfile *file);
void classes_end_xml(struct strbuf *out);

#endif
