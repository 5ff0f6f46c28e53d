/* A VM with one Java source text, for the tests of compiled code: begin, call, end; what the VM
 * tells is counted. */
#ifndef TESTS_VM_FIXTURE_H
#define TESTS_VM_FIXTURE_H

#include "base/check_run.h"
#include <stdlib.h>
#include <string.h>

#include "runtime/class.h"
#include "vm.h"

struct heard {
    int counts[EVENT_KIND_COUNT];
    enum reason last_reason[EVENT_KIND_COUNT];
    int64_t last_amount[EVENT_KIND_COUNT];
};

static inline void hear(void *context, const struct event *event) {
    struct heard *heard = context;
    heard->counts[event->kind]++;
    heard->last_reason[event->kind] = event->reason;
    heard->last_amount[event->kind] = event->amount;
}

struct fixture {
    struct vm *vm;
    struct heard heard;
    struct vm_options options;
    int threshold; /* of compilation; 0: 20 */
};

static inline void begin(struct fixture *f, const char *text) {
    struct diag diag = DIAG_INIT;
    char message[1400];
    if (!f->options.heap_bytes) f->options = vm_options_default();
    f->options.compile_threshold = f->threshold ? f->threshold : 20;
    f->vm = vm_create(&f->options, &diag);
    ck_assert_msg(f->vm, "%s", diag_format(&diag, message, sizeof message));
    vm_listen(f->vm, (struct event_sink){hear, &f->heard});
    struct java_source source = {"T.java", text, strlen(text), 1, 1, NULL};
    ck_assert_msg(vm_define_sources(f->vm, &source, 1, &diag), "%s",
                  diag_format(&diag, message, sizeof message));
}

static inline void end(struct fixture *f) { vm_destroy(f->vm); }

static inline struct method *method(struct fixture *f, const char *name) {
    struct diag diag = DIAG_INIT;
    struct method *found = vm_find_method(f->vm, name, &diag);
    ck_assert_msg(found, "%s", diag.message);
    return found;
}

static inline int call(struct fixture *f, const char *name, int argument) {
    struct vm_result result = vm_call(f->vm, method(f, name), (union value[]){{.i = argument}});
    ck_assert(!result.threw);
    return result.value.i;
}

static inline void warm_up(struct fixture *f, const char *name, int argument) {
    for (int i = 0; i < 100 && !vm_is_compiled(method(f, name)); i++) call(f, name, argument);
    ck_assert(vm_is_compiled(method(f, name)));
    memset(&f->heard, 0, sizeof f->heard);
}

static inline int interpreted(struct fixture *f, const char *name, int argument) {
    return vm_call_interpreted(f->vm, method(f, name), (union value[]){{.i = argument}}).value.i;
}

/* The name of the exception that the call throws, "" when it returns. */
static inline const char *exception_of(struct fixture *f, const char *name, int argument) {
    struct vm_result result = vm_call(f->vm, method(f, name), (union value[]){{.i = argument}});
    return result.threw ? vm_class_name(vm_object_class(result.value.r)) : "";
}

#endif
