/* The section expect of a spec: one expectation a map, its first key the kind. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "assertions/a_allocates.h"
#include "assertions/a_compilations.h"
#include "assertions/a_deoptimizations.h"
#include "assertions/a_ledger.h"
#include "assertions/a_returns.h"
#include "assertions/decisions.h"
#include "base/vec.h"
#include "event/event.h"
#include "harness/decided.h"
#include "harness/spec_keys.h"
#include "harness/spec_read.h"

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

/* What a bound is about: hits per execution, the part of the executions that hit, or a number that
 * has nothing to do with executions. None is negative. */
enum measure { MEASURE_RATE, MEASURE_SHARE, MEASURE_NUMBER };

/* A bound that nothing can violate would be green whatever the compiler does. */
static bool check_violable(struct spec_reader *reader, const struct yaml_node *map,
                           const struct bound *bound, enum measure measure) {
    if (bound->is < 0 || bound->at_most < 0)
        return diag_error(reader->diag, map->place, "nothing is below 0, so that this never holds");
    if (bound->at_least <= 0)
        return diag_error(reader->diag, yaml_get(map, "at_least")->place,
                          "nothing is below %.10g: leave 'at_least' out, or expect more",
                          bound->at_least);
    if (measure == MEASURE_SHARE && (bound->is > 1 || bound->at_least > 1))
        return diag_error(reader->diag, map->place,
                          "no share is above 1, so that this never holds");
    if (measure == MEASURE_SHARE && bound->at_most >= 1)
        return diag_error(reader->diag, yaml_get(map, "at_most")->place,
                          "no share is above %.10g: leave 'at_most' out, or expect less",
                          bound->at_most);
    bool is_everything = bound->epsilon > 0 && bound->is - bound->epsilon <= 0 &&
                         bound->is + bound->epsilon >= 1 && measure != MEASURE_NUMBER;
    return !is_everything ||
           diag_error(
               reader->diag, yaml_get(map, "epsilon")->place,
               "%.10g ± %.10g is everything from never to every time: use a smaller 'epsilon'",
               bound->is, bound->epsilon);
}

/* The keys is, epsilon, at_least and at_most of [map]. */
static bool read_bound_keys(struct spec_reader *reader, const struct yaml_node *map,
                            enum measure measure, struct bound *out) {
    *out = (struct bound){number_of(map, "is"), 0, number_of(map, "at_least"),
                          number_of(map, "at_most")};
    if (yaml_get(map, "epsilon")) out->epsilon = number_of(map, "epsilon");
    return check_bound(reader, map, out) && check_violable(reader, map, out, measure);
}

/* A number or a map; nothing when [node] is NULL. */
static bool read_bound(struct spec_reader *reader, struct yaml_node *node, enum measure measure,
                       struct bound *out) {
    *out = BOUND_NONE;
    if (!node) return true;
    if (yaml_to_number(node, &out->is)) return check_violable(reader, node, out, measure);
    return section_check(node, SECTION_bound, reader->diag) &&
           read_bound_keys(reader, node, measure, out);
}

static bool read_word(struct spec_reader *reader, const struct yaml_node *node, const char *kind,
                      const char **out) {
    static const struct {
        const char *kind, *word;
    } words[] = {
#define DECISION_WORD(kind, word, meaning) {#kind, word},
#include "harness/decision_words.def"
#undef DECISION_WORD
    };
    const char *candidates[sizeof words / sizeof *words];
    size_t count = 0;
    if (!node) return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].kind, kind) == 0) candidates[count++] = words[i].word;
    for (size_t i = 0; i < count; i++)
        if (strcmp(candidates[i], node->text) == 0) *out = candidates[i];
    return *out ||
           unknown_error(reader->diag, node->place, "decision", node->text, candidates, count);
}

/* May one of these kinds of decisions have the reason? */
static bool is_reason_of(unsigned decisions, enum reason reason) {
    for (int kind = 0; kind < EVENT_KIND_COUNT; kind++)
        if (decisions >> decided_by((enum event_kind)kind) & 1 &&
            reason_is_of(reason, (enum event_kind)kind))
            return true;
    return false;
}

/* A reason that the decision asked for never has would make the expectation red whatever the
 * compiler does, or green where it only narrows a count. [what]: the decision or the kind. */
