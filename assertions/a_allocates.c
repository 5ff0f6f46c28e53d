/* allocates: bytes and objects of whole executions: the target's, its callees', and what natives,
 * the interpreter and the runtime make for them. What probes allocate is not the program's. */
#include <inttypes.h>

#include "assertions/a_allocates.h"
#include "assertions/check.h"
#include "assertions/sites.h"

enum { MOST_SITES = 4 };

static void check_mean(struct answer *answer, const char *of_what, const struct bound *bound,
                       int64_t total) {
    if (bound_is_given(bound))
        answer_add_mean(answer, arena_format(answer->arena, "%s per execution", of_what), bound,
                        total, "");
}

/* The sites that allocate, and the total that no bytecode caused. NULL: none. */
static const char *allocators(const struct observation *observation, struct arena *arena) {
    const char *text = NULL;
    int64_t elsewhere = observation->program_bytes;
    int told = 0;
    for (uint32_t i = 0; i < observation->site_count; i++) {
        const struct site_observation *site = &observation->sites[i];
        if (site->kind != SITE_ALLOCATION || !site->bytes) continue;
        elsewhere -= site->bytes;
        if (told++ >= MOST_SITES) continue;
        const char *one =
            arena_format(arena, "%" PRId64 " bytes of %s%s, %s", site->bytes, site->subject,
                         site_maker_text(site, arena), origin_text(&site->origin, arena));
        text = text ? arena_format(arena, "%s; %s", text, one) : one;
    }
    if (told > MOST_SITES)
        text = arena_format(arena, "%s; and %d more places", text, told - MOST_SITES);
    if (!elsewhere) return text;
    const char *rest =
        arena_format(arena, "%" PRId64 " bytes by the VM, which no bytecode asked for", elsewhere);
    return text ? arena_format(arena, "%s; %s", text, rest) : rest;
}

static struct verdict check(const struct expectation *expectation,
                            const struct observation *observation, struct arena *arena) {
    const struct allocates_expectation *wanted = (const struct allocates_expectation *)expectation;
    const struct bound *bytes = &wanted->bytes, *objects = &wanted->objects;
    const char *missing = missing_executions(observation, arena);
    if (missing)
        return not_evaluated("allocation per execution",
                             bound_text(bound_is_given(bytes) ? bytes : objects, arena), missing,
                             arena);
    struct answer answer;
    answer_begin(&answer, observation, arena);
    check_mean(&answer, "bytes", bytes, observation->program_bytes);
    check_mean(&answer, "objects", objects, observation->program_objects);
    answer.hits = observation->program_objects;
    answer.trials = observation->executions;
    return answer_end(&answer, allocators(observation, arena), NULL);
}

const struct assertion assertion_allocates = {
    .check = check,
    .profile = PROFILE_OF(SITE_ALLOCATION),
    .is_about_code = true,
};
