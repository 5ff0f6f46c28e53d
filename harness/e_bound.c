/* Bounds on numbers, as expectations of several kinds have them. */
#include "harness/e_read.h"

#include <math.h>

#include "assertions/check.h"

static const struct section_key keys_of_bound[] = {BOUND_KEYS};

const struct section section_bound = {
    "bound", "bound", "A number means exactly that; otherwise a map. Zero is written 0.",
    SECTION_KEYS(keys_of_bound)};

static double number_of(const struct yaml_node *map, const char *key) {
    const struct yaml_node *value = yaml_get(map, key);
    double number = NAN;
    if (value) yaml_to_number(value, &number);
    return number;
}

static bool check_bound(struct spec_reader *reader, const struct yaml_node *map,
                        const struct bound *bound) {
    const struct yaml_node *epsilon = yaml_get(map, "epsilon");
    bool has_range = !isnan(bound->at_least) || !isnan(bound->at_most);
    if (epsilon && bound->epsilon < 0)
        return diag_error(reader->diag, epsilon->place, "'epsilon' is 0 or more, not %s",
                          epsilon->text);
    if (isnan(bound->is) && !has_range)
        return !reader->is_damaged &&
               diag_error(reader->diag, map->place,
                          "a bound is missing: is (with epsilon), at_least or at_most");
    if (!isnan(bound->is) && has_range)
        return diag_error(reader->diag, map->place,
                          "'is' does not go with 'at_least' or 'at_most'");
    if (epsilon && isnan(bound->is))
        return diag_error(reader->diag, epsilon->place, "'epsilon' goes with 'is' only");
    if (bound->at_least > bound->at_most)
        return diag_error(reader->diag, map->place, "'at_least' is greater than 'at_most'");
    return true;
}

bool tolerance_error(const struct bound *bound, const char *in, struct place place,
                     struct diag *diag) {
    return diag_error(
        diag, place,
        "%.10g ± %.10g admits everything from never to every time%s: use a smaller 'epsilon'",
        bound->is, bound->epsilon, in);
}

static double least_of(const struct bound *bound) {
    return isnan(bound->is) ? bound->at_least : bound->is - bound->epsilon;
}

static double most_of(const struct bound *bound) {
    return isnan(bound->is) ? bound->at_most : bound->is + bound->epsilon;
}

static bool admits_no_count(const struct bound *bound) {
    const double slack = 1e-9;
    return ceil(least_of(bound) - slack) > most_of(bound) + slack;
}

/* A bound that nothing can violate would be green whatever the compiler does. */
static bool check_violable(struct spec_reader *reader, const struct yaml_node *map,
                           const struct bound *bound, enum measure measure) {
    if (bound->is < 0 || bound->at_most < 0)
        return diag_error(reader->diag, map->place, "nothing is below 0, so this never holds");
    if (bound->at_least <= 0)
        return diag_error(reader->diag, yaml_get(map, "at_least")->place,
                          "nothing is below %.10g: leave 'at_least' out, or expect more",
                          bound->at_least);
    if (measure == MEASURE_SHARE && (bound->is > 1 || bound->at_least > 1))
        return diag_error(reader->diag, map->place, "no share is above 1, so this never holds");
    if (measure == MEASURE_SHARE && bound->at_most >= 1)
        return diag_error(reader->diag, yaml_get(map, "at_most")->place,
                          "no share is above %.10g: leave 'at_most' out, or expect less",
                          bound->at_most);
    if (measure == MEASURE_COUNT && admits_no_count(bound))
        return diag_error(reader->diag, map->place,
                          "this is a count, and no whole number is %s, so this never holds",
                          bound_text(bound, reader->arena));
    return measure >= MEASURE_NUMBER || !bound_is_everything(bound, 1) ||
           tolerance_error(bound, "", yaml_get(map, "epsilon")->place, reader->diag);
}

bool read_bound_keys(struct spec_reader *reader, const struct yaml_node *map, enum measure measure,
                     struct bound *out) {
    *out = (struct bound){number_of(map, "is"), 0, number_of(map, "at_least"),
                          number_of(map, "at_most")};
    if (yaml_get(map, "epsilon")) out->epsilon = number_of(map, "epsilon");
    return check_bound(reader, map, out) && check_violable(reader, map, out, measure);
}

bool read_bound(struct spec_reader *reader, struct yaml_node *node, enum measure measure,
                struct bound *out) {
    *out = BOUND_NONE;
    if (!node) return true;
    if (yaml_to_number(node, &out->is)) return check_violable(reader, node, out, measure);
    return section_check(node, &section_bound, reader->diag) &&
           read_bound_keys(reader, node, measure, out);
}

static bool end_error(struct spec_reader *reader, const struct yaml_node *node, const char *what,
                      int end, const char *advice) {
    return diag_error(reader->diag, node->place,
                      "%s is an estimate, whose interval never ends at %d, so this never holds: %s",
                      what, end, advice);
}

bool read_estimate(struct spec_reader *reader, struct yaml_node *node, const char *what,
                   bool may_be_none, struct bound *out) {
    if (!read_bound(reader, node, MEASURE_SHARE, out)) return false;
    if (may_be_none && most_of(out) == 0) return true;
    if (!isnan(out->is) && out->epsilon == 0)
        return diag_error(reader->diag, node->place,
                          "%s is an estimate: give 'epsilon', 'at_least' or 'at_most'", what);
    if (out->at_least == 1)
        return end_error(reader, yaml_get(node, "at_least"), what, 1, "expect less");
    return out->at_most != 0 ||
           end_error(reader, yaml_get(node, "at_most"), what, 0, "expect more");
}
