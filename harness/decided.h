/* The events of the VM as the decisions that assertions know. */
#ifndef HARNESS_DECIDED_H
#define HARNESS_DECIDED_H

#include "assertions/observation.h"
#include "event/event.h"

enum decision_kind decided_by(enum event_kind event);

#endif
