/* Counts that follow from others. What executes equally often is counted once: of a compilation's flow graph few edges are
 * counted, and the executions of all else are what flows in and does not flow out again (Knuth; Ball and Larus, TOPLAS
 * 1994). Whatever leaves a block in its middle flows, too: guards that failed, and calls that have not come back.
 *
 * In malloc memory. */
#ifndef BASE_SHARES_H
#define BASE_SHARES_H

#include "base/count.h"

/* Variables are numbered: first what is counted, then the activations at each exit that may be
 * active, then what is computed, in its order. */
struct share_term {
    uint32_t variable;
    int32_t sign; /* 1 or -1 */
};

struct share_target {
    struct count *count;
    uint32_t variable; /* that is added to it */
    int64_t amount;    /* so often */
};

struct count_shares {
    enum count_way way;
    uint32_t counted_count, exit_count, computed_count;
    struct count *counted;
    int32_t *active;     /* by exit: frames that are there now; while the world stands still */
    uint32_t *term_ends; /* by computed variable: behind its last term */
    struct share_term *terms;
    VEC(struct share_target) targets;
};

void shares_free(struct count_shares *shares);
/* Adds what follows to [values], which has the sums of the first [cells] cells. */
void shares_add(const struct count_shares *shares, uint32_t cells, int64_t *values);

#endif
