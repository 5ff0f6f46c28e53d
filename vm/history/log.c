/* LOG: a line is a flat JSON object, of which the members of members.def are kept, or a record of a table (RFC 4180) whose first
 * line names them. */
#define _GNU_SOURCE /* getline */
#include "history/log.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/intern.h"
#include "base/memory.h"
#include "base/strbuf.h"
#include "base/vec.h"

enum member_type { TYPE_NUMBER, TYPE_SIGNED, TYPE_PERCENT, TYPE_TEXT };

static const struct {
    const char *name;
    size_t length;
    enum member_type type;
} members[] = {
#define MEMBER(name, type) {#name, sizeof #name - 1, TYPE_##type},
#include "history/members.def"
#undef MEMBER
};

struct log {
    FILE *file;
    char *line;
    size_t capacity;
    ssize_t length;
    bool is_table, is_cut, is_read_again; /* the line */
    struct strbuf texts;                  /* of the event that is read, each with its end */
    VEC(int) columns;                     /* of a table: enum log_member, or -1 */
    int64_t line_number;
    const char *wrong; /* of the line: its member whose number cannot be; NULL */
    struct log_skipped skipped;
};

double log_number(const struct log_event *event, enum log_member member) {
    return isnan(event->numbers[member]) ? 0 : event->numbers[member];
}

struct log_skipped log_skipped(const struct log *log) {
    struct log_skipped skipped = log->skipped;
    skipped.is_cut = log->is_cut;
    return skipped;
}

static int member_of(const char *name, size_t length) {
    for (int i = 0; i < LOG_MEMBER_COUNT; i++)
        if (members[i].length == length && memcmp(members[i].name, name, length) == 0) return i;
    return -1;
}

/* Texts grow while an event is read: until it is whole they are offsets, from 1. */
static void keep_text(struct log *log, struct log_event *out, int member, size_t start) {
    strbuf_add_char(&log->texts, '\0');
    out->texts[member] = (const char *)(uintptr_t)(start + 1);
}

static void finish_texts(const struct log *log, struct log_event *out) {
    for (int i = 0; i < LOG_MEMBER_COUNT; i++)
        if (out->texts[i]) out->texts[i] = log->texts.bytes + (uintptr_t)out->texts[i] - 1;
}

static bool is_sensible(int member, double value) {
    static const double exact = 9007199254740992.0; /* 2^53 */
    enum member_type type = members[member].type;
    return value <= (type == TYPE_PERCENT ? 100 : exact) &&
           value >= (type == TYPE_SIGNED ? -exact : 0);
}

static bool keep_number(struct log *log, struct log_event *out, int member, const char *text,
                        const char *end) {
    char *stopped;
    double value = strtod(text, &stopped);
    bool can_be = stopped > text && stopped <= end && is_sensible(member, value);
    if (can_be)
        out->numbers[member] = value;
    else
        log->wrong = members[member].name;
    return can_be;
}

/* --- JSON --- */

static const char *skip_space(const char *at) {
    while (*at == ' ' || *at == '\t') at++;
    return at;
}

static void add_character(struct strbuf *out, unsigned long c) {
    if (c < 0x80) {
        strbuf_add_char(out, (char)c);
    } else if (c < 0x800) {
        strbuf_add_char(out, (char)(0xc0 | c >> 6));
        strbuf_add_char(out, (char)(0x80 | (c & 0x3f)));
    } else {
        strbuf_add_char(out, (char)(0xe0 | c >> 12));
        strbuf_add_char(out, (char)(0x80 | (c >> 6 & 0x3f)));
        strbuf_add_char(out, (char)(0x80 | (c & 0x3f)));
    }
}

/* Behind the backslash. NULL: it is broken. Halves of pairs stay what they are. */
static const char *read_escape(struct strbuf *out, const char *at) {
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const char *name = *at ? strchr(names, *at) : NULL;
    if (name) {
        strbuf_add_char(out, values[name - names]);
        return at + 1;
    }
    if (*at != 'u' || strspn(at + 1, "0123456789abcdefABCDEF") < 4) return NULL;
    char digits[5] = {at[1], at[2], at[3], at[4]};
    add_character(out, strtoul(digits, NULL, 16));
    return at + 5;
}

/* At the quote; [out] may be NULL. Returns what is behind it; NULL: it is broken. */
static const char *read_string(struct strbuf *out, const char *at) {
    for (at++; *at != '"';) {
        size_t plain = strcspn(at, "\"\\");
        if (out) strbuf_add(out, at, plain);
        at += plain;
        if (!*at) return NULL;
        if (*at != '\\') continue;
        if (out)
            at = read_escape(out, at + 1);
        else
            at = at[1] ? at + 2 : NULL;
        if (!at) return NULL;
    }
    return at + 1;
}

