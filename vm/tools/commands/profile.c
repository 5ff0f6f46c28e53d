/* PROFILE: runs a program under profilers and tells what they counted, however the program ends. */
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/output_file.h"
#include "formats/formats.h"
#include "profilers/profilers.h"
#include "rules/rules.h"
#include "tools/commands.h"
#include "tools/perturbed_run.h"
#include "tools/program.h"
#include "tools/tree_output.h"

enum { MISTAKE = 2 };

struct asked {
    const char *by, *marks, *every, *levels, *most_levels, *most_contexts, *block_rule;
    const char *threshold, *clock;
    const char *every_ms, *every_calls, *window, *stride, *skip, *seed;
    bool is_perturbed, is_both, folds, without_sites, without_natives, times_each, counts_blocks;
    bool is_fixed, is_timer_only, is_exact;
    VEC(const char *) outputs;
    struct profilings profilings;
    struct profile_output *files; /* as many as outputs */
    struct tree_output *trees;    /* likewise; without a writer: it is no tree */
    bool ends_blocks_at_calls, has_tables;
    struct perturbed_run perturbed;
};

static const struct jitvm_option_row option_rows[] = {
#define OPTION(word, value, kind, member, meaning)                                                 \
    {word, value, meaning, kind, offsetof(struct asked, member)},
#include "tools/profile_options.def"
#undef OPTION
};
enum { OPTIONS = sizeof option_rows / sizeof *option_rows };

/* --- help --- */

static void print_keys(FILE *out) {
    fputs("Keys, for --by; keys whose values are columns of their own take their place:\n", out);
    for (enum vm_key key = 0; key < BY_COUNT; key++)
        fprintf(out, "  %-14s %s\n", key_name(key), key_meaning(key));
}

static void print_profilers(FILE *out) {
    fputs("Profilers, with the keys that their tables are by:\n", out);
    const struct profiler *profiler;
    for (size_t i = 0; (profiler = profiler_at(i)); i++) {
        fprintf(out, "  %-14s %s (", profiler->name, profiler->meaning);
        for (size_t k = 0; k < profiler->by_count; k++)
            fprintf(out, "%s%s", k ? ", " : "", key_name(profiler->by[k]));
        fputs(")\n", out);
    }
}

static void print_formats(FILE *out) {
    fputs("Formats, by the end of a file's name:\n", out);
    const struct profile_format *format;
    for (size_t i = 0; (format = format_at(i)); i++)
        fprintf(out, "  %-16s %s\n", format->extension, format->meaning);
    for (int i = 0; i < TREE_WRITERS; i++)
        fprintf(out, "  %-16s %s, by the profiler contexts\n", tree_writers[i].ending,
                tree_writers[i].meaning);
}

static void print_tables(FILE *out) {
    print_profilers(out);
    print_keys(out);
    print_formats(out);
}

static void print_usage(FILE *out) {
    fputs(
        "usage: jitvm profile\n"
        "       jitvm profile NAME[,NAME...] [option...] Main argument...\n"
        "       jitvm profile NAME[,NAME...] [option...] -jar FILE argument...\n"
        "NAME is a profiler of the list, or a file that holds one: NAME.yaml, or with its folder. "
        "Runs a Java program and prints what profilers counted, on the error stream. Exits with "
        "the "
        "program's status, with 3 when an output could not be written.\n",
        out);
    print_tables(out);
    fputs("Options:\n", out);
    print_jitvm_options(out, option_rows, OPTIONS);
    fputs("Options of programs:\n", out);
    program_print_options(out);
}

/* --- before the program --- */

/* A mistake on the command line, or in a file that it names. */
static void check(bool is_right, const struct diag *diag) {
    char message[1400];
    if (is_right) return;
    if (!diag->place.file) usage_error("%s", diag->message);
    fprintf(stderr, "jitvm: %s\n", diag_format(diag, message, sizeof message));
    exit(MISTAKE);
}

/* 0: each event counts. */
static int64_t interval_of(const struct asked *asked) {
    char *end;
    if (!asked->every) return 0;
    errno = 0;
    long interval = strtol(asked->every, &end, 10);
    if (*asked->every < '0' || *asked->every > '9' || *end || errno || interval < 1 ||
        interval > INT32_MAX)
        usage_error("--every '%s' is no number from 1 to %d", asked->every, INT32_MAX);
    return interval;
}

static const struct profiler *read_profiler(struct arena *arena, const char *file,
                                            struct diag *diag) {
    const struct profiler_file *read = profiler_read_file(arena, file, diag);
    return read ? profiler_written(arena, read) : NULL;
}

