/* A limit is pinned when a spec fails with a smaller value, down to half of it, and one with a
 * larger value, up to twice as much. */
#include "harness/coverage.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "event/event.h"
#include "harness/target.h"

static const struct explanation {
    const char *kind, *name, *why;
} explanations[] = {
#define UNPINNED(kind, name, why) {kind, name, why},
#include "harness/unpinned.def"
#undef UNPINNED
    {NULL, NULL, NULL},
};

static bool contains(const struct spec_texts *texts, const char *name) {
    vec_each(struct spec_text, text, texts)
        if (strcmp(text->text, name) == 0) return true;
    return false;
}

static void add(struct coverage *coverage, struct spec_texts *texts, const char *name) {
    struct spec_text text = {arena_copy_text(coverage->arena, name, strlen(name)), {0}};
    if (!contains(texts, name)) arena_vec_push(coverage->arena, texts, text);
}

void coverage_add_proof(struct coverage *coverage, const char *thing) {
    add(coverage, &coverage->proved, thing);
}

void coverage_add_spec(struct coverage *coverage, const struct spec *spec) {
    for (uint32_t i = 0; i < spec->expectations.count; i++) {
        const char *reason = expectation_because(spec->expectations.items[i].expectation);
        if (reason) add(coverage, &coverage->reasons, reason);
    }
}

/* Is a limit of this value pinned from below ([sign] is -1) or from above? */
static bool is_side_pinned(const struct coverage *coverage, const char *name, double value,
                           int sign) {
    size_t length = strlen(name);
    vec_each(struct spec_text, proved, &coverage->proved) {
        if (strncmp(proved->text, name, length) != 0 || proved->text[length] != '=') continue;
        double moved = strtod(proved->text + length + 1, NULL);
        if (sign < 0 ? moved < value && moved >= value / 2 : moved > value && moved <= value * 2)
            return true;
    }
    return false;
}

static const char *why_not(const char *kind, const char *name) {
    for (const struct explanation *row = explanations; row->kind; row++)
        if (strcmp(row->kind, kind) == 0 && strcmp(row->name, name) == 0) return row->why;
    return NULL;
}

struct coverage_tally {
    FILE *out;
    int all, pinned, unexplained, outdated;
};

static void tell(struct coverage_tally *tally, const char *kind, const char *name,
                 const char *what) {
    const char *why = why_not(kind, name);
    tally->all++;
    tally->pinned += what == NULL;
    tally->unexplained += what && !why;
    tally->outdated += !what && why;
    if (!what && why)
        fprintf(tally->out, "%-8s %-24s is pinned, but listed as not pinned\n", kind, name);
    if (what)
        fprintf(tally->out, "%-8s %-24s %s: %s\n", kind, name, what, why ? why : "NOT EXPLAINED");
}

static void tell_switches(const struct coverage *coverage, struct coverage_tally *tally) {
    const char *name, *meaning;
    for (size_t i = 0; the_target()->list_names(TARGET_SWITCHES, i, &name, &meaning); i++) {
        bool is_pinned = contains(&coverage->proved, name);
        tell(tally, "rule", name, is_pinned ? NULL : "no spec fails without it");
    }
}

static void tell_limits(const struct coverage *coverage, struct coverage_tally *tally) {
    const char *name, *meaning;
    double value;
    for (size_t i = 0; the_target()->list_limits(i, &name, &value, &meaning); i++) {
        bool below = is_side_pinned(coverage, name, value, -1);
        bool above = is_side_pinned(coverage, name, value, 1);
        tell(tally, "limit", name,
             below && above ? NULL
             : below        ? "no spec fails with a larger one"
             : above        ? "no spec fails with a smaller one"
                            : "no spec fails with another one");
    }
}

static void tell_reasons(const struct coverage *coverage, struct coverage_tally *tally) {
    for (int reason = REASON_none + 1; reason < REASON_COUNT; reason++) {
        const char *name = reason_name((enum reason)reason);
        bool is_pinned = contains(&coverage->reasons, name);
        tell(tally, "reason", name, is_pinned ? NULL : "no spec asks for it");
    }
}

bool coverage_print(const struct coverage *coverage, FILE *out) {
    struct coverage_tally tally = {.out = out};
    tell_switches(coverage, &tally);
    tell_limits(coverage, &tally);
    tell_reasons(coverage, &tally);
    fprintf(out,
            "%d of %d phases, rules, limits and reasons are pinned; of the others %d are not"
            " explained\n",
            tally.pinned, tally.all, tally.unexplained);
    return !tally.unexplained && !tally.outdated;
}
