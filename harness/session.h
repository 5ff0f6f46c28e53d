/* The calls of one test, in the order warm-up, measured: what they drew and how they ended. The
 * compiled run and the oracle that interprets are both sessions. */
#ifndef HARNESS_SESSION_H
#define HARNESS_SESSION_H

#include "harness/outcome.h"
#include "harness/program.h"

struct session {
    struct program *program;
    struct arena *arena;
    struct diag *diag;
    bool is_interpreted;
    enum java_type return_type;
    struct outcomes outcomes; /* of all calls */
    int64_t throws;           /* calls that threw */
    const char *first_throw;  /* what the first of them did; NULL: none did */
    size_t threads;           /* that make each measured call together; 1: the caller's own */
    int64_t failed_call; /* the one, from 1, in which an allocation failed on purpose; 0: none */
    int output_file;
};

void session_begin(struct session *session, struct program *program, int output_file,
                   struct arena *arena, struct diag *diag);

/* What a caller may do right before and right after the call itself, when it wants to see the call
 * alone. */
struct session_hooks {
    void (*before)(void *context, const double *numbers);
    void (*after)(void *context);
    void *context;
};

/* Draws from [drawers] and calls once. False when an argument could not be made. */
bool session_call(struct session *session, struct drawers *drawers,
                  const struct session_hooks *hooks);

/* The process's output so far, as a file position, and as text from a position on (cut when it is
 * very long). */
int64_t session_output_position(const struct session *session);
const char *session_output(const struct session *session, int64_t from);

/* A fresh, empty file behind [file] for this process and its children. */
void session_divert_output(int file);

#endif
