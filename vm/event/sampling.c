/* SAMPLING: names. */
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