static bool check_reason(struct spec_reader *reader, const struct yaml_node *node,
                         const struct expectation *expectation, const char *what,
                         enum reason reason) {
    struct strbuf all = STRBUF_INIT;
    unsigned decisions = expectation_reasoned(expectation);
    if (is_reason_of(decisions, reason)) return true;
    for (int i = 1; i < REASON_COUNT; i++)
        if (is_reason_of(decisions, (enum reason)i))
            strbuf_addf(&all, "%s%s",
                        all.length ? ", " : "; there are: ", reason_name((enum reason)i));
    diag_error(reader->diag, node->place, "'%s' is no reason for '%s'%s", node->text, what,
               all.length ? strbuf_text(&all) : ", which has none");
    strbuf_release(&all);
    return false;
}

/* After the decision's word, which limits the reasons. */
static bool read_reason(struct spec_reader *reader, const struct yaml_node *node,
                        const struct expectation *expectation, const char *what,
                        const char **because) {
    const char *names[REASON_COUNT];
    enum reason reason;
    if (!node) return true;
    if (reason_of_name(node->text, &reason) && reason != REASON_none) {
        *because = reason_name(reason);
        return check_reason(reader, node, expectation, what, reason);
    }
    for (int i = 1; i < REASON_COUNT; i++) names[i - 1] = reason_name((enum reason)i);
    if (!diag_nearest(node->text, names, REASON_COUNT - 1))
        return diag_error(reader->diag, node->place,
                          "unknown reason '%s'; `jittest list reasons` tells what there is",
                          node->text);
    return unknown_error(reader->diag, node->place, "reason", node->text, names, REASON_COUNT - 1);
}

struct place spec_place_of(const struct spec_expectation *expectation, const char *name) {
    vec_each(struct spec_text, known, &expectation->names) {
        if (known->text == name) return known->place;
    }
    return expectation->place;
}

/* The name, whose place is kept; NULL when there is no node. */
static const char *name_at(struct spec_reader *reader, struct spec_expectation *out,
                           const char *name, struct place place) {
    arena_vec_push(reader->arena, &out->names, ((struct spec_text){name, place}));
    return name;
}

static const char *name_of(struct spec_reader *reader, struct spec_expectation *out,
                           const struct yaml_node *node) {
    return node ? name_at(reader, out, node->text, node->place) : NULL;
}

/* "A.foo -> A.bar": caller and callee. */
static bool read_arrow(struct spec_reader *reader, const struct yaml_node *node,
                       struct spec_expectation *out) {
    const char *arrow = strstr(node->text, "->");
    if (!arrow) {
        out->site->subject = name_of(reader, out, node);
        return true;
    }
    size_t before = (size_t)(arrow - node->text), after = 2 + strspn(arrow + 2, " ");
    while (before && node->text[before - 1] == ' ') before--;
    if (!before || !arrow[after])
        return diag_error(reader->diag, node->place,
                          "write a call as 'A.foo -> A.bar': caller and callee");
    struct place callee = node->place;
    callee.column += (int)(arrow - node->text + (long)after);
    out->site->in_method =
        name_at(reader, out, arena_copy_text(reader->arena, node->text, before), node->place);
    out->site->subject = name_at(reader, out, arrow + after, callee);
    return true;
}

typedef VEC(struct via) via_list;

/* "T.f" or "T.f:12" */
static bool read_via_step(struct spec_reader *reader, const struct yaml_node *node,
                          const char *text, size_t length, struct spec_expectation *out,
                          via_list *via) {
    while (length && *text == ' ') text++, length--;
    while (length && text[length - 1] == ' ') length--;
    const char *step = arena_copy_text(reader->arena, text, length);
    char *colon = strrchr(step, ':');
    int line = 0, end = 0;
    if (colon && (sscanf(colon, ":%d%n", &line, &end) != 1 || colon[end] || line < 1))
        return diag_error(reader->diag, node->place,
                          "write a step of 'via' as 'T.f', or as 'T.f:12' with the line of the "
                          "call, not '%s'",
                          step);
    if (colon) *colon = '\0';
    if (!*step)
        return diag_error(reader->diag, node->place,
                          "a step of 'via' is missing: write 'T.f -> T.g', or a list of methods");
    arena_vec_push(reader->arena, via,
                   ((struct via){name_at(reader, out, step, node->place), line}));
    return true;
}

static bool read_via_path(struct spec_reader *reader, const struct yaml_node *node,
                          struct spec_expectation *out, via_list *via) {
    if (node->kind != YAML_SCALAR || yaml_is_null(node))
        return diag_error(reader->diag, node->place,
                          "'via' must be methods, as 'T.f -> T.g' or a list, not %s",
                          yaml_kind_text(node));
    for (const char *text = node->text;;) {
        const char *arrow = strstr(text, "->");
        size_t length = arrow ? (size_t)(arrow - text) : strlen(text);
        if (!read_via_step(reader, node, text, length, out, via)) return false;
        if (!arrow) return true;
        text = arrow + 2;
    }
}

