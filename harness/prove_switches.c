#include "harness/prove_switches.h"

#include <string.h>

#include "harness/observation_io.h"

/* A test that was red with these turned, or of which nothing is known then, and why. */
struct turned_test {
    const struct test *test;
    struct spec_texts turned;
    const char *unknown;
};

/* Switches that turn a test red together, none of which does so alone; in the end, none of them can be left out. */
struct together {
    const struct test *test;
    struct spec_texts all, fewer; /* what is known to, and what is tried */
    uint32_t at, size;            /* what is left out there; size 0: no more is tried */
    bool is_less;                 /* than when all sizes of this pass began */
};

struct turning {
    struct arena *arena;
    const silent_tests *silent;
    VEC(struct turned_test) tests;
    struct plan next; /* halves */
    uint32_t judged;  /* of the plan that is run */
    VEC(struct together) groups;
    bool is_cut; /* not all were turned */
};

/* --- what is told of a test --- */

/* In the arena. */
static const char *told_of(struct arena *arena, const struct judgement *judgement, size_t *length) {
    struct observation told = judgement->record.observation;
    struct decision *decisions = ARENA_ARRAY(arena, struct decision, told.decision_count);
    for (uint32_t i = 0; i < told.decision_count; i++) {
        decisions[i] = told.decisions[i];
        if (decisions[i].kind == DECISION_compiled) decisions[i].amount = 0;
    }
    told.decisions = decisions;
    struct strbuf bytes = STRBUF_INIT;
    struct codec codec = codec_writer(&bytes);
    observation_code(&codec, &told);
    const char *copy = arena_copy_text(arena, strbuf_text(&bytes), bytes.length);
    *length = bytes.length;
    strbuf_release(&bytes);
    return copy;
}

void add_silent_test(silent_tests *tests, struct arena *arena, const struct test *test,
                     const struct judgement *judgement) {
    struct silent_test silent = {test, judgement->result.verdict == VERDICT_PASS, NULL, 0};
    if (silent.is_green) silent.told = told_of(arena, judgement, &silent.told_length);
    arena_vec_push(arena, tests, silent);
}

static bool is_as_it_was(const struct turning *turning, const struct test *test,
                         const struct judgement *judgement) {
    const struct silent_test *silent = turning->silent->items;
    struct arena arena;
    size_t length;
    while (strcmp(silent->test->name, test->name)) silent++;
    arena_init(&arena);
    const char *told = told_of(&arena, judgement, &length);
    bool is = length == silent->told_length && !memcmp(told, silent->told, length);
    arena_release(&arena);
    return is;
}

/* --- groups of switches --- */

static void add_judgement(void *context, const struct test *test,
                          const struct judgement *judgement) {
    struct turning *turning = context;
    const struct spec_result *result = &judgement->result;
    bool is_red = spec_result_has_failed(result), is_green = result->verdict == VERDICT_PASS;
    uint32_t count = test->turned.count, half = count / 2;
    struct turned_test turned = {test, test->turned,
                                 is_red || is_green ? NULL : verdict_text(result->verdict)};
    turning->judged++;
    if (!is_green)
        arena_vec_push(turning->arena, &turning->tests, turned);
    else if (is_as_it_was(turning, test, judgement))
        return;
    if (!half) return;
    plan_add_turned(turning->arena, test, &test->turned, 0, half, &turning->next);
    plan_add_turned(turning->arena, test, &test->turned, half, count - half, &turning->next);
}

/* A test that is at fault with some turned is one of which nothing is known. EXIT_GREEN: all were judged. */
static enum exit_code run_turned(const struct cli *cli, struct turning *turning,
                                 const struct plan *plan,
                                 void (*judged)(void *context, const struct test *test,
                                                const struct judgement *judgement)) {
    turning->judged = 0;
    if (!plan->count) return EXIT_GREEN;
    enum exit_code code = run_tests(cli, plan, turning->arena, judged, turning);
    return turning->judged < plan->count ? code : EXIT_GREEN;
}

/* Every switch of a green test together; then of those that play a role the halves, and so on. */
static enum exit_code turn(const struct cli *cli, struct turning *turning) {
    vec_each(const struct silent_test, silent, turning->silent) {
        struct spec_texts switches = {0};
        if (silent->is_green) switches = plan_switches(turning->arena, silent->test);
        if (switches.count)
            plan_add_turned(turning->arena, silent->test, &switches, 0, switches.count,
                            &turning->next);
    }
    enum exit_code code = EXIT_GREEN;
    while (turning->next.count && code == EXIT_GREEN) {
        struct plan plan = turning->next;
        turning->next = (struct plan){0};
        code = run_turned(cli, turning, &plan, add_judgement);
    }
    return code;
}

/* --- switches that turn a test red together --- */

/* The fewest that turned one of the file's tests red; NULL: none did. */
static const struct turned_test *fewest_of(const struct turning *turning, const char *file) {
    const struct turned_test *fewest = NULL;
    vec_each(const struct turned_test, turned, &turning->tests) {
        bool is_red = !turned->unknown && !strcmp(turned->test->file, file);
        if (is_red && (!fewest || turned->turned.count < fewest->turned.count)) fewest = turned;
    }
    return fewest;
}

static void find_groups(struct turning *turning) {
    const char *file = "";
    vec_each(const struct silent_test, silent, turning->silent) {
        if (!strcmp(silent->test->file, file)) continue;
        file = silent->test->file;
        const struct turned_test *found = fewest_of(turning, file);
        if (!found || found->turned.count < 2) continue;
        struct together group = {
            .test = found->test, .all = found->turned, .size = found->turned.count / 2};
        arena_vec_push(turning->arena, &turning->groups, group);
    }
}

