/* GENERATE STATEMENT: statements, loops and jumps. The stack is empty between statements. */
#include "frontend/generate.h"

static void push_scope(struct code_generator *g, struct jump_scope *scope) {
    scope->outer = g->scope;
    g->scope = scope;
}

static void pop_scope(struct code_generator *g) { g->scope = g->scope->outer; }

static void generate_scoped(struct code_generator *g, const struct statement *statement) {
    int next_local = g->emitter.next_local;
    generate_statement(g, statement);
    g->emitter.next_local = next_local;
}

void generate_statements(struct code_generator *g, const struct statement_list *statements) {
    for (uint32_t i = 0; i < statements->count; i++) generate_statement(g, statements->items[i]);
}

static void generate_block(struct code_generator *g, const struct statement *block) {
    int next_local = g->emitter.next_local;
    generate_statements(g, &block->statements);
    g->emitter.next_local = next_local;
}

static void generate_local(struct code_generator *g, const struct statement *local) {
    struct variable *variable = local->variable;
    variable->slot = emit_local(&g->emitter, variable->type);
    if (!local->expression) return;
    generate_initializer(g, local->expression, variable->type);
    emit_store(&g->emitter, variable->type->java, variable->slot);
}

static void generate_if(struct code_generator *g, const struct statement *statement) {
    struct code_emitter *e = &g->emitter;
    struct label *otherwise = label_new(e), *end = label_new(e);
    generate_condition(g, statement->expression, false, otherwise);
    generate_scoped(g, statement->body);
    if (statement->otherwise) emit_jump(e, OP_goto, end);
    label_place(e, otherwise);
    if (statement->otherwise) generate_scoped(g, statement->otherwise);
    label_place(e, end);
}

/* ---- loops */

static struct jump_scope loop_scope(struct code_generator *g, const struct statement *loop) {
    struct jump_scope scope = {.statement = loop};
    scope.break_label = label_new(&g->emitter);
    scope.continue_label = label_new(&g->emitter);
    return scope;
}

static bool is_always_true(const struct expression *condition) {
    return !condition || (condition->constant && value_is_true(condition->constant));
}

/* while and for: the test comes first, as in javac. */
static void generate_loop(struct code_generator *g, const struct statement *loop) {
    struct code_emitter *e = &g->emitter;
    int next_local = e->next_local;
    generate_statements(g, &loop->statements);
    struct jump_scope scope = loop_scope(g, loop);
    struct label *start = label_new(e);
    push_scope(g, &scope);
    label_place(e, start);
    if (!is_always_true(loop->expression)) {
        emitter_set_line(e, loop->expression->place);
        generate_condition(g, loop->expression, false, scope.break_label);
    }
    generate_scoped(g, loop->body);
    label_place(e, scope.continue_label);
    generate_statements(g, &loop->updates);
    emit_jump(e, OP_goto, start);
    label_place(e, scope.break_label);
    pop_scope(g);
    e->next_local = next_local;
}

static void generate_do(struct code_generator *g, const struct statement *loop) {
    struct code_emitter *e = &g->emitter;
    struct jump_scope scope = loop_scope(g, loop);
    struct label *start = label_new(e);
    push_scope(g, &scope);
    label_place(e, start);
    generate_scoped(g, loop->body);
    label_place(e, scope.continue_label);
    if (e->alive) {
        emitter_set_line(e, loop->expression->place);
        generate_condition(g, loop->expression, true, start);
    }
    label_place(e, scope.break_label);
    pop_scope(g);
}

