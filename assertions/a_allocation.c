/* allocation: { in: A.foo, of: A } — removed: nothing was allocated at the site or for it; kept:
 * every execution of the site allocated there; moved: allocated elsewhere, when the object must
 * exist, and less often than the site was executed. The rate is per execution of the site; the
 * prediction adds up the frequencies of the places where the compiler left an allocation. */
#include "assertions/site.h"

static const struct site_word words[] = {
    {"removed", "no memory is handed out for it in compiled code", DECISION_BIT(virtualized),
     DECISION_BIT(materialized) | DECISION_BIT(allocation_kept), TAKES_EFFECT_NEVER, NULL},
    {"moved", "it happens where the object escapes, and less often than the source says",
     DECISION_BIT(materialized), DECISION_BIT(allocation_kept), TAKES_EFFECT_SOMETIMES,
     "nothing gained"},
    {"kept", "it happens where the source says so", DECISION_BIT(allocation_kept),
     DECISION_BIT(virtualized) | DECISION_BIT(materialized), TAKES_EFFECT_ALWAYS, NULL},
};

const struct site_assertion allocation_sites = {
    .kind = SITE_ALLOCATION,
    .subject = NAME_CLASS,
    .noun = "allocation",
    .decided =
        DECISION_BIT(virtualized) | DECISION_BIT(materialized) | DECISION_BIT(allocation_kept),
    .believed = DECISION_BIT(materialized) | DECISION_BIT(allocation_kept),
    .words = words,
    .word_count = sizeof words / sizeof *words,
};

const struct assertion assertion_allocation = SITE_ASSERTION(allocation_sites, SITE_ALLOCATION);
