/* The operations of the program whose executions are counted: a bytecode, with the calls that it
 * was inlined through, and who carries it out. All copies of it, peeled or recompiled, share its
 * counters. Several threads may look one up. Owned by the jit. */
#ifndef JIT_SITES_H
#define JIT_SITES_H

#include <pthread.h>

#include "base/arena.h"
#include "base/count.h"
#include "base/vec.h"
#include "directives.h"
#include "event/event.h"

struct jit_site {
    enum vm_site_probe kind;
    enum vm_maker maker;
    const struct position *position;
    const char *subject;
    const char *native; /* that made it: "java.lang.Object.clone()Ljava/lang/Object;" */
    bool is_compiled;   /* optimised code had it; set and never cleared, by any thread */
    struct count reached, effective;
    struct count *calls;   /* of [native] here, which stand for [reached]; NULL: not counted */
    struct count inlined;  /* the callee's code was entered in its place; of calls */
    struct count bytes;    /* handed out in all; of allocations */
    struct jit_site *next; /* at the same place, an older one */
};

struct jit_sites {
    pthread_mutex_t mutex;
    struct cell_space *cells;
    struct arena arena; /* all that is found here */
    VEC(struct jit_site *) items;
    struct jit_place *places; /* a hash table, by position */
};

void sites_init(struct jit_sites *sites, struct cell_space *cells);
void sites_release(struct jit_sites *sites);

/* Made when it is new. Subjects are interned. */
struct jit_site *sites_find(struct jit_sites *sites, enum vm_site_probe kind, enum vm_maker maker,
                            const struct position *position, const char *subject);
/* The call that [callee], "A.bar(I)V", may be inlined at: what it names has the callee's name and
 * types. NULL when there is none. */
struct jit_site *sites_call_of(struct jit_sites *sites, const struct position *call,
                               const char *callee);
/* Calls of natives at this bytecode; made when [makes] says so, else NULL when there are none. */
struct count *sites_native_calls(struct jit_sites *sites, const struct position *position,
                                 bool makes);
/* NULL past the end. */
const struct jit_site *sites_at(struct jit_sites *sites, size_t index);

#endif
