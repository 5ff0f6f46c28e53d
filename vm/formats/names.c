/* NAMES: turns names of the class-file format into Java's. A text that only resembles one stays as it is. */
#include "formats/names.h"

#include <inttypes.h>
#include <string.h>

#include "base/intern.h"
#include "base/java_names.h"
#include "base/memory.h"
#include "base/modified_utf8.h"
#include "base/xml_text.h"
#include <uthash.h>

static const char *java_name_of(const char *name) {
    struct strbuf out = STRBUF_INIT;
    java_add_name(&out, name);
    name = intern(strbuf_text(&out));
    strbuf_release(&out);
    return name;
}

/* A profile has as many frames as its stacks are deep, of few methods. */
struct known_name {
    const char *name, *plain, *java; /* interned */
    UT_hash_handle hh;
};

static const struct known_name *known_name(const char *name) {
    static struct known_name *names;
    struct known_name *known;
    name = intern(name);
    HASH_FIND_PTR(names, &name, known);
    if (known) return known;
    known = memory_allocate(sizeof *known);
    const char *plain = xml_read_text(intern_utf8_of_modified(name));
    *known = (struct known_name){.name = name, .plain = plain, .java = java_name_of(plain)};
    HASH_ADD_PTR(names, name, known);
    return known;
}

const char *plain_name(const char *name) { return known_name(name)->plain; }
const char *java_name(const char *name) { return known_name(name)->java; }

static const char *const kind_names[] = {
    [PROFILE_TEXT] = "text",   [PROFILE_FLAG] = "flag",     [PROFILE_ORDINAL] = "ordinal",
    [PROFILE_SITE] = "site",   [PROFILE_PATH] = "path",     [PROFILE_COUNT] = "count",
    [PROFILE_BYTES] = "bytes", [PROFILE_LENGTH] = "length", [PROFILE_TIME] = "nanoseconds",
    [PROFILE_SHARE] = "share", [PROFILE_LIST] = "list",
};
enum { KINDS = sizeof kind_names / sizeof *kind_names };

const char *column_kind_name(enum profile_column_kind kind) { return kind_names[kind]; }

bool column_kind_of_name(const char *name, enum profile_column_kind *kind) {
    for (int i = 0; i < KINDS; i++)
        if (strcmp(name, kind_names[i]) == 0) {
            *kind = (enum profile_column_kind)i;
            return true;
        }
    return false;
}

bool column_is_place(enum profile_column_kind kind) {
    return kind == PROFILE_SITE || kind == PROFILE_PATH;
}

static void add_one(struct strbuf *out, const struct profile_frame *frame) {
    strbuf_add_text(out, java_name(frame->method));
    if (frame->bci >= 0) strbuf_addf(out, ":%d", frame->bci);
    if (frame->line > 0) strbuf_addf(out, " (line %d)", frame->line);
}

static void add_path(struct strbuf *out, const struct profile_frame *frame, int most) {
    add_one(out, frame);
    for (frame = frame->caller; frame && most-- != 0; frame = frame->caller) {
        strbuf_add_text(out, " < ");
        add_one(out, frame);
    }
    size_t more = 0;
    for (; frame; frame = frame->caller) more++;
    if (more) strbuf_addf(out, " < ... and %zu more", more);
}

static void add_place(struct strbuf *out, enum profile_column_kind kind,
                      const struct profile_frame *frame, int most) {
    if (!frame)
        strbuf_add_char(out, '-');
    else if (kind == PROFILE_SITE)
        add_one(out, frame);
    else
        add_path(out, frame, most);
}

/* Of no time no unit: where nothing waited, nothing stands out. */
void amount_add_text(struct strbuf *out, enum profile_column_kind kind, int64_t amount) {
    if (kind == PROFILE_TIME && amount)
        strbuf_addf(out, "%" PRId64 ".%03d ms", amount / 1000000, (int)(amount / 1000 % 1000));
    else
        strbuf_addf(out, "%" PRId64, amount);
}

void cell_add_text(struct strbuf *out, enum profile_column_kind kind,
                   const struct profile_cell *cell, int most) {
    if (profile_cell_is_none(kind, cell)) {
        strbuf_add_char(out, '-');
        return;
    }
    switch (kind) {
    case PROFILE_TEXT:
    case PROFILE_LIST: strbuf_add_text(out, java_name(cell->text)); break;
    case PROFILE_FLAG: strbuf_add_text(out, cell->number ? "yes" : "no"); break;
    case PROFILE_SITE:
    case PROFILE_PATH: add_place(out, kind, cell->frame, most); break;
    case PROFILE_ORDINAL:
    case PROFILE_COUNT:
    case PROFILE_BYTES:
    case PROFILE_LENGTH:
    case PROFILE_TIME: amount_add_text(out, kind, cell->number); break;
    case PROFILE_SHARE: strbuf_addf(out, "%.2f %%", cell->share * 100); break;
    }
}
