/* FLOW: which statements can be reached (JLS 14.22) and which exceptions can get out (JLS 11.2).
 * Requires attribution. Both questions are answered by one walk along the control flow: jumps and
 * exceptions are noted where they start and struck out by the statement that ends them. */
#include <string.h>

#include "frontend/constant.h"
#include "base/intern.h"
#include "frontend/passes.h"

struct thrown {
    struct type *type;
    struct place place;
};

struct jump {
    const struct statement *target;
    bool is_continue;
};

struct flow_analysis {
    struct compiler *compiler;
    bool alive;
    struct {
        struct thrown *items;
        uint32_t count, capacity;
    } thrown; /* and not yet caught */
    struct {
        struct jump *items;
        uint32_t count, capacity;
    } jumps; /* whose target is still around */
};

static void flow_statement(struct flow_analysis *flow, struct statement *statement);
static void flow_expression(struct flow_analysis *flow, const struct expression *expression);

static void check_all_reported(struct flow_analysis *flow, const struct type_list *declared,
                               bool is_default);

static bool is_subtype_of(struct flow_analysis *flow, struct type *type, const char *name) {
    return type_is_subtype(flow->compiler, type, type_known(flow->compiler, name));
}

static bool is_checked(struct flow_analysis *flow, struct type *type) {
    return !is_subtype_of(flow, type, "java/lang/RuntimeException") &&
           !is_subtype_of(flow, type, "java/lang/Error");
}

static void mark_thrown(struct flow_analysis *flow, struct type *type, struct place place) {
    struct thrown thrown = {type, place};
    arena_vec_push(flow->compiler->arena, &flow->thrown, thrown);
}

/* ---- expressions: only calls matter */

static void flow_call(struct flow_analysis *flow, const struct expression *call) {
    for (uint32_t i = 0; i < call->thrown.count; i++)
        mark_thrown(flow, call->thrown.items[i], call->place);
}

/* Numbered as javac does: those inside first. */
static void name_lambda(struct flow_analysis *flow, struct lambda *lambda) {
    const struct method_symbol *method = lambda->enclosing;
    const char *word = method ? method->name : lambda->is_static_context ? "static" : "new";
    if (*word == '<') word = "new";
    lambda->name = intern_format("lambda$%s$%u", word, lambda->class->lambdas.count);
    arena_vec_push(flow->compiler->arena, &lambda->class->lambdas, lambda);
}

/* A body of its own: what it throws is for the functional interface's method to declare. */
static void flow_lambda(struct flow_analysis *flow, struct lambda *lambda) {
    struct flow_analysis own = {.compiler = flow->compiler, .alive = true};
    if (lambda->receiver_value) flow_expression(flow, lambda->receiver_value);
    if (lambda->expression) flow_expression(&own, lambda->expression);
    if (lambda->body) {
        flow_statement(&own, lambda->body);
        if (own.alive && lambda->result->kind != KIND_VOID)
            compile_error(flow->compiler, lambda->body->end,
                          "incompatible types: bad return type in lambda expression; missing "
                          "return value");
    }
    check_all_reported(&own, &lambda->thrown, false);
    if (!reference_is_direct(flow->compiler, lambda)) name_lambda(flow, lambda);
}

static void flow_expression(struct flow_analysis *flow, const struct expression *expression) {
    if (!expression || expression->names != NAMES_VALUE) return;
    if (expression->lambda) {
        flow_lambda(flow, expression->lambda);
        return;
    }
    flow_expression(flow, expression->condition);
    flow_expression(flow, expression->left);
    flow_expression(flow, expression->right);
    for (uint32_t i = 0; i < expression->arguments.count; i++)
        flow_expression(flow, expression->arguments.items[i]);
    if (expression->method) flow_call(flow, expression);
}

/* ---- jumps */

/* Strikes out the jumps to the target; true when there was one. */
static bool resolve_jumps(struct flow_analysis *flow, const struct statement *target,
                          bool is_continue) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < flow->jumps.count; i++) {
        const struct jump *jump = &flow->jumps.items[i];
        if (jump->target != target || jump->is_continue != is_continue)
            flow->jumps.items[kept++] = *jump;
    }
    bool found = kept != flow->jumps.count;
    flow->jumps.count = kept;
    return found;
}

