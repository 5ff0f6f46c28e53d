/* Rules from their maps. A key that is wrong is reported at its own place, contradictions that only the whole rule shows
 * at the rule's. */
#include <string.h>

#include "base/vec.h"
#include "rules/read.h"

enum side { SIDE_any, SIDE_after, SIDE_before };

static const struct {
    const char *word;
    enum vm_anchor anchor;
    enum side side;
} anchors[] = {
#define ANCHOR(word, anchor, side, meaning) {#word, VM_##anchor, SIDE_##side},
#include "rules/anchors.def"
#undef ANCHOR
};
enum { ANCHORS = sizeof anchors / sizeof *anchors };

#define SECTION(name, title, meaning) static const struct section_key keys_of_##name[] = {
#define KEY(name, type, required, default_text, meaning)                                           \
    SECTION_KEY(name, type, required, default_text, meaning),
#define END()                                                                                      \
    }                                                                                              \
    ;
#include "rules/rule_keys.def"

#define SECTION(name, title, meaning)                                                              \
    const struct section section_##name = {#name, title, meaning, SECTION_KEYS(keys_of_##name)};
#include "rules/rule_keys.def"

const struct yaml_node *name_at_index(const struct yaml_node *names, uint32_t index) {
    if (names->kind == YAML_SCALAR) return index ? NULL : names;
    return index < names->item_count ? names->items[index] : NULL;
}

bool name_is_first(struct rules_reader *reader, const struct yaml_node *names, uint32_t index,
                   const char *of) {
    const struct yaml_node *name = name_at_index(names, index);
    for (uint32_t i = 0; i < index; i++)
        if (strcmp(name_at_index(names, i)->text, name->text) == 0)
            return diag_error(reader->diag, name->place, "'%s' is twice in '%s'", name->text, of);
    return true;
}

/* --- the point --- */

static const struct yaml_pair *pair_of(const struct yaml_node *map, const char *key) {
    for (uint32_t i = 0; i < map->pair_count; i++)
        if (strcmp(map->pairs[i].key->text, key) == 0) return &map->pairs[i];
    return NULL;
}

/* The pair that says the point, whose word is [word]; NULL with an error. */
static const struct yaml_pair *find_anchor(struct rules_reader *reader, const struct yaml_node *map,
                                           size_t *word) {
    const struct yaml_pair *found = NULL;
    for (size_t i = 0; i < ANCHORS; i++) {
        const struct yaml_pair *pair = pair_of(map, anchors[i].word);
        if (!pair) continue;
        if (found) {
            const struct yaml_pair *later = found < pair ? pair : found;
            diag_error(reader->diag, later->key->place, "'%s' and '%s': a rule has one point",
                       (found < pair ? found : pair)->key->text, later->key->text);
            return NULL;
        }
        found = pair;
        *word = i;
    }
    if (!found)
        diag_error(reader->diag, map->place,
                   "a rule needs a point: at, on, after, before, HERE, PRED or SUCC, "
                   "as 'after: new'");
    return found;
}

static bool read_point(struct rules_reader *reader, const struct yaml_node *node,
                       enum vm_point *out) {
    struct rule_words known = {.count = 0};
    if (point_of_name(node->text, out)) return true;
    for (int point = 0; point < POINT_COUNT; point++)
        known.items[known.count++] = point_name((enum vm_point)point);
    return unknown_error(reader->diag, node->place, "point", node->text, known.items, known.count);
}

static bool read_anchor(struct rules_reader *reader, const struct yaml_node *map,
                        struct vm_rule *out) {
    size_t word = 0;
    const struct yaml_pair *pair = find_anchor(reader, map, &word);
    if (!pair || !read_point(reader, pair->value, &out->point)) return false;
    bool is_after = point_is_after(out->point);
    if (anchors[word].side == (is_after ? SIDE_before : SIDE_after))
        return diag_error(reader->diag, pair->key->place,
                          "the point '%s' is counted %s its operation: write %s, at or on",
                          pair->value->text, is_after ? "after" : "before",
                          is_after ? "after" : "before");
    bool is_exact = anchors[word].side == SIDE_any;
    out->anchor = is_exact || point_is_operation(out->point) ? anchors[word].anchor : VM_HERE;
    if (out->anchor == VM_HERE || point_is_operation(out->point)) return true;
    return diag_error(reader->diag, pair->key->place,
                      "the point '%s' is no operation that %s could follow: write at or on",
                      pair->value->text, pair->key->text);
}

