/* probes [SPEC...]: what the VM's probes cost, over the targets of the specs: compile time and run
 * time with them, divided by those without. The variants take turns in the same run, each in a
 * fresh process; the time of a call of an empty method is taken off the run time. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/t_vm.h"
#include "target_run.h"

enum { ROUNDS = 5, CALLS = 100000, DRAWS = 64, MOST_VALUES = 8 };

/* Shorter targets are noise. */
#define LEAST_NANOSECONDS 3.0

static const struct variant {
    const char *name;
    unsigned profile;
} variants[] = {
    {"none", 0},
    {"allocations", PROFILE_OF(SITE_ALLOCATION)},
    {"locks", PROFILE_OF(SITE_LOCK)},
    {"calls", PROFILE_OF(SITE_CALL)},
    {"all", PROFILE_OF(SITE_ALLOCATION) | PROFILE_OF(SITE_LOCK) | PROFILE_OF(SITE_CALL)},
};
enum { VARIANTS = sizeof variants / sizeof *variants };

struct what {
    const struct test *test;
    unsigned profile;
};

struct cost {
    bool is_compiled, is_timed;
    double compile_seconds, nanoseconds; /* a call, beyond an empty one */
    double hits;                         /* of counters a call */
    int64_t sites;
};

/* --- in the child --- */

static int64_t deoptimizations(struct vm *vm) {
    struct vm_statistics statistics;
    vm_statistics(vm, &statistics);
    return statistics.deoptimizations;
}

static int64_t count_hits(struct vm *vm, int64_t *sites) {
    struct vm_site site;
    int64_t hits = 0;
    for (*sites = 0; vm_list_sites(vm, (size_t)*sites, &site); ++*sites)
        hits += count_value(site.reached) + count_value(site.effective);
    return hits;
}

static double time_calls(struct vm *vm, struct method *method,
                         union value values[DRAWS][MOST_VALUES]) {
    double start = bench_seconds();
    for (int i = 0; i < CALLS; i++) vm_call(vm, method, values[i % DRAWS]);
    return (bench_seconds() - start) * 1e9 / CALLS;
}

static struct method *empty_method(struct vm *vm, struct diag *diag) {
    static const char text[] = "class BenchEmpty { static void call() {} }";
    struct java_source source = {"BenchEmpty.java", text, sizeof text - 1, 1, 1, NULL};
    if (!vm_define_sources(vm, &source, 1, diag)) return NULL;
    struct method *method = vm_find_method(vm, "BenchEmpty.call", diag);
    if (method) vm_compile_only(vm, method);
    return method;
}

static bool draw_all(struct target_run *run, union value values[DRAWS][MOST_VALUES]) {
    double numbers[MOST_VALUES];
    union target_value drawn[MOST_VALUES] = {0};
    struct drawers *drawers = &run->program.arguments;
    if (drawers->count > MOST_VALUES) return false;
    for (int i = 0; i < DRAWS; i++) {
        if (!drawers_draw(drawers, run->program.target, drawn, numbers, &run->diag)) return false;
        memcpy(values[i], drawn, sizeof drawn);
    }
    return true;
}

static void run_variant(struct bench *bench, const void *context, void *result) {
    const struct what *what = context;
    struct cost *cost = result;
    struct target_run run;
    union value values[DRAWS][MOST_VALUES]; /* on the stack, where the collector looks */
    memset(values, 0, sizeof values);
    cost->is_compiled = target_run_begin(&run, bench, what->test, what->profile);
    if (!cost->is_compiled) return;
    struct vm *vm = t_vm_of(run.program.target);
    struct vm_statistics statistics;
    vm_statistics(vm, &statistics);
    cost->compile_seconds = statistics.phase_seconds + statistics.backend_seconds;
    int64_t deoptimized = deoptimizations(vm);
    struct method *empty = empty_method(vm, &run.diag), *method = t_vm_method(run.program.method);
    if (!empty || !draw_all(&run, values)) return;
    time_calls(vm, empty, values);
    time_calls(vm, method, values);
    int64_t hits = count_hits(vm, &cost->sites);
    double with = time_calls(vm, method, values);
    cost->hits = (double)(count_hits(vm, &cost->sites) - hits) / CALLS;
    cost->nanoseconds = with - time_calls(vm, empty, values);
    cost->is_timed = deoptimizations(vm) == deoptimized && vm_is_compiled(method);
}

/* --- the figures --- */

struct medians {
    double compile_seconds, nanoseconds, hits; /* NaN: not measured */
    int64_t sites;
};

static void measure(struct bench *bench, const struct test *test, struct medians out[VARIANTS]) {
    sample compile[VARIANTS] = {0}, run[VARIANTS] = {0};
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < VARIANTS; i++) {
            struct cost cost;
            struct what what = {test, variants[i].profile};
            struct bench_work work = {run_variant, &what};
            if (!bench_in_child(bench, work, &cost, sizeof cost) || !cost.is_compiled) continue;
            vec_push(&compile[i], cost.compile_seconds);
            if (cost.is_timed) vec_push(&run[i], cost.nanoseconds);
            out[i].hits = cost.hits;
            out[i].sites = cost.sites;
        }
    }
    for (int i = 0; i < VARIANTS; i++) {
        out[i].compile_seconds = sample_quantile(&compile[i], 0.5);
        out[i].nanoseconds = sample_quantile(&run[i], 0.5);
        vec_release(&compile[i]);
        vec_release(&run[i]);
    }
}

struct figures {
    sample compile, run, hit;
};

static void add(struct figures *figures, const struct medians *without,
                const struct medians *with) {
    if (!with->sites || isnan(with->compile_seconds) || isnan(without->compile_seconds)) return;
    vec_push(&figures->compile, with->compile_seconds / without->compile_seconds);
    if (isnan(with->nanoseconds) || !(without->nanoseconds >= LEAST_NANOSECONDS)) return;
    vec_push(&figures->run, with->nanoseconds / without->nanoseconds);
    if (with->hits > 0)
        vec_push(&figures->hit, (with->nanoseconds - without->nanoseconds) / with->hits);
}

static void print(struct figures figures[VARIANTS]) {
    printf("With probes ÷ without, by target (medians of %d runs in turns, %d calls each)\n\n",
           ROUNDS, CALLS);
    printf("| probes | targets | compile time: median | 90 %% | targets timed | run time: median | "
           "90 %% | ns a hit: median |\n|---|---:|---:|---:|---:|---:|---:|---:|\n");
    for (int i = 1; i < VARIANTS; i++) {
        struct figures *row = &figures[i];
        printf("| %s | %u | %.3f | %.3f | %u | %.3f | %.3f | %.2f |\n", variants[i].name,
               row->compile.count, sample_quantile(&row->compile, 0.5),
               sample_quantile(&row->compile, 0.9), row->run.count, sample_quantile(&row->run, 0.5),
               sample_quantile(&row->run, 0.9), sample_quantile(&row->hit, 0.5));
    }
}

int main(int count, char **words) {
    struct bench bench;
    struct figures figures[VARIANTS] = {0};
    bench_open(&bench, count - 1, words + 1);
    vec_each(struct test, test, &bench.plan) {
        bool is_repeated = test > bench.plan.items && strcmp(test[-1].file, test->file) == 0;
        if (!test->spec || test->spec->skip || is_repeated) continue;
        struct medians medians[VARIANTS] = {0};
        measure(&bench, test, medians);
        for (int i = 1; i < VARIANTS; i++) add(&figures[i], &medians[0], &medians[i]);
    }
    print(figures);
    return 0;
}
