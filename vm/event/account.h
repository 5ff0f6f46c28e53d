/* What the compiler did in a run, line by line, so that two runs can be held against each other:
 * every event, and the graphs of what was compiled, each with the call during which it happened.
 *
 * Lines of the source tell where an event was, not bytecodes, which lie elsewhere when code is
 * inserted. The size of machine code, which has the inserted code in it, and collections, which
 * come earlier when it allocates, are left out. */
#ifndef EVENT_ACCOUNT_H
#define EVENT_ACCOUNT_H

#include "event/event.h"

struct account {
    struct strbuf text; /* lines of three fields: call, what it is, what it says */
    int64_t call;       /* set by the caller before each, from 1 */
};

void account_add_event(struct account *account, const struct event *event);
void account_add_graph(struct account *account, const char *root, const char *step,
                       const char *graph);
void account_release(struct account *account);

/* True when the texts of two accounts are equal; else adds what differs first: of a run with
 * inserted code and of one without. */
bool account_compare(const char *with, const char *without, struct strbuf *difference);

#endif
