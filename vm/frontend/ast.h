/* The syntax trees of the sources, and what attribution adds to them. Everything is in the
 * compilation's arena. A tree's place is where javac points for it: an operator, a dot, a name. */
#ifndef FRONTEND_AST_H
#define FRONTEND_AST_H

#include "frontend/lexer.h"
#include "frontend/symbols.h"

/* A type as written. */
struct type_syntax {
    struct place place;
    enum java_type primitive; /* JAVA_REFERENCE: a name */
    const char **names;       /* "java", "util", "List" */
    uint32_t name_count;
    uint32_t dimensions;
};

struct type_syntax_list {
    struct type_syntax **items;
    uint32_t count, capacity;
};

enum expression_kind {
    EXPRESSION_LITERAL,
    EXPRESSION_NAME,      /* name */
    EXPRESSION_SELECT,    /* left.name */
    EXPRESSION_CALL,      /* [left.]name(arguments); this(...), super(...): is_constructor_call */
    EXPRESSION_NEW,       /* new syntax(arguments) */
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
    EXPRESSION_INSTANCEOF,        /* left instanceof syntax */
    EXPRESSION_CLASS_LITERAL,     /* syntax.class */
    EXPRESSION_THIS,
    EXPRESSION_SUPER, /* only as left of a select or call */
};

/* What an expression's tree turned out to name. */
enum name_kind { NAMES_VALUE, NAMES_TYPE, NAMES_PACKAGE };

struct expression_list {
    struct expression **items;
    uint32_t count, capacity;
};

struct expression {
    enum expression_kind kind;
    enum token_kind operator;
    bool is_postfix, is_parenthesized, is_constructor_call;
    struct place place;
    struct expression *condition, *left, *right;
    const char *name;
    struct type_syntax *syntax;
    struct expression_list arguments;

    /* From attribution. */
    enum name_kind names;
    struct type *type;     /* NULL for a package */
    bool is_parameterized; /* javac knows type arguments of it */
    const struct value *constant;
    struct variable *variable; /* name and select of a variable; NULL for an array's length */
    struct method *method;     /* call and new */
    struct type *site;         /* the type that the member is reached through */
    struct accessor *accessor; /* reads, calls or makes it; NULL when reached directly */
    struct accessor *setter;   /* writes it */
    struct type *operand_type; /* binary, compound: the type in which it is computed */
    const char *package;       /* NAMES_PACKAGE */
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
    STATEMENT_TRY,          /* try body catches finally otherwise */
    STATEMENT_SYNCHRONIZED, /* synchronized (expression) body */
    STATEMENT_ASSERT,       /* assert expression : detail */
    STATEMENT_EMPTY,
};

struct switch_case {
    struct place place;
    struct expression_list labels;
    bool is_default;
    struct statement_list statements;
};

struct catch_clause {
    struct place place;
    struct type_syntax *syntax;
    struct variable *variable;
    struct statement *body;
};

struct statement {
    enum statement_kind kind;
    struct place place;
    struct place end; /* of a block or switch: its closing brace */
    struct expression *expression, *detail;
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
    struct statement *target; /* break, continue: the statement that is left or continued */

    /* From flow analysis. */
    bool finally_completes; /* try: the end of its finally block can be reached */
    bool completes;         /* method body: its end can be reached */
};

enum member_kind { MEMBER_FIELD, MEMBER_METHOD, MEMBER_CONSTRUCTOR, MEMBER_INITIALIZER };

struct member_declaration {
    enum member_kind kind;
    struct place place;
    uint16_t access;       /* an initialiser: ACC_STATIC or 0 */
    bool is_default;       /* a constructor that was not written */
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
    struct method *method;
};

struct class_declaration {
    struct place place;
    const char *name;
    uint16_t access; /* ACC_INTERFACE included */
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
