/* YAML to tree through libyaml's events, which carry marks; its document loader would resolve
 * aliases behind our back. libyaml counts lines and columns from 0. */
#include "sections/yaml_tree.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/file.h"
#include "base/vec.h"

enum { DEEPEST = 64 };

struct yaml_reader {
    struct arena *arena;
    struct diag *diag;
    const struct yaml_content *content;
    const char *file, *bytes;
    size_t length;
    yaml_parser_t parser;
    yaml_event_t event; /* the next one, not yet consumed */
    int depth;
};

static struct place place_of(const struct yaml_reader *reader, yaml_mark_t mark) {
    return (struct place){reader->file, (int)mark.line + 1, (int)mark.column + 1};
}

static struct place place_of_offset(const struct yaml_reader *reader, size_t offset) {
    struct place place = {reader->file, 1, 1};
    for (size_t i = 0; i < offset && i < reader->length; i++) {
        bool is_newline = reader->bytes[i] == '\n';
        place.line += is_newline;
        place.column = is_newline ? 1 : place.column + 1;
    }
    return place;
}

/* ": " and what to write instead, or "". */
static const char *syntax_cure(const char *problem) {
    static const struct {
        const char *problem, *cure;
    } cures[] = {
        {"mapping values are not allowed in this context",
         ": put the text in quotes, or give the key a line of its own, indented as its neighbours"},
        {"could not find expected ':'", ": a line is 'key: value', and what belongs to it stands "
                                        "further to the right"},
        {"did not find expected key", ": indent the keys of a map alike"},
        {"did not find expected '-' indicator", ": indent the items of a list alike"},
        {"block sequence entries are not allowed in this context",
         ": begin the list on a line of its own"},
        {"found character that cannot start any token", ": put the text in quotes"},
        {"found unknown escape character", ": write \\\\ for a backslash, or single quotes"},
        {"found unexpected end of stream", ": close the quote"},
        {"found incompatible YAML document", ": leave the line '%YAML' out"},
        {"did not find expected <document start>", ": the file holds one map"},
    };
    for (size_t i = 0; i < sizeof cures / sizeof *cures; i++)
        if (strcmp(cures[i].problem, problem) == 0) return cures[i].cure;
    return "";
}

static bool parser_error(struct yaml_reader *reader) {
    const yaml_parser_t *parser = &reader->parser;
    if (parser->error == YAML_READER_ERROR) {
        struct place place = place_of_offset(reader, parser->problem_offset);
        return diag_error(reader->diag, place, "the file is not UTF-8 text: %s", parser->problem);
    }
    struct place place = place_of(reader, parser->problem_mark);
    size_t at = parser->problem_mark.index;
    if (parser->error == YAML_SCANNER_ERROR && at < reader->length && reader->bytes[at] == '\t')
        return diag_error(reader->diag, place, "a tab: write spaces, YAML does not indent by tabs");
    const char *cure = syntax_cure(parser->problem);
    if (!parser->context) return diag_error(reader->diag, place, "%s%s", parser->problem, cure);
    return diag_error(reader->diag, place, "%s %s (from line %d)%s", parser->problem,
                      parser->context, (int)parser->context_mark.line + 1, cure);
}

static bool advance(struct yaml_reader *reader) {
    yaml_event_delete(&reader->event);
    if (yaml_parser_parse(&reader->parser, &reader->event)) return true;
    return parser_error(reader);
}

static struct yaml_node *node_new(struct yaml_reader *reader, enum yaml_kind kind) {
    struct yaml_node *node = ARENA_NEW(reader->arena, struct yaml_node);
    node->kind = kind;
    node->place = place_of(reader, reader->event.start_mark);
    return node;
}

static void refuse(struct yaml_reader *reader, const yaml_char_t *anchor, const yaml_char_t *tag) {
    struct place place = place_of(reader, reader->event.start_mark);
    if (anchor)
        diag_error(reader->diag, place, "anchors are not supported ('&%s'): write the value out%s",
                   (const char *)anchor, reader->content->sharing);
    if (tag)
        diag_error(reader->diag, place, "tags are not supported ('%s'): leave it out",
                   (const char *)tag);
}

