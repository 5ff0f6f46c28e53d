/* PLACING: which of a unit's loops ticks found threads in, and so what part of its cycles each loop takes.
 *
 * What runs from a tick on ends at a poll of a loop, or at a stamp. Each node's cycles are believed to end at each of these with some
 * odds, so beliefs say how many ticks end at each, and ticks say how many do. What the cycles that end at one are made of is believed. */
#include <math.h>

#include "base/memory.h"
#include "runtime/timing.h"

/* Parts of the unit's cycles. */
struct way_end {
    double believed, part;
    double error; /* the part's standard error */
    double seen;  /* ticks */
};

/* Returns the unit's cycles, as they are believed. */
static double find_believed(const struct timed_unit *unit, struct way_end *ends) {
    double sum = 0;
    for (size_t i = 0; i < unit->piece_count; i++) {
        double cycles = timed_piece_cycles(unit, &unit->pieces[i]);
        ends[unit->pieces[i].end].believed += cycles;
        sum += cycles;
    }
    for (uint32_t i = 0; sum > 0 && i < unit->poll_count + TIMED_ENDS; i++) ends[i].believed /= sum;
    return sum;
}

/* Of chance alone this is in the mean 1 for each of the ends but one (Pearson's chi-squared). */
static double surprise_of(const struct way_end *ends, uint32_t count, double ticks, double known) {
    double surprise = 0, freedom = -1;
    for (uint32_t i = 0; i < count; i++) {
        double expected = ticks * ends[i].believed / known, apart = ends[i].seen - expected;
        freedom += expected > 0 || ends[i].seen > 0;
        surprise += apart * apart / fmax(expected, 1);
    }
    return freedom > 0 ? surprise / freedom : 0;
}

/* Of [count] ends at which ticks are placed, which are the first. Ticks count as far as it is not chance that they are not where they are
 * believed to be: James and Stein's estimate. The interval reaches as far as that of the ticks alone. False: there were none. */
static bool find_parts(struct way_end *ends, uint32_t count) {
    double ticks = 0, known = 0;
    for (uint32_t i = 0; i < count; i++) ticks += ends[i].seen, known += ends[i].believed;
    if (ticks == 0 || known == 0) return false;
    double surprise = surprise_of(ends, count, ticks, known);
    double trust = surprise > 1 ? 1 - 1 / surprise : 0;
    for (uint32_t i = 0; i < count; i++) {
        double believed = ends[i].believed / known, seen = ends[i].seen / ticks;
        double part = believed + trust * (seen - believed);
        ends[i].part = known * part;
        ends[i].error = known * (timed_error(ticks, seen) + fabs(part - seen) / TIMED_INTERVAL);
    }
    return true;
}

/* Cycles that end where none are believed to are of the bytecode that is there. */
static void divide(const struct timed_unit *unit, const struct way_end *ends, double cycles,
                   struct vm_timed_share *shares) {
    for (size_t i = 0; i < unit->share_count; i++) shares[i].share = 0;
    for (size_t i = 0; i < unit->piece_count; i++) {
        const struct timed_piece *piece = &unit->pieces[i];
        const struct way_end *end = &ends[piece->end];
        struct vm_timed_share *share = &shares[piece->share];
        if (end->believed == 0) continue;
        double of_end = timed_piece_cycles(unit, piece) / cycles / end->believed;
        share->share += of_end * end->part;
        share->error += of_end * end->error;
    }
    for (uint32_t i = 0; i <= unit->poll_count; i++) {
        if (ends[i].believed > 0 || ends[i].part == 0) continue;
        struct vm_timed_share *share = &shares[i < unit->poll_count ? unit->poll_shares[i] : 0];
        share->share += ends[i].part;
        share->error += ends[i].error;
    }
}

void timing_place(const struct timed_unit *unit, const int64_t *values, bool at_stamps,
                  struct vm_timed_share *shares) {
    uint32_t placed = unit->poll_count + at_stamps;
    struct way_end *ends = memory_allocate(sizeof *ends * (unit->poll_count + TIMED_ENDS));
    double cycles = find_believed(unit, ends);
    for (uint32_t i = 0; i < placed; i++) ends[i].seen = (double)values[unit->poll_cells + i];
    for (uint32_t i = placed; i < unit->poll_count + TIMED_ENDS; i++)
        ends[i].part = ends[i].believed;
    if (find_parts(ends, placed)) divide(unit, ends, cycles, shares);
    memory_free(ends);
}
