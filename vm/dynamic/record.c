/* RECORD: ObjectMethods' call sites: equals, hashCode and toString of a record, component by
 * component. */
#include "dynamic/site.h"

#include <string.h>

#include "base/intern.h"

#define OBJECT "java/lang/Object"

/* The static arguments: the record's class, its components' names, then a handle for each. */
enum { ARGUMENT_CLASS, ARGUMENT_NAMES, ARGUMENT_COMPONENTS };

struct record {
    struct bootstrap_site *site;
    struct assembler assembler;
    const struct class *class;
    const char *names; /* "x;y" */
    int component_count;
};

/* The component's field, pushed from the record in local [slot]. */
static struct value_type load_component(struct record *record, int index, int slot) {
    struct bootstrap_site *site = record->site;
    const struct constant *handle =
        site_argument(site, ARGUMENT_COMPONENTS + index, CONSTANT_METHOD_HANDLE);
    const struct constant *field = &site->constants[handle->handle.index];
    assemble_load(&record->assembler, JAVA_REFERENCE, slot);
    if (slot > 0) assemble_class(&record->assembler, OP_checkcast, record->class->name);
    assemble_field(&record->assembler, OP_getfield, record->class->name, field->member.name,
                   field->member.descriptor);
    const char *cursor = field->member.descriptor;
    struct value_type type;
    type.java = descriptor_next(&cursor, &type.class_name);
    return type;
}

/* --- toString --- */

/* As Class.getSimpleName gives it. */
static const char *simple_name(const struct class *class) {
    const struct inner_class *row = class_inner_row(class);
    if (row) return row->simple_name ? row->simple_name : "";
    const char *slash = strrchr(class->name, '/');
    return slash ? slash + 1 : class->name;
}

static void make_text(struct record *record) {
    struct assembler *assembler = &record->assembler;
    assemble_builder(assembler);
    assemble_append_text(assembler, intern_format("%s[", simple_name(record->class)));
    const char *name = record->names;
    for (int i = 0; i < record->component_count; i++) {
        int length = (int)strcspn(name, ";");
        assemble_append_text(assembler, intern_format("%s%.*s=", i ? ", " : "", length, name));
        name += length + (name[length] == ';');
        assemble_append(assembler, load_component(record, i, 0));
    }
    assemble_append_text(assembler, "]");
    assemble_builder_text(assembler);
    assemble_return(assembler, JAVA_REFERENCE);
}

/* --- hashCode --- */

/* The hash of a reference on the stack: 0 of null. */
static void assemble_object_hash(struct assembler *assembler) {
    assemble(assembler, OP_dup);
    struct forward_jump is_object = assemble_jump(assembler, OP_ifnonnull);
    assemble(assembler, OP_pop);
    assemble(assembler, OP_iconst_0);
    struct forward_jump done = assemble_jump(assembler, OP_goto);
    assemble_target(assembler, is_object);
    assemble_invoke(assembler, OP_invokevirtual, CONSTANT_METHOD, OBJECT, "hashCode", "()I");
    assemble_target(assembler, done);
}

static void make_hash(struct record *record) {
    struct assembler *assembler = &record->assembler;
    assemble(assembler, OP_iconst_0);
    for (int i = 0; i < record->component_count; i++) {
        assemble_integer(assembler, 31);
        assemble(assembler, OP_imul);
        enum java_type type = load_component(record, i, 0).java;
        if (type == JAVA_REFERENCE)
            assemble_object_hash(assembler);
        else
            assemble_invoke(assembler, OP_invokestatic, CONSTANT_METHOD, wrapper_name(type),
                            "hashCode", intern_format("(%c)I", java_type_letter(type)));
        assemble(assembler, OP_iadd);
    }
    assemble_return(assembler, JAVA_INT);
}

/* --- equals --- */

static void return_boolean(struct assembler *assembler, bool value) {
    assemble_integer(assembler, value);
    assemble_return(assembler, JAVA_INT);
}

