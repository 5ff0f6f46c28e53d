/* compile_latency [-v] [SPEC...]: where the time of a compilation goes, in the compiler's own
 * phases or in libgccjit. Every spec's target is compiled once a round, in a fresh process; with -v
 * each of them is a row. */
#include <stdio.h>
#include <string.h>

#include "harness/t_vm.h"
#include "target_run.h"

enum { ROUNDS = 5 };

struct latency {
    struct vm_statistics statistics;
    char method[128];
    bool is_compiled;
};

static void compile_one(struct bench *bench, const void *what, void *result) {
    struct latency *latency = result;
    struct target_run run;
    latency->is_compiled = target_run_begin(&run, bench, what, 0);
    if (!latency->is_compiled) return;
    vm_statistics(t_vm_of(run.program.target), &latency->statistics);
    snprintf(latency->method, sizeof latency->method, "%s", run.program.method->name);
}

struct row {
    char method[128];
    double phases, backend; /* milliseconds a compilation: medians of the rounds */
    int64_t code_bytes;
};

static bool measure(struct bench *bench, const struct test *test, struct row *row) {
    sample phases = {0}, backend = {0};
    for (int round = 0; round < ROUNDS; round++) {
        struct latency latency;
        struct bench_work work = {compile_one, test};
        if (!bench_in_child(bench, work, &latency, sizeof latency) || !latency.is_compiled)
            return false;
        double compilations = (double)latency.statistics.compilations;
        vec_push(&phases, 1e3 * latency.statistics.phase_seconds / compilations);
        vec_push(&backend, 1e3 * latency.statistics.backend_seconds / compilations);
        memcpy(row->method, latency.method, sizeof row->method);
        row->code_bytes = latency.statistics.code_bytes;
    }
    row->phases = sample_quantile(&phases, 0.5);
    row->backend = sample_quantile(&backend, 0.5);
    vec_release(&phases);
    vec_release(&backend);
    return true;
}

/* The first combination of each file: the others compile the same. */
static bool is_first(const struct bench *bench, const struct test *test) {
    bool is_repeated = test > bench->plan.items && strcmp(test[-1].file, test->file) == 0;
    return test->spec && !test->spec->skip && !is_repeated;
}

static void print_summary(const char *what, sample *values) {
    printf("| %-22s | %9.3f | %9.3f | %9.3f | %9.3f |\n", what, sample_quantile(values, 0),
           sample_quantile(values, 0.5), sample_quantile(values, 0.9), sample_quantile(values, 1));
}

int main(int count, char **words) {
    bool is_verbose = count > 1 && strcmp(words[1], "-v") == 0;
    struct bench bench;
    sample phases = {0}, backend = {0}, shares = {0};
    bench_open(&bench, count - 1 - is_verbose, words + 1 + is_verbose);
    if (is_verbose)
        printf("| method | phases, ms | libgccjit, ms | phases, %% | bytes |\n"
               "|---|---:|---:|---:|---:|\n");
    vec_each(struct test, test, &bench.plan) {
        struct row row;
        if (!is_first(&bench, test) || !measure(&bench, test, &row)) continue;
        double share = 100 * row.phases / (row.phases + row.backend);
        vec_push(&phases, row.phases);
        vec_push(&backend, row.backend);
        vec_push(&shares, share);
        if (is_verbose)
            printf("| %s | %.3f | %.2f | %.2f | %lld |\n", row.method, row.phases, row.backend,
                   share, (long long)row.code_bytes);
    }
    if (is_verbose) printf("\n");
    printf("One compilation, by method (%u methods, each the median of %d)\n\n", phases.count,
           ROUNDS);
    printf("| %-22s | %9s | %9s | %9s | %9s |\n|---|---:|---:|---:|---:|\n", "", "least", "median",
           "90 %", "most");
    print_summary("own phases, ms", &phases);
    print_summary("libgccjit, ms", &backend);
    print_summary("own phases, % of both", &shares);
    return 0;
}
