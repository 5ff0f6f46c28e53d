/* TIMING: stamps of the clock, where threads are timed (runtime/timing.h): at the entry of the compilation, a unit, and
 * wherever it is left; around slow paths of the runtime. They are code of the function alone, which no graph knows of: all is
 * decided by then. A call that is not inlined needs none: what it enters is a unit that stamps, or is charged to the caller.
 *
 * Where windows divide what compiled code takes (timing_windows.h), entries are counted, and the VM is called while one is open.
 *
 * What follows are timing_enter and timing_leave. The clock is read without waiting for what was begun before: the processor
 * may be some ten cycles ahead or behind. */
#include "backend/emit.h"

#include <string.h>

#include "base/intern.h"
#include "ir/meta.h"
#include "ir/query.h"
#include "runtime/timing.h"

/* What a unit is made of, while it is found. */
struct composition {
    struct arena *arena;
    VEC(struct vm_timed_share) shares;
    VEC(struct timed_piece) pieces;
    VEC(struct timed_inlined) inlined;
    struct timed_block *blocks;
    VEC(struct unit_position {
        const struct position *position;
        int32_t share;
    })
    others; /* of the code generator's */
};

struct gcc_timing {
    struct timing *timing;
    const struct timed_unit *unit;
    struct composition made_of;
    gcc_jit_lvalue *caller;                    /* its account; NULL: the unit is counted alone */
    struct timed_unit *slow_paths[STUB_COUNT]; /* NULL: not yet */
    gcc_jit_lvalue *interrupted;               /* by a slow path: the account; NULL: none was */
    const struct position *interrupted_at;
};

/* --- the clock --- */

static gcc_jit_rvalue *value(gcc_jit_lvalue *place) { return gcc_jit_lvalue_as_rvalue(place); }

static gcc_jit_rvalue *difference(struct emitter *e, gcc_jit_lvalue *now, gcc_jit_lvalue *before) {
    return gcc_binary(e, GCC_JIT_BINARY_OP_MINUS, e->types.int64, value(now), value(before));
}

static gcc_jit_lvalue *last_stamp(struct emitter *e) {
    return gcc_memory(e, e->thread, THREAD_LAST_STAMP, JAVA_LONG);
}

static void assign_stub(struct emitter *e, gcc_jit_lvalue *to, enum stub stub,
                        gcc_jit_rvalue *const *arguments) {
    const struct position *position = e->position;
    e->position = NULL;
    gcc_assign(e, to, gcc_call_stub(e, stub, arguments));
    e->position = position;
}

struct stamp {
    gcc_jit_lvalue *now, *passed; /* the latter since the last */
};

static void set_passed(struct emitter *e, const struct stamp *stamp) {
    gcc_assign(e, stamp->passed, difference(e, stamp->now, last_stamp(e)));
}

/* As timing_stamp. */
static void straighten(struct emitter *e, const struct stamp *stamp) {
    gcc_jit_block *bent = gcc_block(e), *plain = gcc_block(e);
    gcc_jit_type *bits = e->types.uint64;
    gcc_jit_rvalue *passed = gcc_cast(e, value(stamp->passed), bits),
                   *most = gcc_cast(e, gcc_long(e, TIMED_LONG), bits);
    gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_GE, passed, most), 0.0001, bent, plain);
    e->block = bent;
    assign_stub(e, stamp->now, STUB_straighten_clock, (gcc_jit_rvalue *[]){value(stamp->now)});
    set_passed(e, stamp);
    gcc_jump(e, plain);
    e->block = plain;
}

static void read_counter(struct emitter *e, gcc_jit_lvalue *now) {
    gcc_jit_extended_asm *read = gcc_jit_block_add_extended_asm(
        e->block, NULL, "rdtsc\n\tshlq $32, %%rdx\n\torq %%rdx, %%rax");
    gcc_jit_extended_asm_set_volatile_flag(read, 1);
    gcc_jit_extended_asm_add_output_operand(read, NULL, "=a", now);
    gcc_jit_extended_asm_add_clobber(read, "rdx");
    gcc_jit_extended_asm_add_clobber(read, "memory");
}

