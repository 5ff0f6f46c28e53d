/* A worker runs each job as a Check suite of one test case: Check forks the child, limits its time
 * and tells how it ended. The child writes its record and its messages into memory files, which
 * outlive it and need no reader. */
#define _GNU_SOURCE
#include "harness/worker.h"

#include <check.h>
#include <execinfo.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"

/* START_TEST takes no context: the job that this process is at. */
static struct {
    const struct runner *runner;
    int record, messages;
    struct told *told; /* shared with the child */
    int alarms;
} job;

struct told {
    enum job_end end; /* JOB_ENDED: nothing was told */
    char text[1024];
};

enum { ALARMS = 14, ALARM_MICROSECONDS = 100000 }; /* that remind a child whose time is over */
static const double grace = 2;                     /* seconds after which it is killed instead */

void runner_tell(enum job_end end, const char *text) {
    if (!job.told) return;
    size_t length = strlen(text), most = sizeof job.told->text - 1;
    memcpy(job.told->text, text, length < most ? length : most);
    job.told->text[length < most ? length : most] = 0;
    job.told->end = end;
}

void job_result_code(struct codec *codec, struct job_result *result) {
    uint64_t length = result->length;
    codec_value(codec, result->job);
    codec_value(codec, result->end);
    codec_value(codec, result->seconds);
    codec_text(codec, &result->crash);
    codec_text(codec, &result->told);
    codec_text(codec, &result->messages);
    codec_value(codec, length);
    codec_plain_array(codec, result->bytes, (uint32_t)length);
    result->length = codec->failed ? 0 : length;
}

/* --- in the job's child --- */

static void print_stack(int signal_number) {
    void *frames[64];
    int count = backtrace(frames, 64);
    backtrace_symbols_fd(frames, count, STDERR_FILENO);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void catch_crashes(void) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
    static char stack[64 * 1024];
    void *frame;
    backtrace(&frame, 1); /* loads the unwinder while that is still safe */
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    struct sigaction action = {.sa_handler = print_stack,
                               .sa_flags = (int)(SA_ONSTACK | SA_NODEFER | SA_RESETHAND)};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
}

static void time_is_over(int signal_number) {
    if (!job.alarms++) runner_tell(JOB_TIMED_OUT, "");
    if (job.alarms >= ALARMS) _exit(0);
    if (job.runner->times_out) job.runner->times_out(job.runner->context);
}

struct timeval runner_time(double seconds) {
    time_t whole = (time_t)seconds;
    return (struct timeval){whole, (suseconds_t)((seconds - (double)whole) * 1e6) + 1};
}

static void limit_time(double seconds) {
    struct sigaction action = {.sa_handler = time_is_over, .sa_flags = SA_RESTART};
    struct itimerval timer = {.it_interval.tv_usec = ALARM_MICROSECONDS,
                              .it_value = runner_time(seconds)};
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &timer, NULL);
}

START_TEST(run_job) {
    struct strbuf record = STRBUF_INIT;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(job.messages, STDOUT_FILENO);
    dup2(job.messages, STDERR_FILENO);
    catch_crashes();
    limit_time(job.runner->timeout);
    job.runner->run(job.runner->context, (uint32_t)_i, &record);
    setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
    file_write_all(job.record, record.bytes, record.length);
    fflush(stdout);
    _exit(0); /* what the parent's stdio buffers hold is the parent's to write */
}
END_TEST

/* --- in the worker --- */

static void read_back(int file, struct strbuf *out) {
    file_read_back(file, out);
    close(file);
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Check says how a child ended in words only. */
static void read_end(const char *message, struct job_result *result, struct strbuf *crash) {
    const char *signal_text = strstr(message, "Received signal ");
    if (strstr(message, "Test timeout expired")) {
        result->end = JOB_TIMED_OUT;
        return;
    }
    result->end = JOB_CRASHED;
    if (signal_text) {
        int number = atoi(signal_text + strlen("Received signal "));
        const char *name = sigabbrev_np(number);
        strbuf_addf(crash, "SIG%s (%s)", name ? name : "?", strsignal(number));
    } else {
        strbuf_add_text(crash, message);
    }
    result->crash = strbuf_text(crash);
}

static void run_suite(const struct runner *runner, struct job_result *result,
                      struct strbuf *crash) {
    Suite *suite = suite_create("jittest");
    TCase *test_case = tcase_create("job");
    tcase_set_timeout(test_case, runner->timeout + grace);
    tcase_add_loop_test(test_case, run_job, (int)result->job, (int)result->job + 1);
    suite_add_tcase(suite, test_case);
    SRunner *suite_runner = srunner_create(suite);
    srunner_set_fork_status(suite_runner, CK_FORK);
    double start = seconds_now();
    srunner_run(suite_runner, NULL, NULL, CK_SILENT);
    result->seconds = seconds_now() - start;
    if (srunner_ntests_failed(suite_runner)) {
        TestResult **failures = srunner_failures(suite_runner);
        read_end(tr_msg(failures[0]), result, crash);
        free(failures);
    }
    srunner_free(suite_runner);
}

static void run_once(struct job_result *result, struct strbuf *crash) {
    *result = (struct job_result){.job = result->job, .end = JOB_ENDED, .told = ""};
    strbuf_clear(crash);
    job.record = memfd_create("record", MFD_CLOEXEC);
    job.messages = memfd_create("messages", MFD_CLOEXEC);
    if (job.told) *job.told = (struct told){.end = JOB_ENDED};
    run_suite(job.runner, result, crash);
}

static void run_until_it_counts(struct job_result *result, struct strbuf *crash) {
    const struct runner *runner = job.runner;
    const struct runner_worker *own = runner->in_worker;
    if (own) own->prepare(runner->context, result->job);
    run_once(result, crash);
    while (own && own->repeats(runner->context)) {
        close(job.record);
        close(job.messages);
        run_once(result, crash);
    }
}

static void run_one(const struct runner *runner, uint32_t number, int pipe) {
    struct strbuf record = STRBUF_INIT, messages = STRBUF_INIT, crash = STRBUF_INIT,
                  out = STRBUF_INIT;
    struct job_result result = {.job = number};
    job.runner = runner;
    run_until_it_counts(&result, &crash);
    if (job.told && job.told->end != JOB_ENDED) {
        result.end = job.told->end;
        result.told = job.told->text;
        if (result.end == JOB_CRASHED) result.crash = job.told->text;
    }
    read_back(job.record, &record);
    read_back(job.messages, &messages);
    result.messages = strbuf_text(&messages);
    result.bytes = record.bytes;
    result.length = record.length;
    struct codec codec = codec_writer(&out);
    job_result_code(&codec, &result);
    uint64_t length = out.length;
    file_write_all(pipe, (const char *)&length, sizeof length);
    file_write_all(pipe, out.bytes, out.length);
    strbuf_release(&record), strbuf_release(&messages), strbuf_release(&crash),
        strbuf_release(&out);
}

_Noreturn void worker_main(const struct runner *runner, struct worker_queue *queue, uint32_t worker,
                           int pipe) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0); /* Ctrl-C is the parent's to handle */
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    void *shared =
        mmap(NULL, sizeof *job.told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    job.told = shared == MAP_FAILED ? NULL : shared;
    for (;;) {
        uint32_t next = atomic_fetch_add(&queue->next, 1);
        if (next >= runner->jobs) break;
        atomic_store(&queue->current[worker], next + 1);
        run_one(runner, next, pipe);
        atomic_store(&queue->current[worker], 0);
    }
    if (runner->in_worker) runner->in_worker->leaves(runner->context);
    _exit(0);
}