/* --- what is counted --- */

static bool read_key(struct rules_reader *reader, const struct yaml_node *node, enum vm_point point,
                     enum vm_key *out) {
    struct rule_words known = {.count = 0};
    for (int key = 0; key < BY_COUNT; key++)
        if (point_has_key(point, (enum vm_key)key))
            known.items[known.count++] = key_name((enum vm_key)key);
    if (!key_of_name(node->text, out))
        return unknown_error(reader->diag, node->place, "key", node->text, known.items,
                             known.count);
    if (*out == BY_context && reader->whose == RULES_OF_SPEC)
        return diag_error(reader->diag, node->place,
                          "a probe of a spec cannot count by context: expect 'contexts'");
    return point_has_key(point, *out) ||
           diag_error(reader->diag, node->place, "the point '%s' has no key '%s'",
                      point_name(point), node->text);
}

static bool read_count(struct rules_reader *reader, const struct yaml_node *names,
                       struct vm_rule *out) {
    struct {
        enum vm_key *items;
        uint32_t count, capacity;
    } keys = {0};
    bool is_fine = true;
    const struct yaml_node *name;
    for (uint32_t i = 0; names && (name = name_at_index(names, i)); i++) {
        enum vm_key key;
        bool is_known = read_key(reader, name, out->point, &key);
        if (is_known && name_is_first(reader, names, i, "count"))
            arena_vec_push(reader->arena, &keys, key);
        else
            is_fine = false;
    }
    out->keys = keys.items;
    out->key_count = keys.count;
    return is_fine;
}

static bool read_amount(struct rules_reader *reader, const struct yaml_node *node,
                        enum vm_point point, enum vm_amount *out) {
    struct rule_words known = {.count = 0};
    for (int amount = VM_AMOUNT_COUNT + 1; amount < VM_AMOUNTS; amount++)
        known.items[known.count++] = amount_name((enum vm_amount)amount);
    if (!amount_of_name(node->text, out) || *out == VM_AMOUNT_COUNT)
        return unknown_error(reader->diag, node->place, "amount", node->text, known.items,
                             known.count);
    return point_has_amount(point, *out) ||
           diag_error(reader->diag, node->place, "the point '%s' has no %s", point_name(point),
                      node->text);
}

static bool read_sum(struct rules_reader *reader, const struct yaml_node *names,
                     struct vm_rule *out) {
    bool is_fine = true;
    const struct yaml_node *name;
    for (uint32_t i = 0; names && (name = name_at_index(names, i)); i++) {
        enum vm_amount amount;
        is_fine &= read_amount(reader, name, out->point, &amount) &&
                   name_is_first(reader, names, i, "sum");
        if (is_fine) out->amounts |= 1U << amount;
    }
    return is_fine;
}

static bool read_levels(struct rules_reader *reader, const struct yaml_node *node,
                        struct vm_rule *out) {
    int64_t levels = VM_ALL_LEVELS;
    out->levels = VM_ALL_LEVELS;
    if (!node) return true;
    bool is_all = node->kind == YAML_SCALAR && strcmp(node->text, "all") == 0;
    if (!is_all && (!yaml_to_integer(node, &levels) || levels < 0 || levels > INT32_MAX))
        return diag_error(reader->diag, node->place, "'levels' must be an integer from 0, or all");
    out->levels = (int)levels;
    return rule_has_key(out, BY_context) ||
           diag_error(reader->diag, node->place,
                      "'levels' is of the key context, which 'count' does not have");
}

static bool read_blocks(struct rules_reader *reader, const struct yaml_node *node,
                        struct vm_rule *out) {
    static const char *const words[] = {"branches", "calls"};
    if (!node) return true;
    out->ends_blocks_at_calls = strcmp(node->text, "calls") == 0;
    if (!out->ends_blocks_at_calls && strcmp(node->text, "branches") != 0) {
        unknown_error(reader->diag, node->place, "end of blocks", node->text, words, 2);
        return false;
    }
    return out->point == POINT_block ||
           diag_error(reader->diag, node->place, "'blocks' is of the point block");
}

static bool read_of(struct rules_reader *reader, const struct yaml_node *node,
                    struct vm_rule *out) {
    out->of = node ? node->text : NULL;
    return !node || point_of(out->point) ||
           diag_error(reader->diag, node->place, "the point '%s' is of no class and no callee",
                      point_name(out->point));
}

