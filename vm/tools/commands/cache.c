/* CACHE: what files of events say of the code cache. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/output_file.h"
#include "history/report.h"
#include "history/time_line.h"
#include "tools/cache_grid.h"
#include "tools/commands.h"

struct cache_arguments {
    struct history_options options;
    const char *page, *trace;
    int rows;
    bool is_grid;
    char **files; /* or the arguments of the grid */
    int count;
};

static void print_usage(FILE *out) {
    fputs("usage: jitvm cache [--after MARK] [--window SECONDS] [--rows N] [--html FILE] "
          "[--trace FILE] EVENTS...\n"
          "       jitvm cache [--html FILE] --grid OPTION=VALUE,... [OPTION=VALUE,...] [option...] "
          "Main ...\n",
          out);
}

/* A mistake: says which, where that is known. */
static int usage(const struct diag *diag) {
    char message[1400];
    if (diag->is_set) fprintf(stderr, "jitvm: %s\n", diag_format(diag, message, sizeof message));
    print_usage(stderr);
    return 2;
}

static bool refuse(struct diag *diag, const char *format, const char *name, const char *value) {
    return diag_error(diag, (struct place){0}, format, name, value);
}

static bool read_number(const char *text, double most, double *out) {
    char *end;
    *out = decimal_number(text, &end);
    return end != text && !*end && *out <= most;
}

static bool read_rows(const char *text, int *rows) {
    double number;
    if (!read_number(text, 1e6, &number)) return false;
    *rows = (int)number;
    return *rows == number;
}

static bool read_option(struct cache_arguments *out, const char *name, const char *value,
                        struct diag *diag) {
    const char **word = strcmp(name, "--after") == 0   ? &out->options.mark
                        : strcmp(name, "--html") == 0  ? &out->page
                        : strcmp(name, "--trace") == 0 ? &out->trace
                                                       : NULL;
    bool is_window = strcmp(name, "--window") == 0;
    if (!word && !is_window && strcmp(name, "--rows") != 0)
        return refuse(diag, "unknown option '%s'", name, NULL);
    if (!value) return refuse(diag, "%s needs a value", name, NULL);
    if (word) {
        *word = value;
        return true;
    }
    if (is_window)
        return read_number(value, 1e9, &out->options.window) ||
               refuse(diag, "%s is a number of seconds from 0, and not '%s'", name, value);
    return read_rows(value, &out->rows) ||
           refuse(diag, "%s is a number from 0, and not '%s'", name, value);
}

/* Options stand anywhere before --grid, which all behind it belongs to. */
static bool read_arguments(struct cache_arguments *out, int argc, char **argv, struct diag *diag) {
    const char *of_files = NULL;
    int i = 1;
    out->files = argv + 1;
    for (; i < argc && strcmp(argv[i], "--grid") != 0; i++) {
        if (argv[i][0] != '-') {
            out->files[out->count++] = argv[i];
            continue;
        }
        if (strcmp(argv[i], "--html") != 0) of_files = argv[i];
        if (!read_option(out, argv[i], argv[i + 1], diag)) return false;
        i++;
    }
    out->is_grid = i < argc;
    if (!out->is_grid) return out->count > 0;
    if (of_files)
        return refuse(diag, "%s is of files that are read, and %s runs a program", of_files,
                      "--grid");
    if (out->count)
        return refuse(diag, "'%s' is a file that is read, and %s runs a program", out->files[0],
                      "--grid");
    out->files = argv + i + 1;
    out->count = argc - i - 1;
    return out->count > 0;
}

static bool is_one_file(const char *path, const char *other) {
    struct stat one, two;
    if (strcmp(path, other) == 0) return stat(path, &one) != 0 || S_ISREG(one.st_mode);
    return stat(path, &one) == 0 && stat(other, &two) == 0 && S_ISREG(one.st_mode) &&
           one.st_dev == two.st_dev && one.st_ino == two.st_ino;
}

