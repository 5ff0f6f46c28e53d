/* The frames of a profile as a numbered tree: equal frames with equal callers are one. */
#ifndef FORMATS_FRAMES_H
#define FORMATS_FRAMES_H

#include "base/vec.h"
#include "formats/indexes.h"
#include "profilers/table.h"

enum { NO_FRAME = UINT32_MAX };

/* Without padding: numbered by its bytes. */
struct frame_row {
    const char *method, *file; /* interned; file may be NULL */
    int32_t bci, line;
    uint32_t caller; /* less than the frame's own number; NO_FRAME: it is the outermost */
    uint32_t is_inlined;
};

struct frames {
    bool
        has_places_alone; /* files, lines and what was inlined are left out: equal bytecodes are equal */
    struct indexes rows;
    struct indexes pointers;
    VEC(uint32_t) of_pointers; /* numbers of rows */
};

void frames_init(struct frames *frames);
void frames_release(struct frames *frames);
/* The number of [frame] and its callers; NO_FRAME of NULL. */
uint32_t frames_of(struct frames *frames, const struct profile_frame *frame);
/* Without its callers. */
uint32_t frames_of_site(struct frames *frames, const struct profile_frame *frame);

#endif
