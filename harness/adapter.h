/* A conversation with an adapter: a process that drives another VM (docs/protocol.md). What it does wrong ends this process, which
 * is a test's, with a report to the runner: there is no other way that a test could go on. */
#ifndef HARNESS_ADAPTER_H
#define HARNESS_ADAPTER_H

#include <jansson.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/diag.h"
#include "base/strbuf.h"

enum { PROTOCOL_VERSION = 1 };

struct adapter {
    const char *const *command; /* ends with NULL */
    pid_t process;
    int ask, tell;        /* pipes */
    int output_file;      /* where it and the program print */
    struct strbuf unread; /* of what it told, behind the last line */
    const char *asked;    /* the last question */
    bool *is_taken;       /* of one that outlives the test (warm.h); NULL: it is the test's own */
    int trouble_file;     /* where to write what goes wrong; -1: the runner is told */
};

/* Starts [command], which prints to [output_file]; both are borrowed until adapter_end. May fail. */
bool adapter_start(struct adapter *adapter, const char *const *command, int output_file,
                   struct diag *diag);
/* Asks, and returns what it tells next, whose reference is the caller's. Takes the reference of [question]. */
json_t *adapter_ask(struct adapter *adapter, json_t *question);
/* What it told: "defined". */
const char *adapter_told(const struct adapter *adapter, const json_t *answer);
/* As json_unpack; it is a fault of the adapter where the answer has not this form. */
void adapter_unpack(struct adapter *adapter, json_t *answer, const char *format, ...);
/* The adapter broke the protocol. */
_Noreturn void adapter_fault(const struct adapter *adapter, const json_t *answer,
                             const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Says good-bye and waits; or leaves it to the next test. */
void adapter_end(struct adapter *adapter);

#endif
