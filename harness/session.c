/* One call after the other. */
#define _GNU_SOURCE
#include "harness/session.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LONGEST_OUTPUT = 64 * 1024 };

void session_begin(struct session *session, struct program *program, int output_file,
                   struct arena *arena, struct diag *diag) {
    const struct method_shape *shape = program->method->shape;
    *session = (struct session){.program = program,
                                .arena = arena,
                                .diag = diag,
                                .return_type = shape->return_type,
                                .threads = 1,
                                .output_file = output_file};
}

/* One after the other where they are interpreted. */
static size_t call_together(const struct session *session, const union target_value *values,
                            struct target_result *results) {
    struct target *target = session->program->target;
    struct target_method *method = session->program->method;
    if (!session->is_interpreted)
        return target->call_together(target, method, values, session->threads, results);
    for (size_t i = 0; i < session->threads; i++)
        results[i] = target->interpret(target, method, values);
    return session->threads;
}

/* The end of a call that several threads made stands for all of theirs: it is the first that differs from the first
 * thread's, which no other thread's does where the target is a function of its arguments. */
static bool call_in_threads(struct session *session, const union target_value *values,
                            struct target_result *result) {
    struct target_result results[TARGET_MOST_THREADS];
    struct target *target = session->program->target;
    size_t made = call_together(session, values, results), other = 1;
    if (made < session->threads)
        return diag_error(session->diag, (struct place){0},
                          "there is no room for %zu threads, only for %zu", session->threads, made);
    struct outcome first =
        target->outcome(target, session->return_type, results[0], session->arena);
    for (; other < made; other++) {
        struct outcome end =
            target->outcome(target, session->return_type, results[other], session->arena);
        if (!outcome_equal(&first, &end)) break;
    }
    *result = results[other < made ? other : 0];
    return true;
}

static bool make_call(struct session *session, const union target_value *values,
                      struct target_result *result) {
    struct target *target = session->program->target;
    struct target_method *method = session->program->method;
    if (session->threads > 1) return call_in_threads(session, values, result);
    *result = session->is_interpreted ? target->interpret(target, method, values)
                                      : target->call(target, method, values);
    return true;
}

/* Where an allocation failed on purpose, arguments need not be made: a class of theirs may not be
 * initialised. Then no call is made, and its outcome says why. */
static bool may_lack_arguments(struct session *session) {
    struct target *target = session->program->target;
    if (!target->allocation_failed(target)) return false;
    struct outcome outcome = {.kind = OUTCOME_THREW,
                              .text = session->failed_call ? "java.lang.NoClassDefFoundError"
                                                           : "java.lang.OutOfMemoryError"};
    arena_vec_push(session->arena, &session->outcomes, outcome);
    if (!session->failed_call) session->failed_call = session->outcomes.count;
    return true;
}

bool session_call(struct session *session, struct drawers *drawers,
                  const struct session_hooks *hooks) {
    union target_value values[TARGET_MOST_ARGUMENTS] = {0};
    double numbers[TARGET_MOST_ARGUMENTS];
    struct target *target = session->program->target;
    struct target_result result;
    struct diag error = DIAG_INIT;
    if (!drawers_draw(drawers, target, values, numbers, &error))
        return may_lack_arguments(session) ||
               diag_error(session->diag, error.place, "%s", error.message);
    if (hooks) hooks->before(hooks->context, numbers + drawers->has_receiver);
    if (!make_call(session, values, &result)) return false;
    if (hooks) hooks->after(hooks->context);
    struct outcome outcome = target->outcome(target, session->return_type, result, session->arena);
    if (outcome.kind == OUTCOME_THREW && !session->throws++ && !session->is_interpreted)
        session->first_throw =
            arena_format(session->arena, "call %u threw %s", session->outcomes.count + 1,
                         target->story(target, result, session->arena));
    arena_vec_push(session->arena, &session->outcomes, outcome);
    if (!session->failed_call && target->allocation_failed(target))
        session->failed_call = session->outcomes.count;
    return true;
}

int64_t session_output_position(const struct session *session) {
    fflush(NULL);
    return lseek(session->output_file, 0, SEEK_CUR);
}

const char *session_output(const struct session *session, int64_t from) {
    char bytes[LONGEST_OUTPUT];
    fflush(NULL);
    ssize_t got = pread(session->output_file, bytes, sizeof bytes, from);
    return arena_copy_text(session->arena, bytes, got > 0 ? (size_t)got : 0);
}

void session_divert_output(int file) {
    int fresh = memfd_create("output", MFD_CLOEXEC);
    if (fresh < 0) return;
    dup2(fresh, file);
    close(fresh);
}
