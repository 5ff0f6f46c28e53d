/* The JVM in this process, and small helpers around JNI. There is one, and one thread talks with it. */
#ifndef ADAPTERS_HOTSPOT_JAVA_H
#define ADAPTERS_HOTSPOT_JAVA_H

#include <jni.h>
#include <jvmti.h>
#include <stdbool.h>

#include "base/strbuf.h"
#include "base/vec.h"

struct java {
    JavaVM *vm;
    JNIEnv *env;
    jvmtiEnv *jvmti;
    bool can_sample; /* JVMTI tells allocations */
};

struct jvm_options {
    VEC(char *) items;
    bool hides_allocations; /* from JVMTI */
};

/* Loads the library and creates the JVM. False, with its words in [fault], where it refuses; where it ends the process instead,
 * [at_end] is called with its words before. */
bool java_start(struct java *java, const char *library, const struct jvm_options *options,
                void (*at_end)(const char *words), struct strbuf *fault);

/* Between these two, what is printed goes to [words]. */
void java_capture_begin(void);
void java_capture_end(struct strbuf *words);

/* The pending exception, which is cleared: "a.b.X: message". */
void java_take_exception(const struct java *java, struct strbuf *text);
/* UTF-8 of a java.lang.String. */
void java_add_string(const struct java *java, jstring string, struct strbuf *text);
/* Of UTF-8; NULL with a pending exception. */
jstring java_string(const struct java *java, const char *text);
/* Class.getName. */
void java_add_class_name(const struct java *java, jclass class, struct strbuf *text);
/* A class of the JVM's library; ends the process with a message where it has none. */
jclass java_library_class(const struct java *java, const char *name);
/* A method of [class] that the library has; ends the process with a message where it does not. */
jmethodID java_method(const struct java *java, jclass class, const char *name,
                      const char *descriptor);
jmethodID java_static_method(const struct java *java, jclass class, const char *name,
                             const char *descriptor);

#define JNI(java, function, ...)   ((*(java)->env)->function((java)->env, ##__VA_ARGS__))
#define JVMTI(java, function, ...) ((*(java)->jvmti)->function((java)->jvmti, ##__VA_ARGS__))

#endif
