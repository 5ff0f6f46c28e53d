/* RULE: the tables of rules by name, and what filters and conditions mean. */
#include "event/rule.h"

#include <string.h>

#include "base/java_names.h"

enum kinds_of { OF_none, OF_allocation, OF_lock, OF_call };

static const struct {
    const char *name, *meaning, *of, *offers;
    bool is_after;
    enum kinds_of kinds;
} points[POINT_COUNT] = {
#define after  true
#define before false
#define POINT(name, anchor, kinds, of, offers, meaning)                                            \
    [POINT_##name] = {#name, meaning, #of, offers, anchor, OF_##kinds},
#include "event/points.def"
#undef POINT
#undef after
#undef before
};

static const struct {
    const char *name, *of, *meaning;
    enum vm_key_value value;
} keys[BY_COUNT] = {
#define text                          VM_KEY_TEXT
#define number                        VM_KEY_NUMBER
#define flag                          VM_KEY_FLAG
#define site                          VM_KEY_SITE
#define context                       VM_KEY_CONTEXT
#define KEY(name, value, of, meaning) [BY_##name] = {#name, of, meaning, value},
#include "event/keys.def"
#undef KEY
#undef text
#undef number
#undef flag
#undef site
#undef context
};

static const struct {
    const char *name, *meaning;
    enum kinds_of of;
} kinds[KIND_COUNT] = {
    [KIND_none] = {"-", "", OF_none},
#define KIND(of, name, meaning) [KIND_##of##_##name] = {#name, meaning, OF_##of},
#include "event/kinds.def"
#undef KIND
};

static const struct {
    const char *name, *needs, *meaning;
} amounts[VM_AMOUNTS] = {
#define AMOUNT(symbol, name, needs, meaning) [VM_AMOUNT_##symbol] = {name, #needs, meaning},
#include "event/amounts.def"
#undef AMOUNT
};

const char *point_name(enum vm_point point) { return points[point].name; }
const char *point_meaning(enum vm_point point) { return points[point].meaning; }
bool point_is_after(enum vm_point point) { return points[point].is_after; }
bool point_has_kinds(enum vm_point point) { return points[point].kinds != OF_none; }

bool point_offers(enum vm_point point, char what) {
    return strchr(points[point].offers, what) != NULL;
}

bool point_is_operation(enum vm_point point) {
    return point_has_kinds(point) || point_offers(point, 'v');
}

const char *point_of(enum vm_point point) {
    return strcmp(points[point].of, "none") == 0 ? NULL : points[point].of;
}

bool point_of_name(const char *name, enum vm_point *point) {
    for (int i = 0; i < POINT_COUNT; i++)
        if (strcmp(points[i].name, name) == 0) return *point = (enum vm_point)i, true;
    return false;
}

const char *key_name(enum vm_key key) { return keys[key].name; }
const char *key_meaning(enum vm_key key) { return keys[key].meaning; }
enum vm_key_value key_value(enum vm_key key) { return keys[key].value; }

bool key_of_name(const char *name, enum vm_key *key) {
    for (int i = 0; i < BY_COUNT; i++)
        if (strcmp(keys[i].name, name) == 0) return *key = (enum vm_key)i, true;
    return false;
}

bool key_is_of_all_points(enum vm_key key) { return strcmp(keys[key].of, "any") == 0; }

bool point_has_key(enum vm_point point, enum vm_key key) {
    const char *of = keys[key].of;
    if (key_is_of_all_points(key)) return true;
    if (strcmp(of, "kinds") == 0) return point_has_kinds(point);
    if (of[1] == '\0') return point_offers(point, *of);
    return strcmp(points[point].of, of) == 0;
}

const char *kind_name(enum vm_kind kind) { return kinds[kind].name; }
const char *kind_meaning(enum vm_kind kind) { return kinds[kind].meaning; }

bool kind_is_of(enum vm_kind kind, enum vm_point point) {
    return kind != KIND_none && kinds[kind].of == points[point].kinds;
}

int kind_number(enum vm_kind kind) {
    int number = 0;
    if (kind == KIND_none) return 0;
    for (int i = (int)kind; i >= 0 && kinds[i].of == kinds[kind].of; i--) number++;
    return number;
}

bool kind_of_name(const char *name, enum vm_point point, enum vm_kind *kind) {
    for (int i = 0; i < KIND_COUNT; i++)
        if (kind_is_of((enum vm_kind)i, point) && strcmp(kinds[i].name, name) == 0)
            return *kind = (enum vm_kind)i, true;
    return false;
}

const char *amount_name(enum vm_amount amount) { return amounts[amount].name; }
const char *amount_meaning(enum vm_amount amount) { return amounts[amount].meaning; }

bool amount_of_name(const char *name, enum vm_amount *amount) {
    for (int i = 0; i < VM_AMOUNTS; i++)
        if (strcmp(amounts[i].name, name) == 0) return *amount = (enum vm_amount)i, true;
    return false;
}

bool point_has_amount(enum vm_point point, enum vm_amount amount) {
    return strcmp(amounts[amount].needs, "none") == 0 ||
           point_offers(point, *amounts[amount].needs);
}

const char *tier_name(enum vm_tier tier) {
    static const char *const names[] = {
        [VM_INTERPRETED] = "interpreted", [VM_COMPILED] = "compiled", [VM_ON_STACK] = "on-stack"};
    return names[tier];
}

bool rule_has_key(const struct vm_rule *rule, enum vm_key key) {
    for (size_t i = 0; i < rule->key_count; i++)
        if (rule->keys[i] == key) return true;
    return false;
}

static bool condition_names(const struct vm_condition *condition, enum vm_key key) {
    if (condition->kind == VM_COMPARES) return condition->key == key;
    for (size_t i = 0; i < condition->part_count; i++)
        if (condition_names(condition->parts[i], key)) return true;
    return false;
}

bool rule_condition_names(const struct vm_rule *rule, enum vm_key key) {
    return rule->condition && condition_names(rule->condition, key);
}

bool rule_asks(const struct vm_rule *rule, enum vm_key key) {
    return rule_has_key(rule, key) || rule_condition_names(rule, key);
}

/* Of what compiled code makes it knows the class. */
static bool is_class_known_when_compiled(enum vm_point point) {
    return point == POINT_new || !point_offers(point, 'o');
}

static bool asks_for_class_of_object(const struct vm_rule *rule) {
    bool asks_class =
        rule_asks(rule, BY_class) || (rule->of && point_has_key(rule->point, BY_class));
    return rule_asks(rule, BY_receiver) ||
           (asks_class && !is_class_known_when_compiled(rule->point));
}

bool rule_sums(const struct vm_rule *rule, enum vm_amount amount) {
    return amount == VM_AMOUNT_COUNT || rule->amounts >> amount & 1;
}

bool rule_counts_all(const struct vm_rule *rule) {
    if (rule_sums(rule, VM_AMOUNT_CLOCK)) return false;
    return rule->every <= 1 || !(rule_has_key(rule, BY_context) || asks_for_class_of_object(rule));
}

/* --- contradictions --- */

static bool is_eliminated(enum vm_kind kind) {
    return kind == KIND_allocation_ELIMINATED || kind == KIND_lock_ELIMINATED ||
           kind == KIND_call_ELIMINATED;
}

/* What was not carried out has no operation that a rule could follow. */
static bool asks_for_eliminated(const struct vm_rule *rule, const struct vm_condition *condition) {
    enum vm_kind kind;
    bool is_met = condition->kind == VM_COMPARES && condition->key == BY_kind &&
                  condition->comparison == VM_EQUAL &&
                  kind_of_name(condition->text, rule->point, &kind) && is_eliminated(kind);
    for (size_t i = 0; i < condition->part_count; i++)
        is_met |= condition->kind == VM_ALL_OF && asks_for_eliminated(rule, condition->parts[i]);
    return is_met;
}

static const char *key_fault(const struct vm_rule *rule, enum vm_key key, struct arena *arena) {
    if (point_has_key(rule->point, key)) return NULL;
    return arena_format(arena, "the point '%s' has no key '%s'", points[rule->point].name,
                        keys[key].name);
}

static const char *condition_fault(const struct vm_rule *rule, const struct vm_condition *condition,
                                   struct arena *arena) {
    const char *fault = NULL;
    if (!condition) return NULL;
    if (condition->kind == VM_COMPARES) {
        enum vm_kind kind;
        fault = key_fault(rule, condition->key, arena);
        if (!fault && condition->key == BY_kind &&
            !kind_of_name(condition->text, rule->point, &kind))
            return arena_format(arena, "the point '%s' has no kind '%s'", points[rule->point].name,
                                condition->text);
    }
    for (size_t i = 0; !fault && i < condition->part_count; i++)
        fault = condition_fault(rule, condition->parts[i], arena);
    return fault;
}

/* What the condition of a rule that runs statements names is not known as they run. */
static const char *told_fault(const struct vm_rule *rule) {
    if (rule->anchor == VM_HERE && rule_condition_names(rule, BY_kind))
        return "how a bytecode is carried out is known where it is: statements that run on a "
               "condition "
               "on kinds need 'after' or 'before', not 'at' or 'on'";
    if (rule_condition_names(rule, BY_mark))
        return "which interval it is in is known when that ends: statements cannot run on a "
               "condition "
               "on marks";
    return NULL;
}

/* Samples are estimates. */
static const char *sampling_fault(const struct vm_rule *rule) {
    if (rule->every < 0 || rule->every > INT32_MAX)
        return "'every' is a number from 1 to 2147483647";
    if (rule->every <= 1) return NULL;
    if (rule->hit) return "a counter that is hit is exact: 'every' has no place there";
    if (rule->tell || rule->java) return "what a rule runs, it runs each time: without 'every'";
    return NULL;
}

const char *rule_fault(const struct vm_rule *rule, struct arena *arena) {
    const char *point = points[rule->point].name, *fault = NULL;
    for (size_t i = 0; !fault && i < rule->key_count; i++)
        fault = key_fault(rule, rule->keys[i], arena);
    if (!fault) fault = condition_fault(rule, rule->condition, arena);
    if (fault) return fault;
    if (rule->of && !point_of(rule->point))
        return arena_format(arena, "the point '%s' is of no class and no callee", point);
    for (int amount = 0; amount < VM_AMOUNTS; amount++)
        if (rule->amounts >> amount & 1 && !point_has_amount(rule->point, (enum vm_amount)amount))
            return arena_format(arena, "the point '%s' has no %s", point, amounts[amount].name);
    if (rule->ends_blocks_at_calls && rule->point != POINT_block)
        return arena_format(arena, "the point '%s' is no block", point);
    if (rule->anchor != VM_HERE && !point_is_operation(rule->point))
        return arena_format(arena, "the point '%s' is no operation that PRED or SUCC could follow",
                            point);
    if (rule->anchor != VM_HERE && rule->condition && asks_for_eliminated(rule, rule->condition))
        return "PRED and SUCC follow what is carried out, which is never ELIMINATED: ask HERE";
    if (rule->anchor == VM_HERE && rule_sums(rule, VM_AMOUNT_CLOCK) && rule_asks(rule, BY_kind))
        return "the clock may have gone on when a bytecode is carried out: a rule that sums it by "
               "kinds needs 'after' or 'before', not 'at' or 'on'";
    if (rule->tell || rule->java) fault = told_fault(rule);
    return fault ? fault : sampling_fault(rule);
}

/* --- filters --- */

/* "A.foo(int)", as people read it, of "A.foo(I)V": [length] is that of "A.foo". */
static bool names_in_java(const char *filter, const char *name, size_t length) {
    size_t open = strcspn(filter, "(");
    if (!java_parameters_are(filter + open, name + length)) return false;
    char method[open + 1];
    memcpy(method, filter, open);
    method[open] = '\0';
    return pattern_names(method, name, length);
}

/* Also by a part of the name: "A.foo" of "A.foo(I)V", "A" of "A.foo". */
bool filter_matches(const char *filter, const char *name) {
    if (!filter) return true;
    size_t length = strlen(name), method = strcspn(name, "("), owner = method;
    if (pattern_names(filter, name, length)) return true;
    if (method == length) return false;
    while (owner && name[owner] != '.') owner--;
    return pattern_names(filter, name, method) || pattern_names(filter, name, owner) ||
           names_in_java(filter, name, method);
}

size_t filter_lacks(const char *filter, const char *name) {
    size_t package = strcspn(name, "(");
    for (int dots = name[package] ? 2 : 1; package && dots;) dots -= name[--package] == '.';
    return package && filter_matches(filter, name + package + 1) ? package + 1 : 0;
}

/* --- conditions --- */

static bool compares(enum vm_comparison comparison, int64_t order) {
    switch (comparison) {
    case VM_EQUAL: return order == 0;
    case VM_UNEQUAL: return order != 0;
    case VM_LESS: return order < 0;
    case VM_AT_MOST: return order <= 0;
    case VM_MORE: return order > 0;
    case VM_AT_LEAST: return order >= 0;
    }
    return false;
}

static bool comparison_holds(const struct vm_condition *condition,
                             const struct vm_key_of_row *key) {
    switch (keys[condition->key].value) {
    case VM_KEY_NUMBER:
    case VM_KEY_FLAG:
        return compares(condition->comparison,
                        (key->number > condition->number) - (key->number < condition->number));
    case VM_KEY_TEXT:
    case VM_KEY_SITE:
    case VM_KEY_CONTEXT: break;
    }
    bool is_equal = key->text && filter_matches(condition->text, key->text);
    return is_equal == (condition->comparison == VM_EQUAL);
}

bool rule_condition_holds(const struct vm_condition *condition, const struct vm_key_of_row *row) {
    if (!condition) return true;
    if (condition->kind == VM_COMPARES) return comparison_holds(condition, &row[condition->key]);
    for (size_t i = 0; i < condition->part_count; i++) {
        bool holds = rule_condition_holds(condition->parts[i], row);
        if (condition->kind == VM_ALL_OF && !holds) return false;
        if (condition->kind == VM_ANY_OF && holds) return true;
        if (condition->kind == VM_NONE_OF && holds) return false;
    }
    return condition->kind != VM_ANY_OF;
}
