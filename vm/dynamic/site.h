/* Between the files of the room: a call site while it is linked, and the class that is made for it.
 */
#ifndef DYNAMIC_SITE_H
#define DYNAMIC_SITE_H

#include "classfile/assembler.h"
#include "dynamic/dynamic.h"
#include "runtime/resolve.h"

/* A value's type as descriptors name it. */
struct value_type {
    enum java_type java;
    const char *class_name; /* references; else NULL */
};

struct bootstrap_site {
    struct thread *thread;
    struct class *host; /* whose code has the instruction */
    const struct constant *constants;
    const char *name, *descriptor;
    const struct method_shape *shape; /* of the descriptor */
    const char *exception;            /* that the bootstrap method throws when it refuses */
    const uint16_t *arguments;        /* static ones: constants of the host */
    uint16_t argument_count;

    const char *class_name; /* of the class that is made, internal form */
    struct class_writer writer;
    const char *method_name; /* what the site calls, with the site's descriptor */
};

/* A BootstrapMethodError because of the site's exception; returns false. The first one counts. */
bool site_fail(struct bootstrap_site *site, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Loads the classes that a method type names, as resolving it does (JVMS 5.4.3.5); false with the
 * error. Those of the class library are there. */
bool site_load_types(struct bootstrap_site *site, const char *descriptor);

/* Begins the class: "Host$$[kind]$7", final, with java.lang.Object as superclass. */
void site_begin_class(struct bootstrap_site *site, const char *kind);

/* The static argument if it has this tag, else NULL with the error. */
const struct constant *site_argument(struct bootstrap_site *site, int index, enum constant_tag tag);

static inline struct value_type parameter_type(const struct method_shape *shape, int index) {
    return (struct value_type){shape->parameters[index], shape->parameter_classes[index]};
}
static inline struct value_type return_type(const struct method_shape *shape) {
    return (struct value_type){shape->return_type, shape->return_class};
}
static inline struct value_type class_type(const char *class_name) {
    return (struct value_type){JAVA_REFERENCE, class_name};
}
/* The type's descriptor, interned. */
const char *type_descriptor(struct value_type type);

/* convert.c: turns a value of type [from], which is known to be a [via], into a [to] as
 * LambdaMetafactory's documentation says: casts, boxes, unboxes, widens. False when there is no
 * such conversion. */
bool assemble_conversion(struct assembler *assembler, struct value_type from, struct value_type via,
                         struct value_type to);
/* "java/lang/Integer" of int; NULL for references and void. */
const char *wrapper_name(enum java_type primitive);

/* concat.c: a StringBuilder on the stack and what is appended to it. */
void assemble_builder(struct assembler *assembler);
void assemble_append(struct assembler *assembler, struct value_type type);
void assemble_append_text(struct assembler *assembler, const char *modified_utf8);
void assemble_builder_text(struct assembler *assembler);

/* bootstraps.def: each adds the site's method to the class that is made; false with an exception
 * pending. */
#define BOOTSTRAP(class, method, exception, function) bool function(struct bootstrap_site *site);
#include "dynamic/bootstraps.def"
#undef BOOTSTRAP

#endif
