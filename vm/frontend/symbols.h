/* What names stand for: types, constants, variables, methods, classes. Types are unique in a
 * compilation and compare by pointer. */
#ifndef FRONTEND_SYMBOLS_H
#define FRONTEND_SYMBOLS_H

#include "base/diag.h"
#include "classfile/classfile.h"
#include "classfile/descriptor.h"

struct compiler;
struct class_symbol;
struct class_declaration;
struct member_declaration;
struct compilation_unit;
struct expression;
struct inference;
struct lambda;
struct scope;
struct attribution;

enum type_kind {
    KIND_PRIMITIVE,
    KIND_VOID,
    KIND_NULL,
    KIND_CLASS, /* without arguments: not generic, or raw */
    KIND_ARRAY,
    KIND_VARIABLE,     /* of a class or method, or from capture conversion */
    KIND_WILDCARD,     /* only as an argument */
    KIND_INTERSECTION, /* of bounds */
    KIND_INFERENCE,    /* stands for a type argument that is being inferred */
};

enum wildcard_kind { WILDCARD_ANY, WILDCARD_EXTENDS, WILDCARD_SUPER };

struct type_list {
    struct type **items;
    uint32_t count, capacity;
};

struct type {
    enum type_kind kind;
    enum java_type java;
    bool is_open;               /* mentions a type variable or one of inference */
    const char *descriptor;     /* interned; NULL when the type is not its own erasure */
    struct class_symbol *class; /* KIND_CLASS */
    struct type *element;       /* KIND_ARRAY */
    struct type *array;         /* the array type with this element, once asked for */
    struct type_list arguments; /* KIND_CLASS: for all type parameters of the class */
    struct type_list bounds;    /* KIND_VARIABLE (none: Object), KIND_INTERSECTION */
    struct type *lower;         /* KIND_VARIABLE from capture: its lower bound, or NULL */
    bool is_captured;           /* KIND_VARIABLE */
    const char *name;           /* KIND_VARIABLE */
    enum wildcard_kind wildcard;
    struct type *bound;          /* KIND_WILDCARD that is not WILDCARD_ANY */
    struct inference *inference; /* KIND_INFERENCE */
};

/* A compile-time constant (JLS 15.28) of a primitive type or String. boolean, byte, char and short
 * are in integer. */
struct constant_value {
    enum java_type java; /* JAVA_REFERENCE for a string */
    union {
        int32_t integer;
        int64_t long_value;
        float float_value;
        double double_value;
        const char *text; /* modified UTF-8, interned */
    };
};

/* A field, a local variable or a parameter. */
struct variable {
    const char *name;
    struct type *type;
    uint16_t access;
    struct place place;
    struct class_symbol *owner;     /* of a field; NULL for a local */
    struct expression *initializer; /* of the sources; NULL when there is none */
    const struct constant_value *constant;
    struct class_symbol *home; /* of a local: the class whose code declares it */
    enum { CONSTANT_UNKNOWN, CONSTANT_IN_PROGRESS, CONSTANT_KNOWN } constant_state;
    bool is_parameter;                /* of a method or a catch clause */
    bool is_reassigned;               /* by an assignment other than its initialiser */
    bool is_not_effectively_final;    /* from the analysis of assignment (JLS 4.12.4) */
    const struct type_list *rethrown; /* catch parameter: the exceptions that it can hold */
    uint32_t order;                   /* field: place in its class's text, for forward references */
    int slot;                         /* local: while its code is generated */
    uint32_t index; /* in the analysis of definite assignment; from 1, 0 when not tracked */
};

struct method_symbol {
    const char *name; /* "<init>" for constructors */
    const char *descriptor;
    struct type_list type_parameters;
    struct type_list parameters;
    struct type *result;
    struct type_list exceptions;
    uint16_t access;
    bool is_variable_arity;
    struct place place;
    struct class_symbol *owner;
    struct member_declaration *declaration; /* NULL when of the class path or made up */
    struct method_symbol *next_of_name;     /* of its class, in their order */
};

/* A method that the class is given so that another class reaches a private or protected member. */
struct accessor {
    enum accessor_kind { ACCESS_GET, ACCESS_SET, ACCESS_CALL, ACCESS_NEW } kind;
    struct class_symbol
        *host; /* that has the accessor, a static method or, to NEW, a constructor */
    struct variable *variable;    /* get and set */
    struct method_symbol *method; /* call and new */
    const char *name, *descriptor;
};