static struct stamp read_clock(struct emitter *e) {
    const struct timing *timing = e->timing->timing;
    struct stamp stamp = {gcc_local(e, e->types.int64), gcc_local(e, e->types.int64)};
    if (timing->clock.reads_counter && !timing->clock.counter)
        read_counter(e, stamp.now);
    else
        assign_stub(e, stamp.now, STUB_read_clock, NULL);
    set_passed(e, &stamp);
    straighten(e, &stamp);
    return stamp;
}

static void add(struct emitter *e, gcc_jit_lvalue *word, gcc_jit_rvalue *amount) {
    gcc_jit_block_add_assignment_op(e->block, gcc_location(e, NULL), word, GCC_JIT_BINARY_OP_PLUS,
                                    amount);
}

/* As timing_charge. */
static void charge(struct emitter *e, const struct stamp *stamp, gcc_jit_rvalue *account) {
    gcc_jit_rvalue *charged = gcc_load_pointer(e, e->thread, THREAD_ACCOUNT);
    add(e, gcc_memory(e, charged, 0, JAVA_LONG), value(stamp->passed));
    gcc_assign(e, last_stamp(e), value(stamp->now));
    gcc_assign(e, gcc_memory(e, e->thread, THREAD_ACCOUNT, JAVA_REFERENCE), account);
}

/* A local with the account that is open. */
static gcc_jit_lvalue *keep_account(struct emitter *e) {
    gcc_jit_lvalue *account = gcc_local(e, e->types.bytes);
    gcc_assign(e, account, gcc_load_pointer(e, e->thread, THREAD_ACCOUNT));
    return account;
}

static gcc_jit_rvalue *address_of(struct emitter *e, uint32_t cell) {
    return gcc_cast(e, gcc_jit_lvalue_get_address(gcc_cell(e, cell), NULL), e->types.bytes);
}

/* --- from where its code came --- */

/* Neighbours have the same often. */
static int32_t find_share(const struct composition *made, const struct position *position) {
    int32_t i = (int32_t)made->shares.count - 1;
    while (i >= 0 && made->shares.items[i].position != position) i--;
    return i;
}

static uint32_t share_at(struct composition *made, const struct position *position) {
    int32_t known = find_share(made, position);
    if (known >= 0) return (uint32_t)known;
    arena_vec_push(made->arena, &made->shares, (struct vm_timed_share){.position = position});
    return made->shares.count - 1;
}

static void add_piece(struct composition *made, uint32_t share, uint32_t block, double cycles) {
    for (uint32_t i = made->pieces.count; i-- > 0;) {
        struct timed_piece *known = &made->pieces.items[i];
        if (known->block != block) break;
        if (known->share != share) continue;
        known->cycles += cycles;
        return;
    }
    arena_vec_push(made->arena, &made->pieces, ((struct timed_piece){share, block, cycles}));
}

static void add_cycles(struct composition *made, uint32_t block, const struct position *position,
                       double cycles) {
    uint32_t share = share_at(made, position);
    made->shares.items[share].believed += cycles * made->blocks[block].frequency;
    add_piece(made, share, block, cycles);
}

static bool is_inserted(const struct node *node) {
    return !node->position || node_kind_writes(node->kind) == MEMORY_inserted ||
           (node->kind == NODE_invoke && node->extra.call.is_inserted);
}

/* What is inserted is no bytecode's. */
static const struct position *place_of(const struct node *node) {
    return is_inserted(node) ? NULL : node->position;
}

/* -1: there is none. */
static int32_t order_of(const struct block *block) { return block ? block->order : -1; }

