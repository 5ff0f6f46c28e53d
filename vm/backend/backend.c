/* From a lowered graph to machine code: a context of libgccjit, an object file in anonymous memory,
 * our loader. */
#define _GNU_SOURCE
#include "backend/backend.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "backend/emit.h"
#include "backend/environment.h"
#include "backend/gccjit.h"
#include "base/strbuf.h"

/* What Java's semantics need of GCC, and what keeps it fast and small. */
static const char *const gcc_options[] = {
    "-fwrapv",              /* integers wrap */
    "-fno-strict-aliasing", /* memory has no type */
    "-fno-delete-null-pointer-checks",
    "-ffp-contract=off", /* each operation rounds */
    "-fno-math-errno",
    "-fno-stack-protector",
    "-fcf-protection=none",
    "-fno-asynchronous-unwind-tables",
    "-fno-omit-frame-pointer", /* the stack is walked (runtime/stack.h), by the lines of calls: */
    "-g1",
    "-fno-crossjumping", /* a call is where it is, not merged with another */
    "-fno-tree-tail-merge",
    "-fno-tree-loop-distribute-patterns", /* loops must not become calls of memset: nothing is
                                             linked */
    "-fno-schedule-insns2",               /* expensive, and what they gain is within noise: */
    "-fno-gcse",
    "-fno-thread-jumps",
    "-fno-tree-slp-vectorize",
    "--param=ggc-min-heapsize=4096", /* else GCC's own heap grows to 300 MB over many contexts */
    "--param=ggc-min-expand=10",
};

static gcc_jit_context *new_context(const struct backend_options *options) {
    gcc_jit_context *context = gcc_jit_context_acquire();
    gcc_jit_context_set_int_option(context, GCC_JIT_INT_OPTION_OPTIMIZATION_LEVEL,
                                   options->vm->optimization_level);
    gcc_jit_context_set_bool_option(context, GCC_JIT_BOOL_OPTION_DEBUGINFO, 1);
    gcc_jit_context_set_bool_print_errors_to_stderr(context, 0);
    for (size_t i = 0; i < sizeof gcc_options / sizeof *gcc_options; i++)
        gcc_jit_context_add_command_line_option(context, gcc_options[i]);
    return context;
}

static bool gcc_failed(gcc_jit_context *context, struct diag *diag) {
    const char *error = gcc_jit_context_get_first_error(context);
    return error && !diag_error(diag, (struct place){0}, "code generator: %s", error);
}

/* Assembler and GCC's view of the function, for people. */
static void dump(const struct emitter *e) {
    if (!e->options->is_dumped) return;
    struct strbuf path = STRBUF_INIT;
    strbuf_addf(&path, "%s/%03d-", e->options->vm->dump_directory, e->graph->compilation->number);
    for (const char *c = e->graph->compilation->root; c && *c; c++)
        strbuf_add_char(&path, strchr("/ <>$;", *c) ? '_' : *c);
    size_t stem = path.length;
    strbuf_add_text(&path, ".gcc");
    gcc_jit_context_dump_to_file(e->context, strbuf_text(&path), 0);
    path.length = stem;
    strbuf_add_text(&path, ".s");
    gccjit_compile_to_file(e->context, GCC_JIT_OUTPUT_KIND_ASSEMBLER, strbuf_text(&path));
    strbuf_release(&path);
}

static bool read_object(int file, struct machine_code *out, struct diag *diag) {
    off_t size = lseek(file, 0, SEEK_END);
    if (size <= 0)
        return diag_error(diag, (struct place){0}, "code generator: no object file came out");
    out->object_size = (size_t)size;
    out->object = memory_allocate(out->object_size);
    if (pread(file, out->object, out->object_size, 0) == size) return true;
    return diag_error(diag, (struct place){0}, "code generator: cannot read the object file");
}

static bool compile(gcc_jit_context *context, struct machine_code *out, struct diag *diag) {
    int file = memfd_create("object", MFD_CLOEXEC);
    if (file < 0)
        return diag_error(diag, (struct place){0}, "code generator: cannot make a file in memory");
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(), file);
    gccjit_compile_to_file(context, GCC_JIT_OUTPUT_KIND_OBJECT_FILE, path);
    bool done = !gcc_failed(context, diag) && read_object(file, out, diag);
    close(file);
    return done;
}

bool backend_generate(struct graph *graph, const struct backend_options *options,
                      struct machine_code *out, struct diag *diag) {
    *out = (struct machine_code){.is_located = options->is_located};
    if (!gccjit_load(diag) || !environment_suffices(diag)) return false;
    struct emitter e = {.graph = graph, .options = options};
    e.context = new_context(options);
    gcc_types_init(&e.types, e.context);
    gcc_emit_graph(&e);
    bool done = !gcc_failed(e.context, diag);
    if (done) dump(&e);
    done = done && compile(e.context, out, diag);
    gcc_jit_context_release(e.context);
    out->sites = e.sites.items;
    out->site_count = (int)e.sites.count;
    out->caches = e.caches.items;
    out->cache_count = (int)e.caches.count;
    out->links = e.links.items;
    out->link_count = (int)e.links.count;
    out->unit = gcc_unit(&e);
    machine_code_take_sites(out, &e);
    if (!done) machine_code_release(out, false);
    return done;
}

static void free_object(struct machine_code *code) {
    memory_free(code->object);
    code->object = NULL;
}

bool machine_code_load(struct machine_code *code, struct diag *diag) {
    struct elf_wish wish = {.symbol = EMITTED_FUNCTION, .with_frame_info = code->is_located};
    bool done = elf_load(code->object, code->object_size, &wish, &code->image, diag);
    code->entry = code->image.symbol;
    if (done) machine_code_weigh(code);
    if (done) free_object(code);
    return done;
}

void machine_code_release(struct machine_code *code, bool overwrites) {
    free_object(code);
    for (int i = 0; i < code->site_count; i++) deoptimization_site_free(code->sites[i]);
    for (int i = 0; i < code->call_site_count; i++) {
        memory_free((void *)code->call_sites[i]->inlined);
        memory_free((void *)code->call_sites[i]);
    }
    for (int i = 0; i < code->cache_count; i++) memory_free(code->caches[i]);
    memory_free(code->sites);
    memory_free(code->call_sites);
    memory_free(code->caches);
    memory_free(code->links);
    if (code->image.memory) elf_unload(&code->image, overwrites);
    *code = (struct machine_code){0};
}
