/* What the parts of the class file writer share. Internal to this room. */
#ifndef CLASSFILE_WRITING_H
#define CLASSFILE_WRITING_H

#include "classfile/bytes.h"
#include "classfile/frames.h"
#include "classfile/writer.h"

static inline void add_u8(struct strbuf *out, uint32_t value) { strbuf_add_char(out, (char)value); }

static inline void add_u16(struct strbuf *out, uint32_t value) {
    uint8_t bytes[2];
    write_u16(bytes, (uint16_t)value);
    strbuf_add(out, (const char *)bytes, sizeof bytes);
}

static inline void add_u32(struct strbuf *out, uint32_t value) {
    uint8_t bytes[4];
    write_u32(bytes, value);
    strbuf_add(out, (const char *)bytes, sizeof bytes);
}

/* write_stack_map.c: the contents of StackMapTable. */
void add_stack_map(struct class_writer *writer, struct strbuf *out,
                   const struct member_info *method);

#endif
