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
    int lock_slot;     /* of a synchronized statement */
    int resource_slot; /* one more than that of a resource, when [statement] is one; else 0 */
    struct {
        struct gap *items;
        uint32_t count, capacity;
    } gaps; /* code inside its range that its handler does not cover: what it does when it is left
             */
};

struct code_generator {
    struct compiler *compiler;
    struct class_symbol *class;
    const struct method_symbol *method; /* NULL in <clinit> and lambdas */
    const struct lambda *lambda;        /* whose body it is */
    int outer_slot;                     /* in a constructor: of the instance around, or 0 */
    int captured_slot;                  /* in a constructor: of the first captured variable, or 0 */
    struct code_emitter emitter;
    struct jump_scope *scope; /* innermost */
};

/* ---- generate_expression.c: pushes the value as its own type, erased; converted to [target] by
 * the second form. */
void generate_expression(struct code_generator *g, const struct expression *expression);
void generate_value(struct code_generator *g, const struct expression *expression,
                    struct type *target);
/* As the code leaves it: a member's declared type, not yet cast to what its class's arguments say.
 */
void generate_uncast(struct code_generator *g, const struct expression *expression);
void generate_discarded(struct code_generator *g, const struct expression *expression);
/* An expression, or an initialiser in braces. */
void generate_initializer(struct code_generator *g, const struct expression *expression,
                          struct type *target);

/* ---- generate_convert.c: what is on the stack from one type to another */
void generate_conversion(struct code_generator *g, struct type *from, struct type *to);
/* Of references: where erasure says too little for what follows. */
void generate_checkcast(struct code_generator *g, struct type *from, struct type *to);
/* The type that generate_uncast leaves. */
struct type *uncast_type(struct code_generator *g, const struct expression *expression);

/* ---- generate_inner.c: instances around, and captured variables */
void generate_outer(struct code_generator *g, const struct class_symbol *class);
void generate_local_read(struct code_generator *g, const struct variable *variable);
/* The arguments that a constructor has beside those that are written. */
void generate_captured(struct code_generator *g, const struct class_symbol *class);
/* With its captured variables, which are only known by now. */
const char *constructor_descriptor(struct code_generator *g,
                                   const struct method_symbol *constructor);
const char *outer_field_name(const struct class_symbol *class);
const char *captured_field_name(const struct variable *variable);
/* The hidden parameters, and the fields that keep them. */
void generate_hidden_parameters(struct code_generator *g, const struct method_symbol *constructor);
void generate_captured_parameters(struct code_generator *g);
void generate_hidden_fields(struct code_generator *g);

/* ---- generate_lambda.c */
void generate_lambda(struct code_generator *g, const struct expression *expression);
/* The body, with its return; returns the method's descriptor. */
const char *generate_lambda_method(struct code_generator *g, const struct lambda *lambda);

/* ---- generate_enum.c */
int32_t enum_ordinal(const struct variable *constant);
void generate_enum_constants(struct code_generator *g); /* $VALUES, once all of them are made */
void generate_values(struct code_generator *g);
void generate_value_of(struct code_generator *g);

/* ---- write_method.c: what every method of a class file goes through */
struct code_generator generator_new(struct compiler *compiler, struct class_symbol *class,
                                    const struct method_symbol *method, struct place place);
/* A class file has room for so much. */
void check_limits(struct compiler *compiler, const struct class_symbol *class);
void generator_add_method(struct code_generator *g, uint16_t access, const char *name,
                          const char *descriptor, const struct method_symbol *declared,
                          bool has_code);
void reserve_parameters(struct code_emitter *e, const char *descriptor, bool is_static);
void write_accessor(struct compiler *compiler, struct class_symbol *class,
                    const struct accessor *accessor);
enum { ACC_BRIDGE = 0x0040, ACC_VARARGS = 0x0080 };
void generate_operator(struct code_generator *g, enum token_kind operator,
                       const struct type * type);

/* ---- generate_condition.c: jumps when the condition is [jump_when], else goes on. */
void generate_condition(struct code_generator *g, const struct expression *condition,
                        bool jump_when, struct label *target);

/* ---- generate_variable.c: what stands left of an assignment */
/* Pushes what the variable needs: nothing, an object, or an array and an index; returns the slots.
 */
int generate_holder(struct code_generator *g, const struct expression *variable);
void generate_read(struct code_generator *g,
                   const struct expression *variable); /* takes the holder */
void generate_assign(struct code_generator *g, const struct expression *assign, bool is_used);
void generate_compound(struct code_generator *g, const struct expression *assign, bool is_used);
void generate_increment(struct code_generator *g, const struct expression *increment, bool is_used);

/* ---- generate_concat.c */
void generate_concat(struct code_generator *g, const struct expression *binary);
/* The string on the stack, followed by the right operand's. */
void generate_concat_to(struct code_generator *g, const struct type *left,
                        const struct expression *right);

/* ---- generate_call.c */
void generate_call(struct code_generator *g, const struct expression *call);
void generate_new(struct code_generator *g, const struct expression *new);
/* The instruction alone: receiver and arguments are on the stack. */
void generate_invocation(struct code_generator *g, const struct expression *call);

/* ---- generate_statement.c, generate_try.c, generate_switch.c */
void generate_statement(struct code_generator *g, const struct statement *statement);
void generate_statements(struct code_generator *g, const struct statement_list *statements);
void generate_try(struct code_generator *g, const struct statement *statement);
void generate_synchronized(struct code_generator *g, const struct statement *statement);
void generate_switch(struct code_generator *g, const struct statement *statement);
/* What must be done on the way out of all scopes up to [end] (NULL: the method), innermost first.
 * finish_unwinding after the jump itself. */
void generate_unwinding(struct code_generator *g, const struct jump_scope *end);
void finish_unwinding(struct code_generator *g, const struct jump_scope *end);
bool has_unwinding(const struct code_generator *g, const struct jump_scope *end);

#endif
