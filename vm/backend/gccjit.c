/* libgccjit. Each function that the backend calls is defined here as a jump through a pointer,
 * which loading fills in. */
#include "backend/gccjit.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

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

void gccjit_compile_to_file(gcc_jit_context *context, enum gcc_jit_output_kind kind,
                            const char *path) {
#ifdef __SANITIZE_ADDRESS__
    __lsan_disable();
#endif
    gcc_jit_context_compile_to_file(context, kind, path);
#ifdef __SANITIZE_ADDRESS__
    __lsan_enable();
#endif
}
