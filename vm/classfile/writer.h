/* Builds the bytes of a class file. Constants are added on demand and once each; what is written is
 * what the reader's structures say, so that a class that was read can be written again. Names are
 * in internal form and text in modified UTF-8. A limit of the format that is exceeded (65535
 * constants or members, a text too long) is remembered and makes class_writer_finish fail. */
#ifndef CLASSFILE_WRITER_H
#define CLASSFILE_WRITER_H

#include "base/strbuf.h"
#include "base/vec.h"
#include "classfile/classfile.h"

struct writer_constant;

struct class_writer {
    struct arena arena;                /* of the constants */
    struct writer_constant *constants; /* hash table by contents */
    VEC(struct constant) decoded;      /* by index, as the reader would give them */
    uint32_t next_constant;
    struct strbuf pool, fields, methods, bootstraps;
    uint32_t field_count, method_count;
    uint16_t major, access, this_class, super_class;
    uint16_t source_file; /* constant, or 0 */
    uint16_t signature;   /* constant, or 0 */
    uint16_t nest_host;   /* constant, or 0 */
    uint16_t bootstrap_count;
    VEC(uint16_t) interfaces;
    VEC(uint16_t) nest_members;
    VEC(struct inner_class) inner_classes;
    const char *exceeded; /* the limit that was exceeded, NULL when none */
};

/* [super_name] is NULL for java/lang/Object alone. */
void class_writer_init(struct class_writer *writer, uint16_t major, uint16_t access,
                       const char *name, const char *super_name);
/* For what comes behind the constants of a class file that was read, whose bytes are [pool]: new constants are added, and are
 * not looked for among those that are there. Nothing but constants and class_writer_code may be asked for. */
void class_writer_init_behind(struct class_writer *writer, const struct classfile *file,
                              const uint8_t *pool, size_t size);
void class_writer_release(struct class_writer *writer);

uint16_t class_writer_utf8(struct class_writer *writer, const char *text);
uint16_t class_writer_class(struct class_writer *writer, const char *name);
uint16_t class_writer_string(struct class_writer *writer, const char *text);
uint16_t class_writer_integer(struct class_writer *writer, int32_t value);
uint16_t class_writer_long(struct class_writer *writer, int64_t value);
uint16_t class_writer_float(struct class_writer *writer, float value); /* NaNs by their bits */
uint16_t class_writer_double(struct class_writer *writer, double value);
/* [tag]: CONSTANT_FIELD, CONSTANT_METHOD or CONSTANT_INTERFACE_METHOD. */
uint16_t class_writer_member(struct class_writer *writer, enum constant_tag tag,
                             const char *class_name, const char *name, const char *descriptor);
uint16_t class_writer_method_type(struct class_writer *writer, const char *descriptor);
/* [kind] 1 to 9 (JVMS 4.4.8) of the member constant at [member]. */
uint16_t class_writer_method_handle(struct class_writer *writer, uint8_t kind, uint16_t member);
/* A call site of the bootstrap method with this index. */
uint16_t class_writer_invoke_dynamic(struct class_writer *writer, uint16_t bootstrap,
                                     const char *name, const char *descriptor);
/* The index of the bootstrap method, which is new each time. */
uint16_t class_writer_add_bootstrap(struct class_writer *writer,
                                    const struct bootstrap_method *bootstrap);

void class_writer_add_interface(struct class_writer *writer, const char *name);
void class_writer_set_source_file(struct class_writer *writer, const char *name);
void class_writer_set_signature(struct class_writer *writer, const char *signature);
void class_writer_set_nest_host(struct class_writer *writer, const char *name);
void class_writer_add_nest_member(struct class_writer *writer, const char *name);
/* [outer_name] and [simple_name] may be NULL, as in the class file. */
void class_writer_add_inner_class(struct class_writer *writer, const struct inner_class *inner);
/* [constant] is the index of the ConstantValue, or 0. */
void class_writer_add_field(struct class_writer *writer, uint16_t access, const char *name,
                            const char *descriptor, uint16_t constant);
/* The class so far, as the reader would give it without members and attributes: what typeflow needs
 * of it. Nothing is exceeded. Valid until the next constant is added. */
struct classfile class_writer_view(const struct class_writer *writer, struct arena *arena);

/* The same with a generic signature, NULL when the descriptor says all. */
void class_writer_add_generic_field(struct class_writer *writer, uint16_t access, const char *name,
                                    const char *descriptor, uint16_t constant,
                                    const char *signature);
/* The code's constants must have been added to this writer. */
void class_writer_add_method(struct class_writer *writer, const struct member_info *method);

/* The method's Code attribute, at the end of [out]. */
void class_writer_code(struct class_writer *writer, struct strbuf *out,
                       const struct member_info *method);

/* The class file in [arena]; NULL with [exceeded] set when a limit was exceeded. */
uint8_t *class_writer_finish(struct class_writer *writer, struct arena *arena, size_t *size);

#endif
