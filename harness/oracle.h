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

/* [session] has made no call yet. */
bool oracle_start(struct oracle *oracle, const struct session *session);

/* Lets it make the calls of [session] and compares. NULL when all agree, else what differs first,
 * in words. */
const char *oracle_compare(struct oracle *oracle, const struct session *session,
                           int64_t warm_up_calls);

#endif
