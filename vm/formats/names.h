/* Names as people read them: Java's, in UTF-8. */
#ifndef FORMATS_NAMES_H
#define FORMATS_NAMES_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "profilers/table.h"

/* "a.A.foo(int, java.lang.String[])" of "a.A.foo(I[Ljava/lang/String;)V", "int[]" of "[I"; other texts as they are. What is
 * no character of a text is shown as \uXX. Interned. */
const char *java_name(const char *name);

/* As it is, but for what is no character. Interned. */
const char *plain_name(const char *name);

/* "text", "flag" ... of files. */
const char *column_kind_name(enum profile_column_kind kind);
bool column_kind_of_name(const char *name, enum profile_column_kind *kind);
bool column_is_place(enum profile_column_kind kind);

/* What can be added up, as people read it: times in milliseconds. */
void amount_add_text(struct strbuf *out, enum profile_column_kind kind, int64_t amount);

/* What a cell says. A place is "A.foo(int):12 (line 3)", 12 being the bytecode's index, a path has its callers behind it,
 * joined by " < ", [most] of them at most (then " < ... and 7 more" follows); -1: all. "-" is nothing. */
void cell_add_text(struct strbuf *out, enum profile_column_kind kind,
                   const struct profile_cell *cell, int most);

#endif
