/* One case an event, so that the compiler names every event that has no decision yet. */
#include "harness/decided.h"

#include "base/die.h"

enum decision_kind decided_by(enum event_kind event) {
    switch (event) {
    case EVENT_compiled: return DECISION_compiled;
    case EVENT_bailed_out: return DECISION_bailed_out;
    case EVENT_inlined: return DECISION_inlined;
    case EVENT_guarded: return DECISION_guarded;
    case EVENT_not_inlined: return DECISION_not_inlined;
    case EVENT_virtual: return DECISION_virtual;
    case EVENT_virtualized: return DECISION_virtualized;
    case EVENT_materialized: return DECISION_materialized;
    case EVENT_allocation_kept: return DECISION_allocation_kept;
    case EVENT_lock_removed: return DECISION_lock_removed;
    case EVENT_lock_kept: return DECISION_lock_kept;
    case EVENT_loop_peeled: return DECISION_loop_peeled;
    case EVENT_branch_removed: return DECISION_branch_removed;
    case EVENT_check_removed: return DECISION_check_removed;
    case EVENT_check_kept: return DECISION_check_kept;
    case EVENT_value_shared: return DECISION_value_shared;
    case EVENT_deoptimized: return DECISION_deoptimized;
    case EVENT_code_kept: return DECISION_code_kept;
    case EVENT_rematerialized: return DECISION_rematerialized;
    case EVENT_collected: return DECISION_collected;
    case EVENT_KIND_COUNT: break;
    }
    BUG("no decision of event %d", (int)event);
}