/* Two components on the stack: the branch that is taken when they are equal. */
static struct forward_jump jump_if_equal(struct assembler *assembler, enum java_type type) {
    switch (java_stack_type(type)) {
    case JAVA_LONG: assemble(assembler, OP_lcmp); break;
    case JAVA_FLOAT:
    case JAVA_DOUBLE:
        assemble_invoke(assembler, OP_invokestatic, CONSTANT_METHOD, wrapper_name(type), "compare",
                        type == JAVA_FLOAT ? "(FF)I" : "(DD)I");
        break;
    case JAVA_REFERENCE:
        assemble_invoke(assembler, OP_invokestatic, CONSTANT_METHOD, "java/util/Objects", "equals",
                        "(Ljava/lang/Object;Ljava/lang/Object;)Z");
        return assemble_jump(assembler, OP_ifne);
    case JAVA_INT:
    case JAVA_BOOLEAN:
    case JAVA_BYTE:
    case JAVA_CHAR:
    case JAVA_SHORT:
    case JAVA_VOID:
    case JAVA_TYPE_COUNT: return assemble_jump(assembler, OP_if_icmpeq);
    }
    return assemble_jump(assembler, OP_ifeq);
}

/* From the last component to the first, as java's. */
static void make_equals(struct record *record) {
    struct assembler *assembler = &record->assembler;
    assemble(assembler, OP_aload_0);
    assemble(assembler, OP_aload_1);
    struct forward_jump is_other = assemble_jump(assembler, OP_if_acmpne);
    return_boolean(assembler, true);
    assemble_target(assembler, is_other);
    assemble(assembler, OP_aload_1);
    assemble_class(assembler, OP_instanceof, record->class->name);
    struct forward_jump is_record = assemble_jump(assembler, OP_ifne);
    return_boolean(assembler, false);
    assemble_target(assembler, is_record);
    for (int i = record->component_count - 1; i >= 0; i--) {
        enum java_type type = load_component(record, i, 0).java;
        load_component(record, i, 1);
        struct forward_jump equal = jump_if_equal(assembler, type);
        return_boolean(assembler, false);
        assemble_target(assembler, equal);
    }
    return_boolean(assembler, true);
}

/* --- the site --- */

static bool check_components(struct record *record) {
    struct bootstrap_site *site = record->site;
    for (int i = 0; i < record->component_count; i++) {
        const struct constant *handle =
            site_argument(site, ARGUMENT_COMPONENTS + i, CONSTANT_METHOD_HANDLE);
        if (!handle) return false;
        const struct constant *field = &site->constants[handle->handle.index];
        if (handle->handle.kind != 1 || field->member.class_name != record->class->name)
            return site_fail(site, "component %d of %s is not a field of it", i + 1,
                             record->class->name);
        if (!resolve_field(site->thread, site->host, handle->handle.index, false)) return false;
    }
    return true;
}

bool make_record_method(struct bootstrap_site *site) {
    static const struct {
        const char *name, *rest; /* of the descriptor, behind the record */
        void (*make)(struct record *record);
    } methods[] = {
        {"toString", ")Ljava/lang/String;", make_text},
        {"hashCode", ")I", make_hash},
        {"equals", "Ljava/lang/Object;)Z", make_equals},
    };
    const struct constant *class = site_argument(site, ARGUMENT_CLASS, CONSTANT_CLASS);
    const struct constant *names =
        class ? site_argument(site, ARGUMENT_NAMES, CONSTANT_STRING) : NULL;
    if (!names) return false;
    struct class *record_class = resolve_class_named(site->thread, site->host, class->name);
    if (!record_class) return false;
    struct record record = {.site = site,
                            .class = record_class,
                            .names = names->name,
                            .component_count = site->argument_count - ARGUMENT_COMPONENTS};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        if (strcmp(site->name, methods[i].name) != 0) continue;
        const char *descriptor =
            intern_format("(%s%s", type_descriptor(class_type(class->name)), methods[i].rest);
        if (descriptor != site->descriptor) break;
        if (!check_components(&record)) return false;
        site_begin_class(site, "Record");
        assembler_init(&record.assembler, &site->writer);
        methods[i].make(&record);
        site->method_name = "record-method";
        assembler_finish(&record.assembler, ACC_STATIC, site->method_name, site->descriptor);
        return true;
    }
    return site_fail(site, "a record's method %s%s", site->name, site->descriptor);
}
