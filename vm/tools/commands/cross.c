/* CROSS: what a run would have cost on another processor. */
#include <stdio.h>
#include <string.h>

#include "metrics/cross.h"
#include "tools/commands.h"
#include "trees/read_xml.h"

struct cross_arguments {
    const char *model, *tree, *classes, *cache;
    enum cross_view view;
};

static int usage(void) {
    fputs(
        "usage: jitvm cross [--by program|method|context] [--cache hits|misses|BLOCKS] MODEL TREE "
        "[CLASSES]\n",
        stderr);
    return 2;
}

static bool read_view(const char *text, enum cross_view *view) {
    for (*view = 0; *view < CROSS_VIEWS; ++*view)
        if (strcmp(cross_view_name(*view), text) == 0) return true;
    return false;
}

static bool read_arguments(struct cross_arguments *out, int argc, char **argv) {
    const char **files[] = {&out->model, &out->tree, &out->classes};
    int count = 0;
    for (int i = 1; i < argc; i++) {
        bool has_value = i + 1 < argc;
        if (strcmp(argv[i], "--by") == 0) {
            if (!has_value || !read_view(argv[++i], &out->view)) return false;
        } else if (strcmp(argv[i], "--cache") == 0) {
            if (!has_value) return false;
            out->cache = argv[++i];
        } else if (argv[i][0] == '-' || count == 3) {
            return false;
        } else {
            *files[count++] = argv[i];
        }
    }
    return count >= 2;
}

/* The model's cache, or what the option says. */
static bool choose_cache(struct method_cache *cache, const struct cycle_model *model,
                         const char *text, struct diag *diag) {
    struct place nowhere = {0};
    *cache = model->cache;
    if (text && !cache_read(text, cache))
        return diag_error(diag, nowhere,
                          "a cache is 'hits', 'misses' or a number of blocks, not '%s'", text);
    if (cache->regime == CACHE_BLOCKS && !cache->block_bytes)
        return diag_error(diag, nowhere, "the model '%s' does not say how large a block is",
                          model->name);
    return true;
}

static bool print_estimate(const struct cross_arguments *arguments, struct arena *arena,
                           struct tree *tree, struct class_dump **dump, struct diag *diag) {
    struct method_cache cache;
    struct cross_estimate estimate;
    struct strbuf out = STRBUF_INIT;
    const struct cycle_model *model = model_read(arena, arguments->model, diag);
    if (!model || !choose_cache(&cache, model, arguments->cache, diag) ||
        !tree_read(tree, arguments->tree, diag))
        return false;
    if (!tree->has_blocks)
        return diag_error(diag, (struct place){0},
                          "'%s' has no executions of basic blocks: they are counted by the "
                          "profiler 'blocks'",
                          arguments->tree);
    const char *classes = arguments->classes ? arguments->classes : tree->classes;
    if (!classes)
        return diag_error(diag, (struct place){0},
                          "name the classes of the run: '%s' does not say where they are",
                          arguments->tree);
    *dump = dump_open(classes, diag);
    const struct dump_code *const *codes = *dump ? dump_of_tree(*dump, tree, arena, diag) : NULL;
    if (!codes) return false;
    if (!cross_estimate(&estimate, model, &cache, tree, codes, arena, diag)) return false;
    cross_print(&out, &estimate, model, &cache, tree, arguments->view);
    fwrite(strbuf_text(&out), 1, out.length, stdout);
    strbuf_release(&out);
    return true;
}

int command_cross(int argc, char **argv) {
    struct cross_arguments arguments = {.view = CROSS_METHOD};
    struct diag diag = DIAG_INIT;
    struct arena arena;
    struct tree tree;
    char message[1400];
    if (!read_arguments(&arguments, argc, argv)) return usage();
    arena_init(&arena);
    tree_init(&tree);
    struct class_dump *dump = NULL;
    bool done = print_estimate(&arguments, &arena, &tree, &dump, &diag);
    if (!done) fprintf(stderr, "jitvm: %s\n", diag_format(&diag, message, sizeof message));
    if (dump) dump_close(dump);
    tree_release(&tree);
    arena_release(&arena);
    return done ? 0 : 1;
}
