/* EXECUTION: a spot has a variant for each combination of what its rule wants to know of an execution and only the execution
 * tells. Variants are added and never removed; two threads may add the same one, whose tally is one. */
#include "tally/execution.h"

#include <alloca.h>

#include "base/mutex.h"
#include "context/context.h"
#include "tally/sample.h"
#include "tally/site.h"
#include "tally/stack_context.h"

struct spot_variant {
    struct spot_variant *next;
    const struct class *class;
    int64_t edge;
    uint32_t bci;
    struct tally *tally;          /* NULL: a filter of the rule names others */
    struct happening_cells cells; /* that each execution adds to, but for waits */
};

static struct tally *tally_of_variant(struct vm_profile *profile, const struct spot *spot,
                                      const struct execution *execution,
                                      const struct spot_variant *variant) {
    struct position position = {.method = method_full_name(execution->method),
                                .bci = (int)execution->bci,
                                .line = method_line(execution->method, (int)execution->bci)};
    struct tally_key key = {.rule = spot->rule, .position = &position, .edge = variant->edge};
    return tally_of_class(profile, spot, &key, variant->class);
}

static void write_down(struct happening_cells *cells, uint32_t cell, enum vm_amount amount,
                       bool is_known) {
    enum { ROOM = sizeof cells->items / sizeof *cells->items };
    cells->is_all &= is_known && cells->count < ROOM;
    if (!cells->is_all) return;
    cells->amounts[cells->count] = (uint8_t)amount;
    cells->items[cells->count++] = cell;
}

static struct happening_cells cells_of(struct tally *tally) {
    const struct vm_rule *rule = tally->key.rule;
    struct happening_cells cells = {.is_all =
                                        rule->every <= 1 && !rule->tell && !tally->in_contexts};
    for (enum vm_amount amount = 0; amount < VM_AMOUNTS; amount++)
        if (tally->number[amount] >= 0 && amount != VM_AMOUNT_WAITED)
            write_down(&cells, tally_count(tally, KIND_none, amount)->cell + COUNT_INTERPRETED,
                       amount, amount != VM_AMOUNT_CLOCK);
    return cells;
}

static bool is_plain(const struct spot *spot, const struct happening_cells *cells) {
    return cells->is_all && cells->count == 1 && !spot->is_by_class && !spot->is_by_edge &&
           spot->place != SPOT_UNWIND;
}

static struct spot_variant *variant_new(struct thread *thread, struct spot *spot,
                                        const struct execution *execution,
                                        const struct spot_variant *wanted) {
    struct vm_profile *profile = thread->runtime->profile;
    struct spot_variant made = *wanted;
    made.tally = tally_of_variant(profile, spot, execution, wanted);
    if (made.tally) made.cells = cells_of(made.tally);
    bool is_locked = mutex_enter(&profile->mutex);
    struct spot_variant *variant = ARENA_NEW(&profile->arena, struct spot_variant);
    *variant = made;
    variant->next = spot->variants;
    __atomic_store_n(&spot->variants, variant, __ATOMIC_RELEASE);
    if (is_plain(spot, &made.cells))
        __atomic_store_n(&spot->plain, made.cells.items[0] + 1, __ATOMIC_RELEASE);
    mutex_leave(&profile->mutex, is_locked);
    return variant;
}

static struct spot_variant *variant_of(struct thread *thread, struct spot *spot,
                                       const struct execution *execution) {
    struct spot_variant wanted = {.edge = TALLY_NO_EDGE, .bci = execution->bci};
    if (spot->is_by_class && execution->object) wanted.class = execution->object->class;
    if (spot->is_by_edge) wanted.edge = execution->edge;
    struct spot_variant *variant = __atomic_load_n(&spot->variants, __ATOMIC_ACQUIRE);
    while (variant && !(variant->class == wanted.class && variant->edge == wanted.edge &&
                        variant->bci == wanted.bci))
        variant = variant->next;
    return variant ? variant : variant_new(thread, spot, execution, &wanted);
}

