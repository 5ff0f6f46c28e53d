/* KNOWN STACKS: by the words of their newest frames, in a table of chains. All are forgotten when code was released, whose addresses
 * may be those of other code now, and when there are many. What waits is told before. */
#include "runtime/known_stacks.h"

#include <string.h>

#include "base/die.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/vec.h"
#include "runtime/happenings.h"
#include "runtime/stack.h"
#include "runtime/thread.h"
#include "runtime/world.h"

enum { CHAINS = 1024, MOST_STACKS = 16 * CHAINS, MOST_WORDS = 256, MOST_FRAMES = 32 };

/* The call of an inlined method. */
struct known_call {
    struct known_call *next; /* of the same hash */
    struct known_count count;
};

struct known_stacks {
    struct arena arena;
    int64_t released; /* of the runtime's */
    int frames; /* of a poll in compiled code, those of C that lead there too, which tell enough */
    uint32_t count;
    struct known_count *waiting;
    VEC(struct stack_entry) recorded; /* of the stack at hand */
    struct known_stack *chains[CHAINS];
    struct known_call *calls[CHAINS];
};

static void forget(struct known_stacks *stacks) {
    arena_release(&stacks->arena);
    memset(stacks->chains, 0, sizeof stacks->chains);
    memset(stacks->calls, 0, sizeof stacks->calls);
    stacks->count = 0;
}

/* --- what waits --- */

static void settle(struct thread *thread, struct known_count *count) {
    struct happening happening = {.point = count->point,
                                  .class = count->inlined ? NULL : count->stack->class,
                                  .inlined = count->inlined,
                                  .inlined_in = count->inlined_in,
                                  .stack = count->stack->record,
                                  .more = count->waiting - 1};
    happening_tell(thread, &happening, &count->cells);
    count->waiting = 0;
}

void known_stacks_settle(struct thread *thread) {
    struct known_stacks *stacks = thread->windows.known;
    if (!stacks) return;
    for (struct known_count *count = stacks->waiting; count; count = count->next_waiting)
        settle(thread, count);
    stacks->waiting = NULL;
}

void known_stacks_settle_all(struct runtime *runtime) {
    pthread_mutex_lock(&runtime->world.lock); /* threads may begin meanwhile, and end */
    for (struct thread *thread = runtime->world.threads; thread; thread = thread->next)
        known_stacks_settle(thread);
    pthread_mutex_unlock(&runtime->world.lock);
}

void known_count_add(struct thread *thread, struct known_count *count, int64_t times) {
    if (!count->waiting) {
        count->next_waiting = thread->windows.known->waiting;
        thread->windows.known->waiting = count;
    }
    count->waiting += times;
}

/* --- stacks --- */

static struct known_stacks *stacks_of(struct thread *thread) {
    struct known_stacks *stacks = thread->windows.known;
    int64_t released = __atomic_load_n(&thread->runtime->released_codes, __ATOMIC_ACQUIRE);
    if (!stacks) {
        stacks = thread->windows.known = memory_allocate(sizeof *stacks);
        *stacks = (struct known_stacks){.released = released, .frames = 1};
        arena_init(&stacks->arena);
    }
    ASSERT(stacks->released == released || !stacks->waiting, "samples wait for released code");
    if (stacks->count == MOST_STACKS) known_stacks_settle(thread);
    if (stacks->released != released || stacks->count == MOST_STACKS) forget(stacks);
    stacks->released = released;
    return stacks;
}

/* Records all that rules ask of the stack: a bytecode, so many calls, and more than all that the newest frame has inlined; where contexts
 * are longer than an inlined call and its caller, what is around the frames that have polled. False: the words do not say that. [next]:
 * the first frame that they do not tell; NULL: there is none. */
static bool record(struct known_stacks *stacks, const struct thread *thread, const char *next) {
    struct stack_walk walk;
    struct stack_entry entry;
    int levels = thread->runtime->sampled_levels, left = levels + 2, around = levels - 1;
    int frames = 0;
    bool is_all = levels == VM_ALL_LEVELS, has_code = false;
    vec_clear(&stacks->recorded);
    if (is_all && (next || !thread->runtime->samples_wait)) return !next;
    stack_walk_begin(&walk, thread);
    while (is_all || left > 0 || around > 0 || !has_code) {
        if (!stack_walk_next(&walk, &entry)) return !next;
        entry.frame = NULL;
        vec_push(&stacks->recorded, entry);
        has_code |= entry.method->code != NULL;
        if (frames >= POLLED_FRAMES) around--;
        if (!entry.site || !entry.site->caller) frames++;
        if (frames > 0) left--;
    }
    return !next || (walk.native && (const char *)walk.native < next);
}

static const struct stack_record *keep_record(struct known_stacks *stacks) {
    size_t bytes = stacks->recorded.count * sizeof *stacks->recorded.items;
    struct stack_record *kept = arena_allocate(&stacks->arena, sizeof *kept + bytes);
    kept->count = stacks->recorded.count;
    memcpy(kept->entries, stacks->recorded.items, bytes);
    return kept;
}

