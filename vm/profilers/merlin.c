/* MERLIN: objects whose stamp is later than that of an object that they refer to are sources. From the latest source to the
 * earliest, whatever is reached through earlier stamps gets the source's; so each object is raised once at most. What lives is
 * raised, too, and what it refers to once it dies: only a local variable may hold it, and nobody use it again. */
#include "merlin.h"

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

void merlin_release(struct merlin *merlin) {
    vec_release(&merlin->dead);
    vec_release(&merlin->sources);
    vec_release(&merlin->sorted);
    vec_release(&merlin->raised);
}

void merlin_add(struct merlin *merlin, struct object *object, struct vm_stamp *stamp) {
    stamp->made |= MERLIN_MARK;
    vec_push(&merlin->dead, (struct merlin_death){stamp->used, object});
}

/* --- sources, the latest first --- */

static void see_earlier(void *visitor, struct object *referred) {
    struct merlin *merlin = visitor;
    const struct vm_stamp *stamp =
        merlin->is_source ? NULL : merlin->stamp(merlin->context, referred);
    if (stamp && stamp->used < merlin->time) merlin->is_source = true;
}

static void find_sources(struct merlin *merlin) {
    vec_each(struct merlin_death, death, &merlin->dead) {
        merlin->is_source = false;
        merlin->time = death->used;
        merlin->each_reference(merlin->context, death->object, see_earlier, merlin);
        if (merlin->is_source) vec_push(&merlin->sources, *death);
    }
}

/* By one digit, those with the largest digit first; keeps the order of the others. */
static void sort_by_digit(struct merlin *merlin, int shift) {
    uint32_t start[DIGITS] = {0}, place = 0;
    vec_each(struct merlin_death, death, &merlin->sources)
        start[death->used >> shift & (DIGITS - 1)]++;
    for (int digit = DIGITS; digit-- > 0;) {
        uint32_t count = start[digit];
        start[digit] = place;
        place += count;
    }
    while (merlin->sorted.count < merlin->sources.count)
        vec_push(&merlin->sorted, (struct merlin_death){0});
    vec_each(struct merlin_death, source, &merlin->sources)
        merlin->sorted.items[start[source->used >> shift & (DIGITS - 1)]++] = *source;
    memory_copy(merlin->sources.items, merlin->sorted.items,
                sizeof *merlin->sources.items * merlin->sources.count);
}

static void sort_sources(struct merlin *merlin) {
    uint64_t differing = 0;
    vec_each(struct merlin_death, source, &merlin->sources)
        differing |= source->used ^ merlin->sources.items[0].used;
    for (int shift = 0; shift < 64 && differing >> shift; shift += DIGIT_BITS)
        if (differing >> shift & (DIGITS - 1)) sort_by_digit(merlin, shift);
}

/* --- propagation --- */

static void raise(void *visitor, struct object *referred) {
    struct merlin *merlin = visitor;
    struct vm_stamp *stamp = merlin->stamp(merlin->context, referred);
    if (!stamp || stamp->used >= merlin->time) return;
    stamp->used = merlin->time;
    if (stamp->made & MERLIN_MARK) vec_push(&merlin->raised, referred);
}

static void propagate(struct merlin *merlin) {
    vec_each(struct merlin_death, source, &merlin->sources) {
        merlin->time = source->used;
        if (merlin->stamp(merlin->context, source->object)->used > source->used) continue;
        merlin->each_reference(merlin->context, source->object, raise, merlin);
        while (merlin->raised.count)
            merlin->each_reference(merlin->context, vec_pop(&merlin->raised), raise, merlin);
    }
}

void merlin_settle(struct merlin *merlin,
                   void (*tell)(void *context, struct object *object, const struct vm_stamp *stamp),
                   void *context) {
    find_sources(merlin);
    sort_sources(merlin);
    propagate(merlin);
    vec_each(struct merlin_death, death, &merlin->dead) {
        struct vm_stamp *stamp = merlin->stamp(merlin->context, death->object);
        stamp->made &= ~MERLIN_MARK;
        tell(context, death->object, stamp);
    }
    vec_clear(&merlin->dead);
    vec_clear(&merlin->sources);
    vec_clear(&merlin->sorted);
}
