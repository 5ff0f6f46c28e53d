/* The runner with jobs made of C: order, crashes, hangs, dead workers. */
#include "harness/runner.h"

#include "base/check_run.h"
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static struct diag diag;

struct seen {
    uint32_t count, in_order;
    enum job_end ends[64];
    char texts[64][64], crashes[64][64], messages[64][4096];
};

static void see(void *context, const struct job_result *result) {
    struct seen *seen = context;
    seen->in_order += result->job == seen->count++;
    seen->ends[result->job] = result->end;
    snprintf(seen->texts[result->job], 64, "%.*s", (int)result->length,
             result->length ? result->bytes : "");
    snprintf(seen->crashes[result->job], 64, "%s", result->crash ? result->crash : "");
    snprintf(seen->messages[result->job], 4096, "%s", result->messages);
}

static struct seen run(uint32_t jobs, uint32_t workers,
                       void (*job)(void *, uint32_t, struct strbuf *)) {
    struct seen seen = {0};
    struct runner runner = {jobs, workers, 1, job, see, NULL, &seen, NULL};
    ck_assert_int_eq(runner_run(&runner, &diag), RUNNER_DONE);
    ck_assert_uint_eq(seen.count, jobs);
    ck_assert_uint_eq(seen.in_order, jobs);
    return seen;
}

static void say_number(void *context, uint32_t job, struct strbuf *record) {
    usleep((50 - job) * 100);
    strbuf_addf(record, "job %u", job);
}

START_TEST(results_come_in_the_order_of_the_jobs) {
    struct seen seen = run(50, 4, say_number);
    ck_assert_str_eq(seen.texts[0], "job 0");
    ck_assert_str_eq(seen.texts[49], "job 49");
}
END_TEST

static void tell_and_go(void *context, uint32_t job, struct strbuf *record) {
    if (job == 0) runner_tell(JOB_STOPPED, "I stop"), _exit(5);
    if (job == 1) pause();
    strbuf_add_text(record, "fine");
}

static void tell_where(void *context) { runner_tell(JOB_TIMED_OUT, "I wait"); }

static void see_told(void *context, const struct job_result *result) {
    static const char *const told[] = {"I stop", "I wait", ""};
    static const enum job_end ends[] = {JOB_STOPPED, JOB_TIMED_OUT, JOB_ENDED};
    ck_assert_str_eq(result->told, told[result->job]);
    ck_assert_int_eq(result->end, ends[result->job]);
    (*(int *)context)++;
}

START_TEST(a_job_can_tell_why_it_ends_early_and_where_it_stood) {
    int seen = 0;
    struct runner runner = {3, 1, 0.3, tell_and_go, see_told, tell_where, &seen, NULL};
    ck_assert_int_eq(runner_run(&runner, &diag), RUNNER_DONE);
    ck_assert_int_eq(seen, 3);
}
END_TEST

static void be_various(void *context, uint32_t job, struct strbuf *record) {
    if (job == 1) raise(SIGSEGV);
    if (job == 2) pause();
    if (job == 3) fprintf(stderr, "last words"), abort();
    if (job == 4) exit(7);
    if (job == 5) printf("hello");
    strbuf_add_text(record, "fine");
}

START_TEST(a_job_that_crashes_or_hangs_is_that_jobs_result) {
    struct seen seen = run(7, 2, be_various);
    ck_assert_int_eq(seen.ends[0], JOB_ENDED);
    ck_assert_int_eq(seen.ends[1], JOB_CRASHED);
    ck_assert_int_eq(seen.ends[2], JOB_TIMED_OUT);
    ck_assert_int_eq(seen.ends[3], JOB_CRASHED);
    ck_assert_int_eq(seen.ends[4], JOB_CRASHED);
    ck_assert_int_eq(seen.ends[5], JOB_ENDED);
    ck_assert_ptr_nonnull(strstr(seen.crashes[3], "SIGABRT"));
    ck_assert_ptr_nonnull(strstr(seen.crashes[4], "7"));
    ck_assert_ptr_nonnull(strstr(seen.messages[3], "last words"));
    ck_assert_str_eq(seen.messages[5], "hello");
    ck_assert_str_eq(seen.texts[6], "fine");
}
END_TEST

