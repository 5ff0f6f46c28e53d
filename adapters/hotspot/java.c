/* JAVA: the JNI invocation API, with the agent in this program: the JVM finds Agent_OnLoad_jittest among its symbols. */
#define _GNU_SOURCE
#include "adapters/hotspot/java.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- the agent --- */

static struct java *agent;

JNIEXPORT jint JNICALL Agent_OnLoad_jittest(JavaVM *vm, char *options, void *reserved);

JNIEXPORT jint JNICALL Agent_OnLoad_jittest(JavaVM *vm, char *options, void *reserved) {
    void *environment;
    if ((*vm)->GetEnv(vm, &environment, JVMTI_VERSION_11) != JNI_OK) return JNI_OK;
    agent->jvmti = environment;
    jvmtiCapabilities lines = {.can_get_line_numbers = 1, .can_get_bytecodes = 1};
    jvmtiCapabilities samples = {.can_generate_sampled_object_alloc_events = 1};
    if (JVMTI(agent, AddCapabilities, &lines) != JVMTI_ERROR_NONE) return JNI_ERR;
    agent->can_sample = JVMTI(agent, AddCapabilities, &samples) == JVMTI_ERROR_NONE;
    return JNI_OK;
}

/* --- start --- */

/* What the JVM prints while it starts, say: it says there why it does not. */
static struct { int file, out, error; } captured;

void java_capture_begin(void) {
    captured.file = memfd_create("start", MFD_CLOEXEC);
    captured.out = dup(STDOUT_FILENO);
    captured.error = dup(STDERR_FILENO);
    fflush(NULL);
    dup2(captured.file, STDOUT_FILENO);
    dup2(captured.file, STDERR_FILENO);
}

void java_capture_end(struct strbuf *words) {
    char block[4096];
    ssize_t got;
    fflush(NULL);
    dup2(captured.out, STDOUT_FILENO);
    dup2(captured.error, STDERR_FILENO);
    close(captured.out);
    close(captured.error);
    lseek(captured.file, 0, SEEK_SET);
    while ((got = read(captured.file, block, sizeof block)) > 0)
        strbuf_add(words, block, (size_t)got);
    close(captured.file);
    while (words->length && words->bytes[words->length - 1] == '\n')
        words->bytes[--words->length] = 0;
}

/* A JVM that does not like its options may end the process at once, without what runs at its end. A process waits for that, and
 * says it. */
struct guard {
    pid_t process;
    int end; /* of a pipe: closed without a word where this process ends */
};

static _Noreturn void wait_for_end(int end, void (*at_end)(const char *words)) {
    char byte;
    ssize_t got;
    while ((got = read(end, &byte, 1)) < 0 && errno == EINTR) {}
    if (got == 0) {
        struct strbuf words = STRBUF_INIT;
        java_capture_end(&words);
        at_end(strbuf_text(&words));
        fprintf(stderr, "the JVM cannot start: %s\n", strbuf_text(&words));
        fflush(stderr);
    }
    _exit(0);
}

static struct guard guard_begin(void (*at_end)(const char *words)) {
    int ends[2];
    struct guard guard = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0) return guard;
    guard.process = fork();
    if (guard.process == 0) {
        close(ends[1]);
        wait_for_end(ends[0], at_end);
    }
    close(ends[0]);
    guard.end = ends[1];
    return guard;
}

static void guard_end(const struct guard *guard) {
    if (guard->process < 0) return;
    while (write(guard->end, "", 1) < 0 && errno == EINTR) {}
    close(guard->end);
    while (waitpid(guard->process, NULL, 0) < 0 && errno == EINTR) {}
}

static void JNICALL exit_hook(jint status) {
    fprintf(stderr, "the program ended the JVM with System.exit(%d), and this adapter with it\n",
            (int)status);
    _exit(3);
}

typedef jint create_function(JavaVM **vm, void **environment, void *arguments);

static create_function *find_create(const char *library, struct strbuf *fault) {
    void *handle = dlopen(library, RTLD_NOW | RTLD_GLOBAL);
    void *create = handle ? dlsym(handle, "JNI_CreateJavaVM") : NULL;
    if (!create) strbuf_addf(fault, "cannot load the JVM: %s", dlerror());
    create_function *function;
    memcpy(&function, &create, sizeof function);
    return create ? function : NULL;
}

static jint create_machine(struct java *java, create_function *create,
                           const struct jvm_options *options) {
    jint count = (jint)options->items.count;
    JavaVMOption *all = memory_allocate(((size_t)count + 2) * sizeof *all);
    all[0].optionString = (char *)"-agentlib:jittest";
    all[1].optionString = (char *)"exit";
    void (*hook)(jint) = exit_hook;
    memcpy(&all[1].extraInfo, &hook, sizeof hook);
    for (jint i = 0; i < count; i++) all[i + 2].optionString = options->items.items[i];
    JavaVMInitArgs arguments = {JNI_VERSION_10, count + 2, all, JNI_FALSE};
    void *environment = NULL;
    jint error = create(&java->vm, &environment, &arguments);
    java->env = environment;
    memory_free(all);
    return error;
}