static enum vm_tier tier_of(enum count_way way) {
    if (way == COUNT_INTERPRETED) return VM_INTERPRETED;
    return way == COUNT_ON_STACK ? VM_ON_STACK : VM_COMPILED;
}

/* Where members that are beside each other are beside each other in what they are copied to as well, the compiler copies both
 * at once, and the processor waits until the two writes before have left it: a third of the time that telling takes. */
void execution_tell(struct thread *thread, const struct tally *tally, enum count_way way,
                    enum vm_kind kind, const struct execution *execution) {
    const struct vm_rule *rule = tally->key.rule;
    const struct vm_happening happening = {.rule = rule,
                                           .position = tally->key.position,
                                           .tier = tier_of(way),
                                           .object = execution->object,
                                           .value_type = execution->value_type,
                                           .value = execution->value,
                                           .old = execution->old,
                                           .edge = execution->edge,
                                           .bytes = execution->bytes,
                                           .context =
                                               tally->in_contexts ? execution->context : NULL};
    if (!tally_condition_holds(tally, thread, happening.tier, kind)) return;
    thread->interpret_only += INSERTED_CODE;
    rule->tell(rule->tell_context, &happening);
    thread->interpret_only -= INSERTED_CODE;
}

struct adding {
    const struct thread *thread;
    struct tally *tally;
    enum count_way way;
    enum vm_kind kind;
    uint32_t distance; /* from the tally's cells */
    struct happening_cells *cells;
};

static void add(const struct adding *to, enum vm_amount amount, int64_t value) {
    if (to->tally->number[amount] < 0) return;
    uint32_t cell = tally_count(to->tally, to->kind, amount)->cell + to->way + to->distance;
    cell_add(&to->thread->cells, cell, value);
    bool is_known = amount == VM_AMOUNT_COUNT
                        ? value > 0
                        : amount == VM_AMOUNT_BYTES || amount == VM_AMOUNT_LENGTH;
    if (to->cells) write_down(to->cells, cell, amount, is_known);
}

static struct context *context_of(struct thread *thread, const struct tally *tally,
                                  const struct execution *execution) {
    const struct vm_profile *profile = thread->runtime->profile;
    const struct vm_rule *rule = tally->key.rule;
    bool is_sample = point_is_of_windows(rule->point);
    bool is_found = tally->in_contexts && (profile->finds_contexts || is_sample);
    const struct innermost_call inner = {.stack = execution->stack,
                                         .site = execution->inlined ? execution->inlined
                                                                    : execution->left,
                                         .frames = execution->inlined_in};
    return is_found ? stack_context(thread, &inner, rule->levels, is_sample) : execution->context;
}

static int64_t clock_at(struct thread *thread, const struct tally *tally, enum count_way way,
                        int64_t bytes) {
    bool holds = tally_condition_holds(tally, thread, tier_of(way), tally->key.kind);
    return tallies_clock(thread->runtime->profile, tally->key.rule, holds ? bytes : 0);
}

void execution_add(struct thread *thread, struct tally *tally, enum count_way way,
                   enum vm_kind kind, const struct execution *execution, int64_t times) {
    struct context_tree *tree = thread->runtime->profile->contexts;
    struct context *context = context_of(thread, tally, execution);
    const struct adding to = {thread,
                              tally,
                              way,
                              kind,
                              tally_distance(tally, tree, context, thread->last_context),
                              execution->cells};
    if (context && context->kind != CONTEXT_OF_PROGRAM && to.cells) to.cells->is_all = false;
    add(&to, VM_AMOUNT_COUNT, times);
    if (tally->amounts == 1) return;
    add(&to, VM_AMOUNT_BYTES, execution->bytes * times);
    add(&to, VM_AMOUNT_LENGTH, execution->length * times);
    add(&to, VM_AMOUNT_WAITED, execution->waited);
    if (rule_sums(tally->key.rule, VM_AMOUNT_CLOCK))
        add(&to, VM_AMOUNT_CLOCK,
            saturated_product(clock_at(thread, tally, way, execution->bytes * times), times));
}

