/* A spec's program in a target: classes defined, names resolved, compiler set up, probes in place;
 * not yet called. */
#ifndef HARNESS_PROGRAM_H
#define HARNESS_PROGRAM_H

#include "harness/draw.h"
#include "harness/run.h"

struct program {
    struct target *target;
    struct target_method *method;
    struct drawers arguments, warm_up_arguments;
    struct spec_rules rules; /* the spec's own come first */
    bool counts_by_rules, keeps_contexts, keeps_lives, keeps_cycles, keeps_call_graph;
    struct sources {
        struct target_source *items;
        uint32_t count, capacity;
    } sources;
};

/* False with the first error, at its place in the spec or in the program's source. Starts the
 * target again when the spec has options of its own. */
bool program_load(struct run_host *host, const struct test *test, struct arena *arena,
                  struct diag *diag, struct program *out);

/* Does a class exist that is called so, of an array that of its elements, or a method, by its name as "A.foo(I)V"? False: with an
 * error at [place]. */
bool program_check_class(const struct program *program, const char *name, struct place place,
                         struct diag *diag);
bool program_check_method(const struct program *program, const char *name, struct place place,
                          struct diag *diag);

/* Can each probe of the classes that were loaded be anchored as it says? Those of a class path are
 * all known only after the run. */
bool program_check_probes(struct arena *arena, const struct program *program,
                          const struct spec *spec, struct diag *diag);

/* After the run: does each counter that the spec names exist? What class files hit is known only
 * when they are loaded. */
bool program_check_counters(struct arena *arena, const struct program *program,
                            const struct spec *spec, struct diag *diag);

/* A rule one of whose filters, `of` or `in`, has named nothing that ran: an error, unless it is of a site, whose expectation says
 * that it was not reached. NULL: there is none. */
bool program_check_unmet(const struct vm_rule *rule, bool is_of, struct diag *diag);
/* After the run: did the filters of each rule name something? */
bool program_check_rules(const struct program *program, struct diag *diag);

#endif
