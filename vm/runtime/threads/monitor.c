/* MONITOR: see the header. A thread that finds a lock held inflates it and waits, outside Java,
 * under world.lock, on its own condition. The owner of an inflated monitor is changed by
 * compare-and-set; a thread that releases it looks for entrants afterwards, and an entrant looks
 * for the owner after it has joined the list: one of the two sees the other. */
#include "runtime/monitor.h"

#include "base/clock.h"
#include "base/die.h"
#include "runtime/internal.h"
#include "runtime/wait.h"

/* Revoked biases after which objects of a class get none. */
enum { REVOCATIONS_TO_GIVE_UP = 20 };
enum { MONITORS_PER_CHUNK = 1024, MONITOR_CHUNKS = 4096, SPINS = 64 };

/* Its fields but owner and entrants, which are atomic, are the owner's or guarded by world.lock. */
struct monitor {
    struct object *object;
    uint32_t owner; /* id of a thread; 0: free */
    uint32_t index;
    int count;
    int users; /* threads that wait to enter or to be notified: it must not be deflated */
    struct thread *entrants, *waiters; /* in order of arrival, by next_waiter */
    struct monitor *next;              /* among those used, or among those free */
};

struct monitor_table {
    struct monitor *chunks[MONITOR_CHUNKS];
    uint32_t made;
    struct monitor *used, *free;
};

static uint32_t word_of(const struct object *object) {
    return __atomic_load_n(&object->lock_word, __ATOMIC_ACQUIRE);
}

static bool change_word(struct object *object, uint32_t from, uint32_t to) {
    return __atomic_compare_exchange_n(&object->lock_word, &from, to, false, __ATOMIC_ACQ_REL,
                                       __ATOMIC_ACQUIRE);
}

static uint32_t word_tag(uint32_t word) { return word & LOCK_TAG_MASK; }
static uint32_t word_owner(uint32_t word) { return word >> LOCK_OWNER_SHIFT; }
static int word_count(uint32_t word) { return (int)((word & LOCK_COUNT_MASK) / LOCK_COUNT_ONE); }
static uint32_t word_first(const struct thread *thread, uint32_t tag) {
    return (uint32_t)thread->id << LOCK_OWNER_SHIFT | LOCK_COUNT_ONE | tag;
}

/* --- inflated monitors; with world.lock */

static struct monitor *monitor_of(const struct runtime *runtime, uint32_t word) {
    uint32_t index = word >> 2;
    return &runtime->monitors->chunks[index / MONITORS_PER_CHUNK][index % MONITORS_PER_CHUNK];
}

static struct monitor *monitor_new(struct runtime *runtime) {
    if (!runtime->monitors) runtime->monitors = memory_allocate(sizeof *runtime->monitors);
    struct monitor_table *table = runtime->monitors;
    struct monitor *monitor = table->free;
    if (monitor) {
        table->free = monitor->next;
    } else {
        uint32_t chunk = table->made / MONITORS_PER_CHUNK;
        ASSERT(chunk < MONITOR_CHUNKS, "too many monitors");
        if (!table->chunks[chunk])
            table->chunks[chunk] = memory_allocate(MONITORS_PER_CHUNK * sizeof *monitor);
        monitor = &table->chunks[chunk][table->made % MONITORS_PER_CHUNK];
        monitor->index = table->made++;
    }
    monitor->next = table->used;
    return table->used = monitor;
}

static void list_add(struct thread **list, struct thread *thread) {
    struct thread *first = __atomic_load_n(list, __ATOMIC_SEQ_CST);
    thread->next_waiter = NULL;
    if (!first) {
        __atomic_store_n(list, thread, __ATOMIC_SEQ_CST);
        return;
    }
    while (first->next_waiter) first = first->next_waiter;
    first->next_waiter = thread;
}

static void list_remove(struct thread **list, struct thread *thread) {
    struct thread *at = *list;
    if (at == thread) {
        __atomic_store_n(list, thread->next_waiter, __ATOMIC_SEQ_CST);
        return;
    }
    while (at && at->next_waiter != thread) at = at->next_waiter;
    if (at) at->next_waiter = thread->next_waiter;
}