static const char *skip_value(const char *at) {
    int depth = 0;
    do {
        at = skip_space(at);
        if (*at == '"') {
            at = read_string(NULL, at);
            if (!at) return NULL;
        } else if (*at == '{' || *at == '[') {
            depth++;
            at++;
        } else if (*at == '}' || *at == ']') {
            if (--depth < 0) return NULL;
            at++;
        } else if (*at == ',' || *at == ':') {
            if (!depth) return NULL;
            at++;
        } else {
            size_t length = strcspn(at, ",:]}{[\" \t\r\n");
            if (!length) return NULL;
            at += length;
        }
    } while (depth);
    return at;
}

static const char *read_value(struct log *log, struct log_event *out, int member, const char *at) {
    if (member < 0) return skip_value(at);
    if (members[member].type == TYPE_TEXT) {
        size_t start = log->texts.length;
        if (*at != '"') return NULL;
        at = read_string(&log->texts, at);
        if (at) keep_text(log, out, member, start);
        return at;
    }
    const char *end = skip_value(at);
    return end && keep_number(log, out, member, at, end) ? end : NULL;
}

static bool read_object(struct log *log, struct log_event *out) {
    const char *at = skip_space(log->line);
    if (*at != '{') return false;
    do {
        const char *name = skip_space(at + 1);
        if (*name != '"') return false;
        const char *behind = read_string(NULL, name);
        if (!behind) return false;
        int member = member_of(name + 1, (size_t)(behind - name) - 2);
        at = skip_space(behind);
        if (*at != ':') return false;
        at = read_value(log, out, member, skip_space(at + 1));
        if (!at) return false;
        at = skip_space(at);
    } while (*at == ',');
    return *at == '}' && strspn(at + 1, " \t\r\n") == strlen(at + 1);
}

/* --- a table --- */

static bool has_odd_quotes(const char *line) {
    bool is_odd = false;
    for (; *line; line++) is_odd ^= *line == '"';
    return is_odd;
}

/* Line ends inside of quotes belong to the record; a quote too many does not take the rest of the file along. */
static bool read_record(struct log *log) {
    enum { MOST_LINES = 100 };
    bool is_quoted = has_odd_quotes(log->line);
    char *more = NULL;
    size_t capacity = 0;
    for (int lines = 1; is_quoted && lines < MOST_LINES; lines++) {
        ssize_t length = getline(&more, &capacity, log->file);
        if (length < 0) break;
        is_quoted ^= has_odd_quotes(more);
        log->line_number++;
        log->line = memory_resize(log->line, (size_t)(log->length + length) + 1);
        log->capacity = (size_t)(log->length + length) + 1;
        memcpy(log->line + log->length, more, (size_t)length + 1);
        log->length += length;
    }
    memory_free(more);
    return !is_quoted;
}

/* Appends the cell, and returns what is behind it: a comma or the end. */
static const char *read_cell(struct strbuf *out, const char *at) {
    if (*at != '"') {
        size_t length = strcspn(at, ",\r\n");
        strbuf_add(out, at, length);
        return at + length;
    }
    for (at++; *at; at++) {
        if (*at == '"' && *++at != '"') break;
        strbuf_add_char(out, *at);
    }
    return at;
}

static bool read_row(struct log *log, struct log_event *out) {
    if (!read_record(log)) return false;
    const char *at = log->line;
    for (uint32_t i = 0; i < log->columns.count; i++) {
        size_t start = log->texts.length;
        at = read_cell(&log->texts, at);
        int member = log->columns.items[i];
        bool is_empty = log->texts.length == start;
        if (member >= 0 && !is_empty && members[member].type == TYPE_TEXT) {
            keep_text(log, out, member, start);
        } else if (member >= 0 && !is_empty) {
            strbuf_add_char(&log->texts, '\0');
            const char *text = log->texts.bytes + start;
            if (!keep_number(log, out, member, text, text + strlen(text))) return false;
        }
        bool is_last = i + 1 == log->columns.count;
        if (is_last ? *at != '\r' && *at != '\n' && *at : *at != ',') return false;
        if (!is_last) at++;
    }
    return log->length && log->line[log->length - 1] == '\n';
}

static void read_columns(struct log *log) {
    struct strbuf name = STRBUF_INIT;
    const char *at = log->line;
    for (;; at++) {
        strbuf_clear(&name);
        at = read_cell(&name, at);
        vec_push(&log->columns, member_of(strbuf_text(&name), name.length));
        if (*at != ',') break;
    }
    strbuf_release(&name);
}

