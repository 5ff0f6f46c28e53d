/* The inside of struct vm, for the vm*.c files alone. */
#ifndef VM_INTERNAL_H
#define VM_INTERNAL_H

#include <pthread.h>

#include "jit/jit.h"
#include "runtime/runtime.h"
#include "vm.h"

struct class_bytes {
    const char *name; /* internal form, interned */
    const uint8_t *bytes;
    size_t size;
};

/* What vm_at_end asked for. The process ends in one thread while others may try, too. */
struct vm_end {
    pthread_mutex_t mutex;
    int (*run)(void *context, int status); /* NULL: nothing */
    void *context;
    int status; /* with which it is done; -1: it is not */
};

struct vm {
    struct vm_options options;
    struct runtime runtime;
    struct jit jit;
    struct arena arena;              /* class files of the user, paths */
    VEC(struct class_bytes) sources; /* compiled from source or given as bytes */
    VEC(struct class *) defined;     /* by vm_define_*, in order */
    VEC(const char *) imports;       /* of the sources, as struct java_classes has them */
    VEC(struct jar *) jars;          /* of the class path */
    struct vm_watcher watcher;
    struct vm_end end;
    bool samples_for_inliner; /* calls, and nobody else has asked for samples */
    bool has_started;         /* a program, and told so; it has not yet told that it ended */
    struct diag dump_failure; /* the first class file that could not be written (dump_classes) */
    int64_t until_failure;    /* slow allocations of vm_call until it is its turn */
};

static inline struct thread *vm_thread(struct vm *vm) { return &vm->runtime.main; }

static inline struct vm *vm_of(struct runtime *runtime) {
    return (struct vm *)((char *)runtime - offsetof(struct vm, runtime));
}

/* vm_end.c: what vm_at_end asked for, once; whoever comes later waits for it. Returns the exit status. */
int vm_end(struct vm *vm, int status);
/* vm_sampling.c: where the options ask for it. May fail. */
bool vm_sample_for_inliner(struct vm *vm, struct diag *diag);
/* vm_end.c: the event counters. */
void vm_tell_counters(struct vm *vm);
/* vm.c: vm_call but for allocations that fail on purpose. */
struct vm_result vm_invoke(struct vm *vm, struct method *method, const union value *arguments);
/* In the calling thread, which is this one. */
struct vm_result vm_invoke_in(struct thread *thread, struct method *method,
                              const union value *arguments);
/* vm_do.c: the rule calls what its statements are compiled to. False with [diag] at their place. */
bool vm_prepare_rule(struct vm *vm, struct vm_rule *rule, size_t number, struct diag *diag);
/* vm_class_path.c: what the class path consists of before anything is added to it. */
void vm_add_builtin_classes(struct vm *vm);
void vm_close_jars(struct vm *vm);
/* vm_dump.c: the runtime's on_define, where dump_classes is set. */
void vm_dump_class(struct runtime *runtime, const struct class *class, const uint8_t *bytes,
                   size_t size);
/* vm_classes.c: "a.b.C" as "a/b/C", interned. */
const char *vm_internal_name(const char *binary_name);
/* Class files of vm->sources. */
bool vm_find_source(struct vm *vm, const char *name, const uint8_t **bytes, size_t *size);

/* "java.lang.X: message" of the pending exception into [diag], which is then no longer pending.
 * Returns false. */
bool vm_report_exception(struct vm *vm, struct diag *diag, const char *what);

#endif
