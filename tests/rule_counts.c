/* What every rule counts in one run of a program, as text: tests/counts_differential.sh compares runs of different engines.
 *
 *     rule_counts MODE OUTPUT CLASS_PATH MAIN ARGUMENT...      runs a program
 *     rule_counts MODE OUTPUT --random SEED                    runs random_java's program of that seed
 *     rule_counts MODE OUTPUT --threads SEED                   runs that with threads
 *
 * MODE is a row of modes below. The environment variable POINTS names the points to count; by
 * default all but those that compiled code alone has. With TOLD, each rule calls a function too, and what it was told is
 * summed up: how often, and a sum over the values, and contexts, of all calls that does not know their order.
 * With CLOCK, each rule sums the clock, too.
 * CONTEXT, when it is there, adds the calling context to the keys: so many levels, or all. With EVERY beside it, each thread's
 * every so many-th event counts: in contexts that are kept where the interpreter alone runs, and else are found on the stack.
 *
 * Instructions by blocks are those that the interpreter dispatches: where it alone runs, what it counted itself is held against
 * the blocks, each instruction by itself. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "base/memory.h"
#include "base/vec.h"
#include "tests/dispatched.h"
#include "tests/random_run.h"
#include "vm.h"

static const struct mode {
    const char *name;
    bool interprets, deoptimizes, collects, prunes, evicts, perturbs;
    bool keeps;       /* contexts of samples */
    int calls, loops; /* before they are compiled */
    size_t cache;     /* bytes of code; 0: any */
    size_t heap;      /* bytes until the first collection; 0: the heap decides */
} modes[] = {
    {.name = "interpreted", .interprets = true, .keeps = true},
    {.name = "found", .interprets = true},
    {.name = "compiled", .calls = 2, .loops = 3},
    {.name = "late", .calls = 20, .loops = 200},
    {.name = "guards", .calls = 2, .loops = 5, .deoptimizes = true},
    {.name = "pruned", .calls = 5, .loops = 20, .prunes = true},
    {.name = "collected", .calls = 3, .loops = 8, .collects = true},
    {.name = "often", .calls = 3, .loops = 8, .heap = 64 << 10},
    {.name = "crowded", .calls = 5, .loops = 20, .cache = 6 << 10},
    {.name = "evicted", .calls = 20, .loops = 100, .evicts = true},
    {.name = "perturbed", .calls = 3, .loops = 8, .perturbs = true},
};

static const struct mode *mode_of(const char *name) {
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (strcmp(modes[i].name, name) == 0) return &modes[i];
    fprintf(stderr, "rule_counts: no mode '%s'\n", name);
    exit(2);
}

static _Noreturn void fail(const struct diag *diag) {
    char message[1400];
    fprintf(stderr, "rule_counts: %s\n", diag_format(diag, message, sizeof message));
    exit(2);
}

static struct vm *create(const struct mode *mode) {
    struct diag diag = DIAG_INIT;
    struct vm_options options = vm_options_for_programs();
    options.interpret_only = mode->interprets;
    options.compile_threshold = mode->calls;
    options.loop_threshold = mode->loops;
    options.deoptimize_always = mode->deoptimizes;
    options.collect_always = mode->collects;
    options.heap_start = mode->heap;
    options.prune_unreached_branches = mode->prunes;
    options.evict_always = mode->evicts;
    if (mode->cache) options.code_cache = mode->cache;
    options.optimization_level = 0;
    struct vm *vm = vm_create(&options, &diag);
    if (!vm) fail(&diag);
    return vm;
}

/* --- rules for everything --- */

static bool is_wanted(enum vm_point point) {
    const char *names = getenv("POINTS"), *name = point_name(point);
    size_t length = strlen(name);
    for (const char *at = names; at && *at; at += strcspn(at, ","), at += *at == ',')
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || !at[length])) return true;
    return !names && point != POINT_deoptimize && point != POINT_rematerialize &&
           !point_is_of_windows(point);
}

static struct told {
    const struct vm *vm;
    uint64_t calls, values;
} told[POINT_COUNT];