/* NULL: it is interpreted, or a native, or there is none. */
static const struct call_site *site_of(const struct thread *thread, int frame) {
    struct stack_walk walk;
    struct stack_entry entry;
    stack_walk_begin(&walk, thread);
    for (int i = 1; i < frame; i++)
        if (!stack_walk_next_frame(&walk)) return NULL;
    return stack_walk_next(&walk, &entry) ? entry.site : NULL;
}

const struct inlined_calls *stack_inlined_calls(const struct thread *thread, int frame) {
    const struct call_site *site = site_of(thread, frame);
    return site ? site->inlined : NULL;
}

static bool is_same(const struct known_stack *stack, const struct class *class,
                    const uintptr_t *words, uint32_t count) {
    return stack->class == class && stack->count == count &&
           memcmp(stack->words, words, count * sizeof *words) == 0;
}

/* The newest frame's method, and the call that led there. */
static uint64_t edge_of(const struct thread *thread) {
    struct stack_walk walk;
    struct stack_entry callee, caller;
    stack_walk_begin(&walk, thread);
    if (!stack_walk_next(&walk, &callee)) return 0;
    uint64_t edge = hash_mix_pointer(0, callee.method);
    if (!stack_walk_next(&walk, &caller)) return edge;
    return hash_mix(hash_mix_pointer(edge, caller.method), (uint64_t)caller.bci);
}

uint64_t known_stack_edge(const struct thread *thread, const struct known_stack *stack) {
    return stack ? stack->edge : edge_of(thread);
}

struct known_stack *known_stack_find(struct thread *thread, const struct class *class) {
    struct known_stacks *stacks = stacks_of(thread);
    bool tells_all = thread->runtime->sampled_levels == VM_ALL_LEVELS;
    uintptr_t words[MOST_WORDS];
    const char *next;
    uint32_t count =
        stack_words(thread, tells_all ? MOST_WORDS : stacks->frames, words, MOST_WORDS, &next);
    uint64_t hash = hash_mix_pointer(0, class);
    for (uint32_t i = 0; i < count; i++) hash = hash_mix(hash, words[i]);
    struct known_stack **chain = &stacks->chains[hash >> 32 & (CHAINS - 1)];
    for (struct known_stack *known = *chain; known; known = known->next)
        if (known->hash == hash && is_same(known, class, words, count)) return known;
    if (!record(stacks, thread, next)) {
        if (site_of(thread, 1) && stacks->frames < MOST_FRAMES) stacks->frames++;
        return NULL;
    }
    struct known_stack *stack =
        arena_allocate(&stacks->arena, sizeof *stack + count * sizeof *words);
    *stack =
        (struct known_stack){.next = *chain,
                             .hash = hash,
                             .edge = thread->runtime->sampled_levels == 1 ? edge_of(thread) : hash,
                             .class = class,
                             .record = thread->runtime->samples_wait ? keep_record(stacks) : NULL,
                             .sample = {.point = POINT_sample, .stack = stack},
                             .count = count};
    for (int i = 0; i < POLLED_FRAMES; i++)
        stack->inlined[i].calls = stack_inlined_calls(thread, i + 1);
    memcpy(stack->words, words, count * sizeof *words);
    stacks->count++;
    return *chain = stack;
}

/* An inlined call and the one that led there are told by the inlined method's site, whatever stack it is behind. */
static struct known_count *shared_count(struct known_stacks *stacks,
                                        const struct known_count *count) {
    uint64_t hash = hash_mix_pointer(count->point, count->inlined);
    struct known_call **chain = &stacks->calls[hash >> 32 & (CHAINS - 1)];
    struct known_call *call = *chain;
    while (call && (call->count.inlined != count->inlined || call->count.point != count->point))
        call = call->next;
    if (call) return &call->count;
    call = ARENA_NEW(&stacks->arena, struct known_call);
    *call = (struct known_call){.next = *chain, .count = *count};
    *chain = call;
    return &call->count;
}

static struct known_count *own_count(struct known_stacks *stacks, const struct known_count *count) {
    struct known_count *own = ARENA_NEW(&stacks->arena, struct known_count);
    *own = *count;
    return own;
}

struct known_count *known_stack_inferred(struct thread *thread, struct known_stack *stack,
                                         int frame, uint32_t call) {
    struct known_stacks *stacks = thread->windows.known;
    struct known_calls *calls = &stack->inlined[frame - 1];
    if (!calls->counts)
        calls->counts = ARENA_ARRAY(&stacks->arena, struct known_count *, calls->calls->count);
    struct known_count **count = &calls->counts[call];
    if (*count) return *count;
    int levels = thread->runtime->sampled_levels;
    bool is_shared = levels != VM_ALL_LEVELS && levels <= 1;
    const struct inlined_callee *callee = &calls->calls->items[call];
    const struct known_count new = {.point = inlined_callee_point(callee),
                                    .stack = stack,
                                    .inlined = callee->start,
                                    .inlined_in = frame};
    return *count = is_shared ? shared_count(stacks, &new) : own_count(stacks, &new);
}

void known_stacks_release(struct thread *thread) {
    if (!thread->windows.known) return;
    arena_release(&thread->windows.known->arena);
    vec_release(&thread->windows.known->recorded);
    memory_free(thread->windows.known);
    thread->windows.known = NULL;
}
