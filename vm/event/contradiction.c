/* CONTRADICTION: comparisons that can never hold together. Of keys with few values all are tried, of numbers those next to what they
 * are compared with, of names those that must be equal. */
#include <string.h>

#include "base/intern.h"
#include "base/vec.h"
#include "event/rule.h"

struct contradiction_search {
    enum vm_point point;
    VEC(struct said) said; /* all must hold together */
    struct contradiction found;
};

/* Some of what is said. */
struct comparisons {
    const struct said *items;
    size_t count;
};

static const struct {
    struct vm_condition tier, then;
} implied[] = {
#define IMPLIED(comparison_of_tier, tier, key_, comparison_, text_, number_)                       \
    {{.kind = VM_COMPARES, .key = BY_tier, .comparison = VM_##comparison_of_tier, .text = (tier)}, \
     {.kind = VM_COMPARES,                                                                         \
      .key = BY_##key_,                                                                            \
      .comparison = VM_##comparison_,                                                              \
      .text = (text_),                                                                             \
      .number = (number_)}},
#include "event/implied.def"
#undef IMPLIED
};

static bool holds(const struct said *said, const struct vm_key_of_row *row) {
    return rule_condition_holds(said->comparison, row) != said->is_denied;
}

static bool names_key(struct comparisons part, enum vm_key key) {
    for (size_t i = 0; i < part.count; i++)
        if (part.items[i].comparison->key == key) return true;
    return false;
}

/* --- names --- */

/* Any name may be a value. */
static bool is_open(enum vm_key key) {
    return key_value(key) == VM_KEY_TEXT && key != BY_tier && key != BY_kind;
}

static bool all_of_key_hold(struct comparisons part, enum vm_key key, const char *text) {
    struct vm_key_of_row row[BY_COUNT] = {0};
    row[key].text = text;
    for (size_t i = 0; i < part.count; i++)
        if (part.items[i].comparison->key == key && !holds(&part.items[i], row)) return false;
    return true;
}

/* A name that is said may be of a class, and so of a method of it, or a method's without its parameters. */
static bool can_be_named(struct comparisons part, enum vm_key key) {
    bool must_equal = false;
    for (size_t i = 0; i < part.count; i++) {
        const struct said *said = &part.items[i];
        const char *text = said->comparison->text;
        bool is_equal = (said->comparison->comparison == VM_EQUAL) != said->is_denied;
        if (said->comparison->key != key || !is_equal) continue;
        if (strchr(text, '*') || all_of_key_hold(part, key, text) ||
            all_of_key_hold(part, key, intern_format("%s()V", text)))
            return true;
        must_equal = true;
    }
    return !must_equal;
}

/* --- keys with few values, and numbers --- */

static bool is_possible(struct comparisons part, const struct vm_key_of_row *row) {
    for (size_t i = 0; i < part.count; i++)
        if (!is_open(part.items[i].comparison->key) && !holds(&part.items[i], row)) return false;
    for (size_t i = 0; i < sizeof implied / sizeof *implied; i++)
        if (names_key(part, implied[i].then.key) && rule_condition_holds(&implied[i].tier, row) &&
            !rule_condition_holds(&implied[i].then, row))
            return false;
    return true;
}

static bool can_be(struct comparisons part, enum vm_point point, int key,
                   struct vm_key_of_row *row);

static bool can_be_number(struct comparisons part, enum vm_point point, int key,
                          struct vm_key_of_row *row, int64_t number) {
    row[key].number = number;
    return number >= 0 && can_be(part, point, key + 1, row);
}

static bool can_be_near(struct comparisons part, enum vm_point point, int key,
                        struct vm_key_of_row *row) {
    if (can_be_number(part, point, key, row, 0) || can_be_number(part, point, key, row, 1))
        return true;
    for (size_t i = 0; i < part.count; i++) {
        int64_t number = part.items[i].comparison->number;
        if (part.items[i].comparison->key != (enum vm_key)key) continue;
        for (int64_t near = number - (number > INT64_MIN); near < number + 1; near++)
            if (can_be_number(part, point, key, row, near)) return true;
        if (can_be_number(part, point, key, row, number + (number < INT64_MAX))) return true;
    }
    return false;
}

static bool can_be_text(struct comparisons part, enum vm_point point, int key,
                        struct vm_key_of_row *row) {
    int count = key == BY_tier ? VM_TIERS : KIND_COUNT;
    for (int i = 0; i < count; i++) {
        if (key == BY_kind && i != KIND_none && !kind_is_of((enum vm_kind)i, point)) continue;
        row[key].text = key == BY_tier ? tier_name((enum vm_tier)i) : kind_name((enum vm_kind)i);
        if (can_be(part, point, key + 1, row)) return true;
    }
    return false;
}

/* With the keys before this one as they are in [row], is there a value of it and of those behind it? */
static bool can_be(struct comparisons part, enum vm_point point, int key,
                   struct vm_key_of_row *row) {
    if (key == BY_COUNT) return is_possible(part, row);
    if (key != BY_tier && (!names_key(part, (enum vm_key)key) || is_open((enum vm_key)key)))
        return can_be(part, point, key + 1, row);
    switch (key_value((enum vm_key)key)) {
    case VM_KEY_TEXT: return can_be_text(part, point, key, row);
    case VM_KEY_FLAG:
        return can_be_number(part, point, key, row, 0) || can_be_number(part, point, key, row, 1);
    case VM_KEY_NUMBER: return can_be_near(part, point, key, row);
    case VM_KEY_SITE:
    case VM_KEY_CONTEXT: break;
    }
    return can_be(part, point, key + 1, row);
}

/* --- the condition --- */

static bool can_hold(enum vm_point point, struct comparisons part) {
    struct vm_key_of_row row[BY_COUNT] = {0};
    for (int key = 0; key < BY_COUNT; key++)
        if (is_open((enum vm_key)key) && !can_be_named(part, (enum vm_key)key)) return false;
    return can_be(part, point, 0, row);
}

/* How many of what is said, from the first on, can never hold together; they can with one less. */
static size_t count_contradicting(const struct contradiction_search *search) {
    size_t possible = 0, impossible = search->said.count;
    while (impossible - possible > 1) {
        size_t middle = possible + (impossible - possible) / 2;
        bool can = can_hold(search->point, (struct comparisons){search->said.items, middle});
        *(can ? &possible : &impossible) = middle;
    }
    return impossible;
}

static bool is_contradicted(struct contradiction_search *search) {
    const struct said *all = search->said.items;
    if (can_hold(search->point, (struct comparisons){all, search->said.count})) return false;
    size_t others = count_contradicting(search) - 1;
    struct contradiction found = {.one = all[others], .others = others};
    for (size_t i = 0; i < others && !found.other.comparison; i++) {
        struct said both[] = {all[i], found.one};
        if (!can_hold(search->point, (struct comparisons){both, 2})) found.other = all[i];
    }
    search->found = found;
    if (!can_hold(search->point, (struct comparisons){&found.one, 1})) search->found.others = 0;
    return true;
}

typedef VEC(struct said) alternative_list;

/* Adds what must hold where the condition does, or is denied, and those of its parts of which one must. */
static void gather(struct contradiction_search *search, const struct vm_condition *condition,
                   bool is_denied, alternative_list *alternatives) {
    struct said said = {condition, is_denied};
    bool is_joined = condition->part_count == 1 || is_denied == (condition->kind == VM_ANY_OF);
    if (condition->kind == VM_COMPARES)
        vec_push(&search->said, said);
    else if (!is_joined)
        vec_push(alternatives, said);
    else
        for (size_t i = 0; i < condition->part_count; i++)
            gather(search, condition->parts[i], is_denied != (condition->kind == VM_NONE_OF),
                   alternatives);
}

static bool seek(struct contradiction_search *search, const struct vm_condition *condition,
                 bool is_denied) {
    alternative_list alternatives = {0};
    uint32_t kept = search->said.count;
    gather(search, condition, is_denied, &alternatives);
    bool is_found = is_contradicted(search);
    for (uint32_t i = 0; i < alternatives.count; i++) {
        const struct vm_condition *any = alternatives.items[i].comparison;
        bool denies = alternatives.items[i].is_denied != (any->kind == VM_NONE_OF);
        for (size_t k = 0; !is_found && k < any->part_count; k++)
            is_found = seek(search, any->parts[k], denies);
    }
    search->said.count = kept;
    vec_release(&alternatives);
    return is_found;
}

bool condition_contradicts_itself(const struct vm_condition *condition, enum vm_point point,
                                  struct contradiction *out) {
    struct contradiction_search search = {.point = point};
    bool is_found = seek(&search, condition, false);
    *out = search.found;
    vec_release(&search.said);
    return is_found;
}
