/* TYPEFLOW STEP: one instruction. Those whose operands have the types that opcodes.def gives are
 * done by its rows; the others have a case. */
#include <string.h>

#include "base/die.h"
#include "base/intern.h"
#include "classfile/bytes.h"
#include "classfile/regions.h"
#include "classfile/typeflow_internal.h"

static const uint8_t *operands_of(const struct typeflow *flow) {
    return flow->code->bytes + flow->bci + 1;
}

static const struct constant *constant_of(const struct typeflow *flow, uint16_t index) {
    return &flow->file->constants[index];
}

/* Arithmetic and the like, by its row. */
static bool step_by_row(struct typeflow *flow, enum opcode opcode) {
    const char *pops = opcode_pops(opcode);
    for (size_t i = strlen(pops); i > 0; i--)
        if (!pop_letter(flow, pops[i - 1])) return false;
    for (const char *push = opcode_pushes(opcode); *push; push++)
        if (!push_letter(flow, *push)) return false;
    return true;
}

static bool load_constant(struct typeflow *flow, uint16_t index) {
    const struct constant *constant = constant_of(flow, index);
    const char *class = NULL;
    if (constant->tag == CONSTANT_INTEGER) return push_letter(flow, 'I');
    if (constant->tag == CONSTANT_FLOAT) return push_letter(flow, 'F');
    if (constant->tag == CONSTANT_LONG) return push_letter(flow, 'J');
    if (constant->tag == CONSTANT_DOUBLE) return push_letter(flow, 'D');
    if (constant->tag == CONSTANT_DYNAMIC) {
        const char *cursor = constant->dynamic.descriptor;
        enum java_type type = read_type(flow, &cursor, &class);
        return push_slot(flow, slot_of_type(flow, type, class));
    }
    class = constant->tag == CONSTANT_STRING          ? "java/lang/String"
            : constant->tag == CONSTANT_CLASS         ? "java/lang/Class"
            : constant->tag == CONSTANT_METHOD_HANDLE ? "java/lang/invoke/MethodHandle"
                                                      : "java/lang/invoke/MethodType";
    return push_slot(flow, slot_of_named_class(flow, class));
}

/* --- arrays --- */

/* The names of the arrays that the typed array instructions take, from iaload and iastore on. */
static const char *const array_names[] = {"[I", "[J", "[F", "[D", NULL, "[B", "[C", "[S"};
static const char element_letters[] = "IJFDAIII";

static bool pop_array(struct typeflow *flow, int index, struct slot *component) {
    struct slot array;
    const char *name = array_names[index];
    if (!pop_any_reference(flow, &array)) return false;
    bool is_right = name ? slot_is_array_of(flow, array, name, index == 5 ? "[Z" : name)
                         : slot_component(flow, array, component);
    return is_right ||
           typeflow_fail(flow, "bad type on operand stack: expected %s, found %s",
                         name ? name : "an array of references", slot_text(flow, array));
}

static bool load_element(struct typeflow *flow, int index) {
    struct slot component = slot_of_kind(SLOT_TOP);
    if (!pop_letter(flow, 'I') || !pop_array(flow, index, &component)) return false;
    return array_names[index] ? push_letter(flow, element_letters[index])
                              : push_slot(flow, component);
}

static bool store_element(struct typeflow *flow, int index) {
    struct slot component;
    bool is_popped = array_names[index] ? pop_letter(flow, element_letters[index])
                                        : pop_class(flow, flow->object);
    return is_popped && pop_letter(flow, 'I') && pop_array(flow, index, &component);
}

static bool check_array_length(struct typeflow *flow) {
    struct slot array;
    if (!pop_any_reference(flow, &array)) return false;
    if (slot_is_array(flow, array)) return push_letter(flow, 'I');
    return typeflow_fail(flow, "bad type on operand stack: expected an array, found %s",
                         slot_text(flow, array));
}

static bool push_class(struct typeflow *flow, const char *name) {
    return push_slot(flow, slot_of_class(flow, name));
}

static bool new_primitive_array(struct typeflow *flow) {
    static const char *const names[] = {"[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"};
    return pop_letter(flow, 'I') &&
           push_slot(flow,
                     slot_of_named_class(flow, names[*operands_of(flow) - ARRAY_TYPE_BOOLEAN]));
}

static bool new_reference_array(struct typeflow *flow) {
    const char *element = constant_of(flow, read_u16(operands_of(flow)))->name;
    if (strspn(element, "[") == 255)
        return typeflow_fail(flow, "an array of more than 255 dimensions");
    if (!pop_letter(flow, 'I')) return false;
    if (!flow->hierarchy) return push_class(flow, NULL);
    return push_class(flow, intern_format(*element == '[' ? "[%s" : "[L%s;", element));
}

