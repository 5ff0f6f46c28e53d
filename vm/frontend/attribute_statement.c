/* ATTRIBUTE STATEMENT: local variables and their scopes, jumps and their targets (JLS 14), and the
 * members of a class. */
#include <string.h>

#include "frontend/attribute.h"

static void attribute_statement(struct attribution *at, struct statement *statement);

static const char *enclosing_text(struct attribution *at) {
    if (!at->method) return class_text(at->compiler, at->class);
    return arena_format(at->compiler->arena, "%s %s",
                        *at->method->name == '<' ? "constructor" : "method",
                        method_text(at->compiler, at->method));
}

static void declare_local(struct attribution *at, struct variable *variable) {
    for (uint32_t i = 0; i < at->locals.count; i++)
        if (at->locals.items[i]->name == variable->name)
            compile_error(at->compiler, variable->place, "variable %s is already defined in %s",
                          variable->name, enclosing_text(at));
    arena_vec_push(at->compiler->arena, &at->locals, variable);
}

static struct type *throwable(struct attribution *at) {
    return type_known(at->compiler, "java/lang/Throwable");
}

static void attribute_statements(struct attribution *at, const struct statement_list *statements) {
    for (uint32_t i = 0; i < statements->count; i++) attribute_statement(at, statements->items[i]);
}

void attribute_block(struct attribution *at, struct statement *block) {
    uint32_t scope = at->locals.count;
    attribute_statements(at, &block->statements);
    at->locals.count = scope;
}

static void attribute_local(struct attribution *at, struct statement *local) {
    struct variable *variable = local->variable;
    variable->type = resolve_type(at->compiler, scope_of(at->class), local->syntax);
    variable->initializer = local->expression;
    variable->constant_state = CONSTANT_KNOWN;
    declare_local(at, variable);
    if (!local->expression) return;
    attribute_assigned(at, local->expression, variable->type);
    bool is_constant_type =
        type_is_primitive(variable->type) || type_is_class(variable->type, "java/lang/String");
    if (variable->access & ACC_FINAL && local->expression->constant && is_constant_type)
        variable->constant =
            value_convert(at->compiler, local->expression->constant, variable->type->java);
}

/* ---- loops and jumps */

static void attribute_body(struct attribution *at, struct statement *statement) {
    arena_vec_push(at->compiler->arena, &at->targets, statement);
    uint32_t scope = at->locals.count;
    attribute_statement(at, statement->body);
    at->locals.count = scope;
    at->targets.count--;
}

static void attribute_for(struct attribution *at, struct statement *loop) {
    uint32_t scope = at->locals.count;
    attribute_statements(at, &loop->statements);
    if (loop->expression) attribute_condition(at, loop->expression);
    attribute_statements(at, &loop->updates);
    attribute_body(at, loop);
    at->locals.count = scope;
}

static void attribute_for_each(struct attribution *at, struct statement *loop) {
    uint32_t scope = at->locals.count;
    struct type *array = attribute_value(at, loop->expression);
    if (array->kind != TYPE_ARRAY) {
        struct class_symbol *iterable = class_find(at->compiler, "java/lang/Iterable");
        if (iterable && type_is_subtype(at->compiler, array, &iterable->type))
            compile_refuse(at->compiler, loop->expression->place,
                           "enhanced for statements over an Iterable are");
        compile_error(at->compiler, loop->expression->place,
                      "for-each not applicable to expression type; required: array or "
                      "java.lang.Iterable; found: %s",
                      type_text(at->compiler, array));
    }
    struct variable *variable = loop->variable;
    variable->type = resolve_type(at->compiler, scope_of(at->class), loop->syntax);
    variable->constant_state = CONSTANT_KNOWN;
    struct expression element = {.kind = EXPRESSION_INDEX, .place = loop->expression->place};
    element.type = array->element;
    check_assignable(at->compiler, &element, variable->type);
    declare_local(at, variable);
    attribute_body(at, loop);
    at->locals.count = scope;
}

static bool is_loop(const struct statement *statement) {
    return statement->kind == STATEMENT_WHILE || statement->kind == STATEMENT_DO ||
           statement->kind == STATEMENT_FOR || statement->kind == STATEMENT_FOR_EACH;
}

static struct statement *find_label(struct attribution *at, const struct statement *jump) {
    for (uint32_t i = at->targets.count; i-- > 0;) {
        struct statement *target = at->targets.items[i];
        if (target->kind == STATEMENT_LABELED && target->label == jump->label) return target;
    }
    compile_error(at->compiler, jump->place, "undefined label: %s", jump->label);
}

