/* libgccjit. Each function that the backend calls is defined here as a jump through a pointer,
 * which loading fills in. */
#include "backend/gccjit.h"

#include <libgccjit.h>

#include "base/library.h"

#define GCCJIT(name)                                                                               \
    __typeof__(name) name; /* of libgccjit.h */                                                    \
    void *pointer_to_##name __attribute__((visibility("hidden")));                                 \
    __asm__(".pushsection .text\n"                                                                 \
            ".globl " #name "\n.hidden " #name "\n.type " #name ", @function\n" #name ":\n"        \
            "    jmp *pointer_to_" #name "(%rip)\n"                                                \
            ".size " #name ", . - " #name "\n.popsection\n");
#include "backend/gccjit.def"
#undef GCCJIT

static const struct library_function functions[] = {
#define GCCJIT(name) {#name, &pointer_to_##name},
#include "backend/gccjit.def"
#undef GCCJIT
};

bool gccjit_load(struct diag *diag) {
    static struct library library = {"code generator", "libgccjit.so.0", functions,
                                     sizeof functions / sizeof *functions, false};
    return library_load(&library, diag);
}
