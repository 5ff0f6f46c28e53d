/* classdump: class files as text.
 *
 *     classdump FILE.class...
 *
 * Exit code: 0, 1 when a file is no class file or cannot be read. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "classfile/disasm.h"

static bool dump(const char *path) {
    struct strbuf bytes = STRBUF_INIT, text = STRBUF_INIT;
    char block[65536];
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "classdump: cannot open '%s': %s\n", path, strerror(errno));
        return false;
    }
    for (size_t count; (count = fread(block, 1, sizeof block, file)) > 0;)
        strbuf_add(&bytes, block, count);
    fclose(file);
    struct arena arena;
    struct diag diag = DIAG_INIT;
    arena_init(&arena);
    const struct classfile *class =
        classfile_read(&arena, path, (const uint8_t *)strbuf_text(&bytes), bytes.length, &diag);
    if (class) {
        disasm_class(&text, class);
        fputs(strbuf_text(&text), stdout);
    } else {
        char message[2048];
        fprintf(stderr, "%s\n", diag_format(&diag, message, sizeof message));
    }
    arena_release(&arena);
    strbuf_release(&bytes);
    strbuf_release(&text);
    return class != NULL;
}

int main(int count, char **arguments) {
    bool all_read = true;
    if (count < 2) fprintf(stderr, "usage: classdump FILE.class...\n");
    for (int i = 1; i < count; i++) all_read &= dump(arguments[i]);
    return all_read && count > 1 ? 0 : 1;
}
