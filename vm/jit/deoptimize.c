/* Deoptimisation: a call that does not return to compiled code. Compiled code has stored its live
 * values into the thread; this makes the objects that exist in frame states only, takes their
 * locks, rebuilds the interpreter's frames, runs them to the end and returns what the method
 * returns.
 *
 * The live values are roots where they are; objects and slots made here lie on the C stack, which
 * the collector scans. */
#include "jit/internal.h"

#include <alloca.h>

#include "base/handover.h"
#include "interp/interp.h"
#include "runtime/contexts.h"
#include "runtime/timing.h"
#include "tally/execution.h"

/* [live]: what the failing guard stored. */
static union value value_at(const union value *live, const struct location *location,
                            struct object *const *objects) {
    switch (location->kind) {
    case LOCATION_DEAD: break;
    case LOCATION_VALUE: return live[location->index];
    case LOCATION_CONSTANT: return location->constant;
    case LOCATION_OBJECT: return (union value){.r = objects[location->index]};
    }
    return (union value){.bits = 0};
}

/* --- objects --- */

void guard_tell(const struct deoptimization_site *site, enum event_kind kind, enum reason reason,
                const struct position *origin, const char *subject, int64_t amount) {
    event_send(&jit_current()->runtime->sink, &(struct event){.kind = kind,
                                                              .reason = reason,
                                                              .root = method_full_name(site->root),
                                                              .position = &site->position,
                                                              .origin = origin,
                                                              .subject = subject,
                                                              .amount = amount,
                                                              .frequency = -1});
}

static void tell_rematerialized(const struct deoptimization_site *site,
                                const struct site_object *wanted, const struct position *origin) {
    int64_t bytes = (int64_t)(class_is_array(wanted->class)
                                  ? array_size(wanted->class->element_type, wanted->length)
                                  : wanted->class->instance_size);
    guard_tell(site, EVENT_rematerialized, site->reason, origin, class_source_name(wanted->class),
               bytes);
}

/* Of code that is left: with what it counts by. */
static struct elsewhere left(const struct deoptimization_site *site, enum vm_point point,
                             const struct position *position) {
    return (struct elsewhere){.point = point,
                              .way = site->is_loop ? COUNT_ON_STACK : COUNT_COMPILED,
                              .position = position,
                              .root = method_full_name(site->root),
                              .code = site->compilation};
}

/* [from]: the call site at that position. */
static void count_rematerialized(struct thread *thread, const struct deoptimization_site *site,
                                 const struct position *position, const struct call_site *from,
                                 struct object *object) {
    struct execution execution = {
        .edge = TALLY_NO_EDGE, .context = contexts_at(thread, position), .left = from};
    struct elsewhere made = left(site, POINT_new, position);
    execution_see_made(&execution, object);
    made.subject = class_source_name(object->class);
    made.kind = KIND_allocation_REMATERIALISED;
    elsewhere_count(thread, &made, &execution);
    made.point = POINT_rematerialize;
    made.kind = KIND_none;
    elsewhere_count(thread, &made, &execution);
}

/* Which of several merged allocations it was is not known: told of each, it counts where compiled
 * code was left. */
static void rematerialized(struct thread *thread, const struct deoptimization_site *site,
                           const struct site_object *wanted, struct object *object) {
    struct jit *jit = jit_current();
    const struct position *origin = wanted->origin_count ? wanted->origins[0] : NULL;
    const struct position *counted = wanted->origin_count == 1 ? origin : &site->position;
    lock_enter(thread, &jit->lock); /* events come one after the other */
    jit->rematerialized_bytes += (int64_t)object_size(object);
    if (!origin) tell_rematerialized(site, wanted, NULL);
    for (int i = 0; i < wanted->origin_count; i++)
        tell_rematerialized(site, wanted, wanted->origins[i]);
    lock_leave(thread, &jit->lock);
    if (jit->runtime->on_made) made_count(thread, VM_DEOPTIMIZATION, counted, object, NULL);
    const struct call_site root = {.method = site->root};
    if (jit->runtime->profile)
        count_rematerialized(thread, site, counted, wanted->made_at ? wanted->made_at : &root,
                             object);
}