static void flow_jump(struct flow_analysis *flow, const struct statement *statement,
                      bool is_continue) {
    struct jump jump = {statement->target, is_continue};
    arena_vec_push(flow->compiler->arena, &flow->jumps, jump);
    flow->alive = false;
}

/* ---- statements */

static void flow_statements(struct flow_analysis *flow, const struct statement_list *statements) {
    for (uint32_t i = 0; i < statements->count; i++) flow_statement(flow, statements->items[i]);
}

static bool is_constant(const struct expression *condition, bool value) {
    if (!condition) return value; /* for (;;) */
    return condition->constant && value_is_true(condition->constant) == value;
}

static void flow_loop(struct flow_analysis *flow, struct statement *loop) {
    flow_statements(flow, &loop->statements);
    flow_expression(flow, loop->expression);
    bool is_for_each = loop->kind == STATEMENT_FOR_EACH;
    flow->alive = is_for_each || !loop->expression || !is_constant(loop->expression, false);
    flow_statement(flow, loop->body);
    if (resolve_jumps(flow, loop, true)) flow->alive = true;
    bool was_alive = flow->alive;
    flow->alive = true; /* updates are no statements that could be unreachable */
    flow_statements(flow, &loop->updates);
    flow->alive = was_alive;
    bool is_left = resolve_jumps(flow, loop, false);
    flow->alive = is_left || is_for_each || !is_constant(loop->expression, true);
}

static void flow_do(struct flow_analysis *flow, struct statement *loop) {
    flow_statement(flow, loop->body);
    if (resolve_jumps(flow, loop, true)) flow->alive = true;
    flow_expression(flow, loop->expression);
    flow->alive = flow->alive && !is_constant(loop->expression, true);
    if (resolve_jumps(flow, loop, false)) flow->alive = true;
}

static void flow_if(struct flow_analysis *flow, const struct statement *statement) {
    flow_expression(flow, statement->expression);
    flow_statement(flow, statement->body);
    bool alive_after_body = flow->alive;
    flow->alive = true;
    if (!statement->otherwise) return;
    flow_statement(flow, statement->otherwise);
    flow->alive |= alive_after_body;
}

static void flow_switch(struct flow_analysis *flow, const struct statement *statement) {
    bool has_default = false;
    flow_expression(flow, statement->expression);
    for (uint32_t i = 0; i < statement->cases.count; i++) {
        flow->alive = true;
        flow_statements(flow, &statement->cases.items[i].statements);
        has_default |= statement->cases.items[i].is_default;
    }
    flow->alive |= resolve_jumps(flow, statement, false) || !has_default;
}

/* JLS 11.2.2: an exception parameter that is never assigned rethrows what the try block threw. */
static void flow_throw(struct flow_analysis *flow, const struct statement *statement) {
    const struct expression *expression = statement->expression;
    flow_expression(flow, expression);
    const struct variable *variable =
        expression->kind == EXPRESSION_NAME ? expression->variable : NULL;
    if (variable && variable->rethrown && !variable->is_reassigned)
        for (uint32_t i = 0; i < variable->rethrown->count; i++)
            mark_thrown(flow, variable->rethrown->items[i], statement->place);
    else if (expression->type->kind != KIND_NULL)
        mark_thrown(flow, expression->type, statement->place);
    flow->alive = false;
}

static void check_catch(struct flow_analysis *flow, const struct statement *statement,
                        uint32_t index, struct type *type, bool could_be_thrown) {
    const struct catch_clause *clause = &statement->catches.items[index];
    for (uint32_t i = 0; i < index; i++) {
        const struct type_list *types = &statement->catches.items[i].types;
        for (uint32_t j = 0; j < types->count; j++)
            if (type_is_subtype(flow->compiler, type, types->items[j]))
                compile_error(flow->compiler, clause->place, "exception %s has already been caught",
                              type_text(flow->compiler, type));
    }
    bool is_general =
        type_is_class(type, "java/lang/Exception") || type_is_class(type, "java/lang/Throwable");
    if (is_checked(flow, type) && !is_general && !could_be_thrown)
        compile_error(flow->compiler, clause->place,
                      "exception %s is never thrown in body of corresponding try statement",
                      type_text(flow->compiler, type));
}

/* Strikes out what one type of the clause catches of the exceptions in [first, last) and adds it to
 * [rethrown]. Returns how many stay. */
