/* READ STACK MAP: the frames of StackMapTable (JVMS 4.7.4), with the differences added up. They are
 * hints: their form is checked, their truth is not. */
#include "classfile/bytes.h"
#include "classfile/frames.h"
#include "classfile/read_code.h"

enum {
    SAME_ONE_ON_STACK = 64,
    RESERVED = 128,
    SAME_ONE_ON_STACK_FAR = 247,
    CHOP = 248,
    SAME_FAR = 251,
    FULL = 255,
};

/* What frames say is not checked in version 50, whose verifier may do without (JVMS 4.10). */
static void frame_fail(struct code_check *check, const char *what) {
    check->are_frames_wrong = true;
    if (check->reader->file->major > 50) reader_fail(check->reader, "%s", what);
}

static bool is_done(const struct code_check *check) {
    return check->are_frames_wrong || check->reader->failed;
}

static struct verification_type read_type(struct code_check *check) {
    struct reader *reader = check->reader;
    size_t offset = reader->offset;
    struct verification_type type = {.tag = (enum verification_tag)reader_u8(reader)};
    if (type.tag == VERIFY_OBJECT) {
        type.class_name = reader_class_name(reader, false);
    } else if (type.tag == VERIFY_UNINITIALIZED) {
        type.bci = reader_u16(reader);
        if (!code_is_start(check, type.bci) || check->code->bytes[type.bci] != OP_new)
            frame_fail(check, "frame with an object that no new creates");
    } else if (type.tag > VERIFY_UNINITIALIZED) {
        reader_fail_at(reader, offset, "unknown verification type %d", type.tag);
    }
    return type;
}

/* [kept] entries of [before], then [count] that follow in the file. [slots] is how many slots there
 * may be. */
static const struct verification_type *read_types(struct code_check *check,
                                                  const struct verification_type *before,
                                                  uint16_t kept, uint16_t count, uint32_t slots) {
    struct verification_type *types =
        ARENA_ARRAY(check->reader->arena, struct verification_type, kept + count);
    uint32_t used = 0;
    for (uint16_t i = 0; i < kept + count && !is_done(check); i++) {
        types[i] = i < kept ? before[i] : read_type(check);
        used += types[i].tag == VERIFY_LONG || types[i].tag == VERIFY_DOUBLE ? 2 : 1;
        if (used > slots) frame_fail(check, "frame beyond max_locals or max_stack");
    }
    return types;
}

/* The locals and stack of a frame of this kind, after its distance. */
static void read_frame(struct code_check *check, uint8_t kind, const struct stack_map_frame *before,
                       struct stack_map_frame *frame) {
    const struct code *code = check->code;
    struct reader *reader = check->reader;
    frame->locals = before->locals;
    frame->local_count = before->local_count;
    if (kind < SAME_ONE_ON_STACK || kind == SAME_FAR) return;
    if (kind <= SAME_ONE_ON_STACK_FAR) {
        frame->stack_count = 1;
    } else if (kind < SAME_FAR) {
        uint16_t chopped = (uint16_t)(SAME_FAR - kind);
        if (chopped > before->local_count)
            frame_fail(check, "frame with fewer than no locals");
        else
            frame->local_count = (uint16_t)(before->local_count - chopped);
    } else if (kind < FULL) {
        uint16_t more = (uint16_t)(kind - SAME_FAR);
        frame->locals =
            read_types(check, before->locals, before->local_count, more, code->max_locals);
        frame->local_count = (uint16_t)(before->local_count + more);
    } else {
        frame->local_count = reader_count(reader, 1);
        frame->locals = read_types(check, NULL, 0, frame->local_count, code->max_locals);
        frame->stack_count = reader_count(reader, 1);
    }
    frame->stack = read_types(check, NULL, 0, frame->stack_count, code->max_stack);
}

static uint32_t read_distance(struct reader *reader, uint8_t kind) {
    if (kind < RESERVED) return kind % SAME_ONE_ON_STACK;
    if (kind < SAME_ONE_ON_STACK_FAR) reader_fail(reader, "frame of unknown kind %d", kind);
    return reader_u16(reader);
}

void read_stack_map(struct reader *reader, void *owner) {
    struct code_check *check = owner;
    if (check->code->fault) {
        reader->offset = reader->end; /* what frames lie on is not known */
        return;
    }
    struct stack_map_frame start = frame_of_start(reader->arena, reader->file->name, check->method);
    const struct stack_map_frame *before = &start;
    uint16_t count = reader_count(reader, 1);
    struct stack_map_frame *frames = ARENA_ARRAY(reader->arena, struct stack_map_frame, count);
    for (uint16_t i = 0; i < count && !is_done(check); i++) {
        uint8_t kind = reader_u8(reader);
        uint32_t distance = read_distance(reader, kind);
        frames[i].bci = i == 0 ? distance : before->bci + distance + 1;
        if (!code_is_start(check, frames[i].bci)) {
            check->are_frames_wrong = true;
            if (reader->file->major > 50) code_fail(check, 0, "frame that lies on no instruction");
            break;
        }
        read_frame(check, kind, before, &frames[i]);
        before = &frames[i];
    }
    if (check->are_frames_wrong) {
        reader->offset = reader->end;
        return;
    }
    check->code->frames = frames;
    check->code->frame_count = count;
}
