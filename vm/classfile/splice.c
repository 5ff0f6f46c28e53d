/* SPLICE: copies a class file, and puts other Code attributes in the place of some. The constants that these need come behind
 * those that are there, whose indices stay. */
#include "classfile/splice.h"

#include "classfile/regions.h"
#include "classfile/writing.h"

struct splicer {
    struct arena *arena;
    const struct classfile *file;
    const uint8_t *bytes;
    size_t at;                  /* of the bytes: the next to be copied or passed over */
    struct class_writer writer; /* its constants */
    struct strbuf methods;
    const struct frame_maker *frames;
    struct diag *diag;
};

/* Of a constant's bytes, with its tag; they were read before, and are right. */
static size_t constant_size(const uint8_t *bytes) {
    switch ((enum constant_tag) * bytes) {
    case CONSTANT_UTF8: return 3u + read_u16(bytes + 1);
    case CONSTANT_LONG:
    case CONSTANT_DOUBLE: return 9;
    case CONSTANT_METHOD_HANDLE: return 4;
    case CONSTANT_CLASS:
    case CONSTANT_STRING:
    case CONSTANT_METHOD_TYPE:
    case CONSTANT_MODULE:
    case CONSTANT_PACKAGE: return 3;
    case CONSTANT_INTEGER:
    case CONSTANT_FLOAT:
    case CONSTANT_FIELD:
    case CONSTANT_METHOD:
    case CONSTANT_INTERFACE_METHOD:
    case CONSTANT_NAME_AND_TYPE:
    case CONSTANT_DYNAMIC:
    case CONSTANT_INVOKE_DYNAMIC:
    case CONSTANT_UNUSED: break;
    }
    return 5;
}

enum { MAGIC_AND_VERSION = 8, CLASS_HEAD = 6, MEMBER_HEAD = 6, ATTRIBUTE_HEAD = 6 };

static size_t pool_size(const struct classfile *file, const uint8_t *pool) {
    size_t size = 0;
    for (uint32_t i = 1; i < file->constant_count; i++) {
        enum constant_tag tag = (enum constant_tag)pool[size];
        size += constant_size(pool + size);
        i += tag == CONSTANT_LONG || tag == CONSTANT_DOUBLE;
    }
    return size;
}

static uint16_t peek_u16(const struct splicer *splicer, size_t ahead) {
    return read_u16(splicer->bytes + splicer->at + ahead);
}

static void copy(struct splicer *splicer, size_t size) {
    strbuf_add(&splicer->methods, (const char *)splicer->bytes + splicer->at, size);
    splicer->at += size;
}

static size_t attribute_size(const struct splicer *splicer) {
    return ATTRIBUTE_HEAD + read_u32(splicer->bytes + splicer->at + 2);
}

static bool is_code(const struct splicer *splicer) {
    const struct constant *name = &splicer->file->constants[peek_u16(splicer, 0)];
    return name->utf8.length == 4 && !memcmp(name->utf8.text, "Code", 4);
}

/* NULL: as it is; the frames are made anew. */
static bool new_code(const struct splicer *splicer, const struct member_info *method,
                     struct code *code, bool *is_new) {
    *is_new = method->code && method->code->regions && method->code->regions->count;
    if (!*is_new) return true;
    *code = *method->code->regions->program;
    struct member_info changed = *method;
    changed.code = code;
    code->frames = NULL;
    code->frame_count = 0;
    return splicer->frames->make(splicer->frames->context, &changed, code, splicer->diag);
}

static bool copy_method(struct splicer *splicer, const struct member_info *method) {
    struct code code;
    struct member_info changed = *method;
    bool is_new;
    if (!new_code(splicer, method, &code, &is_new)) return false;
    changed.code = &code;
    uint16_t attributes = peek_u16(splicer, MEMBER_HEAD);
    copy(splicer, MEMBER_HEAD + 2);
    while (attributes--) {
        if (is_new && is_code(splicer)) {
            class_writer_code(&splicer->writer, &splicer->methods, &changed);
            splicer->at += attribute_size(splicer);
        } else {
            copy(splicer, attribute_size(splicer));
        }
    }
    return true;
}

static void copy_field(struct splicer *splicer) {
    uint16_t attributes = peek_u16(splicer, MEMBER_HEAD);
    copy(splicer, MEMBER_HEAD + 2);
    while (attributes--) copy(splicer, attribute_size(splicer));
}

/* All behind the constants. */
static bool copy_class(struct splicer *splicer, size_t size) {
    bool is_fine = true;
    copy(splicer, CLASS_HEAD + 2 + 2u * peek_u16(splicer, CLASS_HEAD));
    uint16_t fields = peek_u16(splicer, 0);
    copy(splicer, 2);
    while (fields--) copy_field(splicer);
    copy(splicer, 2);
    for (uint16_t i = 0; i < splicer->file->method_count && is_fine; i++)
        is_fine = copy_method(splicer, &splicer->file->methods[i]);
    if (is_fine) copy(splicer, size - splicer->at);
    return is_fine;
}

static const uint8_t *finish(struct splicer *splicer, size_t *new_size) {
    struct strbuf out = STRBUF_INIT;
    const struct class_writer *writer = &splicer->writer;
    if (writer->exceeded) {
        diag_error(splicer->diag, (struct place){0}, "%s: %s", splicer->file->name,
                   writer->exceeded);
        return NULL;
    }
    strbuf_add(&out, (const char *)splicer->bytes, MAGIC_AND_VERSION);
    add_u16(&out, writer->next_constant);
    strbuf_add(&out, writer->pool.bytes, writer->pool.length);
    strbuf_add(&out, splicer->methods.bytes, splicer->methods.length);
    *new_size = out.length;
    const uint8_t *bytes = (const uint8_t *)arena_copy_text(splicer->arena, out.bytes, out.length);
    strbuf_release(&out);
    return bytes;
}

static bool has_regions(const struct classfile *file) {
    bool has_any = false;
    for (uint16_t i = 0; i < file->method_count; i++) {
        const struct code *code = file->methods[i].code;
        has_any |= code && code->regions && code->regions->count;
    }
    return has_any;
}

const uint8_t *classfile_bytes_without_regions(struct arena *arena, const struct classfile *file,
                                               const uint8_t *bytes, size_t size,
                                               const struct frame_maker *frames, struct diag *diag,
                                               size_t *new_size) {
    struct splicer splicer = {
        .arena = arena, .file = file, .bytes = bytes, .frames = frames, .diag = diag};
    *new_size = size;
    if (!has_regions(file)) return bytes;
    const uint8_t *pool = bytes + MAGIC_AND_VERSION + 2;
    size_t length = pool_size(file, pool);
    class_writer_init_behind(&splicer.writer, file, pool, length);
    splicer.at = MAGIC_AND_VERSION + 2 + length;
    const uint8_t *out = copy_class(&splicer, size) ? finish(&splicer, new_size) : NULL;
    class_writer_release(&splicer.writer);
    strbuf_release(&splicer.methods);
    return out;
}
