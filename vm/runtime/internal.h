/* What the files of the runtime share and nobody else sees. */
#ifndef RUNTIME_INTERNAL_H
#define RUNTIME_INTERNAL_H

#include "base/strbuf.h"
#include "runtime/resolve.h"
#include "runtime/runtime.h"

/* Slots of the interpreter's stack up to its limit. */
enum { STACK_SLOTS = 512 * 1024 };

/* Bytes of the C stack that Java code leaves to others, and that the VM uses at most. */
enum { NATIVE_RESERVE = 2 << 20, NATIVE_STACK_USED = 32 << 20, THREAD_STACK_USED = 16 << 20 };
enum { LARGEST_THREAD_STACK = 1 << 30 };

/* What a constant of the pool resolved to, by its tag; NULL: not yet. */
struct resolved {
    union {
        struct class *class;
        struct field *field;
        struct method *method;
        struct object *string;
    };
};

/* link.c: fields, methods, vtable and supertypes of a class whose superclass and interfaces are
 * set. */
bool class_link(struct thread *thread, struct class *class);
/* The supertypes of an array class or a linked class: itself, then those of its superclass and its
 * interfaces. */
void class_collect_supertypes(struct class *class);

/* inheritance.c */
/* What a method that refuses throws. */
struct refusal {
    enum known_error error;
    const char *message;
};
static inline bool method_is_inheritable(const struct method *method) {
    return !(method->access & (ACC_PRIVATE | ACC_STATIC));
}
/* The method that the class has of its superinterfaces alone, itself included if it is one; NULL:
 * there is none. */
struct method *inherited_from_interfaces(struct class *class, const char *name,
                                         const char *descriptor);

/* resolve.c */
void throw_inaccessible_class(struct thread *thread, const struct class *found,
                              const struct class *from);

/* loader.c */
void classes_init(struct runtime *runtime);
void classes_release(struct runtime *runtime);

/* string.c */
void strings_release(struct runtime *runtime);
void strings_trace(struct heap *heap, struct runtime *runtime);
/* When all else is marked: forgets interned strings that nothing refers to. */
void strings_judge(struct heap *heap, struct runtime *runtime);

/* exception.c */
/* ExceptionInInitializerError. */
void throw_in_initializer(struct thread *thread, struct object *cause);
/* Loads the errors that are thrown when little is left, and makes the OutOfMemoryError for when
 * there is no room for another. */
void prepare_running_out(struct thread *thread);

/* reference.c */
/* Which kind of reference the class's objects are; before their reference fields are collected. */
void reference_link(struct class *class);
void reference_trace(struct heap *heap, struct object *reference);
/* The heap's callback. */
void reference_judge(struct heap *heap, struct object *reference);
/* References were put into queues: wakes those who wait for one. */
void references_tell(struct runtime *runtime);

/* roots.c: the callbacks of the heap. */
extern const struct heap_callbacks runtime_heap_callbacks;

/* text.c: names as java's messages write them: "int[]", "void A.foo(int)", "in module java.base of
 * loader ...". */
void text_add_type(struct strbuf *out, const char **descriptor);
void text_add_method(struct strbuf *out, const char *class_name, const char *name,
                     const char *descriptor);
const char *text_of_module(const struct class *class);
void text_add_modules(struct strbuf *out, const struct class *a, const struct class *b);

/* Of the built-in class library: java calls that module java.base. Arrays are what their elements
 * are. */
bool class_is_of_library(const struct class *class);

/* Where java.lang.Class objects keep their class: the last word. */
enum { MIRROR_SLOT_BYTES = sizeof(struct class *) };

#endif
