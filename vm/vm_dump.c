/* The class files of what is defined, in a directory (the option dump_classes). */
#include "vm_internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/xml_text.h"

/* Those above the file, as far as they are not there. */
static void make_directories(char *path, size_t first) {
    for (char *slash = strchr(path + first, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777); /* what fails shows when the file is made */
        *slash = '/';
    }
}

static bool write_file(const char *path, const uint8_t *bytes, size_t size, struct diag *diag) {
    FILE *out = fopen(path, "wb");
    bool done = out && fwrite(bytes, 1, size, out) == size;
    if (out && fclose(out) != 0) done = false;
    return done ||
           diag_error(diag, (struct place){0}, "cannot write '%s': %s", path, strerror(errno));
}

void vm_dump_class(struct runtime *runtime, const struct class *class, const uint8_t *bytes,
                   size_t size) {
    struct vm *vm = vm_of(runtime);
    struct strbuf path = STRBUF_INIT;
    strbuf_addf(&path, "%s/", vm->options.dump_classes);
    size_t first = path.length;
    strbuf_addf(&path, "%s.class", xml_read_text(class->name));
    make_directories(path.bytes, first);
    write_file(path.bytes, bytes, size, &vm->dump_failure);
    strbuf_release(&path);
}

bool vm_classes_are_dumped(const struct vm *vm, struct diag *diag) {
    return !vm->dump_failure.is_set ||
           diag_error(diag, vm->dump_failure.place, "%s", vm->dump_failure.message);
}

const char *vm_dump_directory_of_classes(const struct vm *vm) { return vm->options.dump_classes; }
