/* Lines of JSON through two pipes, whose numbers the adapter finds in its environment. */
#define _GNU_SOURCE
#include "harness/adapter.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/codec.h"
#include "harness/runner.h"
#include "harness/whereabouts.h"

enum { LONGEST_LINE = 256 * 1024 * 1024, SHOWN = 200, LONGEST_REPORT = 900 };

/* --- when it goes wrong --- */

/* What it printed stands below the report. */
static _Noreturn void report(const struct adapter *adapter, enum job_end end, const char *text) {
    struct strbuf printed = STRBUF_INIT;
    file_read_back(adapter->output_file, &printed);
    if (adapter->trouble_file >= 0) {
        size_t length = strcspn(strbuf_text(&printed), "\n");
        dprintf(adapter->trouble_file, "%s%s%.*s", text, length ? ": " : "", (int)length,
                strbuf_text(&printed));
        kill(adapter->process, SIGKILL);
        _exit(1);
    }
    file_write_all(STDERR_FILENO, strbuf_text(&printed), printed.length);
    runner_tell(end, text);
    kill(adapter->process, SIGKILL);
    _exit(0);
}

_Noreturn void adapter_fault(const struct adapter *adapter, const json_t *answer,
                             const char *format, ...) {
    char text[LONGEST_REPORT], why[LONGEST_REPORT / 2];
    char *said = answer ? json_dumps(answer, JSON_COMPACT) : NULL;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    snprintf(text, sizeof text, "the adapter %s was asked '%s' and %s%s%.*s%s", adapter->command[0],
             adapter->asked, why, said ? ": " : "", SHOWN, said ? said : "",
             said && strlen(said) > SHOWN ? " ..." : "");
    free(said);
    report(adapter, JOB_MISLED, text);
}

static _Noreturn void died(const struct adapter *adapter) {
    char text[LONGEST_REPORT];
    int status = 0;
    while (waitpid(adapter->process, &status, 0) < 0 && errno == EINTR) {}
    if (WIFSIGNALED(status))
        snprintf(text, sizeof text, "the adapter %s was killed by SIG%s (%s), asked '%s'",
                 adapter->command[0], sigabbrev_np(WTERMSIG(status)), strsignal(WTERMSIG(status)),
                 adapter->asked);
    else
        snprintf(text, sizeof text, "the adapter %s ended with status %d, asked '%s'",
                 adapter->command[0], WEXITSTATUS(status), adapter->asked);
    report(adapter, JOB_CRASHED, text);
}

/* --- the process --- */

static void put_number(const char *name, int number) {
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    setenv(name, text, 1);
}

static _Noreturn void become(const struct adapter *adapter, int ask, int tell) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    put_number("JITTEST_ASK", ask);
    put_number("JITTEST_TELL", tell);
    dup2(adapter->output_file, STDOUT_FILENO);
    dup2(adapter->output_file, STDERR_FILENO);
    signal(SIGALRM, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    execvp(adapter->command[0], (char *const *)adapter->command);
    dprintf(STDERR_FILENO, "cannot run '%s': %s\n", adapter->command[0], strerror(errno));
    _exit(127);
}

bool adapter_start(struct adapter *adapter, const char *const *command, int output_file,
                   struct diag *diag) {
    int questions[2], answers[2];
    *adapter = (struct adapter){
        .command = command, .output_file = output_file, .asked = "nothing", .trouble_file = -1};
    if (pipe2(questions, 0) != 0 || pipe2(answers, 0) != 0)
        return diag_error(diag, (struct place){0}, "cannot talk with an adapter: %s",
                          strerror(errno));
    fcntl(questions[1], F_SETFD, FD_CLOEXEC);
    fcntl(answers[0], F_SETFD, FD_CLOEXEC);
    fflush(NULL);
    adapter->process = fork();
    if (adapter->process == 0) {
        close(questions[1]);
        close(answers[0]);
        become(adapter, questions[0], answers[1]);
    }
    close(questions[0]);
    close(answers[1]);
    adapter->ask = questions[1];
    adapter->tell = answers[0];
    signal(SIGPIPE, SIG_IGN); /* it shows when the answer is read */
    return adapter->process > 0 ||
           diag_error(diag, (struct place){0}, "cannot start a process: %s", strerror(errno));
}

