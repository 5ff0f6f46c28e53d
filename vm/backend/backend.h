/* Lowered graph to machine code: libgccjit makes an object file, our own loader puts it into memory
 * (research 2.4). */
#ifndef BACKEND_BACKEND_H
#define BACKEND_BACKEND_H

#include "base/diag.h"
#include "base/vec.h"
#include "backend/deoptimization_site.h"
#include "ir/compilation.h"
#include "runtime/runtime.h"

enum stub {
#define STUB(name, result, parameters, meaning) STUB_##name,
#include "backend/stubs.def"
#undef STUB
    STUB_COUNT
};

struct backend_options {
    int optimization_level; /* 0 to 3 */
    void *stubs[STUB_COUNT];
    bool deoptimize_always;     /* stress: every guard fails at its first execution */
    const char *dump_directory; /* assembler and GCC's dumps are kept there; NULL: not */
};

/* Machine code of one compilation. */
struct machine_code {
    method_entry entry;
    void *memory;
    size_t size;                        /* bytes mapped */
    size_t code_bytes;                  /* of .text */
    struct deoptimization_site **sites; /* owned; freed with the code */
    int site_count;
};

/* Expands what the back end cannot express (allocation, locks) into low nodes, through edit_expand.
 * May be called again for what came in since. An allocation without frame state leaves the method
 * with OutOfMemoryError when the heap is full. Leaves cfg computed. */
void backend_lower(struct graph *graph);

/* The graph must be lowered, without inserted code that was not spliced. False with [diag] when GCC
 * or the loader failed. */
bool backend_generate(struct graph *graph, const struct backend_options *options,
                      struct machine_code *out, struct diag *diag);
void machine_code_release(struct machine_code *code);

#endif