static bool read_if(struct rules_reader *reader, const struct yaml_node *node,
                    struct vm_rule *out) {
    if (node) out->condition = condition_read(reader, node, out->point);
    return !node || out->condition;
}

/* The VM compiles them, and tells errors at their lines here. */
static bool read_do(struct rules_reader *reader, const struct yaml_node *node,
                    struct vm_rule *out) {
    if (!node) return true;
    if (!node->keeps_lines)
        return diag_error(reader->diag, node->place,
                          "write Java as a literal block, 'do: |', so that its lines stay lines");
    if (strspn(node->text, " \t\n") == node->length)
        return diag_error(reader->diag, node->place, "'do' has no statements");
    struct java_source *java = ARENA_NEW(reader->arena, struct java_source);
    *java = (struct java_source){.file = node->place.file,
                                 .text = node->text,
                                 .length = node->length,
                                 .first_line = node->text_line,
                                 .first_column = node->text_column};
    out->java = java;
    return true;
}

/* --- the whole --- */

/* Does somebody see what the rule does? */
static bool check_actions(struct rules_reader *reader, const struct yaml_node *map) {
    const struct yaml_pair *sum = pair_of(map, "sum"), *every = pair_of(map, "every");
    if (every && reader->whose == RULES_OF_SPEC)
        return diag_error(reader->diag, every->key->place,
                          "'every' makes estimates of counts, and a spec counts exactly");
    if (sum && reader->whose == RULES_OF_SPEC)
        return diag_error(reader->diag, sum->key->place,
                          "'sum' is for profilers: a probe of a spec hits a counter, 'hit: name'");
    if (yaml_get(map, "hit")) return true;
    if (reader->whose == RULES_OF_SPEC)
        return diag_error(reader->diag, map->place,
                          "a probe needs 'hit': the counter that each "
                          "execution increments");
    return yaml_get(map, "count") || yaml_get(map, "sum") || yaml_get(map, "do") ||
           diag_error(reader->diag, map->place, "a rule needs 'count', 'sum', 'hit' or 'do'");
}

static bool check_whole(struct rules_reader *reader, const struct vm_rule *rule) {
    const char *fault = rule_fault(rule, reader->arena);
    return !fault || diag_error(reader->diag, rule->place, "%s", fault);
}

static bool read_rule(struct rules_reader *reader, struct yaml_node *map, struct vm_rule *out) {
    bool is_fine = section_check(map, &section_rule, reader->diag);
    *out = (struct vm_rule){.place = map->place, .amounts = 1U << VM_AMOUNT_COUNT};
    if (map->kind != YAML_MAP || !read_anchor(reader, map, out)) return false;
    const struct yaml_node *in = yaml_get(map, "in"), *hit = yaml_get(map, "hit");
    const struct yaml_node *every = yaml_get(map, "every");
    out->in = in ? in->text : NULL;
    out->hit = hit ? hit->text : NULL;
    is_fine &= read_of(reader, yaml_get(map, "of"), out);
    is_fine &= read_if(reader, yaml_get(map, "if"), out);
    is_fine &= read_count(reader, yaml_get(map, "count"), out);
    is_fine &= read_sum(reader, yaml_get(map, "sum"), out);
    out->only_acts = !yaml_get(map, "count") && !yaml_get(map, "sum");
    is_fine &= read_levels(reader, yaml_get(map, "levels"), out);
    is_fine &= read_do(reader, yaml_get(map, "do"), out);
    if (every) yaml_to_integer(every, &out->every);
    is_fine &= read_blocks(reader, yaml_get(map, "blocks"), out);
    is_fine = is_fine && check_actions(reader, map);
    return is_fine && check_whole(reader, out);
}

bool rules_read(struct arena *arena, const struct yaml_node *list, enum rules_of whose,
                struct diag *diag, const struct vm_rule **rules, size_t *count) {
    struct rules_reader reader = {arena, diag, whose};
    struct vm_rule *read = ARENA_ARRAY(arena, struct vm_rule, list->item_count);
    bool is_fine = true;
    if (!list->item_count)
        return diag_error(diag, list->place,
                          "the list of rules is empty: nothing would be counted");
    for (uint32_t i = 0; i < list->item_count; i++)
        is_fine &= read_rule(&reader, list->items[i], &read[i]);
    *rules = read;
    *count = list->item_count;
    return is_fine;
}
