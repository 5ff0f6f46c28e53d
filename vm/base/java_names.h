/* Java's words for the names of class files. */
#ifndef BASE_JAVA_NAMES_H
#define BASE_JAVA_NAMES_H

#include <stdbool.h>

#include "base/strbuf.h"

/* Adds "java.lang.String[]" of a type "[Ljava/lang/String;". The text behind it; NULL: none stands there. */
const char *java_add_type(struct strbuf *out, const char *type);

/* Adds "(int, java.lang.String[])" of a descriptor "(I[Ljava/lang/String;)V". The text behind that; NULL: it is none. */
const char *java_add_parameters(struct strbuf *out, const char *descriptor);

/* Adds "A.foo(int)" of a method "A.foo(I)V", "int[]" of an array "[I"; a text that only resembles one as it is. */
void java_add_name(struct strbuf *out, const char *name);

/* Does the pattern, in which '*' is any text, name so much of a text? */
bool pattern_names(const char *pattern, const char *text, size_t length);

/* Is a pattern like "(int, java.lang.*)" of a descriptor's parameters in Java's words? Spaces may be left out. */
bool java_parameters_are(const char *pattern, const char *descriptor);

#endif
