/* ASSIGNMENT: every variable has a value when it is read, and a final one gets its value once (JLS
 * 16). Requires flow analysis. For each point the walk keeps the variables that are definitely
 * assigned and those that are definitely unassigned; code that is not reached has all of both.
 * Loops are walked again until the unassigned ones no longer shrink. */
#include <string.h>

#include "base/bitset.h"
#include "frontend/constant.h"
#include "frontend/passes.h"

struct assigned_variables {
    struct bitset assigned, unassigned;
};

struct pending_jump {
    const struct statement *statement; /* a break, continue or return */
    struct assigned_variables state;
};

struct assignment {
    struct compiler *compiler;
    struct arena *arena; /* of the sets */
    const struct class_symbol *class;
    uint32_t size;           /* of the sets */
    uint32_t next_index;     /* of variables */
    uint32_t first_tracked;  /* fields with smaller indices have their values */
    uint32_t first_instance; /* the first instance field */
    struct assigned_variables now;
    struct bitset unassigned_in_try; /* unassigned whenever something in the try block may throw */
    bool is_second_walk;             /* of a loop's body */
    struct {
        struct pending_jump *items;
        uint32_t count, capacity;
    } pending;
};

static void assign_statement(struct assignment *a, const struct statement *statement);
static void assign_expression(struct assignment *a, const struct expression *expression);

/* ---- sets */

static struct bitset set_copy(const struct assignment *a, const struct bitset *set) {
    struct bitset copy = bitset_new(a->arena, a->size);
    memcpy(copy.words, set->words, (a->size / 64 + 1) * sizeof *set->words);
    return copy;
}

static void set_intersect(struct bitset *set, const struct bitset *other) {
    for (uint32_t i = 0; i <= set->size / 64; i++) set->words[i] &= other->words[i];
}

static void set_unite(struct bitset *set, const struct bitset *other) {
    for (uint32_t i = 0; i <= set->size / 64; i++) set->words[i] |= other->words[i];
}

static bool set_includes(const struct bitset *set, const struct bitset *part, uint32_t end) {
    for (uint32_t i = 0; i < end; i++)
        if (bitset_has(part, i) && !bitset_has(set, i)) return false;
    return true;
}

static struct assigned_variables state_copy(const struct assignment *a,
                                            const struct assigned_variables *state) {
    return (struct assigned_variables){set_copy(a, &state->assigned),
                                       set_copy(a, &state->unassigned)};
}

static void state_merge(struct assigned_variables *state, const struct assigned_variables *other) {
    set_intersect(&state->assigned, &other->assigned);
    set_intersect(&state->unassigned, &other->unassigned);
}

/* A state that nothing reaches. */
static struct assigned_variables state_dead(const struct assignment *a) {
    struct assigned_variables state = {bitset_new(a->arena, a->size),
                                       bitset_new(a->arena, a->size)};
    memset(state.assigned.words, 0xff, (a->size / 64 + 1) * sizeof(uint64_t));
    memset(state.unassigned.words, 0xff, (a->size / 64 + 1) * sizeof(uint64_t));
    return state;
}

static void mark_dead(struct assignment *a) { a->now = state_dead(a); }

/* ---- variables */

static void declare(struct assignment *a, struct variable *variable) {
    variable->index = a->next_index++;
    bitset_remove(&a->now.assigned, variable->index);
    bitset_add(&a->now.unassigned, variable->index);
}

static void declare_assigned(struct assignment *a, struct variable *variable) {
    declare(a, variable);
    bitset_add(&a->now.assigned, variable->index);
    bitset_remove(&a->now.unassigned, variable->index);
}

static bool is_tracked(const struct assignment *a, const struct variable *variable) {
    if (!variable->owner) return variable->home == a->class;
    return variable->owner == a->class && variable->access & ACC_FINAL && !variable->initializer &&
           variable->index >= a->first_tracked;
}