static uint64_t mixed(uint64_t hash, uint64_t value) {
    return (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
}

/* Compiled code makes no stack trace that nobody looks at: neither calls it the native nor does that make an array. */
static bool is_of_engine(const struct position *position) {
    return strcmp(position->method,
                  "java.lang.Throwable.fillInStackTrace()Ljava/lang/Throwable;") == 0;
}

static uint64_t value_of(const struct vm_happening *happening) {
    if (happening->value_type == JAVA_REFERENCE) return 0; /* it may not be allocated */
    bool is_wide = happening->value_type == JAVA_LONG || happening->value_type == JAVA_DOUBLE;
    return is_wide ? happening->value.bits : (uint32_t)happening->value.i;
}

static uint64_t mixed_name(uint64_t hash, const char *name) {
    for (; name && *name; name++) hash = mixed(hash, (uint64_t)*name);
    return hash;
}

static uint64_t mixed_context(uint64_t hash, const struct vm *vm, const struct context *context) {
    while (context) {
        struct vm_context known = vm_context(vm, context);
        hash = mixed_name(mixed(hash, (uint64_t)known.bci), known.name);
        context = known.parent;
    }
    return hash;
}

static void hear(void *context, const struct vm_happening *happening) {
    struct told *sum = context;
    uint64_t hash = mixed(value_of(happening), (uint64_t)happening->edge);
    hash = mixed(hash, (uint64_t)happening->bytes);
    if (happening->position && is_of_engine(happening->position)) return;
    if (happening->position)
        hash = mixed_name(mixed(hash, (uint64_t)happening->position->bci),
                          happening->position->method);
    hash = mixed_context(hash, sum->vm, happening->context);
    __atomic_fetch_add(&sum->calls, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&sum->values, hash, __ATOMIC_RELAXED);
}

static void print_told(FILE *out, struct vm *vm) {
    struct vm_statistics statistics;
    vm_statistics(vm, &statistics);
    for (enum vm_point point = 0; point < POINT_COUNT; point++)
        fprintf(out, "told %s %" PRIu64 " %" PRIx64 "\n", point_name(point), told[point].calls,
                told[point].values);
    fprintf(out, "failed %" PRId64 "\n", (int64_t)statistics.failed_probes);
}

static struct vm_profile *begin(struct vm *vm, const struct mode *mode) {
    static const enum vm_key all[] = {BY_site, BY_class, BY_callee, BY_receiver, BY_taken, BY_case};
    static enum vm_key keys[POINT_COUNT][sizeof all / sizeof *all + 1];
    const char *levels = getenv("CONTEXT"), *every = getenv("EVERY");
    struct vm_rule rules[POINT_COUNT + 1]; /* blocks by both rules */
    struct diag diag = DIAG_INIT;
    size_t count = 0;
    for (enum vm_point point = 0; point < POINT_COUNT; point++) {
        if (!is_wanted(point)) continue;
        struct vm_rule *rule = &rules[count];
        *rule = (struct vm_rule){.point = point, .keys = keys[count], .levels = VM_ALL_LEVELS};
        if (levels && strcmp(levels, "all") != 0) rule->levels = atoi(levels);
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            if (point_has_key(point, all[i])) keys[count][rule->key_count++] = all[i];
        if (getenv("TOLD")) rule->tell = hear;
        rule->tell_context = &told[point];
        if (every) rule->every = atoi(every);
        told[point].vm = vm;
        if (levels) keys[count][rule->key_count++] = BY_context;
        if (point_offers(point, 'l')) rule->amounts = 1U << VM_AMOUNT_BYTES;
        if (getenv("CLOCK")) rule->amounts |= 1U << VM_AMOUNT_CLOCK;
        count++;
        if (point != POINT_block) continue;
        rules[count] = *rule;
        rules[count++].ends_blocks_at_calls = true;
    }
    if (every && mode->keeps && !vm_keep_contexts(vm, &(struct vm_context_options){0}, &diag))
        fail(&diag);
    struct vm_profile *profile = vm_profile_begin(vm, rules, count, &diag);
    if (!profile || (mode->perturbs && !vm_profile_perturb(vm, &diag))) fail(&diag);
    return profile;
}

/* --- rows --- */

struct output {
    FILE *file;
    struct vm_profile *profile;
    bool holds_dispatched; /* against the blocks */
};

/* Of a call and all that led to it: those of one context are the callers of many others. */
static struct path_hash {
    const struct position *position;
    uint64_t hash;
} * path_hashes;
static size_t path_hash_count, path_hash_capacity; /* a power of two, more than twice as many */

static struct path_hash *path_hash_of(const struct position *position) {
    size_t i = mixed(0, (uintptr_t)position) >> 20 & (path_hash_capacity - 1);
    while (path_hashes[i].position && path_hashes[i].position != position)
        i = (i + 1) & (path_hash_capacity - 1);
    return &path_hashes[i];
}

static void add_path_hash(const struct position *position, uint64_t hash) {
    if (path_hash_count * 2 >= path_hash_capacity) {
        struct path_hash *old = path_hashes;
        size_t count = path_hash_capacity;
        path_hash_capacity = count ? count * 2 : 1024;
        path_hashes = memory_allocate(path_hash_capacity * sizeof *path_hashes);
        for (size_t i = 0; i < count; i++)
            if (old[i].position) *path_hash_of(old[i].position) = old[i];
        memory_free(old);
    }
    path_hash_count++;
    *path_hash_of(position) = (struct path_hash){position, hash};
}

static uint64_t hash_of_path(const struct position *position) {
    VEC(const struct position *) calls = {0};
    for (; position && !(path_hash_count && path_hash_of(position)->position);
         position = position->caller)
        vec_push(&calls, position);
    uint64_t hash = position ? path_hash_of(position)->hash : 0;
    while (calls.count) {
        const struct position *call = calls.items[--calls.count];
        hash = mixed_name(mixed(hash, (uint64_t)call->bci), call->method);
        add_path_hash(call, hash);
    }
    vec_release(&calls);
    return hash;
}

/* The innermost calls, and all others as a number: recursions are deep. */
static void print_context(FILE *out, const struct position *position) {
    enum { PRINTED = 5 };
    fprintf(out, " in %s", position ? position->method : "-");
    for (int i = 0; position && (position = position->caller); i++) {
        if (i == PRINTED) {
            fprintf(out, " < %" PRIx64, hash_of_path(position));
            return;
        }
        fprintf(out, " < %s:%d", position->method, position->bci);
    }
}

static void print_key(const struct output *output, enum vm_key key,
                      const struct vm_key_of_row *value) {
    FILE *out = output->file;
    switch (key_value(key)) {
    case VM_KEY_TEXT: fprintf(out, " %s=%s", key_name(key), value->text ? value->text : "-"); break;
    case VM_KEY_NUMBER:
    case VM_KEY_FLAG: fprintf(out, " %s=%" PRId64, key_name(key), value->number); break;
    case VM_KEY_SITE:
        if (value->position) fprintf(out, " %s:%d", value->position->method, value->position->bci);
        break;
    case VM_KEY_CONTEXT:
        print_context(out, value->context ? vm_context_path(output->profile, value->context)
                                          : value->position);
        break;
    }
}

static void see_block(const struct output *output, const struct vm_row *row) {
    enum block_rule rule = row->rule->ends_blocks_at_calls ? BLOCKS_CALLS : BLOCKS_BRANCHES;
    if (output->holds_dispatched)
        dispatched_by_block(rule, row->keys[BY_site].position, row->amounts[VM_AMOUNT_COUNT]);
}

static void print_row(void *context, const struct vm_row *row) {
    const struct output *output = context;
    FILE *out = output->file;
    if (row->rule->point == POINT_block) see_block(output, row);
    fprintf(out, "%s%s", point_name(row->rule->point),
            row->rule->ends_blocks_at_calls ? " between calls" : "");
    for (size_t i = 0; i < row->rule->key_count; i++)
        print_key(output, row->rule->keys[i], &row->keys[row->rule->keys[i]]);
    fprintf(out, " %" PRId64, row->amounts[VM_AMOUNT_COUNT]);
    for (int amount = VM_AMOUNT_COUNT + 1; amount < VM_AMOUNTS; amount++)
        if (rule_sums(row->rule, (enum vm_amount)amount))
            fprintf(out, " %" PRId64 " %s", row->amounts[amount],
                    amount_name((enum vm_amount)amount));
    fputc('\n', out);
}

/* --- programs --- */

/* Instead of a class path. */
static const struct random_program {
    const char *option;
    bool (*run)(struct vm *vm, uint64_t seed, struct diag *diag);
} random_programs[] = {{"--random", random_run}, {"--threads", random_run_threads}};

static const struct random_program *random_program_of(const char *option) {
    for (size_t i = 0; i < sizeof random_programs / sizeof *random_programs; i++)
        if (strcmp(random_programs[i].option, option) == 0) return &random_programs[i];
    return NULL;
}

static int run_random(struct vm *vm, const struct random_program *program, const char *seed) {
    struct diag diag = DIAG_INIT;
    if (!program->run(vm, strtoull(seed, NULL, 10), &diag)) fail(&diag);
    return 0;
}

int main(int count, char **arguments) {
    if (count < 5) {
        fputs("usage: rule_counts MODE OUTPUT CLASS_PATH MAIN ARGUMENT...\n", stderr);
        return 2;
    }
    struct diag diag = DIAG_INIT;
    FILE *out = fopen(arguments[2], "w");
    if (!out) {
        perror(arguments[2]);
        return 2;
    }
    const struct mode *mode = mode_of(arguments[1]);
    struct vm *vm = create(mode);
    const struct random_program *random = random_program_of(arguments[3]);
    if (!random && !vm_add_class_path(vm, arguments[3], &diag)) fail(&diag);
    bool holds = mode->interprets && is_wanted(POINT_block) && !getenv("EVERY");
    struct output output = {.file = out, .holds_dispatched = holds};
    if (output.holds_dispatched) dispatched_begin();
    struct vm_profile *profile = output.profile = begin(vm, mode);
    int status = random ? run_random(vm, random, arguments[4])
                        : vm_run_main(vm, arguments[4], arguments + 5, count - 5);
    vm_profile_each(profile, 0, vm_profile_marks(profile) + 1, print_row, &output);
    if (output.holds_dispatched && dispatched_end(out) == 0)
        BUG("the interpreter dispatched nothing");
    if (getenv("TOLD")) print_told(out, vm);
    if (fclose(out) != 0) {
        perror(arguments[2]);
        return 2;
    }
    vm_destroy(vm);
    return status;
}
