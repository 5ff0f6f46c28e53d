/* READ: turns a JSON document into tables. It trusts nothing: every member has its type, frames name only frames in front of
 * them, cells are what their columns say, and rows sum to the totals. */
#include <jansson.h>
#include <stdarg.h>
#include <string.h>

#include "base/library.h"
#include "formats/json.h"
#include "formats/names.h"
#include "formats/stack.h"

#define JANSSON_FUNCTIONS(FUNCTION)                                                                \
    FUNCTION(loadb)                                                                                \
    FUNCTION(delete)                                                                               \
    FUNCTION(object_get)                                                                           \
    FUNCTION(array_size)                                                                           \
    FUNCTION(array_get)                                                                            \
    FUNCTION(integer_value)                                                                        \
    FUNCTION(number_value)                                                                         \
    FUNCTION(string_value)

static struct {
#define POINTER(name) __typeof__(&json_##name) name;
    JANSSON_FUNCTIONS(POINTER)
#undef POINTER
} json;

static const struct library_function functions[] = {
#define ROW(name) {"json_" #name, (void **)&json.name},
    JANSSON_FUNCTIONS(ROW)
#undef ROW
};

struct profile_reader {
    struct arena *arena;
    const char *file;
    struct diag *diag;
    struct profile_frame *frames;
    size_t frame_count;
};

__attribute__((format(printf, 2, 3))) static bool refuse(struct profile_reader *reader,
                                                         const char *format, ...) {
    struct strbuf text = STRBUF_INIT;
    va_list args;
    va_start(args, format);
    strbuf_addf_list(&text, format, args);
    va_end(args);
    diag_error(reader->diag, (struct place){.file = reader->file}, "no profile of jitvm: %s",
               strbuf_text(&text));
    strbuf_release(&text);
    return false;
}

/* --- members. A function that reads one is false with an error when it is missing or of another type --- */

static bool read_text(struct profile_reader *reader, const json_t *object, const char *name,
                      const char **out) {
    const json_t *value = json.object_get(object, name);
    if (!json_is_string(value)) return refuse(reader, "'%s' is no text", name);
    *out =
        arena_copy_text(reader->arena, json.string_value(value), strlen(json.string_value(value)));
    return true;
}

static bool read_text_or_null(struct profile_reader *reader, const json_t *object, const char *name,
                              const char **out) {
    if (!json_is_null(json.object_get(object, name))) return read_text(reader, object, name, out);
    *out = NULL;
    return true;
}

static bool read_number(struct profile_reader *reader, const json_t *object, const char *name,
                        int64_t least, int64_t most, int64_t *out) {
    const json_t *value = json.object_get(object, name);
    if (!json_is_integer(value)) return refuse(reader, "'%s' is no number", name);
    *out = json.integer_value(value);
    return (*out >= least && *out <= most) || refuse(reader, "'%s' is out of range", name);
}

static bool read_list(struct profile_reader *reader, const json_t *object, const char *name,
                      const json_t **out, size_t *count) {
    *out = json.object_get(object, name);
    if (!json_is_array(*out)) return refuse(reader, "'%s' is no list", name);
    *count = json.array_size(*out);
    return true;
}

static bool read_texts(struct profile_reader *reader, const json_t *object, const char *name,
                       const char *const **out, size_t *count) {
    const json_t *list;
    if (!read_list(reader, object, name, &list, count)) return false;
    const char **texts = ARENA_ARRAY(reader->arena, const char *, *count);
    for (size_t i = 0; i < *count; i++) {
        const json_t *text = json.array_get(list, i);
        if (!json_is_string(text)) return refuse(reader, "'%s' has what is no text", name);
        texts[i] = arena_copy_text(reader->arena, json.string_value(text),
                                   strlen(json.string_value(text)));
    }
    *out = texts;
    return true;
}

/* --- frames --- */

static bool read_frame(struct profile_reader *reader, const json_t *object, size_t index) {
    struct profile_frame *frame = &reader->frames[index];
    const json_t *caller = json.object_get(object, "caller");
    int64_t bci, line, number;
    if (!read_text(reader, object, "method", &frame->method) ||
        !read_text_or_null(reader, object, "file", &frame->file) ||
        !read_number(reader, object, "bci", -1, INT32_MAX, &bci) ||
        !read_number(reader, object, "line", 0, INT32_MAX, &line))
        return false;
    if (!json_is_boolean(json.object_get(object, "inlined")))
        return refuse(reader, "'inlined' is neither true nor false");
    frame->bci = (int)bci;
    frame->line = (unsigned)line;
    frame->is_inlined = json_is_true(json.object_get(object, "inlined"));
    if (json_is_null(caller)) return true;
    if (!read_number(reader, object, "caller", 0, (int64_t)index - 1, &number)) return false;
    frame->caller = &reader->frames[number];
    return true;
}

