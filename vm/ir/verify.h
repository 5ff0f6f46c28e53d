/* The verifier: opens with the list of what it verifies (verify.c). */
#ifndef IR_VERIFY_H
#define IR_VERIFY_H

#include "base/strbuf.h"
#include "ir/node.h"

/* False with the first violation described in [problem]. Computes nothing, changes nothing. */
bool graph_verify(const struct graph *graph, struct strbuf *problem);
/* BUG() naming phase and method when the graph is broken. */
void graph_check(const struct graph *graph, const char *after_phase);

#endif
