/* MONITOR: recursive locks. With one thread the first owner is the only one, so a lock is a count.
 */
#include "runtime/runtime.h"

enum lock_type monitor_enter(struct thread *thread, struct object *object) {
    return object->lock_count++ ? LOCK_RECURSIVE : LOCK_BIASED;
}

bool monitor_exit(struct thread *thread, struct object *object) {
    if (object->lock_count) {
        object->lock_count--;
        return true;
    }
    throw_new(thread, thread->runtime->known.illegal_monitor_state, "current thread is not owner");
    return false;
}
