/* Call sites of invokedynamic (JVMS 5.4.3.6, 6.5). Linking one makes a class of real bytecode with
 * a static method of the site's descriptor; from then on the instruction is an invokestatic of it,
 * so that inlining and escape analysis see all that happens. Each instruction is a site of its own.
 *
 * The bootstrap methods are those of bootstraps.def; they are not run, they are known. A site that
 * failed to link fails with the same error again. */
#ifndef DYNAMIC_DYNAMIC_H
#define DYNAMIC_DYNAMIC_H

#include "runtime/runtime.h"

/* The method that the invokedynamic at [bci] calls, its class initialised; NULL when linking threw.
 * May load classes, run their initialisers and collect. */
struct method *dynamic_link(struct thread *thread, struct method *method, int bci);
/* The same if it is linked, else NULL; for the compiler. */
struct method *dynamic_linked(const struct method *method, int bci);

#endif
