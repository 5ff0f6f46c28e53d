/* An observation as bytes, from the child that ran a test to the process that judges it. */
#ifndef HARNESS_OBSERVATION_IO_H
#define HARNESS_OBSERVATION_IO_H

#include "assertions/observation.h"
#include "harness/codec.h"
#include "harness/outcome.h"

/* Writes or reads, as the codec says. */
void observation_code(struct codec *codec, struct observation *observation);
void outcomes_code(struct codec *codec, struct outcomes *outcomes);

#endif