static void check_assigned(const struct assignment *a, const struct variable *variable,
                           struct place place) {
    if (is_tracked(a, variable) && !bitset_has(&a->now.assigned, variable->index))
        compile_error(a->compiler, place, "variable %s might not have been initialized",
                      variable->name);
}

static void check_unassigned(struct assignment *a, const struct variable *variable,
                             struct place place) {
    if (variable->is_parameter)
        compile_error(a->compiler, place, "final parameter %s may not be assigned", variable->name);
    if (!is_tracked(a, variable) || !bitset_has(&a->now.unassigned, variable->index))
        compile_error(a->compiler, place,
                      a->is_second_walk ? "variable %s might be assigned in loop"
                                        : "variable %s might already have been assigned",
                      variable->name);
}

static void assign(struct assignment *a, struct variable *variable, struct place place) {
    if (variable->access & ACC_FINAL) check_unassigned(a, variable, place);
    if (!is_tracked(a, variable)) return;
    if (!bitset_has(&a->now.unassigned, variable->index)) variable->is_not_effectively_final = true;
    if (!bitset_has(&a->now.assigned, variable->index))
        bitset_remove(&a->unassigned_in_try, variable->index);
    bitset_remove(&a->now.unassigned, variable->index);
    bitset_add(&a->now.assigned, variable->index);
}

/* x, or this.x; NULL for any other expression. */
static struct variable *plain_variable(const struct expression *expression) {
    bool is_plain =
        expression->kind == EXPRESSION_NAME ||
        (expression->kind == EXPRESSION_SELECT && expression->left->kind == EXPRESSION_THIS);
    return is_plain && expression->names == NAMES_VALUE ? expression->variable : NULL;
}

/* ---- conditions */

static void assign_condition(struct assignment *a, const struct expression *condition,
                             struct assigned_variables *when_true,
                             struct assigned_variables *when_false);

static void assign_logical(struct assignment *a, const struct expression *binary,
                           struct assigned_variables *when_true,
                           struct assigned_variables *when_false) {
    bool is_and = binary->operator== TOKEN_AND_AND;
    struct assigned_variables left_true, left_false;
    assign_condition(a, binary->left, &left_true, &left_false);
    a->now = is_and ? left_true : left_false;
    assign_condition(a, binary->right, when_true, when_false);
    if (is_and)
        state_merge(when_false, &left_false);
    else
        state_merge(when_true, &left_true);
}

static void assign_conditional_condition(struct assignment *a, const struct expression *expression,
                                         struct assigned_variables *when_true,
                                         struct assigned_variables *when_false) {
    struct assigned_variables before_left, before_right, right_true, right_false;
    assign_condition(a, expression->condition, &before_left, &before_right);
    a->now = before_left;
    assign_condition(a, expression->left, when_true, when_false);
    a->now = before_right;
    assign_condition(a, expression->right, &right_true, &right_false);
    state_merge(when_true, &right_true);
    state_merge(when_false, &right_false);
}

static void assign_condition(struct assignment *a, const struct expression *condition,
                             struct assigned_variables *when_true,
                             struct assigned_variables *when_false) {
    bool is_logical = condition->kind == EXPRESSION_BINARY &&
                      (condition->operator== TOKEN_AND_AND || condition->operator== TOKEN_OR_OR);
    if (condition->constant) {
        bool is_true = value_is_true(condition->constant);
        *when_true = is_true ? state_copy(a, &a->now) : state_dead(a);
        *when_false = is_true ? state_dead(a) : state_copy(a, &a->now);
    } else if (is_logical) {
        assign_logical(a, condition, when_true, when_false);
    } else if (condition->kind == EXPRESSION_UNARY && condition->operator== TOKEN_NOT) {
        assign_condition(a, condition->left, when_false, when_true);
    } else if (condition->kind == EXPRESSION_CONDITIONAL) {
        assign_conditional_condition(a, condition, when_true, when_false);
    } else {
        assign_expression(a, condition);
        *when_true = state_copy(a, &a->now);
        *when_false = state_copy(a, &a->now);
    }
}