/* for (T x : array): the array, its length and the index are in locals of their own. */
static void generate_for_array(struct code_generator *g, const struct statement *loop) {
    struct code_emitter *e = &g->emitter;
    struct type *array_type = loop->expression->type;
    struct variable *variable = loop->variable;
    int array = emit_local(e, array_type), length = e->next_local++, index = e->next_local++;
    generate_expression(g, loop->expression);
    emit_store(e, JAVA_REFERENCE, array);
    emit_load(e, JAVA_REFERENCE, array);
    emit(e, OP_arraylength);
    emit_store(e, JAVA_INT, length);
    emit_integer(e, 0);
    emit_store(e, JAVA_INT, index);
    variable->slot = emit_local(e, variable->type);
    struct jump_scope scope = loop_scope(g, loop);
    struct label *start = label_new(e);
    push_scope(g, &scope);
    label_place(e, start);
    emit_load(e, JAVA_INT, index);
    emit_load(e, JAVA_INT, length);
    emit_jump(e, OP_if_icmpge, scope.break_label);
    emit_load(e, JAVA_REFERENCE, array);
    emit_load(e, JAVA_INT, index);
    emit_array_load(e, array_type->element);
    generate_conversion(g, array_type->element, variable->type);
    emit_store(e, variable->type->java, variable->slot);
    generate_scoped(g, loop->body);
    label_place(e, scope.continue_label);
    emit_increment(e, index, 1);
    emit_jump(e, OP_goto, start);
    label_place(e, scope.break_label);
    pop_scope(g);
}

/* for (T x : iterable): the iterator is in a local of its own. */
static void generate_for_iterable(struct code_generator *g, const struct statement *loop) {
    static const char iterator_class[] = "java/util/Iterator";
    struct code_emitter *e = &g->emitter;
    struct variable *variable = loop->variable;
    struct type *object = type_object(g->compiler);
    struct type *erased = type_erasure(g->compiler, loop->expression->type);
    struct class_symbol *iterable = class_known(g->compiler, "java/lang/Iterable");
    if (!class_is_subclass(erased->class, iterable)) erased = &iterable->type;
    generate_expression(g, loop->expression);
    generate_checkcast(g, loop->expression->type, erased);
    emit_invoke(e, symbol_is_interface(erased->class) ? OP_invokeinterface : OP_invokevirtual,
                erased->class->name, "iterator", "()Ljava/util/Iterator;");
    int iterator = emit_local(e, object);
    emit_store(e, JAVA_REFERENCE, iterator);
    struct jump_scope scope = loop_scope(g, loop);
    push_scope(g, &scope);
    label_place(e, scope.continue_label);
    emit_load(e, JAVA_REFERENCE, iterator);
    emit_invoke(e, OP_invokeinterface, iterator_class, "hasNext", "()Z");
    emit_jump(e, OP_ifeq, scope.break_label);
    emit_load(e, JAVA_REFERENCE, iterator);
    emit_invoke(e, OP_invokeinterface, iterator_class, "next", "()Ljava/lang/Object;");
    if (type_is_primitive(variable->type)) generate_checkcast(g, object, loop->element_type);
    generate_conversion(g, type_is_primitive(variable->type) ? loop->element_type : object,
                        variable->type);
    variable->slot = emit_local(e, variable->type);
    emit_store(e, variable->type->java, variable->slot);
    generate_scoped(g, loop->body);
    emit_jump(e, OP_goto, scope.continue_label);
    label_place(e, scope.break_label);
    pop_scope(g);
}

static void generate_for_each(struct code_generator *g, const struct statement *loop) {
    int next_local = g->emitter.next_local;
    if (loop->expression->type->kind == KIND_ARRAY)
        generate_for_array(g, loop);
    else
        generate_for_iterable(g, loop);
    g->emitter.next_local = next_local;
}

/* ---- jumps */

static void generate_labeled(struct code_generator *g, const struct statement *labeled) {
    struct jump_scope scope = {.statement = labeled, .break_label = label_new(&g->emitter)};
    push_scope(g, &scope);
    generate_scoped(g, labeled->body);
    pop_scope(g);
    label_place(&g->emitter, scope.break_label);
}

static void generate_jump(struct code_generator *g, const struct statement *jump) {
    struct jump_scope *target = g->scope;
    while (target->statement != jump->target) target = target->outer;
    generate_unwinding(g, target);
    emit_jump(&g->emitter, OP_goto,
              jump->kind == STATEMENT_BREAK ? target->break_label : target->continue_label);
    finish_unwinding(g, target);
}

