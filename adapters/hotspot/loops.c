/* LOOPS: a loop of C2's is that loop of the program which all of its branches and calls are in; of several the innermost. Copies, as in
 * front of the unrolled one and behind it, are the same loop. */
#include "adapters/hotspot/loops.h"

#include <string.h>

/* A loop of a method, at one of the places where that is part of the code. */
struct placed_loop {
    struct log_places at; /* where it is entered */
    const struct bytecode_loop *loop;
    bool is_left, is_unclear; /* unclear: C2's may be another one's */
    struct expected {
        bool is_any;
        double frequency; /* of all copies; below 0 where one is not known */
    } whole, beside;
};

typedef VEC(struct placed_loop) placed_loops;

static bool has_place(const struct placed_loop *placed, const struct log_places *at) {
    uint32_t count = placed->at.places.count;
    if (at->places.count < count) return false;
    const struct log_place *ours = placed->at.places.items,
                           *theirs = at->places.items + at->places.count - count;
    for (uint32_t i = 0; i < count; i++) {
        bool is_at =
            i ? ours[i].bci == theirs[i].bci : bytecode_loop_has(placed->loop, theirs[i].bci);
        if (!is_at || strcmp(ours[i].method, theirs[i].method) != 0) return false;
    }
    return true;
}

/* --- the program's --- */

static bool is_known(const placed_loops *loops, const struct placed_loop *placed) {
    vec_each(const struct placed_loop, known, loops)
        if (known->loop == placed->loop && log_places_equal(&known->at, &placed->at)) return true;
    return false;
}

static void place_loops(placed_loops *out, const struct bytecode_loops *loops, const char *method,
                        const struct log_places *callers) {
    if (!loops) return;
    vec_each(const struct bytecode_loop, loop, &loops->items) {
        struct placed_loop placed = {.loop = loop};
        log_places_add(&placed.at, method, loop->header);
        log_places_add_all(&placed.at, callers);
        if (is_known(out, &placed))
            log_places_release(&placed.at);
        else
            vec_push(out, placed);
    }
}

static void place_all(placed_loops *out, const struct log_task *task, loops_of_method *loops_of,
                      void *context) {
    const struct log_places none = {0};
    place_loops(out, loops_of(context, task->method), task->method, &none);
    vec_each(const struct log_decision, decision, &task->decisions) {
        const char *method = decision->callee ? decision->callee : decision->subject;
        if (decision->kind <= LOG_GUARDED)
            place_loops(out, loops_of(context, method), method, &decision->at);
    }
}

/* --- C2's --- */

static bool is_inner(const struct placed_loop *one, const struct placed_loop *other) {
    if (one->at.places.count != other->at.places.count)
        return one->at.places.count > other->at.places.count;
    return one->loop->end - one->loop->start < other->loop->end - other->loop->start;
}

static bool has_all(const struct placed_loop *placed, const struct log_loop *loop) {
    vec_each(const struct log_places, at, &loop->inside)
        if (!has_place(placed, at)) return false;
    return loop->inside.count > 0;
}

static struct placed_loop *find(const placed_loops *loops, const struct log_loop *loop) {
    struct placed_loop *found = NULL;
    vec_each(struct placed_loop, placed, loops)
        if (has_all(placed, loop) && (!found || is_inner(placed, found))) found = placed;
    return found;
}

static bool is_around(const struct placed_loop *placed, const struct placed_loop *inner) {
    struct log_places at = {0};
    log_places_add_all(&at, &inner->at);
    at.places.items[0].bci = inner->loop->start;
    bool is = placed != inner && has_place(placed, &at);
    log_places_release(&at);
    return is;
}

/* Of two loops of C2 in each other that seem to be one of the program, the outer one may be one around it. */
static bool holds_itself(const struct log_task *task, const struct log_loop *loop,
                         const placed_loops *loops, const struct placed_loop *placed) {
    vec_each(const uint32_t, inner, &loop->inner)
        if (find(loops, &task->loops.items[*inner]) == placed) return true;
    return false;
}

static void add_frequency(struct expected *expected, double frequency) {
    bool is_known = frequency >= 0 && expected->frequency >= 0;
    expected->frequency = is_known ? expected->frequency + frequency : -1;
    expected->is_any = true;
}

/* Is each loop of C2's one of the program's? */
static bool find_all(const struct log_task *task, placed_loops *loops) {
    bool is_known = task->knows_loops;
    vec_each(const struct log_loop, loop, &task->loops) {
        struct placed_loop *placed = find(loops, loop);
        is_known &= placed != NULL;
        if (!placed) continue;
        if (holds_itself(task, loop, loops, placed)) {
            vec_each(struct placed_loop, other, loops)
                other->is_unclear |= is_around(other, placed);
            continue;
        }
        add_frequency(loop->is_beside ? &placed->beside : &placed->whole, loop->frequency);
        placed->is_left = true;
    }
    return is_known;
}

/* --- decisions --- */

static bool was_parsed(const struct log_task *task, const struct placed_loop *placed) {
    vec_each(const struct log_places, at, &task->parsed)
        if (has_place(placed, at)) return true;
    return false;
}

static double frequency_of(const struct placed_loop *placed) {
    if (!placed->is_left) return -1;
    return placed->whole.is_any ? placed->whole.frequency : placed->beside.frequency;
}

static void decide(struct loop_decisions *out, const struct placed_loop *placed,
                   enum log_decision_kind kind, long amount, double frequency) {
    struct log_decision decision = {.kind = kind,
                                    .subject = memory_duplicate(""),
                                    .amount = amount,
                                    .count = -1,
                                    .frequency = frequency};
    log_places_add_all(&decision.at, &placed->at);
    vec_push(&out->items, decision);
}

/* A loop is unrolled in several steps: the last has all copies. */
static void decide_changes(struct loop_decisions *out, const struct log_task *task,
                           const placed_loops *loops, const struct placed_loop *placed) {
    long copies = 0;
    vec_each(const struct log_loop_change, change, &task->changes) {
        if (find(loops, &change->loop) != placed) continue;
        if (change->kind != LOG_LOOP_UNROLLED)
            decide(out, placed, change->kind, change->amount, -1);
        else if (change->amount > copies)
            copies = change->amount;
    }
    if (copies) decide(out, placed, LOG_LOOP_UNROLLED, copies, -1);
}

static bool knows_changes(const struct log_task *task, const placed_loops *loops) {
    vec_each(const struct log_loop_change, change, &task->changes)
        if (!find(loops, &change->loop)) return false;
    return task->knows_changes;
}

struct loop_decisions decide_loops(const struct log_task *task, loops_of_method *loops_of,
                                   void *context) {
    struct loop_decisions decisions = {0};
    placed_loops loops = {0};
    place_all(&loops, task, loops_of, context);
    bool is_known = find_all(task, &loops), is_all_known = knows_changes(task, &loops);
    vec_each(struct placed_loop, placed, &loops) {
        bool is_told =
            placed->is_left || (is_known && !placed->is_unclear && was_parsed(task, placed));
        if (!is_all_known || !is_told || placed->loop->header < 0) continue;
        decide_changes(&decisions, task, &loops, placed);
        decide(&decisions, placed, placed->is_left ? LOG_LOOP_KEPT : LOG_LOOP_REMOVED, 0,
               frequency_of(placed));
    }
    vec_each(struct placed_loop, placed, &loops) log_places_release(&placed->at);
    vec_release(&loops);
    return decisions;
}

void loop_decisions_release(struct loop_decisions *decisions) {
    vec_each(struct log_decision, decision, &decisions->items) log_decision_release(decision);
    vec_release(&decisions->items);
}