static void count(struct thread *thread, struct tally *tally, enum count_way way,
                  const struct execution *execution, int64_t times) {
    const struct vm_rule *rule = tally->key.rule;
    execution_add(thread, tally, way, KIND_none, execution, times);
    if (rule->tell && execution->cells) execution->cells->is_all = false;
    if (rule->tell) execution_tell(thread, tally, way, tally->key.kind, execution);
}

static int64_t amount_of(const struct execution *execution, uint8_t amount) {
    if (amount == VM_AMOUNT_COUNT) return 1;
    return amount == VM_AMOUNT_BYTES ? execution->bytes : execution->length;
}

static void add_to(const struct thread *thread, const struct happening_cells *cells,
                   const struct execution *execution) {
    for (uint32_t i = 0; i < cells->count; i++)
        cell_add(&thread->cells, cells->items[i], amount_of(execution, cells->amounts[i]));
}

void spot_count(struct thread *thread, struct spot *spot, const struct execution *execution) {
    int64_t times = sample_take(thread, spot->rule, 1);
    if (!times) return;
    const struct spot_variant *variant = variant_of(thread, spot, execution);
    if (variant->cells.is_all)
        add_to(thread, &variant->cells, execution);
    else if (variant->tally)
        count(thread, variant->tally, COUNT_INTERPRETED, execution, times);
}

void execution_see_made(struct execution *execution, struct object *object) {
    execution->object = object;
    execution->bytes = (int64_t)object_size(object);
    execution->length = class_is_array(object->class) ? ((struct array *)object)->length : 0;
}

/* --- elsewhere --- */

/* An object that is made when compiled code is left was executed by its bytecode already. */
static bool asks_for(const struct vm_rule *rule, enum vm_kind kind,
                     const struct execution *execution) {
    if (execution->waited) return rule_sums(rule, VM_AMOUNT_WAITED);
    return kind != KIND_allocation_REMATERIALISED || rule->anchor != VM_HERE ||
           tally_has_kinds(rule);
}

/* The interpreter knows no kinds of locks. */
static enum vm_kind kind_told(const struct elsewhere *where) {
    bool is_told = where->point != POINT_lock || where->way != COUNT_INTERPRETED;
    return is_told ? where->kind : KIND_none;
}

void execution_count(struct thread *thread, struct tally *tally, enum count_way way,
                     const struct execution *execution) {
    if (execution->waited) execution_add(thread, tally, way, KIND_none, execution, 0);
    int64_t times =
        execution->waited ? 0 : sample_take(thread, tally->key.rule, 1 + execution->more);
    if (tally->key.rule->every > 1 && execution->cells) execution->cells->is_all = false;
    if (times) count(thread, tally, way, execution, times);
}

size_t elsewhere_tallies(struct vm_profile *profile, const struct elsewhere *where,
                         const struct execution *execution, struct tally **out) {
    struct tally_key key = {.position = where->position,
                            .root = where->root,
                            .code = where->code,
                            .subject = where->subject,
                            .receiver = where->receiver,
                            .edge = TALLY_NO_EDGE,
                            .kind = kind_told(where)};
    const char *method = where->position ? where->position->method : NULL;
    size_t count = 0;
    for (size_t i = 0; i < profile->rule_count; i++) {
        key.rule = &profile->rules[i];
        if (key.rule->point == where->point && asks_for(key.rule, where->kind, execution) &&
            rule_meets(profile, key.rule, method, where->subject))
            out[count++] = tally_of(profile, &key);
    }
    return count;
}

void elsewhere_count(struct thread *thread, const struct elsewhere *where,
                     const struct execution *execution) {
    struct vm_profile *profile = thread->runtime->profile;
    struct tally **tallies = alloca(profile->rule_count * sizeof *tallies);
    size_t count = elsewhere_tallies(profile, where, execution, tallies);
    for (size_t i = 0; i < count; i++) execution_count(thread, tallies[i], where->way, execution);
}
