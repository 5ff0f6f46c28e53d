/* The names by which a program's classes hit counters, from their bytecode. */
#include "classfile/anchors.h"
#include "classfile/blocks.h"
#include "classfile/intrinsics.h"
#include "classfile/opcodes.h"
#include "vm_internal.h"

struct hits {
    struct arena *arena;
    VEC(const char *) names;
};

/* Control that comes from elsewhere brings another value. */
static bool is_jump_target(const struct code_blocks *blocks, uint32_t bci) {
    return blocks->at[bci] && blocks->items[code_block_at(blocks, bci)].needs_frame;
}

static void add(struct hits *hits, const char *name) {
    vec_each(const char *, known, &hits->names) {
        if (*known == name) return;
    }
    arena_vec_push(hits->arena, &hits->names, name);
}

static void list_code(struct hits *hits, const struct classfile *file, const struct code *code) {
    struct code_blocks blocks = {0}; /* found for the first hit */
    uint32_t previous = 0;
    for (uint32_t bci = 0; bci < code->length; bci += instruction_length(code, bci)) {
        if (code_intrinsic(file->constants, code, bci) == INTRINSIC_hit) {
            const char *name = code_hit_name(file, code, previous, bci);
            if (!blocks.items) blocks = code_blocks_find(hits->arena, code, NULL);
            if (is_jump_target(&blocks, bci)) name = NULL;
            add(hits, name);
        }
        previous = bci;
    }
}

/* A reference to the method, as Probe::hit, is called with whatever. */
static void list_references(struct hits *hits, const struct classfile *file) {
    for (int i = 1; i < file->constant_count; i++) {
        const struct constant *constant = &file->constants[i];
        if (constant->tag == CONSTANT_METHOD_HANDLE &&
            constant_intrinsic(&file->constants[constant->handle.index]) == INTRINSIC_hit)
            add(hits, NULL);
    }
}

size_t vm_hit_names(struct vm *vm, struct arena *arena, const char *const **names) {
    struct hits hits = {.arena = arena};
    vec_each(struct class *, class, &vm->defined) {
        const struct classfile *file = (*class)->file;
        for (int i = 0; i < file->method_count; i++)
            if (file->methods[i].code) list_code(&hits, file, file->methods[i].code);
        list_references(&hits, file);
    }
    *names = hits.names.items;
    return hits.names.count;
}
