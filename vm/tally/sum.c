/* SUM: what was counted as of now, while threads are in the middle of what they execute. */
#include "base/intern.h"
#include "base/memory.h"
#include "base/mutex.h"
#include "runtime/known_stacks.h"
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

/* The mutex comes last: who has it does not stop for others. A thread that is none of the VM's reads when the process leaves at last, while
 * another waits for the world to stop. */
void tallies_stop(struct vm_profile *profile) {
    if (profile->runtime) {
        if (thread_current()) world_stop(thread_current());
        known_stacks_settle_all(profile->runtime);
        if (profile->runtime->measures_waits) monitors_tell_waits(profile->runtime);
    }
    bool is_locked = mutex_enter(&profile->mutex);
    profile->is_locked = is_locked;
}

void tallies_go_on(struct vm_profile *profile) {
    mutex_leave(&profile->mutex, profile->is_locked);
    if (profile->runtime && thread_current()) world_resume(thread_current());
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

static void add_thread(void *context, const struct cells *cells, const struct ended_cells *ended,
                       const int64_t *values) {
    (void)ended;
    const struct summing *summing = context;
    uint32_t count = summing->mark->cells;
    struct thread *thread = (struct thread *)((char *)cells - THREAD_CELLS);
    struct tally_thread own = {.number = thread->number,
                               .name = tally_thread_name(thread),
                               .values = memory_allocate(sizeof *own.values * (count + 1))};
    forget_active(summing->profile);
    count_active(thread);
    memcpy(own.values, values, sizeof *own.values * count);
    add_shares(summing->profile, count, own.values);
    vec_push(&summing->mark->threads, own);
}

struct tally_thread tallies_sum_ended(struct vm_profile *profile, size_t before, uint32_t count,
                                      int64_t *values) {
    struct ended_cells ended = cells_read_ended(profile->cells, before, count, values);
    forget_active(profile);
    add_shares(profile, count, values);
    return (struct tally_thread){ended.number, ended.name, values};
}

/* --- the whole --- */

void tallies_sum(struct vm_profile *profile, struct tally_mark *mark) {
    mark->cells = cells_used(profile->cells);
    mark->values = memory_allocate(sizeof *mark->values * (mark->cells + 1));
    cells_sum(profile->cells, mark->cells, mark->values);
    forget_active(profile);
    for (const struct thread *thread = profile->runtime ? profile->runtime->world.threads : NULL;
         thread; thread = thread->next)
        count_active(thread);
    add_shares(profile, mark->cells, mark->values);
    if (profile->runtime && profile->is_by_thread)
        mark->ended = cells_each_attached(profile->cells, mark->cells, add_thread,
                                          &(struct summing){profile, mark});
}

void tally_mark_release(struct tally_mark *mark) {
    memory_free(mark->values);
    vec_each(struct tally_thread, thread, &mark->threads) memory_free(thread->values);
    vec_release(&mark->threads);
}
