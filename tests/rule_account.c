/* What the compiler does in one run of a program, as text (event/account.h), with rules on or without them:
 * tests/unperturbed_differential.sh holds such runs against each other.
 *
 *     rule_account POLICY RULES OUTPUT CLASS_PATH MAIN ARGUMENT...      runs a program
 *     rule_account POLICY RULES OUTPUT --random SEED                    runs random_java's program of that seed
 *
 * POLICY is a row of policies below. RULES is `none`, `all` (every point with all keys and amounts, at each of its anchors,
 * and what every built-in profiler counts), `stripped` (the same, and what it inserts is taken out of the graph at last), or
 * `naive` (the same as ordinary program code). In front of each line is how often the interpreter had entered the method that
 * was compiled. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "event/account.h"
#include "profilers/profilers.h"
#include "tests/random_run.h"

enum { ANCHORS = 3, MISTAKE = 2 };

static const struct policy {
    const char *name;
    bool deoptimizes, prunes;
    int calls, loops; /* before they are compiled; 0: as programs have it */
} policies[] = {
    {.name = "usual"},
    {.name = "eager", .calls = 2, .loops = 3},
    {.name = "late", .calls = 20, .loops = 200},
    {.name = "guards", .calls = 2, .loops = 5, .deoptimizes = true},
    {.name = "pruned", .calls = 5, .loops = 20, .prunes = true},
};

static const struct counting {
    const char *name;
    bool has_rules, is_stripped, is_perturbed;
} countings[] = {
    {.name = "none"},
    {.name = "all", .has_rules = true},
    {.name = "stripped", .has_rules = true, .is_stripped = true},
    {.name = "naive", .has_rules = true, .is_perturbed = true},
};

static const struct policy *policy_of(const char *name) {
    for (size_t i = 0; i < ARRAY_COUNT(policies); i++)
        if (strcmp(policies[i].name, name) == 0) return &policies[i];
    fprintf(stderr, "rule_account: no policy '%s'\n", name);
    exit(MISTAKE);
}

static const struct counting *counting_of(const char *name) {
    for (size_t i = 0; i < ARRAY_COUNT(countings); i++)
        if (strcmp(countings[i].name, name) == 0) return &countings[i];
    fprintf(stderr, "rule_account: no rules '%s'\n", name);
    exit(MISTAKE);
}

static _Noreturn void fail(const struct diag *diag) {
    char message[1400];
    fprintf(stderr, "rule_account: %s\n", diag_format(diag, message, sizeof message));
    exit(MISTAKE);
}

static struct vm *create(const struct policy *policy) {
    struct diag diag = DIAG_INIT;
    struct vm_options options = vm_options_for_programs();
    if (policy->calls) options.compile_threshold = policy->calls;
    if (policy->loops) options.loop_threshold = policy->loops;
    options.deoptimize_always = policy->deoptimizes;
    options.prune_unreached_branches = policy->prunes;
    options.background = false; /* else the time decides what runs interpreted */
    options.dump_directory = getenv("DUMP_DIRECTORY");
    options.dump_method = getenv("DUMP_METHOD");
    if (!options.dump_directory) options.optimization_level = 0;
    struct vm *vm = vm_create(&options, &diag);
    if (!vm) fail(&diag);
    return vm;
}

/* --- what the compiler does --- */

struct teller {
    struct vm *vm;
    FILE *out;
    struct account account;
    const char *root; /* the one that the method below is */
    const struct method *method;
};

static void write_account(struct teller *teller) {
    struct strbuf *text = &teller->account.text;
    fwrite(strbuf_text(text), 1, text->length, teller->out);
    strbuf_clear(text);
}

/* The classes of some methods, such as lambdas, have no name by which they could be found: -1. */
static void begin_lines(struct teller *teller, const char *root) {
    struct diag diag = DIAG_INIT;
    if (root && root != teller->root) {
        teller->root = root;
        teller->method = vm_find_method(teller->vm, root, &diag);
    }
    teller->account.call = root && teller->method ? vm_interpreted_calls(teller->method) : -1;
}

static void hear_event(void *context, const struct event *event) {
    struct teller *teller = context;
    begin_lines(teller, event->root);
    account_add_event(&teller->account, event);
    write_account(teller);
}

static void hear_graph(void *context, const char *root, const char *step, const char *text) {
    struct teller *teller = context;
    begin_lines(teller, root);
    account_add_graph(&teller->account, root, step, text);
    write_account(teller);
}

/* --- every rule --- */

