/* LAMBDA: LambdaMetafactory's call sites. The class implements the interface and has a final field
 * for each captured value; its methods load these and their arguments, call what the handle refers
 * to, and convert on the way in and out. The site calls a static method that makes the object, anew
 * each time or, when nothing is captured, once. */
#include "dynamic/site.h"

#include <string.h>

#include "base/die.h"
#include "base/intern.h"

enum { MOST_SLOTS = 254 }; /* of the parameters besides a receiver (JVMS 4.3.3) */

enum { FLAG_SERIALIZABLE = 1, FLAG_MARKERS = 2, FLAG_BRIDGES = 4 };

/* JVMS table 5.4.3.5-A. */
enum reference_kind {
    REFERENCE_INVOKE_VIRTUAL = 5,
    REFERENCE_INVOKE_STATIC = 6,
    REFERENCE_INVOKE_SPECIAL = 7,
    REFERENCE_NEW = 8,
    REFERENCE_INVOKE_INTERFACE = 9,
};

struct lambda_object {
    struct bootstrap_site *site;
    const char *interface;                  /* that the object implements */
    const char *erased;                     /* descriptor of its method */
    const struct method_shape *specialized; /* the method's types as this object has them */

    enum reference_kind kind;
    const struct constant *reference; /* what is called */
    enum constant_tag tag;
    enum opcode opcode;
    const struct method_shape *target;
    VEC(struct value_type) parameters; /* of what is called, the receiver included */
    struct value_type result;
};

#define FACTORY  "make-lambda"
#define INSTANCE "instance"

static const char *field_name(int index) { return intern_format("arg$%d", index + 1); }

static const char *capture_descriptor(const struct lambda_object *lambda) {
    const char *descriptor = lambda->site->descriptor;
    return intern_format("%.*sV", (int)(strchr(descriptor, ')') + 1 - descriptor), descriptor);
}

/* --- what is called --- */

/* The instruction that calls as the handle would. */
static enum opcode call_opcode(enum reference_kind kind) {
    switch (kind) {
    case REFERENCE_INVOKE_VIRTUAL: return OP_invokevirtual;
    case REFERENCE_INVOKE_STATIC: return OP_invokestatic;
    case REFERENCE_INVOKE_SPECIAL:
    case REFERENCE_NEW: return OP_invokespecial;
    case REFERENCE_INVOKE_INTERFACE: return OP_invokeinterface;
    }
    UNREACHABLE();
}

static bool resolve_target(struct lambda_object *lambda, const struct constant *handle) {
    struct bootstrap_site *site = lambda->site;
    lambda->kind = (enum reference_kind)handle->handle.kind;
    if (lambda->kind < REFERENCE_INVOKE_VIRTUAL)
        return site_fail(site, "a lambda object of a field's method handle");
    lambda->opcode = call_opcode(lambda->kind);
    if (!site_load_types(site, site->constants[handle->handle.index].member.descriptor))
        return false;
    if (!resolve_method(site->thread, site->host, handle->handle.index, lambda->opcode))
        return false;
    lambda->reference = &site->constants[handle->handle.index];
    lambda->tag = lambda->reference->tag;
    const struct constant *reference = lambda->reference;
    bool is_constructor = lambda->kind == REFERENCE_NEW;
    if ((reference->member.name[0] == '<') != is_constructor)
        return site_fail(site, "a lambda object that calls %s", reference->member.name);
    lambda->target = method_shape_of(reference->member.descriptor);
    if (lambda->kind != REFERENCE_INVOKE_STATIC && lambda->target->parameter_slots > MOST_SLOTS)
        return site_fail(site, "too many parameters of %s", reference->member.name);
    bool is_special = lambda->kind == REFERENCE_INVOKE_SPECIAL;
    struct value_type owner =
        class_type(is_special ? site->host->name : reference->member.class_name);
    lambda->result = is_constructor ? owner : return_type(lambda->target);
    if (lambda->kind != REFERENCE_INVOKE_STATIC && !is_constructor)
        vec_push(&lambda->parameters, owner);
    for (int i = 0; i < lambda->target->parameter_count; i++)
        vec_push(&lambda->parameters, parameter_type(lambda->target, i));
    return true;
}

/* --- the object's methods --- */

static bool convert(struct assembler *assembler, struct value_type from, struct value_type via,
                    struct value_type to, bool *is_right) {
    return *is_right = *is_right && assemble_conversion(assembler, from, via, to);
}

