/* META-INF/MANIFEST.MF of a jar (JAR File Specification, "Manifest Specification"). */
#ifndef MANIFEST_H
#define MANIFEST_H

#include <stddef.h>

#include "base/arena.h"

/* The value of an attribute of the main section, continuation lines joined, blanks around it
 * dropped; names match whatever their case. NULL when there is none. Any bytes may come in. */
char *manifest_value(struct arena *arena, const char *text, size_t size, const char *name);

#endif
