/* What compiled code a method has, as the JVM itself says. */
#ifndef ADAPTERS_HOTSPOT_WHITEBOX_H
#define ADAPTERS_HOTSPOT_WHITEBOX_H

#include "adapters/hotspot/java.h"

struct whitebox {
    jobject box; /* a global reference; NULL where the JVM has no such interface */
    jmethodID level;
};

/* Without [box] afterwards where the JVM was started without it, or lacks it. */
void whitebox_init(struct whitebox *whitebox, struct java *java);
/* The level of the code that the next call of [method], a java.lang.reflect.Executable, enters; 0: none. */
int whitebox_level(const struct whitebox *whitebox, struct java *java, jobject method);

#endif
