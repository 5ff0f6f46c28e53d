/* A class file as a checked structure (JVMS 4). The reader makes it from bytes and guarantees:
 * every index points to a constant of the right tag, every name and descriptor is well formed,
 * every code array ends inside its attribute, every handler and branch lies on an instruction. All
 * of it lives in the arena it was read into. */
#ifndef CLASSFILE_CLASSFILE_H
#define CLASSFILE_CLASSFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"

enum access_flag {
    ACC_PUBLIC = 0x0001,
    ACC_PRIVATE = 0x0002,
    ACC_PROTECTED = 0x0004,
    ACC_STATIC = 0x0008,
    ACC_FINAL = 0x0010,
    ACC_SYNCHRONIZED = 0x0020, /* methods */
    ACC_SUPER = 0x0020,        /* classes */
    ACC_VOLATILE = 0x0040,
    ACC_TRANSIENT = 0x0080,
    ACC_NATIVE = 0x0100,
    ACC_INTERFACE = 0x0200,
    ACC_ABSTRACT = 0x0400,
    ACC_STRICT = 0x0800,
    ACC_SYNTHETIC = 0x1000,
    ACC_ENUM = 0x4000,
    ACC_MODULE = 0x8000,
};

enum constant_tag {
    CONSTANT_UNUSED = 0, /* entry 0 and the second half of a long or double */
    CONSTANT_UTF8 = 1,
    CONSTANT_INTEGER = 3,
    CONSTANT_FLOAT = 4,
    CONSTANT_LONG = 5,
    CONSTANT_DOUBLE = 6,
    CONSTANT_CLASS = 7,
    CONSTANT_STRING = 8,
    CONSTANT_FIELD = 9,
    CONSTANT_METHOD = 10,
    CONSTANT_INTERFACE_METHOD = 11,
    CONSTANT_NAME_AND_TYPE = 12,
    CONSTANT_METHOD_HANDLE = 15,
    CONSTANT_METHOD_TYPE = 16,
    CONSTANT_DYNAMIC = 17,
    CONSTANT_INVOKE_DYNAMIC = 18,
    CONSTANT_MODULE = 19,
    CONSTANT_PACKAGE = 20,
};

struct constant {
    enum constant_tag tag;
    union {
        struct {
            const char *text; /* modified UTF-8, interned, NUL-terminated */
            uint32_t length;
        } utf8;
        int32_t integer;
        int64_t long_value;
        float float_value;
        double double_value;
        const char *name; /* class, string, method type: the text it refers to, interned */
        struct {
            const char *class_name; /* interned, internal form "java/lang/Object" or "[I" */
            const char *name, *descriptor;
        } member; /* field, method, interface method; name and type without class_name */
        struct {
            uint8_t kind;
            uint16_t index;
        } handle;
        struct {
            uint16_t bootstrap;
            const char *name, *descriptor;
        } dynamic;
    };
};

struct handler {
    uint32_t start, end, target; /* bcis; end is exclusive */
    const char *catch_class;     /* NULL catches everything */
};

struct line_entry {
    uint32_t bci;
    int line;
};

/* A row of LocalVariableTable (JVMS 4.7.13): debuggers' names of locals. */
struct local_variable {
    uint32_t start, length; /* bcis where it has a value */
    uint16_t slot;
    const char *name, *type; /* type: a descriptor */
};

/* An instruction or exception handler that breaks a static constraint (JVMS 4.9.1). */
struct code_fault {
    uint32_t bci;
    const char *what;
};

struct method_shape; /* descriptor.h */
struct code_regions; /* regions.h */

struct code {
    const struct code_fault *fault; /* NULL: none; else nothing below but bytes, lines and locals
                                       may be relied on, and the class must not be verified */
    uint16_t max_stack, max_locals;
    uint32_t length;
    const uint8_t *bytes;
    uint16_t handler_count, line_count;
    const struct handler *handlers;
    const struct line_entry *lines; /* ascending by bci */
    uint16_t frame_count;
    const struct stack_map_frame *frames; /* of StackMapTable, ascending by bci (frames.h) */
    uint16_t local_count;
    const struct local_variable *locals;
    const struct code_regions *regions; /* inserted code; NULL: none */
};

struct method_parameter {
    const char *name; /* NULL: none */
    uint16_t access;
};

struct member_info {
    uint16_t access;
    const char *name, *descriptor;    /* interned */
    const struct constant *constant;  /* field: ConstantValue; NULL when there is none */
    const struct code *code;          /* method: NULL when native or abstract */
    const struct method_shape *shape; /* method: its descriptor's, as the reader found it */
    uint16_t exception_count;         /* method: what it declares to throw */
    const char *const *exceptions;
    const char *signature;   /* generic; NULL when the descriptor says all */
    uint8_t parameter_count; /* method: of MethodParameters */
    const struct method_parameter *parameters;
};

struct bootstrap_method {
    uint16_t handle; /* constant index */
    uint16_t argument_count;
    const uint16_t *arguments; /* constant indices */
};

/* A row of InnerClasses (JVMS 4.7.6). */
struct inner_class {
    const char *name;
    const char *outer_name;  /* NULL: local or anonymous */
    const char *simple_name; /* NULL: anonymous */
    uint16_t access;         /* as declared, private, protected and static included */
};

struct record_component {
    const char *name, *descriptor;
    const char *signature; /* generic; NULL when the descriptor says all */
};

struct classfile {
    uint16_t minor, major, access;
    const char *name, *super_name; /* internal form; super_name is NULL for java/lang/Object */
    const char *source_file;       /* NULL when not given */
    const char *signature;         /* generic; NULL when there is none */
    bool is_nested;                /* a member of another class, and then: */
    uint16_t nested_access;        /* its flags as declared, private and static included */
    bool is_sealed;                /* it has PermittedSubclasses */
    bool is_module;                /* it or an inner class has the flag: it is no class, and may
                                      not have been read to its end */
    uint16_t constant_count;       /* constants[0] is unused */
    const struct constant *constants;
    uint16_t interface_count, field_count, method_count, bootstrap_count;
    const char *const *interfaces;
    const struct member_info *fields, *methods;
    const struct bootstrap_method *bootstraps;
    const char *nest_host; /* NULL: itself */
    uint16_t nest_member_count, permitted_count, inner_class_count, component_count;
    const char *const *nest_members; /* of the nest it hosts, without itself */
    const char *const *permitted_subclasses;
    const struct inner_class *inner_classes;
    const struct record_component *components; /* of a record */
    const char *enclosing_class;               /* of a local or anonymous class, else NULL */
};

enum { OLDEST_MAJOR = 45, NEWEST_MAJOR = 61 };
/* Those of Java 1.0 to 17, without previews. */
bool classfile_version_is_supported(uint16_t major, uint16_t minor);

/* Reads one class file. [name] is for messages. The bytes are copied where needed. Returns NULL
 * with [diag] set to a message that gives the offset. */
const struct classfile *classfile_read(struct arena *arena, const char *name, const uint8_t *bytes,
                                       size_t size, struct diag *diag);

/* The name of a constant's kind: "class", "method handle". */
const char *constant_tag_name(enum constant_tag tag);
/* The line of a bci, 0 when not known. */
int code_line(const struct code *code, uint32_t bci);

#endif
