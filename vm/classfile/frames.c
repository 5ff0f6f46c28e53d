/* FRAMES: what the reader, the writer and typeflow share about stack map frames. */
#include "classfile/frames.h"

#include <string.h>

#include "classfile/descriptor.h"

bool verification_type_equals(const struct verification_type *a,
                              const struct verification_type *b) {
    if (a->tag != b->tag) return false;
    if (a->tag == VERIFY_OBJECT) return a->class_name == b->class_name;
    return a->tag != VERIFY_UNINITIALIZED || a->bci == b->bci;
}

static struct verification_type type_of(enum java_type type, const char *class_name) {
    static const enum verification_tag tags[] = {
        [JAVA_INT] = VERIFY_INTEGER,      [JAVA_LONG] = VERIFY_LONG,
        [JAVA_FLOAT] = VERIFY_FLOAT,      [JAVA_DOUBLE] = VERIFY_DOUBLE,
        [JAVA_REFERENCE] = VERIFY_OBJECT,
    };
    struct verification_type entry = {.tag = tags[java_stack_type(type)]};
    if (class_name) entry.class_name = class_name;
    return entry;
}

struct stack_map_frame frame_of_start(struct arena *arena, const char *class_name,
                                      const struct member_info *method) {
    const struct method_shape *shape = method_shape_of(method->descriptor);
    struct verification_type *locals =
        ARENA_ARRAY(arena, struct verification_type, shape->parameter_count + 1);
    struct stack_map_frame frame = {.locals = locals};
    if (!(method->access & ACC_STATIC)) {
        bool is_constructor =
            strcmp(method->name, "<init>") == 0 && strcmp(class_name, "java/lang/Object") != 0;
        locals[frame.local_count++] =
            is_constructor ? (struct verification_type){.tag = VERIFY_UNINITIALIZED_THIS}
                           : type_of(JAVA_REFERENCE, class_name);
    }
    for (int i = 0; i < shape->parameter_count; i++)
        locals[frame.local_count++] = type_of(shape->parameters[i], shape->parameter_classes[i]);
    return frame;
}