static void leave_out(struct turning *turning, struct together *group, struct plan *plan) {
    group->fewer = (struct spec_texts){0};
    for (uint32_t i = 0; i < group->all.count; i++)
        if (i < group->at || i >= group->at + group->size)
            arena_vec_push(turning->arena, &group->fewer, group->all.items[i]);
    plan_add_turned(turning->arena, group->test, &group->fewer, 0, group->fewer.count, plan);
}

/* One by one until none can be left out: without one that hid another, more can be. */
static uint32_t next_size(const struct together *group) {
    uint32_t count = group->all.count;
    if (group->size == 1 && group->is_less && count > 1) return 1;
    return (group->size < count ? group->size : count) / 2;
}

static void judge_fewer(void *context, const struct test *test, const struct judgement *judgement) {
    struct turning *turning = context;
    struct together *group = turning->groups.items;
    while (group->fewer.items != test->turned.items) group++;
    turning->judged++;
    if (spec_result_has_failed(&judgement->result))
        group->all = group->fewer, group->is_less = true;
    else
        group->at += group->size;
    if (group->at < group->all.count && group->size < group->all.count) return;
    group->size = next_size(group);
    group->at = 0;
    group->is_less = false;
}

/* Leaves out what can be, down to single switches. */
static enum exit_code narrow(const struct cli *cli, struct turning *turning) {
    enum exit_code code = EXIT_GREEN;
    uint32_t tried = 1;
    find_groups(turning);
    while (tried && code == EXIT_GREEN) {
        struct plan plan = {0};
        vec_each(struct together, group, &turning->groups)
            if (group->size) leave_out(turning, group, &plan);
        tried = plan.count;
        code = run_turned(cli, turning, &plan, judge_fewer);
    }
    vec_each(const struct together, group, &turning->groups) {
        struct turned_test alone = {group->test, group->all, NULL};
        if (group->all.count == 1) arena_vec_push(turning->arena, &turning->tests, alone);
    }
    return code;
}

/* --- what is told of a file --- */

static const struct turned_test *find_turned(const struct turning *turning, const char *file,
                                             const char *option, bool is_unknown) {
    vec_each(const struct turned_test, turned, &turning->tests)
        if (turned->turned.count == 1 && !turned->unknown == !is_unknown &&
            !strcmp(turned->test->file, file) && !strcmp(turned->turned.items->text, option))
            return turned;
    return NULL;
}

/* "DoEscapeAnalysis, EliminateAllocations", or "turbo-escape (TIMEOUT)"; NULL: none. Of a matrix several combinations turn red by
 * one switch. */
static const char *options_of(const struct turning *turning, const struct test *test,
                              bool is_unknown) {
    const char *names = NULL;
    struct spec_texts switches = plan_switches(turning->arena, test);
    vec_each(const struct spec_text, option, &switches) {
        const struct turned_test *turned =
            find_turned(turning, test->file, option->text, is_unknown);
        if (turned)
            names =
                arena_format(turning->arena, is_unknown ? "%s%s%s (%s)" : "%s%s%s",
                             names ? names : "", names ? ", " : "", option->text, turned->unknown);
    }
    return names;
}

static const struct together *group_of(const struct turning *turning, const char *file) {
    vec_each(const struct together, group, &turning->groups)
        if (!strcmp(group->test->file, file)) return group;
    return NULL;
}

static const char *names_of(const struct spec_texts *switches, struct arena *arena) {
    const char *names = "";
    vec_each(const struct spec_text, name, switches)
        names = arena_format(arena, "%s%s%s", names, *names ? ", " : "", name->text);
    return names;
}

static const char *text_of(const struct turning *turning, const struct test *test,
                           const char *names) {
    struct arena *arena = turning->arena;
    if (turning->is_cut && !names) return "not all switches were tried";
    const char *vm = test->spec->vm->name, *unknown = options_of(turning, test, true);
    const struct together *group = group_of(turning, test->file);
    const char *text =
        names   ? arena_format(arena, "turned red on %s by: %s", vm, names)
        : group ? arena_format(arena, "no switch of %s alone turns it red, but %s together do", vm,
                               names_of(&group->all, arena))
                : arena_format(arena, "no switch of %s alone turns it red", vm);
    if (turning->is_cut) text = arena_format(arena, "%s; not all switches were tried", text);
    return unknown ? arena_format(arena, "%s; not known of: %s", text, unknown) : text;
}

static bool is_green(const silent_tests *tests, const char *file) {
    vec_each(const struct silent_test, silent, tests)
        if (silent->is_green && !strcmp(silent->test->file, file)) return true;
    return false;
}

static void report(const struct turning *turning, const silent_tests *tests,
                   const struct test *test, struct reports *reports) {
    const char *names = options_of(turning, test, false), *matrix = strstr(test->name, " [");
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
    struct turning turning = {.arena = arena, .silent = tests};
    enum exit_code code = turn(cli, &turning);
    if (code == EXIT_GREEN) code = narrow(cli, &turning);
    turning.is_cut = code != EXIT_GREEN;
    for (uint32_t i = 0; i < tests->count; i++)
        if (!i || strcmp(tests->items[i - 1].test->file, tests->items[i].test->file))
            report(&turning, tests, tests->items[i].test, reports);
    return code;
}
