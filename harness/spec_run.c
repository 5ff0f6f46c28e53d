/* The section run of a spec: call, arguments, warm-up. What an argument's type allows is checked
 * when the target is loaded. */
#include <math.h>
#include <string.h>

#include "base/vec.h"
#include "harness/spec_keys.h"
#include "harness/spec_read.h"
#include "harness/target.h"

enum { LONGEST_ARRAY = 1 << 20 };

static bool read_generator(struct spec_reader *reader, struct yaml_node *node,
                           struct generator *out);

static bool read_choices(struct spec_reader *reader, const struct yaml_node *list,
                         struct generator *out) {
    out->choice_count = list->item_count;
    out->choices = ARENA_ARRAY(reader->arena, struct generator, list->item_count);
    bool is_fine = true;
    for (uint32_t i = 0; i < list->item_count; i++)
        is_fine &= read_generator(reader, list->items[i], &out->choices[i]);
    return is_fine;
}

static bool read_likely(struct spec_reader *reader, const struct yaml_node *map,
                        struct generator *out) {
    const struct yaml_node *value = yaml_get(map, "likely");
    yaml_to_number(value, &out->probability);
    if (out->probability >= 0 && out->probability <= 1) return true;
    return diag_error(reader->diag, value->place, "a probability is 0 to 1, not %s", value->text);
}

static bool read_uniform(struct spec_reader *reader, const struct yaml_node *map,
                         struct generator *out) {
    const struct yaml_node *range = yaml_get(map, "uniform");
    double low, high;
    if (range->item_count != 2 || !yaml_to_number(range->items[0], &low) ||
        !yaml_to_number(range->items[1], &high))
        return diag_error(reader->diag, range->place,
                          "'uniform' must be two numbers, [lowest, highest]");
    if (low > high)
        return diag_error(reader->diag, range->place,
                          "the lowest value is greater than the highest");
    out->low = spec_value_of(range->items[0]);
    out->high = spec_value_of(range->items[1]);
    return true;
}

static bool read_weights(struct spec_reader *reader, const struct yaml_node *list,
                         struct generator *out) {
    double sum = 0;
    out->weights = ARENA_ARRAY(reader->arena, double, out->choice_count);
    for (uint32_t i = 0; i < out->choice_count; i++) out->weights[i] = 1;
    if (list && list->item_count != out->choice_count)
        return diag_error(reader->diag, list->place, "%u weight%s for %u value%s", list->item_count,
                          list->item_count == 1 ? "" : "s", out->choice_count,
                          out->choice_count == 1 ? "" : "s");
    for (uint32_t i = 0; list && i < list->item_count; i++)
        if (!yaml_to_number(list->items[i], &out->weights[i]) || out->weights[i] < 0)
            return diag_error(reader->diag, list->items[i]->place,
                              "a weight is a number from 0, not %s",
                              yaml_kind_text(list->items[i]));
    for (uint32_t i = 0; i < out->choice_count; i++) sum += out->weights[i];
    if (sum <= 0) return diag_error(reader->diag, list->place, "the weights are all 0");
    for (uint32_t i = 0; i < out->choice_count; i++) out->weights[i] /= sum;
    return true;
}

static bool read_list(struct spec_reader *reader, const struct yaml_node *map, const char *key,
                      struct generator *out) {
    const struct yaml_node *list = yaml_get(map, key);
    if (!list->item_count)
        return diag_error(reader->diag, list->place, "'%s' needs at least one value", key);
    return read_choices(reader, list, out);
}

static bool read_choose(struct spec_reader *reader, const struct yaml_node *map,
                        struct generator *out) {
    return read_list(reader, map, "choose", out) &&
           read_weights(reader, yaml_get(map, "weights"), out);
}

static bool read_cycle(struct spec_reader *reader, const struct yaml_node *map,
                       struct generator *out) {
    return read_list(reader, map, "cycle", out);
}

static bool read_new(struct spec_reader *reader, const struct yaml_node *map,
                     struct generator *out) {
    out->name = spec_text_of(yaml_get(map, "new"));
    return true;
}

