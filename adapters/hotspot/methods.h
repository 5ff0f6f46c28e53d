/* Methods of the JVM as the protocol names them, each looked up once. */
#ifndef ADAPTERS_HOTSPOT_METHODS_H
#define ADAPTERS_HOTSPOT_METHODS_H

#include "adapters/hotspot/bytecode_loops.h"
#include "adapters/hotspot/classes.h"

enum method_owner {
    OWNER_PROGRAM, /* define brought it, or it is on the class path */
    OWNER_LIBRARY,
    OWNER_HIDDEN /* a hidden class: of a lambda, or what links its call */
};

struct known_method {
    jmethodID id;
    char *name; /* a.b.C.name(descriptor) */
    enum method_owner owner;
    unsigned char *code; /* JVMTI's */
    jint code_length;
    jvmtiLineNumberEntry *lines; /* JVMTI's */
    jint line_count;
    bool has_loops; /* were asked for */
    struct bytecode_loops loops;
};

struct methods {
    struct java *java;
    struct program_classes *classes;
    VEC(struct known_method *) known;
};

/* Lives until methods_release. */
const struct known_method *methods_find(struct methods *methods, jmethodID id);
/* The line of a bytecode, 0 where it is not known. */
int method_line(const struct known_method *method, int bci);
/* The same of a method by its name. */
int methods_line_at(struct methods *methods, const char *name, int bci);
/* NULL where the method is not known. */
const struct bytecode_loops *methods_loops_of(struct methods *methods, const char *name);
/* Is it, by its name, of OWNER_PROGRAM? */
bool methods_is_of_program(struct methods *methods, const char *name);
/* The name of the program's method that a frame of a stack trace means; NULL where none is found. */
const char *methods_name_at(struct methods *methods, const char *class, const char *method,
                            int line);
void methods_release(struct methods *methods);

#endif
