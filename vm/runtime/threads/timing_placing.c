/* PLACING: of which bytecodes the instructions came that ticks found threads at, and so what part of a unit's cycles each takes.
 *
 * Beliefs say how many ticks find a thread in what is inlined through each call, and ticks say how many do; and of those, in each
 * bytecode. Ticks count as far as it is not chance that they are not where they were believed to be. */
#include <math.h>

#include "base/memory.h"
#include "runtime/timing.h"

/* One of several. */
struct placed {
    double believed, seen; /* cycles, and ticks */
    double part, error;    /* of them all, and its standard error */
};

static bool is_there(const struct placed *part) { return part->believed > 0 || part->seen > 0; }

/* Of chance alone this is in the mean 1 for each of the parts but one (Pearson's chi-squared). */
static double surprise_of(const struct placed *parts, size_t count, double ticks, double cycles) {
    double surprise = 0, freedom = -1;
    for (size_t i = 0; i < count; i++) {
        double expected = cycles > 0 ? ticks * parts[i].believed / cycles : 0,
               apart = parts[i].seen - expected;
        freedom += is_there(&parts[i]);
        surprise += apart * apart / fmax(expected, 1);
    }
    return freedom > 0 ? surprise / freedom : 0;
}

/* James and Stein's estimate. The interval reaches as far as that of the ticks alone. */
static void find_parts(struct placed *parts, size_t count) {
    double ticks = 0, cycles = 0;
    size_t there = 0;
    for (size_t i = 0; i < count; i++) {
        ticks += parts[i].seen;
        cycles += parts[i].believed;
        there += is_there(&parts[i]);
    }
    double surprise = surprise_of(parts, count, ticks, cycles);
    double trust = cycles == 0 ? 1 : surprise > 1 ? 1 - 1 / surprise : 0;
    for (size_t i = 0; i < count; i++) {
        struct placed *part = &parts[i];
        double believed = cycles > 0 ? part->believed / cycles : 0,
               seen = ticks > 0 ? part->seen / ticks : believed;
        part->part = believed + trust * (seen - believed);
        if (ticks > 0 && there > 1 && is_there(part))
            part->error = timed_error(ticks, seen) + fabs(part->part - seen) / TIMED_INTERVAL;
    }
}

/* Of the shares that were inlined through the call of the first; [of_unit]: they all. */
static void divide(const struct timed_unit *unit, uint32_t first, const struct placed *of_unit,
                   const int64_t *ticks, struct placed *parts, struct vm_timed_share *shares) {
    size_t count = 0;
    for (uint32_t i = first; i < unit->share_count; i++)
        if (unit->inlined_as[i] == first)
            parts[count++] = (struct placed){unit->shares[i].believed, (double)ticks[i], 0, 0};
    find_parts(parts, count);
    for (uint32_t i = unit->share_count; i-- > first;) {
        if (unit->inlined_as[i] != first) continue;
        const struct placed *part = &parts[--count];
        shares[i].ticks = ticks[i];
        shares[i].share = of_unit->part * part->part;
        shares[i].inlined_error = of_unit->error * part->part;
        shares[i].error = shares[i].inlined_error + of_unit->part * part->error;
    }
}

void timing_place(const struct timed_unit *unit, const int64_t *values,
                  struct vm_timed_share *shares) {
    size_t count = unit->share_count;
    const int64_t *ticks = &values[unit->tick_cells];
    struct placed *inlined = memory_allocate(sizeof *inlined * count), /* by their first shares */
        *parts = memory_allocate(sizeof *parts * count);
    for (size_t i = 0; i < count; i++) {
        inlined[unit->inlined_as[i]].believed += unit->shares[i].believed;
        inlined[unit->inlined_as[i]].seen += (double)ticks[i];
    }
    find_parts(inlined, count);
    for (uint32_t i = 0; i < count; i++)
        if (unit->inlined_as[i] == i) divide(unit, i, &inlined[i], ticks, parts, shares);
    memory_free(inlined);
    memory_free(parts);
}
