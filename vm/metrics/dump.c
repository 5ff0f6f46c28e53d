/* DUMP: classes by name, each with a table of its methods. */
#include "metrics/dump.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/intern.h"
#include "base/strbuf.h"
#include "base/xml_text.h"
#include "classfile/bytes.h"
#include "classfile/classfile.h"
#include "trees/xml_stream.h"
#include <uthash.h>

struct dump_method_key {
    const char *class_name, *name, *descriptor; /* interned */
};

struct dump_entry {
    UT_hash_handle hh;
    struct dump_method_key key; /* of a class: without name and descriptor */
    struct dump_code code;
};

struct class_dump {
    struct arena arena;
    const char *path;
    bool is_directory;
    struct dump_entry *entries;
    /* While XML is read: */
    const char *class_name;
    struct dump_entry *method;
};

static struct dump_entry *find_entry(struct class_dump *dump, struct dump_method_key key) {
    struct dump_entry *entry;
    HASH_FIND(hh, dump->entries, &key, sizeof key, entry);
    return entry;
}

static struct dump_entry *add_entry(struct class_dump *dump, struct dump_method_key key) {
    struct dump_entry *entry = find_entry(dump, key);
    if (entry) return entry;
    entry = ARENA_NEW(&dump->arena, struct dump_entry);
    entry->key = key;
    HASH_ADD(hh, dump->entries, key, sizeof key, entry);
    return entry;
}

static void add_instruction(struct class_dump *dump, struct dump_entry *method, enum opcode opcode,
                            const char *callee) {
    arena_vec_push(&dump->arena, &method->code.instructions,
                   (struct dump_instruction){(uint8_t)opcode, callee});
}

/* --- class files --- */

static const char *callee_of(const struct classfile *file, const struct code *code, uint32_t bci) {
    if (!opcode_is_call((enum opcode)code->bytes[bci])) return NULL;
    const struct constant *constant = &file->constants[read_u16(code->bytes + bci + 1)];
    return xml_read_text(constant->tag == CONSTANT_INVOKE_DYNAMIC ? constant->dynamic.name
                                                                  : constant->member.name);
}

static void add_class_method(struct class_dump *dump, const struct classfile *file,
                             const char *class_name, const struct member_info *info) {
    const struct code *code = info->code;
    struct dump_method_key key = {class_name, xml_read_text(info->name),
                                  xml_read_text(info->descriptor)};
    struct dump_entry *method = add_entry(dump, key);
    if (!code || code->fault) return;
    method->code.length = code->length;
    for (uint32_t bci = 0; bci < code->length; bci += instruction_length(code, bci))
        add_instruction(dump, method, (enum opcode)code->bytes[bci], callee_of(file, code, bci));
}

static bool add_class(struct class_dump *dump, const char *path, const struct strbuf *bytes,
                      const char *class_name, struct diag *diag) {
    struct arena arena;
    arena_init(&arena);
    const struct classfile *file =
        classfile_read(&arena, path, (const uint8_t *)strbuf_text(bytes), bytes->length, diag);
    bool is_it = file && xml_read_text(file->name) == class_name;
    if (is_it) {
        add_entry(dump, (struct dump_method_key){class_name, NULL, NULL});
        for (int i = 0; i < file->method_count; i++)
            add_class_method(dump, file, class_name, &file->methods[i]);
    } else if (file) {
        diag_error(diag, (struct place){0}, "'%s' is class '%s'", path, file->name);
    }
    arena_release(&arena);
    return is_it;
}

static bool read_class(struct class_dump *dump, const char *class_name, struct diag *diag) {
    struct stat status;
    struct strbuf path = STRBUF_INIT, bytes = STRBUF_INIT;
    strbuf_addf(&path, "%s/%s.class", dump->path, class_name);
    bool is_there = stat(strbuf_text(&path), &status) == 0;
    if (!is_there)
        diag_error(diag, (struct place){0}, "class '%s' is not in '%s'", class_name, dump->path);
    bool done = is_there && file_read(strbuf_text(&path), &bytes, (struct place){0}, diag) &&
                add_class(dump, strbuf_text(&path), &bytes, class_name, diag);
    strbuf_release(&path);
    strbuf_release(&bytes);
    return done;
}

/* --- XML --- */

static bool begin_method(struct class_dump *dump, struct xml_stream *stream) {
    const char *texts[3], *const names[] = {"name", "params", "return"};
    for (int i = 0; i < 3; i++) {
        const char *text = xml_need(stream, names[i]);
        if (!text) return false;
        texts[i] = intern(text);
    }
    dump->method =
        add_entry(dump, (struct dump_method_key){dump->class_name, texts[0],
                                                 intern_format("(%s)%s", texts[1], texts[2])});
    int64_t length = 0;
    if (xml_attribute(stream, "codeLength") &&
        !xml_attribute_number(stream, "codeLength", 1, 65535, &length))
        return false;
    dump->method->code.length = (uint32_t)length;
    return true;
}