static void attribute_break(struct attribution *at, struct statement *jump) {
    if (jump->label) {
        jump->target = find_label(at, jump);
        return;
    }
    for (uint32_t i = at->targets.count; i-- > 0 && !jump->target;)
        if (at->targets.items[i]->kind != STATEMENT_LABELED) jump->target = at->targets.items[i];
    if (!jump->target) compile_error(at->compiler, jump->place, "break outside switch or loop");
}

static void attribute_continue(struct attribution *at, struct statement *jump) {
    if (jump->label) {
        struct statement *target = find_label(at, jump);
        while (target->kind == STATEMENT_LABELED) target = target->body;
        if (!is_loop(target))
            compile_error(at->compiler, jump->place, "not a loop label: %s", jump->label);
        jump->target = target;
        return;
    }
    for (uint32_t i = at->targets.count; i-- > 0 && !jump->target;)
        if (is_loop(at->targets.items[i])) jump->target = at->targets.items[i];
    if (!jump->target) compile_error(at->compiler, jump->place, "continue outside of loop");
}

static void attribute_labeled(struct attribution *at, struct statement *labeled) {
    for (uint32_t i = 0; i < at->targets.count; i++)
        if (at->targets.items[i]->kind == STATEMENT_LABELED &&
            at->targets.items[i]->label == labeled->label)
            compile_error(at->compiler, labeled->place, "label %s is already defined in %s",
                          labeled->label, enclosing_text(at));
    attribute_body(at, labeled);
}

static void attribute_return(struct attribution *at, struct statement *statement) {
    if (!at->method) compile_error(at->compiler, statement->place, "return outside method");
    struct type *result = at->method->result;
    if (!statement->expression) {
        if (result->kind != TYPE_VOID)
            compile_error(at->compiler, statement->place,
                          "incompatible types: missing return value");
        return;
    }
    if (result->kind == TYPE_VOID)
        compile_error(at->compiler, statement->expression->place,
                      "incompatible types: unexpected return value");
    attribute_assigned(at, statement->expression, result);
}

/* ---- switch */

static void check_duplicate_label(struct attribution *at, const struct statement *statement,
                                  const struct expression *label) {
    for (uint32_t i = 0; i < statement->cases.count; i++) {
        const struct switch_case *clause = &statement->cases.items[i];
        for (uint32_t j = 0; j < clause->labels.count; j++) {
            const struct expression *other = clause->labels.items[j];
            if (other == label) return;
            bool is_string = label->constant->java == JAVA_REFERENCE;
            if (is_string ? other->constant->text == label->constant->text
                          : other->constant->integer == label->constant->integer)
                compile_error(at->compiler, label->place, "duplicate case label");
        }
    }
}

static void attribute_case_label(struct attribution *at, const struct statement *statement,
                                 struct expression *label, struct type *selector) {
    attribute_assigned(at, label, selector);
    bool is_string = selector->kind == TYPE_CLASS;
    if (!label->constant)
        compile_error(at->compiler, label->place,
                      is_string ? "constant string expression required"
                                : "constant expression required");
    check_duplicate_label(at, statement, label);
}

static void check_selector(struct attribution *at, const struct expression *selector) {
    const struct type *type = selector->type;
    if (is_boxed(type)) refuse_boxing(at->compiler, selector->place);
    bool is_int = type_is_integral(type) && type->java != JAVA_LONG;
    if (is_int || type_is_class(type, "java/lang/String")) return;
    if (type->kind == TYPE_CLASS && type->class->access & ACC_ENUM)
        compile_refuse(at->compiler, selector->place, "switches on enums are");
    check_assignable(at->compiler, selector, type_primitive(at->compiler, JAVA_INT));
}

static void attribute_switch(struct attribution *at, struct statement *statement) {
    struct type *selector = attribute_value(at, statement->expression);
    check_selector(at, statement->expression);
    uint32_t scope = at->locals.count, defaults = 0;
    arena_vec_push(at->compiler->arena, &at->targets, statement);
    for (uint32_t i = 0; i < statement->cases.count; i++) {
        struct switch_case *clause = &statement->cases.items[i];
        for (uint32_t j = 0; j < clause->labels.count; j++)
            attribute_case_label(at, statement, clause->labels.items[j], selector);
        if (clause->is_default && defaults++)
            compile_error(at->compiler, clause->place, "duplicate default label");
        attribute_statements(at, &clause->statements);
    }
    at->targets.count--;
    at->locals.count = scope;
}

