/* CODE CACHE: what goes when the code space gets full (Tesone, Polito, Ducasse: Profiling Code Cache
 * Behaviour via Events, section 2). The world stands still. What a word on a stack seems to point
 * into stays, as does what is being left through a guard. From the code on the stacks links are
 * followed breadth first, each counted at the code that it leads to. Then code is released, replaced
 * and invalidated code first, then by the number of its links from 0 upwards, the oldest of equals
 * first, until enough is free. Nothing is moved: what is free becomes one with what is free beside
 * it.
 *
 * Calls go through the method, so no call has to be changed: the method is entered in the
 * interpreter again. Call caches that lead to it remember the method, not the code. */
#define _GNU_SOURCE /* qsort_r */
#include "jit/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "backend/bridge.h"
#include "backend/code_space.h"
#include "base/clock.h"
#include "base/die.h"
#include "interp/profile.h"
#include "runtime/happenings.h"
#include "runtime/known_stacks.h"

/* One piece of code while the world stands still. */
struct resident {
    struct method_code *code;
    int64_t links, executions;
    uint64_t drawn; /* a random number */
    bool is_pinned; /* a frame may be in it */
    bool is_reached;
};

struct release {
    struct jit *jit;
    struct arena arena;
    struct resident *residents;
    size_t count;
    uint32_t *buckets,
        *next_in_bucket; /* by index of the virtual table, of what is valid; from 1 */
    size_t bucket_count;
    VEC(struct resident *) reached; /* a queue */
};

/* --- what is there --- */

static void list_codes(struct release *release) {
    for (struct method_code *code = release->jit->codes; code; code = code->next) release->count++;
    release->residents = ARENA_ARRAY(&release->arena, struct resident, release->count + 1);
    size_t i = 0;
    for (struct method_code *code = release->jit->codes; code; code = code->next, i++) {
        release->residents[i] = (struct resident){.code = code,
                                                  .executions = executions_of(release->jit, code),
                                                  .drawn = rng_next(&release->jit->cache.rng)};
        code->resident = &release->residents[i];
    }
}

static bool is_method(const struct method_code *code) {
    return code->is_valid && code->loop_bci < 0;
}

static void list_virtual_methods(struct release *release) {
    for (size_t i = 0; i < release->count; i++) {
        const struct method *method = release->residents[i].code->method;
        if (method->vtable_index >= (int32_t)release->bucket_count)
            release->bucket_count = (size_t)method->vtable_index + 1;
    }
    release->buckets = ARENA_ARRAY(&release->arena, uint32_t, release->bucket_count + 1);
    release->next_in_bucket = ARENA_ARRAY(&release->arena, uint32_t, release->count + 1);
    memset(release->buckets, 0, sizeof *release->buckets * (release->bucket_count + 1));
    for (size_t i = 0; i < release->count; i++) {
        const struct method_code *code = release->residents[i].code;
        if (!is_method(code) || code->method->vtable_index < 0) continue;
        uint32_t *bucket = &release->buckets[code->method->vtable_index];
        release->next_in_bucket[i] = *bucket;
        *bucket = (uint32_t)i + 1;
    }
}

/* --- what is on the stacks --- */

static void reach(struct release *release, struct resident *resident) {
    if (resident->is_reached) return;
    resident->is_reached = true;
    vec_push(&release->reached, resident);
}

static void pin(struct release *release, const struct machine_code *machine) {
    if (!machine) return;
    struct method_code *code =
        (struct method_code *)((char *)machine - offsetof(struct method_code, machine));
    code->resident->is_pinned = true;
    reach(release, code->resident);
}

/* Reads other functions' frames, red zones of the sanitizer included. */
__attribute__((no_sanitize("address", "undefined", "thread"))) static void
pin_range(struct release *release, const void *from, const void *to) {
    void *const *word = (void *const *)(((uintptr_t)from + 7) & ~(uintptr_t)7);
    for (; (const void *)(word + 1) <= to; word++) {
        pin(release, code_space_owner(*word));
        pin(release, code_space_owner((const char *)*word - 1)); /* behind a call that ends it */
    }
}

static void pin_site(struct release *release, const struct deoptimization_site *site) {
    for (size_t i = 0; i < release->count; i++) {
        struct resident *resident = &release->residents[i];
        const struct machine_code *machine = &resident->code->machine;
        for (int k = 0; k < machine->site_count; k++)
            if (machine->sites[k] == site) pin(release, machine);
    }
}

static void pin_thread(struct release *release, const struct thread *thread, const void *here) {
    const void *from = thread == thread_current() ? here : thread->context.stack_pointer;
    if (thread->left_site) pin_site(release, thread->left_site);
    if (!from) return; /* has not begun */
    pin_range(release, thread->context.registers, &thread->context.stack_pointer);
    pin_range(release, from, thread->native_base);
}

/* What is on their stacks stays, and what they know of addresses goes. */
static void ready_threads(struct release *release) {
    const void *here = __builtin_frame_address(0);
    struct world *world = &release->jit->runtime->world;
    pthread_mutex_lock(&world->lock); /* threads may begin meanwhile, outside Java */
    for (struct thread *thread = world->threads; thread; thread = thread->next) {
        pin_thread(release, thread, here);
        happenings_forget(thread);
    }
    pthread_mutex_unlock(&world->lock);
}