/* Cannot fail: the limit of the heap is lifted. */
static void make_objects(struct thread *thread, const struct deoptimization_site *site,
                         const union value *live, struct object **objects) {
    for (int i = 0; i < site->object_count; i++) {
        const struct site_object *wanted = &site->objects[i];
        objects[i] =
            class_is_array(wanted->class)
                ? (struct object *)array_make(thread, wanted->class, wanted->length, MADE_AGAIN)
                : object_make(thread, wanted->class, MADE_AGAIN);
    }
    for (int i = 0; i < site->object_count; i++) {
        const struct site_object *wanted = &site->objects[i];
        for (int k = 0; k < wanted->length; k++)
            memory_store(object_at(objects[i], wanted->offsets[k]), wanted->types[k],
                         value_at(live, &wanted->entries[k], objects));
        for (int k = 0; k < wanted->lock_count; k++) monitor_enter(thread, objects[i]);
        rematerialized(thread, site, wanted, objects[i]);
    }
}

/* --- frames --- */

static int slot_count(const struct site_frame *frame) {
    return frame->local_count + frame->stack_count + frame->lock_count;
}

static int all_slots(const struct deoptimization_site *site) {
    int count = 0;
    for (int i = 0; i < site->frame_count; i++) count += slot_count(&site->frames[i]);
    return count;
}

static void fill_frames(const union value *live, const struct deoptimization_site *site,
                        struct object *const *objects, union value *slots, struct object **locks,
                        struct resume_frame *out) {
    for (int i = 0; i < site->frame_count; i++) {
        const struct site_frame *frame = &site->frames[i];
        int values = frame->local_count + frame->stack_count;
        for (int k = 0; k < values; k++) slots[k] = value_at(live, &frame->slots[k], objects);
        for (int k = 0; k < frame->lock_count; k++)
            locks[k] = value_at(live, &frame->slots[values + k], objects).r;
        out[i] = (struct resume_frame){.method = frame->method,
                                       .bci = frame->bci,
                                       .after_call = frame->after_call,
                                       .local_count = frame->local_count,
                                       .stack_count = frame->stack_count,
                                       .locals = slots,
                                       .stack = slots + frame->local_count,
                                       .lock_count = frame->lock_count,
                                       .locks = locks};
        slots += values;
        locks += frame->lock_count;
    }
}

/* --- the code --- */

static bool has_site(const struct method_code *code, const struct deoptimization_site *site) {
    for (int i = 0; i < code->machine.site_count; i++)
        if (code->machine.sites[i] == site) return true;
    return false;
}

/* NULL: it may have been replaced since it was entered. */
static struct method_code *code_of(const struct deoptimization_site *site) {
    struct method_code *code = site->root->compiled;
    if (code && has_site(code, site)) return code;
    for (code = site->root->loops; code && !has_site(code, site);) code = code->next_loop;
    return code;
}

static void judge(const struct thread *thread, struct jit *jit, struct deoptimization_site *site) {
    bool first_under_stress = jit->runtime->options->deoptimize_always && !site->has_failed;
    site->has_failed = 1;
    site->failures++;
    jit->deoptimizations++;
    guard_tell(site, EVENT_deoptimized, site->reason, NULL, NULL, site->object_count);
    for (int i = 0; i < site->lost_count; i++) {
        count_add(&thread->cells, site->lost[i], COUNT_COMPILED, 1);
        count_add(&thread->cells, &jit->runtime->failed_probes, COUNT_COMPILED, 1);
    }
    if (site->failed)
        count_add(&thread->cells, site->failed, site->is_loop ? COUNT_ON_STACK : COUNT_COMPILED, 1);
    if (first_under_stress || !trust_may_be_lost(jit, site)) return;
    struct method_code *code = code_of(site);
    if (code && trust_is_lost(jit, site, code)) code_invalidate(jit, code, site->reason);
}

/* At the bytecode at which the innermost method goes on. */
static __attribute__((noinline)) void
count_left(struct thread *thread, const struct deoptimization_site *site, struct context *context) {
    struct position positions[site->frame_count];
    struct call_site calls[site->frame_count];
    for (int i = 0; i < site->frame_count; i++) {
        const struct site_frame *frame = &site->frames[i];
        positions[i] = (struct position){.method = method_full_name(frame->method),
                                         .bci = frame->bci,
                                         .line = method_line(frame->method, frame->bci),
                                         .caller = &positions[i + 1]};
        calls[i] =
            (struct call_site){.method = frame->method, .bci = frame->bci, .caller = &calls[i + 1]};
    }
    positions[site->frame_count - 1].caller = NULL;
    calls[site->frame_count - 1].caller = NULL;
    struct elsewhere where = left(site, POINT_deoptimize, positions);
    elsewhere_count(thread, &where,
                    &(struct execution){.edge = TALLY_NO_EDGE, .context = context, .left = calls});
}

