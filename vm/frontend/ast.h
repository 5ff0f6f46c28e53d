/* The syntax trees of the sources, and what attribution adds to them. Everything is in the
 * compilation's arena. A tree's place is where javac points for it: an operator, a dot, a name. */
#ifndef FRONTEND_AST_H
#define FRONTEND_AST_H

#include "frontend/lexer.h"
#include "frontend/symbols.h"

struct type_syntax_list {
    struct type_syntax **items;
    uint32_t count, capacity;
};

/* A type as written. */
struct type_syntax {
    struct place place;
    enum java_type primitive; /* JAVA_REFERENCE: a name */
    const char **names;       /* "java", "util", "List" */
    uint32_t name_count;
    struct type_syntax_list *arguments; /* for each name */
    uint32_t dimensions;
    bool is_diamond;
    bool is_var;      /* the type is the initialiser's */
    bool is_wildcard; /* as an argument; with a bound unless WILDCARD_ANY */
    enum wildcard_kind wildcard;
    struct type_syntax *bound;
    struct type_syntax_list more; /* of a cast: (A & B), those after the first */
    struct type *type;            /* known without a name; NULL when written */
};

struct type_parameter {
    struct place place;
    const char *name;
    struct type_syntax_list bounds;
};

struct type_parameters {
    struct type_parameter *items;
    uint32_t count, capacity;
};

enum expression_kind {
    EXPRESSION_LITERAL,
    EXPRESSION_NAME,      /* name */
    EXPRESSION_SELECT,    /* left.name */
    EXPRESSION_CALL,      /* [left.]name(arguments); this(...), super(...): is_constructor_call */
    EXPRESSION_NEW,       /* [left.]new syntax(arguments) [body] */
    EXPRESSION_NEW_ARRAY, /* new syntax[arguments]..., syntax has all dimensions; right: initialiser
                           */
    EXPRESSION_ARRAY_INITIALIZER, /* {arguments} */
    EXPRESSION_INDEX,             /* left[right] */
    EXPRESSION_UNARY,             /* operator left */
    EXPRESSION_INCREMENT,         /* operator left, or left operator when is_postfix */
    EXPRESSION_BINARY,            /* left operator right */
    EXPRESSION_ASSIGN,            /* left = right */
    EXPRESSION_COMPOUND,          /* left operator= right; operator without the = */
    EXPRESSION_CONDITIONAL,       /* condition ? left : right */
    EXPRESSION_CAST,              /* (syntax) left */
    EXPRESSION_INSTANCEOF,        /* left instanceof syntax [pattern] */
    EXPRESSION_CLASS_LITERAL,     /* syntax.class */
    EXPRESSION_THIS,              /* [left.]this */
    EXPRESSION_SUPER,  /* only as left of a select or call; left: the class or object before it */
    EXPRESSION_LAMBDA, /* lambda */
    EXPRESSION_REFERENCE, /* left::name or syntax::name, a lambda once it is attributed */
};

/* What an expression's tree turned out to name. */
enum name_meaning { NAMES_VALUE, NAMES_TYPE, NAMES_PACKAGE };

struct expression_list {
    struct expression **items;
    uint32_t count, capacity;
};

/* A lambda, or the lambda that a method reference stands for. */
struct lambda {
    struct {
        struct variable **items;
        uint32_t count, capacity;
    } parameters;
    struct type_syntax_list parameter_types; /* empty when they are left to inference */
    struct expression *expression;           /* the body: this or a block */
    struct statement *body;

    /* From attribution. */
    struct type *target;          /* the functional interface */
    struct type *wanted;          /* what it was found in: perhaps an intersection with others */
    struct method_symbol *method; /* that the lambda implements */
    struct type_list parameter_erasures; /* of its own parameters */
    struct type_list thrown;             /* that the method may throw */
    struct type *result;                 /* of the method, as the target has it */
    struct {
        struct variable **items;
        uint32_t count, capacity;
    } captured;
    bool captures_this, is_static_context;
    struct variable *receiver; /* of a method reference: holds the object before the :: */
    struct expression *receiver_value;
    bool is_reference;
    struct class_symbol *class;            /* that has the body as a method */
    const struct method_symbol *enclosing; /* NULL in an initialiser */
    const char *name, *descriptor;         /* of that method */
    struct place place;
};

struct expression {
    enum expression_kind kind;
    enum token_kind operator;
    bool is_postfix, is_parenthesized, is_constructor_call;
    bool is_new_reference; /* ::new */
    struct place place;
    struct expression *condition, *left, *right;
    const char *name;
    struct type_syntax *syntax;
    struct expression_list arguments;
    struct type_syntax_list type_arguments; /* of a call */
    struct class_declaration *body;         /* of an anonymous class */
    struct lambda *lambda;
    struct variable *pattern;
    const char *enum_constant; /* new: the constant that it makes, or NULL */
    int32_t ordinal;           /* of that constant */