static uint32_t catch_type(struct flow_analysis *flow, const struct statement *statement,
                           uint32_t index, struct type *type, uint32_t first, uint32_t last,
                           struct type_list *rethrown) {
    struct compiler *compiler = flow->compiler;
    bool could_be_thrown = false;
    uint32_t kept = first;
    for (uint32_t i = first; i < last; i++) {
        struct thrown *thrown = &flow->thrown.items[i];
        bool is_caught = type_is_subtype(compiler, thrown->type, type);
        could_be_thrown |= is_caught || type_is_subtype(compiler, type, thrown->type);
        if (is_caught)
            arena_vec_push(compiler->arena, rethrown, thrown->type);
        else
            flow->thrown.items[kept++] = *thrown;
    }
    check_catch(flow, statement, index, type, could_be_thrown);
    return kept;
}

static uint32_t catch_exceptions(struct flow_analysis *flow, const struct statement *statement,
                                 uint32_t index, uint32_t first, uint32_t last) {
    const struct catch_clause *clause = &statement->catches.items[index];
    struct type_list *rethrown = ARENA_NEW(flow->compiler->arena, struct type_list);
    for (uint32_t i = 0; i < clause->types.count; i++)
        last = catch_type(flow, statement, index, clause->types.items[i], first, last, rethrown);
    clause->variable->rethrown = rethrown;
    return last;
}

static void flow_catches(struct flow_analysis *flow, struct statement *statement,
                         uint32_t first_thrown) {
    uint32_t last = flow->thrown.count;
    for (uint32_t i = 0; i < statement->catches.count; i++)
        last = catch_exceptions(flow, statement, i, first_thrown, last);
    flow->thrown.count = last;
    bool alive_at_end = flow->alive;
    for (uint32_t i = 0; i < statement->catches.count; i++) {
        flow->alive = true;
        flow_statement(flow, statement->catches.items[i].body);
        alive_at_end |= flow->alive;
    }
    flow->alive = alive_at_end;
}

static void flow_try(struct flow_analysis *flow, struct statement *statement) {
    uint32_t first_thrown = flow->thrown.count, first_jump = flow->jumps.count;
    for (uint32_t i = 0; i < statement->statements.count; i++) {
        flow_expression(flow, statement->statements.items[i]->expression);
        flow_expression(flow, statement->statements.items[i]->detail);
    }
    flow_statement(flow, statement->body);
    flow_catches(flow, statement, first_thrown);
    statement->finally_completes = true;
    if (!statement->otherwise) return;
    bool alive_at_end = flow->alive;
    uint32_t last_thrown = flow->thrown.count, last_jump = flow->jumps.count;
    flow->alive = true;
    flow_statement(flow, statement->otherwise);
    statement->finally_completes = flow->alive;
    if (flow->alive) {
        flow->alive = alive_at_end;
        return;
    }
    /* Nothing gets past the finally block but what starts in it. */
    uint32_t thrown = flow->thrown.count - last_thrown, jumps = flow->jumps.count - last_jump;
    if (thrown)
        memmove(flow->thrown.items + first_thrown, flow->thrown.items + last_thrown,
                thrown * sizeof *flow->thrown.items);
    if (jumps)
        memmove(flow->jumps.items + first_jump, flow->jumps.items + last_jump,
                jumps * sizeof *flow->jumps.items);
    flow->thrown.count = first_thrown + thrown;
    flow->jumps.count = first_jump + jumps;
}