/* A literal block's indentation is the same for all its lines; its first line that is not empty
 * shows it. */
static void locate_block(const struct yaml_reader *reader, struct yaml_node *node) {
    const char *end = reader->bytes + reader->length;
    const char *raw = memchr(reader->bytes + reader->event.start_mark.index, '\n',
                             reader->length - reader->event.start_mark.index);
    const char *text = node->text;
    node->text_line = node->place.line + 1;
    node->text_column = 1;
    for (; raw && *text == '\n'; text++) raw = memchr(raw + 1, '\n', (size_t)(end - raw - 1));
    if (!raw || !*text) return;
    raw++;
    size_t raw_spaces = 0, text_spaces = strspn(text, " ");
    while (raw + raw_spaces < end && raw[raw_spaces] == ' ') raw_spaces++;
    if (raw_spaces >= text_spaces) node->text_column = (int)(raw_spaces - text_spaces) + 1;
}

static struct yaml_node *read_scalar(struct yaml_reader *reader) {
    refuse(reader, reader->event.data.scalar.anchor, reader->event.data.scalar.tag);
    struct yaml_node *node = node_new(reader, YAML_SCALAR);
    size_t length = reader->event.data.scalar.length;
    yaml_scalar_style_t style = reader->event.data.scalar.style;
    node->text =
        arena_copy_text(reader->arena, (const char *)reader->event.data.scalar.value, length);
    node->length = strlen(node->text);
    node->is_plain = style == YAML_PLAIN_SCALAR_STYLE;
    if (node->length != length) {
        diag_error(reader->diag, node->place, "the text contains a NUL character");
        return NULL;
    }
    if (style == YAML_LITERAL_SCALAR_STYLE) {
        node->keeps_lines = true;
        locate_block(reader, node);
    } else {
        node->keeps_lines = reader->event.start_mark.line == reader->event.end_mark.line;
        node->text_line = node->place.line;
        node->text_column = node->place.column + !node->is_plain;
    }
    return advance(reader) ? node : NULL;
}

static struct yaml_node *read_node(struct yaml_reader *reader);

static struct yaml_node *read_list(struct yaml_reader *reader) {
    yaml_event_t *event = &reader->event;
    refuse(reader, event->data.sequence_start.anchor, event->data.sequence_start.tag);
    struct yaml_node *list = node_new(reader, YAML_LIST);
    struct {
        struct yaml_node **items;
        uint32_t count, capacity;
    } items = {0};
    if (!advance(reader)) return NULL;
    while (event->type != YAML_SEQUENCE_END_EVENT) {
        struct yaml_node *item = read_node(reader);
        if (!item) return NULL;
        arena_vec_push(reader->arena, &items, item);
    }
    list->items = items.items;
    list->item_count = items.count;
    return advance(reader) ? list : NULL;
}

/* May [key] stand in [map]? */
static bool check_key(struct yaml_reader *reader, const struct yaml_node *map,
                      const struct yaml_node *key) {
    if (key->kind != YAML_SCALAR)
        return diag_error(reader->diag, key->place, "a key must be text, not %s",
                          yaml_kind_text(key));
    for (uint32_t i = 0; i < map->pair_count; i++) {
        const struct yaml_node *earlier = map->pairs[i].key;
        if (earlier->length == key->length && strcmp(earlier->text, key->text) == 0)
            return diag_error(reader->diag, key->place, "duplicate key '%s' (first on line %d)",
                              key->text, earlier->place.line);
    }
    return true;
}

static struct yaml_node *read_map(struct yaml_reader *reader) {
    yaml_event_t *event = &reader->event;
    refuse(reader, event->data.mapping_start.anchor, event->data.mapping_start.tag);
    struct yaml_node *map = node_new(reader, YAML_MAP);
    struct {
        struct yaml_pair *items;
        uint32_t count, capacity;
    } pairs = {0};
    if (!advance(reader)) return NULL;
    while (event->type != YAML_MAPPING_END_EVENT) {
        struct yaml_pair pair = {0};
        if (!(pair.key = read_node(reader))) return NULL;
        bool is_kept = check_key(reader, map, pair.key);
        if (!(pair.value = read_node(reader))) return NULL;
        if (!is_kept) continue;
        arena_vec_push(reader->arena, &pairs, pair);
        map->pairs = pairs.items;
        map->pair_count = pairs.count;
    }
    return advance(reader) ? map : NULL;
}

