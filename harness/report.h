/* What the runs of all specs gave, and the reports made from it: one row per format in reports.def,
 * one file each.
 *
 * The runner makes one spec_result for each selected spec (each combination of a matrix is one) and
 * hands them over in the order of the specs, whatever order the workers finished in: every report
 * is then the same for -j1 and -jN. Everything in a result is borrowed for the length of the call.
 */
#ifndef HARNESS_REPORT_H
#define HARNESS_REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "assertions/verdict.h"
#include "base/diag.h"

struct expectation_result {
    int line, column;       /* in the spec file, from 1 */
    const char *text;       /* one line, as the spec wrote it: "rate: allocated" */
    struct verdict verdict; /* a plain one: known failures concern the spec as a whole */
    const char *held_until; /* see assertions/history.h; NULL when nothing is known */
    const char *probes;     /* red: the anchors of those that hit its counter; NULL: none */
};

struct spec_result {
    const char
        *name; /* unique in the run, with the matrix's values: "escape/on_one_branch [p=0.8]" */
    const char *file; /* the spec, as the command line reached it */
    int line;         /* where the spec begins; 1 unless a file holds several */
    bool never_ran;   /* an error of the spec, or skipped: there is no seed */
    uint64_t seed;
    double seconds; /* wall time of this spec alone */

    enum verdict_kind verdict; /* of the whole: spec_result_judge() */
    const char *why; /* reason of a skip or known failure, "after 10 s" of a timeout; NULL when
                        there is none */

    int64_t chosen_threshold; /* compile_threshold that the harness chose; 0: it did not */

    const char *target; /* "A.foo(Z)V"; NULL when the spec never got that far */
    int target_line;    /* 0: not known */

    const struct expectation_result
        *expectations; /* in the spec's order; may be empty after a crash */
    uint32_t expectation_count;

    const char *tables;             /* of the spec's profilers; NULL when it has none */
    const char *output;             /* what the target printed; NULL or "" when nothing */
    const char *crash;              /* "SIGSEGV (segmentation fault)"; NULL when it did not crash */
    const char *stack;              /* of the crash, lines; NULL when not known */
    const char *reproduce;          /* one command that runs this spec alone */
    const char *const *explanation; /* further lines for people, shown when the result is red */
    uint32_t explanation_count;
};

/* The verdict of the whole: the worst of its expectations in the order CRASH, TIMEOUT, NOT
 * EVALUATED, FAIL, UNDECIDED, PASS. A failure that is [known], by its verdict (PASS: none), is
 * green when the spec ends so and red when it passes; one that ends otherwise stays what it is.
 * [ended] is PASS, TIMEOUT or CRASH: how the child ended. Without expectations, and without a crash
 * or timeout, the spec is NOT EVALUATED. */
enum verdict_kind spec_result_judge(const struct spec_result *result, enum verdict_kind ended,
                                    enum verdict_kind known);

/* Does a part of an expectation FAIL, whatever could not be evaluated besides? */
bool spec_result_has_failed(const struct spec_result *result);

struct report_summary {
    uint32_t total;                      /* selected */
    uint32_t counts[VERDICT_KIND_COUNT]; /* results by verdict; their sum is less than total after
                                            an interrupt */
    uint32_t expectations;
    double false_alarm; /* sum over all expectations: bounds the chance that a correct compiler
                           turns the run red */
    double miss; /* sum over all expectations: bounds the chance that one of the deviations stays
                    green */
    uint32_t unknown_risks; /* expectations that are in neither sum */
    double seconds;         /* wall time of the run */
};

void report_summary_add(struct report_summary *summary, const struct spec_result *result);
/* Results that are green, that are red, and that were skipped: they partition the results. */
uint32_t report_summary_passed(const struct report_summary *summary);
uint32_t report_summary_failed(const struct report_summary *summary);
uint32_t report_summary_skipped(const struct report_summary *summary);

enum report_kind {
#define REPORT(name, option, meaning) REPORT_##name,
#include "harness/reports.def"
#undef REPORT
    REPORT_KIND_COUNT
};

enum report_color { REPORT_COLOR_AUTO, REPORT_COLOR_ALWAYS, REPORT_COLOR_NEVER };

struct report_options {
    FILE *out;     /* borrowed; reports flush it, the caller closes it */
    int verbosity; /* console: -1 failures and the closing line only, 0 usual, 1 every expectation
                      with its numbers */
    bool is_terminal; /* console: the line of a pass is rewritten in place */
    bool is_colored;  /* console */
};

/* --color against NO_COLOR, TERM=dumb and whether [out] is a terminal. */
bool report_wants_color(enum report_color color, FILE *out);
bool report_is_terminal(FILE *out);

struct report;

struct report *report_open(enum report_kind kind, const struct report_options *options);
void report_begin(struct report *report, uint32_t total);
void report_result(struct report *report, const struct spec_result *result);
/* Writes what is left and frees the report. False with [diag] when writing failed. */
bool report_end(struct report *report, const struct report_summary *summary, struct diag *diag);

const char *report_option(enum report_kind kind); /* "--junit-xml"; "" for the console */
const char *report_meaning(enum report_kind kind);

#endif
