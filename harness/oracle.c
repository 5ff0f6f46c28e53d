/* Question and answer between the compiled run and its interpreter. */
#define _GNU_SOURCE
#include "harness/oracle.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/observation_io.h"
#include "harness/whereabouts.h"

struct question {
    int64_t warm_up_calls, measured_calls;
    size_t threads; /* that make each measured call */
};

struct oracle_answer {
    struct outcomes outcomes;
    const char *output;
    bool has_error;
    const char *error;
};

static void code_answer(struct codec *codec, struct oracle_answer *answer) {
    codec_value(codec, answer->has_error);
    codec_text(codec, &answer->error);
    codec_text(codec, &answer->output);
    outcomes_code(codec, &answer->outcomes);
}

static bool make_calls(struct session *session, const struct question *question) {
    for (int64_t i = 0; i < question->warm_up_calls; i++)
        if (!session_call(session, &session->program->warm_up_arguments, NULL)) return false;
    session->threads = question->threads;
    for (int64_t i = 0; i < question->measured_calls; i++)
        if (!session_call(session, &session->program->arguments, NULL)) return false;
    return true;
}

static _Noreturn void interpret(const struct oracle *oracle, const struct session *compiled,
                                int question_pipe) {
    struct session session = *compiled;
    struct question question;
    struct diag error = DIAG_INIT;
    struct strbuf bytes = STRBUF_INIT;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    whereabouts_forget();
    if (read(question_pipe, &question, sizeof question) != sizeof question) _exit(0);
    session_divert_output(session.output_file);
    session.is_interpreted = true;
    session.diag = &error;
    struct oracle_answer answer = {.has_error = !make_calls(&session, &question)};
    answer.error = answer.has_error ? error.message : NULL;
    answer.output = session_output(&session, 0);
    answer.outcomes = session.outcomes;
    struct codec codec = codec_writer(&bytes);
    code_answer(&codec, &answer);
    _exit(file_write_all(oracle->answer, bytes.bytes, bytes.length) ? 0 : 1);
}

bool oracle_start(struct oracle *oracle, const struct session *session) {
    int ends[2];
    *oracle = (struct oracle){.process = -1, .answer = memfd_create("answer", MFD_CLOEXEC)};
    if (oracle->answer < 0 || pipe2(ends, O_CLOEXEC) != 0) return false;
    fflush(NULL);
    oracle->process = fork();
    if (oracle->process == 0) {
        close(ends[1]);
        interpret(oracle, session, ends[0]);
    }
    close(ends[0]);
    oracle->question = ends[1];
    return oracle->process > 0;
}

static const char *read_answer(const struct oracle *oracle, struct arena *arena,
                               struct oracle_answer *answer) {
    struct strbuf bytes = STRBUF_INIT;
    file_read_back(oracle->answer, &bytes);
    struct codec codec = codec_reader(arena, bytes.bytes, bytes.length);
    code_answer(&codec, answer);
    strbuf_release(&bytes);
    if (codec.failed) return "the interpreted run gave no answer";
    return answer->has_error ? arena_format(arena, "the interpreted run failed: %s", answer->error)
                             : NULL;
}

static const char *end_text(int status, struct arena *arena) {
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return NULL;
    if (WIFSIGNALED(status))
        return arena_format(arena, "the interpreted run crashed with SIG%s",
                            sigabbrev_np(WTERMSIG(status)));
    return arena_format(arena, "the interpreted run exited with %d", WEXITSTATUS(status));
}

/* Where an allocation failed on purpose: that call may say so, and later ones that a class could
 * not be initialised for lack of memory. */
static bool is_for_want_of_memory(const struct session *session, int64_t call,
                                  const struct outcome *outcome) {
    if (outcome->kind != OUTCOME_THREW || !session->failed_call) return false;
    if (call == session->failed_call) return !strcmp(outcome->text, "java.lang.OutOfMemoryError");
    return call > session->failed_call && !strcmp(outcome->text, "java.lang.NoClassDefFoundError");
}

const char *call_text(struct arena *arena, uint32_t call, int64_t warm_up_calls) {
    bool is_warm_up = call < warm_up_calls;
    return arena_format(arena, "%s %lld", is_warm_up ? "warm-up call" : "execution",
                        (long long)(is_warm_up ? call + 1 : call - warm_up_calls));
}

