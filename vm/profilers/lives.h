/* The lives of objects: from where they are made, through each use of them, to the moment when they were last reachable,
 * on the clock of the bytes that the program has asked for so far, also of objects that compiled code does not allocate. These
 * have no lives; what it allocates later than its bytecode says is born then. What the program's stacks alone refer to lives until it is
 * last used; what the heap refers to, as long as it is reachable (merlin.h). */
#ifndef PROFILERS_LIVES_H
#define PROFILERS_LIVES_H

#include "merlin.h"
#include "vm.h"

enum {
    LIVES_TOLD = 9, /* rules, beside the one that lets time pass */
    LIVES_RULES = 1 + LIVES_TOLD,
    LIVES_UNIT = 16, /* bytes; all sizes are multiples of it */
    LIVES_STEPS = 8, /* bins in each doubling of the lifetime, beyond the first LIVES_STEPS units */
    LIVES_SITES = 1 << 16,
    LIVES_REST = 1,        /* the site of all that are too many, in no program */
    LIVES_CLOCK_BITS = 47, /* of its units */
    LIVES_BINS = (LIVES_CLOCK_BITS - 2) * LIVES_STEPS,
};
#define LIVES_LONGEST (INT64_C(1) << 40)

/* Of one site, or of several. */
struct lives_sum {
    int64_t made, made_bytes;
    int64_t alive, alive_bytes; /* of these at the end, whose lifetimes nobody knows */
    int64_t lifetimes, longest; /* of those that died: their sum, and the longest */
    int64_t bins[LIVES_BINS];   /* those that died, by their lifetimes */
};

/* Objects of one class that one bytecode made. */
struct lives_site {
    const char *method; /* interned; NULL: nowhere in a program */
    int bci, line;
    const char *class_name;
    const struct class *class;
    uint32_t number;
    uint32_t interval; /* in which it made them */
    uint32_t reading;  /* the last one that added it (lives_add_of) */
    uint64_t from;     /* since when the sum counts: it is empty unless this is that of the lives */
    struct lives_sum sum;
    struct lives_site *next; /* with the same hash */
};

struct lives {
    uint64_t now; /* bytes allocated so far; first, for rules that only stamp */
    struct vm *vm;
    struct vm_profile *const *marked; /* whose marks cut the run into intervals; NULL: it is one */
    uint64_t from;                    /* what was made before does not count */
    pthread_mutex_t mutex;
    struct arena arena;
    struct lives_site **buckets;
    VEC(struct lives_site *) sites; /* by number; the first is none, the second LIVES_REST */
    uint32_t most_sites;            /* LIVES_SITES; tests take less */
    struct merlin merlin;
    uint32_t reading;
};

void lives_init(struct lives *lives, struct vm *vm);
void lives_release(struct lives *lives);
/* Whose context is the lives. The clock is told of what is made before all others are. */
void lives_pass(void *context, const struct vm_happening *happening);
/* Only what is made from now on counts. */
void lives_restart(struct lives *lives);
extern const struct vm_rule lives_told[LIVES_TOLD];
/* What has to be told (vm_profile_begin), and who watches deaths (vm_watch_deaths): both, before any code of the program
 * has run. */
void lives_rules(struct lives *lives, struct vm_rule rules[LIVES_RULES]);
struct vm_deaths lives_watcher(struct lives *lives);

/* Of a lifetime in bytes; and the shortest lifetime in a bin. */
int lives_bin(int64_t bytes);
int64_t lives_bin_start(int bin);
/* The longest lifetime up to this, of at most LIVES_LONGEST, at which a bin starts, and the next one. */
int64_t lives_step(int64_t bytes, int64_t *next);

/* Counts one object; [lifetime] -1: it is alive. */
void lives_count(struct lives_sum *sum, int64_t bytes, int64_t lifetime);
/* Begins to add up sites, each of which adds once. */
void lives_begin_sum(struct lives *lives, struct lives_sum *sum);
/* Adds what the bytecode made of the class (vm_class_words) in the intervals that are called so; NULL: in the whole run, which
 * no mark cuts. */
void lives_add_of(struct lives *lives, const struct position *position, const char *class_words,
                  const char *interval, struct lives_sum *sum);
/* Of one site; NULL: nothing is known of any. */
const struct lives_sum *lives_of_site(const struct lives *lives, const struct lives_site *site);
void lives_add(struct lives_sum *sum, const struct lives_sum *other);
int64_t lives_died(const struct lives_sum *sum);
/* The lifetime that this share of those that died had at most; rounded up to the longest of its bin. 0: none died. */
int64_t lives_quantile(const struct lives_sum *sum, double share);
/* How many died younger than this; rounded down to the start of a bin. */
int64_t lives_younger(const struct lives_sum *sum, int64_t bytes);

#endif
