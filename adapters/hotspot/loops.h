/* What became of the program's loops: of those of its bytecode, by those of C2's last graph. */
#ifndef ADAPTERS_HOTSPOT_LOOPS_H
#define ADAPTERS_HOTSPOT_LOOPS_H

#include "adapters/hotspot/bytecode_loops.h"
#include "adapters/hotspot/compilation_log.h"

/* Of a method, "a.b.C.name(descriptor)"; NULL: not known. They live as long as they are needed. */
typedef const struct bytecode_loops *loops_of_method(void *context, const char *method);

struct loop_decisions {
    VEC(struct log_decision) items;
};

/* Of each loop of the methods that are part of the task's code, as far as it can be told. */
struct loop_decisions decide_loops(const struct log_task *task, loops_of_method *loops_of,
                                   void *context);
void loop_decisions_release(struct loop_decisions *decisions);

#endif
