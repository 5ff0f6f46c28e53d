/* allocation, call, lock, loop: where, what was decided, how often. */
#include "harness/e_read.h"

#include "assertions/site.h"
#include "harness/rows.h"

#include <stdio.h>
#include <string.h>

/* Before and behind `of`. */
#define KEY_OF_METHOD                                                                              \
    SECTION_KEY(in, TEXT, false, "run.call", "the method whose code holds the place")
#define KEYS_OF_PLACE                                                                              \
    SECTION_KEY(line, ORDINAL, false, "any",                                                       \
                "its line, counted from the first line of the Java text"),                         \
        SECTION_KEY(via, VALUE, false, "any",                                                      \
                    "methods through which it was inlined, from the outside in, others may lie "   \
                    "in between, and the last of several may be its own method: T.f -> T.g, or a " \
                    "list; T.f:12 is the call in line 12 of T.f"),                                 \
        SECTION_KEY(nth, ORDINAL, false, "each",                                                   \
                    "which of the matching places, from 1, in bytecode order, inlined code in "    \
                    "the place of its call; by default every one that is reached must hold")

static const struct section_key keys_of_site[] = {
    KEY_OF_METHOD,
    SECTION_KEY(of, TEXT, false, "any",
                "the class of the object, or the callee: as the bytecode names it, or the one that "
                "runs; of a lock as the field, "
                "parameter, element or result is declared, java.lang.Object behind a cast"),
    KEYS_OF_PLACE,
};

static const struct section_key keys_of_loop_place[] = {KEY_OF_METHOD, KEYS_OF_PLACE};

static const struct section section_site = {
    "site", "site", "A place of the target that the compiler decides about.",
    SECTION_KEYS(keys_of_site), .narrows_a_place = true};

static const struct section section_loop_place = {
    "loop place", "loop place",
    "A loop of the target: its line is that of the code that each iteration begins with, the "
    "condition of for and while.",
    SECTION_KEYS(keys_of_loop_place), .narrows_a_place = true};

#define DECISION_KEYS(kind)                                                                        \
    SECTION_KEY(kind, VALUE, true, "", "where"),                                                   \
        SECTION_KEY(is, WORD, false, "", "what the compiler decided"),                             \
        SECTION_KEY(because, WORD, false, "", "the compiler's reason")

static const struct section_key keys_of_allocation[] = {
    DECISION_KEYS(allocation),
    SECTION_KEY(rate, BOUND, false, "", "allocations per execution of the site"),
    SECTION_KEY(predicted, BOUND, false, "",
                "allocations per call of the target, as the compiler believed"),
    SECTION_KEY(bytes, BOUND, false, "", "bytes allocated per measured execution"),
    SECTION_KEY(kind, VALUE, false, "",
                "how its executions were carried out (see shares): TLAB, HEAP, ELIMINATED, NATIVE, "
                "REMATERIALISED"),
    CONTROL_KEY,
};

static const struct section_key keys_of_call[] = {
    DECISION_KEYS(call),
    SECTION_KEY(rate, BOUND, false, "", "calls made per execution of the call site"),
    SECTION_KEY(share, BOUND, false, "",
                "executions of the inlined code per execution of the call site"),
    SECTION_KEY(predicted, BOUND, false, "",
                "calls made per call of the target, as the compiler believed"),
    SECTION_KEY(kind, VALUE, false, "",
                "how its executions were carried out (see shares): INLINED, GUARDED, DIRECT, "
                "VIRTUAL, ELIMINATED"),
    SECTION_KEY(receivers, VALUE, false, "", "the classes of receivers (see shares)"),
    CONTROL_KEY,
};

static const struct section_key keys_of_lock[] = {
    DECISION_KEYS(lock),
    SECTION_KEY(rate, BOUND, false, "", "locks taken per execution of the site"),
    SECTION_KEY(predicted, BOUND, false, "",
                "locks taken per call of the target, as the compiler believed"),
    SECTION_KEY(kind, VALUE, false, "",
                "how its executions were carried out (see shares): BIASED, RECURSIVE, CAS, "
                "ELIMINATED"),
    CONTROL_KEY,
};

static const struct section_key keys_of_loop[] = {
    DECISION_KEYS(loop),
    SECTION_KEY(predicted, BOUND, false, "",
                "how often its header is executed per call of the target, as the compiler "
                "believed: where the condition stands there, once more than an iteration begins"),
    CONTROL_KEY,
};

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

/* "T.f" or "T.f:12" */
static bool read_step(struct spec_reader *reader, const char *key, const struct yaml_node *node,
                      const char *text, size_t length, struct spec_expectation *out) {
    while (length && *text == ' ') text++, length--;
    while (length && text[length - 1] == ' ') length--;
    const char *step = arena_copy_text(reader->arena, text, length);
    char *colon = strrchr(step, ':');
    int line = 0, end = 0;
    if (colon && (sscanf(colon, ":%d%n", &line, &end) != 1 || colon[end] || line < 1))
        return diag_error(reader->diag, node->place,
                          "write a step of '%s' as 'T.f', or as 'T.f:12' with the line of the "
                          "call, not '%s'",
                          key, step);
    if (colon) *colon = '\0';
    if (!*step)
        return diag_error(reader->diag, node->place,
                          "a step of '%s' is missing: write 'T.f -> T.g', or a list of methods",
                          key);
    arena_vec_push(reader->arena, &out->steps,
                   ((struct via){name_at(reader, out, step, node->place), line}));
    return true;
}

