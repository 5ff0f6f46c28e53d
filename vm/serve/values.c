/* VALUES: arguments from JSON, results to it. */
#include <math.h>
#include <string.h>

#include "base/die.h"
#include "serve/state.h"

static bool no_value(const json_t *json, const char *type, struct diag *diag) {
    char *text = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
    diag_error(diag, (struct place){0}, "%.100s is no %s", text ? text : "nothing", type);
    free(text);
    return false;
}

/* --- primitive types --- */

static const struct primitive_range {
    const char *name;
    int64_t least, most; /* of integers */
} primitives[JAVA_TYPE_COUNT] = {
    [JAVA_INT] = {"int", INT32_MIN, INT32_MAX},
    [JAVA_LONG] = {"long", INT64_MIN, INT64_MAX},
    [JAVA_FLOAT] = {"float", 0, 0},
    [JAVA_DOUBLE] = {"double", 0, 0},
    [JAVA_BOOLEAN] = {"boolean", 0, 1},
    [JAVA_BYTE] = {"byte", INT8_MIN, INT8_MAX},
    [JAVA_CHAR] = {"char", 0, UINT16_MAX},
    [JAVA_SHORT] = {"short", INT16_MIN, INT16_MAX},
};

static bool read_real(const json_t *json, const char *type, double *out, struct diag *diag) {
    const char *text = json_string_value(json);
    *out = json_number_value(json);
    if (!text) return json_is_number(json) || no_value(json, type, diag);
    *out = *text == 'N' ? NAN : *text == '-' ? -INFINITY : INFINITY;
    return !strcmp(text, "NaN") || !strcmp(text, "Infinity") || !strcmp(text, "-Infinity") ||
           no_value(json, type, diag);
}

static bool read_integer(const json_t *json, enum java_type type, int64_t *out, struct diag *diag) {
    const struct primitive_range *is = &primitives[type];
    bool is_flag = type == JAVA_BOOLEAN && json_is_boolean(json);
    *out = is_flag ? json_is_true(json) : json_integer_value(json);
    return is_flag ||
           (json_is_integer(json) && type != JAVA_BOOLEAN && *out >= is->least &&
            *out <= is->most) ||
           no_value(json, is->name, diag);
}

static bool read_primitive(const json_t *json, enum java_type type, union value *out,
                           struct diag *diag) {
    int64_t integer;
    double real;
    if (type == JAVA_FLOAT || type == JAVA_DOUBLE) {
        if (!read_real(json, primitives[type].name, &real, diag)) return false;
        if (type == JAVA_FLOAT)
            out->f = (float)real;
        else
            out->d = real;
        return true;
    }
    if (!read_integer(json, type, &integer, diag)) return false;
    if (type == JAVA_LONG)
        out->j = integer;
    else
        out->i = (int32_t)integer;
    return true;
}

static enum java_type primitive_of_name(const char *name) {
    for (int type = 0; type < JAVA_TYPE_COUNT; type++)
        if (primitives[type].name && !strcmp(primitives[type].name, name))
            return (enum java_type)type;
    return JAVA_REFERENCE;
}

/* --- references --- */

static bool read_reference(struct serving *serving, const json_t *json, struct object **out,
                           struct diag *diag);

static bool read_element(struct serving *serving, const json_t *json, enum java_type type,
                         union value *out, struct diag *diag) {
    return type == JAVA_REFERENCE ? read_reference(serving, json, &out->r, diag)
                                  : read_primitive(json, type, out, diag);
}

static bool read_array(struct serving *serving, const char *element, const json_t *of,
                       struct object **out, struct diag *diag) {
    enum java_type type = primitive_of_name(element);
    struct class *class = type == JAVA_REFERENCE ? vm_find_class(serving->vm, element, diag) : NULL;
    if (type == JAVA_REFERENCE && !class) return false;
    size_t length = json_array_size(of);
    struct object *array = vm_new_array(serving->vm, type, class, (int32_t)length);
    for (size_t i = 0; array && i < length; i++) {
        union value value = {0};
        if (!read_element(serving, json_array_get(of, i), type, &value, diag)) return false;
        vm_array_set(array, (int32_t)i, value);
    }
    *out = array;
    return true;
}

static bool read_new(struct serving *serving, const char *name, struct object **out,
                     struct diag *diag) {
    struct class *class = vm_find_class(serving->vm, name, diag);
    return class && (*out = vm_new_object(serving->vm, class, diag));
}

