/* What a libjvm.so says of itself before it runs, by the tables that it exports for debuggers (vmStructs). */
#ifndef ADAPTERS_HOTSPOT_JVM_TABLES_H
#define ADAPTERS_HOTSPOT_JVM_TABLES_H

#include <stdbool.h>

/* Was it built with assertions? C2 can print its graphs then. */
bool jvm_is_debug_build(const char *library);
/* Where the value is of the flag; NULL: the library has none of that name, or does not tell. */
const void *jvm_flag(const char *library, const char *name);

#endif
