/* lock: { in: A.foo, of: A } — removed: it was never acquired; kept: every execution of the site
 * acquired it. The rate is acquisitions per execution of the site. */
#include "assertions/site.h"

static const struct site_word words[] = {
    {"removed", "compiled code does not take it", DECISION_BIT(lock_removed),
     DECISION_BIT(lock_kept), TAKES_EFFECT_NEVER, NULL},
    {"kept", "compiled code takes it", DECISION_BIT(lock_kept), DECISION_BIT(lock_removed),
     TAKES_EFFECT_ALWAYS, NULL},
};

const struct site_assertion lock_sites = {
    .kind = SITE_LOCK,
    .subject = NAME_CLASS,
    .noun = "lock",
    .decided = DECISION_BIT(lock_removed) | DECISION_BIT(lock_kept),
    .believed = DECISION_BIT(lock_kept),
    .words = words,
    .word_count = sizeof words / sizeof *words,
};

const struct assertion assertion_lock = SITE_ASSERTION(lock_sites, SITE_LOCK);