static bool read_filled_array(struct spec_reader *reader, const struct yaml_node *length,
                              struct yaml_node *of, struct generator *out) {
    int64_t count = 0;
    yaml_to_integer(length, &count);
    if (count > LONGEST_ARRAY)
        return diag_error(reader->diag, length->place, "an array has at most %d elements",
                          LONGEST_ARRAY);
    out->length = (int32_t)count;
    out->choice_count = 1;
    out->choices = ARENA_NEW(reader->arena, struct generator);
    return read_generator(reader, of, out->choices);
}

static bool read_array(struct spec_reader *reader, const struct yaml_node *map,
                       struct generator *out) {
    struct yaml_node *of = yaml_get(map, "of");
    const struct yaml_node *length = yaml_get(map, "length");
    out->name = spec_text_of(yaml_get(map, "array"));
    out->length = -1;
    if (!of) return diag_error(reader->diag, map->place, "an array needs 'of': its elements");
    if (of->kind == YAML_LIST && length)
        return diag_error(reader->diag, length->place,
                          "'length' is for one generator, not for a list of elements");
    if (of->kind == YAML_LIST) return read_choices(reader, of, out);
    if (length) return read_filled_array(reader, length, of, out);
    return diag_error(reader->diag, of->place,
                      "'of' must be a list of elements, or needs 'length'");
}

static bool (*const readers[GENERATOR_KIND_COUNT])(struct spec_reader *, const struct yaml_node *,
                                                   struct generator *) = {
#define GENERATOR(name, example, meaning) [GENERATOR_##name] = read_##name,
#include "harness/generators.def"
#undef GENERATOR
};

static bool generator_of_name(const char *name, enum generator_kind *kind) {
#define GENERATOR(generator, example, meaning)                                                     \
    if (strcmp(name, #generator) == 0) {                                                           \
        *kind = GENERATOR_##generator;                                                             \
        return true;                                                                               \
    }
#include "harness/generators.def"
#undef GENERATOR
    return false;
}

/* Keys that modify a generator, and which. */
static bool check_company(struct spec_reader *reader, const struct yaml_node *map,
                          enum generator_kind kind) {
    for (uint32_t i = 1; i < map->pair_count; i++) {
        const char *key = map->pairs[i].key->text;
        bool fits =
            (strcmp(key, "weights") == 0 && kind == GENERATOR_choose) ||
            ((strcmp(key, "of") == 0 || strcmp(key, "length") == 0) && kind == GENERATOR_array);
        if (!fits)
            return diag_error(reader->diag, map->pairs[i].key->place, "'%s' does not go with '%s'",
                              key, map->pairs[0].key->text);
    }
    return true;
}

static bool read_generator_map(struct spec_reader *reader, struct yaml_node *map,
                               struct generator *out) {
    if (!section_check_first_key(map, &section_argument, "an argument", "key", reader->diag))
        return false;
    bool is_fine = section_check(map, &section_argument, reader->diag);
    const struct yaml_node *first = map->pairs[0].key;
    if (!generator_of_name(first->text, &out->kind))
        return diag_error(reader->diag, first->place,
                          "'%s' is not a generator: the generator comes first", first->text);
    is_fine &= check_company(reader, map, out->kind);
    return readers[out->kind](reader, map, out) && is_fine;
}

static bool read_generator(struct spec_reader *reader, struct yaml_node *node,
                           struct generator *out) {
    *out = (struct generator){
        .kind = GENERATOR_constant, .place = node->place, .text = spec_flow(reader, node)};
    if (node->kind == YAML_SCALAR) {
        out->constant = spec_value_of(node);
        return true;
    }
    if (node->kind == YAML_LIST)
        return diag_error(reader->diag, node->place,
                          "an argument must be a value or a generator, not a list: "
                          "an array is written { array: int, of: [...] }");
    size_t length = strlen(out->text);
    out->text = arena_copy_text(reader->arena, out->text + 1, length - 2);
    return read_generator_map(reader, node, out);
}

static bool read_arguments(struct spec_reader *reader, const struct yaml_node *list,
                           struct generators *out) {
    bool is_fine = true;
    for (uint32_t i = 0; list && i < list->item_count; i++) {
        struct generator generator;
        is_fine &= read_generator(reader, list->items[i], &generator);
        arena_vec_push(reader->arena, out, generator);
    }
    return is_fine;
}

static int64_t count_or(const struct yaml_node *map, const char *key, int64_t otherwise) {
    const struct yaml_node *value = map ? yaml_get(map, key) : NULL;
    if (value) yaml_to_integer(value, &otherwise);
    return otherwise;
}

static bool check_warm_up(struct spec_reader *reader, const struct yaml_node *until,
                          const struct yaml_node *calls) {
    static const char *const states[] = {"compiled"};
    if (until && strcmp(until->text, "compiled"))
        return unknown_error(reader->diag, until->place, "state", until->text, states, 1);
    if (until && calls)
        return diag_error(reader->diag, calls->place,
                          "'calls' replaces 'until': write one of them");
    return true;
}

/* Fixed calls neither wait for compiled code nor go on in it. */
static bool check_fixed_calls(struct spec_reader *reader, const struct yaml_node *map) {
    static const char *const others[] = {"at_most", "after_compilation"};
    bool is_fine = true;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const struct yaml_node *other = yaml_get(map, others[i]);
        if (other)
            is_fine = diag_error(reader->diag, other->place,
                                 "'%s' goes with 'until', not with 'calls'", others[i]);
    }
    return is_fine;
}

