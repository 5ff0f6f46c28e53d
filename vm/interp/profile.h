/* What the interpreter saw, per bytecode of a method: the compiler's only source of probabilities.
 * Counts saturate at INT32_MAX. Exactly reproducible: same calls, same counts. */
#ifndef INTERP_PROFILE_H
#define INTERP_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "classfile/opcodes.h"

struct class;
struct method;

enum { PROFILE_RECEIVERS = 4 };

struct receiver_count {
    struct class *class; /* NULL: unused row */
    int32_t count;
};

/* One per profiled bytecode. */
struct profile_row {
    int32_t bci;
    int32_t taken,
        not_taken; /* conditional branches; calls, type checks, switches: executions in [taken] */
    struct receiver_count receivers[PROFILE_RECEIVERS]; /* invokevirtual, invokeinterface,
                                                           checkcast, instanceof, aastore */
    int32_t other_receivers;                            /* seen when the rows were full */
    bool null_seen;  /* likewise, where no quicker operation does the work yet */
    bool is_settled; /* a branch that is not counted any more (profile_enter_loop) */
    int32_t *cases;  /* switches: count per case in order of the operands, default last */
    int32_t case_count;
};

/* One per bytecode that threw, its callees' exceptions included, or that a handler begins with. */
struct profile_throws {
    struct profile_throws *next;
    int32_t bci;
    int32_t thrown;
    int32_t null;    /* of these: what it works on was null */
    int32_t unwound; /* likewise: the method had no handler for them */
    int32_t caught;  /* by the handler that begins there */
};

struct loop_entry; /* loop_lengths.c's */

struct profile {
    struct method *method;
    int32_t invocations, back_edges;
    int32_t marked;     /* of the invocations: those before profile_mark */
    int32_t loop_limit; /* beyond so many back edges runtime->on_loop is asked at each */
    int32_t next_loop;  /* jit's: back edges before another loop is compiled */
    struct loop_entry *loop_entries;
    int32_t row_count;
    struct profile_row *rows;      /* ascending by bci */
    uint16_t *index;               /* by bci: number of its row from 1, 0 when it has none */
    struct profile_throws *throws; /* in no order */
};

/* The profile of a method with code, made empty on first use. */
struct profile *profile_of(struct method *method);
/* So many iterations of loops make a method as hot as one invocation, and an entry into compiled code at a loop, which does not count
 * iterations, as so many invocations. */
enum { ROUNDS_AS_INVOCATION = 10, LOOP_ENTRY_AS_INVOCATIONS = 25 };
/* Makes the method as hot as so many invocations would; what compiles it is the next. */
void profile_warm(struct profile *profile, int32_t invocations);
/* From now on profile_entries counts. */
void profile_mark(struct profile *profile);
/* Invocations that were interpreted since then. */
int32_t profile_entries(const struct profile *profile);
/* NULL when it was not made yet. */
struct profile *profile_made(const struct method *method);
/* Have instructions of this opcode rows? They are in the order of the instructions. */
bool profile_has_row(enum opcode opcode);
/* The row of a bci, or NULL when that bytecode has none. */
struct profile_row *profile_row(const struct profile *profile, int bci);
/* NULL: there are none yet; and, in the second function, made on first use. */
struct profile_throws *profile_throws(const struct profile *profile, uint32_t bci);
struct profile_throws *profile_throws_of(struct profile *profile, uint32_t bci);
static inline struct profile_throws *profile_throws_first(const struct profile *profile) {
    return __atomic_load_n(&profile->throws, __ATOMIC_ACQUIRE);
}
/* Probability that the branch at [bci] is taken, in [0, 1]; -1 when it was never executed. */
double profile_taken(const struct profile *profile, int bci);
/* Share of the most frequent receiver class, and that class; 0 and NULL when nothing was seen. */
double profile_receiver(const struct profile_row *row, struct class **class);
/* Distinct classes seen; PROFILE_RECEIVERS + 1 when there were more. */
int profile_receiver_count(const struct profile_row *row);

/* A count as it is now: others may count meanwhile. */
static inline int32_t profile_read(const int32_t *count) {
    return __atomic_load_n(count, __ATOMIC_RELAXED);
}

/* For the interpreter. Threads that count at the same time may lose counts, nothing else. */
static inline void profile_count(int32_t *count) {
    int32_t now = profile_read(count);
    if (now < INT32_MAX) __atomic_store_n(count, now + 1, __ATOMIC_RELAXED);
}
static inline void profile_count_branch(struct profile_row *row, bool is_taken) {
    if (__atomic_load_n(&row->is_settled, __ATOMIC_RELAXED)) return;
    profile_count(is_taken ? &row->taken : &row->not_taken);
}
void profile_see_class(struct profile_row *row, struct class *class);
/* An activation goes on in compiled code at the loop there, [rounds] after it came to it, and the interpreter will not see it end. So
 * where the loop, or one around it, has been seen to end, these rounds are forgotten, and its branches are not counted any more: of
 * each activation that follows it would be the first round alone. */
void profile_enter_loop(struct profile *profile, uint32_t bci, int32_t rounds);

#endif
