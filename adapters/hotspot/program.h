/* The method that is called, with values of the protocol. */
#ifndef ADAPTERS_HOTSPOT_PROGRAM_H
#define ADAPTERS_HOTSPOT_PROGRAM_H

#include "adapters/hotspot/allocations.h"
#include "adapters/hotspot/values.h"

enum { MOST_PARAMETERS = 255 };

struct java_program {
    struct java *java;
    struct program_classes classes;
    struct methods methods;
    char *class_name, *method_name, *descriptor; /* of the call */
    char *name;                                  /* a.b.C.name(descriptor) */
    jclass class;
    jmethodID method;
    jobject reflected; /* a global reference */
    bool is_static, is_initialized;
};

/* Defines the classes and finds the method; nothing is initialised. False, with why in [fault]. */
bool program_define(struct java_program *program, struct java *java, json_t *define,
                    struct strbuf *fault);
void program_release(struct java_program *program);

/* One call with a row of values; its result, which the caller owns; what it throws is a result. With [allocations] these are listened to meanwhile, for
 * [execution]. NULL, with why in [fault], where the row is none of the method's. [story] gets the line of the exception. */
json_t *program_call(struct java_program *program, json_t *row, struct allocations *allocations,
                     json_int_t execution, struct strbuf *story, struct strbuf *fault);

#endif
