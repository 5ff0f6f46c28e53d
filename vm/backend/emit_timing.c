/* TIMING: stamps of the clock, where threads are timed (runtime/timing.h): at the entry of the compilation, a unit, and
 * wherever it is left; around slow paths of the runtime. They are code of the function alone, which no graph knows of: all is
 * decided by then. A call that is not inlined needs none: what it enters is a unit that stamps, or is charged to the caller.
 *
 * Where windows divide what compiled code takes (timing_windows.h), entries are counted, and the VM is called while one is open.
 *
 * What follows are timing_enter and timing_leave. The clock is read without waiting for what was begun before: the processor
 * may be some ten cycles ahead or behind. */
#include "backend/emit.h"

#include "base/intern.h"
#include "ir/query.h"
#include "runtime/timing.h"

struct gcc_timing {
    struct timing *timing;
    const struct timed_unit *unit;
    gcc_jit_lvalue *caller;                    /* its account; NULL: the unit is counted alone */
    gcc_jit_lvalue *open, *since, *opener;     /* of the method */
    struct timed_unit *slow_paths[STUB_COUNT]; /* NULL: not yet */
    gcc_jit_lvalue *interrupted;               /* by a slow path: the account; NULL: none was */
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
    gcc_jit_block_add_assignment_op(e->block, NULL, word, GCC_JIT_BINARY_OP_PLUS, amount);
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

typedef VEC(struct vm_timed_share) share_vec;

static void add_cycles(struct arena *arena, share_vec *shares, const struct position *position,
                       double cycles) {
    for (uint32_t i = shares->count; i-- > 0;) { /* neighbours have it often */
        if (shares->items[i].position != position) continue;
        shares->items[i].share += cycles;
        return;
    }
    arena_vec_push(arena, shares, (struct vm_timed_share){position, cycles});
}

/* What lowering made of no bytecode is the method's. */
static const struct position *place_of(const struct node *node, const struct position *root) {
    if (node_kind_writes(node->kind) == MEMORY_inserted) return NULL;
    return node->position ? node->position : root;
}

/* The cost of each node that is left, times the executions of its block. */
static void find_shares(const struct graph *graph, share_vec *shares) {
    struct arena *arena = graph->compilation->arena;
    struct position *root = ARENA_NEW(arena, struct position);
    *root = (struct position){.method = graph->method->full_name, .bci = -1};
    add_cycles(arena, shares, root, 0);
    vec_each(struct block *, item, &graph->blocks) {
        const struct block *block = *item;
        if (block->is_dead) continue;
        block_each_node(node, block) {
            double cycles = node_kind_cycles(node->kind) * block->frequency;
            if (cycles > 0) add_cycles(arena, shares, place_of(node, root), cycles);
        }
    }
}

/* Of the whole, and kept as long as the VM. */
static void keep_shares(struct arena *arena, const share_vec *shares, struct timed_unit *unit) {
    struct vm_timed_share *kept = ARENA_ARRAY(arena, struct vm_timed_share, shares->count);
    double sum = 0;
    for (uint32_t i = 0; i < shares->count; i++) sum += shares->items[i].share;
    for (uint32_t i = 0; i < shares->count; i++) {
        const struct vm_timed_share *share = &shares->items[i];
        kept[i].position = position_copy(arena, share->position);
        kept[i].share = sum > 0 ? share->share / sum : i == 0;
    }
    unit->shares = kept;
    unit->share_count = shares->count;
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
    share_vec shares = {0};
    find_shares(graph, &shares);
    keep_shares(&timing->runtime->arena, &shares, &unit);
    return timing_unit(timing, &unit);
}

static void open_method(struct emitter *e, gcc_jit_lvalue *now) {
    struct gcc_timing *timing = e->timing;
    gcc_jit_block *outermost = gcc_block(e), *on = gcc_block(e);
    add(e, timing->open, gcc_long(e, 1));
    gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_EQ, value(timing->open), gcc_long(e, 1)), 0.9,
               outermost, on);
    e->block = outermost;
    gcc_assign(e, timing->since, value(now));
    gcc_jit_rvalue *total = address_of(e, timing->unit->cells + TIMED_TOTAL);
    gcc_assign(e, timing->opener, gcc_cast(e, gcc_to_bits(e, total, TYPE_ADDRESS), e->types.int64));
    gcc_jump(e, on);
    e->block = on;
}

static void close_method(struct emitter *e, gcc_jit_lvalue *now) {
    struct gcc_timing *timing = e->timing;
    gcc_jit_block *outermost = gcc_block(e), *on = gcc_block(e);
    gcc_jit_block_add_assignment_op(e->block, NULL, timing->open, GCC_JIT_BINARY_OP_MINUS,
                                    gcc_long(e, 1));
    gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_EQ, value(timing->open), gcc_long(e, 0)), 0.9,
               outermost, on);
    e->block = outermost;
    gcc_jit_rvalue *bits = gcc_cast(e, value(timing->opener), e->types.uint64);
    gcc_jit_rvalue *total = gcc_from_bits(e, bits, TYPE_ADDRESS);
    add(e, gcc_memory(e, total, 0, JAVA_LONG), difference(e, now, timing->since));
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
    uint32_t cells = timing_method(timing, method)->cells;
    made->open = gcc_cell(e, cells + TIMED_OPEN);
    made->since = gcc_cell(e, cells + TIMED_SINCE);
    made->opener = gcc_cell(e, cells + TIMED_OPENER);
    made->caller = keep_account(e);
    struct stamp stamp = read_clock(e);
    charge(e, &stamp, address_of(e, made->unit->cells + TIMED_OWN));
    open_method(e, stamp.now);
}

void gcc_emit_leave_unit(struct emitter *e) {
    if (e->timing && e->timing->timing->divides) call_in_window(e, STUB_leave_unit);
    if (!e->timing || !e->timing->caller) return;
    struct stamp stamp = read_clock(e);
    charge(e, &stamp, value(e->timing->caller));
    close_method(e, stamp.now);
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
    timing->interrupted = interrupted; /* the next statement is the call */
}

void gcc_emit_leave_slow_path(struct emitter *e) {
    if (!e->timing || !e->timing->interrupted) return;
    gcc_jit_rvalue *account = value(e->timing->interrupted);
    e->timing->interrupted = NULL;
    struct stamp stamp = read_clock(e);
    charge(e, &stamp, account);
}
