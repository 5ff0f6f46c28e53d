/* The parent's side: starts workers, reads their messages, puts the results in order, replaces a
 * worker that died. */
#define _GNU_SOURCE
#include "harness/runner.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/memory.h"
#include "base/scratch.h"
#include "harness/worker.h"

struct worker {
    pid_t process;
    int pipe;            /* -1: ended */
    struct strbuf bytes; /* of messages that are not complete yet */
};

struct pending_result {
    bool is_known;
    struct job_result result;
    struct arena arena;
};

struct runner_state {
    const struct runner *runner;
    struct scratch scratch; /* of the workers */
    struct worker_queue *queue;
    struct worker *workers;
    struct pending_result *pending;
    uint32_t reported;
};

static volatile sig_atomic_t ended_by, is_stopped;

static void interrupt(int signal_number) {
    ended_by = signal_number;
    is_stopped = true;
}

int runner_signal(void) { return ended_by; }
void runner_stop(void) { is_stopped = true; }

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
enum { ENDING_SIGNALS = sizeof ending_signals / sizeof *ending_signals };

static void watch_signals(struct sigaction *before) {
    struct sigaction action = {.sa_handler = interrupt};
    ended_by = is_stopped = 0;
    for (int i = 0; i < ENDING_SIGNALS; i++) {
        sigaction(ending_signals[i], NULL, &before[i]);
        bool is_ours = before[i].sa_handler != SIG_IGN || ending_signals[i] == SIGPIPE;
        if (is_ours) sigaction(ending_signals[i], &action, NULL);
    }
}

static void restore_signals(const struct sigaction *before) {
    for (int i = 0; i < ENDING_SIGNALS; i++) sigaction(ending_signals[i], &before[i], NULL);
}

static bool worker_start(struct runner_state *state, uint32_t number) {
    struct worker *worker = &state->workers[number];
    int ends[2];
    if (pipe(ends) != 0) return false;
    fflush(NULL);
    pid_t process = fork();
    if (process == 0) {
        for (uint32_t i = 0; i < state->runner->workers; i++)
            if (state->workers[i].pipe >= 0) close(state->workers[i].pipe);
        close(ends[0]);
        setenv("TMPDIR", state->scratch.path, 1);
        worker_main(state->runner, state->queue, number, ends[1]);
    }
    int error = errno;
    close(ends[1]);
    if (process < 0) close(ends[0]);
    errno = error;
    worker->process = process;
    worker->pipe = process < 0 ? -1 : ends[0];
    return process > 0;
}

static void report_in_order(struct runner_state *state) {
    while (state->reported < state->runner->jobs && state->pending[state->reported].is_known) {
        struct pending_result *pending = &state->pending[state->reported++];
        state->runner->ended(state->runner->context, &pending->result);
        arena_release(&pending->arena);
    }
}

static void keep_result(struct runner_state *state, const char *bytes, size_t length) {
    struct arena arena;
    struct job_result result = {0};
    arena_init(&arena);
    struct codec codec = codec_reader(&arena, bytes, length);
    job_result_code(&codec, &result);
    if (codec.failed || result.job >= state->runner->jobs || state->pending[result.job].is_known) {
        arena_release(&arena);
        return;
    }
    state->pending[result.job] =
        (struct pending_result){.is_known = true, .result = result, .arena = arena};
    report_in_order(state);
}

static void lose_job(struct runner_state *state, uint32_t number, const char *what) {
    struct pending_result *pending = &state->pending[number];
    if (pending->is_known) return;
    pending->is_known = true;
    arena_init(&pending->arena);
    const char *text = arena_copy_text(&pending->arena, what, strlen(what));
    pending->result = (struct job_result){
        .job = number, .end = JOB_LOST, .crash = text, .told = "", .messages = ""};
    report_in_order(state);
}

/* Takes every complete message out of the worker's bytes. */
static void take_messages(struct runner_state *state, struct worker *worker) {
    uint64_t length;
    size_t used = 0;
    while (worker->bytes.length - used >= sizeof length) {
        memcpy(&length, worker->bytes.bytes + used, sizeof length);
        if (worker->bytes.length - used - sizeof length < length) break;
        keep_result(state, worker->bytes.bytes + used + sizeof length, length);
        used += sizeof length + length;
    }
    if (!used) return;
    struct strbuf rest = STRBUF_INIT;
    strbuf_add(&rest, worker->bytes.bytes + used, worker->bytes.length - used);
    strbuf_release(&worker->bytes);
    worker->bytes = rest;
}

