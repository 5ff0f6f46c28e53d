/* INITIALIZE: class initialisation (JVMS 5.5). One thread does it, others wait for it outside Java.
 */
#include <string.h>

#include "base/clock.h"
#include "base/handover.h"
#include "base/intern.h"
#include "runtime/internal.h"
#include "runtime/stack_trace.h"

static union value constant_value(struct thread *thread, const struct field *field) {
    const struct constant *constant = field->constant;
    switch (constant->tag) {
    case CONSTANT_INTEGER: return (union value){.i = constant->integer};
    case CONSTANT_LONG: return (union value){.j = constant->long_value};
    case CONSTANT_FLOAT: return (union value){.f = constant->float_value};
    case CONSTANT_DOUBLE: return (union value){.d = constant->double_value};
    case CONSTANT_STRING:
        return (union value){
            .r = string_intern_utf8(thread, constant->name, strlen(constant->name))};
    case CONSTANT_UNUSED:
    case CONSTANT_UTF8:
    case CONSTANT_CLASS:
    case CONSTANT_FIELD:
    case CONSTANT_METHOD:
    case CONSTANT_INTERFACE_METHOD:
    case CONSTANT_NAME_AND_TYPE:
    case CONSTANT_METHOD_HANDLE:
    case CONSTANT_METHOD_TYPE:
    case CONSTANT_DYNAMIC:
    case CONSTANT_INVOKE_DYNAMIC:
    case CONSTANT_MODULE:
    case CONSTANT_PACKAGE: break;
    }
    return (union value){.bits = 0};
}

static bool initialize_constants(struct thread *thread, struct class *class) {
    for (int i = 0; i < class->field_count; i++) {
        struct field *field = &class->fields[i];
        if (!field->cell || !field->constant) continue;
        union value value = constant_value(thread, field);
        if (thread->exception) return false;
        memory_store(field->cell, field->type, value);
    }
    return true;
}

static bool initialize_supertypes(struct thread *thread, struct class *class) {
    if (class_is_interface(class)) return true;
    if (class->super && !class_initialize(thread, class->super)) return false;
    for (int i = 0; i < class->initialized_first_count; i++)
        if (!class_initialize(thread, class->initialized_first[i])) return false;
    return true;
}

static bool run_initializer(struct thread *thread, struct class *class) {
    struct method *method = class_declared_method(class, intern("<clinit>"), intern("()V"));
    if (method && method_is_static(method)) thread_call(thread, method, NULL);
    return !thread->exception;
}

static void set_state(struct class *class, enum class_state state) {
    struct world *world = &class->runtime->world;
    pthread_mutex_lock(&world->lock);
    handover_publish(class->runtime);
    __atomic_store_n(&class->state, state, __ATOMIC_RELEASE);
    __atomic_store_n(&class->initializer, NULL, __ATOMIC_RELAXED);
    pthread_cond_broadcast(&world->changed);
    pthread_mutex_unlock(&world->lock);
}

/* True when the class is the caller's to initialise; waits for another thread that does it. */
static bool claim(struct thread *thread, struct class *class) {
    struct world *world = &thread->runtime->world;
    native_context_save(&thread->context);
    pthread_mutex_lock(&world->lock);
    thread_went_outside_locked(thread);
    while (class->state == CLASS_INITIALIZING && class->initializer != thread && !world->is_over)
        pthread_cond_wait(&world->changed, &world->lock);
    thread_enter_java_locked(thread);
    bool is_mine = class->state < CLASS_INITIALIZING;
    if (is_mine) {
        __atomic_store_n(&class->state, CLASS_INITIALIZING, __ATOMIC_RELEASE);
        __atomic_store_n(&class->initializer, thread, __ATOMIC_RELAXED);
    }
    pthread_mutex_unlock(&world->lock);
    return is_mine;
}

/* Near the end of the stack programs meet classes of the class library that java initialises when
 * it starts. Here the start is to be quick; what such an initialiser left half done, it does anew.
 */
static bool may_be_tried_again(const struct thread *thread, const struct class *class) {
    return class->is_trusted && exception_is(thread->exception, ERROR_stack_overflow);
}

/* Later uses of the class tell of the exception in words: the object would keep alive all that it
 * refers to. */
static void remember_failure(struct thread *thread, struct class *class) {
    const struct object *exception = thread->exception;
    const char *message = exception_message(exception, &class->runtime->arena);
    class->initialization_error =
        arena_format(&class->runtime->arena, "Exception %s%s%s [in thread \"%s\"]",
                     exception->class->binary_name, message ? ": " : "", message ? message : "",
                     thread_name(thread, &class->runtime->arena));
    class->initialization_trace = stack_trace_copy(exception, &class->runtime->arena);
    set_state(class, CLASS_ERRONEOUS);
}

static void give_up(struct thread *thread, struct class *class) {
    if (may_be_tried_again(thread, class))
        set_state(class, CLASS_LINKED);
    else
        remember_failure(thread, class);
}

static bool fail(struct thread *thread, struct class *class) {
    struct object *exception = thread->exception;
    give_up(thread, class);
    if (!class_is_subtype(exception->class, thread->runtime->known.error))
        throw_in_initializer(thread, exception);
    return false;
}

/* The one cause of all later errors; what goes wrong while it is made is the cause once. */
static struct object *failure_of(struct thread *thread, struct class *class) {
    struct object *failure = __atomic_load_n(&class->initialization_failure, __ATOMIC_ACQUIRE);
    if (failure) return failure;
    throw_new(thread, ERROR_initializer, "%s", class->initialization_error);
    struct object *made = thread->exception;
    thread->exception = NULL;
    if (!exception_is(made, ERROR_initializer)) return made;
    if (class->initialization_trace) stack_trace_put(thread, made, class->initialization_trace);
    bool is_first = __atomic_compare_exchange_n(&class->initialization_failure, &failure, made,
                                                false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return is_first ? made : failure;
}

static void throw_erroneous(struct thread *thread, struct class *class) {
    struct object *cause = failure_of(thread, class);
    throw_new(thread, ERROR_no_class_definition, "Could not initialize class %s",
              class->binary_name);
    throw_because(thread, cause);
}

static void tell_begin(struct thread *thread, const struct class *class) {
    const struct runtime *runtime = thread->runtime;
    if (runtime_tells(runtime, POINT_initialize))
        runtime->on_happening(thread, &(struct happening){POINT_initialize, .class = class});
}

static void tell_end(const struct thread *thread, const struct class *class, double start) {
    const struct event_sink *sink = &thread->runtime->notices;
    if (!sink->receive) return;
    event_send(sink, &(struct event){.kind = EVENT_class_initialized,
                                     .subject = class->binary_name,
                                     .frequency = -1,
                                     .duration = clock_seconds() - start});
}

bool class_initialize(struct thread *thread, struct class *class) {
    if (class_is_initialized(class)) return true;
    if (class_state(class) < CLASS_INITIALIZING && !class_verify(thread, class)) return false;
    if (!claim(thread, class)) {
        if (class_state(class) != CLASS_ERRONEOUS) return true;
        throw_erroneous(thread, class);
        return false;
    }
    double start = clock_seconds();
    tell_begin(thread, class);
    if (!initialize_constants(thread, class)) return fail(thread, class);
    if (!initialize_supertypes(thread, class)) {
        give_up(thread, class);
        return false;
    }
    if (!run_initializer(thread, class)) return fail(thread, class);
    set_state(class, CLASS_INITIALIZED);
    tell_end(thread, class, start);
    return true;
}