static struct yaml_node *read_node_inside(struct yaml_reader *reader) {
    struct place place = place_of(reader, reader->event.start_mark);
    if (reader->depth > DEEPEST) {
        diag_error(reader->diag, place, "nested too deeply");
        return NULL;
    }
    if (reader->event.type == YAML_SCALAR_EVENT) return read_scalar(reader);
    if (reader->event.type == YAML_SEQUENCE_START_EVENT) return read_list(reader);
    if (reader->event.type == YAML_MAPPING_START_EVENT) return read_map(reader);
    diag_error(reader->diag, place, "aliases are not supported ('*%s'): write the value out%s",
               (const char *)reader->event.data.alias.anchor, reader->content->sharing);
    return NULL;
}

static struct yaml_node *read_node(struct yaml_reader *reader) {
    reader->depth++;
    struct yaml_node *node = read_node_inside(reader);
    reader->depth--;
    return node;
}

static struct yaml_node *read_document(struct yaml_reader *reader) {
    yaml_event_t *event = &reader->event;
    if (!advance(reader) || !advance(reader))
        return NULL; /* stream start, then document or stream end */
    if (event->type == YAML_STREAM_END_EVENT) {
        diag_error(reader->diag, (struct place){reader->file, 1, 1},
                   "the file is empty: a %s needs %s", reader->content->name,
                   reader->content->keys);
        return NULL;
    }
    if (!advance(reader)) return NULL;
    struct yaml_node *root = read_node(reader);
    if (!root || !advance(reader)) return NULL;
    if (event->type != YAML_STREAM_END_EVENT) {
        diag_error(reader->diag, place_of(reader, event->start_mark),
                   "a second document: a file holds one %s", reader->content->name);
        return NULL;
    }
    return root;
}

static bool starts_with(const char *bytes, size_t length, const char *mark) {
    return length >= strlen(mark) && memcmp(bytes, mark, strlen(mark)) == 0;
}

struct yaml_node *yaml_parse(struct arena *arena, const struct yaml_content *content,
                             const char *file, const char *bytes, size_t length,
                             struct diag *diag) {
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    if (starts_with(bytes, length, "\xff\xfe") || starts_with(bytes, length, "\xfe\xff")) {
        diag_error(diag, (struct place){file, 1, 1}, "the file is UTF-16: save it as UTF-8");
        return NULL;
    }
    if (starts_with(bytes, length, byte_order_mark)) {
        bytes += strlen(byte_order_mark);
        length -= strlen(byte_order_mark);
    }
    struct yaml_reader reader = {.arena = arena,
                                 .diag = diag,
                                 .content = content,
                                 .file = file,
                                 .bytes = bytes,
                                 .length = length};
    if (!yaml_parser_initialize(&reader.parser)) {
        diag_error(diag, (struct place){file, 0, 0}, "cannot start the YAML parser");
        return NULL;
    }
    yaml_parser_set_input_string(&reader.parser, (const unsigned char *)bytes, length);
    yaml_parser_set_encoding(&reader.parser, YAML_UTF8_ENCODING);
    struct yaml_node *root = read_document(&reader);
    yaml_event_delete(&reader.event);
    yaml_parser_delete(&reader.parser);
    return root;
}

struct yaml_node *yaml_parse_file(struct arena *arena, const struct yaml_content *content,
                                  const char *file, struct diag *diag) {
    struct strbuf text = STRBUF_INIT;
    bool is_read = file_read_stream(file, &text, (struct place){0}, diag);
    const char *bytes = arena_copy_text(arena, strbuf_text(&text), text.length);
    size_t length = text.length;
    strbuf_release(&text);
    return is_read ? yaml_parse(arena, content, file, bytes, length, diag) : NULL;
}

