#include "harness/prove_switches.h"

#include <string.h>

struct turned_red {
    const char *file, *option;
};

struct turning {
    struct arena *arena;
    VEC(struct turned_red) red;
};

static void add_judgement(void *context, const struct test *test,
                          const struct judgement *judgement) {
    struct turning *turning = context;
    struct turned_red red = {test->file, test->without->text};
    if (spec_result_has_failed(&judgement->result))
        arena_vec_push(turning->arena, &turning->red, red);
}

static struct plan turned_plan(const silent_tests *tests, struct arena *arena) {
    struct plan plan = {0};
    vec_each(const struct silent_test, silent, tests)
        if (silent->is_green) plan_add_turned(arena, silent->test, &plan);
    return plan;
}

/* "DoEscapeAnalysis, EliminateAllocations"; NULL: none. */
static const char *options_of(const struct turning *turning, const char *file) {
    const char *names = NULL;
    vec_each(const struct turned_red, red, &turning->red) {
        if (strcmp(red->file, file) || (names && strstr(names, red->option))) continue;
        names = names ? arena_format(turning->arena, "%s, %s", names, red->option) : red->option;
    }
    return names;
}

static void report(const struct turning *turning, const struct silent_test *silent,
                   struct reports *reports) {
    const struct test *test = silent->test;
    const char *names = options_of(turning, test->file), *matrix = strstr(test->name, " [");
    const char *vm = test->spec->vm->name;
    struct spec_result result = {
        .name = arena_format(turning->arena, "%.*s by switches",
                             (int)(matrix ? (size_t)(matrix - test->name) : strlen(test->name)),
                             test->name),
        .file = test->file,
        .line = 1,
        .seed = test->seed,
        .verdict = names ? VERDICT_SKIP : VERDICT_NOT_EVALUATED,
        .why = !silent->is_green ? "it is not green as it is"
               : names ? arena_format(turning->arena, "turned red on %s by: %s", vm, names)
                       : arena_format(turning->arena, "no switch of %s alone turns it red", vm)};
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
            report(&turning, &tests->items[i], reports);
    return code;
}