/* Each is one of the table, or a file. */
static bool choose(struct asked *asked, const char *names, const struct profiling_options *options,
                   struct diag *diag) {
    struct arena *arena = asked->profilings.arena;
    for (const char *name; (name = profile_next_word(arena, &names));) {
        const struct profiler *profiler = profiler_is_in_file(name)
                                              ? read_profiler(arena, name, diag)
                                              : profiler_called(name, diag);
        if (asked->is_exact && profiler == &profiler_call_graph)
            profiler = &profiler_exact_call_graph;
        if (!profiler || !profilings_add(&asked->profilings, profiler, options, diag)) return false;
    }
    return true;
}

static void find_trees(struct asked *asked) {
    asked->has_tables = !asked->outputs.count;
    asked->trees =
        ARENA_ARRAY(asked->profilings.arena, struct tree_output, asked->outputs.count + 1);
    for (uint32_t i = 0; i < asked->outputs.count; i++)
        asked->has_tables |= !tree_output_of(asked->outputs.items[i], &asked->trees[i]);
}

static bool has_trees(const struct asked *asked) {
    for (uint32_t i = 0; i < asked->outputs.count; i++)
        if (asked->trees[i].writer) return true;
    return false;
}

static bool has_tree(const struct asked *asked, const struct tree_output *tree, struct diag *diag) {
    return profilings_in_trees(&asked->profilings, "contexts") ||
           diag_error(diag, (struct place){0},
                      "'%s' is made of calling contexts: name the profiler contexts, too",
                      tree->path);
}

static int descriptor_of(const struct asked *asked, uint32_t i) {
    return fileno(asked->trees[i].writer ? asked->trees[i].file : asked->files[i].file);
}

/* What can be wrong with the words is found before a file is touched. */
static void open_outputs(struct asked *asked) {
    struct diag diag = DIAG_INIT;
    const char *path;
    for (uint32_t i = 0; i < asked->outputs.count; i++)
        check(asked->trees[i].writer
                  ? has_tree(asked, &asked->trees[i], &diag)
                  : format_of_output(asked->outputs.items[i], &path, &diag) != NULL,
              &diag);
    asked->files =
        ARENA_ARRAY(asked->profilings.arena, struct profile_output, asked->outputs.count + 1);
    for (uint32_t i = 0; i < asked->outputs.count; i++) {
        bool is_open = asked->trees[i].writer
                           ? tree_output_open(&asked->trees[i], &diag)
                           : output_open(&asked->files[i], asked->outputs.items[i], &diag);
        if (!is_open) program_fail(&diag);
        program_claim_output(asked->outputs.items[i], descriptor_of(asked, i));
    }
    for (uint32_t i = 0; i < asked->outputs.count; i++)
        output_file_empty(asked->trees[i].writer ? asked->trees[i].file : asked->files[i].file);
}

/* --- contexts --- */

static long number_of(const char *option, const char *text) {
    char *end = NULL;
    long number = text ? strtol(text, &end, 10) : 0;
    if (text && (*text < '1' || *text > '9' || *end))
        usage_error("--%s is a number from 1, and not '%s'", option, text);
    if (number > INT32_MAX)
        usage_error("--%s is at most %d, and not '%s'", option, INT32_MAX, text);
    return number;
}

/* --- samples of calls --- */

