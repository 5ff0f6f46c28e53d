/* WHITEBOX: a class of ours with the name that the JVM gives its natives to. It complains on its own output of the many that the
 * class does not declare; that goes nowhere. */
#include "adapters/hotspot/whitebox.h"

#include <stdio.h>
#include <string.h>

#include "class_image.h"

static bool find_methods(struct whitebox *whitebox, struct java *java, jclass class) {
    const struct {
        jmethodID *method;
        const char *name, *descriptor;
    } all[] = {
        {&whitebox->level, "getMethodCompilationLevel0", "(Ljava/lang/reflect/Executable;Z)I"},
        {&whitebox->add_directives, "addCompilerDirective", "(Ljava/lang/String;)I"},
        {&whitebox->remove_directives, "removeCompilerDirective", "(I)V"},
        {&whitebox->clear, "clearMethodState0", "(Ljava/lang/reflect/Executable;)V"},
        {&whitebox->deoptimize, "deoptimizeAll", "()V"},
        {&whitebox->collect, "fullGC", "()V"}};
    bool has_all = class != NULL;
    for (size_t i = 0; has_all && i < sizeof all / sizeof *all; i++) {
        *all[i].method = JNI(java, GetMethodID, class, all[i].name, all[i].descriptor);
        has_all = *all[i].method != NULL;
    }
    return has_all;
}

/* Finding the methods initialises the class, which registers the natives. */
static void make_box(struct whitebox *whitebox, struct java *java) {
    const struct class_image_entry *entry = class_image_find("jdk/test/whitebox/WhiteBox");
    jclass class =
        JNI(java, DefineClass, entry->name, NULL, (const jbyte *)entry->bytes, (jsize)entry->size);
    jobject box = find_methods(whitebox, java, class) ? JNI(java, AllocObject, class) : NULL;
    if (box) whitebox->box = JNI(java, NewGlobalRef, box);
}

/* Does the native work? It must know that a method which nobody called is not compiled. */
static bool works(const struct whitebox *whitebox, struct java *java) {
    jclass class = JNI(java, GetObjectClass, whitebox->box);
    jobject method = JNI(java, ToReflectedMethod, class, whitebox->level, JNI_FALSE);
    return method && whitebox_level(whitebox, java, method) == 0 && !JNI(java, ExceptionCheck);
}

void whitebox_init(struct whitebox *whitebox, struct java *java) {
    struct strbuf words = STRBUF_INIT;
    java_capture_begin();
    *whitebox = (struct whitebox){0};
    make_box(whitebox, java);
    if (whitebox->box && !works(whitebox, java)) whitebox->box = NULL;
    JNI(java, ExceptionClear);
    java_capture_end(&words);
    strbuf_release(&words);
}

int whitebox_level(const struct whitebox *whitebox, struct java *java, jobject method) {
    return JNI(java, CallIntMethod, whitebox->box, whitebox->level, method, JNI_FALSE);
}

/* --- directives --- */

int whitebox_direct(const struct whitebox *whitebox, struct java *java, const char *json,
                    struct strbuf *fault) {
    struct strbuf words = STRBUF_INIT;
    jstring text = java_string(java, json);
    java_capture_begin(); /* it says how many it has added */
    int count = JNI(java, CallIntMethod, whitebox->box, whitebox->add_directives, text);
    java_capture_end(&words);
    JNI(java, DeleteLocalRef, text);
    if (count <= 0) strbuf_addf(fault, "%s", strbuf_text(&words));
    strbuf_release(&words);
    return count > 0 ? count : 0;
}

void whitebox_end_directives(const struct whitebox *whitebox, struct java *java, int count) {
    if (count) JNI(java, CallVoidMethod, whitebox->box, whitebox->remove_directives, count);
}

/* --- forgetting --- */

void whitebox_deoptimize(const struct whitebox *whitebox, struct java *java) {
    JNI(java, CallVoidMethod, whitebox->box, whitebox->deoptimize);
}

void whitebox_clear(const struct whitebox *whitebox, struct java *java, jobject method) {
    JNI(java, CallVoidMethod, whitebox->box, whitebox->clear, method);
}

void whitebox_collect(const struct whitebox *whitebox, struct java *java) {
    JNI(java, CallVoidMethod, whitebox->box, whitebox->collect);
}
