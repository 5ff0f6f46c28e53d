/* LIBRARY: dlopen, and a pointer per function. */
#include "base/library.h"

#include <dlfcn.h>
#include <pthread.h>

static bool load(const struct library *library) {
    void *handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
    for (size_t i = 0; handle && i < library->count; i++)
        if (!(*library->functions[i].pointer = dlsym(handle, library->functions[i].name)))
            return false;
    return handle != NULL;
}

bool library_load(struct library *library, struct diag *diag) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    if (!library->is_loaded) library->is_loaded = load(library);
    bool done = library->is_loaded;
    pthread_mutex_unlock(&lock);
    return done || diag_error(diag, (struct place){0}, "%s: %s", library->purpose, dlerror());
}
