/* node: a kind of node, after which step, and how many. */
#include <string.h>

#include "harness/e_read.h"
#include "harness/names.h"
#include "harness/vms.h"

static const struct section_key keys_of_node[] = {
    SECTION_KEY(node, TEXT, true, "",
                "the kind of node, as the compiler calls it: `jittest list nodes` lists those of "
                "this VM's"),
    SECTION_KEY(after, TEXT, false, "the last before lowering",
                "the step of the compiler after which they are counted: `jittest list steps`"),
    BOUND_KEYS,
    CONTROL_KEY,
};

/* The steps before it, where they are known. */
static void put_steps_before(struct spec_reader *reader, struct node_expectation *wanted) {
    VEC(const char *) before = {0};
    const char *name, *meaning;
    for (size_t i = 0; the_target()->list_names(TARGET_STEPS, i, &name, &meaning); i++) {
        if (!strcmp(name, wanted->after)) {
            wanted->before = before.items;
            wanted->before_count = before.count;
            return;
        }
        arena_vec_push(reader->arena, &before, name);
    }
}

static bool read_node(struct spec_reader *reader, const struct yaml_node *map,
                      struct yaml_node *value, struct spec_expectation *out) {
    struct node_expectation *wanted = ARENA_NEW(reader->arena, struct node_expectation);
    *wanted = (struct node_expectation){.base = {&assertion_node},
                                        .kind = name_of(reader, out, value),
                                        .after = name_of(reader, out, yaml_get(map, "after"))};
    out->expectation = &wanted->base;
    if (wanted->after) put_steps_before(reader, wanted);
    return read_bound_keys(reader, map, MEASURE_COUNT, &wanted->count);
}

/* Another compiler's words are its own. */
static bool fits(const struct spec_expectation *expectation, const struct program *program,
                 const struct spec *spec, struct diag *diag) {
    const struct node_expectation *wanted =
        (const struct node_expectation *)expectation->expectation;
    (void)program;
    if (vm_has_other_compiler(spec->vm)) return true;
    struct spec_text kind = {wanted->kind, spec_place_of(expectation, wanted->kind)};
    bool is_fine =
        names_check_one(&kind, TARGET_NODE_KINDS, "kind of node", "`jittest list nodes`", diag);
    if (!wanted->after) return is_fine;
    struct spec_text after = {wanted->after, spec_place_of(expectation, wanted->after)};
    return names_check_one(&after, TARGET_STEPS, "step", "`jittest list steps`", diag) && is_fine;
}

EXPECTATION_KIND(node, read_node, NULL,
                 "How many nodes of a kind there are in the compiler's graph of the target, with "
                 "all that is inlined "
                 "there, after one of its steps: of the compilation that made the code that was "
                 "measured. Probes "
                 "are none of them, and constants count where something uses them. Each compiler "
                 "has words of its own for kinds and steps.",
                 .fits = fits);
