/* ALLOCATIONS: JVMTI's events. They begin to be exact some time after the interval is set, when the thread takes a new buffer: so
 * objects are made until as many events come. When compiled code is left, the objects that it had not allocated are made, and told at
 * the bytecode where it is left: they are none of the program's. An exception that the JVM throws there is, with its message. */
#include "adapters/hotspot/allocations.h"

#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct allocations *listening;

/* --- whose it is --- */

enum { NEAREST = 16, FARTHEST = 4096 };

/* The innermost frame of the program's; NULL where there is none. */
static const struct known_method *find_owner(struct allocations *allocations,
                                             const jvmtiFrameInfo *frames, jint count, int *bci) {
    for (jint i = 0; i < count; i++) {
        const struct known_method *method = methods_find(allocations->methods, frames[i].method);
        if (method->owner != OWNER_PROGRAM) continue;
        *bci = (int)frames[i].location;
        return method;
    }
    return NULL;
}

static const struct known_method *owner_in_stack(struct allocations *allocations, jthread thread,
                                                 jvmtiFrameInfo *top, int *bci) {
    struct java *java = allocations->java;
    jvmtiFrameInfo near[NEAREST];
    jint count = 0;
    if (JVMTI(java, GetStackTrace, thread, 0, NEAREST, near, &count) || !count) return NULL;
    *top = near[0];
    const struct known_method *owner = find_owner(allocations, near, count, bci);
    if (owner || count < NEAREST) return owner;
    jvmtiFrameInfo *far = memory_allocate(FARTHEST * sizeof *far);
    if (!JVMTI(java, GetStackTrace, thread, NEAREST, FARTHEST, far, &count))
        owner = find_owner(allocations, far, count, bci);
    memory_free(far);
    return owner;
}

/* --- objects that leaving compiled code makes --- */

enum { LDC = 18, LDC2_W = 20, NEW = 187, ANEWARRAY = 189, MULTIANEWARRAY = 197 };

static bool allocates(const struct known_method *method, jlocation bci) {
    if (!method->code || bci < 0 || bci >= method->code_length) return true; /* a native method */
    int code = method->code[bci];
    return (code >= LDC && code <= LDC2_W) || (code >= NEW && code <= ANEWARRAY) ||
           code == MULTIANEWARRAY;
}

static bool was_left_at(struct allocations *allocations, const char *method, jlocation bci) {
    log_files_poll(allocations->files);
    const struct compilation_log *log = &allocations->files->log;
    for (uint32_t i = allocations->exits_before; i < log->exits.count; i++) {
        const struct log_places *at = &log->exits.items[i].at;
        if (at->places.count && at->places.items[0].bci == bci &&
            strcmp(at->places.items[0].method, method) == 0)
            return true;
    }
    return false;
}

static bool is_throwable(struct java *java, JNIEnv *env, jclass class) {
    static jclass throwables;
    if (!throwables)
        throwables = (*env)->NewGlobalRef(env, (*env)->FindClass(env, "java/lang/Throwable"));
    return (*env)->IsAssignableFrom(env, class, throwables);
}

/* A bytecode that allocates nothing, where compiled code was left in this execution. */
static bool is_at_exit(struct allocations *allocations, const jvmtiFrameInfo *top) {
    const struct known_method *method = methods_find(allocations->methods, top->method);
    return !allocates(method, top->location) &&
           was_left_at(allocations, method->name, top->location);
}

/* --- events --- */

static void add_class_name(struct java *java, jclass class, struct strbuf *name) {
    char *signature = NULL;
    if (JVMTI(java, GetClassSignature, class, &signature, NULL)) return;
    add_java_name(name, signature);
    JVMTI(java, Deallocate, (unsigned char *)signature);
}

static struct allocation_site *site_of(struct allocations *allocations,
                                       const struct known_method *method, int bci,
                                       const char *class) {
    vec_each(struct allocation_site, site, &allocations->sites) {
        if (site->method == method && site->bci == bci && strcmp(site->class, class) == 0)
            return site;
    }
    char *copy = memory_duplicate(class);
    vec_push(&allocations->sites, (struct allocation_site){method, bci, copy, {0}, 0});
    return &vec_last(&allocations->sites);
}

static void count_at(struct allocations *allocations, const struct known_method *method, int bci,
                     const char *class, jlong size) {
    struct allocation_site *site = site_of(allocations, method, bci, class);
    count_runs_add(&site->counts, allocations->execution);
    site->bytes += size;
}

static void forget_left(struct allocations *allocations) {
    vec_each(struct left_object, left, &allocations->left) memory_free(left->class);
    vec_clear(&allocations->left);
}

/* The message of an exception that the JVM throws, made before it: a string, and its text right behind. What comes after these is of
 * classes that the JVM links then, for all programs. */
static void count_message(struct allocations *allocations, const struct known_method *method,
                          int bci) {
    const struct left_object *left = allocations->left.items, *message = NULL;
    for (uint32_t i = 0; i + 1 < allocations->left.count; i++)
        if (left[i].method == method && left[i].bci == bci && left[i + 1].method == method &&
            left[i + 1].bci == bci && !strcmp(left[i].class, "java.lang.String") &&
            !strcmp(left[i + 1].class, "byte[]"))
            message = &left[i];
    for (int i = 0; message && i < 2; i++)
        count_at(allocations, method, bci, message[i].class, message[i].size);
    forget_left(allocations);
}

