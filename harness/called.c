#include "harness/called.h"

#include "base/vec.h"

static void find_new_contexts(struct called *called) {
    size_t count = called->target->contexts(called->target);
    while (called->tallies.count < count)
        arena_vec_push(called->arena, &called->tallies, (struct context_tally){0});
}

void called_begin(struct called *called, const struct program *program, int64_t iterations,
                  struct arena *arena) {
    *called = (struct called){.target = program->keeps_contexts ? program->target : NULL,
                              .arena = arena,
                              .iterations = iterations};
}

void called_begin_call(struct called *called) {
    if (!called->target) return;
    find_new_contexts(called);
    for (uint32_t i = 0; i < called->tallies.count; i++)
        called->tallies.items[i].before = called->target->context_calls(called->target, i);
}

void called_end_call(struct called *called, int64_t execution) {
    if (!called->target) return;
    find_new_contexts(called);
    for (uint32_t i = 0; i < called->tallies.count; i++) {
        struct context_tally *tally = &called->tallies.items[i];
        int64_t calls = called->target->context_calls(called->target, i) - tally->before;
        if (!calls) continue;
        if (!tally->per_execution)
            tally->per_execution = ARENA_ARRAY(called->arena, int32_t, called->iterations);
        tally->per_execution[execution] = (int32_t)calls;
        tally->total += calls;
    }
}

void called_put(const struct called *called, struct observation *out) {
    uint32_t count = called->tallies.count;
    struct context_observation *seen =
        ARENA_ARRAY(called->arena, struct context_observation, count);
    for (uint32_t i = 0; i < count; i++) {
        struct target_context context = called->target->context(called->target, i);
        seen[i] = (struct context_observation){context.method, context.line, context.caller,
                                               called->tallies.items[i].total,
                                               called->tallies.items[i].per_execution};
    }
    out->contexts = seen;
    out->context_count = count;
}
