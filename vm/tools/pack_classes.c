/* pack_classes OUT.c DIRECTORY: writes all class files below a directory as one C source, the class
 * library's image (class_image.h). A tool of the build. */
#define _XOPEN_SOURCE 700
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"

static VEC(char *) paths;

static int visit(const char *path, const struct stat *status, int type, struct FTW *walk) {
    size_t length = strlen(path);
    if (type == FTW_F && length > 6 && strcmp(path + length - 6, ".class") == 0)
        vec_push(&paths, memory_duplicate(path));
    return 0;
}

/* Without the suffix, which comes behind '$': a nested class is found behind the one around it. */
static int by_name(const void *a, const void *b) {
    const char *one = *(char *const *)a, *two = *(char *const *)b;
    size_t length = strlen(one) - 6, other = strlen(two) - 6;
    int order = memcmp(one, two, length < other ? length : other);
    return order ? order : (length > other) - (length < other);
}

static bool write_bytes(FILE *out, size_t number, const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    fprintf(out, "static const unsigned char bytes_%zu[] = {", number);
    int byte;
    for (size_t i = 0; (byte = fgetc(file)) != EOF; i++)
        fprintf(out, i % 24 ? "%d," : "\n%d,", byte);
    fprintf(out, "\n};\n");
    bool done = !ferror(file);
    fclose(file);
    return done;
}

static void write_table(FILE *out, size_t root_length) {
    fprintf(out, "const struct class_image_entry class_image[] = {\n");
    for (uint32_t i = 0; i < paths.count; i++) {
        const char *name = paths.items[i] + root_length + 1;
        fprintf(out, "    {\"%.*s\", bytes_%u, sizeof bytes_%u},\n", (int)strlen(name) - 6, name, i,
                i);
    }
    fprintf(out, "};\nconst size_t class_image_count = %u;\n", paths.count);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: pack_classes OUT.c DIRECTORY\n");
        return 2;
    }
    FILE *out = fopen(argv[1], "w");
    if (!out || nftw(argv[2], visit, 16, FTW_PHYS) != 0 || !paths.count) {
        fprintf(stderr, "pack_classes: no class files in '%s', or cannot write '%s'\n", argv[2],
                argv[1]);
        return 1;
    }
    qsort(paths.items, paths.count, sizeof *paths.items, by_name);
    fprintf(out, "#include \"class_image.h\"\n");
    for (uint32_t i = 0; i < paths.count; i++)
        if (!write_bytes(out, i, paths.items[i])) return 1;
    write_table(out, strlen(argv[2]));
    for (uint32_t i = 0; i < paths.count; i++) memory_free(paths.items[i]);
    vec_release(&paths);
    return fclose(out) == 0 ? 0 : 1;
}
