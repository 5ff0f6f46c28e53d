/* FILE: reads in blocks, since a pipe does not tell its length. */
#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

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

static bool read_all(const char *path, struct strbuf *out, struct place place, struct diag *diag) {
    FILE *file = fopen(path, "rb");
    if (!file) return diag_error(diag, place, "cannot open '%s': %s", path, strerror(errno));
    char block[65536];
    size_t count;
    while ((count = fread(block, 1, sizeof block, file)) > 0) strbuf_add(out, block, count);
    int error = ferror(file) ? errno : 0;
    fclose(file);
    return !error || diag_error(diag, place, "cannot read '%s': %s", path, strerror(error));
}

bool file_read(const char *path, struct strbuf *out, struct place place, struct diag *diag) {
    return check_kind(path, false, place, diag) && read_all(path, out, place, diag);
}

bool file_read_stream(const char *path, struct strbuf *out, struct place place, struct diag *diag) {
    return check_kind(path, true, place, diag) && read_all(path, out, place, diag);
}