/* ---- expressions */

static void assign_boolean(struct assignment *a, const struct expression *expression) {
    struct assigned_variables when_true, when_false;
    assign_condition(a, expression, &when_true, &when_false);
    state_merge(&when_true, &when_false);
    a->now = when_true;
}

static void assign_conditional(struct assignment *a, const struct expression *expression) {
    struct assigned_variables before_left, before_right;
    assign_condition(a, expression->condition, &before_left, &before_right);
    a->now = before_left;
    assign_expression(a, expression->left);
    struct assigned_variables after_left = a->now;
    a->now = before_right;
    assign_expression(a, expression->right);
    state_merge(&a->now, &after_left);
}

static void assign_assignment(struct assignment *a, const struct expression *expression) {
    struct variable *variable = plain_variable(expression->left);
    if (!variable || expression->kind != EXPRESSION_ASSIGN) assign_expression(a, expression->left);
    if (expression->right) assign_expression(a, expression->right);
    if (variable) assign(a, variable, expression->left->place);
}

static void assign_operands(struct assignment *a, const struct expression *expression) {
    if (expression->left) assign_expression(a, expression->left);
    if (expression->right) assign_expression(a, expression->right);
    for (uint32_t i = 0; i < expression->arguments.count; i++)
        assign_expression(a, expression->arguments.items[i]);
}

static bool is_branching(const struct expression *expression) {
    return (expression->kind == EXPRESSION_BINARY &&
            (expression->operator== TOKEN_AND_AND || expression->operator== TOKEN_OR_OR)) ||
           (expression->kind == EXPRESSION_UNARY && expression->operator== TOKEN_NOT);
}

/* What an instance of a local class takes along must have its value. */
static void check_captured(const struct assignment *a, const struct class_symbol *class,
                           struct place place) {
    for (uint32_t i = 0; i < class->captured.count; i++)
        check_assigned(a, class->captured.items[i], place);
}

/* The body runs later: what it assigns is nothing that is known here. */
static void assign_lambda(struct assignment *a, const struct lambda *lambda) {
    uint32_t scope = a->next_index, pending = a->pending.count;
    if (lambda->receiver_value) assign_expression(a, lambda->receiver_value);
    struct assigned_variables before = state_copy(a, &a->now);
    if (lambda->receiver) declare_assigned(a, lambda->receiver);
    for (uint32_t i = 0; i < lambda->parameters.count; i++)
        declare_assigned(a, lambda->parameters.items[i]);
    if (lambda->expression) assign_expression(a, lambda->expression);
    if (lambda->body) assign_statement(a, lambda->body);
    a->pending.count = pending;
    a->next_index = scope;
    a->now = before;
}

static void assign_expression(struct assignment *a, const struct expression *expression) {
    if (expression->names != NAMES_VALUE) return;
    if (expression->lambda) {
        assign_lambda(a, expression->lambda);
        return;
    }
    if (expression->kind == EXPRESSION_NEW)
        check_captured(a, expression->site->class, expression->place);
    const struct variable *variable = plain_variable(expression);
    if (variable && !expression->constant)
        check_assigned(a, variable, expression->place);
    else if (expression->kind == EXPRESSION_CONDITIONAL && type_is(expression->type, JAVA_BOOLEAN))
        assign_boolean(a, expression);
    else if (expression->kind == EXPRESSION_CONDITIONAL)
        assign_conditional(a, expression);
    else if (is_branching(expression))
        assign_boolean(a, expression);
    else if (expression->kind == EXPRESSION_ASSIGN || expression->kind == EXPRESSION_COMPOUND ||
             expression->kind == EXPRESSION_INCREMENT)
        assign_assignment(a, expression);
    else
        assign_operands(a, expression);
}

/* ---- jumps */

static void add_pending(struct assignment *a, const struct statement *statement) {
    struct pending_jump pending = {statement, a->now};
    arena_vec_push(a->arena, &a->pending, pending);
    mark_dead(a);
}

