/* Shared by the benchmarks; see bench.h. */
#define _GNU_SOURCE
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

double bench_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void bench_open(struct bench *bench, int path_count, char **paths) {
    static const char *const specs[] = {SOURCE_DIR "/specs"};
    static const struct spec_texts none;
    struct diag diag = DIAG_INIT;
    *bench = (struct bench){.host = {.without = &none, .sabotage = &none}};
    arena_init(&bench->arena);
    struct target_settings settings = {0};
    bool is_open = plan_collect(&bench->arena, path_count ? (const char *const *)paths : specs,
                                path_count ? (size_t)path_count : 1, &diag, &bench->plan);
    double start = bench_seconds();
    is_open = is_open && host_open(&bench->host, &settings, &diag);
    bench->start_seconds = bench_seconds() - start;
    if (is_open) return;
    fprintf(stderr, "%s\n", diag.message);
    exit(2);
}

bool bench_in_child(struct bench *bench, struct bench_work work, void *result, size_t size) {
    int ends[2];
    fflush(NULL);
    if (pipe(ends) != 0) return false;
    pid_t child = fork();
    if (child < 0) return false;
    if (child == 0) {
        char *bytes = memory_allocate(size);
        work.run(bench, work.what, bytes);
        _exit(write(ends[1], bytes, size) == (ssize_t)size ? 0 : 1);
    }
    close(ends[1]);
    bool is_complete = read(ends[0], result, size) == (ssize_t)size;
    close(ends[0]);
    int status;
    waitpid(child, &status, 0);
    return is_complete && status == 0;
}

static int by_value(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

double sample_quantile(sample *values, double share) {
    if (!values->count) return NAN;
    qsort(values->items, values->count, sizeof *values->items, by_value);
    return values->items[(uint32_t)(share * (values->count - 1) + 0.5)];
}
