/* The run under test: warm-up, then the measured calls, with what each of them did to counters and
 * sites. */
#ifndef HARNESS_MEASURE_H
#define HARNESS_MEASURE_H

#include "harness/listen.h"
#include "harness/session.h"

/* Fills everything of [out] but mismatch. False with the session's diag when an argument could not
 * be made. */
bool measure(struct session *session, const struct spec *spec, struct listener *listener,
             struct observation *out);

/* What an argument of this type was, by execution. */
struct argument_observation argument_of(const struct generator *generator, enum java_type type,
                                        const double *values);

#endif
