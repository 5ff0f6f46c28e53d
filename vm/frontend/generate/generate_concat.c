/* GENERATE CONCAT: string concatenation through a StringBuilder, as javac 8 does. */
#include "frontend/generate.h"

static const char builder[] = "java/lang/StringBuilder";

static void append(struct code_generator *g, const struct type *type) {
    const char *descriptor = "(Ljava/lang/Object;)Ljava/lang/StringBuilder;";
    if (type_is_class(type, "java/lang/String"))
        descriptor = "(Ljava/lang/String;)Ljava/lang/StringBuilder;";
    if (type_is_primitive(type)) {
        bool is_own = type->java == JAVA_BOOLEAN || type->java == JAVA_CHAR;
        enum java_type java = is_own ? type->java : java_stack_type(type->java);
        descriptor = arena_format(g->compiler->arena, "(%c)Ljava/lang/StringBuilder;",
                                  java_type_letter(java));
    }
    emit_invoke(&g->emitter, OP_invokevirtual, builder, "append", descriptor);
}

static void new_builder(struct code_generator *g) {
    emit_class(&g->emitter, OP_new, builder);
    emit(&g->emitter, OP_dup);
    emit_invoke(&g->emitter, OP_invokespecial, builder, "<init>", "()V");
}

static void builder_to_string(struct code_generator *g) {
    emit_invoke(&g->emitter, OP_invokevirtual, builder, "toString", "()Ljava/lang/String;");
}

static void append_expression(struct code_generator *g, const struct expression *expression) {
    generate_expression(g, expression);
    append(g, expression->type);
}

static bool is_concat(const struct expression *expression) {
    return expression->kind == EXPRESSION_BINARY && !expression->constant &&
           expression->type->kind == KIND_CLASS;
}

void generate_concat(struct code_generator *g, const struct expression *binary) {
    struct expression_list operands = {0};
    for (; is_concat(binary); binary = binary->left)
        arena_vec_push(g->compiler->arena, &operands, binary->right);
    new_builder(g);
    append_expression(g, binary);
    while (operands.count > 0) append_expression(g, vec_pop(&operands));
    builder_to_string(g);
}

void generate_concat_to(struct code_generator *g, const struct type *left,
                        const struct expression *right) {
    new_builder(g);
    emit(&g->emitter, OP_swap);
    append(g, left);
    append_expression(g, right);
    builder_to_string(g);
}
