/* absent_classes DIRECTORY: writes the class files of the classes that the class library knows by
 * name only (classfile/absent.def) below a directory. A tool of the build. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "classfile/absent.h"
#include "classfile/writer.h"

static void make_directories(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
}

static bool write_class(struct arena *arena, const char *folder,
                        const struct absent_class *absent) {
    enum { JAVA_8 = 52 };
    struct class_writer writer;
    size_t size;
    class_writer_init(&writer, JAVA_8, absent->access | ACC_SUPER, absent->name,
                      absent->super_name);
    const uint8_t *bytes = class_writer_finish(&writer, arena, &size);
    char *path = arena_format(arena, "%s/%s.class", folder, absent->name);
    make_directories(path);
    FILE *file = fopen(path, "wbx"); /* a class that has a source is not absent */
    bool written = bytes && file && fwrite(bytes, 1, size, file) == size;
    if (file && fclose(file) != 0) written = false;
    if (!written) fprintf(stderr, "absent_classes: cannot write '%s'\n", path);
    class_writer_release(&writer);
    return written;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: absent_classes DIRECTORY\n");
        return 2;
    }
    struct arena arena;
    arena_init(&arena);
    bool written = true;
    for (int i = 0; i < absent_class_count; i++)
        written &= write_class(&arena, argv[1], &absent_classes[i]);
    arena_release(&arena);
    return written ? 0 : 1;
}
