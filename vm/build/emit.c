/* EMIT: nodes at the current position. */
#include "build/builder.h"

#include "ir/fold.h"

struct node *emit_node(struct builder *builder, enum node_kind kind, enum node_type type, int count,
                       struct node *const *inputs) {
    struct node *node = node_new(builder->graph, kind, type, count, inputs);
    node->position = builder->position;
    if (node_kind_placement(kind) != PLACEMENT_floating) node_append(builder->block, node);
    return node;
}

struct node *is_operation(struct builder *builder, struct node *node) {
    spots_operation(builder, node);
    if (!builder->operations) return node;
    struct node **operation = &builder->operations[builder->bci];
    if (!*operation) *operation = node;
    return node;
}

struct node *emit_unary(struct builder *builder, enum node_kind kind, enum node_type type,
                        struct node *input) {
    return emit_node(builder, kind, type, 1, &input);
}

struct node *emit_binary(struct builder *builder, enum node_kind kind, enum node_type type,
                         struct node *left, struct node *right) {
    return emit_node(builder, kind, type, 2, (struct node *[]){left, right});
}

struct node *emit_compare(struct builder *builder, enum condition condition, struct node *left,
                          struct node *right) {
    struct node *compare = emit_binary(builder, NODE_compare, TYPE_INT, left, right);
    compare->extra.condition = condition;
    return compare;
}

void emit_guard(struct builder *builder, struct node *condition, enum reason reason) {
    struct node *guard =
        emit_binary(builder, NODE_guard, TYPE_VOID, condition, state_before(builder));
    guard->extra.guard.reason = reason;
}

/* What inserted code throws ends it (icg/body.c): guards say where. */
void emit_check(struct builder *builder, struct node *condition, enum reason reason, struct node *a,
                struct node *b) {
    const struct throw_odds *odds = &builder->flow.throws.odds[builder->bci];
    double throws = reason == REASON_null_pointer ? odds->null : odds->other;
    if (throws == 0 || builder->at->in_region) {
        emit_guard(builder, condition, reason);
        return;
    }
    struct block *fails = emit_if(builder, condition, 1 - throws), *holds = builder->block;
    struct values now = builder->now; /* with what was popped: the state before may be wanted yet */
    builder->now = values_copy(builder, &now);
    builder->block = fails;
    spots_thrown(builder);
    struct node *exception = emit_node(builder, NODE_implicit_exception, TYPE_REFERENCE,
                                       b   ? 2
                                       : a ? 1
                                           : 0,
                                       (struct node *[]){a, b});
    exception->extra.guard.reason = reason;
    dispatch_exception(builder, exception);
    builder->block = holds;
    builder->now = now;
    builder->has_pushed = false;
}

void emit_null_check(struct builder *builder, struct node *object) {
    if (is_known_not_null(builder, object)) return;
    struct node *condition = emit_compare(builder, COND_NE, object, graph_null(builder->graph));
    emit_check(builder, condition, REASON_null_pointer, NULL, NULL);
    remember_not_null(builder, object);
}

static struct node *detached_end(struct builder *builder, enum node_kind kind, struct node *input) {
    struct node *end = node_new(builder->graph, kind, TYPE_VOID, input != NULL, &input);
    end->position = builder->position;
    return end;
}

void emit_leave(struct builder *builder, enum node_kind kind, struct node *value) {
    block_end(builder->block, detached_end(builder, kind, value), 0, NULL, NULL);
    builder->block = NULL;
}

void emit_deoptimize(struct builder *builder, enum reason reason) {
    struct node *end = detached_end(builder, NODE_deoptimize, state_before(builder));
    end->extra.guard.reason = reason;
    block_end(builder->block, end, 0, NULL, NULL);
    builder->block = NULL;
}

struct block *emit_if(struct builder *builder, struct node *condition, double probability) {
    struct block *arms[] = {block_new(builder->graph), block_new(builder->graph)};
    double probabilities[] = {probability, 1 - probability};
    block_end(builder->block, detached_end(builder, NODE_if, condition), 2, arms, probabilities);
    builder->block = arms[0];
    return arms[1];
}

void emit_new_block(struct builder *builder) {
    struct block *block = block_new(builder->graph);
    block_end(builder->block, detached_end(builder, NODE_goto, NULL), 1, &block, (double[]){1});
    builder->block = block;
}

/* --- narrowing --- */

/* The type that a method's parameter was declared with. */
static enum java_type parameter_type(const struct builder *builder, const struct node *parameter) {
    if (builder->graph->is_loop) return JAVA_INT;
    int index = (int)parameter->extra.integer - !method_is_static(builder->method);
    return index < 0 ? JAVA_REFERENCE : builder->method->shape->parameters[index];
}

const char *declared_parameter_class(const struct builder *builder, const struct node *parameter) {
    if (builder->graph->is_loop) return NULL;
    int index = (int)parameter->extra.integer - !method_is_static(builder->method);
    return index < 0 ? NULL : builder->method->shape->parameter_classes[index];
}

/* By declaration, which value_fits does not know. */
static bool is_declared_as(const struct builder *builder, const struct node *value,
                           enum java_type type) {
    enum java_type declared = JAVA_INT;
    if (value->kind == NODE_parameter) declared = parameter_type(builder, value);
    if (value->kind == NODE_invoke) declared = value->extra.call.method->return_type;
    return declared == type || declared == JAVA_BOOLEAN ||
           (declared == JAVA_BYTE && type == JAVA_SHORT);
}

struct node *narrowed(struct builder *builder, struct node *value, enum java_type type) {
    if (value_fits(value, type) || is_declared_as(builder, value, type)) return value;
    struct node *narrow = emit_unary(builder, NODE_narrow, TYPE_INT, value);
    narrow->extra.type = type;
    return narrow;
}
