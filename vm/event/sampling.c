/* SAMPLING: names, and what samples are worth. */
#include "event/sampling.h"

static const struct {
    const char *text, *meaning;
} skips[VM_SKIPS] = {
#define SKIP(name, text, meaning) [VM_SKIP_##name] = {text, meaning},
#include "event/skips.def"
#undef SKIP
};

bool vm_skip_row(enum vm_skip skip, const char **name, const char **meaning) {
    if (skip >= VM_SKIPS) return false;
    *name = skips[skip].text;
    *meaning = skips[skip].meaning;
    return true;
}

double vm_independent_calls(const struct vm_sampling *sampling, double same) {
    if (!sampling->weighted) return 0;
    double all = (double)(sampling->calls + sampling->inferred);
    double most = all * all / (double)sampling->weighted;
    double apart = (double)sampling->edge_squares - same * (double)sampling->window_squares;
    double worth = all * all * (1 - same);
    return worth < most * apart ? worth / apart : most;
}
