/* The parsers under damage; see parsers.h. The Java frontend finds the class library in its image.
 */
#include "parsers.h"

#include <stdlib.h>
#include <string.h>

#include "adapters/hotspot/compilation_log.h"
#include "adapters/hotspot/graph_loops.h"
#include "adapters/hotspot/kept.h"
#include "adapters/hotspot/loops.h"
#include "base/die.h"
#include "base/intern.h"
#include "class_image.h"
#include "classfile/class_xml.h"
#include "classfile/disasm.h"
#include "formats/compare.h"
#include "formats/formats.h"
#include "formats/json.h"
#include "frontend/frontend.h"
#include "graph_answer.h"
#include "harness/spec.h"
#include "ir/compilation.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "manifest.h"
#include "metrics/metrics.h"
#include "metrics/model.h"
#include "trees/read_xml.h"
#include "trees/writers.h"
#include "rules/rules.h"

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
    promise(is_read == (specs.count > 0 || specs.is_of_profiler),
            "a spec that is read has combinations, or is of a profiler");
    arena_release(&arena);
}

void parse_profiler(const char *bytes, size_t size) {
    struct arena arena;
    arena_init(&arena);
    struct diag diag = DIAG_INIT;
    const struct profiler_file *profiler = profiler_read_text(&arena, "a.yaml", bytes, size, &diag);
    promise((profiler != NULL) != diag.is_set, "a profiler is read or refused");
    for (size_t i = 0; profiler && i < profiler->rule_count; i++)
        promise(!rule_fault(&profiler->rules[i], &arena),
                "a rule that is read is none that the VM refuses");
    promise(!profiler || profiler->print.sort < profiler->print.column_count,
            "rows are sorted by a column");
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
        class_add_xml(&text, file);
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

/* --- trees, and what is computed from them --- */

static char *write_tree(const struct tree *tree, const struct tree_writer *writer) {
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    writer->write(tree, out);
    fclose(out);
    return text;
}

static bool read_tree(struct tree *tree, const char *bytes, size_t size, struct diag *diag) {
    FILE *file = fmemopen((void *)bytes, size, "rb");
    tree_init(tree);
    bool is_read = file && tree_read_stream(tree, file, "a.xml", diag);
    promise(!file || is_read != diag->is_set, "a tree is read or refused");
    if (file) fclose(file);
    return is_read;
}

static void compute_metrics(const struct tree *tree) {
    for (int i = 0; i < METRICS; i++) {
        struct strbuf text = STRBUF_INIT;
        struct diag diag = DIAG_INIT;
        bool done = metric_compute(&metrics[i], tree, "a.xml", NULL, &text, &diag);
        promise(done != diag.is_set, "a metric is computed or refused");
        strbuf_release(&text);
    }
}

void parse_tree(const char *bytes, size_t size) {
    struct tree tree, again;
    struct diag diag = DIAG_INIT, second = DIAG_INIT;
    if (read_tree(&tree, bytes, size, &diag)) {
        for (int i = 0; i < TREE_WRITERS; i++) free(write_tree(&tree, &tree_writers[i]));
        compute_metrics(&tree);
        char *text = write_tree(&tree, &tree_writers[TREE_WRITER_xml]);
        promise(read_tree(&again, text, strlen(text), &second), second.message);
        char *repeated = write_tree(&again, &tree_writers[TREE_WRITER_xml]);
        promise(strcmp(text, repeated) == 0, "a tree is written the same");
        tree_release(&again);
        free(text);
        free(repeated);
    }
    tree_release(&tree);
}

void parse_classes_xml(const char *bytes, size_t size) {
    struct diag diag = DIAG_INIT;
    FILE *file = fmemopen((void *)bytes, size, "rb");
    if (!file) return;
    struct class_dump *dump = dump_open_stream(file, "a.xml", &diag);
    promise((dump != NULL) != diag.is_set, "classes are read or refused");
    if (dump) dump_close(dump);
    fclose(file);
}

void parse_cycle_model(const char *bytes, size_t size) {
    struct arena arena;
    struct diag diag = DIAG_INIT;
    arena_init(&arena);
    const struct cycle_model *model = model_read_text(&arena, "a.yaml", bytes, size, &diag);
    promise((model != NULL) != diag.is_set, "a model is read or refused");
    for (enum opcode opcode = 0; model && opcode < OPCODE_COUNT; opcode++)
        if (model->cycles[opcode]) model_cycles(model, opcode, 100, true);
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

/* --- profiles --- */

static char *write_profile(const struct profile_format *format,
                           const struct profile_tables *profile, size_t *size) {
    char *text = NULL;
    struct diag diag = DIAG_INIT;
    FILE *out = open_memstream(&text, size);
    promise(format->load(&diag), diag.message);
    format->write(profile, out);
    fclose(out);
    return text;
}

static void check_written_profile(struct arena *arena, const struct profile_tables *profile) {
    const struct profile_format *format;
    for (size_t i = 0; (format = format_at(i)); i++) {
        size_t size;
        char *text = write_profile(format, profile, &size);
        struct profile_tables again;
        struct diag diag = DIAG_INIT;
        promise(strcmp(format->name, "json") != 0 ||
                    profile_of_json(arena, "again.json", text, size, &again, &diag),
                diag.message);
        free(text);
    }
}

static void compare_with_itself(const struct profile_tables *profile) {
    struct compared_profile one = {"a.json", *profile};
    struct diag diag = DIAG_INIT;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    bool is_compared = profiles_compare(&one, &one, out, &diag);
    fclose(out);
    promise(is_compared != diag.is_set, "profiles are compared or refused");
    promise(!strstr(text, "difference"), "a profile is like itself");
    free(text);
}

void parse_profile(const char *bytes, size_t size) {
    struct arena arena;
    struct profile_tables profile;
    struct diag diag = DIAG_INIT;
    arena_init(&arena);
    bool is_read = profile_of_json(&arena, "a.json", bytes, size, &profile, &diag);
    promise(is_read != diag.is_set, "a profile is read or refused");
    if (is_read) check_written_profile(&arena, &profile);
    if (is_read) compare_with_itself(&profile);
    arena_release(&arena);
}

static const struct bytecode_loops *the_same_loops(void *context, const char *method) {
    return context;
}

static void check_loops(struct log_task *task, struct bytecode_loops *loops) {
    struct loop_decisions decisions = decide_loops(task, the_same_loops, loops);
    vec_each(const struct log_decision, decision, &decisions.items)
        promise(decision->at.places.count && decision->subject, "a loop has its place");
    loop_decisions_release(&decisions);
}

/* What the compiler of a debug build prints beside its log. */
static void parse_graphs(const char *bytes, size_t size, const struct compilation_log *log) {
    struct ideal_reader reader = {0};
    struct bytecode_loops loops = {0};
    vec_push(&loops.items, ((struct bytecode_loop){.start = 4, .end = 21, .header = 4}));
    ideal_reader_add(&reader, bytes, size);
    vec_each(struct ideal_compilation *, compilation, &reader.done) {
        vec_each(struct log_task *, task, &log->tasks) {
            add_kept(*task, *compilation, 64);
            add_loops(*task, *compilation);
            (*task)->knows_changes = true;
            add_loop_changes(*task, *compilation, log->loop_words.items, log->loop_words.count);
            check_loops(*task, &loops);
        }
    }
    vec_release(&loops.items);
    ideal_reader_release(&reader);
}

void parse_hotspot_log(const char *bytes, size_t size) {
    struct compilation_log log = {0};
    struct log_reader reader;
    log_reader_init(&reader, &log);
    log_reader_add(&reader, bytes, size / 2);
    log_reader_add(&reader, bytes + size / 2, size - size / 2);
    log_reader_release(&reader);
    vec_each(struct log_task *, task, &log.tasks) {
        vec_each(struct log_decision, decision, &(*task)->decisions)
            promise(decision->at.places.count && decision->subject, "a decision has its place");
        compilation_log_level(&log, (*task)->method);
    }
    parse_graphs(bytes, size, &log);
    compilation_log_release(&log);
}
