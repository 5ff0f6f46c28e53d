/* From how a job ended and what it saw to the result that reports show. */
#ifndef HARNESS_JUDGE_H
#define HARNESS_JUDGE_H

#include "harness/plan.h"
#include "harness/report.h"
#include "harness/run.h"
#include "harness/runner.h"

struct judge_settings {
    const char *command; /* the program with the options that change what a test does, for the
                            command that reproduces */
    double timeout;
};

struct judgement {
    struct spec_result result;
    bool is_spec_error;       /* the author's mistake: the result is red, and not evaluated */
    bool is_fault;            /* the harness's own */
    struct run_record record; /* RUN_OBSERVED with an empty observation when there is none */
};

/* The result of a test that ran. All memory is in [arena]. */
void judge(const struct judge_settings *settings, const struct test *test,
           const struct job_result *job, struct arena *arena, struct judgement *out);

/* Does the test have a job at all? If not, judge_unrun says what becomes of it. */
bool test_is_run(const struct test *test);
void judge_unrun(const struct test *test, struct arena *arena, struct judgement *out);

/* What follows [command] so that it runs the test without the switch that its proof turned off: on the VM that the spec names. "":
 * it is no proof. */
const char *judge_without(const char *command, const struct test *test, struct arena *arena);

#endif
