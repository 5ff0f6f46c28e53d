/* LOOP LENGTHS: what the interpreter sees of loops that compiled code is entered at. */
#include "classfile/blocks.h"
#include "interp/profile.h"
#include "runtime/runtime.h"

/* A branch that leaves the loop. */
struct loop_exit {
    struct profile_row *row;
    bool ends_when_taken;
};
struct loop_of_entry {
    bool is_entered; /* there, and not at one that is in it */
    struct loop_exit *exits;
    uint32_t exit_count;
};
struct loop_entry {
    struct loop_entry *next;
    uint32_t bci;
    bool is_settled;             /* all exits of these */
    struct loop_of_entry *loops; /* that it is in */
    uint32_t loop_count;
};

static bool leads_to(const struct code_block *block, uint32_t to) {
    for (uint32_t i = 0; i < block->successor_count; i++)
        if (block->successors[i] == to) return true;
    return false;
}

static bool leads_into(const struct code_block *block, const bool *holds) {
    for (uint32_t i = 0; i < block->successor_count; i++)
        if (holds[block->successors[i]]) return true;
    return false;
}

/* By block, whether it is in the loop: what leads back to its header without coming through it. NULL: there is no loop. */
static const bool *find_loop(struct arena *arena, const struct code_blocks *blocks,
                             uint32_t header) {
    bool *holds = ARENA_ARRAY(arena, bool, blocks->count);
    bool is_loop = false;
    for (uint32_t i = header; i < blocks->count; i++)
        if (leads_to(&blocks->items[i], header)) holds[i] = is_loop = true;
    if (!is_loop) return NULL;
    holds[header] = true;
    for (bool grows = true; grows;) {
        grows = false;
        for (uint32_t i = blocks->count; i-- > header;) {
            if (holds[i] || !leads_into(&blocks->items[i], holds)) continue;
            holds[i] = grows = true;
        }
    }
    return holds;
}

static void find_exits(struct arena *arena, const struct profile *profile,
                       const struct code_blocks *blocks, const bool *holds,
                       struct loop_of_entry *loop) {
    loop->exits = ARENA_ARRAY(arena, struct loop_exit, blocks->count);
    for (uint32_t i = 0; i < blocks->count; i++) {
        const struct code_block *block = &blocks->items[i];
        struct profile_row *row = profile_row(profile, (int)block->last);
        if (!holds[i] || !row || row->cases || block->successor_count != 2) continue;
        bool stays_when_taken = holds[block->successors[0]];
        if (stays_when_taken == holds[block->successors[1]]) continue;
        loop->exits[loop->exit_count++] = (struct loop_exit){row, !stays_when_taken};
    }
}

static struct loop_entry *make_entry(struct profile *profile, uint32_t bci) {
    struct arena *arena = &profile->method->class->runtime->arena;
    struct arena scratch;
    arena_init(&scratch);
    struct code_blocks blocks = code_blocks_find(&scratch, profile->method->code, NULL);
    uint32_t entered = code_block_at(&blocks, bci);
    struct loop_entry *entry = ARENA_NEW(arena, struct loop_entry);
    *entry = (struct loop_entry){.next = profile->loop_entries, .bci = bci};
    entry->loops = ARENA_ARRAY(arena, struct loop_of_entry, entered + 1);
    for (uint32_t header = 0; header <= entered; header++) {
        const bool *holds = find_loop(&scratch, &blocks, header);
        if (!holds || !holds[entered]) continue;
        struct loop_of_entry *loop = &entry->loops[entry->loop_count++];
        loop->is_entered = header == entered;
        find_exits(arena, profile, &blocks, holds, loop);
    }
    arena_release(&scratch);
    __atomic_store_n(&profile->loop_entries, entry, __ATOMIC_RELEASE);
    return entry;
}

static struct loop_entry *find_entry(const struct profile *profile, uint32_t bci) {
    struct loop_entry *entry = __atomic_load_n(&profile->loop_entries, __ATOMIC_ACQUIRE);
    while (entry && entry->bci != bci) entry = entry->next;
    return entry;
}

static int32_t *ends_of(const struct loop_exit *exit) {
    return exit->ends_when_taken ? &exit->row->taken : &exit->row->not_taken;
}

static int32_t *stays_of(const struct loop_exit *exit) {
    return exit->ends_when_taken ? &exit->row->not_taken : &exit->row->taken;
}

/* What stayed less often is not in each round. One is left, for it has been executed. */
static void forget_rounds(int32_t *stays, int32_t rounds) {
    int32_t seen = profile_read(stays);
    if (seen < rounds) return;
    __atomic_store_n(stays, seen > rounds ? seen - rounds : 1, __ATOMIC_RELAXED);
}

/* False: it has not ended yet. Then all rounds tell that it is long, and an end will be counted: what never happened is compiled as if
 * it never did. */
static bool settle(const struct loop_exit *exit, int32_t rounds) {
    bool has_both = profile_read(ends_of(exit)) && profile_read(stays_of(exit));
    if (!has_both) return false;
    forget_rounds(stays_of(exit), rounds);
    __atomic_store_n(&exit->row->is_settled, true, __ATOMIC_RELAXED);
    return true;
}

static void settle_all(struct loop_entry *entry, int32_t rounds) {
    bool all = true;
    for (uint32_t i = 0; i < entry->loop_count; i++) {
        const struct loop_of_entry *loop = &entry->loops[i];
        for (uint32_t k = 0; k < loop->exit_count; k++)
            all &= settle(&loop->exits[k], loop->is_entered ? rounds : 0);
    }
    __atomic_store_n(&entry->is_settled, all, __ATOMIC_RELAXED);
}

/* Activations with several rounds began before all was settled. */
void profile_enter_loop(struct profile *profile, uint32_t bci, int32_t rounds) {
    struct loop_entry *entry = find_entry(profile, bci);
    bool is_settled = entry && __atomic_load_n(&entry->is_settled, __ATOMIC_RELAXED);
    if (is_settled && rounds <= 1) return;
    struct lock *lock = &profile->method->class->runtime->class_lock;
    lock_enter(thread_current(), lock);
    entry = find_entry(profile, bci);
    if (!entry) entry = make_entry(profile, bci);
    settle_all(entry, rounds);
    lock_leave(thread_current(), lock);
}
