/* THROWN: how likely instructions throw. The interpreter counts what is thrown, and executions of branches, switches and calls alone:
 * those of other instructions follow from these, in the program's code as if nothing had been inserted. */
#include "build/thrown.h"

#include "classfile/blocks.h"
#include "classfile/opcodes.h"
#include "classfile/regions.h"
#include "interp/profile.h"
#include "runtime/class.h"

/* --- counts --- */

static const struct profile_throws *copy_counts(struct arena *arena,
                                                const struct profile *profile) {
    struct profile_throws *copies = NULL;
    for (const struct profile_throws *from = profile_throws_first(profile); from;
         from = from->next) {
        struct profile_throws *copy = ARENA_NEW(arena, struct profile_throws);
        *copy = (struct profile_throws){.next = copies,
                                        .bci = from->bci,
                                        .thrown = profile_read(&from->thrown),
                                        .null = profile_read(&from->null),
                                        .unwound = profile_read(&from->unwound),
                                        .caught = profile_read(&from->caught)};
        if (copy->null > copy->thrown) copy->null = copy->thrown;
        copies = copy;
    }
    return copies;
}

static const struct profile_throws *count_at(const struct throws *throws, uint32_t bci) {
    const struct profile_throws *count = throws->counts;
    while (count && count->bci != (int32_t)bci) count = count->next;
    return count;
}

static double caught_at(const struct throws *throws, uint32_t bci) {
    const struct profile_throws *count = count_at(throws, bci);
    return count ? count->caught : 0;
}

bool throws_seen(const struct throws *throws, uint32_t bci) {
    return throws->odds[bci].null > 0 || throws->odds[bci].other > 0;
}

/* Each handler of a table has what others before it have left: of all that is thrown in what it covers. */
double throws_handled(const struct throws *throws, int handler, uint32_t bci) {
    const struct code *code = throws->method->code;
    const struct handler *at = &code->handlers[handler];
    double caught = caught_at(throws, at->target), missed = 0;
    for (int i = handler; (i = code_next_handler(code, i + 1, bci)) >= 0;)
        if (code->handlers[i].target != at->target)
            missed += caught_at(throws, code->handlers[i].target);
    for (const struct profile_throws *count = throws->counts; count; count = count->next)
        if ((uint32_t)count->bci >= at->start && (uint32_t)count->bci < at->end)
            missed += count->unwound;
    return caught + missed > 0 ? caught / (caught + missed) : 0.5;
}

/* --- executions --- */

/* Of blocks and instructions of the program's code. */
struct execution_finder {
    const struct throws *throws;
    const struct profile *profile;
    const struct code *code;
    struct code_blocks blocks;
    double *entered; /* by block; below 0: not known yet */
    bool *is_asked;  /* by block: its count is being found */
};

static double find_entered(struct execution_finder *finder, uint32_t block);

/* Below 0: it is being found, of a loop without a count, which asks for itself. */
static double entered(struct execution_finder *finder, uint32_t block) {
    if (finder->entered[block] >= 0 || finder->is_asked[block]) return finder->entered[block];
    finder->is_asked[block] = true;
    return finder->entered[block] = find_entered(finder, block);
}

/* In the code that is interpreted. */
static uint32_t source_bci(const struct execution_finder *finder, uint32_t bci) {
    const struct code *code = finder->throws->method->code;
    return code == finder->code ? bci : code->regions->source_bci[bci];
}

static double thrown_at(const struct execution_finder *finder, uint32_t bci) {
    const struct profile_throws *count = count_at(finder->throws, source_bci(finder, bci));
    return count ? count->thrown : 0;
}

/* Of an instruction that is counted each time that it is executed; NULL: it is not. */
static const struct profile_row *row_at(const struct execution_finder *finder, uint32_t bci) {
    enum opcode opcode = (enum opcode)finder->code->bytes[bci];
    if (opcode == OP_checkcast || opcode == OP_instanceof || opcode == OP_aastore) return NULL;
    return profile_row(finder->profile, (int)source_bci(finder, bci));
}

static double counted(const struct profile_row *row) {
    return (double)profile_read(&row->taken) + profile_read(&row->not_taken);
}