/* ---- exceptions and locks */

static void attribute_throw(struct attribution *at, struct statement *statement) {
    attribute_value(at, statement->expression);
    check_assignable(at->compiler, statement->expression, throwable(at));
}

static void attribute_try(struct attribution *at, struct statement *statement) {
    attribute_block(at, statement->body);
    for (uint32_t i = 0; i < statement->catches.count; i++) {
        struct catch_clause *clause = &statement->catches.items[i];
        uint32_t scope = at->locals.count;
        struct variable *variable = clause->variable;
        variable->type = resolve_type(at->compiler, scope_of(at->class), clause->syntax);
        variable->constant_state = CONSTANT_KNOWN;
        if (!type_is_subtype(at->compiler, variable->type, throwable(at)))
            compile_error(at->compiler, clause->syntax->place,
                          "incompatible types: %s cannot be converted to Throwable",
                          type_text(at->compiler, variable->type));
        declare_local(at, variable);
        attribute_block(at, clause->body);
        at->locals.count = scope;
    }
    if (statement->otherwise) attribute_block(at, statement->otherwise);
}

static void attribute_synchronized(struct attribution *at, struct statement *statement) {
    struct type *type = attribute_value(at, statement->expression);
    if (!type_is_reference(type) || type->kind == TYPE_NULL)
        compile_error(at->compiler, statement->expression->place,
                      "unexpected type; required: reference; found: %s",
                      type_text(at->compiler, type));
    attribute_block(at, statement->body);
}

static void attribute_assert(struct attribution *at, struct statement *statement) {
    attribute_condition(at, statement->expression);
    if (statement->detail) attribute_value(at, statement->detail);
    if (class_is_interface(at->class))
        compile_refuse(at->compiler, statement->place, "assertions in interfaces are");
    at->class->has_assertions = true;
    class_known(at->compiler, "java/lang/AssertionError");
}

static void attribute_scoped(struct attribution *at, struct statement *statement) {
    uint32_t scope = at->locals.count;
    attribute_statement(at, statement);
    at->locals.count = scope;
}

static void attribute_statement(struct attribution *at, struct statement *statement) {
    switch (statement->kind) {
    case STATEMENT_BLOCK: attribute_block(at, statement); return;
    case STATEMENT_LOCAL: attribute_local(at, statement); return;
    case STATEMENT_EXPRESSION: attribute_expression(at, statement->expression); return;
    case STATEMENT_IF:
        attribute_condition(at, statement->expression);
        attribute_scoped(at, statement->body);
        if (statement->otherwise) attribute_scoped(at, statement->otherwise);
        return;
    case STATEMENT_WHILE:
        attribute_condition(at, statement->expression);
        attribute_body(at, statement);
        return;
    case STATEMENT_DO:
        attribute_body(at, statement);
        attribute_condition(at, statement->expression);
        return;
    case STATEMENT_FOR: attribute_for(at, statement); return;
    case STATEMENT_FOR_EACH: attribute_for_each(at, statement); return;
    case STATEMENT_LABELED: attribute_labeled(at, statement); return;
    case STATEMENT_SWITCH: attribute_switch(at, statement); return;
    case STATEMENT_RETURN: attribute_return(at, statement); return;
    case STATEMENT_BREAK: attribute_break(at, statement); return;
    case STATEMENT_CONTINUE: attribute_continue(at, statement); return;
    case STATEMENT_THROW: attribute_throw(at, statement); return;
    case STATEMENT_TRY: attribute_try(at, statement); return;
    case STATEMENT_SYNCHRONIZED: attribute_synchronized(at, statement); return;
    case STATEMENT_ASSERT: attribute_assert(at, statement); return;
    case STATEMENT_EMPTY: return;
    }
}

/* ---- classes */

/* Whether it could be constant as far as its form says; anything else is not worth a look from
 * another class. */
static bool may_be_constant(const struct expression *expression) {
    switch ((int)expression->kind) {
    case EXPRESSION_LITERAL: return expression->constant != NULL;
    case EXPRESSION_NAME:
    case EXPRESSION_SELECT: return true;
    case EXPRESSION_UNARY:
    case EXPRESSION_CAST: return may_be_constant(expression->left);
    case EXPRESSION_BINARY:
        return may_be_constant(expression->right) && may_be_constant(expression->left);
    case EXPRESSION_CONDITIONAL:
        return may_be_constant(expression->condition) && may_be_constant(expression->left) &&
               may_be_constant(expression->right);
    }
    return false;
}

