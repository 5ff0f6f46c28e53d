/* javasub: the built-in Java compiler as a command.
 *
 *     javasub [--parameter-names] [-cp DIRECTORY]... -d DIRECTORY FILE.java...
 *
 * Compiles the files together and writes the class files below the directory of -d. Classes that
 * the sources do not define are read from the directories of -cp. A source whose name ends in
 * .template is one (frontend/template.h). With --parameter-names the class
 * files name the parameters that can be null, as messages of NullPointerExceptions do. Exit code:
 * 0, 1 for an error in the sources, 2 for one of usage. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/strbuf.h"
#include "frontend/frontend.h"
#include "frontend/template.h"

struct javasub {
    struct arena arena;
    struct diag diag;
    const char *output;
    struct java_options options;
    VEC(const char *) class_path;
    VEC(struct java_source) sources;
};

/* NULL with errno set; in the arena. */
static char *read_whole_file(struct javasub *command, const char *path, size_t *length) {
    struct strbuf text = STRBUF_INIT;
    char block[65536];
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    size_t count;
    while ((count = fread(block, 1, sizeof block, file)) > 0) strbuf_add(&text, block, count);
    bool failed = ferror(file);
    fclose(file);
    char *contents = NULL;
    if (!failed) {
        *length = text.length;
        contents = arena_copy_text(&command->arena, strbuf_text(&text), text.length);
    }
    strbuf_release(&text);
    return contents;
}

static const struct classfile *find_class(void *context, const char *internal_name) {
    struct javasub *command = context;
    for (uint32_t i = 0; i < command->class_path.count; i++) {
        const char *path = arena_format(&command->arena, "%s/%s.class",
                                        command->class_path.items[i], internal_name);
        size_t size;
        const char *bytes = read_whole_file(command, path, &size);
        if (bytes)
            return classfile_read(&command->arena, path, (const uint8_t *)bytes, size,
                                  &command->diag);
    }
    return NULL;
}

static void make_directories(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
}

static bool write_class_file(struct javasub *command, const struct java_class *class) {
    char *path = arena_format(&command->arena, "%s/%s.class", command->output, class->name);
    make_directories(path);
    FILE *file = fopen(path, "wb");
    bool written = file && fwrite(class->bytes, 1, class->size, file) == class->size;
    if (file && fclose(file) != 0) written = false;
    if (!written) fprintf(stderr, "javasub: cannot write '%s': %s\n", path, strerror(errno));
    return written;
}

static bool is_template(const char *path) {
    static const char ending[] = ".template";
    size_t length = strlen(path), expected = sizeof ending - 1;
    return length > expected && !strcmp(path + length - expected, ending);
}

static bool add_source(struct javasub *command, const char *path) {
    size_t length;
    char *text = read_whole_file(command, path, &length);
    if (!text) {
        fprintf(stderr, "javasub: cannot read '%s': %s\n", path, strerror(errno));
        return false;
    }
    struct java_source source = {path, text, length, 1, 1, NULL};
    if (is_template(path)) java_template_expand(&command->arena, &source, &source, &command->diag);
    vec_push(&command->sources, source);
    return true;
}

static bool parse_arguments(struct javasub *command, int count, char **arguments) {
    for (int i = 1; i < count; i++) {
        bool is_path = strcmp(arguments[i], "-cp") == 0,
             is_output = strcmp(arguments[i], "-d") == 0;
        if ((is_path || is_output) && i + 1 == count) return false;
        if (is_path)
            vec_push(&command->class_path, arguments[++i]);
        else if (is_output)
            command->output = arguments[++i];
        else if (strcmp(arguments[i], "--parameter-names") == 0)
            command->options.parameter_names = true;
        else if (arguments[i][0] == '-')
            return false;
        else if (!add_source(command, arguments[i]))
            exit(2);
    }
    return command->output && command->sources.count > 0;
}

static int compile(struct javasub *command) {
    struct java_class_path path = {find_class, command};
    struct java_classes classes = {0};
    if (command->diag.is_set || /* by a template */
        !java_compile(&command->arena, command->sources.items, command->sources.count, &path,
                      &command->options, &command->diag, &classes)) {
        char message[2048];
        fprintf(stderr, "%s\n", diag_format(&command->diag, message, sizeof message));
        return 1;
    }
    for (uint32_t i = 0; i < classes.count; i++)
        if (!write_class_file(command, &classes.items[i])) return 2;
    return 0;
}

int main(int count, char **arguments) {
    struct javasub command = {.options = java_options_default()};
    arena_init(&command.arena);
    if (!parse_arguments(&command, count, arguments)) {
        fprintf(
            stderr,
            "usage: javasub [--parameter-names] [-cp DIRECTORY]... -d DIRECTORY FILE.java...\n");
        return 2;
    }
    int status = compile(&command);
    vec_release(&command.class_path);
    vec_release(&command.sources);
    arena_release(&command.arena);
    return status;
}