static bool read_via(struct spec_reader *reader, const struct yaml_node *node,
                     struct spec_expectation *out) {
    via_list via = {0};
    if (!node) return true;
    if (node->kind != YAML_LIST) {
        if (!read_via_path(reader, node, out, &via)) return false;
    } else {
        for (uint32_t i = 0; i < node->item_count; i++)
            if (!read_via_path(reader, node->items[i], out, &via)) return false;
    }
    out->site->via = via.items;
    out->site->via_count = via.count;
    return true;
}

static bool read_site(struct spec_reader *reader, struct yaml_node *node,
                      struct spec_expectation *out) {
    if (node->kind == YAML_SCALAR && node->length && !yaml_is_null(node)) {
        if (out->expectation->assertion == &assertion_call) return read_arrow(reader, node, out);
        out->site->subject = name_of(reader, out, node);
        return true;
    }
    bool is_fine = section_check(node, SECTION_site, reader->diag);
    int64_t line = 0, nth = 0;
    const struct yaml_node *of = yaml_get(node, "of"), *in = yaml_get(node, "in");
    if (of && out->expectation->assertion == &assertion_call)
        is_fine &= read_arrow(reader, of, out);
    else
        out->site->subject = name_of(reader, out, of);
    if (in && out->site->in_method)
        is_fine =
            diag_error(reader->diag, of->place, "the caller stands in 'in' already: write 'of: %s'",
                       out->site->subject);
    if (in) out->site->in_method = name_of(reader, out, in);
    if (yaml_get(node, "line")) yaml_to_integer(yaml_get(node, "line"), &line);
    if (yaml_get(node, "nth")) yaml_to_integer(yaml_get(node, "nth"), &nth);
    out->site->line = (int)line;
    out->site->nth = (int)nth;
    return read_via(reader, yaml_get(node, "via"), out) && is_fine;
}

static bool is_given(const struct bound *bound) {
    return !isnan(bound->is) || !isnan(bound->at_least) || !isnan(bound->at_most);
}

/* [kind]: its name, whose words `is` may say. */
static bool read_site_kind(struct spec_reader *reader, const struct yaml_node *map,
                           struct yaml_node *value, const struct assertion *assertion,
                           const char *kind, struct spec_expectation *out) {
    struct site_expectation *wanted = ARENA_NEW(reader->arena, struct site_expectation);
    wanted->base.assertion = assertion;
    out->expectation = &wanted->base;
    out->site = wanted;
    bool is_fine = read_site(reader, value, out) && !reader->is_damaged;
    is_fine &= read_word(reader, yaml_get(map, "is"), kind, &wanted->is);
    is_fine &= read_reason(reader, yaml_get(map, "because"), &wanted->base,
                           wanted->is ? wanted->is : kind, &wanted->because);
    is_fine &= read_bound(reader, yaml_get(map, "rate"), MEASURE_RATE, &wanted->rate);
    is_fine &= read_bound(reader, yaml_get(map, "predicted"), MEASURE_RATE, &wanted->predicted);
    is_fine &= read_bound(reader, yaml_get(map, "bytes"), MEASURE_NUMBER, &wanted->bytes);
    is_fine &= read_bound(reader, yaml_get(map, "share"), MEASURE_SHARE, &wanted->share);
    if (!is_fine || wanted->is || wanted->because || is_given(&wanted->rate) ||
        is_given(&wanted->predicted) || is_given(&wanted->bytes) || is_given(&wanted->share))
        return is_fine;
    return diag_error(reader->diag, map->place,
                      "this expects nothing: say is, because, rate or predicted");
}

static bool read_allocation(struct spec_reader *reader, const struct yaml_node *map,
                            struct yaml_node *value, struct spec_expectation *out) {
    return read_site_kind(reader, map, value, &assertion_allocation, "allocation", out);
}

static bool read_lock(struct spec_reader *reader, const struct yaml_node *map,
                      struct yaml_node *value, struct spec_expectation *out) {
    return read_site_kind(reader, map, value, &assertion_lock, "lock", out);
}

static bool read_call(struct spec_reader *reader, const struct yaml_node *map,
                      struct yaml_node *value, struct spec_expectation *out) {
    return read_site_kind(reader, map, value, &assertion_call, "call", out);
}

