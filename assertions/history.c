/* A profile is a sample, so a belief is hardly ever what is expected to the last digit: after a
 * step it holds when it is at most half as far from it as at the end. */
#include "assertions/history.h"

#include <string.h>

#include "assertions/site.h"

/* A number that the compiler has a belief about after each step, and what is expected of it. */
struct property {
    const struct expectation *expectation;
    const struct observation *observation;
    struct bound bound;
    bool is_of_site;
    uint32_t site;       /* index into observation.sites */
    bool is_per_reached; /* else per call */
};

/* "Sometimes" is more than never, and less than always. */
static const double LEAST_SHARE = 1e-6;

static double distance(const struct bound *bound, double value) {
    double far = 0;
    if (!isnan(bound->is)) far = fmax(far, fabs(value - bound->is) - bound->epsilon);
    if (!isnan(bound->at_least)) far = fmax(far, bound->at_least - value);
    if (!isnan(bound->at_most)) far = fmax(far, value - bound->at_most);
    return far;
}

static struct bound scaled(struct bound bound, double by) {
    return (struct bound){bound.is * by, bound.epsilon * by, bound.at_least * by,
                          bound.at_most * by};
}

static struct bound bound_of_effect(enum site_effect effect) {
    switch (effect) {
    case TAKES_EFFECT_NEVER: return (struct bound){0, 0, NAN, NAN};
    case TAKES_EFFECT_SOMETIMES: return (struct bound){NAN, 0, STEP_STILL_THERE, 1 - LEAST_SHARE};
    case TAKES_EFFECT_ALWAYS: return (struct bound){1, 0, NAN, NAN};
    }
    return BOUND_NONE;
}

/* --- beliefs --- */

static double counter_belief(const struct property *property, const struct step_observation *step) {
    for (uint32_t i = 0; i < property->observation->counter_count; i++)
        if (strcmp(property->observation->counters[i].name, property->expectation->subject) == 0)
            return step->counters[i];
    return 0;
}

static double site_belief(const struct property *property, const struct step_observation *step) {
    double reached = step->reached[property->site], effective = step->effective[property->site];
    if (reached <= 0) return NAN;
    return property->is_per_reached ? effective / reached : effective;
}

/* NaN where the thing is not in the graph, as before its method is inlined. */
static double belief(const struct property *property, uint32_t step) {
    const struct step_observation *at = &property->observation->steps[step];
    return property->is_of_site ? site_belief(property, at) : counter_belief(property, at);
}

/* --- what is expected --- */

/* Is the property given, and (of several given) do the beliefs end up against it? */
static bool take(struct property *property, struct bound bound, bool is_per_reached) {
    if (!bound_is_given(&bound)) return false;
    property->bound = bound;
    property->is_per_reached = is_per_reached;
    double last = belief(property, property->observation->step_count - 1);
    return !isnan(last) && distance(&bound, last) > 0;
}

static bool find_property_of(struct property *property, const struct site *site) {
    const struct expectation *expectation = property->expectation;
    struct bound by_word =
        expectation->is ? bound_of_effect(site_word_of(expectation)->effect) : BOUND_NONE;
    property->site = (uint32_t)(site->observed - property->observation->sites);
    property->bound = BOUND_NONE;
    return take(property, by_word, true) || take(property, expectation->rate, true) ||
           take(property, expectation->predicted, false);
}

/* Of several sites, the first that ends up against what is expected; else the last. */
static bool find_site_property(struct property *property, struct arena *arena) {
    const struct expectation *expectation = property->expectation;
    const struct site_assertion *assertion = site_assertion_of(expectation);
    site_list sites =
        find_sites(expectation, property->observation, assertion->kind, assertion->decided, arena);
    property->is_of_site = true;
    property->bound = BOUND_NONE;
    for (uint32_t i = 0; i < sites.count; i++) {
        if (expectation->nth && expectation->nth != (int)i + 1) continue;
        const struct site_observation *observed = sites.items[i].observed;
        if (!observed || observed->maker != MAKER_COMPILED_CODE) continue;
        if (find_property_of(property, &sites.items[i])) return true;
    }
    return bound_is_given(&property->bound);
}

static bool find_counter_property(struct property *property, struct bound bound) {
    property->bound = bound;
    return bound_is_given(&bound);
}

static bool find_property(struct property *property, struct arena *arena) {
    const struct expectation *expectation = property->expectation;
    switch (expectation->kind) {
    case ASSERTION_rate: return find_counter_property(property, expectation->rate);
    case ASSERTION_count:
        return find_counter_property(
            property, scaled(expectation->rate, 1 / (double)property->observation->executions));
    case ASSERTION_ledger:
        return find_counter_property(
            property,
            (struct bound){ledger_share(expectation, property->observation), 0, NAN, NAN});
    case ASSERTION_allocation:
    case ASSERTION_call:
    case ASSERTION_lock: return find_site_property(property, arena);
    case ASSERTION_allocates:
    case ASSERTION_deoptimizations:
    case ASSERTION_compilations:
    case ASSERTION_returns:
    case ASSERTION_KIND_COUNT: return false;
    }
    return false;
}

/* --- the answer --- */

static const char *unit(const struct property *property) {
    return property->is_per_reached ? "per execution of the site" : "per call";
}

static const char *belief_text(double value, struct arena *arena) {
    return value > 0 && value < LEAST_SHARE ? "0 but still there"
                                            : arena_format(arena, "%.4g", value);
}

static const char *never_text(const struct property *property, uint32_t first,
                              const char *relies_on, struct arena *arena) {
    uint32_t last = property->observation->step_count - 1;
    double from = belief(property, first), to = belief(property, last);
    const char *text = arena_format(arena, "it held after no phase: %s predicted %s after phase %s",
                                    belief_text(from, arena), unit(property),
                                    property->observation->steps[first].name);
    text = from == to ? arena_format(arena, "%s, and at the end", text)
                      : arena_format(arena, "%s, %s at the end", text, belief_text(to, arena));
    return relies_on ? arena_format(arena, "%s; the spec relies on %s", text, relies_on) : text;
}

static const char *broken_text(const struct property *property, uint32_t held, uint32_t broken,
                               struct arena *arena) {
    const struct step_observation *steps = property->observation->steps;
    return arena_format(
        arena, "it held after phase %s (%s predicted %s), and no longer after phase %s (%s)",
        steps[held].name, belief_text(belief(property, held), arena), unit(property),
        steps[broken].name, belief_text(belief(property, broken), arena));
}

static bool is_known(const struct property *property, uint32_t step) {
    double value = belief(property, step);
    return !isnan(value) && (property->is_of_site || value > 0);
}

const char *expectation_history(const struct expectation *expectation,
                                const struct observation *observation, const char *relies_on,
                                struct arena *arena) {
    struct property property = {.expectation = expectation, .observation = observation};
    uint32_t first = 0, count = observation->step_count;
    if (!count || !find_property(&property, arena)) return NULL;
    while (first < count && !is_known(&property, first)) first++;
    double last = first < count ? belief(&property, count - 1) : NAN;
    if (isnan(last)) return NULL;
    double far = distance(&property.bound, last);
    if (far <= 0)
        return arena_format(arena, "no phase broke it: %s predicted %s at the end",
                            belief_text(last, arena), unit(&property));
    for (uint32_t i = count - 1; i-- > first;)
        if (distance(&property.bound, belief(&property, i)) <= far / 2)
            return broken_text(&property, i, i + 1, arena);
    return never_text(&property, first, relies_on, arena);
}
