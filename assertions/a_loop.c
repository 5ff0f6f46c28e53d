/* loop: { in: A.foo } — what the compiler did to a loop. Its executions are not counted: the prediction is how often its header
 * is executed per call of the target. Another compiler may unroll and unswitch loops; ours peels them. */
#include "assertions/site.h"

#define DONE                                                                                       \
    (DECISION_BIT(loop_peeled) | DECISION_BIT(loop_unrolled) | DECISION_BIT(loop_unswitched))
#define ENDED (DECISION_BIT(loop_kept) | DECISION_BIT(loop_removed))

static const struct site_word words[] = {
    {"peeled", "its first iteration, or several, runs in front of it", DECISION_BIT(loop_peeled), 0,
     TAKES_EFFECT_ALWAYS, NULL},
    {"unrolled", "its body is there several times in a row", DECISION_BIT(loop_unrolled), 0,
     TAKES_EFFECT_ALWAYS, NULL},
    {"unswitched", "a condition in it was decided in front of it, with a loop for each answer",
     DECISION_BIT(loop_unswitched), 0, TAKES_EFFECT_ALWAYS, NULL},
    {"removed", "compiled code has no such loop", DECISION_BIT(loop_removed),
     DECISION_BIT(loop_kept), TAKES_EFFECT_NEVER, NULL},
    {"kept", "compiled code has the loop, whatever else was done to it", DECISION_BIT(loop_kept),
     DECISION_BIT(loop_removed), TAKES_EFFECT_ALWAYS, NULL},
    {"untouched", "compiled code has the loop, and nothing was done to it", DECISION_BIT(loop_kept),
     DONE | DECISION_BIT(loop_removed), TAKES_EFFECT_ALWAYS, NULL},
};

const struct site_assertion loop_sites = {
    .kind = SITE_LOOP,
    .noun = "loop",
    .decided = DONE | ENDED,
    .believed = DECISION_BIT(loop_kept),
    .words = words,
    .word_count = sizeof words / sizeof *words,
};

const struct assertion assertion_loop = SITE_ASSERTION(loop_sites, SITE_LOOP);
