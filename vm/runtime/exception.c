/* EXCEPTION: making exceptions without running Java code, and finding their handlers. Messages are
 * java's. */
#include <string.h>

#include "base/die.h"
#include "base/intern.h"
#include "classfile/regions.h"
#include "runtime/internal.h"
#include "runtime/stack_trace.h"

void throw_object(struct thread *thread, struct object *exception) {
    thread->exception = exception;
}

static struct object *make(struct thread *thread, struct class *class, const char *message) {
    if (!class_initialize(thread, class)) return NULL;
    const struct known_fields *fields = &thread->runtime->fields;
    struct object *exception = object_new(thread, class);
    if (!exception) return NULL;
    *(struct array **)object_at(exception, fields->throwable_backtrace->offset) =
        stack_trace_take(thread);
    if (!message) return exception;
    struct object *text = string_new_utf8(thread, message, strlen(message));
    if (!text) return NULL;
    *(struct object **)object_at(exception, fields->throwable_message->offset) = text;
    return exception;
}

static const char *const error_names[] = {
#define KNOWN_ERROR(error, name) [ERROR_##error] = name,
#include "runtime/known_errors.def"
#undef KNOWN_ERROR
};

/* What goes wrong while an exception is made is pending instead. */
static void throw_message(struct thread *thread, const char *internal_name, const char *message) {
    if (thread->runtime->boot_diag) {
        diag_error(thread->runtime->boot_diag, (struct place){0}, "%s",
                   message ? message : internal_name);
        return;
    }
    thread->exception = NULL;
    struct class *class = class_load(thread, internal_name);
    struct object *exception = class ? make(thread, class, message) : NULL;
    if (exception) thread->exception = exception;
}

static void throw_list(struct thread *thread, const char *internal_name, const char *format,
                       va_list args) {
    if (!format) {
        throw_message(thread, internal_name, NULL);
        return;
    }
    struct strbuf text = STRBUF_INIT;
    strbuf_addf_list(&text, format, args);
    throw_message(thread, internal_name, strbuf_text(&text));
    strbuf_release(&text);
}

void throw_new(struct thread *thread, enum known_error error, const char *format, ...) {
    va_list args;
    va_start(args, format);
    throw_list(thread, error_names[error], format, args);
    va_end(args);
}

void throw_named(struct thread *thread, const char *internal_name, const char *format, ...) {
    va_list args;
    va_start(args, format);
    throw_list(thread, internal_name, format, args);
    va_end(args);
}

bool exception_is(const struct object *exception, enum known_error error) {
    return exception && !strcmp(exception->class->name, error_names[error]);
}

void throw_in_initializer(struct thread *thread, struct object *cause) {
    throw_new(thread, ERROR_initializer, NULL);
    if (!exception_is(thread->exception, ERROR_initializer)) return;
    const struct field *field = class_declared_field(thread->exception->class, intern("exception"),
                                                     intern("Ljava/lang/Throwable;"));
    ASSERT(field, "the class library's ExceptionInInitializerError has no cause");
    *(struct object **)object_at(thread->exception, field->offset) = cause;
}

void throw_because(struct thread *thread, struct object *cause) {
    uint32_t offset = thread->runtime->fields.throwable_cause->offset;
    *(struct object **)object_at(thread->exception, offset) = cause;
}

/* Of an array it is the class of the elements. */
static const char *missing_class(const char *internal_name) {
    if (*internal_name != '[') return binary_name_of(internal_name);
    const char *element;
    internal_name += strspn(internal_name, "[");
    descriptor_next(&internal_name, &element);
    return binary_name_of(element);
}

void throw_class_not_found(struct thread *thread, const char *internal_name) {
    throw_new(thread, ERROR_class_not_found, "%s", missing_class(internal_name));
}

void throw_no_class_definition(struct thread *thread, const char *internal_name) {
    struct object *cause = NULL;
    if (!thread->runtime->boot_diag) {
        throw_class_not_found(thread, internal_name);
        cause = thread->exception;
    }
    throw_new(thread, ERROR_no_class_definition, "%s", internal_name);
    if (cause) throw_because(thread, cause);
}

const char *exception_message(const struct object *exception, struct arena *arena) {
    uint32_t offset = exception->class->runtime->fields.throwable_message->offset;
    const struct object *text = *(struct object **)object_at((struct object *)exception, offset);
    return text ? string_utf8(text, arena) : NULL;
}

int exception_handler(struct thread *thread, struct method *method, int bci,
                      struct object *exception) {
    const struct code_region *region = code_region_at(method->code, (uint32_t)bci);
    for (int i = 0; i < method->code->handler_count; i++) {
        const struct handler *handler = &method->code->handlers[i];
        if ((uint32_t)bci < handler->start || (uint32_t)bci >= handler->end) continue;
        if (code_region_at(method->code, handler->target) != region) continue;
        if (!handler->catch_class) return (int)handler->target;
        /* The supertypes of a class that has objects are loaded: one that is not loaded is none of
         * them. */
        struct class *caught = class_loaded(thread->runtime, handler->catch_class);
        if (caught && !class_is_visible(caught, method->class)) {
            throw_inaccessible_class(thread, caught, method->class);
            return (int)handler->target;
        }
        if (caught && class_is_subtype(exception->class, caught)) return (int)handler->target;
    }
    return -1;
}

