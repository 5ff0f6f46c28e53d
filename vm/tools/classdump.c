/* classdump: class files as text.
 *
 *     classdump [--xml | --probes | --names] FILE.class|DIRECTORY...
 *
 * With --xml: one document (classfile/classes.xsd) of all of them. With --probes: what their inserted
 * code is anchored to. With --names: a line for each class that their constants name, as "CLASS
 * SOURCE NAME". Of a directory: all class files below it, in the order of their names.
 *
 * Exit code: 0, 1 when a file is not a class file or cannot be read. */
#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <string.h>

#include "classfile/anchors.h"
#include "classfile/class_xml.h"
#include "classfile/descriptor.h"
#include "classfile/disasm.h"

enum format { FORMAT_CODE, FORMAT_XML, FORMAT_PROBES, FORMAT_NAMES };

static void dump_probe(struct arena *arena, const char *method, const struct region_anchor *anchor,
                       const char *counter) {
    printf("%s: %s", method, region_anchor_text(arena, anchor, counter));
    printf(anchor->cure ? "; %s\n" : "\n", anchor->cure);
}

static void dump_probes(struct arena *arena, const struct classfile *class,
                        const struct member_info *method) {
    const struct code_regions *regions = method->code ? method->code->regions : NULL;
    if (!regions) return;
    if (regions->fault) {
        const char *counter;
        struct region_anchor fault = code_region_fault(arena, class, method->code, &counter);
        dump_probe(arena, method->name, &fault, counter);
    }
    const struct region_anchor *anchors = code_anchors(arena, class, method->code);
    for (uint32_t i = 0; i < regions->count; i++)
        dump_probe(arena, method->name, &anchors[i],
                   code_region_hit(class, method->code, &regions->items[i], 0));
}

static void print_name(const struct classfile *class, const char *name, size_t length) {
    printf("%s %s %.*s\n", class->name, class->source_file ? class->source_file : "-", (int)length,
           name);
}

/* Of all classes in a descriptor. */
static void print_names(const struct classfile *class, const char *descriptor) {
    for (const char *start = strchr(descriptor, 'L'); start; start = strchr(start, 'L')) {
        size_t length = strcspn(++start, ";");
        print_name(class, start, length);
        start += length;
    }
}

static void dump_names(const struct classfile *class) {
    for (int i = 1; i < class->constant_count; i++) {
        const struct constant *constant = &class->constants[i];
        if (constant->tag == CONSTANT_CLASS && constant->name[0] != '[')
            print_name(class, constant->name, strlen(constant->name));
        else if (constant->tag == CONSTANT_CLASS)
            print_names(class, constant->name);
        else if (constant->tag == CONSTANT_UTF8 && (descriptor_is_field(constant->utf8.text) ||
                                                    descriptor_is_method(constant->utf8.text)))
            print_names(class, constant->utf8.text);
    }
}

static void print_and_release(struct strbuf *text) {
    fwrite(strbuf_text(text), 1, text->length, stdout);
    strbuf_release(text);
}

static void dump_code(const struct classfile *class) {
    struct strbuf text = STRBUF_INIT;
    disasm_class(&text, class);
    print_and_release(&text);
}

static void dump_xml(const struct classfile *class) {
    struct strbuf text = STRBUF_INIT;
    class_add_xml(&text, class);
    print_and_release(&text);
}

static void dump_class(struct arena *arena, const struct classfile *class, enum format format) {
    switch (format) {
    case FORMAT_CODE: dump_code(class); break;
    case FORMAT_XML: dump_xml(class); break;
    case FORMAT_NAMES: dump_names(class); break;
    case FORMAT_PROBES:
        for (int i = 0; i < class->method_count; i++) dump_probes(arena, class, &class->methods[i]);
        break;
    }
}

static bool dump_file(const char *path, enum format format) {
    struct strbuf bytes = STRBUF_INIT;
    char block[65536];
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "classdump: cannot open '%s': %s\n", path, strerror(errno));
        return false;
    }
    for (size_t count; (count = fread(block, 1, sizeof block, file)) > 0;)
        strbuf_add(&bytes, block, count);
    fclose(file);
    struct arena arena;
    struct diag diag = DIAG_INIT;
    arena_init(&arena);
    const struct classfile *class =
        classfile_read(&arena, path, (const uint8_t *)strbuf_text(&bytes), bytes.length, &diag);
    if (class) {
        dump_class(&arena, class, format);
    } else {
        char message[2048];
        fprintf(stderr, "%s\n", diag_format(&diag, message, sizeof message));
    }
    arena_release(&arena);
    strbuf_release(&bytes);
    return class != NULL;
}

static int by_name(const FTSENT **a, const FTSENT **b) {
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static bool is_class_file(const FTSENT *entry) {
    return entry->fts_info == FTS_F && entry->fts_namelen > 6 &&
           strcmp(entry->fts_name + entry->fts_namelen - 6, ".class") == 0;
}

/* A file, or what is below a directory. */
static bool dump(char *path, enum format format) {
    char *paths[] = {path, NULL};
    bool all_read = true;
    FTS *files = fts_open(paths, FTS_NOCHDIR | FTS_LOGICAL, by_name);
    for (FTSENT *entry; files && (entry = fts_read(files));) {
        bool is_directory = entry->fts_info == FTS_D || entry->fts_info == FTS_DP;
        if (is_class_file(entry) || (entry->fts_level == FTS_ROOTLEVEL && !is_directory))
            all_read &= dump_file(entry->fts_path, format);
    }
    fts_close(files);
    return all_read;
}

static enum format format_of(const char *word) {
    if (!strcmp(word, "--xml")) return FORMAT_XML;
    if (!strcmp(word, "--probes")) return FORMAT_PROBES;
    return strcmp(word, "--names") ? FORMAT_CODE : FORMAT_NAMES;
}

/* Around the classes. */
static void frame(enum format format, void (*add)(struct strbuf *)) {
    struct strbuf text = STRBUF_INIT;
    if (format == FORMAT_XML) add(&text);
    print_and_release(&text);
}

int main(int count, char **arguments) {
    bool all_read = true;
    enum format format = count > 1 ? format_of(arguments[1]) : FORMAT_CODE;
    int first = format == FORMAT_CODE ? 1 : 2;
    if (count <= first) {
        fprintf(stderr, "usage: classdump [--xml | --probes | --names] FILE.class|DIRECTORY...\n");
        return 1;
    }
    frame(format, classes_begin_xml);
    for (int i = first; i < count; i++) all_read &= dump(arguments[i], format);
    frame(format, classes_end_xml);
    return all_read ? 0 : 1;
}
