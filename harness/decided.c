/* Each event is the decision of its name: one that has no row in assertions/decisions.def does not
 * compile. */
#include "harness/decided.h"

#include "base/die.h"

enum decision_kind decided_by(enum event_kind event) {
    switch (event) {
#define EVENT(name, text, subject, amount, frequency, origin)                                      \
    case EVENT_##name:                                                                             \
        return DECISION_##name;
#include "event/events.def"
#undef EVENT
#define NOTICE(name, text, subject, amount) case EVENT_##name:
#include "event/notices.def"
#undef NOTICE
    case EVENT_KIND_COUNT: break;
    }
    BUG("no decision of event %d", (int)event);
}
