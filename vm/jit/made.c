/* What is allocated otherwise than by allocations of compiled code, at the bytecode that asks for
 * it: the innermost one on the stack. Whether it allocates itself, calls a native that does, or
 * throws, decides who makes the object. */
#include "jit/internal.h"
#include "tally/asker.h"

static void count(const struct thread *thread, const struct count *count, int64_t amount) {
    count_add(&thread->cells, count, COUNT_INTERPRETED, amount);
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
    if (making == MADE_AGAIN || !asker_find(thread, NULL, &asker)) return;
    enum vm_maker maker = asker.native ? VM_NATIVE : VM_ITSELF;
    if (making == MADE_BY_BYTECODE) maker = VM_INTERPRETER;
    made_count(thread, maker, ASKER_POSITION(&asker, false), object, asker.native);
}

/* Others make nothing for their callers but exceptions. */
static bool returns_object(const struct method *native) {
    return native->shape->return_type == JAVA_REFERENCE;
}

static void on_native(struct thread *thread, const struct method *native) {
    struct asker asker;
    if (!returns_object(native) || thread_runs_inserted_code(thread)) return;
    if (asker_find(thread, NULL, &asker) && asker.native == native)
        count(thread,
              sites_native_calls(&jit_current()->sites, ASKER_POSITION(&asker, false), true), 1);
}

void made_watch(struct jit *jit) {
    jit->runtime->on_made = on_made;
    jit->runtime->on_native = on_native;
}
