/* KEPT FILE: one window of the file is mapped at a time. Its blocks are reserved first: a full disk is an error then, and no signal. */
#define _GNU_SOURCE
#include "base/kept_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WINDOW = 1 << 20 };

static bool fail(struct kept_file *file, int error, struct diag *diag) {
    diag_error(diag, (struct place){0}, "cannot write '%s': %s", file->path, strerror(error));
    if (file->window) munmap(file->window, WINDOW);
    if (file->descriptor >= 0) close(file->descriptor);
    file->window = NULL;
    file->descriptor = -1;
    return false;
}

/* Only a regular file is opened to be read as well, as mappings are: who reads a pipe itself is never told that nobody else does. */
static int open_emptied(const char *path, bool *is_mapped) {
    static const int flags = O_CREAT | O_TRUNC | O_CLOEXEC;
    struct stat status;
    *is_mapped = stat(path, &status) != 0 || S_ISREG(status.st_mode);
    int descriptor = *is_mapped ? open(path, O_RDWR | flags, 0666) : -1;
    if (descriptor >= 0) return descriptor;
    *is_mapped = false;
    return open(path, O_WRONLY | flags, 0666);
}

bool kept_file_open(struct kept_file *file, const char *path, struct diag *diag) {
    *file = (struct kept_file){.path = path, .start = -WINDOW, .used = WINDOW};
    file->descriptor = open_emptied(path, &file->is_mapped);
    return file->descriptor >= 0 || fail(file, errno, diag);
}

static bool write_all(struct kept_file *file, const char *bytes, size_t length, struct diag *diag) {
    while (length) {
        ssize_t written = write(file->descriptor, bytes, length);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return fail(file, errno, diag);
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

static bool move_window(struct kept_file *file, struct diag *diag) {
    if (file->window) munmap(file->window, WINDOW);
    file->window = NULL;
    file->start += WINDOW;
    file->used = 0;
    int error = posix_fallocate(file->descriptor, file->start, WINDOW);
    if (error) return fail(file, error, diag);
    void *window =
        mmap(NULL, WINDOW, PROT_READ | PROT_WRITE, MAP_SHARED, file->descriptor, file->start);
    if (window == MAP_FAILED) return fail(file, errno, diag);
    file->window = window;
    return true;
}

bool kept_file_add(struct kept_file *file, const char *bytes, size_t length, struct diag *diag) {
    if (file->descriptor < 0) return false;
    if (!file->is_mapped) return write_all(file, bytes, length, diag);
    while (length) {
        if (file->used == WINDOW && !move_window(file, diag)) return false;
        size_t room = WINDOW - file->used, part = length < room ? length : room;
        memcpy(file->window + file->used, bytes, part);
        file->used += part;
        bytes += part;
        length -= part;
    }
    return true;
}

bool kept_file_close(struct kept_file *file, struct diag *diag) {
    if (file->descriptor < 0) return false;
    int64_t length = file->start + (int64_t)file->used;
    if (file->window) munmap(file->window, WINDOW);
    file->window = NULL;
    if (file->is_mapped && ftruncate(file->descriptor, length) != 0) return fail(file, errno, diag);
    int descriptor = file->descriptor;
    file->descriptor = -1;
    if (close(descriptor) == 0) return true;
    return fail(file, errno, diag);
}
