/* Rules: what is to be counted while a program runs, as plain data. A rule is a point, filters, an anchor, a condition,
 * and what is counted by which keys (points.def, keys.def, kinds.def). YAML and C say the same with the same words. */
#ifndef EVENT_RULE_H
#define EVENT_RULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/java.h"
#include "api/value.h"
#include "base/diag.h"

struct object;
struct position;
struct context;

enum vm_point {
#define POINT(name, anchor, kinds, of, offers, meaning) POINT_##name,
#include "event/points.def"
#undef POINT
    POINT_COUNT
};

enum vm_key {
#define KEY(name, value, of, meaning) BY_##name,
#include "event/keys.def"
#undef KEY
    BY_COUNT
};

/* KIND_allocation_TLAB ...; KIND_none: it has none. */
enum vm_kind {
    KIND_none,
#define KIND(of, name, meaning) KIND_##of##_##name,
#include "event/kinds.def"
#undef KIND
    KIND_COUNT
};

/* PRED and SUCC follow the operation: in compiled code what is not executed any more does not count. HERE counts each
 * execution of the bytecode. */
enum vm_anchor { VM_HERE, VM_PRED, VM_SUCC };

enum vm_tier { VM_INTERPRETED, VM_COMPILED, VM_ON_STACK, VM_TIERS };

/* What is summed. */
enum vm_amount {
#define AMOUNT(symbol, name, needs, meaning) VM_AMOUNT_##symbol,
#include "event/amounts.def"
#undef AMOUNT
    VM_AMOUNTS,
    /* Of rows that no rule counted (struct vm_timed). */
    VM_AMOUNT_OWN = VM_AMOUNTS,
    VM_AMOUNT_OWN_BELIEVED,
    VM_AMOUNT_OWN_TIME,
    VM_AMOUNT_OWN_ERROR,
    VM_AMOUNT_OWN_DIVIDED,
    VM_AMOUNT_TOTAL,
    VM_ROW_AMOUNTS
};

enum vm_key_value { VM_KEY_TEXT, VM_KEY_NUMBER, VM_KEY_FLAG, VM_KEY_SITE, VM_KEY_CONTEXT };

/* A condition: comparisons of keys, joined. */
enum vm_condition_kind { VM_ALL_OF, VM_ANY_OF, VM_NONE_OF, VM_COMPARES };
enum vm_comparison { VM_EQUAL, VM_UNEQUAL, VM_LESS, VM_AT_MOST, VM_MORE, VM_AT_LEAST };
struct vm_condition {
    enum vm_condition_kind kind;
    const struct vm_condition *const *parts; /* of ALL_OF, ANY_OF, NONE_OF */
    size_t part_count;
    enum vm_key key; /* of COMPARES */
    enum vm_comparison comparison;
    const char *text; /* as a filter; texts are compared for equality alone */
    int64_t number;   /* of keys that are numbers, or flags */
};

enum { VM_ALL_LEVELS = -1 };

/* What a rule's function is told: one execution that the rule names, as it happens. What the point does not offer is NULL
 * or 0. Borrowed for the length of the call. */
struct vm_happening {
    const struct vm_rule *rule;
    const struct position *position;
    enum vm_tier tier;
    struct object *object;     /* NULL also where compiled code does not allocate it */
    enum java_type value_type; /* of value and old, where the point has them */
    union value value,
        old; /* of writes: what is stored, and the reference that was there; of exits what is returned */
    int64_t edge;                  /* of branches 1 or 0: taken or not; of switches the case */
    int64_t bytes;                 /* of an object made */
    const struct context *context; /* of rules with the key context, see vm_context; else NULL */
};

struct vm_rule {
    enum vm_point point;
    enum vm_anchor anchor;
    /* Method "A.foo", "A.foo(I)V" or "A.foo(int)", class "a.b.A", pattern "a.b.*"; NULL: everywhere. */
    const char *in;
    const char *of;                       /* likewise, of the class or the callee; NULL: any */
    const struct vm_condition *condition; /* NULL: none */
    const enum vm_key *keys;
    size_t key_count;
    unsigned amounts;          /* 1 << enum vm_amount; VM_AMOUNT_COUNT is always there */
    bool ends_blocks_at_calls; /* of POINT_block: a call, or what may throw, ends a block, too */
    int levels;                /* of BY_context, from the innermost; VM_ALL_LEVELS */
    /* Each thread's every n-th event counts, by n (tally/sample.h), unless each counts anyhow (rule_counts_all); 0 or 1: each,
     * and so do rules that rows name where each did. */
    int64_t every;
    uint64_t seed; /* of what is drawn for that */
    const char
        *hit; /* the counter of a spec that its rows are added to, by who reads them; NULL: none */
    /* What it calls, in the thread that executes; must neither allocate in Java nor throw. NULL: nothing. Once, also where the event counts
     * as several, as it is a sample. */
    void (*tell)(void *context, const struct vm_happening *happening);
    void *tell_context;
    /* Without `of` and condition: that puts the number that its context begins with into `used` of the stamps of the object and of
     * what a write overwrites (vm_watch_deaths), and nothing more. Compiled code does so itself. */
    bool only_stamps;
    bool only_acts;                 /* it hits or runs something, and is no row of a table */
    const struct java_source *java; /* statements that it runs: see vm_profile_begin; NULL: none */
    struct place place;             /* for errors; without a file: it was written in C */
};

