/* classdump: class files as text.
 *
 *     classdump [--probes] FILE.class...
 *
 * With --probes: what their inserted code hangs on.
 *
 * Exit code: 0, 1 when a file is no class file or cannot be read. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "classfile/anchors.h"
#include "classfile/disasm.h"

static void dump_probe(struct arena *arena, const char *method, const struct region_anchor *anchor,
                       const char *counter) {
    printf("%s: %s", method, region_anchor_text(arena, anchor, counter));
    printf(anchor->cure ? "; %s\n" : "\n", anchor->cure);
}

static void dump_probes(struct arena *arena, const struct classfile *class,
                        const struct member_info *method) {
    const struct code_regions *regions = method->code ? method->code->regions : NULL;
    if (!regions) return;
    if (regions->fault) {
        const char *counter;
        struct region_anchor fault = code_region_fault(arena, class, method->code, &counter);
        dump_probe(arena, method->name, &fault, counter);
    }
    const struct region_anchor *anchors = code_anchors(arena, class, method->code);
    for (uint32_t i = 0; i < regions->count; i++)
        dump_probe(arena, method->name, &anchors[i],
                   code_region_hit(class, method->code, &regions->items[i], 0));
}

static void dump_class(struct arena *arena, const struct classfile *class, bool probes_only) {
    struct strbuf text = STRBUF_INIT;
    for (int i = 0; probes_only && i < class->method_count; i++)
        dump_probes(arena, class, &class->methods[i]);
    if (!probes_only) disasm_class(&text, class);
    fputs(strbuf_text(&text), stdout);
    strbuf_release(&text);
}

static bool dump(const char *path, bool probes_only) {
    struct strbuf bytes = STRBUF_INIT;
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
        dump_class(&arena, class, probes_only);
    } else {
        char message[2048];
        fprintf(stderr, "%s\n", diag_format(&diag, message, sizeof message));
    }
    arena_release(&arena);
    strbuf_release(&bytes);
    return class != NULL;
}

int main(int count, char **arguments) {
    bool all_read = true;
    bool probes_only = count > 1 && !strcmp(arguments[1], "--probes");
    int first = 1 + probes_only;
    if (count <= first) fprintf(stderr, "usage: classdump [--probes] FILE.class...\n");
    for (int i = first; i < count; i++) all_read &= dump(arguments[i], probes_only);
    return all_read && count > first ? 0 : 1;
}
