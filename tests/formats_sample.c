/* Writes the profiles of vm/formats/testing.c in every format: each table into a file of its own, all of them into one.
 *
 *     formats_sample DIRECTORY */
#include <stdio.h>
#include <stdlib.h>

#include "base/diag.h"
#include "formats/formats.h"
#include "formats/testing.h"

static void write_one(const char *directory, const char *name, const struct profile_format *format,
                      const struct profile_tables *profile) {
    struct profile_output output;
    struct diag diag = DIAG_INIT;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s%s", directory, name, format->extension);
    if (output_open(&output, path, &diag) && output_write(&output, profile, &diag)) return;
    fprintf(stderr, "formats_sample: %s\n", diag.message);
    exit(1);
}

int main(int argc, char **argv) {
    const struct profile_format *format;
    if (argc != 2) return 2;
    for (size_t i = 0; (format = format_at(i)); i++) {
        write_one(argv[1], "all", format, &hand_made);
        for (size_t table = 0; table < hand_made.table_count; table++) {
            struct profile_tables alone = hand_made_alone(hand_made.tables[table].name);
            write_one(argv[1], alone.tables->name, format, &alone);
        }
    }
    return 0;
}
