/* A directory of specs for one test: made before it, removed after it. */
#ifndef HARNESS_SPEC_FILES_H
#define HARNESS_SPEC_FILES_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char directory[] = "/tmp/jittest-specs-XXXXXX";

static inline void directory_make(void) {
    strcpy(directory + sizeof directory - sizeof "XXXXXX", "XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(directory));
}

static inline void directory_remove(void) {
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", directory);
    ck_assert_int_eq(system(command), 0);
}

__attribute__((format(printf, 2, 3))) static inline void write_file(const char *name,
                                                                    const char *format, ...) {
    char path[512];
    va_list arguments;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    va_start(arguments, format);
    vfprintf(file, format, arguments);
    va_end(arguments);
    fclose(file);
}

#endif
