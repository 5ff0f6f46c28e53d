/* A profile is a sample, so a belief is hardly ever what is expected to the last digit: after a
 * step it holds when it is at most half as far from it as at the end. */
#include "assertions/history.h"

#include <string.h>

#include "assertions/check.h"

static double distance(const struct bound *bound, double value) {
    double far = 0;
    if (!isnan(bound->is)) far = fmax(far, fabs(value - bound->is) - bound->epsilon);
    if (!isnan(bound->at_least)) far = fmax(far, bound->at_least - value);
    if (!isnan(bound->at_most)) far = fmax(far, value - bound->at_most);
    return far;
}

/* --- beliefs --- */

static double counter_belief(const struct property *property, const struct step_observation *step) {
    for (uint32_t i = 0; i < property->observation->counter_count; i++)
        if (strcmp(property->observation->counters[i].name, property->counter) == 0)
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

bool property_take(struct property *property, struct bound bound, bool is_per_reached) {
    if (!bound_is_given(&bound)) return false;
    property->bound = bound;
    property->is_per_reached = is_per_reached;
    double last = belief(property, property->observation->step_count - 1);
    return !isnan(last) && distance(&bound, last) > 0;
}

bool property_of_counter(struct property *property, const struct observation *observation,
                         const char *counter, struct bound bound) {
    *property = (struct property){.observation = observation, .bound = bound, .counter = counter};
    return bound_is_given(&bound);
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
    const struct assertion *assertion = expectation->assertion;
    struct property property;
    uint32_t first = 0, count = observation->step_count;
    if (!count || !assertion->property ||
        !assertion->property(expectation, observation, &property, arena))
        return NULL;
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
