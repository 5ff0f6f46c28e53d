/* Classes at run time: loaded, linked, initialised (JVMS 5). A class lives until its VM is
 * destroyed; so do its methods and fields, whose addresses compiled code embeds. */
#ifndef RUNTIME_CLASS_H
#define RUNTIME_CLASS_H

#include <stdbool.h>

#include "classfile/classfile.h"
#include "classfile/descriptor.h"
#include "event/event.h"
#include "runtime/object.h"

struct thread;
struct runtime;
struct method;
struct profile;
struct context_method;

enum class_state {
    CLASS_LOADED,
    CLASS_LINKED,
    CLASS_INITIALIZING,
    CLASS_INITIALIZED,
    CLASS_ERRONEOUS,
};

enum { CLASS_DISPLAY = 8 };

/* How objects of a class hold Reference.referent: see reference.c. */
enum referent_kind { REFERENT_STRONG, REFERENT_SOFT, REFERENT_WEAK };

struct field {
    struct class *class;           /* declaring */
    const char *name, *descriptor; /* interned */
    uint16_t access;
    enum java_type type;
    const char *type_class; /* references: internal name of the declared class; else NULL */
    uint32_t offset;        /* instance: from the object's start */
    union value *cell; /* static: where the value is; stored as value of the field's type at the
                          cell's start */
    const struct constant *constant;
};

/* Interpreted or compiled, a method is entered through [entry]. Arguments: one value each, the
 * receiver first, long and double take ONE. Returns the result; an exception is pending in
 * thread->exception when it threw. */
typedef union value (*method_entry)(struct thread *thread, struct method *method,
                                    union value *arguments);

struct method {
    method_entry entry;
    const void *compiled_entry; /* how compiled code calls it (backend/bridge.h) */
    struct class *class;
    const char *name, *descriptor; /* interned */
    const char *full_name;         /* method_full_name's; NULL: not asked yet */
    uint16_t access;
    const struct code *code; /* NULL: native or abstract */
    const struct method_shape *shape;
    const struct refusal *refusal; /* inheritance.c's: what a call throws, else NULL */
    uint8_t argument_count;        /* values that entry takes, receiver included */
    int32_t vtable_index; /* -1: not dispatched through the vtable (static, private, constructor,
                             interface) */
    union value (*native)(struct thread *thread,
                          union value *arguments); /* natives.def row, or NULL */

    struct dynamic_sites *dynamic_sites; /* dynamic's: its invokedynamic instructions, or NULL */
    struct profile *profile;             /* interp's; NULL until first interpreted */
    struct translation *translation;     /* likewise */
    const struct spots *spots;           /* tally's: where rules meet it; NULL: not asked yet */
    int32_t heat; /* counts down from the compile threshold; on_hot is called when it reaches 0 */
    unsigned directives;             /* enum vm_directive bits */
    struct method_code *compiled;    /* jit's: installed code, or NULL */
    struct method_code *loops;       /* jit's: code that is entered at loops */
    enum reason bailout;             /* jit's: why the last compilation was given up */
    int compilation_count;           /* jit's */
    enum reason lost;                /* jit's: why it is compiled again; REASON_none: it is not */
    struct trust *trust;             /* jit's: what failing guards cost it; NULL: nothing */
    struct context_method *contexts; /* contexts.c's; NULL until it is wanted */
    struct timed_method *timed;      /* timing.c's; likewise */
};

struct class {
    const char *name;        /* internal form "a/b/C", "[I", "int"; interned */
    const char *binary_name; /* "a.b.C" as Class.getName() says it; interned */
    const char *source_name; /* class_source_name's, of an array; NULL: not asked yet */
    struct runtime *runtime;
    struct class *super;
    uint16_t access;
    enum class_state state;
    struct thread *initializer;   /* who initialises it; guarded by world.lock, as changes of state;
                                     NULL before and after */
    const struct classfile *file; /* NULL for arrays and primitives */
    struct class *host;           /* hidden classes: the class they were made for; else NULL */
    struct class *nest_host;      /* resolve.c's, once it was asked for */
    const char *nest_host_error;  /* why the host that its file names is not its host, or NULL */
    struct class *next;           /* all classes of the runtime, newest first */

    uint16_t interface_count; /* direct */
    struct class **interfaces;
    int32_t supertype_count; /* all superclasses and superinterfaces, itself included */
    struct class **supertypes;
    int32_t
        initialized_first_count; /* link.c: superinterfaces with code to inherit, in the order */
    struct class **initialized_first;     /* in which they are initialised (JVMS 5.5, step 7) */
    struct class *display[CLASS_DISPLAY]; /* the superclass at each depth, Object first, itself
                                             included, but no array class */
    int display_index;                    /* its place in its subclasses' displays; -1: in none */
    struct class *last_supertype;         /* that was found, of those that no display tells */

    uint16_t field_count, method_count; /* declared here */
    struct field *fields;
    struct method *methods;
    int32_t vtable_size; /* more than one class file can hold: inherited ones included */
    struct method **vtable;
    struct interface_dispatch *dispatch; /* cache of interface method -> implementation */
    struct refused_method *refused;      /* inheritance.c's */

