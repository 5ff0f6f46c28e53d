/* WRITE STACK MAP: frames as differences to the one before (JVMS 4.7.4), the shortest form that
 * says it. */
#include "classfile/writing.h"

enum {
    SAME = 0,
    SAME_ONE_ON_STACK = 64,
    SAME_ONE_ON_STACK_FAR = 247,
    SAME_FAR = 251, /* chop of n is this minus n, append of n this plus n */
    FULL = 255,
};

static void add_type(struct class_writer *writer, struct strbuf *out,
                     const struct verification_type *type) {
    add_u8(out, type->tag);
    if (type->tag == VERIFY_OBJECT) add_u16(out, class_writer_class(writer, type->class_name));
    if (type->tag == VERIFY_UNINITIALIZED) add_u16(out, type->bci);
}

static void add_types(struct class_writer *writer, struct strbuf *out,
                      const struct verification_type *types, uint16_t count) {
    for (uint16_t i = 0; i < count; i++) add_type(writer, out, &types[i]);
}

static uint16_t common_locals(const struct stack_map_frame *a, const struct stack_map_frame *b) {
    uint16_t i = 0;
    while (i < a->local_count && i < b->local_count &&
           verification_type_equals(&a->locals[i], &b->locals[i]))
        i++;
    return i;
}

static void add_frame(struct class_writer *writer, struct strbuf *out,
                      const struct stack_map_frame *before, const struct stack_map_frame *frame,
                      uint32_t distance) {
    uint16_t common = common_locals(before, frame);
    int more = frame->local_count - before->local_count;
    bool is_same = common == before->local_count && more == 0;
    bool is_chop = common == frame->local_count && more >= -3 && more < 0;
    bool is_append = common == before->local_count && more > 0 && more <= 3;
    if (is_same && frame->stack_count == 0 && distance < SAME_ONE_ON_STACK) {
        add_u8(out, SAME + distance);
    } else if (is_same && frame->stack_count == 1 && distance < SAME_ONE_ON_STACK) {
        add_u8(out, SAME_ONE_ON_STACK + distance);
        add_type(writer, out, &frame->stack[0]);
    } else if (is_same && frame->stack_count == 1) {
        add_u8(out, SAME_ONE_ON_STACK_FAR);
        add_u16(out, distance);
        add_type(writer, out, &frame->stack[0]);
    } else if ((is_same || is_chop || is_append) && frame->stack_count == 0) {
        add_u8(out, (uint32_t)(SAME_FAR + more));
        add_u16(out, distance);
        if (is_append) add_types(writer, out, frame->locals + common, (uint16_t)more);
    } else {
        add_u8(out, FULL);
        add_u16(out, distance);
        add_u16(out, frame->local_count);
        add_types(writer, out, frame->locals, frame->local_count);
        add_u16(out, frame->stack_count);
        add_types(writer, out, frame->stack, frame->stack_count);
    }
}

void add_stack_map(struct class_writer *writer, struct strbuf *out,
                   const struct member_info *method) {
    const struct code *code = method->code;
    const char *class_name = writer->decoded.items[writer->this_class].name;
    struct stack_map_frame start = frame_of_start(&writer->arena, class_name, method);
    const struct stack_map_frame *before = &start;
    add_u16(out, code->frame_count);
    for (uint16_t i = 0; i < code->frame_count; i++) {
        const struct stack_map_frame *frame = &code->frames[i];
        uint32_t distance = i == 0 ? frame->bci : frame->bci - before->bci - 1;
        add_frame(writer, out, before, frame, distance);
        before = frame;
    }
}
