/* READ CONSTANTS: the constant pool (JVMS 4.4). Entries refer to each other in any order, so they
 * are first read with their indices and then resolved, referred ones before those that refer. */
#include <ctype.h>
#include <string.h>

#include "base/intern.h"
#include "base/memory.h"
#include "classfile/bytes.h"
#include "classfile/descriptor.h"
#include "classfile/reader.h"

/* The two indices of an entry that refers to others, and where it stands. */
struct constant_reference {
    uint16_t first, second;
    size_t offset;
};

const char *constant_tag_name(enum constant_tag tag) {
    switch (tag) {
    case CONSTANT_UNUSED: return "unused";
    case CONSTANT_UTF8: return "utf8";
    case CONSTANT_INTEGER: return "integer";
    case CONSTANT_FLOAT: return "float";
    case CONSTANT_LONG: return "long";
    case CONSTANT_DOUBLE: return "double";
    case CONSTANT_CLASS: return "class";
    case CONSTANT_STRING: return "string";
    case CONSTANT_FIELD: return "field";
    case CONSTANT_METHOD: return "method";
    case CONSTANT_INTERFACE_METHOD: return "interface method";
    case CONSTANT_NAME_AND_TYPE: return "name and type";
    case CONSTANT_METHOD_HANDLE: return "method handle";
    case CONSTANT_METHOD_TYPE: return "method type";
    case CONSTANT_DYNAMIC: return "dynamic";
    case CONSTANT_INVOKE_DYNAMIC: return "invoke dynamic";
    case CONSTANT_MODULE: return "module";
    case CONSTANT_PACKAGE: return "package";
    }
    return "unknown";
}

/* Letters of the alphabet are not told from others beyond ASCII. */
static bool is_old_name(const char *name, bool has_slashes) {
    if (isdigit((unsigned char)*name)) return false;
    for (; *name; name++) {
        unsigned char byte = (unsigned char)*name;
        bool is_slash = has_slashes && byte == '/';
        if (byte < 0x80 && !isalnum(byte) && byte != '_' && byte != '$' && !is_slash) return false;
    }
    return true;
}

static bool is_old(const struct reader *reader) { return reader->file->major < 49; }

bool is_field_name(const struct reader *reader, const char *name) {
    if (!*name || strpbrk(name, ".;[/")) return false;
    return !is_old(reader) || is_old_name(name, false);
}

bool is_method_name(const struct reader *reader, const char *name) {
    if (strcmp(name, "<init>") == 0 || strcmp(name, "<clinit>") == 0) return true;
    return is_field_name(reader, name) && !strpbrk(name, "<>");
}

static bool is_class_name(const struct reader *reader, const char *name) {
    if (*name == '[') return descriptor_is_field(name);
    if (is_old(reader) && !is_old_name(name, true)) return false;
    for (const char *segment = name;;) {
        size_t length = strcspn(segment, "/.;[");
        if (length == 0) return false;
        if (!segment[length]) return true;
        if (segment[length] != '/') return false;
        segment += length + 1;
    }
}

static bool is_continuation(uint8_t byte) { return (byte & 0xc0) == 0x80; }

static bool is_two_byte_form(const uint8_t *bytes, bool is_strict) {
    if ((bytes[0] & 0xe0) != 0xc0 || !is_continuation(bytes[1])) return false;
    bool is_zero = bytes[0] == 0xc0 && bytes[1] == 0x80;
    return !is_strict || bytes[0] > 0xc1 || is_zero;
}

static bool is_three_byte_form(const uint8_t *bytes, bool is_strict) {
    bool is_form =
        (bytes[0] & 0xf0) == 0xe0 && is_continuation(bytes[1]) && is_continuation(bytes[2]);
    return is_form && (!is_strict || bytes[0] > 0xe0 || bytes[1] >= 0xa0);
}

/* Modified UTF-8 (JVMS 4.4.7): no zero byte, no four-byte forms. From version 48 on, [is_strict]:
 * no form that is longer than needed, but for zero. */
static bool is_modified_utf8(const uint8_t *bytes, size_t length, bool is_strict) {
    for (size_t i = 0; i < length;) {
        size_t left = length - i;
        if (bytes[i] > 0 && bytes[i] < 0x80)
            i += 1;
        else if (left > 1 && is_two_byte_form(bytes + i, is_strict))
            i += 2;
        else if (left > 2 && is_three_byte_form(bytes + i, is_strict))
            i += 3;
        else
            return false;
    }
    return true;
}

static void read_utf8(struct reader *reader, struct constant *constant) {
    uint16_t length = reader_u16(reader);
    const uint8_t *bytes = reader_bytes(reader, length);
    if (!bytes) return;
    if (!is_modified_utf8(bytes, length, reader->file->major >= 48)) {
        reader_fail(reader, "text that is not modified UTF-8");
        return;
    }
    constant->utf8.text = intern_bytes((const char *)bytes, length);
    constant->utf8.length = length;
}

