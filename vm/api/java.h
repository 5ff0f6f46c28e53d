/* Types of Java's that the VM's rooms and its embedders (vm.h) share. */
#ifndef API_JAVA_H
#define API_JAVA_H

#include <stddef.h>
#include <stdint.h>

/* The kinds of values; also the component types of arrays. The order int..reference is the order of
 * the JVM's typed opcodes (iload, lload, fload, dload, aload). */
enum java_type {
    JAVA_INT,
    JAVA_LONG,
    JAVA_FLOAT,
    JAVA_DOUBLE,
    JAVA_REFERENCE,
    JAVA_BOOLEAN,
    JAVA_BYTE,
    JAVA_CHAR,
    JAVA_SHORT,
    JAVA_VOID,
    JAVA_TYPE_COUNT
};

/* 'I', 'J', ... as in descriptors (JVMS 4.3.2); 'L' for references. */
static inline char java_type_letter(enum java_type type) { return "IJFDLZBCSV"[type]; }

/* The types of a method's parameters and of its result. */
struct method_shape {
    uint8_t parameter_count; /* without the receiver */
    uint8_t parameter_slots; /* without the receiver; long and double take two */
    enum java_type return_type;
    const char *return_class; /* for references, else NULL */
    const enum java_type *parameters;
    const char *const *parameter_classes; /* for references, else NULL */
};

struct java_source {
    const char *file; /* for messages and the SourceFile attribute (its last component) */
    const char *text; /* UTF-8 */
    size_t length;
    /* Where the text starts in [file]: 1, 1 for a whole file; a block inside a YAML file starts
     * deeper. Every line of the text is shifted by first_column - 1, as a YAML block is. */
    int first_line, first_column;
    const int *lines; /* the line in [file] of each line of the text; NULL: as first_line says */
};

#endif