struct yaml_node *yaml_get(const struct yaml_node *map, const char *key) {
    if (map->kind != YAML_MAP) return NULL;
    for (uint32_t i = 0; i < map->pair_count; i++)
        if (strcmp(map->pairs[i].key->text, key) == 0) return map->pairs[i].value;
    return NULL;
}

/* Columns count characters: bytes that go on with one are none. */
struct place yaml_place_inside(const struct yaml_node *scalar, size_t offset) {
    struct place place = {scalar->place.file, scalar->text_line, scalar->text_column};
    if (!scalar->keeps_lines) return scalar->place;
    for (size_t i = 0; i < offset; i++) {
        bool is_newline = scalar->text[i] == '\n';
        place.line += is_newline;
        if (is_newline)
            place.column = scalar->text_column;
        else
            place.column += ((unsigned char)scalar->text[i] & 0xc0) != 0x80;
    }
    return place;
}

const char *yaml_kind_text(const struct yaml_node *node) {
    double number;
    bool boolean;
    if (node->kind == YAML_LIST) return "a list";
    if (node->kind == YAML_MAP) return "a map";
    if (yaml_is_null(node)) return "nothing";
    if (!node->length) return "an empty text";
    if (yaml_to_bool(node, &boolean)) return "true or false";
    if (yaml_to_number(node, &number)) return "a number";
    return "text";
}

bool yaml_is_null(const struct yaml_node *node) {
    if (node->kind != YAML_SCALAR || !node->is_plain) return false;
    return !node->length || strcmp(node->text, "null") == 0 || strcmp(node->text, "~") == 0;
}

bool yaml_to_bool(const struct yaml_node *node, bool *out) {
    if (node->kind != YAML_SCALAR || !node->is_plain) return false;
    *out = strcmp(node->text, "true") == 0;
    return *out || strcmp(node->text, "false") == 0;
}

bool yaml_to_integer(const struct yaml_node *node, int64_t *out) {
    if (node->kind != YAML_SCALAR || !node->is_plain) return false;
    const char *digits = node->text + strspn(node->text, "+-");
    if (digits - node->text > 1) return false;
    bool is_hexadecimal = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    size_t count = is_hexadecimal ? strspn(digits + 2, "0123456789abcdefABCDEF") + 2
                                  : strspn(digits, "0123456789");
    if (!count || digits[count] || (is_hexadecimal && count == 2)) return false;
    errno = 0;
    *out = strtoll(node->text, NULL, is_hexadecimal ? 16 : 10);
    return errno == 0;
}

bool yaml_to_number(const struct yaml_node *node, double *out) {
    int64_t integer;
    if (yaml_to_integer(node, &integer)) {
        *out = (double)integer;
        return true;
    }
    if (node->kind != YAML_SCALAR || !node->is_plain || !node->length) return false;
    if (strspn(node->text, "+-.0123456789eE") != node->length) return false;
    char *end;
    *out = strtod(node->text, &end);
    return !*end && isfinite(*out);
}

static void flow_scalar(const struct yaml_node *node, struct strbuf *out) {
    size_t line = strcspn(node->text, "\n");
    const char *quote = node->is_plain || node->text[line] ? "" : "'";
    strbuf_add_text(out, quote);
    strbuf_add(out, node->text, line);
    if (node->text[line]) strbuf_add_text(out, " ...");
    strbuf_add_text(out, quote);
}

void yaml_flow(const struct yaml_node *node, struct strbuf *out) {
    if (node->kind == YAML_SCALAR) flow_scalar(node, out);
    if (node->kind == YAML_LIST) {
        strbuf_add_char(out, '[');
        for (uint32_t i = 0; i < node->item_count; i++) {
            if (i) strbuf_add_text(out, ", ");
            yaml_flow(node->items[i], out);
        }
        strbuf_add_char(out, ']');
    }
    if (node->kind == YAML_MAP) {
        strbuf_add_char(out, '{');
        for (uint32_t i = 0; i < node->pair_count; i++) {
            strbuf_addf(out, "%s%s: ", i ? ", " : "", node->pairs[i].key->text);
            yaml_flow(node->pairs[i].value, out);
        }
        strbuf_add_char(out, '}');
    }
}