static bool new_multi_array(struct typeflow *flow) {
    for (int i = operands_of(flow)[2]; i > 0; i--)
        if (!pop_letter(flow, 'I')) return false;
    return push_class(flow, constant_of(flow, read_u16(operands_of(flow)))->name);
}

/* --- objects --- */

/* An uninitialised object of an earlier iteration cannot be told from the new one: it must be gone.
 */
static bool new_object(struct typeflow *flow) {
    struct slot slot = {.kind = SLOT_UNINITIALIZED, .detail = flow->bci};
    for (uint32_t i = 0; i < flow->now.depth; i++)
        if (slot_equals(*stack_top(flow, i), slot))
            return typeflow_fail(flow,
                                 "an uninitialized object of an earlier iteration on the stack");
    replace_slots(flow, slot, slot_of_kind(SLOT_TOP));
    return push_slot(flow, slot);
}

static bool pop_reference(struct typeflow *flow) {
    struct slot slot;
    return pop_any_reference(flow, &slot);
}

/* Balanced locks are not the verifier's concern (JVMS 2.11.10). Locks of inserted code do not count
 * as the program's. */
static bool count_lock(struct typeflow *flow, int opcode) {
    uint32_t *locks = &flow->now.locks;
    flow->locals_changed = true; /* handlers see them too */
    if (*locks == LOCKS_UNKNOWN || code_region_at(flow->code, flow->bci)) return true;
    *locks += opcode == OP_monitorenter ? 1u : -1u; /* LOCKS_UNKNOWN: one left too many */
    return true;
}

static bool step_wide_or_local(struct typeflow *flow) {
    struct local_access access;
    if (instruction_local_access(flow->code, flow->bci, &access))
        return access_local(flow, &access);
    return typeflow_fail(flow, "jsr and ret are not supported");
}

bool typeflow_step(struct typeflow *flow) {
    const uint8_t *operands = operands_of(flow);
    int opcode = operands[-1];
    switch (opcode) {
    case OP_aconst_null: return push_slot(flow, slot_of_kind(SLOT_NULL));
    case OP_ldc: return load_constant(flow, operands[0]);
    case OP_ldc_w:
    case OP_ldc2_w: return load_constant(flow, read_u16(operands));
    case OP_iload ... OP_aload_3:
    case OP_istore ... OP_astore_3:
    case OP_iinc:
    case OP_ret:
    case OP_jsr:
    case OP_jsr_w:
    case OP_wide: return step_wide_or_local(flow);
    case OP_iaload ... OP_saload: return load_element(flow, opcode - OP_iaload);
    case OP_iastore ... OP_sastore: return store_element(flow, opcode - OP_iastore);
    case OP_pop: return shuffle_stack(flow, 1, 1, "");
    case OP_pop2: return shuffle_stack(flow, 2, 2, "");
    case OP_dup: return shuffle_stack(flow, 1, 1, "aa");
    case OP_dup_x1: return shuffle_stack(flow, 2, 1, "aba");
    case OP_dup_x2: return shuffle_stack(flow, 3, 1, "acba");
    case OP_dup2: return shuffle_stack(flow, 2, 2, "baba");
    case OP_dup2_x1: return shuffle_stack(flow, 3, 2, "bacba");
    case OP_dup2_x2: return shuffle_stack(flow, 4, 2, "badcba");
    case OP_swap: return shuffle_stack(flow, 2, 1, "ab");
    case OP_if_acmpeq:
    case OP_if_acmpne: return pop_reference(flow) && pop_reference(flow);
    case OP_ifnull:
    case OP_ifnonnull: return pop_reference(flow);
    case OP_monitorenter:
    case OP_monitorexit: return pop_reference(flow) && count_lock(flow, opcode);
    case OP_ireturn ... OP_return: return check_return(flow, opcode);
    case OP_getstatic ... OP_putfield: return check_field_access(flow, opcode);
    case OP_invokevirtual ... OP_invokedynamic: return check_invocation(flow, opcode);
    case OP_new: return new_object(flow);
    case OP_newarray: return new_primitive_array(flow);
    case OP_anewarray: return new_reference_array(flow);
    case OP_multianewarray: return new_multi_array(flow);
    case OP_arraylength: return check_array_length(flow);
    case OP_athrow: return pop_class(flow, flow->throwable);
    case OP_checkcast:
        return pop_class(flow, flow->object) &&
               push_class(flow, constant_of(flow, read_u16(operands))->name);
    case OP_instanceof: return pop_class(flow, flow->object) && push_letter(flow, 'I');
    default: return step_by_row(flow, (enum opcode)opcode);
    }
}