/* What is written would be lost, or what is to be read. */
static bool check_outputs(const struct cache_arguments *arguments, struct diag *diag) {
    const char *outputs[] = {arguments->page, arguments->trace};
    if (outputs[0] && outputs[1] && is_one_file(outputs[0], outputs[1]))
        return refuse(diag, "the outputs '%s' and '%s' are one file", outputs[0], outputs[1]);
    for (int i = 0; i < 2 * arguments->count && !arguments->is_grid; i++) {
        const char *output = outputs[i & 1], *file = arguments->files[i / 2];
        if (output && is_one_file(output, file))
            return refuse(diag, "the output '%s' and the events '%s' are one file", output, file);
    }
    return true;
}

static void tell(const struct diag *diag) {
    char message[1400];
    fprintf(stderr, "jitvm: %s\n", diag_format(diag, message, sizeof message));
}

static bool open_output(const char *path, FILE **out, struct diag *diag) {
    if (!path) return true;
    *out = output_file_open(path, diag);
    if (*out) output_file_empty(*out);
    errno = 0;
    return *out != NULL;
}

/* The exit status: what else there is to tell does not depend on this output. */
static int close_output(const char *path, FILE *out) {
    struct diag diag = DIAG_INIT;
    if (!out || output_file_close(out, path, &diag)) return 0;
    tell(&diag);
    return COULD_NOT_WRITE;
}

/* Returns how many could be read. */
static int read_all(const struct cache_arguments *arguments, struct history *histories,
                    struct time_line *line, struct diag *diag) {
    struct log_listener listener = {time_line_add, line};
    for (int i = 0; i < arguments->count; i++) {
        if (line) time_line_begin_run(line, arguments->files[i]);
        if (!history_read(&histories[i], arguments->files[i], &arguments->options,
                          line ? &listener : NULL, diag))
            return i;
    }
    return arguments->count;
}

static int write_trace(const struct cache_arguments *arguments, struct history *histories,
                       int *count, struct diag *diag) {
    FILE *out = NULL;
    struct time_line line;
    if (!open_output(arguments->trace, &out, diag)) return 1;
    if (out) time_line_begin(&line, out);
    *count = read_all(arguments, histories, out ? &line : NULL, diag);
    if (out) time_line_end(&line);
    int status = close_output(arguments->trace, out);
    return *count == arguments->count ? status : 1;
}

static int write_page(const struct cache_arguments *arguments, struct history *histories,
                      struct diag *diag) {
    FILE *out = NULL;
    if (!open_output(arguments->page, &out, diag)) return 1;
    if (out) histories_write_page(out, histories, arguments->count);
    return close_output(arguments->page, out);
}

static int finish(int status, struct diag *diag) {
    if (status != 2 && diag->is_set) tell(diag);
    return status == 2 ? usage(diag) : status;
}

static int analyse(const struct cache_arguments *arguments, struct diag *diag) {
    struct history *histories = memory_allocate(sizeof *histories * (size_t)arguments->count);
    int count = 0, status = write_trace(arguments, histories, &count, diag);
    if (status != 1) {
        int page = write_page(arguments, histories, diag);
        if (page) status = page;
    }
    for (int i = 0; status != 1 && i < count; i++)
        history_print(stdout, &histories[i], arguments->rows);
    if (status != 1 && count > 1) histories_compare(stdout, histories, count);
    for (int i = 0; i < count; i++) history_release(&histories[i]);
    memory_free(histories);
    return status;
}

int command_cache(int argc, char **argv) {
    struct cache_arguments arguments = {.options.window = 10, .rows = 20};
    struct diag diag = DIAG_INIT;
    if (!read_arguments(&arguments, argc, argv, &diag) || !check_outputs(&arguments, &diag))
        return usage(&diag);
    if (arguments.is_grid)
        return finish(
            cache_grid_run(arguments.count, arguments.files, arguments.page, print_usage, &diag),
            &diag);
    return finish(analyse(&arguments, &diag), &diag);
}
