/* The section expect of a spec: one expectation a map, its first key the kind, whose file (e_*.c)
 * reads the rest. */
#include <string.h>

#include "base/die.h"
#include "harness/expectation_kind.h"

const struct expectation_kind *const expectation_kinds[EXPECTATION_KIND_COUNT] = {
#define ASSERTION(name, meaning) &kind_##name,
#include "assertions/assertions.def"
};

/* The name is a key of the section expect. */
static const struct expectation_kind *kind_of(const char *name) {
    for (size_t i = 0; i < EXPECTATION_KIND_COUNT; i++)
        if (strcmp(expectation_kinds[i]->section.name, name) == 0) return expectation_kinds[i];
    UNREACHABLE();
}

static bool read_expectation(struct spec_reader *reader, struct yaml_node *map,
                             struct spec_expectation *out) {
    if (!section_check_first_key(map, &section_expect, "an expectation", "kind of expectation",
                                 reader->diag))
        return false;
    struct yaml_pair first = map->pairs[0];
    const struct expectation_kind *kind = kind_of(first.key->text);
    out->kind = kind;
    const struct yaml_node *control = yaml_get(map, "control");
    out->control = control ? control->text : NULL;
    out->place = map->place;
    out->text =
        arena_format(reader->arena, "%s: %s", first.key->text, spec_flow(reader, first.value));
    reader->is_damaged = !section_check(map, &kind->section, reader->diag);
    bool has_kind = map->pair_count && map->pairs[0].key == first.key;
    return has_kind && kind->read(reader, map, first.value, out) && !reader->is_damaged;
}

bool spec_read_expectations(struct spec_reader *reader, const struct yaml_node *node,
                            struct spec_expectations *out, unsigned *profile) {
    bool is_fine = node != NULL;
    for (uint32_t i = 0; node && i < node->item_count; i++) {
        struct spec_expectation expectation = {0};
        is_fine &= read_expectation(reader, node->items[i], &expectation);
        if (expectation.expectation) *profile |= expectation_profile(expectation.expectation);
        arena_vec_push(reader->arena, out, expectation);
    }
    if (!node || node->item_count) return is_fine;
    return diag_error(reader->diag, node->place,
                      "'expect' is empty: a spec that expects nothing is never green");
}