static void flow_statement(struct flow_analysis *flow, struct statement *statement) {
    if (!flow->alive) compile_error(flow->compiler, statement->place, "unreachable statement");
    switch (statement->kind) {
    case STATEMENT_BLOCK: flow_statements(flow, &statement->statements); return;
    case STATEMENT_LOCAL:
    case STATEMENT_EXPRESSION: flow_expression(flow, statement->expression); return;
    case STATEMENT_IF: flow_if(flow, statement); return;
    case STATEMENT_WHILE:
    case STATEMENT_FOR:
    case STATEMENT_FOR_EACH: flow_loop(flow, statement); return;
    case STATEMENT_DO: flow_do(flow, statement); return;
    case STATEMENT_LABELED:
        flow_statement(flow, statement->body);
        flow->alive |= resolve_jumps(flow, statement, false);
        return;
    case STATEMENT_SWITCH: flow_switch(flow, statement); return;
    case STATEMENT_RETURN:
        flow_expression(flow, statement->expression);
        flow->alive = false;
        return;
    case STATEMENT_BREAK: flow_jump(flow, statement, false); return;
    case STATEMENT_CONTINUE: flow_jump(flow, statement, true); return;
    case STATEMENT_THROW: flow_throw(flow, statement); return;
    case STATEMENT_TRY: flow_try(flow, statement); return;
    case STATEMENT_SYNCHRONIZED:
        flow_expression(flow, statement->expression);
        flow_statement(flow, statement->body);
        return;
    case STATEMENT_ASSERT:
        flow_expression(flow, statement->expression);
        flow_expression(flow, statement->detail);
        return;
    case STATEMENT_EMPTY:
    case STATEMENT_CLASS: return;
    }
}

/* ---- members */

static void check_reported(struct flow_analysis *flow, const struct type_list *declared,
                           const struct thrown *thrown, bool is_default) {
    if (!is_checked(flow, thrown->type)) return;
    for (uint32_t i = 0; declared && i < declared->count; i++)
        if (type_is_subtype(flow->compiler, thrown->type, declared->items[i])) return;
    compile_error(flow->compiler, thrown->place,
                  is_default ? "unreported exception %s in default constructor"
                             : "unreported exception %s; must be caught or declared to be thrown",
                  type_text(flow->compiler, thrown->type));
}

static void check_all_reported(struct flow_analysis *flow, const struct type_list *declared,
                               bool is_default) {
    for (uint32_t i = 0; i < flow->thrown.count; i++)
        check_reported(flow, declared, &flow->thrown.items[i], is_default);
}

static void flow_method(struct compiler *compiler, const struct member_declaration *member) {
    struct flow_analysis flow = {.compiler = compiler, .alive = true};
    if (!member->body) return;
    flow_statement(&flow, member->body);
    if (flow.alive && member->method->result->kind != KIND_VOID)
        compile_error(compiler, member->body->end, "missing return statement");
    check_all_reported(&flow, &member->method->exceptions, member->is_default);
}

static void flow_initializers(struct flow_analysis *flow, const struct class_symbol *class,
                              bool are_static) {
    const struct class_declaration *declaration = class->declaration;
    for (uint32_t i = 0; i < declaration->members.count; i++) {
        const struct member_declaration *member = declaration->members.items[i];
        if (((member->access & ACC_STATIC) != 0) != are_static) continue;
        flow->alive = true;
        if (member->kind == MEMBER_FIELD) flow_expression(flow, member->initializer);
        if (member->kind != MEMBER_INITIALIZER) continue;
        flow_statement(flow, member->body);
        if (!flow->alive)
            compile_error(flow->compiler, member->place,
                          "initializer must be able to complete normally");
    }
}

/* Instance initialisers run in the constructors that call none of their own class. */
static void check_instance_initializers(struct compiler *compiler,
                                        const struct class_symbol *class) {
    struct flow_analysis flow = {.compiler = compiler};
    flow_initializers(&flow, class, false);
    for (uint32_t i = 0; i < class->methods.count; i++) {
        const struct method_symbol *method = class->methods.items[i];
        if (*method->name != '<') continue;
        const struct statement_list *statements = &method->declaration->body->statements;
        bool calls_this = statements->count > 0 &&
                          statements->items[0]->kind == STATEMENT_EXPRESSION &&
                          statements->items[0]->expression->is_constructor_call &&
                          statements->items[0]->expression->left->kind == EXPRESSION_THIS;
        if (!calls_this && !class->is_anonymous)
            check_all_reported(&flow, &method->exceptions, false);
    }
}

void analyse_flow(struct compiler *compiler, struct class_symbol *class) {
    struct flow_analysis statics = {.compiler = compiler};
    flow_initializers(&statics, class, true);
    check_all_reported(&statics, NULL, false);
    check_instance_initializers(compiler, class);
    const struct class_declaration *declaration = class->declaration;
    for (uint32_t i = 0; i < declaration->members.count; i++) {
        const struct member_declaration *member = declaration->members.items[i];
        if (member->kind == MEMBER_METHOD || member->kind == MEMBER_CONSTRUCTOR)
            flow_method(compiler, member);
    }
}