/* Merges the states of the jumps since [first] to this target into the present one. */
static void resolve_pending(struct assignment *a, uint32_t first, const struct statement *target,
                            enum statement_kind kind) {
    uint32_t kept = first;
    for (uint32_t i = first; i < a->pending.count; i++) {
        struct pending_jump *pending = &a->pending.items[i];
        if (pending->statement->kind == kind && pending->statement->target == target)
            state_merge(&a->now, &pending->state);
        else
            a->pending.items[kept++] = *pending;
    }
    a->pending.count = kept;
}

/* ---- loops */

static void assign_statements(struct assignment *a, const struct statement_list *statements) {
    for (uint32_t i = 0; i < statements->count; i++) assign_statement(a, statements->items[i]);
}

/* One walk of a loop: from its entry to where it starts again; [after] is the state that leaves by
 * the condition. */
static void walk_loop(struct assignment *a, const struct statement *loop, uint32_t first_pending,
                      struct assigned_variables *after) {
    struct assigned_variables when_true;
    bool is_do = loop->kind == STATEMENT_DO;
    if (!is_do && loop->expression && loop->kind != STATEMENT_FOR_EACH) {
        assign_condition(a, loop->expression, &when_true, after);
        a->now = when_true;
    } else if (!is_do) {
        *after = loop->expression ? state_copy(a, &a->now) : state_dead(a);
    }
    if (loop->kind == STATEMENT_FOR_EACH) assign(a, loop->variable, loop->variable->place);
    assign_statement(a, loop->body);
    resolve_pending(a, first_pending, loop, STATEMENT_CONTINUE);
    assign_statements(a, &loop->updates);
    if (is_do) {
        assign_condition(a, loop->expression, &when_true, after);
        a->now = when_true;
    }
}

static void assign_loop(struct assignment *a, const struct statement *loop) {
    uint32_t scope = a->next_index, first_pending = a->pending.count;
    bool was_second_walk = a->is_second_walk;
    assign_statements(a, &loop->statements);
    if (loop->kind == STATEMENT_FOR_EACH) {
        assign_expression(a, loop->expression);
        declare(a, loop->variable);
    }
    uint32_t outside = a->next_index;
    struct assigned_variables entry = state_copy(a, &a->now), after = {0};
    walk_loop(a, loop, first_pending, &after);
    for (;;) {
        if (loop->kind == STATEMENT_FOR_EACH) bitset_add(&a->now.unassigned, loop->variable->index);
        if (set_includes(&a->now.unassigned, &entry.unassigned, outside)) break;
        set_intersect(&entry.unassigned, &a->now.unassigned);
        a->now = state_copy(a, &entry);
        a->is_second_walk = true;
        walk_loop(a, loop, first_pending, &after);
    }
    a->is_second_walk = was_second_walk;
    a->now = after;
    resolve_pending(a, first_pending, loop, STATEMENT_BREAK);
    a->next_index = scope;
}

/* ---- other statements */

static void assign_if(struct assignment *a, const struct statement *statement) {
    struct assigned_variables when_true, when_false;
    assign_condition(a, statement->expression, &when_true, &when_false);
    a->now = when_true;
    assign_statement(a, statement->body);
    struct assigned_variables after_body = a->now;
    a->now = when_false;
    if (statement->otherwise) assign_statement(a, statement->otherwise);
    state_merge(&a->now, &after_body);
}

