/* A test on a VM that an adapter drives (docs/protocol.md): the harness keeps the program, the draws, the reference run and the
 * verdict; what took effect comes from there. Fills the same record as a test in this process. */
#ifndef HARNESS_FOREIGN_H
#define HARNESS_FOREIGN_H

#include "harness/adapter.h"
#include "harness/reference.h"
#include "harness/decided.h"

/* One test's conversation. */
struct foreign {
    struct adapter adapter;
    const struct run_host *host;
    const struct test *test;
    struct arena *arena;
    struct diag *diag;
    json_t *hello, *switches, *warmed_up, *decisions;
    json_t *observed;       /* a list, by chunk of the measured calls */
    bool has_inserted_code; /* the program runs there with its probes */
    bool is_script;         /* of another language: there is no bytecode, and no reference run */
    struct target *target;  /* whose classes arguments are of */
    const struct target_method *method; /* that is called */
    struct reference_run reference;
    struct spec_rules rules; /* that the program is counted by there (rows_rules) */
    const struct target_probe *probes;
    size_t probe_count;
    struct drawers warm_up_arguments, arguments; /* as the reference's; their objects are JSON */
    double **drawn;                              /* numbers by argument and execution */
    int64_t warm_up_calls, executions;           /* made; executions: of the measured ones */
    int64_t *in_code;                            /* by execution: did it begin in compiled code? */
    bool is_cut;                                 /* the last of them were not counted */
    struct outcomes outcomes;                    /* of all calls */
    int64_t output_from; /* where in the adapter's output the program's begins */
    const char *output;
};

bool run_foreign(struct run_host *host, const struct test *test, struct arena *arena,
                 struct run_record *record);

/* foreign_script.c: of a script: what it is called with. May fail. */
bool script_load(struct foreign *foreign);
json_t *script_definition(const struct foreign *foreign);

/* foreign_calls.c: warm-up and measured calls. May fail. */
bool foreign_warm_up(struct foreign *foreign);
bool foreign_measure(struct foreign *foreign);
bool foreign_was_compiled(const struct foreign *foreign);
/* Are calls made behind the warm-up? Inserted code tells of those in the interpreter, too. */
bool foreign_measures(const struct foreign *foreign);

/* foreign_seen.c: everything of the observation but the evidence. */
void foreign_put(struct foreign *foreign, struct observation *out);
/* A member that is text, in the arena; NULL: it is none. */
const char *foreign_text(struct foreign *foreign, const json_t *object, const char *key);
/* A bytecode and the calls that it was inlined through, as they are told. */
struct origin foreign_origin(struct foreign *foreign, const json_t *at, const json_t *callers);
/* An event of `decisions`. */
struct decision foreign_decision(struct foreign *foreign, const json_t *event);

/* foreign_inserted.c: likewise, where the program runs with its inserted code: counters, sites, decisions and probes. */
void foreign_put_inserted(struct foreign *foreign, struct observation *out);
/* What is told of the compiler's steps: beliefs about the counters and sites that are in [out], and nodes. */
void foreign_put_steps(struct foreign *foreign, struct observation *out);
/* What has a count for each execution of a chunk, which begins with [from]: its sum over the measured ones. [per_execution] receives
 * them unless it is NULL. */
int64_t foreign_add_runs(const struct foreign *foreign, const json_t *told, const char *key,
                         int64_t from, int64_t count, int32_t *per_execution);
/* What `define` has beside then. */
void foreign_ask_inserted(struct foreign *foreign, json_t *question);
/* An option that the spec gives and `hello` does not tell; NULL: there is none. */
const char *foreign_missing_option(const struct foreign *foreign);

/* foreign_rows.c: rules go there as data, and what they counted comes back. */
bool foreign_takes(const struct foreign *foreign, const char *what);
json_t *foreign_json_of_rules(const struct foreign *foreign);
void foreign_put_rows(struct foreign *foreign, struct observation *out);
/* A rule that named nothing that ran is an error of the spec. */
bool foreign_check_rules(const struct foreign *foreign);

/* foreign_profiles.c: profilers and calling contexts. */
void foreign_ask_profiles(const struct foreign *foreign, json_t *question);
void foreign_put_profiles(struct foreign *foreign, struct observation *out);

/* foreign_sites.c: as sites are told: "lock". SITE_KIND_COUNT: no kind has this name. */
const char *foreign_kind_name(enum site_kind kind);
enum site_kind foreign_kind_of_name(const char *name);

/* The clause that tells what a probe would count: "allocation.rate"; NULL: none does, it needs inserted code. */
const char *foreign_clause_of_probe(const struct target_probe *probe);

/* foreign_switches.c: how the switches of the compiler are turned that the test asks for; [missing] is one that the adapter does
 * not have, or NULL. */
json_t *foreign_switches(const struct foreign *foreign, const char **missing);

/* foreign_evidence.c */
void foreign_put_evidence(struct foreign *foreign, struct observation *out);
/* When all was measured. */
void foreign_weaken_evidence(struct foreign *foreign, struct observation *out);
/* What a measurement called an estimate is exact: its bytes are those of the objects that could be allocated. */
void foreign_strengthen_evidence(struct foreign *foreign, struct observation *out);
/* The reason of ours that the VM's words mean; false: none does, or they say nothing. */
bool foreign_reason(const struct foreign *foreign, const char *words, enum reason *reason);

#endif
