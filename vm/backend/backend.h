/* Lowered graph to machine code: libgccjit makes an object file, our own loader puts it into
 * memory. */
#ifndef BACKEND_BACKEND_H
#define BACKEND_BACKEND_H

#include "base/diag.h"
#include "base/vec.h"
#include "context/context.h"
#include "backend/deoptimization_site.h"
#include "backend/elf_loader.h"
#include "ir/compilation.h"
#include "runtime/runtime.h"
#include "runtime/stack.h"

enum stub {
#define STUB(name, result, parameters, charged) STUB_##name,
#include "backend/stubs.def"
#undef STUB
    STUB_COUNT
};

/* A call that is inlined, and how often it runs with one poll. */
struct inferred_call {
    const struct position *start; /* the callee's first bytecode */
    double frequency;
    bool is_believed; /* by odds of branches */
};

struct inferred_poll {
    const struct node *poll; /* as icg_forecast_polls has it */
    VEC(struct inferred_call) calls;
};

struct backend_options {
    const struct vm_options *vm; /* optimization_level, deoptimize_always, dump_directory */
    void *stubs[STUB_COUNT];
    struct context_tree *contexts; /* calling contexts; NULL: they are not kept */
    struct timing *timing;         /* of threads; NULL: nobody asks */
    int loop_bci;                  /* where the code is entered; -1: at the method's beginning */
    bool counts_executions;        /* in a cell, */
    uint32_t execution_cell;       /* of the runtime's */
    const struct inferred_poll *polls; /* those that calls run with */
    uint32_t poll_count;
    bool are_inferred; /* these calls, from samples */
    bool is_located;   /* all statements have their positions, not calls alone */
    bool is_dumped;    /* assembler and GCC's dumps are kept in dump_directory */
};

/* The last selection of an interface call: read without a lock, so it is written once. */
struct call_cache {
    const struct selection {
        struct class *class; /* of the receiver */
        struct method *method;
    } * current; /* never NULL */
    struct selection first;
    _Atomic int is_taken; /* [first] is written, or being written */
};

/* A call that is not inlined, and where it leads: to a method, to what a cache selects, or to any that overrides the method. */
struct call_link {
    const struct method *method; /* NULL where there is a cache */
    const struct call_cache *cache;
    bool is_virtual;
};

/* Machine code of one compilation. */
struct machine_code {
    const void
        *entry; /* native (backend/bridge.h); of a loop: a method_entry (see graph->is_loop) */
    struct elf_image image;
    struct deoptimization_site **sites; /* owned; freed with the code, like all that follows */
    int site_count;
    const struct call_site **call_sites;
    int call_site_count;
    struct call_cache **caches;
    int cache_count;
    struct call_link *links;
    int link_count;
    const struct timed_unit *unit; /* NULL: it is not timed */
    uint8_t *object;               /* the object file until it is loaded; NULL */
    size_t object_size;
    bool is_located; /* the option's */
};

/* A phase (ir/phases.def): expands what the back end cannot express (allocation, locks) into low
 * nodes, through edit_expand. Once the program is lowered and inserted code spliced in, a second
 * run lowers the inserted code. */
void phase_lower(struct graph *graph);

/* The graph must be lowered, without inserted code that was not spliced. The code is to be loaded before it can run. False with
 * [diag] when GCC failed. */
bool backend_generate(struct graph *graph, const struct backend_options *options,
                      struct machine_code *out, struct diag *diag);
/* Into the code space. False with [diag]; when there was no room, image.size says how many bytes it takes, and it may be tried
 * again. Else that is 0. */
bool machine_code_load(struct machine_code *code, struct diag *diag);
/* The memory of the code is overwritten where [overwrites]. */
void machine_code_release(struct machine_code *code, bool overwrites);
/* The bytecode of a row of image.lines; NULL: of none. */
const struct call_site *machine_code_row_site(const struct machine_code *code, uint32_t row);
/* Of the code's unit: the share that the instruction in front of the address is of; -1: of none. */
int32_t machine_code_share(const struct machine_code *code, const void *address);
/* The call that returns to this address of the code; NULL: no frame of the program's. */
const struct call_site *machine_code_call_site(const struct machine_code *code,
                                               const void *return_address);

#endif
