/* The recorder has the functions that drawing needs; its objects are JSON. */
#include "harness/exchange.h"

#include <math.h>
#include <string.h>

#include "base/die.h"

/* --- runs --- */

void runs_add(json_t *runs, json_t *value) {
    size_t count = json_array_size(runs);
    json_t *last = count ? json_array_get(runs, count - 1) : NULL;
    if (last && json_equal(json_array_get(last, 1), value)) {
        json_t *times = json_array_get(last, 0);
        json_integer_set(times, json_integer_value(times) + 1);
        json_decref(value);
        return;
    }
    json_array_append_new(runs, json_pack("[I,o]", (json_int_t)1, value));
}

bool runs_each(const json_t *runs, bool (*tell)(void *context, int64_t times, const json_t *value),
               void *context) {
    bool is_fine = json_is_array(runs);
    for (size_t i = 0; is_fine && i < json_array_size(runs); i++) {
        const json_t *run = json_array_get(runs, i), *times = json_array_get(run, 0);
        is_fine = json_array_size(run) == 2 && json_is_integer(times) &&
                  json_integer_value(times) >= 0 &&
                  tell(context, json_integer_value(times), json_array_get(run, 1));
    }
    return is_fine;
}

static bool add_times(void *context, int64_t times, const json_t *value) {
    return !__builtin_add_overflow(*(int64_t *)context, times, (int64_t *)context);
}

int64_t runs_count(const json_t *runs) {
    int64_t count = 0;
    return runs_each(runs, add_times, &count) ? count : -1;
}

struct integers {
    int64_t *out, count;
};

static bool add_integers(void *context, int64_t times, const json_t *value) {
    struct integers *integers = context;
    bool is_flag = json_is_boolean(value);
    int64_t number = is_flag ? json_is_true(value) : json_integer_value(value);
    if (!(is_flag || json_is_integer(value)) || number < 0 || times > integers->count) return false;
    for (int64_t i = 0; i < times; i++) *integers->out++ = number;
    integers->count -= times;
    return true;
}

bool runs_integers(const json_t *runs, int64_t *out, int64_t count) {
    struct integers integers = {out, count};
    return runs_each(runs, add_integers, &integers) && !integers.count;
}

/* --- rows --- */

static struct {
    struct target target;
    struct target *names;
} recording;

static json_t *json_of_real(double value) {
    if (isnan(value)) return json_string("NaN");
    if (isinf(value)) return json_string(value < 0 ? "-Infinity" : "Infinity");
    return json_real(value);
}

static json_t *json_of_value(enum java_type type, union target_value value) {
    switch (type) {
    case JAVA_BOOLEAN: return json_boolean(value.i);
    case JAVA_LONG: return json_integer(value.j);
    case JAVA_FLOAT: return json_of_real((double)value.f);
    case JAVA_DOUBLE: return json_of_real(value.d);
    case JAVA_REFERENCE: return value.r ? (json_t *)value.r : json_null();
    case JAVA_INT:
    case JAVA_BYTE:
    case JAVA_CHAR:
    case JAVA_SHORT: return json_integer(value.i);
    case JAVA_VOID:
    case JAVA_TYPE_COUNT: break;
    }
    UNREACHABLE();
}

static struct target_object *record_object(struct target *target, struct target_class *class,
                                           struct diag *diag) {
    const char *name = recording.names->class_name(recording.names, class);
    return (struct target_object *)json_pack("{s:s}", "new", name);
}

static struct target_object *record_string(struct target *target, const char *utf8) {
    return (struct target_object *)json_pack("{s:s}", "text", utf8);
}

static struct target_object *record_array(struct target *target, enum java_type type,
                                          struct target_class *class, int32_t length) {
    const char *element = type == JAVA_REFERENCE
                              ? recording.names->class_name(recording.names, class)
                              : value_type_text(type);
    return (struct target_object *)json_pack("{s:s,s:[]}", "array", element, "of");
}

static enum java_type type_of_element(const json_t *array) {
    const char *element = json_string_value(json_object_get(array, "array"));
    for (int type = 0; type < JAVA_TYPE_COUNT; type++)
        if (type != JAVA_REFERENCE && !strcmp(value_type_text((enum java_type)type), element))
            return (enum java_type)type;
    return JAVA_REFERENCE;
}

