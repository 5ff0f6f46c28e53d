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

/* Whose operations are lowered: an allocation without a frame state that finds the heap full leaves
 * the program's method with OutOfMemoryError, and yields null in inserted code, which tests for it.
 */
enum lowering { LOWER_PROGRAM, LOWER_INSERTED };

/* Expands what the back end cannot express (allocation, locks) into low nodes, through edit_expand:
 * all that is there, which is inserted code alone when the program was lowered before it was
 * spliced in. Leaves cfg computed. */
void backend_lower(struct graph *graph, enum lowering lowering);

/* The graph must be lowered, without inserted code that was not spliced. False with [diag] when GCC
 * or the loader failed. */
bool backend_generate(struct graph *graph, const struct backend_options *options,
                      struct machine_code *out, struct diag *diag);
void machine_code_release(struct machine_code *code);

#endif
