/* READ: bytes to a checked class file (JVMS 4.1, 4.8). Requires nothing of the bytes; what it
 * returns has every property that classfile.h guarantees. Unknown attributes are skipped. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "classfile/bytes.h"
#include "classfile/descriptor.h"
#include "classfile/reader.h"

static bool fail_list(struct reader *reader, size_t offset, const char *format, va_list args) {
    if (reader->failed) return false;
    char message[512];
    vsnprintf(message, sizeof message, format, args);
    reader->failed = true;
    struct place place = {.file = reader->name};
    return diag_error(reader->diag, place, "%s, at offset %zu", message, offset);
}

bool reader_fail(struct reader *reader, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fail_list(reader, reader->offset, format, args);
    va_end(args);
    return false;
}

bool reader_fail_at(struct reader *reader, size_t offset, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fail_list(reader, offset, format, args);
    va_end(args);
    return false;
}

const uint8_t *reader_bytes(struct reader *reader, size_t count) {
    if (reader->failed) return NULL;
    if (count > reader->end - reader->offset) {
        reader_fail(reader, "truncated: %zu bytes wanted, %zu left", count,
                    reader->end - reader->offset);
        return NULL;
    }
    const uint8_t *bytes = reader->bytes + reader->offset;
    reader->offset += count;
    return bytes;
}

uint8_t reader_u8(struct reader *reader) {
    const uint8_t *bytes = reader_bytes(reader, 1);
    return bytes ? bytes[0] : 0;
}

uint16_t reader_u16(struct reader *reader) {
    const uint8_t *bytes = reader_bytes(reader, 2);
    return bytes ? read_u16(bytes) : 0;
}

uint32_t reader_u32(struct reader *reader) {
    const uint8_t *bytes = reader_bytes(reader, 4);
    return bytes ? read_u32(bytes) : 0;
}

uint16_t reader_count(struct reader *reader, size_t size) {
    uint16_t count = reader_u16(reader);
    if (reader->failed || count * size <= reader->end - reader->offset) return count;
    reader_fail(reader, "truncated: %d entries announced", count);
    return 0;
}

const struct constant *reader_constant(struct reader *reader, enum constant_tag tag,
                                       bool is_optional) {
    size_t offset = reader->offset;
    uint16_t index = reader_u16(reader);
    if (reader->failed || (is_optional && index == 0)) return NULL;
    if (index < reader->file->constant_count && reader->constants[index].tag == tag)
        return &reader->constants[index];
    reader_fail_at(reader, offset, "constant %d is not a constant of kind %s", index,
                   constant_tag_name(tag));
    return NULL;
}

const char *reader_utf8(struct reader *reader) {
    const struct constant *constant = reader_constant(reader, CONSTANT_UTF8, false);
    return constant ? constant->utf8.text : "";
}

const char *reader_class_name(struct reader *reader, bool is_optional) {
    const struct constant *constant = reader_constant(reader, CONSTANT_CLASS, is_optional);
    return constant ? constant->name : NULL;
}

const char *const *reader_class_names(struct reader *reader, uint16_t *count) {
    *count = reader_count(reader, 2);
    const char **names = ARENA_ARRAY(reader->arena, const char *, *count);
    for (uint16_t i = 0; i < *count && !reader->failed; i++)
        names[i] = reader_class_name(reader, false);
    return names;
}

static void check_member(struct reader *reader, struct member_info *member, bool is_method) {
    if (!(is_method ? is_method_name : is_field_name)(reader, member->name))
        reader_fail(reader, "malformed name '%s'", member->name);
    else if (!(is_method ? descriptor_is_method : descriptor_is_field)(member->descriptor))
        reader_fail(reader, "malformed descriptor '%s' of '%s'", member->descriptor, member->name);
    else if (is_method)
        check_method_flags(reader, member);
    else
        check_field_flags(reader, member);
}

static void check_code_presence(struct reader *reader, const struct member_info *method) {
    bool is_bodiless = method->access & (ACC_NATIVE | ACC_ABSTRACT);
    if (reader->failed || is_bodiless == !method->code) return;
    reader_fail(reader,
                is_bodiless ? "code of the abstract or native method '%s'"
                            : "no code of method '%s'",
                method->name);
}

static int compare_members(const void *left, const void *right) {
    const struct member_info *a = *(const struct member_info *const *)left,
                             *b = *(const struct member_info *const *)right;
    if (a->name != b->name) return a->name < b->name ? -1 : 1;
    if (a->descriptor != b->descriptor) return a->descriptor < b->descriptor ? -1 : 1;
    return 0;
}

static void check_duplicates(struct reader *reader, const struct member_info *members,
                             uint16_t count) {
    if (reader->failed || count < 2) return;
    const struct member_info **sorted = memory_allocate(count * sizeof *sorted);
    for (uint16_t i = 0; i < count; i++) sorted[i] = &members[i];
    qsort(sorted, count, sizeof *sorted, compare_members);
    for (uint16_t i = 1; i < count && !reader->failed; i++)
        if (compare_members(&sorted[i - 1], &sorted[i]) == 0)
            reader_fail(reader, "second member '%s' of type '%s'", sorted[i]->name,
                        sorted[i]->descriptor);
    memory_free(sorted);
}

static const struct member_info *read_members(struct reader *reader, uint16_t *count,
                                              bool are_methods) {
    *count = reader_count(reader, 8);
    struct member_info *members = ARENA_ARRAY(reader->arena, struct member_info, *count);
    for (uint16_t i = 0; i < *count && !reader->failed; i++) {
        struct member_info *member = &members[i];
        member->access = reader_u16(reader);
        member->name = reader_utf8(reader);
        member->descriptor = reader_utf8(reader);
        if (!reader->failed) check_member(reader, member, are_methods);
        enum attribute_holder holder = are_methods ? OF_METHOD : OF_FIELD;
        if (!reader->failed) read_attributes(reader, holder, member);
        if (!reader->failed && are_methods) check_code_presence(reader, member);
    }
    check_duplicates(reader, members, *count);
    return members;
}

bool classfile_version_is_supported(uint16_t major, uint16_t minor) {
    if (major < OLDEST_MAJOR || major > NEWEST_MAJOR) return false;
    return major < 56 || minor == 0;
}

static void read_header(struct reader *reader) {
    struct classfile *file = reader->file;
    uint32_t magic = reader_u32(reader);
    if (!reader->failed && magic != 0xcafebabe)
        reader_fail_at(reader, 0, "not a class file: magic number %08x", magic);
    file->minor = reader_u16(reader);
    file->major = reader_u16(reader);
    if (!reader->failed && !classfile_version_is_supported(file->major, file->minor))
        reader_fail_at(reader, 4, "class file version %d.%d; versions %d.0 to %d.0 are supported",
                       file->major, file->minor, OLDEST_MAJOR, NEWEST_MAJOR);
}

static int compare_names(const void *left, const void *right) {
    const char *a = *(const char *const *)left, *b = *(const char *const *)right;
    return a < b ? -1 : a > b;
}

static void check_interfaces(struct reader *reader) {
    uint16_t count = reader->file->interface_count;
    for (uint16_t i = 0; i < count; i++)
        if (*reader->file->interfaces[i] == '[')
            reader_fail(reader, "array class '%s'", reader->file->interfaces[i]);
    if (count < 2) return;
    const char **sorted = memory_allocate(count * sizeof *sorted);
    memcpy(sorted, reader->file->interfaces, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_names);
    for (uint16_t i = 1; i < count && !reader->failed; i++)
        if (sorted[i] == sorted[i - 1]) reader_fail(reader, "interface '%s' twice", sorted[i]);
    memory_free(sorted);
}

static void read_names(struct reader *reader) {
    struct classfile *file = reader->file;
    file->access = reader_u16(reader);
    file->name = reader_class_name(reader, false);
    file->super_name = reader_class_name(reader, true);
    if (reader->failed) return;
    file->is_module = file->major >= 53 && file->access & ACC_MODULE;
    bool is_root = strcmp(file->name, "java/lang/Object") == 0;
    if (*file->name == '[' || (file->super_name && *file->super_name == '['))
        reader_fail(reader, "an array class as this or the super class");
    else if (file->is_module)
        return;
    else if (reader->has_module_constants)
        reader_fail(reader, "constants of a module");
    else if (is_root != !file->super_name)
        reader_fail(reader, "class '%s' %s a super class", file->name,
                    is_root ? "with" : "without");
    if (!reader->failed) check_class_flags(reader);
    file->interfaces = reader_class_names(reader, &file->interface_count);
    if (!reader->failed) check_interfaces(reader);
}

static void check_bootstrap_indices(struct reader *reader) {
    for (uint16_t i = 1; i < reader->file->constant_count && !reader->failed; i++) {
        const struct constant *constant = &reader->constants[i];
        if ((constant->tag == CONSTANT_DYNAMIC || constant->tag == CONSTANT_INVOKE_DYNAMIC) &&
            constant->dynamic.bootstrap >= reader->file->bootstrap_count)
            reader_fail(reader, "constant %d without its bootstrap method", i);
    }
}

const struct classfile *classfile_read(struct arena *arena, const char *name, const uint8_t *bytes,
                                       size_t size, struct diag *diag) {
    struct classfile *file = ARENA_NEW(arena, struct classfile);
    struct reader reader = {
        .arena = arena, .name = name, .diag = diag, .bytes = bytes, .end = size, .file = file};
    read_header(&reader);
    if (reader.failed || !read_constants(&reader)) return NULL;
    read_names(&reader);
    if (!reader.failed && file->is_module) return file;
    if (!reader.failed) file->fields = read_members(&reader, &file->field_count, false);
    if (!reader.failed) file->methods = read_members(&reader, &file->method_count, true);
    if (!reader.failed) read_attributes(&reader, OF_CLASS, file);
    if (!reader.failed && reader.offset != size) reader_fail(&reader, "bytes after the class");
    check_bootstrap_indices(&reader);
    return reader.failed ? NULL : file;
}