static void kill_the_worker(void *context, uint32_t job, struct strbuf *record) {
    if (job == 3) kill(getppid(), SIGKILL), pause();
    strbuf_add_text(record, "fine");
}

START_TEST(a_worker_that_dies_loses_only_the_job_it_was_at) {
    for (uint32_t workers = 1; workers <= 3; workers++) {
        struct seen seen = run(8, workers, kill_the_worker);
        ck_assert_int_eq(seen.ends[3], JOB_LOST);
        ck_assert_str_eq(seen.crashes[3], "the worker process was killed by SIGKILL");
        for (int i = 0; i < 8; i++) ck_assert_str_eq(seen.texts[i], i == 3 ? "" : "fine");
    }
}
END_TEST

static void be_large(void *context, uint32_t job, struct strbuf *record) {
    for (int i = 0; i < 1000000; i++) strbuf_add_char(record, (char)('a' + job));
}

static void see_large(void *context, const struct job_result *result) {
    ck_assert_uint_eq(result->length, 1000000);
    ck_assert_int_eq(result->bytes[999999], 'a' + (int)result->job);
}

START_TEST(records_may_be_larger_than_a_pipe) {
    struct runner runner = {6, 3, 30, be_large, see_large, NULL, NULL, NULL};
    ck_assert_int_eq(runner_run(&runner, &diag), RUNNER_DONE);
}
END_TEST

static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};

struct interruption {
    int signal, count;
};

static void interrupt_the_run(void *context, const struct job_result *result) {
    struct interruption *interruption = context;
    interruption->count++;
    raise(interruption->signal);
}

START_TEST(a_signal_ends_the_run_after_what_was_reported) {
    struct interruption interruption = {ending[_i], 0};
    struct runner runner = {50, 1, 30, say_number, interrupt_the_run, NULL, &interruption, NULL};
    ck_assert_int_eq(runner_run(&runner, &diag), RUNNER_INTERRUPTED);
    ck_assert_int_eq(runner_signal(), ending[_i]);
    ck_assert_int_lt(interruption.count, 50);
}
END_TEST

START_TEST(a_hangup_that_is_ignored_stays_ignored) {
    struct interruption interruption = {SIGHUP, 0};
    struct runner runner = {5, 1, 30, say_number, interrupt_the_run, NULL, &interruption, NULL};
    signal(SIGHUP, SIG_IGN);
    ck_assert_int_eq(runner_run(&runner, &diag), RUNNER_DONE);
    ck_assert_int_eq(runner_signal(), 0);
    ck_assert_int_eq(interruption.count, 5);
}
END_TEST

static void stop_the_run(void *context, const struct job_result *result) {
    ++*(int *)context;
    runner_stop();
}

START_TEST(a_run_that_is_stopped_reports_no_more) {
    int count = 0;
    struct runner runner = {50, 1, 30, say_number, stop_the_run, NULL, &count, NULL};
    ck_assert_int_eq(runner_run(&runner, &diag), RUNNER_INTERRUPTED);
    ck_assert_int_eq(runner_signal(), 0);
    ck_assert_int_lt(count, 50);
}
END_TEST

static void leave_a_file(void *context, uint32_t job, struct strbuf *record) {
    char path[4096];
    snprintf(path, sizeof path, "%s/left-XXXXXX", getenv("TMPDIR"));
    if (!mkdtemp(path)) abort();
    strcat(path, "/file");
    fclose(fopen(path, "w"));
    if (job) kill(getpid(), SIGKILL);
}

/* In a process of its own, whose TMPDIR it sets. */
START_TEST(what_killed_jobs_leave_behind_is_removed) {
    char parent[] = "/tmp/jittest-runner-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(parent));
    setenv("TMPDIR", parent, 1);
    struct seen seen = run(2, 1, leave_a_file);
    ck_assert_int_eq(seen.ends[0], JOB_ENDED);
    ck_assert_int_eq(seen.ends[1], JOB_CRASHED);
    ck_assert_int_eq(rmdir(parent), 0); /* it is empty */
}
END_TEST

