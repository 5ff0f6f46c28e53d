/* contexts: calls of a method through a path of callers, per execution and as a share of all its calls. */
#include <string.h>

#include "assertions/portions.h"

static const struct contexts_expectation *wanted_of(const struct expectation *expectation) {
    return (const struct contexts_expectation *)expectation;
}

static const char *path_text(const struct contexts_expectation *wanted, struct arena *arena) {
    const char *text = "";
    for (uint32_t i = 0; i < wanted->length; i++) {
        const struct via *step = &wanted->path[i];
        text = arena_format(arena, "%s%s%s", text, i ? " -> " : "", step->method);
        if (step->line) text = arena_format(arena, "%s:%d", text, step->line);
    }
    return text;
}

static const struct context_observation *caller_of(const struct context_observation *context,
                                                   const struct observation *observation) {
    return context->caller < 0 ? NULL : &observation->contexts[context->caller];
}

static bool is_of_last(const struct contexts_expectation *wanted,
                       const struct context_observation *context) {
    return name_matches(wanted->path[wanted->length - 1].method, context->method);
}

static bool is_by_path(const struct contexts_expectation *wanted,
                       const struct context_observation *context,
                       const struct observation *observation) {
    for (uint32_t i = wanted->length - 1; i-- > 0;) {
        const struct via *step = &wanted->path[i];
        int line = context->line;
        context = caller_of(context, observation);
        if (!context || !name_matches(step->method, context->method)) return false;
        if (step->line && step->line != line) return false;
    }
    return true;
}

/* "A.foo()V -> A.bar()V": as many methods as the path has. */
static const char *context_text(const struct contexts_expectation *wanted,
                                const struct context_observation *context,
                                const struct observation *observation, struct arena *arena) {
    const char *text = context->method;
    for (uint32_t i = 1; i < wanted->length && context; i++) {
        int line = context->line;
        context = caller_of(context, observation);
        if (context && line)
            text = arena_format(arena, "%s:%d -> %s", context->method, line, text);
        else if (context)
            text = arena_format(arena, "%s -> %s", context->method, text);
    }
    return text;
}

static void check_share(const struct contexts_expectation *wanted, const char *path,
                        const struct portion_counts *by_path, const struct portion_counts *all,
                        struct answer *answer) {
    const char *what = arena_format(answer->arena, "share of %s", path);
    if (!bound_is_given(&wanted->share)) return;
    if (all->sum) {
        struct proportion proportion =
            part_proportion(by_path->sum, all->sum, all->per_execution, all->executions);
        answer_add_rate(answer, what, &wanted->share, &proportion);
        return;
    }
    const char *why = arena_format(answer->arena, "not known: %s was not called while measured",
                                   wanted->path[wanted->length - 1].method);
    answer_add(answer, (struct part){VERDICT_NOT_EVALUATED, what,
                                     bound_text(&wanted->share, answer->arena), why, NULL});
}

static struct verdict check(const struct expectation *expectation,
                            const struct observation *observation, struct arena *arena) {
    const struct contexts_expectation *wanted = wanted_of(expectation);
    const char *path = path_text(wanted, arena), *missing = missing_executions(observation, arena);
    if (!missing && !observation->context_count) missing = "no calling contexts were kept";
    if (missing) return not_evaluated(path, "calls", missing, arena);
    struct portion_counts all = portion_counts_begin(observation, arena),
                          by_path = portion_counts_begin(observation, arena);
    for (uint32_t i = 0; i < observation->context_count; i++) {
        const struct context_observation *context = &observation->contexts[i];
        if (!context->calls || !is_of_last(wanted, context)) continue;
        const char *text = context_text(wanted, context, observation, arena);
        portion_counts_add(&all, text, context->per_execution, arena);
        if (is_by_path(wanted, context, observation))
            portion_counts_add(&by_path, path, context->per_execution, arena);
    }
    struct answer answer;
    answer_begin(&answer, observation, arena);
    if (bound_is_given(&wanted->rate)) {
        struct counter_observation calls = {.total = by_path.sum,
                                            .per_execution = by_path.per_execution};
        struct proportion proportion = counter_proportion(&calls, observation->executions);
        answer_add_rate(&answer, arena_format(arena, "rate of %s", path), &wanted->rate,
                        &proportion);
    }
    check_share(wanted, path, &by_path, &all, &answer);
    return answer_end(&answer, all.sum ? portion_counts_text(&all, arena) : NULL, NULL);
}

static void names(const struct expectation *expectation, name_list *names, struct arena *arena) {
    const struct contexts_expectation *wanted = wanted_of(expectation);
    for (uint32_t i = 0; i < wanted->length; i++)
        add_name(names, NAME_METHOD, wanted->path[i].method, arena);
}

const struct assertion assertion_contexts = {
    .check = check, .names = names, .is_about_code = true, .needs_contexts = true};