static bool read_frames(struct profile_reader *reader, const json_t *root) {
    const json_t *list;
    if (!read_list(reader, root, "frames", &list, &reader->frame_count)) return false;
    reader->frames = ARENA_ARRAY(reader->arena, struct profile_frame, reader->frame_count);
    for (size_t i = 0; i < reader->frame_count; i++)
        if (!read_frame(reader, json.array_get(list, i), i)) return false;
    return true;
}

/* --- tables --- */

static bool read_column(struct profile_reader *reader, const json_t *object, bool is_key,
                        struct profile_column *column) {
    const char *kind;
    if (!read_text(reader, object, "name", &column->name) ||
        !read_text(reader, object, "header", &column->header) ||
        !read_text(reader, object, "kind", &kind) ||
        !read_text_or_null(reader, object, "meaning", &column->meaning))
        return false;
    if (!column_kind_of_name(kind, &column->kind))
        return refuse(reader, "no column is of the kind '%s'", kind);
    return profile_column_is_key(column->kind) == is_key ||
           refuse(reader, "the column '%s' is at the wrong side of 'keys'", column->name);
}

static bool read_columns(struct profile_reader *reader, const json_t *object,
                         struct profile_table *table) {
    const json_t *list;
    const char *main_column;
    int64_t keys;
    if (!read_list(reader, object, "columns", &list, &table->column_count) ||
        !read_number(reader, object, "keys", 0, (int64_t)table->column_count, &keys) ||
        !read_text(reader, object, "main", &main_column))
        return false;
    struct profile_column *columns =
        ARENA_ARRAY(reader->arena, struct profile_column, table->column_count);
    table->columns = columns;
    table->key_count = (size_t)keys;
    table->main = table->column_count;
    for (size_t i = 0; i < table->column_count; i++) {
        if (!read_column(reader, json.array_get(list, i), i < table->key_count, &columns[i]))
            return false;
        if (strcmp(columns[i].name, main_column) == 0) table->main = i;
    }
    return table->main < table->column_count ||
           refuse(reader, "no column is called as 'main' says");
}

static bool read_place(struct profile_reader *reader, enum profile_column_kind kind,
                       const json_t *value, struct profile_cell *cell) {
    if (json_is_null(value)) return true;
    int64_t index = json_is_integer(value) ? json.integer_value(value) : -1;
    if (index < 0 || index >= (int64_t)reader->frame_count) return false;
    cell->frame = &reader->frames[index];
    return kind == PROFILE_PATH || !cell->frame->caller;
}

/* False without an error when the value is not of the kind. */
static bool read_cell(struct profile_reader *reader, enum profile_column_kind kind,
                      const json_t *value, struct profile_cell *cell) {
    switch (kind) {
    case PROFILE_TEXT:
    case PROFILE_LIST:
        if (json_is_string(value))
            cell->text = arena_copy_text(reader->arena, json.string_value(value),
                                         strlen(json.string_value(value)));
        return json_is_string(value) || json_is_null(value);
    case PROFILE_FLAG:
        cell->number = json_is_null(value) ? PROFILE_NO_NUMBER : json_is_true(value);
        return json_is_boolean(value) || json_is_null(value);
    case PROFILE_SITE:
    case PROFILE_PATH: return read_place(reader, kind, value, cell);
    case PROFILE_ORDINAL:
        cell->number = json_is_null(value) ? PROFILE_NO_NUMBER : json.integer_value(value);
        return json_is_integer(value) || json_is_null(value);
    case PROFILE_COUNT:
    case PROFILE_BYTES:
    case PROFILE_LENGTH:
    case PROFILE_TIME:
        cell->number = json.integer_value(value);
        return json_is_integer(value) && cell->number >= 0;
    case PROFILE_SHARE:
        cell->share = json.number_value(value);
        return json_is_number(value) || json_is_null(value);
    }
    return false;
}

static bool read_row(struct profile_reader *reader, const struct profile_table *table,
                     size_t number, const json_t *list, struct profile_cell *cells) {
    if (!json_is_array(list) || json.array_size(list) != table->column_count)
        return refuse(reader, "row %zu of %s does not have %zu cells", number, table->name,
                      table->column_count);
    for (size_t i = 0; i < table->column_count; i++)
        if (!read_cell(reader, table->columns[i].kind, json.array_get(list, i), &cells[i]))
            return refuse(reader, "row %zu of %s has another thing than a %s as '%s'", number,
                          table->name, column_kind_name(table->columns[i].kind),
                          table->columns[i].name);
    return true;
}

static bool read_rows(struct profile_reader *reader, const json_t *object,
                      struct profile_table *table) {
    const json_t *list;
    if (!read_list(reader, object, "rows", &list, &table->row_count)) return false;
    const struct profile_cell **rows =
        ARENA_ARRAY(reader->arena, const struct profile_cell *, table->row_count);
    for (size_t i = 0; i < table->row_count; i++) {
        struct profile_cell *cells =
            ARENA_ARRAY(reader->arena, struct profile_cell, table->column_count);
        if (!read_row(reader, table, i, json.array_get(list, i), cells)) return false;
        rows[i] = cells;
    }
    table->rows = rows;
    return true;
}

