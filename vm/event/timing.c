#include "event/timing.h"

static const struct {
    const char *text, *meaning;
} parts[] = {
#define TIMED_PART(part, text, meaning) {text, meaning},
#include "event/timed_parts.def"
#undef TIMED_PART
};

const char *timed_part_text(enum timed_part part) { return parts[part].text; }
const char *timed_part_meaning(enum timed_part part) { return parts[part].meaning; }
