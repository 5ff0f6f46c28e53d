/* COMPARE: how alike two profiles are that jitvm profile wrote as JSON, or samples and all events of one. */
#include <stdio.h>

#include "base/file.h"
#include "formats/compare.h"
#include "formats/json.h"
#include "tools/commands.h"

static bool read_one(struct arena *arena, const char *path, struct compared_profile *out,
                     struct diag *diag) {
    struct strbuf text = STRBUF_INIT;
    out->name = path;
    bool done = file_read_stream(path, &text, (struct place){0}, diag) &&
                profile_of_json(arena, path, strbuf_text(&text), text.length, &out->tables, diag);
    strbuf_release(&text);
    return done;
}

int command_compare(int argc, char **argv) {
    struct diag diag = DIAG_INIT;
    struct arena arena;
    struct compared_profile first, second;
    if (argc != 2 && argc != 3) {
        fputs("usage: jitvm compare FIRST.json SECOND.json\n"
              "       jitvm compare SAMPLES-AND-ALL.json\n",
              stderr);
        return 2;
    }
    arena_init(&arena);
    bool done = read_one(&arena, argv[1], &first, &diag) &&
                (argc == 2 ? profile_compare_samples(&first, stdout, &diag)
                           : read_one(&arena, argv[2], &second, &diag) &&
                                 profiles_compare(&first, &second, stdout, &diag));
    char message[1400];
    if (!done) fprintf(stderr, "jitvm: %s\n", diag_format(&diag, message, sizeof message));
    arena_release(&arena);
    return done ? 0 : 1;
}
