/* CLASS PATH: where the bytes of classes come from: the built-in library, sources and bytes that
 * the embedder gave, directories, jars. */
#include "vm_internal.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/intern.h"
#include "class_image.h"
#include "jar.h"
#include "manifest.h"

static bool find_in_image(void *context, const char *name, const uint8_t **bytes, size_t *size) {
    const struct class_image_entry *entry = class_image_find(name);
    if (!entry) return false;
    *bytes = entry->bytes;
    *size = entry->size;
    return true;
}

static bool find_in_sources(void *context, const char *name, const uint8_t **bytes, size_t *size) {
    return vm_find_source(context, name, bytes, size);
}

bool vm_find_source(struct vm *vm, const char *name, const uint8_t **bytes, size_t *size) {
    const char *wanted = intern(name);
    vec_each(struct class_bytes, source, &vm->sources) {
        if (source->name != wanted) continue;
        *bytes = source->bytes;
        *size = source->size;
        return true;
    }
    return false;
}

void vm_add_builtin_classes(struct vm *vm) {
    runtime_add_class_path(&vm->runtime, find_in_image, NULL);
    runtime_trust_class_path(&vm->runtime);
    runtime_add_class_path(&vm->runtime, find_in_sources, vm);
}

/* --- directories --- */

struct directory {
    struct vm *vm;
    const char *path;
};

static bool read_file(struct arena *arena, FILE *file, const uint8_t **bytes, size_t *size) {
    if (fseek(file, 0, SEEK_END) != 0) return false;
    long length = ftell(file);
    if (length < 0 || fseek(file, 0, SEEK_SET) != 0) return false;
    uint8_t *copy = arena_allocate(arena, (size_t)length + 1);
    *size = fread(copy, 1, (size_t)length, file);
    *bytes = copy;
    return !ferror(file);
}

static bool find_in_directory(void *context, const char *name, const uint8_t **bytes,
                              size_t *size) {
    struct directory *directory = context;
    struct strbuf path = STRBUF_INIT;
    strbuf_addf(&path, "%s/%s.class", directory->path, name);
    FILE *file = fopen(strbuf_text(&path), "rb");
    strbuf_release(&path);
    if (!file) return false;
    bool done = read_file(&directory->vm->arena, file, bytes, size);
    fclose(file);
    return done;
}

static void add_directory(struct vm *vm, const char *path) {
    struct directory *directory = ARENA_NEW(&vm->arena, struct directory);
    directory->vm = vm;
    directory->path = arena_copy_text(&vm->arena, path, strlen(path));
    runtime_add_class_path(&vm->runtime, find_in_directory, directory);
}

/* --- jars --- */

static bool find_in_jar(void *context, const char *name, const uint8_t **bytes, size_t *size) {
    struct strbuf entry = STRBUF_INIT;
    strbuf_addf(&entry, "%s.class", name);
    bool done = jar_read(context, strbuf_text(&entry), bytes, size);
    strbuf_release(&entry);
    return done;
}

static struct jar *add_jar(struct vm *vm, const char *path, struct diag *diag) {
    struct jar *jar = jar_open(&vm->arena, path, diag);
    if (!jar) return NULL;
    vec_push(&vm->jars, jar);
    runtime_add_class_path(&vm->runtime, find_in_jar, jar);
    return jar;
}

void vm_close_jars(struct vm *vm) {
    vec_each(struct jar *, jar, &vm->jars) jar_close(*jar);
    vec_release(&vm->jars);
}

bool vm_add_class_path(struct vm *vm, const char *path, struct diag *diag) {
    struct stat status;
    if (stat(path, &status) != 0)
        return diag_error(diag, (struct place){0}, "cannot open class path '%s': %s", path,
                          strerror(errno));
    if (!S_ISDIR(status.st_mode)) return add_jar(vm, path, diag) != NULL;
    add_directory(vm, path);
    return true;
}

bool vm_search_class_path(struct vm *vm, const char *path, struct diag *diag) {
    struct stat status;
    if (stat(path, &status) != 0) return true;
    if (!S_ISDIR(status.st_mode) && !jar_load_reader(diag)) return false;
    struct diag passed_over = DIAG_INIT;
    vm_add_class_path(vm, path, &passed_over);
    return true;
}

/* The jars of the Class-Path attribute, relative to the jar that names them. */
static void add_named_jars(struct vm *vm, const struct jar *jar, const char *names) {
    const char *slash = strrchr(jar_path(jar), '/');
    int directory_length = slash ? (int)(slash + 1 - jar_path(jar)) : 0;
    while (*(names += strspn(names, " "))) {
        int length = (int)strcspn(names, " ");
        bool is_absolute = *names == '/';
        struct strbuf path = STRBUF_INIT;
        strbuf_addf(&path, "%.*s%.*s", is_absolute ? 0 : directory_length, jar_path(jar), length,
                    names);
        struct diag passed_over = DIAG_INIT;
        vm_search_class_path(vm, strbuf_text(&path), &passed_over);
        strbuf_release(&path);
        names += length;
    }
}

bool vm_add_program_jar(struct vm *vm, const char *path, const char **main_class,
                        struct diag *diag) {
    struct diag why = DIAG_INIT;
    if (!jar_load_reader(diag)) return false;
    struct jar *jar = add_jar(vm, path, &why);
    if (!jar)
        return diag_error(diag, (struct place){0}, "Error: %s jarfile %s",
                          access(path, R_OK) == 0 ? "Invalid or corrupt" : "Unable to access",
                          path);
    const uint8_t *bytes;
    size_t size;
    bool has_manifest = jar_read(jar, "META-INF/MANIFEST.MF", &bytes, &size);
    *main_class =
        has_manifest ? manifest_value(&vm->arena, (const char *)bytes, size, "Main-Class") : NULL;
    if (!*main_class)
        return diag_error(diag, (struct place){0}, "no main manifest attribute, in %s", path);
    const char *others = manifest_value(&vm->arena, (const char *)bytes, size, "Class-Path");
    if (others) add_named_jars(vm, jar, others);
    return true;
}