/* Room on the C stack. What lay there before must not look like references of the frames to come.
 */
#define ZEROED(pointer, count)                                                                     \
    memset(alloca(sizeof *(pointer) * ((size_t)(count) + 1)), 0,                                   \
           sizeof *(pointer) * ((size_t)(count) + 1))

/* [live] is cleared: what was moved into the frames must not be a root twice. For the same reason
 * this is a function of its own: its temporaries are gone when the interpreter goes on. */
static __attribute__((noinline)) void rebuild(struct thread *thread,
                                              const struct deoptimization_site *site,
                                              union value *live, union value *slots,
                                              struct object **locks, struct resume_frame *frames) {
    struct object **objects = ZEROED(objects, site->object_count);
    heap_lift_limit(&thread->tlab);
    make_objects(thread, site, live, objects);
    heap_restore_limit(&thread->tlab);
    fill_frames(live, site, objects, slots, locks, frames);
    memset(objects, 0, sizeof *objects * (size_t)site->object_count);
    memset(live, 0, sizeof *live * (size_t)site->value_count);
}

/* Each frame was entered: its node is there, or was refused. */
static void find_contexts(const struct thread *thread, const struct deoptimization_site *site,
                          struct context **out) {
    struct context_tree *tree = thread->runtime->contexts;
    handover_receive(tree);
    /* Code that inserted code was taken out of leaves none. */
    out[site->frame_count - 1] = thread->left ? thread->left : tree->roots[CONTEXT_OF_PROGRAM];
    for (int i = site->frame_count - 1; i > 0; i--)
        out[i - 1] = context_child(tree, out[i], site->frames[i].bci,
                                   method_contexts(thread->runtime, site->frames[i - 1].method));
}

static __attribute__((noinline)) uint64_t
resume(struct thread *thread, struct deoptimization_site *site, union value *live) {
    struct jit *jit = jit_current();
    size_t count = (size_t)all_slots(site);
    union value *slots = ZEROED(slots, count);
    struct object **locks = ZEROED(locks, count);
    struct resume_frame *frames = alloca(sizeof(struct resume_frame) * (size_t)site->frame_count);
    struct context **contexts = ZEROED(contexts, site->frame_count);

    int64_t *caller = timing_enter_part(thread, TIMED_deoptimization);
    handover_receive(thread->runtime);
    thread->left_site = site; /* its code stays meanwhile */
    lock_enter(thread, &jit->lock);
    judge(thread, jit, site);
    lock_leave(thread, &jit->lock);
    if (thread->runtime->contexts) find_contexts(thread, site, contexts);
    if (jit->runtime->profile) count_left(thread, site, contexts[0]);
    rebuild(thread, site, live, slots, locks, frames);
    int frame_count = site->frame_count;
    bool is_loop = site->is_loop;
    for (int i = 0; i < frame_count; i++) frames[i].context = contexts[i];
    thread->left_site = NULL;
    timing_leave_part(thread, caller);
    if (!is_loop) return interpret_resume(thread, frames, frame_count).bits;
    interpret_resume_loop(thread, frames, frame_count);
    return 0;
}

/* Compiled code's frame is gone, but for its words on the C stack. */
uint64_t deoptimize_many(struct thread *thread, struct deoptimization_site *site,
                         union value *live) {
    stack_clear(STACK_CLEARED);
    return resume(thread, site, live);
}

uint64_t deoptimize(struct thread *thread, struct deoptimization_site *site) {
    return deoptimize_many(thread, site, thread->deoptimization_values);
}

float deoptimize_float(struct thread *thread, struct deoptimization_site *site) {
    return (union value){.bits = deoptimize(thread, site)}.f;
}

double deoptimize_double(struct thread *thread, struct deoptimization_site *site) {
    return (union value){.bits = deoptimize(thread, site)}.d;
}