static void read_number(struct reader *reader, struct constant *constant) {
    uint32_t high = reader_u32(reader);
    bool is_wide = constant->tag == CONSTANT_LONG || constant->tag == CONSTANT_DOUBLE;
    if (!is_wide) {
        memcpy(&constant->integer, &high, sizeof high);
        return;
    }
    uint64_t bits = (uint64_t)high << 32 | reader_u32(reader);
    memcpy(&constant->long_value, &bits, sizeof bits);
}

/* The first version that has constants of this kind. */
static uint16_t tag_since(enum constant_tag tag) {
    bool is_dynamic = tag == CONSTANT_METHOD_HANDLE || tag == CONSTANT_METHOD_TYPE ||
                      tag == CONSTANT_INVOKE_DYNAMIC;
    return tag == CONSTANT_DYNAMIC ? 55 : is_dynamic ? 51 : OLDEST_MAJOR;
}

static void read_entry(struct reader *reader, struct constant *constant,
                       struct constant_reference *reference) {
    reference->offset = reader->offset;
    constant->tag = (enum constant_tag)reader_u8(reader);
    if (reader->file->major < tag_since(constant->tag)) {
        reader_fail_at(reader, reference->offset, "a %s in version %d",
                       constant_tag_name(constant->tag), reader->file->major);
        return;
    }
    switch (constant->tag) {
    case CONSTANT_UTF8: read_utf8(reader, constant); return;
    case CONSTANT_INTEGER:
    case CONSTANT_FLOAT:
    case CONSTANT_LONG:
    case CONSTANT_DOUBLE: read_number(reader, constant); return;
    case CONSTANT_METHOD_HANDLE:
        reference->first = reader_u8(reader);
        reference->second = reader_u16(reader);
        return;
    case CONSTANT_FIELD:
    case CONSTANT_METHOD:
    case CONSTANT_INTERFACE_METHOD:
    case CONSTANT_NAME_AND_TYPE:
    case CONSTANT_DYNAMIC:
    case CONSTANT_INVOKE_DYNAMIC:
        reference->first = reader_u16(reader);
        reference->second = reader_u16(reader);
        return;
    case CONSTANT_MODULE:
    case CONSTANT_PACKAGE: reader->has_module_constants = true; __attribute__((fallthrough));
    case CONSTANT_CLASS:
    case CONSTANT_STRING:
    case CONSTANT_METHOD_TYPE: reference->first = reader_u16(reader); return;
    case CONSTANT_UNUSED: break;
    }
    reader_fail_at(reader, reference->offset, "unknown constant tag %d", constant->tag);
}

/* The constant at [index] if it has this tag; fails at the referring entry otherwise. */
static const struct constant *referred(struct reader *reader, const struct constant_reference *from,
                                       uint16_t index, enum constant_tag tag) {
    if (index < reader->file->constant_count && reader->constants[index].tag == tag)
        return &reader->constants[index];
    reader_fail_at(reader, from->offset, "constant %d is not a constant of kind %s", index,
                   constant_tag_name(tag));
    return NULL;
}

static void resolve_name(struct reader *reader, struct constant *constant,
                         const struct constant_reference *from) {
    const struct constant *text = referred(reader, from, from->first, CONSTANT_UTF8);
    if (!text) return;
    constant->name = text->utf8.text;
    if (constant->tag == CONSTANT_CLASS && !is_class_name(reader, constant->name))
        reader_fail_at(reader, from->offset, "malformed class name '%s'", constant->name);
    if (constant->tag == CONSTANT_METHOD_TYPE && !descriptor_is_method(constant->name))
        reader_fail_at(reader, from->offset, "malformed descriptor '%s'", constant->name);
}

static void resolve_name_and_type(struct reader *reader, struct constant *constant,
                                  const struct constant_reference *from) {
    const struct constant *name = referred(reader, from, from->first, CONSTANT_UTF8);
    const struct constant *type = referred(reader, from, from->second, CONSTANT_UTF8);
    if (!name || !type) return;
    constant->member.name = name->utf8.text;
    constant->member.descriptor = type->utf8.text;
    bool is_method = *type->utf8.text == '(';
    if (!(is_method ? descriptor_is_method : descriptor_is_field)(type->utf8.text))
        reader_fail_at(reader, from->offset, "malformed descriptor '%s'", type->utf8.text);
    else if (!(is_method ? is_method_name : is_field_name)(reader, name->utf8.text))
        reader_fail_at(reader, from->offset, "malformed name '%s'", name->utf8.text);
}

static void resolve_member(struct reader *reader, struct constant *constant,
                           const struct constant_reference *from) {
    const struct constant *owner = referred(reader, from, from->first, CONSTANT_CLASS);
    const struct constant *type = referred(reader, from, from->second, CONSTANT_NAME_AND_TYPE);
    if (!owner || !type) return;
    constant->member = type->member;
    constant->member.class_name = owner->name;
    reader->has_markers |= !strcmp(owner->name, "DelimitationAPI");
    bool is_method = *constant->member.descriptor == '(';
    const char *name = constant->member.name, *descriptor = constant->member.descriptor;
    bool is_constructor = strcmp(name, "<init>") == 0;
    if (is_method != (constant->tag != CONSTANT_FIELD) ||
        (is_constructor && is_method && *(strchr(descriptor, ')') + 1) != 'V'))
        reader_fail_at(reader, from->offset, "descriptor '%s' of a %s", descriptor,
                       constant_tag_name(constant->tag));
    else if (constant->tag == CONSTANT_METHOD && *name == '<' && !is_constructor)
        reader_fail_at(reader, from->offset, "method '%s' as a constant", name);
}

