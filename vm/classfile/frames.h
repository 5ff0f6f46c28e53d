/* Stack map frames (JVMS 4.7.4): the types of locals and stack at an instruction. One entry per
 * value: long and double take one, though they have two slots. */
#ifndef CLASSFILE_FRAMES_H
#define CLASSFILE_FRAMES_H

#include "classfile/classfile.h"

/* The values are those of the class file. */
enum verification_tag {
    VERIFY_TOP,
    VERIFY_INTEGER,
    VERIFY_FLOAT,
    VERIFY_DOUBLE,
    VERIFY_LONG,
    VERIFY_NULL,
    VERIFY_UNINITIALIZED_THIS,
    VERIFY_OBJECT,
    VERIFY_UNINITIALIZED,
};

struct verification_type {
    enum verification_tag tag;
    union {
        const char *class_name; /* object: as in a class constant, "a/B" or "[I"; interned */
        uint32_t bci;           /* uninitialized: of the new */
    };
};

struct stack_map_frame {
    uint32_t bci;
    uint16_t local_count, stack_count; /* trailing tops of the locals are left out */
    const struct verification_type *locals, *stack;
};

bool verification_type_equals(const struct verification_type *a, const struct verification_type *b);
/* The frame at the method's start, which its descriptor says. */
struct stack_map_frame frame_of_start(struct arena *arena, const char *class_name,
                                      const struct member_info *method);

#endif
