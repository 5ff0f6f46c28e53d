/* CALLGRIND: its profile format, version 1, with a position of a line and an event for each amount of each table. What a call
 * costs is all that was counted below it, each stack once, also where it has the call twice; how often it was made is not known:
 * it is said to be 1, since readers take the cost of a call that was made 0 times for the caller's own. */
#include <inttypes.h>

#include "formats/stack.h"
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
    struct indexes functions;
    struct sums lines, calls;
    size_t event;
    uint64_t turn;
};

static uint32_t function_of(struct callgrind *callgrind, const struct stack_frame *frame) {
    struct callgrind_function key = {in_one_line(frame->name),
                                     frame->file ? in_one_line(frame->file) : "???"};
    return indexes_of(&callgrind->functions, &key, sizeof key);
}

static void add_stack(void *context, const struct stack *stack, int64_t amount) {
    struct callgrind *callgrind = context;
    struct callgrind_call call = {0};
    callgrind->turn++;
    for (uint32_t i = 0; i < stack->frames.count; i++) {
        const struct stack_frame *frame = &stack->frames.items[i];
        call.callee = function_of(callgrind, frame);
        call.callee_line = frame->line;
        if (i)
            sums_add(&callgrind->calls, &call, sizeof call, callgrind->event, amount,
                     callgrind->turn);
        call.caller = call.callee;
        call.line = frame->line;
    }
    struct callgrind_line self = {call.caller, call.line};
    sums_add(&callgrind->lines, &self, sizeof self, callgrind->event, amount, callgrind->turn);
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
    sums_init(&callgrind.lines, amounts.items.count);
    sums_init(&callgrind.calls, amounts.items.count);
    write_header(&callgrind, profile, &amounts);
    for (; callgrind.event < amounts.items.count; callgrind.event++)
        stack_each(&amounts.items.items[callgrind.event], STACK_ALL_FRAMES, add_stack, &callgrind);
    write_body(&callgrind);
    indexes_release(&callgrind.functions);
    sums_release(&callgrind.lines);
    sums_release(&callgrind.calls);
    amounts_release(&amounts);
}
