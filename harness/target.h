/* A spec's target in the VM: classes defined, names resolved, compiler set up, probes in place; not
 * yet called. */
#ifndef HARNESS_TARGET_H
#define HARNESS_TARGET_H

#include "harness/draw.h"
#include "harness/run.h"

struct target {
    struct vm *vm;
    struct method *method;
    struct drawers arguments, warm_up_arguments;
    struct sources {
        struct java_source *items;
        uint32_t count, capacity;
    } sources;
};

/* False with the first error, at its place in the spec or in the target's source. Replaces host->vm
 * when the spec has options of its own. */
bool target_load(struct run_host *host, const struct test *test, struct arena *arena,
                 struct diag *diag, struct target *out);

/* Does each probe of the classes that were loaded hang on what it says? Those of a class path are
 * known to the last after the run. */
bool target_check_probes(struct arena *arena, const struct target *target, const struct spec *spec,
                         struct diag *diag);

/* After the run: does each counter that the spec names exist? What class files hit is known only
 * when they are loaded. */
bool target_check_counters(struct arena *arena, const struct target *target,
                           const struct spec *spec, struct diag *diag);

#endif
