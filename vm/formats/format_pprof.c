/* PPROF: profile.proto's messages, gzipped. A message is the same as its parts one behind the other, so each sample, location,
 * function and text is written when it is first met, as a profile with it alone. Keys of a row are labels and, but where there
 * is no place, no frames. */
#include <zlib.h>

#include "base/die.h"
#include "base/intern.h"
#include "base/library.h"
#include "base/memory.h"
#include "formats/formats.h"
#include "formats/indexes.h"
#include "formats/names.h"
#include "formats/stack.h"
#include "formats/writers.h"
#include "pprof.pb-c.h"

#define ZLIB_FUNCTIONS(FUNCTION)                                                                   \
    FUNCTION(deflateInit2_)                                                                        \
    FUNCTION(deflate)                                                                              \
    FUNCTION(deflateEnd)

static struct {
#define POINTER(name) __typeof__(&name) name;
    ZLIB_FUNCTIONS(POINTER)
#undef POINTER
} zlib;

static const struct library_function functions[] = {
#define ROW(name) {#name, (void **)&zlib.name},
    ZLIB_FUNCTIONS(ROW)
#undef ROW
};

bool load_zlib(struct diag *diag) {
    static struct library library = {"pprof", ZLIB_FILE, functions,
                                     sizeof functions / sizeof *functions, false};
    return library_load(&library, diag);
}

/* Keys without padding: numbered by their bytes. */
struct pprof_function {
    int64_t name, system_name, filename;
};

typedef Perftools__Profiles__Profile pprof_profile;
typedef Perftools__Profiles__Line pprof_line;
typedef Perftools__Profiles__Label pprof_label;

struct pprof {
    ProtobufCBuffer buffer; /* first: what the library appends to is this */
    z_stream gzip;
    FILE *out;
    struct indexes texts, functions, locations;
    const struct amounts *amounts;
};

/* Z_FINISH writes all that is still kept back. */
static void compress_bytes(struct pprof *pprof, const uint8_t *data, size_t length, int flush) {
    uint8_t compressed[1 << 14];
    pprof->gzip.next_in = (uint8_t *)(uintptr_t)data;
    pprof->gzip.avail_in = (uInt)length;
    do {
        pprof->gzip.next_out = compressed;
        pprof->gzip.avail_out = sizeof compressed;
        zlib.deflate(&pprof->gzip, flush);
        fwrite(compressed, 1, sizeof compressed - pprof->gzip.avail_out, pprof->out);
    } while (pprof->gzip.avail_out == 0);
}

static void append(ProtobufCBuffer *buffer, size_t length, const uint8_t *data) {
    enum { PIECE = 1 << 30 };
    for (; length > PIECE; data += PIECE, length -= PIECE)
        compress_bytes((struct pprof *)buffer, data, PIECE, Z_NO_FLUSH);
    compress_bytes((struct pprof *)buffer, data, length, Z_NO_FLUSH);
}

static void compress_begin(struct pprof *pprof) {
    enum { GZIP = 16, LARGEST_WINDOW = 15, USUAL_MEMORY = 8 };
    if (zlib.deflateInit2_(&pprof->gzip, Z_DEFAULT_COMPRESSION, Z_DEFLATED, LARGEST_WINDOW | GZIP,
                           USUAL_MEMORY, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                           sizeof(z_stream)) != Z_OK)
        BUG("zlib cannot compress: %s", pprof->gzip.msg ? pprof->gzip.msg : "no memory");
}

static void compress_end(struct pprof *pprof) {
    compress_bytes(pprof, NULL, 0, Z_FINISH);
    zlib.deflateEnd(&pprof->gzip);
}

static void write_part(struct pprof *pprof, const pprof_profile *part) {
    protobuf_c_message_pack_to_buffer(&part->base, &pprof->buffer);
}

/* The number of the text, which is written when it is new. */
static int64_t text_of(struct pprof *pprof, const char *text) {
    uint32_t known = pprof->texts.count, index = indexes_of_text(&pprof->texts, text);
    if (index < known) return index;
    pprof_profile part = PERFTOOLS__PROFILES__PROFILE__INIT;
    char *texts[] = {(char *)(uintptr_t)text};
    part.n_string_table = 1;
    part.string_table = texts;
    write_part(pprof, &part);
    return index;
}

