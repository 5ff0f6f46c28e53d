/* The parsers under damage; see parsers.h. The Java frontend finds the class library in its image.
 */
#include "parsers.h"

#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "base/intern.h"
#include "class_image.h"
#include "classfile/disasm.h"
#include "frontend/frontend.h"
#include "graph_answer.h"
#include "harness/spec.h"
#include "ir/compilation.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "manifest.h"

static void promise(bool is_kept, const char *what) {
    if (!is_kept) BUG("%s", what);
}

void parse_specs(const char *bytes, size_t size) {
    struct arena arena;
    arena_init(&arena);
    struct diag diag = DIAG_INIT;
    struct specs specs = {0};
    bool is_read = spec_load_text(&arena, "a.yaml", "a", bytes, size, &diag, &specs);
    promise(is_read != diag.is_set, "a spec is read or refused");
    promise(is_read == (specs.count > 0), "a spec that is read has combinations");
    arena_release(&arena);
}

void parse_classfile(const char *bytes, size_t size) {
    struct arena arena;
    arena_init(&arena);
    struct diag diag = DIAG_INIT;
    const struct classfile *file =
        classfile_read(&arena, "a.class", (const uint8_t *)bytes, size, &diag);
    promise((file != NULL) != diag.is_set, "a class file is read or refused");
    if (file) {
        struct strbuf text = STRBUF_INIT;
        disasm_class(&text, file);
        strbuf_release(&text);
    }
    arena_release(&arena);
}

/* --- Java --- */

/* A class of the library is read once. */
static const struct classfile *find_class(void *context, const char *internal_name) {
    static struct arena arena;
    static const struct classfile **files;
    if (!files) {
        arena_init(&arena);
        files = ARENA_ARRAY(&arena, const struct classfile *, class_image_count);
    }
    const struct class_image_entry *entry = class_image_find(internal_name);
    if (!entry) return NULL;
    const struct classfile **file = &files[entry - class_image];
    struct diag diag = DIAG_INIT;
    if (!*file) *file = classfile_read(&arena, entry->name, entry->bytes, entry->size, &diag);
    return *file;
}

void parse_java(const char *bytes, size_t size) {
    struct arena arena;
    arena_init(&arena);
    struct diag diag = DIAG_INIT;
    struct java_source source = {"a.java", bytes, size, 1, 1, NULL};
    struct java_class_path path = {find_class, NULL};
    struct java_options options = java_options_default();
    struct java_classes classes = {0};
    bool is_compiled = java_compile(&arena, &source, 1, &path, &options, &diag, &classes);
    promise(is_compiled != diag.is_set, "a source is compiled or refused");
    for (uint32_t i = 0; i < classes.count; i++) {
        const struct java_class *class = &classes.items[i];
        struct diag refused = DIAG_INIT;
        promise(classfile_read(&arena, "a", class->bytes, class->size, &refused), refused.message);
    }
    arena_release(&arena);
}

/* --- graphs --- */

static void print(const struct graph *graph, struct strbuf *out) {
    struct print_options all = {
        .with_positions = true, .with_states = true, .with_declarations = true};
    graph_print(graph, &all, out);
}

static struct graph *parse(struct arena *arena, struct meta_world *world, const char *text,
                           struct diag *diag) {
    struct compilation *compilation = ARENA_NEW(arena, struct compilation);
    meta_world_init(world);
    compilation->arena = arena;
    compilation->world = world;
    compilation->root = intern("Test.root()V");
    return graph_parse(compilation, "graph", text, diag);
}

static void print_and_parse(struct arena *arena, const struct graph *graph, struct strbuf *out) {
    struct strbuf text = STRBUF_INIT;
    struct meta_world world;
    struct diag diag = DIAG_INIT;
    print(graph, &text);
    struct graph *again = parse(arena, &world, strbuf_text(&text), &diag);
    promise(again, diag.message);
    print(again, out);
    meta_world_release(&world);
    strbuf_release(&text);
}

/* A parameter that only dead frame states use is printed once and then no more; so what was printed
 * and read is printed and read again. */
static void check_round_trip(struct arena *arena, const struct graph *graph) {
    struct strbuf first = STRBUF_INIT, second = STRBUF_INIT;
    struct meta_world world;
    struct diag diag = DIAG_INIT;
    print_and_parse(arena, graph, &first);
    struct graph *again = parse(arena, &world, strbuf_text(&first), &diag);
    promise(again, diag.message);
    print(again, &second);
    promise(strcmp(strbuf_text(&first), strbuf_text(&second)) == 0, "a graph is printed the same");
    meta_world_release(&world);
    strbuf_release(&first);
    strbuf_release(&second);
}

void parse_graph(const char *bytes, size_t size) {
    struct arena arena;
    arena_init(&arena);
    struct meta_world world;
    struct diag diag = DIAG_INIT;
    struct strbuf problem = STRBUF_INIT;
    struct graph *graph = parse(&arena, &world, arena_copy_text(&arena, bytes, size), &diag);
    promise((graph != NULL) != diag.is_set, "a graph is read or refused");
    if (graph && graph_verify(graph, &problem)) check_round_trip(&arena, graph);
    strbuf_release(&problem);
    meta_world_release(&world);
    arena_release(&arena);
}

static void ask(struct graph_outcome *outcome, const struct graph_run *run) {
    vec_each(const struct graph_expectation, expectation, &run->expectations) {
        struct diag diag = DIAG_INIT;
        const char *answer = graph_answer(outcome, &expectation->words, &diag);
        promise((answer != NULL) != diag.is_set, "a question is answered or refused");
        promise(!answer || graph_answer_fits(&expectation->words, answer, answer),
                "an answer fits itself");
    }
}

void parse_graph_test(const char *bytes, size_t size) {
    struct arena arena;
    arena_init(&arena);
    struct graph_file file;
    struct diag diag = DIAG_INIT;
    bool is_read =
        graph_file_read(&arena, "a.graph", arena_copy_text(&arena, bytes, size), &file, &diag);
    promise(is_read != diag.is_set, "a graph test is read or refused");
    for (uint32_t i = 0; is_read && i < file.runs.count; i++) {
        struct graph_run *run = &file.runs.items[i];
        struct graph_outcome outcome;
        struct diag refused = DIAG_INIT;
        vec_clear(&run->steps);
        bool is_made = graph_outcome_make(&outcome, &file, run, &refused);
        promise(is_made != refused.is_set, "the graph of a test is read or refused");
        if (is_made) ask(&outcome, run);
        graph_outcome_release(&outcome);
    }
    arena_release(&arena);
}

void parse_manifest(const char *bytes, size_t size) {
    static const char *const names[] = {"Main-Class", "Class-Path", ""};
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = manifest_value(&arena, bytes, size, names[i]);
        promise(!value || !strpbrk(value, "\r\n"), "a value is one line");
    }
    arena_release(&arena);
}
