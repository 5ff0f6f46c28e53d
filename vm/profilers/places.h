/* The places of rows as frames of tables. */
#ifndef PROFILERS_PLACES_H
#define PROFILERS_PLACES_H

#include "profilers/table.h"

struct profile_places;

/* Frames are made in the arena; what finds them again lasts until the release. */
struct profile_places *profile_places_new(struct vm *vm, struct arena *arena);
void profile_places_release(struct profile_places *places);

/* With its callers, into which it [is_inlined] or not. Equal places are one frame. NULL of NULL. */
const struct profile_frame *frame_at(struct profile_places *places, const struct position *position,
                                     bool is_inlined);
/* A context of all levels; NULL: no method runs. */
const struct profile_frame *frame_of_context(struct profile_places *places,
                                             const struct context *context);

#endif
