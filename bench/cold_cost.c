/* cold_cost [SPEC...]: what a spec costs beyond its own compilations, and what a whole directory
 * costs with one and with two workers. The baseline of each ratio is measured in the same run. */
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "harness/t_vm.h"

enum { ROUNDS = 3 };

struct cost {
    double whole, compilations; /* seconds */
    bool is_observed;
};

static void run_one(struct bench *bench, const void *what, void *result) {
    struct cost *cost = result;
    struct run_record record;
    double start = bench_seconds();
    run_test(&bench->host, what, &bench->arena, &record);
    cost->whole = bench_seconds() - start;
    struct vm_statistics statistics;
    vm_statistics(t_vm_of(bench->host.target), &statistics);
    cost->compilations = statistics.phase_seconds + statistics.backend_seconds;
    cost->is_observed = record.status == RUN_OBSERVED;
}

static void print_row(const char *what, sample *values) {
    printf("| %-34s | %9.2f | %9.2f | %9.2f |\n", what, 1e3 * sample_quantile(values, 0.5),
           1e3 * sample_quantile(values, 0.9), 1e3 * sample_quantile(values, 1));
}

static void measure_specs(struct bench *bench, double *compilations) {
    sample forked = {0}, whole = {0}, compiled = {0}, beyond = {0};
    double all = 0;
    *compilations = 0;
    vec_each(struct test, test, &bench->plan) {
        struct cost cost;
        if (!test->spec || test->spec->skip) continue;
        double start = bench_seconds();
        if (!bench_in_child(bench, (struct bench_work){run_one, test}, &cost, sizeof cost) ||
            !cost.is_observed)
            continue;
        vec_push(&forked, bench_seconds() - start);
        vec_push(&whole, cost.whole);
        vec_push(&compiled, cost.compilations);
        vec_push(&beyond, cost.whole - cost.compilations);
        *compilations += cost.compilations;
        all += cost.whole;
    }
    printf("One test, in milliseconds (%u tests of %u; the VM starts once for all, in %.1f ms)\n\n",
           whole.count, bench->plan.count, 1e3 * bench->start_seconds);
    printf("| %-34s | %9s | %9s | %9s |\n|---|---:|---:|---:|\n", "", "median", "90 %", "most");
    print_row("from fork to result", &forked);
    print_row("inside its process", &whole);
    print_row("of that its compilations", &compiled);
    print_row("of that beyond them", &beyond);
    printf("\nThe compilations are %.0f %% of the time inside.\n\n", 100 * *compilations / all);
}

static double run_directory(int workers, int path_count, char **paths) {
    char command[4096];
    int length = snprintf(command, sizeof command, "%s -q -j%d", JITTEST, workers);
    for (int i = 0; i < path_count && length < (int)sizeof command; i++)
        length += snprintf(command + length, sizeof command - (size_t)length, " %s", paths[i]);
    if (!path_count && length < (int)sizeof command)
        snprintf(command + length, sizeof command - (size_t)length, " %s/specs", SOURCE_DIR);
    double start = bench_seconds();
    if (system(command) < 0) exit(2);
    return bench_seconds() - start;
}

static void measure_directory(const struct bench *bench, double compilations, int path_count,
                              char **paths) {
    sample seconds[2] = {{0}, {0}};
    for (int round = 0; round < ROUNDS; round++)
        for (int workers = 1; workers <= 2; workers++)
            vec_push(&seconds[workers - 1], run_directory(workers, path_count, paths));
    printf("\nAll of them, by the program itself (median of %d runs, taken in turns)\n\n", ROUNDS);
    printf("| workers | seconds | ms a test | ÷ its compilations |\n|---:|---:|---:|---:|\n");
    for (int i = 0; i < 2; i++) {
        double median = sample_quantile(&seconds[i], 0.5);
        printf("| %d | %.2f | %.1f | %.2f |\n", i + 1, median, 1e3 * median / bench->plan.count,
               median / compilations);
    }
}

int main(int count, char **words) {
    struct bench bench;
    double compilations;
    bench_open(&bench, count - 1, words + 1);
    measure_specs(&bench, &compilations);
    measure_directory(&bench, compilations, count - 1, words + 1);
    return 0;
}
