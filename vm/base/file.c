/* FILE: reads in blocks, since a pipe does not tell its length. */
#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Asked before it is opened: opening some devices does something. */
static bool check_kind(const char *path, struct place place, struct diag *diag) {
    struct stat status;
    if (stat(path, &status) != 0)
        return diag_error(diag, place, "cannot open '%s': %s", path, strerror(errno));
    if (S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode)) return true;
    return diag_error(diag, place, "cannot read '%s': it is %s, not a file", path,
                      S_ISDIR(status.st_mode) ? "a directory" : "a device");
}

bool file_read(const char *path, struct strbuf *out, struct place place, struct diag *diag) {
    if (!check_kind(path, place, diag)) return false;
    FILE *file = fopen(path, "rb");
    if (!file) return diag_error(diag, place, "cannot open '%s': %s", path, strerror(errno));
    char block[65536];
    size_t count;
    while ((count = fread(block, 1, sizeof block, file)) > 0) strbuf_add(out, block, count);
    int error = ferror(file) ? errno : 0;
    fclose(file);
    return !error || diag_error(diag, place, "cannot read '%s': %s", path, strerror(error));
}
