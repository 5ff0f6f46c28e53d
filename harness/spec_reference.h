/* The printed reference of the spec language. */
#ifndef HARNESS_SPEC_REFERENCE_H
#define HARNESS_SPEC_REFERENCE_H

#include <stdio.h>

#include "base/strbuf.h"
#include "event/event.h"

/* In Markdown. */
void spec_reference_print(FILE *out);

/* Adds "materialised, allocation kept": the decisions that may have the reason. */
void reason_decisions(enum reason reason, struct strbuf *out);

#endif