/* The monitor of an object whose bias, if it has one, is the caller's. */
static struct monitor *inflate(struct thread *thread, struct object *object) {
    struct runtime *runtime = thread->runtime;
    pthread_mutex_lock(&runtime->world.lock);
    uint32_t word = word_of(object);
    struct monitor *monitor = NULL;
    if (word_tag(word) == LOCK_TAG_INFLATED) {
        monitor = monitor_of(runtime, word);
    } else {
        monitor = monitor_new(runtime);
        monitor->object = object;
        uint32_t inflated;
        do {
            word = word_of(object);
            monitor->count = word_count(word);
            monitor->owner = monitor->count ? word_owner(word) : 0;
            inflated = monitor->index << 2 | LOCK_TAG_INFLATED;
        } while (!change_word(object, word, inflated));
    }
    pthread_mutex_unlock(&runtime->world.lock);
    return monitor;
}

static bool try_to_own(struct thread *thread, struct monitor *monitor) {
    uint32_t nobody = 0;
    return __atomic_compare_exchange_n(&monitor->owner, &nobody, thread->id, false,
                                       __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}

static bool is_owned_by(const struct monitor *monitor, const struct thread *thread) {
    return __atomic_load_n(&monitor->owner, __ATOMIC_RELAXED) == thread->id;
}

/* Outside, with world.lock. The thread does not get the monitor when the VM ends. */
static void wait_to_own(struct thread *thread, struct monitor *monitor) {
    struct world *world = &thread->runtime->world;
    thread->wait = WAIT_TO_ENTER;
    list_add(&monitor->entrants, thread);
    while (!try_to_own(thread, monitor) && !world->is_over)
        pthread_cond_wait(&thread->wake, &world->lock);
    list_remove(&monitor->entrants, thread);
    thread->wait = WAIT_NOT;
}

/* 0: nobody asks. */
static int64_t wait_begins(const struct thread *thread) {
    bool is_asked = thread->runtime->measures_waits && !thread_runs_inserted_code(thread);
    return is_asked ? clock_nanoseconds() : 0;
}

static void wait_ends(struct thread *thread, int64_t since) {
    if (since) thread->waited = clock_nanoseconds() - since;
}

void monitor_tell_wait(struct thread *thread, struct object *object) {
    const struct happening happening = {POINT_lock, .class = object->class, .object = object,
                                        .lock = LOCK_CAS, .waited = thread->waited};
    thread->waited = 0;
    thread->runtime->on_happening(thread, &happening);
}

/* So far; what follows is told later. */
static int64_t take_wait(struct thread *thread, struct object **object) {
    struct world *world = &thread->runtime->world;
    pthread_mutex_lock(&world->lock);
    int64_t now = thread->awaited ? clock_nanoseconds() : 0, waited = now - thread->waits_since;
    bool is_asked = thread->awaited && thread->waits_since;
    if (is_asked) {
        thread->waits_since = now;
        *object = thread->awaited->object;
    }
    pthread_mutex_unlock(&world->lock);
    return is_asked ? waited : 0;
}

void monitors_tell_waits(struct runtime *runtime) {
    for (struct thread *thread = runtime->world.threads; thread; thread = thread->next) {
        struct object *object = NULL;
        int64_t waited = take_wait(thread, &object);
        if (!waited) continue;
        const struct happening happening = {
            POINT_lock,       .class = object->class, .entered = thread->entered,
            .object = object, .lock = LOCK_CAS,       .waited = waited};
        runtime->on_happening(thread, &happening);
    }
}

static void wake_entrant(struct monitor *monitor) {
    if (monitor->entrants) pthread_cond_signal(&monitor->entrants->wake);
}

static bool spin_to_own(struct thread *thread, struct monitor *monitor) {
    bool done = false;
    for (int i = 0; i < SPINS && !done; i++) {
        __builtin_ia32_pause();
        done = try_to_own(thread, monitor);
    }
    return done;
}

/* Where threads wait for it. [since]: when this one began to. */
static void enter_queue(struct thread *thread, struct monitor *monitor, int64_t since) {
    struct world *world = &thread->runtime->world;
    native_context_save(&thread->context);
    pthread_mutex_lock(&world->lock);
    thread_went_outside_locked(thread);
    monitor->users++;
    thread->waits_since = since;
    thread->awaited = monitor;
    wait_to_own(thread, monitor);
    thread->awaited = NULL;
    wait_ends(thread, thread->waits_since);
    monitor->users--;
    thread_enter_java_locked(thread);
    pthread_mutex_unlock(&world->lock);
}

static enum lock_type enter_inflated(struct thread *thread, struct monitor *monitor) {
    if (is_owned_by(monitor, thread)) {
        monitor->count++;
        return LOCK_RECURSIVE;
    }
    if (!try_to_own(thread, monitor)) {
        int64_t since = wait_begins(thread);
        if (spin_to_own(thread, monitor))
            wait_ends(thread, since);
        else
            enter_queue(thread, monitor, since);
    }
    monitor->count = 1;
    return LOCK_CAS;
}

static void exit_inflated(struct thread *thread, struct monitor *monitor) {
    if (--monitor->count) return;
    __atomic_store_n(&monitor->owner, 0, __ATOMIC_SEQ_CST);
    if (!__atomic_load_n(&monitor->entrants, __ATOMIC_SEQ_CST)) return;
    struct world *world = &thread->runtime->world;
    pthread_mutex_lock(&world->lock);
    wake_entrant(monitor);
    pthread_mutex_unlock(&world->lock);
}

/* --- biased and thin locks */

/* The bias is another thread's, who may hold the lock. */
static void revoke_bias(struct thread *thread, struct object *object) {
    world_stop(thread);
    uint32_t word = word_of(object);
    if (word_tag(word) == LOCK_TAG_BIASED) {
        uint32_t owner = word_count(word) ? word & ~(uint32_t)LOCK_TAG_MASK : 0;
        __atomic_store_n(&object->lock_word, owner | LOCK_TAG_THIN, __ATOMIC_RELEASE);
        uint32_t revocations = object->class->bias_revocations + 1;
        __atomic_store_n(&object->class->bias_revocations, revocations, __ATOMIC_RELAXED);
    }
    world_resume(thread);
}

static bool class_gets_biases(const struct class *class) {
    return __atomic_load_n(&class->bias_revocations, __ATOMIC_RELAXED) < REVOCATIONS_TO_GIVE_UP;
}

static enum lock_type enter_contended(struct thread *thread, struct object *object) {
    return enter_inflated(thread, inflate(thread, object));
}

/* Once more, by the thread that holds it already or has its bias. */
static enum lock_type enter_again(struct thread *thread, struct object *object, uint32_t word) {
    if ((word & LOCK_COUNT_MASK) == LOCK_COUNT_MASK) return enter_contended(thread, object);
    if (word_tag(word) == LOCK_TAG_BIASED)
        __atomic_store_n(&object->lock_word, word + LOCK_COUNT_ONE, __ATOMIC_RELAXED);
    else if (!change_word(object, word, word + LOCK_COUNT_ONE))
        return monitor_enter(thread, object);
    return word_count(word) ? LOCK_RECURSIVE : LOCK_BIASED;
}

enum lock_type monitor_enter(struct thread *thread, struct object *object) {
    for (;;) {
        uint32_t word = word_of(object), tag = word_tag(word);
        if (tag == LOCK_TAG_INFLATED)
            return enter_inflated(thread, monitor_of(thread->runtime, word));
        if (word_owner(word) == thread->id) return enter_again(thread, object, word);
        if (tag == LOCK_TAG_NEUTRAL && class_gets_biases(object->class)) {
            if (change_word(object, word, word_first(thread, LOCK_TAG_BIASED))) return LOCK_BIASED;
        } else if (tag == LOCK_TAG_BIASED) {
            revoke_bias(thread, object);
        } else if (word_owner(word)) {
            return enter_contended(thread, object);
        } else if (change_word(object, word, word_first(thread, LOCK_TAG_THIN))) {
            return LOCK_CAS;
        }
    }
}

bool monitor_is_owner(const struct thread *thread, const struct object *object) {
    uint32_t word = word_of(object);
    if (word_tag(word) == LOCK_TAG_INFLATED)
        return is_owned_by(monitor_of(thread->runtime, word), thread);
    return word_owner(word) == thread->id && word_count(word);
}

static bool require_owner(struct thread *thread, const struct object *object) {
    if (monitor_is_owner(thread, object)) return true;
    throw_new(thread, ERROR_illegal_monitor_state, "current thread is not owner");
    return false;
}

bool monitor_exit(struct thread *thread, struct object *object) {
    if (!require_owner(thread, object)) return false;
    for (;;) {
        uint32_t word = word_of(object), tag = word_tag(word);
        if (tag == LOCK_TAG_INFLATED) {
            exit_inflated(thread, monitor_of(thread->runtime, word));
            return true;
        }
        uint32_t left = word - LOCK_COUNT_ONE;
        if (tag == LOCK_TAG_THIN && !word_count(left)) left = LOCK_TAG_THIN;
        if (tag == LOCK_TAG_BIASED) {
            __atomic_store_n(&object->lock_word, left, __ATOMIC_RELEASE);
            return true;
        }
        if (change_word(object, word, left)) return true;
    }
}

/* --- Object.wait and notify */

bool monitor_wait(struct thread *thread, struct object *object, int64_t nanoseconds) {
    if (!require_owner(thread, object)) return false;
    struct monitor *monitor = inflate(thread, object);
    struct world *world = &thread->runtime->world;
    native_context_save(&thread->context);
    pthread_mutex_lock(&world->lock);
    bool is_interrupted = thread->is_interrupted;
    if (!is_interrupted) {
        int count = monitor->count;
        thread_went_outside_locked(thread);
        monitor->users++;
        thread->is_notified = false;
        list_add(&monitor->waiters, thread);
        __atomic_store_n(&monitor->owner, 0, __ATOMIC_SEQ_CST);
        wake_entrant(monitor);
        wait_locked(thread, nanoseconds, &thread->is_notified);
        if (!thread->is_notified) list_remove(&monitor->waiters, thread);
        is_interrupted = thread->is_interrupted && !thread->is_notified;
        wait_to_own(thread, monitor);
        monitor->count = count;
        monitor->users--;
        thread_enter_java_locked(thread);
    }
    if (is_interrupted) thread->is_interrupted = false;
    pthread_mutex_unlock(&world->lock);
    if (is_interrupted) throw_new(thread, ERROR_interrupted, NULL);
    return !is_interrupted;
}

bool monitor_notify(struct thread *thread, struct object *object, bool all) {
    if (!require_owner(thread, object)) return false;
    uint32_t word = word_of(object);
    if (word_tag(word) != LOCK_TAG_INFLATED) return true; /* nobody waits */
    struct monitor *monitor = monitor_of(thread->runtime, word);
    struct world *world = &thread->runtime->world;
    pthread_mutex_lock(&world->lock);
    for (struct thread *waiter; (waiter = monitor->waiters);) {
        list_remove(&monitor->waiters, waiter);
        waiter->is_notified = true;
        pthread_cond_signal(&waiter->wake);
        if (!all) break;
    }
    pthread_mutex_unlock(&world->lock);
    return true;
}

/* --- for the collector */

void monitors_trace(struct heap *heap, struct runtime *runtime) {
    struct monitor_table *table = runtime->monitors;
    if (!table) return;
    /* Threads outside still enter: they own a monitor before they come back. */
    pthread_mutex_lock(&runtime->world.lock);
    for (struct monitor **link = &table->used, *monitor; (monitor = *link);) {
        if (monitor->owner || monitor->users) {
            heap_mark(heap, monitor->object);
            link = &monitor->next;
            continue;
        }
        __atomic_store_n(&monitor->object->lock_word, LOCK_TAG_THIN, __ATOMIC_RELEASE);
        *link = monitor->next;
        monitor->next = table->free;
        table->free = monitor;
    }
    pthread_mutex_unlock(&runtime->world.lock);
}

void monitors_release(struct runtime *runtime) {
    struct monitor_table *table = runtime->monitors;
    if (!table) return;
    for (size_t i = 0; i < MONITOR_CHUNKS; i++) memory_free(table->chunks[i]);
    memory_free(table);
    runtime->monitors = NULL;
}
