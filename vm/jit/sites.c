/* SITES: found by where they are. */
#include "jit/sites.h"

#include <string.h>

#include "base/mutex.h"
#define HASH_KEYCMP(a, b, size) (!position_equal(a, b))
#include <uthash.h>

struct jit_place {
    const struct position *position;
    struct jit_site *sites; /* the newest first */
    struct count native_calls;
    bool calls_natives; /* that return objects */
    UT_hash_handle hh;
};

void sites_init(struct jit_sites *sites, struct cell_space *cells) {
    *sites = (struct jit_sites){.mutex = PTHREAD_MUTEX_INITIALIZER, .cells = cells};
    arena_init(&sites->arena);
}

void sites_release(struct jit_sites *sites) {
    HASH_CLEAR(hh, sites->places);
    vec_release(&sites->items);
    arena_release(&sites->arena);
}

static struct jit_place *find_place(struct jit_sites *sites, const struct position *position,
                                    bool makes) {
    uint64_t hash = position_hash(0, position);
    unsigned folded = (unsigned)(hash ^ hash >> 32);
    struct jit_place *place;
    HASH_FIND_BYHASHVALUE(hh, sites->places, position, 0, folded, place);
    if (place || !makes) return place;
    place = ARENA_NEW(&sites->arena, struct jit_place);
    place->position = position_copy(&sites->arena, position);
    HASH_ADD_KEYPTR_BYHASHVALUE(hh, sites->places, place->position, 0, folded, place);
    return place;
}

static struct jit_site *find(struct jit_sites *sites, enum vm_site_probe kind, enum vm_maker maker,
                             const struct position *position, const char *subject) {
    struct jit_place *place = find_place(sites, position, true);
    struct jit_site *site = place->sites;
    while (site && !(site->kind == kind && site->maker == maker && site->subject == subject))
        site = site->next;
    if (site) return site;
    site = ARENA_NEW(&sites->arena, struct jit_site);
    *site = (struct jit_site){.kind = kind,
                              .maker = maker,
                              .position = place->position,
                              .subject = subject,
                              .reached = count_make(sites->cells),
                              .effective = count_make(sites->cells),
                              .inlined = count_make(sites->cells),
                              .bytes = count_make(sites->cells),
                              .next = place->sites};
    vec_push(&sites->items, site);
    return place->sites = site;
}

struct jit_site *sites_find(struct jit_sites *sites, enum vm_site_probe kind, enum vm_maker maker,
                            const struct position *position, const char *subject) {
    bool is_locked = mutex_enter(&sites->mutex);
    struct jit_site *site = find(sites, kind, maker, position, subject);
    mutex_leave(&sites->mutex, is_locked);
    return site;
}

static bool may_call(const struct jit_site *site, const char *callee) {
    return site->kind == VM_PROBE_CALLS &&
           strcmp(method_without_class(site->subject), method_without_class(callee)) == 0;
}

struct jit_site *sites_call_of(struct jit_sites *sites, const struct position *call,
                               const char *callee) {
    bool is_locked = mutex_enter(&sites->mutex);
    const struct jit_place *place = find_place(sites, call, false);
    struct jit_site *site = place ? place->sites : NULL;
    while (site && !may_call(site, callee)) site = site->next;
    mutex_leave(&sites->mutex, is_locked);
    return site;
}

struct count *sites_native_calls(struct jit_sites *sites, const struct position *position,
                                 bool makes) {
    bool is_locked = mutex_enter(&sites->mutex);
    struct jit_place *place = find_place(sites, position, makes);
    if (makes && !place->calls_natives) {
        place->native_calls = count_make(sites->cells);
        place->calls_natives = true;
    }
    mutex_leave(&sites->mutex, is_locked);
    return place && place->calls_natives ? &place->native_calls : NULL;
}

const struct jit_site *sites_at(struct jit_sites *sites, size_t index) {
    bool is_locked = mutex_enter(&sites->mutex);
    const struct jit_site *site = index < sites->items.count ? sites->items.items[index] : NULL;
    mutex_leave(&sites->mutex, is_locked);
    return site;
}
