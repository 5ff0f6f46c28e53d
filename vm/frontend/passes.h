/* The passes of a compilation, in their order, and what they need of each other. */
#ifndef FRONTEND_PASSES_H
#define FRONTEND_PASSES_H

#include "frontend/compiler.h"

/* ---- declare.c: symbols of all classes, with headers and members */
void declare_classes(struct compiler *compiler);
/* Super types known; called on demand, because headers depend on each other. */
void complete_header(struct compiler *compiler, struct class_symbol *class);
/* All of it for a class in a block, whose [scope] is that of the block. */
void declare_local_class(struct compiler *compiler, struct class_declaration *declaration,
                         struct scope scope, bool is_inner);
void declare_anonymous_constructor(struct compiler *compiler, struct class_symbol *class,
                                   struct member_declaration *member);

/* A class declared in a block, the latest first. */
struct local_class {
    struct class_symbol *class;
    const struct local_class *next;
};

/* ---- names.c: types by name, as seen from inside [class]; NULL: at the top of [unit] */
struct scope {
    struct compilation_unit *unit;
    struct class_symbol *class;
    const struct type_list *type_parameters; /* of the method, or of the class whose header it is */
    const struct local_class *local_classes; /* of the code inside [class] */
    bool is_static;
    struct attribution *at; /* of code */
};
struct scope scope_of(struct class_symbol *class);
/* With arguments; of a diamond without. */
struct type *resolve_type(struct compiler *compiler, struct scope scope,
                          const struct type_syntax *syntax);
/* The type arguments of all headers and members, once these are there. */
void check_bounds(struct compiler *compiler);
/* A class or type variable; NULL when there is none of this simple name. */
struct type *find_type_in_scope(struct compiler *compiler, struct scope scope,
                                const char *simple_name, struct place place);
/* Names and, once all are there, bounds of type parameters. */
void declare_type_parameters(struct compiler *compiler, const struct type_parameters *syntax,
                             struct type_list *parameters);
void resolve_type_parameters(struct compiler *compiler, struct scope scope,
                             const struct type_parameters *syntax, struct type **parameters);
/* NULL when there is no class of this simple name in scope. */
struct class_symbol *find_class_in_scope(struct compiler *compiler, struct scope scope,
                                         const char *simple_name, struct place place);
/* "java/util/Map/Entry", the longest package first; NULL when there is none. */
struct class_symbol *find_imported(struct compiler *compiler, const char *name);
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
/* Whether the parameters of [a] are those of [b], or their erasures, as [class] inherits them. */
bool same_parameters(struct compiler *compiler, struct class_symbol *class,
                     const struct method_symbol *a, const struct method_symbol *b);
/* The method that an instance of [class] runs for [method]; NULL when there is none. */
struct method_symbol *find_implementation(struct compiler *compiler, struct class_symbol *class,
                                          const struct method_symbol *method);

/* ---- attribute*.c: types of all expressions, what names mean */
void attribute_class(struct compiler *compiler, struct class_symbol *class);
/* The constant of a final variable with a constant initialiser, else NULL (JLS 4.12.4). */
const struct constant_value *variable_constant(struct compiler *compiler,
                                               struct variable *variable);

/* ---- direct.c: whether a method reference needs no method with its body: its object calls the
 * method itself. After attribution. */
bool reference_is_direct(struct compiler *compiler, const struct lambda *lambda);

/* ---- flow.c: reachability and exceptions (JLS 14.22, 11.2) */
void analyse_flow(struct compiler *compiler, struct class_symbol *class);

/* ---- assignment.c: definite assignment (JLS 16) */
void analyse_assignment(struct compiler *compiler, struct class_symbol *class);
/* After that of all classes (JLS 8.1.3, 15.27.2). */
void check_captured_uses(struct compiler *compiler);

/* ---- write_class.c */
void write_class(struct compiler *compiler, struct class_symbol *class);

/* ---- signature.c */
void signature_read_class(struct compiler *compiler, struct class_symbol *class);
void signature_read_method(struct compiler *compiler, struct method_symbol *method,
                           const char *text);
void signature_read_field(struct compiler *compiler, struct variable *field, const char *text);
/* NULL when the descriptor says all. */
const char *signature_of_class(struct compiler *compiler, const struct class_symbol *class);
const char *signature_of_method(struct compiler *compiler, const struct method_symbol *method);
const char *signature_of_type(struct compiler *compiler, const struct type *type);

/* ---- bridges.c */
void write_bridges(struct compiler *compiler, struct class_symbol *class);

/* ---- class_table.c */
/* Whether a class of the sources has the name. */
bool class_is_entered(struct compiler *compiler, const char *internal_name);
void class_table_release(struct compiler *compiler);
/* The fields and methods of a class of the class path; nothing for one of the sources. */
void class_load_members(struct compiler *compiler, struct class_symbol *class);

#endif