static double at_least_0(double count) { return count > 0 ? count : 0; }

/* From the first count in the rest of the block, or the last before, or as often as the block is entered; below 0 as there. */
static double executions(struct execution_finder *finder, const struct code_block *block,
                         uint32_t bci) {
    const struct profile_row *row, *before = NULL;
    double lost = 0;
    for (uint32_t at = bci; at < block->end; at += instruction_length(finder->code, at)) {
        if ((row = row_at(finder, at))) return counted(row) + lost;
        lost += thrown_at(finder, at);
    }
    lost = 0;
    for (uint32_t at = block->start; at < bci; at += instruction_length(finder->code, at)) {
        if ((row = row_at(finder, at))) {
            before = row;
            lost = 0;
        }
        lost += thrown_at(finder, at);
    }
    double count =
        before ? counted(before) : entered(finder, (uint32_t)(block - finder->blocks.items));
    return count < 0 ? count : at_least_0(count - lost);
}

/* By the edge to a successor. A loop without a count goes back as often as the method does. */
static double passed(struct execution_finder *finder, const struct code_block *from,
                     uint32_t successor) {
    const struct profile_row *row = row_at(finder, from->last);
    if (row && row->cases) return profile_read(&row->cases[successor]);
    if (row && !opcode_is_call((enum opcode)finder->code->bytes[from->last]))
        return profile_read(successor == 0 ? &row->taken : &row->not_taken);
    double times = executions(finder, from, from->last);
    if (times < 0) return profile_read(&finder->profile->back_edges);
    return at_least_0(times - thrown_at(finder, from->last));
}

static double find_entered(struct execution_finder *finder, uint32_t block) {
    uint32_t start = finder->blocks.items[block].start;
    double count = caught_at(finder->throws, source_bci(finder, start));
    if (block == 0) count += profile_read(&finder->profile->invocations);
    for (uint32_t i = 0; i < finder->blocks.count; i++) {
        const struct code_block *from = &finder->blocks.items[i];
        for (uint32_t k = 0; k < from->successor_count; k++)
            if (from->successors[k] == block) count += passed(finder, from, k);
    }
    return count;
}

/* --- odds --- */

static double odds(int32_t thrown, double executions) {
    return thrown == 0 ? 0 : executions > thrown ? thrown / executions : 1;
}

static struct execution_finder finder_of(struct arena *arena, const struct throws *throws,
                                         const struct profile *profile) {
    struct execution_finder finder = {
        .throws = throws, .profile = profile, .code = code_program(throws->method->code)};
    finder.blocks = code_blocks_find(arena, finder.code, NULL);
    finder.entered = ARENA_ARRAY(arena, double, finder.blocks.count);
    finder.is_asked = ARENA_ARRAY(arena, bool, finder.blocks.count);
    for (uint32_t i = 0; i < finder.blocks.count; i++) finder.entered[i] = -1;
    return finder;
}

static void find_odds(struct execution_finder *finder, struct throw_odds *found) {
    for (uint32_t i = 0; i < finder->blocks.count; i++) {
        const struct code_block *block = &finder->blocks.items[i];
        for (uint32_t bci = block->start; bci < block->end;
             bci += instruction_length(finder->code, bci)) {
            uint32_t source = source_bci(finder, bci);
            const struct profile_throws *count = count_at(finder->throws, source);
            if (!count || !count->thrown) continue;
            double times = executions(finder, block, bci);
            found[source].null = odds(count->null, times);
            found[source].other = odds(count->thrown - count->null, times - count->null);
        }
    }
}

struct throws throws_find(struct arena *arena, const struct method *method) {
    const struct profile *profile = profile_made(method);
    struct throw_odds *odds = ARENA_ARRAY(arena, struct throw_odds, method->code->length + 1);
    struct throws throws = {.method = method, .odds = odds};
    if (profile) throws.counts = copy_counts(arena, profile);
    if (!throws.counts) return throws;
    struct execution_finder finder = finder_of(arena, &throws, profile);
    find_odds(&finder, odds);
    return throws;
}
