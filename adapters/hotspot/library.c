/* LIBRARY: the JVM finds the method of a java.lang.reflect.Method by its class and number. One such object, whose two fields are set here,
 * stands for all methods in turn: to make one of each would load the classes of their parameters. */
#include "adapters/hotspot/library.h"

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct java_library *listening;

static void add_class(struct java_library *library, jvmtiEnv *jvmti, JNIEnv *env, jclass class) {
    jobject loader = NULL;
    jmethodID *methods = NULL;
    jint count = 0;
    (*jvmti)->GetClassLoader(jvmti, class, &loader);
    bool is_shared = !loader || (*env)->IsSameObject(env, loader, library->platform_loader);
    if (is_shared && !(*jvmti)->GetClassMethods(jvmti, class, &count, &methods) && count) {
        jclass kept = (*env)->NewGlobalRef(env, class);
        pthread_mutex_lock(&mutex);
        vec_push(&library->classes, (struct library_class){kept, count});
        pthread_mutex_unlock(&mutex);
    }
    (*jvmti)->Deallocate(jvmti, (unsigned char *)methods);
    (*env)->DeleteLocalRef(env, loader);
}

static void JNICALL on_class(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jclass class) {
    add_class(listening, jvmti, env, class);
}

static void add_all(struct java_library *library) {
    struct java *java = library->java;
    jclass *classes = NULL;
    jint count = 0;
    JVMTI(java, GetLoadedClasses, &count, &classes);
    for (jint i = 0; i < count; i++) {
        add_class(library, java->jvmti, java->env, classes[i]);
        JNI(java, DeleteLocalRef, classes[i]);
    }
    JVMTI(java, Deallocate, (unsigned char *)classes);
}

static void listen(struct java_library *library) {
    static const jvmtiEventCallbacks callbacks = {.ClassPrepare = on_class};
    struct java *java = library->java;
    void *events;
    listening = library;
    if ((*java->vm)->GetEnv(java->vm, &events, JVMTI_VERSION_11) != JNI_OK) return;
    library->events = events;
    (*library->events)->SetEventCallbacks(library->events, &callbacks, sizeof callbacks);
    (*library->events)
        ->SetEventNotificationMode(library->events, JVMTI_ENABLE, JVMTI_EVENT_CLASS_PREPARE, NULL);
}

static jint count_threads(struct java *java) {
    jthread *threads = NULL;
    jint count = 0;
    JVMTI(java, GetAllThreads, &count, &threads);
    for (jint i = 0; i < count; i++) JNI(java, DeleteLocalRef, threads[i]);
    JVMTI(java, Deallocate, (unsigned char *)threads);
    return count;
}

void library_init(struct java_library *library, struct java *java) {
    *library = (struct java_library){.java = java};
    JNI(java, PushLocalFrame, 64);
    jclass loaders = java_library_class(java, "java/lang/ClassLoader");
    jclass method = java_library_class(java, "java/lang/reflect/Method");
    jobject loader = JNI(
        java, CallStaticObjectMethod, loaders,
        java_static_method(java, loaders, "getPlatformClassLoader", "()Ljava/lang/ClassLoader;"));
    library->platform_loader = JNI(java, NewGlobalRef, loader);
    jobject one = JNI(java, AllocObject, method);
    library->method = JNI(java, NewGlobalRef, one);
    library->method_class = JNI(java, GetFieldID, method, "clazz", "Ljava/lang/Class;");
    library->method_number = JNI(java, GetFieldID, method, "slot", "I");
    JNI(java, PopLocalFrame, NULL);
    listen(library);
    add_all(library);
    library->threads = count_threads(java);
}

static void forget_class(struct java_library *library, const struct whitebox *whitebox,
                         const struct library_class *class) {
    struct java *java = library->java;
    JNI(java, SetObjectField, library->method, library->method_class, class->class);
    for (jint i = 0; i < class->methods; i++) {
        JNI(java, SetIntField, library->method, library->method_number, i);
        whitebox_clear(whitebox, java, library->method);
    }
}

bool library_forget(struct java_library *library, const struct whitebox *whitebox) {
    struct java *java = library->java;
    whitebox_deoptimize(whitebox, java);
    for (uint32_t i = 0; i < library->classes.count; i++) {
        struct library_class class = library->classes.items[i];
        forget_class(library, whitebox, &class);
    }
    whitebox_collect(whitebox, java);
    return count_threads(java) <= library->threads;
}
