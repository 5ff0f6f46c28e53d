#include "harness/prove_switches.h"

#include <string.h>

/* A test with a switch turned that went red; or of which nothing is known, and why. */
struct turned_test {
    const char *file, *option, *unknown;
};

struct turning {
    struct arena *arena;
    VEC(struct turned_test) tests;
};

static void add_judgement(void *context, const struct test *test,
                          const struct judgement *judgement) {
    struct turning *turning = context;
    const struct spec_result *result = &judgement->result;
    bool has_ended = result->verdict != VERDICT_CRASH && result->verdict != VERDICT_TIMEOUT;
    struct turned_test turned = {test->file, test->without->text,
                                 has_ended ? NULL : verdict_text(result->verdict)};
    if (!has_ended || spec_result_has_failed(result))
        arena_vec_push(turning->arena, &turning->tests, turned);
}

static struct plan turned_plan(const silent_tests *tests, struct arena *arena) {
    struct plan plan = {0};
    vec_each(const struct silent_test, silent, tests)
        if (silent->is_green) plan_add_turned(arena, silent->test, &plan);
    return plan;
}

/* Of a matrix several combinations turn red by one switch. */
static bool is_first(const struct turning *turning, const struct turned_test *turned) {
    const struct turned_test *one = turning->tests.items;
    while (strcmp(one->file, turned->file) || strcmp(one->option, turned->option) ||
           !one->unknown != !turned->unknown)
        one++;
    return one == turned;
}

/* "DoEscapeAnalysis, EliminateAllocations", or "turbo-escape (TIMEOUT)"; NULL: none. */
static const char *options_of(const struct turning *turning, const char *file, bool is_unknown) {
    const char *names = NULL;
    vec_each(const struct turned_test, turned, &turning->tests) {
        if (strcmp(turned->file, file) || !turned->unknown == is_unknown ||
            !is_first(turning, turned))
            continue;
        names =
            arena_format(turning->arena, is_unknown ? "%s%s%s (%s)" : "%s%s%s", names ? names : "",
                         names ? ", " : "", turned->option, turned->unknown);
    }
    return names;
}

static const char *text_of(const struct turning *turning, const struct test *test,
                           const char *names) {
    const char *vm = test->spec->vm->name, *unknown = options_of(turning, test->file, true);
    const char *text = names
                           ? arena_format(turning->arena, "turned red on %s by: %s", vm, names)
                           : arena_format(turning->arena, "no switch of %s alone turns it red", vm);
    return unknown ? arena_format(turning->arena, "%s; not known of: %s", text, unknown) : text;
}

static bool is_green(const silent_tests *tests, const char *file) {
    vec_each(const struct silent_test, silent, tests)
        if (silent->is_green && !strcmp(silent->test->file, file)) return true;
    return false;
}

static void report(const struct turning *turning, const silent_tests *tests,
                   const struct test *test, struct reports *reports) {
    const char *names = options_of(turning, test->file, false), *matrix = strstr(test->name, " [");
    struct spec_result result = {
        .name = arena_format(turning->arena, "%.*s by switches",
                             (int)(matrix ? (size_t)(matrix - test->name) : strlen(test->name)),
                             test->name),
        .file = test->file,
        .line = 1,
        .seed = test->seed,
        .verdict = names ? VERDICT_SKIP : VERDICT_NOT_EVALUATED,
        .why = is_green(tests, test->file) ? text_of(turning, test, names)
                                           : "it is not green as it is"};
    reports_add(reports, &result);
}

enum exit_code prove_switches(const struct cli *cli, const silent_tests *tests, struct arena *arena,
                              struct reports *reports) {
    struct turning turning = {.arena = arena};
    struct plan plan = turned_plan(tests, arena);
    enum exit_code code =
        plan.count ? run_tests(cli, &plan, arena, add_judgement, &turning) : EXIT_GREEN;
    for (uint32_t i = 0; i < tests->count; i++)
        if (!i || strcmp(tests->items[i - 1].test->file, tests->items[i].test->file))
            report(&turning, tests, tests->items[i].test, reports);
    return code;
}