static bool read_path(struct spec_reader *reader, const char *key, const struct yaml_node *node,
                      struct spec_expectation *out) {
    if (node->kind != YAML_SCALAR || yaml_is_null(node))
        return diag_error(reader->diag, node->place,
                          "'%s' must be methods, as 'T.f -> T.g' or a list, not %s", key,
                          yaml_kind_text(node));
    for (const char *text = node->text;;) {
        const char *arrow = strstr(text, "->");
        size_t length = arrow ? (size_t)(arrow - text) : strlen(text);
        if (!read_step(reader, key, node, text, length, out)) return false;
        if (!arrow) return true;
        text = arrow + 2;
    }
}

bool read_steps(struct spec_reader *reader, const char *key, const struct yaml_node *node,
                struct spec_expectation *out) {
    if (node->kind != YAML_LIST) return read_path(reader, key, node, out);
    for (uint32_t i = 0; i < node->item_count; i++)
        if (!read_path(reader, key, node->items[i], out)) return false;
    return true;
}

static bool read_via(struct spec_reader *reader, const struct yaml_node *node,
                     struct spec_expectation *out) {
    if (!node) return true;
    if (!read_steps(reader, "via", node, out)) return false;
    out->site->via = out->steps.items;
    out->site->via_count = out->steps.count;
    return true;
}

static bool read_site(struct spec_reader *reader, struct yaml_node *node,
                      struct spec_expectation *out) {
    if (node->kind == YAML_SCALAR && node->length && !yaml_is_null(node)) {
        if (out->kind == &kind_call) return read_arrow(reader, node, out);
        *(out->kind == &kind_loop ? &out->site->in_method : &out->site->subject) =
            name_of(reader, out, node);
        return true;
    }
    bool is_fine = section_check(node, out->kind->section.part, reader->diag);
    int64_t line = 0, nth = 0;
    const struct yaml_node *of = yaml_get(node, "of"), *in = yaml_get(node, "in");
    if (of && out->kind == &kind_call)
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

/* kind and receivers. */
static bool read_divisions(struct spec_reader *reader, const struct yaml_node *map,
                           struct spec_expectation *out) {
    const char *names[KIND_COUNT];
    struct yaml_node *receivers = yaml_get(map, "receivers");
    struct known_keys known = {"kind", names, 0};
    if (out->kind == &kind_loop) return true;
    enum vm_point point = site_point(out->kind->assertion->sites->kind);
    for (enum vm_kind kind = KIND_none + 1; kind < KIND_COUNT; kind++)
        if (kind_is_of(kind, point)) names[known.count++] = kind_name(kind);
    bool is_fine = read_portions(reader, yaml_get(map, "kind"), &known, &out->site->ways);
    is_fine &= read_portions(reader, receivers, NULL, &out->site->receivers);
    name_portions(reader, out, receivers);
    return is_fine;
}

static bool read_site_kind(struct spec_reader *reader, const struct yaml_node *map,
                           struct yaml_node *value, struct spec_expectation *out) {
    struct site_expectation *wanted = ARENA_NEW(reader->arena, struct site_expectation);
    wanted->base.assertion = out->kind->assertion;
    out->expectation = &wanted->base;
    out->site = wanted;
    bool is_fine = read_site(reader, value, out) && !reader->is_damaged;
    is_fine &= read_word(reader, yaml_get(map, "is"), out->kind->assertion, &wanted->is);
    is_fine &= read_reason(reader, yaml_get(map, "because"), &wanted->base,
                           wanted->is ? wanted->is : out->kind->section.name, &wanted->because);
    is_fine &= read_bound(reader, yaml_get(map, "rate"), MEASURE_RATE, &wanted->rate);
    is_fine &= read_bound(reader, yaml_get(map, "predicted"), MEASURE_RATE, &wanted->predicted);
    is_fine &= read_bound(reader, yaml_get(map, "bytes"), MEASURE_NUMBER, &wanted->bytes);
    is_fine &= read_bound(reader, yaml_get(map, "share"), MEASURE_SHARE, &wanted->share);
    is_fine &= read_divisions(reader, map, out);
    if (!is_fine || site_expectation_divides(wanted) || wanted->is || wanted->because ||
        bound_is_given(&wanted->rate) || bound_is_given(&wanted->predicted) ||
        bound_is_given(&wanted->bytes) || bound_is_given(&wanted->share))
        return is_fine;
    return diag_error(reader->diag, map->place, "this expects nothing: say is, because%s",
                      out->kind == &kind_loop ? " or predicted" : ", rate or predicted");
}

EXPECTATION_KIND(
    allocation, read_site_kind, &section_site,
    "An allocation of the target, written as the class, or as a map of the section "
    "site. What a native method allocates (clone, also in an enum's values(); newInstance; numbers "
    "as text) belongs to the bytecode that calls it, what the VM allocates (its exceptions) to the "
    "bytecode that throws: both are kept, because of made_by_native or made_by_vm, and not "
    "predicted; what the VM allocates has no rate.");

EXPECTATION_KIND(call, read_site_kind, &section_site,
                 "A call of the target, written A.foo -> A.bar, or as a map of the section site.");

EXPECTATION_KIND(lock, read_site_kind, &section_site,
                 "A lock of the target, written as the class, or as a map of the section site.");

EXPECTATION_KIND(
    loop, read_site_kind, &section_loop_place,
    "A loop of the target, written as the method whose code has it, or as a map of the section "
    "loop place: what the graph that the compiler ends with has of it, and what was done to it on "
    "the way. A loop whose code was inlined in several places is one in each. What a code "
    "generator behind the graph does is not told.");
