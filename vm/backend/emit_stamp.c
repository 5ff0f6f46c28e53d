/* STAMPS: a word beside an object becomes what the clock says (runtime/stamp_site.h). What is in a block of the heap has its stamp
 * at a constant distance; of all else, null left out, the runtime knows where it is. */
#include "backend/emit.h"

#include "event/deaths.h"
#include "runtime/stamp_site.h"

static gcc_jit_rvalue *is_null(struct emitter *e, gcc_jit_rvalue *object) {
    return gcc_compare(e, GCC_JIT_COMPARISON_EQ, object, gcc_pointer(e, NULL));
}

static gcc_jit_rvalue *is_in_block(struct emitter *e, const struct heap_stamps *stamps,
                                   gcc_jit_rvalue *object) {
    gcc_jit_rvalue *offset =
        gcc_add_bytes(e, object, gcc_long(e, -(int64_t)(intptr_t)stamps->base));
    gcc_jit_rvalue *bytes = gcc_cast(e, gcc_long(e, (int64_t)stamps->bytes), e->types.uint64);
    return gcc_compare(e, GCC_JIT_COMPARISON_LT, gcc_to_bits(e, offset, TYPE_REFERENCE), bytes);
}

static void stamp(struct emitter *e, const struct stamp_site *site, gcc_jit_rvalue *object) {
    gcc_jit_block *near = gcc_block(e), *far = gcc_block(e), *slow = gcc_block(e);
    gcc_jit_block *done = gcc_block(e);
    gcc_branch(e, is_in_block(e, &site->stamps, object), 0.9, near, far);
    e->block = near;
    gcc_jit_lvalue *now = gcc_memory(e, gcc_pointer(e, site->clock), 0, JAVA_LONG);
    int64_t used = (const char *)site->stamps.first - site->stamps.base +
                   (int64_t)offsetof(struct vm_stamp, used);
    gcc_assign(e, gcc_memory(e, object, used, JAVA_LONG), gcc_jit_lvalue_as_rvalue(now));
    gcc_jump(e, done);
    e->block = far;
    gcc_branch(e, is_null(e, object), 0.9, done, slow);
    e->block = slow;
    gcc_jit_rvalue *arguments[] = {gcc_pointer(e, site->clock), object};
    gcc_eval(e, gcc_call_stub(e, STUB_stamp_object, arguments));
    gcc_jump(e, done);
    e->block = done;
}

static void stamp_reference_at(struct emitter *e, const struct stamp_site *site,
                               gcc_jit_rvalue *base, int64_t offset) {
    gcc_jit_lvalue *old = gcc_local(e, e->types.bytes);
    gcc_assign(e, old, gcc_load_pointer(e, base, offset));
    stamp(e, site, gcc_jit_lvalue_as_rvalue(old));
}

/* An object that is not allocated has no memory in which a reference could be. */
static void stamp_overwritten(struct emitter *e, const struct stamp_site *site,
                              const struct node *node, gcc_jit_rvalue *object) {
    gcc_jit_block *exists = gcc_block(e), *done = gcc_block(e);
    gcc_branch(e, is_null(e, object), 0.01, done, exists);
    e->block = exists;
    if (gcc_may_stand_for_class(node->inputs[1])) {
        gcc_jit_block *is_object = gcc_block(e);
        gcc_branch(e, gcc_has_class_tag(e, object), 0.01, done, is_object);
        e->block = is_object;
    }
    if (site->is_element) {
        gcc_jit_rvalue *bytes = gcc_binary(e, GCC_JIT_BINARY_OP_MULT, e->types.int64,
                                           gcc_emit_value(e, node->inputs[2]),
                                           gcc_long(e, java_type_size(JAVA_REFERENCE)));
        stamp_reference_at(e, site, gcc_add_bytes(e, object, bytes), ARRAY_ELEMENTS);
    } else {
        stamp_reference_at(e, site, object, site->offset);
    }
    gcc_jump(e, done);
    e->block = done;
}

void gcc_emit_stamps(struct emitter *e, const struct node *node) {
    const struct stamp_site *site = node->inputs[0]->extra.address.pointer;
    gcc_jit_lvalue *value = gcc_local(e, e->types.bytes);
    gcc_jit_rvalue *object = gcc_jit_lvalue_as_rvalue(value);
    if (node->inputs[1]->kind != NODE_const_null) {
        gcc_assign(e, value, gcc_emit_value(e, node->inputs[1]));
        stamp(e, site, object);
        if (site->offset || site->is_element) stamp_overwritten(e, site, node, object);
    }
    if (site->cell) stamp_reference_at(e, site, gcc_pointer(e, site->cell), 0);
}
