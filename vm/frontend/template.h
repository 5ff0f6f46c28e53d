/* Code that is the same for several primitive types, written once: Java in which the lines between
 * "#for TYPE..." and "#end" stand for each of the types in turn. In them $type is its name (int),
 * $Type the one in names of methods and interfaces (Int), $Box the one of its class (Integer). */
#ifndef FRONTEND_TEMPLATE_H
#define FRONTEND_TEMPLATE_H

#include "frontend/frontend.h"

/* The Java that a template stands for, in the arena. Its line numbers are those of the template.
 * False with [diag] set when a directive is wrong. */
bool java_template_expand(struct arena *arena, const struct java_source *template,
                          struct java_source *out, struct diag *diag);

#endif