struct class_list {
    struct class_symbol **items;
    uint32_t count, capacity;
};

/* members.c */
struct member_names {
    struct named_members *rows;
    uint32_t count, capacity;
};

enum class_completion {
    CLASS_ENTERED,
    CLASS_HEADER_IN_PROGRESS,
    CLASS_HEADER_KNOWN,
    CLASS_COMPLETE
};

struct class_symbol {
    struct type type;
    const char *name;                  /* internal form, interned */
    const char *simple_name, *package; /* package: "java/lang", "" for the default one */
    uint16_t access;                   /* as declared, private and protected included */
    struct class_symbol *outer;
    struct class_symbol *super; /* NULL for java.lang.Object and until the header is known */
    struct class_list interfaces, nested;
    struct class_list supertypes; /* class_supertypes, once asked for */
    /* With their type arguments, in terms of the class's own type parameters. */
    struct type *super_type;
    struct type_list interface_types;
    /* Those of the classes around an inner member class first, then its own. */
    struct type_list parameters;
    uint32_t own_parameters;        /* how many of them are its own */
    struct type *this_type;         /* parameterised by [parameters] */
    enum java_type unboxed;         /* of java.lang.Integer: JAVA_INT; else JAVA_VOID */
    struct method_symbol *function; /* the one abstract method of an interface, when it is known */
    bool is_function_known;
    bool is_local; /* declared in a block; anonymous ones included */
    bool is_anonymous;
    bool is_inner;            /* has an instance of [outer] around each of its own */
    struct scope *around;     /* of a local class: the names that its declaration sees */
    struct attribution *site; /* of a local class: where it is declared */
    struct {
        struct variable **items;
        uint32_t count, capacity;
    } captured; /* local variables of the code around a local class */
    struct {
        struct lambda **items;
        uint32_t count, capacity;
    } lambdas;
    struct {
        struct variable **items;
        uint32_t count, capacity;
    } fields;
    struct {
        struct method_symbol **items;
        uint32_t count, capacity;
    } methods;
    struct member_names names; /* of both */
    struct {
        struct accessor **items;
        uint32_t count, capacity;
    } accessors;
    enum class_completion state;
    struct place place;
    struct class_declaration *declaration; /* NULL when of the class path */
    struct compilation_unit *unit;
    const struct classfile *file; /* NULL when of the sources */
    bool is_attributed;
    bool has_assertions; /* needs $assertionsDisabled */
    uint64_t walk;       /* the last that came here */
};

/* ---- types */

bool type_is_primitive(const struct type *type);
bool type_is_reference(const struct type *type); /* null included */
bool type_is_numeric(const struct type *type);
bool type_is_integral(const struct type *type);             /* byte, char, short, int, long */
bool type_is(const struct type *type, enum java_type java); /* that primitive or void */
bool type_is_class(const struct type *type, const char *internal_name);
/* Whether a generic class's type has no arguments. */
bool type_is_raw(const struct type *type);

struct type *type_primitive(struct compiler *compiler, enum java_type java);
struct type *type_null(struct compiler *compiler);
struct type *type_array(struct compiler *compiler, struct type *element);
struct type *type_object(struct compiler *compiler);
struct type *type_string(struct compiler *compiler);
struct type *type_known(struct compiler *compiler, const char *internal_name);
/* The type of a well-formed descriptor at *[cursor], which moves past it. */
struct type *type_of_descriptor(struct compiler *compiler, const char **cursor);

/* ---- types.c: generic types (JLS 4.4 - 4.10) */

struct type *type_parameterized(struct compiler *compiler, struct class_symbol *class,
                                const struct type_list *arguments);
struct type *type_wildcard(struct compiler *compiler, enum wildcard_kind kind, struct type *bound);
/* The one type itself when there is only one. */
struct type *type_intersection(struct compiler *compiler, const struct type_list *types);
struct type *type_variable_new(struct compiler *compiler, const char *name);
void type_table_release(struct compiler *compiler);

/* JLS 4.6 */
struct type *type_erasure(struct compiler *compiler, struct type *type);
const char *erased_descriptor(struct compiler *compiler, const struct type *type);
/* [from] are type variables; erases when [to] is shorter: the members of a raw type. */
struct type *type_substitute(struct compiler *compiler, struct type *type,
                             const struct type_list *from, const struct type_list *to);
