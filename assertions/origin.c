/* Operations of the program: the same one, the earlier one, the one meant. */
#include "assertions/origin.h"

#include <string.h>

#include "base/java_names.h"

bool name_matches(const char *pattern, const char *name) {
    if (!pattern) return true;
    if (!name) return false;
    size_t length = strcspn(name, "(");
    if (strncmp(pattern, name, length) != 0) return false;
    return !pattern[length] || strcmp(pattern, name) == 0 ||
           java_parameters_are(pattern + length, name + length);
}

/* From the root inwards; the last is where it is. */
static const struct code_place *step(const struct origin *origin, uint32_t index) {
    return index < origin->caller_count ? &origin->callers[origin->caller_count - 1 - index]
                                        : &origin->at;
}

const char *origin_root(const struct origin *origin) { return step(origin, 0)->method; }

static int place_compare(const struct code_place *a, const struct code_place *b) {
    int by_name = strcmp(a->method, b->method);
    if (by_name) return by_name;
    if (a->bci != b->bci) return a->bci < b->bci ? -1 : 1;
    return (int)a->is_below_hidden - (int)b->is_below_hidden;
}

int origin_compare(const struct origin *a, const struct origin *b) {
    uint32_t i = 0;
    while (i <= a->caller_count && i <= b->caller_count) {
        int order = place_compare(step(a, i), step(b, i));
        if (order) return order;
        i++;
    }
    return (int)a->caller_count - (int)b->caller_count;
}

bool origin_equal(const struct origin *a, const struct origin *b) {
    return a->at.method && b->at.method && origin_compare(a, b) == 0;
}

const char *code_place_text(const struct code_place *place, struct arena *arena) {
    const char *text =
        place->bci < 0 ? place->method : arena_format(arena, "%s:%d", place->method, place->bci);
    return place->line ? arena_format(arena, "%s (line %d)", text, place->line) : text;
}

const char *origin_text(const struct origin *origin, struct arena *arena) {
    const char *text = code_place_text(&origin->at, arena);
    for (uint32_t i = 0; i < origin->caller_count; i++)
        text = arena_format(arena, "%s < %s", text, code_place_text(&origin->callers[i], arena));
    return text;
}

bool origin_is_via(const struct origin *origin, const struct via *path, uint32_t count) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < origin->caller_count && found < count; i++) {
        const struct code_place *call = step(origin, i);
        found += name_matches(path[found].method, call->method) &&
                 (path[found].line == 0 || path[found].line == call->line);
    }
    if (count > 1 && found == count - 1 && path[found].line == 0)
        found += name_matches(path[found].method, origin->at.method);
    return found == count;
}