static bool read_reference(struct serving *serving, const json_t *json, struct object **out,
                           struct diag *diag) {
    const char *text = question_text(json, "text", NULL), *name = question_text(json, "new", NULL),
               *element = question_text(json, "array", NULL);
    *out = NULL;
    if (json_is_null(json)) return true;
    if (text) return (*out = vm_new_string(serving->vm, text)) != NULL;
    if (name) return read_new(serving, name, out, diag);
    if (element) return read_array(serving, element, json_object_get(json, "of"), out, diag);
    return no_value(json, "reference", diag);
}

/* --- rows --- */

/* [class]: internal name of the parameter's. */
static bool read_object(struct serving *serving, const json_t *json, const char *class,
                        union value *out, struct diag *diag) {
    if (!read_reference(serving, json, &out->r, diag)) return false;
    return !out->r || vm_class_fits(serving->vm, vm_object_class(out->r), class) ||
           no_value(json, class, diag);
}

static bool read_receiver(struct serving *serving, const json_t *json, union value *out,
                          struct diag *diag) {
    const char *name = vm_method_name(serving->method), *end = strchr(name, '(');
    while (*end != '.') end--;
    struct strbuf class = STRBUF_INIT;
    for (const char *c = name; c < end; c++) strbuf_add_char(&class, *c == '.' ? '/' : *c);
    bool is_fine = read_object(serving, json, strbuf_text(&class), out, diag) &&
                   (out->r || no_value(json, "receiver", diag));
    strbuf_release(&class);
    return is_fine;
}

bool values_of_row(struct serving *serving, const json_t *row, union value *values,
                   struct diag *diag) {
    const struct method_shape *shape = vm_method_shape(serving->method);
    size_t first = !vm_method_is_static(serving->method), count = shape->parameter_count;
    if (json_array_size(row) != first + count)
        return diag_error(diag, (struct place){0}, "a row of %zu values where %s takes %zu",
                          json_array_size(row), vm_method_name(serving->method), first + count);
    if (first && !read_receiver(serving, json_array_get(row, 0), &values[0], diag)) return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *json = json_array_get(row, first + i);
        bool is_fine =
            shape->parameters[i] == JAVA_REFERENCE
                ? read_object(serving, json, shape->parameter_classes[i], &values[first + i], diag)
                : read_primitive(json, shape->parameters[i], &values[first + i], diag);
        if (!is_fine) return false;
    }
    return true;
}

/* --- results --- */

static json_t *json_of_real(double value) {
    if (isnan(value)) return json_string("NaN");
    if (isinf(value)) return json_string(value < 0 ? "-Infinity" : "Infinity");
    return json_real(value);
}

static json_t *json_of_object(struct serving *serving, const struct object *object,
                              struct arena *arena) {
    if (!object) return json_null();
    bool is_text = vm_object_is_string(serving->vm, object);
    const char *text =
        is_text ? vm_string_text(object, arena) : vm_class_words(vm_object_class(object));
    return json_pack("{s:o}", is_text ? "text" : "object", json_of_text(text));
}

static json_t *json_of_exception(struct serving *serving, struct object *exception,
                                 struct arena *arena) {
    const char *message = vm_exception_message(serving->vm, exception, arena);
    return json_pack("{s:o,s:o}", "threw", json_of_text(vm_class_name(vm_object_class(exception))),
                     "message", message ? json_of_text(message) : json_null());
}

static json_t *json_of_returned(struct serving *serving, union value value, struct arena *arena) {
    switch (vm_method_shape(serving->method)->return_type) {
    case JAVA_VOID: return json_string("void");
    case JAVA_BOOLEAN: return json_boolean(value.i);
    case JAVA_INT:
    case JAVA_BYTE:
    case JAVA_CHAR:
    case JAVA_SHORT: return json_integer(value.i);
    case JAVA_LONG: return json_integer(value.j);
    case JAVA_FLOAT: return json_of_real((double)value.f);
    case JAVA_DOUBLE: return json_of_real(value.d);
    case JAVA_REFERENCE: return json_of_object(serving, value.r, arena);
    case JAVA_TYPE_COUNT: break;
    }
    UNREACHABLE();
}

json_t *json_of_result(struct serving *serving, struct vm_result result) {
    struct arena arena;
    arena_init(&arena);
    json_t *json = result.threw ? json_of_exception(serving, result.value.r, &arena)
                                : json_of_returned(serving, result.value, &arena);
    arena_release(&arena);
    return json;
}
