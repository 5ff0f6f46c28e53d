/* allocation, call, lock: where, what was decided, how often. */
#include "harness/e_read.h"

#include <stdio.h>
#include <string.h>

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
    if (!is_fine || wanted->is || wanted->because || bound_is_given(&wanted->rate) ||
        bound_is_given(&wanted->predicted) || bound_is_given(&wanted->bytes) ||
        bound_is_given(&wanted->share))
        return is_fine;
    return diag_error(reader->diag, map->place,
                      "this expects nothing: say is, because, rate or predicted");
}

bool read_allocation(struct spec_reader *reader, const struct yaml_node *map,
                     struct yaml_node *value, struct spec_expectation *out) {
    return read_site_kind(reader, map, value, &assertion_allocation, "allocation", out);
}

bool read_lock(struct spec_reader *reader, const struct yaml_node *map, struct yaml_node *value,
               struct spec_expectation *out) {
    return read_site_kind(reader, map, value, &assertion_lock, "lock", out);
}

bool read_call(struct spec_reader *reader, const struct yaml_node *map, struct yaml_node *value,
               struct spec_expectation *out) {
    return read_site_kind(reader, map, value, &assertion_call, "call", out);
}
