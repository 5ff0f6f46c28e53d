/* READ ATTRIBUTES: what the tables of attributes hold (JVMS 4.7). Known ones are rows of
 * attributes.def; all others are skipped. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "classfile/descriptor.h"
#include "classfile/reader.h"

static bool is_constant_of_type(enum constant_tag tag, const char *descriptor) {
    switch (*descriptor) {
    case 'J': return tag == CONSTANT_LONG;
    case 'F': return tag == CONSTANT_FLOAT;
    case 'D': return tag == CONSTANT_DOUBLE;
    case 'L': return tag == CONSTANT_STRING && strcmp(descriptor, "Ljava/lang/String;") == 0;
    case '[': return false;
    default: return tag == CONSTANT_INTEGER;
    }
}

/* That of a field that is not static says nothing (JVMS 4.7.2), so it may be wrong. */
static void read_constant_value(struct reader *reader, void *owner) {
    struct member_info *field = owner;
    uint16_t index = reader_u16(reader);
    if (reader->failed) return;
    if (index < reader->file->constant_count &&
        is_constant_of_type(reader->constants[index].tag, field->descriptor))
        field->constant = &reader->constants[index];
    else if (field->access & ACC_STATIC)
        reader_fail(reader, "constant %d is not a value of field '%s'", index, field->name);
}

static void read_nothing(struct reader *reader, void *owner) {}

static void skip(struct reader *reader, void *owner) { reader->offset = reader->end; }

static void read_source_file(struct reader *reader, void *owner) {
    reader->file->source_file = reader_utf8(reader);
}

static void read_class_signature(struct reader *reader, void *owner) {
    reader->file->signature = reader_utf8(reader);
}

static void read_member_signature(struct reader *reader, void *owner) {
    struct member_info *member = owner;
    member->signature = reader_utf8(reader);
}

static void read_component_signature(struct reader *reader, void *owner) {
    struct record_component *component = owner;
    component->signature = reader_utf8(reader);
}

static void read_exceptions(struct reader *reader, void *owner) {
    struct member_info *method = owner;
    method->exceptions = reader_class_names(reader, &method->exception_count);
}

static void read_method_code(struct reader *reader, void *owner) {
    struct member_info *method = owner;
    method->code = read_code(reader, method);
}

static void read_method_parameters(struct reader *reader, void *owner) {
    struct member_info *method = owner;
    uint8_t count = reader_u8(reader);
    struct method_parameter *parameters =
        ARENA_ARRAY(reader->arena, struct method_parameter, count);
    for (uint8_t i = 0; i < count && !reader->failed; i++) {
        uint16_t index = reader_u16(reader); /* of anything: java does not look */
        bool is_text =
            index < reader->file->constant_count && reader->constants[index].tag == CONSTANT_UTF8;
        parameters[i] = (struct method_parameter){
            is_text ? reader->constants[index].utf8.text : NULL, reader_u16(reader)};
    }
    method->parameters = parameters;
    method->parameter_count = count;
}

/* --- of classes */

/* May be an argument of a bootstrap method (JVMS table 4.4-C). */
static bool is_loadable(enum constant_tag tag) {
    return (tag >= CONSTANT_INTEGER && tag <= CONSTANT_STRING) || tag == CONSTANT_METHOD_HANDLE ||
           tag == CONSTANT_METHOD_TYPE || tag == CONSTANT_DYNAMIC;
}

static void read_bootstrap(struct reader *reader, struct bootstrap_method *method) {
    const struct constant *handle = reader_constant(reader, CONSTANT_METHOD_HANDLE, false);
    method->handle = handle ? (uint16_t)(handle - reader->constants) : 0;
    method->argument_count = reader_count(reader, 2);
    uint16_t *arguments = ARENA_ARRAY(reader->arena, uint16_t, method->argument_count);
    for (uint16_t i = 0; i < method->argument_count && !reader->failed; i++) {
        arguments[i] = reader_u16(reader);
        if (arguments[i] >= reader->file->constant_count ||
            !is_loadable(reader->constants[arguments[i]].tag))
            reader_fail(reader, "constant %d as an argument of a bootstrap method", arguments[i]);
    }
    method->arguments = arguments;
}

static void read_bootstraps(struct reader *reader, void *owner) {
    uint16_t count = reader_count(reader, 4);
    struct bootstrap_method *methods = ARENA_ARRAY(reader->arena, struct bootstrap_method, count);
    for (uint16_t i = 0; i < count && !reader->failed; i++) read_bootstrap(reader, &methods[i]);
    reader->file->bootstraps = methods;
    reader->file->bootstrap_count = count;
}

static int compare_inner_classes(const void *left, const void *right) {
    const struct inner_class *a = left, *b = right;
    if (a->name != b->name) return a->name < b->name ? -1 : 1;
    if (a->outer_name != b->outer_name) return a->outer_name < b->outer_name ? -1 : 1;
    if (a->simple_name != b->simple_name) return a->simple_name < b->simple_name ? -1 : 1;
    return (int)a->access - (int)b->access;
}

static void check_inner_classes(struct reader *reader) {
    const struct classfile *file = reader->file;
    size_t size = file->inner_class_count * sizeof *file->inner_classes;
    struct inner_class *sorted = memory_allocate(size);
    memory_copy(sorted, file->inner_classes, size);
    qsort(sorted, file->inner_class_count, sizeof *sorted, compare_inner_classes);
    for (uint16_t i = 0; i < file->inner_class_count && !reader->failed; i++)
        if (sorted[i].name == sorted[i].outer_name)
            reader_fail(reader, "class '%s' inside itself", sorted[i].name);
        else if (i > 0 && file->major >= 49 &&
                 compare_inner_classes(&sorted[i - 1], &sorted[i]) == 0)
            reader_fail(reader, "inner class '%s' twice", sorted[i].name);
    memory_free(sorted);
}