static bool begin_instruction(struct class_dump *dump, struct xml_stream *stream) {
    int64_t number, expected = dump->method->code.instructions.count + 1;
    const char *mnemonic = xml_need(stream, "mnemonic");
    enum opcode opcode = mnemonic ? opcode_of_name(mnemonic) : OPCODE_COUNT;
    if (mnemonic && opcode == OPCODE_COUNT)
        return xml_error(stream, "'%.40s' is no instruction", mnemonic);
    if (!mnemonic || !xml_attribute_number(stream, "number", expected, expected, &number))
        return false;
    const char *callee = opcode_is_call(opcode) ? xml_need(stream, "callee") : NULL;
    add_instruction(dump, dump->method, opcode, callee ? intern(callee) : NULL);
    return callee || !opcode_is_call(opcode);
}

static bool begin_class(struct class_dump *dump, struct xml_stream *stream) {
    const char *descriptor = xml_need(stream, "descriptor");
    size_t length = descriptor ? strlen(descriptor) : 0;
    if (length < 3) return descriptor && xml_error(stream, "'%s' is no class", descriptor);
    dump->class_name = intern_bytes(descriptor + 1, length - 2);
    add_entry(dump, (struct dump_method_key){dump->class_name, NULL, NULL});
    return true;
}

static bool begin_root(struct xml_stream *stream) {
    int64_t version;
    if (strcmp(stream->name, "classes") != 0)
        return xml_error(stream, "<%.200s> is no dump of classes", stream->name);
    return xml_attribute_number(stream, "version", 1, 1, &version);
}

static bool begin_element(struct xml_stream *stream, void *context) {
    static const char *const names[] = {"class", "method", "instruction"};
    struct class_dump *dump = context;
    if (stream->depth == 0) return begin_root(stream);
    if (stream->depth == 3 && strcmp(stream->name, "basicBlock") == 0) return true;
    if (stream->depth > 3 || strcmp(stream->name, names[stream->depth - 1]) != 0)
        return xml_error(stream, "<%.200s> may not stand here", stream->name);
    if (stream->depth == 1) return begin_class(dump, stream);
    return stream->depth == 2 ? begin_method(dump, stream) : begin_instruction(dump, stream);
}

static bool end_element(struct xml_stream *stream, void *context) { return true; }

/* --- all of it --- */

static struct class_dump *make_dump(const char *path, bool is_directory) {
    struct class_dump *dump = memory_allocate(sizeof *dump);
    arena_init(&dump->arena);
    dump->path = intern(path);
    dump->is_directory = is_directory;
    return dump;
}

struct class_dump *dump_open_stream(FILE *file, const char *name, struct diag *diag) {
    struct class_dump *dump = make_dump(name, false);
    struct xml_stream stream = {.begin = begin_element, .end = end_element, .context = dump};
    if (xml_read(&stream, file, dump->path, diag)) return dump;
    dump_close(dump);
    return NULL;
}

struct class_dump *dump_open(const char *path, struct diag *diag) {
    struct stat status;
    FILE *file = stat(path, &status) == 0 ? fopen(path, "rb") : NULL;
    if (!file) {
        diag_error(diag, (struct place){0}, "cannot open '%s': %s", path, strerror(errno));
        return NULL;
    }
    bool is_directory = S_ISDIR(status.st_mode);
    struct class_dump *dump =
        is_directory ? make_dump(path, true) : dump_open_stream(file, path, diag);
    fclose(file);
    return dump;
}

void dump_close(struct class_dump *dump) {
    HASH_CLEAR(hh, dump->entries);
    arena_release(&dump->arena);
    memory_free(dump);
}

const struct dump_code *dump_method(struct class_dump *dump, const struct tree_method *method,
                                    struct diag *diag) {
    const char *class_name = method->class_name;
    bool is_known = find_entry(dump, (struct dump_method_key){class_name, NULL, NULL});
    if (!is_known && dump->is_directory && !read_class(dump, class_name, diag)) return NULL;
    if (!is_known && !dump->is_directory) {
        diag_error(diag, (struct place){0}, "class '%s' is not in '%s'", class_name, dump->path);
        return NULL;
    }
    struct dump_entry *entry =
        find_entry(dump, (struct dump_method_key){class_name, method->name, method->descriptor});
    if (!entry)
        diag_error(diag, (struct place){0}, "class '%s' in '%s' has no method '%s%s'", class_name,
                   dump->path, method->name, method->descriptor);
    return entry ? &entry->code : NULL;
}

static bool has_blocks(const struct dump_code *code, const struct tree *tree,
                       const struct tree_node *node, const char *path, struct diag *diag) {
    const struct tree_method *method = tree_node_method(tree, node);
    tree_each_block(tree, node, block)
        if (block->last > code->instructions.count) {
            return diag_error(
                diag, (struct place){0},
                "the tree counts instruction %u of '%s.%s%s', which has %u in '%s': the "
                "classes are not those of the run",
                block->last, method->class_name, method->name, method->descriptor,
                code->instructions.count, path);
        }
    return true;
}

const struct dump_code *const *dump_of_tree(struct class_dump *dump, const struct tree *tree,
                                            struct arena *arena, struct diag *diag) {
    const struct dump_code **codes =
        ARENA_ARRAY(arena, const struct dump_code *, tree->methods.count + 1);
    for (uint32_t i = 0; i < tree->methods.count; i++)
        if (!(codes[i] = dump_method(dump, &tree->methods.items[i], diag))) return NULL;
    vec_each(struct tree_node, node, &tree->nodes)
        if (!has_blocks(codes[node->method], tree, node, dump->path, diag)) return NULL;
    return codes;
}