/* The cost of each node that is left, and of what counts its block. */
static void compose(struct composition *made, const struct graph *graph, bool counts_blocks) {
    struct position *root = ARENA_NEW(made->arena, struct position);
    *root = (struct position){.method = graph->method->full_name, .bci = -1};
    share_at(made, root);
    for (int i = 0; i < graph->order_count; i++) {
        const struct block *block = graph->order[i];
        made->blocks[i] =
            (struct timed_block){.frequency = block->frequency,
                                 .loop = order_of(block->loop),
                                 .outer = order_of(block->loop ? block->loop->outer_loop : NULL)};
        if (counts_blocks) add_cycles(made, (uint32_t)i, NULL, node_kind_cycles(NODE_count));
        block_each_node(node, block) {
            double cycles = node_kind_cycles(node->kind);
            if (cycles > 0) add_cycles(made, (uint32_t)i, place_of(node), cycles);
        }
    }
}

static void add_inlined(struct composition *made, struct timing *timing,
                        const struct method *method) {
    vec_each(const struct timed_inlined, inlined, &made->inlined) {
        if (inlined->method == method) return;
    }
    uint32_t cell = cells_make(&timing->runtime->cells, 1);
    arena_vec_push(made->arena, &made->inlined, ((struct timed_inlined){method, cell}));
}

/* Methods that the position was inlined through; but for the unit's own, which is on the stack anyway. */
static void find_inlined(struct composition *made, const struct graph *graph, struct timing *timing,
                         const struct position *position) {
    for (; position && position->caller; position = position->caller) {
        struct meta_method *method = meta_find_method(graph->compilation->world, position->method);
        if (!method || !method->runtime || method == graph->method) continue;
        timing_method(timing, method->runtime);
        add_inlined(made, timing, method->runtime);
    }
}

/* Calls that were inlined through, which no node may be left of. Returns the share of each one's call. */
static int32_t *find_callers(struct arena *arena, struct composition *made) {
    for (uint32_t i = 0; i < made->shares.count; i++) {
        const struct position *position = made->shares.items[i].position;
        if (position && position->caller) share_at(made, position->caller);
    }
    int32_t *callers = ARENA_ARRAY(arena, int32_t, made->shares.count);
    for (uint32_t i = 0; i < made->shares.count; i++) {
        const struct position *position = made->shares.items[i].position;
        callers[i] = position && position->caller ? (int32_t)share_at(made, position->caller) : -1;
    }
    return callers;
}

static double sum_of(const struct composition *made) {
    double sum = 0;
    vec_each(struct vm_timed_share, share, &made->shares) sum += share->believed;
    return sum;
}

/* Shares of the whole, kept as long as the VM. */
static void keep_composition(struct arena *arena, const struct composition *made,
                             struct timed_unit *unit) {
    uint32_t shares = made->shares.count, pieces = made->pieces.count;
    struct vm_timed_share *kept = ARENA_ARRAY(arena, struct vm_timed_share, shares);
    struct timed_piece *kept_pieces = ARENA_ARRAY(arena, struct timed_piece, pieces + 1);
    double sum = sum_of(made);
    for (uint32_t i = 0; i < shares; i++) {
        const struct vm_timed_share *share = &made->shares.items[i];
        double part = sum > 0 ? share->believed / sum : i == 0;
        kept[i] = (struct vm_timed_share){
            .position = position_copy(arena, share->position), .share = part, .believed = part};
    }
    for (uint32_t i = 0; i < pieces; i++) kept_pieces[i] = made->pieces.items[i];
    uint32_t inlined = made->inlined.count;
    struct timed_inlined *kept_inlined = ARENA_ARRAY(arena, struct timed_inlined, inlined + 1);
    for (uint32_t i = 0; i < inlined; i++) kept_inlined[i] = made->inlined.items[i];
    unit->inlined = kept_inlined;
    unit->inlined_count = inlined;
    unit->shares = kept;
    unit->share_count = shares;
    unit->pieces = kept_pieces;
    unit->piece_count = pieces;
    unit->blocks = made->blocks;
}

