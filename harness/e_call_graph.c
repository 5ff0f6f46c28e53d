/* call_graph: an edge, its share, and how much of it is inferred; or another graph and the overlap with it. */
#include <string.h>

#include "harness/e_read.h"
#include "harness/target.h"

static const struct section_key keys_of_call_graph[] = {
    SECTION_KEY(
        call_graph, VALUE, true, "",
        "with share or inferred: the edge, as A.foo -> A.bar, or A.foo:12 -> A.bar for the call in "
        "line "
        "12 of the Java text; with overlap: exact, all calls of the same run, or a file that "
        "`jitvm profile "
        "call_graph` wrote, with `--exact` or without (relative to this file)"),
    SECTION_KEY(share, BOUND, false, "", "of the edge in all sampled calls"),
    SECTION_KEY(inferred, BOUND, false, "",
                "the part of the edge's calls, sampled and inferred ones, that is inferred: calls "
                "that are inlined and run with a sample, for certain or as the compiler believes"),
    SECTION_KEY(overlap, BOUND, false, "",
                "with that graph: the sum over all its edges of the smaller of the two shares"),
    CONTROL_KEY,
};

static bool read_sampled(struct spec_reader *reader, const struct yaml_node *map, const char *key,
                         struct bound *out) {
    return read_estimate(reader, yaml_get(map, key), "what is sampled", false, out);
}

static bool read_edge(struct spec_reader *reader, struct yaml_node *value,
                      struct spec_expectation *out, struct call_graph_expectation *wanted) {
    if (!read_steps(reader, "call_graph", value, out)) return false;
    wanted->path = out->steps.items;
    if (out->steps.count != 2)
        return diag_error(reader->diag, value->place,
                          "an edge has a caller and a callee: write 'A.foo -> A.bar'");
    const struct via *callee = &wanted->path[1];
    return !callee->line ||
           diag_error(reader->diag, value->place, "a line is that of the call: write '%s:12 -> %s'",
                      wanted->path[0].method, callee->method);
}

static bool read_reference(struct spec_reader *reader, const struct yaml_node *value,
                           struct call_graph_expectation *wanted) {
    struct diag error = DIAG_INIT;
    size_t count;
    if (strcmp(value->text, "exact") == 0) return true;
    if (strstr(value->text, "->"))
        return diag_error(reader->diag, value->place,
                          "an edge has a share; an overlap is with 'exact' or a file");
    const char *path = spec_path(reader, value->text),
               *near = diag_nearest(value->text, (const char *const[]){"exact"}, 1);
    if (!the_target()->read_call_graph(path, reader->arena, &wanted->reference, &count, &error))
        return diag_error(reader->diag, value->place, "%s%s%s%s", error.place.line ? path : "",
                          error.place.line ? ": " : "", error.message,
                          near ? "; did you mean 'exact'?" : "");
    wanted->reference_count = (uint32_t)count;
    return true;
}

static bool read_call_graph(struct spec_reader *reader, const struct yaml_node *map,
                            struct yaml_node *value, struct spec_expectation *out) {
    struct call_graph_expectation *wanted = ARENA_NEW(reader->arena, struct call_graph_expectation);
    *wanted = (struct call_graph_expectation){.base = {&assertion_call_graph},
                                              .share = BOUND_NONE,
                                              .inferred = BOUND_NONE,
                                              .overlap = BOUND_NONE};
    out->expectation = &wanted->base;
    bool is_of_edge = yaml_get(map, "share") || yaml_get(map, "inferred"),
         has_overlap = yaml_get(map, "overlap") != NULL;
    bool is_fine = read_sampled(reader, map, "share", &wanted->share);
    is_fine &= read_sampled(reader, map, "inferred", &wanted->inferred);
    is_fine &= read_sampled(reader, map, "overlap", &wanted->overlap);
    if (!is_fine || reader->is_damaged) return false;
    if (is_of_edge == has_overlap)
        return diag_error(reader->diag, map->place,
                          is_of_edge ? "share and inferred are of an edge and overlap of the whole "
                                       "graph: these are two expectations"
                                     : "this expects nothing: say share, inferred or overlap");
    if (value->kind == YAML_SCALAR) wanted->text = value->text;
    if (is_of_edge) return read_edge(reader, value, out, wanted);
    if (value->kind != YAML_SCALAR || yaml_is_null(value))
        return diag_error(reader->diag, value->place,
                          "an overlap is with 'exact' or a file, not %s", yaml_kind_text(value));
    return read_reference(reader, value, wanted);
}

EXPECTATION_KIND(
    call_graph, read_call_graph, NULL,
    "The graph of calls that are not inlined, as the profiler `call_graph` samples it, which is "
    "chosen by this: each call in compiled code, the interpreter, natives and the VM, in all "
    "threads, is a sample with the same odds, one in ten. Shares and overlaps have intervals: "
    "they are decided where the interval does not hold the bound; else they are UNDECIDED, with "
    "how many samples would decide. With `exact` all calls of the run are counted beside the "
    "samples. An overlap is that of the graphs, without what shares are off by chance. Calls "
    "that are inlined are in none of these: the profiler infers them, as often as a sample that "
    "they run with or as the compiler believes that they execute behind it, and keeps them "
    "apart. `inferred` is their part of an edge's calls: the interval is as wide as if all calls "
    "of a sample were one, and no interval tells how wrong the compiler was; `inlined` expects "
    "what was inlined.");
