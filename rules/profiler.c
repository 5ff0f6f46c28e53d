/* A profiler from its file. */
#include <string.h>

#include "rules/read.h"

static const struct yaml_content content = {"profiler", "profiler and rules", ""};

/* Rules that only hit counters, which specs ask for, leave a table without rows. */
static bool check_counts(struct rules_reader *reader, const struct yaml_node *rules) {
    for (uint32_t i = 0; i < rules->item_count; i++)
        if (yaml_get(rules->items[i], "count") || yaml_get(rules->items[i], "sum")) return true;
    return diag_error(reader->diag, rules->place, "no rule counts: write 'count' in one of them");
}

static const struct profiler_file *profiler_read(struct arena *arena, struct yaml_node *root,
                                                 struct diag *diag) {
    struct rules_reader reader = {arena, diag, RULES_OF_PROFILER};
    if (!root || !section_check(root, &section_profiler, diag) || diag->is_set) return NULL;
    struct profiler_file *profiler = ARENA_NEW(arena, struct profiler_file);
    const struct yaml_node *meaning = yaml_get(root, "meaning"), *rules = yaml_get(root, "rules");
    profiler->name = yaml_get(root, "profiler")->text;
    profiler->meaning = meaning ? meaning->text : "";
    bool is_fine = rules_read(arena, rules, RULES_OF_PROFILER, diag, &profiler->rules,
                              &profiler->rule_count) &&
                   check_counts(&reader, rules) &&
                   print_read(&reader, yaml_get(root, "print"), profiler->rules,
                              profiler->rule_count, &profiler->print);
    return is_fine && !diag->is_set ? profiler : NULL;
}

bool profiler_is_in_file(const char *name) {
    size_t length = strlen(name);
    return strchr(name, '/') || (length > 5 && strcmp(name + length - 5, ".yaml") == 0);
}

const struct profiler_file *profiler_read_file(struct arena *arena, const char *file,
                                               struct diag *diag) {
    return profiler_read(arena, yaml_parse_file(arena, &content, file, diag), diag);
}

const struct profiler_file *profiler_read_text(struct arena *arena, const char *file,
                                               const char *text, size_t length, struct diag *diag) {
    return profiler_read(arena, yaml_parse(arena, &content, file, text, length, diag), diag);
}