static void load_captures(struct lambda_object *lambda, struct assembler *assembler,
                          bool *is_right) {
    const struct method_shape *captures = lambda->site->shape;
    for (int i = 0; i < captures->parameter_count && *is_right; i++) {
        struct value_type type = parameter_type(captures, i);
        assemble(assembler, OP_aload_0);
        assemble_field(assembler, OP_getfield, lambda->site->class_name, field_name(i),
                       type_descriptor(type));
        convert(assembler, type, type, lambda->parameters.items[i], is_right);
    }
}

static void load_arguments(struct lambda_object *lambda, struct assembler *assembler,
                           const struct method_shape *shape, bool *is_right) {
    int first = lambda->site->shape->parameter_count, slot = 1;
    for (int i = 0; i < shape->parameter_count && *is_right; i++) {
        struct value_type type = parameter_type(shape, i);
        assemble_load(assembler, type.java, slot);
        slot += java_type_slots(type.java);
        convert(assembler, type, parameter_type(lambda->specialized, i),
                lambda->parameters.items[first + i], is_right);
    }
}

static void return_result(struct lambda_object *lambda, struct assembler *assembler,
                          struct value_type result, bool *is_right) {
    if (result.java == JAVA_VOID) {
        int slots = java_type_slots(lambda->result.java);
        if (slots > 0) assemble(assembler, slots == 2 ? OP_pop2 : OP_pop);
    } else {
        convert(assembler, lambda->result, lambda->result, result, is_right);
    }
    if (*is_right) assemble_return(assembler, result.java);
}

/* The interface's method with these types, or a bridge. */
static bool add_method(struct lambda_object *lambda, const char *descriptor) {
    struct bootstrap_site *site = lambda->site;
    const struct constant *reference = lambda->reference;
    const struct method_shape *shape = method_shape_of(descriptor);
    int count = site->shape->parameter_count + shape->parameter_count;
    bool is_right = shape->parameter_count == lambda->specialized->parameter_count &&
                    count == (int)lambda->parameters.count;
    struct assembler assembler;
    assembler_init(&assembler, &site->writer);
    if (is_right && lambda->kind == REFERENCE_NEW) {
        assemble_class(&assembler, OP_new, reference->member.class_name);
        assemble(&assembler, OP_dup);
    }
    if (is_right) load_captures(lambda, &assembler, &is_right);
    if (is_right) load_arguments(lambda, &assembler, shape, &is_right);
    if (is_right) {
        assemble_invoke(&assembler, lambda->opcode, lambda->tag, reference->member.class_name,
                        reference->member.name, reference->member.descriptor);
        return_result(lambda, &assembler, return_type(shape), &is_right);
    }
    assembler_finish(&assembler, ACC_PUBLIC, site->name, descriptor);
    return is_right ||
           site_fail(site, "Type mismatch for lambda object: %s%s as %s%s", reference->member.name,
                     reference->member.descriptor, site->name, descriptor);
}

/* --- making the object --- */

static void add_constructor(struct lambda_object *lambda) {
    struct bootstrap_site *site = lambda->site;
    struct assembler assembler;
    assembler_init(&assembler, &site->writer);
    assemble(&assembler, OP_aload_0);
    assemble_invoke(&assembler, OP_invokespecial, CONSTANT_METHOD, "java/lang/Object", "<init>",
                    "()V");
    for (int i = 0, slot = 1; i < site->shape->parameter_count; i++) {
        struct value_type type = parameter_type(site->shape, i);
        const char *descriptor = type_descriptor(type);
        class_writer_add_field(&site->writer, ACC_PRIVATE | ACC_FINAL, field_name(i), descriptor,
                               0);
        assemble(&assembler, OP_aload_0);
        assemble_load(&assembler, type.java, slot);
        assemble_field(&assembler, OP_putfield, site->class_name, field_name(i), descriptor);
        slot += java_type_slots(type.java);
    }
    assemble(&assembler, OP_return);
    assembler_finish(&assembler, ACC_PRIVATE, "<init>", capture_descriptor(lambda));
}

static void assemble_object(struct lambda_object *lambda, struct assembler *assembler) {
    struct bootstrap_site *site = lambda->site;
    assemble_class(assembler, OP_new, site->class_name);
    assemble(assembler, OP_dup);
    for (int i = 0, slot = 0; i < site->shape->parameter_count; i++) {
        assemble_load(assembler, site->shape->parameters[i], slot);
        slot += java_type_slots(site->shape->parameters[i]);
    }
    assemble_invoke(assembler, OP_invokespecial, CONSTANT_METHOD, site->class_name, "<init>",
                    capture_descriptor(lambda));
}