static bool read_totals(struct profile_reader *reader, const json_t *object,
                        struct profile_table *table) {
    const json_t *totals = json.object_get(object, "totals");
    struct profile_cell *cells =
        ARENA_ARRAY(reader->arena, struct profile_cell, table->column_count);
    for (size_t i = 0; i < table->column_count; i++) {
        int64_t stated;
        if (!profile_column_is_sum(table->columns[i].kind)) continue;
        for (size_t row = 0; row < table->row_count; row++)
            cells[i].number = add_amounts(cells[i].number, table->rows[row][i].number);
        if (!read_number(reader, totals, table->columns[i].name, 0, INT64_MAX, &stated))
            return false;
        if (stated != cells[i].number)
            return refuse(reader, "the rows of %s do not sum to its total of '%s'", table->name,
                          table->columns[i].name);
    }
    table->totals = cells;
    return true;
}

/* Left out where it is false. */
static bool read_sampled(struct profile_reader *reader, const json_t *object,
                         struct profile_table *table) {
    const json_t *sampled = json.object_get(object, "sampled");
    table->is_sampled = json_is_true(sampled);
    return !sampled || json_is_boolean(sampled) ||
           refuse(reader, "'sampled' of %s is neither true nor false", table->name);
}

static bool read_independent(struct profile_reader *reader, const json_t *object,
                             struct profile_table *table) {
    return !json.object_get(object, "independent") ||
           read_number(reader, object, "independent", 1, INT64_MAX, &table->independent);
}

static bool read_levels(struct profile_reader *reader, const json_t *object,
                        struct profile_table *table) {
    return !json.object_get(object, "levels") ||
           read_text(reader, object, "levels", &table->levels);
}

static bool read_table(struct profile_reader *reader, const json_t *object,
                       struct profile_table *table) {
    return read_text(reader, object, "profiler", &table->name) &&
           read_text(reader, object, "meaning", &table->meaning) &&
           read_sampled(reader, object, table) && read_independent(reader, object, table) &&
           read_levels(reader, object, table) && read_columns(reader, object, table) &&
           read_rows(reader, object, table) && read_totals(reader, object, table) &&
           read_texts(reader, object, "notes", &table->notes, &table->note_count);
}

static bool read_tables(struct profile_reader *reader, const json_t *root,
                        struct profile_tables *out) {
    const json_t *list;
    if (!read_list(reader, root, "tables", &list, &out->table_count)) return false;
    struct profile_table *tables =
        ARENA_ARRAY(reader->arena, struct profile_table, out->table_count);
    out->tables = tables;
    for (size_t i = 0; i < out->table_count; i++)
        if (!read_table(reader, json.array_get(list, i), &tables[i])) return false;
    return true;
}

/* --- the document --- */

static bool read_version(struct profile_reader *reader, const json_t *root) {
    const json_t *format = json.object_get(root, "format");
    int64_t version;
    if (!json_is_string(format) || strcmp(json.string_value(format), JSON_FORMAT) != 0)
        return refuse(reader, "it does not begin with \"format\": \"%s\"", JSON_FORMAT);
    if (!read_number(reader, root, "version", INT64_MIN, INT64_MAX, &version)) return false;
    return version == JSON_VERSION || diag_error(reader->diag, (struct place){.file = reader->file},
                                                 "a profile of version %lld; this jitvm reads "
                                                 "version %d",
                                                 (long long)version, JSON_VERSION);
}

static bool read_document(struct profile_reader *reader, const json_t *root,
                          struct profile_tables *out) {
    return read_version(reader, root) &&
           read_text_or_null(reader, root, "command", &out->command) &&
           read_texts(reader, root, "marks", &out->marks, &out->mark_count) &&
           read_frames(reader, root) && read_tables(reader, root, out);
}

/* A reference that was handed out is given back without json_decref, which would link the library. */
static void let_go(json_t *root) {
    if (root->refcount != (size_t)-1 && --root->refcount == 0) json.delete(root);
}

bool profile_of_json(struct arena *arena, const char *file, const char *bytes, size_t size,
                     struct profile_tables *out, struct diag *diag) {
    static struct library library = {"reading JSON", JANSSON_FILE, functions,
                                     sizeof functions / sizeof *functions, false};
    struct profile_reader reader = {.arena = arena, .file = file, .diag = diag};
    json_error_t error;
    if (!library_load(&library, diag)) return false;
    json_t *root = json.loadb(bytes, size, JSON_REJECT_DUPLICATES, &error);
    if (!root)
        return diag_error(diag, (struct place){file, error.line, error.column},
                          "no profile of jitvm: %s", error.text);
    *out = (struct profile_tables){0};
    bool done = read_document(&reader, root, out);
    let_go(root);
    return done;
}
