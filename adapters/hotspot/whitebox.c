/* WHITEBOX: a class of ours with the name that the JVM gives its natives to. It complains on its own output of the many that the
 * class does not declare; that goes nowhere. */
#define _GNU_SOURCE
#include "adapters/hotspot/whitebox.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "class_image.h"

static int silence(void) {
    int out = dup(STDOUT_FILENO), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    fflush(NULL);
    dup2(nowhere, STDOUT_FILENO);
    close(nowhere);
    return out;
}

static void end_silence(int out) {
    fflush(NULL);
    dup2(out, STDOUT_FILENO);
    close(out);
}

/* Finding the method initialises the class, which registers the natives. */
static void make_box(struct whitebox *whitebox, struct java *java) {
    const struct class_image_entry *entry = class_image_find("jdk/test/whitebox/WhiteBox");
    jclass class =
        JNI(java, DefineClass, entry->name, NULL, (const jbyte *)entry->bytes, (jsize)entry->size);
    jmethodID level = class ? JNI(java, GetMethodID, class, "getMethodCompilationLevel0",
                                  "(Ljava/lang/reflect/Executable;Z)I")
                            : NULL;
    jobject box = level ? JNI(java, AllocObject, class) : NULL;
    if (!box) return;
    whitebox->level = level;
    whitebox->box = JNI(java, NewGlobalRef, box);
}

/* Does the native work? It must know that a method which nobody called is not compiled. */
static bool works(const struct whitebox *whitebox, struct java *java) {
    jclass class = JNI(java, GetObjectClass, whitebox->box);
    jobject method = JNI(java, ToReflectedMethod, class, whitebox->level, JNI_FALSE);
    return method && whitebox_level(whitebox, java, method) == 0 && !JNI(java, ExceptionCheck);
}

void whitebox_init(struct whitebox *whitebox, struct java *java) {
    int out = silence();
    *whitebox = (struct whitebox){0};
    make_box(whitebox, java);
    if (whitebox->box && !works(whitebox, java)) whitebox->box = NULL;
    JNI(java, ExceptionClear);
    end_silence(out);
}

int whitebox_level(const struct whitebox *whitebox, struct java *java, jobject method) {
    return JNI(java, CallIntMethod, whitebox->box, whitebox->level, method, JNI_FALSE);
}
