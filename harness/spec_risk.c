/* What chance may do to a spec, before anything runs: the risk of each expectation, and the calls
 * that the compiler must know the odds from for what it is expected to predict. */
#include <stdio.h>

#include "harness/spec_read.h"
#include "harness/target.h"

bool generator_is_drawn(const struct generator *generator) {
    if (generator->kind == GENERATOR_likely)
        return generator->probability > 0 && generator->probability < 1;
    if (generator->kind == GENERATOR_uniform || generator->kind == GENERATOR_choose) return true;
    for (uint32_t i = 0; i < generator->choice_count; i++)
        if (generator_is_drawn(&generator->choices[i])) return true;
    return false;
}

static bool are_drawn(const struct run_spec *run, const struct generators *arguments) {
    bool is_drawn = run->receiver && generator_is_drawn(run->receiver);
    vec_each(struct generator, generator, arguments) is_drawn |= generator_is_drawn(generator);
    return is_drawn;
}

enum { ADVICE_SIZE = 96 };

/* "10000 iterations, or "; nothing when no number would do. */
static const char *more_draws(int64_t needed, const char *before, const char *behind,
                              char text[ADVICE_SIZE]) {
    *text = '\0';
    if (needed) snprintf(text, ADVICE_SIZE, "%s%lld%s, or ", before, (long long)needed, behind);
    return text;
}

static bool alarm_error(const struct spec_expectation *expectation, int64_t iterations,
                        const struct false_alarm *alarm, struct diag *diag) {
    char text[ADVICE_SIZE];
    return alarm->probability <= SPEC_FALSE_ALARM_LIMIT ||
           diag_error(diag, expectation->place,
                      "a correct compiler would fail '%s' with probability %.2g in %lld "
                      "iterations, more than %g: use %san epsilon of %.3g",
                      expectation->text, alarm->probability, (long long)iterations,
                      SPEC_FALSE_ALARM_LIMIT,
                      more_draws(alarm->iterations_needed, "", " iterations", text),
                      alarm->epsilon_needed);
}

/* The call that reaches the threshold finds the target compiled. */
static int64_t calls_before(int64_t threshold) { return threshold - 1; }
static int64_t threshold_behind(int64_t calls) { return calls + 1; }

static int64_t calls_of_warm_up(const struct spec *spec) {
    const struct warm_up *warm_up = &spec->run.warm_up;
    return warm_up->until_compiled ? warm_up->at_most : warm_up->calls;
}

static bool belief_error(const struct spec *spec, const struct spec_expectation *expectation,
                         int64_t calls, const struct false_alarm *alarm, struct diag *diag) {
    int64_t needed = alarm->iterations_needed, threshold = needed ? threshold_behind(needed) : 0;
    const char *behind =
        threshold > calls_of_warm_up(spec) ? " and a warm-up of as many calls" : "";
    char text[ADVICE_SIZE];
    return alarm->probability <= SPEC_FALSE_ALARM_LIMIT ||
           diag_error(
               diag, expectation->place,
               "a correct compiler would fail 'predicted' of '%s' with probability %.2g, for "
               "it knows the odds from %lld calls only, more than %g: use %san epsilon of %.3g",
               expectation->text, alarm->probability, (long long)calls, SPEC_FALSE_ALARM_LIMIT,
               more_draws(threshold, "a compile_threshold of ", behind, text),
               alarm->epsilon_needed);
}

/* --- the calls that the compiler knows the odds from --- */

static int64_t default_threshold(void) { return the_target()->default_threshold(); }

/* When no loop makes the target hot earlier. */
static int64_t profiled_calls(const struct spec *spec) {
    int64_t asked = spec->compiler.options.values.compile_threshold,
            chosen = spec->compiler.chosen_threshold;
    return calls_before(chosen ? chosen : asked ? asked : default_threshold());
}

bool spec_profile_is_drawn(const struct spec *spec) {
    const struct run_spec *run = &spec->run;
    return are_drawn(run, run->warm_up.has_arguments ? &run->warm_up.arguments : &run->arguments);
}

/* More calls can be worse again by a little, so what one expectation asks for is asked of the
 * others again. */
int64_t spec_threshold_needed(const struct spec *spec) {
    int64_t most = calls_of_warm_up(spec), least = calls_before(default_threshold()), calls = least,
            before;
    if (spec->compiler.options.is_given[VM_OPTION_compile_threshold] ||
        !spec_profile_is_drawn(spec))
        return 0;
    do {
        before = calls;
        vec_each(struct spec_expectation, expectation, &spec->expectations) {
            calls =
                expectation_belief_alarm(expectation->expectation, calls, SPEC_FALSE_ALARM_LIMIT)
                    .iterations_needed;
            if (!calls || threshold_behind(calls) > most) return 0;
        }
    } while (calls > before);
    return calls > least ? threshold_behind(calls) : 0;
}

/* A bound whose tolerance reaches from no hit to one in each execution says nothing. */
static bool check_tolerance(const struct spec_expectation *expectation, int64_t iterations,
                            struct diag *diag) {
    struct bound bound;
    char in[ADVICE_SIZE];
    snprintf(in, sizeof in, " in %lld iterations", (long long)iterations);
    return !expectation_is_everything(expectation->expectation, iterations, &bound) ||
           tolerance_error(&bound, in, expectation->place, diag);
}

bool spec_check_false_alarms(const struct spec *spec, struct diag *diag) {
    const struct run_spec *run = &spec->run;
    bool is_fine = true, is_drawn = are_drawn(run, &run->arguments);
    int64_t calls = profiled_calls(spec);
    vec_each(struct spec_expectation, expectation, &spec->expectations) {
        const struct expectation *expected = expectation->expectation;
        struct false_alarm rate = expectation_false_alarm(expected, run->iterations,
                                                          SPEC_FALSE_ALARM_LIMIT),
                           belief =
                               expectation_belief_alarm(expected, calls, SPEC_FALSE_ALARM_LIMIT);
        is_fine &= check_tolerance(expectation, run->iterations, diag);
        if (is_drawn) is_fine &= alarm_error(expectation, run->iterations, &rate, diag);
        if (spec_profile_is_drawn(spec))
            is_fine &= belief_error(spec, expectation, calls, &belief, diag);
    }
    return is_fine;
}
