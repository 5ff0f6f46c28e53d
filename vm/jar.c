/* JAR: reads zip archives with libzip, which is loaded with the first jar. A jar is mapped, not
 * read through a file offset: processes that were forked from this one share offsets. */
#include "jar.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#include "base/library.h"
#include "manifest.h"

/* Larger than any class file can sensibly be; an entry that claims more is not read. */
enum { ENTRY_LIMIT = 256 << 20 };

#define ZIP_FUNCTIONS(FUNCTION)                                                                    \
    FUNCTION(discard)                                                                              \
    FUNCTION(error_fini)                                                                           \
    FUNCTION(error_init)                                                                           \
    FUNCTION(error_strerror)                                                                       \
    FUNCTION(fclose)                                                                               \
    FUNCTION(fopen_index)                                                                          \
    FUNCTION(fread)                                                                                \
    FUNCTION(name_locate)                                                                          \
    FUNCTION(open_from_source)                                                                     \
    FUNCTION(source_buffer_create)                                                                 \
    FUNCTION(source_free)                                                                          \
    FUNCTION(stat_index)

static struct {
#define POINTER(name) __typeof__(&zip_##name) name;
    ZIP_FUNCTIONS(POINTER)
#undef POINTER
} zip;

static const struct library_function functions[] = {
#define ROW(name) {"zip_" #name, (void **)&zip.name},
    ZIP_FUNCTIONS(ROW)
#undef ROW
};

bool jar_load_reader(struct diag *diag) {
    static struct library library = {"jars", LIBZIP_FILE, functions,
                                     sizeof functions / sizeof *functions, false};
    return library_load(&library, diag);
}

struct jar {
    struct arena *arena;
    const char *path;
    struct stat status;
    void *mapping;
    size_t size;
    zip_t *archive;
    const uint8_t *manifest;
    size_t manifest_size;
};

static bool map_file(const char *path, struct stat *status, void **mapping, size_t *size) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    bool done = fstat(file, status) == 0;
    if (done) *size = (size_t)status->st_size;
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
    zip.error_init(&error);
    zip_source_t *source = zip.source_buffer_create(mapping, size, 0, &error);
    zip_t *archive = source ? zip.open_from_source(source, ZIP_RDONLY, &error) : NULL;
    if (!archive) {
        jar_error(diag, path, zip.error_strerror(&error));
        zip.source_free(source);
    }
    zip.error_fini(&error);
    return archive;
}

struct jar *jar_open(struct arena *arena, const char *path, struct diag *diag) {
    struct stat status;
    void *mapping;
    size_t size = 1;
    if (!jar_load_reader(diag)) return NULL;
    if (!map_file(path, &status, &mapping, &size)) {
        jar_error(diag, path, size ? strerror(errno) : "it is empty");
        return NULL;
    }
    zip_t *archive = open_archive(path, mapping, size, diag);
    if (!archive) {
        munmap(mapping, size);
        return NULL;
    }
    struct jar *jar = ARENA_NEW(arena, struct jar);
    *jar = (struct jar){.arena = arena,
                        .path = arena_copy_text(arena, path, strlen(path)),
                        .status = status,
                        .mapping = mapping,
                        .size = size,
                        .archive = archive};
    if (!jar_read(jar, "META-INF/MANIFEST.MF", &jar->manifest, &jar->manifest_size))
        jar->manifest = NULL;
    return jar;
}

void jar_close(struct jar *jar) {
    zip.discard(jar->archive);
    munmap(jar->mapping, jar->size);
}

const char *jar_path(const struct jar *jar) { return jar->path; }

bool jar_is_file(const struct jar *jar, const struct stat *status) {
    return jar->status.st_dev == status->st_dev && jar->status.st_ino == status->st_ino;
}

const char *jar_attribute(const struct jar *jar, const char *name) {
    if (!jar->manifest) return NULL;
    return manifest_value(jar->arena, (const char *)jar->manifest, jar->manifest_size, name);
}

bool jar_read(struct jar *jar, const char *entry, const uint8_t **bytes, size_t *size) {
    zip_stat_t status;
    zip_int64_t index = zip.name_locate(jar->archive, entry, 0);
    if (index < 0 || zip.stat_index(jar->archive, (zip_uint64_t)index, 0, &status) != 0)
        return false;
    zip_file_t *file =
        status.size <= ENTRY_LIMIT ? zip.fopen_index(jar->archive, (zip_uint64_t)index, 0) : NULL;
    if (!file) return false;
    uint8_t *copy = arena_allocate(jar->arena, status.size + 1);
    zip_int64_t count = zip.fread(file, copy, status.size);
    *bytes = copy;
    *size = status.size;
    return zip.fclose(file) == 0 && count == (zip_int64_t)status.size;
}