/* What a key is in a row; by its value in keys.def. */
struct vm_key_of_row {
    const char *text;
    int64_t number; /* of flags 0 or 1, too */
    const struct position *
        position; /* of sites; of BY_site without callers. Of contexts of so many levels: the method,
                                        bci -1, and the calls that led there; NULL: no method runs */
    const struct context *context; /* of contexts of all levels; vm_context_path tells the same */
};

struct vm_row {
    const struct vm_rule *rule;          /* NULL: none counted it */
    struct vm_key_of_row keys[BY_COUNT]; /* those of the rule */
    int64_t amounts[VM_ROW_AMOUNTS];
};

const char *point_name(enum vm_point point);
const char *point_meaning(enum vm_point point);
bool point_of_name(const char *name, enum vm_point *point);
bool point_is_after(enum vm_point point);
/* 'o', 'v' ... of points.def. */
bool point_offers(enum vm_point point, char what);
bool point_has_kinds(enum vm_point point);
/* Of calls that are inlined and run with what is sampled. */
static inline bool point_is_inlined(enum vm_point point) {
    return point == POINT_inferred || point == POINT_believed;
}
/* Of calls that windows of sampling see: their contexts are found on the stack. */
static inline bool point_is_of_windows(enum vm_point point) {
    return point == POINT_sample || point == POINT_poll || point_is_inlined(point);
}
/* Is it an operation, which PRED and SUCC can follow? */
bool point_is_operation(enum vm_point point);
/* What `of` names there; NULL: nothing. */
const char *point_of(enum vm_point point);

const char *key_name(enum vm_key key);
const char *key_meaning(enum vm_key key);
enum vm_key_value key_value(enum vm_key key);
bool key_of_name(const char *name, enum vm_key *key);
bool key_is_of_all_points(enum vm_key key);
/* Has the point this key? */
bool point_has_key(enum vm_point point, enum vm_key key);

const char *kind_name(enum vm_kind kind); /* "-": none */
const char *kind_meaning(enum vm_kind kind);
bool kind_is_of(enum vm_kind kind, enum vm_point point);
/* Among those of its points, which are one after the other in the table, from 1; 0: KIND_none. */
int kind_number(enum vm_kind kind);
/* Of those that the point has. */
bool kind_of_name(const char *name, enum vm_point point, enum vm_kind *kind);

const char *amount_name(enum vm_amount amount);
const char *amount_meaning(enum vm_amount amount);
bool amount_of_name(const char *name, enum vm_amount *amount);
bool point_has_amount(enum vm_point point, enum vm_amount amount);

const char *tier_name(enum vm_tier tier);

/* What contradicts itself in the rule, in words, as "a block has no kinds"; NULL: nothing. In [arena]. */
const char *rule_fault(const struct vm_rule *rule, struct arena *arena);
bool rule_has_key(const struct vm_rule *rule, enum vm_key key);
bool rule_condition_names(const struct vm_rule *rule, enum vm_key key);
/* By its keys, or in its condition. */
bool rule_asks(const struct vm_rule *rule, enum vm_key key);
/* VM_AMOUNT_COUNT always. */
bool rule_sums(const struct vm_rule *rule, enum vm_amount amount);
/* Does compiled code count each event, by itself? Also where `every` asks for samples, and compiled code counts by an addition to one word: that is
 * shared with other events and costs less than to see whether one is a sample. Samples are for what must be looked up as it
 * runs: the context, or the class of an object. A rule that sums the clock calls the runtime for each event that counts. */
bool rule_counts_all(const struct vm_rule *rule);
/* Is the name of a method, "a.b.A.foo(I)V", or of a class, "a.b.A", what a filter names? NULL names all. */
bool filter_matches(const char *filter, const char *name);
/* Of a name that it does not name: how long the package is, with its dot, in front of which it would. 0: nothing is lacking alone. */
size_t filter_lacks(const char *filter, const char *name);
/* A comparison, as it is or denied by a `not`. */
struct said {
    const struct vm_condition *comparison;
    bool is_denied;
};
/* One that can never hold beside [others] that must hold, too: none, since it never holds, or [other], or all of them together
 * where that is NULL. */
struct contradiction {
    struct said one, other;
    size_t others;
};
/* Has the condition a part that can never hold? */
bool condition_contradicts_itself(const struct vm_condition *condition, enum vm_point point,
                                  struct contradiction *out);
/* Does the condition hold for a row's keys? All that it names are given. */
bool rule_condition_holds(const struct vm_condition *condition, const struct vm_key_of_row *keys);

#endif