static void add_instance(struct lambda_object *lambda, const char *descriptor) {
    struct bootstrap_site *site = lambda->site;
    struct assembler assembler;
    class_writer_add_field(&site->writer, ACC_PRIVATE | ACC_STATIC | ACC_FINAL, INSTANCE,
                           descriptor, 0);
    assembler_init(&assembler, &site->writer);
    assemble_object(lambda, &assembler);
    assemble_field(&assembler, OP_putstatic, site->class_name, INSTANCE, descriptor);
    assemble(&assembler, OP_return);
    assembler_finish(&assembler, ACC_STATIC, "<clinit>", "()V");
}

static void add_factory(struct lambda_object *lambda) {
    struct bootstrap_site *site = lambda->site;
    const char *interface = type_descriptor(class_type(lambda->interface));
    bool is_constant = site->shape->parameter_count == 0;
    if (is_constant) add_instance(lambda, interface);
    struct assembler assembler;
    assembler_init(&assembler, &site->writer);
    if (is_constant)
        assemble_field(&assembler, OP_getstatic, site->class_name, INSTANCE, interface);
    else
        assemble_object(lambda, &assembler);
    assemble_return(&assembler, JAVA_REFERENCE);
    site->method_name = FACTORY;
    assembler_finish(&assembler, ACC_STATIC, FACTORY, site->descriptor);
}

/* --- the class --- */

/* Both factories begin with the same three arguments. */
static bool begin(struct lambda_object *lambda) {
    struct bootstrap_site *site = lambda->site;
    const struct constant *erased = site_argument(site, 0, CONSTANT_METHOD_TYPE);
    const struct constant *handle = erased ? site_argument(site, 1, CONSTANT_METHOD_HANDLE) : NULL;
    const struct constant *type = handle ? site_argument(site, 2, CONSTANT_METHOD_TYPE) : NULL;
    if (!type) return false;
    if (!site->shape->return_class || *site->shape->return_class == '[' ||
        site->shape->parameter_slots > MOST_SLOTS || site->name[0] == '<')
        return site_fail(site, "a lambda object of type %s", site->descriptor);
    lambda->interface = site->shape->return_class;
    const struct class *interface = class_load(site->thread, lambda->interface);
    if (!interface) return false;
    if (!class_is_interface(interface))
        return site_fail(site, "%s is not an interface", interface->binary_name);
    lambda->erased = erased->name;
    lambda->specialized = method_shape_of(type->name);
    if (!site_load_types(site, erased->name) || !resolve_target(lambda, handle) ||
        !site_load_types(site, type->name))
        return false;
    site_begin_class(site, "Lambda");
    class_writer_add_interface(&site->writer, lambda->interface);
    add_constructor(lambda);
    add_factory(lambda);
    return add_method(lambda, lambda->erased);
}

bool make_lambda(struct bootstrap_site *site) {
    struct lambda_object lambda = {.site = site};
    bool done = begin(&lambda);
    vec_release(&lambda.parameters);
    return done;
}

/* The number at *[next] of the static arguments, 0 when there is none. */
static int next_number(struct bootstrap_site *site, int *next) {
    const struct constant *constant = site_argument(site, (*next)++, CONSTANT_INTEGER);
    return constant ? constant->integer : 0;
}

static void add_interface(struct lambda_object *lambda, const char *name) {
    if (name == lambda->interface) return;
    struct class_writer *writer = &lambda->site->writer;
    uint16_t constant = class_writer_class(writer, name);
    vec_each(uint16_t, known, &writer->interfaces)
        if (*known == constant) return;
    class_writer_add_interface(writer, name);
}

static bool add_markers(struct lambda_object *lambda, int *next) {
    int count = next_number(lambda->site, next);
    for (int i = 0; i < count; i++) {
        const struct constant *marker = site_argument(lambda->site, (*next)++, CONSTANT_CLASS);
        if (!marker) return false;
        add_interface(lambda, marker->name);
    }
    return true;
}

static bool add_bridges(struct lambda_object *lambda, int *next) {
    int count = next_number(lambda->site, next);
    for (int i = 0; i < count; i++) {
        const struct constant *type = site_argument(lambda->site, (*next)++, CONSTANT_METHOD_TYPE);
        if (!type || (type->name != lambda->erased && !add_method(lambda, type->name)))
            return false;
    }
    return true;
}

bool make_alternative_lambda(struct bootstrap_site *site) {
    struct lambda_object lambda = {.site = site};
    int next = 3;
    bool done = begin(&lambda);
    if (done) {
        int flags = next_number(site, &next);
        done = !site->thread->exception &&
               (!(flags & FLAG_MARKERS) || add_markers(&lambda, &next)) &&
               (!(flags & FLAG_BRIDGES) || add_bridges(&lambda, &next)) && !site->thread->exception;
        if (flags & FLAG_SERIALIZABLE) add_interface(&lambda, "java/io/Serializable");
    }
    vec_release(&lambda.parameters);
    return done;
}
