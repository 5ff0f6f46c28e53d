/* The classes of the JVM itself, which all programs share: a JVM that runs several hands them to each as cold as to the first. */
#ifndef ADAPTERS_HOTSPOT_LIBRARY_H
#define ADAPTERS_HOTSPOT_LIBRARY_H

#include "adapters/hotspot/whitebox.h"

struct library_class {
    jclass class; /* a global reference */
    jint methods;
};

struct java_library {
    struct java *java;
    jvmtiEnv *events; /* tells classes that come later */
    VEC(struct library_class) classes;
    jobject platform_loader,
        method; /* global references; [method]: a java.lang.reflect.Method for all */
    jfieldID method_class, method_number;
    jint threads; /* of the JVM's own */
};

/* From now on its classes are known, until the process ends. */
void library_init(struct java_library *library, struct java *java);
/* Nothing is compiled any more or has a profile, and classes that nothing uses are gone. False where a thread of a program still runs. */
bool library_forget(struct java_library *library, const struct whitebox *whitebox);

#endif
