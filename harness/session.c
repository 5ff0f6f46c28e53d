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
                                .output_file = output_file};
}

bool session_call(struct session *session, struct drawers *drawers,
                  const struct session_hooks *hooks) {
    union target_value values[TARGET_MOST_ARGUMENTS] = {0};
    double numbers[TARGET_MOST_ARGUMENTS];
    struct target *target = session->program->target;
    struct target_method *method = session->program->method;
    if (!drawers_draw(drawers, target, values, numbers, session->diag)) return false;
    if (hooks) hooks->before(hooks->context, numbers + drawers->has_receiver);
    struct target_result result = session->is_interpreted
                                      ? target->interpret(target, method, values)
                                      : target->call(target, method, values);
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
