/* CACHE GRID: each run is a process of its own that writes its events to a temporary file. What the program prints is dropped, its
 * errors are not. */
#define _GNU_SOURCE
#include "tools/cache_grid.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/output_file.h"
#include "base/scratch.h"
#include "base/vec.h"
#include "history/report.h"
#include "options.h"
#include "tools/commands.h"
#include "tools/program.h"

enum { MOST_AXES = 8, MOST_RUNS = 10000 };

struct axis {
    const char *name;
    VEC(const char *) values;
};

struct grid {
    struct arena arena;
    struct axis axes[MOST_AXES];
    int axis_count, runs;
    char **rest; /* ended by NULL */
    int rest_count;
    struct scratch scratch;
    struct history *histories;
    int done;
};

/* --- the arguments --- */

static bool read_axis(struct grid *grid, const char *text) {
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || grid->axis_count == MOST_AXES) return false;
    struct axis *axis = &grid->axes[grid->axis_count++];
    axis->name = arena_copy_text(&grid->arena, text, (size_t)(equals - text));
    if (strcmp(axis->name, "cache") == 0) axis->name = "code-cache";
    for (const char *at = equals; *at; at += strcspn(at, ",")) {
        size_t length = strcspn(++at, ",");
        if (!length) return false;
        arena_vec_push(&grid->arena, &axis->values, arena_copy_text(&grid->arena, at, length));
    }
    grid->runs *= (int)axis->values.count;
    return axis->values.count && grid->runs <= MOST_RUNS;
}

static bool read_arguments(struct grid *grid, int argc, char **argv) {
    int i = 0;
    grid->runs = 1;
    for (; i < argc && argv[i][0] != '-' && strchr(argv[i], '='); i++)
        if (!read_axis(grid, argv[i])) return false;
    grid->rest = argv + i;
    grid->rest_count = argc - i;
    return grid->axis_count && grid->rest_count;
}

/* --- runs --- */

/* Of the run with this number: the last axis changes first. */
static const char *value_of(const struct grid *grid, int run, int axis) {
    for (int i = grid->axis_count - 1; i > axis; i--) run /= (int)grid->axes[i].values.count;
    return grid->axes[axis].values.items[run % (int)grid->axes[axis].values.count];
}

static char **arguments_of(struct grid *grid, int run, const char *events) {
    char **arguments = ARENA_ARRAY(&grid->arena, char *, grid->axis_count + grid->rest_count + 4);
    int count = 0;
    arguments[count++] = "jitvm";
    for (int i = 0; i < grid->axis_count; i++)
        arguments[count++] =
            arena_format(&grid->arena, "--%s=%s", grid->axes[i].name, value_of(grid, run, i));
    arguments[count++] = "--events";
    arguments[count++] = (char *)events;
    memcpy(&arguments[count], grid->rest, sizeof *arguments * (size_t)grid->rest_count);
    return arguments;
}

/* Of what is said twice the last counts: runs would not be what they are called. */
static void check_once(const struct jitvm_program *program) {
    for (int i = 0; i < VM_OPTION_COUNT; i++)
        if (program->given[i] > 1)
            usage_error("--%s is said twice, in the grid or for all runs", vm_option_rows[i].jitvm);
}

static void check_runs(struct grid *grid, void (*print_usage)(FILE *out)) {
    struct command_options own = {.command = "jitvm", .print_usage = print_usage};
    for (int run = 0; run < grid->runs; run++) {
        struct jitvm_program program;
        char **arguments = arguments_of(grid, run, "");
        int count = 0;
        while (arguments[count]) count++;
        program_read(&program, &own, count, arguments);
        if (*program.events_file)
            usage_error("the events of a grid are its own, and --events is none of its options");
        check_once(&program);
        program_release(&program);
    }
}

static _Noreturn void execute(char **arguments) {
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) dup2(nowhere, STDOUT_FILENO);
    execv("/proc/self/exe", arguments);
    _exit(127);
}

