/* Code generation: what its parts share. Requires that all analyses have passed. */
#ifndef FRONTEND_GENERATE_H
#define FRONTEND_GENERATE_H

#include "frontend/constant.h"
#include "frontend/emit.h"
#include "frontend/passes.h"

struct gap {
    uint32_t start, end;
};

/* A statement that jumps lead out of: a loop, switch or label, or one that must do something when
 * it is left: a try with a finally block, or a synchronized statement. */
struct jump_scope {
    struct jump_scope *outer;
    const struct statement *statement;
    struct label *break_label, *continue_label;
    int lock_slot;
    struct {
        struct gap *items;
        uint32_t count, capacity;
    } gaps; /* code inside its range that its handler does not cover: what it does when it is left
             */
};

struct generator {
    struct compiler *compiler;
    struct class_symbol *class;
    const struct method *method; /* NULL in <clinit> */
    struct emitter emitter;
    struct jump_scope *scope; /* innermost */
};

/* ---- generate_expression.c: pushes the value; converted to [target] by the second form. */
void generate_expression(struct generator *g, const struct expression *expression);
void generate_value(struct generator *g, const struct expression *expression,
                    const struct type *target);
void generate_discarded(struct generator *g, const struct expression *expression);
/* An expression, or an initialiser in braces. */
void generate_initializer(struct generator *g, const struct expression *expression,
                          const struct type *target);
void generate_operator(struct generator *g, enum token_kind operator, const struct type * type);

/* ---- generate_condition.c: jumps when the condition is [jump_when], else goes on. */
void generate_condition(struct generator *g, const struct expression *condition, bool jump_when,
                        struct label *target);

/* ---- generate_variable.c: what stands left of an assignment */
/* Pushes what the variable needs: nothing, an object, or an array and an index; returns the slots.
 */
int generate_holder(struct generator *g, const struct expression *variable);
void generate_read(struct generator *g, const struct expression *variable);  /* takes the holder */
void generate_write(struct generator *g, const struct expression *variable); /* and the value */
void generate_assign(struct generator *g, const struct expression *assign, bool is_used);
void generate_compound(struct generator *g, const struct expression *assign, bool is_used);
void generate_increment(struct generator *g, const struct expression *increment, bool is_used);

/* ---- generate_concat.c */
void generate_concat(struct generator *g, const struct expression *binary);
/* The string on the stack, followed by the right operand's. */
void generate_concat_to(struct generator *g, const struct type *left,
                        const struct expression *right);

/* ---- generate_call.c */
void generate_call(struct generator *g, const struct expression *call);
void generate_new(struct generator *g, const struct expression *new);

/* ---- generate_statement.c, generate_try.c, generate_switch.c */
void generate_statement(struct generator *g, const struct statement *statement);
void generate_statements(struct generator *g, const struct statement_list *statements);
void generate_try(struct generator *g, const struct statement *statement);
void generate_synchronized(struct generator *g, const struct statement *statement);
void generate_switch(struct generator *g, const struct statement *statement);
/* What must be done on the way out of all scopes up to [end] (NULL: the method), innermost first.
 * finish_unwinding after the jump itself. */
void generate_unwinding(struct generator *g, const struct jump_scope *end);
void finish_unwinding(struct generator *g, const struct jump_scope *end);
bool has_unwinding(const struct generator *g, const struct jump_scope *end);

#endif
