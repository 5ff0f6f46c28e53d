/* What a ledger expects: a counter is hit in exactly the executions whose column has a value. */
#ifndef ASSERTIONS_A_LEDGER_H
#define ASSERTIONS_A_LEDGER_H

#include "assertions/expectation.h"

enum ledger_column { LEDGER_ARGUMENT, LEDGER_RETURNED };

struct ledger_expectation {
    struct expectation base;
    const char *counter;
    enum ledger_column column;
    int argument; /* from 0 */
    double equals;
};

#endif