bool java_start(struct java *java, const char *library, const struct jvm_options *options,
                void (*at_end)(const char *words), struct strbuf *fault) {
    *java = (struct java){0};
    create_function *create = find_create(library, fault);
    if (!create) return false;
    struct strbuf words = STRBUF_INIT;
    agent = java;
    java_capture_begin();
    struct guard guard = guard_begin(at_end);
    jint error = create_machine(java, create, options);
    guard_end(&guard);
    java_capture_end(&words);
    if (error)
        strbuf_addf(fault, "the JVM cannot start: %s", strbuf_text(&words));
    else if (!java->jvmti)
        strbuf_add_text(fault, "the JVM has no JVMTI of version 11 or later");
    else if (words.length)
        fprintf(stderr, "%s\n", strbuf_text(&words));
    strbuf_release(&words);
    return !error && java->jvmti;
}

/* --- helpers --- */

_Noreturn static void lacks(const char *what, const char *name) {
    fprintf(stderr, "this JVM's library has no %s %s: is it a JVM of version 17 to 25?\n", what,
            name);
    _exit(4);
}

jclass java_library_class(const struct java *java, const char *name) {
    jclass class = JNI(java, FindClass, name);
    if (!class) lacks("class", name);
    return class;
}

jmethodID java_method(const struct java *java, jclass class, const char *name,
                      const char *descriptor) {
    jmethodID method = JNI(java, GetMethodID, class, name, descriptor);
    if (!method) lacks("method", name);
    return method;
}

jmethodID java_static_method(const struct java *java, jclass class, const char *name,
                             const char *descriptor) {
    jmethodID method = JNI(java, GetStaticMethodID, class, name, descriptor);
    if (!method) lacks("method", name);
    return method;
}

static void add_character(struct strbuf *text, unsigned c) {
    if (c < 0x80) {
        strbuf_add_char(text, (char)c);
    } else if (c < 0x800) {
        strbuf_add_char(text, (char)(0xc0 | c >> 6));
        strbuf_add_char(text, (char)(0x80 | (c & 0x3f)));
    } else if (c < 0x10000) {
        strbuf_add_char(text, (char)(0xe0 | c >> 12));
        strbuf_add_char(text, (char)(0x80 | (c >> 6 & 0x3f)));
        strbuf_add_char(text, (char)(0x80 | (c & 0x3f)));
    } else {
        strbuf_add_char(text, (char)(0xf0 | c >> 18));
        strbuf_add_char(text, (char)(0x80 | (c >> 12 & 0x3f)));
        strbuf_add_char(text, (char)(0x80 | (c >> 6 & 0x3f)));
        strbuf_add_char(text, (char)(0x80 | (c & 0x3f)));
    }
}

/* Half of a pair that stands alone has no UTF-8: it reads as U+FFFD. */
void java_add_string(const struct java *java, jstring string, struct strbuf *text) {
    jsize length = JNI(java, GetStringLength, string);
    jchar *units = memory_allocate(((size_t)length + 1) * sizeof *units);
    JNI(java, GetStringRegion, string, 0, length, units);
    for (jsize i = 0; i < length; i++) {
        unsigned c = units[i];
        bool is_high = c >= 0xd800 && c < 0xdc00, is_half = c >= 0xd800 && c < 0xe000;
        if (is_high && i + 1 < length && units[i + 1] >= 0xdc00 && units[i + 1] < 0xe000)
            c = 0x10000 + ((c - 0xd800) << 10) + (units[++i] - 0xdc00u);
        else if (is_half)
            c = 0xfffd;
        add_character(text, c);
    }
    memory_free(units);
}

jstring java_string(const struct java *java, const char *text) {
    size_t length = strlen(text);
    jchar *units = memory_allocate((length + 1) * sizeof *units);
    jsize count = 0;
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        int more = *at < 0x80 ? 0 : *at < 0xe0 ? 1 : *at < 0xf0 ? 2 : 3;
        unsigned c = more ? *at & (0x3fu >> more) : *at;
        at++;
        for (; more && *at; more--) c = c << 6 | (*at++ & 0x3f);
        if (c < 0x10000) {
            units[count++] = (jchar)c;
        } else {
            units[count++] = (jchar)(0xd800 + ((c - 0x10000) >> 10));
            units[count++] = (jchar)(0xdc00 + ((c - 0x10000) & 0x3ff));
        }
    }
    jstring string = JNI(java, NewString, units, count);
    memory_free(units);
    return string;
}

void java_add_class_name(const struct java *java, jclass class, struct strbuf *text) {
    jclass type = java_library_class(java, "java/lang/Class");
    jmethodID name = java_method(java, type, "getName", "()Ljava/lang/String;");
    jstring string = JNI(java, CallObjectMethod, class, name);
    if (string) java_add_string(java, string, text);
    JNI(java, ExceptionClear);
    JNI(java, DeleteLocalRef, string);
    JNI(java, DeleteLocalRef, type);
}

void java_take_exception(const struct java *java, struct strbuf *text) {
    jthrowable thrown = JNI(java, ExceptionOccurred);
    if (!thrown) {
        strbuf_add_text(text, "nothing was thrown");
        return;
    }
    JNI(java, ExceptionClear);
    jclass type = java_library_class(java, "java/lang/Throwable");
    jmethodID to_string = java_method(java, type, "toString", "()Ljava/lang/String;");
    jstring string = JNI(java, CallObjectMethod, thrown, to_string);
    if (string)
        java_add_string(java, string, text);
    else
        java_add_class_name(java, JNI(java, GetObjectClass, thrown), text);
    JNI(java, ExceptionClear);
    JNI(java, DeleteLocalRef, string);
    JNI(java, DeleteLocalRef, type);
    JNI(java, DeleteLocalRef, thrown);
}
