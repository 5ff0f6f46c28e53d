/* The value oracle: a child that makes the same calls, with the same draws and from the same state,
 * in the interpreter only. It is forked before the first call, so that nothing compiled code does
 * can reach it. */
#ifndef HARNESS_ORACLE_H
#define HARNESS_ORACLE_H

#include <sys/types.h>

#include "harness/session.h"

struct oracle {
    pid_t process; /* -1: none */
    int question;  /* pipe: how many calls to make */
    int answer;    /* memory file: its outcomes and its output */
};

/* Are outcomes, or is output, compared with another run's? */
bool agreement_compares(enum agreement agreement, bool output);
/* "warm-up call 3", "execution 0"; [call] is counted from 0. */
const char *call_text(struct arena *arena, uint32_t call, int64_t warm_up_calls);

/* [session] has made no call yet. */
bool oracle_start(struct oracle *oracle, const struct session *session);

struct disagreement {
    const char *what;    /* differs first, in words; NULL: all agree */
    bool is_no_function; /* calls differ between two interpreted runs, or before anything was
                            compiled */
};

/* Lets the oracle make the calls of [session] and compares. [first_compiled]: the call, from 1,
 * during which something was compiled first; 0: nothing was. Where compiled code may be the cause,
 * [witness], another oracle, is asked, too. Both end. */
struct disagreement oracle_compare(struct oracle *oracle, struct oracle *witness,
                                   const struct session *session, enum agreement agreement,
                                   int64_t warm_up_calls, int64_t first_compiled);

#endif
