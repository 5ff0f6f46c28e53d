/* Outcomes from the VM's results. */
#include "harness/outcome.h"

#include <math.h>
#include <string.h>

#include "base/die.h"
#include "base/intern.h"
#include "base/strbuf.h"

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

struct outcome outcome_of(struct vm *vm, enum java_type return_type, struct vm_result result,
                          struct arena *arena) {
    if (result.threw) return outcome_of_exception(vm, result.value.r, arena);
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
    case JAVA_REFERENCE: return outcome_of_object(vm, result.value.r, arena);
    case JAVA_TYPE_COUNT: break;
    }
    UNREACHABLE();
}

static bool text_equal(const char *a, const char *b) { return a && b ? strcmp(a, b) == 0 : a == b; }

bool outcome_equal(const struct outcome *a, const struct outcome *b) {
    if (a->kind != b->kind || a->integer != b->integer) return false;
    bool reals_equal =
        memcmp(&a->real, &b->real, sizeof a->real) == 0 || (isnan(a->real) && isnan(b->real));
    return reals_equal && text_equal(a->text, b->text) && text_equal(a->message, b->message);
}

const char *outcome_text(const struct outcome *outcome, struct arena *arena) {
    switch (outcome->kind) {
    case OUTCOME_VOID: return "returned";
    case OUTCOME_INTEGER: return arena_format(arena, "returned %lld", (long long)outcome->integer);
    case OUTCOME_CHAR:
        return arena_format(arena, "returned char %lld", (long long)outcome->integer);
    case OUTCOME_FLOAT: return arena_format(arena, "returned %.9g", outcome->real);
    case OUTCOME_REAL: return arena_format(arena, "returned %.17g", outcome->real);
    case OUTCOME_TEXT: return arena_format(arena, "returned \"%s\"", outcome->text);
    case OUTCOME_NULL: return "returned null";
    case OUTCOME_OBJECT: return arena_format(arena, "returned a %s", outcome->text);
    case OUTCOME_THREW:
        return arena_format(arena, "threw %s%s%s", outcome->text, outcome->message ? ": " : "",
                            outcome->message ? outcome->message : "");
    }
    UNREACHABLE();
}
