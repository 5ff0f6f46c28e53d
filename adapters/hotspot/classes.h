/* The classes of one program: a class loader of their own, so that a JVM can run several programs one after the other, each
 * as cold as the first. */
#ifndef ADAPTERS_HOTSPOT_CLASSES_H
#define ADAPTERS_HOTSPOT_CLASSES_H

#include <jansson.h>

#include "adapters/hotspot/java.h"

struct class_by_name {
    char *name;
    jclass class; /* a global reference */
};

struct program_classes {
    struct java *java;
    jobject loader; /* a global reference */
    VEC(struct class_by_name) found;
};

/* Makes the loader, with [class_path], and defines the class files of [list], as define brings them. None is initialised.
 * False, with why in [fault]. */
bool classes_define(struct program_classes *classes, struct java *java, json_t *list,
                    json_t *class_path, struct strbuf *fault);
/* By its name as Java writes it, of an array "int[]" too; not initialised. NULL with a pending exception. */
jclass classes_find(struct program_classes *classes, const char *name);
void classes_release(struct program_classes *classes);

/* The name as Java writes it of a class's descriptor: "[[La/B;" is a.B[][]. */
void add_java_name(struct strbuf *name, const char *descriptor);

#endif
