/* What the parts of attribution share. */
#ifndef FRONTEND_ATTRIBUTE_H
#define FRONTEND_ATTRIBUTE_H

#include "frontend/constant.h"
#include "frontend/passes.h"

/* The body of a lambda that is being attributed. */
struct lambda_scope {
    struct lambda_scope *outer;
    struct lambda *lambda;
    uint32_t first_local; /* the locals before it are captured when they are named */
    struct type *result;  /* may still be inferred */
};

/* An expression that waits until types are inferred: a call or conditional for its own type, a
 * lambda or method reference for its [target]. */
struct pending {
    struct expression *expression;
    struct type *target;
    bool is_done;
    /* Of a lambda: what is in scope where it stands. */
    struct variable **locals;
    uint32_t local_count;
    struct lambda_scope *lambda;
    const struct local_class *local_classes;
};

/* Where an expression stands. */
struct attribution {
    struct compiler *compiler;
    struct class_symbol *class;
    struct method_symbol *method; /* NULL in an initialiser */
    bool is_static;               /* no this */
    bool in_constructor_call;     /* among the arguments of this(...) or super(...) */
    uint32_t
        field_order; /* in a field's or an initialiser's code: its place in the class, else 0 */
    struct {
        struct variable **items;
        uint32_t count, capacity;
    } locals;
    struct statement_list targets; /* the statements around that can be left, innermost last */
    const struct local_class *local_classes;
    struct lambda_scope *lambda; /* innermost */
    struct {
        struct pending *items;
        uint32_t count, capacity;
    } pending;
};

struct scope attribution_scope(struct attribution *at);

/* What an expression's tree may turn out to be, as bits. */
enum { WANT_VALUE = 1, WANT_TYPE = 2, WANT_PACKAGE = 4 };

/* ---- attribute_expression.c */

/* A value that is not void, without a type that is wanted of it; returns its type. */
struct type *attribute_value(struct attribution *at, struct expression *expression);
/* A value or void. */
struct type *attribute_expression(struct attribution *at, struct expression *expression);
/* A value, type or package, complete. */
void attribute_site(struct attribution *at, struct expression *expression, int wanted);
/* A value that may be left pending, for attribute_accepted. */
void attribute_argument(struct attribution *at, struct expression *expression);
/* A value that is assigned to something of this type; array initialisers too. */
void attribute_assigned(struct attribution *at, struct expression *expression, struct type *target);
void attribute_condition(struct attribution *at, struct expression *expression);

/* ---- attribute_pending.c */
/* The expression that was left pending gets its target, which may itself be inferred. */
void attribute_accepted(struct attribution *at, struct expression *expression, struct type *target);
/* The same where javac says what the expression is part of. */
void attribute_checked(struct attribution *at, struct expression *expression, struct type *target,
                       const char *what);
void attribute_pending(struct attribution *at, struct expression *expression, struct type *target);
/* Infers all that is pending since [first]. */
void solve_pending(struct attribution *at, uint32_t first);

/* ---- functional.c (JLS 9.8, 9.9) */
struct function_type {
    struct type *interface; /* without wildcards */
    struct method_symbol *method;
    struct type_list parameters, thrown;
    struct type *result;
};
/* False when the type is no functional interface. */
bool function_type_of(struct compiler *compiler, struct type *type, struct function_type *out);

/* ---- attribute_lambda.c */
bool is_lambda(const struct expression *expression); /* or a method reference */
void attribute_lambda(struct attribution *at, struct expression *expression, struct type *target);
/* Whether the lambda or method reference could implement the type, by its form alone (JLS
 * 15.12.2.1). */
bool lambda_fits(struct attribution *at, const struct expression *expression, struct type *target);
/* Whether what it gives is known without its target (JLS 15.12.2.2): then it takes part in overload
 * resolution of the enclosing calls. */
bool lambda_is_explicit(struct attribution *at, const struct expression *expression);
/* The types that must be known before its body is attributed; false when there are none. */
bool lambda_needs(struct attribution *at, const struct expression *expression, struct type *target,
                  struct type_list *needed);

