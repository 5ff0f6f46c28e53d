/* The inside of struct vm, for the vm*.c files alone. */
#ifndef VM_INTERNAL_H
#define VM_INTERNAL_H

#include "jit/jit.h"
#include "runtime/runtime.h"
#include "vm.h"

struct class_bytes {
    const char *name; /* internal form, interned */
    const uint8_t *bytes;
    size_t size;
};

struct vm {
    struct runtime runtime;
    struct jit jit;
    struct arena arena;              /* class files of the user, paths */
    VEC(struct class_bytes) sources; /* compiled from source or given as bytes */
    VEC(struct class *) defined;     /* by vm_define_*, in order */
};

static inline struct thread *vm_thread(struct vm *vm) { return &vm->runtime.main; }

/* vm_classes.c: what the class path consists of before anything is added to it. */
void vm_add_builtin_classes(struct vm *vm);

/* "java.lang.X: message" of the pending exception into [diag], which is then no longer pending.
 * Returns false. */
bool vm_report_exception(struct vm *vm, struct diag *diag, const char *what);

#endif
