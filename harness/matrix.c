/* Combinations are numbered with the last name of the matrix changing fastest. */
#include "harness/matrix.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "harness/arithmetic.h"
#include "harness/report_format.h"
#include "harness/spec_keys.h"

enum { MOST_COMBINATIONS = 10000, MOST_NAMES = 16 };

static bool is_name(const char *text) {
    if (!isalpha((unsigned char)*text) && *text != '_') return false;
    while (isalnum((unsigned char)*text) || *text == '_') text++;
    return !*text;
}

static bool check_values(const struct yaml_pair *pair, struct diag *diag) {
    const struct yaml_node *list = pair->value;
    if (!is_name(pair->key->text))
        return diag_error(diag, pair->key->place,
                          "'%s' cannot be a matrix name: letters, digits and _ only",
                          pair->key->text);
    if (list->kind != YAML_LIST || !list->item_count)
        return diag_error(diag, list->place, "matrix '%s' must be a list of values, not %s",
                          pair->key->text,
                          list->kind == YAML_LIST ? "an empty list" : yaml_kind_text(list));
    bool is_fine = true;
    for (uint32_t i = 0; i < list->item_count; i++) {
        const struct yaml_node *value = list->items[i];
        if (value->kind != YAML_SCALAR)
            is_fine = diag_error(diag, value->place, "a matrix value must be a scalar, not %s",
                                 yaml_kind_text(value));
        for (uint32_t k = 0; value->kind == YAML_SCALAR && k < i; k++)
            if (list->items[k]->kind == YAML_SCALAR &&
                strcmp(list->items[k]->text, value->text) == 0)
                is_fine = diag_error(diag, value->place, "matrix '%s' has the value %s twice",
                                     pair->key->text, value->text);
    }
    return is_fine;
}

static bool read_matrix(const struct yaml_node *root, struct matrix *out, struct diag *diag) {
    *out = (struct matrix){.combinations = 1};
    const struct yaml_node *map = root->kind == YAML_MAP ? yaml_get(root, "matrix") : NULL;
    if (!map) return true;
    if (map->kind != YAML_MAP || !map->pair_count)
        return diag_error(diag, map->place, "matrix must be a map of lists, not %s",
                          map->kind == YAML_MAP ? "an empty map" : yaml_kind_text(map));
    if (map->pair_count > MOST_NAMES)
        return diag_error(diag, map->place, "the matrix has too many names");
    bool is_fine = true;
    for (uint32_t i = 0; i < map->pair_count; i++) is_fine &= check_values(&map->pairs[i], diag);
    for (uint32_t i = 0; is_fine && i < map->pair_count; i++) {
        out->combinations *= map->pairs[i].value->item_count;
        if (out->combinations > MOST_COMBINATIONS)
            return diag_error(diag, map->place, "the matrix has more than %d combinations",
                              MOST_COMBINATIONS);
    }
    out->map = map;
    return is_fine;
}

bool matrix_read(const struct yaml_node *root, struct matrix *out, struct diag *diag) {
    if (read_matrix(root, out, diag)) return true;
    *out = (struct matrix){.combinations = 1, .is_wrong = true};
    return false;
}

static const struct yaml_node *value_of(const struct matrix *matrix, uint32_t combination,
                                        uint32_t name) {
    for (uint32_t i = matrix->map->pair_count - 1; i > name; i--)
        combination /= matrix->map->pairs[i].value->item_count;
    const struct yaml_node *values = matrix->map->pairs[name].value;
    return values->items[combination % values->item_count];
}

struct substitution {
    struct arena *arena;
    const struct matrix *matrix;
    uint32_t combination;
    struct diag *diag;
    bool *is_used; /* by name */
};

/* The value of the name of [length] letters, or NULL. */
static const struct yaml_node *lookup(const struct substitution *in, const char *name,
                                      size_t length) {
    const struct yaml_node *map = in->matrix->map;
    for (uint32_t i = 0; map && i < map->pair_count; i++) {
        const char *candidate = map->pairs[i].key->text;
        if (strlen(candidate) != length || memcmp(candidate, name, length) != 0) continue;
        in->is_used[i] = true;
        return value_of(in->matrix, in->combination, i);
    }
    return NULL;
}

