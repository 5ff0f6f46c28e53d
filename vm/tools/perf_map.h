/* For perf: /tmp/perf-PID.map (names by address, for perf report and perf script of a run without evictions), and jit-PID.dump in
 * the current folder, in perf's jitdump format (code and lines with times, for perf inject --jit, after perf record -k 1). */
#ifndef TOOLS_PERF_MAP_H
#define TOOLS_PERF_MAP_H

#include "base/diag.h"
#include "vm.h"

/* Until the process ends. False with [diag]. */
bool perf_map_open(struct diag *diag);
void perf_map_add(const struct placed_code *code);

#endif
