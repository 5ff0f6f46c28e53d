/* libgccjit, loaded when it is first needed: linked in the usual way, its relocations were a third
 * of every start, also of programs that never compile a method.
 *
 * Each function that the backend calls is defined here as a jump through a pointer, which loading
 * fills in. */
#include "backend/gccjit.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#define GCCJIT(name)                                                                               \
    void *pointer_to_##name __attribute__((visibility("hidden")));                                 \
    __asm__(".pushsection .text\n"                                                                 \
            ".globl " #name "\n.hidden " #name "\n.type " #name ", @function\n" #name ":\n"        \
            "    jmp *pointer_to_" #name "(%rip)\n"                                                \
            ".size " #name ", . - " #name "\n.popsection\n");
#include "backend/gccjit.def"
#undef GCCJIT

static const struct {
    const char *name;
    void **pointer;
} functions[] = {
#define GCCJIT(name) {#name, &pointer_to_##name},
#include "backend/gccjit.def"
#undef GCCJIT
};

static char failure[256]; /* empty: loaded */

static void load(void) {
    void *library = dlopen("libgccjit.so.0", RTLD_NOW | RTLD_LOCAL);
    bool found = library != NULL;
    for (size_t i = 0; found && i < sizeof functions / sizeof *functions; i++)
        found = (*functions[i].pointer = dlsym(library, functions[i].name)) != NULL;
    if (!found) snprintf(failure, sizeof failure, "%s", dlerror());
}

bool gccjit_load(struct diag *diag) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return !*failure || diag_error(diag, (struct place){0}, "code generator: %s", failure);
}
