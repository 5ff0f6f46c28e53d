/* CONSTANTS: what the pool's entries stand for.
 *
 * What the interpreter has not resolved yet was never executed: compiled code leaves there, and the
 * interpreter resolves it. Inserted code is the exception, since the interpreter skips what only
 * compiled code counts: it is resolved now, and initialised where Java may run. */
#include "build/builder.h"

#include "base/intern.h"
#include "dynamic/dynamic.h"
#include "runtime/resolve.h"

/* Linked: offsets and table indices are final. */
static bool is_usable(const struct class *class) {
    enum class_state state = class_state(class);
    return state >= CLASS_LINKED && state != CLASS_ERRONEOUS;
}

/* With a class that has failed the interpreter throws each time, and the code is as good as it was.
 */
static void leave_for(struct builder *builder, const struct class *class, enum reason reason) {
    bool has_failed = class && class_state(class) == CLASS_ERRONEOUS;
    emit_deoptimize(builder, has_failed ? REASON_failed_class : reason);
}

static void forget_exception(struct builder *builder) { builder->thread->exception = NULL; }

static bool may_run_java(const struct builder *builder) {
    return builder->at->in_region && !builder->environment->runs_no_java;
}

static uint32_t row_of(const struct builder *builder, uint16_t index) {
    return resolution_index(builder->method->class, index, builder->at->in_region);
}

struct class *constant_class(struct builder *builder, uint16_t index) {
    uint32_t row = row_of(builder, index);
    struct class *class = resolved_class(builder->method->class, row);
    if (!class && builder->at->in_region) {
        class = resolve_class(builder->thread, builder->method->class, row);
        forget_exception(builder);
    }
    if (!class) emit_deoptimize(builder, REASON_unresolved);
    return class;
}

struct field *constant_field(struct builder *builder, uint16_t index, bool is_static) {
    uint32_t row = row_of(builder, index);
    struct field *field = resolved_field(builder->method->class, row);
    if (!field && builder->at->in_region) {
        field = resolve_field(builder->thread, builder->method->class, row, is_static);
        forget_exception(builder);
    }
    bool is_right = field && !(field->access & ACC_STATIC) == !is_static && is_usable(field->class);
    if (!is_right) leave_for(builder, field ? field->class : NULL, REASON_unresolved);
    return is_right ? field : NULL;
}

struct method *constant_method(struct builder *builder, uint16_t index, enum opcode opcode) {
    uint32_t row = row_of(builder, index);
    struct method *method = resolved_method(builder->method->class, row);
    if (!method && builder->at->in_region) {
        method = resolve_method(builder->thread, builder->method->class, row, opcode);
        forget_exception(builder);
    }
    bool is_static = opcode == OP_invokestatic;
    bool is_right = method && method_is_static(method) == is_static && is_usable(method->class);
    if (!is_right) leave_for(builder, method ? method->class : NULL, REASON_unresolved);
    return is_right ? method : NULL;
}

struct method *constant_call_site(struct builder *builder) {
    struct method *method = builder->method;
    struct method *target = dynamic_linked(method, (int)builder->bci);
    if (!target && may_run_java(builder)) {
        builder->thread->interpret_only += INSERTED_CODE;
        target = dynamic_link(builder->thread, method, (int)builder->bci);
        builder->thread->interpret_only -= INSERTED_CODE;
        forget_exception(builder);
    }
    if (!target) emit_deoptimize(builder, REASON_unresolved);
    return target;
}

/* The caller of a static method of the class was allowed to use the class. */
static bool was_required_by_caller(const struct builder *builder, const struct class *class) {
    return builder->method->class == class && method_is_static(builder->method);
}

/* Code that gets hot while the class is being initialised may be run by the thread that initialises
 * it, and by all threads once that has succeeded. */
static void require_right_to_use(struct builder *builder, struct class *class) {
    struct node *condition = emit_node(builder, NODE_may_use, TYPE_INT, 0, NULL);
    condition->extra.class = build_meta_class(builder->compilation, class);
    emit_guard(builder, condition, REASON_uninitialized_class);
}

bool require_initialized(struct builder *builder, struct class *class) {
    if (!class_is_initialized(class) && may_run_java(builder)) {
        builder->thread->interpret_only += INSERTED_CODE;
        class_initialize(builder->thread, class);
        builder->thread->interpret_only -= INSERTED_CODE;
        forget_exception(builder);
    }
    enum class_state state = class_state(class);
    if (state == CLASS_INITIALIZED) return true;
    if (state != CLASS_INITIALIZING) {
        leave_for(builder, class, REASON_uninitialized_class);
        return false;
    }
    if (!was_required_by_caller(builder, class)) require_right_to_use(builder, class);
    return true;
}

struct node *object_constant(struct builder *builder, struct object *object, const char *text) {
    for (uint32_t i = 0; i < builder->graph->floating.count; i++) {
        struct node *node = builder->graph->floating.items[i];
        if (node->kind == NODE_const_object && !node->is_dead &&
            node->extra.object.pointer == object)
            return node;
    }
    struct node *node = emit_node(builder, NODE_const_object, TYPE_REFERENCE, 0, NULL);
    node->extra.object.pointer = object;
    node->extra.object.text = intern(text);
    node->extra.object.class = build_meta_class(builder->compilation, object->class);
    return node;
}

static void push_object(struct builder *builder, uint16_t index, const char *text) {
    uint32_t row = row_of(builder, index);
    struct object *object = resolved_string(builder->method->class, row);
    if (!object && builder->at->in_region) {
        object = resolve_string(builder->thread, builder->method->class, row);
        forget_exception(builder);
    }
    if (object)
        push_value(builder, object_constant(builder, object, text));
    else
        emit_deoptimize(builder, REASON_unresolved);
}

void translate_constant(struct builder *builder, uint16_t index) {
    const struct constant *constant = &builder->constants[index];
    struct graph *graph = builder->graph;
    if (constant->tag == CONSTANT_INTEGER)
        push_value(builder, graph_int(graph, constant->integer));
    else if (constant->tag == CONSTANT_FLOAT)
        push_value(builder, graph_float(graph, constant->float_value));
    else if (constant->tag == CONSTANT_LONG)
        push_value(builder, graph_long(graph, constant->long_value));
    else if (constant->tag == CONSTANT_DOUBLE)
        push_value(builder, graph_double(graph, constant->double_value));
    else if (constant->tag == CONSTANT_STRING)
        push_object(builder, index, constant->name);
    else if (constant->tag == CONSTANT_CLASS)
        push_object(builder, index, intern_format("class %s", constant->name));
    else
        emit_deoptimize(builder, REASON_unresolved); /* the interpreter throws */
}
