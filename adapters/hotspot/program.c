/* PROGRAM: finds the method by linking its class, without initialising it: that is the first call's. */
#include "adapters/hotspot/program.h"

#include <stdio.h>
#include <string.h>

#include "adapters/hotspot/hidden_names.h"

/* --- finding the method --- */

/* Reflection links, and so verifies, without initialising. */
static bool link_class(struct java *java, jclass class, struct strbuf *fault) {
    jclass type = java_library_class(java, "java/lang/Class");
    jmethodID methods =
        java_method(java, type, "getDeclaredMethods", "()[Ljava/lang/reflect/Method;");
    JNI(java, CallObjectMethod, class, methods);
    if (!JNI(java, ExceptionCheck)) return true;
    java_take_exception(java, fault);
    return false;
}

static bool is_wanted(const struct java_program *program, jmethodID id) {
    struct java *java = program->java;
    char *name = NULL, *descriptor = NULL;
    jint modifiers = 0;
    if (JVMTI(java, GetMethodName, id, &name, &descriptor, NULL)) return false;
    JVMTI(java, GetMethodModifiers, id, &modifiers);
    bool is_static = modifiers & 0x0008;
    bool is_it = strcmp(name, program->method_name) == 0 &&
                 strcmp(descriptor, program->descriptor) == 0 && is_static == program->is_static;
    JVMTI(java, Deallocate, (unsigned char *)name);
    JVMTI(java, Deallocate, (unsigned char *)descriptor);
    return is_it;
}

/* In the class or, inherited, in one above it. */
static bool find_method(struct java_program *program, struct strbuf *fault) {
    struct java *java = program->java;
    for (jclass class = program->class; class; class = JNI(java, GetSuperclass, class)) {
        jint count = 0;
        jmethodID *ids = NULL;
        if (JVMTI(java, GetClassMethods, class, &count, &ids)) break;
        for (jint i = 0; i < count && !program->method; i++)
            if (is_wanted(program, ids[i])) program->method = ids[i];
        JVMTI(java, Deallocate, (unsigned char *)ids);
        if (!program->method) continue;
        jobject reflected =
            JNI(java, ToReflectedMethod, class, program->method, program->is_static);
        program->reflected = JNI(java, NewGlobalRef, reflected);
        program->name = memory_duplicate(methods_find(&program->methods, program->method)->name);
        return true;
    }
    strbuf_addf(fault, "%s has no %smethod %s%s", program->class_name,
                program->is_static ? "static " : "", program->method_name, program->descriptor);
    return false;
}

static bool is_descriptor(const char *at) {
    if (*at++ != '(') return false;
    while (*at && *at != ')') {
        at += strspn(at, "[");
        if (*at == 'L')
            at = strchr(at, ';');
        else if (!strchr("ZBCSIJFD", *at))
            at = NULL;
        if (!at) return false;
        at++;
    }
    return *at == ')' && at[1];
}

static bool read_call(struct java_program *program, const json_t *call, struct strbuf *fault) {
    const char *class = question_text(call, "class", NULL);
    const char *method = question_text(call, "method", NULL);
    const char *descriptor = question_text(call, "descriptor", NULL);
    if (!class || !method || !descriptor || !is_descriptor(descriptor)) {
        strbuf_add_text(fault, "'call' names no class, method and descriptor");
        return false;
    }
    program->class_name = memory_duplicate(class);
    program->method_name = memory_duplicate(method);
    program->descriptor = memory_duplicate(descriptor);
    program->is_static = question_truth(call, "static", true);
    return true;
}

bool program_define(struct java_program *program, struct java *java, json_t *define,
                    struct strbuf *fault) {
    *program = (struct java_program){.java = java};
    program->methods = (struct methods){.java = java, .classes = &program->classes};
    JNI(java, PushLocalFrame, 256);
    bool is_defined = read_call(program, json_object_get(define, "call"), fault) &&
                      classes_define(&program->classes, java, json_object_get(define, "classes"),
                                     json_object_get(define, "class_path"), fault);
    if (is_defined) program->class = classes_find(&program->classes, program->class_name);
    if (is_defined && !program->class) java_take_exception(java, fault);
    is_defined = is_defined && program->class && link_class(java, program->class, fault) &&
                 find_method(program, fault);
    JNI(java, PopLocalFrame, NULL);
    return is_defined;
}