static uint64_t function_of(struct pprof *pprof, const struct stack_frame *frame) {
    struct pprof_function key = {text_of(pprof, frame->name), text_of(pprof, frame->method),
                                 text_of(pprof, frame->file ? frame->file : "")};
    uint32_t known = pprof->functions.count;
    uint64_t id = indexes_of(&pprof->functions, &key, sizeof key) + 1;
    if (id <= known) return id;
    Perftools__Profiles__Function function = PERFTOOLS__PROFILES__FUNCTION__INIT;
    Perftools__Profiles__Function *all[] = {&function};
    function.id = id;
    function.name = key.name;
    function.system_name = key.system_name;
    function.filename = key.filename;
    pprof_profile part = PERFTOOLS__PROFILES__PROFILE__INIT;
    part.n_function = 1;
    part.function = all;
    write_part(pprof, &part);
    return id;
}

static void write_location(struct pprof *pprof, uint64_t id, const uint64_t *keys, size_t count) {
    pprof_line *lines = memory_allocate(count * sizeof *lines);
    pprof_line **all = memory_allocate(count * sizeof *all);
    for (size_t i = 0; i < count; i++) {
        perftools__profiles__line__init(&lines[i]);
        lines[i].function_id = keys[i * 2];
        lines[i].line = (int64_t)keys[i * 2 + 1];
        all[i] = &lines[i];
    }
    Perftools__Profiles__Location location = PERFTOOLS__PROFILES__LOCATION__INIT;
    Perftools__Profiles__Location *locations[] = {&location};
    location.id = id;
    location.n_line = count;
    location.line = all;
    pprof_profile part = PERFTOOLS__PROFILES__PROFILE__INIT;
    part.n_location = 1;
    part.location = locations;
    write_part(pprof, &part);
    memory_free(lines);
    memory_free(all);
}

/* A frame with those that were inlined into it: from [begin] on, down to [end], which is outside of it. */
static uint64_t location_of(struct pprof *pprof, const struct stack *stack, uint32_t begin,
                            uint32_t end) {
    VEC(uint64_t) keys = {0}; /* function and line, innermost first */
    for (uint32_t i = end; i-- > begin;) {
        const struct stack_frame *frame = &stack->frames.items[i];
        vec_push(&keys, function_of(pprof, frame));
        vec_push(&keys, (uint64_t)frame->line);
    }
    uint32_t known = pprof->locations.count;
    size_t size = keys.count * sizeof *keys.items;
    uint64_t id = indexes_of(&pprof->locations, keys.items, size) + 1;
    if (id > known) write_location(pprof, id, keys.items, keys.count / 2);
    vec_release(&keys);
    return id;
}

typedef VEC(uint64_t) location_ids;

/* Innermost first; keys alone only where there is no place. */
static void list_locations(struct pprof *pprof, const struct stack *stack, location_ids *ids) {
    bool has_place = false;
    vec_each(const struct stack_frame, frame, &stack->frames) has_place |= frame->is_place;
    for (uint32_t end = stack->frames.count; end > 0;) {
        uint32_t begin = end - 1;
        while (begin && stack->frames.items[begin].is_inlined &&
               stack->frames.items[begin - 1].is_place)
            begin--;
        if (!has_place || stack->frames.items[begin].is_place)
            vec_push(ids, location_of(pprof, stack, begin, end));
        end = begin;
    }
}

static bool set_label(struct pprof *pprof, const struct profile_column *column,
                      const struct profile_cell *cell, pprof_label *label) {
    bool is_text = column->kind == PROFILE_TEXT;
    if (column_is_place(column->kind) || profile_cell_is_none(column->kind, cell)) return false;
    if (is_text && !*cell->text) return false;
    perftools__profiles__label__init(label);
    label->key = text_of(pprof, column->name);
    if (is_text)
        label->str = text_of(pprof, java_name(cell->text));
    else if (column->kind == PROFILE_FLAG)
        label->str = text_of(pprof, cell->number ? "yes" : "no");
    else
        label->num = cell->number;
    return true;
}

static size_t list_labels(struct pprof *pprof, const struct profile_table *table, size_t row,
                          pprof_label *labels, pprof_label **all) {
    size_t count = 0;
    for (size_t i = 0; i < table->key_count; i++)
        if (set_label(pprof, &table->columns[i], &table->rows[row][i], &labels[count]))
            all[count] = &labels[count], count++;
    return count;
}