static bool times_calls(const struct timing *timing) {
    return timing->options.calls != TIMED_CALLS_of_nothing && !timing->divides;
}

static bool is_call(const struct node *node) {
    bool calls = node->kind == NODE_invoke || node_calls_runtime(node);
    return calls && node_kind_writes(node->kind) != MEMORY_inserted;
}

/* Of bytecodes that call, and of the calls that these were inlined through. */
static const uint32_t *find_spans(struct arena *arena, const struct graph *graph,
                                  struct timing *timing, const struct composition *made) {
    uint32_t *spans = ARENA_ARRAY(arena, uint32_t, made->shares.count);
    for (int i = 0; i < graph->order_count; i++) {
        block_each_node(node, graph->order[i]) {
            const struct position *position = is_call(node) ? node->position : NULL;
            for (; position; position = position->caller) {
                int32_t share = find_share(made, position);
                if (share >= 0 && !spans[share]) spans[share] = timing_span(timing) + 1;
            }
        }
    }
    return spans;
}

static bool are_inlined_alike(const struct position *a, const struct position *b) {
    if (!a || !b) return a == b;
    return a->caller == b->caller && strcmp(a->method, b->method) == 0;
}

static void keep_ticks(struct timing *timing, const struct composition *made,
                       struct timed_unit *unit) {
    uint32_t count = made->shares.count;
    const struct vm_timed_share *shares = made->shares.items;
    uint32_t *as = ARENA_ARRAY(&timing->runtime->arena, uint32_t, count);
    for (uint32_t i = 0; i < count; i++)
        while (!are_inlined_alike(shares[as[i]].position, shares[i].position)) as[i]++;
    unit->inlined_as = as;
    unit->inserted_share = find_share(made, NULL);
    unit->tick_cells = cells_make(&timing->runtime->cells, count);
}

static void find_composition(const struct graph *graph, struct timing *timing,
                             struct composition *made, struct timed_unit *unit) {
    bool counts = timing->options.counts_blocks;
    size_t count = (size_t)graph->order_count;
    struct arena *arena = &timing->runtime->arena;
    made->arena = graph->compilation->arena;
    made->blocks = ARENA_ARRAY(arena, struct timed_block, count + 1);
    compose(made, graph, counts);
    for (size_t i = 0; counts && i < count; i++)
        made->blocks[i].cell = cells_make(&timing->runtime->cells, 1);
    if (timing->divides || times_calls(timing)) {
        vec_each(const struct vm_timed_share, share, &made->shares) {
            find_inlined(made, graph, timing, share->position);
        }
        unit->callers = find_callers(arena, made);
        unit->share_cells = cells_make(&timing->runtime->cells, made->shares.count);
        unit->open_cells = cells_make(&timing->runtime->cells, made->shares.count);
    }
    if (times_calls(timing))
        unit->called_cells = cells_make(&timing->runtime->cells, made->shares.count);
    if (times_calls(timing) && timing->options.calls == TIMED_CALLS_of_paths)
        unit->spans = find_spans(arena, graph, timing, made);
    if (!counts) keep_ticks(timing, made, unit);
    unit->counts_blocks = counts;
    unit->block_count = count;
    keep_composition(arena, made, unit);
}

/* --- the unit --- */

static const struct timed_unit *make_unit(struct emitter *e, struct timing *timing,
                                          struct method *method) {
    const struct graph *graph = e->graph;
    struct timed_unit unit = {.part = graph->is_loop ? TIMED_on_stack : TIMED_compiled,
                              .method = method,
                              .name = method_full_name(method),
                              .compilation = graph->compilation->number,
                              .loop_bci = e->options->loop_bci,
                              .estimate = graph_cycles(graph)};
    unit.is_timed = timing->divides || graph->is_loop || unit.estimate >= timing->options.threshold;
    find_composition(graph, timing, &e->timing->made_of, &unit);
    return timing_unit(timing, &unit);
}

