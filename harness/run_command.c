/* `jittest run`, and the parts of it that prove and explain use. */
#include "harness/run_command.h"

#include "harness/names.h"
#include "harness/warm.h"
#include "harness/whereabouts.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

enum exit_code worse_exit(enum exit_code a, enum exit_code b) { return a > b ? a : b; }

/* What only the VM in this process can do. */
static bool check_own(const struct cli *cli, const struct plan *plan, struct diag *diag) {
    bool is_stressed = cli->stresses_collector || cli->stresses_tlabs || cli->failing_allocation;
    const char *option = is_stressed ? "--stress" : cli->wants_graphs ? "--graphs" : NULL;
    for (uint32_t i = 0; option && i < plan->count; i++) {
        const struct spec *spec = plan->items[i].spec;
        if (spec && spec->vm->command)
            return diag_error(diag, (struct place){0}, "%s has no %s: '%s' runs on it",
                              spec->vm->name, option, plan->items[i].name);
    }
    return true;
}

bool select_tests(const struct cli *cli, struct arena *arena, struct plan *plan,
                  enum exit_code *code) {
    struct diag diag = DIAG_INIT;
    if (!host_has_stack(&diag)) {
        *code = cli_fail(EXIT_FAULT, &diag);
        return false;
    }
    *code = EXIT_USAGE;
    if (!plan_collect(arena, cli->paths, cli->path_count, &diag, plan) ||
        (cli->filter && !plan_filter(plan, cli->filter, &diag)) ||
        !names_check_disableable(&cli->without, &diag) ||
        !names_check_sabotages(&cli->sabotage, &diag) || !check_own(cli, plan, &diag)) {
        cli_fail(EXIT_USAGE, &diag);
        return false;
    }
    if (cli->has_seed) plan_set_seed(plan, cli->seed);
    if (plan->count) return true;
    diag_error(&diag, (struct place){0}, "no test selected%s%s%s",
               cli->filter ? ": nothing matches '" : "", cli->filter ? cli->filter : "",
               cli->filter ? "'" : ": there are no .yaml files");
    cli_fail(EXIT_USAGE, &diag);
    return false;
}

/* --- reports --- */

/* Do [path] and [file] lead to the same place? A device that is not a terminal may take several
 * reports. */
static bool leads_to(const char *path, FILE *file) {
    struct stat status, other;
    return stat(path, &status) == 0 && fstat(fileno(file), &other) == 0 &&
           other.st_dev == status.st_dev && other.st_ino == status.st_ino &&
           (!S_ISCHR(status.st_mode) || isatty(fileno(file)));
}

static bool is_written_already(const struct reports *reports, const char *path, bool is_output) {
    for (int kind = 0; kind < REPORT_KIND_COUNT; kind++) {
        FILE *file = reports->files[kind];
        if (file && (is_output ? file == stdout : leads_to(path, file))) return true;
    }
    return false;
}

static bool is_spec(const struct plan *plan, const char *path) {
    struct stat status;
    if (stat(path, &status) != 0) return false;
    vec_each(const struct file_id, spec, &plan->files) {
        if (spec->device == status.st_dev && spec->inode == status.st_ino) return true;
    }
    return false;
}

static bool open_file(struct reports *reports, const struct cli *cli, const struct plan *plan,
                      enum report_kind kind, struct diag *diag) {
    const char *path = cli->report_files[kind];
    bool is_output = strcmp(path, "-") == 0 || leads_to(path, stdout);
    if (is_written_already(reports, path, is_output))
        return diag_error(diag, (struct place){0}, "two reports cannot both go to '%s'", path);
    if (is_spec(plan, path))
        return diag_error(diag, (struct place){0},
                          "a report to '%s' would overwrite a spec that is run", path);
    reports->files[kind] = is_output ? stdout : fopen(path, "w");
    return reports->files[kind] ||
           diag_error(diag, (struct place){0}, "cannot open '%s': %s", path, strerror(errno));
}

static bool close_file(FILE *file) {
    return !file || file == stdout || file == stderr || fclose(file) == 0;
}

static bool open_files(struct reports *reports, const struct cli *cli, const struct plan *plan,
                       struct diag *diag) {
    for (int kind = 0; kind < REPORT_KIND_COUNT; kind++) {
        if (!cli->report_files[kind] || open_file(reports, cli, plan, (enum report_kind)kind, diag))
            continue;
        while (kind-- > 0) close_file(reports->files[kind]);
        return false;
    }
    return true;
}

