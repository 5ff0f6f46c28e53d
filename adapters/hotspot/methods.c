/* METHODS: a list, since a program has few; the last found is asked for again and again. */
#include "adapters/hotspot/methods.h"

#include <stdio.h>
#include <string.h>

static enum method_owner owner_of(struct methods *methods, jclass class, const char *signature) {
    struct java *java = methods->java;
    if (strchr(signature, '.'))
        return OWNER_HIDDEN; /* L<name>.<suffix>; : JVMTI, GetClassSignature */
    jobject loader = NULL;
    JVMTI(java, GetClassLoader, class, &loader);
    bool is_ours = loader && JNI(java, IsSameObject, loader, methods->classes->loader);
    JNI(java, DeleteLocalRef, loader);
    return is_ours ? OWNER_PROGRAM : OWNER_LIBRARY;
}

static void free_of_jvmti(struct java *java, void *memory) {
    JVMTI(java, Deallocate, (unsigned char *)memory);
}

static struct known_method *look_up(struct methods *methods, jmethodID id) {
    struct java *java = methods->java;
    struct known_method *method = memory_allocate(sizeof *method);
    struct strbuf whole = STRBUF_INIT;
    char *name = NULL, *descriptor = NULL, *signature = NULL;
    jclass class = NULL;
    method->id = id;
    method->owner = OWNER_LIBRARY;
    bool is_known = JVMTI(java, GetMethodName, id, &name, &descriptor, NULL) == JVMTI_ERROR_NONE &&
                    JVMTI(java, GetMethodDeclaringClass, id, &class) == JVMTI_ERROR_NONE &&
                    JVMTI(java, GetClassSignature, class, &signature, NULL) == JVMTI_ERROR_NONE;
    if (is_known) {
        method->owner = owner_of(methods, class, signature);
        add_java_name(&whole, signature);
        strbuf_addf(&whole, ".%s%s", name, descriptor);
        JVMTI(java, GetBytecodes, id, &method->code_length, &method->code);
        JVMTI(java, GetLineNumberTable, id, &method->line_count, &method->lines);
    }
    method->name = memory_duplicate(strbuf_text(&whole));
    strbuf_release(&whole);
    free_of_jvmti(java, name);
    free_of_jvmti(java, descriptor);
    free_of_jvmti(java, signature);
    JNI(java, DeleteLocalRef, class);
    return method;
}

const struct known_method *methods_find(struct methods *methods, jmethodID id) {
    for (uint32_t i = methods->known.count; i > 0; i--)
        if (methods->known.items[i - 1]->id == id) return methods->known.items[i - 1];
    struct known_method *method = look_up(methods, id);
    vec_push(&methods->known, method);
    return method;
}

int method_line(const struct known_method *method, int bci) {
    jlocation nearest = -1;
    int line = 0;
    for (jint i = 0; i < method->line_count; i++) {
        const jvmtiLineNumberEntry *entry = &method->lines[i];
        if (entry->start_location > bci || entry->start_location < nearest) continue;
        nearest = entry->start_location;
        line = entry->line_number;
    }
    return line;
}

static void find_methods_in(struct methods *methods, jclass class) {
    jmethodID *ids = NULL;
    jint count = 0;
    if (JVMTI(methods->java, GetClassMethods, class, &count, &ids) != JVMTI_ERROR_NONE) return;
    for (jint i = 0; i < count; i++) methods_find(methods, ids[i]);
    free_of_jvmti(methods->java, ids);
}

static bool is_called(struct java *java, jclass class, const char *name, size_t length) {
    struct strbuf known = STRBUF_INIT;
    char *signature = NULL;
    if (JVMTI(java, GetClassSignature, class, &signature, NULL)) return false;
    if (!strchr(signature, '.')) add_java_name(&known, signature);
    bool is = known.length == length && memcmp(known.bytes, name, length) == 0;
    free_of_jvmti(java, signature);
    strbuf_release(&known);
    return is;
}

static void find_methods_of_library(struct methods *methods, const char *class, size_t length) {
    struct java *java = methods->java;
    jclass *classes = NULL;
    jint count = 0;
    JVMTI(java, GetLoadedClasses, &count, &classes);
    for (jint i = 0; i < count; i++) {
        if (is_called(java, classes[i], class, length)) find_methods_in(methods, classes[i]);
        JNI(java, DeleteLocalRef, classes[i]);
    }
    free_of_jvmti(java, classes);
}

/* All methods of a class that the loader defined, where the JVM has linked it; false where it defined none of this name. */
static bool find_methods_of(struct methods *methods, const char *class, size_t length) {
    vec_each(struct class_by_name, known, &methods->classes->found) {
        if (strlen(known->name) != length || memcmp(known->name, class, length) != 0) continue;
        find_methods_in(methods, known->class);
        return true;
    }
    return false;
}

static struct known_method *find_named(const struct methods *methods, const char *name) {
    vec_each(struct known_method *, known, &methods->known) {
        if (strcmp((*known)->name, name) == 0) return *known;
    }
    return NULL;
}

static struct known_method *find_by_name(struct methods *methods, const char *name) {
    struct known_method *method = find_named(methods, name);
    const char *end = method ? NULL : strchr(name, '(');
    while (end && end > name && *end != '.') end--;
    if (end && !find_methods_of(methods, name, (size_t)(end - name)))
        find_methods_of_library(methods, name, (size_t)(end - name));
    return method ? method : find_named(methods, name);
}

int methods_line_at(struct methods *methods, const char *name, int bci) {
    const struct known_method *method = find_by_name(methods, name);
    return method ? method_line(method, bci) : 0;
}

const struct bytecode_loops *methods_loops_of(struct methods *methods, const char *name) {
    struct known_method *method = find_by_name(methods, name);
    if (method && !method->has_loops) {
        method->loops = bytecode_loops_find(method->code, method->code_length);
        method->has_loops = true;
    }
    return method ? &method->loops : NULL;
}

bool methods_is_of_program(struct methods *methods, const char *name) {
    const struct known_method *method = find_by_name(methods, name);
    return method && method->owner == OWNER_PROGRAM;
}

static bool has_line(const struct known_method *method, int line) {
    for (jint i = 0; i < method->line_count; i++)
        if (method->lines[i].line_number == line) return true;
    return false;
}

const char *methods_name_at(struct methods *methods, const char *class, const char *method,
                            int line) {
    struct strbuf start = STRBUF_INIT;
    const char *name = NULL;
    strbuf_addf(&start, "%s.%s(", class, method);
    find_methods_of(methods, class, strlen(class));
    vec_each(struct known_method *, known, &methods->known) {
        if (strncmp((*known)->name, start.bytes, start.length) != 0) continue;
        if (!name || has_line(*known, line)) name = (*known)->name;
    }
    strbuf_release(&start);
    return name;
}

void methods_release(struct methods *methods) {
    vec_each(struct known_method *, method, &methods->known) {
        free_of_jvmti(methods->java, (*method)->code);
        free_of_jvmti(methods->java, (*method)->lines);
        vec_release(&(*method)->loops.items);
        memory_free((*method)->name);
        memory_free(*method);
    }
    vec_release(&methods->known);
}
