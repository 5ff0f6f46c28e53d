/* What rules count, while it is counted: a tally for each rule, place, and whatever else is known when the code that
 * counts is made, or looked up as it runs. The keys that a rule asks for are picked out of it when it is read, so that
 * those who count need not know them. Several threads may look tallies up and count. */
#ifndef TALLY_TALLY_H
#define TALLY_TALLY_H

#include <pthread.h>

#include "base/arena.h"
#include "base/count.h"
#include "base/shares.h"
#include "base/vec.h"
#include "event/event.h"
#include "event/rule.h"

/* A mark takes a number for each count. */
enum { TALLY_MOST_MARKS = 1000 };
enum { TALLY_HAPPENING_CHAINS = 512 };
enum { TALLY_NO_EDGE = INT64_MIN, TALLY_DEFAULT = INT64_MIN + 1 };

/* What is known of the executions that a tally counts. Two with equal contents are one. */
struct tally_key {
    const struct vm_rule *rule;
    const struct position *position; /* NULL: nowhere in a program */
    const char *root;                /* interned; NULL: interpreted */
    int code;
    const char *subject;  /* class or callee, as names are written in Java; interned; NULL: none */
    const char *receiver; /* likewise */
    int64_t edge; /* TALLY_NO_EDGE; of branches 1 or 0: taken or not; the case; TALLY_DEFAULT */
    enum vm_kind kind; /* KIND_none where a count of a kind of its own says it, or none does */
};

struct tally {
    struct tally_key key;
    uint64_t hash;
    struct tally *next;
    struct position site; /* the key's, without callers */
    struct context_counts
        *in_contexts; /* all its cells; NULL: the rule does not count by contexts */
    int64_t unit;     /* bytes of each object, where all are equal; else 0, and they are added up */
    int8_t amounts;   /* that the rule sums, executions among them */
    int8_t number[VM_AMOUNTS]; /* of each of these, in their order; -1: of others */
    struct count counts[];     /* by tally_part */
};

/* What a thread counted. */
struct tally_thread {
    uint64_t number;
    const char *name; /* then, interned */
    int64_t *values;
};

struct tally_mark {
    const char *text;
    uint32_t cells; /* that there were */
    int64_t *values;
    VEC(struct tally_thread) threads; /* where a rule asks for them: that had not ended */
    size_t ended;                     /* how many had, of those whose counts are kept */
};

/* What vm_profile_begin made: the rules, and all that they counted. */
struct vm_profile {
    pthread_mutex_t mutex;
    bool is_locked;    /* by tallies_stop */
    bool is_by_thread; /* a rule asks for threads */
    struct arena arena;
    struct cell_space *cells;
    uint32_t left_out;       /* a tally's cells, that nobody reads: of what filters do not name */
    struct runtime *runtime; /* NULL: no Java runs */
    struct context_tree *contexts; /* that rules count by; NULL: none does */
    bool
        finds_contexts; /* nobody keeps them: the tree is the profile's own, with those of samples */
    const struct vm_rule *rules;
    size_t rule_count;
    /* The first ones, that nobody reads: 1 where there is a clock, which that rule lets go on; else 0. */
    size_t own_rules;
    int64_t clock;                   /* bytes; atomic */
    uint32_t *samplers;              /* by rule: its cells (tally/sample.h); 0: it needs none */
    bool *is_met, *is_met_by_method; /* by rule: a place that its filters name, or `in` alone */
    const char **meant_in,
        **meant_of; /* by rule: a name whose package its filter lacks; NULL: none was seen */
    VEC(struct tally *) items;
    struct tally **table; /* of a power of two */
    uint32_t capacity;
    struct happening_place
        *happening_places[TALLY_HAPPENING_CHAINS]; /* of tally/happening.c; atomic */
    VEC(struct count_shares *) shares; /* owned: of all code, in the order in which it was made */
    VEC(struct tally_mark) marks;
    int64_t marks_left_out;
    struct context_path *paths;        /* of contexts that were read, by context */
    struct beyond_limit *beyond_limit; /* likewise, of those that have no node */
};

struct runtime;
struct thread;
struct context;
struct context_tree;

/* Copies the rules. [runtime]: whose threads count; NULL: no Java runs. Where it keeps no contexts and rules count by them, those are
 * found on the stack (tally/stack_context.h). */
