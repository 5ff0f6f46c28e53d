/* SITES: found by a hash of where they are; there are few. */
#include "jit/sites.h"

#include <string.h>

#include "base/memory.h"
#include "base/mutex.h"

void sites_init(struct jit_sites *sites, struct cell_space *cells) {
    *sites = (struct jit_sites){.mutex = PTHREAD_MUTEX_INITIALIZER, .cells = cells};
    arena_init(&sites->arena);
}

void sites_release(struct jit_sites *sites) {
    vec_each(struct jit_site *, site, &sites->items) memory_free(*site);
    vec_each(struct jit_native_call *, call, &sites->native_calls) memory_free(*call);
    vec_release(&sites->items);
    vec_release(&sites->native_calls);
    arena_release(&sites->arena);
}

static uint64_t hash_of(enum vm_site_probe kind, const struct position *position) {
    uint64_t hash = (uint64_t)kind;
    for (; position; position = position->caller) {
        hash = (hash ^ (uint64_t)(uintptr_t)position->method) * UINT64_C(0x9E3779B97F4A7C15);
        hash = (hash ^ (uint64_t)position->bci) * UINT64_C(0x9E3779B97F4A7C15);
    }
    return hash;
}

static const struct position *kept_position(struct jit_sites *sites,
                                            const struct position *position) {
    if (!position) return NULL;
    struct position *kept = ARENA_NEW(&sites->arena, struct position);
    *kept = *position;
    kept->caller = kept_position(sites, position->caller);
    return kept;
}

static bool is_site(const struct jit_site *site, enum vm_site_probe kind, uint64_t hash,
                    const struct position *position) {
    return site->hash == hash && site->kind == kind && position_equal(site->position, position);
}

static struct jit_site *find(struct jit_sites *sites, enum vm_site_probe kind, enum vm_maker maker,
                             const struct position *position, const char *subject) {
    uint64_t hash = hash_of(kind, position);
    vec_each(struct jit_site *, site, &sites->items) {
        if (is_site(*site, kind, hash, position) && (*site)->maker == maker &&
            (*site)->subject == subject)
            return *site;
    }
    struct jit_site *site = memory_allocate(sizeof *site);
    *site = (struct jit_site){.kind = kind,
                              .maker = maker,
                              .hash = hash,
                              .position = kept_position(sites, position),
                              .subject = subject,
                              .reached = count_make(sites->cells),
                              .effective = count_make(sites->cells),
                              .inlined = count_make(sites->cells),
                              .bytes = count_make(sites->cells)};
    vec_push(&sites->items, site);
    return site;
}

struct jit_site *sites_find(struct jit_sites *sites, enum vm_site_probe kind, enum vm_maker maker,
                            const struct position *position, const char *subject) {
    bool is_locked = mutex_enter(&sites->mutex);
    struct jit_site *site = find(sites, kind, maker, position, subject);
    mutex_leave(&sites->mutex, is_locked);
    return site;
}

/* "bar(I)V" of "A.bar(I)V" */
static const char *without_class(const char *method) {
    const char *end = strchr(method, '('), *name = end;
    while (name > method && name[-1] != '.') name--;
    return name;
}

struct jit_site *sites_call_of(struct jit_sites *sites, const struct position *call,
                               const char *callee) {
    uint64_t hash = hash_of(VM_PROBE_CALLS, call);
    struct jit_site *found = NULL;
    bool is_locked = mutex_enter(&sites->mutex);
    vec_each(struct jit_site *, site, &sites->items) {
        if (!found && is_site(*site, VM_PROBE_CALLS, hash, call) &&
            strcmp(without_class((*site)->subject), without_class(callee)) == 0)
            found = *site;
    }
    mutex_leave(&sites->mutex, is_locked);
    return found;
}

void sites_mark_compiled(struct jit_sites *sites, const struct count *reached) {
    bool is_locked = mutex_enter(&sites->mutex);
    vec_each(struct jit_site *, site, &sites->items) {
        if (&(*site)->reached == reached) (*site)->is_compiled = true;
    }
    mutex_leave(&sites->mutex, is_locked);
}

static struct jit_native_call *find_calls(struct jit_sites *sites, const struct position *position,
                                          bool makes) {
    uint64_t hash = hash_of(0, position);
    vec_each(struct jit_native_call *, call, &sites->native_calls) {
        if ((*call)->hash == hash && position_equal((*call)->position, position)) return *call;
    }
    if (!makes) return NULL;
    struct jit_native_call *call = memory_allocate(sizeof *call);
    *call = (struct jit_native_call){.hash = hash,
                                     .position = kept_position(sites, position),
                                     .count = count_make(sites->cells)};
    vec_push(&sites->native_calls, call);
    return call;
}

struct count *sites_native_calls(struct jit_sites *sites, const struct position *position,
                                 bool makes) {
    bool is_locked = mutex_enter(&sites->mutex);
    struct jit_native_call *call = find_calls(sites, position, makes);
    mutex_leave(&sites->mutex, is_locked);
    return call ? &call->count : NULL;
}

const struct jit_site *sites_at(struct jit_sites *sites, size_t index) {
    bool is_locked = mutex_enter(&sites->mutex);
    const struct jit_site *site = index < sites->items.count ? sites->items.items[index] : NULL;
    mutex_leave(&sites->mutex, is_locked);
    return site;
}
