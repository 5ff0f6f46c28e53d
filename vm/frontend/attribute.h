/* What the parts of attribution share. */
#ifndef FRONTEND_ATTRIBUTE_H
#define FRONTEND_ATTRIBUTE_H

#include "frontend/constant.h"
#include "frontend/passes.h"

/* Where an expression stands. */
struct attribution {
    struct compiler *compiler;
    struct class_symbol *class;
    struct method *method;    /* NULL in an initialiser */
    bool is_static;           /* no this */
    bool in_constructor_call; /* among the arguments of this(...) or super(...) */
    uint32_t
        field_order; /* in a field's or an initialiser's code: its place in the class, else 0 */
    struct {
        struct variable **items;
        uint32_t count, capacity;
    } locals;
    struct statement_list targets; /* the statements around that can be left, innermost last */
};

/* What an expression's tree may turn out to be, as bits. */
enum { WANT_VALUE = 1, WANT_TYPE = 2, WANT_PACKAGE = 4 };

/* ---- attribute_expression.c */

/* A value that is not void; returns its type. */
struct type *attribute_value(struct attribution *at, struct expression *expression);
/* A value or void. */
struct type *attribute_expression(struct attribution *at, struct expression *expression);
void attribute_tree(struct attribution *at, struct expression *expression, int wanted);
/* A value that is assigned to something of this type; array initialisers too. */
void attribute_assigned(struct attribution *at, struct expression *expression, struct type *target);
void attribute_condition(struct attribution *at, struct expression *expression);

/* ---- attribute_name.c */
void attribute_name(struct attribution *at, struct expression *name, int wanted, bool is_target);
void attribute_select(struct attribution *at, struct expression *select, int wanted);
void attribute_this(struct attribution *at, struct expression *self);

/* ---- attribute_call.c */
void attribute_call(struct attribution *at, struct expression *call);
void attribute_new(struct attribution *at, struct expression *new);
/* The call of the super class's constructor that a constructor makes when it calls none itself. */
struct expression *implicit_super_call(struct attribution *at, struct place place);

/* ---- attribute_statement.c */
void attribute_block(struct attribution *at, struct statement *block);

/* ---- access.c */
bool member_is_accessible(const struct attribution *at, const struct class_symbol *site,
                          const struct class_symbol *owner, uint16_t access, bool is_super);
/* The class that must lend an accessor, or NULL when the member is reached directly. */
struct class_symbol *accessor_host(const struct attribution *at, const struct class_symbol *owner,
                                   uint16_t access);
/* Refuses a member whose type is a type variable, unless its class is raw: then the type is the
 * erased one. Type arguments only matter to what is done with the value. */
void check_generic_member(const struct attribution *at, struct expression *expression,
                          const struct class_symbol *site, const struct class_symbol *owner,
                          enum generic_kind kind);
struct accessor *accessor_of_variable(struct attribution *at, enum accessor_kind kind,
                                      struct variable *variable);
struct accessor *accessor_of_method(struct attribution *at, enum accessor_kind kind,
                                    struct method *method);

/* ---- conversion.c */
struct type *promote(struct compiler *compiler, const struct type *type);
struct type *promote_pair(struct compiler *compiler, const struct type *a, const struct type *b);
/* Whether a method's parameter of this type takes the argument (JLS 15.12.2.2). */
bool is_applicable(struct compiler *compiler, const struct expression *argument,
                   const struct type *parameter);
void check_assignable(struct compiler *compiler, const struct expression *expression,
                      const struct type *target);
bool is_castable(struct compiler *compiler, const struct type *from, const struct type *to);
bool is_boxed(const struct type *type);
/* Whether javac would convert between a primitive type and a class. */
bool needs_boxing(struct compiler *compiler, const struct type *from, const struct type *to);
_Noreturn void refuse_boxing(struct compiler *compiler, struct place place);

#endif
