/* READ ACCESS: which access flags may stand together (JVMS 4.1, 4.5, 4.6), and what the special
 * methods may look like (JVMS 2.9). As strict as java is, which leaves unknown flags alone. */
#include <string.h>

#include "classfile/descriptor.h"
#include "classfile/reader.h"

enum { ACC_BRIDGE = 0x0040, ACC_ANNOTATION = 0x2000 };

static bool has(uint16_t access, int flags) { return (access & flags) != 0; }

/* More than one of public, private and protected? */
static bool has_two_visibilities(uint16_t access) {
    int visibility = access & (ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED);
    return visibility & (visibility - 1);
}

bool class_flags_may_stand_together(uint16_t access, uint16_t major) {
    bool is_modern = major >= 49, is_interface = has(access, ACC_INTERFACE);
    bool is_abstract = has(access, ACC_ABSTRACT) || (is_interface && major < 50);
    return !(is_abstract && has(access, ACC_FINAL)) && !(is_interface && !is_abstract) &&
           !(is_interface && is_modern && has(access, ACC_SUPER | ACC_ENUM)) &&
           !(!is_interface && is_modern && has(access, ACC_ANNOTATION));
}

void check_class_flags(struct reader *reader) {
    struct classfile *file = reader->file;
    if (has(file->access, ACC_INTERFACE) && file->major < 50) file->access |= ACC_ABSTRACT;
    if (!class_flags_may_stand_together(file->access, file->major))
        reader_fail(reader, "class '%s' with access flags 0x%x", file->name, file->access);
    else if (has(file->access, ACC_INTERFACE) && !file->super_name)
        reader_fail(reader, "interface '%s' without superclass", file->name);
    else if (has(file->access, ACC_INTERFACE) && strcmp(file->super_name, "java/lang/Object"))
        reader_fail(reader, "interface '%s' with superclass '%s'", file->name, file->super_name);
}

static bool is_illegal_field(const struct classfile *file, uint16_t access) {
    if (!has(file->access, ACC_INTERFACE))
        return has_two_visibilities(access) ||
               (has(access, ACC_FINAL) && has(access, ACC_VOLATILE));
    int all = ACC_PUBLIC | ACC_STATIC | ACC_FINAL;
    int none = ACC_PRIVATE | ACC_PROTECTED | ACC_VOLATILE | ACC_TRANSIENT;
    if (file->major >= 49) none |= ACC_ENUM;
    return (access & all) != all || has(access, none);
}

static bool is_illegal_interface_method(uint16_t major, uint16_t access) {
    bool is_abstract = has(access, ACC_ABSTRACT);
    int never = ACC_PROTECTED | ACC_FINAL | ACC_SYNCHRONIZED | ACC_NATIVE;
    int not_abstract = ACC_PRIVATE | ACC_STATIC | (major < 61 ? ACC_STRICT : 0);
    if (major >= 52)
        return has(access, ACC_PUBLIC) == has(access, ACC_PRIVATE) || has(access, never) ||
               (is_abstract && has(access, not_abstract));
    never = ACC_STATIC | ACC_FINAL | ACC_NATIVE;
    if (major >= 49) never |= ACC_PRIVATE | ACC_PROTECTED | ACC_SYNCHRONIZED | ACC_STRICT;
    return !has(access, ACC_PUBLIC) || !is_abstract || has(access, never);
}

static bool is_illegal_method(const struct classfile *file, const struct member_info *method) {
    uint16_t access = method->access, major = file->major;
    if (has(file->access, ACC_INTERFACE)) return is_illegal_interface_method(major, access);
    if (has_two_visibilities(access)) return true;
    if (strcmp(method->name, "<init>") == 0)
        return has(access, ACC_STATIC | ACC_FINAL | ACC_SYNCHRONIZED | ACC_NATIVE | ACC_ABSTRACT |
                               (major >= 49 ? ACC_BRIDGE : 0));
    int not_abstract = ACC_FINAL | ACC_NATIVE | ACC_PRIVATE | ACC_STATIC;
    if (major >= 49) not_abstract |= ACC_SYNCHRONIZED | (major < 61 ? ACC_STRICT : 0);
    return has(access, ACC_ABSTRACT) && has(access, not_abstract);
}

/* Of a class initialiser only static and strictfp count; before version 51 it is static whatever it
 * says (JVMS 2.9.2). */
static void check_class_initializer(struct reader *reader, struct member_info *method) {
    if (reader->file->major >= 51 && !has(method->access, ACC_STATIC))
        reader_fail(reader, "class initializer that is not static");
    method->access = (method->access & ACC_STRICT) | ACC_STATIC;
}

static void check_special_method(struct reader *reader, const struct member_info *method) {
    const char *result = strchr(method->descriptor, ')') + 1;
    bool is_initializer = strcmp(method->name, "<clinit>") == 0;
    bool takes_arguments = method->descriptor[1] != ')';
    if (*result != 'V' || (is_initializer && takes_arguments && reader->file->major >= 51))
        reader_fail(reader, "malformed descriptor '%s' of '%s'", method->descriptor, method->name);
    else if (!is_initializer && has(reader->file->access, ACC_INTERFACE))
        reader_fail(reader, "constructor of an interface");
}

void check_field_flags(struct reader *reader, const struct member_info *field) {
    if (is_illegal_field(reader->file, field->access))
        reader_fail(reader, "field '%s' with access flags 0x%x", field->name, field->access);
}

void check_method_flags(struct reader *reader, struct member_info *method) {
    if (*method->name == '<') check_special_method(reader, method);
    if (reader->failed) return;
    if (strcmp(method->name, "<clinit>") == 0)
        check_class_initializer(reader, method);
    else if (is_illegal_method(reader->file, method))
        reader_fail(reader, "method '%s' with access flags 0x%x", method->name, method->access);
    method->shape = method_shape_of(method->descriptor);
    if (!has(method->access, ACC_STATIC) && method->shape->parameter_slots == 255)
        reader_fail(reader, "more than 255 arguments of '%s'", method->name);
}
