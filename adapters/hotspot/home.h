/* Where the JVM is, and what its release file says of it. */
#ifndef ADAPTERS_HOTSPOT_HOME_H
#define ADAPTERS_HOTSPOT_HOME_H

#include <stdbool.h>

#include "base/strbuf.h"

struct java_home {
    struct strbuf path, libjvm;
    struct strbuf version; /* 17.0.15+6 */
    struct strbuf name;
};

/* [given], else JAVA_HOME, else by java on the PATH. False, with why in [fault]. */
bool java_home_find(struct java_home *home, const char *given, struct strbuf *fault);
void java_home_release(struct java_home *home);

#endif
