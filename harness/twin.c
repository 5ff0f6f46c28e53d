/* The child's work, and the comparison with its answer. */
#define _GNU_SOURCE
#include "harness/twin.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/measure.h"
#include "harness/observation_io.h"
#include "harness/oracle.h"

struct twin_answer {
    const char *error; /* NULL: none */
    const char *account;
    struct outcomes outcomes;
};

static void code_answer(struct codec *codec, struct twin_answer *answer) {
    codec_text(codec, &answer->error);
    codec_text(codec, &answer->account);
    outcomes_code(codec, &answer->outcomes);
}

static void make_calls(const struct run_host *host, const struct test *test,
                       struct twin_answer *out) {
    static struct arena arena;
    static struct diag error = DIAG_INIT;
    struct run_host alone = *host;
    struct program program;
    struct session session;
    struct observation observation;
    arena_init(&arena);
    struct listener *listener = ARENA_NEW(&arena, struct listener);
    struct account *account = ARENA_NEW(&arena, struct account);
    alone.leaves_out_inserted_code = true;
    session_divert_output(host->output_file);
    bool is_done = program_load(&alone, test, &arena, &error, &program);
    if (is_done) {
        session_begin(&session, &program, host->output_file, &arena, &error);
        listener_start(listener, program.target, program.method, account, &arena);
        is_done = measure(&session, test->spec, listener, &observation);
    }
    out->error = is_done ? NULL : error.message;
    out->account = strbuf_text(&account->text);
    if (is_done) out->outcomes = session.outcomes;
}

static _Noreturn void work(const struct twin *twin, const struct run_host *host,
                           const struct test *test, int start) {
    struct twin_answer answer = {0};
    struct strbuf bytes = STRBUF_INIT;
    char byte;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (read(start, &byte, 1) != 1) _exit(0);
    make_calls(host, test, &answer);
    struct codec codec = codec_writer(&bytes);
    code_answer(&codec, &answer);
    _exit(file_write_all(twin->answer, bytes.bytes, bytes.length) ? 0 : 1);
}

bool twin_start(struct twin *twin, const struct run_host *host, const struct test *test) {
    int ends[2];
    *twin = (struct twin){.process = -1, .answer = memfd_create("twin", MFD_CLOEXEC)};
    if (twin->answer < 0 || pipe2(ends, O_CLOEXEC) != 0) return false;
    fflush(NULL);
    twin->process = fork();
    if (twin->process == 0) {
        close(ends[1]);
        work(twin, host, test, ends[0]);
    }
    close(ends[0]);
    twin->start = ends[1];
    return twin->process > 0;
}

void twin_ask(struct twin *twin) { twin->is_asked = write(twin->start, "", 1) == 1; }

static int wait_for(struct twin *twin) {
    int status = 0;
    close(twin->start);
    while (waitpid(twin->process, &status, 0) < 0 && errno == EINTR) {}
    twin->process = -1;
    return status;
}

static bool read_answer(const struct twin *twin, struct arena *arena, struct twin_answer *answer) {
    struct strbuf bytes = STRBUF_INIT;
    file_read_back(twin->answer, &bytes);
    struct codec codec = codec_reader(arena, strbuf_text(&bytes), bytes.length);
    code_answer(&codec, answer);
    strbuf_release(&bytes);
    return !codec.failed;
}

static const char *trouble_of(int status, struct arena *arena) {
    if (WIFSIGNALED(status))
        return arena_format(arena, "the run without inserted code crashed with SIG%s",
                            sigabbrev_np(WTERMSIG(status)));
    if (WEXITSTATUS(status) == 0) return NULL;
    return arena_format(arena, "the run without inserted code exited with %d", WEXITSTATUS(status));
}

static const char *compare(const struct account *account, const struct twin_answer *answer,
                           struct arena *arena) {
    struct strbuf difference = STRBUF_INIT;
    const char *text = NULL;
    if (!account_compare(strbuf_text(&account->text), answer->account, &difference))
        text = arena_copy_text(arena, strbuf_text(&difference), difference.length);
    strbuf_release(&difference);
    return text;
}

/* NULL when the same calls ended as they did without inserted code. */
static const char *compare_outcomes(const struct session *session, const struct outcomes *without,
                                    int64_t warm_up_calls) {
    struct arena *arena = session->arena;
    if (session->outcomes.count != without->count) return NULL; /* other calls */
    for (uint32_t i = 0; i < without->count; i++) {
        const struct outcome *ours = &session->outcomes.items[i], *theirs = &without->items[i];
        if (outcome_equal(ours, theirs)) continue;
        return arena_format(arena, "%s %s with probes, but %s without: it reads what they write",
                            call_text(arena, i, warm_up_calls), outcome_text(ours, arena),
                            outcome_text(theirs, arena));
    }
    return NULL;
}

/* NULL, or why there is no answer. */
static const char *wait_for_answer(struct twin *twin, struct arena *arena,
                                   struct twin_answer *answer) {
    if (!twin->is_asked) return "the run without inserted code could not be started";
    const char *trouble = trouble_of(wait_for(twin), arena);
    if (!trouble && !read_answer(twin, arena, answer))
        trouble = "the run without inserted code gave no answer";
    close(twin->answer);
    if (!trouble && answer->error)
        trouble = arena_format(arena, "the run without inserted code failed: %s", answer->error);
    return trouble;
}

struct twin_difference twin_compare(struct twin *twin, const struct account *account,
                                    const struct session *session, int64_t warm_up_calls,
                                    bool compares_outcomes) {
    struct twin_answer answer = {0};
    struct twin_difference found = {wait_for_answer(twin, session->arena, &answer), false};
    if (found.what) return found;
    if (compares_outcomes) found.what = compare_outcomes(session, &answer.outcomes, warm_up_calls);
    found.is_of_the_program = found.what != NULL;
    if (!found.what) found.what = compare(account, &answer, session->arena);
    return found;
}

void twin_end(struct twin *twin) {
    if (twin->process <= 0) return;
    kill(twin->process, SIGKILL);
    wait_for(twin);
    close(twin->answer);
}