struct type_list types_substitute(struct compiler *compiler, const struct type_list *types,
                                  const struct type_list *from, const struct type_list *to);
/* The super type of a type that is of this class, with its arguments; NULL when there is none. */
struct type *type_as_super(struct compiler *compiler, struct type *type,
                           struct class_symbol *class);
/* The type of a member of [owner] that is reached through [site]. */
struct type *type_of_member(struct compiler *compiler, struct type *site,
                            struct class_symbol *owner, struct type *type);
/* Capture conversion (JLS 5.1.10). */
struct type *type_capture(struct compiler *compiler, struct type *type);
/* Without captured variables (JLS 4.10.5). */
struct type *type_upward(struct compiler *compiler, struct type *type);
/* The class whose members a value of the type has first of all: an array's is Object. */
struct class_symbol *type_member_class(struct compiler *compiler, struct type *type);
/* The upper bound of a variable or wildcard, any other type itself. */
struct type *type_upper(struct compiler *compiler, struct type *type);

struct type *type_boxed(struct compiler *compiler, const struct type *primitive);
/* NULL when there is none (JLS 5.1.8). */
struct type *type_unboxed(struct compiler *compiler, struct type *type);

/* ---- lub.c (JLS 4.10.4) */
struct type *type_lub(struct compiler *compiler, const struct type_list *types);
struct type *type_glb(struct compiler *compiler, const struct type_list *types);

/* "java/lang/Integer" for int; void has one too. */
const char *primitive_class_name(enum java_type java);

/* As messages show it: "int", "String[]". In the compiler's arena. */
const char *type_text(struct compiler *compiler, const struct type *type);
/* "int,String" */
const char *types_text(struct compiler *compiler, const struct type_list *types);
/* "m(int,String)", a constructor by its class's name. */
const char *method_text(struct compiler *compiler, const struct method_symbol *method);
/* "class A", "interface I" */
const char *class_text(struct compiler *compiler, const struct class_symbol *class);

/* ---- classes */

/* By internal name, from the sources or else the class path; NULL when there is none. Headers and
 * members of class path classes are known on return. */
struct class_symbol *class_find(struct compiler *compiler, const char *internal_name);
/* The same for the classes that the language itself needs; the error says what is missing. */
struct class_symbol *class_known(struct compiler *compiler, const char *internal_name);
/* As the class path's files name it; a class that is missing has no members, which is no error
 * until something needs them. */
struct class_symbol *class_referenced(struct compiler *compiler, const char *internal_name);
void class_enter(struct compiler *compiler, struct class_symbol *class);
/* The name for messages, of an internal one: dots for slashes. */
const char *class_display_name(struct compiler *compiler, const char *internal_name);

bool symbol_is_interface(const struct class_symbol *class);
/* A walk over supertypes looks at each once, though diamonds of interfaces lead to it on many ways:
 * whether this is the first time that this walk comes to the class. Walks inside a walk may make it
 * come again. */
uint64_t class_walk_new(void);
bool class_visit(const struct class_symbol *class, uint64_t walk);
/* Itself included; Object for every class and interface. */
bool class_is_subclass(const struct class_symbol *class, const struct class_symbol *super);
struct class_symbol *class_outermost(struct class_symbol *class);

/* ---- members.c: what the class declares itself */

void class_add_field(struct compiler *compiler, struct class_symbol *class, struct variable *field);
void class_add_method(struct compiler *compiler, struct class_symbol *class,
                      struct method_symbol *method);
/* By interned name; NULL when there is none. The first of a method's name leads to the others. */
struct variable *class_field(const struct class_symbol *class, const char *name);
struct method_symbol *class_first_method(const struct class_symbol *class, const char *name);

/* ---- subtype.c (JLS 4.10). With types that are being inferred both add bounds (inference.h). */
bool type_is_subtype(struct compiler *compiler, struct type *type, struct type *super);
bool types_are_below(struct compiler *compiler, const struct type_list *types, struct type *super);
bool type_is_same(struct compiler *compiler, struct type *a, struct type *b);
/* Also by unchecked conversion (JLS 5.1.9), which is noted in [*is_unchecked]. */
bool type_is_subtype_unchecked(struct compiler *compiler, struct type *type, struct type *super,
                               bool *is_unchecked);

#endif