static void read_inner_classes(struct reader *reader, void *owner) {
    struct classfile *file = reader->file;
    file->inner_class_count = reader_count(reader, 8);
    struct inner_class *rows =
        ARENA_ARRAY(reader->arena, struct inner_class, file->inner_class_count);
    for (uint16_t i = 0; i < file->inner_class_count && !reader->failed; i++) {
        rows[i].name = reader_class_name(reader, false);
        rows[i].outer_name = reader_class_name(reader, true);
        const struct constant *simple = reader_constant(reader, CONSTANT_UTF8, true);
        rows[i].simple_name = simple ? simple->utf8.text : NULL;
        rows[i].access = reader_u16(reader);
        file->is_module |= file->major >= 53 && rows[i].access & ACC_MODULE;
        bool is_legal = class_flags_may_stand_together(rows[i].access, file->major);
        if (!reader->failed && !is_legal && !file->is_module)
            reader_fail(reader, "inner class '%s' with access flags 0x%x", rows[i].name,
                        rows[i].access);
        if (rows[i].name != file->name || !rows[i].outer_name) continue;
        file->is_nested = true;
        file->nested_access = rows[i].access;
    }
    file->inner_classes = rows;
    if (!reader->failed) check_inner_classes(reader);
}

static void read_enclosing_method(struct reader *reader, void *owner) {
    reader->file->enclosing_class = reader_class_name(reader, false);
    reader_constant(reader, CONSTANT_NAME_AND_TYPE, true);
}

static void read_nest_host(struct reader *reader, void *owner) {
    reader->file->nest_host = reader_class_name(reader, false);
    if (reader->file->nest_members) reader_fail(reader, "both a host and a member of a nest");
}

static void read_nest_members(struct reader *reader, void *owner) {
    reader->file->nest_members = reader_class_names(reader, &reader->file->nest_member_count);
    if (reader->file->nest_host) reader_fail(reader, "both a host and a member of a nest");
}

static void read_permitted_subclasses(struct reader *reader, void *owner) {
    struct classfile *file = reader->file;
    file->is_sealed = true;
    file->permitted_subclasses = reader_class_names(reader, &file->permitted_count);
    if (file->access & ACC_FINAL) reader_fail(reader, "permitted subclasses of a final class");
}

static void read_record(struct reader *reader, void *owner) {
    struct classfile *file = reader->file;
    file->component_count = reader_count(reader, 6);
    struct record_component *components =
        ARENA_ARRAY(reader->arena, struct record_component, file->component_count);
    for (uint16_t i = 0; i < file->component_count && !reader->failed; i++) {
        components[i].name = reader_utf8(reader);
        components[i].descriptor = reader_utf8(reader);
        if (reader->failed) return;
        if (!is_field_name(reader, components[i].name))
            reader_fail(reader, "malformed name '%s'", components[i].name);
        else if (!descriptor_is_field(components[i].descriptor))
            reader_fail(reader, "malformed descriptor '%s'", components[i].descriptor);
        read_attributes(reader, OF_COMPONENT, &components[i]);
    }
    file->components = components;
}

/* --- all of them */

static const struct attribute {
    const char *name;
    enum attribute_holder holder;
    uint16_t since;
    bool repeats;
    void (*read)(struct reader *reader, void *owner);
} attributes[] = {
#define ATTRIBUTE(name, holder, since, repeats, read) {#name, OF_##holder, since, repeats, read},
#include "classfile/attributes.def"
#undef ATTRIBUTE
};

enum { ATTRIBUTE_COUNT = sizeof attributes / sizeof *attributes };
_Static_assert(ATTRIBUTE_COUNT <= 64, "a bit each in read_attributes");

static const struct attribute *find_attribute(const struct reader *reader,
                                              enum attribute_holder holder, const char *name) {
    for (int i = 0; i < ATTRIBUTE_COUNT; i++)
        if (attributes[i].holder == holder && strcmp(attributes[i].name, name) == 0)
            return reader->file->major >= attributes[i].since ? &attributes[i] : NULL;
    return NULL;
}

/* The attribute's bytes are all that can be read. */
static void read_attribute(struct reader *reader, const struct attribute *attribute,
                           uint32_t length, void *owner) {
    size_t end = reader->end;
    reader->end = reader->offset + length;
    attribute->read(reader, owner);
    if (!reader->failed && reader->offset != reader->end)
        reader_fail(reader, "wrong length of attribute '%s'", attribute->name);
    reader->end = end;
}

void read_attributes(struct reader *reader, enum attribute_holder holder, void *owner) {
    uint16_t count = reader_count(reader, 6);
    uint64_t seen = 0;
    for (uint16_t i = 0; i < count && !reader->failed; i++) {
        const char *name = reader_utf8(reader);
        uint32_t length = reader_u32(reader);
        if (reader->failed) return;
        if (length > reader->end - reader->offset) {
            reader_fail(reader, "truncated: attribute '%s' of %u bytes", name, length);
            return;
        }
        const struct attribute *attribute = find_attribute(reader, holder, name);
        if (!attribute) {
            reader->offset += length;
            continue;
        }
        uint64_t bit = UINT64_C(1) << (attribute - attributes);
        if (seen & bit && !attribute->repeats) reader_fail(reader, "second attribute '%s'", name);
        seen |= bit;
        if (!reader->failed) read_attribute(reader, attribute, length, owner);
    }
}