/* The program's exit status is its own matter, but for that of a jitvm that could not begin. */
static bool run_one(struct grid *grid, int run, const struct history_options *options,
                    struct diag *diag) {
    const char *events = arena_format(&grid->arena, "%s/run%d", grid->scratch.path, run);
    char **arguments = arguments_of(grid, run, events);
    int status = 0;
    fflush(NULL);
    pid_t process = fork();
    if (process == 0) execute(arguments);
    if (process < 0 || waitpid(process, &status, 0) < 0)
        return diag_error(diag, (struct place){0}, "cannot start a run: %s", strerror(errno));
    if (access(events, R_OK) != 0)
        return diag_error(diag, (struct place){0}, "a run did not begin (see above)");
    struct history *history = &grid->histories[run];
    if (!history_read(history, events, options, NULL, diag)) return false;
    grid->done++;
    unlink(events);
    if (status)
        fprintf(stderr, "warning: run %d of %d ended with %s %d\n", run + 1, grid->runs,
                WIFSIGNALED(status) ? "signal" : "status",
                WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    return true;
}

static void name_run(struct grid *grid, int run) {
    struct strbuf name = STRBUF_INIT;
    for (int i = 0; i < grid->axis_count; i++)
        strbuf_addf(&name, "%s%s=%s", i ? " " : "", grid->axes[i].name, value_of(grid, run, i));
    grid->histories[run].file = arena_copy_text(&grid->arena, strbuf_text(&name), name.length);
    strbuf_release(&name);
}

/* --- tables --- */

static void print_square(const struct grid *grid) {
    const struct axis *rows = &grid->axes[0], *columns = &grid->axes[1];
    printf("\nseconds of the run: %s down, %s across\n%12s", rows->name, columns->name, "");
    for (uint32_t k = 0; k < columns->values.count; k++) printf(" %10s", columns->values.items[k]);
    for (uint32_t i = 0; i < rows->values.count; i++) {
        printf("\n%12s", rows->values.items[i]);
        for (uint32_t k = 0; k < columns->values.count; k++)
            printf(" %10.3f", grid->histories[i * columns->values.count + k].end);
    }
    putchar('\n');
}

/* The exit status. */
static int write_page(const struct grid *grid, const char *page, struct diag *diag) {
    if (!page) return 0;
    FILE *out = output_file_open(page, diag);
    if (!out) return 1;
    output_file_empty(out);
    errno = 0;
    histories_write_page(out, grid->histories, grid->runs);
    return output_file_close(out, page, diag) ? 0 : COULD_NOT_WRITE;
}

/* Likewise. */
static int run_all(struct grid *grid, const char *page, struct diag *diag) {
    static const struct history_options options = {.window = 10};
    if (!scratch_make(&grid->scratch, diag)) return 1;
    bool done = true;
    for (int run = 0; done && run < grid->runs; run++) {
        done = run_one(grid, run, &options, diag);
        if (done) name_run(grid, run);
    }
    scratch_remove(&grid->scratch);
    if (!done) return 1;
    histories_compare(stdout, grid->histories, grid->runs);
    if (grid->axis_count == 2) print_square(grid);
    return write_page(grid, page, diag);
}

int cache_grid_run(int argc, char **argv, const char *page, void (*print_usage)(FILE *out),
                   struct diag *diag) {
    struct grid grid = {.done = 0};
    int status = 2;
    arena_init(&grid.arena);
    if (read_arguments(&grid, argc, argv)) {
        check_runs(&grid, print_usage);
        grid.histories = memory_allocate(sizeof *grid.histories * (size_t)grid.runs);
        status = run_all(&grid, page, diag);
        for (int i = 0; i < grid.done; i++) history_release(&grid.histories[i]);
        memory_free(grid.histories);
    }
    arena_release(&grid.arena);
    return status;
}
