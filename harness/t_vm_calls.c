/* The target `vm`: drawing values, calling, and how calls ended. */
#include "base/die.h"
#include "base/intern.h"
#include "harness/t_vm.h"

/* --- values --- */

static struct target_object *new_object(struct target *target, struct target_class *class,
                                        struct diag *diag) {
    return (struct target_object *)vm_new_object(t_vm_of(target), t_vm_class(class), diag);
}

static struct target_object *new_string(struct target *target, const char *utf8) {
    return (struct target_object *)vm_new_string(t_vm_of(target), utf8);
}

static struct target_object *new_array(struct target *target, enum java_type type,
                                       struct target_class *class, int32_t length) {
    return (struct target_object *)vm_new_array(t_vm_of(target), type, t_vm_class(class), length);
}

static union value to_vm(union target_value value) {
    union value copy = {0};
    memcpy(&copy, &value, sizeof value);
    return copy;
}

static void array_set(struct target *target, struct target_object *array, int32_t index,
                      union target_value value) {
    vm_array_set((struct object *)array, index, to_vm(value));
}

/* --- calls --- */

_Static_assert(sizeof(union target_value) == sizeof(union value), "both are eight bytes");

static struct target_result from_vm(struct vm_result result) {
    struct target_result copy = {.threw = result.threw};
    memcpy(&copy.value, &result.value, sizeof copy.value);
    return copy;
}

/* The copies are where the collector looks for objects, as the caller's are. */
static const union value *arguments_of(const struct target_method *method,
                                       const union target_value *arguments, union value *copies) {
    int count = method->shape->parameter_count + !method->is_static;
    for (int i = 0; i < count; i++) copies[i] = to_vm(arguments[i]);
    return copies;
}

static struct target_result call(struct target *target, struct target_method *method,
                                 const union target_value *arguments) {
    union value copies[TARGET_MOST_ARGUMENTS];
    return from_vm(
        vm_call(t_vm_of(target), t_vm_method(method), arguments_of(method, arguments, copies)));
}

static size_t call_together(struct target *target, struct target_method *method,
                            const union target_value *arguments, size_t count,
                            struct target_result *results) {
    union value copies[TARGET_MOST_ARGUMENTS];
    struct vm_result ends[TARGET_MOST_THREADS];
    size_t made = vm_call_together(t_vm_of(target), t_vm_method(method),
                                   arguments_of(method, arguments, copies), count, ends);
    for (size_t i = 0; i < made; i++) results[i] = from_vm(ends[i]);
    return made;
}

static struct target_result interpret(struct target *target, struct target_method *method,
                                      const union target_value *arguments) {
    union value copies[TARGET_MOST_ARGUMENTS];
    return from_vm(vm_call_interpreted(t_vm_of(target), t_vm_method(method),
                                       arguments_of(method, arguments, copies)));
}

/* --- outcomes --- */

/* A class's name as Java writes it: "int[]" for "[I", "A[][]" for "[[LA;". */
static const char *java_name(const char *name) {
    static const struct {
        char letter;
        const char *name;
    } primitives[] = {{'Z', "boolean"}, {'B', "byte"}, {'C', "char"},  {'S', "short"},
                      {'I', "int"},     {'J', "long"}, {'F', "float"}, {'D', "double"}};
    size_t dimensions = strspn(name, "[");
    if (!dimensions) return name;
    struct strbuf text = STRBUF_INIT;
    const char *element = name + dimensions;
    if (*element == 'L') strbuf_addf(&text, "%.*s", (int)strcspn(element + 1, ";"), element + 1);
    for (size_t i = 0; *element != 'L' && i < sizeof primitives / sizeof *primitives; i++)
        if (primitives[i].letter == *element) strbuf_add_text(&text, primitives[i].name);
    while (dimensions--) strbuf_add_text(&text, "[]");
    name = intern(strbuf_text(&text));
    strbuf_release(&text);
    return name;
}

static struct outcome outcome_of_object(struct vm *vm, struct object *object, struct arena *arena) {
    if (!object) return (struct outcome){.kind = OUTCOME_NULL};
    if (vm_object_is_string(vm, object))
        return (struct outcome){.kind = OUTCOME_TEXT,
                                .text = intern(vm_string_text(object, arena))};
    return (struct outcome){.kind = OUTCOME_OBJECT,
                            .text = java_name(vm_class_name(vm_object_class(object)))};
}

static struct outcome outcome_of_exception(struct vm *vm, struct object *exception,
                                           struct arena *arena) {
    const char *message = vm_exception_message(vm, exception, arena);
    return (struct outcome){.kind = OUTCOME_THREW,
                            .text = vm_class_name(vm_object_class(exception)),
                            .message = message ? intern(message) : NULL};
}

static struct outcome outcome(struct target *target, enum java_type return_type,
                              struct target_result result, struct arena *arena) {
    struct vm *vm = t_vm_of(target);
    struct object *object = (struct object *)result.value.r;
    if (result.threw) return outcome_of_exception(vm, object, arena);
    switch (return_type) {
    case JAVA_VOID: return (struct outcome){.kind = OUTCOME_VOID};
    case JAVA_INT:
    case JAVA_BOOLEAN:
    case JAVA_BYTE:
    case JAVA_SHORT: return (struct outcome){.kind = OUTCOME_INTEGER, .integer = result.value.i};
    case JAVA_LONG: return (struct outcome){.kind = OUTCOME_INTEGER, .integer = result.value.j};
    case JAVA_CHAR: return (struct outcome){.kind = OUTCOME_CHAR, .integer = result.value.i};
    case JAVA_FLOAT: return (struct outcome){.kind = OUTCOME_FLOAT, .real = result.value.f};
    case JAVA_DOUBLE: return (struct outcome){.kind = OUTCOME_REAL, .real = result.value.d};
    case JAVA_REFERENCE: return outcome_of_object(vm, object, arena);
    case JAVA_TYPE_COUNT: break;
    }
    UNREACHABLE();
}

static const char *story(struct target *target, struct target_result result, struct arena *arena) {
    return vm_exception_story(t_vm_of(target), (struct object *)result.value.r, arena);
}

/* --- the compiled method --- */

static bool is_compiled(struct target *target, const struct target_method *method) {
    return vm_is_compiled(t_vm_method(method));
}

static enum reason bailout_reason(struct target *target, const struct target_method *method) {
    return vm_bailout_reason(t_vm_method(method));
}

static int64_t interpreted_calls(struct target *target, const struct target_method *method) {
    return vm_interpreted_calls(t_vm_method(method));
}

static bool allocation_failed(struct target *target) {
    return vm_allocation_failed(t_vm_of(target));
}

static bool has_started_threads(struct target *target) {
    return vm_has_started_threads(t_vm_of(target));
}

void t_vm_fill_calls(struct target *target) {
    target->new_object = new_object;
    target->new_string = new_string;
    target->new_array = new_array;
    target->array_set = array_set;
    target->call = call;
    target->call_together = call_together;
    target->interpret = interpret;
    target->outcome = outcome;
    target->story = story;
    target->is_compiled = is_compiled;
    target->bailout_reason = bailout_reason;
    target->interpreted_calls = interpreted_calls;
    target->allocation_failed = allocation_failed;
    target->has_started_threads = has_started_threads;
}
