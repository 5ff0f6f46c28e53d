/* OUTPUT FILE: a file without a name is lost when it is closed, unless the path is that of its descriptor (/proc/self/fd/3). */
#include "base/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool cannot_write(const char *path, int error, struct diag *diag) {
    return diag_error(diag, (struct place){0}, "cannot write '%s': %s", path, strerror(error));
}

FILE *output_file_open(const char *path, struct diag *diag) {
    int descriptor = open(path, O_WRONLY | O_CREAT, 0666);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
    if (!file) cannot_write(path, errno, diag);
    return file;
}

void output_file_empty(FILE *file) {
    struct stat own;
    bool is_file = fstat(fileno(file), &own) == 0 && S_ISREG(own.st_mode);
    if (is_file && ftruncate(fileno(file), 0) != 0) {
    } /* what cannot be emptied cannot be written either */
}

static bool is_removed(FILE *file, const char *path) {
    struct stat own, there;
    if (fstat(fileno(file), &own) != 0 || own.st_nlink > 0) return false;
    return stat(path, &there) != 0 || there.st_dev != own.st_dev || there.st_ino != own.st_ino;
}

bool output_file_close(FILE *file, const char *path, struct diag *diag) {
    bool failed = fflush(file) != 0 || ferror(file);
    int cause = errno;
    bool removed = is_removed(file, path);
    if (fclose(file) != 0 && !failed) failed = true, cause = errno;
    if (failed) return cannot_write(path, cause, diag);
    if (!removed) return true;
    return diag_error(diag, (struct place){0},
                      "cannot write '%s': it was removed after it had been opened", path);
}

void output_file_spare_streams(void) {
    const int unusable[] = {O_WRONLY, O_RDONLY, O_RDONLY}; /* to read, to write, to write */
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0) open("/dev/null", unusable[stream]);
}
