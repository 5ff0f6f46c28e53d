/* READ XML: which element may stand in which is a table; the elements that are open are a stack. */
#include "trees/read_xml.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "base/intern.h"
#include "trees/xml_stream.h"

struct open_site {
    int32_t bci, number;
};

/* A method that is being read. */
struct open_method {
    bool has_count, has_instructions;
    uint64_t instructions; /* that it says */
};

struct tree_reading {
    struct tree *tree;
    struct xml_stream stream;
    VEC(uint8_t) elements; /* enum tree_element */
    VEC(struct open_site) sites;
    VEC(struct open_method) methods;
    struct tree_block block;
    bool block_has_count;
};

static const char *interned(struct xml_stream *stream, const char *name) {
    const char *text = xml_attribute(stream, name);
    return text ? intern(text) : NULL;
}

static bool begin_root(struct tree_reading *reading) {
    struct tree *tree = reading->tree;
    int64_t version;
    struct xml_stream *stream = &reading->stream;
    if (!xml_attribute_number(stream, "version", 1, INT32_MAX, &version)) return false;
    if (version != 1)
        return xml_error(stream, "version %lld of the format is not known, 1 is",
                         (long long)version);
    tree->block_rule = interned(stream, "blocks");
    tree->has_blocks = tree->block_rule != NULL;
    tree->classes = interned(stream, "classes");
    return true;
}

static const char *need_interned(struct xml_stream *stream, const char *name) {
    const char *text = xml_need(stream, name);
    return text ? intern(text) : NULL;
}

static bool read_method(struct tree_reading *reading, uint32_t *method) {
    struct xml_stream *stream = &reading->stream;
    const char *class_name = need_interned(stream, "declaringClass");
    const char *name = need_interned(stream, "name");
    const char *parameters = need_interned(stream, "params");
    const char *result = need_interned(stream, "return");
    if (!class_name || !name || !parameters || !result) return false;
    size_t length = strlen(class_name);
    if (length < 3 || class_name[0] != 'L' || class_name[length - 1] != ';')
        return xml_error(stream, "'%.200s' is no class, such as 'LDemo;'", class_name);
    *method = tree_method(reading->tree, intern_bytes(class_name + 1, length - 2), name,
                          intern_format("(%s)%s", parameters, result));
    return true;
}

static bool begin_method(struct tree_reading *reading) {
    uint32_t method = 0;
    struct open_site site = {-1, -1};
    if (reading->sites.count) site = vec_last(&reading->sites);
    if (reading->tree->nodes.count == TREE_LIMIT)
        return xml_error(&reading->stream, "a tree of more than %d contexts is not read",
                         TREE_LIMIT);
    if (!read_method(reading, &method)) return false;
    const char *folded = xml_attribute(&reading->stream, "folded");
    tree_enter(reading->tree, method, site.bci, site.number, 0)->is_folded =
        folded && strcmp(folded, "true") == 0;
    vec_push(&reading->methods, (struct open_method){0});
    return true;
}

static bool begin_site(struct tree_reading *reading) {
    int64_t number, bci;
    struct xml_stream *stream = &reading->stream;
    if (!xml_attribute_number(stream, "instruction", -1, 65536, &number) ||
        !xml_attribute_number(stream, "bci", -1, 65535, &bci))
        return false;
    const struct tree *tree = reading->tree;
    if (tree->nodes.items[tree->open].block_count)
        return xml_error(stream, "<callsite> stands behind a <basicBlock>");
    vec_push(&reading->sites, (struct open_site){(int32_t)bci, (int32_t)number});
    return true;
}

static bool begin_block(struct tree_reading *reading) {
    int64_t first, last, bci;
    struct xml_stream *stream = &reading->stream;
    if (!reading->tree->block_rule)
        return xml_error(stream, "<basicBlock> in a tree that does not say how it counts "
                                 "blocks");
    if (!xml_attribute_number(stream, "startInstruction", 1, 65536, &first) ||
        !xml_attribute_number(stream, "endInstruction", first, 65536, &last) ||
        !xml_attribute_number(stream, "bci", 0, 65535, &bci))
        return false;
    if (reading->tree->blocks.count == TREE_LIMIT)
        return xml_error(stream, "a tree of more than %d basic blocks is not read", TREE_LIMIT);
    reading->block = (struct tree_block){(int32_t)bci, (uint32_t)first, (uint32_t)last, 0};
    reading->block_has_count = false;
    return true;
}

static bool nothing(struct tree_reading *reading) { return true; }

static struct tree_node *open_node(struct tree_reading *reading) {
    return &reading->tree->nodes.items[reading->tree->open];
}

