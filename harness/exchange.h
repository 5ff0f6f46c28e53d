/* Values and lists of the protocol of adapters (docs/protocol.md) in JSON, and back. */
#ifndef HARNESS_EXCHANGE_H
#define HARNESS_EXCHANGE_H

#include <jansson.h>

#include "harness/draw.h"
#include "harness/outcome.h"

/* Runs, [[times, value], ...], as they grow; takes the reference of the value. */
void runs_add(json_t *runs, json_t *value);
/* Calls [tell] with each run, in order. False when it is no list of runs, or [tell] says so. */
bool runs_each(const json_t *runs, bool (*tell)(void *context, int64_t times, const json_t *value),
               void *context);
/* How many values there are; -1: it is no list of runs. */
int64_t runs_count(const json_t *runs);
/* Integers from 0; false when they are not [count]. */
bool runs_integers(const json_t *runs, int64_t *out, int64_t count);

/* A target that makes no objects: arguments that are drawn with it are JSON. Names of classes are those of [target]. */
struct target *recorder(struct target *target);
/* The next row: one call's arguments, as they are drawn. False with [diag]. NULL numbers are not wanted. */
json_t *draw_row(struct drawers *drawers, struct target *recorder, double *numbers,
                 struct diag *diag);

/* How a call of a method with this return type ended. False: it is no such result. */
bool outcome_of_json(const json_t *result, enum java_type return_type, struct arena *arena,
                     struct outcome *out);

#endif
