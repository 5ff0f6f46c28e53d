/* GENERATE VARIABLE: reading and writing of locals, fields and array elements. A variable is held
 * by what lies on the stack below its value: nothing, an object, or an array and an index. */
#include "base/die.h"
#include "frontend/generate.h"

static const char *field_class(const struct expression *expression) {
    const struct variable *field = expression->variable;
    bool is_object = !field->owner->super && !symbol_is_interface(field->owner);
    return is_object ? field->owner->name : expression->site->class->name;
}

static bool is_static_field(const struct expression *expression) {
    return expression->variable && expression->variable->owner &&
           expression->variable->access & ACC_STATIC;
}

static bool is_local(const struct expression *expression) {
    return expression->variable && !expression->variable->owner;
}

int generate_holder(struct code_generator *g, const struct expression *variable) {
    if (variable->kind == EXPRESSION_INDEX) {
        generate_expression(g, variable->left);
        generate_value(g, variable->right, type_primitive(g->compiler, JAVA_INT));
        return 2;
    }
    if (is_local(variable)) return 0;
    bool has_left = variable->kind == EXPRESSION_SELECT && variable->left->names == NAMES_VALUE;
    if (is_static_field(variable)) {
        if (has_left) generate_discarded(g, variable->left);
        return 0;
    }
    if (has_left)
        generate_expression(g, variable->left);
    else
        generate_outer(g, variable->around);
    return 1;
}

void generate_read(struct code_generator *g, const struct expression *variable) {
    struct code_emitter *e = &g->emitter;
    const struct variable *symbol = variable->variable;
    if (variable->kind == EXPRESSION_INDEX)
        emit_array_load(e, variable->type);
    else if (!symbol)
        emit(e, OP_arraylength);
    else if (!symbol->owner)
        generate_local_read(g, symbol);
    else if (variable->accessor)
        emit_invoke(e, OP_invokestatic, variable->accessor->host->name, variable->accessor->name,
                    variable->accessor->descriptor);
    else
        emit_field(e, is_static_field(variable) ? OP_getstatic : OP_getfield, field_class(variable),
                   symbol->name, erased_descriptor(g->compiler, symbol->type));
}

/* Takes the holder and the value. */
static void generate_write(struct code_generator *g, const struct expression *variable) {
    struct code_emitter *e = &g->emitter;
    const struct variable *symbol = variable->variable;
    if (variable->kind == EXPRESSION_INDEX)
        emit_array_store(e, variable->type);
    else if (!symbol->owner)
        emit_store(e, symbol->type->java, symbol->slot);
    else if (variable->setter)
        emit_invoke(e, OP_invokestatic, variable->setter->host->name, variable->setter->name,
                    variable->setter->descriptor);
    else
        emit_field(e, is_static_field(variable) ? OP_putstatic : OP_putfield, field_class(variable),
                   symbol->name, erased_descriptor(g->compiler, symbol->type));
}

void generate_assign(struct code_generator *g, const struct expression *assign, bool is_used) {
    int holder = generate_holder(g, assign->left);
    generate_initializer(g, assign->right, assign->left->type);
    if (is_used) emit_duplicate_under(&g->emitter, assign->left->type, holder);
    generate_write(g, assign->left);
}

static void duplicate_holder(struct code_generator *g, int holder) {
    if (holder > 0) emit(&g->emitter, holder == 1 ? OP_dup : OP_dup2);
}

static bool is_int_local(const struct expression *variable) {
    return is_local(variable) && variable->type->java == JAVA_INT;
}

/* x += 5 of an int local. */
static bool generate_local_increment(struct code_generator *g, const struct expression *assign) {
    const struct constant_value *amount = assign->right->constant;
    bool is_sum = assign->operator== TOKEN_PLUS || assign->operator== TOKEN_MINUS;
    if (!is_int_local(assign->left) || !is_sum || !amount ||
        java_stack_type(amount->java) != JAVA_INT || amount->java == JAVA_BOOLEAN)
        return false;
    int64_t change = assign->operator== TOKEN_PLUS ? amount->integer : -(int64_t) amount->integer;
    if (change != (int16_t)change) return false;
    emit_increment(&g->emitter, assign->left->variable->slot, (int)change);
    return true;
}

static bool is_shift(enum token_kind operator) {
    return operator== TOKEN_SHIFT_LEFT || operator== TOKEN_SHIFT_RIGHT || operator==
        TOKEN_SHIFT_RIGHT_UNSIGNED;
}

/* The variable's value as its own type, after generate_holder. */
static void generate_old_value(struct code_generator *g, const struct expression *variable) {
    generate_read(g, variable);
    if (type_is_reference(variable->type))
        generate_checkcast(g, uncast_type(g, variable), variable->type);
}

/* The result of an operator back in the variable's type, through its primitive one. */
static void generate_narrowing(struct code_generator *g, struct type *from, struct type *to) {
    struct type *unboxed = type_is_primitive(to) ? to : type_unboxed(g->compiler, to);
    emit_convert(&g->emitter, from->java, unboxed->java);
    generate_conversion(g, unboxed, to);
}

void generate_compound(struct code_generator *g, const struct expression *assign, bool is_used) {
    const struct expression *target = assign->left;
    struct type *type = assign->operand_type;
    if (generate_local_increment(g, assign)) {
        if (is_used) generate_read(g, target);
        return;
    }
    int holder = generate_holder(g, target);
    duplicate_holder(g, holder);
    generate_old_value(g, target);
    if (type->kind == KIND_CLASS) {
        generate_concat_to(g, target->type, assign->right);
    } else {
        generate_conversion(g, target->type, type);
        generate_value(g, assign->right,
                       is_shift(assign->operator) ? type_primitive(g->compiler, JAVA_INT) : type);
        generate_operator(g, assign->operator, type);
        generate_narrowing(g, type, target->type);
    }
    if (is_used) emit_duplicate_under(&g->emitter, target->type, holder);
    generate_write(g, target);
}

static void emit_one(struct code_generator *g, const struct type *type) {
    struct constant_value one = {.java = JAVA_INT, .integer = 1};
    emit_value(&g->emitter, value_convert(g->compiler, &one, java_stack_type(type->java)));
}

void generate_increment(struct code_generator *g, const struct expression *increment,
                        bool is_used) {
    const struct expression *target = increment->left;
    bool is_plus = increment->operator== TOKEN_INCREMENT;
    bool is_old_used = is_used && increment->is_postfix;
    if (is_int_local(target)) {
        if (is_old_used) generate_read(g, target);
        emit_increment(&g->emitter, target->variable->slot, is_plus ? 1 : -1);
        if (is_used && !is_old_used) generate_read(g, target);
        return;
    }
    struct type *type = target->type;
    struct type *unboxed = type_is_primitive(type) ? type : type_unboxed(g->compiler, type);
    int holder = generate_holder(g, target);
    duplicate_holder(g, holder);
    generate_old_value(g, target);
    if (is_old_used) emit_duplicate_under(&g->emitter, type, holder);
    generate_conversion(g, type, unboxed);
    emit_one(g, unboxed);
    generate_operator(g, is_plus ? TOKEN_PLUS : TOKEN_MINUS, unboxed);
    generate_narrowing(g, type_primitive(g->compiler, java_stack_type(unboxed->java)), type);
    if (is_used && !is_old_used) emit_duplicate_under(&g->emitter, type, holder);
    generate_write(g, target);
}