/* Elements are set in order. */
static void record_element(struct target *target, struct target_object *array, int32_t index,
                           union target_value value) {
    json_t *record = (json_t *)array;
    json_array_append_new(json_object_get(record, "of"),
                          json_of_value(type_of_element(record), value));
}

struct target *recorder(struct target *target) {
    recording.names = target;
    recording.target = (struct target){.new_object = record_object,
                                       .new_string = record_string,
                                       .new_array = record_array,
                                       .array_set = record_element};
    return &recording.target;
}

json_t *draw_row(struct drawers *drawers, struct target *recorder, double *numbers,
                 struct diag *diag) {
    union target_value values[TARGET_MOST_ARGUMENTS] = {0};
    double drawn[TARGET_MOST_ARGUMENTS];
    if (!drawers_draw(drawers, recorder, values, numbers ? numbers : drawn, diag)) return NULL;
    json_t *row = json_array();
    for (uint32_t i = 0; i < drawers->count; i++)
        json_array_append_new(row, json_of_value(drawers->items[i].type, values[i]));
    return row;
}

/* --- results --- */

static bool real_of_json(const json_t *value, double *out) {
    const char *text = json_string_value(value);
    *out = json_number_value(value);
    if (!text) return json_is_number(value);
    *out = strcmp(text, "NaN") == 0 ? NAN : *text == '-' ? -INFINITY : INFINITY;
    return !strcmp(text, "NaN") || !strcmp(text, "Infinity") || !strcmp(text, "-Infinity");
}

static const char *text_in(const json_t *object, const char *key, struct arena *arena) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? arena_copy_text(arena, text, strlen(text)) : NULL;
}

static bool reference_of_json(const json_t *value, struct arena *arena, struct outcome *out) {
    if (json_is_null(value)) {
        *out = (struct outcome){.kind = OUTCOME_NULL};
        return true;
    }
    const char *text = text_in(value, "text", arena), *object = text_in(value, "object", arena);
    *out = (struct outcome){.kind = text ? OUTCOME_TEXT : OUTCOME_OBJECT,
                            .text = text ? text : object};
    return out->text != NULL;
}

static bool integer_of_json(const json_t *value, enum java_type type, struct outcome *out) {
    bool is_flag = type == JAVA_BOOLEAN && json_is_boolean(value);
    *out = (struct outcome){.kind = type == JAVA_CHAR ? OUTCOME_CHAR : OUTCOME_INTEGER,
                            .integer = is_flag ? json_is_true(value) : json_integer_value(value)};
    return is_flag || json_is_integer(value);
}

/* Of a language whose functions have no type. */
static bool untyped_of_json(const json_t *value, struct arena *arena, struct outcome *out) {
    const char *text = json_string_value(value);
    if (text && !strcmp(text, "void"))
        *out = (struct outcome){.kind = OUTCOME_VOID};
    else if (json_is_boolean(value) || json_is_integer(value))
        return integer_of_json(value, json_is_boolean(value) ? JAVA_BOOLEAN : JAVA_LONG, out);
    else if (text || json_is_real(value)) {
        *out = (struct outcome){.kind = OUTCOME_REAL};
        return real_of_json(value, &out->real);
    } else
        return reference_of_json(value, arena, out);
    return true;
}

bool outcome_of_json(const json_t *result, enum java_type return_type, struct arena *arena,
                     struct outcome *out) {
    const char *thrown = text_in(result, "threw", arena), *text = json_string_value(result);
    if (thrown) {
        *out = (struct outcome){
            .kind = OUTCOME_THREW, .text = thrown, .message = text_in(result, "message", arena)};
        return true;
    }
    switch (return_type) {
    case JAVA_VOID:
        *out = (struct outcome){.kind = OUTCOME_VOID};
        return text && !strcmp(text, "void");
    case JAVA_FLOAT:
    case JAVA_DOUBLE:
        *out = (struct outcome){.kind = return_type == JAVA_FLOAT ? OUTCOME_FLOAT : OUTCOME_REAL};
        return real_of_json(result, &out->real);
    case JAVA_REFERENCE: return reference_of_json(result, arena, out);
    case JAVA_BOOLEAN:
    case JAVA_BYTE:
    case JAVA_CHAR:
    case JAVA_SHORT:
    case JAVA_INT:
    case JAVA_LONG: return integer_of_json(result, return_type, out);
    case JAVA_TYPE_COUNT: return untyped_of_json(result, arena, out);
    }
    UNREACHABLE();
}