bool agreement_compares(enum agreement agreement, bool output) {
    static const bool compared[AGREEMENT_COUNT][2] = {
#define AGREEMENT(name, outcomes, output) [AGREES_##name] = {outcomes, output},
#include "harness/agreements.def"
#undef AGREEMENT
    };
    return compared[agreement][output];
}

static struct disagreement compare(const struct session *session,
                                   const struct oracle_answer *answer, enum agreement agreement,
                                   int64_t warm_up_calls, int64_t first_compiled) {
    struct arena *arena = session->arena;
    uint32_t count = agreement_compares(agreement, false) ? session->outcomes.count : 0;
    for (uint32_t i = 0; i < count && i < answer->outcomes.count; i++) {
        const struct outcome *ours = &session->outcomes.items[i],
                             *theirs = &answer->outcomes.items[i];
        if (outcome_equal(ours, theirs)) continue;
        if (is_for_want_of_memory(session, (int64_t)i + 1, ours)) continue;
        bool is_before = !first_compiled || i + 1 < first_compiled;
        return (struct disagreement){
            .what = arena_format(arena,
                                 is_before ? "%s %s in one run, but %s in another, and nothing was "
                                             "compiled yet"
                                           : "%s %s when interpreted, but %s when compiled",
                                 call_text(arena, i, warm_up_calls), outcome_text(theirs, arena),
                                 outcome_text(ours, arena)),
            .is_no_function = is_before};
    }
    if (session->failed_call || !agreement_compares(agreement, true) ||
        strcmp(session_output(session, 0), answer->output) == 0)
        return (struct disagreement){0};
    return (struct disagreement){.what = "the output differs when interpreted and when compiled"};
}

/* How two interpreted runs differ; NULL: they do not. */
static const char *compare_interpreted(const struct session *session, const struct oracle_answer *a,
                                       const struct oracle_answer *b, enum agreement agreement,
                                       int64_t warm_up_calls) {
    struct arena *arena = session->arena;
    uint32_t count = agreement_compares(agreement, false) ? a->outcomes.count : 0;
    for (uint32_t i = 0; i < count && i < b->outcomes.count; i++)
        if (!outcome_equal(&a->outcomes.items[i], &b->outcomes.items[i]))
            return arena_format(arena, "%s %s in one interpreted run, but %s in another",
                                call_text(arena, i, warm_up_calls),
                                outcome_text(&a->outcomes.items[i], arena),
                                outcome_text(&b->outcomes.items[i], arena));
    bool differs = agreement_compares(agreement, true) && strcmp(a->output, b->output) != 0;
    return differs ? "the output of two interpreted runs differs" : NULL;
}

/* NULL, or why there is no answer. */
static const char *ask(struct oracle *oracle, const struct session *session, int64_t warm_up_calls,
                       struct oracle_answer *answer) {
    struct question question = {warm_up_calls, session->outcomes.count - warm_up_calls,
                                session->threads};
    int status = 0;
    bool is_asked = write(oracle->question, &question, sizeof question) == sizeof question;
    close(oracle->question);
    while (waitpid(oracle->process, &status, 0) < 0 && errno == EINTR) {}
    const char *trouble =
        is_asked ? end_text(status, session->arena) : "the interpreted run ended early";
    if (!trouble) trouble = read_answer(oracle, session->arena, answer);
    close(oracle->answer);
    return trouble;
}

static void dismiss(struct oracle *oracle) {
    kill(oracle->process, SIGKILL);
    close(oracle->question);
    while (waitpid(oracle->process, NULL, 0) < 0 && errno == EINTR) {}
    close(oracle->answer);
}

struct disagreement oracle_compare(struct oracle *oracle, struct oracle *witness,
                                   const struct session *session, enum agreement agreement,
                                   int64_t warm_up_calls, int64_t first_compiled) {
    struct oracle_answer answer = {0}, other = {0};
    struct disagreement found = {0};
    if (agreement == AGREES_no)
        dismiss(oracle);
    else if (!(found.what = ask(oracle, session, warm_up_calls, &answer)))
        found = compare(session, &answer, agreement, warm_up_calls, first_compiled);
    if (!found.what || found.is_no_function || !answer.outcomes.count) {
        dismiss(witness);
        return found;
    }
    const char *trouble = ask(witness, session, warm_up_calls, &other);
    const char *difference =
        trouble ? NULL : compare_interpreted(session, &answer, &other, agreement, warm_up_calls);
    return difference ? (struct disagreement){difference, true} : found;
}