    /* From attribution. */
    enum name_meaning names;
    struct type *type; /* NULL for a package, and while it waits for the type that is wanted */
    struct type_list variables;  /* call and new: what is being inferred */
    struct type_list thrown;     /* call and new: the exceptions that the method declares */
    bool is_variable_arity;      /* call and new: the last arguments go into an array */
    struct type *element_type;   /* of that array */
    bool is_poly;                /* conditional: the wanted type is asked of its branches */
    struct class_symbol *around; /* new and constructor call of an inner class: whose instance is
                                    given when none is written; this: of which class */
    const struct constant_value *constant;
    struct variable *variable;    /* name and select of a variable; NULL for an array's length */
    struct method_symbol *method; /* call and new */
    struct type *site;            /* the type that the member is reached through */
    struct accessor *accessor;    /* reads, calls or makes it; NULL when reached directly */
    struct accessor *setter;      /* writes it */
    struct type *operand_type;    /* binary, compound: the type in which it is computed */
    const char *package;          /* NAMES_PACKAGE */
};

struct statement;

struct statement_list {
    struct statement **items;
    uint32_t count, capacity;
};

enum statement_kind {
    STATEMENT_BLOCK,        /* statements */
    STATEMENT_LOCAL,        /* syntax variable = expression */
    STATEMENT_EXPRESSION,   /* expression */
    STATEMENT_IF,           /* if (expression) body else otherwise */
    STATEMENT_WHILE,        /* while (expression) body */
    STATEMENT_DO,           /* do body while (expression) */
    STATEMENT_FOR,          /* for (statements; expression; updates) body */
    STATEMENT_FOR_EACH,     /* for (syntax variable : expression) body */
    STATEMENT_LABELED,      /* label: body */
    STATEMENT_SWITCH,       /* switch (expression) cases */
    STATEMENT_RETURN,       /* return expression */
    STATEMENT_BREAK,        /* break label */
    STATEMENT_CONTINUE,     /* continue label */
    STATEMENT_THROW,        /* throw expression */
    STATEMENT_TRY,          /* try (statements) body catches finally otherwise */
    STATEMENT_SYNCHRONIZED, /* synchronized (expression) body */
    STATEMENT_ASSERT,       /* assert expression : detail */
    STATEMENT_EMPTY,
    STATEMENT_CLASS, /* class */
};

struct switch_case {
    struct place place;
    struct expression_list labels;
    bool is_default;
    struct statement_list statements;
};

struct catch_clause {
    struct place place;
    struct type_syntax_list syntaxes;
    struct type_list types;
    struct variable *variable;
    struct statement *body;
};

struct statement {
    enum statement_kind kind;
    struct place place;
    struct place end; /* of a block or switch: its closing brace */
    struct expression *expression, *detail;
    struct class_declaration *class;
    struct type_syntax *syntax;
    struct variable *variable;
    struct statement *body, *otherwise;
    struct statement_list statements, updates;
    struct {
        struct switch_case *items;
        uint32_t count, capacity;
    } cases;
    struct {
        struct catch_clause *items;
        uint32_t count, capacity;
    } catches;
    const char *label;

    /* From attribution. */
    struct type *element_type; /* for each: what the loop goes over gives */
    struct statement *target;  /* break, continue: the statement that is left or continued */

    /* From flow analysis. */
    bool finally_completes; /* try: the end of its finally block can be reached */
};

enum member_kind { MEMBER_FIELD, MEMBER_METHOD, MEMBER_CONSTRUCTOR, MEMBER_INITIALIZER };

struct member_declaration {
    enum member_kind kind;
    struct place place;
    uint16_t access; /* an initialiser: ACC_STATIC or 0 */
    bool is_default; /* a constructor that was not written */
    bool is_variable_arity;
    struct type_parameters type_parameters;
    struct place override; /* of @Override; line 0 when there is none */
    const char *name;
    struct type_syntax *syntax; /* field, method */
    struct {
        struct variable **items;
        uint32_t count, capacity;
    } parameters; /* their types in parameter_types */
    struct type_syntax_list parameter_types, exceptions;
    struct expression *initializer;
    struct statement *body; /* NULL when abstract or native */

    struct variable *variable;
    struct method_symbol *method;
};

struct class_declaration {
    struct place place;
    const char *name; /* NULL for an anonymous class */
    uint16_t access;  /* ACC_INTERFACE and ACC_ENUM included */
    struct type_parameters type_parameters;
    struct type_syntax *super;
    struct type_syntax_list interfaces;
    struct {
        struct member_declaration **items;
        uint32_t count, capacity;
    } members;
    struct {
        struct class_declaration **items;
        uint32_t count, capacity;
    } nested;
    struct class_symbol *symbol;
};

struct import {
    struct place place;
    const char *package;        /* on demand: of all its classes; "java/util" */
    const char *name;           /* of one class: internal form with slashes throughout; else NULL */
    const char *member;         /* static: of one member of the class [name]; "*" for all */
    struct class_symbol *class; /* of one class, once looked up */
};

struct compilation_unit {
    const struct java_source *source;
    const char *package; /* internal form, "" for the default one */
    struct {
        struct import *items;
        uint32_t count, capacity;
    } imports;
    struct {
        struct class_declaration **items;
        uint32_t count, capacity;
    } classes;
};

#endif
