/* Starts the target in the process that forks. */
#define _GNU_SOURCE
#include "harness/host.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- whether the environment lets a test work --- */

enum { LEAST_FILE = 1 << 20, LEAST_OPEN_FILES = 64, LEAST_STACK = 1 << 20, PATIENCE = 60 };

/* Records and messages are written into files in memory, which the limit counts as files. */
static bool check_file_size(struct diag *diag) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur >= LEAST_FILE) return true;
    return diag_error(diag, (struct place){0},
                      "files may have %llu bytes here (ulimit -f), tests need %d",
                      (unsigned long long)limit.rlim_cur, LEAST_FILE);
}

/* The code generator needs some besides, and ends the process where it gets none. */
static bool check_open_files(struct diag *diag) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= LEAST_OPEN_FILES) return true;
    return diag_error(diag, (struct place){0},
                      "%llu files may be open here (ulimit -n), tests need %d",
                      (unsigned long long)limit.rlim_cur, LEAST_OPEN_FILES);
}

/* The VM raises what its stack may have at the moment, up to this. */
bool host_has_stack(struct diag *diag) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_max >= LEAST_STACK) return true;
    return diag_error(diag, (struct place){0},
                      "the stack may have %llu bytes here (ulimit -s), tests need %d",
                      (unsigned long long)limit.rlim_max, LEAST_STACK);
}

/* In the child, which ends. */
static _Noreturn void try_in_child(struct run_host *host, int messages) {
    dup2(messages, STDOUT_FILENO);
    dup2(messages, STDERR_FILENO);
    dup2(messages, host->output_file);
    alarm(PATIENCE);
    bool works = host->target->try_compiler(host->target);
    fflush(NULL);
    _exit(!works);
}

/* The line of [text] that tells of an error, else its first; the VM's warning without its frame. */
static const char *telling_line(const char *text, size_t *length) {
    static const char warning[] = "warning: ", end[] = "; methods stay interpreted";
    const char *error = strstr(text, "error: ");
    while (error && error > text && error[-1] != '\n') error--;
    if (!error) error = text;
    if (strncmp(error, warning, sizeof warning - 1) == 0) error += sizeof warning - 1;
    *length = strcspn(error, "\n");
    const char *frame = strstr(error, end);
    if (frame && frame < error + *length) *length = (size_t)(frame - error);
    return error;
}

static void tell_failure(int messages, int status, struct diag *diag) {
    char text[4096];
    size_t length;
    ssize_t got = pread(messages, text, sizeof text - 1, 0);
    text[got > 0 ? got : 0] = 0;
    const char *line = telling_line(text, &length);
    if (length)
        diag_error(diag, (struct place){0}, "nothing can be compiled here: %.*s", (int)length,
                   line);
    else if (WIFSIGNALED(status))
        diag_error(diag, (struct place){0}, "nothing can be compiled here: SIG%s (%s)",
                   sigabbrev_np(WTERMSIG(status)), strsignal(WTERMSIG(status)));
    else
        diag_error(diag, (struct place){0},
                   "nothing can be compiled here: the code generator gives no reason");
}

bool host_try(struct run_host *host, struct diag *diag) {
    int messages = memfd_create("messages", MFD_CLOEXEC), status = 0;
    fflush(NULL);
    pid_t child = messages < 0 ? -1 : fork();
    if (child == 0) try_in_child(host, messages);
    if (child < 0) {
        if (messages >= 0) close(messages);
        return diag_error(diag, (struct place){0}, "cannot start a process: %s", strerror(errno));
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    bool works = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!works) tell_failure(messages, status, diag);
    close(messages);
    return works;
}

/* --- the target --- */

bool host_open(struct run_host *host, const struct target_settings *settings, struct diag *diag) {
    if (!check_file_size(diag) || !check_open_files(diag)) return false;
    host->settings = *settings;
    host->output_file = memfd_create("output", 0);
    FILE *output = host->output_file >= 0 ? fdopen(host->output_file, "w+") : NULL;
    if (!output)
        return diag_error(diag, (struct place){0}, "cannot make a file for output: %s",
                          strerror(errno));
    host->settings.out = host->settings.err = output;
    host->target = the_target();
    return host->target->start(host->target, &host->settings, NULL, diag) &&
           host->target->load_compiler(host->target, diag);
}

void host_close(struct run_host *host) {
    if (host->target) host->target->end(host->target);
    if (host->settings.out) fclose(host->settings.out);
    host->target = NULL;
}
