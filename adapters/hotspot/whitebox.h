/* What is asked of the JVM itself, beside JNI and JVMTI. */
#ifndef ADAPTERS_HOTSPOT_WHITEBOX_H
#define ADAPTERS_HOTSPOT_WHITEBOX_H

#include "adapters/hotspot/java.h"

struct whitebox {
    jobject box; /* a global reference; NULL where the JVM has no such interface */
    jmethodID level, add_directives, remove_directives, clear, deoptimize, collect;
};

/* Without [box] afterwards where the JVM was started without it, or lacks it. */
void whitebox_init(struct whitebox *whitebox, struct java *java);
/* The level of the code that the next call of [method], a java.lang.reflect.Executable, enters; 0: none. */
int whitebox_level(const struct whitebox *whitebox, struct java *java, jobject method);
/* Directives for the compilers, as JSON of jcmd's Compiler.directives_add; how many there are now. 0, with the JVM's words in [fault]. */
int whitebox_direct(const struct whitebox *whitebox, struct java *java, const char *json,
                    struct strbuf *fault);
/* Removes the newest [count]. */
void whitebox_end_directives(const struct whitebox *whitebox, struct java *java, int count);
/* Nothing is compiled any more. */
void whitebox_deoptimize(const struct whitebox *whitebox, struct java *java);
/* The profile of [method] is empty. */
void whitebox_clear(const struct whitebox *whitebox, struct java *java, jobject method);
/* Classes that nothing uses are gone. */
void whitebox_collect(const struct whitebox *whitebox, struct java *java);

#endif