/* The letters of the name after a '$' at [text], and in [after] where the text goes on. */
static size_t name_at(const char *text, const char **name, const char **after) {
    bool is_braced = text[1] == '{';
    *name = text + 1 + is_braced;
    size_t length = 0;
    while (isalnum((unsigned char)(*name)[length]) || (*name)[length] == '_') length++;
    *after = *name + length + is_braced;
    return is_braced && (*name)[length] != '}' ? 0 : length;
}

static struct yaml_node *wrong(const struct substitution *in, const struct yaml_node *node) {
    struct yaml_node *copy = ARENA_NEW(in->arena, struct yaml_node);
    *copy = *node;
    copy->is_wrong = true;
    return copy;
}

static struct yaml_node *unknown_name(const struct substitution *in, const struct yaml_node *node,
                                      const char *name) {
    const char *names[MOST_NAMES];
    const struct yaml_node *map = in->matrix->map;
    for (uint32_t i = 0; map && i < map->pair_count; i++) names[i] = map->pairs[i].key->text;
    if (map)
        unknown_error(in->diag, node->place, "matrix value", name, names, map->pair_count);
    else
        diag_error(in->diag, node->place, "'%s' is not a matrix value: the spec has no matrix",
                   node->text);
    return wrong(in, node);
}

static struct yaml_node *substitute_inside(const struct substitution *in,
                                           const struct yaml_node *node) {
    struct strbuf text = STRBUF_INIT;
    const char *cursor = node->text, *dollar, *name, *after;
    for (; (dollar = strchr(cursor, '$')); cursor = after) {
        size_t length = name_at(dollar, &name, &after);
        const struct yaml_node *value = length ? lookup(in, name, length) : NULL;
        if (!value) after = dollar + 1;
        strbuf_add(&text, cursor, (size_t)((value ? dollar : after) - cursor));
        if (value) strbuf_add_text(&text, value->text);
    }
    strbuf_add_text(&text, cursor);
    struct yaml_node *copy = ARENA_NEW(in->arena, struct yaml_node);
    *copy = *node;
    copy->text = arena_copy_text(in->arena, strbuf_text(&text), text.length);
    copy->length = text.length;
    strbuf_release(&text);
    return copy;
}

/* The lookup of arithmetic's names, and the first of them that is not known. */
struct naming {
    const struct substitution *in;
    const char **unknown;
};

static bool number_of(const void *context, const char *name, size_t length, double *out) {
    const struct naming *naming = context;
    const struct yaml_node *value = lookup(naming->in, name, length);
    if (!value && !*naming->unknown)
        *naming->unknown = arena_copy_text(naming->in->arena, name, length);
    return value && yaml_to_number(value, out);
}

static const char *number_text(struct arena *arena, double number) {
    bool is_whole = number == floor(number) && fabs(number) < 9007199254740992;
    return arena_format(arena, is_whole ? "%.0f" : "%.15g", is_whole ? number + 0.0 : number);
}

/* The result when [node] is arithmetic; NULL when it is not. */
static struct yaml_node *substitute_arithmetic(const struct substitution *in,
                                               const struct yaml_node *node) {
    double number;
    const char *name = NULL; /* that is not known; what stands for text makes text */
    struct naming naming = {in, &name};
    if (!node->is_plain) return NULL;
    switch (arithmetic_evaluate(node->text, number_of, &naming, &number)) {
    case ARITHMETIC_NONE: return NULL;
    case ARITHMETIC_DONE: break;
    case ARITHMETIC_NO_NUMBER: return name ? unknown_name(in, node, name) : NULL;
    case ARITHMETIC_NOT_FINITE:
        diag_error(in->diag, node->place, "'%s' is not a finite number", node->text);
        return wrong(in, node);
    case ARITHMETIC_NOT_EXACT:
        diag_error(in->diag, node->place, "'%s' exceeds 2^53, beyond which numbers are not exact",
                   node->text);
        return wrong(in, node);
    }
    struct yaml_node *copy = ARENA_NEW(in->arena, struct yaml_node);
    *copy = *node;
    copy->text = number_text(in->arena, number);
    copy->length = strlen(copy->text);
    return copy;
}