/* Until none of a killed run's processes, which end one after the other, holds its directory. */
static void wait_until_unlocked(const char *parent) {
    DIR *directory = opendir(parent);
    for (const struct dirent *entry; (entry = readdir(directory));) {
        if (strncmp(entry->d_name, "jittest-run-", strlen("jittest-run-")) != 0) continue;
        int lock = openat(dirfd(directory), entry->d_name, O_RDONLY | O_DIRECTORY);
        ck_assert_int_eq(flock(lock, LOCK_EX), 0);
        close(lock);
    }
    closedir(directory);
}

/* A run that is killed at its first job, so that its directory stays. */
static void leave_a_directory(const char *parent) {
    struct interruption interruption = {SIGKILL, 0};
    struct runner runner = {2, 1, 30, say_number, interrupt_the_run, NULL, &interruption, NULL};
    pid_t child = fork();
    if (child == 0) runner_run(&runner, &diag);
    waitpid(child, NULL, 0);
    wait_until_unlocked(parent);
}

static int entries(const char *path) {
    int count = 0;
    DIR *directory = opendir(path);
    while (readdir(directory)) count++;
    closedir(directory);
    return count - 2; /* . and .. */
}

START_TEST(what_a_killed_run_left_is_removed_and_no_more) {
    char parent[] = "/tmp/jittest-runner-XXXXXX", other[64], used[64];
    ck_assert_ptr_nonnull(mkdtemp(parent));
    setenv("TMPDIR", parent, 1);
    snprintf(other, sizeof other, "%s/jittest-other", parent);
    snprintf(used, sizeof used, "%s/jittest-run-used", parent);
    mkdir(other, 0777);
    leave_a_directory(parent);
    mkdir(used, 0777);
    int lock = open(used, O_RDONLY);
    ck_assert_int_eq(flock(lock, LOCK_EX), 0);
    ck_assert_int_eq(entries(parent), 3);
    run(2, 1, say_number);
    ck_assert_int_eq(entries(parent), 2);
    ck_assert_int_eq(rmdir(other), 0);
    ck_assert_int_eq(rmdir(used), 0);
    ck_assert_int_eq(rmdir(parent), 0);
}
END_TEST

START_TEST(a_run_without_a_temporary_folder_is_refused) {
    int count = 0;
    struct runner runner = {2, 1, 30, say_number, stop_the_run, NULL, &count, NULL};
    setenv("TMPDIR", "/nowhere", 1);
    ck_assert_int_eq(runner_run(&runner, &diag), RUNNER_FAILED);
    ck_assert_int_eq(count, 0);
    ck_assert_str_eq(diag.message, "cannot make a temporary folder in '/nowhere' (TMPDIR): No such "
                                   "file or directory");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("runner");
    TCase *test_case = tcase_create("runner");
    tcase_set_timeout(test_case, 60);
    tcase_add_test(test_case, results_come_in_the_order_of_the_jobs);
    tcase_add_test(test_case, a_job_can_tell_why_it_ends_early_and_where_it_stood);
    tcase_add_test(test_case, a_job_that_crashes_or_hangs_is_that_jobs_result);
    tcase_add_test(test_case, a_worker_that_dies_loses_only_the_job_it_was_at);
    tcase_add_test(test_case, records_may_be_larger_than_a_pipe);
    tcase_add_loop_test(test_case, a_signal_ends_the_run_after_what_was_reported, 0, 4);
    tcase_add_test(test_case, a_hangup_that_is_ignored_stays_ignored);
    tcase_add_test(test_case, a_run_that_is_stopped_reports_no_more);
    tcase_add_test(test_case, what_a_killed_run_left_is_removed_and_no_more);
    tcase_add_test(test_case, a_run_without_a_temporary_folder_is_refused);
    tcase_add_test(test_case, what_killed_jobs_leave_behind_is_removed);
    suite_add_tcase(suite, test_case);
    return check_run(suite);
}
