/* The command line: what was asked, and how a run can end. */
#ifndef HARNESS_CLI_H
#define HARNESS_CLI_H

#include "harness/plan.h"
#include "harness/report.h"

enum exit_code {
    EXIT_GREEN = 0,
    EXIT_RED = 1,           /* a test is red */
    EXIT_USAGE = 2,         /* a mistake in a spec or on the command line; no test selected */
    EXIT_FAULT = 3,         /* the harness's own: a worker died, a report could not be written */
    EXIT_INTERRUPTED = 128, /* plus the signal's number */
};

enum command {
#define COMMAND(name, word, arguments, meaning) COMMAND_##name,
#include "harness/commands.def"
#undef COMMAND
    COMMAND_COUNT
};

struct cli {
    enum command command;
    const char *const *paths;
    size_t path_count;
    uint32_t jobs;
    uint32_t recycle; /* tests that share an adapter's process; 0: each has its own */
    struct {
        const char **items;
        uint32_t count, capacity;
    } vm_names;
    struct {
        const struct vm_identity **items;
        uint32_t count, capacity;
    } vms;              /* of these names; empty: what the specs say */
    const char *page;   /* compare: a file for HTML; NULL: none */
    const char *filter; /* NULL: all */
    bool is_list, has_seed, wants_graphs, wants_coverage;
    uint64_t seed;
    struct spec_texts without, sabotage;
    double timeout;
    bool stresses_collector, stresses_tlabs;
    int failing_allocation; /* 0: none */
    int verbosity;
    enum report_color color;
    const char *report_files[REPORT_KIND_COUNT]; /* "-" for stdout; NULL: not asked for */
    const char *command_text; /* to reproduce a test: the program as it was called, with the options
                                 that change what a test does: "build/jittest --without escape" */
};

/* The whole program. */
int cli_main(int count, char **words);

/* Prints "jittest: message" to stderr. */
enum exit_code cli_fail(enum exit_code code, const struct diag *diag);

enum exit_code run_command(const struct cli *cli, struct arena *arena);
enum exit_code explain_command(const struct cli *cli, struct arena *arena);
enum exit_code spec_reference_command(const struct cli *cli, struct arena *arena);
enum exit_code profiler_reference_command(const struct cli *cli, struct arena *arena);
enum exit_code lint_command(const struct cli *cli, struct arena *arena);
enum exit_code list_command(const struct cli *cli, struct arena *arena);
enum exit_code conformance_command(const struct cli *cli, struct arena *arena);
enum exit_code compare_command(const struct cli *cli, struct arena *arena);
enum exit_code prove_command(const struct cli *cli, struct arena *arena);

#endif
