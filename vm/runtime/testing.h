/* For tests: a runtime with a class library of classes that have nothing but the fields the VM
 * knows, and classes from class writers. Any name under java/lang/ is found: ...Error and
 * ...Exception extend what they should. */
#ifndef RUNTIME_TESTING_H
#define RUNTIME_TESTING_H

#include "classfile/writer.h"
#include "runtime/runtime.h"

struct testing {
    struct vm_options options; /* of the runtime, to be changed by tests */
    struct runtime runtime;
    struct arena arena;
    VEC(struct testing_class {
        const char *name;
        const uint8_t *bytes;
        size_t size;
    })
    classes;
};

/* [interpret] NULL: methods are not to be called. */
void testing_start(struct testing *testing, method_entry interpret, size_t heap_bytes);
void testing_stop(struct testing *testing);
/* Makes the class known by its name; it is loaded when asked for. Releases the writer. */
void testing_add(struct testing *testing, const char *name, struct class_writer *writer);
/* Loads a class that must load. */
struct class *testing_load(struct testing *testing, const char *name);
/* Adds a method with this code; no handlers. */
void testing_add_code(struct class_writer *writer, uint16_t access, const char *name,
                      const char *descriptor, const uint8_t *bytes, size_t length);
/* "java.lang.ArithmeticException: / by zero" of the pending exception, which is then forgotten; ""
 * when there is none. */
const char *testing_exception(struct testing *testing);

#endif