static void write_sample(struct pprof *pprof, const struct profile_table *table, size_t row,
                         struct stack *stack, int64_t *values) {
    pprof_label *labels = memory_allocate((table->key_count + 1) * sizeof *labels);
    pprof_label **all = memory_allocate((table->key_count + 1) * sizeof *all);
    location_ids ids = {0};
    stack_of_row(table, row, STACK_MOST_FRAMES, stack);
    list_locations(pprof, stack, &ids);
    Perftools__Profiles__Sample sample = PERFTOOLS__PROFILES__SAMPLE__INIT;
    Perftools__Profiles__Sample *samples[] = {&sample};
    sample.n_location_id = ids.count;
    sample.location_id = ids.items;
    sample.n_value = pprof->amounts->items.count;
    sample.value = values;
    sample.n_label = list_labels(pprof, table, row, labels, all);
    sample.label = all;
    pprof_profile part = PERFTOOLS__PROFILES__PROFILE__INIT;
    part.n_sample = 1;
    part.sample = samples;
    write_part(pprof, &part);
    vec_release(&ids);
    memory_free(labels);
    memory_free(all);
}

/* False: all are 0. */
static bool list_values(const struct pprof *pprof, const struct profile_table *table, size_t row,
                        int64_t *values) {
    bool has_any = false;
    for (uint32_t i = 0; i < pprof->amounts->items.count; i++) {
        const struct amount *amount = &pprof->amounts->items.items[i];
        values[i] = amount->table == table ? table->rows[row][amount->column].number : 0;
        has_any |= values[i] != 0;
    }
    return has_any;
}

static void write_samples(struct pprof *pprof, const struct profile_table *table) {
    struct stack stack = {0};
    int64_t *values = memory_allocate((pprof->amounts->items.count + 1) * sizeof *values);
    for (size_t row = 0; row < table->row_count; row++)
        if (list_values(pprof, table, row, values)) write_sample(pprof, table, row, &stack, values);
    memory_free(values);
    stack_release(&stack);
}

static const char *unit_of(const struct amount *amount) {
    enum profile_column_kind kind = amount->table->columns[amount->column].kind;
    return kind == PROFILE_BYTES || kind == PROFILE_TIME ? column_kind_name(kind) : "count";
}

static void write_comment(struct pprof *pprof, const char *text) {
    int64_t comment = text_of(pprof, text);
    pprof_profile part = PERFTOOLS__PROFILES__PROFILE__INIT;
    part.n_comment = 1;
    part.comment = &comment;
    write_part(pprof, &part);
}

static void write_types(struct pprof *pprof, const char *title) {
    text_of(pprof, "");
    vec_each(const struct amount, amount, &pprof->amounts->items) {
        Perftools__Profiles__ValueType type = PERFTOOLS__PROFILES__VALUE_TYPE__INIT;
        Perftools__Profiles__ValueType *types[] = {&type};
        type.type = text_of(pprof, amount->name);
        type.unit = text_of(pprof, unit_of(amount));
        pprof_profile part = PERFTOOLS__PROFILES__PROFILE__INIT;
        part.n_sample_type = 1;
        part.sample_type = types;
        if (amount->is_main) part.default_sample_type = type.type;
        write_part(pprof, &part);
    }
    write_comment(pprof, title);
}

static void write_profile(struct pprof *pprof, const struct profile_tables *profile) {
    struct amounts amounts = amounts_of(profile);
    pprof->amounts = &amounts;
    indexes_init(&pprof->texts);
    indexes_init(&pprof->functions);
    indexes_init(&pprof->locations);
    write_types(pprof, profile_title(profile));
    if (format_count_deep(profile, STACK_MOST_FRAMES))
        write_comment(pprof, intern_format(STACKS_ARE_CUT, STACK_MOST_FRAMES));
    for (size_t i = 0; i < profile->table_count; i++) write_samples(pprof, &profile->tables[i]);
    indexes_release(&pprof->texts);
    indexes_release(&pprof->functions);
    indexes_release(&pprof->locations);
    amounts_release(&amounts);
}

void format_pprof(const struct profile_tables *profile, FILE *out) {
    struct pprof pprof = {.buffer = {append}, .out = out};
    compress_begin(&pprof);
    write_profile(&pprof, profile);
    compress_end(&pprof);
}
