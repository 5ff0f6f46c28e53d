/* CLASSES: class files come in any order, and a superclass must be there before: those that fail are tried again while others
 * succeed. */
#define _GNU_SOURCE
#include "adapters/hotspot/classes.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "adapters/common/base64.h"
#include "adapters/hotspot/hidden_names.h"

/* --- names --- */

static const char *word_of(char letter) {
    switch (letter) {
#define PRIMITIVE(code, word, jni, member, json)                                                   \
    case code:                                                                                     \
        return #word;
#include "adapters/hotspot/primitives.def"
#undef PRIMITIVE
    case 'V': return "void";
    default: return NULL;
    }
}

static char letter_of(const char *word, size_t length) {
#define PRIMITIVE(code, name, jni, member, json)                                                   \
    if (strlen(#name) == length && memcmp(word, #name, length) == 0) return code;
#include "adapters/hotspot/primitives.def"
#undef PRIMITIVE
    return 0;
}

void add_java_name(struct strbuf *name, const char *descriptor) {
    size_t dimensions = strspn(descriptor, "[");
    const char *element = descriptor + dimensions, *word = word_of(*element);
    struct strbuf words = STRBUF_INIT;
    if (word) strbuf_add_text(name, word);
    for (const char *at = element + 1; !word && *at && *at != ';'; at++)
        strbuf_add_char(&words, *at == '/' ? '.' : *at);
    add_hidden_names(name, strbuf_text(&words));
    strbuf_release(&words);
    for (; dimensions; dimensions--) strbuf_add_text(name, "[]");
}

/* As Class.forName takes it: "int[]" is "[I". */
static void add_binary_name(struct strbuf *binary, const char *name) {
    size_t length = strlen(name), dimensions = 0;
    while (length > 2 && memcmp(name + length - 2, "[]", 2) == 0) {
        length -= 2;
        dimensions++;
    }
    char letter = dimensions ? letter_of(name, length) : 0;
    for (size_t i = 0; i < dimensions; i++) strbuf_add_char(binary, '[');
    if (letter)
        strbuf_add_char(binary, letter);
    else
        strbuf_addf(binary, dimensions ? "L%.*s;" : "%.*s", (int)length, name);
}

/* --- the loader --- */

static void add_url(struct strbuf *url, const char *path) {
    struct stat status;
    bool is_directory = stat(path, &status) == 0 && S_ISDIR(status.st_mode);
    strbuf_add_text(url, "file://");
    for (; *path; path++) {
        bool is_plain = strchr("/-_.~", *path) || (*path >= '0' && *path <= '9') ||
                        (*path >= 'a' && *path <= 'z') || (*path >= 'A' && *path <= 'Z');
        strbuf_addf(url, is_plain ? "%c" : "%%%02X", (unsigned char)*path);
    }
    if (is_directory) strbuf_add_char(url, '/');
}

static jobject make_url(struct java *java, const char *path) {
    jclass type = java_library_class(java, "java/net/URL");
    jmethodID make = java_method(java, type, "<init>", "(Ljava/lang/String;)V");
    struct strbuf text = STRBUF_INIT;
    char *absolute = realpath(path, NULL);
    add_url(&text, absolute ? absolute : path);
    free(absolute);
    jobject url = JNI(java, NewObject, type, make, java_string(java, strbuf_text(&text)));
    strbuf_release(&text);
    return url;
}

/* Its parent is the one of the platform's classes: nothing of this program's is in between. */
static jobject make_loader(struct java *java, json_t *class_path) {
    jclass loaders = java_library_class(java, "java/lang/ClassLoader");
    jclass type = java_library_class(java, "java/net/URLClassLoader");
    jsize count = (jsize)json_array_size(class_path);
    jobjectArray urls =
        JNI(java, NewObjectArray, count, java_library_class(java, "java/net/URL"), NULL);
    for (jsize i = 0; i < count; i++) {
        const char *path = json_string_value(json_array_get(class_path, (size_t)i));
        jobject url = make_url(java, path ? path : "");
        if (!url) return NULL;
        JNI(java, SetObjectArrayElement, urls, i, url);
    }
    jobject parent = JNI(
        java, CallStaticObjectMethod, loaders,
        java_static_method(java, loaders, "getPlatformClassLoader", "()Ljava/lang/ClassLoader;"));
    jmethodID make = java_method(java, type, "<init>", "([Ljava/net/URL;Ljava/lang/ClassLoader;)V");
    return JNI(java, NewObject, type, make, urls, parent);
}

/* Programs that ask their thread for a loader get this one. */
static void set_context_loader(struct java *java, jobject loader) {
    jclass type = java_library_class(java, "java/lang/Thread");
    jobject thread = JNI(java, CallStaticObjectMethod, type,
                         java_static_method(java, type, "currentThread", "()Ljava/lang/Thread;"));
    JNI(java, CallVoidMethod, thread,
        java_method(java, type, "setContextClassLoader", "(Ljava/lang/ClassLoader;)V"), loader);
}

/* --- class files --- */

static bool has_class_file(json_t *entry, struct strbuf *bytes) {
    const char *text = json_string_value(json_object_get(entry, "bytes"));
    strbuf_clear(bytes);
    return text && json_is_string(json_object_get(entry, "name")) && base64_read(bytes, text);
}

/* The exception is pending where it fails. */
static bool define_class(struct program_classes *classes, json_t *entry,
                         const struct strbuf *bytes) {
    struct java *java = classes->java;
    const char *name = json_string_value(json_object_get(entry, "name"));
    struct strbuf internal = STRBUF_INIT;
    for (const char *at = name; *at; at++) strbuf_add_char(&internal, *at == '.' ? '/' : *at);
    jclass class = JNI(java, DefineClass, strbuf_text(&internal), classes->loader,
                       (const jbyte *)strbuf_text(bytes), (jsize)bytes->length);
    strbuf_release(&internal);
    if (!class) return false;
    char *copy = memory_duplicate(name);
    vec_push(&classes->found, (struct class_by_name){copy, JNI(java, NewGlobalRef, class)});
    JNI(java, DeleteLocalRef, class);
    return true;
}

/* One try for each that is left of [list]; how many succeeded. */
static size_t define_some(struct program_classes *classes, json_t *left, struct strbuf *fault) {
    struct strbuf bytes = STRBUF_INIT;
    size_t defined = 0;
    strbuf_clear(fault);
    for (size_t i = 0; i < json_array_size(left);) {
        json_t *entry = json_array_get(left, i);
        if (!has_class_file(entry, &bytes)) {
            strbuf_addf(fault, "a class of 'classes' has no name, or bytes that are no Base64");
            defined = 0;
            break;
        }
        if (define_class(classes, entry, &bytes)) {
            json_array_remove(left, i);
            defined++;
        } else {
            strbuf_clear(fault);
            java_take_exception(classes->java, fault);
            i++;
        }
    }
    strbuf_release(&bytes);
    return defined;
}

static bool define_all(struct program_classes *classes, json_t *list, struct strbuf *fault) {
    json_t *left = json_copy(list);
    size_t defined = 1;
    while (defined && json_array_size(left)) defined = define_some(classes, left, fault);
    bool is_whole = !json_array_size(left);
    json_decref(left);
    return is_whole;
}

bool classes_define(struct program_classes *classes, struct java *java, json_t *list,
                    json_t *class_path, struct strbuf *fault) {
    *classes = (struct program_classes){.java = java};
    jobject loader = make_loader(java, class_path);
    if (!loader) {
        java_take_exception(java, fault);
        return false;
    }
    classes->loader = JNI(java, NewGlobalRef, loader);
    set_context_loader(java, loader);
    return define_all(classes, list, fault);
}

jclass classes_find(struct program_classes *classes, const char *name) {
    struct java *java = classes->java;
    vec_each(struct class_by_name, known, &classes->found) {
        if (strcmp(known->name, name) == 0) return known->class;
    }
    struct strbuf binary = STRBUF_INIT;
    add_binary_name(&binary, name);
    jclass type = java_library_class(java, "java/lang/Class");
    jmethodID find = java_static_method(
        java, type, "forName", "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;");
    jclass class = JNI(java, CallStaticObjectMethod, type, find,
                       java_string(java, strbuf_text(&binary)), JNI_FALSE, classes->loader);
    strbuf_release(&binary);
    if (JNI(java, ExceptionCheck)) return NULL;
    char *copy = memory_duplicate(name);
    vec_push(&classes->found, (struct class_by_name){copy, JNI(java, NewGlobalRef, class)});
    return vec_last(&classes->found).class;
}

void classes_release(struct program_classes *classes) {
    vec_each(struct class_by_name, known, &classes->found) {
        JNI(classes->java, DeleteGlobalRef, known->class);
        memory_free(known->name);
    }
    vec_release(&classes->found);
    if (classes->loader) JNI(classes->java, DeleteGlobalRef, classes->loader);
    *classes = (struct program_classes){0};
}
