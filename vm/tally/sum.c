/* SUM: what was counted as of now, while threads are in the middle of what they execute. */
#include "base/intern.h"
#include "base/memory.h"
#include "base/mutex.h"
#include "runtime/monitor.h"
#include "runtime/stack.h"
#include "tally/tally.h"

void tallies_share(struct vm_profile *profile, struct count_shares *shares) {
    bool is_locked = mutex_enter(&profile->mutex);
    vec_push(&profile->shares, shares);
    mutex_leave(&profile->mutex, is_locked);
}

static void count_frames(struct stack_walk *walk) {
    struct stack_entry entry;
    while (stack_walk_next(walk, &entry))
        if (entry.site && entry.site->active) ++*entry.site->active;
}

static void forget_active(const struct vm_profile *profile) {
    vec_each(struct count_shares *, shares, &profile->shares)
        memset((*shares)->active, 0, sizeof *(*shares)->active * (*shares)->exit_count);
}

/* With the world stopped. */
static void count_active(const struct thread *thread) {
    struct stack_walk walk;
    stack_walk_begin_of(&walk, thread);
    count_frames(&walk);
}

/* The mutex comes last: who has it does not stop for others. */
void tallies_stop(struct vm_profile *profile) {
    if (profile->runtime) {
        world_stop(thread_current());
        if (profile->runtime->measures_waits) monitors_tell_waits(profile->runtime);
    }
    bool is_locked = mutex_enter(&profile->mutex);
    profile->is_locked = is_locked;
}

void tallies_go_on(struct vm_profile *profile) {
    mutex_leave(&profile->mutex, profile->is_locked);
    if (profile->runtime) world_resume(thread_current());
}

static void add_shares(const struct vm_profile *profile, uint32_t count, int64_t *values) {
    vec_each(struct count_shares *, shares, &profile->shares) shares_add(*shares, count, values);
}

/* --- by thread --- */

struct summing {
    const struct vm_profile *profile;
    struct tally_mark *mark;
};

const char *tally_thread_name(struct thread *thread) {
    struct arena arena;
    arena_init(&arena);
    const char *name = thread_name(thread, &arena);
    name = name ? intern(name) : intern("main");
    arena_release(&arena);
    return name;
}

static int64_t *values_of(struct tally_mark *mark, const char *name) {
    vec_each(struct tally_thread, thread, &mark->threads) {
        if (thread->name == name) return thread->values;
    }
    struct tally_thread made = {name, memory_allocate(sizeof(int64_t) * (mark->cells + 1))};
    vec_push(&mark->threads, made);
    return made.values;
}

static void add_thread(void *context, const struct cells *cells, const char *name,
                       const int64_t *values) {
    const struct summing *summing = context;
    uint32_t count = summing->mark->cells;
    forget_active(summing->profile);
    if (cells) {
        struct thread *thread = (struct thread *)((char *)cells - THREAD_CELLS);
        count_active(thread);
        name = tally_thread_name(thread);
    }
    int64_t *own = memory_allocate(sizeof *own * (count + 1));
    memcpy(own, values, sizeof *own * count);
    add_shares(summing->profile, count, own);
    int64_t *sums = values_of(summing->mark, name);
    for (uint32_t cell = 0; cell < count; cell++) sums[cell] = saturated_sum(sums[cell], own[cell]);
    memory_free(own);
}

/* --- the whole --- */

void tallies_sum(struct vm_profile *profile, struct tally_mark *mark) {
    mark->cells = profile->cells->used;
    mark->values = memory_allocate(sizeof *mark->values * (mark->cells + 1));
    cells_sum(profile->cells, mark->cells, mark->values);
    forget_active(profile);
    for (const struct thread *thread = profile->runtime ? profile->runtime->world.threads : NULL;
         thread; thread = thread->next)
        count_active(thread);
    add_shares(profile, mark->cells, mark->values);
    if (profile->runtime && profile->is_by_thread)
        cells_each_thread(profile->cells, mark->cells, add_thread,
                          &(struct summing){profile, mark});
}

void tally_mark_release(struct tally_mark *mark) {
    memory_free(mark->values);
    vec_each(struct tally_thread, thread, &mark->threads) memory_free(thread->values);
    vec_release(&mark->threads);
}
