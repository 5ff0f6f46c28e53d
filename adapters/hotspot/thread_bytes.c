#include "adapters/hotspot/thread_bytes.h"

bool thread_bytes_init(struct thread_bytes *bytes, struct java *java) {
    /* Whose initialiser loads the library that has the native method. */
    jclass management = JNI(java, FindClass, "sun/management/ManagementFactoryHelper");
    if (management)
        JNI(java, GetStaticMethodID, management, "getRuntimeMXBean",
            "()Ljava/lang/management/RuntimeMXBean;");
    JNI(java, ExceptionClear);
    *bytes = (struct thread_bytes){.threads = JNI(java, FindClass, "sun/management/ThreadImpl")};
    if (bytes->threads)
        bytes->allocated =
            JNI(java, GetStaticMethodID, bytes->threads, "getThreadAllocatedMemory0", "(J)J");
    bool is_known = bytes->allocated && thread_bytes_now(bytes, java) > 0;
    JNI(java, ExceptionClear);
    return is_known && thread_bytes_now(bytes, java) == thread_bytes_now(bytes, java);
}

json_int_t thread_bytes_now(const struct thread_bytes *bytes, struct java *java) {
    return JNI(java, CallStaticLongMethod, bytes->threads, bytes->allocated, (jlong)0);
}

/* --- sizes --- */

static void add_size(struct java *java, jclass class, json_t *sizes) {
    struct strbuf name = STRBUF_INIT;
    char *descriptor = NULL;
    jint status = 0;
    jlong size = 0;
    JVMTI(java, GetClassStatus, class, &status);
    bool is_object = status & JVMTI_CLASS_STATUS_INITIALIZED;
    jobject object = is_object ? JNI(java, AllocObject, class) : NULL; /* abstract ones throw */
    JNI(java, ExceptionClear);
    if (!object || JVMTI(java, GetObjectSize, object, &size) ||
        JVMTI(java, GetClassSignature, class, &descriptor, NULL))
        return;
    add_java_name(&name, descriptor);
    json_object_set_new(sizes, strbuf_text(&name), json_integer(size));
    JVMTI(java, Deallocate, (unsigned char *)descriptor);
    strbuf_release(&name);
    JNI(java, DeleteLocalRef, object);
}

json_t *json_of_sizes(struct java *java, const struct program_classes *classes) {
    json_t *sizes = json_object();
    jclass *loaded = NULL;
    jint count = 0;
    JVMTI(java, GetClassLoaderClasses, classes->loader, &count, &loaded);
    for (jint i = 0; i < count; i++) {
        add_size(java, loaded[i], sizes);
        JNI(java, DeleteLocalRef, loaded[i]);
    }
    JVMTI(java, Deallocate, (unsigned char *)loaded);
    return sizes;
}
