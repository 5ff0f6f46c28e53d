/* The same test without inserted code: a child that loads the target as if nothing had been
 * inserted into it, makes the same calls with the same draws, and tells what its compiler did. It
 * is forked before anything is loaded, and works beside the run with inserted code. */
#ifndef HARNESS_TWIN_H
#define HARNESS_TWIN_H

#include <sys/types.h>

#include "event/account.h"
#include "harness/plan.h"
#include "harness/run.h"

struct twin {
    pid_t process; /* -1: none */
    int start;     /* pipe: a byte lets it begin */
    int answer;    /* memory file: its account */
    bool is_asked;
};

bool twin_start(struct twin *twin, const struct run_host *host, const struct test *test);
/* Lets it begin, unless it has begun. */
void twin_ask(struct twin *twin);
/* Waits for it. NULL when [account] is what it did, too; else what differs first, in words. */
const char *twin_compare(struct twin *twin, const struct account *account, struct arena *arena);
/* It is not needed. */
void twin_end(struct twin *twin);

#endif
