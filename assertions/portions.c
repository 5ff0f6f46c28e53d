#include "assertions/portions.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { KEYS_SHOWN = 8 };

bool portions_are_given(const struct portions *portions) {
    return portions->count > 0 || portions->others;
}

struct portion_counts portion_counts_begin(const struct observation *observation,
                                           struct arena *arena) {
    int64_t executions = observation->executions;
    return (struct portion_counts){.executions = executions,
                                   .per_execution = ARENA_ARRAY(arena, int32_t, executions)};
}

void portion_counts_add(struct portion_counts *counts, const char *key,
                        const int32_t *per_execution, struct arena *arena) {
    int64_t hits = 0;
    for (int64_t i = 0; per_execution && i < counts->executions; i++) {
        hits += per_execution[i];
        counts->per_execution[i] += per_execution[i];
    }
    counts->sum += hits;
    vec_each(struct portion_count, one, &counts->each) {
        if (strcmp(one->key, key) != 0) continue;
        one->hits += hits;
        return;
    }
    arena_vec_push(arena, &counts->each, ((struct portion_count){key, hits}));
}

static int by_hits(const void *left, const void *right) {
    const struct portion_count *a = left, *b = right;
    return a->hits == b->hits ? strcmp(a->key, b->key) : a->hits < b->hits ? 1 : -1;
}

const char *portion_counts_text(const struct portion_counts *counts, struct arena *arena) {
    uint32_t count = counts->each.count;
    struct portion_count *sorted = ARENA_ARRAY(arena, struct portion_count, count);
    const char *text = arena_format(arena, "of %" PRId64 ":", counts->sum);
    for (uint32_t i = 0; i < count; i++) sorted[i] = counts->each.items[i];
    if (count > 1) qsort(sorted, count, sizeof *sorted, by_hits);
    for (uint32_t i = 0; i < count && i < KEYS_SHOWN; i++)
        text = arena_format(arena, "%s%s %s %" PRId64, text, i ? "," : "", sorted[i].key,
                            sorted[i].hits);
    return count > KEYS_SHOWN ? arena_format(arena, "%s, and %u more", text, count - KEYS_SHOWN)
                              : text;
}

static int64_t hits_of(const struct portion_counts *counts, const char *key) {
    vec_each(struct portion_count, one, &counts->each) {
        if (strcmp(one->key, key) == 0) return one->hits;
    }
    return 0;
}

/* Texts name the key, since there are several. */
static void add_share(struct answer *answer, const char *what, const struct portion *expected,
                      int64_t hits, const struct portion_counts *counts) {
    struct proportion proportion =
        part_proportion(hits, counts->sum, counts->per_execution, counts->executions);
    answer_add_rate(answer, what, &expected->share, &proportion);
    struct part *part = &answer->parts.items[answer->parts.count - 1];
    const char **texts[] = {&part->expected, &part->observed, &part->value};
    for (int i = 0; i < 3; i++)
        *texts[i] = arena_format(answer->arena, "%s %s", expected->key, *texts[i]);
}

void answer_add_portions(struct answer *answer, const char *what, const struct portions *expected,
                         const struct portion_counts *counts) {
    int64_t others = counts->sum;
    for (uint32_t i = 0; i < expected->count; i++) {
        int64_t hits = hits_of(counts, expected->items[i].key);
        others -= hits;
        add_share(answer, what, &expected->items[i], hits, counts);
    }
    if (!expected->others) return;
    struct portion rest = {"others", *expected->others};
    add_share(answer, what, &rest, others, counts);
}