/* --- the whole --- */

static bool read_line(struct log *log) {
    if (log->is_read_again) {
        log->is_read_again = false;
        return true;
    }
    log->length = getline(&log->line, &log->capacity, log->file);
    if (log->length <= 0) return false;
    log->line_number++;
    return true;
}

static bool has_column(const struct log *log, enum log_member member) {
    for (uint32_t i = 0; i < log->columns.count; i++)
        if (log->columns.items[i] == (int)member) return true;
    return false;
}

/* Of an event whose beginning may be cut off. */
static bool ends_object(const struct log *log) {
    ssize_t length = log->length;
    while (length > 0 && strchr("\r\n", log->line[length - 1])) length--;
    return length > 0 && log->line[length - 1] == '}';
}

/* Some programs write it in front of UTF-8. */
static void skip_byte_order_mark(struct log *log) {
    static const char mark[] = "\xef\xbb\xbf";
    const ssize_t length = sizeof mark - 1;
    if (log->length < length || memcmp(log->line, mark, (size_t)length) != 0) return;
    log->length -= length;
    memmove(log->line, log->line + length, (size_t)log->length + 1);
}

/* The first line: a header, or the first event, which is read again; a pipe cannot go back. */
static bool read_beginning(struct log *log, const char *path, struct diag *diag) {
    struct place nowhere = {0};
    errno = 0;
    if (!read_line(log))
        return ferror(log->file)
                   ? diag_error(diag, nowhere, "cannot read '%s': %s", path, strerror(errno))
                   : diag_error(diag, nowhere, "'%s' has no events: it is empty", path);
    skip_byte_order_mark(log);
    log->is_table = log->line[0] != '{' && !ends_object(log);
    if (!log->is_table) {
        log->is_read_again = true;
        return true;
    }
    read_columns(log);
    if (has_column(log, LOG_event) && has_column(log, LOG_time)) return true;
    return diag_error(diag, nowhere,
                      "'%s' is no file of events: its first line is neither a JSON object nor the "
                      "names of columns, 'event' and 'time' among them",
                      path);
}

struct log *log_open(const char *path, struct diag *diag) {
    FILE *file = fopen(path, "r");
    if (!file) {
        diag_error(diag, (struct place){0}, "cannot read '%s': %s", path, strerror(errno));
        return NULL;
    }
    struct log *log = memory_allocate(sizeof *log);
    log->file = file;
    if (read_beginning(log, path, diag)) return log;
    log_close(log);
    return NULL;
}

static void clear(struct log *log, struct log_event *out) {
    strbuf_clear(&log->texts);
    log->wrong = NULL;
    for (int i = 0; i < LOG_MEMBER_COUNT; i++) {
        out->numbers[i] = (double)NAN;
        out->texts[i] = NULL;
    }
}

static bool read_event(struct log *log, struct log_event *out) {
    clear(log, out);
    bool done = log->is_table ? read_row(log, out) : read_object(log, out);
    finish_texts(log, out);
    return done && out->texts[LOG_event] && !isnan(out->numbers[LOG_time]);
}

/* From the line [first] on: a record of a table has several where it has quotes. */
static void skip_broken(struct log *log, int64_t first) {
    if (!log->skipped.broken) {
        log->skipped.first_broken = first;
        log->skipped.first_wrong = log->wrong;
    }
    log->is_cut = log->line[log->length - 1] != '\n';
    log->skipped.broken += log->is_cut ? 1 : log->line_number - first + 1;
}

static void skip_unknown(struct log *log, const char *kind) {
    if (!log->skipped.unknown++) log->skipped.first_unknown = intern(kind);
    log->is_cut = false;
}

/* What a process that was killed leaves behind the last event. */
static bool is_padding(const struct log *log) {
    for (ssize_t i = 0; i < log->length; i++)
        if (log->line[i]) return false;
    return true;
}

bool log_next(struct log *log, struct log_event *out) {
    while (read_line(log)) {
        if (is_padding(log) || log->line[0] == '\n') continue;
        int64_t first = log->line_number;
        if (!read_event(log, out)) {
            skip_broken(log, first);
        } else if (!event_kind_of_name(out->texts[LOG_event], &out->kind)) {
            skip_unknown(log, out->texts[LOG_event]);
        } else {
            log->is_cut = false;
            return true;
        }
    }
    return false;
}

void log_close(struct log *log) {
    fclose(log->file);
    memory_free(log->line);
    strbuf_release(&log->texts);
    vec_release(&log->columns);
    memory_free(log);
}