static void generate_return(struct code_generator *g, const struct statement *statement) {
    struct code_emitter *e = &g->emitter;
    struct type *result = g->lambda ? g->lambda->result : g->method ? g->method->result : NULL;
    enum java_type java = result ? result->java : JAVA_VOID;
    int next_local = e->next_local;
    if (statement->expression) {
        generate_value(g, statement->expression, result);
        if (has_unwinding(g, NULL)) {
            int slot = emit_local(e, result);
            emit_store(e, java, slot);
            generate_unwinding(g, NULL);
            emit_load(e, java, slot);
        }
    } else {
        generate_unwinding(g, NULL);
    }
    emit_return(e, java);
    finish_unwinding(g, NULL);
    e->next_local = next_local;
}

/* ---- assert */

static const char *assertion_descriptor(const struct type *type) {
    switch (type->java) {
    case JAVA_BOOLEAN: return "(Z)V";
    case JAVA_CHAR: return "(C)V";
    case JAVA_BYTE:
    case JAVA_SHORT:
    case JAVA_INT: return "(I)V";
    case JAVA_LONG: return "(J)V";
    case JAVA_FLOAT: return "(F)V";
    case JAVA_DOUBLE: return "(D)V";
    case JAVA_REFERENCE:
    case JAVA_VOID:
    case JAVA_TYPE_COUNT: break;
    }
    return "(Ljava/lang/Object;)V";
}

static void generate_assert(struct code_generator *g, const struct statement *statement) {
    struct code_emitter *e = &g->emitter;
    struct label *end = label_new(e);
    emit_field(e, OP_getstatic, g->class->name, "$assertionsDisabled", "Z");
    emit_jump(e, OP_ifne, end);
    generate_condition(g, statement->expression, true, end);
    emit_class(e, OP_new, "java/lang/AssertionError");
    emit(e, OP_dup);
    if (statement->detail) generate_expression(g, statement->detail);
    emit_invoke(e, OP_invokespecial, "java/lang/AssertionError", "<init>",
                statement->detail ? assertion_descriptor(statement->detail->type) : "()V");
    emit(e, OP_athrow);
    label_place(e, end);
}

static void generate_throw(struct code_generator *g, const struct statement *statement) {
    generate_expression(g, statement->expression);
    emit(&g->emitter, OP_athrow);
}

void generate_statement(struct code_generator *g, const struct statement *statement) {
    if (!g->emitter.alive) return;
    if (statement->kind != STATEMENT_BLOCK && statement->kind != STATEMENT_EMPTY)
        emitter_set_line(&g->emitter, statement->place);
    switch (statement->kind) {
    case STATEMENT_BLOCK: generate_block(g, statement); return;
    case STATEMENT_LOCAL: generate_local(g, statement); return;
    case STATEMENT_EXPRESSION: generate_discarded(g, statement->expression); return;
    case STATEMENT_IF: generate_if(g, statement); return;
    case STATEMENT_WHILE:
    case STATEMENT_FOR: generate_loop(g, statement); return;
    case STATEMENT_DO: generate_do(g, statement); return;
    case STATEMENT_FOR_EACH: generate_for_each(g, statement); return;
    case STATEMENT_LABELED: generate_labeled(g, statement); return;
    case STATEMENT_SWITCH: generate_switch(g, statement); return;
    case STATEMENT_RETURN: generate_return(g, statement); return;
    case STATEMENT_BREAK:
    case STATEMENT_CONTINUE: generate_jump(g, statement); return;
    case STATEMENT_THROW: generate_throw(g, statement); return;
    case STATEMENT_TRY: generate_try(g, statement); return;
    case STATEMENT_SYNCHRONIZED: generate_synchronized(g, statement); return;
    case STATEMENT_ASSERT: generate_assert(g, statement); return;
    case STATEMENT_EMPTY:
    case STATEMENT_CLASS: return;
    }
}
