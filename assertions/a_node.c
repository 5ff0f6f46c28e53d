/* node: how many nodes of a kind the compiler's graph of the target had after one of its steps. */
#include <inttypes.h>
#include <string.h>

#include "assertions/check.h"

static const struct node_expectation *wanted_of(const struct expectation *expectation) {
    return (const struct node_expectation *)expectation;
}

static int kind_index(const struct observation *observation, const char *kind) {
    for (uint32_t i = 0; i < observation->node_kind_count; i++)
        if (!strcmp(observation->node_kinds[i], kind)) return (int)i;
    return -1;
}

static const struct step_observation *step_called(const struct observation *observation,
                                                  const char *name) {
    for (uint32_t i = 0; i < observation->step_count; i++)
        if (!strcmp(observation->steps[i].name, name)) return &observation->steps[i];
    return NULL;
}

/* Where it was left out (`without`), the graph is as the step before it left it. NULL: nothing is known of it. */
static const struct step_observation *step_of(const struct node_expectation *wanted,
                                              const struct observation *observation) {
    if (!wanted->after) return &observation->steps[observation->step_count - 1];
    const struct step_observation *step = step_called(observation, wanted->after);
    for (uint32_t i = wanted->before_count; !step && i-- > 0;)
        step = step_called(observation, wanted->before[i]);
    return step;
}

static const char *step_names(const struct observation *observation, struct arena *arena) {
    const char *names = "";
    for (uint32_t i = 0; i < observation->step_count; i++)
        names = arena_format(arena, "%s%s%s", names, i ? ", " : "", observation->steps[i].name);
    return names;
}

static const char *missing_evidence(const struct node_expectation *wanted,
                                    const struct observation *observation, struct arena *arena) {
    const char *missing = missing_executions(observation, arena);
    if (missing) return missing;
    if (!observation->step_count || !observation->node_kind_count)
        return "the compiler's graphs were not recorded";
    if (kind_index(observation, wanted->kind) < 0)
        return arena_format(
            arena,
            "no graph of the target's compilation has a node '%s', which is therefore "
            "not known to be a kind of node of this compiler",
            wanted->kind);
    if (step_of(wanted, observation)) return NULL;
    return arena_format(arena, "the compilation had no step '%s'; there are: %s", wanted->after,
                        step_names(observation, arena));
}

/* "1 after build, 2 after inline, 0 after escape": where it changed. */
static const char *changes(const struct observation *observation, int kind, struct arena *arena) {
    const char *text = "";
    for (uint32_t i = 0; i < observation->step_count; i++) {
        const struct step_observation *step = &observation->steps[i];
        if (i && step->nodes[kind] == step[-1].nodes[kind]) continue;
        text = arena_format(arena, "%s%s%" PRId32 " after %s", text, i ? ", " : "",
                            step->nodes[kind], step->name);
    }
    return text;
}

static struct verdict check(const struct expectation *expectation,
                            const struct observation *observation, struct arena *arena) {
    const struct node_expectation *wanted = wanted_of(expectation);
    const char *what =
        arena_format(arena, "count of '%s' in the graph of %s", wanted->kind, observation->target);
    const char *expected = bound_text(&wanted->count, arena);
    if (wanted->after) expected = arena_format(arena, "%s after %s", expected, wanted->after);
    const char *missing = missing_evidence(wanted, observation, arena);
    if (missing) return not_evaluated(what, expected, missing, arena);

    struct answer answer;
    int kind = kind_index(observation, wanted->kind);
    const struct step_observation *step = step_of(wanted, observation);
    const char *observed = arena_format(arena, "%" PRId32, step->nodes[kind]);
    answer_begin(&answer, observation, arena);
    if (wanted->after && strcmp(step->name, wanted->after) != 0)
        observed = arena_format(arena, "%s after %s, as %s did not run", observed, step->name,
                                wanted->after);
    bool holds = bound_accepts(&wanted->count, step->nodes[kind]);
    answer_add(&answer,
               (struct part){holds ? VERDICT_PASS : VERDICT_FAIL, what, expected, observed, NULL});
    answer.hits = step->nodes[kind];
    return answer_end(&answer, changes(observation, kind, arena), NULL);
}

const struct assertion assertion_node = {.check = check, .is_about_code = true};
