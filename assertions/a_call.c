/* call: A.foo -> A.bar — inlined: no call was made; not inlined: it was called. The rate is calls
 * made per execution of the call site. */
#include "assertions/site.h"

static const struct site_word words[] = {
    {"inlined", DECISION_BIT(inlined), DECISION_BIT(not_inlined), TAKES_EFFECT_NEVER},
    {"not inlined", DECISION_BIT(not_inlined), DECISION_BIT(inlined), TAKES_EFFECT_ALWAYS},
};

const struct site_assertion call_sites = {
    .kind = SITE_CALL,
    .noun = "call",
    .profile = "calls",
    .decided = DECISION_BIT(inlined) | DECISION_BIT(not_inlined),
    .believed = DECISION_BIT(not_inlined),
    .words = words,
    .word_count = sizeof words / sizeof *words,
};

struct verdict check_call(const struct expectation *expectation,
                          const struct observation *observation, struct arena *arena) {
    return check_site(&call_sites, expectation, observation, arena);
}