static bool read_warm_up(struct spec_reader *reader, struct yaml_node *map, struct warm_up *out) {
    bool is_fine = !map || section_check(map, &section_warm_up, reader->diag);
    const struct yaml_node *until = map ? yaml_get(map, "until") : NULL,
                           *args = map ? yaml_get(map, "args") : NULL;
    const struct yaml_node *calls = map ? yaml_get(map, "calls") : NULL;
    is_fine &= check_warm_up(reader, until, calls);
    if (calls) is_fine &= check_fixed_calls(reader, map);
    out->until_compiled = !calls;
    out->calls = count_or(map, "calls", 0);
    out->at_most = count_or(map, "at_most", 100000);
    out->after_compilation = count_or(map, "after_compilation", 100);
    out->has_arguments = args != NULL;
    return read_arguments(reader, args, &out->arguments) && is_fine;
}

static bool read_iterations(struct spec_reader *reader, const struct yaml_node *node,
                            int64_t *out) {
    if (!node) return false;
    yaml_to_integer(node, out);
    return (*out >= 1 && *out <= 100000000) ||
           diag_error(reader->diag, node->place, "'iterations' is 1 to 100000000, not %s",
                      node->text);
}

static bool read_threads(struct spec_reader *reader, const struct yaml_node *node, int64_t *out) {
    *out = 1;
    if (!node) return true;
    yaml_to_integer(node, out);
    return (*out >= 1 && *out <= TARGET_MOST_THREADS) ||
           diag_error(reader->diag, node->place, "'threads' is 1 to %d, not %s",
                      TARGET_MOST_THREADS, node->text);
}

static bool read_agreement(struct spec_reader *reader, const struct yaml_node *node,
                           enum agreement *out) {
    static const char *const names[AGREEMENT_COUNT] = {
#define AGREEMENT(name, outcomes, output) #name,
#include "harness/agreements.def"
#undef AGREEMENT
    };
    *out = AGREES_both;
    for (int i = 0; node && i < AGREEMENT_COUNT; i++) {
        *out = (enum agreement)i;
        if (!strcmp(node->text, names[i])) return true;
    }
    return !node || unknown_error(reader->diag, node->place, "agreement", node->text, names,
                                  AGREEMENT_COUNT);
}

bool spec_read_run(struct spec_reader *reader, struct yaml_node *node, struct run_spec *out) {
    if (!node) return false;
    bool is_fine = section_check(node, &section_run, reader->diag);
    struct yaml_node *receiver = yaml_get(node, "receiver");
    const struct yaml_node *args = yaml_get(node, "args");
    out->call = spec_text_of(yaml_get(node, "call"));
    out->arguments_place = args ? args->place : out->call.place;
    is_fine &= read_iterations(reader, yaml_get(node, "iterations"), &out->iterations);
    if (receiver) {
        out->receiver = ARENA_NEW(reader->arena, struct generator);
        is_fine &= read_generator(reader, receiver, out->receiver);
    }
    is_fine &= read_arguments(reader, args, &out->arguments);
    is_fine &= read_threads(reader, yaml_get(node, "threads"), &out->threads);
    is_fine &= read_agreement(reader, yaml_get(node, "agrees"), &out->agrees);
    return read_warm_up(reader, yaml_get(node, "warm_up"), &out->warm_up) && is_fine;
}