static void begin_report(struct reports *reports, const struct cli *cli, enum report_kind kind,
                         uint32_t total) {
    FILE *out = reports->files[kind];
    struct report_options options = {.out = out,
                                     .verbosity = cli->verbosity,
                                     .is_terminal = report_is_terminal(out),
                                     .is_colored = report_wants_color(cli->color, out)};
    reports->reports[kind] = report_open(kind, &options);
    report_begin(reports->reports[kind], total);
}

/* The console makes room when another report goes to standard output. */
bool reports_open(struct reports *reports, const struct cli *cli, const struct plan *plan,
                  uint32_t total, struct diag *diag) {
    FILE *console = stdout;
    *reports = (struct reports){.summary.total = total};
    if (!open_files(reports, cli, plan, diag)) return false;
    for (int kind = 0; kind < REPORT_KIND_COUNT; kind++)
        if (reports->files[kind] == stdout) console = stderr;
    reports->files[REPORT_console] = console;
    for (int kind = 0; kind < REPORT_KIND_COUNT; kind++)
        if (reports->files[kind]) begin_report(reports, cli, (enum report_kind)kind, total);
    return true;
}

void reports_add(struct reports *reports, const struct spec_result *result) {
    report_summary_add(&reports->summary, result);
    for (int kind = 0; kind < REPORT_KIND_COUNT; kind++)
        if (reports->reports[kind]) report_result(reports->reports[kind], result);
}

bool reports_close(struct reports *reports, double seconds, struct diag *diag) {
    bool is_fine = true;
    reports->summary.seconds = seconds;
    for (int kind = 0; kind < REPORT_KIND_COUNT; kind++) {
        if (!reports->reports[kind]) continue;
        is_fine &= report_end(reports->reports[kind], &reports->summary, diag);
        if (!close_file(reports->files[kind]))
            is_fine = diag_error(diag, (struct place){0}, "cannot write %s: %s",
                                 report_option((enum report_kind)kind), strerror(errno));
    }
    return is_fine;
}

/* --- running --- */

struct run_context {
    const struct plan *plan;
    struct run_host *host;
    struct judge_settings settings;
    uint32_t *tests;  /* of each job */
    uint32_t done;    /* tests that were handed over */
    uint32_t recycle; /* tests that share an adapter's process; 0: each has its own */
    enum exit_code code;
    bool has_tried;      /* whether anything can be compiled here */
    struct diag refusal; /* set: nothing can */
    void (*judged)(void *context, const struct test *test, const struct judgement *judgement);
    void *context;
};

static void run_job(void *context, uint32_t job, struct strbuf *bytes) {
    struct run_context *run = context;
    struct arena arena;
    struct run_record record;
    arena_init(&arena);
    run_test(run->host, &run->plan->items[run->tests[job]], &arena, &record);
    struct codec codec = codec_writer(bytes);
    run_record_code(&codec, &record);
}

static void prepare_job(void *context, uint32_t job) {
    const struct run_context *run = context;
    warm_prepare(&run->plan->items[run->tests[job]], run->recycle);
}

static bool job_repeats(void *context) { return warm_is_to_repeat(); }
static void leave_jobs(void *context) { warm_end(); }

static void hand_over(struct run_context *run, const struct test *test,
                      const struct judgement *judgement) {
    if (judgement->is_spec_error) run->code = worse_exit(run->code, EXIT_USAGE);
    if (judgement->is_fault) run->code = worse_exit(run->code, EXIT_FAULT);
    run->judged(run->context, test, judgement);
    run->done++;
}

/* Tests before [end] that have no job. */
static void hand_over_unrun(struct run_context *run, uint32_t end) {
    while (run->done < end) {
        struct arena arena;
        struct judgement judgement;
        const struct test *test = &run->plan->items[run->done];
        arena_init(&arena);
        judge_unrun(test, &arena, &judgement);
        hand_over(run, test, &judgement);
        arena_release(&arena);
    }
}

static bool lacks_code_generator(const struct judgement *judgement) {
    const struct observation *seen = &judgement->record.observation;
    for (uint32_t i = 0; i < seen->decision_count; i++)
        if (strcmp(seen->decisions[i].reason, reason_name(REASON_code_generator_failed)) == 0)
            return true;
    return false;
}

/* After the first crash, or result without a code generator, finds out whether the environment is
 * the cause: then it is no test's result. */
static bool can_run_here(struct run_context *run, const struct job_result *result,
                         const struct judgement *judgement) {
    bool is_suspect = result->end == JOB_CRASHED || lacks_code_generator(judgement);
    if (!is_suspect || run->has_tried) return !run->refusal.is_set;
    run->has_tried = true;
    return host_try(run->host, &run->refusal);
}