static gcc_jit_lvalue *word_of(struct emitter *e, uint32_t span, int word) {
    return gcc_cell(e, span + (uint32_t)word);
}

/* Until it is closed, what passes is charged to the cell [total], if it is not open already. */
static void open_span(struct emitter *e, uint32_t span, uint32_t total, gcc_jit_lvalue *now) {
    gcc_jit_lvalue *open = word_of(e, span, TIMED_OPEN);
    gcc_jit_block *outermost = gcc_block(e), *on = gcc_block(e);
    add(e, open, gcc_long(e, 1));
    gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_EQ, value(open), gcc_long(e, 1)), 0.9,
               outermost, on);
    e->block = outermost;
    gcc_assign(e, word_of(e, span, TIMED_SINCE), value(now));
    gcc_jit_rvalue *opener = gcc_to_bits(e, address_of(e, total), TYPE_ADDRESS);
    gcc_assign(e, word_of(e, span, TIMED_OPENER), gcc_cast(e, opener, e->types.int64));
    gcc_jump(e, on);
    e->block = on;
}

static void close_span(struct emitter *e, uint32_t span, gcc_jit_lvalue *now) {
    gcc_jit_lvalue *open = word_of(e, span, TIMED_OPEN);
    gcc_jit_block *outermost = gcc_block(e), *on = gcc_block(e);
    gcc_jit_block_add_assignment_op(e->block, NULL, open, GCC_JIT_BINARY_OP_MINUS, gcc_long(e, 1));
    gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_EQ, value(open), gcc_long(e, 0)), 0.9,
               outermost, on);
    e->block = outermost;
    gcc_jit_rvalue *bits = gcc_cast(e, value(word_of(e, span, TIMED_OPENER)), e->types.uint64);
    gcc_jit_rvalue *total = gcc_from_bits(e, bits, TYPE_ADDRESS);
    add(e, gcc_memory(e, total, 0, JAVA_LONG), difference(e, now, word_of(e, span, TIMED_SINCE)));
    gcc_jump(e, on);
    e->block = on;
}

/* While a window is open. */
static void call_in_window(struct emitter *e, enum stub stub) {
    const struct position *position = e->position;
    gcc_jit_block *called = gcc_block(e), *on = gcc_block(e);
    gcc_jit_rvalue *is_open = value(gcc_memory(e, e->thread, THREAD_WINDOW, JAVA_INT));
    gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_NE, is_open, gcc_int(e, 0)), 0.0001, called,
               on);
    e->block = called;
    e->position = NULL;
    gcc_eval(e,
             gcc_call_stub(e, stub, (gcc_jit_rvalue *[]){gcc_pointer(e, (void *)e->timing->unit)}));
    e->position = position;
    gcc_jump(e, on);
    e->block = on;
}

/* [is_open] GCC_JIT_COMPARISON_EQ: it is not. */
static void count_if(struct emitter *e, enum gcc_jit_comparison is_open, uint32_t span,
                     uint32_t cell) {
    gcc_jit_rvalue *open = value(word_of(e, span, TIMED_OPEN));
    gcc_jit_rvalue *truth = gcc_compare(e, is_open, open, gcc_long(e, 0));
    add(e, gcc_cell(e, cell), gcc_cast(e, truth, e->types.int64));
}

/* What is open further out when the unit begins. */
static void count_begun(struct emitter *e) {
    const struct timed_unit *unit = e->timing->unit;
    enum timed_calls calls = e->timing->timing->options.calls;
    for (size_t i = 0; calls == TIMED_CALLS_of_methods && i < unit->inlined_count; i++)
        count_if(e, GCC_JIT_COMPARISON_EQ, unit->inlined[i].method->timed->cells,
                 unit->inlined[i].cell);
    for (uint32_t i = 0; calls == TIMED_CALLS_of_paths && i < unit->share_count; i++)
        if (unit->spans[i])
            count_if(e, GCC_JIT_COMPARISON_NE, unit->spans[i] - 1, unit->open_cells + i);
}