static bool is_wanted(enum vm_point point) {
    const char *names = getenv("POINTS"), *name = point_name(point);
    size_t length = strlen(name);
    for (const char *at = names; at && *at; at += strcspn(at, ","), at += *at == ',')
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || !at[length])) return true;
    return !names;
}

static void fill_rule(struct vm_rule *rule, enum vm_point point, enum vm_anchor anchor) {
    static enum vm_key keys[POINT_COUNT][BY_COUNT];
    *rule = (struct vm_rule){.point = point, .anchor = anchor, .keys = keys[point]};
    for (enum vm_key key = 0; key < BY_COUNT; key++)
        if (point_has_key(point, key)) keys[point][rule->key_count++] = key;
    for (enum vm_amount amount = 0; amount < VM_AMOUNTS; amount++)
        if (point_has_amount(point, amount) && amount != VM_AMOUNT_CLOCK)
            rule->amounts |= 1U << amount;
}

/* Compiled code calls for each execution, and counts none itself. */
static void fill_rule_of_clock(struct vm_rule *rule, enum vm_point point) {
    static const enum vm_key keys[] = {BY_site, BY_tier};
    *rule = (struct vm_rule){.point = point,
                             .keys = keys,
                             .key_count = ARRAY_COUNT(keys),
                             .amounts = 1U << VM_AMOUNT_CLOCK};
}

static const struct profiler *everything(void) {
    static struct vm_rule rules[POINT_COUNT * (ANCHORS + 1)];
    static struct profiler profiler = {.name = "everything", .rules = rules};
    static const enum vm_key by[] = {BY_site};
    profiler.by = by;
    profiler.by_count = ARRAY_COUNT(by);
    for (enum vm_point point = 0; point < POINT_COUNT; point++) {
        if (!is_wanted(point)) continue;
        for (int anchor = 0; anchor < ANCHORS; anchor++)
            if (anchor == VM_HERE || point_is_operation(point))
                fill_rule(&rules[profiler.rule_count++], point, (enum vm_anchor)anchor);
        fill_rule_of_clock(&rules[profiler.rule_count++], point);
    }
    return &profiler;
}

static void begin_rules(struct vm *vm, const struct counting *counting, struct profilings *all) {
    struct diag diag = DIAG_INIT;
    const struct profiling_options options = {.is_perturbed = counting->is_perturbed,
                                              .sampling = {.every_polls = 100}};
    const struct profiler *profiler = everything();
    for (size_t i = 0; profiler; profiler = getenv("POINTS") ? NULL : profiler_at(i++))
        if (!profilings_add(all, profiler, &options, &diag)) fail(&diag);
    if (!profilings_begin(all, vm, &options, "", &diag)) fail(&diag);
}

/* --- programs --- */

static int run_random(struct vm *vm, uint64_t seed) {
    struct diag diag = DIAG_INIT;
    if (!random_run(vm, seed, &diag)) fail(&diag);
    return 0;
}

int main(int count, char **arguments) {
    if (count < 6) {
        fputs("usage: rule_account POLICY RULES OUTPUT CLASS_PATH MAIN ARGUMENT...\n", stderr);
        return MISTAKE;
    }
    const struct counting *counting = counting_of(arguments[2]);
    static struct arena arena, hearing; /* what profilers keep is there until the process ends */
    arena_init(&arena);
    arena_init(&hearing);
    struct profilings all = {
        .arena = &arena, .hearing = &hearing, .mutex = PTHREAD_MUTEX_INITIALIZER};
    struct teller teller = {.out = fopen(arguments[3], "w")};
    struct diag diag = DIAG_INIT;
    if (!teller.out) {
        perror(arguments[3]);
        return MISTAKE;
    }
    struct vm *vm = teller.vm = create(policy_of(arguments[1]));
    bool is_random = strcmp(arguments[4], "--random") == 0;
    if (!is_random && !vm_add_class_path(vm, arguments[4], &diag)) fail(&diag);
    if (counting->is_stripped) vm_strip_inserted_code(vm);
    if (counting->has_rules) begin_rules(vm, counting, &all);
    vm_listen(vm, (struct event_sink){hear_event, &teller});
    vm_keep_graphs(vm, (struct graph_sink){hear_graph, &teller});
    int status = is_random ? run_random(vm, strtoull(arguments[5], NULL, 10))
                           : vm_run_main(vm, arguments[5], arguments + 6, count - 6);
    if (fclose(teller.out) != 0) {
        perror(arguments[3]);
        return MISTAKE;
    }
    vm_destroy(vm);
    account_release(&teller.account);
    return status;
}