static struct attribution in_initializer(struct compiler *compiler, const struct variable *field) {
    return (struct attribution){.compiler = compiler,
                                .class = field->owner,
                                .is_static = field->access & ACC_STATIC,
                                .field_order = field->order};
}

const struct value *variable_constant(struct compiler *compiler, struct variable *variable) {
    if (variable->constant_state != CONSTANT_UNKNOWN) return variable->constant;
    bool is_constant_type =
        type_is_primitive(variable->type) || type_is_class(variable->type, "java/lang/String");
    variable->constant_state = CONSTANT_IN_PROGRESS;
    if (variable->access & ACC_FINAL && is_constant_type && variable->initializer &&
        may_be_constant(variable->initializer)) {
        struct attribution at = in_initializer(compiler, variable);
        attribute_assigned(&at, variable->initializer, variable->type);
        if (variable->initializer->constant)
            variable->constant =
                value_convert(compiler, variable->initializer->constant, variable->type->java);
    }
    variable->constant_state = CONSTANT_KNOWN;
    return variable->constant;
}

static bool calls_constructor(const struct member_declaration *constructor) {
    const struct statement_list *statements = &constructor->body->statements;
    if (statements->count == 0) return false;
    const struct statement *first = statements->items[0];
    return first->kind == STATEMENT_EXPRESSION && first->expression->is_constructor_call;
}

static void add_super_call(struct attribution *at, struct member_declaration *constructor) {
    struct statement *call = ARENA_NEW(at->compiler->arena, struct statement);
    struct statement_list statements = {0};
    call->kind = STATEMENT_EXPRESSION;
    call->place = constructor->body->place;
    call->expression = implicit_super_call(at, constructor->place);
    arena_vec_push(at->compiler->arena, &statements, call);
    for (uint32_t i = 0; i < constructor->body->statements.count; i++)
        arena_vec_push(at->compiler->arena, &statements, constructor->body->statements.items[i]);
    constructor->body->statements = statements;
}

static void attribute_method(struct compiler *compiler, struct class_symbol *class,
                             struct member_declaration *member) {
    struct attribution at = {.compiler = compiler, .class = class, .method = member->method};
    at.is_static = member->access & ACC_STATIC;
    for (uint32_t i = 0; i < member->parameters.count; i++)
        declare_local(&at, member->parameters.items[i]);
    if (!member->body) return;
    bool needs_super =
        member->kind == MEMBER_CONSTRUCTOR && !calls_constructor(member) && class->super;
    attribute_block(&at, member->body);
    if (needs_super) add_super_call(&at, member);
}

/* JLS 8.8.7.1: no constructor calls itself through others. */
static void check_constructor_cycles(struct compiler *compiler, const struct class_symbol *class) {
    for (uint32_t i = 0; i < class->methods.count; i++) {
        const struct method *method = class->methods.items[i];
        uint32_t steps = 0;
        while (*method->name == '<' && calls_constructor(method->declaration)) {
            const struct expression *call =
                method->declaration->body->statements.items[0]->expression;
            if (call->left->kind != EXPRESSION_THIS) break;
            method = call->method;
            if (steps++ > class->methods.count)
                compile_error(compiler, class->methods.items[i]->place,
                              "recursive constructor invocation");
        }
    }
}

void attribute_class(struct compiler *compiler, struct class_symbol *class) {
    const struct class_declaration *declaration = class->declaration;
    for (uint32_t i = 0; i < declaration->members.count; i++) {
        struct member_declaration *member = declaration->members.items[i];
        if (member->kind == MEMBER_FIELD) {
            if (!member->initializer) continue;
            struct attribution at = in_initializer(compiler, member->variable);
            variable_constant(compiler, member->variable);
            attribute_assigned(&at, member->initializer, member->variable->type);
        } else if (member->kind == MEMBER_INITIALIZER) {
            struct attribution at = {.compiler = compiler,
                                     .class = class,
                                     .is_static = member->access & ACC_STATIC,
                                     .field_order = i + 1};
            attribute_block(&at, member->body);
        } else {
            attribute_method(compiler, class, member);
        }
    }
    check_constructor_cycles(compiler, class);
}
