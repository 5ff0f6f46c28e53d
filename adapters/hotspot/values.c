/* VALUES: one row of primitives.def for each primitive type, and references. */
#include "adapters/hotspot/values.h"

#include <math.h>
#include <string.h>

/* --- from JSON --- */

static bool read_truth(const json_t *value, jboolean *out) {
    *out = json_is_true(value);
    return json_is_boolean(value);
}

static bool read_integer(const json_t *value, json_int_t least, json_int_t most, json_int_t *out) {
    *out = json_integer_value(value);
    return json_is_integer(value) && *out >= least && *out <= most;
}

static bool read_number(const json_t *value, double *out) {
    static const struct {
        const char *name;
        double number;
    } names[] = {{"NaN", NAN}, {"Infinity", INFINITY}, {"-Infinity", -INFINITY}};
    const char *text = json_string_value(value);
    for (size_t i = 0; text && i < sizeof names / sizeof *names; i++) {
        if (strcmp(text, names[i].name) != 0) continue;
        *out = names[i].number;
        return true;
    }
    *out = json_number_value(value);
    return json_is_number(value);
}

static bool read_primitive(const json_t *value, char type, jvalue *out) {
    json_int_t integer = 0;
    double number = 0;
    bool is_read = false;
    switch (type) {
    case 'Z': return read_truth(value, &out->z);
    case 'B': is_read = read_integer(value, INT8_MIN, INT8_MAX, &integer); break;
    case 'C': is_read = read_integer(value, 0, UINT16_MAX, &integer); break;
    case 'S': is_read = read_integer(value, INT16_MIN, INT16_MAX, &integer); break;
    case 'I': is_read = read_integer(value, INT32_MIN, INT32_MAX, &integer); break;
    case 'J': is_read = read_integer(value, INT64_MIN, INT64_MAX, &integer); break;
    case 'F': is_read = read_number(value, &number), out->f = (jfloat)number; return is_read;
    case 'D': is_read = read_number(value, &number), out->d = number; return is_read;
    default: return false;
    }
    switch (type) {
    case 'B': out->b = (jbyte)integer; break;
    case 'C': out->c = (jchar)integer; break;
    case 'S': out->s = (jshort)integer; break;
    case 'I': out->i = (jint)integer; break;
    default: out->j = integer;
    }
    return is_read;
}

static void add_wrong(struct strbuf *fault, const json_t *value, const char *type) {
    struct strbuf name = STRBUF_INIT;
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    add_java_name(&name, type);
    strbuf_addf(fault, "%s is no value of the type %s", text ? text : "this", strbuf_text(&name));
    strbuf_release(&name);
    free(text);
}

