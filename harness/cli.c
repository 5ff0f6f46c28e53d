/* Parses the command line from cli_options.def and reports.def, and hands over to the command. */
#define _GNU_SOURCE
#include "harness/cli.h"
#include "harness/defaults.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "base/vec.h"
#include "harness/spec_reference.h"
#include "rules/rules.h"

enum option_id {
    OPTION_FIRST = 256, /* above every letter */
#define OPTION(name, letter, word, argument, commands, meaning) OPTION_##name,
#include "harness/cli_options.def"
#undef OPTION
    OPTION_REPORT, /* plus the kind of report */
};

#define BIT(command) (1u << COMMAND_##command)
enum {
    REPORTED = BIT(run) | BIT(prove),
    TESTS = REPORTED | BIT(compare) | BIT(lint) | BIT(explain),
    ANY = BIT(COUNT) - 1
};

static const struct option_row {
    int id, letter;
    const char *word, *argument;
    unsigned commands;
    const char *meaning;
} option_rows[] = {
#define OPTION(name, letter, word, argument, commands, meaning)                                    \
    {OPTION_##name, letter, word, argument, commands, meaning},
#include "harness/cli_options.def"
#undef OPTION
};
enum { OPTIONS = sizeof option_rows / sizeof *option_rows };

static const struct command_row {
    const char *word, *arguments, *meaning;
    enum exit_code (*run)(const struct cli *, struct arena *);
} command_rows[COMMAND_COUNT] = {
#define COMMAND(name, word, arguments, meaning) {word, arguments, meaning, name##_command},
#include "harness/commands.def"
#undef COMMAND
};

enum exit_code cli_fail(enum exit_code code, const struct diag *diag) {
    char text[2048];
    fflush(stdout);
    fprintf(stderr, "jittest: %s\n", diag_format(diag, text, sizeof text));
    return code;
}

static void print_option(int letter, const char *word, const char *argument, const char *meaning) {
    char left[64];
    snprintf(left, sizeof left, "%s--%s%s%s", "", word, argument ? " " : "",
             argument ? argument : "");
    if (letter)
        printf("  -%c, %-24s %s\n", letter, left, meaning);
    else
        printf("      %-24s %s\n", left, meaning);
}

static void print_help(void) {
    printf("Usage: jittest [COMMAND] [OPTION...] PATH...\n\n"
           "Checks what a JIT compiler decides against the specs under PATH (files or "
           "directories).\n\nCommands:\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        printf("  %-18s %-10s %s\n", command_rows[i].word, command_rows[i].arguments,
               command_rows[i].meaning);
    printf("\nOptions:\n");
    for (size_t i = 0; i < OPTIONS; i++)
        print_option(option_rows[i].letter, option_rows[i].word, option_rows[i].argument,
                     option_rows[i].meaning);
    printf("\nReports (FILE may be - for standard output):\n");
    for (int kind = 0; kind < REPORT_KIND_COUNT; kind++)
        if (*report_option((enum report_kind)kind))
            print_option(0, report_option((enum report_kind)kind) + 2, "FILE",
                         report_meaning((enum report_kind)kind));
    printf("\nExit: 0 all as expected, 1 failures, 2 a mistake in a spec or the command line, or "
           "no test selected,\n"
           "3 a fault of jittest itself, 130 interrupted.\n");
}

static struct option *long_options(struct arena *arena) {
    struct option *all = ARENA_ARRAY(arena, struct option, OPTIONS + REPORT_KIND_COUNT + 1);
    size_t count = 0;
    for (size_t i = 0; i < OPTIONS; i++)
        all[count++] = (struct option){option_rows[i].word,
                                       option_rows[i].argument ? required_argument : no_argument,
                                       NULL, option_rows[i].id};
    for (int kind = 0; kind < REPORT_KIND_COUNT; kind++)
        if (*report_option((enum report_kind)kind))
            all[count++] = (struct option){report_option((enum report_kind)kind) + 2,
                                           required_argument, NULL, OPTION_REPORT + kind};
    return all;
}

static bool usage_error(const char *format, const char *text) {
    fprintf(stderr, "jittest: ");
    fprintf(stderr, format, text);
    fprintf(stderr, "; see jittest --help\n");
    return false;
}

static bool parse_unsigned(const char *text, uint64_t most, uint64_t *out) {
    char *end;
    errno = 0;
    *out = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end && !errno && *out <= most;
}

static bool parse_color(const char *text, struct cli *out) {
    static const char *const names[] = {"auto", "always", "never"};
    for (int i = 0; i < 3; i++)
        if (strcmp(names[i], text) == 0) {
            out->color = (enum report_color)i;
            return true;
        }
    return usage_error("--color is auto, always or never, not '%s'", text);
}

static bool parse_timeout(const char *text, struct cli *out) {
    char *end;
    out->timeout = decimal_number(text, &end);
    return (!*end && out->timeout > 0 && out->timeout < 1e6) ||
           usage_error("--timeout is a number of seconds, not '%s'", text);
}

/* "a,b" is a and b. */
static bool add_names(struct arena *arena, const char *option, const char *text,
                      struct spec_texts *out, struct cli *cli) {
    while (*text) {
        size_t length = strcspn(text, ",");
        struct spec_text name = {arena_copy_text(arena, text, length), {0}};
        if (length) arena_vec_push(arena, out, name);
        if (length)
            cli->command_text =
                arena_format(arena, "%s --%s %s", cli->command_text, option, name.text);
        text += length + (text[length] == ',');
    }
    return true;
}

static bool parse_stress(struct arena *arena, const char *text, struct cli *out) {
    uint64_t number = 0;
    bool fails = !strncmp(text, "fail=", 5) && parse_unsigned(text + 5, INT_MAX, &number) && number;
    if (fails) out->failing_allocation = (int)number;
    out->stresses_collector |= !strcmp(text, "collect");
    out->stresses_tlabs |= !strcmp(text, "tlab");
    out->command_text = arena_format(arena, "%s --stress %s", out->command_text, text);
    return fails || !strcmp(text, "collect") || !strcmp(text, "tlab") ||
           usage_error("--stress is collect, tlab or fail=N, not '%s'", text);
}

static void parse_vm(struct arena *arena, const char *text, struct cli *out) {
    out->command_text = arena_format(arena, "%s --vm '%s'", out->command_text, text);
    arena_vec_push(arena, &out->vm_names, text);
}

/* What a jittest.yaml calls VMs may be said, too: one here or above, or of the specs. */
static bool read_names(struct arena *arena, const struct cli *cli, struct vm_aliases *out,
                       struct diag *diag) {
    bool is_fine = true;
    for (size_t i = 0; is_fine && i <= cli->path_count; i++) {
        struct defaults defaults;
        is_fine = defaults_of(arena, i ? cli->paths[i - 1] : ".", &defaults, diag);
        vec_each(const struct vm_alias, alias, &defaults.names) arena_vec_push(arena, out, *alias);
    }
    return is_fine;
}

static bool ask_vms(struct arena *arena, struct cli *out) {
    struct diag diag = DIAG_INIT;
    struct vm_aliases names = {0};
    vm_limit_time(out->timeout);
    if (!out->vm_names.count) return true;
    bool is_fine = read_names(arena, out, &names, &diag);
    for (uint32_t i = 0; is_fine && i < out->vm_names.count; i++) {
        const struct vm_identity *vm =
            vm_identity_of(out->vm_names.items[i], &names, (struct place){0}, &diag);
        if (vm) arena_vec_push(arena, &out->vms, vm);
        is_fine = vm != NULL;
    }
    if (!is_fine) cli_fail(EXIT_USAGE, &diag);
    return is_fine;
}

static bool parse_jobs(const char *text, struct cli *out) {
    uint64_t jobs;
    if (!parse_unsigned(text, 1024, &jobs) || !jobs)
        return usage_error("-j is 1 to 1024, not '%s'", text);
    out->jobs = (uint32_t)jobs;
    return true;
}

static bool parse_recycle(const char *text, struct cli *out) {
    uint64_t tests;
    if (!parse_unsigned(text, UINT32_MAX, &tests) || !tests)
        return usage_error("--recycle is a number of tests from 1, not '%s'", text);
    out->recycle = (uint32_t)tests;
    return true;
}

static bool parse_seed(struct arena *arena, const char *text, struct cli *out) {
    out->has_seed = true;
    if (!parse_unsigned(text, UINT64_MAX, &out->seed))
        return usage_error("--seed is a number from 0, not '%s'", text);
    out->command_text = arena_format(arena, "%s --seed %s", out->command_text, text);
    return true;
}

enum { TESTS_OF_A_PROCESS = 50 };
enum parsed { PARSED, PARSED_WRONG, PARSED_DONE };

static enum parsed parse_option(struct arena *arena, int id, struct cli *out) {
    bool is_fine = true;
    switch (id) {
    case OPTION_jobs:
    case 'j': is_fine = parse_jobs(optarg, out); break;
    case OPTION_vm: parse_vm(arena, optarg, out); break;
    case OPTION_warm: out->recycle = out->recycle ? out->recycle : TESTS_OF_A_PROCESS; break;
    case OPTION_recycle: is_fine = parse_recycle(optarg, out); break;
    case OPTION_filter: out->filter = optarg; break;
    case OPTION_list: out->is_list = true; break;
    case OPTION_seed: is_fine = parse_seed(arena, optarg, out); break;
    case OPTION_without: is_fine = add_names(arena, "without", optarg, &out->without, out); break;
    case OPTION_sabotage:
        is_fine = add_names(arena, "sabotage", optarg, &out->sabotage, out);
        break;
    case OPTION_stress: is_fine = parse_stress(arena, optarg, out); break;
    case OPTION_timeout: is_fine = parse_timeout(optarg, out); break;
    case OPTION_graphs: out->wants_graphs = true; break;
    case OPTION_html: out->page = optarg; break;
    case OPTION_coverage: out->wants_coverage = true; break;
    case OPTION_verbose:
    case 'v': out->verbosity = 1; break;
    case OPTION_quiet:
    case 'q': out->verbosity = -1; break;
    case OPTION_color: is_fine = parse_color(optarg, out); break;
    case OPTION_help:
    case 'h': print_help(); return PARSED_DONE;
    case OPTION_help_spec: spec_reference_print(stdout); return PARSED_DONE;
    case OPTION_version: printf("jittest %s\n", JITTEST_VERSION); return PARSED_DONE;
    case '?': fprintf(stderr, "see jittest --help\n"); return PARSED_WRONG;
    default: out->report_files[id - OPTION_REPORT] = optarg;
    }
    return is_fine ? PARSED : PARSED_WRONG;
}

typedef VEC(int) option_list;

/* All that were given, wherever they stood. */
static bool check_given(struct arena *arena, const option_list *given, enum command command) {
    vec_each(const int, id, given) {
        const char *word = *id >= OPTION_REPORT ? report_option(*id - OPTION_REPORT) + 2 : "";
        unsigned commands = REPORTED;
        for (size_t i = 0; i < OPTIONS; i++) {
            if (option_rows[i].id != *id && option_rows[i].letter != *id) continue;
            word = option_rows[i].word;
            commands = option_rows[i].commands;
        }
        if (!(commands & 1u << command))
            return usage_error(
                "%s", arena_format(arena, "%s takes no --%s", command_rows[command].word, word));
    }
    return true;
}

/* A first word that is no command is a path, unless there is none and a command is meant. */
static bool check_path(struct arena *arena, const char *path) {
    const char *words[COMMAND_COUNT];
    for (int i = 0; i < COMMAND_COUNT; i++) words[i] = command_rows[i].word;
    const char *nearest = diag_nearest(path, words, COMMAND_COUNT);
    return !nearest || access(path, F_OK) == 0 ||
           usage_error("%s", arena_format(arena,
                                          "neither a command nor a path: '%s' "
                                          "(did you mean '%s'?)",
                                          path, nearest));
}

static bool takes_paths(enum command command) {
    return strstr(command_rows[command].arguments, "...") != NULL;
}

static bool take_command(struct arena *arena, struct cli *out) {
    if (!out->path_count) return true;
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(out->paths[0], command_rows[i].word)) continue;
        out->command = (enum command)i;
        out->paths++;
        out->path_count--;
        return true;
    }
    return check_path(arena, out->paths[0]);
}