void adapter_end(struct adapter *adapter) {
    static const char bye[] = "{\"ask\":\"bye\"}\n";
    if (adapter->is_taken) {
        *adapter->is_taken = false;
        return;
    }
    file_write_all(adapter->ask, bye, sizeof bye - 1);
    close(adapter->ask);
    close(adapter->tell);
    while (waitpid(adapter->process, NULL, 0) < 0 && errno == EINTR) {}
    strbuf_release(&adapter->unread);
}

/* --- messages --- */

/* The line's length with its end; 0: there is none yet. */
static size_t line_length(const struct strbuf *unread, size_t from) {
    const char *end =
        unread->length > from ? memchr(unread->bytes + from, '\n', unread->length - from) : NULL;
    return end ? (size_t)(end - unread->bytes) + 1 : 0;
}

static size_t read_line(struct adapter *adapter) {
    static char block[65536];
    size_t length = line_length(&adapter->unread, 0);
    while (!length) {
        size_t known = adapter->unread.length;
        ssize_t got = read(adapter->tell, block, sizeof block);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) died(adapter);
        strbuf_add(&adapter->unread, block, (size_t)got);
        length = line_length(&adapter->unread, known);
        if (!length && adapter->unread.length > LONGEST_LINE)
            adapter_fault(adapter, NULL, "said a line of more than %d MiB",
                          LONGEST_LINE / 1024 / 1024);
    }
    return length;
}

static void forget(struct strbuf *unread, size_t length) {
    struct strbuf rest = STRBUF_INIT;
    strbuf_add(&rest, unread->bytes + length, unread->length - length);
    strbuf_release(unread);
    *unread = rest;
}

static json_t *next_message(struct adapter *adapter) {
    json_error_t error;
    size_t length = read_line(adapter);
    json_t *message = json_loadb(adapter->unread.bytes, length, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(message))
        adapter_fault(adapter, NULL, "said what is no message (%s): %.*s%s",
                      message ? "not an object" : error.text,
                      length > SHOWN ? SHOWN : (int)length - 1, adapter->unread.bytes,
                      length > SHOWN ? " ..." : "");
    forget(&adapter->unread, length);
    return message;
}

json_t *adapter_ask(struct adapter *adapter, json_t *question) {
    static char asked[32];
    char *line = json_dumps(question, JSON_COMPACT);
    snprintf(asked, sizeof asked, "%s", json_string_value(json_object_get(question, "ask")));
    if (adapter->unread.length)
        adapter_fault(adapter, next_message(adapter), "told more than was asked");
    adapter->asked = asked;
    whereabouts_asked(asked);
    json_decref(question);
    bool is_asked = line && file_write_all(adapter->ask, line, strlen(line)) &&
                    file_write_all(adapter->ask, "\n", 1);
    free(line);
    if (!is_asked) died(adapter);
    json_t *answer = next_message(adapter);
    whereabouts_asked(NULL);
    return answer;
}

const char *adapter_told(const struct adapter *adapter, const json_t *answer) {
    const char *told = json_string_value(json_object_get(answer, "tell"));
    if (!told) adapter_fault(adapter, answer, "told nothing");
    return told;
}

void adapter_unpack(struct adapter *adapter, json_t *answer, const char *format, ...) {
    json_error_t error;
    va_list arguments;
    va_start(arguments, format);
    int failed = json_vunpack_ex(answer, &error, 0, format, arguments);
    va_end(arguments);
    if (failed) adapter_fault(adapter, answer, "its answer is not right (%s)", error.text);
}