static enum vm_skip skip_called(const char *text) {
    const char *name, *meaning, *names[VM_SKIPS];
    for (enum vm_skip skip = 0; vm_skip_row(skip, &name, &meaning); skip++) {
        if (strcmp(text, name) == 0) return skip;
        names[skip] = name;
    }
    const char *near = diag_nearest(text, names, VM_SKIPS);
    usage_error("--skip is random, round-robin or fixed, and not '%s'%s%s%s", text,
                near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* 0: it was not asked for. */
static double time_of(const char *option, const char *unit, const char *suffix, double least,
                      const char *text) {
    char *end;
    if (!text) return 0;
    double value = decimal_number(text, &end);
    bool has_end = *end == 0 || strcmp(end, suffix) == 0;
    if (*text < '0' || *text > '9' || !has_end || value <= 0)
        usage_error("--%s is a number of %s above 0, and not '%s'", option, unit, text);
    if (value < least || value > VM_MOST_TIME)
        usage_error("--%s is %g to %.0f %s, and not '%s'", option, least, VM_MOST_TIME, unit, text);
    return value;
}

static bool is_a_time(const char *window) {
    size_t length = window ? strlen(window) : 0;
    return length > 2 && strcmp(window + length - 2, "us") == 0;
}

static int32_t samples_of(const char *window) {
    if (window && window[strspn(window, "0123456789")])
        usage_error(
            "--window is a number of samples from 1, or of microseconds ('3us'), and not '%s'",
            window);
    return (int32_t)number_of("window", window);
}

static double milliseconds_of(const struct asked *asked) {
    return time_of("every-ms", "milliseconds", "ms", VM_LEAST_TICK_MS, asked->every_ms);
}

/* Of a window, which ends before the next begins. */
static double microseconds_of(const struct asked *asked) {
    double window = time_of("window", "microseconds", "us", VM_LEAST_WINDOW_US, asked->window);
    double every_ms = asked->every_ms ? milliseconds_of(asked) : VM_TICK_MS;
    if (window >= 1000 * every_ms)
        usage_error("--window is less than the %g ms from tick to tick, and not '%s'", every_ms,
                    asked->window);
    return window;
}

static uint64_t seed_of(const struct asked *asked) {
    const char *text = asked->seed;
    char *end;
    if (!text) return 0;
    errno = 0;
    unsigned long long seed = strtoull(text, &end, 10);
    if (errno == ERANGE) usage_error("--seed is at most %llu, and not '%s'", ULLONG_MAX, text);
    if (*text < '0' || *text > '9' || *end) usage_error("--seed is a number, and not '%s'", text);
    return seed;
}

static bool has_profiler(const struct asked *asked, const struct profiler *profiler) {
    return profilings_of(&asked->profilings, profiler) != NULL;
}

static struct vm_sampling_options sampling_of(const struct asked *asked) {
    bool is_single = asked->is_timer_only || asked->is_exact;
    if (asked->every_ms && asked->every_calls)
        usage_error("--every-ms and --every-calls contradict each other");
    if (is_single && (asked->every_calls || asked->window || asked->stride || asked->skip))
        usage_error("%s contradicts --every-calls, --window, --stride and --skip",
                    asked->is_exact ? "--exact" : "--timer-only");
    if (asked->is_timer_only && has_profiler(asked, &profiler_entries))
        usage_error("--timer-only contradicts entries, which needs windows that calls open");
    bool is_time = is_a_time(asked->window);
    if (is_time && asked->every_calls)
        usage_error("--window is a time, and windows of --every-calls have samples");
    if (asked->is_exact && (asked->is_timer_only || asked->every_ms || asked->is_fixed))
        usage_error("--exact contradicts --timer-only, --every-ms and --fixed");
    struct vm_sampling_options options = {
        .every_ms = milliseconds_of(asked),
        .every_polls = asked->is_exact ? 1 : number_of("every-calls", asked->every_calls),
        .window = is_single ? 1
                  : is_time ? 0
                            : samples_of(asked->window),
        .window_us = is_time ? microseconds_of(asked) : 0,
        .stride = is_single ? 1 : (int32_t)number_of("stride", asked->stride),
        .skip = asked->skip ? skip_called(asked->skip) : VM_SKIP_random,
        .is_fixed = asked->is_fixed,
        .seed = seed_of(asked)};
    return options;
}

static bool samples_calls(const struct profiler *profiler) {
    for (size_t i = 0; i < profiler->rule_count; i++)
        if (point_is_of_windows(profiler->rules[i].point)) return true;
    return false;
}

static bool is_sampled(const struct asked *asked) {
    for (size_t i = 0; i < asked->profilings.count; i++)
        if (samples_calls(asked->profilings.items[i].profiler)) return true;
    return false;
}

/* Of windows there are two kinds: of calls that are sampled, and of cycles, which have no length. */
static void check_windows(const struct asked *asked) {
    bool has_cycles = has_profiler(asked, &profiler_cycles), has_calls = is_sampled(asked);
    bool is_of_calls = asked->every_calls || asked->stride || asked->skip || asked->is_fixed ||
                       asked->is_timer_only || asked->is_exact || asked->window;
    bool is_of_any = asked->every_ms || asked->seed;
    if (asked->window && has_cycles && !has_calls)
        usage_error("--window is of sampled calls: a window of cycles is a moment");
    if ((is_of_calls || (is_of_any && !has_cycles)) && !has_calls)
        usage_error("no profiler that is named samples calls, as call_graph does");
    if (is_of_any && asked->times_each && !has_calls)
        usage_error("--every-ms and --seed are of windows, and --each has none");
}

/* The inliner reads the samples that the profiler takes. */
static void read_sampling(const struct asked *asked, const struct jitvm_program *program,
                          struct profiling_options *options) {
    check_windows(asked);
    if (is_sampled(asked) && program->vm.sampled_every)
        usage_error("a profiler samples calls, for the inliner, too: --every-calls says how often, "
                    "and not --sampled-every");
    if (is_sampled(asked)) options->sampling = sampling_of(asked);
}

/* As options, each behind a space. */
static const char *kept_contexts(const struct asked *asked) {
    struct arena *arena = asked->profilings.arena;
    return arena_format(
        arena, "%s%s%s%s%s%s%s", asked->without_sites ? " --without-call-sites" : "",
        asked->without_natives ? " --without-natives" : "", asked->folds ? " --fold-recursion" : "",
        asked->most_levels ? " --contexts-of " : "", asked->most_levels ? asked->most_levels : "",
        asked->most_contexts ? " --most-contexts " : "",
        asked->most_contexts ? asked->most_contexts : "");
}

static void keep_contexts(const struct asked *asked, struct jitvm_program *program) {
    program->context_options = (struct vm_context_options){
        .without_call_sites = asked->without_sites,
        .without_natives = asked->without_natives,
        .fold_recursion = asked->folds,
        .levels = (uint32_t)number_of("contexts-of", asked->most_levels),
        .most_nodes = (uint64_t)number_of("most-contexts", asked->most_contexts)};
    const struct vm_context_options *options = &program->context_options;
    bool keeps_some = options->without_call_sites || options->without_natives ||
                      options->fold_recursion || options->levels || options->most_nodes;
    program->keeps_contexts |= keeps_some;
    if (options->fold_recursion && options->levels)
        usage_error("--fold-recursion and --contexts-of contradict each other");
    bool has_some = program->contexts_file;
    for (size_t i = 0; keeps_some && i < asked->profilings.count; i++) {
        const struct profiling *profiling = &asked->profilings.items[i];
        if (!profiling_is_by(profiling, BY_context)) continue;
        if (samples_calls(profiling->profiler))
            usage_error("%s is by all contexts, and not all are kept", profiling->profiler->name);
        has_some = true;
    }
    if (keeps_some && !has_some)
        usage_error("contexts are kept for nothing: no profiler that is named is by context, as "
                    "with --levels");
}

/* What tells of each object cannot leave some out, and windows leave out what is between them. */
static void check_every(const struct asked *asked) {
    for (size_t i = 0; asked->every && i < asked->profilings.count; i++) {
        const struct profiler *profiler = asked->profilings.items[i].profiler;
        bool has_windows = profiler == &profiler_cycles || samples_calls(profiler);
        if (profiler->told_count || has_windows)
            usage_error("--every is of events that are counted, and %s %s", profiler->name,
                        has_windows ? "has windows" : "follows each object");
    }
}

static void read_block_rule(struct asked *asked) {
    const char *rule = asked->block_rule;
    if (!rule) return;
    asked->ends_blocks_at_calls = strcmp(rule, "calls") == 0;
    if (!asked->ends_blocks_at_calls && strcmp(rule, "branches") != 0)
        usage_error("--blocks is branches or calls, and not '%s'", rule);
    if (!profilings_in_trees(&asked->profilings, "blocks"))
        usage_error("--blocks is of the profiler blocks, which is not named");
}

static int threshold_of(const struct asked *asked) {
    enum { DEFAULT = 80 };
    char *end;
    if (!asked->threshold) return DEFAULT;
    long threshold = strtol(asked->threshold, &end, 10);
    if (*asked->threshold < '0' || *asked->threshold > '9' || *end || threshold > INT32_MAX)
        usage_error("--threshold is a number of cycles from 0, and not '%s'", asked->threshold);
    return (int)threshold;
}

static void read_timing(const struct asked *asked, struct profiling_options *options) {
    bool is_asked = asked->times_each || asked->threshold || asked->clock || asked->counts_blocks;
    bool has_cycles = has_profiler(asked, &profiler_cycles);
    options->timing.times_each = asked->times_each;
    options->timing.counts_blocks = asked->counts_blocks;
    options->timing.every_ms = has_cycles ? milliseconds_of(asked) : 0;
    options->timing.seed = has_cycles ? seed_of(asked) : 0;
    const char *clock = asked->clock ? asked->clock : "counter";
    options->timing.threshold = threshold_of(asked);
    options->timing.uses_monotonic_clock = strcmp(clock, "monotonic") == 0;
    if (!options->timing.uses_monotonic_clock && strcmp(clock, "counter") != 0)
        usage_error("--clock is counter or monotonic, and not '%s'", clock);
    if (is_asked && !has_cycles)
        usage_error("--each, --threshold, --clock and --exact-blocks are of the profiler cycles, "
                    "which is not named");
    if (asked->threshold && !asked->times_each)
        usage_error("--threshold is of --each: in windows all activations are timed");
}

/* Cycles and calls of the call graph are measured beside the program. */
static bool could_perturb(const struct profiler *profiler) {
    if (profiler == &profiler_entries || profiler == &profiler_exact_call_graph) return false;
    for (size_t i = 0; i < profiler->rule_count; i++)
        if (!point_is_of_windows(profiler->rules[i].point)) return true;
    return profiler->told_count > 0;
}

static void check_perturbed(const struct asked *asked) {
    const struct profilings *all = &asked->profilings;
    if (asked->is_both && asked->is_perturbed)
        usage_error("--both and --perturbed contradict each other");
    if (!asked->is_both && !asked->is_perturbed) return;
    size_t i = 0;
    while (i < all->count && !could_perturb(all->items[i].profiler)) i++;
    if (all->count && i == all->count)
        usage_error("the profiler %s has no rules that could perturb a program",
                    all->items[0].profiler->name);
}

static void hear(void *context, const struct event *event) { profilings_hear(context, event); }

/* --- when it ends --- */

static bool tell_unmet(const struct asked *asked) {
    bool is_of;
    struct vm_profile *profile = asked->profilings.profile;
    const struct vm_rule *rule = vm_profile_unmet(profile, &is_of);
    char message[1400];
    struct diag diag = DIAG_INIT;
    if (!rule) return false;
    if (!rule->place.file) { /* profilers that are built in have no filters */
        fprintf(stderr, "jitvm: --marks: '%s' never returned, so that no interval ended\n",
                asked->marks);
        return true;
    }
    const char *meant = vm_profile_meant(profile, rule, is_of);
    diag_error(&diag, rule->place, "at the point '%s' nothing that was run is named by '%s'%s%s%s",
               point_name(rule->point), is_of ? rule->of : rule->in,
               meant ? ", did you mean '" : "", meant ? meant : "", meant ? "'?" : "");
    fprintf(stderr, "jitvm: %s\n", diag_format(&diag, message, sizeof message));
    return true;
}

/* Then the tables say less than happened. */
static void tell_failures(const struct profilings *profilings) {
    struct vm_statistics statistics;
    vm_statistics(profilings->vm, &statistics);
    if (!statistics.failed_probes) return;
    fprintf(stderr,
            "jitvm: %lld times, a rule did not count, or what it does was not done to its end\n",
            (long long)statistics.failed_probes);
}

static void tell_limit(const struct asked *asked) {
    if (!asked->most_contexts) return;
    struct vm_context_totals totals = vm_context_totals(asked->profilings.vm);
    if (!totals.marks) return;
    fprintf(
        stderr,
        "jitvm: there were more than %s contexts: these called %lld others; %lld calls in those, "
        "and below, count at their callers, marked, and by method\n",
        asked->most_contexts, (long long)totals.refused, (long long)totals.marks);
}

static bool write_tree(struct asked *asked, struct tree_output *output, struct diag *diag) {
    const struct profilings *all = &asked->profilings;
    const struct profiling *blocks = profilings_in_trees(all, "blocks");
    struct counted_blocks counted = {all->profile, blocks ? blocks->first_rule : 0,
                                     asked->ends_blocks_at_calls};
    return tree_output_write(output, all->vm, blocks ? &counted : NULL, diag);
}

/* What the file lacks. */
static void tell_cut(const struct profile_output *output, const struct profile_tables *tables) {
    int frames = output->format->most_frames;
    size_t deep = frames ? format_count_deep(tables, frames) : 0;
    if (deep)
        fprintf(stderr,
                "jitvm: '%s' has of %zu rows not all callers: " STACKS_ARE_CUT
                "; JSON and XML have all\n",
                output->path, deep, frames);
}

static bool write_output(struct asked *asked, uint32_t i, const struct profile_tables *tables,
                         struct diag *diag) {
    if (asked->trees[i].writer) return write_tree(asked, &asked->trees[i], diag);
    tell_cut(&asked->files[i], tables);
    return output_write(&asked->files[i], tables, diag);
}

static bool write_outputs(struct asked *asked, const struct profile_tables *tables) {
    bool is_done = true;
    for (uint32_t i = 0; i < asked->outputs.count; i++) {
        struct diag diag = DIAG_INIT;
        if (write_output(asked, i, tables, &diag)) continue;
        fprintf(stderr, "jitvm: %s\n", diag.message);
        is_done = false;
    }
    return is_done;
}

/* False: the tables are of one run alone. */
static bool tell_both(struct asked *asked, struct profile_tables *tables) {
    struct diag diag = DIAG_INIT;
    if (!asked->is_both ||
        perturbed_run_add(&asked->perturbed, asked->profilings.arena, tables, &diag))
        return true;
    fprintf(stderr, "jitvm: %s\n", diag.message);
    return false;
}

static int hand_over(struct asked *asked, int status) {
    struct diag diag = DIAG_INIT;
    struct profile_tables tables = profilings_read(&asked->profilings);
    return perturbed_run_write(&asked->perturbed, &tables, &diag) ? status : COULD_NOT_WRITE;
}

static int tell(void *context, int status) {
    struct asked *asked = context;
    struct profile_tables tables = {0};
    if (asked->perturbed.is_this) return hand_over(asked, status);
    clearerr(stderr); /* what the program printed there is no output of this command */
    if (asked->has_tables) tables = profilings_read(&asked->profilings);
    bool is_written = tell_both(asked, &tables);
    is_written &= write_outputs(asked, &tables);
    if (!asked->outputs.count) format_print(&tables, false, stderr);
    tell_failures(&asked->profilings);
    tell_limit(asked);
    is_written &= !ferror(stderr); /* nobody can be told */
    bool is_unmet = tell_unmet(asked);
    if (!is_written) return COULD_NOT_WRITE;
    return status == 0 && is_unmet ? MISTAKE : status;
}

/* --- the whole --- */

/* The perturbed run writes no file of its own. */
static void run_both(struct asked *asked) {
    struct diag diag = DIAG_INIT;
    if (!asked->is_both) return;
    if (!perturbed_run_fork(&asked->perturbed, asked->profilings.arena, &diag)) program_fail(&diag);
    if (asked->perturbed.is_this) asked->outputs.count = 0;
}

static int run(struct asked *asked, const char *names, int argc, char **argv) {
    static struct jitvm_program program; /* until the process ends, as what it points to */
    struct diag diag = DIAG_INIT;
    const struct command_options own = {option_rows, OPTIONS, asked, "jitvm profile", print_usage};
    program_read(&program, &own, argc, argv);
    if (!names) usage_error("no profiler is named");
    struct profiling_options options = {.by = asked->by,
                                        .marks = asked->marks,
                                        .levels = asked->levels,
                                        .every = interval_of(asked)};
    struct profilings *profilings = &asked->profilings;
    check(choose(asked, names, &options, &diag), &diag);
    read_sampling(asked, &program, &options);
    read_block_rule(asked);
    read_timing(asked, &options);
    keep_contexts(asked, &program);
    options.kept_contexts = kept_contexts(asked);
    check_every(asked);
    find_trees(asked);
    options.writes_trees = has_trees(asked);
    options.ends_blocks_at_calls = asked->ends_blocks_at_calls;
    check_perturbed(asked);
    if (asked->is_both && !asked->has_tables)
        usage_error("--both is of tables, and all outputs are trees");
    open_outputs(asked);
    run_both(asked);
    options.is_perturbed = asked->is_perturbed || asked->perturbed.is_this;
    if (profilings_listen(profilings)) program.listener = (struct event_sink){hear, profilings};
    struct vm *vm = program_make(&program);
    check(!asked->marks || vm_find_method(vm, asked->marks, &diag), &diag);
    bool is_begun = profilings_begin(profilings, vm, &options, program.words, &diag);
    if (!is_begun && !diag.place.file) program_fail(&diag);
    check(is_begun, &diag);
    vm_at_end(vm, tell, asked);
    return program_run(&program, vm);
}

int command_profile(int argc, char **argv) {
    static struct arena arena, hearing;
    static struct asked asked = {
        .profilings = {.arena = &arena, .hearing = &hearing, .mutex = PTHREAD_MUTEX_INITIALIZER}};
    arena_init(&arena);
    arena_init(&hearing);
    if (argc == 1) {
        print_tables(stdout);
        return 0;
    }
    bool has_names = argv[1][0] != '-';
    exit(run(&asked, has_names ? argv[1] : NULL, argc - has_names, argv + has_names));
}