static bool read_hits(struct spec_reader *reader, const struct yaml_node *map,
                      const struct yaml_node *value, const struct assertion *assertion,
                      enum measure measure, struct spec_expectation *out) {
    struct counter_expectation *wanted = ARENA_NEW(reader->arena, struct counter_expectation);
    *wanted =
        (struct counter_expectation){.base = {assertion}, .counter = name_of(reader, out, value)};
    out->expectation = &wanted->base;
    return read_bound_keys(reader, map, measure, &wanted->hits);
}

static bool read_rate(struct spec_reader *reader, const struct yaml_node *map,
                      struct yaml_node *value, struct spec_expectation *out) {
    return read_hits(reader, map, value, &assertion_rate, MEASURE_RATE, out);
}

static bool read_count(struct spec_reader *reader, const struct yaml_node *map,
                       struct yaml_node *value, struct spec_expectation *out) {
    return read_hits(reader, map, value, &assertion_count, MEASURE_NUMBER, out);
}

static bool read_ledger(struct spec_reader *reader, const struct yaml_node *map,
                        struct yaml_node *value, struct spec_expectation *out) {
    const struct yaml_node *when = yaml_get(map, "exactly_when"), *equals = yaml_get(map, "equals");
    int end = 0;
    if (!when) return false;
    struct ledger_expectation *wanted = ARENA_NEW(reader->arena, struct ledger_expectation);
    *wanted = (struct ledger_expectation){
        .base = {&assertion_ledger}, .counter = name_of(reader, out, value), .equals = 1};
    out->expectation = &wanted->base;
    if (strcmp(when->text, "returned") == 0)
        wanted->column = LEDGER_RETURNED;
    else if (sscanf(when->text, "argument %d%n", &wanted->argument, &end) != 1 || when->text[end] ||
             wanted->argument < 0)
        return diag_error(reader->diag, when->place,
                          "'exactly_when' must be 'argument N' (from 0) or 'returned', not '%s'",
                          when->text);
    out->equals =
        (struct spec_value){.kind = SPEC_BOOLEAN, .integer = 1, .real = 1, .text = "true"};
    out->equals_place = when->place;
    if (!equals) return true;
    if (equals->kind == YAML_SCALAR) out->equals = spec_value_of(equals);
    bool is_char = out->equals.kind == SPEC_TEXT && strlen(equals->text) == 1;
    if (equals->kind != YAML_SCALAR || out->equals.kind == SPEC_NULL ||
        (out->equals.kind == SPEC_TEXT && !is_char))
        return diag_error(reader->diag, equals->place,
                          "'equals' must be true, false, a number or a character, not %s",
                          yaml_kind_text(equals));
    out->equals_place = equals->place;
    wanted->equals = is_char ? *equals->text : out->equals.real;
    return true;
}

static bool read_allocates(struct spec_reader *reader, const struct yaml_node *map,
                           struct yaml_node *value, struct spec_expectation *out) {
    struct allocates_expectation *wanted = ARENA_NEW(reader->arena, struct allocates_expectation);
    *wanted = (struct allocates_expectation){{&assertion_allocates}, BOUND_NONE, BOUND_NONE};
    out->expectation = &wanted->base;
    if (value->kind == YAML_SCALAR && yaml_to_number(value, &wanted->bytes.is))
        return check_violable(reader, value, &wanted->bytes, MEASURE_NUMBER);
    if (value->kind != YAML_MAP)
        return diag_error(reader->diag, value->place,
                          "'allocates' must be a number of bytes, or a map of bytes and objects, "
                          "not %s",
                          yaml_kind_text(value));
    bool is_fine = section_check(value, SECTION_allocated, reader->diag);
    is_fine &= read_bound(reader, yaml_get(value, "bytes"), MEASURE_NUMBER, &wanted->bytes);
    is_fine &= read_bound(reader, yaml_get(value, "objects"), MEASURE_NUMBER, &wanted->objects);
    return is_fine &&
           (is_given(&wanted->bytes) || is_given(&wanted->objects) ||
            diag_error(reader->diag, map->place, "this expects nothing: say bytes or objects"));
}

static bool read_deoptimizations(struct spec_reader *reader, const struct yaml_node *map,
                                 struct yaml_node *value, struct spec_expectation *out) {
    struct deoptimizations_expectation *wanted =
        ARENA_NEW(reader->arena, struct deoptimizations_expectation);
    wanted->base.assertion = &assertion_deoptimizations;
    out->expectation = &wanted->base;
    bool is_fine = read_bound(reader, value, MEASURE_NUMBER, &wanted->count);
    return read_reason(reader, yaml_get(map, "because"), &wanted->base, "deoptimizations",
                       &wanted->because) &&
           is_fine;
}

