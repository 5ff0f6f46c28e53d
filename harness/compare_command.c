/* `jittest compare`: the same specs on one VM after the other. Where two of one adapter, or the only two, decide
 * differently, the second's switches are turned, one by one: which of them brings the first's decision back? */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/vec.h"
#include "harness/compare.h"
#include "harness/run_command.h"

/* --- states --- */

/* What the harness asks by itself comes behind the author's expectations. */
static bool holds_in_part(const struct test *test, const struct spec_result *result) {
    bool does = false;
    for (uint32_t i = 0; i < result->expectation_count && i < test->spec->expectations.count; i++)
        does |= result->expectations[i].verdict.kind == VERDICT_PASS ||
                result->expectations[i].verdict.holds_in_part;
    return does;
}

static enum compared_state state_of(const struct test *test, const struct spec_result *result) {
    if (result->verdict == VERDICT_SKIP) return STATE_NOT_RUN;
    if (result->verdict == VERDICT_CRASH || result->verdict == VERDICT_TIMEOUT)
        return STATE_CRASHED;
    if (result->verdict == VERDICT_KNOWN_FAILURE || spec_result_has_failed(result))
        return STATE_FAILS;
    if (result->verdict == VERDICT_UNDECIDED) return STATE_UNDECIDED;
    if (result->verdict != VERDICT_NOT_EVALUATED) return STATE_HOLDS;
    return test->spec && holds_in_part(test, result) ? STATE_HOLDS_IN_PART : STATE_NOT_EVALUATED;
}

/* The first line that fails, or that is not green where none does. */
static const char *why_of(const struct spec_result *result, struct arena *arena) {
    const char *why = result->crash ? result->crash : result->why ? result->why : "";
    bool is_decided = *why;
    for (uint32_t i = 0; i < result->expectation_count && !is_decided; i++) {
        const struct verdict *verdict = &result->expectations[i].verdict;
        is_decided = verdict->has_failed;
        if (is_decided || (!*why && verdict->kind != VERDICT_PASS)) why = verdict->summary;
    }
    return arena_copy_text(arena, why, strlen(why));
}

/* --- a column --- */

struct column {
    struct compared_vms *comparison;
    struct arena *arena;
    uint32_t vm, row;
};

/* The row of this name; the same specs come in the same order on each VM. */
static struct compared_row *row_called(struct column *column, const char *name) {
    struct compared_vms *comparison = column->comparison;
    for (uint32_t i = 0; i < comparison->rows.count; i++) {
        uint32_t at = (column->row + i) % comparison->rows.count;
        if (strcmp(comparison->rows.items[at].name, name)) continue;
        column->row = at + 1;
        return &comparison->rows.items[at];
    }
    struct compared_row row = {
        arena_copy_text(column->arena, name, strlen(name)),
        ARENA_ARRAY(column->arena, struct compared_cell, comparison->vm_count)};
    for (uint32_t vm = 0; vm < comparison->vm_count; vm++) row.cells[vm].why = "";
    arena_vec_push(column->arena, &comparison->rows, row);
    column->row = comparison->rows.count;
    return &vec_last(&comparison->rows);
}

static void tell_error(const char *vm, const struct test *test, const struct spec_result *result) {
    fprintf(stderr, "%s: %s: %s\n", vm, test->name, result->why);
    for (uint32_t i = 0; i < result->explanation_count; i++)
        fprintf(stderr, "  %s\n", result->explanation[i]);
}

static void add_cell(void *context, const struct test *test, const struct judgement *judgement) {
    struct column *column = context;
    if (judgement->is_spec_error)
        tell_error(column->comparison->vms[column->vm]->name, test, &judgement->result);
    struct compared_row *row = row_called(column, test->name);
    row->cells[column->vm] = (struct compared_cell){
        arena_copy_text(column->arena, test->name, strlen(test->name)),
        state_of(test, &judgement->result), why_of(&judgement->result, column->arena)};
}

static enum exit_code run_column(const struct cli *cli, struct compared_vms *comparison,
                                 uint32_t vm, struct arena *arena, struct plan *plan) {
    enum exit_code code;
    struct column column = {comparison, arena, vm, 0};
    vm_choose(comparison->vms[vm]);
    *plan = (struct plan){0};
    if (!select_tests(cli, arena, plan, &code)) return code;
    fprintf(stderr, "%s: %u tests\n", comparison->vms[vm]->name, plan->count);
    return run_tests(cli, plan, arena, add_cell, &column);
}

