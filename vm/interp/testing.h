/* For tests: the interpreter on hand-made code of a class T. */
#ifndef INTERP_TESTING_H
#define INTERP_TESTING_H

#include "interp/interp.h"

#include "base/check_run.h"
#include <stdlib.h>
#include <string.h>

#include "base/intern.h"
#include "classfile/opcodes.h"
#include "interp/profile.h"
#include "runtime/stack.h"
#include "runtime/testing.h"

#define CODE(...)                                                                                  \
    (const uint8_t[]){__VA_ARGS__}, sizeof(const uint8_t[]) { __VA_ARGS__ }
#define U16(x) (uint8_t)((x) >> 8), (uint8_t)(x)
#define U32(x) U16((uint32_t)(x) >> 16), U16(x)

static struct testing testing;
static struct thread *thread = &testing.runtime.main;
static struct class_writer writer; /* of class T */

static inline void setup(void) {
    testing_start(&testing, interpret_method, 16 << 20);
    testing.options.compile_threshold = 1 << 30;
    class_writer_init(&writer, 52, ACC_PUBLIC | ACC_SUPER, "T", "java/lang/Object");
}

static inline void teardown(void) { testing_stop(&testing); }

static inline void add(const char *name, const char *descriptor, const uint8_t *bytes,
                       size_t length) {
    testing_add_code(&writer, ACC_PUBLIC | ACC_STATIC, name, descriptor, bytes, length);
}

static inline void add_handled(const char *name, const char *descriptor,
                               const struct handler *handlers, uint16_t count, const uint8_t *bytes,
                               size_t length) {
    struct code code = {.max_stack = 20,
                        .max_locals = 20,
                        .length = (uint32_t)length,
                        .bytes = bytes,
                        .handlers = handlers,
                        .handler_count = count};
    class_writer_add_method(&writer, &(struct member_info){.access = ACC_PUBLIC | ACC_STATIC,
                                                           .name = name,
                                                           .descriptor = descriptor,
                                                           .code = &code});
}

static inline void done(void) { testing_add(&testing, "T", &writer); }

static inline struct method *method_named(const char *class_name, const char *name) {
    struct class *class = testing_load(&testing, class_name);
    ck_assert(class_initialize(thread, class));
    for (int i = 0; i < class->method_count; i++)
        if (!strcmp(class->methods[i].name, name)) return &class->methods[i];
    ck_abort_msg("no method %s", name);
    return NULL;
}

static inline struct method *method(const char *name) { return method_named("T", name); }

static inline union value call(struct method *callee, ...) {
    union value arguments[8] = {0};
    va_list list;
    va_start(list, callee);
    int receiver = !method_is_static(callee);
    for (int i = 0; i < callee->argument_count; i++) {
        enum java_type type = i < receiver
                                  ? JAVA_REFERENCE
                                  : java_stack_type(callee->shape->parameters[i - receiver]);
        if (type == JAVA_INT) arguments[i].i = va_arg(list, int);
        if (type == JAVA_LONG) arguments[i].j = va_arg(list, int64_t);
        if (type == JAVA_FLOAT) arguments[i].f = (float)va_arg(list, double);
        if (type == JAVA_DOUBLE) arguments[i].d = va_arg(list, double);
        if (type == JAVA_REFERENCE) arguments[i].r = va_arg(list, struct object *);
    }
    va_end(list);
    return thread_call(thread, callee, arguments);
}

#endif
