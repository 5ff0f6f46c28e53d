/* What the commands share: selecting tests, running them, reporting. */
#ifndef HARNESS_RUN_COMMAND_H
#define HARNESS_RUN_COMMAND_H

#include "harness/cli.h"
#include "harness/host.h"
#include "harness/judge.h"

/* The tests that the command line selects; false with *code after printing why, also when there are
 * none. */
bool select_tests(const struct cli *cli, struct arena *arena, struct plan *plan,
                  enum exit_code *code);

/* The reports that were asked for. */
struct reports {
    struct report *reports[REPORT_KIND_COUNT];
    FILE *files[REPORT_KIND_COUNT];
    struct report_summary summary;
};

bool reports_open(struct reports *reports, const struct cli *cli, const struct plan *plan,
                  uint32_t total, struct diag *diag);
void reports_add(struct reports *reports, const struct spec_result *result);
bool reports_close(struct reports *reports, double seconds, struct diag *diag);

/* Runs all tests of [plan] and hands every judgement, in the plan's order, to [judged]. The code
 * says what went wrong apart from red results: EXIT_GREEN when nothing did. */
enum exit_code run_tests(const struct cli *cli, const struct plan *plan, struct arena *arena,
                         void (*judged)(void *context, const struct test *test,
                                        const struct judgement *judgement),
                         void *context);

/* The worse of two exit codes. */
enum exit_code worse_exit(enum exit_code a, enum exit_code b);
double seconds_now(void);

#endif