static void resolve_dynamic(struct reader *reader, struct constant *constant,
                            const struct constant_reference *from) {
    const struct constant *type = referred(reader, from, from->second, CONSTANT_NAME_AND_TYPE);
    if (!type) return;
    constant->dynamic.name = type->member.name;
    constant->dynamic.descriptor = type->member.descriptor;
    constant->dynamic.bootstrap = from->first;
    bool is_method = *constant->dynamic.descriptor == '(';
    if (is_method != (constant->tag == CONSTANT_INVOKE_DYNAMIC))
        reader_fail_at(reader, from->offset, "descriptor '%s' of a %s",
                       constant->dynamic.descriptor, constant_tag_name(constant->tag));
}

/* JVMS 4.4.8: what each of the nine kinds of method handle refers to. */
static void resolve_handle(struct reader *reader, struct constant *constant,
                           const struct constant_reference *from) {
    uint16_t kind = from->first, index = from->second;
    enum constant_tag tag =
        index < reader->file->constant_count ? reader->constants[index].tag : CONSTANT_UNUSED;
    bool is_field = kind >= 1 && kind <= 4, is_special = kind == 6 || kind == 7;
    bool is_plain = kind == 5 || kind == 8, is_interface = kind == 9;
    bool is_method = ((is_special || is_plain) && tag == CONSTANT_METHOD) ||
                     ((is_special || is_interface) && tag == CONSTANT_INTERFACE_METHOD &&
                      (is_interface || reader->file->major >= 52));
    const char *name = is_method ? reader->constants[index].member.name : "";
    bool is_named = kind == 8 ? strcmp(name, "<init>") == 0 : *name != '<';
    if (!((is_field && tag == CONSTANT_FIELD) || is_method) || !is_named)
        reader_fail_at(reader, from->offset, "method handle of kind %d to constant %d", kind,
                       index);
    constant->handle.kind = (uint8_t)kind;
    constant->handle.index = index;
}

static void resolve_entry(struct reader *reader, struct constant *constant,
                          const struct constant_reference *from) {
    switch (constant->tag) {
    case CONSTANT_UNUSED:
    case CONSTANT_UTF8:
    case CONSTANT_INTEGER:
    case CONSTANT_FLOAT:
    case CONSTANT_LONG:
    case CONSTANT_DOUBLE: return;
    case CONSTANT_CLASS:
    case CONSTANT_STRING:
    case CONSTANT_METHOD_TYPE:
    case CONSTANT_MODULE:
    case CONSTANT_PACKAGE: resolve_name(reader, constant, from); return;
    case CONSTANT_NAME_AND_TYPE: resolve_name_and_type(reader, constant, from); return;
    case CONSTANT_FIELD:
    case CONSTANT_METHOD:
    case CONSTANT_INTERFACE_METHOD: resolve_member(reader, constant, from); return;
    case CONSTANT_DYNAMIC:
    case CONSTANT_INVOKE_DYNAMIC: resolve_dynamic(reader, constant, from); return;
    case CONSTANT_METHOD_HANDLE: resolve_handle(reader, constant, from); return;
    }
}

/* Referred tags before those that refer to them. */
static int resolve_round(enum constant_tag tag) {
    if (tag == CONSTANT_FIELD || tag == CONSTANT_METHOD || tag == CONSTANT_INTERFACE_METHOD ||
        tag == CONSTANT_DYNAMIC || tag == CONSTANT_INVOKE_DYNAMIC)
        return 1;
    return tag == CONSTANT_METHOD_HANDLE ? 2 : 0;
}

bool read_constants(struct reader *reader) {
    uint16_t count = reader_u16(reader);
    if (count == 0) return reader_fail(reader, "constant count of zero");
    reader->file->constant_count = count;
    reader->constants = ARENA_ARRAY(reader->arena, struct constant, count);
    reader->file->constants = reader->constants;
    struct constant_reference *references =
        memory_allocate(sizeof(struct constant_reference) * count);
    for (uint16_t i = 1; i < count && !reader->failed; i++) {
        struct constant *constant = &reader->constants[i];
        read_entry(reader, constant, &references[i]);
        if (constant->tag != CONSTANT_LONG && constant->tag != CONSTANT_DOUBLE) continue;
        if (++i == count) reader_fail(reader, "a wide constant as the last constant");
    }
    for (int round = 0; round < 3; round++)
        for (uint16_t i = 1; i < count && !reader->failed; i++)
            if (resolve_round(reader->constants[i].tag) == round)
                resolve_entry(reader, &reader->constants[i], &references[i]);
    memory_free(references);
    return !reader->failed;
}
