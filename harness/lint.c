/* `jittest lint`: what is wrong with a spec though it may be green. Each spec runs twice, as it is
 * and with every phase of the compiler switched off: an expectation that holds both times, in all
 * combinations of the matrix, says nothing about the compiler. It also reports mistakes,
 * expectations that nothing was measured for, and specs that nothing shows can fail. */
#include <stdio.h>
#include <string.h>

#include "base/vec.h"
#include "harness/run_command.h"

struct expectation_state {
    bool is_unanchored; /* told */
    bool is_moved;      /* it was not green without phases, in some combination */
    bool is_failed;     /* it failed there */
};

struct linter {
    struct arena *arena;
    const struct spec *spec; /* the first of the file that is looked at; NULL: none */
    bool is_red;             /* one of its tests: what it says without phases proves nothing */
    VEC(struct expectation_state) states;
    uint32_t specs, findings;
};

static void tell(struct linter *linter, struct place place, const char *what, const char *finding,
                 const char *cure) {
    printf("%s:%d:%d: %s%s%s\n    %s\n", place.file, place.line, place.column, what,
           *what ? ": " : "", finding, cure);
    linter->findings++;
}

/* --- a file --- */

static void spec_begin(struct linter *linter, const struct spec *spec) {
    linter->spec = spec;
    linter->is_red = false;
    linter->specs++;
    vec_clear(&linter->states);
    for (uint32_t i = 0; i < spec->expectations.count; i++)
        vec_push(&linter->states, ((struct expectation_state){0}));
}

/* Such a spec depends on another value of a limit, which `prove` checks. */
static bool rests_on_limit(const struct spec *spec) {
    bool is_limit = false;
    vec_each(struct spec_text, thing, &spec->relies_on)
        is_limit |= strchr(thing->text, '=') != NULL;
    return is_limit;
}

/* Nothing that its author wrote depends on a phase. */
static bool is_still(const struct linter *linter) {
    bool is_still = true;
    vec_each(struct expectation_state, state, &linter->states) is_still &= !state->is_moved;
    return is_still;
}

static void look_at_expectation(struct linter *linter, const struct spec_expectation *expectation,
                                const struct expectation_state *state) {
    if (expectation->control && state->is_moved)
        tell(linter, expectation->place, expectation->text,
             "it does not hold with every phase of the compiler switched off",
             "it is not a control: leave 'control' out");
    if (expectation->control || state->is_moved ||
        !expectation_is_about_code(expectation->expectation))
        return;
    tell(linter, expectation->place, expectation->text,
         "it holds with every phase of the compiler switched off too",
         "expect what the compiler decides (is, because, predicted), or say why not (control: "
         "...)");
}

/* A spec that says that it relies on no phase does not fail without them. */
static void look_at_nothing(struct linter *linter, const struct spec *spec) {
    for (uint32_t i = 0; i < linter->states.count; i++)
        if (linter->states.items[i].is_failed)
            tell(linter, spec->expectations.items[i].place, spec->expectations.items[i].text,
                 "it fails with every phase of the compiler switched off, and the spec says that "
                 "it relies on none",
                 "name the phase in relies_on: `jittest --without PHASE` finds it");
}

static void spec_end(struct linter *linter) {
    const struct spec *spec = linter->spec;
    struct place place = {spec ? spec->file : NULL, 1, 1};
    linter->spec = NULL;
    if (!spec || spec->skip || spec->known_failure) return;
    if (!spec->relies_on.count && !spec->relies_on_nothing)
        tell(linter, place, "", "nothing shows that this spec can fail",
             "name the phases that it relies on (relies_on), or say why none: relies_on: { none: "
             "... }");
    if (linter->is_red) {
        tell(linter, place, "", "it is not green, so it was not run without phases",
             "see what `jittest` says of it first");
        return;
    }
    if (spec->relies_on_nothing) look_at_nothing(linter, spec);
    if (spec->relies_on_nothing || rests_on_limit(spec)) return;
    uint32_t before = linter->findings;
    for (uint32_t i = 0; i < linter->states.count; i++)
        look_at_expectation(linter, &spec->expectations.items[i], &linter->states.items[i]);
    if (is_still(linter) && linter->findings == before && spec->relies_on.count)
        tell(linter, place, "", "all of it holds with every phase of the compiler switched off too",
             "expect what a phase decides, or say why none: relies_on: { none: ... }");
}

/* --- a test --- */

static void look_at_evidence(struct linter *linter, const struct judgement *judgement) {
    const struct spec_result *result = &judgement->result;
    for (uint32_t i = 0; i < linter->states.count && i < result->expectation_count; i++) {
        const struct verdict *verdict = &result->expectations[i].verdict;
        struct expectation_state *state = &linter->states.items[i];
        if (verdict->kind != VERDICT_NOT_EVALUATED || state->is_unanchored) continue;
        state->is_unanchored = true;
        tell(linter, linter->spec->expectations.items[i].place, result->expectations[i].text,
             "nothing was measured for it",
             verdict->because ? verdict->because : verdict->observed);
    }
    linter->is_red |= result->verdict != VERDICT_PASS;
}

static void look_without_phases(struct linter *linter, const struct judgement *judgement) {
    const struct spec_result *result = &judgement->result;
    for (uint32_t i = 0; i < linter->states.count; i++) {
        const struct verdict *verdict =
            i < result->expectation_count ? &result->expectations[i].verdict : NULL;
        linter->states.items[i].is_moved |= !verdict || verdict->kind != VERDICT_PASS;
        linter->states.items[i].is_failed |= verdict && verdict->kind == VERDICT_FAIL;
    }
}

/* They name their places themselves, and what to write. */
static void tell_errors(struct linter *linter, const struct spec_result *result) {
    for (uint32_t i = 0; i < result->explanation_count; i++) printf("%s\n", result->explanation[i]);
    if (!result->explanation_count) printf("%s\n", result->why);
    linter->findings += result->explanation_count ? result->explanation_count : 1;
}

static void judged(void *context, const struct test *test, const struct judgement *judgement) {
    struct linter *linter = context;
    const struct spec_result *result = &judgement->result;
    if (linter->spec && (!test->spec || strcmp(linter->spec->file, test->file))) spec_end(linter);
    if (judgement->is_spec_error && !test->is_bare) tell_errors(linter, result);
    if (!test->spec) return;
    if (!linter->spec) spec_begin(linter, test->spec);
    if (test->is_bare)
        look_without_phases(linter, judgement);
    else
        look_at_evidence(linter, judgement);
}

enum exit_code lint_command(const struct cli *cli, struct arena *arena) {
    struct plan plan = {0};
    struct linter linter = {.arena = arena};
    enum exit_code code;
    if (!select_tests(cli, arena, &plan, &code)) return code;
    plan_add_bare(arena, &plan);
    code = run_tests(cli, &plan, arena, judged, &linter);
    if (linter.spec) spec_end(&linter);
    printf("%u finding%s in %u spec%s\n", linter.findings, linter.findings == 1 ? "" : "s",
           linter.specs, linter.specs == 1 ? "" : "s");
    vec_release(&linter.states);
    return linter.findings ? worse_exit(code, EXIT_RED) : code;
}
