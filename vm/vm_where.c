/* The embedding API's words for where a program stands and what it threw there. */
#include "vm_internal.h"

#include "base/intern.h"
#include "interp/profile.h"
#include "runtime/internal.h"
#include "runtime/stack_trace.h"

enum { MOST_CAUSES = 4 };

int64_t vm_interpreted_calls(const struct method *method) {
    const struct profile *profile = profile_made(method);
    return profile ? profile_read(&profile->invocations) : 0;
}

/* --- exceptions --- */

/* ", in A.f (line 5)": the innermost frame of the program's own, or the innermost. */
static void add_place(struct strbuf *out, const struct kept_trace *trace) {
    const struct method *method = NULL;
    int bci = 0;
    for (int32_t i = 0; trace && i < trace->count; i++) {
        const struct method *at = stack_trace_method(trace->frames[i]);
        if (method && class_is_of_library(at->class)) continue;
        method = at;
        bci = stack_trace_bci(trace->frames[i]);
        if (!class_is_of_library(at->class)) break;
    }
    if (!method) return;
    int line = method_line(method, bci);
    strbuf_addf(out, ", in %s", method_full_name(method));
    if (line) strbuf_addf(out, " (line %d)", line);
}

/* As the exception tells it: some override getCause. */
static struct object *cause_of(struct vm *vm, struct object *exception) {
    struct method *declared = class_find_method(vm->runtime.known.throwable, intern("getCause"),
                                                intern("()Ljava/lang/Throwable;"));
    struct method *method = class_select_method(exception->class, declared);
    struct vm_result result = vm_call_interpreted(vm, method, (union value[]){{.r = exception}});
    return result.threw || result.value.r == exception ? NULL : result.value.r;
}

const char *vm_exception_story(struct vm *vm, struct object *exception, struct arena *arena) {
    struct strbuf out = STRBUF_INIT;
    for (int i = 0; exception && i < MOST_CAUSES; i++) {
        const char *message = vm_exception_message(vm, exception, arena);
        strbuf_addf(&out, "%s%s%s%s", i ? "; caused by " : "", exception->class->binary_name,
                    message ? ": " : "", message ? message : "");
        add_place(&out, stack_trace_copy(exception, arena));
        exception = cause_of(vm, exception);
    }
    const char *copy = arena_copy_text(arena, strbuf_text(&out), out.length);
    strbuf_release(&out);
    return copy;
}
