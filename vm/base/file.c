/* FILE: reads in blocks, since the length of a pipe is not known. Opening one without a writer
 * would wait for ever. */
#define _GNU_SOURCE
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *kind_text(mode_t mode) {
    if (S_ISDIR(mode)) return "a directory";
    if (S_ISFIFO(mode)) return "a pipe";
    return S_ISSOCK(mode) ? "a socket" : "a device";
}

/* Asked before it is opened: opening some devices does something, and a pipe waits for a writer. */
static bool check_kind(const char *path, bool may_be_pipe, struct place place, struct diag *diag) {
    struct stat status;
    if (stat(path, &status) != 0)
        return diag_error(diag, place, "cannot open '%s': %s", path, strerror(errno));
    if (S_ISREG(status.st_mode) || (S_ISFIFO(status.st_mode) && may_be_pipe)) return true;
    return diag_error(diag, place, "cannot read '%s': it is %s, not a file", path,
                      kind_text(status.st_mode));
}

/* The rest of the file, appended; 0 or an errno. */
static int read_rest(int file, struct strbuf *out) {
    char block[65536];
    ssize_t count;
    while ((count = read(file, block, sizeof block)) > 0 || (count < 0 && errno == EINTR))
        if (count > 0) strbuf_add(out, block, (size_t)count);
    return count < 0 ? errno : 0;
}

static bool is_pipe(int file) {
    struct stat status;
    return fstat(file, &status) == 0 && S_ISFIFO(status.st_mode);
}

static bool read_all(const char *path, struct strbuf *out, struct place place, struct diag *diag) {
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return diag_error(diag, place, "cannot open '%s': %s", path, strerror(errno));
    size_t before = out->length;
    int error = read_rest(file, out);
    bool is_unwritten = !error && out->length == before && is_pipe(file);
    if (error == EAGAIN) {
        fcntl(file, F_SETFL, 0);
        error = read_rest(file, out);
    }
    close(file);
    if (is_unwritten)
        return diag_error(diag, place, "cannot read '%s': it is a pipe that nobody writes to",
                          path);
    return !error || diag_error(diag, place, "cannot read '%s': %s", path, strerror(error));
}

bool file_read(const char *path, struct strbuf *out, struct place place, struct diag *diag) {
    return check_kind(path, false, place, diag) && read_all(path, out, place, diag);
}

bool file_read_stream(const char *path, struct strbuf *out, struct place place, struct diag *diag) {
    return check_kind(path, true, place, diag) && read_all(path, out, place, diag);
}