void gcc_emit_enter_unit(struct emitter *e) {
    struct timing *timing = e->options->timing;
    struct method *method = e->graph->method->runtime;
    struct gcc_timing *made = ARENA_NEW(e->graph->compilation->arena, struct gcc_timing);
    e->timing = made;
    made->timing = timing;
    made->unit = make_unit(e, timing, method);
    add(e, gcc_cell(e, made->unit->cells + TIMED_ACTIVATIONS), gcc_long(e, 1));
    if (timing->divides) call_in_window(e, STUB_enter_unit);
    if (timing->divides || !made->unit->is_timed) return;
    made->caller = keep_account(e);
    struct stamp stamp = read_clock(e);
    charge(e, &stamp, address_of(e, made->unit->cells + TIMED_OWN));
    open_span(e, timing_method(timing, method)->cells, made->unit->cells + TIMED_TOTAL, stamp.now);
    count_begun(e);
}

const struct timed_unit *gcc_unit(const struct emitter *e) {
    return e->timing ? e->timing->unit : NULL;
}

void gcc_place_in_unit(const struct emitter *e, const struct position *position,
                       struct call_site *site) {
    if (!e->timing) return;
    const struct composition *made = &e->timing->made_of;
    site->unit = e->timing->unit;
    site->share = find_share(made, position) + 1;
    for (uint32_t i = made->others.count; i-- > 0 && !site->share;)
        if (made->others.items[i].position == position)
            site->share = made->others.items[i].share + 1;
}

const struct position *gcc_position_in_unit(struct emitter *e, const struct position *position,
                                            const struct node *node) {
    struct arena *arena = e->graph->compilation->arena;
    struct position *own = ARENA_NEW(arena, struct position);
    *own = *position;
    if (!e->timing) return own;
    struct composition *made = &e->timing->made_of;
    const struct position *origin = node && is_inserted(node) ? NULL : position;
    arena_vec_push(arena, &made->others, ((struct unit_position){own, find_share(made, origin)}));
    return own;
}

void gcc_begin_node(struct emitter *e, const struct node *node) {
    e->position = node->position;
    e->is_in_inserted = e->timing && is_inserted(node);
    if (e->is_in_inserted && node->position)
        e->position = gcc_position_in_unit(e, node->position, node);
}

void gcc_emit_count_block(struct emitter *e, int block) {
    if (!e->timing || !e->timing->unit->counts_blocks) return;
    add(e, gcc_cell(e, e->timing->unit->blocks[block].cell), gcc_long(e, 1));
}

void gcc_emit_leave_unit(struct emitter *e) {
    if (e->timing && e->timing->timing->divides) call_in_window(e, STUB_leave_unit);
    if (!e->timing || !e->timing->caller) return;
    const struct position *position = e->position;
    e->position = NULL;
    struct stamp stamp = read_clock(e);
    charge(e, &stamp, value(e->timing->caller));
    close_span(e, timing_method(e->timing->timing, e->graph->method->runtime)->cells, stamp.now);
    e->position = position;
}

/* --- calls --- */

static const struct timed_method *find_inlined_method(const struct timed_unit *unit,
                                                      const char *name) {
    for (size_t i = 0; i < unit->inlined_count; i++)
        if (strcmp(method_full_name(unit->inlined[i].method), name) == 0)
            return unit->inlined[i].method->timed;
    return NULL;
}

/* Several calls that it is inlined through may be of one method. */
static bool is_inlined_again(const struct position *position) {
    for (const struct position *outer = position->caller; outer; outer = outer->caller)
        if (outer->caller && strcmp(outer->method, position->method) == 0) return true;
    return false;
}

/* The span of what is executed at the position, beside the unit, and the cell that has its total. */
struct open_span {
    bool is_there;
    uint32_t span, total;
};