/* --- what instructions throw */

void throw_null_pointer(struct thread *thread) {
    throw_message(thread, error_names[ERROR_null_pointer], NULL);
}

void throw_array_index(struct thread *thread, int32_t index, int32_t length) {
    throw_new(thread, ERROR_array_index, "Index %d out of bounds for length %d", index, length);
}

void throw_division_by_zero(struct thread *thread) {
    throw_message(thread, error_names[ERROR_arithmetic], "/ by zero");
}

void throw_class_cast(struct thread *thread, struct class *from, struct class *to) {
    struct strbuf modules = STRBUF_INIT;
    text_add_modules(&modules, from, to);
    throw_new(thread, ERROR_class_cast, "class %s cannot be cast to class %s (%s)",
              from->binary_name, to->binary_name, strbuf_text(&modules));
    strbuf_release(&modules);
}

void throw_array_store(struct thread *thread, struct class *element) {
    throw_message(thread, error_names[ERROR_array_store], element->binary_name);
}

void throw_negative_array_size(struct thread *thread, int32_t length) {
    throw_new(thread, ERROR_negative_array_size, "%d", length);
}

/* "'abstract void f()'" and, when its class is wanted, " of interface I". */
static void add_quoted_method(struct strbuf *text, const struct method *method, bool of_class) {
    strbuf_add_text(text, method_is_abstract(method) ? "'abstract " : "'");
    const struct class *class = method->class;
    text_add_method(text, of_class ? NULL : class->name, method->name, method->descriptor);
    strbuf_add_char(text, '\'');
    if (!of_class) return;
    strbuf_addf(text, " of %s %s",
                class_is_interface(class)      ? "interface"
                : class->access & ACC_ABSTRACT ? "abstract class"
                                               : "class",
                class->binary_name);
}

void throw_abstract_method(struct thread *thread, const struct class *receiver,
                           const struct method *method, const struct method *selected) {
    struct strbuf text = STRBUF_INIT;
    strbuf_addf(&text,
                "Receiver class %s does not define or inherit an implementation of the resolved "
                "method ",
                receiver->binary_name);
    add_quoted_method(&text, method, true);
    strbuf_add_char(&text, '.');
    if (selected && selected != method) {
        strbuf_add_text(&text, " Selected method is ");
        add_quoted_method(&text, selected, false);
        strbuf_add_char(&text, '.');
    }
    throw_new(thread, ERROR_abstract_method, "%s", strbuf_text(&text));
    strbuf_release(&text);
}

void throw_missing_implementation(struct thread *thread, const struct method *selected) {
    struct strbuf text = STRBUF_INIT;
    strbuf_add_text(&text, "Missing implementation of resolved method ");
    add_quoted_method(&text, selected, true);
    throw_new(thread, ERROR_abstract_method, "%s.", strbuf_text(&text));
    strbuf_release(&text);
}

void throw_inaccessible_implementation(struct thread *thread, const struct class *receiver,
                                       const struct method *method) {
    struct strbuf text = STRBUF_INIT;
    text_add_method(&text, receiver->name, method->name, method->descriptor);
    throw_new(thread, ERROR_illegal_access, "'%s'", strbuf_text(&text));
    strbuf_release(&text);
}

void throw_refusal(struct thread *thread, const struct method *method) {
    throw_new(thread, method->refusal->error, "%s", method->refusal->message);
}

void throw_unsatisfied_link(struct thread *thread, const struct method *method) {
    struct strbuf text = STRBUF_INIT;
    text_add_method(&text, method->class->name, method->name, method->descriptor);
    throw_new(thread, ERROR_unsatisfied_link, "'%s'", strbuf_text(&text));
    strbuf_release(&text);
}

/* --- what running out throws */

static const char no_memory[] = "Java heap space";

void prepare_running_out(struct thread *thread) {
    struct class *class = class_load(thread, error_names[ERROR_out_of_memory]);
    bool is_loaded = class && class_load(thread, error_names[ERROR_stack_overflow]);
    if (is_loaded) thread->runtime->out_of_memory = make(thread, class, no_memory);
}

/* When there is no memory left for another, the exception made at the start is thrown. */
static void throw_memory_error(struct thread *thread, const char *message) {
    struct runtime *runtime = thread->runtime;
    ASSERT(runtime->out_of_memory, "the heap is too small for the class library");
    thread->exception = runtime->out_of_memory;
    thread->out_of_memory_at = (uintptr_t)__builtin_frame_address(0);
    if (runtime->is_out_of_memory) return;
    runtime->is_out_of_memory = true;
    throw_message(thread, error_names[ERROR_out_of_memory], message);
    runtime->is_out_of_memory = false;
}

void throw_out_of_memory(struct thread *thread) { throw_memory_error(thread, no_memory); }

void throw_array_too_large(struct thread *thread) {
    throw_memory_error(thread, "Requested array size exceeds VM limit");
}

void throw_stack_overflow(struct thread *thread) {
    char *native_end = thread->native_end;
    union value *stack_limit = thread->stack_limit;
    thread_set_native_end(thread, native_end - NATIVE_RESERVE / 2);
    thread->stack_limit += STACK_RESERVE / 2;
    throw_message(thread, error_names[ERROR_stack_overflow], NULL);
    thread_set_native_end(thread, native_end);
    thread->stack_limit = stack_limit;
}