static struct yaml_node *substitute_scalar(const struct substitution *in,
                                           const struct yaml_node *node) {
    if (!strchr(node->text, '$')) return (struct yaml_node *)node;
    if (in->matrix->is_wrong && node->is_plain) return wrong(in, node);
    const char *name, *after;
    size_t length = *node->text == '$' ? name_at(node->text, &name, &after) : 0;
    if (!length || *after) {
        struct yaml_node *result = substitute_arithmetic(in, node);
        return result ? result : substitute_inside(in, node);
    }
    const struct yaml_node *value = lookup(in, name, length);
    if (!value) return unknown_name(in, node, arena_copy_text(in->arena, name, length));
    struct yaml_node *copy = ARENA_NEW(in->arena, struct yaml_node);
    *copy = *value;
    copy->place = node->place;
    return copy;
}

static struct yaml_node *substitute(const struct substitution *in, const struct yaml_node *node) {
    if (node->kind == YAML_SCALAR) return substitute_scalar(in, node);
    struct yaml_node *copy = ARENA_NEW(in->arena, struct yaml_node);
    *copy = *node;
    if (node->kind == YAML_LIST) {
        copy->items = ARENA_ARRAY(in->arena, struct yaml_node *, node->item_count);
        for (uint32_t i = 0; i < node->item_count; i++)
            copy->items[i] = substitute(in, node->items[i]);
        return copy;
    }
    copy->pairs = ARENA_ARRAY(in->arena, struct yaml_pair, node->pair_count);
    for (uint32_t i = 0; i < node->pair_count; i++) {
        copy->pairs[i].key = node->pairs[i].key;
        copy->pairs[i].value = substitute(in, node->pairs[i].value);
    }
    return copy;
}

static struct yaml_node *without_matrix(struct arena *arena, const struct yaml_node *root) {
    struct yaml_node *copy = ARENA_NEW(arena, struct yaml_node);
    *copy = *root;
    if (root->kind != YAML_MAP) return copy;
    copy->pairs = ARENA_ARRAY(arena, struct yaml_pair, root->pair_count);
    copy->pair_count = 0;
    for (uint32_t i = 0; i < root->pair_count; i++)
        if (strcmp(root->pairs[i].key->text, "matrix"))
            copy->pairs[copy->pair_count++] = root->pairs[i];
    return copy;
}

static void check_used(const struct substitution *in) {
    const struct yaml_node *map = in->matrix->map;
    for (uint32_t i = 0; map && i < map->pair_count; i++) {
        const struct yaml_node *key = map->pairs[i].key;
        if (!in->is_used[i])
            diag_error(in->diag, key->place,
                       "matrix '%s' is never used: write $%s where its values belong", key->text,
                       key->text);
    }
}

struct yaml_node *matrix_substitute(struct arena *arena, const struct matrix *matrix,
                                    uint32_t combination, const struct yaml_node *root,
                                    struct diag *diag) {
    bool is_used[MOST_NAMES] = {false};
    struct substitution in = {arena, matrix, combination, diag, is_used};
    struct yaml_node *tree = substitute(&in, without_matrix(arena, root));
    check_used(&in);
    return tree;
}

const char *matrix_name(struct arena *arena, const struct matrix *matrix, uint32_t combination) {
    if (!matrix->map) return "";
    struct strbuf name = STRBUF_INIT;
    for (uint32_t i = 0; i < matrix->map->pair_count; i++)
        strbuf_addf(&name, "%s%s=%s", i ? ", " : " [", matrix->map->pairs[i].key->text,
                    value_of(matrix, combination, i)->text);
    strbuf_add_char(&name, ']');
    struct strbuf line = STRBUF_INIT;
    report_add_line(&line, strbuf_text(&name)); /* as reports show it, so that --filter finds it */
    const char *copy = arena_copy_text(arena, strbuf_text(&line), line.length);
    strbuf_release(&name);
    strbuf_release(&line);
    return copy;
}
