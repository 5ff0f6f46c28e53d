/* The same test without inserted code: a child that loads the target as if nothing had been
 * inserted into it, makes the same calls with the same draws, and reports what its compiler did. It
 * is forked before anything is loaded, and works beside the run with inserted code. */
#ifndef HARNESS_TWIN_H
#define HARNESS_TWIN_H

#include <sys/types.h>

#include "event/account.h"
#include "harness/plan.h"
#include "harness/run.h"
#include "harness/session.h"

struct twin {
    pid_t process; /* -1: none */
    int start;     /* pipe: a byte lets it begin */
    int answer;    /* memory file: its account */
    bool is_asked;
};

bool twin_start(struct twin *twin, const struct run_host *host, const struct test *test);
/* Lets it begin, unless it has begun. */
void twin_ask(struct twin *twin);
struct twin_difference {
    const char *what;       /* first, in words; NULL: nothing */
    bool is_of_the_program; /* calls ended differently; else the compiler's work differs */
};

/* Waits for it, and compares [account] and, if [compares_outcomes], the outcomes of [session]'s
 * calls with its own. */
struct twin_difference twin_compare(struct twin *twin, const struct account *account,
                                    const struct session *session, int64_t warm_up_calls,
                                    bool compares_outcomes);
/* It is not needed. */
void twin_end(struct twin *twin);

#endif
