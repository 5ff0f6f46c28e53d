/* Runs one test, in a process of its own: loads the target, warms it up, measures, and lets a child
 * that only interprets check every result. What it saw comes back as a record, which crosses to the
 * judge as bytes. */
#ifndef HARNESS_RUN_H
#define HARNESS_RUN_H

#include "assertions/observation.h"
#include "harness/codec.h"
#include "harness/plan.h"
#include "harness/target.h"

/* What all tests of a run share. */
struct run_host {
    struct target *target;           /* started before the fork, never used there */
    struct target_settings settings; /* [out] and [err] write to output_file */
    int output_file;
    const struct spec_texts *without, *sabotage; /* from the command line, known to exist */
    bool wants_graphs;                           /* of the target, after every phase */
    bool leaves_out_inserted_code;               /* see twin.h */
    bool wants_sites;                            /* executions of every allocation, lock and call */
};

enum run_status { RUN_OBSERVED, RUN_SPEC_ERROR };

struct run_record {
    enum run_status status;
    struct diag error;   /* RUN_SPEC_ERROR: the first, not known where the record is read; */
    struct diags errors; /* all, at least one */
    struct observation observation;
    const char *switched_off; /* phases and rules that were disabled: "escape, gvn"; NULL: none */
    int64_t failed_call;      /* see struct session */
    int64_t failed_probes;    /* times that a probe did not run to its end */
    const char *perturbation; /* what they changed in the compiler's work; NULL: nothing */
    bool changes_program;     /* calls end differently; else only the compiler's work differs */
    bool starts_threads;      /* the target does: then the compiler's work is not repeatable */
    bool is_foreign;          /* an adapter's: there was no run without probes to compare with */
    const char *graphs;       /* when the host wants them, else NULL */
    const char *tables;       /* of the spec's profilers; NULL: it has none */
    const char *
        unknown; /* an adapter's: "loop_tree 2", what its VM's log has and it does not know; NULL: nothing */
};

/* Takes over the process: the VM, its output and its children are not usable for anything else
 * afterwards. */
void run_test(struct run_host *host, const struct test *test, struct arena *arena,
              struct run_record *record);

void run_record_code(struct codec *codec, struct run_record *record);

#endif