void program_release(struct java_program *program) {
    if (!program->java) return;
    if (program->reflected) JNI(program->java, DeleteGlobalRef, program->reflected);
    methods_release(&program->methods);
    classes_release(&program->classes);
    hidden_names_forget();
    memory_free(program->class_name);
    memory_free(program->method_name);
    memory_free(program->descriptor);
    memory_free(program->name);
    *program = (struct java_program){0};
}

/* --- arguments --- */

struct arguments {
    jobject receiver;
    jvalue values[MOST_PARAMETERS + 1];
};

static const char *after_type(const char *type) {
    type += strspn(type, "[");
    return *type == 'L' ? strchr(type, ';') + 1 : type + 1;
}

static bool read_receiver(struct java_program *program, json_t *value, jobject *out,
                          struct strbuf *fault) {
    struct strbuf type = STRBUF_INIT;
    jvalue receiver;
    strbuf_addf(&type, "L%s;", program->class_name);
    bool is_read = value_read(&program->classes, value, strbuf_text(&type), &receiver, fault);
    strbuf_release(&type);
    if (is_read && !receiver.l) strbuf_add_text(fault, "the receiver is null");
    *out = is_read ? receiver.l : NULL;
    return *out != NULL;
}

static bool read_arguments(struct java_program *program, json_t *row, struct arguments *arguments,
                           struct strbuf *fault) {
    size_t count = 0, at = program->is_static ? 0 : 1;
    for (const char *type = program->descriptor + 1; *type != ')'; type = after_type(type)) count++;
    if (json_array_size(row) != at + count || count > MOST_PARAMETERS) {
        strbuf_addf(fault, "a row has %zu values, %s takes %zu", json_array_size(row),
                    program->name, at + count);
        return false;
    }
    if (!program->is_static &&
        !read_receiver(program, json_array_get(row, 0), &arguments->receiver, fault))
        return false;
    const char *type = program->descriptor + 1;
    for (size_t i = 0; i < count; i++, type = after_type(type))
        if (!value_read(&program->classes, json_array_get(row, at + i), type, &arguments->values[i],
                        fault))
            return false;
    return true;
}

/* --- the call --- */

/* JNI finds a method by initialising its class, and calls it without: what that throws is the call's. */
static bool initialize(struct java_program *program) {
    struct java *java = program->java;
    if (program->is_initialized) return true;
    jmethodID found = program->is_static ? JNI(java, GetStaticMethodID, program->class,
                                               program->method_name, program->descriptor)
                                         : JNI(java, GetMethodID, program->class,
                                               program->method_name, program->descriptor);
    program->is_initialized = found != NULL;
    return found != NULL;
}

