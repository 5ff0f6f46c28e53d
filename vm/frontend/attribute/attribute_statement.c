/* ATTRIBUTE STATEMENT: local variables and their scopes, jumps and their targets (JLS 14), and the
 * members of a class. */
#include <string.h>

#include "base/intern.h"
#include "frontend/attribute.h"

static void attribute_statement(struct attribution *at, struct statement *statement);

static const char *enclosing_text(struct attribution *at) {
    if (!at->method) return class_text(at->compiler, at->class);
    return arena_format(at->compiler->arena, "%s %s",
                        *at->method->name == '<' ? "constructor" : "method",
                        method_text(at->compiler, at->method));
}

void declare_local(struct attribution *at, struct variable *variable) {
    for (uint32_t i = 0; i < at->locals.count; i++)
        if (at->locals.items[i]->name == variable->name)
            compile_error(at->compiler, variable->place, "variable %s is already defined in %s",
                          variable->name, enclosing_text(at));
    variable->home = at->class;
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
    const struct local_class *local_classes = at->local_classes;
    attribute_statements(at, &block->statements);
    at->locals.count = scope;
    at->local_classes = local_classes;
}

/* The type of a variable declared with var (JLS 14.4.1). */
static struct type *var_type(struct attribution *at, const struct variable *variable,
                             struct type *type) {
    if (type->kind == KIND_NULL || type->kind == KIND_VOID)
        compile_error(at->compiler, variable->place, "cannot infer type for local variable %s; %s",
                      variable->name,
                      type->kind == KIND_NULL ? "variable initializer is 'null'"
                                              : "variable initializer is 'void'");
    return type_upward(at->compiler, type);
}

static void attribute_var(struct attribution *at, struct statement *local) {
    struct variable *variable = local->variable;
    struct expression *value = local->expression;
    const char *why =
        !value ? "cannot use 'var' on variable without initializer"
        : value->kind == EXPRESSION_ARRAY_INITIALIZER
            ? "array initializer needs an explicit target-type"
        : value->kind == EXPRESSION_LAMBDA    ? "lambda expression needs an explicit target-type"
        : value->kind == EXPRESSION_REFERENCE ? "method reference needs an explicit target-type"
        : local->syntax->dimensions ? "'var' is not allowed as an element type of an array"
                                    : NULL;
    if (why)
        compile_error(at->compiler, variable->place, "cannot infer type for local variable %s; %s",
                      variable->name, why);
    variable->type = var_type(at, variable, attribute_expression(at, value));
}