static void assign_switch(struct assignment *a, const struct statement *statement) {
    uint32_t scope = a->next_index, first_pending = a->pending.count;
    bool has_default = false;
    assign_expression(a, statement->expression);
    struct assigned_variables at_switch = state_copy(a, &a->now);
    mark_dead(a);
    for (uint32_t i = 0; i < statement->cases.count; i++) {
        const struct switch_case *clause = &statement->cases.items[i];
        state_merge(&a->now, &at_switch);
        uint32_t first = a->next_index;
        assign_statements(a, &clause->statements);
        for (uint32_t index = first; index < a->next_index; index++) {
            /* A variable of this case is in the scope of the next ones, without a value. */
            bitset_remove(&at_switch.assigned, index);
            bitset_add(&at_switch.unassigned, index);
        }
        has_default |= clause->is_default;
    }
    if (!has_default) state_merge(&a->now, &at_switch);
    resolve_pending(a, first_pending, statement, STATEMENT_BREAK);
    a->next_index = scope;
}

static void assign_catches(struct assignment *a, const struct statement *statement,
                           const struct assigned_variables *at_catch,
                           struct assigned_variables *at_end) {
    for (uint32_t i = 0; i < statement->catches.count; i++) {
        const struct catch_clause *clause = &statement->catches.items[i];
        uint32_t scope = a->next_index;
        a->now = state_copy(a, at_catch);
        declare_assigned(a, clause->variable);
        assign_statement(a, clause->body);
        state_merge(at_end, &a->now);
        a->next_index = scope;
    }
}

static void assign_finally(struct assignment *a, const struct statement *statement,
                           const struct assigned_variables *at_try,
                           const struct assigned_variables *at_end, uint32_t first_pending) {
    uint32_t last_pending = a->pending.count;
    a->now.assigned = set_copy(a, &at_try->assigned);
    a->now.unassigned = set_copy(a, &a->unassigned_in_try);
    assign_statement(a, statement->otherwise);
    if (!statement->finally_completes) {
        uint32_t own = a->pending.count - last_pending;
        if (own)
            memmove(a->pending.items + first_pending, a->pending.items + last_pending,
                    own * sizeof *a->pending.items);
        a->pending.count = first_pending + own;
        return;
    }
    for (uint32_t i = first_pending; i < last_pending; i++) {
        struct assigned_variables *state = &a->pending.items[i].state;
        *state = state_copy(a, state);
        set_unite(&state->assigned, &a->now.assigned);
        set_intersect(&state->unassigned, &a->now.unassigned);
    }
    set_intersect(&a->now.unassigned, &at_end->unassigned);
    set_unite(&a->now.assigned, &at_end->assigned);
}

static void assign_try(struct assignment *a, const struct statement *statement) {
    struct bitset outer = a->unassigned_in_try;
    uint32_t first_pending = a->pending.count;
    struct assigned_variables at_try = state_copy(a, &a->now);
    a->unassigned_in_try = set_copy(a, &a->now.unassigned);
    uint32_t scope = a->next_index;
    for (uint32_t i = 0; i < statement->statements.count; i++)
        assign_statement(a, statement->statements.items[i]);
    assign_statement(a, statement->body);
    a->next_index = scope;
    set_intersect(&a->unassigned_in_try, &a->now.unassigned);
    struct assigned_variables at_end = state_copy(a, &a->now);
    struct assigned_variables at_catch = {at_try.assigned, set_copy(a, &a->unassigned_in_try)};
    assign_catches(a, statement, &at_catch, &at_end);
    if (statement->otherwise)
        assign_finally(a, statement, &at_try, &at_end, first_pending);
    else
        a->now = at_end;
    set_intersect(&a->unassigned_in_try, &outer);
    set_intersect(&a->unassigned_in_try, &a->now.unassigned);
}

static void assign_assert(struct assignment *a, const struct statement *statement) {
    struct assigned_variables before = state_copy(a, &a->now), when_true, when_false;
    assign_condition(a, statement->expression, &when_true, &when_false);
    set_intersect(&before.unassigned, &when_true.unassigned);
    if (statement->detail) {
        a->now = when_false;
        assign_expression(a, statement->detail);
    }
    a->now = before;
}

static void assign_local(struct assignment *a, const struct statement *local) {
    declare(a, local->variable);
    if (!local->expression) return;
    assign_expression(a, local->expression);
    assign(a, local->variable, local->place);
}

