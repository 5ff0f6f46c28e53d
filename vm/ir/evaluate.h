/* Runs a graph of ints, for tests: what must stay the same when a graph is edited. Understands
 * constants, parameters, phis, add, sub, mul, compare, select, count, goto, if, switch, return. */
#ifndef IR_EVALUATE_H
#define IR_EVALUATE_H

#include "ir/node.h"

struct evaluation {
    int32_t result;   /* of the return */
    int counts;       /* count nodes passed */
    int steps;        /* blocks entered */
    bool is_finished; /* false: the limit of steps was reached */
};

struct evaluation graph_evaluate(const struct graph *graph, const int32_t *arguments, int steps);

#endif
