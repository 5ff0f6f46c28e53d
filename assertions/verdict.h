/* The answer to one expectation: a verdict with its numbers. */
#ifndef ASSERTIONS_VERDICT_H
#define ASSERTIONS_VERDICT_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

enum verdict_kind {
#define VERDICT(name, text, is_red, badness) VERDICT_##name,
#include "assertions/verdicts.def"
#undef VERDICT
    VERDICT_KIND_COUNT
};

/* The hits of a counter, by who hit it. */
struct hit_split {
    int64_t compiled, on_stack, interpreted; /* in the target's thread; on_stack: by compiled code
                                                that was entered at a loop */
    int64_t elsewhere;                       /* in other threads */
};

/* The part of an expectation that chance decides most. */
struct chance {
    double false_alarm;
    int64_t draws;    /* that decided it */
    const char *draw; /* "profiled calls": what each of them is */
};

struct verdict {
    enum verdict_kind kind;
    bool
        holds_in_part; /* NOT EVALUATED for parts alone that the target cannot tell; the others PASS */
    bool has_failed;      /* a part of it FAILs, whatever could not be evaluated besides */
    const char *summary;  /* one line: "rate of allocated is 0.8013, expected 0.8 ± 0.02" */
    const char *expected; /* "0.8 ± 0.02" */
    const char *observed; /* "0.8013 (8013 of 10000), exact 99.9 % interval [0.788, 0.814]" */
    const char *because;  /* the compiler's own reason, or why it was not evaluated; NULL when there
                             is none */
    const char
        *where; /* "A.foo(Z)V:0 (line 3)": the place in the target; NULL: the target as a whole */
    double
        false_alarm; /* probability that a correct compiler goes red here; 0 for exact assertions */
    double miss; /* probability that a deviation of 2 epsilon stays green; 0 when not applicable */
    struct chance riskiest;   /* likewise, of one part at one site */
    const char *unknown_risk; /* why chance plays a part whose odds are not known; NULL: they are */
    int64_t hits, trials;     /* both counts; -1 when not applicable */
    const struct hit_split *split; /* of the counter that the expectation names; NULL: none */
    int64_t iterations_needed;     /* UNDECIDED: how many would decide; else 0 */
};

const char *verdict_text(enum verdict_kind kind);
bool verdict_is_red(enum verdict_kind kind);
/* The worse of two: what could not be measured is worse than what failed, because a known failure
 * must not hide it. From worst: CRASH, TIMEOUT, NOT EVALUATED, FAIL, UNEXPECTED PASS, UNDECIDED,
 * KNOWN FAILURE, PASS, SKIP. */
enum verdict_kind verdict_worse(enum verdict_kind a, enum verdict_kind b);

#endif
