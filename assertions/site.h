/* What allocation, call, lock and loop have in common: sites of a kind, the decisions about them, and a
 * word for the decision. The word's row says which decisions must be there and which must not. */
#ifndef ASSERTIONS_SITE_H
#define ASSERTIONS_SITE_H

#include "assertions/check.h"
#include "assertions/sites.h"

/* SOMETIMES: at least once, but less often than it is reached: that is the gain. */
enum site_effect { TAKES_EFFECT_NEVER, TAKES_EFFECT_SOMETIMES, TAKES_EFFECT_ALWAYS };

struct site_word {
    const char *word; /* "removed" */
    const char *meaning;
    unsigned needs, forbids; /* sets of decision kinds: at least one of, none of */
    enum site_effect effect; /* in compiled code */
    const char *in_vain;     /* SOMETIMES: what to say when it always took effect */
};

struct site_assertion {
    enum site_kind kind;
    enum name_kind subject;
    const char *noun;  /* "allocation" */
    unsigned decided;  /* kinds of decisions about such a site, most telling first by enum order */
    unsigned believed; /* kinds whose frequencies add up to what the compiler predicted */
    const struct site_word *words;
    unsigned word_count;
};

extern const struct site_assertion allocation_sites, call_sites, lock_sites, loop_sites;

/* What their struct assertion holds: SITE_ASSERTION. */
/* Of each site that the expectation names; each must hold. */
struct verdict site_check(const struct expectation *expectation,
                          const struct observation *observation, struct arena *arena);
struct drawn site_drawn(const struct expectation *expectation, int64_t executions);
/* Of several sites, that of the first whose last belief violates what is expected; else of the
 * last. */
bool site_property(const struct expectation *expectation, const struct observation *observation,
                   struct property *property, struct arena *arena);
void site_names(const struct expectation *expectation, name_list *names, struct arena *arena);
const char *site_because(const struct expectation *expectation);
/* The kinds of decisions whose reason is compared with the expectation's [because]. */
unsigned site_reasoned(const struct expectation *expectation);
/* The parts of an expectation about a site, each a clause of its own (evidence.h): "is", "rate"; NULL past the end. */
const char *site_part_name(unsigned part);
bool site_part_is_given(const struct site_expectation *expectation, unsigned part);
bool site_word(const struct assertion *assertion, unsigned index, const char **word,
               const char **meaning);

#define SITE_ASSERTION(its_sites, its_kind)                                                        \
    {                                                                                              \
        .check = site_check, .drawn = site_drawn, .property = site_property, .names = site_names,  \
        .because = site_because, .reasoned = site_reasoned, .word = site_word,                     \
        .sites = &(its_sites), .is_about_code = true,                                              \
        .profile = (its_kind) < SITE_KIND_COUNT ? PROFILE_OF(its_kind) : 0                         \
    }

#endif
