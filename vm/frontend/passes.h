/* The passes of a compilation, in their order, and what they need of each other. */
#ifndef FRONTEND_PASSES_H
#define FRONTEND_PASSES_H

#include "frontend/compiler.h"

/* ---- declare.c: symbols of all classes, with headers and members */
void declare_classes(struct compiler *compiler);
/* Super types known; called on demand, because headers depend on each other. */
void complete_header(struct compiler *compiler, struct class_symbol *class);

/* ---- names.c: types by name, as seen from inside [class]; NULL: at the top of [unit] */
struct scope {
    struct compilation_unit *unit;
    struct class_symbol *class;
};
struct scope scope_of(struct class_symbol *class);
struct type *resolve_type(struct compiler *compiler, struct scope scope,
                          const struct type_syntax *syntax);
/* NULL when there is no class of this simple name in scope. */
struct class_symbol *find_class_in_scope(struct compiler *compiler, struct scope scope,
                                         const char *simple_name, struct place place);
/* Inherited ones included. */
struct class_symbol *find_member_class(struct compiler *compiler, struct class_symbol *class,
                                       const char *simple_name);
void check_class_access(struct compiler *compiler, struct scope scope, struct class_symbol *class,
                        struct place place);
_Noreturn void fail_symbol(struct compiler *compiler, struct place place, struct scope scope,
                           const char *kind, const char *name);

/* ---- check.c: overriding, abstract methods, cycles of constructors */
void check_class(struct compiler *compiler, struct class_symbol *class);
/* The class itself first, then its super classes and interfaces; members loaded. */
struct class_list class_supertypes(struct compiler *compiler, struct class_symbol *class);
bool same_parameters(const struct method *a, const struct method *b);
/* The method that an instance of [class] runs for [method]; NULL when there is none. */
struct method *find_implementation(struct compiler *compiler, struct class_symbol *class,
                                   const struct method *method);
bool method_overrides(const struct method *method, const struct method *inherited,
                      const struct class_symbol *class);

/* ---- attribute*.c: types of all expressions, what names mean */
void attribute_class(struct compiler *compiler, struct class_symbol *class);
/* The constant of a final variable with a constant initialiser, else NULL (JLS 4.12.4). */
const struct value *variable_constant(struct compiler *compiler, struct variable *variable);

/* ---- flow.c: reachability and exceptions (JLS 14.22, 11.2) */
void analyse_flow(struct compiler *compiler, struct class_symbol *class);

/* ---- assignment.c: definite assignment (JLS 16) */
void analyse_assignment(struct compiler *compiler, struct class_symbol *class);

/* ---- write_class.c */
void write_class(struct compiler *compiler, struct class_symbol *class);

/* ---- class_table.c */
void class_table_release(struct compiler *compiler);
/* The fields and methods of a class of the class path; nothing for one of the sources. */
void class_load_members(struct compiler *compiler, struct class_symbol *class);

#endif
