/* Runs a program and writes its tree of calling contexts: for contexts_differential.sh.
 *
 *     context_tree [OPTION...] CLASSPATH MAIN [ARGUMENT...]
 *
 * A line a node: how deep, the bytecode of the call, the method, how often it was called. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "vm.h"

struct settings {
    struct vm_options vm;
    struct vm_context_options contexts;
    const char *path; /* of what is written */
};

struct open_node {
    const struct context *context;
    int depth;
};

struct writer {
    const struct vm *vm;
    FILE *out;
    VEC(struct open_node) open; /* the next one last */
};

static void write_node(struct writer *writer, const struct open_node *node) {
    struct vm_context told = vm_context(writer->vm, node->context);
    fprintf(writer->out, "%d %d %s %lld + %lld%s\n", node->depth, told.bci,
            told.name ? told.name : "-", (long long)told.calls, (long long)told.mark,
            told.is_native ? " native" : "");
}

static void write_tree(struct writer *writer, const struct context *root) {
    if (root) vec_push(&writer->open, ((struct open_node){root, 0}));
    while (writer->open.count) {
        struct open_node node = vec_pop(&writer->open);
        write_node(writer, &node);
        struct arena arena;
        arena_init(&arena);
        const struct context *const *children;
        size_t count = vm_context_children(writer->vm, node.context, &arena, &children);
        while (count-- > 0)
            vec_push(&writer->open, ((struct open_node){children[count], node.depth + 1}));
        arena_release(&arena);
    }
}

static bool write_file(const struct vm *vm, const char *path) {
    FILE *out = fopen(path, "w");
    if (!out) return false;
    struct writer writer = {.vm = vm, .out = out};
    write_tree(&writer, vm_contexts(vm));
    write_tree(&writer, vm_contexts_beyond_limit(vm));
    vec_release(&writer.open);
    return fclose(out) == 0;
}

/* --- options --- */

static const struct flag {
    const char *name;
    size_t offset;
} flags[] = {
    {"--int", offsetof(struct settings, vm.interpret_only)},
    {"--background", offsetof(struct settings, vm.background)},
    {"--deoptimize-always", offsetof(struct settings, vm.deoptimize_always)},
    {"--collect-always", offsetof(struct settings, vm.collect_always)},
    {"--prune", offsetof(struct settings, vm.prune_unreached_branches)},
    {"--without-call-sites", offsetof(struct settings, contexts.without_call_sites)},
    {"--without-natives", offsetof(struct settings, contexts.without_natives)},
    {"--fold-recursion", offsetof(struct settings, contexts.fold_recursion)},
};

static bool take_flag(struct settings *settings, const char *word) {
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (strcmp(word, flags[i].name) != 0) continue;
        *(bool *)((char *)settings + flags[i].offset) = true;
        return true;
    }
    return false;
}

static bool take_value(struct settings *settings, const char *word, const char *value) {
    long number = strtol(value, NULL, 10);
    if (!strcmp(word, "-o"))
        settings->path = value;
    else if (!strcmp(word, "--compile-threshold"))
        settings->vm.compile_threshold = settings->vm.small_threshold = (int)number;
    else if (!strcmp(word, "--loop-threshold"))
        settings->vm.loop_threshold = (int)number;
    else if (!strcmp(word, "-O"))
        settings->vm.optimization_level = (int)number;
    else if (!strcmp(word, "--levels"))
        settings->contexts.levels = (uint32_t)number;
    else if (!strcmp(word, "--most-nodes"))
        settings->contexts.most_nodes = (uint64_t)number;
    else
        return false;
    return true;
}

static int fail(const char *message) {
    fprintf(stderr, "context_tree: %s\n", message);
    return 2;
}

int main(int count, char **arguments) {
    struct settings settings = {.vm = vm_options_for_programs()};
    int i = 1;
    for (; i < count && arguments[i][0] == '-'; i++) {
        if (!take_flag(&settings, arguments[i])) {
            if (i + 1 == count || !take_value(&settings, arguments[i], arguments[i + 1]))
                return fail("unknown option");
            i++;
        }
    }
    if (count - i < 2) return fail("a class path and a class are missing");
    if (!settings.path) return fail("it is not said where the tree is written: -o");
    struct diag diag = DIAG_INIT;
    struct vm *vm = vm_create(&settings.vm, &diag);
    if (!vm || !vm_add_class_path(vm, arguments[i], &diag)) return fail(diag.message);
    if (!vm_keep_contexts(vm, &settings.contexts, &diag)) return fail(diag.message);
    int status = vm_run_main(vm, arguments[i + 1], &arguments[i + 2], count - i - 2);
    if (!write_file(vm, settings.path)) return fail("cannot write the tree");
    vm_destroy(vm);
    return status;
}