/* ---- attribute_reference.c: makes a lambda of a method reference. */
void attribute_reference(struct attribution *at, struct expression *reference,
                         const struct function_type *function);
/* What an exact reference says of types that are still inferred. */
void reference_infer(struct attribution *at, struct expression *reference, struct type *target);
bool reference_is_exact(struct attribution *at, const struct expression *reference);
/* Whether a method of this many parameters can be meant. */
bool reference_fits(struct attribution *at, const struct expression *reference, uint32_t count);

/* ---- captures.c: variables and instances that lambdas and local classes take along */
void capture_this(struct attribution *at);
/* [variable] of a block around the present one, or of the present one itself, is used here. */
void capture_variable(struct attribution *at, struct variable *variable, struct place place);
/* What an instance of the class takes along from here. */
void capture_for_class(struct attribution *at, const struct class_symbol *class,
                       struct place place);

/* ---- attribute_name.c */
void attribute_name(struct attribution *at, struct expression *name, int wanted, bool is_target);
void attribute_select(struct attribution *at, struct expression *select, int wanted);
void attribute_this(struct attribution *at, struct expression *self);

/* ---- resolve.c (JLS 15.12.2) */
struct method_list {
    struct method_symbol **items;
    uint32_t count, capacity;
};
/* All that the class has or inherits. */
struct method_list find_methods(struct attribution *at, struct class_symbol *class,
                                const char *name);
/* Chooses a method for the arguments, which are attributed, and sets what the call needs to know of
 * it, its type included. False when there is none of the name. */
bool resolve_call(struct attribution *at, struct expression *call, const struct method_list *named,
                  struct type *site, bool is_super);
bool is_applicable_by_any_phase(struct attribution *at, const struct expression *call,
                                struct type *site, struct method_symbol *method);
const char *arguments_text(struct compiler *compiler, const struct expression *call);
void attribute_arguments(struct attribution *at, struct expression *call);
_Noreturn void fail_method_access(struct attribution *at, const struct expression *call,
                                  const struct method_symbol *method);

/* ---- attribute_call.c, attribute_new.c */
void attribute_call(struct attribution *at, struct expression *call);
void attribute_new(struct attribution *at, struct expression *new);
void attribute_constructor_call(struct attribution *at, struct expression *call);
/* A type that is known, where the trees want one that is written. */
struct type_syntax *type_syntax_of(struct attribution *at, struct type *type, struct place place);
/* The class that an anonymous class is made of, once its super type is inferred. */
void attribute_anonymous(struct attribution *at, struct expression *new);
/* The call of the super class's constructor that a constructor makes when it calls none itself. */
struct expression *implicit_super_call(struct attribution *at, struct place place);

/* ---- attribute_statement.c */
void declare_local(struct attribution *at, struct variable *variable);
void attribute_block(struct attribution *at, struct statement *block);

/* ---- access.c */
bool member_is_accessible(const struct attribution *at, const struct class_symbol *site,
                          const struct class_symbol *owner, uint16_t access, bool is_super);
struct accessor *accessor_of_variable(struct attribution *at, enum accessor_kind kind,
                                      struct variable *variable);
struct accessor *accessor_of_method(struct attribution *at, enum accessor_kind kind,
                                    struct method_symbol *method);

/* ---- conversion.c */
struct type *promote(struct compiler *compiler, const struct type *type);
struct type *promote_pair(struct compiler *compiler, const struct type *a, const struct type *b);
/* Whether a method's parameter of this type takes the argument (JLS 15.12.2.2, 15.12.2.3). */
bool is_applicable(struct attribution *at, const struct expression *argument,
                   struct type *parameter, bool is_loose, bool *is_unchecked);
bool is_assignable(struct attribution *at, const struct expression *expression,
                   struct type *target);
void check_assignable(struct attribution *at, const struct expression *expression,
                      struct type *target);
_Noreturn void fail_conversion(struct attribution *at, struct place place, struct type *from,
                               struct type *to);
bool is_castable(struct compiler *compiler, struct type *from, struct type *to);
/* A boxed type's primitive, any other type itself. */
struct type *unboxed_or_same(struct compiler *compiler, struct type *type);

#endif