static void job_ended(void *context, const struct job_result *result) {
    struct run_context *run = context;
    const struct test *test = &run->plan->items[run->tests[result->job]];
    struct arena arena;
    struct judgement judgement;
    arena_init(&arena);
    judge(&run->settings, test, result, &arena, &judgement);
    if (can_run_here(run, result, &judgement)) {
        hand_over_unrun(run, run->tests[result->job]);
        hand_over(run, test, &judgement);
    } else {
        runner_stop();
    }
    arena_release(&arena);
}

static enum exit_code run_jobs(const struct cli *cli, struct run_context *run, uint32_t jobs) {
    static const struct runner_worker in_worker = {prepare_job, job_repeats, leave_jobs};
    struct runner runner = {jobs, cli->jobs, cli->timeout, run_job, job_ended, whereabouts_time_out,
                            run,  &in_worker};
    enum runner_end end = runner_run(&runner, &run->refusal);
    if (end == RUNNER_INTERRUPTED && runner_signal())
        return (enum exit_code)(EXIT_INTERRUPTED + runner_signal());
    bool is_fine = end == RUNNER_DONE && !run->refusal.is_set; /* it may be the last job's */
    return is_fine ? EXIT_GREEN : cli_fail(EXIT_FAULT, &run->refusal);
}

static enum exit_code open_host(const struct cli *cli, struct run_host *host) {
    struct diag diag = DIAG_INIT;
    struct target_settings settings = {.collects_always = cli->stresses_collector,
                                       .tlab_bytes = cli->stresses_tlabs ? 128 : 0,
                                       .failing_allocation = cli->failing_allocation};
    host->without = &cli->without;
    host->sabotage = &cli->sabotage;
    host->wants_graphs = cli->wants_graphs;
    host->wants_sites = cli->command == COMMAND_explain;
    return host_open(host, &settings, &diag) ? EXIT_GREEN : cli_fail(EXIT_FAULT, &diag);
}

enum exit_code run_tests(const struct cli *cli, const struct plan *plan, struct arena *arena,
                         void (*judged)(void *context, const struct test *test,
                                        const struct judgement *judgement),
                         void *context) {
    struct run_host host = {0};
    struct run_context run = {.plan = plan,
                              .host = &host,
                              .judged = judged,
                              .context = context,
                              .code = EXIT_GREEN,
                              .recycle = cli->recycle};
    uint32_t jobs = 0;
    run.settings = (struct judge_settings){cli->command_text, cli->timeout};
    run.tests = ARENA_ARRAY(arena, uint32_t, plan->count);
    for (uint32_t i = 0; i < plan->count; i++)
        if (test_is_run(&plan->items[i])) run.tests[jobs++] = i;
    enum exit_code end = jobs ? open_host(cli, &host) : EXIT_GREEN;
    if (end != EXIT_GREEN) return end;
    end = run_jobs(cli, &run, jobs);
    if (end == EXIT_GREEN) hand_over_unrun(&run, plan->count);
    if (jobs) host_close(&host);
    return worse_exit(end, run.code);
}

/* --- the command --- */

static void add_to_reports(void *context, const struct test *test,
                           const struct judgement *judgement) {
    reports_add(context, &judgement->result);
}

static enum exit_code list_tests(const struct plan *plan) {
    enum exit_code code = EXIT_GREEN;
    for (uint32_t i = 0; i < plan->count; i++) {
        const struct diags *errors = plan->items[i].errors;
        if (!errors) printf("%s\n", plan->items[i].name);
        for (uint32_t k = 0; errors && k < errors->count; k++)
            code = cli_fail(EXIT_USAGE, errors->items[k]);
    }
    return code;
}

enum exit_code run_command(const struct cli *cli, struct arena *arena) {
    struct plan plan = {0};
    struct reports reports;
    struct diag diag = DIAG_INIT;
    enum exit_code code;
    double start = seconds_now();
    if (!select_tests(cli, arena, &plan, &code)) return code;
    if (cli->is_list) return list_tests(&plan);
    if (!reports_open(&reports, cli, &plan, plan.count, &diag)) return cli_fail(EXIT_USAGE, &diag);
    code = run_tests(cli, &plan, arena, add_to_reports, &reports);
    bool is_written = reports_close(&reports, seconds_now() - start, &diag);
    if (report_summary_failed(&reports.summary)) code = worse_exit(code, EXIT_RED);
    return is_written ? code : worse_exit(code, cli_fail(EXIT_FAULT, &diag));
}