/* A worker closed its pipe: because the queue is empty, or because it died at a job. */
static bool worker_ended(struct runner_state *state, uint32_t number) {
    struct worker *worker = &state->workers[number];
    int status = 0;
    char what[128];
    close(worker->pipe);
    worker->pipe = -1;
    strbuf_release(&worker->bytes);
    while (waitpid(worker->process, &status, 0) < 0 && errno == EINTR) {}
    uint32_t current = atomic_exchange(&state->queue->current[number], 0);
    if (!current) return true;
    if (WIFSIGNALED(status))
        snprintf(what, sizeof what, "the worker process was killed by SIG%s",
                 sigabbrev_np(WTERMSIG(status)));
    else
        snprintf(what, sizeof what, "the worker process exited with %d", WEXITSTATUS(status));
    lose_job(state, current - 1, what);
    return atomic_load(&state->queue->next) >= state->runner->jobs || worker_start(state, number);
}

static bool worker_read(struct runner_state *state, uint32_t number) {
    struct worker *worker = &state->workers[number];
    char block[65536];
    ssize_t got = read(worker->pipe, block, sizeof block);
    if (got < 0 && errno == EINTR) return true;
    if (got <= 0) return worker_ended(state, number);
    strbuf_add(&worker->bytes, block, (size_t)got);
    take_messages(state, worker);
    return true;
}

static enum runner_end loop(struct runner_state *state) {
    uint32_t count = state->runner->workers;
    struct pollfd *polled = memory_allocate(count * sizeof *polled);
    enum runner_end end = RUNNER_DONE;
    while (state->reported < state->runner->jobs && end == RUNNER_DONE) {
        uint32_t alive = 0;
        for (uint32_t i = 0; i < count; i++) {
            polled[i] = (struct pollfd){.fd = state->workers[i].pipe, .events = POLLIN};
            alive += polled[i].fd >= 0;
        }
        if (!alive) end = RUNNER_FAILED;
        int ready = is_stopped || !alive ? 0 : poll(polled, count, 200);
        if (is_stopped) end = RUNNER_INTERRUPTED;
        for (uint32_t i = 0; i < count && ready > 0; i++)
            if (polled[i].revents && !worker_read(state, i)) end = RUNNER_FAILED;
    }
    memory_free(polled);
    return end;
}

static void stop_workers(struct runner_state *state) {
    for (uint32_t i = 0; i < state->runner->workers; i++) {
        struct worker *worker = &state->workers[i];
        if (worker->pipe < 0) continue;
        if (state->reported < state->runner->jobs) kill(worker->process, SIGKILL);
        while (waitpid(worker->process, NULL, 0) < 0 && errno == EINTR) {}
        close(worker->pipe);
        strbuf_release(&worker->bytes);
    }
}

static void release_pending(struct runner_state *state) {
    for (uint32_t i = state->reported; i < state->runner->jobs; i++)
        if (state->pending[i].is_known) arena_release(&state->pending[i].arena);
    memory_free(state->pending);
}

static enum runner_end start_and_loop(struct runner_state *state) {
    bool is_started = true;
    for (uint32_t i = 0; i < state->runner->workers; i++) state->workers[i].pipe = -1;
    for (uint32_t i = 0; i < state->runner->workers && is_started; i++)
        is_started = worker_start(state, i);
    return is_started ? loop(state) : RUNNER_FAILED;
}

static enum runner_end fail(struct diag *diag) {
    diag_error(diag, (struct place){0}, "cannot run workers: %s", strerror(errno));
    return RUNNER_FAILED;
}

static enum runner_end run_in_scratch(struct runner_state *state, struct diag *diag) {
    struct sigaction before[ENDING_SIGNALS];
    watch_signals(before);
    enum runner_end end = start_and_loop(state);
    if (end == RUNNER_FAILED) fail(diag);
    stop_workers(state);
    scratch_remove(&state->scratch);
    restore_signals(before);
    return end;
}

enum runner_end runner_run(const struct runner *given, struct diag *diag) {
    struct runner runner = *given;
    if (!runner.jobs) return RUNNER_DONE;
    if (runner.workers > runner.jobs) runner.workers = runner.jobs;
    size_t queue_size = sizeof(struct worker_queue) + runner.workers * sizeof(atomic_uint);
    void *queue = mmap(NULL, queue_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (queue == MAP_FAILED) return fail(diag);
    struct runner_state state = {.runner = &runner, .queue = queue};
    state.workers = memory_allocate(runner.workers * sizeof *state.workers);
    state.pending = memory_allocate(runner.jobs * sizeof *state.pending);
    enum runner_end end =
        scratch_make(&state.scratch, diag) ? run_in_scratch(&state, diag) : RUNNER_FAILED;
    release_pending(&state);
    memory_free(state.workers);
    munmap(queue, queue_size);
    return end;
}