static struct open_span span_at(const struct emitter *e, const struct position *position) {
    const struct timed_unit *unit = e->timing->unit;
    if (e->timing->timing->options.calls == TIMED_CALLS_of_paths) {
        int32_t share = find_share(&e->timing->made_of, position);
        if (share < 0 || !unit->spans[share]) return (struct open_span){0};
        return (struct open_span){true, unit->spans[share] - 1,
                                  unit->share_cells + (uint32_t)share};
    }
    const struct timed_method *inlined = position->caller && !is_inlined_again(position)
                                             ? find_inlined_method(unit, position->method)
                                             : NULL;
    if (!inlined) return (struct open_span){0};
    return (struct open_span){true, inlined->cells, inlined->inlined->cells + TIMED_TOTAL};
}

/* Of calls whose time totals have. */
static bool opens_spans(const struct emitter *e, const struct position *position) {
    if (!e->timing || !e->timing->caller) return false;
    if (!times_calls(e->timing->timing)) return false;
    for (; position; position = position->caller)
        if (span_at(e, position).is_there) return true;
    return false;
}

static void open_spans(struct emitter *e, const struct position *position, gcc_jit_lvalue *now) {
    if (!opens_spans(e, position)) return;
    for (; position; position = position->caller) {
        struct open_span at = span_at(e, position);
        if (at.is_there) open_span(e, at.span, at.total, now);
    }
}

static void close_spans(struct emitter *e, const struct position *position, gcc_jit_lvalue *now) {
    if (!opens_spans(e, position)) return;
    for (; position; position = position->caller) {
        struct open_span at = span_at(e, position);
        if (at.is_there) close_span(e, at.span, now);
    }
}

static uint32_t called_cell(const struct emitter *e, const struct node *call) {
    int32_t share = find_share(&e->timing->made_of, call->position);
    return e->timing->unit->called_cells + (share > 0 ? (uint32_t)share : 0);
}

void gcc_emit_enter_call(struct emitter *e, const struct node *call) {
    const struct position *position = e->position;
    if (call->extra.call.is_inserted || !opens_spans(e, call->position)) return;
    e->position = NULL;
    struct stamp stamp = read_clock(e);
    charge(e, &stamp, address_of(e, called_cell(e, call)));
    open_spans(e, call->position, stamp.now);
    e->position = position;
}

void gcc_emit_leave_call(struct emitter *e, const struct node *call) {
    const struct position *position = e->position;
    if (call->extra.call.is_inserted || !opens_spans(e, call->position)) return;
    e->position = NULL;
    struct stamp stamp = read_clock(e);
    charge(e, &stamp, address_of(e, e->timing->unit->cells + TIMED_OWN));
    close_spans(e, call->position, stamp.now);
    e->position = position;
}

/* --- slow paths --- */

void gcc_emit_enter_slow_path(struct emitter *e, enum stub stub, const char *name,
                              enum timed_part part) {
    struct gcc_timing *timing = e->timing;
    struct timed_unit **unit = &timing->slow_paths[stub];
    if (!*unit) *unit = timing_unit_of_vm(timing->timing, part, intern(name));
    gcc_jit_lvalue *interrupted = keep_account(e);
    struct stamp stamp = read_clock(e);
    add(e, gcc_cell(e, (*unit)->cells + TIMED_ACTIVATIONS), gcc_long(e, 1));
    charge(e, &stamp, address_of(e, (*unit)->cells + TIMED_OWN));
    open_spans(e, e->position, stamp.now);
    timing->interrupted = interrupted; /* the next statement is the call */
    timing->interrupted_at = e->position;
}

void gcc_emit_leave_slow_path(struct emitter *e) {
    if (!e->timing || !e->timing->interrupted) return;
    gcc_jit_rvalue *account = value(e->timing->interrupted);
    e->timing->interrupted = NULL;
    struct stamp stamp = read_clock(e);
    charge(e, &stamp, account);
    close_spans(e, e->timing->interrupted_at, stamp.now);
}