static bool check_reports(const struct cli *cli) {
    int on_stdout = 0;
    for (int kind = 0; kind < REPORT_KIND_COUNT; kind++)
        on_stdout += cli->report_files[kind] && strcmp(cli->report_files[kind], "-") == 0;
    return on_stdout <= 1 || usage_error("only one report can go to standard output%s", "");
}

/* Of several, where one does it is asked for that one. */
static bool takes_many(const struct cli *cli) {
    for (uint32_t i = 0; i < cli->vms.count; i++)
        if (cli->vms.items[i]->warm_command) return true;
    return false;
}

/* False when there is nothing more to do; then *code is how to exit. Prints help, version and
 * mistakes itself. */
static bool parse(struct arena *arena, int count, char **words, struct cli *out,
                  enum exit_code *code) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    *out = (struct cli){
        .timeout = 60, .command_text = words[0], .jobs = processors > 0 ? (uint32_t)processors : 1};
    struct option *options = long_options(arena);
    option_list given = {0};
    int id;
    *code = EXIT_USAGE;
    optind = 0;
    while ((id = getopt_long(count, words, "j:vqh", options, NULL)) != -1) {
        enum parsed parsed = parse_option(arena, id, out);
        if (parsed == PARSED_DONE) *code = fflush(stdout) == 0 ? EXIT_GREEN : EXIT_FAULT;
        if (parsed != PARSED) return false;
        arena_vec_push(arena, &given, id);
    }
    out->paths = (const char *const *)words + optind;
    out->path_count = (size_t)(count - optind);
    if (!take_command(arena, out) || !check_given(arena, &given, out->command) ||
        !ask_vms(arena, out))
        return false;
    if (out->command != COMMAND_compare && out->vms.count > 1)
        return usage_error("one --vm is enough, but for compare%s", "");
    if (out->command != COMMAND_compare && out->vms.count) vm_choose(out->vms.items[0]);
    if (out->recycle && out->vms.count && !takes_many(out))
        return usage_error("--warm: %s takes one program in a process", out->vms.items[0]->name);
    if (!out->path_count && takes_paths(out->command))
        return usage_error("no PATH given: name a spec or a directory of specs%s", "");
    return check_reports(out);
}

