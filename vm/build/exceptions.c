/* EXCEPTIONS: what is thrown explicitly or by a callee, and how control leaves the method. Implicit
 * exceptions are guards elsewhere.
 *
 * A synchronised method's own lock is left here, before it returns or unwinds. */
#include "build/builder.h"

/* --- leaving --- */

static void unlock_method(struct builder *builder) {
    bool is_balanced = builder->now.locks.count == (builder->method_lock != NULL);
    if (!is_balanced) builder_fail(builder, REASON_unbalanced_monitors);
    if (builder->method_lock)
        emit_unary(builder, NODE_monitor_exit, TYPE_VOID, builder->method_lock);
}

static struct node *class_lock(struct builder *builder, struct class *class) {
    struct object *mirror = class_mirror(builder->thread, class);
    builder->thread->exception = NULL;
    if (!mirror) builder_fail(builder, REASON_out_of_memory);
    return object_constant(builder, mirror, class->name);
}

void lock_method(struct builder *builder) {
    bool is_static = method_is_static(builder->method);
    builder->method_lock =
        is_static ? class_lock(builder, builder->method->class) : builder->now.locals[0];
    emit_unary(builder, NODE_monitor_enter, TYPE_VOID, builder->method_lock);
    arena_vec_push(&builder->scratch, &builder->now.locks, builder->method_lock);
}

void translate_return(struct builder *builder, int op) {
    if (builder->at->in_region) builder_fail(builder, REASON_icg_not_closed);
    struct node *value = NULL;
    if (op != OP_return) {
        value = pop_value(builder, node_type_of_java((enum java_type)(op - OP_ireturn)));
        value = narrowed(builder, value, builder->method->shape->return_type);
    }
    spots_before(builder);
    unlock_method(builder);
    if (builder->method_lock) spots_operation(builder, builder->block->last);
    emit_leave(builder, NODE_return, value);
}

/* Inserted code that throws has no locks to leave: it ends here. */
static void unwind(struct builder *builder, struct node *exception) {
    if (!builder->at->in_region) unlock_method(builder);
    spots_of_method(builder, SPOT_UNWIND, exception,
                    builder->method_lock ? builder->block->last : NULL);
    emit_leave(builder, NODE_unwind, exception);
}

/* --- handlers --- */

static void enter_handler(struct builder *builder, struct flow_block *handler,
                          struct node *exception) {
    builder->now.depth = 0;
    push_value(builder, exception);
    spots_of_handler(builder, handler->code->start, exception);
    jump_to(builder, handler);
}

/* The interpreter would load it at the first exception that gets here. */
static struct class *catch_class(struct builder *builder, const char *name) {
    struct class *class = class_loaded(builder->environment->runtime, name);
    if (!class) class = class_load(builder->thread, name);
    builder->thread->exception = NULL;
    if (!class || !class_is_visible(class, builder->method->class))
        builder_fail(builder, REASON_unresolved);
    return class;
}

enum certainty { NO, YES, UNKNOWN };

static enum certainty is_caught(struct builder *builder, const struct node *exception,
                                const struct class *class) {
    if (class == builder->environment->runtime->known.throwable) return YES;
    if (exception->kind != NODE_new) return UNKNOWN;
    return class_is_subtype(exception->extra.class->runtime, class) ? YES : NO;
}

void dispatch_exception(struct builder *builder, struct node *exception) {
    const struct code *code = builder->code;
    for (int i = -1; (i = code_next_handler(code, i + 1, builder->bci)) >= 0;) {
        struct flow_block *target = flow_block_at(&builder->flow, code->handlers[i].target);
        if (builder->at->in_region && !target->in_region) break;
        const char *name = code->handlers[i].catch_class;
        struct class *class = name ? catch_class(builder, name) : NULL;
        enum certainty answer = name ? is_caught(builder, exception, class) : YES;
        if (answer == NO) continue;
        struct block *other = NULL;
        if (answer == UNKNOWN) {
            struct node *test = emit_unary(builder, NODE_instance_of, TYPE_INT, exception);
            test->extra.class = build_meta_class(builder->compilation, class);
            other = emit_if(builder, test, throws_handled(&builder->flow.throws, i, builder->bci));
        }
        enter_handler(builder, target, exception);
        if (!other) return;
        builder->block = other;
    }
    unwind(builder, exception);
}

void translate_throw(struct builder *builder) {
    struct node *exception = pop_value(builder, TYPE_REFERENCE);
    emit_null_check(builder, exception);
    spots_before(builder);
    dispatch_exception(builder, exception);
}
