/* Shares by key, as expectations of several kinds have them. */
#include "harness/e_read.h"

#include <math.h>
#include <string.h>

static const struct section_key keys_of_shares[] = {
    SECTION_KEY(epsilon, NUMBER, false, "0",
                "of each key's share that is a number: the tolerance on both sides"),
    SECTION_KEY(others, BOUND, false, "any", "of all keys that are not named, together"),
};

const struct section section_shares = {
    "shares", "shares",
    "How what was counted divides: a map of keys and the share of each, a number or a bound, as "
    "`{ Square: 0.8, Circle: { at_least: 0.1 }, epsilon: 0.02 }`. What is not named may be there. "
    "One word alone is all that there is: `Square` means `{ Square: 1 }`. Each share is judged for "
    "itself, by its exact interval where the run draws. Beside keys there are:",
    SECTION_KEYS(keys_of_shares)};

static bool is_key(const struct yaml_node *name) {
    return strcmp(name->text, "epsilon") != 0 && strcmp(name->text, "others") != 0;
}

static bool check_known(struct spec_reader *reader, const struct yaml_node *name,
                        const struct known_keys *known) {
    if (!known) return true;
    for (size_t i = 0; i < known->count; i++)
        if (strcmp(name->text, known->items[i]) == 0) return true;
    return unknown_error(reader->diag, name->place, known->what, name->text, known->items,
                         known->count);
}

static bool read_share(struct spec_reader *reader, struct yaml_node *node, double epsilon,
                       struct bound *out) {
    bool is_number = yaml_to_number(node, &(double){0});
    if (!is_number && node->kind != YAML_MAP)
        return diag_error(reader->diag, node->place,
                          "a share must be a number or a map (see bound), not %s",
                          yaml_kind_text(node));
    if (!read_bound(reader, node, MEASURE_SHARE, out)) return false;
    if (is_number) out->epsilon = epsilon;
    return !bound_is_everything(out, 1) || tolerance_error(out, "", node->place, reader->diag);
}

static double least_of(const struct bound *share) {
    if (!isnan(share->is)) return fmax(0, share->is - share->epsilon);
    return isnan(share->at_least) ? 0 : share->at_least;
}

/* They are parts of one whole. */
static bool check_sum(struct spec_reader *reader, const struct yaml_node *map,
                      const struct portions *portions) {
    double least = portions->others ? least_of(portions->others) : 0;
    for (uint32_t i = 0; i < portions->count; i++) least += least_of(&portions->items[i].share);
    return least <= 1 + 1e-9 || diag_error(reader->diag, map->place,
                                           "the shares add up to %.4g at least, which is more than "
                                           "all",
                                           least);
}

static bool read_epsilon(struct spec_reader *reader, const struct yaml_node *map, double *out) {
    const struct yaml_node *epsilon = yaml_get(map, "epsilon");
    *out = 0;
    return !epsilon || (yaml_to_number(epsilon, out) && *out >= 0) ||
           diag_error(reader->diag, epsilon->place, "'epsilon' is a number from 0, not %s",
                      epsilon->kind == YAML_SCALAR ? epsilon->text : yaml_kind_text(epsilon));
}

static bool read_map(struct spec_reader *reader, const struct yaml_node *map,
                     const struct known_keys *known, struct portions *out) {
    double epsilon;
    struct portion *items = ARENA_ARRAY(reader->arena, struct portion, map->pair_count);
    bool is_fine = read_epsilon(reader, map, &epsilon);
    struct bound *others = ARENA_NEW(reader->arena, struct bound);
    *out = (struct portions){.items = items};
    for (uint32_t i = 0; i < map->pair_count; i++) {
        const struct yaml_pair *pair = &map->pairs[i];
        struct bound *share = is_key(pair->key) ? &items[out->count].share : others;
        if (strcmp(pair->key->text, "epsilon") == 0) continue;
        if (share == others) out->others = others;
        if (is_key(pair->key)) {
            items[out->count++].key = pair->key->text;
            is_fine &= check_known(reader, pair->key, known);
        }
        is_fine &= read_share(reader, pair->value, is_key(pair->key) ? epsilon : 0, share);
    }
    if (is_fine && !portions_are_given(out))
        return diag_error(reader->diag, map->place, "no share is named");
    return is_fine && check_sum(reader, map, out);
}

bool read_portions(struct spec_reader *reader, struct yaml_node *node,
                   const struct known_keys *known, struct portions *out) {
    *out = (struct portions){0};
    if (!node) return true;
    if (node->kind == YAML_MAP) return read_map(reader, node, known, out);
    if (node->kind != YAML_SCALAR || yaml_is_null(node))
        return diag_error(reader->diag, node->place,
                          "shares must be a map of keys and shares, or one key, not %s",
                          yaml_kind_text(node));
    struct portion *all = ARENA_NEW(reader->arena, struct portion);
    *all = (struct portion){node->text, {1, 0, NAN, NAN}};
    *out = (struct portions){all, 1, NULL};
    return check_known(reader, node, known);
}

void name_portions(struct spec_reader *reader, struct spec_expectation *out,
                   const struct yaml_node *node) {
    if (node && node->kind == YAML_SCALAR) name_of(reader, out, node);
    for (uint32_t i = 0; node && node->kind == YAML_MAP && i < node->pair_count; i++)
        if (is_key(node->pairs[i].key)) name_of(reader, out, node->pairs[i].key);
}