enum exit_code spec_reference_command(const struct cli *cli, struct arena *arena) {
    spec_reference_print(stdout);
    return EXIT_GREEN;
}

enum exit_code profiler_reference_command(const struct cli *cli, struct arena *arena) {
    rules_print_reference(stdout);
    return EXIT_GREEN;
}

/* Check reads these and would run, or report, something else than we ask for. */
static void clear_environment(void) {
    static const char *const names[] = {
        "CK_RUN_SUITE",     "CK_RUN_CASE",          "CK_INCLUDE_TAGS",     "CK_EXCLUDE_TAGS",
        "CK_FORK",          "CK_VERBOSITY",         "CK_DEFAULT_TIMEOUT",  "CK_TIMEOUT_MULTIPLIER",
        "CK_LOG_FILE_NAME", "CK_XML_LOG_FILE_NAME", "CK_TAP_LOG_FILE_NAME"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) unsetenv(names[i]);
}

int cli_main(int count, char **words) {
    struct arena arena;
    struct cli cli;
    enum exit_code code;
    clear_environment();
    signal(SIGPIPE, SIG_IGN); /* outside the runner, like SIGXFSZ everywhere: writes fail instead */
    signal(SIGXFSZ, SIG_IGN);
    arena_init(&arena);
    if (parse(&arena, count, words, &cli, &code))
        code = command_rows[cli.command].run(&cli, &arena);
    arena_release(&arena);
    if ((fflush(stdout) != 0 || ferror(stdout)) && code < EXIT_FAULT) { /* else it was told */
        fprintf(stderr, "jittest: cannot write to standard output: %s\n", strerror(errno));
        code = EXIT_FAULT;
    }
    return (int)code;
}
