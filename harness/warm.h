/* Adapters that outlive a test. A worker keeps one for each VM that takes many programs; its tests talk with it one after the other,
 * and a test that comes to no good end there is run again in a process of its own. */
#ifndef HARNESS_WARM_H
#define HARNESS_WARM_H

#include "harness/adapter.h"
#include "harness/plan.h"

/* In the worker, before the test's process is made: starts an adapter if there is none for the test's VM. A new one takes the place
 * of one that had [recycle] tests; 0: none is kept. A test that asks for options of its own gets none. */
void warm_prepare(const struct test *test, uint32_t recycle);
/* In the test's process: the adapter that was prepared for it; false: there is none. [has_greeted]: it was asked hello before. */
bool warm_take(struct adapter *adapter, bool *has_greeted);
/* In the worker, after the test's process ended. True: the test did not leave the adapter as it should, and is to be run again. */
bool warm_is_to_repeat(void);
/* In the worker, at its end. */
void warm_end(void);

#endif
