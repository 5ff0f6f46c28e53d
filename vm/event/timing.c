#include "event/timing.h"

#include <math.h>

static const struct {
    const char *text, *meaning;
} parts[] = {
#define TIMED_PART(part, text, meaning) {text, meaning},
#include "event/timed_parts.def"
#undef TIMED_PART
};

const char *timed_part_text(enum timed_part part) { return parts[part].text; }
const char *timed_part_meaning(enum timed_part part) { return parts[part].meaning; }

/* As if there were some more windows, of which half are of it: what is rare, or was in no window, has an interval too (Agresti and
 * Coull, "Approximate is better than exact", 1998). Theirs is around another middle, so this one reaches as far as theirs. */
double timed_error(double windows, double part) {
    const double more = TIMED_INTERVAL * TIMED_INTERVAL, all = windows + more;
    double mean = (part * windows + more / 2) / all;
    return sqrt(mean * (1 - mean) / all) + fabs(mean - part) / TIMED_INTERVAL;
}
