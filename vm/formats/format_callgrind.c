/* CALLGRIND: its profile format, version 1, with a position of a line and an event for each amount of each table. What a call
 * costs is all that was counted below it, each stack once, also where it has the call twice; how often it was made is not known:
 * it is said to be 1, since readers take the cost of a call that was made 0 times for the caller's own. */
#include <inttypes.h>

#include "base/memory.h"
#include "formats/stack_tree.h"
#include "formats/sums.h"
#include "formats/writers.h"

/* Keys without padding: numbered by their bytes. */
struct callgrind_function {
    const char *name, *file;
};

struct callgrind_line {
    uint32_t function;
    int32_t line;
};

struct callgrind_call {
    uint32_t caller;
    int32_t line;
    uint32_t callee;
    int32_t callee_line;
};

struct callgrind {
    FILE *out;
    struct indexes functions, places; /* places: struct callgrind_line */
    struct stack_tree tree;
    struct sums lines, calls;
};

static uint32_t place_of(void *user, const struct stack_frame *frame) {
    struct callgrind *callgrind = user;
    const struct callgrind_function function = {in_one_line(frame->name),
                                                frame->file ? in_one_line(frame->file) : "???"};
    const struct callgrind_line line = {
        indexes_of(&callgrind->functions, &function, sizeof function), frame->line};
    return indexes_of(&callgrind->places, &line, sizeof line);
}

static struct callgrind_line line_at(const struct callgrind *callgrind, uint32_t node) {
    return *(const struct callgrind_line *)index_bytes(&callgrind->places,
                                                       stack_tree_at(&callgrind->tree, node).frame);
}

/* --- sums: of each node what was counted there, then with all below it --- */

static struct callgrind_call call_of(const struct callgrind *callgrind, uint32_t node,
                                     uint32_t caller) {
    struct callgrind_line from = line_at(callgrind, caller), to = line_at(callgrind, node);
    return (struct callgrind_call){from.function, from.line, to.function, to.line};
}

/* Of all nodes; 0: nothing called it. */
static uint32_t *number_calls(struct callgrind *callgrind, struct indexes *calls) {
    uint32_t *numbers = memory_allocate((callgrind->tree.nodes.count + 1) * sizeof *numbers);
    for (uint32_t node = 0; node < callgrind->tree.nodes.count; node++) {
        uint32_t caller = stack_tree_at(&callgrind->tree, node).caller;
        if (caller == NO_NODE) continue;
        const struct callgrind_call call = call_of(callgrind, node, caller);
        numbers[node] = indexes_of(calls, &call, sizeof call) + 1;
    }
    return numbers;
}

static bool *outermost_calls(struct callgrind *callgrind) {
    struct indexes calls;
    indexes_init(&calls);
    uint32_t *numbers = number_calls(callgrind, &calls);
    bool *is_outermost = stack_tree_outermost(&callgrind->tree, numbers, calls.count + 1);
    memory_free(numbers);
    indexes_release(&calls);
    return is_outermost;
}

static void add_event(struct callgrind *callgrind, const struct amounts *amounts, size_t event,
                      const bool *is_outermost) {
    int64_t *self = stack_tree_self(&callgrind->tree, &amounts->items.items[event]);
    int64_t *total = stack_tree_total(&callgrind->tree, self);
    for (uint32_t node = 0; node < callgrind->tree.nodes.count; node++) {
        uint32_t caller = stack_tree_at(&callgrind->tree, node).caller;
        struct callgrind_line line = line_at(callgrind, node);
        if (self[node]) sums_add(&callgrind->lines, &line, sizeof line, event, self[node]);
        if (caller == NO_NODE || !total[node] || !is_outermost[node]) continue;
        struct callgrind_call call = call_of(callgrind, node, caller);
        sums_add(&callgrind->calls, &call, sizeof call, event, total[node]);
    }
    memory_free(self);
    memory_free(total);
}

static void add_all(struct callgrind *callgrind, const struct amounts *amounts) {
    vec_each(const struct amount, amount, &amounts->items) stack_tree_add(&callgrind->tree, amount);
    bool *is_outermost = outermost_calls(callgrind);
    for (size_t event = 0; event < amounts->items.count; event++)
        add_event(callgrind, amounts, event, is_outermost);
    memory_free(is_outermost);
}

static void write_amounts(struct callgrind *callgrind, const struct sums *sums, uint32_t index) {
    for (size_t i = 0; i < sums->width; i++)
        fprintf(callgrind->out, " %" PRId64, sums_of(sums, index)[i]);
    fputc('\n', callgrind->out);
}

static void write_function(struct callgrind *callgrind, const char *prefix, uint32_t number) {
    const struct callgrind_function *function = index_bytes(&callgrind->functions, number);
    fprintf(callgrind->out, "%s=%s\n%sn=(%" PRIu32 ") %s\n", *prefix == 'c' ? "cfi" : "fl",
            function->file, prefix, number + 1, function->name);
}

/* Lines and calls may stand in any order, each under its function. */
static void write_body(struct callgrind *callgrind) {
    for (uint32_t index = 0; index < callgrind->lines.keys.count; index++) {
        const struct callgrind_line *line = index_bytes(&callgrind->lines.keys, index);
        write_function(callgrind, "f", line->function);
        fprintf(callgrind->out, "%" PRId32, line->line);
        write_amounts(callgrind, &callgrind->lines, index);
    }
    for (uint32_t index = 0; index < callgrind->calls.keys.count; index++) {
        const struct callgrind_call *call = index_bytes(&callgrind->calls.keys, index);
        write_function(callgrind, "f", call->caller);
        write_function(callgrind, "cf", call->callee);
        fprintf(callgrind->out, "calls=1 %" PRId32 "\n%" PRId32, call->callee_line, call->line);
        write_amounts(callgrind, &callgrind->calls, index);
    }
}

static void write_header(struct callgrind *callgrind, const struct profile_tables *profile,
                         const struct amounts *amounts) {
    fprintf(callgrind->out,
            "# callgrind format\nversion: 1\ncreator: jitvm\ncmd: %s\npositions: line\nevents:",
            in_one_line(profile_title(profile)));
    vec_each(const struct amount, amount, &amounts->items)
        fprintf(callgrind->out, " %s", amount->name);
    fputs("\nsummary:", callgrind->out);
    vec_each(const struct amount, amount, &amounts->items)
        fprintf(callgrind->out, " %" PRId64, amount->table->totals[amount->column].number);
    fputs("\n\n", callgrind->out);
}

void format_callgrind(const struct profile_tables *profile, FILE *out) {
    struct callgrind callgrind = {.out = out};
    struct amounts amounts = amounts_of(profile);
    indexes_init(&callgrind.functions);
    indexes_init(&callgrind.places);
    stack_tree_init(&callgrind.tree, place_of, &callgrind);
    sums_init(&callgrind.lines, amounts.items.count);
    sums_init(&callgrind.calls, amounts.items.count);
    write_header(&callgrind, profile, &amounts);
    add_all(&callgrind, &amounts);
    write_body(&callgrind);
    indexes_release(&callgrind.functions);
    indexes_release(&callgrind.places);
    stack_tree_release(&callgrind.tree);
    sums_release(&callgrind.lines);
    sums_release(&callgrind.calls);
    amounts_release(&amounts);
}
