/* DISPATCHED: the interpreter's loop with a count of each instruction of each method. */
#include "tests/dispatched.h"

#define DISPATCHED(activation, pc) count_dispatched((activation)->frame.method, pc);

#include <stdlib.h>

#include "base/die.h"
#include "base/mutex.h"
#include "base/vec.h"
#include "classfile/regions.h"
#include "interp/translate.h"

static void count_dispatched(const struct method *method, const struct instruction *pc);
#include "interp/interp.c"

/* The methods of one name: those of hidden classes may share it. */
struct dispatched {
    const char *name;
    const struct code *code;
    int64_t *counts;              /* by bci */
    int64_t *blocks[BLOCK_RULES]; /* by the bci where they start */
};

static struct {
    bool is_on;
    pthread_mutex_t mutex;
    VEC(struct dispatched *) items; /* by name */
    int64_t total;
} all = {.mutex = PTHREAD_MUTEX_INITIALIZER};

/* The place of the first that does not come before [name]. */
static uint32_t place_of(const char *name) {
    uint32_t low = 0, high = all.items.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (all.items.items[middle]->name < name)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct dispatched *find(const char *name) {
    uint32_t place = place_of(name);
    struct dispatched *found = place < all.items.count ? all.items.items[place] : NULL;
    return found && found->name == name ? found : NULL;
}

static int64_t *new_counts(const struct code *code) {
    int64_t *counts = memory_allocate(code->length * sizeof *counts);
    memset(counts, 0, code->length * sizeof *counts);
    return counts;
}

static struct dispatched *dispatched_of(const struct method *method) {
    const char *name = method_full_name(method);
    bool is_locked = mutex_enter(&all.mutex);
    struct dispatched *found = find(name);
    if (!found) {
        found = memory_allocate(sizeof *found);
        *found = (struct dispatched){.name = name, .code = method->code};
        found->counts = new_counts(method->code);
        for (enum block_rule rule = 0; rule < BLOCK_RULES; rule++)
            found->blocks[rule] = new_counts(method->code);
        uint32_t place = place_of(name);
        vec_insert(&all.items, place, found);
    } else if (found->code->length != method->code->length) {
        BUG("two methods are %s", name);
    }
    mutex_leave(&all.mutex, is_locked);
    return found;
}

static void count_dispatched(const struct method *method, const struct instruction *pc) {
    static _Thread_local const struct method *last;
    static _Thread_local struct dispatched *of_last;
    if (!all.is_on || pc->operation == DO_probe || code_region_at(method->code, pc->bci)) return;
    if (last != method) of_last = dispatched_of(last = method);
    __atomic_fetch_add(&of_last->counts[pc->bci], 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&all.total, 1, __ATOMIC_RELAXED);
}

void dispatched_begin(void) { all.is_on = true; }

void dispatched_by_block(enum block_rule rule, const struct position *block, int64_t count) {
    struct dispatched *of_method = find(block->method);
    if (!of_method) BUG("a block of %s was executed, but nothing was dispatched", block->method);
    of_method->blocks[rule][block->bci] += count;
}

static void compare(FILE *out, const struct dispatched *of_method, enum block_rule rule,
                    const struct code_block *block) {
    int64_t executed = of_method->blocks[rule][block->start];
    uint32_t end = rule == BLOCKS_CALLS ? block->end : block->start + 1;
    for (uint32_t bci = block->start; bci < end; bci += instruction_length(of_method->code, bci))
        if (of_method->counts[bci] != executed && !code_region_at(of_method->code, bci))
            fprintf(out, "%s:%u was dispatched %lld times, its block at %u executed %lld times\n",
                    of_method->name, bci, (long long)of_method->counts[bci], block->start,
                    (long long)executed);
}

int64_t dispatched_end(FILE *out) {
    struct arena arena;
    arena_init(&arena);
    all.is_on = false;
    vec_each(struct dispatched *, of_method, &all.items) {
        for (enum block_rule rule = 0; rule < BLOCK_RULES; rule++) {
            struct code_blocks blocks = code_blocks_by_rule(&arena, (*of_method)->code, rule);
            for (uint32_t i = 0; i < blocks.count; i++)
                compare(out, *of_method, rule, &blocks.items[i]);
        }
    }
    arena_release(&arena);
    return all.total;
}
