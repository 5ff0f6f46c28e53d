/* PERTURBED RUN: what it found comes as JSON, through a file without a name. The tables beside it are read from JSON as well: names
 * that are no text are then the same in both. */
#include "tools/perturbed_run.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "formats/beside.h"
#include "formats/formats.h"
#include "formats/json.h"

static bool fail(struct diag *diag) {
    return diag_error(diag, (struct place){0}, "cannot run the program perturbed: %s",
                      strerror(errno));
}

/* It stays open until the process ends. */
static const char *nameless_file(struct arena *arena) {
    FILE *file = tmpfile();
    return file ? arena_format(arena, "/proc/self/fd/%d", fileno(file)) : NULL;
}

static bool write_json(struct arena *arena, const char *file, const struct profile_tables *tables,
                       struct diag *diag) {
    struct profile_output output;
    return output_open(&output, arena_format(arena, "json:%s", file), diag) &&
           output_write(&output, tables, diag);
}

static bool read_json(struct arena *arena, const char *file, struct profile_tables *tables,
                      struct diag *diag) {
    struct strbuf text = STRBUF_INIT;
    bool done = file_read_stream(file, &text, (struct place){0}, diag);
    if (done && !text.length)
        done = diag_error(diag, (struct place){0}, "the perturbed run left no profile");
    done =
        done && profile_of_json(arena, "perturbed", strbuf_text(&text), text.length, tables, diag);
    strbuf_release(&text);
    return done;
}

static bool see_and_hear_nothing(void) {
    return freopen("/dev/null", "r", stdin) && freopen("/dev/null", "w", stdout) &&
           freopen("/dev/null", "w", stderr);
}

bool perturbed_run_fork(struct perturbed_run *run, struct arena *arena, struct diag *diag) {
    run->file = nameless_file(arena);
    if (!run->file) return fail(diag);
    fflush(NULL);
    pid_t process = fork();
    if (process < 0) return fail(diag);
    run->is_this = process == 0;
    if (run->is_this)
        return (prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && see_and_hear_nothing()) || fail(diag);
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
    return true;
}

bool perturbed_run_write(const struct perturbed_run *run, const struct profile_tables *tables,
                         struct diag *diag) {
    struct arena arena;
    arena_init(&arena);
    bool done = write_json(&arena, run->file, tables, diag);
    arena_release(&arena);
    return done;
}

/* JSON does not say how much of a table is shown. */
static struct profile_tables with_tops(struct arena *arena, struct profile_tables read,
                                       const struct profile_tables *written) {
    struct profile_table *tables = ARENA_ARRAY(arena, struct profile_table, read.table_count + 1);
    for (size_t i = 0; i < read.table_count; i++) {
        tables[i] = read.tables[i];
        tables[i].top = written->tables[i].top;
    }
    read.tables = tables;
    return read;
}

bool perturbed_run_add(const struct perturbed_run *run, struct arena *arena,
                       struct profile_tables *tables, struct diag *diag) {
    struct profile_tables perturbed, own;
    const char *file = nameless_file(arena);
    if (!file) return fail(diag);
    if (!read_json(arena, run->file, &perturbed, diag) || !write_json(arena, file, tables, diag) ||
        !read_json(arena, file, &own, diag))
        return false;
    own = with_tops(arena, own, tables);
    *tables = profiles_beside(arena, &own, &perturbed, "perturbed");
    return true;
}
