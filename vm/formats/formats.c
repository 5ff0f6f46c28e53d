/* FORMATS: finds a format by its name or a file's, and opens, writes and closes outputs. */
#include "formats/formats.h"

#include <errno.h>
#include <string.h>

#include "base/intern.h"
#include "base/output_file.h"
#include "base/strbuf.h"
#include "formats/stack.h"
#include "formats/writers.h"
#include "profilers/table.h"

static const struct profile_format formats[] = {
#define FORMAT(name, extension, needs, frames, meaning)                                            \
    {#name, extension, meaning, frames, format_##name, load_##needs},
#include "formats/formats.def"
#undef FORMAT
};
enum { FORMATS = sizeof formats / sizeof *formats };

bool load_none(struct diag *diag) { return true; }

const struct profile_format *format_at(size_t index) {
    return index < FORMATS ? &formats[index] : NULL;
}

/* The longest that fits: ".speedscope.json" ends in ".json". */
static const struct profile_format *format_of_extension(const char *path) {
    const struct profile_format *found = NULL;
    size_t length = strlen(path), longest = 0;
    for (size_t i = 0; i < FORMATS; i++) {
        size_t own = strlen(formats[i].extension);
        if (own <= longest || own >= length) continue;
        if (strcmp(path + length - own, formats[i].extension) != 0) continue;
        found = &formats[i];
        longest = own;
    }
    return found;
}

static void add_extensions(struct strbuf *out) {
    for (size_t i = 0; i < FORMATS; i++)
        strbuf_addf(out, "%s%s",
                    i == 0            ? ""
                    : i + 1 < FORMATS ? ", "
                                      : " or ",
                    formats[i].extension);
}

static const char *nearest_extension(const char *path) {
    const char *extensions[FORMATS], *name = strrchr(path, '/');
    const char *end = strchr(name ? name + 1 : path, '.');
    for (size_t i = 0; i < FORMATS; i++) extensions[i] = formats[i].extension;
    const char *near = NULL;
    for (; end && !near; end = strchr(end + 1, '.')) near = diag_nearest(end, extensions, FORMATS);
    return near;
}

/* "csv:" of "cvs:a.txt". */
static const char *nearest_word(const char *output) {
    const char *words[FORMATS], *colon = strchr(output, ':');
    for (size_t i = 0; i < FORMATS; i++) words[i] = intern_format("%s:", formats[i].name);
    if (!colon) return NULL;
    return diag_nearest(intern_format("%.*s:", (int)(colon - output), output), words, FORMATS);
}

static bool is_extension(const char *name) {
    for (size_t i = 0; i < FORMATS; i++)
        if (strcmp(formats[i].extension, name) == 0) return true;
    return false;
}

static bool refuse(const char *path, struct diag *diag) {
    struct strbuf extensions = STRBUF_INIT;
    const char *near = nearest_word(path);
    if (!near && !is_extension(path)) near = nearest_extension(path);
    add_extensions(&extensions);
    diag_error(diag, (struct place){0},
               "cannot tell the format of '%s' by its name%s%s%s (it ends in %s, or begins with "
               "the name of a format and a colon: csv:%s)",
               path, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "",
               strbuf_text(&extensions), path);
    strbuf_release(&extensions);
    return false;
}

const struct profile_format *format_of_word(const char *output, const char **path) {
    for (size_t i = 0; i < FORMATS; i++) {
        size_t length = strlen(formats[i].name);
        if (strncmp(output, formats[i].name, length) != 0 || output[length] != ':') continue;
        *path = output + length + 1;
        return &formats[i];
    }
    return NULL;
}

const struct profile_format *format_of_output(const char *output, const char **path,
                                              struct diag *diag) {
    const struct profile_format *format = format_of_word(output, path);
    if (format) return format;
    *path = output;
    format = format_of_extension(output);
    if (!format) refuse(output, diag);
    return format;
}

static bool is_deeper(const struct profile_frame *frame, int frames) {
    while (frame && frames-- > 0) frame = frame->caller;
    return frame != NULL;
}

size_t format_count_deep(const struct profile_tables *profile, int frames) {
    size_t count = 0;
    for (size_t i = 0; i < profile->table_count; i++) {
        const struct profile_table *table = &profile->tables[i];
        for (size_t row = 0; row < table->row_count; row++)
            for (size_t key = 0; key < table->key_count; key++)
                if (table->columns[key].kind == PROFILE_PATH)
                    count += is_deeper(table->rows[row][key].frame, frames);
    }
    return count;
}

bool output_open(struct profile_output *output, const char *name, struct diag *diag) {
    output->file = NULL;
    output->format = format_of_output(name, &output->path, diag);
    if (!output->format || !output->format->load(diag)) return false;
    output->file = output_file_open(output->path, diag);
    return output->file != NULL;
}

bool output_write(struct profile_output *output, const struct profile_tables *profile,
                  struct diag *diag) {
    errno = 0;
    output->format->write(profile, output->file);
    FILE *file = output->file;
    output->file = NULL;
    return output_file_close(file, output->path, diag);
}
