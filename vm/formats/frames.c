/* FRAMES: chains share their outer frames, so the known part of a chain is found by its address, and only the rest is
 * compared. Chains are as deep as the program's stacks: there is no recursion here. */
#include "formats/frames.h"

#include "base/intern.h"

void frames_init(struct frames *frames) {
    *frames = (struct frames){0};
    indexes_init(&frames->rows);
    indexes_init(&frames->pointers);
}

void frames_release(struct frames *frames) {
    indexes_release(&frames->rows);
    indexes_release(&frames->pointers);
    vec_release(&frames->of_pointers);
}

static uint32_t add_row(struct frames *frames, const struct profile_frame *frame, uint32_t caller) {
    struct frame_row row = {.method = intern(frame->method), .bci = frame->bci, .caller = caller};
    if (!frames->has_places_alone) {
        row.file = frame->file ? intern(frame->file) : NULL;
        row.line = frame->line;
        row.is_inlined = frame->is_inlined;
    }
    return indexes_of(&frames->rows, &row, sizeof row);
}

uint32_t frames_of_site(struct frames *frames, const struct profile_frame *frame) {
    return frame ? add_row(frames, frame, NO_FRAME) : NO_FRAME;
}

uint32_t frames_of(struct frames *frames, const struct profile_frame *frame) {
    VEC(const struct profile_frame *) unknown = {0};
    uint32_t number = NO_FRAME;
    for (; frame; frame = frame->caller) {
        uint32_t known = indexes_find(&frames->pointers, &frame, sizeof frame);
        if (known != NO_INDEX) {
            number = frames->of_pointers.items[known];
            break;
        }
        vec_push(&unknown, frame);
    }
    while (unknown.count) {
        frame = vec_pop(&unknown);
        number = add_row(frames, frame, number);
        indexes_of(&frames->pointers, &frame, sizeof frame);
        vec_push(&frames->of_pointers, number);
    }
    vec_release(&unknown);
    return number;
}
