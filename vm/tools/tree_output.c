/* TREE OUTPUT: the name says what is written; an ending is told from that of a format by the word in front of the dot. */
#include "tools/tree_output.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "base/output_file.h"
#include "formats/formats.h"

static bool ends_in_word(const char *name, const char *ending) {
    size_t length = strlen(name), own = strlen(ending);
    if (length < own || strcmp(name + length - own, ending) != 0) return false;
    return length == own || !isalnum((unsigned char)name[length - own - 1]);
}

bool tree_output_of(const char *name, struct tree_output *out) {
    const char *path;
    if (format_of_word(name, &path)) return false;
    for (int i = 0; i < TREE_WRITERS; i++) {
        const struct tree_writer *writer = &tree_writers[i];
        size_t length = strlen(writer->word);
        bool is_word = strncmp(name, writer->word, length) == 0 && name[length] == ':';
        if (!is_word && !ends_in_word(name, writer->ending)) continue;
        *out = (struct tree_output){.path = is_word ? name + length + 1 : name, .writer = writer};
        return true;
    }
    return false;
}

bool tree_output_open(struct tree_output *output, struct diag *diag) {
    output->file = output_file_open(output->path, diag);
    return output->file != NULL;
}

bool tree_output_write(struct tree_output *output, const struct vm *vm,
                       const struct counted_blocks *blocks, struct diag *diag) {
    errno = 0;
    context_file_write(vm, blocks, output->writer, output->file);
    return output_file_close(output->file, output->path, diag);
}