struct vm_profile *tallies_new(struct cell_space *cells, struct runtime *runtime,
                               const struct vm_rule *rules, size_t count);
void tallies_release(struct vm_profile *profile);

/* Bytes that were allocated until now; [made]: what the rule of the clock has just seen. */
int64_t tallies_clock(struct vm_profile *profile, const struct vm_rule *rule, int64_t made);

/* Made when it is new: everything in the key is copied. */
struct tally *tally_of(struct vm_profile *profile, const struct tally_key *key);

/* Where a tally counts executions of [kind] and sums [amount]; KIND_none counts all of them. Only of
 * kinds that the rule asks for, and of amounts that it sums. A rule that follows operations (PRED, SUCC) and asks for
 * kinds counts each in its kind alone where code is compiled. */
struct count *tally_count(struct tally *tally, enum vm_kind kind, enum vm_amount amount);
/* How many counts there are, and what one of them counts. */
int tally_count_parts(const struct tally *tally);
void tally_part(const struct tally *tally, int part, enum vm_kind *kind, enum vm_amount *amount);
/* How far the cells with which a context counts the tally are behind the tally's own. NULL: it is not known. [last]: the
 * innermost caller that has a node, where the context is beyond the limit. */
uint32_t tally_distance(const struct tally *tally, struct context_tree *tree,
                        struct context *context, struct context *last);
/* What the counts of new code follow from: the profile's from now on. */
void tallies_share(struct vm_profile *profile, struct count_shares *shares);
/* Between these two no other thread counts. */
void tallies_stop(struct vm_profile *profile);
void tallies_go_on(struct vm_profile *profile);
/* What all cells have counted, and what follows from them: exact, although threads are in the middle of what they execute.
 * Everything is counted in [mark], which is owned by the caller. */
void tallies_sum(struct vm_profile *profile, struct tally_mark *mark);
void tally_mark_release(struct tally_mark *mark);
/* What the thread counted, in [values], that ended after [before] others: it does not change any more, so marks do not keep it. */
struct tally_thread tallies_sum_ended(struct vm_profile *profile, size_t before, uint32_t count,
                                      int64_t *values);
/* Does the rule want its kinds apart? */
bool tally_has_kinds(const struct vm_rule *rule);
/* Cells from the counts of one kind to those of the next; of the first kind, of the point, from those of all. 0: it wants no
 * kinds. */
int32_t tally_kind_cells(const struct vm_rule *rule);
/* How many kinds that is. */
int tally_kind_count(const struct vm_rule *rule);
/* Of the point, as the others follow it. */
enum vm_kind tally_first_kind(const struct vm_rule *rule);

/* Interned. */
const char *tally_thread_name(struct thread *thread);
/* Does the rule's condition hold for an execution by this thread? */
bool tally_condition_holds(const struct tally *tally, struct thread *thread, enum vm_tier tier,
                           enum vm_kind kind);

/* Ends an interval; beyond TALLY_MOST_MARKS it does not, and is counted. */
void tallies_mark(struct vm_profile *profile, const char *text);
/* What the interval is called that this mark ends; the last, which no mark does, too. */
const char *tallies_interval_name(const struct vm_profile *profile, size_t mark);

/* The rows of what was counted from one mark to another, 0 being the beginning, marks.count + 1 now: in the order of
 * rules, then by keys. Rows and what they point to live until the next call, or as long as the profile. Rows of which all
 * amounts are 0 are left out. */
void tallies_each(struct vm_profile *profile, size_t from, size_t to,
                  void (*tell)(void *context, const struct vm_row *row), void *context);

/* What contexts counted by the rule until now, in pieces: vm_profile_each_in_context. */
void tallies_each_in_context(struct vm_profile *profile, const struct vm_rule *rule,
                             void (*tell)(void *context, const struct context *node,
                                          const struct position *site, int64_t count),
                             void *context);

/* The first rule whose filters named nothing so far; NULL: there is none. [is_of] receives whether it is `of` that names
 * nothing. */
const struct vm_rule *tallies_unmet(const struct vm_profile *profile, bool *is_of);
/* That filter with the package that it lacks, interned; NULL: that would name nothing that was run, either. */
const char *tallies_meant(const struct vm_profile *profile, const struct vm_rule *unmet,
                          bool is_of);

#endif
