/* MUTATION TEST: every parser survives damaged input. Files of a corpus are cut, flipped, spliced
 * and repeated at random, and must be read or refused with a message; the sanitizers watch. ci/fuzz
 * does the same with coverage feedback.
 *
 * MUTATIONS says how many inputs a parser gets, MUTATION_SEED where they start (default 1). */
#include "base/check_run.h"
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "parsers.h"

enum { LARGEST_FILE = 1 << 20 };

struct file {
    char *bytes;
    size_t size;
};

struct corpus {
    VEC(struct file) files;
};

static long environment_number(const char *name, long otherwise) {
    const char *text = getenv(name);
    return text ? strtol(text, NULL, 10) : otherwise;
}

static struct file read_file(const char *path) {
    FILE *in = fopen(path, "rb");
    ck_assert_ptr_nonnull(in);
    struct file file = {memory_allocate(LARGEST_FILE), 0};
    file.size = fread(file.bytes, 1, LARGEST_FILE, in);
    fclose(in);
    return file;
}

static void corpus_add(struct corpus *corpus, const char *pattern) {
    glob_t found;
    ck_assert_msg(glob(pattern, 0, NULL, &found) == 0, "no file is called %s", pattern);
    for (size_t i = 0; i < found.gl_pathc; i++)
        vec_push(&corpus->files, read_file(found.gl_pathv[i]));
    globfree(&found);
}

static void corpus_release(struct corpus *corpus) {
    vec_each(struct file, file, &corpus->files) memory_free(file->bytes);
    vec_release(&corpus->files);
}

static const struct file *any_file(const struct corpus *corpus, struct rng *rng) {
    return &corpus->files.items[rng_below(rng, corpus->files.count)];
}

static void splice(const struct file *other, struct rng *rng, struct strbuf *text, size_t at,
                   size_t count) {
    size_t from = other->size ? rng_below(rng, other->size) : 0;
    for (size_t i = 0; i < count && from + i < other->size; i++)
        text->bytes[at + i] = other->bytes[from + i];
}

/* One change at a random place: the kinds of damage that editors, disks and typing make. */
static void change(const struct corpus *corpus, struct rng *rng, struct strbuf *text) {
    if (!text->length) return;
    size_t at = rng_below(rng, text->length);
    size_t count = rng_below(rng, 40) + 1;
    if (count > text->length - at) count = text->length - at;
    switch (rng_below(rng, 6)) {
    case 0: text->bytes[at] = (char)rng_next(rng); break;
    case 1: text->bytes[at] ^= (char)(1 << rng_below(rng, 8)); break;
    case 2: text->length = at; break;
    case 3:
        memmove(text->bytes + at, text->bytes + at + count, text->length - at - count);
        text->length -= count;
        break;
    case 4: {
        char repeated[64];
        memcpy(repeated, text->bytes + at, count);
        strbuf_add(text, repeated, count);
        break;
    }
    default: splice(any_file(corpus, rng), rng, text, at, count);
    }
}

static void mutate(const struct corpus *corpus, void (*parse)(const char *, size_t), long count) {
    struct rng rng;
    rng_init(&rng, (uint64_t)environment_number("MUTATION_SEED", 1));
    count = environment_number("MUTATIONS", count);
    for (long i = 0; i < count; i++) {
        const struct file *file = any_file(corpus, &rng);
        struct strbuf text = STRBUF_INIT;
        strbuf_add(&text, file->bytes, file->size);
        for (uint64_t changes = 1 + rng_below(&rng, 4); changes; changes--)
            change(corpus, &rng, &text);
        char *exact = memory_allocate(text.length); /* no spare byte behind the input */
        if (text.length) memcpy(exact, text.bytes, text.length);
        parse(exact, text.length);
        memory_free(exact);
        strbuf_release(&text);
    }
}

/* [more] is a second pattern, or NULL. */
static void damage(const char *files, const char *more, void (*parse)(const char *, size_t),
                   long count) {
    struct corpus corpus = {0};
    corpus_add(&corpus, files);
    if (more) corpus_add(&corpus, more);
    mutate(&corpus, parse, count);
    corpus_release(&corpus);
}

START_TEST(damaged_specs_are_read_or_refused) {
    damage(SOURCE_DIR "/specs/*/*.yaml", NULL, parse_specs, 3000);
}
END_TEST

START_TEST(damaged_profilers_are_read_or_refused) {
    damage(SOURCE_DIR "/profilers/*.yaml", NULL, parse_profiler, 20000);
}
END_TEST

START_TEST(damaged_class_files_are_read_or_refused) {
    damage(BUILD_DIR "/classlib/java/lang/*.class", NULL, parse_classfile, 20000);
}
END_TEST

START_TEST(damaged_java_sources_are_compiled_or_refused) {
    damage(SOURCE_DIR "/vm/classlib/core/java/lang/*.java", SOURCE_DIR "/tests/java/*.java",
           parse_java, 3000);
}
END_TEST

START_TEST(damaged_graphs_are_read_or_refused) {
    damage(SOURCE_DIR "/tests/graphs/*.graph", NULL, parse_graph, 20000);
}
END_TEST

START_TEST(damaged_graph_tests_are_read_or_refused) {
    damage(SOURCE_DIR "/vm/*/tests/*.graph", NULL, parse_graph_test, 20000);
}
END_TEST

START_TEST(damaged_trees_are_read_or_refused) {
    damage(SOURCE_DIR "/tests/metrics/*.xml", NULL, parse_tree, 5000);
}
END_TEST

START_TEST(damaged_classes_as_xml_are_read_or_refused) {
    damage(SOURCE_DIR "/tests/metrics/classes/*.xml", NULL, parse_classes_xml, 5000);
}
END_TEST

START_TEST(damaged_cycle_models_are_read_or_refused) {
    damage(SOURCE_DIR "/profilers/models/*.yaml", SOURCE_DIR "/tests/metrics/*.yaml",
           parse_cycle_model, 20000);
}
END_TEST

START_TEST(damaged_profiles_are_read_or_refused) {
    damage(SOURCE_DIR "/tests/profiles/*.json", NULL, parse_profile, 20000);
}
END_TEST

START_TEST(damaged_logs_of_hotspot_are_read) {
    damage(SOURCE_DIR "/tests/hotspot_logs/*.log", NULL, parse_hotspot_log, 20000);
}
END_TEST

START_TEST(damaged_manifests_are_read) {
    damage(SOURCE_DIR "/tests/manifests/*.MF", NULL, parse_manifest, 20000);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("mutations");
    TCase *all = tcase_create("parsers");
    tcase_set_timeout(all, 600);
    tcase_add_test(all, damaged_specs_are_read_or_refused);
    tcase_add_test(all, damaged_profilers_are_read_or_refused);
    tcase_add_test(all, damaged_class_files_are_read_or_refused);
    tcase_add_test(all, damaged_java_sources_are_compiled_or_refused);
    tcase_add_test(all, damaged_graphs_are_read_or_refused);
    tcase_add_test(all, damaged_graph_tests_are_read_or_refused);
    tcase_add_test(all, damaged_trees_are_read_or_refused);
    tcase_add_test(all, damaged_classes_as_xml_are_read_or_refused);
    tcase_add_test(all, damaged_cycle_models_are_read_or_refused);
    tcase_add_test(all, damaged_manifests_are_read);
    tcase_add_test(all, damaged_profiles_are_read_or_refused);
    tcase_add_test(all, damaged_logs_of_hotspot_are_read);
    suite_add_tcase(suite, all);
    return check_run(suite);
}
