/* CLASS PATH: where the bytes of classes come from: the built-in library, sources and bytes that
 * the embedder gave, directories, jars (JAR File Specification). Requires libzip. A jar is mapped,
 * not read through a file offset: processes that were forked from this one share offsets. */
#include "vm_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#include "base/intern.h"
#include "class_image.h"
#include "manifest.h"

/* Larger than any class file can sensibly be; an entry that claims more is not read. */
enum { ENTRY_LIMIT = 256 << 20 };

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

struct jar {
    struct vm *vm;
    struct jar *next;
    const char *path;
    void *mapping;
    size_t size;
    zip_t *archive;
};

static bool jar_read(struct jar *jar, const char *entry, const uint8_t **bytes, size_t *size) {
    zip_stat_t status;
    zip_int64_t index = zip_name_locate(jar->archive, entry, 0);
    if (index < 0 || zip_stat_index(jar->archive, (zip_uint64_t)index, 0, &status) != 0)
        return false;
    zip_file_t *file =
        status.size <= ENTRY_LIMIT ? zip_fopen_index(jar->archive, (zip_uint64_t)index, 0) : NULL;
    if (!file) return false;
    uint8_t *copy = arena_allocate(&jar->vm->arena, status.size + 1);
    zip_int64_t count = zip_fread(file, copy, status.size);
    *bytes = copy;
    *size = status.size;
    return zip_fclose(file) == 0 && count == (zip_int64_t)status.size;
}

static bool find_in_jar(void *context, const char *name, const uint8_t **bytes, size_t *size) {
    struct strbuf entry = STRBUF_INIT;
    strbuf_addf(&entry, "%s.class", name);
    bool done = jar_read(context, strbuf_text(&entry), bytes, size);
    strbuf_release(&entry);
    return done;
}

static bool map_file(const char *path, void **mapping, size_t *size) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    struct stat status;
    bool done = fstat(file, &status) == 0;
    if (done) *size = (size_t)status.st_size;
    /* An empty file cannot be mapped; it is no jar either. */
    *mapping = done && *size ? mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
    close(file);
    return *mapping != MAP_FAILED;
}

static bool jar_error(struct diag *diag, const char *path, const char *why) {
    return diag_error(diag, (struct place){0}, "cannot open jar '%s': %s", path, why);
}

static zip_t *open_archive(const char *path, void *mapping, size_t size, struct diag *diag) {
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t *source = zip_source_buffer_create(mapping, size, 0, &error);
    zip_t *archive = source ? zip_open_from_source(source, ZIP_RDONLY, &error) : NULL;
    if (!archive) {
        jar_error(diag, path, zip_error_strerror(&error));
        zip_source_free(source);
    }
    zip_error_fini(&error);
    return archive;
}

static struct jar *add_jar(struct vm *vm, const char *path, struct diag *diag) {
    void *mapping;
    size_t size = 1;
    if (!map_file(path, &mapping, &size)) {
        jar_error(diag, path, size ? strerror(errno) : "it is empty");
        return NULL;
    }
    zip_t *archive = open_archive(path, mapping, size, diag);
    if (!archive) {
        munmap(mapping, size);
        return NULL;
    }
    struct jar *jar = ARENA_NEW(&vm->arena, struct jar);
    *jar = (struct jar){.vm = vm,
                        .next = vm->jars,
                        .path = arena_copy_text(&vm->arena, path, strlen(path)),
                        .mapping = mapping,
                        .size = size,
                        .archive = archive};
    vm->jars = jar;
    runtime_add_class_path(&vm->runtime, find_in_jar, jar);
    return jar;
}

void vm_close_jars(struct vm *vm) {
    for (struct jar *jar = vm->jars; jar; jar = jar->next) {
        zip_discard(jar->archive);
        munmap(jar->mapping, jar->size);
    }
    vm->jars = NULL;
}

bool vm_add_class_path(struct vm *vm, const char *path, struct diag *diag) {
    struct stat status;
    if (stat(path, &status) != 0)
        return diag_error(diag, (struct place){0}, "cannot open class path '%s': %s", path,
                          strerror(errno));
    if (!S_ISDIR(status.st_mode)) return add_jar(vm, path, diag);
    add_directory(vm, path);
    return true;
}

/* The jars of the Class-Path attribute, relative to the jar that names them. As java does, what is
 * not there is passed over. */
static void add_named_jars(struct vm *vm, const struct jar *jar, const char *names) {
    const char *slash = strrchr(jar->path, '/');
    int directory_length = slash ? (int)(slash + 1 - jar->path) : 0;
    while (*(names += strspn(names, " "))) {
        int length = (int)strcspn(names, " ");
        bool is_absolute = *names == '/';
        struct strbuf path = STRBUF_INIT;
        strbuf_addf(&path, "%.*s%.*s", is_absolute ? 0 : directory_length, jar->path, length,
                    names);
        struct diag passed_over = DIAG_INIT;
        vm_add_class_path(vm, strbuf_text(&path), &passed_over);
        strbuf_release(&path);
        names += length;
    }
}

bool vm_add_program_jar(struct vm *vm, const char *path, const char **main_class,
                        struct diag *diag) {
    struct jar *jar = add_jar(vm, path, diag);
    if (!jar) return false;
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