/* --- the same decision in several languages --- */

/* "escape/an_object_is_kept [p=0.5]": behind the folders. */
static const char *title_of(const char *name) {
    const char *title = name, *matrix = strstr(name, " [");
    for (const char *c = name; *c && c != matrix; c++)
        if (*c == '/') title = c + 1;
    return title;
}

/* Does each VM run one of them at most, and neither is one that no VM runs? */
static bool complete(const struct compared_row *a, const struct compared_row *b, uint32_t vms) {
    uint32_t of_a = 0, of_b = 0;
    for (uint32_t vm = 0; vm < vms; vm++) {
        bool is_a = a->cells[vm].state != STATE_NOT_RUN, is_b = b->cells[vm].state != STATE_NOT_RUN;
        if (is_a && is_b) return false;
        of_a += is_a;
        of_b += is_b;
    }
    return of_a && of_b;
}

static void join_rows(struct compared_vms *comparison) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < comparison->rows.count; i++) {
        struct compared_row *row = &comparison->rows.items[i], *first = comparison->rows.items;
        struct compared_row *end = first + kept;
        while (first < end && (strcmp(title_of(first->name), title_of(row->name)) ||
                               !complete(first, row, comparison->vm_count)))
            first++;
        if (first == end) {
            comparison->rows.items[kept++] = *row;
            continue;
        }
        for (uint32_t vm = 0; vm < comparison->vm_count; vm++)
            if (row->cells[vm].state != STATE_NOT_RUN) first->cells[vm] = row->cells[vm];
    }
    comparison->rows.count = kept;
}

/* --- what differs between two --- */

/* Two VMs by their numbers: of the tests of the second, whose plan it is, what the first decides differently. */
struct compared_pair {
    const struct compared_vms *comparison;
    const struct plan *plan;
    uint32_t first, second;
};

struct switch_turn {
    const char *test, *option;
    enum compared_state state;
};

struct switch_turns {
    struct arena *arena;
    bool has_switches, is_cut; /* the second VM; not all were turned */
    VEC(struct switch_turn) items;
};

static bool is_decided(enum compared_state state) {
    return state == STATE_HOLDS || state == STATE_HOLDS_IN_PART || state == STATE_FAILS;
}

/* Whether all is told or a part plays no role. */
static bool holds(enum compared_state state) { return state != STATE_FAILS; }

static bool differs(const struct compared_pair *pair, const struct compared_row *row) {
    const struct compared_cell *a = &row->cells[pair->first], *b = &row->cells[pair->second];
    return is_decided(a->state) && is_decided(b->state) && holds(a->state) != holds(b->state);
}

/* That of a test on the second. */
static const struct compared_row *row_of(const struct compared_pair *pair, const char *name) {
    vec_each(const struct compared_row, row, &pair->comparison->rows) {
        const char *test = row->cells[pair->second].test;
        if (test && !strcmp(test, name)) return row;
    }
    return NULL;
}

/* The tests that differ, once for each switch of their VM. */
static struct plan turned_plan(const struct compared_pair *pair, struct arena *arena) {
    struct plan turned = {0};
    for (uint32_t i = 0; i < pair->plan->count; i++) {
        const struct test *test = &pair->plan->items[i];
        const struct compared_row *row = row_of(pair, test->name);
        if (!row || !differs(pair, row)) continue;
        struct spec_texts switches = plan_switches(arena, test);
        for (uint32_t k = 0; k < switches.count; k++)
            plan_add_turned(arena, test, &switches, k, 1, &turned);
    }
    return turned;
}

static void add_turn(void *context, const struct test *test, const struct judgement *judgement) {
    struct switch_turns *turns = context;
    struct switch_turn turn = {test->name, test->turned.items->text,
                               state_of(test, &judgement->result)};
    arena_vec_push(turns->arena, &turns->items, turn);
}

