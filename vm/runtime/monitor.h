/* Monitors (JVMS 2.11.10, JLS 17): the lock word of an object, and what it inflates to.
 *
 *     owner (16)  count (14)  tag (2)
 *                             NEUTRAL   never locked: all zero
 *                             BIASED    to its first owner, who locks by plain stores, count times
 *                             THIN      no longer biased: locked count times by compare-and-set
 *     index (30)              INFLATED  threads wait for it: a struct monitor
 *
 * A bias is revoked with the world stopped, since its owner's stores are not atomic. Objects of a
 * class whose biases are revoked often are no longer biased. Collections deflate unused monitors.
 * Owner 0 means none. */
#ifndef RUNTIME_MONITOR_H
#define RUNTIME_MONITOR_H

#include <stdbool.h>
#include <stdint.h>

struct heap;
struct object;
struct runtime;
struct thread;

enum {
    LOCK_TAG_NEUTRAL = 0,
    LOCK_TAG_BIASED = 1,
    LOCK_TAG_THIN = 2,
    LOCK_TAG_INFLATED = 3,
    LOCK_TAG_MASK = 3,
    LOCK_COUNT_ONE = 4,
    LOCK_COUNT_MASK = 0xfffc,
    LOCK_COUNT_INLINE_MASK = 0x7ffc, /* up to here compiled code counts, without a carry */
    LOCK_OWNER_SHIFT = 16,
};

/* How an acquisition went: the values of CompilerDecision.getLockType. With the bias it is
 * RECURSIVE if the lock was held already, else BIASED. */
enum lock_type { LOCK_BIASED = 0, LOCK_RECURSIVE = 1, LOCK_CAS = 2 };

/* May wait outside Java, where collections may happen. How long it waited for others to leave the
 * monitor is in thread->waited, where a rule asks for that. */
enum lock_type monitor_enter(struct thread *thread, struct object *object);
/* Tells the rules how long the thread has waited for what it entered last, once the innermost
 * bytecode of the stack is the one that it belongs to. Where it has not, nothing need be told. */
void monitor_tell_wait(struct thread *thread, struct object *object);
/* With the world stopped: the same of waits that have not ended, until now. */
void monitors_tell_waits(struct runtime *runtime);
/* False with IllegalMonitorStateException when not the owner. */
bool monitor_exit(struct thread *thread, struct object *object);
bool monitor_is_owner(const struct thread *thread, const struct object *object);

/* Object.wait: until notified or interrupted, or until so many nanoseconds have gone (0: without
 * limit). False with IllegalMonitorStateException or InterruptedException. */
bool monitor_wait(struct thread *thread, struct object *object, int64_t nanoseconds);
/* Object.notify and notifyAll; false with IllegalMonitorStateException. */
bool monitor_notify(struct thread *thread, struct object *object, bool all);

/* With the world stopped: deflates, and marks the objects of the rest. */
void monitors_trace(struct heap *heap, struct runtime *runtime);
void monitors_release(struct runtime *runtime);

#endif