static void count_or_leave(struct allocations *allocations, JNIEnv *env,
                           const struct known_method *method, int bci, const jvmtiFrameInfo *top,
                           jclass class, jlong size) {
    struct strbuf name = STRBUF_INIT;
    add_class_name(allocations->java, class, &name);
    bool is_left = is_at_exit(allocations, top);
    bool is_exception = is_left && is_throwable(allocations->java, env, class);
    if (is_exception) count_message(allocations, method, bci);
    if (is_left && !is_exception) {
        char *copy = memory_duplicate(strbuf_text(&name));
        vec_push(&allocations->left, (struct left_object){method, bci, copy, size});
    } else {
        count_at(allocations, method, bci, strbuf_text(&name), size);
    }
    strbuf_release(&name);
}

static void JNICALL on_allocation(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jobject object,
                                  jclass class, jlong size) {
    pthread_mutex_lock(&mutex);
    struct allocations *allocations = listening;
    if (allocations) {
        jvmtiFrameInfo top;
        int bci = 0;
        struct java here = *allocations->java; /* with the thread's own environment */
        struct java *before = allocations->java;
        here.env = env;
        allocations->java = allocations->methods->java = &here;
        allocations->events++;
        const struct known_method *owner = owner_in_stack(allocations, thread, &top, &bci);
        if (owner) count_or_leave(allocations, env, owner, bci, &top, class, size);
        allocations->java = allocations->methods->java = before;
    }
    pthread_mutex_unlock(&mutex);
}

void allocations_listen(struct allocations *allocations, json_int_t execution) {
    if (allocations->bytes) {
        allocations->bytes_before = thread_bytes_now(&allocations->thread, allocations->java);
        return;
    }
    allocations->execution = execution;
    allocations->exits_before = allocations->files->log.exits.count;
    forget_left(allocations);
    pthread_mutex_lock(&mutex);
    listening = allocations;
    pthread_mutex_unlock(&mutex);
}

static void add_bytes(struct allocations *allocations) {
    struct java *java = allocations->java;
    jthrowable thrown = JNI(java, ExceptionOccurred); /* no method is called while one is pending */
    JNI(java, ExceptionClear);
    json_int_t now = thread_bytes_now(&allocations->thread, java);
    runs_add(allocations->bytes, json_integer(now - allocations->bytes_before));
    if (thrown) JNI(java, Throw, thrown);
}

void allocations_stop(struct allocations *allocations) {
    if (allocations->bytes) {
        add_bytes(allocations);
        return;
    }
    pthread_mutex_lock(&mutex);
    listening = NULL;
    pthread_mutex_unlock(&mutex);
}

/* --- begin and end --- */

enum { TRIED = 200, TRIES = 100, FILLER = 1 << 20 };

/* How many events came of as many objects as are tried. */
static long try_events(struct allocations *allocations) {
    struct java *java = allocations->java;
    jclass class = java_library_class(java, "java/lang/Object");
    allocations->events = 0;
    allocations_listen(allocations, 0);
    for (int i = 0; i < TRIED; i++) {
        jobject object = JNI(java, AllocObject, class);
        JNI(java, DeleteLocalRef, object);
    }
    allocations_stop(allocations);
    JNI(java, DeleteLocalRef, class);
    return allocations->events;
}

static bool enable(struct allocations *allocations) {
    struct java *java = allocations->java;
    static const jvmtiEventCallbacks callbacks = {.SampledObjectAlloc = on_allocation};
    return !JVMTI(java, SetEventCallbacks, &callbacks, sizeof callbacks) &&
           !JVMTI(java, SetHeapSamplingInterval, 0) &&
           !JVMTI(java, SetEventNotificationMode, JVMTI_ENABLE, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC,
                  NULL);
}

static bool begin_events(struct allocations *allocations, struct strbuf *fault) {
    struct java *java = allocations->java;
    long events = 0;
    if (!java->can_sample || !enable(allocations)) {
        strbuf_add_text(fault, "this JVM's JVMTI does not tell allocations");
        return false;
    }
    for (int i = 0; i < TRIES && events != TRIED; i++) {
        jobject filler = JNI(java, NewByteArray, FILLER);
        JNI(java, ExceptionClear); /* a heap that is full */
        JNI(java, DeleteLocalRef, filler);
        JVMTI(java, ForceGarbageCollection);
        events = try_events(allocations);
    }
    if (events == TRIED) return true;
    strbuf_addf(fault, "JVMTI told %ld of %d allocations", events, TRIED);
    return false;
}

bool allocations_begin(struct allocations *allocations, struct strbuf *fault) {
    if (begin_events(allocations, fault)) return true;
    if (thread_bytes_init(&allocations->thread, allocations->java))
        allocations->bytes = json_array();
    return false;
}

void allocations_end(struct allocations *allocations) {
    JVMTI(allocations->java, SetEventNotificationMode, JVMTI_DISABLE,
          JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, NULL);
    if (allocations->thread.threads)
        JNI(allocations->java, DeleteLocalRef, allocations->thread.threads);
}

json_t *allocations_take(struct allocations *allocations, json_int_t executions) {
    json_t *sites = json_array();
    vec_each(struct allocation_site, site, &allocations->sites) {
        json_t *at = json_pack("{s:o, s:i, s:i}", "method", json_of_text(site->method->name), "bci",
                               site->bci, "line", method_line(site->method, site->bci));
        json_array_append_new(
            sites, json_pack("{s:s, s:o, s:o, s:o, s:I}", "kind", "allocation", "at", at, "subject",
                             json_of_text(site->class), "effective",
                             count_runs_take(&site->counts, executions), "bytes", site->bytes));
        memory_free(site->class);
    }
    vec_release(&allocations->sites);
    forget_left(allocations);
    vec_release(&allocations->left);
    return sites;
}
