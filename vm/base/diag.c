/* DIAG: the first error, with its place; or all. */
#include "base/diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/vec.h"

static void diag_copy(struct diag *to, const struct diag *from) {
    struct diags *all = to->all;
    *to = *from;
    to->all = all;
    if (from->place.file) to->place.file = to->file;
}

static const char *file_of(const struct diag *error) {
    return error->place.file ? error->place.file : "";
}

static bool is_before(const struct diag *a, const struct diag *b) {
    if (strcmp(file_of(a), file_of(b)) != 0) return false;
    if (a->place.line != b->place.line) return a->place.line < b->place.line;
    return a->place.column < b->place.column;
}

static bool is_same(const struct diag *a, const struct diag *b) {
    return a->place.line == b->place.line && a->place.column == b->place.column &&
           strcmp(a->message, b->message) == 0 && strcmp(file_of(a), file_of(b)) == 0;
}

void diags_add(struct diags *all, const struct diag *error) {
    for (uint32_t i = 0; i < all->count; i++)
        if (is_same(all->items[i], error)) return;
    struct diag *copy = ARENA_NEW(all->arena, struct diag);
    diag_copy(copy, error);
    arena_vec_push(all->arena, all, copy);
    for (uint32_t i = all->count - 1; i > 0 && is_before(copy, all->items[i - 1]); i--) {
        all->items[i] = all->items[i - 1];
        all->items[i - 1] = copy;
    }
}

bool diag_error(struct diag *diag, struct place place, const char *format, ...) {
    if (diag->is_set && !diag->all) return false;
    struct diag error = {.is_set = true, .place = place};
    if (place.file) snprintf(error.file, sizeof error.file, "%s", place.file);
    va_list args;
    va_start(args, format);
    vsnprintf(error.message, sizeof error.message, format, args);
    va_end(args);
    if (diag->all) diags_add(diag->all, &error);
    if (!diag->is_set) diag_copy(diag, &error);
    return false;
}

const char *diag_format(const struct diag *diag, char *out, size_t size) {
    const struct place *place = &diag->place;
    const char *file = place->file ? diag->file : "";
    const char *after_file = *file ? ":" : "";
    if (place->line && place->column)
        snprintf(out, size, "%s%s%d:%d: %s", file, after_file, place->line, place->column,
                 diag->message);
    else if (place->line)
        snprintf(out, size, "%s%s%d: %s", file, after_file, place->line, diag->message);
    else
        snprintf(out, size, "%s%s%s", file, *file ? ": " : "", diag->message);
    return out;
}

/* Levenshtein distance; words longer than the row are never near. */
static size_t edit_distance(const char *a, const char *b) {
    enum { LONGEST = 64 };
    size_t length_a = strlen(a), length_b = strlen(b), row[LONGEST + 1];
    if (length_a > LONGEST || length_b > LONGEST) return LONGEST;
    for (size_t j = 0; j <= length_b; j++) row[j] = j;
    for (size_t i = 1; i <= length_a; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= length_b; j++) {
            size_t substitute = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            size_t other = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            row[j] = substitute < other ? substitute : other;
        }
    }
    return row[length_b];
}

const char *diag_nearest(const char *word, const char *const *candidates, size_t count) {
    const char *nearest = NULL;
    size_t best = strlen(word) / 3 + 2;
    for (size_t i = 0; i < count; i++) {
        size_t distance = edit_distance(word, candidates[i]);
        if (distance < best) best = distance, nearest = candidates[i];
    }
    return nearest;
}
