/* call: A.foo -> A.bar — inlined: the callee's code is there without a test of the receiver, and no
 * call was made; guarded: it is there behind such a test, and ran at least once; virtual: the
 * callee was chosen when it ran; not inlined: it was called, that way or directly. The rate is
 * calls made per execution of the call site, the share is executions of the inlined code. */
#include "assertions/site.h"

#define MADE (DECISION_BIT(not_inlined) | DECISION_BIT(virtual))

static const struct site_word words[] = {
    {"inlined", "the callee's code is part of the caller's, and nothing is dispatched",
     DECISION_BIT(inlined), DECISION_BIT(guarded) | MADE, TAKES_EFFECT_NEVER, NULL},
    {"guarded",
     "the callee's code is part of the caller's, behind a test of the receiver's class, and is "
     "executed",
     DECISION_BIT(guarded), DECISION_BIT(inlined) | MADE, TAKES_EFFECT_SOMETIMES,
     "always dispatched"},
    {"virtual", "a call is made, of a method that is chosen when it runs", DECISION_BIT(virtual),
     DECISION_BIT(inlined) | DECISION_BIT(guarded) | DECISION_BIT(not_inlined), TAKES_EFFECT_ALWAYS,
     NULL},
    {"not inlined", "a call is made, virtual or direct", MADE,
     DECISION_BIT(inlined) | DECISION_BIT(guarded), TAKES_EFFECT_ALWAYS, NULL},
};

const struct site_assertion call_sites = {
    .kind = SITE_CALL,
    .subject = NAME_METHOD,
    .noun = "call",
    .decided = DECISION_BIT(inlined) | DECISION_BIT(guarded) | MADE,
    .believed = DECISION_BIT(guarded) | MADE,
    .words = words,
    .word_count = sizeof words / sizeof *words,
};

const struct assertion assertion_call = SITE_ASSERTION(call_sites, SITE_CALL);
