/* What the parts of the class file reader share: a cursor over the bytes that fails once and then
 * reads zeros. Internal to this room. */
#ifndef CLASSFILE_READER_H
#define CLASSFILE_READER_H

#include "classfile/classfile.h"

struct reader {
    struct arena *arena;
    const char *name; /* of the file, for messages */
    struct diag *diag;
    const uint8_t *bytes;
    size_t offset, end; /* end: of the file, or of the attribute being read */
    bool failed;
    struct classfile *file;
    struct constant *constants;
    bool has_module_constants; /* which only modules may have */
    bool has_markers;          /* a constant names the class of the markers of inserted code */
};

/* Records "message, at offset N" once; the reader then only yields zeros. Returns false. */
bool reader_fail(struct reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool reader_fail_at(struct reader *reader, size_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

uint8_t reader_u8(struct reader *reader);
uint16_t reader_u16(struct reader *reader);
uint32_t reader_u32(struct reader *reader);
/* [count] bytes of the file; NULL when there are fewer. */
const uint8_t *reader_bytes(struct reader *reader, size_t count);
/* A u16 count of things of at least [size] bytes each; 0 when the bytes left cannot hold them. */
uint16_t reader_count(struct reader *reader, size_t size);

/* Reads a u16 index of a constant with this tag. NULL after a failure, or when [is_optional] and 0.
 */
const struct constant *reader_constant(struct reader *reader, enum constant_tag tag,
                                       bool is_optional);
const char *reader_utf8(struct reader *reader);
const char *reader_class_name(struct reader *reader, bool is_optional);

/* The class names of a u16 count and that many indices. */
const char *const *reader_class_names(struct reader *reader, uint16_t *count);

/* read_access.c: fail when flags may not stand together. Class and method flags that old versions
 * imply are set. */
void check_class_flags(struct reader *reader);
bool class_flags_may_stand_together(uint16_t access, uint16_t major);
void check_field_flags(struct reader *reader, const struct member_info *field);
void check_method_flags(struct reader *reader, struct member_info *method);

/* read_constants.c */
bool read_constants(struct reader *reader);
/* Of fields, locals and record components, of methods (<init> and <clinit> included). Before
 * version 49, letters, digits, '_', '$' and what is not ASCII alone, not beginning with a digit. */
bool is_field_name(const struct reader *reader, const char *name);
bool is_method_name(const struct reader *reader, const char *name);

/* read_attributes.c */
enum attribute_holder { OF_CLASS = 1, OF_FIELD = 2, OF_METHOD = 4, OF_CODE = 8, OF_COMPONENT = 16 };
/* Reads a table of attributes into [owner]: the struct classfile, member_info, code_check or
 * record_component. Unknown attributes are skipped (JVMS 4.7.1). */
void read_attributes(struct reader *reader, enum attribute_holder holder, void *owner);

/* read_code.c: the Code attribute's contents. */
const struct code *read_code(struct reader *reader, const struct member_info *method);
void read_lines(struct reader *reader, void *owner);       /* LineNumberTable */
void read_stack_map(struct reader *reader, void *owner);   /* read_stack_map.c: StackMapTable */
void read_locals(struct reader *reader, void *owner);      /* LocalVariableTable */
void read_local_types(struct reader *reader, void *owner); /* LocalVariableTypeTable: a check */

#endif