static bool store_primitive(struct java *java, jobject array, char type, jsize index,
                            const jvalue *value) {
    switch (type) {
#define PRIMITIVE(letter, word, jni, member, json)                                                 \
    case letter:                                                                                   \
        JNI(java, Set##jni##ArrayRegion, array, index, 1, &value->member);                         \
        return true;
#include "adapters/hotspot/primitives.def"
#undef PRIMITIVE
    default: return false;
    }
}

static jobject new_primitive_array(struct java *java, char type, jsize count) {
    switch (type) {
#define PRIMITIVE(letter, word, jni, member, json)                                                 \
    case letter:                                                                                   \
        return JNI(java, New##jni##Array, count);
#include "adapters/hotspot/primitives.def"
#undef PRIMITIVE
    default: return NULL;
    }
}

static char primitive_named(const char *name) {
#define PRIMITIVE(letter, word, jni, member, json)                                                 \
    if (strcmp(name, #word) == 0) return letter;
#include "adapters/hotspot/primitives.def"
#undef PRIMITIVE
    return 0;
}

static bool read_reference(struct program_classes *classes, json_t *value, jobject *out,
                           struct strbuf *fault);

static bool fill_array(struct program_classes *classes, jobject array, char primitive,
                       json_t *elements, struct strbuf *fault) {
    size_t index;
    json_t *element;
    json_array_foreach(elements, index, element) {
        jvalue value = {0};
        if (primitive && !read_primitive(element, primitive, &value)) {
            add_wrong(fault, element, &primitive);
            return false;
        }
        if (!primitive && !read_reference(classes, element, &value.l, fault)) return false;
        if (primitive)
            store_primitive(classes->java, array, primitive, (jsize)index, &value);
        else
            JNI(classes->java, SetObjectArrayElement, array, (jsize)index, value.l);
        if (JNI(classes->java, ExceptionCheck)) {
            java_take_exception(classes->java, fault);
            return false;
        }
    }
    return true;
}

static bool read_array(struct program_classes *classes, const char *type, json_t *elements,
                       jobject *out, struct strbuf *fault) {
    jsize count = (jsize)json_array_size(elements);
    char primitive = primitive_named(type);
    jclass class = primitive ? NULL : classes_find(classes, type);
    if (primitive)
        *out = new_primitive_array(classes->java, primitive, count);
    else if (class)
        *out = JNI(classes->java, NewObjectArray, count, class, NULL);
    if (JNI(classes->java, ExceptionCheck)) {
        java_take_exception(classes->java, fault);
        return false;
    }
    return fill_array(classes, *out, primitive, elements, fault);
}

static bool read_object(struct program_classes *classes, const char *name, jobject *out,
                        struct strbuf *fault) {
    struct java *java = classes->java;
    jclass class = classes_find(classes, name);
    jmethodID make = class ? JNI(java, GetMethodID, class, "<init>", "()V") : NULL;
    *out = make ? JNI(java, NewObject, class, make) : NULL;
    if (!JNI(java, ExceptionCheck)) return true;
    strbuf_addf(fault, "cannot make a new %s: ", name);
    java_take_exception(java, fault);
    return false;
}

static bool read_reference(struct program_classes *classes, json_t *value, jobject *out,
                           struct strbuf *fault) {
    const char *text = json_string_value(json_object_get(value, "text"));
    const char *made = json_string_value(json_object_get(value, "new"));
    const char *array = json_string_value(json_object_get(value, "array"));
    *out = NULL;
    if (json_is_null(value)) return true;
    if (made) return read_object(classes, made, out, fault);
    if (array) return read_array(classes, array, json_object_get(value, "of"), out, fault);
    if (text)
        *out = java_string(classes->java, text);
    else
        add_wrong(fault, value, "Ljava/lang/Object;");
    return *out != NULL;
}

/* Is the reference one that the parameter may have? JNI does not check. */
static bool may_be(struct program_classes *classes, jobject object, const char *type,
                   struct strbuf *fault) {
    struct strbuf name = STRBUF_INIT;
    add_java_name(&name, type);
    jclass class = classes_find(classes, strbuf_text(&name));
    bool is_it = class && JNI(classes->java, IsInstanceOf, object, class);
    if (!class)
        java_take_exception(classes->java, fault);
    else if (!is_it)
        strbuf_addf(fault, "a value is no %s", strbuf_text(&name));
    strbuf_release(&name);
    return is_it;
}

bool value_read(struct program_classes *classes, json_t *value, const char *type, jvalue *out,
                struct strbuf *fault) {
    if (*type == 'L' || *type == '[')
        return read_reference(classes, value, &out->l, fault) &&
               (!out->l || may_be(classes, out->l, type, fault));
    if (read_primitive(value, *type, out)) return true;
    add_wrong(fault, value, type);
    return false;
}

/* --- to JSON --- */

static json_t *tell_truth(jboolean value) { return json_boolean(value); }
static json_t *tell_integer(json_int_t value) { return json_integer(value); }

static json_t *tell_number(double value) {
    if (isnan(value)) return json_string("NaN");
    if (isinf(value)) return json_string(value > 0 ? "Infinity" : "-Infinity");
    return json_real(value);
}

static json_t *json_of_buffer(struct strbuf *text) {
    json_t *json = json_stringn(strbuf_text(text), text->length);
    strbuf_release(text);
    return json;
}

static json_t *class_of(struct java *java, jobject object) {
    struct strbuf name = STRBUF_INIT;
    char *signature = NULL;
    jclass class = JNI(java, GetObjectClass, object);
    JVMTI(java, GetClassSignature, class, &signature, NULL);
    add_java_name(&name, signature ? signature : "");
    JVMTI(java, Deallocate, (unsigned char *)signature);
    JNI(java, DeleteLocalRef, class);
    return json_of_buffer(&name);
}

static json_t *tell_reference(struct java *java, jobject object) {
    static jclass strings;
    if (!object) return json_null();
    if (!strings) strings = JNI(java, NewGlobalRef, java_library_class(java, "java/lang/String"));
    if (!JNI(java, IsInstanceOf, object, strings))
        return json_pack("{s:o}", "object", class_of(java, object));
    struct strbuf text = STRBUF_INIT;
    java_add_string(java, object, &text);
    return json_pack("{s:o}", "text", json_of_buffer(&text));
}

json_t *value_tell(struct java *java, const char *type, jvalue result) {
    switch (*type) {
#define PRIMITIVE(letter, word, jni, member, json)                                                 \
    case letter:                                                                                   \
        return tell_##json(result.member);
#include "adapters/hotspot/primitives.def"
#undef PRIMITIVE
    case 'V': return json_string("void");
    default: return tell_reference(java, result.l);
    }
}

json_t *value_thrown(struct java *java, jthrowable thrown) {
    struct strbuf text = STRBUF_INIT;
    JNI(java, ExceptionClear);
    jclass type = java_library_class(java, "java/lang/Throwable");
    jmethodID get = java_method(java, type, "getMessage", "()Ljava/lang/String;");
    jstring message = JNI(java, CallObjectMethod, thrown, get);
    JNI(java, ExceptionClear);
    if (message) java_add_string(java, message, &text);
    json_t *told = message ? json_of_buffer(&text) : json_null();
    return json_pack("{s:o, s:o}", "threw", class_of(java, thrown), "message", told);
}
