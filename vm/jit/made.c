/* What is allocated otherwise than by allocations of compiled code, at the bytecode that asks for
 * it: the innermost one on the stack. Whether it allocates itself, calls a native that does, or
 * throws, decides who makes the object. */
#include "jit/internal.h"

#include <alloca.h>

#include "runtime/stack.h"

/* The bytecode on top of the stack, and the native that it calls. */
struct asker {
    struct stack_entry entry;
    const struct call_site *callers; /* that it was inlined through */
    const struct method *native;     /* NULL: it calls none */
};

static bool find_asker(const struct thread *thread, struct asker *out) {
    struct stack_walk walk;
    *out = (struct asker){0};
    stack_walk_begin(&walk, thread);
    while (stack_walk_next(&walk, &out->entry)) {
        if (out->entry.method->code) {
            out->callers = out->entry.is_compiled ? walk.site : NULL;
            return true;
        }
        if (!out->native) out->native = out->entry.method;
    }
    return false;
}

static struct position position_of(const struct method *method, int bci, bool is_below_hidden) {
    return (struct position){.method = method_full_name(method),
                             .bci = bci,
                             .line = method_line(method, bci),
                             .is_below_hidden = is_below_hidden};
}

/* [out] has room for all callers. */
static void fill_positions(const struct asker *asker, struct position *out) {
    const struct stack_entry *entry = &asker->entry;
    *out = position_of(entry->method, entry->bci, entry->is_below_hidden);
    for (const struct call_site *call = asker->callers; call; call = call->caller) {
        out[1] = position_of(call->method, call->bci, call->is_below_hidden);
        out->caller = out + 1;
        out++;
    }
}

static size_t position_count(const struct asker *asker) {
    size_t count = 1;
    for (const struct call_site *call = asker->callers; call; call = call->caller) count++;
    return count;
}

/* Where the bytecode is. On the C stack. */
#define POSITION_OF(asker)                                                                         \
    ({                                                                                             \
        struct position *positions_ = alloca(sizeof *positions_ * position_count(asker));          \
        fill_positions(asker, positions_);                                                         \
        positions_;                                                                                \
    })

static void count(const struct thread *thread, struct count *count, int64_t amount) {
    bool is_main = thread == &thread->runtime->main;
    count_add_to(is_main ? &count->interpreted : &count->elsewhere, amount);
}

void made_count(struct thread *thread, enum vm_maker maker, const struct position *position,
                const struct object *object, const struct method *native) {
    struct jit_sites *sites = &jit_current()->sites;
    struct jit_site *site =
        sites_find(sites, VM_PROBE_ALLOCATIONS, maker, position, class_source_name(object->class));
    if (native && !site->native) {
        site->calls = sites_native_calls(sites, position, false);
        site->native = method_full_name(native);
    }
    count(thread, &site->effective, 1);
    count(thread, &site->bytes, (int64_t)object_size(object));
}

static void on_made(struct thread *thread, const struct object *object, enum making making) {
    struct asker asker;
    if (making == MADE_AGAIN || !find_asker(thread, &asker)) return;
    enum vm_maker maker = asker.native ? VM_NATIVE : VM_ITSELF;
    if (making == MADE_BY_BYTECODE) maker = VM_INTERPRETER;
    made_count(thread, maker, POSITION_OF(&asker), object, asker.native);
}

/* Others make nothing for their callers but exceptions. */
static bool returns_object(const struct method *native) {
    return native->shape->return_type == JAVA_REFERENCE;
}

static void on_native(struct thread *thread, const struct method *native) {
    struct asker asker;
    if (!returns_object(native) || thread_runs_inserted_code(thread)) return;
    if (find_asker(thread, &asker) && asker.native == native)
        count(thread, sites_native_calls(&jit_current()->sites, POSITION_OF(&asker), true), 1);
}

void made_watch(struct jit *jit) {
    jit->runtime->on_made = on_made;
    jit->runtime->on_native = on_native;
}
