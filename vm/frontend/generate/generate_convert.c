/* GENERATE CONVERT: boxes, their values, and the casts that make up for erasure. */
#include "base/intern.h"
#include "frontend/generate.h"

void generate_checkcast(struct code_generator *g, struct type *from, struct type *to) {
    struct type *erased = type_erasure(g->compiler, to);
    if (erased->kind == KIND_NULL || from->kind == KIND_NULL) return;
    if (!type_is_subtype(g->compiler, type_erasure(g->compiler, from), erased))
        emit_type(&g->emitter, OP_checkcast, erased);
}

static void generate_boxing(struct code_generator *g, const struct type *primitive) {
    const struct type *box = type_boxed(g->compiler, primitive);
    emit_invoke(&g->emitter, OP_invokestatic, box->class->name, "valueOf",
                intern_format("(%s)%s", primitive->descriptor, box->descriptor));
}

/* [box] is what is on the stack, or something above it. */
static void generate_unboxing(struct code_generator *g, struct type *from, struct type *primitive) {
    struct type *box = type_boxed(g->compiler, primitive);
    generate_checkcast(g, from, box);
    emit_invoke(&g->emitter, OP_invokevirtual, box->class->name,
                intern_format("%sValue", type_text(g->compiler, primitive)),
                intern_format("()%s", primitive->descriptor));
}

void generate_conversion(struct code_generator *g, struct type *from, struct type *to) {
    bool from_primitive = type_is_primitive(from), to_primitive = type_is_primitive(to);
    if (from_primitive && to_primitive) {
        emit_convert(&g->emitter, from->java, to->java);
    } else if (from_primitive) {
        generate_boxing(g, from);
    } else if (to_primitive) {
        struct type *unboxed = type_unboxed(g->compiler, from);
        if (!unboxed) unboxed = to; /* a cast of an Object */
        generate_unboxing(g, from, unboxed);
        emit_convert(&g->emitter, unboxed->java, to->java);
    } else {
        generate_checkcast(g, from, to);
    }
}

static bool is_array_clone(const struct expression *call) {
    return call->site && call->site->kind == KIND_ARRAY && call->method->result->kind == KIND_ARRAY;
}

struct type *uncast_type(struct code_generator *g, const struct expression *expression) {
    struct type *type = expression->type;
    bool is_name = expression->kind == EXPRESSION_NAME || expression->kind == EXPRESSION_SELECT;
    if (expression->constant) return type_erasure(g->compiler, type);
    if (expression->kind == EXPRESSION_CALL)
        type = is_array_clone(expression) ? type_object(g->compiler) : expression->method->result;
    if (is_name && expression->variable) type = expression->variable->type;
    if (expression->kind == EXPRESSION_INDEX)
        type = type_erasure(g->compiler, expression->left->type)->element;
    return type_erasure(g->compiler, type);
}