static void assign_labeled(struct assignment *a, const struct statement *statement) {
    uint32_t first_pending = a->pending.count;
    assign_statement(a, statement->body);
    resolve_pending(a, first_pending, statement, STATEMENT_BREAK);
}

static void assign_block(struct assignment *a, const struct statement *block) {
    uint32_t scope = a->next_index;
    assign_statements(a, &block->statements);
    a->next_index = scope;
}

static void assign_statement(struct assignment *a, const struct statement *statement) {
    switch (statement->kind) {
    case STATEMENT_BLOCK: assign_block(a, statement); return;
    case STATEMENT_LOCAL: assign_local(a, statement); return;
    case STATEMENT_EXPRESSION: assign_expression(a, statement->expression); return;
    case STATEMENT_IF: assign_if(a, statement); return;
    case STATEMENT_WHILE:
    case STATEMENT_DO:
    case STATEMENT_FOR:
    case STATEMENT_FOR_EACH: assign_loop(a, statement); return;
    case STATEMENT_LABELED: assign_labeled(a, statement); return;
    case STATEMENT_SWITCH: assign_switch(a, statement); return;
    case STATEMENT_RETURN:
        if (statement->expression) assign_expression(a, statement->expression);
        add_pending(a, statement);
        return;
    case STATEMENT_BREAK:
    case STATEMENT_CONTINUE: add_pending(a, statement); return;
    case STATEMENT_THROW:
        assign_expression(a, statement->expression);
        mark_dead(a);
        return;
    case STATEMENT_TRY: assign_try(a, statement); return;
    case STATEMENT_SYNCHRONIZED:
        assign_expression(a, statement->expression);
        assign_statement(a, statement->body);
        return;
    case STATEMENT_ASSERT: assign_assert(a, statement); return;
    case STATEMENT_EMPTY: return;
    case STATEMENT_CLASS: check_captured(a, statement->class->symbol, statement->place); return;
    }
}

/* ---- classes */

static uint32_t count_in_statements(const struct statement_list *statements);

/* The most variables that a statement declares. */
static uint32_t count_variables(const struct statement *statement) {
    if (!statement) return 0;
    uint32_t count = statement->variable ? 1 : 0;
    count += count_variables(statement->body) + count_variables(statement->otherwise);
    count += count_in_statements(&statement->statements);
    for (uint32_t i = 0; i < statement->cases.count; i++)
        count += count_in_statements(&statement->cases.items[i].statements);
    for (uint32_t i = 0; i < statement->catches.count; i++)
        count += 1 + count_variables(statement->catches.items[i].body);
    return count;
}

static uint32_t count_in_statements(const struct statement_list *statements) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < statements->count; i++) count += count_variables(statements->items[i]);
    return count;
}

static uint32_t count_in_class(const struct class_declaration *declaration) {
    uint32_t most = 0, fields = 1;
    for (uint32_t i = 0; i < declaration->members.count; i++) {
        const struct member_declaration *member = declaration->members.items[i];
        uint32_t count = member->parameters.count + count_variables(member->body);
        if (member->kind == MEMBER_FIELD) fields++;
        if (count > most) most = count;
    }
    for (uint32_t i = 0; i < declaration->symbol->lambdas.count; i++) {
        const struct lambda *lambda = declaration->symbol->lambdas.items[i];
        most += 1 + lambda->parameters.count + count_variables(lambda->body);
    }
    return fields + most + 1;
}

static bool is_blank_final(const struct variable *field, bool is_static) {
    return field->access & ACC_FINAL && !field->initializer &&
           ((field->access & ACC_STATIC) != 0) == is_static;
}

static void declare_fields(struct assignment *a, bool are_static) {
    for (uint32_t i = 0; i < a->class->fields.count; i++)
        if (is_blank_final(a->class->fields.items[i], are_static))
            declare(a, a->class->fields.items[i]);
}

