/* What follows from a decided condition: arms and guards that go. Leaves control-flow facts stale.
 */
#ifndef OPT_BRANCHES_H
#define OPT_BRANCHES_H

#include "ir/compilation.h"

/* [end] is an if or switch: goes to successor [keep] always. Reports. */
void branch_decide(struct node *end, int keep, enum reason reason);
/* The guard's condition is known. False: what follows it goes, and a deoptimisation takes its
 * place. Reports. */
void guard_decide(struct node *guard, bool holds, enum reason reason);

#endif
