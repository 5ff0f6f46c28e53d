/* JVM TABLES: as the serviceability agent finds them. */
#include "adapters/hotspot/jvm_tables.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* As in vmStructs.hpp; ended by an entry without a name. */
struct vm_field {
    const char *type, *field, *type_of_field;
    int32_t is_static;
    uint64_t offset;
    void *address;
};

struct vm_type {
    const char *name, *superclass;
    int32_t is_oop, is_integer, is_unsigned;
    uint64_t size;
};

struct vm_constant {
    const char *name;
    int32_t value;
};

/* The library exports how far apart its entries are. */
static const void *table_of(void *library, const char *name, const char *stride, size_t size) {
    void *const *table = dlsym(library, name);
    const uint64_t *distance = dlsym(library, stride);
    return table && distance && *distance == size ? *table : NULL;
}

static const struct vm_field *field_named(const struct vm_field *fields, const char *name) {
    for (; fields && fields->type; fields++)
        if (strcmp(fields->type, "JVMFlag") == 0 && strcmp(fields->field, name) == 0) return fields;
    return NULL;
}

static size_t flag_size(const struct vm_type *types) {
    for (; types && types->name; types++)
        if (strcmp(types->name, "JVMFlag") == 0) return (size_t)types->size;
    return 0;
}

static const void *member(const char *flag, const struct vm_field *field) {
    const void *value;
    memcpy(&value, flag + field->offset, sizeof value);
    return value;
}

bool jvm_is_debug_build(const char *library) {
    void *handle = dlopen(library, RTLD_NOW | RTLD_GLOBAL);
    if (!handle) return false;
    const struct vm_constant *constant =
        table_of(handle, "gHotSpotVMIntConstants", "gHotSpotVMIntConstantEntryArrayStride",
                 sizeof *constant);
    for (; constant && constant->name; constant++)
        if (strcmp(constant->name, "ASSERT") == 0) return constant->value == 1;
    return false;
}

const void *jvm_flag(const char *library, const char *name) {
    void *handle = dlopen(library, RTLD_NOW | RTLD_GLOBAL);
    if (!handle) return NULL;
    const struct vm_field *fields =
        table_of(handle, "gHotSpotVMStructs", "gHotSpotVMStructEntryArrayStride", sizeof *fields);
    const struct vm_type *types =
        table_of(handle, "gHotSpotVMTypes", "gHotSpotVMTypeEntryArrayStride", sizeof *types);
    const struct vm_field *all = field_named(fields, "flags"),
                          *count = field_named(fields, "numFlags"),
                          *named = field_named(fields, "_name"),
                          *valued = field_named(fields, "_addr");
    size_t size = flag_size(types);
    if (!all || !count || !named || !valued || !size) return NULL;
    const char *flag = *(char *const *)all->address;
    for (size_t left = *(const size_t *)count->address; left > 0; left--, flag += size) {
        const char *known = member(flag, named);
        if (known && strcmp(known, name) == 0) return member(flag, valued);
    }
    return NULL;
}
