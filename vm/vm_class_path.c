/* CLASS PATH: where the bytes of classes come from: the built-in library, sources and bytes that
 * the embedder gave, directories, jars. */
#include "vm_internal.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/intern.h"
#include "class_image.h"
#include "classfile/classfile.h"
#include "jar.h"

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
    struct stat status; /* first: a pipe waits for a writer when it is opened */
    bool is_file = stat(strbuf_text(&path), &status) == 0 && S_ISREG(status.st_mode);
    FILE *file = is_file ? fopen(strbuf_text(&path), "rb") : NULL;
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

/* Of Java: where multi-release jars begin, and the one whose class files are the newest here. */
enum { FIRST_VERSIONED_RELEASE = 9, RELEASE = NEWEST_MAJOR - 44 };

static bool find_in_jar(void *context, const char *name, const uint8_t **bytes, size_t *size) {
    struct strbuf entry = STRBUF_INIT;
    strbuf_addf(&entry, "%s.class", name);
    bool done = jar_read(context, strbuf_text(&entry), bytes, size);
    strbuf_release(&entry);
    return done;
}

static bool find_in_multi_release_jar(void *context, const char *name, const uint8_t **bytes,
                                      size_t *size) {
    bool done = false;
    struct strbuf entry = STRBUF_INIT;
    for (int release = RELEASE; !done && release >= FIRST_VERSIONED_RELEASE; release--) {
        strbuf_clear(&entry);
        strbuf_addf(&entry, "META-INF/versions/%d/%s.class", release, name);
        done = jar_read(context, strbuf_text(&entry), bytes, size);
    }
    strbuf_release(&entry);
    return done || find_in_jar(context, name, bytes, size);
}

/* The path that a URL of Class-Path means; NULL: it is no file. Escapes may spell any byte. */
static const char *path_of_url(struct vm *vm, const struct jar *jar, const char *url, int length) {
    static const char scheme[] = "file:";
    const char *end = url + length, *slash = strrchr(jar_path(jar), '/');
    struct strbuf path = STRBUF_INIT;
    if (strncmp(url, scheme, sizeof scheme - 1) == 0) url += sizeof scheme - 1;
    if (*url != '/' && slash) strbuf_add(&path, jar_path(jar), (size_t)(slash + 1 - jar_path(jar)));
    const char *colon = memchr(url, ':', (size_t)(end - url));
    bool is_file = !colon || memchr(url, '/', (size_t)(colon - url));
    for (; url < end; url++) {
        unsigned byte;
        bool is_escape = *url == '%' && isxdigit((unsigned char)url[1]) &&
                         isxdigit((unsigned char)url[2]) && sscanf(url + 1, "%2x", &byte) == 1;
        strbuf_add_char(&path, is_escape ? (char)byte : *url);
        if (is_escape) url += 2;
    }
    const char *copy =
        is_file ? arena_copy_text(&vm->arena, strbuf_text(&path), path.length) : NULL;
    strbuf_release(&path);
    return copy;
}

/* What the Class-Path attribute names, which comes right after the jar. As a URL a directory ends
 * in a slash. */
static void search_named(struct vm *vm, const struct jar *jar, const char *urls) {
    while (*(urls += strspn(urls, " "))) {
        int length = (int)strcspn(urls, " ");
        const char *path = path_of_url(vm, jar, urls, length);
        struct stat status;
        struct diag passed_over = DIAG_INIT;
        urls += length;
        if (path && stat(path, &status) == 0 && S_ISDIR(status.st_mode) == (urls[-1] == '/'))
            vm_search_class_path(vm, path, &passed_over);
    }
}

static bool is_searched(const struct vm *vm, const struct stat *status) {
    vec_each(struct jar *, jar, &vm->jars)
        if (jar_is_file(*jar, status)) return true;
    return false;
}

static struct jar *add_jar(struct vm *vm, const char *path, struct diag *diag) {
    struct jar *jar = jar_open(&vm->arena, path, diag);
    if (!jar) return NULL;
    vec_push(&vm->jars, jar);
    const char *multi_release = jar_attribute(jar, "Multi-Release");
    bool is_multi_release = multi_release && strcasecmp(multi_release, "true") == 0;
    runtime_add_class_path(&vm->runtime, is_multi_release ? find_in_multi_release_jar : find_in_jar,
                           jar);
    const char *named = jar_attribute(jar, "Class-Path");
    if (named) search_named(vm, jar, named);
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
    if (!S_ISDIR(status.st_mode) && !S_ISREG(status.st_mode))
        return diag_error(diag, (struct place){0},
                          "cannot read class path '%s': it is neither a directory nor a jar", path);
    if (!S_ISDIR(status.st_mode)) return is_searched(vm, &status) || add_jar(vm, path, diag);
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

bool vm_add_program_jar(struct vm *vm, const char *path, const char **main_class,
                        struct diag *diag) {
    struct diag why = DIAG_INIT;
    if (!jar_load_reader(diag)) return false;
    struct jar *jar = add_jar(vm, path, &why);
    if (!jar)
        return diag_error(diag, (struct place){0}, "Error: %s jarfile %s",
                          access(path, R_OK) == 0 ? "Invalid or corrupt" : "Unable to access",
                          path);
    *main_class = jar_attribute(jar, "Main-Class");
    if (!*main_class)
        return diag_error(diag, (struct place){0}, "no main manifest attribute, in %s", path);
    return true;
}
