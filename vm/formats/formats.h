/* Files that profiles are written to: one row of formats.def and one file format_NAME.c each. Opening them is a step of its
 * own, before the program runs: who asks for what cannot be written learns it then. */
#ifndef FORMATS_FORMATS_H
#define FORMATS_FORMATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/diag.h"

struct profile_tables;

struct profile_format {
    const char *name, *extension, *meaning;
    int most_frames; /* of each stack, the innermost; 0: all */
    /* Whether writing succeeds is the stream's to say (ferror). */
    void (*write)(const struct profile_tables *profile, FILE *out);
    bool (*load)(struct diag *diag); /* what it needs; may fail */
};

/* NULL past the end. */
const struct profile_format *format_at(size_t index);
/* By an output as users name it: "a.pb.gz" by its extension, "csv:a.txt" by the word in front, which [path] is then
 * without. NULL with an error: no format is called so. */
const struct profile_format *format_of_output(const char *output, const char **path,
                                              struct diag *diag);

/* By the word in front alone; NULL: there is none. */
const struct profile_format *format_of_word(const char *output, const char **path);

struct profile_output {
    const char *path; /* borrowed */
    const struct profile_format *format;
    FILE *file; /* NULL: written, or given up */
};

/* Finds the format, loads what that needs and makes the file, or empties it. May fail. */
bool output_open(struct profile_output *output, const char *name, struct diag *diag);
/* Writes and closes. May fail, as when the disk is full; other outputs are as good as before. */
bool output_write(struct profile_output *output, const struct profile_tables *profile,
                  struct diag *diag);

#define STACKS_ARE_CUT "of deeper stacks the %d innermost frames"
/* Rows whose paths have more frames. */
size_t format_count_deep(const struct profile_tables *profile, int frames);

/* The tables as people read them, each with the rows that it is to show at most (profile_table.top), or with all. */
void format_print(const struct profile_tables *profile, bool has_all, FILE *out);

#endif