    uint32_t instance_size;  /* aligned, header included; arrays: 0 */
    uint32_t fields_end;     /* where a subclass's fields begin */
    int32_t reference_count; /* instance reference fields, inherited ones included */
    uint32_t *reference_offsets;
    enum referent_kind referent_kind; /* subclasses of java.lang.ref.Reference; else strong */

    bool is_trusted;  /* of the class library: its code is not type-checked */
    bool is_verified; /* its code was type-checked, or need not be */

    bool is_primitive;
    enum java_type element_type; /* arrays: of the elements; primitives: the type itself */
    struct class *element_class; /* arrays of references: class of the elements (may be an array);
                                    else NULL */
    struct class *array_class;   /* the class of arrays of this class, once made */

    uint32_t bias_revocations;              /* of its objects' locks; see monitor.c */
    struct resolved *resolved;              /* one per constant of the pool (resolve.h) */
    struct resolved *resolved_for_inserted; /* likewise, what inserted code has resolved, or NULL */
    struct object *mirror;                  /* java.lang.Class, made on demand; a root */
    const char *initialization_error; /* what its initialiser threw, as later errors tell it */
    struct kept_trace *initialization_trace; /* where; NULL: not known */
    struct object *initialization_failure;   /* their cause, made for the first of them; a root */
};

static inline enum class_state class_state(const struct class *class) {
    return (enum class_state)__atomic_load_n(&class->state, __ATOMIC_ACQUIRE);
}
static inline bool class_is_array(const struct class *class) { return class->name[0] == '['; }
static inline bool class_is_interface(const struct class *class) {
    return class->access & ACC_INTERFACE;
}
static inline bool method_is_static(const struct method *method) {
    return method->access & ACC_STATIC;
}
static inline bool method_is_abstract(const struct method *method) {
    return method->access & ACC_ABSTRACT;
}

/* Is a value of class [from] assignable to [to] (JVMS aastore, checkcast)? */
bool class_is_subtype(const struct class *from, const struct class *to);
/* The same, and remembers what it finds. */
bool class_find_supertype(struct class *from, struct class *to);
/* The same for classes of objects: quick. */
static inline bool class_is_kind_of(struct class *from, struct class *to) {
    if (from == to || __atomic_load_n(&from->last_supertype, __ATOMIC_RELAXED) == to) return true;
    if (to->display_index >= 0) return from->display[to->display_index] == to;
    return class_find_supertype(from, to);
}
/* The class of arrays whose elements have this class (primitive classes too). Never fails. */
struct class *class_array_of(struct class *element);
/* "A.foo(Z)V:12" parts for messages: the line of a bci, 0 when not known. */
int method_line(const struct method *method, int bci);

/* "A.foo(Z)V" and "A.x", interned; few are ever asked for. */
const char *method_full_name(const struct method *method);
const char *field_full_name(const struct field *field);

/* Declared in this class only; NULL when there is none. */
struct method *class_declared_method(const struct class *class, const char *name,
                                     const char *descriptor);
struct field *class_declared_field(const struct class *class, const char *name,
                                   const char *descriptor);
/* In the class, its superclasses and superinterfaces (JVMS 5.4.3.2 to 5.4.3.4). Where there are
 * default methods and none of them is the one, it is a method of the class that refuses: a call
 * throws. */
struct method *class_find_method(struct class *class, const char *name, const char *descriptor);
struct field *class_find_field(const struct class *class, const char *name, const char *descriptor);
bool class_same_package(const struct class *a, const struct class *b);
/* The class's own row of its InnerClasses; NULL: it is a member of no class and not local. */
const struct inner_class *class_inner_row(const struct class *class);
/* May code of [from] name the class (JVMS 5.4.4)? */
bool class_is_visible(const struct class *class, const struct class *from);
/* The interned internal name as Class.getName() says it, interned. */
const char *binary_name_of(const char *internal_name);
/* As a source writes it, "a.b.C" or "int[]"; interned. */
const char *class_source_name(const struct class *class);

/* Is an invocation of it selected by a search, rather than by the vtable or by nothing? */
static inline bool method_is_searched(const struct method *method) {
    return class_is_interface(method->class) || method->refusal;
}

/* The implementation that an invocation of [method] on an object of [class] selects (JVMS 5.4.6);
 * NULL: abstract. */
struct method *class_select_method(struct class *class, struct method *method);
/* The same if it was selected lately for this class, which implements the interface of [method];
 * else NULL. Quick. */
struct method *class_dispatched(const struct class *class, const struct method *method);
/* As class_select_method, with the error pending when there is none (JVMS 6.5.invokeinterface,
 * 6.5.invokevirtual). As java's, the error says less at a call that was [linked] before, whatever
 * it selected then. */
struct method *class_select_or_throw(struct thread *thread, struct class *receiver,
                                     struct method *method, bool linked);

#endif