/* --- links --- */

static void count_link(struct release *release, const struct method *method) {
    if (!method || !method->compiled) return;
    struct resident *resident = method->compiled->resident;
    resident->links++;
    reach(release, resident);
}

static bool may_select(const struct method *called, const struct method *selected) {
    return class_is_subtype(selected->class, called->class);
}

static void count_virtual_links(struct release *release, const struct method *method) {
    if (method->vtable_index >= (int32_t)release->bucket_count) return;
    for (uint32_t i = release->buckets[method->vtable_index]; i;
         i = release->next_in_bucket[i - 1]) {
        const struct method *selected = release->residents[i - 1].code->method;
        if (may_select(method, selected)) count_link(release, selected);
    }
}

static void follow(struct release *release, const struct call_link *link) {
    if (link->cache)
        count_link(release, link->cache->current->method);
    else if (link->is_virtual)
        count_virtual_links(release, link->method);
    else
        count_link(release, link->method);
}

static void count_links(struct release *release) {
    for (uint32_t i = 0; i < release->reached.count; i++) {
        const struct machine_code *machine = &release->reached.items[i]->code->machine;
        for (int k = 0; k < machine->link_count; k++) follow(release, &machine->links[k]);
    }
}

/* --- what goes --- */

static enum code_retention retention(const struct jit *jit) {
    return jit->runtime->options->code_cache_retention;
}

static int compare_int64(int64_t a, int64_t b) { return a < b ? -1 : a > b; }

static int by_age(const struct resident *a, const struct resident *b) {
    return compare_int64(a->code->compilation, b->code->compilation);
}

static int compare(const void *first, const void *second, void *context) {
    const struct release *release = context;
    const struct resident *a = *(struct resident *const *)first;
    const struct resident *b = *(struct resident *const *)second;
    if (a->code->is_valid != b->code->is_valid) return a->code->is_valid ? 1 : -1;
    switch (retention(release->jit)) {
    case RETAIN_links:
    case RETENTION_COUNT: break;
    case RETAIN_age: return by_age(a, b);
    case RETAIN_random: return a->drawn < b->drawn ? -1 : a->drawn > b->drawn;
    case RETAIN_executions:
        if (a->executions == b->executions) break;
        return compare_int64(a->executions, b->executions);
    }
    return a->links != b->links ? compare_int64(a->links, b->links) : by_age(a, b);
}

/* What may go, in the order in which it goes. */
static struct resident **order(struct release *release, size_t *count) {
    struct resident **all = ARENA_ARRAY(&release->arena, struct resident *, release->count + 1);
    *count = 0;
    for (size_t i = 0; i < release->count; i++)
        if (!release->residents[i].is_pinned) all[(*count)++] = &release->residents[i];
    if (*count) qsort_r(all, *count, sizeof *all, compare, release);
    return all;
}

static const enum reason first_reasons[RETENTION_COUNT] = {
#define RETENTION(name, first, meaning) REASON_##first,
#include "retentions.def"
#undef RETENTION
};

static enum reason why_evicted(const struct jit *jit, const struct method_code *code) {
    if (!code->is_valid) return REASON_replaced;
    return first_reasons[retention(jit)];
}

static void tell_evicted(const struct release *release, const struct resident *resident) {
    const struct method_code *code = resident->code;
    const struct event_sink *sink = &release->jit->runtime->notices;
    if (!sink->receive) return;
    struct position entry = {.method = method_full_name(code->method),
                             .bci = code->loop_bci,
                             .line = method_line(code->method, code->loop_bci)};
    const double values[] = {(double)resident->links, clock_seconds() - code->born,
                             (double)code->machine.cache_count,
                             code->executions.is_counted ? (double)resident->executions : NAN};
    event_send(sink, &(struct event){.kind = EVENT_evicted,
                                     .reason = why_evicted(release->jit, code),
                                     .root = entry.method,
                                     .compilation = code->compilation,
                                     .position = code->loop_bci < 0 ? NULL : &entry,
                                     .subject = code_kind(code->loop_bci),
                                     .amount = (int64_t)code->machine.image.size,
                                     .frequency = -1,
                                     .values = values,
                                     .value_count = 4});
}

static void unlink_code(struct jit *jit, const struct method_code *code) {
    struct method_code **at = &jit->codes;
    while (*at != code) at = &(*at)->next;
    *at = code->next;
}

static void evict(struct release *release, const struct resident *resident) {
    struct jit *jit = release->jit;
    struct method_code *code = resident->code;
    tell_evicted(release, resident);
    if (code->is_valid) code_reset(jit, code, REASON_evicted_before);
    executions_keep(jit, code);
    executions_end(jit, &code->executions);
    placed_tell(jit, code, true);
    unlink_code(jit, code);
    machine_code_release(&code->machine, true);
    __atomic_fetch_add(&jit->runtime->released_codes, 1, __ATOMIC_RELEASE);
    memory_free(code);
    jit->cache.evictions++;
}