static bool read_compilations(struct spec_reader *reader, const struct yaml_node *map,
                              struct yaml_node *value, struct spec_expectation *out) {
    struct compilations_expectation *wanted =
        ARENA_NEW(reader->arena, struct compilations_expectation);
    *wanted = (struct compilations_expectation){.base = {&assertion_compilations}, .by_call = -1};
    out->expectation = &wanted->base;
    if (yaml_get(map, "by_call")) yaml_to_integer(yaml_get(map, "by_call"), &wanted->by_call);
    bool is_fine = read_bound(reader, value, MEASURE_NUMBER, &wanted->count);
    is_fine &= read_word(reader, yaml_get(map, "is"), "compilations", &wanted->is);
    return read_reason(reader, yaml_get(map, "because"), &wanted->base,
                       wanted->is ? wanted->is : "compilations", &wanted->because) &&
           is_fine;
}

static bool read_outcome_map(struct spec_reader *reader, struct yaml_node *map,
                             struct spec_expectation *expectation, struct outcome *out) {
    if (!section_check(map, SECTION_outcome, reader->diag)) return false;
    const struct yaml_node *throws = yaml_get(map, "throws"), *object = yaml_get(map, "object");
    const struct yaml_node *message = yaml_get(map, "message");
    if (!throws == !object)
        return diag_error(reader->diag, map->place, "an outcome is 'throws' or 'object'");
    if (message && !throws)
        return diag_error(reader->diag, message->place, "'message' goes with 'throws'");
    out->kind = throws ? OUTCOME_THREW : OUTCOME_OBJECT;
    out->text = name_of(reader, expectation, throws ? throws : object);
    out->message = message ? message->text : NULL;
    return true;
}

static void outcome_of_constant(const struct spec_value *constant, struct outcome *out) {
    switch (constant->kind) {
    case SPEC_NULL: out->kind = OUTCOME_NULL; break;
    case SPEC_BOOLEAN:
    case SPEC_INTEGER: out->kind = OUTCOME_INTEGER; break;
    case SPEC_REAL: out->kind = OUTCOME_REAL; break;
    case SPEC_TEXT: out->kind = OUTCOME_TEXT; break;
    }
    out->is_boolean = constant->kind == SPEC_BOOLEAN;
    out->integer = constant->integer;
    out->real = copysign(constant->real, *constant->text == '-' ? -1 : 1); /* -0 is a number too */
    out->text = constant->text;
}

static bool read_returns(struct spec_reader *reader, const struct yaml_node *map,
                         struct yaml_node *value, struct spec_expectation *out) {
    struct outcome *outcome = ARENA_NEW(reader->arena, struct outcome);
    struct returns_expectation *wanted = ARENA_NEW(reader->arena, struct returns_expectation);
    *wanted = (struct returns_expectation){{&assertion_returns}, outcome};
    out->expectation = &wanted->base;
    if (value->kind == YAML_MAP) return read_outcome_map(reader, value, out, outcome);
    if (value->kind == YAML_LIST)
        return diag_error(reader->diag, value->place,
                          "'returns' must be a constant or a map, not a list");
    struct spec_value constant = spec_value_of(value);
    outcome_of_constant(&constant, outcome);
    return true;
}

/* Each reader makes the expectation of its kind from the map and the value of its first key, which
 * is the kind. */
static const struct kind {
    const char *name;
    bool (*read)(struct spec_reader *reader, const struct yaml_node *map, struct yaml_node *value,
                 struct spec_expectation *out);
} kinds[] = {
#define ASSERTION(name, meaning) {#name, read_##name},
#include "assertions/assertions.def"
#undef ASSERTION
};

/* NULL: there is none of this name. */
static const struct kind *kind_of(const char *name) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, name) == 0) return &kinds[i];
    return NULL;
}

static bool read_expectation(struct spec_reader *reader, struct yaml_node *map,
                             struct spec_expectation *out) {
    enum section section;
    if (!section_check_first_key(map, SECTION_expect, reader->diag)) return false;
    struct yaml_pair first = map->pairs[0];
    const struct kind *kind = kind_of(first.key->text);
    if (!kind || !section_of_name(first.key->text, &section))
        return diag_error(reader->diag, first.key->place, "'%s' is not supported yet",
                          first.key->text);
    const struct yaml_node *control = yaml_get(map, "control");
    out->control = control ? control->text : NULL;
    out->place = map->place;
    out->text =
        arena_format(reader->arena, "%s: %s", first.key->text, spec_flow(reader, first.value));
    reader->is_damaged = !section_check(map, section, reader->diag);
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