static void print_difference(const struct compared_pair *pair, const struct compared_row *row,
                             const struct switch_turns *turns) {
    const struct compared_cell *cells = row->cells;
    bool is_gained = holds(cells[pair->second].state), is_any = false;
    printf("%s on %s: %s\n", is_gained ? "gained" : "lost",
           pair->comparison->vms[pair->second]->name, row->name);
    const char *why = cells[is_gained ? pair->first : pair->second].why;
    if (*why) printf("    %s\n", why);
    vec_each(const struct switch_turn, turn, &turns->items) {
        if (strcmp(turn->test, cells[pair->second].test) || !is_decided(turn->state) ||
            holds(turn->state) != holds(cells[pair->first].state))
            continue;
        printf("%s%s", is_any ? ", " : "    as on the other with another value of: ", turn->option);
        is_any = true;
    }
    if (is_any) printf("\n");
    if (turns->is_cut)
        printf("    not all switches were tried\n");
    else if (!is_any && turns->has_switches)
        printf("    no switch alone brings the other decision back\n");
}

static enum exit_code tell_differences(const struct cli *cli, const struct compared_pair *pair,
                                       struct arena *arena) {
    const struct compared_vms *comparison = pair->comparison;
    const struct vm_identity *vm = comparison->vms[pair->second];
    struct switch_turns turns = {.arena = arena,
                                 .has_switches =
                                     json_array_size(json_object_get(vm->hello, "switches")) > 0};
    struct plan turned = turned_plan(pair, arena);
    const char *second = vm->name;
    enum exit_code code = EXIT_GREEN;
    if (turned.count) {
        fprintf(stderr, "%s, its switches: %u tests\n", second, turned.count);
        code = run_tests(cli, &turned, arena, add_turn, &turns);
        turns.is_cut = turns.items.count < turned.count;
    }
    printf("\n");
    if (comparison->vm_count > 2)
        printf("%s beside %s\n", second, comparison->vms[pair->first]->name);
    vec_each(const struct compared_row, row, &comparison->rows)
        if (differs(pair, row)) print_difference(pair, row, &turns);
    return code;
}

/* Of several VMs, those of one adapter are compared: releases, or other options. */
static bool are_releases(const struct vm_identity *a, const struct vm_identity *b) {
    const json_t *one = json_object_get(a->hello, "adapter");
    return one && json_equal(one, json_object_get(b->hello, "adapter"));
}

/* Each with the one before that it is compared with. */
static enum exit_code tell_all_differences(const struct cli *cli,
                                           const struct compared_vms *comparison,
                                           const struct plan *plans, struct arena *arena) {
    enum exit_code code = EXIT_GREEN;
    for (uint32_t second = 1; second < comparison->vm_count && code <= EXIT_USAGE; second++) {
        uint32_t first = second;
        while (first-- > 0 && comparison->vm_count > 2 &&
               !are_releases(comparison->vms[first], comparison->vms[second])) {}
        struct compared_pair pair = {comparison, &plans[second], first, second};
        if (first < second) code = worse_exit(code, tell_differences(cli, &pair, arena));
    }
    return code;
}

/* --- the command --- */

static enum exit_code write_page(const struct cli *cli, const struct compared_vms *comparison) {
    struct diag diag = DIAG_INIT;
    if (!cli->page) return EXIT_GREEN;
    FILE *out = fopen(cli->page, "w");
    if (out) compare_print_html(comparison, out);
    if (out && fclose(out) == 0) return EXIT_GREEN;
    diag_error(&diag, (struct place){0}, "cannot write '%s': %s", cli->page, strerror(errno));
    return cli_fail(EXIT_FAULT, &diag);
}

enum exit_code compare_command(const struct cli *cli, struct arena *arena) {
    struct compared_vms comparison = {cli->vms.items, cli->vms.count, {0}};
    struct plan *plans = ARENA_ARRAY(arena, struct plan, cli->vms.count);
    struct diag diag = DIAG_INIT;
    enum exit_code code = EXIT_GREEN;
    if (!cli->vms.count) {
        diag_error(&diag, (struct place){0}, "compare needs VMs: --vm own --vm hotspot");
        return cli_fail(EXIT_USAGE, &diag);
    }
    for (uint32_t vm = 0; vm < comparison.vm_count && code <= EXIT_USAGE; vm++)
        code = worse_exit(code, run_column(cli, &comparison, vm, arena, &plans[vm]));
    join_rows(&comparison);
    compare_print(&comparison, stdout);
    if (code <= EXIT_USAGE)
        code = worse_exit(code, tell_all_differences(cli, &comparison, plans, arena));
    return worse_exit(code, write_page(cli, &comparison));
}