static void assign_initializers(struct assignment *a, bool are_static) {
    const struct class_declaration *declaration = a->class->declaration;
    for (uint32_t i = 0; i < declaration->members.count; i++) {
        const struct member_declaration *member = declaration->members.items[i];
        if (((member->access & ACC_STATIC) != 0) != are_static) continue;
        if (member->kind == MEMBER_FIELD && member->initializer)
            assign_expression(a, member->initializer);
        if (member->kind == MEMBER_INITIALIZER) assign_statement(a, member->body);
    }
}

static void check_fields(struct assignment *a, bool are_static, const struct place *place,
                         bool is_implicit) {
    for (uint32_t i = 0; i < a->class->fields.count; i++) {
        const struct variable *field = a->class->fields.items[i];
        if (!is_blank_final(field, are_static)) continue;
        bool is_in_default = is_implicit || are_static;
        if (is_in_default && !bitset_has(&a->now.assigned, field->index))
            compile_error(a->compiler, field->place,
                          "variable %s not initialized in the default constructor", field->name);
        check_assigned(a, field, place ? *place : field->place);
    }
}

static bool calls_this(const struct statement *body) {
    if (body->statements.count == 0) return false;
    const struct expression *first = body->statements.items[0]->expression;
    return body->statements.items[0]->kind == STATEMENT_EXPRESSION && first->is_constructor_call &&
           first->left->kind == EXPRESSION_THIS;
}

static void assign_method(struct assignment *a, const struct member_declaration *member,
                          const struct assigned_variables *initial) {
    bool is_initial = member->kind == MEMBER_CONSTRUCTOR && !calls_this(member->body);
    uint32_t scope = a->next_index;
    a->now = state_copy(a, initial);
    a->unassigned_in_try = set_copy(a, &a->now.unassigned);
    a->pending.count = 0;
    a->first_tracked = is_initial ? a->first_instance : scope;
    for (uint32_t i = 0; i < member->parameters.count; i++)
        declare_assigned(a, member->parameters.items[i]);
    assign_statement(a, member->body);
    if (is_initial) {
        check_fields(a, false, &member->body->end, member->is_default);
        for (uint32_t i = 0; i < a->pending.count; i++) {
            a->now = a->pending.items[i].state;
            check_fields(a, false, &a->pending.items[i].statement->place, false);
        }
    }
    a->next_index = scope;
}

static void assign_class(struct assignment *a) {
    const struct class_declaration *declaration = a->class->declaration;
    a->now =
        (struct assigned_variables){bitset_new(a->arena, a->size), bitset_new(a->arena, a->size)};
    a->unassigned_in_try = bitset_new(a->arena, a->size);
    declare_fields(a, true);
    assign_initializers(a, true);
    check_fields(a, true, NULL, false);
    a->first_tracked = a->first_instance = a->next_index;
    declare_fields(a, false);
    assign_initializers(a, false);
    struct assigned_variables initial = a->now;
    for (uint32_t i = 0; i < declaration->members.count; i++) {
        const struct member_declaration *member = declaration->members.items[i];
        bool is_method = member->kind == MEMBER_METHOD || member->kind == MEMBER_CONSTRUCTOR;
        if (is_method && member->body) assign_method(a, member, &initial);
    }
}

void analyse_assignment(struct compiler *compiler, struct class_symbol *class) {
    struct assignment a = {.compiler = compiler,
                           .arena = compiler->arena,
                           .class = class,
                           .size = count_in_class(class->declaration),
                           .next_index = 1,
                           .first_tracked = 1};
    assign_class(&a);
}

void check_captured_uses(struct compiler *compiler) {
    for (uint32_t i = 0; i < compiler->captured_uses.count; i++) {
        const struct captured_use *use = &compiler->captured_uses.items[i];
        if (use->variable->access & ACC_FINAL || !use->variable->is_not_effectively_final) continue;
        compile_error(compiler, use->place,
                      "local variables referenced from %s must be final or effectively final",
                      use->is_in_lambda ? "a lambda expression" : "an inner class");
    }
}