static void call_static(struct java_program *program, const char *type, const jvalue *values,
                        jvalue *result) {
    struct java *java = program->java;
    jclass class = program->class;
    jmethodID method = program->method;
    switch (*type) {
#define PRIMITIVE(letter, word, jni, member, json)                                                 \
    case letter:                                                                                   \
        result->member = JNI(java, CallStatic##jni##MethodA, class, method, values);               \
        return;
#include "adapters/hotspot/primitives.def"
#undef PRIMITIVE
    case 'V': JNI(java, CallStaticVoidMethodA, class, method, values); return;
    default: result->l = JNI(java, CallStaticObjectMethodA, class, method, values);
    }
}

static void call_virtual(struct java_program *program, const char *type, jobject receiver,
                         const jvalue *values, jvalue *result) {
    struct java *java = program->java;
    jmethodID method = program->method;
    switch (*type) {
#define PRIMITIVE(letter, word, jni, member, json)                                                 \
    case letter:                                                                                   \
        result->member = JNI(java, Call##jni##MethodA, receiver, method, values);                  \
        return;
#include "adapters/hotspot/primitives.def"
#undef PRIMITIVE
    case 'V': JNI(java, CallVoidMethodA, receiver, method, values); return;
    default: result->l = JNI(java, CallObjectMethodA, receiver, method, values);
    }
}

static void call(struct java_program *program, const struct arguments *arguments, jvalue *result) {
    const char *type = strchr(program->descriptor, ')') + 1;
    if (!initialize(program)) return;
    if (program->is_static)
        call_static(program, type, arguments->values, result);
    else
        call_virtual(program, type, arguments->receiver, arguments->values, result);
}

/* --- what it throws --- */

static jobject first_frame(struct java *java, jthrowable thrown) {
    jclass type = java_library_class(java, "java/lang/Throwable");
    jobjectArray trace =
        JNI(java, CallObjectMethod, thrown,
            java_method(java, type, "getStackTrace", "()[Ljava/lang/StackTraceElement;"));
    bool has_frame = trace && JNI(java, GetArrayLength, trace) > 0;
    return has_frame ? JNI(java, GetObjectArrayElement, trace, 0) : NULL;
}

static void add_text_of(struct java *java, jobject frame, const char *method, struct strbuf *text) {
    jclass type = JNI(java, GetObjectClass, frame);
    jstring string =
        JNI(java, CallObjectMethod, frame, java_method(java, type, method, "()Ljava/lang/String;"));
    if (string) java_add_string(java, string, text);
}

/* ", in A.foo(Z)V (line 3)", as far as it is known. */
static void add_place(struct java_program *program, jthrowable thrown, struct strbuf *story) {
    struct java *java = program->java;
    jobject frame = first_frame(java, thrown);
    struct strbuf class = STRBUF_INIT, method = STRBUF_INIT;
    if (frame) {
        jclass type = JNI(java, GetObjectClass, frame);
        add_text_of(java, frame, "getClassName", &class);
        add_text_of(java, frame, "getMethodName", &method);
        int line = JNI(java, CallIntMethod, frame, java_method(java, type, "getLineNumber", "()I"));
        const char *name =
            methods_name_at(&program->methods, strbuf_text(&class), strbuf_text(&method), line);
        if (name)
            strbuf_addf(story, ", in %s", name);
        else
            strbuf_addf(story, ", in %s.%s", strbuf_text(&class), strbuf_text(&method));
        if (line > 0) strbuf_addf(story, " (line %d)", line);
    }
    JNI(java, ExceptionClear);
    strbuf_release(&class);
    strbuf_release(&method);
}

static json_t *tell_thrown(struct java_program *program, jthrowable thrown, struct strbuf *story) {
    JNI(program->java, ExceptionClear);
    json_t *told = value_thrown(program->java, thrown);
    if (!story->length) {
        const char *message = json_string_value(json_object_get(told, "message"));
        strbuf_addf(story, "threw %s%s%s", json_string_value(json_object_get(told, "threw")),
                    message ? ": " : "", message ? message : "");
        add_place(program, thrown, story);
    }
    return told;
}

json_t *program_call(struct java_program *program, json_t *row, struct allocations *allocations,
                     json_int_t execution, struct strbuf *story, struct strbuf *fault) {
    struct java *java = program->java;
    struct arguments arguments = {0};
    jvalue result = {0};
    json_t *told = NULL;
    JNI(java, PushLocalFrame, 64);
    if (read_arguments(program, row, &arguments, fault)) {
        if (allocations) allocations_listen(allocations, execution);
        call(program, &arguments, &result);
        if (allocations) allocations_stop(allocations);
        jthrowable thrown = JNI(java, ExceptionOccurred);
        told = thrown ? tell_thrown(program, thrown, story)
                      : value_tell(java, strchr(program->descriptor, ')') + 1, result);
    }
    JNI(java, PopLocalFrame, NULL);
    return told;
}
