/* HAPPENING: what the same bytecode asks for again is known by what it asked for before, without names and without a lock. */
#include "base/hash.h"
#include "base/mutex.h"
#include "runtime/contexts.h"
#include "tally/asker.h"
#include "tally/execution.h"

static enum vm_kind kind_of_lock(enum lock_type lock) {
    static const enum vm_kind kinds[] = {[LOCK_BIASED] = KIND_lock_BIASED,
                                         [LOCK_RECURSIVE] = KIND_lock_RECURSIVE,
                                         [LOCK_CAS] = KIND_lock_CAS};
    return kinds[lock];
}

static struct elsewhere where_it_happens(const struct happening *happening,
                                         const struct asker *asker) {
    struct elsewhere where = {.point = happening->point, .way = COUNT_INTERPRETED};
    if (happening->class) where.subject = class_source_name(happening->class);
    if (happening->native) {
        where.subject = method_full_name(happening->native);
        if (happening->object) where.receiver = class_source_name(happening->object->class);
    }
    if (happening->point == POINT_new) where.kind = KIND_allocation_NATIVE;
    if (happening->point == POINT_lock) where.kind = kind_of_lock(happening->lock);
    if (asker->entry.site) where.code = asker->entry.site->compilation;
    if (asker->entry.is_compiled)
        where.way = asker->entry.is_on_stack ? COUNT_ON_STACK : COUNT_COMPILED;
    return where;
}

/* What happened there once, and where that counts. Added and never removed: each has tallies of its own. */
struct happening_place {
    struct happening_place *next;
    struct happening_key {
        enum vm_point point;
        enum lock_type lock;
        const struct class *class, *receiver;
        const struct method *native, *method;
        const struct call_site *site;
        int bci, code;
    } key;
    enum count_way way;
    size_t tally_count;
    struct tally *tallies[];
};

static struct happening_key key_of(const struct happening *happening, const struct asker *asker) {
    const struct stack_entry *entry = &asker->entry;
    bool has_receiver = happening->native && happening->object;
    return (struct happening_key){.point = happening->point,
                                  .lock = happening->lock,
                                  .class = happening->class,
                                  .receiver = has_receiver ? happening->object->class : NULL,
                                  .native = happening->native,
                                  .method = entry->method,
                                  .site = entry->site,
                                  .bci = entry->bci,
                                  .code = entry->site ? entry->site->compilation : 0};
}

static bool is_same(const struct happening_key *a, const struct happening_key *b) {
    return a->point == b->point && a->lock == b->lock && a->class == b->class &&
           a->receiver == b->receiver && a->native == b->native && a->method == b->method &&
           a->site == b->site && a->bci == b->bci && a->code == b->code;
}

static struct happening_place **chain_of(struct vm_profile *profile,
                                         const struct happening_key *key) {
    const void *subject = key->class ? (const void *)key->class : key->native;
    uint64_t hash = hash_mix((uintptr_t)key->method + (uintptr_t)key->bci, (uintptr_t)subject);
    return &profile->happening_places[hash % TALLY_HAPPENING_CHAINS];
}

static const struct happening_place *happening_place_new(struct vm_profile *profile,
                                                         const struct happening_key *key,
                                                         const struct happening *happening,
                                                         const struct asker *asker,
                                                         const struct execution *execution) {
    struct elsewhere where = where_it_happens(happening, asker);
    where.position = ASKER_POSITION(asker, true);
    struct tally **tallies = alloca(profile->rule_count * sizeof *tallies);
    size_t count = elsewhere_tallies(profile, &where, execution, tallies);
    bool is_locked = mutex_enter(&profile->mutex);
    struct happening_place *place =
        arena_allocate(&profile->arena, sizeof *place + count * sizeof *tallies);
    *place = (struct happening_place){.key = *key, .way = where.way, .tally_count = count};
    for (size_t i = 0; i < count; i++) place->tallies[i] = tallies[i];
    struct happening_place **chain = chain_of(profile, key);
    place->next = *chain;
    __atomic_store_n(chain, place, __ATOMIC_RELEASE);
    mutex_leave(&profile->mutex, is_locked);
    return place;
}

static const struct happening_place *place_of(struct vm_profile *profile,
                                              const struct happening *happening,
                                              const struct asker *asker,
                                              const struct execution *execution) {
    struct happening_key key = key_of(happening, asker);
    const struct happening_place *place =
        __atomic_load_n(chain_of(profile, &key), __ATOMIC_ACQUIRE);
    while (place && !is_same(&place->key, &key)) place = place->next;
    return place ? place : happening_place_new(profile, &key, happening, asker, execution);
}

/* The method that is about to be entered has no call in the tree yet. */
static struct context *context_of_entered(struct thread *thread, const struct method *method) {
    struct runtime *runtime = thread->runtime;
    int32_t bci;
    if (!runtime->contexts) return NULL;
    struct context *caller = context_of_slot(thread->call_site, &bci);
    return context_child(runtime->contexts, caller, bci,
                         method_contexts(runtime, (struct method *)method));
}

static void count_entered(struct thread *thread, const struct happening *happening,
                          const struct execution *execution) {
    struct elsewhere where = where_it_happens(happening, &(struct asker){0});
    struct execution known = *execution;
    const struct position position = {.method = method_full_name(happening->entered),
                                      .line = method_line(happening->entered, 0)};
    where.position = &position;
    known.context = context_of_entered(thread, happening->entered);
    elsewhere_count(thread, &where, &known);
}

/* Kept contexts are known by the positions. */
static void count_by_names(struct thread *thread, const struct happening *happening,
                           const struct asker *asker, const struct execution *execution) {
    struct elsewhere where = where_it_happens(happening, asker);
    struct execution known = *execution;
    if (asker->entry.method) {
        where.position = ASKER_POSITION(asker, true);
        if (!known.inlined) known.context = asker_context(thread, asker, where.position);
    }
    elsewhere_count(thread, &where, &known);
}

void happening_count(struct thread *thread, const struct happening *happening) {
    struct runtime *runtime = thread->runtime;
    struct execution execution = {.object = happening->object,
                                  .edge = TALLY_NO_EDGE,
                                  .waited = happening->waited,
                                  .more = happening->more,
                                  .inlined = happening->inlined,
                                  .inlined_in = happening->inlined_in,
                                  .stack = happening->stack,
                                  .cells = happening->cells};
    struct asker asker;
    if (!happening->stack && thread_runs_inserted_code(thread)) return;
    if (happening->entered) {
        count_entered(thread, happening, &execution);
        return;
    }
    if (happening->point == POINT_new) execution_see_made(&execution, happening->object);
    if (happening->inlined)
        asker = asker_inlined(happening->inlined);
    else if (!asker_find(thread, happening->stack, &asker))
        asker = (struct asker){0};
    if (!asker.entry.method || runtime->contexts || execution.waited) {
        if (happening->cells) happening->cells->is_all = false;
        count_by_names(thread, happening, &asker, &execution);
        return;
    }
    const struct happening_place *place = place_of(runtime->profile, happening, &asker, &execution);
    for (size_t i = 0; i < place->tally_count; i++)
        execution_count(thread, place->tallies[i], place->way, &execution);
}