/* --- the whole --- */

static size_t percent(size_t capacity, int share) { return capacity / 100 * (size_t)share; }

static bool is_enough(const struct jit *jit, size_t before, size_t needed) {
    const struct vm_options *options = jit->runtime->options;
    struct code_space_state now = code_space_state();
    if (options->evict_always || now.largest_hole < needed) return false;
    return before - now.used >= percent(now.capacity, options->code_cache_recover);
}

struct release_times {
    double start, stopped, counted, ordered, end;
};

static void tell_released(const struct jit *jit, enum reason reason,
                          const struct code_space_state *before,
                          const struct release_times *times) {
    const struct event_sink *sink = &jit->runtime->notices;
    if (!sink->receive) return;
    struct code_space_state after = code_space_state();
    const double values[] = {times->stopped - times->start,
                             times->counted - times->stopped,
                             times->ordered - times->counted,
                             times->end - times->ordered,
                             (double)before->used,
                             (double)after.used,
                             (double)after.holes,
                             (double)after.largest_hole};
    event_send(sink, &(struct event){.kind = EVENT_cache_released,
                                     .reason = reason,
                                     .amount = (int64_t)(before->used - after.used),
                                     .frequency = -1,
                                     .duration = times->end - times->start,
                                     .values = values,
                                     .value_count = 8});
}

static void release_stopped(struct jit *jit, size_t needed, enum reason reason,
                            struct release_times *times) {
    struct release release = {.jit = jit};
    struct code_space_state before = code_space_state();
    size_t count;
    arena_init(&release.arena);
    known_stacks_settle_all(jit->runtime);
    times->stopped = clock_seconds();
    list_codes(&release);
    list_virtual_methods(&release);
    ready_threads(&release);
    count_links(&release);
    times->counted = clock_seconds();
    struct resident **order_of_release = order(&release, &count);
    times->ordered = clock_seconds();
    for (size_t i = 0; i < count; i++) {
        if (order_of_release[i]->code->is_valid && is_enough(jit, before.used, needed)) break;
        evict(&release, order_of_release[i]);
    }
    times->end = clock_seconds();
    tell_released(jit, reason, &before, times);
    vec_release(&release.reached);
    arena_release(&release.arena);
}

void cache_release(struct jit *jit, size_t needed, enum reason reason) {
    struct thread *thread = thread_current();
    struct release_times times = {.start = clock_seconds()};
    world_stop(thread);
    release_stopped(jit, needed, reason, &times);
    jit->cache.releases++;
    jit->cache.seconds += times.end - times.start;
    world_resume(thread);
}

void cache_init(struct jit *jit) {
    code_space_set_capacity(jit->runtime->options->code_cache);
    rng_init(&jit->cache.rng, 1);
}

void cache_watch(struct jit *jit) {
    const struct vm_options *options = jit->runtime->options;
    struct code_space_state now = code_space_state();
    if ((int64_t)now.used > jit->cache.most_bytes) jit->cache.most_bytes = (int64_t)now.used;
    if (!options->evict_always && now.used < percent(now.capacity, options->code_cache_threshold))
        return;
    __atomic_store_n(&jit->runtime->has_poll_work, true, __ATOMIC_RELAXED);
    world_ask_to_poll(thread_current());
}

void cache_poll(struct thread *thread) {
    struct jit *jit = jit_current();
    lock_enter(thread, &jit->lock);
    if (__atomic_exchange_n(&jit->runtime->has_poll_work, false, __ATOMIC_RELAXED))
        cache_release(jit, 0, REASON_threshold_reached);
    bool is_again = jit->runtime->options->evict_always && jit->codes;
    lock_leave(thread, &jit->lock);
    if (!is_again) return;
    __atomic_store_n(&jit->runtime->has_poll_work, true, __ATOMIC_RELAXED);
    world_ask_to_poll(thread);
}

enum reason cache_load(struct job *job, struct diag *diag) {
    struct jit *jit = job->jit;
    const struct vm_options *options = jit->runtime->options;
    struct machine_code *machine = &job->machine;
    bool done = machine_code_load(machine, diag);
    size_t size = machine->image.size;
    if (!done && !size) return REASON_code_generator_failed;
    if (options->code_cache_longest && size > options->code_cache_longest)
        return REASON_longer_than_kept;
    if (done) return REASON_none;
    if (size > code_space_state().capacity) {
        if (!jit->cache.has_told_size)
            fprintf(options->err,
                    "warning: %s takes %zu bytes, more than the code cache has (%zu); such methods "
                    "stay interpreted\n",
                    method_full_name(job->method), size, (size_t)options->code_cache);
        jit->cache.has_told_size = true;
        return REASON_larger_than_cache;
    }
    cache_release(jit, size, REASON_cache_full);
    *diag = (struct diag)DIAG_INIT;
    if (machine_code_load(machine, diag)) return REASON_none;
    return machine->image.size ? REASON_cache_full : REASON_code_generator_failed;
}