static void attribute_local(struct attribution *at, struct statement *local) {
    struct variable *variable = local->variable;
    bool is_var = local->syntax->is_var;
    variable->initializer = local->expression;
    variable->constant_state = CONSTANT_KNOWN;
    if (is_var)
        attribute_var(at, local);
    else
        variable->type = resolve_type(at->compiler, attribution_scope(at), local->syntax);
    declare_local(at, variable);
    if (!local->expression) return;
    if (!is_var) attribute_assigned(at, local->expression, variable->type);
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

/* What the loop's expression gives: an array's element or the argument of Iterable. */
static struct type *element_type(struct attribution *at, const struct expression *expression) {
    struct compiler *compiler = at->compiler;
    struct type *type = expression->type;
    if (type->kind == KIND_ARRAY) return type->element;
    struct class_symbol *iterable = class_find(compiler, "java/lang/Iterable");
    struct type *found = iterable && type_is_reference(type) && type->kind != KIND_NULL
                             ? type_as_super(compiler, type_capture(compiler, type), iterable)
                             : NULL;
    if (!found)
        compile_error(compiler, expression->place,
                      "for-each not applicable to expression type; required: array or "
                      "java.lang.Iterable; found: %s",
                      type_text(compiler, type));
    class_known(compiler, "java/util/Iterator");
    return found->arguments.count == 1 ? found->arguments.items[0] : type_object(compiler);
}

static void attribute_for_each(struct attribution *at, struct statement *loop) {
    uint32_t scope = at->locals.count;
    struct variable *variable = loop->variable;
    attribute_value(at, loop->expression);
    struct type *element = element_type(at, loop->expression);
    variable->type = loop->syntax->is_var
                         ? var_type(at, variable, element)
                         : resolve_type(at->compiler, attribution_scope(at), loop->syntax);
    variable->constant_state = CONSTANT_KNOWN;
    struct expression value = {.kind = EXPRESSION_INDEX, .place = loop->expression->place};
    value.type = element;
    check_assignable(at, &value, variable->type);
    loop->element_type = element;
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

/* In a lambda's body what is returned may have to wait for the lambda's own type. */
static void attribute_lambda_return(struct attribution *at, struct statement *statement) {
    struct type *result = at->lambda->result;
    bool is_void = result->kind == KIND_VOID;
    if (is_void != !statement->expression)
        compile_error(at->compiler, statement->place,
                      is_void ? "incompatible types: bad return type in lambda expression"
                              : "incompatible types: missing return value");
    if (is_void) return;
    attribute_argument(at, statement->expression);
    attribute_checked(at, statement->expression, result, "bad return type in lambda expression");
}

static void attribute_return(struct attribution *at, struct statement *statement) {
    if (at->lambda) {
        attribute_lambda_return(at, statement);
        return;
    }
    if (!at->method) compile_error(at->compiler, statement->place, "return outside method");
    struct type *result = at->method->result;
    if (!statement->expression) {
        if (result->kind != KIND_VOID)
            compile_error(at->compiler, statement->place,
                          "incompatible types: missing return value");
        return;
    }
    if (result->kind == KIND_VOID)
        compile_error(at->compiler, statement->expression->place,
                      "incompatible types: unexpected return value");
    attribute_assigned(at, statement->expression, result);
}

/* ---- switch */

static bool is_same_label(const struct expression *a, const struct expression *b) {
    if (!a->constant) return a->variable == b->variable;
    return a->constant->java == JAVA_REFERENCE ? a->constant->text == b->constant->text
                                               : a->constant->integer == b->constant->integer;
}

static void check_duplicate_label(struct attribution *at, const struct statement *statement,
                                  const struct expression *label) {
    for (uint32_t i = 0; i < statement->cases.count; i++) {
        const struct switch_case *clause = &statement->cases.items[i];
        for (uint32_t j = 0; j < clause->labels.count; j++) {
            const struct expression *other = clause->labels.items[j];
            if (other == label) return;
            if (is_same_label(label, other))
                compile_error(at->compiler, label->place, "duplicate case label");
        }
    }
}

/* The simple name of a constant, whatever else has that name here. */
static void attribute_enum_label(struct attribution *at, struct expression *label,
                                 struct type *selector) {
    struct class_symbol *class = selector->class;
    class_load_members(at->compiler, class);
    struct variable *field =
        label->kind == EXPRESSION_NAME ? class_field(class, label->name) : NULL;
    if (field && field->access & ACC_ENUM) {
        label->variable = field;
        label->type = selector;
        return;
    }
    compile_error(at->compiler, label->place,
                  "an enum switch case label must be the unqualified name of an enumeration "
                  "constant");
}

static void attribute_case_label(struct attribution *at, const struct statement *statement,
                                 struct expression *label, struct type *selector) {
    bool is_string = type_is_class(selector, "java/lang/String");
    if (selector->kind == KIND_CLASS && !is_string) {
        attribute_enum_label(at, label, selector);
    } else {
        attribute_assigned(at, label, selector);
        if (!label->constant)
            compile_error(at->compiler, label->place,
                          is_string ? "constant string expression required"
                                    : "constant expression required");
    }
    check_duplicate_label(at, statement, label);
}

/* The type that the labels have: a box's primitive type. */
static struct type *selector_type(struct attribution *at, const struct expression *selector) {
    struct type *type = unboxed_or_same(at->compiler, selector->type);
    bool is_int = type_is_integral(type) && type->java != JAVA_LONG;
    if (is_int || type_is_class(type, "java/lang/String")) return type;
    if (type->kind == KIND_CLASS && type->class->access & ACC_ENUM) return type;
    check_assignable(at, selector, type_primitive(at->compiler, JAVA_INT));
    return type;
}

static void attribute_switch(struct attribution *at, struct statement *statement) {
    attribute_value(at, statement->expression);
    struct type *selector = selector_type(at, statement->expression);
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
    check_assignable(at, statement->expression, throwable(at));
}

/* One type, or several that are not below each other (JLS 14.20). */
static void attribute_catch_types(struct attribution *at, struct catch_clause *clause) {
    struct compiler *compiler = at->compiler;
    for (uint32_t i = 0; i < clause->syntaxes.count; i++) {
        const struct type_syntax *syntax = clause->syntaxes.items[i];
        struct type *type = resolve_type(compiler, attribution_scope(at), syntax);
        if (!type_is_subtype(compiler, type, throwable(at)))
            compile_error(compiler, syntax->place,
                          "incompatible types: %s cannot be converted to Throwable",
                          type_text(compiler, type));
        for (uint32_t j = 0; j < clause->types.count; j++) {
            struct type *other = clause->types.items[j];
            bool is_below = type_is_subtype(compiler, type, other);
            if (is_below || type_is_subtype(compiler, other, type))
                compile_error(compiler, syntax->place,
                              "Alternatives in a multi-catch statement cannot be related by "
                              "subclassing; Alternative %s is a subclass of alternative %s",
                              type_text(compiler, is_below ? type : other),
                              type_text(compiler, is_below ? other : type));
        }
        arena_vec_push(compiler->arena, &clause->types, type);
    }
    clause->variable->type = type_lub(compiler, &clause->types);
    clause->variable->constant_state = CONSTANT_KNOWN;
}

/* The method that closes a resource, for the exceptions that it throws. */
static void attribute_resource(struct attribution *at, struct statement *resource) {
    struct compiler *compiler = at->compiler;
    attribute_statement(at, resource);
    struct type *type = resource->variable ? resource->variable->type : resource->expression->type;
    struct class_symbol *closeable = class_known(compiler, "java/lang/AutoCloseable");
    if (!type_is_subtype(compiler, type, &closeable->type))
        compile_error(compiler, resource->place,
                      "incompatible types: try-with-resources not applicable to variable type; "
                      "(%s cannot be converted to AutoCloseable)",
                      type_text(compiler, type));
    struct expression *call = ARENA_NEW(compiler->arena, struct expression);
    struct expression *name = ARENA_NEW(compiler->arena, struct expression);
    call->kind = EXPRESSION_CALL;
    call->place = resource->place;
    call->name = intern("close");
    call->left = resource->variable ? name : resource->expression;
    name->kind = EXPRESSION_NAME;
    name->place = resource->place;
    name->name = resource->variable ? resource->variable->name : "";
    attribute_expression(at, call);
    resource->detail = call;
}

static void attribute_try(struct attribution *at, struct statement *statement) {
    uint32_t outside = at->locals.count;
    for (uint32_t i = 0; i < statement->statements.count; i++)
        attribute_resource(at, statement->statements.items[i]);
    attribute_block(at, statement->body);
    at->locals.count = outside;
    for (uint32_t i = 0; i < statement->catches.count; i++) {
        struct catch_clause *clause = &statement->catches.items[i];
        uint32_t scope = at->locals.count;
        attribute_catch_types(at, clause);
        declare_local(at, clause->variable);
        attribute_block(at, clause->body);
        at->locals.count = scope;
    }
    if (statement->otherwise) attribute_block(at, statement->otherwise);
}

static void attribute_synchronized(struct attribution *at, struct statement *statement) {
    struct type *type = attribute_value(at, statement->expression);
    if (!type_is_reference(type) || type->kind == KIND_NULL)
        compile_error(at->compiler, statement->expression->place,
                      "unexpected type; required: reference; found: %s",
                      type_text(at->compiler, type));
    attribute_block(at, statement->body);
}

static void attribute_assert(struct attribution *at, struct statement *statement) {
    attribute_condition(at, statement->expression);
    if (statement->detail) attribute_value(at, statement->detail);
    if (symbol_is_interface(at->class))
        compile_refuse(at->compiler, statement->place, "assertions in interfaces are");
    at->class->has_assertions = true;
    class_known(at->compiler, "java/lang/AssertionError");
}

static void attribute_local_class(struct attribution *at, struct class_declaration *declaration) {
    struct compiler *compiler = at->compiler;
    for (const struct local_class *local = at->local_classes; local; local = local->next)
        if (local->class->simple_name == declaration->name)
            compile_error(compiler, declaration->place, "class %s is already defined in %s",
                          declaration->name, enclosing_text(at));
    declare_local_class(compiler, declaration, attribution_scope(at),
                        !at->is_static && !at->in_constructor_call);
    at->local_classes = declaration->symbol->around->local_classes;
    check_class(compiler, declaration->symbol);
    attribute_class(compiler, declaration->symbol);
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
    case STATEMENT_CLASS: attribute_local_class(at, statement->class); return;
    }
}

/* ---- classes */

/* Whether it could be constant as far as its form says; anything else is not worth a look from
 * another class. */
static bool may_be_constant(const struct expression *expression) {
    switch (expression->kind) {
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
    case EXPRESSION_CALL:
    case EXPRESSION_NEW:
    case EXPRESSION_NEW_ARRAY:
    case EXPRESSION_ARRAY_INITIALIZER:
    case EXPRESSION_INDEX:
    case EXPRESSION_INCREMENT:
    case EXPRESSION_ASSIGN:
    case EXPRESSION_COMPOUND:
    case EXPRESSION_INSTANCEOF:
    case EXPRESSION_CLASS_LITERAL:
    case EXPRESSION_THIS:
    case EXPRESSION_SUPER:
    case EXPRESSION_LAMBDA:
    case EXPRESSION_REFERENCE: break;
    }
    return false;
}

static struct attribution in_initializer(struct compiler *compiler, const struct variable *field) {
    return (struct attribution){.compiler = compiler,
                                .class = field->owner,
                                .is_static = field->access & ACC_STATIC,
                                .field_order = field->order};
}

const struct constant_value *variable_constant(struct compiler *compiler,
                                               struct variable *variable) {
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
        const struct method_symbol *method = class->methods.items[i];
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

/* Classes inside a local one belong to the same walk: they see the same variables. */
static void attribute_nested_of_local(struct compiler *compiler, struct class_symbol *class) {
    if (!class->site) return;
    for (uint32_t i = 0; i < class->declaration->nested.count; i++) {
        check_class(compiler, class->declaration->nested.items[i]->symbol);
        attribute_class(compiler, class->declaration->nested.items[i]->symbol);
    }
}

void attribute_class(struct compiler *compiler, struct class_symbol *class) {
    const struct class_declaration *declaration = class->declaration;
    if (class->is_attributed) return;
    class->is_attributed = true;
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
    attribute_nested_of_local(compiler, class);
}