static bool once(struct tree_reading *reading, bool *has) {
    if (*has) return xml_error(&reading->stream, "<%s> stands there twice", reading->stream.name);
    return *has = true;
}

static bool end_calls(struct tree_reading *reading) {
    return once(reading, &vec_last(&reading->methods).has_count) &&
           xml_text_number(&reading->stream, &open_node(reading)->calls);
}

static bool end_folded(struct tree_reading *reading) {
    return xml_text_number(&reading->stream, &open_node(reading)->folded);
}

static bool end_instructions(struct tree_reading *reading) {
    struct open_method *method = &vec_last(&reading->methods);
    return once(reading, &method->has_instructions) &&
           xml_text_number(&reading->stream, &method->instructions);
}

static bool end_executions(struct tree_reading *reading) {
    return once(reading, &reading->block_has_count) &&
           xml_text_number(&reading->stream, &reading->block.executions);
}

static bool end_block(struct tree_reading *reading) {
    if (!reading->block_has_count)
        return xml_error(&reading->stream, "<basicBlock> has no <executionCount>");
    tree_add_block(reading->tree, reading->block);
    return true;
}

static bool end_site(struct tree_reading *reading) {
    (void)vec_pop(&reading->sites);
    return true;
}

static bool end_method(struct tree_reading *reading) {
    struct open_method method = vec_pop(&reading->methods);
    struct xml_stream *stream = &reading->stream;
    if (!method.has_count) return xml_error(stream, "<method> has no <executionCount>");
    uint64_t instructions = tree_node_instructions(reading->tree, open_node(reading));
    if (method.has_instructions && method.instructions != instructions)
        return xml_error(stream,
                         "<executedInstructions> says %" PRIu64
                         ", the basic blocks of the method say %" PRIu64,
                         method.instructions, instructions);
    tree_leave(reading->tree);
    return true;
}

/* What may stand where: a row is an element in one that is around it. */
enum tree_element { IN_NOTHING, ROOT, METHOD, SITE, BLOCK, LEAF };
static const struct tree_row {
    enum tree_element around;
    const char *name;
    enum tree_element element;
    bool (*begin)(struct tree_reading *reading), (*end)(struct tree_reading *reading);
} rows[] = {
    {IN_NOTHING, "callingContextTree", ROOT, begin_root, nothing},
    {ROOT, "method", METHOD, begin_method, end_method},
    {SITE, "method", METHOD, begin_method, end_method},
    {METHOD, "callsite", SITE, begin_site, end_site},
    {METHOD, "basicBlock", BLOCK, begin_block, end_block},
    {METHOD, "executionCount", LEAF, nothing, end_calls},
    {METHOD, "foldedCount", LEAF, nothing, end_folded},
    {METHOD, "executedInstructions", LEAF, nothing, end_instructions},
    {BLOCK, "executionCount", LEAF, nothing, end_executions},
};

static enum tree_element around(const struct tree_reading *reading) {
    return reading->elements.count ? vec_last(&reading->elements) : IN_NOTHING;
}

static const struct tree_row *find_row(enum tree_element element, const char *name) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].around == element && strcmp(rows[i].name, name) == 0) return &rows[i];
    return NULL;
}

static bool begin_element(struct xml_stream *stream, void *context) {
    struct tree_reading *reading = context;
    const struct tree_row *row = find_row(around(reading), stream->name);
    if (!row && !reading->elements.count)
        return xml_error(stream, "<%.200s> is no calling-context tree", stream->name);
    if (!row) return xml_error(stream, "<%.200s> may not stand here", stream->name);
    vec_push(&reading->elements, (uint8_t)row->element);
    return row->begin(reading);
}

static bool end_element(struct xml_stream *stream, void *context) {
    struct tree_reading *reading = context;
    (void)vec_pop(&reading->elements);
    return find_row(around(reading), stream->name)->end(reading);
}

bool tree_read_stream(struct tree *tree, FILE *file, const char *name, struct diag *diag) {
    struct tree_reading reading = {.tree = tree};
    reading.stream =
        (struct xml_stream){.begin = begin_element, .end = end_element, .context = &reading};
    bool done = xml_read(&reading.stream, file, name, diag);
    vec_release(&reading.elements);
    vec_release(&reading.sites);
    vec_release(&reading.methods);
    return done;
}

bool tree_read(struct tree *tree, const char *path, struct diag *diag) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return diag_error(diag, (struct place){0}, "cannot open '%s': %s", path, strerror(errno));
    bool done = tree_read_stream(tree, file, path, diag);
    fclose(file);
    return done;
}
