/* TYPEFLOW MEMBERS: fields, invocations and returns (JVMS 4.10.1.8, 4.10.1.9). */
#include <string.h>

#include "base/intern.h"
#include "classfile/bytes.h"
#include "classfile/typeflow_internal.h"

static const struct constant *constant_at_bci(const struct typeflow *flow) {
    return &flow->file->constants[read_u16(flow->code->bytes + flow->bci + 1)];
}

static bool is_constructor(const char *name) { return strcmp(name, "<init>") == 0; }

/* --- protected members --- */

static bool is_foreign_protected(struct typeflow *flow, const struct constant *member) {
    const struct class_hierarchy *hierarchy = flow->hierarchy;
    if (!hierarchy || !hierarchy->is_foreign_protected || *member->member.class_name == '[')
        return false;
    enum hierarchy_answer answer = hierarchy->is_foreign_protected(hierarchy->context, member);
    if (answer == ANSWER_FAILED) typeflow_stop(flow);
    return answer == ANSWER_YES;
}

/* A protected member of a superclass in another package is for objects of the own class alone; so
 * that is what [object] must be. */
static bool check_protected(struct typeflow *flow, const struct constant *member,
                            struct slot object) {
    if (!is_foreign_protected(flow, member)) return !typeflow_is_done(flow);
    bool is_clone_of_array =
        strcmp(member->member.name, "clone") == 0 && slot_is_array(flow, object);
    return is_clone_of_array || slot_is_assignable(flow, object, flow->file->name) ||
           typeflow_fail(flow, "bad access to protected data: %s.%s of %s",
                         member->member.class_name, member->member.name, slot_text(flow, object));
}

/* --- fields --- */

static bool is_declared_here(const struct classfile *file, const struct constant *field) {
    if (field->member.class_name != file->name) return false;
    for (uint16_t i = 0; i < file->field_count; i++)
        if (file->fields[i].name == field->member.name &&
            file->fields[i].descriptor == field->member.descriptor)
            return true;
    return false;
}

/* A constructor may set its own fields before it calls another (JVMS 4.10.1.9.putfield). */
static bool pop_field_owner(struct typeflow *flow, const struct constant *field, bool is_put) {
    struct slot object = flow->now.depth ? *stack_top(flow, 0) : slot_of_kind(SLOT_TOP);
    if (is_put && object.kind == SLOT_UNINITIALIZED_THIS && is_declared_here(flow->file, field))
        return pop_slots(flow, 1);
    return pop_class(flow, field->member.class_name) && check_protected(flow, field, object);
}

bool check_field_access(struct typeflow *flow, int opcode) {
    const struct constant *field = constant_at_bci(flow);
    const char *cursor = field->member.descriptor, *class;
    enum java_type type = read_type(flow, &cursor, &class);
    bool is_put = opcode == OP_putstatic || opcode == OP_putfield;
    bool is_static = opcode == OP_getstatic || opcode == OP_putstatic;
    if (is_put && !pop_type(flow, type, class)) return false;
    if (!is_static && !pop_field_owner(flow, field, is_put)) return false;
    return is_put || push_slot(flow, slot_of_type(flow, type, class));
}

/* --- constructors --- */

static bool initialize(struct typeflow *flow, struct slot object, const char *class) {
    replace_slots(flow, object, slot_of_class(flow, class));
    if (object.kind == SLOT_UNINITIALIZED_THIS) flow->now.is_this_uninitialized = false;
    return true;
}

static bool check_constructor_call(struct typeflow *flow, const struct constant *method) {
    const char *class = method->member.class_name;
    struct slot object;
    if (!pop_any_reference(flow, &object)) return false;
    if (object.kind == SLOT_UNINITIALIZED_THIS) {
        if (class == flow->file->name || class == flow->file->super_name)
            return initialize(flow, object, flow->file->name);
        return typeflow_fail(flow, "constructor of %s called for this", class);
    }
    if (object.kind != SLOT_UNINITIALIZED)
        return typeflow_fail(flow, "expected an uninitialized object, found %s",
                             slot_text(flow, object));
    const uint8_t *made = flow->code->bytes + object.detail;
    if (flow->file->constants[read_u16(made + 1)].name != class)
        return typeflow_fail(flow, "constructor of %s called for a %s", class,
                             flow->file->constants[read_u16(made + 1)].name);
    if (is_foreign_protected(flow, method))
        return typeflow_fail(flow, "bad access to protected constructor of %s", class);
    return !typeflow_is_done(flow) && initialize(flow, object, class);
}

/* --- other calls --- */

/* invokespecial calls methods of the own class, its superclasses and direct superinterfaces. */
static bool check_special_class(struct typeflow *flow, const struct constant *method) {
    const char *class = method->member.class_name;
    if (class == flow->file->name || class == flow->file->super_name) return true;
    bool is_interface = method->tag == CONSTANT_INTERFACE_METHOD;
    for (uint16_t i = 0; i < flow->file->interface_count && is_interface; i++)
        if (class == flow->file->interfaces[i]) return true;
    if (!flow->hierarchy) return true;
    if (!is_interface && slot_is_assignable(flow, slot_of_class(flow, flow->file->name), class))
        return true;
    return typeflow_fail(
        flow, "invokespecial of %s, which is not a direct superinterface or superclass", class);
}

static bool pop_receiver(struct typeflow *flow, const struct constant *method, int opcode) {
    if (is_constructor(method->member.name)) return check_constructor_call(flow, method);
    if (opcode == OP_invokespecial)
        return check_special_class(flow, method) && pop_class(flow, flow->file->name);
    struct slot object = flow->now.depth ? *stack_top(flow, 0) : slot_of_kind(SLOT_TOP);
    if (!pop_class(flow, method->member.class_name)) return false;
    return opcode == OP_invokeinterface || check_protected(flow, method, object);
}

bool check_invocation(struct typeflow *flow, int opcode) {
    const struct constant *method = constant_at_bci(flow);
    bool is_dynamic = opcode == OP_invokedynamic;
    const struct method_shape *shape =
        method_shape_of(is_dynamic ? method->dynamic.descriptor : method->member.descriptor);
    for (int i = shape->parameter_count - 1; i >= 0; i--)
        if (!pop_type(flow, shape->parameters[i], shape->parameter_classes[i])) return false;
    bool has_receiver = !is_dynamic && opcode != OP_invokestatic;
    if (has_receiver && !pop_receiver(flow, method, opcode)) return false;
    return shape->return_type == JAVA_VOID ||
           push_slot(flow, slot_of_type(flow, shape->return_type, shape->return_class));
}

/* --- returns --- */

bool check_return(struct typeflow *flow, int opcode) {
    const struct method_shape *shape = method_shape_of(flow->method->descriptor);
    enum java_type wanted = shape->return_type;
    enum java_type given = opcode == OP_return ? JAVA_VOID : (enum java_type)(opcode - OP_ireturn);
    if (given != java_stack_type(wanted))
        return typeflow_fail(flow, "wrong return for descriptor %s", flow->method->descriptor);
    if (flow->now.is_this_uninitialized)
        return typeflow_fail(flow, "constructor returns before it called another constructor");
    return wanted == JAVA_VOID || pop_type(flow, wanted, shape->return_class);
}
